//===- EntryMemory.cpp - Functions for memory of the device and the host --===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>
#include <cstdlib>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

//===----------------------------------------------------------------------===//
// Device memory
//===----------------------------------------------------------------------===//

CUresult amp::rt::simulator::cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  return enter(
      "cuMemAlloc_v2", Needs::Context, InCapture::Unsafe, [&](Call &call) {
        State &driver = call.driver;
        if (!address)
          return call.failOnNull();
        if (!bytes)
          return call.fail(kCUDA_ERROR_INVALID_VALUE,
                           "an allocation of no bytes");
        Memory &memory = call.context->device.memory;
        uint64_t found = 0;
        if (bytes <= driver.freeMemory.value_or(UINT64_MAX))
          found = memory.allocate(bytes, "");
        if (!found)
          return call.fail(kCUDA_ERROR_OUT_OF_MEMORY,
                           std::to_string(bytes) + " bytes are asked for, " +
                               std::to_string(std::min<uint64_t>(
                                   memory.bytesFree(),
                                   driver.freeMemory.value_or(UINT64_MAX))) +
                               " are free");
        if (driver.freeMemory)
          *driver.freeMemory -= bytes;
        call.context->allocations.insert(found);
        driver.counts.count(&Totals::allocations);
        driver.counts.count(&Totals::bytesAllocated, bytes);
        driver.counts.noteBytesInUse(memory.bytesInUse());
        *address = found;
        return kCUDA_SUCCESS;
      });
}

CUresult amp::rt::simulator::cuMemFree_v2(CUdeviceptr address) {
  return enter(
      "cuMemFree_v2", Needs::Cleanup, InCapture::Unsafe, [&](Call &call) {
        State &driver = call.driver;
        if (!address)
          return CUresult(kCUDA_SUCCESS);
        Device &device = call.context->device;
        if (!call.context->allocations.count(address))
          return call.fail(kCUDA_ERROR_INVALID_VALUE,
                           "no allocation begins there: the address is " +
                               device.memory.describe(address));
        const Allocation *allocation = device.memory.find(address);
        const uint64_t bytes = allocation->bytes;
        // What is queued finds out itself that the memory is gone.
        auto conflict =
            device.history.findUnordered(address, bytes, driver.hostClock);
        if (conflict)
          driver.raiseOrder(*call.context,
                            allocation->name + " is freed by call " +
                                std::to_string(call.number) +
                                " although the host has not waited for " +
                                conflict->earlier.info->describe() +
                                ", which uses it");
        call.context->allocations.erase(address);
        device.memory.release(address);
        device.history.forget(address, bytes);
        if (driver.freeMemory)
          *driver.freeMemory += bytes;
        driver.counts.count(&Totals::frees);
        return CUresult(kCUDA_SUCCESS);
      });
}

CUresult amp::rt::simulator::cuMemGetInfo_v2(size_t *free, size_t *total) {
  return enter(
      "cuMemGetInfo_v2", Needs::Context, InCapture::Safe, [&](Call &call) {
        if (!free || !total)
          return call.failOnNull();
        Memory &memory = call.context->device.memory;
        *free = std::min<uint64_t>(memory.bytesFree(),
                                   call.driver.freeMemory.value_or(UINT64_MAX));
        *total = memory.bytesFree() + memory.bytesInUse();
        return kCUDA_SUCCESS;
      });
}

CUresult amp::rt::simulator::cuMemGetAddressRange_v2(CUdeviceptr *base,
                                                     size_t *bytes,
                                                     CUdeviceptr address) {
  return enter("cuMemGetAddressRange_v2", Needs::Context, InCapture::Safe,
               [&](Call &call) {
                 Memory &memory = call.context->device.memory;
                 const Allocation *found = memory.find(address);
                 if (!found)
                   return call.fail(kCUDA_ERROR_NOT_FOUND,
                                    "the address is " +
                                        memory.describe(address));
                 if (base)
                   *base = found->address;
                 if (bytes)
                   *bytes = found->bytes;
                 return kCUDA_SUCCESS;
               });
}

