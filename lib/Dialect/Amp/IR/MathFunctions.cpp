//===- MathFunctions.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Elementwise functions beyond the core: the computation of one element,
// derivatives.

#include "Composer.h"
#include "Scalars.h"

#include "amp/Dialect/Amp/IR/AmpMathOps.h"

#include <cmath>

using namespace mlir;
using namespace mlir::amp;

using FloatPredicate = arith::CmpFPredicate;
using IntPredicate = arith::CmpIPredicate;

/// Of Klambauer et al., "Self-Normalizing Neural Networks", 2017.
constexpr double kSeluScale = 1.0507009873554805;
constexpr double kSeluAlpha = 1.6732632423543772;

//===----------------------------------------------------------------------===//
// The computation of one element: functions of one tensor
//===----------------------------------------------------------------------===//

#define UNARY_SCALAR(OP, MATHOP)                                               \
  Value OP::buildScalar(OpBuilder &builder, Location loc,                      \
                        ValueRange operands) {                                 \
    return MATHOP::create(builder, loc, operands[0]);                          \
  }
UNARY_SCALAR(AcosOp, math::AcosOp)
UNARY_SCALAR(AsinOp, math::AsinOp)
UNARY_SCALAR(AtanOp, math::AtanOp)
UNARY_SCALAR(SinOp, math::SinOp)
UNARY_SCALAR(CosOp, math::CosOp)
UNARY_SCALAR(TanOp, math::TanOp)
UNARY_SCALAR(SinhOp, math::SinhOp)
UNARY_SCALAR(CoshOp, math::CoshOp)
UNARY_SCALAR(ErfcOp, math::ErfcOp)
UNARY_SCALAR(Log2Op, math::Log2Op)
UNARY_SCALAR(Log10Op, math::Log10Op)
UNARY_SCALAR(CeilOp, math::CeilOp)
UNARY_SCALAR(FloorOp, math::FloorOp)
UNARY_SCALAR(RoundOp, math::RoundEvenOp)
#undef UNARY_SCALAR

/// exp(x) - 1. math.expm1 is no help: for CPUs it becomes that difference.
///
/// With u = exp(x) rounded, (u - 1) x / log(u): the factor x / log(u), close to
/// 1, corrects the error of u (Kahan; Higham, "Accuracy and Stability of
/// Numerical Algorithms", 2002, section 1.14.1).
static Value buildExpm1(Scalars s, Value x) {
  Value one = s.constant(1), u = s.exp(x), difference = s.sub(u, one);
  Value y = s.mul(difference, s.div(x, s.log(u)));
  // Where u is 0 or infinite, or lost in the difference, it has no logarithm
  // that helps.
  Value isFinal = arith::OrIOp::create(
      s.builder, s.loc,
      s.compare(FloatPredicate::OEQ, difference, s.constant(-1)),
      s.compare(FloatPredicate::OEQ, u, s.constant(INFINITY)));
  y = s.select(isFinal, difference, y);
  return s.select(s.compare(FloatPredicate::OEQ, u, one), x, y);
}

/// log(1 + x): with u = 1 + x rounded, log(u) x / (u - 1), by the same authors.
static Value buildLog1p(Scalars s, Value x) {
  Value one = s.constant(1), u = s.add(one, x), logarithm = s.log(u);
  Value y = s.mul(logarithm, s.div(x, s.sub(u, one)));
  y = s.select(s.compare(FloatPredicate::OEQ, u, s.constant(INFINITY)),
               logarithm, y);
  return s.select(s.compare(FloatPredicate::OEQ, u, one), x, y);
}

