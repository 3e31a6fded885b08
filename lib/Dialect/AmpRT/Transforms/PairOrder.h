//===- PairOrder.h - Lanes whose even elements come first -------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The order in which amp-vectorize-row-kernels has elements of bf16 in a
// vector, by which amp-prepare-cpu knows them.

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_PAIRORDER_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_PAIRORDER_H

#include "llvm/ADT/SmallVector.h"

namespace mlir::amprt {

/// Which of `size` elements in memory each lane is: the even ones, then the odd
/// ones.
inline llvm::SmallVector<int64_t> getSplitOrder(int64_t size) {
  llvm::SmallVector<int64_t> order;
  for (int64_t first : {0, 1})
    for (int64_t element = first; element < size; element += 2)
      order.push_back(element);
  return order;
}

/// The inverse: in which lane each of `size` elements in memory is.
inline llvm::SmallVector<int64_t> getJoinOrder(int64_t size) {
  llvm::SmallVector<int64_t> order;
  for (int64_t element = 0; element < size; ++element)
    order.push_back(element % 2 * (size / 2) + element / 2);
  return order;
}

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_PAIRORDER_H
