//===- BlasLtProductTest.cpp - Products of every type and layout ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlasLtTestSupport.h"

#include <cstring>
#include <set>

using namespace amp::rt;
using namespace amp::rt::simulator;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Every line of the table, by every algorithm that is offered for it.
TEST_F(BlasLtTest, MultipliesEveryCombinationOfTypes) {
  size_t lines = 0;
  for (const SupportedTypes &types : supportedTypes()) {
    ++lines;
    for (int number = 0; number < 5; ++number) {
      SCOPED_TRACE("compute " + std::to_string(types.compute) + " scale " +
                   nameOfType(types.scale) + " " + nameOfType(types.input) +
                   " -> " + nameOfType(types.output) + " algorithm " +
                   std::to_string(number));
      Gemm gemm = Gemm::of(types);
      gemm.m = 20;
      gemm.n = 13;
      gemm.k = 100;
      gemm.alpha = types.output == kCUDA_R_8I ? 0.0005 : 2;
      gemm.beta = types.output == kCUDA_R_8I ? 0.5 : -3;
      control->algorithms = {number};
      if (types.accumulator == Accumulator::I32 && number > 2) {
        place(gemm);
        GemmObjects objects(gemm);
        EXPECT_EQ(ask(gemm, objects), kCUBLAS_STATUS_NOT_SUPPORTED);
        continue;
      }
      // Rounding sums of parts to D's type: once for each and once for all.
      ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm, number > 2 ? 5 : 0));
      EXPECT_EQ(control->algorithmNumbersRun.back(), uint64_t(number));
    }
  }
  EXPECT_EQ(lines, 23u);
}

/// An f16 read as bf16, or the reverse, is off by orders of magnitude.
TEST_F(BlasLtTest, TellsBF16FromF16) {
  for (cudaDataType_t type : {kCUDA_R_16F, kCUDA_R_16BF}) {
    Gemm gemm;
    gemm.a.type = gemm.b.type = type;
    gemm.m = gemm.n = gemm.k = 1;
    place(gemm);
    // 1.0 in f16 and 0.0078125 in bf16.
    const uint16_t bits = 0x3c00;
    writeBytes(gemm.a.address, &bits, 2);
    writeBytes(gemm.b.address, &bits, 2);
    ASSERT_NO_FATAL_FAILURE(run(gemm));
    const long double one = type == kCUDA_R_16F ? 1 : 0x1p-7L;
    EXPECT_EQ(read(gemm.d, 0, 0, 0), one * one);
  }
}

TEST_F(BlasLtTest, SumsInF16WhereThatIsTheComputeType) {
  for (bool half : {true, false}) {
    Gemm gemm;
    gemm.compute = half ? kCUBLAS_COMPUTE_16F : kCUBLAS_COMPUTE_32F;
    gemm.scale = half ? kCUDA_R_16F : kCUDA_R_32F;
    gemm.a.type = gemm.b.type = gemm.c.type = gemm.d.type = kCUDA_R_16F;
    gemm.m = gemm.n = 1;
    gemm.k = 4;
    place(gemm);
    // 2048 + 3 is 2052 in f16 at once and 2048 + 1 + 1 + 1 is 2048. The order
    // of a block is from the last.
    for (uint64_t i = 0; i < 4; ++i) {
      write(gemm.a, 0, i, 0, i == 3 ? 2048 : 1);
      write(gemm.b, i, 0, 0, 1);
    }
    ASSERT_NO_FATAL_FAILURE(run(gemm));
    EXPECT_EQ(read(gemm.d, 0, 0, 0), half ? 2048 : 2052);
  }
}

