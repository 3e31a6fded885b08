//===- CudaLoader.cpp - Opens the driver and cuBLASLt ---------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaLoader.h"

#include <dlfcn.h>

using namespace amp::rt;
using namespace amp::rt::cuda;

std::string cuda::formatDriverVersion(int version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

std::string cuda::formatBlasLtVersion(size_t version) {
  return std::to_string(version / 10000) + "." +
         std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

LibraryPaths cuda::defaultLibraryPaths(const char *cudaHome) {
  std::vector<std::string> folders = {""};
  if (cudaHome && *cudaHome)
    folders.push_back(std::string(cudaHome) + "/lib64/");
  const std::string usual = "/usr/local/cuda/lib64/";
  if (folders.back() != usual)
    folders.push_back(usual);

  LibraryPaths paths;
  // The driver comes with the kernel module, not with the toolkit.
  paths.driver.push_back({"libcuda.so.1", 0});
  for (int major : {13, 12, 11})
    for (const std::string &folder : folders)
      paths.blasLt.push_back(
          {folder + "libcublasLt.so." + std::to_string(major),
           major == 13 ? 13000 : 0});
  return paths;
}

/// Text of the last failure of dlopen or dlsym, on one line.
static std::string lastLoaderError() {
  const char *text = dlerror();
  std::string line = text ? text : "no reason given";
  for (char &c : line)
    if (c == '\n')
      c = ' ';
  return line;
}

/// Opens the first candidate that can be opened.
static Status openFirst(const std::vector<LibraryCandidate> &candidates,
                        int driverVersion, const char *library,
                        const char *remedy, void *&handle, std::string &path) {
  std::string lookedFor;
  std::string reason;
  for (const LibraryCandidate &candidate : candidates) {
    if (!lookedFor.empty())
      lookedFor += ", ";
    lookedFor += candidate.path;
    if (driverVersion < candidate.oldestDriver) {
      lookedFor += " (not opened: needs a driver of CUDA " +
                   formatDriverVersion(candidate.oldestDriver) +
                   ", this one is of CUDA " +
                   formatDriverVersion(driverVersion) + ")";
      continue;
    }
    handle = dlopen(candidate.path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle) {
      path = candidate.path;
      return Status();
    }
    std::string error = lastLoaderError();
    if (reason.empty())
      reason = error;
  }
  std::string message =
      std::string(library) + " not found: looked for " + lookedFor;
  if (!reason.empty())
    message += " (" + reason + ")";
  return AMPRT_LIBRARY_ERROR(AMPRT_UNAVAILABLE, library,
                             message + "; " + remedy);
}

/// Looks up one function.
template <typename Function>
static Status lookUp(void *handle, const char *symbol, const char *library,
                     const std::string &path, Function &function) {
  // POSIX lets an object pointer of dlsym become a function pointer.
  function = reinterpret_cast<Function>(dlsym(handle, symbol));
  if (function)
    return Status();
  return AMPRT_LIBRARY_ERROR(AMPRT_UNAVAILABLE, library,
                             std::string(library) + " in " + path +
                                 " lacks the function " + symbol);
}

Status cuda::openDriver(const std::vector<LibraryCandidate> &candidates,
                        DriverApi &api, int &version) {
  version = 0;
  void *handle = nullptr;
  std::string path;
  AMPRT_RETURN_IF_ERROR(
      openFirst(candidates, 0, kLibraryDriver,
                "install NVIDIA's driver of CUDA 12.0 or newer", handle, path));

  // The version comes first: an old driver may lack some of the rest.
  AMPRT_RETURN_IF_ERROR(lookUp(handle, "cuDriverGetVersion", kLibraryDriver,
                               path, api.cuDriverGetVersion));
  CUresult result = api.cuDriverGetVersion(&version);
  if (result == kCUDA_ERROR_STUB_LIBRARY)
    return AMPRT_LIBRARY_ERROR(
        AMPRT_UNAVAILABLE, kLibraryDriver,
        std::string(kLibraryDriver) + ": " + path +
            " is the toolkit's stub, not a driver; remove the folder 'stubs' "
            "from the library search path");
  if (result != kCUDA_SUCCESS)
    return AMPRT_LIBRARY_ERROR(
        AMPRT_UNAVAILABLE, kLibraryDriver,
        std::string(kLibraryDriver) + ": cuDriverGetVersion in " + path +
            " failed with CUresult " + std::to_string(result));
  if (version < kOldestDriver)
    return AMPRT_LIBRARY_ERROR(
        AMPRT_UNAVAILABLE, kLibraryDriver,
        std::string(kLibraryDriver) + " is too old: " + path + " is of CUDA " +
            formatDriverVersion(version) + ", needed is CUDA " +
            formatDriverVersion(kOldestDriver) + " or newer");

#define LOOK_UP(SYMBOL, PARAMETERS)                                            \
  AMPRT_RETURN_IF_ERROR(                                                       \
      lookUp(handle, #SYMBOL, kLibraryDriver, path, api.SYMBOL));
  AMPRT_CUDA_DRIVER_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
  return Status();
}

Status cuda::openBlasLt(const std::vector<LibraryCandidate> &candidates,
                        int driverVersion, BlasLtApi &api) {
  void *handle = nullptr;
  std::string path;
  AMPRT_RETURN_IF_ERROR(
      openFirst(candidates, driverVersion, kLibraryBlasLt,
                "install the CUDA toolkit's cuBLAS of version 12 or newer, or "
                "set CUDA_HOME to the toolkit's folder",
                handle, path));

  AMPRT_RETURN_IF_ERROR(lookUp(handle, "cublasLtGetVersion", kLibraryBlasLt,
                               path, api.cublasLtGetVersion));
  size_t version = api.cublasLtGetVersion();
  if (version < kOldestBlasLt)
    return AMPRT_LIBRARY_ERROR(
        AMPRT_UNAVAILABLE, kLibraryBlasLt,
        std::string(kLibraryBlasLt) + " is too old: " + path + " is version " +
            formatBlasLtVersion(version) + ", needed is " +
            formatBlasLtVersion(kOldestBlasLt) + " or newer");

#define LOOK_UP(RESULT, SYMBOL, PARAMETERS)                                    \
  AMPRT_RETURN_IF_ERROR(                                                       \
      lookUp(handle, #SYMBOL, kLibraryBlasLt, path, api.SYMBOL));
  AMPRT_CUBLASLT_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
  return Status();
}
