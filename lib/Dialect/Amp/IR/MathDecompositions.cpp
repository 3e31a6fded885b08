//===- MathDecompositions.cpp --------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What reductions, norms, shapes and indexing beyond the core are made of.
//
// Their derivatives are those of what stands here: where a root or a power has
// no slope, PyTorch's derivative is 0, and so it is here.

#include "Composer.h"

#include "amp/Dialect/Amp/IR/AmpMathOps.h"
#include "amp/Dialect/Amp/IR/Limits.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;

/// Ops that nothing takes apart yet: they can be assigned and verified.
#define NO_DECOMPOSITION(OP)                                                   \
  LogicalResult OP::decompose(OpBuilder &, SmallVectorImpl<Value> &) {         \
    return emitOpError("has no kernels and no derivative yet: graphs with it " \
                       "can be assigned and verified, but not run");           \
  }
NO_DECOMPOSITION(NuclearNormOp)
NO_DECOMPOSITION(TopkOp)
#undef NO_DECOMPOSITION

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

/// Fails unless all sizes are known and elements are no complex numbers.
static LogicalResult checkOperands(Operation *op) {
  if (failed(verifyStaticShapes(op, "amp-decompose")))
    return failure();
  for (Type type : op->getOperandTypes())
    if (auto element = getElementTypeOrSelf(type); isa<ComplexType>(element))
      return op->emitOpError("has no kernels for elements of ") << element;
  return success();
}

static SmallVector<int64_t> getShape(Value value) {
  return llvm::to_vector(getTensorType(value).getShape());
}

/// As `elementType`, and wide if that is a floating-point type.
static Value widenAs(Composer &c, Value value, Type elementType) {
  if (!isa<FloatType>(elementType))
    return value;
  return c.widen(c.cast(value, elementType));
}

/// `size` slices of dimension `dim` from `offset` on.
static Value slice(Composer &c, Value x, int64_t dim, int64_t offset,
                   int64_t size) {
  SmallVector<int64_t> sizes = getShape(x), offsets(sizes.size(), 0);
  offsets[dim] = offset;
  sizes[dim] = size;
  return SliceOp::create(c.builder, c.loc, x, offsets, sizes,
                         ArrayRef<int64_t>());
}

static Value concat(Composer &c, ValueRange values, int64_t dim) {
  return ConcatOp::create(c.builder, c.loc, values, dim);
}

static Value transpose(Composer &c, Value x, ArrayRef<int64_t> permutation) {
  return TransposeOp::create(c.builder, c.loc, x, permutation);
}

static Value broadcastTo(Composer &c, Value x, ArrayRef<int64_t> shape) {
  return BroadcastToOp::create(c.builder, c.loc, x, shape);
}

//===----------------------------------------------------------------------===//
// Scans, products
//===----------------------------------------------------------------------===//

/// Element i becomes the combination of elements 0 to i, in log2 n steps
/// (Hillis and Steele, "Data parallel algorithms", 1986).
template <typename OpTy>
static Value buildScan(Composer &c, Value x, int64_t dim) {
  int64_t size = getTensorType(x).getDimSize(dim);
  for (int64_t step = 1; step < size; step *= 2) {
    Value combined =
        OpTy::create(c.builder, c.loc, slice(c, x, dim, 0, size - step),
                     slice(c, x, dim, step, size - step));
    x = concat(c, {slice(c, x, dim, 0, step), combined}, dim);
  }
  return x;
}

