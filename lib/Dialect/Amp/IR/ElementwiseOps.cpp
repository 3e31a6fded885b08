//===- ElementwiseOps.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Casts and elementwise ops: the computation of one element, derivatives,
// folding.

#include "Scalars.h"

#include "mlir/Dialect/CommonFolders.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

/// True if every element of the constant `attribute` is `value`.
static bool isSplat(Attribute attribute, double value) {
  auto elements = dyn_cast_if_present<DenseElementsAttr>(attribute);
  if (!elements || !elements.isSplat())
    return false;
  if (isa<FloatType>(elements.getElementType())) {
    // x - 0.0 is x, but x - (-0.0) is not: -0.0 becomes 0.0.
    double element = elements.getSplatValue<APFloat>().convertToDouble();
    return element == value && std::signbit(element) == std::signbit(value);
  }
  if (isa<IntegerType>(elements.getElementType()))
    return elements.getSplatValue<APInt>() ==
           APInt(elements.getElementType().getIntOrFloatBitWidth(),
                 static_cast<int64_t>(value), /*isSigned=*/true,
                 /*implicitTrunc=*/true);
  return false;
}

//===----------------------------------------------------------------------===//
// ConstantOp, CastOp
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// The computation of one element
//===----------------------------------------------------------------------===//

#define UNARY_SCALAR(OP, MATHOP)                                               \
  Value OP::buildScalar(OpBuilder &builder, Location loc,                      \
                        ValueRange operands) {                                 \
    return MATHOP::create(builder, loc, operands[0]);                          \
  }
UNARY_SCALAR(ExpOp, math::ExpOp)
UNARY_SCALAR(LogOp, math::LogOp)
UNARY_SCALAR(SqrtOp, math::SqrtOp)
UNARY_SCALAR(ErfOp, math::ErfOp)
UNARY_SCALAR(TanhOp, math::TanhOp)
#undef UNARY_SCALAR

#define BINARY_SCALAR(OP, FLOATOP, INTOP)                                      \
  Value OP::buildScalar(OpBuilder &builder, Location loc,                      \
                        ValueRange operands) {                                 \
    if (isa<FloatType>(operands[0].getType()))                                 \
      return FLOATOP::create(builder, loc, operands[0], operands[1]);          \
    return INTOP::create(builder, loc, operands[0], operands[1]);              \
  }
BINARY_SCALAR(AddOp, arith::AddFOp, arith::AddIOp)
BINARY_SCALAR(SubOp, arith::SubFOp, arith::SubIOp)
BINARY_SCALAR(MulOp, arith::MulFOp, arith::MulIOp)
#undef BINARY_SCALAR

Value DivOp::buildScalar(OpBuilder &builder, Location loc,
                         ValueRange operands) {
  return arith::DivFOp::create(builder, loc, operands[0], operands[1]);
}

Value PowOp::buildScalar(OpBuilder &builder, Location loc,
                         ValueRange operands) {
  return math::PowFOp::create(builder, loc, operands[0], operands[1]);
}

Value MaximumOp::buildScalar(OpBuilder &builder, Location loc,
                             ValueRange operands) {
  if (isa<FloatType>(operands[0].getType()))
    return arith::MaximumFOp::create(builder, loc, operands[0], operands[1]);
  if (isUnsigned(getType().getElementType()))
    return arith::MaxUIOp::create(builder, loc, operands[0], operands[1]);
  return arith::MaxSIOp::create(builder, loc, operands[0], operands[1]);
}

Value MinimumOp::buildScalar(OpBuilder &builder, Location loc,
                             ValueRange operands) {
  if (isa<FloatType>(operands[0].getType()))
    return arith::MinimumFOp::create(builder, loc, operands[0], operands[1]);
  if (isUnsigned(getType().getElementType()))
    return arith::MinUIOp::create(builder, loc, operands[0], operands[1]);
  return arith::MinSIOp::create(builder, loc, operands[0], operands[1]);
}

Value NegOp::buildScalar(OpBuilder &builder, Location loc,
                         ValueRange operands) {
  if (isa<FloatType>(operands[0].getType()))
    return arith::NegFOp::create(builder, loc, operands[0]);
  Value zero = createScalar(builder, loc, operands[0].getType(), 0);
  return arith::SubIOp::create(builder, loc, zero, operands[0]);
}

