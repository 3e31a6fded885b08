//===- NetworkDecompositions.cpp -----------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What convolutions, pooling, normalizations, cells and attention are made of.
//
// All is computed in f32 for 16-bit floats and rounded once at the end; matrix
// products read 16-bit operands as they are and give f32. Derivatives are those
// of the parts, so that what a value is multiplied by is finite where the value
// does not count: choices are made by `where`, not by factors of 0.

#include "Composer.h"
#include "amp/Dialect/Amp/IR/AmpMathOps.h"
#include "amp/Dialect/Amp/IR/AmpNetworkOps.h"
#include "amp/Dialect/Amp/IR/Limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

namespace {
/// Adds to Composer what networks need.
struct NetworkComposer : Composer {
  NetworkComposer(OpBuilder &builder, Operation *op)
      : Composer(builder, op->getLoc(),
                 getTensorType(op->getOperand(0)).getElementType()) {}

  static SmallVector<int64_t> getShape(Value a) {
    return SmallVector<int64_t>(getTensorType(a).getShape());
  }
  static int64_t getSize(Value a, int64_t dim) {
    return getTensorType(a).getDimSize(dim);
  }

  Value tanh(Value a) { return TanhOp::create(builder, loc, a); }
  Value relu(Value a) { return ReluOp::create(builder, loc, a); }
  /// Over `dims`, which keep size 1.
  Value mean(Value a, ArrayRef<int64_t> dims) {
    return MeanOp::create(builder, loc, a, dims, true);
  }
  Value transpose(Value a, ArrayRef<int64_t> permutation) {
    return TransposeOp::create(builder, loc, a, permutation);
  }
  Value broadcast(Value a, ArrayRef<int64_t> shape) {
    return BroadcastToOp::create(builder, loc, a, shape);
  }
  Value concat(ArrayRef<Value> parts, int64_t dim) {
    return parts.size() == 1
               ? parts.front()
               : ConcatOp::create(builder, loc, parts, dim).getResult();
  }
  Value slice(Value a, ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
              ArrayRef<int64_t> strides = {}) {
    return SliceOp::create(builder, loc, a, offsets, sizes, strides);
  }
  /// `size` elements of dimension `dim`.
  Value part(Value a, int64_t dim, int64_t offset, int64_t size,
             int64_t stride = 1) {
    SmallVector<int64_t> offsets(getTensorType(a).getRank(), 0);
    SmallVector<int64_t> strides(offsets.size(), 1);
    SmallVector<int64_t> sizes = getShape(a);
    offsets[dim] = offset;
    sizes[dim] = size;
    strides[dim] = stride;
    return slice(a, offsets, sizes, strides);
  }
  /// The elements of `a` among zeros of `shape`.
  Value place(Value a, ArrayRef<int64_t> shape, ArrayRef<int64_t> offsets,
              ArrayRef<int64_t> strides = {}) {
    return SliceBackwardOp::create(builder, loc, a, shape, offsets, strides);
  }
  /// A constant tensor; one element stands for all if they are equal.
  Value constants(ArrayRef<int64_t> shape, ArrayRef<double> values) {
    if (llvm::all_equal(values) && !values.empty())
      return constant(values.front());
    SmallVector<Attribute> elements;
    for (double value : values)
      elements.push_back(builder.getFloatAttr(type, value));
    auto tensorType = RankedTensorType::get(shape, type);
    return ConstantOp::create(builder, loc, tensorType,
                              DenseElementsAttr::get(tensorType, elements));
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

namespace {
/// Mean and variance by two passes: no difference of large squares.
struct Moments {
  Value mean;     ///< null if it is not subtracted
  Value centred;  ///< x - mean
  Value variance; ///< biased
};
} // namespace

static Moments buildMoments(NetworkComposer &c, Value x,
                            ArrayRef<int64_t> dims) {
  Value mean = c.mean(x, dims);
  Value centred = c.sub(x, mean);
  return {mean, centred, c.mean(c.mul(centred, centred), dims)};
}

static Value normalize(NetworkComposer &c, Value centred, Value variance,
                       const APFloat &eps) {
  Value shifted = c.add(variance, c.constant(eps.convertToDouble()));
  return c.mul(centred, c.rsqrt(shifted));
}

/// y weight + bias; absent parameters are null. Those of channels become
/// tensors of `shape`.
static Value applyAffine(NetworkComposer &c, Value y, Value weight, Value bias,
                         ArrayRef<int64_t> shape) {
  auto prepare = [&](Value parameter) {
    return c.reshape(c.widen(parameter), shape);
  };
  if (weight)
    y = c.mul(y, prepare(weight));
  if (bias)
    y = c.add(y, prepare(bias));
  return y;
}

/// [C, 1, ...], which broadcasts to `input` [N, C, ...].
static SmallVector<int64_t> getChannelShape(Value input) {
  SmallVector<int64_t> shape(getTensorType(input).getRank() - 1, 1);
  shape.front() = getTensorType(input).getDimSize(1);
  return shape;
}

/// (1 - momentum) running + momentum batch, in the type of `running`.
static Value updateRunning(OpBuilder &builder, Operation *op, Value running,
                           Value batch, const APFloat &momentum) {
  Type elementType = getTensorType(running).getElementType();
  Composer c(builder, op->getLoc(), elementType);
  double m = momentum.convertToDouble();
  Value kept = c.mul(c.widen(running), c.constant(1 - m));
  Value added = c.mul(c.widen(batch), c.constant(m));
  return c.cast(c.add(kept, added), elementType);
}

/// batch_norm and instance_norm, whose statistics are taken over the
/// dimensions `dims`.
template <typename OpTy>
static LogicalResult
decomposeChannelNorm(OpTy op, bool batchStatistics, ArrayRef<int64_t> dims,
                     OpBuilder &builder, SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, "amp-decompose")))
    return failure();
  NetworkComposer c(builder, op);
  Value input = op.getInput();
  Value x = c.widen(input);
  SmallVector<int64_t> channels = getChannelShape(input);
  Value y, batchMean, batchVariance;
  if (batchStatistics) {
    int64_t count = 1;
    for (int64_t dim : dims)
      count *= c.getSize(input, dim);
    if (count == 1)
      return op.emitOpError("expects more than one value per mean with "
                            "statistics of the batch, found ")
             << input.getType();
    Moments moments = buildMoments(c, x, dims);
    y = normalize(c, moments.centred, moments.variance, op.getEps());
    if (op.getRunningMean()) {
      // One per channel: the mean over the samples, if they have their own.
      auto perChannel = [&](Value statistic) {
        if (c.getSize(statistic, 0) != 1)
          statistic = c.mean(statistic, 0);
        return c.reshape(statistic, channels.front());
      };
      double unbiased =
          static_cast<double>(count) / static_cast<double>(count - 1);
      batchMean = perChannel(moments.mean);
      batchVariance = c.mul(perChannel(moments.variance), c.constant(unbiased));
    }
  } else {
    auto prepare = [&](Value statistic) {
      return c.reshape(c.widen(statistic), channels);
    };
    y = normalize(c, c.sub(x, prepare(op.getRunningMean())),
                  prepare(op.getRunningVar()), op.getEps());
  }
  y = applyAffine(c, y, op.getWeight(), op.getBias(), channels);
  results.push_back(c.cast(y, getTensorType(input).getElementType()));
  if (batchMean)
    results.append({updateRunning(builder, op, op.getRunningMean(), batchMean,
                                  op.getMomentum()),
                    updateRunning(builder, op, op.getRunningVar(),
                                  batchVariance, op.getMomentum())});
  return success();
}

