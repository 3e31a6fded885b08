//===- BlasLtEpilogueTest.cpp - Epilogues of the simulated cuBLASLt -------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlasLtTestSupport.h"

#include <cmath>

using namespace amp::rt;
using namespace amp::rt::simulator;

static const uint32_t kEpilogues[] = {
    kCUBLASLT_EPILOGUE_DEFAULT,   kCUBLASLT_EPILOGUE_RELU,
    kCUBLASLT_EPILOGUE_RELU_AUX,  kCUBLASLT_EPILOGUE_BIAS,
    kCUBLASLT_EPILOGUE_RELU_BIAS, kCUBLASLT_EPILOGUE_RELU_AUX_BIAS,
    kCUBLASLT_EPILOGUE_DRELU,     kCUBLASLT_EPILOGUE_DRELU_BGRAD,
    kCUBLASLT_EPILOGUE_GELU,      kCUBLASLT_EPILOGUE_GELU_AUX,
    kCUBLASLT_EPILOGUE_GELU_BIAS, kCUBLASLT_EPILOGUE_GELU_AUX_BIAS,
    kCUBLASLT_EPILOGUE_DGELU,     kCUBLASLT_EPILOGUE_DGELU_BGRAD,
    kCUBLASLT_EPILOGUE_BGRADA,    kCUBLASLT_EPILOGUE_BGRADB};

/// A product with an epilogue, and what that needs.
static Gemm withEpilogue(const SupportedTypes &types, uint32_t epilogue,
                         int32_t batch) {
  Gemm gemm = Gemm::of(types);
  gemm.epilogue = epilogue;
  gemm.m = 13;
  gemm.n = 6;
  gemm.k = 5;
  gemm.padD = 3;
  gemm.batch = batch;
  gemm.alpha = 0.5;
  gemm.beta = 0.25;
  gemm.biasStride = batch > 1 ? 14 : 0;
  if (epilogue & 128) {
    gemm.auxLd = epilogue & (kCUBLASLT_EPILOGUE_RELU | 8) ? 128 : 16;
    gemm.auxStride = batch > 1 ? gemm.auxLd * 7 : 0;
  }
  return gemm;
}

TEST_F(BlasLtTest, FollowsEveryEpilogue) {
  for (const SupportedTypes &types : supportedTypes()) {
    if (!types.bias || types.compute == kCUBLAS_COMPUTE_16F ||
        types.compute == kCUBLAS_COMPUTE_16F_PEDANTIC)
      continue; // Sums of gradients in f16 have a test of their own.
    for (uint32_t epilogue : kEpilogues)
      for (int32_t batch : {1, 3}) {
        SCOPED_TRACE("epilogue " + std::to_string(epilogue) + " compute " +
                     std::to_string(types.compute) + " " +
                     nameOfType(types.input) + " -> " +
                     nameOfType(types.output));
        Gemm gemm = withEpilogue(types, epilogue, batch);
        gemm.seed = epilogue;
        gemm.biasType = batch > 1 ? int32_t(*types.bias) : -1;
        ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm));
      }
  }
}

