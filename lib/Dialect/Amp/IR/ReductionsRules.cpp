//===- ReductionsRules.cpp - Reductions, scans and norms ------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Reductions.h"

#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Indexing.h"
#include "amp/Dialect/Amp/IR/Limits.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

/// Where `a` is larger than `b`, as a NaN is than any number.
static Value buildIsLarger(GraphBuilder &c, Value a, Value b) {
  Value isLarger = c.compare(ComparePredicate::GT, a, b);
  if (!isa<FloatType>(getTensorType(a).getElementType()))
    return isLarger;
  Value isNan = LogicalAndOp::create(c.builder, c.loc,
                                     c.compare(ComparePredicate::NE, a, a),
                                     c.compare(ComparePredicate::EQ, b, b));
  return LogicalOrOp::create(c.builder, c.loc, isLarger, isNan);
}

/// The sum, of type i64, of `value` along the last dimension.
static Value countLast(GraphBuilder &c, Value value) {
  Value sum = c.cast(value, c.builder.getI64Type());
  return c.sum(sum, getTensorType(value).getRank() - 1);
}

/// Of elements `a` and `b` at the places `i` and `j` of a row, whether `a`
/// comes before `b`: in descending order if `largest`, of equal ones the first.
static Value buildIsAhead(GraphBuilder &c, Value a, Value i, Value b, Value j,
                          bool largest) {
  if (!largest)
    std::swap(a, b);
  Value isBehind = buildIsLarger(c, b, a);
  Value isTied = LogicalAndOp::create(
      c.builder, c.loc, LogicalNotOp::create(c.builder, c.loc, isBehind),
      c.compare(ComparePredicate::LT, i, j));
  return LogicalOrOp::create(c.builder, c.loc, buildIsLarger(c, a, b), isTied);
}

/// The places of the first `count` elements of each row of `x` [R, size]:
/// [R, count]. Each element is compared with each of its row.
static Value placeByCounting(GraphBuilder &c, Value x, int64_t count,
                             bool largest) {
  int64_t rows = c.getSize(x, 0), size = c.getSize(x, 1);
  // [R, i, j]: whether element j comes before element i.
  Value isAhead = buildIsAhead(
      c, c.reshape(x, {rows, 1, size}), c.numbers({1, size}),
      c.reshape(x, {rows, size, 1}), c.numbers({size, 1}), largest);
  Value places = c.reshape(countLast(c, isAhead), {rows, 1, size});
  // [R, k, i]: whether element i is the one of place k.
  Value isThere =
      c.compare(ComparePredicate::EQ, places, c.numbers({count, 1}));
  return countLast(c, c.where(isThere, c.numbers({1, size}), c.integer(0)));
}

/// As that: first of each `chunk` of a row, of which no more can be chosen, and
/// then of these. Equal ones stay in their order.
static Value placeByChunks(GraphBuilder &c, Value x, int64_t count,
                           int64_t chunk, bool largest) {
  int64_t rows = c.getSize(x, 0), size = c.getSize(x, 1);
  int64_t chunks = size / chunk, rest = size % chunk;
  auto choose = [&](Value part, int64_t k, int64_t dim) {
    return TopkOp::create(c.builder, c.loc, part, k, dim, largest,
                          /*sorted=*/true);
  };
  auto first = choose(
      c.reshape(c.part(x, 1, 0, chunks * chunk), {rows, chunks, chunk}), count,
      /*dim=*/2);
  // Where each chunk begins.
  Value begins = c.mul(c.numbers({chunks, 1}), c.integer(chunk));
  SmallVector<Value> values = {
      c.reshape(first.getValues(), {rows, chunks * count})};
  SmallVector<Value> places = {
      c.reshape(c.add(first.getIndices(), begins), {rows, chunks * count})};
  if (rest) {
    auto last = choose(c.part(x, 1, chunks * chunk, rest),
                       std::min(count, rest), /*dim=*/1);
    values.push_back(last.getValues());
    places.push_back(c.add(last.getIndices(), c.integer(chunks * chunk)));
  }
  auto chosen = choose(c.concat(values, 1), count, /*dim=*/1);
  return GatherOp::create(c.builder, c.loc, c.concat(places, 1),
                          chosen.getIndices(), /*dim=*/1);
}

