//===- ProgramSourceTest.cpp - Graphs, the cache and saved programs -------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/ProgramSource.h"

#include "CacheFolder.h"
#include "amp/Executable/LoadedExecutable.h"

#include <chrono>
#include <functional>
#include <map>
#include <thread>

using namespace amp;
using namespace amp::test;
using namespace amp::training;
using mlir::amp::CompilerMessage;
using mlir::amp::ExecutableBytes;
using mlir::amp::LoadedExecutable;
using mlir::amp::MicroBatchPhase;
using mlir::amp::Specialization;

static constexpr char kGraph[] = R"(
amp.variable parameter @w : tensor<2x3xf32> = #amp.init<kaiming_uniform>
amp.optimizer sgd @sgd [@w] {lr = 0.01 : f64}
func.func @train(%x: tensor<?x3xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w = amp.read @w : tensor<2x3xf32>
  %h = amp.linear %x, %w : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x2xf32>
  %loss = amp.mse_loss %h, %h : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  amp.step @sgd(%g) : tensor<2x3xf32>
  return %loss : tensor<f32>
}
func.func @predict(%x: tensor<?x3xf32> {amp.name = "x"})
    -> (tensor<?x2xf32> {amp.name = "y"}) {
  %w = amp.read @w : tensor<2x3xf32>
  %h = amp.linear %x, %w : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x2xf32>
  return %h : tensor<?x2xf32>
}
)";

static Specialization specialize(const char *entry, const char *shape) {
  Specialization specialization;
  specialization.entry = entry;
  specialization.shapes = {shape};
  return specialization;
}

static CompileRequest makeRequest() {
  CompileRequest request;
  request.specializations = {specialize("train", "4x3")};
  return request;
}

namespace {
class ProgramSourceTest : public testing::Test {
protected:
  std::shared_ptr<CompileCache> openCache() {
    auto cache = CompileCache::open(folder.cache());
    if (cache)
      return std::move(*cache);
    ADD_FAILURE() << llvm::toString(cache.takeError());
    return nullptr;
  }

  /// The graph and, unless it is null, what `request` asks for; what was said
  /// is added to `said`.
  ExecutableBytes get(SourceText text, const CompileRequest *request,
                      std::shared_ptr<CompileCache> cache) {
    MessageReceiver receiver = [&](const CompilerMessage &message) {
      said += message.text + "\n";
    };
    auto source =
        GraphSource::open(std::move(text), std::move(cache), receiver);
    if (!source) {
      ADD_FAILURE() << llvm::toString(source.takeError());
      return nullptr;
    }
    if (!request)
      return nullptr;
    auto bytes = (*source)->getPrograms(*request, receiver);
    if (bytes)
      return *bytes;
    ADD_FAILURE() << llvm::toString(bytes.takeError());
    return nullptr;
  }

  /// How many executables are in the cache once the request was compiled.
  size_t count(SourceText text, const CompileRequest *request) {
    get(std::move(text), request, openCache());
    return folder.names(".ampx").size();
  }

  /// The kernels in the cache that were not used for a while.
  std::set<std::string> unused() const {
    std::set<std::string> names = folder.names(".ampk");
    const auto now = std::filesystem::file_time_type::clock::now();
    for (auto it = names.begin(); it != names.end();)
      it = now - std::filesystem::last_write_time(folder.cache() + "/" + *it) >
                   std::chrono::minutes(5)
               ? std::next(it)
               : names.erase(it);
    return names;
  }
  /// Was used an hour ago, for all that is there.
  void age() const {
    const auto now = std::filesystem::file_time_type::clock::now();
    for (const std::string &name : folder.names())
      std::filesystem::last_write_time(folder.cache() + "/" + name,
                                       now - std::chrono::hours(1));
  }

  CacheFolder folder;
  std::string said;
};
} // namespace

//===----------------------------------------------------------------------===//
// What tells one executable from another
//===----------------------------------------------------------------------===//

TEST_F(ProgramSourceTest, KeepsGraphsApart) {
  const SourceText text{"net.mlir", kGraph};
  EXPECT_EQ(count(text, nullptr), 1u);
  EXPECT_EQ(count(text, nullptr), 1u);
  SourceText other = text;
  other.name = "other.mlir";
  EXPECT_EQ(count(other, nullptr), 2u);
  other = text;
  other.isTrusted = true;
  EXPECT_EQ(count(other, nullptr), 3u);
  other = text;
  other.text += " ";
  EXPECT_EQ(count(other, nullptr), 4u);
  EXPECT_EQ(count(text, nullptr), 4u);
}

