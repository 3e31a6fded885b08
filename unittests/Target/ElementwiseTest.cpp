//===- ElementwiseTest.cpp - Elementwise ops on floats -------------------===//
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
class ElementwiseTest : public TargetTest {};

/// An op, its reference and how far off its computation may be.
struct Unary {
  std::string mnemonic, attributes;
  std::function<Real(Real)> reference;
  /// In units of the computation's type.
  Real k;
  /// What the error is relative to, where the formula adds numbers that cancel;
  /// null is the result itself.
  std::function<Real(Real)> magnitude;
};

Real normalCdf(Real x) { return std::erfc(-x * std::sqrt(Real(0.5))) / 2; }

Real geluTanh(Real x) {
  Real inner =
      std::sqrt(2 / std::acos(Real(-1))) * (x + Real(0.044715L) * x * x * x);
  return std::isinf(x) ? x * (x > 0) : x * (1 / (1 + std::exp(-2 * inner)));
}

const Unary kUnary[] = {
    {"neg", "", [](Real x) { return -x; }, 0, {}},
    {"abs", "", [](Real x) { return std::fabs(x); }, 0, {}},
    {"relu",
     "",
     [](Real x) { return std::isnan(x) ? x
                         : x > 0       ? x
                                       : 0; },
     0,
     {}},
    {"exp", "", [](Real x) { return std::exp(x); }, 4, {}},
    {"log", "", [](Real x) { return std::log(x); }, 4, {}},
    {"sqrt", "", [](Real x) { return std::sqrt(x); }, 1, {}},
    // A root and a quotient.
    {"rsqrt", "", [](Real x) { return 1 / std::sqrt(x); }, 2, {}},
    {"reciprocal", "", [](Real x) { return 1 / x; }, 1, {}},
    {"erf", "", [](Real x) { return std::erf(x); }, 4, {}},
    {"tanh", "", [](Real x) { return std::tanh(x); }, 4, {}},
    {"sigmoid", "", [](Real x) { return 1 / (1 + std::exp(-x)); }, 4, {}},
    // x/2 (1 + erf(x / sqrt 2)): an error of erf, and of its argument, stands
    // against x/2, not against the result. Far left the result vanishes in
    // every type.
    {"gelu", "", [](Real x) { return x * normalCdf(x); }, 8,
     [](Real x) { return x < -40 ? 0 : std::fabs(x); }},
    {"gelu", "approximate = #amp.gelu<tanh>", geluTanh, 8,
     [](Real x) { return x < -40 ? 0 : std::fabs(x); }},
};

std::string describe(Real value) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "x = %.17Lg", value);
  return buffer;
}
} // namespace

// Every value of the 16-bit types, many of the others.
TEST_P(ElementwiseTest, Unary) {
  for (ElementType type : kFloats) {
    Tensor tensor = is16Bit(type) ? all16Bit(type) : wideSample(type, 1 << 17);
    Reals x = decode(tensor);
    Graph graph;
    Val input = graph.input(tensor);
    for (const Unary &op : kUnary)
      graph.output(graph.same(op.mnemonic, {input}, op.attributes));
    Val finite = graph.op("isfinite", {input}, ElementType::I1, input.shape);
    graph.output(finite);
    RUN_GRAPH(results, graph);
    auto name = [&](int64_t i) { return describe(x[i]); };
    for (size_t n = 0; n < std::size(kUnary); ++n) {
      const Unary &op = kUnary[n];
      auto expected = [&](int64_t i) -> Expected {
        Real y = op.reference(x[i]);
        if (op.k == 0)
          return {y, 0, true};
        Real bound = elementwiseBound(type, y, op.k);
        if (op.magnitude) {
          Real v = formatOf(computeType(type)).unit();
          bound = elementwiseBound(type, y, 0) + op.k * v * op.magnitude(x[i]);
          // An f32 computation knows nothing of the tail that f64 has.
          if (type != ElementType::F64 && x[i] < -15)
            bound = elementwiseBound(type, y, 0);
        }
        return {y, bound, true};
      };
      expectNear(results[n], expected, op.mnemonic + " " + op.attributes, name);
    }
    expectExact(
        results.back(), [&](int64_t i) { return std::isfinite(x[i]); },
        "isfinite", name);
  }
}

