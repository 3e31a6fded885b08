//===- GradientSources.h ----------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: where a step's gradients come from, and how they are replaced.

#ifndef AMP_LIB_DIALECT_AMP_TRANSFORMS_GRADIENTSOURCES_H
#define AMP_LIB_DIALECT_AMP_TRANSFORMS_GRADIENTSOURCES_H

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"

namespace mlir::amp {

/// The results of ops of `OpTys` from which `values` come, the nearest ones,
/// each once.
template <typename... OpTys>
SmallVector<OpResult> findSources(ValueRange values) {
  DenseSet<Value> seen;
  SmallVector<Value> worklist(values);
  SmallVector<OpResult> found;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || !seen.insert(value).second)
      continue;
    if (isa<OpTys...>(op))
      found.push_back(cast<OpResult>(value));
    else
      worklist.append(op->operand_begin(), op->operand_end());
  }
  return found;
}

/// Lets the uses of `before` that `mayReplace` see `after`, which may be wider.
/// Steps take it as it is, and so does clipping, whose result becomes as wide;
/// other ops get it cast back.
inline void replaceGradient(Value before, Value after,
                            llvm::function_ref<bool(OpOperand &)> mayReplace) {
  Type narrowType = getTensorType(before).getElementType();
  Value narrow;
  for (OpOperand &use : llvm::make_early_inc_range(before.getUses())) {
    Operation *user = use.getOwner();
    if (user == after.getDefiningOp() || !mayReplace(use))
      continue;
    if (isa<StepOp>(user) || after.getType() == before.getType()) {
      use.set(after);
      continue;
    }
    // Who widens it gets it so.
    if (auto castOp = dyn_cast<CastOp>(user);
        castOp && castOp.getType() == after.getType()) {
      castOp.replaceAllUsesWith(after);
      castOp.erase();
      continue;
    }
    if (isa<ClipGradNormOp, ClipGradValueOp>(user)) {
      use.set(after);
      OpResult clipped = user->getResult(use.getOperandNumber());
      clipped.setType(after.getType());
      OpBuilder builder(user->getContext());
      builder.setInsertionPointAfter(user);
      auto narrowed =
          CastOp::create(builder, user->getLoc(), before.getType(), clipped);
      clipped.replaceAllUsesExcept(narrowed, narrowed);
      replaceGradient(narrowed, clipped, [](OpOperand &) { return true; });
      if (narrowed.use_empty())
        narrowed.erase();
      continue;
    }
    if (!narrow) {
      OpBuilder builder(user->getContext());
      builder.setInsertionPointAfterValue(after);
      narrow = createCast(builder, after.getLoc(), after, narrowType);
    }
    use.set(narrow);
  }
}

inline void replaceGradients(ValueRange before, ValueRange after,
                             llvm::function_ref<bool(OpOperand &)> mayReplace) {
  for (auto [gradient, changed] : llvm::zip(before, after))
    replaceGradient(gradient, changed, mayReplace);
}

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_TRANSFORMS_GRADIENTSOURCES_H
