//===- ShapeOps.cpp -------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops that move elements: shapes, derivatives, folding.

#include "amp/Dialect/Amp/IR/Amp.h"

using namespace mlir;
using namespace mlir::amp;

static bool isIdentity(ArrayRef<int64_t> permutation) {
  return llvm::all_of(llvm::enumerate(permutation), [](auto pair) {
    return static_cast<int64_t>(pair.index()) == pair.value();
  });
}

static SmallVector<int64_t> getStridesOrOnes(ArrayRef<int64_t> strides,
                                             int64_t rank) {
  if (strides.empty())
    return SmallVector<int64_t>(rank, 1);
  return llvm::to_vector(strides);
}

//===----------------------------------------------------------------------===//
// ReshapeOp
//===----------------------------------------------------------------------===//

/// The product of sizes; none beyond 64 bits.
static std::optional<int64_t> countElements(ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t count = 1;
  for (int64_t size : shape)
    if (llvm::MulOverflow(count, size, count))
      return std::nullopt;
  return count;
}

LogicalResult ReshapeOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> location,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  SmallVector<int64_t> shape(adaptor.getShape());
  int64_t open = -1;
  SmallVector<int64_t> sizes;
  for (auto [i, size] : llvm::enumerate(shape)) {
    if (size == -1) {
      if (open >= 0)
        return emitOptionalError(
            location, "'amp.reshape' op shape has two entries of -1");
      open = i;
    } else if (size < 0) {
      return emitOptionalError(
          location,
          "'amp.reshape' op shape entries are sizes or -1, "
          "found ",
          size);
    } else {
      sizes.push_back(size);
    }
  }
  std::optional<int64_t> known = countElements(sizes), elements;
  if (type.hasStaticShape())
    elements = countElements(type.getShape());
  // A tensor of more elements than can be counted is as good as another one:
  // passes reshape what they are given, and nobody can run it.
  if (!known && (open >= 0 || !type.hasStaticShape() || elements))
    return emitOptionalError(location,
                             "'amp.reshape' op shape has too many elements");
  if (open >= 0) {
    // Several `?` leave it unknown; one divides out of the known sizes on both
    // sides only if the shape keeps it, which specialization will tell.
    if (!type.hasStaticShape())
      shape[open] = ShapedType::kDynamic;
    else if (!elements)
      return emitOptionalError(location, "'amp.reshape' op input ", type,
                               " has too many elements");
    else if (*known == 0 || *elements % *known)
      return emitOptionalError(location, "'amp.reshape' op cannot spread ",
                               *elements, " elements of ", type,
                               " over -1 times ", *known);
    else
      shape[open] = *elements / *known;
  } else if (type.hasStaticShape() && elements != known) {
    if (!elements)
      return emitOptionalError(location, "'amp.reshape' op input ", type,
                               " has too many elements");
    return emitOptionalError(location, "'amp.reshape' op expects ", *known,
                             " elements, found ", *elements, " in ", type);
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult
ReshapeOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                          ArrayRef<bool> needed,
                          MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] = ReshapeOp::create(
        builder, getLoc(), gradients[0], getTensorType(getInput()).getShape());
  return success();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType() && getType().hasStaticShape())
    return getInput();
  if (auto constant =
          dyn_cast_if_present<DenseElementsAttr>(adaptor.getInput()))
    if (getType().hasStaticShape())
      return constant.reshape(getType());
  return {};
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  // reshape(reshape(x)) is reshape(x).
  patterns.add(+[](ReshapeOp op, PatternRewriter &rewriter) -> LogicalResult {
    auto inner = op.getInput().getDefiningOp<ReshapeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "input is no reshape");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, inner.getInput(), op.getShape());
    return success();
  });
}

