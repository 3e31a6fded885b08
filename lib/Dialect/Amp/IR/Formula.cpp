//===- Formula.cpp - Formulas as code, as graphs and as numbers -----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formula.h"

#include "Scalars.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>
#include <variant>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Formula
//===----------------------------------------------------------------------===//

struct Formula::Node {
  using Call = std::pair<Function, SmallVector<Formula, 2>>;
  std::variant<double, std::pair<Leaf, unsigned>, Call> value;
};

Formula::Formula(double constant)
    : node(std::make_shared<const Node>(Node{constant})) {}

Formula::Formula(Leaf leaf, unsigned index)
    : node(std::make_shared<const Node>(Node{std::pair(leaf, index)})) {}

Formula::Formula(Function function, ArrayRef<Formula> arguments)
    : node(std::make_shared<const Node>(Node{
          Node::Call(function, SmallVector<Formula, 2>(arguments.begin(),
                                                       arguments.end()))})) {}

std::optional<double> Formula::getConstant() const {
  const auto *constant = std::get_if<double>(&node->value);
  return constant ? std::optional(*constant) : std::nullopt;
}

std::optional<std::pair<Formula::Leaf, unsigned>> Formula::getLeaf() const {
  const auto *leaf = std::get_if<std::pair<Leaf, unsigned>>(&node->value);
  return leaf ? std::optional(*leaf) : std::nullopt;
}

std::optional<Function> Formula::getFunction() const {
  const auto *call = std::get_if<Node::Call>(&node->value);
  return call ? std::optional(call->first) : std::nullopt;
}

ArrayRef<Formula> Formula::getArguments() const {
  const auto *call = std::get_if<Node::Call>(&node->value);
  return call ? ArrayRef<Formula>(call->second) : ArrayRef<Formula>();
}

Formula mlir::amp::operator-(Formula a) { return call(Function::Neg, {a}); }
Formula mlir::amp::operator+(Formula a, Formula b) {
  return call(Function::Add, {a, b});
}
Formula mlir::amp::operator-(Formula a, Formula b) {
  return call(Function::Sub, {a, b});
}
Formula mlir::amp::operator*(Formula a, Formula b) {
  return call(Function::Mul, {a, b});
}
Formula mlir::amp::operator/(Formula a, Formula b) {
  return call(Function::Div, {a, b});
}
Formula mlir::amp::operator<(Formula a, Formula b) {
  return call(Function::Less, {a, b});
}
Formula mlir::amp::operator<=(Formula a, Formula b) {
  return call(Function::LessEqual, {a, b});
}
Formula mlir::amp::operator>(Formula a, Formula b) {
  return call(Function::Greater, {a, b});
}
Formula mlir::amp::operator>=(Formula a, Formula b) {
  return call(Function::GreaterEqual, {a, b});
}
Formula mlir::amp::select(Formula condition, Formula a, Formula b) {
  return call(Function::Select, {condition, a, b});
}

//===----------------------------------------------------------------------===//
// Functions that are formulas
//===----------------------------------------------------------------------===//

/// exp(x) - 1. math.expm1 is no help: for CPUs it becomes that difference.
///
/// With u = exp(x) rounded, (u - 1) x / log(u): the factor x / log(u), close to
/// 1, corrects the error of u (Kahan; Higham, "Accuracy and Stability of
/// Numerical Algorithms", 2002, section 1.14.1).
static Formula expandExpm1(Formula x) {
  Formula u = call(Function::Exp, {x}), difference = u - 1.0;
  Formula y = difference * (x / call(Function::Log, {u}));
  // Where u is 0 or infinite, or lost in the difference, it has no logarithm
  // that helps.
  Formula isFinal =
      call(Function::Or, {call(Function::Equal, {difference, Formula(-1.0)}),
                          call(Function::Equal, {u, Formula(INFINITY)})});
  y = select(isFinal, difference, y);
  return select(call(Function::Equal, {u, Formula(1.0)}), x, y);
}

/// log(1 + x): with u = 1 + x rounded, log(u) x / (u - 1), by the same authors.
static Formula expandLog1p(Formula x) {
  Formula u = 1.0 + x, logarithm = call(Function::Log, {u});
  Formula y = logarithm * (x / (u - 1.0));
  y = select(call(Function::Equal, {u, Formula(INFINITY)}), logarithm, y);
  return select(call(Function::Equal, {u, Formula(1.0)}), x, y);
}

