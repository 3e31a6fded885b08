//===- StateOps.h - What ops that act on state share ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_STATEOPS_H
#define AMP_DIALECT_AMP_IR_STATEOPS_H

#include "amp/Dialect/Amp/IR/GraphBuilder.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::amp::detail {

/// The symbol `name` of type `OpTy`, or null after a diagnostic at `op`.
template <typename OpTy>
OpTy lookUp(Operation *op, SymbolTableCollection &symbolTable,
            FlatSymbolRefAttr name) {
  Operation *symbol = symbolTable.lookupNearestSymbolFrom(op, name);
  if (!symbol) {
    op->emitOpError("refers to unknown symbol ") << name;
    return {};
  }
  auto result = dyn_cast<OpTy>(symbol);
  if (!result)
    op->emitOpError("expects ")
        << name << " to be an '" << OpTy::getOperationName() << "', found '"
        << symbol->getName() << "'";
  return result;
}

inline RankedTensorType getScalarType(Type type) {
  return RankedTensorType::get({}, type);
}

inline Value readVariable(OpBuilder &builder, Location loc, StringRef name,
                          Type type) {
  return ReadOp::create(builder, loc, type, name);
}

/// A flag is one truth value.
LogicalResult verifyFlags(Operation *op, ValueRange flags);

/// The logical or of scalar flags.
Value createAny(OpBuilder &builder, Location loc, ValueRange flags);

/// The present loss scale.
Value readScale(OpBuilder &builder, Location loc, GradScalerOp scaler);
/// How many steps have been skipped one after the other.
Value readSkipsInARow(OpBuilder &builder, Location loc, GradScalerOp scaler);
/// Whether `skips` skipped steps in a row halt the scaler; null if none do.
Value createHasHalted(OpBuilder &builder, Location loc, GradScalerOp scaler,
                      Value skips);

/// Takes a constant `when` off an op: the condition, or the op itself.
template <typename OpTy>
LogicalResult canonicalizeWhen(OpTy op, PatternRewriter &rewriter) {
  std::optional<bool> when = getKnownFlag(op.getWhen());
  if (!when)
    return rewriter.notifyMatchFailure(op, "no constant condition");
  if (*when)
    rewriter.modifyOpInPlace(op, [&] { op.getWhenMutable().clear(); });
  else
    rewriter.eraseOp(op);
  return success();
}

} // namespace mlir::amp::detail

#endif // AMP_DIALECT_AMP_IR_STATEOPS_H
