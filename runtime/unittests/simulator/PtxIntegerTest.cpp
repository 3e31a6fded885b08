//===- PtxIntegerTest.cpp - Integers, logic, comparison -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxTestSupport.h"

#include <cmath>
#include <functional>
#include <random>

namespace amp::rt::simulator::ptx {
namespace {

template <class T>
std::vector<T> numbers(unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values = {0,
                           1,
                           T(-1),
                           std::numeric_limits<T>::min(),
                           std::numeric_limits<T>::max(),
                           2,
                           31,
                           32};
  while (values.size() < 1024)
    values.push_back(T(random() >> random() % 64));
  std::shuffle(values.begin(), values.end(), random);
  return values;
}

/// Runs an instruction on three arrays of 32 bits and compares.
void check32(
    const std::string &text,
    const std::function<uint32_t(uint32_t, uint32_t, uint32_t)> &want) {
  auto a = numbers<uint32_t>(1), b = numbers<uint32_t>(2),
       c = numbers<uint32_t>(3);
  auto result = compute<uint32_t>(
      "add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n"
      "add.u64 %a2, %p2, %o4; ld.global.b32 %r2, [%a2];\n"
      "add.u64 %a3, %p3, %o4; ld.global.b32 %r3, [%a3];\n" +
          text + "\nadd.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r4;",
      a.size(), a, b, c);
  for (size_t i = 0; i < a.size(); ++i)
    ASSERT_EQ(result[i], want(a[i], b[i], c[i]))
        << text << " of " << a[i] << ", " << b[i] << ", " << c[i];
}

void check64(
    const std::string &text,
    const std::function<uint64_t(uint64_t, uint64_t, uint64_t)> &want) {
  auto a = numbers<uint64_t>(1), b = numbers<uint64_t>(2),
       c = numbers<uint64_t>(3);
  auto result = compute<uint64_t>(
      "add.u64 %a1, %p1, %o8; ld.global.b64 %d1, [%a1];\n"
      "add.u64 %a2, %p2, %o8; ld.global.b64 %d2, [%a2];\n"
      "add.u64 %a3, %p3, %o8; ld.global.b64 %d3, [%a3];\n" +
          text + "\nadd.u64 %a0, %p0, %o8; st.global.b64 [%a0], %d4;",
      a.size(), a, b, c);
  for (size_t i = 0; i < a.size(); ++i)
    ASSERT_EQ(result[i], want(a[i], b[i], c[i]))
        << text << " of " << a[i] << ", " << b[i] << ", " << c[i];
}

using U = uint32_t;
using S = int32_t;
using L = int64_t;
using UL = uint64_t;

TEST(PtxInteger, Sums) {
  check32("add.s32 %r4, %r1, %r2;", [](U a, U b, U) { return a + b; });
  check32("sub.u32 %r4, %r1, %r2;", [](U a, U b, U) { return a - b; });
  check64("sub.s64 %d4, %d1, %d2;", [](UL a, UL b, UL) { return a - b; });
  check32("add.sat.s32 %r4, %r1, %r2;", [](U a, U b, U) {
    return U(std::clamp<L>(L(S(a)) + S(b), INT32_MIN, INT32_MAX));
  });
  check32("sub.sat.s32 %r4, %r1, %r2;", [](U a, U b, U) {
    return U(std::clamp<L>(L(S(a)) - S(b), INT32_MIN, INT32_MAX));
  });
}

/// An operation on both halves.
template <class T>
U halves(U a, U b, int (*function)(int, int)) {
  return U(uint16_t(function(T(a), T(b)))) |
         U(uint16_t(function(T(a >> 16), T(b >> 16)))) << 16;
}

TEST(PtxInteger, PackedHalves) {
  auto add = [](int a, int b) { return a + b; };
  auto min = [](int a, int b) { return std::min(a, b); };
  auto max = [](int a, int b) { return std::max(a, b); };
  auto minRelu = [](int a, int b) { return std::max(std::min(a, b), 0); };
  auto maxRelu = [](int a, int b) { return std::max(std::max(a, b), 0); };
  check32("add.u16x2 %r4, %r1, %r2;",
          [=](U a, U b, U) { return halves<uint16_t>(a, b, add); });
  check32("add.s16x2 %r4, %r1, %r2;",
          [=](U a, U b, U) { return halves<int16_t>(a, b, add); });
  check32("min.u16x2 %r4, %r1, %r2;",
          [=](U a, U b, U) { return halves<uint16_t>(a, b, min); });
  check32("max.u16x2 %r4, %r1, %r2;",
          [=](U a, U b, U) { return halves<uint16_t>(a, b, max); });
  check32("min.s16x2 %r4, %r1, %r2;",
          [=](U a, U b, U) { return halves<int16_t>(a, b, min); });
  check32("max.s16x2 %r4, %r1, %r2;",
          [=](U a, U b, U) { return halves<int16_t>(a, b, max); });
  check32("min.relu.s16x2 %r4, %r1, %r2;",
          [=](U a, U b, U) { return halves<int16_t>(a, b, minRelu); });
  check32("max.s16x2.relu %r4, %r1, %r2;",
          [=](U a, U b, U) { return halves<int16_t>(a, b, maxRelu); });
  check32("min.relu.s32 %r4, %r1, %r2;",
          [=](U a, U b, U) { return U(minRelu(S(a), S(b))); });
  check32("max.relu.s32 %r4, %r1, %r2;",
          [=](U a, U b, U) { return U(maxRelu(S(a), S(b))); });
}

TEST(PtxInteger, Products24) {
  auto low = [](U x) { return L(S(x << 8) >> 8); };
  check32("mul24.lo.s32 %r4, %r1, %r2;",
          [=](U a, U b, U) { return U(low(a) * low(b)); });
  check32("mul24.hi.s32 %r4, %r1, %r2;",
          [=](U a, U b, U) { return U(low(a) * low(b) >> 16); });
  check32("mad24.hi.u32 %r4, %r1, %r2, %r3;", [](U a, U b, U c) {
    return U((UL(a & 0xffffff) * (b & 0xffffff)) >> 16) + c;
  });
  check32("dp2a.lo.s32.u32 %r4, %r1, %r2, %r3;", [](U a, U b, U c) {
    return c + U(int16_t(a) * int(b & 255)) +
           U(int16_t(a >> 16) * int(b >> 8 & 255));
  });
  check32("dp2a.hi.u32.s32 %r4, %r1, %r2, %r3;", [](U a, U b, U c) {
    return c + U(int(a & 0xffff) * int8_t(b >> 16)) +
           U(int(a >> 16) * int8_t(b >> 24));
  });
}

TEST(PtxInteger, FieldsAndPlaces) {
  check32("bmsk.clamp.b32 %r4, %r1, %r2;", [](U a, U b, U) {
    return a > 31 ? 0 : U(((UL(1) << std::min(b, 32u)) - 1) << a);
  });
  check32("bmsk.wrap.b32 %r4, %r1, %r2;",
          [](U a, U b, U) { return U(((UL(1) << (b & 31)) - 1) << (a & 31)); });
  check32("szext.clamp.s32 %r4, %r1, %r2;", [](U a, U b, U) {
    return b == 0 ? 0 : b > 31 ? a : U(S(a << (32 - b)) >> (32 - b));
  });
  check32("szext.wrap.u32 %r4, %r1, %r2;",
          [](U a, U b, U) { return a & ((1u << (b & 31)) - 1); });
  // The examples of the PTX ISA, and 0.
  for (auto [base, offset, want] : {std::tuple<U, S, U>{3, 1, 3},
                                    {3, -1, 3},
                                    {2, 1, 3},
                                    {2, -1, 1},
                                    {2, 0, ~0u},
                                    {3, 0, 3},
                                    {0, 17, ~0u},
                                    {31, -16, 1}})
    EXPECT_EQ(compute<U>("fns.b32 %r1, 0xaaaaaaaa, " + std::to_string(base) +
                             ", " + std::to_string(offset) +
                             "; st.global.b32 [%p0], %r1;",
                         1)[0],
              want)
        << base << ", " << offset;
}

TEST(PtxInteger, PartsThatACompilerLeavesOpen) {
  check32("prmt.b32 %r4, %r1, %r9, 0x3210;", [](U a, U, U) { return a; });
  check32("prmt.b32 %r4, %r1, %r9, 0x4210;",
          [](U a, U, U) { return a | 0xff000000; });
  Device device(kernelText(1, "prmt.b32 %r4, %r8, %r9, 0x3210;"));
  expectFault(device.launch({1}, {1}, {0}), cuda::kCUDA_ERROR_LAUNCH_FAILED,
              {"which was not written"});
}

TEST(PtxInteger, Carries) {
  // 64 bits as two halves: a:b plus b:c.
  check32("add.cc.u32 %r5, %r2, %r3; addc.u32 %r4, %r1, %r2;",
          [](U a, U b, U c) {
            return U(((UL(a) << 32 | b) + (UL(b) << 32 | c)) >> 32);
          });
  check32("sub.cc.u32 %r5, %r2, %r3; subc.u32 %r4, %r1, %r2;",
          [](U a, U b, U c) {
            return U(((UL(a) << 32 | b) - (UL(b) << 32 | c)) >> 32);
          });
  check32("add.cc.u32 %r5, %r1, %r1; addc.cc.u32 %r5, %r2, %r2;"
          "addc.u32 %r4, %r3, 0;",
          [](U a, U b, U c) { return c + U((UL(b) * 2 + (a >> 31)) >> 32); });
  check32("mad.lo.cc.u32 %r5, %r1, %r2, %r3; madc.hi.u32 %r4, %r1, %r2, 0;",
          [](U a, U b, U c) { return U((UL(a) * b + c) >> 32); });
}

TEST(PtxInteger, Products) {
  check32("mul.lo.s32 %r4, %r1, %r2;", [](U a, U b, U) { return a * b; });
  check32("mul.hi.u32 %r4, %r1, %r2;",
          [](U a, U b, U) { return U(UL(a) * b >> 32); });
  check32("mul.hi.s32 %r4, %r1, %r2;",
          [](U a, U b, U) { return U(L(S(a)) * S(b) >> 32); });
  check64("mul.hi.u64 %d4, %d1, %d2;",
          [](UL a, UL b, UL) { return UL((unsigned __int128)(a)*b >> 64); });
  check64("mul.hi.s64 %d4, %d1, %d2;",
          [](UL a, UL b, UL) { return UL(__int128(L(a)) * L(b) >> 64); });
  check64("cvt.u32.u64 %r1, %d1; cvt.u32.u64 %r2, %d2;"
          "mul.wide.s32 %d4, %r1, %r2;",
          [](UL a, UL b, UL) { return UL(L(S(a)) * S(b)); });
  check64("cvt.u32.u64 %r1, %d1; cvt.u32.u64 %r2, %d2;"
          "mad.wide.u32 %d4, %r1, %r2, %d3;",
          [](UL a, UL b, UL c) { return UL(U(a)) * U(b) + c; });
  check32("mad.lo.s32 %r4, %r1, %r2, %r3;",
          [](U a, U b, U c) { return a * b + c; });
  check32("mad.hi.sat.s32 %r4, %r1, %r2, %r3;", [](U a, U b, U c) {
    return U(
        std::clamp<L>((L(S(a)) * S(b) >> 32) + S(c), INT32_MIN, INT32_MAX));
  });
  check32("cvt.u16.u32 %h1, %r1; cvt.u16.u32 %h2, %r2;"
          "mul.wide.s16 %r4, %h1, %h2;",
          [](U a, U b, U) { return U(int16_t(a) * int16_t(b)); });
  check32("cvt.u16.u32 %h1, %r1; mul.hi.u16 %h3, %h1, 0xAAAB;"
          "cvt.u32.u16 %r4, %h3;",
          [](U a, U, U) { return (a & 0xffff) * 0xAAABu >> 16; });
}

TEST(PtxInteger, Quotients) {
  check32("div.u32 %r4, %r1, %r2;",
          [](U a, U b, U) { return b ? a / b : ~0u; });
  check32("rem.u32 %r4, %r1, %r2;", [](U a, U b, U) { return b ? a % b : a; });
  check32("div.s32 %r4, %r1, %r2;",
          [](U a, U b, U) { return b ? U(L(S(a)) / S(b)) : ~0u; });
  check32("rem.s32 %r4, %r1, %r2;",
          [](U a, U b, U) { return b ? U(L(S(a)) % S(b)) : a; });
  check64("div.s64 %d4, %d1, %d2;", [](UL a, UL b, UL) {
    return b ? UL(__int128(L(a)) / L(b)) : ~UL(0);
  });
}

TEST(PtxInteger, SignsAndOrder) {
  check32("abs.s32 %r4, %r1;", [](U a, U, U) { return U(std::llabs(S(a))); });
  check32("neg.s32 %r4, %r1;", [](U a, U, U) { return 0 - a; });
  check32("min.s32 %r4, %r1, %r2;",
          [](U a, U b, U) { return U(std::min(S(a), S(b))); });
  check32("max.u32 %r4, %r1, %r2;", [](U a, U b, U) { return std::max(a, b); });
  check64("max.s64 %d4, %d1, %d2;",
          [](UL a, UL b, UL) { return UL(std::max(L(a), L(b))); });
  check32("sad.s32 %r4, %r1, %r2, %r3;",
          [](U a, U b, U c) { return c + U(std::llabs(L(S(a)) - S(b))); });
}

TEST(PtxInteger, Bits) {
  check32("and.b32 %r4, %r1, %r2;", [](U a, U b, U) { return a & b; });
  check32("or.b32 %r4, %r1, %r2;", [](U a, U b, U) { return a | b; });
  check32("xor.b32 %r4, %r1, 0xff;", [](U a, U, U) { return a ^ 255; });
  check32("not.b32 %r4, %r1;", [](U a, U, U) { return ~a; });
  check32("cnot.b32 %r4, %r1;", [](U a, U, U) { return U(!a); });
  check32("popc.b32 %r4, %r1;", [](U a, U, U) {
    U count = 0;
    for (; a; a >>= 1)
      count += a & 1;
    return count;
  });
  check32("clz.b32 %r4, %r1;", [](U a, U, U) {
    U count = 0;
    while (count < 32 && !(a >> (31 - count)))
      ++count;
    return count;
  });
  check32("brev.b32 %r4, %r1;", [](U a, U, U) {
    U result = 0;
    for (int i = 0; i < 32; ++i)
      result |= (a >> i & 1) << (31 - i);
    return result;
  });
  check32("bfind.s32 %r4, %r1;", [](U a, U, U) {
    a = S(a) < 0 ? ~a : a;
    return a ? U(std::log2(double(a))) : ~0u;
  });
  check32("bfind.shiftamt.u32 %r4, %r1;",
          [](U a, U, U) { return a ? 31 - U(std::log2(double(a))) : ~0u; });
  check32("lop3.b32 %r4, %r1, %r2, %r3, 0x96;",
          [](U a, U b, U c) { return a ^ b ^ c; });
  check32("lop3.b32 %r4, %r1, %r2, %r3, 0xca;",
          [](U a, U b, U c) { return (a & b) | (~a & c); });
}

TEST(PtxInteger, Shifts) {
  check32("shl.b32 %r4, %r1, %r2;",
          [](U a, U b, U) { return b > 31 ? 0 : a << b; });
  check32("shr.u32 %r4, %r1, %r2;",
          [](U a, U b, U) { return b > 31 ? 0 : a >> b; });
  check32("shr.s32 %r4, %r1, %r2;",
          [](U a, U b, U) { return U(S(a) >> std::min(b, 31u)); });
  check64("cvt.u32.u64 %r1, %d2; shr.s64 %d4, %d1, %r1;",
          [](UL a, UL b, UL) { return UL(L(a) >> std::min(U(b), 63u)); });
  check32("shf.l.wrap.b32 %r4, %r1, %r2, %r3;",
          [](U a, U b, U c) { return U((UL(b) << 32 | a) << (c & 31) >> 32); });
  check32("shf.r.clamp.b32 %r4, %r1, %r2, %r3;", [](U a, U b, U c) {
    return c >= 32 ? b : U((UL(b) << 32 | a) >> c);
  });
}

/// bfe and bfi as the manual has them, bit by bit.
U extract(U a, U b, U c, bool isS) {
  U position = b & 255, length = c & 255, result = 0;
  U sign = isS && length ? a >> std::min(position + length - 1, 31u) & 1 : 0;
  for (U i = 0; i < 32; ++i)
    result |=
        (i < length && position + i <= 31 ? a >> (position + i) & 1 : sign)
        << i;
  return result;
}

TEST(PtxInteger, Fields) {
  check32("bfe.u32 %r4, %r1, %r2, %r3;",
          [](U a, U b, U c) { return extract(a, b, c, false); });
  check32("bfe.s32 %r4, %r1, %r2, %r3;",
          [](U a, U b, U c) { return extract(a, b, c, true); });
  check32("and.b32 %r5, %r2, 31; shr.u32 %r6, %r2, 27;"
          "bfe.s32 %r4, %r1, %r5, %r6;",
          [](U a, U b, U) { return extract(a, b & 31, b >> 27, true); });
  check32("bfi.b32 %r4, %r1, %r2, %r3, 8;", [](U a, U b, U c) {
    for (U i = 0; i < 8 && (c & 255) + i < 32; ++i) {
      U at = (c & 255) + i;
      b = (b & ~(1u << at)) | (a >> i & 1) << at;
    }
    return b;
  });
}

TEST(PtxInteger, Permutes) {
  check32("prmt.b32 %r4, %r1, %r2, %r3;", [](U a, U b, U c) {
    uint8_t bytes[8];
    std::memcpy(bytes, &a, 4);
    std::memcpy(bytes + 4, &b, 4);
    U result = 0;
    for (int i = 0; i < 4; ++i) {
      U control = c >> 4 * i & 15;
      uint8_t byte = bytes[control & 7];
      if (control & 8)
        byte = byte & 0x80 ? 255 : 0;
      result |= U(byte) << 8 * i;
    }
    return result;
  });
  check32("prmt.b32.rc16 %r4, %r1, %r2, 1;",
          [](U a, U, U) { return a >> 16 | (a & 0xffff0000); });
  check32("prmt.b32.f4e %r4, %r1, %r2, 1;",
          [](U a, U b, U) { return U((UL(b) << 32 | a) >> 8); });
  check32("prmt.b32.b4e %r4, %r1, %r2, 0;", [](U a, U b, U) {
    return (a & 255) | (b >> 24) << 8 | (b >> 16 & 255) << 16 |
           (b >> 8 & 255) << 24;
  });
  check32("dp4a.s32.u32 %r4, %r1, %r2, %r3;", [](U a, U b, U c) {
    for (int i = 0; i < 32; i += 8)
      c += U(int8_t(a >> i) * int(uint8_t(b >> i)));
    return c;
  });
}

TEST(PtxInteger, Selects) {
  check32("setp.lt.s32 %q1, %r1, %r2; selp.b32 %r4, %r3, 7, %q1;",
          [](U a, U b, U c) { return S(a) < S(b) ? c : 7; });
  check32("slct.b32.s32 %r4, %r1, %r2, %r3;",
          [](U a, U b, U c) { return S(c) >= 0 ? a : b; });
  check32("setp.hi.u32 %q1, %r1, %r2; set.le.and.u32.s32 %r4, %r2, %r3, %q1;",
          [](U a, U b, U c) { return a > b && S(b) <= S(c) ? ~0u : 0; });
  // Two results and a third operand.
  check32("setp.eq.b32 %q3, %r3, 0;"
          "setp.gt.or.u32 %q1|%q2, %r1, %r2, !%q3;"
          "selp.b32 %r5, 1, 0, %q1; selp.b32 %r6, 2, 0, %q2;"
          "or.b32 %r4, %r5, %r6;",
          [](U a, U b, U c) {
            bool other = c != 0;
            return U((a > b) | other) | U(!(a > b) | other) << 1;
          });
  check32("setp.ne.s32 %q1, %r1, 5; not.pred %q2, %q1;"
          "xor.pred %q3, %q1, %q2; selp.u32 %r4, %r1, %r2, %q3;",
          [](U a, U, U) { return a; });
}

TEST(PtxInteger, Moves) {
  check64("mov.b64 {%r1, %r2}, %d1; mov.b64 %d4, {%r2, %r1};",
          [](UL a, UL, UL) { return a << 32 | a >> 32; });
  check64("mov.b64 {%h1, %h2, %h3, %h4}, %d1;"
          "mov.b64 %d4, {%h4, %h3, %h2, %h1};",
          [](UL a, UL, UL) {
            return a << 48 | (a >> 16 & 0xffff) << 32 |
                   (a >> 32 & 0xffff) << 16 | a >> 48;
          });
  check32("mov.b32 {%h1, _}, %r1; mov.b32 {_, %h2}, %r2;"
          "mov.b32 %r4, {%h1, %h2};",
          [](U a, U b, U) { return (a & 0xffff) | (b & 0xffff0000); });
}

TEST(PtxCompare, PackedHalves) {
  // 1 and 2 against 2 and 1; the second result is that of the upper halves.
  auto result = compute<uint32_t>(
      R"(mov.b32 %r1, 0x40003c00; mov.b32 %r2, 0x3c004000;
      setp.lt.f16x2 %q1|%q2, %r1, %r2;
      setp.gt.and.f16x2 %q3|%q4, %r1, %r2, %q2;
      selp.b32 %r3, 1, 0, %q1; selp.b32 %r4, 2, 0, %q2;
      selp.b32 %r5, 4, 0, %q3; selp.b32 %r6, 8, 0, %q4;
      add.u32 %r3, %r3, %r4; add.u32 %r5, %r5, %r6; add.u32 %r3, %r3, %r5;
      add.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r3;)",
      1, std::vector<uint32_t>(1));
  EXPECT_EQ(result[0], 1u);
}

TEST(PtxCompare, FloatsAndNaN) {
  std::vector<float> a = {1, 2, NAN, 1, -0.0f, INFINITY, NAN, 1},
                     b = {2, 1, 1, NAN, 0.0f, INFINITY, NAN, 1};
  struct Case {
    const char *name;
    bool (*want)(float, float);
  };
  const Case cases[] = {
      {"eq", [](float x, float y) { return x == y; }},
      {"ne", [](float x, float y) { return x < y || x > y; }},
      {"lt", [](float x, float y) { return x < y; }},
      {"ge", [](float x, float y) { return x >= y; }},
      {"equ", [](float x, float y) { return !(x < y || x > y); }},
      {"neu", [](float x, float y) { return x != y; }},
      {"ltu", [](float x, float y) { return !(x >= y); }},
      {"leu", [](float x, float y) { return !(x > y); }},
      {"gtu", [](float x, float y) { return !(x <= y); }},
      {"geu", [](float x, float y) { return !(x < y); }},
      {"num", [](float x, float y) { return x == x && y == y; }},
      {"nan", [](float x, float y) { return x != x || y != y; }}};
  for (const Case &one : cases) {
    for (const char *type : {"f32", "f64", "f16"}) {
      bool isWide = !strcmp(type, "f64"), isHalf = !strcmp(type, "f16");
      std::string text = "add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n"
                         "add.u64 %a2, %p2, %o4; ld.global.b32 %r2, [%a2];\n"
                         "cvt.f64.f32 %d1, %r1; cvt.f64.f32 %d2, %r2;\n"
                         "cvt.rn.f16.f32 %h1, %r1; cvt.rn.f16.f32 %h2, %r2;\n";
      text += std::string("setp.") + one.name + "." + type +
              (isWide   ? " %q1, %d1, %d2;"
               : isHalf ? " %q1, %h1, %h2;"
                        : " %q1, %r1, %r2;");
      auto result = compute<uint32_t>(
          text + "selp.b32 %r4, 1, 0, %q1;"
                 "add.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r4;",
          a.size(), a, b);
      for (size_t i = 0; i < a.size(); ++i)
        EXPECT_EQ(result[i], U(one.want(a[i], b[i])))
            << one.name << "." << type << " " << a[i] << " " << b[i];
    }
  }
}

} // namespace
} // namespace amp::rt::simulator::ptx
