//===- GradientListsTest.cpp - Clipping, tests, accumulation
//----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Against what test/Inputs/scaler/record_torch.py recorded of PyTorch, which
// also says where gradients and batches come from, and against references with
// computed bounds.
//
//===----------------------------------------------------------------------===//

#include "Record.h"
#include "RunningError.h"

using namespace amp;
using namespace amp::test;
namespace json = llvm::json;

namespace {
class GradientListsTest : public TargetTest {};

constexpr ElementType f16 = ElementType::F16;
constexpr ElementType bf16 = ElementType::BF16;
constexpr ElementType f32 = ElementType::F32;
constexpr ElementType f64 = ElementType::F64;
constexpr ElementType i1 = ElementType::I1;

Reals parseNumbers(const json::Object &object, llvm::StringRef key) {
  Reals values;
  for (const json::Value &value : arrayOf(object, key))
    values.push_back(parseDouble(*value.getAsString()));
  return values;
}

/// An f64 attribute that may be infinite.
std::string f64Text(double value) {
  return (std::isinf(value) ? "0x7FF0000000000000" : literal(value)) + " : f64";
}

std::string join(const std::vector<Val> &values, bool types) {
  std::string text;
  for (const Val &value : values)
    text +=
        (text.empty() ? "" : ", ") + (types ? value.typeText() : value.name);
  return text;
}

/// An op of gradients; a result per gradient and one more of type `last`.
std::vector<Val> gradientsOp(Graph &graph, const std::string &text,
                             const std::vector<Val> &gradients,
                             const std::string &attributes,
                             std::vector<Val> results) {
  std::string name = graph.fresh();
  graph.line(name + ":" + std::to_string(results.size()) + " = amp." + text +
             "(" + join(gradients, false) + ") {" + attributes + "} : (" +
             join(gradients, true) + ") -> (" + join(results, true) + ")");
  for (size_t i = 0; i < results.size(); ++i)
    results[i].name = name + "#" + std::to_string(i);
  return results;
}

/// The clipped gradients and the norm become results of the graph.
void clipNorm(Graph &graph, const std::vector<Val> &gradients, double most,
              double p) {
  bool isWide = llvm::all_of(
      gradients, [](const Val &gradient) { return gradient.type == f64; });
  std::vector<Val> results = gradients;
  results.push_back({"", isWide ? f64 : f32, {}});
  for (const Val &result : gradientsOp(graph, "clip_grad_norm", gradients,
                                       "max_norm = " + f64Text(most) +
                                           ", norm_type = " + f64Text(p),
                                       results))
    graph.output(result);
}
void clipValue(Graph &graph, const std::vector<Val> &gradients, double most) {
  for (const Val &result :
       gradientsOp(graph, "clip_grad_value", gradients,
                   "clip_value = " + f64Text(most), gradients))
    graph.output(result);
}

/// The same class, and 1e-12 of the value.
void expectRecorded(Real actual, Real expected, const std::string &what) {
  if (!std::isfinite(expected)) {
    EXPECT_TRUE(std::isnan(expected) ? std::isnan(actual) : actual == expected)
        << what << ": " << actual << ", PyTorch has " << expected;
    return;
  }
  EXPECT_LE(std::fabs(actual - expected), 1e-12L * std::fabs(expected))
      << what << ": " << actual << ", PyTorch has " << expected;
}
} // namespace

//===----------------------------------------------------------------------===//
// Clipping
//===----------------------------------------------------------------------===//

