//===- BlasLtPlanTest.cpp - The backend's GEMMs on the simulated cuBLASLt -===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A random `amprt_gemm` goes through the backend's mapping and plan, which ask
// the library as they would NVIDIA's, and is compared with what the record
// means: by rows, without cuBLASLt's terms.
//
//===----------------------------------------------------------------------===//

#include "BlasLtTestSupport.h"
#include "GemmMapping.h"
#include "GemmPlan.h"

#include <cmath>

using namespace amp::rt;
using namespace amp::rt::simulator;

static cudaDataType_t typeOf(amprt_type type) {
  switch (type) {
  case AMPRT_F64:
    return kCUDA_R_64F;
  case AMPRT_F16:
    return kCUDA_R_16F;
  case AMPRT_BF16:
    return kCUDA_R_16BF;
  default:
    return kCUDA_R_32F;
  }
}

static amprt_gemm randomGemm(std::mt19937 &random) {
  const amprt_type types[] = {AMPRT_F64, AMPRT_F32, AMPRT_F16, AMPRT_BF16};
  amprt_gemm gemm = {};
  gemm.m = 1 + random() % 20;
  gemm.n = 1 + random() % 20;
  // Sometimes long enough for a split.
  gemm.k = random() % 4 ? 1 + random() % 60 : 300 + random() % 900;
  gemm.batch = random() % 2 ? 1 : 2 + random() % 2;
  gemm.transpose_a = random() % 2;
  gemm.transpose_b = random() % 2;
  gemm.lda = (gemm.transpose_a ? gemm.m : gemm.k) + random() % 3;
  gemm.ldb = (gemm.transpose_b ? gemm.k : gemm.n) + random() % 3;
  gemm.ldc = gemm.n + random() % 3;
  gemm.stride_a =
      random() % 2 ? 0 : gemm.lda * (gemm.transpose_a ? gemm.k : gemm.m);
  gemm.stride_b =
      random() % 2 ? 0 : gemm.ldb * (gemm.transpose_b ? gemm.n : gemm.k);
  gemm.stride_c = gemm.ldc * gemm.m;
  gemm.type_a = gemm.type_b = types[random() % 4];
  gemm.type_c = random() % 3 ? gemm.type_a : types[random() % 4];
  gemm.type_bias = gemm.type_c;
  gemm.compute = gemm.type_a == AMPRT_F64 ? AMPRT_COMPUTE_F64
                 : random() % 3           ? AMPRT_COMPUTE_F32
                                          : AMPRT_COMPUTE_TF32;
  gemm.epilogue = random() % 2 ? AMPRT_EPILOGUE_BIAS : 0;
  return gemm;
}

static void *pointerTo(uint64_t address) {
  return reinterpret_cast<void *>(static_cast<uintptr_t>(address));
}

