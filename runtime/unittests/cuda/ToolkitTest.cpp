//===- ToolkitTest.cpp - Real libraries, without a GPU --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaSystem.h"
#include "GemmPlan.h"
#include "StatusMatchers.h"

#include <cstdlib>

using namespace amp::rt;
using namespace amp::rt::cuda;

TEST(Toolkit, StubIsNamedAsSuch) {
  if (!*AMPRT_CUDA_STUB)
    GTEST_SKIP() << "no stub of the driver found";
  LibraryPaths paths;
  paths.driver = {{AMPRT_CUDA_STUB, 0}};
  std::shared_ptr<const CudaSystem> system;
  EXPECT_TRUE(failedWith(CudaSystem::open(paths, system), AMPRT_UNAVAILABLE,
                         {AMPRT_CUDA_STUB, "stub, not a driver"}));
}

/// Descriptors live on the host: the real library checks the attributes and
/// their sizes.
TEST(Toolkit, RealBlasLtTakesEveryDescriptor) {
  BlasLtApi api;
  Status opened = openBlasLt(
      defaultLibraryPaths(std::getenv("CUDA_HOME")).blasLt, 13000, api);
  if (!opened.ok())
    GTEST_SKIP() << opened.getMessage();
  EXPECT_GE(api.cublasLtGetVersion(), kOldestBlasLt);
  EXPECT_STREQ(api.cublasLtGetStatusName(kCUBLAS_STATUS_NOT_SUPPORTED),
               "CUBLAS_STATUS_NOT_SUPPORTED");
  for (amprt_type type : {AMPRT_F64, AMPRT_F32, AMPRT_F16, AMPRT_BF16})
    for (uint32_t epilogue : {AMPRT_EPILOGUE_NONE, AMPRT_EPILOGUE_BIAS})
      for (int64_t batch : {1, 3})
        for (int transposed : {0, 1}) {
          amprt_gemm gemm = {};
          gemm.m = gemm.n = gemm.k = 8;
          gemm.batch = batch;
          gemm.lda = gemm.ldb = gemm.ldc = 8;
          gemm.stride_a = gemm.stride_c = 64;
          gemm.transpose_a = transposed;
          gemm.transpose_b = !transposed;
          gemm.type_a = gemm.type_b = gemm.type_c = gemm.type_bias = type;
          gemm.compute =
              type == AMPRT_F64 ? AMPRT_COMPUTE_F64 : AMPRT_COMPUTE_F32;
          gemm.epilogue = epilogue;
          ColumnGemm mapped;
          ASSERT_TRUE(succeeded(mapGemm(gemm, {2, 4, 8, 16}, "here", mapped)));
          GemmPlan plan;
          EXPECT_TRUE(succeeded(
              plan.describe(api, gemm, mapped, UINT64_C(32) << 20, "here")));
        }
}
