//===- MaterializeState.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoint.h"
#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/State.h"
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
    llvm::StringMap<AccumulateOp> accumulations;
    WalkResult result = getOperation().walk([&](AccumulateOp op) {
      auto [known, isNew] = accumulations.try_emplace(op.getName(), op);
      // Specializations of one entry point have one.
      auto func = op->getParentOfType<func::FuncOp>(),
           other = known->second->getParentOfType<func::FuncOp>();
      if (!isNew &&
          (func == other || getEntryName(func) != getEntryName(other))) {
        InFlightDiagnostic diag =
            op.emitOpError("has the name \"")
            << op.getName() << "\" of another accumulation, whose sums it "
            << "would change; choose another name";
        diag.attachNote(known->second.getLoc()) << "the other one";
        return WalkResult::interrupt();
      }
      return failed(materialize(op, symbols)) ? WalkResult::interrupt()
                                              : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
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
    // Beside what owns it, or before the function that does.
    Operation *place = owner;
    while (place->getParentOp() != getOperation())
      place = place->getParentOp();
    OpBuilder builder(place);
    auto kind = value == 0 ? InitializerKind::Zeros : InitializerKind::Constant;
    auto initializer = InitializerAttr::get(
        &getContext(), kind,
        builder.getDenseF64ArrayAttr(value == 0 ? ArrayRef<double>()
                                                : ArrayRef<double>(value)));
    auto variable = VariableOp::create(
        builder, owner->getLoc(), name, role, type, initializer,
        statistic.empty() ? StringAttr() : builder.getStringAttr(statistic),
        FlatSymbolRefAttr(), StringAttr());
    symbols.insert(variable, Block::iterator(place));
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
    if (failed(addVariable(op, symbols, op.getSkippedName(),
                           VariableRole::Scaler, scalar(builder.getI64Type()),
                           0, "skipped steps")))
      return failure();
    return addVariable(op, symbols, op.getConsecutiveSkipsName(),
                       VariableRole::Scaler, scalar(builder.getI64Type()), 0);
  }

  LogicalResult materialize(AccumulateOp op, SymbolTable &symbols) {
    Builder builder(&getContext());
    if (failed(addVariable(op, symbols, op.getCountName(),
                           VariableRole::OptimizerState,
                           RankedTensorType::get({}, builder.getI64Type()), 0)))
      return failure();
    for (auto [i, gradient] : llvm::enumerate(op.getGradients())) {
      RankedTensorType type = getTensorType(gradient);
      if (is16BitFloat(type.getElementType()))
        type = llvm::cast<RankedTensorType>(type.clone(builder.getF32Type()));
      if (failed(addVariable(op, symbols,
                             op.getSumName(static_cast<unsigned>(i)),
                             VariableRole::OptimizerState, type, 0)))
        return failure();
    }
    return success();
  }

  LogicalResult materialize(OptimizerOp op, SymbolTable &symbols) {
    Builder builder(&getContext());
    auto add = [&](StringRef name, RankedTensorType type, double value,
                   StringRef statistic = {}) {
      return addVariable(op, symbols, name, VariableRole::OptimizerState, type,
                         value, statistic);
    };
    auto f64 = RankedTensorType::get({}, builder.getF64Type());
    auto i64 = RankedTensorType::get({}, builder.getI64Type());
    if (failed(
            add(op.getLearningRateName(), f64, op.getLr().convertToDouble())))
      return failure();
    if (op.getSchedule() &&
        (failed(add(op.getIterationsName(), i64, 0)) ||
         failed(add(op.getRateName(), f64, 0, "learning rate"))))
      return failure();
    if (op.hasPlateau()) {
      if (failed(add(op.getMetricSumName(), f64, 0)) ||
          failed(add(op.getMetricCountName(), i64, 0)) ||
          failed(add(op.getBestName(), f64, 0)) ||
          failed(add(op.getBadIntervalsName(), i64, 0)) ||
          failed(add(op.getCooldownName(), i64, 0)))
        return failure();
      for (const std::string &rate : op.getLearningRateNames())
        if (failed(add(op.getFactorName(rate), f64, 1)))
          return failure();
    }
    if (op.needsStepCount() && failed(add(op.getStepsName(), i64, 0)))
      return failure();
    for (auto symbol : op.getParameters().getAsRange<FlatSymbolRefAttr>()) {
      StringRef name = symbol.getValue();
      OptimizerOp::Settings settings = op.getSettings(name);
      RankedTensorType type = symbols.lookup<VariableOp>(name).getTensorType();
      if (is16BitFloat(type.getElementType()))
        type = llvm::cast<RankedTensorType>(type.clone(builder.getF32Type()));
      // The parameters of a group share its rate.
      if (failed(add(settings.rateName, f64, settings.rate)))
        return failure();
      if (op.getKind() == OptimizerKind::NAdam &&
          failed(add(settings.momentumProductName, f64, 1)))
        return failure();
      for (auto [kind, first] : op.getStateKinds(name))
        if (failed(add(op.getStateName(kind, name), type, first)))
          return failure();
    }
    return success();
  }
};
} // namespace
