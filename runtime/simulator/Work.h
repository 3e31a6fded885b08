//===- Work.h - What a stream of a simulated GPU runs -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_WORK_H
#define AMP_RUNTIME_SIMULATOR_WORK_H

#include "CudaApi.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace amp::rt::simulator {

class Memory;

/// A range of device memory that was read or written.
struct Access {
  uint64_t address;
  uint64_t bytes;
  bool isWrite;
};

/// What went wrong while a device ran something: the error that the driver
/// gives from then on, and what a person needs to find the place.
struct Fault {
  cuda::CUresult result = cuda::kCUDA_SUCCESS;
  std::string message;

  explicit operator bool() const { return result != cuda::kCUDA_SUCCESS; }
};

/// What is counted where work runs. Sectors are the 32-byte pieces of memory
/// that the accesses of a warp touch.
struct Counters {
  uint64_t threads = 0;
  uint64_t instructions = 0; ///< Of threads.
  uint64_t mostOfBlock = 0;  ///< Instructions of the block with the most.
  uint64_t barriers = 0;     ///< Of blocks.
  uint64_t loads = 0;        ///< Of warps, from global memory.
  uint64_t stores = 0;
  uint64_t loadSectors = 0;
  uint64_t storeSectors = 0;
  uint64_t bytesLoaded = 0; ///< As the instructions ask.
  uint64_t bytesStored = 0;
};

/// One piece of work of a stream: a kernel, a GEMM, a copy.
struct Work {
  /// For messages and reports: "kernel kernel_3", "cublasLtMatmul 8x8x8".
  std::string name;
  /// Runs it and appends what of device memory it touched. Called once, later
  /// than it was enqueued, when everything it must wait for has run; so it owns
  /// what it needs.
  std::function<Fault(Memory &memory, std::vector<Access> &accesses,
                      Counters &counters)>
      run;
};

/// Enqueues work of a library on a stream of the driver (null is the default
/// stream of the current context), as the driver does with its own. Exported by
/// the simulated driver.
cuda::CUresult enqueue(cuda::CUstream stream, Work work);

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_WORK_H
