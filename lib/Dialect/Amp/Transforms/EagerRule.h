//===- EagerRule.h ----------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// PyTorch's rule for the type in which an op runs: its category and the types
// in which its operands arrive decide, and nothing that comes later. The
// rewrite follows it where no assigner has chosen; the assigners compare with
// it, and must not lose what it computes in f32.

#ifndef AMP_LIB_DIALECT_AMP_TRANSFORMS_EAGERRULE_H
#define AMP_LIB_DIALECT_AMP_TRANSFORMS_EAGERRULE_H

#include "PrecisionResolver.h"

namespace mlir::amp {

/// The type in which a value that may be cast arrives. Null if nobody knows it
/// yet; it then follows what arrives, unless it meets f32.
using GetArrivingType = function_ref<FloatType(Value)>;

/// The type promotion of ops without autocast: the widest of `operands` wins,
/// and f16 with bf16 gives f32, which holds both. As in PyTorch, scalars take
/// the type of the tensors beside them. Null if no operand counts, or if the
/// type is not known yet.
FloatType promoteTypes(PrecisionOp op, ArrayRef<OpOperand *> operands,
                       GetArrivingType getType);

/// What the eager rule makes of an op.
struct EagerChoice {
  /// The type that the operands are cast to; null if they stay as they are.
  FloatType operandType;
  /// True if the operands stay, but the results become f32.
  bool widensResults = false;
  /// The first operand of a third type, where `promote` takes none.
  OpOperand *refused = nullptr;
};

/// The eager rule's choice for `op` of `category`, whose castable operands are
/// `operands`, in a region of the low type `low`.
EagerChoice chooseEagerly(PrecisionOp op, PrecisionCategory category,
                          ArrayRef<OpOperand *> operands, FloatType low,
                          GetArrivingType getType);

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_TRANSFORMS_EAGERRULE_H
