//===- CheckpointTest.cpp - Tests of checkpoints --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Checkpoint.h"
#include "TestSupport.h"
#include "amp/Support/AtomicFile.h"
#include "amp/Support/TensorFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"

#include <cmath>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

using namespace amp;
using namespace amp::test;
using llvm::StringRef;

static Checkpoint makeCheckpoint(int64_t step = 40) {
  Checkpoint checkpoint;
  checkpoint.step = step;
  checkpoint.tensors = {
      {"w", "parameter", sample(ElementType::BF16)},
      {"opt.momentum.w", "optimizer_state", sample(ElementType::F32)},
      {"scaler.scale", "scaler", makeTensor<float>(ElementType::F32, {}, {8})},
      {"none", "buffer", take(Tensor::zeros(ElementType::I64, {0, 3}))}};
  checkpoint.scalers = {{"scaler", 8, 2, 0.5, 2000, 17}};
  checkpoint.metadata = {{"entry", "train"}, {"quote\"", "\"amp.digest\":\""}};
  return checkpoint;
}

static std::string write(const Folder &folder, const Checkpoint &checkpoint) {
  std::string path = folder / checkpointName(checkpoint.step);
  EXPECT_SUCCESS(writeCheckpoint(path, checkpoint));
  return path;
}

static llvm::Expected<Checkpoint> parse(const std::string &bytes) {
  return parseCheckpoint(llvm::MemoryBuffer::getMemBufferCopy(bytes, "x"), "x");
}

/// The file with a digest that is right, whatever else is in it.
static std::string sealed(std::string bytes) {
  std::string key = "\"amp.digest\":\"";
  size_t at = bytes.find(key);
  EXPECT_NE(at, std::string::npos);
  bytes.replace(at + key.size(), 64, 64, '0');
  std::string digest =
      llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes)),
                  /*LowerCase=*/true);
  return bytes.replace(at + key.size(), 64, digest);
}

/// The file with another header.
static std::string edit(const std::string &bytes, const std::string &from,
                        const std::string &to) {
  uint64_t length = llvm::support::endian::read64le(bytes.data());
  std::string header = bytes.substr(8, length);
  size_t at = header.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  header.replace(at, from.size(), to);
  std::string size(8, '\0');
  llvm::support::endian::write64le(size.data(), header.size());
  return size + header + bytes.substr(8 + length);
}

TEST(Checkpoint, RoundTrips) {
  Folder folder;
  Checkpoint written = makeCheckpoint();
  std::string path = write(folder, written);
  EXPECT_EQ(folder.count(), 1u);
  EXPECT_EQ(path, folder / "step-000000000040.safetensors");
  llvm::Expected<Checkpoint> read = readCheckpoint(path);
  ASSERT_TRUE(static_cast<bool>(read)) << message(read.takeError());
  EXPECT_EQ(read->step, 40);
  EXPECT_EQ(read->metadata, written.metadata);
  ASSERT_EQ(read->tensors.size(), written.tensors.size());
  EXPECT_TRUE(llvm::is_sorted(read->tensors, [](const auto &a, const auto &b) {
    return a.name < b.name;
  }));
  for (const CheckpointTensor &tensor : written.tensors) {
    const CheckpointTensor *found = read->find(tensor.name);
    ASSERT_TRUE(found) << tensor.name;
    EXPECT_EQ(found->role, tensor.role);
    expectSame(found->tensor, tensor.tensor);
  }
  EXPECT_FALSE(read->find("v"));
  ASSERT_EQ(read->scalers.size(), 1u);
  EXPECT_EQ(read->scalers[0].name, "scaler");
  EXPECT_EQ(read->scalers[0].toJson(), written.scalers[0].toJson());
  // The same state gives the same bytes.
  EXPECT_SUCCESS(writeCheckpoint(folder / "again", written));
  EXPECT_TRUE(readAll(folder / "again") == readAll(path));
}

TEST(Checkpoint, DigestIsOfTheFileWithItsDigitsAsZeros) {
  Folder folder;
  std::string bytes = readAll(write(folder, makeCheckpoint()));
  EXPECT_TRUE(sealed(bytes) == bytes);
}

