//===- DeviceTest.cpp - The device on the simulated driver ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimulatorFixture.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

using namespace amp::rt;
using namespace amp::rt::cuda;

using DeviceTest = SimulatorTest;

TEST_F(DeviceTest, DescribesItself) {
  ASSERT_TRUE(succeeded(openDevice()));
  amprt_device_info info;
  device->getInfo(info);
  EXPECT_EQ(info.kind, AMPRT_CUDA);
  EXPECT_EQ(info.ordinal, 0u);
  EXPECT_STREQ(info.name, "Simulated H200");
  EXPECT_STREQ(info.arch, "sm_90");
  EXPECT_EQ(info.num_threads, 132u);
  EXPECT_EQ(info.memory_bytes, UINT64_C(141) << 30);
  EXPECT_TRUE(info.native_bf16);
  EXPECT_TRUE(info.native_f16);
  EXPECT_STREQ(info.libraries, "CUDA driver 13.0");
  EXPECT_EQ(driver->streamFlags, kCU_STREAM_NON_BLOCKING);
  EXPECT_EQ(blasLt->handles, 0) << "opened before a GEMM asks for it";
}

TEST_F(DeviceTest, KnowsWhatOlderDevicesLack) {
  struct Case {
    int major;
    int f16, bf16;
  };
  for (const Case &c : {Case{6, 0, 0}, Case{7, 1, 0}, Case{8, 1, 1}}) {
    driver->capabilityMajor = c.major;
    std::shared_ptr<const CudaSystem> system;
    ASSERT_TRUE(succeeded(CudaSystem::open(paths, system)));
    amprt_device_info info;
    ASSERT_TRUE(succeeded(system->describe(0, info)));
    EXPECT_EQ(info.native_f16, c.f16);
    EXPECT_EQ(info.native_bf16, c.bf16);
  }
  EXPECT_EQ(driver->held().contexts, 0u) << "describing opens no device";
}

TEST_F(DeviceTest, SaysWhyThereIsNone) {
  driver->initResult = kCUDA_ERROR_NO_DEVICE;
  expectedErrors = {"cuInit"};
  EXPECT_TRUE(failedWith(openDevice(), AMPRT_UNAVAILABLE,
                         {"no CUDA device", "cuInit", "CUDA_ERROR_NO_DEVICE"}));
  driver->initResult = kCUDA_SUCCESS;
  driver->deviceCount = 0;
  EXPECT_TRUE(failedWith(openDevice(), AMPRT_UNAVAILABLE,
                         {"no CUDA device", "CUDA 13.0 reports none"}));
  driver->deviceCount = 1;
  std::shared_ptr<const CudaSystem> system;
  ASSERT_TRUE(succeeded(CudaSystem::open(paths, system)));
  EXPECT_TRUE(failedWith(CudaDevice::create(system, 4, {}, device),
                         AMPRT_UNAVAILABLE,
                         {"no device cuda:4", "reports 1 device"}));
}

TEST_F(DeviceTest, HoldsNothingAfterAFailedOpening) {
  failNext("cuStreamCreate", kCUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_TRUE(failedWith(openDevice(), AMPRT_RESOURCE_EXHAUSTED,
                         {"creating a stream on cuda:0"}));
  EXPECT_TRUE(holdsNothing());
}

TEST_F(DeviceTest, CopiesThereAndBack) {
  ASSERT_TRUE(succeeded(openDevice()));
  DeviceMemory memory;
  ASSERT_TRUE(succeeded(DeviceMemory::allocate(*device, 12, "buffer", memory)));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory.getAddress()) % AMPRT_ALIGNMENT,
            0u);
  char *address = static_cast<char *>(memory.getAddress());
  driver->calls.clear();
  ASSERT_TRUE(succeeded(device->write(address, "hello, world", 12)));
  for (const char *wait : {"cuStreamSynchronize", "cuEventSynchronize"})
    EXPECT_EQ(countCalls(wait), 0) << "a small write waits for nothing";
  ASSERT_TRUE(succeeded(device->write(address + 7, "W", 1)));
  char text[6] = {};
  ASSERT_TRUE(succeeded(device->read(text, address + 7, 5)));
  EXPECT_STREQ(text, "World");
  ASSERT_GE(driver->calls.size(), 2u);
  EXPECT_EQ(driver->calls.end()[-2], "cuStreamSynchronize");
  EXPECT_EQ(driver->calls.back(), "cuCtxPopCurrent_v2");
  EXPECT_EQ(driver->held().contextDepth, 0u);
}

