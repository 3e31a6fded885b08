//===- ScaleLoss.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPSCALELOSSPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static bool isScalerOp(Operation *op) {
  return isa<ScaleOp, UnscaleOp, UpdateScaleOp>(op);
}

static bool usesScaler(func::FuncOp func) {
  return func
      .walk([](Operation *op) {
        return isScalerOp(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Takes every scaler op out: losses and gradients pass as they are.
static void removeScalerOps(func::FuncOp func) {
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isScalerOp(op))
      ops.push_back(op);
  });
  OpBuilder builder(func.getContext());
  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    if (auto scale = dyn_cast<ScaleOp>(op)) {
      scale.replaceAllUsesWith(scale.getValue());
    } else if (auto unscale = dyn_cast<UnscaleOp>(op)) {
      for (auto [result, value] :
           llvm::zip(unscale.getUnscaled(), unscale.getGradients()))
        result.replaceAllUsesWith(
            createCast(builder, op->getLoc(), value,
                       getTensorType(result).getElementType()));
    }
  }
  // The flags' users are scaler ops, which go, and steps, which no longer skip;
  // another use sees that nothing was found.
  for (Operation *op : ops) {
    auto unscale = dyn_cast<UnscaleOp>(op);
    if (!unscale)
      continue;
    Value flag = unscale.getFoundInf();
    for (OpOperand &use : llvm::make_early_inc_range(flag.getUses()))
      if (auto step = dyn_cast<StepOp>(use.getOwner()))
        step.getSkipIfMutable().erase(use.getOperandNumber() -
                                      step.getSkipIf().getBeginOperandIndex());
    if (llvm::any_of(flag.getUsers(),
                     [](Operation *user) { return !isScalerOp(user); })) {
      builder.setInsertionPoint(op);
      flag.replaceAllUsesWith(
          createSplat(builder, op->getLoc(), getTensorType(flag), 0));
    }
  }
  for (Operation *op : llvm::reverse(ops))
    op->erase();
}

/// The steps that a gradient reaches, by number.
using StepSet = llvm::SmallBitVector;

/// Unscales those gradients of `backward` that reach the steps of `reached`,
/// and tests them: one flag for all, since the steps that skip are the same.
static UnscaleOp unscaleGroup(BackwardOp backward, GradScalerOp scaler,
                              ArrayRef<StepSet> reachedBy,
                              const StepSet &reached) {
  OpBuilder builder(backward->getContext());
  builder.setInsertionPointAfter(backward);
  SmallVector<Value> gradients;
  SmallVector<Type> types;
  for (auto [gradient, steps] : llvm::zip(backward.getGradients(), reachedBy)) {
    if (steps != reached)
      continue;
    gradients.push_back(gradient);
    RankedTensorType type = getTensorType(gradient);
    // What was scaled out of f16's subnormals would fall back into them.
    if (is16BitFloat(type.getElementType()))
      type = cast<RankedTensorType>(type.clone(builder.getF32Type()));
    types.push_back(type);
  }
  types.push_back(RankedTensorType::get({}, builder.getI1Type()));
  auto unscale = UnscaleOp::create(builder, backward.getLoc(), types,
                                   scaler.getSymName(), gradients);
  for (auto [gradient, unscaled] :
       llvm::zip(gradients, unscale.getUnscaled())) {
    Value narrow;
    for (OpOperand &use : llvm::make_early_inc_range(gradient.getUses())) {
      if (use.getOwner() == unscale)
        continue;
      if (isa<StepOp>(use.getOwner()) ||
          unscaled.getType() == gradient.getType()) {
        use.set(unscaled);
        continue;
      }
      if (!narrow) {
        builder.setInsertionPointAfter(unscale);
        narrow = createCast(builder, unscale.getLoc(), unscaled,
                            getTensorType(gradient).getElementType());
      }
      use.set(narrow);
    }
  }
  return unscale;
}

/// Scales the seed of `backward` and unscales its gradients. As in PyTorch,
/// where each optimizer tests its own, gradients of different steps are tested
/// apart.
static LogicalResult scaleBackward(BackwardOp backward, GradScalerOp scaler,
                                   ArrayRef<StepSet> reachedBy) {
  RankedTensorType lossType = getTensorType(backward.getLoss());
  if (is16BitFloat(lossType.getElementType()))
    return backward.emitOpError("has a loss of ")
           << lossType
           << ", which the loss scale would overflow; compute the loss in f32";
  Location loc = backward.getLoc();
  OpBuilder builder(backward);
  Value seed = backward.getSeed();
  if (!seed)
    seed = createSplat(builder, loc, lossType, 1);
  Value scaled = ScaleOp::create(builder, loc, scaler.getSymName(), seed);
  backward.getSeedMutable().assign(scaled);

  SmallVector<StepSet> groups;
  for (const StepSet &steps : reachedBy)
    if (!llvm::is_contained(groups, steps))
      groups.push_back(steps);
  for (const StepSet &group : llvm::reverse(groups))
    unscaleGroup(backward, scaler, reachedBy, group);
  return success();
}

/// The values of type `OpTy`'s results from which `gradients` come.
template <typename OpTy>
static SmallVector<OpResult> findSourceResults(ValueRange gradients) {
  llvm::SetVector<Value> slice;
  SmallVector<Value> worklist(gradients);
  SmallVector<OpResult> found;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || !slice.insert(value))
      continue;
    if (isa<OpTy>(op)) {
      found.push_back(cast<OpResult>(value));
      continue;
    }
    worklist.append(op->operand_begin(), op->operand_end());
  }
  return found;
}