TEST(Checkpoint, ScalerRecordIsTorchs) {
  ScalerRecord record{"s", 65536, 2, 0.5, 2000, 3};
  EXPECT_EQ(record.toJson(),
            "{\"scale\": 65536.0, \"growth_factor\": 2.0, \"backoff_factor\": "
            "0.5, \"growth_interval\": 2000, \"_growth_tracker\": 3}");
  const double inf = std::numeric_limits<double>::infinity();
  for (double scale : {0.1, 1e300, std::ldexp(1.0, -149), 0.0, inf, -inf}) {
    record.scale = scale;
    std::optional<ScalerRecord> read =
        ScalerRecord::fromJson("s", record.toJson());
    ASSERT_TRUE(read) << record.toJson();
    EXPECT_EQ(read->scale, scale);
    EXPECT_EQ(read->growthFactor, 2);
    EXPECT_EQ(read->growthInterval, 2000);
    EXPECT_EQ(read->growthTracker, 3);
  }
  record.scale = NAN;
  std::optional<ScalerRecord> read =
      ScalerRecord::fromJson("s", record.toJson());
  EXPECT_TRUE(read && std::isnan(read->scale));
  for (const char *text :
       {"", "{}", "[1]", "3", "{\"scale\": 1}",
        "{\"scale\": 1, \"growth_factor\": 2, \"backoff_factor\": 0.5, "
        "\"growth_interval\": 1.5, \"_growth_tracker\": 0}",
        "{\"scale\": \"x\", \"growth_factor\": 2, \"backoff_factor\": 0.5, "
        "\"growth_interval\": 1, \"_growth_tracker\": 0}",
        "{\"scale\": {\"a\": 1}, \"growth_factor\": 2, \"backoff_factor\": 0.5,"
        " \"growth_interval\": 1, \"_growth_tracker\": 0}"})
    EXPECT_FALSE(ScalerRecord::fromJson("s", text)) << text;
  // Depth is no way to break the reader.
  EXPECT_FALSE(ScalerRecord::fromJson("s", std::string(10000000, '[')));
  EXPECT_FALSE(ScalerRecord::fromJson("s", std::string(10000000, '{')));
}

TEST(Checkpoint, RefusesWhatItCannotWrite) {
  Folder folder;
  std::string path = folder / "a";
  auto expectRefused = [&](auto change, const std::string &part) {
    Checkpoint checkpoint = makeCheckpoint();
    change(checkpoint);
    EXPECT_FAILURE(writeCheckpoint(path, checkpoint), part);
  };
  expectRefused([](Checkpoint &c) { c.step = -1; }, "step -1 is not from 0");
  expectRefused([](Checkpoint &c) { c.step = kMaxCheckpointStep + 1; },
                "to 999999999999");
  expectRefused([](Checkpoint &c) { c.metadata["amp.x"] = ""; },
                "the key 'amp.x' is the format's own");
  expectRefused([](Checkpoint &c) { c.tensors[0].role = "a b"; },
                "the role 'a b' is not a word");
  expectRefused([](Checkpoint &c) { c.tensors[1].name = "w"; }, "given twice");
  expectRefused([](Checkpoint &c) { c.scalers.push_back(c.scalers[0]); },
                "scaler 'scaler' is given twice");
  expectRefused(
      [](Checkpoint &c) { c.tensors[0].tensor = sample(ElementType::C128); },
      "safetensors has no complex<f64>");
  expectRefused([](Checkpoint &c) { c.metadata["x"] = "\xff"; },
                "is not UTF-8");
  EXPECT_EQ(folder.count(), 0u);
}

TEST(Checkpoint, NoticesEveryBitFlip) {
  Folder folder;
  std::string bytes = readAll(write(folder, makeCheckpoint()));
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string copy = bytes;
    copy[bit / 8] = static_cast<char>(copy[bit / 8] ^ (1 << (bit % 8)));
    ASSERT_NE(message(parse(copy)), "success") << "bit " << bit;
  }
}

TEST(Checkpoint, NoticesEveryTruncationAndTail) {
  Folder folder;
  std::string bytes = readAll(write(folder, makeCheckpoint()));
  for (size_t size = 0; size < bytes.size(); ++size)
    ASSERT_NE(message(parse(bytes.substr(0, size))), "success") << size;
  EXPECT_FAILURE(parse(bytes + '\0'), "bytes after the header");
}

