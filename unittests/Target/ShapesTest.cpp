//===- ShapesTest.cpp - Ops that move elements ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTest.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class ShapesTest : public TargetTest {};

/// An index, one number per dimension, and back.
Shape unravel(int64_t index, llvm::ArrayRef<int64_t> shape) {
  Shape result(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    result[i] = index % shape[i];
    index /= shape[i];
  }
  return result;
}
int64_t ravel(llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> shape) {
  int64_t result = 0;
  for (size_t i = 0; i < shape.size(); ++i)
    result = result * shape[i] + index[i];
  return result;
}

/// Values that tell places apart, and a NaN.
Reals distinct(ElementType type, int64_t count) {
  Reals values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(roundTo(type, i == 5 ? Real(NAN) : i - 3));
  return values;
}

/// A result and where each of its elements comes from: an input and an index,
/// or nothing for a zero.
struct Check {
  std::string what;
  std::function<Real(int64_t)> expected;
};
} // namespace

TEST_P(ShapesTest, Transpose) {
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<Check> checks;
    const std::pair<Shape, std::vector<Shape>> cases[] = {
        {{}, {{}}},
        {{7}, {{0}}},
        {{5, 9}, {{0, 1}, {1, 0}}},
        {{3, 4, 5}, {{0, 2, 1}, {1, 0, 2}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}}},
        {{2, 3, 4, 5},
         {{3, 2, 1, 0}, {0, 2, 1, 3}, {1, 3, 0, 2}, {0, 1, 3, 2}}},
        {{33, 65}, {{1, 0}}},
        // Tiles, and what is left of them.
        {{130, 71}, {{1, 0}}},
        {{64, 128}, {{1, 0}}},
        {{9, 200, 3}, {{0, 2, 1}, {2, 0, 1}}},
        {{2, 65, 3, 67}, {{0, 2, 1, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}}},
        {{0, 3}, {{1, 0}}},
    };
    for (auto &[shape, permutations] : cases) {
      Reals x = distinct(type, product(shape));
      Val input = graph.input(encode(type, shape, x));
      for (const Shape &permutation : permutations) {
        Shape result;
        for (int64_t dim : permutation)
          result.push_back(shape[dim]);
        graph.output(graph.op("transpose", {input}, type, result,
                              "permutation = " + i64Array(permutation)));
        checks.push_back(
            {"transpose " + shapeToString(shape) + shapeToString(permutation),
             [=, shape = shape](int64_t i) {
               Shape at = unravel(i, result), from(at.size());
               for (size_t d = 0; d < at.size(); ++d)
                 from[permutation[d]] = at[d];
               return x[ravel(from, shape)];
             }});
      }
      // One after another becomes one.
      if (shape.size() == 3) {
        Val turned =
            graph.op("transpose", {input}, type, {shape[1], shape[2], shape[0]},
                     "permutation = array<i64: 1, 2, 0>");
        graph.output(graph.op("transpose", {turned}, type,
                              {shape[2], shape[1], shape[0]},
                              "permutation = array<i64: 1, 0, 2>"));
        checks.push_back({"two transposes", [=, shape = shape](int64_t i) {
                            Shape at =
                                unravel(i, {shape[2], shape[1], shape[0]});
                            return x[ravel({at[2], at[1], at[0]}, shape)];
                          }});
      }
    }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < checks.size(); ++i)
      expectExact(results[i], checks[i].expected, checks[i].what);
  }
}

// What is computed beside a transposition goes by its tiles, converted or not.
TEST_P(ShapesTest, TransposeAndCompute) {
  constexpr int64_t kRows = 70, kColumns = 133;
  for (ElementType type : kFloats) {
    Reals x = distinct(type, kRows * kColumns),
          y = distinct(type, kRows * kColumns);
    Graph graph;
    Val a = graph.input(encode(type, {kRows, kColumns}, x));
    Val b = graph.input(encode(type, {kColumns, kRows}, y));
    Val turned = graph.op("transpose", {a}, type, {kColumns, kRows},
                          "permutation = array<i64: 1, 0>");
    Val largest = graph.same("maximum", {turned, b});
    graph.output(largest);
    graph.output(graph.cast(largest, ElementType::F64));
    graph.output(graph.op("transpose", {largest}, type, {kRows, kColumns},
                          "permutation = array<i64: 1, 0>"));
    RUN_GRAPH(results, graph);
    // NaN is the larger one.
    auto expected = [&](int64_t row, int64_t column) {
      Real one = x[row * kColumns + column], other = y[column * kRows + row];
      return std::isnan(other) || one < other ? other : one;
    };
    for (size_t i = 0; i < 2; ++i)
      expectExact(
          results[i],
          [&](int64_t at) { return expected(at % kRows, at / kRows); },
          "the larger one, " + std::to_string(i));
    expectExact(
        results[2],
        [&](int64_t at) { return expected(at / kColumns, at % kColumns); },
        "and back");
  }
}

