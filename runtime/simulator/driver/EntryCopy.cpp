//===- EntryCopy.cpp - Functions that copy and set memory -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Copies to and from page-locked memory run as late as other work. From memory
// that is pageable the bytes are taken at once; to such memory the host waits,
// as the documentation of the driver says of its synchronization.
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

/// The bytes of a range that was in one allocation when the work was enqueued.
static std::byte *reach(Memory &memory, uint64_t address, uint64_t bytes,
                        Allocation *&allocation, Fault &fault) {
  allocation = memory.find(address);
  if (allocation && allocation->contains(address, bytes))
    return allocation->data.get() + (address - allocation->address);
  fault = {kCUDA_ERROR_ILLEGAL_ADDRESS,
           formatRange(address, bytes) +
               " is no memory any more: " + memory.describe(address)};
  return nullptr;
}

static void markWritten(Allocation &allocation, uint64_t address,
                        uint64_t bytes) {
  const uint64_t first = address - allocation.address;
  for (uint64_t bit = first; bit < first + bytes;) {
    if (bit % 64 == 0 && first + bytes - bit >= 64) {
      allocation.written[bit / 64] = UINT64_MAX;
      bit += 64;
    } else {
      allocation.written[bit / 64] |= UINT64_C(1) << (bit % 64);
      ++bit;
    }
  }
}

