//===- Regions.cpp - Regions ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Regions.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// Checks that a region yields what its op gives.
static LogicalResult verifyYield(Operation *op, Region &region) {
  auto yield = dyn_cast<YieldOp>(region.front().getTerminator());
  if (!yield)
    return op->emitOpError("expects its region to end with 'amp.yield'");
  if (yield.getNumOperands() != op->getNumResults())
    return yield.emitOpError("gives ")
           << yield.getNumOperands() << " value(s), expected "
           << op->getNumResults();
  for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
    Type expected = op->getResult(i).getType();
    if (!mlir::amp::detail::areCompatibleTypes(value.getType(), expected))
      return yield.emitOpError("gives ") << value.getType() << " as value " << i
                                         << ", expected " << expected;
  }
  return success();
}

LogicalResult AutocastOp::verify() {
  if (std::optional<Type> dtype = getDtype())
    if (!is16BitFloat(*dtype))
      return emitOpError("expects dtype f16 or bf16, found ") << *dtype;
  return verifyYield(*this, getBody());
}

LogicalResult BackwardOp::verify() {
  if (getTensorType(getLoss()).getRank() != 0 && !getSeed())
    return emitOpError("expects a scalar loss or a seed, found a loss of type ")
           << getLoss().getType();
  if (getSeed() && getSeed().getType() != getLoss().getType())
    return emitOpError("expects a seed of the loss's type ")
           << getLoss().getType() << ", found " << getSeed().getType();
  if (getWrt().size() != getNumResults())
    return emitOpError("expects one gradient per 'wrt' value, ")
           << getWrt().size() << ", found " << getNumResults();
  for (auto [i, value] : llvm::enumerate(getWrt()))
    if (value.getType() != getResult(i).getType())
      return emitOpError("expects gradient ")
             << i << " of type " << value.getType() << ", found "
             << getResult(i).getType();
  return success();
}

LogicalResult BackwardOp::verifyRegions() {
  if (getBody().empty())
    return success();
  Block &block = getBody().front();
  if (block.getNumArguments() != 1 ||
      block.getArgument(0).getType() != getLoss().getType())
    return emitOpError(
               "expects its region to take the seed, one argument of type ")
           << getLoss().getType();
  return verifyYield(*this, getBody());
}

LogicalResult CustomFunctionOp::verify() {
  if (std::optional<Type> type = getCastInputs())
    if (!isa<FloatType>(*type))
      return emitOpError(
                 "expects a floating-point type for cast_inputs, found ")
             << *type;
  auto saved = static_cast<int64_t>(getSaved());
  if (saved < 0 || saved > getNumResults())
    return emitOpError("expects saved in [0, ")
           << getNumResults() << "], the number of results, found " << saved;
  return success();
}

/// Checks the arguments that a region takes.
static LogicalResult verifyArguments(Operation *op, StringRef region,
                                     Block &block, TypeRange expected) {
  if (TypeRange(block.getArgumentTypes()) == expected)
    return success();
  return op->emitOpError("expects its ")
         << region << " region to take " << expected << ", found "
         << TypeRange(block.getArgumentTypes());
}

static LogicalResult verifyYielded(Operation *op, StringRef region,
                                   Block &block, TypeRange expected) {
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return op->emitOpError("expects its ")
           << region << " region to end with 'amp.yield'";
  if (TypeRange(yield.getOperandTypes()) == expected)
    return success();
  return yield.emitOpError("ends the ")
         << region << " region with values of " << yield.getOperandTypes()
         << ", expected " << expected;
}

/// The types of the gradients that the backward region yields.
static SmallVector<Type> getGradientTypes(CustomFunctionOp op) {
  return llvm::filter_to_vector(op.getOperandTypes(), [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  });
}

LogicalResult CustomFunctionOp::verifyRegions() {
  if (failed(verifyArguments(*this, "forward", getForward().front(),
                             getOperandTypes())) ||
      failed(verifyYielded(*this, "forward", getForward().front(),
                           getResultTypes())))
    return failure();
  size_t outputs = getNumResults() - getSaved();
  SmallVector<Type> backward(getResults().drop_front(outputs).getTypes());
  llvm::append_range(backward, getResults().take_front(outputs).getTypes());
  if (failed(verifyArguments(*this, "backward", getBackward().front(),
                             backward)) ||
      failed(verifyYielded(*this, "backward", getBackward().front(),
                           getGradientTypes(*this))))
    return failure();
  return success();
}