/// An element that comes behind all others, if its place does: a splat.
static Value buildLast(GraphBuilder &c, RankedTensorType type, bool largest) {
  Type elementType = type.getElementType();
  if (isa<FloatType>(elementType)) {
    using Limits = std::numeric_limits<double>;
    return createSplat(c.builder, c.loc, type,
                       largest ? -Limits::infinity() : Limits::quiet_NaN());
  }
  unsigned width = elementType.getIntOrFloatBitWidth();
  bool isSigned = !elementType.isUnsignedInteger() && width > 1;
  APInt value = largest ? (isSigned ? APInt::getSignedMinValue(width)
                                    : APInt::getMinValue(width))
                        : (isSigned ? APInt::getSignedMaxValue(width)
                                    : APInt::getMaxValue(width));
  return ConstantOp::create(c.builder, c.loc, type,
                            DenseElementsAttr::get(type, value));
}

/// As that, by a bitonic sort (Batcher, "Sorting networks and their
/// applications", 1968) of rows that are filled up to a power of two: one loop
/// over its steps, each of which compares all elements in pairs.
static Value placeBySorting(GraphBuilder &c, Value x, int64_t count,
                            bool largest) {
  int64_t rows = c.getSize(x, 0), size = c.getSize(x, 1);
  auto width = static_cast<int64_t>(llvm::PowerOf2Ceil(size));
  if (width > size) {
    auto missing = RankedTensorType::get({rows, width - size},
                                         getTensorType(x).getElementType());
    x = c.concat({x, buildLast(c, missing, largest)}, 1);
  }
  // Of each step: how far the two of a pair are apart, and the size of the
  // blocks, of which every other one is sorted the other way round.
  SmallVector<int64_t> strides, blocks;
  for (int64_t block = 2; block <= width; block *= 2)
    for (int64_t stride = block / 2; stride > 0; stride /= 2) {
      strides.push_back(stride);
      blocks.push_back(block);
    }
  Value numbers = c.numbers({1, width, 1});
  SmallVector<Value> initial = {c.reshape(c.detach(x), {rows, width, 1}),
                                c.broadcast(numbers, {rows, width, 1})};
  auto step = [&](ValueRange states, ValueRange slices, ValueRange given) {
    Value value = states[0], place = states[1], number = given[0];
    Value stride = slices[0], block = slices[1];
    Value other = BitwiseXorOp::create(c.builder, c.loc, number, stride);
    auto read = [&](Value from) -> Value {
      return ReadAtOp::create(c.builder, c.loc, from, other, /*zeros=*/false,
                              /*constant_at=*/IntegerAttr());
    };
    Value otherValue = read(value), otherPlace = read(place);
    Value isAhead =
        buildIsAhead(c, otherValue, otherPlace, value, place, largest);
    // The first one of a pair takes what comes first, but in every other block.
    auto isSet = [&](Value bit) {
      return c.compare(ComparePredicate::NE,
                       BitwiseAndOp::create(c.builder, c.loc, number, bit),
                       c.integer(0));
    };
    Value isSecond = isSet(stride), isTurned = isSet(block);
    Value takesFirst = c.where(
        isTurned, isSecond, LogicalNotOp::create(c.builder, c.loc, isSecond));
    Value takesOther = c.where(takesFirst, isAhead,
                               LogicalNotOp::create(c.builder, c.loc, isAhead));
    return SmallVector<Value>{c.where(takesOther, otherValue, value),
                              c.where(takesOther, otherPlace, place)};
  };
  SmallVector<Value> sorted =
      c.scan(initial, {c.integers(strides), c.integers(blocks)}, numbers, step);
  return c.part(c.reshape(sorted[1], {rows, width}), 1, 0, count);
}

/// The largest rows that are ordered by comparing each element with each other
/// one.
static constexpr int64_t kMaxCompared = 128;

