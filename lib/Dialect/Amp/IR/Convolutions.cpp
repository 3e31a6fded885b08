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

/// How a weight is stored whose channels are those of the input and output, or
/// the other way round.
static StringRef getWeightLayout(size_t n, bool isTransposed) {
  static constexpr StringRef forward[] = {"[O, C / groups, kL]",
                                          "[O, C / groups, kH, kW]",
                                          "[O, C / groups, kD, kH, kW]"};
  static constexpr StringRef transposed[] = {"[C, O / groups, kL]",
                                             "[C, O / groups, kH, kW]",
                                             "[C, O / groups, kD, kH, kW]"};
  return (isTransposed ? transposed : forward)[n - 1];
}

/// The attributes, for `n` spatial dimensions.
template <typename AdaptorT>
static LogicalResult checkParameters(const ShapeRules &rules, AdaptorT adaptor,
                                     size_t n) {
  return success(
      succeeded(rules.expectParameters("stride", adaptor.getStride(), n, 1)) &&
      succeeded(
          rules.expectParameters("padding", adaptor.getPadding(), n, 0)) &&
      succeeded(
          rules.expectParameters("dilation", adaptor.getDilation(), n, 1)) &&
      succeeded(rules.expectParameter(
          "groups", static_cast<int64_t>(adaptor.getGroups()), 1)));
}

/// What holds for convolutions of both directions.
template <typename AdaptorT>
static LogicalResult checkConvolution(const ShapeRules &rules, AdaptorT adaptor,
                                      size_t n, bool isTransposed) {
  Value input = adaptor.getInput(), weight = adaptor.getWeight();
  auto rank = static_cast<int64_t>(n + 2);
  if (failed(rules.expectRank("input", input, rank, getLayout(n))) ||
      failed(rules.expectRank("weight", weight, rank,
                              getWeightLayout(n, isTransposed))) ||
      failed(rules.expectOneElementType({input, weight, adaptor.getBias()})) ||
      failed(checkParameters(rules, adaptor, n)))
    return failure();
  return rules.expectElements("weight", weight, 0);
}

/// The window along spatial dimension `i`, of `kernel` elements.
template <typename AdaptorT>
static Window getWindow(AdaptorT adaptor, size_t i, int64_t kernel) {
  return {kernel, adaptor.getStride()[i], adaptor.getPadding()[i],
          adaptor.getDilation()[i]};
}