static std::string countBytes(uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

/// What memory of the host a copy uses.
struct HostSide {
  std::byte *address;
  bool isPinned;
};

static bool findHostSide(Call &call, const void *address, uint64_t bytes,
                         HostSide &side) {
  if (!address) {
    call.fail(kCUDA_ERROR_INVALID_VALUE, "the address of the host is null");
    return false;
  }
  bool isPartial = false;
  side.address = static_cast<std::byte *>(const_cast<void *>(address));
  side.isPinned =
      call.driver.findHostRange(address, bytes, isPartial) != nullptr;
  if (isPartial)
    call.fail(kCUDA_ERROR_INVALID_VALUE,
              "only a part of the host's range " +
                  formatRange(reinterpret_cast<uintptr_t>(address), bytes) +
                  " is page-locked");
  return !isPartial;
}

/// A copy of pageable memory cannot be captured: the memory may be gone when
/// the graph runs.
static CUresult refusePageable(Call &call, const Stream &stream) {
  stream.capture->invalidate(call.name);
  return call.fail(kCUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                   "a copy of pageable memory while " + stream.name +
                       " is captured; use page-locked memory");
}

static CUresult copyToDevice(Call &call, CUdeviceptr target, const void *source,
                             size_t bytes, Stream &stream, bool isBlocking) {
  HostSide side;
  if (!bytes)
    return kCUDA_SUCCESS;
  if (!call.checkRange(target, bytes, "target") ||
      !findHostSide(call, source, bytes, side))
    return call.result;
  if (stream.capture && !side.isPinned)
    return refusePageable(call, stream);

  if (applySeed(Seed::UploadDropped, 4))
    return kCUDA_SUCCESS;
  if (bytes > 4 && applySeed(Seed::UploadShort))
    bytes -= 4;

  Action action;
  action.kind = ActionKind::CopyToDevice;
  action.name = "copy of " + countBytes(bytes) + " to the device";
  action.bytes = bytes;
  // Keeps the bytes of pageable memory.
  std::shared_ptr<std::vector<std::byte>> staged;
  if (side.isPinned) {
    action.hostUses.push_back({side.address, bytes, false});
  } else {
    if (isBlocking) {
      // What was enqueued before is waited for, then the bytes are taken.
      if (CUresult result = call.driver.checkCapture(call, stream))
        return result;
      if (CUresult result = call.driver.synchronize(
              *call.context, call.driver.enqueue(call, stream, {})))
        return call.endWith(result);
    }
    staged = std::make_shared<std::vector<std::byte>>(side.address,
                                                      side.address + bytes);
  }
  action.run = [target, bytes, staged, from = side.address](
                   Memory &memory, std::vector<Access> &accesses, Counters &) {
    Fault fault;
    Allocation *allocation;
    if (std::byte *to = reach(memory, target, bytes, allocation, fault)) {
      std::memcpy(to, staged ? staged->data() : from, bytes);
      markWritten(*allocation, target, bytes);
      accesses.push_back({target, bytes, true});
    }
    return fault;
  };
  if (!isBlocking && applySeed(Seed::UploadElsewhere))
    return call.driver.submitElsewhere(call, stream, std::move(action),
                                       /*isWaitedFor=*/false);
  if (CUresult result = call.driver.submit(call, stream, std::move(action)))
    return result;
  if (!isBlocking && side.isPinned && applySeed(Seed::StagingReused))
    side.address[bytes - 1] ^= std::byte{1};
  if (!isBlocking || !side.isPinned)
    return kCUDA_SUCCESS;
  return call.endWith(call.driver.synchronize(*call.context, stream.tail));
}

/// Gives the memory at an address back, as a program with this defect would,
/// but for the complaint about it: what is enqueued is to find out itself.
static void freeEarly(Call &call, uint64_t address) {
  Context &context = *call.context;
  const Allocation *allocation = context.device.memory.find(address);
  if (!allocation || !context.allocations.count(allocation->address) ||
      !applySeed(Seed::FreedEarly))
    return;
  const uint64_t first = allocation->address, bytes = allocation->bytes;
  context.allocations.erase(first);
  context.device.memory.release(first);
  context.device.history.forget(first, bytes);
}

static CUresult copyToHost(Call &call, void *target, CUdeviceptr source,
                           size_t bytes, Stream &stream, bool isBlocking) {
  HostSide side;
  if (!bytes)
    return kCUDA_SUCCESS;
  if (!call.checkRange(source, bytes, "source") ||
      !findHostSide(call, target, bytes, side))
    return call.result;
  if (stream.capture && !side.isPinned)
    return refusePageable(call, stream);

  Action action;
  action.kind = ActionKind::CopyToHost;
  action.name = "copy of " + countBytes(bytes) + " to the host";
  action.bytes = bytes;
  if (side.isPinned)
    action.hostUses.push_back({side.address, bytes, true});
  action.run = [source, bytes, to = side.address](
                   Memory &memory, std::vector<Access> &accesses, Counters &) {
    Fault fault;
    Allocation *allocation;
    if (std::byte *from = reach(memory, source, bytes, allocation, fault)) {
      std::memcpy(to, from, bytes);
      accesses.push_back({source, bytes, false});
    }
    return fault;
  };
  if (stream.tail && !stream.tail->isDone && applySeed(Seed::DownloadEarly)) {
    if (CUresult result = call.driver.submitElsewhere(
            call, stream, std::move(action), /*isWaitedFor=*/true))
      return result;
  } else if (CUresult result =
                 call.driver.submit(call, stream, std::move(action))) {
    return result;
  }
  if (selectedSeed() == Seed::FreedEarly)
    freeEarly(call, source);
  if (side.isPinned && !isBlocking)
    return kCUDA_SUCCESS;
  return call.endWith(call.driver.synchronize(*call.context, stream.tail));
}

static CUresult copyOnDevice(Call &call, CUdeviceptr target, CUdeviceptr source,
                             size_t bytes, Stream &stream) {
  if (!bytes)
    return kCUDA_SUCCESS;
  if (!call.checkRange(target, bytes, "target") ||
      !call.checkRange(source, bytes, "source"))
    return call.result;
  if (target < source + bytes && source < target + bytes)
    return call.fail(kCUDA_ERROR_INVALID_VALUE,
                     "the ranges " + formatRange(target, bytes) + " and " +
                         formatRange(source, bytes) + " overlap");
  Action action;
  action.kind = ActionKind::CopyOnDevice;
  action.name = "copy of " + countBytes(bytes) + " on the device";
  action.bytes = bytes;
  action.run = [target, source, bytes](
                   Memory &memory, std::vector<Access> &accesses, Counters &) {
    Fault fault;
    Allocation *from, *to;
    std::byte *read = reach(memory, source, bytes, from, fault);
    std::byte *written =
        read ? reach(memory, target, bytes, to, fault) : nullptr;
    if (!written)
      return fault;
    std::memcpy(written, read, bytes);
    // What was never written is not there after a copy either.
    const uint64_t first = source - from->address, at = target - to->address;
    for (uint64_t i = 0; i < bytes; ++i) {
      const uint64_t bit = UINT64_C(1) << ((at + i) % 64);
      uint64_t &word = to->written[(at + i) / 64];
      const bool isWritten =
          from->written[(first + i) / 64] >> ((first + i) % 64) & 1;
      word = isWritten ? word | bit : word & ~bit;
    }
    accesses.push_back({source, bytes, false});
    accesses.push_back({target, bytes, true});
    return fault;
  };
  return call.driver.submit(call, stream, std::move(action));
}

/// Sets `count` elements of the type of `value`.
template <typename T>
static CUresult set(Call &call, CUdeviceptr target, T value, size_t count,
                    Stream &stream) {
  if (!count)
    return kCUDA_SUCCESS;
  if (count > SIZE_MAX / sizeof(T))
    return call.fail(kCUDA_ERROR_INVALID_VALUE, "too many elements");
  const uint64_t bytes = count * sizeof(T);
  if (target % sizeof(T))
    return call.fail(kCUDA_ERROR_INVALID_VALUE,
                     "the target is not aligned to " +
                         std::to_string(sizeof(T)) + " bytes");
  if (!call.checkRange(target, bytes, "target"))
    return call.result;
  Action action;
  action.kind = ActionKind::Memset;
  action.name = "memset of " + countBytes(bytes);
  action.bytes = bytes;
  action.run = [target, bytes, value](
                   Memory &memory, std::vector<Access> &accesses, Counters &) {
    Fault fault;
    Allocation *allocation;
    if (std::byte *to = reach(memory, target, bytes, allocation, fault)) {
      for (uint64_t i = 0; i < bytes; i += sizeof(T))
        std::memcpy(to + i, &value, sizeof(T));
      markWritten(*allocation, target, bytes);
      accesses.push_back({target, bytes, true});
    }
    return fault;
  };
  if (applySeed(Seed::MemsetElsewhere))
    return call.driver.submitElsewhere(call, stream, std::move(action),
                                       /*isWaitedFor=*/false);
  return call.driver.submit(call, stream, std::move(action));
}

/// Runs a body with the stream of the handle; null is the default stream.
template <typename Body>
static CUresult enterStream(const char *name, InCapture inCapture,
                            CUstream stream, Body body) {
  return enter(name, Needs::Context, inCapture, [&](Call &call) -> CUresult {
    std::shared_ptr<Stream> found = call.findStream(stream);
    return found ? body(call, *found) : call.result;
  });
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

CUresult amp::rt::simulator::cuMemcpyHtoDAsync_v2(CUdeviceptr target,
                                                  const void *source,
                                                  size_t bytes,
                                                  CUstream stream) {
  return enterStream("cuMemcpyHtoDAsync_v2", InCapture::Safe, stream,
                     [&](Call &call, Stream &found) {
                       return copyToDevice(call, target, source, bytes, found,
                                           /*isBlocking=*/false);
                     });
}

CUresult amp::rt::simulator::cuMemcpyHtoD_v2(CUdeviceptr target,
                                             const void *source, size_t bytes) {
  return enterStream("cuMemcpyHtoD_v2", InCapture::Unsafe, nullptr,
                     [&](Call &call, Stream &found) {
                       return copyToDevice(call, target, source, bytes, found,
                                           /*isBlocking=*/true);
                     });
}

CUresult amp::rt::simulator::cuMemcpyDtoHAsync_v2(void *target,
                                                  CUdeviceptr source,
                                                  size_t bytes,
                                                  CUstream stream) {
  return enterStream("cuMemcpyDtoHAsync_v2", InCapture::Safe, stream,
                     [&](Call &call, Stream &found) {
                       return copyToHost(call, target, source, bytes, found,
                                         /*isBlocking=*/false);
                     });
}

CUresult amp::rt::simulator::cuMemcpyDtoH_v2(void *target, CUdeviceptr source,
                                             size_t bytes) {
  return enterStream("cuMemcpyDtoH_v2", InCapture::Unsafe, nullptr,
                     [&](Call &call, Stream &found) {
                       return copyToHost(call, target, source, bytes, found,
                                         /*isBlocking=*/true);
                     });
}

CUresult amp::rt::simulator::cuMemcpyDtoDAsync_v2(CUdeviceptr target,
                                                  CUdeviceptr source,
                                                  size_t bytes,
                                                  CUstream stream) {
  return enterStream("cuMemcpyDtoDAsync_v2", InCapture::Safe, stream,
                     [&](Call &call, Stream &found) {
                       return copyOnDevice(call, target, source, bytes, found);
                     });
}

CUresult amp::rt::simulator::cuMemcpyDtoD_v2(CUdeviceptr target,
                                             CUdeviceptr source, size_t bytes) {
  return enterStream("cuMemcpyDtoD_v2", InCapture::Unsafe, nullptr,
                     [&](Call &call, Stream &found) {
                       return copyOnDevice(call, target, source, bytes, found);
                     });
}

CUresult amp::rt::simulator::cuMemsetD8_v2(CUdeviceptr target,
                                           unsigned char value, size_t count) {
  return enterStream("cuMemsetD8_v2", InCapture::Unsafe, nullptr,
                     [&](Call &call, Stream &found) {
                       return set(call, target, value, count, found);
                     });
}

CUresult amp::rt::simulator::cuMemsetD32_v2(CUdeviceptr target, unsigned value,
                                            size_t count) {
  return enterStream("cuMemsetD32_v2", InCapture::Unsafe, nullptr,
                     [&](Call &call, Stream &found) {
                       return set(call, target, value, count, found);
                     });
}

CUresult amp::rt::simulator::cuMemsetD8Async(CUdeviceptr target,
                                             unsigned char value, size_t count,
                                             CUstream stream) {
  return enterStream("cuMemsetD8Async", InCapture::Safe, stream,
                     [&](Call &call, Stream &found) {
                       return set(call, target, value, count, found);
                     });
}

CUresult amp::rt::simulator::cuMemsetD16Async(CUdeviceptr target,
                                              unsigned short value,
                                              size_t count, CUstream stream) {
  return enterStream("cuMemsetD16Async", InCapture::Safe, stream,
                     [&](Call &call, Stream &found) {
                       return set(call, target, value, count, found);
                     });
}

CUresult amp::rt::simulator::cuMemsetD32Async(CUdeviceptr target,
                                              unsigned value, size_t count,
                                              CUstream stream) {
  return enterStream("cuMemsetD32Async", InCapture::Safe, stream,
                     [&](Call &call, Stream &found) {
                       return set(call, target, value, count, found);
                     });
}
