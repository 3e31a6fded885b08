//===- PtxArithmeticTest.cpp ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxTestSupport.h"

#include "ptx/Arithmetic.h"

#include <cmath>
#include <limits>
#include <random>

namespace amp::rt::simulator::ptx {
namespace {

//===----------------------------------------------------------------------===//
// Independent models of the formats: by search among all values
//===----------------------------------------------------------------------===//

/// The value of a 16-bit format's bits, from its definition.
double valueOf(uint16_t bits, int exponentBits) {
  int mantissaBits = 15 - exponentBits, bias = (1 << (exponentBits - 1)) - 1;
  int exponent = (bits & 0x7fff) >> mantissaBits;
  int mantissa = bits & ((1 << mantissaBits) - 1);
  double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == (1 << exponentBits) - 1)
    return mantissa ? std::nan("") : sign * HUGE_VAL;
  if (!exponent)
    return sign * std::ldexp(mantissa, 1 - bias - mantissaBits);
  return sign * std::ldexp(mantissa + (1 << mantissaBits),
                           exponent - bias - mantissaBits);
}

/// To nearest even, by bisection over the ordered values; exact in long double.
uint16_t nearest16(long double value, int exponentBits) {
  if (std::isnan(value))
    return 0x7fff;
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  long double magnitude = std::fabs(value);
  int mantissaBits = 15 - exponentBits;
  uint16_t infinity = uint16_t(((1 << exponentBits) - 1) << mantissaBits);
  uint16_t low = 0, high = infinity;
  while (high - low > 1) {
    uint16_t middle = uint16_t((low + high) / 2);
    if (valueOf(middle, exponentBits) <= magnitude)
      low = middle;
    else
      high = middle;
  }
  long double below = valueOf(low, exponentBits);
  // Infinity stands for the value that would follow.
  long double above = high == infinity
                          ? below + (below - valueOf(low - 1, exponentBits))
                          : valueOf(high, exponentBits);
  long double left = magnitude - below, right = above - magnitude;
  bool up = left > right || (left == right && (low & 1));
  return sign | (up ? high : low);
}

std::vector<uint16_t> all16() {
  std::vector<uint16_t> values(65536);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = uint16_t(i);
  return values;
}

/// f32 bits that are interesting for a rounding to 16 bits: all upper halves,
/// with lower halves around the ties of both formats.
std::vector<uint32_t> roundingInputs() {
  std::vector<uint32_t> values;
  std::mt19937 random(7);
  for (uint32_t upper = 0; upper < 65536; ++upper)
    for (uint32_t lower : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0x0fffu, 0x1000u,
                           uint32_t(random() & 0xffff)})
      values.push_back(upper << 16 | lower);
  return values;
}

//===----------------------------------------------------------------------===//
// Conversions, exhaustively
//===----------------------------------------------------------------------===//

TEST(PtxConvert, HalfToF32) {
  auto result =
      compute<uint32_t>("add.u64 %a1, %p1, %o2; ld.global.b16 %h1, [%a1];\n"
                        "cvt.f32.f16 %r1, %h1;\n"
                        "add.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r1;",
                        65536, all16());
  for (uint32_t i = 0; i < 65536; ++i) {
    double want = valueOf(uint16_t(i), 5);
    if (std::isnan(want))
      EXPECT_EQ(result[i], 0x7fffffffu);
    else
      EXPECT_EQ(result[i], bitsOf(float(want))) << i;
  }
}

TEST(PtxConvert, BfloatToF32) {
  auto result =
      compute<uint32_t>("add.u64 %a1, %p1, %o2; ld.global.b16 %h1, [%a1];\n"
                        "cvt.f32.bf16 %r1, %h1;\n"
                        "add.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r1;",
                        65536, all16());
  for (uint32_t i = 0; i < 65536; ++i) {
    double want = valueOf(uint16_t(i), 8);
    if (std::isnan(want))
      EXPECT_EQ(result[i], 0x7fffffffu);
    else
      EXPECT_EQ(result[i], bitsOf(float(want))) << i;
  }
}

TEST(PtxConvert, F32ToHalfAndBfloat) {
  auto inputs = roundingInputs();
  for (int exponentBits : {5, 8}) {
    std::string type = exponentBits == 5 ? "f16" : "bf16";
    auto result = compute<uint16_t>(
        "add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n"
        "cvt.rn." +
            type +
            ".f32 %h1, %r1;\n"
            "add.u64 %a0, %p0, %o2; st.global.b16 [%a0], %h1;",
        inputs.size(), inputs);
    for (size_t i = 0; i < inputs.size(); ++i)
      ASSERT_EQ(result[i], nearest16(floatOf(inputs[i]), exponentBits))
          << type << " of " << inputs[i];
  }
}

