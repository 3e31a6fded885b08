//===- DriverModuleTest.cpp - Modules, kernels and launches ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"

#include <cstdint>
#include <vector>

using namespace amp::rt;
using namespace amp::rt::simulator;

namespace {
/// A context that takes PTX alone.
class DriverModuleTest : public DriverFixture {
protected:
  void SetUp() override {
    DriverFixture::SetUp();
    ASSERT_OK(cuModuleUnload(module));
    control().acceptAnyImage = false;
    control().kernels.clear();
  }
  /// Loads text and gives what the log says.
  CUresult load(const char *text, std::string &log) {
    char buffer[512] = "untouched";
    CUjit_option options[] = {cuda::kCU_JIT_ERROR_LOG_BUFFER,
                              cuda::kCU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {buffer, reinterpret_cast<void *>(sizeof(buffer))};
    CUresult result = cuModuleLoadDataEx(&module, text, 2, options, values);
    log = buffer;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(values[1]), log.size());
    return result;
  }
  CUfunction getKernel(const char *name) {
    CUfunction function = nullptr;
    EXPECT_OK(cuModuleGetFunction(&function, module, name));
    return function;
  }
};

/// kernel scale(u64 data, f32 factor): data[i] = data[i] * factor + bias, for
/// the threads of one block of at most 64.
constexpr char kScale[] = R"(
.version 8.0
.target sm_80
.address_size 64
.global .align 4 .f32 bias = 0f3F800000;
.visible .entry scale(.param .u64 data, .param .f32 factor)
.maxntid 64, 1, 1
{
  .reg .b64 %rd<5>;
  .reg .b32 %r<2>;
  .reg .f32 %f<5>;
  .shared .align 4 .b8 tile[1024];
  ld.param.u64 %rd1, [data];
  ld.param.f32 %f1, [factor];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.f32 %f2, [%rd4];
  ld.global.f32 %f3, [bias];
  fma.rn.f32 %f4, %f2, %f1, %f3;
  st.global.f32 [%rd4], %f4;
  ret;
}
)";
} // namespace

TEST_F(DriverModuleTest, RunsPtx) {
  std::string log;
  ASSERT_OK(load(kScale, log));
  EXPECT_EQ(log, "");
  CUfunction scale = getKernel("scale");
  EXPECT_EQ(getKernel("scale"), scale);
  int value = 0;
  EXPECT_OK(cuFuncGetAttribute(
      &value, cuda::kCU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, scale));
  EXPECT_EQ(value, 64);
  EXPECT_OK(
      cuFuncGetAttribute(&value, kCU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, scale));
  EXPECT_EQ(value, 1024);
  EXPECT_OK(cuFuncGetAttribute(&value, kCU_FUNC_ATTRIBUTE_PTX_VERSION, scale));
  EXPECT_EQ(value, 80);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuFuncGetAttribute(&value, 99, scale));

  CUdeviceptr memory = 0, bias = 0;
  size_t bytes = 0;
  ASSERT_OK(cuMemAlloc_v2(&memory, 256));
  ASSERT_OK(cuModuleGetGlobal_v2(&bias, &bytes, module, "bias"));
  EXPECT_EQ(bytes, 4u);
  std::vector<float> data(64);
  for (int i = 0; i < 64; ++i)
    data[i] = static_cast<float>(i);
  ASSERT_OK(cuMemcpyHtoD_v2(memory, data.data(), 256));
  float factor = 2;
  void *parameters[] = {&memory, &factor};
  ASSERT_OK(cuLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters,
                           nullptr));
  ASSERT_OK(cuMemcpyDtoH_v2(data.data(), memory, 256));
  EXPECT_EQ(data[63], 127);
  EXPECT_EQ(data[0], 1);
  Counters counters = control().counters("scale");
  EXPECT_EQ(counters.threads, 64u);
  EXPECT_EQ(counters.storeSectors, 8u);
  EXPECT_EQ(counters.bytesStored, 256u);

  // The other way to give parameters.
  struct {
    CUdeviceptr data;
    float factor;
  } packed{memory, 0};
  size_t size = 12;
  void *extra[] = {reinterpret_cast<void *>(1), &packed,
                   reinterpret_cast<void *>(2), &size, nullptr};
  float ten = 10;
  ASSERT_OK(cuMemcpyHtoD_v2(bias, &ten, 4));
  ASSERT_OK(
      cuLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra));
  packed.factor = 7;
  ASSERT_OK(cuMemcpyDtoH_v2(data.data(), memory, 256));
  EXPECT_EQ(data[5], 10);
  size = 8;
  EXPECT_CU(
      CUDA_ERROR_INVALID_VALUE,
      cuLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra));
  EXPECT_TRUE(contains(lastError(), {"8 bytes, expected are 12"}));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            cuLaunchKernel(scale, 1, 1, 1, 65, 1, 1, 0, nullptr, parameters,
                           nullptr));
  EXPECT_TRUE(contains(lastError(), {"65 threads", "at most 64"}));
  EXPECT_CU(CUDA_ERROR_NOT_FOUND,
            cuModuleGetGlobal_v2(&bias, &bytes, module, "nothing"));
  // Its variables are given back with it.
  ASSERT_OK(cuMemFree_v2(memory));
  size_t free = 0, total = 0;
  ASSERT_OK(cuModuleUnload(module));
  ASSERT_OK(cuMemGetInfo_v2(&free, &total));
  EXPECT_EQ(free, total);
}

