//===- ProgramTest.cpp - Programs on the simulator ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatGraphs.h"
#include "SimulatorFixture.h"
#include "Validate.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

using namespace amp::rt;
using namespace amp::rt::cuda;
using amp::rt::simulator::BlasLtQuestion;
using amp::rt::simulator::KernelCall;
using amp::rt::simulator::LayoutValue;

/// copy(to, from): each thread copies a word.
static const char kCopyPtx[] = R"(.version 7.0
.target sm_60
.address_size 64
.visible .entry copy(.param .u64 to, .param .u64 from)
{
  .reg .b32 %thread, %threads, %index, %value;
  .reg .b64 %to, %from, %offset;
  ld.param.u64 %to, [to];
  ld.param.u64 %from, [from];
  mov.u32 %index, %ctaid.x;
  mov.u32 %threads, %ntid.x;
  mov.u32 %thread, %tid.x;
  mad.lo.u32 %index, %index, %threads, %thread;
  mul.wide.u32 %offset, %index, 4;
  add.u64 %from, %from, %offset;
  add.u64 %to, %to, %offset;
  ld.global.u32 %value, [%from];
  st.global.u32 [%to], %value;
  ret;
}
)";

/// A module without a kernel of its own: those of the tests are C++ functions.
static const char kPtx[] = ".version 8.0\n.target sm_60\n.address_size 64\n";

namespace {

class ProgramTest : public SimulatorTest {
protected:
  void SetUp() override {
    SimulatorTest::SetUp();
    desc.abi_version = moduleDesc.abi_version = AMPRT_ABI_VERSION;
    desc.device_kind = moduleDesc.device_kind = AMPRT_CUDA;
    desc.name = moduleDesc.name = "p";
  }
  void TearDown() override {
    program.reset();
    buffers.clear();
    SimulatorTest::TearDown();
  }

  /// An argument of the program, with `data` in it.
  template <typename T>
  uint32_t addArgument(const std::vector<T> &data) {
    argumentBytes.push_back(data.size() * sizeof(T));
    DeviceMemory memory;
    EXPECT_TRUE(succeeded(DeviceMemory::allocate(*device, argumentBytes.back(),
                                                 "argument", memory)));
    if (!data.empty())
      EXPECT_TRUE(succeeded(device->write(memory.getAddress(), data.data(),
                                          argumentBytes.back())));
    buffers.push_back(std::move(memory));
    return static_cast<uint32_t>(buffers.size() - 1);
  }
  template <typename T>
  std::vector<T> readArgument(uint32_t index) {
    std::vector<T> data(buffers[index].getBytes() / sizeof(T));
    if (!data.empty())
      EXPECT_TRUE(
          succeeded(device->read(data.data(), buffers[index].getAddress(),
                                 buffers[index].getBytes())));
    return data;
  }
  /// The part of argument `index` from `offset` on becomes an operand.
  void addOperand(uint32_t index, uint64_t offset = 0) {
    operands.push_back({AMPRT_BINDING_FIRST_ARGUMENT + index,
                        offset,
                        argumentBytes[index] - offset,
                        {}});
  }
  amprt_record &addRecord(amprt_record_kind kind, const char *name,
                          uint32_t numOperands) {
    amprt_record record = {};
    record.kind = kind;
    record.name = name;
    record.location = "net.mlir:3";
    record.num_operands = numOperands;
    record.first_operand = static_cast<uint32_t>(operands.size());
    records.push_back(record);
    return records.back();
  }
  void addLaunch(const char *name, uint32_t kernel,
                 std::initializer_list<uint32_t> arguments) {
    amprt_record &record = addRecord(AMPRT_RECORD_LAUNCH, name,
                                     static_cast<uint32_t>(arguments.size()));
    amprt_launch launch = {kernel, 1, 1, {2, 3, 4}, {32, 2, 1}};
    record.as.launch = launch;
    for (uint32_t argument : arguments)
      addOperand(argument);
  }
  /// A row-major f32 GEMM on arguments a, b and c, packed.
  amprt_gemm &addGemm(int64_t m, int64_t n, int64_t k, uint32_t a, uint32_t b,
                      uint32_t c) {
    amprt_gemm gemm = {};
    gemm.m = m;
    gemm.n = n;
    gemm.k = k;
    gemm.batch = 1;
    gemm.lda = k;
    gemm.ldb = gemm.ldc = n;
    gemm.type_a = gemm.type_b = gemm.type_c = AMPRT_F32;
    amprt_record &record = addRecord(AMPRT_RECORD_GEMM, "dense0", 3);
    record.as.gemm = gemm;
    for (uint32_t argument : {a, b, c})
      addOperand(argument);
    return record.as.gemm;
  }

  Status create() {
    moduleDesc.num_kernels = static_cast<uint32_t>(kernels.size());
    moduleDesc.kernels = kernels.data();
    if (!kernels.empty() && !moduleDesc.image) {
      moduleDesc.image = kPtx;
      moduleDesc.image_bytes = sizeof(kPtx);
    }
    ModuleInfo moduleInfo;
    AMPRT_RETURN_IF_ERROR(validateModule(moduleDesc, AMPRT_CUDA, moduleInfo));
    ModuleImage image;
    image.data = moduleDesc.image;
    image.bytes = moduleDesc.image_bytes;
    image.fallback = moduleDesc.fallback_image;
    image.fallbackBytes = moduleDesc.fallback_image_bytes;
    std::shared_ptr<const Module> module;
    AMPRT_RETURN_IF_ERROR(device->createModule(std::move(moduleInfo), image,
                                               DeviceMemory(), module));
    desc.num_arguments = static_cast<uint32_t>(argumentBytes.size());
    desc.argument_bytes = argumentBytes.data();
    desc.num_operands = static_cast<uint32_t>(operands.size());
    desc.operands = operands.data();
    desc.num_records = static_cast<uint32_t>(records.size());
    desc.records = records.data();
    ProgramInfo info;
    AMPRT_RETURN_IF_ERROR(
        validateProgram(desc, AMPRT_CUDA, std::move(module), info));
    return device->createProgram(std::move(info), program);
  }
  Status run() {
    std::vector<void *> bindings = {nullptr, nullptr};
    for (const DeviceMemory &buffer : buffers)
      bindings.push_back(buffer.getAddress());
    return program->run(bindings.data());
  }

