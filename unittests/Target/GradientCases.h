//===- GradientCases.h - Ops that gradient tests cover ----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_TARGET_GRADIENTCASES_H
#define AMP_UNITTESTS_TARGET_GRADIENTCASES_H

#include "TargetTest.h"

namespace amp::test {

/// An op to differentiate: the shapes and ranges of its operands, and how the
/// result is built from them. The loss is the sum of the result times fixed
/// weights.
struct Operand {
  Shape shape;
  Real low = -2, high = 2;
};
using Inputs = std::vector<Reals>;
struct Case {
  std::string name;
  std::vector<Operand> operands;
  std::function<Val(Graph &, const std::vector<Val> &)> build;
  /// For 16-bit types: the number of 16-bit roundings between the operands and
  /// a gradient, at most.
  Real roundings = 2;
  /// The terms that are added up to a gradient may cancel; then so many
  /// roundings stand against the operand's largest gradient with all operands
  /// and weights positive, which is a sum of absolute values. 0: no
  /// cancellation.
  Real cancellation = 0;
  /// Adapts the values, for example to keep them from ties.
  std::function<void(Inputs &)> adapt = {};
};

/// An op with a result of the broadcast shape of its operands, or of a given
/// one.
std::function<Val(Graph &, const std::vector<Val> &)>
simple(const std::string &mnemonic, const std::string &attributes = "");
std::function<Val(Graph &, const std::vector<Val> &)>
shaped(const std::string &mnemonic, Shape shape,
       const std::string &attributes = "");

/// Moves values away from 0, by a quarter.
void awayFromZero(Inputs &inputs);
/// All elements of the first operand differ by at least 1/8.
void spread(Inputs &inputs);
/// Corresponding elements differ, and none is a multiple of a half.
void apart(Inputs &inputs);

/// Every differentiable op of the core, with each of its forms.
std::vector<Case> cases();
/// Elementwise functions (ElementwiseGradientTest.cpp), and what is made of
/// other ops (CompositeGradientTest.cpp).
std::vector<Case> functionCases();
std::vector<Case> compositeCases();

/// Cases with values for their operands, and weights for the losses.
struct Table {
  std::vector<Case> list;
  std::vector<Inputs> inputs;
  std::vector<Reals> weights;

  explicit Table(ElementType type, std::vector<Case> list = cases());
};

/// All cases of a table in one function, each with its own operands, loss and
/// gradients.
///
/// The first loss is the sum of the op's result times weights. The loss of the
/// next order is the sum of the gradients of the one before with respect to the
/// operands, times weights. Results are the loss of order `order` and its
/// gradients with respect to each operand and, from the second order on, the
/// weights of the first loss, which are the gradient that arrived at the op.
struct Batch {
  Batch(ElementType type, const Table &table, int order = 1);
  Graph graph;
  /// Of case c: the first input, the number of inputs that are differentiated
  /// by, and the place of the loss among the results.
  std::vector<size_t> firstInput, numInputs, loss;
};

/// Holds the gradients of a compiled batch, in f64, against central differences
/// of its losses.
void expectDifferences(Program &program, const Batch &batch,
                       const Table &table);

class GradientFixture : public TargetTest {
protected:
  /// Holds gradients of an order, in f64, against central differences.
  void checkDifferences(const std::vector<Case> &list, int order);
  /// Holds 16-bit gradients against the f64 ones of the same operands.
  void expectSixteenBits(const std::vector<Case> &list);
};

} // namespace amp::test

#endif // AMP_UNITTESTS_TARGET_GRADIENTCASES_H
