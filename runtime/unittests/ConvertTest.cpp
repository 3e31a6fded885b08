//===- ConvertTest.cpp - 16-bit floats, exhaustively ----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert.h"
#include "TestSupport.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace amp::rt::cpu;
using namespace amp::rt::test;

namespace {

float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

uint16_t elementBits(amprt_type type, double value) {
  Elements element(type, 1);
  element.set(0, value);
  uint16_t bits;
  std::memcpy(&bits, element.getBytes().data(), 2);
  return bits;
}

/// Checks a conversion from f32 by both forms against the reference.
void checkRounding(amprt_type type, float value) {
  // Nine elements take the vector form for eight and the other for the last.
  float source[9];
  uint16_t target[9];
  std::fill_n(source, 9, value);
  convertFromF32(type, source, target, 9);
  const uint16_t expected = elementBits(type, value);
  for (uint16_t bits : {target[0], target[7], target[8]}) {
    if (std::isnan(value)) {
      const uint16_t infinity = type == AMPRT_F16 ? 0x7c00 : 0x7f80;
      const uint16_t quiet = type == AMPRT_F16 ? 0x0200 : 0x0040;
      EXPECT_GT(bits & 0x7fff, infinity);
      EXPECT_TRUE(bits & quiet) << "a signaling NaN";
      EXPECT_EQ(bool(bits & 0x8000), std::signbit(value));
    } else {
      ASSERT_EQ(bits, expected) << typeName(type) << " of " << value;
    }
  }
}

class ConvertTest : public testing::TestWithParam<amprt_type> {};
INSTANTIATE_TEST_SUITE_P(Type, ConvertTest,
                         testing::Values(AMPRT_F16, AMPRT_BF16),
                         [](const testing::TestParamInfo<amprt_type> &info) {
                           return std::string(typeName(info.param));
                         });

TEST_P(ConvertTest, EveryValueToF32) {
  Elements element(GetParam(), 1);
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    uint16_t source[9];
    float target[9];
    std::fill_n(source, 9, static_cast<uint16_t>(bits));
    convertToF32(GetParam(), source, target, 9);
    element.setBytes({uint8_t(bits), uint8_t(bits >> 8)});
    const double expected = element.get(0);
    for (float value : {target[0], target[7], target[8]}) {
      EXPECT_EQ(std::signbit(value), bool(bits & 0x8000));
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(value)) << bits;
      else
        ASSERT_EQ(value, expected) << bits;
    }
  }
}

TEST_P(ConvertTest, RoundsAroundEveryValue) {
  // Each 16-bit value, the middle to the next one, and the f32 beside both.
  Elements element(GetParam(), 1);
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    element.setBytes({uint8_t(bits), uint8_t(bits >> 8)});
    const float value = static_cast<float>(element.get(0));
    checkRounding(GetParam(), value);
    if (!std::isfinite(value))
      continue;
    element.setBytes({uint8_t(bits + 1), uint8_t((bits + 1) >> 8)});
    const double next = element.get(0);
    // Past the largest value, the next would be one unit further.
    const double up =
        std::isfinite(next) ? next : value / (1 - unitRoundoff(GetParam()));
    const float middle = static_cast<float>((value + up) / 2);
    const float infinity = std::numeric_limits<float>::infinity();
    for (float around : {value, middle}) {
      checkRounding(GetParam(), around);
      checkRounding(GetParam(), std::nextafter(around, infinity));
      checkRounding(GetParam(), std::nextafter(around, -infinity));
    }
  }
}

TEST_P(ConvertTest, SpecialValues) {
  for (uint32_t bits :
       {0x7f800000u, 0xff800000u, 0x7fc00000u, 0xffc00000u, 0x7f800001u,
        0xff800001u, 0x7fffffffu, 0x7f7fffffu, 0xff7fffffu, 0x00000001u,
        0x80000001u, 0x007fffffu, 0x00800000u, 0x477fefffu, 0x477ff000u,
        0x33000000u, 0x33000001u, 0x00000000u, 0x80000000u})
    checkRounding(GetParam(), fromBits(bits));
}

TEST_P(ConvertTest, RandomBits) {
  Random random(1);
  for (int i = 0; i < 200000; ++i)
    checkRounding(GetParam(), fromBits(random.next()));
}

TEST_P(ConvertTest, ReluKeepsNaN) {
  const amprt_type type = GetParam();
  Elements values(type, 6);
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double input[] = {nan, -infinity, infinity, -1.5, 2.0, 0.0};
  for (size_t i = 0; i < 6; ++i)
    values.set(i, input[i]);
  std::vector<uint8_t> bytes = values.getBytes();
  reluInPlace(type, bytes.data(), 6);
  values.setBytes(bytes);
  EXPECT_TRUE(std::isnan(values.get(0)));
  EXPECT_EQ(values.get(1), 0.0);
  EXPECT_EQ(values.get(2), infinity);
  EXPECT_EQ(values.get(3), 0.0);
  EXPECT_EQ(values.get(4), 2.0);
  EXPECT_EQ(values.get(5), 0.0);
}

TEST_P(ConvertTest, RoundsF64Once) {
  const amprt_type type = GetParam();
  const bool isF16 = type == AMPRT_F16;
  const uint16_t infinity = isF16 ? 0x7c00 : 0x7f80;
  auto widen = [&](uint16_t bits) -> double {
    return isF16 ? f16ToF32(bits) : bf16ToF32(bits);
  };
  // Beside each point half way between neighbours: through f32, which has
  // neither side of it, the rounding would be another.
  for (uint16_t bits = 0; bits + 1 < infinity; ++bits) {
    const double middle = (widen(bits) + widen(bits + 1)) / 2;
    for (double value : {std::nextafter(middle, 0.0), middle,
                         std::nextafter(middle, HUGE_VAL)})
      for (double sign : {1.0, -1.0})
        ASSERT_EQ(isF16 ? f64ToF16(sign * value) : f64ToBF16(sign * value),
                  elementBits(type, sign * value))
            << typeName(type) << " of " << sign * value;
  }
  EXPECT_EQ(isF16 ? f64ToF16(1e300) : f64ToBF16(1e300), infinity);
}

} // namespace
