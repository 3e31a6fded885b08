//===- Checkpoint.cpp - Checkpoints of trainings --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Checkpoint.h"

#include "amp/Support/AtomicFile.h"
#include "amp/Support/Number.h"
#include "amp/Support/Sha256.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace llvm;
using namespace amp;

static constexpr StringLiteral kOwnKeys("amp.");
static constexpr StringLiteral kFormatKey("amp.format");
static constexpr StringLiteral kFormat("amp-checkpoint");
static constexpr StringLiteral kVersionKey("amp.version");
static constexpr StringLiteral kStepKey("amp.step");
static constexpr StringLiteral kTensorKeys("amp.tensor.");
static constexpr StringLiteral kScalerKeys("amp.scaler.");
static constexpr StringLiteral kDigestKey("amp.digest");
static constexpr size_t kDigestSize = 64; // hexadecimal digits of SHA-256

//===----------------------------------------------------------------------===//
// Scalers
//===----------------------------------------------------------------------===//

/// The shortest text that reads as the same number, with a sign of being a
/// float, as Python writes it.
static std::string floatToJson(double value) {
  std::string text = toDecimal(value);
  if (!std::isfinite(value))
    return "\"" + text + "\"";
  if (StringRef(text).find_first_of(".e") == StringRef::npos)
    text += ".0";
  return text;
}

std::string ScalerRecord::toJson() const {
  return "{\"scale\": " + floatToJson(scale) +
         ", \"growth_factor\": " + floatToJson(growthFactor) +
         ", \"backoff_factor\": " + floatToJson(backoffFactor) +
         ", \"growth_interval\": " + std::to_string(growthInterval) +
         ", \"_growth_tracker\": " + std::to_string(growthTracker) + "}";
}

