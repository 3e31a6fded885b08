//===- Checkpoints.cpp - Saving a run, and going on with it ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/Checkpoints.h"

#include "amp/Support/AtomicFile.h"
#include "amp/Support/Error.h"
#include "amp/Support/Number.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

#include <limits>

using namespace llvm;
using namespace amp;
using namespace amp::training;

// Keys of the metadata, beside those of the format.
static constexpr StringLiteral kEntry("entry");
static constexpr StringLiteral kAccumulate("accumulate");
static constexpr StringLiteral kBuckets("buckets");
static constexpr StringLiteral kNoBuckets("none");
static constexpr StringLiteral kEpoch("epoch");
static constexpr StringLiteral kSplit("validation_split");
static constexpr StringLiteral kBestValue("best_value");
static constexpr StringLiteral kBestEpoch("best_epoch");
static constexpr StringLiteral kMisses("looks_since_best");
static constexpr StringLiteral kEpochStep("epoch_step");
static constexpr StringLiteral kEpochSamples("epoch_samples");
static constexpr StringLiteral kFirstNonFinite("first_non_finite_step");
static constexpr StringLiteral kTotalSamples("total_samples");
static constexpr StringLiteral kTotals("total.");
static constexpr StringLiteral kLeftOut("left_out.");

/// Of the best state, in the folder of checkpoints.
static constexpr StringLiteral kBestName("best.safetensors");

static std::string totalKey(size_t i) {
  return formatv("{0}{1,0+6}", kTotals, i).str();
}

namespace {
/// What must be the same before and after.
struct Setting {
  StringLiteral key;
  std::string name;
  std::string value;
};
} // namespace

static SmallVector<Setting> getSettings(const BoundEntry &entry,
                                        const Config &config) {
  auto flag = [](bool isOn) { return isOn ? "on" : "off"; };
  std::string buckets = kNoBuckets.str();
  if (config.buckets) {
    buckets = config.buckets->argument;
    for (auto [i, length] : enumerate(config.buckets->lengths))
      buckets += (i ? "," : "=") + std::to_string(length);
  }
  return {{kEntry, config.spell("entry"), entry.entry.name},
          {"samples", "the number of samples",
           std::to_string(entry.samples.value_or(0))},
          {"batch_size", config.spell("batch-size"),
           std::to_string(entry.batchSize)},
          {"drop_last", config.spell("drop-last"), flag(config.dropLast)},
          {kBuckets, config.spell("buckets"), std::move(buckets)},
          {kAccumulate, config.spell("accumulate"),
           std::to_string(config.training.accumulate)},
          {"accumulate_reduction", config.spell("accumulate-reduction"),
           stringifyOption(config.training.accumulateReduction).str()},
          {"flush", config.spell("flush"), flag(config.flush)},
          {"shuffle", config.spell("shuffle"), flag(config.shuffle)},
          {"seed", config.spell("seed"), std::to_string(config.seed)}};
}