LogicalResult BatchNormOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  SmallVector<int64_t> dims = {0};
  llvm::append_range(dims,
                     llvm::seq(int64_t(2), getInput().getType().getRank()));
  return decomposeChannelNorm(*this, getTraining(), dims, builder, results);
}

LogicalResult InstanceNormOp::decompose(OpBuilder &builder,
                                        SmallVectorImpl<Value> &results) {
  auto dims =
      llvm::to_vector(llvm::seq(int64_t(2), getInput().getType().getRank()));
  return decomposeChannelNorm(*this, getUseInputStats(), dims, builder,
                              results);
}

/// The last dimensions, as many as `normalizedShape` has.
static SmallVector<int64_t> getLastDims(Value input,
                                        ArrayRef<int64_t> normalizedShape) {
  int64_t rank = getTensorType(input).getRank();
  int64_t count = static_cast<int64_t>(normalizedShape.size());
  return llvm::to_vector(llvm::seq(rank - count, rank));
}

LogicalResult LayerNormOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(*this, "amp-decompose")))
    return failure();
  NetworkComposer c(builder, *this);
  ArrayRef<int64_t> shape = getNormalizedShape();
  Moments moments =
      buildMoments(c, c.widen(getInput()), getLastDims(getInput(), shape));
  Value y = normalize(c, moments.centred, moments.variance, getEps());
  y = applyAffine(c, y, getWeight(), getBias(), shape);
  results.push_back(c.cast(y, getTensorType(getInput()).getElementType()));
  return success();
}

LogicalResult RmsNormOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(*this, "amp-decompose")))
    return failure();
  NetworkComposer c(builder, *this);
  ArrayRef<int64_t> shape = getNormalizedShape();
  Value x = c.widen(getInput());
  APFloat eps = getEps().value_or(
      APFloat(c.type.isF64() ? std::numeric_limits<double>::epsilon()
                             : double(std::numeric_limits<float>::epsilon())));
  Value square = c.mean(c.mul(x, x), getLastDims(getInput(), shape));
  Value y =
      applyAffine(c, normalize(c, x, square, eps), getWeight(), {}, shape);
  results.push_back(c.cast(y, getTensorType(getInput()).getElementType()));
  return success();
}

LogicalResult GroupNormOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(*this, "amp-decompose")))
    return failure();
  NetworkComposer c(builder, *this);
  RankedTensorType type = getTensorType(getInput());
  auto groups = static_cast<int64_t>(getNumGroups());
  int64_t size = 1;
  for (int64_t extent : type.getShape().drop_front())
    size *= extent;
  Value x = c.reshape(c.widen(getInput()),
                      {type.getDimSize(0), groups, size / groups});
  Moments moments = buildMoments(c, x, 2);
  Value y = normalize(c, moments.centred, moments.variance, getEps());
  y = applyAffine(c, c.reshape(y, type.getShape()), getWeight(), getBias(),
                  getChannelShape(getInput()));
  results.push_back(c.cast(y, type.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

namespace {
/// Windows along one dimension: `count` of them, each of `kernel` elements.
struct Windows {
  int64_t count, kernel, stride = 1, dilation = 1;
  /// Elements before the input.
  int64_t padding = 0;

  /// The size that they span.
  int64_t getExtent() const {
    return (count - 1) * stride + (kernel - 1) * dilation + 1;
  }
};
using Combine = llvm::function_ref<Value(Value, Value)>;
} // namespace

/// Each element of a window, of these sizes, becomes an op.
static LogicalResult verifyWindow(Operation *op, ArrayRef<int64_t> sizes) {
  for (int64_t size : sizes)
    if (failed(verifyNumParts(op, size, "elements in a window")))
      return failure();
  return success();
}

/// Joins the elements of each window, in their order. `x` includes what
/// padding adds.
static Value foldWindows(NetworkComposer &c, Value x, int64_t dim,
                         const Windows &windows, Combine combine) {
  Value result;
  for (int64_t j = 0; j < windows.kernel; ++j) {
    Value part =
        c.part(x, dim, j * windows.dilation, windows.count, windows.stride);
    result = result ? combine(result, part) : part;
  }
  return result;
}

/// `x` with zeros around, so that all windows lie in it.
static Value padWithZeros(NetworkComposer &c, Value x, int64_t firstDim,
                          ArrayRef<Windows> windows) {
  SmallVector<int64_t> shape = c.getShape(x);
  SmallVector<int64_t> offsets(shape.size(), 0);
  for (auto [i, window] : llvm::enumerate(windows)) {
    int64_t &size = shape[firstDim + i];
    offsets[firstDim + i] = window.padding;
    size = std::max(size + window.padding, window.getExtent());
  }
  if (shape == c.getShape(x))
    return x;
  return c.place(x, shape, offsets);
}

/// Sums of the windows along `dim`, without padding.
static Value sumWindows(NetworkComposer &c, Value x, int64_t dim,
                        const Windows &windows) {
  if (windows.stride != windows.kernel || windows.dilation != 1)
    return foldWindows(c, x, dim, windows,
                       [&](Value a, Value b) { return c.add(a, b); });
  x = c.part(x, dim, 0, windows.count * windows.kernel);
  SmallVector<int64_t> shape = c.getShape(x);
  shape[dim] = windows.count;
  shape.insert(shape.begin() + dim + 1, windows.kernel);
  return c.sum(c.reshape(x, shape), dim + 1);
}

/// The first of the larger ones, or the last NaN: what PyTorch's pooling takes,
/// and where its gradient goes. So it is with one dimension after the other,
/// from the last one on, too.
static Value takeLarger(NetworkComposer &c, Value a, Value b) {
  Value isLarger = c.compare(ComparePredicate::GT, b, a);
  Value isNan = c.compare(ComparePredicate::NE, b, b);
  return c.where(LogicalOrOp::create(c.builder, c.loc, isLarger, isNan), b, a);
}

/// The windows of a pooling op along its spatial dimensions.
template <typename OpTy>
static SmallVector<Windows> getPoolWindows(OpTy op,
                                           ArrayRef<int64_t> dilation) {
  SmallVector<Windows> result;
  ArrayRef<int64_t> kernel = op.getKernelSize(), stride = op.getStride();
  if (stride.empty())
    stride = kernel;
  for (size_t i = 0; i < kernel.size(); ++i)
    result.push_back({getTensorType(op.getResult()).getDimSize(i + 2),
                      kernel[i], stride[i], dilation.empty() ? 1 : dilation[i],
                      op.getPadding()[i]});
  return result;
}

template <typename OpTy>
static LogicalResult decomposeMaxPool(OpTy op, OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, "amp-decompose")) ||
      failed(verifyWindow(op, op.getKernelSize())))
    return failure();
  NetworkComposer c(builder, op);
  // Exact; so that gradients of windows that overlap are added in f32.
  Value x = c.widen(op.getInput());
  SmallVector<Windows> all = getPoolWindows(op, op.getDilation());
  for (int64_t i = static_cast<int64_t>(all.size()) - 1; i >= 0; --i) {
    const Windows &windows = all[i];
    int64_t dim = i + 2;
    SmallVector<Value> parts;
    auto addPadding = [&](int64_t size) {
      SmallVector<int64_t> shape = c.getShape(x);
      shape[dim] = size;
      if (size > 0)
        parts.push_back(createSplat(
            builder, c.loc,
            RankedTensorType::get(shape, getTensorType(x).getElementType()),
            -std::numeric_limits<double>::infinity()));
    };
    addPadding(windows.padding);
    parts.push_back(x);
    addPadding(windows.getExtent() - windows.padding - c.getSize(x, dim));
    x = foldWindows(c, c.concat(parts, dim), dim, windows,
                    [&](Value a, Value b) { return takeLarger(c, a, b); });
  }
  results.push_back(c.cast(x, getTensorType(op.getInput()).getElementType()));
  return success();
}

