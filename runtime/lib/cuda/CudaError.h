//===- CudaError.h - Failures of CUDA as statuses ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns results of the driver and of cuBLASLt into statuses. The functions that
// take names and texts need no library.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_CUDAERROR_H
#define AMP_RUNTIME_CUDA_CUDAERROR_H

#include "CudaLoader.h"

namespace amp::rt::cuda {

/// True for a failure after which every call on the context fails: only a new
/// process gets the device back.
bool isSticky(CUresult result);

/// The code of a status for a failure of the driver.
amprt_code codeOf(CUresult result);

/// "WHAT failed: NAME (TEXT)", with the remedy where there is one.
std::string formatDriverError(CUresult result, const char *name,
                              const char *text, const std::string &what);

/// The status of a failed driver call that was doing `what`.
Status driverError(const DriverApi &api, CUresult result,
                   const std::string &what, const char *file, int line);

/// The same for cuBLASLt.
Status blasLtError(const BlasLtApi &api, cublasStatus_t status,
                   const std::string &what, const char *file, int line);

} // namespace amp::rt::cuda

/// Leaves the enclosing function, which returns a Status, if a driver call
/// failed. WHAT is evaluated only then.
#define AMPRT_CUDA_CALL(API, CALL, WHAT)                                       \
  do {                                                                         \
    if (::amp::rt::cuda::CUresult amprtResult = (API).CALL)                    \
      return ::amp::rt::cuda::driverError(API, amprtResult, WHAT, __FILE__,    \
                                          __LINE__);                           \
  } while (false)

/// The same for cuBLASLt.
#define AMPRT_BLASLT_CALL(API, CALL, WHAT)                                     \
  do {                                                                         \
    if (::amp::rt::cuda::cublasStatus_t amprtResult = (API).CALL)              \
      return ::amp::rt::cuda::blasLtError(API, amprtResult, WHAT, __FILE__,    \
                                          __LINE__);                           \
  } while (false)

#endif // AMP_RUNTIME_CUDA_CUDAERROR_H
