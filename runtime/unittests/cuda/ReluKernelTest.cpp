//===- ReluKernelTest.cpp - ReLU on the bits of a type --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReluKernel.h"
#include "CudaError.h"
#include "CudaImage.h"
#include "SimulatorFixture.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <unistd.h>

using namespace amp::rt;
using namespace amp::rt::cuda;

static bool clears(const ReluBits &bits, uint64_t value) {
  return value >= bits.firstCleared && value <= bits.lastCleared;
}

/// Every f16 and bf16 value, decoded by hand.
TEST(ReluKernel, ClearsExactlyTheNegative16BitValues) {
  for (amprt_type type : {AMPRT_F16, AMPRT_BF16}) {
    const ReluBits bits = reluBitsOf(type);
    ASSERT_EQ(bits.width, 16u);
    const uint32_t mantissa = type == AMPRT_F16 ? 10 : 7;
    const uint32_t infinity = 0x7fffu >> mantissa << mantissa;
    for (uint32_t value = 0; value < 0x10000; ++value) {
      bool isNegative = value & 0x8000;
      bool isNan = (value & 0x7fff) > infinity;
      EXPECT_EQ(clears(bits, value), isNegative && !isNan) << value;
    }
  }
}

TEST(ReluKernel, ClearsExactlyTheNegativeF32AndF64Values) {
  const float values[] = {-0.0f,     0.0f,     -1e-45f, 1e-45f, -1.0f, 1.0f,
                          -INFINITY, INFINITY, -3e38f,  3e38f,  NAN,   -NAN};
  for (float value : values) {
    const bool expected = !std::isnan(value) && std::signbit(value);
    uint32_t bits32;
    std::memcpy(&bits32, &value, sizeof(bits32));
    EXPECT_EQ(clears(reluBitsOf(AMPRT_F32), bits32), expected) << value;
    const double wide = value;
    uint64_t bits64;
    std::memcpy(&bits64, &wide, sizeof(bits64));
    EXPECT_EQ(clears(reluBitsOf(AMPRT_F64), bits64), expected) << value;
  }
  EXPECT_EQ(reluBitsOf(AMPRT_F32).width, 32u);
  EXPECT_EQ(reluBitsOf(AMPRT_F64).width, 64u);
}

TEST(ReluKernel, Assembles) {
  if (!*AMPRT_PTXAS)
    GTEST_SKIP() << "no ptxas found";
  char path[] = "/tmp/amp-relu-XXXXXX";
  int file = mkstemp(path);
  ASSERT_GE(file, 0);
  const std::string ptx = reluKernelPtx();
  ASSERT_EQ(write(file, ptx.data(), ptx.size()), ssize_t(ptx.size()));
  close(file);
  const std::string cubin = std::string(path) + ".cubin";
  for (const char *arch : {"sm_75", "sm_80", "sm_90"}) {
    const std::string command = std::string("'") + AMPRT_PTXAS +
                                "' -arch=" + arch + " -o '" + cubin + "' '" +
                                path + "'";
    ASSERT_EQ(std::system(command.c_str()), 0) << arch << "\n" << ptx;
    std::ifstream stream(cubin, std::ios::binary);
    const std::vector<char> image((std::istreambuf_iterator<char>(stream)),
                                  std::istreambuf_iterator<char>());
    EXPECT_GT(image.size(), 64u);
    EXPECT_TRUE(succeeded(checkImage(image.data(), image.size(), arch)));
  }
  unlink(cubin.c_str());
  unlink(path);
  for (uint32_t width : {16, 32, 64})
    EXPECT_NE(ptx.find(".visible .entry " + reluKernelName(width) + "("),
              std::string::npos);
}

//===----------------------------------------------------------------------===//
// The kernel itself, on the simulator
//===----------------------------------------------------------------------===//

namespace {

/// A batch of matrices in the layout of a GEMM's result.
struct Layout {
  uint64_t batch, rows, cols, ld, stride;

  /// Elements from the first to the last that belongs to a matrix.
  uint64_t count() const {
    return (batch - 1) * stride + (rows - 1) * ld + cols;
  }
  /// False for padding.
  bool contains(uint64_t index) const {
    for (uint64_t matrix = 0; matrix < batch; ++matrix) {
      const uint64_t first = matrix * stride;
      if (index >= first && (index - first) / ld < rows &&
          (index - first) % ld < cols)
        return true;
    }
    return false;
  }
};

class ReluKernelTest : public SimulatorTest {
protected:
  void SetUp() override {
    SimulatorTest::SetUp();
    ASSERT_TRUE(succeeded(openDevice()));
  }

