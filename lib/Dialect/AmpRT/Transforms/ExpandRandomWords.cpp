//===- ExpandRandomWords.cpp ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomWords.h"

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPEXPANDRANDOMWORDSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

namespace {
struct AmpExpandRandomWordsPass
    : public amprt::impl::AmpExpandRandomWordsPassBase<
          AmpExpandRandomWordsPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([](RandomWordOp op) {
      ImplicitLocOpBuilder builder(op.getLoc(), op);
      op.replaceAllUsesWith(createRandomWord(builder, op.getSeed(),
                                             op.getFirst(), op.getPlace()));
      op.erase();
    });
  }
};
} // namespace
