//===- Staging.h - Page-locked memory for copies to a device ----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_STAGING_H
#define AMP_RUNTIME_CUDA_STAGING_H

#include "CudaApi.h"

#include "Status.h"

#include <cstdint>
#include <deque>

namespace amp::rt::cuda {

/// A ring of page-locked host memory. What is to be copied to the device is put
/// there first, so that the caller's memory is free at once and the host goes
/// on while the device is at work. The context must be current in all calls.
class Staging {
public:
  Staging(const DriverApi &driver, CUstream stream)
      : driver(driver), stream(stream) {}
  Staging(const Staging &) = delete;
  Staging &operator=(const Staging &) = delete;
  /// The stream is idle.
  ~Staging();

  /// Most bytes of a copy that goes this way: a larger one takes so long that
  /// to wait for it costs little.
  static constexpr uint64_t kMostBytes = UINT64_C(16) << 20;

  /// Enqueues a copy of at most kMostBytes.
  Status copy(CUdeviceptr target, const void *source, uint64_t bytes);

private:
  /// A part that a copy still reads.
  struct Part {
    uint64_t end; ///< of it, in the ring
    CUevent done;
  };

  Status grow(uint64_t bytes);
  Status releaseFirst();
  Status takeEvent(CUevent &event);

  const DriverApi &driver;
  CUstream stream;
  char *memory = nullptr;
  uint64_t size = 0;
  /// Where the next part begins, and the first one that is not free; equal if
  /// all is free or nothing.
  uint64_t head = 0, tail = 0;
  std::deque<Part> parts;
  std::deque<CUevent> freeEvents;
};

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_STAGING_H
