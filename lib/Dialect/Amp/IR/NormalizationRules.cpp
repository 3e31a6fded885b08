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
  Value e = c.expForSum(c.sub(x, c.largest(x, dim)));
  Value sum = c.sum(e, dim, true);
  // One division for each row: of what is rounded to 16 bits, another rounding
  // in f32 does not show.
  Value y = elementType.getIntOrFloatBitWidth() == 16
                ? c.mul(e, c.div(c.constant(1), sum))
                : c.div(e, sum);
  return c.finish(*this, y, results);
}

LogicalResult LogSoftmaxOp::decompose(OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  GraphBuilder c(builder, *this);
  int64_t dim = wrapDim(getDim(), getTensorType(getInput()).getRank());
  Value x = c.widen(c.cast(getInput(), elementType));
  Value shifted = c.sub(x, c.largest(x, dim));
  Value logSum = c.log(c.sum(c.expForSum(shifted), dim, true));
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
  Value dx = c.sub(dy, c.mul(c.expForSum(y), c.sum(dy, dim, true)));
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
  Value weighted = c.mul(g, c.expForSum(c.widen(getSaved())));
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

static Moments buildMoments(const GraphBuilder &c, Value x,
                            ArrayRef<int64_t> dims) {
  Value mean = c.mean(x, dims, true);
  Value centred = c.sub(x, mean);
  Value variance = c.mean(c.mul(centred, centred), dims, true);
  // What the mean is off by, rounded as it is, is the mean of what it leaves,
  // known as early as the variance, of which its square is no digit. To
  // gradients it is a constant: the first mean's subtraction has all there is.
  Value rest = DetachOp::create(c.builder, c.loc, c.mean(centred, dims, true));
  return {mean, c.sub(centred, rest), variance};
}

/// What is divided by the standard deviation, and one divided by that.
struct Normalized {
  Value y;
  Value scale;
};

static Normalized normalize(const GraphBuilder &c, Value centred,
                            Value variance, const APFloat &eps) {
  Value scale = c.rsqrt(c.add(variance, c.constant(eps.convertToDouble())));
  return {c.mul(centred, scale), scale};
}

/// y weight + bias; absent parameters are null. Those of channels become
/// tensors of `shape`.
static Value applyAffine(const GraphBuilder &c, Value y, Value weight,
                         Value bias, ArrayRef<int64_t> shape) {
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

/// scale (g - mean(g) - y mean(g y)), the gradient of what becomes y less its
/// mean, where g is that of y (Ioffe and Szegedy, Batch Normalization, 2015,
/// section 3). `sum` and `dot` are the sums of g and of g y, of which there are
/// `count` terms; without `sum` the mean is not subtracted. `scale` may have a
/// factor that is the same for all terms.
static Value differentiate(const GraphBuilder &c, const Normalized &normalized,
                           Value scale, Value gradient, Value sum, Value dot,
                           int64_t count) {
  Value divisor = c.constant(static_cast<double>(count));
  if (sum)
    gradient = c.sub(gradient, c.div(sum, divisor));
  Value along = c.mul(normalized.y, c.div(dot, divisor));
  return c.mul(c.sub(gradient, along), scale);
}

static int64_t countElements(Value value, ArrayRef<int64_t> dims) {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= GraphBuilder::getSize(value, dim);
  return count;
}

namespace {
/// batch_norm or instance_norm, whose statistics are taken over the dimensions
/// `dims`.
template <typename OpTy>
class ChannelNorm {
public:
  ChannelNorm(OpTy op, bool batchStatistics, ArrayRef<int64_t> dims,
              OpBuilder &builder)
      : op(op), batchStatistics(batchStatistics), dims(dims),
        c(builder, op.getLoc(), getTensorType(op.getInput()).getElementType()),
        input(op.getInput()), channels(getChannelShape(input)),
        count(countElements(input, dims)) {
    Value x = c.widen(input);
    if (batchStatistics)
      moments = buildMoments(c, x, dims);
    else
      moments = {{},
                 c.sub(x, prepare(op.getRunningMean())),
                 prepare(op.getRunningVar())};
    normalized = normalize(c, moments.centred, moments.variance, op.getEps());
  }

  LogicalResult decompose(SmallVectorImpl<Value> &results);
  void buildGradients(ValueRange gradients, ArrayRef<bool> needed,
                      MutableArrayRef<Value> operandGradients);

private:
  bool updatesRunning() { return batchStatistics && op.getRunningMean(); }
  /// How often a statistic of the batch is there for each channel.
  int64_t getNumStatistics() { return c.getSize(moments.variance, 0); }
  double getUnbiasedFactor() {
    return static_cast<double>(count) / static_cast<double>(count - 1);
  }
  /// What there is one of for each channel, beside the input.
  Value prepare(Value parameter) {
    return c.reshape(c.widen(parameter), channels);
  }
  /// The sum of what there is of each channel, with the type of `like`.
  Value sumPerChannel(Value value, Value like) {
    // The samples may have their own.
    Value sum = c.getSize(value, 0) == 1 ? value : c.sum(value, 0, true);
    return c.cast(c.reshape(sum, channels.front()),
                  getTensorType(like).getElementType());
  }
  Value differentiateInput(Value dy, Value sum, Value dot);
  /// Of what the running statistics become of the input.
  Value differentiateStatistics(Value gradientOfMean, Value gradientOfVariance);

  OpTy op;
  bool batchStatistics;
  SmallVector<int64_t> dims;
  GraphBuilder c;
  Value input;
  SmallVector<int64_t> channels;
  int64_t count; ///< elements of a statistic
  Moments moments;
  Normalized normalized;
};
} // namespace

template <typename OpTy>
LogicalResult ChannelNorm<OpTy>::decompose(SmallVectorImpl<Value> &results) {
  if (batchStatistics && count == 1)
    return op.emitOpError("expects more than one value per mean with "
                          "statistics of the batch, found ")
           << input.getType();
  Value y =
      applyAffine(c, normalized.y, op.getWeight(), op.getBias(), channels);
  results.push_back(c.cast(y, getTensorType(input).getElementType()));
  if (!updatesRunning())
    return success();
  // One per channel: the mean over the samples, if they have their own.
  auto perChannel = [&](Value statistic) {
    if (getNumStatistics() != 1)
      statistic = c.mean(statistic, 0, true);
    return c.reshape(statistic, channels.front());
  };
  Value variance =
      c.mul(perChannel(moments.variance), c.constant(getUnbiasedFactor()));
  results.push_back(updateRunning(c.builder, op, op.getRunningMean(),
                                  perChannel(moments.mean), op.getMomentum()));
  results.push_back(updateRunning(c.builder, op, op.getRunningVar(), variance,
                                  op.getMomentum()));
  return success();
}

template <typename OpTy>
Value ChannelNorm<OpTy>::differentiateInput(Value dy, Value sum, Value dot) {
  Value scale = normalized.scale;
  if (op.getWeight())
    scale = c.mul(scale, prepare(op.getWeight()));
  return batchStatistics
             ? differentiate(c, normalized, scale, dy, sum, dot, count)
             : c.mul(dy, scale);
}

template <typename OpTy>
Value ChannelNorm<OpTy>::differentiateStatistics(Value gradientOfMean,
                                                 Value gradientOfVariance) {
  double momentum = op.getMomentum().convertToDouble() /
                    static_cast<double>(getNumStatistics() * count);
  Value result;
  if (gradientOfMean)
    result = c.mul(prepare(gradientOfMean), c.constant(momentum));
  if (gradientOfVariance) {
    Value factor = c.mul(prepare(gradientOfVariance),
                         c.constant(2 * momentum * getUnbiasedFactor()));
    Value part = c.mul(moments.centred, factor);
    result = result ? c.add(part, result) : part;
  }
  return c.getShape(result) == c.getShape(input)
             ? result
             : c.broadcast(result, c.getShape(input));
}

template <typename OpTy>
void ChannelNorm<OpTy>::buildGradients(
    ValueRange gradients, ArrayRef<bool> needed,
    MutableArrayRef<Value> operandGradients) {
  // Of the operands behind the input, those that there are.
  unsigned number = 1;
  auto take = [&](Value operand) -> std::optional<unsigned> {
    if (!operand)
      return std::nullopt;
    unsigned index = number++;
    return needed[index] ? std::optional(index) : std::nullopt;
  };
  std::optional<unsigned> weight = take(op.getWeight()),
                          bias = take(op.getBias()),
                          mean = take(op.getRunningMean()),
                          variance = take(op.getRunningVar());
  Value ofMean = gradients.size() > 1 ? gradients[1] : Value();
  Value ofVariance = gradients.size() > 1 ? gradients[2] : Value();
  if (Value gradient = gradients[0]) {
    Value dy = c.widen(gradient);
    Value sum = c.sum(dy, dims, true);
    Value dot = c.sum(c.mul(dy, normalized.y), dims, true);
    if (needed[0])
      operandGradients[0] = differentiateInput(dy, sum, dot);
    if (weight)
      operandGradients[*weight] = sumPerChannel(dot, op.getWeight());
    if (bias)
      operandGradients[*bias] = sumPerChannel(sum, op.getBias());
    if (!batchStatistics && (mean || variance)) {
      Value scale = normalized.scale;
      Value factor = scale;
      if (op.getWeight())
        factor = c.mul(factor, prepare(op.getWeight()));
      if (mean)
        operandGradients[*mean] =
            sumPerChannel(c.neg(c.mul(sum, factor)), op.getRunningMean());
      if (variance)
        operandGradients[*variance] = sumPerChannel(
            c.mul(c.mul(dot, c.mul(factor, scale)), c.constant(-0.5)),
            op.getRunningVar());
    }
  }
  if (updatesRunning()) {
    double kept = 1 - op.getMomentum().convertToDouble();
    auto keep = [&](std::optional<unsigned> index, Value gradient) {
      if (index && gradient)
        operandGradients[*index] =
            c.cast(c.mul(c.widen(gradient), c.constant(kept)),
                   getTensorType(gradient).getElementType());
    };
    keep(mean, ofMean);
    keep(variance, ofVariance);
    if (needed[0] && (ofMean || ofVariance)) {
      Value added = differentiateStatistics(ofMean, ofVariance);
      operandGradients[0] =
          operandGradients[0] ? c.add(operandGradients[0], added) : added;
    }
  }
  if (operandGradients[0])
    operandGradients[0] =
        c.cast(operandGradients[0], getTensorType(input).getElementType());
}

/// The dimensions of the statistics.
static SmallVector<int64_t> getStatisticDims(BatchNormOp op) {
  SmallVector<int64_t> dims = {0};
  llvm::append_range(dims,
                     llvm::seq(int64_t(2), op.getInput().getType().getRank()));
  return dims;
}

static SmallVector<int64_t> getStatisticDims(InstanceNormOp op) {
  return llvm::to_vector(
      llvm::seq(int64_t(2), op.getInput().getType().getRank()));
}

LogicalResult BatchNormOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  return ChannelNorm(*this, getTraining(), getStatisticDims(*this), builder)
      .decompose(results);
}

LogicalResult
BatchNormOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                            ArrayRef<bool> needed,
                            MutableArrayRef<Value> operandGradients) {
  ChannelNorm(*this, getTraining(), getStatisticDims(*this), builder)
      .buildGradients(gradients, needed, operandGradients);
  return success();
}

