//===- GraphNames.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/Transforms/GraphNames.h"
#include "amp/Dialect/Amp/IR/State.h"

#include "PrecisionResolver.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::amp;

GraphNames mlir::amp::collectGraphNames(ModuleOp module) {
  llvm::StringSet<> ops, locations, variables;
  module.walk([&](Operation *op) {
    if (auto variable = dyn_cast<VariableOp>(op)) {
      variables.insert(variable.getSymName());
      return;
    }
    auto interface = dyn_cast<PrecisionOpInterface>(op);
    if (interface || !isa_and_nonnull<AmpDialect>(op->getDialect())) {
      PrecisionOp named(op, interface);
      ops.insert(named.getName());
      ops.insert(named.getFunction());
    }
    if (!interface)
      return;
    if (auto name = op->getLoc()->findInstanceOf<NameLoc>())
      locations.insert(name.getName().getValue());
  });
  auto toVector = [](const llvm::StringSet<> &names) {
    std::vector<std::string> sorted;
    for (StringRef name : names.keys())
      sorted.push_back(name.str());
    llvm::sort(sorted);
    return sorted;
  };
  return {toVector(ops), toVector(locations), toVector(variables)};
}
