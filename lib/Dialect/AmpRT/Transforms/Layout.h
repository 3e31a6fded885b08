//===- Layout.h - In which order elements are stored ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_LAYOUT_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_LAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace mlir::amprt {

/// In which order the elements of a tensor are stored: the row-major number of
/// an element is written in digits, of a size each, and the digits are stored
/// in another order. Digits that stay together are one. So a layout does not
/// say which dimensions a tensor has, and no reshape changes it: channels-last
/// is, of N images with C channels of P elements, the digits N, C, P stored as
/// N, P, C.
class Layout {
public:
  /// Row-major.
  Layout() = default;
  /// The dimensions of `shape` from the slowest one to that of neighbours.
  static Layout get(llvm::ArrayRef<int64_t> shape,
                    llvm::ArrayRef<int64_t> order);

  bool isRowMajor() const { return sizes.empty(); }
  /// The sizes of the digits, from the most significant one; none if the layout
  /// is row-major.
  llvm::ArrayRef<int64_t> getSizes() const { return sizes; }
  /// Which digit is stored outermost, next, and so on.
  llvm::ArrayRef<int64_t> getStored() const { return stored; }
  /// The sizes in the order in which they are stored.
  llvm::SmallVector<int64_t> getStoredSizes() const;
  /// The dimensions of `shape`, of as many elements, in the order in which they
  /// are stored; nothing if a dimension is stored in several places.
  std::optional<llvm::SmallVector<int64_t>>
  getOrder(llvm::ArrayRef<int64_t> shape) const;

  bool operator==(const Layout &other) const {
    return sizes == other.sizes && stored == other.stored;
  }
  bool operator!=(const Layout &other) const { return !(*this == other); }

private:
  llvm::SmallVector<int64_t, 4> sizes, stored;
};

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_LAYOUT_H