template <typename ScanOp, typename OpTy>
static LogicalResult decomposeScan(ScanOp op, OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(op)))
    return failure();
  Type elementType = op.getType().getElementType();
  Composer c(builder, op.getLoc(), elementType);
  int64_t dim = wrapDim(op.getDim(), op.getType().getRank());
  Value x = widenAs(c, op.getInput(), elementType);
  results.push_back(c.cast(buildScan<OpTy>(c, x, dim), elementType));
  return success();
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
  if (failed(checkOperands(*this)))
    return failure();
  RankedTensorType type = getTensorType(getResult());
  Composer c(builder, getLoc(), type.getElementType());
  // The elements to multiply come last, then the halves meet until one is left.
  SmallVector<int64_t> inputShape = getShape(getInput()), order, shape;
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
  Value x = widenAs(c, getInput(), type.getElementType());
  x = c.reshape(transpose(c, x, order), shape);
  while (count > 1) {
    int64_t half = count / 2;
    Value product =
        c.mul(slice(c, x, dim, 0, half), slice(c, x, dim, half, half));
    if (count % 2)
      product = concat(c, {product, slice(c, x, dim, count - 1, 1)}, dim);
    x = product;
    count -= half;
  }
  results.push_back(
      c.cast(c.reshape(x, type.getShape()), type.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Moments, logsumexp, norms
//===----------------------------------------------------------------------===//

/// a^exponent for a >= 0, with slope 0 at 0: there the power is taken of 1, and
/// its result not used.
static Value buildPower(Composer &c, Value a, double exponent) {
  Value isZero = c.compare(ComparePredicate::EQ, a, c.constant(0));
  Value positive = c.where(isZero, c.constant(1), a);
  Value power = exponent == 0.5 ? c.sqrt(positive)
                                : c.pow(positive, c.constant(exponent));
  double atZero = exponent < 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return c.where(isZero, c.constant(atZero), power);
}

/// sum((x - m)²) / max(0, n - correction), in the composer's type.
template <typename OpTy>
static Value buildVariance(Composer &c, OpTy op) {
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
  if (failed(checkOperands(*this)))
    return failure();
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  results.push_back(c.cast(buildVariance(c, *this), elementType));
  return success();
}

LogicalResult StdOp::decompose(OpBuilder &builder,
                               SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  results.push_back(
      c.cast(buildPower(c, buildVariance(c, *this), 0.5), elementType));
  return success();
}

LogicalResult LogsumexpOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  RankedTensorType type = getTensorType(getResult());
  Composer c(builder, getLoc(), type.getElementType());
  Value x = c.widen(getInput());
  // Where all are -∞, or one is ∞, a difference to the largest is NaN. The
  // result does not depend on what is subtracted.
  Value largest = AmaxOp::create(builder, getLoc(), x, getDims(), true);
  Value isFinite = IsFiniteOp::create(builder, getLoc(), largest);
  Value shift = DetachOp::create(builder, getLoc(),
                                 c.where(isFinite, largest, c.constant(0)));
  Value sum = c.sum(c.exp(c.sub(x, shift)), getDims(), getKeepdim());
  results.push_back(c.cast(c.add(c.log(sum), c.reshape(shift, type.getShape())),
                           type.getElementType()));
  return success();
}

/// sum(|x|^ord)^(1/ord) of x in the composer's type.
static Value buildNorm(Composer &c, Value x, double ord, ArrayRef<int64_t> dims,
                       bool keepdim) {
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
  if (failed(checkOperands(op)))
    return failure();
  Type elementType = op.getType().getElementType();
  Composer c(builder, op.getLoc(), elementType);
  Value norm = buildNorm(c, widenAs(c, op.getInput(), elementType), ord,
                         op.getDims(), op.getKeepdim());
  results.push_back(c.cast(norm, elementType));
  return success();
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

LogicalResult LinalgMatrixNormOp::decompose(OpBuilder &builder,
                                            SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  auto ord = dyn_cast_if_present<FloatAttr>(getOrdAttr());
  if (isNuclear() || (ord && std::fabs(ord.getValueAsDouble()) == 2))
    return emitOpError("needs singular values, which have no kernels yet; ")
           << "orders without them are \"fro\", 1, -1 and the infinities";
  Type elementType = getType().getElementType();
  int64_t rank = getTensorType(getInput()).getRank();
  SmallVector<int64_t> dims = {rank - 2, rank - 1};
  for (auto [i, dim] : llvm::enumerate(getDims()))
    dims[i] = wrapDim(dim, rank);
  Composer c(builder, getLoc(), elementType);
  Value x = widenAs(c, getInput(), elementType), norm;
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
  results.push_back(c.cast(norm, elementType));
  return success();
}

LogicalResult RenormOp::decompose(OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  int64_t rank = getType().getRank();
  SmallVector<int64_t> others = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  others.erase(others.begin() + wrapDim(getDim(), rank));
  Value x = c.widen(getInput());
  Value norm = buildNorm(c, x, getP().convertToDouble(), others, true);
  Value most = c.constant(getMaxnorm().convertToDouble());
  Value isLarge = c.compare(ComparePredicate::GT, norm, most);
  Value factor = c.div(most, c.add(norm, c.constant(1e-7)));
  results.push_back(
      c.cast(c.mul(x, c.where(isLarge, factor, c.constant(1))), elementType));
  return success();
}

//===----------------------------------------------------------------------===//
// trace, dot, vdot, cross
//===----------------------------------------------------------------------===//

LogicalResult TraceOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  SmallVector<int64_t> shape = getShape(getInput());
  // In row-major order the diagonal is every so many elements.
  Value flat = c.reshape(getInput(), {shape[0] * shape[1]});
  Value diagonal =
      SliceOp::create(builder, getLoc(), flat, ArrayRef<int64_t>{0},
                      ArrayRef<int64_t>{std::min(shape[0], shape[1])},
                      ArrayRef<int64_t>{shape[1] + 1});
  results.push_back(c.sum(diagonal));
  return success();
}

template <typename OpTy>
static LogicalResult decomposeDot(OpTy op, OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(op)))
    return failure();
  Type elementType = op.getType().getElementType();
  Composer c(builder, op.getLoc(), elementType);
  Value product = c.mul(widenAs(c, op.getLhs(), elementType),
                        widenAs(c, op.getRhs(), elementType));
  results.push_back(c.cast(c.sum(product), elementType));
  return success();
}