  /// A kernel that does nothing.
  void addKernel(const char *name, int maxThreads = 1024) {
    driver->kernels[name] = {[](KernelCall &) {}, {}, maxThreads};
  }

  amprt_module_desc moduleDesc = {};
  amprt_program_desc desc = {};
  std::vector<amprt_kernel_desc> kernels;
  std::vector<uint64_t> argumentBytes;
  std::vector<amprt_slice> operands;
  std::vector<amprt_record> records;
  std::vector<DeviceMemory> buffers;
  std::unique_ptr<Program> program;
};

} // namespace

//===----------------------------------------------------------------------===//
// Launches and copies
//===----------------------------------------------------------------------===//

TEST_F(ProgramTest, LaunchesWithTheOperandsInOrder) {
  ASSERT_TRUE(succeeded(openDevice()));
  std::vector<std::vector<CUdeviceptr>> seen;
  driver->kernels["first"] = {
      [&](KernelCall &launch) {
        EXPECT_EQ(launch.grid[0], 2u);
        EXPECT_EQ(launch.grid[1], 3u);
        EXPECT_EQ(launch.grid[2], 4u);
        EXPECT_EQ(launch.block[0], 32u);
        EXPECT_EQ(launch.block[1], 2u);
        EXPECT_EQ(launch.block[2], 1u);
        EXPECT_EQ(launch.sharedBytes, 0u);
        seen.push_back({launch.get<CUdeviceptr>(0), launch.get<CUdeviceptr>(1),
                        launch.get<CUdeviceptr>(2)});
        // Both are there as a whole.
        EXPECT_TRUE(launch.write<float>(seen.back()[0], 4));
        EXPECT_TRUE(launch.read<float>(seen.back()[2], 4));
      },
      {8, 8, 8}};
  driver->kernels["second"] = {[&](KernelCall &launch) {
                                 seen.push_back({launch.get<CUdeviceptr>(0)});
                                 EXPECT_TRUE(
                                     launch.read<float>(seen.back()[0], 2));
                               },
                               {8}};
  kernels = {{"second", 0, nullptr}, {"first", 0, nullptr}};
  uint32_t x = addArgument(std::vector<float>(4));
  uint32_t y = addArgument(std::vector<float>(4));
  uint32_t empty = addArgument(std::vector<float>());
  addLaunch("l0", 1, {y, empty, x});
  addLaunch("l1", 0, {x});
  operands.back().offset = 8;
  operands.back().bytes -= 8;
  ASSERT_TRUE(succeeded(create()));
  driver->calls.clear();
  ASSERT_TRUE(succeeded(run()));
  auto address = [&](uint32_t i) {
    return reinterpret_cast<uintptr_t>(buffers[i].getAddress());
  };
  EXPECT_EQ(driver->calls,
            (std::vector<std::string>{
                "cuCtxPushCurrent_v2",
                // For the copies of the operands' first contents.
                "cuEventRecord", "cuStreamWaitEvent", "cuLaunchKernel",
                "cuLaunchKernel", "cuCtxPopCurrent_v2"}))
      << "a run only enqueues";
  EXPECT_TRUE(seen.empty());
  ASSERT_TRUE(succeeded(device->synchronize()));
  EXPECT_EQ(seen, (std::vector<std::vector<CUdeviceptr>>{
                      {address(y), 0, address(x)}, {address(x) + 8}}));
}

TEST_F(ProgramTest, RunsTheImage) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t to = addArgument(std::vector<uint32_t>(70, 7));
  uint32_t from = addArgument(std::vector<uint32_t>(64, 5));
  moduleDesc.image = kCopyPtx;
  moduleDesc.image_bytes = sizeof(kCopyPtx);
  kernels = {{"copy", 0, nullptr}};
  addLaunch("l0", 0, {to, from});
  records.back().as.launch = {0, 1, 1, {2, 1, 1}, {32, 1, 1}};
  ASSERT_TRUE(succeeded(create()));
  ASSERT_TRUE(succeeded(run()));
  std::vector<uint32_t> expected(70, 7);
  std::fill_n(expected.begin(), 64, 5);
  EXPECT_EQ(readArgument<uint32_t>(to), expected);
}

TEST_F(ProgramTest, ReportsAFaultOfAKernelWhereItIsWaitedFor) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t to = addArgument(std::vector<uint32_t>(96, 7));
  uint32_t from = addArgument(std::vector<uint32_t>(64, 5));
  moduleDesc.image = kCopyPtx;
  moduleDesc.image_bytes = sizeof(kCopyPtx);
  kernels = {{"copy", 0, nullptr}};
  addLaunch("l0", 0, {to, from});
  records.back().as.launch = {0, 1, 1, {3, 1, 1}, {32, 1, 1}};
  ASSERT_TRUE(succeeded(create()));
  driver->printsFaults = false;
  isBroken = true;
  expectedErrors = {"cuStreamSynchronize"};
  ASSERT_TRUE(succeeded(run())) << "a run only enqueues";
  EXPECT_TRUE(failedWith(device->synchronize(), AMPRT_DEVICE_ERROR,
                         {"CUDA_ERROR_ILLEGAL_ADDRESS", "restart it"}));
  EXPECT_TRUE(failedWith(run(), AMPRT_DEVICE_ERROR,
                         {"record 0 'l0' (net.mlir:3)", "or work before it"}));
  ASSERT_EQ(driver->faults.size(), 1u);
  EXPECT_NE(driver->faults[0].find("kernel 'copy', PTX line"),
            std::string::npos)
      << driver->faults[0];
  expectedFaults = driver->faults;
}

