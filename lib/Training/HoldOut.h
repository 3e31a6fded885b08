//===- HoldOut.h - Samples that are kept for evaluation ---------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_TRAINING_HOLDOUT_H
#define AMP_LIB_TRAINING_HOLDOUT_H

#include "amp/Training/DataSet.h"

namespace amp::training {

/// Divides the samples that both entry points take: the part that
/// `validationSplit` says, chosen at random by the seed, goes to `eval`, the
/// others stay with `main`, both in their order.
llvm::Error holdOut(BoundEntry &main, BoundEntry &eval, const Config &config);

} // namespace amp::training

#endif // AMP_LIB_TRAINING_HOLDOUT_H
