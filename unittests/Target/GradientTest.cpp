//===- GradientTest.cpp - amp.backward of every op -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTest.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class GradientTest : public TargetTest {};

/// An op to differentiate: the shapes and ranges of its operands, and how the
/// result is built from them. The loss is the sum of the result times fixed
/// weights.
struct Operand {
  Shape shape;
  Real low = -2, high = 2;
};
using Inputs = std::vector<Reals>;
struct Case {
  std::string name;
  std::vector<Operand> operands;
  std::function<Val(Graph &, const std::vector<Val> &)> build;
  /// For 16-bit types: the number of 16-bit roundings between the operands and
  /// a gradient, at most.
  Real roundings = 2;
  /// The terms that are added up to a gradient may cancel; then so many
  /// roundings stand against the operand's largest gradient with all operands
  /// and weights positive, which is a sum of absolute values. 0: no
  /// cancellation.
  Real cancellation = 0;
  /// Adapts the values, for example to keep them from ties.
  std::function<void(Inputs &)> adapt = {};
};

std::function<Val(Graph &, const std::vector<Val> &)>
simple(const std::string &mnemonic, const std::string &attributes = "") {
  return [=](Graph &graph, const std::vector<Val> &x) {
    Shape shape = x[0].shape;
    for (const Val &value : x)
      shape = broadcast(shape, value.shape);
    return graph.op(mnemonic, x, x[0].type, shape, attributes);
  };
}

std::function<Val(Graph &, const std::vector<Val> &)>
shaped(const std::string &mnemonic, Shape shape,
       const std::string &attributes = "") {
  return [=](Graph &graph, const std::vector<Val> &x) {
    return graph.op(mnemonic, x, x[0].type, shape, attributes);
  };
}

/// At least `margin` away from 0.
void awayFromZero(Inputs &inputs) {
  for (Reals &values : inputs)
    for (Real &x : values)
      x += std::copysign(Real(0.25), x);
}
/// All elements of the first operand differ by at least 1/8.
void spread(Inputs &inputs) {
  Reals &x = inputs[0];
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = Real(i * 7 % x.size()) / 8 - 1;
}
/// Corresponding elements differ.
void apart(Inputs &inputs) {
  for (Reals &values : inputs)
    for (Real &x : values)
      x = std::floor(2 * x) + (&values == &inputs[0] ? Real(0.25) : Real(0.75));
}

