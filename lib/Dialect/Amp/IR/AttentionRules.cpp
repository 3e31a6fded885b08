//===- AttentionRules.cpp - Attention -------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Attention.h"

#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Normalization.h"
#include "amp/Dialect/Amp/IR/Random.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Attention as it is written
//===----------------------------------------------------------------------===//

static Value reshapeTo(const GraphBuilder &c, Value value,
                       ArrayRef<int64_t> shape) {
  return c.getShape(value) == shape ? value : c.reshape(value, shape);
}

/// `value` with the dimensions before its last three made one.
static Value makeFourDims(const GraphBuilder &c, Value value) {
  SmallVector<int64_t> shape = c.getShape(value);
  while (shape.size() < 4)
    shape.insert(shape.begin(), 1);
  int64_t batch =
      ShapedType::getNumElements(ArrayRef<int64_t>(shape).drop_back(3));
  shape.erase(shape.begin(), shape.end() - 3);
  shape.insert(shape.begin(), batch);
  return reshapeTo(c, value, shape);
}

/// As `makeFourDims`, for a mask that may be repeated along the leading
/// dimensions of the query.
static Value makeMaskFourDims(const GraphBuilder &c, Value mask, Value query) {
  SmallVector<int64_t> shape = c.getShape(mask), like = c.getShape(query);
  while (shape.size() < like.size())
    shape.insert(shape.begin(), 1);
  Value result = reshapeTo(c, mask, shape);
  if (shape.size() <= 4)
    return makeFourDims(c, result);
  auto leading = MutableArrayRef<int64_t>(shape).drop_back(3);
  ArrayRef<int64_t> full = ArrayRef<int64_t>(like).drop_back(3);
  if (ShapedType::getNumElements(leading) != 1 &&
      ArrayRef<int64_t>(leading) != full) {
    llvm::copy(full, leading.begin());
    result = c.broadcast(result, shape);
  }
  return makeFourDims(c, result);
}

LogicalResult
ScaledDotProductAttentionOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  Value query = makeFourDims(c, getQuery()), key = makeFourDims(c, getKey()),
        value = makeFourDims(c, getValue()), mask, state;
  if (getAttnMask())
    mask = makeMaskFourDims(c, getAttnMask(), getQuery());
  if (!getDropoutP().isZero())
    state = getRandomState();
  SmallVector<int64_t> shape = c.getShape(query);
  double scale = getScale() ? getScale()->convertToDouble()
                            : 1 / std::sqrt(static_cast<double>(shape.back()));
  int64_t scores = shape[0] * shape[1] * shape[2] * c.getSize(key, /*dim=*/2);
  auto rowType = RankedTensorType::get(ArrayRef(shape).drop_back(), c.type);
  shape.back() = c.getSize(value, /*dim=*/3);
  RankedTensorType type = getTensorType(getResult());
  auto attention = AttentionOp::create(
      builder, getLoc(), type.clone(shape), rowType, query, key, value, mask,
      state, builder.getF64FloatAttr(scale), getDropoutPAttr(),
      getIsCausalAttr(),
      mlir::amp::getComputeType(getElementTypeOrSelf(query),
                                getComputeTypeAttr()));
  results.push_back(reshapeTo(c, attention.getResult(), type.getShape()));
  if (state)
    results.push_back(createNextState(builder, getLoc(), state, scores));
  else if (getRandomState())
    results.push_back(getRandomState());
  return success();
}

//===----------------------------------------------------------------------===//
// Products and a softmax
//===----------------------------------------------------------------------===//

namespace {
/// Builds what an attention and its derivative are made of, on scores that are
/// stored. `OpTy` is either op.
template <typename OpTy>
class AttentionParts {
public:
  AttentionParts(OpBuilder &builder, OpTy op)
      : c(builder, op), op(op), shape(c.getShape(op.getQuery())),
        heads(c.getSize(op.getKey(), 1)), columns(c.getSize(op.getKey(), 2)) {}