/// The y with erf(y) = x: an approximation within 0.3%, then two steps of
/// Halley's method, each of which cubes the error.
static Value buildErfinv(Scalars s, Value x) {
  // Winitzki, "A handy approximation for the error function and its inverse",
  // 2008: y² = sqrt(b² - l / k) - b with l = log(1 - x²) and
  // b = 2 / (π k) + l / 2, written without cancellation.
  constexpr double k = 0.147;
  Value one = s.constant(1), a = s.abs(x);
  Value l = s.log(s.mul(s.sub(one, a), s.add(one, a)));
  Value b = s.add(s.constant(2 / (M_PI * k)), s.mul(s.constant(0.5), l));
  Value c = s.mul(s.constant(-1 / k), l);
  Value root = s.sqrt(s.add(s.mul(b, b), c));
  Value y = s.sqrt(s.div(c, s.add(b, root)));
  for (int step = 0; step < 2; ++step) {
    // erf(y) - a, of erfc where erf is close to 1; there 1 - a is exact.
    Value erf = math::ErfOp::create(s.builder, s.loc, y);
    Value erfc = math::ErfcOp::create(s.builder, s.loc, y);
    Value isSmall = s.compare(FloatPredicate::OLT, a, s.constant(0.5));
    Value error = s.select(isSmall, s.sub(erf, a), s.sub(s.sub(one, a), erfc));
    // Newton's step t is error / erf'(y). Since erf'' = -2 y erf', Halley's is
    // t / (1 + y t).
    Value t = s.mul(s.mul(s.constant(std::sqrt(M_PI) / 2), error),
                    s.exp(s.mul(y, y)));
    y = s.sub(y, s.div(t, s.add(one, s.mul(y, t))));
  }
  y = s.select(s.compare(FloatPredicate::OEQ, a, one), s.constant(INFINITY), y);
  return math::CopySignOp::create(s.builder, s.loc, y, x);
}

#define UNARY_FORMULA(OP, EXPRESSION)                                          \
  Value OP::buildScalar(OpBuilder &builder, Location loc,                      \
                        ValueRange operands) {                                 \
    Value x = operands[0];                                                     \
    Scalars s{builder, loc, x.getType()};                                      \
    return EXPRESSION;                                                         \
  }
UNARY_FORMULA(Expm1Op, buildExpm1(s, x))
UNARY_FORMULA(Log1pOp, buildLog1p(s, x))
UNARY_FORMULA(ErfinvOp, buildErfinv(s, x))
UNARY_FORMULA(SoftsignOp, s.div(x, s.add(s.constant(1), s.abs(x))))
UNARY_FORMULA(IsNanOp, s.compare(FloatPredicate::UNO, x, x))
UNARY_FORMULA(IsInfOp,
              s.compare(FloatPredicate::OEQ, s.abs(x), s.constant(INFINITY)))
UNARY_FORMULA(LeakyReluOp,
              s.select(s.compare(FloatPredicate::OGT, x, s.constant(0)), x,
                       s.mul(s.constant(getNegativeSlope().convertToDouble()),
                             x)))
#undef UNARY_FORMULA

/// `positive x` where x > 0, else `negative (exp(x) - 1)`. NaN stays NaN.
static Value buildElu(Scalars s, Value x, double positive, double negative) {
  Value isPositive = s.compare(FloatPredicate::OGT, x, s.constant(0));
  return s.select(isPositive, s.mul(s.constant(positive), x),
                  s.mul(s.constant(negative), buildExpm1(s, x)));
}

Value EluOp::buildScalar(OpBuilder &builder, Location loc,
                         ValueRange operands) {
  return buildElu({builder, loc, operands[0].getType()}, operands[0], 1,
                  getAlpha().convertToDouble());
}

Value SeluOp::buildScalar(OpBuilder &builder, Location loc,
                          ValueRange operands) {
  return buildElu({builder, loc, operands[0].getType()}, operands[0],
                  kSeluScale, kSeluScale * kSeluAlpha);
}

/// min(max(x, low), high), of which bounds may be absent. NaN stays NaN.
static Value buildClamp(Scalars s, Value x, std::optional<APFloat> low,
                        std::optional<APFloat> high) {
  if (low)
    x = arith::MaximumFOp::create(s.builder, s.loc, x,
                                  s.constant(low->convertToDouble()));
  if (high)
    x = arith::MinimumFOp::create(s.builder, s.loc, x,
                                  s.constant(high->convertToDouble()));
  return x;
}

