//===- Pooling.cpp - Pooling ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Pooling.h"

#include "ShapeRules.h"
#include "amp/Support/WindowRule.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

template <int n, typename AdaptorT>
static LogicalResult inferPool(const ShapeRules &rules, AdaptorT adaptor,
                               ArrayRef<int64_t> dilation,
                               SmallVectorImpl<Type> &types) {
  Value inputValue = adaptor.getInput();
  ArrayRef<int64_t> kernel = adaptor.getKernelSize();
  ArrayRef<int64_t> stride = adaptor.getStride();
  ArrayRef<int64_t> padding = adaptor.getPadding();
  if (stride.empty())
    stride = kernel;
  if (failed(rules.expectRank("input", inputValue, n + 2, getLayout(n))) ||
      failed(rules.expectElements("input", inputValue, 1)) ||
      failed(rules.expectParameters("kernel_size", kernel, n, 1)) ||
      failed(rules.expectParameters("stride", stride, n, 1)) ||
      failed(rules.expectParameters("padding", padding, n, 0)) ||
      failed(rules.expectParameters("dilation", dilation, n, 1)))
    return failure();
  RankedTensorType input = getTensorType(inputValue);
  SmallVector<int64_t> shape(input.getShape().take_front(2));
  for (int i = 0; i < n; ++i) {
    if (padding[i] > kernel[i] / 2)
      return rules.error("expects padding of at most half of kernel_size, "
                         "found ",
                         toString(padding), " and ", toString(kernel));
    Window window = {kernel[i], stride[i], padding[i], dilation[i],
                     adaptor.getCeilMode()};
    int64_t size = input.getDimSize(i + 2);
    int64_t count = window.countPositions(size);
    if (!ShapedType::isDynamic(count) && count < 1)
      return rules.error("expects a window no larger than the padded input, "
                         "found in spatial dimension ",
                         i, " ", window.getExtent(), " (dilated) and ",
                         size + 2 * padding[i], ", from ", input);
    shape.push_back(count);
  }
  types.push_back(input.clone(shape));
  return success();
}

template <int n, typename AdaptorT>
static LogicalResult inferMaxPool(const ShapeRules &rules, AdaptorT adaptor,
                                  SmallVectorImpl<Type> &types) {
  return inferPool<n>(rules, adaptor, adaptor.getDilation(), types);
}

template <int n, typename AdaptorT>
static LogicalResult inferAvgPool(const ShapeRules &rules, AdaptorT adaptor,
                                  SmallVectorImpl<Type> &types) {
  if (adaptor.getDivisorOverride() == 0)
    return rules.error("expects divisor_override other than 0");
  return inferPool<n>(rules, adaptor, SmallVector<int64_t>(n, 1), types);
}

//===----------------------------------------------------------------------===//
// Windows of the second of three dimensions
//===----------------------------------------------------------------------===//

/// The type of what an op on windows makes of `value`: with a second size of
/// positions for one of elements, or the other way round if it `isTransposed`.
template <typename AdaptorT>
static FailureOr<RankedTensorType> inferWindows(const ShapeRules &rules,
                                                AdaptorT adaptor, Value value,
                                                bool isTransposed = false) {
  if (failed(rules.expectRank("input", value, 3, "[A, S, D]")))
    return failure();
  RankedTensorType type = getTensorType(value);
  int64_t places = type.isDynamicDim(1) ? -1 : type.getDimSize(1);
  std::string error = ::amp::findWindowError(
      adaptor.getSize(), adaptor.getCount(), adaptor.getStride(),
      adaptor.getDivisor(), adaptor.getBegin(), adaptor.getEnd(),
      isTransposed ? -1 : places, isTransposed ? places : -1);
  if (!error.empty())
    return rules.error(error);
  SmallVector<int64_t> shape(type.getShape());
  shape[1] = ShapedType::getNumElements(isTransposed ? adaptor.getSize()
                                                     : adaptor.getCount());
  return type.clone(shape);
}

