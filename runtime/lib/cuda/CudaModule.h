//===- CudaModule.h - Code and constants on a CUDA device -------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_CUDAMODULE_H
#define AMP_RUNTIME_CUDA_CUDAMODULE_H

#include "CudaDevice.h"

namespace amp::rt::cuda {

class CudaModule final : public Module {
public:
  CudaModule(CudaDevice &device, ModuleInfo info, DeviceMemory constants)
      : Module(std::move(info), std::move(constants)), device(device) {}
  ~CudaModule() override;

  /// Loads the kernels. On a failure the module can only be destroyed.
  Status load(const ModuleImage &image);

  CUfunction getFunction(uint32_t kernel) const { return functions[kernel]; }

private:
  Status loadImage(const ModuleImage &image, const std::string &where);

  CudaDevice &device;
  CUmodule handle = nullptr;
  std::vector<CUfunction> functions; ///< By index into the kernels.
};

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_CUDAMODULE_H
