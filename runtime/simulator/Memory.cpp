//===- Memory.cpp ---------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include <cstring>
#include <iterator>
#include <new>

namespace amp::rt::simulator {

namespace {

/// Allocations begin at multiples of it, as the driver's do.
constexpr uint64_t kAlignment = 256;
/// At least so much lies between two allocations.
constexpr uint64_t kGap = 64 * 1024;
/// Farther than this from every allocation, an address is near none.
constexpr uint64_t kNear = 1024 * 1024;

std::string plural(uint64_t count, const char *noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace

uint64_t Memory::allocate(uint64_t bytes, std::string name) {
  if (bytes > capacity - inUse)
    return 0;
  Allocation allocation;
  allocation.address = nextAddress;
  allocation.bytes = bytes;
  // All bits set is a NaN in every floating-point type and an index that is
  // out of bounds everywhere.
  allocation.data.reset(new (std::nothrow) std::byte[bytes ? bytes : 1]);
  if (!allocation.data)
    return 0;
  std::memset(allocation.data.get(), 0xff, bytes);
  allocation.written.assign((bytes + 63) / 64, 0);
  unsigned number = nextNumber++;
  allocation.name = !name.empty() ? std::move(name)
                                  : "allocation " + std::to_string(number) +
                                        " of " + plural(bytes, "byte");
  inUse += bytes;
  uint64_t address = nextAddress;
  nextAddress += (bytes + kGap + kAlignment - 1) / kAlignment * kAlignment;
  allocations.emplace(address, std::move(allocation));
  return address;
}

bool Memory::release(uint64_t address) {
  auto it = allocations.find(address);
  if (it == allocations.end())
    return false;
  inUse -= it->second.bytes;
  // Addresses are not used again, so that a stale one is always recognized.
  freed[address] = {it->second.bytes, std::move(it->second.name)};
  allocations.erase(it);
  return true;
}

Allocation *Memory::find(uint64_t address) {
  auto it = allocations.upper_bound(address);
  if (it == allocations.begin())
    return nullptr;
  --it;
  return it->second.contains(address, 1) ? &it->second : nullptr;
}

std::string Memory::describe(uint64_t address) const {
  auto offset = [&](uint64_t begin) {
    return "byte " + std::to_string(address - begin);
  };
  auto it = allocations.upper_bound(address);
  const Allocation *next = it == allocations.end() ? nullptr : &it->second;
  const Allocation *previous = nullptr;
  if (it != allocations.begin()) {
    previous = &std::prev(it)->second;
    if (previous->contains(address, 1))
      return offset(previous->address) + " of " + previous->name;
  }
  auto gone = freed.upper_bound(address);
  if (gone != freed.begin()) {
    --gone;
    if (address - gone->first < gone->second.first)
      return offset(gone->first) + " of " + gone->second.second +
             ", which was freed";
  }
  uint64_t past =
      previous ? address - previous->address - previous->bytes : kNear;
  uint64_t before = next ? next->address - address : kNear;
  if (past < kNear && past <= before)
    return (past ? plural(past, "byte") + " past the end of "
                 : std::string("at the end of ")) +
           previous->name;
  if (before < kNear)
    return plural(before, "byte") + " before " + next->name;
  if (address < 64 * 1024)
    return "near the null address";
  return "near no allocation of the device";
}

} // namespace amp::rt::simulator
