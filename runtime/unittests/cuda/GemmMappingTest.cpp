//===- GemmMappingTest.cpp - Row-major GEMMs by columns -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmMapping.h"
#include "StatusMatchers.h"

using namespace amp::rt;
using namespace amp::rt::cuda;

static amprt_gemm makeGemm(int64_t m, int64_t n, int64_t k, bool ta, bool tb) {
  amprt_gemm gemm = {};
  gemm.m = m;
  gemm.n = n;
  gemm.k = k;
  gemm.batch = 1;
  gemm.transpose_a = ta;
  gemm.transpose_b = tb;
  gemm.lda = ta ? m : k;
  gemm.ldb = tb ? k : n;
  gemm.ldc = n;
  gemm.type_a = gemm.type_b = gemm.type_c = AMPRT_F32;
  gemm.compute = AMPRT_COMPUTE_F32;
  return gemm;
}

/// C by rows, straight from the contract.
static void runByRows(const amprt_gemm &gemm, const std::vector<double> &a,
                      const std::vector<double> &b, std::vector<double> &c) {
  for (int64_t s = 0; s < gemm.batch; ++s)
    for (int64_t i = 0; i < gemm.m; ++i)
      for (int64_t j = 0; j < gemm.n; ++j) {
        double sum = 0;
        for (int64_t x = 0; x < gemm.k; ++x) {
          int64_t ia = gemm.transpose_a ? x * gemm.lda + i : i * gemm.lda + x;
          int64_t ib = gemm.transpose_b ? j * gemm.ldb + x : x * gemm.ldb + j;
          sum += a[s * gemm.stride_a + ia] * b[s * gemm.stride_b + ib];
        }
        c[s * gemm.stride_c + i * gemm.ldc + j] = sum;
      }
}

static double at(const ColumnMatrix &matrix, const std::vector<double> &data,
                 int64_t batch, int64_t row, int64_t col) {
  if (matrix.transposed)
    std::swap(row, col);
  EXPECT_LT(static_cast<uint64_t>(row), matrix.rows);
  EXPECT_LT(static_cast<uint64_t>(col), matrix.cols);
  return data[batch * matrix.batchStride + row + col * matrix.ld];
}

/// The same by columns, straight from what cuBLASLt documents.
static void runByColumns(const ColumnGemm &gemm, const std::vector<double> &a,
                         const std::vector<double> &b, std::vector<double> &c) {
  const ColumnMatrix &first = gemm.first;
  uint64_t k = first.transposed ? first.rows : first.cols;
  for (int64_t s = 0; s < gemm.batch; ++s)
    for (uint64_t col = 0; col < gemm.result.cols; ++col)
      for (uint64_t row = 0; row < gemm.result.rows; ++row) {
        double sum = 0;
        for (uint64_t x = 0; x < k; ++x)
          sum += at(first, b, s, row, x) * at(gemm.second, a, s, x, col);
        c[s * gemm.result.batchStride + row + col * gemm.result.ld] = sum;
      }
}

TEST(GemmMapping, AgreesWithRowsForEveryShape) {
  for (bool ta : {false, true})
    for (bool tb : {false, true})
      for (int64_t batch : {1, 3})
        for (int64_t padding : {0, 2})
          for (bool repeatA : {false, true})
            for (bool repeatB : {false, true}) {
              amprt_gemm gemm = makeGemm(3, 5, 4, ta, tb);
              gemm.batch = batch;
              gemm.lda += padding;
              gemm.ldb += padding + 1;
              gemm.ldc += padding;
              gemm.stride_a = repeatA ? 0 : 5 * gemm.lda + 1;
              gemm.stride_b = repeatB ? 0 : 6 * gemm.ldb;
              gemm.stride_c = 4 * gemm.ldc;
              // Whole numbers: both sides are exact.
              std::vector<double> a(200), b(200), byRows(200, -1);
              for (int i = 0; i < 200; ++i) {
                a[i] = i * 7 % 23 - 11;
                b[i] = i * 5 % 19 - 9;
              }
              std::vector<double> byColumns = byRows;
              ColumnGemm mapped;
              ASSERT_TRUE(succeeded(mapGemm(gemm, {}, "here", mapped)));
              runByRows(gemm, a, b, byRows);
              runByColumns(mapped, a, b, byColumns);
              EXPECT_EQ(byRows, byColumns) << describeGemm(gemm);
            }
}

