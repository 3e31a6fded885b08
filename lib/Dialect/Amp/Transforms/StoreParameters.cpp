//===- StoreParameters.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPSTOREPARAMETERSPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct AmpStoreParametersPass
    : public amp::impl::AmpStoreParametersPassBase<AmpStoreParametersPass> {
  using Base::Base;

  void runOnOperation() override {
    low = dtype == LowType::F16 ? FloatType(Float16Type::get(&getContext()))
                                : FloatType(BFloat16Type::get(&getContext()));
    DenseSet<StringAttr> changed, kept;
    if (keepBatchNormF32)
      findKept(kept);
    for (auto variable : getOperation().getOps<VariableOp>()) {
      RankedTensorType type = variable.getTensorType();
      if (variable.getRole() != VariableRole::Parameter ||
          !type.getElementType().isF32() ||
          kept.contains(variable.getSymNameAttr()))
        continue;
      if (failed(convertInitializer(variable)))
        return signalPassFailure();
      variable.setType(type.clone(low));
      changed.insert(variable.getSymNameAttr());
    }
    getOperation().walk([&](Operation *op) {
      if (auto read = dyn_cast<ReadOp>(op)) {
        if (changed.contains(read.getVariableAttr().getAttr()))
          convertRead(read);
      } else if (auto assign = dyn_cast<AssignOp>(op)) {
        if (changed.contains(assign.getVariableAttr().getAttr())) {
          OpBuilder builder(assign);
          assign.getValueMutable().assign(
              createCast(builder, assign.getLoc(), assign.getValue(), low));
        }
      }
    });
  }

  /// Parameters that an op keeps in their own type, whatever it runs in.
  void findKept(DenseSet<StringAttr> &kept) {
    getOperation().walk([&](PrecisionOpInterface op) {
      if (isa<CastOp>(op))
        return;
      for (OpOperand &operand : op->getOpOperands())
        if (auto read = operand.get().getDefiningOp<ReadOp>())
          if (!op.isPrecisionOperand(operand.getOperandNumber()))
            kept.insert(read.getVariableAttr().getAttr());
    });
  }

  LogicalResult convertInitializer(VariableOp variable) {
    if (isa<InitializerAttr>(variable.getInitializer()))
      return success();
    auto elements = dyn_cast<DenseFPElementsAttr>(variable.getInitializer());
    if (!elements)
      return variable.emitOpError(
                 "has an initializer that cannot be rounded to ")
             << low << "; expected a dense one";
    variable.setInitializerAttr(
        elements.mapValues(low, [&](const APFloat &value) {
          APFloat rounded = value;
          bool lossy;
          rounded.convert(low.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                          &lossy);
          return rounded.bitcastToAPInt();
        }));
    return success();
  }

  /// The read gives the low type. Differentiation is with respect to it; all
  /// others see it widened, until precision assignment has its say.
  void convertRead(ReadOp read) {
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfter(read);
    RankedTensorType type = getTensorType(read.getResult());
    Value value = read.getResult();
    value.setType(type.clone(low));
    auto widened = CastOp::create(builder, read.getLoc(), type, value);
    for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
      if (use.getOwner() == widened)
        continue;
      auto backward = dyn_cast<BackwardOp>(use.getOwner());
      if (!backward || use.getOperandNumber() == 0 ||
          use.getOperandNumber() > backward.getWrt().size()) {
        use.set(widened);
        continue;
      }
      convertGradient(backward, use.getOperandNumber() - 1);
    }
    if (widened.use_empty())
      widened.erase();
  }

  /// Gradient `i` is of the low type; users that are no steps see it widened.
  /// What they make of it goes to a step as it is: steps take f32.
  void convertGradient(BackwardOp backward, unsigned i) {
    OpBuilder builder(&getContext());
    Value gradient = backward.getGradients()[i];
    RankedTensorType type = getTensorType(gradient);
    gradient.setType(type.clone(low));
    if (!backward.getBody().empty()) {
      Operation *yield = backward.getBody().front().getTerminator();
      builder.setInsertionPoint(yield);
      yield->setOperand(
          i, createCast(builder, backward.getLoc(), yield->getOperand(i), low));
    }
    builder.setInsertionPointAfter(backward);
    auto widened = CastOp::create(builder, backward.getLoc(), type, gradient);
    gradient.replaceUsesWithIf(widened, [&](OpOperand &use) {
      return use.getOwner() != widened && !isa<StepOp>(use.getOwner());
    });
    if (widened.use_empty())
      widened.erase();
  }

  FloatType low;
};
} // namespace
