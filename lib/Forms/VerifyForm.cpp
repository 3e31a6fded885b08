//===- VerifyForm.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Forms/Forms.h"
#include "amp/Forms/Passes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPVERIFYFORMPASS
#include "amp/Forms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct AmpVerifyFormPass
    : public amp::impl::AmpVerifyFormPassBase<AmpVerifyFormPass> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(verifyForm(getOperation(), form)))
      signalPassFailure();
  }
};
} // namespace
