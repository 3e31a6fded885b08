//===- ReductionsTest.cpp - Sums, means, extrema, argmax ------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spatial.h"
#include "TargetTest.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

using namespace amp;
using namespace amp::test;

namespace {
/// The largest or smallest `k` of a dimension.
struct Choice {
  int64_t dim, k;
  bool isLargest;
};

class ReductionsTest : public TargetTest {
protected:
  void expectChosen(const Shape &shape, const std::vector<Choice> &choices);
};

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

TEST_P(ReductionsTest, Shapes) {
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
TEST_P(ReductionsTest, Long) {
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

// Each element gets what its row or its column adds up to: many short rows,
// long ones, and what is left of tiles.
TEST_P(ReductionsTest, BroadcastSums) {
  const Shape shapes[] = {{203, 3}, {64, 21}, {37, 130}, {5, 67, 4}};
  Generator generator(43);
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<Tensor> tensors;
    std::vector<Case> cases;
    for (const Shape &shape : shapes)
      for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim) {
        Case c = {shape, {dim}, true};
        tensors.push_back(generator.tensor(type, shape));
        cases.push_back(c);
        Val sum =
            graph.op("sum", {graph.input(tensors.back())}, type,
                     reduce(shape, c.dims, c.keepdim).shape, attributes(c));
        graph.output(graph.op("broadcast_to", {sum}, type, shape,
                              "shape = " + i64Array(shape)));
      }
    RUN_GRAPH(results, graph);
    for (auto [result, tensor, c] : llvm::zip(results, tensors, cases)) {
      Reals x = decode(tensor);
      std::vector<Expected> expected(x.size());
      for (const auto &members : reduce(c.shape, c.dims, c.keepdim).members) {
        Real y = 0, magnitude = 0;
        for (int64_t member : members) {
          y += x[member];
          magnitude += std::fabs(x[member]);
        }
        for (int64_t member : members)
          expected[member] = {y, sumBound(type, y, members.size(), magnitude)};
      }
      expectNear(
          result, [&](int64_t i) { return expected[i]; },
          "broadcast sum " + shapeToString(c.shape) + " " + attributes(c));
    }
  }
}

// One special value among ordinary ones, at each place of a row.
TEST_P(ReductionsTest, SpecialValues) {
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

TEST_P(ReductionsTest, Argmax) {
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

/// Holds what `choices` choose of a tensor of `shape`, with equal elements,
/// infinities and NaN, against a stable sort: NaN is above infinity.
void ReductionsTest::expectChosen(const Shape &shape,
                                  const std::vector<Choice> &choices) {
  Generator generator(41);
  std::vector<ElementType> types(std::begin(kFloats), std::end(kFloats));
  types.insert(types.end(), {ElementType::I64, ElementType::UI8});
  for (ElementType type : types) {
    Reals values;
    for (int64_t i = 0; i < product(shape); ++i) {
      bool isSpecial = !isInteger(type) && i % 7 == 3;
      Real low = type == ElementType::UI8 ? 0 : -4;
      values.push_back(!isSpecial   ? std::floor(generator.uniform(low, 4))
                       : i % 2      ? Real(NAN)
                       : i % 3 == 0 ? Real(-INFINITY)
                                    : Real(INFINITY));
    }
    auto isLarger = [](Real a, Real b) {
      return a > b || (std::isnan(a) && !std::isnan(b));
    };
    Graph graph;
    Val x = graph.input(encode(type, shape, values));
    for (auto [dim, k, isLargest] : choices) {
      Shape result = shape;
      result[dim] = k;
      Val found{graph.fresh(), type, result},
          places{graph.fresh(), ElementType::I64, result};
      graph.line(found.name + ", " + places.name + " = amp.topk " + x.name +
                 " {k = " + std::to_string(k) +
                 " : i64, dim = " + std::to_string(dim) + " : i64, largest = " +
                 (isLargest ? "true" : "false") + "} : (" + x.typeText() +
                 ") -> (" + found.typeText() + ", " + places.typeText() + ")");
      graph.output(found);
      graph.output(places);
    }
    RUN_GRAPH(results, graph);
    for (size_t c = 0; c < choices.size(); ++c) {
      auto [dim, k, isLargest] = choices[c];
      Shape result = shape;
      result[dim] = k;
      // The elements and places of each row, which begins at a place.
      std::map<Shape, std::vector<std::pair<Real, int64_t>>> rows;
      auto find = [&, dim = dim, isLargest = isLargest](int64_t i) {
        Shape at = placeOf(i, result);
        int64_t place = at[dim];
        at[dim] = 0;
        auto &row = rows[at];
        if (row.empty()) {
          for (Shape from = at; from[dim] < shape[dim]; ++from[dim])
            row.push_back({values[flat(from, shape)], from[dim]});
          std::stable_sort(row.begin(), row.end(), [&](auto &a, auto &b) {
            return isLargest ? isLarger(a.first, b.first)
                             : isLarger(b.first, a.first);
          });
        }
        return row[place];
      };
      std::string what = "topk " + std::to_string(k) + " of dimension " +
                         std::to_string(dim) + " in " + mlirName(type).str();
      ASSERT_EQ(results[2 * c].numElements(), product(result)) << what;
      expectExact(
          results[2 * c], [&](int64_t i) { return find(i).first; }, what);
      expectExact(
          results[2 * c + 1], [&](int64_t i) { return Real(find(i).second); },
          what + ", indices");
    }
  }
}

// All, sorted: equal elements stay in their order. The first k of it, of each
// dimension.
TEST_P(ReductionsTest, Topk) {
  const Shape shape = {9, 11, 2};
  std::vector<Choice> choices;
  for (int64_t dim : {0, 1, 2})
    for (bool isLargest : {true, false})
      for (int64_t k : {int64_t(0), int64_t(1), shape[dim] / 2, shape[dim]})
        choices.push_back({dim, k, isLargest});
  expectChosen(shape, choices);
}

// Few of a long row are chosen of those of its parts, many by sorting all of
// it, be its size a power of two or not.
TEST_P(ReductionsTest, TopkOfLongRows) {
  for (const Shape &shape : {Shape{300, 2}, Shape{256, 1}}) {
    std::vector<Choice> choices;
    for (bool isLargest : {true, false})
      for (int64_t k :
           {int64_t(1), int64_t(7), int64_t(32), int64_t(33), shape[0]})
        choices.push_back({0, k, isLargest});
    expectChosen(shape, choices);
  }
}

//===----------------------------------------------------------------------===//
// Moments, norms, scans
//===----------------------------------------------------------------------===//

namespace {
/// A reduction of the rows of a matrix.
struct Reduction {
  std::string mnemonic, attributes;
  /// Result and bound, of which `c` is the computation's unit.
  std::function<std::pair<Real, Real>(const Reals &, Real v)> reference;
};

/// Bound of the sum of n numbers of magnitude `sum`, each off by k.
Real sumError(size_t n, Real k, Real sum, Real v) {
  return (std::min(Real(n), 6 * std::sqrt(Real(n))) + k) * v * sum;
}

std::function<std::pair<Real, Real>(const Reals &, Real)> norm(Real p) {
  return [=](const Reals &x, Real v) -> std::pair<Real, Real> {
    Real sum = 0, most = 0, least = INFINITY;
    for (Real value : x) {
      sum += p == 0 ? value != 0 : std::pow(std::fabs(value), p);
      most = std::max(most, std::fabs(value));
      least = std::min(least, std::fabs(value));
    }
    if (std::isinf(p))
      return {p > 0 ? most : least, 0};
    if (p == 0)
      return {sum, 0};
    // A power is off by 16, as in ElementwiseTest; a root halves what comes in.
    Real y = std::pow(sum, 1 / p);
    Real k = (sumError(x.size(), 16, 1, 1) / std::fabs(p) + 16) * v;
    return {y, k * y};
  };
}

std::pair<Real, Real> moment(const Reals &x, Real correction, bool root,
                             Real v) {
  Real n = x.size(), mean = std::accumulate(x.begin(), x.end(), Real(0)) / n;
  Real sum = 0, largest = 0, total = 0;
  for (Real value : x) {
    sum += (value - mean) * (value - mean);
    total += std::fabs(value);
    largest = std::max(largest, std::fabs(value - mean));
  }
  // The mean's error shifts all differences; that of their squares is twice
  // theirs, the shift's own square being of no account.
  Real shift = sumError(x.size(), 1, total / n, v) + v * std::fabs(mean);
  Real divisor = std::max(Real(0), n - correction);
  Real variance = sum / divisor;
  Real error = (sumError(x.size(), 3, sum, v) + 2 * n * largest * shift +
                n * shift * shift) /
                   divisor +
               v * variance;
  if (!root)
    return {variance, error};
  Real y = std::sqrt(variance);
  return {y, error / (2 * y) + error * error / (y * y * y) + v * y};
}

std::pair<Real, Real> logsumexp(const Reals &x, Real v) {
  Real most = *std::max_element(x.begin(), x.end()), sum = 0;
  for (Real value : x)
    sum += std::exp(value - most);
  Real y = most + std::log(sum);
  // Differences are rounded, which the exponential turns into a relative error
  // of as many units as they are large: at most x e^-x, which is 1/e. The
  // logarithm turns the sum's relative error into an absolute one.
  Real error = sumError(x.size(), 2 + 1, 1, v) + 2 * v * std::log(sum);
  return {y, error + v * (std::fabs(y) + std::fabs(most))};
}

const Reduction kReductions[] = {
    {"var", "", [](const Reals &x, Real v) { return moment(x, 1, false, v); }},
    {"var", ", correction = 0 : i64",
     [](const Reals &x, Real v) { return moment(x, 0, false, v); }},
    {"std", "", [](const Reals &x, Real v) { return moment(x, 1, true, v); }},
    {"logsumexp", "", logsumexp},
    {"linalg_vector_norm", "", norm(2)},
    {"linalg_vector_norm", ", ord = 1.0 : f64", norm(1)},
    {"linalg_vector_norm", ", ord = 0.0 : f64", norm(0)},
    {"linalg_vector_norm", ", ord = 3.0 : f64", norm(3)},
    {"linalg_vector_norm", ", ord = 0.5 : f64", norm(0.5)},
    {"linalg_vector_norm", ", ord = -1.0 : f64", norm(-1)},
    {"linalg_vector_norm", ", ord = 0x7FF0000000000000 : f64", norm(INFINITY)},
    {"linalg_vector_norm", ", ord = 0xFFF0000000000000 : f64", norm(-INFINITY)},
    {"norm", ", p = 1.0 : f64", norm(1)},
    {"frobenius_norm", "", norm(2)},
    {"prod", "",
     [](const Reals &x, Real v) -> std::pair<Real, Real> {
       Real y = 1;
       for (Real value : x)
         y *= value;
       return {y, Real(x.size()) * v * std::fabs(y)};
     }},
};
} // namespace

TEST_P(ReductionsTest, Rows) {
  for (ElementType type : kFloats)
    for (int64_t n : {1, 7, 33}) {
      Generator generator(23 + n);
      const int64_t m = 5;
      // Rows and, transposed, columns; with the reduced size kept and not.
      Reals values = generator.uniforms(type, m * n, -1.5, 1.5);
      values[0] = 0;
      Reals transposed(values.size());
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j)
          transposed[j * m + i] = values[i * n + j];
      Graph graph;
      Val rows = graph.input(encode(type, {m, n}, values));
      Val columns = graph.input(encode(type, {n, m}, transposed));
      for (const Reduction &op : kReductions) {
        graph.output(graph.op(op.mnemonic, {rows}, type, {m},
                              "dims = array<i64: -1>" + op.attributes));
        graph.output(
            graph.op(op.mnemonic, {columns}, type, {1, m},
                     "dims = array<i64: 0>, keepdim = true" + op.attributes));
      }
      RUN_GRAPH(results, graph);
      Real v = formatOf(computeType(type)).unit();
      for (size_t k = 0; k < results.size(); ++k) {
        const Reduction &op = kReductions[k / 2];
        expectNear(
            results[k],
            [&](int64_t i) -> Expected {
              auto [y, error] = op.reference(
                  Reals(values.begin() + i * n, values.begin() + (i + 1) * n),
                  v);
              Real u = formatOf(type).unit();
              return {y, elementwiseBound(type, y, 0) + error * (1 + u)};
            },
            op.mnemonic + op.attributes + " of " + std::to_string(n));
      }
    }
}

// Rows, whole and in parts, and columns of many blocks, whose squares are added
// up before the mean is known: far from 0, with all elements equal, with some
// that are far from all others, first or last, and with blocks that are.
TEST_P(ReductionsTest, LongVariances) {
  constexpr int64_t kKinds = 7, m = 5 * kKinds + 2;
  auto getElement = [](int64_t kind, int64_t i, int64_t n, Real random) {
    switch (kind) {
    case 0:
      return random;
    case 1:
      return 1000 + random;
    case 2:
      return Real(3);
    case 3:
      return i < 20 ? 300 + random : Real(1) / 3;
    case 4:
      return i + 1 < n ? Real(1) / 3 : Real(500);
    case 5:
      return Real(i);
    default:
      return 30000 + 10 * Real(i / 100 % 2) + random;
    }
  };
  for (ElementType type : kFloats)
    for (int64_t n : {513, 1000, 3072}) {
      const int64_t parts = n % 4 == 0 ? 4 : 1, part = n / parts;
      Generator generator(71 + n);
      Reals values = generator.uniforms(type, m * n, -1, 1);
      for (int64_t i = 0; i < m * n; ++i)
        values[i] = getElement(i / n % kKinds, i % n, n, values[i]);
      Tensor rows = encode(type, {m, n}, values);
      values = decode(rows);
      Reals columns(values.size()), cut(values.size());
      for (int64_t i = 0; i < m * n; ++i) {
        columns[i % n * m + i / n] = values[i];
        cut[(i % n / part * m + i / n) * part + i % part] = values[i];
      }
      Graph graph;
      auto add = [&](const Tensor &x, const std::string &dims) {
        graph.output(
            graph.op("var", {graph.input(x)}, type, {m},
                     "dims = array<i64: " + dims + ">, correction = 0 : i64"));
      };
      add(rows, "1");
      add(encode(type, {n, m}, columns), "0");
      add(encode(type, {parts, m, part}, cut), "0, 2");
      RUN_GRAPH(results, graph);
      Real v = formatOf(computeType(type)).unit();
      for (const Tensor &result : results)
        expectNear(
            result,
            [&](int64_t i) -> Expected {
              Reals row(values.begin() + i * n, values.begin() + (i + 1) * n);
              Real mean = std::accumulate(row.begin(), row.end(), Real(0)) / n;
              Real y = 0;
              for (Real value : row)
                y += (value - mean) * (value - mean) / n;
              // Squares about one of 16 terms are at most 16 times those about
              // their mean; each is off by three units, and their sum by one
              // for each. What the mean is off by is squared.
              Real error = 16 * (16 + 3) * v * y + std::pow(8 * v * mean, 2);
              return {y, elementwiseBound(type, y, 0) +
                             error * (1 + formatOf(type).unit())};
            },
            "variance of " + std::to_string(n));
    }
}

// What overflows or has no value in between must not.
TEST_P(ReductionsTest, ReductionSpecialValues) {
  const Real inf = INFINITY, nan = NAN;
  struct Case {
    std::string mnemonic, attributes;
    Reals x;
    Real y;
  };
  const Case cases[] = {
      {"logsumexp", "", {-inf, -inf}, -inf},
      {"logsumexp", "", {inf, 1}, inf},
      {"logsumexp", "", {nan, 1}, nan},
      {"logsumexp", "", {-inf, 2}, 2},
      // Beyond the range of f16's squares.
      {"frobenius_norm", "", {300, 400}, 500},
      {"linalg_vector_norm", "", {0, 0}, 0},
      {"linalg_vector_norm", "ord = 3.0 : f64", {0, 0}, 0},
      {"linalg_vector_norm", "ord = -1.0 : f64", {0, 2}, 0},
      {"linalg_vector_norm", "ord = 1.0 : f64", {nan, 2}, nan},
      {"linalg_vector_norm", "ord = 0x7FF0000000000000 : f64", {nan, 2}, nan},
      {"linalg_vector_norm", "", {inf, 2}, inf},
      {"var", "", {3}, nan},
      {"std", "correction = 0 : i64", {3}, 0},
      {"prod", "", {0, 2}, 0},
  };
  for (ElementType type : kFloats) {
    Graph graph;
    for (const Case &c : cases) {
      Val x = graph.input(encode(type, {int64_t(c.x.size())}, c.x));
      graph.output(graph.op(c.mnemonic, {x}, type, {}, c.attributes));
    }
    Val empty = graph.input(encode(type, {3, 0}, {}));
    graph.output(graph.op("prod", {empty}, type, {3}, "dims = array<i64: 1>"));
    RUN_GRAPH(results, graph);
    for (size_t k = 0; k < std::size(cases); ++k)
      expectNear(
          results[k], [&](int64_t) { return Expected{cases[k].y, 0}; },
          cases[k].mnemonic + " " + cases[k].attributes);
    expectExact(results.back(), [](int64_t) { return 1; }, "empty product");
  }
}

// Gradients where a root or a power has no slope; those of a product with one
// zero and with two.
TEST_P(ReductionsTest, GradientsAtZero) {
  struct Case {
    std::string mnemonic, attributes;
    Reals x, gradients;
  };
  const std::string ord = "ord = ";
  const Case cases[] = {
      {"linalg_vector_norm", "", {0, 0}, {0, 0}},
      {"linalg_vector_norm", "ord = 1.0 : f64", {0, 2}, {0, 1}},
      {"linalg_vector_norm", "ord = 3.0 : f64", {0, 0}, {0, 0}},
      {"linalg_vector_norm", "ord = 3.0 : f64", {0, 2}, {0, 1}},
      {"linalg_vector_norm", "ord = 0.5 : f64", {0, 4}, {0, 1}},
      {"linalg_vector_norm", "ord = 0.0 : f64", {0, 2}, {0, 0}},
      {"linalg_vector_norm",
       "ord = 0x7FF0000000000000 : f64",
       {2, -2},
       {0.5, -0.5}},
      {"frobenius_norm", "", {0, 0}, {0, 0}},
      {"std", "", {3, 3}, {0, 0}},
      {"logsumexp", "", {-INFINITY, 1}, {0, 1}},
      {"prod", "", {0, 2, 3}, {6, 0, 0}},
      {"prod", "", {0, 2, 0}, {0, 0, 0}},
  };
  for (ElementType type : kFloats) {
    Graph graph;
    for (const Case &c : cases) {
      Val x = graph.input(encode(type, {int64_t(c.x.size())}, c.x));
      Val y = graph.op(c.mnemonic, {x}, type, {}, c.attributes);
      graph.output(graph.backward(y, {x})[0]);
    }
    RUN_GRAPH(results, graph);
    for (size_t k = 0; k < std::size(cases); ++k)
      expectNear(
          results[k],
          [&](int64_t i) -> Expected {
            // Powers of small integers: off by as much as the function.
            Real y = cases[k].gradients[i];
            return {y, y == 0 ? 0 : elementwiseBound(type, y, 64)};
          },
          cases[k].mnemonic + " " + cases[k].attributes);
  }
}

TEST_P(ReductionsTest, MatrixNorms) {
  const int64_t rows = 5, columns = 7;
  struct Case {
    std::string order;
    bool overColumns, largest;
  };
  const Case cases[] = {{"1.0 : f64", true, true},
                        {"-1.0 : f64", true, false},
                        {"0x7FF0000000000000 : f64", false, true},
                        {"0xFFF0000000000000 : f64", false, false}};
  for (ElementType type : kFloats) {
    Generator generator(31);
    Reals x = generator.uniforms(type, 2 * rows * columns, -2, 2);
    Graph graph;
    Val input = graph.input(encode(type, {2, rows, columns}, x));
    for (const Case &c : cases)
      graph.output(graph.op("linalg_matrix_norm", {input}, type, {2, 1, 1},
                            "ord = " + c.order + ", keepdim = true"));
    graph.output(graph.op("linalg_matrix_norm", {input}, type, {2}));
    // Columns first: the matrix is transposed.
    graph.output(graph.op("linalg_matrix_norm", {input}, type, {2},
                          "dims = array<i64: 2, 1>, ord = 1.0 : f64"));
    RUN_GRAPH(results, graph);
    auto extremum = [&](int64_t b, bool overColumns, bool largest) {
      Real result = largest ? 0 : INFINITY;
      for (int64_t i = 0; i < (overColumns ? columns : rows); ++i) {
        Real sum = 0;
        for (int64_t j = 0; j < (overColumns ? rows : columns); ++j)
          sum +=
              std::fabs(x[b * rows * columns +
                          (overColumns ? j * columns + i : i * columns + j)]);
        result = largest ? std::max(result, sum) : std::min(result, sum);
      }
      return result;
    };
    auto check = [&](const Tensor &result, bool overColumns, bool largest,
                     const std::string &what) {
      expectNear(
          result,
          [&](int64_t b) -> Expected {
            Real y = extremum(b, overColumns, largest);
            return {y, sumBound(type, y, columns, y)};
          },
          what);
    };
    for (size_t k = 0; k < std::size(cases); ++k)
      check(results[k], cases[k].overColumns, cases[k].largest,
            "order " + cases[k].order);
    expectNear(
        results[4],
        [&](int64_t b) -> Expected {
          auto begin = x.begin() + b * rows * columns;
          auto [y, error] = norm(2)(Reals(begin, begin + rows * columns),
                                    formatOf(computeType(type)).unit());
          return {y, elementwiseBound(type, y, 0) + 2 * error};
        },
        "fro");
    check(results[5], false, true, "transposed");
  }
}

// As for NumPy's `x * min(1, maxnorm / norm)` with PyTorch's 1e-7.
TEST_P(ReductionsTest, Renorm) {
  for (ElementType type : kFloats) {
    // Norms 5, 1 and 0.
    Reals x = {3, 0.6L, 0, 4, -0.8L, 0};
    for (Real &value : x)
      value = roundTo(type, value);
    Graph graph;
    graph.output(
        graph.same("renorm", {graph.input(encode(type, {2, 3}, x))},
                   "p = 2.0 : f64, dim = 1 : i64, maxnorm = 2.0 : f64"));
    RUN_GRAPH(results, graph);
    expectNear(
        results[0],
        [&](int64_t i) -> Expected {
          Real y = i % 3 ? x[i] : x[i] * (2 / (5 + 1e-7L));
          return {y, elementwiseBound(type, y, 8)};
        },
        "renorm");
  }
}

TEST_P(ReductionsTest, Scans) {
  for (ElementType type : kFloats)
    for (int64_t n : {1, 2, 5, 37}) {
      Generator generator(41);
      Reals x = generator.uniforms(type, 3 * n, -1.25, 1.25);
      x[n / 2] = 0;
      Graph graph;
      Val input = graph.input(encode(type, {3, n}, x));
      for (const char *name : {"cumsum", "cumprod"})
        graph.output(graph.same(name, {input}, "dim = -1 : i64"));
      RUN_GRAPH(results, graph);
      for (bool isProduct : {false, true})
        expectNear(
            results[isProduct],
            [&](int64_t i) -> Expected {
              Real y = isProduct, magnitude = 0;
              int64_t count = i % n + 1;
              for (int64_t j = i - i % n; j <= i; ++j) {
                y = isProduct ? y * x[j] : y + x[j];
                magnitude += std::fabs(x[j]);
              }
              if (isProduct)
                return {y, elementwiseBound(type, y, Real(count))};
              return {y, sumBound(type, y, count, magnitude)};
            },
            isProduct ? "cumprod" : "cumsum");
    }
}

AMP_INSTANTIATE(ReductionsTest);