Value AbsOp::buildScalar(OpBuilder &builder, Location loc,
                         ValueRange operands) {
  if (isa<FloatType>(operands[0].getType()))
    return math::AbsFOp::create(builder, loc, operands[0]);
  if (isUnsigned(getType().getElementType()))
    return operands[0];
  return math::AbsIOp::create(builder, loc, operands[0]);
}

Value RsqrtOp::buildScalar(OpBuilder &builder, Location loc,
                           ValueRange operands) {
  // Two correctly rounded operations: within 1 ulp, where approximations are
  // not.
  Value one = createScalar(builder, loc, operands[0].getType(), 1);
  Value root = math::SqrtOp::create(builder, loc, operands[0]);
  return arith::DivFOp::create(builder, loc, one, root);
}

Value ReciprocalOp::buildScalar(OpBuilder &builder, Location loc,
                                ValueRange operands) {
  Value one = createScalar(builder, loc, operands[0].getType(), 1);
  return arith::DivFOp::create(builder, loc, one, operands[0]);
}

Value ReluOp::buildScalar(OpBuilder &builder, Location loc,
                          ValueRange operands) {
  Value zero = createScalar(builder, loc, operands[0].getType(), 0);
  return arith::MaximumFOp::create(builder, loc, operands[0], zero);
}

static Value buildSigmoid(OpBuilder &builder, Location loc, Value x) {
  // With z = exp(-|x|): 1 / (1 + z) or z / (1 + z), so that nothing overflows
  // and small results are not lost.
  Value one = createScalar(builder, loc, x.getType(), 1);
  Value zero = createScalar(builder, loc, x.getType(), 0);
  Value magnitude = math::AbsFOp::create(builder, loc, x);
  Value negated = arith::NegFOp::create(builder, loc, magnitude);
  Value exponential = math::ExpOp::create(builder, loc, negated);
  Value sum = arith::AddFOp::create(builder, loc, one, exponential);
  Value isNegative =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, x, zero);
  Value numerator =
      arith::SelectOp::create(builder, loc, isNegative, exponential, one);
  return arith::DivFOp::create(builder, loc, numerator, sum);
}

Value SigmoidOp::buildScalar(OpBuilder &builder, Location loc,
                             ValueRange operands) {
  return buildSigmoid(builder, loc, operands[0]);
}

Value LogicalNotOp::buildScalar(OpBuilder &builder, Location loc,
                                ValueRange operands) {
  Value one = createScalar(builder, loc, operands[0].getType(), 1);
  return arith::XOrIOp::create(builder, loc, operands[0], one);
}

Value LogicalAndOp::buildScalar(OpBuilder &builder, Location loc,
                                ValueRange operands) {
  return arith::AndIOp::create(builder, loc, operands[0], operands[1]);
}

Value LogicalOrOp::buildScalar(OpBuilder &builder, Location loc,
                               ValueRange operands) {
  return arith::OrIOp::create(builder, loc, operands[0], operands[1]);
}

Value CompareOp::buildScalar(OpBuilder &builder, Location loc,
                             ValueRange operands) {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  auto index = static_cast<unsigned>(getPredicate());
  if (isa<FloatType>(operands[0].getType())) {
    constexpr F predicates[] = {F::OEQ, F::UNE, F::OLT, F::OLE, F::OGT, F::OGE};
    return arith::CmpFOp::create(builder, loc, predicates[index], operands[0],
                                 operands[1]);
  }
  constexpr I isSigned[] = {I::eq, I::ne, I::slt, I::sle, I::sgt, I::sge};
  constexpr I isNot[] = {I::eq, I::ne, I::ult, I::ule, I::ugt, I::uge};
  bool unsignedType = isUnsigned(getTensorType(getLhs()).getElementType());
  return arith::CmpIOp::create(builder, loc,
                               unsignedType ? isNot[index] : isSigned[index],
                               operands[0], operands[1]);
}

Value IsFiniteOp::buildScalar(OpBuilder &builder, Location loc,
                              ValueRange operands) {
  Value magnitude = math::AbsFOp::create(builder, loc, operands[0]);
  auto type = cast<FloatType>(operands[0].getType());
  Value infinity = arith::ConstantOp::create(
      builder, loc,
      builder.getFloatAttr(type, APFloat::getInf(type.getFloatSemantics())));
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                               magnitude, infinity);
}

