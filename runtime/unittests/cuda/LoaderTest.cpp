//===- LoaderTest.cpp - Finding and refusing libraries --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backends.h"
#include "CudaError.h"
#include "StatusMatchers.h"

#include <algorithm>

using namespace amp::rt;
using namespace amp::rt::cuda;

TEST(Loader, FormatsVersions) {
  EXPECT_EQ(formatDriverVersion(12000), "12.0");
  EXPECT_EQ(formatDriverVersion(12040), "12.4");
  EXPECT_EQ(formatDriverVersion(13000), "13.0");
  EXPECT_EQ(formatBlasLtVersion(130100), "13.1.0");
  EXPECT_EQ(formatBlasLtVersion(120503), "12.5.3");
  EXPECT_EQ(formatBlasLtVersion(111103), "11.11.3");
}

TEST(Loader, SearchesNewestFirstAndNeverStubs) {
  LibraryPaths paths = defaultLibraryPaths("/opt/cuda");
  ASSERT_EQ(paths.driver.size(), 1u);
  EXPECT_EQ(paths.driver[0].path, "libcuda.so.1");
  std::vector<std::string> found;
  for (const LibraryCandidate &candidate : paths.blasLt) {
    found.push_back(candidate.path);
    EXPECT_EQ(candidate.path.find("stubs"), std::string::npos);
  }
  EXPECT_EQ(found, (std::vector<std::string>{
                       "libcublasLt.so.13", "/opt/cuda/lib64/libcublasLt.so.13",
                       "/usr/local/cuda/lib64/libcublasLt.so.13",
                       "libcublasLt.so.12", "/opt/cuda/lib64/libcublasLt.so.12",
                       "/usr/local/cuda/lib64/libcublasLt.so.12",
                       "libcublasLt.so.11", "/opt/cuda/lib64/libcublasLt.so.11",
                       "/usr/local/cuda/lib64/libcublasLt.so.11"}));
  EXPECT_EQ(paths.blasLt[0].oldestDriver, 13000);
  EXPECT_EQ(paths.blasLt[3].oldestDriver, 0);
}

TEST(Loader, NamesEachFolderOnce) {
  EXPECT_EQ(defaultLibraryPaths(nullptr).blasLt.size(), 6u);
  EXPECT_EQ(defaultLibraryPaths("").blasLt.size(), 6u);
  EXPECT_EQ(defaultLibraryPaths("/usr/local/cuda").blasLt.size(), 6u);
}

TEST(Loader, SaysWhereItLooked) {
  DriverApi api;
  int version;
  Status status = openDriver({{"/nowhere/libcuda.so.1", 0}}, api, version);
  EXPECT_TRUE(failedWith(
      status, AMPRT_UNAVAILABLE,
      {"CUDA driver not found", "/nowhere/libcuda.so.1", "install"}));
  EXPECT_EQ(std::string(status.getMessage()).find('\n'), std::string::npos);

  BlasLtApi blasLt;
  EXPECT_TRUE(failedWith(
      openBlasLt({{"/nowhere/a.so", 0}, {"/nowhere/b.so", 0}}, 13000, blasLt),
      AMPRT_UNAVAILABLE,
      {"cuBLASLt not found", "/nowhere/a.so, /nowhere/b.so", "CUDA_HOME"}));
}

TEST(Loader, RefusesAnOldDriver) {
  DriverApi api;
  int version;
  EXPECT_TRUE(
      failedWith(openDriver({{AMP_SIMULATED_DRIVER_OLD, 0}}, api, version),
                 AMPRT_UNAVAILABLE,
                 {"too old", AMP_SIMULATED_DRIVER_OLD, "is of CUDA 11.8",
                  "CUDA 12.0 or newer"}));
  EXPECT_EQ(version, 11080);
}

