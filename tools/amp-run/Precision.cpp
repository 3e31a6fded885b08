//===- Precision.cpp - How each run is compiled, from flags ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Precision.h"

#include "ExitCode.h"
#include "Wording.h"
#include "amp/Analysis/PrecisionLevel.h"
#include "amp/Analysis/PrecisionPolicy.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Support/Error.h"
#include "amp/Support/Number.h"
#include "amp/Support/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amp::run;
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

TrainingOptions Precision::getOptions(mlir::ModuleOp module) const {
  TrainingOptions result = options;
  // Whoever wrote a scaler chose its scale for this graph.
  if (!result.initScale && module.getOps<mlir::amp::GradScalerOp>().empty())
    result.initScale = presetScale;
  return result;
}

StringRef amp::run::describeLevel(const TrainingOptions &options) {
  return options.level ? stringifyOption(*options.level) : "none";
}

StringRef amp::run::describeLossScale(const TrainingOptions &options) {
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
static TrainingOptions getCommon(const Options &options) {
  TrainingOptions common = options.training;
  common.initScale = std::nullopt;
  common.growthInterval = std::nullopt;
  return common;
}

static Precision forItem(const PrecisionItem &item, LowType lowType,
                         const Options &options) {
  Precision precision{item.name, getCommon(options), std::nullopt};
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
static Error applyAssignment(const Options &options,
                             MutableArrayRef<Precision> precisions) {
  static const TrainingOptions defaults;
  Error error = Error::success();
  auto apply = [&](StringRef flag, auto field, StringRef needs, auto holds) {
    if (!options.isGiven(flag) || error)
      return;
    bool isUsed = false;
    for (Precision &precision : precisions) {
      if (holds(precision))
        isUsed = true;
      else
        precision.options.*field = defaults.*field;
    }
    if (!isUsed)
      error = joinErrors(std::move(error),
                         exitError(kUsage, "--" + flag + " needs " + needs));
  };
  auto usesLists = [](const Precision &p) { return p.usesLists(); };
  auto isAssigned = [](const Precision &p) {
    return p.options.level != OptLevel::O0;
  };
  StringRef lists = "the allow and deny lists, such as --precision=f16 or "
                    "--opt-level=O1";
  StringRef low = "a low type, such as --precision=f16 or --opt-level=O2";
  using T = TrainingOptions;
  apply("preset", &T::preset, lists, usesLists);
  apply("assigner", &T::assigner, lists, usesLists);
  apply("f32", &T::keepF32, low, isAssigned);
  apply("policy", &T::policyFile, low, isAssigned);
  apply("fail-on-unlisted", &T::failOnUnlisted, low, isAssigned);
  apply("tf32", &T::tf32, low, isAssigned);
  apply("wgrad-type", &T::wgradType, low, isAssigned);
  apply("master-weights", &T::masterWeights,
        "a low type, such as --opt-level=O2", [](const Precision &p) {
          return p.options.level && p.options.level != OptLevel::O0;
        });
  apply("keep-batchnorm-f32", &T::keepBatchNormF32,
        "--opt-level=O2, --opt-level=O3 or --master-weights=off: elsewhere the "
        "parameters of batch norm are left alone",
        [](const Precision &p) { return p.savesF32(); });
  return error;
}

/// The first and largest loss scale of the preset's framework.
static void applyPresetScale(Precision &precision) {
  auto policy = mlir::amp::PrecisionPolicy::getPreset(
      stringifyOption(precision.options.preset),
      [] { return mlir::InFlightDiagnostic(); });
  if (mlir::failed(policy))
    return;
  precision.presetScale = policy->getInitialScale();
  precision.options.maxScale = policy->getMaximumScale();
}

/// The runs that the flags name, with what their precision alone says.
static std::vector<Precision> makePrecisions(const Options &options) {
  LowType lowType =
      options.precision == PrecisionKind::BF16 ? LowType::BF16 : LowType::F16;
  std::vector<Precision> precisions;
  std::vector<PrecisionItem> items = options.compare;
  if (items.empty()) {
    PrecisionKind kind = options.precision.value_or(PrecisionKind::None);
    StringRef name =
        options.level ? stringifyOption(*options.level) : stringifyOption(kind);
    items.push_back({name.str(), options.level, kind});
  }
  for (auto [index, item] : enumerate(items)) {
    precisions.push_back(forItem(item, lowType, options));
    // The same item twice (a check of determinism) needs two names.
    size_t same = count_if(ArrayRef(items).take_front(index),
                           [&, &item = item](const auto &other) {
                             return other.name == item.name;
                           });
    if (same)
      precisions.back().label += "#" + std::to_string(same + 1);
  }
  for (Precision &precision : precisions) {
    if (options.autocast == true && !precision.options.level)
      precision.options.level = OptLevel::O1;
    if (options.autocast == false)
      precision.options.level = OptLevel::O0;
  }
  return precisions;
}

/// Applies --loss-scale, and what there is beside it, to one run.
static Error applyLossScale(Precision &precision, const Options &options) {
  TrainingOptions &run = precision.options;
  // In a comparison the f32 reference stays what it is.
  bool isReference = !options.compare.empty() &&
                     run.level.value_or(OptLevel::O0) == OptLevel::O0;
  if (options.lossScale && !isReference) {
    bool isFixed = options.lossScale->mode == LossScaleMode::Fixed;
    setLossScale(run, options.lossScale->mode,
                 isFixed ? std::optional<double>(options.lossScale->value)
                         : std::nullopt);
  }
  if (precision.isDynamic() && storesHalves(run)) {
    if (options.lossScale)
      return exitError(kUsage, "--loss-scale=dynamic contradicts f16 "
                               "parameters (--opt-level=O3, "
                               "--master-weights=off): their gradients "
                               "cannot be unscaled without loss");
    setLossScale(run, LossScaleMode::Fixed, 1); // as at O3
  }
  if (precision.isDynamic()) {
    run.growthInterval = options.training.growthInterval;
    if (options.isGiven("preset") && precision.usesLists())
      applyPresetScale(precision);
  }
  if (run.lossScale && run.lossScale != LossScaleMode::Off &&
      options.training.initScale)
    run.initScale = options.training.initScale;
  return Error::success();
}

Expected<std::vector<Precision>>
amp::run::choosePrecisions(const Options &options) {
  std::vector<Precision> precisions = makePrecisions(options);
  if (Error error = applyAssignment(options, precisions))
    return std::move(error);
  for (Precision &precision : precisions)
    if (Error error = applyLossScale(precision, options))
      return std::move(error);

  bool hasScale = any_of(precisions, [](const Precision &p) {
    return p.options.lossScale && p.options.lossScale != LossScaleMode::Off;
  });
  bool isAsWritten = any_of(
      precisions, [](const Precision &p) { return !p.options.lossScale; });
  bool hasDynamic =
      any_of(precisions, [](const Precision &p) { return p.isDynamic(); });
  StringRef scaling = " needs loss scaling, such as --loss-scale=dynamic or "
                      "--precision=f16";
  if (options.isGiven("init-scale") && !hasScale)
    return exitError(kUsage, "--init-scale" + scaling);
  if (options.isGiven("skip-limit") && !hasScale && !isAsWritten)
    return exitError(kUsage, "--skip-limit" + scaling);
  if (options.isGiven("growth-interval") && !hasDynamic)
    return exitError(kUsage, "--growth-interval needs dynamic loss scaling, "
                             "such as --loss-scale=dynamic or "
                             "--precision=f16");
  return precisions;
}

Error amp::run::checkPolicyFile(ArrayRef<Precision> precisions,
                                mlir::MLIRContext &context) {
  for (const Precision &precision : precisions) {
    if (!precision.options.policyFile)
      continue;
    StringRef path = *precision.options.policyFile;
    // What cannot be read is told apart from what is wrong.
    Expected<std::unique_ptr<MemoryBuffer>> text =
        readRegularFile(path, mlir::amp::PrecisionPolicy::kMaxTextSize);
    if (!text)
      return withContext(text.takeError(), "--policy");
    std::string message;
    mlir::ScopedDiagnosticHandler handler(
        &context, [&](mlir::Diagnostic &diagnostic) {
          message += (message.empty() ? "" : "\n") + diagnostic.str();
          return mlir::success();
        });
    auto emitError = [&] {
      return mlir::emitError(mlir::UnknownLoc::get(&context));
    };
    auto policy = mlir::amp::PrecisionPolicy::getPreset(
        precision.castsModel() ? StringRef("cast-model")
                               : stringifyOption(precision.options.preset),
        emitError);
    if (mlir::failed(policy) ||
        mlir::failed(policy->addText(**text, emitError)))
      return inputError(useOwnFlags(message));
  }
  return Error::success();
}