LogicalResult DotOp::decompose(OpBuilder &builder,
                               SmallVectorImpl<Value> &results) {
  return decomposeDot(*this, builder, results);
}

LogicalResult VdotOp::decompose(OpBuilder &builder,
                                SmallVectorImpl<Value> &results) {
  return decomposeDot(*this, builder, results);
}

LogicalResult CrossOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  int64_t dim = wrapDim(getDim(), getType().getRank());
  Value lhs = widenAs(c, getLhs(), elementType);
  Value rhs = widenAs(c, getRhs(), elementType);
  SmallVector<Value> a, b, parts;
  for (int64_t i = 0; i < 3; ++i) {
    a.push_back(slice(c, lhs, dim, i, 1));
    b.push_back(slice(c, rhs, dim, i, 1));
  }
  for (int64_t i = 0; i < 3; ++i) {
    int64_t j = (i + 1) % 3, k = (i + 2) % 3;
    parts.push_back(c.sub(c.mul(a[j], b[k]), c.mul(a[k], b[j])));
  }
  results.push_back(c.cast(concat(c, parts, dim), elementType));
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

LogicalResult StackOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Composer c(builder, getLoc(), getType().getElementType());
  int64_t dim = wrapDim(getDim(), getType().getRank());
  SmallVector<int64_t> shape(getType().getShape());
  shape[dim] = 1;
  SmallVector<Value> parts;
  for (Value input : getInputs())
    parts.push_back(c.reshape(input, shape));
  results.push_back(concat(c, parts, dim));
  return success();
}

LogicalResult SplitOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  RankedTensorType type = getTensorType(getInput());
  Composer c(builder, getLoc(), type.getElementType());
  int64_t dim = wrapDim(getDim(), type.getRank()), offset = 0;
  for (int64_t size : getSizes()) {
    results.push_back(slice(c, getInput(), dim, offset, size));
    offset += size;
  }
  return success();
}

#define DECOMPOSE_RESHAPE(OP)                                                  \
  LogicalResult OP::decompose(OpBuilder &builder,                              \
                              SmallVectorImpl<Value> &results) {               \
    if (failed(checkOperands(*this)))                                          \
      return failure();                                                        \
    results.push_back(ReshapeOp::create(builder, getLoc(), getInput(),         \
                                        getType().getShape()));                \
    return success();                                                          \
  }
DECOMPOSE_RESHAPE(SqueezeOp)
DECOMPOSE_RESHAPE(UnsqueezeOp)
#undef DECOMPOSE_RESHAPE

/// The prime factors of `size`, in ascending order; those beyond kMaxParts as
/// one.
static SmallVector<int64_t> getFactors(int64_t size) {
  SmallVector<int64_t> factors;
  for (int64_t factor = 2; size > 1; ++factor) {
    if (factor * factor > size || factor > kMaxParts)
      factor = size;
    for (; size % factor == 0; size /= factor)
      factors.push_back(factor);
  }
  return factors;
}

