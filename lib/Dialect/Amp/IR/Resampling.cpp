//===- Resampling.cpp - Resampling ----------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Resampling.h"

#include "ShapeRules.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// Checks rank and factor; gives the factor's square.
static FailureOr<int64_t> squareFactor(std::optional<Location> location,
                                       StringRef op, RankedTensorType type,
                                       int64_t factor) {
  if (type.getRank() < 3)
    return emitOptionalError(location, "'", op,
                             "' op expects rank 3 or more, found ", type);
  int64_t square;
  if (factor < 1 || llvm::MulOverflow(factor, factor, square))
    return emitOptionalError(location, "'", op,
                             "' op expects a factor of at least 1, whose "
                             "square is a size, found ",
                             factor);
  return square;
}

/// Multiplies a size, `?` or known; false if there are too many.
static bool scaleSize(int64_t &size, int64_t factor) {
  return ShapedType::isDynamic(size) || !llvm::MulOverflow(size, factor, size);
}

LogicalResult PixelShuffleOp::inferReturnTypes(MLIRContext *,
                                               std::optional<Location> location,
                                               Adaptor adaptor,
                                               SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  int64_t factor = adaptor.getFactor();
  FailureOr<int64_t> square =
      squareFactor(location, getOperationName(), type, factor);
  if (failed(square))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  int64_t &channels = shape[shape.size() - 3];
  if (!ShapedType::isDynamic(channels)) {
    if (channels % *square)
      return emitOptionalError(
          location, "'amp.pixel_shuffle' op expects a multiple of ", *square,
          " channels for factor ", factor, ", found ", channels, " in ", type);
    channels /= *square;
  }
  if (!scaleSize(shape[shape.size() - 2], factor) ||
      !scaleSize(shape.back(), factor))
    return emitTooManyElements(location, getOperationName());
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult PixelUnshuffleOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  int64_t factor = adaptor.getFactor();
  FailureOr<int64_t> square =
      squareFactor(location, getOperationName(), type, factor);
  if (failed(square))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  for (size_t i = shape.size() - 2; i < shape.size(); ++i) {
    if (ShapedType::isDynamic(shape[i]))
      continue;
    if (shape[i] % factor)
      return emitOptionalError(
          location, "'amp.pixel_unshuffle' op expects a multiple of ", factor,
          " in dimension ", i, ", found ", type);
    shape[i] /= factor;
  }
  if (!scaleSize(shape[shape.size() - 3], *square))
    return emitTooManyElements(location, getOperationName());
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

static LogicalResult inferGridSampler(const ShapeRules &rules,
                                      GridSamplerOp::Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensorType(adaptor.getInput());
  RankedTensorType grid = getTensorType(adaptor.getGrid());
  int64_t rank = input.getRank();
  if (rank != 4 && rank != 5)
    return rules.error("expects input [N, C, H, W] or [N, C, D, H, W], found ",
                       input);
  SmallVector<int64_t> expected(grid.getShape());
  expected.resize(rank, ShapedType::kDynamic);
  expected.front() = input.getDimSize(0);
  expected.back() = rank - 2;
  if (failed(rules.expectShape("grid", adaptor.getGrid(), expected)) ||
      failed(rules.expectElements("input", adaptor.getInput(), 1)) ||
      failed(rules.expectOneElementType(adaptor.getOperands())) ||
      failed(rules.expectOneOf("interpolation_mode",
                               adaptor.getInterpolationMode(),
                               {"bilinear", "nearest", "bicubic"})) ||
      failed(rules.expectOneOf("padding_mode", adaptor.getPaddingMode(),
                               {"zeros", "border", "reflection"})))
    return failure();
  if (rank == 5 && adaptor.getInterpolationMode() == "bicubic")
    return rules.error("expects input [N, C, H, W] with interpolation_mode "
                       "bicubic, found ",
                       input);
  SmallVector<int64_t> shape = {
      mergeSizes(input.getDimSize(0), grid.getDimSize(0)), input.getDimSize(1)};
  llvm::append_range(shape, grid.getShape().drop_front().drop_back());
  types.push_back(input.clone(shape));
  return success();
}

AMP_INFER(GridSamplerOp, inferGridSampler(rules, adaptor, types))
AMP_INFER(UpsampleBicubic2dAaOp, inferResample<2>(rules, adaptor, types))
AMP_INFER(UpsampleBicubic2dOp, inferResample<2>(rules, adaptor, types))
AMP_INFER(UpsampleBilinear2dAaOp, inferResample<2>(rules, adaptor, types))
AMP_INFER(UpsampleBilinear2dOp, inferResample<2>(rules, adaptor, types))
AMP_INFER(UpsampleLinear1dOp, inferResample<1>(rules, adaptor, types))
AMP_INFER(UpsampleNearest1dOp, inferResample<1>(rules, adaptor, types))
AMP_INFER(UpsampleNearest2dOp, inferResample<2>(rules, adaptor, types))
AMP_INFER(UpsampleNearest3dOp, inferResample<3>(rules, adaptor, types))
AMP_INFER(UpsampleNearestExact1dOp, inferResample<1>(rules, adaptor, types))
AMP_INFER(UpsampleNearestExact2dOp, inferResample<2>(rules, adaptor, types))
AMP_INFER(UpsampleNearestExact3dOp, inferResample<3>(rules, adaptor, types))
AMP_INFER(UpsampleTrilinear3dOp, inferResample<3>(rules, adaptor, types))
