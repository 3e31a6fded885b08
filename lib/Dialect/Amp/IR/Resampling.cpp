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

/// Multiplies a size, `?` or known; false if there are too many.
static bool scaleSize(int64_t &size, int64_t factor) {
  return ShapedType::isDynamic(size) || !llvm::MulOverflow(size, factor, size);
}

/// The input with its last three sizes changed by `change`, which takes the
/// factor's square, too.
template <typename AdaptorT>
static LogicalResult
inferPixels(const ShapeRules &rules, AdaptorT adaptor,
            SmallVectorImpl<Type> &types,
            llvm::function_ref<LogicalResult(MutableArrayRef<int64_t>, int64_t)>
                change) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  if (type.getRank() < 3)
    return rules.error("expects rank 3 or more, found ", type);
  int64_t factor = adaptor.getFactor(), square;
  if (factor < 1 || llvm::MulOverflow(factor, factor, square))
    return rules.error("expects a factor of at least 1, whose square is a "
                       "size, found ",
                       factor);
  SmallVector<int64_t> shape(type.getShape());
  if (failed(change(MutableArrayRef(shape).take_back(3), square)))
    return failure();
  types.push_back(type.clone(shape));
  return success();
}

static LogicalResult inferPixelShuffle(const ShapeRules &rules,
                                       PixelShuffleOp::Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  int64_t factor = adaptor.getFactor();
  auto change = [&](MutableArrayRef<int64_t> last,
                    int64_t square) -> LogicalResult {
    int64_t &channels = last[0];
    if (!ShapedType::isDynamic(channels)) {
      if (channels % square)
        return rules.error("expects a multiple of ", square,
                           " channels for factor ", factor, ", found ",
                           channels, " in ", adaptor.getInput().getType());
      channels /= square;
    }
    if (!scaleSize(last[1], factor) || !scaleSize(last[2], factor))
      return rules.errorOfTooManyElements();
    return success();
  };
  return inferPixels(rules, adaptor, types, change);
}

static LogicalResult inferPixelUnshuffle(const ShapeRules &rules,
                                         PixelUnshuffleOp::Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  int64_t factor = adaptor.getFactor();
  auto change = [&](MutableArrayRef<int64_t> last,
                    int64_t square) -> LogicalResult {
    RankedTensorType type = getTensorType(adaptor.getInput());
    for (int64_t i : {1, 2}) {
      if (ShapedType::isDynamic(last[i]))
        continue;
      if (last[i] % factor)
        return rules.error("expects a multiple of ", factor, " in dimension ",
                           type.getRank() - 3 + i, ", found ", type);
      last[i] /= factor;
    }
    if (!scaleSize(last[0], square))
      return rules.errorOfTooManyElements();
    return success();
  };
  return inferPixels(rules, adaptor, types, change);
}

AMP_INFER(PixelShuffleOp, inferPixelShuffle(rules, adaptor, types))
AMP_INFER(PixelUnshuffleOp, inferPixelUnshuffle(rules, adaptor, types))

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
