//===- PrepareNVPTX.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPPREPARENVPTXPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;

/// A call by name, because convert-gpu-to-nvvm takes the LLVM dialect's own ops
/// for these functions to libdevice.
static Value callIntrinsic(PatternRewriter &rewriter, Operation *op,
                           StringRef name, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(rewriter, op->getLoc(),
                                       op->getResult(0).getType(),
                                       rewriter.getStringAttr(name), operands)
      ->getResult(0);
}

namespace {
/// An op whose result is exact or rounded once, as the intrinsic `name`.
template <typename MathOp>
struct ToIntrinsic : public OpRewritePattern<MathOp> {
  ToIntrinsic(MLIRContext *context, StringRef name)
      : OpRewritePattern<MathOp>(context), name(name) {}

  LogicalResult matchAndRewrite(MathOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op,
                       callIntrinsic(rewriter, op, name, op->getOperands()));
    return success();
  }

  StringRef name;
};

/// 1 / sqrt(x), each rounded as IEEE 754 says: the instruction of that name is
/// an approximation.
struct RsqrtToSqrt : public OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::RsqrtOp op,
                                PatternRewriter &rewriter) const override {
    Value one =
        LLVM::ConstantOp::create(rewriter, op.getLoc(), op.getType(),
                                 rewriter.getFloatAttr(op.getType(), 1));
    Value root = callIntrinsic(rewriter, op, "llvm.sqrt", op.getOperand());
    rewriter.replaceOpWithNewOp<LLVM::FDivOp>(op, one, root);
    return success();
  }
};

/// The intrinsic asks whether the smallest integer may be anything.
struct AbsIToIntrinsic : public OpRewritePattern<math::AbsIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::AbsIOp op,
                                PatternRewriter &rewriter) const override {
    Value no = LLVM::ConstantOp::create(rewriter, op.getLoc(),
                                        rewriter.getBoolAttr(false));
    rewriter.replaceOp(
        op, callIntrinsic(rewriter, op, "llvm.abs", {op.getOperand(), no}));
    return success();
  }
};

struct AmpPrepareNVPTXPass
    : public amprt::impl::AmpPrepareNVPTXPassBase<AmpPrepareNVPTXPass> {
  using Base::Base;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<RsqrtToSqrt, AbsIToIntrinsic>(context);
    patterns.add<ToIntrinsic<math::AbsFOp>>(context, "llvm.fabs");
    patterns.add<ToIntrinsic<math::CeilOp>>(context, "llvm.ceil");
    patterns.add<ToIntrinsic<math::CopySignOp>>(context, "llvm.copysign");
    patterns.add<ToIntrinsic<math::FloorOp>>(context, "llvm.floor");
    patterns.add<ToIntrinsic<math::FmaOp>>(context, "llvm.fma");
    patterns.add<ToIntrinsic<math::RoundEvenOp>>(context, "llvm.roundeven");
    patterns.add<ToIntrinsic<math::RoundOp>>(context, "llvm.round");
    patterns.add<ToIntrinsic<math::SqrtOp>>(context, "llvm.sqrt");
    patterns.add<ToIntrinsic<math::TruncOp>>(context, "llvm.trunc");
    walkAndApplyPatterns(getOperation(), std::move(patterns));

    getOperation()->setAttr(
        LLVM::LLVMDialect::getDataLayoutAttrName(),
        StringAttr::get(
            context, llvm::Triple("nvptx64-nvidia-cuda").computeDataLayout()));
  }
};
} // namespace