/// x in reverse order along `dim`. An index of several digits is reversed digit
/// by digit, so that few slices are cut: one per value of a digit.
static Value buildFlip(Composer &c, Value x, int64_t dim) {
  SmallVector<int64_t> original = getShape(x);
  SmallVector<int64_t> digits = getFactors(original[dim]);
  if (digits.empty())
    return x;
  SmallVector<int64_t> shape = original;
  shape.erase(shape.begin() + dim);
  shape.insert(shape.begin() + dim, digits.begin(), digits.end());
  x = c.reshape(x, shape);
  for (auto [i, digit] : llvm::enumerate(digits)) {
    int64_t place = dim + static_cast<int64_t>(i);
    SmallVector<Value> parts;
    for (int64_t value = digit; value-- > 0;)
      parts.push_back(slice(c, x, place, value, 1));
    x = concat(c, parts, place);
  }
  return c.reshape(x, original);
}

LogicalResult FlipOp::decompose(OpBuilder &builder,
                                SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Composer c(builder, getLoc(), getType().getElementType());
  Value x = getInput();
  for (int64_t dim : getDims()) {
    dim = wrapDim(dim, getType().getRank());
    SmallVector<int64_t> factors = getFactors(getType().getDimSize(dim));
    if (!factors.empty() &&
        failed(verifyNumParts(*this, factors.back(), "slices to reverse")))
      return failure();
    x = buildFlip(c, x, dim);
  }
  results.push_back(x);
  return success();
}

LogicalResult TileOp::decompose(OpBuilder &builder,
                                SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Composer c(builder, getLoc(), getType().getElementType());
  // Each dimension n becomes (1, n), then (r, n), then r n.
  SmallVector<int64_t> repeats(getRepeats()), sizes = getShape(getInput());
  size_t rank = std::max(repeats.size(), sizes.size());
  repeats.insert(repeats.begin(), rank - repeats.size(), 1);
  sizes.insert(sizes.begin(), rank - sizes.size(), 1);
  SmallVector<int64_t> apart, repeated;
  for (size_t i = 0; i < rank; ++i) {
    apart.append({1, sizes[i]});
    repeated.append({repeats[i], sizes[i]});
  }
  Value x = broadcastTo(c, c.reshape(getInput(), apart), repeated);
  results.push_back(c.reshape(x, getType().getShape()));
  return success();
}

LogicalResult ConstantPadNdOp::decompose(OpBuilder &builder,
                                         SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Composer c(builder, getLoc(), getType().getElementType());
  Value x = getInput();
  for (int64_t dim = 0, rank = getType().getRank(); dim < rank; ++dim) {
    int64_t low = getLow()[dim], high = getHigh()[dim];
    int64_t first = std::max<int64_t>(-low, 0);
    int64_t size =
        getTensorType(x).getDimSize(dim) - first - std::max<int64_t>(-high, 0);
    SmallVector<Value> parts;
    auto addEdge = [&](int64_t count) {
      SmallVector<int64_t> shape = getShape(x);
      shape[dim] = count;
      if (count > 0)
        parts.push_back(createSplat(builder, getLoc(),
                                    getTensorType(x).clone(shape),
                                    getValue().convertToDouble()));
    };
    addEdge(low);
    parts.push_back(slice(c, x, dim, first, size));
    addEdge(high);
    x = concat(c, parts, dim);
  }
  results.push_back(x);
  return success();
}

/// Pads the last dimensions with what `buildEdge` makes of x: so many elements
/// of a dimension, at the low or the high end. The gradients of an element and
/// of its copies are added in the composer's type.
static Value buildPadding(
    Composer &c, Value x, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
    llvm::function_ref<Value(Value, int64_t dim, int64_t count, bool isLow)>
        buildEdge) {
  int64_t first = getTensorType(x).getRank() - static_cast<int64_t>(low.size());
  Type elementType = getTensorType(x).getElementType();
  x = widenAs(c, x, elementType);
  for (auto [i, below, above] : llvm::enumerate(low, high)) {
    int64_t dim = first + static_cast<int64_t>(i);
    SmallVector<Value> parts;
    if (below)
      parts.push_back(buildEdge(x, dim, below, true));
    parts.push_back(x);
    if (above)
      parts.push_back(buildEdge(x, dim, above, false));
    x = concat(c, parts, dim);
  }
  return c.cast(x, elementType);
}

