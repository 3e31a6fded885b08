//===- Precision.h - How each run is compiled, by settings ------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_PRECISION_H
#define AMP_TRAINING_PRECISION_H

#include "amp/Options/OptionText.h"
#include "amp/Training/Config.h"
#include "llvm/Support/Error.h"

namespace amp::training {

/// How one run is compiled.
struct Precision {
  std::string label; // what the user called it
  mlir::amp::TrainingOptions options;
  /// A dynamic loss scale begins as the preset's framework has it.
  bool usesPresetScale = false;

  /// The allow and deny lists decide, in the whole graph or in its regions.
  bool usesLists() const {
    return options.level.value_or(mlir::amp::OptLevel::O1) ==
           mlir::amp::OptLevel::O1;
  }
  bool isDynamic() const {
    return options.lossScale == mlir::amp::LossScaleMode::Dynamic;
  }
  /// The whole model runs in the low type.
  bool castsModel() const;
  /// Parameters may be stored in 16 bits although the graph has them in f32, or
  /// a checkpoint is expected in f32 for another reason.
  bool savesF32() const {
    return castsModel() || options.masterWeights == false;
  }

  /// "O1, f16, dynamic loss scale".
  std::string describe() const;
};

/// "O1", and "none" for the graph as written.
/// How an executable was compiled.
llvm::Expected<Precision> readPrecision(const mlir::amp::OptionTexts &options);

llvm::StringRef describeLevel(const mlir::amp::TrainingOptions &options);
/// "dynamic", and "none" for scalers as written.
llvm::StringRef describeLossScale(const mlir::amp::TrainingOptions &options);

/// One precision per run: several with `compare`, otherwise one. It is a usage
/// error if a setting has no run to apply to.
llvm::Expected<std::vector<Precision>> choosePrecisions(const Config &options);

} // namespace amp::training

#endif // AMP_TRAINING_PRECISION_H
