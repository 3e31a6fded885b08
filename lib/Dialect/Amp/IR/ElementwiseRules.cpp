//===- ElementwiseRules.cpp - What elementwise ops compute ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of elementwise ops, one place per op: its computation, the gradient
// of each operand for the gradient `dy` and the result `y`, and PyTorch's
// results where mathematics leaves a choice.
//
// What is not chosen by a `select` must be finite all the same where its own
// derivative is taken: a gradient of 0 times infinity is NaN.
//
//===----------------------------------------------------------------------===//

#include "Formula.h"
#include "Scalars.h"
#include "Windows.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

using F = Formula;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
static constexpr double kEuler = 0.57721566490153286;

//===----------------------------------------------------------------------===//
// How rules are written
//===----------------------------------------------------------------------===//

static F abs(F a) { return F(Function::Abs, {a}); }
static F rsqrt(F a) { return F(Function::Rsqrt, {a}); }
static F pow(F a, F b) { return F(Function::Pow, {a, b}); }
static F max(F a, F b) { return F(Function::Max, {a, b}); }
static F min(F a, F b) { return F(Function::Min, {a, b}); }
static F exp(F a) { return F(Function::Exp, {a}); }
static F expm1(F a) { return F(Function::Expm1, {a}); }
static F log(F a) { return F(Function::Log, {a}); }
static F log1p(F a) { return F(Function::Log1p, {a}); }
static F sin(F a) { return F(Function::Sin, {a}); }
static F cos(F a) { return F(Function::Cos, {a}); }
static F sinh(F a) { return F(Function::Sinh, {a}); }
static F cosh(F a) { return F(Function::Cosh, {a}); }
static F erfinv(F a) { return F(Function::Erfinv, {a}); }
static F digamma(F a) { return F(Function::Digamma, {a}); }
static F floor(F a) { return F(Function::Floor, {a}); }
static F sigmoid(F a) { return F(Function::Sigmoid, {a}); }
static F isEqual(F a, F b) { return F(Function::Equal, {a, b}); }
static F isNotEqual(F a, F b) { return F(Function::NotEqual, {a, b}); }
static F both(F a, F b) { return F(Function::And, {a, b}); }
static F either(F a, F b) { return F(Function::Or, {a, b}); }
static F differ(F a, F b) { return F(Function::Xor, {a, b}); }

using R = Reverse;

namespace {
/// The rules, by the name of the op.
class Rules {
public:
  Rules();
  llvm::StringMap<ElementwiseRule> rules;

private:
  void addArithmetic();
  void addFunctions();
  void addActivations();
  void addTests();

  /// The rule of `OpTy`, to be written.
  template <typename OpTy>
  class Writer {
  public:
    explicit Writer(ElementwiseRule &rule) : rule(rule) {
      rule.gradients = [](Operation *op, const R &) {
        return SmallVector<F>(op->getNumOperands());
      };
      rule.conventions = [](Operation *) { return SmallVector<Convention>(); };
    }

    /// The result: a function of the operands, or of the op and those.
    template <typename Fn>
    Writer &is(Fn value) {
      rule.value = [value](Operation *op, ArrayRef<F> x) {
        return apply(value, cast<OpTy>(op), x);
      };
      return *this;
    }

    /// The operands' gradients, in their order: functions of Reverse, or of the
    /// op and that; nullptr where there is none.
    template <typename... Fns>
    Writer &gradients(Fns... fns) {
      rule.gradients = [fns...](Operation *op, const R &r) {
        return SmallVector<F>{reverse(fns, cast<OpTy>(op), r)...};
      };
      return *this;
    }

    /// What PyTorch computes at points, which may depend on the op.
    Writer &conventions(ArrayRef<Convention> points) {
      rule.conventions = [points = SmallVector<Convention>(points)](
                             Operation *) { return points; };
      return *this;
    }
    template <typename Fn>
    std::enable_if_t<std::is_invocable_v<Fn, OpTy>, Writer &>
    conventions(Fn points) {
      rule.conventions = [points](Operation *op) {
        return SmallVector<Convention>(points(cast<OpTy>(op)));
      };
      return *this;
    }

  private:
    template <typename Fn>
    static F apply(Fn &value, OpTy op, ArrayRef<F> x) {
      if constexpr (std::is_invocable_v<Fn, F>)
        return value(x[0]);
      else if constexpr (std::is_invocable_v<Fn, F, F>)
        return value(x[0], x[1]);
      else if constexpr (std::is_invocable_v<Fn, F, F, F>)
        return value(x[0], x[1], x[2]);
      else if constexpr (std::is_invocable_v<Fn, OpTy, F>)
        return value(op, x[0]);
      else if constexpr (std::is_invocable_v<Fn, OpTy, F, F>)
        return value(op, x[0], x[1]);
      else
        return value(op, x[0], x[1], x[2]);
    }
    template <typename Fn>
    static F reverse(const Fn &gradient, OpTy op, const R &r) {
      if constexpr (std::is_same_v<Fn, std::nullptr_t>)
        return {};
      else if constexpr (std::is_invocable_v<Fn, const R &>)
        return gradient(r);
      else
        return gradient(op, r);
    }

    ElementwiseRule &rule;
  };

