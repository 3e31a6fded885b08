//===- InlineCalls.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Calls become the ops of their callees, before anything looks at one function
// alone.

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPINLINECALLSPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct AmpInlineCallsPass
    : public amp::impl::AmpInlineCallsPassBase<AmpInlineCallsPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    DenseSet<Operation *> done;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      SmallVector<func::FuncOp> stack;
      if (failed(process(func, symbols, stack, done)))
        return signalPassFailure();
    }
  }

  /// Inlines the calls of `func`; callees come first, so that what is copied
  /// has none.
  static LogicalResult process(func::FuncOp func, SymbolTable &symbols,
                               SmallVectorImpl<func::FuncOp> &stack,
                               DenseSet<Operation *> &done) {
    if (func.isExternal() || !done.insert(func).second)
      return success();
    stack.push_back(func);
    SmallVector<func::CallOp> calls;
    func.walk([&](func::CallOp call) { calls.push_back(call); });
    for (func::CallOp call : calls) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (!callee || callee.isExternal())
        continue;
      if (llvm::is_contained(stack, callee))
        return call.emitOpError("makes '")
               << callee.getName() << "' recursive; write the recursion out";
      if (!llvm::hasSingleElement(callee.getBody()))
        return callee.emitError("expects a body without control flow");
      if (failed(process(callee, symbols, stack, done)))
        return failure();
      inlineCall(call, callee);
    }
    stack.pop_back();
    return success();
  }

  static void inlineCall(func::CallOp call, func::FuncOp callee) {
    OpBuilder builder(call);
    Block &body = callee.getBody().front();
    IRMapping mapping;
    mapping.map(body.getArguments(), call.getOperands());
    AutocastOp region;
    // The decorator is a region around the body.
    if (auto decorator =
            callee->getAttrOfType<DictionaryAttr>("amp.autocast")) {
      auto enabled = decorator.getAs<BoolAttr>("enabled");
      region = AutocastOp::create(builder, call.getLoc(), call.getResultTypes(),
                                  decorator.getAs<TypeAttr>("dtype"),
                                  enabled ? enabled : builder.getBoolAttr(true),
                                  decorator.getAs<BoolAttr>("cache"));
      builder.createBlock(&region.getBody());
    }
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping);
    SmallVector<Value> results;
    for (Value value : body.getTerminator()->getOperands())
      results.push_back(mapping.lookupOrDefault(value));
    if (region) {
      YieldOp::create(builder, call.getLoc(), results);
      call->replaceAllUsesWith(region.getResults());
    } else {
      call->replaceAllUsesWith(results);
    }
    call.erase();
  }
};
} // namespace
