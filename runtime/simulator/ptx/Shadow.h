//===- Shadow.h - Who touched a byte last -----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Races. Two accesses to a byte by different threads, one of which writes, must
// be ordered, or both be strong: atomics, .volatile, .relaxed and stronger.
// What orders them:
//
// - in a block: a barrier of the block between them;
// - in a warp: also bar.warp.sync, or an instruction that exchanges data
//   between the threads of a warp, between them. That the threads of a warp
//   happen to run together does not: the hardware does not promise it;
// - between blocks: a release (a fence, then a strong write or an atomic by the
//   same thread, or one with .release) that an acquire (a strong read or an
//   atomic at the same address, then a fence, or one with .acquire) has seen.
//   What threads of the releasing block wrote before the last barrier before it
//   counts as released too.
//
// For each piece of memory the last write and the last reads are kept, with the
// time: an epoch that advances with each block, barrier and exchange.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_PTX_SHADOW_H
#define AMP_RUNTIME_SIMULATOR_PTX_SHADOW_H

#include "../Work.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace amp::rt::simulator::ptx {

/// What orders the accesses of a launch.
class Order {
public:
  /// Of the launch; 0 is before it.
  uint32_t epoch = 0;
  uint32_t blockFirst = 1;     ///< The first epoch of this block.
  uint32_t intervalFirst = 1;  ///< The first since a barrier of the block.
  uint32_t warpFirst[32] = {}; ///< The first since a warp's last exchange.

  void beginBlock(uint32_t numThreads);
  void barrier();
  void exchange(uint32_t warp) {
    if (lastExchange != epoch || exchangeEnds)
      ++epoch;
    exchangeEnds = false;
    lastExchange = epoch;
    warpFirst[warp] = epoch;
  }
  /// Ends an instruction that called `exchange` for some warps.
  void endExchange() { exchangeEnds = true; }

  void fence(uint32_t thread);
  /// A strong access of a thread.
  void strong(uint64_t address, uint32_t thread, bool acquires, bool releases,
              bool reads, bool writes);

  /// Whether what another block's thread did then was acquired by this block.
  bool isAcquired(uint32_t thenEpoch, uint32_t thread) const;
  /// Whether all earlier blocks were acquired.
  bool isAllAcquired() const { return acquired.size() + 1 >= numBlocks; }

private:
  /// What a block released: all until the barrier before, and what the
  /// releasing thread did itself.
  struct Release {
    uint32_t first, barrier, last, thread;
  };
  void acquire(const std::vector<Release> &releases);

  uint32_t lastExchange = 0;
  bool exchangeEnds = true;
  uint32_t numBlocks = 0;
  std::unordered_map<uint64_t, std::vector<Release>> released;
  std::unordered_map<uint32_t, Release> acquired; ///< By the first epoch.
  std::vector<uint8_t> fenced;                    ///< By thread.
  /// The address of each thread's last strong read, 0 if none.
  std::vector<uint64_t> lastRead;
};

/// The accesses to a range of memory.
class Shadow {
public:
  enum Kind : uint8_t { Read, Write, Atomic };
  /// An access that another one conflicts with.
  struct Conflict {
    bool found = false;
    uint64_t offset = 0;
    uint32_t thread = 0;      ///< Of this block or another.
    uint32_t otherThread = 0; ///< The earlier one.
    bool isOtherBlock = false;
    bool isManyThreads = false;
    bool otherWrote = false;
  };

  explicit Shadow(uint64_t bytes) : pages((bytes + kPage - 1) / kPage) {}

  /// `count` threads from `thread` on access `bytes` bytes each, one after the
  /// other from `offset` on (`stride` is `bytes`) or all the same (0).
  Conflict access(const Order &order, uint64_t offset, uint32_t bytes,
                  uint32_t stride, uint32_t thread, uint32_t count, Kind kind,
                  bool isStrong);

  /// Appends what was read, then what was written, as ranges from `address` on.
  void collect(uint64_t address, std::vector<Access> &reads,
               std::vector<Access> &writes) const;

  void clear();

private:
  static constexpr uint64_t kPage = 4096;
  enum Flags : uint8_t {
    WriteStrong = 1,
    ReadStrong = 2,
    ManyInWarp = 4,          ///< Several threads of the reader's warp read.
    ManyWarps = 8,           ///< Threads of several warps read.
    ReadElsewhere = 16,      ///< In an earlier block, strong.
    ReadElsewherePlain = 32, ///< In an earlier block.
    WrittenElsewhere = 64,   ///< In an earlier block.
    ManyWriters = 128,       ///< In this block, strong.
  };
  struct Cell {
    uint32_t writeEpoch, readEpoch;
    uint16_t writer, reader;
    uint8_t flags;
    bool alsoRead; ///< By an atomic.
  };
  /// Cells for pieces of 1 << shift bytes: as large as the accesses are.
  struct Page {
    uint8_t shift = 0;
    std::unique_ptr<Cell[]> cells;
  };

  void split(Page &page, uint8_t shift);
  static bool touch(const Order &order, Cell &cell, uint32_t thread, Kind kind,
                    bool isStrong, Conflict &conflict);

  std::vector<Page> pages;
};

} // namespace amp::rt::simulator::ptx

#endif // AMP_RUNTIME_SIMULATOR_PTX_SHADOW_H
