//===- SeedsBlasLtTest.cpp - Planted defects of calls of cuBLASLt ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "seeds/BlasLtSeeds.h"
#include "seeds/Seeds.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

namespace {
class SeedsBlasLtTest : public ::testing::Test {
protected:
  void SetUp() override {
    // D = A^T B + bias, with m = 10, n = 4, k = 24.
    operands.desc.compute = kCUBLAS_COMPUTE_32F;
    operands.desc.scaleType = kCUDA_R_32F;
    operands.desc.opA = int32_t(kCUBLAS_OP_T);
    operands.desc.epilogue = kCUBLASLT_EPILOGUE_BIAS;
    operands.desc.bias = reinterpret_cast<const void *>(0x1000);
    operands.a = layout(24, 10, 24);
    operands.b = layout(24, 4, 32);
    operands.c = operands.d = layout(10, 4, 10);
  }
  void TearDown() override { EXPECT_TRUE(selectSeed("")); }

  static LayoutValue layout(uint64_t rows, uint64_t cols, int64_t ld) {
    LayoutValue value;
    value.type = kCUDA_R_16F;
    value.rows = rows;
    value.cols = cols;
    value.ld = ld;
    return value;
  }
  void setBatch() {
    for (LayoutValue *value :
         {&operands.a, &operands.b, &operands.c, &operands.d}) {
      value->batch = 3;
      value->stride = 1024;
    }
  }
  /// The operands with the defect, which must have a place in them or not.
  Operands seed(const char *name, bool hasPlace = true) {
    EXPECT_TRUE(selectSeed(name)) << name;
    Operands result = operands;
    seedOperands(result);
    EXPECT_EQ(countSeedApplications(), hasPlace ? 1u : 0u) << name;
    return result;
  }
  /// The same of a launch with an alpha of 1 and a beta of 0.
  Launch seedLaunchOf(const char *name, Launch launch, bool hasPlace = true) {
    EXPECT_TRUE(selectSeed(name)) << name;
    const float alpha = 1;
    std::memcpy(launch.alpha, &alpha, sizeof(alpha));
    launch.problem.desc = operands.desc;
    seedLaunch(launch, &alpha);
    EXPECT_EQ(countSeedApplications(), hasPlace ? 1u : 0u) << name;
    return launch;
  }
  static float toFloat(const unsigned char *bytes) {
    float value;
    std::memcpy(&value, bytes, sizeof(value));
    return value;
  }

  Operands operands;
};
} // namespace

TEST_F(SeedsBlasLtTest, ChangesDescriptors) {
  EXPECT_EQ(seed("leading-dimensions-swapped").a.ld, 32);
  EXPECT_EQ(seed("leading-dimensions-swapped").b.ld, 24);

  Operands flipped = seed("transpose-a-flipped");
  EXPECT_EQ(flipped.desc.opA, int32_t(kCUBLAS_OP_N));
  EXPECT_EQ(flipped.a.rows, 10u);
  EXPECT_EQ(flipped.a.cols, 24u);
  flipped = seed("transpose-b-flipped");
  EXPECT_EQ(flipped.desc.opB, int32_t(kCUBLAS_OP_T));
  EXPECT_EQ(flipped.b.rows, 4u);

  Operands other = seed("operand-type-wrong");
  EXPECT_EQ(other.a.type, kCUDA_R_16BF);
  EXPECT_EQ(other.d.type, kCUDA_R_16BF);
  other = seed("compute-in-f16");
  EXPECT_EQ(other.desc.compute, kCUBLAS_COMPUTE_16F);
  EXPECT_EQ(other.desc.scaleType, kCUDA_R_16F);

  EXPECT_EQ(seed("bias-shifted").desc.bias,
            reinterpret_cast<const void *>(0x1002));
  EXPECT_EQ(seed("bias-type-wrong").desc.biasType, int32_t(kCUDA_R_32F));
  EXPECT_EQ(seed("epilogue-dropped").desc.epilogue, kCUBLASLT_EPILOGUE_DEFAULT);
  EXPECT_EQ(seed("epilogue-relu").desc.epilogue, kCUBLASLT_EPILOGUE_RELU_BIAS);

  setBatch();
  EXPECT_EQ(seed("batch-stride-zero").b.stride, 0);
  EXPECT_EQ(seed("batch-short").d.batch, 2);

  for (LayoutValue *value :
       {&operands.a, &operands.b, &operands.c, &operands.d})
    value->type = kCUDA_R_32F;
  EXPECT_EQ(seed("compute-in-tf32").desc.compute,
            kCUBLAS_COMPUTE_32F_FAST_TF32);
}

TEST_F(SeedsBlasLtTest, LeavesWhatADefectDoesNotConcern) {
  operands.b.ld = operands.a.ld;
  operands.desc.epilogue = kCUBLASLT_EPILOGUE_DEFAULT;
  for (const char *name :
       {"leading-dimensions-swapped", "compute-in-tf32", "batch-stride-zero",
        "batch-short", "bias-shifted", "bias-type-wrong", "epilogue-dropped",
        "epilogue-relu", "beta-one", "sub-swapped"}) {
    const Operands result = seed(name, /*hasPlace=*/false);
    EXPECT_EQ(result.desc.bias, operands.desc.bias);
    EXPECT_EQ(result.a.ld, operands.a.ld);
  }
  operands.d.type = operands.c.type = kCUDA_R_32F;
  seed("compute-in-f16", /*hasPlace=*/false);
}

TEST_F(SeedsBlasLtTest, ChangesArguments) {
  Launch launch;
  launch.a = 0x1000;
  launch.b = 0x2000;
  launch.c = launch.d = 0x3000;
  launch.workspace = 0x4000;
  launch.workspaceBytes = 512;
  EXPECT_EQ(toFloat(seedLaunchOf("beta-one", launch).beta), 1);
  EXPECT_EQ(toFloat(seedLaunchOf("alpha-zero", launch).alpha), 0);
  EXPECT_EQ(seedLaunchOf("operands-swapped", launch).a, 0x2000u);
  EXPECT_EQ(seedLaunchOf("product-shifted", launch).d, 0x3010u);
  EXPECT_EQ(seedLaunchOf("product-shifted", launch).c, 0x3010u);
  EXPECT_EQ(seedLaunchOf("workspace-missing", launch, /*hasPlace=*/false)
                .workspaceBytes,
            512u);
  launch.algorithm.workspace = 256;
  EXPECT_EQ(seedLaunchOf("workspace-missing", launch).workspace, 0u);
}

TEST_F(SeedsBlasLtTest, OffersWhatThePreferenceExcludes) {
  operands.a = layout(1024, 8, 1024);
  operands.b = layout(1024, 4, 1024);
  operands.c = operands.d = layout(8, 4, 8);
  operands.desc.epilogue = kCUBLASLT_EPILOGUE_DEFAULT;
  Problem problem;
  ASSERT_FALSE(resolve(operands.desc, operands.a, operands.b, &operands.c,
                       operands.d, 90, problem));
  PreferenceValue preference;
  preference.workspace = 1 << 20;
  preference.schemes = kCUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
  std::string why;
  std::vector<Algorithm> offered = offer(problem, preference, {}, 1, why);
  ASSERT_FALSE(offered.empty()) << why;
  ASSERT_TRUE(selectSeed("scheme-output-type"));
  seedOffer(problem, preference, 1, offered);
  EXPECT_EQ(countSeedApplications(), 1u);
  ASSERT_FALSE(offered.empty());
  EXPECT_EQ(offered[0].scheme, kCUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE);
}
