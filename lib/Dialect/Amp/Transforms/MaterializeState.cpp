//===- MaterializeState.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPMATERIALIZESTATEPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct AmpMaterializeStatePass
    : public amp::impl::AmpMaterializeStatePassBase<AmpMaterializeStatePass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (Operation &op :
         llvm::make_early_inc_range(*getOperation().getBody())) {
      LogicalResult result = success();
      if (auto scaler = dyn_cast<GradScalerOp>(op))
        result = materialize(scaler, symbols);
      else if (auto optimizer = dyn_cast<OptimizerOp>(op))
        result = materialize(optimizer, symbols);
      if (failed(result))
        return signalPassFailure();
    }
  }

  /// Adds the variable `name` before `owner`, unless it is there already.
  LogicalResult addVariable(Operation *owner, SymbolTable &symbols,
                            StringRef name, VariableRole role,
                            RankedTensorType type, double value,
                            StringRef statistic = {}) {
    if (Operation *existing = symbols.lookup(name)) {
      auto variable = dyn_cast<VariableOp>(existing);
      if (variable && variable.getType() == type && variable.getRole() == role)
        return success();
      InFlightDiagnostic diag = owner->emitOpError("needs a variable '")
                                << name << "' of role "
                                << stringifyVariableRole(role) << " and type "
                                << type;
      diag.attachNote(existing->getLoc()) << "but the name is taken";
      return diag;
    }
    OpBuilder builder(owner);
    auto kind = value == 0 ? InitializerKind::Zeros : InitializerKind::Constant;
    auto initializer = InitializerAttr::get(
        &getContext(), kind,
        builder.getDenseF64ArrayAttr(value == 0 ? ArrayRef<double>()
                                                : ArrayRef<double>(value)));
    auto variable = VariableOp::create(
        builder, owner->getLoc(), name, role, type, initializer,
        statistic.empty() ? StringAttr() : builder.getStringAttr(statistic),
        FlatSymbolRefAttr(), StringAttr());
    symbols.insert(variable, Block::iterator(owner));
    return success();
  }

  LogicalResult materialize(GradScalerOp op, SymbolTable &symbols) {
    auto scalar = [](Type type) { return RankedTensorType::get({}, type); };
    Builder builder(&getContext());
    if (failed(addVariable(op, symbols, op.getScaleName(), VariableRole::Scaler,
                           scalar(builder.getF32Type()),
                           op.getInitScale().convertToDouble(), "loss scale")))
      return failure();
    if (failed(addVariable(op, symbols, op.getGrowthTrackerName(),
                           VariableRole::Scaler, scalar(builder.getI32Type()),
                           0)))
      return failure();
    return addVariable(op, symbols, op.getSkippedName(), VariableRole::Scaler,
                       scalar(builder.getI64Type()), 0, "skipped steps");
  }

  LogicalResult materialize(OptimizerOp op, SymbolTable &symbols) {
    Builder builder(&getContext());
    auto add = [&](StringRef name, RankedTensorType type, double value) {
      return addVariable(op, symbols, name, VariableRole::OptimizerState, type,
                         value);
    };
    auto scalar = [](Type type) { return RankedTensorType::get({}, type); };
    if (failed(add(op.getLearningRateName(), scalar(builder.getF64Type()),
                   op.getLr().convertToDouble())))
      return failure();
    if (op.needsStepCount() &&
        failed(add(op.getStepsName(), scalar(builder.getI64Type()), 0)))
      return failure();
    if (op.getMomentum().isZero())
      return success();
    for (auto name : op.getParameters().getAsRange<FlatSymbolRefAttr>()) {
      RankedTensorType type =
          symbols.lookup<VariableOp>(name.getAttr()).getTensorType();
      if (is16BitFloat(type.getElementType()))
        type = llvm::cast<RankedTensorType>(type.clone(builder.getF32Type()));
      if (failed(add(op.getMomentumName(name.getValue()), type, 0)))
        return failure();
    }
    return success();
  }
};
} // namespace
