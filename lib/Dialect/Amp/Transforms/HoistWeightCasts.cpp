//===- HoistWeightCasts.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Low-precision copies of weights, kept from step to step.

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/IR/Remarks.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPHOISTWEIGHTCASTSPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
class Hoister {
public:
  explicit Hoister(ModuleOp module) : module(module), symbols(module) {}

  void run();

private:
  DenseSet<StringAttr> getStepped(func::FuncOp func);
  void hoist(func::FuncOp func);
  void replaceByCopy(CastOp castOp, ReadOp read, VariableOp variable);
  /// The variable that holds the value of `variable` in `type`.
  VariableOp getCopy(VariableOp variable, RankedTensorType type);
  void keepCopies(Operation *op);

  ModuleOp module;
  SymbolTable symbols;
  /// The copies of each variable.
  DenseMap<StringAttr, SmallVector<VariableOp>> copies;
};
} // namespace

void Hoister::run() {
  for (auto func : module.getOps<func::FuncOp>())
    if (!func.isExternal() && llvm::hasSingleElement(func.getBody()))
      hoist(func);
  if (!copies.empty())
    module.walk([&](Operation *op) { keepCopies(op); });
}

/// The parameters that `func` updates by a step.
DenseSet<StringAttr> Hoister::getStepped(func::FuncOp func) {
  DenseSet<StringAttr> stepped;
  for (auto step : func.getOps<StepOp>())
    if (auto optimizer = symbols.lookup<OptimizerOp>(step.getOptimizer()))
      for (auto name :
           optimizer.getParameters().getAsRange<FlatSymbolRefAttr>())
        stepped.insert(name.getAttr());
  return stepped;
}

void Hoister::hoist(func::FuncOp func) {
  DenseSet<StringAttr> stepped = getStepped(func);
  if (stepped.empty())
    return;
  // Only the value at the function's start is what the copy holds.
  SmallVector<ReadOp> reads;
  for (Operation &op : func.getBody().front()) {
    if (isa<StepOp, AssignOp, func::CallOp>(op))
      break;
    if (auto read = dyn_cast<ReadOp>(op))
      reads.push_back(read);
  }
  for (ReadOp read : reads) {
    auto variable = symbols.lookup<VariableOp>(read.getVariable());
    if (!variable || variable.getRole() != VariableRole::Parameter ||
        !stepped.contains(variable.getSymNameAttr()))
      continue;
    // Uses are listed last first.
    SmallVector<Operation *> users(read->getUsers());
    for (Operation *user : llvm::reverse(users))
      if (auto castOp = dyn_cast<CastOp>(user))
        if (is16BitFloat(castOp.getType().getElementType()) &&
            !castOp->hasAttr("amp.uncached"))
          replaceByCopy(castOp, read, variable);
  }
}

void Hoister::replaceByCopy(CastOp castOp, ReadOp read, VariableOp variable) {
  VariableOp copy = getCopy(variable, castOp.getType());
  OpBuilder builder(read);
  castOp.replaceAllUsesWith(ReadOp::create(builder, castOp.getLoc(),
                                           castOp.getType(), copy.getSymName())
                                .getResult());
  castOp.erase();
}

VariableOp Hoister::getCopy(VariableOp variable, RankedTensorType type) {
  SmallVector<VariableOp> &known = copies[variable.getSymNameAttr()];
  for (VariableOp copy : known)
    if (copy.getType() == type)
      return copy;
  std::string name;
  llvm::raw_string_ostream(name)
      << variable.getSymName() << "." << type.getElementType();
  auto builder = OpBuilder(variable->getContext());
  auto initializer =
      InitializerAttr::get(builder.getContext(), InitializerKind::Zeros,
                           DenseF64ArrayAttr::get(builder.getContext(), {}));
  auto copy = VariableOp::create(
      builder, variable.getLoc(), name, VariableRole::Buffer, type, initializer,
      StringAttr(), FlatSymbolRefAttr::get(variable.getSymNameAttr()),
      StringAttr());
  symbols.insert(copy, std::next(variable->getIterator()));
  known.push_back(copy);
  if (auto remark = remark::passed(
          variable.getLoc(),
          remark::RemarkOpts::name("hoisted").category("amp-casts")))
    remark << remark::metric("variable", variable.getSymName())
           << remark::metric("copy", copy.getSymName())
           // Read and written by a cast before, written by the update now.
           << remark::metric("bytes", type.getNumElements() * 4);
  return copy;
}

static void writeCopy(OpBuilder &builder, Location loc, VariableOp copy,
                      Value value) {
  Value rounded =
      createCast(builder, loc, value, copy.getTensorType().getElementType());
  AssignOp::create(builder, loc, copy.getSymName(), rounded);
}

/// Writes the copies of the variables that `op` writes.
void Hoister::keepCopies(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  if (auto assign = dyn_cast<AssignOp>(op)) {
    for (VariableOp copy : copies.lookup(assign.getVariableAttr().getAttr()))
      writeCopy(builder, op->getLoc(), copy, assign.getValue());
    return;
  }
  auto step = dyn_cast<StepOp>(op);
  auto optimizer =
      step ? symbols.lookup<OptimizerOp>(step.getOptimizer()) : OptimizerOp();
  // A step that is known not to happen leaves copies as they are.
  if (!optimizer || getKnownFlag(step.getWhen()) == false)
    return;
  for (auto name : optimizer.getParameters().getAsRange<FlatSymbolRefAttr>()) {
    auto known = copies.find(name.getAttr());
    if (known == copies.end())
      continue;
    auto variable = symbols.lookup<VariableOp>(name.getAttr());
    Value value = ReadOp::create(builder, op->getLoc(), variable.getType(),
                                 variable.getSymName());
    for (VariableOp copy : known->second)
      writeCopy(builder, op->getLoc(), copy, value);
  }
}

namespace {
struct AmpHoistWeightCastsPass
    : public amp::impl::AmpHoistWeightCastsPassBase<AmpHoistWeightCastsPass> {
  using Base::Base;

  void runOnOperation() override { Hoister(getOperation()).run(); }
};
} // namespace
