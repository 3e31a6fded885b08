//===- ReductionTest.cpp - Sums, means, extrema, argmax ------------------===//
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
class ReductionTest : public TargetTest {};

struct Reduced {
  Shape shape;
  /// The elements that go into each element of the result.
  std::vector<std::vector<int64_t>> members;
};

/// Reduces `dims`, all if there are none.
Reduced reduce(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> dims,
               bool keepdim) {
  std::vector<bool> gone(shape.size(), dims.empty());
  for (int64_t dim : dims)
    gone[dim < 0 ? dim + shape.size() : dim] = true;
  Reduced result;
  int64_t count = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (!gone[i]) {
      result.shape.push_back(shape[i]);
      count *= shape[i];
    } else if (keepdim) {
      result.shape.push_back(1);
    }
  }
  result.members.resize(count);
  for (int64_t e = 0, n = product(shape); e < n; ++e) {
    int64_t place = 0, stride = 1, rest = e;
    for (size_t i = shape.size(); i-- > 0;) {
      if (!gone[i]) {
        place += rest % shape[i] * stride;
        stride *= shape[i];
      }
      rest /= shape[i];
    }
    result.members[place].push_back(e);
  }
  return result;
}

Real maximum(Real a, Real b) {
  return std::isnan(a) || std::isnan(b) ? Real(NAN) : a > b ? a : b;
}

struct Case {
  Shape shape;
  llvm::SmallVector<int64_t> dims;
  bool keepdim;
};

std::string attributes(const Case &c) {
  std::string text = c.keepdim ? "keepdim = true" : "";
  if (!c.dims.empty())
    text +=
        std::string(text.empty() ? "" : ", ") + "dims = " + i64Array(c.dims);
  return text;
}

/// Adds and checks the four reductions of floats for each case.
void addAll(Graph &graph, const Val &x, const Case &c) {
  Reduced reduced = reduce(c.shape, c.dims, c.keepdim);
  for (const char *op : {"sum", "mean", "amax", "amin"})
    graph.output(graph.op(op, {x}, x.type, reduced.shape, attributes(c)));
}

void checkAll(const Tensor *results, const Tensor &tensor, const Case &c) {
  Reals x = decode(tensor);
  ElementType type = tensor.type;
  Reduced reduced = reduce(c.shape, c.dims, c.keepdim);
  std::string what = shapeToString(c.shape) + " " + attributes(c);
  auto sum = [&](int64_t i) -> Expected {
    Real y = 0, magnitude = 0;
    for (int64_t member : reduced.members[i]) {
      y += x[member];
      magnitude += std::fabs(x[member]);
    }
    int64_t count = reduced.members[i].size();
    return {y, sumBound(type, y, count, magnitude)};
  };
  expectNear(results[0], sum, "sum " + what);
  expectNear(
      results[1],
      [&](int64_t i) -> Expected {
        auto count = static_cast<Real>(reduced.members[i].size());
        Expected total = sum(i);
        // The sum, not yet rounded to 16 bits, and one quotient.
        Real y = total.value / count, magnitude = 0;
        for (int64_t member : reduced.members[i])
          magnitude += std::fabs(x[member]) / count;
        return {y, sumBound(type, y, reduced.members[i].size(), magnitude) +
                       formatOf(computeType(type)).unit() * std::fabs(y)};
      },
      "mean " + what);
  auto extremum = [&](bool isMaximum) {
    return [&, isMaximum](int64_t i) -> Expected {
      Real y = isMaximum ? -INFINITY : INFINITY;
      for (int64_t member : reduced.members[i])
        y = isMaximum ? maximum(y, x[member]) : -maximum(-y, -x[member]);
      return {y, 0};
    };
  };
  expectNear(results[2], extremum(true), "amax " + what);
  expectNear(results[3], extremum(false), "amin " + what);
}
} // namespace

TEST_P(ReductionTest, Shapes) {
  std::vector<Case> cases;
  for (int64_t n : {1, 2, 7, 8, 9, 33, 127, 128})
    cases.push_back({{n}, {}, false});
  for (int64_t n : {1, 16, 33}) {
    cases.push_back({{n, 5}, {0}, false});
    cases.push_back({{5, n}, {1}, true});
    cases.push_back({{3, n, 2}, {1}, false});
  }
  cases.push_back({{}, {}, false});
  cases.push_back({{4, 5}, {}, true});
  cases.push_back({{4, 5, 6}, {0, 2}, false});
  cases.push_back({{4, 5, 6}, {0, 2}, true});
  cases.push_back({{4, 5, 6}, {-1, 1}, false});
  cases.push_back({{2, 3, 4, 5}, {1, 2}, true});
  cases.push_back({{2, 3, 4, 5}, {0, 1, 2, 3}, false});
  cases.push_back({{1, 1, 1}, {1}, false});
  cases.push_back({{3, 0}, {1}, false});
  cases.push_back({{0, 3}, {1}, false});
  cases.push_back({{0}, {}, false});
  Generator generator(17);
  for (ElementType type : kFloats) {
    // The ways through the compiler depend on the shape and on whether the type
    // is widened; every third shape does for the two other types.
    std::vector<Case> chosen;
    bool all = type == ElementType::F32 || type == ElementType::BF16;
    for (size_t i = 0; i < cases.size(); i += all ? 1 : 3)
      chosen.push_back(cases[i]);
    Graph graph;
    std::vector<Tensor> tensors;
    for (const Case &c : chosen) {
      tensors.push_back(generator.tensor(type, c.shape));
      addAll(graph, graph.input(tensors.back()), c);
    }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < chosen.size(); ++i)
      checkAll(&results[4 * i], tensors[i], chosen[i]);
  }
}

