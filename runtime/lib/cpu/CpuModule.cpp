//===- CpuModule.cpp - Code and constants on the CPU ----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuModule.h"

#include "CpuFeatures.h"
#include "CpuHelpers.h"

#include <cerrno>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

using namespace amp::rt;
using namespace amp::rt::cpu;

Status CpuModule::create(ModuleInfo info, const ModuleImage &image,
                         DeviceMemory constants,
                         std::shared_ptr<const Module> &module) {
  std::shared_ptr<CpuModule> result(
      new CpuModule(std::move(info), std::move(constants)));
  if (image.data)
    AMPRT_RETURN_IF_ERROR(result->load(image));
  for (const Kernel &kernel : result->getInfo().kernels) {
    amprt_cpu_kernel entryPoint = kernel.cpu;
    if (image.data) {
      void *address = static_cast<char *>(result->mapping) +
                      AMPRT_CPU_HELPER_BYTES + kernel.offset;
      entryPoint = reinterpret_cast<amprt_cpu_kernel>(address);
    }
    result->entryPoints.push_back(entryPoint);
  }
  module = std::move(result);
  return Status();
}

CpuModule::~CpuModule() {
  if (mapping)
    munmap(mapping, mappedBytes);
}

/// Memory that can be written is never executed: the image is copied first, and
/// the bytes that somebody has checked are the bytes that run.
Status CpuModule::load(const ModuleImage &image) {
  const std::string what = "module '" + getInfo().name + "'";
#if !defined(__x86_64__)
  return AMPRT_ERROR(AMPRT_UNAVAILABLE,
                     what + ": its code is for x86-64, the CPU is another");
#endif
  AMPRT_RETURN_IF_ERROR(requireFeatures(image.cpuFeatures, what));
  if (sysconf(_SC_PAGE_SIZE) > AMPRT_CPU_HELPER_BYTES)
    return AMPRT_ERROR(AMPRT_UNAVAILABLE,
                       what + ": the system's pages are larger than " +
                           std::to_string(AMPRT_CPU_HELPER_BYTES) + " bytes");
  auto systemError = [&](const char *action) {
    return AMPRT_ERROR(AMPRT_RESOURCE_EXHAUSTED,
                       what + ": cannot " + action + " " +
                           std::to_string(image.bytes) +
                           " bytes of code: " + std::strerror(errno));
  };
  if (image.bytes > SIZE_MAX / 2)
    return AMPRT_ERROR(AMPRT_RESOURCE_EXHAUSTED,
                       what + ": the code has " + std::to_string(image.bytes) +
                           " bytes");
  const size_t bytes = AMPRT_CPU_HELPER_BYTES + image.bytes;
  void *address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED)
    return systemError("find memory for");
  mapping = address;
  mappedBytes = bytes;
  writeHelpers(static_cast<void **>(address));
  char *code = static_cast<char *>(address) + AMPRT_CPU_HELPER_BYTES;
  std::memcpy(code, image.data, image.bytes);
  if (mprotect(address, AMPRT_CPU_HELPER_BYTES, PROT_READ) ||
      mprotect(code, image.bytes, PROT_READ | PROT_EXEC))
    return systemError("protect");
  return Status();
}
