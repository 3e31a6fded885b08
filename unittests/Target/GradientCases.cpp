//===- GradientCases.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientCases.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

std::function<Val(Graph &, const std::vector<Val> &)>
amp::test::simple(const std::string &mnemonic, const std::string &attributes) {
  return [=](Graph &graph, const std::vector<Val> &x) {
    Shape shape = x[0].shape;
    for (const Val &value : x)
      shape = broadcast(shape, value.shape);
    return graph.op(mnemonic, x, x[0].type, shape, attributes);
  };
}

std::function<Val(Graph &, const std::vector<Val> &)>
amp::test::shaped(const std::string &mnemonic, Shape shape,
                  const std::string &attributes) {
  return [=](Graph &graph, const std::vector<Val> &x) {
    return graph.op(mnemonic, x, x[0].type, shape, attributes);
  };
}

/// An op at places that are a constant, after its first operand.
static std::function<Val(Graph &, const std::vector<Val> &)>
indexed(const std::string &mnemonic, Shape shape, Shape indexShape,
        const std::string &places, const std::string &attributes) {
  return [=](Graph &graph, const std::vector<Val> &x) {
    Val index{graph.fresh(), ElementType::I64, indexShape};
    graph.line(index.name + " = amp.constant dense<" + places +
               "> : " + index.typeText());
    std::vector<Val> operands = x;
    operands.insert(operands.begin() + 1, index);
    return graph.op(mnemonic, operands, x[0].type, shape, attributes);
  };
}

/// Of 3 x 4 elements, at 2 x 2 positions.
static const std::string kWindows =
    "size = array<i64: 3, 4>, count = array<i64: 2, 2>, "
    "stride = array<i64: 1, 2>, divisor = array<i64: 1, 1>, "
    "begin = array<i64: 0, -1>, end = array<i64: 2, 2>";

/// Of 3 x 4 elements with a padding, at 4 x 2 positions.
static const std::string kColumns =
    "kernel_size = array<i64: 2, 2>, stride = array<i64: 1, 3>, "
    "padding = array<i64: 1, 1>, dilation = array<i64: 1, 2>";

void amp::test::awayFromZero(Inputs &inputs) {
  for (Reals &values : inputs)
    for (Real &x : values)
      x += std::copysign(Real(0.25), x);
}
void amp::test::spread(Inputs &inputs) {
  Reals &x = inputs[0];
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = Real(i * 7 % x.size()) / 8 - 1;
}
void amp::test::apart(Inputs &inputs) {
  for (Reals &values : inputs)
    for (Real &x : values)
      x = std::floor(2 * x) + (&values == &inputs[0] ? Real(0.25) : Real(0.75));
}

