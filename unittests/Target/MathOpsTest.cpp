//===- MathOpsTest.cpp - Functions, norms and shapes beyond the core -----===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors of library functions are the larger one of what the GNU C library's
// manual ("Errors in Math Functions", x86-64) and the CUDA programming guide
// ("Mathematical Functions", accuracy) state, in units of half an ulp: 2 per
// ulp.
//
//===----------------------------------------------------------------------===//

#include "TargetTest.h"

#include <cmath>
#include <numeric>

using namespace amp;
using namespace amp::test;

namespace {
class MathOpsTest : public TargetTest {};

constexpr Real kInfinity = INFINITY;

std::string describe(Real value) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.17Lg", value);
  return buffer;
}

//===----------------------------------------------------------------------===//
// Elementwise functions
//===----------------------------------------------------------------------===//

struct Unary {
  std::string mnemonic, attributes;
  std::function<Real(Real)> reference;
  /// In units of the computation's type; 0: exact, but for a zero's sign.
  Real k;
};

/// Newton's method from the left, where erf is concave and no step goes too
/// far.
Real erfinv(Real x) {
  Real a = std::fabs(x), y = 0;
  if (!(a < 1))
    return a == 1 ? std::copysign(kInfinity, x) : NAN;
  for (int step = 0; step < 100; ++step) {
    Real error = a < 0.5L ? a - std::erf(y) : std::erfc(y) - (1 - a);
    Real change = error * std::sqrt(std::acos(Real(-1))) / 2 * std::exp(y * y);
    y += change;
    if (std::fabs(change) <= 1e-19L * y)
      break;
  }
  return std::copysign(y, x);
}

std::function<Real(Real)> elu(Real positive, Real negative) {
  return
      [=](Real x) { return x > 0 ? positive * x : negative * std::expm1(x); };
}

std::function<Real(Real)> clamp(Real low, Real high) {
  return [=](Real x) {
    return std::isnan(x) ? x : std::min(std::max(x, low), high);
  };
}

const Real kScale = 1.0507009873554805L, kAlpha = 1.6732632423543772L;

const Unary kUnary[] = {
    {"acos", "", [](Real x) { return std::acos(x); }, 4},
    {"asin", "", [](Real x) { return std::asin(x); }, 4},
    {"atan", "", [](Real x) { return std::atan(x); }, 4},
    {"sin", "", [](Real x) { return std::sin(x); }, 4},
    {"cos", "", [](Real x) { return std::cos(x); }, 4},
    {"tan", "", [](Real x) { return std::tan(x); }, 8},
    {"sinh", "", [](Real x) { return std::sinh(x); }, 6},
    {"cosh", "", [](Real x) { return std::cosh(x); }, 4},
    {"erfc", "", [](Real x) { return std::erfc(x); }, 10},
    // The error of erfc at 0.48, where erf(y) = 1/2, is divided by the slope
    // there, 0.9, and y, and is 1.2 times as large; rounding y, its correction
    // and erfc's argument adds 4.
    {"erfinv", "", erfinv, 16},
    // exp and log are off by 2 each, the difference, quotient and product by 1.
    {"expm1", "", [](Real x) { return std::expm1(x); }, 8},
    {"log1p", "", [](Real x) { return std::log1p(x); }, 8},
    {"log2", "", [](Real x) { return std::log2(x); }, 4},
    {"log10", "", [](Real x) { return std::log10(x); }, 6},
    {"ceil", "", [](Real x) { return std::ceil(x); }, 0},
    {"floor", "", [](Real x) { return std::floor(x); }, 0},
    {"round", "", [](Real x) { return std::rint(x); }, 0},
    {"sign", "", [](Real x) { return Real((x > 0) - (x < 0)); }, 0},
    {"square", "", [](Real x) { return x * x; }, 1},
    // expm1, the constant and the product.
    {"elu", "alpha = 0.7 : f64", elu(1, 0.7L), 10},
    {"selu", "", elu(kScale, kScale *kAlpha), 10},
    {"leaky_relu", "negative_slope = 0.2 : f64",
     [](Real x) { return x > 0 ? x : 0.2L * x; }, 2},
    {"relu6", "", clamp(0, 6), 0},
    {"hardtanh", "", clamp(-1, 1), 0},
    {"hardtanh", "min_val = -2.0 : f64, max_val = 0.5 : f64", clamp(-2, 0.5L),
     0},
    {"clamp", "min = 0.25 : f64", clamp(0.25L, kInfinity), 0},
    {"clamp", "max = 0.25 : f64", clamp(-kInfinity, 0.25L), 0},
    // Bounds that cross.
    {"clamp", "min = 2.0 : f64, max = 1.0 : f64", clamp(2, 1), 0},
    // exp twice in the numerator and twice, at most half of it, in the
    // denominator, with two and three roundings.
    {"silu", "", [](Real x) { return x / (1 + std::exp(-x)); }, 12},
    {"softsign", "", [](Real x) { return x / (1 + std::fabs(x)); }, 2},
    // exp, log1p, the quotient.
    {"softplus", "",
     [](Real x) { return x > 20 ? x : std::log1p(std::exp(x)); }, 12},
    {"softplus", "beta = 2.0 : f64, threshold = 3.0 : f64",
     [](Real x) { return 2 * x > 3 ? x : std::log1p(std::exp(2 * x)) / 2; },
     12},
};
} // namespace

