//===- CudaBackend.cpp - Entry points of the CUDA backend -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"

#include "Backends.h"

#include <cstdlib>
#include <new>

using namespace amp::rt;
using namespace amp::rt::cuda;

namespace {

/// The driver of this process, opened once: a library that appears later is not
/// seen. Constant after it is made.
struct ProcessDriver {
  std::shared_ptr<const CudaSystem> system; ///< Null if there is no CUDA.
  Status failure;                           ///< Why; success if there is.

  ProcessDriver() noexcept {
    try {
      failure = CudaSystem::open(defaultLibraryPaths(std::getenv("CUDA_HOME")),
                                 system);
    } catch (const std::bad_alloc &) {
      failure = Status::outOfHostMemory();
    }
  }
};

} // namespace

static const ProcessDriver &getProcessDriver() {
  static const ProcessDriver driver;
  return driver;
}

static Status requireDriver(std::shared_ptr<const CudaSystem> &system) {
  const ProcessDriver &driver = getProcessDriver();
  if (!driver.system)
    return AMPRT_LIBRARY_ERROR(AMPRT_UNAVAILABLE, kLibraryDriver,
                               driver.failure.getMessage());
  system = driver.system;
  return Status();
}

Status amp::rt::createCudaDevice(uint32_t ordinal,
                                 const amprt_device_options &options,
                                 std::unique_ptr<Device> &device) {
  std::shared_ptr<const CudaSystem> system;
  AMPRT_RETURN_IF_ERROR(requireDriver(system));
  return CudaDevice::create(std::move(system), ordinal, options, device);
}

uint32_t amp::rt::cudaDeviceCount() {
  const ProcessDriver &driver = getProcessDriver();
  return driver.system ? driver.system->getDeviceCount() : 0;
}

Status amp::rt::describeCudaDevice(uint32_t ordinal, amprt_device_info &info) {
  std::shared_ptr<const CudaSystem> system;
  AMPRT_RETURN_IF_ERROR(requireDriver(system));
  return system->describe(ordinal, info);
}

const char *amp::rt::cudaUnavailableReason() {
  const ProcessDriver &driver = getProcessDriver();
  return driver.system ? nullptr : driver.failure.getMessage();
}
