//===- SoftmaxError.h - Logarithms of softmax -------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference of softmax, log_softmax and the losses made of them.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_TARGET_SOFTMAXERROR_H
#define AMP_UNITTESTS_TARGET_SOFTMAXERROR_H

#include "TargetTest.h"

#include <algorithm>
#include <cmath>

namespace amp::test {

/// max + log(sum(exp(x - max))) of a row.
inline Real logSum(llvm::ArrayRef<Real> row) {
  Real most = -INFINITY, sum = 0;
  for (Real x : row)
    most = std::isnan(x) ? x : std::max(most, x);
  for (Real x : row)
    sum += std::exp(x - most);
  return most + std::log(sum);
}

/// Error of a log-probability, in units of the computation: x - max and the
/// logarithm of the sum are each as large as the spread of the row; K terms are
/// added.
inline Real logBound(ElementType type, llvm::ArrayRef<Real> row, Real y) {
  auto [least, most] = std::minmax_element(row.begin(), row.end());
  Real v = formatOf(computeType(type)).unit();
  Real k = static_cast<Real>(row.size());
  Real spread = *most - *least + std::log(k) + 1;
  Real sum = std::min(k, 6 * std::sqrt(k)) + 4;
  return elementwiseBound(type, y, 0) + v * (4 * spread + sum + 4);
}

} // namespace amp::test

#endif // AMP_UNITTESTS_TARGET_SOFTMAXERROR_H