TEST(PtxConvert, DirectedRoundingsBracketTheValue) {
  std::vector<uint32_t> inputs;
  std::mt19937 random(3);
  for (int i = 0; i < 8192; ++i)
    inputs.push_back(
        bitsOf(std::ldexp(float(int32_t(random())), int(random() % 50) - 50)));
  auto run = [&](const char *mode) {
    return compute<uint16_t>(
        std::string("add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n") +
            "cvt." + mode +
            ".f16.f32 %h1, %r1;\n"
            "add.u64 %a0, %p0, %o2; st.global.b16 [%a0], %h1;",
        inputs.size(), inputs);
  };
  auto down = run("rm"), up = run("rp"), zero = run("rz");
  for (size_t i = 0; i < inputs.size(); ++i) {
    double value = floatOf(inputs[i]);
    double low = valueOf(down[i], 5), high = valueOf(up[i], 5);
    EXPECT_LE(low, value);
    EXPECT_GE(high, value);
    // Neighbours, or equal.
    if (low != high && std::isfinite(low) && std::isfinite(high) && low > 0) {
      EXPECT_EQ(uint16_t(down[i] + 1), up[i]);
    }
    EXPECT_EQ(zero[i], value < 0 ? up[i] : down[i]);
  }
}

TEST(PtxConvert, FloatToIntegerClampsAndNaNIsZero) {
  std::vector<float> inputs = {0.5f,        1.5f,          2.5f,     -0.5f,
                               -1.5f,       3e9f,          -3e9f,    1e20f,
                               -1e20f,      NAN,           INFINITY, -INFINITY,
                               0.49999997f, 2147483520.0f, -7.9f,    7.9f};
  auto run = [&](const std::string &what) {
    return compute<int32_t>(
        "add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n" + what +
            " %r2, %r1;\nadd.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r2;",
        inputs.size(), inputs);
  };
  int32_t most = INT32_MAX, least = INT32_MIN;
  EXPECT_EQ(run("cvt.rni.s32.f32"),
            (std::vector<int32_t>{0, 2, 2, 0, -2, most, least, most, least, 0,
                                  most, least, 0, 2147483520, -8, 8}));
  EXPECT_EQ(run("cvt.rzi.s32.f32"),
            (std::vector<int32_t>{0, 1, 2, 0, -1, most, least, most, least, 0,
                                  most, least, 0, 2147483520, -7, 7}));
  EXPECT_EQ(run("cvt.rmi.s32.f32"),
            (std::vector<int32_t>{0, 1, 2, -1, -2, most, least, most, least, 0,
                                  most, least, 0, 2147483520, -8, 7}));
  EXPECT_EQ(run("cvt.rpi.s32.f32"),
            (std::vector<int32_t>{1, 2, 3, 0, -1, most, least, most, least, 0,
                                  most, least, 1, 2147483520, -7, 8}));
  EXPECT_EQ(run("cvt.rzi.u32.f32")[6], 0);
}

TEST(PtxConvert, IntegersExtendAndTruncate) {
  std::vector<uint32_t> inputs = {0xff,       0x80,   0x7f, 0x12345678,
                                  0xffff8000, 0x8000, 0,    0xdeadbeef};
  auto run = [&](const std::string &what) {
    return compute<uint64_t>(
        "add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n" + what +
            "\nadd.u64 %a0, %p0, %o8; st.global.b64 [%a0], %d1;",
        inputs.size(), inputs);
  };
  auto s8 = run("cvt.s64.s8 %d1, %r1;"), u16 = run("cvt.u64.u16 %d1, %r1;"),
       s32 = run("cvt.s64.s32 %d1, %r1;"),
       sat = run("cvt.sat.s8.s32 %r2, %r1; cvt.s64.s32 %d1, %r2;");
  for (size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_EQ(s8[i], uint64_t(int64_t(int8_t(inputs[i]))));
    EXPECT_EQ(u16[i], uint64_t(uint16_t(inputs[i])));
    EXPECT_EQ(s32[i], uint64_t(int64_t(int32_t(inputs[i]))));
    EXPECT_EQ(int64_t(sat[i]),
              std::min(127, std::max(-128, int32_t(inputs[i]))));
  }
}

TEST(PtxConvert, LongToFloatRoundsOnce) {
  std::vector<int64_t> inputs = {
      INT64_MAX, INT64_MIN, 0, 1, -1, (int64_t(1) << 53) + 1,
      // A tie of f32 that a rounding to f64 first would make.
      (int64_t(1) << 62) + (int64_t(1) << 38) + 1, 0x7ffffffffffffdff};
  auto result =
      compute<uint32_t>("add.u64 %a1, %p1, %o8; ld.global.b64 %d1, [%a1];\n"
                        "cvt.rn.f32.s64 %r1, %d1;\n"
                        "add.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r1;",
                        inputs.size(), inputs);
  for (size_t i = 0; i < inputs.size(); ++i)
    EXPECT_EQ(result[i], bitsOf(float(inputs[i]))) << inputs[i];
  // The slow loop, with a direction: towards zero.
  auto zero =
      compute<uint32_t>("add.u64 %a1, %p1, %o8; ld.global.b64 %d1, [%a1];\n"
                        "cvt.rz.f32.s64 %r1, %d1;\n"
                        "add.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r1;",
                        inputs.size(), inputs);
  EXPECT_EQ(floatOf(zero[0]), std::nextafter(0x1p63f, 0.0f));
  EXPECT_EQ(floatOf(zero[1]), -0x1p63f);
}

