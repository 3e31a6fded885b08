//===- IndexingTest.cpp - Selecting and replacing by index ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spatial.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class IndexingTest : public TargetTest {};
} // namespace

// A NaN or infinity that is not chosen must not show; an index that does not
// exist gives NaN, or 0 in integers.
TEST_P(IndexingTest, Selections) {
  for (ElementType type :
       {ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16,
        ElementType::I64, ElementType::UI8, ElementType::I1}) {
    Generator generator(59);
    Reals x = generator.uniforms(type, 2 * 5 * 3, 0, 2);
    if (isFloat(type)) {
      x[4] = NAN;
      x[7] = INFINITY;
    }
    Reals chosen = {4, 0, 0, 2};
    Reals places = {1, 0, 4, 2, 2, 3, -1, 5};
    Graph graph;
    Val input = graph.input(encode(type, {2, 5, 3}, x));
    Val index = graph.input(encode(ElementType::I64, {4}, chosen));
    Val indices = graph.input(encode(ElementType::I64, {2, 2, 2}, places));
    graph.output(graph.op("index_select", {input, index}, type, {2, 4, 3},
                          "dim = 1 : i64"));
    graph.output(graph.op("gather", {input, indices}, type, {2, 2, 2},
                          "dim = -2 : i64"));
    RUN_GRAPH(results, graph);
    expectNear(
        results[0],
        [&](int64_t i) {
          Shape p = placeOf(i, {2, 4, 3});
          return Expected{x[(p[0] * 5 + int64_t(chosen[p[1]])) * 3 + p[2]], 0};
        },
        "index_select");
    expectNear(
        results[1],
        [&](int64_t i) {
          Shape p = placeOf(i, {2, 2, 2});
          auto place = int64_t(places[i]);
          if (place < 0 || place > 4)
            return Expected{isFloat(type) ? Real(NAN) : Real(0), 0};
          return Expected{x[(p[0] * 5 + place) * 3 + p[2]], 0};
        },
        "gather");
  }
}

// Places that nothing reaches keep their element, bit by bit.
TEST_P(IndexingTest, Replacements) {
  for (ElementType type : {ElementType::F64, ElementType::F32, ElementType::F16,
                           ElementType::BF16, ElementType::I32}) {
    Generator generator(67);
    Reals x = generator.uniforms(type, 4 * 3, -50, 50);
    Reals values = generator.uniforms(type, 2 * 3, -50, 50);
    Reals source = generator.uniforms(type, 3 * 4, -50, 50);
    if (isFloat(type)) {
      x[4] = NAN;
      values[1] = INFINITY;
    }
    Graph graph;
    Val input = graph.input(encode(type, {4, 3}, x));
    Val two = graph.input(encode(type, {2, 3}, values));
    Val many = graph.input(encode(type, {3, 4}, source));
    Val rows = graph.input(encode(ElementType::I64, {2}, {2, 0}));
    Val fromEnd = graph.input(encode(ElementType::I64, {2}, {-1, -1}));
    Val places =
        graph.input(encode(ElementType::I64, {2, 3}, {0, 3, 3, 0, 1, 2}));
    graph.output(graph.op("index_copy", {input, rows, two}, type, {4, 3},
                          "dim = 0 : i64"));
    graph.output(graph.op("index_put", {input, rows, two}, type, {4, 3}));
    graph.output(graph.op("index_put", {input, fromEnd, two}, type, {4, 3},
                          "accumulate = true"));
    graph.output(graph.op("scatter_add", {input, places, many}, type, {4, 3},
                          "dim = 0 : i64"));
    RUN_GRAPH(results, graph);
    for (size_t k : {0, 1})
      expectExact(
          results[k],
          [&](int64_t i) {
            return i / 3 == 2   ? values[i % 3]
                   : i / 3 == 0 ? values[3 + i % 3]
                                : x[i];
          },
          "replaced");
    auto sum = [&](int64_t i, const Reals &added) -> Expected {
      Real y = x[i], magnitude = std::fabs(x[i]);
      for (Real value : added) {
        y += value;
        magnitude += std::fabs(value);
      }
      if (!isFloat(type) || added.empty() || !std::isfinite(y))
        return {y, 0};
      return {y, sumBound(type, y, 1 + added.size(), magnitude)};
    };
    expectNear(
        results[2],
        [&](int64_t i) {
          return sum(i, i / 3 == 3 ? Reals{values[i % 3], values[3 + i % 3]}
                                   : Reals());
        },
        "accumulated");
    const int64_t rowOf[] = {0, 3, 3, 0, 1, 2};
    expectNear(
        results[3],
        [&](int64_t i) {
          Reals added;
          for (int64_t j = 0; j < 6; ++j)
            if (rowOf[j] == i / 3 && j % 3 == i % 3)
              added.push_back(source[j / 3 * 4 + j % 3]);
          return sum(i, added);
        },
        "scatter_add");
  }
}

TEST_P(IndexingTest, OneHot) {
  for (ElementType type : kFloats)
    for (ElementType index :
         {ElementType::I64, ElementType::I32, ElementType::I16, ElementType::I8,
          ElementType::UI8}) {
      if (type != ElementType::F32 && index != ElementType::UI8)
        continue;
      Reals values = {0, 4, 3, 5, 100, 1};
      if (index != ElementType::UI8) {
        values.push_back(-1);
        values.push_back(-100);
      } else {
        values.push_back(255);
        values.push_back(252);
      }
      Graph graph;
      Val x = graph.input(encode(index, {2, 4}, values));
      std::string dtype = ", dtype = " + mlirName(type).str();
      graph.output(graph.op("one_hot", {x}, type, {2, 4, 5},
                            "classes = 5 : i64" + dtype));
      graph.output(graph.op("one_hot", {x}, type, {2, 4, 1},
                            "classes = 1 : i64" + dtype));
      RUN_GRAPH(results, graph);
      expectExact(
          results[0], [&](int64_t i) { return values[i / 5] == i % 5; },
          "one_hot 5");
      expectExact(
          results[1], [&](int64_t i) { return values[i] == 0; }, "one_hot 1");
    }
}

TEST_P(IndexingTest, Embedding) {
  Generator generator(101);
  constexpr int64_t V = 7, D = 3;
  for (ElementType type : kFloats)
    for (ElementType index : {ElementType::I64, ElementType::I32}) {
      Tensor table = generator.tensor(type, {V, D});
      // Two that do not exist.
      Reals indices = {3, 0, 6, 3, -1, 7};
      Graph graph;
      Val w = graph.input(table),
          i = graph.input(encode(index, {2, 3}, indices));
      graph.output(graph.op("embedding", {w, i}, type, {2, 3, D}));
      graph.output(graph.op("embedding", {w, i}, type, {2, 3, D},
                            "padding_idx = -4 : i64"));
      RUN_GRAPH(results, graph);
      for (const Tensor &result : results)
        expectExact(
            result,
            [&](int64_t at) -> Real {
              auto row = static_cast<int64_t>(indices[at / D]);
              return row < 0 || row >= V ? Real(NAN)
                                         : decode(table, row * D + at % D);
            },
            "embedding");
    }
}

AMP_INSTANTIATE(IndexingTest);
