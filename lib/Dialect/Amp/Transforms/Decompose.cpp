//===- Decompose.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPDECOMPOSEPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct AmpDecomposePass
    : public amp::impl::AmpDecomposePassBase<AmpDecomposePass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<BackwardOp> backwards;
    getOperation().walk([&](BackwardOp op) { backwards.push_back(op); });
    for (BackwardOp op : backwards) {
      if (op.getBody().empty()) {
        op.emitOpError("has no region; run amp-differentiate before "
                       "amp-decompose");
        return signalPassFailure();
      }
      SmallVector<Value> results;
      expandBackward(op, results);
      op->replaceAllUsesWith(results);
      op->erase();
    }

    // Replacements may be composite themselves.
    SmallVector<Operation *> worklist;
    auto collect = [&](Operation *op) {
      if (isa<DecomposableOpInterface>(op))
        worklist.push_back(op);
    };
    getOperation().walk(collect);
    SymbolTableCollection symbols;
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val();
      SmallVector<Value> results;
      Operation *before = op->getPrevNode();
      if (failed(expandComposite(cast<DecomposableOpInterface>(op),
                                 getArgument(), symbols, results)))
        return signalPassFailure();
      for (Operation &inner : getOpsBetween(before, op))
        collect(&inner);
      op->replaceAllUsesWith(results);
      op->erase();
    }
  }
};
} // namespace