TEST_F(BlasLtTest, RoundsTheInputsOfFastProducts) {
  struct {
    cublasComputeType_t compute;
    int capability;
    long double found; ///< Of 1 + 2^-9 + 2^-12, times 1.
  } const cases[] = {
      {kCUBLAS_COMPUTE_32F, 90, 1 + 0x1p-9L + 0x1p-12L},
      {kCUBLAS_COMPUTE_32F_PEDANTIC, 90, 1 + 0x1p-9L + 0x1p-12L},
      {kCUBLAS_COMPUTE_32F_FAST_TF32, 90, 1 + 0x1p-9L},
      {kCUBLAS_COMPUTE_32F_FAST_16F, 90, 1 + 0x1p-9L},
      {kCUBLAS_COMPUTE_32F_FAST_16BF, 90, 1},
      // Devices without units for them.
      {kCUBLAS_COMPUTE_32F_FAST_TF32, 75, 1 + 0x1p-9L + 0x1p-12L},
      {kCUBLAS_COMPUTE_32F_FAST_16BF, 75, 1 + 0x1p-9L + 0x1p-12L},
      {kCUBLAS_COMPUTE_32F_FAST_16F, 75, 1 + 0x1p-9L},
      {kCUBLAS_COMPUTE_32F_FAST_16F, 61, 1 + 0x1p-9L + 0x1p-12L},
  };
  for (const auto &test : cases) {
    SCOPED_TRACE(test.compute);
    device.capability = test.capability;
    Gemm gemm;
    gemm.compute = test.compute;
    gemm.m = gemm.n = gemm.k = 1;
    place(gemm);
    write(gemm.a, 0, 0, 0, 1 + 0x1p-9L + 0x1p-12L);
    write(gemm.b, 0, 0, 0, 1);
    ASSERT_NO_FATAL_FAILURE(run(gemm));
    EXPECT_EQ(read(gemm.d, 0, 0, 0), test.found);
  }
}

TEST_F(BlasLtTest, SaturatesAndRoundsToS8) {
  Gemm gemm;
  gemm.compute = kCUBLAS_COMPUTE_32I;
  gemm.a.type = gemm.b.type = gemm.c.type = gemm.d.type = kCUDA_R_8I;
  gemm.opA = kCUBLAS_OP_T;
  gemm.n = 4;
  gemm.alpha = 0.5;
  place(gemm);
  for (uint64_t i = 0; i < 4; ++i)
    for (uint64_t j = 0; j < 4; ++j) {
      write(gemm.a, i, j, 0, i == 0);
      const int firsts[] = {127, -128, 5, 7};
      write(gemm.b, i, j, 0, i == 0 ? firsts[j] : 0);
    }
  ASSERT_NO_FATAL_FAILURE(run(gemm));
  EXPECT_EQ(read(gemm.d, 0, 0, 0), 64); // 63.5 to even.
  EXPECT_EQ(read(gemm.d, 0, 1, 0), -64);
  EXPECT_EQ(read(gemm.d, 0, 2, 0), 2); // 2.5 to even.
  EXPECT_EQ(read(gemm.d, 0, 3, 0), 4); // 3.5 to even.
  gemm.alpha = 4;
  ASSERT_NO_FATAL_FAILURE(run(gemm));
  EXPECT_EQ(read(gemm.d, 0, 0, 0), 127);
  EXPECT_EQ(read(gemm.d, 0, 1, 0), -128);
}

TEST_F(BlasLtTest, KeepsNaNAndInfinity) {
  for (cudaDataType_t type : {kCUDA_R_16F, kCUDA_R_16BF, kCUDA_R_32F}) {
    Gemm gemm;
    gemm.a.type = gemm.b.type = gemm.c.type = gemm.d.type = type;
    gemm.m = 2;
    gemm.n = gemm.k = 1;
    place(gemm);
    write(gemm.a, 0, 0, 0, NAN);
    write(gemm.a, 1, 0, 0, formatOf(type).round(3e4));
    write(gemm.b, 0, 0, 0, formatOf(type).round(3e4));
    ASSERT_NO_FATAL_FAILURE(run(gemm));
    EXPECT_TRUE(std::isnan(read(gemm.d, 0, 0, 0)));
    EXPECT_EQ(std::isinf(read(gemm.d, 1, 0, 0)), type == kCUDA_R_16F);
  }
}

//===----------------------------------------------------------------------===//
// Order of summation
//===----------------------------------------------------------------------===//

