//===- IndexingKernels.h - Code at places told at run time ------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_INDEXINGKERNELS_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_INDEXINGKERNELS_H

#include "amp/Dialect/AmpRT/IR/AmpRT.h"

namespace mlir::amprt {

/// Writes what `op` computes at one point of its loops, `a`, `b` and `c`. Its
/// buffers are `operands`.
void emitIndexingPoint(OpBuilder &builder, IndexingOpInterface op,
                       ValueRange operands, ValueRange point);

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_INDEXINGKERNELS_H
