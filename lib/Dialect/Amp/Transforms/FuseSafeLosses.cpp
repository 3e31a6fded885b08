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
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/IR/Remarks.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPFUSESAFELOSSESPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// The sigmoid that gives `value`, also through casts between floating-point
/// types, which are added to `between`, the last one first.
static SigmoidOp findSigmoid(Value value,
                             SmallVectorImpl<Operation *> &between) {
  while (auto castOp = value.getDefiningOp<CastOp>()) {
    if (!isa<FloatType>(getTensorType(castOp.getInput()).getElementType()))
      return {};
    between.push_back(castOp);
    value = castOp.getInput();
  }
  return value.getDefiningOp<SigmoidOp>();
}

static void fuse(BinaryCrossEntropyOp op) {
  SmallVector<Operation *> dead;
  SigmoidOp sigmoid = findSigmoid(op.getInput(), dead);
  if (!sigmoid)
    return;
  dead.push_back(sigmoid);

  OpBuilder builder(op);
  Value logits = createCast(builder, op.getLoc(), sigmoid.getInput(),
                            getTensorType(op.getTarget()).getElementType());
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