LogicalResult TopkOp::decompose(OpBuilder &builder,
                                SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  RankedTensorType type = getTensorType(getInput());
  int64_t rank = type.getRank(), dim = wrapDim(getDim(), rank);
  int64_t size = type.getDimSize(dim), count = getK();
  if (getTensorType(getIndices()).getNumElements() == 0) {
    for (Value result : getResults())
      results.push_back(
          createSplat(builder, getLoc(), getTensorType(result), 0));
    return success();
  }
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  order.erase(order.begin() + dim);
  order.push_back(dim);
  Value last = c.transpose(getInput(), order);
  SmallVector<int64_t> chosen = c.getShape(last);
  chosen.back() = count;
  Value x = c.reshape(last, {type.getNumElements() / size, size});
  Value indices;
  if (size <= kMaxCompared)
    indices = placeByCounting(c, x, count, getLargest());
  else if (failed(verifyListed(*this, size)))
    return failure();
  else if (4 * count <= kMaxCompared)
    indices = placeByChunks(c, x, count, std::max<int64_t>(4 * count, 32),
                            getLargest());
  else
    indices = placeBySorting(c, x, count, getLargest());
  SmallVector<int64_t> back = llvm::to_vector(llvm::seq<int64_t>(0, rank - 1));
  back.insert(back.begin() + dim, rank - 1);
  indices = c.transpose(c.reshape(indices, chosen), back);
  results.push_back(
      GatherOp::create(builder, getLoc(), getInput(), indices, dim));
  results.push_back(indices);
  return success();
}

//===----------------------------------------------------------------------===//
// Scans and products
//===----------------------------------------------------------------------===//

/// Element i becomes the combination of elements 0 to i, in log2 n steps
/// (Hillis and Steele, "Data parallel algorithms", 1986).
template <typename OpTy>
static Value buildScan(GraphBuilder &c, Value x, int64_t dim) {
  int64_t size = getTensorType(x).getDimSize(dim);
  for (int64_t step = 1; step < size; step *= 2) {
    Value combined =
        OpTy::create(c.builder, c.loc, c.part(x, dim, 0, size - step),
                     c.part(x, dim, step, size - step));
    x = c.concat({c.part(x, dim, 0, step), combined}, dim);
  }
  return x;
}

template <typename ScanOp, typename OpTy>
static LogicalResult decomposeScan(ScanOp op, OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  Type elementType = op.getType().getElementType();
  GraphBuilder c(builder, op);
  int64_t dim = wrapDim(op.getDim(), op.getType().getRank());
  Value x = c.widenAs(op.getInput(), elementType);
  return c.finish(op, buildScan<OpTy>(c, x, dim), results);
}

LogicalResult CumsumOp::decompose(OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  return decomposeScan<CumsumOp, AddOp>(*this, builder, results);
}

// Of products of pairs each derivative is the product of the other elements,
// with zeros among them too.
LogicalResult CumprodOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  return decomposeScan<CumprodOp, MulOp>(*this, builder, results);
}

LogicalResult ProdOp::decompose(OpBuilder &builder,
                                SmallVectorImpl<Value> &results) {
  RankedTensorType type = getTensorType(getResult());
  GraphBuilder c(builder, *this);
  // The elements to multiply come last, then the halves meet until one is left.
  SmallVector<int64_t> inputShape = GraphBuilder::getShape(getInput()), order,
                       shape;
  SmallVector<int64_t> reduced =
      getReducedDims(static_cast<int64_t>(inputShape.size()), getDims());
  for (auto [i, size] : llvm::enumerate(inputShape))
    if (!llvm::is_contained(reduced, static_cast<int64_t>(i))) {
      order.push_back(i);
      shape.push_back(size);
    }
  int64_t dim = shape.size(), count = 1;
  for (int64_t i : reduced) {
    order.push_back(i);
    count *= inputShape[i];
  }
  if (count == 0) {
    results.push_back(createSplat(builder, getLoc(), type, 1));
    return success();
  }
  shape.push_back(count);
  Value x = c.widenAs(getInput(), type.getElementType());
  x = c.reshape(c.transpose(x, order), shape);
  while (count > 1) {
    int64_t half = count / 2;
    Value product = c.mul(c.part(x, dim, 0, half), c.part(x, dim, half, half));
    if (count % 2)
      product = c.concat({product, c.part(x, dim, count - 1, 1)}, dim);
    x = product;
    count -= half;
  }
  return c.finish(*this, c.reshape(x, type.getShape()), results);
}