Value WhereOp::buildScalar(OpBuilder &builder, Location loc,
                           ValueRange operands) {
  return arith::SelectOp::create(builder, loc, operands[0], operands[1],
                                 operands[2]);
}

//===----------------------------------------------------------------------===//
// GELU
//===----------------------------------------------------------------------===//

/// The argument of tanh in the approximate form: sqrt(2/π) (x + 0.044715 x³).
static Value buildGeluInner(Scalars &s, Value x) {
  Value square = s.mul(x, x);
  Value factor = s.add(s.constant(1), s.mul(s.constant(0.044715), square));
  return s.mul(s.mul(s.constant(std::sqrt(2 / M_PI)), x), factor);
}

Value GeluOp::buildScalar(OpBuilder &builder, Location loc,
                          ValueRange operands) {
  Value x = operands[0];
  Scalars s{builder, loc, x.getType()};
  Value inner =
      getApproximate() == GeluKind::Tanh
          ? math::TanhOp::create(builder, loc, buildGeluInner(s, x)).getResult()
          : math::ErfOp::create(builder, loc,
                                s.mul(x, s.constant(std::sqrt(0.5))))
                .getResult();
  return s.mul(s.mul(s.constant(0.5), x), s.add(s.constant(1), inner));
}

Value GeluBackwardOp::buildScalar(OpBuilder &builder, Location loc,
                                  ValueRange operands) {
  Value dy = operands[0], x = operands[1];
  Scalars s{builder, loc, x.getType()};
  Value derivative;
  if (getApproximate() == GeluKind::Tanh) {
    Value t = math::TanhOp::create(builder, loc, buildGeluInner(s, x));
    Value left = s.mul(s.constant(0.5), s.add(s.constant(1), t));
    // d inner / dx = sqrt(2/π) (1 + 3 · 0.044715 x²)
    Value inner = s.mul(
        s.constant(std::sqrt(2 / M_PI)),
        s.add(s.constant(1), s.mul(s.constant(3 * 0.044715), s.mul(x, x))));
    Value right = s.mul(s.mul(s.constant(0.5), x),
                        s.mul(s.sub(s.constant(1), s.mul(t, t)), inner));
    derivative = s.add(left, right);
  } else {
    Value erf =
        math::ErfOp::create(builder, loc, s.mul(x, s.constant(std::sqrt(0.5))));
    Value cdf = s.mul(s.constant(0.5), s.add(s.constant(1), erf));
    Value density =
        s.mul(s.constant(1 / std::sqrt(2 * M_PI)),
              math::ExpOp::create(builder, loc,
                                  s.mul(s.constant(-0.5), s.mul(x, x))));
    derivative = s.add(cdf, s.mul(x, density));
  }
  return s.mul(dy, derivative);
}

//===----------------------------------------------------------------------===//
// Derivatives of activations: the computation of one element
//===----------------------------------------------------------------------===//

Value ReluBackwardOp::buildScalar(OpBuilder &builder, Location loc,
                                  ValueRange operands) {
  Value zero = createScalar(builder, loc, operands[0].getType(), 0);
  // Not "y <= 0 gives 0": a NaN passes the gradient on, as PyTorch's threshold
  // does.
  Value isZero = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE,
                                       operands[1], zero);
  return arith::SelectOp::create(builder, loc, isZero, zero, operands[0]);
}

Value TanhBackwardOp::buildScalar(OpBuilder &builder, Location loc,
                                  ValueRange operands) {
  Scalars s{builder, loc, operands[0].getType()};
  Value square = s.mul(operands[1], operands[1]);
  return s.mul(operands[0], s.sub(s.constant(1), square));
}