TEST_P(ShapesTest, Reshape) {
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<Reals> expected;
    auto add = [&](Shape from, std::vector<Shape> path) {
      Reals x = distinct(type, product(from));
      Val value = graph.input(encode(type, from, x));
      for (const Shape &shape : path) {
        Shape result = shape;
        for (int64_t &size : result)
          if (size == -1)
            size = product(from) / std::max<int64_t>(-product(shape), 1);
        value = graph.op("reshape", {value}, type, result,
                         "shape = " + i64Array(shape));
      }
      graph.output(value);
      expected.push_back(x);
    };
    add({}, {{1}});
    add({}, {{1, 1, 1}});
    add({1}, {{}});
    add({1, 1}, {{}});
    add({24}, {{4, 6}});
    add({4, 6}, {{24}});
    add({4, 6}, {{-1, 8}});
    add({4, 6}, {{6, 4}});
    add({2, 3, 4}, {{4, 3, 2}});
    add({2, 3, 4}, {{6, 4}});
    add({2, 3, 4, 5}, {{6, 20}});
    add({2, 3, 4, 5}, {{5, 4, 3, 2}, {120}, {2, 60}});
    add({2, 1, 3}, {{2, 3}});
    add({2, 3}, {{2, 1, 3, 1}});
    add({0, 3}, {{0}});
    add({0, 3}, {{3, 0}});
    RUN_GRAPH(results, graph);
    for (size_t k = 0; k < results.size(); ++k)
      expectExact(
          results[k], [&](int64_t i) { return expected[k][i]; },
          "reshape " + std::to_string(k));
  }
}

TEST_P(ShapesTest, BroadcastTo) {
  for (ElementType type : kFloats) {
    const std::pair<Shape, Shape> cases[] = {
        {{}, {}},
        {{}, {3}},
        {{}, {2, 3, 4}},
        {{1}, {5}},
        {{5}, {5}},
        {{5}, {3, 5}},
        {{3, 1}, {3, 5}},
        {{1, 5}, {3, 5}},
        {{1, 1}, {2, 3, 4, 5}},
        {{3, 1, 5}, {2, 3, 4, 5}},
        {{1}, {0}},
        {{2, 1, 4, 1}, {2, 3, 4, 5}},
        {{3, 1}, {3, 0}},
        {{1, 7}, {129, 7}},
    };
    Graph graph;
    std::vector<Reals> xs;
    for (auto &[from, to] : cases) {
      xs.push_back(distinct(type, product(from)));
      graph.output(graph.op("broadcast_to",
                            {graph.input(encode(type, from, xs.back()))}, type,
                            to, "shape = " + i64Array(to)));
    }
    RUN_GRAPH(results, graph);
    for (size_t k = 0; k < results.size(); ++k)
      expectExact(
          results[k],
          [&](int64_t i) {
            return xs[k][broadcastIndex(i, cases[k].second, cases[k].first)];
          },
          "broadcast_to " + shapeToString(cases[k].second));
  }
}