  /// query keyᵀ scale + mask; -inf where a column takes no part.
  Value buildScores() {
    Value scores = c.matmul(share(op.getQuery()), transpose(op.getKey()),
                            op.getComputeTypeAttr());
    scores = c.mul(split(scores), c.constant(getScale()));
    if (Value mask = op.getAttnMask())
      if (!getElementTypeOrSelf(mask).isInteger(1))
        return c.add(scores, c.widen(mask));
    return exclude(scores, -std::numeric_limits<double>::infinity());
  }

  /// `values`, but `replacement` where a column takes no part.
  Value exclude(Value values, double replacement) {
    Value mask = op.getAttnMask();
    if (op.getIsCausal())
      mask = c.compare(ComparePredicate::LE, number(columns, {1, columns}),
                       number(shape[2], {shape[2], 1}));
    if (!mask || !getElementTypeOrSelf(mask).isInteger(1))
      return values;
    return c.where(mask, values, replacement);
  }

  /// 0 for the rows in which nothing takes part, which have -inf in `rows`.
  Value clearRows(Value values, Value rows) {
    if (!op.getAttnMask())
      return values;
    Value isEmpty = c.compare(ComparePredicate::EQ, rows,
                              -std::numeric_limits<double>::infinity());
    return c.where(isEmpty, 0.0, values);
  }

  /// What amp.dropout makes of `values`, and of a gradient.
  Value drop(Value values) {
    if (op.getDropoutP().isZero())
      return values;
    return DropoutOp::create(c.builder, c.loc, values, op.getRandomState(),
                             op.getDropoutP(), /*training=*/true)
        .getResult();
  }

  /// `weights`, [B, H, L, S], by rows of keys or of values.
  Value sumColumns(Value weights, Value rows) {
    return split(
        c.matmul(share(weights), c.widen(rows), op.getComputeTypeAttr()));
  }
  /// `rows`, one for each of a query, by those of values.
  Value sumFeatures(Value rows, Value values) {
    return split(c.matmul(share(c.widen(rows)), c.widen(transpose(values)),
                          op.getComputeTypeAttr()));
  }
  /// `weights` by `rows`, one for each of a query, for all heads that share.
  Value sumRows(Value weights, Value rows) {
    return c.matmul(transpose(share(weights)), share(c.widen(rows)),
                    op.getComputeTypeAttr());
  }

  double getScale() { return op.getScale().convertToDouble(); }

  GraphBuilder c;

private:
  /// Heads that share keys and values are rows of one product.
  Value share(Value value) {
    if (shape[1] == heads)
      return value;
    return c.reshape(value, {shape[0], heads, shape[1] / heads * shape[2],
                             c.getShape(value).back()});
  }
  Value split(Value value) {
    if (shape[1] == heads)
      return value;
    return c.reshape(value,
                     {shape[0], shape[1], shape[2], c.getShape(value).back()});
  }
  Value transpose(Value value) {
    return createMatrixTranspose(c.builder, c.loc, value);
  }
  Value number(int64_t count, ArrayRef<int64_t> dims) {
    auto type = RankedTensorType::get(dims, c.builder.getI64Type());
    auto numbers = llvm::to_vector(llvm::seq<int64_t>(0, count));
    return ConstantOp::create(
        c.builder, c.loc, type,
        DenseElementsAttr::get(type, ArrayRef<int64_t>(numbers)));
  }

  OpTy op;
  /// Of the query.
  SmallVector<int64_t> shape;
  int64_t heads, columns;
};

/// Of query, key, value and the mask; null for no mask.
struct AttentionGradients {
  Value query, key, value, mask;
};
} // namespace

LogicalResult AttentionOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  AttentionParts<AttentionOp> parts(builder, *this);
  const GraphBuilder &c = parts.c;
  Value scores = parts.buildScores();
  Value largest = c.largest(scores, 3);
  // The probabilities are not rounded to 16 bits, nor are the values then.
  Value probability = parts.clearRows(
      SoftmaxOp::create(builder, getLoc(), scores, /*dim=*/3), largest);
  Value y = parts.sumColumns(parts.drop(probability), getValue());
  results.push_back(c.cast(y, getTensorType(getResult()).getElementType()));
  Value sum = c.sum(c.expForSum(c.sub(scores, largest)), {3}, /*keepdim=*/true);
  Value logarithm = parts.clearRows(c.log(sum), largest);
  results.push_back(c.reshape(c.add(largest, logarithm),
                              getTensorType(getLogsumexp()).getShape()));
  return success();
}

