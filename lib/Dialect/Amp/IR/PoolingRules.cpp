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

#include "amp/Dialect/Amp/IR/Indexing.h"
#include "amp/Dialect/Amp/IR/Limits.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;
using ::amp::WindowRule;

//===----------------------------------------------------------------------===//
// Windows of the second of three dimensions
//===----------------------------------------------------------------------===//

Value mlir::amp::detail::sumWindows(GraphBuilder &c, Value x,
                                    ArrayRef<WindowRule> rules,
                                    ArrayRef<double> weights, Type dtype) {
  RuleArrays arrays(rules);
  bool isOther = dtype && dtype != getTensorType(x).getElementType();
  return SumWindowsOp::create(
      c.builder, c.loc, x, arrays.size, arrays.count, arrays.stride,
      arrays.divisor, arrays.begin, arrays.end,
      weights.empty() ? DenseF64ArrayAttr()
                      : c.builder.getDenseF64ArrayAttr(weights),
      isOther ? TypeAttr::get(dtype) : TypeAttr());
}

template <typename OpTy>
static SmallVector<WindowRule> getRules(OpTy op) {
  return ::amp::getWindowRules(op.getSize(), op.getCount(), op.getStride(),
                               op.getDivisor(), op.getBegin(), op.getEnd());
}

/// The weights of the transposed windows.
static SmallVector<double> transposeWeights(ArrayRef<WindowRule> rules,
                                            ArrayRef<double> weights) {
  SmallVector<double> result;
  for (const WindowRule &rule : rules) {
    WindowRule readers = rule.transposed();
    int64_t most = rule.getMostElements();
    for (int64_t i = 0; i < rule.size; ++i)
      for (int64_t p = readers.getBegin(i), end = p + readers.getMostElements();
           p < end; ++p) {
        int64_t place = i - rule.getBegin(p);
        bool isThere = p >= 0 && p < rule.count && place >= 0 && place < most;
        result.push_back(isThere ? weights[p * most + place] : 0);
      }
    weights = weights.drop_front(rule.count * most);
  }
  return result;
}

LogicalResult
SumWindowsOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                             ArrayRef<bool> needed,
                             MutableArrayRef<Value> operandGradients) {
  if (!needed[0])
    return success();
  Type element = getTensorType(getInput()).getElementType();
  GraphBuilder c(builder, getLoc(), element);
  SmallVector<WindowRule> rules = getRules(*this), readers;
  for (const WindowRule &rule : rules)
    readers.push_back(rule.transposed());
  SmallVector<double> weights;
  if (getWeights())
    weights = transposeWeights(rules, *getWeights());
  operandGradients[0] = sumWindows(c, gradients[0], readers, weights, element);
  return success();
}

LogicalResult
MaxWindowsOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                             ArrayRef<bool> needed,
                             MutableArrayRef<Value> operandGradients) {
  if (needed[0] && gradients[0])
    operandGradients[0] = SumChosenOp::create(
        builder, getLoc(), gradients[0], getIndex(), getSize(), getCount(),
        getStride(), getDivisor(), getBegin(), getEnd());
  return success();
}

LogicalResult
SumChosenOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                            ArrayRef<bool> needed,
                            MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] =
        ReadAtOp::create(builder, getLoc(), gradients[0], getIndex(),
                         /*zeros=*/true, /*constant_at=*/IntegerAttr());
  return success();
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

/// x [N, C, ...] as images of one dimension.
static Value flatten(GraphBuilder &c, Value x) {
  ArrayRef<int64_t> shape = getTensorType(x).getShape();
  return c.reshape(x, {shape[0] * shape[1],
                       ShapedType::getNumElements(shape.drop_front(2)), 1});
}

/// The windows of a pooling op along its spatial dimensions.
template <typename OpTy>
static SmallVector<WindowRule> getPoolRules(OpTy op,
                                            ArrayRef<int64_t> dilation) {
  SmallVector<WindowRule> rules;
  ArrayRef<int64_t> kernel = op.getKernelSize(), stride = op.getStride();
  if (stride.empty())
    stride = kernel;
  for (size_t i = 0; i < kernel.size(); ++i)
    rules.push_back(WindowRule::sliding(
        getTensorType(op.getInput()).getDimSize(i + 2),
        getTensorType(op.getResult()).getDimSize(i + 2),
        dilation.empty() ? kernel[i] : (kernel[i] - 1) * dilation[i] + 1,
        stride[i], op.getPadding()[i]));
  return rules;
}