namespace {
struct Slice {
  Shape shape, offsets, sizes, strides;
};
const Slice kSlices[] = {
    {{}, {}, {}, {}},
    {{10}, {3}, {4}, {}},
    {{10}, {0}, {10}, {1}},
    {{10}, {1}, {3}, {3}},
    {{10}, {9}, {1}, {7}},
    {{10}, {4}, {0}, {}},
    {{6, 9}, {1, 2}, {3, 4}, {}},
    {{6, 9}, {0, 1}, {3, 3}, {2, 3}},
    {{4, 5, 6}, {3, 0, 2}, {1, 5, 3}, {}},
    {{4, 5, 6}, {0, 1, 5}, {4, 2, 1}, {1, 2, 1}},
    {{2, 3, 4, 5}, {1, 1, 0, 2}, {1, 2, 4, 2}, {1, 1, 1, 2}},
    {{65, 129}, {1, 1}, {64, 128}, {}},
};
std::string attributes(const Slice &s) {
  return "offsets = " + i64Array(s.offsets) +
         (s.strides.empty() ? "" : ", strides = " + i64Array(s.strides));
}
int64_t sourceIndex(const Slice &s, int64_t index) {
  Shape at = unravel(index, s.sizes);
  for (size_t d = 0; d < at.size(); ++d)
    at[d] = s.offsets[d] + at[d] * (s.strides.empty() ? 1 : s.strides[d]);
  return ravel(at, s.shape);
}
} // namespace

TEST_P(ShapesTest, SliceAndItsBackward) {
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<Reals> xs, gs;
    for (const Slice &s : kSlices) {
      xs.push_back(distinct(type, product(s.shape)));
      gs.push_back(distinct(type, product(s.sizes)));
      Val x = graph.input(encode(type, s.shape, xs.back()));
      Val g = graph.input(encode(type, s.sizes, gs.back()));
      graph.output(graph.op("slice", {x}, type, s.sizes,
                            attributes(s) + ", sizes = " + i64Array(s.sizes)));
      graph.output(graph.op("slice_backward", {g}, type, s.shape,
                            attributes(s) + ", shape = " + i64Array(s.shape)));
    }
    RUN_GRAPH(results, graph);
    for (size_t k = 0; k < std::size(kSlices); ++k) {
      const Slice &s = kSlices[k];
      std::string what = shapeToString(s.shape) + " " + attributes(s);
      expectExact(
          results[2 * k], [&](int64_t i) { return xs[k][sourceIndex(s, i)]; },
          "slice " + what);
      Reals spread(product(s.shape), 0);
      for (int64_t i = 0, e = product(s.sizes); i < e; ++i)
        spread[sourceIndex(s, i)] = gs[k][i];
      expectExact(
          results[2 * k + 1], [&](int64_t i) { return spread[i]; },
          "slice_backward " + what);
    }
  }
}

TEST_P(ShapesTest, Concat) {
  struct Case {
    std::vector<Shape> shapes;
    int64_t dim;
  };
  const Case cases[] = {
      {{{3}}, 0},
      {{{3}, {4}, {1}}, 0},
      {{{3}, {0}, {2}}, 0},
      {{{2, 3}, {4, 3}}, 0},
      {{{2, 3}, {2, 1}, {2, 9}}, 1},
      {{{2, 3, 4}, {2, 5, 4}}, 1},
      {{{2, 3, 4}, {2, 3, 1}}, 2},
      {{{2, 3, 4, 5}, {2, 3, 2, 5}}, 2},
      {{{65, 33}, {65, 31}}, 1},
  };
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<Reals> expected;
    for (const Case &c : cases) {
      std::vector<Val> operands;
      std::vector<Reals> xs;
      Shape result = c.shapes[0];
      result[c.dim] = 0;
      for (const Shape &shape : c.shapes) {
        xs.push_back(distinct(type, product(shape)));
        operands.push_back(graph.input(encode(type, shape, xs.back())));
        result[c.dim] += shape[c.dim];
      }
      Reals y;
      for (int64_t i = 0, e = product(result); i < e; ++i) {
        Shape at = unravel(i, result);
        size_t part = 0;
        while (at[c.dim] >= c.shapes[part][c.dim])
          at[c.dim] -= c.shapes[part++][c.dim];
        y.push_back(xs[part][ravel(at, c.shapes[part])]);
      }
      expected.push_back(y);
      graph.output(graph.op("concat", operands, type, result,
                            "dim = " + std::to_string(c.dim) + " : i64"));
    }
    // A value next to itself, and next to a part of itself.
    Reals x = distinct(type, 6);
    Val v = graph.input(encode(type, {6}, x));
    Val part = graph.op("slice", {v}, type, {2},
                        "offsets = array<i64: 1>, sizes = array<i64: 2>");
    graph.output(graph.op("concat", {v, part, v}, type, {14}, "dim = 0 : i64"));
    Reals twice = x;
    twice.push_back(x[1]);
    twice.push_back(x[2]);
    twice.insert(twice.end(), x.begin(), x.end());
    expected.push_back(twice);
    RUN_GRAPH(results, graph);
    for (size_t k = 0; k < results.size(); ++k)
      expectExact(
          results[k], [&](int64_t i) { return expected[k][i]; },
          "concat " + std::to_string(k));
  }
}

