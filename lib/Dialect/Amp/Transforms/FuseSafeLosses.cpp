//===- FuseSafeLosses.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Losses.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/IR/Remarks.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPFUSESAFELOSSESPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// True if the op moves elements of its operand, each as it is.
static bool movesElements(Operation *op) {
  return isa<ReshapeOp, TransposeOp, BroadcastToOp, SliceOp, SqueezeOp,
             UnsqueezeOp>(op);
}

/// The sigmoid that gives `value`, also through casts between floating-point
/// types and ops that move elements, which are added to `between`, the last one
/// first.
static SigmoidOp findSigmoid(Value value,
                             SmallVectorImpl<Operation *> &between) {
  while (Operation *op = value.getDefiningOp()) {
    auto castOp = dyn_cast<CastOp>(op);
    if (!castOp && !movesElements(op))
      break;
    value = op->getOperand(0);
    if (castOp && !isa<FloatType>(getTensorType(value).getElementType()))
      return {};
    between.push_back(op);
  }
  return value.getDefiningOp<SigmoidOp>();
}

/// The logits where the loss reads probabilities: moved as those are.
static Value moveLogits(OpBuilder &builder, Value logits,
                        ArrayRef<Operation *> between) {
  Type element = getTensorType(logits).getElementType();
  for (Operation *op : reverse(between)) {
    if (!movesElements(op))
      continue;
    Operation *moved = builder.clone(*op);
    moved->setOperand(0, logits);
    logits = moved->getResult(0);
    logits.setType(getTensorType(logits).clone(element));
  }
  return logits;
}

static void fuse(BinaryCrossEntropyOp op) {
  SmallVector<Operation *> dead;
  SigmoidOp sigmoid = findSigmoid(op.getInput(), dead);
  if (!sigmoid)
    return;

  OpBuilder builder(op);
  Value logits = moveLogits(builder, sigmoid.getInput(), dead);
  logits = createCast(builder, op.getLoc(), logits,
                      getTensorType(op.getTarget()).getElementType());
  dead.push_back(sigmoid);
  auto fused = BinaryCrossEntropyWithLogitsOp::create(
      builder, op.getLoc(), op.getType(), logits, op.getTarget(),
      op.getWeight(), /*pos_weight=*/Value(), op.getReductionAttr());
  fused->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  remark::passed(op.getLoc(), remark::RemarkOpts::name(op.getPrecisionName())
                                  .category("amp-fuse-safe-losses"))
      << remark::metric("fused", fused.getPrecisionName());
  op.replaceAllUsesWith(fused.getResult());
  op.erase();
  // From the last one on: each was the next one's only user.
  for (Operation *producer : dead) {
    if (!producer->use_empty())
      break;
    producer->erase();
  }
}

namespace {
struct AmpFuseSafeLossesPass
    : public amp::impl::AmpFuseSafeLossesPassBase<AmpFuseSafeLossesPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk([](BinaryCrossEntropyOp op) { fuse(op); });
  }
};
} // namespace
