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
  void findStepped();
  void hoist(func::FuncOp func);
  void replaceByCopy(CastOp castOp, ReadOp read, VariableOp variable);
  /// The variable that holds the value of `variable` in `type`.
  VariableOp getCopy(VariableOp variable, RankedTensorType type);
  void keepCopies(AssignOp assign);

  ModuleOp module;
  SymbolTable symbols;
  /// Parameters that optimizers update, in any function.
  DenseSet<StringAttr> stepped;
  /// The copies of each variable.
  DenseMap<StringAttr, SmallVector<VariableOp>> copies;
};
} // namespace

void Hoister::run() {
  findStepped();
  for (auto func : module.getOps<func::FuncOp>())
    if (!func.isExternal() && llvm::hasSingleElement(func.getBody()))
      hoist(func);
  if (!copies.empty())
    module.walk([&](AssignOp assign) { keepCopies(assign); });
}

/// The parameters that `func` updates by a step.
void Hoister::findStepped() {
  module.walk([&](StepOp step) {
    if (auto optimizer = symbols.lookup<OptimizerOp>(step.getOptimizer()))
      for (auto name :
           optimizer.getParameters().getAsRange<FlatSymbolRefAttr>())
        stepped.insert(name.getAttr());
  });
}

void Hoister::hoist(func::FuncOp func) {
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

/// Writes the copies of the variable that `assign` writes. A step writes those
/// of its parameters itself.
void Hoister::keepCopies(AssignOp assign) {
  OpBuilder builder(assign->getContext());
  builder.setInsertionPointAfter(assign);
  for (VariableOp copy : copies.lookup(assign.getVariableAttr().getAttr()))
    AssignOp::create(builder, assign.getLoc(), copy.getSymName(),
                     createCast(builder, assign.getLoc(), assign.getValue(),
                                copy.getTensorType().getElementType()));
}

namespace {
struct AmpHoistWeightCastsPass
    : public amp::impl::AmpHoistWeightCastsPassBase<AmpHoistWeightCastsPass> {
  using Base::Base;

  void runOnOperation() override { Hoister(getOperation()).run(); }
};
} // namespace