TEST_P(GradientListsTest, TorchClipping) {
  json::Object record = readRecord("scaler");
  for (const json::Value &value : arrayOf(record, "clipping")) {
    const json::Object &recorded = *value.getAsObject();
    SCOPED_TRACE("case " +
                 std::to_string(&value - &arrayOf(record, "clipping")[0]));
    Graph graph;
    std::vector<Val> gradients;
    for (const json::Value &item : arrayOf(recorded, "shapes")) {
      Shape shape;
      for (const json::Value &size : *item.getAsArray())
        shape.push_back(*size.getAsInteger());
      Reals values(product(shape));
      for (size_t j = 0; j < values.size(); ++j)
        values[j] = hashed(500000 + 1000 * gradients.size() + j) *
                    parseDouble(*recorded.getString("factor"));
      if (auto first = recorded.getString("first"); first && gradients.empty())
        values[0] = parseDouble(*first);
      gradients.push_back(graph.input(encode(f64, shape, values)));
    }
    for (const json::Value &norm : arrayOf(recorded, "norms"))
      clipNorm(graph, gradients, *norm.getAsObject()->getNumber("max"),
               parseDouble(*norm.getAsObject()->getString("p")));
    for (const json::Value &bound : arrayOf(recorded, "values"))
      clipValue(graph, gradients, *bound.getAsObject()->getNumber("max"));
    RUN_GRAPH(results, graph);
    size_t next = 0;
    auto expectClipped = [&](const json::Object &object) {
      Reals expected = parseNumbers(object, "clipped"), actual;
      for (size_t i = 0; i < gradients.size(); ++i)
        for (Real x : decode(results[next++]))
          actual.push_back(x);
      ASSERT_LE(expected.size(), actual.size());
      for (size_t i = 0; i < expected.size(); ++i)
        expectRecorded(actual[i], expected[i], "element " + std::to_string(i));
    };
    for (const json::Value &item : arrayOf(recorded, "norms")) {
      const json::Object &norm = *item.getAsObject();
      SCOPED_TRACE("p " + norm.getString("p")->str() + ", max " +
                   std::to_string(*norm.getNumber("max")));
      expectClipped(norm);
      expectRecorded(decode(results[next++], 0),
                     parseDouble(*norm.getString("norm")), "norm");
    }
    for (const json::Value &bound : arrayOf(recorded, "values"))
      expectClipped(*bound.getAsObject());
  }
}

namespace {
struct ClippedNums {
  std::vector<Nums> gradients;
  Num norm;
};

/// PyTorch's formula, in f32 unless all gradients are f64.
ClippedNums clip(const std::vector<Tensor> &gradients, double most, double p) {
  bool isWide = llvm::all_of(
      gradients, [](const Tensor &gradient) { return gradient.type == f64; });
  ElementType type = isWide ? f64 : f32;
  Rounding r(type);
  Num norm;
  for (const Tensor &gradient : gradients) {
    Nums terms;
    for (Num x : toNums(gradient)) {
      if (gradient.type == f64 && !isWide)
        x = Rounding::store(x, f32);
      x.value = std::fabs(x.value);
      terms.push_back(p == 2 ? r.mul(x, x) : p == 3 ? r.power(x, 3) : x);
    }
    if (std::isinf(p)) {
      for (Num x : terms)
        norm = {std::max(norm.value, x.value), std::max(norm.error, x.error)};
      continue;
    }
    norm = r.add(norm, r.sum(terms));
  }
  if (p == 2) {
    norm = r.sqrt(norm);
  } else if (p == 3) {
    Real logarithm = std::log(norm.value);
    norm = r.power(norm, 1 / Real(3));
    // The exponent is rounded too.
    norm.error += std::fabs(norm.value * logarithm) * formatOf(type).unit() / 3;
  }
  Num factor = r.div(r.constant(most), r.add(norm, r.constant(1e-6L)));
  // The smaller of it and 1 is no further off than it is.
  factor = factor.value - factor.error > 1
               ? Num(1)
               : Num(std::min(factor.value, Real(1)), factor.error);
  ClippedNums result;
  result.norm = norm;
  for (const Tensor &gradient : gradients) {
    Nums products;
    for (Num x : toNums(gradient))
      products.push_back(Rounding(gradient.type).mul(x, factor));
    result.gradients.push_back(products);
  }
  return result;
}

const std::vector<ElementType> kMixes[] = {
    {f64, f64},      {f32},     {f16}, {bf16}, {f16, bf16, f32, f16},
    {f64, f32, f16}, {f32, f64}};
const Shape kShapes[] = {{2, 3}, {40}, {}, {5}};
const double kNormTypes[] = {1, 2, 3, INFINITY};
} // namespace

// Several gradients, of several types.
TEST_P(GradientListsTest, ClipNorm) {
  Generator generator(7);
  for (const std::vector<ElementType> &types : kMixes) {
    SCOPED_TRACE("mix " + std::to_string(&types - kMixes));
    Graph graph;
    std::vector<Val> gradients;
    for (size_t i = 0; i < types.size(); ++i)
      gradients.push_back(graph.input(generator.tensor(types[i], kShapes[i])));
    const double limits[] = {0.5, 3, 1e6};
    for (double p : kNormTypes)
      for (double most : limits)
        clipNorm(graph, gradients, most, p);
    RUN_GRAPH(results, graph);
    size_t next = 0;
    for (double p : kNormTypes)
      for (double most : limits) {
        ClippedNums expected = clip(graph.inputs(), most, p);
        std::string what =
            "p " + std::to_string(p) + ", max " + std::to_string(most);
        for (const Nums &gradient : expected.gradients)
          expectNums(results[next++], gradient, what);
        expectNums(results[next++], {expected.norm}, what + ", the norm");
      }
  }
}

