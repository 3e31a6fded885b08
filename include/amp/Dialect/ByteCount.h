//===- ByteCount.h - Bytes of tensors and buffers ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The one count of the bytes that a type's elements take in memory.

#ifndef AMP_DIALECT_BYTECOUNT_H
#define AMP_DIALECT_BYTECOUNT_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

namespace mlir::amp {

/// Bytes of an element in memory, of which i1 takes one, and a complex number
/// those of its parts. Fails for what is no number.
inline FailureOr<int64_t> findElementBytes(Type type) {
  int64_t parts = 1;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    parts = 2;
    type = complex.getElementType();
  }
  if (!type.isIntOrIndexOrFloat())
    return failure();
  int64_t bits = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                : type.getIntOrFloatBitWidth();
  return parts * static_cast<int64_t>(llvm::divideCeil(bits, 8));
}

/// Bytes of the elements of a tensor or buffer, without what lies between them.
/// Fails for a size that is unknown or no 64-bit number, and for unknown
/// elements.
inline FailureOr<int64_t> findBytes(ShapedType type) {
  FailureOr<int64_t> bytes = findElementBytes(type.getElementType());
  if (failed(bytes) || !type.hasStaticShape())
    return failure();
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(*bytes, size, *bytes))
      return failure();
  return bytes;
}

/// As `findBytes`, for comparisons and remarks: what it fails for is more than
/// anything else.
inline uint64_t countBytes(ShapedType type) {
  FailureOr<int64_t> bytes = findBytes(type);
  return succeeded(bytes) ? static_cast<uint64_t>(*bytes)
                          : std::numeric_limits<uint64_t>::max();
}

} // namespace mlir::amp

#endif // AMP_DIALECT_BYTECOUNT_H
