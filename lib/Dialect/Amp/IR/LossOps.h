//===- LossOps.h ------------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What losses, distances and products share.

#ifndef AMP_LIB_DIALECT_AMP_IR_LOSSOPS_H
#define AMP_LIB_DIALECT_AMP_IR_LOSSOPS_H

#include "Composer.h"

namespace mlir::amp::detail {

/// The i64 class indices `target` compared with a number: i1.
Value createIndexCompare(Composer &c, ComparePredicate predicate, Value target,
                         int64_t index);

/// `value` [...] of at most one unknown size as [..., 1].
Value createLastDim(Composer &c, Value value);

/// For i64 class indices [...]: [..., classes] with 1 at the class, 0 elsewhere
/// (but `scale` times that plus `offset`). A class that does not exist gives
/// NaN, and so a loss that is NaN, since a kernel cannot raise an error. Unless
/// `counts` [...], which may be null, is false there.
Value createClassWeights(Composer &c, Value target, Value counts,
                         int64_t classes, double scale = 1, double offset = 0);

} // namespace mlir::amp::detail

#endif // AMP_LIB_DIALECT_AMP_IR_LOSSOPS_H