// A norm that is infinite makes zeros, but NaN of infinities; NaN makes NaN.
// Nothing and zeros have the norm 0.
TEST_P(GradientListsTest, ClipNormSpecial) {
  for (ElementType type : kFloats) {
    SCOPED_TRACE(mlirName(type).str());
    for (double p : kNormTypes)
      for (Real special :
           {Real(0), Real(INFINITY), -Real(INFINITY), Real(NAN)}) {
        Graph graph;
        Reals values = {special, special == 0 ? 0 : Real(-1.5), 0};
        std::vector<Val> gradients = {
            graph.input(encode(type, {3}, values)),
            graph.input(encode(type, {0, 2}, {})),
            graph.input(encode(f32, {}, {special == 0 ? 0 : Real(2)}))};
        clipNorm(graph, gradients, 1, p);
        RUN_GRAPH(results, graph);
        Real norm = std::fabs(special);
        Real factor = special == 0 ? 1 : 1 / norm;
        std::string what = "p " + std::to_string(p) + ", special " +
                           std::to_string(double(special));
        expectExact(
            results[0], [&](int64_t i) { return values[i] * factor; }, what);
        EXPECT_EQ(results[1].numElements(), 0);
        expectExact(
            results[2], [&](int64_t) { return special == 0 ? 0 : 2 * factor; },
            what);
        expectExact(
            results[3], [&](int64_t) { return norm; }, what + ", the norm");
      }
    // Squares that f32 does not hold.
    if (type == f16)
      continue;
    Graph graph;
    Val gradient =
        graph.input(encode(type, {2}, {std::ldexp(Real(1), 100), -1}));
    clipNorm(graph, {gradient, graph.input(encode(f32, {}, {1}))}, 1, 2);
    RUN_GRAPH(results, graph);
    expectExact(
        results[0], [](int64_t i) { return i ? -Real(0) : Real(0); }, "zeros");
    EXPECT_EQ(decode(results[2], 0), INFINITY);
  }
}

TEST_P(GradientListsTest, ClipValue) {
  const double limits[] = {0, 0.3, 5, 1e300};
  Graph graph;
  std::vector<Val> gradients;
  for (ElementType type : kFloats) {
    Reals values = specialValues(type);
    gradients.push_back(
        graph.input(encode(type, {int64_t(values.size())}, values)));
  }
  gradients.push_back(graph.input(encode(f32, {0}, {})));
  for (double most : limits)
    clipValue(graph, gradients, most);
  RUN_GRAPH(results, graph);
  size_t next = 0;
  for (double most : limits)
    for (const Tensor &gradient : graph.inputs()) {
      Real bound = roundTo(gradient.type, most);
      const Tensor &clipped = results[next++];
      ASSERT_EQ(clipped.numElements(), gradient.numElements());
      for (int64_t i = 0; i < gradient.numElements(); ++i) {
        Real x = decode(gradient, i), y = decode(clipped, i);
        Real expected = x > bound ? bound : x < -bound ? -bound : x;
        EXPECT_TRUE(std::isnan(x) ? std::isnan(y) : y == expected)
            << mlirName(gradient.type).str() << " " << x << " bounded by "
            << bound << ": " << y;
      }
    }
}

