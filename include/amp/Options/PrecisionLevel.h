//===- PrecisionLevel.h -----------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Apex' levels O0 to O3, as sets of properties.

#ifndef AMP_OPTIONS_PRECISIONLEVEL_H
#define AMP_OPTIONS_PRECISIONLEVEL_H

#include "amp/Options/OptionEnums.h"

namespace mlir::amp {

/// The properties of a level; each can be overridden. In Apex' words
/// `cast_model_type`, `patch_torch_functions`, `keep_batchnorm_fp32`,
/// `master_weights` and `loss_scale`.
struct PrecisionLevel {
  OptLevel level;
  bool castModel;        ///< the whole model runs in the low type
  bool patchOps;         ///< lists decide, op by op
  bool keepBatchNormF32; ///< batch norm's parameters and statistics stay f32
  bool masterWeights;    ///< parameters are f32 variables
  bool dynamicLossScale; ///< else the scale is 1
};

const PrecisionLevel &getPrecisionLevel(OptLevel level);

} // namespace mlir::amp

#endif // AMP_OPTIONS_PRECISIONLEVEL_H
