/*===- Bandwidth.c - Loops that only move memory ------------------*- C -*-===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#include "Bandwidth.h"

#include <omp.h>

void bench_set_threads(int threads) { omp_set_num_threads(threads); }

void bench_fill(float *a, float value, int64_t count) {
#pragma omp parallel for simd schedule(static)
  for (int64_t i = 0; i < count; ++i)
    a[i] = value;
}

void bench_copy(float *restrict a, const float *restrict b, int64_t count) {
#pragma omp parallel for simd schedule(static)
  for (int64_t i = 0; i < count; ++i)
    a[i] = b[i];
}

void bench_triad(float *restrict a, const float *restrict b,
                 const float *restrict c, float s, int64_t count) {
#pragma omp parallel for simd schedule(static)
  for (int64_t i = 0; i < count; ++i)
    a[i] = b[i] + s * c[i];
}

void bench_update(float *restrict a, const float *restrict b, float s,
                  int64_t count) {
#pragma omp parallel for simd schedule(static)
  for (int64_t i = 0; i < count; ++i)
    a[i] -= s * b[i];
}
