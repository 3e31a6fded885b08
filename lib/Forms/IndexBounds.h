//===- IndexBounds.h - Where an affine index can lie ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: proofs that indices stay within a buffer for every iteration. MLIR
// looks at the first and the last one, which says nothing of an index that is
// not monotone.

#ifndef AMP_LIB_FORMS_INDEXBOUNDS_H
#define AMP_LIB_FORMS_INDEXBOUNDS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace mlir::amp::detail {

/// The most iterations that are gone through one by one where the arithmetic of
/// intervals cannot tell.
constexpr int64_t kMaxTriedIterations = int64_t(1) << 20;

/// A closed interval.
struct IndexRange {
  int64_t least, greatest;
};

/// Where `expr` lies if its dimension i is in `dims[i]`: an interval around its
/// values. None if it has a symbol, divides by what is not a positive
/// constant, or leaves 64 bits.
std::optional<IndexRange> getIndexRange(AffineExpr expr,
                                        ArrayRef<IndexRange> dims);

/// The product of the sizes, none of them negative; none beyond 64 bits.
std::optional<int64_t> multiplySizes(ArrayRef<int64_t> sizes);

/// Fails, with a diagnostic at `op` about `what`, unless every result of `map`
/// is an index into `shape` in every iteration of loops of `extents`.
LogicalResult verifyIndices(Operation *op, const Twine &what, AffineMap map,
                            ArrayRef<int64_t> extents, ArrayRef<int64_t> shape);

/// Fails unless the slice lies in `shape`: offsets and sizes from 0, strides
/// from 1, and the last element inside.
LogicalResult verifySlice(Operation *op, ArrayRef<int64_t> offsets,
                          ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                          ArrayRef<int64_t> shape);

} // namespace mlir::amp::detail

#endif // AMP_LIB_FORMS_INDEXBOUNDS_H
