//===- MathComposer.h -------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// More words for what functions beyond the core are made of.

#ifndef AMP_LIB_DIALECT_AMP_IR_MATHCOMPOSER_H
#define AMP_LIB_DIALECT_AMP_IR_MATHCOMPOSER_H

#include "Composer.h"

namespace mlir::amp {

struct MathComposer : public Composer {
  using Composer::Composer;

  Value abs(Value a) { return AbsOp::create(builder, loc, a); }
  Value sqrt(Value a) { return SqrtOp::create(builder, loc, a); }
  Value rsqrt(Value a) { return RsqrtOp::create(builder, loc, a); }
  Value sigmoid(Value a) { return SigmoidOp::create(builder, loc, a); }
  Value pow(Value a, Value b) { return PowOp::create(builder, loc, a, b); }
  Value compare(Value a, ComparePredicate predicate, Value b) {
    return CompareOp::create(builder, loc, predicate, a, b);
  }
  Value where(Value condition, Value a, Value b) {
    return WhereOp::create(builder, loc, condition, a, b);
  }
};

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_IR_MATHCOMPOSER_H