TEST(PtxConvert, PairsAndTf32) {
  std::vector<float> a = {1.0f, 65520.0f, -2.0f, NAN},
                     b = {0.1f, -1e-8f, 3.0f, -5.0f};
  auto pairs =
      compute<uint32_t>("add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n"
                        "add.u64 %a2, %p2, %o4; ld.global.b32 %r2, [%a2];\n"
                        "cvt.rn.f16x2.f32 %r3, %r1, %r2;\n"
                        "add.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r3;",
                        4, a, b);
  for (size_t i = 0; i < 4; ++i)
    EXPECT_EQ(pairs[i],
              uint32_t(nearest16(a[i], 5)) << 16 | nearest16(b[i], 5));
  std::vector<uint32_t> bits = {0x3f801000, 0x3f800fff, 0x3f803000, 0xbf801000};
  auto tf32 =
      compute<uint32_t>("add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n"
                        "cvt.rna.tf32.f32 %r3, %r1;\n"
                        "add.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r3;",
                        4, bits);
  EXPECT_EQ(tf32, (std::vector<uint32_t>{0x3f802000, 0x3f800000, 0x3f804000,
                                         0xbf802000}));
}

TEST(PtxConvert, ToFiniteValues) {
  std::vector<float> a = {1e9f, -INFINITY, NAN, 1.5f};
  auto run = [&](const std::string &what) {
    return compute<uint32_t>(
        "add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n"
        "mov.b16 %h4, 0; " +
            what + "\nadd.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r3;",
        4, a);
  };
  using Words = std::vector<uint32_t>;
  EXPECT_EQ(run("cvt.rn.satfinite.f16.f32 %h1, %r1; mov.b32 %r3, {%h1, %h4};"),
            (Words{0x7bff, 0xfbff, 0x7fff, 0x3e00}));
  EXPECT_EQ(
      run("cvt.rn.relu.satfinite.bf16.f32 %h1, %r1; mov.b32 %r3, {%h1, %h4};"),
      (Words{0x4e6e, 0, 0x7fff, 0x3fc0}));
  EXPECT_EQ(run("cvt.rz.satfinite.f16x2.f32 %r3, %r1, %r1;"),
            (Words{0x7bff7bff, 0xfbfffbff, 0x7fff7fff, 0x3e003e00}));
  EXPECT_EQ(run("cvt.rna.satfinite.tf32.f32 %r3, %r1;"),
            (Words{0x4e6e6000, 0xff7fe000, 0x7fffffff, 0x3fc00000}));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

std::vector<uint16_t> random16(unsigned seed, size_t count) {
  std::mt19937 random(seed);
  std::vector<uint16_t> values(count);
  for (uint16_t &value : values)
    value = uint16_t(random());
  return values;
}

std::string binary16(const std::string &instruction) {
  return "add.u64 %a1, %p1, %o2; ld.global.b16 %h1, [%a1];\n"
         "add.u64 %a2, %p2, %o2; ld.global.b16 %h2, [%a2];\n" +
         instruction +
         " %h3, %h1, %h2;\n"
         "add.u64 %a0, %p0, %o2; st.global.b16 [%a0], %h3;";
}

TEST(PtxArithmetic, SixteenBitsRoundOnce) {
  const size_t count = 65536;
  auto a = random16(1, count), b = random16(2, count), c = random16(3, count);
  // Operands that are near each other, whose sums are exact or ties.
  for (size_t i = 0; i < count; i += 4)
    b[i] = uint16_t((a[i] & 0xfc00) ^ (b[i] & 0x83ff));
  for (int e : {5, 8}) {
    std::string type = e == 5 ? "f16" : "bf16";
    auto sum = compute<uint16_t>(binary16("add.rn." + type), count, a, b);
    auto difference =
        compute<uint16_t>(binary16("sub.rn." + type), count, a, b);
    auto product = compute<uint16_t>(binary16("mul.rn." + type), count, a, b);
    auto fused = compute<uint16_t>(
        "add.u64 %a3, %p3, %o2; ld.global.b16 %h4, [%a3];\n"
        "add.u64 %a1, %p1, %o2; ld.global.b16 %h1, [%a1];\n"
        "add.u64 %a2, %p2, %o2; ld.global.b16 %h2, [%a2];\n"
        "fma.rn." +
            type +
            " %h3, %h1, %h2, %h4;\n"
            "add.u64 %a0, %p0, %o2; st.global.b16 [%a0], %h3;",
        count, a, b, c);
    for (size_t i = 0; i < count; ++i) {
      using Exact = __float128;
      Exact x = valueOf(a[i], e), y = valueOf(b[i], e), z = valueOf(c[i], e);
      auto want = [&](Exact p, Exact q, uint16_t got, const char *op) {
        // The sum and what it loses; to long double, odd: keep what is lost as
        // a last bit.
        Exact exact = p + q, part = exact - p;
        Exact error = (p - (exact - part)) + (q - part);
        long double rounded = (long double)(exact);
        Exact lost = (exact - Exact(rounded)) + error;
        if (std::isfinite(rounded) && lost != 0 && rounded != 0) {
          long double other =
              std::nextafter(rounded, lost > 0 ? HUGE_VALL : -HUGE_VALL);
          // The middle of two 16-bit values is even in long double.
          uint64_t mantissa;
          std::memcpy(&mantissa, &rounded, 8);
          if (!(mantissa & 1))
            rounded = other;
        }
        ASSERT_EQ(got, nearest16(rounded, e))
            << op << "." << type << " " << a[i] << " " << b[i] << " " << c[i];
      };
      want(x, y, sum[i], "add");
      want(x, -y, difference[i], "sub");
      want(x * y, Exact(-0.0), product[i], "mul");
      want(x * y, z, fused[i], "fma");
    }
  }
}

TEST(PtxArithmetic, HalfFmaDoesNotRoundTwice) {
  // The product is a tie of f16 when it was rounded to f64 with the addend
  // lost: 2^-11 * (1 + 2^-10)... plus a subnormal far below.
  std::vector<uint16_t> a = {0x3c01, 0x3c01}, b = {0x7801, 0x7801},
                        c = {0x0001, 0x8001};
  auto fused =
      compute<uint16_t>("add.u64 %a3, %p3, %o2; ld.global.b16 %h4, [%a3];\n"
                        "add.u64 %a1, %p1, %o2; ld.global.b16 %h1, [%a1];\n"
                        "add.u64 %a2, %p2, %o2; ld.global.b16 %h2, [%a2];\n"
                        "fma.rn.f16 %h3, %h1, %h2, %h4;\n"
                        "add.u64 %a0, %p0, %o2; st.global.b16 [%a0], %h3;",
                        2, a, b, c);
  __float128 product = __float128(valueOf(a[0], 5)) * valueOf(b[0], 5);
  EXPECT_EQ(fused[0], nearest16((long double)(product + valueOf(c[0], 5)), 5));
  EXPECT_EQ(fused[1], nearest16((long double)(product + valueOf(c[1], 5)), 5));
}

std::vector<uint32_t> random32(unsigned seed, size_t count) {
  std::mt19937 random(seed);
  std::vector<uint32_t> values(count);
  for (uint32_t &value : values)
    value = uint32_t(random());
  uint32_t special[] = {0,          0x80000000, 1,          0x80000001,
                        0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff,
                        0x00800000, 0x3f800000};
  for (size_t i = 0; i < count; i += 17)
    values[i] = special[random() % 10];
  return values;
}

std::string binary32(const std::string &instruction) {
  return "add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n"
         "add.u64 %a2, %p2, %o4; ld.global.b32 %r2, [%a2];\n" +
         instruction + "\nadd.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r3;";
}

uint32_t canonical(float value) {
  return value != value ? 0x7fffffffu : bitsOf(value);
}

TEST(PtxArithmetic, SinglesRoundAsTheHost) {
  const size_t count = 65536;
  auto a = random32(1, count), b = random32(2, count);
  auto run = [&](const std::string &what) {
    return compute<uint32_t>(binary32(what), count, a, b);
  };
  auto sum = run("add.rn.f32 %r3, %r1, %r2;"),
       product = run("mul.f32 %r3, %r1, %r2;"),
       quotient = run("div.rn.f32 %r3, %r1, %r2;"),
       root = run("sqrt.rn.f32 %r3, %r1;"),
       reciprocal = run("rcp.rn.f32 %r3, %r1;"),
       fused = run("fma.rn.f32 %r3, %r1, %r2, %r1;"),
       flushed = run("add.ftz.f32 %r3, %r1, %r2;"),
       saturated = run("add.sat.f32 %r3, %r1, %r2;");
  for (size_t i = 0; i < count; ++i) {
    float x = floatOf(a[i]), y = floatOf(b[i]);
    ASSERT_EQ(sum[i], canonical(x + y));
    ASSERT_EQ(product[i], canonical(x * y));
    ASSERT_EQ(quotient[i], canonical(x / y));
    ASSERT_EQ(root[i], canonical(std::sqrt(x)));
    ASSERT_EQ(reciprocal[i], canonical(1 / x));
    ASSERT_EQ(fused[i], canonical(std::fma(x, y, x))) << x << " " << y;
    auto flushOne = [](float v) {
      return std::fpclassify(v) == FP_SUBNORMAL ? std::copysign(0.0f, v) : v;
    };
    ASSERT_EQ(flushed[i], canonical(flushOne(flushOne(x) + flushOne(y))));
    float s = x + y;
    ASSERT_EQ(floatOf(saturated[i]), s != s || s < 0 ? 0 : std::min(s, 1.0f));
  }
}

TEST(PtxArithmetic, DirectedRoundings) {
  const size_t count = 16384;
  auto a = random32(5, count), b = random32(6, count);
  for (const char *op : {"add", "mul", "div", "sqrt", "rcp", "fma"}) {
    auto run = [&](const char *mode) {
      bool isUnary = *op == 's' || *op == 'r';
      std::string operands = isUnary      ? " %r3, %r1;"
                             : *op == 'f' ? " %r3, %r1, %r2, %r1;"
                                          : " %r3, %r1, %r2;";
      return compute<uint32_t>(
          binary32(std::string(op) + "." + mode + ".f32" + operands), count, a,
          b);
    };
    auto nearest = run("rn"), zero = run("rz"), down = run("rm"),
         up = run("rp");
    for (size_t i = 0; i < count; ++i) {
      float n = floatOf(nearest[i]), z = floatOf(zero[i]), d = floatOf(down[i]),
            u = floatOf(up[i]);
      if (n != n) {
        ASSERT_TRUE(z != z && d != d && u != u);
        continue;
      }
      ASSERT_LE(d, u);
      ASSERT_TRUE(n == d || n == u) << op;
      ASSERT_EQ(z, std::signbit(n) ? u : d) << op;
      if (d != u) {
        ASSERT_EQ(std::nextafter(d, HUGE_VALF), u) << op;
      }
    }
  }
}

TEST(PtxArithmetic, DoublesWithDirections) {
  std::vector<double> a = {1, -1, 2}, b = {3, 3, 0x1p-60};
  auto run = [&](const std::string &what) {
    return compute<double>(
        "add.u64 %a1, %p1, %o8; ld.global.b64 %d1, [%a1];\n"
        "add.u64 %a2, %p2, %o8; ld.global.b64 %d2, [%a2];\n" +
            what + "\nadd.u64 %a0, %p0, %o8; st.global.b64 [%a0], %d3;",
        3, a, b);
  };
  auto down = run("div.rm.f64 %d3, %d1, %d2;"),
       up = run("div.rp.f64 %d3, %d1, %d2;"),
       sum = run("add.rp.f64 %d3, %d1, %d2;"),
       near = run("fma.rn.f64 %d3, %d1, %d2, %d1;");
  EXPECT_EQ(std::nextafter(down[0], 1.0), up[0]);
  EXPECT_EQ(std::nextafter(down[1], 1.0), up[1]);
  EXPECT_EQ(sum[2], std::nextafter(2.0, 3.0));
  EXPECT_EQ(near[0], 4.0);
}

TEST(PtxArithmetic, MinimumAndMaximum) {
  std::vector<float> a = {1, NAN, NAN, -0.0f, 0.0f, -3, 5, INFINITY},
                     b = {2, 5, NAN, 0.0f, -0.0f, 2, -7, 1};
  auto run = [&](const std::string &what) {
    return compute<uint32_t>(binary32(what + " %r3, %r1, %r2;"), 8, a, b);
  };
  auto least = run("min.f32"), most = run("max.f32"),
       strict = run("max.NaN.f32"), signs = run("min.xorsign.abs.f32");
  EXPECT_EQ(floatOf(least[0]), 1);
  EXPECT_EQ(floatOf(least[1]), 5);
  EXPECT_EQ(least[2], 0x7fffffffu);
  EXPECT_EQ(least[3], 0x80000000u);
  EXPECT_EQ(least[4], 0x80000000u);
  EXPECT_EQ(most[3], 0u);
  EXPECT_EQ(most[4], 0u);
  EXPECT_EQ(strict[1], 0x7fffffffu);
  EXPECT_EQ(floatOf(strict[6]), 5);
  EXPECT_EQ(floatOf(signs[5]), -2);
  EXPECT_EQ(floatOf(signs[6]), -5);
}

TEST(PtxArithmetic, PairsOfSingles) {
  std::vector<float> a, b, c;
  std::mt19937 random(11);
  while (a.size() < 1024) {
    a.push_back(std::ldexp(float(int32_t(random())), int(random() % 40) - 60));
    b.push_back(std::ldexp(float(int32_t(random())), int(random() % 40) - 60));
    c.push_back(std::ldexp(float(int32_t(random())), int(random() % 40) - 90));
  }
  // A thread has two values: elements 2i and 2i + 1.
  auto run = [&](const std::string &what) {
    return computeOn<uint32_t>(
        "sm_100",
        "setp.ge.u32 %q1, %i, 512; @%q1 exit;"
        "add.u64 %a1, %p1, %o8; ld.global.b64 %d1, [%a1];\n"
        "add.u64 %a2, %p2, %o8; ld.global.b64 %d2, [%a2];\n"
        "add.u64 %a3, %p3, %o8; ld.global.b64 %d3, [%a3];\n" +
            what + "\nadd.u64 %a0, %p0, %o8; st.global.b64 [%a0], %d4;",
        1024, a, b, c);
  };
  auto sum = run("add.rn.f32x2 %d4, %d1, %d2;"),
       difference = run("sub.rn.f32x2 %d4, %d1, %d2;"),
       product = run("mul.rn.ftz.f32x2 %d4, %d1, %d2;"),
       fused = run("fma.rn.f32x2 %d4, %d1, %d2, %d3;");
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(floatOf(sum[i]), a[i] + b[i]);
    EXPECT_EQ(floatOf(difference[i]), a[i] - b[i]);
    EXPECT_EQ(floatOf(product[i]), a[i] * b[i]);
    EXPECT_EQ(floatOf(fused[i]), std::fma(a[i], b[i], c[i]));
  }
}

