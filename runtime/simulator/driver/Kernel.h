//===- Kernel.h - Device code as the driver sees it -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_DRIVER_KERNEL_H
#define AMP_RUNTIME_SIMULATOR_DRIVER_KERNEL_H

#include "Work.h"

#include <cstddef>
#include <map>
#include <memory>

namespace amp::rt::simulator {

struct Geometry {
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes; ///< Dynamic.
};

/// A kernel, whoever made it.
struct Kernel {
  struct Parameter {
    uint32_t offset;
    uint32_t bytes;
  };

  std::string name;
  std::vector<Parameter> parameters; ///< By offset.
  uint32_t parameterBytes = 0;
  int maxThreads = 1024; ///< Of a block.
  int sharedBytes = 0;   ///< Static.
  int localBytes = 0;    ///< Of a thread.
  int constantBytes = 0;
  int registers = 0;
  int ptxVersion = 0; ///< 80 for 8.0; 0 if there is no PTX.
  std::function<Fault(const Geometry &geometry,
                      const std::vector<std::byte> &parameters, Memory &memory,
                      std::vector<Access> &accesses, Counters &counters)>
      run;
};

struct Global {
  uint64_t address;
  uint64_t bytes;
};

/// What a module holds once it is loaded.
struct Image {
  std::map<std::string, std::shared_ptr<const Kernel>> kernels;
  std::map<std::string, Global> globals;
  /// Gives the memory of the globals back.
  std::function<void(Memory &)> unload;
};

/// What a device takes.
struct PtxLimits {
  unsigned version;    ///< 90 for PTX 9.0.
  unsigned capability; ///< 90 for sm_90.
};

/// Reads PTX and gives its globals memory. `log` is what a person needs to find
/// a mistake.
cuda::CUresult loadPtx(const std::string &text, const PtxLimits &limits,
                       Memory &memory, Image &image, std::string &log);

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_DRIVER_KERNEL_H
