//===- ElementTypeTest.cpp - Tests of ElementType -------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace amp;

TEST(ElementType, SpellingsRoundTrip) {
  EXPECT_EQ(allElementTypes().size(), 12u);
  for (ElementType type : allElementTypes()) {
    if (type != ElementType::C128) {
      EXPECT_EQ(elementTypeFromSafetensorsName(safetensorsName(type)), type);
    }
    if (type != ElementType::BF16) {
      EXPECT_EQ(elementTypeFromNpyDescr(npyDescr(type)), type);
    }
    EXPECT_EQ(isFloat(type) + isInteger(type) + isComplex(type), 1);
  }
}

TEST(ElementType, Spellings) {
  EXPECT_EQ(mlirName(ElementType::UI8), "ui8");
  EXPECT_EQ(mlirName(ElementType::C64), "complex<f32>");
  EXPECT_EQ(safetensorsName(ElementType::UI8), "U8");
  EXPECT_EQ(safetensorsName(ElementType::I1), "BOOL");
  EXPECT_EQ(safetensorsName(ElementType::C128), "");
  EXPECT_EQ(npyDescr(ElementType::BF16), "");
  EXPECT_EQ(npyDescr(ElementType::I1), "|b1");
  EXPECT_EQ(elementSize(ElementType::C128), 16u);
  EXPECT_EQ(elementSize(ElementType::BF16), 2u);
  EXPECT_FALSE(elementTypeFromSafetensorsName(""));
  EXPECT_FALSE(elementTypeFromNpyDescr(""));
}

TEST(Error, QuotesControlCharactersAndBadUtf8) {
  EXPECT_EQ(quote("a/b.npy"), "'a/b.npy'");
  EXPECT_EQ(quote("a\nb\x7f"), "'a\\x0ab\\x7f'");
  EXPECT_EQ(quote("gr\xc3\xbc\xc3\x9f"), "'gr\xc3\xbc\xc3\x9f'");
  EXPECT_EQ(quote("a\xff"), "'a\\xff'");
  EXPECT_EQ(quote(std::string(300, 'x')), "'" + std::string(200, 'x') + "...'");
}