static LogicalResult inferSumWindows(const ShapeRules &rules,
                                     SumWindowsOp::Adaptor adaptor,
                                     SmallVectorImpl<Type> &types) {
  FailureOr<RankedTensorType> sums =
      inferWindows(rules, adaptor, adaptor.getInput());
  if (failed(sums))
    return failure();
  if (std::optional<ArrayRef<double>> weights = adaptor.getWeights()) {
    int64_t count = 0;
    for (const ::amp::WindowRule &rule : ::amp::getWindowRules(
             adaptor.getSize(), adaptor.getCount(), adaptor.getStride(),
             adaptor.getDivisor(), adaptor.getBegin(), adaptor.getEnd()))
      count += rule.count * rule.getMostElements();
    if (static_cast<int64_t>(weights->size()) != count)
      return rules.error("expects ", count, " weights, found ",
                         weights->size());
  }
  Type type = *sums;
  if (failed(rules.inferOutputType(adaptor.getDtype(), type)))
    return failure();
  types.push_back(type);
  return success();
}

static LogicalResult inferMaxWindows(const ShapeRules &rules,
                                     MaxWindowsOp::Adaptor adaptor,
                                     SmallVectorImpl<Type> &types) {
  FailureOr<RankedTensorType> values =
      inferWindows(rules, adaptor, adaptor.getInput());
  if (failed(values))
    return failure();
  bool isValid = adaptor.getStep().size() == adaptor.getSize().size();
  for (auto [step, divisor] :
       llvm::zip(adaptor.getStep(), adaptor.getDivisor()))
    isValid &= step >= 1 && (step == 1 || divisor == 1);
  if (!isValid)
    return rules.error("expects a step of 1 or more for each dimension, and of "
                       "1 where the divisor is not");
  if (ShapedType::getNumElements(adaptor.getSize()) > INT32_MAX)
    return rules.error("counts to ", INT32_MAX, ", found windows of ",
                       adaptor.getInput().getType());
  types.push_back(*values);
  types.push_back(values->clone(IntegerType::get(values->getContext(), 32)));
  return success();
}

static LogicalResult inferSumChosen(const ShapeRules &rules,
                                    SumChosenOp::Adaptor adaptor,
                                    SmallVectorImpl<Type> &types) {
  FailureOr<RankedTensorType> sums =
      inferWindows(rules, adaptor, adaptor.getInput(), /*isTransposed=*/true);
  if (failed(sums) ||
      failed(rules.expectShape("index", adaptor.getIndex(),
                               getTensorType(adaptor.getInput()).getShape())))
    return failure();
  types.push_back(*sums);
  return success();
}

AMP_INFER(SumWindowsOp, inferSumWindows(rules, adaptor, types))
AMP_INFER(MaxWindowsOp, inferMaxWindows(rules, adaptor, types))
AMP_INFER(SumChosenOp, inferSumChosen(rules, adaptor, types))

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

AMP_INFER(AdaptiveAvgPool1dOp, inferResample<1>(rules, adaptor, types))
AMP_INFER(AdaptiveAvgPool2dOp, inferResample<2>(rules, adaptor, types))
AMP_INFER(AdaptiveAvgPool3dOp, inferResample<3>(rules, adaptor, types))
AMP_INFER(AdaptiveMaxPool1dOp, inferResample<1>(rules, adaptor, types))
AMP_INFER(AdaptiveMaxPool2dOp, inferResample<2>(rules, adaptor, types))
AMP_INFER(AdaptiveMaxPool3dOp, inferResample<3>(rules, adaptor, types))
AMP_INFER(AvgPool1dOp, inferAvgPool<1>(rules, adaptor, types))
AMP_INFER(AvgPool2dOp, inferAvgPool<2>(rules, adaptor, types))
AMP_INFER(AvgPool3dOp, inferAvgPool<3>(rules, adaptor, types))
AMP_INFER(MaxPool1dOp, inferMaxPool<1>(rules, adaptor, types))
AMP_INFER(MaxPool2dOp, inferMaxPool<2>(rules, adaptor, types))
AMP_INFER(MaxPool3dOp, inferMaxPool<3>(rules, adaptor, types))
