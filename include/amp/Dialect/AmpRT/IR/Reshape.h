//===- Reshape.h - The same elements in another shape -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMPRT_IR_RESHAPE_H
#define AMP_DIALECT_AMPRT_IR_RESHAPE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amprt {

/// True for what gives elements another shape.
bool isReshape(Operation *op);
/// The value before reshapes.
Value getReshaped(Value value);

/// `value`, a tensor of static shape, in the shape of `type`, which has as many
/// elements.
Value reshapeTo(OpBuilder &builder, Location loc, Value value,
                RankedTensorType type);

} // namespace mlir::amprt

#endif // AMP_DIALECT_AMPRT_IR_RESHAPE_H