TEST_F(BlasLtTest, RunsThePlansOfTheBackend) {
  BlasLtApi api;
#define SET_FUNCTION(RESULT, SYMBOL, PARAMETERS) api.SYMBOL = &SYMBOL;
  AMPRT_CUBLASLT_FUNCTIONS(SET_FUNCTION)
#undef SET_FUNCTION
  std::mt19937 random(5);
  unsigned numRun = 0;
  std::vector<uint64_t> numOf(5); // Runs by algorithm.
  for (unsigned i = 0; i < 400; ++i) {
    const amprt_gemm gemm = randomGemm(random);
    SCOPED_TRACE(std::to_string(i) + ": " + describeGemm(gemm));
    ColumnGemm mapped;
    if (!mapGemm(gemm, GemmOffsets(), "record", mapped).ok())
      continue; // Types that no plan is made for.

    TestMatrix a, b, c, bias;
    auto shape = [&](TestMatrix &matrix, amprt_type type, int64_t rows,
                     int64_t cols, int64_t ld, int64_t stride) {
      matrix.type = typeOf(type);
      matrix.rowMajor = true;
      matrix.rows = static_cast<uint64_t>(rows);
      matrix.cols = static_cast<uint64_t>(cols);
      matrix.ld = ld;
      matrix.batch = gemm.batch;
      matrix.stride = gemm.batch == 1 ? 0 : stride;
      matrix.address = 0;
      matrix.address = allocate(matrix.extent(), "operand");
      fill(matrix, random);
    };
    shape(a, gemm.type_a, gemm.transpose_a ? gemm.k : gemm.m,
          gemm.transpose_a ? gemm.m : gemm.k, gemm.lda, gemm.stride_a);
    shape(b, gemm.type_b, gemm.transpose_b ? gemm.n : gemm.k,
          gemm.transpose_b ? gemm.k : gemm.n, gemm.ldb, gemm.stride_b);
    shape(c, gemm.type_c, gemm.m, gemm.n, gemm.ldc, gemm.stride_c);
    shape(bias, gemm.type_bias, 1, gemm.n, gemm.n, 0);
    GemmWorkspace workspace;
    workspace.bytes = uint64_t(1) << 20;
    const uint64_t workspaceAddress = allocate(workspace.bytes, "workspace");
    workspace.address = pointerTo(workspaceAddress);

    GemmPlan plan;
    Status status = plan.describe(api, gemm, mapped, workspace.bytes, "record");
    ASSERT_TRUE(status.ok()) << status.getMessage();
    status = plan.chooseAlgorithm(handle, gemm, "record");
    if (!findTypes(mapped.compute, mapped.scaleType, mapped.first.type,
                   mapped.second.type, mapped.result.type,
                   mapped.result.type)) {
      EXPECT_EQ(status.getCode(), AMPRT_UNAVAILABLE) << status.getMessage();
      continue;
    }
    ASSERT_TRUE(status.ok()) << status.getMessage() << control->lastRefusal;

    ASSERT_EQ(plan.run(handle, pointerTo(a.address), pointerTo(b.address),
                       pointerTo(c.address), pointerTo(bias.address), workspace,
                       nullptr),
              kCUBLAS_STATUS_SUCCESS)
        << control->lastRefusal;
    ASSERT_FALSE(device.fault) << device.fault.message;
    ++numRun;
    ++numOf.at(control->algorithmNumbersRun.back());

    const bool isTF32 =
        gemm.compute == AMPRT_COMPUTE_TF32 && gemm.type_a == AMPRT_F32;
    auto input = [&](const TestMatrix &matrix, bool transposed, uint64_t row,
                     uint64_t col, uint64_t index) {
      const long double value = transposed ? read(matrix, col, row, index)
                                           : read(matrix, row, col, index);
      return isTF32 ? kTF32.round(value) : value;
    };
    // The bound of docs/Design/Testing.md, and four more roundings for alpha,
    // beta C, their sum and the bias.
    const auto depth = static_cast<long double>(gemm.k);
    const Format output = formatOf(c.type);
    const long double u = (std::min(depth, 6 * std::sqrt(depth)) + 4) *
                          (gemm.type_a == AMPRT_F64 ? 0x1p-53L : 0x1p-24L) *
                          1.01L;
    for (uint64_t index = 0; index < static_cast<uint64_t>(gemm.batch); ++index)
      for (uint64_t row = 0; row < c.rows; ++row)
        for (uint64_t col = 0; col < c.cols; ++col) {
          long double expected = 0, terms = 0;
          auto add = [&](long double term) {
            expected += term;
            terms += std::fabs(term);
          };
          for (uint64_t p = 0; p < static_cast<uint64_t>(gemm.k); ++p)
            add(input(a, gemm.transpose_a, row, p, index) *
                input(b, gemm.transpose_b, p, col, index));
          if (gemm.epilogue & AMPRT_EPILOGUE_BIAS)
            add(read(bias, 0, col, 0));
          ASSERT_LE(std::fabs(read(c, row, col, index) - expected),
                    u * terms * (1 + output.unitRoundoff()) +
                        output.unitRoundoff() * std::fabs(expected) +
                        output.smallest() / 2)
              << row << ", " << col << ", " << index;
        }
    for (uint64_t address :
         {a.address, b.address, c.address, bias.address, workspaceAddress})
      device.memory.release(address);
  }
  EXPECT_GT(numRun, 200u);
  // Where k is long it was split: in the compute type, or in a C that is as
  // wide; never through a narrower one.
  EXPECT_GT(numOf[0], 0u);
  EXPECT_GT(numOf[2], 0u);
}
