//===- JoinReductions.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// On buffers, because a chain of tensors, each made of the one before in place,
// takes One-Shot Bufferize time with the third power of its length.

#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPJOINREDUCTIONSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;

namespace {
/// A scalar that one reduction computes and one op reads.
struct Part {
  memref::AllocOp scalar;
  linalg::FillOp fill;
  linalg::GenericOp reduction;
  Operation *combiner;
  BlockArgument element; // of the op that reads it
};
} // namespace

/// True if a reduction that begins with `value` begins with nothing.
static bool isNeutral(Value value, Operation *combiner) {
  if (isa<arith::AddFOp>(combiner))
    return matchPattern(value, m_AnyZeroFloat());
  Attribute constant;
  return matchPattern(value, m_Constant(&constant)) &&
         constant == arith::getNeutralElement(combiner);
}

/// The part that `operand` of `op` is, if it is one.
static std::optional<Part> matchPart(linalg::GenericOp op, OpOperand &operand) {
  Part part = {};
  part.scalar = operand.get().getDefiningOp<memref::AllocOp>();
  if (!part.scalar || part.scalar.getType().getRank() != 0)
    return std::nullopt;
  for (OpOperand &use : part.scalar->getUses()) {
    Operation *user = use.getOwner();
    if (user == op || isa<memref::DeallocOp>(user)) {
      if (user == op && &use != &operand)
        return std::nullopt;
    } else if (auto fill = dyn_cast<linalg::FillOp>(user)) {
      if (part.fill)
        return std::nullopt;
      part.fill = fill;
    } else if (auto reduction = dyn_cast<linalg::GenericOp>(user)) {
      if (part.reduction || !reduction.isDpsInit(&use))
        return std::nullopt;
      part.reduction = reduction;
    } else {
      return std::nullopt;
    }
  }
  SmallVector<Operation *> combiners;
  if (!part.fill || !part.reduction ||
      part.reduction.getNumReductionLoops() == 0 ||
      part.reduction.getNumDpsInits() != 1 ||
      !matchReduction(part.reduction.getRegionOutputArgs(), 0, combiners) ||
      combiners.size() != 1 ||
      !isNeutral(part.fill.getInputs().front(), combiners.front()))
    return std::nullopt;
  part.combiner = combiners.front();
  part.element = op.getMatchingBlockArgument(&operand);
  return part;
}

/// The last of the ops, each the only user of the one before, that combine
/// `value` with others as `combiner` does; null if there is none.
static Operation *getCombination(Value value, Operation *combiner) {
  Operation *last = nullptr;
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (user->getName() != combiner->getName() ||
        user->getResultTypes() != combiner->getResultTypes())
      break;
    last = user;
    value = user->getResult(0);
  }
  return last;
}

/// Lets `parts`, whose elements are combined with each other, be reduced into
/// the scalar of the first one.
static void join(MutableArrayRef<Part> parts) {
  Part &first = parts.front();
  Operation *earliest = first.reduction;
  for (Part &part : parts.drop_front())
    if (part.reduction->isBeforeInBlock(earliest))
      earliest = part.reduction;
  first.fill->moveBefore(earliest);
  first.scalar->moveBefore(first.fill);
  Operation *value = first.fill.getInputs().front().getDefiningOp();
  if (first.scalar->isBeforeInBlock(value))
    value->moveBefore(first.scalar);
  for (Part &part : parts.drop_front()) {
    part.reduction.getOutputsMutable()[0].set(first.scalar.getResult());
    part.fill->erase();
    Operation *combination = *part.element.user_begin();
    Value other = combination->getOperand(
        combination->getOperand(0) == part.element ? 1 : 0);
    combination->getResult(0).replaceAllUsesWith(other);
    combination->erase();
  }
}

/// `op` without the inputs whose elements nobody uses.
static void removeUnusedInputs(linalg::GenericOp op) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  BitVector unused(op.getBody()->getNumArguments());
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument element = op.getMatchingBlockArgument(input);
    if (element.use_empty()) {
      unused.set(element.getArgNumber());
      continue;
    }
    inputs.push_back(input->get());
    maps.push_back(op.getMatchingIndexingMap(input));
  }
  for (OpOperand &init : op.getDpsInitsMutable())
    maps.push_back(op.getMatchingIndexingMap(&init));
  OpBuilder builder(op);
  auto reduced = linalg::GenericOp::create(builder, op.getLoc(), TypeRange(),
                                           inputs, op.getDpsInits(), maps,
                                           op.getIteratorTypesArray());
  op.getBody()->eraseArguments(unused);
  reduced.getRegion().takeBody(op.getRegion());
  op->erase();
}

namespace {
struct AmpJoinReductionsPass
    : public amprt::impl::AmpJoinReductionsPassBase<AmpJoinReductionsPass> {
  using Base::Base;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    for (auto op : llvm::to_vector(getOperation().getOps<linalg::GenericOp>()))
      if (op.hasPureBufferSemantics() && op.getNumLoops() == 0)
        joinInputs(op);
  }

  void joinInputs(linalg::GenericOp op) {
    llvm::MapVector<Operation *, SmallVector<Part>> byCombination;
    for (OpOperand *input : op.getDpsInputOperands())
      if (std::optional<Part> part = matchPart(op, *input))
        if (Operation *last = getCombination(part->element, part->combiner))
          byCombination[last].push_back(*part);
    SmallVector<memref::AllocOp> left;
    for (auto &[last, parts] : byCombination) {
      if (parts.size() < 2)
        continue;
      join(parts);
      for (Part &part : MutableArrayRef(parts).drop_front())
        left.push_back(part.scalar);
    }
    if (left.empty())
      return;
    removeUnusedInputs(op);
    for (memref::AllocOp scalar : left) {
      for (Operation *user : llvm::make_early_inc_range(scalar->getUsers()))
        user->erase(); // a deallocation
      scalar.erase();
    }
  }
};
} // namespace