//===----------------------------------------------------------------------===//
// Variance and logsumexp
//===----------------------------------------------------------------------===//

/// a^exponent for a >= 0, with slope 0 at 0: there the power is taken of 1, and
/// its result not used.
static Value buildPower(GraphBuilder &c, Value a, double exponent) {
  Value isZero = c.compare(ComparePredicate::EQ, a, c.constant(0));
  Value positive = c.where(isZero, c.constant(1), a);
  Value power = exponent == 0.5 ? c.sqrt(positive)
                                : c.pow(positive, c.constant(exponent));
  double atZero = exponent < 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return c.where(isZero, c.constant(atZero), power);
}

/// sum((x - m)²) / max(0, n - correction), in the composer's type.
template <typename OpTy>
static Value buildVariance(GraphBuilder &c, OpTy op) {
  Value x = c.widen(op.getInput());
  Value mean = MeanOp::create(c.builder, c.loc, x, op.getDims(), true);
  Value difference = c.sub(x, mean);
  Value total =
      c.sum(c.mul(difference, difference), op.getDims(), op.getKeepdim());
  double count = 1;
  RankedTensorType type = getTensorType(x);
  for (int64_t dim : getReducedDims(type.getRank(), op.getDims()))
    count *= static_cast<double>(type.getDimSize(dim));
  auto correction =
      static_cast<double>(static_cast<int64_t>(op.getCorrection()));
  return c.div(total, c.constant(std::max(0.0, count - correction)));
}

LogicalResult VarOp::decompose(OpBuilder &builder,
                               SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  return c.finish(*this, buildVariance(c, *this), results);
}

LogicalResult StdOp::decompose(OpBuilder &builder,
                               SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  return c.finish(*this, buildPower(c, buildVariance(c, *this), 0.5), results);
}

LogicalResult LogsumexpOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  RankedTensorType type = getTensorType(getResult());
  GraphBuilder c(builder, *this);
  Value x = c.widen(getInput());
  // Where all are -∞, or one is ∞, a difference to the largest is NaN. The
  // result does not depend on what is subtracted.
  Value largest = AmaxOp::create(builder, getLoc(), x, getDims(), true);
  Value isFinite = IsFiniteOp::create(builder, getLoc(), largest);
  Value shift = DetachOp::create(builder, getLoc(),
                                 c.where(isFinite, largest, c.constant(0)));
  Value sum = c.sum(c.expForSum(c.sub(x, shift)), getDims(), getKeepdim());
  return c.finish(*this, c.add(c.log(sum), c.reshape(shift, type.getShape())),
                  results);
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// sum(|x|^ord)^(1/ord) of x in the composer's type.
static Value buildNorm(GraphBuilder &c, Value x, double ord,
                       ArrayRef<int64_t> dims, bool keepdim) {
  if (ord == 2)
    return buildPower(c, c.sum(c.mul(x, x), dims, keepdim), 0.5);
  if (ord == 0)
    return c.sum(
        c.cast(c.compare(ComparePredicate::NE, x, c.constant(0)), c.type), dims,
        keepdim);
  Value magnitude = c.abs(x);
  if (std::isinf(ord) && ord > 0)
    return AmaxOp::create(c.builder, c.loc, magnitude, dims, keepdim);
  if (std::isinf(ord))
    return AminOp::create(c.builder, c.loc, magnitude, dims, keepdim);
  if (ord == 1)
    return c.sum(magnitude, dims, keepdim);
  Value sum = c.sum(buildPower(c, magnitude, ord), dims, keepdim);
  return buildPower(c, sum, 1 / ord);
}