/// The product of `factors`, one list per dimension, for all their indices.
static SmallVector<double> multiplyOut(ArrayRef<SmallVector<double>> factors) {
  SmallVector<double> result = {1};
  for (ArrayRef<double> list : factors) {
    SmallVector<double> next;
    for (double before : result)
      for (double factor : list)
        next.push_back(before * factor);
    result = std::move(next);
  }
  return result;
}

template <typename OpTy>
static LogicalResult decomposeAvgPool(OpTy op, OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, "amp-decompose")) ||
      failed(verifyWindow(op, op.getKernelSize())))
    return failure();
  NetworkComposer c(builder, op);
  SmallVector<Windows> all = getPoolWindows(op, {});
  RankedTensorType type = getTensorType(op.getInput());
  Value x = padWithZeros(c, c.widen(op.getInput()), 2, all);
  SmallVector<SmallVector<double>> counts;
  SmallVector<int64_t> shape;
  for (auto [i, windows] : llvm::enumerate(all)) {
    int64_t size = type.getDimSize(i + 2);
    // What counts: the input, or the padding too.
    int64_t margin = op.getCountIncludePad() ? windows.padding : 0;
    SmallVector<double> &list = counts.emplace_back();
    for (int64_t k = 0; k < windows.count; ++k) {
      int64_t begin = k * windows.stride - windows.padding;
      int64_t end = std::min(begin + windows.kernel, size + margin);
      list.push_back(static_cast<double>(end - std::max(begin, -margin)));
    }
    shape.push_back(windows.count);
    x = sumWindows(c, x, static_cast<int64_t>(i) + 2, windows);
  }
  Value divisor = op.getDivisorOverride()
                      ? c.constant(static_cast<double>(
                            static_cast<int64_t>(*op.getDivisorOverride())))
                      : c.constants(shape, multiplyOut(counts));
  results.push_back(c.cast(c.div(x, divisor), type.getElementType()));
  return success();
}

/// Where window `i` of `count` begins, of a dimension of `size` elements.
static int64_t getAdaptiveBegin(int64_t i, int64_t size, int64_t count) {
  return i * size / count;
}
static int64_t getAdaptiveEnd(int64_t i, int64_t size, int64_t count) {
  return llvm::divideCeil((i + 1) * size, count);
}

/// Windows of unequal sizes overlap by an element at most.
template <typename OpTy>
static LogicalResult verifyAdaptiveWindows(OpTy op) {
  ArrayRef<int64_t> shape = getTensorType(op.getInput()).getShape();
  for (auto [size, count] : llvm::zip(shape.drop_front(2), op.getOutputSize()))
    if (failed(verifyNumParts(op, size % count ? size + count : size / count,
                              "elements in windows")))
      return failure();
  return success();
}

template <typename OpTy>
static LogicalResult decomposeAdaptiveMaxPool(OpTy op, OpBuilder &builder,
                                              SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, "amp-decompose")) ||
      failed(verifyAdaptiveWindows(op)))
    return failure();
  NetworkComposer c(builder, op);
  Value x = c.widen(op.getInput());
  auto combine = [&](Value a, Value b) { return takeLarger(c, a, b); };
  ArrayRef<int64_t> counts = op.getOutputSize();
  for (int64_t d = static_cast<int64_t>(counts.size()) - 1; d >= 0; --d) {
    int64_t size = c.getSize(x, d + 2), count = counts[d];
    if (size % count == 0) {
      int64_t kernel = size / count;
      x = foldWindows(c, x, d + 2, {count, kernel, kernel}, combine);
      continue;
    }
    SmallVector<Value> parts;
    for (int64_t i = 0; i < count; ++i) {
      int64_t begin = getAdaptiveBegin(i, size, count);
      int64_t length = getAdaptiveEnd(i, size, count) - begin;
      parts.push_back(foldWindows(c, c.part(x, d + 2, begin, length), d + 2,
                                  {1, length}, combine));
    }
    x = c.concat(parts, d + 2);
  }
  results.push_back(c.cast(x, getTensorType(op.getInput()).getElementType()));
  return success();
}

template <typename OpTy>
static LogicalResult decomposeAdaptiveAvgPool(OpTy op, OpBuilder &builder,
                                              SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, "amp-decompose")) ||
      failed(verifyAdaptiveWindows(op)))
    return failure();
  NetworkComposer c(builder, op);
  Value x = c.widen(op.getInput());
  ArrayRef<int64_t> counts = op.getOutputSize();
  SmallVector<SmallVector<double>> lengths;
  for (size_t d = 0; d < counts.size(); ++d) {
    auto dim = static_cast<int64_t>(d) + 2;
    int64_t size = c.getSize(x, dim), count = counts[d];
    SmallVector<double> &list = lengths.emplace_back();
    SmallVector<Value> parts;
    for (int64_t i = 0; i < count; ++i) {
      int64_t begin = getAdaptiveBegin(i, size, count);
      int64_t length = getAdaptiveEnd(i, size, count) - begin;
      list.push_back(static_cast<double>(length));
      if (size % count != 0)
        parts.push_back(c.sum(c.part(x, dim, begin, length), dim, true));
    }
    x = size % count != 0
            ? c.concat(parts, dim)
            : sumWindows(c, x, dim, {count, size / count, size / count});
  }
  Value divisor = c.constants(counts, multiplyOut(lengths));
  results.push_back(
      c.cast(c.div(x, divisor), getTensorType(op.getInput()).getElementType()));
  return success();
}

