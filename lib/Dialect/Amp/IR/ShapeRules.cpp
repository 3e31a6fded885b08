//===- ShapeRules.cpp - What operands and attributes must fulfil ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeRules.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

bool mlir::amp::detail::areCompatibleSizes(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

int64_t mlir::amp::detail::mergeSizes(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) ? b : a;
}

int64_t mlir::amp::detail::multiplySize(int64_t size, int64_t factor) {
  if (ShapedType::isDynamic(size))
    return size;
  return llvm::checkedMul(size, factor).value_or(kLargestSize);
}

bool mlir::amp::detail::mergeSize(int64_t &size, int64_t other) {
  if (ShapedType::isDynamic(size))
    size = other;
  return ShapedType::isDynamic(other) || size == other;
}

bool mlir::amp::detail::mergeShape(MutableArrayRef<int64_t> shape,
                                   ArrayRef<int64_t> other) {
  return shape.size() == other.size() &&
         llvm::all_of(llvm::zip(shape, other), [](auto pair) {
           return mergeSize(std::get<0>(pair), std::get<1>(pair));
         });
}

bool mlir::amp::detail::broadcastSize(int64_t &size, int64_t other) {
  if (other == 1)
    return true;
  if (size == 1) {
    size = other;
    return true;
  }
  return mergeSize(size, other);
}

bool mlir::amp::detail::broadcastShape(SmallVectorImpl<int64_t> &shape,
                                       ArrayRef<int64_t> other) {
  if (shape.size() < other.size())
    shape.insert(shape.begin(), other.size() - shape.size(), 1);
  size_t added = shape.size() - other.size();
  for (auto [i, size] : llvm::enumerate(other))
    if (!broadcastSize(shape[added + i], size))
      return false;
  return true;
}

bool mlir::amp::detail::broadcastInto(MutableArrayRef<int64_t> shape,
                                      ArrayRef<int64_t> other) {
  if (shape.size() < other.size())
    return false;
  MutableArrayRef<int64_t> last = shape.take_back(other.size());
  return llvm::all_of(llvm::zip(last, other), [](auto pair) {
    auto [size, from] = pair;
    return from == 1 || mergeSize(size, from);
  });
}

bool mlir::amp::detail::isAtMost(int64_t size, int64_t limit) {
  return ShapedType::isDynamic(size) || ShapedType::isDynamic(limit) ||
         size <= limit;
}

