//===- GpuKernels.h - Code of a kernel for a GPU ------------------*- C++
//-*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_GPUKERNELS_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_GPUKERNELS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::amprt {

/// Threads of a block.
inline constexpr int64_t kGpuBlockSize = 256;

/// Writes what a kernel of `op` does. Its buffers are `mapping`'s, and the
/// builder is where the kernel begins, and then where it ends. Gives the number
/// of blocks, or fails with a diagnostic.
FailureOr<int64_t> emitGpuKernelBody(OpBuilder &builder, Operation *op,
                                     IRMapping &mapping);

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_GPUKERNELS_H