  /// Bits of the type: every kind of number, and patterns without end.
  static std::vector<uint64_t> makeValues(amprt_type type, uint64_t count) {
    const ReluBits bits = reluBitsOf(type);
    const uint64_t sign = UINT64_C(1) << (bits.width - 1);
    const uint64_t infinity = bits.lastCleared ^ sign;
    const uint64_t all = sign | (sign - 1);
    std::vector<uint64_t> values = {0,            // 0
                                    1,            // The smallest number.
                                    infinity - 1, // The largest.
                                    infinity,
                                    infinity + 1, // NaNs.
                                    all ^ sign};
    // The same with a sign: -0 to -infinity are what ReLU clears.
    for (size_t i = 0, end = values.size(); i < end; ++i)
      values.push_back(values[i] | sign);
    std::mt19937_64 random(count);
    while (values.size() < count)
      values.push_back(random() & all);
    values.resize(count);
    return values;
  }
  /// By the parts of the number, not as the kernel does it.
  static uint64_t expected(amprt_type type, uint64_t value) {
    const unsigned width = reluBitsOf(type).width;
    const unsigned mantissa = type == AMPRT_F64   ? 52
                              : type == AMPRT_F32 ? 23
                              : type == AMPRT_F16 ? 10
                                                  : 7;
    const bool isNegative = value >> (width - 1);
    const uint64_t exponent =
        (value >> mantissa) & ((UINT64_C(1) << (width - 1 - mantissa)) - 1);
    const uint64_t fraction = value & ((UINT64_C(1) << mantissa) - 1);
    const bool isNan =
        exponent + 1 == UINT64_C(1) << (width - 1 - mantissa) && fraction;
    return isNegative && !isNan ? 0 : value;
  }

  /// Runs the kernel on the values, with so many of them in front.
  Status run(amprt_type type, const Layout &layout, unsigned threads,
             uint64_t offset, std::vector<uint64_t> &values) {
    const ReluBits bits = reluBitsOf(type);
    const uint64_t size = bits.width / 8;
    std::vector<char> bytes(values.size() * size);
    for (size_t i = 0; i < values.size(); ++i)
      std::memcpy(&bytes[i * size], &values[i], size);
    DeviceMemory memory;
    AMPRT_RETURN_IF_ERROR(
        DeviceMemory::allocate(*device, bytes.size(), "matrices", memory));
    AMPRT_RETURN_IF_ERROR(
        device->write(memory.getAddress(), bytes.data(), bytes.size()));
    AMPRT_RETURN_IF_ERROR(launch(
        bits,
        {reinterpret_cast<uintptr_t>(memory.getAddress()) + offset * size,
         layout.rows, layout.cols, layout.ld, layout.stride, bits.firstCleared,
         bits.lastCleared},
        static_cast<unsigned>(layout.batch * layout.rows), threads));
    AMPRT_RETURN_IF_ERROR(
        device->read(bytes.data(), memory.getAddress(), bytes.size()));
    for (size_t i = 0; i < values.size(); ++i)
      std::memcpy(&values[i], &bytes[i * size], size);
    return Status();
  }
  Status launch(const ReluBits &bits, std::array<uint64_t, 7> parameters,
                unsigned blocks, unsigned threads) {
    CudaDevice &cuda = getCudaDevice();
    ContextScope scope(cuda.getDriver(), cuda.getContext());
    AMPRT_RETURN_IF_ERROR(scope.enter());
    CUfunction kernel = nullptr;
    AMPRT_RETURN_IF_ERROR(cuda.getReluKernel(bits.width, kernel));
    void *pointers[7];
    for (size_t i = 0; i < parameters.size(); ++i)
      pointers[i] = &parameters[i];
    AMPRT_RETURN_IF_ERROR(cuda.waitForCopies());
    AMPRT_CUDA_CALL(cuda.getDriver(),
                    cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0,
                                   cuda.getStream(), pointers, nullptr),
                    "launching ReLU");
    return Status();
  }

