//===- SecondGradientTest.cpp - amp.backward of amp.backward -------------===//
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
class SecondGradientTest : public TargetTest {};
} // namespace

TEST_P(SecondGradientTest, CentralDifferences) {
  Table table(ElementType::F64);
  Batch batch(ElementType::F64, table, /*order=*/2);
  std::unique_ptr<Program> program = compile(batch.graph);
  ASSERT_TRUE(program);
  expectDifferences(*program, batch, table);
}

// Derivatives of derivatives of derivatives, whose ops are no others.
TEST_P(SecondGradientTest, ThirdOrder) {
  Table table(ElementType::F64);
  Batch batch(ElementType::F64, table, /*order=*/3);
  std::unique_ptr<Program> program = compile(batch.graph);
  ASSERT_TRUE(program);
  expectDifferences(*program, batch, table);
}

// Second gradients in every type against their formulas. With u half an ulp of
// the type and v half an ulp of the type it is computed in, each op that stores
// rounds by u, and each step of a computation by v; exp, tanh and erf are off
// by at most 1.2 ulp, 2.4 v (docs/Accuracy.md).
TEST_P(SecondGradientTest, EveryType) {
  // Of the loss sum(w f(x)): sum(v f'(x) w) by x is v w f''(x).
  struct Function {
    std::string mnemonic;
    /// f''(x), and how far it may be off.
    std::function<Expected(Real x, Real u, Real v)> second;
  };
  const Function functions[] = {
      {"relu",
       [](Real, Real, Real) {
         return Expected{0, 0};
       }},
      // The result is stored and read again, v w and the product are stored.
      {"exp",
       [](Real x, Real u, Real v) {
         Real y = std::exp(x);
         return Expected{y, y * (3 * u + 5 * v)};
       }},
      // -2 y (1 - y²): of the rest as much, and 1 - y² has the error of y.
      {"tanh",
       [](Real x, Real u, Real v) {
         Real y = std::tanh(x), error = u + 3 * v, rest = 1 - y * y;
         return Expected{-2 * y * rest,
                         std::fabs(2 * y) * (rest * (error + 3 * u + 4 * v) +
                                             2 * y * y * error)};
       }},
      // (1 - 2 y) y (1 - y), of which each factor has the error of y: of exp, a
      // sum and a quotient.
      {"sigmoid",
       [](Real x, Real u, Real v) {
         Real y = 1 / (1 + std::exp(-x)), error = u + 7 * v;
         Real left = 1 - 2 * y, right = y * (1 - y);
         return Expected{left * right,
                         std::fabs(left) * right * (error + 4 * u + 4 * v) +
                             2 * y * error * right +
                             std::fabs(left) * y * y * error};
       }},
      // φ (2 - x²), which is computed as a difference and stored once. The
      // argument of φ has the error of x².
      {"gelu",
       [](Real x, Real u, Real v) {
         Real density = std::exp(-x * x / 2) / std::sqrt(2 * Real(M_PI));
         Real y = density * (2 - x * x);
         return Expected{y, std::fabs(y) * (u + 3 * v) +
                                density * (2 + x * x) * (8 + x * x) * v};
       }},
  };
  for (ElementType type : kFloats) {
    Real u = formatOf(type).unit(), v = formatOf(computeType(type)).unit();
    Generator generator(11);
    const int64_t n = 64;
    Reals x = generator.uniforms(type, n, -3, 3);
    Reals w = generator.uniforms(type, n),
          weights = generator.uniforms(type, n);
    Reals a = generator.uniforms(type, 12), b = generator.uniforms(type, 8);
    Reals dy = generator.uniforms(type, 6);
    Graph graph;
    Val xs = graph.input(encode(type, {n}, x));
    Val ws = graph.input(encode(type, {n}, w));
    Val vs = graph.input(encode(type, {n}, weights));
    auto weigh = [&](const Val &value, const Val &weight) {
      return graph.op("sum", {graph.same("mul", {value, weight})}, type, {});
    };
    for (const Function &function : functions) {
      Val loss = weigh(graph.same(function.mnemonic, {xs}), ws);
      Val gradient = graph.backward(loss, {xs})[0];
      graph.output(graph.backward(weigh(gradient, vs), {xs})[0]);
    }
    // Of sum(d (a b)): sum(v_b (aᵀ d)) by a is d v_bᵀ. v_b is a part of v.
    Val as = graph.input(encode(type, {3, 4}, a));
    Val bs = graph.input(encode(type, {4, 2}, b));
    Val ds = graph.input(encode(type, {3, 2}, dy));
    Val vb = graph.input(
        encode(type, {4, 2}, Reals(weights.begin(), weights.begin() + 8)));
    Val loss = weigh(graph.op("matmul", {as, bs}, type, {3, 2}), ds);
    Val gradient = graph.backward(loss, {bs})[0];
    graph.output(graph.backward(weigh(gradient, vb), {as})[0]);

    RUN_GRAPH(results, graph);
    for (size_t k = 0; k < std::size(functions); ++k)
      expectNear(
          results[k],
          [&](int64_t i) {
            Real scale = w[i] * weights[i];
            Expected e = functions[k].second(x[i], u, v);
            // What is left out is of second order; intermediate results may
            // fall below the smallest normal number too.
            return Expected{e.value * scale,
                            e.bound * std::fabs(scale) * (1 + 32 * u) +
                                3 * formatOf(type).eta()};
          },
          functions[k].mnemonic + " in " + mlirName(type).str(),
          [&](int64_t i) { return "x = " + std::to_string(double(x[i])); });
    expectNear(
        results.back(),
        [&](int64_t i) {
          Real sum = 0, magnitude = 0;
          for (int64_t k = 0; k < 2; ++k) {
            Real term = dy[i / 4 * 2 + k] * weights[i % 4 * 2 + k];
            sum += term;
            magnitude += std::fabs(term);
          }
          return Expected{sum, sumBound(type, sum, 2, magnitude)};
        },
        "matmul in " + mlirName(type).str());
  }
}

