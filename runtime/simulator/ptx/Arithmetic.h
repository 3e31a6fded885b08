//===- Arithmetic.h - Exact floating-point arithmetic -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic in f16, bf16, tf32 and f32 that rounds once. An operation is
// computed in f64 and rounded to odd: what f64 cannot hold leaves its last bit
// set. As f64 has more than two bits more than any of the formats, rounding
// that value to the format, in whatever mode, gives what rounding the exact
// result would (Boldo and Melquiond, "Emulation of a FMA and correctly rounded
// sums: proved algorithms using rounding to odd", 2008).
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_PTX_ARITHMETIC_H
#define AMP_RUNTIME_SIMULATOR_PTX_ARITHMETIC_H

#include "Types.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace amp::rt::simulator::ptx {

template <class To, class From>
inline To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

inline float floatOf(uint32_t bits) { return bitCast<float>(bits); }
inline double doubleOf(uint64_t bits) { return bitCast<double>(bits); }
inline uint32_t bitsOf(float value) { return bitCast<uint32_t>(value); }
inline uint64_t bitsOf(double value) { return bitCast<uint64_t>(value); }

/// The value of f64 next to a sum (a product plus a third) rounded to odd.
inline double oddSum(double a, double b) {
  double sum = a + b;
  double other = sum - a;
  double error = (a - (sum - other)) + (b - other);
  uint64_t bits = bitsOf(sum);
  // Away from zero if what is missing has the sum's sign. An infinite sum has
  // a NaN for an error, which compares unequal; it stays as it is.
  bool isExact = error == 0 || (bits & 1) || !(std::fabs(sum) < HUGE_VAL);
  uint64_t step = (error > 0) == (sum > 0) ? 1 : ~UINT64_C(0);
  return doubleOf(isExact ? bits : bits + step);
}

/// A quotient or root, rounded to odd; `remainder` has the sign of what is
/// missing, relative to the quotient's sign.
inline double oddFrom(double value, double remainder) {
  uint64_t bits = bitsOf(value);
  if (remainder == 0 || (bits & 1) || !std::isfinite(value) || value == 0)
    return value;
  return doubleOf((remainder > 0) == (value > 0) ? bits + 1 : bits - 1);
}

inline double oddQuotient(double a, double b) {
  double quotient = a / b;
  if (!std::isfinite(quotient) || quotient == 0 || std::isinf(b))
    return quotient;
  double remainder = std::fma(-quotient, b, a);
  return oddFrom(quotient, b > 0 ? remainder : -remainder);
}

inline double oddSquareRoot(double a) {
  double root = std::sqrt(a);
  return oddFrom(root, std::fma(-root, root, a));
}

/// Rounds to a format with `ExponentBits` and `MantissaBits` stored bits.
/// Gives its bits; NaNs are canonical, as NVIDIA's: all bits but the sign.
template <unsigned ExponentBits, unsigned MantissaBits>
inline uint32_t roundDouble(double value, Rounding mode) {
  constexpr int kBias = (1 << (ExponentBits - 1)) - 1;
  constexpr uint32_t kInfinity = ((1u << ExponentBits) - 1) << MantissaBits;
  constexpr uint32_t kSign = 1u << (ExponentBits + MantissaBits);
  uint64_t bits = bitsOf(value);
  uint32_t sign = bits >> 63 ? kSign : 0;
  uint64_t magnitude = bits & ~(UINT64_C(1) << 63);
  if (magnitude > UINT64_C(0x7ff0000000000000))
    return kSign - 1;
  if (magnitude == UINT64_C(0x7ff0000000000000))
    return sign | kInfinity;
  if (magnitude == 0)
    return sign;
  int exponent = int(magnitude >> 52) - 1023;
  uint64_t mantissa = magnitude & ((UINT64_C(1) << 52) - 1);
  if (exponent == -1023) // far below the least of every format
    exponent = -1022;
  else
    mantissa |= UINT64_C(1) << 52;
  // The value is mantissa * 2^(exponent - 52); the last bit that is kept
  // stands for 2^(quantum).
  int least = 1 - kBias - int(MantissaBits);
  int quantum = exponent - int(MantissaBits);
  if (quantum < least)
    quantum = least;
  int drop = quantum - (exponent - 52);
  uint64_t kept = drop > 63 ? 0 : mantissa >> drop;
  uint64_t rest = drop > 63 ? 1 : mantissa & ((UINT64_C(1) << drop) - 1);
  uint64_t half = drop > 63 ? 2 : UINT64_C(1) << (drop - 1);
  bool up = false;
  switch (mode) {
  case Rounding::NearestEven:
    up = rest > half || (rest == half && (kept & 1));
    break;
  case Rounding::NearestAway:
    up = rest >= half;
    break;
  case Rounding::Zero:
    break;
  case Rounding::Down:
    up = rest && sign;
    break;
  case Rounding::Up:
    up = rest && !sign;
    break;
  }
  kept += up;
  // A carry out of the mantissa goes into the exponent by itself.
  uint64_t result = kept;
  if (quantum > least || (kept >> MantissaBits))
    result = kept + (uint64_t(quantum - least) << MantissaBits);
  if (result >= kInfinity) {
    bool toInfinity =
        mode == Rounding::NearestEven || mode == Rounding::NearestAway ||
        (mode == Rounding::Down && sign) || (mode == Rounding::Up && !sign);
    result = toInfinity ? kInfinity : kInfinity - 1;
  }
  return sign | uint32_t(result);
}

