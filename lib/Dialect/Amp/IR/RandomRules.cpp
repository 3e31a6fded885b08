//===- RandomRules.cpp - Random numbers -----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Random.h"

#include "amp/Dialect/Amp/IR/GraphBuilder.h"
#include "amp/Dialect/Amp/IR/StateOps.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

LogicalResult RandomBitsOp::buildGradients(OpBuilder &, ValueRange,
                                           ArrayRef<bool>,
                                           MutableArrayRef<Value>) {
  return success();
}

Value mlir::amp::createNextState(OpBuilder &builder, Location loc, Value state,
                                 int64_t count) {
  RankedTensorType type = getTensorType(state);
  auto blocks = static_cast<int64_t>(llvm::divideCeil(count, 4));
  auto used = DenseElementsAttr::get(type, ArrayRef<int64_t>{0, blocks});
  return AddOp::create(builder, loc, state,
                       ConstantOp::create(builder, loc, type, used));
}

/// `value` times 1 / (1 - p) where an element is kept, else 0. Computed in f32
/// for 16-bit floats and rounded once.
static Value createDropped(OpBuilder &builder, DropoutOp op, Value value) {
  Location loc = op.getLoc();
  RankedTensorType type = getTensorType(value);
  auto scalar = [&](Type elementType, double number) {
    return createSplat(builder, loc, getScalarType(elementType), number);
  };
  double p = op.getP().convertToDouble();
  double limit = std::ceil(p * 0x1p24);
  // No number of 24 bits is as large as p.
  if (limit == 0x1p24)
    return createSplat(builder, loc, type, 0);
  // The top 24 bits, times 2^-24, are at least p: an unsigned comparison of all
  // bits, which becomes a signed one when the highest bit changes.
  Type i32 = builder.getI32Type();
  double threshold = limit * 0x1p8 - 0x1p31;
  Value bits =
      RandomBitsOp::create(builder, loc, op.getState(), type.getShape());
  bits = AddOp::create(builder, loc, bits, scalar(i32, -0x1p31));
  Value isKept = CompareOp::create(builder, loc, ComparePredicate::GE, bits,
                                   scalar(i32, threshold));
  Type wide = getWideType(type.getElementType());
  Value scaled =
      MulOp::create(builder, loc, createCast(builder, loc, value, wide),
                    scalar(wide, 1 / (1 - p)));
  return WhereOp::create(
      builder, loc, isKept,
      createCast(builder, loc, scaled, type.getElementType()),
      scalar(type.getElementType(), 0));
}

LogicalResult DropoutOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  RankedTensorType type = getTensorType(getInput());
  if (!getTraining()) {
    results.append({getInput(), getState()});
    return success();
  }
  results.push_back(createDropped(builder, *this, getInput()));
  results.push_back(
      createNextState(builder, getLoc(), getState(), type.getNumElements()));
  return success();
}

LogicalResult
DropoutOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                          ArrayRef<bool> needed,
                          MutableArrayRef<Value> operandGradients) {
  if (needed[0] && gradients[0])
    operandGradients[0] = getTraining()
                              ? createDropped(builder, *this, gradients[0])
                              : gradients[0];
  return success();
}