Value SigmoidBackwardOp::buildScalar(OpBuilder &builder, Location loc,
                                     ValueRange operands) {
  Scalars s{builder, loc, operands[0].getType()};
  Value slope = s.mul(operands[1], s.sub(s.constant(1), operands[1]));
  return s.mul(operands[0], slope);
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// Ops whose result does not vary with the operands, or not differentiably.
#define NO_GRADIENT(OP)                                                        \
  LogicalResult OP::buildGradients(OpBuilder &, ValueRange, ArrayRef<bool>,    \
                                   MutableArrayRef<Value>) {                   \
    return success();                                                          \
  }
NO_GRADIENT(LogicalNotOp)
NO_GRADIENT(LogicalAndOp)
NO_GRADIENT(LogicalOrOp)
NO_GRADIENT(CompareOp)
NO_GRADIENT(IsFiniteOp)
#undef NO_GRADIENT

#define UNARY_GRADIENT(OP, EXPRESSION)                                         \
  LogicalResult OP::buildGradients(OpBuilder &builder, ValueRange gradients,   \
                                   ArrayRef<bool> needed,                      \
                                   MutableArrayRef<Value> operandGradients) {  \
    Location loc = getLoc();                                                   \
    Value dy = gradients[0], x = getInput(), y = getResult();                  \
    [[maybe_unused]] auto constant = [&](double value) {                       \
      auto type = getTensorType(x);                                            \
      return createSplat(builder, loc,                                         \
                         RankedTensorType::get({}, type.getElementType()),     \
                         value);                                               \
    };                                                                         \
    (void)x, (void)y;                                                          \
    if (needed[0])                                                             \
      operandGradients[0] = EXPRESSION;                                        \
    return success();                                                          \
  }
#define MUL(A, B) MulOp::create(builder, loc, A, B).getResult()
#define DIV(A, B) DivOp::create(builder, loc, A, B).getResult()
#define NEG(A) NegOp::create(builder, loc, A).getResult()

UNARY_GRADIENT(NegOp, NEG(dy))
UNARY_GRADIENT(ExpOp, MUL(dy, y))
UNARY_GRADIENT(LogOp, DIV(dy, x))
UNARY_GRADIENT(SqrtOp, DIV(dy, MUL(constant(2), y)))
// d x^(-1/2) = -1/2 y³
UNARY_GRADIENT(RsqrtOp, MUL(MUL(constant(-0.5), dy), MUL(y, MUL(y, y))))
UNARY_GRADIENT(ReciprocalOp, NEG(MUL(dy, MUL(y, y))))
UNARY_GRADIENT(ErfOp, MUL(MUL(constant(2 / std::sqrt(M_PI)), dy),
                          ExpOp::create(builder, loc, NEG(MUL(x, x)))))
UNARY_GRADIENT(ReluOp, ReluBackwardOp::create(builder, loc, dy, y))
UNARY_GRADIENT(TanhOp, TanhBackwardOp::create(builder, loc, dy, y))
UNARY_GRADIENT(SigmoidOp, SigmoidBackwardOp::create(builder, loc, dy, y))
UNARY_GRADIENT(GeluOp,
               GeluBackwardOp::create(builder, loc, dy, x, getApproximate()))
#undef UNARY_GRADIENT

LogicalResult AbsOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                    ArrayRef<bool> needed,
                                    MutableArrayRef<Value> operandGradients) {
  if (!needed[0])
    return success();
  // dy sign(x), with 0 at 0.
  Location loc = getLoc();
  Value dy = gradients[0];
  Value zero = createSplat(
      builder, loc,
      RankedTensorType::get({}, getTensorType(dy).getElementType()), 0);
  Value isPositive =
      CompareOp::create(builder, loc, ComparePredicate::GT, getInput(), zero);
  Value isNegative =
      CompareOp::create(builder, loc, ComparePredicate::LT, getInput(), zero);
  Value rest = WhereOp::create(builder, loc, isNegative, NEG(dy), zero);
  operandGradients[0] = WhereOp::create(builder, loc, isPositive, dy, rest);
  return success();
}

/// Gives each needed operand its gradient, summed over what was broadcast.
static void setGradients(OpBuilder &builder, Operation *op,
                         ArrayRef<bool> needed,
                         ArrayRef<llvm::function_ref<Value()>> gradients,
                         MutableArrayRef<Value> operandGradients) {
  for (auto [i, build] : llvm::enumerate(gradients))
    if (build && needed[i])
      operandGradients[i] = createSumTo(builder, op->getLoc(), build(),
                                        getTensorType(op->getOperand(i)));
}

