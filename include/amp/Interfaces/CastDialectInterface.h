//===- CastDialectInterface.h -----------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How a dialect writes a change of element type. amp-lower-casts asks the
// dialects of the ops around an `amp.cast`.

#ifndef AMP_INTERFACES_CASTDIALECTINTERFACE_H
#define AMP_INTERFACES_CASTDIALECTINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectInterface.h"

namespace mlir::amp {

class CastDialectInterface
    : public DialectInterface::Base<CastDialectInterface> {
public:
  CastDialectInterface(Dialect *dialect) : Base(dialect) {}

  /// Builds `value`, a tensor of floating-point numbers, with the element type
  /// of `type`, rounded to nearest, ties to even. One of the two types is
  /// wider than the other.
  virtual Value buildCast(OpBuilder &builder, Location loc, Value value,
                          RankedTensorType type) const = 0;
};

} // namespace mlir::amp

#endif // AMP_INTERFACES_CASTDIALECTINTERFACE_H
