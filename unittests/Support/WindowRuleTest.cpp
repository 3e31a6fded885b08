//===- WindowRuleTest.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/WindowRule.h"

#include "gtest/gtest.h"

using namespace amp;

namespace {

std::vector<WindowRule> makeRules() {
  std::vector<WindowRule> rules;
  for (int64_t size = 1; size < 8; ++size)
    for (int64_t count = 1; count < 8; ++count) {
      rules.push_back(WindowRule::adaptive(size, count));
      for (int64_t kernel = 1; kernel < 4; ++kernel)
        for (int64_t padding = 0; padding <= kernel / 2; ++padding)
          rules.push_back(
              WindowRule::sliding(size, count, kernel, count % 3 + 1, padding));
      // Neighbours of interpolated elements.
      rules.push_back(
          {size, count, 2 * size, 2 * count, size - count, size + 3 * count});
    }
  return rules;
}

bool has(const WindowRule &rule, int64_t position, int64_t element) {
  return rule.getBegin(position) <= element && element < rule.getEnd(position);
}

TEST(WindowRuleTest, TransposedWindowsAreThePositionsThatHaveAnElement) {
  for (const WindowRule &rule : makeRules()) {
    WindowRule readers = rule.transposed();
    ASSERT_EQ(readers.size, rule.count);
    ASSERT_EQ(readers.count, rule.size);
    for (int64_t p = 0; p < rule.count; ++p)
      for (int64_t i = 0; i < rule.size; ++i)
        ASSERT_EQ(has(rule, p, i), has(readers, i, p))
            << rule.stride << " " << rule.divisor << " " << rule.begin << " "
            << rule.end << ": " << p << ", " << i;
  }
}

TEST(WindowRuleTest, TransposingTwiceChangesNothing) {
  for (const WindowRule &rule : makeRules()) {
    WindowRule same = rule.transposed().transposed();
    EXPECT_EQ(same.size, rule.size);
    EXPECT_EQ(same.count, rule.count);
    EXPECT_EQ(same.stride, rule.stride);
    EXPECT_EQ(same.divisor, rule.divisor);
    EXPECT_EQ(same.begin, rule.begin);
    EXPECT_EQ(same.end, rule.end);
  }
}

TEST(WindowRuleTest, PositionsOfTheInteriorMissNoElement) {
  for (const WindowRule &rule : makeRules()) {
    auto [first, last] = rule.getInterior();
    for (int64_t p = 0; p < rule.count; ++p)
      EXPECT_EQ(rule.getBegin(p) >= 0 && rule.getEnd(p) <= rule.size,
                first <= p && p < last);
  }
}

TEST(WindowRuleTest, NoWindowHasMoreThanTheMostElements) {
  for (const WindowRule &rule : makeRules())
    for (int64_t p = 0; p < rule.count; ++p) {
      int64_t length = rule.getEnd(p) - rule.getBegin(p);
      EXPECT_LE(length, rule.getMostElements());
      if (rule.isUniform())
        EXPECT_EQ(length, rule.getMostElements());
    }
}

TEST(WindowRuleTest, AdaptiveWindowsAreThoseOfPyTorch) {
  // floor(p 7 / 3) up to ceil((p + 1) 7 / 3).
  WindowRule rule = WindowRule::adaptive(7, 3);
  EXPECT_EQ(rule.getBegin(0), 0);
  EXPECT_EQ(rule.getEnd(0), 3);
  EXPECT_EQ(rule.getBegin(1), 2);
  EXPECT_EQ(rule.getEnd(1), 5);
  EXPECT_EQ(rule.getBegin(2), 4);
  EXPECT_EQ(rule.getEnd(2), 7);
}

TEST(WindowRuleTest, LargeNumbersDoNotFit) {
  WindowRule rule = WindowRule::sliding(1 << 20, 1 << 20, 1, 1 << 10, 0);
  EXPECT_FALSE(rule.fits(32));
  EXPECT_TRUE(rule.fits(62));
}

} // namespace