#define BINARY_GRADIENT(OP, LHS, RHS)                                          \
  LogicalResult OP::buildGradients(OpBuilder &builder, ValueRange gradients,   \
                                   ArrayRef<bool> needed,                      \
                                   MutableArrayRef<Value> operandGradients) {  \
    Location loc = getLoc();                                                   \
    Value dy = gradients[0], a = getLhs(), b = getRhs(), y = getResult();      \
    (void)loc, (void)a, (void)b, (void)y;                                      \
    auto lhs = [&]() -> Value { return LHS; };                                 \
    auto rhs = [&]() -> Value { return RHS; };                                 \
    setGradients(builder, *this, needed, {lhs, rhs}, operandGradients);        \
    return success();                                                          \
  }
BINARY_GRADIENT(AddOp, dy, dy)
BINARY_GRADIENT(SubOp, dy, NEG(dy))
BINARY_GRADIENT(MulOp, MUL(dy, b), MUL(dy, a))
BINARY_GRADIENT(DivOp, DIV(dy, b), NEG(DIV(MUL(dy, y), b)))
#undef BINARY_GRADIENT

LogicalResult PowOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                    ArrayRef<bool> needed,
                                    MutableArrayRef<Value> operandGradients) {
  Location loc = getLoc();
  Value dy = gradients[0], a = getLhs(), b = getRhs();
  auto scalar = [&](double value) {
    return createSplat(
        builder, loc,
        RankedTensorType::get({}, getTensorType(dy).getElementType()), value);
  };
  // What is not chosen must be finite all the same: in a further derivative its
  // gradient is 0, which times infinity is NaN.
  auto choose = [&](Value condition, double value, Value other) -> Value {
    return WhereOp::create(builder, loc, condition, scalar(value), other);
  };
  // dy b a^(b-1), and 0 where b is 0 whatever a is.
  auto lhs = [&]() -> Value {
    Value isZero =
        CompareOp::create(builder, loc, ComparePredicate::EQ, b, scalar(0));
    Value less = choose(isZero, 0, SubOp::create(builder, loc, b, scalar(1)));
    Value power = PowOp::create(builder, loc, a, less);
    return choose(isZero, 0, MUL(dy, MUL(b, power)));
  };
  // dy a^b log(a), and 0 where a is 0 and b is not negative.
  auto rhs = [&]() -> Value {
    Value aIsZero =
        CompareOp::create(builder, loc, ComparePredicate::EQ, a, scalar(0));
    Value bIsNotNegative =
        CompareOp::create(builder, loc, ComparePredicate::GE, b, scalar(0));
    Value isFlat = LogicalAndOp::create(builder, loc, aIsZero, bIsNotNegative);
    Value log = LogOp::create(builder, loc, choose(isFlat, 1, a));
    return choose(isFlat, 0, MUL(dy, MUL(getResult(), log)));
  };
  setGradients(builder, *this, needed, {lhs, rhs}, operandGradients);
  return success();
}

/// The gradient goes to the chosen operand; equal ones share it.
template <typename OpTy>
static LogicalResult buildExtremumGradients(OpTy op, ComparePredicate wins,
                                            OpBuilder &builder, Value dy,
                                            ArrayRef<bool> needed,
                                            MutableArrayRef<Value> out) {
  Location loc = op.getLoc();
  auto scalar = RankedTensorType::get({}, getTensorType(dy).getElementType());
  auto share = [&](Value self, Value other) -> Value {
    Value zero = createSplat(builder, loc, scalar, 0);
    Value half = MUL(dy, createSplat(builder, loc, scalar, 0.5));
    Value isEqual =
        CompareOp::create(builder, loc, ComparePredicate::EQ, self, other);
    Value isChosen = CompareOp::create(builder, loc, wins, self, other);
    Value rest = WhereOp::create(builder, loc, isEqual, half, zero);
    return WhereOp::create(builder, loc, isChosen, dy, rest);
  };
  auto lhs = [&]() -> Value { return share(op.getLhs(), op.getRhs()); };
  auto rhs = [&]() -> Value { return share(op.getRhs(), op.getLhs()); };
  setGradients(builder, op, needed, {lhs, rhs}, out);
  return success();
}

