//===- Convolutions.cpp - Convolutions ------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Convolutions.h"

#include "ShapeRules.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// What holds for convolutions of both directions.
template <int n, typename AdaptorT>
static LogicalResult checkConvolution(const ShapeRules &rules, AdaptorT adaptor,
                                      StringRef weightLayout) {
  Value input = adaptor.getInput(), weight = adaptor.getWeight();
  if (failed(rules.expectRank("input", input, n + 2, getLayout(n))) ||
      failed(rules.expectRank("weight", weight, n + 2, weightLayout)) ||
      failed(rules.expectOneElementType({input, weight, adaptor.getBias()})) ||
      failed(rules.expectParameters("stride", adaptor.getStride(), n, 1)) ||
      failed(rules.expectParameters("padding", adaptor.getPadding(), n, 0)) ||
      failed(rules.expectParameters("dilation", adaptor.getDilation(), n, 1)) ||
      failed(rules.expectParameter(
          "groups", static_cast<int64_t>(adaptor.getGroups()), 1)))
    return failure();
  return rules.expectElements("weight", weight, 0);
}

/// The window along spatial dimension `i`.
template <typename AdaptorT>
static Window getConvolutionWindow(AdaptorT adaptor, int i) {
  return {getTensorType(adaptor.getWeight()).getDimSize(i + 2),
          adaptor.getStride()[i], adaptor.getPadding()[i],
          adaptor.getDilation()[i]};
}

static LogicalResult inferConvTbc(const ShapeRules &rules,
                                  ConvTbcOp::Adaptor adaptor,
                                  SmallVectorImpl<Type> &types) {
  Value inputValue = adaptor.getInput(), weightValue = adaptor.getWeight();
  auto pad = static_cast<int64_t>(adaptor.getPad());
  if (failed(rules.expectRank("input", inputValue, 3, "[T, N, C]")) ||
      failed(rules.expectRank("weight", weightValue, 3, "[k, C, O]")) ||
      failed(rules.expectOneElementType(
          {inputValue, weightValue, adaptor.getBias()})) ||
      failed(rules.expectElements("weight", weightValue, 0)) ||
      failed(rules.expectParameter("pad", pad, 0)))
    return failure();
  RankedTensorType input = getTensorType(inputValue);
  RankedTensorType weight = getTensorType(weightValue);
  if (!areCompatibleSizes(input.getDimSize(2), weight.getDimSize(1)))
    return rules.error("expects ", weight.getDimSize(1),
                       " input channels as the weight ", weight, " has, found ",
                       input.getDimSize(2), " in ", input);
  if (failed(
          rules.expectShape("bias", adaptor.getBias(), weight.getDimSize(2))))
    return failure();
  Window window = {weight.getDimSize(0), /*stride=*/1, pad};
  int64_t count = window.countPositions(input.getDimSize(0));
  if (!ShapedType::isDynamic(count) && count < 1)
    return rules.error("expects a kernel no larger than the padded input, "
                       "found ",
                       window.kernel, " and ", input.getDimSize(0) + 2 * pad,
                       ", from ", input, " and ", weight);
  types.push_back(
      input.clone({count, input.getDimSize(1), weight.getDimSize(2)}));
  return success();
}

template <int n, typename AdaptorT>
static LogicalResult inferConvolution(const ShapeRules &rules, AdaptorT adaptor,
                                      SmallVectorImpl<Type> &types) {
  static constexpr StringRef layouts[] = {"[O, C / groups, kL]",
                                          "[O, C / groups, kH, kW]",
                                          "[O, C / groups, kD, kH, kW]"};
  if (failed(checkConvolution<n>(rules, adaptor, layouts[n - 1])))
    return failure();
  RankedTensorType input = getTensorType(adaptor.getInput());
  RankedTensorType weight = getTensorType(adaptor.getWeight());
  auto groups = static_cast<int64_t>(adaptor.getGroups());
  int64_t channels = multiplySize(weight.getDimSize(1), groups);
  if (!areCompatibleSizes(input.getDimSize(1), channels))
    return rules.error("expects ", channels, " input channels as the weight ",
                       weight, " with groups = ", groups, " has, found ",
                       input.getDimSize(1), " in ", input);
  int64_t outputs = weight.getDimSize(0);
  if (!ShapedType::isDynamic(outputs) && outputs % groups != 0)
    return rules.error("expects output channels that groups = ", groups,
                       " divides, found ", outputs, " in the weight ", weight);
  if (failed(rules.expectShape("bias", adaptor.getBias(), outputs)))
    return failure();

  SmallVector<int64_t> shape = {input.getDimSize(0), outputs};
  for (int i = 0; i < n; ++i) {
    Window window = getConvolutionWindow(adaptor, i);
    int64_t size = input.getDimSize(i + 2);
    int64_t count = window.countPositions(size);
    if (!ShapedType::isDynamic(count) && count < 1)
      return rules.error("expects a kernel no larger than the padded input, "
                         "found in spatial dimension ",
                         i, " ", window.getExtent(), " (dilated) and ",
                         size + 2 * window.padding, ", from ", input, " and ",
                         weight);
    shape.push_back(count);
  }
  types.push_back(input.clone(shape));
  return success();
}

