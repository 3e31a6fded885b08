//===- ElementwiseFunctionsTest.cpp - Functions of libm, activations ------===//
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

#include "RunningError.h"
#include "Spatial.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class ElementwiseFunctionsTest : public TargetTest {};

constexpr Real kInfinity = INFINITY;

std::string describe(Real value) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.17Lg", value);
  return buffer;
}

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

Real hardsigmoid(Real x) { return clamp(0, 6)(x + 3) / 6; }

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
    // The quotient too, whose error expm1 multiplies by 1 at most.
    {"celu", "alpha = 0.7 : f64",
     [](Real x) { return x > 0 ? x : 0.7L * std::expm1(x / 0.7L); }, 12},
    {"leaky_relu", "negative_slope = 0.2 : f64",
     [](Real x) { return x > 0 ? x : 0.2L * x; }, 2},
    {"relu6", "", clamp(0, 6), 0},
    {"hardtanh", "", clamp(-1, 1), 0},
    {"hardtanh", "min_val = -2.0 : f64, max_val = 0.5 : f64", clamp(-2, 0.5L),
     0},
    {"hardsigmoid", "", hardsigmoid, 2},
    {"hardswish", "", [](Real x) { return x * hardsigmoid(x); }, 3},
    {"hardshrink", "lambd = 0.25 : f64",
     [](Real x) { return std::fabs(x) <= 0.25L ? 0 : x; }, 0},
    {"softshrink", "lambd = 0.25 : f64",
     [](Real x) {
       return std::fabs(x) <= 0.25L ? 0 : x - std::copysign(0.25L, x);
     },
     1},
    {"threshold", "threshold = 0.5 : f64, value = -2.0 : f64",
     [](Real x) { return x <= 0.5L ? -2 : x; }, 0},
    {"clamp", "min = 0.25 : f64", clamp(0.25L, kInfinity), 0},
    {"clamp", "max = 0.25 : f64", clamp(-kInfinity, 0.25L), 0},
    // Bounds that cross.
    {"clamp", "min = 2.0 : f64, max = 1.0 : f64", clamp(2, 1), 0},
    // exp twice in the numerator and twice, at most half of it, in the
    // denominator, with two and three roundings.
    {"silu", "", [](Real x) { return x / (1 + std::exp(-x)); }, 12},
    // exp by 2, four times in the numerator and, at most half of it, in the
    // denominator, with nine roundings.
    {"mish", "", [](Real x) { return x * std::tanh(std::log1p(std::exp(x))); },
     24},
    // exp by 2, log1p by 8, the difference by 1.
    {"log_sigmoid", "",
     [](Real x) {
       return std::fmin(x, 0) - std::log1p(std::exp(-std::fabs(x)));
     },
     11},
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
TEST_P(ElementwiseFunctionsTest, Unary) {
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
TEST_P(ElementwiseFunctionsTest, CombinedCalls) {
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
TEST_P(ElementwiseFunctionsTest, SmallArguments) {
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
/// x less the next integer, times π: the argument of sine and tangent.
Real angleToInteger(Real x) { return std::acos(Real(-1)) * (x - std::rint(x)); }

/// As the GNU C library's, but for the sine, whose argument it rounds.
Real lgamma(Real x) {
  if (std::isinf(x) || (x <= 0 && x == std::rint(x)))
    return kInfinity;
  if (!(x < 0))
    return std::lgamma(x);
  Real sine = std::sin(angleToInteger(x));
  return -std::log(std::fabs(sine / std::acos(Real(-1)))) - std::log(-x) -
         std::lgamma(-x);
}

/// The asymptotic series from 30 on, where 8 terms have 24 digits.
Real digamma(Real x) {
  if (x == 0)
    return std::copysign(kInfinity, -x);
  if (x < 0)
    return x == std::rint(x) ? NAN
                             : digamma(1 - x) - std::acos(Real(-1)) /
                                                    std::tan(angleToInteger(x));
  Real y = 0;
  for (; x < 30; x += 1)
    y -= 1 / x;
  const Real bernoulli[] = {1 / 6.0L,   -1 / 30.0L,    1 / 42.0L,
                            -1 / 30.0L, 5 / 66.0L,     -691 / 2730.0L,
                            7 / 6.0L,   -3617 / 510.0L};
  Real square = 1 / (x * x), power = 1;
  for (size_t k = 0; k < std::size(bernoulli); ++k)
    y -= bernoulli[k] / (2 * k + 2) * (power *= square);
  return y + std::log(x) - 1 / (2 * x);
}
} // namespace

// Above 0 the logarithm is exact relative to itself: at most it is 1/5 of the
// terms at 3/2, log 3/2 with 4 and the series with 3, and of large numbers
// 9 of 10 are the product with the logarithm. Below 0, and for digamma, which
// has zeros between, only relative to the terms, of which some are 1:
// two logarithms, the product under one of them and the sine of an angle that
// is rounded twice; seven steps of two roundings each, and a quotient.
TEST_P(ElementwiseFunctionsTest, Gamma) {
  for (ElementType type : kFloats) {
    Tensor tensor = is16Bit(type) ? all16Bit(type) : wideSample(type, 1 << 16);
    Generator generator(29);
    Tensor near = generator.tensor(type, {1 << 14}, -12, 12);
    Graph graph;
    for (const Tensor &sample : {tensor, near}) {
      Val input = graph.input(sample);
      for (const char *name : {"lgamma", "digamma"})
        graph.output(graph.same(name, {input}));
    }
    RUN_GRAPH(results, graph);
    for (size_t n = 0; n < results.size(); ++n) {
      Reals x = decode(n < 2 ? tensor : near);
      bool isLgamma = n % 2 == 0;
      expectNear(
          results[n],
          [&](int64_t i) -> Expected {
            Real y = isLgamma ? lgamma(x[i]) : digamma(x[i]);
            Real v = formatOf(computeType(type)).unit();
            return {y,
                    isLgamma && x[i] > 0
                        ? elementwiseBound(type, y, 20)
                        : elementwiseBound(type, y, 20) + 20 * v,
                    true};
          },
          isLgamma ? "lgamma" : "digamma",
          [&](int64_t i) { return "x = " + describe(x[i]); });
    }
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

TEST_P(ElementwiseFunctionsTest, Binary) {
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

TEST_P(ElementwiseFunctionsTest, Ternary) {
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
TEST_P(ElementwiseFunctionsTest, GradientsAtKinks) {
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
      {"celu",
       "alpha = 0.5 : f64",
       {0, -0.0L, nan, inf, -inf},
       {1, 1, 1, 1, 0}},
      {"hardsigmoid", "", {-3, 3, nan, inf, -inf}, {0, 0, 0, 0, 0}},
      {"hardswish", "", {-3, 3, nan, inf, -inf, 0}, {0, 1, 1, 1, 0, 0.5}},
      {"mish", "", {inf, -inf, nan}, {nan, nan, nan}},
      {"tanhshrink", "", {0, inf, -inf, nan}, {0, 1, 1, nan}},
      {"hardshrink", "", {-0.5, 0.5, nan, inf, -inf, 0}, {0, 0, 1, 1, 1, 0}},
      {"softshrink", "", {-0.5, 0.5, nan, inf, -inf, 0}, {0, 0, 1, 1, 1, 0}},
      {"threshold",
       "threshold = 0.5 : f64, value = -2.0 : f64",
       {0.5, nan, inf, -inf},
       {0, 1, 1, 0}},
      {"erfinv", "", {1, -1, 2, nan}, {inf, inf, nan, nan}},
      {"lgamma",
       "",
       {inf, nan, -1, -inf, 0, -0.0L},
       {inf, nan, nan, nan, -inf, inf}},
      {"digamma", "", {inf, nan, -1, -inf, 0}, {0, nan, inf, nan, inf}},
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
          result, [&](int64_t i) { return Expected{expected[i], 0}; }, what,
          [&](int64_t i) { return "element " + std::to_string(i); });
    };
    for (size_t k = 0; k < std::size(kinks); ++k)
      check(results[k], kinks[k].gradients,
            kinks[k].mnemonic + " " + kinks[k].attributes);
    check(results[std::size(kinks)], {0, 0, 0.5, 0, -1}, "atan2, a");
    check(results.back(), {0, 0, 0, -1, 0}, "atan2, b");
  }
}

TEST_P(ElementwiseFunctionsTest, Prelu) {
  Generator generator(89);
  for (ElementType type : kFloats) {
    Rounding r(type);
    const Shape shape = {2, 3, 4};
    Reals x = generator.uniforms(type, 24);
    x[0] = INFINITY;
    x[1] = -INFINITY;
    x[2] = NAN;
    x[3] = 0;
    Tensor tw = generator.tensor(type, {3}, 0.125, 1);
    Tensor ts = generator.tensor(type, {1}, 0.125, 1);
    Graph graph;
    Val input = graph.input(encode(type, shape, x));
    Val w = graph.input(tw), s = graph.input(ts);
    graph.output(graph.same("prelu", {input, w}));
    graph.output(graph.same("prelu", {input, s}));
    RUN_GRAPH(results, graph);
    for (int shared = 0; shared < 2; ++shared) {
      expectNear(
          results[shared],
          [&](int64_t i) -> Expected {
            Real weight = shared ? decode(ts, 0) : decode(tw, i / 4 % 3);
            if (x[i] > 0)
              return {x[i], 0};
            Real y = weight * x[i];
            return {y, elementwiseBound(type, y, 1)};
          },
          "prelu");
    }
  }
}

// The difference cancels: its error is that of tanh and one rounding.
TEST_P(ElementwiseFunctionsTest, Tanhshrink) {
  for (ElementType type : kFloats) {
    Tensor tensor = is16Bit(type) ? all16Bit(type) : wideSample(type, 1 << 15);
    Reals x = decode(tensor);
    Graph graph;
    graph.output(graph.same("tanhshrink", {graph.input(tensor)}));
    RUN_GRAPH(results, graph);
    Real v = formatOf(computeType(type)).unit();
    expectNear(
        results[0],
        [&](int64_t i) -> Expected {
          Real t = std::tanh(x[i]), y = x[i] - t;
          return {y, elementwiseBound(type, y, 1) + 8 * v * std::fabs(t)};
        },
        "tanhshrink", [&](int64_t i) { return "x = " + describe(x[i]); });
  }
}

TEST_P(ElementwiseFunctionsTest, Glu) {
  Generator generator(97);
  for (ElementType type : kFloats) {
    const Shape shape = {2, 6, 4}, half = {2, 3, 4}, last = {2, 6, 2};
    Reals x = generator.uniforms(type, 48);
    x[0] = INFINITY;
    x[1] = NAN;
    x[14] = NAN;
    Graph graph;
    Val input = graph.input(encode(type, shape, x));
    graph.output(graph.op("glu", {input}, type, half, "dim = 1 : i64"));
    graph.output(graph.op("glu", {input}, type, last));
    Val none = graph.input(encode(type, {0, 4}, {}));
    graph.output(graph.op("glu", {none}, type, {0, 2}));
    RUN_GRAPH(results, graph);
    for (int n = 0; n < 2; ++n)
      expectNear(
          results[n],
          [&](int64_t i) -> Expected {
            int64_t a = n == 0 ? i / 12 * 24 + i % 12 : i / 2 * 4 + i % 2;
            Real y = x[a] / (1 + std::exp(-x[a + (n == 0 ? 12 : 2)]));
            // The sigmoid by 6, the product.
            return {y, elementwiseBound(type, y, 8)};
          },
          "glu");
    EXPECT_EQ(decode(results[2]).size(), 0u);
  }
}

AMP_INSTANTIATE(ElementwiseFunctionsTest);