std::string targets(ElementType type, std::initializer_list<int> values) {
  std::string text;
  for (int value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "dense<[" + text + "]> : tensor<" + std::to_string(values.size()) +
         "x" + mlirName(type).str() + ">";
}

std::function<Val(Graph &, const std::vector<Val> &)>
crossEntropy(const std::string &attributes, Shape shape) {
  return [=](Graph &graph, const std::vector<Val> &x) {
    Val target{graph.fresh(), ElementType::I64, {4}};
    graph.line(target.name + " = amp.constant " +
               targets(ElementType::I64, {2, 0, -100, 4}));
    return graph.op("cross_entropy", {x[0], target}, x[0].type, shape,
                    attributes);
  };
}

std::vector<Case> cases() {
  const std::vector<Operand> one = {{{3, 4}}};
  const std::vector<Operand> positive = {{{3, 4}, 0.5, 3}};
  const std::vector<Operand> two = {{{3, 4}}, {{3, 4}}};
  // All kinds of broadcasting: both sides, added dimensions, scalars.
  const std::vector<Operand> mixed = {{{3, 1}, 0.5, 2}, {{2, 1, 4}, 0.5, 2}};
  const std::vector<Operand> scalar = {{{3, 4}, 0.5, 2}, {{}, 0.5, 2}};
  std::vector<Case> list = {
      {"neg", one, simple("neg"), 0},
      {"abs", one, simple("abs"), 0, 0, awayFromZero},
      {"exp", one, simple("exp")},
      {"log", positive, simple("log"), 1},
      {"sqrt", positive, simple("sqrt"), 3},
      {"rsqrt", positive, simple("rsqrt"), 6},
      {"reciprocal", positive, simple("reciprocal"), 4},
      // The exponent -x² is rounded, and up to 4.
      {"erf", one, simple("erf"), 3 + 4},
      {"relu", one, simple("relu"), 0, 0, awayFromZero},
      // 1 - y² and 1 - y have the error of y, which is at most 1.
      {"tanh", one, simple("tanh"), 1, 2},
      {"sigmoid", one, simple("sigmoid"), 2, 2},
      {"gelu", one, simple("gelu"), 1},
      {"gelu tanh", one, simple("gelu", "approximate = #amp.gelu<tanh>"), 1},
      {"add", two, simple("add"), 0},
      {"sub", two, simple("sub"), 0},
      {"mul", two, simple("mul"), 1},
      {"div", {{{3, 4}}, {{3, 4}, 0.5, 2}}, simple("div"), 3},
      // dy b a^(b-1): the exponent is rounded, and the logarithm of a at
      // most 1.1.
      {"pow", {{{3, 4}, 0.5, 3}, {{3, 4}}}, simple("pow"), 4 + 4},
      {"maximum", two, simple("maximum"), 1, 0, apart},
      {"minimum", two, simple("minimum"), 1, 0, apart},
      {"add broadcast", mixed, simple("add"), 1, 2},
      {"sub broadcast", mixed, simple("sub"), 2, 3},
      {"mul broadcast", mixed, simple("mul"), 2, 3},
      {"div broadcast", mixed, simple("div"), 4, 5},
      {"pow broadcast", mixed, simple("pow"), 10, 11},
      {"mul scalar", scalar, simple("mul"), 2, 3},
      {"div scalar", scalar, simple("div"), 4, 5},
      {"maximum broadcast", mixed, simple("maximum"), 2, 3, apart},
      {"sum", one, shaped("sum", {}), 0},
      {"sum of rows", one, shaped("sum", {3}, "dims = array<i64: 1>"), 0},
      {"mean", one, shaped("mean", {}), 1},
      {"mean of columns",
       {{{3, 4, 2}}},
       shaped("mean", {3, 1, 2}, "dims = array<i64: 1>, keepdim = true"),
       1},
      {"amax", one, shaped("amax", {}), 1, 0, spread},
      {"amax of rows", one, shaped("amax", {3}, "dims = array<i64: 1>"), 1, 0,
       spread},
      {"amin of columns", one,
       shaped("amin", {1, 4}, "dims = array<i64: 0>, keepdim = true"), 1, 0,
       spread},
      {"linear", {{{3, 4}}, {{5, 4}}, {{5}}}, shaped("linear", {3, 5}), 1, 2},
      {"linear rank 1", {{{4}}, {{5, 4}}, {{5}}}, shaped("linear", {5}), 1, 2},
      {"linear rank 3",
       {{{2, 3, 4}}, {{2, 4}}},
       shaped("linear", {2, 3, 2}),
       1,
       2},
      {"matmul", {{{3, 4}}, {{4, 2}}}, shaped("matmul", {3, 2}), 1, 2},
      {"matmul batched",
       {{{2, 3, 4}}, {{2, 4, 2}}},
       shaped("matmul", {2, 3, 2}),
       1,
       2},
      // The batch is summed after a rounding.
      {"matmul rhs repeated",
       {{{2, 3, 4}}, {{4, 2}}},
       shaped("matmul", {2, 3, 2}),
       2,
       3},
      {"matmul lhs repeated",
       {{{3, 4}}, {{2, 4, 2}}},
       shaped("matmul", {2, 3, 2}),
       2,
       3},
      {"matmul of transposes",
       {{{4, 3}}, {{2, 4}}},
       [](Graph &graph, const std::vector<Val> &x) {
         Val a = graph.op("transpose", {x[0]}, x[0].type, {3, 4},
                          "permutation = array<i64: 1, 0>");
         Val b = graph.op("transpose", {x[1]}, x[1].type, {4, 2},
                          "permutation = array<i64: 1, 0>");
         return graph.op("matmul", {a, b}, x[0].type, {3, 2});
       },
       1,
       2},
      // y (dy - sum(dy y)): the saved y has an error, and the terms cancel.
      {"softmax", one, simple("softmax", "dim = 1 : i64"), 4, 16},
      {"softmax of columns", one, simple("softmax", "dim = 0 : i64"), 4, 16},
      // dy - exp(y) sum(dy): y is up to 5 and rounded.
      {"log_softmax", one, simple("log_softmax", "dim = 1 : i64"), 8, 16},
      {"mse_loss", two, shaped("mse_loss", {}), 1},
      {"mse_loss sum", two,
       shaped("mse_loss", {}, "reduction = #amp.reduction<sum>"), 1},
      {"mse_loss none", two,
       simple("mse_loss", "reduction = #amp.reduction<none>"), 1},
      {"cross_entropy", {{{4, 5}}}, crossEntropy("", {}), 1},
      {"cross_entropy sum",
       {{{4, 5}}},
       crossEntropy("reduction = #amp.reduction<sum>", {}),
       1},
      {"cross_entropy none",
       {{{4, 5}}},
       crossEntropy("reduction = #amp.reduction<none>", {4}),
       1},
      {"cross_entropy smoothed",
       {{{4, 5}}},
       crossEntropy("label_smoothing = 0.3 : f64", {}),
       1},
      {"cross_entropy smoothed none",
       {{{4, 5}}},
       crossEntropy(
           "label_smoothing = 0.3 : f64, reduction = #amp.reduction<none>",
           {4}),
       1},
      {"reshape", one, shaped("reshape", {2, 6}, "shape = array<i64: 2, 6>"),
       0},
      {"transpose",
       {{{2, 3, 4}}},
       shaped("transpose", {4, 2, 3}, "permutation = array<i64: 2, 0, 1>"),
       0},
      {"broadcast_to",
       {{{3, 1}}},
       shaped("broadcast_to", {2, 3, 4}, "shape = array<i64: 2, 3, 4>"),
       1,
       2},
      {"slice",
       {{{5, 7}}},
       shaped("slice", {2, 3},
              "offsets = array<i64: 1, 0>, sizes = array<i64: 2, 3>, "
              "strides = array<i64: 2, 3>"),
       0},
      {"slice_backward",
       {{{2, 3}}},
       shaped("slice_backward", {5, 7},
              "offsets = array<i64: 1, 0>, shape = array<i64: 5, 7>, "
              "strides = array<i64: 2, 3>"),
       0},
      {"concat",
       {{{3, 4}}, {{3, 2}}},
       shaped("concat", {3, 6}, "dim = 1 : i64"),
       0},
      {"where", two,
       [](Graph &graph, const std::vector<Val> &x) {
         Val p{graph.fresh(), ElementType::I1, {4}};
         graph.line(p.name +
                    " = amp.constant dense<[true, false, false, true]> : "
                    "tensor<4xi1>");
         return graph.op("where", {p, x[0], x[1]}, x[0].type, {3, 4});
       },
       0},
      {"cast", one,
       [](Graph &graph, const std::vector<Val> &x) {
         Val wide = graph.cast(x[0], ElementType::F64);
         return graph.cast(graph.same("mul", {wide, wide}), x[0].type);
       },
       1},
      // One value in several places, and one that goes around an op.
      {"many uses", one,
       [](Graph &graph, const std::vector<Val> &x) {
         Val square = graph.same("mul", {x[0], x[0]});
         Val cube = graph.same("mul", {square, x[0]});
         return graph.same("add", {graph.same("add", {cube, square}), x[0]});
       },
       6, 24},
      {"linear and relu",
       {{{3, 4}}, {{5, 4}}, {{5}}},
       [](Graph &graph, const std::vector<Val> &x) {
         return graph.same("tanh", {graph.op("linear", x, x[0].type, {3, 5})});
       },
       4,
       24},
  };
  return list;
}

/// All cases of the table in one function, each with its own operands, loss and
/// gradients.
struct Batch {
  Batch(ElementType type, const std::vector<Case> &cases,
        const std::vector<Inputs> &inputs, const std::vector<Reals> &weights) {
    for (size_t c = 0; c < cases.size(); ++c) {
      std::vector<Val> operands;
      for (size_t i = 0; i < cases[c].operands.size(); ++i)
        operands.push_back(graph.input(
            encode(type, cases[c].operands[i].shape, inputs[c][i])));
      Val y = cases[c].build(graph, operands);
      Val w = graph.input(encode(
          type, y.shape,
          Reals(weights[c].begin(), weights[c].begin() + product(y.shape))));
      Val terms = graph.same("mul", {y, w});
      Val loss = graph.op("sum", {terms}, type, {});
      graph.output(loss);
      for (const Val &gradient : graph.backward(loss, operands))
        graph.output(gradient);
    }
  }
  Graph graph;
};

struct Table {
  std::vector<Case> list = cases();
  std::vector<Inputs> inputs;
  std::vector<Reals> weights;

  explicit Table(ElementType type) {
    Generator generator(73);
    for (const Case &c : list) {
      Inputs values;
      for (const Operand &operand : c.operands)
        values.push_back(generator.uniforms(type, product(operand.shape),
                                            operand.low, operand.high));
      if (c.adapt)
        c.adapt(values);
      for (Reals &operand : values)
        for (Real &x : operand)
          x = roundTo(type, x);
      inputs.push_back(values);
      Reals w = generator.uniforms(type, 64, 0.5, 1.5);
      for (size_t i = 0; i < w.size(); i += 2)
        w[i] = -w[i];
      weights.push_back(w);
    }
  }
};
} // namespace

