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

// Enough rows, columns and elements for several threads, blocks and runs of a
// sort, many of which name one place and some none.
TEST_P(IndexingTest, ManyPlaces) {
  struct Sizes {
    int64_t outer, count, inner, places;
    bool isEach;        ///< An index for each element.
    bool isHot = false; ///< Almost all elements are at one place.
  };
  for (ElementType type : {ElementType::F64, ElementType::F32, ElementType::F16,
                           ElementType::BF16, ElementType::I64})
    for (const Sizes &s :
         {Sizes{1, 700, 70, 130, false}, Sizes{2, 300, 24, 50, false},
          Sizes{3, 40, 1, 5, false}, Sizes{2, 300, 3, 4, true},
          Sizes{70, 2, 1, 3, true}, Sizes{1, 600, 1, 100, true},
          Sizes{1, 4099, 3, 40, false, true},
          Sizes{2, 1300, 2, 3, true, true}}) {
      Generator generator(83);
      Shape values = {s.outer, s.count, s.inner};
      Shape table = {s.outer, s.places, s.inner};
      Shape places = {s.isEach ? s.outer : 1, s.count, s.isEach ? s.inner : 1};
      Reals x = generator.uniforms(type, product(values), -9, 9);
      Reals onto = generator.uniforms(type, product(table), -9, 9);
      Reals index = generator.uniforms(ElementType::I64, product(places), -2,
                                       Real(s.places) + 2);
      // A third of all at one place, or all but a few.
      for (size_t i = 0; i < index.size(); ++i)
        if (s.isHot ? i % 67 != 0 : i % 3 == 0)
          index[i] = Real(s.places - 1);
      if (isFloat(type))
        onto[0] = NAN;
      Graph graph;
      Val source = graph.input(encode(type, values, x));
      Val base = graph.input(encode(type, table, onto));
      for (ElementType indexType : {ElementType::I64, ElementType::I32}) {
        Val at = graph.input(encode(indexType, places, index));
        std::string size = "size = " + std::to_string(s.places) + " : i64";
        graph.output(graph.op("read_at", {base, at}, type, values));
        graph.output(graph.op("sum_at", {source, at}, type, table, size));
        graph.output(graph.op("sum_at", {source, at, base}, type, table, size));
        graph.output(graph.op("last_at", {at}, ElementType::I64,
                              {places[0], s.places, places[2]}, size));
      }
      RUN_GRAPH(results, graph);
      auto placeOfElement = [&](int64_t a, int64_t j, int64_t d) {
        return static_cast<int64_t>(
            s.isEach ? index[(a * s.count + j) * s.inner + d] : index[j]);
      };
      for (size_t first : {0, 4}) {
        expectExact(
            results[first],
            [&](int64_t i) -> Real {
              Shape p = placeOf(i, values);
              int64_t place = placeOfElement(p[0], p[1], p[2]);
              if (place < 0 || place >= s.places)
                return isFloat(type) ? Real(NAN) : Real(0);
              return onto[(p[0] * s.places + place) * s.inner + p[2]];
            },
            "read_at");
        for (bool isOnto : {false, true})
          expectNear(
              results[first + 1 + isOnto],
              [&](int64_t i) -> Expected {
                Shape p = placeOf(i, table);
                Real y = isOnto ? onto[i] : 0, magnitude = std::fabs(y);
                int64_t terms = isOnto;
                for (int64_t j = 0; j < s.count; ++j) {
                  if (placeOfElement(p[0], j, p[2]) != p[1])
                    continue;
                  Real term = x[(p[0] * s.count + j) * s.inner + p[2]];
                  y += term;
                  magnitude += std::fabs(term);
                  ++terms;
                }
                if (!isFloat(type) || terms == 0 || !std::isfinite(y))
                  return {y, 0};
                return {y, sumBound(type, y, terms, magnitude)};
              },
              "sum_at");
        Shape lastShape = {places[0], s.places, places[2]};
        expectExact(
            results[first + 3],
            [&](int64_t i) -> Real {
              Shape p = placeOf(i, lastShape);
              int64_t last = -1;
              for (int64_t j = 0; j < s.count; ++j)
                if (placeOfElement(p[0], j, p[2]) == p[1])
                  last = j;
              return Real(last);
            },
            "last_at");
      }
    }
}

