//===- LinearBounds.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearBounds.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"

using namespace mlir;
using namespace mlir::amp::detail;

/// The factors of the unknowns, and the number that is added; fails for what is
/// not linear.
static FailureOr<SmallVector<int64_t>> getFactors(AffineExpr expr,
                                                  unsigned numUnknowns) {
  SmallVector<int64_t> factors;
  if (failed(getFlattenedAffineExpr(expr, numUnknowns, 0, &factors)) ||
      factors.size() != numUnknowns + 1)
    return failure();
  return factors;
}

void LinearBounds::assumeNonNegative(AffineExpr expr) {
  assumptions.push_back(expr);
}

bool LinearBounds::isNonNegative(AffineExpr expr) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() >= 0;
  using namespace presburger;
  IntegerPolyhedron system(PresburgerSpace::getSetSpace(numUnknowns));
  auto add = [&](AffineExpr nonNegative) {
    FailureOr<SmallVector<int64_t>> factors =
        getFactors(nonNegative, numUnknowns);
    if (succeeded(factors))
      system.addInequality(*factors);
    return factors;
  };
  for (AffineExpr assumption : assumptions)
    (void)add(assumption);
  // It follows if the contrary cannot be.
  return succeeded(add(-expr - 1)) && system.isEmpty();
}
