//===- BufferRegion.h - Where in memory a value lies ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The bytes of buffers, whose elements are those of kernels, and the one walk
// through views: which bytes of which argument, allocation or constant a memref
// is.

#ifndef AMP_DIALECT_AMPRT_IR_BUFFERREGION_H
#define AMP_DIALECT_AMPRT_IR_BUFFERREGION_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace mlir::amprt {

/// As amp::findElementBytes; fails for complex numbers, too.
FailureOr<int64_t> findElementBytes(Type type);

/// As amp::findBytes; fails for complex numbers, too.
FailureOr<int64_t> findBytes(MemRefType type);

/// Of a buffer that `findBytes` knows.
inline int64_t getBytes(MemRefType type) { return *findBytes(type); }

/// Bytes of an argument, an allocation or a constant.
struct BufferRegion {
  Value buffer;
  /// From the first element of the value to its last; in the first iteration of
  /// the repeats around it.
  int64_t begin = 0, end = 0;
  /// False if only some of the bytes are the value's.
  bool isExact = true;
  /// False if where it begins is not known.
  bool isPlaced = true;
  /// Bytes by which each iteration of a repeat, whose number this is, moves it.
  /// Neither is one of them 0, nor is a repeat there twice.
  SmallVector<std::pair<Value, int64_t>> steps = {};
  /// From the least to the greatest byte of all iterations.
  int64_t least = begin, greatest = end;
  /// Lengths of rows, of each of which only so many bytes from `begin` on are
  /// the value's: a part of columns.
  SmallVector<std::pair<int64_t, int64_t>> strips = {};

  int64_t getSize() const { return end - begin; }
  /// True for the same bytes, all of them, in each iteration.
  bool operator==(const BufferRegion &other) const {
    return isExact && other.isExact && buffer == other.buffer &&
           begin == other.begin && end == other.end && steps == other.steps;
  }
  /// True unless no byte can be of both in one iteration.
  bool overlaps(const BufferRegion &other) const {
    if (buffer != other.buffer)
      return false;
    bool mayMeet = steps == other.steps
                       ? begin < other.end && other.begin < end
                       : least < other.greatest && other.least < greatest;
    return mayMeet && !areColumnsApart(other);
  }

private:
  /// True if both are strips of rows of one length, of other columns.
  bool areColumnsApart(const BufferRegion &other) const;
  /// The bytes of a row of this length, from `begin` on, that are all of the
  /// value's; none if those are not the same of each row.
  std::optional<int64_t> getWidth(int64_t row) const;
};

/// What an element of `type` is in a GPU's memory: a bool has a byte, while a
/// vector of i1 would have bits.
Type getGpuMemoryType(Type type);

/// The argument of a GPU's kernel for a buffer of `type`: all elements from the
/// first to the last, in one dimension.
MemRefType getGpuArgumentType(MemRefType type);

/// The argument or the op's result that `value` is, or is a view of.
Value getBuffer(Value value);

/// Elements from the start of what a buffer of `type` counts from to its first
/// element, and to the end of its last. None if computed, or counted backwards.
std::optional<std::pair<int64_t, int64_t>> findSpan(MemRefType type);

/// Moves an interval by `steps` in repeats of `counts`, to where it lies in all
/// iterations; fails beyond 64 bits.
LogicalResult moveByAll(ArrayRef<int64_t> steps, ArrayRef<int64_t> counts,
                        int64_t &least, int64_t &greatest);

/// Where `value` lies. Its elements are known. What is computed, an offset or a
/// stride, is taken to be anywhere in the buffer.
BufferRegion getRegion(Value value);

} // namespace mlir::amprt

#endif // AMP_DIALECT_AMPRT_IR_BUFFERREGION_H