// Losses that share gradients, a custom function, and where nothing varies.
TEST_P(SecondGradientTest, Structure) {
  ElementType type = ElementType::F64;
  Reals x = {1, -2, 3}, z = {4, 5, 6};
  Graph graph;
  Val a = graph.input(encode(type, {3}, x));
  Val b = graph.input(encode(type, {3}, z));
  auto sum = [&](const Val &value) {
    return graph.op("sum", {value}, type, {});
  };
  // Of sum(x³) the gradient 3 x² is a result, and two losses contain it.
  Val cube = graph.same("mul", {graph.same("mul", {a, a}), a});
  Val first = graph.backward(sum(cube), {a})[0];
  Val second = graph.backward(sum(first), {a})[0];
  Val mixed = graph.same("mul", {first, graph.same("mul", {b, a})});
  std::vector<Val> gradients = graph.backward(sum(mixed), {a, b, first});
  graph.output(first);
  graph.output(second);
  for (const Val &gradient : gradients)
    graph.output(gradient);
  graph.output(graph.backward(sum(second), {a})[0]);
  // A gradient that does not vary.
  Val flat = graph.backward(sum(graph.same("add", {a, b})), {a})[0];
  graph.output(graph.backward(sum(flat), {a})[0]);
  // f(x) = x² with 3 x f(x) for a derivative: what f saved of its result goes
  // back through that again, so that the second one is 3 f + 3 x (3 x f).
  std::string vector = "tensor<3xf64>", y = graph.fresh();
  graph.line(
      y + ":3 = amp.custom_function(" + a.name + ") saved(2) : (" + vector +
      ") -> (" + vector + ", " + vector + ", " + vector + ") {\n^bb0(%x: " +
      vector + "):\n%y = amp.mul %x, %x : (" + vector + ", " + vector +
      ") -> " + vector + "\namp.yield %y, %x, %y : " + vector + ", " + vector +
      ", " + vector + "\n} backward {\n^bb0(%x: " + vector + ", %y: " + vector +
      ", %dy: " + vector + "):\n%three = amp.constant dense<3.0> : " + vector +
      "\n%p = amp.mul %three, %x : (" + vector + ", " + vector + ") -> " +
      vector + "\n%q = amp.mul %p, %y : (" + vector + ", " + vector + ") -> " +
      vector + "\n%d = amp.mul %dy, %q : (" + vector + ", " + vector + ") -> " +
      vector + "\namp.yield %d : " + vector + "\n}");
  Val custom{y + "#0", type, {3}};
  Val slope = graph.backward(sum(custom), {a})[0];
  graph.output(slope);
  graph.output(graph.backward(sum(slope), {a})[0]);

  RUN_GRAPH(results, graph);
  const std::function<Real(int64_t)> expected[] = {
      [&](int64_t i) { return 3 * x[i] * x[i]; },
      [&](int64_t i) { return 6 * x[i]; },
      [&](int64_t i) { return 9 * x[i] * x[i] * z[i]; },
      [&](int64_t i) { return 3 * x[i] * x[i] * x[i]; },
      [&](int64_t i) { return z[i] * x[i]; },
      [&](int64_t) { return 6; },
      [&](int64_t) { return 0; },
      [&](int64_t i) { return 3 * x[i] * x[i] * x[i]; },
      [&](int64_t i) { return 3 * x[i] * x[i] + 9 * std::pow(x[i], 4); },
  };
  ASSERT_EQ(results.size(), std::size(expected));
  for (size_t k = 0; k < results.size(); ++k)
    expectExact(results[k], expected[k], "result " + std::to_string(k));
}

AMP_INSTANTIATE(SecondGradientTest);