/// Stores an attribute of a pointer as its type.
template <typename T>
static CUresult store(void *value, T attribute) {
  std::memcpy(value, &attribute, sizeof(attribute));
  return kCUDA_SUCCESS;
}

CUresult amp::rt::simulator::cuPointerGetAttribute(
    void *value, CUpointer_attribute attribute, CUdeviceptr address) {
  return enter(
      "cuPointerGetAttribute", Needs::Context, InCapture::Safe,
      [&](Call &call) {
        if (!value)
          return call.failOnNull();
        Context &context = *call.context;
        const Allocation *allocation = context.device.memory.find(address);
        void *host = reinterpret_cast<void *>(address);
        bool isPartial = false;
        const HostRange *range =
            allocation ? nullptr
                       : call.driver.findHostRange(host, 1, isPartial);
        if (!allocation && !range)
          return call.fail(kCUDA_ERROR_INVALID_VALUE,
                           "neither memory of the device nor page-locked: " +
                               context.device.memory.describe(address));
        switch (attribute) {
        case kCU_POINTER_ATTRIBUTE_CONTEXT:
          return store(value, context.handle);
        case kCU_POINTER_ATTRIBUTE_MEMORY_TYPE:
          return store<unsigned>(value, allocation ? kCU_MEMORYTYPE_DEVICE
                                                   : kCU_MEMORYTYPE_HOST);
        case kCU_POINTER_ATTRIBUTE_IS_MANAGED:
          return store(value, 0u);
        case kCU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
          return store(value, context.device.ordinal);
        case kCU_POINTER_ATTRIBUTE_HOST_POINTER:
          if (range)
            return store(value, host);
          break;
        case kCU_POINTER_ATTRIBUTE_DEVICE_POINTER:
          if (allocation)
            return store(value, address);
          break;
        case kCU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
          if (allocation)
            return store(value, allocation->address);
          break;
        case kCU_POINTER_ATTRIBUTE_RANGE_SIZE:
          if (allocation)
            return store<size_t>(value, allocation->bytes);
          break;
        default:
          break;
        }
        return call.fail(kCUDA_ERROR_INVALID_VALUE,
                         "the simulated memory has no attribute " +
                             std::to_string(attribute) + " at this address");
      });
}

//===----------------------------------------------------------------------===//
// Page-locked memory
//===----------------------------------------------------------------------===//

static CUresult allocateHost(Call &call, void **address, size_t bytes,
                             unsigned flags) {
  if (!address)
    return call.failOnNull();
  if (!bytes)
    return call.fail(kCUDA_ERROR_INVALID_VALUE, "an allocation of no bytes");
  if (flags & kCU_MEMHOSTALLOC_DEVICEMAP)
    return call.fail(kCUDA_ERROR_NOT_SUPPORTED,
                     "host memory in the device's address space is not "
                     "simulated");
  if (flags & ~(kCU_MEMHOSTALLOC_PORTABLE | kCU_MEMHOSTALLOC_WRITECOMBINED))
    return call.fail(kCUDA_ERROR_INVALID_VALUE,
                     "unknown flags " + std::to_string(flags));
  void *memory = nullptr;
  if (posix_memalign(&memory, 4096, bytes))
    return call.fail(kCUDA_ERROR_OUT_OF_MEMORY,
                     "the host has not " + std::to_string(bytes) + " bytes");
  call.driver.hostRanges[reinterpret_cast<uintptr_t>(memory)] = {
      bytes, flags, true, call.context};
  call.driver.counts.count(&Totals::hostAllocations);
  *address = memory;
  return kCUDA_SUCCESS;
}

