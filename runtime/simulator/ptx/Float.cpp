//===- Float.cpp - Floating-point instructions ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What PTX rounds is rounded once, see Arithmetic.h. What it approximates gives
// the wrong one of the two values around the exact result: within the errors
// that the PTX ISA (9.1, the notes of each instruction) allows, and where the
// result cannot be represented never the rounded one.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Execution.h"
#include "Instructions.h"

#include <cfenv>
#include <type_traits>

namespace amp::rt::simulator::ptx {

namespace {

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The register of a value, or of two packed into one.
template <class Format, bool IsPacked>
using Register = std::conditional_t<
    !IsPacked, typename Format::Bits,
    std::conditional_t<sizeof(typename Format::Bits) == 2, uint32_t, uint64_t>>;

/// Calls a function of the bits of `Count` values for each thread, or for each
/// half of each thread's.
template <class Format, bool IsPacked, unsigned Count, class Function>
void loop(Machine &m, const Instruction &in, const Lanes &lanes,
          Function function) {
  using R = Register<Format, IsPacked>;
  using Bits = typename Format::Bits;
  R *d = m.reg<R>(in.operands[0]);
  const R *a = m.reg<R>(in.operands[1]);
  const R *b = Count > 1 ? m.reg<R>(in.operands[2]) : a;
  const R *c = Count > 2 ? m.reg<R>(in.operands[3]) : a;
  auto one = [=](Bits x, Bits y, Bits z) -> Bits {
    if constexpr (Count == 1)
      return function(x);
    else if constexpr (Count == 2)
      return function(x, y);
    else
      return function(x, y, z);
  };
  forEach(lanes, [=](uint32_t i) {
    if constexpr (IsPacked) {
      constexpr unsigned kShift = 8 * sizeof(Bits);
      Bits low = one(Bits(a[i]), Bits(b[i]), Bits(c[i]));
      Bits high =
          one(Bits(a[i] >> kShift), Bits(b[i] >> kShift), Bits(c[i] >> kShift));
      d[i] = R(low) | R(high) << kShift;
    } else {
      d[i] = one(a[i], b[i], c[i]);
    }
  });
}

/// The end of an operation: rounding and the modifiers.
template <class Format>
typename Format::Bits finish(double odd, Rounding rounding, bool ftz, bool sat,
                             bool relu) {
  typename Format::Bits bits = Format::round(odd, rounding);
  if (ftz)
    bits = flush<Format>(bits);
  if (sat)
    bits = saturate<Format>(bits);
  if (relu && !isNaN<Format>(bits) && (bits & Format::kSign))
    bits = 0;
  return bits;
}

/// Runs a loop in f64 with a direction of rounding of the host's.
template <class Function>
void withRounding(Rounding rounding, Function &&function) {
  static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                              FE_UPWARD, FE_TONEAREST};
  int before = std::fegetround();
  std::fesetround(modes[unsigned(rounding)]);
  function();
  std::fesetround(before);
}

//===----------------------------------------------------------------------===//
// Operations: `plain` in the host's f32 or f64 to nearest, `odd` to odd
//===----------------------------------------------------------------------===//

struct Add {
  static constexpr unsigned kCount = 2;
  template <class T>
  static T plain(T a, T b, T) {
    return a + b;
  }
  static double odd(double a, double b, double) { return oddSum(a, b); }
};
struct Sub {
  static constexpr unsigned kCount = 2;
  template <class T>
  static T plain(T a, T b, T) {
    return a - b;
  }
  static double odd(double a, double b, double) { return oddSum(a, -b); }
};
struct Mul {
  static constexpr unsigned kCount = 2;
  template <class T>
  static T plain(T a, T b, T) {
    return a * b;
  }
  static double odd(double a, double b, double) { return a * b; } // exact
};
struct Fma {
  static constexpr unsigned kCount = 3;
  static double plain(double a, double b, double c) {
    return std::fma(a, b, c);
  }
  static float plain(float a, float b, float c) {
    return float(oddSum(double(a) * b, c));
  }
  static double odd(double a, double b, double c) { return oddSum(a * b, c); }
};
struct Div {
  static constexpr unsigned kCount = 2;
  template <class T>
  static T plain(T a, T b, T) {
    return a / b;
  }
  static double odd(double a, double b, double) { return oddQuotient(a, b); }
};
struct Rcp {
  static constexpr unsigned kCount = 1;
  template <class T>
  static T plain(T a, T, T) {
    return T(1) / a;
  }
  static double odd(double a, double, double) { return oddQuotient(1, a); }
};
struct Sqrt {
  static constexpr unsigned kCount = 1;
  template <class T>
  static T plain(T a, T, T) {
    return std::sqrt(a);
  }
  static double odd(double a, double, double) { return oddSquareRoot(a); }
};

template <class Format, class Op, bool IsPacked>
void rounded(Machine &m, const Instruction &in, const Lanes &lanes) {
  using Bits = typename Format::Bits;
  Rounding rounding = in.rounding;
  bool ftz = in.ftz, sat = in.sat, relu = in.relu;
  auto apply = [=](Bits a, Bits b = 0, Bits c = 0) {
    if (ftz) {
      a = flush<Format>(a);
      b = flush<Format>(b);
      c = flush<Format>(c);
    }
    return finish<Format>(
        Op::odd(Format::widen(a), Format::widen(b), Format::widen(c)), rounding,
        ftz, sat, relu);
  };
  if constexpr (Op::kCount == 1)
    loop<Format, IsPacked, 1>(m, in, lanes, [=](Bits a) { return apply(a); });
  else if constexpr (Op::kCount == 2)
    loop<Format, IsPacked, 2>(m, in, lanes,
                              [=](Bits a, Bits b) { return apply(a, b); });
  else
    loop<Format, IsPacked, 3>(
        m, in, lanes, [=](Bits a, Bits b, Bits c) { return apply(a, b, c); });
}

/// add, sub and fma whose last operand and result are f32 and whose others are
/// of a 16-bit format.
template <class Format, class Op>
void mixed(Machine &m, const Instruction &in, const Lanes &lanes) {
  constexpr bool kIsFma = Op::kCount == 3;
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  const uint16_t *a = m.reg<uint16_t>(in.operands[1]);
  const uint16_t *b = kIsFma ? m.reg<uint16_t>(in.operands[2]) : a;
  const uint32_t *c = m.reg<uint32_t>(in.operands[kIsFma ? 3 : 2]);
  forEach(lanes, [=, rounding = in.rounding, sat = in.sat](uint32_t i) {
    double x = Format::widen(a[i]), y = Format::widen(b[i]),
           z = F32::widen(c[i]);
    d[i] =
        finish<F32>(Op::odd(x, kIsFma ? y : z, z), rounding, false, sat, false);
  });
}

/// f32 to nearest without modifiers, which is most of what there is.
template <class Op>
void plainF32(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  const uint32_t *a = m.reg<uint32_t>(in.operands[1]);
  const uint32_t *b = Op::kCount > 1 ? m.reg<uint32_t>(in.operands[2]) : a;
  const uint32_t *c = Op::kCount > 2 ? m.reg<uint32_t>(in.operands[3]) : a;
  forEach(lanes, [=](uint32_t i) {
    float result = Op::plain(floatOf(a[i]), floatOf(b[i]), floatOf(c[i]));
    uint32_t bits = bitsOf(result);
    d[i] = result == result ? bits : F32::kNaN;
  });
}

/// A 16-bit format without modifiers: f32 has more than twice its bits and so
/// may be rounded to first, but for fma.
template <class Op, bool IsBfloat, bool IsPacked>
void plain16(Machine &m, const Instruction &in, const Lanes &lanes) {
  using Format = std::conditional_t<IsBfloat, BF16, F16>;
  auto widen = [](uint16_t bits) {
    return IsBfloat ? bfloatToFloat(bits) : halfToFloat(bits);
  };
  loop<Format, IsPacked, 2>(m, in, lanes, [=](uint16_t a, uint16_t b) {
    float result = Op::plain(widen(a), widen(b), 0.0f);
    return IsBfloat ? floatToBfloat(result) : floatToHalf(result);
  });
}

template <class Op>
void plainF64(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint64_t *d = m.reg<uint64_t>(in.operands[0]);
  const uint64_t *a = m.reg<uint64_t>(in.operands[1]);
  const uint64_t *b = Op::kCount > 1 ? m.reg<uint64_t>(in.operands[2]) : a;
  const uint64_t *c = Op::kCount > 2 ? m.reg<uint64_t>(in.operands[3]) : a;
  if (in.rounding == Rounding::NearestEven) {
    forEach(lanes, [=](uint32_t i) {
      d[i] = bitsOf(Op::plain(doubleOf(a[i]), doubleOf(b[i]), doubleOf(c[i])));
    });
    return;
  }
  withRounding(in.rounding, [&] {
    for (uint32_t k = 0; k < lanes.count; ++k) {
      uint32_t i = lanes[k];
      // Volatile, so that it is computed between the two changes of direction.
      volatile double x = doubleOf(a[i]), y = doubleOf(b[i]),
                      z = doubleOf(c[i]);
      volatile double result = Op::plain(double(x), double(y), double(z));
      d[i] = bitsOf(double(result));
    }
  });
}

//===----------------------------------------------------------------------===//
// Minimum, maximum, signs
//===----------------------------------------------------------------------===//

/// Of two values, in f32 also of three.
template <class Format, bool IsPacked, bool IsMax>
void extremum(Machine &m, const Instruction &in, const Lanes &lanes) {
  using Bits = typename Format::Bits;
  bool ftz = in.ftz, takesNaN = in.mode & 1, xorSign = in.mode & 2;
  auto apply = [=](Bits a, Bits b) -> Bits {
    if (ftz) {
      a = flush<Format>(a);
      b = flush<Format>(b);
    }
    Bits sign = Bits((a ^ b) & Format::kSign);
    if (xorSign) {
      a &= Bits(~Format::kSign);
      b &= Bits(~Format::kSign);
    }
    Bits result;
    bool aIsNaN = isNaN<Format>(a), bIsNaN = isNaN<Format>(b);
    if (aIsNaN || bIsNaN) {
      if (takesNaN || (aIsNaN && bIsNaN))
        return Format::kNaN;
      result = aIsNaN ? b : a;
    } else {
      // Order as integers, in which -0 is less than +0.
      auto key = [](Bits bits) {
        return bits & Format::kSign ? Bits(~bits) : Bits(bits | Format::kSign);
      };
      result = (key(a) < key(b)) == IsMax ? b : a;
    }
    return xorSign ? Bits(result | sign) : result;
  };
  if constexpr (std::is_same_v<Format, F32>)
    if (in.operands[3] != kNoOperand)
      return loop<Format, IsPacked, 3>(
          m, in, lanes,
          [=](Bits a, Bits b, Bits c) { return apply(apply(a, b), c); });
  loop<Format, IsPacked, 2>(m, in, lanes, apply);
}

template <class Format, bool IsPacked, bool IsNegation>
void changeSign(Machine &m, const Instruction &in, const Lanes &lanes) {
  using Bits = typename Format::Bits;
  bool ftz = in.ftz;
  loop<Format, IsPacked, 1>(m, in, lanes, [=](Bits a) -> Bits {
    if (ftz)
      a = flush<Format>(a);
    return IsNegation ? Bits(a ^ Format::kSign) : Bits(a & ~Format::kSign);
  });
}

template <class Format>
void copySign(Machine &m, const Instruction &in, const Lanes &lanes) {
  using Bits = typename Format::Bits;
  loop<Format, false, 2>(m, in, lanes, [](Bits a, Bits b) -> Bits {
    return (a & Format::kSign) | (b & ~Format::kSign);
  });
}

template <class Format>
void testProperty(Machine &m, const Instruction &in, const Lanes &lanes) {
  using Bits = typename Format::Bits;
  uint8_t *d = m.reg<uint8_t>(in.operands[0]);
  const Bits *a = m.reg<Bits>(in.operands[1]);
  forEach(lanes, [=, mode = in.mode](uint32_t i) {
    Bits magnitude = a[i] & ~Format::kSign;
    switch (mode) {
    case 0:
      d[i] = magnitude < Format::kInfinity;
      break;
    case 1:
      d[i] = magnitude == Format::kInfinity;
      break;
    case 2:
      d[i] = magnitude <= Format::kInfinity;
      break;
    case 3:
      d[i] = magnitude > Format::kInfinity;
      break;
    case 4:
      d[i] = magnitude < Format::kInfinity && magnitude >= Format::kLeastNormal;
      break;
    default:
      d[i] = magnitude && magnitude < Format::kLeastNormal;
      break;
    }
  });
}

//===----------------------------------------------------------------------===//
// Approximations
//===----------------------------------------------------------------------===//

enum Function : uint8_t {
  Reciprocal,
  Root,
  RootReciprocal,
  Exp2,
  Log2,
  Sine,
  Cosine,
  Tangent
};

double evaluate(Function function, double a) {
  switch (function) {
  case Reciprocal:
    return 1 / a;
  case Root:
    return std::sqrt(a);
  case RootReciprocal:
    return 1 / std::sqrt(a);
  case Exp2:
    return std::exp2(a);
  case Log2:
    return std::log2(a);
  case Sine:
    return std::sin(a);
  case Cosine:
    return std::cos(a);
  case Tangent:
    return std::tanh(a);
  }
  return a;
}

/// The greatest errors, from the PTX ISA. f32: rcp 1 ulp; sqrt 2^-23 and rsqrt
/// 2^-22.9 relative; ex2 2 ulp from the rounded result; lg2 2^-22, absolute for
/// inputs in (0.5, 2) and else relative; sin and cos 2^-20.5 absolute in
/// [-2 pi, 2 pi], 2^-14.7 in [-100 pi, 100 pi], none stated beyond. ex2 2^-9.9
/// relative in f16 and 2^-7 in bf16; tanh 2^-10.987 absolute in f16 and 2^-8 in
/// bf16. The wrong neighbour is less than one ulp away: within all of them, but
/// for subnormal results of ex2 in f16 and bf16, where nothing is (it is
/// assumed that the error is absolute there). None is stated for f64; assumed
/// is what the functions below say.
template <class Format, bool IsPacked>
void approximate(Machine &m, const Instruction &in, const Lanes &lanes) {
  using Bits = typename Format::Bits;
  Function function = Function(in.mode);
  bool ftz = in.ftz;
  loop<Format, IsPacked, 1>(m, in, lanes, [=](Bits a) -> Bits {
    if (ftz)
      a = flush<Format>(a);
    Bits result = roundWrong<Format>(evaluate(function, Format::widen(a)));
    return ftz ? flush<Format>(result) : result;
  });
}

/// tanh in f32 may have a relative error of 2^-11: it is given with 12 bits.
void approximateTangent(Machine &m, const Instruction &in, const Lanes &lanes) {
  loop<F32, false, 1>(m, in, lanes, [](uint32_t a) -> uint32_t {
    double exact = std::tanh(double(floatOf(a)));
    if (exact != exact)
      return F32::kNaN;
    return roundDouble<8, 11>(exact, Rounding::NearestEven) << 12;
  });
}

/// rcp and rsqrt of f64 with .ftz: the upper 32 bits, the rest is 0. The PTX
/// ISA calls them gross and states no error; assumed is what truncation gives.
void approximateF64(Machine &m, const Instruction &in, const Lanes &lanes) {
  Function function = Function(in.mode);
  loop<F64, false, 1>(m, in, lanes, [=](uint64_t a) -> uint64_t {
    a = flush<F64>(a);
    uint64_t bits = bitsOf(evaluate(function, doubleOf(a)));
    if (isNaN<F64>(bits))
      return F64::kNaN;
    return flush<F64>(bits) & ~UINT64_C(0xffffffff);
  });
}

/// rsqrt.approx.f64 without .ftz: no error is stated, assumed is 1 ulp.
void rootReciprocalF64(Machine &m, const Instruction &in, const Lanes &lanes) {
  loop<F64, false, 1>(m, in, lanes, [=](uint64_t a) -> uint64_t {
    long double exact = 1 / std::sqrt((long double)(doubleOf(a)));
    return roundWrong<F64>(exact);
  });
}

/// div.approx (2 ulp for divisors in [2^-126, 2^126], zero or NaN above; below,
/// where nothing is stated, the same is assumed) and div.full (2 ulp).
template <bool IsFull>
void approximateQuotient(Machine &m, const Instruction &in,
                         const Lanes &lanes) {
  bool ftz = in.ftz;
  loop<F32, false, 2>(m, in, lanes, [=](uint32_t a, uint32_t b) -> uint32_t {
    if (ftz) {
      a = flush<F32>(a);
      b = flush<F32>(b);
    }
    double x = floatOf(a), y = floatOf(b);
    if (!IsFull && std::fabs(y) > 0x1p126 && std::isfinite(y)) {
      if (std::isinf(x) || x != x)
        return F32::kNaN;
      return (a ^ b) & F32::kSign;
    }
    uint32_t result = roundWrong<F32>(x / y);
    return ftz ? flush<F32>(result) : result;
  });
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

template <class Op>
bool selectArithmetic(const Form &form, Instruction &in, std::string &error) {
  constexpr bool kIsFma = Op::kCount == 3;
  bool isPlain =
      in.rounding == Rounding::NearestEven && !in.ftz && !in.sat && !in.relu;
  bool needsRounding = kIsFma && form.opcode == "fma";
  if ((needsRounding || (form.opcode == "mad" && in.type == Type::F64)) &&
      form.oneOf("rn rz rm rp") < 0) {
    error = "'" + std::string(form.opcode) + "' lacks a rounding";
    return false;
  }
  switch (in.type) {
  case Type::F32:
    in.execute = isPlain ? plainF32<Op> : rounded<F32, Op, false>;
    break;
  case Type::F32x2:
    in.execute = rounded<F32, Op, true>;
    break;
  case Type::F64:
    in.execute = plainF64<Op>;
    if (in.ftz || in.sat)
      error = "'.ftz' and '.sat' do not exist for '.f64'";
    break;
  case Type::F16:
    in.execute = rounded<F16, Op, false>;
    if constexpr (!kIsFma)
      in.execute = isPlain ? plain16<Op, false, false> : in.execute;
    break;
  case Type::F16x2:
    in.execute = rounded<F16, Op, true>;
    if constexpr (!kIsFma)
      in.execute = isPlain ? plain16<Op, false, true> : in.execute;
    break;
  case Type::BF16:
    in.execute = rounded<BF16, Op, false>;
    if constexpr (!kIsFma)
      in.execute = isPlain ? plain16<Op, true, false> : in.execute;
    break;
  default:
    in.execute = rounded<BF16, Op, true>;
    if constexpr (!kIsFma)
      in.execute = isPlain ? plain16<Op, true, true> : in.execute;
    break;
  }
  return error.empty();
}

template <class Op>
bool selectMixed(const Form &form, Instruction &in, std::string &error) {
  if (form.opcode == "fma" && form.oneOf("rn rz rm rp") < 0)
    error = "'fma' lacks a rounding";
  in.execute = in.sourceType == Type::F16 ? mixed<F16, Op> : mixed<BF16, Op>;
  return error.empty();
}

/// div, rcp and sqrt with a rounding.
template <class Op>
bool selectRounded(const Form &form, Instruction &in, std::string &error) {
  if (form.oneOf("rn rz rm rp") < 0) {
    error = "'" + std::string(form.opcode) + "' lacks a rounding, or '.approx'";
    return false;
  }
  bool isPlain = in.rounding == Rounding::NearestEven && !in.ftz;
  if (in.type == Type::F64)
    in.execute = plainF64<Op>;
  else
    in.execute = isPlain ? plainF32<Op> : rounded<F32, Op, false>;
  if (in.type == Type::F64 && in.ftz)
    error = "'.ftz' does not exist for '.f64'";
  return error.empty();
}

bool selectQuotient(const Form &form, Instruction &in, std::string &) {
  in.execute =
      form.has("full") ? approximateQuotient<true> : approximateQuotient<false>;
  return true;
}

template <Function F>
bool selectApproximate(const Form &form, Instruction &in, std::string &error) {
  in.mode = F;
  switch (in.type) {
  case Type::F16:
    in.execute = approximate<F16, false>;
    break;
  case Type::F16x2:
    in.execute = approximate<F16, true>;
    break;
  case Type::BF16:
    in.execute = approximate<BF16, false>;
    break;
  case Type::BF16x2:
    in.execute = approximate<BF16, true>;
    break;
  case Type::F64:
    in.execute = approximateF64;
    if (F == RootReciprocal && !in.ftz)
      in.execute = rootReciprocalF64;
    else if (!in.ftz)
      error = "'" + std::string(form.opcode) + ".approx.f64' lacks '.ftz'";
    break;
  default:
    in.execute = F == Tangent ? approximateTangent : approximate<F32, false>;
    break;
  }
  if ((in.type == Type::BF16 || in.type == Type::BF16x2) && F == Exp2 &&
      !in.ftz)
    error = "'ex2.approx' in bf16 lacks '.ftz'";
  return error.empty();
}

template <bool IsMax>
bool selectExtremum(const Form &form, Instruction &in, std::string &error) {
  in.mode = uint8_t(form.has("NaN") | form.has("xorsign") << 1);
  if (form.has("xorsign") != form.has("abs"))
    error = "'.xorsign' and '.abs' go together";
  switch (in.type) {
  case Type::F16:
    in.execute = extremum<F16, false, IsMax>;
    break;
  case Type::F16x2:
    in.execute = extremum<F16, true, IsMax>;
    break;
  case Type::BF16:
    in.execute = extremum<BF16, false, IsMax>;
    break;
  case Type::BF16x2:
    in.execute = extremum<BF16, true, IsMax>;
    break;
  case Type::F64:
    in.execute = extremum<F64, false, IsMax>;
    break;
  default:
    in.execute = extremum<F32, false, IsMax>;
    break;
  }
  return error.empty();
}

template <bool IsNegation>
bool selectSign(const Form &, Instruction &in, std::string &) {
  switch (in.type) {
  case Type::F16:
    in.execute = changeSign<F16, false, IsNegation>;
    break;
  case Type::F16x2:
    in.execute = changeSign<F16, true, IsNegation>;
    break;
  case Type::BF16:
    in.execute = changeSign<BF16, false, IsNegation>;
    break;
  case Type::BF16x2:
    in.execute = changeSign<BF16, true, IsNegation>;
    break;
  case Type::F64:
    in.execute = changeSign<F64, false, IsNegation>;
    break;
  default:
    in.execute = changeSign<F32, false, IsNegation>;
    break;
  }
  return true;
}

bool selectCopySign(const Form &, Instruction &in, std::string &) {
  in.execute = in.type == Type::F64 ? copySign<F64> : copySign<F32>;
  return true;
}

bool selectTest(const Form &form, Instruction &in, std::string &error) {
  int mode = form.oneOf("finite infinite number notanumber normal subnormal");
  if (mode < 0)
    error = "'testp' lacks what it tests";
  in.mode = uint8_t(mode);
  in.execute = in.type == Type::F64 ? testProperty<F64> : testProperty<F32>;
  return error.empty();
}

// add, sub and mul without a rounding are to nearest and may be contracted with
// others by ptxas; here they are not.
#define AMPRT_ALL_FLOATS "f16 f16x2 bf16 bf16x2 f32 f64"

const Row kRows[] = {
    {"add", "d a a", "rn rz rm rp ftz sat", "f32", selectArithmetic<Add>},
    {"add", "d a a", "rn rz rm rp ftz", "f32x2", selectArithmetic<Add>},
    {"add", "d a1 a", "rn rz rm rp sat", "f32/f16 bf16", selectMixed<Add>},
    {"add", "d a a", "rn rz rm rp", "f64", selectArithmetic<Add>},
    {"add", "d a a", "rn ftz sat", "f16 f16x2", selectArithmetic<Add>},
    {"add", "d a a", "rn", "bf16 bf16x2", selectArithmetic<Add>},
    {"sub", "d a a", "rn rz rm rp ftz sat", "f32", selectArithmetic<Sub>},
    {"sub", "d a a", "rn rz rm rp ftz", "f32x2", selectArithmetic<Sub>},
    {"sub", "d a1 a", "rn rz rm rp sat", "f32/f16 bf16", selectMixed<Sub>},
    {"sub", "d a a", "rn rz rm rp", "f64", selectArithmetic<Sub>},
    {"sub", "d a a", "rn ftz sat", "f16 f16x2", selectArithmetic<Sub>},
    {"sub", "d a a", "rn", "bf16 bf16x2", selectArithmetic<Sub>},
    {"mul", "d a a", "rn rz rm rp ftz sat", "f32", selectArithmetic<Mul>},
    {"mul", "d a a", "rn rz rm rp ftz", "f32x2", selectArithmetic<Mul>},
    {"mul", "d a a", "rn rz rm rp", "f64", selectArithmetic<Mul>},
    {"mul", "d a a", "rn ftz sat", "f16 f16x2", selectArithmetic<Mul>},
    {"mul", "d a a", "rn", "bf16 bf16x2", selectArithmetic<Mul>},
    {"fma", "d a a a", "rn rz rm rp ftz sat", "f32", selectArithmetic<Fma>},
    {"fma", "d a a a", "rn rz rm rp ftz", "f32x2", selectArithmetic<Fma>},
    {"fma", "d a1 a1 a", "rn rz rm rp sat", "f32/f16 bf16", selectMixed<Fma>},
    {"fma", "d a a a", "rn rz rm rp", "f64", selectArithmetic<Fma>},
    {"fma", "d a a a", "rn ftz sat relu", "f16 f16x2", selectArithmetic<Fma>},
    {"fma", "d a a a", "rn relu", "bf16 bf16x2", selectArithmetic<Fma>},
    {"mad", "d a a a", "rn rz rm rp ftz sat", "f32", selectArithmetic<Fma>},
    {"mad", "d a a a", "rn rz rm rp", "f64", selectArithmetic<Fma>},
    {"div", "d a a", "!approx ftz", "f32", selectQuotient},
    {"div", "d a a", "!full ftz", "f32", selectQuotient},
    {"div", "d a a", "rn rz rm rp ftz", "f32 f64", selectRounded<Div>},
    {"rcp", "d a", "!approx ftz", "f32 f64", selectApproximate<Reciprocal>},
    {"rcp", "d a", "rn rz rm rp ftz", "f32 f64", selectRounded<Rcp>},
    {"sqrt", "d a", "!approx ftz", "f32", selectApproximate<Root>},
    {"sqrt", "d a", "rn rz rm rp ftz", "f32 f64", selectRounded<Sqrt>},
    {"rsqrt", "d a", "!approx ftz", "f32 f64",
     selectApproximate<RootReciprocal>},
    {"ex2", "d a", "!approx ftz", "f16 f16x2 bf16 bf16x2 f32",
     selectApproximate<Exp2>},
    {"lg2", "d a", "!approx ftz", "f32", selectApproximate<Log2>},
    {"sin", "d a", "!approx ftz", "f32", selectApproximate<Sine>},
    {"cos", "d a", "!approx ftz", "f32", selectApproximate<Cosine>},
    {"tanh", "d a", "!approx", "f16 f16x2 bf16 bf16x2 f32",
     selectApproximate<Tangent>},
    {"min", "d a a a?", "ftz NaN", "f32", selectExtremum<false>},
    {"min", "d a a", "ftz NaN xorsign abs", "f16 f16x2 bf16 bf16x2 f32",
     selectExtremum<false>},
    {"min", "d a a", "", "f64", selectExtremum<false>},
    {"max", "d a a a?", "ftz NaN", "f32", selectExtremum<true>},
    {"max", "d a a", "ftz NaN xorsign abs", "f16 f16x2 bf16 bf16x2 f32",
     selectExtremum<true>},
    {"max", "d a a", "", "f64", selectExtremum<true>},
    {"abs", "d a", "ftz", AMPRT_ALL_FLOATS, selectSign<false>},
    {"neg", "d a", "ftz", AMPRT_ALL_FLOATS, selectSign<true>},
    {"copysign", "d a a", "", "f32 f64", selectCopySign},
    {"testp", "dp a", "finite infinite number notanumber normal subnormal",
     "f32 f64", selectTest},
};

} // namespace

Rows floatRows() { return {std::begin(kRows), std::end(kRows)}; }

} // namespace amp::rt::simulator::ptx
