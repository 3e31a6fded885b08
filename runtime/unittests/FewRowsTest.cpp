//===- FewRowsTest.cpp - Products with few rows ---------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of every instruction set that this CPU has. With y = sum a b +
// bias in double, S = sum |a b| + |bias| and K the number of terms,
//   |yhat - y| <= min(K, 6 sqrt K) 2^-24 S
// as in GemmTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "FewRowsKernels.h"
#include "KernelTables.h"
#include "TestSupport.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace amp::rt::cpu;
using namespace amp::rt::test;

namespace {

/// A product whose rows lie apart: what is between them, and behind the last
/// one, is NaN, and is neither read nor written.
struct Problem {
  Problem(int64_t m, int64_t n, int64_t k, bool isTransposed, bool hasBias)
      : isTransposed(isTransposed) {
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
    product.m = m;
    product.n = n;
    product.k = k;
    product.lda = k + 3;
    product.ldb = (isTransposed ? k : n) + 5;
    product.ldc = n + 7;
    a.assign(static_cast<size_t>(m * product.lda), kNaN);
    b.assign(static_cast<size_t>((isTransposed ? n : k) * product.ldb), kNaN);
    c.assign(static_cast<size_t>(m * product.ldc), kNaN);
    bias.assign(static_cast<size_t>(n), 0);
    Random random(static_cast<uint64_t>(m + 7 * n + 31 * k));
    for (int64_t i = 0; i < m; ++i)
      for (int64_t l = 0; l < k; ++l)
        atA(i, l) = static_cast<float>(random.uniform());
    for (int64_t l = 0; l < k; ++l)
      for (int64_t j = 0; j < n; ++j)
        atB(l, j) = static_cast<float>(random.uniform());
    for (float &value : bias)
      value = static_cast<float>(random.uniform());
    product.a = a.data();
    product.b = b.data();
    product.c = c.data();
    product.bias = hasBias ? bias.data() : nullptr;
  }

  float &atA(int64_t i, int64_t l) {
    return a[static_cast<size_t>(i * product.lda + l)];
  }
  float &atB(int64_t l, int64_t j) {
    return b[static_cast<size_t>(isTransposed ? j * product.ldb + l
                                              : l * product.ldb + j)];
  }
  float &atC(int64_t i, int64_t j) {
    return c[static_cast<size_t>(i * product.ldc + j)];
  }

  /// Computes columns from `begin` to `end`.
  void run(const FewRowsKernels &kernels, int64_t begin, int64_t end) {
    (isTransposed ? kernels.multiplyTransposed : kernels.multiply)(product,
                                                                   begin, end);
  }

  FewRowsProduct product = {};
  bool isTransposed;
  std::vector<float> a, b, c, bias;
};

void check(Problem &problem) {
  const FewRowsProduct &p = problem.product;
  const auto terms = static_cast<double>(p.k + (p.bias ? 1 : 0));
  const double growth = std::min(terms, 6 * std::sqrt(terms));
  for (int64_t i = 0; i < p.m; ++i)
    for (int64_t j = 0; j < p.ldc; ++j) {
      if (j >= p.n) {
        ASSERT_TRUE(std::isnan(problem.atC(i, j))) << "between the rows";
        continue;
      }
      double sum = p.bias ? p.bias[j] : 0, magnitude = std::fabs(sum);
      for (int64_t l = 0; l < p.k; ++l) {
        const double term = double(problem.atA(i, l)) * problem.atB(l, j);
        sum += term;
        magnitude += std::fabs(term);
      }
      // Written so that a NaN fails.
      ASSERT_TRUE(std::fabs(problem.atC(i, j) - sum) <=
                  growth * 0x1p-24 * magnitude)
          << "row " << i << " column " << j;
    }
}

} // namespace

// Sizes below, at and above vectors, tiles of columns and blocks of terms.
TEST(FewRowsTest, Sizes) {
  for (const auto &[name, kernels] : listKernels(getFewRowsKernels))
    for (int64_t m = 1; m <= kMostRows; ++m)
      for (int64_t n : {1, 3, 4, 15, 16, 17, 50, 400})
        for (int64_t k : {1, 5, 16, 33, 256, 300, 1000})
          for (bool isTransposed : {false, true}) {
            SCOPED_TRACE(std::string(name) + " m=" + std::to_string(m) +
                         " n=" + std::to_string(n) + " k=" + std::to_string(k) +
                         (isTransposed ? " transposed" : ""));
            Problem problem(m, n, k, isTransposed, /*hasBias=*/n % 2);
            problem.run(*kernels, 0, n);
            ASSERT_NO_FATAL_FAILURE(check(problem));
          }
}

// Which thread computes a column does not show in it.
TEST(FewRowsTest, PartsAreAsTheWhole) {
  for (const auto &[name, kernels] : listKernels(getFewRowsKernels))
    for (int64_t m = 1; m <= kMostRows; ++m)
      for (bool isTransposed : {false, true}) {
        SCOPED_TRACE(name);
        constexpr int64_t n = 10 * kColumnGrain + 5;
        Problem whole(m, n, 700, isTransposed, true), parts = whole;
        parts.product.c = parts.c.data();
        whole.run(*kernels, 0, n);
        for (int64_t begin = 0; begin < n; begin += 3 * kColumnGrain)
          parts.run(*kernels, begin, std::min(begin + 3 * kColumnGrain, n));
        for (int64_t i = 0; i < m; ++i)
          for (int64_t j = 0; j < n; ++j)
            ASSERT_EQ(whole.atC(i, j), parts.atC(i, j))
                << "row " << i << " column " << j;
      }
}
