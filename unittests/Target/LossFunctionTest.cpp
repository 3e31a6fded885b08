//===- LossFunctionTest.cpp - losses, distances, products ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// References are formulas over numbers that carry a bound of their error: each
// operation adds its own rounding to what its operands' errors become (running
// error analysis: Higham, "Accuracy and Stability of Numerical Algorithms",
// 2002, section 3.3). So the tolerance of a result follows from its formula.
//
//===----------------------------------------------------------------------===//

#include "TargetTest.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace amp;
using namespace amp::test;

namespace {
class LossFunctionTest : public TargetTest {};

/// Units by which a kernel for exp, log, log1p or pow may be off.
constexpr Real kFunction = 4;

/// A number and a bound of the error with which it was computed, in arithmetic
/// whose half ulp of 1 is `unit`.
struct Bounded {
  Real value = 0;
  Real error = 0;
  Real unit = 0;
};
using Boundeds = std::vector<Bounded>;

Bounded rounded(Real value, Real error, Real unit, Real units = 1) {
  return {value, error + units * unit * std::fabs(value), unit};
}
Bounded operator+(Bounded a, Bounded b) {
  return rounded(a.value + b.value, a.error + b.error,
                 std::max(a.unit, b.unit));
}
Bounded operator-(Bounded a) { return {-a.value, a.error, a.unit}; }
Bounded operator-(Bounded a, Bounded b) { return a + -b; }
Bounded operator*(Bounded a, Bounded b) {
  return rounded(a.value * b.value,
                 std::fabs(a.value) * b.error + std::fabs(b.value) * a.error +
                     a.error * b.error,
                 std::max(a.unit, b.unit));
}
Bounded operator/(Bounded a, Bounded b) {
  Real y = a.value / b.value;
  return rounded(
      y, (a.error + std::fabs(y) * b.error) / (std::fabs(b.value) - b.error),
      std::max(a.unit, b.unit));
}
/// A parameter, rounded to the type of the computation.
Bounded constant(Real value, Real unit) { return rounded(value, 0, unit); }
Bounded operator+(Bounded a, Real b) { return a + constant(b, a.unit); }
Bounded operator+(Real a, Bounded b) { return constant(a, b.unit) + b; }
Bounded operator-(Bounded a, Real b) { return a - constant(b, a.unit); }
Bounded operator-(Real a, Bounded b) { return constant(a, b.unit) - b; }
Bounded operator*(Real a, Bounded b) { return constant(a, b.unit) * b; }
Bounded operator/(Bounded a, Real b) { return a / constant(b, a.unit); }

/// A monotonic function.
template <typename Function>
Bounded apply(Bounded a, Function function, Real units) {
  Real y = function(a.value);
  Real error = std::max(std::fabs(function(a.value + a.error) - y),
                        std::fabs(function(a.value - a.error) - y));
  return rounded(y, error, a.unit, units);
}
Bounded exp(Bounded a) {
  return apply(
      a, [](Real x) { return std::exp(x); }, kFunction);
}
Bounded log(Bounded a) {
  return apply(
      a, [](Real x) { return std::log(x); }, kFunction);
}
Bounded log1p(Bounded a) {
  return apply(
      a, [](Real x) { return std::log1p(x); }, kFunction);
}
Bounded sqrt(Bounded a) {
  return apply(
      a, [](Real x) { return std::sqrt(std::max(x, Real(0))); }, 1);
}
Bounded pow(Bounded a, Real p) {
  // The exponent is rounded to the type of the computation.
  Real extra = std::fabs(p * std::log(a.value));
  return apply(
      a, [=](Real x) { return std::pow(std::max(x, Real(0)), p); },
      kFunction + extra);
}
Bounded abs(Bounded a) { return {std::fabs(a.value), a.error, a.unit}; }
Bounded max(Bounded a, Bounded b) {
  Bounded result = a.value > b.value ? a : b;
  result.error = std::max(a.error, b.error);
  return result;
}
Bounded min(Bounded a, Bounded b) { return -max(-a, -b); }
Bounded positive(Bounded a) { return max(a, Bounded{0, 0, a.unit}); }

/// In any order of summation.
Bounded sum(const Boundeds &terms) {
  Bounded total;
  Real magnitude = 0;
  for (const Bounded &term : terms) {
    total.value += term.value;
    total.error += term.error;
    total.unit = term.unit;
    magnitude += std::fabs(term.value) + term.error;
  }
  total.error += static_cast<Real>(terms.size()) * total.unit * magnitude;
  return total;
}
Bounded mean(const Boundeds &terms) {
  return sum(terms) / static_cast<Real>(terms.size());
}

/// What is compared with an element of `type`.
Expected round(ElementType type, Bounded y) {
  return {y.value, y.error * (1 + formatOf(type).unit()) +
                       elementwiseBound(type, y.value, 0)};
}
void expectBounded(const Tensor &actual, const Boundeds &expected,
                   const std::string &what) {
  ASSERT_EQ(actual.numElements(), static_cast<int64_t>(expected.size()))
      << what;
  expectNear(
      actual, [&](int64_t i) { return round(actual.type, expected[i]); },
      what + " in " + mlirName(actual.type).str());
}

/// The elements of a tensor, in the arithmetic of its type.
Boundeds numbers(const Tensor &tensor) {
  Boundeds result;
  Real unit = formatOf(computeType(tensor.type)).unit();
  for (Real value : decode(tensor))
    result.push_back({value, 0, unit});
  return result;
}

constexpr const char *kReductions[] = {"mean", "sum", "none"};

std::string join(const std::string &a, const std::string &b) {
  return a.empty() || b.empty() ? a + b : a + ", " + b;
}
std::string real(const std::string &name, const std::string &value) {
  return name + " = " + value + " : f64";
}
std::string reductionText(const std::string &reduction) {
  return "reduction = #amp.reduction<" + reduction + ">";
}

/// `terms` are the losses that reduction none gives.
Boundeds reduce(const Boundeds &terms, const std::string &reduction) {
  if (reduction == "none")
    return terms;
  return {reduction == "mean" ? mean(terms) : sum(terms)};
}

//===----------------------------------------------------------------------===//
// Losses of one value per element
//===----------------------------------------------------------------------===//

struct Range {
  Real low = -2, high = 2;
  /// Only -1 and 1.
  bool isSign = false;
};
constexpr Range kAny, kUnit = {0.01L, 0.99L}, kSign = {-1, 1, true},
                      kPositive = {0.125L, 4};

struct Pointwise {
  std::string op, attributes;
  std::vector<Range> operands;
  std::function<Bounded(const Boundeds &)> loss;
};

/// -positive log σ(x) - negative log(1 - σ(x))
Bounded logistic(Bounded x, Bounded positivePart, Bounded negativePart) {
  Bounded small = log1p(exp(-abs(x)));
  return positivePart * (small + positive(-x)) +
         negativePart * (small + positive(x));
}

std::vector<Pointwise> pointwiseCases() {
  auto poisson = [](bool isLog, bool isFull) -> Pointwise {
    return {"poisson_nll_loss",
            "log_input = " + std::string(isLog ? "true" : "false") +
                ", full = " + (isFull ? "true" : "false"),
            {isLog ? kAny : kPositive, kPositive},
            [=](const Boundeds &x) {
              Bounded t = x[1];
              Bounded loss =
                  isLog ? exp(x[0]) - t * x[0] : x[0] - t * log(x[0] + 1e-8L);
              if (isFull && t.value > 1)
                loss = loss + (t * log(t) - t + 0.5L * log(2 * Real(M_PI) * t));
              return loss;
            }};
  };
  auto smooth = [](const std::string &text, Real beta) -> Pointwise {
    return {"smooth_l1_loss",
            real("beta", text),
            {kAny, kAny},
            [=](const Boundeds &x) {
              Bounded d = abs(x[0] - x[1]);
              return d.value < beta ? 0.5L * (d * d) / beta : d - 0.5L * beta;
            }};
  };
  auto huber = [](const std::string &text, Real delta) -> Pointwise {
    return {"huber_loss",
            real("delta", text),
            {kAny, kAny},
            [=](const Boundeds &x) {
              Bounded d = abs(x[0] - x[1]);
              return d.value <= delta ? 0.5L * (d * d)
                                      : delta * (d - 0.5L * delta);
            }};
  };
  return {
      {"binary_cross_entropy",
       "",
       {kUnit, kUnit},
       [](const Boundeds &x) {
         return -(x[1] * log(x[0]) + (1 - x[1]) * log1p(-x[0]));
       }},
      {"binary_cross_entropy",
       "",
       {kUnit, kUnit, kPositive},
       [](const Boundeds &x) {
         return x[2] * -(x[1] * log(x[0]) + (1 - x[1]) * log1p(-x[0]));
       }},
      {"binary_cross_entropy_with_logits",
       "",
       {{-20, 20}, kUnit},
       [](const Boundeds &x) { return logistic(x[0], x[1], 1 - x[1]); }},
      {"l1_loss",
       "",
       {kAny, kAny},
       [](const Boundeds &x) { return abs(x[0] - x[1]); }},
      smooth("1.0", 1),
      smooth("0.25", 0.25L),
      smooth("0.0", 0),
      huber("1.0", 1),
      huber("0.25", 0.25L),
      {"kl_div",
       "",
       {kAny, kUnit},
       [](const Boundeds &x) { return x[1] * log(x[1]) - x[1] * x[0]; }},
      {"kl_div",
       "log_target = true",
       {kAny, kAny},
       [](const Boundeds &x) { return exp(x[1]) * (x[1] - x[0]); }},
      poisson(true, false),
      poisson(true, true),
      poisson(false, false),
      poisson(false, true),
      {"hinge_embedding_loss",
       real("margin", "0.5"),
       {kAny, kSign},
       [](const Boundeds &x) {
         return x[1].value == 1 ? x[0] : positive(0.5L - x[0]);
       }},
      {"margin_ranking_loss",
       real("margin", "0.5"),
       {kAny, kAny, kSign},
       [](const Boundeds &x) { return positive(0.5L - x[2] * (x[0] - x[1])); }},
      {"soft_margin_loss",
       "",
       {{-20, 20}, kSign},
       [](const Boundeds &x) {
         Bounded z = x[1] * x[0];
         return log1p(exp(-abs(z))) + positive(-z);
       }},
  };
}

Tensor draw(Generator &generator, ElementType type, const Shape &shape,
            const Range &range) {
  Reals values =
      generator.uniforms(type, product(shape), range.low, range.high);
  if (range.isSign)
    for (Real &x : values)
      x = x < 0 ? -1 : 1;
  return encode(type, shape, values);
}
} // namespace

