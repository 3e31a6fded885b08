//===- Backends.h - Entry points of the device backends ---------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What core asks of each backend besides the Device interface. The CPU's is a
// module, which core loads when it is first needed: what the module depends on
// (oneDNN and an OpenMP library) must not come before the program's own
// libraries, and a program that asks for no device does without. The CUDA
// functions are defined by lib/cuda, or by core where that is not built.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CORE_BACKENDS_H
#define AMP_RUNTIME_CORE_BACKENDS_H

#include "Device.h"

#include <memory>
#include <string>
#include <vector>

namespace amp::rt {

/// The CPU's backend, as its module gives it.
struct CpuBackend {
  /// Opens the CPU.
  Status (*create)(const amprt_device_options &options,
                   std::unique_ptr<Device> &device);
  /// Describes the CPU as it would be opened without options.
  Status (*describe)(amprt_device_info &info);
};

/// The module's file, and the function of it that gives the backend, or NULL if
/// the module was built for another version than `abiVersion`.
inline constexpr const char kCpuModule[] = "libamp-rt-cpu.so";
inline constexpr const char kCpuEntry[] = "amprt_cpu_backend";
using CpuEntry = const CpuBackend *(uint32_t abiVersion);

/// Loads the backend from the first of `paths` that there is. UNAVAILABLE, with
/// the reason, if there is none or it is of another version.
Status loadCpuBackend(const std::vector<std::string> &paths,
                      const CpuBackend *&backend);
/// Opens the CPU; loads its backend, once in the process.
Status createCpuDevice(const amprt_device_options &options,
                       std::unique_ptr<Device> &device);
/// Describes the CPU; loads its backend, once in the process.
Status describeCpuDevice(amprt_device_info &info);

/// Opens CUDA device `ordinal`. UNAVAILABLE, with the reason, if there is no
/// such device or a library that it needs is missing or too old.
Status createCudaDevice(uint32_t ordinal, const amprt_device_options &options,
                        std::unique_ptr<Device> &device);
/// Number of CUDA devices that can be opened; 0 if a library is missing.
uint32_t cudaDeviceCount();
/// Describes CUDA device `ordinal`; does not open it.
Status describeCudaDevice(uint32_t ordinal, amprt_device_info &info);
/// Why there is no CUDA device, in one line and in static storage; NULL if
/// there is one.
const char *cudaUnavailableReason();

} // namespace amp::rt

#endif // AMP_RUNTIME_CORE_BACKENDS_H