LogicalResult LocalResponseNormOp::decompose(OpBuilder &builder,
                                             SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(*this, "amp-decompose")) ||
      failed(verifyWindow(*this, static_cast<int64_t>(getSize()))))
    return failure();
  NetworkComposer c(builder, *this);
  Value x = c.widen(getInput());
  auto size = static_cast<int64_t>(getSize());
  Windows windows = {c.getSize(x, 1), size, 1, 1, size / 2};
  Value sum =
      sumWindows(c, padWithZeros(c, c.mul(x, x), 1, windows), 1, windows);
  double factor = getAlpha().convertToDouble() / static_cast<double>(size);
  Value base = c.add(c.mul(sum, c.constant(factor)),
                     c.constant(getK().convertToDouble()));
  Value divisor = PowOp::create(builder, getLoc(), base,
                                c.constant(getBeta().convertToDouble()));
  results.push_back(
      c.cast(c.div(x, divisor), getTensorType(getInput()).getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// All index tuples below `sizes`, the last one fastest.
static void forEachIndex(ArrayRef<int64_t> sizes,
                         llvm::function_ref<void(ArrayRef<int64_t>)> apply) {
  SmallVector<int64_t> index(sizes.size(), 0);
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  for (int64_t i = 0; i < count; ++i) {
    apply(index);
    for (size_t dim = sizes.size(); dim-- > 0;) {
      if (++index[dim] < sizes[dim])
        break;
      index[dim] = 0;
    }
  }
}

static int64_t multiply(ArrayRef<int64_t> sizes) {
  int64_t result = 1;
  for (int64_t size : sizes)
    result *= size;
  return result;
}

/// Exchanges the first two dimensions.
static Value swapBatchAndChannels(NetworkComposer &c, Value x) {
  auto permutation =
      llvm::to_vector(llvm::seq<int64_t>(0, getTensorType(x).getRank()));
  std::swap(permutation[0], permutation[1]);
  return c.transpose(x, permutation);
}

/// Adds `bias` to [N, O, ...] and rounds.
static Value finishConvolution(NetworkComposer &c, Value y, Value bias,
                               Type result) {
  if (bias)
    y = c.add(y, c.reshape(c.widen(bias), getChannelShape(y)));
  return c.cast(y, cast<RankedTensorType>(result).getElementType());
}

/// Each element of the kernel becomes an op.
template <typename OpTy>
static LogicalResult verifyKernel(OpTy op) {
  ArrayRef<int64_t> kernel =
      getTensorType(op.getWeight()).getShape().drop_front(2);
  // The sizes first: their product might be beyond 64 bits.
  return success(
      succeeded(verifyWindow(op, kernel)) &&
      succeeded(verifyNumParts(op, multiply(kernel), "elements in a window")));
}

/// One matrix product per group: the weight [O, C k], and a matrix [C k, N L]
/// of the elements that each of the L places of a sample reads. It is gathered
/// in f32, so that its derivative sums in f32 what overlapping windows add.
template <typename OpTy>
static LogicalResult decomposeConvolution(OpTy op, OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, "amp-decompose")) ||
      failed(verifyKernel(op)))
    return failure();
  NetworkComposer c(builder, op);
  RankedTensorType input = getTensorType(op.getInput());
  RankedTensorType weight = getTensorType(op.getWeight());
  RankedTensorType result = getTensorType(op.getResult());
  auto groups = static_cast<int64_t>(op.getGroups());
  int64_t batch = input.getDimSize(0), outputs = weight.getDimSize(0);
  ArrayRef<int64_t> kernel = weight.getShape().drop_front(2);
  ArrayRef<int64_t> places = result.getShape().drop_front(2);
  SmallVector<Windows> windows;
  for (size_t i = 0; i < kernel.size(); ++i)
    windows.push_back({places[i], kernel[i], op.getStride()[i],
                       op.getDilation()[i], op.getPadding()[i]});

  Value x = swapBatchAndChannels(c, c.widen(op.getInput()));
  x = padWithZeros(c, x, 2, windows);
  int64_t channels = weight.getDimSize(1), columns = batch * multiply(places);
  SmallVector<Value> parts;
  forEachIndex(kernel, [&](ArrayRef<int64_t> position) {
    SmallVector<int64_t> offsets = {0, 0}, strides = {1, 1};
    SmallVector<int64_t> sizes = {input.getDimSize(1), batch};
    for (auto [i, window] : llvm::enumerate(windows)) {
      offsets.push_back(position[i] * window.dilation);
      strides.push_back(window.stride);
      sizes.push_back(window.count);
    }
    parts.push_back(c.reshape(c.slice(x, offsets, sizes, strides),
                              {groups, channels, 1, columns}));
  });
  int64_t rows = channels * multiply(kernel);
  Value matrix = c.cast(c.concat(parts, 2), input.getElementType());
  SmallVector<int64_t> weightShape = {groups, outputs / groups, rows};
  SmallVector<int64_t> matrixShape = {groups, rows, columns};
  // A product without batch dimensions, where there is one group.
  ArrayRef<int64_t> leftShape(weightShape), rightShape(matrixShape);
  if (groups == 1) {
    leftShape = leftShape.drop_front();
    rightShape = rightShape.drop_front();
  }
  Value y = c.matmul(c.reshape(op.getWeight(), leftShape),
                     c.reshape(matrix, rightShape), op.getComputeTypeAttr());
  SmallVector<int64_t> shape = {outputs, batch};
  llvm::append_range(shape, places);
  y = swapBatchAndChannels(c, c.reshape(y, shape));
  results.push_back(finishConvolution(c, y, op.getBias(), result));
  return success();
}

