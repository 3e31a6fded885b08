//===- Expansion.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/State.h"

using namespace mlir;
using namespace mlir::amp;

void mlir::amp::expandBackward(BackwardOp op, SmallVectorImpl<Value> &results) {
  OpBuilder builder(op);
  Value seed = op.getSeed();
  if (!seed)
    seed = createSplat(builder, op.getLoc(), getTensorType(op.getLoss()), 1);
  Block &body = op.getBody().front();
  body.getArgument(0).replaceAllUsesWith(seed);
  llvm::append_range(results, body.getTerminator()->getOperands());
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations(), body.begin(),
                                         std::prev(body.end()));
}

LogicalResult mlir::amp::buildParts(DecomposableOpInterface op, StringRef pass,
                                    SmallVectorImpl<Value> &results) {
  if (failed(verifyStaticShapes(op, pass, [&](Value value, unsigned dim) {
        return op.needsStaticSize(value, dim);
      })))
    return failure();
  for (Type type : op->getOperandTypes())
    if (auto element = getElementTypeOrSelf(type); isa<ComplexType>(element))
      return op->emitOpError("has no kernels for elements of ") << element;
  OpBuilder builder(op);
  return op.decompose(builder, results);
}

LogicalResult mlir::amp::expandComposite(DecomposableOpInterface op,
                                         StringRef pass,
                                         SymbolTableCollection &symbols,
                                         SmallVectorImpl<Value> &results) {
  Operation *before = op->getPrevNode();
  if (failed(buildParts(op, pass, results)))
    return failure();
  for (Operation &inner : getOpsBetween(before, op)) {
    // The parts are no more those of the op in the forward pass than it is.
    if (Attribute recompute = op->getAttr("amp.recompute"))
      inner.setAttr("amp.recompute", recompute);
    auto read = dyn_cast<ReadOp>(inner);
    if (read &&
        !symbols.lookupNearestSymbolFrom(read, read.getVariableAttr())) {
      op->emitOpError("needs the variable '")
          << read.getVariable() << "'; run amp-materialize-state before "
          << pass;
      return failure();
    }
  }
  return success();
}