/// The y with erf(y) = x: an approximation within 0.3%, then two steps of
/// Halley's method, each of which cubes the error.
static Formula expandErfinv(Formula x) {
  // Winitzki, "A handy approximation for the error function and its inverse",
  // 2008: y² = sqrt(b² - l / k) - b with l = log(1 - x²) and
  // b = 2 / (π k) + l / 2, written without cancellation.
  constexpr double k = 0.147;
  Formula a = call(Function::Abs, {x});
  Formula l = call(Function::Log, {(1.0 - a) * (1.0 + a)});
  Formula b = Formula(2 / (M_PI * k)) + 0.5 * l;
  Formula c = Formula(-1 / k) * l;
  Formula root = call(Function::Sqrt, {b * b + c});
  Formula y = call(Function::Sqrt, {c / (b + root)});
  for (int step = 0; step < 2; ++step) {
    // erf(y) - a, of erfc where erf is close to 1; there 1 - a is exact.
    Formula erf = call(Function::Erf, {y}), erfc = call(Function::Erfc, {y});
    Formula error = select(a < 0.5, erf - a, (1.0 - a) - erfc);
    // Newton's step t is error / erf'(y). Since erf'' = -2 y erf', Halley's is
    // t / (1 + y t).
    Formula t = (std::sqrt(M_PI) / 2 * error) * call(Function::Exp, {y * y});
    y = y - t / (1.0 + y * t);
  }
  y = select(call(Function::Equal, {a, Formula(1.0)}), INFINITY, y);
  return call(Function::CopySign, {y, x});
}

/// The value of a polynomial in `x`; the first coefficient is that of x⁰.
static Formula getPolynomial(ArrayRef<double> coefficients, Formula x) {
  Formula y = coefficients.back();
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    y = y * x + coefficient;
  return y;
}

/// The distance to the next integer, with a sign, times π: sine and tangent of
/// it are those of πx, but for their sign.
static Formula getAngleToInteger(Formula x) {
  return M_PI * (x - call(Function::RoundEven, {x}));
}

/// Bernoulli's numbers B₂, B₄, …
constexpr double kBernoulli[] = {1.0 / 6,   -1.0 / 30,     1.0 / 42,
                                 -1.0 / 30, 5.0 / 66,      -691.0 / 2730,
                                 7.0 / 6,   -3617.0 / 510, 43867.0 / 798};

/// log |Γ(x)|: from 8.5 on Stirling's series, below a Taylor series around 2,
/// to which Γ(x + 1) = x Γ(x) leads, and for negative numbers the reflection
/// Γ(x) Γ(-x) = -π / (x sin πx) (Abramowitz and Stegun, "Handbook of
/// Mathematical Functions", 6.1.40, 6.1.33, 6.1.15 and 6.1.17). Around 1 and 2,
/// where the logarithm is 0, it is exact relative to itself.
static Formula expandLgamma(Formula x) {
  // ζ(k) - 1 for k from 2.
  constexpr double zeta[] = {
      0.64493406684822644,    0.20205690315959429,   0.082323233711138192,
      0.036927755143369926,   0.01734306198444914,   0.0083492773819228268,
      0.0040773561979443394,  0.0020083928260822144, 0.00099457512781808534,
      0.00049418860411946456, 0.0002460865533080483, 0.00012271334757848915,
      6.1248135058704829e-5,  3.0588236307020494e-5, 1.5282259408651872e-5,
      7.6371976378997623e-6,  3.8172932649998399e-6, 1.9082127165539389e-6,
      9.5396203387279611e-7,  4.7693298678780646e-7, 2.3845050272773299e-7,
      1.1921992596531107e-7,  5.960818905125948e-8,  2.980350351465228e-8,
      1.4901554828365041e-8,  7.4507117898354295e-9};
  Formula a = call(Function::Abs, {x});

  // Up or down to 2 + s, with |s| <= 1/2, and the product of what is passed.
  Formula isHalf = a < 0.5, isBelow = a < 1.5, isLarge = a >= 8.5;
  Formula down = a, product = 1.0;
  for (int step = 0; step < 6; ++step) {
    Formula goes = down >= 2.5;
    down = select(goes, down - 1.0, down);
    product = select(goes, product * down, product);
  }
  Formula s = select(isHalf, a, select(isBelow, a - 1.0, down - 2.0));
  product = select(isHalf, a * (a + 1.0), select(isBelow, a, product));
  Formula logarithm = call(Function::Log, {select(isLarge, a, product)});

  // s (1 - γ + Σ (-1)ᵏ (ζ(k) - 1) sᵏ⁻¹ / k): 4⁻²⁷ is beyond f64.
  SmallVector<double> taylor = {1 - 0.57721566490153286};
  for (auto [i, term] : llvm::enumerate(zeta))
    taylor.push_back((i % 2 ? -term : term) / (i + 2));
  Formula small =
      s * getPolynomial(taylor, s) + select(isBelow, -logarithm, logarithm);

  // (a - 1/2) log a - a + log(2π) / 2 + Σ B₂ₖ / (2k (2k - 1) a²ᵏ⁻¹)
  SmallVector<double> stirling;
  for (auto [i, number] : llvm::enumerate(ArrayRef(kBernoulli).drop_back()))
    stirling.push_back(number / ((2 * i + 2) * (2 * i + 1)));
  Formula inverse = 1.0 / a;
  Formula large = (a - 0.5) * (logarithm - 1.0) +
                  (0.5 * (std::log(2 * M_PI) - 1) +
                   inverse * getPolynomial(stirling, inverse * inverse));
  Formula y = select(isLarge, large, small);

  // The product of a small number and its sine would be lost; infinity has no
  // sine, and nothing is taken from one.
  Formula sine = (1 / M_PI) * call(Function::Sin, {getAngleToInteger(a)});
  Formula reflected =
      -call(Function::Log, {call(Function::Abs, {a * sine})}) - y;
  Formula isPlain =
      call(Function::Or, {a < 1e-18, call(Function::Equal, {y, INFINITY})});
  return select(x < 0.0, select(isPlain, y, reflected), y);
}