// A value as several results, an input as a result, and both.
TEST_P(ShapesTest, RepeatedResults) {
  Reals x = distinct(ElementType::F32, 12);
  Graph graph;
  Val input = graph.input(encode(ElementType::F32, {12}, x));
  Val negated = graph.same("neg", {input});
  Val matrix = graph.op("reshape", {negated}, ElementType::F32, {3, 4},
                        "shape = array<i64: 3, 4>");
  for (const Val &value : {negated, input, negated, matrix, input, matrix,
                           graph.same("neg", {input})})
    graph.output(value);
  RUN_GRAPH(results, graph);
  for (size_t k : {0, 2, 3, 5, 6})
    expectExact(results[k], [&](int64_t i) { return -x[i]; }, "neg");
  for (size_t k : {1, 4})
    expectExact(results[k], [&](int64_t i) { return x[i]; }, "input");
}

//===----------------------------------------------------------------------===//
// Padding, pixels, tiles, parts
//===----------------------------------------------------------------------===//

namespace {
/// An op that moves elements: where the one at a place of the result comes
/// from, or -1 for the value 9 that padding adds.
struct Movement {
  std::string mnemonic, attributes;
  Shape from, to;
  std::function<int64_t(const Shape &)> source;
};

int64_t mirror(int64_t i, int64_t size) {
  return i < 0 ? -i : i >= size ? 2 * (size - 1) - i : i;
}
int64_t nearest(int64_t i, int64_t size) {
  return std::min(std::max<int64_t>(i, 0), size - 1);
}

std::vector<Movement> movements() {
  std::vector<Movement> list = {
      {"unsqueeze",
       "dim = -1 : i64",
       {3, 4},
       {3, 4, 1},
       [](const Shape &p) { return p[0] * 4 + p[1]; }},
      {"squeeze",
       "",
       {3, 1, 4, 1},
       {3, 4},
       [](const Shape &p) { return p[0] * 4 + p[1]; }},
      {"squeeze",
       "dims = array<i64: -1>",
       {3, 1, 4, 1},
       {3, 1, 4},
       [](const Shape &p) { return p[0] * 4 + p[2]; }},
      {"tile",
       "repeats = array<i64: 2, 1, 3>",
       {3, 4},
       {2, 3, 12},
       [](const Shape &p) { return p[1] * 4 + p[2] % 4; }},
      {"tile",
       "repeats = array<i64: 2>",
       {3, 4},
       {3, 8},
       [](const Shape &p) { return p[0] * 4 + p[1] % 4; }},
      {"constant_pad_nd",
       "low = array<i64: 1, -1>, high = array<i64: 0, 2>, value = 9.0 : f64",
       {3, 4},
       {4, 5},
       [](const Shape &p) {
         int64_t i = p[0] - 1, j = p[1] + 1;
         return i < 0 || j >= 4 ? -1 : i * 4 + j;
       }},
      {"constant_pad_nd",
       "low = array<i64: -2>, high = array<i64: -1>",
       {5},
       {2},
       [](const Shape &p) { return p[0] + 2; }},
      {"reflection_pad",
       "low = array<i64: 1, 3>, high = array<i64: 2, 0>",
       {2, 3, 4},
       {2, 6, 7},
       [](const Shape &p) {
         return (p[0] * 3 + mirror(p[1] - 1, 3)) * 4 + mirror(p[2] - 3, 4);
       }},
      {"replication_pad",
       "low = array<i64: 1, 3>, high = array<i64: 2, 0>",
       {2, 3, 4},
       {2, 6, 7},
       [](const Shape &p) {
         return (p[0] * 3 + nearest(p[1] - 1, 3)) * 4 + nearest(p[2] - 3, 4);
       }},
      // Channel c r² + i r + j is pixel (h r + i, w r + j) of channel c.
      {"pixel_shuffle",
       "factor = 2 : i64",
       {2, 8, 3, 5},
       {2, 2, 6, 10},
       [](const Shape &p) {
         int64_t channel = p[1] * 4 + p[2] % 2 * 2 + p[3] % 2;
         return ((p[0] * 8 + channel) * 3 + p[2] / 2) * 5 + p[3] / 2;
       }},
      {"pixel_unshuffle",
       "factor = 2 : i64",
       {2, 2, 6, 10},
       {2, 8, 3, 5},
       [](const Shape &p) {
         int64_t i = p[1] / 2 % 2, j = p[1] % 2;
         return ((p[0] * 2 + p[1] / 4) * 6 + p[2] * 2 + i) * 10 + p[3] * 2 + j;
       }},
      {"detach",
       "",
       {3, 4},
       {3, 4},
       [](const Shape &p) { return p[0] * 4 + p[1]; }},
  };
  // Sizes with one, several and no factors.
  for (int64_t n : {1, 2, 7, 8, 12, 30})
    list.push_back(
        {"flip",
         "dims = array<i64: -1, 0>",
         {3, n},
         {3, n},
         [=](const Shape &p) { return (2 - p[0]) * n + n - 1 - p[1]; }});
  return list;
}
} // namespace