template <typename OpTy>
static SmallVector<WindowRule> getAdaptiveRules(OpTy op) {
  SmallVector<WindowRule> rules;
  for (auto [size, count] :
       llvm::zip(getTensorType(op.getInput()).getShape().drop_front(2),
                 op.getOutputSize()))
    rules.push_back(WindowRule::adaptive(size, count));
  return rules;
}

/// The largest elements of windows, of which each `step`th counts. Exact.
template <typename OpTy>
static LogicalResult buildMaxPool(OpTy op, ArrayRef<WindowRule> rules,
                                  ArrayRef<int64_t> step, OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, op);
  RuleArrays arrays(rules);
  auto largest =
      MaxWindowsOp::create(builder, op.getLoc(), flatten(c, op.getInput()),
                           arrays.size, arrays.count, arrays.stride,
                           arrays.divisor, arrays.begin, arrays.end, step);
  results.push_back(
      c.reshape(largest.getValues(), getTensorType(op.getResult()).getShape()));
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

/// Each window has a divisor.
static LogicalResult verifyDivisors(Operation *op) {
  return verifyListed(
      op, ShapedType::getNumElements(
              getTensorType(op->getResult(0)).getShape().drop_front(2)));
}

/// Sums of windows, each divided by its number of `divisors`.
template <typename OpTy>
static LogicalResult buildAvgPool(OpTy op, ArrayRef<WindowRule> rules,
                                  ArrayRef<double> divisors, OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, op);
  ArrayRef<int64_t> shape = getTensorType(op.getResult()).getShape();
  Value sums = sumWindows(c, flatten(c, op.getInput()), rules, {}, c.type);
  return c.finish(
      op,
      c.div(c.reshape(sums, shape), c.constants(shape.drop_front(2), divisors)),
      results);
}

template <typename OpTy>
static LogicalResult decomposeMaxPool(OpTy op, OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  return buildMaxPool(op, getPoolRules(op, op.getDilation()), op.getDilation(),
                      builder, results);
}

template <typename OpTy>
static LogicalResult decomposeAvgPool(OpTy op, OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  SmallVector<WindowRule> rules = getPoolRules(op, {});
  if (failed(verifyDivisors(op)))
    return failure();
  SmallVector<SmallVector<double>> counts;
  for (auto [rule, padding] : llvm::zip(rules, op.getPadding())) {
    // What counts: the input, or the padding too.
    int64_t margin = op.getCountIncludePad() ? padding : 0;
    SmallVector<double> &list = counts.emplace_back();
    for (int64_t p = 0; p < rule.count; ++p)
      list.push_back(
          static_cast<double>(std::min(rule.getEnd(p), rule.size + margin) -
                              std::max(rule.getBegin(p), -margin)));
  }
  SmallVector<double> divisors = multiplyOut(counts);
  if (op.getDivisorOverride())
    divisors.assign(divisors.size(), static_cast<double>(static_cast<int64_t>(
                                         *op.getDivisorOverride())));
  return buildAvgPool(op, rules, divisors, builder, results);
}

template <typename OpTy>
static LogicalResult decomposeAdaptiveMaxPool(OpTy op, OpBuilder &builder,
                                              SmallVectorImpl<Value> &results) {
  SmallVector<int64_t> step(op.getOutputSize().size(), 1);
  return buildMaxPool(op, getAdaptiveRules(op), step, builder, results);
}

template <typename OpTy>
static LogicalResult decomposeAdaptiveAvgPool(OpTy op, OpBuilder &builder,
                                              SmallVectorImpl<Value> &results) {
  SmallVector<WindowRule> rules = getAdaptiveRules(op);
  if (llvm::all_of(op.getOutputSize(),
                   [](int64_t size) { return size == 1; })) {
    // A mean of all, which shares a kernel with what is around it.
    GraphBuilder c(builder, op);
    SmallVector<int64_t> dims;
    for (size_t i = 0; i < rules.size(); ++i)
      dims.push_back(static_cast<int64_t>(i) + 2);
    return c.finish(op, c.mean(c.widen(op.getInput()), dims, true), results);
  }
  if (failed(verifyDivisors(op)))
    return failure();
  SmallVector<SmallVector<double>> lengths;
  for (const WindowRule &rule : rules) {
    SmallVector<double> &list = lengths.emplace_back();
    for (int64_t p = 0; p < rule.count; ++p)
      list.push_back(static_cast<double>(rule.getEnd(p) - rule.getBegin(p)));
  }
  return buildAvgPool(op, rules, multiplyOut(lengths), builder, results);
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
