//===- Attention.cpp - Attention ------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Attention.h"

#include "ShapeRules.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

static LogicalResult
inferAttention(const ShapeRules &rules,
               ScaledDotProductAttentionOp::Adaptor adaptor,
               SmallVectorImpl<Type> &types) {
  SmallVector<Value> operands = {adaptor.getQuery(), adaptor.getKey(),
                                 adaptor.getValue()};
  Value mask = adaptor.getAttnMask();
  if (failed(rules.expectRankAtLeast("query", operands[0], 2, "[..., L, E]")) ||
      failed(rules.expectRankAtLeast("key", operands[1], 2, "[..., S, E]")) ||
      failed(rules.expectRankAtLeast("value", operands[2], 2, "[..., S, Ev]")))
    return failure();
  RankedTensorType query = getTensorType(operands[0]);
  RankedTensorType key = getTensorType(operands[1]);
  RankedTensorType value = getTensorType(operands[2]);
  FailureOr<SmallVector<int64_t>> batch =
      mergeShapes({query.getShape().drop_back(2), key.getShape().drop_back(2),
                   value.getShape().drop_back(2)});
  if (failed(batch))
    return rules.error("expects query, key and value with equal leading "
                       "dimensions, found ",
                       query, ", ", key, " and ", value);
  if (!areCompatibleSizes(query.getShape().back(), key.getShape().back()))
    return rules.error("expects query and key with an equal last dimension, "
                       "found ",
                       query, " and ", key);
  int64_t rows = query.getShape().take_back(2)[0];
  int64_t keys = key.getShape().take_back(2)[0];
  int64_t values = value.getShape().take_back(2)[0];
  if (!areCompatibleSizes(keys, values))
    return rules.error("expects as many keys as values, found ", key, " and ",
                       value);

  if (mask) {
    if (adaptor.getIsCausal())
      return rules.error("expects is_causal or attn_mask, found both; add the "
                         "causal mask to attn_mask");
    SmallVector<int64_t> scores(*batch);
    scores.append({rows, mergeSizes(keys, values)});
    RankedTensorType type = getTensorType(mask);
    size_t rank = static_cast<size_t>(type.getRank());
    if (rank > scores.size() ||
        !llvm::all_of(llvm::zip(type.getShape(),
                                ArrayRef<int64_t>(scores).take_back(rank)),
                      [](auto sizes) {
                        auto [size, score] = sizes;
                        return size == 1 || areCompatibleSizes(size, score);
                      }))
      return rules.error("expects attn_mask that broadcasts to ",
                         type.clone(scores), ", found ", type);
    // The mask is added to sums, which are f32 for 16-bit operands.
    Type element = getTensorType(operands.front()).getElementType();
    bool isSum = is16BitFloat(element) && type.getElementType().isF32();
    if (!type.getElementType().isInteger(1) && !isSum)
      operands.push_back(mask);
  }
  if (failed(rules.expectOneElementType(operands)))
    return failure();
  if (adaptor.getDropoutP().convertToDouble() != 0)
    return rules.error("expects dropout_p = 0, because it draws no random "
                       "numbers, found ",
                       adaptor.getDropoutP().convertToDouble());
  batch->append({rows, value.getShape().back()});
  types.push_back(query.clone(*batch));
  return success();
}

AMP_INFER(ScaledDotProductAttentionOp, inferAttention(rules, adaptor, types))

/// A mask is added, not multiplied.
void ScaledDotProductAttentionOp::getProductSizes(
    SmallVectorImpl<int64_t> &sizes) {
  addMatrixSizes({getQuery(), getKey(), getValue()}, sizes);
}
