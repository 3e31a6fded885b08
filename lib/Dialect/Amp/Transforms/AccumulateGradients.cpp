//===- AccumulateGradients.cpp -------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoint.h"
#include "GradientSources.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPACCUMULATEGRADIENTSPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// The gradients are those of backward ops as they are, and nobody else's.
static bool isBehindBackward(AccumulateOp op) {
  return llvm::all_of(op.getGradients(), [&](Value gradient) {
    auto backward = gradient.getDefiningOp<BackwardOp>();
    return backward && llvm::all_of(backward->getUsers(), [&](Operation *user) {
             return user == op;
           });
  });
}

/// Divides the losses by k, and so every gradient: before f16 could overflow.
static void divideLosses(AccumulateOp op) {
  llvm::SetVector<Operation *> backwards;
  for (Value gradient : op.getGradients())
    backwards.insert(gradient.getDefiningOp());
  for (Operation *source : backwards) {
    auto backward = cast<BackwardOp>(source);
    OpBuilder builder(backward);
    Location loc = backward.getLoc();
    RankedTensorType type = getTensorType(backward.getLoss());
    auto k = static_cast<double>(op.getK());
    // Divided, not multiplied by 1/k, which would round once more.
    if (Value seed = backward.getSeed())
      backward.getSeedMutable().assign(DivOp::create(
          builder, loc, seed,
          createSplat(builder, loc,
                      RankedTensorType::get({}, type.getElementType()), k)));
    else
      backward.getSeedMutable().assign(createSplat(builder, loc, type, 1 / k));
  }
  op.setReduction(LossReduction::Sum);
}

namespace {
struct AmpAccumulateGradientsPass
    : public amp::impl::AmpAccumulateGradientsPassBase<
          AmpAccumulateGradientsPass> {
  using Base::Base;

  void runOnOperation() override {
    if (k < 1) {
      getOperation().emitError(
          "amp-accumulate-gradients: k must be at least 1, found ")
          << k.getValue();
      return signalPassFailure();
    }
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && failed(accumulate(func)))
        return signalPassFailure();
  }

  LogicalResult accumulate(func::FuncOp func) {
    int64_t count = k;
    if (auto own = getSpecialization<IntegerAttr>(func, "micro_batches"))
      count = own.getInt();
    if (count > 1 && func.getOps<AccumulateOp>().empty() &&
        failed(insert(func, count)))
      return failure();
    MicroBatchPhase phase = this->phase;
    // The dialect has verified the word.
    if (auto own = getSpecialization<StringAttr>(func, "phase"))
      phase = symbolizeOption<MicroBatchPhase>(own.getValue()).value_or(phase);
    Value known;
    for (auto op : func.getOps<AccumulateOp>()) {
      if (op.getReduction() == LossReduction::Mean && isBehindBackward(op))
        divideLosses(op);
      if (phase == MicroBatchPhase::Any)
        continue;
      // One flag for all: they count the same runs.
      bool isLast = phase == MicroBatchPhase::Last;
      if (!known) {
        auto builder = OpBuilder::atBlockBegin(&func.front());
        known = createSplat(builder, op.getLoc(),
                            getTensorType(op.getComplete()), isLast ? 1 : 0);
      }
      op.setKnownComplete(isLast);
      op.getComplete().replaceAllUsesWith(known);
    }
    return success();
  }

  /// Puts an accumulation behind each backward op that a step needs.
  LogicalResult insert(func::FuncOp func, int64_t count) {
    auto steps = llvm::to_vector(func.getOps<StepOp>());
    llvm::SetVector<Operation *> backwards;
    for (StepOp step : steps)
      for (OpResult gradient : findSources<BackwardOp>(step.getGradients()))
        backwards.insert(gradient.getOwner());
    if (backwards.empty())
      return success();
    for (Operation &op : func.getOps())
      if (isa<UnscaleOp, UpdateScaleOp>(op))
        return op.emitOpError("is in a function whose gradients are to be "
                              "accumulated; place amp.accumulate before it by "
                              "hand");
    for (StepOp step : steps)
      if (step.getWhen())
        return step.emitOpError("happens under a condition of its own; place "
                                "amp.accumulate by hand, and let the step "
                                "happen when both hold");
    for (auto [i, backward] : llvm::enumerate(backwards))
      insertBehind(cast<BackwardOp>(backward), i, count);
    // The flags of one function agree: all count the same runs.
    Value complete = (*func.getOps<AccumulateOp>().begin()).getComplete();
    for (StepOp step : steps)
      if (!findSources<AccumulateOp>(step.getGradients()).empty())
        step.getWhenMutable().assign(complete);
    return success();
  }

  void insertBehind(BackwardOp backward, size_t number, int64_t count) {
    OpBuilder builder(backward->getContext());
    builder.setInsertionPointAfter(backward);
    SmallVector<Type> types;
    for (Value gradient : backward.getGradients()) {
      RankedTensorType type = getTensorType(gradient);
      if (is16BitFloat(type.getElementType()))
        type = cast<RankedTensorType>(type.clone(builder.getF32Type()));
      types.push_back(type);
    }
    types.push_back(RankedTensorType::get({}, builder.getI1Type()));
    // Specializations of one entry point add to the same sums.
    std::string name =
        (getEntryName(backward->getParentOfType<func::FuncOp>()) +
         ".accumulated." + Twine(number))
            .str();
    auto op = AccumulateOp::create(
        builder, backward.getLoc(), types, builder.getStringAttr(name),
        backward.getGradients(), builder.getI64IntegerAttr(count),
        LossReductionAttr::get(backward->getContext(),
                               reduction == AccumulateReduction::Mean
                                   ? LossReduction::Mean
                                   : LossReduction::Sum),
        BoolAttr());
    replaceGradients(backward.getGradients(), op.getSums(), [](OpOperand &use) {
      return !isa<AccumulateOp>(use.getOwner());
    });
  }
};
} // namespace