/// The derivative of log |Γ(x)|: from 8 on its asymptotic series, below that of
/// x + 8 and the derivative of the logarithm of x (x + 1) … (x + 7), and for
/// negative numbers ψ(1 - x) - π / tan(πx) (Abramowitz and Stegun, 6.3.18,
/// 6.3.6 and 6.3.7).
static Formula expandDigamma(Formula x) {
  Formula a = select(x < 0.0, 1.0 - x, x);
  Formula isLarge = a >= 8.0;
  Formula product = a, slope = 1.0;
  for (int i = 1; i < 8; ++i) {
    Formula factor = a + double(i);
    slope = slope * factor + product;
    product = product * factor;
  }
  // log z - 1 / 2z - Σ B₂ₖ / (2k z²ᵏ)
  SmallVector<double> series;
  for (auto [i, number] : llvm::enumerate(kBernoulli))
    series.push_back(number / (2 * i + 2));
  Formula z = select(isLarge, a, a + 8.0), inverse = 1.0 / z;
  Formula square = inverse * inverse;
  Formula y = call(Function::Log, {z}) -
              (0.5 * inverse + square * getPolynomial(series, square));
  y = y - select(isLarge, 0.0, slope / product);

  Formula angle = getAngleToInteger(x);
  Formula reflected = select(call(Function::Equal, {angle, Formula(0.0)}), NAN,
                             y - M_PI / call(Function::Tan, {angle}));
  y = select(x < 0.0, reflected, y);
  return select(call(Function::Equal, {x, Formula(0.0)}),
                call(Function::CopySign, {Formula(INFINITY), -x}), y);
}

/// With z = exp(-|x|): 1 / (1 + z) or z / (1 + z), so that nothing overflows
/// and small results are not lost.
static Formula expandSigmoid(Formula x) {
  Formula z = call(Function::Exp, {-call(Function::Abs, {x})});
  Formula sum = 1.0 + z;
  return select(x < 0.0, z, 1.0) / sum;
}

/// The argument of tanh in the approximate form: sqrt(2/π) (x + 0.044715 x³).
static Formula getGeluInner(Formula x) {
  Formula factor = 1.0 + 0.044715 * (x * x);
  return (std::sqrt(2 / M_PI) * x) * factor;
}

Formula mlir::amp::detail::expandGelu(Formula x, bool isTanh) {
  Formula inner = isTanh ? call(Function::Tanh, {getGeluInner(x)})
                         : call(Function::ErfForSum, {x * std::sqrt(0.5)});
  return (0.5 * x) * (1.0 + inner);
}

