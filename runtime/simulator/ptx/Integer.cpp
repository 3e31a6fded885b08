//===- Integer.cpp - Integers, logic, comparison --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Execution.h"
#include "Instructions.h"

#include <limits>
#include <type_traits>

namespace amp::rt::simulator::ptx {

namespace {

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

template <class D, class A, class Op>
void unary(Machine &m, const Instruction &in, const Lanes &lanes) {
  D *d = m.reg<D>(in.operands[0]);
  const A *a = m.reg<A>(in.operands[1]);
  forEach(lanes, [=](uint32_t i) { d[i] = D(Op::apply(a[i])); });
}

template <class D, class A, class B, class Op>
void binary(Machine &m, const Instruction &in, const Lanes &lanes) {
  D *d = m.reg<D>(in.operands[0]);
  const A *a = m.reg<A>(in.operands[1]);
  const B *b = m.reg<B>(in.operands[2]);
  forEach(lanes, [=](uint32_t i) { d[i] = D(Op::apply(a[i], b[i])); });
}

template <class D, class A, class B, class C, class Op>
void ternary(Machine &m, const Instruction &in, const Lanes &lanes) {
  D *d = m.reg<D>(in.operands[0]);
  const A *a = m.reg<A>(in.operands[1]);
  const B *b = m.reg<B>(in.operands[2]);
  const C *c = m.reg<C>(in.operands[3]);
  forEach(lanes, [=](uint32_t i) { d[i] = D(Op::apply(a[i], b[i], c[i])); });
}

/// Calls a function with a value of the C++ type that a type of integers is.
template <class Function>
bool withInteger(Type type, Function &&function) {
  switch (type) {
  case Type::U16:
  case Type::B16:
    function(uint16_t());
    return true;
  case Type::S16:
    function(int16_t());
    return true;
  case Type::U32:
  case Type::B32:
    function(uint32_t());
    return true;
  case Type::S32:
    function(int32_t());
    return true;
  case Type::U64:
  case Type::B64:
    function(uint64_t());
    return true;
  case Type::S64:
    function(int64_t());
    return true;
  default:
    return false;
  }
}

template <class T>
using Unsigned = std::make_unsigned_t<T>;
template <class T>
using Wide = std::conditional_t<
    sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>,
    std::conditional_t<
        sizeof(T) == 4,
        std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>,
        std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>>>;

//===----------------------------------------------------------------------===//
// Operations; what overflows wraps
//===----------------------------------------------------------------------===//

struct Add {
  template <class T>
  static T apply(T a, T b) {
    return T(uint64_t(a) + uint64_t(b));
  }
};
struct AddSaturating {
  static int32_t apply(int32_t a, int32_t b) {
    int64_t sum = int64_t(a) + b;
    return int32_t(
        std::min<int64_t>(std::max<int64_t>(sum, INT32_MIN), INT32_MAX));
  }
};
struct Sub {
  template <class T>
  static T apply(T a, T b) {
    return T(uint64_t(a) - uint64_t(b));
  }
};
struct SubSaturating {
  static int32_t apply(int32_t a, int32_t b) {
    int64_t difference = int64_t(a) - b;
    return int32_t(
        std::min<int64_t>(std::max<int64_t>(difference, INT32_MIN), INT32_MAX));
  }
};
struct MulLow {
  template <class T>
  static T apply(T a, T b) {
    return T(uint64_t(a) * uint64_t(b));
  }
};
struct MulHigh {
  template <class T>
  static T apply(T a, T b) {
    return T((Wide<T>(a) * Wide<T>(b)) >> (8 * sizeof(T)));
  }
};
struct MulWide {
  template <class T>
  static Wide<T> apply(T a, T b) {
    return Wide<T>(a) * Wide<T>(b);
  }
};
struct MadLow {
  template <class T>
  static T apply(T a, T b, T c) {
    return T(uint64_t(a) * uint64_t(b) + uint64_t(c));
  }
};
struct MadHigh {
  template <class T>
  static T apply(T a, T b, T c) {
    return Add::apply(MulHigh::apply(a, b), c);
  }
};
struct MadHighSaturating {
  static int32_t apply(int32_t a, int32_t b, int32_t c) {
    return AddSaturating::apply(MulHigh::apply(a, b), c);
  }
};
struct MadWide {
  template <class T>
  static Wide<T> apply(T a, T b, Wide<T> c) {
    return Wide<T>(uint64_t(MulWide::apply(a, b)) + uint64_t(c));
  }
};
struct Div {
  template <class T>
  static T apply(T a, T b) {
    if (b == 0) // what it gives is not specified; the hardware sets all bits
      return T(-1);
    if (std::is_signed_v<T> && b == T(-1))
      return T(0 - uint64_t(a));
    return T(a / b);
  }
};
struct Rem {
  template <class T>
  static T apply(T a, T b) {
    if (b == 0)
      return a;
    if (std::is_signed_v<T> && b == T(-1))
      return 0;
    return T(a % b);
  }
};
struct Abs {
  template <class T>
  static T apply(T a) {
    return a < 0 ? T(0 - uint64_t(a)) : a;
  }
};
struct Neg {
  template <class T>
  static T apply(T a) {
    return T(0 - uint64_t(a));
  }
};
struct Min {
  template <class T>
  static T apply(T a, T b) {
    return a < b ? a : b;
  }
};
struct Max {
  template <class T>
  static T apply(T a, T b) {
    return a < b ? b : a;
  }
};
template <class Op>
struct OrZero {
  template <class T>
  static T apply(T a, T b) {
    return std::max<T>(Op::apply(a, b), 0);
  }
};
/// An operation on both halves of a register.
template <class T, class Op>
struct Halves {
  static uint32_t apply(uint32_t a, uint32_t b) {
    uint32_t low = uint16_t(Op::apply(T(a), T(b)));
    uint32_t high = uint16_t(Op::apply(T(a >> 16), T(b >> 16)));
    return low | high << 16;
  }
};
struct And {
  template <class T>
  static T apply(T a, T b) {
    return a & b;
  }
};
struct Or {
  template <class T>
  static T apply(T a, T b) {
    return a | b;
  }
};
struct Xor {
  template <class T>
  static T apply(T a, T b) {
    return a ^ b;
  }
};
struct Not {
  template <class T>
  static T apply(T a) {
    return T(~a);
  }
};
struct LogicalNot {
  static uint8_t apply(uint8_t a) { return !a; }
};
struct CNot {
  template <class T>
  static T apply(T a) {
    return a == 0;
  }
};
struct Shl {
  template <class T>
  static T apply(T a, uint32_t n) {
    return n >= 8 * sizeof(T) ? 0 : T(uint64_t(a) << n);
  }
};
struct Shr {
  template <class T>
  static T apply(T a, uint32_t n) {
    constexpr uint32_t kBits = 8 * sizeof(T);
    if (n >= kBits)
      return std::is_signed_v<T> ? T(a >> (kBits - 1)) : T(0);
    return T(a >> n);
  }
};
template <bool IsLeft, bool Wraps>
struct Funnel {
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t c) {
    uint64_t both = uint64_t(b) << 32 | a;
    uint32_t n = Wraps ? c & 31 : std::min(c, 32u);
    return IsLeft ? uint32_t((both << n) >> 32) : uint32_t(both >> n);
  }
};
struct Bfe {
  template <class T>
  static T apply(T a, uint32_t b, uint32_t c) {
    constexpr uint32_t kBits = 8 * sizeof(T);
    uint32_t position = b & 255, length = c & 255;
    Unsigned<T> bits = a;
    Unsigned<T> field = position < kBits ? bits >> position : 0;
    uint32_t last = position + length - 1;
    bool sign = std::is_signed_v<T> && length &&
                (bits >> std::min(last, kBits - 1) & 1);
    // Bits above the field, or of it above the value, are the sign.
    uint32_t valid = std::min(length, position < kBits ? kBits - position : 0);
    Unsigned<T> mask =
        valid >= kBits ? Unsigned<T>(-1) : (Unsigned<T>(1) << valid) - 1;
    return T((field & mask) | (sign ? Unsigned<T>(~mask) : 0));
  }
};
struct Popc {
  template <class T>
  static uint32_t apply(T a) {
    return uint32_t(__builtin_popcountll(a));
  }
};
struct Clz {
  template <class T>
  static uint32_t apply(T a) {
    return a ? uint32_t(__builtin_clzll(a)) - (64 - 8 * sizeof(T))
             : 8 * sizeof(T);
  }
};
template <bool IsShift>
struct Bfind {
  template <class T>
  static uint32_t apply(T a) {
    Unsigned<T> bits = a < 0 ? Unsigned<T>(~a) : Unsigned<T>(a);
    if (!bits)
      return ~0u;
    uint32_t zeros = Clz::apply(bits);
    return IsShift ? zeros : uint32_t(8 * sizeof(T)) - 1 - zeros;
  }
};
struct Brev {
  template <class T>
  static T apply(T a) {
    T result = 0;
    for (unsigned i = 0; i < 8 * sizeof(T); ++i)
      result = T(result << 1) | (a >> i & 1);
    return result;
  }
};
struct Sad {
  template <class T>
  static T apply(T a, T b, T c) {
    Unsigned<T> difference = a < b ? Unsigned<T>(b) - Unsigned<T>(a)
                                   : Unsigned<T>(a) - Unsigned<T>(b);
    return T(uint64_t(c) + difference);
  }
};
template <class A, class B>
struct Dp4a {
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t c) {
    for (unsigned i = 0; i < 32; i += 8)
      c += uint32_t(int32_t(A(a >> i)) * int32_t(B(b >> i)));
    return c;
  }
};

