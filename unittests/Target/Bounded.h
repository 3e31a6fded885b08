//===- Bounded.h - Numbers with a bound of their error ----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// References are formulas over numbers that carry a bound of their error: each
// operation adds its own rounding to what its operands' errors become (running
// error analysis: Higham, "Accuracy and Stability of Numerical Algorithms",
// 2002, section 3.3). So the tolerance of a result follows from its formula.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_TARGET_BOUNDED_H
#define AMP_UNITTESTS_TARGET_BOUNDED_H

#include "TargetTest.h"

#include <algorithm>
#include <cmath>

namespace amp::test {

/// Units by which a kernel for exp, log, log1p or pow may be off.
constexpr Real kFunction = 4;

/// A number and a bound of the error with which it was computed, in arithmetic
/// whose half ulp of 1 is `unit`.
struct Bounded {
  Real value = 0;
  Real error = 0;
  Real unit = 0;
};
using Boundeds = std::vector<Bounded>;

inline Bounded rounded(Real value, Real error, Real unit, Real units = 1) {
  return {value, error + units * unit * std::fabs(value), unit};
}
inline Bounded operator+(Bounded a, Bounded b) {
  return rounded(a.value + b.value, a.error + b.error,
                 std::max(a.unit, b.unit));
}
inline Bounded operator-(Bounded a) { return {-a.value, a.error, a.unit}; }
inline Bounded operator-(Bounded a, Bounded b) { return a + -b; }
inline Bounded operator*(Bounded a, Bounded b) {
  return rounded(a.value * b.value,
                 std::fabs(a.value) * b.error + std::fabs(b.value) * a.error +
                     a.error * b.error,
                 std::max(a.unit, b.unit));
}
inline Bounded operator/(Bounded a, Bounded b) {
  Real y = a.value / b.value;
  return rounded(
      y, (a.error + std::fabs(y) * b.error) / (std::fabs(b.value) - b.error),
      std::max(a.unit, b.unit));
}
/// A parameter, rounded to the type of the computation.
inline Bounded constant(Real value, Real unit) {
  return rounded(value, 0, unit);
}
inline Bounded operator+(Bounded a, Real b) { return a + constant(b, a.unit); }
inline Bounded operator+(Real a, Bounded b) { return constant(a, b.unit) + b; }
inline Bounded operator-(Bounded a, Real b) { return a - constant(b, a.unit); }
inline Bounded operator-(Real a, Bounded b) { return constant(a, b.unit) - b; }
inline Bounded operator*(Real a, Bounded b) { return constant(a, b.unit) * b; }
inline Bounded operator/(Bounded a, Real b) { return a / constant(b, a.unit); }

/// A monotonic function.
template <typename Function>
inline Bounded apply(Bounded a, Function function, Real units) {
  Real y = function(a.value);
  Real error = std::max(std::fabs(function(a.value + a.error) - y),
                        std::fabs(function(a.value - a.error) - y));
  return rounded(y, error, a.unit, units);
}
inline Bounded exp(Bounded a) {
  return apply(a, [](Real x) { return std::exp(x); }, kFunction);
}
inline Bounded log(Bounded a) {
  return apply(a, [](Real x) { return std::log(x); }, kFunction);
}
inline Bounded log1p(Bounded a) {
  return apply(a, [](Real x) { return std::log1p(x); }, kFunction);
}
inline Bounded sqrt(Bounded a) {
  return apply(a, [](Real x) { return std::sqrt(std::max(x, Real(0))); }, 1);
}
inline Bounded pow(Bounded a, Real p) {
  // The exponent is rounded to the type of the computation.
  Real extra = std::fabs(p * std::log(a.value));
  return apply(
      a, [=](Real x) { return std::pow(std::max(x, Real(0)), p); },
      kFunction + extra);
}
inline Bounded abs(Bounded a) { return {std::fabs(a.value), a.error, a.unit}; }
inline Bounded max(Bounded a, Bounded b) {
  Bounded result = a.value > b.value ? a : b;
  result.error = std::max(a.error, b.error);
  return result;
}
inline Bounded min(Bounded a, Bounded b) { return -max(-a, -b); }
inline Bounded positive(Bounded a) { return max(a, Bounded{0, 0, a.unit}); }

/// In any order of summation.
inline Bounded sum(const Boundeds &terms) {
  Bounded total;
  Real magnitude = 0;
  for (const Bounded &term : terms) {
    total.value += term.value;
    total.error += term.error;
    total.unit = term.unit;
    magnitude += std::fabs(term.value) + term.error;
  }
  total.error += static_cast<Real>(terms.size()) * total.unit * magnitude;
  return total;
}
inline Bounded mean(const Boundeds &terms) {
  return sum(terms) / static_cast<Real>(terms.size());
}

/// What is compared with an element of `type`.
inline Expected round(ElementType type, Bounded y) {
  return {y.value, y.error * (1 + formatOf(type).unit()) +
                       elementwiseBound(type, y.value, 0)};
}
inline void expectBounded(const Tensor &actual, const Boundeds &expected,
                          const std::string &what) {
  ASSERT_EQ(actual.numElements(), static_cast<int64_t>(expected.size()))
      << what;
  expectNear(
      actual, [&](int64_t i) { return round(actual.type, expected[i]); },
      what + " in " + mlirName(actual.type).str());
}

/// The elements of a tensor, in the arithmetic of its type.
inline Boundeds numbers(const Tensor &tensor) {
  Boundeds result;
  Real unit = formatOf(computeType(tensor.type)).unit();
  for (Real value : decode(tensor))
    result.push_back({value, 0, unit});
  return result;
}

inline std::string join(const std::string &a, const std::string &b) {
  return a.empty() || b.empty() ? a + b : a + ", " + b;
}

} // namespace amp::test

#endif // AMP_UNITTESTS_TARGET_BOUNDED_H
