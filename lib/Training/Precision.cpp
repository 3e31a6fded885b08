//===- Precision.cpp - How each run is compiled, from flags ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/Precision.h"

#include "amp/Options/PrecisionLevel.h"
#include "amp/Support/Error.h"
#include "amp/Support/Number.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::getPrecisionLevel;
using mlir::amp::LossScaleMode;
using mlir::amp::LowType;
using mlir::amp::OptLevel;
using mlir::amp::PrecisionKind;
using mlir::amp::stringifyOption;
using mlir::amp::TrainingOptions;

bool Precision::castsModel() const {
  return options.level && getPrecisionLevel(*options.level).castModel;
}

Expected<Precision>
amp::training::readPrecision(const mlir::amp::OptionTexts &texts) {
  Precision precision;
  for (const auto &[name, value] : texts)
    if (Error error = setOption(precision.options, name, value))
      return std::move(error);
  // As choosePrecisions calls it where no level is named.
  const TrainingOptions &options = precision.options;
  PrecisionKind kind = !options.level                  ? PrecisionKind::None
                       : options.level == OptLevel::O0 ? PrecisionKind::F32
                       : options.dtype == LowType::F16 ? PrecisionKind::F16
                                                       : PrecisionKind::BF16;
  bool isNamed = options.level == OptLevel::O2 || options.level == OptLevel::O3;
  precision.label =
      (isNamed ? describeLevel(options) : stringifyOption(kind)).str();
  return precision;
}

StringRef amp::training::describeLevel(const TrainingOptions &options) {
  return options.level ? stringifyOption(*options.level) : "none";
}

StringRef amp::training::describeLossScale(const TrainingOptions &options) {
  return options.lossScale ? stringifyOption(*options.lossScale) : "none";
}

std::string Precision::describe() const {
  std::string text;
  if (!options.level)
    text = "as written";
  else if (options.level == OptLevel::O0)
    text = "O0, f32";
  else
    text = (stringifyOption(*options.level) + ", " +
            stringifyOption(options.dtype))
               .str();
  if (usesLists()) {
    // What differs from the default.
    static const TrainingOptions defaults;
    if (options.preset != defaults.preset)
      text += ", " + stringifyOption(options.preset).str();
    if (options.assigner != defaults.assigner)
      text += ", " + stringifyOption(options.assigner).str();
  }
  if (!options.lossScale)
    return text;
  switch (*options.lossScale) {
  case LossScaleMode::Dynamic:
    return text + ", dynamic loss scale";
  case LossScaleMode::Fixed:
    return text + ", loss scale " + ::amp::toDecimal(*options.initScale);
  case LossScaleMode::Off:
    return text + ", no loss scale";
  }
  llvm_unreachable("unknown mode");
}

static void setLossScale(TrainingOptions &options, LossScaleMode mode,
                         std::optional<double> scale = std::nullopt) {
  options.lossScale = mode;
  options.initScale = scale;
  // PyTorch's scaler can halve itself to nothing; f16 has no use for a scale
  // below 1.
  options.minScale =
      mode == LossScaleMode::Dynamic ? std::optional<double>(1) : std::nullopt;
}

/// True if parameters are stored in f16.
static bool storesHalves(const TrainingOptions &options) {
  if (options.dtype != LowType::F16 || !options.level)
    return false;
  const mlir::amp::PrecisionLevel &level = getPrecisionLevel(*options.level);
  return !options.masterWeights.value_or(level.masterWeights ||
                                         !(level.castModel || level.patchOps));
}

/// Sets a level and a low type, with the loss scale that they ask for.
static void setLevel(TrainingOptions &options, OptLevel name, LowType dtype) {
  options.level = name;
  options.dtype = dtype;
  const mlir::amp::PrecisionLevel &level = getPrecisionLevel(name);
  bool isAssigned = level.castModel || level.patchOps;
  if (isAssigned && !level.dynamicLossScale)
    setLossScale(options, LossScaleMode::Fixed, 1);
  else if (isAssigned && dtype == LowType::F16)
    setLossScale(options, LossScaleMode::Dynamic);
  else
    setLossScale(options, LossScaleMode::Off);
}

/// What of `options` is chosen for each run is not set yet.
static TrainingOptions getCommon(const Config &config) {
  TrainingOptions common = config.training;
  common.initScale = std::nullopt;
  common.growthInterval = std::nullopt;
  return common;
}

static Precision forItem(const PrecisionItem &item, LowType lowType,
                         const Config &config) {
  Precision precision{item.name, getCommon(config)};
  if (item.level)
    setLevel(precision.options, *item.level, lowType);
  else if (item.precision == PrecisionKind::F32)
    setLevel(precision.options, OptLevel::O0, lowType);
  else if (item.precision != PrecisionKind::None)
    setLevel(precision.options, OptLevel::O1,
             item.precision == PrecisionKind::BF16 ? LowType::BF16
                                                   : LowType::F16);
  return precision;
}

