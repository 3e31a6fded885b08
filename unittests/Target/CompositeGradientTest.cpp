//===- CompositeGradientTest.cpp - amp.backward of what has parts ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientCases.h"
#include "RunningError.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class CompositeGradientTest : public GradientFixture {};
} // namespace

// The derivative of a composite op is that of its parts.
std::vector<Case> amp::test::compositeCases() {
  const std::vector<Operand> one = {{{3, 4}}};
  const std::vector<Operand> vectors = {{{6}}, {{6}}};
  const std::vector<Operand> cube = {{{2, 3, 4}}};
  const std::string rows = "dims = array<i64: 1>";
  std::vector<Case> list = {
      // x - m: the terms cancel.
      {"var", one, shaped("var", {3}, rows), 0, 1},
      {"std", one, shaped("std", {3}, rows + ", correction = 0 : i64"), 0, 1},
      {"logsumexp", one, shaped("logsumexp", {3}, rows), 0},
      {"trace", one, shaped("trace", {}), 0},
      {"dot", vectors, shaped("dot", {}), 0},
      {"vdot", vectors, shaped("vdot", {}), 0},
      {"cross", {{{4, 3}}, {{1, 3}}}, shaped("cross", {4, 3}), 0, 1},
      {"stack",
       {{{3, 4}}, {{3, 4}}},
       shaped("stack", {3, 2, 4}, "dim = 1 : i64"),
       0},
      {"glu", {{{3, 8}}}, shaped("glu", {3, 4}), 0, 1},
      {"glu rows", {{{4, 3}}}, shaped("glu", {2, 3}, "dim = 0 : i64"), 0, 1},
      {"squeeze", {{{3, 1, 4}}}, shaped("squeeze", {3, 4}), 0},
      {"unsqueeze", one, shaped("unsqueeze", {3, 1, 4}, "dim = 1 : i64"), 0},
      {"flip", cube, shaped("flip", {2, 3, 4}, "dims = array<i64: 0, 2>"), 0},
      {"tile", one, shaped("tile", {6, 8}, "repeats = array<i64: 2, 2>"), 0, 1},
      {"constant_pad_nd", one,
       shaped("constant_pad_nd", {5, 3},
              "low = array<i64: 1, -1>, high = array<i64: 1, 0>, value = 3.0 : "
              "f64"),
       0},
      // An element's gradients at both edges of two dimensions are added.
      {"reflection_pad",
       {{{1, 3, 4}}},
       shaped("reflection_pad", {1, 5, 7},
              "low = array<i64: 1, 2>, high = array<i64: 1, 1>"),
       0,
       4},
      {"replication_pad",
       {{{1, 3, 4}}},
       shaped("replication_pad", {1, 5, 7},
              "low = array<i64: 1, 2>, high = array<i64: 1, 1>"),
       0,
       4},
      {"pixel_shuffle",
       {{{4, 2, 3}}},
       shaped("pixel_shuffle", {1, 4, 6}, "factor = 2 : i64"),
       0},
      {"pixel_unshuffle",
       {{{1, 4, 6}}},
       shaped("pixel_unshuffle", {4, 2, 3}, "factor = 2 : i64"),
       0},
      {"cumsum", one, simple("cumsum", "dim = 1 : i64"), 0, 1},
      {"topk", one,
       [](Graph &graph, const std::vector<Val> &x) {
         Val y{graph.fresh(), x[0].type, {2, 4}},
             i{"", ElementType::I64, {2, 4}};
         graph.line(y.name + ", " + graph.fresh() + " = amp.topk " + x[0].name +
                    " {k = 2 : i64, dim = 0 : i64} : (" + x[0].typeText() +
                    ") -> (" + y.typeText() + ", " + i.typeText() + ")");
         return y;
       },
       0, 0, spread},
      // A sort of a row whose size is no power of two.
      {"topk of a long row",
       {{{141}}},
       [](Graph &graph, const std::vector<Val> &x) {
         Val y{graph.fresh(), x[0].type, {50}}, i{"", ElementType::I64, {50}};
         graph.line(y.name + ", " + graph.fresh() + " = amp.topk " + x[0].name +
                    " {k = 50 : i64} : (" + x[0].typeText() + ") -> (" +
                    y.typeText() + ", " + i.typeText() + ")");
         return y;
       },
       0,
       0,
       spread},
      {"cumprod", one, simple("cumprod", "dim = 1 : i64"), 0, 1},
      {"prod", one, shaped("prod", {3}, rows), 0, 1},
      {"renorm", one,
       simple("renorm", "p = 2.0 : f64, dim = 0 : i64, maxnorm = 1.0 : f64"), 0,
       1},
      {"frobenius_norm", one, shaped("frobenius_norm", {}), 0},
      {"norm", one, shaped("norm", {3}, rows), 0, 1},
      // As softmax.
      {"softmin", one, simple("softmin", "dim = 1 : i64"), 4, 16},
      {"split", one,
       [](Graph &graph, const std::vector<Val> &x) {
         std::string name = graph.fresh();
         Val y{name + "#1", x[0].type, {3, 3}};
         graph.line(name + ":2 = amp.split " + x[0].name +
                    " {dim = 1 : i64, sizes = array<i64: 1, 3>} : (" +
                    x[0].typeText() + ") -> (" +
                    Val{"", x[0].type, {3, 1}}.typeText() + ", " +
                    y.typeText() + ")");
         return y;
       },
       0},
      {"_upsample_nearest_exact1d",
       {{{1, 2, 3}}},
       shaped("_upsample_nearest_exact1d", {1, 2, 5},
              "output_size = array<i64: 5>"),
       0,
       1},
      {"_upsample_nearest_exact3d",
       {{{1, 1, 2, 1, 3}}},
       shaped("_upsample_nearest_exact3d", {1, 1, 3, 2, 3},
              "output_size = array<i64: 3, 2, 3>"),
       0,
       1},
      // Norm, quotient and their derivatives are 16-bit ops, ten in all, and
      // the
      // two terms cancel as softmax's do.
      {"normalize", one, simple("normalize"), 10, 16},
  };
  for (const char *ord : {"0.5", "1.0", "2.0", "3.0", "-1.0",
                          "0x7FF0000000000000", "0xFFF0000000000000"})
    list.push_back(
        {"linalg_vector_norm " + std::string(ord), one,
         shaped("linalg_vector_norm", {3}, rows + ", ord = " + ord + " : f64"),
         0, 1, [](Inputs &inputs) {
           // Magnitudes differ, and are not close to 0.
           spread(inputs);
           for (size_t i = 0; i < inputs[0].size(); ++i)
             inputs[0][i] = (i & 1 ? 1 : -1) * (inputs[0][i] + 1.5L);
         }});
  for (const char *ord : {"1.0", "-1.0", "0x7FF0000000000000"})
    list.push_back({"linalg_matrix_norm " + std::string(ord), one,
                    shaped("linalg_matrix_norm", {},
                           "ord = " + std::string(ord) + " : f64"),
                    0, 0, awayFromZero});
  // Indices are no operands to differentiate by. Some of those that add meet at
  // one place.
  struct Indexing {
    std::string mnemonic, attributes;
    Shape indexShape;
    std::string indices;
    std::vector<Operand> operands;
    Shape shape;
  };
  const Operand matrix = {{3, 4}}, rowsOfTwo = {{2, 4}};
  const Indexing indexings[] = {
      {"gather",
       "dim = 1 : i64",
       {3, 2},
       "[[3, 0], [1, 1], [2, 0]]",
       {matrix},
       {3, 2}},
      {"index_select", "dim = 1 : i64", {2}, "[3, 1]", {matrix}, {3, 2}},
      {"index_copy",
       "dim = 0 : i64",
       {2},
       "[2, 0]",
       {matrix, rowsOfTwo},
       {3, 4}},
      // Of two at one place the last has the gradient.
      {"index_copy",
       "dim = 1 : i64",
       {3},
       "[2, 0, 2]",
       {matrix, {{3, 3}}},
       {3, 4}},
      {"index_put", "", {3}, "[1, 0, -2]", {matrix, {{4}}}, {3, 4}},
      {"index_put",
       "accumulate = true",
       {2},
       "[2, -1]",
       {matrix, rowsOfTwo},
       {3, 4}},
      {"scatter_add",
       "dim = 0 : i64",
       {2, 4},
       "[[0, 2, 1, 1], [0, 1, 1, 0]]",
       {matrix, rowsOfTwo},
       {3, 4}},
      // Indices that reach a part of the input and of the source.
      {"scatter_add",
       "dim = 1 : i64",
       {2, 3},
       "[[0, 3, 0], [1, 1, 1]]",
       {matrix, {{4, 5}}},
       {3, 4}},
  };
  for (const Indexing &op : indexings)
    list.push_back({op.mnemonic, op.operands,
                    [=](Graph &graph, const std::vector<Val> &x) {
                      Val index{graph.fresh(), ElementType::I64, op.indexShape};
                      graph.line(index.name + " = amp.constant dense<" +
                                 op.indices + "> : " + index.typeText());
                      std::vector<Val> operands = x;
                      operands.insert(operands.begin() + 1, index);
                      return graph.op(op.mnemonic, operands, x[0].type,
                                      op.shape, op.attributes);
                    },
                    0, 1});
  return list;
}