// Sizes that fill the ring again and again, and make it grow.
TEST_F(DeviceTest, WritesKeepTheirBytes) {
  ASSERT_TRUE(succeeded(openDevice()));
  constexpr uint64_t kBytes = UINT64_C(18) << 20;
  DeviceMemory memory;
  ASSERT_TRUE(
      succeeded(DeviceMemory::allocate(*device, kBytes, "buffer", memory)));
  char *address = static_cast<char *>(memory.getAddress());
  std::mt19937_64 random(1);
  std::vector<char> source(kBytes), expected(kBytes), found(kBytes);
  ASSERT_TRUE(succeeded(device->write(address, expected.data(), kBytes)));
  for (int i = 0; i < 300; ++i) {
    const uint64_t most = i % 50 == 49 ? kBytes : 300000;
    const uint64_t bytes = 1 + random() % most;
    const uint64_t offset = random() % (kBytes - bytes + 1);
    std::fill_n(source.begin(), bytes, static_cast<char>(random()));
    ASSERT_TRUE(
        succeeded(device->write(address + offset, source.data(), bytes)));
    std::copy_n(source.begin(), bytes, expected.begin() + offset);
  }
  ASSERT_TRUE(succeeded(device->read(found.data(), address, kBytes)));
  EXPECT_TRUE(found == expected);
  // What waited for a part of the ring, and what made it larger.
  EXPECT_GT(countCalls("cuEventSynchronize"), 0);
  EXPECT_GT(countCalls("cuMemAllocHost_v2"), 1);
}

TEST_F(DeviceTest, ZeroBytesNeedNoDriver) {
  ASSERT_TRUE(succeeded(openDevice()));
  DeviceMemory memory;
  ASSERT_TRUE(succeeded(DeviceMemory::allocate(*device, 0, "buffer", memory)));
  EXPECT_EQ(memory.getAddress(), nullptr);
  EXPECT_EQ(countCalls("cuMemAlloc_v2"), 0);
}

TEST_F(DeviceTest, WaitsBeforeItFrees) {
  ASSERT_TRUE(succeeded(openDevice()));
  DeviceMemory memory;
  ASSERT_TRUE(succeeded(DeviceMemory::allocate(*device, 8, "buffer", memory)));
  driver->calls.clear();
  memory = DeviceMemory();
  EXPECT_EQ(driver->calls, (std::vector<std::string>{
                               "cuCtxPushCurrent_v2", "cuStreamSynchronize",
                               "cuMemFree_v2", "cuCtxPopCurrent_v2"}));
}

TEST_F(DeviceTest, ReportsExhaustedMemory) {
  ASSERT_TRUE(succeeded(openDevice()));
  driver->freeMemory = 1000;
  expectedErrors = {"cuMemAlloc_v2"};
  DeviceMemory memory;
  EXPECT_TRUE(
      failedWith(DeviceMemory::allocate(*device, 1001, "buffer", memory),
                 AMPRT_RESOURCE_EXHAUSTED,
                 {"allocating 1001 bytes on cuda:0",
                  "CUDA_ERROR_OUT_OF_MEMORY (out of memory)"}));
  EXPECT_EQ(device->getMemory().getInUse(), 0u);
  EXPECT_TRUE(succeeded(DeviceMemory::allocate(*device, 8, "buffer", memory)));
}

TEST_F(DeviceTest, ReportsStickyErrorsEveryTime) {
  ASSERT_TRUE(succeeded(openDevice()));
  DeviceMemory memory;
  ASSERT_TRUE(succeeded(DeviceMemory::allocate(*device, 8, "buffer", memory)));
  breakDevice(kCUDA_ERROR_ILLEGAL_ADDRESS);
  char bytes[8] = {};
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(failedWith(
        device->synchronize(), AMPRT_DEVICE_ERROR,
        {"work on cuda:0", "CUDA_ERROR_ILLEGAL_ADDRESS", "restart it"}));
    EXPECT_TRUE(failedWith(device->read(bytes, memory.getAddress(), 8),
                           AMPRT_DEVICE_ERROR, {"from the device"}));
    EXPECT_TRUE(failedWith(device->write(memory.getAddress(), bytes, 8),
                           AMPRT_DEVICE_ERROR, {"to the device"}));
  }
  // Everything can still be taken down: TearDown checks it.
  memory = DeviceMemory();
}

TEST_F(DeviceTest, ALaterFailureOfACopyIsNotLost) {
  ASSERT_TRUE(succeeded(openDevice()));
  DeviceMemory memory;
  ASSERT_TRUE(succeeded(DeviceMemory::allocate(*device, 8, "buffer", memory)));
  char bytes[8] = {};
  ASSERT_TRUE(succeeded(device->write(memory.getAddress(), "7 bytes", 8)));
  failNext("cuStreamSynchronize", kCUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_TRUE(failedWith(device->read(bytes, memory.getAddress(), 8),
                         AMPRT_DEVICE_ERROR, {"or work before it"}));
  // The copy itself is still under way to here.
  ASSERT_TRUE(succeeded(device->synchronize()));
  EXPECT_STREQ(bytes, "7 bytes");
}