/// Of a, the upper or the lower half of b's bytes.
template <class A, class B, bool IsHigh>
struct Dp2a {
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t c) {
    b >>= IsHigh ? 16 : 0;
    return c + uint32_t(int32_t(A(a)) * B(b)) +
           uint32_t(int32_t(A(a >> 16)) * B(b >> 8));
  }
};
/// Products of 24 bits: the lower 32 of their 48 bits, or the upper.
template <class T, bool IsHigh>
struct Mul24 {
  static T apply(T a, T b) {
    auto narrow = [](T x) { return Wide<T>(T(uint32_t(x) << 8)) / 256; };
    return T(narrow(a) * narrow(b) >> (IsHigh ? 16 : 0));
  }
};
template <class T, bool IsHigh>
struct Mad24 {
  static T apply(T a, T b, T c) {
    return Add::apply(Mul24<T, IsHigh>::apply(a, b), c);
  }
};
struct Mad24HighSaturating {
  static int32_t apply(int32_t a, int32_t b, int32_t c) {
    return AddSaturating::apply(Mul24<int32_t, true>::apply(a, b), c);
  }
};
/// The place of a set bit: the one that is `offset` bits on from `base`, which
/// counts itself; 0 asks for base alone.
struct Fns {
  static uint32_t apply(uint32_t mask, uint32_t base, uint32_t offset) {
    int32_t step = int32_t(offset) < 0 ? -1 : 1;
    uint32_t count = int32_t(offset) < 0 ? 0 - offset : offset;
    if (count == 0)
      return base < 32 && (mask >> base & 1) ? base : ~0u;
    for (int64_t i = base; i >= 0 && i < 32; i += step)
      if ((mask >> i & 1) && --count == 0)
        return uint32_t(i);
    return ~0u;
  }
};
/// So many set bits from a place on.
template <bool Wraps>
struct Bmsk {
  static uint32_t apply(uint32_t position, uint32_t width) {
    if (Wraps) {
      position &= 31;
      width &= 31;
    }
    uint64_t bits = width >= 32 ? ~0u : (UINT64_C(1) << width) - 1;
    return position >= 32 ? 0 : uint32_t(bits << position);
  }
};
/// The last n bits, extended.
template <class T, bool Wraps>
struct Szext {
  static T apply(T a, uint32_t n) {
    n = Wraps ? n & 31 : n;
    if (n == 0)
      return 0;
    return n >= 32 ? a : T(T(uint32_t(a) << (32 - n)) >> (32 - n));
  }
};

