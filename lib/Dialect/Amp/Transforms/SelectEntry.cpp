//===- SelectEntry.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoint.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPSELECTENTRYPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct AmpSelectEntryPass
    : public mlir::amp::impl::AmpSelectEntryPassBase<AmpSelectEntryPass> {
  using Base::Base;

  void runOnOperation() override {
    auto functions = llvm::to_vector(getOperation().getOps<func::FuncOp>());
    SmallVector<func::FuncOp> kept;
    if (entry) {
      FailureOr<func::FuncOp> func = findEntryPoint(getOperation(), entry);
      if (failed(func))
        return signalPassFailure();
      kept.push_back(*func);
    } else {
      llvm::copy_if(functions, std::back_inserter(kept), [](func::FuncOp func) {
        return func->hasAttr("amp.specialization");
      });
      if (kept.empty())
        return;
    }
    for (func::FuncOp func : kept) {
      WalkResult calls = func.walk([](CallOpInterface call) {
        call->emitOpError("of ")
            << dyn_cast<SymbolRefAttr>(call.getCallableForCallee())
            << " cannot be compiled; inline calls first";
        return WalkResult::interrupt();
      });
      if (calls.wasInterrupted())
        return signalPassFailure();
    }
    for (func::FuncOp func : functions)
      if (!llvm::is_contained(kept, func))
        func.erase();
  }
};
} // namespace
