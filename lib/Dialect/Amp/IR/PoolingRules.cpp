//===- PoolingRules.cpp - Pooling -----------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Pooling.h"

#include "Windows.h"
#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Limits.h"
#include <algorithm>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Windows of a given size
//===----------------------------------------------------------------------===//

/// The first of the larger ones, or the last NaN: what PyTorch's pooling takes,
/// and where its gradient goes. So it is with one dimension after the other,
/// from the last one on, too.
static Value takeLarger(GraphBuilder &c, Value a, Value b) {
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
  if (failed(verifyWindow(op, op.getKernelSize())))
    return failure();
  GraphBuilder c(builder, op);
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
  return c.finish(op, x, results);
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
  if (failed(verifyWindow(op, op.getKernelSize())))
    return failure();
  GraphBuilder c(builder, op);
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
  return c.finish(op, c.div(x, divisor), results);
}

//===----------------------------------------------------------------------===//
// Windows of adaptive pooling
//===----------------------------------------------------------------------===//

namespace {
/// A window of adaptive pooling.
struct AdaptiveWindow {
  int64_t begin, length;
};
} // namespace

/// The `count` windows over `size` elements, which overlap by one at most.
static SmallVector<AdaptiveWindow> getAdaptiveWindows(int64_t size,
                                                      int64_t count) {
  SmallVector<AdaptiveWindow> windows;
  for (int64_t i = 0; i < count; ++i) {
    int64_t begin = i * size / count;
    int64_t end = llvm::divideCeil((i + 1) * size, count);
    windows.push_back({begin, end - begin});
  }
  return windows;
}

/// Reduces each of the `count` windows over dimension `dim` to an element:
/// windows of one size at once, by `reduceAll`, others one by one.
static Value
reduceAdaptive(GraphBuilder &c, Value x, int64_t dim, int64_t count,
               llvm::function_ref<Value(Value x, const Windows &)> reduceAll,
               llvm::function_ref<Value(Value part)> reduceOne) {
  int64_t size = c.getSize(x, dim), kernel = size / count;
  if (size % count == 0)
    return reduceAll(x, {count, kernel, kernel});
  SmallVector<Value> parts;
  for (auto [begin, length] : getAdaptiveWindows(size, count))
    parts.push_back(reduceOne(c.part(x, dim, begin, length)));
  return c.concat(parts, dim);
}

/// Windows of unequal sizes are parts of their own.
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
  if (failed(verifyAdaptiveWindows(op)))
    return failure();
  GraphBuilder c(builder, op);
  Value x = c.widen(op.getInput());
  ArrayRef<int64_t> counts = op.getOutputSize();
  for (int64_t i = static_cast<int64_t>(counts.size()) - 1; i >= 0; --i) {
    int64_t dim = i + 2;
    auto reduce = [&](Value x, const Windows &windows) {
      return foldWindows(c, x, dim, windows,
                         [&](Value a, Value b) { return takeLarger(c, a, b); });
    };
    x = reduceAdaptive(c, x, dim, counts[i], reduce, [&](Value part) {
      return reduce(part, {1, c.getSize(part, dim)});
    });
  }
  return c.finish(op, x, results);
}

template <typename OpTy>
static LogicalResult decomposeAdaptiveAvgPool(OpTy op, OpBuilder &builder,
                                              SmallVectorImpl<Value> &results) {
  if (failed(verifyAdaptiveWindows(op)))
    return failure();
  GraphBuilder c(builder, op);
  Value x = c.widen(op.getInput());
  SmallVector<SmallVector<double>> lengths;
  for (auto [i, count] : llvm::enumerate(op.getOutputSize())) {
    auto dim = static_cast<int64_t>(i) + 2;
    SmallVector<double> &list = lengths.emplace_back();
    for (AdaptiveWindow window : getAdaptiveWindows(c.getSize(x, dim), count))
      list.push_back(static_cast<double>(window.length));
    x = reduceAdaptive(
        c, x, dim, count,
        [&](Value x, const Windows &windows) {
          return sumWindows(c, x, dim, windows);
        },
        [&](Value part) { return c.sum(part, dim, true); });
  }
  Value divisor = c.constants(op.getOutputSize(), multiplyOut(lengths));
  return c.finish(op, c.div(x, divisor), results);
}

//===----------------------------------------------------------------------===//
// Decompositions by op
//===----------------------------------------------------------------------===//

AMP_DECOMPOSE(AdaptiveAvgPool1dOp,
              decomposeAdaptiveAvgPool(*this, builder, results))

AMP_DECOMPOSE(AdaptiveAvgPool2dOp,
              decomposeAdaptiveAvgPool(*this, builder, results))

AMP_DECOMPOSE(AdaptiveAvgPool3dOp,
              decomposeAdaptiveAvgPool(*this, builder, results))

AMP_DECOMPOSE(AdaptiveMaxPool1dOp,
              decomposeAdaptiveMaxPool(*this, builder, results))

AMP_DECOMPOSE(AdaptiveMaxPool2dOp,
              decomposeAdaptiveMaxPool(*this, builder, results))

AMP_DECOMPOSE(AdaptiveMaxPool3dOp,
              decomposeAdaptiveMaxPool(*this, builder, results))

AMP_DECOMPOSE(AvgPool1dOp, decomposeAvgPool(*this, builder, results))

AMP_DECOMPOSE(AvgPool2dOp, decomposeAvgPool(*this, builder, results))

AMP_DECOMPOSE(AvgPool3dOp, decomposeAvgPool(*this, builder, results))

AMP_DECOMPOSE(MaxPool1dOp, decomposeMaxPool(*this, builder, results))

AMP_DECOMPOSE(MaxPool2dOp, decomposeMaxPool(*this, builder, results))

AMP_DECOMPOSE(MaxPool3dOp, decomposeMaxPool(*this, builder, results))
