//===- CpuLoader.cpp - Opens the CPU's backend ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backends.h"

#include <dlfcn.h>

using namespace amp::rt;

/// Where the module is looked for: around the program or library that holds the
/// runtime, as it is built or installed, then where the system looks.
static std::vector<std::string> getModulePaths() {
  std::vector<std::string> paths;
  for (const char *folder :
       {"$ORIGIN/", "$ORIGIN/../lib/", "$ORIGIN/../../lib/", ""})
    paths.push_back(std::string(folder) + kCpuModule);
  return paths;
}

Status amp::rt::loadCpuBackend(const std::vector<std::string> &paths,
                               const CpuBackend *&backend) {
  backend = nullptr;
  std::string reasons;
  for (const std::string &path : paths) {
    // Its symbols are its own: a program's other libraries must not find the
    // OpenMP functions that it has for oneDNN. It stays until the process ends.
    void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      const char *reason = dlerror();
      reasons += (reasons.empty() ? "" : "; ") +
                 std::string(reason ? reason : "no reason given");
      continue;
    }
    // POSIX lets an object pointer of dlsym become a function pointer.
    const auto entry = reinterpret_cast<CpuEntry *>(dlsym(handle, kCpuEntry));
    if (entry)
      backend = entry(AMPRT_ABI_VERSION);
    if (backend)
      return Status();
    return AMPRT_ERROR(AMPRT_UNAVAILABLE,
                       "the CPU's backend in " + path +
                           " is of another version of the runtime; install "
                           "the one that was built with this program");
  }
  return AMPRT_ERROR(AMPRT_UNAVAILABLE,
                     "the CPU's backend was not found (" + reasons + "); put " +
                         kCpuModule +
                         " beside the program, into ../lib, or into a folder "
                         "of LD_LIBRARY_PATH");
}

/// The backend of the process. Where loading failed it is tried again.
static Status getBackend(const CpuBackend *&backend) {
  return loadCpuBackend(getModulePaths(), backend);
}

Status amp::rt::createCpuDevice(const amprt_device_options &options,
                                std::unique_ptr<Device> &device) {
  const CpuBackend *backend;
  AMPRT_RETURN_IF_ERROR(getBackend(backend));
  return backend->create(options, device);
}

Status amp::rt::describeCpuDevice(amprt_device_info &info) {
  const CpuBackend *backend;
  AMPRT_RETURN_IF_ERROR(getBackend(backend));
  return backend->describe(info);
}
