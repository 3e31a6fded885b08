//===- ContractionOps.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// linear and matmul: how they are built, shapes and derivatives.

#include "Composer.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

static bool areCompatibleSizes(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

TypeAttr mlir::amp::getComputeType(Type operandType, TypeAttr asked) {
  if (!operandType.isF64() && !operandType.isF32())
    return TypeAttr::get(Float32Type::get(operandType.getContext()));
  bool fits =
      asked && (asked.getValue() == operandType ||
                (operandType.isF32() && isa<FloatTF32Type>(asked.getValue())));
  return fits ? asked : TypeAttr();
}

/// Gives values of several element types the wide one; null ones stay.
static void unifyElementTypes(OpBuilder &builder, Location loc,
                              MutableArrayRef<Value> values) {
  Type type = getElementTypeOrSelf(values.front());
  if (llvm::all_of(values, [&](Value value) {
        return !value || getElementTypeOrSelf(value) == type;
      }))
    return;
  for (Value &value : values)
    if (value)
      value = createCast(builder, loc, value, getWideType(type));
}

Value mlir::amp::createMatmul(OpBuilder &builder, Location loc, Value lhs,
                              Value rhs, Type resultType, TypeAttr asked) {
  Value operands[] = {lhs, rhs};
  unifyElementTypes(builder, loc, operands);
  auto product = MatmulOp::create(
      builder, loc, operands[0], operands[1],
      getComputeType(getElementTypeOrSelf(operands[0]), asked));
  product.getResult().setType(product.getType().clone(resultType));
  return product;
}

Value mlir::amp::createLinear(OpBuilder &builder, Location loc, Value input,
                              Value weight, Value bias, Type resultType,
                              TypeAttr asked) {
  Value operands[] = {input, weight, bias};
  unifyElementTypes(builder, loc, operands);
  auto linear = LinearOp::create(
      builder, loc, operands[0], operands[1], operands[2],
      getComputeType(getElementTypeOrSelf(operands[0]), asked));
  linear.getResult().setType(linear.getType().clone(resultType));
  return linear;
}

//===----------------------------------------------------------------------===//
// LinearOp
//===----------------------------------------------------------------------===//

LogicalResult LinearOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensorType(adaptor.getInput());
  RankedTensorType weight = getTensorType(adaptor.getWeight());
  if (input.getRank() < 1 || weight.getRank() != 2)
    return emitOptionalError(
        location,
        "'amp.linear' op expects input [..., in] and weight "
        "[out, in], found ",
        input, " and ", weight);
  if (!areCompatibleSizes(input.getShape().back(), weight.getDimSize(1)))
    return emitOptionalError(
        location, "'amp.linear' op expects ", weight.getDimSize(1),
        " input features as the weight ", weight, " has, found ",
        input.getShape().back(), " in ", input);
  if (input.getElementType() != weight.getElementType())
    return emitOptionalError(
        location,
        "'amp.linear' op expects operands of one element type, found ",
        input.getElementType(), " and ", weight.getElementType());
  if (Value bias = adaptor.getBias()) {
    RankedTensorType type = getTensorType(bias);
    if (type.getRank() != 1 ||
        !areCompatibleSizes(type.getDimSize(0), weight.getDimSize(0)))
      return emitOptionalError(location, "'amp.linear' op expects a bias of ",
                               weight.getDimSize(0), " elements, found ", type);
    if (type.getElementType() != input.getElementType())
      return emitOptionalError(
          location,
          "'amp.linear' op expects operands of one element type, found ",
          input.getElementType(), " and a bias of ", type.getElementType());
  }
  SmallVector<int64_t> shape(input.getShape());
  shape.back() = weight.getDimSize(0);
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

LogicalResult LinearOp::verify() {
  return mlir::amp::detail::verifyComputeType(*this, getComputeType(),
                                              getInput().getType());
}

void LinearOp::getProductSizes(SmallVectorImpl<int64_t> &sizes) {
  ArrayRef<int64_t> shape = getTensorType(getInput()).getShape();
  int64_t rows = 1;
  for (int64_t size : shape.drop_back())
    rows = ShapedType::isDynamic(size) || ShapedType::isDynamic(rows)
               ? ShapedType::kDynamic
               : rows * size;
  sizes.push_back(rows);
  llvm::append_range(sizes, getTensorType(getWeight()).getShape());
}

LogicalResult MatmulOp::verify() {
  return mlir::amp::detail::verifyComputeType(*this, getComputeType(),
                                              getLhs().getType());
}

/// `value` as a matrix: all dimensions but the last become one.
static Value flattenToMatrix(OpBuilder &builder, Location loc, Value value) {
  RankedTensorType type = getTensorType(value);
  if (type.getRank() == 2)
    return value;
  ArrayRef<int64_t> shape = type.getShape();
  return ReshapeOp::create(
      builder, loc, value,
      ArrayRef<int64_t>{ShapedType::getNumElements(shape.drop_back()),
                        shape.back()});
}

LogicalResult
LinearOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                         ArrayRef<bool> needed,
                         MutableArrayRef<Value> operandGradients) {
  Location loc = getLoc();
  // An f32 result of 16-bit operands: the gradient's GEMMs run in their type.
  Type type = getTensorType(getInput()).getElementType();
  Value dy = createCast(builder, loc, gradients[0], type);
  Value dyMatrix = flattenToMatrix(builder, loc, dy);
  if (needed[0]) {
    Value dx = createMatmul(builder, loc, dyMatrix, getWeight(), type,
                            getComputeTypeAttr());
    if (dx.getType() != getInput().getType())
      dx = ReshapeOp::create(builder, loc, dx,
                             getTensorType(getInput()).getShape());
    operandGradients[0] = dx;
  }
  if (needed[1])
    operandGradients[1] = createMatmul(
        builder, loc, createMatrixTranspose(builder, loc, dyMatrix),
        flattenToMatrix(builder, loc, getInput()), type, getComputeTypeAttr());
  if (getBias() && needed[2])
    operandGradients[2] =
        SumOp::create(builder, loc, dyMatrix, ArrayRef<int64_t>{0}, false);
  return success();
}

