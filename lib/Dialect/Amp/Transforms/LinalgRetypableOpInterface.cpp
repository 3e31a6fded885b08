//===- LinalgRetypableOpInterface.cpp -------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How linalg's structured ops take their inputs in another floating-point type.
// Their outputs, and so what they accumulate in, keep theirs. The body of
// linalg.generic is whoever wrote it's: its inputs are widened where it begins.
// That of a named op is made by the op's own builder, which knows how to widen
// in sums of products; for others it gives a body that does not fit, and those
// are refused.

#include "amp/Dialect/Amp/Transforms/LinalgRetypableOpInterface.h"

#include "amp/Interfaces/PrecisionOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::amp;

/// What is summed up in 16 bits is no wider for inputs that are.
static LogicalResult verifyNarrower(linalg::LinalgOp op) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    Type was = op.getMatchingBlockArgument(input).getType();
    Type now = getElementTypeOrSelf(input->get());
    if (was != now &&
        was.getIntOrFloatBitWidth() <= now.getIntOrFloatBitWidth())
      return op->emitOpError("is written for elements of ")
             << was << ", and cannot run in " << now
             << "; write it in f32, or take its name out of the policy";
  }
  return success();
}

/// Inputs arrive in the types of the operands, and are used as they were.
static LogicalResult retypeGeneric(linalg::LinalgOp op) {
  Block &body = op->getRegion(0).front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    Type was = argument.getType();
    Type now = getElementTypeOrSelf(input->get());
    argument.setType(now);
    if (was == now || argument.use_empty())
      continue;
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : argument.getUses())
      uses.push_back(&use);
    Value wide =
        arith::ExtFOp::create(builder, argument.getLoc(), was, argument);
    for (OpOperand *use : uses)
      use->set(wide);
  }
  return success();
}

/// Makes the body anew, for the operands' present types.
static LogicalResult rebuildNamed(linalg::LinalgOp op) {
  auto build = op.getRegionBuilder();
  Region region;
  Block &body = region.emplaceBlock();
  for (Value operand : op->getOperands())
    body.addArgument(getElementTypeOrSelf(operand), op.getLoc());
  ImplicitLocOpBuilder builder(op.getLoc(), op->getContext());
  builder.setInsertionPointToStart(&body);
  build(builder, body, op->getAttrs(), [&]() { return op->emitOpError(); });
  Operation *yield = body.empty() ? nullptr : &body.back();
  SmallVector<Type> wanted;
  for (Value init : op.getDpsInits())
    wanted.push_back(getElementTypeOrSelf(init));
  if (!yield || TypeRange(yield->getOperandTypes()) != TypeRange(wanted))
    return op->emitOpError("cannot take its inputs in another type than its "
                           "results'; write it as linalg.generic, or take its "
                           "name out of the policy");
  op->getRegion(0).takeBody(region);
  return success();
}

namespace {
template <typename OpTy>
struct LinalgModel
    : public RetypableOpInterface::ExternalModel<LinalgModel<OpTy>, OpTy> {
  bool isRetypable(Operation *op, unsigned index) const {
    return cast<linalg::LinalgOp>(op).isDpsInput(&op->getOpOperand(index));
  }
  LogicalResult retypeRegions(Operation *op) const {
    auto structured = cast<linalg::LinalgOp>(op);
    if (failed(verifyNarrower(structured)))
      return failure();
    return structured.getRegionBuilder() ? rebuildNamed(structured)
                                         : retypeGeneric(structured);
  }
};
} // namespace

template <typename... Ops>
static void attach(MLIRContext *context) {
  (Ops::template attachInterface<LinalgModel<Ops>>(*context), ...);
}

void mlir::amp::registerLinalgRetypableModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attach<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
  });
}