TEST(Checkpoint, NamesTheDamagedArray) {
  Folder folder;
  std::string bytes = readAll(write(folder, makeCheckpoint()));
  // The data are ordered by size of element: the last are of the bf16 array.
  bytes.back() ^= 1;
  std::string text = message(parse(bytes));
  EXPECT_NE(text.find("damaged: its SHA-256 is "), std::string::npos) << text;
  EXPECT_NE(text.find("array 'w' is damaged"), std::string::npos) << text;
  EXPECT_EQ(text.find("array 'opt"), std::string::npos) << text;
  // A checksum is looked at even where the digest is right.
  EXPECT_FAILURE(parse(sealed(bytes)), "array 'w' is damaged");
}

TEST(Checkpoint, RefusesHostileMetadata) {
  Folder folder;
  std::string bytes = readAll(write(folder, makeCheckpoint()));
  auto expectRefused = [&](const std::string &from, const std::string &to,
                           const std::string &part) {
    EXPECT_FAILURE(parse(sealed(edit(bytes, from, to))), part);
  };
  expectRefused("\"amp.version\":\"1\"", "\"amp.version\":\"2\"",
                "version 2 of the format; this program reads version 1");
  expectRefused("\"amp.version\":\"1\"", "\"amp.version\":\"x\"",
                "unexpected value 'x' of 'amp.version'");
  expectRefused("\"amp-checkpoint\"", "\"pt\"", "not a checkpoint");
  expectRefused("\"amp.step\":\"40\"", "\"amp.step\":\"-1\"",
                "unexpected value '-1' of 'amp.step'");
  expectRefused("\"amp.step\":\"40\"", "\"amp.step\":\"1000000000000\"",
                "of 'amp.step'");
  expectRefused("\"amp.step\":\"40\"", "\"amp.stop\":\"40\"",
                "unexpected value '' of 'amp.step'");
  expectRefused("\"amp.step\":\"40\"", "\"amp.new\":\"\",\"amp.step\":\"40\"",
                "unknown key 'amp.new'");
  expectRefused("\"amp.tensor.w\"", "\"amp.tensor.v\"",
                "unexpected value '' of 'amp.tensor.w'");
  expectRefused("\"amp.step\":\"40\"",
                "\"amp.step\":\"40\",\"amp.tensor.v\":\"parameter\"",
                "describes 5 arrays, but there are 4");
  expectRefused("parameter crc32", " crc32", "of 'amp.tensor.w'");
  // A role alone, which is shorter than a checksum.
  StringRef whole("parameter crc32=01234567");
  expectRefused(bytes.substr(bytes.find("parameter crc32="), whole.size()),
                "param", "array 'w' is damaged: expected 'param'");
  expectRefused("\\\"growth_interval\\\"", "\\\"growth\\\"",
                "of 'amp.scaler.scaler'");
  // The digest must be where a reader finds it, and only once.
  expectRefused("\"amp.digest\":\"", "\"x\":\"\",\"amp.digest\":\"", "success");
  EXPECT_FAILURE(parse(edit(bytes, "\"amp.digest\":", "\"amp.digest\": ")),
                 "no digest");
  expectRefused("\"amp.digest\":\"",
                "\"amp.digest\":\"" + std::string(64, '1') +
                    "\",\"amp.digest\":\"",
                "a key is there twice");
}

TEST(Checkpoint, SurvivesEditsOfTheHeader) {
  Folder folder;
  const std::string bytes = readAll(write(folder, makeCheckpoint()));
  uint64_t length = llvm::support::endian::read64le(bytes.data());
  // Bytes that mean something to one of the parsers, as often as any others.
  const StringRef kWords = "\"{}[],:\\0123456789eE+-. ampx";
  uint32_t state = 1;
  auto draw = [&](size_t below) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % below;
  };
  unsigned accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string copy = bytes;
    for (size_t edits = 1 + draw(3); edits; --edits) {
      char value =
          draw(2) ? kWords[draw(kWords.size())] : static_cast<char>(draw(256));
      copy[8 + draw(length)] = value;
    }
    // Its digest is right as far as one is found.
    if (copy.find("\"amp.digest\":\"") != std::string::npos)
      copy = sealed(std::move(copy));
    accepted += message(parse(copy)) == "success";
  }
  // Those that change only what the writer's own keys say.
  EXPECT_GT(accepted, 0u);
  EXPECT_LT(accepted, 10000u);
}