TEST_P(LossFunctionTest, Pointwise) {
  Generator generator(101);
  for (ElementType type : kFloats) {
    Graph graph;
    struct Check {
      std::string what;
      Boundeds expected;
    };
    std::vector<Check> checks;
    for (const Pointwise &loss : pointwiseCases())
      for (const Shape &shape : {Shape{7, 33}, Shape{}, Shape{0, 3}}) {
        std::vector<Val> operands;
        std::vector<Boundeds> values;
        for (const Range &range : loss.operands) {
          Tensor tensor = draw(generator, type, shape, range);
          operands.push_back(graph.input(tensor));
          values.push_back(numbers(tensor));
        }
        Boundeds terms;
        for (int64_t i = 0; i < product(shape); ++i) {
          Boundeds x;
          for (const Boundeds &operand : values)
            x.push_back(operand[i]);
          terms.push_back(loss.loss(x));
        }
        for (const std::string &reduction : kReductions) {
          std::string attributes =
              join(loss.attributes, reductionText(reduction));
          graph.output(graph.op(loss.op, operands, type,
                                reduction == "none" ? shape : Shape(),
                                attributes));
          checks.push_back({loss.op + " " + attributes + " of " +
                                std::to_string(terms.size()),
                            reduce(terms, reduction)});
        }
      }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < checks.size(); ++i)
      expectBounded(results[i], checks[i].expected, checks[i].what);
  }
}

