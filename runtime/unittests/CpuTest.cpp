//===- CpuTest.cpp - Launches of CPU kernels ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>

using namespace amp::rt::test;

namespace {

/// y[i] = sin(x[i]) * scale.
void sineKernel(void *const *operands, int64_t begin, int64_t end) {
  const auto *x = static_cast<const float *>(operands[0]);
  auto *y = static_cast<float *>(operands[1]);
  const float scale = *static_cast<const float *>(operands[2]);
  for (int64_t i = begin; i < end; ++i)
    y[i] = std::sin(x[i]) * scale;
}

/// Counts calls and iterations, and notes ranges shorter than 100 and calls on
/// another thread than the one in operand 0.
struct Calls {
  std::atomic<int64_t> calls{0}, iterations{0}, tooShort{0}, elsewhere{0};
  std::thread::id caller;
};

void countKernel(void *const *operands, int64_t begin, int64_t end) {
  Calls *calls;
  std::memcpy(&calls, operands[0], sizeof(calls));
  ++calls->calls;
  calls->iterations += end - begin;
  if (end - begin < 100)
    ++calls->tooShort;
  if (std::this_thread::get_id() != calls->caller)
    ++calls->elsewhere;
}

/// A program of one launch on arguments of the given sizes.
ProgramPtr makeLaunch(amprt_device *device, amprt_cpu_kernel kernel,
                      const std::vector<uint64_t> &bytes, int64_t extent,
                      int64_t grain) {
  const amprt_kernel_desc kernelDesc = {"kernel", 0, kernel};
  amprt_module_desc moduleDesc = {};
  moduleDesc.num_kernels = 1;
  moduleDesc.kernels = &kernelDesc;
  const ModulePtr module = makeModule(device, moduleDesc);
  std::vector<amprt_slice> slices;
  for (uint32_t i = 0; i < bytes.size(); ++i)
    slices.push_back({AMPRT_BINDING_FIRST_ARGUMENT + i, 0, bytes[i], {}});
  amprt_record record = {};
  record.kind = AMPRT_RECORD_LAUNCH;
  record.name = "launch";
  record.location = "";
  record.num_operands = static_cast<uint32_t>(slices.size());
  record.as.launch.extent = extent;
  record.as.launch.grain = grain;
  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = AMPRT_CPU;
  desc.name = "launch program";
  desc.module = module.get();
  desc.num_arguments = static_cast<uint32_t>(bytes.size());
  desc.argument_bytes = bytes.data();
  desc.num_operands = static_cast<uint32_t>(slices.size());
  desc.operands = slices.data();
  desc.num_records = 1;
  desc.records = &record;
  amprt_program *program = nullptr;
  EXPECT_TRUE(succeeded(amprt_program_create(device, &desc, &program)));
  return ProgramPtr(program);
}

TEST(CpuLaunchTest, ResultsDoNotDependOnThreads) {
  const int64_t count = 10007;
  std::vector<uint8_t> x(count * 4), scale(4);
  Random random(1);
  for (int64_t i = 0; i < count; ++i) {
    const float value = static_cast<float>(random.uniform());
    std::memcpy(&x[static_cast<size_t>(i) * 4], &value, 4);
  }
  const float two = 2.0f;
  std::memcpy(scale.data(), &two, 4);
  std::vector<uint8_t> expected(x.size());
  void *operands[] = {x.data(), expected.data(), scale.data()};
  sineKernel(operands, 0, count);

  for (uint32_t threads : {1, 2, 3, 4, 7})
    for (int64_t grain : {int64_t(1), int64_t(1000), count, INT64_MAX}) {
      DevicePtr device = openDevice("cpu", threads);
      amprt_device_info info;
      amprt_device_get_info(device.get(), &info);
      EXPECT_EQ(info.num_threads, threads);
      ProgramPtr program = makeLaunch(device.get(), sineKernel,
                                      {x.size(), x.size(), 4}, count, grain);
      ASSERT_TRUE(program);
      BufferPtr in = makeBuffer(device.get(), x);
      BufferPtr out = makeBuffer(device.get(), std::vector<uint8_t>(x.size()));
      BufferPtr factor = makeBuffer(device.get(), scale);
      amprt_buffer *arguments[] = {in.get(), out.get(), factor.get()};
      ASSERT_TRUE(
          succeeded(amprt_program_run(program.get(), nullptr, arguments, 3)));
      EXPECT_EQ(readBuffer(out.get()), expected);
    }
}

/// Runs countKernel over `extent` iterations with a grain of 100.
void runCounting(uint32_t threads, int64_t extent, Calls &calls) {
  DevicePtr device = openDevice("cpu", threads);
  ProgramPtr program =
      makeLaunch(device.get(), countKernel, {sizeof(Calls *)}, extent, 100);
  ASSERT_TRUE(program);
  calls.caller = std::this_thread::get_id();
  Calls *pointer = &calls;
  std::vector<uint8_t> bytes(sizeof(pointer));
  std::memcpy(bytes.data(), &pointer, sizeof(pointer));
  BufferPtr argument = makeBuffer(device.get(), bytes);
  amprt_buffer *arguments[] = {argument.get()};
  ASSERT_TRUE(
      succeeded(amprt_program_run(program.get(), nullptr, arguments, 1)));
  EXPECT_EQ(calls.iterations, extent);
}

TEST(CpuLaunchTest, SmallLaunchesStayOnTheCallingThread) {
  for (int64_t extent : {1, 99, 100, 199}) {
    Calls calls;
    runCounting(4, extent, calls);
    EXPECT_EQ(calls.calls, 1);
    EXPECT_EQ(calls.elsewhere, 0);
  }
}

TEST(CpuLaunchTest, LargeLaunchesUseEveryThread) {
  Calls calls;
  runCounting(3, 100000, calls);
  EXPECT_EQ(calls.calls, 3);
  EXPECT_EQ(calls.elsewhere, 2);
}

TEST(CpuLaunchTest, RangesAreNotShorterThanTheGrain) {
  for (int64_t extent : {200, 299, 399, 401}) {
    Calls calls;
    runCounting(4, extent, calls);
    EXPECT_EQ(calls.calls, extent / 100);
    EXPECT_EQ(calls.tooShort, 0);
  }
}

TEST(CpuLaunchTest, NoIterationsNoCall) {
  Calls calls;
  runCounting(2, 0, calls);
  EXPECT_EQ(calls.calls, 0);
}

TEST(CpuDeviceTest, BuffersAreAligned) {
  DevicePtr device = openDevice("cpu");
  for (uint64_t size : {1, 300, 5000, 3000000}) {
    BufferPtr buffer =
        makeBuffer(device.get(), std::vector<uint8_t>(size, uint8_t(7)));
    ProgramPtr program = makeLaunch(
        device.get(),
        [](void *const *operands, int64_t, int64_t) {
          auto address = reinterpret_cast<uintptr_t>(operands[0]);
          *static_cast<uint8_t *>(operands[0]) = address % AMPRT_ALIGNMENT == 0;
        },
        {size}, 1, 1);
    amprt_buffer *arguments[] = {buffer.get()};
    ASSERT_TRUE(
        succeeded(amprt_program_run(program.get(), nullptr, arguments, 1)));
    EXPECT_EQ(readBuffer(buffer.get())[0], 1);
  }
}

} // namespace