/// The control that a mode of prmt gives byte `i`, from the last bits of c.
uint32_t permuteControl(uint8_t mode, uint32_t c, uint32_t i) {
  uint32_t n = c & 3;
  switch (mode) {
  case 1: // f4e
    return n + i;
  case 2: // b4e
    return (n - i) & 7;
  case 3: // rc8
    return n;
  case 4: // ecl
    return std::max(n, i);
  case 5: // ecr
    return std::min(n, i);
  case 6: // rc16
    return (n & 1) * 2 + (i & 1);
  default:
    return c >> 4 * i & 15;
  }
}

void permute(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  const uint32_t *a = m.reg<uint32_t>(in.operands[1]);
  const uint32_t *b = m.reg<uint32_t>(in.operands[2]);
  const uint32_t *c = m.reg<uint32_t>(in.operands[3]);
  forEach(lanes, [=, mode = in.mode](uint32_t i) {
    uint64_t both = uint64_t(b[i]) << 32 | a[i];
    uint32_t result = 0;
    for (uint32_t byte = 0; byte < 4; ++byte) {
      uint32_t control = permuteControl(mode, c[i], byte);
      uint32_t value = both >> 8 * (control & 7) & 255;
      if (control & 8)
        value = value & 0x80 ? 0xff : 0;
      result |= value << 8 * byte;
    }
    d[i] = result;
  });
}

template <class T>
void insertBits(Machine &m, const Instruction &in, const Lanes &lanes) {
  T *d = m.reg<T>(in.operands[0]);
  const T *a = m.reg<T>(in.operands[1]);
  const T *b = m.reg<T>(in.operands[2]);
  const uint32_t *c = m.reg<uint32_t>(in.operands[3]);
  const uint32_t *e = m.reg<uint32_t>(in.operands[4]);
  forEach(lanes, [=](uint32_t i) {
    constexpr uint32_t kBits = 8 * sizeof(T);
    uint32_t position = c[i] & 255, length = e[i] & 255;
    T mask = length >= kBits ? T(-1) : T((T(1) << length) - 1);
    d[i] = position >= kBits
               ? b[i]
               : T((b[i] & ~(mask << position)) | ((a[i] & mask) << position));
  });
}

void lop3(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  const uint32_t *a = m.reg<uint32_t>(in.operands[1]);
  const uint32_t *b = m.reg<uint32_t>(in.operands[2]);
  const uint32_t *c = m.reg<uint32_t>(in.operands[3]);
  const uint32_t *lut = m.reg<uint32_t>(in.operands[4]);
  forEach(lanes, [=](uint32_t i) {
    uint32_t result = 0;
    for (uint32_t k = 0; k < 8; ++k)
      if (lut[i] >> k & 1)
        result |= (k & 4 ? a[i] : ~a[i]) & (k & 2 ? b[i] : ~b[i]) &
                  (k & 1 ? c[i] : ~c[i]);
    d[i] = result;
  });
}

/// add, sub and mad with a carry in, a carry out, or both. For differences the
/// carry is the borrow.
template <class T, bool IsSub, bool In, bool Out>
void carrying(Machine &m, const Instruction &in, const Lanes &lanes) {
  T *d = m.reg<T>(in.operands[0]);
  const T *a = m.reg<T>(in.operands[1]);
  const T *b = m.reg<T>(in.operands[2]);
  uint8_t *carry = m.reg<uint8_t>(in.operands[3]);
  forEach(lanes, [=](uint32_t i) {
    using W = unsigned __int128;
    W extra = In ? carry[i] : 0;
    W result = IsSub ? W(a[i]) - b[i] - extra : W(a[i]) + b[i] + extra;
    d[i] = T(result);
    if (Out)
      carry[i] = uint8_t(result >> (8 * sizeof(T)) & 1);
  });
}