namespace {
struct AmpScaleLossPass
    : public amp::impl::AmpScaleLossPassBase<AmpScaleLossPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (mode == "dynamic" || mode == "fixed" || mode == "off")
      return success();
    return emitError(UnknownLoc::get(context))
           << "amp-scale-loss: mode must be dynamic, fixed or off, found '"
           << mode << "'";
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (mode == "off") {
      module.walk([](func::FuncOp func) { removeScalerOps(func); });
      for (auto scaler :
           llvm::make_early_inc_range(module.getOps<GradScalerOp>()))
        scaler.erase();
      return;
    }
    for (GradScalerOp scaler : module.getOps<GradScalerOp>())
      if (failed(configure(scaler)))
        return signalPassFailure();
    for (auto func : module.getOps<func::FuncOp>())
      if (!func.isExternal() && !usesScaler(func) && failed(scale(func)))
        return signalPassFailure();
  }

  /// Applies the options to a scaler.
  LogicalResult configure(GradScalerOp scaler) {
    OpBuilder builder(scaler);
    scaler.setFixed(mode == "fixed");
    if (initScale != 0)
      scaler.setInitScaleAttr(builder.getF64FloatAttr(initScale));
    if (growthInterval != 0)
      scaler.setGrowthInterval(growthInterval);
    if (minScale != 0 && !scaler.getMinScale() && !scaler.getFixed())
      scaler.setMinScaleAttr(builder.getF64FloatAttr(
          std::min<double>(minScale, scaler.getInitScale().convertToDouble())));
    if (maxScale != 0 && !scaler.getMaxScale() && !scaler.getFixed())
      scaler.setMaxScaleAttr(builder.getF64FloatAttr(
          std::max<double>(maxScale, scaler.getInitScale().convertToDouble())));
    return scaler.verify();
  }

  FailureOr<GradScalerOp> getScaler(func::FuncOp func) {
    auto scalers = llvm::to_vector(getOperation().getOps<GradScalerOp>());
    if (scalers.size() == 1)
      return scalers.front();
    if (scalers.size() > 1) {
      InFlightDiagnostic diag =
          func.emitError("the module has ")
          << scalers.size()
          << " scalers; say with amp.scale, amp.unscale and amp.update_scale "
             "which one scales which loss";
      for (GradScalerOp scaler : scalers)
        diag.attachNote(scaler.getLoc())
            << "scaler '" << scaler.getSymName() << "'";
      return failure();
    }
    if (Operation *existing = getOperation().lookupSymbol("grad_scaler")) {
      InFlightDiagnostic diag =
          func.emitError("needs a scaler, but the module has none and the name "
                         "'grad_scaler' is taken; add an amp.grad_scaler");
      diag.attachNote(existing->getLoc()) << "by this symbol";
      return failure();
    }
    auto builder = OpBuilder::atBlockBegin(getOperation().getBody());
    auto scaler = GradScalerOp::create(
        builder, getOperation().getLoc(), builder.getStringAttr("grad_scaler"),
        builder.getF64FloatAttr(65536.0), builder.getF64FloatAttr(2.0),
        builder.getF64FloatAttr(0.5), builder.getI64IntegerAttr(2000),
        FloatAttr(), FloatAttr(), UnitAttr(), StringAttr());
    if (failed(configure(scaler)))
      return failure();
    return scaler;
  }

  LogicalResult scale(func::FuncOp func) {
    auto steps = llvm::to_vector(func.getOps<StepOp>());
    if (steps.empty())
      return success();
    FailureOr<GradScalerOp> scaler = getScaler(func);
    if (failed(scaler))
      return failure();
    // A backward for other ends than a step's stays as it is.
    llvm::MapVector<Operation *, SmallVector<StepSet>> backwards;
    for (auto [i, step] : llvm::enumerate(steps))
      for (OpResult gradient :
           findSourceResults<BackwardOp>(step.getGradients())) {
        SmallVector<StepSet> &reachedBy = backwards[gradient.getOwner()];
        reachedBy.resize(gradient.getOwner()->getNumResults(),
                         StepSet(steps.size()));
        reachedBy[gradient.getResultNumber()].set(i);
      }
    for (auto &[backward, reachedBy] : backwards)
      if (failed(scaleBackward(cast<BackwardOp>(backward), *scaler, reachedBy)))
        return failure();
    llvm::SetVector<Value> flags;
    StepOp last;
    for (StepOp step : steps) {
      llvm::SetVector<Operation *> sources;
      for (OpResult value : findSourceResults<UnscaleOp>(step.getGradients()))
        sources.insert(value.getOwner());
      auto own = sources.takeVector();
      llvm::sort(own, [](Operation *a, Operation *b) {
        return a->isBeforeInBlock(b);
      });
      for (Operation *source : own) {
        Value flag = cast<UnscaleOp>(source).getFoundInf();
        step.getSkipIfMutable().append(flag);
        flags.insert(flag);
        last = step;
      }
    }
    if (!last)
      return success();
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfter(last);
    UpdateScaleOp::create(builder, last.getLoc(), scaler->getSymName(),
                          flags.getArrayRef());
    return success();
  }
};
} // namespace