// Long ones, which are cut into rows where their size has a divisor, and which
// a 16-bit accumulator would not survive.
TEST_P(ReductionTest, Long) {
  std::vector<Case> cases;
  for (int64_t n : {8191, 8192, 8193, 100003, 1 << 20})
    cases.push_back({{n}, {}, false});
  cases.push_back({{1, 50000}, {}, false});
  cases.push_back({{50000, 1}, {0}, true});
  cases.push_back({{3, 30011}, {1}, false});
  cases.push_back({{30011, 3}, {0}, false});
  cases.push_back({{300, 301}, {}, true});
  Generator generator(19);
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<Tensor> tensors;
    for (const Case &c : cases) {
      tensors.push_back(generator.tensor(type, c.shape, 0, 0.0625));
      addAll(graph, graph.input(tensors.back()), c);
    }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < cases.size(); ++i)
      checkAll(&results[4 * i], tensors[i], cases[i]);
  }
}

// One special value among ordinary ones, at each place of a row.
TEST_P(ReductionTest, SpecialValues) {
  for (ElementType type : kFloats) {
    Reals special = specialValues(type), values;
    constexpr int64_t kColumns = 37;
    Generator generator(23);
    for (size_t i = 0; i < special.size(); ++i) {
      Reals row = generator.uniforms(type, kColumns, -1, 1);
      row[i * 7 % kColumns] = special[i];
      values.insert(values.end(), row.begin(), row.end());
    }
    // Infinities of both signs, and nothing but infinities.
    for (Real fill : {Real(1), Real(INFINITY), -Real(INFINITY)}) {
      Reals row(kColumns, fill);
      row[3] = INFINITY;
      row[20] = fill > 1 ? INFINITY : -INFINITY;
      values.insert(values.end(), row.begin(), row.end());
    }
    Shape shape = {int64_t(values.size()) / kColumns, kColumns};
    Tensor tensor = encode(type, shape, values);
    Case c = {shape, {1}, false};
    Graph graph;
    addAll(graph, graph.input(tensor), c);
    RUN_GRAPH(results, graph);
    checkAll(results.data(), tensor, c);
  }
}

TEST_P(ReductionTest, Argmax) {
  constexpr int64_t kColumns = 19;
  for (ElementType type : kFloats) {
    Reals values;
    auto row = [&](std::function<Real(int64_t)> f) {
      for (int64_t i = 0; i < kColumns; ++i)
        values.push_back(f(i));
    };
    Generator generator(29);
    for (int i = 0; i < 20; ++i)
      row([&](int64_t) {
        return std::floor(generator.uniform(-3, 3));
      }); // ties
    row([](int64_t) { return 1; });
    row([](int64_t) { return -INFINITY; });
    row([](int64_t i) { return i == 7 ? INFINITY : -INFINITY; });
    row([](int64_t i) { return i == 5 || i == 9 ? Real(NAN) : INFINITY; });
    row([](int64_t i) { return i == 0 ? Real(NAN) : Real(i); });
    row([](int64_t i) { return i == 18 ? Real(NAN) : -Real(i); });
    row([](int64_t i) { return i & 1 ? Real(0) : -Real(0); });
    int64_t rows = values.size() / kColumns;
    Tensor tensor = encode(type, {rows, kColumns}, values);
    Tensor turned = encode(type, {kColumns, 1, rows}, [&] {
      Reals result;
      for (int64_t j = 0; j < kColumns; ++j)
        for (int64_t i = 0; i < rows; ++i)
          result.push_back(values[i * kColumns + j]);
      return result;
    }());
    Graph graph;
    Val x = graph.input(tensor), y = graph.input(turned);
    graph.output(
        graph.op("argmax", {x}, ElementType::I64, {rows}, "dim = 1 : i64"));
    graph.output(
        graph.op("argmax", {x}, ElementType::I64, {rows}, "dim = -1 : i64"));
    graph.output(
        graph.op("argmax", {y}, ElementType::I64, {1, rows}, "dim = 0 : i64"));
    RUN_GRAPH(results, graph);
    auto expected = [&](int64_t i) -> Real {
      int64_t best = 0;
      for (int64_t j = 1; j < kColumns; ++j) {
        Real value = values[i * kColumns + j],
             most = values[i * kColumns + best];
        if (!std::isnan(most) && (std::isnan(value) || value > most))
          best = j;
      }
      return best;
    };
    for (const Tensor &result : results)
      expectExact(result, expected, "argmax");
  }
}

AMP_INSTANTIATE(ReductionTest);
