//===- Memory.h - The memory of a simulated GPU -----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_MEMORY_H
#define AMP_RUNTIME_SIMULATOR_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace amp::rt::simulator {

/// A range of device memory that was allocated as one. Its bytes lie at another
/// address in the host, so that a host that dereferences a device's address, or
/// gives the device one of its own, is found out.
struct Allocation {
  uint64_t address; ///< On the device.
  uint64_t bytes;
  std::unique_ptr<std::byte[]> data;
  /// One bit per byte: whether it was ever written.
  std::vector<uint64_t> written;
  /// What a message calls it: "allocation 12 of 4096 bytes", "global 'table'".
  std::string name;
  bool isConstant = false; ///< May not be written by a kernel.

  bool contains(uint64_t first, uint64_t count) const {
    return first >= address && count <= bytes &&
           first - address <= bytes - count;
  }
};

/// All memory of a device. Fresh memory is filled with bytes that are a NaN in
/// every floating-point type and counts as not written. Between allocations
/// there are gaps, so that running over the end of one meets none. An address
/// is not used again before all that the device has were used once, so that a
/// stale one is recognized.
///
/// Not synchronized: the device's lock is held by whoever calls.
class Memory {
public:
  /// The addresses of a device: enough for a program that allocates often, and
  /// so few that those of 64 devices (and nothing of them near address 0) end
  /// below what Linux gives programs and libraries.
  static constexpr uint64_t kAddresses = UINT64_C(1) << 40;

  /// Allocations lie in `addresses` addresses from `base`, a multiple of 256
  /// that is not 0.
  explicit Memory(uint64_t capacity, uint64_t base = kAddresses,
                  uint64_t addresses = kAddresses)
      : capacity(capacity), base(base), end(base + addresses),
        nextAddress(base) {}

  /// Aligned to 256 bytes; 0 if the capacity does not suffice.
  uint64_t allocate(uint64_t bytes, std::string name);
  /// False if no allocation begins there. What was freed is remembered, so that
  /// `describe` can say so.
  bool release(uint64_t address);

  /// The living allocation that holds the address, or null. Valid until
  /// `release`.
  Allocation *find(uint64_t address);

  /// What lies at an address, for a message: "8 bytes past the end of
  /// allocation 12 of 4096 bytes", "in allocation 3, which was freed".
  std::string describe(uint64_t address) const;

  uint64_t bytesInUse() const { return inUse; }
  uint64_t bytesFree() const { return capacity - inUse; }
  size_t count() const { return allocations.size(); }

private:
  /// Where so many bytes and the gap behind them fit; 0: nowhere.
  uint64_t place(uint64_t bytes) const;

  uint64_t capacity;
  uint64_t inUse = 0;
  uint64_t base, end;
  uint64_t nextAddress;
  unsigned nextNumber = 0;
  std::map<uint64_t, Allocation> allocations; // by address
  std::map<uint64_t, std::pair<uint64_t, std::string>> freed;
};

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_MEMORY_H
