//===- LayoutAssignment.h - Which tensors are stored how --------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What amp-assign-layouts decides, and amp-verify-layouts holds against a
// graph.

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_LAYOUTASSIGNMENT_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_LAYOUTASSIGNMENT_H

#include "Layout.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amprt {

/// True if `value` has no elements yet, and can have any layout.
bool isEmptyTensor(Value value);

/// The dimensions of a tensor that `map` indexes by loops, in the order in
/// which `loops`, from the outermost one, walk it.
SmallVector<int64_t> getWalkedOrder(AffineMap map, ArrayRef<unsigned> loops);

/// One of the orders in which an op can compute: that of its dimensions, or
/// another one.
struct LayoutState {
  /// The layouts in which operands are read side by side, and results written.
  /// A convolution has none of its own for what it reads.
  SmallVector<Layout> operands, results;
  /// The loops from the outermost to the innermost, of an op that has them.
  SmallVector<unsigned> loops;
  /// The channels of an op on windows, which are before its positions or behind
  /// them.
  int64_t channels = 0;
};

/// The layout that a convolution can have an operand in, too, with channels
/// last, or first if they are last: its input and output. Row-major of others,
/// and where that is the same.
Layout getOtherLayout(ConvolutionRecordOp op, OpOperand &operand);

/// An op that can compute in one or two orders.
struct LayoutStep {
  LayoutState first;
  std::optional<LayoutState> other;
  bool isOther = false;

  const LayoutState &getState() const { return isOther ? *other : first; }
};

/// The layouts of a function's tensors that cost the fewest bytes. Each value
/// that hangs on a convolution by ops that can follow is row-major or has one
/// other layout. Where an op reads what is stored in another order than its
/// own, all bytes of that are read and written once more; so are those of an
/// operand that a convolution wants otherwise. The sum is least: a minimum cut.
class LayoutAssignment {
public:
  explicit LayoutAssignment(func::FuncOp func);

  /// Ops that are to be looked at, in the order in which they were found.
  llvm::MapVector<Operation *, LayoutStep> steps;

  /// The layout that is chosen for what `value` is a shape of.
  Layout getLayout(Value value) const;
  /// Bytes that are moved, and were if nothing changed.
  uint64_t getBytes() const { return bytes; }
  uint64_t getBytesBefore() const { return bytesBefore; }

private:
  /// A step for the op if it is one that can have several layouts.
  LayoutStep *findStep(Operation *op);
  /// Has the op compute so that `value`, an operand or a result, has the
  /// layout, unless it has another order already.
  void follow(Operation *op, Value value, const Layout &layout);
  void setOther(Operation *op, LayoutStep &step, LayoutState state);
  /// `value` may have the layout, if the op that writes it follows.
  void propose(Value value, const Layout &layout);
  /// All that reads `value`, a shape of what may have the layout, follows.
  void followUses(Value value, const Layout &layout);
  void choose();

  llvm::MapVector<Value, Layout> candidates;
  SmallVector<std::pair<Value, Layout>> worklist;
  uint64_t bytes = 0, bytesBefore = 0;
};

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_LAYOUTASSIGNMENT_H