/// The gradients by way of the scores. `rowGradient`, that of `logsumexp`, may
/// be null.
template <typename OpTy>
static AttentionGradients
buildGradientsOfScores(OpBuilder &builder, OpTy op, Value output,
                       Value logsumexp, Value gradient, Value rowGradient) {
  AttentionParts<OpTy> parts(builder, op);
  const GraphBuilder &c = parts.c;
  SmallVector<int64_t> rows = c.getShape(logsumexp);
  rows.push_back(1);
  logsumexp = c.reshape(logsumexp, rows);
  Value probability = parts.clearRows(
      c.expForSum(c.sub(parts.buildScores(), logsumexp)), logsumexp);
  AttentionGradients result;
  Value offset;
  if (gradient) {
    gradient = c.widen(gradient);
    result.value = parts.sumRows(parts.drop(probability), gradient);
    offset = c.sum(c.mul(gradient, c.widen(output)), {3}, /*keepdim=*/true);
  }
  if (rowGradient) {
    rowGradient = c.reshape(rowGradient, rows);
    offset = offset ? c.sub(offset, rowGradient) : c.neg(rowGradient);
  }
  Value scores =
      gradient ? c.sub(parts.drop(parts.sumFeatures(gradient, op.getValue())),
                       offset)
               : c.neg(offset);
  scores = parts.exclude(c.mul(probability, scores), 0);
  auto toType = [&](Value value, Value like) {
    return c.cast(value, getTensorType(like).getElementType());
  };
  if (Value mask = op.getAttnMask())
    if (!getElementTypeOrSelf(mask).isInteger(1))
      result.mask = toType(
          createSumTo(builder, c.loc, scores, getTensorType(mask)), mask);
  scores = c.mul(scores, c.constant(parts.getScale()));
  result.query = toType(parts.sumColumns(scores, op.getKey()), op.getQuery());
  result.key = toType(parts.sumRows(scores, op.getQuery()), op.getKey());
  if (result.value)
    result.value = toType(result.value, op.getValue());
  return result;
}

LogicalResult
AttentionOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                            ArrayRef<bool> needed,
                            MutableArrayRef<Value> operandGradients) {
  if (!gradients[0] && !gradients[1])
    return success();
  bool needsMask = getAttnMask() && needed[3];
  if (needsMask || gradients[1]) {
    if (auto remark = remark::missed(
            getLoc(), remark::RemarkOpts::name(getOperationName())
                          .category("amp-differentiate")))
      remark << remark::reason("scores are stored: {0}",
                               needsMask
                                   ? "the mask has a gradient"
                                   : "the derivative is differentiated again");
    AttentionGradients built =
        buildGradientsOfScores(builder, *this, getResult(), getLogsumexp(),
                               gradients[0], gradients[1]);
    Value values[] = {built.query, built.key, built.value, built.mask};
    for (auto [i, value] : llvm::enumerate(values))
      if (i < needed.size() && needed[i])
        operandGradients[i] = value;
    return success();
  }
  auto backward = AttentionBackwardOp::create(
      builder, getLoc(), getQuery().getType(), getKey().getType(),
      getValue().getType(), gradients[0], getQuery(), getKey(), getValue(),
      getAttnMask(), getRandomState(), getResult(), getLogsumexp(),
      getScaleAttr(), getDropoutPAttr(), getIsCausalAttr(),
      getComputeTypeAttr());
  for (auto [i, result] : llvm::enumerate(backward.getResults()))
    if (needed[i])
      operandGradients[i] = result;
  return success();
}

LogicalResult AttentionBackwardOp::decompose(OpBuilder &builder,
                                             SmallVectorImpl<Value> &results) {
  AttentionGradients built =
      buildGradientsOfScores(builder, *this, getOutput(), getLogsumexp(),
                             getGradient(), /*rowGradient=*/Value());
  results.append({built.query, built.key, built.value});
  return success();
}
