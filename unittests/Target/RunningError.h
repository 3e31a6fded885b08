//===- RunningError.h - References with computed bounds ---------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers that carry a bound of what a computation in a given precision may be
// off by: running error analysis (Higham, "Accuracy and Stability of Numerical
// Algorithms", section 3.3). A reference written with them is the formula and
// its tolerance at once.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_TARGET_RUNNINGERROR_H
#define AMP_UNITTESTS_TARGET_RUNNINGERROR_H

#include "TargetTest.h"

#include <cmath>

namespace amp::test {

/// The exact value, and how far the computed one may be from it.
struct Num {
  Real value = 0;
  Real error = 0;

  Num() = default;
  Num(Real value, Real error = 0) : value(value), error(error) {}
  /// The largest magnitude of the computed value.
  Real magnitude() const { return std::fabs(value) + error; }
};
using Nums = std::vector<Num>;

/// Arithmetic that rounds to the type in which `type` is computed.
class Rounding {
public:
  explicit Rounding(ElementType type)
      : type(type), unit(formatOf(computeType(type)).unit()) {}

  Num add(Num a, Num b) const {
    return rounded(a.value + b.value, a.error + b.error);
  }
  Num sub(Num a, Num b) const { return add(a, {-b.value, b.error}); }
  Num mul(Num a, Num b) const {
    Num product = exactProduct(a, b);
    return rounded(product.value, product.error);
  }
  Num div(Num a, Num b) const {
    Real quotient = a.value / b.value;
    return rounded(quotient, (a.error + std::fabs(quotient) * b.error) /
                                 (std::fabs(b.value) - b.error));
  }
  /// A function that is off by at most `units` of the result's own unit, and
  /// whose derivative is at most `slope` wherever the argument may be.
  Num function(Real y, Num x, Real slope, Real units) const {
    Real error = slope * x.error;
    return {y, error + units * unit * (std::fabs(y) + error)};
  }
  Num sqrt(Num x) const {
    Real y = std::sqrt(x.value);
    Real least = std::sqrt(std::max(x.value - x.error, Real(0)));
    return rounded(y, x.error == 0 ? 0 : x.error / (y + least));
  }
  Num rsqrt(Num x) const { return div(1, sqrt(x)); }
  /// Within 4 ulp, as the kernels' functions are.
  Num exp(Num x) const {
    return function(std::exp(x.value), x, std::exp(x.value + x.error), 8);
  }
  Num log(Num x) const {
    return function(std::log(x.value), x, 1 / (x.value - x.error), 8);
  }
  Num tanh(Num x) const { return function(std::tanh(x.value), x, 1, 8); }
  Num sigmoid(Num x) const {
    return function(1 / (1 + std::exp(-x.value)), x, 0.25L, 8);
  }
  Num power(Num x, Real exponent) const {
    Real y = std::pow(x.value, exponent);
    Real low = x.value - x.error, high = x.value + x.error;
    Real slope = std::fabs(exponent) * std::max(std::pow(low, exponent - 1),
                                                std::pow(high, exponent - 1));
    return function(y, x, slope, 8);
  }
  Num relu(Num x) const { return {std::max(x.value, Real(0)), x.error}; }
  /// In whatever order: TargetTest.h's bound of sums.
  Num sum(llvm::ArrayRef<Num> terms) const {
    Num result;
    Real magnitude = 0;
    for (Num term : terms) {
      result.value += term.value;
      result.error += term.error;
      magnitude += term.magnitude();
    }
    Real count = static_cast<Real>(terms.size());
    result.error += std::min(count, 6 * std::sqrt(count)) * unit * magnitude;
    return result;
  }
  Num dot(llvm::ArrayRef<Num> a, llvm::ArrayRef<Num> b) const {
    Nums products;
    for (size_t i = 0; i < a.size(); ++i)
      products.push_back(exactProduct(a[i], b[i]));
    return sum(products);
  }
  Num mean(llvm::ArrayRef<Num> terms) const {
    return div(sum(terms), static_cast<Real>(terms.size()));
  }
  /// A constant, as the program has it.
  Num constant(Real value) const { return {value, unit * std::fabs(value)}; }

  /// Rounded to `type`, as stored.
  Num store(Num a) const { return store(a, type); }
  static Num store(Num a, ElementType stored) {
    Format format = formatOf(stored);
    return {a.value,
            a.error + format.unit() * a.magnitude() + format.eta() / 2};
  }

private:
  Num rounded(Real value, Real error) const {
    return {value, error + unit * (std::fabs(value) + error)};
  }
  static Num exactProduct(Num a, Num b) {
    return {a.value * b.value, std::fabs(a.value) * b.error +
                                   std::fabs(b.value) * a.error +
                                   a.error * b.error};
  }

  ElementType type;
  Real unit;
};

inline Nums toNums(const Tensor &tensor) {
  Reals values = decode(tensor);
  return Nums(values.begin(), values.end());
}

/// Compares with numbers that were computed in a rounding of the tensor's type
/// and not yet stored.
inline void expectNums(const Tensor &actual, const Nums &expected,
                       const std::string &what) {
  ASSERT_EQ(actual.numElements(), static_cast<int64_t>(expected.size()))
      << what;
  expectNear(
      actual,
      [&](int64_t i) -> Expected {
        Num stored = Rounding::store(expected[i], actual.type);
        return {stored.value, stored.error};
      },
      what);
}

} // namespace amp::test

#endif // AMP_UNITTESTS_TARGET_RUNNINGERROR_H