Value ClampOp::buildScalar(OpBuilder &builder, Location loc,
                           ValueRange operands) {
  return buildClamp({builder, loc, operands[0].getType()}, operands[0],
                    getMin(), getMax());
}

Value HardtanhOp::buildScalar(OpBuilder &builder, Location loc,
                              ValueRange operands) {
  return buildClamp({builder, loc, operands[0].getType()}, operands[0],
                    getMinVal(), getMaxVal());
}

Value Relu6Op::buildScalar(OpBuilder &builder, Location loc,
                           ValueRange operands) {
  return buildClamp({builder, loc, operands[0].getType()}, operands[0],
                    APFloat(0.0), APFloat(6.0));
}

Value SiluOp::buildScalar(OpBuilder &builder, Location loc,
                          ValueRange operands) {
  // With z = exp(-|x| / 2): x / (1 + z²), or x z² / (1 + z²) where x < 0. There
  // exp(-x) overflows, and exp(x) underflows, where the result does not yet.
  Value x = operands[0];
  Scalars s{builder, loc, x.getType()};
  Value z = s.exp(s.mul(s.constant(-0.5), s.abs(x)));
  Value isNegative = s.compare(FloatPredicate::OLT, x, s.constant(0));
  Value numerator = s.select(isNegative, s.mul(s.mul(x, z), z), x);
  return s.div(numerator, s.add(s.constant(1), s.mul(z, z)));
}

Value SoftplusOp::buildScalar(OpBuilder &builder, Location loc,
                              ValueRange operands) {
  Value x = operands[0];
  Scalars s{builder, loc, x.getType()};
  Value beta = s.constant(getBeta().convertToDouble()), z = s.mul(beta, x);
  Value threshold = s.constant(getThreshold().convertToDouble());
  return s.select(s.compare(FloatPredicate::OGT, z, threshold), x,
                  s.div(buildLog1p(s, s.exp(z)), beta));
}

Value SignOp::buildScalar(OpBuilder &builder, Location loc,
                          ValueRange operands) {
  Value x = operands[0], zero = createScalar(builder, loc, x.getType(), 0);
  auto choose = [&](Value condition, double value, Value otherwise) -> Value {
    return arith::SelectOp::create(
        builder, loc, condition, createScalar(builder, loc, x.getType(), value),
        otherwise);
  };
  if (isa<FloatType>(x.getType())) {
    Value isNegative =
        arith::CmpFOp::create(builder, loc, FloatPredicate::OLT, x, zero);
    Value isPositive =
        arith::CmpFOp::create(builder, loc, FloatPredicate::OGT, x, zero);
    return choose(isPositive, 1, choose(isNegative, -1, zero));
  }
  if (isUnsigned(getType().getElementType())) {
    Value isPositive =
        arith::CmpIOp::create(builder, loc, IntPredicate::ne, x, zero);
    return choose(isPositive, 1, zero);
  }
  Value isNegative =
      arith::CmpIOp::create(builder, loc, IntPredicate::slt, x, zero);
  Value isPositive =
      arith::CmpIOp::create(builder, loc, IntPredicate::sgt, x, zero);
  return choose(isPositive, 1, choose(isNegative, -1, zero));
}

//===----------------------------------------------------------------------===//
// The computation of one element: functions of several tensors
//===----------------------------------------------------------------------===//

static Value buildSquare(OpBuilder &builder, Location loc, Value x) {
  if (isa<FloatType>(x.getType()))
    return arith::MulFOp::create(builder, loc, x, x);
  return arith::MulIOp::create(builder, loc, x, x);
}

Value SquareOp::buildScalar(OpBuilder &builder, Location loc,
                            ValueRange operands) {
  return buildSquare(builder, loc, operands[0]);
}

