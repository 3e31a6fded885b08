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

#include <cmath>
#include <limits>

using namespace llvm;
using namespace amp;
using namespace amp::run;

namespace {
enum class Value { None, Required, Optional };
enum class Group { Precision, Data, Run, Checkpoints, Output };

/// One flag. `apply` gives true if it took the value; otherwise the message
/// says what `allowed` says.
struct Flag {
  StringLiteral name;
  Group group;
  Value value;
  StringLiteral placeholder;
  StringLiteral allowed;
  StringLiteral help;
  bool (*apply)(Options &, StringRef);
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

static bool parseCount(StringRef text, int64_t least, int64_t &value) {
  return !text.getAsInteger(10, value) && value >= least && value <= kMaxCount;
}

static bool parseCount(StringRef text, int64_t least,
                       std::optional<int64_t> &value) {
  return parseCount(text, least, value.emplace());
}

/// A loss scale, which the device has in f32.
static bool parseScale(StringRef text, double &value) {
  if (parseNumber(text, value) != NumberStatus::Ok)
    return false;
  float scale = static_cast<float>(value);
  return std::isfinite(scale) && scale > 0;
}

static bool parseBytes(StringRef text, uint64_t &bytes) {
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
  if (text.getAsInteger(10, bytes) || bytes == 0 ||
      bytes > std::numeric_limits<uint64_t>::max() >> shift)
    return false;
  bytes <<= shift;
  return true;
}

static bool isPrecision(StringRef text) {
  return text == "none" || text == "f32" || text == "f16" || text == "bf16";
}

static bool isLevel(StringRef text) {
  return text == "O0" || text == "O1" || text == "O2" || text == "O3";
}

/// Takes one of a flag's words.
static bool parseWord(StringRef text, ArrayRef<StringRef> allowed,
                      std::optional<std::string> &value) {
  value = text.str();
  return is_contained(allowed, text);
}

static bool parseSwitch(StringRef text, std::optional<bool> &value) {
  if (text != "on" && text != "off")
    return false;
  value = text == "on";
  return true;
}

static bool parseBinding(Options &options, StringRef text, bool isData) {
  auto [name, spec] = text.split('=');
  if (name.empty() || spec.empty())
    return false;
  options.bindings.push_back({name.str(), spec.str(), isData});
  return true;
}

static bool parseDevice(StringRef text) {
  if (text == "auto" || text == "cpu" || text == "cuda")
    return true;
  uint32_t ordinal;
  return text.consume_front("cuda:") && !text.getAsInteger(10, ordinal);
}

static bool parseCompare(Options &options, StringRef text) {
  options.doCompare = true;
  options.compare.clear();
  if (text.empty())
    text = "O0,O1";
  SmallVector<StringRef> items;
  text.split(items, ',');
  for (StringRef item : items) {
    if (!isPrecision(item) && !isLevel(item))
      return false;
    options.compare.push_back(item.str());
  }
  return items.size() >= 2 && items.size() <= 16;
}

static constexpr StringLiteral kAnyText = "some text";

// The one list of flags: the parser and --help both read it.
static const Flag kFlags[] = {
    // Precision.
    {"precision", Group::Precision, Value::Required, "TYPE",
     "none, f32, f16 or bf16",
     "none: the graph as written (default); f32: level O0, no loss scaling; "
     "f16, bf16: the low type, at level O1 unless --opt-level says otherwise",
     [](Options &o, StringRef v) {
       o.precision = v.str();
       return isPrecision(v);
     }},
    {"opt-level", Group::Precision, Value::Required, "LEVEL",
     "O0, O1, O2 or O3",
     "O0: f32; O1: mixed by the allow and deny lists; O2: low type with f32 "
     "parameters; O3: low type throughout. The low type is f16 unless "
     "--precision names one",
     [](Options &o, StringRef v) {
       o.level = v.str();
       return isLevel(v);
     }},
    {"autocast", Group::Precision, Value::Required, "on|off", "on or off",
     "turns only the assignment of precision on or off",
     [](Options &o, StringRef v) { return parseSwitch(v, o.autocast); }},
    {"loss-scale", Group::Precision, Value::Required, "dynamic|off|N",
     "dynamic, off, or a number that is positive and finite in f32",
     "turns only loss scaling on or off; N is a fixed scale. Default: dynamic "
     "for f16 at O1 and O2, fixed at 1 at O3, off for bf16, f32 and O0, as "
     "written for none",
     [](Options &o, StringRef v) {
       LossScale scale{LossScale::Mode::Fixed};
       if (v == "dynamic")
         scale.mode = LossScale::Mode::Dynamic;
       else if (v == "off")
         scale.mode = LossScale::Mode::Off;
       else if (!parseScale(v, scale.value))
         return false;
       o.lossScale = scale;
       return true;
     }},
    {"init-scale", Group::Precision, Value::Required, "N", kScale,
     "first loss scale (default: the scaler's, 65536)",
     [](Options &o, StringRef v) {
       return parseScale(v, o.initScale.emplace());
     }},
    {"growth-interval", Group::Precision, Value::Required, "N",
     "a whole number from 1 to 2147483647",
     "steps without overflow after which the loss scale grows (default: the "
     "scaler's, 2000)",
     [](Options &o, StringRef v) {
       return parseCount(v, 1, o.growthInterval) &&
              *o.growthInterval <= std::numeric_limits<int32_t>::max();
     }},
    {"skip-limit", Group::Precision, Value::Required, "N", kCountFrom0,
     "skipped steps in a row after which nothing is updated any more and the "
     "run ends, naming the op that gives the first non-finite value (default "
     "50; 0: no limit)",
     [](Options &o, StringRef v) { return parseCount(v, 0, o.skipLimit); }},
    {"f32", Group::Precision, Value::Required, "REGEX",
     "a regular expression (POSIX extended, at most 1000 characters and 10000 "
     "states, no back-references)",
     "ops whose name or whose variables' names match run in f32",
     [](Options &o, StringRef v) {
       o.keepF32 = v.str();
       Expected<BoundedRegex> pattern = BoundedRegex::compile(v);
       bool isValid = static_cast<bool>(pattern);
       consumeError(pattern.takeError());
       return isValid;
     }},
    {"preset", Group::Precision, Value::Required, "NAME",
     "torch-cuda, torch-cpu, apex, tensorflow or keras",
     "the framework whose allow and deny lists hold (default torch-cuda); on "
     "the command line also whose first loss scale",
     [](Options &o, StringRef v) {
       return parseWord(
           v, {"torch-cuda", "torch-cpu", "apex", "tensorflow", "keras"},
           o.preset);
     }},
    {"policy", Group::Precision, Value::Required, "FILE", kAnyText,
     "policy file, YAML or JSON, that changes the lists",
     [](Options &o, StringRef v) {
       o.policyFile = v.str();
       return !v.empty();
     }},
    {"assigner", Group::Precision, Value::Required, "NAME",
     "min-cut, eager or propagate",
     "who decides about ops that the lists leave open. min-cut: the fewest "
     "bytes (default); eager: they take what arrives, as in PyTorch; "
     "propagate: they join allowed neighbours, as in TensorFlow",
     [](Options &o, StringRef v) {
       return parseWord(v, {"min-cut", "eager", "propagate"}, o.assigner);
     }},
    {"fail-on-unlisted", Group::Precision, Value::None, "", "",
     "ops that no list names are errors",
     [](Options &o, StringRef) { return o.failOnUnlisted = true; }},
    {"fuse-safe-losses", Group::Precision, Value::None, "", "",
     "binary cross entropy of a sigmoid, which 16 bits cannot hold, is "
     "computed "
     "from the sigmoid's input",
     [](Options &o, StringRef) { return o.fuseSafeLosses = true; }},
    {"tf32", Group::Precision, Value::Required, "WHICH",
     "none, gemm, conv or all",
     "f32 matrix products (gemm) or convolutions (conv) of assigned graphs "
     "that "
     "may multiply in tf32 (default none)",
     [](Options &o, StringRef v) {
       return parseWord(v, {"none", "gemm", "conv", "all"}, o.tf32);
     }},
    {"keep-batchnorm-f32", Group::Precision, Value::Required, "on|off",
     "on or off",
     "batch norm's parameters stay in f32 where the model is cast or its "
     "parameters are stored in 16 bits (default: on at O2, off at O3)",
     [](Options &o, StringRef v) {
       return parseSwitch(v, o.keepBatchNormF32);
     }},
    {"master-weights", Group::Precision, Value::Required, "on|off", "on or off",
     "stores and updates parameters in f32 (default: on, but off at O3); off "
     "in "
     "f16 fixes the loss scale at 1",
     [](Options &o, StringRef v) { return parseSwitch(v, o.masterWeights); }},
    {"wgrad-type", Group::Precision, Value::Required, "f32|as-forward",
     "f32 or as-forward",
     "type of weight gradients of 16-bit matrix products. f32: unrounded "
     "(default); as-forward: rounded to 16 bits, as in PyTorch",
     [](Options &o, StringRef v) {
       return parseWord(v, {"f32", "as-forward"}, o.wgradType);
     }},
    {"hoist-weight-casts", Group::Precision, Value::Required, "on|off",
     "on or off",
     "lets the optimizer write the weights' 16-bit copies instead of casting "
     "the weights in each step (default on); results are the same",
     [](Options &o, StringRef v) {
       return parseSwitch(v, o.hoistWeightCasts);
     }},
    {"compare", Group::Precision, Value::Optional, "A,B,...",
     "two to sixteen of O0, O1, O2, O3, f32, f16, bf16, none",
     "trains once for each item from the same start and on the same data and "
     "prints the results side by side (default O0,O1); --precision=f16|bf16 "
     "gives the low type of the levels",
     parseCompare},

    // Data.
    {"data", Group::Data, Value::Required, "NAME=SPEC", "NAME=SPEC",
     "a data set for the argument NAME, whose first dimension counts samples "
     "(may be repeated). SPEC is a file (.npy, .npz, .safetensors, .csv), "
     "FILE:ARRAY, or a distribution with --samples: zeros, ones, constant:V, "
     "uniform:LO,HI, normal:MEAN,STD, randint:LO,HI",
     [](Options &o, StringRef v) { return parseBinding(o, v, true); }},
    {"input", Group::Data, Value::Required, "NAME=SPEC", "NAME=SPEC",
     "a whole tensor for the argument NAME, the same in every step (may be "
     "repeated)",
     [](Options &o, StringRef v) { return parseBinding(o, v, false); }},
    {"samples", Group::Data, Value::Required, "N", kCountFrom1,
     "samples of data sets that are a distribution",
     [](Options &o, StringRef v) { return parseCount(v, 1, o.samples); }},
    {"epochs", Group::Data, Value::Required, "N", kCountFrom1,
     "passes over the data set (default 1, or what --steps needs)",
     [](Options &o, StringRef v) { return parseCount(v, 1, o.epochs); }},
    {"steps", Group::Data, Value::Required, "N", kCountFrom1,
     "most steps in all (default: what the epochs need; 1 without a data set)",
     [](Options &o, StringRef v) { return parseCount(v, 1, o.steps); }},
    {"batch-size", Group::Data, Value::Required, "N", kCountFrom1,
     "samples of a step (default: the declared size; for '?' 32, or all "
     "samples if there are fewer)",
     [](Options &o, StringRef v) { return parseCount(v, 1, o.batchSize); }},
    {"accumulate", Group::Data, Value::Required, "K", kCountFrom1,
     "adds up the gradients of K steps, the micro-batches, before each update: "
     "an effective batch of K times --batch-size (default 1)",
     [](Options &o, StringRef v) { return parseCount(v, 1, o.accumulate); }},
    {"accumulate-reduction", Group::Data, Value::Required, "HOW", "mean or sum",
     "mean: the loss of each micro-batch is divided by K (default); sum: it is "
     "not",
     [](Options &o, StringRef v) {
       return parseWord(v, {"mean", "sum"}, o.accumulateReduction);
     }},
    {"flush", Group::Data, Value::None, "", "",
     "each epoch ends with an update, of fewer micro-batches if need be; "
     "otherwise they wait for the next epoch's first, and the run's last are "
     "not used",
     [](Options &o, StringRef) { return o.flush = true; }},
    {"shuffle", Group::Data, Value::None, "", "",
     "a new order of the samples in each epoch, from --seed",
     [](Options &o, StringRef) { return o.shuffle = true; }},
    {"drop-last", Group::Data, Value::None, "", "",
     "leaves out the last batch of an epoch if it is smaller than the others",
     [](Options &o, StringRef) { return o.dropLast = true; }},
    {"seed", Group::Data, Value::Required, "N",
     "a whole number from 0 to 18446744073709551615",
     "seed of first values, generated data and order (default 0)",
     [](Options &o, StringRef v) { return !v.getAsInteger(10, o.seed); }},
    {"lr", Group::Data, Value::Required, "X", "a finite number from 0",
     "learning rate of every optimizer (default: the graph's)",
     [](Options &o, StringRef v) {
       double &lr = o.learningRate.emplace();
       return parseNumber(v, lr) == NumberStatus::Ok && std::isfinite(lr) &&
              lr >= 0;
     }},

    // Run.
    {"entry", Group::Run, Value::Required, "NAME", kAnyText,
     "entry point (default: the only one, or train, or main)",
     [](Options &o, StringRef v) {
       o.entry = v.str();
       return !v.empty();
     }},
    {"eval-entry", Group::Run, Value::Required, "NAME", kAnyText,
     "entry point that is run over all its data after training",
     [](Options &o, StringRef v) {
       o.evalEntry = v.str();
       return !v.empty();
     }},
    {"eval-every", Group::Run, Value::Required, "K", kCountFrom1,
     "runs it after every K epochs too",
     [](Options &o, StringRef v) { return parseCount(v, 1, o.evalEvery); }},
    {"trusted", Group::Run, Value::None, "", "",
     "the graph is the user's own work: it may be MLIR bytecode, which is read "
     "without defence against one that was made to do harm",
     [](Options &o, StringRef) { return o.isTrusted = true; }},
    {"device", Group::Run, Value::Required, "DEVICE",
     "auto, cpu, cuda or cuda:N",
     "auto: the first CUDA device if there is one, else the CPU (default)",
     [](Options &o, StringRef v) {
       o.device = v.str();
       return parseDevice(v);
     }},
    {"list-devices", Group::Run, Value::None, "", "",
     "prints the devices and exits",
     [](Options &o, StringRef) { return o.listDevices = true; }},
    {"threads", Group::Run, Value::Required, "N",
     "a whole number from 1 to 1024",
     "threads of the CPU (default: one for each core that the process may "
     "keep busy)",
     [](Options &o, StringRef v) {
       return parseCount(v, 1, o.threads) && o.threads <= AMPRT_MAX_THREADS;
     }},
    {"max-memory", Group::Run, Value::Required, "BYTES", kByteCount,
     "most memory that the device's buffers may take (default: no limit)",
     [](Options &o, StringRef v) { return parseBytes(v, o.maxMemory); }},
    {"recompute", Group::Run, Value::Required, "on|off", "on or off",
     "computes cheap values, such as activations, again in the backward pass "
     "instead of keeping them, where that saves memory (default off)",
     [](Options &o, StringRef v) {
       o.recompute = v == "on";
       return v == "on" || v == "off";
     }},
    {"activation-memory", Group::Run, Value::Required, "BYTES", kByteCount,
     "most memory for values that are kept for the backward pass; dearer ones "
     "are computed again as it demands (default: no limit)",
     [](Options &o, StringRef v) { return parseBytes(v, o.activationMemory); }},
    {"flat-state", Group::Run, Value::Required, "on|off", "on or off",
     "lets an optimizer's parameters, what it keeps of them and their "
     "gradients "
     "lie one after another, so that they are tested and updated as one "
     "(default on); off needs less memory where gradients are large",
     [](Options &o, StringRef v) {
       o.flatState = v == "on";
       return v == "on" || v == "off";
     }},

    // Checkpoints.
    {"checkpoint-dir", Group::Checkpoints, Value::Required, "DIR", kAnyText,
     "writes checkpoints to this folder, which is made if need be: one at the "
     "end of training, and those of --save-every",
     [](Options &o, StringRef v) {
       o.checkpointDir = v.str();
       return !v.empty();
     }},
    {"save-every", Group::Checkpoints, Value::Required, "K", kCountFrom1,
     "writes one after every K-th step, counted over all epochs",
     [](Options &o, StringRef v) { return parseCount(v, 1, o.saveEvery); }},
    {"keep", Group::Checkpoints, Value::Required, "N", kCountFrom1,
     "keeps the N newest; an older one is removed once a new one is on the "
     "disk (default: all)",
     [](Options &o, StringRef v) { return parseCount(v, 1, o.keep); }},
    {"resume", Group::Checkpoints, Value::Optional, "PATH",
     "a file or a folder",
     "goes on from a checkpoint: from this file, or from the newest valid one "
     "in this folder; without a value from the newest in --checkpoint-dir, or "
     "from the first step if there is none yet. The results are those of a run "
     "that was never stopped",
     [](Options &o, StringRef v) {
       o.resume = v.str();
       return true;
     }},

    {"init-from", Group::Checkpoints, Value::Required, "FILE",
     "a path that ends in .safetensors or .npz",
     "begins at the first step with the parameters and buffers of this file, "
     "by "
     "name: a checkpoint, what --output wrote, or any other (may be repeated "
     "where they lie in several files)",
     [](Options &o, StringRef v) {
       o.initFrom.push_back(v.str());
       return v.ends_with_insensitive(".safetensors") ||
              v.ends_with_insensitive(".npz");
     }},
    {"init-map", Group::Checkpoints, Value::Required, "FROM=TO|FILE",
     "FROM=TO, or a file of such lines",
     "array FROM of the file is variable TO of the graph; FROM.*=TO.* renames "
     "all that begin so, FROM= leaves an array out (may be repeated); FILE has "
     "one FROM=TO per line",
     [](Options &o, StringRef v) {
       o.initMap.push_back(v.str());
       return !v.empty() && !v.starts_with("=");
     }},
    {"init-partial", Group::Checkpoints, Value::None, "", "",
     "variables that the file lacks keep the graph's first values (otherwise "
     "that is an error)",
     [](Options &o, StringRef) { return o.initPartial = true; }},
    {"init-optimizer", Group::Checkpoints, Value::None, "", "",
     "takes the optimizers' state, which has their learning rates, from the "
     "file too",
     [](Options &o, StringRef) { return o.initOptimizer = true; }},

    // Output.
    {"print-every", Group::Output, Value::Required, "K", kCountFrom1,
     "prints the results of every K-th step",
     [](Options &o, StringRef v) { return parseCount(v, 1, o.printEvery); }},
    {"output", Group::Output, Value::Required, "FILE",
     "a path that ends in .safetensors or .npz",
     "writes the trained parameters (at O2 and O3 in f32), the buffers and the "
     "results that are not scalars: for all samples where they have a row for "
     "each, else of the last step",
     [](Options &o, StringRef v) {
       o.output = v.str();
       return v.ends_with(".safetensors") || v.ends_with(".npz");
     }},
    {"json", Group::Output, Value::None, "", "",
     "prints one JSON document instead of tables",
     [](Options &o, StringRef) { return o.json = true; }},
    {"fail-on-warning", Group::Output, Value::None, "", "",
     "what is only warned of is an error: exit code 3 before a run, else 1",
     [](Options &o, StringRef) { return o.failOnWarning = true; }},
    {"profile", Group::Output, Value::None, "", "",
     "measures each record of the launch list and prints the times",
     [](Options &o, StringRef) { return o.profile = true; }},
    {"explain", Group::Output, Value::None, "", "",
     "prints, before training, which op runs in which type and why, and what "
     "the casts cost",
     [](Options &o, StringRef) { return o.explain = true; }},
    {"progress", Group::Output, Value::Required, "auto|on|off",
     "auto, on or off",
     "progress bar on standard error (default auto: if it is a terminal)",
     [](Options &o, StringRef v) {
       if (v == "auto")
         o.progress = Progress::Auto;
       else if (v == "on")
         o.progress = Progress::On;
       else if (v == "off")
         o.progress = Progress::Off;
       else
         return false;
       return true;
     }},
    {"help", Group::Output, Value::None, "", "", "prints this text and exits",
     [](Options &o, StringRef) { return o.help = true; }},
    {"version", Group::Output, Value::None, "", "",
     "prints the version and exits",
     [](Options &o, StringRef) { return o.version = true; }},
};

static Error usageError(const Twine &message) {
  return exitError(kUsage, message + " (see amp-run --help)");
}

static Error unknownFlag(StringRef name) {
  const Flag *nearest = nullptr;
  unsigned distance = 0;
  for (const Flag &flag : kFlags) {
    unsigned d = name.edit_distance(flag.name);
    if (!nearest || d < distance) {
      nearest = &flag;
      distance = d;
    }
  }
  return usageError("unknown flag " + quote(("--" + name).str()) +
                    "; the nearest is --" + nearest->name);
}

/// Flags that contradict each other.
static Error checkCombination(const Options &options) {
  std::string precision = options.precision.value_or("");
  std::string level = options.level.value_or("");
  if (precision == "f32" && !level.empty() && level != "O0")
    return usageError("--precision=f32 contradicts --opt-level=" + level);
  if (precision == "none" && !level.empty())
    return usageError("--precision=none contradicts --opt-level=" + level);
  if ((precision == "f16" || precision == "bf16") && level == "O0")
    return usageError("--precision=" + precision +
                      " contradicts --opt-level=O0");
  if (options.autocast == true && precision == "f32")
    return usageError("--autocast=on contradicts --precision=f32");
  if (options.autocast == true && level == "O0")
    return usageError("--autocast=on contradicts --opt-level=O0");
  if (options.autocast == false && (level == "O2" || level == "O3"))
    return usageError("--autocast=off contradicts --opt-level=" + level);
  if (options.lossScale &&
      options.lossScale->mode != LossScale::Mode::Dynamic) {
    StringRef value =
        options.lossScale->mode == LossScale::Mode::Off ? "off" : "N";
    if (options.initScale)
      return usageError("--init-scale contradicts --loss-scale=" + value);
    if (options.growthInterval)
      return usageError("--growth-interval contradicts --loss-scale=" + value);
  }
  if (options.doCompare) {
    if (precision == "f32" || precision == "none")
      return usageError("--compare takes the low type of its levels from "
                        "--precision: f16 or bf16, not " +
                        precision);
    if (!level.empty())
      return usageError("--opt-level contradicts --compare, which names the "
                        "levels");
    if (options.autocast)
      return usageError("--autocast contradicts --compare");
    if (!options.output.empty())
      return usageError("--output contradicts --compare: there are several "
                        "sets of parameters");
  }
  if (options.accumulate == 1 && (options.accumulateReduction || options.flush))
    return usageError(
        std::string(options.flush ? "--flush" : "--accumulate-reduction") +
        " needs --accumulate=K with K above 1");
  bool hasFolder = !options.checkpointDir.empty();
  if (options.doCompare && (hasFolder || options.resume))
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
/// two values may not have meant that.
static void noteGiven(Options &options, const Flag &flag, StringRef value) {
  // These name what they bind.
  if (flag.name == "data" || flag.name == "input")
    return;
  auto [it, isNew] = options.given.try_emplace(flag.name.str(), value.str());
  if (isNew || it->second == value)
    return;
  options.warnings.push_back(writeFlag(flag.name, it->second) +
                             " is overridden by the later " +
                             writeFlag(flag.name, value));
  it->second = value.str();
}

/// Flags that can be heeded, but not beside the others.
static void findIgnored(Options &options) {
  bool namesLevel = any_of(options.compare, [](StringRef item) {
    return item == "O1" || item == "O2" || item == "O3";
  });
  if (options.doCompare && options.precision && !namesLevel)
    options.warnings.push_back(
        writeFlag("precision", *options.precision) +
        " has no effect: it is the low type of the levels that --compare "
        "names, and those are none");
}

Expected<Options> amp::run::parseOptions(ArrayRef<const char *> arguments) {
  Options options;
  bool onlyFiles = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (!onlyFiles && argument == "--") {
      onlyFiles = true;
      continue;
    }
    if (!onlyFiles && argument == "-h")
      argument = "--help";
    bool isFlag = !onlyFiles && argument.starts_with("-") && argument != "-";
    if (!isFlag) {
      if (argument.empty())
        return usageError("the file's name is empty");
      if (!options.file.empty())
        return usageError("more than one file: " + quote(options.file) +
                          " and " + quote(argument));
      options.file = argument.str();
      continue;
    }
    size_t equals = argument.find('=');
    bool hasValue = equals != StringRef::npos;
    StringRef name = argument.take_front(equals);
    StringRef value = hasValue ? argument.drop_front(equals + 1) : "";
    const Flag *flag = nullptr;
    if (name.consume_front("--"))
      flag = find_if(kFlags, [&](const Flag &f) { return f.name == name; });
    if (!flag || flag == std::end(kFlags))
      return unknownFlag(name.ltrim('-'));
    if (flag->value == Value::None && hasValue)
      return usageError("--" + name + " takes no value, found " + quote(value));
    if (flag->value == Value::Required && !hasValue) {
      if (i + 1 == arguments.size() ||
          StringRef(arguments[i + 1]).starts_with("--"))
        return usageError("--" + name + " needs a value: " + flag->allowed);
      value = arguments[++i];
    }
    bool emptyCompare =
        flag->value == Value::Optional && hasValue && value.empty();
    if (emptyCompare || !flag->apply(options, value))
      return usageError("--" + name + ": found " + quote(value) +
                        ", expected " + flag->allowed);
    noteGiven(options, *flag, value);
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

void amp::run::printHelp(raw_ostream &os) {
  os << "Usage: amp-run FILE.mlir [flags]\n\n"
        "Compiles a training graph and runs it. FILE may be - for standard "
        "input.\nA value follows its flag after '=' or as the next word.\n";
  static constexpr StringLiteral kTitles[] = {
      "Precision", "Data and training", "Run", "Parameters and checkpoints",
      "Output"};
  for (Group group : {Group::Precision, Group::Data, Group::Run,
                      Group::Checkpoints, Group::Output}) {
    os << "\n" << kTitles[static_cast<int>(group)] << ":\n";
    for (const Flag &flag : kFlags) {
      if (flag.group != group)
        continue;
      std::string left = ("  --" + flag.name).str();
      if (flag.value == Value::Required)
        left += ("=" + flag.placeholder).str();
      else if (flag.value == Value::Optional)
        left += ("[=" + flag.placeholder + "]").str();
      if (left.size() > 28)
        os << left << "\n" << std::string(30, ' ');
      else
        os << left << std::string(30 - left.size(), ' ');
      printWrapped(os, flag.help);
    }
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
