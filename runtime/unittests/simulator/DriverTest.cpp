//===- DriverTest.cpp - Devices, contexts, memory and handles -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"

#include <cstdlib>
#include <thread>
#include <vector>

using namespace amp::rt;
using namespace amp::rt::simulator;

using DriverTest = DriverFixture;

//===----------------------------------------------------------------------===//
// Driver and devices
//===----------------------------------------------------------------------===//

TEST_F(DriverTest, DescribesAnH200) {
  int value = 0;
  EXPECT_OK(cuDriverGetVersion(&value));
  EXPECT_EQ(value, 13000);
  char name[64] = {};
  EXPECT_OK(cuDeviceGetName(name, sizeof(name), 0));
  EXPECT_STREQ(name, "Simulated H200");
  EXPECT_OK(cuDeviceGetName(name, 5, 0));
  EXPECT_STREQ(name, "Simu");
  size_t bytes = 0, free = 0;
  EXPECT_OK(cuDeviceTotalMem_v2(&bytes, 0));
  EXPECT_EQ(bytes, size_t(141) << 30);
  struct Case {
    uint32_t attribute;
    int value;
  };
  for (const Case &c :
       {Case{cuda::kCU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
        Case{cuda::kCU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 132},
        Case{kCU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
        Case{kCU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
        Case{kCU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232448},
        Case{kCU_DEVICE_ATTRIBUTE_WARP_SIZE, 32}}) {
    EXPECT_OK(cuDeviceGetAttribute(&value, c.attribute, 0));
    EXPECT_EQ(value, c.value) << c.attribute;
  }
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuDeviceGetAttribute(&value, 9999, 0));
  EXPECT_CU(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetAttribute(&value, 1, 1));
  EXPECT_CU(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&value, -1));
  allocate(4);
  EXPECT_OK(cuMemGetInfo_v2(&free, &bytes));
  EXPECT_EQ(free, bytes - 16);
}

TEST(Driver, NeedsToBeInitialized) {
  control().reset();
  int count = 0;
  EXPECT_CU(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&count));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuInit(1));
  control().initResult = cuda::kCUDA_ERROR_NO_DEVICE;
  EXPECT_CU(CUDA_ERROR_NO_DEVICE, cuInit(0));
  control().reset();
  EXPECT_OK(cuInit(0));
  EXPECT_OK(cuDeviceGetCount(&count));
  EXPECT_EQ(count, 1);
  control().reset();
}

TEST(Driver, IsWhatTheEnvironmentSays) {
  setenv("AMP_SIMULATOR_DEVICES", "2", 1);
  setenv("AMP_SIMULATOR_CAPABILITY", "8.6", 1);
  setenv("AMP_SIMULATOR_MEMORY", "64", 1);
  setenv("AMP_SIMULATOR_CUDA_VERSION", "12.4", 1);
  control().reset();
  EXPECT_OK(cuInit(0));
  int value = 0;
  EXPECT_OK(cuDeviceGetCount(&value));
  EXPECT_EQ(value, 2);
  EXPECT_OK(cuDriverGetVersion(&value));
  EXPECT_EQ(value, 12040);
  EXPECT_OK(cuDeviceGetAttribute(
      &value, kCU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 1));
  EXPECT_EQ(value, 99 * 1024);
  size_t bytes = 0;
  EXPECT_OK(cuDeviceTotalMem_v2(&bytes, 1));
  EXPECT_EQ(bytes, size_t(64) << 20);
  // An address says which device it belongs to.
  CUdeviceptr addresses[2] = {};
  for (int ordinal : {0, 1}) {
    CUcontext context = nullptr;
    EXPECT_OK(cuDevicePrimaryCtxRetain(&context, ordinal));
    EXPECT_OK(cuCtxSetCurrent(context));
    EXPECT_OK(cuMemAlloc_v2(&addresses[ordinal], 16));
  }
  EXPECT_NE(addresses[0], addresses[1]);
  for (const char *name :
       {"AMP_SIMULATOR_DEVICES", "AMP_SIMULATOR_CAPABILITY",
        "AMP_SIMULATOR_MEMORY", "AMP_SIMULATOR_CUDA_VERSION"}) {
    setenv(name, "many", 1);
    control().reset();
    EXPECT_CU(CUDA_ERROR_UNKNOWN, cuInit(0));
    EXPECT_TRUE(contains(lastError(), {name, "'many'", "expected is"}));
    unsetenv(name);
  }
  setenv("AMP_SIMULATOR_DEVICES", "0", 1);
  control().reset();
  EXPECT_CU(CUDA_ERROR_NO_DEVICE, cuInit(0));
  unsetenv("AMP_SIMULATOR_DEVICES");
  control().reset();
}

