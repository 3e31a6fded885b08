//===- NumberTest.cpp - Tests of numbers as text --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Number.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace amp;

TEST(Number, HexFloatsAreExact) {
  EXPECT_EQ(toHexFloat(3), "0x1.8p+1");
  EXPECT_EQ(toHexFloat(-0.0), "-0x0p+0");
  const double inf = std::numeric_limits<double>::infinity();
  for (double value : {0.0, -0.0, 0.1, -1e300, 5e-324, 2.2250738585072014e-308,
                       std::nextafter(1.0, 2.0), inf, -inf,
                       std::numeric_limits<double>::max()}) {
    double read = 17;
    ASSERT_TRUE(parseHexFloat(toHexFloat(value), read)) << toHexFloat(value);
    EXPECT_EQ(read, value);
    EXPECT_EQ(std::signbit(read), std::signbit(value));
  }
  double read = 17;
  EXPECT_TRUE(parseHexFloat(toHexFloat(std::nan("")), read));
  EXPECT_TRUE(std::isnan(read));
}

TEST(Number, HexFloatsAreNothingElse) {
  for (const char *text :
       {"", "-", "0x", "1.5", "0x-1p+0", "0xinf", "0xnan", "--0x1p+0", "-nan",
        "0x1p+0 ", " 0x1p+0", "0x1p+0x", "0x1p+99999", "Inf"}) {
    double value;
    EXPECT_FALSE(parseHexFloat(text, value)) << text;
  }
}

TEST(Number, DecimalTextReadsBack) {
  for (double value :
       {0.0, -0.0, 0.001, 0.1 + 0.2, 65536.0, 1e300, 5e-324, -1.0 / 3}) {
    double read;
    EXPECT_EQ(parseNumber(toDecimal(value), read), NumberStatus::Ok);
    EXPECT_EQ(toHexFloat(read), toHexFloat(value));
  }
  EXPECT_EQ(toDecimal(0.001), "0.001");
  EXPECT_EQ(toDecimal(-HUGE_VAL), "-inf");
  EXPECT_EQ(toDecimal(NAN), "nan");
}