namespace {
std::string targets(ElementType type, std::initializer_list<int> values) {
  std::string text;
  for (int value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "dense<[" + text + "]> : tensor<" + std::to_string(values.size()) +
         "x" + mlirName(type).str() + ">";
}

/// Of four rows of classes; a second operand is the weights.
std::function<Val(Graph &, const std::vector<Val> &)>
crossEntropy(const std::string &attributes, Shape shape, Shape rows = {4}) {
  return [=](Graph &graph, const std::vector<Val> &x) {
    Val target{graph.fresh(), ElementType::I64, {4}};
    graph.line(target.name + " = amp.constant " +
               targets(ElementType::I64, {2, 0, -100, 4}));
    if (rows.size() > 1)
      target = graph.op("reshape", {target}, ElementType::I64, rows,
                        "shape = " + i64Array(rows));
    std::vector<Val> operands = {x[0], target};
    operands.insert(operands.end(), x.begin() + 1, x.end());
    return graph.op("cross_entropy", operands, x[0].type, shape, attributes);
  };
}

} // namespace

std::vector<Case> amp::test::cases() {
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
      {"cross_entropy weighted",
       {{{4, 5}}, {{5}, 0.5, 2}},
       crossEntropy("", {}),
       1},
      {"cross_entropy weighted none",
       {{{4, 5}}, {{5}, 0.5, 2}},
       crossEntropy(
           "label_smoothing = 0.3 : f64, reduction = #amp.reduction<none>",
           {4}),
       1},
      {"cross_entropy of pixels",
       {{{2, 5, 2}}, {{5}, 0.5, 2}},
       crossEntropy("label_smoothing = 0.3 : f64", {}, {2, 2}),
       1},
      {"cross_entropy of probabilities",
       {{{2, 5, 2}}, {{2, 5, 2}, 0, 1}, {{5}, 0.5, 2}},
       shaped("cross_entropy", {}, "label_smoothing = 0.3 : f64"),
       1},
      {"cross_entropy of probabilities none",
       {{{4, 5}}, {{4, 5}, 0, 1}},
       shaped("cross_entropy", {4}, "reduction = #amp.reduction<none>"),
       1},
      {"read_at",
       {{{2, 4, 3}}},
       indexed("read_at", {2, 3, 3}, {1, 3, 1}, "[[[3], [0], [3]]]", ""),
       1,
       1},
      {"read_at of each element",
       {{{2, 4, 3}}},
       indexed("read_at", {2, 2, 3}, {2, 2, 3},
               "[[[0, 3, -1], [0, 2, 4]], [[1, 1, 1], [2, 2, 2]]]", "zeros"),
       1},
      // Windows of 2 x 3 elements that overlap, with a padding.
      {"sum_windows",
       {{{2, 12, 3}}},
       shaped("sum_windows", {2, 4, 3}, kWindows),
       1,
       1},
      // Of unequal sizes, and each element with a weight of its own.
      {"sum_windows adaptive",
       {{{2, 5, 1}}},
       shaped("sum_windows", {2, 3, 1},
              "size = array<i64: 5>, count = array<i64: 3>, "
              "stride = array<i64: 5>, divisor = array<i64: 3>, "
              "begin = array<i64: 0>, end = array<i64: 7>, "
              "weights = array<f64: 0.5, 0.25, 0.125, 1.0, 2.0, 3.0, 0.75, "
              "1.5, 1.25>"),
       2,
       1},
      // Each of one element, and of 2 x 2 that are apart, overlap and stand
      // out.
      {"im2col",
       {{{2, 3, 5}}},
       shaped("im2col", {2, 3, 3},
              "kernel_size = array<i64: 1>, stride = array<i64: 2>, padding = "
              "array<i64: 0>, dilation = array<i64: 1>"),
       1},
      {"im2col of planes",
       {{{2, 1, 3, 4}}},
       shaped("im2col", {2, 4, 8}, kColumns),
       1,
       1},
      {"col2im",
       {{{2, 4, 8}}},
       shaped("col2im", {2, 1, 3, 4},
              "output_size = array<i64: 3, 4>, " + kColumns),
       1,
       1},
      {"max_windows",
       {{{2, 12, 3}}},
       [](Graph &graph, const std::vector<Val> &x) {
         Val values{graph.fresh(), x[0].type, {2, 4, 3}};
         Val index{graph.fresh(), ElementType::I32, {2, 4, 3}};
         graph.line(values.name + ", " + index.name + " = amp.max_windows " +
                    x[0].name + " {" + kWindows +
                    ", step = array<i64: 1, 1>} : (" + x[0].typeText() +
                    ") -> (" + values.typeText() + ", " + index.typeText() +
                    ")");
         return values;
       },
       1,
       1,
       spread},
      {"sum_chosen",
       {{{1, 4, 1}}},
       [](Graph &graph, const std::vector<Val> &x) {
         Val index{graph.fresh(), ElementType::I32, {1, 4, 1}};
         graph.line(index.name +
                    " = amp.constant dense<[[[5], [5], [9], [-1]]]> : " +
                    index.typeText());
         return graph.op("sum_chosen", {x[0], index}, x[0].type, {1, 12, 1},
                         kWindows);
       },
       1,
       1},
      {"sum_at",
       {{{2, 3, 3}}},
       indexed("sum_at", {2, 4, 3}, {1, 3, 1}, "[[[3], [0], [3]]]",
               "size = 4 : i64"),
       1},
      {"sum_at of one",
       {{{2, 1, 3}}, {{2, 4, 3}}},
       indexed("sum_at", {2, 4, 3}, {2, 1, 3}, "[[[3, 0, 7]], [[1, 1, 2]]]",
               "size = 4 : i64"),
       1},
      {"sum_at of each element onto others",
       {{{2, 2, 3}}, {{2, 4, 3}}},
       indexed("sum_at", {2, 4, 3}, {2, 2, 3},
               "[[[0, 3, -1], [0, 2, 4]], [[1, 1, 1], [2, 2, 2]]]",
               "size = 4 : i64"),
       2},
  };
  return list;
}