TEST_F(ProgramSourceTest, KeepsRequestsApart) {
  const SourceText text{"net.mlir", kGraph};
  std::string policy = folder / "policy.yaml";
  CacheFolder::write(policy, "ops: {linear: deny}\n");
  CompileRequest request = makeRequest();
  // The description and the programs.
  size_t expected = 2;
  ASSERT_EQ(count(text, &request), expected);
  const CompileRequest variants[] = {
      [] {
        CompileRequest other = makeRequest();
        other.usesPresetScale = true;
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.explains = true;
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.isSilent = true;
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.options = {{"level", "O1"}, {"dtype", "bf16"}};
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.options = {{"level", "O1"}, {"dtype", "f16"}};
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.options = {{"cpu", "x86-64"}};
        return other;
      }(),
      [&] {
        CompileRequest other = makeRequest();
        other.options = {{"level", "O1"}, {"policy", policy}};
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.specializations[0].entry = "predict";
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.specializations[0].shapes = {"5x3"};
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.specializations[0].shapes.clear();
        other.specializations[0].batch = 4;
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.specializations[0].accumulate = 2;
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.specializations[0].accumulate = 3;
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.specializations[0].accumulate = 2;
        other.specializations[0].phase = MicroBatchPhase::Inner;
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.specializations[0].accumulate = 2;
        other.specializations[0].phase = MicroBatchPhase::Last;
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.specializations.push_back(specialize("predict", "4x3"));
        return other;
      }(),
      [] {
        CompileRequest other = makeRequest();
        other.specializations.insert(other.specializations.begin(),
                                     specialize("predict", "4x3"));
        return other;
      }(),
  };
  for (const CompileRequest &variant : variants) {
    EXPECT_EQ(count(text, &variant), ++expected) << &variant - variants;
    EXPECT_EQ(count(text, &variant), expected) << &variant - variants;
  }
  // A default that is spelled out changes nothing, and neither does how
  // messages call settings.
  request.options = {{"accumulate", "1"}};
  request.settingPrefix = "--";
  EXPECT_EQ(count(text, &request), expected);
  // What stands in the policy matters, not when it was written.
  const CompileRequest &ofPolicy = variants[6];
  CacheFolder::write(policy, "ops: {linear: deny}\n");
  EXPECT_EQ(count(text, &ofPolicy), expected);
  CacheFolder::write(policy, "ops: {linear: allow}\n");
  EXPECT_EQ(count(text, &ofPolicy), ++expected);
}

TEST_F(ProgramSourceTest, GivesTheSameFromTheCache) {
  const SourceText text{"net.mlir", kGraph};
  CompileRequest request = makeRequest();
  request.options = {{"level", "O1"}, {"dtype", "f16"}};
  request.specializations.push_back(specialize("predict", "7x3"));
  ExecutableBytes without = get(text, &request, nullptr);
  std::string first = std::exchange(said, "");
  ExecutableBytes made = get(text, &request, openCache());
  EXPECT_EQ(std::exchange(said, ""), first);
  ExecutableBytes found = get(text, &request, openCache());
  EXPECT_EQ(said, first);
  ASSERT_TRUE(without && made && found);
  EXPECT_EQ(without->getBuffer(), made->getBuffer());
  EXPECT_EQ(made->getBuffer(), found->getBuffer());
}

