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

static LogicalResult holdResults(func::FuncOp func) {
  auto terminator =
      dyn_cast<func::ReturnOp>(func.getBody().front().getTerminator());
  // Callers would get results that are no longer there.
  if (!llvm::hasSingleElement(func.getBody()) || !terminator ||
      !SymbolTable::symbolKnownUseEmpty(func, func->getParentOp()))
    return func.emitError("expects a body without control flow, and no "
                          "callers");
  for (auto [i, value] : llvm::enumerate(terminator.getOperands())) {
    auto type = dyn_cast<ShapedType>(value.getType());
    if (isa_and_nonnull<RankedTensorType, MemRefType>(type) &&
        type.getElementType().isIntOrFloat())
      continue;
    return func.emitError("result ")
           << i << " is of type " << value.getType()
           << "; expected arrays of integers or floating-point numbers";
  }
  OpBuilder builder(terminator);
  LiveOutOp::create(builder, terminator.getLoc(), terminator.getOperands());
  terminator.getOperandsMutable().clear();
  func.setType(
      FunctionType::get(func.getContext(), func.getArgumentTypes(), {}));
  func.removeResAttrsAttr();
  return success();
}

namespace {
struct AmpHoldResultsPass
    : public amprt::impl::AmpHoldResultsPassBase<AmpHoldResultsPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && func.getNumResults() != 0 &&
          failed(holdResults(func)))
        return signalPassFailure();
  }
};
} // namespace
