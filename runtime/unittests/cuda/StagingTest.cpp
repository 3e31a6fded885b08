//===- StagingTest.cpp - The ring of page-locked memory -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulated driver runs a copy as late as it may, and finds host memory
// that was written to before: what the ring does not wait for it sees. The last
// tests take a wait away and expect that.
//
//===----------------------------------------------------------------------===//

#include "Staging.h"

#include "SimulatorFixture.h"

#include <algorithm>

using namespace amp::rt;
using namespace amp::rt::cuda;

namespace {

constexpr uint64_t kMiB = UINT64_C(1) << 20;

/// A wait that comes back at once.
CUresult waitForNothing(CUevent) { return kCUDA_SUCCESS; }

class StagingTest : public SimulatorTest {
protected:
  void SetUp() override {
    SimulatorTest::SetUp();
    ASSERT_TRUE(succeeded(openDevice()));
    ASSERT_TRUE(succeeded(
        DeviceMemory::allocate(*device, 32 * kMiB, "target", target)));
    api = getCudaDevice().getDriver();
    scope = std::make_unique<ContextScope>(api, getCudaDevice().getContext());
    ASSERT_TRUE(succeeded(scope->enter()));
    staging = std::make_unique<Staging>(api, getCudaDevice().getStream());
    driver->calls.clear();
  }
  void TearDown() override {
    // Only an idle stream may lose the ring.
    EXPECT_EQ(device->synchronize().ok(), expectedFaults.empty());
    staging.reset();
    scope.reset();
    target = DeviceMemory();
    SimulatorTest::TearDown();
  }

  /// Copies `bytes` of a byte to an offset in the target. The memory it comes
  /// from is gone at once.
  Status copy(uint64_t offset, uint64_t bytes, char value) {
    const std::vector<char> source(bytes, value);
    return staging->copy(reinterpret_cast<uintptr_t>(target.getAddress()) +
                             offset,
                         source.data(), bytes);
  }
  /// True if every one of `bytes` at an offset has the value.
  bool holds(uint64_t offset, uint64_t bytes, char value) {
    std::vector<char> found(bytes);
    EXPECT_TRUE(succeeded(device->read(
        found.data(), static_cast<char *>(target.getAddress()) + offset,
        bytes)));
    return std::count(found.begin(), found.end(), value) ==
           static_cast<long>(bytes);
  }
  long countWaits() const {
    return countCalls("cuEventSynchronize") +
           countCalls("cuStreamSynchronize") + countCalls("cuCtxSynchronize");
  }
  /// The device has found that nobody waited.
  void expectFault(std::initializer_list<const char *> parts) {
    ASSERT_EQ(driver->faults.size(), 1u);
    for (const char *part : parts)
      EXPECT_NE(driver->faults[0].find(part), std::string::npos)
          << "no '" << part << "' in: " << driver->faults[0];
    expectedFaults = driver->faults;
  }

  DriverApi api = {};
  DeviceMemory target;
  std::unique_ptr<ContextScope> scope;
  std::unique_ptr<Staging> staging;
};

} // namespace

TEST_F(StagingTest, WaitsForAPartWhenItComesRound) {
  // Four parts fill the ring; each one after that takes the place of another.
  constexpr uint64_t kPart = kMiB / 4;
  for (int i = 0; i < 4; ++i)
    ASSERT_TRUE(succeeded(copy(i * kPart, kPart, static_cast<char>('a' + i))));
  EXPECT_EQ(countWaits(), 0);
  EXPECT_EQ(driver->pending(), 8u) << "copies and events";
  for (int i = 4; i < 50; ++i) {
    ASSERT_TRUE(succeeded(copy(i * kPart, kPart, static_cast<char>('a' + i))));
    EXPECT_EQ(countWaits(), i - 3);
  }
  EXPECT_EQ(countCalls("cuMemAllocHost_v2"), 1);
  EXPECT_EQ(countCalls("cuEventCreate"), 5) << "events are used again";
  for (int i = 0; i < 50; ++i)
    EXPECT_TRUE(holds(i * kPart, kPart, static_cast<char>('a' + i))) << i;
}