namespace {
struct Binary {
  std::string mnemonic;
  std::function<Real(Real, Real)> reference;
  Real k;
};

Real maximum(Real a, Real b) {
  if (std::isnan(a) || std::isnan(b))
    return NAN;
  return a > b ? a : b;
}

const Binary kBinary[] = {
    {"add", [](Real a, Real b) { return a + b; }, 1},
    {"sub", [](Real a, Real b) { return a - b; }, 1},
    {"mul", [](Real a, Real b) { return a * b; }, 1},
    {"div", [](Real a, Real b) { return a / b; }, 1},
    {"pow", [](Real a, Real b) { return std::pow(a, b); }, 16},
    {"maximum", maximum, 0},
    {"minimum", [](Real a, Real b) { return -maximum(-a, -b); }, 0},
};

struct Comparison {
  std::string predicate;
  std::function<bool(Real, Real)> reference;
};
const Comparison kComparisons[] = {
    {"eq", [](Real a, Real b) { return a == b; }},
    {"ne", [](Real a, Real b) { return a != b; }},
    {"lt", [](Real a, Real b) { return a < b; }},
    {"le", [](Real a, Real b) { return a <= b; }},
    {"gt", [](Real a, Real b) { return a > b; }},
    {"ge", [](Real a, Real b) { return a >= b; }},
};

void checkBinary(const Binary &op, const Tensor &result, const Tensor &a,
                 const Tensor &b) {
  Reals lhs = decode(a), rhs = decode(b);
  auto left = [&](int64_t i) {
    return lhs[broadcastIndex(i, result.shape, a.shape)];
  };
  auto right = [&](int64_t i) {
    return rhs[broadcastIndex(i, result.shape, b.shape)];
  };
  expectNear(
      result,
      [&](int64_t i) -> Expected {
        Real y = op.reference(left(i), right(i));
        // Of -0 and +0, which are equal, either is the larger.
        return {y, op.k == 0 ? 0 : elementwiseBound(result.type, y, op.k),
                op.k != 0};
      },
      op.mnemonic + " " + shapeToString(a.shape) + shapeToString(b.shape),
      [&](int64_t i) {
        return describe(left(i)) + " and " + describe(right(i));
      });
}
} // namespace

// Each special value with each, by broadcasting a column against a row; and
// random pairs of all sizes.
TEST_P(ElementwiseTest, BinarySpecialValues) {
  for (ElementType type : kFloats) {
    Reals special = specialValues(type);
    int64_t n = special.size();
    Generator generator(11);
    Format format = formatOf(type);
    Reals left, right;
    for (int i = 0; i < 20000; ++i)
      for (Reals *side : {&left, &right}) {
        Real magnitude = std::exp2(
            generator.uniform(i & 1 ? format.least - format.mantissa : -8,
                              i & 1 ? format.largest : 8));
        side->push_back(
            roundTo(type, generator.bits() & 1 ? magnitude : -magnitude));
      }
    std::pair<Tensor, Tensor> pairs[] = {
        {encode(type, {n, 1}, special), encode(type, {n}, special)},
        {encode(type, {20000}, left), encode(type, {20000}, right)}};
    Graph graph;
    for (auto &[a, b] : pairs) {
      Val lhs = graph.input(a), rhs = graph.input(b);
      Shape shape = broadcast(a.shape, b.shape);
      for (const Binary &op : kBinary)
        graph.output(graph.op(op.mnemonic, {lhs, rhs}, type, shape));
      for (const Comparison &op : kComparisons)
        graph.output(graph.compare(op.predicate, lhs, rhs));
    }
    RUN_GRAPH(results, graph);
    size_t next = 0;
    for (auto &pair : pairs) {
      const Tensor &a = pair.first, &b = pair.second;
      Reals lhs = decode(a), rhs = decode(b);
      for (const Binary &op : kBinary)
        checkBinary(op, results[next++], a, b);
      for (const Comparison &op : kComparisons) {
        Tensor result = results[next++];
        expectExact(
            result,
            [&](int64_t i) -> Real {
              return op.reference(
                  lhs[broadcastIndex(i, result.shape, a.shape)],
                  rhs[broadcastIndex(i, result.shape, b.shape)]);
            },
            op.predicate);
      }
    }
  }
}