//===----------------------------------------------------------------------===//
// TransposeOp
//===----------------------------------------------------------------------===//

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  SmallVector<int64_t> sorted(permutation);
  llvm::sort(sorted);
  if (static_cast<int64_t>(permutation.size()) != type.getRank() ||
      !isIdentity(sorted)) {
    if (!location)
      return failure();
    InFlightDiagnostic diag =
        mlir::emitError(*location)
        << "'amp.transpose' op expects a permutation of the " << type.getRank()
        << " dimensions of " << type << ", found [";
    llvm::interleaveComma(permutation, diag);
    return diag << "]";
  }
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(type.getDimSize(dim));
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult
TransposeOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                            ArrayRef<bool> needed,
                            MutableArrayRef<Value> operandGradients) {
  if (!needed[0])
    return success();
  SmallVector<int64_t> inverse(getPermutation().size());
  for (auto [i, dim] : llvm::enumerate(getPermutation()))
    inverse[dim] = i;
  operandGradients[0] =
      TransposeOp::create(builder, getLoc(), gradients[0], inverse);
  return success();
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  if (isIdentity(getPermutation()))
    return getInput();
  if (auto inner = getInput().getDefiningOp<TransposeOp>()) {
    SmallVector<int64_t> combined;
    for (int64_t dim : getPermutation())
      combined.push_back(inner.getPermutation()[dim]);
    getInputMutable().assign(inner.getInput());
    setPermutation(combined);
    return getResult();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// BroadcastToOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastToOp::inferReturnTypes(MLIRContext *,
                                              std::optional<Location> location,
                                              Adaptor adaptor,
                                              SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  ArrayRef<int64_t> shape = adaptor.getShape();
  int64_t added = static_cast<int64_t>(shape.size()) - type.getRank();
  bool fits =
      added >= 0 && llvm::all_of(shape, [](int64_t n) { return n >= 0; });
  for (int64_t i = 0; fits && i < type.getRank(); ++i)
    fits = type.isDynamicDim(i) || type.getDimSize(i) == 1 ||
           type.getDimSize(i) == shape[added + i];
  if (!fits) {
    if (!location)
      return failure();
    InFlightDiagnostic diag = mlir::emitError(*location)
                              << "'amp.broadcast_to' op cannot broadcast "
                              << type << " to [";
    llvm::interleaveComma(shape, diag);
    return diag
           << "]; expected dimensions, from the last one, to be equal or 1";
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult
BroadcastToOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                              ArrayRef<bool> needed,
                              MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] =
        createSumTo(builder, getLoc(), gradients[0], getTensorType(getInput()));
  return success();
}

OpFoldResult BroadcastToOp::fold(FoldAdaptor) {
  return getInput().getType() == getType() ? OpFoldResult(getInput())
                                           : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// SliceOp, SliceBackwardOp
//===----------------------------------------------------------------------===//

/// Sizes of a slice, -1 resolved; a diagnostic if it does not lie in `shape`.
static LogicalResult resolveSlice(std::optional<Location> location,
                                  StringRef op, ArrayRef<int64_t> shape,
                                  ArrayRef<int64_t> offsets,
                                  ArrayRef<int64_t> strides,
                                  SmallVectorImpl<int64_t> &sizes) {
  size_t rank = shape.size();
  if (offsets.size() != rank || sizes.size() != rank || strides.size() != rank)
    return emitOptionalError(location, "'", op, "' op expects ", rank,
                             " offsets, sizes and strides, one per dimension");
  for (size_t i = 0; i < rank; ++i) {
    if (offsets[i] < 0 || strides[i] < 1 || sizes[i] < -1)
      return emitOptionalError(location, "'", op,
                               "' op expects offsets of at least 0 and strides "
                               "of at least 1 in dimension ",
                               i, ", found offset ", offsets[i], ", size ",
                               sizes[i], " and stride ", strides[i]);
    if (ShapedType::isDynamic(shape[i])) {
      if (sizes[i] == -1)
        sizes[i] = offsets[i] == 0 && strides[i] == 1 ? shape[i]
                                                      : ShapedType::kDynamic;
      continue;
    }
    int64_t most = offsets[i] >= shape[i]
                       ? 0
                       : (shape[i] - offsets[i] - 1) / strides[i] + 1;
    if (sizes[i] == -1)
      sizes[i] = most;
    if (sizes[i] > most)
      return emitOptionalError(location, "'", op,
                               "' op reaches past dimension ", i, ": ",
                               sizes[i], " elements from ", offsets[i], " by ",
                               strides[i], " in a size of ", shape[i]);
  }
  return success();
}

LogicalResult SliceOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  SmallVector<int64_t> sizes(adaptor.getSizes());
  if (failed(resolveSlice(
          location, getOperationName(), type.getShape(), adaptor.getOffsets(),
          getStridesOrOnes(adaptor.getStrides(), type.getRank()), sizes)))
    return failure();
  types.push_back(RankedTensorType::get(sizes, type.getElementType()));
  return success();
}

LogicalResult SliceOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                      ArrayRef<bool> needed,
                                      MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] = SliceBackwardOp::create(
        builder, getLoc(), gradients[0], getTensorType(getInput()).getShape(),
        getOffsets(), getStrides());
  return success();
}

