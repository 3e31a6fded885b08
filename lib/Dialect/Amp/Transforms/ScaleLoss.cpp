//===- ScaleLoss.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientSources.h"
#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

namespace mlir::amp {
#define GEN_PASS_DEF_AMPSCALELOSSPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// The scaler that `op` names, or null if it is no scaler op.
static FlatSymbolRefAttr getScalerName(Operation *op) {
  return llvm::TypeSwitch<Operation *, FlatSymbolRefAttr>(op)
      .Case<ScaleOp, GetScaleOp, UnscaleOp, UpdateScaleOp>(
          [](auto scalerOp) { return scalerOp.getScalerAttr(); })
      .Default(FlatSymbolRefAttr());
}

static bool usesScaler(func::FuncOp func) {
  return func
      .walk([](Operation *op) {
        return getScalerName(op) ? WalkResult::interrupt()
                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Takes the ops of the scalers that `isRemoved` out: losses and gradients pass
/// as they are.
static void
removeScalerOps(func::FuncOp func,
                llvm::function_ref<bool(FlatSymbolRefAttr)> isRemoved) {
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    FlatSymbolRefAttr name = getScalerName(op);
    if (name && isRemoved(name))
      ops.push_back(op);
  });
  OpBuilder builder(func.getContext());
  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    if (auto scale = dyn_cast<ScaleOp>(op)) {
      scale.replaceAllUsesWith(scale.getValue());
    } else if (auto get = dyn_cast<GetScaleOp>(op)) {
      get.replaceAllUsesWith(
          createSplat(builder, op->getLoc(), getTensorType(get), 1));
    } else if (auto unscale = dyn_cast<UnscaleOp>(op)) {
      for (auto [result, value] :
           llvm::zip(unscale.getUnscaled(), unscale.getGradients()))
        result.replaceAllUsesWith(
            createCast(builder, op->getLoc(), value,
                       getTensorType(result).getElementType()));
    }
  }
  // Steps no longer skip for the flags, scales are no longer updated; another
  // use sees that nothing was found.
  DenseSet<Value> flags;
  for (Operation *op : ops)
    if (auto unscale = dyn_cast<UnscaleOp>(op))
      flags.insert(unscale.getFoundInf());
  func.walk([&](StepOp step) {
    SmallVector<Value> others;
    for (Value flag : step.getSkipIf())
      if (!flags.contains(flag))
        others.push_back(flag);
    if (others.size() != step.getSkipIf().size())
      step.getSkipIfMutable().assign(others);
  });
  for (Operation *op : ops) {
    auto unscale = dyn_cast<UnscaleOp>(op);
    if (!unscale)
      continue;
    Value flag = unscale.getFoundInf();
    if (llvm::any_of(flag.getUsers(), [&](Operation *user) {
          return !llvm::is_contained(ops, user);
        })) {
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
/// For each gradient of an op.
using ReachedSteps = SmallVector<StepSet>;
/// Ops that make gradients, in program order.
using SourceMap = llvm::MapVector<Operation *, ReachedSteps>;

/// The ops of types `OpTys` that make gradients of `consumers`, with the number
/// of the consumer under each result.
template <typename... OpTys>
static SourceMap findSourceOps(ArrayRef<ValueRange> consumers) {
  SourceMap sources;
  for (auto [i, values] : llvm::enumerate(consumers))
    for (OpResult gradient : findSources<OpTys...>(values)) {
      ReachedSteps &reached = sources[gradient.getOwner()];
      reached.resize(gradient.getOwner()->getNumResults(),
                     StepSet(consumers.size()));
      reached[gradient.getResultNumber()].set(i);
    }
  return sources;
}

/// Unscales those results of `source` that reach the steps of `group`, and
/// tests them: one flag for all, since the steps that skip are the same. Uses
/// within an accumulation stay scaled.
static void unscaleGroup(Operation *source, GradScalerOp scaler,
                         const ReachedSteps &reached, const StepSet &group,
                         llvm::function_ref<bool(OpOperand &)> mayReplace) {
  OpBuilder builder(source->getContext());
  builder.setInsertionPointAfter(source);
  SmallVector<Value> gradients;
  SmallVector<Type> types;
  for (auto [gradient, steps] : llvm::zip(source->getResults(), reached)) {
    if (steps != group)
      continue;
    RankedTensorType type = getTensorType(gradient);
    if (!isa<FloatType>(type.getElementType()))
      continue; // an accumulation's flag
    gradients.push_back(gradient);
    // What was scaled out of f16's subnormals would fall back into them.
    if (is16BitFloat(type.getElementType()))
      type = cast<RankedTensorType>(type.clone(builder.getF32Type()));
    types.push_back(type);
  }
  if (gradients.empty())
    return;
  types.push_back(RankedTensorType::get({}, builder.getI1Type()));
  auto unscale = UnscaleOp::create(builder, source->getLoc(), types,
                                   scaler.getSymName(), gradients);
  replaceGradients(gradients, unscale.getUnscaled(), mayReplace);
}

/// Unscales what `source` gives. As in PyTorch, where each optimizer tests its
/// own, gradients of different steps are tested apart.
static void unscale(Operation *source, GradScalerOp scaler,
                    const ReachedSteps &reached,
                    llvm::function_ref<bool(OpOperand &)> mayReplace) {
  SmallVector<StepSet> groups;
  for (const StepSet &steps : reached)
    if (!llvm::is_contained(groups, steps))
      groups.push_back(steps);
  for (const StepSet &group : llvm::reverse(groups))
    unscaleGroup(source, scaler, reached, group, mayReplace);
}

/// Scales the seed of `backward`.
static LogicalResult scaleSeed(BackwardOp backward, GradScalerOp scaler) {
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
  return success();
}

namespace {
struct AmpScaleLossPass
    : public amp::impl::AmpScaleLossPassBase<AmpScaleLossPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyOptions()))
      return signalPassFailure();
    // Scalers that do nothing, and all that names them, go.
    DenseSet<StringAttr> removed;
    for (auto scaler :
         llvm::make_early_inc_range(module.getOps<GradScalerOp>()))
      if (mode == LossScaleMode::Off || !scaler.getEnabled()) {
        removed.insert(scaler.getSymNameAttr());
        scaler.erase();
      } else if (failed(configure(scaler))) {
        return signalPassFailure();
      }
    DenseSet<Operation *> handWritten;
    for (auto func : module.getOps<func::FuncOp>()) {
      if (usesScaler(func))
        handWritten.insert(func);
      removeScalerOps(func, [&](FlatSymbolRefAttr name) {
        return mode == LossScaleMode::Off || removed.contains(name.getAttr());
      });
    }
    // A scaler that was turned off is the graph's own choice of none.
    bool isOff = mode == LossScaleMode::Off ||
                 (!removed.empty() && module.getOps<GradScalerOp>().empty());
    if (isOff || !mode)
      return;
    for (auto func : module.getOps<func::FuncOp>())
      if (!func.isExternal() && !handWritten.contains(func) &&
          failed(scale(func)))
        return signalPassFailure();
  }

  LogicalResult verifyOptions() {
    auto error = [&](const llvm::cl::Option &option) {
      return getOperation().emitError("amp-scale-loss: ")
             << option.ArgStr << " must be ";
    };
    for (const auto *scale : {&initScale, &minScale, &maxScale})
      if (*scale && !(**scale > 0 && std::isfinite(**scale)))
        return error(*scale) << "positive and finite, found " << **scale;
    for (const auto *count : {&growthInterval, &skipLimit})
      if (*count && **count < 1)
        return error(*count) << "at least 1, found " << **count;
    return success();
  }

  /// Applies the options to a scaler.
  LogicalResult configure(GradScalerOp scaler) {
    OpBuilder builder(scaler);
    if (skipLimit && !scaler.getSkipLimit())
      scaler.setSkipLimit(*skipLimit);
    if (!mode)
      return scaler.verify();
    if (mode == LossScaleMode::Fixed)
      scaler.setFixed(true);
    if (initScale)
      scaler.setInitScaleAttr(builder.getF64FloatAttr(*initScale));
    if (growthInterval)
      scaler.setGrowthInterval(*growthInterval);
    if (minScale && !scaler.getMinScale() && !scaler.getFixed())
      scaler.setMinScaleAttr(builder.getF64FloatAttr(std::min<double>(
          *minScale, scaler.getInitScale().convertToDouble())));
    if (maxScale && !scaler.getMaxScale() && !scaler.getFixed())
      scaler.setMaxScaleAttr(builder.getF64FloatAttr(std::max<double>(
          *maxScale, scaler.getInitScale().convertToDouble())));
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
        FloatAttr(), FloatAttr(), UnitAttr(), builder.getBoolAttr(true),
        IntegerAttr(), StringAttr());
    if (failed(configure(scaler)))
      return failure();
    return scaler;
  }

