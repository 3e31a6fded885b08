//===- DriverTestSupport.h - A context on the simulated driver --*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_UNITTESTS_SIMULATOR_DRIVERTESTSUPPORT_H
#define AMP_RUNTIME_UNITTESTS_SIMULATOR_DRIVERTESTSUPPORT_H

#include "driver/Control.h"
#include "driver/DriverSymbols.h"

#include <gtest/gtest.h>

namespace amp::rt::simulator {

/// Where the results of both headers are found.
namespace results {
using namespace cuda;
using namespace simulator;
} // namespace results

#define EXPECT_CU(EXPECTED, CALL)                                              \
  EXPECT_EQ(static_cast<uint32_t>(amp::rt::simulator::results::k##EXPECTED),   \
            static_cast<uint32_t>(CALL))                                       \
      << lastError()
#define EXPECT_OK(CALL) EXPECT_CU(CUDA_SUCCESS, CALL)
#define ASSERT_OK(CALL)                                                        \
  ASSERT_EQ(static_cast<uint32_t>(amp::rt::cuda::kCUDA_SUCCESS),               \
            static_cast<uint32_t>(CALL))                                       \
      << lastError()

inline Control &control() { return *ampSimulatorControl(); }

inline std::string lastError() {
  return control().errors.empty() ? "" : control().errors.back();
}

/// True if the text contains every one of `parts`.
inline ::testing::AssertionResult
contains(const std::string &text, std::initializer_list<const char *> parts) {
  for (const char *part : parts)
    if (text.find(part) == std::string::npos)
      return ::testing::AssertionFailure()
             << "no '" << part << "' in: " << text;
  return ::testing::AssertionSuccess();
}

/// Starts every test with a fresh driver and a current context.
class DriverFixture : public ::testing::Test {
protected:
  void SetUp() override {
    control().reset();
    control().acceptAnyImage = true;
    // fill(target, value, count) and copy(target, source, count), of ints.
    control().kernels["fill"] = {[](KernelCall &call) {
                                   auto count = call.get<uint64_t>(2);
                                   int *to = call.write<int>(
                                       call.get<uint64_t>(0), count);
                                   for (uint64_t i = 0; to && i < count; ++i)
                                     to[i] = call.get<int>(1);
                                 },
                                 {8, 4, 8},
                                 1024};
    control().kernels["copy"] = {
        [](KernelCall &call) {
          auto count = call.get<uint64_t>(2);
          const int *from = call.read<int>(call.get<uint64_t>(1), count);
          int *to =
              from ? call.write<int>(call.get<uint64_t>(0), count) : nullptr;
          for (uint64_t i = 0; to && i < count; ++i)
            to[i] = from[i];
        },
        {8, 8, 8},
        1024};
    ASSERT_OK(cuInit(0));
    ASSERT_OK(cuDevicePrimaryCtxRetain(&context, 0));
    ASSERT_OK(cuCtxPushCurrent_v2(context));
    ASSERT_OK(cuModuleLoadData(&module, "any"));
    ASSERT_OK(cuModuleGetFunction(&fillKernel, module, "fill"));
    ASSERT_OK(cuModuleGetFunction(&copyKernel, module, "copy"));
  }
  void TearDown() override { control().reset(); }

  CUstream makeStream(unsigned flags = cuda::kCU_STREAM_NON_BLOCKING) {
    CUstream stream = nullptr;
    EXPECT_OK(cuStreamCreate(&stream, flags));
    return stream;
  }
  CUevent makeEvent() {
    CUevent event = nullptr;
    EXPECT_OK(cuEventCreate(&event, 0));
    return event;
  }
  CUdeviceptr allocate(size_t ints) {
    CUdeviceptr address = 0;
    EXPECT_OK(cuMemAlloc_v2(&address, ints * sizeof(int)));
    return address;
  }
  int *allocateHost(size_t ints) {
    void *address = nullptr;
    EXPECT_OK(cuMemAllocHost_v2(&address, ints * sizeof(int)));
    return static_cast<int *>(address);
  }
  CUresult fill(CUdeviceptr target, int value, CUstream stream,
                uint64_t count = 4) {
    void *parameters[] = {&target, &value, &count};
    return cuLaunchKernel(fillKernel, 1, 1, 1, 32, 1, 1, 0, stream, parameters,
                          nullptr);
  }
  CUresult copy(CUdeviceptr target, CUdeviceptr source, CUstream stream,
                uint64_t count = 4) {
    void *parameters[] = {&target, &source, &count};
    return cuLaunchKernel(copyKernel, 1, 1, 1, 32, 1, 1, 0, stream, parameters,
                          nullptr);
  }
  /// The first int at an address, after all work.
  int readInt(CUdeviceptr address) {
    int value = -1;
    EXPECT_OK(cuCtxSynchronize());
    EXPECT_OK(cuMemcpyDtoH_v2(&value, address, sizeof(value)));
    return value;
  }
  /// True if the only fault so far says all of it.
  static ::testing::AssertionResult
  faulted(std::initializer_list<const char *> parts) {
    if (control().faults.size() != 1)
      return ::testing::AssertionFailure()
             << control().faults.size() << " faults";
    return contains(control().faults[0], parts);
  }

  CUcontext context = nullptr;
  CUmodule module = nullptr;
  CUfunction fillKernel = nullptr;
  CUfunction copyKernel = nullptr;
};

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_UNITTESTS_SIMULATOR_DRIVERTESTSUPPORT_H
