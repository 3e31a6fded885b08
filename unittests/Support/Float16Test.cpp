//===- Float16Test.cpp - Tests of the 16-bit conversions ------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Float16.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <random>

using namespace amp;
using llvm::APFloat;

namespace {
struct Half {
  static const llvm::fltSemantics &semantics() { return APFloat::IEEEhalf(); }
  static constexpr uint16_t infinity = 0x7c00, quiet = 0x0200;
  static float widen(uint16_t bits) { return halfToFloat(bits); }
  static uint16_t narrow(float value) { return floatToHalf(value); }
  static uint16_t narrow(double value) { return doubleToHalf(value); }
};
struct Bfloat {
  static const llvm::fltSemantics &semantics() { return APFloat::BFloat(); }
  static constexpr uint16_t infinity = 0x7f80, quiet = 0x0040;
  static float widen(uint16_t bits) { return bfloatToFloat(bits); }
  static uint16_t narrow(float value) { return floatToBfloat(value); }
  static uint16_t narrow(double value) { return doubleToBfloat(value); }
};

template <typename T>
class Float16 : public testing::Test {
public:
  /// By LLVM's arbitrary-precision floats.
  template <typename F>
  static uint16_t reference(F value) {
    APFloat number(value);
    bool losesInfo;
    number.convert(T::semantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    return number.bitcastToAPInt().getZExtValue();
  }
};
using Types = testing::Types<Half, Bfloat>;
} // namespace
TYPED_TEST_SUITE(Float16, Types);

TYPED_TEST(Float16, WidensAllPatternsExactly) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    float value = TypeParam::widen(bits);
    APFloat number(TypeParam::semantics(), llvm::APInt(16, bits));
    if (number.isNaN()) {
      ASSERT_TRUE(std::isnan(value)) << bits;
      ASSERT_EQ(std::signbit(value), number.isNegative()) << bits;
    } else {
      bool losesInfo;
      number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                     &losesInfo);
      ASSERT_EQ(llvm::bit_cast<uint32_t>(value),
                llvm::bit_cast<uint32_t>(number.convertToFloat()))
          << bits;
    }
  }
}

TYPED_TEST(Float16, AllPatternsRoundTrip) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    float value = TypeParam::widen(bits);
    // A NaN comes back quiet, with its sign and payload.
    uint16_t expected = std::isnan(value) ? bits | TypeParam::quiet : bits;
    ASSERT_EQ(TypeParam::narrow(value), expected) << bits;
    ASSERT_EQ(TypeParam::narrow(static_cast<double>(value)), expected) << bits;
  }
}

TYPED_TEST(Float16, RoundsAtEveryBoundary) {
  // Halfway between neighbours goes to the even one; next to it, to the nearer.
  for (uint16_t low = 0; low < TypeParam::infinity; ++low) {
    uint16_t high = low + 1;
    double a = TypeParam::widen(low);
    // Where infinity begins, the exponent goes on as if there were no limit.
    double b = high == TypeParam::infinity
                   ? a + (a - TypeParam::widen(low - 1))
                   : static_cast<double>(TypeParam::widen(high));
    double middle = (a + b) / 2;
    uint16_t even = low & 1 ? high : low;
    double infinity = std::numeric_limits<double>::infinity();
    for (bool negative : {false, true}) {
      uint16_t sign = negative ? 0x8000 : 0;
      double factor = negative ? -1 : 1;
      ASSERT_EQ(TypeParam::narrow(factor * middle), even | sign) << low;
      ASSERT_EQ(TypeParam::narrow(factor * std::nextafter(middle, infinity)),
                high | sign)
          << low;
      ASSERT_EQ(TypeParam::narrow(factor * std::nextafter(middle, 0.0)),
                low | sign)
          << low;
      // Every such middle is an f32 too, but for those of bf16's subnormals'
      // neighbours below 2^-149, of which there are none.
      float middle32 = static_cast<float>(middle);
      ASSERT_EQ(static_cast<double>(middle32), middle);
      float above = std::nextafterf(middle32, HUGE_VALF);
      float below = std::nextafterf(middle32, 0.0f);
      float sign32 = static_cast<float>(factor);
      ASSERT_EQ(TypeParam::narrow(sign32 * middle32), even | sign) << low;
      ASSERT_EQ(TypeParam::narrow(sign32 * above), high | sign) << low;
      ASSERT_EQ(TypeParam::narrow(sign32 * below), low | sign) << low;
    }
  }
}

TYPED_TEST(Float16, AgreesWithReferenceOnRandomBits) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 300000; ++i) {
    uint64_t bits = random();
    float single = llvm::bit_cast<float>(static_cast<uint32_t>(bits));
    if (!std::isnan(single)) {
      ASSERT_EQ(TypeParam::narrow(single), this->reference(single)) << single;
    }
    // Exponents around those of the type, else nearly all are 0 or infinity.
    double value = std::ldexp(1.0 + static_cast<double>(bits >> 12) * 0x1p-52,
                              static_cast<int>(bits % 300) - 150);
    ASSERT_EQ(TypeParam::narrow(value), this->reference(value)) << value;
  }
}

TYPED_TEST(Float16, SpecialValues) {
  double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(TypeParam::narrow(infinity), TypeParam::infinity);
  EXPECT_EQ(TypeParam::narrow(-infinity), TypeParam::infinity | 0x8000);
  EXPECT_EQ(TypeParam::narrow(1e300), TypeParam::infinity);
  EXPECT_EQ(TypeParam::narrow(-1e-300), 0x8000);
  EXPECT_EQ(TypeParam::narrow(-0.0f), 0x8000);
  // A signaling NaN whose payload would be cut off must not become infinity.
  EXPECT_EQ(TypeParam::narrow(llvm::bit_cast<float>(0x7f800001u)),
            TypeParam::infinity | TypeParam::quiet);
}

TEST(Float16, RoundsOnceFromDouble) {
  // Just above the middle of 1 and its neighbour, by less than f32 can tell.
  EXPECT_EQ(doubleToHalf(1.0 + 0x1p-11 + 0x1p-40), 0x3c01);
  EXPECT_EQ(floatToHalf(static_cast<float>(1.0 + 0x1p-11 + 0x1p-40)), 0x3c00);
  EXPECT_EQ(doubleToBfloat(1.0 + 0x1p-8 + 0x1p-40), 0x3f81);
}

TEST(Float16, RoundsOnceFromInt64) {
  // Just above the middle of two bf16, by less than f64 can tell.
  int64_t value = (int64_t(1) << 62) + (int64_t(1) << 54) + 1;
  EXPECT_EQ(doubleToBfloat(int64ToDoubleOdd(value)), 0x5e81);
  EXPECT_EQ(doubleToBfloat(static_cast<double>(value)), 0x5e80);
  EXPECT_EQ(doubleToBfloat(int64ToDoubleOdd(-value)), 0xde81);
  EXPECT_EQ(doubleToBfloat(int64ToDoubleOdd(INT64_MAX)), 0x5f00);
  EXPECT_EQ(doubleToBfloat(int64ToDoubleOdd(INT64_MIN)), 0xdf00);
  EXPECT_EQ(int64ToDoubleOdd(12345), 12345.0);
}
