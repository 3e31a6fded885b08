//===- MemoryTest.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>

namespace amp::rt::simulator {
namespace {

TEST(SimulatorMemory, AllocatesAlignedAndApart) {
  Memory memory(1000);
  uint64_t a = memory.allocate(10, "");
  uint64_t b = memory.allocate(20, "table");
  EXPECT_EQ(a % 256, 0u);
  EXPECT_EQ(b % 256, 0u);
  EXPECT_GE(b - a, 10 + 4096u);
  EXPECT_EQ(memory.bytesInUse(), 30u);
  EXPECT_EQ(memory.bytesFree(), 970u);
  EXPECT_EQ(memory.count(), 2u);
}

TEST(SimulatorMemory, RefusesWhatDoesNotFit) {
  Memory memory(100);
  EXPECT_EQ(memory.allocate(101, ""), 0u);
  uint64_t a = memory.allocate(100, "");
  EXPECT_NE(a, 0u);
  EXPECT_EQ(memory.allocate(1, ""), 0u);
  EXPECT_TRUE(memory.release(a));
  EXPECT_NE(memory.allocate(1, ""), 0u);
}

TEST(SimulatorMemory, FreshMemoryIsNaNAndNotWritten) {
  Memory memory(1000);
  Allocation *allocation = memory.find(memory.allocate(64, ""));
  float f;
  double d;
  std::memcpy(&f, allocation->data.get(), sizeof(f));
  std::memcpy(&d, allocation->data.get(), sizeof(d));
  EXPECT_TRUE(std::isnan(f));
  EXPECT_TRUE(std::isnan(d));
  for (uint64_t word : allocation->written)
    EXPECT_EQ(word, 0u);
}

TEST(SimulatorMemory, FindsByAnyAddressInside) {
  Memory memory(1000);
  uint64_t a = memory.allocate(16, "");
  EXPECT_EQ(memory.find(a), memory.find(a + 15));
  EXPECT_NE(memory.find(a), nullptr);
  EXPECT_EQ(memory.find(a + 16), nullptr);
  EXPECT_EQ(memory.find(a - 1), nullptr);
}

TEST(SimulatorMemory, ReleasesOnceAndFromTheBeginning) {
  Memory memory(1000);
  uint64_t a = memory.allocate(16, "");
  EXPECT_FALSE(memory.release(a + 1));
  EXPECT_TRUE(memory.release(a));
  EXPECT_FALSE(memory.release(a));
  EXPECT_EQ(memory.find(a), nullptr);
  EXPECT_NE(memory.allocate(16, ""), a);
}

TEST(SimulatorMemory, StaysWithinItsAddresses) {
  const uint64_t base = uint64_t(3) << 40, mebi = 1 << 20;
  Memory memory(2 * mebi, base, 4 * mebi);
  uint64_t a = memory.allocate(mebi, "a");
  EXPECT_EQ(a, base);
  uint64_t b = memory.allocate(mebi / 2, "b");
  // Addresses are used again only when all were used once; then nothing of a
  // living allocation is given away, and what lay there is forgotten.
  EXPECT_TRUE(memory.release(a));
  uint64_t c = memory.allocate(mebi, "c");
  EXPECT_GT(c, b);
  uint64_t d = memory.allocate(mebi / 2, "d");
  EXPECT_GT(d, c);
  EXPECT_TRUE(memory.release(d));
  uint64_t e = memory.allocate(mebi / 4, "e");
  EXPECT_GT(e, d);
  EXPECT_EQ(memory.describe(d), "byte 0 of d, which was freed");
  EXPECT_TRUE(memory.release(e));
  uint64_t f = memory.allocate(mebi / 2, "f");
  uint64_t g = memory.allocate(mebi / 8, "g");
  EXPECT_EQ(f, base);
  EXPECT_LT(g, b);
  EXPECT_EQ(memory.describe(f), "byte 0 of f");
  EXPECT_TRUE(memory.release(f));
  EXPECT_EQ(memory.describe(f), "byte 0 of f, which was freed");
  EXPECT_GE(b, g + mebi / 8 + 4096);
  // All that fits is refused where no piece of the addresses is as long.
  Memory split(4 * mebi, base, 4 * mebi);
  EXPECT_EQ(split.allocate(4 * mebi, ""), 0u);
}

TEST(SimulatorMemory, DescribesAddresses) {
  Memory memory(1000);
  uint64_t a = memory.allocate(16, "");
  uint64_t b = memory.allocate(8, "global 'table'");
  EXPECT_EQ(memory.describe(a + 3), "byte 3 of allocation 0 of 16 bytes");
  EXPECT_EQ(memory.describe(a + 24),
            "8 bytes past the end of allocation 0 of 16 bytes");
  EXPECT_EQ(memory.describe(b - 1), "1 byte before global 'table'");
  EXPECT_EQ(memory.describe(16), "near the null address");
  EXPECT_EQ(memory.describe(uint64_t(1) << 50),
            "near no allocation of the device");
  memory.release(a);
  EXPECT_EQ(memory.describe(a + 3),
            "byte 3 of allocation 0 of 16 bytes, which was freed");
}

} // namespace
} // namespace amp::rt::simulator
