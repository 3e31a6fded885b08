//===- Reshape.cpp --------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/Reshape.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;

bool mlir::amprt::isReshape(Operation *op) {
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

Value mlir::amprt::getReshaped(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isReshape(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

Value mlir::amprt::reshapeTo(OpBuilder &builder, Location loc, Value value,
                             RankedTensorType type) {
  RankedTensorType from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  auto vector =
      RankedTensorType::get({from.getNumElements()}, from.getElementType());
  if (auto reassociation = getReassociationIndicesForReshape(from, type)) {
    if (from.getRank() > type.getRank())
      return tensor::CollapseShapeOp::create(builder, loc, type, value,
                                             *reassociation);
    if (from.getRank() < type.getRank())
      return tensor::ExpandShapeOp::create(builder, loc, type, value,
                                           *reassociation);
  }
  auto all = [](RankedTensorType type) {
    SmallVector<ReassociationIndices> result;
    if (type.getRank() > 0)
      result.push_back(llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
    return result;
  };
  if (from.getRank() != 1)
    value = from.getRank() == 0
                ? tensor::ExpandShapeOp::create(builder, loc, vector, value,
                                                all(from))
                      .getResult()
                : tensor::CollapseShapeOp::create(builder, loc, vector, value,
                                                  all(from));
  if (type.getRank() == 1)
    return value;
  if (type.getRank() == 0)
    return tensor::CollapseShapeOp::create(builder, loc, type, value,
                                           all(type));
  return tensor::ExpandShapeOp::create(builder, loc, type, value, all(type));
}