/// Samples of the epoch that its first steps took.
static int64_t countSamples(const BoundEntry &entry, int64_t steps) {
  int64_t samples = 0;
  auto count = [&](bool ofRests) {
    for (const auto &[shape, number] : entry.countSteps(/*dropLast=*/false)) {
      if ((shape.samples < entry.batchSize) != ofRests)
        continue;
      int64_t taken = std::min(steps, number);
      samples += taken * shape.samples;
      steps -= taken;
    }
  };
  count(/*ofRests=*/false);
  count(/*ofRests=*/true);
  return samples;
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

/// What is wrong with a file is I/O too, but too little memory is not.
static Error ioFailure(StringRef setting, Error error, StringRef advice = "") {
  ErrorKind kind = ErrorKind::IO;
  std::string message;
  handleAllErrors(std::move(error), [&](const ErrorInfoBase &info) {
    if (info.convertToErrorCode() == std::errc::not_enough_memory)
      kind = ErrorKind::ResourceLimit;
    message = info.message();
  });
  return typedError(kind, setting + ": " + message + advice);
}

/// What can be done with a file that is none of a run to go on with.
static std::string adviseOnFile(StringRef path, const Config &config) {
  Expected<SafetensorsReader> file = SafetensorsReader::open(path);
  if (!file) {
    consumeError(file.takeError());
    return "";
  }
  return isCheckpoint(*file) ? ""
                             : "; " + config.spell("init-from") +
                                   "=FILE begins a new run with the "
                                   "parameters of any file";
}

Expected<Checkpoints> Checkpoints::open(const Config &config) {
  Checkpoints result(config);
  const std::string &path = config.checkpointDir;
  if (!path.empty()) {
    Expected<CheckpointFolder> folder = CheckpointFolder::open(path);
    if (!folder)
      return ioFailure(config.spell("checkpoint-dir"), folder.takeError());
    result.folder.emplace(std::move(*folder));
    // Better now than after the first steps: made and taken away again.
    Expected<AtomicFile> probe =
        AtomicFile::create(result.folder->path() + "/" + checkpointName(0));
    if (!probe)
      return ioFailure(config.spell("checkpoint-dir"), probe.takeError());
  }
  if (config.resume) {
    bool isOwnFolder = config.resume->empty();
    if (Error error = result.resumeFrom(isOwnFolder ? path : *config.resume,
                                        /*mayBeEmpty=*/isOwnFolder))
      return std::move(error);
  } else if (result.folder) {
    Expected<std::vector<CheckpointFile>> files =
        listCheckpoints(result.folder->path());
    if (!files)
      return ioFailure(config.spell("checkpoint-dir"), files.takeError());
    if (!files->empty())
      return typedError(ErrorKind::Usage,
                        config.spell("checkpoint-dir") +
                            ": there are checkpoints already, the "
                            "newest is " +
                            quote(files->front().path) +
                            "; go on from it with " + config.spell("resume") +
                            ", or choose another "
                            "folder");
  }
  return result;
}

Error Checkpoints::resumeFrom(StringRef path, bool mayBeEmpty) {
  if (!sys::fs::is_directory(path)) {
    Expected<Checkpoint> checkpoint = readCheckpoint(path);
    if (!checkpoint)
      return ioFailure(config->spell("resume"), checkpoint.takeError(),
                       adviseOnFile(path, *config));
    resumed.emplace(LatestCheckpoint{path.str(), std::move(*checkpoint), {}});
  } else {
    Expected<std::optional<LatestCheckpoint>> latest =
        findLatestCheckpoint(path);
    if (!latest)
      return ioFailure(config->spell("resume"), latest.takeError());
    resumed = std::move(*latest);
    if (!resumed && !mayBeEmpty)
      return typedError(ErrorKind::IO,
                        config->spell("resume") + ": folder " + quote(path) +
                            " has no checkpoint; their names are like " +
                            checkpointName(0));
    if (!resumed) {
      remarks.push_back("no checkpoint in " + quote(path) +
                        " yet: the run begins at the first step");
      return Error::success();
    }
  }
  for (const std::string &reason : resumed->passedOver)
    warnings.push_back("passed over: " + reason);
  // The next bare `resume` takes the newest one, whoever saved it.
  if (folder) {
    Expected<std::vector<CheckpointFile>> files =
        listCheckpoints(folder->path());
    if (!files)
      return ioFailure(config->spell("checkpoint-dir"), files.takeError());
    if (!files->empty() && files->front().step > resumed->checkpoint.step &&
        resumed->passedOver.empty())
      warnings.push_back("the folder has later checkpoints of another course, "
                         "up to " +
                         quote(files->front().path) + ", which " +
                         config->spell("resume") +
                         " without a file would take; remove "
                         "them, or save to another folder");
  }
  if (folder && sys::fs::equivalent(folder->path(),
                                    sys::path::parent_path(resumed->path)))
    lastSavedStep = resumed->checkpoint.step;
  remarks.push_back("resumed from " + quote(resumed->path) + ", step " +
                    std::to_string(resumed->checkpoint.step));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Saving
//===----------------------------------------------------------------------===//

bool Checkpoints::isDue(int64_t step, int64_t steps) const {
  return folder && (step == steps ||
                    (config->saveEvery && step % config->saveEvery == 0));
}

Expected<Checkpoint> Checkpoints::make(const BoundEntry &entry,
                                       const Progression &progression,
                                       Session &session) const {
  Checkpoint checkpoint;
  checkpoint.step = progression.step;
  auto set = [&](StringRef key, std::string value) {
    checkpoint.metadata[key.str()] = std::move(value);
  };
  for (Setting &setting : getSettings(entry, *config))
    set(setting.key, std::move(setting.value));
  set(kEpoch, std::to_string(progression.epoch));
  set(kEpochStep, std::to_string(progression.epochStep));
  set(kEpochSamples,
      std::to_string(countSamples(entry, progression.epochStep)));
  if (progression.firstNonFinite)
    set(kFirstNonFinite, std::to_string(*progression.firstNonFinite));
  set(kTotalSamples, toHexFloat(progression.totals.samples));
  for (auto [i, total] : enumerate(progression.totals.totals))
    set(totalKey(i), (total.reduction.empty() ? "last" : total.reduction) +
                         " " + toHexFloat(total.sum) + " " + total.name);
  for (auto [i, total] : enumerate(progression.totals.totals))
    if (total.leftOut > 0)
      set(formatv("{0}{1,0+6}", kLeftOut, i).str(), toHexFloat(total.leftOut));
  if (config->validationSplit > 0)
    set(kSplit, toDecimal(config->validationSplit));
  if (progression.best.value) {
    set(kBestValue, toHexFloat(*progression.best.value));
    set(kBestEpoch, std::to_string(progression.best.epoch));
    set(kMisses, std::to_string(progression.best.misses));
  }
  if (Error error = session.readState(checkpoint))
    return std::move(error);
  return checkpoint;
}

Error Checkpoints::saveBest(const BoundEntry &entry,
                            const Progression &progression,
                            Session &session) const {
  Expected<Checkpoint> checkpoint = make(entry, progression, session);
  if (!checkpoint)
    return checkpoint.takeError();
  if (Error error =
          writeCheckpoint(folder->path() + "/" + kBestName.str(), *checkpoint))
    return ioFailure(config->spell("save-best"), std::move(error));
  return Error::success();
}

Error Checkpoints::save(const BoundEntry &entry, const Progression &progression,
                        Session &session) {
  Expected<Checkpoint> checkpoint = make(entry, progression, session);
  if (!checkpoint)
    return checkpoint.takeError();

  std::string what =
      "cannot save the checkpoint of step " + std::to_string(progression.step);
  Expected<std::string> path = folder->write(*checkpoint);
  if (!path)
    return typedError(
        ErrorKind::IO,
        what + ": " + toString(path.takeError()) +
            (lastSaved.empty()
                 ? "; this run has saved none before"
                 : "; the last one saved is " + quote(lastSaved)));
  lastSaved = *path;
  lastSavedStep = progression.step;
  if (config->keep)
    if (Error error =
            pruneCheckpoints(folder->path(), *config->keep, progression.step))
      return ioFailure(config->spell("keep"), std::move(error));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Restoring
//===----------------------------------------------------------------------===//

namespace {
/// Reads what `save` wrote.
class MetadataReader {
public:
  MetadataReader(const LatestCheckpoint &latest, const Config &config)
      : config(config), path(latest.path),
        metadata(latest.checkpoint.metadata) {}

  std::optional<StringRef> find(StringRef key) const {
    auto found = metadata.find(key.str());
    if (found == metadata.end())
      return std::nullopt;
    return StringRef(found->second);
  }
  Error unexpected(StringRef key) const {
    std::optional<StringRef> value = find(key);
    return typedError(
        ErrorKind::IO,
        config.spell("resume") + ": checkpoint " + quote(path) + ": " +
            (value ? "unexpected value " + quote(*value) + " of " + quote(key)
                   : "no " + quote(key)) +
            " in its metadata; it is not of amp-run");
  }
  Error readCount(StringRef key, int64_t &value) const {
    if (find(key).value_or("").getAsInteger(10, value) || value < 0 ||
        value > kMaxCheckpointStep)
      return unexpected(key);
    return Error::success();
  }
  /// The sums over `samples` samples.
  Error readTotals(double samples, Totals &totals) const;
  /// The best epoch so far, if there is one.
  Error readBest(BestEpoch &best) const {
    if (!find(kBestValue))
      return Error::success();
    if (!parseHexFloat(*find(kBestValue), best.value.emplace()))
      return unexpected(kBestValue);
    if (Error error = readCount(kBestEpoch, best.epoch))
      return error;
    return readCount(kMisses, best.misses);
  }

private:
  const Config &config;
  StringRef path;
  const std::map<std::string, std::string> &metadata;
};
} // namespace

Error MetadataReader::readTotals(double samples, Totals &totals) const {
  if (!parseHexFloat(find(kTotalSamples).value_or(""), totals.samples) ||
      totals.samples != samples)
    return unexpected(kTotalSamples);
  // Numbered from 0, in the order of the keys.
  for (auto it = metadata.lower_bound(kTotals.str());
       it != metadata.end() && StringRef(it->first).starts_with(kTotals);
       ++it) {
    std::string key = totalKey(totals.totals.size());
    if (it->first != key)
      return unexpected(find(key) ? StringRef(it->first) : StringRef(key));
    auto [reduction, rest] = StringRef(it->second).split(' ');
    auto [number, name] = rest.split(' ');
    Totals::Total &total = totals.totals.emplace_back();
    total.name = name.str();
    if (reduction != "last")
      total.reduction = reduction.str();
    if (!parseHexFloat(number, total.sum))
      return unexpected(it->first);
    std::string leftOut =
        (kLeftOut + StringRef(it->first).drop_front(kTotals.size())).str();
    if (find(leftOut) && (!parseHexFloat(*find(leftOut), total.leftOut) ||
                          !(total.leftOut > 0) || total.leftOut > samples))
      return unexpected(leftOut);
    total.hasFinite = total.leftOut < totals.samples;
    total.last =
        total.hasFinite ? total.sum : std::numeric_limits<double>::quiet_NaN();
  }
  return Error::success();
}

/// What was held out must not be trained on.
static Error checkHeldOut(const MetadataReader &reader, const BoundEntry &entry,
                          const Config *config, StringRef path) {
  std::string split = config->validationSplit > 0
                          ? toDecimal(config->validationSplit)
                          : std::string("none");
  StringRef before = reader.find(kSplit).value_or("none");
  auto isOther = [&](StringRef key) {
    for (const Setting &setting : getSettings(entry, *config))
      if (setting.key == key)
        return reader.find(key) != StringRef(setting.value);
    return false;
  };
  std::string why;
  if (split != before)
    why = config->spell("validation-split") + " is " + split + ", but it was " +
          before.str();
  else if (config->validationSplit > 0 &&
           (isOther("seed") || isOther("samples")))
    why = config->spell("validation-split") +
          " holds out others with another seed or number of samples than";
  if (why.empty())
    return Error::success();
  return typedError(ErrorKind::Usage,
                    why + " when checkpoint " + quote(path) +
                        " was saved: samples that were held out would be "
                        "trained on; " +
                        config->spell("init-from") +
                        "=FILE begins a new run with the checkpoint's "
                        "parameters");
}

/// Steps of another size, or in another order, are not those that were done:
/// epochs are what both have.
Expected<Progression> Checkpoints::restoreAtEpoch(const std::string &changes,
                                                  int64_t stepsPerEpoch,
                                                  int64_t steps) {
  MetadataReader reader(*resumed, *config);
  int64_t epoch, done;
  if (Error error = reader.readCount(kEpoch, epoch))
    return std::move(error);
  if (MulOverflow(epoch, stepsPerEpoch, done))
    return reader.unexpected(kEpoch);
  if (done >= steps)
    return typedError(ErrorKind::Usage,
                      "checkpoint " + quote(resumed->path) + " is of epoch " +
                          Twine(epoch) + ", and with other settings (" +
                          changes + ") a run goes on with the next; " +
                          config->spell("epochs") +
                          " counts from the first one on");
  Progression result;
  result.epoch = epoch + 1;
  result.step = done;
  if (Error error = reader.readBest(result.best))
    return std::move(error);
  remarks.push_back("the run goes on at the beginning of epoch " +
                    std::to_string(epoch + 1) + ", step " +
                    std::to_string(done + 1) + ": " + changes);
  return result;
}

Expected<Progression> Checkpoints::restore(const BoundEntry &entry,
                                           int64_t stepsPerEpoch,
                                           int64_t steps) {
  MetadataReader reader(*resumed, *config);
  std::string changes;
  for (const Setting &setting : getSettings(entry, *config)) {
    std::optional<StringRef> saved = reader.find(setting.key);
    if (!saved && setting.key == kBuckets)
      saved = kNoBuckets; // from before there were any
    if (!saved)
      return reader.unexpected(setting.key);
    if (*saved == setting.value)
      continue;
    if (setting.key == kEntry) {
      remarks.push_back("the checkpoint is of entry " + quote(*saved) +
                        ": entry " + quote(setting.value) +
                        " begins with its state, at the first step");
      return Progression();
    }
    // What was added up so far is of the old groups.
    if (StringRef(setting.key).starts_with(kAccumulate))
      return typedError(ErrorKind::Usage,
                        setting.name + " is " + setting.value +
                            ", but it was " + *saved + " when checkpoint " +
                            quote(resumed->path) +
                            " was saved; a run goes on only with the same, "
                            "and " +
                            config->spell("init-from") +
                            "=FILE begins a new one with the checkpoint's "
                            "parameters");
    changes += (changes.empty() ? "" : ", ") + setting.name + " was " +
               saved->str() + ", not " + setting.value;
  }
  if (Error error = checkHeldOut(reader, entry, config, resumed->path))
    return std::move(error);
  if (!changes.empty() && entry.samples)
    return restoreAtEpoch(changes, stepsPerEpoch, steps);
  Progression result;
  result.step = resumed->checkpoint.step;
  int64_t samples;
  if (Error error = reader.readCount(kEpoch, result.epoch))
    return std::move(error);
  if (Error error = reader.readCount(kEpochStep, result.epochStep))
    return std::move(error);
  if (Error error = reader.readCount(kEpochSamples, samples))
    return std::move(error);
  // Without a data set each step counts as one sample.
  if (Error error = reader.readTotals(
          static_cast<double>(entry.samples ? samples : result.epochStep),
          result.totals))
    return std::move(error);
  if (Error error = reader.readBest(result.best))
    return std::move(error);
  if (reader.find(kFirstNonFinite)) {
    int64_t &first = result.firstNonFinite.emplace();
    if (Error error = reader.readCount(kFirstNonFinite, first))
      return std::move(error);
    if (first < 1 || first > result.step)
      return reader.unexpected(kFirstNonFinite);
  }
  if (result.step > steps)
    return typedError(
        ErrorKind::Usage,
        "checkpoint " + quote(resumed->path) + " has " + Twine(result.step) +
            " steps, but only " + Twine(steps) + " are to be run; " +
            config->spell("steps") + " and " + config->spell("epochs") +
            " count "
            "from the first step on");
  // Without a data set there is one epoch, as long as the run.
  int64_t before = 0;
  bool isConsistent = result.epoch >= 1 &&
                      !MulOverflow(result.epoch - 1,
                                   entry.samples ? stepsPerEpoch : 0, before) &&
                      (entry.samples || result.epoch == 1) &&
                      result.epochStep >= 1 &&
                      result.epochStep <= stepsPerEpoch &&
                      before == result.step - result.epochStep &&
                      samples == countSamples(entry, result.epochStep);
  if (!isConsistent)
    return reader.unexpected(kEpochStep);
  return result;
}