  void check(amprt_type type, const Layout &layout, unsigned threads) {
    // What lies before and behind stays, as padding does.
    constexpr uint64_t kOffset = 5;
    const uint64_t size = reluBitsOf(type).width / 8;
    std::vector<uint64_t> values =
        makeValues(type, kOffset + layout.count() + 3);
    std::vector<uint64_t> wanted = values;
    uint64_t cleared = 0;
    for (uint64_t i = 0; i < layout.count(); ++i)
      if (layout.contains(i)) {
        uint64_t &value = wanted[kOffset + i];
        const uint64_t result = expected(type, value);
        // -0 becomes 0, and 0 is not written.
        cleared += result != value;
        value = result;
      }
    const std::string name = reluKernelName(reluBitsOf(type).width);
    const simulator::Counters before = driver->counters(name);
    ASSERT_TRUE(succeeded(run(type, layout, threads, kOffset, values)));
    EXPECT_EQ(values, wanted);
    const simulator::Counters after = driver->counters(name);
    EXPECT_EQ(after.bytesLoaded - before.bytesLoaded,
              layout.batch * layout.rows * layout.cols * size)
        << "each element is read once";
    EXPECT_EQ(after.bytesStored - before.bytesStored, cleared * size)
        << "and what stays is not written";
  }
};

} // namespace

TEST_F(ReluKernelTest, ClearsTheNegativeInEveryLayout) {
  const Layout layouts[] = {
      {1, 1, 1, 1, 1},          // A number.
      {1, 1, 255, 255, 255},    // A row, shorter than a block,
      {1, 1, 256, 256, 256},    // as long,
      {1, 2, 257, 257, 514},    // and longer.
      {1, 3, 1000, 1003, 3009}, // Padding behind each row.
      {1, 300, 1, 4, 1200},     // A column.
      {4, 5, 7, 7, 35},         // Matrices without padding,
      {4, 5, 7, 9, 64},         // with padding everywhere,
      {3, 2, 6, 20, 7},         // and between each other's rows.
      {1, 4, 33, 40, 0},        // A stride that nothing needs.
  };
  for (amprt_type type : {AMPRT_F16, AMPRT_BF16, AMPRT_F32, AMPRT_F64})
    for (const Layout &layout : layouts) {
      SCOPED_TRACE(::testing::Message()
                   << "type " << type << ", " << layout.batch << " x "
                   << layout.rows << " x " << layout.cols << ", ld "
                   << layout.ld << ", stride " << layout.stride);
      check(type, layout, kReluThreads);
    }
}

TEST_F(ReluKernelTest, TakesBlocksOfEverySize) {
  for (amprt_type type : {AMPRT_F16, AMPRT_BF16, AMPRT_F32, AMPRT_F64})
    for (unsigned threads : {1, 31, 32, 33, 1024}) {
      SCOPED_TRACE(::testing::Message() << "type " << type << ", " << threads);
      check(type, {2, 3, 70, 75, 240}, threads);
    }
}

TEST_F(ReluKernelTest, ClearsExactlyTheNegative16BitPatterns) {
  for (amprt_type type : {AMPRT_F16, AMPRT_BF16}) {
    std::vector<uint64_t> values(0x10000), wanted(0x10000);
    for (uint64_t i = 0; i < values.size(); ++i) {
      values[i] = i;
      wanted[i] = expected(type, i);
    }
    ASSERT_TRUE(succeeded(run(type, {1, 64, 1024, 1024, 0}, kReluThreads,
                              /*offset=*/0, values)));
    EXPECT_EQ(values, wanted);
  }
}

TEST_F(ReluKernelTest, IsCaughtBehindTheEnd) {
  std::vector<uint64_t> values(10);
  driver->printsFaults = false;
  isBroken = true;
  expectedErrors = {"cuMemcpyDtoHAsync_v2"};
  EXPECT_TRUE(failedWith(run(AMPRT_F32, {1, 1, 11, 11, 11}, kReluThreads,
                             /*offset=*/0, values),
                         AMPRT_DEVICE_ERROR, {"CUDA_ERROR_ILLEGAL_ADDRESS"}));
  ASSERT_EQ(driver->faults.size(), 1u);
  for (const char *part : {"kernel 'amp_relu_32', PTX line", "ld.global.u32",
                           "thread (10,0,0)", "at the end of allocation"})
    EXPECT_NE(driver->faults[0].find(part), std::string::npos)
        << "no '" << part << "' in: " << driver->faults[0];
  expectedFaults = driver->faults;
}