TEST(Driver, NamesItsErrors) {
  const char *text = nullptr;
  EXPECT_OK(cuGetErrorName(cuda::kCUDA_ERROR_OUT_OF_MEMORY, &text));
  EXPECT_STREQ(text, "CUDA_ERROR_OUT_OF_MEMORY");
  EXPECT_OK(cuGetErrorString(cuda::kCUDA_ERROR_OUT_OF_MEMORY, &text));
  EXPECT_STREQ(text, "out of memory");
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuGetErrorName(12345, &text));
  EXPECT_EQ(text, nullptr);
#define HAS_NAME(NAME, VALUE)                                                  \
  if (std::string(#NAME).rfind("CUDA_", 0) == 0) {                             \
    EXPECT_OK(cuGetErrorName(VALUE, &text)) << #NAME;                          \
    EXPECT_STREQ(text, #NAME);                                                 \
  }
  AMPRT_CUDA_DRIVER_VALUES(HAS_NAME)
  AMPRT_SIMULATOR_VALUES(HAS_NAME)
#undef HAS_NAME
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

TEST_F(DriverTest, CallsNeedACurrentContext) {
  CUcontext popped = nullptr;
  ASSERT_OK(cuCtxPopCurrent_v2(&popped));
  EXPECT_EQ(popped, context);
  CUdeviceptr address = 0;
  EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc_v2(&address, 4));
  EXPECT_TRUE(contains(lastError(), {"cuMemAlloc_v2", "no current context"}));
  EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT, cuCtxPopCurrent_v2(nullptr));
  EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT, cuCtxPushCurrent_v2(nullptr));
  int thing = 0;
  EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT,
            cuCtxPushCurrent_v2(reinterpret_cast<CUcontext>(&thing)));
  ASSERT_OK(cuCtxSetCurrent(context));
  EXPECT_OK(cuMemAlloc_v2(&address, 4));
  // Each thread has its own.
  std::thread([&] {
    CUdeviceptr other = 0;
    EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc_v2(&other, 4));
    EXPECT_OK(cuCtxPushCurrent_v2(context));
    EXPECT_OK(cuMemAlloc_v2(&other, 4));
  }).join();
}

TEST_F(DriverTest, PrimaryContextsAreCounted) {
  CUcontext again = nullptr;
  ASSERT_OK(cuDevicePrimaryCtxRetain(&again, 0));
  EXPECT_EQ(again, context);
  EXPECT_EQ(control().held().contexts, 2u);
  CUdeviceptr memory = allocate(4);
  ASSERT_OK(cuDevicePrimaryCtxRelease_v2(0));
  EXPECT_OK(cuMemFree_v2(memory));
  allocate(4);
  makeStream();
  ASSERT_OK(cuDevicePrimaryCtxRelease_v2(0));
  EXPECT_EQ(control().leaks,
            (std::vector<std::string>{"1 allocation", "1 stream", "1 module"}));
  EXPECT_CU(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxSynchronize());
  EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT, cuCtxPushCurrent_v2(context));
  EXPECT_TRUE(contains(lastError(), {"the context was destroyed"}));
  EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT, cuDevicePrimaryCtxRelease_v2(0));
  Held held = control().held();
  EXPECT_EQ(held.contextDepth, 1u);
  ASSERT_OK(cuCtxPopCurrent_v2(nullptr));
  EXPECT_TRUE(control().held().isNothing());
}