// Weights broadcast; a mean divides by the number of elements all the same.
TEST_P(LossFunctionTest, LogitsWithWeights) {
  Generator generator(103);
  for (ElementType type : kFloats) {
    Tensor tx = generator.tensor(type, {6, 5}, -8, 8);
    Tensor tt = generator.tensor(type, {6, 5}, 0, 1);
    Tensor tw = generator.tensor(type, {6, 1}, 0, 3);
    Tensor tp = generator.tensor(type, {5}, 0, 3);
    Boundeds x = numbers(tx), t = numbers(tt), w = numbers(tw), p = numbers(tp);
    Graph graph;
    Val vx = graph.input(tx), vt = graph.input(tt), vw = graph.input(tw),
        vp = graph.input(tp);
    auto add = [&](bool hasWeight, bool hasPosWeight) {
      Val loss{graph.fresh(), type, {}};
      std::string types = vx.typeText() + ", " + vt.typeText();
      std::string text = loss.name +
                         " = amp.binary_cross_entropy_with_logits " + vx.name +
                         ", " + vt.name;
      if (hasWeight) {
        text += " weight(" + vw.name + ")";
        types += ", " + vw.typeText();
      }
      if (hasPosWeight) {
        text += " pos_weight(" + vp.name + ")";
        types += ", " + vp.typeText();
      }
      graph.line(text + " : (" + types + ") -> " + loss.typeText());
      graph.output(loss);
    };
    for (bool hasWeight : {false, true})
      for (bool hasPosWeight : {false, true})
        add(hasWeight, hasPosWeight);
    RUN_GRAPH(results, graph);
    size_t next = 0;
    for (bool hasWeight : {false, true})
      for (bool hasPosWeight : {false, true}) {
        Boundeds terms;
        for (size_t i = 0; i < x.size(); ++i) {
          Bounded term =
              logistic(x[i], hasPosWeight ? p[i % 5] * t[i] : t[i], 1 - t[i]);
          terms.push_back(hasWeight ? w[i / 5] * term : term);
        }
        expectBounded(results[next++], {mean(terms)}, "logits with weights");
      }
  }
}

// What has no rounding, or is cut off: probabilities of 0 and 1, logits whose
// exponentials overflow, 0 log 0, ties, NaN.
TEST_P(LossFunctionTest, Edges) {
  const std::string none = reductionText("none");
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<std::pair<std::string, Reals>> checks;
    auto add = [&](const std::string &op, std::vector<Reals> operands,
                   const Reals &expected, const std::string &attributes = "") {
      std::vector<Val> values;
      auto size = static_cast<int64_t>(expected.size());
      for (const Reals &operand : operands)
        values.push_back(graph.input(encode(type, {size}, operand)));
      graph.output(graph.op(op, values, type, {size}, join(attributes, none)));
      checks.push_back({op, expected});
    };
    add("binary_cross_entropy", {{0, 0, 1, 1, NAN}, {0, 1, 0, 1, 1}},
        {0, 100, 100, 0, NAN});
    add("binary_cross_entropy_with_logits",
        {{2048, 2048, -2048, -2048, NAN}, {0, 1, 0, 1, 1}},
        {2048, 0, 0, 2048, NAN});
    add("soft_margin_loss", {{2048, 2048, INFINITY, NAN}, {1, -1, 1, 1}},
        {0, 2048, 0, NAN});
    add("kl_div", {{-3, INFINITY, -1}, {0, 1, 1}}, {0, -INFINITY, 1});
    add("poisson_nll_loss", {{2, 2, 4}, {0, 1, 0}}, {2, 2, 4},
        "log_input = false, full = true, eps = 0.0 : f64");
    add("hinge_embedding_loss",
        {{3, 3, 0.5L, NAN, 0.25L}, {1, -1, -1, -1, 0.5L}},
        {3, 0, 0.5L, NAN, 1});
    add("margin_ranking_loss", {{1, 1, NAN}, {1, 2, 2}, {1, 1, -1}},
        {0, 1, NAN});
    add("smooth_l1_loss", {{1, 0, INFINITY, NAN}, {0, 0, 0, 0}},
        {0.5L, 0, INFINITY, NAN});
    add("huber_loss", {{1, 0, INFINITY, NAN}, {0, 0, 0, 0}},
        {0.5L, 0, INFINITY, NAN});
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < checks.size(); ++i) {
      const Reals &expected = checks[i].second;
      if (checks[i].first == "poisson_nll_loss") {
        // 2 - log 2 is rounded.
        EXPECT_EQ(decode(results[i], 0), 2);
        EXPECT_EQ(decode(results[i], 2), 4);
        continue;
      }
      expectNear(
          results[i],
          [&](int64_t j) {
            return Expected{expected[j], 0};
          },
          checks[i].first + " in " + mlirName(type).str());
    }
  }
}

//===----------------------------------------------------------------------===//
// Losses of classes
//===----------------------------------------------------------------------===//

TEST_P(LossFunctionTest, NllLoss) {
  Generator generator(107);
  constexpr int64_t kClasses = 6;
  for (ElementType type : kFloats) {
    Tensor tw = generator.tensor(type, {kClasses}, 0.25L, 3);
    Boundeds w = numbers(tw);
    Graph graph;
    Val vw = graph.input(tw);
    std::vector<Boundeds> expected;
    std::vector<std::string> what;
    for (const Shape &shape :
         {Shape{kClasses}, Shape{17, kClasses}, Shape{3, kClasses, 4},
          Shape{2, kClasses, 3, 2}, Shape{0, kClasses}}) {
      bool isBatched = shape.size() > 1;
      Shape outer = shape;
      outer.erase(outer.begin() + isBatched);
      int64_t count = product(outer);
      int64_t inner = isBatched && shape[0] ? count / shape[0] : 1;
      Tensor tx = generator.tensor(type, shape, -6, 0);
      Boundeds x = numbers(tx);
      Reals targets;
      for (int64_t i = 0; i < count; ++i)
        targets.push_back(
            isBatched && i % 5 == 2 ? 3 : int64_t(generator.bits() % kClasses));
      Val vx = graph.input(tx);
      Val vt = graph.input(encode(ElementType::I64, outer, targets));
      for (bool hasWeight : {false, true})
        for (bool ignores : {false, true})
          for (const std::string &reduction : kReductions) {
            std::vector<Val> operands = {vx, vt};
            if (hasWeight)
              operands.push_back(vw);
            std::string attributes =
                join(ignores ? "ignore_index = 3 : i64" : "",
                     reductionText(reduction));
            graph.output(graph.op("nll_loss", operands, type,
                                  reduction == "none" ? outer : Shape(),
                                  attributes));
            Boundeds terms, weights;
            for (int64_t i = 0; i < count; ++i) {
              auto target = static_cast<int64_t>(targets[i]);
              Bounded picked =
                  x[(i / inner * kClasses + target) * inner + i % inner];
              Bounded weight{1, 0, picked.unit};
              if (hasWeight)
                weight = w[target];
              if (ignores && target == 3)
                weight = {0, 0, picked.unit};
              terms.push_back(-(weight * picked));
              weights.push_back(weight);
            }
            expected.push_back(reduction == "mean"
                                   ? Boundeds{sum(terms) / sum(weights)}
                                   : reduce(terms, reduction));
            what.push_back("nll_loss " + attributes + " of " +
                           std::to_string(count));
          }
    }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < expected.size(); ++i)
      expectBounded(results[i], expected[i], what[i]);
  }
}

