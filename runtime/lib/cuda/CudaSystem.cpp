//===- CudaSystem.cpp - The driver and its devices ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaSystem.h"

#include "CudaError.h"

#include <algorithm>
#include <cstring>

using namespace amp::rt;
using namespace amp::rt::cuda;

void cuda::copyText(char *target, size_t bytes, const std::string &text) {
  size_t length = std::min(bytes - 1, text.size());
  std::memcpy(target, text.data(), length);
  target[length] = '\0';
}

Status CudaSystem::open(LibraryPaths paths,
                        std::shared_ptr<const CudaSystem> &system) {
  auto result = std::make_shared<CudaSystem>();
  result->paths = std::move(paths);
  AMPRT_RETURN_IF_ERROR(
      openDriver(result->paths.driver, result->driver, result->driverVersion));
  const DriverApi &driver = result->driver;

  // Whatever the reason, without these two calls there is no CUDA.
  auto unavailable = [&](CUresult error, const char *what) {
    Status status = driverError(driver, error, what, __FILE__, __LINE__);
    return AMPRT_LIBRARY_ERROR(AMPRT_UNAVAILABLE, kLibraryDriver,
                               std::string("no CUDA device: ") +
                                   status.getMessage());
  };
  if (CUresult error = driver.cuInit(0))
    return unavailable(error, "cuInit");
  int count = 0;
  if (CUresult error = driver.cuDeviceGetCount(&count))
    return unavailable(error, "cuDeviceGetCount");
  if (count <= 0)
    return AMPRT_LIBRARY_ERROR(AMPRT_UNAVAILABLE, kLibraryDriver,
                               "no CUDA device: the driver of CUDA " +
                                   formatDriverVersion(result->driverVersion) +
                                   " reports none");
  result->deviceCount = static_cast<uint32_t>(count);
  system = std::move(result);
  return Status();
}

Status CudaSystem::getDevice(uint32_t ordinal, CUdevice &device) const {
  if (ordinal >= deviceCount)
    return AMPRT_LIBRARY_ERROR(AMPRT_UNAVAILABLE, kLibraryDriver,
                               "no device cuda:" + std::to_string(ordinal) +
                                   ": the driver reports " +
                                   std::to_string(deviceCount) +
                                   (deviceCount == 1 ? " device" : " devices"));
  AMPRT_CUDA_CALL(driver, cuDeviceGet(&device, static_cast<int>(ordinal)),
                  "cuDeviceGet of cuda:" + std::to_string(ordinal));
  return Status();
}

Status CudaSystem::getCapability(CUdevice device, int &major,
                                 int &minor) const {
  AMPRT_CUDA_CALL(
      driver,
      cuDeviceGetAttribute(
          &major, kCU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
      "reading the compute capability");
  AMPRT_CUDA_CALL(
      driver,
      cuDeviceGetAttribute(
          &minor, kCU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
      "reading the compute capability");
  return Status();
}

Status CudaSystem::describe(uint32_t ordinal, amprt_device_info &info) const {
  info = amprt_device_info();
  CUdevice device;
  AMPRT_RETURN_IF_ERROR(getDevice(ordinal, device));
  info.kind = AMPRT_CUDA;
  info.ordinal = ordinal;

  char name[sizeof(info.name)] = {};
  AMPRT_CUDA_CALL(
      driver, cuDeviceGetName(name, static_cast<int>(sizeof(name) - 1), device),
      "reading the device's name");
  copyText(info.name, sizeof(info.name), name);

  int major = 0, minor = 0;
  AMPRT_RETURN_IF_ERROR(getCapability(device, major, minor));
  copyText(info.arch, sizeof(info.arch),
           "sm_" + std::to_string(major) + std::to_string(minor));
  info.native_f16 = major >= 7;
  info.native_bf16 = major >= 8;

  int multiprocessors = 0;
  AMPRT_CUDA_CALL(
      driver,
      cuDeviceGetAttribute(&multiprocessors,
                           kCU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device),
      "reading the number of multiprocessors");
  info.num_threads = static_cast<uint32_t>(multiprocessors);

  size_t bytes = 0;
  AMPRT_CUDA_CALL(driver, cuDeviceTotalMem_v2(&bytes, device),
                  "reading the size of the device's memory");
  info.memory_bytes = bytes;
  copyText(info.libraries, sizeof(info.libraries),
           "CUDA driver " + formatDriverVersion(driverVersion));
  return Status();
}
