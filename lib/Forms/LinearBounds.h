//===- LinearBounds.h - Proofs about sums of unknown numbers ----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: what follows from inequalities between the bounds of loops, where
// intervals alone know too little: that `begin + (end - begin)` is `end`.

#ifndef AMP_LIB_FORMS_LINEARBOUNDS_H
#define AMP_LIB_FORMS_LINEARBOUNDS_H

#include "mlir/IR/AffineExpr.h"

namespace mlir::amp::detail {

/// Unknown integers, which affine expressions have as their dimensions, and
/// inequalities that hold for them.
class LinearBounds {
public:
  explicit LinearBounds(MLIRContext *context) : context(context) {}

  /// A new unknown.
  AffineExpr addUnknown() { return getAffineDimExpr(numUnknowns++, context); }
  /// From now on `expr` is known to be at least 0. Expressions that are not
  /// linear say nothing.
  void assumeNonNegative(AffineExpr expr);
  /// True if it follows that `expr` is at least 0.
  bool isNonNegative(AffineExpr expr) const;

private:
  MLIRContext *context;
  unsigned numUnknowns = 0;
  SmallVector<AffineExpr> assumptions;
};

} // namespace mlir::amp::detail

#endif // AMP_LIB_FORMS_LINEARBOUNDS_H
