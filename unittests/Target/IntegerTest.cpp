//===- IntegerTest.cpp - Ops on integers and truth values -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTest.h"

#include <algorithm>

using namespace amp;
using namespace amp::test;

namespace {
class IntegerTest : public TargetTest {};

constexpr ElementType kIntegers[] = {ElementType::I64, ElementType::I32,
                                     ElementType::I16, ElementType::I8,
                                     ElementType::UI8};

/// Two's complement of the type's width.
int64_t wrap(ElementType type, uint64_t value) {
  switch (type) {
  case ElementType::I64:
    return static_cast<int64_t>(value);
  case ElementType::I32:
    return static_cast<int32_t>(value);
  case ElementType::I16:
    return static_cast<int16_t>(value);
  case ElementType::I8:
    return static_cast<int8_t>(value);
  case ElementType::UI8:
    return static_cast<uint8_t>(value);
  default:
    return value & 1;
  }
}

std::vector<int64_t> sample(ElementType type) {
  std::vector<int64_t> values;
  for (int64_t value :
       {0, 1, 2, 3, 5, 100, 127, 128, 200, 255, -1, -2, -7, -128})
    values.push_back(wrap(type, value));
  int width = 8 * elementSize(type);
  values.push_back(wrap(type, uint64_t(1) << (width - 1)));
  values.push_back(wrap(type, (uint64_t(1) << (width - 1)) - 1));
  return values;
}

Tensor tensorOf(ElementType type, llvm::ArrayRef<int64_t> shape,
                const std::vector<int64_t> &values) {
  return encode(type, shape, Reals(values.begin(), values.end()));
}
} // namespace

TEST_P(IntegerTest, Arithmetic) {
  using Function = std::function<int64_t(ElementType, int64_t, int64_t)>;
  const std::pair<std::string, Function> binary[] = {
      {"add",
       [](ElementType t, uint64_t a, uint64_t b) { return wrap(t, a + b); }},
      {"sub",
       [](ElementType t, uint64_t a, uint64_t b) { return wrap(t, a - b); }},
      {"mul",
       [](ElementType t, uint64_t a, uint64_t b) { return wrap(t, a * b); }},
      {"squared_difference",
       [](ElementType t, uint64_t a, uint64_t b) {
         return wrap(t, (a - b) * (a - b));
       }},
      // Of numbers that are not negative it is the quotient.
      {"floor_divide",
       [](ElementType t, int64_t a, int64_t b) -> int64_t {
         if (b == 0)
           return 0;
         if (b == -1)
           return wrap(t, -uint64_t(a));
         return a / b - (a % b != 0 && (a < 0) != (b < 0));
       }},
      {"maximum",
       [](ElementType, int64_t a, int64_t b) { return std::max(a, b); }},
      {"minimum",
       [](ElementType, int64_t a, int64_t b) { return std::min(a, b); }},
      {"bitwise_and", [](ElementType, int64_t a, int64_t b) { return a & b; }},
      {"bitwise_or", [](ElementType, int64_t a, int64_t b) { return a | b; }},
      {"bitwise_xor", [](ElementType, int64_t a, int64_t b) { return a ^ b; }},
      {"compare eq,", [](ElementType, int64_t a, int64_t b) { return a == b; }},
      {"compare ne,", [](ElementType, int64_t a, int64_t b) { return a != b; }},
      {"compare lt,", [](ElementType, int64_t a, int64_t b) { return a < b; }},
      {"compare le,", [](ElementType, int64_t a, int64_t b) { return a <= b; }},
      {"compare gt,", [](ElementType, int64_t a, int64_t b) { return a > b; }},
      {"compare ge,", [](ElementType, int64_t a, int64_t b) { return a >= b; }},
  };
  for (ElementType type : kIntegers) {
    std::vector<int64_t> values = sample(type);
    int64_t n = values.size();
    Graph graph;
    Val a = graph.input(tensorOf(type, {n, 1}, values));
    Val b = graph.input(tensorOf(type, {n}, values));
    for (auto &[name, f] : binary)
      graph.output(graph.op(name, {a, b},
                            name.find("compare") == 0 ? ElementType::I1 : type,
                            {n, n}));
    graph.output(graph.same("neg", {b}));
    graph.output(graph.same("abs", {b}));
    graph.output(graph.same("square", {b}));
    graph.output(graph.same("sign", {b}));
    graph.output(graph.same("bitwise_not", {b}));
    // Folded: x + 0, x - 0, x * 1.
    graph.output(graph.same("add", {b, graph.scalar(type, "0")}));
    graph.output(graph.same("mul", {b, graph.scalar(type, "1")}));
    RUN_GRAPH(results, graph);
    size_t next = 0;
    for (auto &[name, f] : binary)
      expectExact(
          results[next++],
          [&, f = f](int64_t i) -> Real {
            return f(type, values[i / n], values[i % n]);
          },
          name,
          [&](int64_t i) {
            return std::to_string(values[i / n]) + " and " +
                   std::to_string(values[i % n]);
          });
    expectExact(
        results[next++],
        [&](int64_t i) { return wrap(type, -uint64_t(values[i])); }, "neg");
    expectExact(
        results[next++],
        [&](int64_t i) {
          auto value = static_cast<uint64_t>(values[i]);
          return wrap(type, values[i] < 0 ? -value : value);
        },
        "abs");
    expectExact(
        results[next++],
        [&](int64_t i) {
          return wrap(type, uint64_t(values[i]) * uint64_t(values[i]));
        },
        "square");
    expectExact(
        results[next++],
        [&](int64_t i) { return (values[i] > 0) - (values[i] < 0); }, "sign");
    expectExact(
        results[next++], [&](int64_t i) { return wrap(type, ~values[i]); },
        "bitwise_not");
    for (const char *what : {"add 0", "mul 1"})
      expectExact(results[next++], [&](int64_t i) { return values[i]; }, what);
  }
}

