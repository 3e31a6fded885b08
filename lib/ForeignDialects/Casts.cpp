//===- Casts.cpp ----------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How upstream dialects write casts. Those without a cast of their own have
// arith's, which is elementwise on tensors.

#include "Models.h"
#include "amp/Interfaces/CastDialectInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
struct ArithCasts : public CastDialectInterface {
  using CastDialectInterface::CastDialectInterface;

  Value buildCast(OpBuilder &builder, Location loc, Value value,
                  RankedTensorType type) const final {
    bool narrows = type.getElementTypeBitWidth() <
                   getElementTypeOrSelf(value).getIntOrFloatBitWidth();
    return narrows
               ? arith::TruncFOp::create(builder, loc, type, value).getResult()
               : arith::ExtFOp::create(builder, loc, type, value);
  }
};

struct TosaCasts : public CastDialectInterface {
  using CastDialectInterface::CastDialectInterface;

  Value buildCast(OpBuilder &builder, Location loc, Value value,
                  RankedTensorType type) const final {
    return tosa::CastOp::create(builder, loc, type, value);
  }
};
} // namespace

void mlir::amp::registerCastBuilders(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, arith::ArithDialect *dialect) {
    dialect->addInterfaces<ArithCasts>();
  });
  registry.addExtension(+[](MLIRContext *, tosa::TosaDialect *dialect) {
    dialect->addInterfaces<TosaCasts>();
  });
}