LogicalResult InstanceNormOp::decompose(OpBuilder &builder,
                                        SmallVectorImpl<Value> &results) {
  return ChannelNorm(*this, getUseInputStats(), getStatisticDims(*this),
                     builder)
      .decompose(results);
}

LogicalResult
InstanceNormOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                               ArrayRef<bool> needed,
                               MutableArrayRef<Value> operandGradients) {
  ChannelNorm(*this, getUseInputStats(), getStatisticDims(*this), builder)
      .buildGradients(gradients, needed, operandGradients);
  return success();
}

/// The last dimensions, as many as `normalizedShape` has.
static SmallVector<int64_t> getLastDims(Value input,
                                        ArrayRef<int64_t> normalizedShape) {
  int64_t rank = getTensorType(input).getRank();
  int64_t count = static_cast<int64_t>(normalizedShape.size());
  return llvm::to_vector(llvm::seq(rank - count, rank));
}

/// Of a norm with weight and bias per element of what is normalized, or of
/// each of its parts, the gradients of these; `dy` is that of the result, whose
/// shape `normalized` has.
static void buildAffineGradients(const GraphBuilder &c, Value dy,
                                 Value normalized, Value weight, Value bias,
                                 ArrayRef<int64_t> shape, ArrayRef<bool> needed,
                                 MutableArrayRef<Value> operandGradients) {
  unsigned number = 1;
  auto sumTo = [&](Value parameter, function_ref<Value()> getTerms) {
    if (!parameter)
      return;
    unsigned index = number++;
    if (!needed[index])
      return;
    RankedTensorType type = getTensorType(parameter);
    Value sum = createSumTo(c.builder, c.loc, getTerms(),
                            RankedTensorType::get(shape, c.type));
    operandGradients[index] =
        c.cast(c.reshape(sum, type.getShape()), type.getElementType());
  };
  sumTo(weight, [&] { return c.mul(dy, normalized); });
  sumTo(bias, [&] { return dy; });
}

