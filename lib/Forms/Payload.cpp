//===- Payload.cpp - What a kernel computes of one element ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormRules.h"

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp::detail;

/// What an op of a payload computes with.
enum class Scalars {
  /// Numbers and indices; 16-bit floats too.
  Any,
  /// f32 and f64: amp-approximate-math and the C library have these functions
  /// for no others.
  Wide
};

static std::optional<Scalars> getScalars(Operation *op) {
  using namespace arith;
  using namespace math;
  // Integers are divided where the divisor is known to be a good one
  // (verifyDivisor).
  if (isa<arith::ConstantOp, AddIOp, AddUIExtendedOp, SubIOp, MulIOp,
          MulSIExtendedOp, MulUIExtendedOp, AndIOp, OrIOp, XOrIOp, ShLIOp,
          ShRUIOp, ShRSIOp, MaxSIOp, MaxUIOp, MinSIOp, MinUIOp, DivSIOp,
          DivUIOp, RemSIOp, RemUIOp, NegFOp, AddFOp, SubFOp, MulFOp, DivFOp,
          RemFOp, MaximumFOp, MinimumFOp, MaxNumFOp, MinNumFOp, ExtUIOp,
          ExtSIOp, ExtFOp, TruncIOp, TruncFOp, SIToFPOp, UIToFPOp, FPToSIOp,
          FPToUIOp, IndexCastOp, IndexCastUIOp, BitcastOp, CmpIOp, CmpFOp,
          SelectOp, amprt::IndexOp, amprt::RandomWordOp, amprt::ReduceOp,
          AbsIOp, AbsFOp, AcosOp, AsinOp, AtanOp, Atan2Op, CeilOp, CopySignOp,
          CosOp, CoshOp, ErfcOp, FloorOp, Log10Op, Log2Op, PowFOp, RoundEvenOp,
          SinOp, SinhOp, SqrtOp, TanOp, linalg::IndexOp>(op))
    return Scalars::Any;
  if (isa<ErfOp, ExpOp, LogOp, TanhOp>(op))
    return Scalars::Wide;
  return std::nullopt;
}

/// True if `condition`, a comparison or several of which one is enough, holds
/// whenever `value` is `excluded`.
static bool holdsFor(Value condition, Value value, const APInt &excluded) {
  llvm::SetVector<Value> conditions;
  conditions.insert(condition);
  for (size_t i = 0; i < conditions.size(); ++i) {
    if (auto either = conditions[i].getDefiningOp<arith::OrIOp>()) {
      conditions.insert(either.getLhs());
      conditions.insert(either.getRhs());
      continue;
    }
    auto compare = conditions[i].getDefiningOp<arith::CmpIOp>();
    APInt constant;
    if (compare && compare.getPredicate() == arith::CmpIPredicate::eq &&
        compare.getLhs() == value &&
        matchPattern(compare.getRhs(), m_ConstantInt(&constant)) &&
        constant == excluded)
      return true;
  }
  return false;
}

/// True if `divisor` is known not to be `excluded`: it is another constant, or
/// a constant is taken instead.
static bool isNever(Value divisor, const APInt &excluded) {
  APInt constant;
  if (matchPattern(divisor, m_ConstantInt(&constant)))
    return constant != excluded;
  auto select = divisor.getDefiningOp<arith::SelectOp>();
  return select &&
         matchPattern(select.getTrueValue(), m_ConstantInt(&constant)) &&
         constant != excluded &&
         holdsFor(select.getCondition(), select.getFalseValue(), excluded);
}

/// CPUs trap where an integer is divided by 0, and where the least one is
/// divided by -1.
static LogicalResult verifyDivisor(Operation *op) {
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op))
    return success();
  Value divisor = op->getOperand(1);
  unsigned width = divisor.getType().isIndex()
                       ? IndexType::kInternalStorageBitWidth
                       : divisor.getType().getIntOrFloatBitWidth();
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
  if (isNever(divisor, APInt::getZero(width)) &&
      (!isSigned || isNever(divisor, APInt::getAllOnes(width))))
    return success();
  return op->emitOpError("divides by what may be 0")
         << (isSigned ? " or -1" : "")
         << "; expected a constant, or an arith.select that takes a constant "
            "instead";
}

static LogicalResult verifyShift(Operation *op) {
  if (!isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return success();
  Type type = op->getOperand(1).getType();
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  APInt amount;
  if (matchPattern(op->getOperand(1), m_ConstantInt(&amount)) &&
      amount.ult(width))
    return success();
  return op->emitOpError("shifts by what is not a constant below ")
         << width << "; the result would be undefined";
}

/// Flags that promise what nobody has checked make a result undefined where the
/// promise is not kept.
static LogicalResult verifyFlags(Operation *op) {
  auto refuse = [&](const Twine &flag) {
    return op->emitOpError("has the flag '")
           << flag << "', which leaves results undefined; leave it out";
  };
  if (auto overflow = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op)) {
    if (overflow.hasNoSignedWrap())
      return refuse("nsw");
    if (overflow.hasNoUnsignedWrap())
      return refuse("nuw");
  }
  if (auto trunc = dyn_cast<arith::TruncIOp>(op))
    if (trunc.getOverflowFlags() != arith::IntegerOverflowFlags::none)
      return refuse("overflow");
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    if (arith::FastMathFlagsAttr flags = fast.getFastMathFlagsAttr()) {
      if (arith::bitEnumContainsAny(flags.getValue(),
                                    arith::FastMathFlags::nnan))
        return refuse("nnan");
      if (arith::bitEnumContainsAny(flags.getValue(),
                                    arith::FastMathFlags::ninf))
        return refuse("ninf");
    }
  // A rounding mode of its own has no code for every type.
  if (auto trunc = dyn_cast<arith::TruncFOp>(op))
    if (trunc.getRoundingmode())
      return trunc.emitOpError("has a rounding mode; kernels round to nearest, "
                               "ties to even, without saying so");
  for (StringRef flag : {"isExact", "nonNeg"})
    if (std::optional<Attribute> attribute = op->getInherentAttr(flag))
      if (*attribute)
        return refuse(flag);
  return success();
}

static LogicalResult verifyScalar(Operation *op, Scalars scalars, Type type) {
  bool isKnown = type.isIndex() || isKernelElement(type);
  if (isKnown && (scalars == Scalars::Any || type.isF32() || type.isF64()))
    return success();
  return op->emitOpError("computes with ")
         << type << "; expected "
         << (scalars == Scalars::Wide
                 ? "f32 or f64"
                 : "f64, f32, f16, bf16, i64, i32, i16, i8, i1 or index");
}

LogicalResult mlir::amp::detail::verifyPayload(Block &body, bool isPart) {
  for (Operation &inside : body.without_terminator()) {
    // Where the part begins is added to its indices.
    if (isPart && isa<affine::AffineApplyOp>(inside))
      continue;
    std::optional<Scalars> scalars = getScalars(&inside);
    if (!scalars)
      return inside.emitError("is not an op of a kernel's payload, which has "
                              "scalar ops of arith and math that "
                              "convert-amp-to-linalg makes");
    for (Type type : llvm::concat<const Type>(inside.getOperandTypes(),
                                              inside.getResultTypes()))
      if (failed(verifyScalar(&inside, *scalars, type)))
        return failure();
    if (failed(verifyAttributes(&inside)) || failed(verifyFlags(&inside)) ||
        failed(verifyShift(&inside)) || failed(verifyDivisor(&inside)))
      return failure();
  }
  return success();
}
