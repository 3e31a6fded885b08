//===- MathGradientTest.cpp - Derivatives beyond the core ----------------===//
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
class MathGradientTest : public GradientFixture {
protected:
  void checkDifferences(const std::vector<Case> &list, int order) {
    Table table(ElementType::F64, list);
    Batch batch(ElementType::F64, table, order);
    std::unique_ptr<Program> program = compile(batch.graph);
    ASSERT_TRUE(program);
    expectDifferences(*program, batch, table);
  }
};

} // namespace

// They compute in f32 and round once; what is said of 16-bit types is due to
// results that are read rounded.
std::vector<Case> amp::test::mathFunctionCases() {
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
      {"silu", one, simple("silu"), 0, 1},
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

// The derivative of a composite op is that of its parts.
std::vector<Case> amp::test::mathCompositeCases() {
  const std::vector<Operand> one = {{{3, 4}}};
  const std::vector<Operand> vectors = {{{6}}, {{6}}};
  const std::vector<Operand> cube = {{{2, 3, 4}}};
  const std::string rows = "dims = array<i64: 1>";
  std::vector<Case> list = {
      // x - m: the terms cancel.
      {"var", one, shaped("var", {3}, rows), 0, 1},
      {"std", one, shaped("std", {3}, rows + ", correction = 0 : i64"), 0, 1},
      {"logsumexp", one, shaped("logsumexp", {3}, rows), 0},
      {"trace", one, shaped("trace", {}), 0},
      {"dot", vectors, shaped("dot", {}), 0},
      {"vdot", vectors, shaped("vdot", {}), 0},
      {"cross", {{{4, 3}}, {{1, 3}}}, shaped("cross", {4, 3}), 0, 1},
      {"stack",
       {{{3, 4}}, {{3, 4}}},
       shaped("stack", {3, 2, 4}, "dim = 1 : i64"),
       0},
      {"squeeze", {{{3, 1, 4}}}, shaped("squeeze", {3, 4}), 0},
      {"unsqueeze", one, shaped("unsqueeze", {3, 1, 4}, "dim = 1 : i64"), 0},
      {"flip", cube, shaped("flip", {2, 3, 4}, "dims = array<i64: 0, 2>"), 0},
      {"tile", one, shaped("tile", {6, 8}, "repeats = array<i64: 2, 2>"), 0, 1},
      {"constant_pad_nd", one,
       shaped("constant_pad_nd", {5, 3},
              "low = array<i64: 1, -1>, high = array<i64: 1, 0>, value = 3.0 : "
              "f64"),
       0},
      // An element's gradients at both edges of two dimensions are added.
      {"reflection_pad",
       {{{1, 3, 4}}},
       shaped("reflection_pad", {1, 5, 7},
              "low = array<i64: 1, 2>, high = array<i64: 1, 1>"),
       0,
       4},
      {"replication_pad",
       {{{1, 3, 4}}},
       shaped("replication_pad", {1, 5, 7},
              "low = array<i64: 1, 2>, high = array<i64: 1, 1>"),
       0,
       4},
      {"pixel_shuffle",
       {{{4, 2, 3}}},
       shaped("pixel_shuffle", {1, 4, 6}, "factor = 2 : i64"),
       0},
      {"pixel_unshuffle",
       {{{1, 4, 6}}},
       shaped("pixel_unshuffle", {4, 2, 3}, "factor = 2 : i64"),
       0},
      {"cumsum", one, simple("cumsum", "dim = 1 : i64"), 0, 1},
      {"cumprod", one, simple("cumprod", "dim = 1 : i64"), 0, 1},
      {"prod", one, shaped("prod", {3}, rows), 0, 1},
      {"renorm", one,
       simple("renorm", "p = 2.0 : f64, dim = 0 : i64, maxnorm = 1.0 : f64"), 0,
       1},
      {"frobenius_norm", one, shaped("frobenius_norm", {}), 0},
      {"norm", one, shaped("norm", {3}, rows), 0, 1},
      // As softmax.
      {"softmin", one, simple("softmin", "dim = 1 : i64"), 4, 16},
      {"split", one,
       [](Graph &graph, const std::vector<Val> &x) {
         std::string name = graph.fresh();
         Val y{name + "#1", x[0].type, {3, 3}};
         graph.line(name + ":2 = amp.split " + x[0].name +
                    " {dim = 1 : i64, sizes = array<i64: 1, 3>} : (" +
                    x[0].typeText() + ") -> (" +
                    Val{"", x[0].type, {3, 1}}.typeText() + ", " +
                    y.typeText() + ")");
         return y;
       },
       0},
      {"_upsample_nearest_exact1d",
       {{{1, 2, 3}}},
       shaped("_upsample_nearest_exact1d", {1, 2, 5},
              "output_size = array<i64: 5>"),
       0,
       1},
      {"_upsample_nearest_exact3d",
       {{{1, 1, 2, 1, 3}}},
       shaped("_upsample_nearest_exact3d", {1, 1, 3, 2, 3},
              "output_size = array<i64: 3, 2, 3>"),
       0,
       1},
      // Norm, quotient and their derivatives are 16-bit ops, ten in all, and
      // the
      // two terms cancel as softmax's do.
      {"normalize", one, simple("normalize"), 10, 16},
  };
  for (const char *ord : {"0.5", "1.0", "2.0", "3.0", "-1.0",
                          "0x7FF0000000000000", "0xFFF0000000000000"})
    list.push_back(
        {"linalg_vector_norm " + std::string(ord), one,
         shaped("linalg_vector_norm", {3}, rows + ", ord = " + ord + " : f64"),
         0, 1, [](Inputs &inputs) {
           // Magnitudes differ, and are not close to 0.
           spread(inputs);
           for (size_t i = 0; i < inputs[0].size(); ++i)
             inputs[0][i] = (i & 1 ? 1 : -1) * (inputs[0][i] + 1.5L);
         }});
  for (const char *ord : {"1.0", "-1.0", "0x7FF0000000000000"})
    list.push_back({"linalg_matrix_norm " + std::string(ord), one,
                    shaped("linalg_matrix_norm", {},
                           "ord = " + std::string(ord) + " : f64"),
                    0, 0, awayFromZero});
  // Indices are no operands to differentiate by. Some of those that add meet at
  // one place.
  struct Indexing {
    std::string mnemonic, attributes;
    Shape indexShape;
    std::string indices;
    std::vector<Operand> operands;
    Shape shape;
  };
  const Operand matrix = {{3, 4}}, rowsOfTwo = {{2, 4}};
  const Indexing indexings[] = {
      {"gather",
       "dim = 1 : i64",
       {3, 2},
       "[[3, 0], [1, 1], [2, 0]]",
       {matrix},
       {3, 2}},
      {"index_select", "dim = 1 : i64", {2}, "[3, 1]", {matrix}, {3, 2}},
      {"index_copy",
       "dim = 0 : i64",
       {2},
       "[2, 0]",
       {matrix, rowsOfTwo},
       {3, 4}},
      {"index_put",
       "accumulate = true",
       {2},
       "[2, -1]",
       {matrix, rowsOfTwo},
       {3, 4}},
      {"scatter_add",
       "dim = 0 : i64",
       {2, 4},
       "[[0, 2, 1, 1], [0, 1, 1, 0]]",
       {matrix, rowsOfTwo},
       {3, 4}},
  };
  for (const Indexing &op : indexings)
    list.push_back({op.mnemonic, op.operands,
                    [=](Graph &graph, const std::vector<Val> &x) {
                      Val index{graph.fresh(), ElementType::I64, op.indexShape};
                      graph.line(index.name + " = amp.constant dense<" +
                                 op.indices + "> : " + index.typeText());
                      std::vector<Val> operands = x;
                      operands.insert(operands.begin() + 1, index);
                      return graph.op(op.mnemonic, operands, x[0].type,
                                      op.shape, op.attributes);
                    },
                    0, 1});
  return list;
}

TEST_P(MathGradientTest, Functions) {
  checkDifferences(mathFunctionCases(), 1);
}
TEST_P(MathGradientTest, FunctionsSecondOrder) {
  checkDifferences(mathFunctionCases(), 2);
}
TEST_P(MathGradientTest, FunctionsThirdOrder) {
  checkDifferences(mathFunctionCases(), 3);
}
TEST_P(MathGradientTest, FunctionsSixteenBits) {
  expectSixteenBits(mathFunctionCases());
}

TEST_P(MathGradientTest, Composites) {
  checkDifferences(mathCompositeCases(), 1);
}
TEST_P(MathGradientTest, CompositesSecondOrder) {
  checkDifferences(mathCompositeCases(), 2);
}
TEST_P(MathGradientTest, CompositesSixteenBits) {
  expectSixteenBits(mathCompositeCases());
}

AMP_INSTANTIATE(MathGradientTest);
