//===- RandomOps.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amprt;

Type RandomWordOp::getOperandType(Type type) {
  Type i64 = IntegerType::get(type.getContext(), 64);
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.clone(i64) : i64;
}