TEST_P(GradientTest, CentralDifferences) {
  Table table(ElementType::F64);
  Batch batch(ElementType::F64, table.list, table.inputs, table.weights);
  std::unique_ptr<Program> program = compile(batch.graph);
  ASSERT_TRUE(program);
  std::vector<Tensor> base = program->run(batch.graph.inputs());
  ASSERT_EQ(base.size(), batch.graph.numOutputs());

  // Cases do not share operands: one run moves one element of each. Of fourth
  // order, with h = 1/1024 (a power of two, so that x + h is exact enough): (8
  // (f(x+h) - f(x-h)) - (f(x+2h) - f(x-2h))) / 12h.
  const Real h = std::ldexp(Real(1), -10);
  size_t most = 0;
  for (const Inputs &inputs : table.inputs)
    for (const Reals &values : inputs)
      most = std::max(most, values.size());
  for (size_t operand = 0; operand < 3; ++operand)
    for (size_t element = 0; element < most; ++element) {
      std::vector<Reals> losses;
      bool moved = false;
      for (int step : {1, -1, 2, -2}) {
        std::vector<Tensor> inputs = batch.graph.inputs();
        size_t place = 0;
        for (const Inputs &values : table.inputs) {
          if (operand < values.size() && element < values[operand].size()) {
            Tensor &tensor = inputs[place + operand];
            tensor = llvm::cantFail(
                Tensor::copyOf(tensor.type, tensor.shape, tensor.bytes()));
            tensor.mutableElements<double>()[element] += step * h;
            moved = true;
          }
          place += values.size() + 1;
        }
        if (!moved)
          break;
        std::vector<Tensor> outputs = program->run(inputs);
        ASSERT_EQ(outputs.size(), base.size());
        Reals values;
        size_t next = 0;
        for (const Inputs &inputs : table.inputs) {
          values.push_back(decode(outputs[next], 0));
          next += inputs.size() + 1;
        }
        losses.push_back(values);
      }
      if (!moved)
        continue;
      size_t next = 0;
      for (size_t c = 0; c < table.list.size(); ++c) {
        const Inputs &values = table.inputs[c];
        if (operand < values.size() && element < values[operand].size()) {
          Real difference = (8 * (losses[0][c] - losses[1][c]) -
                             (losses[2][c] - losses[3][c])) /
                            (12 * h);
          Real gradient = decode(base[next + 1 + operand], element);
          // The losses are about 10, with an error of some ulps, which h
          // divides.
          Real rounding = 64 * std::ldexp(std::fabs(losses[0][c]) + 1, -53) / h;
          EXPECT_LE(std::fabs(gradient - difference),
                    1e-6L * std::fabs(difference) + rounding)
              << table.list[c].name << ", operand " << operand << ", element "
              << element << ": gradient " << double(gradient)
              << ", central difference " << double(difference);
        }
        next += values.size() + 1;
      }
    }
}

