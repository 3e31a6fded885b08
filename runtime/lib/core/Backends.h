//===- Backends.h - Entry points of the device backends ---------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What core asks of each backend besides the Device interface. The CUDA
// functions are defined by lib/cuda, or by core where that is not built.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CORE_BACKENDS_H
#define AMP_RUNTIME_CORE_BACKENDS_H

#include "Device.h"

#include <memory>

namespace amp::rt {

/// Opens the CPU.
Status createCpuDevice(const amprt_device_options &options,
                       std::unique_ptr<Device> &device);
/// Describes the CPU as it would be opened without options.
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