Value SquaredDifferenceOp::buildScalar(OpBuilder &builder, Location loc,
                                       ValueRange operands) {
  Value a = operands[0], b = operands[1];
  if (isa<FloatType>(a.getType()))
    return buildSquare(builder, loc, arith::SubFOp::create(builder, loc, a, b));
  return buildSquare(builder, loc, arith::SubIOp::create(builder, loc, a, b));
}

Value Atan2Op::buildScalar(OpBuilder &builder, Location loc,
                           ValueRange operands) {
  return math::Atan2Op::create(builder, loc, operands[0], operands[1]);
}

/// Of floats. The rounded quotient may be an integer that the exact one is
/// below: the remainder, which is exact, tells.
static Value buildFloorDivide(Scalars s, Value a, Value b) {
  Value zero = s.constant(0), one = s.constant(1);
  Value quotient = s.div(a, b);
  Value remainder = arith::RemFOp::create(s.builder, s.loc, a, b);
  Value whole = s.div(s.sub(a, remainder), b);
  Value signsDiffer = arith::XOrIOp::create(
      s.builder, s.loc, s.compare(FloatPredicate::OLT, remainder, zero),
      s.compare(FloatPredicate::OLT, b, zero));
  Value isBelow = arith::AndIOp::create(
      s.builder, s.loc, s.compare(FloatPredicate::UNE, remainder, zero),
      signsDiffer);
  whole = s.select(isBelow, s.sub(whole, one), whole);
  // `whole` is an integer but for rounding.
  Value floor = math::FloorOp::create(s.builder, s.loc, whole);
  Value isAbove =
      s.compare(FloatPredicate::OGT, s.sub(whole, floor), s.constant(0.5));
  floor = s.select(isAbove, s.add(floor, one), floor);
  Value signedZero = math::CopySignOp::create(s.builder, s.loc, zero, quotient);
  floor =
      s.select(s.compare(FloatPredicate::OEQ, whole, zero), signedZero, floor);
  return s.select(s.compare(FloatPredicate::OEQ, b, zero), quotient, floor);
}

Value FloorDivideOp::buildScalar(OpBuilder &builder, Location loc,
                                 ValueRange operands) {
  Value a = operands[0], b = operands[1];
  Type type = a.getType();
  if (isa<FloatType>(type))
    return buildFloorDivide({builder, loc, type}, a, b);

  Value zero = createScalar(builder, loc, type, 0);
  auto equals = [&](Value value, Value other) -> Value {
    return arith::CmpIOp::create(builder, loc, IntPredicate::eq, value, other);
  };
  auto select = [&](Value condition, Value yes, Value no) -> Value {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  };
  // CPUs trap at division by 0, and where the smallest number is divided by
  // -1.
  Value isZero = equals(b, zero);
  if (isUnsigned(getType().getElementType())) {
    Value divisor = select(isZero, createScalar(builder, loc, type, 1), b);
    Value quotient = arith::DivUIOp::create(builder, loc, a, divisor);
    return select(isZero, zero, quotient);
  }
  Value one = createScalar(builder, loc, type, 1);
  Value isMinusOne = equals(b, createScalar(builder, loc, type, -1));
  Value isSpecial = arith::OrIOp::create(builder, loc, isZero, isMinusOne);
  Value divisor = select(isSpecial, one, b);
  Value quotient = arith::DivSIOp::create(builder, loc, a, divisor);
  Value remainder = arith::RemSIOp::create(builder, loc, a, divisor);
  auto isNegative = [&](Value value) -> Value {
    return arith::CmpIOp::create(builder, loc, IntPredicate::slt, value, zero);
  };
  Value isExact = equals(remainder, zero);
  Value signsAgree = equals(isNegative(remainder), isNegative(divisor));
  Value isFloor = arith::OrIOp::create(builder, loc, isExact, signsAgree);
  quotient = select(isFloor, quotient,
                    arith::SubIOp::create(builder, loc, quotient, one));
  quotient = select(isMinusOne, arith::SubIOp::create(builder, loc, zero, a),
                    quotient);
  return select(isZero, zero, quotient);
}

