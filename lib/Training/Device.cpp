//===- Device.cpp - Devices and buffers as C++ objects --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/Device.h"

#include "amp/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace amp::training;

Error amp::training::toError(amprt_status *status) {
  if (!status)
    return Error::success();
  std::unique_ptr<amprt_status, void (*)(amprt_status *)> owner(
      status, amprt_status_free);
  amprt_code code = amprt_status_code(status);
  std::string message = amprt_status_message(status);
  StringRef library = amprt_status_library(status);
  if (!library.empty())
    message += (" [" + library + "]").str();
  if (code == AMPRT_INVALID_ARGUMENT || code == AMPRT_INTERNAL)
    message += formatv(" ({0}:{1})", amprt_status_file(status),
                       amprt_status_line(status))
                   .str();
  return typedError(code == AMPRT_RESOURCE_EXHAUSTED ? ErrorKind::ResourceLimit
                                                     : ErrorKind::Device,
                    message);
}

Expected<Device> amp::training::openDevice(const Config &config) {
  amprt_device_options deviceOptions = {};
  deviceOptions.num_threads = static_cast<uint32_t>(config.threads);
  deviceOptions.memory_limit = config.maxMemory;
  amprt_device *device = nullptr;
  if (StringRef(config.device).starts_with("cuda"))
    if (const char *reason = amprt_cuda_unavailable_reason())
      return typedError(ErrorKind::Device, config.spell("device") + "=" +
                                               config.device + ": " + reason);
  if (Error error = toError(
          amprt_device_create(config.device.c_str(), &deviceOptions, &device)))
    return std::move(error);
  return Device(device);
}

Expected<Buffer> amp::training::createBuffer(amprt_device *device,
                                             uint64_t bytes) {
  amprt_buffer *buffer = nullptr;
  if (Error error = toError(amprt_buffer_create(device, bytes, &buffer)))
    return std::move(error);
  return Buffer(buffer);
}

amprt_device_info amp::training::getInfo(const amprt_device *device) {
  amprt_device_info info = {};
  amprt_device_get_info(device, &info);
  return info;
}

std::string amp::training::deviceName(const amprt_device_info &info) {
  return info.kind == AMPRT_CPU ? "cpu"
                                : "cuda:" + std::to_string(info.ordinal);
}

Error amp::training::listDevices(raw_ostream &os) {
  os << formatv("{0,-8} {1,-10} {2,7} {3,12} {4,-12} {5}\n", "device", "arch",
                "units", "memory", "native", "name");
  for (uint32_t i = 0, count = amprt_device_count(); i < count; ++i) {
    amprt_device_info info = {};
    if (Error error = toError(amprt_device_describe(i, &info)))
      return error;
    std::string native = info.native_bf16 ? "bf16" : "";
    if (info.native_f16)
      native += native.empty() ? "f16" : ",f16";
    os << formatv("{0,-8} {1,-10} {2,7} {3,12} {4,-12} {5}\n", deviceName(info),
                  info.arch, info.num_threads, formatBytes(info.memory_bytes),
                  native.empty() ? "-" : native, info.name);
    if (info.libraries[0])
      os << "         " << info.libraries << "\n";
    if (info.threading[0])
      os << "         " << info.threading << "\n";
  }
  if (const char *reason = amprt_cuda_unavailable_reason())
    os << "no CUDA device: " << reason << "\n";
  return Error::success();
}

uint64_t amp::training::hostMemoryBytes() {
  amprt_device_info info = {};
  if (amprt_status *status = amprt_device_describe(0, &info)) {
    amprt_status_free(status);
    return 0;
  }
  return info.memory_bytes;
}

std::string amp::training::formatBytes(uint64_t bytes) {
  static constexpr StringLiteral kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  while (value >= 1024 && unit + 1 < std::size(kUnits)) {
    value /= 1024;
    ++unit;
  }
  if (unit == 0)
    return std::to_string(bytes) + " B";
  return formatv("{0:f1} {1}", value, kUnits[unit]).str();
}