TEST_F(DriverTest, EndsWithItsWorkDone) {
  CUdeviceptr memory = allocate(4);
  ASSERT_OK(fill(memory, 1, makeStream()));
  ASSERT_OK(cuDevicePrimaryCtxRelease_v2(0));
  EXPECT_EQ(control().counters("fill").threads, 32u);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

TEST_F(DriverTest, AFaultStays) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  ASSERT_OK(fill(memory, 1, stream, 5));
  EXPECT_OK(fill(memory, 1, stream)) << "nothing has run yet";
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, cuStreamSynchronize(stream));
  EXPECT_TRUE(faulted({"device 0", "CUDA_ERROR_ILLEGAL_ADDRESS",
                       "kernel 'fill' (call", "allocation 0 of 16 bytes"}));
  CUdeviceptr other = 0;
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemAlloc_v2(&other, 4));
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, fill(memory, 1, stream));
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, cuStreamQuery(stream));
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
  EXPECT_EQ(control().faults.size(), 1u) << "said once";
  // What a program holds can be given back all the same.
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemFree_v2(memory));
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, cuStreamDestroy_v2(stream));
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, cuModuleUnload(module));
  EXPECT_OK(cuCtxPopCurrent_v2(nullptr));
  EXPECT_OK(cuDevicePrimaryCtxRelease_v2(0));
  EXPECT_TRUE(control().held().isNothing());
  EXPECT_TRUE(control().leaks.empty());
  // A new context begins anew.
  ASSERT_OK(cuDevicePrimaryCtxRetain(&context, 0));
  ASSERT_OK(cuCtxPushCurrent_v2(context));
  EXPECT_OK(cuMemAlloc_v2(&other, 4));
}

TEST_F(DriverTest, AControlledFailureHappensOnce) {
  control().failNext["cuMemAlloc_v2"] = cuda::kCUDA_ERROR_OUT_OF_MEMORY;
  CUdeviceptr address = 0;
  EXPECT_CU(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc_v2(&address, 4));
  EXPECT_OK(cuMemAlloc_v2(&address, 4));
  control().fault(0, cuda::kCUDA_ERROR_ASSERT, "as wanted");
  EXPECT_CU(CUDA_ERROR_ASSERT, cuMemAlloc_v2(&address, 4));
  EXPECT_TRUE(faulted({"as wanted"}));
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

TEST_F(DriverTest, HandlesAreChecked) {
  int thing = 0;
  auto stranger = reinterpret_cast<CUstream>(&thing);
  CUstream stream = makeStream();
  CUevent event = makeEvent();
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, cuStreamSynchronize(stranger));
  EXPECT_TRUE(contains(lastError(), {"this is no stream"}));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE,
            cuEventRecord(reinterpret_cast<CUevent>(stream), stream));
  EXPECT_TRUE(contains(lastError(), {"this is no event"}));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, cuEventRecord(nullptr, stream));
  EXPECT_TRUE(contains(lastError(), {"the event is null"}));
  ASSERT_OK(cuEventDestroy_v2(event));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, cuEventRecord(event, stream));
  EXPECT_TRUE(contains(lastError(), {"the event was destroyed"}));
  ASSERT_OK(cuStreamDestroy_v2(stream));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy_v2(stream));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy_v2(nullptr));
  ASSERT_OK(cuModuleUnload(module));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(module));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, fill(0, 0, nullptr));
  EXPECT_TRUE(contains(lastError(), {"the function was destroyed"}));
  EXPECT_TRUE(control().faults.empty()) << "misuse is no fault";
}