/// The product of the transposed weight [O k, C] with [C, N L]; each of the k
/// parts of the result then goes to its places.
template <typename OpTy>
static LogicalResult
decomposeTransposedConvolution(OpTy op, OpBuilder &builder,
                               SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, "amp-decompose")) ||
      failed(verifyKernel(op)))
    return failure();
  NetworkComposer c(builder, op);
  RankedTensorType input = getTensorType(op.getInput());
  RankedTensorType weight = getTensorType(op.getWeight());
  RankedTensorType result = getTensorType(op.getResult());
  auto groups = static_cast<int64_t>(op.getGroups());
  int64_t batch = input.getDimSize(0), channels = input.getDimSize(1);
  int64_t outputs = result.getDimSize(1);
  ArrayRef<int64_t> kernel = weight.getShape().drop_front(2);
  ArrayRef<int64_t> places = input.getShape().drop_front(2);
  int64_t rows = outputs / groups * multiply(kernel);
  Value matrix =
      c.reshape(swapBatchAndChannels(c, op.getInput()),
                {groups, channels / groups, batch * multiply(places)});
  Value transposed = createMatrixTranspose(
      builder, c.loc,
      c.reshape(op.getWeight(), {groups, channels / groups, rows}));
  Value products = c.matmul(transposed, matrix, op.getComputeTypeAttr());
  SmallVector<int64_t> partShape = {outputs, multiply(kernel), batch};
  llvm::append_range(partShape, places);
  products = c.reshape(products, partShape);

  SmallVector<int64_t> shape = {outputs, batch}, canvas = shape;
  SmallVector<int64_t> strides = {1, 1}, cut = {0, 0};
  SmallVector<int64_t> cutSizes = {outputs, batch};
  llvm::append_range(shape, places);
  for (size_t i = 0; i < kernel.size(); ++i) {
    Windows window = {places[i], kernel[i], op.getStride()[i],
                      op.getDilation()[i], op.getPadding()[i]};
    int64_t size = result.getDimSize(i + 2);
    canvas.push_back(std::max(window.getExtent(), window.padding + size));
    strides.push_back(window.stride);
    cut.push_back(window.padding);
    cutSizes.push_back(size);
  }
  Value y;
  int64_t next = 0;
  forEachIndex(kernel, [&](ArrayRef<int64_t> position) {
    SmallVector<int64_t> offsets = {0, 0};
    for (size_t i = 0; i < kernel.size(); ++i)
      offsets.push_back(position[i] * op.getDilation()[i]);
    Value part = c.reshape(c.part(products, 1, next++, 1), shape);
    part = c.place(part, canvas, offsets, strides);
    y = y ? c.add(y, part) : part;
  });
  y = swapBatchAndChannels(c, c.slice(y, cut, cutSizes));
  results.push_back(finishConvolution(c, y, op.getBias(), result));
  return success();
}

LogicalResult ConvTbcOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(*this, "amp-decompose")) ||
      failed(verifyWindow(*this, getTensorType(getWeight()).getDimSize(0))))
    return failure();
  NetworkComposer c(builder, *this);
  RankedTensorType input = getTensorType(getInput());
  RankedTensorType weight = getTensorType(getWeight());
  RankedTensorType result = getTensorType(getResult());
  int64_t kernel = weight.getDimSize(0), batch = input.getDimSize(1);
  Windows windows = {result.getDimSize(0), kernel, 1, 1,
                     static_cast<int64_t>(getPad())};
  Value x = padWithZeros(c, c.widen(getInput()), 0, windows);
  SmallVector<Value> parts;
  for (int64_t j = 0; j < kernel; ++j)
    parts.push_back(c.part(x, 0, j, windows.count));
  int64_t rows = kernel * input.getDimSize(2);
  Value matrix = c.reshape(c.cast(c.concat(parts, 2), input.getElementType()),
                           {windows.count * batch, rows});
  Value y =
      c.matmul(matrix, c.reshape(getWeight(), {rows, weight.getDimSize(2)}),
               getComputeTypeAttr());
  y = c.add(c.reshape(y, result.getShape()), c.widen(getBias()));
  results.push_back(c.cast(y, result.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Resampling
//===----------------------------------------------------------------------===//

/// The elements of dimension `dim` with these ascending numbers.
static Value gather(NetworkComposer &c, Value x, int64_t dim,
                    ArrayRef<int64_t> indices) {
  SmallVector<Value> parts;
  for (size_t i = 0; i < indices.size();) {
    // As many as are equally far apart.
    int64_t step = i + 1 < indices.size() ? indices[i + 1] - indices[i] : 1;
    size_t end = i + 1;
    while (end < indices.size() && indices[end] - indices[end - 1] == step)
      ++end;
    auto count = static_cast<int64_t>(end - i);
    if (step > 0) {
      parts.push_back(c.part(x, dim, indices[i], count, step));
    } else {
      SmallVector<int64_t> shape = c.getShape(x);
      shape[dim] = count;
      parts.push_back(c.broadcast(c.part(x, dim, indices[i], 1), shape));
    }
    i = end;
  }
  return c.concat(parts, dim);
}

/// Element i is element floor((2 i + offset) size / (2 count)): exact, where a
/// ratio in floating point would be rounded.
/// What is not evenly spaced in the input is gathered piece by piece.
template <typename OpTy>
static LogicalResult verifyOutputSize(OpTy op) {
  for (int64_t size : op.getOutputSize())
    if (failed(verifyNumParts(op, size, "elements in a dimension")))
      return failure();
  return success();
}

template <typename OpTy>
static LogicalResult decomposeNearest(OpTy op, int64_t offset,
                                      OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, "amp-decompose")) ||
      failed(verifyOutputSize(op)))
    return failure();
  NetworkComposer c(builder, op);
  // Exact; so that the gradients of an element's copies are added in f32.
  Value x = c.widen(op.getInput());
  for (auto [i, count] : llvm::enumerate(op.getOutputSize())) {
    auto dim = static_cast<int64_t>(i) + 2;
    int64_t size = c.getSize(x, dim);
    if (count % size == 0) {
      // Each element several times.
      SmallVector<int64_t> shape = c.getShape(x), repeated;
      shape.insert(shape.begin() + dim + 1, 1);
      repeated = shape;
      repeated[dim + 1] = count / size;
      x = c.broadcast(c.reshape(x, shape), repeated);
      shape.erase(shape.begin() + dim + 1);
      shape[dim] = count;
      x = c.reshape(x, shape);
      continue;
    }
    SmallVector<int64_t> indices;
    for (int64_t k = 0; k < count; ++k)
      indices.push_back((2 * k + offset) * size / (2 * count));
    x = gather(c, x, dim, indices);
  }
  results.push_back(c.cast(x, getTensorType(op.getInput()).getElementType()));
  return success();
}

namespace {
/// The elements that one of the result is a sum of, with their weights.
using Taps = SmallVector<std::pair<int64_t, double>>;
/// Those of element `i` of `count`, along a dimension of `size`.
using GetTaps =
    llvm::function_ref<Taps(int64_t i, int64_t size, int64_t count)>;
} // namespace

/// Adds up weighted neighbours, along one dimension after the other.
template <typename OpTy>
static LogicalResult decomposeInterpolation(OpTy op, GetTaps getTaps,
                                            OpBuilder &builder,
                                            SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, "amp-decompose")) ||
      failed(verifyOutputSize(op)))
    return failure();
  NetworkComposer c(builder, op);
  Value x = c.widen(op.getInput());
  int64_t rank = getTensorType(x).getRank();
  for (auto [i, count] : llvm::enumerate(op.getOutputSize())) {
    auto dim = static_cast<int64_t>(i) + 2;
    SmallVector<Taps> all;
    size_t most = 0;
    for (int64_t k = 0; k < count; ++k) {
      all.push_back(getTaps(k, c.getSize(x, dim), count));
      most = std::max(most, all.back().size());
    }
    // Fewer neighbours become as many: a weight of 0 would turn an infinity
    // into NaN, so the last one's is shared.
    for (Taps &taps : all) {
      auto [index, weight] = taps.pop_back_val();
      size_t missing = most - taps.size();
      taps.append(missing, {index, weight / static_cast<double>(missing)});
    }
    SmallVector<int64_t> shape(rank - dim, 1);
    shape.front() = count;
    Value sum;
    for (size_t tap = 0; tap < most; ++tap) {
      SmallVector<int64_t> indices;
      SmallVector<double> weights;
      for (const Taps &taps : all) {
        indices.push_back(taps[tap].first);
        weights.push_back(taps[tap].second);
      }
      Value term =
          c.mul(gather(c, x, dim, indices), c.constants(shape, weights));
      sum = sum ? c.add(sum, term) : term;
    }
    x = sum;
  }
  results.push_back(c.cast(x, getTensorType(op.getInput()).getElementType()));
  return success();
}

