//===- Convert.cpp - cvt --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Execution.h"
#include "Instructions.h"

#include <cmath>

namespace amp::rt::simulator::ptx {

namespace {

//===----------------------------------------------------------------------===//
// Registers of any width
//===----------------------------------------------------------------------===//

uint64_t readBits(Machine &m, uint32_t operand, unsigned bytes, uint32_t i) {
  switch (bytes) {
  case 2:
    return m.reg<uint16_t>(operand)[i];
  case 4:
    return m.reg<uint32_t>(operand)[i];
  default:
    return m.reg<uint64_t>(operand)[i];
  }
}

void writeBits(Machine &m, uint32_t operand, unsigned bytes, uint32_t i,
               uint64_t value) {
  switch (bytes) {
  case 2:
    m.reg<uint16_t>(operand)[i] = uint16_t(value);
    break;
  case 4:
    m.reg<uint32_t>(operand)[i] = uint32_t(value);
    break;
  default:
    m.reg<uint64_t>(operand)[i] = value;
    break;
  }
}

/// The value of the low bits as an integer type, in 128 bits.
__int128 integerOf(Type type, uint64_t bits) {
  switch (type) {
  case Type::U8:
    return uint8_t(bits);
  case Type::S8:
    return int8_t(bits);
  case Type::U16:
    return uint16_t(bits);
  case Type::S16:
    return int16_t(bits);
  case Type::U32:
    return uint32_t(bits);
  case Type::S32:
    return int32_t(bits);
  case Type::S64:
    return int64_t(bits);
  default:
    return bits;
  }
}

__int128 leastOf(Type type) {
  return isSigned(type) ? -(__int128(1) << (8 * bytesOf(type) - 1)) : 0;
}
__int128 greatestOf(Type type) {
  return (__int128(1) << (8 * bytesOf(type) - isSigned(type))) - 1;
}

double widen(Type type, uint64_t bits) {
  switch (type) {
  case Type::F16:
    return halfToFloat(uint16_t(bits));
  case Type::BF16:
    return bfloatToFloat(uint16_t(bits));
  case Type::F32:
    return floatOf(uint32_t(bits));
  default:
    return doubleOf(bits);
  }
}

/// Rounds to a format of at most 32 bits; f64 values are exact or odd.
uint32_t roundTo(Type type, double value, Rounding rounding) {
  switch (type) {
  case Type::F16:
  case Type::F16x2:
    return F16::round(value, rounding);
  case Type::BF16:
  case Type::BF16x2:
    return BF16::round(value, rounding);
  case Type::TF32: {
    if (value != value)
      return F32::kNaN;
    return roundDouble<8, 10>(value, rounding) << 13;
  }
  default:
    return F32::round(value, rounding);
  }
}

/// .satfinite: the greatest number of the format instead of an infinity.
uint32_t limitToFinite(Type type, uint32_t bits) {
  switch (type) {
  case Type::F16:
  case Type::F16x2:
    return (bits & 0x7fff) == F16::kInfinity ? bits - 1 : bits;
  case Type::BF16:
  case Type::BF16x2:
    return (bits & 0x7fff) == BF16::kInfinity ? bits - 1 : bits;
  default: // tf32, whose last 13 bits are not its own
    return (bits & 0x7fffffff) == F32::kInfinity ? bits - (1u << 13) : bits;
  }
}

/// An integer as an f64, rounded to odd.
double oddInteger(__int128 value) {
  bool isNegative = value < 0;
  unsigned __int128 magnitude =
      isNegative ? -static_cast<unsigned __int128>(value) : value;
  uint64_t bits = uint64_t(magnitude); // all come from 64 bits
  if (!bits)
    return 0;
  int shift = 0;
  if (bits >> 53) {
    shift = 11 - __builtin_clzll(bits);
    uint64_t lost = bits & ((UINT64_C(1) << shift) - 1);
    bits = bits >> shift | (lost != 0);
  }
  double result = std::ldexp(double(bits), shift);
  return isNegative ? -result : result;
}

double roundToInteger(double value, Rounding rounding) {
  switch (rounding) {
  case Rounding::Zero:
    return std::trunc(value);
  case Rounding::Down:
    return std::floor(value);
  case Rounding::Up:
    return std::ceil(value);
  default:
    return std::nearbyint(value); // the host rounds to nearest even
  }
}

/// Of f32, the one type that cvt flushes.
double flushed(double value) {
  return std::fabs(value) < 0x1p-126 ? std::copysign(0.0, value) : value;
}

/// An f64 in another direction than to nearest.
double roundInteger64(__int128 value, Rounding rounding) {
  __int128 back = static_cast<__int128>(double(value));
  double nearest = double(value);
  switch (rounding) {
  case Rounding::Zero:
    if ((value < 0 && back < value) || (value > 0 && back > value))
      return std::nextafter(nearest, 0.0);
    return nearest;
  case Rounding::Down:
    return back > value ? std::nextafter(nearest, -HUGE_VAL) : nearest;
  case Rounding::Up:
    return back < value ? std::nextafter(nearest, HUGE_VAL) : nearest;
  default:
    return nearest;
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Any conversion of one value.
void convert(Machine &m, const Instruction &in, const Lanes &lanes) {
  const Type to = in.type, from = in.sourceType;
  for (uint32_t k = 0; k < lanes.count; ++k) {
    uint32_t i = lanes[k];
    uint64_t bits = readBits(m, in.operands[1], in.registerBytes, i);
    uint64_t result;
    if (!isFloat(from)) {
      __int128 value = integerOf(from, bits);
      if (!isFloat(to)) {
        if (in.sat)
          value = std::min(std::max(value, leastOf(to)), greatestOf(to));
        result = uint64_t(integerOf(to, uint64_t(value)));
      } else if (to == Type::F64) {
        result = bitsOf(roundInteger64(value, in.rounding));
      } else {
        result = roundTo(to, oddInteger(value), in.rounding);
      }
      if (isFloat(to) && in.sat)
        result = to == Type::F64   ? saturate<F64>(result)
                 : to == Type::F32 ? saturate<F32>(uint32_t(result))
                 : to == Type::F16 ? saturate<F16>(uint16_t(result))
                                   : saturate<BF16>(uint16_t(result));
      writeBits(m, in.operands[0], in.targetBytes, i, result);
      continue;
    }
    double value = widen(from, bits);
    if (in.ftz && from == Type::F32)
      value = flushed(value);
    if (!isFloat(to)) {
      // Out of range gives the nearest value of the type, NaN zero.
      double whole = roundToInteger(value, in.rounding);
      __int128 integer = 0;
      if (whole != whole)
        integer = 0;
      else if (whole >= 0x1p64)
        integer = greatestOf(to);
      else if (whole <= -0x1p64)
        integer = leastOf(to);
      else
        integer = std::min(std::max(static_cast<__int128>(whole), leastOf(to)),
                           greatestOf(to));
      writeBits(m, in.operands[0], in.targetBytes, i,
                uint64_t(integerOf(to, uint64_t(integer))));
      continue;
    }
    if (in.flag) // .rni and the like between floating-point types
      value = roundToInteger(value, in.rounding);
    if (to == Type::F64) {
      result = bitsOf(value);
      if (in.sat)
        result = saturate<F64>(result);
    } else {
      uint32_t narrow =
          roundTo(to, value, in.flag ? Rounding::NearestEven : in.rounding);
      if (in.mode)
        narrow = limitToFinite(to, narrow);
      if (in.ftz && to == Type::F32)
        narrow = flush<F32>(narrow);
      if (in.sat)
        narrow = to == Type::F32   ? saturate<F32>(narrow)
                 : to == Type::F16 ? saturate<F16>(uint16_t(narrow))
                                   : saturate<BF16>(uint16_t(narrow));
      if (in.relu) {
        uint32_t sign = bytesOf(to) == 2 ? 0x8000u : F32::kSign;
        if ((narrow & sign) != 0)
          narrow = 0;
      }
      result = narrow;
    }
    writeBits(m, in.operands[0], in.targetBytes, i, result);
  }
}

/// Two f32 to two halves: the first operand becomes the upper one.
void convertPair(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  const uint32_t *a = m.reg<uint32_t>(in.operands[1]);
  const uint32_t *b = m.reg<uint32_t>(in.operands[2]);
  auto one = [&in](uint32_t bits) {
    uint32_t result = roundTo(in.type, floatOf(bits), in.rounding);
    if (in.mode)
      result = limitToFinite(in.type, result);
    return in.relu && (result & 0x8000) ? 0 : result;
  };
  for (uint32_t k = 0; k < lanes.count; ++k) {
    uint32_t i = lanes[k];
    d[i] = one(a[i]) << 16 | one(b[i]);
  }
}

// The frequent ones, with registers of the types' own widths.

/// Between integers: `From` extends to `To`, a register's type.
template <class From, class Source, class To>
void extend(Machine &m, const Instruction &in, const Lanes &lanes) {
  To *d = m.reg<To>(in.operands[0]);
  const Source *a = m.reg<Source>(in.operands[1]);
  forEach(lanes, [=](uint32_t i) { d[i] = To(From(a[i])); });
}

template <class From, class To>
void toFloat(Machine &m, const Instruction &in, const Lanes &lanes) {
  To *d = m.reg<To>(in.operands[0]);
  const From *a = m.reg<From>(in.operands[1]);
  forEach(lanes, [=](uint32_t i) {
    if constexpr (sizeof(To) == 4)
      d[i] = bitsOf(float(a[i]));
    else
      d[i] = bitsOf(double(a[i]));
  });
}

void halfToF32(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  const uint16_t *a = m.reg<uint16_t>(in.operands[1]);
  forEach(lanes, [=](uint32_t i) { d[i] = bitsOf(halfToFloat(a[i])); });
}
void bfloatToF32(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  const uint16_t *a = m.reg<uint16_t>(in.operands[1]);
  forEach(lanes, [=](uint32_t i) { d[i] = bitsOf(bfloatToFloat(a[i])); });
}
void f32ToHalf(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint16_t *d = m.reg<uint16_t>(in.operands[0]);
  const uint32_t *a = m.reg<uint32_t>(in.operands[1]);
  forEach(lanes, [=](uint32_t i) { d[i] = floatToHalf(floatOf(a[i])); });
}
void f32ToBfloat(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint16_t *d = m.reg<uint16_t>(in.operands[0]);
  const uint32_t *a = m.reg<uint32_t>(in.operands[1]);
  forEach(lanes, [=](uint32_t i) { d[i] = floatToBfloat(floatOf(a[i])); });
}
void f32ToF64(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint64_t *d = m.reg<uint64_t>(in.operands[0]);
  const uint32_t *a = m.reg<uint32_t>(in.operands[1]);
  forEach(lanes, [=](uint32_t i) { d[i] = bitsOf(double(floatOf(a[i]))); });
}
void f64ToF32(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  const uint64_t *a = m.reg<uint64_t>(in.operands[1]);
  forEach(lanes, [=](uint32_t i) {
    float value = float(doubleOf(a[i]));
    d[i] = value == value ? bitsOf(value) : F32::kNaN;
  });
}

template <class From, class Source>
Execute extendTo(unsigned bytes) {
  return bytes == 2   ? Execute(extend<From, Source, uint16_t>)
         : bytes == 4 ? Execute(extend<From, Source, uint32_t>)
                      : Execute(extend<From, Source, uint64_t>);
}

/// A loop for a frequent conversion, or null.
Execute frequent(const Instruction &in) {
  Type to = in.type, from = in.sourceType;
  bool isNearest = in.rounding == Rounding::NearestEven;
  if (in.ftz || in.sat || in.relu || in.flag || in.mode)
    return nullptr;
  unsigned from8 = bytesOf(from);
  if (!isFloat(to) && !isFloat(from)) {
    // A narrower target is extended in its register by its own sign.
    if (bytesOf(to) != in.targetBytes || in.registerBytes < from8)
      return nullptr;
    if (from8 == 1 && in.registerBytes == 2)
      return isSigned(from) ? extendTo<int8_t, uint16_t>(in.targetBytes)
                            : extendTo<uint8_t, uint16_t>(in.targetBytes);
    if (from8 != in.registerBytes)
      return nullptr;
    switch (from) {
    case Type::S16:
      return extendTo<int16_t, uint16_t>(in.targetBytes);
    case Type::U16:
      return extendTo<uint16_t, uint16_t>(in.targetBytes);
    case Type::S32:
      return extendTo<int32_t, uint32_t>(in.targetBytes);
    case Type::U32:
      return extendTo<uint32_t, uint32_t>(in.targetBytes);
    default:
      return extendTo<uint64_t, uint64_t>(in.targetBytes);
    }
  }
  if (bytesOf(to) != in.targetBytes || from8 != in.registerBytes || !isNearest)
    return nullptr;
  if (to == Type::F32)
    switch (from) {
    case Type::F16:
      return halfToF32;
    case Type::BF16:
      return bfloatToF32;
    case Type::F64:
      return f64ToF32;
    case Type::U16:
      return toFloat<uint16_t, uint32_t>;
    case Type::S16:
      return toFloat<int16_t, uint32_t>;
    case Type::U32:
      return toFloat<uint32_t, uint32_t>;
    case Type::S32:
      return toFloat<int32_t, uint32_t>;
    case Type::U64:
      return toFloat<uint64_t, uint32_t>;
    case Type::S64:
      return toFloat<int64_t, uint32_t>;
    default:
      return nullptr;
    }
  if (from == Type::F32)
    switch (to) {
    case Type::F16:
      return f32ToHalf;
    case Type::BF16:
      return f32ToBfloat;
    case Type::F64:
      return f32ToF64;
    default:
      return nullptr;
    }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

bool selectConvert(const Form &form, Instruction &in, std::string &error) {
  Type to = in.type, from = in.sourceType;
  int toInteger = form.oneOf("rni rzi rmi rpi");
  int toFloating = form.oneOf("rn rz rm rp rna");
  bool isLossless =
      isFloat(to) && isFloat(from) &&
      (to == from || to == Type::F64 ||
       (to == Type::F32 && (from == Type::F16 || from == Type::BF16)));
  if (to == Type::TF32) {
    isLossless = false;
    if (from != Type::F32)
      error = "'cvt' to tf32 is from f32";
  }
  if ((to == Type::BF16 && from == Type::F16) ||
      (to == Type::F16 && from == Type::BF16))
    isLossless = false;
  if (form.has("rna") && to != Type::TF32)
    error = "'.rna' is for tf32";
  if (!isFloat(to) && isFloat(from)) {
    if (toInteger < 0)
      error = "'cvt' to an integer lacks '.rni', '.rzi', '.rmi' or '.rpi'";
  } else if (!isFloat(to) && !isFloat(from)) {
    if (toInteger >= 0 || toFloating >= 0)
      error = "'cvt' between integers has a rounding";
  } else if (isLossless) {
    if (toFloating >= 0)
      error = "'cvt' that loses nothing has a rounding";
    if (toInteger >= 0 && to != from)
      error = "'cvt' with a rounding to an integer changes the type";
    in.flag = toInteger >= 0;
  } else if (toFloating < 0) {
    error = "'cvt' lacks a rounding";
  }
  in.mode = form.has("satfinite");
  if (in.mode && (from != Type::F32 || bytesOf(to) == 8 || to == Type::F32))
    error = "'.satfinite' is for 'cvt' from f32 to a shorter type";
  if (in.relu && (!isFloat(to) || !isFloat(from)))
    error = "'.relu' is for floating-point types";
  in.execute = convert;
  return error.empty();
}

bool selectPair(const Form &form, Instruction &in, std::string &error) {
  if (form.oneOf("rn rz") < 0)
    error = "'cvt' lacks a rounding";
  in.mode = form.has("satfinite");
  in.execute = convertPair;
  return error.empty();
}

#define AMPRT_CONVERTIBLE "u8 u16 u32 u64 s8 s16 s32 s64 f16 bf16 f32 f64"

const Row kRows[] = {
    {"cvt", "d a1 a1", "rn rz relu satfinite", "f16x2 bf16x2/f32", selectPair},
    {"cvt", "dl al", "rn rz rna relu satfinite", "tf32/f32", selectConvert},
    {"cvt", "dl al", "rn rz relu satfinite", "f16 bf16/f32", selectConvert},
    {"cvt", "dl al", "rn rz rm rp rni rzi rmi rpi ftz sat relu",
     AMPRT_CONVERTIBLE "/" AMPRT_CONVERTIBLE, selectConvert},
};

} // namespace

Rows convertRows() { return {std::begin(kRows), std::end(kRows)}; }

/// Called once the widths of the registers are known.
void specializeConvert(Instruction &in) {
  if (in.execute == convert)
    if (Execute loop = frequent(in))
      in.execute = loop;
}

} // namespace amp::rt::simulator::ptx