  LogicalResult scale(func::FuncOp func) {
    auto steps = llvm::to_vector(func.getOps<StepOp>());
    if (steps.empty())
      return success();
    SmallVector<ValueRange> gradients;
    for (StepOp step : steps)
      gradients.push_back(step.getGradients());
    // A backward for other ends than a step's stays as it is.
    SourceMap sources = findSourceOps<BackwardOp, AccumulateOp>(gradients);
    SmallVector<AccumulateOp> accumulations;
    SmallVector<ValueRange> summands;
    for (auto &[source, reached] : sources)
      if (auto accumulate = dyn_cast<AccumulateOp>(source)) {
        accumulations.push_back(accumulate);
        summands.push_back(accumulate.getGradients());
      }
    SourceMap inner = findSourceOps<BackwardOp>(summands);
    llvm::SetVector<Operation *> backwards;
    for (auto &[source, reached] :
         llvm::concat<std::pair<Operation *, ReachedSteps>>(sources, inner))
      if (isa<BackwardOp>(source))
        backwards.insert(source);
    if (backwards.empty())
      return success();
    FailureOr<GradScalerOp> scaler = getScaler(func);
    if (failed(scaler))
      return failure();
    for (Operation *backward : backwards)
      if (failed(scaleSeed(cast<BackwardOp>(backward), *scaler)))
        return failure();
    // What is added up stays scaled until all of it is there.
    DenseSet<Operation *> addends = collectAddends(accumulations);
    for (auto &[source, reached] : sources)
      unscale(source, *scaler, reached, [&](OpOperand &use) {
        return !addends.contains(use.getOwner());
      });
    for (auto &[source, reached] : inner)
      for (OpResult gradient : source->getResults())
        for (Operation *user : gradient.getUsers())
          if (!addends.contains(user) && !isa<UnscaleOp>(user) &&
              !sources.count(source))
            return user->emitOpError("uses a gradient that is scaled until it "
                                     "is accumulated; use the accumulated one");

    llvm::SetVector<Value> flags;
    StepOp last;
    for (StepOp step : steps) {
      llvm::SetVector<Operation *> sources;
      for (OpResult value : findSources<UnscaleOp>(step.getGradients()))
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
    for (StepOp step : steps)
      if (step.getWhen() != last.getWhen())
        return step.emitOpError("happens under another condition than the last "
                                "step, and the scale is updated once for both; "
                                "write the scaler's ops by hand");
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfter(last);
    UpdateScaleOp::create(builder, last.getLoc(), scaler->getSymName(),
                          flags.getArrayRef(), last.getWhen());
    return success();
  }

  /// The accumulations, and the ops between the backward ops and them.
  static DenseSet<Operation *>
  collectAddends(ArrayRef<AccumulateOp> accumulations) {
    DenseSet<Operation *> addends;
    SmallVector<Operation *> worklist(accumulations.begin(),
                                      accumulations.end());
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val();
      if (!op || isa<BackwardOp>(op) || !addends.insert(op).second)
        continue;
      for (Value operand : op->getOperands())
        worklist.push_back(operand.getDefiningOp());
    }
    return addends;
  }
};
} // namespace
