//===- Random.cpp - Random numbers ----------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Random.h"

#include "ShapeRules.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

LogicalResult RandomBitsOp::inferReturnTypes(MLIRContext *context,
                                             std::optional<Location> location,
                                             Adaptor adaptor,
                                             SmallVectorImpl<Type> &types) {
  if (failed(ShapeRules(location, getOperationName())
                 .expectRandomState(adaptor.getState())))
    return failure();
  for (int64_t size : adaptor.getShape())
    if (size < 0)
      return emitOptionalError(
          location, "'amp.random_bits' op expects sizes >= 0, found ", size);
  types.push_back(
      RankedTensorType::get(adaptor.getShape(), IntegerType::get(context, 32)));
  return success();
}

LogicalResult DropoutOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> location,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  if (failed(ShapeRules(location, getOperationName())
                 .expectRandomState(adaptor.getState())))
    return failure();
  types.push_back(adaptor.getInput().getType());
  types.push_back(adaptor.getState().getType());
  return success();
}

LogicalResult DropoutOp::verify() {
  double p = getP().convertToDouble();
  if (!(p >= 0 && p <= 1))
    return emitOpError("expects p in [0, 1], found ") << p;
  return success();
}
