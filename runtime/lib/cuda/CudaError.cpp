//===- CudaError.cpp - Failures of CUDA as statuses -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaError.h"

using namespace amp::rt;
using namespace amp::rt::cuda;

bool cuda::isSticky(CUresult result) {
  switch (result) {
  case kCUDA_ERROR_ECC_UNCORRECTABLE:
  case kCUDA_ERROR_NVLINK_UNCORRECTABLE:
  case kCUDA_ERROR_ILLEGAL_ADDRESS:
  case kCUDA_ERROR_LAUNCH_TIMEOUT:
  case kCUDA_ERROR_CONTEXT_IS_DESTROYED:
  case kCUDA_ERROR_ASSERT:
  case kCUDA_ERROR_HARDWARE_STACK_ERROR:
  case kCUDA_ERROR_ILLEGAL_INSTRUCTION:
  case kCUDA_ERROR_MISALIGNED_ADDRESS:
  case kCUDA_ERROR_INVALID_ADDRESS_SPACE:
  case kCUDA_ERROR_INVALID_PC:
  case kCUDA_ERROR_LAUNCH_FAILED:
    return true;
  default:
    return false;
  }
}

amprt_code cuda::codeOf(CUresult result) {
  switch (result) {
  case kCUDA_ERROR_OUT_OF_MEMORY:
    return AMPRT_RESOURCE_EXHAUSTED;
  case kCUDA_ERROR_STUB_LIBRARY:
  case kCUDA_ERROR_DEVICE_UNAVAILABLE:
  case kCUDA_ERROR_NO_DEVICE:
  case kCUDA_ERROR_INVALID_DEVICE:
    return AMPRT_UNAVAILABLE;
  // The image of a program is the caller's.
  case kCUDA_ERROR_INVALID_IMAGE:
  case kCUDA_ERROR_NO_BINARY_FOR_GPU:
  case kCUDA_ERROR_INVALID_PTX:
  case kCUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    return AMPRT_INVALID_ARGUMENT;
  default:
    return AMPRT_DEVICE_ERROR;
  }
}

static std::string formatError(const std::string &what, const char *prefix,
                               uint32_t number, const char *name,
                               const char *text) {
  std::string message = what + " failed: ";
  message += name ? std::string(name) : prefix + std::to_string(number);
  if (text && *text)
    message += std::string(" (") + text + ")";
  return message;
}

std::string cuda::formatDriverError(CUresult result, const char *name,
                                    const char *text, const std::string &what) {
  std::string message = formatError(what, "CUresult ", result, name, text);
  if (isSticky(result))
    message += "; the device cannot be used again in this process: restart it";
  return message;
}

Status cuda::driverError(const DriverApi &api, CUresult result,
                         const std::string &what, const char *file, int line) {
  const char *name = nullptr;
  const char *text = nullptr;
  // Both fail on a number that the driver does not know.
  if (api.cuGetErrorName(result, &name) != kCUDA_SUCCESS)
    name = nullptr;
  if (api.cuGetErrorString(result, &text) != kCUDA_SUCCESS)
    text = nullptr;
  return Status::failure(codeOf(result), kLibraryDriver,
                         formatDriverError(result, name, text, what), file,
                         line);
}

Status cuda::blasLtError(const BlasLtApi &api, cublasStatus_t status,
                         const std::string &what, const char *file, int line) {
  amprt_code code = AMPRT_DEVICE_ERROR;
  if (status == kCUBLAS_STATUS_ALLOC_FAILED)
    code = AMPRT_RESOURCE_EXHAUSTED;
  else if (status == kCUBLAS_STATUS_NOT_INITIALIZED ||
           status == kCUBLAS_STATUS_NOT_SUPPORTED ||
           status == kCUBLAS_STATUS_ARCH_MISMATCH)
    code = AMPRT_UNAVAILABLE;
  const char *name = api.cublasLtGetStatusName(status);
  return Status::failure(code, kLibraryBlasLt,
                         formatError(what, "cublasStatus_t ", status, name,
                                     api.cublasLtGetStatusString(status)),
                         file, line);
}
