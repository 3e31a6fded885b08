//===- TypeInference.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Shape and type rules shared by several ops, and the helpers that passes and
// gradients build with.

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;

bool mlir::amp::detail::areCompatibleTypes(TypeRange inferred,
                                           TypeRange actual) {
  return inferred.size() == actual.size() &&
         llvm::all_of(llvm::zip(inferred, actual), [](auto pair) {
           auto [a, b] = pair;
           return getElementTypeOrSelf(a) == getElementTypeOrSelf(b) &&
                  succeeded(verifyCompatibleShape(a, b));
         });
}

bool mlir::amp::detail::areCompatibleContractionTypes(TypeRange inferred,
                                                      TypeRange actual) {
  if (inferred.size() != actual.size() || inferred.empty())
    return false;
  Type from = getElementTypeOrSelf(inferred[0]);
  Type to = getElementTypeOrSelf(actual[0]);
  return (from == to || (is16BitFloat(from) && to.isF32())) &&
         succeeded(verifyCompatibleShape(inferred[0], actual[0])) &&
         areCompatibleTypes(inferred.drop_front(), actual.drop_front());
}

LogicalResult
mlir::amp::detail::inferOutputType(std::optional<Location> location,
                                   StringRef op, std::optional<Type> dtype,
                                   Type &type) {
  if (!dtype)
    return success();
  auto tensor = cast<RankedTensorType>(type);
  if (!isa<FloatType>(tensor.getElementType()) || !isa<FloatType>(*dtype))
    return emitOptionalError(location, "'", op,
                             "' op expects a floating-point dtype for "
                             "floating-point elements only, found ",
                             *dtype, " for ", type);
  type = tensor.clone(*dtype);
  return success();
}

LogicalResult mlir::amp::detail::verifyComputeType(
    Operation *op, std::optional<Type> computeType, Type operandType) {
  if (!computeType)
    return success();
  Type element = getElementTypeOrSelf(operandType);
  Builder builder(op->getContext());
  Type expected = element.isF64() ? builder.getF64Type() : builder.getF32Type();
  if (*computeType == expected ||
      (element.isF32() && isa<FloatTF32Type>(*computeType)))
    return success();
  return op->emitOpError("expects compute_type ")
         << expected << (element.isF32() ? " or tf32" : "")
         << " for operands of " << element << ", found " << *computeType;
}

/// NumPy broadcasting of all operands' shapes.
static LogicalResult broadcastShapes(std::optional<Location> location,
                                     StringRef op, ValueRange operands,
                                     SmallVectorImpl<int64_t> &shape) {
  int64_t rank = 0;
  for (Value operand : operands)
    rank = std::max(rank, getTensorType(operand).getRank());
  shape.assign(rank, 1);
  for (Value operand : operands) {
    ArrayRef<int64_t> dims = getTensorType(operand).getShape();
    for (auto [i, dim] : llvm::enumerate(dims)) {
      int64_t &result = shape[rank - dims.size() + i];
      if (dim == 1 || dim == result)
        continue;
      // A `?` next to a number can only be that number, or 1.
      if (result == 1 || ShapedType::isDynamic(result))
        result = ShapedType::isDynamic(dim) && result != 1 ? result : dim;
      else if (!ShapedType::isDynamic(dim)) {
        InFlightDiagnostic diag =
            emitError(location.value_or(UnknownLoc::get(operand.getContext())))
            << "'" << op << "' op shapes do not broadcast:";
        for (Value value : operands)
          diag << " " << value.getType();
        return diag << "; expected dimensions, from the last one, to be equal "
                       "or 1";
      }
    }
  }
  return success();
}

/// The operands' one element type; null after a diagnostic if there are
/// several.
static Type getCommonElementType(std::optional<Location> location, StringRef op,
                                 ValueRange operands) {
  Type type = getTensorType(operands.front()).getElementType();
  for (Value operand : operands.drop_front()) {
    Type other = getTensorType(operand).getElementType();
    if (other != type) {
      emitError(location.value_or(UnknownLoc::get(type.getContext())))
          << "'" << op << "' op expects operands of one element type, found "
          << type << " and " << other;
      return {};
    }
  }
  return type;
}

