//===- Execution.h - The state of a running kernel --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_PTX_EXECUTION_H
#define AMP_RUNTIME_SIMULATOR_PTX_EXECUTION_H

#include "Code.h"
#include "Machine.h"
#include "Shadow.h"

#include "../Memory.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace amp::rt::simulator::ptx {

/// Calls a function for each of some threads. For a dense range the loop is one
/// that the compiler may vectorize: a semantic writes elements of its own
/// thread alone.
template <class Function>
inline void forEach(const Lanes &lanes, Function &&function) {
  if (lanes.isDense) {
    const uint32_t end = lanes.first + lanes.count;
#ifdef __clang__
#pragma clang loop vectorize(assume_safety)
#endif
    for (uint32_t i = lanes.first; i < end; ++i)
      function(i);
    return;
  }
  for (uint32_t k = 0; k < lanes.count; ++k)
    function(uint32_t(lanes.index[k]));
}

/// Calls a function with each warp's part of some threads: the warp, the part,
/// and its bits.
template <class Function>
inline void forEachWarp(const Lanes &lanes, Function &&function) {
  for (uint32_t k = 0; k < lanes.count;) {
    uint32_t first = lanes[k], warp = first / 32;
    uint32_t end = k, mask = 0;
    if (lanes.isDense) {
      uint32_t count = std::min(lanes.count - k, 32 - first % 32);
      end = k + count;
      mask = (count == 32 ? ~0u : (1u << count) - 1) << first % 32;
    } else {
      for (; end < lanes.count && lanes.index[end] / 32 == warp; ++end)
        mask |= 1u << lanes.index[end] % 32;
    }
    Lanes part;
    part.count = end - k;
    part.first = first;
    part.isDense = lanes.isDense || lanes.index[end - 1] - first + 1 == end - k;
    part.index = lanes.isDense ? nullptr : lanes.index + k;
    if (!function(warp, part, mask))
      return;
    k = end;
  }
}

/// Memory that kernels touch, as the machine sees it.
struct Region {
  uint64_t begin = 0;
  uint64_t bytes = 0;
  std::byte *data = nullptr;
  uint64_t *written = nullptr; ///< A bit per byte.
  Shadow *shadow = nullptr;
  bool isConstant = false;
};

enum class AccessKind : uint8_t { Load, Store, Atomic };

class Machine {
public:
  Machine(const Module &module, const Kernel &kernel, Extent grid, Extent block,
          uint32_t dynamicSharedBytes, const std::vector<std::byte> &parameters,
          Memory &memory, Counters &counters, const Limits &limits);

  Fault run();
  void collect(std::vector<Access> &accesses) const;

  //===--------------------------------------------------------------------===//
  // For the semantics of instructions
  //===--------------------------------------------------------------------===//

  /// The array of a register, an element per thread.
  template <class T>
  T *reg(uint32_t offset) {
    return reinterpret_cast<T *>(registers + size_t(offset) * stride);
  }

  uint32_t numThreads() const { return threads; }
  /// The threads of a warp that the block has.
  uint32_t warpMask(uint32_t warp) const {
    uint32_t count = threads - warp * 32;
    return count >= 32 ? ~0u : (1u << count) - 1;
  }
  Order &order() { return theOrder; }
  uint64_t clock() const { return counters.instructions; }

  /// Checks an access of `bytes` bytes of each thread at operand `operand`
  /// plus the immediate, counts it, and fills `pointers` for these threads.
  /// False after a fault.
  bool resolve(const Instruction &instruction, const Lanes &lanes,
               uint32_t operand, uint32_t bytes, AccessKind kind);
  std::byte **pointers() { return hostPointers.data(); }

  void fail(cuda::CUresult result, const Instruction &instruction,
            uint32_t thread, const std::string &what);
  bool failed() const { return bool(fault); }

  const std::vector<std::byte> &parameterBytes() const { return parameters; }

private:
  /// Threads that run together, at the same instruction.
  struct Group {
    uint32_t pc = 0;
    std::vector<uint16_t> index; ///< In order.
    Lanes lanes() const {
      Lanes all;
      all.first = index.front();
      all.count = uint32_t(index.size());
      all.isDense = uint32_t(index.back() - index.front()) + 1 == all.count;
      all.index = index.data();
      return all;
    }
  };
  /// Threads that wait at an instruction: a barrier's or a warp's.
  struct Waiting {
    Group group;
    uint32_t barrier = 0;
    uint32_t expected = 0; ///< Threads; 0 is all of the block.
    bool isArrive = false;
  };

  void fillRegisters();
  void fillBlock();
  void runBlock();
  void runGroup();
  void insert(Group &&group);
  Group takeSpare();
  void branch(const Instruction &instruction);
  void branchIndexed(const Instruction &instruction);
  void exitThreads(const Instruction &instruction);
  void barrier(const Instruction &instruction);
  void completeBarriers();
  bool warpSync(const Instruction &instruction);
  void reportDeadlock();
  bool checkRegister(const Instruction &instruction, const Lanes &lanes,
                     uint32_t which);
  bool checkRegisters(const Instruction &instruction, const Lanes &lanes);
  /// The part of some threads whose guard holds.
  Lanes guarded(const Instruction &instruction, const Lanes &lanes,
                std::vector<uint16_t> &storage, bool negate = false);

  Region *globalRegion(const Instruction &instruction, uint64_t address);
  bool resolveRange(const Instruction &instruction, Region &region,
                    uint64_t offset, uint32_t bytes, uint32_t stride,
                    uint32_t thread, uint32_t count, AccessKind kind,
                    Space space);
  bool resolveOne(const Instruction &instruction, uint32_t thread,
                  uint64_t address, uint32_t bytes, AccessKind kind,
                  Space space);
  std::string describe(Space space, uint64_t address) const;
  std::string textOfAccess(AccessKind kind, uint32_t bytes, uint64_t address,
                           Space space) const;
  std::string textOfThread(uint32_t thread) const;

  const Module &module;
  const Kernel &kernel;
  const Code &code;
  const Extent grid, block;
  const std::vector<std::byte> &parameters;
  Memory &memory;
  Counters &counters;
  const Limits &limits;

  uint32_t threads;
  uint32_t stride; ///< Of registers, in threads.
  Extent blockIndex;
  uint64_t instructionsAtStart;
  std::unique_ptr<std::byte[]> registerStorage;
  std::byte *registers = nullptr;
  std::vector<uint8_t> assigned; ///< Of Code::checked, a byte per thread.

  // By instruction; the region found last.
  std::vector<Region *> lastRegion;
  struct GlobalRegion {
    Region region;
    std::unique_ptr<Shadow> shadow;
  };
  std::map<uint64_t, GlobalRegion> regions;
  Order theOrder;

  uint32_t sharedBytes;
  std::vector<std::byte> shared;
  std::vector<uint64_t> sharedWritten;
  Shadow sharedShadow;
  Region sharedRegion;
  std::vector<std::byte> local;      ///< Of all threads.
  std::vector<uint8_t> localWritten; ///< A byte per byte.
  std::vector<std::byte *> hostPointers;

  std::vector<Group> groups; ///< The smallest program counter last.
  std::vector<Group> spare;
  std::vector<Waiting> waiting; ///< At barriers of the block.
  std::vector<Group> parked;    ///< For other threads of their warps.
  std::vector<uint8_t> exited;
  uint32_t numExited = 0;
  std::vector<uint16_t> guardStorage;
  Fault fault;
};

} // namespace amp::rt::simulator::ptx

#endif // AMP_RUNTIME_SIMULATOR_PTX_EXECUTION_H
