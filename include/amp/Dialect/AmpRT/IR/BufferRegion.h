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
  /// From the first element of the value to its last.
  int64_t begin = 0, end = 0;
  /// False if only some of the bytes are the value's.
  bool isExact = true;
  /// False if where it begins is computed.
  bool isPlaced = true;

  int64_t getSize() const { return end - begin; }
  /// True for the same bytes, all of them.
  bool operator==(const BufferRegion &other) const {
    return isExact && other.isExact && buffer == other.buffer &&
           begin == other.begin && end == other.end;
  }
  /// True unless no byte can be of both.
  bool overlaps(const BufferRegion &other) const {
    return buffer == other.buffer && begin < other.end && other.begin < end;
  }
};

/// The argument or the op's result that `value` is, or is a view of.
Value getBuffer(Value value);

/// Where `value` lies. Its elements are known. What is computed, an offset or a
/// stride, is taken to be anywhere in the buffer.
BufferRegion getRegion(Value value);

} // namespace mlir::amprt

#endif // AMP_DIALECT_AMPRT_IR_BUFFERREGION_H
