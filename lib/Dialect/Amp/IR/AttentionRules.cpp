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
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

LogicalResult
ScaledDotProductAttentionOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  TypeAttr computeType = getComputeTypeAttr();
  SmallVector<int64_t> queryShape = c.getShape(getQuery());
  auto rank = static_cast<int64_t>(queryShape.size());
  int64_t rows = queryShape[rank - 2];
  int64_t columns = c.getSize(getKey(), rank - 2);
  double scale = getScale()
                     ? getScale()->convertToDouble()
                     : 1 / std::sqrt(static_cast<double>(queryShape[rank - 1]));
  // Heads that share keys and values are rows of one product.
  bool isGrouped =
      getEnableGqa() && queryShape[rank - 3] != c.getSize(getKey(), rank - 3);
  SmallVector<int64_t> leading(queryShape);
  leading.truncate(rank - 2);
  auto regroup = [&](Value value, bool intoRows) -> Value {
    if (!isGrouped)
      return value;
    int64_t last = c.getShape(value).back();
    SmallVector<int64_t> shape(leading);
    shape.append({rows, last});
    if (intoRows) {
      int64_t shared = c.getSize(getKey(), rank - 3);
      shape[rank - 2] *= shape[rank - 3] / shared;
      shape[rank - 3] = shared;
    }
    return c.reshape(value, shape);
  };
  Value scores =
      c.matmul(regroup(getQuery(), /*intoRows=*/true),
               createMatrixTranspose(builder, getLoc(), getKey()), computeType);
  scores = c.mul(regroup(scores, /*intoRows=*/false), c.constant(scale));
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
  Value state = getRandomState();
  if (!getDropoutP().isZero()) {
    auto dropout = DropoutOp::create(builder, getLoc(), probability, state,
                                     getDropoutP(), /*training=*/true);
    probability = dropout.getResult();
    state = dropout.getNextState();
  }
  Value y = c.matmul(regroup(probability, /*intoRows=*/true),
                     c.widen(getValue()), computeType);
  y = regroup(y, /*intoRows=*/false);
  if (failed(c.finish(*this, y, results)))
    return failure();
  if (state)
    results.push_back(state);
  return success();
}
