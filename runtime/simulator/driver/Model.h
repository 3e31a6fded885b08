//===- Model.h - The properties of the simulated device ---------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_DRIVER_MODEL_H
#define AMP_RUNTIME_SIMULATOR_DRIVER_MODEL_H

#include "Control.h"
#include "DriverFunctions.h"

namespace amp::rt::simulator {

// The limits of a launch that are those of every device.
inline constexpr unsigned kMostThreads = 1024;
inline constexpr unsigned kMostBlock[3] = {1024, 1024, 64};
inline constexpr unsigned kMostGrid[3] = {2147483647, 65535, 65535};
/// Shared memory of a block, without asking for more.
inline constexpr int kSharedBytes = 48 * 1024;
inline constexpr int kLeastPriority = 0;
inline constexpr int kGreatestPriority = -5;

/// What depends on the compute capability.
struct Model {
  int sharedPerBlock; ///< With cuFuncSetAttribute.
  int sharedPerMultiprocessor;
  int threadsPerMultiprocessor;
  int blocksPerMultiprocessor;
  int reservedShared; ///< Of a block, for the system.
};

Model modelOf(int major, int minor);

/// False if the simulated device does not know the attribute.
bool findAttribute(const Control &control, CUdevice_attribute attribute,
                   int &value);

/// The newest PTX that a driver takes: 90 for CUDA 13.0.
unsigned ptxVersionOf(int driverVersion);

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_DRIVER_MODEL_H