LogicalResult ReflectionPadOp::decompose(OpBuilder &builder,
                                         SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Composer c(builder, getLoc(), getType().getElementType());
  auto buildEdge = [&](Value x, int64_t dim, int64_t count, bool isLow) {
    int64_t size = getTensorType(x).getDimSize(dim);
    int64_t offset = isLow ? 1 : size - 1 - count;
    return buildFlip(c, slice(c, x, dim, offset, count), dim);
  };
  results.push_back(
      buildPadding(c, getInput(), getLow(), getHigh(), buildEdge));
  return success();
}

LogicalResult ReplicationPadOp::decompose(OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Composer c(builder, getLoc(), getType().getElementType());
  auto buildEdge = [&](Value x, int64_t dim, int64_t count, bool isLow) {
    SmallVector<int64_t> shape = getShape(x);
    Value edge = slice(c, x, dim, isLow ? 0 : shape[dim] - 1, 1);
    shape[dim] = count;
    return broadcastTo(c, edge, shape);
  };
  results.push_back(
      buildPadding(c, getInput(), getLow(), getHigh(), buildEdge));
  return success();
}

/// Splits the last three dimensions in two or three each, permutes what these
/// become, and joins them to `result`.
static Value buildPixels(Composer &c, Value x, ArrayRef<int64_t> split,
                         ArrayRef<int64_t> permutation,
                         ArrayRef<int64_t> result) {
  int64_t batch = getTensorType(x).getRank() - 3;
  SmallVector<int64_t> shape(result.take_front(batch));
  llvm::append_range(shape, split);
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, batch));
  for (int64_t place : permutation)
    order.push_back(batch + place);
  return c.reshape(transpose(c, c.reshape(x, shape), order), result);
}

LogicalResult PixelShuffleOp::decompose(OpBuilder &builder,
                                        SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Composer c(builder, getLoc(), getType().getElementType());
  auto r = static_cast<int64_t>(getFactor());
  SmallVector<int64_t> from = getShape(getInput());
  ArrayRef<int64_t> last = ArrayRef(from).take_back(3);
  // [C, i, j, h, w] to [C, h, i, w, j]
  results.push_back(buildPixels(c, getInput(),
                                {last[0] / (r * r), r, r, last[1], last[2]},
                                {0, 3, 1, 4, 2}, getType().getShape()));
  return success();
}

LogicalResult PixelUnshuffleOp::decompose(OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Composer c(builder, getLoc(), getType().getElementType());
  auto r = static_cast<int64_t>(getFactor());
  SmallVector<int64_t> from = getShape(getInput());
  ArrayRef<int64_t> last = ArrayRef(from).take_back(3);
  // [C, h, i, w, j] to [C, i, j, h, w]
  results.push_back(buildPixels(c, getInput(),
                                {last[0], last[1] / r, r, last[2] / r, r},
                                {0, 2, 4, 1, 3}, getType().getShape()));
  return success();
}

LogicalResult DetachOp::decompose(OpBuilder &,
                                  SmallVectorImpl<Value> &results) {
  results.push_back(getInput());
  return success();
}

#define DECOMPOSE_SPLAT(OP, VALUE)                                             \
  LogicalResult OP::decompose(OpBuilder &builder,                              \
                              SmallVectorImpl<Value> &results) {               \
    if (failed(checkOperands(*this)))                                          \
      return failure();                                                        \
    results.push_back(createSplat(builder, getLoc(), getType(), VALUE));       \
    return success();                                                          \
  }
DECOMPOSE_SPLAT(OnesLikeOp, 1)
DECOMPOSE_SPLAT(ZerosLikeOp, 0)
#undef DECOMPOSE_SPLAT

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

/// A rank 0 constant.
static Value scalar(Composer &c, Type elementType, double value) {
  return createSplat(c.builder, c.loc, RankedTensorType::get({}, elementType),
                     value);
}

/// Sums of truth values are none, and those of short integers overflow no
/// earlier than they must: integers become i64.
static Value widenIntegers(Composer &c, Value x) {
  return isa<FloatType>(getTensorType(x).getElementType())
             ? x
             : c.cast(x, c.builder.getI64Type());
}