TEST_F(BlasLtTest, FollowsEpiloguesInF16) {
  for (uint32_t epilogue : kEpilogues) {
    SCOPED_TRACE(epilogue);
    Gemm gemm = withEpilogue(*supportedTypes().begin(), epilogue, 1);
    ASSERT_EQ(gemm.compute, kCUBLAS_COMPUTE_16F);
    gemm.alpha = 1;
    gemm.beta = 0;
    gemm.m = gemm.k = 2;
    gemm.n = 1;
    place(gemm);
    // Small integers, of which every sum is exact.
    for (uint64_t i = 0; i < 2; ++i) {
      for (uint64_t j = 0; j < 2; ++j)
        write(gemm.a, i, j, 0, i == j ? 1 : 0);
      write(gemm.b, i, 0, 0, i ? -3 : 2);
      if (epilogue & kCUBLASLT_EPILOGUE_BIAS)
        write(biasOf(gemm), i, 0, 0, 4);
      if (epilogue & 128 && epilogue & 64)
        write(auxOf(gemm), i, 0, 0, 0);
    }
    if (epilogue & 128 && epilogue & 8)
      write(auxOf(gemm), 0, 0, 0, 2);
    ASSERT_NO_FATAL_FAILURE(run(gemm));
    long double d[2] = {2, -3};
    for (uint64_t i = 0; i < 2; ++i) {
      if (epilogue & kCUBLASLT_EPILOGUE_BIAS)
        d[i] += 4;
      if (epilogue & kCUBLASLT_EPILOGUE_RELU)
        d[i] = std::max(d[i], 0.0L);
      if (epilogue & 8)
        d[i] = i == 1 ? d[i] : 0;
      if (epilogue & 64)
        d[i] *= 0.5L; // The slope at 0.
      if (epilogue & kCUBLASLT_EPILOGUE_GELU)
        d[i] = formatOf(kCUDA_R_16F)
                   .round(0.5L * d[i] *
                          (1 +
                           std::tanh(std::sqrt(2 / std::acos(-1.0L)) *
                                     (d[i] + 0.044715L * d[i] * d[i] * d[i]))));
      EXPECT_EQ(read(gemm.d, i, 0, 0), d[i]) << i;
      if (epilogue & 16) {
        EXPECT_EQ(read(biasOf(gemm), i, 0, 0), d[i]);
      }
      if (epilogue == kCUBLASLT_EPILOGUE_BGRADA) {
        EXPECT_EQ(read(biasOf(gemm), i, 0, 0), 1);
      }
    }
    if (epilogue == kCUBLASLT_EPILOGUE_BGRADB) {
      EXPECT_EQ(read(biasOf(gemm), 0, 0, 0), -1);
    }
  }
}

/// Without a stride all matrices of a batch have the same bias.
TEST_F(BlasLtTest, SharesABias) {
  Gemm gemm;
  gemm.epilogue = kCUBLASLT_EPILOGUE_BIAS;
  gemm.batch = 3;
  ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm));
}

TEST_F(BlasLtTest, MakesZeroOfNaNInReLU) {
  Gemm gemm;
  gemm.epilogue = kCUBLASLT_EPILOGUE_RELU_AUX;
  gemm.auxLd = 128;
  place(gemm);
  write(gemm.a, 1, 0, 0, NAN);
  ASSERT_NO_FATAL_FAILURE(run(gemm));
  EXPECT_EQ(read(gemm.d, 1, 0, 0), 0);
  EXPECT_FALSE(static_cast<int>(read(auxOf(gemm), 0, 0, 0)) & 2);
}

TEST_F(BlasLtTest, ActivatesRowMajorResults) {
  for (uint32_t epilogue : {kCUBLASLT_EPILOGUE_RELU, kCUBLASLT_EPILOGUE_GELU}) {
    Gemm gemm;
    gemm.epilogue = epilogue;
    gemm.c.rowMajor = gemm.d.rowMajor = true;
    gemm.m = 3;
    ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm));
  }
}

/// An epilogue sees the whole sum, however it was split.
TEST_F(BlasLtTest, ActivatesSumsOfParts) {
  for (int number : {2, 4})
    for (uint32_t epilogue :
         {kCUBLASLT_EPILOGUE_RELU_BIAS, kCUBLASLT_EPILOGUE_BGRADA,
          kCUBLASLT_EPILOGUE_BGRADB}) {
      Gemm gemm;
      gemm.k = 64;
      gemm.epilogue = epilogue;
      control->algorithms = {number};
      ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm, number == 4 ? 5 : 0));
      EXPECT_EQ(control->algorithmNumbersRun.back(), uint64_t(number));
    }
  // Reduction in D cannot.
  Gemm gemm;
  gemm.epilogue = kCUBLASLT_EPILOGUE_RELU;
  gemm.k = 64;
  control->algorithms = {3};
  place(gemm);
  GemmObjects objects(gemm);
  EXPECT_EQ(ask(gemm, objects), kCUBLAS_STATUS_NOT_SUPPORTED);
}
