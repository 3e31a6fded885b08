//===- Differentiate.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reverse-mode differentiation of symbolic `amp.backward` ops, in program
// order. What has no derivative of its own is first replaced, at its place, by
// what it consists of: an earlier `amp.backward` by the ops of its region, a
// composite op by its decomposition.

#include "Differentiator.h"
#include "Expansion.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Contractions.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Limits.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Regions.h"
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
class BackwardFiller : public Differentiator {
public:
  BackwardFiller(BackwardOp op, DifferentiationState &state)
      : Differentiator(op, state), wrt(op.getWrt()),
        open(wrt.begin(), wrt.end()) {}

  LogicalResult run();

private:
  LogicalResult findActive();
  bool isPart(Operation *op) override { return backward->isAncestor(op); }
  void close(Value result, Value gradient) override {
    if (open.erase(result))
      closed[result] = gradient;
  }

  /// The `backward` op and the ops around it, innermost first. What comes
  /// before one of them in its block comes before `backward`.
  SmallVector<Operation *> places;
  /// The `wrt` values at the start. Those whose op was replaced since are in
  /// `closed`, with their gradient; the others are in `open`.
  SmallVector<Value> wrt;
  DenseSet<Value> open;
  DenseMap<Value, Value> closed;
};
} // namespace

bool Differentiator::usesActive(Operation *op) {
  auto isActive = [&](Value value) { return active.contains(value); };
  if (llvm::any_of(op->getOperands(), isActive))
    return true;
  if (op->getNumRegions() == 0 || op->hasTrait<OpTrait::IsIsolatedFromAbove>())
    return false;
  return op
      ->walk([&](Operation *inner) {
        return llvm::any_of(inner->getOperands(), isActive)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult Differentiator::markActive(Operation *op) {
  if (!usesActive(op))
    return success();
  // Integers and truth values do not vary differentiably.
  for (Value result : op->getResults())
    if (!isa<IntegerType>(getElementTypeOrSelf(result)))
      active.insert(result);
  return verifyStaticShapes(op, "amp-differentiate");
}

LogicalResult BackwardFiller::findActive() {
  active.insert(wrt.begin(), wrt.end());
  for (Operation *op = backward;;) {
    places.push_back(op);
    op = op->getParentOp();
    if (!op || op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      break;
  }
  for (Operation *place : llvm::reverse(places)) {
    for (Operation &op : *place->getBlock()) {
      if (&op == place)
        break;
      if (failed(markActive(&op)))
        return failure();
    }
    auto outer = dyn_cast<BackwardOp>(place);
    if (outer && outer != backward && active.contains(outer.getSeed()))
      active.insert(outer.getBody().getArgument(0));
  }
  return verifyStaticShapes(backward, "amp-differentiate");
}

bool Differentiator::isOnTheWay(Operation *op) {
  return llvm::any_of(
             op->getResults(),
             [&](Value result) { return gradients.contains(result); }) &&
         usesActive(op);
}

void Differentiator::accumulate(Value value, Value gradient) {
  Value &sum = gradients[value];
  sum =
      sum ? AddOp::create(builder, backward.getLoc(), sum, gradient).getResult()
          : gradient;
}

/// True if the one result of `op` may have another type, too.
static bool mayWiden(Operation *op, Type type) {
  auto inferable = dyn_cast<InferTypeOpInterface>(op);
  return inferable && op->getNumResults() == 1 &&
         inferable.isCompatibleReturnTypes(op->getResultTypes(), type);
}

/// The gradient of a weight's 16-bit copy is about to be cast to the weight's
/// f32. Where one GEMM or sum made it, that op can give f32 at once, without a
/// rounding; where it was computed in f32 and rounded, that is not done.
void Differentiator::widenWeightGradient(CastOp op) {
  Value gradient = gradients.lookup(op.getResult());
  RankedTensorType type = getTensorType(gradient);
  FloatType f32 = builder.getF32Type();
  if (!state.wideWeightGradients || !gradient.use_empty() ||
      !is16BitFloat(type.getElementType()) ||
      !getTensorType(op.getInput()).getElementType().isF32())
    return;
  // The 16-bit op stays: it may be the gradient of another value too. If it is
  // not, nothing uses it in the end.
  if (isa_and_present<ComputeTypeOpInterface>(gradient.getDefiningOp()) &&
      mayWiden(gradient.getDefiningOp(), type.clone(f32))) {
    Operation *product = builder.clone(*gradient.getDefiningOp());
    product->getResult(0).setType(type.clone(f32));
    gradients[op.getResult()] = product->getResult(0);
  } else if (auto sum = gradient.getDefiningOp<SumOp>()) {
    gradients[op.getResult()] =
        SumOp::create(builder, sum.getLoc(), sum.getInput(), sum.getDimsAttr(),
                      sum.getKeepdimAttr(), TypeAttr::get(f32));
  } else if (auto rounded = gradient.getDefiningOp<CastOp>();
             rounded && getElementTypeOrSelf(rounded.getInput()) == f32) {
    gradients[op.getResult()] = rounded.getInput();
  }
}

LogicalResult Differentiator::buildGradients(DifferentiableOpInterface op) {
  if (auto castOp = dyn_cast<CastOp>(op.getOperation()))
    widenWeightGradient(castOp);
  SmallVector<Value> resultGradients, operandGradients(op->getNumOperands());
  for (Value result : op->getResults())
    resultGradients.push_back(gradients.lookup(result));
  SmallVector<bool> needed;
  for (Value operand : op->getOperands())
    needed.push_back(active.contains(operand));
  if (failed(collect(op, needed)))
    return failure();
  if (llvm::none_of(needed, [](bool asked) { return asked; }))
    return success();
  if (failed(op.buildGradients(builder, resultGradients, needed,
                               operandGradients)))
    return failure();
  for (auto [operand, gradient] :
       llvm::zip(op->getOperands(), operandGradients))
    if (gradient)
      accumulate(operand, gradient);
  return success();
}

/// Ops that now stand among those to which precision is assigned are not to be
/// held against the policy: it spoke of the op that they come from.
void Differentiator::markExempt(Operation *op, const Twine &reason) {
  if (state.isAssigned && isa<PrecisionOpInterface>(op) && !isa<CastOp>(op) &&
      !op->hasAttr("amp.exempt"))
    op->setAttr("amp.exempt", builder.getStringAttr(reason));
}

/// Puts in the place of `op` what it consists of, with the gradients that have
/// arrived.
LogicalResult Differentiator::expand(Operation *op) {
  SmallVector<Value> results;
  Operation *before = op->getPrevNode();
  if (auto inner = dyn_cast<BackwardOp>(op)) {
    inner.getBody().walk(
        [&](Operation *derivative) { markExempt(derivative, "derivative"); });
    // Its gradients may have ends besides this loss, such as an optimizer. For
    // those it stays, to be seen by amp-scale-loss.
    bool isNeeded = llvm::any_of(
        op->getUsers(), [&](Operation *user) { return !passesOn(user); });
    if (isNeeded) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(op);
      inner = cast<BackwardOp>(builder.clone(*op));
    }
    expandBackward(inner, results);
    if (isNeeded)
      inner->erase();
  } else if (failed(expandComposite(cast<DecomposableOpInterface>(op),
                                    "amp-differentiate", state.symbols,
                                    results))) {
    return failure();
  }
  for (Operation &inner : getOpsBetween(before, op)) {
    ++(isa<BackwardOp>(op) ? state.numNested : state.numMade);
    if (!isa<BackwardOp>(op))
      inner.walk([&](Operation *part) {
        markExempt(part, "part of " + op->getName().getStringRef());
      });
    if (failed(markActive(&inner)))
      return failure();
    if (isCandidate.insert(&inner).second)
      candidates.push_back(&inner);
  }
  replace(op, results);
  return success();
}

/// Hands the gradients and the uses of `op` on to `results`, and erases it
/// unless it has other uses.
void Differentiator::replace(Operation *op, ValueRange results) {
  for (auto [result, replacement] : llvm::zip(op->getResults(), results)) {
    Value gradient = gradients.lookup(result);
    close(result, gradient);
    gradients.erase(result);
    active.erase(result);
    if (gradient && active.contains(replacement))
      accumulate(replacement, gradient);
    result.replaceUsesWithIf(replacement, [&](OpOperand &use) {
      return !isa<BackwardOp>(op) || passesOn(use.getOwner());
    });
  }
  if (!op->use_empty())
    return;
  for (Value operand : op->getOperands())
    if (Operation *source = operand.getDefiningOp())
      if (isCandidate.insert(source).second)
        candidates.push_back(source);
  isCandidate.erase(op);
  op->erase();
}

/// Lets the gradients of what comes before `place` in its block arrive.
LogicalResult Differentiator::sweep(Operation *place) {
  for (Operation *op = place->getPrevNode(); op;) {
    if (!isOnTheWay(op)) {
      op = op->getPrevNode();
      continue;
    }
    if (auto differentiable = dyn_cast<DifferentiableOpInterface>(op)) {
      reached.insert(op);
      if (failed(buildGradients(differentiable)))
        return failure();
      op = op->getPrevNode();
      continue;
    }
    if (auto scan = dyn_cast<ScanOp>(op)) {
      FailureOr<ScanOp> kept = differentiateScan(scan, *this, state);
      if (failed(kept))
        return failure();
      if (*kept != scan) {
        if (failed(markActive(*kept)))
          return failure();
        replace(scan, kept->getResults().take_front(scan.getNumResults()));
      }
      reached.insert(*kept);
      op = (*kept)->getPrevNode();
      continue;
    }
    if (!isa<BackwardOp, DecomposableOpInterface>(op)) {
      InFlightDiagnostic diag =
          op->emitOpError("has no derivative, but the loss depends on it");
      diag.attachNote(backward.getLoc()) << "gradient asked for here";
      if (isa<AutocastOp>(op))
        diag.attachNote() << "amp-assign-precision, which comes before "
                             "amp-differentiate, dissolves it";
      return failure();
    }
    // The op may stay, for other uses; or its place may be taken by nothing.
    Operation *next = op->getNextNode();
    if (failed(expand(op)))
      return failure();
    op = next->getPrevNode();
  }
  // The ops of a region written by hand read the seed.
  auto outer = dyn_cast_if_present<BackwardOp>(place->getParentOp());
  if (!outer || outer.getBody().empty())
    return success();
  Value gradient = gradients.lookup(outer.getBody().getArgument(0));
  if (gradient && active.contains(outer.getSeed()))
    accumulate(outer.getSeed(), gradient);
  return success();
}

/// Erases what has no use in `body`, and of the ops that were put in the place
/// of others, or fed those.
void Differentiator::eraseUnused(Block &body) {
  for (Operation *op = body.getTerminator()->getPrevNode(); op;) {
    Operation *before = op->getPrevNode();
    if (isOpTriviallyDead(op))
      op->erase();
    op = before;
  }
  while (!candidates.empty()) {
    Operation *op = candidates.pop_back_val();
    if (!isCandidate.erase(op) || !isOpTriviallyDead(op))
      continue;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *source = operand.getDefiningOp())
          if (!op->isAncestor(source) && isCandidate.insert(source).second)
            candidates.push_back(source);
    });
    op->erase();
  }
}

