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
  std::string keepF32;

  void applyTo(mlir::amp::PipelineOptions &options) const;
  /// "O1, f16, dynamic loss scale".
  std::string describe() const;
};

/// One precision per run: several with --compare, otherwise one. It is a usage
/// error if a flag of loss scaling has no run to apply to.
llvm::Expected<std::vector<Precision>> choosePrecisions(const Options &options);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_PRECISION_H
