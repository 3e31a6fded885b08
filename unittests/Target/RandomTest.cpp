//===- RandomTest.cpp - random_bits, dropout ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomBits.h"

#include "amp/Support/Initializer.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class RandomTest : public TargetTest {};

std::string number(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.17e", value);
  return buffer;
}

/// What dropout multiplies by, in the type that it computes in.
Real getScale(ElementType type, double p) {
  return roundTo(computeType(type), 1 / (1 - p));
}

/// y, next = dropout(x, state).
std::pair<Val, Val> dropout(Graph &graph, const Val &x, const Val &state,
                            const std::string &attributes) {
  Val y{graph.fresh(), x.type, x.shape}, next{graph.fresh(), state.type, {2}};
  graph.line(y.name + ", " + next.name + " = amp.dropout " + x.name + ", " +
             state.name + " {" + attributes + "} : (" + x.typeText() + ", " +
             state.typeText() + ") -> (" + y.typeText() + ", " +
             next.typeText() + ")");
  return {y, next};
}
} // namespace

TEST_P(RandomTest, Bits) {
  const std::pair<uint64_t, uint64_t> states[] = {
      {0, 0},
      {1, 7},
      {0x299f31d0a4093822, 0x85a308d3243f6a88},
      {~uint64_t(0), 0xfffffffe},
      // The counter's low word overflows, and the counter itself.
      {0x8000000000000000, 0xfffffffffffffffe}};
  const Shape shapes[] = {{}, {1}, {3}, {257}, {5, 7}, {2, 3, 11}, {0, 4}};
  for (auto [seed, first] : states) {
    Graph graph;
    Val state = graph.input(makeState(seed, first));
    for (const Shape &shape : shapes)
      graph.output(graph.op("random_bits", {state}, ElementType::I32, shape,
                            "shape = " + i64Array(shape)));
    RUN_GRAPH(results, graph);
    for (size_t s = 0; s < std::size(shapes); ++s)
      expectExact(
          results[s],
          [&, seed = seed, first = first](int64_t i) -> Real {
            return static_cast<int32_t>(bitsOf(seed, first, i));
          },
          "bits of shape " + shapeToString(shapes[s]));
  }
}

// Enough elements that the work is spread over threads.
TEST_P(RandomTest, ManyBits) {
  constexpr uint64_t kSeed = 12345, kFirst = (uint64_t(1) << 32) - 1000;
  Graph graph;
  Val state = graph.input(makeState(kSeed, kFirst));
  graph.output(graph.op("random_bits", {state}, ElementType::I32, {301, 333},
                        "shape = array<i64: 301, 333>"));
  RUN_GRAPH(results, graph);
  expectExact(
      results[0],
      [&](int64_t i) -> Real {
        return static_cast<int32_t>(bitsOf(kSeed, kFirst, i));
      },
      "bits");
}

TEST_P(RandomTest, Dropout) {
  Generator generator(3);
  constexpr uint64_t kSeed = 0x123456789abcdef0, kFirst = 40;
  const Shape shape = {13, 31};
  // The last two are next to 1: at most one of 2^24 numbers is as large.
  const double probabilities[] = {0,   0.1, 0.5,         0.75,
                                  1.0, 0.9, 1 - 0x1p-24, 1 - 0x1p-30};
  for (ElementType type : kFloats) {
    Graph graph;
    Tensor tensor = generator.tensor(type, shape);
    Reals x = decode(tensor);
    // What is dropped leaves no trace.
    for (size_t i = 0; i < 40; ++i)
      x[i] = i % 2 ? Real(INFINITY) : Real(NAN);
    Val input = graph.input(encode(type, shape, x));
    Val state = graph.input(makeState(kSeed, kFirst));
    for (double p : probabilities) {
      auto [y, next] =
          dropout(graph, input, state, "p = " + number(p) + " : f64");
      graph.output(y);
      graph.output(next);
    }
    RUN_GRAPH(results, graph);
    for (size_t c = 0; c < std::size(probabilities); ++c) {
      double p = probabilities[c];
      Real scale = getScale(type, p);
      std::string what = "dropout of p = " + std::to_string(p);
      expectNear(
          results[2 * c],
          [&](int64_t i) -> Expected {
            if (!isKept(kSeed, kFirst, i, p))
              return {0, 0};
            Real y = x[i] * scale;
            return {y, elementwiseBound(type, y, 1)};
          },
          what);
      // 403 elements take 101 blocks.
      expectExact(
          results[2 * c + 1],
          [&](int64_t i) -> Real {
            return i ? Real(kFirst + 101) : Real(kSeed);
          },
          what + ", state");
    }
  }
}

