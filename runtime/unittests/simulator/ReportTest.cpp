//===- ReportTest.cpp - Counting ------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Report.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace amp::rt::simulator;

TEST(Report, OrdersNamesAsPeopleDo) {
  const std::vector<std::string> expected = {
      "",         "a",          "kernel",      "kernel_01", "kernel_1",
      "kernel_2", "kernel_2x3", "kernel_2x20", "kernel_10", "kernel_a"};
  std::vector<std::string> names = expected;
  NaturalLess less;
  std::sort(names.begin(), names.end());
  std::stable_sort(names.begin(), names.end(), less);
  for (const std::string &a : expected) {
    EXPECT_FALSE(less(a, a)) << a;
    for (const std::string &b : expected)
      EXPECT_EQ(less(a, b), &a < &b && a != b) << a << " " << b;
  }
}

TEST(Report, CountsWhatAGraphContainsByItself) {
  Report report;
  Action kernel;
  kernel.kind = ActionKind::Kernel;
  kernel.counted = "k";
  report.countOperation(kernel, /*isOfGraph=*/false);
  report.countOperation(kernel, /*isOfGraph=*/true);
  report.countOperation(Action(), /*isOfGraph=*/true);
  EXPECT_EQ(report.getTotals().operations, 2u);
  EXPECT_EQ(report.getTotals().launches, 1u);
  EXPECT_EQ(report.getTotals().graphNodes, 1u);
  EXPECT_EQ(report.getTotals().graphKernels, 1u);
  Counters counters;
  counters.instructions = 7;
  report.countRun(kernel, counters);
  report.countRun(kernel, counters);
  report.countRun(Action(), counters);
  EXPECT_EQ(report.getCounters("k").instructions, 14u);
  EXPECT_EQ(report.getCounters("l").instructions, 0u);
}
