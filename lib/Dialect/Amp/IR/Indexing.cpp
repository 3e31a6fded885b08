//===- Indexing.cpp - Indexing --------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Indexing.h"

#include "ShapeRules.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

std::optional<IndexRange> EmbeddingOp::getIndexRange(unsigned index) {
  return index == 1 ? below(getWeight(), 0) : std::nullopt;
}

#define INDEX_ALONG_DIM(OP)                                                    \
  std::optional<IndexRange> OP::getIndexRange(unsigned index) {                \
    return index == 1 ? below(getInput(), getDim()) : std::nullopt;            \
  }

INDEX_ALONG_DIM(IndexSelectOp)

INDEX_ALONG_DIM(GatherOp)

INDEX_ALONG_DIM(IndexCopyOp)

INDEX_ALONG_DIM(ScatterAddOp)

std::optional<IndexRange> IndexPutOp::getIndexRange(unsigned index) {
  if (index != 1)
    return std::nullopt;
  std::optional<IndexRange> range = below(getInput(), 0);
  if (range)
    range->lower = -range->upper; // counted from the end
  return range;
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

/// The slices of `input` along dimension `dim`, from then on counted from the
/// start, that a vector `index` names.
static FailureOr<RankedTensorType> inferSlices(std::optional<Location> location,
                                               StringRef op, Value input,
                                               Value index, int64_t &dim) {
  RankedTensorType type = getTensorType(input);
  RankedTensorType indices = getTensorType(index);
  FailureOr<int64_t> resolved =
      resolveDim(location, op, dim, type.getRank(), type);
  if (failed(resolved))
    return failure();
  if (indices.getRank() != 1)
    return emitOptionalError(
        location, "'", op, "' op expects a vector of indices, found ", indices);
  dim = *resolved;
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = indices.getDimSize(0);
  return type.clone(shape);
}

LogicalResult IndexSelectOp::inferReturnTypes(MLIRContext *,
                                              std::optional<Location> location,
                                              Adaptor adaptor,
                                              SmallVectorImpl<Type> &types) {
  int64_t dim = adaptor.getDim();
  FailureOr<RankedTensorType> slices =
      inferSlices(location, getOperationName(), adaptor.getInput(),
                  adaptor.getIndex(), dim);
  if (failed(slices))
    return failure();
  types.push_back(*slices);
  return success();
}

/// Checks that `index` has the rank of `type` and, but in dimension `dim`, is
/// not larger.
static LogicalResult checkIndexShape(std::optional<Location> location,
                                     StringRef op, RankedTensorType index,
                                     RankedTensorType type, int64_t dim) {
  bool fits = index.getRank() == type.getRank();
  for (int64_t i = 0; fits && i < type.getRank(); ++i)
    fits = i == dim || isAtMost(index.getDimSize(i), type.getDimSize(i));
  if (fits)
    return success();
  return emitOptionalError(location, "'", op,
                           "' op expects indices of the input's rank, not "
                           "larger than it in other dimensions than ",
                           dim, ", found ", index, " for ", type);
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  RankedTensorType index = getTensorType(adaptor.getIndex());
  FailureOr<int64_t> dim = resolveDim(location, getOperationName(),
                                      adaptor.getDim(), type.getRank(), type);
  if (failed(dim) ||
      failed(checkIndexShape(location, getOperationName(), index, type, *dim)))
    return failure();
  types.push_back(index.clone(type.getElementType()));
  return success();
}

LogicalResult ScatterAddOp::inferReturnTypes(MLIRContext *,
                                             std::optional<Location> location,
                                             Adaptor adaptor,
                                             SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  RankedTensorType index = getTensorType(adaptor.getIndex());
  RankedTensorType source = getTensorType(adaptor.getSrc());
  FailureOr<int64_t> dim = resolveDim(location, getOperationName(),
                                      adaptor.getDim(), type.getRank(), type);
  if (failed(dim) ||
      failed(
          checkIndexShape(location, getOperationName(), index, type, *dim)) ||
      failed(checkElementTypes(location, getOperationName(), adaptor.getInput(),
                               adaptor.getSrc())))
    return failure();
  bool fits = source.getRank() == index.getRank();
  for (int64_t i = 0; fits && i < index.getRank(); ++i)
    fits = isAtMost(index.getDimSize(i), source.getDimSize(i));
  if (!fits)
    return emitOptionalError(
        location,
        "'amp.scatter_add' op expects indices of the source's rank, not larger "
        "than it, found ",
        index, " for ", source);
  types.push_back(type);
  return success();
}

LogicalResult IndexCopyOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  RankedTensorType source = getTensorType(adaptor.getSource());
  int64_t dim = adaptor.getDim();
  FailureOr<RankedTensorType> slices =
      inferSlices(location, getOperationName(), adaptor.getInput(),
                  adaptor.getIndex(), dim);
  if (failed(slices) ||
      failed(checkElementTypes(location, getOperationName(), adaptor.getInput(),
                               adaptor.getSource())))
    return failure();
  if (failed(verifyCompatibleShape(*slices, source)))
    return emitOptionalError(location, "'amp.index_copy' op expects source ",
                             *slices, " for ", adaptor.getIndex().getType(),
                             " along dimension ", dim, " of ", type, ", found ",
                             source);
  types.push_back(type);
  return success();
}

LogicalResult IndexPutOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location> location,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  RankedTensorType index = getTensorType(adaptor.getIndex());
  RankedTensorType values = getTensorType(adaptor.getValues());
  if (type.getRank() == 0)
    return emitOptionalError(
        location, "'amp.index_put' op expects rank 1 or more, found ", type);
  if (failed(checkElementTypes(location, getOperationName(), adaptor.getInput(),
                               adaptor.getValues())))
    return failure();
  SmallVector<int64_t> target(index.getShape());
  llvm::append_range(target, type.getShape().drop_front());
  int64_t added = static_cast<int64_t>(target.size()) -
                  static_cast<int64_t>(values.getRank());
  bool fits = added >= 0;
  for (int64_t i = 0; fits && i < values.getRank(); ++i)
    fits = values.getDimSize(i) == 1 ||
           mergeSize(target[added + i], values.getDimSize(i));
  if (!fits)
    return emitOptionalError(location, "'amp.index_put' op cannot broadcast ",
                             values, " to ", type.clone(target),
                             ", the shape of the indices followed by that of a "
                             "slice");
  types.push_back(type);
  return success();
}

static LogicalResult inferEmbedding(const ShapeRules &rules,
                                    EmbeddingOp::Adaptor adaptor,
                                    SmallVectorImpl<Type> &types) {
  if (failed(rules.expectRank("weight", adaptor.getWeight(), 2, "[V, D]")))
    return failure();
  RankedTensorType weight = getTensorType(adaptor.getWeight());
  int64_t rows = weight.getDimSize(0);
  if (std::optional<uint64_t> index = adaptor.getPaddingIdx()) {
    auto row = static_cast<int64_t>(*index);
    if (!ShapedType::isDynamic(rows) && (row < -rows || row >= rows))
      return rules.error("expects padding_idx in [", -rows, ", ", rows, ") of ",
                         weight, ", found ", row);
  }
  SmallVector<int64_t> shape(getTensorType(adaptor.getIndices()).getShape());
  shape.push_back(weight.getDimSize(1));
  types.push_back(weight.clone(shape));
  return success();
}

AMP_INFER(EmbeddingOp, inferEmbedding(rules, adaptor, types))