// Sizes around vector lengths and their multiples, in each place of a shape.
TEST_P(ElementwiseTest, BoundaryShapes) {
  Generator generator(3);
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<std::pair<Tensor, Tensor>> operands;
    auto add = [&](Shape a, Shape b) {
      operands.emplace_back(generator.tensor(type, a),
                            generator.tensor(type, b));
      Val lhs = graph.input(operands.back().first);
      Val rhs = graph.input(operands.back().second);
      graph.output(graph.op("mul", {lhs, rhs}, type, broadcast(a, b)));
    };
    for (int64_t n :
         {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129})
      add({n}, {n});
    add({}, {});
    for (int64_t n : {1, 7, 16, 33, 129}) {
      add({n, 3}, {n, 3});
      add({3, n}, {n});
      add({n, 1}, {1, n});
      add({2, n, 3}, {n, 1});
      add({n}, {});
    }
    add({2, 1, 3, 1}, {1, 5, 1, 4});
    add({2, 3, 5, 7}, {2, 3, 5, 7});
    add({1, 1}, {4, 1, 1});
    add({0}, {0});
    add({0, 3}, {1});
    add({3, 1}, {0});
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < results.size(); ++i) {
      EXPECT_EQ(shapeToString(results[i].shape),
                shapeToString(broadcast(operands[i].first.shape,
                                        operands[i].second.shape)));
      checkBinary(kBinary[2], results[i], operands[i].first,
                  operands[i].second);
    }
  }
}

TEST_P(ElementwiseTest, Where) {
  for (ElementType type : kFloats) {
    Reals special = specialValues(type);
    int64_t n = special.size();
    Tensor values = encode(type, {n}, special);
    Reals bits;
    for (int64_t i = 0; i < 2 * n; ++i)
      bits.push_back(i % 3 == 0);
    Tensor condition = encode(ElementType::I1, {2, n}, bits);
    Tensor other = encode(type, {}, Real(2));
    Graph graph;
    Val c = graph.input(condition), a = graph.input(values),
        b = graph.input(other);
    graph.output(graph.op("where", {c, a, b}, type, {2, n}));
    graph.output(graph.op("where", {c, b, a}, type, {2, n}));
    RUN_GRAPH(results, graph);
    for (bool swapped : {false, true})
      expectExact(
          results[swapped],
          [&](int64_t i) {
            return (bits[i] != 0) != swapped ? special[i % n] : Real(2);
          },
          "where");
  }
}

// What the folders replace must give what was written.
TEST_P(ElementwiseTest, NeutralConstants) {
  for (ElementType type : kFloats) {
    Reals special = specialValues(type);
    int64_t n = special.size();
    Graph graph;
    Val x = graph.input(encode(type, {n}, special));
    struct Case {
      std::string mnemonic, literal;
      bool isLeft;
      std::function<Real(Real)> reference;
    };
    const Case cases[] = {
        {"add", "0.0", false, [](Real x) { return x + Real(0); }},
        {"add", "-0.0", false, [](Real x) { return x; }},
        {"add", "0.0", true, [](Real x) { return x + Real(0); }},
        {"sub", "0.0", false, [](Real x) { return x; }},
        {"sub", "-0.0", false, [](Real x) { return x + Real(0); }},
        {"sub", "0.0", true, [](Real x) { return Real(0) - x; }},
        {"mul", "1.0", false, [](Real x) { return x; }},
        {"mul", "1.0", true, [](Real x) { return x; }},
        {"mul", "-1.0", true, [](Real x) { return -x; }},
        {"mul", "0.0", false, [](Real x) { return x * Real(0); }},
        {"div", "1.0", false, [](Real x) { return x; }},
    };
    for (const Case &c : cases) {
      Val constant = graph.scalar(type, c.literal);
      std::vector<Val> operands = {x, constant};
      if (c.isLeft)
        std::swap(operands[0], operands[1]);
      graph.output(graph.op(c.mnemonic, operands, type, {n}));
    }
    RUN_GRAPH(results, graph);
    for (size_t k = 0; k < std::size(cases); ++k)
      expectExact(
          results[k], [&](int64_t i) { return cases[k].reference(special[i]); },
          cases[k].mnemonic + " " + cases[k].literal +
              (cases[k].isLeft ? " on the left" : " on the right"),
          [&](int64_t i) { return describe(special[i]); });
  }
}

AMP_INSTANTIATE(ElementwiseTest);
