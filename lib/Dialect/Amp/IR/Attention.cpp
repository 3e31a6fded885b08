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

/// The leading dimensions of the scores. With `enable_gqa` the last of them is
/// the heads, of which the query may have several for one of the others.
static LogicalResult inferLeading(const ShapeRules &rules,
                                  ScaledDotProductAttentionOp::Adaptor adaptor,
                                  SmallVectorImpl<int64_t> &leading) {
  RankedTensorType query = getTensorType(adaptor.getQuery());
  RankedTensorType key = getTensorType(adaptor.getKey());
  RankedTensorType value = getTensorType(adaptor.getValue());
  bool isGrouped = adaptor.getEnableGqa();
  size_t last = isGrouped ? 3 : 2;
  FailureOr<SmallVector<int64_t>> batch = mergeShapes(
      {query.getShape().drop_back(last), key.getShape().drop_back(last),
       value.getShape().drop_back(last)});
  if (failed(batch))
    return rules.error("expects query, key and value with equal leading "
                       "dimensions",
                       isGrouped ? " before the heads" : "", ", found ", query,
                       ", ", key, " and ", value);
  leading.assign(*batch);
  if (!isGrouped)
    return success();
  int64_t heads = query.getShape().take_back(3)[0];
  int64_t shared = key.getShape().take_back(3)[0];
  if (!mergeSize(shared, value.getShape().take_back(3)[0]))
    return rules.error("expects as many heads of keys as of values, found ",
                       key, " and ", value);
  if (shared == 0 || (!ShapedType::isDynamic(shared) &&
                      !ShapedType::isDynamic(heads) && heads % shared != 0))
    return rules.error("expects a number of query heads that is a multiple of "
                       "that of keys, found ",
                       query, " and ", key);
  leading.push_back(heads);
  return success();
}

static LogicalResult
inferAttention(const ShapeRules &rules,
               ScaledDotProductAttentionOp::Adaptor adaptor,
               SmallVectorImpl<Type> &types) {
  SmallVector<Value> operands = {adaptor.getQuery(), adaptor.getKey(),
                                 adaptor.getValue()};
  Value mask = adaptor.getAttnMask();
  static constexpr StringRef names[] = {"query", "key", "value"};
  static constexpr StringRef layouts[] = {"[..., L, E]", "[..., S, E]",
                                          "[..., S, Ev]"};
  static constexpr StringRef headLayouts[] = {
      "[..., H, L, E]", "[..., H, S, E]", "[..., H, S, Ev]"};
  bool isGrouped = adaptor.getEnableGqa();
  for (auto [i, operand] : llvm::enumerate(operands))
    if (failed(
            rules.expectRankAtLeast(names[i], operand, isGrouped ? 3 : 2,
                                    isGrouped ? headLayouts[i] : layouts[i])))
      return failure();
  RankedTensorType query = getTensorType(operands[0]);
  RankedTensorType key = getTensorType(operands[1]);
  RankedTensorType value = getTensorType(operands[2]);
  SmallVector<int64_t> shape;
  if (failed(inferLeading(rules, adaptor, shape)))
    return failure();
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
    SmallVector<int64_t> scores(shape);
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
  Value state = adaptor.getRandomState();
  if (failed(rules.expectOneElementType(operands)) ||
      failed(rules.expectDropout(
          "dropout_p", adaptor.getDropoutP().convertToDouble(), state)))
    return failure();
  shape.append({rows, value.getShape().back()});
  types.push_back(query.clone(shape));
  if (state)
    types.push_back(state.getType());
  return success();
}

AMP_INFER(ScaledDotProductAttentionOp, inferAttention(rules, adaptor, types))

/// A mask is added, not multiplied.
void ScaledDotProductAttentionOp::getProductSizes(
    SmallVectorImpl<int64_t> &sizes) {
  addMatrixSizes({getQuery(), getKey(), getValue()}, sizes);
}