TEST_F(BlasLtTest, SumsInAnOrderOfItsOwn) {
  Gemm gemm;
  gemm.m = gemm.n = 8;
  gemm.k = 200;
  place(gemm);
  std::set<std::vector<long double>> results;
  for (int number : {0, 1, 2}) {
    control->algorithms = {number};
    ASSERT_NO_FATAL_FAILURE(run(gemm));
    std::vector<long double> result;
    for (uint64_t i = 0; i < 64; ++i)
      result.push_back(read(gemm.d, i % 8, i / 8, 0));
    results.insert(result);
    // The same again, to the bit.
    ASSERT_NO_FATAL_FAILURE(run(gemm));
    for (uint64_t i = 0; i < 64; ++i)
      ASSERT_EQ(read(gemm.d, i % 8, i / 8, 0), result[i]);
  }
  std::vector<long double> sequential;
  for (uint64_t i = 0; i < 64; ++i) {
    float sum = 0;
    for (uint64_t p = 0; p < gemm.k; ++p) {
      const float product = static_cast<float>(read(gemm.a, i % 8, p, 0)) *
                            static_cast<float>(read(gemm.b, p, i / 8, 0));
      sum += product;
    }
    sequential.push_back(sum);
  }
  results.insert(sequential);
  EXPECT_EQ(results.size(), 4u) << "all orders differ";
}

TEST_F(BlasLtTest, SplitsALongKByAllowedSchemesOnly) {
  Gemm gemm;
  gemm.a.type = gemm.b.type = gemm.c.type = gemm.d.type = kCUDA_R_16BF;
  gemm.m = gemm.n = 8;
  gemm.k = 1024;
  place(gemm);
  auto schemesOffered = [&] {
    GemmObjects objects(gemm);
    EXPECT_EQ(ask(gemm, objects), kCUBLAS_STATUS_SUCCESS);
    std::vector<uint32_t> schemes;
    for (const cublasLtMatmulHeuristicResult_t &result : gemm.offered) {
      uint32_t scheme = ~0u, splits = 0;
      size_t written = 0;
      EXPECT_EQ(cublasLtMatmulAlgoConfigGetAttribute(
                    &result.algo, kCUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME,
                    &scheme, 4, &written),
                kCUBLAS_STATUS_SUCCESS);
      EXPECT_EQ(cublasLtMatmulAlgoConfigGetAttribute(
                    &result.algo, kCUBLASLT_ALGO_CONFIG_SPLITK_NUM, &splits, 4,
                    nullptr),
                kCUBLAS_STATUS_SUCCESS);
      EXPECT_EQ(splits > 1, scheme != 0);
      EXPECT_EQ(result.workspaceSize > 0, scheme != 0);
      EXPECT_LE(result.workspaceSize, gemm.workspaceBytes);
      schemes.push_back(scheme);
    }
    return schemes;
  };
  using Schemes = std::vector<uint32_t>;
  EXPECT_EQ(schemesOffered(), (Schemes{4, 1, 2, 0, 0}));
  gemm.schemes = kCUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
  EXPECT_EQ(schemesOffered(), (Schemes{2, 0, 0}));
  gemm.schemes = kCUBLASLT_REDUCTION_SCHEME_NONE;
  EXPECT_EQ(schemesOffered(), (Schemes{0, 0}));
  gemm.schemes = kCUBLASLT_REDUCTION_SCHEME_MASK;
  gemm.workspaceBytes = 0;
  EXPECT_EQ(schemesOffered(), (Schemes{0, 0}));

  // What a scheme costs: 1 + 2^-8 is a tie in bf16 and becomes 1 if it is the
  // sum of a part; 2^-9 of another part makes it 1 + 2^-7 if it is not.
  gemm.workspaceBytes = 1 << 20;
  for (uint64_t p = 0; p < gemm.k; ++p)
    for (uint64_t i = 0; i < 8; ++i) {
      write(gemm.b, p, i, 0, 1);
      write(gemm.a, i, p, 0,
            p == 0     ? 1
            : p == 2   ? 0x1p-8L
            : p == 400 ? 0x1p-9L
                       : 0);
    }
  for (int number : {0, 1, 2, 3, 4}) {
    SCOPED_TRACE(number);
    control->algorithms = {number};
    ASSERT_NO_FATAL_FAILURE(run(gemm));
    EXPECT_EQ(read(gemm.d, 0, 0, 0), number < 3 ? 1 + 0x1p-7L : 1);
  }
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

TEST_F(BlasLtTest, MultipliesEveryLayout) {
  unsigned seed = 1;
  for (int32_t opA : {0, 1, 2})
    for (int32_t opB : {0, 1, 2})
      for (unsigned orders = 0; orders < 8; ++orders)
        for (int64_t padding : {0, 3}) {
          Gemm gemm;
          gemm.seed = seed++;
          gemm.m = 7;
          gemm.n = 9;
          gemm.k = 11;
          gemm.opA = opA;
          gemm.opB = opB;
          gemm.a.rowMajor = orders & 1;
          gemm.b.rowMajor = orders & 2;
          gemm.c.rowMajor = gemm.d.rowMajor = orders & 4;
          gemm.padA = padding;
          gemm.padB = padding * 2;
          gemm.padC = padding * 3;
          gemm.padD = padding;
          gemm.alpha = -1.25;
          gemm.beta = 0.75;
          SCOPED_TRACE(std::to_string(opA) + std::to_string(opB) + " " +
                       std::to_string(orders) + " " + std::to_string(padding));
          ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm));
          // The padding of D was not written.
          if (padding) {
            EXPECT_FALSE(isWrittenAt(gemm.d.placeOf(
                gemm.d.rowMajor ? 0 : 7, gemm.d.rowMajor ? 9 : 0, 0)));
          }
        }
}

