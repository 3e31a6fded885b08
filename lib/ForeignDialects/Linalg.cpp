//===- Linalg.cpp ---------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How linalg's structured ops follow their inputs. What an op accumulates in
// keeps its type: the outputs of sums of products, of reductions and of bodies
// that read them. An elementwise op gives what it takes.
//
// The body of linalg.generic is whoever wrote it's: its inputs are widened
// where it begins, and what it yields is rounded. That of a named op is made by
// the op's own builder.

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::amp;

/// The argument of the body for `operand`; null where it has none.
static BlockArgument getArgument(linalg::LinalgOp op, OpOperand &operand) {
  Block *body = op.getBlock();
  return operand.getOperandNumber() < body->getNumArguments()
             ? op.getMatchingBlockArgument(&operand)
             : BlockArgument();
}

/// True if each element of the results depends on the inputs alone, and none is
/// a sum.
static bool isElementwise(linalg::LinalgOp op) {
  return op->getNumResults() != 0 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
           BlockArgument argument = getArgument(op, init);
           return getCastableType(init.get()) &&
                  (!argument || argument.use_empty());
         });
}

static bool isLow(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 16;
}

/// The function of an op of a body, among those that have a name.
static StringRef getScalarFunction(Operation &op) {
  const ForeignOp *known = lookupForeignOp(op.getName().getStringRef());
  return known ? known->function : StringRef();
}

/// What sums up by `combiner`, an op that uses an output's argument.
static StringRef getReduction(Operation *combiner) {
  return llvm::StringSwitch<StringRef>(combiner->getName().getStringRef())
      .Case("arith.addf", "sum")
      .Case("arith.mulf", "prod")
      .Cases({"arith.maximumf", "arith.maxnumf"}, "amax")
      .Cases({"arith.minimumf", "arith.minnumf"}, "amin")
      .Default("");
}

StringRef mlir::amp::getStructuredFunction(Operation *operation) {
  auto op = cast<linalg::LinalgOp>(operation);
  if (linalg::isaContractionOpInterface(op))
    return "matmul";
  if (linalg::isaConvolutionOpInterface(op))
    return "convolution";
  // A function of the math dialect says more than the arithmetic around it.
  StringRef function;
  for (Operation &inner : op.getBlock()->without_terminator()) {
    StringRef found = getScalarFunction(inner);
    if (inner.getName().getDialectNamespace() == "math" && !found.empty())
      return found;
    if (!found.empty())
      function = found;
  }
  for (OpOperand &init : op.getDpsInitsMutable())
    if (BlockArgument argument = getArgument(op, init))
      for (Operation *user : argument.getUsers())
        if (StringRef reduction = getReduction(user); !reduction.empty())
          return reduction;
  // What only moves elements.
  bool yieldsInputs =
      llvm::all_of(op.getBlock()->getTerminator()->getOperands(),
                   [&](Value value) { return isa<BlockArgument>(value); });
  return yieldsInputs ? "permute" : function;
}

bool StructuredModel::isPrecisionOperand(Operation *operation,
                                         unsigned index) const {
  auto op = cast<linalg::LinalgOp>(operation);
  OpOperand &operand = op->getOpOperand(index);
  if (!op.isDpsInput(&operand))
    return false;
  // What was written in 16 bits computes so.
  if (op.getRegionBuilder() && isElementwise(op))
    return true;
  BlockArgument argument = getArgument(op, operand);
  return argument && !isLow(argument.getType()) &&
         llvm::none_of(op.getDpsInits(), [](Value init) {
           return isLow(getElementTypeOrSelf(init));
         });
}

bool StructuredModel::isPrecisionResult(Operation *op, unsigned index) const {
  return isElementwise(cast<linalg::LinalgOp>(op));
}

/// Has the arguments of the body take the operands' types, and the body compute
/// as it was written.
static void retypeBody(linalg::LinalgOp op) {
  Block &body = op->getRegion(0).front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = getArgument(op, operand);
    Type was = argument ? argument.getType() : Type();
    Type now = getElementTypeOrSelf(operand.get());
    if (!argument || was == now)
      continue;
    argument.setType(now);
    if (argument.use_empty())
      continue;
    SmallVector<OpOperand *> uses = llvm::map_to_vector(
        argument.getUses(), [](OpOperand &use) { return &use; });
    Value wide =
        arith::ExtFOp::create(builder, argument.getLoc(), was, argument);
    for (OpOperand *use : uses)
      use->set(wide);
  }
  Operation *yield = body.getTerminator();
  builder.setInsertionPoint(yield);
  for (auto [value, init] :
       llvm::zip(yield->getOpOperands(), op.getDpsInits())) {
    Type wanted = getElementTypeOrSelf(init);
    if (value.get().getType() != wanted)
      value.set(arith::TruncFOp::create(builder, yield->getLoc(), wanted,
                                        value.get()));
  }
}

/// Makes the body anew, for the operands' present types.
static LogicalResult rebuildBody(linalg::LinalgOp op) {
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
    return op->emitOpError("has no body for inputs of other types than its "
                           "results'; write it as linalg.generic, or take its "
                           "name out of the policy");
  op->getRegion(0).takeBody(region);
  return success();
}

/// Has an elementwise op give elements of `type`: into tensors of that type,
/// since what is in its outputs is not read.
static void retypeResults(linalg::LinalgOp op, FloatType type) {
  OpBuilder builder(op);
  for (auto [init, result] :
       llvm::zip(op.getDpsInitsMutable(), op->getResults())) {
    if (getCastableType(result) == type)
      continue;
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(builder, op.getLoc(), init.get());
    init.set(tensor::EmptyOp::create(builder, op.getLoc(), sizes, type));
    setElementType(result, type);
  }
}

LogicalResult StructuredModel::refineResultTypes(Operation *operation) const {
  auto op = cast<linalg::LinalgOp>(operation);
  SmallVector<FloatType> types;
  for (OpOperand *input : op.getDpsInputOperands())
    if (FloatType type = getCastableType(input->get()))
      types.push_back(type);
  if (!types.empty() && llvm::all_equal(types) && isElementwise(op))
    retypeResults(op, types.front());
  if (op.getRegionBuilder())
    return rebuildBody(op);
  retypeBody(op);
  return success();
}