template <class T, bool IsHigh, bool In, bool Out>
void carryingMad(Machine &m, const Instruction &in, const Lanes &lanes) {
  T *d = m.reg<T>(in.operands[0]);
  const T *a = m.reg<T>(in.operands[1]);
  const T *b = m.reg<T>(in.operands[2]);
  const T *c = m.reg<T>(in.operands[3]);
  uint8_t *carry = m.reg<uint8_t>(in.operands[4]);
  forEach(lanes, [=](uint32_t i) {
    using W = unsigned __int128;
    Unsigned<T> product = Unsigned<T>(IsHigh ? MulHigh::apply(a[i], b[i])
                                             : MulLow::apply(a[i], b[i]));
    W result = W(product) + Unsigned<T>(c[i]) + (In ? carry[i] : 0);
    d[i] = T(result);
    if (Out)
      carry[i] = uint8_t(result >> (8 * sizeof(T)) & 1);
  });
}

template <class T>
void select(Machine &m, const Instruction &in, const Lanes &lanes) {
  T *d = m.reg<T>(in.operands[0]);
  const T *a = m.reg<T>(in.operands[1]);
  const T *b = m.reg<T>(in.operands[2]);
  const uint8_t *p = m.reg<uint8_t>(in.operands[3]);
  uint8_t flip = in.negated >> 3 & 1;
  forEach(lanes, [=](uint32_t i) { d[i] = p[i] ^ flip ? a[i] : b[i]; });
}