TEST_P(CompositeGradientTest, Composites) {
  checkDifferences(compositeCases(), 1);
}
TEST_P(CompositeGradientTest, CompositesSecondOrder) {
  checkDifferences(compositeCases(), 2);
}
TEST_P(CompositeGradientTest, CompositesSixteenBits) {
  expectSixteenBits(compositeCases());
}

//===----------------------------------------------------------------------===//
// Convolutions, pooling, normalizations, recurrent networks, attention
//===----------------------------------------------------------------------===//

namespace {
using Build = std::function<Val(Graph &, const std::vector<Val> &)>;

/// Operands from the second on as `keyword(%x)`; of the results the first.
Build norm(const std::string &mnemonic, const std::string &attributes,
           const std::vector<std::string> &keywords, unsigned results = 1) {
  return [=](Graph &graph, const std::vector<Val> &x) {
    std::string name = graph.fresh(), operands = x[0].name,
                types = x[0].typeText(), given = x[0].typeText();
    for (size_t i = 1; i < x.size(); ++i) {
      operands += " " + keywords[i - 1] + "(" + x[i].name + ")";
      types += ", " + x[i].typeText();
    }
    for (unsigned i = 1; i < results; ++i)
      given += ", " + x.back().typeText();
    graph.line(name + ":" + std::to_string(results) + " = amp." + mnemonic +
               " " + operands + " {" + attributes + "} : (" + types + ") -> (" +
               given + ")");
    return Val{name + "#0", x[0].type, x[0].shape};
  };
}

/// The first of `results` results, of `shape`; the next ones have the type of
/// the second operand, and the last one is the state behind the random numbers
/// if there are attributes, which make the op draw some. `lengths` are written
/// as such if there are some.
Build several(const std::string &mnemonic, Shape shape, size_t results,
              const std::string &attributes = "",
              const std::string &lengths = "") {
  return [=](Graph &graph, const std::vector<Val> &x) {
    std::string name = graph.fresh(), operands, types;
    for (const Val &value : x) {
      operands += (operands.empty() ? "" : ", ") + value.name;
      types += (types.empty() ? "" : ", ") + value.typeText();
    }
    Val first{name + "#0", x[0].type, shape};
    std::string given = first.typeText();
    for (size_t i = 1; i < results; ++i)
      given += ", " + x[1].typeText();
    size_t count = results;
    if (!lengths.empty()) {
      Val given{graph.fresh(), ElementType::I64, {shape[1]}};
      graph.line(given.name + " = amp.constant dense<" + lengths +
                 "> : " + given.typeText());
      operands += " lengths(" + given.name + ")";
      types += ", " + given.typeText();
    }
    if (!attributes.empty()) {
      Val state{graph.fresh(), ElementType::I64, {2}};
      graph.line(state.name + " = amp.constant dense<[3, 5]> : tensor<2xi64>");
      operands += " random(" + state.name + ") {" + attributes + "}";
      types += ", " + state.typeText();
      given += ", " + state.typeText();
      ++count;
    }
    graph.line(name + ":" + std::to_string(count) + " = amp." + mnemonic + " " +
               operands + " : (" + types + ") -> (" + given + ")");
    return first;
  };
}

/// All elements differ by at least 1/8, and none is next to 0.
void spread(Inputs &inputs) {
  for (Reals &x : inputs)
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = Real(i * 7 % x.size()) / 8 - 1 + 1 / Real(16);
}

std::vector<Case> networkCases() {
  const std::vector<std::string> all = {"weight", "bias", "running_mean",
                                        "running_var"};
  const std::vector<Operand> channels = {
      {{3, 2, 4}}, {{2}}, {{2}}, {{2}}, {{2}, 0.5, 2}};
  const std::string pool = "kernel_size = array<i64: 2, 3>, "
                           "stride = array<i64: 2, 1>, "
                           "padding = array<i64: 0, 1>";
  std::vector<Case> list = {
      {"batch_norm", channels, norm("batch_norm", "training = true", all, 3)},
      {"batch_norm evaluation", channels, norm("batch_norm", "", all)},
      {"instance_norm", channels, norm("instance_norm", "", all, 3)},
      {"layer_norm",
       {{{3, 5}}, {{5}}, {{5}}},
       norm("layer_norm", "normalized_shape = array<i64: 5>", all)},
      {"group_norm",
       {{{2, 4, 3}}, {{4}}, {{4}}},
       norm("group_norm", "num_groups = 2 : i64", all)},
      {"rms_norm",
       {{{3, 5}}, {{5}}},
       shaped("rms_norm", {3, 5}, "normalized_shape = array<i64: 5>")},
      {"local_response_norm",
       {{{2, 4, 3}}},
       shaped("local_response_norm", {2, 4, 3},
              "size = 3 : i64, alpha = 0.5 : f64")},
      {"conv1d",
       {{{2, 4, 5}}, {{2, 2, 3}}, {{2}}},
       shaped("conv1d", {2, 2, 3},
              "groups = 2 : i64, stride = array<i64: 2>, "
              "padding = array<i64: 1>")},
      {"conv2d",
       {{{1, 2, 4, 5}}, {{2, 2, 2, 3}}, {{2}}},
       shaped("conv2d", {1, 2, 4, 3},
              "padding = array<i64: 1, 1>, dilation = array<i64: 2, 2>")},
      // Channels that do not mix, with one output of each and with two.
      {"conv2d of each channel",
       {{{1, 3, 5, 4}}, {{3, 1, 3, 2}}, {{3}}},
       shaped("conv2d", {1, 3, 3, 5},
              "groups = 3 : i64, stride = array<i64: 2, 1>, "
              "padding = array<i64: 1, 1>")},
      {"conv2d of each channel to two",
       {{{1, 2, 4, 4}}, {{4, 1, 2, 2}}, {{4}}},
       shaped("conv2d", {1, 4, 3, 3}, "groups = 2 : i64")},
      // Places enough for a product of each sample.
      {"conv1d of many places",
       {{{1, 2, 66}}, {{1, 2, 3}}, {{1}}},
       shaped("conv1d", {1, 1, 64})},
      {"conv1d of single elements",
       {{{1, 2, 64}}, {{1, 2, 1}}, {{1}}},
       shaped("conv1d", {1, 1, 64})},
      {"conv_transpose1d of many places",
       {{{1, 2, 64}}, {{2, 1, 3}}, {{1}}},
       shaped("conv_transpose1d", {1, 1, 64}, "padding = array<i64: 1>")},
      {"conv3d",
       {{{1, 1, 2, 3, 3}}, {{2, 1, 1, 2, 2}}, {{2}}},
       shaped("conv3d", {1, 2, 4, 2, 3},
              "padding = array<i64: 1, 1, 1>, stride = array<i64: 1, 2, 1>, "
              "dilation = array<i64: 1, 1, 2>")},
      {"conv_transpose2d",
       {{{1, 2, 2, 3}}, {{2, 1, 2, 2}}, {{1}}},
       shaped("conv_transpose2d", {1, 1, 4, 4}, "stride = array<i64: 2, 1>")},
      {"convolution",
       {{{2, 4, 5}}, {{2, 2, 3}}, {{2}}},
       shaped("convolution", {2, 2, 3},
              "groups = 2 : i64, stride = array<i64: 2>, "
              "padding = array<i64: 1>, dilation = array<i64: 1>")},
      // Of the 6 elements no window reads the last one.
      {"convolution_backward_input",
       {{{2, 2, 3}}, {{2, 2, 3}}},
       shaped("convolution_backward_input", {2, 4, 6},
              "groups = 2 : i64, stride = array<i64: 2>, "
              "padding = array<i64: 1>, dilation = array<i64: 1>, "
              "size = array<i64: 6>")},
      {"convolution_backward_weight",
       {{{2, 4, 5}}, {{2, 2, 3}}},
       shaped("convolution_backward_weight", {2, 2, 3},
              "groups = 2 : i64, stride = array<i64: 2>, "
              "padding = array<i64: 1>, dilation = array<i64: 1>, "
              "kernel = array<i64: 3>")},
      {"conv_tbc",
       {{{4, 1, 2}}, {{3, 2, 2}}, {{2}}},
       shaped("conv_tbc", {4, 1, 2}, "pad = 1 : i64")},
      {"max_pool2d",
       {{{1, 2, 4, 4}}},
       shaped("max_pool2d", {1, 2, 2, 4}, pool),
       0,
       0,
       spread},
      {"max_pool1d",
       {{{1, 2, 8}}},
       shaped("max_pool1d", {1, 2, 3},
              "kernel_size = array<i64: 3>, stride = array<i64: 2>, padding = "
              "array<i64: 1>, dilation = array<i64: 2>"),
       0,
       0,
       spread},
      {"avg_pool1d",
       {{{1, 2, 7}}},
       shaped("avg_pool1d", {1, 2, 4},
              "kernel_size = array<i64: 3>, stride = array<i64: 2>, padding = "
              "array<i64: 1>, count_include_pad = false")},
      {"adaptive_max_pool1d",
       {{{1, 2, 5}}},
       shaped("adaptive_max_pool1d", {1, 2, 3}, "output_size = array<i64: 3>"),
       0,
       0,
       spread},
      {"avg_pool2d",
       {{{1, 2, 4, 4}}},
       shaped("avg_pool2d", {1, 2, 2, 4}, pool)},
      {"adaptive_avg_pool2d",
       {{{1, 1, 4, 5}}},
       shaped("adaptive_avg_pool2d", {1, 1, 3, 2},
              "output_size = array<i64: 3, 2>")},
      {"adaptive_max_pool2d",
       {{{1, 1, 4, 5}}},
       shaped("adaptive_max_pool2d", {1, 1, 3, 2},
              "output_size = array<i64: 3, 2>"),
       0,
       0,
       spread},
      {"upsample_nearest2d",
       {{{1, 1, 3, 2}}},
       shaped("upsample_nearest2d", {1, 1, 4, 6},
              "output_size = array<i64: 4, 6>")},
      {"upsample_bicubic2d",
       {{{1, 1, 3, 4}}},
       shaped("upsample_bicubic2d", {1, 1, 5, 3},
              "output_size = array<i64: 5, 3>")},
      {"grid_sampler",
       {{{1, 2, 3, 4}}, {{1, 2, 3, 2}, -1.25, 1.25}},
       shaped("grid_sampler", {1, 2, 2, 3}, "padding_mode = \"reflection\"")},
      {"grid_sampler bicubic",
       {{{1, 1, 3, 4}}, {{1, 2, 2, 2}, -1.25, 1.25}},
       shaped("grid_sampler", {1, 1, 2, 2},
              "interpolation_mode = \"bicubic\", align_corners = true")},
      {"attention",
       {{{2, 3, 2}}, {{2, 4, 2}}, {{2, 4, 3}}, {{3, 4}}},
       shaped("scaled_dot_product_attention", {2, 3, 3})},
      {"attention causal",
       {{{2, 3, 2}}, {{2, 4, 2}}, {{2, 4, 3}}},
       shaped("scaled_dot_product_attention", {2, 3, 3}, "is_causal = true")},
      {"attention with groups and dropout",
       {{{4, 3, 2}}, {{2, 4, 2}}, {{2, 4, 3}}, {{3, 4}}},
       several("scaled_dot_product_attention", {4, 3, 3}, 1,
               "enable_gqa = true, dropout_p = 0.25 : f64")},
      {"prelu", {{{2, 3, 4}}, {{3}}}, shaped("prelu", {2, 3, 4}), 0, 0, spread},
      {"bilinear",
       {{{3, 2}}, {{3, 4}}, {{2, 2, 4}}, {{2}}},
       shaped("bilinear", {3, 2})},
      {"embedding",
       {{{4, 3}}},
       [](Graph &graph, const std::vector<Val> &x) {
         Val indices{graph.fresh(), ElementType::I64, {3}};
         graph.line(indices.name +
                    " = amp.constant dense<[1, 3, 1]> : tensor<3xi64>");
         return graph.op("embedding", {x[0], indices}, x[0].type, {3, 3});
       }},
  };
  const std::pair<std::string, int64_t> kinds[] = {
      {"lstm", 4}, {"gru", 3}, {"rnn_tanh", 1}, {"rnn_relu", 1}};
  for (const auto &[name, gates] : kinds) {
    bool hasCell = name == "lstm";
    auto operands = [&, name = name, gates = gates](Shape input, Shape state) {
      // Positive, and so away from ReLU's kink.
      Real low = name == "rnn_relu" ? 0.125L : -2;
      std::vector<Operand> result = {{input, low}, {state, low}};
      if (hasCell)
        result.push_back({state});
      for (Shape shape : {Shape{gates * 2, 3}, Shape{gates * 2, 2},
                          Shape{gates * 2}, Shape{gates * 2}})
        result.push_back({shape, 0.125, 1});
      return result;
    };
    list.push_back({name + "_cell", operands({2, 3}, {2, 2}),
                    several(name + "_cell", {2, 2}, 1 + hasCell)});
    list.push_back({name, operands({3, 2, 3}, {1, 2, 2}),
                    several(name, {3, 2, 2}, 2 + hasCell)});
    // Two layers of both directions, with a hidden unit; also of sequences that
    // end before the last step.
    Real low = name == "rnn_relu" ? 0.125L : -2;
    for (const auto &[what, rows, lengths] :
         {std::tuple(" stack", 1, ""), std::tuple(" lengths", 2, "[2, 1]")}) {
      std::vector<Operand> stack(hasCell ? 3 : 2, {{4, rows, 1}, low});
      stack[0] = {{3, rows, 2}, low};
      for (int cell = 0; cell < 4; ++cell)
        for (Shape shape :
             {Shape{gates, 2}, Shape{gates, 1}, Shape{gates}, Shape{gates}})
          stack.push_back({shape, 0.125, 1});
      list.push_back({name + what, stack,
                      several(name, {3, rows, 2}, 2 + hasCell,
                              "num_layers = 2 : i64, bidirectional = true, "
                              "dropout = 0.25 : f64",
                              lengths)});
    }
  }
  return list;
}
} // namespace

