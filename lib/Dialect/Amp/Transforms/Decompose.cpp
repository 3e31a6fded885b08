//===- Decompose.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPDECOMPOSEPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Moves the ops of a backward region to before it.
static LogicalResult inlineBackward(BackwardOp op) {
  if (op.getBody().empty())
    return op.emitOpError("has no region; run amp-differentiate before "
                          "amp-decompose");
  OpBuilder builder(op);
  Value seed = op.getSeed();
  if (!seed)
    seed = createSplat(builder, op.getLoc(), getTensorType(op.getLoss()), 1);
  Block &body = op.getBody().front();
  body.getArgument(0).replaceAllUsesWith(seed);
  op->replaceAllUsesWith(body.getTerminator()->getOperands());
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations(), body.begin(),
                                         std::prev(body.end()));
  op->erase();
  return success();
}

namespace {
struct AmpDecomposePass
    : public amp::impl::AmpDecomposePassBase<AmpDecomposePass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<BackwardOp> backwards;
    getOperation().walk([&](BackwardOp op) { backwards.push_back(op); });
    for (BackwardOp op : backwards)
      if (failed(inlineBackward(op)))
        return signalPassFailure();

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
      OpBuilder builder(op);
      Operation *before = op->getPrevNode();
      SmallVector<Value> results;
      if (failed(cast<DecomposableOpInterface>(op).decompose(builder, results)))
        return signalPassFailure();
      Block::iterator first =
          before ? std::next(before->getIterator()) : op->getBlock()->begin();
      for (Operation &created : llvm::make_range(first, op->getIterator())) {
        collect(&created);
        auto read = dyn_cast<ReadOp>(created);
        if (read &&
            !symbols.lookupNearestSymbolFrom(read, read.getVariableAttr())) {
          op->emitOpError("needs the variable '")
              << read.getVariable()
              << "'; run amp-materialize-state before amp-decompose";
          return signalPassFailure();
        }
      }
      op->replaceAllUsesWith(results);
      op->erase();
    }
  }
};
} // namespace