// A logarithm of -inf matters in the target's class only; a class that does not
// exist gives NaN; the mean of nothing is NaN.
TEST_P(LossFunctionTest, NllLossEdges) {
  for (ElementType type : kFloats) {
    Graph graph;
    Real inf = INFINITY;
    Val x = graph.input(encode(
        type, {4, 3}, {-1, -inf, -2, -inf, -1, -1, -1, -2, -3, 0, 0, 0}));
    Val t = graph.input(encode(ElementType::I64, {4}, {0, 0, 3, -100}));
    Val ignored = graph.input(encode(ElementType::I64, {4}, Reals(4, -100)));
    graph.output(
        graph.op("nll_loss", {x, t}, type, {4}, reductionText("none")));
    graph.output(graph.op("nll_loss", {x, t}, type, {}));
    graph.output(graph.op("nll_loss", {x, ignored}, type, {}));
    graph.output(
        graph.op("nll_loss", {x, ignored}, type, {}, reductionText("sum")));
    Val good = graph.input(encode(ElementType::I64, {4}, {0, 2, 2, 1}));
    Val loss = graph.op("nll_loss", {x, good}, type, {});
    graph.output(graph.backward(loss, {x})[0]);
    RUN_GRAPH(results, graph);
    const Reals expected = {1, inf, NAN, 0};
    expectExact(
        results[0], [&](int64_t i) { return expected[i]; }, "none");
    EXPECT_TRUE(std::isnan(decode(results[1], 0)));
    EXPECT_TRUE(std::isnan(decode(results[2], 0)));
    EXPECT_EQ(decode(results[3], 0), 0);
    const Reals gradient = {-0.25L, 0, 0,      0, 0,      -0.25L,
                            0,      0, -0.25L, 0, -0.25L, 0};
    expectExact(
        results[4], [&](int64_t i) { return gradient[i]; }, "gradient");
  }
}

TEST_P(LossFunctionTest, MarginsOfClasses) {
  Generator generator(109);
  constexpr int64_t kClasses = 5;
  for (ElementType type : kFloats) {
    Tensor tw = generator.tensor(type, {kClasses}, 0.25L, 3);
    Boundeds w = numbers(tw);
    Graph graph;
    Val vw = graph.input(tw);
    std::vector<Boundeds> expected;
    std::vector<std::string> what;
    for (const Shape &shape : {Shape{kClasses}, Shape{9, kClasses}}) {
      Shape outer(shape.begin(), shape.end() - 1);
      int64_t rows = product(outer);
      Tensor tx = generator.tensor(type, shape),
             tt = generator.tensor(type, shape, 0, 1);
      Boundeds x = numbers(tx), t = numbers(tt);
      Reals classes, labels;
      for (int64_t i = 0; i < rows; ++i) {
        classes.push_back(int64_t(generator.bits() % kClasses));
        // Some names, the end, and names that do not count; a name may repeat.
        for (int64_t j = 0; j < kClasses; ++j)
          labels.push_back(j == i % (kClasses + 1)
                               ? -1
                               : int64_t(generator.bits() % kClasses));
      }
      Val vx = graph.input(tx), vt = graph.input(tt);
      Val vc = graph.input(encode(ElementType::I64, outer, classes));
      Val vl = graph.input(encode(ElementType::I64, shape, labels));
      auto at = [&](int64_t i, Real j) {
        return x[i * kClasses + static_cast<int64_t>(j)];
      };
      auto add = [&](const std::string &op, std::vector<Val> operands,
                     const std::string &attributes,
                     const std::function<Bounded(int64_t)> &row) {
        Boundeds terms;
        for (int64_t i = 0; i < rows; ++i)
          terms.push_back(row(i));
        for (const std::string &reduction : kReductions) {
          std::string text = join(attributes, reductionText(reduction));
          graph.output(graph.op(op, operands, type,
                                reduction == "none" ? outer : Shape(), text));
          expected.push_back(reduce(terms, reduction));
          what.push_back(op + " " + text);
        }
      };
      for (int p : {1, 2})
        for (bool hasWeight : {false, true}) {
          std::vector<Val> operands = {vx, vc};
          if (hasWeight)
            operands.push_back(vw);
          add("multi_margin_loss", operands,
              "p = " + std::to_string(p) + " : i64, margin = 0.75 : f64",
              [&](int64_t i) {
                Boundeds terms;
                for (int64_t j = 0; j < kClasses; ++j) {
                  if (j == classes[i])
                    continue;
                  Bounded term = positive(0.75L - at(i, classes[i]) + at(i, j));
                  if (p == 2)
                    term = term * term;
                  if (hasWeight)
                    term = term * w[static_cast<size_t>(classes[i])];
                  terms.push_back(term);
                }
                return sum(terms) / Real(kClasses);
              });
        }
      add("multilabel_margin_loss", {vx, vl}, "", [&](int64_t i) {
        auto first = labels.begin() + i * kClasses;
        auto last = std::find(first, first + kClasses, -1);
        Boundeds terms = {{0, 0, x[0].unit}};
        for (auto name = first; name != last; ++name)
          for (int64_t j = 0; j < kClasses; ++j)
            if (std::find(first, last, j) == last)
              terms.push_back(positive(1 - at(i, *name) + at(i, j)));
        return sum(terms) / Real(kClasses);
      });
      for (bool hasWeight : {false, true}) {
        std::vector<Val> operands = {vx, vt};
        if (hasWeight)
          operands.push_back(vw);
        add("multilabel_soft_margin_loss", operands, "", [&](int64_t i) {
          Boundeds terms;
          for (int64_t j = 0; j < kClasses; ++j) {
            Bounded target = t[i * kClasses + j];
            Bounded term = logistic(at(i, j), target, 1 - target);
            terms.push_back(hasWeight ? w[j] * term : term);
          }
          return mean(terms);
        });
      }
    }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < expected.size(); ++i)
      expectBounded(results[i], expected[i], what[i]);
  }
}

