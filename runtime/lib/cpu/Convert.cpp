//===- Convert.cpp - Conversions between 16-bit floats and f32 ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert.h"

#include <cmath>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace amp::rt;
using namespace amp::rt::cpu;

static float toFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

static uint32_t toBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

//===----------------------------------------------------------------------===//
// One element
//===----------------------------------------------------------------------===//

float amp::rt::cpu::f16ToF32(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
  const uint32_t exponent = (bits >> 10) & 0x1fu;
  const uint32_t fraction = bits & 0x3ffu;
  if (exponent == 0x1f) {
    const uint32_t quiet = fraction ? 0x400000u : 0;
    return toFloat(sign | 0x7f800000u | quiet | fraction << 13);
  }
  if (exponent == 0) {
    // A subnormal is an integer times 2^-24, which f32 holds exactly.
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return toFloat(sign | toBits(magnitude));
  }
  return toFloat(sign | (exponent + 112) << 23 | fraction << 13);
}

uint16_t amp::rt::cpu::f32ToF16(float value) {
  const uint32_t bits = toBits(value);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return static_cast<uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x1ffu));
  // 65520 lies half way between the largest f16 and the next power of two.
  if (magnitude >= toBits(65520.0f))
    return static_cast<uint16_t>(sign | 0x7c00u);
  if (magnitude < toBits(0x1p-14f)) {
    // Adding 0.5 aligns the last bit of the sum with 2^-24, the unit of
    // subnormals, so that the addition itself rounds.
    const float sum = toFloat(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (toBits(sum) - toBits(0.5f)));
  }
  const uint32_t odd = (magnitude >> 13) & 1u;
  const uint32_t rounded = magnitude - (112u << 23) + 0xfffu + odd;
  return static_cast<uint16_t>(sign | rounded >> 13);
}

float amp::rt::cpu::bf16ToF32(uint16_t bits) {
  return toFloat(static_cast<uint32_t>(bits) << 16);
}

uint16_t amp::rt::cpu::f32ToBF16(float value) {
  const uint32_t bits = toBits(value);
  const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  const uint32_t quiet = bits >> 16 | 0x40u;
  return static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? quiet
                                                                  : rounded);
}

/// f64 to f32, rounded to odd: what is not exact gets a last bit that is set,
/// so that a second rounding, to a type of 16 bits, sees on which side of a tie
/// the value lies.
static float toFloatOdd(double value) {
  const float nearest = static_cast<float>(value);
  const double back = nearest;
  const uint32_t bits = toBits(nearest);
  if (back == value || value != value || (bits & 1u))
    return nearest;
  // Magnitudes are ordered as their bits are.
  return toFloat(std::fabs(value) > std::fabs(back) ? bits + 1 : bits - 1);
}

uint16_t amp::rt::cpu::f64ToF16(double value) {
  return f32ToF16(toFloatOdd(value));
}

uint16_t amp::rt::cpu::f64ToBF16(double value) {
  return f32ToBF16(toFloatOdd(value));
}

//===----------------------------------------------------------------------===//
// f16 with F16C
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
static bool hasF16C() {
  return __builtin_cpu_supports("avx") && __builtin_cpu_supports("f16c");
}

/// Converts the leading multiple of 8 elements; returns how many.
__attribute__((target("avx,f16c"))) static int64_t
f16ToF32Vectors(const uint16_t *source, float *target, int64_t count) {
  int64_t i = 0;
  for (; i + 8 <= count; i += 8)
    _mm256_storeu_ps(target + i,
                     _mm256_cvtph_ps(_mm_loadu_si128(
                         reinterpret_cast<const __m128i *>(source + i))));
  return i;
}

__attribute__((target("avx,f16c"))) static int64_t
f32ToF16Vectors(const float *source, uint16_t *target, int64_t count) {
  int64_t i = 0;
  for (; i + 8 <= count; i += 8)
    _mm_storeu_si128(reinterpret_cast<__m128i *>(target + i),
                     _mm256_cvtps_ph(_mm256_loadu_ps(source + i),
                                     _MM_FROUND_TO_NEAREST_INT));
  return i;
}
#else
static bool hasF16C() { return false; }
static int64_t f16ToF32Vectors(const uint16_t *, float *, int64_t) { return 0; }
static int64_t f32ToF16Vectors(const float *, uint16_t *, int64_t) { return 0; }
#endif

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

void amp::rt::cpu::convertToF32(amprt_type type, const void *source,
                                float *target, int64_t count) {
  if (type == AMPRT_F32) {
    std::memcpy(target, source, static_cast<size_t>(count) * sizeof(float));
    return;
  }
  const auto *halves = static_cast<const uint16_t *>(source);
  if (type == AMPRT_BF16) {
    for (int64_t i = 0; i < count; ++i)
      target[i] = bf16ToF32(halves[i]);
    return;
  }
  int64_t i = hasF16C() ? f16ToF32Vectors(halves, target, count) : 0;
  for (; i < count; ++i)
    target[i] = f16ToF32(halves[i]);
}

void amp::rt::cpu::convertFromF32(amprt_type type, const float *source,
                                  void *target, int64_t count) {
  if (type == AMPRT_F32) {
    std::memcpy(target, source, static_cast<size_t>(count) * sizeof(float));
    return;
  }
  auto *halves = static_cast<uint16_t *>(target);
  if (type == AMPRT_BF16) {
    for (int64_t i = 0; i < count; ++i)
      halves[i] = f32ToBF16(source[i]);
    return;
  }
  int64_t i = hasF16C() ? f32ToF16Vectors(source, halves, count) : 0;
  for (; i < count; ++i)
    halves[i] = f32ToF16(source[i]);
}

template <typename T>
static void relu(T *values, int64_t count) {
  // A comparison with NaN is false, which keeps it.
  for (int64_t i = 0; i < count; ++i)
    values[i] = values[i] <= T(0) ? T(0) : values[i];
}

/// As above on the bits of a 16-bit float whose infinity is `infinity`: numbers
/// with a sign are those from -0 to -infinity, and NaN is beyond.
static void reluBits(uint16_t *values, int64_t count, uint16_t infinity) {
  for (int64_t i = 0; i < count; ++i)
    values[i] =
        uint16_t(values[i] - 0x8000u) <= infinity ? uint16_t(0) : values[i];
}

void amp::rt::cpu::reluInPlace(amprt_type type, void *values, int64_t count) {
  if (type == AMPRT_F64)
    relu(static_cast<double *>(values), count);
  else if (type == AMPRT_F32)
    relu(static_cast<float *>(values), count);
  else
    reluBits(static_cast<uint16_t *>(values), count,
             type == AMPRT_F16 ? 0x7c00u : 0x7f80u);
}
