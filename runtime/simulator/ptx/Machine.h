//===- Machine.h - Runs a kernel --------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks run one after the other. Within a block an instruction is executed for
// all threads that are at it, and those with the smallest program counter go
// first, so that threads that parted meet again. Consequences:
//
// - A kernel whose blocks wait for each other, or whose threads wait for others
//   in a loop without a barrier, runs into the limit of instructions.
// - Threads that name each other in a mask (shfl.sync and the like, also
//   bar.warp.sync) must come to the same instruction; they wait there for each
//   other. That different instructions with the same mask may meet, as the
//   hardware allows for some, is not modelled and is a fault.
// - Every thread that comes to an instruction counts it, also where its guard
//   does not hold.
// - The result of a kernel with a race would always be the same; so races are
//   looked for, see Shadow.h.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_PTX_MACHINE_H
#define AMP_RUNTIME_SIMULATOR_PTX_MACHINE_H

#include "../Work.h"
#include "Module.h"

#include <cstdint>
#include <vector>

namespace amp::rt::simulator::ptx {

/// Three extents, of a grid or a block.
struct Extent {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t(x) * y * z; }
};

struct Limits {
  /// Instructions of threads that a launch may execute, else LAUNCH_TIMEOUT.
  uint64_t instructions = UINT64_C(20'000'000'000);
  /// Bytes of shared memory of a block, static and dynamic.
  uint32_t sharedBytes = 227 * 1024;

  /// The defaults, with AMP_SIMULATOR_MAX_INSTRUCTIONS where it is set.
  static Limits fromEnvironment();
};

/// Runs a kernel of a loaded module and appends what it touched of device
/// memory: disjoint ranges in the order of their addresses, those that were
/// read first. `parameters` holds `kernel.parameterBytes` bytes. A launch that
/// the driver refuses gives INVALID_VALUE or LAUNCH_OUT_OF_RESOURCES.
Fault launch(const Module &module, const Kernel &kernel, Extent grid,
             Extent block, uint32_t dynamicSharedBytes,
             const std::vector<std::byte> &parameters, Memory &memory,
             std::vector<Access> &accesses, Counters &counters,
             const Limits &limits = Limits());

} // namespace amp::rt::simulator::ptx

#endif // AMP_RUNTIME_SIMULATOR_PTX_MACHINE_H