// Every value of the 16-bit types, many of the others.
TEST_P(MathOpsTest, Unary) {
  for (ElementType type : kFloats) {
    Tensor tensor = is16Bit(type) ? all16Bit(type) : wideSample(type, 1 << 17);
    Reals x = decode(tensor);
    Graph graph;
    Val input = graph.input(tensor);
    for (const Unary &op : kUnary)
      graph.output(graph.same(op.mnemonic, {input}, op.attributes));
    for (const char *test : {"isinf", "isnan"})
      graph.output(graph.op(test, {input}, ElementType::I1, input.shape));
    RUN_GRAPH(results, graph);
    auto name = [&](int64_t i) { return "x = " + describe(x[i]); };
    for (size_t n = 0; n < std::size(kUnary); ++n) {
      const Unary &op = kUnary[n];
      expectNear(
          results[n],
          [&](int64_t i) -> Expected {
            Real y = op.reference(x[i]);
            if (op.k == 0)
              return {y, 0, false};
            return {y, elementwiseBound(type, y, op.k), true};
          },
          op.mnemonic + " " + op.attributes, name);
    }
    expectExact(
        results[std::size(kUnary)], [&](int64_t i) { return std::isinf(x[i]); },
        "isinf", name);
    expectExact(
        results.back(), [&](int64_t i) { return std::isnan(x[i]); }, "isnan",
        name);
  }
}

// LLVM makes one call of sine and cosine, and other functions of powers of 2
// and 10.
TEST_P(MathOpsTest, CombinedCalls) {
  for (ElementType type : {ElementType::F64, ElementType::F32}) {
    Generator generator(61);
    Reals x = generator.uniforms(type, 1000, -30, 30);
    Graph graph;
    Val input = graph.input(encode(type, {1000}, x));
    graph.output(graph.same(
        "mul", {graph.same("sin", {input}), graph.same("cos", {input})}));
    for (const char *base : {"2.0", "10.0"})
      graph.output(graph.op("pow", {graph.scalar(type, base), input}, type,
                            input.shape));
    RUN_GRAPH(results, graph);
    const std::function<Real(Real)> references[] = {
        [](Real x) { return std::sin(x) * std::cos(x); },
        [](Real x) { return std::exp2(x); },
        [](Real x) { return std::pow(Real(10), x); }};
    for (size_t k = 0; k < results.size(); ++k)
      expectNear(
          results[k],
          [&](int64_t i) -> Expected {
            Real y = references[k](x[i]);
            return {y, elementwiseBound(type, y, 16)};
          },
          "call " + std::to_string(k));
  }
}

