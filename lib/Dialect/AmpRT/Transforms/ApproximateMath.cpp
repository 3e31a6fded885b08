//===- ApproximateMath.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// exp, log, tanh and erf on f32, from arithmetic alone.
//
// - Only +, -, *, / and fused multiply-add on f32, and integer operations. So
//   every target computes the same bits. Where fused multiply-add is a slow
//   call of a library, on old CPUs, products are rounded by themselves, and the
//   last bits may be others.
// - No branches and no tables: a loop over these functions vectorizes.
// - What roundings would lose is kept: by products that are exact (Cody and
//   Waite, "Software Manual for the Elementary Functions", 1980), and by sums
//   whose rounding error is computed and added to the small terms (Fast2Sum:
//   Dekker, "A Floating-Point Technique for Extending the Available Precision",
//   1971).
// - The polynomials are those of utils/math/minimax.py. Bounds of the error:
//   MathAccuracy.h.

#include "MathCoefficients.h"

#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include <limits>

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPAPPROXIMATEMATHPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
namespace coefficients = mlir::amprt::coefficients;

//===----------------------------------------------------------------------===//
// Arithmetic on values under construction
//===----------------------------------------------------------------------===//

namespace {
/// Builds for a target.
struct MathBuilder : public ImplicitLocOpBuilder {
  MathBuilder(Location loc, OpBuilder &builder, bool hasFma)
      : ImplicitLocOpBuilder(loc, builder), hasFma(hasFma) {}

  bool hasFma;
};

/// A value of f32, i32 or i1, or a vector of them. Operators build operations.
struct Term {
  MathBuilder *builder;
  Value value;

  bool isFloat() const {
    return isa<FloatType>(getElementTypeOrSelf(value.getType()));
  }
  /// This shape, with another element type.
  Type withElement(Type element) const {
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      return vector.clone(element);
    return element;
  }
  Term constant(TypedAttr element) const {
    TypedAttr attr = element;
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      attr = DenseElementsAttr::get(vector.clone(element.getType()),
                                    Attribute(element));
    return {builder, arith::ConstantOp::create(*builder, attr)};
  }
  Term constant(float number) const {
    return constant(builder->getF32FloatAttr(number));
  }
  Term constant(uint32_t number) const {
    return constant(builder->getI32IntegerAttr(static_cast<int32_t>(number)));
  }

  /// The same bits, read as the other type.
  Term bits() const {
    return {builder, arith::BitcastOp::create(
                         *builder, withElement(builder->getI32Type()), value)};
  }
  Term asFloat() const {
    return {builder, arith::BitcastOp::create(
                         *builder, withElement(builder->getF32Type()), value)};
  }
  /// The nearest f32 of a signed integer.
  Term toFloat() const {
    return {builder, arith::SIToFPOp::create(
                         *builder, withElement(builder->getF32Type()), value)};
  }
  Term select(Term yes, Term no) const {
    return {builder,
            arith::SelectOp::create(*builder, value, yes.value, no.value)};
  }
};
} // namespace

template <typename FloatOp, typename IntOp>
static Term build(Term a, Term b) {
  if (a.isFloat())
    return {a.builder, FloatOp::create(*a.builder, a.value, b.value)};
  return {a.builder, IntOp::create(*a.builder, a.value, b.value)};
}
static Term operator+(Term a, Term b) {
  return build<arith::AddFOp, arith::AddIOp>(a, b);
}
static Term operator-(Term a, Term b) {
  return build<arith::SubFOp, arith::SubIOp>(a, b);
}
static Term operator*(Term a, Term b) {
  return build<arith::MulFOp, arith::MulIOp>(a, b);
}
static Term operator+(Term a, float b) { return a + a.constant(b); }
static Term operator-(Term a, float b) { return a - a.constant(b); }
static Term operator*(Term a, float b) { return a * a.constant(b); }
static Term operator+(Term a, uint32_t b) { return a + a.constant(b); }
static Term operator-(Term a, uint32_t b) { return a - a.constant(b); }

