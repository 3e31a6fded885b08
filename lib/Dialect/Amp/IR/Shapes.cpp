//===- Shapes.cpp - Ops that move elements --------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Shapes.h"

#include "ShapeRules.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "mlir/IR/IRMapping.h"

#include "mlir/IR/PatternMatch.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

bool ReshapeOp::keepsElements(unsigned) { return true; }

bool TransposeOp::keepsElements(unsigned) { return true; }

bool BroadcastToOp::keepsElements(unsigned) { return true; }

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

/// The places in `dims`, each once, as a mask.
static FailureOr<SmallVector<bool>>
resolveDims(std::optional<Location> location, StringRef op,
            ArrayRef<int64_t> dims, RankedTensorType type) {
  SmallVector<bool> mask(type.getRank(), false);
  for (int64_t dim : dims) {
    FailureOr<int64_t> place =
        resolveDim(location, op, dim, type.getRank(), type);
    if (failed(place))
      return failure();
    if (mask[*place])
      return emitOptionalError(location, "'", op, "' op lists dimension ",
                               *place, " twice");
    mask[*place] = true;
  }
  return mask;
}

LogicalResult StackOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  if (adaptor.getInputs().empty())
    return emitOptionalError(location, "'amp.stack' op expects an operand");
  Value first = adaptor.getInputs().front();
  RankedTensorType type = getTensorType(first);
  FailureOr<int64_t> dim = resolveDim(
      location, getOperationName(), adaptor.getDim(), type.getRank() + 1, type);
  if (failed(dim))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  for (Value input : adaptor.getInputs().drop_front()) {
    RankedTensorType other = getTensorType(input);
    if (failed(checkElementTypes(location, getOperationName(), first, input)))
      return failure();
    bool fits = other.getRank() == type.getRank();
    for (int64_t i = 0; fits && i < type.getRank(); ++i)
      fits = mergeSize(shape[i], other.getDimSize(i));
    if (!fits)
      return emitOptionalError(
          location, "'amp.stack' op expects operands of one shape, found ",
          type, " and ", other);
  }
  shape.insert(shape.begin() + *dim, adaptor.getInputs().size());
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult SplitOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  FailureOr<int64_t> dim = resolveDim(location, getOperationName(),
                                      adaptor.getDim(), type.getRank(), type);
  if (failed(dim))
    return failure();
  if (adaptor.getSizes().empty())
    return emitOptionalError(location, "'amp.split' op expects a size");
  int64_t sum = 0;
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t size : adaptor.getSizes()) {
    if (size < 0)
      return emitOptionalError(
          location, "'amp.split' op expects sizes of at least 0, found ", size);
    if (llvm::AddOverflow(sum, size, sum))
      return emitTooManyElements(location, getOperationName());
    shape[*dim] = size;
    types.push_back(RankedTensorType::get(shape, type.getElementType()));
  }
  int64_t whole = type.getDimSize(*dim);
  if (!mergeSize(whole, sum))
    return emitOptionalError(
        location, "'amp.split' op expects sizes that add up to ", whole,
        ", the size of dimension ", *dim, " of ", type, ", found ", sum);
  return success();
}

LogicalResult SqueezeOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> location,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  bool all = adaptor.getDims().empty();
  if (all && !type.hasStaticShape())
    return emitOptionalError(
        location, "'amp.squeeze' op cannot tell which dimensions of ", type,
        " have size 1; list them in 'dims'");
  FailureOr<SmallVector<bool>> listed =
      resolveDims(location, getOperationName(), adaptor.getDims(), type);
  if (failed(listed))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if ((*listed)[i] && !ShapedType::isDynamic(size) && size != 1)
      return emitOptionalError(location,
                               "'amp.squeeze' op expects size 1 in dimension ",
                               i, " of ", type);
    if (!(*listed)[i] && !(all && size == 1))
      shape.push_back(size);
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult UnsqueezeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  FailureOr<int64_t> dim = resolveDim(
      location, getOperationName(), adaptor.getDim(), type.getRank() + 1, type);
  if (failed(dim))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + *dim, 1);
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult FlipOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  types.push_back(type);
  return resolveDims(location, getOperationName(), adaptor.getDims(), type);
}