TEST_P(ShapesTest, Movements) {
  std::vector<Movement> list = movements();
  for (ElementType type : {ElementType::F64, ElementType::F32, ElementType::F16,
                           ElementType::BF16, ElementType::I32}) {
    Generator generator(47);
    Graph graph;
    std::vector<Reals> inputs;
    for (const Movement &op : list) {
      inputs.push_back(generator.uniforms(type, product(op.from), -90, 90));
      // Zeros keep their sign, infinities and NaN stay where they are.
      if (isFloat(type))
        for (auto [i, value] :
             {std::pair<size_t, Real>{0, -0.0L}, {1, NAN}, {2, INFINITY}})
          inputs.back()[i] = value;
      Val x = graph.input(encode(type, op.from, inputs.back()));
      graph.output(graph.op(op.mnemonic, {x}, type, op.to, op.attributes));
    }
    RUN_GRAPH(results, graph);
    for (size_t k = 0; k < list.size(); ++k)
      expectExact(
          results[k],
          [&](int64_t i) {
            int64_t source = list[k].source(unravel(i, list[k].to));
            return source < 0 ? Real(9) : inputs[k][source];
          },
          list[k].mnemonic + " " + list[k].attributes);
  }
}

TEST_P(ShapesTest, StackSplitLike) {
  for (ElementType type :
       {ElementType::F32, ElementType::BF16, ElementType::I64}) {
    Generator generator(53);
    Tensor a = generator.tensor(type, {3, 4}),
           b = generator.tensor(type, {3, 4});
    Graph graph;
    Val va = graph.input(a), vb = graph.input(b);
    graph.output(graph.op("stack", {va, vb}, type, {3, 2, 4}, "dim = 1 : i64"));
    graph.output(
        graph.op("stack", {va, vb}, type, {3, 4, 2}, "dim = -1 : i64"));
    Val left{graph.fresh(), type, {3, 1}}, right{graph.fresh(), type, {3, 3}};
    graph.line(left.name + ", " + right.name + " = amp.split " + va.name +
               " {sizes = array<i64: 1, 3>, dim = 1 : i64} : (" +
               va.typeText() + ") -> (" + left.typeText() + ", " +
               right.typeText() + ")");
    graph.output(left);
    graph.output(right);
    graph.output(graph.same("zeros_like", {va}));
    graph.output(graph.same("ones_like", {va}));
    RUN_GRAPH(results, graph);
    auto element = [&](int64_t which, int64_t i, int64_t j) {
      return decode(which ? b : a, i * 4 + j);
    };
    const std::function<Real(int64_t)> expected[] = {
        [&](int64_t i) { return element(i / 4 % 2, i / 8, i % 4); },
        [&](int64_t i) { return element(i % 2, i / 8, i / 2 % 4); },
        [&](int64_t i) { return element(0, i, 0); },
        [&](int64_t i) { return element(0, i / 3, 1 + i % 3); },
        [&](int64_t) { return 0; },
        [&](int64_t) { return 1; },
    };
    for (size_t k = 0; k < results.size(); ++k)
      expectExact(results[k], expected[k], "result " + std::to_string(k));
  }
}

AMP_INSTANTIATE(ShapesTest);