/// What layer_norm normalizes.
static Normalized normalize(const GraphBuilder &c, LayerNormOp op) {
  Moments moments =
      buildMoments(c, c.widen(op.getInput()),
                   getLastDims(op.getInput(), op.getNormalizedShape()));
  return normalize(c, moments.centred, moments.variance, op.getEps());
}

LogicalResult LayerNormOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  Value y = applyAffine(c, normalize(c, *this).y, getWeight(), getBias(),
                        getNormalizedShape());
  return c.finish(*this, y, results);
}

LogicalResult
LayerNormOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                            ArrayRef<bool> needed,
                            MutableArrayRef<Value> operandGradients) {
  GraphBuilder c(builder, *this);
  SmallVector<int64_t> dims = getLastDims(getInput(), getNormalizedShape());
  Normalized normalized = normalize(c, *this);
  Value dy = c.widen(gradients[0]);
  buildAffineGradients(c, dy, normalized.y, getWeight(), getBias(),
                       getNormalizedShape(), needed, operandGradients);
  if (!needed[0])
    return success();
  Value g = applyAffine(c, dy, getWeight(), {}, getNormalizedShape());
  Value dx =
      differentiate(c, normalized, normalized.scale, g, c.sum(g, dims, true),
                    c.sum(c.mul(g, normalized.y), dims, true),
                    countElements(getInput(), dims));
  operandGradients[0] = c.cast(dx, getInput().getType().getElementType());
  return success();
}