template <typename OpTy>
static LogicalResult decomposeNorm(OpTy op, double ord, OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  Type elementType = op.getType().getElementType();
  GraphBuilder c(builder, op);
  Value norm = buildNorm(c, c.widenAs(op.getInput(), elementType), ord,
                         op.getDims(), op.getKeepdim());
  return c.finish(op, norm, results);
}

LogicalResult LinalgVectorNormOp::decompose(OpBuilder &builder,
                                            SmallVectorImpl<Value> &results) {
  return decomposeNorm(*this, getOrd().convertToDouble(), builder, results);
}

LogicalResult NormOp::decompose(OpBuilder &builder,
                                SmallVectorImpl<Value> &results) {
  return decomposeNorm(*this, getP().convertToDouble(), builder, results);
}

LogicalResult FrobeniusNormOp::decompose(OpBuilder &builder,
                                         SmallVectorImpl<Value> &results) {
  return decomposeNorm(*this, 2, builder, results);
}

/// A graph with such an op can be assigned and verified, but not run.
static LogicalResult refuseSingularValues(Operation *op) {
  return op->emitOpError("needs singular values, which no kernel computes; "
                         "orders of a matrix norm without them are \"fro\", "
                         "1, -1 and the infinities");
}

LogicalResult NuclearNormOp::decompose(OpBuilder &, SmallVectorImpl<Value> &) {
  return refuseSingularValues(*this);
}

LogicalResult LinalgMatrixNormOp::decompose(OpBuilder &builder,
                                            SmallVectorImpl<Value> &results) {
  auto ord = dyn_cast_if_present<FloatAttr>(getOrdAttr());
  if (isNuclear() || (ord && std::fabs(ord.getValueAsDouble()) == 2))
    return refuseSingularValues(*this);
  Type elementType = getType().getElementType();
  int64_t rank = getTensorType(getInput()).getRank();
  SmallVector<int64_t> dims = {rank - 2, rank - 1};
  for (auto [i, dim] : llvm::enumerate(getDims()))
    dims[i] = wrapDim(dim, rank);
  GraphBuilder c(builder, *this);
  Value x = c.widenAs(getInput(), elementType), norm;
  if (!ord) {
    norm = buildNorm(c, x, 2, dims, getKeepdim());
  } else {
    // Sums of columns run over rows.
    double order = ord.getValueAsDouble();
    int64_t summed = dims[std::isinf(order) ? 1 : 0];
    double extremum = std::copysign(INFINITY, order);
    norm = buildNorm(c, c.sum(c.abs(x), summed, /*keepdim=*/true), extremum,
                     dims, getKeepdim());
  }
  return c.finish(*this, norm, results);
}

LogicalResult RenormOp::decompose(OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  int64_t rank = getType().getRank();
  SmallVector<int64_t> others = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  others.erase(others.begin() + wrapDim(getDim(), rank));
  Value x = c.widen(getInput());
  Value norm = buildNorm(c, x, getP().convertToDouble(), others, true);
  Value most = c.constant(getMaxnorm().convertToDouble());
  Value isLarge = c.compare(ComparePredicate::GT, norm, most);
  Value factor = c.div(most, c.add(norm, c.constant(1e-7)));
  return c.finish(*this, c.mul(x, c.where(isLarge, factor, c.constant(1))),
                  results);
}

//===----------------------------------------------------------------------===//
// trace
//===----------------------------------------------------------------------===//

LogicalResult TraceOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  SmallVector<int64_t> shape = GraphBuilder::getShape(getInput());
  // In row-major order the diagonal is every so many elements.
  Value flat = c.reshape(getInput(), {shape[0] * shape[1]});
  Value diagonal =
      SliceOp::create(builder, getLoc(), flat, ArrayRef<int64_t>{0},
                      ArrayRef<int64_t>{std::min(shape[0], shape[1])},
                      ArrayRef<int64_t>{shape[1] + 1});
  results.push_back(c.sum(diagonal));
  return success();
}

//===----------------------------------------------------------------------===//
// Derivatives
//===----------------------------------------------------------------------===//

