//===- Settings.cpp - Settings from text ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/Settings.h"

#include "amp-rt/amp_rt.h"
#include "amp/Support/BoundedRegex.h"
#include "amp/Support/Error.h"
#include "amp/Support/Number.h"
#include "amp/Support/SimilarNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"

#include <cmath>
#include <functional>
#include <limits>

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::getOptionWords;
using mlir::amp::LossScaleMode;
using mlir::amp::OptionWord;
using mlir::amp::OptLevel;
using mlir::amp::PrecisionKind;
using mlir::amp::stringifyOption;
using mlir::amp::symbolizeOption;

/// Skipped steps in a row after which a run ends, unless `skip-limit` says
/// otherwise.
static constexpr int64_t kSkipLimit = 50;

/// The CUDA toolkit of this machine, as its own tools look for it.
static std::string findCudaToolkit() {
  for (StringRef variable : {"CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> path = sys::Process::GetEnv(variable))
      return *path;
  return "/usr/local/cuda";
}

Config::Config() {
  training.skipLimit = kSkipLimit;
  training.cudaToolkit = findCudaToolkit();
}

//===----------------------------------------------------------------------===//
// The settings
//===----------------------------------------------------------------------===//

namespace {
/// How the value of a setting is read. `read` gives true if it took the value;
/// otherwise the message says what is allowed.
struct Reader {
  StringLiteral name;
  std::string allowed;
  std::function<bool(Config &, StringRef)> read;
  /// The words that the value is one of, and the one that holds
  /// without the setting, if there are such.
  ArrayRef<OptionWord> words = {};
  std::optional<size_t> defaultWord = std::nullopt;
};
} // namespace

/// Larger counts would lose digits in JSON, and no run comes to them.
static constexpr int64_t kMaxCount = int64_t(1) << 53;
static_assert(kMaxCount == 9007199254740992 && AMPRT_MAX_THREADS == 1024,
              "the texts below name them");
static constexpr StringLiteral kCountFrom1 =
    "a whole number from 1 to 9007199254740992";
static constexpr StringLiteral kCountFrom0 =
    "a whole number from 0 to 9007199254740992";
static constexpr StringLiteral kByteCount =
    "a whole number from 1, alone or with B, KiB, MiB, GiB or TiB, of at most "
    "18446744073709551615 bytes";
static constexpr StringLiteral kScale =
    "a number that is positive and finite in f32";

static std::optional<int64_t> parseCount(StringRef text, int64_t least,
                                         int64_t most = kMaxCount) {
  int64_t value;
  if (text.getAsInteger(10, value) || value < least || value > most)
    return std::nullopt;
  return value;
}

/// A loss scale, which the device has in f32.
static std::optional<double> parseScale(StringRef text) {
  double value;
  if (parseNumber(text, value) != NumberStatus::Ok)
    return std::nullopt;
  float scale = static_cast<float>(value);
  if (!std::isfinite(scale) || scale <= 0)
    return std::nullopt;
  return value;
}

static std::optional<uint64_t> parseBytes(StringRef text) {
  unsigned shift = 0;
  if (text.consume_back("KiB"))
    shift = 10;
  else if (text.consume_back("MiB"))
    shift = 20;
  else if (text.consume_back("GiB"))
    shift = 30;
  else if (text.consume_back("TiB"))
    shift = 40;
  else
    text.consume_back("B");
  uint64_t bytes;
  if (text.getAsInteger(10, bytes) || bytes == 0 ||
      bytes > std::numeric_limits<uint64_t>::max() >> shift)
    return std::nullopt;
  return bytes << shift;
}

static std::optional<bool> parseOnOff(StringRef text) {
  if (text != "on" && text != "off")
    return std::nullopt;
  return text == "on";
}

static bool parseBinding(Config &config, StringRef text, bool isData) {
  auto [name, spec] = text.split('=');
  if (name.empty() || spec.empty())
    return false;
  config.bindings.push_back({name.str(), spec.str(), isData});
  return true;
}

static bool parseDevice(Config &config, StringRef text) {
  config.device = text.str();
  if (text == "auto" || text == "cpu" || text == "cuda")
    return true;
  uint32_t ordinal;
  return text.consume_front("cuda:") && !text.getAsInteger(10, ordinal);
}

static bool parseLossScale(Config &config, StringRef text) {
  if (auto mode = symbolizeOption<LossScaleMode>(text);
      mode && mode != LossScaleMode::Fixed) {
    config.lossScale = {*mode};
    return true;
  }
  std::optional<double> scale = parseScale(text);
  if (scale)
    config.lossScale = {LossScaleMode::Fixed, *scale};
  return scale.has_value();
}

static bool parseCompare(Config &config, StringRef text) {
  config.compare.clear();
  SmallVector<StringRef> names;
  text.split(names, ',');
  for (StringRef name : names) {
    PrecisionItem item{name.str(), symbolizeOption<OptLevel>(name)};
    std::optional<PrecisionKind> precision =
        symbolizeOption<PrecisionKind>(name);
    if (!item.level && !precision)
      return false;
    item.precision = precision.value_or(PrecisionKind::None);
    config.compare.push_back(std::move(item));
  }
  return names.size() >= 2 && names.size() <= 16;
}

/// Whole numbers from 1 with commas between them.
static bool parseCounts(std::vector<int64_t> &counts, StringRef text) {
  counts.clear();
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    std::optional<int64_t> count = parseCount(part, 1);
    if (!count)
      return false;
    counts.push_back(*count);
  }
  return true;
}

static bool parseBuckets(Config &config, StringRef text) {
  auto [argument, lengths] = text.rsplit('=');
  Buckets &buckets = config.buckets.emplace();
  buckets.argument = argument.str();
  return !argument.empty() && parseCounts(buckets.lengths, lengths) &&
         std::adjacent_find(buckets.lengths.begin(), buckets.lengths.end(),
                            std::greater_equal<>()) == buckets.lengths.end();
}

/// The field NAME of given config.
#define FIELD(NAME) [](Config &o) -> auto & { return o.NAME; }

/// Puts a value where it belongs, if there is one.
template <typename Field, typename T>
static bool store(Config &config, Field field, const std::optional<T> &value) {
  if (value)
    field(config) = *value;
  return value.has_value();
}

template <typename Field>
static Reader readSwitch(StringLiteral name, Field field) {
  return {name, "", [=](Config &o, StringRef) { return field(o) = true; }};
}

template <typename Field>
static Reader readOnOff(StringLiteral name, Field field) {
  return {name, "on or off", [=](Config &o, StringRef text) {
            return store(o, field, parseOnOff(text));
          }};
}

template <typename Field>
static Reader readText(StringLiteral name, Field field) {
  return {name, "some text", [=](Config &o, StringRef text) {
            field(o) = text.str();
            return !text.empty();
          }};
}

template <typename Field>
static Reader readCount(StringLiteral name, Field field) {
  return {name, kCountFrom1.str(), [=](Config &o, StringRef text) {
            return store(o, field, parseCount(text, 1));
          }};
}

template <typename Field>
static Reader readScale(StringLiteral name, Field field) {
  return {name, kScale.str(), [=](Config &o, StringRef text) {
            return store(o, field, parseScale(text));
          }};
}

template <typename Field>
static Reader readBytes(StringLiteral name, Field field) {
  return {name, kByteCount.str(), [=](Config &o, StringRef text) {
            return store(o, field, parseBytes(text));
          }};
}

/// A word of the enumeration that the field is of.
template <typename T, typename Field>
static Reader readWord(StringLiteral name, Field field,
                       std::optional<T> defaultWord = std::nullopt) {
  ArrayRef<OptionWord> words = getOptionWords<T>();
  Reader reader{name, listOptionWords(words),
                [=](Config &o, StringRef text) {
                  return store(o, field, symbolizeOption<T>(text));
                },
                words};
  if (defaultWord)
    reader.defaultWord = static_cast<size_t>(*defaultWord);
  return reader;
}

/// A word of the enumeration of a field that has a default.
template <typename Field>
static Reader readDefaultedWord(StringLiteral name, Field field) {
  Config defaults;
  using T = std::remove_reference_t<decltype(field(defaults))>;
  return readWord<T>(name, field, field(defaults));
}

static bool isTensorFile(StringRef path) {
  return path.ends_with_insensitive(".safetensors") ||
         path.ends_with_insensitive(".npz");
}

static std::vector<Reader> makePrecisionReaders() {
  return {
      readWord<PrecisionKind>("precision", FIELD(precision),
                              PrecisionKind::None),
      readWord<OptLevel>("opt-level", FIELD(level)),
      readOnOff("autocast", FIELD(autocast)),
      {"compare", "two to sixteen of O0, O1, O2, O3, f32, f16, bf16, none",
       parseCompare},
      {"loss-scale", "dynamic, off, or " + kScale.str(), parseLossScale},
      readScale("init-scale", FIELD(training.initScale)),
      {"growth-interval", "a whole number from 1 to 2147483647",
       [](Config &o, StringRef text) {
         return store(o, FIELD(training.growthInterval),
                      parseCount(text, 1, std::numeric_limits<int32_t>::max()));
       }},
      {"skip-limit", kCountFrom0.str(),
       [](Config &o, StringRef text) {
         std::optional<int64_t> limit = parseCount(text, 0);
         o.training.skipLimit = limit == 0 ? std::nullopt : limit;
         return limit.has_value();
       }},
      readDefaultedWord("preset", FIELD(training.preset)),
      readText("policy", FIELD(training.policyFile)),
      {"f32",
       "a regular expression (POSIX extended, at most 1000 characters and "
       "10000 states, no back-references)",
       [](Config &o, StringRef text) {
         o.training.keepF32 = text.str();
         Expected<BoundedRegex> pattern = BoundedRegex::compile(text);
         bool isValid = !text.empty() && static_cast<bool>(pattern);
         consumeError(pattern.takeError());
         return isValid;
       }},
      readDefaultedWord("assigner", FIELD(training.assigner)),
      readSwitch("fail-on-unlisted", FIELD(training.failOnUnlisted)),
      readSwitch("fuse-safe-losses", FIELD(training.fuseSafeLosses)),
      readDefaultedWord("tf32", FIELD(training.tf32)),
      readOnOff("keep-batchnorm-f32", FIELD(training.keepBatchNormF32)),
      readOnOff("master-weights", FIELD(training.masterWeights)),
      readDefaultedWord("wgrad-type", FIELD(training.wgradType)),
      readOnOff("hoist-weight-casts", FIELD(training.hoistWeightCasts)),
  };
}

static std::vector<Reader> makeDataReaders() {
  return {
      {"data", "NAME=SPEC",
       [](Config &o, StringRef text) { return parseBinding(o, text, true); }},
      {"input", "NAME=SPEC",
       [](Config &o, StringRef text) { return parseBinding(o, text, false); }},
      readCount("samples", FIELD(samples)),
      readCount("epochs", FIELD(epochs)),
      readCount("steps", FIELD(steps)),
      readCount("batch-size", FIELD(batchSize)),
      readCount("accumulate", FIELD(training.accumulate)),
      readDefaultedWord("accumulate-reduction",
                        FIELD(training.accumulateReduction)),
      readSwitch("flush", FIELD(flush)),
      readSwitch("shuffle", FIELD(shuffle)),
      readSwitch("drop-last", FIELD(dropLast)),
      {"buckets",
       "NAME=N,N,... with whole numbers from 1, each larger than the one "
       "before",
       parseBuckets},
      {"seed", "a whole number from 0 to 18446744073709551615",
       [](Config &o, StringRef text) {
         return !text.getAsInteger(10, o.seed);
       }},
      {"validation-split", "a number above 0 and below 1",
       [](Config &o, StringRef text) {
         double &part = o.validationSplit;
         return parseNumber(text, part) == NumberStatus::Ok && part > 0 &&
                part < 1;
       }},
      {"lr", "a finite number from 0",
       [](Config &o, StringRef text) {
         double &lr = o.learningRate.emplace();
         return parseNumber(text, lr) == NumberStatus::Ok &&
                std::isfinite(lr) && lr >= 0;
       }},
  };
}

static std::vector<Reader> makeRunReaders() {
  return {
      readText("entry", FIELD(training.entry)),
      readText("eval-entry", FIELD(evalEntry)),
      readCount("eval-every", FIELD(evalEvery)),
      {"monitor", "the name of a result, alone or with :min or :max",
       [](Config &o, StringRef text) {
         o.monitorMax.reset();
         if (text.consume_back(":max"))
           o.monitorMax = true;
         else if (text.consume_back(":min"))
           o.monitorMax = false;
         o.monitor = text.str();
         return !text.empty();
       }},
      readCount("patience", FIELD(patience)),
      {"min-delta", "a finite number from 0",
       [](Config &o, StringRef text) {
         return parseNumber(text, o.minDelta) == NumberStatus::Ok &&
                std::isfinite(o.minDelta) && o.minDelta >= 0;
       }},
      {"device", "auto, cpu, cuda or cuda:N", parseDevice},
      {"threads", "a whole number from 1 to 1024",
       [](Config &o, StringRef text) {
         return store(o, FIELD(threads),
                      parseCount(text, 1, AMPRT_MAX_THREADS));
       }},
      readText("cuda-toolkit", FIELD(training.cudaToolkit)),
      {"cuda-arch", "a name such as sm_90",
       [](Config &o, StringRef text) {
         o.training.chip = text.str();
         return text.consume_front("sm_") && !text.empty() && text.size() < 8 &&
                all_of(text, isAlnum);
       }},
      readBytes("max-memory", FIELD(maxMemory)),
      readDefaultedWord("recompute", FIELD(training.recompute)),
      {"activation-memory", kByteCount.str(),
       [](Config &o, StringRef text) {
         // More than any address is no limit.
         std::optional<uint64_t> bytes = parseBytes(text);
         constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
         if (bytes)
           o.training.activationMemory =
               static_cast<int64_t>(std::min(*bytes, kMost));
         return bytes.has_value();
       }},
      readOnOff("flat-state", FIELD(training.flatState)),
  };
}

static std::vector<Reader> makeFileReaders() {
  return {
      readText("checkpoint-dir", FIELD(checkpointDir)),
      readCount("save-every", FIELD(saveEvery)),
      readCount("keep", FIELD(keep)),
      readSwitch("save-best", FIELD(saveBest)),
      {"resume", "a file or a folder",
       [](Config &o, StringRef text) {
         o.resume = text.str();
         return true;
       }},
      {"init-from", "a path that ends in .safetensors or .npz",
       [](Config &o, StringRef text) {
         o.initFrom.push_back(text.str());
         return isTensorFile(text);
       }},
      {"init-map", "FROM=TO, or a file of such lines",
       [](Config &o, StringRef text) {
         o.initMap.push_back(text.str());
         return !text.empty() && !text.starts_with("=");
       }},
      readSwitch("init-partial", FIELD(initPartial)),
      readSwitch("init-optimizer", FIELD(initOptimizer)),
      readCount("print-every", FIELD(printEvery)),
      {"output", "a path that ends in .safetensors or .npz",
       [](Config &o, StringRef text) {
         o.output = text.str();
         return text.ends_with(".safetensors") || text.ends_with(".npz");
       }},
      readText("save-program", FIELD(saveProgram)),
      readSwitch("compile-only", FIELD(compileOnly)),
      {"program-batches", "whole numbers from 1 with commas between them",
       [](Config &o, StringRef text) {
         return parseCounts(o.programBatches, text);
       }},
      readSwitch("profile", FIELD(profile)),
      readSwitch("explain", FIELD(explain)),
  };
}

#undef FIELD

/// In the order of `help`.
static const std::vector<Reader> &getReaders() {
  static const std::vector<Reader> readers = [] {
    std::vector<Reader> all;
    for (auto make : {makePrecisionReaders, makeDataReaders, makeRunReaders,
                      makeFileReaders})
      append_range(all, make());
    return all;
  }();
  return readers;
}

static const Reader *findReader(StringRef name) {
  auto found =
      find_if(getReaders(), [&](const Reader &r) { return r.name == name; });
  return found == getReaders().end() ? nullptr : &*found;
}

ArrayRef<SettingInfo> amp::training::getSettings() {
  static const std::vector<SettingInfo> all = [] {
    std::vector<SettingInfo> infos;
    for (const Reader &reader : getReaders())
      infos.push_back({reader.name, reader.allowed.empty(), reader.allowed,
                       reader.words, reader.defaultWord});
    return infos;
  }();
  return all;
}

const SettingInfo *amp::training::findSetting(StringRef name) {
  auto found = find_if(getSettings(),
                       [&](const SettingInfo &s) { return s.name == name; });
  return found == getSettings().end() ? nullptr : &*found;
}

//===----------------------------------------------------------------------===//
// Setting
//===----------------------------------------------------------------------===//

static Error usageError(const Twine &message) {
  return typedError(ErrorKind::Usage, message);
}

Error amp::training::setSetting(Config &config, StringRef name,
                                StringRef text) {
  const Reader *reader = findReader(name);
  if (!reader) {
    SmallVector<StringRef> names;
    for (const Reader &known : getReaders())
      names.push_back(known.name);
    return usageError("unknown setting " + quote(config.spell(name)) +
                      didYouMean(name, names, config.settingPrefix));
  }
  // A switch is on, whatever a language has to say so.
  bool isSwitch = reader->allowed.empty();
  if (isSwitch && !text.empty() && text != "on" && text != "true")
    return usageError(config.spell(name) + " takes no value, found " +
                      quote(text));
  if (!reader->read(config, text))
    return usageError(config.spell(name) + ": found " + quote(text) +
                      ", expected " + reader->allowed);
  config.given[name.str()] = isSwitch ? "" : text.str();
  return Error::success();
}

Error amp::training::checkSettings(const Config &config) {
  auto spell = [&](StringRef setting) { return config.spell(setting); };
  std::optional<PrecisionKind> precision = config.precision;
  std::optional<OptLevel> level = config.level;
  bool hasLowType =
      precision == PrecisionKind::F16 || precision == PrecisionKind::BF16;
  bool agree = precision == PrecisionKind::F32
                   ? level == OptLevel::O0
                   : hasLowType && level != OptLevel::O0;
  if (precision && level && !agree)
    return usageError(spell("precision") + "=" + stringifyOption(*precision) +
                      " contradicts " + spell("opt-level") + "=" +
                      stringifyOption(*level));
  if (config.autocast == true && precision == PrecisionKind::F32)
    return usageError(spell("autocast") + "=on contradicts " +
                      spell("precision") + "=f32");
  if (config.autocast == true && level == OptLevel::O0)
    return usageError(spell("autocast") + "=on contradicts " +
                      spell("opt-level") + "=O0");
  if (config.autocast == false &&
      (level == OptLevel::O2 || level == OptLevel::O3))
    return usageError(spell("autocast") + "=off contradicts " +
                      spell("opt-level") + "=" + stringifyOption(*level));
  if (config.lossScale && config.lossScale->mode != LossScaleMode::Dynamic) {
    StringRef value =
        config.lossScale->mode == LossScaleMode::Off ? "off" : "N";
    for (StringRef flag : {"init-scale", "growth-interval"})
      if (config.isGiven(flag))
        return usageError(spell(flag) + " contradicts " + spell("loss-scale") +
                          "=" + value);
  }
  if (!config.compare.empty()) {
    if (precision && !hasLowType)
      return usageError(spell("compare") +
                        " takes the low type of its levels from " +
                        spell("precision") + ": f16 or bf16, not " +
                        stringifyOption(*precision));
    if (level)
      return usageError(spell("opt-level") + " contradicts " +
                        spell("compare") +
                        ", which names the "
                        "levels");
    if (config.autocast)
      return usageError(spell("autocast") + " contradicts " + spell("compare"));
    if (!config.saveProgram.empty())
      return usageError(spell("save-program") + " contradicts " +
                        spell("compare") + ": there are several programs");
    if (!config.output.empty())
      return usageError(spell("output") + " contradicts " + spell("compare") +
                        ": there are several "
                        "sets of parameters");
  }
  if (config.training.accumulate == 1 &&
      (config.isGiven("accumulate-reduction") || config.flush))
    return usageError(spell(config.flush ? "flush" : "accumulate-reduction") +
                      " needs " + spell("accumulate") + "=K with K above 1");
  bool hasFolder = !config.checkpointDir.empty();
  if (!config.compare.empty() && (hasFolder || config.resume))
    return usageError(spell(hasFolder ? "checkpoint-dir" : "resume") +
                      " contradicts " + spell("compare") +
                      ": there are several runs");
  if (config.saveEvery && !hasFolder)
    return usageError(spell("save-every") + " needs " +
                      spell("checkpoint-dir"));
  if (config.keep && !hasFolder)
    return usageError(spell("keep") + " needs " + spell("checkpoint-dir"));
  if (config.saveBest && !hasFolder)
    return usageError(spell("save-best") + " needs " + spell("checkpoint-dir"));
  for (StringRef setting : {"monitor", "min-delta"})
    if (config.isGiven(setting) && !config.saveBest && !config.patience)
      return usageError(spell(setting) + " needs " + spell("save-best") +
                        " or " + spell("patience") + "=K");
  if (config.validationSplit > 0 && config.evalEntry.empty())
    return usageError(spell("validation-split") + " needs " +
                      spell("eval-entry"));
  if (config.resume && config.resume->empty() && !hasFolder)
    return usageError(spell("resume") + " needs a file or folder, as " +
                      spell("resume") + "=PATH, or " + spell("checkpoint-dir"));
  if (!config.initFrom.empty() && config.resume && !config.resume->empty())
    return usageError(spell("init-from") + " contradicts " + spell("resume") +
                      "=" + *config.resume +
                      ": a run that goes on has its values; without a value " +
                      spell("resume") + " allows " + spell("init-from") +
                      ", for the first start");
  if (config.initFrom.empty()) {
    const char *setting = !config.initMap.empty() ? "init-map"
                          : config.initPartial    ? "init-partial"
                          : config.initOptimizer  ? "init-optimizer"
                                                  : nullptr;
    if (setting)
      return usageError(spell(setting) + " needs " + spell("init-from") +
                        "=FILE");
  }
  if (config.initOptimizer && config.learningRate)
    return usageError(spell("lr") + " contradicts " + spell("init-optimizer") +
                      ": the file has the "
                      "learning rate, which is part of the optimizer's state");
  if (config.compileOnly && config.saveProgram.empty())
    return usageError(spell("compile-only") + " needs " +
                      spell("save-program") + "=FILE");
  for (StringRef setting : {"explain", "profile", "output", "checkpoint-dir",
                            "resume", "init-from", "print-every"})
    if (config.compileOnly && config.isGiven(setting))
      return usageError(spell(setting) + " contradicts " +
                        spell("compile-only") + ": nothing is run");
  if (!config.programBatches.empty() && config.saveProgram.empty())
    return usageError(spell("program-batches") + " needs " +
                      spell("save-program") + "=FILE");
  if (config.evalEvery && config.evalEntry.empty())
    return usageError(spell("eval-every") + " needs " + spell("eval-entry"));
  for (size_t i = 0; i < config.bindings.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (config.bindings[i].name == config.bindings[j].name)
        return usageError("the name " + quote(config.bindings[i].name) +
                          " is bound twice by " + spell("data") + " or " +
                          spell("input"));
  return Error::success();
}

/// What holds when a graph is compiled.
static constexpr StringLiteral kCompileSettings[] = {"precision",
                                                     "opt-level",
                                                     "autocast",
                                                     "compare",
                                                     "loss-scale",
                                                     "init-scale",
                                                     "growth-interval",
                                                     "skip-limit",
                                                     "preset",
                                                     "policy",
                                                     "f32",
                                                     "assigner",
                                                     "fail-on-unlisted",
                                                     "fuse-safe-losses",
                                                     "tf32",
                                                     "keep-batchnorm-f32",
                                                     "master-weights",
                                                     "wgrad-type",
                                                     "hoist-weight-casts",
                                                     "recompute",
                                                     "activation-memory",
                                                     "flat-state",
                                                     "cuda-toolkit",
                                                     "cuda-arch",
                                                     "explain",
                                                     "accumulate-reduction",
                                                     "save-program",
                                                     "program-batches",
                                                     "compile-only"};

Error amp::training::checkIsForRunning(const Config &config,
                                       StringRef program) {
  for (StringRef setting : kCompileSettings)
    if (config.isGiven(setting))
      return usageError(config.spell(setting) + " is for compiling, and " +
                        program +
                        " is compiled already; give it where the program is "
                        "saved");
  return Error::success();
}
