//===- Differentiator.h - Gradients that go back over ops -------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: reverse mode over the ops of a block, which the function of an
// amp.backward and a step of an amp.scan have in common.

#ifndef AMP_LIB_DIALECT_AMP_TRANSFORMS_DIFFERENTIATOR_H
#define AMP_LIB_DIALECT_AMP_TRANSFORMS_DIFFERENTIATOR_H

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Regions.h"

namespace mlir::amp {

/// What holds for all of a function, and what was done in it.
struct DifferentiationState {
  /// Gradients of weights with 16-bit copies are f32.
  bool wideWeightGradients;
  /// Precision was assigned in this function.
  bool isAssigned;
  SymbolTableCollection symbols;
  /// Ops that were made, also those that were found to be of no use.
  uint64_t numMade = 0;
  /// Ops of other derivatives, which one is a derivative of.
  uint64_t numNested = 0;
};

/// Lets gradients arrive at the values of a block, from the last op to the
/// first, and builds what computes them at another place.
class Differentiator {
public:
  Differentiator(BackwardOp backward, DifferentiationState &state)
      : backward(backward), builder(backward.getContext()), state(state) {}
  virtual ~Differentiator() = default;

  bool isActive(Value value) const { return active.contains(value); }
  Value getGradient(Value value) const { return gradients.lookup(value); }
  void accumulate(Value value, Value gradient);
  OpBuilder &getBuilder() { return builder; }

  /// The op that asks for the gradients.
  BackwardOp backward;

protected:
  /// True if `op` computes gradients.
  virtual bool isPart(Operation *op) = 0;
  /// Takes gradients of the operands of `op` upon itself: those are no longer
  /// `needed`.
  virtual LogicalResult collect(DifferentiableOpInterface op,
                                MutableArrayRef<bool> needed) {
    return success();
  }
  /// Hears that `result` is replaced, and what its gradient is.
  virtual void close(Value result, Value gradient) {}

  /// True if `op`, or an op in its regions, reads an active value.
  bool usesActive(Operation *op);
  /// Marks the results of `op` if they vary with a value that gradients are
  /// asked for.
  LogicalResult markActive(Operation *op);
  /// True if the loss depends on `op` as `op` does on an active value.
  bool isOnTheWay(Operation *op);
  /// True if the gradient went through `op`, or `op` is part of it.
  bool passesOn(Operation *op) { return reached.contains(op) || isPart(op); }
  /// Lets the gradients of what comes before `place` in its block arrive.
  LogicalResult sweep(Operation *place);
  /// Erases what has no use in `body`, and of the ops that were put in the
  /// place of others, or fed those.
  void eraseUnused(Block &body);

  OpBuilder builder;
  DifferentiationState &state;
  /// Values that depend on those that gradients are asked for.
  DenseSet<Value> active;
  /// Gradients so far. Complete when the value's op is reached.
  DenseMap<Value, Value> gradients;

private:
  LogicalResult buildGradients(DifferentiableOpInterface op);
  LogicalResult expand(Operation *op);
  void replace(Operation *op, ValueRange results);
  void widenWeightGradient(CastOp op);
  void markExempt(Operation *op, const Twine &reason);

  /// Ops that gradients passed through.
  DenseSet<Operation *> reached;
  /// Ops that may have no use any more, and how to tell which still exist.
  SmallVector<Operation *> candidates;
  DenseSet<Operation *> isCandidate;
};

/// Builds, where `outer` does, the scan that takes the gradients of `op` back
/// from step to step, and hands on what arrives at the operands. Gives the scan
/// that takes the place of `op`: it stacks what the other one reads.
FailureOr<ScanOp> differentiateScan(ScanOp op, Differentiator &outer,
                                    DifferentiationState &state);

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_TRANSFORMS_DIFFERENTIATOR_H
