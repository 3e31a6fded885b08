//===- VerifyLayouts.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutAssignment.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPVERIFYLAYOUTSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

namespace {
struct AmpVerifyLayoutsPass
    : public amprt::impl::AmpVerifyLayoutsPassBase<AmpVerifyLayoutsPass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    markAllAnalysesPreserved();
    LayoutAssignment assignment(func);
    if (assignment.getBytes() == assignment.getBytesBefore())
      return;
    InFlightDiagnostic diag =
        func.emitError("copies ")
        << assignment.getBytesBefore() << " bytes between layouts, where "
        << assignment.getBytes() << " are enough; run amp-assign-layouts";
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto it = assignment.steps.find(op);
      if (it == assignment.steps.end() || !it->second.isOther)
        return WalkResult::advance();
      diag.attachNote(op->getLoc())
          << "the first op that should write another layout";
      return WalkResult::interrupt();
    });
    signalPassFailure();
  }
};
} // namespace