static Formula expandGeluBackward(Formula dy, Formula x, bool isTanh) {
  if (isTanh) {
    Formula t = call(Function::Tanh, {getGeluInner(x)});
    Formula left = 0.5 * (1.0 + t);
    // d inner / dx = sqrt(2/π) (1 + 3 · 0.044715 x²)
    Formula inner = std::sqrt(2 / M_PI) * (1.0 + 3 * 0.044715 * (x * x));
    Formula right = (0.5 * x) * ((1.0 - t * t) * inner);
    return dy * (left + right);
  }
  Formula erf = call(Function::ErfForSum, {x * std::sqrt(0.5)});
  Formula cdf = 0.5 * (1.0 + erf);
  Formula density =
      1 / std::sqrt(2 * M_PI) * call(Function::Exp, {-0.5 * (x * x)});
  return dy * (cdf + x * density);
}

/// The formula behind a function that becomes no single op of arith or math;
/// none for the others.
static Formula expand(Function function, ArrayRef<Formula> a) {
  switch (function) {
  case Function::Rsqrt:
    // Two correctly rounded operations: within 1 ulp, where approximations are
    // not.
    return 1.0 / call(Function::Sqrt, {a[0]});
  case Function::Expm1:
    return expandExpm1(a[0]);
  case Function::Log1p:
    return expandLog1p(a[0]);
  case Function::Erfinv:
    return expandErfinv(a[0]);
  case Function::Lgamma:
    return expandLgamma(a[0]);
  case Function::Digamma:
    return expandDigamma(a[0]);
  case Function::Sigmoid:
    return expandSigmoid(a[0]);
  case Function::ReluBackward:
    // Not "y > 0 passes it on": so does a NaN, as with PyTorch's threshold.
    return select(a[1] <= 0.0, 0.0, a[0]);
  case Function::TanhBackward:
    return a[0] * (1.0 - a[1] * a[1]);
  case Function::SigmoidBackward:
    return a[0] * (a[1] * (1.0 - a[1]));
  case Function::GeluBackward:
    return expandGeluBackward(a[0], a[1], /*isTanh=*/false);
  case Function::GeluTanhBackward:
    return expandGeluBackward(a[0], a[1], /*isTanh=*/true);
  default:
    return {};
  }
}

//===----------------------------------------------------------------------===//
// Traversal
//===----------------------------------------------------------------------===//

namespace {
/// Gives each node of formulas a `ResultT`, once: by `getConstant`, `getLeaf`
/// and `getCall`, which gets those of the arguments.
template <typename ResultT, typename DerivedT>
class Interpreter {
public:
  ResultT visit(const Formula &formula) {
    auto [it, isNew] = results.try_emplace(formula.getId());
    if (!isNew)
      return it->second;
    ResultT result = compute(formula);
    return results[formula.getId()] = result;
  }

private:
  ResultT compute(const Formula &formula) {
    auto &self = static_cast<DerivedT &>(*this);
    if (std::optional<double> constant = formula.getConstant())
      return self.getConstant(*constant);
    if (auto leaf = formula.getLeaf())
      return self.getLeaf(leaf->first, leaf->second);
    Function function = *formula.getFunction();
    if (Formula whole = self.getExpansion(function, formula.getArguments())) {
      // Kept: ids are of formulas that live.
      expansions.push_back(whole);
      return visit(whole);
    }
    SmallVector<ResultT, 3> arguments;
    for (const Formula &argument : formula.getArguments())
      arguments.push_back(visit(argument));
    return self.getCall(function, arguments);
  }

  llvm::DenseMap<const void *, ResultT> results;
  SmallVector<Formula> expansions;
};

/// An op of one operand or of two.
template <typename OpTy>
Value createOp(OpBuilder &builder, Location loc, ArrayRef<Value> a) {
  if constexpr (OpTy::template hasTrait<OpTrait::OneOperand>())
    return OpTy::create(builder, loc, a[0]);
  else
    return OpTy::create(builder, loc, a[0], a[1]);
}

//===----------------------------------------------------------------------===//
// Scalar code
//===----------------------------------------------------------------------===//

class ScalarEmitter : public Interpreter<Value, ScalarEmitter> {
public:
  ScalarEmitter(OpBuilder &builder, Location loc, ValueRange operands,
                Type type, bool isUnsigned)
      : builder(builder), loc(loc), operands(operands), type(type),
        isUnsigned(isUnsigned) {}

