//===- FakeDriver.cpp - Stands in for the CUDA driver ---------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FAKE_CUDA_VERSION is the version it reports; with FAKE_CUDA_INCOMPLETE it
// lacks cuLaunchKernel, with FAKE_CUDA_TRACE it takes any program and writes
// down what was called.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace amp::rt::cuda;

namespace {
constexpr CUresult kInvalidContext = 201;

#ifdef FAKE_CUDA_TRACE
/// Stands in for the driver of a whole program: every kernel is there and does
/// nothing, memory begins as zeros, and at the end the calls are written to the
/// file that the environment variable FAKE_CUDA_TRACE names, one per line.
constexpr bool kIsTrace = true;
struct Trace : FakeCuda {
  ~Trace() {
    const char *path = std::getenv("FAKE_CUDA_TRACE");
    std::FILE *file = path ? std::fopen(path, "w") : nullptr;
    if (!file)
      return;
    for (const std::string &call : calls)
      std::fprintf(file, "%s\n", call.c_str());
    std::fclose(file);
  }
};
#else
constexpr bool kIsTrace = false;
using Trace = FakeCuda;
#endif

FakeCuda &state() {
  static Trace fake;
  return fake;
}

/// Notes the call; gives what it is to fail with.
CUresult enter(const char *name, bool needsContext = true) {
  FakeCuda &fake = state();
  fake.calls.push_back(name);
  auto failure = fake.failNext.find(name);
  if (failure != fake.failNext.end()) {
    CUresult result = failure->second;
    fake.failNext.erase(failure);
    return result;
  }
  if (!needsContext)
    return kCUDA_SUCCESS;
  return fake.contextDepth > 0 ? fake.sticky : kInvalidContext;
}

void *toHost(CUdeviceptr address) {
  return reinterpret_cast<void *>(static_cast<uintptr_t>(address));
}
} // namespace

#define ENTER(NAME)                                                            \
  if (CUresult result = enter(NAME))                                           \
  return result
#define ENTER_WITHOUT_CONTEXT(NAME)                                            \
  if (CUresult result = enter(NAME, false))                                    \
  return result