/// `value`, a reduction's result, in the shape that it has with `keepdim`, so
/// that it broadcasts against the reduction's input.
static Value keepReducedDims(OpBuilder &builder, Location loc, Value value,
                             RankedTensorType input, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> shape(input.getShape());
  for (int64_t dim : getReducedDims(input.getRank(), dims))
    shape[dim] = 1;
  if (getTensorType(value).getShape() == ArrayRef(shape))
    return value;
  return ReshapeOp::create(builder, loc, value, shape);
}

LogicalResult SumOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                    ArrayRef<bool> needed,
                                    MutableArrayRef<Value> operandGradients) {
  if (!needed[0])
    return success();
  RankedTensorType type = getTensorType(getInput());
  Value dy = createCast(builder, getLoc(), gradients[0], type.getElementType());
  Value kept = keepReducedDims(builder, getLoc(), dy, type, getDims());
  operandGradients[0] =
      BroadcastToOp::create(builder, getLoc(), kept, type.getShape());
  return success();
}

LogicalResult MeanOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                     ArrayRef<bool> needed,
                                     MutableArrayRef<Value> operandGradients) {
  if (!needed[0])
    return success();
  RankedTensorType type = getTensorType(getInput());
  double count = 1;
  for (int64_t dim : getReducedDims(type.getRank(), getDims()))
    count *= type.getDimSize(dim);
  Value kept =
      keepReducedDims(builder, getLoc(), gradients[0], type, getDims());
  Value divisor =
      createSplat(builder, getLoc(),
                  RankedTensorType::get({}, builder.getF32Type()), count);
  // A count beyond f16's largest number must not become infinite: divide in
  // f32.
  Type elementType = type.getElementType();
  Type wide = elementType.isF64() ? elementType : builder.getF32Type();
  Value share = DivOp::create(builder, getLoc(),
                              createCast(builder, getLoc(), kept, wide),
                              createCast(builder, getLoc(), divisor, wide));
  operandGradients[0] = BroadcastToOp::create(
      builder, getLoc(), createCast(builder, getLoc(), share, elementType),
      type.getShape());
  return success();
}

/// The gradient goes in equal parts to all elements that attain the extremum.
template <typename OpTy>
static LogicalResult buildExtremumGradients(OpTy op, OpBuilder &builder,
                                            Value dy, ArrayRef<bool> needed,
                                            MutableArrayRef<Value> out) {
  if (!needed[0])
    return success();
  Location loc = op.getLoc();
  RankedTensorType type = getTensorType(op.getInput());
  Value y = keepReducedDims(builder, loc, op.getResult(), type, op.getDims());
  Value kept = keepReducedDims(builder, loc, dy, type, op.getDims());
  Value attains =
      CompareOp::create(builder, loc, ComparePredicate::EQ, op.getInput(), y);
  // As in the mean, a count beyond f16's integers must not be rounded.
  Type elementType = type.getElementType();
  Type wide = elementType.isF64() ? elementType : builder.getF32Type();
  Value ones = CastOp::create(builder, loc, type.clone(wide), attains);
  Value count = SumOp::create(
      builder, loc, ones, getReducedDims(type.getRank(), op.getDims()), true);
  Value share =
      DivOp::create(builder, loc, createCast(builder, loc, kept, wide), count);
  out[0] = createCast(builder, loc, MulOp::create(builder, loc, ones, share),
                      elementType);
  return success();
}

LogicalResult AmaxOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                     ArrayRef<bool> needed,
                                     MutableArrayRef<Value> operandGradients) {
  return buildExtremumGradients(*this, builder, gradients[0], needed,
                                operandGradients);
}

LogicalResult AminOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                     ArrayRef<bool> needed,
                                     MutableArrayRef<Value> operandGradients) {
  return buildExtremumGradients(*this, builder, gradients[0], needed,
                                operandGradients);
}

// Integers and truth values do not vary differentiably.
LogicalResult AnyOp::buildGradients(OpBuilder &, ValueRange, ArrayRef<bool>,
                                    MutableArrayRef<Value>) {
  return success();
}

LogicalResult ArgmaxOp::buildGradients(OpBuilder &, ValueRange, ArrayRef<bool>,
                                       MutableArrayRef<Value>) {
  return success();
}
