//===- Limits.h - What a graph may grow to ----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few lines of text can ask for any number of ops: by calls of calls, by
// derivatives of derivatives, by one composite op of a large size. Passes that
// make ops count them, and stop with a diagnostic.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_LIMITS_H
#define AMP_DIALECT_AMP_IR_LIMITS_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// The most ops that a pass makes of composite ops and for derivatives. The
/// training step of a network of 24 transformer layers has some 10,000.
inline constexpr uint64_t kMaxOps = uint64_t(1) << 20;

/// The most ops that come of what grows by a factor from level to level: calls
/// of functions that call, derivatives of derivatives.
inline constexpr uint64_t kMaxNestedOps = uint64_t(1) << 18;

/// The most elements of a constant that a composite op lists places or weights
/// in.
inline constexpr int64_t kMaxListed = int64_t(1) << 24;

/// An error at `op` if `count` is more than kMaxListed.
inline LogicalResult verifyListed(Operation *op, int64_t count) {
  if (count <= kMaxListed)
    return success();
  return op->emitOpError("needs a constant of ")
         << count << " elements; at most " << kMaxListed << " are supported";
}

} // namespace mlir::amp

#endif // AMP_DIALECT_AMP_IR_LIMITS_H
