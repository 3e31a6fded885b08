//===- AmpToLinalg.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerIndexing.h"
#include "amp/Conversion/Passes.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Indexing.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Random.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/Reshape.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CONVERTAMPTOLINALGPASS
#include "amp/Conversion/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static Value createEmpty(OpBuilder &builder, Location loc,
                         ArrayRef<int64_t> shape, Type elementType) {
  return tensor::EmptyOp::create(builder, loc, shape, elementType);
}

static Value createFilled(OpBuilder &builder, Location loc,
                          ArrayRef<int64_t> shape, TypedAttr value) {
  Value scalar = arith::ConstantOp::create(builder, loc, value);
  Value empty = createEmpty(builder, loc, shape, value.getType());
  return linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
}

static TypedAttr getZero(OpBuilder &builder, Type type) {
  return builder.getZeroAttr(type);
}

static SmallVector<utils::IteratorType> getParallel(int64_t rank) {
  return SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel);
}

/// The map by which an operand of `shape` is read for a result of
/// `resultShape`: from the last dimension, and always at 0 where it is
/// repeated.
static AffineMap getBroadcastMap(MLIRContext *context, ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> resultShape) {
  size_t added = resultShape.size() - shape.size();
  SmallVector<AffineExpr> exprs;
  for (auto [i, size] : llvm::enumerate(shape))
    exprs.push_back(size == 1 && resultShape[added + i] != 1
                        ? getAffineConstantExpr(0, context)
                        : getAffineDimExpr(added + i, context));
  return AffineMap::get(resultShape.size(), 0, exprs, context);
}

/// The type in which scalars of `type` are computed.
static Type getComputeType(Type type) {
  return is16BitFloat(type) ? Float32Type::get(type.getContext()) : type;
}

static Value widen(OpBuilder &builder, Location loc, Value scalar) {
  Type type = getComputeType(scalar.getType());
  return type == scalar.getType()
             ? scalar
             : arith::ExtFOp::create(builder, loc, type, scalar).getResult();
}

static Value narrow(OpBuilder &builder, Location loc, Value scalar, Type type) {
  return type == scalar.getType()
             ? scalar
             : arith::TruncFOp::create(builder, loc, type, scalar).getResult();
}

/// The one value of a constant operand, or null.
static TypedAttr getSplat(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant)
    return {};
  auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
  if (!elements || !elements.isSplat())
    return {};
  auto splat = elements.getSplatValue<TypedAttr>();
  // Unsigned constants become signless, as their types do.
  if (auto integer = dyn_cast<IntegerAttr>(splat))
    if (integer.getType().isUnsignedInteger())
      return IntegerAttr::get(
          IntegerType::get(value.getContext(),
                           integer.getType().getIntOrFloatBitWidth()),
          integer.getValue());
  return splat;
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

