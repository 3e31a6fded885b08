//===- Shadow.cpp ---------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"

#include <algorithm>
#include <cstring>

namespace amp::rt::simulator::ptx {

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

void Order::beginBlock(uint32_t numThreads) {
  blockFirst = ++epoch;
  ++numBlocks;
  intervalFirst = blockFirst;
  std::fill(std::begin(warpFirst), std::end(warpFirst), blockFirst);
  exchangeEnds = true;
  acquired.clear();
  fenced.assign(numThreads, 0);
  lastRead.assign(numThreads, 0);
}

void Order::barrier() {
  intervalFirst = ++epoch;
  exchangeEnds = true;
}

void Order::acquire(const std::vector<Release> &releases) {
  for (const Release &release : releases)
    if (release.first != blockFirst)
      acquired.insert_or_assign(release.first, release);
}

void Order::fence(uint32_t thread) {
  fenced[thread] = 1;
  if (!lastRead[thread])
    return;
  auto it = released.find(lastRead[thread]);
  if (it != released.end())
    acquire(it->second);
}

void Order::strong(uint64_t address, uint32_t thread, bool acquires,
                   bool releases, bool reads, bool writes) {
  if (reads)
    lastRead[thread] = address;
  if (reads && acquires)
    if (auto it = released.find(address); it != released.end())
      acquire(it->second);
  if (writes && (releases || fenced[thread]))
    released[address].push_back({blockFirst, intervalFirst, epoch, thread});
}

bool Order::isAcquired(uint32_t thenEpoch, uint32_t thread) const {
  return std::any_of(acquired.begin(), acquired.end(), [&](const auto &entry) {
    const Release &release = entry.second;
    return thenEpoch >= release.first &&
           (thenEpoch < release.barrier ||
            (thread == release.thread && thenEpoch <= release.last));
  });
}

//===----------------------------------------------------------------------===//
// Shadow
//===----------------------------------------------------------------------===//

/// Whether the access is in order; updates the cell.
bool Shadow::touch(const Order &order, Cell &cell, uint32_t thread, Kind kind,
                   bool isStrong, Conflict &conflict) {
  const uint32_t warp = thread / 32;
  auto fail = [&](bool isOtherBlock, bool isMany, uint32_t other, bool wrote) {
    conflict.found = true;
    conflict.thread = thread;
    conflict.otherThread = other;
    conflict.isOtherBlock = isOtherBlock;
    conflict.isManyThreads = isMany;
    conflict.otherWrote = wrote;
    return false;
  };
  // Earlier in this interval and not ordered by an exchange of the warp.
  auto isUnordered = [&](uint32_t epoch, uint32_t other) {
    return epoch >= order.intervalFirst &&
           (other / 32 != warp || epoch >= order.warpFirst[warp]);
  };

  // Against the last write, whatever this access is.
  if (cell.writeEpoch && !(isStrong && (cell.flags & WriteStrong))) {
    bool isOtherBlock = cell.writeEpoch < order.blockFirst;
    if (isOtherBlock && !order.isAcquired(cell.writeEpoch, cell.writer) &&
        !order.isAllAcquired())
      return fail(true, false, cell.writer, true);
    bool isOther = cell.writer != thread || (cell.flags & ManyWriters);
    if (!isOtherBlock && isOther && isUnordered(cell.writeEpoch, cell.writer))
      return fail(false, cell.flags & ManyWriters, cell.writer, true);
  }
  if ((cell.flags & WrittenElsewhere) && !isStrong && !order.isAllAcquired())
    return fail(true, true, 0, true);

  if (kind != Write && kind != Atomic) {
    uint8_t flags = cell.flags;
    if (cell.readEpoch < order.intervalFirst) {
      if (cell.readEpoch && cell.readEpoch < order.blockFirst)
        flags |= flags & ReadStrong ? ReadElsewhere : ReadElsewherePlain;
      flags &= ~(ManyInWarp | ManyWarps | ReadStrong);
      flags |= isStrong ? ReadStrong : 0;
    } else if (cell.reader / 32 != warp) {
      flags |= ManyWarps;
      flags &= isStrong ? 0xff : ~ReadStrong;
    } else if (cell.readEpoch < order.warpFirst[warp]) {
      flags &= ~(ManyInWarp | ReadStrong);
      flags |= isStrong ? ReadStrong : 0;
    } else {
      flags |= cell.reader != thread ? ManyInWarp : 0;
      flags &= isStrong ? 0xff : ~ReadStrong;
    }
    cell.flags = flags;
    cell.readEpoch = order.epoch;
    cell.reader = uint16_t(thread);
    return true;
  }

  // A write, against the last reads.
  if (cell.readEpoch && !(isStrong && (cell.flags & ReadStrong))) {
    if (cell.readEpoch < order.blockFirst) {
      if (!order.isAcquired(cell.readEpoch, cell.reader) &&
          !order.isAllAcquired())
        return fail(true, false, cell.reader, false);
    } else if (cell.readEpoch >= order.intervalFirst) {
      if (cell.flags & ManyWarps)
        return fail(false, true, cell.reader, false);
      if ((cell.reader != thread || (cell.flags & ManyInWarp)) &&
          isUnordered(cell.readEpoch, cell.reader))
        return fail(false, cell.flags & ManyInWarp, cell.reader, false);
    }
  }
  if (((cell.flags & ReadElsewherePlain) ||
       ((cell.flags & ReadElsewhere) && !isStrong)) &&
      !order.isAllAcquired())
    return fail(true, true, 0, false);

  uint8_t flags = cell.flags;
  if (cell.writeEpoch && cell.writeEpoch < order.blockFirst) {
    flags |= WrittenElsewhere;
    flags &= ~ManyWriters;
  } else if (cell.writeEpoch >= order.intervalFirst && cell.writer != thread) {
    flags |= isStrong ? ManyWriters : 0;
  } else if (cell.writeEpoch < order.intervalFirst) {
    flags &= ~ManyWriters;
  }
  // Once it is written with weaker means, the last write is weak.
  cell.flags = isStrong ? flags | WriteStrong : flags & ~WriteStrong;
  cell.writeEpoch = order.epoch;
  cell.writer = uint16_t(thread);
  cell.alsoRead |= kind == Atomic;
  return true;
}

void Shadow::split(Page &page, uint8_t shift) {
  uint64_t count = kPage >> shift;
  std::unique_ptr<Cell[]> cells(new Cell[count]());
  if (page.cells)
    for (uint64_t i = 0; i < count; ++i)
      cells[i] = page.cells[i >> (page.shift - shift)];
  page.cells = std::move(cells);
  page.shift = shift;
}

Shadow::Conflict Shadow::access(const Order &order, uint64_t offset,
                                uint32_t bytes, uint32_t stride,
                                uint32_t thread, uint32_t count, Kind kind,
                                bool isStrong) {
  Conflict conflict;
  // Accesses are aligned to their size, a power of two of at most 16 here, and
  // so lie in one page each.
  uint8_t shift = uint8_t(__builtin_ctz(bytes));
  for (uint32_t i = 0; i < count;) {
    uint64_t at = offset + uint64_t(i) * stride;
    Page &page = pages[at / kPage];
    if (!page.cells || page.shift > shift)
      split(page, shift);
    uint64_t inPage = at % kPage;
    uint32_t here = count - i;
    if (stride && uint64_t(here) * stride > kPage - inPage)
      here = uint32_t((kPage - inPage) / stride);
    uint32_t perThread = bytes >> page.shift;
    Cell *cells = &page.cells[inPage >> page.shift];
    for (uint32_t j = 0; j < here; ++j) {
      for (uint32_t k = 0; k < perThread; ++k)
        if (!touch(order, cells[k], thread + i + j, kind, isStrong, conflict)) {
          conflict.offset =
              at + uint64_t(j) * stride + (uint64_t(k) << page.shift);
          return conflict;
        }
      if (stride)
        cells += perThread;
    }
    i += here;
  }
  return conflict;
}

void Shadow::collect(uint64_t address, std::vector<Access> &reads,
                     std::vector<Access> &writes) const {
  auto append = [](std::vector<Access> &ranges, uint64_t begin, uint64_t bytes,
                   bool isWrite) {
    if (!ranges.empty() && ranges.back().address + ranges.back().bytes == begin)
      ranges.back().bytes += bytes;
    else
      ranges.push_back({begin, bytes, isWrite});
  };
  for (size_t i = 0; i < pages.size(); ++i) {
    const Page &page = pages[i];
    if (!page.cells)
      continue;
    uint64_t count = kPage >> page.shift, bytes = UINT64_C(1) << page.shift;
    for (uint64_t j = 0; j < count; ++j) {
      const Cell &cell = page.cells[j];
      uint64_t begin = address + i * kPage + j * bytes;
      if (cell.readEpoch || cell.alsoRead)
        append(reads, begin, bytes, /*isWrite=*/false);
      if (cell.writeEpoch)
        append(writes, begin, bytes, /*isWrite=*/true);
    }
  }
}

void Shadow::clear() {
  for (Page &page : pages)
    if (page.cells)
      std::memset(static_cast<void *>(page.cells.get()), 0,
                  (kPage >> page.shift) * sizeof(Cell));
}

} // namespace amp::rt::simulator::ptx