// Each element of each gradient is tested, in its own type; the largest numbers
// are finite.
TEST_P(GradientListsTest, CheckFinite) {
  Graph graph;
  std::vector<Val> gradients;
  const Shape shapes[] = {{2, 3}, {70}, {0, 4}, {}, {3}};
  const ElementType types[] = {f64, f32, f32, f16, bf16};
  for (int i = 0; i < 5; ++i) {
    Reals values(product(shapes[i]));
    for (size_t j = 0; j < values.size(); ++j)
      values[j] = formatOf(types[i]).max() * (j % 2 ? -1 : 1);
    gradients.push_back(graph.input(encode(types[i], shapes[i], values)));
  }
  graph.output(
      gradientsOp(graph, "check_finite", gradients, "", {{"", i1, {}}})[0]);
  std::unique_ptr<Program> program = compile(graph);
  ASSERT_TRUE(program);
  auto test = [&](const std::vector<Tensor> &inputs) {
    std::vector<Tensor> results = program->run(inputs);
    return results.size() == 1 && decode(results[0], 0) != 0;
  };
  EXPECT_FALSE(test(graph.inputs()));
  for (int i = 0; i < 5; ++i)
    for (int64_t j = 0; j < product(shapes[i]); ++j)
      for (Real bad : {Real(NAN), Real(INFINITY), -Real(INFINITY)}) {
        std::vector<Tensor> inputs = graph.inputs();
        Reals values = decode(inputs[i]);
        values[j] = bad;
        inputs[i] = encode(types[i], shapes[i], values);
        EXPECT_TRUE(test(inputs)) << "gradient " << i << ", element " << j;
      }
  EXPECT_FALSE(test(graph.inputs()));
}

//===----------------------------------------------------------------------===//
// Accumulation
//===----------------------------------------------------------------------===//

// Sums, count and flag of each micro-batch; the division by k, which is 3, and
// the additions round in f32, or f64.
TEST_P(GradientListsTest, Accumulate) {
  const int64_t k = 3;
  for (ElementType type : kFloats)
    for (bool isMean : {false, true})
      for (bool isWidened : {false, true}) {
        if (isWidened && !is16Bit(type))
          continue;
        ElementType wide = computeType(type), sumType = isWidened ? wide : type;
        SCOPED_TRACE(mlirName(type).str() + (isMean ? " mean" : " sum"));
        Graph graph;
        Generator generator(11);
        std::vector<Val> gradients = {
            graph.input(generator.tensor(type, {2, 2})),
            graph.input(generator.tensor(f32, {}))};
        for (const Val &result :
             gradientsOp(graph, "accumulate \"acc\"", gradients,
                         "k = 3 : i64, reduction = #amp.reduction<" +
                             std::string(isMean ? "mean" : "sum") + ">",
                         {{"", sumType, {2, 2}}, {"", f32, {}}, {"", i1, {}}}))
          graph.output(result);
        std::unique_ptr<Program> program = compile(graph);
        ASSERT_TRUE(program);
        // One operation, rounded as the type rounds it.
        auto add = [](ElementType type, Real a, Real b) -> Real {
          return type == f64 ? Real(double(a) + double(b))
                             : Real(float(a) + float(b));
        };
        auto share = [&](ElementType type, Real a) -> Real {
          return !isMean       ? a
                 : type == f64 ? Real(double(a) / double(k))
                               : Real(float(a) / float(k));
        };
        Reals sums(5, 0);
        for (int64_t t = 0; t < 8; ++t) {
          std::vector<Tensor> inputs = {generator.tensor(type, {2, 2}),
                                        generator.tensor(f32, {})};
          for (int i = 0; i < 4; ++i)
            sums[i] = add(wide, sums[i], share(wide, decode(inputs[0], i)));
          sums[4] = add(f32, sums[4], share(f32, decode(inputs[1], 0)));
          std::vector<Tensor> results = program->run(inputs);
          ASSERT_EQ(results.size(), 3u);
          bool complete = t % k == k - 1;
          expectExact(
              results[0], [&](int64_t i) { return roundTo(sumType, sums[i]); },
              "sums");
          expectExact(
              results[1], [&](int64_t) { return sums[4]; }, "second sum");
          EXPECT_EQ(decode(results[2], 0), complete);
          if (complete)
            sums.assign(5, 0);
          EXPECT_EQ(decode(program->variable("acc.count"), 0), (t + 1) % k);
          EXPECT_EQ(program->variable("acc.sum.0").type, wide);
          expectExact(
              program->variable("acc.sum.0"),
              [&](int64_t i) { return sums[i]; }, "kept sums");
          expectExact(
              program->variable("acc.sum.1"), [&](int64_t) { return sums[4]; },
              "second kept sum");
        }
      }
}

namespace {
constexpr int64_t kGroups = 5, kSamples = 4, kInputs = 3, kOutputs = 2;
constexpr double kRate = 0.125, kMomentum = 0.5, kMaxNorm = 0.25,
                 kMaxValue = 0.5;

struct Training {
  bool isLinear;
  int64_t k;
  std::string clip;
  double scale;

