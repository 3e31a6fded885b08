//===- ContractionOps.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// linear and matmul: shapes and derivatives.

#include "amp/Dialect/Amp/IR/Amp.h"

using namespace mlir;
using namespace mlir::amp;

static bool areCompatibleSizes(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
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
  int64_t last = type.getShape().back();
  return ReshapeOp::create(
      builder, loc, value,
      ArrayRef<int64_t>{last ? type.getNumElements() / last : 0, last});
}

LogicalResult
LinearOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                         ArrayRef<bool> needed,
                         MutableArrayRef<Value> operandGradients) {
  Location loc = getLoc();
  // An f32 result of 16-bit operands: the gradient's GEMMs run in their type.
  Value dy = createCast(builder, loc, gradients[0],
                        getTensorType(getInput()).getElementType());
  Value dyMatrix = flattenToMatrix(builder, loc, dy);
  if (needed[0]) {
    Value dx = MatmulOp::create(builder, loc, dyMatrix, getWeight(),
                                getComputeTypeAttr());
    if (dx.getType() != getInput().getType())
      dx = ReshapeOp::create(builder, loc, dx,
                             getTensorType(getInput()).getShape());
    operandGradients[0] = dx;
  }
  if (needed[1])
    operandGradients[1] = MatmulOp::create(
        builder, loc, createMatrixTranspose(builder, loc, dyMatrix),
        flattenToMatrix(builder, loc, getInput()), getComputeTypeAttr());
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
  Value dy = createCast(builder, loc, gradients[0],
                        getTensorType(getLhs()).getElementType());
  // A matrix that was used for each batch collects the sum over the batch.
  auto collect = [&](Value gradient, Value operand) {
    return createSumTo(builder, loc, gradient, getTensorType(operand));
  };
  if (needed[0])
    operandGradients[0] =
        collect(MatmulOp::create(builder, loc, dy,
                                 createMatrixTranspose(builder, loc, getRhs()),
                                 getComputeTypeAttr()),
                getLhs());
  if (needed[1])
    operandGradients[1] =
        collect(MatmulOp::create(builder, loc,
                                 createMatrixTranspose(builder, loc, getLhs()),
                                 dy, getComputeTypeAttr()),
                getRhs());
  return success();
}
