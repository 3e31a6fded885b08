//===- ApiTest.cpp - Devices, buffers, copies and runs --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <algorithm>
#include <cstring>

using namespace amp::rt::test;

namespace {

using ApiTest = DeviceTest;
INSTANTIATE_TEST_SUITE_P(Device, ApiTest, testing::Values("cpu", "cuda"));

/// A program of one copy from argument 0 to argument 1.
struct CopyProgram {
  explicit CopyProgram(amprt_device_kind kind, uint64_t bytes)
      : argumentBytes{bytes, bytes} {
    operands[0] = {AMPRT_BINDING_FIRST_ARGUMENT, 0, bytes, {}};
    operands[1] = {AMPRT_BINDING_FIRST_ARGUMENT + 1, 0, bytes, {}};
    record.kind = AMPRT_RECORD_COPY;
    record.name = "copy";
    record.location = "";
    record.num_operands = 2;
    desc.abi_version = AMPRT_ABI_VERSION;
    desc.device_kind = kind;
    desc.name = "copy program";
    desc.num_arguments = 2;
    desc.argument_bytes = argumentBytes;
    desc.num_operands = 2;
    desc.operands = operands;
    desc.num_records = 1;
    desc.records = &record;
  }

  uint64_t argumentBytes[2];
  amprt_slice operands[2];
  amprt_record record = {};
  amprt_program_desc desc = {};
};

ProgramPtr create(amprt_device *device, const amprt_program_desc &desc) {
  amprt_program *program = nullptr;
  EXPECT_TRUE(succeeded(amprt_program_create(device, &desc, &program)));
  return ProgramPtr(program);
}

std::vector<uint8_t> makePattern(size_t size) {
  std::vector<uint8_t> bytes(size);
  for (size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<uint8_t>(i * 31 + i / 251);
  return bytes;
}

//===----------------------------------------------------------------------===//
// Without a device
//===----------------------------------------------------------------------===//

TEST(StatusTest, SuccessHasNeutralAnswers) {
  EXPECT_EQ(amprt_status_code(nullptr), AMPRT_OK);
  EXPECT_STREQ(amprt_status_message(nullptr), "");
  amprt_status_free(nullptr);
}

TEST(StatusTest, FailureNamesItsPlace) {
  amprt_device *device = reinterpret_cast<amprt_device *>(1);
  StatusPtr status(amprt_device_create("xpu", nullptr, &device));
  ASSERT_TRUE(status);
  EXPECT_EQ(device, nullptr);
  EXPECT_EQ(amprt_status_code(status.get()), AMPRT_INVALID_ARGUMENT);
  EXPECT_STREQ(amprt_status_message(status.get()),
               "unknown device 'xpu', expected 'cpu', 'cuda', 'cuda:N' or "
               "'auto'");
  EXPECT_STREQ(amprt_status_library(status.get()), "amp-rt");
  EXPECT_STREQ(amprt_status_file(status.get()), "Runtime.cpp");
  EXPECT_GT(amprt_status_line(status.get()), 0);
}

TEST(DeviceSpecTest, RejectsWhatIsNoDevice) {
  amprt_device *device = nullptr;
  for (const char *spec : {"", "CPU", "cpu:0", "cuda:", "cuda:-1", "cuda:1x",
                           "cuda:4294967296", "cuda0", " cpu"})
    EXPECT_TRUE(failed(amprt_device_create(spec, nullptr, &device),
                       AMPRT_INVALID_ARGUMENT, "unknown device"))
        << spec;
  EXPECT_TRUE(failed(amprt_device_create(nullptr, nullptr, &device),
                     AMPRT_INVALID_ARGUMENT, "spec is NULL"));
  EXPECT_TRUE(failed(amprt_device_create("cpu", nullptr, nullptr),
                     AMPRT_INVALID_ARGUMENT, "device is NULL"));
  amprt_device_options options = {};
  options.num_threads = 1025;
  EXPECT_TRUE(failed(amprt_device_create("cpu", &options, &device),
                     AMPRT_INVALID_ARGUMENT, "num_threads is 1025"));
}

TEST(DeviceSpecTest, CudaIsThereOrSaysWhyNot) {
  const char *reason = amprt_cuda_unavailable_reason();
  EXPECT_EQ(reason == nullptr, amprt_device_count() > 1);
  amprt_device *device = nullptr;
  StatusPtr status(amprt_device_create("cuda:4294967295", nullptr, &device));
  ASSERT_TRUE(status);
  EXPECT_EQ(amprt_status_code(status.get()), AMPRT_UNAVAILABLE);
  if (reason) {
    EXPECT_EQ(std::string(reason).find('\n'), std::string::npos);
    EXPECT_TRUE(failed(amprt_device_create("cuda", nullptr, &device),
                       AMPRT_UNAVAILABLE, reason));
  }
}

TEST(DeviceSpecTest, AutoPicksTheFirstCudaDeviceOrTheCpu) {
  DevicePtr device = openDevice("auto");
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  EXPECT_EQ(info.kind, amprt_device_count() > 1 ? AMPRT_CUDA : AMPRT_CPU);
}

TEST(DeviceSpecTest, DescribesEveryDevice) {
  amprt_device_info info;
  ASSERT_GE(amprt_device_count(), 1u);
  ASSERT_TRUE(succeeded(amprt_device_describe(0, &info)));
  EXPECT_EQ(info.kind, AMPRT_CPU);
  EXPECT_GE(info.num_threads, 1u);
  EXPECT_GT(info.memory_bytes, 0u);
  EXPECT_NE(std::string(info.libraries).find("oneDNN 2."), std::string::npos);
  for (uint32_t i = 1; i < amprt_device_count(); ++i) {
    ASSERT_TRUE(succeeded(amprt_device_describe(i, &info)));
    EXPECT_EQ(info.kind, AMPRT_CUDA);
    EXPECT_EQ(info.ordinal, i - 1);
  }
  EXPECT_TRUE(failed(amprt_device_describe(amprt_device_count(), &info),
                     AMPRT_INVALID_ARGUMENT, "no device"));
}

TEST(TypeTest, Sizes) {
  EXPECT_STREQ(amprt_type_name(AMPRT_BF16), "bf16");
  EXPECT_STREQ(amprt_type_name(AMPRT_I1), "i1");
  EXPECT_STREQ(amprt_type_name(static_cast<amprt_type>(12)), "an unknown type");
  EXPECT_EQ(amprt_type_size(AMPRT_F64), 8u);
  EXPECT_EQ(amprt_type_size(AMPRT_F32), 4u);
  EXPECT_EQ(amprt_type_size(AMPRT_F16), 2u);
  EXPECT_EQ(amprt_type_size(AMPRT_BF16), 2u);
  EXPECT_EQ(amprt_type_size(AMPRT_I64), 8u);
  EXPECT_EQ(amprt_type_size(AMPRT_I32), 4u);
  EXPECT_EQ(amprt_type_size(AMPRT_I16), 2u);
  EXPECT_EQ(amprt_type_size(AMPRT_I8), 1u);
  EXPECT_EQ(amprt_type_size(AMPRT_UI8), 1u);
  EXPECT_EQ(amprt_type_size(AMPRT_I1), 1u);
}

//===----------------------------------------------------------------------===//
// Buffers and memory
//===----------------------------------------------------------------------===//

TEST_P(ApiTest, BufferKeepsBytes) {
  // Small, odd, and large enough for several threads and huge pages.
  for (size_t size : {1, 255, 256, 257, 5000003}) {
    const std::vector<uint8_t> bytes = makePattern(size);
    BufferPtr buffer = makeBuffer(device.get(), bytes);
    EXPECT_EQ(amprt_buffer_size(buffer.get()), size);
    EXPECT_EQ(readBuffer(buffer.get()), bytes);
  }
}

TEST_P(ApiTest, BufferTransfersParts) {
  BufferPtr buffer =
      makeBuffer(device.get(), std::vector<uint8_t>(100, uint8_t(7)));
  const uint8_t part[3] = {1, 2, 3};
  ASSERT_TRUE(succeeded(amprt_buffer_write(buffer.get(), 97, part, 3)));
  uint8_t read[4] = {};
  ASSERT_TRUE(succeeded(amprt_buffer_read(buffer.get(), 96, read, 4)));
  const uint8_t expected[4] = {7, 1, 2, 3};
  EXPECT_EQ(std::memcmp(read, expected, 4), 0);
}

TEST_P(ApiTest, BufferTransfersStayInside) {
  BufferPtr buffer = makeBuffer(device.get(), std::vector<uint8_t>(16));
  uint8_t byte[32] = {};
  struct Range {
    uint64_t offset, bytes;
  };
  for (Range range :
       {Range{0, 17}, Range{16, 1}, Range{17, 0}, Range{UINT64_MAX, 2}}) {
    EXPECT_TRUE(failed(
        amprt_buffer_write(buffer.get(), range.offset, byte, range.bytes),
        AMPRT_INVALID_ARGUMENT, "are not inside a buffer of 16 bytes"));
    EXPECT_TRUE(
        failed(amprt_buffer_read(buffer.get(), range.offset, byte, range.bytes),
               AMPRT_INVALID_ARGUMENT, "are not inside a buffer of 16 bytes"));
  }
  EXPECT_TRUE(succeeded(amprt_buffer_write(buffer.get(), 16, nullptr, 0)));
  EXPECT_TRUE(failed(amprt_buffer_write(buffer.get(), 0, nullptr, 1),
                     AMPRT_INVALID_ARGUMENT, "host memory is NULL"));
}

TEST_P(ApiTest, EmptyBuffer) {
  BufferPtr buffer = makeBuffer(device.get(), {});
  ASSERT_TRUE(buffer);
  EXPECT_EQ(amprt_buffer_size(buffer.get()), 0u);
  EXPECT_EQ(amprt_device_memory_in_use(device.get()), 0u);
}

TEST_P(ApiTest, SlicesShareMemory) {
  std::vector<uint8_t> bytes = makePattern(3 * AMPRT_ALIGNMENT);
  BufferPtr whole = makeBuffer(device.get(), bytes);
  amprt_buffer *made = nullptr;
  ASSERT_TRUE(succeeded(
      amprt_buffer_create_slice(whole.get(), 2 * AMPRT_ALIGNMENT, 5, &made)));
  BufferPtr slice(made);
  EXPECT_EQ(amprt_buffer_size(slice.get()), 5u);
  EXPECT_EQ(amprt_device_memory_in_use(device.get()), bytes.size());
  const uint8_t written[] = {1, 2, 3};
  ASSERT_TRUE(succeeded(amprt_buffer_write(slice.get(), 2, written, 3)));
  std::copy(written, written + 3, bytes.begin() + 2 * AMPRT_ALIGNMENT + 2);
  EXPECT_EQ(readBuffer(whole.get()), bytes);

  EXPECT_TRUE(failed(amprt_buffer_write(slice.get(), 3, written, 3),
                     AMPRT_INVALID_ARGUMENT, "inside a buffer of 5 bytes"));
  EXPECT_TRUE(failed(amprt_buffer_create_slice(whole.get(), 8, 1, &made),
                     AMPRT_INVALID_ARGUMENT, "a multiple of 256"));
  EXPECT_TRUE(failed(
      amprt_buffer_create_slice(whole.get(), AMPRT_ALIGNMENT, 513, &made),
      AMPRT_INVALID_ARGUMENT, "inside a buffer of 768 bytes"));
  // The memory lives as long as one of them.
  whole.reset();
  EXPECT_EQ(readBuffer(slice.get())[2], 1);
  slice.reset();
  EXPECT_EQ(amprt_device_memory_in_use(device.get()), 0u);
}

TEST_P(ApiTest, RunTakesSlicesApart) {
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  CopyProgram copy(info.kind, 8);
  ProgramPtr program = create(device.get(), copy.desc);
  ASSERT_TRUE(program);
  const std::vector<uint8_t> bytes = makePattern(2 * AMPRT_ALIGNMENT);
  BufferPtr whole = makeBuffer(device.get(), bytes);
  amprt_buffer *made[2];
  for (uint64_t i : {0, 1})
    ASSERT_TRUE(succeeded(amprt_buffer_create_slice(
        whole.get(), i * AMPRT_ALIGNMENT, 8, &made[i])));
  BufferPtr first(made[0]), second(made[1]);
  amprt_buffer *arguments[] = {first.get(), second.get()};
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(
        succeeded(amprt_program_run(program.get(), nullptr, arguments, 2)));
  EXPECT_EQ(readBuffer(second.get()),
            std::vector<uint8_t>(bytes.begin(), bytes.begin() + 8));
  arguments[1] = first.get();
  EXPECT_TRUE(failed(amprt_program_run(program.get(), nullptr, arguments, 2),
                     AMPRT_INVALID_ARGUMENT, "already given"));
  amprt_buffer *sameMemory = nullptr;
  ASSERT_TRUE(succeeded(amprt_buffer_create(device.get(), 8, &sameMemory)));
  BufferPtr small(sameMemory);
  ASSERT_TRUE(
      succeeded(amprt_buffer_create_slice(small.get(), 0, 8, &made[0])));
  BufferPtr all(made[0]);
  for (auto [a, b] :
       {std::pair(small.get(), all.get()), std::pair(all.get(), small.get())}) {
    amprt_buffer *both[] = {a, b};
    EXPECT_TRUE(failed(amprt_program_run(program.get(), nullptr, both, 2),
                       AMPRT_INVALID_ARGUMENT, "already given"));
  }
}

TEST_P(ApiTest, CountsMemory) {
  EXPECT_EQ(amprt_device_memory_in_use(device.get()), 0u);
  BufferPtr first = makeBuffer(device.get(), std::vector<uint8_t>(1000));
  BufferPtr second = makeBuffer(device.get(), std::vector<uint8_t>(500));
  EXPECT_EQ(amprt_device_memory_in_use(device.get()), 1500u);
  first.reset();
  EXPECT_EQ(amprt_device_memory_in_use(device.get()), 500u);
  EXPECT_EQ(amprt_device_memory_peak(device.get()), 1500u);
  amprt_device_reset_memory_peak(device.get());
  EXPECT_EQ(amprt_device_memory_peak(device.get()), 500u);
}

TEST_P(ApiTest, KeepsToItsLimit) {
  DevicePtr limited = openDevice(GetParam(), 0, 1000);
  BufferPtr first = makeBuffer(limited.get(), std::vector<uint8_t>(600));
  amprt_buffer *second = nullptr;
  EXPECT_TRUE(failed(amprt_buffer_create(limited.get(), 401, &second),
                     AMPRT_RESOURCE_EXHAUSTED,
                     "buffer of 401 bytes does not fit: 600 bytes are in use "
                     "and the limit is 1000 bytes"));
  EXPECT_EQ(second, nullptr);
  EXPECT_EQ(amprt_device_memory_in_use(limited.get()), 600u);
  EXPECT_TRUE(failed(amprt_buffer_create(limited.get(), UINT64_MAX, &second),
                     AMPRT_RESOURCE_EXHAUSTED, "does not fit"));
  first.reset();
  makeBuffer(limited.get(), std::vector<uint8_t>(1000));
}

TEST_P(ApiTest, RefusesMoreThanThereIs) {
  amprt_buffer *buffer = nullptr;
  for (uint64_t bytes : {UINT64_MAX, uint64_t(1) << 62, uint64_t(1) << 50})
    EXPECT_TRUE(failed(amprt_buffer_create(device.get(), bytes, &buffer),
                       AMPRT_RESOURCE_EXHAUSTED, std::to_string(bytes)));
  EXPECT_EQ(amprt_device_memory_in_use(device.get()), 0u);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

TEST_P(ApiTest, CopiesOfManySizes) {
  for (size_t size : {1, 3, 256, 70001, 5000003}) {
    amprt_device_info info;
    amprt_device_get_info(device.get(), &info);
    CopyProgram copy(info.kind, size);
    ProgramPtr program = create(device.get(), copy.desc);
    ASSERT_TRUE(program);
    const std::vector<uint8_t> bytes = makePattern(size);
    BufferPtr source = makeBuffer(device.get(), bytes);
    BufferPtr target = makeBuffer(device.get(), std::vector<uint8_t>(size));
    amprt_buffer *arguments[] = {source.get(), target.get()};
    ASSERT_TRUE(
        succeeded(amprt_program_run(program.get(), nullptr, arguments, 2)));
    EXPECT_TRUE(succeeded(amprt_device_synchronize(device.get())));
    EXPECT_EQ(readBuffer(target.get()), bytes);
  }
}

TEST_P(ApiTest, FillsOfEveryWidth) {
  const amprt_fill fills[] = {{1, 0xa5}, {2, 0x3c00}, {4, 0x3f800001}};
  for (const amprt_fill &fill : fills)
    for (size_t size : {0, 4, 256, 70004, 5000004}) {
      amprt_device_info info;
      amprt_device_get_info(device.get(), &info);
      // What stands before and behind stays.
      CopyProgram program(info.kind, size + 8);
      program.operands[0].offset = 4;
      program.operands[0].bytes = size;
      program.record.kind = AMPRT_RECORD_FILL;
      program.record.num_operands = 1;
      program.record.as.fill = fill;
      ProgramPtr loaded = create(device.get(), program.desc);
      ASSERT_TRUE(loaded);
      std::vector<uint8_t> bytes = makePattern(size + 8);
      BufferPtr target = makeBuffer(device.get(), bytes);
      BufferPtr other = makeBuffer(device.get(), bytes);
      amprt_buffer *arguments[] = {target.get(), other.get()};
      ASSERT_TRUE(
          succeeded(amprt_program_run(loaded.get(), nullptr, arguments, 2)));
      for (size_t i = 0; i < size; ++i)
        bytes[i + 4] =
            static_cast<uint8_t>(fill.bits >> (8 * (i % fill.width)));
      EXPECT_EQ(readBuffer(target.get()), bytes) << fill.width;
    }
}

/// Copies a matrix of 3 x 4 blocks of 8 bytes, last row first and each row
/// block by block, to where a row has room for 5, and then fills a byte of each
/// block; once for each row it sets one byte behind the blocks.
TEST_P(ApiTest, RepeatsRepeat) {
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  constexpr uint64_t kRows = 3, kBlocks = 4;
  const uint64_t argumentBytes[] = {kRows * kBlocks * 8, kRows * 5 * 8};
  const amprt_slice operands[] = {
      {AMPRT_BINDING_FIRST_ARGUMENT,
       2 * kBlocks * 8,
       8,
       {-int64_t(kBlocks) * 8, 8}},
      {AMPRT_BINDING_FIRST_ARGUMENT + 1, 0, 8, {40, 8}},
      {AMPRT_BINDING_FIRST_ARGUMENT + 1, 3, 1, {40, 8}},
      {AMPRT_BINDING_FIRST_ARGUMENT + 1, 32, 1, {40, 0}},
  };
  amprt_record records[5] = {};
  const char *names[] = {"rows", "blocks", "copy", "mark", "end"};
  for (uint32_t i = 0; i < 5; ++i) {
    records[i].name = names[i];
    records[i].location = "";
  }
  records[0].kind = records[1].kind = AMPRT_RECORD_REPEAT;
  records[0].as.repeat = {kRows, 4};
  records[1].as.repeat = {kBlocks, 2};
  records[2].kind = AMPRT_RECORD_COPY;
  records[2].num_operands = 2;
  records[3].kind = records[4].kind = AMPRT_RECORD_FILL;
  records[3].first_operand = 2;
  records[4].first_operand = 3;
  records[3].num_operands = records[4].num_operands = 1;
  records[3].as.fill = {1, 0xaa};
  records[4].as.fill = {1, 0xbb};
  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = info.kind;
  desc.name = "rows";
  desc.num_arguments = 2;
  desc.argument_bytes = argumentBytes;
  desc.num_operands = 4;
  desc.operands = operands;
  desc.num_records = 5;
  desc.records = records;
  ProgramPtr program = create(device.get(), desc);
  ASSERT_TRUE(program);

  const std::vector<uint8_t> from = makePattern(argumentBytes[0]);
  std::vector<uint8_t> expected(argumentBytes[1], 0x11);
  BufferPtr source = makeBuffer(device.get(), from);
  BufferPtr target = makeBuffer(device.get(), expected);
  for (uint64_t row = 0; row < kRows; ++row) {
    for (uint64_t i = 0; i < kBlocks * 8; ++i)
      expected[row * 40 + i] =
          i % 8 == 3 ? 0xaa : from[(kRows - 1 - row) * kBlocks * 8 + i];
    expected[row * 40 + 32] = 0xbb;
  }
  amprt_buffer *arguments[] = {source.get(), target.get()};
  // The second run begins where the first one did; the third is measured.
  for (int run = 0; run < 3; ++run) {
    amprt_program_set_profiling(program.get(), run == 2);
    ASSERT_TRUE(
        succeeded(amprt_program_run(program.get(), nullptr, arguments, 2)));
    EXPECT_EQ(readBuffer(target.get()), expected) << "run " << run;
  }
  for (uint32_t i = 0; i < 5; ++i) {
    uint64_t nanoseconds = 0, runs = 0;
    ASSERT_TRUE(succeeded(
        amprt_program_get_profile(program.get(), i, &nanoseconds, &runs)));
    EXPECT_EQ(runs, 1u);
    // A repeat alone is work for the host only.
    if (records[i].kind != AMPRT_RECORD_REPEAT)
      EXPECT_GT(nanoseconds, 0u) << names[i];
    else if (info.kind == AMPRT_CUDA)
      EXPECT_EQ(nanoseconds, 0u) << names[i];
  }
}

TEST_P(ApiTest, RunChecksItsBuffers) {
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  CopyProgram copy(info.kind, 64);
  copy.desc.arena_bytes = 512;
  ProgramPtr program = create(device.get(), copy.desc);
  ASSERT_TRUE(program);
  BufferPtr arena = makeBuffer(device.get(), std::vector<uint8_t>(600));
  BufferPtr small = makeBuffer(device.get(), std::vector<uint8_t>(511));
  BufferPtr a = makeBuffer(device.get(), std::vector<uint8_t>(64));
  BufferPtr b = makeBuffer(device.get(), std::vector<uint8_t>(64));
  BufferPtr wrong = makeBuffer(device.get(), std::vector<uint8_t>(65));
  DevicePtr other = openDevice(GetParam());
  BufferPtr foreign = makeBuffer(other.get(), std::vector<uint8_t>(64));

  struct Case {
    amprt_buffer *arena, *first, *second;
    uint32_t count;
    const char *message;
  };
  const Case cases[] = {
      {arena.get(), a.get(), b.get(), 1, "has 2 arguments, found 1"},
      {nullptr, a.get(), b.get(), 2, "the arena is NULL"},
      {small.get(), a.get(), b.get(), 2,
       "the arena has 511 bytes, expected at least 512"},
      {arena.get(), nullptr, b.get(), 2, "argument 0 is NULL"},
      {arena.get(), a.get(), wrong.get(), 2,
       "argument 1 has 65 bytes, expected 64"},
      {arena.get(), a.get(), a.get(), 2, "argument 1 is a buffer that was"},
      {arena.get(), arena.get(), a.get(), 2, "argument 0 is a buffer that was"},
      {arena.get(), a.get(), foreign.get(), 2,
       "argument 1 belongs to another device"},
  };
  for (const Case &c : cases) {
    amprt_buffer *arguments[] = {c.first, c.second};
    EXPECT_TRUE(
        failed(amprt_program_run(program.get(), c.arena, arguments, c.count),
               AMPRT_INVALID_ARGUMENT, c.message));
  }
  EXPECT_TRUE(failed(amprt_program_run(program.get(), arena.get(), nullptr, 2),
                     AMPRT_INVALID_ARGUMENT, "arguments is NULL"));
  amprt_buffer *arguments[] = {a.get(), b.get()};
  EXPECT_TRUE(
      succeeded(amprt_program_run(program.get(), arena.get(), arguments, 2)));
}

TEST_P(ApiTest, ConstantsAreCopiedAndCounted) {
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  CopyProgram copy(info.kind, 100);
  std::vector<uint8_t> constants = makePattern(356);
  const std::vector<uint8_t> expected(constants.begin() + 256, constants.end());
  copy.operands[0] = {AMPRT_BINDING_CONSTANTS, 256, 100, {}};
  const uint64_t before = amprt_device_memory_in_use(device.get());
  amprt_module_desc moduleDesc = {};
  moduleDesc.constants = constants.data();
  moduleDesc.constant_bytes = constants.size();
  ModulePtr module = makeModule(device.get(), moduleDesc);
  copy.desc.module = module.get();
  ProgramPtr program = create(device.get(), copy.desc);
  ASSERT_TRUE(program);
  EXPECT_GE(amprt_device_memory_in_use(device.get()), before + 356);
  // The descriptions and the module may go once the program is there.
  module.reset();
  std::fill(constants.begin(), constants.end(), uint8_t(0));
  BufferPtr a = makeBuffer(device.get(), std::vector<uint8_t>(100));
  BufferPtr b = makeBuffer(device.get(), std::vector<uint8_t>(100));
  amprt_buffer *arguments[] = {a.get(), b.get()};
  ASSERT_TRUE(
      succeeded(amprt_program_run(program.get(), nullptr, arguments, 2)));
  EXPECT_EQ(readBuffer(b.get()), expected);
  a.reset();
  b.reset();
  program.reset();
  EXPECT_EQ(amprt_device_memory_in_use(device.get()), before);
}

TEST_P(ApiTest, ProgramsShareAModule) {
  const std::vector<uint8_t> constants = makePattern(356);
  amprt_module_desc moduleDesc = {};
  moduleDesc.constants = constants.data();
  moduleDesc.constant_bytes = constants.size();
  const uint64_t before = amprt_device_memory_in_use(device.get());
  ModulePtr module = makeModule(device.get(), moduleDesc);
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  CopyProgram copy(info.kind, 100);
  copy.desc.module = module.get();
  copy.operands[0] = {AMPRT_BINDING_CONSTANTS, 0, 100, {}};
  ProgramPtr first = create(device.get(), copy.desc);
  copy.operands[0] = {AMPRT_BINDING_CONSTANTS, 256, 100, {}};
  ProgramPtr second = create(device.get(), copy.desc);
  ASSERT_TRUE(first && second);
  EXPECT_LT(amprt_device_memory_in_use(device.get()), before + 2 * 356);
  BufferPtr a = makeBuffer(device.get(), std::vector<uint8_t>(100));
  BufferPtr b = makeBuffer(device.get(), std::vector<uint8_t>(100));
  amprt_buffer *arguments[] = {a.get(), b.get()};
  for (auto [program, offset] : {std::pair(&first, 0), {&second, 256}}) {
    ASSERT_TRUE(
        succeeded(amprt_program_run(program->get(), nullptr, arguments, 2)));
    EXPECT_EQ(readBuffer(b.get()),
              std::vector<uint8_t>(constants.begin() + offset,
                                   constants.begin() + offset + 100));
  }
}

TEST_P(ApiTest, RefusesTheModuleOfAnotherDevice) {
  DevicePtr other = openDevice(GetParam());
  ModulePtr module = makeModule(other.get(), {});
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  CopyProgram copy(info.kind, 100);
  copy.desc.module = module.get();
  amprt_program *program = nullptr;
  EXPECT_TRUE(failed(amprt_program_create(device.get(), &copy.desc, &program),
                     AMPRT_INVALID_ARGUMENT,
                     "its module belongs to another device"));
}

TEST_P(ApiTest, ProgramsShareAnArena) {
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  // The first program leaves bytes in the arena, the second fetches them.
  CopyProgram put(info.kind, 128), get(info.kind, 128);
  put.desc.arena_bytes = get.desc.arena_bytes = 1024;
  put.operands[1] = {AMPRT_BINDING_ARENA, 512, 128, {}};
  get.operands[0] = {AMPRT_BINDING_ARENA, 512, 128, {}};
  ProgramPtr first = create(device.get(), put.desc);
  ProgramPtr second = create(device.get(), get.desc);
  ASSERT_TRUE(first && second);
  const std::vector<uint8_t> bytes = makePattern(128);
  BufferPtr arena = makeBuffer(device.get(), std::vector<uint8_t>(1024));
  BufferPtr a = makeBuffer(device.get(), bytes);
  BufferPtr b = makeBuffer(device.get(), std::vector<uint8_t>(128));
  amprt_buffer *arguments[] = {a.get(), b.get()};
  ASSERT_TRUE(
      succeeded(amprt_program_run(first.get(), arena.get(), arguments, 2)));
  ASSERT_TRUE(
      succeeded(amprt_program_run(second.get(), arena.get(), arguments, 2)));
  EXPECT_EQ(readBuffer(b.get()), bytes);
}

TEST_P(ApiTest, Profile) {
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  CopyProgram copy(info.kind, 1 << 22);
  ProgramPtr program = create(device.get(), copy.desc);
  ASSERT_TRUE(program);
  BufferPtr a = makeBuffer(device.get(), std::vector<uint8_t>(1 << 22));
  BufferPtr b = makeBuffer(device.get(), std::vector<uint8_t>(1 << 22));
  amprt_buffer *arguments[] = {a.get(), b.get()};
  uint64_t time = 1, runs = 1;
  ASSERT_TRUE(
      succeeded(amprt_program_run(program.get(), nullptr, arguments, 2)));
  ASSERT_TRUE(
      succeeded(amprt_program_get_profile(program.get(), 0, &time, &runs)));
  EXPECT_EQ(time, 0u);
  EXPECT_EQ(runs, 0u);

  amprt_program_set_profiling(program.get(), 1);
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(
        succeeded(amprt_program_run(program.get(), nullptr, arguments, 2)));
  amprt_program_set_profiling(program.get(), 0);
  ASSERT_TRUE(
      succeeded(amprt_program_run(program.get(), nullptr, arguments, 2)));
  ASSERT_TRUE(
      succeeded(amprt_program_get_profile(program.get(), 0, &time, &runs)));
  EXPECT_GT(time, 0u);
  EXPECT_EQ(runs, 3u);
  EXPECT_TRUE(failed(amprt_program_get_profile(program.get(), 1, &time, &runs),
                     AMPRT_INVALID_ARGUMENT, "no record 1"));
}

} // namespace