extern "C" {

FakeCuda *fakeCuda() { return &state(); }

CUresult cuInit(unsigned) {
  ENTER_WITHOUT_CONTEXT("cuInit");
  return state().initResult;
}
CUresult cuDriverGetVersion(int *version) {
  *version = FAKE_CUDA_VERSION;
  return kCUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult error, const char **name) {
  switch (error) {
  case kCUDA_ERROR_OUT_OF_MEMORY:
    *name = "CUDA_ERROR_OUT_OF_MEMORY";
    return kCUDA_SUCCESS;
  case kCUDA_ERROR_NO_DEVICE:
    *name = "CUDA_ERROR_NO_DEVICE";
    return kCUDA_SUCCESS;
  case kCUDA_ERROR_NO_BINARY_FOR_GPU:
    *name = "CUDA_ERROR_NO_BINARY_FOR_GPU";
    return kCUDA_SUCCESS;
  case kCUDA_ERROR_ILLEGAL_ADDRESS:
    *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
    return kCUDA_SUCCESS;
  default:
    *name = nullptr;
    return kCUDA_ERROR_INVALID_VALUE;
  }
}
CUresult cuGetErrorString(CUresult error, const char **text) {
  *text = error == kCUDA_ERROR_OUT_OF_MEMORY ? "out of memory" : nullptr;
  return *text ? kCUDA_SUCCESS : kCUDA_ERROR_INVALID_VALUE;
}
CUresult cuDeviceGetCount(int *count) {
  ENTER_WITHOUT_CONTEXT("cuDeviceGetCount");
  *count = state().deviceCount;
  return kCUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  ENTER_WITHOUT_CONTEXT("cuDeviceGet");
  *device = ordinal;
  return kCUDA_SUCCESS;
}
CUresult cuDeviceGetName(char *name, int bytes, CUdevice) {
  ENTER_WITHOUT_CONTEXT("cuDeviceGetName");
  std::strncpy(name, "Fake GPU", static_cast<size_t>(bytes));
  return kCUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                              CUdevice) {
  ENTER_WITHOUT_CONTEXT("cuDeviceGetAttribute");
  switch (attribute) {
  case kCU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    *value = state().capabilityMajor;
    return kCUDA_SUCCESS;
  case kCU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    *value = 0;
    return kCUDA_SUCCESS;
  case kCU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
    *value = 132;
    return kCUDA_SUCCESS;
  default:
    return kCUDA_ERROR_INVALID_VALUE;
  }
}
CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice) {
  ENTER_WITHOUT_CONTEXT("cuDeviceTotalMem_v2");
  *bytes = size_t(1) << 30;
  return kCUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice) {
  ENTER_WITHOUT_CONTEXT("cuDevicePrimaryCtxRetain");
  ++state().contexts;
  *context = reinterpret_cast<CUcontext>(&state());
  return kCUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice) {
  --state().contexts;
  return kCUDA_SUCCESS;
}
CUresult cuCtxPushCurrent_v2(CUcontext) {
  ENTER_WITHOUT_CONTEXT("cuCtxPushCurrent_v2");
  ++state().contextDepth;
  return kCUDA_SUCCESS;
}
CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  --state().contextDepth;
  *context = nullptr;
  return kCUDA_SUCCESS;
}
CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  ENTER("cuStreamCreate");
  ++state().streams;
  state().streamFlags = flags;
  *stream = reinterpret_cast<CUstream>(&state().streams);
  return kCUDA_SUCCESS;
}
CUresult cuStreamDestroy_v2(CUstream) {
  --state().streams;
  return kCUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream) {
  ENTER("cuStreamSynchronize");
  return kCUDA_SUCCESS;
}
CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  ENTER("cuMemAlloc_v2");
  if (bytes > state().freeMemory)
    return kCUDA_ERROR_OUT_OF_MEMORY;
  void *memory = nullptr;
  if (posix_memalign(&memory, 256, bytes))
    return kCUDA_ERROR_OUT_OF_MEMORY;
  if (kIsTrace)
    std::memset(memory, 0, bytes);
  state().freeMemory -= bytes;
  *address = reinterpret_cast<uintptr_t>(memory);
  state().allocations[*address] = bytes;
  return kCUDA_SUCCESS;
}
CUresult cuMemFree_v2(CUdeviceptr address) {
  state().calls.push_back("cuMemFree_v2");
  auto found = state().allocations.find(address);
  if (found == state().allocations.end())
    return kCUDA_ERROR_INVALID_VALUE;
  state().freeMemory += found->second;
  state().allocations.erase(found);
  std::free(toHost(address));
  return kCUDA_SUCCESS;
}
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void *source,
                              size_t bytes, CUstream) {
  ENTER("cuMemcpyHtoDAsync_v2");
  std::memcpy(toHost(target), source, bytes);
  return kCUDA_SUCCESS;
}
CUresult cuMemcpyDtoHAsync_v2(void *target, CUdeviceptr source, size_t bytes,
                              CUstream) {
  ENTER("cuMemcpyDtoHAsync_v2");
  std::memcpy(target, toHost(source), bytes);
  return kCUDA_SUCCESS;
}
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr target, CUdeviceptr source,
                              size_t bytes, CUstream) {
  ENTER("cuMemcpyDtoDAsync_v2");
  std::memcpy(toHost(target), toHost(source), bytes);
  return kCUDA_SUCCESS;
}
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image,
                            unsigned numOptions, CUjit_option *options,
                            void **values) {
  state().images.push_back(image);
  CUresult result = enter("cuModuleLoadDataEx");
  if (result != kCUDA_SUCCESS) {
    char *log = nullptr;
    size_t bytes = 0;
    for (unsigned i = 0; i < numOptions; ++i) {
      if (options[i] == kCU_JIT_ERROR_LOG_BUFFER)
        log = static_cast<char *>(values[i]);
      if (options[i] == kCU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
        bytes = reinterpret_cast<uintptr_t>(values[i]);
    }
    if (log && bytes)
      std::strncpy(log, state().jitLog.c_str(), bytes);
    return result;
  }
  ++state().modules;
  *module = reinterpret_cast<CUmodule>(&state().modules);
  return kCUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule) {
  --state().modules;
  return kCUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction *function, CUmodule, const char *name) {
  ENTER("cuModuleGetFunction");
  if (kIsTrace)
    state().kernels.try_emplace(name, [](const FakeLaunch &) {});
  auto found = state().kernels.find(name);
  if (found == state().kernels.end())
    return kCUDA_ERROR_NOT_FOUND;
  // The node of a map stays where it is.
  *function = reinterpret_cast<CUfunction>(&*found);
  return kCUDA_SUCCESS;
}
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                            CUfunction function) {
  ENTER("cuFuncGetAttribute");
  if (attribute != kCU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)
    return kCUDA_ERROR_INVALID_VALUE;
  auto *kernel =
      reinterpret_cast<decltype(&*state().kernels.begin())>(function);
  auto found = state().maxThreads.find(kernel->first);
  *value = found == state().maxThreads.end() ? 1024 : found->second;
  return kCUDA_SUCCESS;
}
#ifndef FAKE_CUDA_INCOMPLETE
CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes, CUstream stream,
                        void **parameters, void **extra) {
  ENTER("cuLaunchKernel");
  if (sharedBytes || extra ||
      stream != reinterpret_cast<CUstream>(&state().streams))
    return kCUDA_ERROR_INVALID_VALUE;
  auto *kernel =
      reinterpret_cast<decltype(&*state().kernels.begin())>(function);
  kernel->second({kernel->first,
                  {gridX, gridY, gridZ},
                  {blockX, blockY, blockZ},
                  parameters});
  return kCUDA_SUCCESS;
}
#endif
CUresult cuEventCreate(CUevent *event, unsigned) {
  ENTER("cuEventCreate");
  ++state().events;
  *event = reinterpret_cast<CUevent>(&state().events);
  return kCUDA_SUCCESS;
}
CUresult cuEventDestroy_v2(CUevent) {
  --state().events;
  return kCUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent, CUstream) {
  ENTER("cuEventRecord");
  return kCUDA_SUCCESS;
}
CUresult cuEventSynchronize(CUevent) {
  ENTER("cuEventSynchronize");
  return kCUDA_SUCCESS;
}
CUresult cuStreamWaitEvent(CUstream, CUevent, unsigned) {
  ENTER("cuStreamWaitEvent");
  return kCUDA_SUCCESS;
}
CUresult cuMemAllocHost_v2(void **address, size_t bytes) {
  ENTER("cuMemAllocHost_v2");
  *address = std::malloc(bytes);
  ++state().hostAllocations;
  return *address ? kCUDA_SUCCESS : kCUDA_ERROR_OUT_OF_MEMORY;
}
CUresult cuMemFreeHost(void *address) {
  std::free(address);
  --state().hostAllocations;
  return kCUDA_SUCCESS;
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent, CUevent) {
  ENTER("cuEventElapsedTime");
  *milliseconds = state().millisecondsPerEvent;
  return kCUDA_SUCCESS;
}

} // extern "C"
