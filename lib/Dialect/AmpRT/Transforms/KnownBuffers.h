//===- KnownBuffers.h - Buffers of known size -------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For passes on functions without control flow whose buffers have static
// shapes, and on kernels: what is said of their buffers.

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KNOWNBUFFERS_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KNOWNBUFFERS_H

#include "amp/Dialect/AmpRT/IR/BufferRegion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

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

/// Bytes of a line of a CPU's caches.
constexpr int64_t kCacheLine = 64;

/// Of a kernel's argument on a CPU: of what is only written, no cache holds
/// much until it is read, so that lines had better go past the caches, which
/// read each one before it is written.
constexpr llvm::StringLiteral kStreamedAttr = "amprt.streamed";

/// True for such an argument, and for views of it.
bool isStreamed(Value buffer);

/// The buffer with elements of another type, which has as many bytes.
Value viewElementsAs(ImplicitLocOpBuilder &b, Value buffer, Type element);

/// The buffer with elements of which LLVM stores vectors past the caches:
/// integers for 16-bit floats, of which it does not, and bytes for booleans,
/// which would be bits.
Value getStreamable(ImplicitLocOpBuilder &b, Value buffer);

/// Whether a line of the caches begins at `address`.
Value beginsLine(ImplicitLocOpBuilder &b, Value address);

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KNOWNBUFFERS_H
