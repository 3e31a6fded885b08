//===- ShapeTest.cpp - Ops that move elements ----------------------------===//
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
class ShapeTest : public TargetTest {};

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

TEST_P(ShapeTest, Transpose) {
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
        checks.push_back(
            {"two transposes", [=, shape = shape](int64_t i) {
               Shape at = unravel(i, {shape[2], shape[1], shape[0]});
               return x[ravel({at[2], at[1], at[0]}, shape)];
             }});
      }
    }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < checks.size(); ++i)
      expectExact(results[i], checks[i].expected, checks[i].what);
  }
}

TEST_P(ShapeTest, Reshape) {
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

TEST_P(ShapeTest, BroadcastTo) {
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

TEST_P(ShapeTest, SliceAndItsBackward) {
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

TEST_P(ShapeTest, Concat) {
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
TEST_P(ShapeTest, RepeatedResults) {
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
    expectExact(
        results[k], [&](int64_t i) { return -x[i]; }, "neg");
  for (size_t k : {1, 4})
    expectExact(
        results[k], [&](int64_t i) { return x[i]; }, "input");
}

AMP_INSTANTIATE(ShapeTest);
