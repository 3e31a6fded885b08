//===- NormalizationRules.cpp - Normalization and softmax -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Normalization.h"

#include "Windows.h"
#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

LogicalResult SoftmaxOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  GraphBuilder c(builder, *this);
  int64_t dim = wrapDim(getDim(), getTensorType(getInput()).getRank());
  Value x = c.widen(c.cast(getInput(), elementType));
  Value e = c.exp(c.sub(x, c.largest(x, dim)));
  return c.finish(*this, c.div(e, c.sum(e, dim, true)), results);
}

LogicalResult LogSoftmaxOp::decompose(OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  GraphBuilder c(builder, *this);
  int64_t dim = wrapDim(getDim(), getTensorType(getInput()).getRank());
  Value x = c.widen(c.cast(getInput(), elementType));
  Value shifted = c.sub(x, c.largest(x, dim));
  Value logSum = c.log(c.sum(c.exp(shifted), dim, true));
  return c.finish(*this, c.sub(shifted, logSum), results);
}

LogicalResult SoftmaxBackwardOp::decompose(OpBuilder &builder,
                                           SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  int64_t dim = wrapDim(getDim(), getTensorType(getSaved()).getRank());
  Value dy = c.widen(getGradient()), y = c.widen(getSaved());
  Value dot = c.sum(c.mul(dy, y), dim, true);
  return c.finish(*this, c.mul(y, c.sub(dy, dot)), results);
}

LogicalResult LogSoftmaxBackwardOp::decompose(OpBuilder &builder,
                                              SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  int64_t dim = wrapDim(getDim(), getTensorType(getSaved()).getRank());
  Value dy = c.widen(getGradient()), y = c.widen(getSaved());
  Value dx = c.sub(dy, c.mul(c.exp(y), c.sum(dy, dim, true)));
  return c.finish(*this, dx, results);
}

LogicalResult
SoftmaxOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                          ArrayRef<bool> needed,
                          MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] =
        createCast(builder, getLoc(),
                   SoftmaxBackwardOp::create(builder, getLoc(), gradients[0],
                                             getResult(), getDim()),
                   getTensorType(getInput()).getElementType());
  return success();
}

LogicalResult
LogSoftmaxOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                             ArrayRef<bool> needed,
                             MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] =
        createCast(builder, getLoc(),
                   LogSoftmaxBackwardOp::create(builder, getLoc(), gradients[0],
                                                getResult(), getDim()),
                   getTensorType(getInput()).getElementType());
  return success();
}

// y (dy - sum(dy y)) is linear in dy with a symmetric matrix. Its derivative
// with respect to y is g (dy - sum(dy y)) - dy sum(g y).
LogicalResult
SoftmaxBackwardOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                  ArrayRef<bool> needed,
                                  MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] = SoftmaxBackwardOp::create(
        builder, getLoc(), gradients[0], getSaved(), getDim());
  if (!needed[1])
    return success();
  Type elementType = getType().getElementType();
  GraphBuilder c(builder, getLoc(), elementType);
  int64_t dim = wrapDim(getDim(), getTensorType(getSaved()).getRank());
  Value g = c.widen(gradients[0]), dy = c.widen(getGradient()),
        y = c.widen(getSaved());
  Value left = c.mul(g, c.sub(dy, c.sum(c.mul(dy, y), dim, true)));
  Value right = c.mul(dy, c.sum(c.mul(g, y), dim, true));
  operandGradients[1] = c.cast(c.sub(left, right), elementType);
  return success();
}

// The derivative of dy - exp(y) sum(dy) is g - sum(g exp(y)) with respect to
// dy, and -g exp(y) sum(dy) with respect to y.
LogicalResult
LogSoftmaxBackwardOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                     ArrayRef<bool> needed,
                                     MutableArrayRef<Value> operandGradients) {
  if (!needed[0] && !needed[1])
    return success();
  Type elementType = getType().getElementType();
  GraphBuilder c(builder, getLoc(), elementType);
  int64_t dim = wrapDim(getDim(), getTensorType(getSaved()).getRank());
  Value g = c.widen(gradients[0]);
  Value weighted = c.mul(g, c.exp(c.widen(getSaved())));
  if (needed[0])
    operandGradients[0] =
        c.cast(c.sub(g, c.sum(weighted, dim, true)), elementType);
  if (needed[1]) {
    Value total = c.sum(c.widen(getGradient()), dim, true);
    operandGradients[1] = c.cast(c.neg(c.mul(weighted, total)), elementType);
  }
  return success();
}