// Where exp(x) - 1 and log(1 + x) cancel: relative accuracy down to the
// smallest number.
TEST_P(MathOpsTest, SmallArguments) {
  for (ElementType type : {ElementType::F64, ElementType::F32}) {
    Generator generator(5);
    Reals x;
    for (int i = 0; i < 40000; ++i) {
      Real exponent = generator.uniform(formatOf(type).least, 2);
      x.push_back(roundTo(type, (i & 1 ? 1 : -1) * std::exp2(exponent)));
    }
    Graph graph;
    Val input = graph.input(encode(type, {int64_t(x.size())}, x));
    const char *names[] = {"expm1", "log1p", "erfinv"};
    for (const char *name : names)
      graph.output(graph.same(name, {input}));
    RUN_GRAPH(results, graph);
    for (size_t n = 0; n < std::size(names); ++n)
      expectNear(
          results[n],
          [&](int64_t i) -> Expected {
            Real y = n == 0   ? std::expm1(x[i])
                     : n == 1 ? std::log1p(x[i])
                              : erfinv(x[i]);
            return {y, elementwiseBound(type, y, n == 2 ? 16 : 8)};
          },
          names[n], [&](int64_t i) { return "x = " + describe(x[i]); });
  }
}

namespace {
/// floor(a / b) of the exact quotient; a zero has the quotient's sign.
Real floorDivide(Real a, Real b) {
  if (b == 0)
    return a / b;
  Real remainder = std::fmod(a, b), whole = (a - remainder) / b;
  if (remainder != 0 && (remainder < 0) != (b < 0))
    whole -= 1;
  return whole == 0 ? std::copysign(Real(0), a / b) : std::rint(whole);
}

struct Binary {
  std::string mnemonic;
  std::function<Real(Real, Real)> reference;
  Real k;
};
const Binary kBinary[] = {
    {"atan2", [](Real a, Real b) { return std::atan2(a, b); }, 6},
    // A difference, a quotient and a difference.
    {"floor_divide", floorDivide, 3},
    {"squared_difference", [](Real a, Real b) { return (a - b) * (a - b); }, 3},
};
} // namespace

TEST_P(MathOpsTest, Binary) {
  for (ElementType type : kFloats) {
    Reals special = specialValues(type);
    int64_t n = special.size();
    Generator generator(11);
    Tensor row = encode(type, {n}, special);
    Tensor column = encode(type, {n, 1}, special);
    Tensor left = generator.tensor(type, {20000}, -100, 100);
    Tensor right = generator.tensor(type, {20000}, -10, 10);
    Graph graph;
    std::pair<Tensor, Tensor> pairs[] = {{column, row}, {left, right}};
    for (auto &[a, b] : pairs) {
      Val lhs = graph.input(a), rhs = graph.input(b);
      for (const Binary &op : kBinary)
        graph.output(graph.op(op.mnemonic, {lhs, rhs}, type,
                              broadcast(a.shape, b.shape)));
    }
    RUN_GRAPH(results, graph);
    size_t next = 0;
    for (const auto &pair : pairs) {
      const Tensor &a = pair.first, &b = pair.second;
      for (const Binary &op : kBinary) {
        const Tensor &result = results[next++];
        auto element = [&](const Tensor &x, int64_t i) {
          return decode(x, broadcastIndex(i, result.shape, x.shape));
        };
        expectNear(
            result,
            [&](int64_t i) -> Expected {
              Real y = op.reference(element(a, i), element(b, i));
              return {y, elementwiseBound(type, y, op.k), true};
            },
            op.mnemonic,
            [&](int64_t i) {
              return describe(element(a, i)) + " and " +
                     describe(element(b, i));
            });
      }
    }
  }
}

