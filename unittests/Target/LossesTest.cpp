//===- LossesTest.cpp - Losses and distances ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounded.h"
#include "SoftmaxError.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace amp;
using namespace amp::test;

namespace {
class LossesTest : public TargetTest {};

constexpr const char *kReductions[] = {"mean", "sum", "none"};

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

TEST_P(LossesTest, Pointwise) {
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
TEST_P(LossesTest, LogitsWithWeights) {
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
TEST_P(LossesTest, Edges) {
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
          results[i], [&](int64_t j) { return Expected{expected[j], 0}; },
          checks[i].first + " in " + mlirName(type).str());
    }
  }
}

//===----------------------------------------------------------------------===//
// Losses of classes
//===----------------------------------------------------------------------===//

TEST_P(LossesTest, NllLoss) {
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
TEST_P(LossesTest, NllLossEdges) {
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
    expectExact(results[0], [&](int64_t i) { return expected[i]; }, "none");
    EXPECT_TRUE(std::isnan(decode(results[1], 0)));
    EXPECT_TRUE(std::isnan(decode(results[2], 0)));
    EXPECT_EQ(decode(results[3], 0), 0);
    const Reals gradient = {-0.25L, 0, 0,      0, 0,      -0.25L,
                            0,      0, -0.25L, 0, -0.25L, 0};
    expectExact(results[4], [&](int64_t i) { return gradient[i]; }, "gradient");
  }
}