TEST_F(ProgramTest, Copies) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t from = addArgument(std::vector<int>{1, 2, 3});
  uint32_t to = addArgument(std::vector<int>{7, 8, 9});
  uint32_t empty = addArgument(std::vector<int>());
  addRecord(AMPRT_RECORD_COPY, "copy", 2);
  addOperand(from, 4);
  addOperand(to);
  operands.back().bytes = 8;
  addRecord(AMPRT_RECORD_COPY, "nothing", 2);
  addOperand(empty);
  addOperand(empty);
  ASSERT_TRUE(succeeded(create()));
  EXPECT_TRUE(driver->images.empty()) << "no kernels, no module";
  ASSERT_TRUE(succeeded(run()));
  EXPECT_EQ(readArgument<int>(to), (std::vector<int>{2, 3, 9}));
}

TEST_F(ProgramTest, Fills) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t words = addArgument(std::vector<uint32_t>{7, 8, 9});
  uint32_t halves = addArgument(std::vector<uint16_t>{7, 8, 9});
  uint32_t bytes = addArgument(std::vector<uint8_t>{7, 8, 9});
  uint32_t empty = addArgument(std::vector<uint8_t>());
  auto addFill = [&](uint32_t argument, amprt_fill fill) {
    addRecord(AMPRT_RECORD_FILL, "fill", 1).as.fill = fill;
    addOperand(argument, argument == empty ? 0 : fill.width);
  };
  addFill(words, {4, 0x3f800000});
  addFill(halves, {2, 0x3c00});
  addFill(bytes, {1, 1});
  addFill(empty, {1, 1});
  ASSERT_TRUE(succeeded(create()));
  EXPECT_TRUE(driver->images.empty()) << "no kernels, no module";
  ASSERT_TRUE(succeeded(run()));
  EXPECT_EQ(readArgument<uint32_t>(words),
            (std::vector<uint32_t>{7, 0x3f800000, 0x3f800000}));
  EXPECT_EQ(readArgument<uint16_t>(halves),
            (std::vector<uint16_t>{7, 0x3c00, 0x3c00}));
  EXPECT_EQ(readArgument<uint8_t>(bytes), (std::vector<uint8_t>{7, 1, 1}));
}

TEST_F(ProgramTest, NamesAMissingKernel) {
  ASSERT_TRUE(succeeded(openDevice()));
  kernels = {{"absent", 0, nullptr}};
  expectedErrors = {"cuModuleGetFunction"};
  EXPECT_TRUE(failedWith(create(), AMPRT_INVALID_ARGUMENT,
                         {"module 'p'", "no kernel 'absent'"}));
}