/// `x` where `condition` holds, else 0.
static Value keepWhere(Composer &c, Value condition, Value x) {
  return c.where(condition, x, scalar(c, getTensorType(x).getElementType(), 0));
}

/// True where an index is the place in one more, last dimension of `size`.
static Value buildHits(Composer &c, Value index, int64_t size) {
  Value hot = OneHotOp::create(c.builder, c.loc, index, size, c.type);
  return c.compare(ComparePredicate::NE, hot, c.constant(0));
}

/// With dimension `dim` last, or the last one at `dim`.
static Value moveToLast(Composer &c, Value x, int64_t dim) {
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, getTensorType(x).getRank()));
  order.erase(order.begin() + dim);
  order.push_back(dim);
  return transpose(c, x, order);
}
static Value moveLastTo(Composer &c, Value x, int64_t dim) {
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, getTensorType(x).getRank() - 1));
  order.insert(order.begin() + dim, static_cast<int64_t>(order.size()));
  return transpose(c, x, order);
}

/// Elements of x along `dim`, at indices that have the rank of x and broadcast
/// against its other dimensions: of all elements the chosen one is kept, and
/// the sum taken. Indices that do not exist give NaN, and 0 in integers, since
/// a kernel cannot raise an error.
static Value buildSelection(Composer &c, Value x, Value index, int64_t dim) {
  RankedTensorType type = getTensorType(x);
  Type elementType = type.getElementType(), i64 = c.builder.getI64Type();
  // The dimension goes last, and leaves one of size 1.
  int64_t size = type.getDimSize(dim);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = 1;
  shape.push_back(size);
  Value candidates = c.reshape(moveToLast(c, widenIntegers(c, x), dim), shape);
  Value chosen = c.sum(keepWhere(c, buildHits(c, index, size), candidates),
                       type.getRank());
  if (!isa<FloatType>(elementType))
    return c.cast(chosen, elementType);
  Value exists = LogicalAndOp::create(
      c.builder, c.loc,
      c.compare(ComparePredicate::GE, index, scalar(c, i64, 0)),
      c.compare(ComparePredicate::LT, index,
                scalar(c, i64, static_cast<double>(size))));
  return c.where(
      exists, chosen,
      scalar(c, elementType, std::numeric_limits<double>::quiet_NaN()));
}

/// The sum of the elements of x along `dim` that have one index, at the place
/// of that index among `size`. Indices have the rank of x and broadcast against
/// its other dimensions; elements whose place does not exist are in no sum.
static Value buildScatter(Composer &c, Value x, Value index, int64_t dim,
                          int64_t size) {
  SmallVector<int64_t> shape = getShape(x);
  shape.push_back(1);
  Value placed = keepWhere(c, buildHits(c, index, size), c.reshape(x, shape));
  return moveLastTo(c, c.sum(placed, dim), dim);
}

/// x with slice i of `source` at place `index[i]` of `dim`; of several at one
/// place the first stays.
static Value buildReplacement(Composer &c, Value x, Value index, Value source,
                              int64_t dim) {
  RankedTensorType type = getTensorType(x);
  int64_t size = type.getDimSize(dim);
  if (getTensorType(index).getDimSize(0) == 0 || size == 0)
    return x;
  Value hits = buildHits(c, index, size);
  Value first = ArgmaxOp::create(c.builder, c.loc, c.cast(hits, c.type), 0);
  Value isReplaced = AnyOp::create(c.builder, c.loc, hits, ArrayRef<int64_t>{0},
                                   /*keepdim=*/false);
  SmallVector<int64_t> shape(type.getRank(), 1);
  shape[dim] = size;
  Value chosen = buildSelection(c, source, c.reshape(first, shape), dim);
  return c.where(c.reshape(isReplaced, shape), chosen, x);
}

/// What selects from a dimension without elements.
template <typename OpTy>
static LogicalResult checkSelection(OpTy op, int64_t dim) {
  if (failed(checkOperands(op)))
    return failure();
  RankedTensorType type = getTensorType(op.getInput());
  if (type.getDimSize(dim) == 0)
    return op.emitOpError("cannot select from dimension ")
           << dim << " of " << type << ", which is empty";
  return success();
}