LogicalResult TileOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  SmallVector<int64_t> repeats(adaptor.getRepeats());
  SmallVector<int64_t> shape(type.getShape());
  size_t rank = std::max(repeats.size(), shape.size());
  repeats.insert(repeats.begin(), rank - repeats.size(), 1);
  shape.insert(shape.begin(), rank - shape.size(), 1);
  for (size_t i = 0; i < rank; ++i) {
    if (repeats[i] < 0)
      return emitOptionalError(
          location, "'amp.tile' op expects repeats of at least 0, found ",
          repeats[i]);
    if (ShapedType::isDynamic(shape[i]))
      shape[i] = repeats[i] == 0 ? 0 : ShapedType::kDynamic;
    else if (llvm::MulOverflow(shape[i], repeats[i], shape[i]))
      return emitTooManyElements(location, getOperationName());
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// `size` with `low` and `high` more; `?` stays `?`. Fails if it has no
/// elements to take away, or too many.
static FailureOr<int64_t> padSize(int64_t size, int64_t low, int64_t high) {
  if (ShapedType::isDynamic(size))
    return size;
  int64_t kept, padded;
  if (llvm::AddOverflow(std::min<int64_t>(low, 0), std::min<int64_t>(high, 0),
                        kept) ||
      llvm::AddOverflow(size, kept, kept) || kept < 0 ||
      llvm::AddOverflow(kept, std::max<int64_t>(low, 0), padded) ||
      llvm::AddOverflow(padded, std::max<int64_t>(high, 0), padded))
    return failure();
  return padded;
}

LogicalResult ConstantPadNdOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  ArrayRef<int64_t> low = adaptor.getLow(), high = adaptor.getHigh();
  size_t rank = type.getRank();
  if (low.size() != rank || high.size() != rank)
    return emitOptionalError(
        location, "'amp.constant_pad_nd' op expects ", rank,
        " entries, one per dimension, in 'low' and 'high', found ", low.size(),
        " and ", high.size());
  SmallVector<int64_t> shape;
  for (size_t i = 0; i < rank; ++i) {
    FailureOr<int64_t> size = padSize(type.getDimSize(i), low[i], high[i]);
    if (failed(size))
      return emitOptionalError(
          location, "'amp.constant_pad_nd' op cannot pad dimension ", i, " of ",
          type, " with ", low[i], " and ", high[i]);
    shape.push_back(*size);
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

/// Padding of the last dimensions. With `mirrors` each side takes the elements
/// next to the one at the edge, else the one at the edge.
static LogicalResult inferEdgePad(std::optional<Location> location,
                                  StringRef op, Value input,
                                  ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                                  bool mirrors, SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(input);
  if (low.size() != high.size() || low.empty() || low.size() > 3)
    return emitOptionalError(
        location, "'", op,
        "' op expects one to three entries in 'low' and as many in 'high', "
        "found ",
        low.size(), " and ", high.size());
  int64_t count = low.size(), rank = type.getRank();
  if (rank != count + 1 && rank != count + 2)
    return emitOptionalError(location, "'", op, "' op expects rank ", count + 1,
                             " or ", count + 2, " to pad ", count,
                             " dimensions, found ", type);
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t i = 0; i < count; ++i) {
    int64_t dim = rank - count + i, size = shape[dim];
    if (low[i] < 0 || high[i] < 0)
      return emitOptionalError(location, "'", op,
                               "' op expects 'low' and 'high' of at least 0, "
                               "found ",
                               low[i], " and ", high[i]);
    int64_t most = mirrors ? std::max(low[i], high[i]) : 0;
    if (!ShapedType::isDynamic(size) && most >= size)
      return emitOptionalError(location, "'", op, "' op expects more than ",
                               most, " elements in dimension ", dim,
                               ", which is padded with ", low[i], " and ",
                               high[i], ", found ", type);
    FailureOr<int64_t> padded = padSize(size, low[i], high[i]);
    if (failed(padded))
      return emitTooManyElements(location, op);
    shape[dim] = *padded;
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult ReflectionPadOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  return inferEdgePad(location, getOperationName(), adaptor.getInput(),
                      adaptor.getLow(), adaptor.getHigh(), /*mirrors=*/true,
                      types);
}

LogicalResult ReplicationPadOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  return inferEdgePad(location, getOperationName(), adaptor.getInput(),
                      adaptor.getLow(), adaptor.getHigh(), /*mirrors=*/false,
                      types);
}

StringRef ReflectionPadOp::getPrecisionName() {
  constexpr StringRef names[] = {"reflection_pad1d", "reflection_pad2d",
                                 "reflection_pad3d"};
  return names[getLow().size() - 1];
}

StringRef ReplicationPadOp::getPrecisionName() {
  constexpr StringRef names[] = {"replication_pad1d", "replication_pad2d",
                                 "replication_pad3d"};
  return names[getLow().size() - 1];
}

//===----------------------------------------------------------------------===//
// Core ops
//===----------------------------------------------------------------------===//

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

OpFoldResult BroadcastToOp::fold(FoldAdaptor) {
  return getInput().getType() == getType() ? OpFoldResult(getInput())
                                           : OpFoldResult();
}

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

OpFoldResult SliceOp::fold(FoldAdaptor) {
  if (getInput().getType() == getType() && getType().hasStaticShape())
    return getInput();
  return {};
}

static bool isUnitStrided(ArrayRef<int64_t> strides) {
  return llvm::all_of(strides, [](int64_t stride) { return stride == 1; });
}

/// `value`, an operand of an elementwise op of `shape`, for the part of the
/// result at `offsets` of `sizes`.
static Value sliceOperand(OpBuilder &builder, Location loc, Value value,
                          ArrayRef<int64_t> shape, ArrayRef<int64_t> offsets,
                          ArrayRef<int64_t> sizes) {
  ArrayRef<int64_t> own = getTensorType(value).getShape();
  size_t added = shape.size() - own.size();
  SmallVector<int64_t> ownOffsets, ownSizes;
  for (auto [i, size] : llvm::enumerate(own)) {
    bool isRepeated = size == 1 && shape[added + i] != 1;
    ownOffsets.push_back(isRepeated ? 0 : offsets[added + i]);
    ownSizes.push_back(isRepeated ? 1 : sizes[added + i]);
  }
  if (ArrayRef(ownSizes) == own)
    return value;
  return SliceOp::create(builder, loc, value, ownOffsets, ownSizes,
                         ArrayRef<int64_t>());
}

/// `list` in the order in which `permutation` has its dimensions.
static SmallVector<int64_t> permute(ArrayRef<int64_t> list,
                                    ArrayRef<int64_t> permutation) {
  return llvm::map_to_vector(
      permutation, [&](int64_t dim) { return list[static_cast<size_t>(dim)]; });
}

/// Moves the elements of parts alone, if no more than parts are asked of what
/// is transposed.
static LogicalResult sliceFirst(SliceOp op, TransposeOp transpose,
                                PatternRewriter &rewriter) {
  int64_t elements = 0;
  for (Operation *user : transpose->getUsers()) {
    auto part = dyn_cast<SliceOp>(user);
    if (!part || !part.getType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "input has other uses");
    elements += part.getType().getNumElements();
  }
  RankedTensorType type = getTensorType(transpose.getInput());
  if (!type.hasStaticShape() || elements >= type.getNumElements())
    return rewriter.notifyMatchFailure(op, "all elements are asked for");
  SmallVector<int64_t> inverse(type.getRank());
  for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
    inverse[from] = static_cast<int64_t>(to);
  SmallVector<int64_t> strides(op.getStrides());
  if (!strides.empty())
    strides = permute(strides, inverse);
  Value part =
      SliceOp::create(rewriter, op.getLoc(), transpose.getInput(),
                      permute(op.getOffsets(), inverse),
                      permute(getTensorType(op).getShape(), inverse), strides);
  rewriter.replaceOpWithNewOp<TransposeOp>(op, part,
                                           transpose.getPermutation());
  return success();
}

/// Where elementwise ops compute each part of what another one made apart, such
/// as the gates of a cell, so can that one: all of them then are one kernel.
LogicalResult SliceOp::canonicalize(SliceOp op, PatternRewriter &rewriter) {
  Operation *source = op.getInput().getDefiningOp();
  RankedTensorType type = getTensorType(op.getInput());
  if (auto transpose = dyn_cast_if_present<TransposeOp>(source))
    return sliceFirst(op, transpose, rewriter);
  if (!source || !isa<ElementwiseOpInterface>(source) ||
      !isUnitStrided(op.getStrides()) || !type.hasStaticShape())
    return rewriter.notifyMatchFailure(op, "input is not computed in parts");
  int64_t elements = 0;
  for (Operation *user : source->getUsers()) {
    auto part = dyn_cast<SliceOp>(user);
    if (!part || !isUnitStrided(part.getStrides()) ||
        !llvm::all_of(part->getUsers(), [](Operation *next) {
          return isa<ElementwiseOpInterface>(next);
        }))
      return rewriter.notifyMatchFailure(op, "input has other uses");
    elements += getTensorType(part).getNumElements();
  }
  if (elements > type.getNumElements())
    return rewriter.notifyMatchFailure(op, "parts are computed twice");
  ArrayRef<int64_t> sizes = getTensorType(op).getShape();
  IRMapping mapping;
  for (Value operand : source->getOperands())
    mapping.map(operand, sliceOperand(rewriter, op.getLoc(), operand,
                                      type.getShape(), op.getOffsets(), sizes));
  Operation *part = rewriter.clone(*source, mapping);
  part->getResult(0).setType(op.getType());
  rewriter.replaceOp(op, part->getResults());
  return success();
}

/// The dimension along which `parts`, of one larger shape, lie one behind the
/// other, in that order, until they fill it; none if they do not.
static std::optional<int64_t>
findTiling(MutableArrayRef<SliceBackwardOp> parts) {
  ArrayRef<int64_t> shape = parts.front().getShape();
  std::optional<int64_t> along;
  for (SliceBackwardOp part : parts) {
    if (part.getShape() != shape || !isUnitStrided(part.getStrides()))
      return std::nullopt;
    for (auto [dim, size] : llvm::enumerate(shape)) {
      if (getTensorType(part.getGradient()).getDimSize(dim) == size)
        continue;
      if (along && *along != static_cast<int64_t>(dim))
        return std::nullopt;
      along = dim;
    }
  }
  if (!along)
    return std::nullopt;
  llvm::sort(parts, [&](SliceBackwardOp a, SliceBackwardOp b) {
    return a.getOffsets()[*along] < b.getOffsets()[*along];
  });
  int64_t end = 0;
  for (SliceBackwardOp part : parts) {
    if (part.getOffsets()[*along] != end)
      return std::nullopt;
    end += getTensorType(part.getGradient()).getDimSize(*along);
  }
  return end == shape[*along] ? along : std::nullopt;
}

/// The sum of parts among zeros that together fill all places is the parts side
/// by side. A part is transposed, not the zeros around it.
LogicalResult SliceBackwardOp::canonicalize(SliceBackwardOp op,
                                            PatternRewriter &rewriter) {
  if (auto transpose = op->hasOneUse()
                           ? dyn_cast<TransposeOp>(*op->user_begin())
                           : TransposeOp()) {
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    SmallVector<int64_t> strides(op.getStrides());
    if (!strides.empty())
      strides = permute(strides, permutation);
    rewriter.setInsertionPoint(transpose);
    Value part = TransposeOp::create(rewriter, transpose.getLoc(),
                                     op.getGradient(), permutation);
    rewriter.replaceOpWithNewOp<SliceBackwardOp>(
        transpose, part, permute(op.getShape(), permutation),
        permute(op.getOffsets(), permutation), strides);
    return success();
  }
  SmallVector<SliceBackwardOp> parts = {op};
  Operation *sum = op;
  while (sum->hasOneUse()) {
    auto add = dyn_cast<AddOp>(*sum->user_begin());
    if (!add || add.getType() != op.getType())
      break;
    Value other =
        add.getLhs() == sum->getResult(0) ? add.getRhs() : add.getLhs();
    auto part = other.getDefiningOp<SliceBackwardOp>();
    if (!part || !part->hasOneUse())
      break;
    parts.push_back(part);
    sum = add;
    SmallVector<SliceBackwardOp> sorted(parts);
    std::optional<int64_t> dim = findTiling(sorted);
    if (!dim)
      continue;
    SmallVector<Value> values;
    for (SliceBackwardOp tile : sorted)
      values.push_back(tile.getGradient());
    rewriter.setInsertionPoint(sum);
    rewriter.replaceOpWithNewOp<ConcatOp>(sum, values, *dim);
    return success();
  }
  return rewriter.notifyMatchFailure(op, "no parts fill all places");
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

OpFoldResult ConcatOp::fold(FoldAdaptor) {
  if (getInputs().size() == 1 && getInputs()[0].getType() == getType())
    return getInputs()[0];
  return {};
}