TEST(GemmMapping, ComputesAlignment) {
  EXPECT_EQ(alignmentOf(0, 0), 256u);
  EXPECT_EQ(alignmentOf(512, 0), 256u);
  EXPECT_EQ(alignmentOf(16, 0), 16u);
  EXPECT_EQ(alignmentOf(48, 0), 16u);
  EXPECT_EQ(alignmentOf(2, 0), 2u);
  EXPECT_EQ(alignmentOf(0, 6), 2u);
  EXPECT_EQ(alignmentOf(256, 40), 8u);
  EXPECT_EQ(alignmentOf(257, 0), 1u);
}

TEST(GemmMapping, TakesAlignmentFromOffsetsAndDistances) {
  amprt_gemm gemm = makeGemm(3, 5, 4, false, false);
  gemm.epilogue = AMPRT_EPILOGUE_BIAS;
  gemm.type_bias = AMPRT_F32;
  gemm.stride_a = 3; // Means nothing for one matrix.
  ColumnGemm mapped;
  ASSERT_TRUE(succeeded(mapGemm(gemm, {16, 4, 0, 8}, "here", mapped)));
  EXPECT_EQ(mapped.second.alignment, 16u);
  EXPECT_EQ(mapped.first.alignment, 4u);
  EXPECT_EQ(mapped.result.alignment, 256u);
  EXPECT_EQ(mapped.biasAlignment, 8u);

  gemm.batch = 2;
  gemm.stride_a = 12; // 48 bytes.
  gemm.stride_c = 15; // 60 bytes.
  ASSERT_TRUE(succeeded(mapGemm(gemm, {0, 0, 0, 0}, "here", mapped)));
  EXPECT_EQ(mapped.second.alignment, 16u);
  EXPECT_EQ(mapped.first.alignment, 256u);
  EXPECT_EQ(mapped.result.alignment, 4u);
}

TEST(GemmMapping, ChoosesComputeAndScaleTypes) {
  struct Case {
    amprt_type type;
    amprt_compute compute;
    cudaDataType_t mapped;
    cublasComputeType_t sums;
    cudaDataType_t scale;
  };
  for (const Case &c : {Case{AMPRT_F32, AMPRT_COMPUTE_F32, kCUDA_R_32F,
                             kCUBLAS_COMPUTE_32F, kCUDA_R_32F},
                        Case{AMPRT_F32, AMPRT_COMPUTE_TF32, kCUDA_R_32F,
                             kCUBLAS_COMPUTE_32F_FAST_TF32, kCUDA_R_32F},
                        Case{AMPRT_F16, AMPRT_COMPUTE_F32, kCUDA_R_16F,
                             kCUBLAS_COMPUTE_32F, kCUDA_R_32F},
                        Case{AMPRT_BF16, AMPRT_COMPUTE_TF32, kCUDA_R_16BF,
                             kCUBLAS_COMPUTE_32F, kCUDA_R_32F},
                        Case{AMPRT_F64, AMPRT_COMPUTE_F64, kCUDA_R_64F,
                             kCUBLAS_COMPUTE_64F, kCUDA_R_64F}}) {
    amprt_gemm gemm = makeGemm(2, 2, 2, false, false);
    gemm.type_a = gemm.type_b = gemm.type_c = c.type;
    gemm.compute = c.compute;
    ColumnGemm mapped;
    ASSERT_TRUE(succeeded(mapGemm(gemm, {}, "here", mapped)));
    EXPECT_EQ(mapped.first.type, c.mapped);
    EXPECT_EQ(mapped.compute, c.sums);
    EXPECT_EQ(mapped.scaleType, c.scale);
  }
}

