//===- PrecisionOpInterface.cpp -------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Interfaces/PrecisionOpInterface.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;

StringRef mlir::amp::detail::getDefaultPrecisionName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  name.consume_front("amp.");
  return name;
}

LogicalResult mlir::amp::detail::refineInferredResultTypes(Operation *op) {
  auto inferrable = dyn_cast<InferTypeOpInterface>(op);
  if (!inferrable)
    return op->emitOpError("cannot infer its result types from its operands; "
                           "implement InferTypeOpInterface, or "
                           "refineResultTypes of PrecisionOpInterface");
  SmallVector<Type> types;
  if (failed(inferrable.inferReturnTypes(
          op->getContext(), op->getLoc(), op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), types)))
    return failure();
  for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
    result.setType(type);
  return success();
}

void mlir::amp::detail::getMatrixSizes(Operation *op,
                                       SmallVectorImpl<int64_t> &sizes) {
  for (Type type : op->getOperandTypes())
    if (auto shaped = dyn_cast<RankedTensorType>(type))
      if (shaped.getRank() >= 2)
        llvm::append_range(sizes, shaped.getShape().take_back(2));
}

#include "amp/Interfaces/PrecisionOpInterface.cpp.inc"
