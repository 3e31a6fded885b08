//===- ElementwiseGradientTest.cpp - Derivatives of functions ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientCases.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class ElementwiseGradientTest : public GradientFixture {};
} // namespace

// They compute in f32 and round once; what is said of 16-bit types is due to
// results that are read rounded.
std::vector<Case> amp::test::functionCases() {
  const std::vector<Operand> one = {{{3, 4}}};
  const std::vector<Operand> unit = {{{3, 4}, -0.875, 0.875}};
  const std::vector<Operand> positive = {{{3, 4}, 0.5, 3}};
  const std::vector<Operand> mixed = {{{3, 1}, 0.5, 2}, {{2, 1, 4}, 0.5, 2}};
  const std::vector<Operand> three = {
      {{3, 4}}, {{3, 1}, 0.5, 2}, {{4}, 0.5, 2}};
  return {
      {"acos", unit, simple("acos"), 0},
      {"asin", unit, simple("asin"), 0},
      {"atan", one, simple("atan"), 0},
      {"sin", one, simple("sin"), 0},
      {"cos", one, simple("cos"), 0},
      // 1 + y² with the error of y.
      {"tan", {{{3, 4}, -1.25, 1.25}}, simple("tan"), 2},
      {"sinh", one, simple("sinh"), 0},
      {"cosh", one, simple("cosh"), 0},
      {"erfc", one, simple("erfc"), 0},
      {"erfinv", unit, simple("erfinv"), 0},
      {"lgamma", positive, simple("lgamma"), 0},
      {"digamma", positive, simple("digamma"), 0},
      // y + 1 with the error of y, which is as large as the largest.
      {"expm1", one, simple("expm1"), 1, 1},
      {"log1p", {{{3, 4}, -0.5, 3}}, simple("log1p"), 0},
      {"log2", positive, simple("log2"), 0},
      {"log10", positive, simple("log10"), 0},
      {"ceil", one, simple("ceil"), 0, 0, apart},
      {"floor", one, simple("floor"), 0, 0, apart},
      {"round", one, simple("round"), 0, 0, apart},
      {"sign", one, simple("sign"), 0, 0, awayFromZero},
      {"square", one, simple("square"), 0},
      {"elu", one, simple("elu", "alpha = 0.5 : f64"), 0, 0, awayFromZero},
      {"selu", one, simple("selu"), 0, 0, awayFromZero},
      {"leaky_relu", one, simple("leaky_relu", "negative_slope = 0.2 : f64"), 0,
       0, awayFromZero},
      {"relu6", {{{3, 4}, -2, 12}}, simple("relu6"), 0, 0, apart},
      {"hardtanh", one, simple("hardtanh"), 0, 0, apart},
      {"celu", one, simple("celu", "alpha = 0.5 : f64"), 0, 0, awayFromZero},
      {"hardsigmoid", {{{3, 4}, -4, 4}}, simple("hardsigmoid"), 0, 0, apart},
      {"hardswish", {{{3, 4}, -4, 4}}, simple("hardswish"), 0, 1, apart},
      {"mish", one, simple("mish"), 0, 1},
      {"tanhshrink", one, simple("tanhshrink"), 0},
      {"hardshrink", one, simple("hardshrink"), 0, 0, apart},
      {"softshrink", one, simple("softshrink"), 0, 0, apart},
      {"threshold", one,
       simple("threshold", "threshold = 0.5 : f64, value = -2.0 : f64"), 0, 0,
       apart},
      {"silu", one, simple("silu"), 0, 1},
      {"log_sigmoid", one, simple("log_sigmoid"), 0},
      {"softsign", one, simple("softsign"), 0, 0, awayFromZero},
      {"softplus", one, simple("softplus", "beta = 2.0 : f64"), 0},
      {"softplus threshold", one, simple("softplus", "threshold = 0.0 : f64"),
       0, 0, awayFromZero},
      {"clamp", one, simple("clamp", "min = -1.0 : f64, max = 1.0 : f64"), 0, 0,
       apart},
      {"clamp min", one, simple("clamp", "min = 0.0 : f64"), 0, 0, apart},
      {"atan2", {{{3, 4}, 0.5, 2}, {{3, 4}, 0.5, 2}}, simple("atan2"), 0},
      {"atan2 broadcast", mixed, simple("atan2"), 0, 1},
      {"floor_divide", {{{3, 4}}, {{3, 4}, 4, 5}}, simple("floor_divide"), 0},
      {"squared_difference",
       {{{3, 4}}, {{3, 4}}},
       simple("squared_difference"),
       0},
      {"squared_difference broadcast", mixed, simple("squared_difference"), 0,
       1},
      {"addcmul", three, simple("addcmul", "value = 0.5 : f64"), 0, 1},
      {"addcdiv", three, simple("addcdiv", "value = 0.5 : f64"), 0, 1},
  };
}

TEST_P(ElementwiseGradientTest, Functions) {
  checkDifferences(functionCases(), 1);
}
TEST_P(ElementwiseGradientTest, FunctionsSecondOrder) {
  checkDifferences(functionCases(), 2);
}
TEST_P(ElementwiseGradientTest, FunctionsThirdOrder) {
  checkDifferences(functionCases(), 3);
}
TEST_P(ElementwiseGradientTest, FunctionsSixteenBits) {
  expectSixteenBits(functionCases());
}

AMP_INSTANTIATE(ElementwiseGradientTest);