TEST_P(CompositeGradientTest, Networks) {
  Table table(ElementType::F64, networkCases());
  for (int order : {1, 2}) {
    Batch batch(ElementType::F64, table, order);
    std::unique_ptr<Program> program = compile(batch.graph);
    ASSERT_TRUE(program);
    expectDifferences(*program, batch, table);
  }
}

// The sums over kernel positions and outputs, and those of the weight over all
// places, are taken in f32 and rounded once.
TEST_P(CompositeGradientTest, ConvolutionSixteenBits) {
  constexpr int64_t N = 2, C = 3, O = 4, L = 12, K = 5, P = L - K + 1;
  Generator generator(107);
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    Rounding r(type);
    Tensor tx = generator.tensor(type, {N, C, L}),
           tw = generator.tensor(type, {O, C, K}),
           tb = generator.tensor(type, {O}),
           tg = generator.tensor(type, {N, O, P});
    Graph graph;
    Val x = graph.input(tx), w = graph.input(tw), b = graph.input(tb),
        g = graph.input(tg);
    Val y = graph.op("conv1d", {x, w, b}, type, {N, O, P});
    Val loss = graph.op("sum", {graph.same("mul", {y, g})}, type, {});
    for (const Val &gradient : graph.backward(loss, {x, w, b}))
      graph.output(gradient);
    RUN_GRAPH(results, graph);
    Reals xs = decode(tx), ws = decode(tw), gs = decode(tg);
    Nums dx, dw, db;
    for (int64_t n = 0; n < N; ++n)
      for (int64_t c = 0; c < C; ++c)
        for (int64_t l = 0; l < L; ++l) {
          Nums left, right;
          for (int64_t k = 0; k < K; ++k) {
            int64_t place = l - k;
            for (int64_t o = 0; o < O && place >= 0 && place < P; ++o) {
              left.push_back(gs[(n * O + o) * P + place]);
              right.push_back(ws[(o * C + c) * K + k]);
            }
          }
          dx.push_back(r.dot(left, right));
        }
    for (int64_t o = 0; o < O; ++o) {
      Nums all;
      for (int64_t c = 0; c < C; ++c)
        for (int64_t k = 0; k < K; ++k) {
          Nums left, right;
          for (int64_t n = 0; n < N; ++n)
            for (int64_t place = 0; place < P; ++place) {
              left.push_back(gs[(n * O + o) * P + place]);
              right.push_back(xs[(n * C + c) * L + place + k]);
            }
          dw.push_back(r.dot(left, right));
          all = left;
        }
      db.push_back(r.sum(all));
    }
    expectNums(results[0], dx, "input");
    expectNums(results[1], dw, "weight");
    expectNums(results[2], db, "bias");
  }
}

AMP_INSTANTIATE(CompositeGradientTest);