// A class that does not exist must not pass for a loss of 0.
TEST_P(LossFunctionTest, MarginOfNoClass) {
  for (ElementType type : kFloats) {
    Graph graph;
    Val x = graph.input(encode(type, {3, 2}, Reals(6, 0)));
    Val t = graph.input(encode(ElementType::I64, {3}, {1, 2, -1}));
    Val labels =
        graph.input(encode(ElementType::I64, {3, 2}, {1, -1, 2, -1, -1, 7}));
    graph.output(graph.op("multi_margin_loss", {x, t}, type, {3},
                          reductionText("none")));
    graph.output(graph.op("multilabel_margin_loss", {x, labels}, type, {3},
                          reductionText("none")));
    RUN_GRAPH(results, graph);
    const Reals margin = {0.5L, NAN, NAN}, many = {0.5L, NAN, 0};
    expectExact(
        results[0], [&](int64_t i) { return margin[i]; }, "one class");
    expectExact(
        results[1], [&](int64_t i) { return many[i]; }, "many classes");
  }
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

namespace {
/// A norm's order, and as an attribute.
struct Order {
  Real p;
  const char *text;
};
constexpr Order kOrders[] = {{0, "0.0"},    {1, "1.0"},
                             {1.5L, "1.5"}, {2, "2.0"},
                             {3, "3.0"},    {INFINITY, "0x7FF0000000000000"}};

Bounded norm(const Boundeds &x, Real p) {
  Boundeds terms;
  Bounded largest{0, 0, x.empty() ? 0 : x[0].unit};
  for (const Bounded &a : x) {
    largest = max(largest, abs(a));
    if (p == 0)
      terms.push_back({Real(a.value != 0), 0, a.unit});
    else if (p == 1)
      terms.push_back(abs(a));
    else if (p == 2)
      terms.push_back(a * a);
    else if (a.value != 0)
      terms.push_back(pow(abs(a), p));
  }
  if (std::isinf(p))
    return largest;
  Bounded total = sum(terms);
  if (p == 0 || p == 1 || total.value == 0)
    return total;
  return p == 2 ? sqrt(total) : pow(total, 1 / p);
}

Boundeds difference(const Boundeds &a, const Boundeds &b, Real eps = 0) {
  Boundeds result;
  for (size_t i = 0; i < a.size(); ++i) {
    Bounded d = a[i] - b[i];
    result.push_back(eps != 0 ? d + eps : d);
  }
  return result;
}

Boundeds rowOf(const Boundeds &x, int64_t i, int64_t columns) {
  return Boundeds(x.begin() + i * columns, x.begin() + (i + 1) * columns);
}

/// sum(a b)
Bounded dot(const Boundeds &a, const Boundeds &b) {
  Boundeds terms;
  for (size_t i = 0; i < a.size(); ++i)
    terms.push_back(a[i] * b[i]);
  return sum(terms);
}
} // namespace

TEST_P(LossFunctionTest, Distances) {
  Generator generator(113);
  constexpr int64_t kRows = 5, kOthers = 4;
  for (ElementType type : kFloats)
    for (int64_t columns : {int64_t(0), int64_t(1), int64_t(37)}) {
      Tensor ta = generator.tensor(type, {kRows, columns}),
             tb = generator.tensor(type, {kOthers, columns}),
             tc = generator.tensor(type, {columns});
      // Two rows are equal: a distance of 0.
      Reals equal = decode(tb);
      Reals first = decode(ta);
      std::copy(first.begin(), first.begin() + columns,
                equal.begin() + columns);
      std::copy(first.begin(), first.begin() + columns,
                first.begin() + 2 * columns);
      ta = encode(type, {kRows, columns}, first);
      tb = encode(type, {kOthers, columns}, equal);
      Boundeds a = numbers(ta), b = numbers(tb), c = numbers(tc);
      Graph graph;
      Val va = graph.input(ta), vb = graph.input(tb), vc = graph.input(tc);
      for (const Order &order : kOrders) {
        std::string p = real("p", order.text);
        graph.output(graph.op("cdist", {va, vb}, type, {kRows, kOthers}, p));
        graph.output(
            graph.op("pdist", {va}, type, {kRows * (kRows - 1) / 2}, p));
        graph.output(graph.op("dist", {va, vc}, type, {}, p));
      }
      // No pairs.
      for (int64_t rows : {0, 1})
        graph.output(graph.op(
            "pdist", {graph.input(generator.tensor(type, {rows, columns}))},
            type, {0}));
      RUN_GRAPH(results, graph);
      for (size_t k = 0; k < std::size(kOrders); ++k) {
        Real p = kOrders[k].p;
        std::string what = std::string(" p = ") + kOrders[k].text + " of " +
                           std::to_string(columns);
        Boundeds cdist, pdist, all;
        for (int64_t i = 0; i < kRows; ++i) {
          Boundeds row = rowOf(a, i, columns);
          for (int64_t j = 0; j < kOthers; ++j)
            cdist.push_back(norm(difference(row, rowOf(b, j, columns)), p));
          for (int64_t j = i + 1; j < kRows; ++j)
            pdist.push_back(norm(difference(row, rowOf(a, j, columns)), p));
          for (const Bounded &d : difference(row, c))
            all.push_back(d);
        }
        expectBounded(results[3 * k], cdist, "cdist" + what);
        expectBounded(results[3 * k + 1], pdist, "pdist" + what);
        expectBounded(results[3 * k + 2], {norm(all, p)}, "dist" + what);
      }
    }
}

// The gradient of a distance of 0 is 0.
TEST_P(LossFunctionTest, GradientOfNoDistance) {
  for (ElementType type : kFloats) {
    Graph graph;
    Tensor rows = encode(type, {2, 3}, {1, 2, 3, 1, 2, 3});
    Val x = graph.input(rows), y = graph.input(rows);
    Val zero = graph.input(encode(type, {2, 3}, Reals(6, 0)));
    auto add = [&](const Val &result) {
      Val loss = graph.op("sum", {result}, type, {});
      for (const Val &gradient : graph.backward(loss, {x, y, zero}))
        graph.output(gradient);
    };
    for (const Order &order : kOrders) {
      std::string p = real("p", order.text);
      add(graph.op("dist", {x, y}, type, {}, p));
      add(graph.op("pdist", {x}, type, {1}, p));
    }
    add(graph.op("dist", {zero, zero}, type, {}));
    add(graph.op("cosine_similarity", {zero, zero}, type, {2}));
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < results.size(); ++i)
      expectNear(
          results[i],
          [](int64_t) {
            return Expected{0, 0};
          },
          "gradient " + std::to_string(i));
  }
}

