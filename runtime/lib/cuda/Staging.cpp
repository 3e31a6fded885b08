//===- Staging.cpp - Page-locked memory for copies to a device ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Staging.h"

#include "CudaError.h"

#include <algorithm>
#include <cstring>

using namespace amp::rt;
using namespace amp::rt::cuda;

/// Parts begin at multiples of this, of a cache line.
static constexpr uint64_t kAlignment = 64;
static constexpr uint64_t kLeastSize = UINT64_C(1) << 20;

Staging::~Staging() {
  for (const Part &part : parts)
    (void)driver.cuEventDestroy_v2(part.done);
  for (CUevent event : freeEvents)
    (void)driver.cuEventDestroy_v2(event);
  if (memory)
    (void)driver.cuMemFreeHost(memory);
}

Status Staging::takeEvent(CUevent &event) {
  if (!freeEvents.empty()) {
    event = freeEvents.front();
    freeEvents.pop_front();
    return Status();
  }
  AMPRT_CUDA_CALL(driver, cuEventCreate(&event, kCU_EVENT_DISABLE_TIMING),
                  "creating an event for a copy to the device");
  return Status();
}

Status Staging::releaseFirst() {
  Part part = parts.front();
  AMPRT_CUDA_CALL(driver, cuEventSynchronize(part.done),
                  "a copy to the device, or work before it,");
  tail = part.end;
  freeEvents.push_back(part.done);
  parts.pop_front();
  return Status();
}

/// Makes a ring that holds three copies of so many bytes: one that is read, one
/// that is written, and what is left at the end.
Status Staging::grow(uint64_t bytes) {
  uint64_t wanted = std::max(size, kLeastSize);
  while (wanted < 3 * bytes)
    wanted *= 2;
  if (wanted == size)
    return Status();
  while (!parts.empty())
    AMPRT_RETURN_IF_ERROR(releaseFirst());
  if (memory)
    (void)driver.cuMemFreeHost(memory);
  memory = nullptr;
  head = tail = size = 0;
  void *result = nullptr;
  AMPRT_CUDA_CALL(driver, cuMemAllocHost_v2(&result, wanted),
                  "allocating " + std::to_string(wanted) +
                      " bytes of page-locked memory for copies to the "
                      "device");
  memory = static_cast<char *>(result);
  size = wanted;
  return Status();
}

Status Staging::copy(CUdeviceptr target, const void *source, uint64_t bytes) {
  const uint64_t taken = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  AMPRT_RETURN_IF_ERROR(grow(taken));
  CUevent done = nullptr;
  AMPRT_RETURN_IF_ERROR(takeEvent(done));
  // Behind the last part, or from the start again.
  uint64_t begin = size - head >= taken ? head : 0;
  auto isFree = [&] {
    if (parts.empty())
      return true;
    // The parts are [tail, head), or around the end.
    return tail < head ? begin == head || begin + taken <= tail
                       : begin == head && begin + taken <= tail;
  };
  while (!isFree())
    if (Status status = releaseFirst(); !status.ok()) {
      freeEvents.push_back(done);
      return status;
    }
  std::memcpy(memory + begin, source, bytes);
  CUresult result =
      driver.cuMemcpyHtoDAsync_v2(target, memory + begin, bytes, stream);
  if (result == kCUDA_SUCCESS)
    result = driver.cuEventRecord(done, stream);
  if (result != kCUDA_SUCCESS) {
    freeEvents.push_back(done);
    return driverError(driver, result,
                       "copying " + std::to_string(bytes) +
                           " bytes to the device, or work before it,",
                       __FILE__, __LINE__);
  }
  if (parts.empty())
    tail = begin;
  head = begin + taken;
  parts.push_back({head, done});
  return Status();
}
