//===- HoldResults.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPHOLDRESULTSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

namespace {
struct AmpHoldResultsPass
    : public amprt::impl::AmpHoldResultsPassBase<AmpHoldResultsPass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal() || func.getNumResults() == 0)
      return;
    auto module = func->getParentOfType<ModuleOp>();
    auto terminator =
        dyn_cast<func::ReturnOp>(func.getBody().front().getTerminator());
    // Callers would get results that are no longer there.
    if (!llvm::hasSingleElement(func.getBody()) || !terminator ||
        (module && !SymbolTable::symbolKnownUseEmpty(func, module))) {
      func.emitError("expects a body without control flow, and no callers");
      return signalPassFailure();
    }
    for (auto [i, value] : llvm::enumerate(terminator.getOperands())) {
      auto type = dyn_cast<ShapedType>(value.getType());
      if (isa_and_nonnull<RankedTensorType, MemRefType>(type) &&
          type.getElementType().isIntOrFloat())
        continue;
      func.emitError("result ")
          << i << " is of type " << value.getType()
          << "; expected arrays of integers or floating-point numbers";
      return signalPassFailure();
    }
    OpBuilder builder(terminator);
    LiveOutOp::create(builder, terminator.getLoc(), terminator.getOperands());
    terminator.getOperandsMutable().clear();
    func.setType(FunctionType::get(&getContext(), func.getArgumentTypes(), {}));
    func.removeResAttrsAttr();
  }
};
} // namespace
