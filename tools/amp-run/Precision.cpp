//===- Precision.cpp - From precision flags to pipeline options -----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Precision.h"

#include "ExitCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amp::run;

void Precision::applyTo(mlir::amp::PipelineOptions &options) const {
  options.level = level;
  options.dtype = dtype;
  options.lossScale = lossScale;
  options.initScale = initScale;
  options.growthInterval = growthInterval;
  options.minScale = minScale;
  options.keepF32 = keepF32;
}

std::string Precision::describe() const {
  std::string text;
  if (level == "none")
    text = "as written";
  else if (level == "O0")
    text = "O0, f32";
  else
    text = level + ", " + dtype;
  if (lossScale == "dynamic")
    text += ", dynamic loss scale";
  else if (lossScale == "fixed")
    raw_string_ostream(text) << format(", loss scale %g", initScale);
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

/// The precision for a level and a low type, without the other flags.
static Precision forLevel(StringRef level, StringRef dtype) {
  Precision precision;
  precision.level = level.str();
  precision.dtype = dtype.str();
  if (level == "O0") {
    precision.lossScale = "off";
  } else if (level == "O3") {
    precision.lossScale = "fixed";
    precision.initScale = 1;
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
    precision.lossScale = "fixed";
    precision.initScale = scale.value;
    precision.minScale = 0;
    return;
  }
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

  bool hasDynamic = false, hasScale = false;
  for (Precision &precision : precisions) {
    precision.keepF32 = options.keepF32;
    if (options.autocast == true && precision.level == "none")
      precision.level = "O1";
    if (options.autocast == false)
      precision.level = "O0";
    // In a comparison the f32 reference stays what it is.
    bool isReference = options.doCompare &&
                       (precision.level == "O0" || precision.level == "none");
    if (options.lossScale && !isReference)
      overrideLossScale(precision, *options.lossScale);
    if (precision.lossScale == "dynamic") {
      hasDynamic = true;
      precision.growthInterval = options.growthInterval.value_or(0);
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
  if (options.growthInterval && !hasDynamic)
    return exitError(kUsage, "--growth-interval needs dynamic loss scaling, "
                             "such as --loss-scale=dynamic or "
                             "--precision=f16");
  return precisions;
}