TEST_F(ProgramTest, CarriesTheLogOfABadImage) {
  ASSERT_TRUE(succeeded(openDevice()));
  kernels = {{"k", 0, nullptr}};
  driver->jitLog = "ptxas error: line 3";
  failNext("cuModuleLoadDataEx", kCUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT_TRUE(
      failedWith(create(), AMPRT_INVALID_ARGUMENT,
                 {"module 'p'", "CUDA_ERROR_NO_BINARY_FOR_GPU",
                  "compile the program for sm_90", "ptxas error: line 3"}));
  moduleDesc.image_bytes = sizeof(kPtx) - 1;
  EXPECT_TRUE(failedWith(create(), AMPRT_INVALID_ARGUMENT,
                         {"neither a cubin nor PTX"}));
}

TEST_F(ProgramTest, LetsTheDriverCompileWhereItRefusesTheImage) {
  ASSERT_TRUE(succeeded(openDevice()));
  addKernel("k");
  kernels = {{"k", 0, nullptr}};
  static const char ptx[] = ".version 8.1\n.target sm_60\n.address_size 64\n";
  moduleDesc.fallback_image = ptx;
  moduleDesc.fallback_image_bytes = sizeof(ptx);
  failNext("cuModuleLoadDataEx", kCUDA_ERROR_INVALID_IMAGE);
  EXPECT_TRUE(succeeded(create()));
  ASSERT_EQ(driver->images.size(), 2u);
  EXPECT_EQ(driver->images.front(), moduleDesc.image);
  EXPECT_EQ(driver->images.back(), ptx);
  ASSERT_EQ(program->getRemarks().get().size(), 1u);
  EXPECT_NE(
      program->getRemarks().get()[0].find("the driver compiled the kernels"),
      std::string::npos);

  // It is not the image that is at fault.
  failNext("cuModuleLoadDataEx", kCUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_TRUE(failedWith(create(), AMPRT_RESOURCE_EXHAUSTED,
                         {"CUDA_ERROR_OUT_OF_MEMORY"}));
  moduleDesc.fallback_image_bytes = sizeof(ptx) - 1;
  EXPECT_TRUE(failedWith(create(), AMPRT_INVALID_ARGUMENT,
                         {"neither a cubin nor PTX"}));
}

TEST_F(ProgramTest, RefusesABlockThatTheKernelCannotHave) {
  ASSERT_TRUE(succeeded(openDevice()));
  addKernel("k", 63);
  kernels = {{"k", 0, nullptr}};
  addLaunch("wide", 0, {});
  EXPECT_TRUE(failedWith(create(), AMPRT_INVALID_ARGUMENT,
                         {"record 0 'wide' (net.mlir:3)", "64 threads",
                          "kernel 'k'", "at most 63"}));
  addKernel("k", 64);
  EXPECT_TRUE(succeeded(create()));
}

TEST_F(ProgramTest, NamesTheRecordThatFailed) {
  ASSERT_TRUE(succeeded(openDevice()));
  addKernel("k");
  kernels = {{"k", 0, nullptr}};
  addLaunch("bad", 0, {});
  ASSERT_TRUE(succeeded(create()));
  failNext("cuLaunchKernel", kCUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_TRUE(failedWith(run(), AMPRT_DEVICE_ERROR,
                         {"record 0 'bad' (net.mlir:3)",
                          "CUDA_ERROR_ILLEGAL_ADDRESS", "restart it"}));
  EXPECT_EQ(driver->held().contextDepth, 0u);
}

//===----------------------------------------------------------------------===//
// GEMMs
//===----------------------------------------------------------------------===//

TEST_F(ProgramTest, MultipliesByRows) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t a = addArgument(std::vector<float>{1, 2, 3, 4, 5, 6});
  uint32_t b =
      addArgument(std::vector<float>{1, 0, 2, 1, 0, 3, 1, 1, 1, 2, 0, 1});
  uint32_t c = addArgument(std::vector<float>(8, NAN));
  addGemm(2, 4, 3, a, b, c);
  ASSERT_TRUE(succeeded(create()));
  // The NaN in C is not read; a second run gives the same.
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(succeeded(run()));
    EXPECT_EQ(readArgument<float>(c),
              (std::vector<float>{4, 12, 4, 6, 10, 27, 13, 15}));
  }
  ASSERT_EQ(blasLt->questions.size(), 1u) << "asked once, at creation";
  amprt_device_info info;
  device->getInfo(info);
  EXPECT_STREQ(info.libraries, "CUDA driver 13.0, cuBLASLt 13.1.0");
}

TEST_F(ProgramTest, DescribesTheGemmByColumns) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t a = addArgument(std::vector<uint16_t>(200));
  uint32_t b = addArgument(std::vector<uint16_t>(200));
  uint32_t c = addArgument(std::vector<uint16_t>(200));
  amprt_gemm &gemm = addGemm(3, 5, 4, a, b, c);
  gemm.type_a = gemm.type_b = gemm.type_c = AMPRT_F16;
  gemm.batch = 2;
  gemm.transpose_a = 1; // Stored 4 x 3.
  gemm.lda = 6;
  gemm.ldb = 7; // Stored 4 x 5.
  gemm.ldc = 8;
  gemm.stride_a = 0;
  gemm.stride_b = 30;
  gemm.stride_c = 32;
  operands[0].offset = 16;
  operands[0].bytes -= 16;
  operands[1].offset = 2;
  operands[1].bytes -= 2;
  ASSERT_TRUE(succeeded(create()));
  ASSERT_EQ(blasLt->questions.size(), 1u);
  const BlasLtQuestion &question = blasLt->questions[0];
  auto same = [](const LayoutValue &layout, uint64_t rows, uint64_t cols,
                 int64_t ld, int64_t stride) {
    return layout.type == kCUDA_R_16F && layout.rows == rows &&
           layout.cols == cols && layout.ld == ld && layout.batch == 2 &&
           layout.stride == stride;
  };
  EXPECT_TRUE(same(question.a, 5, 4, 7, 30)) << "the record's B";
  EXPECT_TRUE(same(question.b, 3, 4, 6, 0)) << "the record's A";
  EXPECT_TRUE(same(question.c, 5, 3, 8, 32));
  EXPECT_TRUE(same(question.d, 5, 3, 8, 32));
  EXPECT_EQ(question.desc.opA, int32_t(kCUBLAS_OP_N));
  EXPECT_EQ(question.desc.opB, int32_t(kCUBLAS_OP_T));
  EXPECT_EQ(question.desc.compute, kCUBLAS_COMPUTE_32F);
  EXPECT_EQ(question.desc.scaleType, kCUDA_R_32F);
  EXPECT_EQ(question.desc.epilogue, kCUBLASLT_EPILOGUE_DEFAULT);
  EXPECT_EQ(question.preference.schemes,
            kCUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE);
  EXPECT_EQ(question.preference.workspace, uint64_t(32) << 20);
  EXPECT_EQ(question.preference.alignments[0], 2u);
  EXPECT_EQ(question.preference.alignments[1], 16u);
  EXPECT_EQ(question.preference.alignments[2], 64u);
  EXPECT_EQ(question.preference.alignments[3], 64u);
}

TEST_F(ProgramTest, AddsTheBias) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t a = addArgument(std::vector<float>{1, -1, 1, NAN});
  uint32_t b = addArgument(std::vector<float>{2, -3});
  uint32_t c = addArgument(
      std::vector<float>{-7, -7, -5, -7, -7, -5, -7, -7, -5, -7, -7, -5});
  uint32_t bias = addArgument(std::vector<float>{9, 9, 0.5f, 1});
  amprt_gemm &gemm = addGemm(2, 2, 1, a, b, c);
  gemm.batch = 2;
  gemm.ldc = 3;
  gemm.stride_a = 2;
  gemm.stride_b = 0;
  gemm.stride_c = 6;
  gemm.type_bias = AMPRT_F32;
  gemm.epilogue = AMPRT_EPILOGUE_BIAS;
  records.back().num_operands = 4;
  addOperand(bias, 8);
  ASSERT_TRUE(succeeded(create()));
  ASSERT_EQ(blasLt->questions.size(), 1u);
  EXPECT_EQ(blasLt->questions[0].desc.epilogue, kCUBLASLT_EPILOGUE_BIAS);
  EXPECT_EQ(blasLt->questions[0].desc.biasType, int32_t(kCUDA_R_32F));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(blasLt->questions[0].desc.bias), 8u)
      << "an address as aligned as the bias will be";
  ASSERT_TRUE(succeeded(run()));
  std::vector<float> result = readArgument<float>(c);
  ASSERT_TRUE(std::isnan(result[9]) && std::isnan(result[10]));
  result[9] = result[10] = 42;
  // The padding of C stays as it was, negative as it is.
  EXPECT_EQ(result, (std::vector<float>{2.5f, -2, -5, -1.5f, 4, -5, 2.5f, -2,
                                        -5, 42, 42, -5}));
  EXPECT_EQ(driver->totals().launches, 0u);
}