/// How many elements of the input one of the result is wide.
static double getRatio(int64_t size, int64_t count, bool alignCorners) {
  if (!alignCorners)
    return static_cast<double>(size) / static_cast<double>(count);
  return count > 1
             ? static_cast<double>(size - 1) / static_cast<double>(count - 1)
             : 0;
}

/// Where element `i` of `count` lies among `size` elements.
static double getPosition(int64_t i, int64_t size, int64_t count,
                          bool alignCorners) {
  double ratio = getRatio(size, count, alignCorners);
  return alignCorners ? static_cast<double>(i) * ratio
                      : (static_cast<double>(i) + 0.5) * ratio - 0.5;
}

template <typename OpTy>
static LogicalResult decomposeLinear(OpTy op, OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  auto getTaps = [&](int64_t i, int64_t size, int64_t count) -> Taps {
    double position =
        std::max(getPosition(i, size, count, op.getAlignCorners()), 0.0);
    auto before = static_cast<int64_t>(position);
    double rest = position - static_cast<double>(before);
    return {{std::min(before, size - 1), 1 - rest},
            {std::min(before + 1, size - 1), rest}};
  };
  return decomposeInterpolation(op, getTaps, builder, results);
}

/// Keys' cubic convolution kernel ("Cubic convolution interpolation for digital
/// image processing", 1981) at distance `x`.
static double weighCubic(double x, double a) {
  x = std::abs(x);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

LogicalResult UpsampleBicubic2dOp::decompose(OpBuilder &builder,
                                             SmallVectorImpl<Value> &results) {
  auto getTaps = [&](int64_t i, int64_t size, int64_t count) {
    double position = getPosition(i, size, count, getAlignCorners());
    auto before = static_cast<int64_t>(std::floor(position));
    Taps taps;
    for (int64_t at = before - 1; at <= before + 2; ++at)
      taps.push_back({std::clamp<int64_t>(at, 0, size - 1),
                      weighCubic(position - static_cast<double>(at), -0.75)});
    return taps;
  };
  return decomposeInterpolation(*this, getTaps, builder, results);
}

/// With a filter of some `radius`, stretched where the image becomes smaller.
template <typename OpTy>
static LogicalResult
decomposeAntialiased(OpTy op, double radius, double (*filter)(double),
                     OpBuilder &builder, SmallVectorImpl<Value> &results) {
  auto getTaps = [&](int64_t i, int64_t size, int64_t count) {
    double ratio = getRatio(size, count, op.getAlignCorners());
    double stretch = std::max(ratio, 1.0);
    double centre = ratio * (static_cast<double>(i) + 0.5);
    double reach = radius * stretch;
    auto begin =
        std::max(static_cast<int64_t>(centre - reach + 0.5), int64_t(0));
    auto end = std::min(static_cast<int64_t>(centre + reach + 0.5), size);
    Taps taps;
    double sum = 0;
    for (int64_t at = begin; at < end; ++at) {
      double distance = static_cast<double>(at) - centre + 0.5;
      taps.push_back({at, filter(distance / stretch)});
      sum += taps.back().second;
    }
    for (auto &[index, weight] : taps)
      weight /= sum;
    return taps;
  };
  return decomposeInterpolation(op, getTaps, builder, results);
}

LogicalResult
UpsampleBilinear2dAaOp::decompose(OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  return decomposeAntialiased(
      *this, /*radius=*/1,
      [](double x) { return std::max(1 - std::abs(x), 0.0); }, builder,
      results);
}

LogicalResult
UpsampleBicubic2dAaOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  return decomposeAntialiased(
      *this, /*radius=*/2, [](double x) { return weighCubic(x, -0.5); },
      builder, results);
}

//===----------------------------------------------------------------------===//
// Recurrent networks
//===----------------------------------------------------------------------===//

namespace {
enum class Recurrence { Lstm, Gru, Tanh, Relu };

/// The states between steps, in f32 or f64. The hidden one holds numbers of the
/// operands' type, as the output does, and the gradients of its uses are added
/// in f32; the cell is rounded once, at the end.
struct States {
  States(NetworkComposer &c, Value hidden, Value cell)
      : type(getTensorType(hidden).getElementType()), hidden(c.widen(hidden)),
        cell(cell ? c.widen(cell) : Value()) {}

  /// The hidden state as it is.
  Value getHidden(NetworkComposer &c) const { return c.cast(hidden, type); }
  void setHidden(NetworkComposer &c, Value next) {
    hidden = c.widen(c.cast(next, type));
  }

  Type type;
  Value hidden, cell;
};

/// The weights of the hidden state, which every step multiplies by.
struct Recurrent {
  Recurrent(NetworkComposer &c, Value weight, Value bias, TypeAttr computeType)
      : type(getTensorType(weight).getElementType()), weight(c.widen(weight)),
        bias(bias ? c.widen(bias) : Value()), computeType(computeType) {}

  /// h w_hhᵀ + b_hh. Each step has casts of its own, from f32, so that the
  /// gradients of all steps are added in f32; the values are those of the
  /// operands.
  Value multiply(NetworkComposer &c, Value hidden) const {
    return c.linear(hidden, c.cast(weight, type),
                    bias ? c.cast(bias, type) : Value(), computeType);
  }

  Type type;
  Value weight, bias;
  TypeAttr computeType;
};
} // namespace

/// One step. `inputs` is x w_ihᵀ + b_ih.
static void buildStep(NetworkComposer &c, Recurrence kind, Value inputs,
                      States &states, const Recurrent &recurrent) {
  Value hidden = recurrent.multiply(c, states.getHidden(c));
  int64_t units = c.getSize(states.hidden, 1);
  auto gate = [&](Value gates, int64_t i) {
    return c.part(gates, 1, i * units, units);
  };
  Value next;
  switch (kind) {
  case Recurrence::Lstm: {
    Value gates = c.add(inputs, hidden);
    Value kept = c.mul(c.sigmoid(gate(gates, 1)), states.cell);
    Value added = c.mul(c.sigmoid(gate(gates, 0)), c.tanh(gate(gates, 2)));
    states.cell = c.add(kept, added);
    next = c.mul(c.sigmoid(gate(gates, 3)), c.tanh(states.cell));
    break;
  }
  case Recurrence::Gru: {
    Value r = c.sigmoid(c.add(gate(inputs, 0), gate(hidden, 0)));
    Value z = c.sigmoid(c.add(gate(inputs, 1), gate(hidden, 1)));
    Value n = c.tanh(c.add(gate(inputs, 2), c.mul(r, gate(hidden, 2))));
    // (1 - z) n + z h.
    next = c.add(n, c.mul(z, c.sub(states.hidden, n)));
    break;
  }
  case Recurrence::Tanh:
    next = c.tanh(c.add(inputs, hidden));
    break;
  case Recurrence::Relu:
    next = c.relu(c.add(inputs, hidden));
    break;
  }
  states.setHidden(c, next);
}

