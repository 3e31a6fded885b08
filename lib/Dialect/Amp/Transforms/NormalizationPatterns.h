//===- NormalizationPatterns.h ----------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Softmax and normalizations that a graph spells out in elementary ops.
// Policies name the whole function; its parts, taken one by one, would lose in
// 16 bits what the lists protect.

#ifndef AMP_LIB_DIALECT_AMP_TRANSFORMS_NORMALIZATIONPATTERNS_H
#define AMP_LIB_DIALECT_AMP_TRANSFORMS_NORMALIZATIONPATTERNS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::amp {

/// Adds to `members` the ops of `block`, and of regions in it, that are part of
/// - a softmax: `exp(x - max) / sum(exp(x - max))`, with or without the
/// maximum;
/// - a normalization: `(x - mean) / sqrt(mean((x - mean)²) + eps)`, with or
///   without the mean, written with `rsqrt` or `sqrt`.
void findNormalizations(Block &block, DenseSet<Operation *> &members);

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_TRANSFORMS_NORMALIZATIONPATTERNS_H
