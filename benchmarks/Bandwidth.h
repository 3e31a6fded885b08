//===- Bandwidth.h - Loops that only move memory ----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In C, like the runtime's parallel loop: the C++ compiler may have no OpenMP,
// and the loops must run on the pool that oneDNN uses.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_BENCHMARKS_BANDWIDTH_H
#define AMP_BENCHMARKS_BANDWIDTH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets how many threads oneDNN and the loops below use. */
void bench_set_threads(int threads);

/* a[i] = value. Each thread first touches what it later works on. */
void bench_fill(float *a, float value, int64_t count);
/* a[i] = b[i]: 8 bytes per element. */
void bench_copy(float *a, const float *b, int64_t count);
/* a[i] = b[i] + s c[i]: 12 bytes per element. */
void bench_triad(float *a, const float *b, const float *c, float s,
                 int64_t count);
/* a[i] = a[i] - s b[i], which is plain SGD: 12 bytes per element. In place, so
   that no line is read only because it is written. */
void bench_update(float *a, const float *b, float s, int64_t count);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // AMP_BENCHMARKS_BANDWIDTH_H