template <typename OpTy>
static LogicalResult decomposeCell(OpTy op, Recurrence kind, Value cell,
                                   OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, "amp-decompose")))
    return failure();
  NetworkComposer c(builder, op);
  TypeAttr computeType = op.getComputeTypeAttr();
  States states(c, op.getHx(), cell);
  Value inputs = c.linear(op.getInput(), op.getWIh(), op.getBIh(), computeType);
  buildStep(c, kind, inputs, states,
            Recurrent(c, op.getWHh(), op.getBHh(), computeType));
  results.push_back(states.getHidden(c));
  if (cell)
    results.push_back(
        c.cast(states.cell, getTensorType(cell).getElementType()));
  return success();
}

template <typename OpTy>
static LogicalResult decomposeLayer(OpTy op, Recurrence kind, Value cell,
                                    OpBuilder &builder,
                                    SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, "amp-decompose")) ||
      failed(verifyNumParts(
          op,
          getTensorType(op.getInput()).getDimSize(op.getBatchFirst() ? 1 : 0),
          "steps in time")))
    return failure();
  NetworkComposer c(builder, op);
  TypeAttr computeType = op.getComputeTypeAttr();
  ArrayRef<int64_t> stateShape = getTensorType(op.getH0()).getShape();
  auto withoutLayer = [&](Value state) {
    return c.reshape(state, stateShape.drop_front());
  };
  States states(c, withoutLayer(op.getH0()),
                cell ? withoutLayer(cell) : Value());
  // What the inputs give is one product for all steps.
  int64_t time = op.getBatchFirst() ? 1 : 0;
  Value inputs = c.linear(op.getInput(), op.getWIh(), op.getBIh(), computeType);
  Recurrent recurrent(c, op.getWHh(), op.getBHh(), computeType);
  SmallVector<int64_t> gatesShape = {stateShape[1], c.getSize(inputs, 2)};
  SmallVector<int64_t> outputShape(stateShape.drop_front());
  outputShape.insert(outputShape.begin() + time, 1);
  SmallVector<Value> outputs;
  for (int64_t t = 0, steps = c.getSize(inputs, time); t < steps; ++t) {
    Value step = c.reshape(c.part(inputs, time, t, 1), gatesShape);
    buildStep(c, kind, step, states, recurrent);
    outputs.push_back(c.reshape(states.getHidden(c), outputShape));
  }
  results.push_back(c.concat(outputs, time));
  results.push_back(c.reshape(states.getHidden(c), stateShape));
  if (cell)
    results.push_back(c.cast(c.reshape(states.cell, stateShape),
                             getTensorType(cell).getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Attention and what remains
//===----------------------------------------------------------------------===//

LogicalResult
ScaledDotProductAttentionOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(*this, "amp-decompose")))
    return failure();
  NetworkComposer c(builder, *this);
  TypeAttr computeType = getComputeTypeAttr();
  int64_t rank = getTensorType(getQuery()).getRank();
  int64_t rows = c.getSize(getQuery(), rank - 2);
  int64_t columns = c.getSize(getKey(), rank - 2);
  double scale =
      getScale()
          ? getScale()->convertToDouble()
          : 1 / std::sqrt(static_cast<double>(c.getSize(getQuery(), rank - 1)));
  Value scores =
      c.matmul(getQuery(), createMatrixTranspose(builder, getLoc(), getKey()),
               computeType);
  scores = c.mul(scores, c.constant(scale));
  Value excluded = c.constant(-std::numeric_limits<double>::infinity());
  if (getIsCausal()) {
    auto number = [&](int64_t count, ArrayRef<int64_t> shape) -> Value {
      auto type = RankedTensorType::get(shape, builder.getI64Type());
      auto numbers = llvm::to_vector(llvm::seq<int64_t>(0, count));
      return ConstantOp::create(
          builder, getLoc(), type,
          DenseElementsAttr::get(type, ArrayRef<int64_t>(numbers)));
    };
    Value sees = c.compare(ComparePredicate::LE, number(columns, {1, columns}),
                           number(rows, {rows, 1}));
    scores = c.where(sees, scores, excluded);
  } else if (Value mask = getAttnMask()) {
    if (getTensorType(mask).getElementType().isInteger(1))
      scores = c.where(mask, scores, excluded);
    else
      scores = c.add(scores, c.widen(mask));
  }
  // The probabilities are not rounded to 16 bits, nor are the values then.
  Value probability = SoftmaxOp::create(builder, getLoc(), scores, rank - 1);
  Value y = c.matmul(probability, c.widen(getValue()), computeType);
  results.push_back(c.cast(y, getType().getElementType()));
  return success();
}

LogicalResult PreluOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(*this, "amp-decompose")))
    return failure();
  NetworkComposer c(builder, *this);
  Value x = c.widen(getInput()), weight = c.widen(getWeight());
  if (getTensorType(weight).getNumElements() == 1)
    weight = c.reshape(weight, {});
  else
    weight = c.reshape(weight, getChannelShape(getInput()));
  Value zero = c.constant(0);
  Value isPositive = c.compare(ComparePredicate::GT, x, zero);
  // A positive infinity must not meet the weight's gradient, 0.
  Value negative = c.where(isPositive, zero, x);
  Value y = c.where(isPositive, x, c.mul(weight, negative));
  results.push_back(c.cast(y, getTensorType(getInput()).getElementType()));
  return success();
}

/// One product with the weight as [in1, out in2], and a sum over in2.
LogicalResult BilinearOp::decompose(OpBuilder &builder,
                                    SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(*this, "amp-decompose")))
    return failure();
  NetworkComposer c(builder, *this);
  ArrayRef<int64_t> sizes = getTensorType(getWeight()).getShape();
  int64_t rows = multiply(getTensorType(getInput1()).getShape().drop_back());
  Value matrix = c.reshape(c.transpose(getWeight(), {1, 0, 2}),
                           {sizes[1], sizes[0] * sizes[2]});
  Value left = c.matmul(c.reshape(getInput1(), {rows, sizes[1]}), matrix,
                        getComputeTypeAttr());
  left = c.reshape(left, {rows, sizes[0], sizes[2]});
  Value right = c.reshape(c.widen(getInput2()), {rows, 1, sizes[2]});
  Value y = c.sum(c.mul(left, right), 2);
  if (getBias())
    y = c.add(y, c.widen(getBias()));
  RankedTensorType type = getType();
  results.push_back(
      c.cast(c.reshape(y, type.getShape()), type.getElementType()));
  return success();
}

