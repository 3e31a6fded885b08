//===- Formula.h - Formulas as code and as graphs ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMP_IR_FORMULA_H
#define AMP_LIB_DIALECT_AMP_IR_FORMULA_H

#include "amp/Dialect/Amp/IR/ElementwiseRules.h"
#include "mlir/IR/Builders.h"

namespace mlir::amp::detail {

/// `formula` of scalars as ops of arith and math. `type` is that of constants;
/// integers are signless, `isUnsigned` says how to read them.
Value emitScalar(const Formula &formula, OpBuilder &builder, Location loc,
                 ValueRange operands, Type type, bool isUnsigned);

/// The values of leaves.
using LeafValues =
    llvm::function_ref<Value(Formula::Leaf leaf, unsigned index)>;

/// `formulas` of tensors as ops of the dialect, null where a formula is none.
/// Constants are of `elementType`.
SmallVector<Value> emitTensors(ArrayRef<Formula> formulas, OpBuilder &builder,
                               Location loc, Type elementType,
                               LeafValues leaves);

/// True if ops on 16-bit floats, one for each function of `formula`, give what
/// computing in f32 with one rounding at the end would.
bool roundsOnce(const Formula &formula);

/// GELU, exact or in its form with tanh.
Formula expandGelu(Formula x, bool isTanh);

inline Formula call(Function function, ArrayRef<Formula> arguments) {
  return Formula(function, arguments);
}

} // namespace mlir::amp::detail

#endif // AMP_LIB_DIALECT_AMP_IR_FORMULA_H