TEST_F(DriverTest, HandlesBelongToTheirContext) {
  control().deviceCount = 2;
  CUstream stream = makeStream();
  CUevent event = makeEvent();
  ASSERT_OK(cuEventRecord(event, stream));
  CUcontext other = nullptr;
  ASSERT_OK(cuDevicePrimaryCtxRetain(&other, 1));
  ASSERT_OK(cuCtxPushCurrent_v2(other));
  CUdevice device = -1;
  EXPECT_OK(cuCtxGetDevice(&device));
  EXPECT_EQ(device, 1);
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, cuStreamSynchronize(stream));
  EXPECT_TRUE(contains(lastError(), {"belongs to another context"}));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, fill(0, 0, nullptr));
  // Streams may wait for events of other devices.
  CUstream here = makeStream();
  EXPECT_OK(cuStreamWaitEvent(here, event, 0));
  EXPECT_OK(cuStreamSynchronize(here));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST_F(DriverTest, ChecksRangesOfCopies) {
  CUdeviceptr memory = allocate(4);
  int host[8] = {};
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD_v2(memory, host, 17));
  EXPECT_TRUE(contains(lastError(), {"target", "not in one allocation"}));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH_v2(host, memory + 4, 16));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD_v2(memory, nullptr, 4));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoD_v2(memory, memory + 4, 8));
  EXPECT_TRUE(contains(lastError(), {"overlap"}));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuMemsetD32_v2(memory + 2, 1, 1));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuMemsetD32_v2(memory, 1, 5));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            cuMemsetD32_v2(memory, 1, SIZE_MAX / 4 + 2));
  EXPECT_OK(cuMemcpyHtoD_v2(memory, nullptr, 0));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2(memory + 4));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            cuMemFree_v2(reinterpret_cast<CUdeviceptr>(host)));
  EXPECT_OK(cuMemFree_v2(0));
  EXPECT_OK(cuMemFree_v2(memory));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2(memory));
  EXPECT_TRUE(contains(lastError(), {"which was freed"}));
  EXPECT_TRUE(control().faults.empty());
}

TEST_F(DriverTest, CopiesAndSets) {
  CUdeviceptr a = allocate(8), b = allocate(8);
  std::vector<int> host = {1, 2, 3, 4, 5, 6, 7, 8};
  ASSERT_OK(cuMemcpyHtoD_v2(a, host.data(), 32));
  ASSERT_OK(cuMemcpyDtoD_v2(b, a + 8, 16));
  ASSERT_OK(cuMemsetD32_v2(b + 4, 77, 2));
  ASSERT_OK(cuMemsetD8_v2(b + 16, 1, 4));
  ASSERT_OK(cuMemsetD16Async(b + 20, 2, 2, nullptr));
  ASSERT_OK(cuMemcpyDtoH_v2(host.data(), b, 24));
  EXPECT_EQ(host,
            (std::vector<int>{3, 77, 77, 6, 0x01010101, 0x00020002, 7, 8}));
}

TEST_F(DriverTest, MemoryRunsOut) {
  control().freeMemory = 100;
  CUdeviceptr address = 0;
  EXPECT_CU(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc_v2(&address, 101));
  EXPECT_TRUE(contains(lastError(), {"101 bytes are asked for, 100 are free"}));
  ASSERT_OK(cuMemAlloc_v2(&address, 60));
  EXPECT_CU(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc_v2(&address, 60));
  ASSERT_OK(cuMemFree_v2(address));
  EXPECT_OK(cuMemAlloc_v2(&address, 60));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuMemAlloc_v2(&address, 0));
}

TEST_F(DriverTest, ChecksPageLockedMemory) {
  void *host = nullptr;
  std::vector<int> own(16);
  EXPECT_CU(CUDA_ERROR_NOT_SUPPORTED,
            cuMemHostAlloc(&host, 16, kCU_MEMHOSTALLOC_DEVICEMAP));
  ASSERT_OK(cuMemHostAlloc(&host, 16, kCU_MEMHOSTALLOC_PORTABLE));
  unsigned flags = 0;
  EXPECT_OK(cuMemHostGetFlags(&flags, host));
  EXPECT_EQ(flags, kCU_MEMHOSTALLOC_PORTABLE);
  EXPECT_CU(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(host));
  EXPECT_OK(cuMemFreeHost(host));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(host));
  ASSERT_OK(cuMemHostRegister_v2(own.data() + 4, 16, 0));
  EXPECT_CU(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
            cuMemHostRegister_v2(own.data(), 64, 0));
  CUdeviceptr memory = allocate(16);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            cuMemcpyHtoDAsync_v2(memory, own.data(), 64, nullptr));
  EXPECT_TRUE(contains(lastError(), {"only a part", "page-locked"}));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(own.data() + 4));
  EXPECT_OK(cuMemHostUnregister(own.data() + 4));
  EXPECT_OK(cuMemcpyHtoDAsync_v2(memory, own.data(), 64, nullptr));
}