namespace {
struct LowerElementwise
    : public OpInterfaceConversionPattern<ElementwiseOpInterface> {
  using OpInterfaceConversionPattern::OpInterfaceConversionPattern;

  LogicalResult
  matchAndRewrite(ElementwiseOpInterface op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_if_present<RankedTensorType>(
        getTypeConverter()->convertType(op->getResult(0).getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "result type has no kernels");
    Location loc = op->getLoc();

    // Splat constants are immediate; the others are read.
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    SmallVector<TypedAttr> immediates;
    for (auto [operand, original] : llvm::zip(operands, op->getOperands())) {
      immediates.push_back(getSplat(original));
      if (immediates.back())
        continue;
      inputs.push_back(operand);
      maps.push_back(getBroadcastMap(rewriter.getContext(),
                                     getTensorType(operand).getShape(),
                                     type.getShape()));
    }
    maps.push_back(rewriter.getMultiDimIdentityMap(type.getRank()));
    Value empty =
        createEmpty(rewriter, loc, type.getShape(), type.getElementType());
    auto generic = linalg::GenericOp::create(
        rewriter, loc, type, inputs, empty, maps, getParallel(type.getRank()),
        [&](OpBuilder &builder, Location loc, ValueRange arguments) {
          SmallVector<Value> scalars;
          unsigned next = 0;
          for (TypedAttr immediate : immediates) {
            Value scalar =
                immediate ? arith::ConstantOp::create(builder, loc, immediate)
                                .getResult()
                          : arguments[next++];
            scalars.push_back(widen(builder, loc, scalar));
          }
          Value result = op.buildScalar(builder, loc, scalars);
          linalg::YieldOp::create(
              builder, loc,
              narrow(builder, loc, result, type.getElementType()));
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// How partial results are combined, and the value that leaves them unchanged.
struct Combiner {
  TypedAttr neutral;
  std::function<Value(OpBuilder &, Location, Value, Value)> combine;
};
} // namespace

static Combiner getSumCombiner(OpBuilder &builder, Type type) {
  return {getZero(builder, type),
          [type](OpBuilder &builder, Location loc, Value a, Value b) -> Value {
            // Reassociation lets the sum be vectorized. The order is fixed when
            // the kernel is compiled, so results do not vary between runs.
            if (isa<FloatType>(type))
              return arith::AddFOp::create(builder, loc, a, b,
                                           arith::FastMathFlags::reassoc);
            return arith::AddIOp::create(builder, loc, a, b);
          }};
}

static Combiner getExtremumCombiner(OpBuilder &builder, Type type,
                                    bool isUnsigned, bool isMaximum) {
  TypedAttr neutral;
  if (auto floatType = dyn_cast<FloatType>(type)) {
    neutral = builder.getFloatAttr(
        type, APFloat::getInf(floatType.getFloatSemantics(), isMaximum));
  } else {
    unsigned width = type.getIntOrFloatBitWidth();
    APInt value = isUnsigned ? (isMaximum ? APInt::getMinValue(width)
                                          : APInt::getMaxValue(width))
                             : (isMaximum ? APInt::getSignedMinValue(width)
                                          : APInt::getSignedMaxValue(width));
    neutral = builder.getIntegerAttr(type, value);
  }
  return {
      neutral,
      [=](OpBuilder &builder, Location loc, Value a, Value b) -> Value {
        if (isa<FloatType>(type))
          return isMaximum
                     ? arith::MaximumFOp::create(builder, loc, a, b).getResult()
                     : arith::MinimumFOp::create(builder, loc, a, b);
        if (isUnsigned)
          return isMaximum
                     ? arith::MaxUIOp::create(builder, loc, a, b).getResult()
                     : arith::MinUIOp::create(builder, loc, a, b);
        return isMaximum
                   ? arith::MaxSIOp::create(builder, loc, a, b).getResult()
                   : arith::MinSIOp::create(builder, loc, a, b);
      }};
}

static Combiner getAnyCombiner(OpBuilder &builder, Type type) {
  return {getZero(builder, type),
          [](OpBuilder &builder, Location loc, Value a, Value b) -> Value {
            return arith::OrIOp::create(builder, loc, a, b);
          }};
}

/// Reduces `dims` of `input` into a tensor of the compute type without them.
static Value reduce(OpBuilder &builder, Location loc, Value input,
                    ArrayRef<int64_t> dims, const Combiner &combiner) {
  RankedTensorType type = getTensorType(input);
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> kept;
  SmallVector<utils::IteratorType> iterators;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    bool reduced = llvm::is_contained(dims, i);
    iterators.push_back(reduced ? utils::IteratorType::reduction
                                : utils::IteratorType::parallel);
    if (!reduced) {
      shape.push_back(type.getDimSize(i));
      kept.push_back(builder.getAffineDimExpr(i));
    }
  }
  SmallVector<AffineMap> maps = {
      builder.getMultiDimIdentityMap(type.getRank()),
      AffineMap::get(type.getRank(), 0, kept, builder.getContext())};
  Value init = createFilled(builder, loc, shape, combiner.neutral);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), input, init, maps, iterators,
             [&](OpBuilder &builder, Location loc, ValueRange arguments) {
               Value element = widen(builder, loc, arguments[0]);
               linalg::YieldOp::create(
                   builder, loc,
                   combiner.combine(builder, loc, element, arguments[1]));
             })
      .getResult(0);
}

/// Applies `build` to each element of `input`.
static Value
mapElements(OpBuilder &builder, Location loc, Value input, Type elementType,
            function_ref<Value(OpBuilder &, Location, Value)> build) {
  RankedTensorType type = getTensorType(input);
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  Value empty = createEmpty(builder, loc, type.getShape(), elementType);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), input, empty,
             ArrayRef<AffineMap>{identity, identity},
             getParallel(type.getRank()),
             [&](OpBuilder &builder, Location loc, ValueRange arguments) {
               linalg::YieldOp::create(builder, loc,
                                       build(builder, loc, arguments[0]));
             })
      .getResult(0);
}

