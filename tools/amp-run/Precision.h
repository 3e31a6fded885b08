//===- Precision.h - From precision flags to pipeline options ---*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_PRECISION_H
#define AMP_TOOLS_AMP_RUN_PRECISION_H

#include "Options.h"
#include "amp/Pipelines/Pipelines.h"
#include "mlir/IR/BuiltinOps.h"

namespace amp::run {

/// How one run assigns precision and scales its loss, in the words of
/// PipelineOptions.
struct Precision {
  std::string label; // what the user called it
  std::string level = "none";
  std::string dtype = "f16";
  std::string lossScale = "none";
  double initScale = 0;
  int64_t growthInterval = 0;
  double minScale = 0;
  double maxScale = 0;
  /// What the preset's framework starts with, for a module without a scaler of
  /// its own; 0 is nothing.
  double presetScale = 0;
  std::string keepF32;
  std::string preset = "torch-cuda";
  std::string assigner = "min-cut";
  std::string policyFile;
  std::string tf32 = "none";
  std::string keepBatchNormF32 = "by-level";
  std::string masterWeights = "by-level";
  std::string wgradType = "f32";
  bool failOnUnlisted = false;
  bool fuseSafeLosses = false;

  /// The allow and deny lists decide, in the whole graph or in its regions.
  bool usesLists() const { return level == "none" || level == "O1"; }
  /// The whole model runs in the low type.
  bool castsModel() const { return level == "O2" || level == "O3"; }
  /// Parameters may be stored in 16 bits although the graph has them in f32, or
  /// a checkpoint is expected in f32 for another reason.
  bool savesF32() const { return castsModel() || masterWeights == "false"; }

  /// Sets the options for `module`.
  void applyTo(mlir::amp::PipelineOptions &options,
               mlir::ModuleOp module) const;
  /// "O1, f16, dynamic loss scale".
  std::string describe() const;
};

/// One precision per run: several with --compare, otherwise one. It is a usage
/// error if a flag has no run to apply to.
llvm::Expected<std::vector<Precision>> choosePrecisions(const Options &options);

/// Checks that the policy file can be read and is right for each precision.
llvm::Error checkPolicyFile(llvm::ArrayRef<Precision> precisions,
                            mlir::MLIRContext &context);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_PRECISION_H