TEST_P(IntegerTest, Reductions) {
  for (ElementType type : kIntegers) {
    constexpr int64_t kRows = 5, kColumns = 1001;
    Generator generator(31);
    std::vector<int64_t> values;
    for (int64_t i = 0; i < kRows * kColumns; ++i)
      values.push_back(wrap(type, generator.bits()));
    Graph graph;
    Val x = graph.input(tensorOf(type, {kRows, kColumns}, values));
    std::string dims = "dims = array<i64: 1>";
    for (const char *op : {"sum", "amax", "amin"})
      graph.output(graph.op(op, {x}, type, {kRows}, dims));
    graph.output(
        graph.op("argmax", {x}, ElementType::I64, {kRows}, "dim = 1 : i64"));
    for (const char *op : {"sum", "amax", "amin"})
      graph.output(graph.op(op, {x}, type, {}));
    RUN_GRAPH(results, graph);
    for (bool all : {false, true}) {
      int64_t count = all ? kRows * kColumns : kColumns;
      auto first = [&](int64_t i) { return values.begin() + i * count; };
      const Tensor *r = &results[all ? 4 : 0];
      expectExact(
          r[0],
          [&](int64_t i) {
            uint64_t sum = 0;
            for (int64_t j = 0; j < count; ++j)
              sum += first(i)[j];
            return wrap(type, sum);
          },
          "sum");
      expectExact(
          r[1],
          [&](int64_t i) {
            return *std::max_element(first(i), first(i) + count);
          },
          "amax");
      expectExact(
          r[2],
          [&](int64_t i) {
            return *std::min_element(first(i), first(i) + count);
          },
          "amin");
      if (!all)
        expectExact(
            r[3],
            [&](int64_t i) {
              return std::max_element(first(i), first(i) + count) - first(i);
            },
            "argmax");
    }
  }
}