  explicit Training(const json::Object &recorded)
      : isLinear(*recorded.getString("model") == "linear"),
        k(*recorded.getInteger("k")),
        clip(recorded.getString("clip").value_or("").str()),
        scale(*recorded.getNumber("scale")) {}
  Shape weightShape() const {
    return isLinear ? Shape{kOutputs, kInputs} : Shape{kInputs};
  }
  Shape biasShape() const {
    return isLinear ? Shape{kOutputs} : Shape{kInputs};
  }
};

Tensor hashedTensor(uint64_t first, ElementType type, Shape shape) {
  Reals values(product(shape));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = hashed(first + i);
  return encode(type, shape, values);
}

std::vector<Tensor> batch(const Training &t, ElementType type, int64_t group,
                          int64_t micro) {
  uint64_t first = 710000 + 1000 * group + 100 * micro;
  if (t.isLinear)
    return {hashedTensor(first, type, {kSamples, kInputs}),
            hashedTensor(first + 50, type, {kSamples, kOutputs})};
  Tensor x = hashedTensor(first, type, {kInputs});
  if (group == 2 && micro == 1) {
    Reals values = decode(x);
    values[0] = INFINITY;
    x = encode(type, {kInputs}, values);
  }
  return {x, hashedTensor(first + 50, type, {kInputs})};
}

/// One micro-batch. `phase` is what the accumulation says of its flag.
Graph trainingGraph(const Training &t, ElementType type,
                    const std::string &phase) {
  Graph graph;
  std::string element = mlirName(type).str();
  Val w{"", type, t.weightShape()}, b{"", type, t.biasShape()};
  graph.prelude =
      "amp.variable parameter @w : " + w.typeText() + " = #amp.init<zeros>\n" +
      "amp.variable parameter @b : " + b.typeText() + " = #amp.init<zeros>\n" +
      "amp.optimizer sgd @opt [@w, @b] {lr = " + f64Text(kRate) +
      ", momentum = " + f64Text(kMomentum) + "}\n" +
      "amp.grad_scaler @scaler {init_scale = " + f64Text(t.scale) +
      ", growth_interval = 2 : i64}\n";
  std::vector<Tensor> inputs = batch(t, type, 0, 0);
  Val x = graph.input(inputs[0]), target = graph.input(inputs[1]);
  w = graph.read("w", type, w.shape);
  b = graph.read("b", type, b.shape);
  Val loss;
  if (t.isLinear) {
    Val y = graph.op("linear", {x, w, b}, type, {kSamples, kOutputs});
    loss = graph.op("mse_loss", {y, target}, type, {});
  } else {
    Val y = graph.same("add", {graph.same("mul", {w, x}), b});
    Val d = graph.same("sub", {y, target});
    loss = graph.op("sum", {graph.same("mul", {d, d})}, type, {});
  }
  Val one = graph.scalar(type, "1.0");
  Val seed{graph.fresh(), type, {}};
  graph.line(seed.name + " = amp.scale @scaler, " + one.name + " : " +
             seed.typeText());
  std::string backward = graph.fresh();
  graph.line(backward + ":2 = amp.backward " + loss.name + " wrt(" + w.name +
             ", " + b.name + ") seed(" + seed.name + ") : (" +
             join({loss, w, b, seed}, true) + ") -> (" + join({w, b}, true) +
             ")");
  Val dw = w, db = b;
  dw.name = backward + "#0";
  db.name = backward + "#1";
  Val flag{"", i1, {}};
  std::vector<Val> sums =
      gradientsOp(graph, "accumulate \"acc\"", {dw, db},
                  "k = " + std::to_string(t.k) + " : i64" +
                      (phase == "any"     ? ""
                       : phase == "inner" ? ", known_complete = false"
                                          : ", known_complete = true"),
                  {w, b, flag});
  std::vector<Val> unscaled = gradientsOp(graph, "unscale @scaler",
                                          {sums[0], sums[1]}, "", {w, b, flag});
  std::vector<Val> clipped = {unscaled[0], unscaled[1]};
  if (t.clip == "norm")
    clipped = gradientsOp(graph, "clip_grad_norm", clipped,
                          "max_norm = " + f64Text(kMaxNorm),
                          {w, b, Val{"", type, {}}});
  else if (t.clip == "value")
    clipped = gradientsOp(graph, "clip_grad_value", clipped,
                          "clip_value = " + f64Text(kMaxValue), clipped);
  graph.line("amp.step @opt(" + join({clipped[0], clipped[1]}, false) +
             ") skip_if(" + unscaled[2].name + ") when(" + sums[2].name +
             ") : " + join({w, b, flag, flag}, true));
  graph.line("amp.update_scale @scaler(" + unscaled[2].name + ") when(" +
             sums[2].name + ") : tensor<i1>, tensor<i1>");
  graph.output(sums[2]);
  return graph;
}

void setParameters(Program &program, const Training &t, ElementType type) {
  program.setVariable("w", hashedTensor(700000, type, t.weightShape()));
  program.setVariable("b", hashedTensor(700100, type, t.biasShape()));
}

const std::vector<std::string> kInnerState = {
    "w", "b", "acc.count", "acc.sum.0", "acc.sum.1", "scaler.scale"};
const std::vector<std::string> kState = {"w",
                                         "b",
                                         "opt.momentum.w",
                                         "opt.momentum.b",
                                         "acc.count",
                                         "acc.sum.0",
                                         "acc.sum.1",
                                         "scaler.scale",
                                         "scaler.growth_tracker",
                                         "scaler.skipped",
                                         "scaler.consecutive_skips"};

/// The linear model's parameters with what they may be off by, group by group.
class LinearReference {
public:
  LinearReference(const Training &t, ElementType type)
      : t(t), type(type), r(type),
        w(toNums(hashedTensor(700000, type, t.weightShape()))),
        b(toNums(hashedTensor(700100, type, t.biasShape()))) {}