  Formula getExpansion(Function function, ArrayRef<Formula> arguments) {
    return expand(function, arguments);
  }
  Value getConstant(double value) {
    return createScalar(builder, loc, type, value);
  }
  Value getLeaf(Formula::Leaf leaf, unsigned index) {
    assert(leaf == Formula::Leaf::Operand && "a kernel has operands only");
    return operands[index];
  }
  Value getCall(Function function, ArrayRef<Value> a);

private:
  template <typename OpTy>
  Value create(ArrayRef<Value> a) {
    return createOp<OpTy>(builder, loc, a);
  }
  template <typename FloatOp, typename SignedOp, typename UnsignedOp = SignedOp>
  Value createFor(ArrayRef<Value> a) {
    if (isa<FloatType>(a[0].getType()))
      return create<FloatOp>(a);
    return isUnsigned ? create<UnsignedOp>(a) : create<SignedOp>(a);
  }
  Value compare(Function function, ArrayRef<Value> a);

  OpBuilder &builder;
  Location loc;
  ValueRange operands;
  Type type;
  bool isUnsigned;
};
} // namespace

/// With a NaN every comparison is false but `NotEqual`.
Value ScalarEmitter::compare(Function function, ArrayRef<Value> a) {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  constexpr F ofFloats[] = {F::OEQ, F::UNE, F::OLT, F::OLE, F::OGT, F::OGE};
  constexpr I ofSigned[] = {I::eq, I::ne, I::slt, I::sle, I::sgt, I::sge};
  constexpr I ofUnsigned[] = {I::eq, I::ne, I::ult, I::ule, I::ugt, I::uge};
  auto index =
      static_cast<unsigned>(function) - static_cast<unsigned>(Function::Equal);
  if (isa<FloatType>(a[0].getType()))
    return arith::CmpFOp::create(builder, loc, ofFloats[index], a[0], a[1]);
  return arith::CmpIOp::create(builder, loc,
                               isUnsigned ? ofUnsigned[index] : ofSigned[index],
                               a[0], a[1]);
}

Value ScalarEmitter::getCall(Function function, ArrayRef<Value> a) {
  switch (function) {
  case Function::Neg:
    if (isa<FloatType>(a[0].getType()))
      return create<arith::NegFOp>(a);
    return arith::SubIOp::create(
        builder, loc, createScalar(builder, loc, a[0].getType(), 0), a[0]);
  case Function::Abs:
    if (isa<IntegerType>(a[0].getType()) && isUnsigned)
      return a[0];
    return createFor<math::AbsFOp, math::AbsIOp>(a);
  case Function::Sqrt:
    return create<math::SqrtOp>(a);
  case Function::Add:
    return createFor<arith::AddFOp, arith::AddIOp>(a);
  case Function::Sub:
    return createFor<arith::SubFOp, arith::SubIOp>(a);
  case Function::Mul:
    return createFor<arith::MulFOp, arith::MulIOp>(a);
  case Function::Div:
    return createFor<arith::DivFOp, arith::DivSIOp, arith::DivUIOp>(a);
  case Function::Rem:
    return createFor<arith::RemFOp, arith::RemSIOp, arith::RemUIOp>(a);
  case Function::Pow:
    return create<math::PowFOp>(a);
  case Function::Max:
    return createFor<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(a);
  case Function::Min:
    return createFor<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(a);
  case Function::CopySign:
    return create<math::CopySignOp>(a);
  case Function::Exp:
    return create<math::ExpOp>(a);
  case Function::ExpForSum:
    return math::ExpOp::create(builder, loc, a[0], arith::FastMathFlags::afn);
  case Function::Log:
    return create<math::LogOp>(a);
  case Function::Log2:
    return create<math::Log2Op>(a);
  case Function::Log10:
    return create<math::Log10Op>(a);
  case Function::Erf:
    return create<math::ErfOp>(a);
  case Function::ErfForSum:
    return math::ErfOp::create(builder, loc, a[0], arith::FastMathFlags::afn);
  case Function::Erfc:
    return create<math::ErfcOp>(a);
  case Function::Sin:
    return create<math::SinOp>(a);
  case Function::Cos:
    return create<math::CosOp>(a);
  case Function::Tan:
    return create<math::TanOp>(a);
  case Function::Asin:
    return create<math::AsinOp>(a);
  case Function::Acos:
    return create<math::AcosOp>(a);
  case Function::Atan:
    return create<math::AtanOp>(a);
  case Function::Atan2:
    return create<math::Atan2Op>(a);
  case Function::Sinh:
    return create<math::SinhOp>(a);
  case Function::Cosh:
    return create<math::CoshOp>(a);
  case Function::Tanh:
    return create<math::TanhOp>(a);
  case Function::Ceil:
    return create<math::CeilOp>(a);
  case Function::Floor:
    return create<math::FloorOp>(a);
  case Function::RoundEven:
    return create<math::RoundEvenOp>(a);
  case Function::Equal:
  case Function::NotEqual:
  case Function::Less:
  case Function::LessEqual:
  case Function::Greater:
  case Function::GreaterEqual:
    return compare(function, a);
  case Function::And:
    return create<arith::AndIOp>(a);
  case Function::Or:
    return create<arith::OrIOp>(a);
  case Function::Xor:
    return create<arith::XOrIOp>(a);
  case Function::Select:
    return arith::SelectOp::create(builder, loc, a[0], a[1], a[2]);
  default:
    llvm_unreachable("a function that is a formula");
  }
}