TEST_P(MathOpsTest, Ternary) {
  for (ElementType type : kFloats) {
    Generator generator(17);
    Tensor x = generator.tensor(type, {50, 40}, -100, 100);
    Tensor a = generator.tensor(type, {50, 1}, -10, 10);
    Tensor b = generator.tensor(type, {40}, 0.5, 10);
    Graph graph;
    Val operands[] = {graph.input(x), graph.input(a), graph.input(b)};
    for (const char *name : {"addcmul", "addcdiv"}) {
      graph.output(graph.op(name, operands, type, {50, 40}));
      graph.output(
          graph.op(name, operands, type, {50, 40}, "value = -0.3 : f64"));
    }
    RUN_GRAPH(results, graph);
    for (size_t n = 0; n < results.size(); ++n)
      expectNear(
          results[n],
          [&](int64_t i) -> Expected {
            Real lhs = decode(a, i / 40), rhs = decode(b, i % 40);
            Real term = (n & 1 ? -0.3L : 1) * (n < 2 ? lhs * rhs : lhs / rhs);
            Real y = decode(x, i) + term;
            // The term is off by 3: the constant, two products.
            Real v = formatOf(computeType(type)).unit();
            return {y, elementwiseBound(type, y, 1) + 3 * v * std::fabs(term)};
          },
          n < 2 ? "addcmul" : "addcdiv");
  }
}

// As PyTorch 2.12 gives them, where it treats f32 and f64 alike; for
// hardtanh's gradient of NaN it is f32's.
TEST_P(MathOpsTest, GradientsAtKinks) {
  struct Kink {
    std::string mnemonic, attributes;
    Reals x, gradients;
  };
  const Real nan = NAN, inf = kInfinity;
  const Kink kinks[] = {
      {"elu",
       "alpha = 0.5 : f64",
       {0, -0.0L, nan, inf, -inf},
       {0.5, 0.5, 1, 1, 0}},
      {"leaky_relu",
       "negative_slope = 0.25 : f64",
       {0, -0.0L, nan, inf, -inf},
       {0.25, 0.25, 0.25, 1, 0.25}},
      {"relu6", "", {0, 6, nan, inf, -inf, 3}, {0, 0, 1, 0, 0, 1}},
      {"hardtanh", "", {-1, 1, nan, inf, -inf, 0}, {0, 0, 1, 0, 0, 1}},
      {"clamp",
       "min = -1.0 : f64, max = 1.0 : f64",
       {-1, 1, nan, inf, -inf, 0},
       {1, 1, 0, 0, 0, 1}},
      {"clamp", "min = 2.0 : f64, max = 1.0 : f64", {1, 1.5, 2}, {0, 0, 0}},
      {"softplus", "", {100, -inf, inf, nan, 0}, {1, 0, 1, nan, 0.5}},
      {"silu", "", {0, inf, -inf, nan, 100}, {0.5, nan, nan, nan, 1}},
      {"erfinv", "", {1, -1, 2, nan}, {inf, inf, nan, nan}},
      {"acos", "", {1, -1, 2, nan, 0}, {-inf, -inf, nan, nan, -1}},
      {"asin", "", {1, -1, 2, nan, 0}, {inf, inf, nan, nan, 1}},
      {"atan", "", {inf, -inf, nan, 0}, {0, 0, nan, 1}},
      {"expm1", "", {0, inf, -inf, nan}, {1, inf, 0, nan}},
      {"log1p", "", {0, -1, inf, nan}, {1, inf, 0, nan}},
      {"sinh", "", {0, inf, -inf, nan}, {1, inf, inf, nan}},
      {"cosh", "", {0, inf, -inf, nan}, {0, inf, -inf, nan}},
      {"erfc", "", {inf, -inf, nan}, {0, 0, nan}},
      {"square", "", {0, inf, -inf, nan}, {0, inf, -inf, nan}},
      {"sign", "", {0, 2, nan}, {0, 0, 0}},
      {"round", "", {0.5, inf, nan}, {0, 0, 0}},
      // Of x with another one that does not vary: their product's is that one.
      {"detach", "", {3, -2}, {3, -2}},
  };
  for (ElementType type : kFloats) {
    Graph graph;
    auto add = [&](const Val &value, llvm::ArrayRef<Val> wrt) {
      for (const Val &gradient :
           graph.backward(graph.op("sum", {value}, type, {}), wrt))
        graph.output(gradient);
    };
    for (const Kink &kink : kinks) {
      Val x = graph.input(encode(type, {int64_t(kink.x.size())}, kink.x));
      Val y = graph.same(kink.mnemonic, {x}, kink.attributes);
      add(kink.mnemonic == "detach" ? graph.same("mul", {x, y}) : y, {x});
    }
    // All quadrants' edges; 0 at the origin.
    Val a = graph.input(encode(type, {5}, {0, 0, -0.0L, 1, 0}));
    Val b = graph.input(encode(type, {5}, {0, -0.0L, 2, 0, -1}));
    add(graph.same("atan2", {a, b}), {a, b});
    RUN_GRAPH(results, graph);
    auto check = [&](const Tensor &result, const Reals &expected,
                     const std::string &what) {
      expectNear(
          result,
          [&](int64_t i) {
            return Expected{expected[i], 0};
          },
          what, [&](int64_t i) { return "element " + std::to_string(i); });
    };
    for (size_t k = 0; k < std::size(kinks); ++k)
      check(results[k], kinks[k].gradients,
            kinks[k].mnemonic + " " + kinks[k].attributes);
    check(results[std::size(kinks)], {0, 0, 0.5, 0, -1}, "atan2, a");
    check(results.back(), {0, 0, 0, -1, 0}, "atan2, b");
  }
}