TEST_P(LossFunctionTest, LossesOfVectors) {
  Generator generator(127);
  constexpr int64_t kColumns = 19;
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<Boundeds> expected;
    std::vector<std::string> what;
    for (const Shape &shape : {Shape{kColumns}, Shape{6, kColumns}}) {
      Shape outer(shape.begin(), shape.end() - 1);
      int64_t rows = product(outer);
      Tensor ta = generator.tensor(type, shape),
             tb = generator.tensor(type, shape),
             tc = generator.tensor(type, shape);
      Boundeds a = numbers(ta), b = numbers(tb), c = numbers(tc);
      Tensor signs = draw(generator, type, outer, kSign);
      Reals sign = decode(signs);
      Val va = graph.input(ta), vb = graph.input(tb), vc = graph.input(tc),
          vs = graph.input(signs);
      auto add =
          [&](const std::string &op, std::vector<Val> operands,
              const std::string &attributes,
              const std::function<Bounded(const Boundeds &, const Boundeds &,
                                          const Boundeds &, Real)> &loss) {
            Boundeds terms;
            for (int64_t i = 0; i < rows; ++i)
              terms.push_back(loss(rowOf(a, i, kColumns), rowOf(b, i, kColumns),
                                   rowOf(c, i, kColumns), sign[i]));
            for (const std::string &reduction : kReductions) {
              std::string text = join(attributes, reductionText(reduction));
              graph.output(graph.op(op, operands, type,
                                    reduction == "none" ? outer : Shape(),
                                    text));
              expected.push_back(reduce(terms, reduction));
              what.push_back(op + " " + text);
            }
          };
      for (const Order &order : kOrders)
        for (bool swap : {false, true})
          add("triplet_margin_loss", {va, vb, vc},
              "margin = 2.5 : f64, eps = 0.001 : f64, " +
                  real("p", order.text) +
                  ", swap = " + (swap ? "true" : "false"),
              [&](const Boundeds &x, const Boundeds &like,
                  const Boundeds &unlike, Real) {
                Bounded far = norm(difference(x, unlike, 1e-3L), order.p);
                if (swap)
                  far =
                      min(far, norm(difference(like, unlike, 1e-3L), order.p));
                return positive(
                    2.5L + norm(difference(x, like, 1e-3L), order.p) - far);
              });
      add("cosine_embedding_loss", {va, vb, vs}, "margin = -0.5 : f64",
          [&](const Boundeds &x, const Boundeds &y, const Boundeds &, Real s) {
            Bounded cosine =
                dot(x, y) / sqrt((dot(x, x) + 1e-12L) * (dot(y, y) + 1e-12L));
            return s == 1 ? 1 - cosine : positive(cosine + 0.5L);
          });
    }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < expected.size(); ++i)
      expectBounded(results[i], expected[i], what[i]);
  }
}

