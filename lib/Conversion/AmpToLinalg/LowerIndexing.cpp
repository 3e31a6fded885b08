//===- LowerIndexing.cpp - Ops at places told at run time -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerIndexing.h"

#include "amp/Dialect/Amp/IR/Convolutions.h"
#include "amp/Dialect/Amp/IR/Indexing.h"
#include "amp/Dialect/Amp/IR/Pooling.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::amp;

static Value createEmpty(OpBuilder &builder, Location loc,
                         ArrayRef<int64_t> shape, Type elementType) {
  return tensor::EmptyOp::create(builder, loc, shape, elementType);
}

/// `value`, where a kernel may write it: not an argument of the function, whose
/// elements others may own.
static Value makeWritable(OpBuilder &builder, Location loc, Value value) {
  Value origin = value;
  while (Operation *op = origin.getDefiningOp()) {
    if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ExtractSliceOp>(op))
      break;
    origin = op->getOperand(0);
  }
  if (origin.getDefiningOp())
    return value;
  return bufferization::AllocTensorOp::create(
      builder, loc, getTensorType(value), /*dynamicSizes=*/ValueRange(),
      /*copy=*/value);
}

/// Reads a tensor of three dimensions at the place of a result of `shape`:
/// always at 0 where it has the size 1.
static AffineMap getPlaceMap(OpBuilder &builder, Value value,
                             ArrayRef<int64_t> shape) {
  SmallVector<AffineExpr> exprs;
  for (auto [i, size] : llvm::enumerate(getTensorType(value).getShape()))
    exprs.push_back(size == 1 && shape[i] != 1
                        ? builder.getAffineConstantExpr(0)
                        : builder.getAffineDimExpr(i));
  return AffineMap::get(3, 0, exprs, builder.getContext());
}

/// A tensor of `shape`, of which `build` computes each element from those of
/// `inputs` at its place.
static Value
mapPlaces(OpBuilder &builder, Location loc, ArrayRef<int64_t> shape,
          Type elementType, ArrayRef<Value> inputs,
          function_ref<Value(OpBuilder &, Location, ValueRange)> build) {
  SmallVector<AffineMap> maps;
  for (Value input : inputs)
    maps.push_back(getPlaceMap(builder, input, shape));
  maps.push_back(builder.getMultiDimIdentityMap(3));
  SmallVector<utils::IteratorType> iterators(3, utils::IteratorType::parallel);
  Value empty = createEmpty(builder, loc, shape, elementType);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), inputs, empty, maps, iterators,
             [&](OpBuilder &builder, Location loc, ValueRange arguments) {
               linalg::YieldOp::create(
                   builder, loc, build(builder, loc, arguments.drop_back()));
             })
      .getResult(0);
}

/// Within a payload: true where `index` is the place of the element.
static Value buildIsHere(OpBuilder &builder, Location loc, Value index) {
  Value place = arith::IndexCastOp::create(
      builder, loc, index.getType(), linalg::IndexOp::create(builder, loc, 1));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, index,
                               place);
}

static Value createConstant(OpBuilder &builder, Location loc, Type type,
                            int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

/// True if what `op` gives is there where the builder is.
static bool isBefore(Operation *op, OpBuilder &builder) {
  Block *block = builder.getInsertionBlock();
  Block::iterator here = builder.getInsertionPoint();
  return op->getBlock() == block &&
         (here == block->end() || op->isBeforeInBlock(&*here));
}

namespace {
struct LowerReadAt : public OpConversionPattern<ReadAtOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReadAtOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type element = getTensorType(adaptor.getInput()).getElementType();
    Value empty =
        createEmpty(rewriter, op.getLoc(),
                    getTensorType(op.getResult()).getShape(), element);
    auto read = amprt::ReadAtOp::create(rewriter, op.getLoc(), empty.getType(),
                                        adaptor.getInput(), adaptor.getIndex(),
                                        empty, op.getZeros());
    rewriter.replaceOp(op, read.getResults());
    return success();
  }
};

/// Which elements name each place. Ops that ask this of one index share the
/// answer.
struct Groups {
  Value order, starts;
};

template <typename OpTy>
struct LowerWithGroups : public OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

