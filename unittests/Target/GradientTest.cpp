//===- GradientTest.cpp - amp.backward of every op -----------------------===//
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
class GradientTest : public GradientFixture {};
} // namespace

TEST_P(GradientTest, CentralDifferences) {
  Table table(ElementType::F64);
  Batch batch(ElementType::F64, table);
  std::unique_ptr<Program> program = compile(batch.graph);
  ASSERT_TRUE(program);
  expectDifferences(*program, batch, table);
}

// The f64 gradients are those that the test above holds against differences.
TEST_P(GradientTest, SixteenBits) { expectSixteenBits(cases()); }

// Values that do not matter, losses that share parts, a gradient used in a
// loss's stead.
TEST_P(GradientTest, Structure) {
  ElementType type = ElementType::F64;
  Reals x = {1, -2, 3}, z = {4, 5, 6};
  Graph graph;
  Val a = graph.input(encode(type, {3}, x)),
      b = graph.input(encode(type, {3}, z));
  Val square = graph.same("mul", {a, a});
  Val first = graph.op("sum", {square}, type, {});
  Val product = graph.same("mul", {square, b});
  Val second = graph.op("sum", {product}, type, {});
  Val both = graph.same("add", {first, second});
  // b does not matter to the first loss; a compared value has no gradient.
  std::vector<Val> g1 = graph.backward(first, {a, b});
  std::vector<Val> g2 = graph.backward(second, {a, b});
  std::vector<Val> g3 = graph.backward(both, {b, a, square});
  Val positive = graph.compare("gt", a, b);
  Val counted = graph.op("sum", {graph.cast(positive, type)}, type, {});
  std::vector<Val> g4 = graph.backward(counted, {a});
  // The loss itself, and a loss without any op.
  std::vector<Val> g5 = graph.backward(first, {first});
  for (const auto &gradients : {g1, g2, g3, g4, g5})
    for (const Val &gradient : gradients)
      graph.output(gradient);
  // A seed in place of 1, for a loss of any shape.
  std::string seeded = graph.fresh();
  graph.line(
      seeded + " = amp.backward " + product.name + " wrt(" + a.name +
      ") seed(" + b.name +
      ") : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>");
  graph.output({seeded, type, {3}});
  RUN_GRAPH(results, graph);
  const std::function<Real(int64_t)> expected[] = {
      [&](int64_t i) { return 2 * x[i]; },
      [&](int64_t) { return 0; },
      [&](int64_t i) { return 2 * x[i] * z[i]; },
      [&](int64_t i) { return x[i] * x[i]; },
      [&](int64_t i) { return x[i] * x[i]; },
      [&](int64_t i) { return 2 * x[i] * (1 + z[i]); },
      [&](int64_t i) { return 1 + z[i]; },
      [&](int64_t) { return 0; },
      [&](int64_t) { return 1; },
      [&](int64_t i) { return 2 * x[i] * z[i] * z[i]; },
  };
  ASSERT_EQ(results.size(), std::size(expected));
  for (size_t k = 0; k < results.size(); ++k)
    expectExact(results[k], expected[k], "gradient " + std::to_string(k));
}

// Where two derivatives would do, the documented one.
TEST_P(GradientTest, Kinks) {
  for (ElementType type : kFloats) {
    Reals x = {-1, -0.0L, 0, 1, 2, 2}, y = {-1, 0, 0, 2, 1, 2};
    Reals w = {1, 2, 3, 4, 5, 6};
    Graph graph;
    Val a = graph.input(encode(type, {6}, x)),
        b = graph.input(encode(type, {6}, y));
    Val weights = graph.input(encode(type, {6}, w));
    auto add = [&](const Val &value, llvm::ArrayRef<Val> wrt) {
      Val loss =
          graph.op("sum", {graph.same("mul", {weights, value})}, type, {});
      for (const Val &gradient : graph.backward(loss, wrt))
        graph.output(gradient);
    };
    add(graph.same("relu", {a}), {a});
    add(graph.same("abs", {a}), {a});
    add(graph.same("maximum", {a, b}), {a, b});
    add(graph.same("minimum", {a, b}), {a, b});
    Val most = graph.op("amax", {a}, type, {});
    for (const Val &gradient : graph.backward(most, {a}))
      graph.output(gradient);
    RUN_GRAPH(results, graph);
    const Reals expected[] = {
        {0, 0, 0, 4, 5, 6},     // relu: 0 at 0
        {-1, 0, 0, 4, 5, 6},    // abs: 0 at 0
        {0.5, 1, 1.5, 0, 5, 3}, // equal ones share it
        {0.5, 1, 1.5, 4, 0, 3}, {0.5, 1, 1.5, 4, 0, 3},
        {0.5, 1, 1.5, 0, 5, 3}, {0, 0, 0, 0, 0.5, 0.5},
    };
    for (size_t k = 0; k < std::size(expected); ++k)
      expectNear(
          results[k],
          [&](int64_t i) {
            return Expected{expected[k][i], 0};
          },
          "kink " + std::to_string(k));
  }
}

AMP_INSTANTIATE(GradientTest);