TEST_F(ProgramSourceTest, SaysAgainWhatThereIsToSay) {
  // Of the graph, and of what it is compiled to.
  const std::string graph =
      std::string(kGraph) +
      "amp.variable buffer @spare : tensor<2xf32> = #amp.init<zeros>\n" + R"(
func.func @scale(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %w = amp.constant dense<1.0e9> : tensor<2x3xf32>
  %h = amp.linear %x, %w : (tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<4x2xf32>
  return %h : tensor<4x2xf32>
})";
  const SourceText text{"net.mlir", graph};
  const std::string ofGraph = "variable 'spare' is never used";
  const std::string ofProgram = "becomes inf in 'f16'";
  CompileRequest request;
  request.options = {{"level", "O1"}, {"dtype", "f16"}};
  request.specializations.emplace_back();
  request.specializations[0].entry = "scale";
  auto say = [&](const CompileRequest &asked) {
    said.clear();
    get(text, &asked, openCache());
    return said;
  };
  const std::string first = say(request);
  size_t place = first.find(ofGraph);
  ASSERT_NE(place, std::string::npos) << first;
  EXPECT_EQ(first.find(ofGraph, place + 1), std::string::npos) << first;
  EXPECT_NE(first.find(ofProgram), std::string::npos) << first;
  EXPECT_EQ(say(request), first);
  // Only the programs are compiled.
  request.options.emplace_back("recompute", "on");
  EXPECT_EQ(say(request), first);
  EXPECT_EQ(say(request), first);
  request.isSilent = true;
  const std::string silent = say(request);
  EXPECT_NE(silent.find(ofGraph), std::string::npos);
  EXPECT_EQ(silent.find(ofProgram), std::string::npos);
  EXPECT_EQ(say(request), silent);
}

TEST_F(ProgramSourceTest, KeepsNoErrors) {
  auto nothing = [](const CompilerMessage &) {};
  for (int i = 0; i < 2; ++i) {
    auto bad = GraphSource::open({"net.mlir", "func.func @f( {"}, openCache(),
                                 nothing);
    EXPECT_FALSE(static_cast<bool>(bad));
    llvm::consumeError(bad.takeError());
    EXPECT_TRUE(folder.names().empty());
  }
  auto source = GraphSource::open({"net.mlir", kGraph}, openCache(), nothing);
  ASSERT_TRUE(static_cast<bool>(source));
  CompileRequest request = makeRequest();
  request.specializations[0].shapes = {"4x9"};
  for (int i = 0; i < 2; ++i) {
    auto programs = (*source)->getPrograms(request, nothing);
    EXPECT_FALSE(static_cast<bool>(programs));
    llvm::consumeError(programs.takeError());
    EXPECT_EQ(folder.names().size(), 1u);
  }
  // It is as good as before.
  request = makeRequest();
  auto programs = (*source)->getPrograms(request, nothing);
  EXPECT_TRUE(static_cast<bool>(programs));
  llvm::consumeError(programs.takeError());
}

//===----------------------------------------------------------------------===//
// Kernels of other executables
//===----------------------------------------------------------------------===//

TEST_F(ProgramSourceTest, TakesKernelsFromTheCache) {
  const SourceText text{"net.mlir", kGraph};
  CompileRequest request = makeRequest();
  get(text, &request, openCache());
  const std::set<std::string> kernels = folder.names(".ampk");
  ASSERT_FALSE(kernels.empty());
  EXPECT_TRUE(unused().empty());
  // Another graph, whose kernels are the same: all are read, none is made.
  age();
  EXPECT_EQ(unused(), kernels);
  std::string other = kGraph;
  other.replace(other.find("kaiming_uniform"), 15, "kaiming_normal");
  ExecutableBytes found = get({"net.mlir", other}, &request, openCache());
  EXPECT_EQ(folder.names(".ampk"), kernels);
  EXPECT_TRUE(unused().empty());
  EXPECT_EQ(found->getBuffer(),
            get({"net.mlir", other}, &request, nullptr)->getBuffer());
  // Another precision: the optimizer is the same, the casts are new.
  age();
  request.options = {{"level", "O1"}, {"dtype", "bf16"}};
  found = get(text, &request, openCache());
  EXPECT_GT(folder.names(".ampk").size(), kernels.size());
  EXPECT_LT(unused().size(), kernels.size());
  EXPECT_EQ(found->getBuffer(), get(text, &request, nullptr)->getBuffer());
}

TEST_F(ProgramSourceTest, MakesDamagedFilesAgain) {
  const SourceText text{"net.mlir", kGraph};
  CompileRequest request = makeRequest();
  ExecutableBytes expected = get(text, &request, openCache());
  EXPECT_EQ(said, "");
  auto check = [&](const std::set<std::string> &damaged) {
    std::map<std::string, std::string> contents;
    for (const std::string &name : damaged) {
      const std::string path = folder.cache() + "/" + name;
      contents[name] = CacheFolder::read(path);
      CacheFolder::write(path, contents[name] + "x");
    }
    said.clear();
    ExecutableBytes made = get(text, &request, openCache());
    EXPECT_EQ(made->getBuffer(), expected->getBuffer());
    for (const auto &[name, content] : contents) {
      EXPECT_NE(said.find("file '" + name +
                          "' of the cache is damaged; it is "
                          "left out and made again\n"),
                std::string::npos)
          << said;
      EXPECT_EQ(CacheFolder::read(folder.cache() + "/" + name), content);
    }
  };
  check(folder.names(".ampx"));
  // Kernels are asked for where the programs are not there.
  check(folder.names());
}