protected:
  static Groups buildGroups(OpBuilder &builder, Location loc, Value index,
                            int64_t size) {
    for (Operation *user : index.getUsers()) {
      auto known = dyn_cast<amprt::GroupAtOp>(user);
      if (known && isBefore(known, builder) &&
          cast<ShapedType>(known.getStarts().getType()).getDimSize(1) ==
              size + 1)
        return {known->getResult(0), known->getResult(1)};
    }
    RankedTensorType type = getTensorType(index);
    SmallVector<int64_t> starts(type.getShape());
    starts[1] = size + 1;
    Type i32 = builder.getI32Type();
    SmallVector<Value> outs = {createEmpty(builder, loc, type.getShape(), i32),
                               createEmpty(builder, loc, starts, i32)};
    auto group = amprt::GroupAtOp::create(builder, loc, ValueRange(outs), index,
                                          outs[0], outs[1]);
    return {group->getResult(0), group->getResult(1)};
  }
};

/// Elements of a part of a group at least, and parts that all elements make.
static constexpr int64_t kShortestPart = 64;
static constexpr int64_t kFewestParts = 4;

/// The elements of a part of a group: about as many as a group of all `count`
/// elements then has parts, so that nobody adds many more than the root of
/// `count`. None if `count` is too small for parts.
static std::optional<int64_t> getPartOfGroups(int64_t count) {
  if (count < kShortestPart * kFewestParts)
    return std::nullopt;
  int64_t part = kShortestPart;
  while (part * part < count)
    part *= 2;
  return part;
}

struct LowerSumAt : public LowerWithGroups<SumAtOp> {
  using LowerWithGroups::LowerWithGroups;

  LogicalResult
  matchAndRewrite(SumAtOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value input = adaptor.getInput(), index = adaptor.getIndex();
    RankedTensorType type = getTensorType(input).clone(op.getType().getShape());
    int64_t count = getTensorType(input).getDimSize(1);
    if (count <= 1 || type.getNumElements() == 0) {
      rewriter.replaceOp(op, compareWithPlaces(rewriter, loc, type, input,
                                               index, adaptor.getOnto()));
      return success();
    }
    Groups groups = buildGroups(rewriter, loc, index, type.getDimSize(1));
    Value out = adaptor.getOnto()
                    ? makeWritable(rewriter, loc, adaptor.getOnto())
                    : createEmpty(rewriter, loc, type.getShape(),
                                  type.getElementType());
    Value parts;
    IntegerAttr part;
    if (std::optional<int64_t> length = getPartOfGroups(count)) {
      part = rewriter.getI64IntegerAttr(*length);
      parts = sumParts(rewriter, loc, input, groups, part);
    }
    auto sum = amprt::SumGroupsOp::create(
        rewriter, loc, type, input, groups.order, groups.starts, parts, out,
        /*accumulate=*/static_cast<bool>(adaptor.getOnto()), part);
    rewriter.replaceOp(op, sum.getResults());
    return success();
  }

private:
  static Value sumParts(OpBuilder &builder, Location loc, Value input,
                        const Groups &groups, IntegerAttr part) {
    Value begins;
    for (Operation *user : groups.starts.getUsers())
      if (auto known = dyn_cast<amprt::CutGroupsOp>(user);
          known && isBefore(known, builder) && known.getPartAttr() == part)
        begins = known->getResult(0);
    RankedTensorType type = getTensorType(input);
    int64_t number = llvm::divideCeil(type.getDimSize(1), part.getInt());
    auto withNumber = [&](Value value) {
      SmallVector<int64_t> shape(getTensorType(value).getShape());
      shape[1] = number;
      return shape;
    };
    if (!begins) {
      Value empty = createEmpty(builder, loc, withNumber(groups.starts),
                                builder.getI32Type());
      begins = amprt::CutGroupsOp::create(builder, loc, empty.getType(),
                                          groups.starts, empty, part)
                   ->getResult(0);
    }
    Type element = type.getElementType();
    Value out = createEmpty(builder, loc, withNumber(input),
                            element.isF16() || element.isBF16()
                                ? Type(builder.getF32Type())
                                : element);
    return amprt::SumPartsOp::create(builder, loc, out.getType(), input,
                                     groups.order, begins, out, part)
        ->getResult(0);
  }

