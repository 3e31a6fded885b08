//===- StateOps.h - What ops that act on state share ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMP_IR_STATEOPS_H
#define AMP_LIB_DIALECT_AMP_IR_STATEOPS_H

#include "GraphBuilder.h"
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

/// True if an element of a gradient is infinite or NaN.
Value createHasNonfinite(OpBuilder &builder, Location loc,
                         ValueRange gradients);

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

#endif // AMP_LIB_DIALECT_AMP_IR_STATEOPS_H