Value AddcmulOp::buildScalar(OpBuilder &builder, Location loc,
                             ValueRange operands) {
  Scalars s{builder, loc, operands[0].getType()};
  Value value = s.constant(getValue().convertToDouble());
  return s.add(operands[0], s.mul(value, s.mul(operands[1], operands[2])));
}

Value AddcdivOp::buildScalar(OpBuilder &builder, Location loc,
                             ValueRange operands) {
  Scalars s{builder, loc, operands[0].getType()};
  Value value = s.constant(getValue().convertToDouble());
  return s.add(operands[0], s.mul(value, s.div(operands[1], operands[2])));
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
NO_GRADIENT(CeilOp)
NO_GRADIENT(DetachOp)
NO_GRADIENT(FloorDivideOp)
NO_GRADIENT(FloorOp)
NO_GRADIENT(IsInfOp)
NO_GRADIENT(IsNanOp)
NO_GRADIENT(RoundOp)
NO_GRADIENT(SignOp)
#undef NO_GRADIENT

using P = ComparePredicate;

/// Derivatives are products in the composer's type, rounded once. `SAVED` is
/// what the derivative reads.
#define UNARY_GRADIENT(OP, NAME, SAVED, EXPRESSION)                            \
  LogicalResult OP::buildGradients(OpBuilder &builder, ValueRange gradients,   \
                                   ArrayRef<bool> needed,                      \
                                   MutableArrayRef<Value> operandGradients) {  \
    if (!needed[0])                                                            \
      return success();                                                        \
    Type elementType = getTensorType(getInput()).getElementType();             \
    Composer c(builder, getLoc(), elementType);                                \
    Value dy = c.widen(gradients[0]), NAME = c.widen(SAVED);                   \
    operandGradients[0] = c.cast(EXPRESSION, elementType);                     \
    return success();                                                          \
  }
#define OF_INPUT(OP, EXPRESSION) UNARY_GRADIENT(OP, x, getInput(), EXPRESSION)
#define OF_RESULT(OP, EXPRESSION) UNARY_GRADIENT(OP, y, getResult(), EXPRESSION)
#define CALL(OP, A) OP::create(builder, getLoc(), A).getResult()

/// 1 - x², exact where x is close to 1.
static Value buildOneMinusSquare(Composer &c, Value x) {
  Value one = c.constant(1);
  return c.mul(c.sub(one, x), c.add(one, x));
}
OF_INPUT(AcosOp, c.neg(c.mul(dy, c.rsqrt(buildOneMinusSquare(c, x)))))
OF_INPUT(AsinOp, c.mul(dy, c.rsqrt(buildOneMinusSquare(c, x))))
OF_INPUT(AtanOp, c.div(dy, c.add(c.constant(1), c.mul(x, x))))
OF_INPUT(SinOp, c.mul(dy, CALL(CosOp, x)))
OF_INPUT(CosOp, c.neg(c.mul(dy, CALL(SinOp, x))))
OF_RESULT(TanOp, c.mul(dy, c.add(c.constant(1), c.mul(y, y))))
OF_INPUT(SinhOp, c.mul(dy, CALL(CoshOp, x)))
OF_INPUT(CoshOp, c.mul(dy, CALL(SinhOp, x)))
OF_INPUT(ErfcOp, c.mul(c.mul(c.constant(-2 / std::sqrt(M_PI)), dy),
                       c.exp(c.neg(c.mul(x, x)))))
OF_RESULT(Expm1Op, c.mul(dy, c.add(y, c.constant(1))))
OF_INPUT(Log1pOp, c.div(dy, c.add(c.constant(1), x)))
OF_INPUT(Log2Op, c.div(dy, c.mul(c.constant(std::log(2)), x)))
OF_INPUT(Log10Op, c.div(dy, c.mul(c.constant(std::log(10)), x)))
OF_INPUT(SquareOp, c.mul(c.mul(c.constant(2), dy), x))

/// dy √π/2 exp(erfinv(x)²)
static Value buildErfinvGradient(Composer &c, Value dy, Value x) {
  Value y = ErfinvOp::create(c.builder, c.loc, x);
  return c.mul(c.mul(c.constant(std::sqrt(M_PI) / 2), dy), c.exp(c.mul(y, y)));
}
OF_INPUT(ErfinvOp, buildErfinvGradient(c, dy, x))

/// `negative` at 0, and `positive` for NaN.
static Value buildEluGradient(Composer &c, Value dy, Value x, double positive,
                              double negative) {
  Value zero = c.constant(0);
  Value isNegative = c.compare(P::LE, x, zero);
  // Of the other elements the exponential may be infinite, which a derivative
  // of this would multiply with 0.
  Value slope = c.exp(c.where(isNegative, x, zero));
  Value left = c.mul(c.mul(c.constant(negative), dy), slope);
  return c.where(isNegative, left, c.mul(c.constant(positive), dy));
}
OF_INPUT(EluOp, buildEluGradient(c, dy, x, 1, getAlpha().convertToDouble()))
OF_INPUT(SeluOp, buildEluGradient(c, dy, x, kSeluScale, kSeluScale *kSeluAlpha))
OF_INPUT(LeakyReluOp,
         c.where(c.compare(P::GT, x, c.constant(0)), dy,
                 c.mul(c.constant(getNegativeSlope().convertToDouble()), dy)))

/// 0 at the bounds; a NaN passes the gradient on, as PyTorch's does.
static Value buildHardtanhGradient(Composer &c, Value dy, Value x, double low,
                                   double high) {
  Value isOutside = LogicalOrOp::create(c.builder, c.loc,
                                        c.compare(P::LE, x, c.constant(low)),
                                        c.compare(P::GE, x, c.constant(high)));
  return c.where(isOutside, c.constant(0), dy);
}
OF_INPUT(HardtanhOp,
         buildHardtanhGradient(c, dy, x, getMinVal().convertToDouble(),
                               getMaxVal().convertToDouble()))
OF_INPUT(Relu6Op, buildHardtanhGradient(c, dy, x, 0, 6))

/// dy at the bounds; 0 for NaN.
static Value buildClampGradient(Composer &c, Value dy, Value x,
                                std::optional<APFloat> low,
                                std::optional<APFloat> high) {
  Value zero = c.constant(0);
  if (low)
    dy = c.where(c.compare(P::GE, x, c.constant(low->convertToDouble())), dy,
                 zero);
  if (high)
    dy = c.where(c.compare(P::LE, x, c.constant(high->convertToDouble())), dy,
                 zero);
  return dy;
}
OF_INPUT(ClampOp, buildClampGradient(c, dy, x, getMin(), getMax()))

/// With p = sigmoid(x): dy p (1 + x (1 - p))
static Value buildSiluGradient(Composer &c, Value dy, Value x) {
  Value one = c.constant(1), p = c.sigmoid(x);
  return c.mul(dy, c.mul(p, c.add(one, c.mul(x, c.sub(one, p)))));
}
OF_INPUT(SiluOp, buildSiluGradient(c, dy, x))

/// dy / (1 + |x|)²
static Value buildSoftsignGradient(Composer &c, Value dy, Value x) {
  Value sum = c.add(c.constant(1), c.abs(x));
  return c.div(c.div(dy, sum), sum);
}
OF_INPUT(SoftsignOp, buildSoftsignGradient(c, dy, x))

static Value buildSoftplusGradient(Composer &c, Value dy, Value x, double beta,
                                   double threshold) {
  Value z = c.mul(c.constant(beta), x);
  return c.where(c.compare(P::GT, z, c.constant(threshold)), dy,
                 c.mul(dy, c.sigmoid(z)));
}
OF_INPUT(SoftplusOp,
         buildSoftplusGradient(c, dy, x, getBeta().convertToDouble(),
                               getThreshold().convertToDouble()))
#undef CALL
#undef OF_RESULT
#undef OF_INPUT
#undef UNARY_GRADIENT

/// Gives each needed operand its gradient, summed over what was broadcast.
static void setGradients(Composer &c, Operation *op, ArrayRef<bool> needed,
                         ArrayRef<llvm::function_ref<Value()>> gradients,
                         MutableArrayRef<Value> operandGradients) {
  for (auto [i, build] : llvm::enumerate(gradients)) {
    if (!needed[i])
      continue;
    RankedTensorType type = getTensorType(op->getOperand(i));
    operandGradients[i] = c.cast(createSumTo(c.builder, c.loc, build(), type),
                                 type.getElementType());
  }
}

LogicalResult
SquaredDifferenceOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                    ArrayRef<bool> needed,
                                    MutableArrayRef<Value> operandGradients) {
  if (!needed[0] && !needed[1])
    return success();
  Composer c(builder, getLoc(), getTensorType(getLhs()).getElementType());
  Value difference = c.sub(c.widen(getLhs()), c.widen(getRhs()));
  Value slope = c.mul(c.mul(c.constant(2), c.widen(gradients[0])), difference);
  auto lhs = [&]() { return slope; };
  auto rhs = [&]() { return c.neg(slope); };
  setGradients(c, *this, needed, {lhs, rhs}, operandGradients);
  return success();
}