// Of several at one place the last stays, on all dimensions; nothing else of
// the input changes, and without indices nothing does.
TEST_P(IndexingTest, LastOfSeveral) {
  for (ElementType type :
       {ElementType::F32, ElementType::UI8, ElementType::I1}) {
    Generator generator(89);
    Reals x = generator.uniforms(type, 2 * 4 * 3, 0, 2);
    Reals source = generator.uniforms(type, 2 * 5 * 3, 0, 2);
    const int64_t at[] = {3, 1, 3, 0, 1};
    Graph graph;
    Val input = graph.input(encode(type, {2, 4, 3}, x));
    Val values = graph.input(encode(type, {2, 5, 3}, source));
    Val index = graph.input(encode(ElementType::I64, {5}, {3, 1, 3, 0, 1}));
    Val none = graph.input(encode(ElementType::I64, {0}, {}));
    Val nothing = graph.input(encode(type, {2, 0, 3}, {}));
    graph.output(graph.op("index_copy", {input, index, values}, type, {2, 4, 3},
                          "dim = 1 : i64"));
    graph.output(graph.op("index_copy", {input, none, nothing}, type, {2, 4, 3},
                          "dim = 1 : i64"));
    graph.output(graph.op("index_select", {input, none}, type, {2, 0, 3},
                          "dim = 1 : i64"));
    RUN_GRAPH(results, graph);
    expectExact(
        results[0],
        [&](int64_t i) -> Real {
          Shape p = placeOf(i, {2, 4, 3});
          for (int64_t j = 4; j >= 0; --j)
            if (at[j] == p[1])
              return source[(p[0] * 5 + j) * 3 + p[2]];
          return x[i];
        },
        "index_copy");
    expectExact(results[1], [&](int64_t i) { return x[i]; }, "nothing");
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

// More than caches hold, whose zeros a CPU writes past them.
TEST_P(IndexingTest, SumsOfALargeTable) {
  constexpr int64_t kCount = 5, kPlaces = 70001, kInner = 128;
  static_assert(kPlaces * kInner * 4 > 32 * 1024 * 1024);
  Generator generator(89);
  Tensor source = generator.tensor(ElementType::F32, {1, kCount, kInner});
  // The first, the last, one that does not exist, and each alone.
  const Reals index = {0, kPlaces - 1, kPlaces, 4097, 35000};
  Graph graph;
  Val x = graph.input(source);
  Val at = graph.input(encode(ElementType::I64, {1, kCount, 1}, index));
  Val sums = graph.op("sum_at", {x, at}, ElementType::F32, {1, kPlaces, kInner},
                      "size = " + std::to_string(kPlaces) + " : i64");
  graph.output(sums);
  // Behind others, where no line of a cache begins.
  constexpr int64_t kSize = kPlaces * kInner;
  Val flat = graph.op("reshape", {sums}, ElementType::F32, {kSize},
                      "shape = array<i64: -1>");
  Tensor others = generator.tensor(ElementType::F32, {3});
  graph.output(graph.op("concat", {graph.input(others), flat}, ElementType::F32,
                        {3 + kSize}, "dim = 0 : i64"));
  RUN_GRAPH(results, graph);
  auto sum = [&](int64_t i) -> Real {
    for (int64_t j = 0; j < kCount; ++j)
      if (i / kInner == static_cast<int64_t>(index[j]))
        return decode(source, j * kInner + i % kInner);
    return 0;
  };
  expectExact(results[0], sum, "sum_at");
  expectExact(
      results[1],
      [&](int64_t i) { return i < 3 ? decode(others, i) : sum(i - 3); },
      "concat");
}

AMP_INSTANTIATE(IndexingTest);
