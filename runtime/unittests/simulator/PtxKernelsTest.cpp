//===- PtxKernelsTest.cpp - Kernels that a compiler made ------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxTestSupport.h"

#include "ptx/Arithmetic.h"

#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

namespace amp::rt::simulator::ptx {
namespace {

/// PtxKernels.ptx, which lies beside this file.
std::string kernels() {
  const std::string path = AMPRT_TESTS_DIR "/PtxKernels.ptx";
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<float> randoms(size_t count) {
  std::mt19937 random(1);
  std::vector<float> values(count);
  for (float &value : values)
    value = float(random() % 10000) * 1e-3f;
  return values;
}

/// Packs parameters as the driver does.
template <class... Arguments>
std::vector<std::byte> pack(Arguments... arguments) {
  std::vector<std::byte> bytes;
  auto add = [&](auto value) {
    size_t offset =
        (bytes.size() + sizeof(value) - 1) / sizeof(value) * sizeof(value);
    bytes.resize(offset + sizeof(value));
    std::memcpy(&bytes[offset], &value, sizeof(value));
  };
  (add(arguments), ...);
  return bytes;
}

TEST(PtxKernels, Softmax) {
  Device device(kernels());
  const int rows = 5, columns = 300;
  auto x = randoms(rows * columns);
  uint64_t in = device.upload(x), out = device.allocate(x.size() * 4);
  Fault fault =
      device.launchBytes({rows}, {128}, pack(out, in, columns), 0, "softmax");
  ASSERT_FALSE(fault) << fault.message;
  auto y = device.download<float>(out, x.size());
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int c = 0; c < columns; ++c)
      sum += std::exp(double(x[r * columns + c]));
    for (int c = 0; c < columns; ++c)
      EXPECT_NEAR(y[r * columns + c] / (std::exp(x[r * columns + c]) / sum), 1,
                  1e-5);
  }
  EXPECT_EQ(device.counters.barriers, 3u * rows);
}

TEST(PtxKernels, Product) {
  Device device(kernels());
  const int n = 48;
  auto a = randoms(n * n), b = randoms(n * n);
  uint64_t left = device.upload(a), right = device.upload(b),
           out = device.allocate(n * n * 4);
  Fault fault = device.launchBytes({n / 16, n / 16}, {16, 16},
                                   pack(out, left, right, n), 0, "product");
  ASSERT_FALSE(fault) << fault.message;
  auto c = device.download<float>(out, n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum = std::fma(a[i * n + k], b[k * n + j], sum);
      EXPECT_EQ(c[i * n + j], sum);
    }
}

TEST(PtxKernels, Calls) {
  Device device(kernels());
  const int n = 300;
  auto x = randoms(n);
  x[1] = 1e6f; // sin of a large number reduces in a local array
  uint64_t in = device.upload(x), out = device.allocate(n * 4);
  Fault fault = device.launchBytes({2}, {256}, pack(out, in, n), 0, "calls");
  ASSERT_FALSE(fault) << fault.message;
  auto y = device.download<float>(out, n);
  for (int i = 0; i < n; ++i) {
    double v = x[i];
    double want[] = {v * 2, std::sin(v),  std::log(v + 2),
                     v / 3, std::sqrt(v), std::pow(v, 1.5)};
    EXPECT_NEAR(y[i], want[i % 6], std::fabs(want[i % 6]) * 1e-6 + 1e-6)
        << i % 6 << " of " << x[i];
  }
}

TEST(PtxKernels, SumByTheLastBlock) {
  Device device(kernels());
  const int n = 5000;
  std::vector<uint32_t> x(n, 0x3c003800); // 0.5 and 1
  uint64_t sum = device.allocate(4), parts = device.allocate(7 * 4),
           in = device.upload(x);
  for (int again = 0; again < 2; ++again) {
    Fault fault =
        device.launchBytes({7}, {256}, pack(sum, parts, in, n), 0, "sumHalves");
    ASSERT_FALSE(fault) << fault.message;
    EXPECT_EQ(device.download<float>(sum, 1)[0], 3.0f * n);
  }
  EXPECT_NE(device.module->globalAddress("finished"), 0u);
}

//===----------------------------------------------------------------------===//
// Matrices of a warp
//===----------------------------------------------------------------------===//

/// Where lane `lane` has element (row, column) of the f32 accumulators.
float accumulator(const std::vector<float> &d, int row, int column) {
  int lane = row % 8 * 4 + column / 2;
  return d[lane * 4 + row / 8 * 2 + column % 2];
}

/// m16n8k16: a is the identity and its double below, so that c shows where b's
/// elements are; then random numbers.
TEST(PtxMatrix, Halves16) {
  Device device(kernelText(2, R"(
    shl.b64 %a2, %o8, 2; add.u64 %a1, %p1, %a2;
    ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%a1];
    ld.global.v2.b32 {%r5, %r6}, [%a1+16];
    mov.f32 %r7, 0f3F800000;
    mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
      {%r8, %r9, %r10, %r11}, {%r1, %r2, %r3, %r4}, {%r5, %r6},
      {%r7, %r7, %r7, %r7};
    shl.b64 %a2, %o8, 1; add.u64 %a0, %p0, %a2;
    st.global.v4.f32 [%a0], {%r8, %r9, %r10, %r11};)"));
  std::mt19937 random(4);
  int a[16][16], b[16][8];
  for (auto &row : a)
    for (int &value : row)
      value = int(random() % 21) - 10;
  for (auto &row : b)
    for (int &value : row)
      value = int(random() % 21) - 10;
  // As the manual's figures: registers a0..a3 and b0, b1 of each lane.
  std::vector<uint32_t> registers(32 * 8);
  auto pair = [](int low, int high) {
    return uint32_t(floatToHalf(float(low))) |
           uint32_t(floatToHalf(float(high))) << 16;
  };
  for (int lane = 0; lane < 32; ++lane) {
    int group = lane >> 2, k = lane % 4 * 2;
    uint32_t *r = &registers[lane * 8];
    r[0] = pair(a[group][k], a[group][k + 1]);
    r[1] = pair(a[group + 8][k], a[group + 8][k + 1]);
    r[2] = pair(a[group][k + 8], a[group][k + 9]);
    r[3] = pair(a[group + 8][k + 8], a[group + 8][k + 9]);
    r[4] = pair(b[k][group], b[k + 1][group]);
    r[5] = pair(b[k + 8][group], b[k + 9][group]);
  }
  uint64_t p = device.allocate(32 * 16), q = device.upload(registers);
  Fault fault = device.launch({1}, {32}, {p, q});
  ASSERT_FALSE(fault) << fault.message;
  auto d = device.download<float>(p, 128);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      int sum = 1;
      for (int k = 0; k < 16; ++k)
        sum += a[i][k] * b[k][j];
      EXPECT_EQ(accumulator(d, i, j), sum) << i << " " << j;
    }
  expectFault(device.launch({1}, {16}, {p, q}), cuda::kCUDA_ERROR_LAUNCH_FAILED,
              {"not all 32 threads"});
}

