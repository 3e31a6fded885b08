//===- CpuModuleTest.cpp - Code of CPU modules ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuFeatures.h"
#include "CpuHelpers.h"
#include "TestSupport.h"

#include <cmath>
#include <cstring>

using namespace amp::rt::cpu;
using namespace amp::rt::test;

namespace {

#if defined(__x86_64__)
/// Two entry points: `answer` stores 42 at operand 0, `clear` goes to memset
/// with operand 0, the begin and the end.
std::vector<uint8_t> makeImage() {
  std::vector<uint8_t> code = {
      0x48, 0x8b, 0x07,                         // mov rax, [rdi]
      0xc7, 0x00, 42,   0x00, 0x00, 0x00, 0xc3, // mov dword [rax], 42; ret
      0x48, 0x8b, 0x3f,                         // mov rdi, [rdi]
      0xff, 0x25, 0,    0,    0,    0,          // jmp [rip + distance]
  };
  const int32_t place = kHelper_memset * int32_t(sizeof(void *));
  const int32_t distance =
      place - AMPRT_CPU_HELPER_BYTES - static_cast<int32_t>(code.size());
  std::memcpy(&code[code.size() - 4], &distance, 4);
  return code;
}

class CpuImageTest : public testing::Test {
protected:
  void SetUp() override {
    desc.num_kernels = 2;
    desc.kernels = kernels;
    desc.image = image.data();
    desc.image_bytes = image.size();
  }

  /// Runs a kernel on 64 bytes of 7.
  std::vector<uint8_t> run(uint32_t kernel, int64_t extent) {
    ModulePtr module = makeModule(device.get(), desc);
    const uint64_t bytes = 64;
    const amprt_slice slice = {AMPRT_BINDING_FIRST_ARGUMENT, 0, bytes, {}};
    amprt_record record = {};
    record.kind = AMPRT_RECORD_LAUNCH;
    record.name = "launch";
    record.location = "";
    record.num_operands = 1;
    record.as.launch = {kernel, extent, 1 << 20, {}, {}};
    amprt_program_desc program = {};
    program.abi_version = AMPRT_ABI_VERSION;
    program.device_kind = AMPRT_CPU;
    program.name = "program";
    program.module = module.get();
    program.num_arguments = program.num_operands = program.num_records = 1;
    program.argument_bytes = &bytes;
    program.operands = &slice;
    program.records = &record;
    amprt_program *raw = nullptr;
    EXPECT_TRUE(succeeded(amprt_program_create(device.get(), &program, &raw)));
    ProgramPtr owner(raw);
    module.reset(); // the program keeps the code
    BufferPtr buffer = makeBuffer(device.get(), std::vector<uint8_t>(64, 7));
    amprt_buffer *arguments[] = {buffer.get()};
    EXPECT_TRUE(succeeded(amprt_program_run(raw, nullptr, arguments, 1)));
    return readBuffer(buffer.get());
  }

  DevicePtr device = openDevice("cpu");
  std::vector<uint8_t> image = makeImage();
  amprt_kernel_desc kernels[2] = {{"answer", 0, nullptr},
                                  {"clear", 10, nullptr}};
  amprt_module_desc desc = {};
};

TEST_F(CpuImageTest, RunsFromWhereItIsPut) {
  // Unaligned, and changed once it is loaded.
  std::vector<uint8_t> moved(image.size() + 1);
  std::copy(image.begin(), image.end(), moved.begin() + 1);
  desc.image = moved.data() + 1;
  std::vector<uint8_t> expected(64, 7);
  expected[0] = 42;
  expected[1] = expected[2] = expected[3] = 0;
  EXPECT_EQ(run(0, 1), expected);
}

TEST_F(CpuImageTest, CallsHelpersThroughTheTable) {
  std::vector<uint8_t> expected(64, 7);
  std::fill_n(expected.begin(), 40, uint8_t(0));
  EXPECT_EQ(run(1, 40), expected);
}

TEST_F(CpuImageTest, RefusesACpuWithoutAnInstructionSet) {
  amprt_module *module = nullptr;
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.name = "net";
  desc.cpu_features = "sse3,quantum";
  EXPECT_TRUE(failed(amprt_module_create(device.get(), &desc, &module),
                     AMPRT_UNAVAILABLE,
                     "module 'net': its code uses the instruction set "
                     "'quantum', which this runtime does not know"));
  for (const char *name : {"avx512fp16", "avx512bf16", "avx2"}) {
    if (hasFeature(name))
      continue;
    desc.cpu_features = name;
    EXPECT_TRUE(failed(amprt_module_create(device.get(), &desc, &module),
                       AMPRT_UNAVAILABLE,
                       std::string(name) + "', which this CPU lacks"));
  }
}

TEST(CpuFeaturesTest, AreWhatTheCompilerFinds) {
#define EXPECT_FEATURE(LLVM, GNU)                                              \
  EXPECT_EQ(hasFeature(LLVM), bool(__builtin_cpu_supports(GNU))) << LLVM
  EXPECT_FEATURE("sse3", "sse3");
  EXPECT_FEATURE("ssse3", "ssse3");
  EXPECT_FEATURE("sse4.2", "sse4.2");
  EXPECT_FEATURE("popcnt", "popcnt");
  EXPECT_FEATURE("avx", "avx");
  EXPECT_FEATURE("avx2", "avx2");
  EXPECT_FEATURE("fma", "fma");
  EXPECT_FEATURE("bmi", "bmi");
  EXPECT_FEATURE("bmi2", "bmi2");
  EXPECT_FEATURE("avx512f", "avx512f");
  EXPECT_FEATURE("avx512bw", "avx512bw");
  EXPECT_FEATURE("avx512dq", "avx512dq");
  EXPECT_FEATURE("avx512vl", "avx512vl");
  EXPECT_FEATURE("avx512cd", "avx512cd");
  EXPECT_FEATURE("avx512vbmi", "avx512vbmi");
  EXPECT_FEATURE("avx512vnni", "avx512vnni");
  EXPECT_FEATURE("avx512bf16", "avx512bf16");
  EXPECT_FEATURE("gfni", "gfni");
#undef EXPECT_FEATURE
}
#endif

TEST(CpuHelpersTest, AreAllThere) {
  std::vector<void *> table(kNumHelpers);
  writeHelpers(table.data());
  for (void *address : table)
    EXPECT_NE(address, nullptr);
  const auto power =
      reinterpret_cast<float (*)(float, float)>(table[kHelper_powf]);
  EXPECT_EQ(power(2.0f, 10.0f), 1024.0f);
  const auto even =
      reinterpret_cast<double (*)(double)>(table[kHelper_roundeven]);
  EXPECT_EQ(even(2.5), 2.0);
}

} // namespace