TEST(PtxArithmetic, MixedPrecision) {
  const size_t count = 4096;
  std::vector<uint16_t> a(count), b(count);
  std::vector<float> c(count);
  std::mt19937 random(12);
  for (size_t i = 0; i < count; ++i) {
    a[i] = uint16_t(random());
    b[i] = uint16_t(random());
    c[i] = std::ldexp(float(int32_t(random())), int(random() % 40) - 60);
  }
  for (int exponentBits : {5, 8}) {
    std::string type = exponentBits == 5 ? "f16" : "bf16";
    auto run = [&](const std::string &what, const std::string &operands) {
      return computeOn<uint32_t>(
          "sm_100",
          "add.u64 %a1, %p1, %o2; ld.global.b16 %h1, [%a1];\n"
          "add.u64 %a2, %p2, %o2; ld.global.b16 %h2, [%a2];\n"
          "add.u64 %a3, %p3, %o4; ld.global.b32 %r1, [%a3];\n" +
              what + ".f32." + type + " %r2, %h1, " + operands +
              "; add.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r2;",
          count, a, b, c);
    };
    auto sum = run("add", "%r1"), saturated = run("add.sat", "%r1"),
         difference = run("sub.rn", "%r1"), fused = run("fma.rn", "%h2, %r1");
    for (size_t i = 0; i < count; ++i) {
      float x = float(valueOf(a[i], exponentBits)),
            y = float(valueOf(b[i], exponentBits));
      auto same = [](uint32_t bits, float want) {
        return want != want ? bits == 0x7fffffffu : floatOf(bits) == want;
      };
      EXPECT_TRUE(same(sum[i], x + c[i])) << type << " " << a[i];
      EXPECT_TRUE(same(difference[i], x - c[i])) << type << " " << a[i];
      EXPECT_TRUE(same(fused[i], std::fma(x, y, c[i]))) << type << " " << a[i];
      float clamped = x + c[i] > 0 ? std::min(x + c[i], 1.0f) : 0;
      EXPECT_TRUE(same(saturated[i], clamped)) << type << " " << a[i];
    }
  }
}

