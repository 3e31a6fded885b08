//===- LossOps.cpp --------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Softmax and losses: shapes, derivatives, and what they are made of.

#include "LossOps.h"

#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// Result type: that of the first operand; checks `dim` and equal shapes.
template <typename OpTy>
static LogicalResult inferSoftmax(std::optional<Location> location,
                                  ValueRange operands, int64_t dim,
                                  SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(operands[0]);
  if (dim < -type.getRank() || dim >= type.getRank())
    return emitOptionalError(location, "'", OpTy::getOperationName(),
                             "' op expects dim in [", -type.getRank(), ", ",
                             type.getRank(), ") of ", type, ", found ", dim);
  if (!mlir::amp::detail::areCompatibleTypes(operands.take_front().getTypes(),
                                             operands.take_back().getTypes()))
    return emitOptionalError(location, "'", OpTy::getOperationName(),
                             "' op expects operands of one type, found ", type,
                             " and ", operands.back().getType());
  types.push_back(type);
  return success();
}

#define INFER_SOFTMAX(OP)                                                      \
  LogicalResult OP::inferReturnTypes(                                          \
      MLIRContext *, std::optional<Location> location, Adaptor adaptor,        \
      SmallVectorImpl<Type> &types) {                                          \
    return inferSoftmax<OP>(location, adaptor.getOperands(),                   \
                            static_cast<int64_t>(adaptor.getDim()), types);    \
  }
INFER_SOFTMAX(SoftmaxBackwardOp)
INFER_SOFTMAX(LogSoftmaxBackwardOp)
#undef INFER_SOFTMAX

#define INFER_SOFTMAX(OP)                                                      \
  LogicalResult OP::inferReturnTypes(                                          \
      MLIRContext *, std::optional<Location> location, Adaptor adaptor,        \
      SmallVectorImpl<Type> &types) {                                          \
    if (failed(inferSoftmax<OP>(location, adaptor.getOperands(),               \
                                static_cast<int64_t>(adaptor.getDim()),        \
                                types)))                                       \
      return failure();                                                        \
    return mlir::amp::detail::inferOutputType(                                 \
        location, getOperationName(), adaptor.getDtype(), types.back());       \
  }
INFER_SOFTMAX(SoftmaxOp)
INFER_SOFTMAX(LogSoftmaxOp)
#undef INFER_SOFTMAX

//===----------------------------------------------------------------------===//
// softmax, log_softmax
//===----------------------------------------------------------------------===//

LogicalResult SoftmaxOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  int64_t dim = wrapDim(getDim(), getTensorType(getInput()).getRank());
  Value x = c.widen(c.cast(getInput(), elementType));
  Value e = c.exp(c.sub(x, c.largest(x, dim)));
  results.push_back(c.cast(c.div(e, c.sum(e, dim, true)), elementType));
  return success();
}

LogicalResult LogSoftmaxOp::decompose(OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  int64_t dim = wrapDim(getDim(), getTensorType(getInput()).getRank());
  Value x = c.widen(c.cast(getInput(), elementType));
  Value shifted = c.sub(x, c.largest(x, dim));
  Value logSum = c.log(c.sum(c.exp(shifted), dim, true));
  results.push_back(c.cast(c.sub(shifted, logSum), elementType));
  return success();
}

LogicalResult SoftmaxBackwardOp::decompose(OpBuilder &builder,
                                           SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  int64_t dim = wrapDim(getDim(), getTensorType(getSaved()).getRank());
  Value dy = c.widen(getGradient()), y = c.widen(getSaved());
  Value dot = c.sum(c.mul(dy, y), dim, true);
  results.push_back(c.cast(c.mul(y, c.sub(dy, dot)), elementType));
  return success();
}

LogicalResult LogSoftmaxBackwardOp::decompose(OpBuilder &builder,
                                              SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  int64_t dim = wrapDim(getDim(), getTensorType(getSaved()).getRank());
  Value dy = c.widen(getGradient()), y = c.widen(getSaved());
  Value dx = c.sub(dy, c.mul(c.exp(y), c.sum(dy, dim, true)));
  results.push_back(c.cast(dx, elementType));
  return success();
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
  Composer c(builder, getLoc(), elementType);
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
  Composer c(builder, getLoc(), elementType);
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

//===----------------------------------------------------------------------===//
// mse_loss
//===----------------------------------------------------------------------===//

LogicalResult MseLossOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> location,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  if (!mlir::amp::detail::areCompatibleTypes(type,
                                             adaptor.getTarget().getType()))
    return emitOptionalError(
        location,
        "'amp.mse_loss' op expects input and target of one type, found ", type,
        " and ", adaptor.getTarget().getType());
  types.push_back(adaptor.getReduction() == LossReduction::None
                      ? type
                      : RankedTensorType::get({}, type.getElementType()));
  return success();
}