TEST(Loader, NamesAMissingFunction) {
  DriverApi driver;
  int version;
  EXPECT_TRUE(failedWith(
      openDriver({{AMP_SIMULATED_DRIVER_INCOMPLETE, 0}}, driver, version),
      AMPRT_UNAVAILABLE,
      {AMP_SIMULATED_DRIVER_INCOMPLETE, "lacks the function cuLaunchKernel"}));
  BlasLtApi blasLt;
  EXPECT_TRUE(failedWith(
      openBlasLt({{AMP_SIMULATED_BLAS_LT_INCOMPLETE, 0}}, 13000, blasLt),
      AMPRT_UNAVAILABLE,
      {AMP_SIMULATED_BLAS_LT_INCOMPLETE,
       "lacks the function cublasLtMatmulAlgoGetHeuristic"}));
}

TEST(Loader, RefusesAnOldBlasLt) {
  BlasLtApi api;
  EXPECT_TRUE(failedWith(
      openBlasLt({{AMP_SIMULATED_BLAS_LT_OLD, 0}}, 13000, api),
      AMPRT_UNAVAILABLE, {"too old", "version 11.11.3", "12.0.0 or newer"}));
}

TEST(Loader, PassesOverWhatTheDriverCannotRun) {
  BlasLtApi api;
  EXPECT_TRUE(failedWith(
      openBlasLt({{AMP_SIMULATED_BLAS_LT, 13000}}, 12040, api),
      AMPRT_UNAVAILABLE, {"needs a driver of CUDA 13.0", "is of CUDA 12.4"}));
  EXPECT_TRUE(
      succeeded(openBlasLt({{AMP_SIMULATED_BLAS_LT, 13000}}, 13000, api)));
  EXPECT_TRUE(api.cublasLtMatmul);
}

TEST(Loader, TakesTheFirstThatOpens) {
  DriverApi api;
  int version;
  EXPECT_TRUE(succeeded(
      openDriver({{"/nowhere/libcuda.so.1", 0}, {AMP_SIMULATED_DRIVER, 0}}, api,
                 version)));
  EXPECT_EQ(version, 13000);
  EXPECT_TRUE(api.cuLaunchKernel);
}

TEST(Errors, HaveCodesAndHints) {
  EXPECT_EQ(codeOf(kCUDA_ERROR_OUT_OF_MEMORY), AMPRT_RESOURCE_EXHAUSTED);
  EXPECT_EQ(codeOf(kCUDA_ERROR_ILLEGAL_ADDRESS), AMPRT_DEVICE_ERROR);
  EXPECT_EQ(codeOf(kCUDA_ERROR_INVALID_PTX), AMPRT_INVALID_ARGUMENT);
  EXPECT_EQ(codeOf(kCUDA_ERROR_NO_DEVICE), AMPRT_UNAVAILABLE);
  EXPECT_EQ(formatDriverError(kCUDA_ERROR_OUT_OF_MEMORY, "NAME", "text", "it"),
            "it failed: NAME (text)");
  EXPECT_EQ(formatDriverError(12345, nullptr, nullptr, "it"),
            "it failed: CUresult 12345");
  EXPECT_EQ(formatDriverError(kCUDA_ERROR_ILLEGAL_ADDRESS, "NAME", "", "it"),
            "it failed: NAME; the device cannot be used again in this process: "
            "restart it");
}

/// The real thing: whatever this machine has, the answers agree.
TEST(Backend, ReasonAgreesWithTheNumberOfDevices) {
  const char *reason = cudaUnavailableReason();
  EXPECT_EQ(reason == nullptr, cudaDeviceCount() > 0);
  amprt_device_info info;
  Status status = describeCudaDevice(cudaDeviceCount(), info);
  EXPECT_EQ(status.getCode(), AMPRT_UNAVAILABLE);
  if (reason) {
    EXPECT_STRNE(reason, "");
    EXPECT_EQ(std::string(reason).find('\n'), std::string::npos);
    EXPECT_STREQ(status.getMessage(), reason);
  }
}
