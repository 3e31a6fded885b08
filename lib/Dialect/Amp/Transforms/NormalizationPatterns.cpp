//===- NormalizationPatterns.cpp ------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalizationPatterns.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"

using namespace mlir;
using namespace mlir::amp;

/// The op that made `value`, past ops that only change shape or type.
static Operation *getMaker(Value value) {
  Operation *op = value.getDefiningOp();
  while (
      isa_and_present<ReshapeOp, BroadcastToOp, CastOp, UnsqueezeOp, SqueezeOp>(
          op))
    op = op->getOperand(0).getDefiningOp();
  return op;
}

/// The op that made operand `index` of `op`, if it is an `OpTy`; `op` may be
/// null.
template <typename OpTy>
static OpTy getMaker(Operation *op, unsigned index) {
  return op ? dyn_cast_if_present<OpTy>(getMaker(op->getOperand(index)))
            : OpTy();
}

/// As `getMaker`, of either operand.
template <typename OpTy>
static OpTy getEitherMaker(AddOp op) {
  OpTy maker = getMaker<OpTy>(op, 0);
  return maker ? maker : getMaker<OpTy>(op, 1);
}

/// Adds `exponential`, its sum, and the maximum that was taken off before.
static void addExponential(ExpOp exponential, SumOp sum,
                           DenseSet<Operation *> &members) {
  members.insert(exponential);
  members.insert(sum);
  auto shifted = getMaker<SubOp>(exponential, 0);
  auto maximum = getMaker<AmaxOp>(shifted, 1);
  if (maximum) {
    members.insert(shifted);
    members.insert(maximum);
  }
}

/// `div(exp, sum(exp))`.
static void findSoftmax(DivOp div, DenseSet<Operation *> &members) {
  auto exponential = getMaker<ExpOp>(div, 0);
  auto sum = getMaker<SumOp>(div, 1);
  if (!exponential || getMaker<ExpOp>(sum, 0) != exponential)
    return;
  members.insert(div);
  addExponential(exponential, sum, members);
}

/// `sub(x, log(sum(exp(x))))`.
static void findLogSoftmax(SubOp sub, DenseSet<Operation *> &members) {
  auto log = getMaker<LogOp>(sub, 1);
  auto sum = getMaker<SumOp>(log, 0);
  auto exponential = getMaker<ExpOp>(sum, 0);
  if (!exponential || exponential->getOperand(0) != sub->getOperand(0))
    return;
  members.insert(sub);
  members.insert(log);
  addExponential(exponential, sum, members);
}

/// True for the square of what is its first operand.
static bool isSquare(Operation *op) {
  return isa_and_present<SquareOp, PowOp>(op) ||
         (isa_and_present<MulOp>(op) && op->getOperand(0) == op->getOperand(1));
}

/// `root` is the square root, or its reciprocal, of a variance and an epsilon.
static void findNormalization(Operation *root, DenseSet<Operation *> &members) {
  auto add = getMaker<AddOp>(root, 0);
  if (!add)
    return;
  SmallVector<Operation *, 8> found = {root, add};
  if (auto mean = getEitherMaker<MeanOp>(add)) {
    Operation *square = getMaker(mean.getInput());
    if (!isSquare(square))
      return;
    found.append({mean, square});
    if (auto centred = getMaker<SubOp>(square, 0))
      if (auto average = getMaker<MeanOp>(centred, 1))
        found.append({centred, average});
  } else if (auto variance = getEitherMaker<VarOp>(add)) {
    found.push_back(variance);
  } else {
    return;
  }
  members.insert(found.begin(), found.end());
  // What is divided by the root.
  SmallVector<Operation *> users(root->getUsers());
  while (!users.empty()) {
    Operation *user = users.pop_back_val();
    if (isa<MulOp, DivOp>(user))
      members.insert(user);
    else if (isa<ReshapeOp, BroadcastToOp, ReciprocalOp, UnsqueezeOp>(user))
      users.append(user->user_begin(), user->user_end());
  }
}

void mlir::amp::findNormalizations(Block &block,
                                   DenseSet<Operation *> &members) {
  block.walk([&](Operation *op) {
    if (auto div = dyn_cast<DivOp>(op))
      findSoftmax(div, members);
    else if (auto sub = dyn_cast<SubOp>(op))
      findLogSoftmax(sub, members);
    else if (isa<RsqrtOp, SqrtOp>(op))
      findNormalization(op, members);
  });
}