//===----------------------------------------------------------------------===//
// Saved programs
//===----------------------------------------------------------------------===//

TEST_F(ProgramSourceTest, SavedProgramsSayWhatTheyHave) {
  CompileRequest request = makeRequest();
  Specialization inner = specialize("train", "2x3");
  inner.accumulate = 4;
  inner.phase = MicroBatchPhase::Inner;
  request.specializations.push_back(inner);
  ExecutableBytes bytes = get({"net.mlir", kGraph}, &request, nullptr);
  ASSERT_NE(bytes, nullptr);
  auto saved = SavedPrograms::open(bytes);
  ASSERT_TRUE(static_cast<bool>(saved));
  EXPECT_EQ((*saved)->describe().entries.size(), 2u);
  auto ask = [&](Specialization specialization) {
    CompileRequest wanted;
    wanted.specializations = {specialization};
    auto programs =
        (*saved)->getPrograms(wanted, [](const CompilerMessage &) {});
    return programs ? "has it" : llvm::toString(programs.takeError());
  };
  const std::string rest =
      ", it has 'train' of 4x3; 'train' of 2x3 in groups of 4 (inner); save "
      "it from the graph for these sizes, too";
  EXPECT_EQ(ask(specialize("train", "4x3")), "has it");
  EXPECT_EQ(ask(inner), "has it");
  EXPECT_EQ(ask(specialize("train", "5x3")),
            "the saved program has no entry 'train' of 5x3" + rest);
  EXPECT_EQ(ask(specialize("predict", "4x3")),
            "the saved program has no entry 'predict' of 4x3" + rest);
  Specialization last = inner;
  last.phase = MicroBatchPhase::Last;
  EXPECT_EQ(ask(last), "the saved program has no entry 'train' of 2x3 in "
                       "groups of 4 (last)" +
                           rest);
  auto damaged = SavedPrograms::open(
      llvm::MemoryBuffer::getMemBufferCopy(bytes->getBuffer().drop_back()));
  EXPECT_FALSE(static_cast<bool>(damaged));
  llvm::consumeError(damaged.takeError());
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

TEST_F(ProgramSourceTest, Threads) {
  // Each compiles, with a cache in common or none, and loads on a device of its
  // own.
  auto compile = [](int number, std::shared_ptr<CompileCache> cache) {
    auto nothing = [](const CompilerMessage &) {};
    std::string name = "net" + std::to_string(number) + ".mlir";
    auto source = GraphSource::open({name, kGraph}, std::move(cache), nothing);
    if (!source)
      return llvm::toString(source.takeError());
    CompileRequest request = makeRequest();
    request.options = {{"level", "O1"}, {"dtype", number ? "f16" : "bf16"}};
    request.specializations[0].shapes = {number ? "4x3" : "8x3"};
    auto bytes = (*source)->getPrograms(request, nothing);
    if (!bytes)
      return llvm::toString(bytes.takeError());
    amprt_device *device = nullptr;
    amprt_device_options options = {/*num_threads=*/1, /*memory_limit=*/0};
    if (amprt_status *status = amprt_device_create("cpu", &options, &device)) {
      std::string message = amprt_status_message(status);
      amprt_status_free(status);
      return message;
    }
    std::string result = (*bytes)->getBuffer().str();
    if (auto loaded = LoadedExecutable::load(*bytes, device); !loaded)
      result = llvm::toString(loaded.takeError());
    amprt_device_destroy(device);
    return result;
  };
  const std::string expected[] = {compile(0, nullptr), compile(1, nullptr)};
  for (bool isCached : {false, true, true}) {
    std::string found[4];
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&, i] {
        found[i] = compile(i % 2, isCached ? openCache() : nullptr);
      });
    for (std::thread &thread : threads)
      thread.join();
    for (int i = 0; i < 4; ++i)
      EXPECT_TRUE(found[i] == expected[i % 2])
          << (found[i].size() < 1000 ? found[i] : "other bytes");
  }
}