  void step(int64_t group, Real scale) {
    Nums sums(w.size() + b.size());
    Num seed = r.div(scale, static_cast<Real>(t.k));
    for (int64_t micro = 0; micro < t.k; ++micro) {
      std::vector<Tensor> inputs = batch(t, type, group, micro);
      Nums x = toNums(inputs[0]), target = toNums(inputs[1]);
      std::vector<Nums> dy(kOutputs);
      for (int64_t n = 0; n < kSamples; ++n)
        for (int64_t o = 0; o < kOutputs; ++o) {
          llvm::ArrayRef<Num> row(&x[n * kInputs], kInputs),
              column(&w[o * kInputs], kInputs);
          Num d =
              r.sub(r.add(r.dot(row, column), b[o]), target[n * kOutputs + o]);
          // The derivative of the mean of squares, in whatever order.
          dy[o].push_back(r.mul(r.mul(d, 2 / Real(kSamples * kOutputs)), seed));
        }
      for (int64_t o = 0; o < kOutputs; ++o) {
        for (int64_t i = 0; i < kInputs; ++i) {
          Nums column;
          for (int64_t n = 0; n < kSamples; ++n)
            column.push_back(x[n * kInputs + i]);
          add(sums[o * kInputs + i], r.dot(dy[o], column));
        }
        add(sums[w.size() + o], r.sum(dy[o]));
      }
    }
    for (Num &sum : sums)
      sum = r.mul(sum, r.div(1, scale));
    if (t.clip == "norm") {
      Nums squares;
      for (Num sum : sums)
        squares.push_back(r.mul(sum, sum));
      Num norm = r.sqrt(r.sum(squares));
      Num factor = r.div(kMaxNorm, r.add(norm, r.constant(1e-6L)));
      // Within rounding of 1 the smaller of both is no further off.
      factor = factor.value - factor.error > 1
                   ? Num(1)
                   : Num(std::min(factor.value, Real(1)), factor.error);
      for (Num &sum : sums)
        sum = r.mul(sum, factor);
    }
    bool isFirst = buffer.empty();
    buffer.resize(sums.size());
    for (size_t i = 0; i < sums.size(); ++i) {
      buffer[i] =
          isFirst ? sums[i] : r.add(r.mul(kMomentum, buffer[i]), sums[i]);
      Num &p = i < w.size() ? w[i] : b[i - w.size()];
      p = r.sub(p, r.mul(kRate, buffer[i]));
    }
  }

private:
  void add(Num &sum, Num term) { sum = r.add(sum, term); }

  const Training &t;
  ElementType type;
  Rounding r;
  Nums buffer;

public:
  Nums w, b;
};
} // namespace

