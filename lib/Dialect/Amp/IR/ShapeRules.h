//===- ShapeRules.h - What operands and attributes must fulfil --*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the inference of result types is written with: arithmetic on sizes, of
// which some are unknown, and checks with their diagnostics.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMP_IR_SHAPERULES_H
#define AMP_LIB_DIALECT_AMP_IR_SHAPERULES_H

#include "amp/Dialect/Amp/IR/Amp.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

/// Defines OP::inferReturnTypes by an expression that checks with `rules` and
/// appends to `types`.
#define AMP_INFER(OP, ...)                                                     \
  LogicalResult OP::inferReturnTypes(                                          \
      MLIRContext *, std::optional<Location> location, Adaptor adaptor,        \
      SmallVectorImpl<Type> &types) {                                          \
    ShapeRules rules(location, getOperationName());                            \
    return __VA_ARGS__;                                                        \
  }

namespace mlir::amp::detail {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The largest value of strides, paddings and the like: sums and products of a
/// few of them and a tensor's size stay within 64 bits.
inline constexpr int64_t kLargestParameter =
    std::numeric_limits<int32_t>::max();
/// Larger sizes of tensors are taken as this one.
inline constexpr int64_t kLargestSize = int64_t(1) << 61;

/// True if the sizes can be one.
bool areCompatibleSizes(int64_t a, int64_t b);

/// The one that is known, of two compatible sizes.
int64_t mergeSizes(int64_t a, int64_t b);

/// The product; `?` stays, and what is too large becomes kLargestSize.
int64_t multiplySize(int64_t size, int64_t factor);

/// Two dimensions that must be equal: what is known of them goes into `size`.
/// False if they differ.
bool mergeSize(int64_t &size, int64_t other);

/// As `mergeSize`, for all dimensions of two shapes.
bool mergeShape(MutableArrayRef<int64_t> shape, ArrayRef<int64_t> other);

/// Two dimensions that are equal, or of which one is 1: the size that both are
/// broadcast to. A `?` next to a number above 1 can only be that number, or 1.
bool broadcastSize(int64_t &size, int64_t other);

/// As `broadcastSize`, for shapes of any ranks, aligned at the last dimension.
bool broadcastShape(SmallVectorImpl<int64_t> &shape, ArrayRef<int64_t> other);

/// True if `other` can be repeated to `shape`, which learns what is known of
/// `other`.
bool broadcastInto(MutableArrayRef<int64_t> shape, ArrayRef<int64_t> other);

/// True if `size` can be at most `limit`.
bool isAtMost(int64_t size, int64_t limit);

/// Leading dimensions that should be equal: the sizes that are known of them;
/// failure if some differ.
FailureOr<SmallVector<int64_t>> mergeShapes(ArrayRef<ArrayRef<int64_t>> shapes);

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

//===----------------------------------------------------------------------===//
// Rules and their diagnostics
//===----------------------------------------------------------------------===//

/// What is checked of an op's operands and attributes, on behalf of inference.
class ShapeRules {
public:
  ShapeRules(std::optional<Location> location, StringRef op)
      : location(location), op(op) {}

  template <typename... Args>
  LogicalResult error(Args &&...args) const {
    return emitOptionalError(location, "'", op, "' op ",
                             std::forward<Args>(args)...);
  }

  /// `layout` names the dimensions: `[N, C, L]`.
  LogicalResult expectRank(StringRef name, Value value, int64_t rank,
                           StringRef layout) const;

  LogicalResult expectRankAtLeast(StringRef name, Value value, int64_t rank,
                                  StringRef layout) const;

  /// An operand that is absent has any shape.
  LogicalResult expectShape(StringRef name, Value value,
                            ArrayRef<int64_t> shape) const;

  /// Absent operands have any type.
  LogicalResult expectOneElementType(ValueRange operands) const;

  /// As `expectOneElementType`, but parameters of a 16-bit input may be f32.
  LogicalResult expectNormElementTypes(ValueRange operands) const;

  /// No dimension from `first` on is empty.
  LogicalResult expectElements(StringRef name, Value value,
                               int64_t first) const;

  LogicalResult expectParameter(StringRef name, int64_t value,
                                int64_t least) const;

  /// One parameter for each of `count` spatial dimensions.
  LogicalResult expectParameters(StringRef name, ArrayRef<int64_t> values,
                                 size_t count, int64_t least) const;

  LogicalResult expectEpsilon(double eps) const;

  /// A state that random numbers are drawn from.
  LogicalResult expectRandomState(Value state) const;

  /// The probability `p` of being dropped, which the attribute `name` gives;
  /// above 0 it needs a state, which may be null otherwise.
  LogicalResult expectDropout(StringRef name, double p, Value state) const;

  LogicalResult expectOneOf(StringRef name, StringRef value,
                            ArrayRef<StringRef> known) const;

  /// An error that ends with the operands' types.
  LogicalResult errorWithTypes(const Twine &message, ValueRange operands) const;

  /// The one element type of all floating-point operands; null after a
  /// diagnostic if there are several.
  Type getElementType(ValueRange operands) const;

  LogicalResult errorOfTooManyElements() const {
    return error("result has too many elements");
  }

  /// As detail::inferOutputType.
  LogicalResult inferOutputType(std::optional<Type> dtype, Type &type) const {
    return detail::inferOutputType(location, op, dtype, type);
  }

private:
  std::optional<Location> location;
  StringRef op;
};

/// `[1, 2]`
std::string toString(ArrayRef<int64_t> values);

/// `[N, C, ...]` with `n` spatial dimensions.
StringRef getLayout(int n);

/// Adds the sizes of `matrices`, which may be batches of such.
void addMatrixSizes(ArrayRef<Value> matrices, SmallVectorImpl<int64_t> &sizes);

/// Numbers below the size of dimension `dim` of `value`, which counts from the
/// end if it is negative.
std::optional<IndexRange> below(Value value, int64_t dim,
                                std::optional<int64_t> ignored = std::nullopt);

/// `dim` counted from the start, of `rank` dimensions; `type` is what the
/// diagnostic shows.
FailureOr<int64_t> resolveDim(std::optional<Location> location, StringRef op,
                              int64_t dim, int64_t rank, Type type);

LogicalResult emitTooManyElements(std::optional<Location> location,
                                  StringRef op);

/// Checks that the operands' element types are equal. Indices are not asked
/// about.
LogicalResult checkElementTypes(std::optional<Location> location, StringRef op,
                                Value a, Value b);

/// A function of the vectors along `dim` of two operands that broadcast.
LogicalResult inferInner(const ShapeRules &rules, Value lhs, Value rhs,
                         int64_t dim, SmallVectorImpl<Type> &types);

/// From any spatial sizes to `output_size`.
template <int n, typename AdaptorT>
LogicalResult inferResample(const ShapeRules &rules, AdaptorT adaptor,
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

} // namespace mlir::amp::detail

#endif // AMP_LIB_DIALECT_AMP_IR_SHAPERULES_H