// Rows begin anywhere within a block, and are walked along, across and by
// tiles.
TEST_P(RandomTest, DropoutInRows) {
  constexpr uint64_t kSeed = 4321, kFirst = (uint64_t(1) << 32) - 20;
  for (int64_t rows : {3, 70})
    for (int64_t columns : {1, 2, 3, 7, 8, 16, 33, 64, 100, 131}) {
      const Shape shape = {rows, columns};
      // Integers, of which all sums are exact.
      auto x = [](int64_t i) -> Real { return i % 7 - 3; };
      auto b = [](int64_t i) -> Real { return i % 5 + 8; };
      auto makeTensor = [](const Shape &shape, auto element) {
        Reals values;
        for (int64_t i = 0; i < product(shape); ++i)
          values.push_back(element(i));
        return encode(ElementType::F32, shape, values);
      };
      Graph graph;
      Val input = graph.input(makeTensor(shape, x));
      Val bias = graph.input(makeTensor({columns}, b));
      Val state = graph.input(makeState(kSeed, kFirst));
      Val sum = graph.op("add", {input, bias}, ElementType::F32, shape);
      Val y = dropout(graph, sum, state, "p = 0.5 : f64").first;
      graph.output(y);
      graph.output(graph.op("sum", {y}, ElementType::F32, {rows},
                            "dims = array<i64: 1>"));
      graph.output(graph.op("sum", {y}, ElementType::F32, {columns},
                            "dims = array<i64: 0>"));
      graph.output(graph.op("transpose", {y}, ElementType::F32, {columns, rows},
                            "permutation = array<i64: 1, 0>"));
      RUN_GRAPH(results, graph);
      auto expected = [&](int64_t row, int64_t column) -> Real {
        int64_t i = row * columns + column;
        return isKept(kSeed, kFirst, i, 0.5) ? 2 * (x(i) + b(column)) : 0;
      };
      std::string what = " of " + shapeToString(shape);
      expectExact(
          results[0],
          [&](int64_t i) { return expected(i / columns, i % columns); },
          "dropout" + what);
      expectExact(
          results[1],
          [&](int64_t row) {
            Real sum = 0;
            for (int64_t column = 0; column < columns; ++column)
              sum += expected(row, column);
            return sum;
          },
          "sums of rows" + what);
      expectExact(
          results[2],
          [&](int64_t column) {
            Real sum = 0;
            for (int64_t row = 0; row < rows; ++row)
              sum += expected(row, column);
            return sum;
          },
          "sums of columns" + what);
      expectExact(
          results[3], [&](int64_t i) { return expected(i % rows, i / rows); },
          "transposed" + what);
    }
}

// The number of elements kept is binomial: 6 standard deviations.
TEST_P(RandomTest, Fraction) {
  constexpr int64_t kCount = 1 << 18;
  for (double p : {0.1, 0.5, 0.8}) {
    Graph graph;
    Val x = graph.input(encode(ElementType::F32, {kCount}, Reals(kCount, 1)));
    Val state = graph.input(makeState(99, 0));
    graph.output(dropout(graph, x, state, "p = " + number(p) + " : f64").first);
    RUN_GRAPH(results, graph);
    int64_t kept = 0;
    for (int64_t i = 0; i < kCount; ++i)
      kept += decode(results[0], i) != 0;
    EXPECT_NEAR(double(kept), kCount * (1 - p),
                6 * std::sqrt(kCount * p * (1 - p)));
  }
}

// The gradient has the mask of the value.
TEST_P(RandomTest, DropoutGradient) {
  Generator generator(5);
  constexpr uint64_t kSeed = 77, kFirst = 3;
  const Shape shape = {9, 5};
  for (ElementType type : kFloats) {
    Graph graph;
    Tensor tx = generator.tensor(type, shape),
           tw = generator.tensor(type, shape);
    Val x = graph.input(tx), w = graph.input(tw);
    Val state = graph.input(makeState(kSeed, kFirst));
    auto [y, next] = dropout(graph, x, state, "p = 0.3 : f64");
    Val loss = graph.op("sum", {graph.same("mul", {y, w})}, type, {});
    Val dx = graph.backward(loss, {x})[0];
    graph.output(y);
    graph.output(dx);
    RUN_GRAPH(results, graph);
    Reals gradient = decode(tw);
    Real scale = getScale(type, 0.3);
    expectNear(
        results[1],
        [&](int64_t i) -> Expected {
          if (!isKept(kSeed, kFirst, i, 0.3))
            return {0, 0};
          Real dx = gradient[i] * scale;
          return {dx, elementwiseBound(type, dx, 1)};
        },
        "gradient");
    for (int64_t i = 0; i < product(shape); ++i)
      EXPECT_EQ(decode(results[0], i) == 0, decode(results[1], i) == 0);
  }
}

