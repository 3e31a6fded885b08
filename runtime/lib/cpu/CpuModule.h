//===- CpuModule.h - Code and constants on the CPU --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_CPUMODULE_H
#define AMP_RUNTIME_CPU_CPUMODULE_H

#include "Device.h"

namespace amp::rt::cpu {

class CpuModule final : public Module {
public:
  /// Brings the image where it can be executed.
  static Status create(ModuleInfo info, const ModuleImage &image,
                       DeviceMemory constants,
                       std::shared_ptr<const Module> &module);
  ~CpuModule() override;

  amprt_cpu_kernel getEntryPoint(uint32_t kernel) const {
    return entryPoints[kernel];
  }

private:
  CpuModule(ModuleInfo info, DeviceMemory constants)
      : Module(std::move(info), std::move(constants)) {}

  Status load(const ModuleImage &image);

  /// The helpers' addresses and the image behind them; null without an image.
  void *mapping = nullptr;
  size_t mappedBytes = 0;
  std::vector<amprt_cpu_kernel> entryPoints; ///< By index into the kernels.
};

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_CPUMODULE_H
