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
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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

/// A choice of 16-bit floats as one of their bits: where a CPU has no such
/// type, LLVM widens both, and rounds what was chosen once more.
struct SelectBits : public OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    Type element = getElementTypeOrSelf(type);
    if (!element.isBF16() && !element.isF16())
      return rewriter.notifyMatchFailure(op, "not of 16-bit floats");
    Type bits = rewriter.getI16Type();
    if (auto vector = dyn_cast<VectorType>(type))
      bits = vector.clone(bits);
    auto toBits = [&](Value value) {
      return arith::BitcastOp::create(rewriter, op.getLoc(), bits, value);
    };
    Value chosen = arith::SelectOp::create(
        rewriter, op.getLoc(), op.getCondition(), toBits(op.getTrueValue()),
        toBits(op.getFalseValue()));
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, type, chosen);
    return success();
  }
};

/// A bf16 of what is one already, as the high half of its bits: to round it
/// takes eight operations where a CPU has no instruction for it.
struct TakeHighHalf : public OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Value wide = op.getIn();
    Type element = getElementTypeOrSelf(op.getType());
    if (!element.isBF16() || !getElementTypeOrSelf(wide).isF32())
      return rewriter.notifyMatchFailure(op, "not from f32 to bf16");
    if (!isExact(wide, cast<FloatType>(element)))
      return rewriter.notifyMatchFailure(op, "may have to be rounded");
    Location loc = op.getLoc();
    auto like = [&](Type type) -> Type {
      auto vector = dyn_cast<VectorType>(wide.getType());
      return vector ? vector.clone(type) : type;
    };
    Type words = like(rewriter.getI32Type());
    TypedAttr half = rewriter.getI32IntegerAttr(16);
    if (auto vector = dyn_cast<VectorType>(words))
      half = DenseElementsAttr::get(vector, Attribute(half));
    Value bits = arith::BitcastOp::create(rewriter, loc, words, wide);
    bits = arith::ShRUIOp::create(
        rewriter, loc, bits, arith::ConstantOp::create(rewriter, loc, half));
    bits = arith::TruncIOp::create(rewriter, loc, like(rewriter.getI16Type()),
                                   bits);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), bits);
    return success();
  }

private:
  /// True if `value` is known to be a number of `type`, or NaN made from one.
  static bool isExact(Value value, FloatType type, unsigned depth = 0) {
    auto areExact = [&](auto values) {
      return depth < kMostSteps &&
             llvm::all_of(
                 values,
                 [&](Value operand) {
                   return isExact(operand, type, depth + 1);
                 });
    };
    APFloat number(0.0f);
    if (matchPattern(value, m_ConstantFloat(&number))) {
      bool losesInfo;
      number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                     &losesInfo);
      return !losesInfo && !number.isNaN();
    }
    Operation *op = value.getDefiningOp();
    if (auto extension = dyn_cast_or_null<arith::ExtFOp>(op))
      return getElementTypeOrSelf(extension.getIn()) == type;
    if (auto select = dyn_cast_or_null<arith::SelectOp>(op))
      return areExact(select->getOperands().drop_front());
    return isa_and_nonnull<arith::MaximumFOp, arith::MinimumFOp,
                           arith::MaxNumFOp, arith::MinNumFOp, arith::NegFOp,
                           math::AbsFOp, LLVM::MaximumOp, LLVM::MinimumOp,
                           vector::BroadcastOp>(op) &&
           areExact(op->getOperands());
  }

  static constexpr unsigned kMostSteps = 8;
};

struct AmpPrepareCpuPass
    : public amprt::impl::AmpPrepareCpuPassBase<AmpPrepareCpuPass> {
  using Base::Base;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<ToIntrinsic<arith::MaximumFOp, LLVM::MaximumOp>,
                 ToIntrinsic<arith::MinimumFOp, LLVM::MinimumOp>, SelectBits,
                 TakeHighHalf>(context);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
