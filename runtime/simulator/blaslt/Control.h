//===- Control.h - What a test sees of the simulated cuBLASLt ---*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulated cuBLASLt is a shared library with the symbols of NVIDIA's. A
// test gets at its state by `simulatedBlasLt`, a symbol without decoration for
// dlsym. The state may be assigned between calls; a fresh one behaves as
// documented.
//
// The library is linked against the simulated driver, which has `enqueue` of
// Work.h, the functions of Memory, cuDeviceGet and cuDeviceGetAttribute. As the
// real one it prints what it refuses, and why, where CUBLASLT_LOG_LEVEL is 1 or
// more in the environment.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_BLASLT_CONTROL_H
#define AMP_RUNTIME_SIMULATOR_BLASLT_CONTROL_H

#include "Objects.h"

#include <optional>
#include <string>
#include <vector>

namespace amp::rt::simulator {

/// One question for an algorithm.
struct BlasLtQuestion {
  DescValue desc;
  LayoutValue a, b, c, d;
  PreferenceValue preference;
};

struct BlasLtControl {
  // What the library does.

  /// Given by cublasLtCreate, and by cublasLtMatmul before it looks at
  /// anything, unless it is success.
  cuda::cublasStatus_t createResult = cuda::kCUBLAS_STATUS_SUCCESS;
  cuda::cublasStatus_t matmulResult = cuda::kCUBLAS_STATUS_SUCCESS;
  /// The state of each algorithm offered. Where absent, all that fit the
  /// preference are offered, with success. An algorithm whose state is not
  /// success comes as bytes that name none.
  std::optional<std::vector<cuda::cublasStatus_t>> states;
  /// Numbers of the algorithms to offer, best first, among those that fit; all,
  /// in an order that depends on the problem, if empty. See Algorithm.h: 2, 3
  /// and 4 split k.
  std::vector<int> algorithms;
  /// Compute capability, 10 * major + minor, instead of the driver's.
  std::optional<int> capability;

  // What was done.

  std::vector<BlasLtQuestion> questions;
  /// Of each algorithm that was run its place among those offered.
  std::vector<uint64_t> algorithmsRun;
  /// Of the same its number; see Algorithm.h.
  std::vector<uint64_t> algorithmNumbersRun;
  uint64_t lastWorkspaceBytes = 0;
  /// Why the latest call that failed did: "cublasLtMatmul: D is 2x3 and ...".
  std::string lastRefusal;
  int handles = 0;
  int objects = 0; ///< Descriptors, layouts, preferences.
};

extern "C" BlasLtControl *simulatedBlasLt();

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_BLASLT_CONTROL_H