LogicalResult
MaximumOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                          ArrayRef<bool> needed,
                          MutableArrayRef<Value> operandGradients) {
  return buildExtremumGradients(*this, ComparePredicate::GT, builder,
                                gradients[0], needed, operandGradients);
}

LogicalResult
MinimumOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                          ArrayRef<bool> needed,
                          MutableArrayRef<Value> operandGradients) {
  return buildExtremumGradients(*this, ComparePredicate::LT, builder,
                                gradients[0], needed, operandGradients);
}

LogicalResult WhereOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                      ArrayRef<bool> needed,
                                      MutableArrayRef<Value> operandGradients) {
  Location loc = getLoc();
  Value dy = gradients[0];
  auto zero = [&]() {
    return createSplat(
        builder, loc,
        RankedTensorType::get({}, getTensorType(dy).getElementType()), 0);
  };
  auto lhs = [&]() -> Value {
    return WhereOp::create(builder, loc, getCondition(), dy, zero());
  };
  auto rhs = [&]() -> Value {
    return WhereOp::create(builder, loc, getCondition(), zero(), dy);
  };
  setGradients(builder, *this, needed,
               {llvm::function_ref<Value()>(), lhs, rhs}, operandGradients);
  return success();
}

//===----------------------------------------------------------------------===//
// Gradients of the derivatives of activations
//===----------------------------------------------------------------------===//

// Each is linear in `gradient`, and its derivative with respect to it the op
// itself. Where `saved` is the forward op's result, the gradient that it gets
// here goes back through that op.

LogicalResult
ReluBackwardOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                               ArrayRef<bool> needed,
                               MutableArrayRef<Value> operandGradients) {
  // A step does not vary with where it is.
  auto gradient = [&]() -> Value {
    return ReluBackwardOp::create(builder, getLoc(), gradients[0], getSaved());
  };
  setGradients(builder, *this, needed,
               {gradient, llvm::function_ref<Value()>()}, operandGradients);
  return success();
}

LogicalResult
TanhBackwardOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                               ArrayRef<bool> needed,
                               MutableArrayRef<Value> operandGradients) {
  Location loc = getLoc();
  Value g = gradients[0], y = getSaved();
  auto gradient = [&]() -> Value {
    return TanhBackwardOp::create(builder, loc, g, y);
  };
  // d (1 - y²) / dy = -2 y
  auto saved = [&]() -> Value {
    auto scalar = RankedTensorType::get({}, getTensorType(y).getElementType());
    Value slope = MUL(createSplat(builder, loc, scalar, -2), y);
    return MUL(MUL(g, getGradient()), slope);
  };
  setGradients(builder, *this, needed, {gradient, saved}, operandGradients);
  return success();
}

LogicalResult
SigmoidBackwardOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                  ArrayRef<bool> needed,
                                  MutableArrayRef<Value> operandGradients) {
  Location loc = getLoc();
  Value g = gradients[0], y = getSaved();
  auto gradient = [&]() -> Value {
    return SigmoidBackwardOp::create(builder, loc, g, y);
  };
  // d y (1 - y) / dy = 1 - 2 y
  auto saved = [&]() -> Value {
    auto scalar = RankedTensorType::get({}, getTensorType(y).getElementType());
    Value twice = MUL(createSplat(builder, loc, scalar, 2), y);
    Value slope = SubOp::create(builder, loc,
                                createSplat(builder, loc, scalar, 1), twice);
    return MUL(MUL(g, getGradient()), slope);
  };
  setGradients(builder, *this, needed, {gradient, saved}, operandGradients);
  return success();
}