static Term operator-(float a, Term b) { return b.constant(a) - b; }
static Term operator/(float a, Term b) {
  return {b.builder,
          arith::DivFOp::create(*b.builder, b.constant(a).value, b.value)};
}
static Term operator&(Term a, uint32_t b) {
  return {a.builder,
          arith::AndIOp::create(*a.builder, a.value, a.constant(b).value)};
}
static Term operator|(Term a, Term b) {
  return {a.builder, arith::OrIOp::create(*a.builder, a.value, b.value)};
}
static Term operator<<(Term a, uint32_t b) {
  return {a.builder,
          arith::ShLIOp::create(*a.builder, a.value, a.constant(b).value)};
}
/// Keeps the sign.
static Term operator>>(Term a, uint32_t b) {
  return {a.builder,
          arith::ShRSIOp::create(*a.builder, a.value, a.constant(b).value)};
}

/// Comparisons are false where an operand is NaN.
static Term operator<(Term a, float b) {
  return {a.builder,
          arith::CmpFOp::create(*a.builder, arith::CmpFPredicate::OLT, a.value,
                                a.constant(b).value)};
}
static Term operator>(Term a, float b) {
  return {a.builder,
          arith::CmpFOp::create(*a.builder, arith::CmpFPredicate::OGT, a.value,
                                a.constant(b).value)};
}
static Term operator==(Term a, float b) {
  return {a.builder,
          arith::CmpFOp::create(*a.builder, arith::CmpFPredicate::OEQ, a.value,
                                a.constant(b).value)};
}
/// NaN stays NaN.
static Term atMost(Term x, float limit) {
  return (x > limit).select(x.constant(limit), x);
}
static Term atLeast(Term x, float limit) {
  return (x < limit).select(x.constant(limit), x);
}

/// a * b + c.
static Term fma(Term a, Term b, Term c) {
  if (!a.builder->hasFma)
    return a * b + c;
  return {a.builder,
          math::FmaOp::create(*a.builder, a.value, b.value, c.value)};
}
static Term fma(Term a, float b, float c) {
  return fma(a, a.constant(b), a.constant(c));
}
static Term fma(Term a, float b, Term c) { return fma(a, a.constant(b), c); }
static Term operator-(Term a) {
  return {a.builder, arith::NegFOp::create(*a.builder, a.value)};
}

/// terms[0] + terms[1] x + terms[2] x^2 + ... by halves that do not wait for
/// one another (Estrin, "Organization of computer systems: the fixed plus
/// variable structure computer", 1960): a vector's loop is as fast as its
/// longest chain of operations, of which the window of a CPU holds but a few
/// iterations.
static Term polynomial(SmallVector<Term> terms, Term x) {
  while (terms.size() > 2) {
    // A last one alone goes to the pair before it: x^2 is there in any case.
    size_t pairs = terms.size() / 2;
    bool isOdd = terms.size() % 2 != 0;
    Term square = x * x;
    for (size_t i = 0; i < pairs; ++i)
      terms[i] = fma(terms[2 * i + 1], x, terms[2 * i]);
    if (isOdd)
      terms[pairs - 1] = fma(terms.back(), square, terms[pairs - 1]);
    terms.truncate(pairs);
    x = square;
  }
  return terms.size() == 2 ? fma(terms[1], x, terms[0]) : terms[0];
}

/// c[0] + c[1] x + c[2] x^2 + ...
template <size_t N>
static Term polynomial(const float (&c)[N], Term x) {
  SmallVector<Term> terms;
  for (float coefficient : c)
    terms.push_back(x.constant(coefficient));
  return polynomial(std::move(terms), x);
}

//===----------------------------------------------------------------------===//
// The functions
//===----------------------------------------------------------------------===//

constexpr uint32_t kMantissaBits = 23;
constexpr uint32_t kExponentBias = 127;
/// Adding 1.5 2^23 rounds to an integer, which the low bits of the sum then
/// hold, less those of the number that was added.
constexpr float kRound = 0x1.8p23f;
constexpr uint32_t kRoundBits = 0x4B400000u;
constexpr uint32_t kSignBit = 0x80000000u;

namespace {
/// e^x = 2^exponent (high + low), where high + low is in [0.70, 1.42] and low
/// is at most 0.07.
struct SplitExp {
  Term high, low, exponent;
};
} // namespace