/// Lowers a reduction: in the compute type, then finished and rounded.
template <typename OpTy>
static Value
lowerReduction(OpTy op, Value input, RankedTensorType type,
               const Combiner &combiner, OpBuilder &builder,
               function_ref<Value(OpBuilder &, Location, Value)> finish = {}) {
  Location loc = op.getLoc();
  SmallVector<int64_t> dims =
      getReducedDims(getTensorType(input).getRank(), op.getDims());
  Value result = reduce(builder, loc, input, dims, combiner);
  Type elementType = type.getElementType();
  if (finish || getTensorType(result).getElementType() != elementType)
    result = mapElements(builder, loc, result, elementType,
                         [&](OpBuilder &builder, Location loc, Value scalar) {
                           if (finish)
                             scalar = finish(builder, loc, scalar);
                           return narrow(builder, loc, scalar, elementType);
                         });
  return amprt::reshapeTo(builder, loc, result, type);
}

namespace {
template <typename OpTy>
struct LowerReduction : public OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_if_present<RankedTensorType>(
        this->getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "result type has no kernels");
    Type compute = getComputeType(type.getElementType());
    Type source = getTensorType(op.getInput()).getElementType();
    bool isUnsigned = source.isUnsignedInteger() || source.isInteger(1);
    Value result;
    if constexpr (std::is_same_v<OpTy, SumOp>) {
      Value input = adaptor.getInput();
      // Sums of 16-bit elements are f32 anyway; other conversions come first.
      Type target = type.getElementType();
      if (target != source && !(is16BitFloat(source) && target.isF32()))
        input = createCast(rewriter, op.getLoc(), input, target);
      result = lowerReduction(op, input, type,
                              getSumCombiner(rewriter, compute), rewriter);
    } else if constexpr (std::is_same_v<OpTy, MeanOp>) {
      double count =
          static_cast<double>(getTensorType(op.getInput()).getNumElements() /
                              std::max<int64_t>(type.getNumElements(), 1));
      auto divide = [&](OpBuilder &builder, Location loc, Value sum) -> Value {
        Value divisor = arith::ConstantOp::create(
            builder, loc, builder.getFloatAttr(compute, count));
        return arith::DivFOp::create(builder, loc, sum, divisor);
      };
      result =
          lowerReduction(op, adaptor.getInput(), type,
                         getSumCombiner(rewriter, compute), rewriter, divide);
    } else if constexpr (std::is_same_v<OpTy, AnyOp>) {
      result = lowerReduction(op, adaptor.getInput(), type,
                              getAnyCombiner(rewriter, compute), rewriter);
    } else {
      result = lowerReduction(op, adaptor.getInput(), type,
                              getExtremumCombiner(rewriter, compute, isUnsigned,
                                                  std::is_same_v<OpTy, AmaxOp>),
                              rewriter);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerArgmax : public OpConversionPattern<ArgmaxOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ArgmaxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    RankedTensorType type = getTensorType(adaptor.getInput());
    int64_t rank = type.getRank();
    auto dim = static_cast<int64_t>(op.getDim());
    dim = dim < 0 ? dim + rank : dim;
    Type element = type.getElementType();
    Type compute = getComputeType(element);
    Type source = getTensorType(op.getInput()).getElementType();
    bool isUnsigned = source.isUnsignedInteger() || source.isInteger(1);
    // The largest element, and then the first index of one. A NaN is the
    // largest wherever there is one, and the first of them is meant.
    Combiner maximum = getExtremumCombiner(rewriter, compute, isUnsigned, true);
    Type i64 = rewriter.getI64Type();
    Combiner first = getExtremumCombiner(rewriter, i64, false, false);
    Value largest = reduce(rewriter, loc, adaptor.getInput(), dim, maximum);
    SmallVector<AffineExpr> kept;
    SmallVector<utils::IteratorType> iterators = getParallel(rank);
    iterators[dim] = utils::IteratorType::reduction;
    for (int64_t i = 0; i < rank; ++i)
      if (i != dim)
        kept.push_back(rewriter.getAffineDimExpr(i));
    AffineMap keptMap = AffineMap::get(rank, 0, kept, rewriter.getContext());
    SmallVector<AffineMap> maps = {rewriter.getMultiDimIdentityMap(rank),
                                   keptMap, keptMap};
    Value init =
        createFilled(rewriter, loc, op.getType().getShape(), first.neutral);
    auto generic = linalg::GenericOp::create(
        rewriter, loc, init.getType(), ValueRange{adaptor.getInput(), largest},
        init, maps, iterators,
        [&](OpBuilder &builder, Location loc, ValueRange arguments) {
          Value x = widen(builder, loc, arguments[0]);
          Value index = arith::IndexCastOp::create(
              builder, loc, i64, linalg::IndexOp::create(builder, loc, dim));
          Value none = arith::ConstantOp::create(builder, loc, first.neutral);
          Value isLargest;
          if (isa<FloatType>(compute)) {
            Value isEqual = arith::CmpFOp::create(
                builder, loc, arith::CmpFPredicate::OEQ, x, arguments[1]);
            Value isNan = arith::CmpFOp::create(
                builder, loc, arith::CmpFPredicate::UNO, x, x);
            isLargest = arith::OrIOp::create(builder, loc, isEqual, isNan);
          } else {
            isLargest = arith::CmpIOp::create(
                builder, loc, arith::CmpIPredicate::eq, x, arguments[1]);
          }
          Value candidate =
              arith::SelectOp::create(builder, loc, isLargest, index, none);
          linalg::YieldOp::create(
              builder, loc,
              first.combine(builder, loc, candidate, arguments[2]));
        });
    rewriter.replaceOp(op, generic.getResult(0));
    return success();
  }
};

