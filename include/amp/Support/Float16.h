//===- Float16.h - Conversions of f16 and bf16 ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 16-bit types are held as their bits. Widening is exact. Narrowing rounds
// once, to nearest, ties to even; what is too large becomes infinity; subnormal
// results are kept. A NaN stays a NaN with its sign and the top of its payload,
// and comes out quiet. The floating-point environment must be the default one
// (round to nearest).
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_FLOAT16_H
#define AMP_SUPPORT_FLOAT16_H

#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstdint>

namespace amp {

/// f16 (1 sign, 5 exponent, 10 mantissa bits) to f32.
inline float halfToFloat(uint16_t half) {
  uint32_t sign = uint32_t(half & 0x8000u) << 16;
  uint32_t magnitude = half & 0x7fffu;
  if (magnitude > 0x7c00u)
    return llvm::bit_cast<float>(sign | 0x7fc00000u | magnitude << 13);
  if (magnitude == 0x7c00u)
    return llvm::bit_cast<float>(sign | 0x7f800000u);
  if (magnitude >= 0x0400u)
    return llvm::bit_cast<float>(sign | ((magnitude << 13) + (112u << 23)));
  // Zero or subnormal: a multiple of 2^-24.
  float value = static_cast<float>(magnitude) * 0x1p-24f;
  return llvm::bit_cast<float>(sign | llvm::bit_cast<uint32_t>(value));
}

/// f32 to f16.
inline uint16_t floatToHalf(float value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  uint16_t sign = static_cast<uint16_t>(bits >> 16) & 0x8000u;
  uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return sign | 0x7e00u | ((magnitude >> 13) & 0x1ffu);
  if (magnitude >= 0x477ff000u) // 65520, halfway from 65504 to 65536
    return sign | 0x7c00u;
  if (magnitude < 0x38800000u) { // 2^-14, the smallest normal f16
    // 0.5 has an ulp of 2^-24, the step of subnormal f16: the addition rounds.
    float sum = llvm::bit_cast<float>(magnitude) + 0.5f;
    return sign |
           static_cast<uint16_t>(llvm::bit_cast<uint32_t>(sum) - 0x3f000000u);
  }
  uint32_t odd = (magnitude >> 13) & 1u;
  uint32_t rounded = magnitude - (112u << 23) + 0xfffu + odd;
  return sign | static_cast<uint16_t>(rounded >> 13);
}

/// bf16 (1 sign, 8 exponent, 7 mantissa bits) to f32.
inline float bfloatToFloat(uint16_t bfloat) {
  uint32_t bits = uint32_t(bfloat) << 16;
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    bits |= 0x00400000u;
  return llvm::bit_cast<float>(bits);
}

/// f32 to bf16.
inline uint16_t floatToBfloat(float value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return static_cast<uint16_t>(bits >> 16) | 0x40u;
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

/// f64 to f32, rounded to odd: exact values are kept, and any other becomes the
/// neighbour whose last bit is 1. A second rounding to a type that is at least
/// two bits shorter then gives what one rounding would have given (Boldo and
/// Melquiond, "Emulation of a FMA and correctly rounded sums", 2008).
inline float doubleToFloatOdd(double value) {
  float nearest = static_cast<float>(value);
  double back = nearest;
  if (back == value || value != value)
    return nearest;
  uint32_t bits = llvm::bit_cast<uint32_t>(nearest);
  if (bits & 1u)
    return nearest;
  // Magnitudes are ordered as their bits are.
  return llvm::bit_cast<float>(std::fabs(value) > std::fabs(back) ? bits + 1
                                                                  : bits - 1);
}

/// f64 to f16 and bf16, with one rounding.
inline uint16_t doubleToHalf(double value) {
  return floatToHalf(doubleToFloatOdd(value));
}
inline uint16_t doubleToBfloat(double value) {
  return floatToBfloat(doubleToFloatOdd(value));
}

/// i64 to f64, rounded to odd, for a second rounding to a shorter type.
inline double int64ToDoubleOdd(int64_t value) {
  double nearest = static_cast<double>(value);
  uint64_t bits = llvm::bit_cast<uint64_t>(nearest);
  // 2^63 is the one result that does not fit back; it is an even one.
  if (nearest == 0x1p63)
    return llvm::bit_cast<double>(bits - 1);
  int64_t back = static_cast<int64_t>(nearest);
  if (back == value || (bits & 1u))
    return nearest;
  bool away = value < 0 ? value < back : value > back;
  return llvm::bit_cast<double>(away ? bits + 1 : bits - 1);
}

} // namespace amp

#endif // AMP_SUPPORT_FLOAT16_H
