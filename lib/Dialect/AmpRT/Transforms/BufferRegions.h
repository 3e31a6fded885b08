//===- BufferRegions.h - What ops touch of buffers --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For passes that move linalg ops on buffers about in a function without
// control flow.

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_BUFFERREGIONS_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_BUFFERREGIONS_H

#include "amp/Dialect/AmpRT/IR/BufferRegion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
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

/// The operands of an op with an element for each point of its loops, in the
/// loops' order and one after another in memory. Fails if the op has operands
/// that are neither such nor one element for all points, asks for its indices,
/// or is neither elementwise nor a reduction of all points.
FailureOr<SmallVector<unsigned>> getFullOperands(linalg::GenericOp op);

/// What the ops of a block read and write.
class BlockEffects {
public:
  explicit BlockEffects(Block &block);

  struct Effects {
    SmallVector<BufferRegion> reads, writes;
    /// It may touch anything.
    bool isUnknown = false;
  };
  const Effects *lookup(Operation *op) const {
    auto known = effects.find(op);
    return known == effects.end() ? nullptr : &known->second;
  }

  enum class Where { AtFirst, AtLast };
  /// True if all `ops`, in the order of the block, can move to the first or the
  /// last of them: what is passed on the way neither writes what the op touches
  /// nor touches what it writes. They stay in their order; whether they can be
  /// one op is another question.
  bool canGather(ArrayRef<linalg::GenericOp> ops, Where where) const;

  /// Erases `before`; `after` touches what all of them did, under the names
  /// that it has for other ops.
  void merge(ArrayRef<linalg::GenericOp> before, linalg::GenericOp after);
  /// Erases `before`; `after` touches what its operands say.
  void replace(linalg::GenericOp before, linalg::GenericOp after);
  void erase(Operation *op);

private:
  void collect(Operation *op);

  llvm::DenseMap<Operation *, Effects> effects;
};

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_BUFFERREGIONS_H
