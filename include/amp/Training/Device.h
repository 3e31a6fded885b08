//===- Device.h - Devices and buffers as C++ objects ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_DEVICE_H
#define AMP_TRAINING_DEVICE_H

#include "amp-rt/amp_rt.h"
#include "amp/Training/Config.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace amp::training {

struct Destroy {
  void operator()(amprt_device *device) const { amprt_device_destroy(device); }
  void operator()(amprt_buffer *buffer) const { amprt_buffer_destroy(buffer); }
};
using Device = std::unique_ptr<amprt_device, Destroy>;
using Buffer = std::unique_ptr<amprt_buffer, Destroy>;

/// Takes over a status; success for NULL. The exit code is that of a resource
/// limit or of the device.
llvm::Error toError(amprt_status *status);

llvm::Expected<Device> openDevice(const Config &config);
llvm::Expected<Buffer> createBuffer(amprt_device *device, uint64_t bytes);

/// What the device says of itself.
amprt_device_info getInfo(const amprt_device *device);
/// "cpu" or "cuda:N".
std::string deviceName(const amprt_device_info &info);

/// Prints a table of all devices, and why there is no CUDA device.
llvm::Error listDevices(llvm::raw_ostream &os);

/// Bytes of the machine's own memory; 0 if unknown.
uint64_t hostMemoryBytes();

/// "1.5 MiB".
std::string formatBytes(uint64_t bytes);

} // namespace amp::training

#endif // AMP_TRAINING_DEVICE_H