TEST_F(DriverTest, PointersHaveAttributes) {
  CUdeviceptr memory = allocate(4), start = 0;
  unsigned type = 0;
  size_t bytes = 0;
  EXPECT_OK(cuPointerGetAttribute(&type, kCU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                  memory + 3));
  EXPECT_EQ(type, kCU_MEMORYTYPE_DEVICE);
  EXPECT_OK(cuPointerGetAttribute(
      &start, kCU_POINTER_ATTRIBUTE_RANGE_START_ADDR, memory + 3));
  EXPECT_EQ(start, memory);
  EXPECT_OK(cuMemGetAddressRange_v2(&start, &bytes, memory + 3));
  EXPECT_EQ(bytes, 16u);
  int *host = allocateHost(4);
  EXPECT_OK(cuPointerGetAttribute(&type, kCU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                  reinterpret_cast<CUdeviceptr>(host)));
  EXPECT_EQ(type, kCU_MEMORYTYPE_HOST);
  int local = 0;
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            cuPointerGetAttribute(&type, kCU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                  reinterpret_cast<CUdeviceptr>(&local)));
}

//===----------------------------------------------------------------------===//
// Streams, events, threads
//===----------------------------------------------------------------------===//

TEST_F(DriverTest, StreamsHaveFlagsAndPriorities) {
  CUstream stream = nullptr;
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuStreamCreate(&stream, 2));
  ASSERT_OK(cuStreamCreateWithPriority(&stream, 1, -100));
  int priority = 0;
  unsigned flags = 0;
  EXPECT_OK(cuStreamGetPriority(stream, &priority));
  EXPECT_EQ(priority, -5);
  EXPECT_OK(cuStreamGetFlags(stream, &flags));
  EXPECT_EQ(flags, 1u);
}

TEST_F(DriverTest, EventsMeasureAModelOfTime) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  CUevent start = makeEvent(), end = makeEvent(), mute = nullptr;
  float time = -1, other = -1;
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&time, start, end));
  ASSERT_OK(cuEventRecord(start, stream));
  ASSERT_OK(fill(memory, 1, stream));
  ASSERT_OK(cuEventRecord(end, stream));
  EXPECT_CU(CUDA_ERROR_NOT_READY, cuEventElapsedTime(&time, start, end));
  ASSERT_OK(cuEventSynchronize(end));
  ASSERT_OK(cuEventElapsedTime(&time, start, end));
  EXPECT_GT(time, 0);
  EXPECT_LT(time, 1);
  ASSERT_OK(cuEventElapsedTime_v2(&other, start, end));
  EXPECT_EQ(time, other);
  control().elapsedMilliseconds = 0.5f;
  ASSERT_OK(cuEventElapsedTime(&time, start, end));
  EXPECT_EQ(time, 0.5f);
  ASSERT_OK(cuEventCreate(&mute, cuda::kCU_EVENT_DISABLE_TIMING));
  ASSERT_OK(cuEventRecord(mute, stream));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&time, start, mute));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuEventCreate(&mute, 8));
}

TEST_F(DriverTest, ThreadsMayCallAtOnce) {
  std::vector<std::thread> threads;
  std::vector<int> results(4, -1);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      EXPECT_OK(cuCtxSetCurrent(context));
      CUstream stream = makeStream();
      CUdeviceptr memory = allocate(4);
      for (int i = 0; i < 200; ++i) {
        EXPECT_OK(fill(memory, t * 1000 + i, stream));
        if (i % 7 == 0)
          EXPECT_OK(cuStreamSynchronize(stream));
      }
      EXPECT_OK(cuMemcpyDtoHAsync_v2(&results[t], memory, 4, stream));
      EXPECT_OK(cuStreamDestroy_v2(stream));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int t = 0; t < 4; ++t)
    EXPECT_EQ(results[t], t * 1000 + 199);
  EXPECT_TRUE(control().faults.empty());
}