TEST_P(IntegerTest, Booleans) {
  std::vector<int64_t> a = {0, 0, 1, 1}, b = {0, 1, 0, 1};
  Graph graph;
  ElementType i1 = ElementType::I1;
  Val x = graph.input(tensorOf(i1, {4}, a)),
      y = graph.input(tensorOf(i1, {4}, b));
  const std::pair<std::string, std::function<bool(bool, bool)>> ops[] = {
      {"logical_and", [](bool a, bool b) { return a && b; }},
      {"logical_or", [](bool a, bool b) { return a || b; }},
      {"bitwise_and", [](bool a, bool b) { return a && b; }},
      {"bitwise_or", [](bool a, bool b) { return a || b; }},
      {"bitwise_xor", [](bool a, bool b) { return a != b; }},
      {"maximum", [](bool a, bool b) { return a || b; }},
      {"minimum", [](bool a, bool b) { return a && b; }},
      {"compare eq,", [](bool a, bool b) { return a == b; }},
      {"compare ne,", [](bool a, bool b) { return a != b; }},
      {"compare lt,", [](bool a, bool b) { return a < b; }},
      {"compare ge,", [](bool a, bool b) { return a >= b; }},
  };
  for (auto &[name, f] : ops)
    graph.output(graph.same(name, {x, y}));
  for (const char *name : {"logical_not", "bitwise_not"})
    graph.output(graph.same(name, {x}));
  Tensor none = encode(i1, {2, 300}, Reals(600, 0));
  Tensor one = encode(i1, {2, 300}, [] {
    Reals values(600, 0);
    values[599] = 1;
    return values;
  }());
  Tensor empty = encode(i1, {0}, Reals());
  for (const Tensor &tensor : {none, one, empty})
    graph.output(graph.op("any", {graph.input(tensor)}, i1, {}));
  graph.output(graph.op("any", {graph.input(one)}, i1, {2, 1},
                        "dims = array<i64: 1>, keepdim = true"));
  RUN_GRAPH(results, graph);
  size_t next = 0;
  for (auto &[name, f] : ops)
    expectExact(
        results[next++],
        [&, f = f](int64_t i) -> Real { return f(a[i], b[i]); }, name);
  for (const char *name : {"logical_not", "bitwise_not"})
    expectExact(results[next++], [&](int64_t i) { return !a[i]; }, name);
  EXPECT_EQ(decode(results[next++]), Reals{0});
  EXPECT_EQ(decode(results[next++]), Reals{1});
  EXPECT_EQ(decode(results[next++]), Reals{0});
  EXPECT_EQ(decode(results[next++]), (Reals{0, 1}));
}

// Every type moves through where and the shape ops.
TEST_P(IntegerTest, Movement) {
  for (ElementType type : allElementTypes()) {
    if (!isInteger(type))
      continue;
    Reals values;
    for (int64_t i = 0; i < 12; ++i)
      values.push_back(wrap(type, i * 23));
    Graph graph;
    Val x = graph.input(encode(type, {3, 4}, values));
    Val p = graph.input(encode(ElementType::I1, {4}, {Real(1), 0, 0, 1}));
    Val t = graph.op("transpose", {x}, type, {4, 3},
                     "permutation = array<i64: 1, 0>");
    graph.output(t);
    Val s = graph.op("slice", {x}, type, {2, 2},
                     "offsets = array<i64: 1, 0>, sizes = array<i64: 2, 2>, "
                     "strides = array<i64: 1, 2>");
    graph.output(s);
    Val u = graph.op("concat", {t, t}, type, {4, 6}, "dim = 1 : i64");
    graph.output(u);
    graph.output(
        graph.op("where", {p, x, graph.scalar(type, "1")}, type, {3, 4}));
    RUN_GRAPH(results, graph);
    std::string what = mlirName(type).str();
    expectExact(
        results[0], [&](int64_t i) { return values[i % 3 * 4 + i / 3]; },
        "transpose " + what);
    expectExact(
        results[1],
        [&](int64_t i) { return values[(i / 2 + 1) * 4 + i % 2 * 2]; },
        "slice " + what);
    expectExact(
        results[2], [&](int64_t i) { return values[i % 3 * 4 + i / 6]; },
        "concat " + what);
    expectExact(
        results[3],
        [&](int64_t i) {
          return i % 4 == 0 || i % 4 == 3 ? values[i] : Real(1);
        },
        "where " + what);
  }
}

AMP_INSTANTIATE(IntegerTest);