TEST_F(ProgramTest, ScalesInTheComputeType) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t a = addArgument(std::vector<double>{3});
  uint32_t b = addArgument(std::vector<double>{5});
  uint32_t c = addArgument(std::vector<double>{NAN});
  amprt_gemm &gemm = addGemm(1, 1, 1, a, b, c);
  gemm.type_a = gemm.type_b = gemm.type_c = AMPRT_F64;
  gemm.compute = AMPRT_COMPUTE_F64;
  ASSERT_TRUE(succeeded(create()));
  EXPECT_EQ(blasLt->questions[0].desc.scaleType, kCUDA_R_64F);
  ASSERT_TRUE(succeeded(run()));
  EXPECT_EQ(readArgument<double>(c), (std::vector<double>{15}));
}

TEST_F(ProgramTest, RoundsBF16Once) {
  ASSERT_TRUE(succeeded(openDevice()));
  // 1.0, 256.0 and 1.0 in bf16: 257 is a tie between 256 and 258, to even.
  uint32_t a = addArgument(std::vector<uint16_t>{0x3f80, 0x3f80});
  uint32_t b = addArgument(std::vector<uint16_t>{0x4380, 0x3f80});
  uint32_t c = addArgument(std::vector<uint16_t>{0});
  amprt_gemm &gemm = addGemm(1, 1, 2, a, b, c);
  gemm.type_a = gemm.type_b = gemm.type_c = AMPRT_BF16;
  ASSERT_TRUE(succeeded(create()));
  ASSERT_TRUE(succeeded(run()));
  EXPECT_EQ(readArgument<uint16_t>(c), (std::vector<uint16_t>{0x4380}));
}

TEST_F(ProgramTest, RefusesAReLUOfTheLibrary) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t a = addArgument(std::vector<float>(1));
  uint32_t b = addArgument(std::vector<float>(1));
  uint32_t c = addArgument(std::vector<float>(1));
  addGemm(1, 1, 1, a, b, c).epilogue = AMPRT_EPILOGUE_RELU;
  EXPECT_TRUE(failedWith(create(), AMPRT_INVALID_ARGUMENT,
                         {"record 0 'dense0' (net.mlir:3)", "no ReLU"}));
}

TEST_F(ProgramTest, TakesTheFirstAlgorithmThatCanRun) {
  ASSERT_TRUE(succeeded(openDevice()));
  blasLt->states = std::vector<cublasStatus_t>{kCUBLAS_STATUS_NOT_SUPPORTED,
                                               kCUBLAS_STATUS_SUCCESS,
                                               kCUBLAS_STATUS_SUCCESS};
  uint32_t a = addArgument(std::vector<float>(1));
  uint32_t b = addArgument(std::vector<float>(1));
  uint32_t c = addArgument(std::vector<float>(1));
  addGemm(1, 1, 1, a, b, c);
  ASSERT_TRUE(succeeded(create()));
  ASSERT_TRUE(succeeded(run()));
  EXPECT_EQ(blasLt->algorithmsRun, (std::vector<uint64_t>{1}));
}

TEST_F(ProgramTest, MultipliesInEveryOrderOfSummation) {
  ASSERT_TRUE(succeeded(openDevice()));
  // Whole numbers, so that every order gives the same sum.
  constexpr int64_t kM = 3, kN = 8, kK = 1000;
  std::vector<float> a(kM * kK), b(kK * kN), expected(kM * kN);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<float>(i % 7) - 3;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<float>(i % 5) - 1;
  for (int64_t m = 0; m < kM; ++m)
    for (int64_t n = 0; n < kN; ++n)
      for (int64_t k = 0; k < kK; ++k)
        expected[m * kN + n] += a[m * kK + k] * b[k * kN + n];
  uint32_t argumentA = addArgument(a), argumentB = addArgument(b);
  uint32_t c = addArgument(std::vector<float>(kM * kN, NAN));
  addGemm(kM, kN, kK, argumentA, argumentB, c);
  for (int number : {0, 1, 2}) {
    // The last one splits k and keeps the sums of the parts in the workspace.
    blasLt->algorithms = {number};
    ASSERT_TRUE(succeeded(create()));
    ASSERT_TRUE(succeeded(run()));
    EXPECT_EQ(readArgument<float>(c), expected) << number;
  }
  EXPECT_EQ(blasLt->algorithmNumbersRun, (std::vector<uint64_t>{0, 1, 2}));
}

TEST_F(ProgramTest, TakesNoAlgorithmThatRoundsPartsOfASum) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t a = addArgument(std::vector<uint16_t>(8 * 1024));
  uint32_t b = addArgument(std::vector<uint16_t>(8 * 1024));
  uint32_t c = addArgument(std::vector<uint16_t>(64));
  amprt_gemm &gemm = addGemm(8, 8, 1024, a, b, c);
  gemm.type_a = gemm.type_b = gemm.type_c = AMPRT_F16;
  // Those that add parts in the type of C.
  blasLt->algorithms = {3, 4};
  expectsRefusal = true;
  EXPECT_TRUE(failedWith(
      create(), AMPRT_UNAVAILABLE,
      {"record 0 'dense0' (net.mlir:3)", "CUBLAS_STATUS_NOT_SUPPORTED"}));
}

TEST_F(ProgramTest, RefusesAGemmWithoutAlgorithm) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t a = addArgument(std::vector<float>(1));
  uint32_t b = addArgument(std::vector<float>(1));
  uint32_t c = addArgument(std::vector<float>(1));
  addGemm(1, 1, 1, a, b, c);
  for (const std::vector<cublasStatus_t> &states :
       {std::vector<cublasStatus_t>{},
        std::vector<cublasStatus_t>{kCUBLAS_STATUS_NOT_SUPPORTED}}) {
    blasLt->states = states;
    EXPECT_TRUE(failedWith(create(), AMPRT_UNAVAILABLE,
                           {"record 0 'dense0' (net.mlir:3)", "cuBLASLt 13.1.0",
                            "m=1 n=1 k=1", "CUBLAS_STATUS_NOT_SUPPORTED"}));
  }
}

