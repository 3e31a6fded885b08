//===- Order.cpp - What happens before what -------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Order.h"

#include <algorithm>
#include <cstdio>

using namespace amp::rt::simulator;

void VectorClock::join(const VectorClock &other) {
  if (counts.size() < other.counts.size())
    counts.resize(other.counts.size());
  for (size_t i = 0; i < other.counts.size(); ++i)
    counts[i] = std::max(counts[i], other.counts[i]);
}

void VectorClock::join(Stamp stamp) {
  if (counts.size() <= stamp.lane)
    counts.resize(stamp.lane + 1);
  counts[stamp.lane] = std::max(counts[stamp.lane], stamp.count);
}

std::string OperationInfo::describe() const {
  return name + " (call " + std::to_string(number) + ", " + call + ", " +
         stream + ")";
}

//===----------------------------------------------------------------------===//
// AccessHistory
//===----------------------------------------------------------------------===//

void AccessHistory::splitAt(uint64_t address) {
  auto at = segments.upper_bound(address);
  if (at == segments.begin())
    return;
  --at;
  if (at->first == address || at->second.end <= address)
    return;
  Segment upper = at->second;
  at->second.end = address;
  segments.emplace_hint(std::next(at), address, std::move(upper));
}

std::optional<Conflict> AccessHistory::findConflict(uint64_t first,
                                                    const Segment &segment,
                                                    bool isWrite,
                                                    const VectorClock &clock) {
  if (segment.writer && !clock.covers(segment.writer->stamp))
    return Conflict{*segment.writer, true, first, segment.end - first};
  if (isWrite)
    for (const Accessor &reader : segment.readers)
      if (!clock.covers(reader.stamp))
        return Conflict{reader, false, first, segment.end - first};
  return std::nullopt;
}

std::optional<Conflict> AccessHistory::note(const Access &access,
                                            const Accessor &accessor,
                                            const VectorClock &clock) {
  const uint64_t first = access.address, end = first + access.bytes;
  if (first == end)
    return std::nullopt;
  splitAt(first);
  splitAt(end);
  std::optional<Conflict> conflict;
  auto at = segments.lower_bound(first);
  if (access.isWrite) {
    for (; at != segments.end() && at->first < end; at = segments.erase(at))
      if (!conflict)
        conflict = findConflict(at->first, at->second, true, clock);
    segments.emplace_hint(at, first, Segment{end, accessor, {}});
    return conflict;
  }
  for (uint64_t next = first; next < end; ++at) {
    if (at == segments.end() || at->first > next)
      // Nobody touched the bytes up to the next segment yet.
      at = segments.emplace_hint(
          at, next,
          Segment{at == segments.end() ? end : std::min(end, at->first),
                  std::nullopt,
                  {}});
    Segment &segment = at->second;
    if (!conflict)
      conflict = findConflict(at->first, segment, false, clock);
    // Whoever is not ordered after an earlier reader that happened before this
    // one is not ordered after this one either, so that this one is enough.
    auto isBefore = [&](const Accessor &reader) {
      return clock.covers(reader.stamp);
    };
    segment.readers.erase(std::remove_if(segment.readers.begin(),
                                         segment.readers.end(), isBefore),
                          segment.readers.end());
    segment.readers.push_back(accessor);
    next = segment.end;
  }
  mergeAround(first, end);
  return conflict;
}

void AccessHistory::mergeAround(uint64_t first, uint64_t end) {
  auto isSame = [](const Accessor &a, const Accessor &b) {
    return a.stamp.lane == b.stamp.lane && a.stamp.count == b.stamp.count;
  };
  auto canMerge = [&](const Segment &a, const Segment &b) {
    return a.writer.has_value() == b.writer.has_value() &&
           (!a.writer || isSame(*a.writer, *b.writer)) &&
           std::equal(a.readers.begin(), a.readers.end(), b.readers.begin(),
                      b.readers.end(), isSame);
  };
  auto at = segments.lower_bound(first);
  if (at != segments.begin())
    --at;
  while (at != segments.end() && at->first < end) {
    auto next = std::next(at);
    if (next == segments.end() || next->first > end)
      return;
    if (at->second.end == next->first && canMerge(at->second, next->second)) {
      at->second.end = next->second.end;
      segments.erase(next);
    } else {
      at = next;
    }
  }
}

std::optional<Conflict>
AccessHistory::findUnordered(uint64_t address, uint64_t bytes,
                             const VectorClock &clock) const {
  auto at = segments.upper_bound(address);
  if (at != segments.begin() && std::prev(at)->second.end > address)
    --at;
  for (; at != segments.end() && at->first < address + bytes; ++at)
    if (auto conflict = findConflict(at->first, at->second, true, clock))
      return conflict;
  return std::nullopt;
}

void AccessHistory::forget(uint64_t address, uint64_t bytes) {
  splitAt(address);
  splitAt(address + bytes);
  segments.erase(segments.lower_bound(address),
                 segments.lower_bound(address + bytes));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void amp::rt::simulator::coalesce(std::vector<Access> &accesses) {
  std::sort(accesses.begin(), accesses.end(),
            [](const Access &a, const Access &b) {
              return a.isWrite != b.isWrite ? a.isWrite < b.isWrite
                                            : a.address < b.address;
            });
  size_t kept = 0;
  for (const Access &access : accesses) {
    if (!access.bytes)
      continue;
    if (kept) {
      Access &last = accesses[kept - 1];
      const uint64_t end = last.address + last.bytes;
      if (last.isWrite == access.isWrite && access.address <= end) {
        last.bytes =
            std::max(end, access.address + access.bytes) - last.address;
        continue;
      }
    }
    accesses[kept++] = access;
  }
  accesses.resize(kept);
}

std::string amp::rt::simulator::formatRange(uint64_t address, uint64_t bytes) {
  char text[64];
  std::snprintf(text, sizeof(text), "[0x%llx, 0x%llx)",
                static_cast<unsigned long long>(address),
                static_cast<unsigned long long>(address + bytes));
  return text;
}