  /// For one element that names a place, or none.
  static Value compareWithPlaces(OpBuilder &builder, Location loc,
                                 RankedTensorType type, Value input,
                                 Value index, Value onto) {
    Type element = type.getElementType();
    Type compute = element.isF16() || element.isBF16()
                       ? Type(builder.getF32Type())
                       : element;
    bool isEmpty = getTensorType(input).getDimSize(1) == 0;
    SmallVector<Value> inputs;
    if (!isEmpty)
      inputs = {index, input};
    if (onto)
      inputs.push_back(onto);
    auto widen = [&](OpBuilder &builder, Location loc, Value x) -> Value {
      return x.getType() == compute
                 ? x
                 : arith::ExtFOp::create(builder, loc, compute, x).getResult();
    };
    return mapPlaces(
        builder, loc, type.getShape(), element, inputs,
        [&](OpBuilder &builder, Location loc, ValueRange arguments) -> Value {
          Value zero = arith::ConstantOp::create(builder, loc,
                                                 builder.getZeroAttr(element));
          Value before = onto ? arguments.back() : zero;
          if (isEmpty)
            return before;
          Value isHere = buildIsHere(builder, loc, arguments[0]);
          Value there = arguments[1];
          if (onto) {
            Value a = widen(builder, loc, before);
            Value b = widen(builder, loc, there);
            Value sum =
                isa<FloatType>(compute)
                    ? arith::AddFOp::create(builder, loc, a, b).getResult()
                    : arith::AddIOp::create(builder, loc, a, b);
            there = compute == element
                        ? sum
                        : arith::TruncFOp::create(builder, loc, element, sum)
                              .getResult();
          }
          return arith::SelectOp::create(builder, loc, isHere, there, before);
        });
  }
};

struct LowerLastAt : public LowerWithGroups<LastAtOp> {
  using LowerWithGroups::LowerWithGroups;

  LogicalResult
  matchAndRewrite(LastAtOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value index = adaptor.getIndex();
    ArrayRef<int64_t> shape = op.getType().getShape();
    int64_t count = getTensorType(index).getDimSize(1);
    Type i64 = rewriter.getI64Type(), i32 = rewriter.getI32Type();
    if (count <= 1) {
      SmallVector<Value> inputs(count, index);
      rewriter.replaceOp(
          op, mapPlaces(rewriter, loc, shape, i64, inputs,
                        [&](OpBuilder &builder, Location loc,
                            ValueRange arguments) -> Value {
                          Value none = createConstant(builder, loc, i64, -1);
                          if (arguments.empty())
                            return none;
                          return arith::SelectOp::create(
                              builder, loc,
                              buildIsHere(builder, loc, arguments[0]),
                              createConstant(builder, loc, i64, 0), none);
                        }));
      return success();
    }
    Groups groups = buildGroups(rewriter, loc, index, shape[1]);
    auto slice = [&](int64_t offset) -> Value {
      SmallVector<OpFoldResult> offsets(3, rewriter.getIndexAttr(0)), sizes,
          strides(3, rewriter.getIndexAttr(1));
      offsets[1] = rewriter.getIndexAttr(offset);
      for (int64_t size : shape)
        sizes.push_back(rewriter.getIndexAttr(size));
      return tensor::ExtractSliceOp::create(rewriter, loc, groups.starts,
                                            offsets, sizes, strides);
    };
    // The last of a group stands before the next group; -1 is nowhere.
    Value begin = slice(0), end = slice(1);
    Value position = mapPlaces(
        rewriter, loc, shape, i32, {begin, end},
        [&](OpBuilder &builder, Location loc, ValueRange arguments) -> Value {
          Value isThere =
              arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                                    arguments[1], arguments[0]);
          Value none = createConstant(builder, loc, i32, -1);
          Value last = arith::AddIOp::create(builder, loc, arguments[1], none);
          return arith::SelectOp::create(builder, loc, isThere, last, none);
        });
    Value empty = createEmpty(rewriter, loc, shape, i32);
    Value last = amprt::ReadAtOp::create(rewriter, loc, empty.getType(),
                                         groups.order, position, empty,
                                         /*zeros=*/true)
                     .getResult(0);
    rewriter.replaceOp(
        op, mapPlaces(rewriter, loc, shape, i64, {position, last},
                      [&](OpBuilder &builder, Location loc,
                          ValueRange arguments) -> Value {
                        Value isThere = arith::CmpIOp::create(
                            builder, loc, arith::CmpIPredicate::sge,
                            arguments[0], createConstant(builder, loc, i32, 0));
                        Value wide = arith::ExtSIOp::create(builder, loc, i64,
                                                            arguments[1]);
                        return arith::SelectOp::create(
                            builder, loc, isThere, wide,
                            createConstant(builder, loc, i64, -1));
                      }));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// What a result is written to.
static Value createDestination(OpBuilder &builder, Value result) {
  RankedTensorType type = getTensorType(result);
  return createEmpty(builder, result.getLoc(), type.getShape(),
                     type.getElementType());
}

struct LowerSumWindows : public OpConversionPattern<SumWindowsOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SumWindowsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value weights;
    if (std::optional<ArrayRef<double>> given = op.getWeights()) {
      bool isWide =
          getTensorType(adaptor.getInput()).getElementType().isF64() ||
          op.getType().getElementType().isF64();
      Type element =
          isWide ? Type(rewriter.getF64Type()) : Type(rewriter.getF32Type());
      SmallVector<Attribute> elements =
          llvm::map_to_vector(*given, [&](double weight) -> Attribute {
            return rewriter.getFloatAttr(element, weight);
          });
      auto type = RankedTensorType::get(
          {1, static_cast<int64_t>(elements.size()), 1}, element);
      weights = arith::ConstantOp::create(
          rewriter, op.getLoc(), DenseElementsAttr::get(type, elements));
    }
    Value out = createDestination(rewriter, op.getResult());
    auto sums = amprt::SumWindowsOp::create(
        rewriter, op.getLoc(), out.getType(), adaptor.getInput(), weights, out,
        op.getSize(), op.getCount(), op.getStride(), op.getDivisor(),
        op.getBegin(), op.getEnd());
    rewriter.replaceOp(op, sums.getResults());
    return success();
  }
};