// With y = mask x / (1 - p) and loss sum(y² w), the gradient of sum(dx v) is
// 2 v w mask / (1 - p)²: all three with one mask.
TEST_P(RandomTest, DropoutSecondGradient) {
  Generator generator(6);
  constexpr uint64_t kSeed = 78, kFirst = 1;
  const Shape shape = {7, 3};
  const ElementType type = ElementType::F64;
  Graph graph;
  Tensor tx = generator.tensor(type, shape), tw = generator.tensor(type, shape),
         tv = generator.tensor(type, shape);
  Val x = graph.input(tx), w = graph.input(tw), v = graph.input(tv);
  Val state = graph.input(makeState(kSeed, kFirst));
  Val y = dropout(graph, x, state, "p = 0.25 : f64").first;
  Val weighted = graph.same("mul", {graph.same("mul", {y, y}), w});
  Val dx = graph.backward(graph.op("sum", {weighted}, type, {}), {x})[0];
  Val next = graph.op("sum", {graph.same("mul", {dx, v})}, type, {});
  graph.output(graph.backward(next, {x})[0]);
  RUN_GRAPH(results, graph);
  expectNear(
      results[0],
      [&](int64_t i) -> Expected {
        if (!isKept(kSeed, kFirst, i, 0.25))
          return {0, 0};
        Real second = 2 * decode(tv, i) * decode(tw, i) / (0.75L * 0.75L);
        return {second, elementwiseBound(type, second, 6)};
      },
      "second gradient");
}

// Without training nothing happens, and no number is used.
TEST_P(RandomTest, Evaluation) {
  Generator generator(7);
  for (ElementType type : kFloats) {
    Graph graph;
    Tensor tensor = generator.tensor(type, {6, 5});
    Val x = graph.input(tensor);
    Val state = graph.input(makeState(5, 6));
    auto [y, next] =
        dropout(graph, x, state, "p = 0.5 : f64, training = false");
    Val loss = graph.op("sum", {y}, type, {});
    graph.output(y);
    graph.output(next);
    graph.output(graph.backward(loss, {x})[0]);
    RUN_GRAPH(results, graph);
    expectSameBytes(results[0], tensor, "value");
    expectSameBytes(results[1], makeState(5, 6), "state");
    expectExact(results[2], [](int64_t) { return 1; }, "gradient");
  }
}

// Two dropouts in a step draw from disjoint blocks, and the next step goes on
// where they stopped; the variable's seed is what its initializer gives.
TEST_P(RandomTest, StateOfAProgram) {
  constexpr int64_t kFirstCount = 10, kSecondCount = 7;
  Graph graph;
  graph.prelude = "amp.variable rng @rng : tensor<2xi64> = #amp.init<seed>\n";
  Val a = graph.input(
      encode(ElementType::F32, {kFirstCount}, Reals(kFirstCount, 1)));
  Val b = graph.input(
      encode(ElementType::F32, {kSecondCount}, Reals(kSecondCount, 1)));
  Val state = graph.read("rng", ElementType::I64, {2});
  auto [x, behind] = dropout(graph, a, state, "p = 0.5 : f64");
  auto [y, last] = dropout(graph, b, behind, "p = 0.5 : f64");
  graph.assign("rng", last);
  graph.output(x);
  graph.output(y);
  std::unique_ptr<Program> program = compile(graph);
  ASSERT_TRUE(program);
  // FNV-1a of "rng".
  uint64_t stream = 0xcbf29ce484222325;
  for (char c : {'r', 'n', 'g'})
    stream = (stream ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  uint64_t seed =
      RandomStream(deriveSeed(0, RandomDomain::Graph), stream).bits64(0);
  expectSameBytes(program->variable("rng"), makeState(seed, 0), "first state");
  for (uint64_t step = 0; step < 5; ++step) {
    // A checkpoint is nothing but the variable.
    if (step == 3) {
      program = compile(graph);
      ASSERT_TRUE(program);
      program->setVariable("rng", makeState(seed, 15));
    }
    std::vector<Tensor> results = program->run(graph.inputs());
    ASSERT_EQ(results.size(), 2u);
    // 3 blocks and 2.
    uint64_t first = 5 * step;
    expectExact(
        results[0],
        [&](int64_t i) -> Real { return isKept(seed, first, i, 0.5) ? 2 : 0; },
        "first");
    expectExact(
        results[1],
        [&](int64_t i) -> Real {
          return isKept(seed, first + 3, i, 0.5) ? 2 : 0;
        },
        "second");
    expectSameBytes(program->variable("rng"), makeState(seed, first + 5),
                    "state");
  }
}

AMP_INSTANTIATE(RandomTest);
