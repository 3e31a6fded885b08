//===- FakeCuda.h - Libraries that stand in for CUDA ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two shared libraries with the functions that the backend uses. Device memory
// is host memory, streams finish at once, kernels are C++ functions that a test
// registers, and a GEMM is a plain loop over what its descriptors say. A test
// finds the state of a library by its function `fakeCuda` or `fakeBlasLt`.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_UNITTESTS_FAKECUDA_H
#define AMP_RUNTIME_UNITTESTS_FAKECUDA_H

#include "CudaApi.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace amp::rt::cuda {

struct FakeLaunch {
  std::string kernel;
  unsigned grid[3];
  unsigned block[3];
  void **parameters;

  template <typename T>
  T get(unsigned index) const {
    return *static_cast<const T *>(parameters[index]);
  }
};

struct FakeCuda {
  // What the driver reports.
  int deviceCount = 1;
  int capabilityMajor = 9;
  CUresult initResult = kCUDA_SUCCESS;
  std::string jitLog;
  size_t freeMemory = size_t(1) << 30;
  float millisecondsPerEvent = 0.5f;
  std::map<std::string, std::function<void(const FakeLaunch &)>> kernels;
  std::map<std::string, int> maxThreads; ///< 1024 where absent.
  /// Result of the next call of a function, once.
  std::map<std::string, CUresult> failNext;
  /// Result of every call that needs a context, from now on.
  CUresult sticky = kCUDA_SUCCESS;

  // What was done.
  std::vector<std::string> calls;
  std::vector<const void *> images;
  unsigned streamFlags = 0;
  // What is held.
  std::map<CUdeviceptr, size_t> allocations;
  int contexts = 0;
  int contextDepth = 0;
  int streams = 0;
  int modules = 0;
  int events = 0;
  int hostAllocations = 0;

  bool holdsNothing() const {
    return allocations.empty() && !contexts && !contextDepth && !streams &&
           !modules && !events && !hostAllocations;
  }
};

struct FakeLayout {
  cudaDataType_t type;
  uint64_t rows, cols;
  int64_t ld;
  int32_t batch = 1;
  int64_t stride = 0;
};

struct FakeDesc {
  cublasComputeType_t compute;
  cudaDataType_t scaleType;
  int32_t opA = 0, opB = 0;
  uint32_t epilogue = 1;
  const void *bias = nullptr;
  int32_t biasType = -1;
};

struct FakePreference {
  uint64_t workspace = 0;
  uint32_t schemes = 7;
  uint32_t alignments[4] = {256, 256, 256, 256};
};

/// One question for an algorithm.
struct FakeQuestion {
  FakeDesc desc;
  FakeLayout a, b, c, d;
  FakePreference preference;
};

struct FakeBlasLt {
  cublasStatus_t createResult = kCUBLAS_STATUS_SUCCESS;
  cublasStatus_t matmulResult = kCUBLAS_STATUS_SUCCESS;
  /// State of each algorithm offered; the algorithm's number is its index.
  std::vector<cublasStatus_t> states = {kCUBLAS_STATUS_SUCCESS};

  std::vector<FakeQuestion> questions;
  std::vector<uint64_t> algorithmsRun;
  uint64_t lastWorkspaceBytes = 0;
  int handles = 0;
  int objects = 0; ///< Descriptors, layouts, preferences.
};

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_UNITTESTS_FAKECUDA_H
