//===- ElementwiseRules.h - What elementwise ops compute --------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule of an elementwise op is its computation and its derivative, both as
// formulas. Everything else is read off them: the scalar code of kernels, the
// graph of the backward pass, which values that keeps, and numbers, with which
// tests compare the one with the other.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_ELEMENTWISERULES_H
#define AMP_DIALECT_AMP_IR_ELEMENTWISERULES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/BitVector.h"

#include <functional>
#include <memory>

namespace mlir::amp {

/// What formulas are made of. A function is an op of the dialect, of arith or
/// of math; some are formulas themselves, where they become scalar code.
enum class Function : uint8_t {
  // Arithmetic.
  Neg,
  Abs,
  Sqrt,
  Rsqrt,
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Pow,
  Max,
  Min,
  CopySign,
  // Functions.
  Exp,
  ExpForSum, ///< e^x as a term of a sum, of which small ones do not matter
  Expm1,
  Log,
  Log1p,
  Log2,
  Log10,
  Erf,
  ErfForSum, ///< erf x to be added to 1, of which the last digits are lost
  Erfc,
  Erfinv,
  Lgamma,
  Digamma,
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan,
  Atan2,
  Sinh,
  Cosh,
  Tanh,
  Ceil,
  Floor,
  RoundEven,
  Sigmoid,
  // Derivatives that are ops: of the gradient, and the result or the operand.
  ReluBackward,
  TanhBackward,
  SigmoidBackward,
  GeluBackward,
  GeluTanhBackward,
  // Truth values.
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  And,
  Or,
  Xor,
  Select
};

/// An expression of numbers and truth values. Copies share what they are made
/// of: a formula that stands twice in another one is computed once.
class Formula {
public:
  enum class Leaf : uint8_t { Operand, Result, Gradient };

  /// None: the gradient of an operand that has no derivative.
  Formula() = default;
  Formula(double constant);
  explicit Formula(Leaf leaf, unsigned index = 0);
  Formula(Function function, ArrayRef<Formula> arguments);

  explicit operator bool() const { return node != nullptr; }

  /// A formula is one of these.
  std::optional<double> getConstant() const;
  std::optional<std::pair<Leaf, unsigned>> getLeaf() const;
  std::optional<Function> getFunction() const;
  ArrayRef<Formula> getArguments() const;
  /// What is the same for copies.
  const void *getId() const { return node.get(); }

private:
  struct Node;
  std::shared_ptr<const Node> node;
};

Formula operator-(Formula a);
Formula operator+(Formula a, Formula b);
Formula operator-(Formula a, Formula b);
Formula operator*(Formula a, Formula b);
Formula operator/(Formula a, Formula b);
Formula operator<(Formula a, Formula b);
Formula operator<=(Formula a, Formula b);
Formula operator>(Formula a, Formula b);
Formula operator>=(Formula a, Formula b);
/// `a` where the condition holds, else `b`.
Formula select(Formula condition, Formula a, Formula b);

/// What a derivative is made of: the gradient of the result, the result, and
/// the operands.
struct Reverse {
  Formula dy, y;
  SmallVector<Formula, 3> operands;

  const Formula &operator[](unsigned index) const { return operands[index]; }
};

/// What PyTorch computes at one point, where mathematics leaves a choice: at
/// kinks, ends of domains, and for NaN.
struct Convention {
  SmallVector<double, 3> operands;
  double value;
  /// The derivative by each operand that has one.
  SmallVector<double, 3> slopes;
};

/// What is known of an elementwise op. The functions take the op for its
/// attributes.
struct ElementwiseRule {
  /// The result, of the operands.
  std::function<Formula(Operation *, ArrayRef<Formula>)> value;
  /// The gradient of each operand; none where it has no derivative.
  std::function<SmallVector<Formula>(Operation *, const Reverse &)> gradients;
  /// The points to which PyTorch was asked.
  std::function<SmallVector<Convention>(Operation *)> conventions;
};

/// The rule of `op`; null if it has none.
const ElementwiseRule *getElementwiseRule(Operation *op);

/// The result of `op` and the gradients of its operands, by `rule`, of leaves.
Formula getValue(const ElementwiseRule &rule, Operation *op);
SmallVector<Formula> getGradients(const ElementwiseRule &rule, Operation *op);

/// Which operands occur in `formulas`, and whether the result does.
struct Reads {
  llvm::BitVector operands;
  bool result = false;
};
Reads getReads(ArrayRef<Formula> formulas, unsigned numOperands);

/// The number that `formula` is in f64; truth values are 0 and 1.
double evaluate(const Formula &formula, ArrayRef<double> operands,
                double result = 0, double gradient = 0);

} // namespace mlir::amp

#endif // AMP_DIALECT_AMP_IR_ELEMENTWISERULES_H
