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

//===----------------------------------------------------------------------===//
// Attention that stores no scores
//===----------------------------------------------------------------------===//

/// What the forward and the backward op have in common.
template <typename AdaptorT>
static LogicalResult inferParts(const ShapeRules &rules, AdaptorT adaptor,
                                SmallVectorImpl<int64_t> &scores) {
  static constexpr StringRef names[] = {"query", "key", "value"};
  static constexpr StringRef layouts[] = {"[B, H, L, E]", "[B, K, S, E]",
                                          "[B, K, S, Ev]"};
  Value operands[] = {adaptor.getQuery(), adaptor.getKey(), adaptor.getValue()};
  for (auto [name, operand, layout] : llvm::zip(names, operands, layouts))
    if (failed(rules.expectRank(name, operand, 4, layout)))
      return failure();
  ArrayRef<int64_t> query = getTensorType(operands[0]).getShape();
  ArrayRef<int64_t> key = getTensorType(operands[1]).getShape();
  ArrayRef<int64_t> value = getTensorType(operands[2]).getShape();
  bool isGrouped =
      key[1] != 0 && (ShapedType::isDynamic(query[1]) ||
                      ShapedType::isDynamic(key[1]) || query[1] % key[1] == 0);
  if (!isGrouped || !areCompatibleSizes(query[0], key[0]) ||
      !areCompatibleSizes(query[3], key[3]) ||
      failed(mergeShapes({key.drop_back(), value.drop_back()})))
    return rules.errorWithTypes("expects query [B, H, L, E], key [B, K, S, E] "
                                "and value [B, K, S, Ev], where K divides H",
                                operands);
  scores.append({query[0], query[1], query[2], mergeSizes(key[2], value[2])});
  if (Value mask = adaptor.getAttnMask()) {
    if (adaptor.getIsCausal())
      return rules.error("expects is_causal or attn_mask, found both; add the "
                         "causal mask to attn_mask");
    RankedTensorType type = getTensorType(mask);
    if (type.getRank() != 4 ||
        !llvm::all_of(llvm::zip(type.getShape(), scores), [](auto sizes) {
          auto [size, score] = sizes;
          return size == 1 || areCompatibleSizes(size, score);
        }))
      return rules.error("expects attn_mask that broadcasts to ",
                         type.clone(scores), ", found ", type);
  }
  if (failed(rules.expectOneElementType(operands)))
    return failure();
  return rules.expectDropout("dropout_p",
                             adaptor.getDropoutP().convertToDouble(),
                             adaptor.getRandomState());
}

/// A row's sums: f64 for f64, else f32.
static RankedTensorType getRowType(RankedTensorType query,
                                   ArrayRef<int64_t> scores) {
  Type element = query.getElementType();
  return RankedTensorType::get(
      scores.drop_back(),
      element.isF64() ? element : Float32Type::get(query.getContext()));
}

/// The shapes of the scores and of the result.
template <typename Adaptor>
static LogicalResult inferShapes(const ShapeRules &rules, Adaptor adaptor,
                                 SmallVectorImpl<int64_t> &scores,
                                 SmallVectorImpl<int64_t> &result) {
  if (failed(inferParts(rules, adaptor, scores)))
    return failure();
  result.assign(scores.begin(), scores.end());
  result.back() = getTensorType(adaptor.getValue()).getShape().back();
  return success();
}

static LogicalResult inferCore(const ShapeRules &rules,
                               AttentionOp::Adaptor adaptor,
                               SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> scores, result;
  if (failed(inferShapes(rules, adaptor, scores, result)))
    return failure();
  RankedTensorType query = getTensorType(adaptor.getQuery());
  types.append({query.clone(result), getRowType(query, scores)});
  return success();
}

AMP_INFER(AttentionOp, inferCore(rules, adaptor, types))

static LogicalResult inferCoreBackward(const ShapeRules &rules,
                                       AttentionBackwardOp::Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> scores, result;
  if (failed(inferShapes(rules, adaptor, scores, result)))
    return failure();
  if (failed(rules.expectShape("gradient", adaptor.getGradient(), result)) ||
      failed(rules.expectShape("output", adaptor.getOutput(), result)) ||
      failed(rules.expectShape("logsumexp", adaptor.getLogsumexp(),
                               ArrayRef(scores).drop_back())))
    return failure();
  RankedTensorType query = getTensorType(adaptor.getQuery());
  Type element = getElementTypeOrSelf(adaptor.getOutput());
  if (element != getElementTypeOrSelf(adaptor.getGradient()) ||
      (element != query.getElementType() &&
       !(is16BitFloat(query.getElementType()) && element.isF32())))
    return rules.error("expects gradient and output of one element type, that "
                       "of query or, where that has 16 bits, f32, found ",
                       adaptor.getGradient().getType(), " and ",
                       adaptor.getOutput().getType());
  Type rows = getRowType(query, scores).getElementType();
  if (getElementTypeOrSelf(adaptor.getLogsumexp()) != rows)
    return rules.error("expects logsumexp of ", rows, ", found ",
                       adaptor.getLogsumexp().getType());
  types.append(
      {query, adaptor.getKey().getType(), adaptor.getValue().getType()});
  return success();
}

AMP_INFER(AttentionBackwardOp, inferCoreBackward(rules, adaptor, types))

/// The mask's elements: truth values, those of the operands, or their sums'.
template <typename OpTy>
static LogicalResult verifyParts(OpTy op) {
  if (Value mask = op.getAttnMask()) {
    Type element = getElementTypeOrSelf(mask);
    Type query = getElementTypeOrSelf(op.getQuery());
    if (!element.isInteger(1) && element != query &&
        !(is16BitFloat(query) && element.isF32()))
      return op.emitOpError("expects attn_mask of i1, ")
             << query << " or the type of its sums, found " << mask.getType();
  }
  return verifyComputeType(op, op.getComputeType(), op.getQuery().getType());
}

LogicalResult AttentionOp::verify() { return verifyParts(*this); }
LogicalResult AttentionBackwardOp::verify() { return verifyParts(*this); }

void AttentionOp::getProductSizes(SmallVectorImpl<int64_t> &sizes) {
  addMatrixSizes({getQuery(), getKey(), getValue()}, sizes);
}
void AttentionBackwardOp::getProductSizes(SmallVectorImpl<int64_t> &sizes) {
  addMatrixSizes({getQuery(), getKey(), getValue()}, sizes);
}

/// The CPU's library does it in f32, of elements that there are.
template <typename OpTy>
static bool isComputedByLibrary(OpTy op, TargetKind target) {
  auto hasElements = [](Value value) {
    RankedTensorType type = getTensorType(value);
    return type.hasStaticShape() && type.getNumElements() != 0;
  };
  Type element = getElementTypeOrSelf(op.getQuery());
  return target == TargetKind::Cpu &&
         (element.isF32() || is16BitFloat(element)) &&
         hasElements(op.getQuery()) && hasElements(op.getKey()) &&
         hasElements(op.getValue());
}

bool AttentionOp::hasRecord(TargetKind target) {
  return isComputedByLibrary(*this, target);
}
bool AttentionBackwardOp::hasRecord(TargetKind target) {
  return isComputedByLibrary(*this, target);
}
