//===- Order.h - What happens before what -----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_DRIVER_ORDER_H
#define AMP_RUNTIME_SIMULATOR_DRIVER_ORDER_H

#include "Work.h"

#include <map>
#include <memory>
#include <optional>

namespace amp::rt::simulator {

/// Names one operation by its place in a lane: a stream, or a branch of a
/// graph. The operations of a lane are in order.
struct Stamp {
  unsigned lane = 0;
  uint64_t count = 0; ///< From 1.
};

/// How many operations of each lane have happened before something.
class VectorClock {
public:
  /// Whether the operation happened before.
  bool covers(Stamp stamp) const {
    return stamp.lane < counts.size() && counts[stamp.lane] >= stamp.count;
  }
  void join(const VectorClock &other);
  void join(Stamp stamp);

private:
  std::vector<uint64_t> counts; // by lane
};

/// What a message says of an operation.
struct OperationInfo {
  std::string name;   ///< "kernel 'kernel_3'"
  std::string call;   ///< "cuLaunchKernel"
  uint64_t number;    ///< Of that call in the process.
  std::string stream; ///< "stream 2"

  /// "kernel 'kernel_3' (call 12, cuLaunchKernel, stream 2)"
  std::string describe() const;
};

/// An operation that touched memory.
struct Accessor {
  Stamp stamp;
  std::shared_ptr<const OperationInfo> info;
};

/// An earlier access that nothing orders before a later one.
struct Conflict {
  Accessor earlier;
  bool earlierWrites;
  uint64_t address; ///< Of the first byte both touch.
  uint64_t bytes;   ///< From there on, as far as `earlier` is the same.
};

/// Who last wrote each byte of a memory, and who read it since.
class AccessHistory {
public:
  /// Notes an access by an operation that everything in `clock` happened
  /// before; gives what it conflicts with.
  std::optional<Conflict> note(const Access &access, const Accessor &accessor,
                               const VectorClock &clock);
  /// An access to the range that did not happen before `clock`.
  std::optional<Conflict> findUnordered(uint64_t address, uint64_t bytes,
                                        const VectorClock &clock) const;
  /// The range is given back; what touched it is of no interest any more.
  void forget(uint64_t address, uint64_t bytes);
  size_t size() const { return segments.size(); }

private:
  struct Segment {
    uint64_t end;
    std::optional<Accessor> writer;
    std::vector<Accessor> readers; // none ordered before another
  };
  using Segments = std::map<uint64_t, Segment>; // by first byte

  void splitAt(uint64_t address);
  void mergeAround(uint64_t first, uint64_t end);
  static std::optional<Conflict> findConflict(uint64_t first,
                                              const Segment &segment,
                                              bool isWrite,
                                              const VectorClock &clock);

  Segments segments;
};

/// Sorts, and joins what overlaps or touches and is of one kind. What is both
/// read and written stays in the list as both.
void coalesce(std::vector<Access> &accesses);

/// "[0x7f0000000100, 0x7f0000000140)"
std::string formatRange(uint64_t address, uint64_t bytes);

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_DRIVER_ORDER_H