// PyTorch's loop over k micro-batches: loss / k, scaled; then unscaling,
// clipping, step and update once. To the bit where no gradient is a sum over
// samples, within bounds of the exact result otherwise.
TEST_P(GradientListsTest, TorchAccumulation) {
  json::Object record = readRecord("scaler");
  for (const json::Value &value : arrayOf(record, "accumulations"))
    for (ElementType type : {f64, f32}) {
      const json::Object &recorded = *value.getAsObject();
      Training t(recorded);
      SCOPED_TRACE(
          "case " +
          std::to_string(&value - &arrayOf(record, "accumulations")[0]) +
          " in " + mlirName(type).str());
      std::unique_ptr<Program> program = compile(trainingGraph(t, type, "any"));
      ASSERT_TRUE(program);
      setParameters(*program, t, type);
      LinearReference reference(t, type);
      const json::Array &groups = arrayOf(recorded, mlirName(type));
      ASSERT_EQ(static_cast<int64_t>(groups.size()), kGroups);
      Real scale = t.scale;
      for (int64_t group = 0; group < kGroups; ++group) {
        SCOPED_TRACE("group " + std::to_string(group));
        for (int64_t micro = 0; micro < t.k; ++micro) {
          State before = readState(*program, kState);
          std::vector<Tensor> results =
              program->run(batch(t, type, group, micro));
          ASSERT_EQ(results.size(), 1u);
          bool isLast = micro == t.k - 1;
          EXPECT_EQ(decode(results[0], 0), isLast);
          EXPECT_EQ(decode(program->variable("acc.count"), 0),
                    isLast ? 0 : micro + 1);
          // Within a group nothing changes but the sums, which are gone behind
          // it, and behind a skipped step too.
          for (const char *name : {"acc.count", "acc.sum.0", "acc.sum.1"})
            before.erase(name);
          if (!isLast)
            expectState(*program, before);
          for (const char *name : {"acc.sum.0", "acc.sum.1"})
            if (isLast)
              for (Real sum : decode(program->variable(name)))
                EXPECT_EQ(sum, 0) << name;
        }
        const json::Object &expected = *groups[group].getAsObject();
        if (t.isLinear)
          reference.step(group, scale);
        scale = *expected.getNumber("scale");
        EXPECT_EQ(decode(program->variable("scaler.scale"), 0), scale);
        for (const char *name : {"w", "b"}) {
          Reals theirs = parseNumbers(expected, name);
          Tensor ours = program->variable(name);
          if (!t.isLinear) {
            expectExact(ours, [&](int64_t i) { return theirs[i]; }, name);
            continue;
          }
          const Nums &exact = *name == 'w' ? reference.w : reference.b;
          expectNums(ours, exact, name);
          expectNums(encode(type, ours.shape, theirs), exact,
                     std::string("PyTorch's ") + name);
        }
      }
    }
}

// Programs for the micro-batches within a group and for the last one leave the
// same state as one program for all of them.
TEST_P(GradientListsTest, Phases) {
  json::Object record = readRecord("scaler");
  const ElementType type = f32;
  for (const json::Value &value : arrayOf(record, "accumulations")) {
    Training t(*value.getAsObject());
    std::unique_ptr<Program> any = compile(trainingGraph(t, type, "any"));
    std::unique_ptr<Program> inner = compile(trainingGraph(t, type, "inner"));
    std::unique_ptr<Program> last = compile(trainingGraph(t, type, "last"));
    ASSERT_TRUE(any && inner && last);
    setParameters(*any, t, type);
    setParameters(*inner, t, type);
    auto move = [](Program &from, Program &to) {
      for (const std::string &name : kInnerState)
        to.setVariable(name, from.variable(name));
    };
    for (int64_t group = 0; group < kGroups; ++group) {
      for (int64_t micro = 0; micro + 1 < t.k; ++micro) {
        std::vector<Tensor> inputs = batch(t, type, group, micro);
        any->run(inputs);
        inner->run(inputs);
        expectState(*inner, readState(*any, kInnerState));
      }
      move(*inner, *last);
      std::vector<Tensor> inputs = batch(t, type, group, t.k - 1);
      any->run(inputs);
      last->run(inputs);
      expectState(*last, readState(*any, kState));
      move(*last, *inner);
    }
  }
}

AMP_INSTANTIATE(GradientListsTest);
