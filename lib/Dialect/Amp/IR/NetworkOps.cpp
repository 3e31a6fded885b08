//===- NetworkOps.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Convolutions, pooling, resampling, normalization, recurrent cells, attention.
// Shapes.
//
// Each op's inferReturnTypes (AmpNetworkOps.td) calls one of the functions
// named infer... here, with its adaptor.

#include "amp/Dialect/Amp/IR/AmpNetworkOps.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;

void AmpDialect::registerNetworkOps() {
  addOperations<
#define GET_OP_LIST
#include "amp/Dialect/Amp/IR/AmpNetworkOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The largest value of strides, paddings and the like: sums and products of a
/// few of them and a tensor's size stay within 64 bits.
static constexpr int64_t kLargestParameter =
    std::numeric_limits<int32_t>::max();
/// Larger sizes of tensors are taken as this one.
static constexpr int64_t kLargestSize = int64_t(1) << 61;

static bool areCompatibleSizes(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

/// The one that is known, of two compatible sizes.
static int64_t mergeSizes(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) ? b : a;
}

static int64_t multiplySize(int64_t size, int64_t factor) {
  if (ShapedType::isDynamic(size))
    return size;
  return llvm::checkedMul(size, factor).value_or(kLargestSize);
}

namespace {
/// A window that slides over one dimension.
struct Window {
  int64_t kernel;
  int64_t stride = 1;
  int64_t padding = 0;
  int64_t dilation = 1;
  /// A last window may stand out beyond the padding.
  bool ceilMode = false;

  /// How many elements the window spans.
  int64_t getExtent() const {
    if (ShapedType::isDynamic(kernel))
      return kernel;
    return std::min(llvm::checkedMulAdd(dilation, kernel - 1, int64_t(1))
                        .value_or(kLargestSize),
                    kLargestSize);
  }

  /// The number of its positions over `size` elements; not positive if it does
  /// not fit.
  int64_t countPositions(int64_t size) const {
    if (ShapedType::isDynamic(size) || ShapedType::isDynamic(kernel))
      return ShapedType::kDynamic;
    size = std::min(size, kLargestSize);
    int64_t slack =
        size + 2 * padding - getExtent() + (ceilMode ? stride - 1 : 0);
    int64_t count = llvm::divideFloorSigned(slack, stride) + 1;
    // The last window begins in the input or in the padding before it.
    if (ceilMode && (count - 1) * stride >= size + padding)
      --count;
    return count;
  }

  /// The size over which a transposed convolution's windows spread.
  int64_t countCovered(int64_t positions, int64_t outputPadding) const {
    if (ShapedType::isDynamic(positions) || ShapedType::isDynamic(kernel))
      return ShapedType::kDynamic;
    std::optional<int64_t> covered =
        llvm::checkedMulAdd(positions - 1, stride, getExtent());
    return std::min(covered.value_or(kLargestSize), kLargestSize) -
           2 * padding + outputPadding;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Rules and their diagnostics
//===----------------------------------------------------------------------===//

static std::string toString(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "[";
  llvm::interleaveComma(values, stream);
  stream << "]";
  return text;
}

namespace {
/// What is checked of an op's operands and attributes, on behalf of inference.
class Rules {
public:
  Rules(std::optional<Location> location, StringRef op)
      : location(location), op(op) {}

  template <typename... Args>
  LogicalResult error(Args &&...args) const {
    return emitOptionalError(location, "'", op, "' op ",
                             std::forward<Args>(args)...);
  }

  /// `layout` names the dimensions: `[N, C, L]`.
  LogicalResult expectRank(StringRef name, Value value, int64_t rank,
                           StringRef layout) const {
    if (getTensorType(value).getRank() == rank)
      return success();
    return error("expects ", name, " ", layout, ", found ", value.getType());
  }

  LogicalResult expectRankAtLeast(StringRef name, Value value, int64_t rank,
                                  StringRef layout) const {
    if (getTensorType(value).getRank() >= rank)
      return success();
    return error("expects ", name, " ", layout, ", found ", value.getType());
  }

  /// An operand that is absent has any shape.
  LogicalResult expectShape(StringRef name, Value value,
                            ArrayRef<int64_t> shape) const {
    if (!value)
      return success();
    RankedTensorType type = getTensorType(value);
    if (succeeded(verifyCompatibleShape(type.getShape(), shape)))
      return success();
    return error("expects ", name, " of type ", type.clone(shape), ", found ",
                 type);
  }

  /// Absent operands have any type.
  LogicalResult expectOneElementType(ValueRange operands) const {
    Type type = getTensorType(operands.front()).getElementType();
    for (Value operand : operands.drop_front()) {
      if (!operand)
        continue;
      Type other = getTensorType(operand).getElementType();
      if (other != type)
        return error("expects operands of one element type, found ", type,
                     " and ", other);
    }
    return success();
  }

  /// As `expectOneElementType`, but parameters of a 16-bit input may be f32.
  LogicalResult expectNormElementTypes(ValueRange operands) const {
    Type type = getTensorType(operands.front()).getElementType();
    for (Value operand : operands.drop_front()) {
      Type other =
          operand ? getTensorType(operand).getElementType() : Type(type);
      if (other != type && !(is16BitFloat(type) && other.isF32()))
        return error("expects parameters of the input's element type ", type,
                     is16BitFloat(type) ? " or f32" : "", ", found ", other);
    }
    return success();
  }

  /// No dimension from `first` on is empty.
  LogicalResult expectElements(StringRef name, Value value,
                               int64_t first) const {
    if (!llvm::is_contained(getTensorType(value).getShape().drop_front(first),
                            0))
      return success();
    return error("expects ", name, " without empty dimensions from dimension ",
                 first, " on, found ", value.getType());
  }

  LogicalResult expectParameter(StringRef name, int64_t value,
                                int64_t least) const {
    if (value >= least && value <= kLargestParameter)
      return success();
    return error("expects ", name, " in [", least, ", ", kLargestParameter,
                 "], found ", value);
  }

  /// One parameter for each of `count` spatial dimensions.
  LogicalResult expectParameters(StringRef name, ArrayRef<int64_t> values,
                                 size_t count, int64_t least) const {
    if (values.size() == count && llvm::all_of(values, [&](int64_t value) {
          return value >= least && value <= kLargestParameter;
        }))
      return success();
    return error("expects ", name, " to have ", count, " element(s) in [",
                 least, ", ", kLargestParameter, "], found ", toString(values));
  }

  LogicalResult expectEpsilon(double eps) const {
    if (std::isfinite(eps) && eps >= 0)
      return success();
    return error("expects eps to be finite and >= 0, found ", eps);
  }

  LogicalResult expectOneOf(StringRef name, StringRef value,
                            ArrayRef<StringRef> known) const {
    if (llvm::is_contained(known, value))
      return success();
    return error("expects ", name, " to be one of ", llvm::join(known, ", "),
                 ", found ", value);
  }

private:
  std::optional<Location> location;
  StringRef op;
};
} // namespace

/// `[N, C, ...]` with `n` spatial dimensions.
static StringRef getLayout(int n) {
  return n == 1 ? "[N, C, L]" : n == 2 ? "[N, C, H, W]" : "[N, C, D, H, W]";
}

/// Adds the sizes of `matrices`, which may be batches of such.
static void addMatrixSizes(ArrayRef<Value> matrices,
                           SmallVectorImpl<int64_t> &sizes) {
  for (Value matrix : matrices)
    llvm::append_range(sizes, getTensorType(matrix).getShape().take_back(2));
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// What holds for convolutions of both directions.
template <int n, typename AdaptorT>
static LogicalResult checkConvolution(const Rules &rules, AdaptorT adaptor,
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

template <int n, typename AdaptorT>
static LogicalResult inferConvolution(const Rules &rules, AdaptorT adaptor,
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
static LogicalResult inferTransposedConvolution(const Rules &rules,
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

static LogicalResult inferConvTbc(const Rules &rules,
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

//===----------------------------------------------------------------------===//
// Pooling and resampling
//===----------------------------------------------------------------------===//

template <int n, typename AdaptorT>
static LogicalResult inferPool(const Rules &rules, AdaptorT adaptor,
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
static LogicalResult inferMaxPool(const Rules &rules, AdaptorT adaptor,
                                  SmallVectorImpl<Type> &types) {
  return inferPool<n>(rules, adaptor, adaptor.getDilation(), types);
}

template <int n, typename AdaptorT>
static LogicalResult inferAvgPool(const Rules &rules, AdaptorT adaptor,
                                  SmallVectorImpl<Type> &types) {
  if (adaptor.getDivisorOverride() == 0)
    return rules.error("expects divisor_override other than 0");
  return inferPool<n>(rules, adaptor, SmallVector<int64_t>(n, 1), types);
}

/// From any spatial sizes to `output_size`.
template <int n, typename AdaptorT>
static LogicalResult inferResample(const Rules &rules, AdaptorT adaptor,
                                   SmallVectorImpl<Type> &types) {
  Value input = adaptor.getInput();
  if (failed(rules.expectRank("input", input, n + 2, getLayout(n))) ||
      failed(rules.expectElements("input", input, 1)) ||
      failed(
          rules.expectParameters("output_size", adaptor.getOutputSize(), n, 1)))
    return failure();
  RankedTensorType type = getTensorType(input);
  SmallVector<int64_t> shape(type.getShape().take_front(2));
  llvm::append_range(shape, adaptor.getOutputSize());
  types.push_back(type.clone(shape));
  return success();
}

static LogicalResult inferGridSampler(const Rules &rules,
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

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

/// `adaptor` of an op that normalizes with statistics of the batch or, unless
/// `batchStatistics`, with running ones.
template <typename AdaptorT>
static LogicalResult inferChannelNorm(const Rules &rules, AdaptorT adaptor,
                                      bool batchStatistics, StringRef attribute,
                                      SmallVectorImpl<Type> &types) {
  Value mean = adaptor.getRunningMean(), var = adaptor.getRunningVar();
  if (static_cast<bool>(mean) != static_cast<bool>(var))
    return rules.error("expects both running_mean and running_var or neither, "
                       "found ",
                       mean ? "running_mean" : "running_var", " only");
  if (!batchStatistics && !mean)
    return rules.error("expects running_mean and running_var, or ", attribute,
                       " = true");
  RankedTensorType input = getTensorType(adaptor.getInput());
  int64_t channels = input.getDimSize(1);
  if (failed(rules.expectShape("weight", adaptor.getWeight(), channels)) ||
      failed(rules.expectShape("bias", adaptor.getBias(), channels)) ||
      failed(rules.expectShape("running_mean", mean, channels)) ||
      failed(rules.expectShape("running_var", var, channels)) ||
      failed(rules.expectEpsilon(adaptor.getEps().convertToDouble())))
    return failure();
  types.push_back(input);
  if (batchStatistics && mean)
    llvm::append_range(types, TypeRange{mean.getType(), var.getType()});
  return success();
}

static LogicalResult inferChannelNorm(const Rules &rules,
                                      BatchNormOp::Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  if (failed(rules.expectRankAtLeast("input", adaptor.getInput(), 2,
                                     "[N, C, ...]")))
    return failure();
  return inferChannelNorm(rules, adaptor, adaptor.getTraining(), "training",
                          types);
}

static LogicalResult inferChannelNorm(const Rules &rules,
                                      InstanceNormOp::Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  if (failed(rules.expectRankAtLeast("input", adaptor.getInput(), 3,
                                     "[N, C, L, ...]")))
    return failure();
  return inferChannelNorm(rules, adaptor, adaptor.getUseInputStats(),
                          "use_input_stats", types);
}

/// `input` ends in `normalized_shape`, which is also the parameters' shape.
static LogicalResult inferLastDimsNorm(const Rules &rules, ValueRange operands,
                                       ArrayRef<int64_t> normalizedShape,
                                       Value weight, Value bias,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensorType(operands.front());
  size_t count = normalizedShape.size();
  if (count == 0 || count > static_cast<size_t>(input.getRank()) ||
      failed(verifyCompatibleShape(input.getShape().take_back(count),
                                   normalizedShape)))
    return rules.error("expects input that ends in the dimensions "
                       "normalized_shape = ",
                       toString(normalizedShape), ", one or more, found ",
                       input);
  if (llvm::any_of(normalizedShape, [](int64_t size) { return size < 1; }))
    return rules.error("expects normalized_shape of sizes >= 1, found ",
                       toString(normalizedShape));
  if (failed(rules.expectShape("weight", weight, normalizedShape)) ||
      failed(rules.expectShape("bias", bias, normalizedShape)) ||
      failed(rules.expectNormElementTypes(operands)))
    return failure();
  SmallVector<int64_t> shape(input.getShape().drop_back(count));
  llvm::append_range(shape, normalizedShape);
  types.push_back(input.clone(shape));
  return success();
}

static LogicalResult inferLayerNorm(const Rules &rules,
                                    LayerNormOp::Adaptor adaptor,
                                    SmallVectorImpl<Type> &types) {
  if (failed(rules.expectEpsilon(adaptor.getEps().convertToDouble())))
    return failure();
  return inferLastDimsNorm(rules, adaptor.getOperands(),
                           adaptor.getNormalizedShape(), adaptor.getWeight(),
                           adaptor.getBias(), types);
}

static LogicalResult inferRmsNorm(const Rules &rules,
                                  RmsNormOp::Adaptor adaptor,
                                  SmallVectorImpl<Type> &types) {
  std::optional<APFloat> eps = adaptor.getEps();
  if (eps && failed(rules.expectEpsilon(eps->convertToDouble())))
    return failure();
  return inferLastDimsNorm(rules, adaptor.getOperands(),
                           adaptor.getNormalizedShape(), adaptor.getWeight(),
                           /*bias=*/{}, types);
}

static LogicalResult inferGroupNorm(const Rules &rules,
                                    GroupNormOp::Adaptor adaptor,
                                    SmallVectorImpl<Type> &types) {
  auto groups = static_cast<int64_t>(adaptor.getNumGroups());
  if (failed(rules.expectRankAtLeast("input", adaptor.getInput(), 2,
                                     "[N, C, ...]")) ||
      failed(rules.expectParameter("num_groups", groups, 1)))
    return failure();
  RankedTensorType input = getTensorType(adaptor.getInput());
  int64_t channels = input.getDimSize(1);
  if (!ShapedType::isDynamic(channels) && channels % groups != 0)
    return rules.error("expects channels that num_groups = ", groups,
                       " divides, found ", channels, " in ", input);
  if (failed(rules.expectShape("weight", adaptor.getWeight(), channels)) ||
      failed(rules.expectShape("bias", adaptor.getBias(), channels)) ||
      failed(rules.expectNormElementTypes(adaptor.getOperands())) ||
      failed(rules.expectEpsilon(adaptor.getEps().convertToDouble())))
    return failure();
  types.push_back(input);
  return success();
}

static LogicalResult
inferLocalResponseNorm(const Rules &rules, LocalResponseNormOp::Adaptor adaptor,
                       SmallVectorImpl<Type> &types) {
  if (failed(rules.expectRankAtLeast("input", adaptor.getInput(), 3,
                                     "[N, C, L, ...]")) ||
      failed(rules.expectParameter("size",
                                   static_cast<int64_t>(adaptor.getSize()), 1)))
    return failure();
  types.push_back(adaptor.getInput().getType());
  return success();
}

//===----------------------------------------------------------------------===//
// Recurrent networks
//===----------------------------------------------------------------------===//

namespace {
/// The operands of a recurrent op by name; biases may be null.
struct RecurrentOperands {
  Value input;
  SmallVector<Value, 2> states;
  Value inputWeight, hiddenWeight, inputBias, hiddenBias;
};
} // namespace

/// Splits the operands of an op with `states` state operands. The op's own
/// accessors would not notice that one of the two biases is missing.
static FailureOr<RecurrentOperands>
splitRecurrentOperands(const Rules &rules, ValueRange operands, size_t states) {
  size_t count = states + 3;
  if (operands.size() != count && operands.size() != count + 2)
    return rules.error("expects both b_ih and b_hh or neither, so ", count,
                       " or ", count + 2, " operands, found ", operands.size());
  if (failed(rules.expectOneElementType(operands)))
    return failure();
  RecurrentOperands result;
  result.input = operands[0];
  llvm::append_range(result.states, operands.slice(1, states));
  result.inputWeight = operands[states + 1];
  result.hiddenWeight = operands[states + 2];
  if (operands.size() > count) {
    result.inputBias = operands[count];
    result.hiddenBias = operands[count + 1];
  }
  return result;
}

/// Checks the weights of a step from `inputs` features, and gives the number of
/// hidden units; `hidden` is that of the states.
static FailureOr<int64_t> inferHiddenUnits(const Rules &rules,
                                           const RecurrentOperands &operands,
                                           int64_t gates, int64_t inputs,
                                           int64_t hidden) {
  if (failed(
          rules.expectRank("w_hh", operands.hiddenWeight, 2, "[gates H, H]")))
    return failure();
  hidden =
      mergeSizes(hidden, getTensorType(operands.hiddenWeight).getDimSize(1));
  int64_t rows = multiplySize(hidden, gates);
  if (failed(rules.expectShape("w_ih", operands.inputWeight, {rows, inputs})) ||
      failed(
          rules.expectShape("w_hh", operands.hiddenWeight, {rows, hidden})) ||
      failed(rules.expectShape("b_ih", operands.inputBias, rows)) ||
      failed(rules.expectShape("b_hh", operands.hiddenBias, rows)))
    return failure();
  return hidden;
}

template <int gates, bool hasCell, typename AdaptorT>
static LogicalResult inferRecurrentCell(const Rules &rules, AdaptorT adaptor,
                                        SmallVectorImpl<Type> &types) {
  static constexpr StringRef names[] = {"hx", "cx"};
  FailureOr<RecurrentOperands> operands =
      splitRecurrentOperands(rules, adaptor.getOperands(), hasCell ? 2 : 1);
  if (failed(operands) ||
      failed(rules.expectRank("input", operands->input, 2, "[N, in]")) ||
      failed(rules.expectRank("hx", operands->states[0], 2, "[N, H]")))
    return failure();
  RankedTensorType input = getTensorType(operands->input);
  RankedTensorType state = getTensorType(operands->states[0]);
  FailureOr<int64_t> hidden = inferHiddenUnits(
      rules, *operands, gates, input.getDimSize(1), state.getDimSize(1));
  if (failed(hidden))
    return failure();
  SmallVector<int64_t> shape = {
      mergeSizes(input.getDimSize(0), state.getDimSize(0)), *hidden};
  for (auto [name, value] : llvm::zip(names, operands->states)) {
    if (failed(rules.expectShape(name, value, shape)))
      return failure();
    types.push_back(state.clone(shape));
  }
  return success();
}

template <int gates, bool hasCell, typename AdaptorT>
static LogicalResult inferRecurrentLayer(const Rules &rules, AdaptorT adaptor,
                                         SmallVectorImpl<Type> &types) {
  static constexpr StringRef names[] = {"h0", "c0"};
  bool batchFirst = adaptor.getBatchFirst();
  FailureOr<RecurrentOperands> operands =
      splitRecurrentOperands(rules, adaptor.getOperands(), hasCell ? 2 : 1);
  if (failed(operands) ||
      failed(rules.expectRank("input", operands->input, 3,
                              batchFirst ? "[N, T, in]" : "[T, N, in]")) ||
      failed(rules.expectRank("h0", operands->states[0], 3, "[1, N, H]")))
    return failure();
  RankedTensorType input = getTensorType(operands->input);
  RankedTensorType state = getTensorType(operands->states[0]);
  int64_t steps = input.getDimSize(batchFirst ? 1 : 0);
  int64_t batch = input.getDimSize(batchFirst ? 0 : 1);
  if (steps == 0)
    return rules.error("expects a sequence of one step or more, found ", input);
  FailureOr<int64_t> hidden = inferHiddenUnits(
      rules, *operands, gates, input.getDimSize(2), state.getDimSize(2));
  if (failed(hidden))
    return failure();
  batch = mergeSizes(batch, state.getDimSize(1));
  SmallVector<int64_t> output = {steps, batch, *hidden};
  if (batchFirst)
    std::swap(output[0], output[1]);
  types.push_back(input.clone(output));
  SmallVector<int64_t> shape = {1, batch, *hidden};
  for (auto [name, value] : llvm::zip(names, operands->states)) {
    if (failed(rules.expectShape(name, value, shape)))
      return failure();
    types.push_back(state.clone(shape));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Attention and what remains
//===----------------------------------------------------------------------===//

/// Leading dimensions that should be equal: the sizes that are known of them;
/// failure if some differ.
static FailureOr<SmallVector<int64_t>>
mergeShapes(ArrayRef<ArrayRef<int64_t>> shapes) {
  SmallVector<int64_t> result(shapes.front());
  for (ArrayRef<int64_t> shape : shapes.drop_front()) {
    if (failed(verifyCompatibleShape(result, shape)))
      return failure();
    for (auto [merged, size] : llvm::zip_equal(result, shape))
      merged = mergeSizes(merged, size);
  }
  return result;
}

static LogicalResult
inferAttention(const Rules &rules, ScaledDotProductAttentionOp::Adaptor adaptor,
               SmallVectorImpl<Type> &types) {
  SmallVector<Value> operands = {adaptor.getQuery(), adaptor.getKey(),
                                 adaptor.getValue()};
  Value mask = adaptor.getAttnMask();
  if (failed(rules.expectRankAtLeast("query", operands[0], 2, "[..., L, E]")) ||
      failed(rules.expectRankAtLeast("key", operands[1], 2, "[..., S, E]")) ||
      failed(rules.expectRankAtLeast("value", operands[2], 2, "[..., S, Ev]")))
    return failure();
  RankedTensorType query = getTensorType(operands[0]);
  RankedTensorType key = getTensorType(operands[1]);
  RankedTensorType value = getTensorType(operands[2]);
  FailureOr<SmallVector<int64_t>> batch =
      mergeShapes({query.getShape().drop_back(2), key.getShape().drop_back(2),
                   value.getShape().drop_back(2)});
  if (failed(batch))
    return rules.error("expects query, key and value with equal leading "
                       "dimensions, found ",
                       query, ", ", key, " and ", value);
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
    SmallVector<int64_t> scores(*batch);
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
  if (failed(rules.expectOneElementType(operands)))
    return failure();
  if (adaptor.getDropoutP().convertToDouble() != 0)
    return rules.error("expects dropout_p = 0, because it draws no random "
                       "numbers, found ",
                       adaptor.getDropoutP().convertToDouble());
  batch->append({rows, value.getShape().back()});
  types.push_back(query.clone(*batch));
  return success();
}

static LogicalResult inferEmbedding(const Rules &rules,
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

static LogicalResult inferPrelu(const Rules &rules, PreluOp::Adaptor adaptor,
                                SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensorType(adaptor.getInput());
  RankedTensorType weight = getTensorType(adaptor.getWeight());
  int64_t channels = input.getRank() < 2 ? 1 : input.getDimSize(1);
  bool isShared =
      weight.getRank() == 0 ||
      succeeded(verifyCompatibleShape(weight.getShape(), int64_t(1)));
  if (!isShared &&
      failed(rules.expectShape("weight", adaptor.getWeight(), channels)))
    return failure();
  if (failed(rules.expectOneElementType(adaptor.getOperands())))
    return failure();
  types.push_back(input);
  return success();
}

static LogicalResult inferBilinear(const Rules &rules,
                                   BilinearOp::Adaptor adaptor,
                                   SmallVectorImpl<Type> &types) {
  if (failed(rules.expectRankAtLeast("input1", adaptor.getInput1(), 1,
                                     "[..., in1]")) ||
      failed(rules.expectRankAtLeast("input2", adaptor.getInput2(), 1,
                                     "[..., in2]")) ||
      failed(rules.expectRank("weight", adaptor.getWeight(), 3,
                              "[out, in1, in2]")) ||
      failed(rules.expectOneElementType(adaptor.getOperands())))
    return failure();
  RankedTensorType input1 = getTensorType(adaptor.getInput1());
  RankedTensorType input2 = getTensorType(adaptor.getInput2());
  int64_t outputs = getTensorType(adaptor.getWeight()).getDimSize(0);
  FailureOr<SmallVector<int64_t>> batch = mergeShapes(
      {input1.getShape().drop_back(), input2.getShape().drop_back()});
  if (failed(batch))
    return rules.error("expects input1 and input2 with equal leading "
                       "dimensions, found ",
                       input1, " and ", input2);
  if (failed(rules.expectShape(
          "weight", adaptor.getWeight(),
          {outputs, input1.getShape().back(), input2.getShape().back()})) ||
      failed(rules.expectShape("bias", adaptor.getBias(), outputs)))
    return failure();
  batch->push_back(outputs);
  types.push_back(input1.clone(*batch));
  return success();
}

#define GET_OP_CLASSES
#include "amp/Dialect/Amp/IR/AmpNetworkOps.cpp.inc"
