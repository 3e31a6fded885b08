//===- CudaSystem.h - The driver and its devices ----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_CUDASYSTEM_H
#define AMP_RUNTIME_CUDA_CUDASYSTEM_H

#include "CudaLoader.h"

#include <memory>

namespace amp::rt::cuda {

/// The initialized driver. Does not change after `open`.
class CudaSystem {
public:
  /// Opens and initializes the driver. UNAVAILABLE, with a reason in one line,
  /// if that fails or there is no device.
  static Status open(LibraryPaths paths,
                     std::shared_ptr<const CudaSystem> &system);

  const DriverApi &getDriver() const { return driver; }
  const LibraryPaths &getPaths() const { return paths; }
  /// 1000 major + 10 minor.
  int getDriverVersion() const { return driverVersion; }
  uint32_t getDeviceCount() const { return deviceCount; }

  /// The driver's handle of device `ordinal`; UNAVAILABLE if there is none.
  Status getDevice(uint32_t ordinal, CUdevice &device) const;

  /// Fills every field of `info` without a context. `libraries` names the
  /// driver only. native_bf16 and native_f16 say whether the architecture has
  /// Tensor Cores for the type: f16 from sm_70, bf16 from sm_80.
  Status describe(uint32_t ordinal, amprt_device_info &info) const;

  /// The compute capability of `device`.
  Status getCapability(CUdevice device, int &major, int &minor) const;

private:
  LibraryPaths paths;
  DriverApi driver;
  int driverVersion = 0;
  uint32_t deviceCount = 0;
};

/// Copies `text` to `target` of `bytes` bytes, cut short if need be.
void copyText(char *target, size_t bytes, const std::string &text);

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_CUDASYSTEM_H
