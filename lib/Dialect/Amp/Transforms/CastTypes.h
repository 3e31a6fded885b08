//===- CastTypes.h - What casts do to numbers -------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: how the types of a cast compare.

#ifndef AMP_LIB_DIALECT_AMP_TRANSFORMS_CASTTYPES_H
#define AMP_LIB_DIALECT_AMP_TRANSFORMS_CASTTYPES_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp {

/// True if `wide` holds each number of `narrow`, and more.
inline bool isWider(Type wide, Type narrow) {
  auto to = dyn_cast<FloatType>(wide), from = dyn_cast<FloatType>(narrow);
  return to && from && to.getWidth() > from.getWidth();
}

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_TRANSFORMS_CASTTYPES_H