Value mlir::amp::detail::emitScalar(const Formula &formula, OpBuilder &builder,
                                    Location loc, ValueRange operands,
                                    Type type, bool isUnsigned) {
  return ScalarEmitter(builder, loc, operands, type, isUnsigned).visit(formula);
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

namespace {
class TensorEmitter : public Interpreter<Value, TensorEmitter> {
public:
  TensorEmitter(OpBuilder &builder, Location loc, Type elementType,
                LeafValues leaves)
      : builder(builder), loc(loc), type(elementType), leaves(leaves) {}

  Formula getExpansion(Function, ArrayRef<Formula>) { return {}; }
  Value getConstant(double value) {
    return createSplat(builder, loc, RankedTensorType::get({}, type), value);
  }
  Value getLeaf(Formula::Leaf leaf, unsigned index) {
    return leaves(leaf, index);
  }
  Value getCall(Function function, ArrayRef<Value> a);

private:
  template <typename OpTy>
  Value create(ArrayRef<Value> a) {
    return createOp<OpTy>(builder, loc, a);
  }

  OpBuilder &builder;
  Location loc;
  Type type;
  LeafValues leaves;
};
} // namespace

Value TensorEmitter::getCall(Function function, ArrayRef<Value> a) {
  switch (function) {
  case Function::Neg:
    return create<NegOp>(a);
  case Function::Abs:
    return create<AbsOp>(a);
  case Function::Sqrt:
    return create<SqrtOp>(a);
  case Function::Rsqrt:
    return create<RsqrtOp>(a);
  case Function::Add:
    return create<AddOp>(a);
  case Function::Sub:
    return create<SubOp>(a);
  case Function::Mul:
    return create<MulOp>(a);
  case Function::Div:
    return create<DivOp>(a);
  case Function::Pow:
    return create<PowOp>(a);
  case Function::Max:
    return create<MaximumOp>(a);
  case Function::Min:
    return create<MinimumOp>(a);
  case Function::Exp:
    return create<ExpOp>(a);
  case Function::ExpForSum:
    return ExpOp::create(builder, loc, a[0], /*for_sum=*/true);
  case Function::Expm1:
    return create<Expm1Op>(a);
  case Function::Log:
    return create<LogOp>(a);
  case Function::Log1p:
    return create<Log1pOp>(a);
  case Function::Log2:
    return create<Log2Op>(a);
  case Function::Log10:
    return create<Log10Op>(a);
  case Function::Erf:
  case Function::ErfForSum:
    return create<ErfOp>(a);
  case Function::Erfc:
    return create<ErfcOp>(a);
  case Function::Erfinv:
    return create<ErfinvOp>(a);
  case Function::Lgamma:
    return create<LgammaOp>(a);
  case Function::Digamma:
    return create<DigammaOp>(a);
  case Function::Sin:
    return create<SinOp>(a);
  case Function::Cos:
    return create<CosOp>(a);
  case Function::Tan:
    return create<TanOp>(a);
  case Function::Asin:
    return create<AsinOp>(a);
  case Function::Acos:
    return create<AcosOp>(a);
  case Function::Atan:
    return create<AtanOp>(a);
  case Function::Atan2:
    return create<Atan2Op>(a);
  case Function::Sinh:
    return create<SinhOp>(a);
  case Function::Cosh:
    return create<CoshOp>(a);
  case Function::Tanh:
    return create<TanhOp>(a);
  case Function::Ceil:
    return create<CeilOp>(a);
  case Function::Floor:
    return create<FloorOp>(a);
  case Function::RoundEven:
    return create<RoundOp>(a);
  case Function::Sigmoid:
    return create<SigmoidOp>(a);
  case Function::ReluBackward:
    return create<ReluBackwardOp>(a);
  case Function::TanhBackward:
    return create<TanhBackwardOp>(a);
  case Function::SigmoidBackward:
    return create<SigmoidBackwardOp>(a);
  case Function::GeluBackward:
    return GeluBackwardOp::create(builder, loc, a[0], a[1], GeluKind::None);
  case Function::GeluTanhBackward:
    return GeluBackwardOp::create(builder, loc, a[0], a[1], GeluKind::Tanh);
  case Function::Equal:
    return CompareOp::create(builder, loc, ComparePredicate::EQ, a[0], a[1]);
  case Function::NotEqual:
    return CompareOp::create(builder, loc, ComparePredicate::NE, a[0], a[1]);
  case Function::Less:
    return CompareOp::create(builder, loc, ComparePredicate::LT, a[0], a[1]);
  case Function::LessEqual:
    return CompareOp::create(builder, loc, ComparePredicate::LE, a[0], a[1]);
  case Function::Greater:
    return CompareOp::create(builder, loc, ComparePredicate::GT, a[0], a[1]);
  case Function::GreaterEqual:
    return CompareOp::create(builder, loc, ComparePredicate::GE, a[0], a[1]);
  case Function::And:
    return create<LogicalAndOp>(a);
  case Function::Or:
    return create<LogicalOrOp>(a);
  case Function::Select:
    return WhereOp::create(builder, loc, a[0], a[1], a[2]);
  case Function::Rem:
  case Function::CopySign:
  case Function::Xor:
    llvm_unreachable("the dialect has no such op: not in a derivative");
  }
  llvm_unreachable("unknown function");
}

SmallVector<Value> mlir::amp::detail::emitTensors(ArrayRef<Formula> formulas,
                                                  OpBuilder &builder,
                                                  Location loc,
                                                  Type elementType,
                                                  LeafValues leaves) {
  TensorEmitter emitter(builder, loc, elementType, leaves);
  return llvm::map_to_vector(formulas, [&](const Formula &formula) {
    return formula ? emitter.visit(formula) : Value();
  });
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

namespace {
class Evaluator : public Interpreter<double, Evaluator> {
public:
  Evaluator(ArrayRef<double> operands, double result, double gradient)
      : operands(operands), result(result), gradient(gradient) {}

  Formula getExpansion(Function function, ArrayRef<Formula> arguments) {
    return expand(function, arguments);
  }
  double getConstant(double value) { return value; }
  double getLeaf(Formula::Leaf leaf, unsigned index) {
    return leaf == Formula::Leaf::Operand  ? operands[index]
           : leaf == Formula::Leaf::Result ? result
                                           : gradient;
  }
  double getCall(Function function, ArrayRef<double> a);

private:
  ArrayRef<double> operands;
  double result, gradient;
};
} // namespace

/// An integer, or a truth value.
static int64_t bits(double x) { return static_cast<int64_t>(x); }

double Evaluator::getCall(Function function, ArrayRef<double> a) {
  switch (function) {
  case Function::Neg:
    return -a[0];
  case Function::Abs:
    return std::abs(a[0]);
  case Function::Sqrt:
    return std::sqrt(a[0]);
  case Function::Add:
    return a[0] + a[1];
  case Function::Sub:
    return a[0] - a[1];
  case Function::Mul:
    return a[0] * a[1];
  case Function::Div:
    return a[0] / a[1];
  case Function::Rem:
    return std::fmod(a[0], a[1]);
  case Function::Pow:
    return std::pow(a[0], a[1]);
  case Function::Max:
    return std::isnan(a[0]) || a[0] > a[1] ? a[0] : a[1];
  case Function::Min:
    return std::isnan(a[0]) || a[0] < a[1] ? a[0] : a[1];
  case Function::CopySign:
    return std::copysign(a[0], a[1]);
  case Function::Exp:
  case Function::ExpForSum:
    return std::exp(a[0]);
  case Function::Log:
    return std::log(a[0]);
  case Function::Log2:
    return std::log2(a[0]);
  case Function::Log10:
    return std::log10(a[0]);
  case Function::Erf:
  case Function::ErfForSum:
    return std::erf(a[0]);
  case Function::Erfc:
    return std::erfc(a[0]);
  case Function::Sin:
    return std::sin(a[0]);
  case Function::Cos:
    return std::cos(a[0]);
  case Function::Tan:
    return std::tan(a[0]);
  case Function::Asin:
    return std::asin(a[0]);
  case Function::Acos:
    return std::acos(a[0]);
  case Function::Atan:
    return std::atan(a[0]);
  case Function::Atan2:
    return std::atan2(a[0], a[1]);
  case Function::Sinh:
    return std::sinh(a[0]);
  case Function::Cosh:
    return std::cosh(a[0]);
  case Function::Tanh:
    return std::tanh(a[0]);
  case Function::Ceil:
    return std::ceil(a[0]);
  case Function::Floor:
    return std::floor(a[0]);
  case Function::RoundEven:
    return std::nearbyint(a[0]);
  case Function::Equal:
    return a[0] == a[1];
  case Function::NotEqual:
    return a[0] != a[1];
  case Function::Less:
    return a[0] < a[1];
  case Function::LessEqual:
    return a[0] <= a[1];
  case Function::Greater:
    return a[0] > a[1];
  case Function::GreaterEqual:
    return a[0] >= a[1];
  case Function::And:
    return static_cast<double>(bits(a[0]) & bits(a[1]));
  case Function::Or:
    return static_cast<double>(bits(a[0]) | bits(a[1]));
  case Function::Xor:
    return static_cast<double>(bits(a[0]) ^ bits(a[1]));
  case Function::Select:
    return a[0] != 0 ? a[1] : a[2];
  default:
    llvm_unreachable("a function that is a formula");
  }
}

double mlir::amp::evaluate(const Formula &formula, ArrayRef<double> operands,
                           double result, double gradient) {
  return Evaluator(operands, result, gradient).visit(formula);
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

namespace {
/// Calls `visit` for each node, once.
void walk(const Formula &formula, llvm::DenseSet<const void *> &seen,
          llvm::function_ref<void(const Formula &)> visit) {
  if (!seen.insert(formula.getId()).second)
    return;
  visit(formula);
  for (const Formula &argument : formula.getArguments())
    walk(argument, seen, visit);
}
} // namespace

bool mlir::amp::detail::roundsOnce(const Formula &formula) {
  unsigned roundings = 0;
  llvm::DenseSet<const void *> seen;
  walk(formula, seen, [&](const Formula &node) {
    // Small powers of two are numbers of every type, and 0.
    if (std::optional<double> constant = node.getConstant())
      roundings += *constant == 0 || std::abs(*constant) == 0.5 ||
                           std::abs(*constant) == 1
                       ? 0
                       : 2;
    std::optional<Function> function = node.getFunction();
    if (!function)
      return;
    switch (*function) {
    case Function::Neg:
    case Function::Abs:
    case Function::Max:
    case Function::Min:
    case Function::ReluBackward:
    case Function::Equal:
    case Function::NotEqual:
    case Function::Less:
    case Function::LessEqual:
    case Function::Greater:
    case Function::GreaterEqual:
    case Function::And:
    case Function::Or:
    case Function::Xor:
    case Function::Select:
      return;
    default:
      ++roundings;
    }
  });
  return roundings <= 1;
}

Reads mlir::amp::getReads(ArrayRef<Formula> formulas, unsigned numOperands) {
  Reads reads;
  reads.operands.resize(numOperands);
  llvm::DenseSet<const void *> seen;
  for (const Formula &formula : formulas) {
    if (!formula)
      continue;
    walk(formula, seen, [&](const Formula &node) {
      auto leaf = node.getLeaf();
      if (leaf && leaf->first == Formula::Leaf::Operand)
        reads.operands.set(leaf->second);
      if (leaf && leaf->first == Formula::Leaf::Result)
        reads.result = true;
    });
  }
  return reads;
}