TEST(PtxArithmetic, ExtremesOfThree) {
  std::vector<float> a = {1, NAN, 7, -0.0f}, b = {2, 5, NAN, 0.0f};
  auto run = [&](const std::string &what, const char *third) {
    return computeOn<uint32_t>(
        "sm_100", binary32(what + " %r3, %r1, %r2, " + third + ";"), 4, a, b);
  };
  auto least = run("min.f32", "0f3FC00000"),     // 1.5
      most = run("max.f32", "0f40C00000"),       // 6
      strict = run("max.NaN.f32", "0f40C00000"); // 6
  EXPECT_EQ(floatOf(least[0]), 1);
  EXPECT_EQ(floatOf(least[1]), 1.5f);
  EXPECT_EQ(least[3], 0x80000000u);
  EXPECT_EQ(floatOf(most[0]), 6);
  EXPECT_EQ(floatOf(most[1]), 6);
  EXPECT_EQ(floatOf(most[2]), 7);
  EXPECT_EQ(floatOf(strict[0]), 6);
  EXPECT_EQ(strict[2], 0x7fffffffu);
}

TEST(PtxArithmetic, SignsAndProperties) {
  std::vector<uint32_t> a = {0x3f800000, 0xbf800000, 0x7f800000, 0xffc00000,
                             0x00000001, 0x80000000, 0x00800000, 0x7f7fffff},
                        b = {0x80000000, 0x40000000, 0xc0000000, 0x40400000,
                             0xc0400000, 0x3f800000, 0x3f800000, 0xbf800000};
  auto run = [&](const std::string &what) {
    return compute<uint32_t>(binary32(what), a.size(), a, b);
  };
  auto sign = run("copysign.f32 %r3, %r1, %r2;"),
       absolute = run("abs.f32 %r3, %r1;"), negated = run("neg.f32 %r3, %r1;"),
       flushed = run("abs.ftz.f32 %r3, %r1;");
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(sign[i], (a[i] & 0x80000000) | (b[i] & 0x7fffffff));
    EXPECT_EQ(absolute[i], a[i] & 0x7fffffff);
    EXPECT_EQ(negated[i], a[i] ^ 0x80000000);
  }
  EXPECT_EQ(flushed[4], 0u);
  auto property = [&](const std::string &name) {
    auto bits =
        run("testp." + name + ".f32 %q1, %r1; selp.b32 %r3, 1, 0, %q1;");
    uint32_t all = 0;
    for (size_t i = 0; i < bits.size(); ++i)
      all |= bits[i] << i;
    return all;
  };
  EXPECT_EQ(property("finite"), 0xf3u);
  EXPECT_EQ(property("infinite"), 0x04u);
  EXPECT_EQ(property("number"), 0xf7u);
  EXPECT_EQ(property("notanumber"), 0x08u);
  EXPECT_EQ(property("normal"), 0xc3u);
  EXPECT_EQ(property("subnormal"), 0x10u);
}