LogicalResult IndexSelectOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  int64_t rank = getTensorType(getInput()).getRank();
  int64_t dim = wrapDim(getDim(), rank);
  if (failed(checkSelection(*this, dim)))
    return failure();
  Composer c(builder, getLoc(), getType().getElementType());
  SmallVector<int64_t> shape(rank, 1);
  shape[dim] = getTensorType(getIndex()).getDimSize(0);
  results.push_back(
      buildSelection(c, getInput(), c.reshape(getIndex(), shape), dim));
  return success();
}

LogicalResult GatherOp::decompose(OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  int64_t rank = getTensorType(getInput()).getRank();
  int64_t dim = wrapDim(getDim(), rank);
  if (failed(checkSelection(*this, dim)))
    return failure();
  Composer c(builder, getLoc(), getType().getElementType());
  // In the other dimensions as much of the input as there are indices.
  SmallVector<int64_t> sizes = getShape(getIndex());
  sizes[dim] = getTensorType(getInput()).getDimSize(dim);
  Value part = SliceOp::create(builder, getLoc(), getInput(),
                               SmallVector<int64_t>(rank, 0), sizes,
                               ArrayRef<int64_t>());
  results.push_back(buildSelection(c, part, getIndex(), dim));
  return success();
}

LogicalResult ScatterAddOp::decompose(OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  RankedTensorType type = getTensorType(getInput());
  Composer c(builder, getLoc(), type.getElementType());
  int64_t dim = wrapDim(getDim(), type.getRank());
  if (type.getNumElements() == 0) {
    results.push_back(getInput());
    return success();
  }
  // As much of the source as there are indices.
  SmallVector<int64_t> zeros(type.getRank(), 0);
  Value source = SliceOp::create(builder, getLoc(), getSrc(), zeros,
                                 getShape(getIndex()), ArrayRef<int64_t>());
  source = widenIntegers(c, widenAs(c, source, type.getElementType()));
  Value added = buildScatter(c, source, getIndex(), dim, type.getDimSize(dim));
  added = SliceBackwardOp::create(builder, getLoc(), added, type.getShape(),
                                  zeros, ArrayRef<int64_t>());
  Value input = widenIntegers(c, widenAs(c, getInput(), type.getElementType()));
  results.push_back(c.cast(c.add(input, added), type.getElementType()));
  return success();
}

LogicalResult IndexCopyOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  Composer c(builder, getLoc(), getType().getElementType());
  results.push_back(buildReplacement(c, getInput(), getIndex(), getSource(),
                                     wrapDim(getDim(), getType().getRank())));
  return success();
}

LogicalResult IndexPutOp::decompose(OpBuilder &builder,
                                    SmallVectorImpl<Value> &results) {
  if (failed(checkOperands(*this)))
    return failure();
  RankedTensorType type = getTensorType(getInput());
  Type elementType = type.getElementType(), i64 = builder.getI64Type();
  Composer c(builder, getLoc(), elementType);
  // One vector of indices from the start, and a slice for each.
  int64_t size = type.getDimSize(0);
  SmallVector<int64_t> places = getShape(getIndex());
  int64_t count = getTensorType(getIndex()).getNumElements();
  Value index = c.reshape(getIndex(), {count});
  Value isNegative = c.compare(ComparePredicate::LT, index, scalar(c, i64, 0));
  index =
      c.where(isNegative,
              c.add(index, scalar(c, i64, static_cast<double>(size))), index);
  llvm::append_range(places, type.getShape().drop_front());
  SmallVector<int64_t> slices(type.getShape());
  slices[0] = count;
  Value values = c.reshape(broadcastTo(c, getValues(), places), slices);
  if (type.getNumElements() == 0 || count == 0) {
    results.push_back(getInput());
  } else if (getAccumulate()) {
    SmallVector<int64_t> shape(type.getRank(), 1);
    shape[0] = count;
    values = widenIntegers(c, widenAs(c, values, elementType));
    Value input = widenIntegers(c, widenAs(c, getInput(), elementType));
    Value added = buildScatter(c, values, c.reshape(index, shape), 0, size);
    results.push_back(c.cast(c.add(input, added), elementType));
  } else {
    results.push_back(buildReplacement(c, getInput(), index, values, 0));
  }
  return success();
}
