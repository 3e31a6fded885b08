//===- CarryInPlace.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPCARRYINPLACEPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

/// True for ops whose result is the operand, or a part of it.
static bool isView(Operation *op) {
  return isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp, tensor::CastOp>(op);
}

/// The argument of the loop's body that `value` is, or is a part of; null if it
/// is something else.
static BlockArgument getCarried(Value value, scf::ForOp loop) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isView(op))
      return BlockArgument();
    value = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(value);
  return argument.getOwner() == loop.getBody() ? argument : BlockArgument();
}

/// Replaces `op` by one that computes its result `number` once more, for a
/// destination of its own; null if its destination is what it computes from.
static linalg::GenericOp addResult(linalg::GenericOp op, unsigned number,
                                   Value destination, OpBuilder &builder) {
  OpOperand *init = op.getDpsInitOperand(number);
  if (op.payloadUsesValueFromOperand(init))
    return nullptr;
  SmallVector<Value> inits = llvm::to_vector(op.getOutputs());
  inits.push_back(destination);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.push_back(op.getMatchingIndexingMap(init));
  auto wider = linalg::GenericOp::create(
      builder, op.getLoc(), TypeRange(ValueRange(inits)), op.getInputs(), inits,
      maps, op.getIteratorTypesArray(), /*bodyBuild=*/nullptr,
      llvm::to_vector(op->getDiscardableAttrs()));
  wider.getRegion().takeBody(op.getRegion());
  wider.getBody()->addArgument(getElementTypeOrSelf(destination), op.getLoc());
  return wider;
}

static RowKernelOp addResult(RowKernelOp op, unsigned number, Value destination,
                             OpBuilder &builder) {
  SmallVector<Value> outs = llvm::to_vector(op.getOuts());
  outs.push_back(destination);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.push_back(op.getMatchingIndexingMap(op.getDpsInitOperand(number)));
  auto wider = RowKernelOp::create(builder, op.getLoc(), op.getInputs(), outs,
                                   maps, op.getReduced());
  wider->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  wider.getRegion().takeBody(op.getRegion());
  return wider;
}

/// Gives the result `number` of `op` a result of its own for each place that it
/// is put into.
template <typename OpTy>
static void computeForEachPlace(OpTy op, unsigned number, scf::YieldOp yield,
                                OpBuilder &builder) {
  auto empty = op.getDpsInitOperand(number)
                   ->get()
                   .template getDefiningOp<tensor::EmptyOp>();
  // What a reduction adds to is one buffer.
  if (!empty)
    return;
  SmallVector<OpOperand *> places;
  for (OpOperand &use : op->getResult(number).getUses()) {
    auto insert = dyn_cast<tensor::InsertSliceOp>(use.getOwner());
    if (use.getOwner() == yield.getOperation() ||
        (insert && &use == &insert.getSourceMutable()))
      places.push_back(&use);
  }
  for (OpOperand *place : llvm::drop_begin(places)) {
    builder.setInsertionPoint(op);
    Value own = tensor::EmptyOp::create(builder, empty.getLoc(),
                                        empty.getType().getShape(),
                                        empty.getType().getElementType());
    OpTy wider = addResult(op, number, own, builder);
    if (!wider)
      return;
    Operation *terminator = wider.getBody()->getTerminator();
    terminator->insertOperands(terminator->getNumOperands(),
                               terminator->getOperand(number));
    place->set(wider->getResults().back());
    op->replaceAllUsesWith(wider->getResults().take_front(op->getNumResults()));
    op->erase();
    op = wider;
  }
}

/// Gives results of elementwise ops that are put into several places a result
/// of their own for each: one kernel writes them all.
static void computeForEachPlace(scf::YieldOp yield, OpBuilder &builder) {
  for (unsigned i = 0; i < yield->getNumOperands(); ++i) {
    auto result = dyn_cast<OpResult>(yield->getOperand(i));
    if (!result || result.getOwner()->getBlock() != yield->getBlock())
      continue;
    unsigned number = result.getResultNumber();
    llvm::TypeSwitch<Operation *>(result.getOwner())
        .Case<linalg::GenericOp, RowKernelOp>(
            [&](auto op) { computeForEachPlace(op, number, yield, builder); });
  }
}