TEST_F(ProgramTest, SharesAndCountsTheWorkspace) {
  driver->capabilityMajor = 8;
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t a = addArgument(std::vector<float>(1));
  uint32_t b = addArgument(std::vector<float>(1));
  uint32_t c = addArgument(std::vector<float>(1));
  addGemm(1, 1, 1, a, b, c);
  const uint64_t before = device->getMemory().getInUse();
  ASSERT_TRUE(succeeded(create()));
  EXPECT_EQ(device->getMemory().getInUse(), before + (4 << 20));
  std::unique_ptr<Program> other = std::move(program);
  ASSERT_TRUE(succeeded(create()));
  EXPECT_EQ(device->getMemory().getInUse(), before + (4 << 20));
  other.reset();
  EXPECT_EQ(device->getMemory().getInUse(), before + (4 << 20));
  ASSERT_TRUE(succeeded(run()));
  EXPECT_EQ(blasLt->lastWorkspaceBytes, uint64_t(4) << 20);
  program.reset();
  EXPECT_EQ(device->getMemory().getInUse(), before);
}

TEST_F(ProgramTest, ObeysTheMemoryLimit) {
  ASSERT_TRUE(succeeded(openDevice(1 << 20)));
  uint32_t a = addArgument(std::vector<float>(1));
  uint32_t b = addArgument(std::vector<float>(1));
  uint32_t c = addArgument(std::vector<float>(1));
  addGemm(1, 1, 1, a, b, c);
  EXPECT_TRUE(failedWith(create(), AMPRT_RESOURCE_EXHAUSTED,
                         {"GEMM workspace", "limit"}));
}

TEST_F(ProgramTest, MissesBlasLtOnlyForAGemm) {
  paths.blasLt = {{"/nowhere/libcublasLt.so.13", 0}};
  ASSERT_TRUE(succeeded(openDevice()));
  EXPECT_TRUE(succeeded(create())) << "an empty program";
  uint32_t a = addArgument(std::vector<float>(1));
  uint32_t b = addArgument(std::vector<float>(1));
  uint32_t c = addArgument(std::vector<float>(1));
  addGemm(1, 1, 1, a, b, c);
  EXPECT_TRUE(
      failedWith(create(), AMPRT_UNAVAILABLE, {"/nowhere/libcublasLt.so.13"}));
}

TEST_F(ProgramTest, ReportsAFailedGemm) {
  ASSERT_TRUE(succeeded(openDevice()));
  uint32_t a = addArgument(std::vector<float>(1));
  uint32_t b = addArgument(std::vector<float>(1));
  uint32_t c = addArgument(std::vector<float>(1));
  addGemm(1, 1, 1, a, b, c);
  ASSERT_TRUE(succeeded(create()));
  blasLt->matmulResult = kCUBLAS_STATUS_EXECUTION_FAILED;
  expectsRefusal = true;
  EXPECT_TRUE(failedWith(run(), AMPRT_DEVICE_ERROR,
                         {"record 0 'dense0'", "cublasLtMatmul",
                          "CUBLAS_STATUS_EXECUTION_FAILED ("}));
  failNext("cuStreamSynchronize", kCUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_TRUE(failedWith(run(), AMPRT_DEVICE_ERROR,
                         {"record 0 'dense0'", "work before it",
                          "CUDA_ERROR_ILLEGAL_ADDRESS", "restart it"}));
}

//===----------------------------------------------------------------------===//
// Repeats
//===----------------------------------------------------------------------===//

namespace {

/// A recurrence like that of a network: in iteration i
///   product = state W, sums[i + 1] = sums[i] + 1, state = product.
/// W turns the state by a quarter, which is exact however often, and each sum
/// is one more than the one before.
class RepeatTest : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    ASSERT_TRUE(succeeded(openDevice()));
    driver->kernels["next"] = {[](KernelCall &launch) {
                                 const auto from = launch.get<CUdeviceptr>(0);
                                 const auto to = launch.get<CUdeviceptr>(1);
                                 const float value =
                                     *launch.read<float>(from, 1);
                                 *launch.write<float>(to, 1) = value + 1;
                               },
                               {8, 8}};
    kernels = {{"next", 0, nullptr}};
    state = addArgument(std::vector<float>{1, 2});
    weight = addArgument(std::vector<float>{0, 1, -1, 0});
    product = addArgument(std::vector<float>{0, 0});
  }

  void build(uint64_t count) {
    iterations = count;
    sums = addArgument(std::vector<float>(count + 1, 0));
    amprt_record &repeat = addRecord(AMPRT_RECORD_REPEAT, "steps", 0);
    repeat.as.repeat = {count, 3};
    addGemm(1, 2, 2, state, weight, product);
    addLaunch("sum", 0, {sums, sums});
    records.back().as.launch = {0, 1, 1, {1, 1, 1}, {1, 1, 1}};
    for (uint64_t i : {0, 1}) {
      amprt_slice &slice = operands[operands.size() - 2 + i];
      slice.offset = 4 * i;
      slice.bytes = 4;
      slice.steps[0] = 4;
    }
    addRecord(AMPRT_RECORD_COPY, "keep", 2);
    addOperand(product);
    addOperand(state);
    ASSERT_TRUE(succeeded(create()));
  }

  /// What a run calls of the driver, but for the context.
  std::vector<std::string> runAndList() {
    driver->calls.clear();
    EXPECT_TRUE(succeeded(run()));
    std::vector<std::string> calls;
    for (const std::string &call : driver->calls)
      if (call.compare(0, 5, "cuCtx") != 0)
        calls.push_back(call);
    return calls;
  }
  /// Checks that a run which begins with this state computes what it should.
  void checkRun(std::vector<float> values, const std::function<void()> &runs) {
    ASSERT_TRUE(succeeded(
        device->write(buffers[state].getAddress(), values.data(), 8)));
    std::vector<float> expected(iterations + 1);
    ASSERT_TRUE(
        succeeded(device->write(buffers[sums].getAddress(), expected.data(),
                                expected.size() * sizeof(float))));
    runs();
    for (uint64_t i = 0; i < iterations; ++i)
      values = {-values[1], values[0]};
    EXPECT_EQ(readArgument<float>(state), values);
    for (uint64_t i = 0; i <= iterations; ++i)
      expected[i] = static_cast<float>(i);
    EXPECT_EQ(readArgument<float>(sums), expected);
  }
  void checkRun(std::vector<float> values) {
    checkRun(std::move(values), [&] { EXPECT_TRUE(succeeded(run())); });
  }
  std::string onlyRemark() {
    const std::vector<std::string> &remarks = program->getRemarks().get();
    EXPECT_EQ(remarks.size(), 1u);
    return remarks.empty() ? "" : remarks[0];
  }
  uint64_t graphLaunches() const { return driver->totals().graphLaunches; }

  uint32_t state = 0, weight = 0, product = 0, sums = 0;
  uint64_t iterations = 0;
};

} // namespace

