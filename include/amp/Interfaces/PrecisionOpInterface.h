//===- PrecisionOpInterface.h -----------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_INTERFACES_PRECISIONOPINTERFACE_H
#define AMP_INTERFACES_PRECISIONOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::amp::detail {
/// Re-infers the result types of `op` through `InferTypeOpInterface`.
LogicalResult refineInferredResultTypes(Operation *op);
/// The name of `op` in policies: without the prefix of the amp dialect.
StringRef getDefaultPrecisionName(Operation *op);
/// Adds the last two sizes of each operand that is a matrix, or a batch of
/// them.
void getMatrixSizes(Operation *op, SmallVectorImpl<int64_t> &sizes);
} // namespace mlir::amp::detail

#include "amp/Interfaces/PrecisionOpInterface.h.inc"

#endif // AMP_INTERFACES_PRECISIONOPINTERFACE_H
