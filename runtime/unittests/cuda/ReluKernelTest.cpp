//===- ReluKernelTest.cpp - ReLU on the bits of a type --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReluKernel.h"
#include "CudaImage.h"
#include "FakeFixture.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
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