FailureOr<SmallVector<int64_t>>
mlir::amp::detail::mergeShapes(ArrayRef<ArrayRef<int64_t>> shapes) {
  SmallVector<int64_t> result(shapes.front());
  for (ArrayRef<int64_t> shape : shapes.drop_front()) {
    if (failed(verifyCompatibleShape(result, shape)))
      return failure();
    for (auto [merged, size] : llvm::zip_equal(result, shape))
      merged = mergeSizes(merged, size);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Rules and their diagnostics
//===----------------------------------------------------------------------===//

std::string mlir::amp::detail::toString(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "[";
  llvm::interleaveComma(values, stream);
  stream << "]";
  return text;
}

StringRef mlir::amp::detail::getLayout(int n) {
  return n == 1 ? "[N, C, L]" : n == 2 ? "[N, C, H, W]" : "[N, C, D, H, W]";
}

void mlir::amp::detail::addMatrixSizes(ArrayRef<Value> matrices,
                                       SmallVectorImpl<int64_t> &sizes) {
  for (Value matrix : matrices)
    llvm::append_range(sizes, getTensorType(matrix).getShape().take_back(2));
}

std::optional<IndexRange>
mlir::amp::detail::below(Value value, int64_t dim,
                         std::optional<int64_t> ignored) {
  RankedTensorType type = getTensorType(value);
  if (dim < 0)
    dim += type.getRank();
  if (dim < 0 || dim >= type.getRank() || type.isDynamicDim(dim))
    return std::nullopt;
  return IndexRange{0, type.getDimSize(dim), ignored};
}

FailureOr<int64_t>
mlir::amp::detail::resolveDim(std::optional<Location> location, StringRef op,
                              int64_t dim, int64_t rank, Type type) {
  if (dim < -rank || dim >= rank)
    return emitOptionalError(location, "'", op, "' op expects dim in [", -rank,
                             ", ", rank, ") for ", type, ", found ", dim);
  return dim < 0 ? dim + rank : dim;
}

LogicalResult
mlir::amp::detail::emitTooManyElements(std::optional<Location> location,
                                       StringRef op) {
  return ShapeRules(location, op).errorOfTooManyElements();
}

LogicalResult
mlir::amp::detail::checkElementTypes(std::optional<Location> location,
                                     StringRef op, Value a, Value b) {
  Type first = getTensorType(a).getElementType();
  Type second = getTensorType(b).getElementType();
  if (first == second)
    return success();
  return emitOptionalError(location, "'", op,
                           "' op expects operands of one element type, found ",
                           first, " and ", second);
}

LogicalResult ShapeRules::expectRank(StringRef name, Value value, int64_t rank,
                                     StringRef layout) const {
  if (getTensorType(value).getRank() == rank)
    return success();
  return error("expects ", name, " ", layout, ", found ", value.getType());
}

LogicalResult ShapeRules::expectRankAtLeast(StringRef name, Value value,
                                            int64_t rank,
                                            StringRef layout) const {
  if (getTensorType(value).getRank() >= rank)
    return success();
  return error("expects ", name, " ", layout, ", found ", value.getType());
}

LogicalResult ShapeRules::expectShape(StringRef name, Value value,
                                      ArrayRef<int64_t> shape) const {
  if (!value)
    return success();
  RankedTensorType type = getTensorType(value);
  if (succeeded(verifyCompatibleShape(type.getShape(), shape)))
    return success();
  return error("expects ", name, " of type ", type.clone(shape), ", found ",
               type);
}

LogicalResult ShapeRules::expectOneElementType(ValueRange operands) const {
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

LogicalResult ShapeRules::expectNormElementTypes(ValueRange operands) const {
  Type type = getTensorType(operands.front()).getElementType();
  for (Value operand : operands.drop_front()) {
    Type other = operand ? getTensorType(operand).getElementType() : Type(type);
    if (other != type && !(is16BitFloat(type) && other.isF32()))
      return error("expects parameters of the input's element type ", type,
                   is16BitFloat(type) ? " or f32" : "", ", found ", other);
  }
  return success();
}

LogicalResult ShapeRules::expectElements(StringRef name, Value value,
                                         int64_t first) const {
  if (!llvm::is_contained(getTensorType(value).getShape().drop_front(first), 0))
    return success();
  return error("expects ", name, " without empty dimensions from dimension ",
               first, " on, found ", value.getType());
}

LogicalResult ShapeRules::expectParameter(StringRef name, int64_t value,
                                          int64_t least) const {
  if (value >= least && value <= kLargestParameter)
    return success();
  return error("expects ", name, " in [", least, ", ", kLargestParameter,
               "], found ", value);
}

LogicalResult ShapeRules::expectParameters(StringRef name,
                                           ArrayRef<int64_t> values,
                                           size_t count, int64_t least) const {
  if (values.size() == count && llvm::all_of(values, [&](int64_t value) {
        return value >= least && value <= kLargestParameter;
      }))
    return success();
  return error("expects ", name, " to have ", count, " element(s) in [", least,
               ", ", kLargestParameter, "], found ", toString(values));
}

LogicalResult ShapeRules::expectEpsilon(double eps) const {
  if (std::isfinite(eps) && eps >= 0)
    return success();
  return error("expects eps to be finite and >= 0, found ", eps);
}

LogicalResult ShapeRules::expectRandomState(Value state) const {
  // A seed and the number of the first block.
  if (getTensorType(state).getShape() == ArrayRef<int64_t>{2})
    return success();
  return error("expects a state of type tensor<2xi64>, found ",
               state.getType());
}

LogicalResult ShapeRules::expectDropout(StringRef name, double p,
                                        Value state) const {
  if (!(p >= 0 && p <= 1))
    return error("expects ", name, " in [0, 1], found ", p);
  if (state)
    return expectRandomState(state);
  if (p == 0)
    return success();
  return error("expects the state of its random numbers, random(%state), for ",
               name, " = ", p);
}

LogicalResult ShapeRules::expectOneOf(StringRef name, StringRef value,
                                      ArrayRef<StringRef> known) const {
  if (llvm::is_contained(known, value))
    return success();
  return error("expects ", name, " to be one of ", llvm::join(known, ", "),
               ", found ", value);
}

LogicalResult ShapeRules::errorWithTypes(const Twine &message,
                                         ValueRange operands) const {
  if (!location)
    return failure();
  InFlightDiagnostic diag = emitError(*location)
                            << "'" << op << "' op " << message << ", found ";
  llvm::interleave(
      operands, [&](Value operand) { diag << operand.getType(); },
      [&] { diag << " and "; });
  return diag;
}

Type ShapeRules::getElementType(ValueRange operands) const {
  Type type;
  for (Value operand : operands) {
    Type other = getTensorType(operand).getElementType();
    if (!isa<FloatType>(other) || other == type)
      continue;
    if (type) {
      (void)error("expects operands of one element type, found ", type, " and ",
                  other);
      return {};
    }
    type = other;
  }
  return type;
}

LogicalResult mlir::amp::detail::inferInner(const ShapeRules &rules, Value lhs,
                                            Value rhs, int64_t dim,
                                            SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(lhs).getShape());
  if (!broadcastShape(shape, getTensorType(rhs).getShape()))
    return rules.errorWithTypes("expects operands that broadcast", {lhs, rhs});
  auto rank = static_cast<int64_t>(shape.size());
  if (dim < -rank || dim >= rank)
    return rules.error("expects dim in [", -rank, ", ", rank, ") of ",
                       lhs.getType(), " and ", rhs.getType(), ", found ", dim);
  shape.erase(shape.begin() + (dim < 0 ? dim + rank : dim));
  Type elementType = rules.getElementType({lhs, rhs});
  if (!elementType)
    return failure();
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}