TEST(GemmMapping, NeverRoundsPartialSums) {
  amprt_gemm gemm = makeGemm(2, 2, 2, false, false);
  ColumnGemm mapped;
  ASSERT_TRUE(succeeded(mapGemm(gemm, {}, "here", mapped)));
  EXPECT_EQ(mapped.reductionSchemes, 7u);
  for (amprt_type low : {AMPRT_F16, AMPRT_BF16}) {
    gemm.type_a = gemm.type_b = gemm.type_c = low;
    ASSERT_TRUE(succeeded(mapGemm(gemm, {}, "here", mapped)));
    EXPECT_EQ(mapped.reductionSchemes, kCUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE);
    gemm.type_c = AMPRT_F32;
    ASSERT_TRUE(succeeded(mapGemm(gemm, {}, "here", mapped)));
    EXPECT_EQ(mapped.reductionSchemes, 7u);
  }
}

TEST(GemmMapping, AddsTheBias) {
  amprt_gemm gemm = makeGemm(2, 2, 2, false, false);
  gemm.type_bias = AMPRT_F32;
  for (uint32_t bits = 0; bits < 2; ++bits) {
    gemm.epilogue = bits;
    ColumnGemm mapped;
    ASSERT_TRUE(succeeded(mapGemm(gemm, {}, "here", mapped)));
    EXPECT_EQ(mapped.hasBias, (bits & AMPRT_EPILOGUE_BIAS) != 0);
    EXPECT_EQ(mapped.epilogue, mapped.hasBias ? kCUBLASLT_EPILOGUE_BIAS
                                              : kCUBLASLT_EPILOGUE_DEFAULT);
  }
}

TEST(GemmMapping, RefusesWhatCannotBeExpressed) {
  ColumnGemm mapped;
  amprt_gemm gemm = makeGemm(2, 3, 4, true, false);
  gemm.type_b = AMPRT_F16;
  EXPECT_TRUE(failedWith(mapGemm(gemm, {}, "record 7 'x'", mapped),
                         AMPRT_INVALID_ARGUMENT,
                         {"record 7 'x': ", "A and B of one type",
                          "m=2 n=3 k=4 batch=1 f32^T x f16 -> f32, compute "
                          "f32"}));
  gemm = makeGemm(2, 2, 2, false, false);
  gemm.type_c = AMPRT_I32;
  EXPECT_TRUE(failedWith(mapGemm(gemm, {}, "r", mapped), AMPRT_INVALID_ARGUMENT,
                         {"-> i32"}));
  gemm = makeGemm(2, 2, 2, false, false);
  gemm.compute = AMPRT_COMPUTE_F64;
  EXPECT_TRUE(failedWith(mapGemm(gemm, {}, "r", mapped), AMPRT_INVALID_ARGUMENT,
                         {"f64 exactly when"}));
  gemm = makeGemm(2, 2, 2, false, false);
  gemm.type_a = gemm.type_b = gemm.type_c = AMPRT_F16;
  gemm.epilogue = AMPRT_EPILOGUE_BIAS;
  gemm.type_bias = AMPRT_F32;
  EXPECT_TRUE(failedWith(mapGemm(gemm, {}, "r", mapped), AMPRT_INVALID_ARGUMENT,
                         {"bias of C's type", "bias f32"}));
  gemm = makeGemm(2, 2, 2, false, false);
  gemm.epilogue = AMPRT_EPILOGUE_RELU;
  EXPECT_TRUE(failedWith(mapGemm(gemm, {}, "r", mapped), AMPRT_INVALID_ARGUMENT,
                         {"no ReLU", "in a kernel", ", relu)"}));
  gemm = makeGemm(2, 2, 2, false, false);
  gemm.batch = INT64_C(1) << 31;
  EXPECT_TRUE(failedWith(mapGemm(gemm, {}, "r", mapped), AMPRT_INVALID_ARGUMENT,
                         {"2^31 - 1 matrices"}));
}
