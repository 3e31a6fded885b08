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

//===----------------------------------------------------------------------===//
// Along the second of three dimensions
//===----------------------------------------------------------------------===//

std::optional<IndexRange> ReadAtOp::getIndexRange(unsigned index) {
  // What asks for zeros has a use for places that do not exist.
  return index == 1 && !getZeros() ? below(getInput(), 1) : std::nullopt;
}

/// Checks that `values` and `index` have three dimensions, of which those of
/// the index are the values', or 1 beside the second one; `count` is the
/// second one of the values, if it is the number of places too.
static LogicalResult checkPlaces(std::optional<Location> location, StringRef op,
                                 RankedTensorType values,
                                 RankedTensorType index, bool countsPlaces) {
  auto haveSameSize = [&](int64_t dim) {
    int64_t size = values.getDimSize(dim);
    return mergeSize(size, index.getDimSize(dim));
  };
  bool fits = values.getRank() == 3 && index.getRank() == 3;
  for (int64_t dim : {0, 2})
    fits = fits && (index.getDimSize(dim) == 1 || haveSameSize(dim));
  if (fits && (!countsPlaces || haveSameSize(1)))
    return success();
  return emitOptionalError(
      location, "'", op,
      "' op expects three dimensions, and indices of the same ",
      countsPlaces ? "sizes" : "first and last size",
      " or of size 1 in the first and the last one, found ", values, " and ",
      index);
}

LogicalResult ReadAtOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  RankedTensorType index = getTensorType(adaptor.getIndex());
  if (failed(checkPlaces(location, getOperationName(), type, index,
                         /*countsPlaces=*/false)))
    return failure();
  if (type.getDimSize(1) == 0)
    return emitOptionalError(location, "'", getOperationName(),
                             "' op expects elements to read, found ", type);
  SmallVector<int64_t> shape(type.getShape());
  shape[1] = index.getDimSize(1);
  types.push_back(type.clone(shape));
  return success();
}

/// `type` with `size` places in the second dimension.
static FailureOr<RankedTensorType>
inferAtPlaces(std::optional<Location> location, StringRef op,
              RankedTensorType type, int64_t size) {
  if (size < 1)
    return emitOptionalError(location, "'", op,
                             "' op expects at least one place, found ", size);
  SmallVector<int64_t> shape(type.getShape());
  shape[1] = size;
  return type.clone(shape);
}

LogicalResult SumAtOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  if (failed(checkPlaces(location, getOperationName(), type,
                         getTensorType(adaptor.getIndex()),
                         /*countsPlaces=*/true)))
    return failure();
  FailureOr<RankedTensorType> sums =
      inferAtPlaces(location, getOperationName(), type,
                    static_cast<int64_t>(adaptor.getSize()));
  if (failed(sums))
    return failure();
  if (Value onto = adaptor.getOnto())
    if (onto.getType() != *sums)
      return emitOptionalError(location, "'", getOperationName(),
                               "' op expects to add to ", *sums, ", found ",
                               onto.getType());
  types.push_back(*sums);
  return success();
}

LogicalResult LastAtOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType index = getTensorType(adaptor.getIndex());
  if (index.getRank() != 3)
    return emitOptionalError(location, "'", getOperationName(),
                             "' op expects three dimensions, found ", index);
  FailureOr<RankedTensorType> places =
      inferAtPlaces(location, getOperationName(), index,
                    static_cast<int64_t>(adaptor.getSize()));
  if (failed(places))
    return failure();
  types.push_back(places->clone(IntegerType::get(context, 64)));
  return success();
}

//===----------------------------------------------------------------------===//
// Elements and slices
//===----------------------------------------------------------------------===//

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