struct LowerOneHot : public OpConversionPattern<OneHotOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OneHotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    RankedTensorType type = op.getType();
    int64_t rank = type.getRank();
    bool isUnsigned =
        getTensorType(op.getInput()).getElementType().isUnsignedInteger();
    SmallVector<AffineExpr> outer;
    for (int64_t i = 0; i + 1 < rank; ++i)
      outer.push_back(rewriter.getAffineDimExpr(i));
    SmallVector<AffineMap> maps = {
        AffineMap::get(rank, 0, outer, rewriter.getContext()),
        rewriter.getMultiDimIdentityMap(rank)};
    Value empty =
        createEmpty(rewriter, loc, type.getShape(), type.getElementType());
    auto generic = linalg::GenericOp::create(
        rewriter, loc, type, adaptor.getInput(), empty, maps, getParallel(rank),
        [&](OpBuilder &builder, Location loc, ValueRange arguments) {
          Value index = arguments[0];
          Type i64 = builder.getI64Type();
          if (index.getType() != i64)
            index = isUnsigned
                        ? arith::ExtUIOp::create(builder, loc, i64, index)
                              .getResult()
                        : arith::ExtSIOp::create(builder, loc, i64, index);
          Value position = arith::IndexCastOp::create(
              builder, loc, i64,
              linalg::IndexOp::create(builder, loc, rank - 1));
          Value equal = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::eq, index, position);
          auto constant = [&](double value) -> Value {
            return arith::ConstantOp::create(
                builder, loc,
                builder.getFloatAttr(type.getElementType(), value));
          };
          linalg::YieldOp::create(builder, loc,
                                  arith::SelectOp::create(builder, loc, equal,
                                                          constant(1),
                                                          constant(0))
                                      .getResult());
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

/// A word for each element, by its number: nothing is kept in memory, and the
/// op fuses as any elementwise one does.
struct LowerRandomBits : public OpConversionPattern<RandomBitsOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(RandomBitsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    int64_t rank = type.getRank();
    auto readsElement = [&](int64_t element) {
      return AffineMap::get(rank, 0, rewriter.getAffineConstantExpr(element));
    };
    SmallVector<AffineMap> maps = {readsElement(0), readsElement(1),
                                   rewriter.getMultiDimIdentityMap(rank)};
    Value state = adaptor.getState();
    Value empty = createEmpty(rewriter, op.getLoc(), type.getShape(),
                              type.getElementType());
    auto generic = linalg::GenericOp::create(
        rewriter, op.getLoc(), type, ValueRange{state, state}, empty, maps,
        getParallel(rank),
        [&](OpBuilder &builder, Location loc, ValueRange arguments) {
          Value word = amprt::RandomWordOp::create(
              builder, loc, type.getElementType(), arguments[0], arguments[1],
              buildLinearIndex(builder, loc, type.getShape()));
          linalg::YieldOp::create(builder, loc, word);
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }

private:
  static Value createInteger(OpBuilder &builder, Location loc, Type type,
                             int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  }

  /// The element's number in row-major order.
  static Value buildLinearIndex(OpBuilder &builder, Location loc,
                                ArrayRef<int64_t> shape) {
    Type i64 = builder.getI64Type();
    Value result = createInteger(builder, loc, i64, 0);
    for (auto [dim, size] : llvm::enumerate(shape)) {
      Value index = arith::IndexCastOp::create(
          builder, loc, i64, linalg::IndexOp::create(builder, loc, dim));
      result = arith::MulIOp::create(builder, loc, result,
                                     createInteger(builder, loc, i64, size));
      result = arith::AddIOp::create(builder, loc, result, index);
    }
    return result;
  }
};

//===----------------------------------------------------------------------===//
// Constants and data movement
//===----------------------------------------------------------------------===//

struct LowerConstant : public OpConversionPattern<ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConstantOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_if_present<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "type has no kernels");
    TypedAttr value = op.getValue();
    if (type != op.getType()) {
      auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
      if (!elements)
        return rewriter.notifyMatchFailure(op, "constant is not dense");
      value = elements.bitcast(type.getElementType());
    }
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, value);
    return success();
  }
};