TEST(PtxArithmetic, PackedHalves) {
  auto a = random32(8, 4096), b = random32(9, 4096);
  auto sum =
      compute<uint32_t>(binary32("add.f16x2 %r3, %r1, %r2;"), 4096, a, b);
  auto fused = compute<uint32_t>(binary32("fma.rn.bf16x2 %r3, %r1, %r2, %r1;"),
                                 4096, a, b);
  auto relu = compute<uint32_t>(
      binary32("fma.rn.relu.f16x2 %r3, %r1, %r2, %r1;"), 4096, a, b);
  for (size_t i = 0; i < a.size(); ++i)
    for (int shift : {0, 16}) {
      uint16_t x = uint16_t(a[i] >> shift), y = uint16_t(b[i] >> shift);
      ASSERT_EQ(uint16_t(sum[i] >> shift),
                nearest16((long double)valueOf(x, 5) + valueOf(y, 5), 5));
      double bx = valueOf(x, 8), by = valueOf(y, 8);
      ASSERT_EQ(uint16_t(fused[i] >> shift),
                BF16::round(oddSum(bx * by, bx), Rounding::NearestEven));
      uint16_t half =
          F16::round(oddSum(valueOf(x, 5) * valueOf(y, 5), valueOf(x, 5)),
                     Rounding::NearestEven);
      bool isNegative = (half & 0x8000) && half != 0x7fff;
      ASSERT_EQ(uint16_t(relu[i] >> shift), isNegative ? 0 : half);
    }
}

