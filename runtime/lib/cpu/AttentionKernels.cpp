//===- AttentionKernels.cpp - Attention of one part -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionKernels.h"
#include "Convert.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace amp::rt;
using namespace amp::rt::cpu;

namespace {
namespace portable {
constexpr int kLanes = 4, kVectors = 2, kRows = 4;
constexpr bool kMultipliesPairs = false;
template <typename T>
T multiplyPairs(T sum, T, T) {
  return sum;
}
#include "Vectors.inc"

#include "AttentionKernels.inc"
} // namespace portable

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))),              \
                             apply_to = function)
namespace avx2 {
constexpr int kLanes = 8, kVectors = 2, kRows = 6;
constexpr bool kMultipliesPairs = false;
template <typename T>
T multiplyPairs(T sum, T, T) {
  return sum;
}
#include "Vectors.inc"

#include "AttentionKernels.inc"
} // namespace avx2
#pragma clang attribute pop

#pragma clang attribute push(                                                  \
    __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma"))),    \
    apply_to = function)
namespace avx512 {
constexpr int kLanes = 16, kVectors = 4, kRows = 6;
constexpr bool kMultipliesPairs = false;
template <typename T>
T multiplyPairs(T sum, T, T) {
  return sum;
}
#include "Vectors.inc"

#include "AttentionKernels.inc"
} // namespace avx512
#pragma clang attribute pop

#pragma clang attribute push(                                                  \
    __attribute__((                                                            \
        target("avx512f,avx512dq,avx512vl,avx512bw,avx512bf16,avx2,fma"))),    \
    apply_to = function)
namespace avx512bf16 {
constexpr int kLanes = 16, kVectors = 4, kRows = 6;
constexpr bool kMultipliesPairs = true;
inline __m512 multiplyPairs(__m512 sum, __m512 a, __m512 b) {
  return _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(a),
                          reinterpret_cast<__m512bh>(b));
}
#include "Vectors.inc"

#include "AttentionKernels.inc"
} // namespace avx512bf16
#pragma clang attribute pop
#endif
} // namespace

const AttentionKernels amp::rt::cpu::kPortableAttention = {
    portable::computeForward, portable::computeBackward};
#if defined(__x86_64__)
const AttentionKernels amp::rt::cpu::kAvx2Attention = {avx2::computeForward,
                                                       avx2::computeBackward};
const AttentionKernels amp::rt::cpu::kAvx512Attention = {
    avx512::computeForward, avx512::computeBackward};
const AttentionKernels amp::rt::cpu::kAvx512BF16Attention = {
    avx512bf16::computeForward, avx512bf16::computeBackward};
#endif