/// An op that moves elements: the result is the input read through a map.
template <typename OpTy>
struct LowerMovement : public OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_if_present<RankedTensorType>(
        this->getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "result type has no kernels");
    Location loc = op.getLoc();
    Value input = adaptor.getInput();
    AffineMap map;
    if constexpr (std::is_same_v<OpTy, TransposeOp>) {
      SmallVector<unsigned> inverse(type.getRank());
      for (auto [i, dim] : llvm::enumerate(op.getPermutation()))
        inverse[dim] = i;
      map = AffineMap::getPermutationMap(inverse, op.getContext());
      if (type.getRank() == 0)
        map = AffineMap::get(op.getContext());
    } else {
      map = getBroadcastMap(op.getContext(), getTensorType(input).getShape(),
                            type.getShape());
    }
    Value empty =
        createEmpty(rewriter, loc, type.getShape(), type.getElementType());
    auto generic = linalg::GenericOp::create(
        rewriter, loc, type, input, empty,
        ArrayRef<AffineMap>{map,
                            rewriter.getMultiDimIdentityMap(type.getRank())},
        getParallel(type.getRank()),
        [](OpBuilder &builder, Location loc, ValueRange arguments) {
          linalg::YieldOp::create(builder, loc, arguments[0]);
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

struct LowerReshape : public OpConversionPattern<ReshapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReshapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_if_present<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "result type has no kernels");
    rewriter.replaceOp(
        op, amprt::reshapeTo(rewriter, op.getLoc(), adaptor.getInput(), type));
    return success();
  }
};
} // namespace

static SmallVector<OpFoldResult> toFoldResults(OpBuilder &builder,
                                               ArrayRef<int64_t> values,
                                               size_t rank, int64_t fallback) {
  SmallVector<int64_t> result(values);
  result.resize(rank, fallback);
  return getAsIndexOpFoldResult(builder.getContext(), result);
}

namespace {
struct LowerSlice : public OpConversionPattern<SliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_if_present<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "result type has no kernels");
    // An offset of nothing may lie where upstream takes none.
    if (type.getNumElements() == 0) {
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type.getShape(),
                                                   type.getElementType());
      return success();
    }
    size_t rank = type.getRank();
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, adaptor.getInput(),
        toFoldResults(rewriter, op.getOffsets(), rank, 0),
        toFoldResults(rewriter, type.getShape(), rank, 1),
        toFoldResults(rewriter, op.getStrides(), rank, 1));
    return success();
  }
};

struct LowerSliceBackward : public OpConversionPattern<SliceBackwardOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SliceBackwardOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_if_present<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "result type has no kernels");
    size_t rank = type.getRank();
    Value zeros = createFilled(rewriter, op.getLoc(), type.getShape(),
                               getZero(rewriter, type.getElementType()));
    if (getTensorType(op.getGradient()).getNumElements() == 0) {
      rewriter.replaceOp(op, zeros);
      return success();
    }
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, adaptor.getGradient(), zeros,
        toFoldResults(rewriter, op.getOffsets(), rank, 0),
        toFoldResults(rewriter, getTensorType(op.getGradient()).getShape(),
                      rank, 1),
        toFoldResults(rewriter, op.getStrides(), rank, 1));
    return success();
  }
};