TEST_P(LossFunctionTest, CosineSimilarity) {
  Generator generator(131);
  for (ElementType type : kFloats) {
    Tensor ta = generator.tensor(type, {3, 1, 7}),
           tb = generator.tensor(type, {4, 7}),
           tc = generator.tensor(type, {7});
    Boundeds a = numbers(ta), b = numbers(tb), c = numbers(tc);
    Graph graph;
    Val va = graph.input(ta), vb = graph.input(tb), vc = graph.input(tc);
    graph.output(graph.op("cosine_similarity", {va, vb}, type, {3, 4},
                          "dim = -1 : i64"));
    // The vector is repeated along the dimension that it lacks.
    graph.output(
        graph.op("cosine_similarity", {vb, vc}, type, {7}, "dim = 0 : i64"));
    RUN_GRAPH(results, graph);
    auto cosine = [](const Boundeds &x, const Boundeds &y) {
      Bounded nx = norm(x, 2), ny = norm(y, 2);
      Boundeds terms;
      for (size_t i = 0; i < x.size(); ++i)
        terms.push_back(x[i] / nx * (y[i] / ny));
      return sum(terms);
    };
    Boundeds rows, columns;
    for (int64_t i = 0; i < 3; ++i)
      for (int64_t j = 0; j < 4; ++j)
        rows.push_back(cosine(rowOf(a, i, 7), rowOf(b, j, 7)));
    for (int64_t j = 0; j < 7; ++j) {
      Boundeds column;
      for (int64_t i = 0; i < 4; ++i)
        column.push_back(b[i * 7 + j]);
      columns.push_back(cosine(column, Boundeds(4, c[j])));
    }
    expectBounded(results[0], rows, "rows");
    expectBounded(results[1], columns, "columns");
  }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
struct Product {
  std::string op, attributes;
  /// What it means, a letter per dimension and all of them named.
  std::string equation;
  std::vector<Shape> shapes;
  Shape result;
};

/// Every assignment of the letters, one by one.
struct Contraction {
  std::map<char, int64_t> sizes;
  std::vector<std::string> terms;
  std::string output, summed;

  Contraction(const Product &product) {
    std::string text = product.equation;
    size_t arrow = text.find("->");
    output = text.substr(arrow + 2);
    text = text.substr(0, arrow) + ",";
    for (size_t comma; (comma = text.find(',')) != std::string::npos;
         text = text.substr(comma + 1))
      terms.push_back(text.substr(0, comma));
    std::set<char> letters;
    for (size_t i = 0; i < terms.size(); ++i)
      for (size_t j = 0; j < terms[i].size(); ++j) {
        int64_t &size = sizes.try_emplace(terms[i][j], 1).first->second;
        if (product.shapes[i][j] != 1)
          size = product.shapes[i][j];
        letters.insert(terms[i][j]);
      }
    for (char letter : letters)
      if (output.find(letter) == std::string::npos)
        summed += letter;
  }
  int64_t count(const std::string &letters) const {
    int64_t result = 1;
    for (char letter : letters)
      result *= sizes.at(letter);
    return result;
  }
  /// Value and sum of absolute values of element `index` of the result.
  std::pair<Real, Real> at(int64_t index, const Product &product,
                           const std::vector<Reals> &operands) const {
    std::map<char, int64_t> place;
    auto assign = [&](const std::string &letters, int64_t number) {
      for (size_t i = letters.size(); i-- > 0;) {
        place[letters[i]] = number % sizes.at(letters[i]);
        number /= sizes.at(letters[i]);
      }
    };
    assign(output, index);
    Real value = 0, magnitude = 0;
    for (int64_t k = 0; k < count(summed); ++k) {
      assign(summed, k);
      Real term = 1;
      for (size_t i = 0; i < terms.size(); ++i) {
        int64_t offset = 0;
        for (size_t j = 0; j < terms[i].size(); ++j) {
          int64_t size = product.shapes[i][j];
          offset = offset * size + (size == 1 ? 0 : place[terms[i][j]]);
        }
        term *= operands[i][offset];
      }
      value += term;
      magnitude += std::fabs(term);
    }
    return {value, magnitude};
  }
};

Product einsum(const std::string &equation, std::vector<Shape> shapes,
               Shape result, const std::string &meaning = "") {
  return {"einsum", "equation = \"" + equation + "\"",
          meaning.empty() ? equation : meaning, std::move(shapes),
          std::move(result)};
}

std::vector<Product> products() {
  return {
      {"mm", "", "nk,km->nm", {{5, 67}, {67, 9}}, {5, 9}},
      {"mm", "", "nk,km->nm", {{1, 67}, {67, 1}}, {1, 1}},
      {"mm", "", "nk,km->nm", {{5, 0}, {0, 9}}, {5, 9}},
      {"mm", "", "nk,km->nm", {{0, 4}, {4, 9}}, {0, 9}},
      {"mm", "", "nk,km->nm", {{5, 1}, {1, 9}}, {5, 9}},
      {"mv", "", "nk,k->n", {{5, 67}, {67}}, {5}},
      {"mv", "", "nk,k->n", {{1, 67}, {67}}, {1}},
      {"bmm", "", "bnk,bkm->bnm", {{3, 5, 17}, {3, 17, 4}}, {3, 5, 4}},
      {"bmm", "", "bnk,bkm->bnm", {{1, 5, 17}, {1, 17, 4}}, {1, 5, 4}},
      {"bmm", "", "bnk,bkm->bnm", {{3, 1, 17}, {3, 17, 1}}, {3, 1, 1}},
      {"chain_matmul", "", "ab->ab", {{3, 4}}, {3, 4}},
      {"chain_matmul", "", "ab,bc,cd->ad", {{8, 2}, {2, 9}, {9, 3}}, {8, 3}},
      {"chain_matmul",
       "",
       "ab,bc,cd,de->ae",
       {{3, 9}, {9, 2}, {2, 8}, {8, 4}},
       {3, 4}},
      {"linalg_multi_dot", "", "a,ab,bc,c->", {{5}, {5, 3}, {3, 6}, {6}}, {}},
      {"linalg_multi_dot", "", "a,ab,bc->c", {{5}, {5, 3}, {3, 6}}, {6}},
      {"linalg_multi_dot", "", "a,a->", {{5}, {5}}, {}},
      {"linalg_vecdot", "", "ab,ab->a", {{4, 33}, {4, 33}}, {4}},
      {"linalg_vecdot", "dim = 0 : i64", "ab,ab->b", {{33, 4}, {33, 4}}, {4}},
      {"linalg_vecdot", "", "abc,bc->ab", {{2, 1, 9}, {5, 9}}, {2, 5}},
      {"linalg_vecdot", "", "ab,b->a", {{4, 1}, {7}}, {4}},
      {"tensordot",
       "dims_a = array<i64: 2, 0>, dims_b = array<i64: 0, 2>",
       "abc,cda->bd",
       {{3, 4, 5}, {5, 2, 3}},
       {4, 2}},
      {"tensordot",
       "dims_a = array<i64>, dims_b = array<i64>",
       "ab,c->abc",
       {{3, 4}, {5}},
       {3, 4, 5}},
      einsum("bhqd,bhkd->bhqk", {{2, 3, 4, 5}, {2, 3, 6, 5}}, {2, 3, 4, 6}),
      einsum("bhqk,bhkd->bqhd", {{2, 3, 4, 6}, {2, 3, 6, 5}}, {2, 4, 3, 5}),
      einsum("abc,dca->bd", {{3, 4, 5}, {2, 5, 3}}, {4, 2}),
      einsum("ij,jk", {{3, 4}, {4, 5}}, {3, 5}, "ij,jk->ik"),
      einsum("aB,Bc", {{3, 4}, {4, 5}}, {3, 5}, "aB,Bc->ac"),
      einsum("ba", {{3, 4}}, {4, 3}, "ba->ab"),
      einsum("ij->", {{9, 8}}, {}),
      einsum("ij->j", {{9, 8}}, {8}),
      einsum("ii->i", {{4, 4}}, {4}),
      einsum("ii", {{4, 4}}, {}, "ii->"),
      einsum("ii->i", {{0, 0}}, {0}),
      einsum("iji->j", {{4, 3, 4}}, {3}),
      einsum("jii->ij", {{3, 4, 4}}, {4, 3}),
      einsum("iii->i", {{4, 4, 4}}, {4}),
      einsum("ijij->ji", {{2, 3, 2, 3}}, {3, 2}),
      einsum("iij,jk->ik", {{3, 3, 4}, {4, 5}}, {3, 5}),
      einsum("...ij,...jk->...ik", {{2, 1, 3, 4}, {5, 4, 6}}, {2, 5, 3, 6},
             "xyij,yjk->xyik"),
      einsum("...i,i...", {{3, 4}, {4, 1}}, {3}, "xi,ix->x"),
      einsum("i...->...", {{3, 4}}, {4}, "ix->x"),
      einsum("ij,k->i", {{3, 4}, {5}}, {3}),
      einsum("ij,ij->ij", {{3, 4}, {3, 4}}, {3, 4}),
      einsum("ij,jk->ik", {{3, 1}, {4, 5}}, {3, 5}),
      einsum("bn,anm,bm->ba", {{2, 3}, {5, 3, 4}, {2, 4}}, {2, 5}),
      einsum(" i j , j k -> k i ", {{3, 4}, {4, 0}}, {0, 3}, "ij,jk->ki"),
  };
}
} // namespace

