//===- PrepareCpu.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairOrder.h"

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

//===----------------------------------------------------------------------===//
// bf16 as halves of words
//===----------------------------------------------------------------------===//

/// `type` of the shape of `like`.
static Type cloneWith(Type like, Type type) {
  auto vector = dyn_cast<VectorType>(like);
  return vector ? vector.clone(type) : type;
}

/// Bits, or a vector of them.
static Value createWord(OpBuilder &builder, Location loc, Type type,
                        uint32_t value) {
  TypedAttr word = builder.getI32IntegerAttr(static_cast<int32_t>(value));
  if (auto vector = dyn_cast<VectorType>(type))
    word = DenseElementsAttr::get(vector, Attribute(word));
  return arith::ConstantOp::create(builder, loc, word);
}

static constexpr uint32_t kHighHalf = 0xFFFF0000u;

/// True if `value` is known to be a number of `type`, or NaN made from one.
static bool isExact(Value value, FloatType type, unsigned depth = 0) {
  constexpr unsigned kMostSteps = 8;
  auto areExact = [&](OperandRange values) {
    auto isOne = [&](Value value) { return isExact(value, type, depth + 1); };
    return depth < kMostSteps && llvm::all_of(values, isOne);
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
  return isa_and_nonnull<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                         arith::MinNumFOp, arith::NegFOp, math::AbsFOp,
                         LLVM::MaximumOp, LLVM::MinimumOp, vector::BroadcastOp>(
             op) &&
         areExact(op->getOperands());
}

/// True for a shuffle of one vector of bf16, all of it, in `order`.
static bool reorders(vector::ShuffleOp op, ArrayRef<int64_t> order) {
  return op.getType().getElementType().isBF16() && op.getV1() == op.getV2() &&
         op.getV1VectorType() == op.getType() && op.getMask() == order;
}

static int64_t getSize(vector::ShuffleOp op) {
  return op.getType().getNumElements();
}

/// The bits of an f32 with those of the nearest bf16 in their high half.
static Value roundBits(OpBuilder &builder, Location loc, Value wide) {
  Type words = cloneWith(wide.getType(), builder.getI32Type());
  auto word = [&](uint32_t value) {
    return createWord(builder, loc, words, value);
  };
  Value bits = arith::BitcastOp::create(builder, loc, words, wide);
  if (isExact(wide, builder.getBF16Type()))
    return bits;
  // Half of the last place, less one where the last digit is even.
  Value last = arith::AndIOp::create(
      builder, loc, arith::ShRUIOp::create(builder, loc, bits, word(16)),
      word(1));
  Value rounded = arith::AddIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, bits, last),
      word(0x7FFF));
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      wide, wide);
  return arith::SelectOp::create(builder, loc, isNaN, word(0x7FC00000),
                                 rounded);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

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
    Type bits = cloneWith(type, rewriter.getI16Type());
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

/// What is rounded to bf16 and then takes its place in memory between its
/// neighbours, a half of a vector each, does both at once.
struct JoinHalves : public OpRewritePattern<vector::ShuffleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::ShuffleOp op,
                                PatternRewriter &rewriter) const override {
    auto truncation = op.getV1().getDefiningOp<arith::TruncFOp>();
    if (!truncation || !getElementTypeOrSelf(truncation.getIn()).isF32() ||
        getSize(op) % 2 != 0 || !reorders(op, amprt::getJoinOrder(getSize(op))))
      return rewriter.notifyMatchFailure(op, "joins no halves of bf16");
    Location loc = op.getLoc();
    Value bits = roundBits(rewriter, loc, truncation.getIn());
    int64_t half = getSize(op) / 2;
    auto take = [&](int64_t from) -> Value {
      return vector::ExtractStridedSliceOp::create(rewriter, loc, bits, from,
                                                   half, int64_t(1));
    };
    Value low = take(0), high = take(half);
    auto word = [&](uint32_t value) {
      return createWord(rewriter, loc, low.getType(), value);
    };
    low = arith::ShRUIOp::create(rewriter, loc, low, word(16));
    high = arith::AndIOp::create(rewriter, loc, high, word(kHighHalf));
    rewriter.replaceOpWithNewOp<vector::BitCastOp>(
        op, op.getType(), arith::OrIOp::create(rewriter, loc, low, high));
    return success();
  }
};

/// The even ones of some bf16 side by side, then the odd ones, widened: each is
/// in the word that its f32 will be.
struct SplitPairs : public OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    auto shuffle = op.getIn().getDefiningOp<vector::ShuffleOp>();
    if (!shuffle || !getElementTypeOrSelf(op.getType()).isF32() ||
        getSize(shuffle) % 2 != 0 ||
        !reorders(shuffle, amprt::getSplitOrder(getSize(shuffle))))
      return rewriter.notifyMatchFailure(op, "splits no pairs of bf16");
    Location loc = op.getLoc();
    int64_t size = getSize(shuffle);
    auto type = VectorType::get({size / 2}, rewriter.getI32Type());
    Value words =
        vector::BitCastOp::create(rewriter, loc, type, shuffle.getV1());
    auto word = [&](uint32_t value) {
      return createWord(rewriter, loc, type, value);
    };
    Value even = arith::ShLIOp::create(rewriter, loc, words, word(16));
    Value odd = arith::AndIOp::create(rewriter, loc, words, word(kHighHalf));
    Value both = vector::ShuffleOp::create(
        rewriter, loc, even, odd, llvm::to_vector(llvm::seq<int64_t>(0, size)));
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), both);
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
    Type words = cloneWith(wide.getType(), rewriter.getI32Type());
    Value bits = arith::BitcastOp::create(rewriter, loc, words, wide);
    bits = arith::ShRUIOp::create(rewriter, loc, bits,
                                  createWord(rewriter, loc, words, 16));
    bits = arith::TruncIOp::create(
        rewriter, loc, cloneWith(wide.getType(), rewriter.getI16Type()), bits);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), bits);
    return success();
  }
};

struct AmpPrepareCpuPass
    : public amprt::impl::AmpPrepareCpuPassBase<AmpPrepareCpuPass> {
  using Base::Base;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    // What is exact shows while what is widened and rounded is.
    RewritePatternSet joins(context), patterns(context);
    joins.add<JoinHalves>(context);
    walkAndApplyPatterns(getOperation(), std::move(joins));
    patterns.add<ToIntrinsic<arith::MaximumFOp, LLVM::MaximumOp>,
                 ToIntrinsic<arith::MinimumFOp, LLVM::MinimumOp>, SelectBits,
                 TakeHighHalf>(context);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    RewritePatternSet splits(context);
    splits.add<SplitPairs>(context);
    walkAndApplyPatterns(getOperation(), std::move(splits));
  }
};
} // namespace