LogicalResult MseLossOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  Value difference = c.sub(c.widen(getInput()), c.widen(getTarget()));
  Value loss = c.mul(difference, difference);
  if (getReduction() == LossReduction::Mean)
    loss = MeanOp::create(builder, getLoc(), loss, ArrayRef<int64_t>(), false);
  else if (getReduction() == LossReduction::Sum)
    loss = c.sum(loss);
  results.push_back(c.cast(loss, elementType));
  return success();
}

LogicalResult
MseLossOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                          ArrayRef<bool> needed,
                          MutableArrayRef<Value> operandGradients) {
  RankedTensorType type = getTensorType(getInput());
  Composer c(builder, getLoc(), type.getElementType());
  double divisor =
      getReduction() == LossReduction::Mean ? type.getNumElements() : 1;
  Value difference = c.sub(c.widen(getInput()), c.widen(getTarget()));
  Value factor = c.mul(c.widen(gradients[0]), c.constant(2 / divisor));
  Value gradient = c.mul(factor, difference);
  if (needed[0])
    operandGradients[0] = c.cast(gradient, type.getElementType());
  if (needed[1])
    operandGradients[1] = c.cast(c.neg(gradient), type.getElementType());
  return success();
}

//===----------------------------------------------------------------------===//
// cross_entropy, one_hot
//===----------------------------------------------------------------------===//

LogicalResult CrossEntropyOp::inferReturnTypes(MLIRContext *,
                                               std::optional<Location> location,
                                               Adaptor adaptor,
                                               SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensorType(adaptor.getInput());
  RankedTensorType target = getTensorType(adaptor.getTarget());
  if (input.getRank() != 2 || target.getRank() != 1 ||
      failed(verifyCompatibleShape(input.getShape().take_front(),
                                   target.getShape())))
    return emitOptionalError(location,
                             "'amp.cross_entropy' op expects logits [N, C] and "
                             "class indices [N], found ",
                             input, " and ", target);
  if (input.getDimSize(1) == 0)
    return emitOptionalError(
        location, "'amp.cross_entropy' op expects at least one class, found ",
        input);
  if (adaptor.getReduction() == LossReduction::None)
    types.push_back(
        RankedTensorType::get(target.getShape(), input.getElementType()));
  else
    types.push_back(RankedTensorType::get({}, input.getElementType()));
  return success();
}

LogicalResult CrossEntropyOp::verify() {
  double smoothing = getLabelSmoothing().convertToDouble();
  if (!(smoothing >= 0 && smoothing <= 1))
    return emitOpError("expects label_smoothing in [0, 1], found ")
           << smoothing;
  if (getTarget().getType().getElementType().isInteger(1))
    return emitOpError("expects class indices, found ")
           << getTarget().getType();
  return success();
}

namespace {
/// What both directions of the loss need.
struct CrossEntropyParts {
  Value distribution; ///< [N, C], what the softmax is compared with
  Value counts;       ///< [N] i1, false where the row is ignored
  Value divisor;      ///< [], number of rows that count; null unless mean
};
} // namespace

Value mlir::amp::detail::createIndexCompare(Composer &c,
                                            ComparePredicate predicate,
                                            Value target, int64_t index) {
  // A splat of doubles could not hold every index.
  auto type = RankedTensorType::get({}, c.builder.getI64Type());
  Value other = ConstantOp::create(c.builder, c.loc, type,
                                   DenseElementsAttr::get(type, index));
  return CompareOp::create(c.builder, c.loc, predicate, target, other);
}

Value mlir::amp::detail::createLastDim(Composer &c, Value value) {
  SmallVector<int64_t> shape(getTensorType(value).getShape());
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = -1;
  shape.push_back(1);
  return c.reshape(value, shape);
}