LogicalResult Atan2Op::buildGradients(OpBuilder &builder, ValueRange gradients,
                                      ArrayRef<bool> needed,
                                      MutableArrayRef<Value> operandGradients) {
  if (!needed[0] && !needed[1])
    return success();
  Composer c(builder, getLoc(), getTensorType(getLhs()).getElementType());
  Value a = c.widen(getLhs()), b = c.widen(getRhs());
  Value square = c.add(c.mul(a, a), c.mul(b, b));
  // 0 at the origin.
  Value isZero = c.compare(P::EQ, square, c.constant(0));
  Value scaled =
      c.div(c.widen(gradients[0]), c.where(isZero, c.constant(1), square));
  scaled = c.where(isZero, c.constant(0), scaled);
  auto lhs = [&]() { return c.mul(scaled, b); };
  auto rhs = [&]() { return c.neg(c.mul(scaled, a)); };
  setGradients(c, *this, needed, {lhs, rhs}, operandGradients);
  return success();
}

LogicalResult
AddcmulOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                          ArrayRef<bool> needed,
                          MutableArrayRef<Value> operandGradients) {
  Composer c(builder, getLoc(), getType().getElementType());
  Value dy = c.widen(gradients[0]);
  auto scaled = [&]() {
    return c.mul(c.constant(getValue().convertToDouble()), dy);
  };
  auto input = [&]() { return dy; };
  auto first = [&]() { return c.mul(scaled(), c.widen(getTensor2())); };
  auto second = [&]() { return c.mul(scaled(), c.widen(getTensor1())); };
  setGradients(c, *this, needed, {input, first, second}, operandGradients);
  return success();
}

LogicalResult
AddcdivOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                          ArrayRef<bool> needed,
                          MutableArrayRef<Value> operandGradients) {
  Composer c(builder, getLoc(), getType().getElementType());
  Value dy = c.widen(gradients[0]);
  auto input = [&]() { return dy; };
  auto first = [&]() {
    return c.div(c.mul(c.constant(getValue().convertToDouble()), dy),
                 c.widen(getTensor2()));
  };
  auto second = [&]() {
    Value quotient = c.div(c.widen(getTensor1()), c.widen(getTensor2()));
    return c.neg(c.mul(first(), quotient));
  };
  setGradients(c, *this, needed, {input, first, second}, operandGradients);
  return success();
}