LogicalResult SoftminOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  Value negated = NegOp::create(builder, getLoc(), getInput());
  results.push_back(SoftmaxOp::create(builder, getLoc(), negated,
                                      static_cast<int64_t>(getDim())));
  return success();
}

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

LogicalResult NormalizeOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  Location loc = getLoc();
  Value norm = LinalgVectorNormOp::create(
      builder, loc, getInput(), getP(),
      ArrayRef<int64_t>{static_cast<int64_t>(getDim())}, /*keepdim=*/true,
      /*dtype=*/TypeAttr());
  auto scalar = RankedTensorType::get({}, getType().getElementType());
  Value eps = createSplat(builder, loc, scalar, getEps().convertToDouble());
  Value divisor = MaximumOp::create(builder, loc, norm, eps);
  results.push_back(DivOp::create(builder, loc, getInput(), divisor));
  return success();
}

namespace {
/// Mean and variance by two passes: no difference of large squares.
struct Moments {
  Value mean;
  Value centred;  ///< x - mean
  Value variance; ///< biased
};
} // namespace

static Moments buildMoments(GraphBuilder &c, Value x, ArrayRef<int64_t> dims) {
  Value mean = c.mean(x, dims, true);
  Value centred = c.sub(x, mean);
  Value variance = c.mean(c.mul(centred, centred), dims, true);
  // What the mean is off by, rounded as it is, is the mean of what it leaves,
  // known as early as the variance, of which its square is no digit. To
  // gradients it is a constant: the first mean's subtraction has all there is.
  Value rest = DetachOp::create(c.builder, c.loc, c.mean(centred, dims, true));
  return {mean, c.sub(centred, rest), variance};
}

static Value normalize(GraphBuilder &c, Value centred, Value variance,
                       const APFloat &eps) {
  Value shifted = c.add(variance, c.constant(eps.convertToDouble()));
  return c.mul(centred, c.rsqrt(shifted));
}

/// y weight + bias; absent parameters are null. Those of channels become
/// tensors of `shape`.
static Value applyAffine(GraphBuilder &c, Value y, Value weight, Value bias,
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

/// (1 - momentum) running + momentum batch, in the type of `running`.
static Value updateRunning(OpBuilder &builder, Operation *op, Value running,
                           Value batch, const APFloat &momentum) {
  Type elementType = getTensorType(running).getElementType();
  GraphBuilder c(builder, op->getLoc(), elementType);
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
  GraphBuilder c(builder, op);
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
          statistic = c.mean(statistic, 0, true);
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
  GraphBuilder c(builder, *this);
  ArrayRef<int64_t> shape = getNormalizedShape();
  Moments moments =
      buildMoments(c, c.widen(getInput()), getLastDims(getInput(), shape));
  Value y = normalize(c, moments.centred, moments.variance, getEps());
  y = applyAffine(c, y, getWeight(), getBias(), shape);
  return c.finish(*this, y, results);
}

LogicalResult RmsNormOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  ArrayRef<int64_t> shape = getNormalizedShape();
  Value x = c.widen(getInput());
  APFloat eps = getEps().value_or(
      APFloat(c.type.isF64() ? std::numeric_limits<double>::epsilon()
                             : double(std::numeric_limits<float>::epsilon())));
  Value square = c.mean(c.mul(x, x), getLastDims(getInput(), shape), true);
  Value y =
      applyAffine(c, normalize(c, x, square, eps), getWeight(), {}, shape);
  return c.finish(*this, y, results);
}

LogicalResult GroupNormOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
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
  return c.finish(*this, y, results);
}

LogicalResult LocalResponseNormOp::decompose(OpBuilder &builder,
                                             SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  Value x = c.widen(getInput());
  auto size = static_cast<int64_t>(getSize());
  SmallVector<int64_t> shape = c.getShape(x);
  int64_t channels = shape[1];
  Value flat = c.reshape(
      c.mul(x, x), {shape[0], channels,
                    ShapedType::getNumElements(ArrayRef(shape).drop_front(2))});
  Value sum =
      c.reshape(sumWindows(c, flat,
                           ::amp::WindowRule::sliding(channels, channels, size,
                                                      /*stride=*/1, size / 2)),
                shape);
  double factor = getAlpha().convertToDouble() / static_cast<double>(size);
  Value base = c.add(c.mul(sum, c.constant(factor)),
                     c.constant(getK().convertToDouble()));
  Value divisor = PowOp::create(builder, getLoc(), base,
                                c.constant(getBeta().convertToDouble()));
  return c.finish(*this, c.div(x, divisor), results);
}
