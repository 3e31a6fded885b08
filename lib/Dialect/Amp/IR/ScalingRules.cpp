//===- ScalingRules.cpp - The loss scale ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Scaling.h"

#include "amp/Dialect/Amp/IR/GraphBuilder.h"
#include "amp/Dialect/Amp/IR/StateOps.h"

#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/State.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

static Value createScalarTensor(OpBuilder &builder, Location loc, Type type,
                                double value) {
  return createSplat(builder, loc, getScalarType(type), value);
}

Value mlir::amp::detail::createAny(OpBuilder &builder, Location loc,
                                   ValueRange flags) {
  Value result = flags.front();
  for (Value flag : flags.drop_front())
    result = LogicalOrOp::create(builder, loc, result, flag);
  return result;
}

Value mlir::amp::detail::readScale(OpBuilder &builder, Location loc,
                                   GradScalerOp scaler) {
  return readVariable(builder, loc, scaler.getScaleName(),
                      getScalarType(builder.getF32Type()));
}

Value mlir::amp::detail::createHasHalted(OpBuilder &builder, Location loc,
                                         GradScalerOp scaler, Value skips) {
  auto limit = static_cast<int64_t>(scaler.getSkipLimit().value_or(0));
  if (limit == 0)
    return {};
  return CompareOp::create(
      builder, loc, ComparePredicate::GE, skips,
      createScalarTensor(builder, loc, builder.getI64Type(), limit));
}

Value mlir::amp::detail::readSkipsInARow(OpBuilder &builder, Location loc,
                                         GradScalerOp scaler) {
  return readVariable(builder, loc, scaler.getConsecutiveSkipsName(),
                      getScalarType(builder.getI64Type()));
}

LogicalResult ScaleOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  SymbolTableCollection symbols;
  auto scaler = lookUp<GradScalerOp>(*this, symbols, getScalerAttr());
  if (!scaler)
    return failure();
  Value scale = readScale(builder, getLoc(), scaler);
  Type elementType = getTensorType(getValue()).getElementType();
  // A 16-bit loss is scaled in f32 and rounded once.
  Type wide = getWideType(elementType);
  Value product = MulOp::create(builder, getLoc(),
                                createCast(builder, getLoc(), getValue(), wide),
                                createCast(builder, getLoc(), scale, wide));
  results.push_back(createCast(builder, getLoc(), product, elementType));
  return success();
}

LogicalResult ScaleOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                      ArrayRef<bool> needed,
                                      MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] =
        ScaleOp::create(builder, getLoc(), getScaler(), gradients[0]);
  return success();
}

LogicalResult GetScaleOp::decompose(OpBuilder &builder,
                                    SmallVectorImpl<Value> &results) {
  SymbolTableCollection symbols;
  auto scaler = lookUp<GradScalerOp>(*this, symbols, getScalerAttr());
  if (!scaler)
    return failure();
  results.push_back(readScale(builder, getLoc(), scaler));
  return success();
}

LogicalResult UpdateScaleOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &) {
  SymbolTableCollection symbols;
  auto scaler = lookUp<GradScalerOp>(*this, symbols, getScalerAttr());
  if (!scaler)
    return failure();
  std::optional<bool> when = getKnownFlag(getWhen());
  if (when == false)
    return success();
  Location loc = getLoc();
  Type f32 = builder.getF32Type(), f64 = builder.getF64Type();
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto read = [&](StringRef name, Type type) {
    return readVariable(builder, loc, name, getScalarType(type));
  };
  auto constant = [&](Type type, double value) {
    return createScalarTensor(builder, loc, type, value);
  };
  auto assign = [&](StringRef name, Value before, Value after) {
    if (getWhen() && !when)
      after = WhereOp::create(builder, loc, getWhen(), after, before);
    AssignOp::create(builder, loc, name, after);
  };
  Value found = createAny(builder, loc, getFoundInf());

  Value count = createCast(builder, loc, found, i64);
  Value skipped = read(scaler.getSkippedName(), i64);
  assign(scaler.getSkippedName(), skipped,
         AddOp::create(builder, loc, skipped, count));
  Value inARow = readSkipsInARow(builder, loc, scaler);
  Value more = AddOp::create(builder, loc, inARow, count);
  // The step that reaches the limit keeps its scale: run again, it fails again.
  Value halted = createHasHalted(builder, loc, scaler, more);
  assign(scaler.getConsecutiveSkipsName(), inARow,
         WhereOp::create(builder, loc, found, more, constant(i64, 0)));
  if (scaler.getFixed())
    return success();

  // As `_amp_update_scale_`: factors are f64, the scale is stored in f32, and
  // growth that would not be finite does not happen but restarts the count.
  Value scale = readScale(builder, loc, scaler);
  Value tracker = read(scaler.getGrowthTrackerName(), i32);
  Value wide = createCast(builder, loc, scale, f64);
  auto times = [&](APFloat factor) -> Value {
    Value product = MulOp::create(builder, loc, wide,
                                  constant(f64, factor.convertToDouble()));
    return createCast(builder, loc, product, f32);
  };
  Value smaller = times(scaler.getBackoffFactor());
  if (auto least = scaler.getMinScale())
    smaller = MaximumOp::create(builder, loc, smaller,
                                constant(f32, least->convertToDouble()));
  if (halted)
    smaller = WhereOp::create(builder, loc, halted, scale, smaller);
  Value larger = times(scaler.getGrowthFactor());
  if (auto most = scaler.getMaxScale())
    larger = MinimumOp::create(builder, loc, larger,
                               constant(f32, most->convertToDouble()));
  larger = WhereOp::create(
      builder, loc, IsFiniteOp::create(builder, loc, larger), larger, scale);
  Value clean = AddOp::create(builder, loc, tracker, constant(i32, 1));
  Value grows = CompareOp::create(builder, loc, ComparePredicate::EQ, clean,
                                  constant(i32, scaler.getGrowthInterval()));
  Value grown = WhereOp::create(builder, loc, grows, larger, scale);
  Value restarts = LogicalOrOp::create(builder, loc, found, grows);
  assign(scaler.getScaleName(), scale,
         WhereOp::create(builder, loc, found, smaller, grown));
  assign(scaler.getGrowthTrackerName(), tracker,
         WhereOp::create(builder, loc, restarts, constant(i32, 0), clean));
  return success();
}