TEST_F(DriverModuleTest, AFaultOfAKernelNamesIt) {
  std::string log;
  ASSERT_OK(load(kScale, log));
  CUdeviceptr memory = 0;
  ASSERT_OK(cuMemAlloc_v2(&memory, 128));
  ASSERT_OK(cuMemsetD8_v2(memory, 0, 128));
  float factor = 2;
  void *parameters[] = {&memory, &factor};
  ASSERT_OK(cuLaunchKernel(getKernel("scale"), 1, 1, 1, 64, 1, 1, 0, nullptr,
                           parameters, nullptr));
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
  EXPECT_TRUE(faulted({"kernel 'scale' (call", "allocation"}));
}

TEST_F(DriverModuleTest, SaysWhatIsWrongWithAnImage) {
  struct Case {
    std::string image;
    uint32_t expected;
    std::initializer_list<const char *> log;
  };
  std::string newer = kScale, forOthers = kScale;
  newer.replace(newer.find("8.0"), 3, "9.9");
  forOthers.replace(forOthers.find("8.0"), 3, "8.6");
  forOthers.replace(forOthers.find("sm_80"), 5, "sm_100");
  std::string wrong = kScale;
  wrong.replace(wrong.find("fma.rn.f32"), 10, "fma.xx.f32");
  for (const Case &c :
       {Case{"\x7f"
             "ELF\2\1",
             cuda::kCUDA_ERROR_NO_BINARY_FOR_GPU,
             {"a cubin", "runs PTX alone"}},
        Case{"\x50\xed\x55\xba",
             cuda::kCUDA_ERROR_NO_BINARY_FOR_GPU,
             {"a fat binary"}},
        Case{newer, cuda::kCUDA_ERROR_UNSUPPORTED_PTX_VERSION, {"9.9"}},
        Case{forOthers, cuda::kCUDA_ERROR_NO_BINARY_FOR_GPU, {"sm_100"}},
        Case{wrong, cuda::kCUDA_ERROR_INVALID_PTX, {"fma", "xx"}}}) {
    std::string log;
    EXPECT_EQ(load(c.image.c_str(), log), c.expected) << log;
    EXPECT_TRUE(contains(log, c.log));
    EXPECT_TRUE(contains(lastError(), c.log));
  }
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuModuleLoadData(&module, nullptr));
  EXPECT_EQ(control().held().modules, 0u);
  // An older driver takes less.
  control().driverVersion = 12000;
  std::string log;
  newer.replace(newer.find("9.9"), 3, "8.4");
  EXPECT_EQ(load(newer.c_str(), log),
            cuda::kCUDA_ERROR_UNSUPPORTED_PTX_VERSION);
  EXPECT_TRUE(contains(log, {"PTX 8.4 is newer", "up to 8.0"}));
}

TEST_F(DriverModuleTest, CutsTheLogToItsBuffer) {
  char buffer[8] = "1234567";
  CUjit_option options[] = {cuda::kCU_JIT_ERROR_LOG_BUFFER,
                            cuda::kCU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {buffer, reinterpret_cast<void *>(4)};
  EXPECT_CU(CUDA_ERROR_NO_BINARY_FOR_GPU,
            cuModuleLoadDataEx(&module,
                               "\x7f"
                               "ELF",
                               2, options, values));
  EXPECT_STREQ(buffer, "the");
  EXPECT_EQ(buffer[4], '5');
  control().failNext["cuModuleLoadDataEx"] = cuda::kCUDA_ERROR_INVALID_PTX;
  control().jitLog = "no!";
  values[1] = reinterpret_cast<void *>(4);
  EXPECT_CU(CUDA_ERROR_INVALID_PTX,
            cuModuleLoadDataEx(&module, kScale, 2, options, values));
  EXPECT_STREQ(buffer, "no!");
  EXPECT_EQ(control().images.back(), kScale);
}

//===----------------------------------------------------------------------===//
// Launches, with kernels that are C++ functions
//===----------------------------------------------------------------------===//

using DriverLaunchTest = DriverFixture;

TEST_F(DriverLaunchTest, ChecksTheGeometry) {
  control().kernels["small"] = {[](KernelCall &) {}, {}, 96};
  CUfunction small = nullptr;
  ASSERT_OK(cuModuleGetFunction(&small, module, "small"));
  struct Case {
    unsigned grid[3], block[3], shared;
    uint32_t expected;
    const char *message;
  };
  const uint32_t bad = cuda::kCUDA_ERROR_INVALID_VALUE;
  for (const Case &c : {
           Case{{1, 1, 1}, {96, 1, 1}, 49152, 0, ""},
           Case{{2147483647, 65535, 65535}, {1, 1, 1}, 0, 0, ""},
           Case{{0, 1, 1}, {1, 1, 1}, 0, bad, "grid's x is 0"},
           Case{{1, 65536, 1}, {1, 1, 1}, 0, bad, "grid's y is 65536"},
           Case{{1, 1, 65536}, {1, 1, 1}, 0, bad, "grid's z"},
           Case{{2147483648u, 1, 1}, {1, 1, 1}, 0, bad, "grid's x"},
           Case{{1, 1, 1}, {1, 0, 1}, 0, bad, "block's y is 0"},
           Case{{1, 1, 1}, {1, 1, 65}, 0, bad, "block's z is 65"},
           Case{{1, 1, 1}, {1025, 1, 1}, 0, bad, "block's x"},
           Case{{1, 1, 1}, {97, 1, 1}, 0, bad, "97 threads"},
           Case{{1, 1, 1}, {1, 1, 1}, 49153, bad, "allowed are 49152"},
       }) {
    EXPECT_EQ(cuLaunchKernel(small, c.grid[0], c.grid[1], c.grid[2], c.block[0],
                             c.block[1], c.block[2], c.shared, nullptr, nullptr,
                             nullptr),
              c.expected)
        << c.message;
    if (c.expected)
      EXPECT_TRUE(contains(lastError(), {"kernel 'small'", c.message}));
  }
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            cuLaunchKernel(fillKernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr,
                           nullptr));
  EXPECT_TRUE(contains(lastError(), {"parameters are null"}));
}

