//===- Precision.cpp - From precision flags to pipeline options -----------===//
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

void Precision::applyTo(mlir::amp::PipelineOptions &options,
                        mlir::ModuleOp module) const {
  options.level = level;
  options.dtype = dtype;
  options.lossScale = lossScale;
  options.initScale = initScale;
  // Whoever wrote a scaler chose its scale for this graph.
  if (initScale == 0 && module.getOps<mlir::amp::GradScalerOp>().empty())
    options.initScale = presetScale;
  options.growthInterval = growthInterval;
  options.minScale = minScale;
  options.maxScale = maxScale;
  options.keepF32 = keepF32;
  options.preset = preset;
  options.assigner = assigner;
  options.policyFile = policyFile;
  options.tf32 = tf32;
  options.keepBatchNormF32 = keepBatchNormF32;
  options.masterWeights = masterWeights;
  options.wgradType = wgradType;
  options.failOnUnlisted = failOnUnlisted;
  options.fuseSafeLosses = fuseSafeLosses;
}

std::string Precision::describe() const {
  std::string text;
  if (level == "none")
    text = "as written";
  else if (level == "O0")
    text = "O0, f32";
  else
    text = level + ", " + dtype;
  if (usesLists()) {
    // What differs from the default.
    static const Precision defaults;
    if (preset != defaults.preset)
      text += ", " + preset;
    if (assigner != defaults.assigner)
      text += ", " + assigner;
  }
  if (lossScale == "dynamic")
    text += ", dynamic loss scale";
  else if (lossScale == "fixed")
    text += ", loss scale " + ::amp::toDecimal(initScale);
  else if (lossScale == "off")
    text += ", no loss scale";
  return text;
}

static void setDynamic(Precision &precision) {
  precision.lossScale = "dynamic";
  precision.initScale = 0;
  // PyTorch's scaler can halve itself to nothing; f16 has no use for a scale
  // below 1.
  precision.minScale = 1;
}

static void setFixed(Precision &precision, double scale) {
  precision.lossScale = "fixed";
  precision.initScale = scale;
  precision.minScale = 0;
}

static mlir::FailureOr<mlir::amp::PrecisionLevel>
getLevel(const Precision &precision) {
  // The parser has checked the name.
  return mlir::amp::getPrecisionLevel(
      precision.level, []() { return mlir::InFlightDiagnostic(); });
}

/// True if parameters are stored in f16.
static bool storesHalves(const Precision &precision) {
  if (precision.dtype != "f16" || precision.level == "none")
    return false;
  auto level = getLevel(precision);
  return precision.masterWeights == "false" ||
         (precision.masterWeights == "by-level" && succeeded(level) &&
          (level->castModel || level->patchOps) && !level->masterWeights);
}

/// The precision for a level and a low type, without the other flags.
static Precision forLevel(StringRef level, StringRef dtype) {
  Precision precision;
  precision.level = level.str();
  precision.dtype = dtype.str();
  auto properties = getLevel(precision);
  bool isAssigned =
      succeeded(properties) && (properties->castModel || properties->patchOps);
  if (!isAssigned) {
    precision.lossScale = "off";
  } else if (!properties->dynamicLossScale) {
    setFixed(precision, 1);
  } else if (dtype == "bf16") {
    precision.lossScale = "off";
  } else {
    setDynamic(precision);
  }
  return precision;
}

static Precision forItem(StringRef item, StringRef lowType) {
  Precision precision;
  if (item == "f32")
    precision = forLevel("O0", lowType);
  else if (item == "f16" || item == "bf16")
    precision = forLevel("O1", item);
  else if (item != "none")
    precision = forLevel(item, lowType);
  precision.label = item.str();
  return precision;
}

static void overrideLossScale(Precision &precision, const LossScale &scale) {
  switch (scale.mode) {
  case LossScale::Mode::Dynamic:
    setDynamic(precision);
    return;
  case LossScale::Mode::Off:
    precision.lossScale = "off";
    precision.initScale = 0;
    precision.minScale = 0;
    return;
  case LossScale::Mode::Fixed:
    setFixed(precision, scale.value);
    return;
  }
}

