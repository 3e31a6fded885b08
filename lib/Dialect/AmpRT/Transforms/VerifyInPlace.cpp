//===- VerifyInPlace.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPVERIFYINPLACEPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

namespace {
struct AmpVerifyInPlacePass
    : public amprt::impl::AmpVerifyInPlacePassBase<AmpVerifyInPlacePass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    if (func.getNumResults() > 0) {
      func.emitError("returns values; run amp-hold-results before "
                     "bufferization");
      return signalPassFailure();
    }
    DenseSet<Value> written;
    for (auto op : llvm::make_early_inc_range(func.getOps<LiveOutOp>())) {
      for (Value value : op.getValues()) {
        if (!written.insert(value).second) {
          op.emitOpError("has two results that live in one buffer");
          return signalPassFailure();
        }
        if (isa<BlockArgument>(value))
          continue;
        InFlightDiagnostic diag = op.emitOpError(
            "holds a result, or a variable's new value, that was not written "
            "in place");
        diag.attachNote(value.getLoc()) << "it lives in this buffer";
        diag.attachNote() << "amp-functionalize-state gives every result a "
                             "destination before bufferization";
        return signalPassFailure();
      }
      op.erase();
    }
  }
};
} // namespace
