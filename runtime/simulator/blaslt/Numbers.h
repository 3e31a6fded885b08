//===- Numbers.h - Numbers of the types of cuBLASLt -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between the types of operands, and arithmetic that rounds after
// each operation. All roundings are to nearest, ties to even.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_BLASLT_NUMBERS_H
#define AMP_RUNTIME_SIMULATOR_BLASLT_NUMBERS_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace amp::rt::simulator {

template <typename To, typename From>
To bitsAs(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To result;
  std::memcpy(&result, &value, sizeof(result));
  return result;
}

/// The value with only `Dropped` low bits of the significand rounded away, for
/// normal results.
template <unsigned Dropped>
float dropBits(float value) {
  if (!std::isfinite(value))
    return value;
  uint32_t bits = bitsAs<uint32_t>(value);
  bits += (UINT32_C(1) << (Dropped - 1)) - 1 + ((bits >> Dropped) & 1);
  return bitsAs<float>(bits & ~((UINT32_C(1) << Dropped) - 1));
}

/// The nearest value of bf16. Its range is that of f32, subnormals included.
inline float roundToBF16(float value) { return dropBits<16>(value); }

/// The nearest value of tf32, which is f32 with 10 bits of fraction.
inline float roundToTF32(float value) { return dropBits<13>(value); }

/// The nearest value of f16; an infinity from 65520 on.
inline float roundToF16(float value) {
  const float magnitude = std::fabs(value);
  if (magnitude >= 65520.0f)
    return std::copysign(std::numeric_limits<float>::infinity(), value);
  // Below 2^-14 the values are the multiples of 2^-24, which is the unit of
  // f32 at 0.5.
  if (magnitude < 0x1p-14f)
    return std::copysign((magnitude + 0.5f) - 0.5f, value);
  return dropBits<13>(value); // A NaN too.
}

inline uint16_t bitsOfF16(float value) {
  const uint32_t sign = bitsAs<uint32_t>(value) >> 16 & 0x8000;
  if (std::isnan(value))
    return static_cast<uint16_t>(sign | 0x7e00);
  const float rounded = std::fabs(roundToF16(value));
  if (std::isinf(rounded))
    return static_cast<uint16_t>(sign | 0x7c00);
  if (rounded < 0x1p-14f)
    return static_cast<uint16_t>(sign |
                                 static_cast<uint32_t>(rounded * 0x1p24f));
  // The exponent's bias is 127 in f32 and 15 in f16.
  return static_cast<uint16_t>(
      sign | ((bitsAs<uint32_t>(rounded) >> 13) - ((127 - 15) << 10)));
}

inline float valueOfF16(uint16_t bits) {
  const uint32_t exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  if (exponent == 0)
    return std::copysign(static_cast<float>(fraction) * 0x1p-24f,
                         bitsAs<float>(sign));
  const uint32_t wide = exponent == 31 ? 255 : exponent + 127 - 15;
  return bitsAs<float>(sign | wide << 23 | fraction << 13);
}

inline uint16_t bitsOfBF16(float value) {
  if (std::isnan(value)) // Quiet, or the payload may vanish.
    return static_cast<uint16_t>(bitsAs<uint32_t>(value) >> 16 | 0x40);
  return static_cast<uint16_t>(bitsAs<uint32_t>(roundToBF16(value)) >> 16);
}

inline float valueOfBF16(uint16_t bits) {
  return bitsAs<float>(static_cast<uint32_t>(bits) << 16);
}

/// The nearest number of s8: what lies beyond saturates, a NaN is 0.
inline int8_t toS8(float value) {
  if (std::isnan(value))
    return 0;
  if (value <= -128)
    return -128;
  if (value >= 127)
    return 127;
  return static_cast<int8_t>(std::nearbyintf(value));
}

//===----------------------------------------------------------------------===//
// Arithmetic: a number, its product and its sum as a unit computes them.
//===----------------------------------------------------------------------===//

struct ArithmeticF32 {
  using Number = float;
  static float multiply(float a, float b) { return a * b; }
  static float add(float a, float b) { return a + b; }
};

struct ArithmeticF64 {
  using Number = double;
  static double multiply(double a, double b) { return a * b; }
  static double add(double a, double b) { return a + b; }
};

/// Values of f16, each held in f32. A product of two is exact in f32, and f32
/// has enough bits that rounding a sum twice is as rounding it once.
struct ArithmeticF16 {
  using Number = float;
  static float multiply(float a, float b) { return roundToF16(a * b); }
  static float add(float a, float b) { return roundToF16(a + b); }
};

/// Wraps around, as two's complement does.
struct ArithmeticI32 {
  using Number = uint32_t;
  static uint32_t multiply(uint32_t a, uint32_t b) { return a * b; }
  static uint32_t add(uint32_t a, uint32_t b) { return a + b; }
};

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_BLASLT_NUMBERS_H