template <class T>
void selectBySign(Machine &m, const Instruction &in, const Lanes &lanes) {
  T *d = m.reg<T>(in.operands[0]);
  const T *a = m.reg<T>(in.operands[1]);
  const T *b = m.reg<T>(in.operands[2]);
  const uint32_t *c = m.reg<uint32_t>(in.operands[3]);
  bool isFloating = in.sourceType == Type::F32, ftz = in.ftz;
  forEach(lanes, [=](uint32_t i) {
    bool first = isFloating ? floatOf(ftz ? flush<F32>(c[i]) : c[i]) >= 0
                            : int32_t(c[i]) >= 0;
    d[i] = first ? a[i] : b[i];
  });
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

constexpr const char *kCompares =
    "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan";
#define AMPRT_PTX_COMPARES                                                     \
  "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan"

/// Compares and writes 0 or 1; `read` makes a value of a register's bits.
template <class T, class Read>
void compareWith(Machine &m, const Instruction &in, const Lanes &lanes,
                 unsigned first, uint8_t *d, Read read) {
  const T *a = m.reg<T>(in.operands[first]);
  const T *b = m.reg<T>(in.operands[first + 1]);
  auto loop = [&](auto compare) {
    forEach(lanes, [=](uint32_t i) {
      d[i] = compare(read(a[i]), read(b[i])) ? 1 : 0;
    });
  };
  switch (in.mode) {
  case 0:
    return loop([](auto x, auto y) { return x == y; });
  case 1: // ne of floats is false for a NaN, neu is true
    return loop([](auto x, auto y) { return x < y || x > y; });
  case 2:
  case 6:
    return loop([](auto x, auto y) { return x < y; });
  case 3:
  case 7:
    return loop([](auto x, auto y) { return x <= y; });
  case 4:
  case 8:
    return loop([](auto x, auto y) { return x > y; });
  case 5:
  case 9:
    return loop([](auto x, auto y) { return x >= y; });
  case 10:
    return loop([](auto x, auto y) { return !(x < y || x > y); });
  case 11:
    return loop([](auto x, auto y) { return !(x == y); });
  case 12:
    return loop([](auto x, auto y) { return !(x >= y); });
  case 13:
    return loop([](auto x, auto y) { return !(x > y); });
  case 14:
    return loop([](auto x, auto y) { return !(x <= y); });
  case 15:
    return loop([](auto x, auto y) { return !(x < y); });
  case 16:
    return loop([](auto x, auto y) { return x == x && y == y; });
  default:
    return loop([](auto x, auto y) { return !(x == x && y == y); });
  }
}

/// `shift` chooses the half of packed values.
void compare(Machine &m, const Instruction &in, const Lanes &lanes, Type type,
             unsigned first, uint8_t *d, unsigned shift = 0) {
  bool ftz = in.ftz;
  switch (type) {
  case Type::F16x2:
    return compareWith<uint32_t>(m, in, lanes, first, d, [=](uint32_t bits) {
      uint16_t half = uint16_t(bits >> shift);
      return halfToFloat(ftz ? flush<F16>(half) : half);
    });
  case Type::BF16x2:
    return compareWith<uint32_t>(m, in, lanes, first, d, [=](uint32_t bits) {
      return bfloatToFloat(uint16_t(bits >> shift));
    });
  case Type::F16:
    return compareWith<uint16_t>(m, in, lanes, first, d, [=](uint16_t bits) {
      return halfToFloat(ftz ? flush<F16>(bits) : bits);
    });
  case Type::BF16:
    return compareWith<uint16_t>(m, in, lanes, first, d, [](uint16_t bits) {
      return bfloatToFloat(bits);
    });
  case Type::F32:
    return compareWith<uint32_t>(m, in, lanes, first, d, [=](uint32_t bits) {
      return floatOf(ftz ? flush<F32>(bits) : bits);
    });
  case Type::F64:
    return compareWith<uint64_t>(m, in, lanes, first, d,
                                 [](uint64_t bits) { return doubleOf(bits); });
  default:
    break;
  }
  withInteger(type, [&](auto zero) {
    using T = decltype(zero);
    compareWith<T>(m, in, lanes, first, d, [](T value) { return value; });
  });
}

/// The third operand of setp and set, if there is one.
uint8_t combined(const Instruction &in, uint8_t value, uint8_t other) {
  switch (in.combine) {
  case 1:
    return value & other;
  case 2:
    return value | other;
  case 3:
    return value ^ other;
  default:
    return value;
  }
}

/// Operands: p, q (or none), a, b, c (or none).
void setPredicate(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint8_t *p = m.reg<uint8_t>(in.operands[0]);
  if (!in.combine && in.operands[1] == kNoOperand)
    return compare(m, in, lanes, in.type, 2, p);
  uint8_t result[kMaxThreadsPerBlock];
  compare(m, in, lanes, in.type, 2, result);
  // Of packed values the second result is that of the upper halves, of others
  // the opposite of the first.
  bool isPacked = in.type == Type::F16x2 || in.type == Type::BF16x2;
  uint8_t upper[kMaxThreadsPerBlock];
  if (isPacked)
    compare(m, in, lanes, in.type, 2, upper, 16);
  uint8_t *q =
      in.operands[1] == kNoOperand ? nullptr : m.reg<uint8_t>(in.operands[1]);
  const uint8_t *c = in.combine ? m.reg<uint8_t>(in.operands[4]) : nullptr;
  uint8_t flip = in.negated >> 4 & 1;
  for (uint32_t k = 0; k < lanes.count; ++k) {
    uint32_t i = lanes[k];
    uint8_t other = c ? c[i] ^ flip : 0;
    p[i] = combined(in, result[i], other);
    if (q)
      q[i] = combined(in, isPacked ? upper[i] : !result[i], other);
  }
}

/// Operands: d, a, b, c (or none).
void setValue(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint8_t result[kMaxThreadsPerBlock];
  compare(m, in, lanes, in.sourceType, 1, result);
  const uint8_t *c = in.combine ? m.reg<uint8_t>(in.operands[3]) : nullptr;
  uint8_t flip = in.negated >> 3 & 1;
  uint32_t yes = in.type == Type::F32    ? F32::kOne
                 : in.type == Type::F16  ? F16::kOne
                 : in.type == Type::BF16 ? BF16::kOne
                                         : ~0u;
  for (uint32_t k = 0; k < lanes.count; ++k) {
    uint32_t i = lanes[k];
    uint32_t value = combined(in, result[i], c ? c[i] ^ flip : 0) ? yes : 0;
    if (bytesOf(in.type) == 2)
      m.reg<uint16_t>(in.operands[0])[i] = uint16_t(value);
    else
      m.reg<uint32_t>(in.operands[0])[i] = value;
  }
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

template <class Op>
bool selectBinary(const Form &, Instruction &in, std::string &) {
  return withInteger(in.type, [&](auto zero) {
    using T = decltype(zero);
    in.execute = binary<T, T, T, Op>;
  });
}

template <class Op>
bool selectHalves(const Form &, Instruction &in, std::string &) {
  using U = uint32_t;
  in.execute = in.type == Type::S16x2 ? binary<U, U, U, Halves<int16_t, Op>>
                                      : binary<U, U, U, Halves<uint16_t, Op>>;
  return true;
}

/// min and max that are not negative.
template <class Op>
bool selectOrZero(const Form &form, Instruction &in, std::string &error) {
  return in.type == Type::S32 ? selectBinary<OrZero<Op>>(form, in, error)
                              : selectHalves<OrZero<Op>>(form, in, error);
}

template <class Op>
bool selectUnary(const Form &, Instruction &in, std::string &) {
  return withInteger(in.type, [&](auto zero) {
    using T = decltype(zero);
    in.execute = unary<T, T, Op>;
  });
}

/// A count of bits: unsigned, 32 bits wide.
template <class Op>
bool selectCount(const Form &, Instruction &in, std::string &) {
  return withInteger(in.type, [&](auto zero) {
    using T = decltype(zero);
    in.execute = unary<uint32_t, T, Op>;
  });
}

template <class Plain, class Saturating, bool IsSub>
bool selectAdd(const Form &form, Instruction &in, std::string &error) {
  if (form.has("cc"))
    return withInteger(in.type, [&](auto zero) {
      using T = Unsigned<decltype(zero)>;
      in.execute = carrying<T, IsSub, false, true>;
    });
  if (!in.sat)
    return selectBinary<Plain>(form, in, error);
  in.execute = binary<int32_t, int32_t, int32_t, Saturating>;
  if (in.type != Type::S32)
    error = "'.sat' needs type '.s32'";
  return error.empty();
}

template <bool IsSub>
bool selectCarry(const Form &form, Instruction &in, std::string &) {
  return withInteger(in.type, [&](auto zero) {
    using T = Unsigned<decltype(zero)>;
    in.execute = form.has("cc") ? carrying<T, IsSub, true, true>
                                : carrying<T, IsSub, true, false>;
  });
}

bool selectMul(const Form &form, Instruction &in, std::string &error) {
  if (form.has("wide"))
    return withInteger(in.type, [&](auto zero) {
      using T = decltype(zero);
      if constexpr (sizeof(T) <= 4)
        in.execute = binary<Wide<T>, T, T, MulWide>;
    });
  if (form.has("hi"))
    return selectBinary<MulHigh>(form, in, error);
  if (!form.has("lo"))
    error = "'mul' of integers lacks '.lo', '.hi' or '.wide'";
  return error.empty() && selectBinary<MulLow>(form, in, error);
}

bool selectMad(const Form &form, Instruction &in, std::string &error) {
  bool isHigh = form.has("hi");
  if (!isHigh && !form.has("lo") && !form.has("wide")) {
    error = "'mad' of integers lacks '.lo', '.hi' or '.wide'";
    return false;
  }
  if (in.sat) {
    in.execute = ternary<int32_t, int32_t, int32_t, int32_t, MadHighSaturating>;
    if (in.type != Type::S32 || !isHigh)
      error = "'.sat' needs '.hi' and type '.s32'";
    return error.empty();
  }
  bool carryIn = form.opcode == "madc", carryOut = form.has("cc");
  return withInteger(in.type, [&](auto zero) {
    using T = decltype(zero);
    if (form.has("wide")) {
      if constexpr (sizeof(T) <= 4)
        in.execute = ternary<Wide<T>, T, T, Wide<T>, MadWide>;
    } else if (carryIn && carryOut) {
      in.execute = isHigh ? carryingMad<T, true, true, true>
                          : carryingMad<T, false, true, true>;
    } else if (carryIn) {
      in.execute = isHigh ? carryingMad<T, true, true, false>
                          : carryingMad<T, false, true, false>;
    } else if (carryOut) {
      in.execute = isHigh ? carryingMad<T, true, false, true>
                          : carryingMad<T, false, false, true>;
    } else {
      in.execute =
          isHigh ? ternary<T, T, T, T, MadHigh> : ternary<T, T, T, T, MadLow>;
    }
  });
}

/// and, or, xor; also of predicates.
template <class Op>
bool selectLogic(const Form &form, Instruction &in, std::string &error) {
  if (in.type != Type::Pred)
    return selectBinary<Op>(form, in, error);
  in.execute = binary<uint8_t, uint8_t, uint8_t, Op>;
  return true;
}

bool selectNot(const Form &form, Instruction &in, std::string &error) {
  if (in.type != Type::Pred)
    return selectUnary<Not>(form, in, error);
  in.execute = unary<uint8_t, uint8_t, LogicalNot>;
  return true;
}

template <class Op>
bool selectShift(const Form &, Instruction &in, std::string &) {
  return withInteger(in.type, [&](auto zero) {
    using T = decltype(zero);
    in.execute = binary<T, T, uint32_t, Op>;
  });
}

bool selectFunnel(const Form &form, Instruction &in, std::string &error) {
  int direction = form.oneOf("l r"), mode = form.oneOf("clamp wrap");
  if (direction < 0 || mode < 0) {
    error = "'shf' lacks '.l' or '.r', or '.clamp' or '.wrap'";
    return false;
  }
  using U = uint32_t;
  in.execute = direction == 0 ? mode == 0
                                    ? ternary<U, U, U, U, Funnel<true, false>>
                                    : ternary<U, U, U, U, Funnel<true, true>>
               : mode == 0    ? ternary<U, U, U, U, Funnel<false, false>>
                              : ternary<U, U, U, U, Funnel<false, true>>;
  return true;
}

bool selectBfe(const Form &, Instruction &in, std::string &) {
  return withInteger(in.type, [&](auto zero) {
    using T = decltype(zero);
    in.execute = ternary<T, T, uint32_t, uint32_t, Bfe>;
  });
}

bool selectBfi(const Form &, Instruction &in, std::string &) {
  in.execute =
      in.type == Type::B64 ? insertBits<uint64_t> : insertBits<uint32_t>;
  return true;
}

bool selectBfind(const Form &form, Instruction &in, std::string &error) {
  return form.has("shiftamt") ? selectCount<Bfind<true>>(form, in, error)
                              : selectCount<Bfind<false>>(form, in, error);
}

bool selectSad(const Form &, Instruction &in, std::string &) {
  return withInteger(in.type, [&](auto zero) {
    using T = decltype(zero);
    in.execute = ternary<T, T, T, T, Sad>;
  });
}

bool selectDp4a(const Form &, Instruction &in, std::string &) {
  using U = uint32_t;
  bool a = isSigned(in.type), b = isSigned(in.sourceType);
  in.execute = a   ? b ? ternary<U, U, U, U, Dp4a<int8_t, int8_t>>
                       : ternary<U, U, U, U, Dp4a<int8_t, uint8_t>>
               : b ? ternary<U, U, U, U, Dp4a<uint8_t, int8_t>>
                   : ternary<U, U, U, U, Dp4a<uint8_t, uint8_t>>;
  return true;
}

bool selectDp2a(const Form &form, Instruction &in, std::string &error) {
  int half = form.oneOf("lo hi");
  if (half < 0)
    error = "'dp2a' lacks '.lo' or '.hi'";
  using U = uint32_t;
  auto choose = [&](auto a, auto b) {
    using A = decltype(a);
    using B = decltype(b);
    in.execute = half == 1 ? ternary<U, U, U, U, Dp2a<A, B, true>>
                           : ternary<U, U, U, U, Dp2a<A, B, false>>;
  };
  bool a = isSigned(in.type), b = isSigned(in.sourceType);
  if (a && b)
    choose(int16_t(), int8_t());
  else if (a)
    choose(int16_t(), uint8_t());
  else if (b)
    choose(uint16_t(), int8_t());
  else
    choose(uint16_t(), uint8_t());
  return error.empty();
}

template <class T>
void chooseMul24(const Form &form, Instruction &in, bool isHigh) {
  if (form.opcode == "mul24")
    in.execute = isHigh ? binary<T, T, T, Mul24<T, true>>
                        : binary<T, T, T, Mul24<T, false>>;
  else
    in.execute = isHigh ? ternary<T, T, T, T, Mad24<T, true>>
                        : ternary<T, T, T, T, Mad24<T, false>>;
}

/// mul24 and mad24.
bool selectMul24(const Form &form, Instruction &in, std::string &error) {
  int half = form.oneOf("lo hi");
  if (half < 0)
    error = "'" + std::string(form.opcode) + "' lacks '.lo' or '.hi'";
  if (in.sat && (in.type != Type::S32 || half != 1))
    error = "'.sat' needs '.hi' and type '.s32'";
  if (in.type == Type::S32)
    chooseMul24<int32_t>(form, in, half == 1);
  else
    chooseMul24<uint32_t>(form, in, half == 1);
  if (in.sat)
    in.execute =
        ternary<int32_t, int32_t, int32_t, int32_t, Mad24HighSaturating>;
  return error.empty();
}

bool selectFns(const Form &, Instruction &in, std::string &) {
  in.execute = ternary<uint32_t, uint32_t, uint32_t, uint32_t, Fns>;
  return true;
}

/// bmsk and szext.
bool selectField(const Form &form, Instruction &in, std::string &error) {
  int mode = form.oneOf("clamp wrap");
  if (mode < 0)
    error = "'" + std::string(form.opcode) + "' lacks '.clamp' or '.wrap'";
  using U = uint32_t;
  using S = int32_t;
  if (form.opcode == "bmsk")
    in.execute =
        mode == 1 ? binary<U, U, U, Bmsk<true>> : binary<U, U, U, Bmsk<false>>;
  else if (in.type == Type::S32)
    in.execute = mode == 1 ? binary<S, S, U, Szext<S, true>>
                           : binary<S, S, U, Szext<S, false>>;
  else
    in.execute = mode == 1 ? binary<U, U, U, Szext<U, true>>
                           : binary<U, U, U, Szext<U, false>>;
  return error.empty();
}

bool selectPermute(const Form &form, Instruction &in, std::string &) {
  in.execute = permute;
  in.mode = uint8_t(form.oneOf("f4e b4e rc8 ecl ecr rc16") + 1);
  return true;
}

bool selectLop3(const Form &, Instruction &in, std::string &) {
  in.execute = lop3;
  return true;
}

bool selectSelp(const Form &, Instruction &in, std::string &) {
  unsigned bytes = bytesOf(in.type);
  in.execute = bytes == 2   ? select<uint16_t>
               : bytes == 4 ? select<uint32_t>
                            : select<uint64_t>;
  return true;
}

bool selectSlct(const Form &, Instruction &in, std::string &) {
  unsigned bytes = bytesOf(in.type);
  in.execute = bytes == 2   ? selectBySign<uint16_t>
               : bytes == 4 ? selectBySign<uint32_t>
                            : selectBySign<uint64_t>;
  return true;
}

/// Chooses the comparison; for types of bits those that need no order.
bool chooseCompare(const Form &form, Type type, Instruction &in,
                   std::string &error) {
  int mode = form.oneOf(kCompares);
  in.combine = uint8_t(form.oneOf("and or xor") + 1);
  bool isBits = type == Type::B16 || type == Type::B32 || type == Type::B64;
  bool isUnsigned = type == Type::U16 || type == Type::U32 || type == Type::U64;
  if (mode < 0)
    error = "'" + std::string(form.opcode) + "' lacks a comparison";
  else if ((isBits && mode > 1) || (mode >= 6 && mode < 10 && !isUnsigned) ||
           (mode >= 10 && !isFloat(type)))
    error = "this comparison does not exist for '." +
            std::string(nameOf(type)) + "'";
  in.mode = uint8_t(mode);
  return error.empty();
}

bool selectSetp(const Form &form, Instruction &in, std::string &error) {
  in.execute = setPredicate;
  return chooseCompare(form, in.type, in, error);
}

bool selectSet(const Form &form, Instruction &in, std::string &error) {
  in.execute = setValue;
  return chooseCompare(form, in.sourceType, in, error);
}

#define AMPRT_INTEGERS "u16 u32 u64 s16 s32 s64"
#define AMPRT_COMPARABLE "b16 b32 b64 u16 u32 u64 s16 s32 s64 f16 bf16 f32 f64"

const Row kRows[] = {
    {"add", "d a a ccw", "!cc", "u32 s32 u64 s64",
     selectAdd<Add, AddSaturating, false>},
    {"add", "d a a", "sat", AMPRT_INTEGERS,
     selectAdd<Add, AddSaturating, false>},
    {"add", "d a a", "", "u16x2 s16x2", selectHalves<Add>},
    {"addc", "d a a ccrw", "!cc", "u32 s32 u64 s64", selectCarry<false>},
    {"addc", "d a a ccr", "", "u32 s32 u64 s64", selectCarry<false>},
    {"sub", "d a a ccw", "!cc", "u32 s32 u64 s64",
     selectAdd<Sub, SubSaturating, true>},
    {"sub", "d a a", "sat", AMPRT_INTEGERS,
     selectAdd<Sub, SubSaturating, true>},
    {"subc", "d a a ccrw", "!cc", "u32 s32 u64 s64", selectCarry<true>},
    {"subc", "d a a ccr", "", "u32 s32 u64 s64", selectCarry<true>},
    {"mul", "D a a", "!wide", "u16 u32 s16 s32", selectMul},
    {"mul", "d a a", "lo hi", AMPRT_INTEGERS, selectMul},
    {"mad", "D a a A", "!wide", "u16 u32 s16 s32", selectMad},
    {"mad", "d a a a ccw", "!cc lo hi", "u32 s32 u64 s64", selectMad},
    {"mad", "d a a a", "lo hi sat", AMPRT_INTEGERS, selectMad},
    {"madc", "d a a a ccrw", "!cc lo hi", "u32 s32 u64 s64", selectMad},
    {"madc", "d a a a ccr", "lo hi", "u32 s32 u64 s64", selectMad},
    {"div", "d a a", "", AMPRT_INTEGERS, selectBinary<Div>},
    {"rem", "d a a", "", AMPRT_INTEGERS, selectBinary<Rem>},
    {"abs", "d a", "", "s16 s32 s64", selectUnary<Abs>},
    {"neg", "d a", "", "s16 s32 s64", selectUnary<Neg>},
    {"min", "d a a", "", AMPRT_INTEGERS, selectBinary<Min>},
    {"min", "d a a", "", "u16x2 s16x2", selectHalves<Min>},
    {"min", "d a a", "!relu", "s32 s16x2", selectOrZero<Min>},
    {"max", "d a a", "", AMPRT_INTEGERS, selectBinary<Max>},
    {"max", "d a a", "", "u16x2 s16x2", selectHalves<Max>},
    {"max", "d a a", "!relu", "s32 s16x2", selectOrZero<Max>},
    {"and", "d a a", "", "pred b16 b32 b64", selectLogic<And>},
    {"or", "d a a", "", "pred b16 b32 b64", selectLogic<Or>},
    {"xor", "d a a", "", "pred b16 b32 b64", selectLogic<Xor>},
    {"not", "d a", "", "pred b16 b32 b64", selectNot},
    {"cnot", "d a", "", "b16 b32 b64", selectUnary<CNot>},
    {"shl", "d a a32", "", "b16 b32 b64", selectShift<Shl>},
    {"shr", "d a a32", "", "b16 b32 b64 " AMPRT_INTEGERS, selectShift<Shr>},
    {"shf", "d a a a32", "l r clamp wrap", "b32", selectFunnel},
    {"bfe", "d a a32 a32", "", "u32 u64 s32 s64", selectBfe},
    {"bfi", "d a a a32 a32", "", "b32 b64", selectBfi},
    {"bfind", "d32 a", "shiftamt", "u32 u64 s32 s64", selectBfind},
    {"popc", "d32 a", "", "b32 b64", selectCount<Popc>},
    {"clz", "d32 a", "", "b32 b64", selectCount<Clz>},
    {"brev", "d a", "", "b32 b64", selectUnary<Brev>},
    {"sad", "d a a a", "", AMPRT_INTEGERS, selectSad},
    {"dp4a", "d32 a32 a32 a32", "", "u32 s32/u32 s32", selectDp4a},
    {"dp2a", "d32 a32 a32 a32", "lo hi", "u32 s32/u32 s32", selectDp2a},
    {"mul24", "d a a", "lo hi", "u32 s32", selectMul24},
    {"mad24", "d a a a", "lo hi sat", "u32 s32", selectMul24},
    {"fns", "d a a a", "", "b32", selectFns},
    {"bmsk", "d a a", "clamp wrap", "b32", selectField},
    {"szext", "d a a32", "clamp wrap", "u32 s32", selectField},
    {"prmt", "d a a a", "f4e b4e rc8 ecl ecr rc16", "b32", selectPermute},
    {"lop3", "d a a a a", "", "b32", selectLop3},
    {"selp", "d a a ap", "",
     "b16 b32 b64 u16 u32 u64 s16 s32 s64 f16 bf16 f32 f64", selectSelp},
    {"slct", "d a a a1", "ftz",
     "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64/s32 f32", selectSlct},
    {"setp", "dp|p a a ap?", "ftz and or xor " AMPRT_PTX_COMPARES,
     "f16x2 bf16x2", selectSetp},
    {"setp", "dp|p a a ap?", "ftz and or xor " AMPRT_PTX_COMPARES,
     AMPRT_COMPARABLE, selectSetp},
    {"set", "d a1 a1 ap?", "ftz and or xor " AMPRT_PTX_COMPARES,
     "u16 s16 u32 s32 f16 bf16 f32/" AMPRT_COMPARABLE, selectSet},
};

} // namespace

Rows integerRows() { return {std::begin(kRows), std::end(kRows)}; }

} // namespace amp::rt::simulator::ptx
