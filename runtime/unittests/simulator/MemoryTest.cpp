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

TEST(SimulatorMemory, DescribesAddresses) {
  Memory memory(1000);
  uint64_t a = memory.allocate(16, "");
  uint64_t b = memory.allocate(8, "global 'table'");
  EXPECT_EQ(memory.describe(a + 3), "byte 3 of allocation 0 of 16 bytes");
  EXPECT_EQ(memory.describe(a + 24),
            "8 bytes past the end of allocation 0 of 16 bytes");
  EXPECT_EQ(memory.describe(b - 1), "1 byte before global 'table'");
  EXPECT_EQ(memory.describe(16), "near the null address");
  EXPECT_EQ(memory.describe(uint64_t(1) << 40),
            "near no allocation of the device");
  memory.release(a);
  EXPECT_EQ(memory.describe(a + 3),
            "byte 3 of allocation 0 of 16 bytes, which was freed");
}

} // namespace
} // namespace amp::rt::simulator