/// The same, of the weight's size.
template <typename AdaptorT>
static Window getConvolutionWindow(AdaptorT adaptor, size_t i) {
  return getWindow(
      adaptor, i,
      getTensorType(adaptor.getWeight()).getDimSize(static_cast<int>(i) + 2));
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

template <typename AdaptorT>
static LogicalResult inferConvolution(const ShapeRules &rules, AdaptorT adaptor,
                                      size_t n, SmallVectorImpl<Type> &types) {
  if (failed(checkConvolution(rules, adaptor, n, /*isTransposed=*/false)))
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
  for (size_t i = 0; i < n; ++i) {
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

template <typename AdaptorT>
static LogicalResult inferTransposedConvolution(const ShapeRules &rules,
                                                AdaptorT adaptor, size_t n,
                                                SmallVectorImpl<Type> &types) {
  ArrayRef<int64_t> outputPadding = adaptor.getOutputPadding();
  if (failed(checkConvolution(rules, adaptor, n, /*isTransposed=*/true)) ||
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
  for (size_t i = 0; i < n; ++i) {
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

//===----------------------------------------------------------------------===//
// What they are made of
//===----------------------------------------------------------------------===//

/// One to three spatial dimensions, as many as strides.
template <typename AdaptorT>
static FailureOr<size_t> inferNumSpatial(const ShapeRules &rules,
                                         AdaptorT adaptor) {
  size_t n = adaptor.getStride().size();
  if (n < 1 || n > 3)
    return rules.error("expects 1 to 3 strides, one for each spatial "
                       "dimension, found ",
                       n);
  return n;
}

/// Two sizes that must be one.
static LogicalResult expectEqual(const ShapeRules &rules, StringRef what,
                                 int64_t a, Value first, int64_t b,
                                 Value second) {
  if (areCompatibleSizes(a, b))
    return success();
  return rules.error("expects as many ", what, " in ", first.getType(),
                     " as in ", second.getType(), ", found ", a, " and ", b);
}

/// Channels that do not divide into the groups.
static LogicalResult expectGroups(const ShapeRules &rules, StringRef what,
                                  int64_t channels, int64_t groups,
                                  Value value) {
  if (ShapedType::isDynamic(channels) || channels % groups == 0)
    return success();
  return rules.error("expects ", what, " channels that groups = ", groups,
                     " divides, found ", channels, " in ", value.getType());
}

/// The sizes of input and output along spatial dimension `i`.
static LogicalResult expectWindows(const ShapeRules &rules, size_t i,
                                   const Window &window, int64_t input,
                                   int64_t output) {
  int64_t count = window.countPositions(input);
  if (areCompatibleSizes(count, output))
    return success();
  return rules.error(
      "expects a gradient of ", count, " elements in spatial dimension ", i,
      ", as many as windows of ", window.getExtent(),
      " (dilated) have places in ", input, " with padding ", window.padding,
      " and stride ", window.stride, ", found ", output);
}

static LogicalResult inferConvolution(const ShapeRules &rules,
                                      ConvolutionOp::Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  FailureOr<size_t> n = inferNumSpatial(rules, adaptor);
  if (failed(n))
    return failure();
  return inferConvolution(rules, adaptor, *n, types);
}

static LogicalResult
inferBackwardInput(const ShapeRules &rules,
                   ConvolutionBackwardInputOp::Adaptor adaptor,
                   SmallVectorImpl<Type> &types) {
  FailureOr<size_t> n = inferNumSpatial(rules, adaptor);
  if (failed(n))
    return failure();
  Value gradientValue = adaptor.getGradient(),
        weightValue = adaptor.getWeight();
  auto rank = static_cast<int64_t>(*n + 2);
  if (failed(
          rules.expectRank("gradient", gradientValue, rank, getLayout(*n))) ||
      failed(rules.expectRank("weight", weightValue, rank,
                              getWeightLayout(*n, /*isTransposed=*/false))) ||
      failed(rules.expectOneElementType({gradientValue, weightValue})) ||
      failed(checkParameters(rules, adaptor, *n)) ||
      failed(rules.expectParameters("size", adaptor.getSize(), *n, 0)) ||
      failed(rules.expectElements("weight", weightValue, 0)))
    return failure();
  RankedTensorType gradient = getTensorType(gradientValue);
  RankedTensorType weight = getTensorType(weightValue);
  auto groups = static_cast<int64_t>(adaptor.getGroups());
  int64_t outputs = mergeSizes(weight.getDimSize(0), gradient.getDimSize(1));
  if (failed(expectEqual(rules, "channels", gradient.getDimSize(1),
                         gradientValue, weight.getDimSize(0), weightValue)) ||
      failed(expectGroups(rules, "output", outputs, groups, weightValue)))
    return failure();
  SmallVector<int64_t> shape = {gradient.getDimSize(0),
                                multiplySize(weight.getDimSize(1), groups)};
  for (size_t i = 0; i < *n; ++i) {
    shape.push_back(adaptor.getSize()[i]);
    if (failed(expectWindows(rules, i, getConvolutionWindow(adaptor, i),
                             shape.back(), gradient.getDimSize(i + 2))))
      return failure();
  }
  types.push_back(gradient.clone(shape));
  return success();
}

static LogicalResult
inferBackwardWeight(const ShapeRules &rules,
                    ConvolutionBackwardWeightOp::Adaptor adaptor,
                    SmallVectorImpl<Type> &types) {
  FailureOr<size_t> n = inferNumSpatial(rules, adaptor);
  if (failed(n))
    return failure();
  Value inputValue = adaptor.getInput(), gradientValue = adaptor.getGradient();
  auto rank = static_cast<int64_t>(*n + 2);
  if (failed(rules.expectRank("input", inputValue, rank, getLayout(*n))) ||
      failed(
          rules.expectRank("gradient", gradientValue, rank, getLayout(*n))) ||
      failed(rules.expectOneElementType({inputValue, gradientValue})) ||
      failed(checkParameters(rules, adaptor, *n)) ||
      failed(rules.expectParameters("kernel", adaptor.getKernel(), *n, 1)))
    return failure();
  RankedTensorType input = getTensorType(inputValue);
  RankedTensorType gradient = getTensorType(gradientValue);
  auto groups = static_cast<int64_t>(adaptor.getGroups());
  int64_t channels = input.getDimSize(1), outputs = gradient.getDimSize(1);
  if (failed(expectEqual(rules, "samples", gradient.getDimSize(0),
                         gradientValue, input.getDimSize(0), inputValue)) ||
      failed(expectGroups(rules, "input", channels, groups, inputValue)) ||
      failed(expectGroups(rules, "output", outputs, groups, gradientValue)))
    return failure();
  SmallVector<int64_t> shape = {
      outputs, ShapedType::isDynamic(channels) ? channels : channels / groups};
  for (size_t i = 0; i < *n; ++i) {
    shape.push_back(adaptor.getKernel()[i]);
    if (failed(expectWindows(rules, i, getWindow(adaptor, i, shape.back()),
                             input.getDimSize(i + 2),
                             gradient.getDimSize(i + 2))))
      return failure();
  }
  types.push_back(input.clone(shape));
  return success();
}

//===----------------------------------------------------------------------===//
// Windows of images
//===----------------------------------------------------------------------===//

namespace {
/// The attributes of an op on sliding windows.
struct SlidingParameters {
  template <typename AdaptorT>
  explicit SlidingParameters(AdaptorT adaptor)
      : kernel(adaptor.getKernelSize()), stride(adaptor.getStride()),
        padding(adaptor.getPadding()), dilation(adaptor.getDilation()) {}

  LogicalResult check(const ShapeRules &rules) const {
    size_t n = kernel.size();
    if (n < 1 || n > 4)
      return rules.error("expects a kernel_size of 1 to 4 dimensions, found ",
                         toString(kernel));
    return success(
        succeeded(rules.expectParameters("kernel_size", kernel, n, 1)) &&
        succeeded(rules.expectParameters("stride", stride, n, 1)) &&
        succeeded(rules.expectParameters("padding", padding, n, 0)) &&
        succeeded(rules.expectParameters("dilation", dilation, n, 1)));
  }

  /// How many elements windows have, and how many windows `sizes` has, each if
  /// it is a number of 64 bits.
  FailureOr<int64_t> countTaps(const ShapeRules &rules) const {
    int64_t count = 1;
    for (int64_t size : kernel)
      if (llvm::MulOverflow(count, size, count))
        return rules.errorOfTooManyElements();
    return count;
  }
  FailureOr<int64_t> countWindows(const ShapeRules &rules,
                                  ArrayRef<int64_t> sizes) const {
    int64_t count = 1;
    for (auto [i, size] : llvm::enumerate(sizes)) {
      Window window = {kernel[i], stride[i], padding[i], dilation[i]};
      int64_t positions = window.countPositions(size);
      if (ShapedType::isDynamic(positions))
        return ShapedType::kDynamic;
      if (positions < 1)
        return rules.error("expects a kernel no larger than the padded input, "
                           "found in spatial dimension ",
                           i, " ", window.getExtent(), " (dilated) and ",
                           size + 2 * window.padding);
      if (llvm::MulOverflow(count, positions, count))
        return rules.errorOfTooManyElements();
    }
    return count;
  }

  ArrayRef<int64_t> kernel, stride, padding, dilation;
};
} // namespace

static LogicalResult inferIm2col(const ShapeRules &rules,
                                 Im2colOp::Adaptor adaptor,
                                 SmallVectorImpl<Type> &types) {
  SlidingParameters parameters(adaptor);
  size_t n = parameters.kernel.size();
  if (failed(parameters.check(rules)) ||
      failed(rules.expectRank("input", adaptor.getInput(),
                              static_cast<int64_t>(n) + 2,
                              "[N, C, spatial...]")))
    return failure();
  RankedTensorType input = getTensorType(adaptor.getInput());
  FailureOr<int64_t> taps = parameters.countTaps(rules);
  if (failed(taps))
    return failure();
  FailureOr<int64_t> windows =
      parameters.countWindows(rules, input.getShape().drop_front(2));
  if (failed(windows))
    return failure();
  int64_t rows = input.getDimSize(1);
  if (!ShapedType::isDynamic(rows) && llvm::MulOverflow(rows, *taps, rows))
    return rules.errorOfTooManyElements();
  types.push_back(input.clone({input.getDimSize(0), rows, *windows}));
  return success();
}

static LogicalResult inferCol2im(const ShapeRules &rules,
                                 Col2imOp::Adaptor adaptor,
                                 SmallVectorImpl<Type> &types) {
  SlidingParameters parameters(adaptor);
  ArrayRef<int64_t> sizes = adaptor.getOutputSize();
  if (failed(parameters.check(rules)) ||
      failed(rules.expectParameters("output_size", sizes,
                                    parameters.kernel.size(), 0)) ||
      failed(rules.expectRank("input", adaptor.getInput(), 3, "[N, C k, L]")))
    return failure();
  RankedTensorType input = getTensorType(adaptor.getInput());
  FailureOr<int64_t> taps = parameters.countTaps(rules);
  if (failed(taps))
    return failure();
  FailureOr<int64_t> windows = parameters.countWindows(rules, sizes);
  if (failed(windows))
    return failure();
  int64_t rows = input.getDimSize(1);
  if (!ShapedType::isDynamic(rows) && rows % *taps != 0)
    return rules.error("expects a multiple of ", *taps,
                       " rows, as many as a kernel of ",
                       toString(parameters.kernel), " has elements, found ",
                       rows, " in ", input);
  if (!areCompatibleSizes(input.getDimSize(2), *windows))
    return rules.error("expects ", *windows, " windows, as many as there are ",
                       "in an output_size of ", toString(sizes), ", found ",
                       input.getDimSize(2), " in ", input);
  SmallVector<int64_t> shape = {
      input.getDimSize(0), ShapedType::isDynamic(rows) ? rows : rows / *taps};
  llvm::append_range(shape, sizes);
  types.push_back(input.clone(shape));
  return success();
}

LogicalResult ConvolutionOp::verify() {
  return mlir::amp::detail::verifyComputeType(*this, getComputeType(),
                                              getInput().getType());
}

LogicalResult ConvolutionBackwardInputOp::verify() {
  return mlir::amp::detail::verifyComputeType(*this, getComputeType(),
                                              getGradient().getType());
}

LogicalResult ConvolutionBackwardWeightOp::verify() {
  return mlir::amp::detail::verifyComputeType(*this, getComputeType(),
                                              getInput().getType());
}

AMP_INFER(Conv1dOp, inferConvolution(rules, adaptor, 1, types))
AMP_INFER(Conv2dOp, inferConvolution(rules, adaptor, 2, types))
AMP_INFER(Conv3dOp, inferConvolution(rules, adaptor, 3, types))
AMP_INFER(ConvTbcOp, inferConvTbc(rules, adaptor, types))
AMP_INFER(ConvTranspose1dOp,
          inferTransposedConvolution(rules, adaptor, 1, types))
AMP_INFER(ConvTranspose2dOp,
          inferTransposedConvolution(rules, adaptor, 2, types))
AMP_INFER(ConvTranspose3dOp,
          inferTransposedConvolution(rules, adaptor, 3, types))
AMP_INFER(ConvolutionOp, inferConvolution(rules, adaptor, types))
AMP_INFER(ConvolutionBackwardInputOp, inferBackwardInput(rules, adaptor, types))
AMP_INFER(ConvolutionBackwardWeightOp,
          inferBackwardWeight(rules, adaptor, types))
AMP_INFER(Im2colOp, inferIm2col(rules, adaptor, types))
AMP_INFER(Col2imOp, inferCol2im(rules, adaptor, types))