TEST_F(DriverLaunchTest, MoreSharedMemoryMustBeAskedFor) {
  uint64_t address = allocate(4), count = 4;
  int value = 1;
  void *parameters[] = {&address, &value, &count};
  auto launch = [&](unsigned bytes) {
    return cuLaunchKernel(fillKernel, 1, 1, 1, 1, 1, 1, bytes, nullptr,
                          parameters, nullptr);
  };
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, launch(100000));
  const uint32_t attribute = kCU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            cuFuncSetAttribute(fillKernel, attribute, 227 * 1024 + 1));
  EXPECT_OK(cuFuncSetAttribute(fillKernel, attribute, 227 * 1024));
  EXPECT_OK(launch(227 * 1024));
  int blocks = 0;
  EXPECT_OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fillKernel,
                                                        1024, 0));
  EXPECT_EQ(blocks, 2);
  EXPECT_OK(
      cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fillKernel, 33, 0));
  EXPECT_EQ(blocks, 32);
  EXPECT_OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fillKernel, 32,
                                                        100 * 1024));
  EXPECT_EQ(blocks, 2);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            cuFuncSetAttribute(fillKernel, kCU_FUNC_ATTRIBUTE_NUM_REGS, 1));
}

TEST_F(DriverLaunchTest, AModuleMustOutliveItsLaunches) {
  ASSERT_OK(fill(allocate(4), 1, nullptr));
  ASSERT_OK(cuModuleUnload(module));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  EXPECT_TRUE(faulted({"kernel 'fill'", "module was unloaded by call"}));
}

TEST_F(DriverLaunchTest, UnknownKernelsAreNotFound) {
  CUfunction function = nullptr;
  EXPECT_CU(CUDA_ERROR_NOT_FOUND,
            cuModuleGetFunction(&function, module, "nothing"));
  EXPECT_TRUE(contains(lastError(), {"no kernel 'nothing'"}));
}

TEST_F(DriverLaunchTest, LibrariesEnqueueWorkOfTheirOwn) {
  CUstream stream = makeStream(), other = makeStream();
  CUdeviceptr memory = allocate(4), result = allocate(4);
  auto make = [&](CUresult wanted) {
    return Work{"gemm",
                [=](Memory &, std::vector<Access> &accesses,
                    Counters &counters) -> Fault {
                  accesses.push_back({memory, 16, true});
                  counters.instructions += 5;
                  return {wanted, "it broke"};
                }};
  };
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, enqueue(stream, {"empty", nullptr}));
  ASSERT_OK(enqueue(stream, make(cuda::kCUDA_SUCCESS)));
  EXPECT_EQ(control().pending(), 1u);
  ASSERT_OK(cuStreamSynchronize(stream));
  EXPECT_TRUE(contains(control().report(),
                       {"library 'gemm': runs=1 threads=0 instructions=5"}));
  // Its accesses are ordered as those of the driver's own work.
  ASSERT_OK(enqueue(stream, make(cuda::kCUDA_SUCCESS)));
  ASSERT_OK(copy(result, memory, other));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  EXPECT_TRUE(faulted({"gemm (call", "kernel 'copy'"}));
}

TEST_F(DriverLaunchTest, AFaultOfALibraryIsOneOfTheDevice) {
  ASSERT_OK(enqueue(
      nullptr,
      {"gemm", [](Memory &, std::vector<Access> &, Counters &) -> Fault {
         return {cuda::kCUDA_ERROR_MISALIGNED_ADDRESS, "it broke"};
       }}));
  EXPECT_CU(CUDA_ERROR_MISALIGNED_ADDRESS, cuStreamSynchronize(nullptr));
  EXPECT_TRUE(faulted({"gemm (call", "enqueue", "it broke"}));
}