TEST(PtxMatrix, Tf32) {
  Device device(kernelText(2, R"(
    shl.b64 %a2, %o8, 2; add.u64 %a1, %p1, %a2;
    ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%a1];
    ld.global.v2.b32 {%r5, %r6}, [%a1+16];
    mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
      {%r8, %r9, %r10, %r11}, {%r1, %r2, %r3, %r4}, {%r5, %r6},
      {0f00000000, 0f00000000, 0f00000000, 0f00000000};
    shl.b64 %a2, %o8, 1; add.u64 %a0, %p0, %a2;
    st.global.v4.f32 [%a0], {%r8, %r9, %r10, %r11};)"));
  float a[16][8], b[8][8];
  for (int i = 0; i < 16; ++i)
    for (int k = 0; k < 8; ++k)
      a[i][k] = float(i * 3 - k * 5);
  for (int k = 0; k < 8; ++k)
    for (int j = 0; j < 8; ++j)
      b[k][j] = float(k * 7 - j * 2);
  std::vector<uint32_t> registers(32 * 8);
  for (int lane = 0; lane < 32; ++lane) {
    int group = lane >> 2, k = lane % 4;
    float values[] = {a[group][k],         a[group + 8][k], a[group][k + 4],
                      a[group + 8][k + 4], b[k][group],     b[k + 4][group]};
    // Bits that tf32 does not have are ignored.
    for (int r = 0; r < 6; ++r)
      registers[lane * 8 + r] = bitsOf(values[r]) | 0x1fff;
  }
  uint64_t p = device.allocate(32 * 16), q = device.upload(registers);
  Fault fault = device.launch({1}, {32}, {p, q});
  ASSERT_FALSE(fault) << fault.message;
  auto d = device.download<float>(p, 128);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      float sum = 0;
      for (int k = 0; k < 8; ++k)
        sum += a[i][k] * b[k][j];
      EXPECT_EQ(accumulator(d, i, j), sum) << i << " " << j;
    }
}

TEST(PtxMatrix, LoadsFromSharedMemory) {
  for (bool isTransposed : {false, true}) {
    std::string text = R"(.shared .align 16 .b16 s[128];
      mov.u32 %r1, s; shl.b32 %r2, %i, 3; add.u32 %r3, %r1, %r2;
      shl.b32 %r4, %i, 2; cvt.u16.u32 %h1, %r4;
      add.u16 %h2, %h1, 1; add.u16 %h3, %h1, 2; add.u16 %h4, %h1, 3;
      st.shared.v4.b16 [%r3], {%h1, %h2, %h3, %h4};
      bar.sync 0;
      and.b32 %r5, %i, 15; shl.b32 %r5, %r5, 4; add.u32 %r5, %r1, %r5;
      ldmatrix.sync.aligned.m8n8.x2)" +
                       std::string(isTransposed ? ".trans" : "") +
                       R"(.shared.b16 {%r6, %r7}, [%r5];
      add.u64 %a0, %p0, %o8; st.global.v2.b32 [%a0], {%r6, %r7};)";
    Device device(kernelText(1, text));
    uint64_t p = device.allocate(256);
    Fault fault = device.launch({1}, {32}, {p});
    ASSERT_FALSE(fault) << fault.message;
    auto d = device.download<uint16_t>(p, 128);
    for (int lane = 0; lane < 32; ++lane)
      for (int matrix = 0; matrix < 2; ++matrix)
        for (int half = 0; half < 2; ++half) {
          int x = lane / 4, y = lane % 4 * 2 + half;
          int row = isTransposed ? y : x, column = isTransposed ? x : y;
          EXPECT_EQ(d[lane * 4 + matrix * 2 + half],
                    matrix * 64 + row * 8 + column);
        }
  }
}

} // namespace
} // namespace amp::rt::simulator::ptx
