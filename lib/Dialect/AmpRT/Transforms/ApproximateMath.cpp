//===- ApproximateMath.cpp ----------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPAPPROXIMATEMATHPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;

namespace {
struct AmpApproximateMathPass
    : public amprt::impl::AmpApproximateMathPassBase<AmpApproximateMathPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    auto isApproximated = [](StringRef name) {
      return llvm::is_contained({"math.exp", "math.log", "math.tanh", "math.erf"},
                                name);
    };
    populateMathPolynomialApproximationPatterns(patterns, isApproximated);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
