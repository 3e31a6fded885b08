//===- CudaModule.cpp - Code and constants on a CUDA device ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModule.h"

#include "CudaError.h"
#include "CudaImage.h"

using namespace amp::rt;
using namespace amp::rt::cuda;

CudaModule::~CudaModule() {
  if (!handle)
    return;
  const DriverApi &driver = device.getDriver();
  ContextScope scope(driver, device.getContext());
  // Without a context everything is gone already.
  if (!scope.enter().ok())
    return;
  // The stream may still run the code.
  (void)driver.cuStreamSynchronize(device.getStream());
  (void)driver.cuModuleUnload(handle);
}

Status CudaModule::load(const ModuleImage &image) {
  const ModuleInfo &info = getInfo();
  if (info.kernels.empty())
    return Status();
  const DriverApi &driver = device.getDriver();
  ContextScope scope(driver, device.getContext());
  AMPRT_RETURN_IF_ERROR(scope.enter());
  const std::string where = "module '" + info.name + "'";
  AMPRT_RETURN_IF_ERROR(checkImage(image.data, image.bytes, where));
  if (image.fallback)
    AMPRT_RETURN_IF_ERROR(
        checkImage(image.fallback, image.fallbackBytes, where));
  AMPRT_RETURN_IF_ERROR(loadImage(image, where));
  for (const Kernel &kernel : info.kernels) {
    CUfunction function = nullptr;
    CUresult result =
        driver.cuModuleGetFunction(&function, handle, kernel.name.c_str());
    if (result == kCUDA_ERROR_NOT_FOUND)
      return AMPRT_LIBRARY_ERROR(AMPRT_INVALID_ARGUMENT, kLibraryDriver,
                                 where + ": the image has no kernel '" +
                                     kernel.name + "'");
    if (result != kCUDA_SUCCESS)
      return driverError(driver, result,
                         where + ": looking up kernel '" + kernel.name + "'",
                         __FILE__, __LINE__);
    functions.push_back(function);
  }
  return Status();
}

/// True if another image may be loaded where one was refused with `result`.
static bool isOfTheImage(CUresult result) {
  return result == kCUDA_ERROR_INVALID_IMAGE ||
         result == kCUDA_ERROR_NO_BINARY_FOR_GPU ||
         result == kCUDA_ERROR_INVALID_PTX ||
         result == kCUDA_ERROR_UNSUPPORTED_PTX_VERSION;
}

Status CudaModule::loadImage(const ModuleImage &image,
                             const std::string &where) {
  CUresult result = kCUDA_SUCCESS;
  Status status = device.loadModule(image.data, where, handle, result);
  if (status.ok() || !image.fallback || !isOfTheImage(result))
    return status;
  // Such as a cubin from a toolkit that is newer than the driver.
  AMPRT_RETURN_IF_ERROR(
      device.loadModule(image.fallback, where, handle, result));
  remarks.add("CUDA: the driver compiled the kernels, because it does not load "
              "the machine code that the toolkit made: " +
              std::string(status.getMessage()));
  return Status();
}