TEST_F(StagingTest, PassesOverAnEndThatIsTooShort) {
  // 640 and 320 KiB leave 64 KiB, which is too little: the third begins at the
  // start and needs what the first has.
  constexpr uint64_t kKiB = 1024;
  ASSERT_TRUE(succeeded(copy(0, 320 * kKiB, 'a')));
  ASSERT_TRUE(succeeded(copy(320 * kKiB, 320 * kKiB, 'b')));
  ASSERT_TRUE(succeeded(copy(640 * kKiB, 320 * kKiB, 'c')));
  EXPECT_EQ(countWaits(), 0);
  ASSERT_TRUE(succeeded(copy(960 * kKiB, 100 * kKiB, 'd')));
  EXPECT_EQ(countWaits(), 1);
  // The rest of the first's place.
  ASSERT_TRUE(succeeded(copy(1060 * kKiB, 220 * kKiB, 'e')));
  EXPECT_EQ(countWaits(), 1);
  ASSERT_TRUE(succeeded(copy(1280 * kKiB, 1, 'f')));
  EXPECT_EQ(countWaits(), 2);
  EXPECT_TRUE(holds(0, 320 * kKiB, 'a'));
  EXPECT_TRUE(holds(320 * kKiB, 320 * kKiB, 'b'));
  EXPECT_TRUE(holds(640 * kKiB, 320 * kKiB, 'c'));
  EXPECT_TRUE(holds(960 * kKiB, 100 * kKiB, 'd'));
  EXPECT_TRUE(holds(1060 * kKiB, 220 * kKiB, 'e'));
  EXPECT_TRUE(holds(1280 * kKiB, 1, 'f'));
}

TEST_F(StagingTest, WaitsForAllBeforeItGrows) {
  ASSERT_TRUE(succeeded(copy(0, 1000, 'a')));
  ASSERT_TRUE(succeeded(copy(1000, kMiB / 3 - 64, 'b')));
  EXPECT_EQ(countWaits(), 0);
  ASSERT_TRUE(succeeded(copy(kMiB, 4 * kMiB, 'c')));
  EXPECT_EQ(countWaits(), 2);
  EXPECT_EQ(countCalls("cuMemAllocHost_v2"), 2);
  EXPECT_EQ(countCalls("cuMemFreeHost"), 1);
  EXPECT_EQ(driver->held().hostRanges, 1u);
  // 16 MiB hold three copies of 4 MiB, and one more.
  for (char value : {'d', 'e', 'f'})
    ASSERT_TRUE(succeeded(
        copy((5 + 4 * uint64_t(value - 'd')) * kMiB, 4 * kMiB, value)));
  EXPECT_EQ(countWaits(), 2);
  EXPECT_TRUE(holds(0, 1000, 'a'));
  EXPECT_TRUE(holds(1000, kMiB / 3 - 64, 'b'));
  for (char value : {'c', 'd', 'e', 'f'})
    EXPECT_TRUE(holds((1 + 4 * uint64_t(value - 'c')) * kMiB, 4 * kMiB, value));
}

TEST_F(StagingTest, KeepsItsPartsWhenTheDriverFails) {
  ASSERT_TRUE(succeeded(copy(0, 100, 'a')));
  failNext("cuEventCreate", kCUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_TRUE(failedWith(copy(100, 100, 'x'), AMPRT_RESOURCE_EXHAUSTED,
                         {"creating an event for a copy"}));
  failNext("cuMemcpyHtoDAsync_v2", kCUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_TRUE(failedWith(copy(100, 100, 'x'), AMPRT_RESOURCE_EXHAUSTED,
                         {"copying 100 bytes to the device"}));
  failNext("cuMemAllocHost_v2", kCUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_TRUE(failedWith(copy(100, kMiB, 'x'), AMPRT_RESOURCE_EXHAUSTED,
                         {"allocating", "page-locked memory"}));
  EXPECT_EQ(driver->held().hostRanges, 0u) << "the old ring is given back";
  ASSERT_TRUE(succeeded(copy(100, 100, 'b')));
  EXPECT_TRUE(holds(0, 100, 'a'));
  EXPECT_TRUE(holds(100, 100, 'b'));
}

TEST_F(StagingTest, IsCaughtIfItDoesNotWaitWhenItComesRound) {
  driver->printsFaults = false;
  expectedErrors = {"cuStreamSynchronize"};
  api.cuEventSynchronize = waitForNothing;
  for (int i = 0; i < 5; ++i)
    ASSERT_TRUE(succeeded(copy(0, kMiB / 4, static_cast<char>('a' + i))));
  EXPECT_TRUE(failedWith(device->synchronize(), AMPRT_DEVICE_ERROR,
                         {"CUDA_ERROR_LAUNCH_FAILED"}));
  expectFault({"host memory was reused too early", "cuMemcpyHtoDAsync"});
  isBroken = true;
}

TEST_F(StagingTest, IsCaughtIfItDoesNotWaitBeforeItGrows) {
  driver->printsFaults = false;
  api.cuEventSynchronize = waitForNothing;
  ASSERT_TRUE(succeeded(copy(0, 1000, 'a')));
  EXPECT_FALSE(copy(1000, kMiB, 'b').ok());
  expectFault({"page-locked memory", "is given back by call",
               "has not waited for", "cuMemcpyHtoDAsync"});
  isBroken = true;
}
