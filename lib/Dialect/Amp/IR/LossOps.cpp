//===- LossOps.cpp --------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Softmax and losses: shapes, derivatives, and what they are made of.

#include "amp/Dialect/Amp/IR/Amp.h"

#include <limits>

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Builds core ops at one place, in the type in which composites compute.
struct Composer {
  Composer(OpBuilder &builder, Location loc, Type elementType)
      : builder(builder), loc(loc),
        type(elementType.isF64() ? elementType : builder.getF32Type()) {}

  OpBuilder &builder;
  Location loc;
  /// f64 for f64, else f32.
  Type type;

  Value constant(double value) {
    return createSplat(builder, loc, RankedTensorType::get({}, type), value);
  }
  Value widen(Value value) { return createCast(builder, loc, value, type); }
  Value cast(Value value, Type elementType) {
    return createCast(builder, loc, value, elementType);
  }
  Value add(Value a, Value b) { return AddOp::create(builder, loc, a, b); }
  Value sub(Value a, Value b) { return SubOp::create(builder, loc, a, b); }
  Value mul(Value a, Value b) { return MulOp::create(builder, loc, a, b); }
  Value div(Value a, Value b) { return DivOp::create(builder, loc, a, b); }
  Value neg(Value a) { return NegOp::create(builder, loc, a); }
  Value exp(Value a) { return ExpOp::create(builder, loc, a); }
  Value log(Value a) { return LogOp::create(builder, loc, a); }
  Value sum(Value a, ArrayRef<int64_t> dims = {}, bool keepdim = false) {
    return SumOp::create(builder, loc, a, dims, keepdim);
  }
  Value maximum(Value a, int64_t dim) {
    return AmaxOp::create(builder, loc, a, ArrayRef<int64_t>{dim}, true);
  }
  Value reshape(Value a, ArrayRef<int64_t> shape) {
    return ReshapeOp::create(builder, loc, a, shape);
  }
};
} // namespace

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

static int64_t wrapDim(int64_t dim, Value value) {
  return dim < 0 ? dim + getTensorType(value).getRank() : dim;
}

//===----------------------------------------------------------------------===//
// softmax, log_softmax
//===----------------------------------------------------------------------===//

LogicalResult SoftmaxOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  int64_t dim = wrapDim(getDim(), getInput());
  Value x = c.widen(c.cast(getInput(), elementType));
  Value e = c.exp(c.sub(x, c.maximum(x, dim)));
  results.push_back(c.cast(c.div(e, c.sum(e, dim, true)), elementType));
  return success();
}

LogicalResult LogSoftmaxOp::decompose(OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  int64_t dim = wrapDim(getDim(), getInput());
  Value x = c.widen(c.cast(getInput(), elementType));
  Value shifted = c.sub(x, c.maximum(x, dim));
  Value logSum = c.log(c.sum(c.exp(shifted), dim, true));
  results.push_back(c.cast(c.sub(shifted, logSum), elementType));
  return success();
}

LogicalResult SoftmaxBackwardOp::decompose(OpBuilder &builder,
                                           SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  int64_t dim = wrapDim(getDim(), getSaved());
  Value dy = c.widen(getGradient()), y = c.widen(getSaved());
  Value dot = c.sum(c.mul(dy, y), dim, true);
  results.push_back(c.cast(c.mul(y, c.sub(dy, dot)), elementType));
  return success();
}

LogicalResult LogSoftmaxBackwardOp::decompose(OpBuilder &builder,
                                              SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  Composer c(builder, getLoc(), elementType);
  int64_t dim = wrapDim(getDim(), getSaved());
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

LogicalResult SoftmaxBackwardOp::buildGradients(OpBuilder &, ValueRange,
                                                ArrayRef<bool>,
                                                MutableArrayRef<Value>) {
  return emitOpError("has no second derivative");
}

LogicalResult LogSoftmaxBackwardOp::buildGradients(OpBuilder &, ValueRange,
                                                   ArrayRef<bool>,
                                                   MutableArrayRef<Value>) {
  return emitOpError("has no second derivative");
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

static CrossEntropyParts buildParts(Composer &c, CrossEntropyOp op) {
  CrossEntropyParts parts;
  OpBuilder &builder = c.builder;
  Value target = c.cast(op.getTarget(), builder.getI64Type());
  Value ignored = createSplat(
      builder, c.loc, RankedTensorType::get({}, builder.getI64Type()),
      static_cast<double>(static_cast<int64_t>(op.getIgnoreIndex())));
  parts.counts =
      CompareOp::create(builder, c.loc, ComparePredicate::NE, target, ignored);
  int64_t classes = getTensorType(op.getInput()).getDimSize(1);
  Value distribution =
      OneHotOp::create(builder, c.loc, target, classes, c.type);
  // A class that does not exist has no distribution: its row, and with it the
  // loss, is NaN, since a kernel cannot raise an error.
  auto bound = [&](ComparePredicate predicate, int64_t value) -> Value {
    Value limit = createSplat(builder, c.loc,
                              RankedTensorType::get({}, builder.getI64Type()),
                              static_cast<double>(value));
    return CompareOp::create(builder, c.loc, predicate, target, limit);
  };
  Value exists =
      LogicalAndOp::create(builder, c.loc, bound(ComparePredicate::GE, 0),
                           bound(ComparePredicate::LT, classes));
  Value isIgnored = LogicalNotOp::create(builder, c.loc, parts.counts);
  Value isValid = c.reshape(
      LogicalOrOp::create(builder, c.loc, exists, isIgnored), {-1, 1});
  double smoothing = op.getLabelSmoothing().convertToDouble();
  if (smoothing != 0)
    distribution = c.add(c.mul(distribution, c.constant(1 - smoothing)),
                         c.constant(smoothing / classes));
  parts.distribution =
      WhereOp::create(builder, c.loc, isValid, distribution,
                      c.constant(std::numeric_limits<double>::quiet_NaN()));
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
  Value shifted = c.sub(logits, c.maximum(logits, 1));
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