std::optional<ScalerRecord> ScalerRecord::fromJson(StringRef name,
                                                   StringRef text) {
  // One flat object: LLVM's parser is recursive.
  if (text.count('{') != 1 || text.contains('['))
    return std::nullopt;
  Expected<json::Value> value = json::parse(text);
  if (!value) {
    consumeError(value.takeError());
    return std::nullopt;
  }
  const json::Object *object = value->getAsObject();
  if (!object || object->size() != 5)
    return std::nullopt;
  ScalerRecord record;
  record.name = name.str();
  auto readFloat = [&](StringRef key, double &result) {
    if (std::optional<double> number = object->getNumber(key)) {
      result = *number;
      return true;
    }
    std::optional<StringRef> word = object->getString(key);
    return word && parseNumber(*word, result) == NumberStatus::Ok;
  };
  auto readInteger = [&](StringRef key, int64_t &result) {
    std::optional<int64_t> number = object->getInteger(key);
    result = number.value_or(0);
    return number.has_value();
  };
  if (!readFloat("scale", record.scale) ||
      !readFloat("growth_factor", record.growthFactor) ||
      !readFloat("backoff_factor", record.backoffFactor) ||
      !readInteger("growth_interval", record.growthInterval) ||
      !readInteger("_growth_tracker", record.growthTracker))
    return std::nullopt;
  return record;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

const CheckpointTensor *Checkpoint::find(StringRef name) const {
  auto found = find_if(
      tensors, [&](const CheckpointTensor &t) { return t.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

static bool isRole(StringRef role) {
  return !role.empty() &&
         all_of(role, [](char c) { return isAlnum(c) || c == '_'; });
}

static uint32_t checksum(StringRef bytes) {
  return crc32(
      ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
}

/// The value of a tensor's key in the metadata.
static std::string describe(StringRef role, StringRef bytes) {
  return formatv("{0} crc32={1:x-8}", role, checksum(bytes)).str();
}

/// Where in the header the digest's digits begin. The key cannot stand there by
/// chance: within a string its quotes would be escaped, no array has it, and no
/// key is there twice.
static size_t findDigest(StringRef header) {
  std::string key = ("\"" + kDigestKey + "\":\"").str();
  for (size_t at = header.find(key); at != StringRef::npos;
       at = header.find(key, at + 1)) {
    bool isKey = at > 0 && (header[at - 1] == '{' || header[at - 1] == ',');
    size_t begin = at + key.size();
    if (isKey && begin + kDigestSize < header.size() &&
        header[begin + kDigestSize] == '"')
      return begin;
  }
  return StringRef::npos;
}

namespace {
/// The digest of a file: its header, whose digits from `at` on count as '0',
/// and then the arrays.
class Digest {
public:
  Digest(StringRef header, size_t at) {
    hash.update(header.take_front(at));
    hash.update(std::string(kDigestSize, '0'));
    hash.update(header.drop_front(at + kDigestSize));
  }
  void update(StringRef bytes) { hash.update(bytes); }
  std::string finish() { return hash.hexDigest(); }

private:
  Sha256 hash;
};
} // namespace

Error amp::writeCheckpoint(StringRef path, const Checkpoint &checkpoint) {
  std::string where = "checkpoint " + quote(path);
  if (checkpoint.step < 0 || checkpoint.step > kMaxCheckpointStep)
    return inputError(where + ": step " + Twine(checkpoint.step) +
                      " is not from 0 to " + Twine(kMaxCheckpointStep));
  SafetensorsMetadata metadata;
  for (const auto &[key, value] : checkpoint.metadata) {
    if (StringRef(key).starts_with(kOwnKeys))
      return inputError(where + ": the key " + quote(key) +
                        " is the format's own; choose one that does not "
                        "begin with " +
                        quote(kOwnKeys));
    metadata.emplace(key, value);
  }
  metadata[kFormatKey.str()] = kFormat.str();
  metadata[kVersionKey.str()] = std::to_string(kCheckpointVersion);
  metadata[kStepKey.str()] = std::to_string(checkpoint.step);
  metadata[kDigestKey.str()] = std::string(kDigestSize, '0');
  for (const ScalerRecord &scaler : checkpoint.scalers)
    if (!metadata.emplace((kScalerKeys + scaler.name).str(), scaler.toJson())
             .second)
      return inputError(where + ": scaler " + quote(scaler.name) +
                        " is given twice");
  std::vector<NamedTensor> tensors;
  for (const CheckpointTensor &tensor : checkpoint.tensors) {
    if (!isRole(tensor.role))
      return inputError(where + ", array " + quote(tensor.name) +
                        ": the role " + quote(tensor.role) +
                        " is not a word of letters, digits and '_'");
    metadata.emplace((kTensorKeys + tensor.name).str(),
                     describe(tensor.role, tensor.tensor.bytes()));
    tensors.push_back({tensor.name, tensor.tensor});
  }

  Expected<SafetensorsParts> parts = makeSafetensors(path, tensors, metadata);
  if (!parts)
    return parts.takeError();
  size_t at = findDigest(parts->header);
  assert(at != StringRef::npos && "the digest's key was put in");
  Digest digest(parts->header, at);
  for (StringRef bytes : parts->data)
    digest.update(bytes);
  parts->header.replace(at, kDigestSize, digest.finish());
  return writeSafetensorsParts(path, *parts);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
class CheckpointParser {
public:
  CheckpointParser(StringRef path, const SafetensorsReader &reader)
      : where("checkpoint " + quote(path)), reader(reader) {}

  Error checkFormat();
  Error checkDigest();
  Expected<Checkpoint> parse();

private:
  StringRef lookUp(StringRef key) const {
    auto found = reader.metadata().find(key.str());
    return found == reader.metadata().end() ? StringRef()
                                            : StringRef(found->second);
  }
  Expected<CheckpointTensor> parseTensor(StringRef name);
  Error checkScaler(const ScalerRecord &record, const Checkpoint &checkpoint);
  Error inCheckpoint(Error error) const;
  Error unexpected(StringRef key) const {
    return inputError(where + ": unexpected value " + quote(lookUp(key)) +
                      " of " + quote(key) + " in its metadata");
  }

  std::string where;
  const SafetensorsReader &reader;
};
} // namespace

/// The error, with the checkpoint named before its message.
Error CheckpointParser::inCheckpoint(Error error) const {
  std::error_code code = inconvertibleErrorCode();
  std::string message;
  handleAllErrors(std::move(error), [&](const ErrorInfoBase &info) {
    code = info.convertToErrorCode();
    message = info.message();
  });
  return createStringError(code, where + ": " + message);
}

Error CheckpointParser::checkFormat() {
  if (lookUp(kFormatKey) != kFormat)
    return inputError(where + ": not a checkpoint: expected " + quote(kFormat) +
                      " as " + quote(kFormatKey) + " in its metadata, found " +
                      quote(lookUp(kFormatKey)) +
                      "; if it is of parameters only, it cannot be resumed");
  unsigned version;
  if (lookUp(kVersionKey).getAsInteger(10, version))
    return unexpected(kVersionKey);
  if (version != kCheckpointVersion)
    return inputError(where + ": version " + Twine(version) +
                      " of the format; this program reads version " +
                      Twine(kCheckpointVersion));
  return Error::success();
}

Error CheckpointParser::checkDigest() {
  size_t at = findDigest(reader.header());
  if (at == StringRef::npos)
    return inputError(where + ": no digest in its metadata, or not written "
                              "as the format wants it");
  StringRef expected = reader.header().substr(at, kDigestSize);
  Digest digest(reader.header(), at);
  // The arrays are all that follows the header, end to end.
  for (const std::string &name : reader.namesByPosition()) {
    Expected<Tensor> tensor = reader.load(name);
    if (!tensor)
      return tensor.takeError();
    digest.update(tensor->bytes());
  }
  std::string found = digest.finish();
  if (found == expected)
    return Error::success();
  // Else a bit flip in a digit would be none.
  if (expected.equals_insensitive(found))
    return inputError(where + ": the digits of its digest " + quote(expected) +
                      " are not in lower case");
  std::string message = where + ": damaged: its SHA-256 is " + found +
                        ", expected " + quote(expected);
  // The checksums may tell where.
  unsigned numNamed = 0;
  for (const std::string &name : reader.names()) {
    Expected<CheckpointTensor> tensor = parseTensor(name);
    if (tensor)
      continue;
    message += "; " + toString(tensor.takeError());
    if (++numNamed == 3)
      break;
  }
  return inputError(message);
}

Expected<CheckpointTensor> CheckpointParser::parseTensor(StringRef name) {
  Expected<Tensor> tensor = reader.load(name);
  if (!tensor)
    return tensor.takeError();
  std::string key = (kTensorKeys + name).str();
  StringRef text = lookUp(key);
  StringRef role = text.take_until([](char c) { return c == ' '; });
  if (!isRole(role))
    return unexpected(key);
  std::string found = describe(role, tensor->bytes());
  // The digits may be of either case.
  constexpr size_t kDigits = 8;
  if (text.size() != found.size() ||
      text.drop_back(kDigits) != StringRef(found).drop_back(kDigits) ||
      !text.take_back(kDigits).equals_insensitive(
          StringRef(found).take_back(kDigits)))
    return inputError("array " + quote(name) + " is damaged: expected " +
                      quote(text) + ", found " + quote(found));
  return CheckpointTensor{name.str(), role.str(), std::move(*tensor)};
}

/// A scaler's record and its arrays, which say the same, must agree.
Error CheckpointParser::checkScaler(const ScalerRecord &record,
                                    const Checkpoint &checkpoint) {
  auto check = [&](StringRef suffix, double expected) -> Error {
    const CheckpointTensor *array = checkpoint.find(record.name + suffix.str());
    if (!array || array->tensor.numElements() != 1 ||
        isComplex(array->tensor.type))
      return Error::success();
    Expected<Tensor> number = convertTo(array->tensor, ElementType::F64);
    if (!number)
      return number.takeError();
    double found = number->elements<double>().front();
    if (found == expected || (std::isnan(found) && std::isnan(expected)))
      return Error::success();
    return inputError(where + ": scaler " + quote(record.name) + " has " +
                      toDecimal(expected) + " in its metadata, but array " +
                      quote(array->name) + " has " + toDecimal(found));
  };
  if (Error error = check(".scale", record.scale))
    return error;
  return check(".growth_tracker", static_cast<double>(record.growthTracker));
}

Expected<Checkpoint> CheckpointParser::parse() {
  Checkpoint checkpoint;
  if (lookUp(kStepKey).getAsInteger(10, checkpoint.step) ||
      checkpoint.step < 0 || checkpoint.step > kMaxCheckpointStep)
    return unexpected(kStepKey);
  std::vector<std::string> names = reader.names();
  llvm::sort(names);
  for (const std::string &name : names) {
    Expected<CheckpointTensor> tensor = parseTensor(name);
    if (!tensor)
      return inCheckpoint(tensor.takeError());
    checkpoint.tensors.push_back(std::move(*tensor));
  }
  // Each array has its key: there are as many, or one has no array.
  size_t numKeys = 0;
  for (const auto &[key, value] : reader.metadata()) {
    StringRef name = key;
    if (!name.starts_with(kOwnKeys)) {
      checkpoint.metadata.emplace(key, value);
    } else if (name.consume_front(kScalerKeys)) {
      std::optional<ScalerRecord> record = ScalerRecord::fromJson(name, value);
      if (!record)
        return unexpected(key);
      if (Error error = checkScaler(*record, checkpoint))
        return std::move(error);
      checkpoint.scalers.push_back(std::move(*record));
    } else if (name.starts_with(kTensorKeys)) {
      ++numKeys;
    } else if (name != kFormatKey && name != kVersionKey && name != kStepKey &&
               name != kDigestKey) {
      return inputError(where + ": unknown key " + quote(key) +
                        " in its metadata");
    }
  }
  if (numKeys != names.size())
    return inputError(where + ": its metadata describes " + Twine(numKeys) +
                      " arrays, but there are " + Twine(names.size()));
  return checkpoint;
}

bool amp::isCheckpoint(const SafetensorsReader &file) {
  auto found = file.metadata().find(kFormatKey.str());
  return found != file.metadata().end() && found->second == kFormat;
}

Error amp::verifyCheckpoint(const SafetensorsReader &file, StringRef name) {
  CheckpointParser parser(name, file);
  if (Error error = parser.checkFormat())
    return error;
  return parser.checkDigest();
}

static Expected<Checkpoint> parseReader(Expected<SafetensorsReader> reader,
                                        StringRef name) {
  if (!reader)
    return reader.takeError();
  if (Error error = verifyCheckpoint(*reader, name))
    return std::move(error);
  return CheckpointParser(name, *reader).parse();
}

Expected<Checkpoint> amp::readCheckpoint(StringRef path) {
  return parseReader(SafetensorsReader::open(path), path);
}

Expected<Checkpoint> amp::parseCheckpoint(std::shared_ptr<MemoryBuffer> file,
                                          StringRef name) {
  return parseReader(SafetensorsReader::parse(std::move(file), name), name);
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kPrefix("step-");
static constexpr StringLiteral kSuffix(".safetensors");

std::string amp::checkpointName(int64_t step) {
  return formatv("{0}{1,0+12}{2}", kPrefix, step, kSuffix).str();
}

/// The step in a checkpoint's name.
static std::optional<int64_t> parseName(StringRef name) {
  int64_t step;
  if (!name.consume_front(kPrefix) || !name.consume_back(kSuffix) ||
      name.size() != 12 || !all_of(name, isDigit) ||
      name.getAsInteger(10, step))
    return std::nullopt;
  return step;
}

bool amp::isCheckpointName(StringRef name) {
  return parseName(name).has_value();
}

/// Calls `visit` with the name of each entry of a folder.
static Error visitFolder(StringRef folder,
                         function_ref<void(StringRef)> visit) {
  std::error_code code;
  sys::fs::directory_iterator entry(folder, code, /*follow_symlinks=*/false);
  for (; !code && entry != sys::fs::directory_iterator(); entry.increment(code))
    visit(sys::path::filename(entry->path()));
  if (code)
    return ioError("folder " + quote(folder) +
                   ": cannot read: " + code.message());
  return Error::success();
}

static std::string pathOf(StringRef folder, StringRef name) {
  SmallString<256> path = folder;
  sys::path::append(path, name);
  return path.str().str();
}

Expected<std::vector<CheckpointFile>> amp::listCheckpoints(StringRef folder) {
  std::vector<CheckpointFile> files;
  Error error = visitFolder(folder, [&](StringRef name) {
    if (std::optional<int64_t> step = parseName(name))
      files.push_back({*step, pathOf(folder, name)});
  });
  if (error)
    return std::move(error);
  llvm::sort(files, [](const CheckpointFile &a, const CheckpointFile &b) {
    return a.step > b.step;
  });
  return files;
}

Expected<std::optional<LatestCheckpoint>>
amp::findLatestCheckpoint(StringRef folder) {
  Expected<std::vector<CheckpointFile>> files = listCheckpoints(folder);
  if (!files)
    return files.takeError();
  std::vector<std::string> passedOver;
  for (const CheckpointFile &file : *files) {
    Expected<Checkpoint> checkpoint = readCheckpoint(file.path);
    if (!checkpoint) {
      passedOver.push_back(toString(checkpoint.takeError()));
      continue;
    }
    if (checkpoint->step != file.step) {
      passedOver.push_back("checkpoint " + quote(file.path) + ": is of step " +
                           std::to_string(checkpoint->step) +
                           "; it was renamed");
      continue;
    }
    return LatestCheckpoint{file.path, std::move(*checkpoint),
                            std::move(passedOver)};
  }
  if (files->empty())
    return std::nullopt;
  return inputError(
      "folder " + quote(folder) +
      ": none of its checkpoints is valid: " + llvm::join(passedOver, "; "));
}

Error amp::pruneCheckpoints(StringRef folder, uint64_t keep, int64_t step) {
  Expected<std::vector<CheckpointFile>> files = listCheckpoints(folder);
  if (!files)
    return files.takeError();
  uint64_t kept = 0;
  for (const CheckpointFile &file : *files) {
    // With the one of `step`, which is kept in any case.
    bool isLater = file.step >= step;
    if (isLater || kept + 1 < keep) {
      kept += !isLater;
      continue;
    }
    // Somebody else may have removed it already.
    if (std::error_code code = sys::fs::remove(file.path))
      return ioError("file " + quote(file.path) +
                     ": cannot remove: " + code.message());
  }
  return Error::success();
}

/// Makes a folder and those above it. Its entry is on the disk, too: without
/// that, what is written into it could be lost with it.
static Error makeFolder(StringRef path) {
  std::string name = path.str();
  auto failure = [&](StringRef action) {
    std::string reason = sys::StrError(errno);
    return ioError("folder " + quote(path) + ": cannot " + action + ": " +
                   reason);
  };
  struct stat status;
  if (::stat(name.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode))
      return Error::success();
    return inputError("folder " + quote(path) +
                      ": exists and is not a folder; choose another name");
  }
  if (errno != ENOENT)
    return failure("look it up");
  std::string parent = sys::path::parent_path(path).str();
  if (parent.empty())
    parent = ".";
  if (Error error = makeFolder(parent))
    return error;
  if (::mkdir(name.c_str(), 0777) != 0 && errno != EEXIST)
    return failure("make it");
  return syncFolder(parent);
}

Expected<CheckpointFolder> CheckpointFolder::open(StringRef path) {
  if (path.empty() || path.contains('\0'))
    return inputError("folder " + quote(path) + ": not a folder's name");
  StringRef trimmed = path.rtrim('/');
  CheckpointFolder result;
  result.folder = trimmed.empty() ? "/" : trimmed.str();
  if (Error error = makeFolder(result.folder))
    return std::move(error);
  result.descriptor =
      ::open(result.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (result.descriptor < 0)
    return ioError("folder " + quote(path) +
                   ": cannot open: " + sys::StrError(errno));
  // A file system without locks has to do without.
  if (::flock(result.descriptor, LOCK_EX | LOCK_NB) != 0 &&
      errno == EWOULDBLOCK)
    return ioError("folder " + quote(path) +
                   ": another run writes its checkpoints to it; choose another "
                   "folder");
  // Whoever wrote these is gone, or the folder would be locked.
  std::vector<std::string> stale;
  if (Error error = visitFolder(result.folder, [&](StringRef name) {
        if (parseName(AtomicFile::targetOf(name)))
          stale.push_back(pathOf(result.folder, name));
      }))
    return std::move(error);
  for (const std::string &file : stale)
    if (std::error_code code = sys::fs::remove(file))
      return ioError(
          "file " + quote(file) +
          ": cannot remove what a killed run left: " + code.message());
  return result;
}

CheckpointFolder::CheckpointFolder(CheckpointFolder &&other)
    : folder(std::move(other.folder)),
      descriptor(std::exchange(other.descriptor, -1)) {}

CheckpointFolder::~CheckpointFolder() {
  if (descriptor >= 0)
    ::close(descriptor);
}

Expected<std::string>
CheckpointFolder::write(const Checkpoint &checkpoint) const {
  std::string path = pathOf(folder, checkpointName(checkpoint.step));
  if (Error error = writeCheckpoint(path, checkpoint))
    return std::move(error);
  return path;
}