TEST(Checkpoint, IsNoOtherSafetensorsFile) {
  Folder folder;
  std::string path = folder / "a.safetensors";
  EXPECT_SUCCESS(writeSafetensors(path, {{"x", sample(ElementType::F32)}}));
  EXPECT_FAILURE(readCheckpoint(path), "not a checkpoint");
  EXPECT_FAILURE(readCheckpoint(folder / "none"), "cannot open");
  EXPECT_FAILURE(readCheckpoint(folder.path()), "found a directory");
  EXPECT_EQ(errorCode(readCheckpoint(folder / "none")), std::errc::io_error);
}

TEST(CheckpointFolder, FindsTheNewestThatIsValid) {
  Folder folder;
  auto find = [&] { return findLatestCheckpoint(folder.path()); };
  llvm::Expected<std::optional<LatestCheckpoint>> none = find();
  ASSERT_TRUE(static_cast<bool>(none));
  EXPECT_FALSE(*none);
  for (int64_t step : {0, 9, 10, 200})
    write(folder, makeCheckpoint(step));
  for (const char *name :
       {"step-00000000300.safetensors", "step-0000000000300.safetensors",
        "step-000000000300.safetensors.tmp-01234567", "step-000000000300.npz",
        "xstep-000000000300.safetensors", "step-+00000000300.safetensors"})
    folder.write(name, "");
  auto expectLatest = [&](int64_t step, size_t passedOver) {
    llvm::Expected<std::optional<LatestCheckpoint>> latest = find();
    ASSERT_TRUE(static_cast<bool>(latest));
    ASSERT_TRUE(latest->has_value());
    EXPECT_EQ((*latest)->checkpoint.step, step);
    EXPECT_EQ((*latest)->path, folder / checkpointName(step));
    EXPECT_EQ((*latest)->passedOver.size(), passedOver);
  };
  expectLatest(200, 0);
  folder.write(checkpointName(300), "damaged");
  ASSERT_EQ(mkdir((folder / checkpointName(400)).c_str(), 0777), 0);
  expectLatest(200, 2);
  // One that was renamed is not what its name says.
  ASSERT_EQ(rename((folder / checkpointName(200)).c_str(),
                   (folder / checkpointName(500)).c_str()),
            0);
  expectLatest(10, 3);
  for (int64_t step : {0, 9, 10})
    folder.write(checkpointName(step), "");
  EXPECT_FAILURE(find(), "none of its checkpoints is valid");
  EXPECT_FAILURE(findLatestCheckpoint(folder / "none"), "cannot read");
}

TEST(CheckpointFolder, KeepsTheNewest) {
  auto steps = [](const Folder &folder) {
    std::vector<int64_t> result;
    for (const CheckpointFile &file :
         llvm::cantFail(listCheckpoints(folder.path())))
      result.push_back(file.step);
    return result;
  };
  using Steps = std::vector<int64_t>;
  Folder folder;
  folder.write("other.safetensors", "");
  for (int64_t step : {10, 20, 30, 40, 90})
    folder.write(checkpointName(step), "");
  // 90 is of another course.
  EXPECT_SUCCESS(pruneCheckpoints(folder.path(), 3, 40));
  EXPECT_EQ(steps(folder), (Steps{90, 40, 30, 20}));
  EXPECT_SUCCESS(pruneCheckpoints(folder.path(), 3, 40));
  EXPECT_EQ(steps(folder), (Steps{90, 40, 30, 20}));
  EXPECT_SUCCESS(pruneCheckpoints(folder.path(), 1, 30));
  EXPECT_EQ(steps(folder), (Steps{90, 40, 30}));
  EXPECT_SUCCESS(pruneCheckpoints(folder.path(), 1000, 90));
  EXPECT_EQ(steps(folder), (Steps{90, 40, 30}));
  EXPECT_SUCCESS(pruneCheckpoints(folder.path(), 1, 90));
  EXPECT_EQ(steps(folder), (Steps{90}));
  EXPECT_EQ(folder.count(), 2u);
}

