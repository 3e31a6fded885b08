//===- Options.cpp - The command line of amp-run --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "ExitCode.h"
#include "amp-rt/amp_rt.h"
#include "amp/Support/BoundedRegex.h"
#include "amp/Support/Error.h"
#include "amp/Support/Number.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Process.h"

#include <cmath>
#include <functional>
#include <limits>

using namespace llvm;
using opt::DefaultVis;
using namespace amp;
using namespace amp::run;

using mlir::amp::AccumulateReduction;
using mlir::amp::getOptionWords;
using mlir::amp::LossScaleMode;
using mlir::amp::OptionWord;
using mlir::amp::OptLevel;
using mlir::amp::PrecisionKind;
using mlir::amp::stringifyOption;
using mlir::amp::symbolizeOption;

/// Skipped steps in a row after which a run ends, unless --skip-limit says
/// otherwise.
static constexpr int64_t kSkipLimit = 50;

/// The CUDA toolkit of this machine, as its own tools look for it.
static std::string findCudaToolkit() {
  for (StringRef variable : {"CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> path = sys::Process::GetEnv(variable))
      return *path;
  return "/usr/local/cuda";
}

Options::Options() {
  training.skipLimit = kSkipLimit;
  training.cudaToolkit = findCudaToolkit();
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

namespace {
enum ID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Flags.inc"
#undef OPTION
};
} // namespace

#define OPTTABLE_STR_TABLE_CODE
#include "Flags.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Flags.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

static constexpr opt::OptTable::Info kFlags[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Flags.inc"
#undef OPTION
};

namespace {
class FlagTable : public opt::GenericOptTable {
public:
  FlagTable() : GenericOptTable(OptionStrTable, OptionPrefixesTable, kFlags) {
    setDashDashParsing(true);
  }
};

/// How the value of a flag is read. `read` gives true if it took the value;
/// otherwise the message says what is allowed.
struct Reader {
  ID flag;
  std::string allowed;
  std::function<bool(Options &, StringRef)> read;
  /// The words that the value is one of, and the one that holds without the
  /// flag, if there are such.
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

static bool parseBinding(Options &options, StringRef text, bool isData) {
  auto [name, spec] = text.split('=');
  if (name.empty() || spec.empty())
    return false;
  options.bindings.push_back({name.str(), spec.str(), isData});
  return true;
}

static bool parseDevice(Options &options, StringRef text) {
  options.device = text.str();
  if (text == "auto" || text == "cpu" || text == "cuda")
    return true;
  uint32_t ordinal;
  return text.consume_front("cuda:") && !text.getAsInteger(10, ordinal);
}

static bool parseLossScale(Options &options, StringRef text) {
  if (auto mode = symbolizeOption<LossScaleMode>(text);
      mode && mode != LossScaleMode::Fixed) {
    options.lossScale = {*mode};
    return true;
  }
  std::optional<double> scale = parseScale(text);
  if (scale)
    options.lossScale = {LossScaleMode::Fixed, *scale};
  return scale.has_value();
}

static bool parseCompare(Options &options, StringRef text) {
  options.compare.clear();
  SmallVector<StringRef> names;
  text.split(names, ',');
  for (StringRef name : names) {
    PrecisionItem item{name.str(), symbolizeOption<OptLevel>(name)};
    std::optional<PrecisionKind> precision =
        symbolizeOption<PrecisionKind>(name);
    if (!item.level && !precision)
      return false;
    item.precision = precision.value_or(PrecisionKind::None);
    options.compare.push_back(std::move(item));
  }
  return names.size() >= 2 && names.size() <= 16;
}

/// The field NAME of given options.
#define FIELD(NAME) [](Options &o) -> auto & { return o.NAME; }

/// Puts a value where it belongs, if there is one.
template <typename Field, typename T>
static bool store(Options &options, Field field,
                  const std::optional<T> &value) {
  if (value)
    field(options) = *value;
  return value.has_value();
}

template <typename Field>
static Reader readSwitch(ID flag, Field field) {
  return {flag, "", [=](Options &o, StringRef) { return field(o) = true; }};
}

template <typename Field>
static Reader readOnOff(ID flag, Field field) {
  return {flag, "on or off", [=](Options &o, StringRef text) {
            return store(o, field, parseOnOff(text));
          }};
}

template <typename Field>
static Reader readText(ID flag, Field field) {
  return {flag, "some text", [=](Options &o, StringRef text) {
            field(o) = text.str();
            return !text.empty();
          }};
}

template <typename Field>
static Reader readCount(ID flag, Field field) {
  return {flag, kCountFrom1.str(), [=](Options &o, StringRef text) {
            return store(o, field, parseCount(text, 1));
          }};
}

template <typename Field>
static Reader readScale(ID flag, Field field) {
  return {flag, kScale.str(), [=](Options &o, StringRef text) {
            return store(o, field, parseScale(text));
          }};
}

template <typename Field>
static Reader readBytes(ID flag, Field field) {
  return {flag, kByteCount.str(), [=](Options &o, StringRef text) {
            return store(o, field, parseBytes(text));
          }};
}

/// A word of the enumeration that the field is of.
template <typename T, typename Field>
static Reader readWord(ID flag, Field field,
                       std::optional<T> defaultWord = std::nullopt) {
  ArrayRef<OptionWord> words = getOptionWords<T>();
  Reader reader{flag, listOptionWords(words),
                [=](Options &o, StringRef text) {
                  return store(o, field, symbolizeOption<T>(text));
                },
                words};
  if (defaultWord)
    reader.defaultWord = static_cast<size_t>(*defaultWord);
  return reader;
}

/// A word of the enumeration of a field that has a default.
template <typename Field>
static Reader readDefaultedWord(ID flag, Field field) {
  Options defaults;
  using T = std::remove_reference_t<decltype(field(defaults))>;
  return readWord<T>(flag, field, field(defaults));
}

static bool isTensorFile(StringRef path) {
  return path.ends_with_insensitive(".safetensors") ||
         path.ends_with_insensitive(".npz");
}

static std::vector<Reader> makePrecisionReaders() {
  return {
      readWord<PrecisionKind>(OPT_precision, FIELD(precision),
                              PrecisionKind::None),
      readWord<OptLevel>(OPT_opt_level, FIELD(level)),
      readOnOff(OPT_autocast, FIELD(autocast)),
      {OPT_compare, "two to sixteen of O0, O1, O2, O3, f32, f16, bf16, none",
       parseCompare},
      {OPT_loss_scale, "dynamic, off, or " + kScale.str(), parseLossScale},
      readScale(OPT_init_scale, FIELD(training.initScale)),
      {OPT_growth_interval, "a whole number from 1 to 2147483647",
       [](Options &o, StringRef text) {
         return store(o, FIELD(training.growthInterval),
                      parseCount(text, 1, std::numeric_limits<int32_t>::max()));
       }},
      {OPT_skip_limit, kCountFrom0.str(),
       [](Options &o, StringRef text) {
         std::optional<int64_t> limit = parseCount(text, 0);
         o.training.skipLimit = limit == 0 ? std::nullopt : limit;
         return limit.has_value();
       }},
      readDefaultedWord(OPT_preset, FIELD(training.preset)),
      readText(OPT_policy, FIELD(training.policyFile)),
      {OPT_f32,
       "a regular expression (POSIX extended, at most 1000 characters and "
       "10000 states, no back-references)",
       [](Options &o, StringRef text) {
         o.training.keepF32 = text.str();
         Expected<BoundedRegex> pattern = BoundedRegex::compile(text);
         bool isValid = !text.empty() && static_cast<bool>(pattern);
         consumeError(pattern.takeError());
         return isValid;
       }},
      readDefaultedWord(OPT_assigner, FIELD(training.assigner)),
      readSwitch(OPT_fail_on_unlisted, FIELD(training.failOnUnlisted)),
      readSwitch(OPT_fuse_safe_losses, FIELD(training.fuseSafeLosses)),
      readDefaultedWord(OPT_tf32, FIELD(training.tf32)),
      readOnOff(OPT_keep_batchnorm_f32, FIELD(training.keepBatchNormF32)),
      readOnOff(OPT_master_weights, FIELD(training.masterWeights)),
      readDefaultedWord(OPT_wgrad_type, FIELD(training.wgradType)),
      readOnOff(OPT_hoist_weight_casts, FIELD(training.hoistWeightCasts)),
  };
}

static std::vector<Reader> makeDataReaders() {
  return {
      {OPT_data, "NAME=SPEC",
       [](Options &o, StringRef text) { return parseBinding(o, text, true); }},
      {OPT_input, "NAME=SPEC",
       [](Options &o, StringRef text) { return parseBinding(o, text, false); }},
      readCount(OPT_samples, FIELD(samples)),
      readCount(OPT_epochs, FIELD(epochs)),
      readCount(OPT_steps, FIELD(steps)),
      readCount(OPT_batch_size, FIELD(batchSize)),
      readCount(OPT_accumulate, FIELD(training.accumulate)),
      readDefaultedWord(OPT_accumulate_reduction,
                        FIELD(training.accumulateReduction)),
      readSwitch(OPT_flush, FIELD(flush)),
      readSwitch(OPT_shuffle, FIELD(shuffle)),
      readSwitch(OPT_drop_last, FIELD(dropLast)),
      {OPT_seed, "a whole number from 0 to 18446744073709551615",
       [](Options &o, StringRef text) {
         return !text.getAsInteger(10, o.seed);
       }},
      {OPT_lr, "a finite number from 0",
       [](Options &o, StringRef text) {
         double &lr = o.learningRate.emplace();
         return parseNumber(text, lr) == NumberStatus::Ok &&
                std::isfinite(lr) && lr >= 0;
       }},
  };
}

static std::vector<Reader> makeRunReaders() {
  return {
      readText(OPT_entry, FIELD(training.entry)),
      readText(OPT_eval_entry, FIELD(evalEntry)),
      readCount(OPT_eval_every, FIELD(evalEvery)),
      readSwitch(OPT_trusted, FIELD(isTrusted)),
      {OPT_device, "auto, cpu, cuda or cuda:N", parseDevice},
      readSwitch(OPT_list_devices, FIELD(listDevices)),
      {OPT_threads, "a whole number from 1 to 1024",
       [](Options &o, StringRef text) {
         return store(o, FIELD(threads),
                      parseCount(text, 1, AMPRT_MAX_THREADS));
       }},
      readText(OPT_cuda_toolkit, FIELD(training.cudaToolkit)),
      readBytes(OPT_max_memory, FIELD(maxMemory)),
      readOnOff(OPT_recompute, FIELD(training.recompute)),
      {OPT_activation_memory, kByteCount.str(),
       [](Options &o, StringRef text) {
         // More than any address is no limit.
         std::optional<uint64_t> bytes = parseBytes(text);
         constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
         if (bytes)
           o.training.activationMemory =
               static_cast<int64_t>(std::min(*bytes, kMost));
         return bytes.has_value();
       }},
      readOnOff(OPT_flat_state, FIELD(training.flatState)),
  };
}

static std::vector<Reader> makeFileReaders() {
  return {
      readText(OPT_checkpoint_dir, FIELD(checkpointDir)),
      readCount(OPT_save_every, FIELD(saveEvery)),
      readCount(OPT_keep, FIELD(keep)),
      {OPT_resume, "a file or a folder",
       [](Options &o, StringRef text) {
         o.resume = text.str();
         return true;
       }},
      {OPT_init_from, "a path that ends in .safetensors or .npz",
       [](Options &o, StringRef text) {
         o.initFrom.push_back(text.str());
         return isTensorFile(text);
       }},
      {OPT_init_map, "FROM=TO, or a file of such lines",
       [](Options &o, StringRef text) {
         o.initMap.push_back(text.str());
         return !text.empty() && !text.starts_with("=");
       }},
      readSwitch(OPT_init_partial, FIELD(initPartial)),
      readSwitch(OPT_init_optimizer, FIELD(initOptimizer)),
      readCount(OPT_print_every, FIELD(printEvery)),
      {OPT_output, "a path that ends in .safetensors or .npz",
       [](Options &o, StringRef text) {
         o.output = text.str();
         return text.ends_with(".safetensors") || text.ends_with(".npz");
       }},
      readSwitch(OPT_json, FIELD(json)),
      readSwitch(OPT_fail_on_warning, FIELD(failOnWarning)),
      readSwitch(OPT_profile, FIELD(profile)),
      readSwitch(OPT_explain, FIELD(explain)),
      {OPT_progress, "auto, on or off",
       [](Options &o, StringRef text) {
         if (std::optional<bool> isOn = parseOnOff(text))
           o.progress = *isOn ? Progress::On : Progress::Off;
         else
           o.progress = Progress::Auto;
         return text == "auto" || parseOnOff(text);
       }},
      readSwitch(OPT_help, FIELD(help)),
      readSwitch(OPT_version, FIELD(version)),
  };
}

#undef FIELD

/// In the order of --help.
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

static const Reader &findReader(unsigned flag) {
  auto found =
      find_if(getReaders(), [&](const Reader &r) { return r.flag == flag; });
  assert(found != getReaders().end() && "every flag has a reader");
  return *found;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static Error usageError(const Twine &message) {
  return exitError(kUsage, message + " (see amp-run --help)");
}

/// What is no flag as it stands: a flag that takes no value with one, or
/// something else that is said with what is like it.
static Error unknownFlag(const FlagTable &table, StringRef text) {
  auto [name, value] = text.split('=');
  for (unsigned id = 1; id <= table.getNumOptions(); ++id)
    if (table.getOption(id).getPrefixedName() == name &&
        table.getOption(id).getKind() == opt::Option::FlagClass)
      return usageError(name + " takes no value, found " + quote(value));
  // What amp-opt and others call it.
  StringRef known = StringSwitch<StringRef>(name.ltrim('-'))
                        .Case("keep-f32", "--f32")
                        .Case("level", "--opt-level")
                        .Cases({"dtype", "amp"}, "--precision")
                        .Case("batch", "--batch-size")
                        .Case("learning-rate", "--lr")
                        .Default("");
  std::string nearest = known.str();
  unsigned distance =
      known.empty() ? table.findNearest(("--" + name.ltrim('-')).str(), nearest)
                    : 0;
  bool isLike = distance <= std::max<size_t>(1, name.ltrim('-').size() / 3);
  return usageError("unknown flag " + quote(("--" + name.ltrim('-')).str()) +
                    (isLike
                         ? "; did you mean " +
                               quote(StringRef(nearest).rtrim('=').str()) + "?"
                         : std::string()));
}

/// Flags that contradict each other.
static Error checkCombination(const Options &options) {
  std::optional<PrecisionKind> precision = options.precision;
  std::optional<OptLevel> level = options.level;
  bool hasLowType =
      precision == PrecisionKind::F16 || precision == PrecisionKind::BF16;
  bool agree = precision == PrecisionKind::F32
                   ? level == OptLevel::O0
                   : hasLowType && level != OptLevel::O0;
  if (precision && level && !agree)
    return usageError("--precision=" + stringifyOption(*precision) +
                      " contradicts --opt-level=" + stringifyOption(*level));
  if (options.autocast == true && precision == PrecisionKind::F32)
    return usageError("--autocast=on contradicts --precision=f32");
  if (options.autocast == true && level == OptLevel::O0)
    return usageError("--autocast=on contradicts --opt-level=O0");
  if (options.autocast == false &&
      (level == OptLevel::O2 || level == OptLevel::O3))
    return usageError("--autocast=off contradicts --opt-level=" +
                      stringifyOption(*level));
  if (options.lossScale && options.lossScale->mode != LossScaleMode::Dynamic) {
    StringRef value =
        options.lossScale->mode == LossScaleMode::Off ? "off" : "N";
    for (StringRef flag : {"init-scale", "growth-interval"})
      if (options.isGiven(flag))
        return usageError("--" + flag + " contradicts --loss-scale=" + value);
  }
  if (!options.compare.empty()) {
    if (precision && !hasLowType)
      return usageError("--compare takes the low type of its levels from "
                        "--precision: f16 or bf16, not " +
                        stringifyOption(*precision));
    if (level)
      return usageError("--opt-level contradicts --compare, which names the "
                        "levels");
    if (options.autocast)
      return usageError("--autocast contradicts --compare");
    if (!options.output.empty())
      return usageError("--output contradicts --compare: there are several "
                        "sets of parameters");
  }
  if (options.training.accumulate == 1 &&
      (options.isGiven("accumulate-reduction") || options.flush))
    return usageError(
        std::string(options.flush ? "--flush" : "--accumulate-reduction") +
        " needs --accumulate=K with K above 1");
  bool hasFolder = !options.checkpointDir.empty();
  if (!options.compare.empty() && (hasFolder || options.resume))
    return usageError(std::string(hasFolder ? "--checkpoint-dir" : "--resume") +
                      " contradicts --compare: there are several runs");
  if (options.saveEvery && !hasFolder)
    return usageError("--save-every needs --checkpoint-dir");
  if (options.keep && !hasFolder)
    return usageError("--keep needs --checkpoint-dir");
  if (options.resume && options.resume->empty() && !hasFolder)
    return usageError("--resume needs a file or folder, as --resume=PATH, or "
                      "--checkpoint-dir");
  if (!options.initFrom.empty() && options.resume && !options.resume->empty())
    return usageError("--init-from contradicts --resume=" + *options.resume +
                      ": a run that goes on has its values; without a value "
                      "--resume allows --init-from, for the first start");
  if (options.initFrom.empty()) {
    const char *flag = !options.initMap.empty() ? "--init-map"
                       : options.initPartial    ? "--init-partial"
                       : options.initOptimizer  ? "--init-optimizer"
                                                : nullptr;
    if (flag)
      return usageError(std::string(flag) + " needs --init-from=FILE");
  }
  if (options.initOptimizer && options.learningRate)
    return usageError("--lr contradicts --init-optimizer: the file has the "
                      "learning rate, which is part of the optimizer's state");
  if (options.evalEvery && options.evalEntry.empty())
    return usageError("--eval-every needs --eval-entry");
  for (size_t i = 0; i < options.bindings.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (options.bindings[i].name == options.bindings[j].name)
        return usageError("the name " + quote(options.bindings[i].name) +
                          " is bound twice by --data or --input");
  return Error::success();
}

/// `--epochs=3`, or `--shuffle`.
static std::string writeFlag(StringRef name, StringRef value) {
  return ("--" + name + (value.empty() ? "" : "=") + value).str();
}

/// Notes that a flag was given. As everywhere, the last one holds; whoever gave
/// two may not have meant that.
static void noteGiven(Options &options, ID flag, StringRef name,
                      StringRef value) {
  auto [it, isNew] = options.given.try_emplace(name.str(), value.str());
  // These are lists.
  if (isNew ||
      is_contained({OPT_data, OPT_input, OPT_init_from, OPT_init_map}, flag))
    return;
  options.warnings.push_back(
      writeFlag(name, it->second) +
      (it->second == value
           ? std::string(" is given twice")
           : " is overridden by the later " + writeFlag(name, value)));
  it->second = value.str();
}

/// Flags that can be used, but not beside the others.
static void findIgnored(Options &options) {
  bool namesLevel = any_of(options.compare, [](const PrecisionItem &item) {
    return item.level && item.level != OptLevel::O0;
  });
  if (!options.compare.empty() && options.precision && !namesLevel)
    options.warnings.push_back(
        writeFlag("precision", stringifyOption(*options.precision)) +
        " has no effect: it is the low type of the levels that --compare "
        "names, and those are none");
}

/// Takes the value of one flag.
static Error applyFlag(Options &options, const opt::Arg &arg) {
  opt::Option flag = arg.getOption().getUnaliasedOption();
  StringRef name = flag.getName();
  const Reader &reader = findReader(flag.getID());
  bool hasValue = arg.getNumValues() != 0;
  StringRef value = hasValue ? arg.getValue() : "";
  bool isOptional = flag.getKind() == opt::Option::FlagClass;
  // The next word is another flag.
  if (!isOptional && !arg.getSpelling().ends_with("=") &&
      value.starts_with("--"))
    return usageError("--" + name + " needs a value: " + reader.allowed);
  if (flag.getID() == OPT_compare && !hasValue)
    value = "O0,O1";
  bool isEmpty = isOptional && hasValue && value.empty();
  if (isEmpty || !reader.read(options, value))
    return usageError("--" + name + ": found " + quote(value) + ", expected " +
                      reader.allowed);
  noteGiven(options, static_cast<ID>(flag.getID()), name,
            hasValue ? value : "");
  return Error::success();
}

/// True if a word without text is no flag's value; OptTable leaves it out.
static bool hasStrayEmptyWord(ArrayRef<const char *> arguments,
                              const opt::InputArgList &args) {
  for (auto [index, word] : enumerate(arguments))
    if (StringRef(word).empty() &&
        none_of(args, [index = index](const opt::Arg *arg) {
          return arg->getIndex() + 1 == index && arg->getNumValues() == 1 &&
                 StringRef(arg->getValue()).empty() &&
                 !arg->getSpelling().ends_with("=");
        }))
      return true;
  return false;
}

Expected<Options> amp::run::parseOptions(ArrayRef<const char *> arguments) {
  FlagTable table;
  unsigned missingIndex, missingCount;
  opt::InputArgList args =
      table.ParseArgs(arguments, missingIndex, missingCount);
  Options options;
  if (hasStrayEmptyWord(arguments, args))
    return usageError("the file's name is empty");
  for (const opt::Arg *arg : args) {
    if (arg->getOption().getID() == OPT_UNKNOWN)
      return unknownFlag(table, arg->getAsString(args));
    if (arg->getOption().getID() != OPT_INPUT) {
      if (Error error = applyFlag(options, *arg))
        return std::move(error);
      continue;
    }
    StringRef file = arg->getValue();
    if (!options.file.empty())
      return usageError("more than one file: " + quote(options.file) + " and " +
                        quote(file));
    options.file = file.str();
  }
  if (missingCount) {
    StringRef name = args.getArgString(missingIndex);
    auto lacking = find_if(kFlags, [&](const opt::OptTable::Info &info) {
      return table.getOptionPrefixedName(info.ID) == name;
    });
    return usageError(name +
                      " needs a value: " + findReader(lacking->ID).allowed);
  }
  if (options.help || options.version || options.listDevices)
    return options;
  if (options.file.empty())
    return usageError("no file given; name a .mlir file, or - for standard "
                      "input");
  if (Error error = checkCombination(options))
    return std::move(error);
  findIgnored(options);
  return options;
}

//===----------------------------------------------------------------------===//
// Help
//===----------------------------------------------------------------------===//

/// Prints `text` from column 30 on, broken at spaces before column 80.
static void printWrapped(raw_ostream &os, StringRef text) {
  unsigned column = 30;
  SmallVector<StringRef> words;
  text.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    if (column > 30 && column + 1 + word.size() > 80) {
      os << "\n" << std::string(30, ' ');
      column = 30;
    } else if (column > 30) {
      os << ' ';
      ++column;
    }
    os << word;
    column += word.size();
  }
  os << "\n";
}

/// What a flag does, with what its words mean.
static std::string getHelp(const opt::Option &flag, const Reader &reader) {
  std::string help = flag.getHelpText().str();
  for (auto [index, word] : enumerate(reader.words)) {
    help += (index == 0 ? ". " : "; ") + word.spelling.str() + ": " +
            word.help.str();
    if (reader.defaultWord == index)
      help += " (default)";
  }
  return help;
}

static void printFlag(raw_ostream &os, const opt::Option &flag,
                      const Reader &reader) {
  std::string left = ("  " + flag.getPrefixedName()).str();
  if (!flag.getMetaVar().empty()) {
    bool isOptional = flag.getKind() == opt::Option::FlagClass;
    left += (isOptional ? "[=" : "=") + flag.getMetaVar().str() +
            (isOptional ? "]" : "");
  }
  if (left.size() > 28)
    os << left << "\n" << std::string(30, ' ');
  else
    os << left << std::string(30 - left.size(), ' ');
  printWrapped(os, getHelp(flag, reader));
}

void amp::run::printHelp(raw_ostream &os) {
  os << "Usage: amp-run FILE.mlir [flags]\n\n"
        "Compiles a training graph and runs it. FILE may be - for standard "
        "input.\nA value follows its flag after '=' or as the next word.\n";
  FlagTable table;
  for (ID group : {OPT_grp_precision, OPT_grp_scaling, OPT_grp_lists,
                   OPT_grp_types, OPT_grp_data, OPT_grp_run, OPT_grp_memory,
                   OPT_grp_checkpoints, OPT_grp_output}) {
    os << "\n" << table.getOptionHelpText(group) << ":\n";
    for (const Reader &reader : getReaders())
      if (table.getOptionGroupID(reader.flag) == group)
        printFlag(os, table.getOption(reader.flag), reader);
  }
  os << R"(
Examples:
  amp-run net.mlir --data x=train.npz --data y=train.npz --epochs=3
  amp-run net.mlir --data x=normal:0,1 --data y=randint:0,10 --samples=1000 \
      --precision=bf16 --batch-size=100 --shuffle --seed=1
  amp-run net.mlir --data x=table.csv:0-3 --data y=table.csv:label \
      --compare=O0,O1,bf16 --eval-entry=evaluate
  amp-run net.mlir --data x=train.npz --data y=train.npz --precision=f16 \
      --preset=apex --policy=mine.yaml --explain
  amp-run net.mlir --data x=train.npz --data y=train.npz --epochs=30 \
      --checkpoint-dir=saved --save-every=500 --keep=3 --resume
  amp-run net.mlir --entry=predict --data x=new.npz \
      --init-from=trained.safetensors --output=predictions.npz

--json prints an object with these keys:
  file, entry, eval_entry, device, seed, ok, warnings (a list of texts) and runs,
  a list with an object per precision: label, level, dtype, loss_scaling,
  batch_size, accumulate, samples,
  epochs (list of epoch, steps, seconds, results, evaluation, statistics), log
  (list of step, results, statistics; with --print-every), steps,
  resumed_from_step, results, evaluation, statistics, compile_seconds,
  train_seconds, eval_seconds, step_ms (median, mean), peak_memory_bytes,
  arena_bytes, first_non_finite_step, failure (null, or kind, message, entry,
  step, op, place, array, sample, parameter, remedies), findings (a list of the
  same; their messages are among the warnings), with --profile profile (list of program, records), and
  with --explain explain (ops, summary, assigner, undecided_ops, removed_casts,
  hoisted_weights). Numbers that are not finite are the strings "nan", "inf" and
  "-inf".

Exit codes:
  0 ok; 1 training or comparison failed; 2 usage; 3 invalid input;
  4 resource limit; 5 I/O or checkpoint; 6 device; 129, 130 or 143 where
  SIGHUP, SIGINT or SIGTERM ended the run
)";
}