struct LowerMaxWindows : public OpConversionPattern<MaxWindowsOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MaxWindowsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value out = createDestination(rewriter, op.getValues());
    // What nobody asks for is not computed.
    Value index = op.getIndex().use_empty()
                      ? Value()
                      : createDestination(rewriter, op.getIndex());
    SmallVector<Type> types = {out.getType()};
    if (index)
      types.push_back(index.getType());
    auto largest = amprt::MaxWindowsOp::create(
        rewriter, op.getLoc(), types, adaptor.getInput(), out, index,
        op.getSize(), op.getCount(), op.getStride(), op.getDivisor(),
        op.getBegin(), op.getEnd(), op.getStep());
    rewriter.replaceOp(
        op, {largest->getResult(0), index ? largest->getResult(1) : Value()});
    return success();
  }
};

struct LowerSumChosen : public OpConversionPattern<SumChosenOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SumChosenOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value out = createDestination(rewriter, op.getResult());
    auto sums = amprt::SumChosenOp::create(
        rewriter, op.getLoc(), out.getType(), adaptor.getInput(),
        adaptor.getIndex(), out, op.getSize(), op.getCount(), op.getStride(),
        op.getDivisor(), op.getBegin(), op.getEnd());
    rewriter.replaceOp(op, sums.getResults());
    return success();
  }
};
/// An op on images [N, C, ...] and what is gathered of their windows, by an op
/// on images of one dimension.
template <typename OpTy, typename LoweredTy>
struct LowerGathered : public OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    RankedTensorType input = getTensorType(adaptor.getInput());
    RankedTensorType result = op.getType();
    // What stands out of nothing is 0.
    if (input.getNumElements() == 0 || result.getNumElements() == 0) {
      rewriter.replaceOp(op, createSplat(rewriter, loc, result, 0));
      return success();
    }
    bool gathers = std::is_same_v<OpTy, Im2colOp>;
    ArrayRef<int64_t> images = (gathers ? input : result).getShape();
    ArrayRef<int64_t> sizes = images.drop_front(2);
    SmallVector<int64_t> counts;
    for (auto [size, kernel, stride, padding, dilation] :
         llvm::zip(sizes, op.getKernelSize(), op.getStride(), op.getPadding(),
                   op.getDilation()))
      counts.push_back(
          (size + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1);
    int64_t numImages = images[0] * images[1];
    auto flatten = [&](ArrayRef<int64_t> shape) -> SmallVector<int64_t> {
      return {numImages, ShapedType::getNumElements(shape) / numImages, 1};
    };
    Value flat = ReshapeOp::create(rewriter, loc, adaptor.getInput(),
                                   flatten(input.getShape()));
    Value out = createEmpty(rewriter, loc, flatten(result.getShape()),
                            result.getElementType());
    auto lowered = LoweredTy::create(
        rewriter, loc, out.getType(), flat, out, sizes, counts,
        op.getKernelSize(), op.getStride(), op.getPadding(), op.getDilation());
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, lowered->getResult(0),
                                           result.getShape());
    return success();
  }
};
} // namespace

void mlir::amp::populateIndexingPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<LowerReadAt, LowerSumAt, LowerLastAt, LowerSumWindows,
               LowerMaxWindows, LowerSumChosen,
               LowerGathered<Im2colOp, amprt::GatherWindowsOp>,
               LowerGathered<Col2imOp, amprt::SumGatheredOp>>(
      converter, patterns.getContext());
}
