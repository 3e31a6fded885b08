//===- CudaAbsent.cpp - CUDA entry points of a build without CUDA ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backends.h"

using namespace amp::rt;

static constexpr const char kReason[] =
    "the runtime was built without CUDA support; configure with "
    "-DAMPRT_ENABLE_CUDA=ON";

Status amp::rt::createCudaDevice(uint32_t, const amprt_device_options &,
                                 std::unique_ptr<Device> &) {
  return AMPRT_ERROR(AMPRT_UNAVAILABLE, kReason);
}

uint32_t amp::rt::cudaDeviceCount() { return 0; }

Status amp::rt::describeCudaDevice(uint32_t, amprt_device_info &) {
  return AMPRT_ERROR(AMPRT_UNAVAILABLE, kReason);
}

const char *amp::rt::cudaUnavailableReason() { return kReason; }
