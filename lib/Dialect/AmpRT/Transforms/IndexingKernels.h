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
#include "mlir/IR/IRMapping.h"

namespace mlir::amprt {

/// Writes a kernel of `op` for a GPU, of blocks of `blockSize` threads, each of
/// which computes one point of its loops. Its buffers are `mapping`'s. Gives
/// the number of blocks, or fails with a diagnostic.
FailureOr<int64_t> emitGpuIndexing(OpBuilder &builder, IndexingOpInterface op,
                                   IRMapping &mapping, int64_t blockSize);

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_INDEXINGKERNELS_H