TEST_F(BlasLtTest, MultipliesEveryBatch) {
  unsigned seed = 1;
  for (unsigned broadcasts = 0; broadcasts < 8; ++broadcasts)
    for (int64_t padding : {0, 2})
      for (bool rowMajor : {false, true}) {
        Gemm gemm;
        gemm.seed = seed++;
        gemm.m = 5;
        gemm.n = 6;
        gemm.k = 3;
        gemm.batch = 4;
        gemm.a.rowMajor = gemm.d.rowMajor = gemm.c.rowMajor = rowMajor;
        gemm.broadcastsA = broadcasts & 1;
        gemm.broadcastsB = broadcasts & 2;
        gemm.broadcastsC = broadcasts & 4;
        gemm.padA = gemm.padB = gemm.padC = gemm.padD = padding;
        gemm.beta = 2;
        SCOPED_TRACE(broadcasts);
        ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm));
      }
}

TEST_F(BlasLtTest, MultipliesInPlace) {
  for (int number = 0; number < 5; ++number) {
    Gemm gemm;
    gemm.m = gemm.n = 6;
    gemm.k = 40;
    gemm.batch = 2;
    gemm.inPlace = true;
    gemm.padD = 2;
    gemm.beta = -2;
    control->algorithms = {number};
    SCOPED_TRACE(number);
    ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm, number > 2 ? 5 : 0));
  }
}

/// Column r of every column is C's only one: its leading dimension is 0.
TEST_F(BlasLtTest, BroadcastsAColumnOfC) {
  Gemm gemm;
  gemm.beta = 1;
  place(gemm);
  gemm.c.ld = 0;
  const std::vector<long double> oldC = readC(gemm);
  ASSERT_NO_FATAL_FAILURE(run(gemm));
  check(gemm, oldC);
  EXPECT_EQ(oldC[0], oldC[4]);
}

TEST_F(BlasLtTest, TakesCForDWhereItsLayoutIsOmitted) {
  Gemm gemm;
  gemm.inPlace = gemm.omitsC = true;
  gemm.beta = 1;
  ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm));
}