// 16-bit gradients against the f64 ones of the same operands, which the test
// above holds against differences.
TEST_P(GradientTest, SixteenBits) {
  std::unique_ptr<Program> wide;
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    Table table(type);
    Batch narrow(type, table.list, table.inputs, table.weights);
    Batch exact(ElementType::F64, table.list, table.inputs, table.weights);
    for (size_t c = 0; c < table.list.size(); ++c) {
      for (Reals &values : table.inputs[c])
        for (Real &x : values)
          x = std::fabs(x);
      for (Real &w : table.weights[c])
        w = std::fabs(w);
    }
    Batch positive(ElementType::F64, table.list, table.inputs, table.weights);
    if (!wide)
      wide = compile(exact.graph);
    ASSERT_TRUE(wide);
    std::vector<Tensor> reference = wide->run(exact.graph.inputs());
    std::vector<Tensor> magnitudes = wide->run(positive.graph.inputs());
    ASSERT_EQ(reference.size(), exact.graph.numOutputs());
    ASSERT_EQ(magnitudes.size(), exact.graph.numOutputs());
    RUN_GRAPH(results, narrow.graph);
    Format format = formatOf(type);
    Real u = format.unit();
    size_t next = 0;
    for (size_t c = 0; c < table.list.size(); ++c) {
      const Case &item = table.list[c];
      ++next; // the loss
      for (size_t i = 0; i < item.operands.size(); ++i, ++next) {
        Reals g = decode(reference[next]);
        Real largest = 0;
        for (Real value : decode(magnitudes[next]))
          largest = std::max(largest, std::fabs(value));
        expectNear(
            results[next],
            [&](int64_t e) -> Expected {
              // Each rounding is off by u, the last one too; f32 in between by
              // less.
              Real bound =
                  (item.roundings + 1) * u * (1 + 32 * u) * std::fabs(g[e]) +
                  item.cancellation * u * largest + format.eta();
              return {g[e], bound};
            },
            item.name + ", operand " + std::to_string(i));
      }
    }
  }
}