struct LowerConcat : public OpConversionPattern<ConcatOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConcatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_if_present<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "result type has no kernels");
    size_t rank = type.getRank();
    auto dim = static_cast<int64_t>(op.getDim());
    Value result = createEmpty(rewriter, op.getLoc(), type.getShape(),
                               type.getElementType());
    SmallVector<int64_t> offsets(rank, 0);
    for (Value input : adaptor.getInputs()) {
      ArrayRef<int64_t> shape = getTensorType(input).getShape();
      result = tensor::InsertSliceOp::create(
          rewriter, op.getLoc(), input, result,
          toFoldResults(rewriter, offsets, rank, 0),
          toFoldResults(rewriter, shape, rank, 1),
          toFoldResults(rewriter, {}, rank, 1));
      offsets[dim] += shape[dim];
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A scan becomes a loop whose values are the states and the outputs so far. A
/// step reads its slices where they lie, and writes its outputs there.
struct LowerScan : public OpConversionPattern<ScanOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ScanOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    int64_t steps = op.getNumSteps();
    SmallVector<Value> values;
    for (auto [initial, original] :
         llvm::zip(adaptor.getInitial(), op.getInitial()))
      values.push_back(createState(rewriter, loc, initial, getSplat(original)));
    for (Type type : op.getOutputs().getTypes()) {
      auto converted = dyn_cast_if_present<RankedTensorType>(
          getTypeConverter()->convertType(type));
      if (!converted)
        return rewriter.notifyMatchFailure(op, "result type has no kernels");
      values.push_back(createEmpty(rewriter, loc, converted.getShape(),
                                   converted.getElementType()));
    }
    if (steps == 0) {
      rewriter.replaceOp(op, values);
      return success();
    }
    if (failed(rewriter.convertRegionTypes(&op.getBody(), *getTypeConverter())))
      return rewriter.notifyMatchFailure(op, "argument type has no kernels");

    auto index = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(rewriter, loc, value);
    };
    Value first = index(0), end = index(steps), one = index(1);
    auto loop = scf::ForOp::create(rewriter, loc, first, end, one, values);
    Block *body = loop.getBody();
    rewriter.setInsertionPointToStart(body);
    Value place = loop.getInductionVar();
    if (op.getReverse())
      place = affine::AffineApplyOp::create(
          rewriter, loc,
          AffineMap::get(1, 0,
                         rewriter.getAffineConstantExpr(steps - 1) -
                             rewriter.getAffineDimExpr(0)),
          place);
    unsigned states = op.getNumStates();
    SmallVector<Value> arguments(loop.getRegionIterArgs().take_front(states));
    for (Value sequence : adaptor.getSequences()) {
      RankedTensorType type = getTensorType(sequence);
      auto slice = RankedTensorType::get(type.getShape().drop_front(),
                                         type.getElementType());
      auto [offsets, sizes, strides] = getStepSlice(rewriter, type, place);
      arguments.push_back(tensor::ExtractSliceOp::create(
          rewriter, loc, slice, sequence, offsets, sizes, strides));
    }
    llvm::append_range(arguments, adaptor.getInvariants());

    Operation *yield = op.getYield();
    rewriter.mergeBlocks(&op.getBody().front(), body, arguments);
    rewriter.setInsertionPoint(yield);
    SmallVector<Value> given;
    if (failed(rewriter.getRemappedValues(yield->getOperands(), given)))
      return rewriter.notifyMatchFailure(op, "a yielded type has no kernels");
    for (auto [part, whole] :
         llvm::zip(MutableArrayRef(given).drop_front(states),
                   loop.getRegionIterArgs().drop_front(states))) {
      auto [offsets, sizes, strides] =
          getStepSlice(rewriter, getTensorType(whole), place);
      part = tensor::InsertSliceOp::create(rewriter, loc, part, whole, offsets,
                                           sizes, strides);
    }
    rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, given);
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }

