//===- KnownBuffers.h - Buffers of known size -------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For passes on functions without control flow whose buffers have static
// shapes.

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KNOWNBUFFERS_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KNOWNBUFFERS_H

#include "amp/Dialect/AmpRT/IR/BufferRegion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amprt {

/// Fails, with a diagnostic, unless the function is one block.
inline LogicalResult verifyNoControlFlow(func::FuncOp func) {
  if (llvm::hasSingleElement(func.getBody()))
    return success();
  return func.emitError("expects a body without control flow");
}

/// Fails, with a diagnostic, unless the function is one block in which
/// `findBytes` knows all buffers.
LogicalResult verifyKnownBuffers(func::FuncOp func);

/// True if what uses `operand`, a kernel or a record, may write it.
bool mayWrite(OpOperand &operand);

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KNOWNBUFFERS_H
