//===- ModuleFlags.cpp - Flags that concern the module --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleFlags.h"

#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Support/Error.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace amp;
using namespace amp::run;

// `<optimizer>.lr`, or `<optimizer>.lr.<group>`.
bool amp::run::isRateName(StringRef name) {
  StringRef last = name.rsplit('.').second;
  if (!last.empty() && all_of(last, isDigit))
    name = name.rsplit('.').first;
  return name.ends_with(".lr");
}

Error amp::run::setLearningRate(mlir::ModuleOp module, double rate) {
  mlir::Builder builder(module.getContext());
  mlir::FloatAttr value = builder.getF64FloatAttr(rate);
  bool found = false;
  module.walk([&](mlir::amp::OptimizerOp optimizer) {
    optimizer.setLrAttr(value);
    found = true;
    if (!optimizer.getGroups())
      return;
    SmallVector<mlir::Attribute> groups;
    for (auto group :
         optimizer.getGroups()->getAsRange<mlir::DictionaryAttr>()) {
      mlir::NamedAttrList entries(group);
      if (entries.get("lr"))
        entries.set("lr", value);
      groups.push_back(entries.getDictionary(module.getContext()));
    }
    optimizer.setGroupsAttr(builder.getArrayAttr(groups));
  });
  // Below the scaled graph the rates are variables.
  module.walk([&](mlir::amp::VariableOp variable) {
    if (variable.getRole() != mlir::amp::VariableRole::OptimizerState ||
        !isRateName(variable.getSymName()))
      return;
    mlir::RankedTensorType type = variable.getTensorType();
    if (type.getRank() != 0 || !type.getElementType().isF64())
      return;
    variable.setInitializerAttr(mlir::DenseElementsAttr::get(type, rate));
    found = true;
  });
  if (!found)
    return inputError("--lr: the module has no amp.optimizer");
  return Error::success();
}

Error amp::run::checkAccumulation(mlir::ModuleOp module,
                                  const mlir::amp::EntryPoint &entry) {
  mlir::Operation *func = module.lookupSymbol(entry.name);
  bool accumulates = false, steps = false;
  func->walk([&](mlir::Operation *op) {
    accumulates |= mlir::isa<mlir::amp::AccumulateOp>(op);
    steps |= mlir::isa<mlir::amp::StepOp>(op);
  });
  if (accumulates)
    return inputError("--accumulate: entry " + quote(entry.name) +
                      " has an amp.accumulate of its own, which counts its "
                      "micro-batches itself; leave the flag out");
  if (!steps)
    return inputError("--accumulate: entry " + quote(entry.name) +
                      " has no amp.step, and so no gradients to add up");
  return Error::success();
}