//===----------------------------------------------------------------------===//
// Approximations: within the documented error, and not what is rounded
//===----------------------------------------------------------------------===//

TEST(PtxApproximate, IsInexactWithinItsError) {
  std::vector<float> inputs(4096);
  std::mt19937 random(11);
  for (float &value : inputs)
    value = std::ldexp(1 + float(random() % (1 << 23)) * 0x1p-23f,
                       int(random() % 12) - 6);
  struct Case {
    const char *text;
    double (*exact)(double);
    double relative, absolute;
  };
  const Case cases[] = {
      {"rcp.approx.f32", [](double x) { return 1 / x; }, 0x1p-23, 0},
      {"sqrt.approx.f32", [](double x) { return std::sqrt(x); }, 0x1p-23, 0},
      {"rsqrt.approx.f32", [](double x) { return 1 / std::sqrt(x); }, 0x1p-22,
       0},
      {"ex2.approx.f32", [](double x) { return std::exp2(x); }, 0x1p-22, 0},
      {"lg2.approx.f32", [](double x) { return std::log2(x); }, 0x1p-22,
       0x1p-22},
      {"sin.approx.f32", [](double x) { return std::sin(x); }, 0, 0x1p-20},
      {"cos.approx.f32", [](double x) { return std::cos(x); }, 0, 0x1p-20},
      {"tanh.approx.f32", [](double x) { return std::tanh(x); }, 0x1p-11, 0}};
  for (const Case &one : cases) {
    auto result = compute<float>(
        "add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n" +
            std::string(one.text) +
            " %r3, %r1;\nadd.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r3;",
        inputs.size(), inputs);
    unsigned inexact = 0;
    for (size_t i = 0; i < inputs.size(); ++i) {
      double exact = one.exact(inputs[i]);
      EXPECT_LE(std::fabs(result[i] - exact),
                std::fabs(exact) * one.relative + one.absolute)
          << one.text << " " << inputs[i];
      inexact += result[i] != float(exact);
    }
    // tanh is 1 for many.
    EXPECT_GT(inexact, inputs.size() * 7 / 10) << one.text;
  }
}