/// Takes back page-locked memory that was allocated or registered.
static CUresult releaseHost(Call &call, void *address, bool isOwned,
                            CUresult unknown) {
  State &driver = call.driver;
  const uintptr_t first = reinterpret_cast<uintptr_t>(address);
  auto found = driver.hostRanges.find(first);
  if (found == driver.hostRanges.end() || found->second.isOwned != isOwned)
    return call.fail(unknown, isOwned ? "no page-locked memory begins there"
                                      : "no registered memory begins there");
  const uint64_t bytes = found->second.bytes;
  if (std::string user = driver.describeHostUse(address, bytes); !user.empty())
    driver.raiseOrder(*call.context,
                      "page-locked memory " + formatRange(first, bytes) +
                          " is given back by call " +
                          std::to_string(call.number) +
                          " although the host has not waited for " + user +
                          ", which uses it");
  driver.hostRanges.erase(found);
  driver.hostHistory.forget(first, bytes);
  if (isOwned)
    std::free(address);
  return kCUDA_SUCCESS;
}

CUresult amp::rt::simulator::cuMemAllocHost_v2(void **address, size_t bytes) {
  return enter(
      "cuMemAllocHost_v2", Needs::Context, InCapture::Unsafe,
      [&](Call &call) { return allocateHost(call, address, bytes, 0); });
}

CUresult amp::rt::simulator::cuMemHostAlloc(void **address, size_t bytes,
                                            unsigned flags) {
  return enter(
      "cuMemHostAlloc", Needs::Context, InCapture::Unsafe,
      [&](Call &call) { return allocateHost(call, address, bytes, flags); });
}

CUresult amp::rt::simulator::cuMemFreeHost(void *address) {
  return enter(
      "cuMemFreeHost", Needs::Cleanup, InCapture::Unsafe, [&](Call &call) {
        return releaseHost(call, address, true, kCUDA_ERROR_INVALID_VALUE);
      });
}

CUresult amp::rt::simulator::cuMemHostRegister_v2(void *address, size_t bytes,
                                                  unsigned flags) {
  return enter(
      "cuMemHostRegister_v2", Needs::Context, InCapture::Unsafe,
      [&](Call &call) {
        if (!address || !bytes ||
            bytes > UINTPTR_MAX - reinterpret_cast<uintptr_t>(address))
          return call.fail(kCUDA_ERROR_INVALID_VALUE,
                           "the range is empty or ends nowhere");
        if (flags & ~kCU_MEMHOSTREGISTER_PORTABLE)
          return call.fail(kCUDA_ERROR_NOT_SUPPORTED,
                           "flags " + std::to_string(flags) +
                               " of registered memory are not simulated");
        bool isPartial = false;
        if (call.driver.findHostRange(address, bytes, isPartial) || isPartial)
          return call.fail(kCUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
                           "a part of the range is page-locked already");
        call.driver.hostRanges[reinterpret_cast<uintptr_t>(address)] = {
            bytes, flags, false, call.context};
        call.driver.counts.count(&Totals::hostAllocations);
        return kCUDA_SUCCESS;
      });
}

CUresult amp::rt::simulator::cuMemHostUnregister(void *address) {
  return enter("cuMemHostUnregister", Needs::Cleanup, InCapture::Unsafe,
               [&](Call &call) {
                 return releaseHost(call, address, false,
                                    kCUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
               });
}

CUresult amp::rt::simulator::cuMemHostGetFlags(unsigned *flags, void *address) {
  return enter("cuMemHostGetFlags", Needs::Context, InCapture::Safe,
               [&](Call &call) {
                 if (!flags)
                   return call.failOnNull();
                 bool isPartial = false;
                 const HostRange *range =
                     call.driver.findHostRange(address, 1, isPartial);
                 if (!range)
                   return call.fail(kCUDA_ERROR_INVALID_VALUE,
                                    "the memory is not page-locked");
                 *flags = range->flags;
                 return kCUDA_SUCCESS;
               });
}
