//===- Casts.cpp - Constants and casts ------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Casts.h"

#include "Scalars.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

bool CastOp::keepsElements(unsigned) {
  auto from = dyn_cast<IntegerType>(getElementTypeOrSelf(getInput().getType()));
  auto to = dyn_cast<IntegerType>(getElementTypeOrSelf(getType()));
  if (!from || !to)
    return false;
  // i1 is 0 or 1; a number without a sign needs a bit more in a type with one.
  bool isUnsigned = from.isUnsigned() || from.getWidth() == 1;
  if (isUnsigned && !to.isUnsigned())
    return to.getWidth() > from.getWidth();
  return isUnsigned == to.isUnsigned() && to.getWidth() >= from.getWidth();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult CastOp::verify() {
  bool fromComplex = isa<ComplexType>(getInput().getType().getElementType());
  bool toComplex = isa<ComplexType>(getType().getElementType());
  if (fromComplex != toComplex)
    return emitOpError("converts complex to complex only, found ")
           << getInput().getType() << " to " << getType();
  return success();
}

LogicalResult CastOp::refineResultTypes() {
  getResult().setType(getInput().getType().clone(getType().getElementType()));
  return success();
}

/// The signed i32 or i64 as f32, rounded to odd, so that rounding to a shorter
/// type afterwards gives what rounding at once would.
static Value createOddFloat(OpBuilder &builder, Location loc, Value input) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  // Clears the lowest bits; the one above them becomes 1 if one of them was.
  auto roundToOdd = [&](Value bits, unsigned count) -> Value {
    int64_t mask = (int64_t(1) << count) - 1;
    Value low = arith::AndIOp::create(builder, loc, bits, constant(mask));
    Value carry = arith::AddIOp::create(builder, loc, low, constant(mask));
    Value sticky =
        arith::AndIOp::create(builder, loc, carry, constant(mask + 1));
    Value high = arith::AndIOp::create(builder, loc, bits, constant(~mask));
    return arith::OrIOp::create(builder, loc, high, sticky);
  };
  if (input.getType().isInteger(64)) {
    // f64 holds every x with -2^53 <= x < 2^53, and of the others all but 11
    // bits.
    Value shifted =
        arith::AddIOp::create(builder, loc, input, constant(int64_t(1) << 53));
    Value isExact =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, shifted,
                              constant(int64_t(1) << 54));
    input = arith::SelectOp::create(builder, loc, isExact, input,
                                    roundToOdd(input, 11));
  }
  // From f64 to f32 on the bits: LLVM would convert the integer directly, by
  // way of a rounded f32.
  Type i64 = builder.getI64Type(), f64 = builder.getF64Type();
  Value wide = arith::SIToFPOp::create(builder, loc, f64, input);
  Value bits = arith::BitcastOp::create(builder, loc, i64, wide);
  Value odd =
      arith::BitcastOp::create(builder, loc, f64, roundToOdd(bits, 52 - 23));
  return arith::TruncFOp::create(builder, loc, builder.getF32Type(), odd);
}

Value CastOp::buildScalar(OpBuilder &builder, Location loc,
                          ValueRange operands) {
  Value input = operands[0];
  Type source = getInput().getType().getElementType();
  Type target = getType().getElementType();
  Type from = input.getType();
  // 16-bit floats come and go as f32; integers are signless here.
  Type to = is16BitFloat(target) ? builder.getF32Type() : target;
  if (auto integer = dyn_cast<IntegerType>(to))
    to = builder.getIntegerType(integer.getWidth());
  if (isa<FloatType>(from) && isa<FloatType>(to)) {
    if (from == to)
      return input;
    // From f64 to a 16-bit type there must be one rounding: go there directly.
    if (from.isF64() && is16BitFloat(target)) {
      Value narrow = arith::TruncFOp::create(builder, loc, target, input);
      return arith::ExtFOp::create(builder, loc, to, narrow);
    }
    if (from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(builder, loc, to, input);
    return arith::TruncFOp::create(builder, loc, to, input);
  }
  if (isa<FloatType>(from)) {
    if (to.isInteger(1))
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE,
                                   input, createScalar(builder, loc, from, 0));
    if (isUnsigned(target))
      return arith::FPToUIOp::create(builder, loc, to, input);
    return arith::FPToSIOp::create(builder, loc, to, input);
  }
  if (isa<FloatType>(to)) {
    // An integer that f32 cannot hold must not be rounded twice on its way to
    // bf16.
    if (target.isBF16() && from.getIntOrFloatBitWidth() > 16)
      return createOddFloat(builder, loc, input);
    if (isUnsigned(source))
      return arith::UIToFPOp::create(builder, loc, to, input);
    return arith::SIToFPOp::create(builder, loc, to, input);
  }
  unsigned fromWidth = from.getIntOrFloatBitWidth();
  unsigned toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth == toWidth)
    return input;
  if (toWidth == 1)
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, input,
                                 createScalar(builder, loc, from, 0));
  if (fromWidth > toWidth)
    return arith::TruncIOp::create(builder, loc, to, input);
  if (isUnsigned(source))
    return arith::ExtUIOp::create(builder, loc, to, input);
  return arith::ExtSIOp::create(builder, loc, to, input);
}

LogicalResult CastOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                     ArrayRef<bool> needed,
                                     MutableArrayRef<Value> operandGradients) {
  Type source = getInput().getType().getElementType();
  if (needed[0] && isa<FloatType>(source))
    operandGradients[0] = createCast(builder, getLoc(), gradients[0], source);
  return success();
}

/// True if each value of `from` is a value of `to`.
static bool isLossless(Type from, Type to) {
  auto fromFloat = dyn_cast<FloatType>(from), toFloat = dyn_cast<FloatType>(to);
  return fromFloat && toFloat &&
         APFloat::isRepresentableBy(fromFloat.getFloatSemantics(),
                                    toFloat.getFloatSemantics());
}

OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType())
    return getInput();
  // A value that was widened comes back unchanged. The other way round,
  // narrowed and widened, a rounding was asked for and stays.
  if (auto inner = getInput().getDefiningOp<CastOp>()) {
    Type from = inner.getInput().getType().getElementType();
    Type between = inner.getType().getElementType();
    if (isLossless(from, between)) {
      if (inner.getInput().getType() == getType())
        return inner.getInput();
      if (isa<FloatType>(getType().getElementType())) {
        getInputMutable().assign(inner.getInput());
        return getResult();
      }
    }
  }
  auto constant = dyn_cast_if_present<DenseFPElementsAttr>(adaptor.getInput());
  auto target = dyn_cast<FloatType>(getType().getElementType());
  // Large constants stay as they are: folding would keep two copies.
  if (!constant || !target ||
      (!constant.isSplat() && constant.getNumElements() > 64))
    return {};
  return constant.mapValues(target, [&](const APFloat &value) {
    APFloat result = value;
    bool lossy;
    result.convert(target.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &lossy);
    return result.bitcastToAPInt();
  });
}