TEST(PtxApproximate, SpecialValues) {
  std::vector<float> inputs = {0.0f, -0.0f, INFINITY, -INFINITY,
                               NAN,  4.0f,  1.0f,     -1.0f};
  auto run = [&](const char *what) {
    return compute<uint32_t>(
        "add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];\n" +
            std::string(what) +
            " %r3, %r1;\nadd.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r3;",
        inputs.size(), inputs);
  };
  const uint32_t inf = 0x7f800000, nan = 0x7fffffff, one = 0x3f800000,
                 minus = 0x80000000;
  EXPECT_EQ(run("rcp.approx.f32"),
            (std::vector<uint32_t>{inf, inf | minus, 0, minus, nan, 0x3e800000,
                                   one, one | minus}));
  EXPECT_EQ(run("rsqrt.approx.f32"),
            (std::vector<uint32_t>{inf, inf | minus, 0, nan, nan, 0x3f000000,
                                   one, nan}));
  EXPECT_EQ(run("ex2.approx.f32"),
            (std::vector<uint32_t>{one, one, inf, 0, nan, 0x41800000,
                                   0x40000000, 0x3f000000}));
  EXPECT_EQ(run("lg2.approx.f32"),
            (std::vector<uint32_t>{inf | minus, inf | minus, inf, nan, nan,
                                   0x40000000, 0, nan}));
  EXPECT_EQ(run("sin.approx.f32")[2], nan);
  EXPECT_EQ(run("tanh.approx.f32")[3], one | minus);
}

TEST(PtxApproximate, Doubles) {
  std::vector<double> inputs = {3, 7, 0.1, 4};
  auto run = [&](const std::string &what) {
    return compute<double>(
        "add.u64 %a1, %p1, %o8; ld.global.b64 %d1, [%a1];\n" + what +
            " %d2, %d1;\nadd.u64 %a0, %p0, %o8; st.global.b64 [%a0], %d2;",
        inputs.size(), inputs);
  };
  auto reciprocal = run("rcp.approx.ftz.f64"), root = run("rsqrt.approx.f64");
  for (size_t i = 0; i < inputs.size(); ++i) {
    double exact = 1 / inputs[i];
    EXPECT_NEAR(reciprocal[i] / exact, 1, 0x1p-20);
    EXPECT_EQ(bitsOf(reciprocal[i]) & 0xffffffff, 0u);
    EXPECT_NEAR(root[i] * std::sqrt(inputs[i]), 1, 0x1p-50);
  }
  EXPECT_EQ(root[3], 0.5);
  EXPECT_NE(root[0], double(1 / std::sqrt(3.0L)));
}

TEST(PtxApproximate, HalvesOfAllValues) {
  auto inputs = all16();
  auto result =
      compute<uint16_t>("add.u64 %a1, %p1, %o2; ld.global.b16 %h1, [%a1];\n"
                        "ex2.approx.f16 %h2, %h1;\n"
                        "add.u64 %a0, %p0, %o2; st.global.b16 [%a0], %h2;",
                        inputs.size(), inputs);
  for (size_t i = 0; i < inputs.size(); ++i) {
    double exact = std::exp2(valueOf(inputs[i], 5));
    double got = valueOf(result[i], 5);
    if (exact != exact) {
      EXPECT_EQ(result[i], 0x7fff);
    } else if (std::isfinite(got) && exact > 0x1p-14) {
      EXPECT_NEAR(got / exact, 1, std::exp2(-9.9)) << i;
    }
  }
}

TEST(PtxApproximate, Quotients) {
  std::vector<float> a = {1, 1, 0x1p127f, INFINITY, 6, 2},
                     b = {3, 0x1.8p126f, 0x1.8p126f, 0x1.8p126f, 3, 0};
  auto run = [&](const char *what) {
    return compute<float>(binary32(std::string(what) + " %r3, %r1, %r2;"), 6, a,
                          b);
  };
  auto approx = run("div.approx.f32"), full = run("div.full.f32");
  EXPECT_NE(approx[0], 1.0f / 3);
  EXPECT_NEAR(approx[0], 1.0 / 3, 0x1p-24);
  EXPECT_EQ(approx[1], 0);
  EXPECT_EQ(approx[2], 0);
  EXPECT_TRUE(std::isnan(approx[3]));
  EXPECT_EQ(approx[4], 2);
  EXPECT_TRUE(std::isinf(approx[5]));
  EXPECT_NEAR(full[2], 4.0 / 3, 0x1p-22);
}

} // namespace
} // namespace amp::rt::simulator::ptx