TEST_F(RepeatTest, IsOneGraph) {
  build(8);
  checkRun({1, 2});
  EXPECT_EQ(graphLaunches(), 0u) << "the first run is launched";
  EXPECT_EQ(driver->totals().launches, 8u);
  EXPECT_EQ(driver->held().graphExecs, 0u);
  checkRun({1, 2});
  EXPECT_EQ(graphLaunches(), 1u) << "the second run records";
  EXPECT_EQ(driver->held().graphs, 0u) << "what it is made of is given back";
  EXPECT_EQ(driver->held().graphExecs, 1u);
  checkRun({-3, 0.5f});
  EXPECT_EQ(runAndList(), (std::vector<std::string>{"cuGraphLaunch"}))
      << "all that the host does";
  EXPECT_EQ(graphLaunches(), 3u);
  EXPECT_EQ(driver->totals().launches, 8u) << "those of the first run";
  EXPECT_EQ(driver->totals().graphKernels, 3 * 8u);
  EXPECT_TRUE(program->getRemarks().get().empty());
}

TEST_F(RepeatTest, IsSeveralGraphsWhereItIsLong) {
  // 170 iterations of 3 records are at most 512.
  build(300);
  checkRun({1, 2});
  checkRun({1, 2});
  checkRun({-3, 0.5f});
  EXPECT_EQ(graphLaunches(), 4u);
  EXPECT_EQ(driver->held().graphExecs, 2u);
  EXPECT_EQ(runAndList(), (std::vector<std::string>(2, "cuGraphLaunch")))
      << "all that the host does";
  ASSERT_TRUE(succeeded(device->synchronize()));
}

TEST_F(RepeatTest, IsLaunchedWhereItIsTooLong) {
  build(kMostRecordsOfGraphs / 3 + 1);
  EXPECT_NE(onlyRemark().find("record 0 'steps' (net.mlir:3) is launched "
                              "iteration by iteration: it runs more than " +
                              std::to_string(kMostRecordsOfGraphs)),
            std::string::npos)
      << onlyRemark();
  for (int i = 0; i < 3; ++i)
    checkRun({0, 0});
  EXPECT_EQ(graphLaunches(), 0u);
  EXPECT_EQ(countCalls("cuStreamBeginCapture_v2"), 0);
}

TEST_F(RepeatTest, IsRecordedAgainForOtherBuffers) {
  build(8);
  for (int i = 0; i < 2; ++i)
    checkRun({1, 2});
  // The third argument, for which nobody else looks.
  std::vector<DeviceMemory> others;
  for (size_t i = 0; i < kMostGraphSets; ++i) {
    DeviceMemory memory;
    ASSERT_TRUE(
        succeeded(DeviceMemory::allocate(*device, 8, "product", memory)));
    others.push_back(std::move(memory));
  }
  auto swapIn = [&](size_t i) { std::swap(buffers[product], others[i]); };
  for (size_t i = 0; i < kMostGraphSets; ++i) {
    swapIn(i);
    const uint64_t before = graphLaunches();
    checkRun({1, 2});
    EXPECT_EQ(graphLaunches(), before) << "new buffers are launched with";
    checkRun({2, 1});
    checkRun({2, -1});
    EXPECT_EQ(graphLaunches(), before + 2);
    swapIn(i);
  }
  EXPECT_EQ(driver->held().graphExecs, kMostGraphSets)
      << "those used longest ago are given back";
  const uint64_t before = graphLaunches();
  checkRun({1, 2});
  EXPECT_EQ(graphLaunches(), before) << "the first buffers were";
  checkRun({1, 2});
  EXPECT_EQ(graphLaunches(), before + 1);
  // Those before last are still there.
  swapIn(kMostGraphSets - 2);
  checkRun({1, 2});
  EXPECT_EQ(graphLaunches(), before + 2);
  EXPECT_TRUE(program->getRemarks().get().empty());
  program.reset();
  EXPECT_EQ(driver->held().graphExecs, 0u);
}

TEST_F(RepeatTest, AlternatesBetweenBuffers) {
  build(8);
  DeviceMemory other;
  ASSERT_TRUE(succeeded(DeviceMemory::allocate(*device, 8, "product", other)));
  for (int i = 0; i < 6; ++i) {
    checkRun({1, float(i)});
    std::swap(buffers[product], other);
  }
  EXPECT_EQ(graphLaunches(), 4u) << "all but the first run with each";
  EXPECT_EQ(driver->held().graphExecs, 2u);
}

TEST_F(RepeatTest, DoesNotLookAtBuffersThatItDoesNotUse) {
  const uint32_t unused = addArgument(std::vector<float>{0});
  build(8);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(succeeded(run()));
    ASSERT_TRUE(succeeded(
        DeviceMemory::allocate(*device, 4, "another", buffers[unused])));
  }
  EXPECT_EQ(graphLaunches(), 2u);
}

