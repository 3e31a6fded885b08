//===- VerifyInPlace.cpp ----------------------------------------------------------===//
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
    if (getOperation().isExternal())
      return;
    Operation *terminator = getOperation().getBody().front().getTerminator();
    if (terminator->getNumOperands() == 0)
      return;
    InFlightDiagnostic diag =
        terminator->emitError("state or a result was not written in place: ")
        << terminator->getNumOperands() << " buffer(s) are returned";
    for (Value value : terminator->getOperands())
      diag.attachNote(value.getLoc()) << "this one";
    diag.attachNote() << "amp-functionalize-state gives every result a "
                         "destination before bufferization";
    signalPassFailure();
  }
};
} // namespace