/// f16: the value of its bits, exact, without a branch.
inline float halfToFloat(uint16_t half) {
  uint32_t magnitude = uint32_t(half & 0x7fff) << 13;
  // As an f32 it is too small by the difference of the biases.
  uint32_t bits = bitsOf(floatOf(magnitude) * 0x1p112f);
  bits = (half & 0x7fff) >= 0x7c00 ? magnitude | 0x7f800000u : bits;
  bits = (half & 0x7fff) > 0x7c00 ? 0x7fffffffu : bits;
  uint32_t sign = (half & 0x7fff) > 0x7c00 ? 0 : uint32_t(half & 0x8000) << 16;
  return floatOf(bits | sign);
}

/// f16: to nearest even, without a branch.
inline uint16_t floatToHalf(float value) {
  uint32_t bits = bitsOf(value);
  uint32_t sign = bits >> 16 & 0x8000;
  uint32_t magnitude = bits & 0x7fffffff;
  // Normal: rebias and round. Subnormal: an addition that leaves the bits of
  // f16 at the end of the mantissa does the rounding.
  uint32_t normal =
      (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1)) >> 13;
  uint32_t subnormal = bitsOf(floatOf(magnitude) + 0.5f) - 0x3f000000u;
  uint32_t result = magnitude < 0x38800000u ? subnormal : normal;
  result = magnitude >= 0x477ff000u ? 0x7c00 : result;
  result = magnitude > 0x7f800000u ? 0x7fff : result | sign;
  return uint16_t(result);
}

inline float bfloatToFloat(uint16_t bits) {
  return floatOf((bits & 0x7fff) > 0x7f80 ? 0x7fffffffu : uint32_t(bits) << 16);
}

inline uint16_t floatToBfloat(float value) {
  uint32_t bits = bitsOf(value);
  uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  return (bits & 0x7fffffff) > 0x7f800000u ? 0x7fff : uint16_t(rounded);
}

/// The formats as the operations see them: `Bits`, how to widen, how to round.
struct F16 {
  using Bits = uint16_t;
  static constexpr Bits kSign = 0x8000, kInfinity = 0x7c00, kNaN = 0x7fff,
                        kOne = 0x3c00, kLeastNormal = 0x0400;
  static double widen(Bits bits) { return halfToFloat(bits); }
  static Bits round(double value, Rounding mode) {
    return Bits(roundDouble<5, 10>(value, mode));
  }
};
struct BF16 {
  using Bits = uint16_t;
  static constexpr Bits kSign = 0x8000, kInfinity = 0x7f80, kNaN = 0x7fff,
                        kOne = 0x3f80, kLeastNormal = 0x0080;
  static double widen(Bits bits) { return bfloatToFloat(bits); }
  static Bits round(double value, Rounding mode) {
    return Bits(roundDouble<8, 7>(value, mode));
  }
};
struct F32 {
  using Bits = uint32_t;
  static constexpr Bits kSign = 0x80000000u, kInfinity = 0x7f800000u,
                        kNaN = 0x7fffffffu, kOne = 0x3f800000u,
                        kLeastNormal = 0x00800000u;
  static double widen(Bits bits) { return floatOf(bits); }
  static Bits round(double value, Rounding mode) {
    return roundDouble<8, 23>(value, mode);
  }
};
/// f64 is not rounded through a wider format; NaNs keep their bits.
struct F64 {
  using Bits = uint64_t;
  static constexpr Bits kSign = UINT64_C(1) << 63,
                        kInfinity = UINT64_C(0x7ff0000000000000),
                        kNaN = UINT64_C(0x7ff8000000000000),
                        kOne = UINT64_C(0x3ff0000000000000),
                        kLeastNormal = UINT64_C(0x0010000000000000);
  static double widen(Bits bits) { return doubleOf(bits); }
  static Bits round(double value, Rounding) { return bitsOf(value); }
};

template <class Format>
inline bool isNaN(typename Format::Bits bits) {
  return (bits & ~Format::kSign) > Format::kInfinity;
}

/// A subnormal number becomes a zero of its sign.
template <class Format>
inline typename Format::Bits flush(typename Format::Bits bits) {
  using Bits = typename Format::Bits;
  return Bits(bits & ~Format::kSign) < Format::kLeastNormal
             ? Bits(bits & Format::kSign)
             : bits;
}

/// Clamps to [0, 1]; NaN becomes +0.
template <class Format>
inline typename Format::Bits saturate(typename Format::Bits bits) {
  if (isNaN<Format>(bits) || (bits & Format::kSign))
    return 0;
  return bits > Format::kOne ? Format::kOne : bits;
}

/// Of the two values of a format around an exact one, the one that is farther
/// away: within one unit in the last place, and never what rounding to nearest
/// gives. What the format holds exactly stays. It stands for the approximate
/// instructions, so that where they are taken for the rounded ones it shows.
template <class Format>
inline typename Format::Bits roundWrong(long double exact) {
  using Bits = typename Format::Bits;
  Bits nearest = Format::round(double(exact), Rounding::NearestEven);
  Bits magnitude = nearest & ~Format::kSign;
  if (magnitude >= Format::kInfinity || exact == 0)
    return nearest;
  long double value = Format::widen(nearest);
  if (value == exact)
    return nearest;
  bool isLarger = std::fabs(exact) > std::fabs(value);
  if (isLarger)
    return magnitude + 1 == Format::kInfinity ? nearest : Bits(nearest + 1);
  return magnitude == 0 ? Bits(nearest + 1) : Bits(nearest - 1);
}

} // namespace amp::rt::simulator::ptx

#endif // AMP_RUNTIME_SIMULATOR_PTX_ARITHMETIC_H
