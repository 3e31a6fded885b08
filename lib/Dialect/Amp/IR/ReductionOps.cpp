//===- ReductionOps.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reductions and argmax: shapes and derivatives.

#include "amp/Dialect/Amp/IR/Amp.h"

using namespace mlir;
using namespace mlir::amp;

/// `value`, a reduction's result, in the shape that it has with `keepdim`, so
/// that it broadcasts against the reduction's input.
static Value keepReducedDims(OpBuilder &builder, Location loc, Value value,
                             RankedTensorType input, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> shape(input.getShape());
  for (int64_t dim : getReducedDims(input.getRank(), dims))
    shape[dim] = 1;
  if (getTensorType(value).getShape() == ArrayRef(shape))
    return value;
  return ReshapeOp::create(builder, loc, value, shape);
}

LogicalResult SumOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                    ArrayRef<bool> needed,
                                    MutableArrayRef<Value> operandGradients) {
  if (!needed[0])
    return success();
  RankedTensorType type = getTensorType(getInput());
  Value dy = createCast(builder, getLoc(), gradients[0], type.getElementType());
  Value kept = keepReducedDims(builder, getLoc(), dy, type, getDims());
  operandGradients[0] =
      BroadcastToOp::create(builder, getLoc(), kept, type.getShape());
  return success();
}

LogicalResult MeanOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                     ArrayRef<bool> needed,
                                     MutableArrayRef<Value> operandGradients) {
  if (!needed[0])
    return success();
  RankedTensorType type = getTensorType(getInput());
  double count = 1;
  for (int64_t dim : getReducedDims(type.getRank(), getDims()))
    count *= type.getDimSize(dim);
  Value kept =
      keepReducedDims(builder, getLoc(), gradients[0], type, getDims());
  Value divisor =
      createSplat(builder, getLoc(),
                  RankedTensorType::get({}, builder.getF32Type()), count);
  // A count beyond f16's largest number must not become infinite: divide in
  // f32.
  Type elementType = type.getElementType();
  Type wide = elementType.isF64() ? elementType : builder.getF32Type();
  Value share = DivOp::create(builder, getLoc(),
                              createCast(builder, getLoc(), kept, wide),
                              createCast(builder, getLoc(), divisor, wide));
  operandGradients[0] = BroadcastToOp::create(
      builder, getLoc(), createCast(builder, getLoc(), share, elementType),
      type.getShape());
  return success();
}

/// The gradient goes in equal parts to all elements that attain the extremum.
template <typename OpTy>
static LogicalResult buildExtremumGradients(OpTy op, OpBuilder &builder,
                                            Value dy, ArrayRef<bool> needed,
                                            MutableArrayRef<Value> out) {
  if (!needed[0])
    return success();
  Location loc = op.getLoc();
  RankedTensorType type = getTensorType(op.getInput());
  Value y = keepReducedDims(builder, loc, op.getResult(), type, op.getDims());
  Value kept = keepReducedDims(builder, loc, dy, type, op.getDims());
  Value attains =
      CompareOp::create(builder, loc, ComparePredicate::EQ, op.getInput(), y);
  // As in the mean, a count beyond f16's integers must not be rounded.
  Type elementType = type.getElementType();
  Type wide = elementType.isF64() ? elementType : builder.getF32Type();
  Value ones = CastOp::create(builder, loc, type.clone(wide), attains);
  Value count = SumOp::create(
      builder, loc, ones, getReducedDims(type.getRank(), op.getDims()), true);
  Value share =
      DivOp::create(builder, loc, createCast(builder, loc, kept, wide), count);
  out[0] = createCast(builder, loc, MulOp::create(builder, loc, ones, share),
                      elementType);
  return success();
}

LogicalResult AmaxOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                     ArrayRef<bool> needed,
                                     MutableArrayRef<Value> operandGradients) {
  return buildExtremumGradients(*this, builder, gradients[0], needed,
                                operandGradients);
}

LogicalResult AminOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                     ArrayRef<bool> needed,
                                     MutableArrayRef<Value> operandGradients) {
  return buildExtremumGradients(*this, builder, gradients[0], needed,
                                operandGradients);
}

// Integers and truth values do not vary differentiably.
LogicalResult AnyOp::buildGradients(OpBuilder &, ValueRange, ArrayRef<bool>,
                                    MutableArrayRef<Value>) {
  return success();
}

LogicalResult ArgmaxOp::buildGradients(OpBuilder &, ValueRange, ArrayRef<bool>,
                                       MutableArrayRef<Value>) {
  return success();
}

LogicalResult ArgmaxOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  int64_t dim = adaptor.getDim();
  if (dim < 0)
    dim += type.getRank();
  if (dim < 0 || dim >= type.getRank())
    return emitOptionalError(location, "'amp.argmax' op expects dim in [",
                             -type.getRank(), ", ", type.getRank(), ") of ",
                             type, ", found ",
                             static_cast<int64_t>(adaptor.getDim()));
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  types.push_back(RankedTensorType::get(shape, IntegerType::get(context, 64)));
  return success();
}
