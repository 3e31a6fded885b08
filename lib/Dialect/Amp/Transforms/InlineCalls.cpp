//===- InlineCalls.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Calls become the ops of their callees, before anything looks at one function
// alone.

#include "amp/Dialect/Amp/IR/Limits.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPINLINECALLSPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// A function whose callees are being looked at.
struct Frame {
  func::FuncOp func;
  /// Of its calls, how many were looked at.
  size_t next = 0;
};

/// A function, and what becomes of it.
struct Node {
  SmallVector<func::CallOp> calls;
  /// Once the calls are inlined.
  uint64_t numOps = 0;
  bool isOpen = true;
};

struct AmpInlineCallsPass
    : public amp::impl::AmpInlineCallsPassBase<AmpInlineCallsPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    DenseMap<Operation *, Node> nodes;
    SmallVector<func::FuncOp> order;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (failed(findOrder(func, symbols, nodes, order)))
        return signalPassFailure();
    if (failed(checkSize(symbols, nodes, order)))
      return signalPassFailure();
    for (func::FuncOp func : order)
      for (func::CallOp call : nodes[func].calls)
        inlineCall(call, symbols.lookup<func::FuncOp>(call.getCallee()));
  }

  /// Appends `func`, and before it what it calls, to `order`: what is copied
  /// then has no calls. Calls nest as deep as somebody likes, so this is no
  /// recursion.
  static LogicalResult findOrder(func::FuncOp func, SymbolTable &symbols,
                                 DenseMap<Operation *, Node> &nodes,
                                 SmallVectorImpl<func::FuncOp> &order) {
    SmallVector<Frame> stack;
    auto open = [&](func::FuncOp func) {
      if (func.isExternal() || nodes.contains(func))
        return;
      Node &node = nodes[func];
      func.walk([&](Operation *op) {
        ++node.numOps;
        auto call = dyn_cast<func::CallOp>(op);
        auto callee =
            call ? symbols.lookup<func::FuncOp>(call.getCallee()) : nullptr;
        if (callee && !callee.isExternal())
          node.calls.push_back(call);
      });
      stack.push_back({func});
    };
    open(func);
    while (!stack.empty()) {
      Frame &frame = stack.back();
      Node &node = nodes[frame.func];
      if (frame.next == node.calls.size()) {
        node.isOpen = false;
        order.push_back(frame.func);
        stack.pop_back();
        continue;
      }
      func::CallOp call = node.calls[frame.next++];
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      auto known = nodes.find(callee);
      if (known != nodes.end() && known->second.isOpen)
        return call.emitOpError("makes '")
               << callee.getName() << "' recursive; write the recursion out";
      if (!llvm::hasSingleElement(callee.getBody()))
        return callee.emitError("expects a body without control flow");
      open(callee);
    }
    return success();
  }

  /// Counts what inlining will make, before it does.
  static LogicalResult checkSize(SymbolTable &symbols,
                                 DenseMap<Operation *, Node> &nodes,
                                 ArrayRef<func::FuncOp> order) {
    uint64_t total = 0;
    for (func::FuncOp func : order) {
      Node &node = nodes[func];
      for (func::CallOp call : node.calls) {
        Operation *callee = symbols.lookup(call.getCallee());
        node.numOps = llvm::SaturatingAdd(node.numOps, nodes[callee].numOps);
      }
      total = llvm::SaturatingAdd(total, node.numOps);
      if (total > kMaxNestedOps && !node.calls.empty())
        return func.emitError("calls functions that call functions: with what "
                              "comes before it the module has ")
               << total << " ops once they are inlined, of at most "
               << kMaxNestedOps << "; call fewer functions, or fewer times";
    }
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