/// What rms_norm normalizes.
static Normalized normalize(const GraphBuilder &c, RmsNormOp op) {
  Value x = c.widen(op.getInput());
  APFloat eps = op.getEps().value_or(
      APFloat(c.type.isF64() ? std::numeric_limits<double>::epsilon()
                             : double(std::numeric_limits<float>::epsilon())));
  Value square = c.mean(
      c.mul(x, x), getLastDims(op.getInput(), op.getNormalizedShape()), true);
  return normalize(c, x, square, eps);
}

LogicalResult RmsNormOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  Value y = applyAffine(c, normalize(c, *this).y, getWeight(), {},
                        getNormalizedShape());
  return c.finish(*this, y, results);
}

LogicalResult
RmsNormOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                          ArrayRef<bool> needed,
                          MutableArrayRef<Value> operandGradients) {
  GraphBuilder c(builder, *this);
  SmallVector<int64_t> dims = getLastDims(getInput(), getNormalizedShape());
  Normalized normalized = normalize(c, *this);
  Value dy = c.widen(gradients[0]);
  buildAffineGradients(c, dy, normalized.y, getWeight(), {},
                       getNormalizedShape(), needed, operandGradients);
  if (!needed[0])
    return success();
  Value g = applyAffine(c, dy, getWeight(), {}, getNormalizedShape());
  Value dx = differentiate(c, normalized, normalized.scale, g, /*sum=*/{},
                           c.sum(c.mul(g, normalized.y), dims, true),
                           countElements(getInput(), dims));
  operandGradients[0] = c.cast(dx, getInput().getType().getElementType());
  return success();
}

/// The shape in which group_norm normalizes the last dimension.
static SmallVector<int64_t> getGroupShape(GroupNormOp op) {
  RankedTensorType type = getTensorType(op.getInput());
  auto groups = static_cast<int64_t>(op.getNumGroups());
  int64_t size = 1;
  for (int64_t extent : type.getShape().drop_front())
    size *= extent;
  return {type.getDimSize(0), groups, size / groups};
}

static Normalized normalize(const GraphBuilder &c, GroupNormOp op) {
  // Widened last: what computes it again then starts from what is in memory.
  Value x = c.widen(c.reshape(op.getInput(), getGroupShape(op)));
  Moments moments = buildMoments(c, x, 2);
  return normalize(c, moments.centred, moments.variance, op.getEps());
}

LogicalResult GroupNormOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  Value y = c.reshape(normalize(c, *this).y, c.getShape(getInput()));
  y = applyAffine(c, y, getWeight(), getBias(), getChannelShape(getInput()));
  return c.finish(*this, y, results);
}

LogicalResult
GroupNormOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                            ArrayRef<bool> needed,
                            MutableArrayRef<Value> operandGradients) {
  GraphBuilder c(builder, *this);
  SmallVector<int64_t> shape = c.getShape(getInput());
  SmallVector<int64_t> channels = getChannelShape(getInput());
  Normalized normalized = normalize(c, *this);
  Value dy = c.widen(gradients[0]);
  buildAffineGradients(c, dy, c.reshape(normalized.y, shape), getWeight(),
                       getBias(), channels, needed, operandGradients);
  if (!needed[0])
    return success();
  Value g = c.reshape(applyAffine(c, dy, getWeight(), {}, channels),
                      getGroupShape(*this));
  Value dx =
      differentiate(c, normalized, normalized.scale, g, c.sum(g, 2, true),
                    c.sum(c.mul(g, normalized.y), 2, true), c.getSize(g, 2));
  operandGradients[0] =
      c.cast(c.reshape(dx, shape), getInput().getType().getElementType());
  return success();
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