/// Applies the flags of precision assignment to the runs that they mean
/// something to.
static Error applyAssignment(const Options &options,
                             MutableArrayRef<Precision> precisions) {
  Error error = Error::success();
  auto apply = [&](StringRef flag, bool isGiven, StringRef needs,
                   function_ref<bool(const Precision &)> holds,
                   function_ref<void(Precision &)> set) {
    if (!isGiven || error)
      return;
    bool isUsed = false;
    for (Precision &precision : precisions)
      if (holds(precision)) {
        set(precision);
        isUsed = true;
      }
    if (!isUsed)
      error = joinErrors(std::move(error),
                         exitError(kUsage, flag + " needs " + needs));
  };
  auto usesLists = [](const Precision &p) { return p.usesLists(); };
  auto isAssigned = [](const Precision &p) { return p.level != "O0"; };
  auto word = [](bool value) { return value ? "true" : "false"; };
  StringRef lists = "the allow and deny lists, such as --precision=f16 or "
                    "--opt-level=O1";
  StringRef low = "a low type, such as --precision=f16 or --opt-level=O2";
  apply("--preset", options.preset.has_value(), lists, usesLists,
        [&](Precision &p) { p.preset = *options.preset; });
  apply("--assigner", options.assigner.has_value(), lists, usesLists,
        [&](Precision &p) { p.assigner = *options.assigner; });
  apply("--f32", !options.keepF32.empty(), low, isAssigned,
        [&](Precision &p) { p.keepF32 = options.keepF32; });
  apply("--policy", !options.policyFile.empty(), low, isAssigned,
        [&](Precision &p) { p.policyFile = options.policyFile; });
  apply("--fail-on-unlisted", options.failOnUnlisted, low, isAssigned,
        [&](Precision &p) { p.failOnUnlisted = true; });
  apply("--tf32", options.tf32.has_value(), low, isAssigned,
        [&](Precision &p) { p.tf32 = *options.tf32; });
  apply("--wgrad-type", options.wgradType.has_value(), low, isAssigned,
        [&](Precision &p) { p.wgradType = *options.wgradType; });
  apply(
      "--master-weights", options.masterWeights.has_value(),
      "a low type, such as --opt-level=O2",
      [](const Precision &p) { return p.level != "O0" && p.level != "none"; },
      [&](Precision &p) { p.masterWeights = word(*options.masterWeights); });
  apply(
      "--keep-batchnorm-f32", options.keepBatchNormF32.has_value(),
      "--opt-level=O2, --opt-level=O3 or --master-weights=off: elsewhere the "
      "parameters of batch norm are left alone",
      [](const Precision &p) { return p.savesF32(); },
      [&](Precision &p) {
        p.keepBatchNormF32 = word(*options.keepBatchNormF32);
      });
  return error;
}

/// The first and largest loss scale of the preset's framework.
static void applyPresetScale(Precision &precision) {
  // Its name was checked.
  auto policy = mlir::amp::PrecisionPolicy::getPreset(
      precision.preset, [] { return mlir::InFlightDiagnostic(); });
  if (mlir::failed(policy))
    return;
  precision.presetScale = policy->getInitialScale();
  precision.maxScale = policy->getMaximumScale().value_or(0);
}

Expected<std::vector<Precision>>
amp::run::choosePrecisions(const Options &options) {
  std::string lowType =
      options.precision == std::string("bf16") ? "bf16" : "f16";
  std::vector<Precision> precisions;
  if (options.doCompare) {
    for (const std::string &item : options.compare)
      precisions.push_back(forItem(item, lowType));
    // The same item twice (a check of determinism) needs two names.
    for (size_t i = 0; i < precisions.size(); ++i) {
      size_t same =
          count(ArrayRef(options.compare).take_front(i), options.compare[i]);
      if (same)
        precisions[i].label += "#" + std::to_string(same + 1);
    }
  } else if (options.level) {
    precisions.push_back(forItem(*options.level, lowType));
  } else {
    precisions.push_back(forItem(options.precision.value_or("none"), lowType));
  }

  for (Precision &precision : precisions) {
    precision.fuseSafeLosses = options.fuseSafeLosses;
    if (options.autocast == true && precision.level == "none")
      precision.level = "O1";
    if (options.autocast == false)
      precision.level = "O0";
  }
  if (Error error = applyAssignment(options, precisions))
    return std::move(error);

  bool hasDynamic = false, hasScale = false;
  for (Precision &precision : precisions) {
    // In a comparison the f32 reference stays what it is.
    bool isReference = options.doCompare &&
                       (precision.level == "O0" || precision.level == "none");
    if (options.lossScale && !isReference)
      overrideLossScale(precision, *options.lossScale);
    if (precision.lossScale == "dynamic" && storesHalves(precision)) {
      if (options.lossScale)
        return exitError(kUsage, "--loss-scale=dynamic contradicts f16 "
                                 "parameters (--opt-level=O3, "
                                 "--master-weights=off): their gradients "
                                 "cannot be unscaled without loss");
      setFixed(precision, 1); // as at O3
    }
    if (precision.lossScale == "dynamic") {
      hasDynamic = true;
      precision.growthInterval = options.growthInterval.value_or(0);
      if (options.preset && precision.usesLists())
        applyPresetScale(precision);
    }
    if (precision.lossScale == "dynamic" || precision.lossScale == "fixed") {
      hasScale = true;
      if (options.initScale)
        precision.initScale = *options.initScale;
    }
  }
  if (options.initScale && !hasScale)
    return exitError(kUsage, "--init-scale needs loss scaling, such as "
                             "--loss-scale=dynamic or --precision=f16");
  bool mayScale = hasScale || any_of(precisions, [](const Precision &p) {
                    return p.lossScale == "none";
                  });
  if (options.skipLimit && !mayScale)
    return exitError(kUsage, "--skip-limit needs loss scaling, such as "
                             "--loss-scale=dynamic or --precision=f16");
  if (options.growthInterval && !hasDynamic)
    return exitError(kUsage, "--growth-interval needs dynamic loss scaling, "
                             "such as --loss-scale=dynamic or "
                             "--precision=f16");
  return precisions;
}

Error amp::run::checkPolicyFile(ArrayRef<Precision> precisions,
                                mlir::MLIRContext &context) {
  for (const Precision &precision : precisions) {
    StringRef path = precision.policyFile;
    if (path.empty())
      continue;
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
        precision.castsModel() ? "cast-model" : StringRef(precision.preset),
        emitError);
    if (mlir::failed(policy) ||
        mlir::failed(policy->addText(**text, emitError)))
      return inputError(useOwnFlags(message));
  }
  return Error::success();
}
