//===- Composer.h -----------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What decompositions and derivatives are written with.

#ifndef AMP_LIB_DIALECT_AMP_IR_COMPOSER_H
#define AMP_LIB_DIALECT_AMP_IR_COMPOSER_H

#include "amp/Dialect/Amp/IR/Amp.h"

namespace mlir::amp {

/// Builds core ops at one place, in the type in which composites compute.
struct Composer {
  Composer(OpBuilder &builder, Location loc, Type elementType)
      : builder(builder), loc(loc),
        type(elementType.isF64() ? elementType : builder.getF32Type()) {}

  OpBuilder &builder;
  Location loc;
  /// f64 for f64, else f32.
  Type type;

  Value constant(double value) {
    return createSplat(builder, loc, RankedTensorType::get({}, type), value);
  }
  Value widen(Value value) { return createCast(builder, loc, value, type); }
  Value cast(Value value, Type elementType) {
    return createCast(builder, loc, value, elementType);
  }
  Value add(Value a, Value b) { return AddOp::create(builder, loc, a, b); }
  Value sub(Value a, Value b) { return SubOp::create(builder, loc, a, b); }
  Value mul(Value a, Value b) { return MulOp::create(builder, loc, a, b); }
  Value div(Value a, Value b) { return DivOp::create(builder, loc, a, b); }
  Value neg(Value a) { return NegOp::create(builder, loc, a); }
  Value exp(Value a) { return ExpOp::create(builder, loc, a); }
  Value log(Value a) { return LogOp::create(builder, loc, a); }
  Value sum(Value a, ArrayRef<int64_t> dims = {}, bool keepdim = false) {
    return SumOp::create(builder, loc, a, dims, keepdim);
  }
  Value maximum(Value a, int64_t dim) {
    return AmaxOp::create(builder, loc, a, ArrayRef<int64_t>{dim}, true);
  }
  Value reshape(Value a, ArrayRef<int64_t> shape) {
    return ReshapeOp::create(builder, loc, a, shape);
  }
};

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_IR_COMPOSER_H