/// A product with a matrix of ones and zeros: exact for a table of finite
/// numbers, but an infinity or NaN in it reaches every row.
LogicalResult EmbeddingOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(*this, "amp-decompose")))
    return failure();
  NetworkComposer c(builder, *this);
  RankedTensorType table = getTensorType(getWeight());
  RankedTensorType indices = getTensorType(getIndices());
  int64_t rows = table.getDimSize(0), count = indices.getNumElements();
  Value weight = getWeight();
  auto integers = [&](RankedTensorType type,
                      ArrayRef<int64_t> values) -> Value {
    SmallVector<Attribute> elements;
    for (int64_t value : values)
      elements.push_back(builder.getIntegerAttr(type.getElementType(), value));
    return ConstantOp::create(builder, getLoc(), type,
                              DenseElementsAttr::get(type, elements));
  };
  if (std::optional<uint64_t> padding = getPaddingIdx()) {
    auto row = static_cast<int64_t>(*padding);
    SmallVector<bool> isPadding(rows, false);
    isPadding[row < 0 ? row + rows : row] = true;
    auto type = RankedTensorType::get({rows, 1}, builder.getI1Type());
    Value chosen = ConstantOp::create(builder, getLoc(), type,
                                      DenseElementsAttr::get(type, isPadding));
    Value fixed = DetachOp::create(builder, getLoc(), weight);
    weight = c.where(chosen, fixed, weight);
  }
  Value flat = c.reshape(getIndices(), count);
  Value chosen =
      OneHotOp::create(builder, getLoc(), flat, rows, table.getElementType());
  // One product is 1 times an element: rounding the sum is exact.
  Value y = createMatmul(builder, getLoc(), chosen, weight,
                         table.getElementType(), TypeAttr());
  auto scalar = RankedTensorType::get({}, indices.getElementType());
  Value exists = LogicalAndOp::create(
      builder, getLoc(),
      c.compare(ComparePredicate::GE, flat, integers(scalar, 0)),
      c.compare(ComparePredicate::LT, flat, integers(scalar, rows)));
  Value nan = createSplat(builder, getLoc(),
                          RankedTensorType::get({}, table.getElementType()),
                          std::numeric_limits<double>::quiet_NaN());
  y = c.where(c.reshape(exists, {count, 1}), y, nan);
  results.push_back(c.reshape(y, getTensorType(getResult()).getShape()));
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

#define DECOMPOSE(OP, ...)                                                     \
  LogicalResult OP::decompose(OpBuilder &builder,                              \
                              SmallVectorImpl<Value> &results) {               \
    return __VA_ARGS__;                                                        \
  }
DECOMPOSE(AdaptiveAvgPool1dOp,
          decomposeAdaptiveAvgPool(*this, builder, results))
DECOMPOSE(AdaptiveAvgPool2dOp,
          decomposeAdaptiveAvgPool(*this, builder, results))
DECOMPOSE(AdaptiveAvgPool3dOp,
          decomposeAdaptiveAvgPool(*this, builder, results))
DECOMPOSE(AdaptiveMaxPool2dOp,
          decomposeAdaptiveMaxPool(*this, builder, results))
DECOMPOSE(AdaptiveMaxPool3dOp,
          decomposeAdaptiveMaxPool(*this, builder, results))
DECOMPOSE(AvgPool2dOp, decomposeAvgPool(*this, builder, results))
DECOMPOSE(AvgPool3dOp, decomposeAvgPool(*this, builder, results))
DECOMPOSE(MaxPool2dOp, decomposeMaxPool(*this, builder, results))
DECOMPOSE(MaxPool3dOp, decomposeMaxPool(*this, builder, results))
DECOMPOSE(Conv1dOp, decomposeConvolution(*this, builder, results))
DECOMPOSE(Conv2dOp, decomposeConvolution(*this, builder, results))
DECOMPOSE(Conv3dOp, decomposeConvolution(*this, builder, results))
DECOMPOSE(ConvTranspose1dOp,
          decomposeTransposedConvolution(*this, builder, results))
DECOMPOSE(ConvTranspose2dOp,
          decomposeTransposedConvolution(*this, builder, results))
DECOMPOSE(ConvTranspose3dOp,
          decomposeTransposedConvolution(*this, builder, results))
DECOMPOSE(UpsampleNearest1dOp, decomposeNearest(*this, 0, builder, results))
DECOMPOSE(UpsampleNearest2dOp, decomposeNearest(*this, 0, builder, results))
DECOMPOSE(UpsampleNearest3dOp, decomposeNearest(*this, 0, builder, results))
DECOMPOSE(UpsampleNearestExact1dOp,
          decomposeNearest(*this, 1, builder, results))
DECOMPOSE(UpsampleNearestExact2dOp,
          decomposeNearest(*this, 1, builder, results))
DECOMPOSE(UpsampleNearestExact3dOp,
          decomposeNearest(*this, 1, builder, results))
DECOMPOSE(UpsampleLinear1dOp, decomposeLinear(*this, builder, results))
DECOMPOSE(UpsampleBilinear2dOp, decomposeLinear(*this, builder, results))
DECOMPOSE(UpsampleTrilinear3dOp, decomposeLinear(*this, builder, results))
DECOMPOSE(LstmCellOp,
          decomposeCell(*this, Recurrence::Lstm, getCx(), builder, results))
DECOMPOSE(GruCellOp,
          decomposeCell(*this, Recurrence::Gru, {}, builder, results))
DECOMPOSE(RnnTanhCellOp,
          decomposeCell(*this, Recurrence::Tanh, {}, builder, results))
DECOMPOSE(RnnReluCellOp,
          decomposeCell(*this, Recurrence::Relu, {}, builder, results))
DECOMPOSE(LstmOp,
          decomposeLayer(*this, Recurrence::Lstm, getC0(), builder, results))
DECOMPOSE(GruOp, decomposeLayer(*this, Recurrence::Gru, {}, builder, results))
DECOMPOSE(RnnTanhOp,
          decomposeLayer(*this, Recurrence::Tanh, {}, builder, results))
DECOMPOSE(RnnReluOp,
          decomposeLayer(*this, Recurrence::Relu, {}, builder, results))
#undef DECOMPOSE

/// Ops that nothing takes apart yet: they can be assigned and verified.
#define NO_DECOMPOSITION(OP)                                                   \
  LogicalResult OP::decompose(OpBuilder &, SmallVectorImpl<Value> &) {         \
    return emitOpError("has no kernels and no derivative yet: graphs with it " \
                       "can be assigned and verified, but not run");           \
  }
NO_DECOMPOSITION(GridSamplerOp)
#undef NO_DECOMPOSITION
