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
  return c.finish(*this, y, results);
}
