//===- PrepareCpu.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPPREPARECPUPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;

namespace {
/// An extremum as LLVM's intrinsic of the same name. Of two zeros, the result
/// may be either.
template <typename ArithOp, typename IntrinsicOp>
struct ToIntrinsic : public OpRewritePattern<ArithOp> {
  using OpRewritePattern<ArithOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ArithOp op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (!element.isF32() && !element.isF64())
      return rewriter.notifyMatchFailure(op, "no instruction on this type");
    if (auto vector = dyn_cast<VectorType>(op.getType()))
      if (vector.getRank() != 1)
        return rewriter.notifyMatchFailure(op, "no vector of LLVM's");
    // With a constant, arith-expand compares once, and chooses that of zeros.
    if (matchPattern(op.getRhs(), m_Constant()))
      return rewriter.notifyMatchFailure(op, "of a constant");
    // The first is compared with NaN: in a reduction, what is new. The result
    // so far is then the second, and has one instruction to wait for.
    rewriter.replaceOpWithNewOp<IntrinsicOp>(
        op, op.getType(), op.getRhs(), op.getLhs(),
        LLVM::FastmathFlagsAttr::get(op.getContext(),
                                     LLVM::FastmathFlags::nsz));
    return success();
  }
};

struct AmpPrepareCpuPass
    : public amprt::impl::AmpPrepareCpuPassBase<AmpPrepareCpuPass> {
  using Base::Base;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<ToIntrinsic<arith::MaximumFOp, LLVM::MaximumOp>,
                 ToIntrinsic<arith::MinimumFOp, LLVM::MinimumOp>>(context);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