/// The second derivative of GELU, in the type of `x`. What falls to 0 as x
/// grows comes first in each product, so that it does not meet an infinity.
static Value buildGeluCurvature(OpBuilder &builder, Location loc, Value x,
                                GeluKind kind) {
  auto constant = [&](double value) {
    return createSplat(
        builder, loc,
        RankedTensorType::get({}, getTensorType(x).getElementType()), value);
  };
  Value square = MUL(x, x);
  if (kind == GeluKind::None) {
    // With the density φ: φ (2 - x²) = 2 φ - x φ x
    Value density =
        MUL(constant(1 / std::sqrt(2 * M_PI)),
            ExpOp::create(builder, loc, MUL(constant(-0.5), square)));
    return SubOp::create(builder, loc, MUL(constant(2), density),
                         MUL(MUL(density, x), x));
  }
  // With u = sqrt(2/π) (x + 0.044715 x³), t = tanh(u) and s = 1 - t²:
  // s u' + x/2 (s u'' - 2 t s u'²)
  const double root = std::sqrt(2 / M_PI), cubic = 0.044715;
  auto polynomial = [&](double factor) -> Value {
    return MUL(constant(root), AddOp::create(builder, loc, constant(1),
                                             MUL(constant(factor), square))
                                   .getResult());
  };
  Value t = TanhOp::create(builder, loc, MUL(polynomial(cubic), x));
  Value first = polynomial(3 * cubic);
  Value second = MUL(constant(6 * root * cubic), x);
  Value slope = TanhBackwardOp::create(builder, loc, first, t);
  Value bend = SubOp::create(builder, loc,
                             TanhBackwardOp::create(builder, loc, second, t),
                             MUL(MUL(constant(2), t), MUL(slope, first)));
  return AddOp::create(builder, loc, slope, MUL(MUL(constant(0.5), x), bend));
}

LogicalResult
GeluBackwardOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                               ArrayRef<bool> needed,
                               MutableArrayRef<Value> operandGradients) {
  Location loc = getLoc();
  Value g = gradients[0], x = getSaved();
  auto gradient = [&]() -> Value {
    return GeluBackwardOp::create(builder, loc, g, x, getApproximate());
  };
  // In f32 for 16-bit floats, as the op itself.
  auto saved = [&]() -> Value {
    Type elementType = getTensorType(x).getElementType();
    Type wide = elementType.isF64() ? elementType : builder.getF32Type();
    auto widen = [&](Value value) {
      return createCast(builder, loc, value, wide);
    };
    Value curvature =
        buildGeluCurvature(builder, loc, widen(x), getApproximate());
    return createCast(builder, loc,
                      MUL(MUL(widen(g), widen(getGradient())), curvature),
                      elementType);
  };
  setGradients(builder, *this, needed, {gradient, saved}, operandGradients);
  return success();
}

#undef MUL
#undef DIV
#undef NEG

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

OpFoldResult NegOp::fold(FoldAdaptor) {
  if (auto inner = getInput().getDefiningOp<NegOp>())
    return inner.getInput();
  return {};
}

OpFoldResult ReluOp::fold(FoldAdaptor) {
  if (getInput().getDefiningOp<ReluOp>())
    return getInput();
  return {};
}

/// `kept` if the other operand is a neutral constant and kept has the result's
/// shape.
template <typename OpTy>
static OpFoldResult foldNeutral(OpTy op, Attribute constant, Value kept,
                                double neutral) {
  if (isSplat(constant, neutral) && kept.getType() == op.getType())
    return kept;
  return {};
}

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  // x + 0 is x for integers only: -0.0 + 0 is +0.0.
  if (!isa<IntegerType>(getTensorType(getResult()).getElementType()))
    return {};
  return foldNeutral(*this, adaptor.getRhs(), getLhs(), 0);
}

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  // x - (-0.0) is not x: -0.0 - (-0.0) is +0.0.
  if (auto elements =
          dyn_cast_if_present<DenseFPElementsAttr>(adaptor.getRhs()))
    if (elements.isSplat() && elements.getSplatValue<APFloat>().isNegative())
      return {};
  return foldNeutral(*this, adaptor.getRhs(), getLhs(), 0);
}

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult result = foldNeutral(*this, adaptor.getLhs(), getRhs(), 1))
    return result;
  return foldNeutral(*this, adaptor.getRhs(), getLhs(), 1);
}

OpFoldResult DivOp::fold(FoldAdaptor adaptor) {
  return foldNeutral(*this, adaptor.getRhs(), getLhs(), 1);
}

OpFoldResult WhereOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() && getLhs().getType() == getType())
    return getLhs();
  if (isSplat(adaptor.getCondition(), 1) && getLhs().getType() == getType())
    return getLhs();
  if (isSplat(adaptor.getCondition(), 0) && getRhs().getType() == getType())
    return getRhs();
  return {};
}