TEST(CheckpointFolder, IsMadeLockedAndCleaned) {
  Folder scratch;
  std::string path = scratch / "a/b";
  {
    llvm::Expected<CheckpointFolder> folder =
        CheckpointFolder::open(path + "/");
    ASSERT_TRUE(static_cast<bool>(folder)) << message(folder.takeError());
    EXPECT_EQ(folder->path(), path);
    EXPECT_FAILURE(CheckpointFolder::open(path),
                   "another run writes its checkpoints to it");
    llvm::Expected<std::string> file = folder->write(makeCheckpoint(7));
    ASSERT_TRUE(static_cast<bool>(file));
    EXPECT_EQ(*file, path + "/step-000000000007.safetensors");
    CheckpointFolder moved = std::move(*folder);
    EXPECT_FAILURE(CheckpointFolder::open(path), "another run");
  }
  std::string stale = "/step-000000000008.safetensors.tmp-0a1b2c3d";
  for (const char *name :
       {stale.c_str(), "/step-000000000008.safetensors.tmp-0a1b2c3",
        "/step-8.safetensors.tmp-0a1b2c3d", "/x.tmp-0a1b2c3d"})
    scratch.write(std::string("a/b") + name, "");
  EXPECT_SUCCESS(CheckpointFolder::open(path));
  EXPECT_NE(access((path + stale).c_str(), F_OK), 0);
  unsigned left = 0;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator i(path, code), end; i != end;
       i.increment(code))
    ++left;
  EXPECT_EQ(left, 4u);
  EXPECT_FAILURE(CheckpointFolder::open(path + stale + "/x"), "");
  EXPECT_FAILURE(CheckpointFolder::open(scratch.write("file", "")),
                 "is not a folder");
  EXPECT_FAILURE(CheckpointFolder::open(""), "not a folder's name");
}

TEST(AtomicFile, KnowsItsTemporaryNames) {
  Folder folder;
  llvm::Expected<AtomicFile> file = AtomicFile::create(folder / "a.b");
  ASSERT_TRUE(static_cast<bool>(file));
  StringRef name = llvm::sys::path::filename(file->temporaryPath());
  EXPECT_EQ(AtomicFile::targetOf(name), "a.b");
  for (const char *other : {"", "a.b", "a.b.tmp-", "a.b.tmp-0123456",
                            "a.b.tmp-0123456x", "a.b.tnp-01234567", "01234567"})
    EXPECT_EQ(AtomicFile::targetOf(other), "") << other;
}

TEST(Checkpoint, TakesChecksumsOfEitherCase) {
  Folder folder;
  std::string bytes = readAll(write(folder, makeCheckpoint()));
  size_t at = bytes.find("crc32=") + 6;
  std::string upper = bytes;
  for (size_t i = at; i < at + 8; ++i)
    upper[i] = llvm::toUpper(upper[i]);
  EXPECT_SUCCESS(parse(sealed(upper)));
  // Not so the word before them.
  std::string word = bytes;
  word.replace(at - 6, 5, "CRC32");
  EXPECT_FAILURE(parse(sealed(word)), "is damaged");
  std::string file = sealed(bytes);
  size_t digest = file.find("\"amp.digest\":\"") + 14;
  for (size_t i = digest; i < digest + 64; ++i)
    file[i] = llvm::toUpper(file[i]);
  EXPECT_FAILURE(parse(file), "are not in lower case");
}

TEST(Checkpoint, RefusesScalersThatDisagree) {
  Folder folder;
  Checkpoint checkpoint = makeCheckpoint();
  checkpoint.scalers[0].scale = 16;
  EXPECT_FAILURE(readCheckpoint(write(folder, checkpoint)),
                 "scaler 'scaler' has 16 in its metadata, but array "
                 "'scaler.scale' has 8");
  checkpoint = makeCheckpoint();
  checkpoint.tensors.push_back(
      {"scaler.growth_tracker", "scaler",
       makeTensor<int64_t>(ElementType::I64, {}, {18})});
  EXPECT_FAILURE(readCheckpoint(write(folder, checkpoint)),
                 "has 17 in its metadata, but array 'scaler.growth_tracker'");
}

TEST(TensorFileReader, VerifiesCheckpoints) {
  Folder folder;
  std::string path = write(folder, makeCheckpoint());
  llvm::Expected<TensorFileReader> file = TensorFileReader::open(path);
  ASSERT_TRUE(static_cast<bool>(file));
  expectSame(take(file->load("w")), sample(ElementType::BF16));
  std::string bytes = readAll(path);
  bytes.back() ^= 1;
  folder.write("damaged.safetensors", bytes);
  EXPECT_EQ(errorCode(TensorFileReader::open(folder / "damaged.safetensors")),
            std::errc::io_error);
}
