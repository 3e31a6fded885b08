//===- Differentiate.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reverse-mode differentiation of symbolic `amp.backward` ops.

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPDIFFERENTIATEPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Fills one `amp.backward`.
struct Differentiator {
  Differentiator(BackwardOp op, bool wideWeightGradients)
      : backward(op), builder(op.getContext()),
        wideWeightGradients(wideWeightGradients) {}

  LogicalResult run();

private:
  void findActive();
  /// True if `op`, or an op in its regions, reads an active value.
  bool usesActive(Operation *op);
  LogicalResult differentiate(Operation *op);
  void accumulate(Value value, Value gradient);
  void widenWeightGradient(CastOp op);

  BackwardOp backward;
  OpBuilder builder;
  bool wideWeightGradients;
  /// Values that depend on a `wrt` value.
  DenseSet<Value> active;
  /// Gradients so far. Complete when the value's op is reached.
  DenseMap<Value, Value> gradients;
};
} // namespace

bool Differentiator::usesActive(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        return llvm::any_of(inner->getOperands(),
                            [&](Value value) { return active.contains(value); })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void Differentiator::findActive() {
  active.insert(backward.getWrt().begin(), backward.getWrt().end());
  for (Operation &op : *backward->getBlock()) {
    if (&op == backward)
      break;
    if (usesActive(&op))
      active.insert(op.result_begin(), op.result_end());
  }
}

void Differentiator::accumulate(Value value, Value gradient) {
  Value &sum = gradients[value];
  sum =
      sum ? AddOp::create(builder, backward.getLoc(), sum, gradient).getResult()
          : gradient;
}

/// The gradient of a weight's 16-bit copy is about to be cast to the weight's
/// f32. Where one GEMM or sum made it, that op can give f32 at once, without a
/// rounding.
void Differentiator::widenWeightGradient(CastOp op) {
  Value gradient = gradients.lookup(op.getResult());
  RankedTensorType type = getTensorType(gradient);
  FloatType f32 = builder.getF32Type();
  if (!wideWeightGradients || !gradient.use_empty() ||
      !is16BitFloat(type.getElementType()) ||
      !getTensorType(op.getInput()).getElementType().isF32())
    return;
  // The 16-bit op stays: it may be the gradient of another value too. If it is
  // not, nothing uses it in the end.
  if (auto matmul = gradient.getDefiningOp<MatmulOp>()) {
    gradients[op.getResult()] = MatmulOp::create(
        builder, matmul.getLoc(), type.clone(f32), matmul.getLhs(),
        matmul.getRhs(), matmul.getComputeTypeAttr());
  } else if (auto sum = gradient.getDefiningOp<SumOp>()) {
    gradients[op.getResult()] =
        SumOp::create(builder, sum.getLoc(), sum.getInput(), sum.getDimsAttr(),
                      sum.getKeepdimAttr(), TypeAttr::get(f32));
  }
}

LogicalResult Differentiator::differentiate(Operation *op) {
  SmallVector<Value> resultGradients;
  bool arrives = false;
  for (Value result : op->getResults()) {
    resultGradients.push_back(gradients.lookup(result));
    arrives |= static_cast<bool>(resultGradients.back());
  }
  SmallVector<bool> needed;
  for (Value operand : op->getOperands())
    needed.push_back(active.contains(operand));
  if (!arrives || !usesActive(op))
    return success();

  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  if (!differentiable) {
    InFlightDiagnostic diag =
        op->emitOpError("has no derivative, but the loss depends on it");
    diag.attachNote(backward.getLoc()) << "gradient asked for here";
    if (isa<BackwardOp>(op))
      diag.attachNote(op->getLoc())
          << "gradients of gradients are not supported yet";
    if (isa<AutocastOp>(op))
      diag.attachNote() << "amp-assign-precision, which comes before "
                           "amp-differentiate, dissolves it";
    return failure();
  }
  if (auto castOp = dyn_cast<CastOp>(op)) {
    widenWeightGradient(castOp);
    resultGradients[0] = gradients.lookup(castOp.getResult());
  }
  SmallVector<Value> operandGradients(op->getNumOperands());
  if (failed(differentiable.buildGradients(builder, resultGradients, needed,
                                           operandGradients)))
    return failure();
  for (auto [operand, gradient] :
       llvm::zip(op->getOperands(), operandGradients))
    if (gradient)
      accumulate(operand, gradient);
  return success();
}

LogicalResult Differentiator::run() {
  for (Operation &op : *backward->getBlock()) {
    for (Type type :
         llvm::concat<const Type>(op.getOperandTypes(), op.getResultTypes()))
      if (auto shaped = dyn_cast<ShapedType>(type))
        if (!shaped.hasStaticShape())
          return op.emitOpError("has the unknown size in ")
                 << type
                 << "; run amp-specialize-shapes before "
                    "amp-differentiate";
    if (&op == backward)
      break;
  }
  findActive();

  Block *body =
      builder.createBlock(&backward.getBody(), {}, backward.getLoss().getType(),
                          backward.getLoss().getLoc());
  builder.setInsertionPointToEnd(body);
  gradients[backward.getLoss()] = body->getArgument(0);
  for (Operation *op = backward->getPrevNode(); op; op = op->getPrevNode())
    if (failed(differentiate(op)))
      return failure();

  SmallVector<Value> results;
  for (Value value : backward.getWrt()) {
    RankedTensorType type = getTensorType(value);
    Value gradient = gradients.lookup(value);
    results.push_back(gradient
                          ? createCast(builder, backward.getLoc(), gradient,
                                       type.getElementType())
                          : createSplat(builder, backward.getLoc(), type, 0));
  }
  YieldOp::create(builder, backward.getLoc(), results);
  for (Operation *op = body->getTerminator()->getPrevNode(); op;) {
    Operation *before = op->getPrevNode();
    if (isOpTriviallyDead(op))
      op->erase();
    op = before;
  }
  return success();
}

namespace {
struct AmpDifferentiatePass
    : public amp::impl::AmpDifferentiatePassBase<AmpDifferentiatePass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (wgradType == "f32" || wgradType == "as-forward")
      return success();
    return emitError(UnknownLoc::get(context))
           << "amp-differentiate: wgrad-type must be f32 or as-forward, found '"
           << wgradType << "'";
  }

  void runOnOperation() override {
    SmallVector<BackwardOp> ops;
    getOperation().walk([&](BackwardOp op) {
      if (op.getBody().empty())
        ops.push_back(op);
    });
    if (!ops.empty() && !llvm::hasSingleElement(getOperation().getBody())) {
      getOperation().emitError("expects a body without control flow");
      return signalPassFailure();
    }
    for (BackwardOp op : ops)
      if (failed(Differentiator(op, wgradType == "f32").run()))
        return signalPassFailure();
  }
};
} // namespace