  template <typename OpTy>
  Writer<OpTy> add() {
    return Writer<OpTy>(rules[OpTy::getOperationName()]);
  }
  /// The rule of an op that is one function.
  template <typename OpTy>
  Writer<OpTy> add(Function function) {
    Writer<OpTy> writer = add<OpTy>();
    rules[OpTy::getOperationName()].value =
        [function](Operation *, ArrayRef<F> x) { return F(function, x); };
    return writer;
  }
};
} // namespace

Rules::Rules() {
  addArithmetic();
  addFunctions();
  addActivations();
  addTests();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Of floats. The rounded quotient may be an integer that the exact one is
/// below: the remainder, which is exact, tells.
static F divideFloor(F a, F b) {
  F quotient = a / b, remainder = F(Function::Rem, {a, b});
  F whole = (a - remainder) / b;
  F isBelow =
      both(isNotEqual(remainder, 0.0), differ(remainder < 0.0, b < 0.0));
  whole = select(isBelow, whole - 1.0, whole);
  // `whole` is an integer but for rounding.
  F result = floor(whole);
  result = select(whole - result > 0.5, result + 1.0, result);
  F signedZero = F(Function::CopySign, {F(0.0), quotient});
  result = select(isEqual(whole, 0.0), signedZero, result);
  return select(isEqual(b, 0.0), quotient, result);
}

/// Of integers; a division by 0 gives 0. CPUs trap at that, and where the
/// smallest number is divided by -1.
static F divideFloorUnsigned(F a, F b) {
  F isZero = isEqual(b, 0.0);
  return select(isZero, 0.0, a / select(isZero, 1.0, b));
}
static F divideFloorSigned(F a, F b) {
  F isZero = isEqual(b, 0.0), isMinusOne = isEqual(b, -1.0);
  F divisor = select(either(isZero, isMinusOne), 1.0, b);
  F quotient = a / divisor, remainder = F(Function::Rem, {a, divisor});
  F isFloor =
      either(isEqual(remainder, 0.0), isEqual(remainder < 0.0, divisor < 0.0));
  quotient = select(isFloor, quotient, quotient - 1.0);
  quotient = select(isMinusOne, 0.0 - a, quotient);
  return select(isZero, 0.0, quotient);
}

void Rules::addArithmetic() {
  add<NegOp>(Function::Neg).gradients([](const R &r) { return -r.dy; });
  add<AddOp>(Function::Add)
      .gradients([](const R &r) { return r.dy; },
                 [](const R &r) { return r.dy; });
  add<SubOp>(Function::Sub)
      .gradients([](const R &r) { return r.dy; },
                 [](const R &r) { return -r.dy; });
  add<MulOp>(Function::Mul)
      .gradients([](const R &r) { return r.dy * r[1]; },
                 [](const R &r) { return r.dy * r[0]; });
  add<DivOp>(Function::Div)
      .gradients([](const R &r) { return r.dy / r[1]; },
                 [](const R &r) { return -(r.dy * r.y / r[1]); });

  // dy sign(x), with 0 at 0.
  add<AbsOp>(Function::Abs)
      .gradients([](const R &r) {
        return select(r[0] > 0.0, r.dy, select(r[0] < 0.0, -r.dy, 0.0));
      })
      .conventions({{{0.0}, 0, {0}}, {{-0.0}, 0, {0}}, {{kNaN}, kNaN, {0}}});

  add<SqrtOp>(Function::Sqrt)
      .gradients([](const R &r) { return r.dy / (2.0 * r.y); })
      .conventions({{{0.0}, 0, {kInfinity}}, {{-1.0}, kNaN, {kNaN}}});
  // d x^(-1/2) = -1/2 y³
  add<RsqrtOp>(Function::Rsqrt)
      .gradients([](const R &r) { return (-0.5 * r.dy) * (r.y * (r.y * r.y)); })
      .conventions({{{0.0}, kInfinity, {-kInfinity}}});
  add<ReciprocalOp>()
      .is([](F x) { return 1.0 / x; })
      .gradients([](const R &r) { return -(r.dy * (r.y * r.y)); })
      .conventions({{{0.0}, kInfinity, {-kInfinity}},
                    {{-0.0}, -kInfinity, {-kInfinity}}});

  add<PowOp>(Function::Pow)
      .gradients(
          // dy b a^(b-1), and 0 where b is 0 whatever a is.
          [](const R &r) {
            F isZero = isEqual(r[1], 0.0);
            F power = pow(r[0], select(isZero, 0.0, r[1] - 1.0));
            return select(isZero, 0.0, r.dy * (r[1] * power));
          },
          // dy a^b log(a), and 0 where a is 0 and b is not negative.
          [](const R &r) {
            F isFlat = both(isEqual(r[0], 0.0), r[1] >= 0.0);
            F logarithm = log(select(isFlat, 1.0, r[0]));
            return select(isFlat, 0.0, r.dy * (r.y * logarithm));
          })
      .conventions({{{0.0, 0.0}, 1, {0, 0}},
                    {{0.0, 2.0}, 0, {0, 0}},
                    {{-2.0, 2.0}, 4, {-4, kNaN}},
                    {{kNaN, 0.0}, 1, {0, kNaN}}});

  // The gradient goes to the chosen operand; equal ones share it, and both get
  // it where one is NaN.
  auto share = [](const F &dy, const F &self, const F &other, const F &loses) {
    return select(loses, 0.0, select(isEqual(self, other), dy * 0.5, dy));
  };
  add<MaximumOp>(Function::Max)
      .gradients(
          [share](const R &r) { return share(r.dy, r[0], r[1], r[0] < r[1]); },
          [share](const R &r) { return share(r.dy, r[1], r[0], r[1] < r[0]); })
      .conventions({{{1.0, 1.0}, 1, {0.5, 0.5}}, {{1.0, kNaN}, kNaN, {1, 1}}});
  add<MinimumOp>(Function::Min)
      .gradients(
          [share](const R &r) { return share(r.dy, r[0], r[1], r[0] > r[1]); },
          [share](const R &r) { return share(r.dy, r[1], r[0], r[1] > r[0]); })
      .conventions({{{1.0, 1.0}, 1, {0.5, 0.5}}, {{1.0, kNaN}, kNaN, {1, 1}}});

  add<SquareOp>().is([](F x) { return x * x; }).gradients([](const R &r) {
    return (2.0 * r.dy) * r[0];
  });
  add<SquaredDifferenceOp>()
      .is([](F a, F b) {
        F difference = a - b;
        return difference * difference;
      })
      .gradients([](const R &r) { return (2.0 * r.dy) * (r[0] - r[1]); },
                 [](const R &r) { return -((2.0 * r.dy) * (r[0] - r[1])); });
  add<FloorDivideOp>()
      .is([](FloorDivideOp op, F a, F b) {
        Type type = getElementTypeOrSelf(op.getType());
        return isa<FloatType>(type) ? divideFloor(a, b)
               : isUnsigned(type)   ? divideFloorUnsigned(a, b)
                                    : divideFloorSigned(a, b);
      })
      .conventions({{{1.0, 0.0}, kInfinity, {}},
                    {{-1.0, 2.0}, -1, {}},
                    {{0.0, -1.0}, -0.0, {}}});
  add<AddcmulOp>()
      .is([](AddcmulOp op, F x, F a, F b) {
        return x + op.getValue().convertToDouble() * (a * b);
      })
      .gradients([](const R &r) { return r.dy; },
                 [](AddcmulOp op, const R &r) {
                   return (op.getValue().convertToDouble() * r.dy) * r[2];
                 },
                 [](AddcmulOp op, const R &r) {
                   return (op.getValue().convertToDouble() * r.dy) * r[1];
                 });
  add<AddcdivOp>()
      .is([](AddcdivOp op, F x, F a, F b) {
        return x + op.getValue().convertToDouble() * (a / b);
      })
      .gradients([](const R &r) { return r.dy; },
                 [](AddcdivOp op, const R &r) {
                   return (op.getValue().convertToDouble() * r.dy) / r[2];
                 },
                 [](AddcdivOp op, const R &r) {
                   F scaled = op.getValue().convertToDouble() * r.dy;
                   return -((scaled / r[2]) * (r[1] / r[2]));
                 });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// 1 - x², exact where x is close to 1.
static F oneMinusSquare(F x) { return (1.0 - x) * (1.0 + x); }

/// The derivative of digamma: Σ (x + i)⁻² of the terms up to 8, then its
/// asymptotic series 1 / z + 1 / 2z² + Σ B₂ₖ / z²ᵏ⁺¹, and for negative numbers
/// π² / sin²(πx) less that of 1 - x (Abramowitz and Stegun, "Handbook of
/// Mathematical Functions", 6.4.10, 6.4.12 and 6.4.7).
static F trigamma(F x) {
  // Bernoulli's numbers B₂, B₄, …
  constexpr double bernoulli[] = {
      1.0 / 6,       -1.0 / 30, 1.0 / 42,      -1.0 / 30,     5.0 / 66,
      -691.0 / 2730, 7.0 / 6,   -3617.0 / 510, 43867.0 / 798, -174611.0 / 330};
  F a = select(x < 0.0, 1.0 - x, x), isLarge = a >= 8.0, head;
  for (int i = 0; i < 8; ++i) {
    F term = 1.0 / (a + double(i));
    head = i == 0 ? term * term : head + term * term;
  }
  F z = select(isLarge, a, a + 8.0), inverse = 1.0 / z;
  F square = inverse * inverse, series = bernoulli[9];
  for (double number : llvm::reverse(ArrayRef(bernoulli).drop_back()))
    series = series * square + number;
  F y = inverse + square * (0.5 + inverse * series);
  y = y + select(isLarge, 0.0, head);
  F sine = (1 / M_PI) * sin(M_PI * (x - F(Function::RoundEven, {x})));
  return select(x < 0.0, 1.0 / (sine * sine) - y, y);
}

void Rules::addFunctions() {
  add<ExpOp>()
      .is([](ExpOp op, F x) {
        return F(op.getForSum() ? Function::ExpForSum : Function::Exp, {x});
      })
      .gradients([](const R &r) { return r.dy * r.y; });
  add<Expm1Op>(Function::Expm1).gradients([](const R &r) {
    return r.dy * (r.y + 1.0);
  });
  add<LogOp>(Function::Log)
      .gradients([](const R &r) { return r.dy / r[0]; })
      .conventions({{{0.0}, -kInfinity, {kInfinity}}, {{-1.0}, kNaN, {-1}}});
  add<Log1pOp>(Function::Log1p)
      .gradients([](const R &r) { return r.dy / (1.0 + r[0]); })
      .conventions({{{-1.0}, -kInfinity, {kInfinity}}});
  add<Log2Op>(Function::Log2)
      .gradients([](const R &r) { return r.dy / (std::log(2) * r[0]); })
      .conventions({{{0.0}, -kInfinity, {kInfinity}}});
  add<Log10Op>(Function::Log10)
      .gradients([](const R &r) { return r.dy / (std::log(10) * r[0]); })
      .conventions({{{0.0}, -kInfinity, {kInfinity}}});

  add<ErfOp>(Function::Erf).gradients([](const R &r) {
    return (2 / std::sqrt(M_PI) * r.dy) * exp(-(r[0] * r[0]));
  });
  add<ErfcOp>(Function::Erfc).gradients([](const R &r) {
    return (-2 / std::sqrt(M_PI) * r.dy) * exp(-(r[0] * r[0]));
  });
  // From the operand: the result in 16 bits is too coarse for exp(y²).
  add<ErfinvOp>(Function::Erfinv)
      .gradients([](const R &r) {
        F y = erfinv(r[0]);
        return (std::sqrt(M_PI) / 2 * r.dy) * exp(y * y);
      })
      .conventions({{{1.0}, kInfinity, {kInfinity}},
                    {{-1.0}, -kInfinity, {kInfinity}},
                    {{2.0}, kNaN, {kNaN}}});

  add<LgammaOp>(Function::Lgamma)
      .gradients([](const R &r) { return r.dy * digamma(r[0]); })
      .conventions({{{1.0}, 0, {-kEuler}},
                    {{-1.0}, kInfinity, {kNaN}},
                    {{-kInfinity}, kInfinity, {kNaN}}});
  add<DigammaOp>(Function::Digamma)
      .gradients([](const R &r) { return r.dy * trigamma(r[0]); })
      .conventions({{{0.0}, -kInfinity, {kInfinity}}});

  add<SinOp>(Function::Sin).gradients([](const R &r) {
    return r.dy * cos(r[0]);
  });
  add<CosOp>(Function::Cos).gradients([](const R &r) {
    return -(r.dy * sin(r[0]));
  });
  add<TanOp>(Function::Tan).gradients([](const R &r) {
    return r.dy * (1.0 + r.y * r.y);
  });
  add<AsinOp>(Function::Asin)
      .gradients([](const R &r) { return r.dy * rsqrt(oneMinusSquare(r[0])); })
      .conventions({{{1.0}, M_PI / 2, {kInfinity}}, {{2.0}, kNaN, {kNaN}}});
  add<AcosOp>(Function::Acos)
      .gradients(
          [](const R &r) { return -(r.dy * rsqrt(oneMinusSquare(r[0]))); })
      .conventions({{{1.0}, 0, {-kInfinity}}, {{2.0}, kNaN, {kNaN}}});
  add<AtanOp>(Function::Atan).gradients([](const R &r) {
    return r.dy / (1.0 + r[0] * r[0]);
  });
  // dy b / (a² + b²) and -dy a / (a² + b²), and 0 at the origin.
  auto scale = [](const R &r) {
    F square = r[0] * r[0] + r[1] * r[1], isZero = isEqual(square, 0.0);
    return select(isZero, 0.0, r.dy / select(isZero, 1.0, square));
  };
  add<Atan2Op>(Function::Atan2)
      .gradients([scale](const R &r) { return scale(r) * r[1]; },
                 [scale](const R &r) { return -(scale(r) * r[0]); })
      .conventions({{{0.0, 0.0}, 0, {0, 0}}});
  add<SinhOp>(Function::Sinh).gradients([](const R &r) {
    return r.dy * cosh(r[0]);
  });
  add<CoshOp>(Function::Cosh).gradients([](const R &r) {
    return r.dy * sinh(r[0]);
  });
  add<TanhOp>(Function::Tanh).gradients([](const R &r) {
    return F(Function::TanhBackward, {r.dy, r.y});
  });

  // Steps: no derivative.
  add<CeilOp>(Function::Ceil).conventions({{{-0.5}, -0.0, {}}});
  add<FloorOp>(Function::Floor).conventions({{{-0.5}, -1, {}}});
  add<RoundOp>(Function::RoundEven)
      .conventions({{{0.5}, 0, {}}, {{1.5}, 2, {}}, {{2.5}, 2, {}}});
  add<SignOp>()
      .is([](F x) { return select(x > 0.0, 1.0, select(x < 0.0, -1.0, 0.0)); })
      .conventions({{{0.0}, 0, {}}, {{kNaN}, 0, {}}});

  // dy at the bounds (PyTorch 2.15 gives 0 there); 0 for NaN.
  add<ClampOp>()
      .is([](ClampOp op, F x) {
        if (op.getMin())
          x = max(x, op.getMin()->convertToDouble());
        if (op.getMax())
          x = min(x, op.getMax()->convertToDouble());
        return x;
      })
      .gradients([](ClampOp op, const R &r) {
        F dx = r.dy;
        if (op.getMin())
          dx = select(r[0] >= op.getMin()->convertToDouble(), dx, 0.0);
        if (op.getMax())
          dx = select(r[0] <= op.getMax()->convertToDouble(), dx, 0.0);
        return dx;
      })
      .conventions([](ClampOp op) {
        SmallVector<Convention> points = {{{kNaN}, kNaN, {0}}};
        double low = op.getMin() ? op.getMin()->convertToDouble() : -kInfinity;
        double high = op.getMax() ? op.getMax()->convertToDouble() : kInfinity;
        if (low <= high)
          for (double bound : {low, high})
            if (std::isfinite(bound))
              points.push_back({{bound}, bound, {1}});
        return points;
      });
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

/// Of Klambauer et al., "Self-Normalizing Neural Networks", 2017.
static constexpr double kSeluScale = 1.0507009873554805;
static constexpr double kSeluAlpha = 1.6732632423543772;

/// `positive x` where x > 0, else `negative (exp(x) - 1)`. NaN stays NaN.
static F elu(F x, double positive, double negative) {
  return select(x > 0.0, positive * x, negative * expm1(x));
}

/// `negative` at 0, and `positive` for NaN.
static F eluBackward(F dy, F x, double positive, double negative) {
  F isNegative = x <= 0.0;
  // Of the other elements the exponential may be infinite.
  F slope = exp(select(isNegative, x, 0.0));
  return select(isNegative, (negative * dy) * slope, positive * dy);
}

static F hardtanh(F x, double low, double high) {
  return min(max(x, low), high);
}

/// 0 at the bounds; a NaN passes the gradient on, as PyTorch's does.
static F hardtanhBackward(F dy, F x, double low, double high) {
  return select(either(x <= low, x >= high), 0.0, dy);
}

/// True in [-bound, bound], and false for NaN.
static F isWithin(F x, double bound) { return both(x >= -bound, x <= bound); }

/// The second derivative of GELU times `dy`. What falls to 0 as x grows comes
/// first in each product, so that it does not meet an infinity.
static F geluCurvature(F x, bool isTanh) {
  F square = x * x;
  if (!isTanh) {
    // With the density φ: φ (2 - x²) = 2 φ - x φ x
    F density = 1 / std::sqrt(2 * M_PI) * exp(-0.5 * square);
    return 2.0 * density - (density * x) * x;
  }
  // With u = sqrt(2/π) (x + 0.044715 x³), t = tanh(u) and s = 1 - t²:
  // s u' + x/2 (s u'' - 2 t s u'²)
  const double root = std::sqrt(2 / M_PI), cubic = 0.044715;
  auto polynomial = [&](double factor) {
    return root * (1.0 + factor * square);
  };
  F t = F(Function::Tanh, {polynomial(cubic) * x});
  F first = polynomial(3 * cubic), second = (6 * root * cubic) * x;
  F slope = F(Function::TanhBackward, {first, t});
  F bend = F(Function::TanhBackward, {second, t}) - (2.0 * t) * (slope * first);
  return slope + (0.5 * x) * bend;
}

void Rules::addActivations() {
  add<ReluOp>()
      .is([](F x) { return max(x, 0.0); })
      .gradients(
          [](const R &r) { return F(Function::ReluBackward, {r.dy, r.y}); })
      .conventions({{{0.0}, 0, {0}}, {{kNaN}, kNaN, {1}}});
  add<Relu6Op>()
      .is([](F x) { return hardtanh(x, 0, 6); })
      .gradients([](const R &r) { return hardtanhBackward(r.dy, r[0], 0, 6); })
      .conventions({{{0.0}, 0, {0}}, {{6.0}, 6, {0}}, {{kNaN}, kNaN, {1}}});
  add<HardtanhOp>()
      .is([](HardtanhOp op, F x) {
        return hardtanh(x, op.getMinVal().convertToDouble(),
                        op.getMaxVal().convertToDouble());
      })
      .gradients([](HardtanhOp op, const R &r) {
        return hardtanhBackward(r.dy, r[0], op.getMinVal().convertToDouble(),
                                op.getMaxVal().convertToDouble());
      })
      .conventions([](HardtanhOp op) {
        double low = op.getMinVal().convertToDouble();
        double high = op.getMaxVal().convertToDouble();
        return SmallVector<Convention>{
            {{low}, low, {0}}, {{high}, high, {0}}, {{kNaN}, kNaN, {1}}};
      });
  add<LeakyReluOp>()
      .is([](LeakyReluOp op, F x) {
        return select(x > 0.0, x, op.getNegativeSlope().convertToDouble() * x);
      })
      .gradients([](LeakyReluOp op, const R &r) {
        return select(r[0] > 0.0, r.dy,
                      op.getNegativeSlope().convertToDouble() * r.dy);
      })
      .conventions([](LeakyReluOp op) {
        double slope = op.getNegativeSlope().convertToDouble();
        return SmallVector<Convention>{{{0.0}, 0, {slope}},
                                       {{kNaN}, kNaN, {slope}}};
      });
  add<EluOp>()
      .is([](EluOp op, F x) {
        return elu(x, 1, op.getAlpha().convertToDouble());
      })
      .gradients([](EluOp op, const R &r) {
        return eluBackward(r.dy, r[0], 1, op.getAlpha().convertToDouble());
      })
      .conventions([](EluOp op) {
        return SmallVector<Convention>{
            {{0.0}, 0, {op.getAlpha().convertToDouble()}}, {{kNaN}, kNaN, {1}}};
      });
  add<CeluOp>()
      .is([](CeluOp op, F x) {
        double alpha = op.getAlpha().convertToDouble();
        return select(x > 0.0, x, alpha * expm1(x / alpha));
      })
      .gradients([](CeluOp op, const R &r) {
        F isNegative = r[0] <= 0.0;
        F ratio = r[0] / op.getAlpha().convertToDouble();
        // Of the other elements the exponential may be infinite.
        return select(isNegative, r.dy * exp(select(isNegative, ratio, 0.0)),
                      r.dy);
      })
      .conventions({{{0.0}, 0, {1}}, {{kNaN}, kNaN, {1}}});
  add<SeluOp>()
      .is([](F x) { return elu(x, kSeluScale, kSeluScale * kSeluAlpha); })
      .gradients([](const R &r) {
        return eluBackward(r.dy, r[0], kSeluScale, kSeluScale * kSeluAlpha);
      })
      .conventions({{{0.0}, 0, {kSeluScale * kSeluAlpha}},
                    {{kNaN}, kNaN, {kSeluScale}}});

  add<SigmoidOp>(Function::Sigmoid).gradients([](const R &r) {
    return F(Function::SigmoidBackward, {r.dy, r.y});
  });
  // The exponential is of what is not positive, and does not overflow.
  add<LogSigmoidOp>()
      .is([](F x) { return min(x, 0.0) - log1p(exp(-abs(x))); })
      .gradients([](const R &r) { return r.dy * sigmoid(-r[0]); })
      .conventions({{{kInfinity}, 0, {0}},
                    {{-kInfinity}, -kInfinity, {1}},
                    {{kNaN}, kNaN, {kNaN}}});
  // With z = exp(-|x| / 2): x / (1 + z²), or x z² / (1 + z²) where x < 0. There
  // exp(-x) overflows, and exp(x) underflows, where the result does not yet.
  // The derivative, with p = sigmoid(x), is dy p (1 + x (1 - p)).
  add<SiluOp>()
      .is([](F x) {
        F z = exp(-0.5 * abs(x));
        return select(x < 0.0, (x * z) * z, x) / (1.0 + z * z);
      })
      .gradients([](const R &r) {
        F p = sigmoid(r[0]);
        return r.dy * (p * (1.0 + r[0] * (1.0 - p)));
      });
  // PyTorch's slope is f32's 1/6.
  add<HardsigmoidOp>()
      .is([](F x) { return hardtanh(x + 3.0, 0, 6) / 6.0; })
      .gradients([](const R &r) {
        return select(both(r[0] > -3.0, r[0] < 3.0), r.dy / 6.0, 0.0);
      })
      .conventions({{{-3.0}, 0, {0}}, {{3.0}, 1, {0}}, {{kNaN}, kNaN, {0}}});
  // Divided first: 6 x may be infinite.
  add<HardswishOp>()
      .is([](F x) { return x * (hardtanh(x + 3.0, 0, 6) / 6.0); })
      .gradients([](const R &r) {
        F inside = r.dy * (r[0] / 3.0 + 0.5);
        return select(r[0] <= -3.0, 0.0, select(r[0] < 3.0, inside, r.dy));
      })
      .conventions({{{-3.0}, 0, {0}},
                    {{3.0}, 3, {1}},
                    {{-kInfinity}, kNaN, {0}},
                    {{kNaN}, kNaN, {1}}});
  // With z as in silu and w = z²: tanh(log(1 + exp(x))) is (1 + 2 w) /
  // (1 + 2 w + 2 w²), and w (2 + w) / (2 + 2 w + w²) where x < 0. The
  // derivative, with p = sigmoid(x), q = 1 - p and d = 1 + q², is
  // dy (p (1 + q) / d + 4 x p (q / d)²).
  add<MishOp>()
      .is([](F x) {
        F z = exp(-0.5 * abs(x)), w = z * z;
        F negative = (((x * z) * z) * (2.0 + w)) / (2.0 + w * (2.0 + w));
        F positive = (x * (1.0 + 2.0 * w)) / (1.0 + (2.0 * w) * (1.0 + w));
        return select(x < 0.0, negative, positive);
      })
      .gradients([](const R &r) {
        F p = sigmoid(r[0]), q = sigmoid(-r[0]), d = 1.0 + q * q, u = q / d;
        return r.dy * ((p * (1.0 + q)) / d + ((4.0 * r[0]) * p) * (u * u));
      })
      .conventions({{{0.0}, 0, {0.6}}, {{-kInfinity}, kNaN, {kNaN}}});
  add<TanhshrinkOp>()
      .is([](F x) { return x - F(Function::Tanh, {x}); })
      .gradients([](const R &r) {
        F t = F(Function::Tanh, {r[0]});
        return r.dy * (t * t);
      });
  // 0 at the bounds; a NaN passes the gradient on.
  add<HardshrinkOp>()
      .is([](HardshrinkOp op, F x) {
        return select(isWithin(x, op.getLambd().convertToDouble()), 0.0, x);
      })
      .gradients([](HardshrinkOp op, const R &r) {
        return select(isWithin(r[0], op.getLambd().convertToDouble()), 0.0,
                      r.dy);
      })
      .conventions([](HardshrinkOp op) {
        double bound = op.getLambd().convertToDouble();
        return SmallVector<Convention>{
            {{-bound}, 0, {0}}, {{bound}, 0, {0}}, {{kNaN}, kNaN, {1}}};
      });
  add<SoftshrinkOp>()
      .is([](SoftshrinkOp op, F x) {
        double bound = op.getLambd().convertToDouble();
        return select(isWithin(x, bound), 0.0,
                      select(x > bound, x - bound, x + bound));
      })
      .gradients([](SoftshrinkOp op, const R &r) {
        return select(isWithin(r[0], op.getLambd().convertToDouble()), 0.0,
                      r.dy);
      })
      .conventions([](SoftshrinkOp op) {
        double bound = op.getLambd().convertToDouble();
        return SmallVector<Convention>{
            {{-bound}, 0, {0}}, {{bound}, 0, {0}}, {{kNaN}, kNaN, {1}}};
      });
  add<ThresholdOp>()
      .is([](ThresholdOp op, F x) {
        return select(x <= op.getThreshold().convertToDouble(),
                      op.getValue().convertToDouble(), x);
      })
      .gradients([](ThresholdOp op, const R &r) {
        return select(r[0] <= op.getThreshold().convertToDouble(), 0.0, r.dy);
      })
      .conventions([](ThresholdOp op) {
        return SmallVector<Convention>{{{op.getThreshold().convertToDouble()},
                                        op.getValue().convertToDouble(),
                                        {0}},
                                       {{kNaN}, kNaN, {1}}};
      });
  add<SoftsignOp>()
      .is([](F x) { return x / (1.0 + abs(x)); })
      .gradients([](const R &r) {
        F sum = 1.0 + abs(r[0]);
        return (r.dy / sum) / sum;
      })
      .conventions({{{0.0}, 0, {1}}});
  add<SoftplusOp>()
      .is([](SoftplusOp op, F x) {
        F beta = op.getBeta().convertToDouble(), z = beta * x;
        return select(z > op.getThreshold().convertToDouble(), x,
                      log1p(exp(z)) / beta);
      })
      .gradients([](SoftplusOp op, const R &r) {
        F z = op.getBeta().convertToDouble() * r[0];
        return select(z > op.getThreshold().convertToDouble(), r.dy,
                      r.dy * sigmoid(z));
      })
      .conventions({{{kNaN}, kNaN, {kNaN}}});
  add<GeluOp>()
      .is([](GeluOp op, F x) {
        return expandGelu(x, op.getApproximate() == GeluKind::Tanh);
      })
      .gradients([](GeluOp op, const R &r) {
        return F(op.getApproximate() == GeluKind::Tanh
                     ? Function::GeluTanhBackward
                     : Function::GeluBackward,
                 {r.dy, r[0]});
      });

  // Derivatives of the above are linear in the gradient, and the derivative by
  // it is the op itself. Where the other operand is the forward op's result,
  // the gradient that it gets goes back through that op.
  add<ReluBackwardOp>(Function::ReluBackward)
      .gradients(
          [](const R &r) { return F(Function::ReluBackward, {r.dy, r[1]}); },
          nullptr)
      .conventions({{{1.0, 0.0}, 0, {0}}, {{1.0, kNaN}, 1, {1}}});
  // d (1 - y²) / dy = -2 y
  add<TanhBackwardOp>(Function::TanhBackward)
      .gradients(
          [](const R &r) { return F(Function::TanhBackward, {r.dy, r[1]}); },
          [](const R &r) { return (r.dy * r[0]) * (-2.0 * r[1]); });
  // d y (1 - y) / dy = 1 - 2 y
  add<SigmoidBackwardOp>(Function::SigmoidBackward)
      .gradients(
          [](const R &r) { return F(Function::SigmoidBackward, {r.dy, r[1]}); },
          [](const R &r) { return (r.dy * r[0]) * (1.0 - 2.0 * r[1]); });
  auto backward = [](GeluBackwardOp op, F dy, F x) {
    return F(op.getApproximate() == GeluKind::Tanh ? Function::GeluTanhBackward
                                                   : Function::GeluBackward,
             {dy, x});
  };
  add<GeluBackwardOp>().is(backward).gradients(
      [backward](GeluBackwardOp op, const R &r) {
        return backward(op, r.dy, r[1]);
      },
      [](GeluBackwardOp op, const R &r) {
        return (r.dy * r[0]) *
               geluCurvature(r[1], op.getApproximate() == GeluKind::Tanh);
      });
}

//===----------------------------------------------------------------------===//
// Tests, logic and choice
//===----------------------------------------------------------------------===//

void Rules::addTests() {
  add<CompareOp>().is([](CompareOp op, F a, F b) {
    constexpr Function functions[] = {
        Function::Equal,     Function::NotEqual, Function::Less,
        Function::LessEqual, Function::Greater,  Function::GreaterEqual};
    return F(functions[static_cast<unsigned>(op.getPredicate())], {a, b});
  });
  add<IsFiniteOp>().is([](F x) { return abs(x) < kInfinity; });
  add<IsInfOp>().is([](F x) { return isEqual(abs(x), kInfinity); });
  add<IsNanOp>().is([](F x) { return isNotEqual(x, x); });
  add<LogicalNotOp>().is([](F x) { return differ(x, 1.0); });
  add<LogicalAndOp>(Function::And);
  add<LogicalOrOp>(Function::Or);
  add<BitwiseAndOp>(Function::And);
  add<BitwiseOrOp>(Function::Or);
  add<BitwiseXorOp>(Function::Xor);
  add<BitwiseNotOp>().is([](F x) { return differ(x, -1.0); });
  add<WhereOp>(Function::Select)
      .gradients(
          nullptr, [](const R &r) { return select(r[0], r.dy, 0.0); },
          [](const R &r) { return select(r[0], 0.0, r.dy); });
}

//===----------------------------------------------------------------------===//
// What is read off rules
//===----------------------------------------------------------------------===//

const ElementwiseRule *mlir::amp::getElementwiseRule(Operation *op) {
  static const Rules rules;
  auto it = rules.rules.find(op->getName().getStringRef());
  return it == rules.rules.end() ? nullptr : &it->second;
}

static SmallVector<F, 3> getOperandLeaves(Operation *op) {
  SmallVector<F, 3> operands;
  for (unsigned i = 0, e = op->getNumOperands(); i < e; ++i)
    operands.emplace_back(F::Leaf::Operand, i);
  return operands;
}

F mlir::amp::getValue(const ElementwiseRule &rule, Operation *op) {
  return rule.value(op, getOperandLeaves(op));
}

SmallVector<F> mlir::amp::getGradients(const ElementwiseRule &rule,
                                       Operation *op) {
  return rule.gradients(
      op, {F(F::Leaf::Gradient), F(F::Leaf::Result), getOperandLeaves(op)});
}

Value mlir::amp::detail::buildScalar(Operation *op, OpBuilder &builder,
                                     Location loc, ValueRange operands) {
  // Of a choice the condition says nothing about the numbers.
  unsigned index = isa<WhereOp>(op) ? 1 : 0;
  Type elementType = getElementTypeOrSelf(op->getOperand(index).getType());
  return emitScalar(getValue(*getElementwiseRule(op), op), builder, loc,
                    operands, operands[index].getType(),
                    isUnsigned(elementType));
}

void mlir::amp::detail::buildElementwiseGradients(
    Operation *op, OpBuilder &builder, Value dy, ArrayRef<bool> needed,
    MutableArrayRef<Value> operandGradients) {
  SmallVector<F> formulas = getGradients(*getElementwiseRule(op), op);
  for (auto [formula, isNeeded] : llvm::zip_equal(formulas, needed))
    if (!isNeeded)
      formula = {};
  // A gradient is rounded once, to the type of its operand.
  Location loc = op->getLoc();
  Type type = getTensorType(dy).getElementType();
  if (!llvm::all_of(formulas, [](const F &f) { return !f || roundsOnce(f); }))
    type = getWideType(type);
  auto getLeaf = [&](F::Leaf leaf, unsigned index) {
    Value value = leaf == F::Leaf::Gradient ? dy
                  : leaf == F::Leaf::Result ? Value(op->getResult(0))
                                            : op->getOperand(index);
    return isa<FloatType>(getTensorType(value).getElementType())
               ? createCast(builder, loc, value, type)
               : value;
  };
  SmallVector<Value> gradients =
      emitTensors(formulas, builder, loc, type, getLeaf);
  for (auto [i, gradient] : llvm::enumerate(gradients)) {
    if (!gradient)
      continue;
    RankedTensorType operand = getTensorType(op->getOperand(i));
    operandGradients[i] =
        createCast(builder, loc, createSumTo(builder, loc, gradient, operand),
                   operand.getElementType());
  }
}

bool mlir::amp::detail::derivativeReadsOperand(Operation *op, unsigned index) {
  return getReads(getGradients(*getElementwiseRule(op), op),
                  op->getNumOperands())
      .operands.test(index);
}

bool mlir::amp::detail::derivativeReadsResult(Operation *op) {
  return getReads(getGradients(*getElementwiseRule(op), op),
                  op->getNumOperands())
      .result;
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

LogicalResult PreluOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  Value x = c.widen(getInput()), weight = c.widen(getWeight());
  if (getTensorType(weight).getNumElements() == 1)
    weight = c.reshape(weight, {});
  else
    weight = c.reshape(weight, getChannelShape(getInput()));
  Value zero = c.constant(0);
  Value isPositive = c.compare(ComparePredicate::GT, x, zero);
  // A positive infinity must not meet the weight's gradient, 0.
  Value negative = c.where(isPositive, zero, x);
  Value y = c.where(isPositive, x, c.mul(weight, negative));
  return c.finish(*this, y, results);
}

LogicalResult GluOp::decompose(OpBuilder &builder,
                               SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  Value x = c.widen(getInput());
  int64_t dim = wrapDim(getDim(), getTensorType(x).getRank());
  int64_t half = c.getSize(x, dim) / 2;
  Value gate = c.sigmoid(c.part(x, dim, half, half));
  return c.finish(*this, c.mul(c.part(x, dim, 0, half), gate), results);
}