// Values that do not matter, losses that share parts, a gradient used in a
// loss's stead.
TEST_P(GradientTest, Structure) {
  ElementType type = ElementType::F64;
  Reals x = {1, -2, 3}, z = {4, 5, 6};
  Graph graph;
  Val a = graph.input(encode(type, {3}, x)),
      b = graph.input(encode(type, {3}, z));
  Val square = graph.same("mul", {a, a});
  Val first = graph.op("sum", {square}, type, {});
  Val product = graph.same("mul", {square, b});
  Val second = graph.op("sum", {product}, type, {});
  Val both = graph.same("add", {first, second});
  // b does not matter to the first loss; a compared value has no gradient.
  std::vector<Val> g1 = graph.backward(first, {a, b});
  std::vector<Val> g2 = graph.backward(second, {a, b});
  std::vector<Val> g3 = graph.backward(both, {b, a, square});
  Val positive = graph.compare("gt", a, b);
  Val counted = graph.op("sum", {graph.cast(positive, type)}, type, {});
  std::vector<Val> g4 = graph.backward(counted, {a});
  // The loss itself, and a loss without any op.
  std::vector<Val> g5 = graph.backward(first, {first});
  for (const auto &gradients : {g1, g2, g3, g4, g5})
    for (const Val &gradient : gradients)
      graph.output(gradient);
  // A seed in place of 1, for a loss of any shape.
  std::string seeded = graph.fresh();
  graph.line(
      seeded + " = amp.backward " + product.name + " wrt(" + a.name +
      ") seed(" + b.name +
      ") : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>");
  graph.output({seeded, type, {3}});
  RUN_GRAPH(results, graph);
  const std::function<Real(int64_t)> expected[] = {
      [&](int64_t i) { return 2 * x[i]; },
      [&](int64_t) { return 0; },
      [&](int64_t i) { return 2 * x[i] * z[i]; },
      [&](int64_t i) { return x[i] * x[i]; },
      [&](int64_t i) { return x[i] * x[i]; },
      [&](int64_t i) { return 2 * x[i] * (1 + z[i]); },
      [&](int64_t i) { return 1 + z[i]; },
      [&](int64_t) { return 0; },
      [&](int64_t) { return 1; },
      [&](int64_t i) { return 2 * x[i] * z[i] * z[i]; },
  };
  ASSERT_EQ(results.size(), std::size(expected));
  for (size_t k = 0; k < results.size(); ++k)
    expectExact(results[k], expected[k], "gradient " + std::to_string(k));
}

// Where two derivatives would do, the documented one.
TEST_P(GradientTest, Kinks) {
  for (ElementType type : kFloats) {
    Reals x = {-1, -0.0L, 0, 1, 2, 2}, y = {-1, 0, 0, 2, 1, 2};
    Reals w = {1, 2, 3, 4, 5, 6};
    Graph graph;
    Val a = graph.input(encode(type, {6}, x)),
        b = graph.input(encode(type, {6}, y));
    Val weights = graph.input(encode(type, {6}, w));
    auto add = [&](const Val &value, llvm::ArrayRef<Val> wrt) {
      Val loss =
          graph.op("sum", {graph.same("mul", {weights, value})}, type, {});
      for (const Val &gradient : graph.backward(loss, wrt))
        graph.output(gradient);
    };
    add(graph.same("relu", {a}), {a});
    add(graph.same("abs", {a}), {a});
    add(graph.same("maximum", {a, b}), {a, b});
    add(graph.same("minimum", {a, b}), {a, b});
    Val most = graph.op("amax", {a}, type, {});
    for (const Val &gradient : graph.backward(most, {a}))
      graph.output(gradient);
    RUN_GRAPH(results, graph);
    const Reals expected[] = {
        {0, 0, 0, 4, 5, 6},     // relu: 0 at 0
        {-1, 0, 0, 4, 5, 6},    // abs: 0 at 0
        {0.5, 1, 1.5, 0, 5, 3}, // equal ones share it
        {0.5, 1, 1.5, 4, 0, 3}, {0.5, 1, 1.5, 4, 0, 3},
        {0.5, 1, 1.5, 0, 5, 3}, {0, 0, 0, 0, 0.5, 0.5},
    };
    for (size_t k = 0; k < std::size(expected); ++k)
      expectNear(
          results[k],
          [&](int64_t i) {
            return Expected{expected[k][i], 0};
          },
          "kink " + std::to_string(k));
  }
}

AMP_INSTANTIATE(GradientTest);