/// The use of `argument` by the first of the ops that update it one after the
/// other to become `value`, such as slices put into it, or loops that carry it
/// on; null if `value` is not such an update.
static OpOperand *findUpdate(Value value, BlockArgument argument) {
  OpOperand *update = nullptr;
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (op->getBlock() != argument.getOwner())
      return nullptr;
    if (auto inner = dyn_cast<scf::ForOp>(op))
      update = inner.getTiedLoopInit(result);
    else if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
      update = destination.getTiedOpOperand(result);
    else
      return nullptr;
    value = update->get();
  }
  return value == argument ? update : nullptr;
}

/// True if an op other than `update`'s owner and those before it may read
/// `value`, or if that op reads it by another operand, too.
static bool isReadLater(Value value, OpOperand &update) {
  Operation *owner = update.getOwner();
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    if (&use == &update)
      return false;
    Operation *user = owner->getBlock()->findAncestorOpInBlock(*use.getOwner());
    if (isView(use.getOwner()))
      return isReadLater(use.getOwner()->getResult(0), update);
    return !user->isBeforeInBlock(owner);
  });
}

/// Writes what the loop carries to where it was before.
static void carryInPlace(scf::ForOp loop, OpBuilder &builder) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  computeForEachPlace(yield, builder);
  SmallVector<Value> values = llvm::to_vector(yield.getOperands());
  auto copy = [&](Value value) {
    return bufferization::AllocTensorOp::create(
        builder, yield.getLoc(), cast<RankedTensorType>(value.getType()),
        ValueRange(), value);
  };
  // What is another argument, or a part of it, is read before that is written.
  SmallVector<bool> isInPlace(values.size());
  for (auto [i, value] : llvm::enumerate(values)) {
    BlockArgument argument = loop.getRegionIterArg(i);
    isInPlace[i] = value == argument || !isa<RankedTensorType>(value.getType());
    if (isInPlace[i])
      continue;
    if (OpOperand *update = findUpdate(value, argument)) {
      isInPlace[i] = !isReadLater(argument, *update);
      builder.setInsertionPoint(update->getOwner());
      if (!isInPlace[i])
        update->set(copy(argument));
      continue;
    }
    builder.setInsertionPoint(yield);
    BlockArgument carried = getCarried(value, loop);
    if (carried && carried.getArgNumber() < argument.getArgNumber())
      value = copy(value);
  }
  builder.setInsertionPoint(yield);
  for (auto [i, value] : llvm::enumerate(values))
    if (!isInPlace[i])
      value = bufferization::MaterializeInDestinationOp::create(
                  builder, value.getLoc(), value, loop.getRegionIterArg(i))
                  ->getResult(0);
  yield->setOperands(values);
}

/// Gives what the loop writes from nothing the place where it goes afterwards.
static void placeResults(scf::ForOp loop, OpBuilder &builder) {
  for (auto [init, result] :
       llvm::zip_equal(loop.getInitArgsMutable(), loop.getResults())) {
    auto empty = init.get().getDefiningOp<tensor::EmptyOp>();
    if (!empty)
      continue;
    auto store = result.hasOneUse()
                     ? dyn_cast<bufferization::MaterializeInDestinationOp>(
                           *result.getUsers().begin())
                     : bufferization::MaterializeInDestinationOp();
    if (store && store.getSource() == result &&
        isa<BlockArgument>(store.getDest()) && store.getDest().hasOneUse()) {
      init.set(store.getDest());
      store->replaceAllUsesWith(ValueRange(result));
      store.erase();
      continue;
    }
    // Not to be replaced by another place, which a loop must not write while it
    // is read there.
    builder.setInsertionPoint(loop);
    init.set(bufferization::AllocTensorOp::create(
        builder, empty.getLoc(), empty.getType(), ValueRange()));
  }
}

namespace {
struct AmpCarryInPlacePass
    : public amprt::impl::AmpCarryInPlacePassBase<AmpCarryInPlacePass> {
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      carryInPlace(loop, builder);
      placeResults(loop, builder);
    }
  }
};
} // namespace
