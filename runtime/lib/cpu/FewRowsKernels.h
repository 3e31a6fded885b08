//===- FewRowsKernels.h - Products with few rows ----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Columns of a product whose left operand has few rows, compiled once for each
// kind of CPU (FewRowsKernels.inc).
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_FEWROWSKERNELS_H
#define AMP_RUNTIME_CPU_FEWROWSKERNELS_H

#include "CpuFeatures.h"

#include <cstdint>

namespace amp::rt::cpu {

/// Rows of a left operand that the kernels take.
constexpr int64_t kMostRows = 4;
/// The product's columns are cut at multiples of this, so that a column is
/// computed in the same way for any number of threads.
constexpr int64_t kColumnGrain = 16;

/// A product of matrices in f32: C = A B, or A times the transpose of B.
struct FewRowsProduct {
  int64_t m, n, k;
  /// Element (i, l) is `a[i * lda + l]`.
  const float *a;
  int64_t lda;
  /// Element (l, j) is `b[l * ldb + j]`, of a transposed B `b[j * ldb + l]`.
  const float *b;
  int64_t ldb;
  float *c;
  int64_t ldc;
  /// Added to each row, or null.
  const float *bias;
};

/// Computes the columns from `begin` to `end`.
struct FewRowsKernels {
  void (*multiply)(const FewRowsProduct &product, int64_t begin, int64_t end);
  void (*multiplyTransposed)(const FewRowsProduct &product, int64_t begin,
                             int64_t end);
};

/// Those for CPUs of a kind.
const FewRowsKernels &getFewRowsKernels(VectorIsa isa);

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_FEWROWSKERNELS_H