TEST_F(RepeatTest, SaysThatBuffersAreOthersEachTime) {
  build(2);
  std::vector<DeviceMemory> old;
  for (unsigned i = 0; i <= kMostStrangeRuns; ++i) {
    EXPECT_EQ(program->getRemarks().get().size(),
              i < kMostStrangeRuns ? 0u : 1u)
        << i;
    ASSERT_TRUE(succeeded(run()));
    old.push_back(std::move(buffers[product]));
    ASSERT_TRUE(succeeded(
        DeviceMemory::allocate(*device, 8, "product", buffers[product])));
  }
  EXPECT_NE(onlyRemark().find("other buffers each time"), std::string::npos)
      << onlyRemark();
  EXPECT_EQ(graphLaunches(), 0u);
}

TEST_F(RepeatTest, IsLaunchedWhereRecordingFails) {
  struct Case {
    const char *function;
    CUresult result;
    const char *name, *what;
  };
  for (const Case &failing :
       {Case{"cuStreamBeginCapture_v2", kCUDA_ERROR_INVALID_VALUE,
             "CUDA_ERROR_INVALID_VALUE", "beginning to record"},
        Case{"cuLaunchKernel", kCUDA_ERROR_INVALID_VALUE,
             "CUDA_ERROR_INVALID_VALUE", "record 2 'sum' (net.mlir:3)"},
        Case{"cuGraphInstantiateWithFlags", kCUDA_ERROR_OUT_OF_MEMORY,
             "CUDA_ERROR_OUT_OF_MEMORY", "making a graph"}}) {
    SCOPED_TRACE(failing.function);
    records.clear();
    operands.clear();
    build(8);
    checkRun({1, 2});
    checkRun({1, 2}, [&] {
      failNext(failing.function, failing.result);
      EXPECT_TRUE(succeeded(run()));
    });
    EXPECT_NE(onlyRemark().find("record 0 'steps' (net.mlir:3) is launched "
                                "iteration by iteration, because it could not "
                                "be recorded in a graph: "),
              std::string::npos)
        << onlyRemark();
    for (const char *part : {failing.name, failing.what})
      EXPECT_NE(onlyRemark().find(part), std::string::npos) << onlyRemark();
    driver->calls.clear();
    checkRun({1, 2});
    EXPECT_EQ(countCalls("cuStreamBeginCapture_v2"), 0) << "not tried again";
    EXPECT_EQ(graphLaunches(), 0u);
    EXPECT_EQ(driver->held().graphs, 0u);
    EXPECT_EQ(driver->held().graphExecs, 0u);
  }
}

TEST_F(RepeatTest, GivesTheReasonOfTheLibrary) {
  build(8);
  checkRun({1, 2});
  blasLt->matmulResult = kCUBLAS_STATUS_NOT_SUPPORTED;
  expectsRefusal = true;
  EXPECT_TRUE(failedWith(run(), AMPRT_UNAVAILABLE,
                         {"record 1 'dense0'", "CUBLAS_STATUS_NOT_SUPPORTED"}))
      << "it is refused when it is launched, too";
  EXPECT_NE(onlyRemark().find("CUBLAS_STATUS_NOT_SUPPORTED"), std::string::npos)
      << onlyRemark();
  blasLt->matmulResult = kCUBLAS_STATUS_SUCCESS;
  checkRun({1, 2});
}

TEST_F(RepeatTest, ReportsAFaultBeforeIt) {
  build(8);
  for (int i = 0; i < 2; ++i)
    checkRun({1, 2});
  breakDevice(kCUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_TRUE(failedWith(run(), AMPRT_DEVICE_ERROR,
                         {"CUDA_ERROR_ILLEGAL_ADDRESS", "restart it"}));
}

TEST_F(RepeatTest, IsMeasuredRecordByRecord) {
  build(8);
  for (int i = 0; i < 2; ++i)
    checkRun({1, 2});
  program->setProfiling(true);
  checkRun({1, 2});
  EXPECT_EQ(graphLaunches(), 1u);
  program->setProfiling(false);
  checkRun({1, 2});
  EXPECT_EQ(graphLaunches(), 2u);
}

//===----------------------------------------------------------------------===//
// Profiles
//===----------------------------------------------------------------------===//

TEST_F(ProgramTest, MeasuresEachRecord) {
  ASSERT_TRUE(succeeded(openDevice()));
  addKernel("k");
  kernels = {{"k", 0, nullptr}};
  addLaunch("l0", 0, {});
  addLaunch("l1", 0, {});
  ASSERT_TRUE(succeeded(create()));
  ASSERT_TRUE(succeeded(run()));
  EXPECT_EQ(driver->held().events, 0u) << "not asked for";
  driver->elapsedMilliseconds = 0.5f;
  program->setProfiling(true);
  ASSERT_TRUE(succeeded(run()));
  ASSERT_TRUE(succeeded(run()));
  EXPECT_EQ(driver->held().events, 3u);
  EXPECT_EQ(program->getProfileRuns(), 2u);
  EXPECT_EQ(program->getProfileNanoseconds(0), 1000000u);
  EXPECT_EQ(program->getProfileNanoseconds(1), 1000000u);
  program->setProfiling(false);
  ASSERT_TRUE(succeeded(run()));
  EXPECT_EQ(program->getProfileRuns(), 2u);
}

TEST_F(ProgramTest, LosesNoEventsOnAFailure) {
  ASSERT_TRUE(succeeded(openDevice()));
  ASSERT_TRUE(succeeded(create()));
  program->setProfiling(true);
  failNext("cuEventCreate", kCUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_TRUE(failedWith(run(), AMPRT_RESOURCE_EXHAUSTED, {"events"}));
  EXPECT_EQ(driver->held().events, 0u);
  EXPECT_TRUE(succeeded(run()));
  EXPECT_EQ(program->getProfileRuns(), 1u);
}