/// For |x| <= 2^7.
static SplitExp buildSplitExp(Term x) {
  // x = n ln 2 + r.
  Term shifted = fma(x, coefficients::log2e, kRound);
  Term n = shifted - kRound;
  // n ln2High is exact, and so is the difference: r = exact - low.
  Term exact = fma(n, -coefficients::ln2High, x);
  Term low = n * coefficients::ln2Low;
  Term r = exact - low;
  // 1 + exact, rounded, and what rounding left out.
  Term high = exact + 1.0f;
  Term rest = exact - (high - 1.0f);
  Term tail = fma(r * r, polynomial(coefficients::expTail, r), -low);
  return {high, rest + tail, shifted.bits() - kRoundBits};
}

/// 2^n for -126 <= n <= 127, and 0 for n = -127.
static Term buildPowerOfTwo(Term n) {
  return ((n + kExponentBias) << kMantissaBits).asFloat();
}

static Term buildExp(Term x) {
  // e^-104 is less than half of the smallest subnormal; e^89 overflows.
  constexpr float kLow = -104.0f, kHigh = 89.0f;
  SplitExp e = buildSplitExp(atLeast(atMost(x, kHigh), kLow));
  Term sum = e.high + e.low;
  // An exact zero: CPUs are slow where a product underflows to one, and masked
  // softmax is full of these.
  sum = (x < kLow).select(x.constant(0.0f), sum);
  // In two steps, as 2^n may be subnormal or too large: n is in [-150, 128].
  // The first is exact.
  constexpr uint32_t kBelow = 64, kAbove = -1u;
  Term isBelow = x < 0.0f;
  auto choose = [&](Term below, Term above) {
    return isBelow.select(below, above);
  };
  Term first = e.exponent +
               choose(e.exponent.constant(kBelow), e.exponent.constant(kAbove));
  return sum * buildPowerOfTwo(first) *
         choose(x.constant(0x1p-64f), x.constant(2.0f));
}

/// e^x as a term of a sum: within 1.1 ulp, and 0 instead of what is below
/// 2^-125.
static Term buildExpForSum(Term x) {
  // n of the lowest is -126, for which 2^(n-1) below is 0.
  Term limited = atLeast(atMost(x, 89.0f), -87.5f);
  Term shifted = fma(limited, coefficients::log2e, kRound);
  Term n = shifted - kRound;
  Term r =
      fma(n, -coefficients::ln2Low, fma(n, -coefficients::ln2High, limited));
  Term tail = fma(r * r, polynomial(coefficients::expTail, r), r);
  // Twice 2^(n-1) (1 + tail): for the largest results, 2^n is infinite.
  Term half = buildPowerOfTwo(shifted.bits() - (kRoundBits + 1));
  half = fma(tail, half, half);
  return half + half;
}

static Term buildLog(Term x) {
  constexpr float kSmallestNormal = 0x1p-126f;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr uint32_t kTwoThirds = 0x3F2AAAABu;
  // x = 2^n (1 + f) with 2/3 <= 1 + f < 4/3. Subnormals are scaled up first.
  Term isSmall = x < kSmallestNormal;
  Term bits =
      (x * isSmall.select(x.constant(0x1p25f), x.constant(1.0f))).bits();
  Term n = (bits - kTwoThirds) >> kMantissaBits;
  Term f = (bits - (n << kMantissaBits)).asFloat() - 1.0f;
  n = (n - isSmall.select(n.constant(25u), n.constant(0u))).toFloat();
  // log x = n ln 2 + f - f^2/2 + f^3 p(f). n ln2High is exact and either 0 or
  // greater than |f|, so that the rounding error of the sum is, too.
  Term whole = n * coefficients::ln2High;
  Term high = whole + f;
  Term rest = f - (high - whole);
  Term square = f * f;
  Term tail =
      fma(-(square * f), polynomial(coefficients::logTail, f), square * 0.5f);
  Term result = high + (rest + fma(n, coefficients::ln2Low, -tail));
  // Infinity and NaN are their own logarithms; then zeros and what is below.
  result = (x < kInfinity).select(result, x);
  result = (x < 0.0f).select(x.constant(kNaN), result);
  return (x == 0.0f).select(x.constant(-kInfinity), result);
}

