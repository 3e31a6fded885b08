//===- NN.cpp - A dialect of another project ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NN.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace nn;

#include "NNDialect.cpp.inc"

#define GET_OP_CLASSES
#include "NNOps.cpp.inc"

void NNDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "NNOps.cpp.inc"
      >();
}

LogicalResult GatedMlpOp::verify() {
  ArrayRef<int64_t> x = getX().getType().getShape(),
                    gate = getGate().getType().getShape(),
                    down = getDown().getType().getShape();
  if (x.empty() || gate.size() != 2 || down.size() != 2)
    return emitOpError("expects features, and weights that are matrices");
  if (gate != getUp().getType().getShape() || gate[1] != x.back() ||
      down[0] != x.back() || down[1] != gate[0])
    return emitOpError("expects weights of ")
           << gate[0] << "x" << x.back() << ", twice, and " << x.back() << "x"
           << gate[0];
  return success();
}

LogicalResult SplitHeadsOp::verify() {
  auto from = getX().getType(), to = getType();
  if (from.getElementType() != to.getElementType())
    return emitOpError("moves elements, and cannot make ")
           << to.getElementType() << " of " << from.getElementType();
  if (from.getRank() != 3 || to.getRank() != 4 ||
      from.getDimSize(0) != to.getDimSize(0) ||
      from.getDimSize(1) != to.getDimSize(2) ||
      from.getDimSize(2) != to.getDimSize(1) * to.getDimSize(3))
    return emitOpError("cannot split ") << from << " into " << to;
  return success();
}
