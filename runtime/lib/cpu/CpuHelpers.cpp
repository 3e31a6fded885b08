//===- CpuHelpers.cpp - What CPU kernels call -----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuHelpers.h"

#include "Convert.h"

#include <cmath>
#include <cstring>

using namespace amp::rt;
using namespace amp::rt::cpu;

// The functions under the names of the list, each by its type: <cmath> has
// overloads, and some are called by another name than LLVM's.
namespace {
using F32 = float (*)(float);
using F64 = double (*)(double);
using F32x2 = float (*)(float, float);
using F64x2 = double (*)(double, double);

// A 16-bit float is passed and returned in an SSE register, as the x86-64 ABI
// says; the low half of a float is the same place.
float asFloat(uint16_t bits) {
  const uint32_t wide = bits;
  float result;
  std::memcpy(&result, &wide, sizeof(result));
  return result;
}
uint16_t asBits(float value) {
  uint32_t wide;
  std::memcpy(&wide, &value, sizeof(wide));
  return static_cast<uint16_t>(wide);
}
float extendF16(float bits) { return f16ToF32(asBits(bits)); }
float truncateF32ToF16(float value) { return asFloat(f32ToF16(value)); }
float truncateF64ToF16(double value) { return asFloat(f64ToF16(value)); }
float truncateF32ToBF16(float value) { return asFloat(f32ToBF16(value)); }
float truncateF64ToBF16(double value) { return asFloat(f64ToBF16(value)); }
} // namespace

/// The address of a function as data: POSIX has them be the same.
template <typename Function>
static void *toAddress(Function *function) {
  return reinterpret_cast<void *>(function);
}

void cpu::writeHelpers(void **table) {
  auto set = [&](int helper, auto *function) {
    table[helper] = toAddress(function);
  };
#define SET(SYMBOL, TYPE, FUNCTION)                                            \
  set(kHelper_##SYMBOL, static_cast<TYPE>(FUNCTION))
#define SET_MATH(NAME)                                                         \
  SET(NAME##f, F32, &std::NAME);                                               \
  SET(NAME, F64, &std::NAME)
  set(kHelper_memcpy, &std::memcpy);
  set(kHelper_memmove, &std::memmove);
  set(kHelper_memset, &std::memset);
  set(kHelper___extendhfsf2, &extendF16);
  set(kHelper___truncsfhf2, &truncateF32ToF16);
  set(kHelper___truncdfhf2, &truncateF64ToF16);
  set(kHelper___truncsfbf2, &truncateF32ToBF16);
  set(kHelper___truncdfbf2, &truncateF64ToBF16);
  SET_MATH(acos);
  SET_MATH(asin);
  SET_MATH(atan);
  SET_MATH(cos);
  SET_MATH(cosh);
  SET_MATH(erfc);
  SET_MATH(exp2);
  SET_MATH(log10);
  SET_MATH(log2);
  SET_MATH(sin);
  SET_MATH(sinh);
  SET_MATH(tan);
  SET(atan2f, F32x2, &std::atan2);
  SET(atan2, F64x2, &std::atan2);
  SET(fmodf, F32x2, &std::fmod);
  SET(fmod, F64x2, &std::fmod);
  SET(powf, F32x2, &std::pow);
  SET(pow, F64x2, &std::pow);
  set(kHelper_exp10f, &::exp10f);
  set(kHelper_exp10, &::exp10);
  SET(ldexpf, float (*)(float, int), &std::ldexp);
  SET(ldexp, double (*)(double, int), &std::ldexp);
  set(kHelper_sincosf, &::sincosf);
  set(kHelper_sincos, &::sincos);
  SET(exp, F64, &std::exp);
  SET(log, F64, &std::log);
  SET(tanh, F64, &std::tanh);
  SET(erf, F64, &std::erf);
  SET(fmaf, float (*)(float, float, float), &std::fma);
  SET(fma, double (*)(double, double, double), &std::fma);
  SET(ceilf, F32, &std::ceil);
  SET(ceil, F64, &std::ceil);
  SET(floorf, F32, &std::floor);
  SET(floor, F64, &std::floor);
  // In the rounding mode in which kernels run.
  SET(roundevenf, F32, &std::nearbyint);
  SET(roundeven, F64, &std::nearbyint);
#undef SET_MATH
#undef SET
}