template <int n, typename AdaptorT>
static LogicalResult inferTransposedConvolution(const ShapeRules &rules,
                                                AdaptorT adaptor,
                                                SmallVectorImpl<Type> &types) {
  static constexpr StringRef layouts[] = {"[C, O / groups, kL]",
                                          "[C, O / groups, kH, kW]",
                                          "[C, O / groups, kD, kH, kW]"};
  ArrayRef<int64_t> outputPadding = adaptor.getOutputPadding();
  if (failed(checkConvolution<n>(rules, adaptor, layouts[n - 1])) ||
      failed(rules.expectElements("input", adaptor.getInput(), 2)) ||
      failed(rules.expectParameters("output_padding", outputPadding, n, 0)))
    return failure();
  RankedTensorType input = getTensorType(adaptor.getInput());
  RankedTensorType weight = getTensorType(adaptor.getWeight());
  auto groups = static_cast<int64_t>(adaptor.getGroups());
  int64_t channels = weight.getDimSize(0);
  if (!areCompatibleSizes(input.getDimSize(1), channels))
    return rules.error("expects ", channels, " input channels as the weight ",
                       weight, " has, found ", input.getDimSize(1), " in ",
                       input);
  channels = mergeSizes(channels, input.getDimSize(1));
  if (!ShapedType::isDynamic(channels) && channels % groups != 0)
    return rules.error("expects input channels that groups = ", groups,
                       " divides, found ", channels, " in ", input);
  int64_t outputs = multiplySize(weight.getDimSize(1), groups);
  if (failed(rules.expectShape("bias", adaptor.getBias(), outputs)))
    return failure();

  SmallVector<int64_t> shape = {input.getDimSize(0), outputs};
  for (int i = 0; i < n; ++i) {
    Window window = getConvolutionWindow(adaptor, i);
    if (outputPadding[i] >= std::max(window.stride, window.dilation))
      return rules.error("expects output_padding smaller than stride or "
                         "dilation, found in spatial dimension ",
                         i, " ", outputPadding[i], " with stride ",
                         window.stride, " and dilation ", window.dilation);
    int64_t size =
        window.countCovered(input.getDimSize(i + 2), outputPadding[i]);
    if (!ShapedType::isDynamic(size) && size < 1)
      return rules.error("expects less padding than the result has elements, "
                         "found in spatial dimension ",
                         i, " padding ", window.padding, " and a size of ",
                         size, ", from ", input, " and ", weight);
    shape.push_back(size);
  }
  types.push_back(input.clone(shape));
  return success();
}

AMP_INFER(Conv1dOp, inferConvolution<1>(rules, adaptor, types))
AMP_INFER(Conv2dOp, inferConvolution<2>(rules, adaptor, types))
AMP_INFER(Conv3dOp, inferConvolution<3>(rules, adaptor, types))
AMP_INFER(ConvTbcOp, inferConvTbc(rules, adaptor, types))
AMP_INFER(ConvTranspose1dOp,
          inferTransposedConvolution<1>(rules, adaptor, types))
AMP_INFER(ConvTranspose2dOp,
          inferTransposedConvolution<2>(rules, adaptor, types))
AMP_INFER(ConvTranspose3dOp,
          inferTransposedConvolution<3>(rules, adaptor, types))