LogicalResult BackwardFiller::run() {
  if (failed(findActive()))
    return failure();
  Block *body =
      builder.createBlock(&backward.getBody(), {}, backward.getLoss().getType(),
                          backward.getLoss().getLoc());
  builder.setInsertionPointToEnd(body);
  gradients[backward.getLoss()] = body->getArgument(0);
  for (Operation *place : places)
    if (failed(sweep(place)))
      return failure();

  SmallVector<Value> results;
  for (auto [value, result] : llvm::zip(wrt, backward.getGradients())) {
    RankedTensorType type = getTensorType(result);
    auto found = closed.find(value);
    Value gradient =
        found == closed.end() ? gradients.lookup(value) : found->second;
    results.push_back(gradient
                          ? createCast(builder, backward.getLoc(), gradient,
                                       type.getElementType())
                          : createSplat(builder, backward.getLoc(), type, 0));
  }
  YieldOp::create(builder, backward.getLoc(), results);
  state.numMade += body->getOperations().size();
  eraseUnused(*body);
  return success();
}

namespace {
struct AmpDifferentiatePass
    : public amp::impl::AmpDifferentiatePassBase<AmpDifferentiatePass> {
  using Base::Base;

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
    DifferentiationState state{wgradType == WgradType::F32,
                               getOperation()->hasAttr("amp.assigned"),
                               {}};
    for (BackwardOp op : ops) {
      if (failed(BackwardFiller(op, state).run()))
        return signalPassFailure();
      // Each order of a derivative has some times the ops of the one before.
      if (state.numMade > kMaxOps || state.numNested > kMaxNestedOps) {
        op.emitOpError("needs too many ops: with those before it, ")
            << state.numMade << " are made, of at most " << kMaxOps << ", and "
            << state.numNested
            << " of derivatives are differentiated again, of at "
            << "most " << kMaxNestedOps;
        return signalPassFailure();
      }
    }
  }
};
} // namespace