/// `magnitude` (>= 0 or NaN) with the sign of x.
static Term withSignOf(Term x, Term magnitude) {
  return (magnitude.bits() | (x.bits() & kSignBit)).asFloat();
}

static Term buildTanh(Term x) {
  Term a = (x.bits() & ~kSignBit).asFloat();
  Term z = a * a;
  Term near = fma(a * z, polynomial(coefficients::tanhNear, z), a);
  // 1 - 2 / (e^2a + 1), which is 1 in f32 from 9.02 on. e^2a > 1, so the
  // rounding error of the sum is exact.
  Term limited = atMost(a, 10.0f);
  SplitExp e = buildSplitExp(limited + limited);
  Term scale = buildPowerOfTwo(e.exponent);
  Term high = e.high * scale;
  Term sum = high + 1.0f;
  Term rest = 1.0f - (sum - high);
  Term far = 1.0f - 2.0f / (sum + (rest + e.low * scale));
  return withSignOf(x, (a < coefficients::tanhSplit).select(near, far));
}

/// erf x, off by at most 2^-24: what is left of it in a sum with 1. So one form
/// serves all x, and the exponential's last digits do not matter.
static Term buildErfForSum(Term x) {
  // 1 - e^-(a + a q(a)), which is 1 in f32 from 3.92 on.
  Term a = atMost((x.bits() & ~kSignBit).asFloat(), 4.0f);
  Term exponent = -fma(a, polynomial(coefficients::erfWhole, a), a);
  // 2^n e^r.
  Term shifted = fma(exponent, coefficients::log2e, kRound);
  Term n = shifted - kRound;
  Term r = fma(n, -(coefficients::ln2High + coefficients::ln2Low), exponent);
  Term power = fma(r * r, polynomial(coefficients::expTail, r), r) + 1.0f;
  Term result = fma(-power, buildPowerOfTwo(shifted.bits() - kRoundBits),
                    x.constant(1.0f));
  return withSignOf(x, result);
}

static Term buildErf(Term x) {
  Term a = (x.bits() & ~kSignBit).asFloat();
  Term near = fma(a, polynomial(coefficients::erfNear, a * a), a);
  // 1 - e^-(a + a q(a)), which is 1 in f32 from 3.92 on.
  Term limited = atMost(a, 4.0f);
  Term exponent =
      fma(limited, polynomial(coefficients::erfFar, limited), limited);
  SplitExp e = buildSplitExp(-exponent);
  Term far =
      fma(-(e.high + e.low), buildPowerOfTwo(e.exponent), x.constant(1.0f));
  return withSignOf(x, (a < coefficients::erfSplit).select(near, far));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
/// Only of ops that say so (afn) where `isApproximate`. Which form an op gets
/// must not depend on what is around it: another kernel that computes the same
/// value gets the same bits.
template <typename OpTy, Term (*buildFunction)(Term),
          bool isApproximate = false>
struct Approximate : public OpRewritePattern<OpTy> {
  Approximate(MLIRContext *context, bool hasFma, PatternBenefit benefit = 1)
      : OpRewritePattern<OpTy>(context, benefit), hasFma(hasFma) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isF32() ||
        !isa<FloatType, VectorType>(type))
      return rewriter.notifyMatchFailure(op, "not f32 or a vector of f32");
    if (isApproximate &&
        !arith::bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "must be more exact");
    MathBuilder builder(op.getLoc(), rewriter, hasFma);
    rewriter.replaceOp(op, buildFunction({&builder, op.getOperand()}).value);
    return success();
  }

  bool hasFma;
};

struct AmpApproximateMathPass
    : public amprt::impl::AmpApproximateMathPassBase<AmpApproximateMathPass> {
  using AmpApproximateMathPassBase::AmpApproximateMathPassBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<Approximate<math::ExpOp, buildExp>,
                 Approximate<math::LogOp, buildLog>,
                 Approximate<math::TanhOp, buildTanh>,
                 Approximate<math::ErfOp, buildErf>>(&getContext(), hasFma);
    patterns
        .add<Approximate<math::ExpOp, buildExpForSum, /*isApproximate=*/true>,
             Approximate<math::ErfOp, buildErfForSum, /*isApproximate=*/true>>(
            &getContext(), hasFma, /*benefit=*/2);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