LogicalResult
mlir::amp::detail::inferElementwiseType(std::optional<Location> location,
                                        StringRef op, ValueRange operands,
                                        SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape;
  Type elementType = getCommonElementType(location, op, operands);
  if (!elementType || failed(broadcastShapes(location, op, operands, shape)))
    return failure();
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

LogicalResult
mlir::amp::detail::inferPredicateType(std::optional<Location> location,
                                      StringRef op, ValueRange operands,
                                      SmallVectorImpl<Type> &types) {
  if (failed(inferElementwiseType(location, op, operands, types)))
    return failure();
  auto type = cast<RankedTensorType>(types.back());
  types.back() = type.clone(IntegerType::get(type.getContext(), 1));
  return success();
}

LogicalResult
mlir::amp::detail::inferWhereType(std::optional<Location> location,
                                  StringRef op, ValueRange operands,
                                  SmallVectorImpl<Type> &types) {
  Type elementType = getCommonElementType(location, op, operands.drop_front());
  SmallVector<int64_t> shape;
  if (!elementType || failed(broadcastShapes(location, op, operands, shape)))
    return failure();
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

SmallVector<int64_t> mlir::amp::getReducedDims(int64_t rank,
                                               ArrayRef<int64_t> dims) {
  SmallVector<int64_t> result;
  if (dims.empty())
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  for (int64_t dim : dims)
    result.push_back(dim < 0 ? dim + rank : dim);
  llvm::sort(result);
  return result;
}

LogicalResult mlir::amp::detail::inferReductionType(
    std::optional<Location> location, StringRef op, Value input,
    ArrayRef<int64_t> dims, bool keepdim, SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(input);
  SmallVector<int64_t> reduced = getReducedDims(type.getRank(), dims);
  for (auto [i, dim] : llvm::enumerate(reduced)) {
    if (dim < 0 || dim >= type.getRank())
      return emitOptionalError(location, "'", op, "' op expects dims in [",
                               -type.getRank(), ", ", type.getRank(), ") of ",
                               type, ", found ",
                               dim < 0 ? dim - type.getRank() : dim);
    if (i && reduced[i - 1] == dim)
      return emitOptionalError(location, "'", op, "' op lists dimension ", dim,
                               " twice");
  }
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if (!llvm::is_contained(reduced, static_cast<int64_t>(i)))
      shape.push_back(size);
    else if (keepdim)
      shape.push_back(1);
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

Value mlir::amp::createSplat(OpBuilder &builder, Location loc,
                             RankedTensorType type, double value) {
  Type elementType = type.getElementType();
  Attribute element;
  if (isa<FloatType>(elementType))
    element = builder.getFloatAttr(elementType, value);
  else
    element = builder.getIntegerAttr(elementType, static_cast<int64_t>(value));
  return ConstantOp::create(builder, loc, type,
                            DenseElementsAttr::get(type, element));
}

Value mlir::amp::createCast(OpBuilder &builder, Location loc, Value value,
                            Type elementType) {
  RankedTensorType type = getTensorType(value);
  if (type.getElementType() == elementType)
    return value;
  return CastOp::create(builder, loc, type.clone(elementType), value);
}

Value mlir::amp::createSumTo(OpBuilder &builder, Location loc, Value value,
                             RankedTensorType type) {
  RankedTensorType from = getTensorType(value);
  if (from.getShape() == type.getShape())
    return value;
  SmallVector<int64_t> dims;
  int64_t added = from.getRank() - type.getRank();
  for (int64_t i = 0; i < from.getRank(); ++i)
    if (i < added ||
        (type.getDimSize(i - added) == 1 && from.getDimSize(i) != 1))
      dims.push_back(i);
  // The reduced dimensions go away; those of size 1 in `type` come back.
  Value sum = dims.empty()
                  ? value
                  : SumOp::create(builder, loc, value, dims, false).getResult();
  if (getTensorType(sum).getShape() != type.getShape())
    sum = ReshapeOp::create(builder, loc, sum, type.getShape());
  return sum;
}

Value mlir::amp::createMatrixTranspose(OpBuilder &builder, Location loc,
                                       Value value) {
  auto permutation =
      llvm::to_vector(llvm::seq<int64_t>(0, getTensorType(value).getRank()));
  std::swap(permutation[permutation.size() - 2], permutation.back());
  return TransposeOp::create(builder, loc, value, permutation);
}

Value mlir::amp::createExactReciprocal(OpBuilder &builder, Location loc,
                                       Value scale) {
  Value wide = createCast(builder, loc, scale, builder.getF64Type());
  Value inverse = ReciprocalOp::create(builder, loc, wide);
  return createCast(builder, loc, inverse, builder.getF32Type());
}

//===----------------------------------------------------------------------===//
// What is known of values
//===----------------------------------------------------------------------===//

LogicalResult mlir::amp::verifyStaticShapes(
    Operation *op, StringRef pass,
    llvm::function_ref<bool(Value, unsigned dim)> isNeeded) {
  auto verify = [&](StringRef kind, ValueRange values) -> LogicalResult {
    for (auto [i, value] : llvm::enumerate(values)) {
      auto type = dyn_cast<ShapedType>(value.getType());
      if (!type || !type.hasRank())
        continue;
      for (unsigned dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim) && (!isNeeded || isNeeded(value, dim)))
          return op->emitOpError("has an unknown size in dimension ")
                 << dim << " of " << kind << " " << i << ", " << type
                 << "; run amp-specialize-shapes before " << pass;
    }
    return success();
  };
  if (failed(verify("operand", op->getOperands())) ||
      failed(verify("result", op->getResults())))
    return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(verify("argument", block.getArguments())))
        return failure();
  return success();
}

std::optional<bool> mlir::amp::getKnownFlag(Value flag) {
  DenseElementsAttr value;
  if (!flag || !matchPattern(flag, m_Constant(&value)) || !value.isSplat())
    return std::nullopt;
  return value.getSplatValue<bool>();
}
