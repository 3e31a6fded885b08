//===- CudaLoader.h - Opens the driver and cuBLASLt -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens the CUDA driver and cuBLASLt, checks their versions and looks up their
// functions. An opened library stays open until the process ends: neither is
// made to be unloaded.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_CUDALOADER_H
#define AMP_RUNTIME_CUDA_CUDALOADER_H

#include "CudaApi.h"

#include "Status.h"

#include <string>
#include <vector>

namespace amp::rt::cuda {

/// Library names that a status carries.
inline constexpr const char kLibraryDriver[] = "CUDA driver";
inline constexpr const char kLibraryBlasLt[] = "cuBLASLt";

/// Oldest versions that are accepted, as the libraries count: the driver
/// 1000 major + 10 minor, cuBLASLt 10000 major + 100 minor + patch.
inline constexpr int kOldestDriver = 12000;
inline constexpr size_t kOldestBlasLt = 120000;

/// "12.4" for 12040.
std::string formatDriverVersion(int version);
/// "13.1.0" for 130100.
std::string formatBlasLtVersion(size_t version);

/// One place to look for a library.
struct LibraryCandidate {
  std::string path; ///< A path, or a bare name for the system's search.
  int oldestDriver; ///< Passed over if the driver is older; 0 is never.
};

/// Where to look for the libraries, first to last.
struct LibraryPaths {
  std::vector<LibraryCandidate> driver;
  std::vector<LibraryCandidate> blasLt;
};

/// The places of a usual installation. `cudaHome` is the value of the
/// environment variable CUDA_HOME, or NULL. cuBLASLt is looked for by name, in
/// `cudaHome`/lib64 and in /usr/local/cuda/lib64, the newest version first;
/// version 13 needs a driver of CUDA 13. Version 11 is last in the list, only
/// to be refused by its name. The folder `stubs` of a toolkit is never
/// searched: the driver there fails every call.
LibraryPaths defaultLibraryPaths(const char *cudaHome);

/// Opens the driver; UNAVAILABLE if it is not there, too old (then `version` is
/// still set), or lacks a function. Does not initialize it.
Status openDriver(const std::vector<LibraryCandidate> &candidates,
                  DriverApi &api, int &version);

/// Opens cuBLASLt for a driver of `driverVersion`; UNAVAILABLE as above.
Status openBlasLt(const std::vector<LibraryCandidate> &candidates,
                  int driverVersion, BlasLtApi &api);

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_CUDALOADER_H