// 16-bit results too are rounded once per product; f32 results of 16-bit
// operands are not rounded to 16 bits at the end.
TEST_P(LossFunctionTest, Products) {
  Generator generator(137);
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<std::vector<Reals>> values;
    std::vector<std::string> what;
    for (const Product &product : products()) {
      std::vector<Val> operands;
      values.emplace_back();
      for (const Shape &shape : product.shapes) {
        Tensor tensor = generator.tensor(type, shape);
        operands.push_back(graph.input(tensor));
        values.back().push_back(decode(tensor));
      }
      graph.output(graph.op(product.op, operands, type, product.result,
                            product.attributes));
      if (is16Bit(type))
        graph.output(graph.op(product.op, operands, ElementType::F32,
                              product.result,
                              join(product.attributes, "compute_type = f32")));
    }
    RUN_GRAPH(results, graph);
    size_t next = 0;
    std::vector<Product> list = products();
    for (size_t c = 0; c < list.size(); ++c) {
      const Product &product = list[c];
      Contraction contraction(product);
      // Each of the products may add up all terms, and each but the last is
      // rounded to the operands' type.
      auto factors = static_cast<int>(product.shapes.size());
      Real v = formatOf(computeType(type)).unit();
      auto terms = static_cast<Real>(contraction.count(contraction.summed));
      Real growth =
          std::pow(1 + (terms + 1) * v, std::max(factors - 1, 1)) *
              std::pow(1 + formatOf(type).unit(), std::max(factors - 2, 0)) -
          1;
      for (int repeat = 0; repeat < (is16Bit(type) ? 2 : 1); ++repeat) {
        Boundeds expected;
        for (int64_t i = 0; i < contraction.count(contraction.output); ++i) {
          auto [value, magnitude] = contraction.at(i, product, values[c]);
          // And the subnormal numbers of the roundings between.
          Real least =
              std::max(factors - 2, 0) * terms * 8 * formatOf(type).eta();
          expected.push_back({value, growth * magnitude + least, v});
        }
        expectBounded(results[next++], expected,
                      product.op + " " + product.attributes + " " +
                          product.equation + " of " + mlirName(type).str());
      }
    }
  }
}

TEST_P(LossFunctionTest, AddedProducts) {
  Generator generator(139);
  struct Added {
    Product product;
    Shape input;
  };
  const std::vector<Added> cases = {
      {{"addmm", "", "nk,km->nm", {{4, 23}, {23, 5}}, {4, 5}}, {4, 5}},
      {{"addmm", "", "nk,km->nm", {{4, 23}, {23, 5}}, {4, 5}}, {5}},
      {{"addmm", "", "nk,km->nm", {{4, 23}, {23, 5}}, {4, 5}}, {4, 1}},
      {{"addmm", "", "nk,km->nm", {{4, 0}, {0, 5}}, {4, 5}}, {}},
      {{"addmv", "", "nk,k->n", {{4, 23}, {23}}, {4}}, {1}},
      {{"addr", "", "n,m->nm", {{4}, {5}}, {4, 5}}, {5}},
      {{"addbmm", "", "bnk,bkm->nm", {{3, 4, 7}, {3, 7, 5}}, {4, 5}}, {4, 5}},
      {{"baddbmm", "", "bnk,bkm->bnm", {{3, 4, 7}, {3, 7, 5}}, {3, 4, 5}},
       {4, 5}},
  };
  struct Factors {
    Real beta, alpha;
    const char *text;
  };
  const Factors factors[] = {{1, 1, ""},
                             {0.5L, -3, "beta = 0.5 : f64, alpha = -3.0 : f64"},
                             // A factor of 0 hides even NaN.
                             {0, 2, "beta = 0.0 : f64, alpha = 2.0 : f64"}};
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<Boundeds> expected;
    std::vector<std::string> what;
    Real v = formatOf(computeType(type)).unit();
    for (const Added &added : cases)
      for (const Factors &factor : factors) {
        Tensor input = generator.tensor(type, added.input);
        if (factor.beta == 0)
          input = encode(type, added.input, Reals(product(added.input), NAN));
        std::vector<Val> operands = {graph.input(input)};
        std::vector<Reals> values;
        for (const Shape &shape : added.product.shapes) {
          Tensor tensor = generator.tensor(type, shape);
          operands.push_back(graph.input(tensor));
          values.push_back(decode(tensor));
        }
        Contraction contraction(added.product);
        auto terms = static_cast<Real>(contraction.count(contraction.summed));
        Boundeds x = numbers(input), y;
        const Shape &result = added.product.result;
        for (int64_t i = 0; i < product(result); ++i) {
          auto [value, magnitude] = contraction.at(i, added.product, values);
          Bounded sum =
              factor.alpha * Bounded{value, (terms + 1) * v * magnitude, v};
          if (factor.beta != 0) {
            // The place in the input, from the last dimension on.
            int64_t rest = i, stride = 1, place = 0;
            for (size_t k = 0; k < result.size(); ++k) {
              int64_t index = rest % result[result.size() - 1 - k];
              rest /= result[result.size() - 1 - k];
              if (k < added.input.size()) {
                int64_t size = added.input[added.input.size() - 1 - k];
                place += size == 1 ? 0 : index * stride;
                stride *= size;
              }
            }
            sum = sum + factor.beta * x[place];
          }
          y.push_back(sum);
        }
        for (ElementType out : {type, ElementType::F32}) {
          if (out != type && !is16Bit(type))
            continue;
          graph.output(
              graph.op(added.product.op, operands, out, result, factor.text));
          expected.push_back(y);
          what.push_back(added.product.op + " " + factor.text);
        }
      }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < expected.size(); ++i)
      expectBounded(results[i], expected[i], what[i]);
  }
}

//===----------------------------------------------------------------------===//
// Second derivatives where a formula has a branch
//===----------------------------------------------------------------------===//

TEST_P(LossFunctionTest, Curvature) {
  struct Case {
    std::string op, attributes;
    Real x, target, expected;
  };
  const Case cases[] = {
      {"binary_cross_entropy_with_logits", "", 0, 1, 0.25L},
      {"binary_cross_entropy_with_logits", "", 0, 0, 0.25L},
      {"soft_margin_loss", "", 0, 1, 0.25L},
      {"soft_margin_loss", "", 0, -1, 0.25L},
      {"smooth_l1_loss", "beta = 0.5 : f64", 1, 1, 2},
      {"huber_loss", "", 1, 1, 1},
      {"kl_div", "", 3, 0.5L, 0},
  };
  for (ElementType type : {ElementType::F64, ElementType::F32}) {
    Graph graph;
    for (const Case &each : cases) {
      Val x = graph.input(encode(type, {}, {each.x}));
      Val t = graph.input(encode(type, {}, {each.target}));
      Val loss = graph.op(each.op, {x, t}, type, {}, each.attributes);
      Val slope = graph.backward(loss, {x})[0];
      graph.output(graph.backward(slope, {x})[0]);
    }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < std::size(cases); ++i)
      // exp, log1p and its derivative, each of a few roundings.
      expectNear(
          results[i],
          [&](int64_t) -> Expected {
            Real y = cases[i].expected;
            return {y, elementwiseBound(type, y, 3 * kFunction)};
          },
          cases[i].op + " " + cases[i].attributes);
  }
}

AMP_INSTANTIATE(LossFunctionTest);