Value mlir::amp::detail::createClassWeights(Composer &c, Value target,
                                            Value counts, int64_t classes,
                                            double scale, double offset) {
  OpBuilder &builder = c.builder;
  Value weights = OneHotOp::create(builder, c.loc, target, classes, c.type);
  Value isValid = LogicalAndOp::create(
      builder, c.loc, createIndexCompare(c, ComparePredicate::GE, target, 0),
      createIndexCompare(c, ComparePredicate::LT, target, classes));
  if (counts)
    isValid = LogicalOrOp::create(builder, c.loc, isValid,
                                  LogicalNotOp::create(builder, c.loc, counts));
  if (scale != 1 || offset != 0)
    weights = c.add(c.mul(weights, c.constant(scale)), c.constant(offset));
  return WhereOp::create(builder, c.loc, createLastDim(c, isValid), weights,
                         c.constant(std::numeric_limits<double>::quiet_NaN()));
}

static CrossEntropyParts buildParts(Composer &c, CrossEntropyOp op) {
  CrossEntropyParts parts;
  Value target = c.cast(op.getTarget(), c.builder.getI64Type());
  parts.counts = createIndexCompare(c, ComparePredicate::NE, target,
                                    static_cast<int64_t>(op.getIgnoreIndex()));
  int64_t classes = getTensorType(op.getInput()).getDimSize(1);
  double smoothing = op.getLabelSmoothing().convertToDouble();
  parts.distribution = createClassWeights(c, target, parts.counts, classes,
                                          1 - smoothing, smoothing / classes);
  if (op.getReduction() == LossReduction::Mean)
    parts.divisor = c.sum(c.cast(parts.counts, c.type));
  return parts;
}

LogicalResult CrossEntropyOp::decompose(OpBuilder &builder,
                                        SmallVectorImpl<Value> &results) {
  if (getTensorType(getInput()).isDynamicDim(1))
    return emitOpError("has an unknown number of classes in ")
           << getInput().getType()
           << "; run amp-specialize-shapes before amp-decompose";
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  CrossEntropyParts parts = buildParts(c, *this);
  Value logits = c.widen(getInput());
  Value shifted = c.sub(logits, c.largest(logits, 1));
  Value logProbability = c.sub(shifted, c.log(c.sum(c.exp(shifted), 1, true)));
  // A class outside the distribution must not turn log 0 into NaN: 0 · -inf.
  Value zero = c.constant(0);
  Value isZero = CompareOp::create(builder, getLoc(), ComparePredicate::EQ,
                                   parts.distribution, zero);
  Value terms = WhereOp::create(builder, getLoc(), isZero, zero,
                                c.mul(parts.distribution, logProbability));
  Value loss = c.neg(c.sum(terms, 1));
  loss = WhereOp::create(builder, getLoc(), parts.counts, loss, zero);
  if (getReduction() != LossReduction::None)
    loss = c.sum(loss);
  if (parts.divisor)
    loss = c.div(loss, parts.divisor);
  results.push_back(c.cast(loss, elementType));
  return success();
}

LogicalResult
CrossEntropyOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                               ArrayRef<bool> needed,
                               MutableArrayRef<Value> operandGradients) {
  if (!needed[0])
    return success();
  RankedTensorType type = getTensorType(getInput());
  Composer c(builder, getLoc(), type.getElementType());
  CrossEntropyParts parts = buildParts(c, *this);
  Value probability =
      SoftmaxOp::create(builder, getLoc(), c.widen(getInput()), 1);
  Value factor = c.widen(gradients[0]);
  if (parts.divisor)
    factor = c.div(factor, parts.divisor);
  // One factor per row, 0 where the row is ignored.
  Value perRow =
      WhereOp::create(builder, getLoc(), parts.counts, factor, c.constant(0));
  perRow = c.reshape(perRow, {type.getDimSize(0), 1});
  operandGradients[0] =
      c.cast(c.mul(c.sub(probability, parts.distribution), perRow),
             type.getElementType());
  return success();
}

LogicalResult OneHotOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  auto classes = static_cast<int64_t>(adaptor.getClasses());
  if (classes < 1)
    return emitOptionalError(
        location, "'amp.one_hot' op expects at least one class, found ",
        classes);
  if (!isa<FloatType>(adaptor.getDtype()))
    return emitOptionalError(
        location, "'amp.one_hot' op expects a floating-point dtype, found ",
        adaptor.getDtype());
  SmallVector<int64_t> shape(getTensorType(adaptor.getInput()).getShape());
  shape.push_back(classes);
  types.push_back(RankedTensorType::get(shape, adaptor.getDtype()));
  return success();
}

LogicalResult OneHotOp::buildGradients(OpBuilder &, ValueRange, ArrayRef<bool>,
                                       MutableArrayRef<Value>) {
  return success();
}
