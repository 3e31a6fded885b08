//===- VerifyInPlace.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/Transforms/Passes.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPVERIFYINPLACEPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;

namespace {
struct AmpVerifyInPlacePass
    : public amprt::impl::AmpVerifyInPlacePassBase<AmpVerifyInPlacePass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    // Callers would get results that are no longer there.
    auto module = func->getParentOfType<ModuleOp>();
    auto terminator =
        dyn_cast<func::ReturnOp>(func.getBody().front().getTerminator());
    if (!llvm::hasSingleElement(func.getBody()) || !terminator ||
        (func.getNumResults() > 0 && module &&
         !SymbolTable::symbolKnownUseEmpty(func, module))) {
      func.emitError("expects a body without control flow, and no callers");
      return signalPassFailure();
    }
    DenseSet<Value> written;
    for (Value value : terminator->getOperands()) {
      if (!written.insert(value).second) {
        terminator->emitError("two results live in one buffer");
        return signalPassFailure();
      }
      if (isa<BlockArgument>(value))
        continue;
      InFlightDiagnostic diag = terminator->emitError(
          "a result or a variable's new value was not written in place");
      diag.attachNote(value.getLoc()) << "it lives in this buffer";
      diag.attachNote() << "amp-functionalize-state gives every result a "
                           "destination before bufferization";
      return signalPassFailure();
    }
    terminator.getOperandsMutable().clear();
    func.setType(FunctionType::get(&getContext(), func.getArgumentTypes(), {}));
    func.removeResAttrsAttr();
  }
};
} // namespace