OpFoldResult SliceOp::fold(FoldAdaptor) {
  if (getInput().getType() == getType() && getType().hasStaticShape())
    return getInput();
  return {};
}

LogicalResult SliceBackwardOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getGradient());
  ArrayRef<int64_t> shape = adaptor.getShape();
  SmallVector<int64_t> sizes(type.getShape());
  for (int64_t size : shape)
    if (size < 0)
      return emitOptionalError(
          location,
          "'amp.slice_backward' op expects a static shape, found a size of ",
          size);
  if (failed(resolveSlice(
          location, getOperationName(), shape, adaptor.getOffsets(),
          getStridesOrOnes(adaptor.getStrides(), type.getRank()), sizes)))
    return failure();
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult
SliceBackwardOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                ArrayRef<bool> needed,
                                MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] =
        SliceOp::create(builder, getLoc(), gradients[0], getOffsets(),
                        getTensorType(getGradient()).getShape(), getStrides());
  return success();
}

//===----------------------------------------------------------------------===//
// ConcatOp
//===----------------------------------------------------------------------===//

LogicalResult ConcatOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  if (adaptor.getInputs().empty())
    return emitOptionalError(location, "'amp.concat' op expects an operand");
  RankedTensorType first = getTensorType(adaptor.getInputs().front());
  int64_t dim = adaptor.getDim();
  if (dim < 0 || dim >= first.getRank())
    return emitOptionalError(location, "'amp.concat' op expects dim in [0, ",
                             first.getRank(), "), found ", dim);
  SmallVector<int64_t> shape(first.getShape());
  for (Value input : adaptor.getInputs().drop_front()) {
    RankedTensorType type = getTensorType(input);
    bool fits = type.getRank() == first.getRank() &&
                type.getElementType() == first.getElementType();
    for (int64_t i = 0; fits && i < first.getRank(); ++i)
      if (i != dim)
        fits = type.isDynamicDim(i) || ShapedType::isDynamic(shape[i]) ||
               type.getDimSize(i) == shape[i];
    if (!fits)
      return emitOptionalError(
          location,
          "'amp.concat' op expects operands that differ in "
          "dimension ",
          dim, " only, found ", first, " and ", type);
    if (ShapedType::isDynamic(shape[dim]) || type.isDynamicDim(dim))
      shape[dim] = ShapedType::kDynamic;
    else
      shape[dim] += type.getDimSize(dim);
  }
  types.push_back(RankedTensorType::get(shape, first.getElementType()));
  return success();
}

LogicalResult
ConcatOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                         ArrayRef<bool> needed,
                         MutableArrayRef<Value> operandGradients) {
  SmallVector<int64_t> offsets(getType().getRank(), 0);
  for (auto [i, input] : llvm::enumerate(getInputs())) {
    RankedTensorType type = getTensorType(input);
    if (needed[i])
      operandGradients[i] =
          SliceOp::create(builder, getLoc(), gradients[0], offsets,
                          type.getShape(), ArrayRef<int64_t>());
    offsets[getDim()] += type.getDimSize(getDim());
  }
  return success();
}

OpFoldResult ConcatOp::fold(FoldAdaptor) {
  if (getInputs().size() == 1 && getInputs()[0].getType() == getType())
    return getInputs()[0];
  return {};
}
