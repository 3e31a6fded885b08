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

/// Of an allocation and the gap behind it.
uint64_t extentOf(uint64_t bytes) {
  return (bytes + kGap + kAlignment - 1) / kAlignment * kAlignment;
}

} // namespace

uint64_t Memory::place(uint64_t bytes) const {
  const uint64_t extent = extentOf(bytes);
  // Up to the next allocation that lives, of which there is one only after all
  // addresses were used.
  auto fits = [&](uint64_t address, uint64_t limit) {
    return address <= limit && extent <= limit - address;
  };
  auto next = allocations.lower_bound(nextAddress);
  if (fits(nextAddress, next == allocations.end() ? end : next->first))
    return nextAddress;
  uint64_t address = base;
  for (const auto &[first, allocation] : allocations) {
    if (fits(address, first))
      return address;
    address = first + extentOf(allocation.bytes);
  }
  return fits(address, end) ? address : 0;
}

uint64_t Memory::allocate(uint64_t bytes, std::string name) {
  if (bytes > capacity - inUse)
    return 0;
  const uint64_t address = place(bytes);
  if (!address)
    return 0;
  Allocation allocation;
  allocation.address = address;
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
  nextAddress = address + extentOf(bytes);
  // Where something lives again, nothing counts as freed.
  auto gone = freed.lower_bound(address);
  if (gone != freed.begin() &&
      address - std::prev(gone)->first < std::prev(gone)->second.first)
    --gone;
  while (gone != freed.end() && gone->first < nextAddress)
    gone = freed.erase(gone);
  allocations.emplace(address, std::move(allocation));
  return address;
}

bool Memory::release(uint64_t address) {
  auto it = allocations.find(address);
  if (it == allocations.end())
    return false;
  inUse -= it->second.bytes;
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