private:
  /// A tensor that the steps may write, with the value of `initial`.
  static Value createState(OpBuilder &builder, Location loc, Value initial,
                           TypedAttr splat) {
    RankedTensorType type = getTensorType(initial);
    if (splat)
      return createFilled(builder, loc, type.getShape(), splat);
    return bufferization::AllocTensorOp::create(builder, loc, type,
                                                ValueRange(), initial);
  }

  /// Where the part of the step at `place` lies in `type`.
  static std::tuple<SmallVector<OpFoldResult>, SmallVector<OpFoldResult>,
                    SmallVector<OpFoldResult>>
  getStepSlice(OpBuilder &builder, RankedTensorType type, Value place) {
    size_t rank = type.getRank();
    SmallVector<int64_t> shape(type.getShape());
    shape[0] = 1;
    SmallVector<OpFoldResult> offsets = toFoldResults(builder, {}, rank, 0);
    offsets[0] = place;
    return {offsets, toFoldResults(builder, shape, rank, 1),
            toFoldResults(builder, {}, rank, 1)};
  }
};

/// Ops of other dialects whose types only change with ours.
struct ConvertTypes : public ConversionPattern {
  ConvertTypes(const TypeConverter &converter, StringRef name,
               MLIRContext *context)
      : ConversionPattern(converter, name, 1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    FailureOr<Operation *> result =
        convertOpResultTypes(op, operands, *getTypeConverter(), rewriter);
    if (failed(result))
      return failure();
    rewriter.replaceOp(op, (*result)->getResults());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

struct ConvertAmpToLinalgPass
    : public mlir::amp::impl::ConvertAmpToLinalgPassBase<
          ConvertAmpToLinalgPass> {
  using Base::Base;

  void runOnOperation() override {
    MLIRContext &context = getContext();
    // Types without kernels are found before anything is rewritten.
    WalkResult found = getOperation().walk([](Operation *op) {
      if (isa<VariableOp>(op))
        return WalkResult::advance();
      if (isa<DecomposableOpInterface>(op)) {
        op->emitOpError("is no core op; run amp-decompose before "
                        "convert-amp-to-linalg");
        return WalkResult::interrupt();
      }
      for (Type type : llvm::concat<const Type>(op->getOperandTypes(),
                                                op->getResultTypes())) {
        Type element = getElementTypeOrSelf(type);
        if (isa<ComplexType, Float8E4M3FNType, Float8E5M2Type>(element)) {
          op->emitOpError("has no kernels for elements of ") << element;
          return WalkResult::interrupt();
        }
      }
      if (failed(verifyStaticShapes(op, "convert-amp-to-linalg")))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (found.wasInterrupted())
      return signalPassFailure();

    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    converter.addConversion([](RankedTensorType type) -> Type {
      if (!type.getElementType().isUnsignedInteger())
        return type;
      return type.clone(
          IntegerType::get(type.getContext(), type.getElementTypeBitWidth()));
    });

    ConversionTarget target(context);
    target.addLegalDialect<affine::AffineDialect, arith::ArithDialect,
                           linalg::LinalgDialect, math::MathDialect,
                           scf::SCFDialect, tensor::TensorDialect>();
    target.addIllegalDialect<AmpDialect>();
    target.addLegalOp<VariableOp, FlatBufferOp, OptimizerOp, GradScalerOp,
                      ModuleOp>();
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
      return converter.isSignatureLegal(op.getFunctionType());
    });
    target.markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter.isLegal(op); });

    RewritePatternSet patterns(&context);
    patterns.add<LowerElementwise>(converter, &context);
    patterns.add<LowerArgmax, LowerConcat, LowerConstant,
                 LowerMovement<BroadcastToOp>, LowerMovement<TransposeOp>,
                 LowerOneHot, LowerRandomBits, LowerReduction<AmaxOp>,
                 LowerReduction<AminOp>, LowerReduction<AnyOp>,
                 LowerReduction<MeanOp>, LowerReduction<SumOp>, LowerReshape,
                 LowerScan, LowerSlice, LowerSliceBackward>(converter,
                                                            &context);
    populateIndexingPatterns(converter, patterns);
    for (StringRef name :
         {bufferization::AllocTensorOp::getOperationName(),
          bufferization::MaterializeInDestinationOp::getOperationName()})
      patterns.add<ConvertTypes>(converter, name, &context);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    if (failed(
            applyFullConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