TEST_F(BlasLtTest, MultipliesWithoutAnAlgorithm) {
  Gemm gemm;
  gemm.asks = false;
  gemm.k = 1000;
  ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm));
  EXPECT_TRUE(control->questions.empty());
  EXPECT_LT(control->algorithmNumbersRun.at(0), 2u) << "no workspace is asked";
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

TEST_F(BlasLtTest, ReadsScalesFromTheDevice) {
  for (const SupportedTypes &types : supportedTypes()) {
    Gemm gemm = Gemm::of(types);
    gemm.scalesOnDevice = true;
    gemm.alpha = types.output == kCUDA_R_8I ? 0.001 : 3;
    gemm.beta = types.output == kCUDA_R_8I ? 0.5 : 2;
    ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm));
  }
  // They are read when the product runs.
  Gemm gemm;
  gemm.scalesOnDevice = true;
  device.defers = true;
  place(gemm);
  GemmObjects objects(gemm);
  ASSERT_EQ(ask(gemm, objects), kCUBLAS_STATUS_SUCCESS);
  ASSERT_EQ(multiply(gemm, objects), kCUBLAS_STATUS_SUCCESS);
  gemm.alpha = -7;
  const float alpha = -7;
  writeBytes(gemm.scalesAddress, &alpha, 4);
  device.runPending();
  ASSERT_FALSE(device.fault) << device.fault.message;
  check(gemm, {});
}

/// Descriptors and scales belong to the caller again after the call.
TEST_F(BlasLtTest, CopiesWhatTheCallWasGiven) {
  device.defers = true;
  Gemm gemm;
  gemm.alpha = 1.5;
  gemm.beta = 2;
  gemm.epilogue = kCUBLASLT_EPILOGUE_BIAS;
  ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm));
}

/// With beta = 0 C is not read: nothing of it was written here.
TEST_F(BlasLtTest, DoesNotReadCWithoutBeta) {
  Gemm gemm;
  ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm));
  gemm.beta = -0.0;
  ASSERT_NO_FATAL_FAILURE(run(gemm));
  gemm.c.address = 0;
  ASSERT_NO_FATAL_FAILURE(run(gemm));
}

//===----------------------------------------------------------------------===//
// Random products
//===----------------------------------------------------------------------===//

TEST_F(BlasLtTest, MultipliesAtRandom) {
  std::mt19937 random(20240607);
  const auto table = supportedTypes();
  for (unsigned i = 0; i < 150; ++i) {
    const SupportedTypes &types =
        table.begin()[random() % size_t(table.end() - table.begin())];
    const bool isS8 = types.accumulator == Accumulator::I32;
    Gemm gemm = Gemm::of(types);
    gemm.seed = i;
    gemm.m = isS8 ? 4 * (1 + random() % 8) : 1 + random() % 40;
    gemm.n = 1 + random() % 40;
    gemm.k = isS8 ? 4 * (1 + random() % 20) : 1 + random() % 200;
    gemm.batch = 1 + static_cast<int32_t>(random() % 3);
    if (!isS8) {
      gemm.opA = static_cast<int32_t>(random() % 2);
      gemm.opB = static_cast<int32_t>(random() % 2);
      gemm.a.rowMajor = random() % 2;
      gemm.b.rowMajor = random() % 2;
      gemm.c.rowMajor = gemm.d.rowMajor = random() % 2;
      gemm.padA = random() % 4;
      gemm.padB = random() % 4;
      gemm.padD = random() % 4;
    }
    if (isS8)
      gemm.padC = gemm.padD = 4;
    gemm.broadcastsB = random() % 2;
    gemm.inPlace = random() % 2;
    gemm.alpha = types.output == kCUDA_R_8I ? 0.001 : 1;
    gemm.beta = random() % 2 ? (types.output == kCUDA_R_8I ? 0.25 : 2) : 0;
    const int number = static_cast<int>(random() % (isS8 ? 2 : 5));
    control->algorithms = {number, 0};
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(runAndCheck(gemm, number > 2 ? 5 : 0));
    for (uint64_t address :
         {gemm.a.address, gemm.b.address, gemm.d.address, gemm.workspace})
      device.memory.release(address);
  }
}
