//===- ScalarBuilder.h ------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the computation of one element is written with.

#ifndef AMP_LIB_DIALECT_AMP_IR_SCALARBUILDER_H
#define AMP_LIB_DIALECT_AMP_IR_SCALARBUILDER_H

#include "amp/Dialect/Amp/IR/Amp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::amp {

inline Value createScalar(OpBuilder &builder, Location loc, Type type,
                          double value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, value));
  return arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, static_cast<int64_t>(value)));
}

inline bool isUnsigned(Type type) {
  return type.isUnsignedInteger() || type.isInteger(1);
}

/// Scalar arithmetic with fewer words.
struct ScalarBuilder {
  OpBuilder &builder;
  Location loc;
  Type type;
  Value constant(double value) {
    return createScalar(builder, loc, type, value);
  }
  Value add(Value a, Value b) {
    return arith::AddFOp::create(builder, loc, a, b);
  }
  Value sub(Value a, Value b) {
    return arith::SubFOp::create(builder, loc, a, b);
  }
  Value mul(Value a, Value b) {
    return arith::MulFOp::create(builder, loc, a, b);
  }
  Value div(Value a, Value b) {
    return arith::DivFOp::create(builder, loc, a, b);
  }
  Value abs(Value a) { return math::AbsFOp::create(builder, loc, a); }
  Value exp(Value a) { return math::ExpOp::create(builder, loc, a); }
  Value log(Value a) { return math::LogOp::create(builder, loc, a); }
  Value sqrt(Value a) { return math::SqrtOp::create(builder, loc, a); }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return arith::CmpFOp::create(builder, loc, predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, loc, condition, a, b);
  }
};

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_IR_SCALARBUILDER_H