//===----------------------------------------------------------------------===//
// Reductions and norms
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
    Real sum = 0, most = 0, least = kInfinity;
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
    {"linalg_vector_norm", ", ord = 0x7FF0000000000000 : f64", norm(kInfinity)},
    {"linalg_vector_norm", ", ord = 0xFFF0000000000000 : f64",
     norm(-kInfinity)},
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

TEST_P(MathOpsTest, Reductions) {
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

// What overflows or has no value in between must not.
TEST_P(MathOpsTest, ReductionSpecialValues) {
  const Real inf = kInfinity, nan = NAN;
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
          results[k],
          [&](int64_t) {
            return Expected{cases[k].y, 0};
          },
          cases[k].mnemonic + " " + cases[k].attributes);
    expectExact(
        results.back(), [](int64_t) { return 1; }, "empty product");
  }
}

// Gradients where a root or a power has no slope; those of a product with one
// zero and with two.
TEST_P(MathOpsTest, GradientsAtZero) {
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
      {"logsumexp", "", {-kInfinity, 1}, {0, 1}},
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

TEST_P(MathOpsTest, MatrixNorms) {
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
      Real result = largest ? 0 : kInfinity;
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
TEST_P(MathOpsTest, Renorm) {
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

TEST_P(MathOpsTest, Scans) {
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

TEST_P(MathOpsTest, VectorProducts) {
  for (ElementType type : kFloats) {
    Generator generator(43);
    const int64_t n = 50;
    Tensor a = generator.tensor(type, {n}), b = generator.tensor(type, {n});
    Tensor c = generator.tensor(type, {4, 3}),
           d = generator.tensor(type, {1, 3});
    Tensor wide = generator.tensor(type, {4, 6});
    Tensor tall = generator.tensor(type, {6, 4});
    Graph graph;
    Val va = graph.input(a), vb = graph.input(b);
    for (const char *name : {"dot", "vdot"})
      graph.output(graph.op(name, {va, vb}, type, {}));
    for (const Tensor &matrix : {wide, tall})
      graph.output(graph.op("trace", {graph.input(matrix)}, type, {}));
    graph.output(
        graph.op("cross", {graph.input(c), graph.input(d)}, type, {4, 3}));
    RUN_GRAPH(results, graph);
    Real dot = 0, magnitude = 0;
    for (int64_t i = 0; i < n; ++i) {
      dot += decode(a, i) * decode(b, i);
      magnitude += std::fabs(decode(a, i) * decode(b, i));
    }
    for (size_t k : {0, 1})
      expectNear(
          results[k],
          [&](int64_t) -> Expected {
            return {dot, sumBound(type, dot, n + 1, magnitude)};
          },
          "dot");
    for (size_t k : {2, 3}) {
      const Tensor &matrix = k == 2 ? wide : tall;
      Real trace = 0, sum = 0;
      for (int64_t i = 0; i < 4; ++i) {
        trace += decode(matrix, i * (matrix.shape[1] + 1));
        sum += std::fabs(decode(matrix, i * (matrix.shape[1] + 1)));
      }
      expectNear(
          results[k],
          [&](int64_t) -> Expected {
            return {trace, sumBound(type, trace, 4, sum)};
          },
          "trace");
    }
    expectNear(
        results[4],
        [&](int64_t i) -> Expected {
          int64_t row = i - i % 3, j = (i + 1) % 3, k = (i + 2) % 3;
          Real first = decode(c, row + j) * decode(d, k);
          Real second = decode(c, row + k) * decode(d, j);
          Real y = first - second;
          return {y,
                  sumBound(type, y, 2, std::fabs(first) + std::fabs(second))};
        },
        "cross");
  }
}

//===----------------------------------------------------------------------===//
// Shapes and indexing
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

Shape placeOf(int64_t index, const Shape &shape) {
  Shape place(shape.size());
  for (size_t i = shape.size(); i-- > 0; index /= shape[i])
    place[i] = index % shape[i];
  return place;
}
} // namespace

TEST_P(MathOpsTest, Movements) {
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
             {std::pair<size_t, Real>{0, -0.0L}, {1, NAN}, {2, kInfinity}})
          inputs.back()[i] = value;
      Val x = graph.input(encode(type, op.from, inputs.back()));
      graph.output(graph.op(op.mnemonic, {x}, type, op.to, op.attributes));
    }
    RUN_GRAPH(results, graph);
    for (size_t k = 0; k < list.size(); ++k)
      expectExact(
          results[k],
          [&](int64_t i) {
            int64_t source = list[k].source(placeOf(i, list[k].to));
            return source < 0 ? Real(9) : inputs[k][source];
          },
          list[k].mnemonic + " " + list[k].attributes);
  }
}

TEST_P(MathOpsTest, StackSplitLike) {
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

// A NaN or infinity that is not chosen must not show; an index that does not
// exist gives NaN, or 0 in integers.
TEST_P(MathOpsTest, Selections) {
  for (ElementType type :
       {ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16,
        ElementType::I64, ElementType::UI8, ElementType::I1}) {
    Generator generator(59);
    Reals x = generator.uniforms(type, 2 * 5 * 3, 0, 2);
    if (isFloat(type)) {
      x[4] = NAN;
      x[7] = kInfinity;
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
TEST_P(MathOpsTest, Replacements) {
  for (ElementType type : {ElementType::F64, ElementType::F32, ElementType::F16,
                           ElementType::BF16, ElementType::I32}) {
    Generator generator(67);
    Reals x = generator.uniforms(type, 4 * 3, -50, 50);
    Reals values = generator.uniforms(type, 2 * 3, -50, 50);
    Reals source = generator.uniforms(type, 3 * 4, -50, 50);
    if (isFloat(type)) {
      x[4] = NAN;
      values[1] = kInfinity;
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

AMP_INSTANTIATE(MathOpsTest);
