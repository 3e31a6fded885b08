//===- Options.cpp - The command line of amp-run --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "ExitCode.h"
#include "amp/Support/Error.h"
#include "amp/Training/Settings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

using namespace llvm;
using opt::DefaultVis;
using namespace amp;
using namespace amp::run;
using namespace amp::training;

using mlir::amp::OptLevel;
using mlir::amp::stringifyOption;

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

/// A flag that is amp-run's own: it says nothing of training.
struct OwnFlag {
  ID flag;
  StringLiteral expected; // empty of a switch
  bool (*read)(Options &options, StringRef text);
};
} // namespace

static bool readProgress(Options &options, StringRef text) {
  options.progress = text == "on"    ? Progress::On
                     : text == "off" ? Progress::Off
                                     : Progress::Auto;
  return text == "on" || text == "off" || text == "auto";
}

#define SWITCH(FIELD) [](Options &o, StringRef) { return o.FIELD = true; }

static constexpr OwnFlag kOwnFlags[] = {
    {OPT_trusted, "", SWITCH(isTrusted)},
    {OPT_cache_dir, "some text",
     [](Options &o, StringRef text) {
       o.cacheDir = text.str();
       return !text.empty();
     }},
    {OPT_no_cache, "", SWITCH(noCache)},
    {OPT_list_devices, "", SWITCH(listDevices)},
    {OPT_json, "", SWITCH(json)},
    {OPT_fail_on_warning, "", SWITCH(failOnWarning)},
    {OPT_progress, "auto, on or off", readProgress},
    {OPT_help, "", SWITCH(help)},
    {OPT_version, "", SWITCH(version)},
};

#undef SWITCH

static const OwnFlag *findOwn(unsigned flag) {
  auto found =
      find_if(kOwnFlags, [&](const OwnFlag &own) { return own.flag == flag; });
  return found == std::end(kOwnFlags) ? nullptr : found;
}

/// What the value of a flag may be.
static StringRef getExpected(unsigned flag, StringRef name) {
  if (const OwnFlag *own = findOwn(flag))
    return own->expected;
  const SettingInfo *setting = findSetting(name);
  assert(setting && "every flag is amp-run's own or a setting");
  return setting->expected;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static Error usageError(const Twine &message) {
  return typedError(ErrorKind::Usage, message + " (see amp-run --help)");
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

/// `--epochs=3`, or `--shuffle`.
static std::string writeFlag(StringRef name, StringRef value) {
  return ("--" + name + (value.empty() ? "" : "=") + value).str();
}

/// As everywhere, the last one of two holds; whoever gave both may not have
/// meant that.
static void noteTwice(Options &options, ID flag, StringRef name,
                      StringRef value) {
  auto before = options.given.find(name.str());
  // These are lists.
  if (before == options.given.end() ||
      is_contained({OPT_data, OPT_input, OPT_init_from, OPT_init_map}, flag))
    return;
  options.warnings.push_back(
      writeFlag(name, before->second) +
      (before->second == value
           ? std::string(" is given twice")
           : " is overridden by the later " + writeFlag(name, value)));
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
  StringRef expected = getExpected(flag.getID(), name);
  bool hasValue = arg.getNumValues() != 0;
  StringRef value = hasValue ? arg.getValue() : "";
  bool isOptional = flag.getKind() == opt::Option::FlagClass;
  auto unexpected = [&] {
    return usageError("--" + name + ": found " + quote(value) + ", expected " +
                      expected);
  };
  // The next word is another flag.
  if (!isOptional && !arg.getSpelling().ends_with("=") &&
      value.starts_with("--"))
    return usageError("--" + name + " needs a value: " + expected);
  if (isOptional && hasValue && value.empty())
    return unexpected();
  StringRef given = value;
  if (flag.getID() == OPT_compare && !hasValue)
    value = "O0,O1";
  // setSetting notes its own; whether there was one before is asked first.
  noteTwice(options, static_cast<ID>(flag.getID()), name, given);
  if (const OwnFlag *own = findOwn(flag.getID())) {
    if (!own->read(options, value))
      return unexpected();
  } else if (Error error = setSetting(options, name, value)) {
    return usageError(toString(std::move(error)));
  }
  options.given[name.str()] = given.str();
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
    opt::Option flag = table.getOption(lacking->ID).getUnaliasedOption();
    return usageError(
        name + " needs a value: " + getExpected(flag.getID(), flag.getName()));
  }
  if (options.help || options.version || options.listDevices)
    return options;
  if (options.file.empty())
    return usageError("no file given; name a .mlir file, or - for standard "
                      "input");
  if (options.noCache && !options.cacheDir.empty())
    return usageError("--no-cache contradicts --cache-dir");
  if (Error error = checkSettings(options))
    return usageError(toString(std::move(error)));
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
static std::string getHelp(const opt::Option &flag) {
  std::string help = flag.getHelpText().str();
  const SettingInfo *setting = findSetting(flag.getName());
  if (!setting)
    return help;
  for (auto [index, word] : enumerate(setting->words)) {
    help += (index == 0 ? ". " : "; ") + word.spelling.str() + ": " +
            word.help.str();
    if (setting->defaultWord == index)
      help += " (default)";
  }
  return help;
}

static void printFlag(raw_ostream &os, const opt::Option &flag) {
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
  printWrapped(os, getHelp(flag));
}

/// Settings in their order, and then amp-run's own flags in theirs.
static std::vector<unsigned> getFlags(const FlagTable &table) {
  std::vector<unsigned> flags;
  for (const SettingInfo &setting : getSettings())
    for (const opt::OptTable::Info &info : kFlags)
      if (table.getOptionName(info.ID) == setting.name)
        flags.push_back(info.ID);
  for (const OwnFlag &own : kOwnFlags)
    flags.push_back(own.flag);
  return flags;
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
    for (unsigned flag : getFlags(table))
      if (table.getOptionGroupID(flag) == group)
        printFlag(os, table.getOption(flag));
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
  same; their messages are among the warnings), with --profile profile (list of program, milliseconds,
  by_op, by_place, records), with
  --save-best or --patience best (result, value, epoch, stopped_early), and
  with --explain explain (ops, summary, assigner, undecided_ops, removed_casts,
  hoisted_weights). Numbers that are not finite are the strings "nan", "inf" and
  "-inf".

Exit codes:
  0 ok; 1 training or comparison failed; 2 usage; 3 invalid input;
  4 resource limit; 5 I/O or checkpoint; 6 device; 129, 130 or 143 where
  SIGHUP, SIGINT or SIGTERM ended the run
)";
}
