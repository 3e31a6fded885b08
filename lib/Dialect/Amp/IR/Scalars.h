//===- Scalars.h ------------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the computation of one element is written with.

#ifndef AMP_LIB_DIALECT_AMP_IR_SCALARS_H
#define AMP_LIB_DIALECT_AMP_IR_SCALARS_H

#include "amp/Dialect/Amp/IR/Amp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::amp {

/// A constant of an integer or floating-point type.
inline Value createScalar(OpBuilder &builder, Location loc, Type type,
                          double value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, value));
  return arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, static_cast<int64_t>(value)));
}

/// How the signless integers of kernels are to be read: i1 is 0 or 1.
inline bool isUnsigned(Type type) {
  return type.isUnsignedInteger() || type.isInteger(1);
}

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_IR_SCALARS_H