/// Keeps the flags of precision assignment for the runs that they mean
/// something to.
static Error applyAssignment(const Config &config,
                             MutableArrayRef<Precision> precisions) {
  static const TrainingOptions defaults;
  Error error = Error::success();
  auto apply = [&](StringRef flag, auto field, StringRef needs, auto holds) {
    if (!config.isGiven(flag) || error)
      return;
    bool isUsed = false;
    for (Precision &precision : precisions) {
      if (holds(precision))
        isUsed = true;
      else
        precision.options.*field = defaults.*field;
    }
    if (!isUsed)
      error = joinErrors(
          std::move(error),
          typedError(ErrorKind::Usage, config.spell(flag) + " needs " + needs));
  };
  auto usesLists = [](const Precision &p) { return p.usesLists(); };
  auto isAssigned = [](const Precision &p) {
    return p.options.level != OptLevel::O0;
  };
  std::string lists = "the allow and deny lists, such as " +
                      config.spell("precision") + "=f16 or " +
                      config.spell("opt-level") + "=O1";
  std::string low = "a low type, such as " + config.spell("precision") +
                    "=f16 or " + config.spell("opt-level") + "=O2";
  using T = TrainingOptions;
  apply("preset", &T::preset, lists, usesLists);
  apply("assigner", &T::assigner, lists, usesLists);
  apply("f32", &T::keepF32, low, isAssigned);
  apply("policy", &T::policyFile, low, isAssigned);
  apply("fail-on-unlisted", &T::failOnUnlisted, low, isAssigned);
  apply("tf32", &T::tf32, low, isAssigned);
  apply("wgrad-type", &T::wgradType, low, isAssigned);
  apply("master-weights", &T::masterWeights,
        "a low type, such as " + config.spell("opt-level") + "=O2",
        [](const Precision &p) {
          return p.options.level && p.options.level != OptLevel::O0;
        });
  apply("keep-batchnorm-f32", &T::keepBatchNormF32,
        config.spell("opt-level") + "=O2, " + config.spell("opt-level") +
            "=O3 or " + config.spell("master-weights") +
            "=off: elsewhere the "
            "parameters of batch norm are left alone",
        [](const Precision &p) { return p.savesF32(); });
  return error;
}

static std::vector<Precision> makePrecisions(const Config &config) {
  LowType lowType =
      config.precision == PrecisionKind::BF16 ? LowType::BF16 : LowType::F16;
  std::vector<Precision> precisions;
  std::vector<PrecisionItem> items = config.compare;
  if (items.empty()) {
    PrecisionKind kind = config.precision.value_or(PrecisionKind::None);
    StringRef name =
        config.level ? stringifyOption(*config.level) : stringifyOption(kind);
    items.push_back({name.str(), config.level, kind});
  }
  for (auto [index, item] : enumerate(items)) {
    precisions.push_back(forItem(item, lowType, config));
    // The same item twice (a check of determinism) needs two names.
    size_t same = count_if(ArrayRef(items).take_front(index),
                           [&, &item = item](const auto &other) {
                             return other.name == item.name;
                           });
    if (same)
      precisions.back().label += "#" + std::to_string(same + 1);
  }
  for (Precision &precision : precisions) {
    if (config.autocast == true && !precision.options.level)
      precision.options.level = OptLevel::O1;
    if (config.autocast == false)
      precision.options.level = OptLevel::O0;
  }
  return precisions;
}

/// Applies `loss-scale`, and what there is beside it, to one run.
static Error applyLossScale(Precision &precision, const Config &config) {
  TrainingOptions &run = precision.options;
  // In a comparison the f32 reference stays what it is.
  bool isReference = !config.compare.empty() &&
                     run.level.value_or(OptLevel::O0) == OptLevel::O0;
  if (config.lossScale && !isReference) {
    bool isFixed = config.lossScale->mode == LossScaleMode::Fixed;
    setLossScale(run, config.lossScale->mode,
                 isFixed ? std::optional<double>(config.lossScale->value)
                         : std::nullopt);
  }
  if (precision.isDynamic() && storesHalves(run)) {
    if (config.lossScale)
      return typedError(ErrorKind::Usage,
                        config.spell("loss-scale") +
                            "=dynamic contradicts f16 "
                            "parameters (" +
                            config.spell("opt-level") + "=O3, " +
                            config.spell("master-weights") +
                            "=off): their gradients "
                            "cannot be unscaled without loss");
    setLossScale(run, LossScaleMode::Fixed, 1); // as at O3
  }
  if (precision.isDynamic()) {
    run.growthInterval = config.training.growthInterval;
    if (config.isGiven("preset") && precision.usesLists())
      precision.usesPresetScale = true;
  }
  if (run.lossScale && run.lossScale != LossScaleMode::Off &&
      config.training.initScale)
    run.initScale = config.training.initScale;
  return Error::success();
}

Expected<std::vector<Precision>>
amp::training::choosePrecisions(const Config &config) {
  std::vector<Precision> precisions = makePrecisions(config);
  if (Error error = applyAssignment(config, precisions))
    return std::move(error);
  for (Precision &precision : precisions)
    if (Error error = applyLossScale(precision, config))
      return std::move(error);

  bool hasScale = any_of(precisions, [](const Precision &p) {
    return p.options.lossScale && p.options.lossScale != LossScaleMode::Off;
  });
  bool isAsWritten = any_of(
      precisions, [](const Precision &p) { return !p.options.lossScale; });
  bool hasDynamic =
      any_of(precisions, [](const Precision &p) { return p.isDynamic(); });
  std::string scaling = " needs loss scaling, such as " +
                        config.spell("loss-scale") + "=dynamic or " +
                        config.spell("precision") + "=f16";
  if (config.isGiven("init-scale") && !hasScale)
    return typedError(ErrorKind::Usage, config.spell("init-scale") + scaling);
  if (config.isGiven("skip-limit") && !hasScale && !isAsWritten)
    return typedError(ErrorKind::Usage, config.spell("skip-limit") + scaling);
  if (config.isGiven("growth-interval") && !hasDynamic)
    return typedError(ErrorKind::Usage, config.spell("growth-interval") +
                                            " needs dynamic loss scaling, "
                                            "such as " +
                                            config.spell("loss-scale") +
                                            "=dynamic or " +
                                            config.spell("precision") + "=f16");
  return precisions;
}