TEST_P(LossesTest, MarginsOfClasses) {
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
TEST_P(LossesTest, MarginOfNoClass) {
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
    expectExact(results[0], [&](int64_t i) { return margin[i]; }, "one class");
    expectExact(results[1], [&](int64_t i) { return many[i]; }, "many classes");
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

TEST_P(LossesTest, Distances) {
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
TEST_P(LossesTest, GradientOfNoDistance) {
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
          results[i], [](int64_t) { return Expected{0, 0}; },
          "gradient " + std::to_string(i));
  }
}

TEST_P(LossesTest, LossesOfVectors) {
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

TEST_P(LossesTest, CosineSimilarity) {
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
// Second derivatives where a formula has a branch
//===----------------------------------------------------------------------===//

TEST_P(LossesTest, Curvature) {
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

//===----------------------------------------------------------------------===//
// mse_loss and cross_entropy
//===----------------------------------------------------------------------===//

TEST_P(LossesTest, MseLoss) {
  Generator generator(67);
  for (ElementType type : kFloats) {
    Tensor tx = generator.tensor(type, {13, 11}),
           tt = generator.tensor(type, {13, 11});
    Reals x = decode(tx), t = decode(tt);
    Graph graph;
    Val a = graph.input(tx), b = graph.input(tt);
    graph.output(graph.op("mse_loss", {a, b}, type, {}));
    graph.output(graph.op("mse_loss", {a, b}, type, {},
                          "reduction = #amp.reduction<sum>"));
    graph.output(
        graph.same("mse_loss", {a, b}, "reduction = #amp.reduction<none>"));
    RUN_GRAPH(results, graph);
    Real v = formatOf(computeType(type)).unit(), sum = 0;
    auto n = static_cast<int64_t>(x.size());
    for (int64_t i = 0; i < n; ++i)
      sum += (x[i] - t[i]) * (x[i] - t[i]);
    // A difference, whose error counts twice, and a square.
    expectNear(
        results[0],
        [&](int64_t) {
          return Expected{sum / n, sumBound(type, sum / n, n, sum / n) +
                                       4 * v * sum / n};
        },
        "mean");
    expectNear(
        results[1],
        [&](int64_t) {
          return Expected{sum, sumBound(type, sum, n, sum) + 3 * v * sum};
        },
        "sum");
    expectNear(
        results[2],
        [&](int64_t i) -> Expected {
          Real y = (x[i] - t[i]) * (x[i] - t[i]);
          return {y, elementwiseBound(type, y, 3)};
        },
        "none");
  }
}

TEST_P(LossesTest, CrossEntropy) {
  constexpr int64_t kRows = 23, kClasses = 10;
  Generator generator(71);
  for (ElementType type : kFloats)
    for (ElementType index : {ElementType::I64, ElementType::I32,
                              ElementType::I8, ElementType::UI8}) {
      // The type of the indices has nothing to do with that of the logits.
      if (type != ElementType::F32 && index != ElementType::I64)
        continue;
      bool isSigned = index != ElementType::UI8;
      int64_t ignore = isSigned ? -100 : 255;
      Reals x, targets;
      for (int64_t i = 0; i < kRows; ++i) {
        Real scale = i % 3 == 0 ? 50 : 2;
        Reals row = generator.uniforms(type, kClasses, -scale, scale);
        x.insert(x.end(), row.begin(), row.end());
        targets.push_back(i % 5 == 2 ? ignore
                                     : int64_t(generator.bits() % kClasses));
      }
      // A logit of -inf in a class that is not the target's.
      x[0] = -INFINITY;
      targets[0] = 3;
      Graph graph;
      Val logits = graph.input(encode(type, {kRows, kClasses}, x));
      Val target = graph.input(encode(index, {kRows}, targets));
      Val all = graph.input(encode(index, {kRows}, Reals(kRows, ignore)));
      Val finite =
          graph.op("slice", {logits}, type, {kRows - 1, kClasses},
                   "offsets = array<i64: 1, 0>, sizes = array<i64: -1, -1>");
      Val others = graph.op("slice", {target}, index, {kRows - 1},
                            "offsets = array<i64: 1>, sizes = array<i64: -1>");
      std::string common =
          isSigned ? ""
                   : ", ignore_index = " + std::to_string(ignore) + " : i64";
      const std::string reductions[] = {"mean", "sum", "none"};
      const Real smoothings[] = {0, 0.1L, 1};
      for (const std::string &reduction : reductions) {
        std::string attr =
            "reduction = #amp.reduction<" + reduction + ">" + common;
        Shape shape, fewer;
        if (reduction == "none") {
          shape = {kRows};
          fewer = {kRows - 1};
        }
        graph.output(
            graph.op("cross_entropy", {logits, target}, type, shape, attr));
        graph.output(graph.op("cross_entropy", {finite, others}, type, fewer,
                              attr + ", label_smoothing = 0.1 : f64"));
        graph.output(graph.op("cross_entropy", {finite, others}, type, fewer,
                              attr + ", label_smoothing = 1.0 : f64"));
        graph.output(
            graph.op("cross_entropy", {logits, all}, type, shape, attr));
      }
      RUN_GRAPH(results, graph);

      Format format = formatOf(type);
      Real v = formatOf(computeType(type)).unit();
      struct Row {
        Real loss, bound;
        bool counts;
      };
      auto rowOf = [&](int64_t i, Real smoothing) -> Row {
        if (targets[i] == ignore)
          return {0, 0, false};
        llvm::ArrayRef<Real> row =
            llvm::ArrayRef<Real>(x).slice(i * kClasses, kClasses);
        Real loss = 0, bound = 0, magnitude = 0;
        Reals numbers;
        for (Real value : row)
          if (!std::isinf(value))
            numbers.push_back(value);
        for (int64_t j = 0; j < kClasses; ++j) {
          Real weight =
              smoothing / kClasses + (j == targets[i] ? 1 - smoothing : 0);
          if (weight == 0)
            continue;
          Real y = row[j] - logSum(row);
          loss -= weight * y;
          magnitude += weight * std::fabs(y);
          bound += weight *
                   (logBound(type, numbers, y) - elementwiseBound(type, y, 0));
        }
        // Products with weights of three roundings, then a sum.
        return {loss, bound + (3 + kClasses) * v * magnitude, true};
      };
      size_t next = 0;
      for (const std::string &reduction : reductions) {
        for (Real smoothing : smoothings) {
          int64_t first = smoothing == 0 ? 0 : 1;
          std::string what = "cross_entropy " + reduction + " " +
                             std::to_string(double(smoothing)) + " " +
                             mlirName(index).str();
          Tensor result = results[next++];
          if (reduction == "none") {
            expectNear(
                result,
                [&](int64_t i) -> Expected {
                  Row row = rowOf(i + first, smoothing);
                  return {row.loss,
                          row.bound + elementwiseBound(type, row.loss, 0)};
                },
                what);
            continue;
          }
          Real loss = 0, bound = 0, count = 0;
          for (int64_t i = first; i < kRows; ++i) {
            Row row = rowOf(i, smoothing);
            loss += row.loss;
            bound += row.bound;
            count += row.counts;
          }
          bound += kRows * v * loss; // losses are not negative
          if (reduction == "mean") {
            loss /= count;
            bound = bound / count + v * loss;
          }
          expectNear(
              result,
              [&](int64_t) -> Expected {
                return {loss, bound * (1 + format.unit()) +
                                  elementwiseBound(type, loss, 0)};
              },
              what);
        }
        // Nothing counts: the mean of nothing is NaN, the sum 0.
        expectNear(
            results[next++],
            [&](int64_t) {
              return Expected{reduction == "mean" ? Real(NAN) : Real(0), 0};
            },
            "all rows ignored, " + reduction);
      }
    }
}

namespace {
/// A cross entropy by its definition.
struct CrossEntropy {
  Shape shape; ///< of the logits
  Boundeds logits;
  Boundeds weight; ///< per class; empty where there is none
  Reals classes;   ///< per row; empty with probabilities
  Boundeds probabilities;
  Real ignored = -100, smoothing = 0;

  int64_t numClasses() const { return shape.size() > 1 ? shape[1] : shape[0]; }
  int64_t numRows() const { return product(shape) / numClasses(); }
  Bounded one() const { return {1, 0, logits.front().unit}; }
  bool isCounted(int64_t row) const {
    return classes.empty() || classes[row] != ignored;
  }
  /// The place of class `c` of a row among the logits.
  int64_t place(int64_t row, int64_t c) const {
    int64_t inner = shape.size() > 2 ? product(shape) / shape[0] / shape[1] : 1;
    return (row / inner * numClasses() + c) * inner + row % inner;
  }

  Bounded loss(int64_t row) const {
    if (!isCounted(row))
      return {0, 0, one().unit};
    Bounded most = {-INFINITY, 0, one().unit};
    for (int64_t c = 0; c < numClasses(); ++c)
      most = max(most, logits[place(row, c)]);
    Boundeds powers, terms;
    for (int64_t c = 0; c < numClasses(); ++c)
      powers.push_back(exp(logits[place(row, c)] - most));
    Bounded logSum = log(sum(powers));
    for (int64_t c = 0; c < numClasses(); ++c) {
      int64_t i = place(row, c);
      Bounded p = classes.empty()
                      ? probabilities[i]
                      : Bounded{Real(classes[row] == c), 0, one().unit};
      Bounded q = (1 - smoothing) * p + smoothing / numClasses();
      if (!weight.empty())
        q = q * weight[c];
      terms.push_back(q * ((logits[i] - most) - logSum));
    }
    return -sum(terms);
  }
  Bounded divisor() const {
    Boundeds counted;
    for (int64_t row = 0; row < numRows(); ++row)
      if (isCounted(row))
        counted.push_back(weight.empty() || classes.empty()
                              ? one()
                              : weight[static_cast<size_t>(classes[row])]);
    return sum(counted);
  }
  Boundeds reduced(const std::string &reduction) const {
    Boundeds losses;
    for (int64_t row = 0; row < numRows(); ++row)
      losses.push_back(loss(row));
    if (reduction == "mean")
      return {sum(losses) / divisor()};
    return reduce(losses, reduction);
  }
};
} // namespace

TEST_P(LossesTest, CrossEntropyForms) {
  constexpr int64_t kClasses = 5;
  Generator generator(139);
  for (ElementType type : kFloats) {
    Graph graph;
    Tensor tw = generator.tensor(type, {kClasses}, 0.25L, 3);
    Val weight = graph.input(tw);
    std::vector<Boundeds> expected;
    std::vector<std::string> what;
    for (const Shape &shape :
         {Shape{kClasses}, Shape{11, kClasses}, Shape{3, kClasses, 4},
          Shape{2, kClasses, 3, 2}}) {
      bool isBatched = shape.size() > 1;
      Shape outer = shape;
      outer.erase(outer.begin() + isBatched);
      Tensor tx = generator.tensor(type, shape, -8, 8),
             tp = generator.tensor(type, shape, 0, 1);
      Reals targets;
      for (int64_t i = 0, e = product(outer); i < e; ++i)
        targets.push_back(
            isBatched && i % 5 == 2 ? 3 : Real(generator.bits() % kClasses));
      Val x = graph.input(tx), p = graph.input(tp),
          t = graph.input(encode(ElementType::I64, outer, targets));
      for (bool hasClasses : {true, false})
        for (bool hasWeight : {false, true})
          for (Real smoothing : {Real(0), Real(0.125L)})
            for (const std::string &reduction : kReductions) {
              CrossEntropy reference = {shape, numbers(tx), {}};
              std::vector<Val> operands = {x, hasClasses ? t : p};
              std::string attributes = join(
                  reductionText(reduction),
                  real("label_smoothing", smoothing == 0 ? "0.0" : "0.125"));
              reference.smoothing = smoothing;
              if (hasClasses) {
                reference.classes = targets;
                if (isBatched) {
                  reference.ignored = 3;
                  attributes = join(attributes, "ignore_index = 3 : i64");
                }
              } else {
                reference.probabilities = numbers(tp);
              }
              if (hasWeight) {
                reference.weight = numbers(tw);
                operands.push_back(weight);
              }
              graph.output(graph.op("cross_entropy", operands, type,
                                    reduction == "none" ? outer : Shape(),
                                    attributes));
              expected.push_back(reference.reduced(reduction));
              what.push_back(attributes + (hasClasses ? " of classes" : "") +
                             (hasWeight ? " weighted " : " ") +
                             shapeToString(shape));
            }
    }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < expected.size(); ++i)
      expectBounded(results[i], expected[i], "cross_entropy " + what[i]);
  }
}

// No row, and rows that are ignored: the mean of nothing is NaN, the sum 0. A
// class that does not exist makes its own row NaN.
TEST_P(LossesTest, CrossEntropyFormsEdges) {
  for (ElementType type : kFloats) {
    Graph graph;
    Val weight = graph.input(encode(type, {3}, {1, 2, 4}));
    Val none = graph.input(encode(type, {0, 3, 2}, {}));
    Val noClass = graph.input(encode(ElementType::I64, {0, 2}, {}));
    Val x = graph.input(encode(type, {1, 3, 2}, Reals(6, 0)));
    Val wrong = graph.input(encode(ElementType::I64, {1, 2}, {3, 1}));
    Val ignored = graph.input(encode(ElementType::I64, {1, 2}, {-100, -100}));
    for (const char *reduction : {"mean", "sum"}) {
      std::string text = reductionText(reduction);
      graph.output(
          graph.op("cross_entropy", {none, noClass, weight}, type, {}, text));
      graph.output(graph.op("cross_entropy", {none, none}, type, {}, text));
      graph.output(
          graph.op("cross_entropy", {x, ignored, weight}, type, {}, text));
    }
    graph.output(graph.op("cross_entropy", {x, wrong, weight}, type, {1, 2},
                          reductionText("none")));
    graph.output(graph.op("cross_entropy", {x, wrong, weight}, type, {}));
    RUN_GRAPH(results, graph);
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(std::isnan(decode(results[i], 0))) << i;
      EXPECT_EQ(decode(results[3 + i], 0), 0) << i;
    }
    EXPECT_TRUE(std::isnan(decode(results[6], 0)));
    EXPECT_FALSE(std::isnan(decode(results[6], 1)));
    EXPECT_TRUE(std::isnan(decode(results[7], 0)));
  }
}

// A class that does not exist must not pass for a loss of 0.
TEST_P(LossesTest, CrossEntropyOfNoClass) {
  for (ElementType type : kFloats)
    for (Real wrong : {Real(-1), Real(4)}) {
      Graph graph;
      Val x = graph.input(encode(type, {2, 4}, Reals(8, 0)));
      Val target = graph.input(encode(ElementType::I64, {2}, {1, wrong}));
      Val loss = graph.op("cross_entropy", {x, target}, type, {2},
                          "reduction = #amp.reduction<none>");
      graph.output(loss);
      Val mean = graph.op("cross_entropy", {x, target}, type, {});
      graph.output(mean);
      graph.output(graph.backward(mean, {x})[0]);
      RUN_GRAPH(results, graph);
      std::string what = "target " + std::to_string(int(wrong)) + " in " +
                         mlirName(type).str();
      EXPECT_FALSE(std::isnan(decode(results[0])[0])) << what;
      EXPECT_TRUE(std::isnan(decode(results[0])[1])) << what;
      EXPECT_TRUE(std::isnan(decode(results[1])[0])) << what;
      for (int i = 4; i < 8; ++i)
        EXPECT_TRUE(std::isnan(decode(results[2])[i])) << what;
    }
}

AMP_INSTANTIATE(LossesTest);