//===----------------------------------------------------------------------===//
// MatmulOp
//===----------------------------------------------------------------------===//

LogicalResult MatmulOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType lhs = getTensorType(adaptor.getLhs());
  RankedTensorType rhs = getTensorType(adaptor.getRhs());
  if (lhs.getRank() < 2 || rhs.getRank() < 2)
    return emitOptionalError(
        location, "'amp.matmul' op expects operands of rank 2 or more, found ",
        lhs, " and ", rhs);
  ArrayRef<int64_t> a = lhs.getShape(), b = rhs.getShape();
  if (!areCompatibleSizes(a.back(), b[b.size() - 2]))
    return emitOptionalError(
        location,
        "'amp.matmul' op expects as many columns on the left "
        "as rows on the right, found ",
        lhs, " and ", rhs);
  if (lhs.getElementType() != rhs.getElementType())
    return emitOptionalError(
        location,
        "'amp.matmul' op expects operands of one element type, found ",
        lhs.getElementType(), " and ", rhs.getElementType());
  ArrayRef<int64_t> batchA = a.drop_back(2), batchB = b.drop_back(2);
  if (!batchA.empty() && !batchB.empty() &&
      (batchA.size() != batchB.size() ||
       !llvm::all_of(llvm::zip(batchA, batchB), [](auto pair) {
         return areCompatibleSizes(std::get<0>(pair), std::get<1>(pair));
       })))
    return emitOptionalError(
        location,
        "'amp.matmul' op expects equal batch dimensions, or "
        "none on one side, found ",
        lhs, " and ", rhs);
  SmallVector<int64_t> shape(batchA.empty() ? batchB : batchA);
  shape.push_back(a[a.size() - 2]);
  shape.push_back(b.back());
  types.push_back(RankedTensorType::get(shape, lhs.getElementType()));
  return success();
}

LogicalResult
MatmulOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                         ArrayRef<bool> needed,
                         MutableArrayRef<Value> operandGradients) {
  Location loc = getLoc();
  Type type = getTensorType(getLhs()).getElementType();
  Value dy = createCast(builder, loc, gradients[0], type);
  // A matrix that was used for each batch collects the sum over the batch: in
  // f32 for 16-bit operands, and rounded once.
  auto build = [&](Value lhs, Value rhs, Value operand) -> Value {
    RankedTensorType operandType = getTensorType(operand);
    bool isRepeated = getType().getRank() > operandType.getRank();
    Value gradient = createMatmul(builder, loc, lhs, rhs,
                                  isRepeated ? getWideType(type) : type,
                                  getComputeTypeAttr());
    if (!isRepeated)
      return gradient;
    gradient = createSumTo(builder, loc, gradient, operandType);
    return createCast(builder, loc, gradient, type);
  };
  if (needed[0])
    operandGradients[0] =
        build(dy, createMatrixTranspose(builder, loc, getRhs()), getLhs());
  if (needed[1])
    operandGradients[1] =
        build(createMatrixTranspose(builder, loc, getLhs()), dy, getRhs());
  return success();
}