Table::Table(ElementType type, std::vector<Case> chosen)
    : list(std::move(chosen)) {
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

Batch::Batch(ElementType type, const Table &table, int order) {
  // Weights of the losses of further orders.
  Generator generator(37);
  for (size_t c = 0; c < table.list.size(); ++c) {
    firstInput.push_back(graph.inputs().size());
    std::vector<Val> operands;
    for (size_t i = 0; i < table.list[c].operands.size(); ++i)
      operands.push_back(graph.input(
          encode(type, table.list[c].operands[i].shape, table.inputs[c][i])));
    Val y = table.list[c].build(graph, operands);
    const Reals &all = table.weights[c];
    Val w = graph.input(encode(
        type, y.shape, Reals(all.begin(), all.begin() + product(y.shape))));
    std::vector<Val> wrt = operands;
    if (order > 1)
      wrt.push_back(w);
    numInputs.push_back(wrt.size());
    Val value = graph.op("sum", {graph.same("mul", {y, w})}, type, {});
    for (int next = 2; next <= order; ++next) {
      std::vector<Val> gradients = graph.backward(value, operands);
      value = Val();
      for (const Val &gradient : gradients) {
        Val v = graph.input(
            generator.tensor(type, gradient.shape, Real(0.5), Real(1.5)));
        Val term =
            graph.op("sum", {graph.same("mul", {gradient, v})}, type, {});
        value = value.name.empty() ? term : graph.same("add", {value, term});
      }
    }
    loss.push_back(graph.output(value));
    for (const Val &gradient : graph.backward(value, wrt))
      graph.output(gradient);
  }
}

void amp::test::expectDifferences(Program &program, const Batch &batch,
                                  const Table &table) {
  const std::vector<Tensor> &start = batch.graph.inputs();
  std::vector<Tensor> base = program.run(start);
  ASSERT_EQ(base.size(), batch.graph.numOutputs());

  // Cases do not share inputs: one run moves one element of each. Of fourth
  // order, with h = 1/1024 (a power of two, so that x + h is exact enough): (8
  // (f(x+h) - f(x-h)) - (f(x+2h) - f(x-2h))) / 12h.
  const Real h = std::ldexp(Real(1), -10);
  auto hasElement = [&](size_t c, size_t input, size_t element) {
    return input < batch.numInputs[c] &&
           element < size_t(product(start[batch.firstInput[c] + input].shape));
  };
  for (size_t input = 0;; ++input) {
    bool isInput = false;
    for (size_t element = 0;; ++element) {
      std::vector<std::vector<Tensor>> runs;
      bool isElement = false;
      for (int step : {1, -1, 2, -2}) {
        std::vector<Tensor> inputs = start;
        for (size_t c = 0; c < table.list.size(); ++c) {
          if (!hasElement(c, input, element))
            continue;
          Tensor &tensor = inputs[batch.firstInput[c] + input];
          tensor = llvm::cantFail(
              Tensor::copyOf(tensor.type, tensor.shape, tensor.bytes()));
          tensor.mutableElements<double>()[element] += step * h;
          isElement = true;
        }
        if (!isElement)
          break;
        runs.push_back(program.run(inputs));
        ASSERT_EQ(runs.back().size(), base.size());
      }
      if (!isElement)
        break;
      isInput = true;
      for (size_t c = 0; c < table.list.size(); ++c) {
        if (!hasElement(c, input, element))
          continue;
        Real f[4];
        for (size_t i = 0; i < 4; ++i)
          f[i] = decode(runs[i][batch.loss[c]], 0);
        Real difference = (8 * (f[0] - f[1]) - (f[2] - f[3])) / (12 * h);
        Real gradient = decode(base[batch.loss[c] + 1 + input], element);
        // The losses are sums of some dozens of terms, with an error of some
        // ulps of the largest, which h divides.
        Real rounding = 64 * std::ldexp(std::fabs(f[0]) + 1, -53) / h;
        EXPECT_LE(std::fabs(gradient - difference),
                  1e-6L * std::fabs(difference) + rounding)
            << table.list[c].name << ", input " << input << ", element "
            << element << ": gradient " << double(gradient)
            << ", central difference " << double(difference);
      }
    }
    if (!isInput)
      return;
  }
}

void GradientFixture::checkDifferences(const std::vector<Case> &list,
                                       int order) {
  Table table(ElementType::F64, list);
  Batch batch(ElementType::F64, table, order);
  std::unique_ptr<Program> program = compile(batch.graph);
  ASSERT_TRUE(program);
  expectDifferences(*program, batch, table);
}

void GradientFixture::expectSixteenBits(const std::vector<Case> &list) {
  std::unique_ptr<Program> wide;
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    Table table(type, list);
    Batch narrow(type, table);
    Batch exact(ElementType::F64, table);
    for (size_t c = 0; c < table.list.size(); ++c) {
      for (Reals &values : table.inputs[c])
        for (Real &x : values)
          x = std::fabs(x);
      for (Real &w : table.weights[c])
        w = std::fabs(w);
    }
    Batch positive(ElementType::F64, table);
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
