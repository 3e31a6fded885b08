//===- NormalizationTest.cpp - Normalizations and softmax ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunningError.h"
#include "SoftmaxError.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class NormalizationTest : public TargetTest {};

/// Mean and biased variance by two passes, and the differences between.
struct Moments {
  Num mean, variance;
  Nums centred;
};
Moments momentsOf(const Rounding &r, const Nums &x) {
  Moments moments;
  moments.mean = r.mean(x);
  Nums squares;
  for (Num value : x) {
    moments.centred.push_back(r.sub(value, moments.mean));
    squares.push_back(r.mul(moments.centred.back(), moments.centred.back()));
  }
  moments.variance = r.mean(squares);
  return moments;
}

/// centred / sqrt(variance + eps) weight + bias.
Num normalized(const Rounding &r, Num centred, Num variance, Real eps,
               const Num *weight, const Num *bias) {
  Num y = r.mul(centred, r.rsqrt(r.add(variance, r.constant(eps))));
  if (weight)
    y = r.mul(y, *weight);
  if (bias)
    y = r.add(y, *bias);
  return y;
}

/// `values` by `classOf(i)`: the sets over which statistics are taken.
template <typename ClassOf>
std::vector<Nums> split(const Nums &values, size_t count, ClassOf classOf) {
  std::vector<Nums> result(count);
  for (size_t i = 0; i < values.size(); ++i)
    result[classOf(i)].push_back(values[i]);
  return result;
}

/// The elements of [N, C, L]: which sample, which channel.
struct Layout {
  int64_t samples, channels, length;
  Shape shape() const { return {samples, channels, length}; }
  int64_t channel(size_t i) const { return i / length % channels; }
  int64_t sample(size_t i) const { return i / length / channels; }
};

/// `op` with operands written as `keyword(%x)`, and its results.
std::vector<Val> normOp(Graph &graph, const std::string &mnemonic,
                        const Val &input,
                        const std::vector<std::pair<std::string, Val>> &others,
                        const std::string &attributes,
                        const std::vector<Val> &more = {}) {
  std::vector<Val> results = {{graph.fresh(), input.type, input.shape}};
  for (const Val &like : more)
    results.push_back({graph.fresh(), like.type, like.shape});
  std::string names, operands = input.name, types = input.typeText(), given;
  for (const Val &result : results) {
    names += (names.empty() ? "" : ", ") + result.name;
    given += (given.empty() ? "" : ", ") + result.typeText();
  }
  for (const auto &[keyword, value] : others) {
    operands += " " + keyword + "(" + value.name + ")";
    types += ", " + value.typeText();
  }
  graph.line(names + " = amp." + mnemonic + " " + operands + " {" + attributes +
             "} : (" + types + ") -> (" + given + ")");
  return results;
}

/// The type of parameters beside an input: its own, or f32.
std::vector<ElementType> parameterTypes(ElementType type) {
  if (is16Bit(type))
    return {type, ElementType::F32};
  return {type};
}
} // namespace

// Values far from 0 too: the square of a mean would cancel everything.
TEST_P(NormalizationTest, BatchNormTraining) {
  Generator generator(11);
  for (ElementType type : kFloats)
    for (ElementType stored : parameterTypes(type))
      for (Real offset : {Real(0), Real(40)}) {
        const Layout layout = {4, 3, 5};
        Rounding r(type);
        Tensor tx =
            generator.tensor(type, layout.shape(), offset - 2, offset + 2);
        Tensor tw = generator.tensor(stored, {3}),
               tb = generator.tensor(stored, {3});
        Tensor tm = generator.tensor(stored, {3}),
               tv = generator.tensor(stored, {3}, 0.5, 2);
        Graph graph;
        Val x = graph.input(tx), w = graph.input(tw), b = graph.input(tb);
        Val m = graph.input(tm), v = graph.input(tv);
        for (const Val &y :
             normOp(graph, "batch_norm", x,
                    {{"weight", w},
                     {"bias", b},
                     {"running_mean", m},
                     {"running_var", v}},
                    "training = true, momentum = 0.25 : f64", {m, v}))
          graph.output(y);
        // Without parameters and without running statistics.
        graph.output(normOp(graph, "batch_norm", x, {},
                            "training = true, eps = 0.125 : f64")[0]);
        RUN_GRAPH(results, graph);
        Nums values = toNums(tx), weight = toNums(tw), bias = toNums(tb);
        std::vector<Moments> moments;
        for (const Nums &channel :
             split(values, 3, [&](size_t i) { return layout.channel(i); }))
          moments.push_back(momentsOf(r, channel));
        Nums affine, plain;
        for (size_t i = 0; i < values.size(); ++i) {
          int64_t c = layout.channel(i);
          Num centred = r.sub(values[i], moments[c].mean);
          affine.push_back(normalized(r, centred, moments[c].variance, 1e-5L,
                                      &weight[c], &bias[c]));
          plain.push_back(normalized(r, centred, moments[c].variance, 0.125L,
                                     nullptr, nullptr));
        }
        expectNums(results[0], affine, "affine");
        expectNums(results[3], plain, "plain");
        Nums mean, variance;
        for (int64_t c = 0; c < 3; ++c) {
          Num unbiased = r.mul(moments[c].variance, r.constant(Real(20) / 19));
          auto blend = [&](const Tensor &old, Num batch) {
            return r.add(r.mul(decode(old, c), 0.75L), r.mul(batch, 0.25L));
          };
          mean.push_back(blend(tm, moments[c].mean));
          variance.push_back(blend(tv, unbiased));
        }
        expectNums(results[1], mean, "running mean");
        expectNums(results[2], variance, "running variance");
      }
}

TEST_P(NormalizationTest, BatchNormEvaluation) {
  Generator generator(13);
  for (ElementType type : kFloats)
    for (ElementType stored : parameterTypes(type)) {
      const Layout layout = {2, 3, 7};
      Rounding r(type);
      Tensor tx = generator.tensor(type, layout.shape());
      Tensor tw = generator.tensor(stored, {3}),
             tb = generator.tensor(stored, {3});
      Tensor tm = generator.tensor(stored, {3}),
             tv = generator.tensor(stored, {3}, 0, 2);
      Graph graph;
      Val x = graph.input(tx), w = graph.input(tw), b = graph.input(tb);
      Val m = graph.input(tm), v = graph.input(tv);
      graph.output(normOp(
          graph, "batch_norm", x,
          {{"weight", w}, {"bias", b}, {"running_mean", m}, {"running_var", v}},
          "training = false")[0]);
      graph.output(normOp(graph, "instance_norm", x,
                          {{"running_mean", m}, {"running_var", v}},
                          "use_input_stats = false")[0]);
      RUN_GRAPH(results, graph);
      Nums values = toNums(tx), weight = toNums(tw), bias = toNums(tb);
      Nums affine, plain;
      for (size_t i = 0; i < values.size(); ++i) {
        int64_t c = layout.channel(i);
        Num centred = r.sub(values[i], decode(tm, c));
        affine.push_back(
            normalized(r, centred, decode(tv, c), 1e-5L, &weight[c], &bias[c]));
        plain.push_back(
            normalized(r, centred, decode(tv, c), 1e-5L, nullptr, nullptr));
      }
      expectNums(results[0], affine, "batch_norm");
      expectNums(results[1], plain, "instance_norm");
    }
}

// Several steps of training update the variables; evaluation, in the same
// module, reads what they have become.
TEST_P(NormalizationTest, RunningStatistics) {
  Generator generator(17);
  const Layout layout = {3, 2, 4};
  for (ElementType type : kFloats) {
    ElementType stored = computeType(type);
    std::string storedType = "tensor<2x" + mlirName(stored).str() + ">";
    std::string variables = "amp.variable buffer @mean : " + storedType +
                            " = #amp.init<zeros>\n"
                            "amp.variable buffer @var : " +
                            storedType + " = #amp.init<constant(1.0)>\n";
    Rounding r(type);
    Graph train, evaluate;
    train.prelude = evaluate.prelude = variables;
    Tensor first = generator.tensor(type, layout.shape());
    auto build = [&](Graph &graph, bool training) {
      Val x = graph.input(first);
      Val m = graph.read("mean", stored, {2}),
          v = graph.read("var", stored, {2});
      std::vector<Val> results = normOp(
          graph, "batch_norm", x, {{"running_mean", m}, {"running_var", v}},
          training ? "training = true" : "training = false",
          training ? std::vector<Val>{m, v} : std::vector<Val>{});
      graph.output(results[0]);
      if (training) {
        graph.assign("mean", results[1]);
        graph.assign("var", results[2]);
      }
    };
    build(train, true);
    build(evaluate, false);
    std::unique_ptr<Program> training = compile(train),
                             evaluation = compile(evaluate);
    ASSERT_TRUE(training && evaluation);
    Nums mean = {0, 0}, variance = {1, 1};
    for (int step = 0; step < 4; ++step) {
      Tensor batch = generator.tensor(type, layout.shape(), step - 2, step + 1);
      ASSERT_EQ(training->run({batch}).size(), 1u);
      std::vector<Nums> channels =
          split(toNums(batch), 2, [&](size_t i) { return layout.channel(i); });
      for (int64_t c = 0; c < 2; ++c) {
        Moments moments = momentsOf(r, channels[c]);
        Num unbiased = r.mul(moments.variance, r.constant(Real(12) / 11));
        auto blend = [&](Num old, Num next) {
          return Rounding::store(r.add(r.mul(old, r.constant(0.9L)),
                                       r.mul(next, r.constant(0.1L))),
                                 stored);
        };
        mean[c] = blend(mean[c], moments.mean);
        variance[c] = blend(variance[c], unbiased);
      }
      std::string what = " after step " + std::to_string(step);
      expectNums(training->variable("mean"), mean, "mean" + what);
      expectNums(training->variable("var"), variance, "variance" + what);
    }
    for (const char *name : {"mean", "var"})
      evaluation->setVariable(name, training->variable(name));
    std::vector<Tensor> results = evaluation->run({first});
    ASSERT_EQ(results.size(), 1u);
    Nums x = toNums(first), expected;
    for (size_t i = 0; i < x.size(); ++i) {
      int64_t c = layout.channel(i);
      expected.push_back(normalized(r, r.sub(x[i], mean[c]), variance[c], 1e-5L,
                                    nullptr, nullptr));
    }
    expectNums(results[0], expected, "evaluation");
    expectSameBytes(evaluation->variable("mean"), training->variable("mean"),
                    "unchanged mean");
  }
}

TEST_P(NormalizationTest, InstanceNorm) {
  Generator generator(19);
  for (ElementType type : kFloats)
    for (ElementType stored : parameterTypes(type)) {
      const Layout layout = {3, 2, 6};
      Rounding r(type);
      Tensor tx = generator.tensor(type, layout.shape());
      Tensor tw = generator.tensor(stored, {2}),
             tb = generator.tensor(stored, {2});
      Tensor tm = generator.tensor(stored, {2}),
             tv = generator.tensor(stored, {2}, 0.5, 2);
      Graph graph;
      Val x = graph.input(tx), w = graph.input(tw), b = graph.input(tb);
      Val m = graph.input(tm), v = graph.input(tv);
      for (const Val &y : normOp(graph, "instance_norm", x,
                                 {{"weight", w},
                                  {"bias", b},
                                  {"running_mean", m},
                                  {"running_var", v}},
                                 "momentum = 0.5 : f64", {m, v}))
        graph.output(y);
      RUN_GRAPH(results, graph);
      Nums values = toNums(tx), weight = toNums(tw), bias = toNums(tb);
      auto setOf = [&](size_t i) {
        return layout.sample(i) * 2 + layout.channel(i);
      };
      std::vector<Moments> moments;
      for (const Nums &set : split(values, 6, setOf))
        moments.push_back(momentsOf(r, set));
      Nums expected, mean, variance;
      for (size_t i = 0; i < values.size(); ++i) {
        int64_t c = layout.channel(i);
        const Moments &own = moments[setOf(i)];
        expected.push_back(normalized(r, r.sub(values[i], own.mean),
                                      own.variance, 1e-5L, &weight[c],
                                      &bias[c]));
      }
      for (int64_t c = 0; c < 2; ++c) {
        Nums means, variances;
        for (int64_t n = 0; n < 3; ++n) {
          means.push_back(moments[n * 2 + c].mean);
          variances.push_back(moments[n * 2 + c].variance);
        }
        Num unbiased = r.mul(r.mean(variances), r.constant(Real(6) / 5));
        mean.push_back(
            r.add(r.mul(decode(tm, c), 0.5L), r.mul(r.mean(means), 0.5L)));
        variance.push_back(
            r.add(r.mul(decode(tv, c), 0.5L), r.mul(unbiased, 0.5L)));
      }
      expectNums(results[0], expected, "instance_norm");
      expectNums(results[1], mean, "running mean");
      expectNums(results[2], variance, "running variance");
    }
}

TEST_P(NormalizationTest, LayerAndRmsNorm) {
  Generator generator(23);
  for (ElementType type : kFloats)
    for (ElementType stored : parameterTypes(type)) {
      constexpr int64_t kRows = 5, kSize = 12;
      Rounding r(type);
      Tensor tx = generator.tensor(type, {kRows, 3, 4}, 8, 11);
      Tensor tw = generator.tensor(stored, {3, 4}),
             tb = generator.tensor(stored, {3, 4});
      Graph graph;
      Val x = graph.input(tx), w = graph.input(tw), b = graph.input(tb);
      const std::string shape = "normalized_shape = array<i64: 3, 4>";
      graph.output(normOp(graph, "layer_norm", x, {{"weight", w}, {"bias", b}},
                          shape)[0]);
      graph.output(
          normOp(graph, "layer_norm", x, {}, shape + ", eps = 0.5 : f64")[0]);
      graph.output(graph.same("rms_norm", {x, w}, shape));
      graph.output(graph.same("rms_norm", {x}, shape + ", eps = 0.25 : f64"));
      RUN_GRAPH(results, graph);
      Nums values = toNums(tx), weight = toNums(tw), bias = toNums(tb);
      auto rowOf = [&](size_t i) { return i / kSize; };
      std::vector<Nums> rows = split(values, kRows, rowOf);
      Nums affine, plain, root, rootPlain;
      Real eps = type == ElementType::F64 ? 0x1p-52L : 0x1p-23L;
      for (size_t i = 0; i < values.size(); ++i) {
        Moments moments = momentsOf(r, rows[rowOf(i)]);
        Num centred = moments.centred[i % kSize];
        affine.push_back(normalized(r, centred, moments.variance, 1e-5L,
                                    &weight[i % kSize], &bias[i % kSize]));
        plain.push_back(
            normalized(r, centred, moments.variance, 0.5L, nullptr, nullptr));
        Nums squares;
        for (Num value : rows[rowOf(i)])
          squares.push_back(r.mul(value, value));
        root.push_back(normalized(r, values[i], r.mean(squares), eps,
                                  &weight[i % kSize], nullptr));
        rootPlain.push_back(
            normalized(r, values[i], r.mean(squares), 0.25L, nullptr, nullptr));
      }
      expectNums(results[0], affine, "layer_norm");
      expectNums(results[1], plain, "layer_norm without parameters");
      expectNums(results[2], root, "rms_norm");
      expectNums(results[3], rootPlain, "rms_norm without weight");
    }
}

TEST_P(NormalizationTest, GroupNorm) {
  Generator generator(29);
  for (ElementType type : kFloats) {
    const Layout layout = {2, 6, 5};
    Rounding r(type);
    Tensor tx = generator.tensor(type, layout.shape());
    Tensor tw = generator.tensor(type, {6}), tb = generator.tensor(type, {6});
    Graph graph;
    Val x = graph.input(tx), w = graph.input(tw), b = graph.input(tb);
    for (int groups : {1, 3, 6})
      graph.output(
          normOp(graph, "group_norm", x, {{"weight", w}, {"bias", b}},
                 "num_groups = " + std::to_string(groups) + " : i64")[0]);
    RUN_GRAPH(results, graph);
    Nums values = toNums(tx), weight = toNums(tw), bias = toNums(tb);
    const int64_t counts[] = {1, 3, 6};
    for (size_t k = 0; k < 3; ++k) {
      int64_t size = 30 / counts[k];
      std::vector<Nums> sets =
          split(values, 2 * counts[k], [&](size_t i) { return i / size; });
      Nums expected;
      for (size_t i = 0; i < values.size(); ++i) {
        Moments moments = momentsOf(r, sets[i / size]);
        int64_t c = layout.channel(i);
        expected.push_back(normalized(r, moments.centred[i % size],
                                      moments.variance, 1e-5L, &weight[c],
                                      &bias[c]));
      }
      expectNums(results[k], expected,
                 "group_norm of " + std::to_string(counts[k]));
    }
  }
}

TEST_P(NormalizationTest, LocalResponseNorm) {
  Generator generator(31);
  for (ElementType type : kFloats) {
    const Layout layout = {2, 7, 3};
    Rounding r(type);
    Tensor tx = generator.tensor(type, layout.shape());
    Graph graph;
    Val x = graph.input(tx);
    // Even and odd sizes; windows larger than there are channels.
    const int64_t sizes[] = {1, 4, 5, 20};
    for (int64_t size : sizes)
      graph.output(graph.same("local_response_norm", {x},
                              "size = " + std::to_string(size) +
                                  " : i64, alpha = 0.5 : f64, k = 2.0 : f64"));
    RUN_GRAPH(results, graph);
    Nums values = toNums(tx);
    for (size_t k = 0; k < std::size(sizes); ++k) {
      int64_t size = sizes[k];
      Nums expected;
      for (size_t i = 0; i < values.size(); ++i) {
        Nums squares;
        for (int64_t j = 0; j < size; ++j) {
          int64_t shift = j - size / 2, c = layout.channel(i) + shift;
          Num value = c < 0 || c >= 7 ? Num(0) : values[i + shift * 3];
          squares.push_back(r.mul(value, value));
        }
        Num base =
            r.add(r.mul(r.sum(squares), r.constant(Real(0.5) / size)), 2);
        expected.push_back(r.div(values[i], r.power(base, 0.75L)));
      }
      expectNums(results[k], expected, "of size " + std::to_string(size));
    }
  }
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

TEST_P(NormalizationTest, Softmax) {
  Generator generator(59);
  for (ElementType type : kFloats) {
    constexpr int64_t kRows = 9;
    Graph graph;
    std::vector<Tensor> tensors;
    const int64_t sizes[] = {1, 7, 33, 1000};
    for (int64_t columns : sizes) {
      Reals x;
      for (int64_t i = 0; i < kRows; ++i) {
        // Also logits whose exponentials overflow, or all underflow.
        Real scale = i < 3 ? 1 : i < 6 ? 20 : 500;
        Real shift = i % 3 == 1 ? 1000 : i % 3 == 2 ? -1000 : 0;
        Reals row =
            generator.uniforms(type, columns, shift - scale, shift + scale);
        x.insert(x.end(), row.begin(), row.end());
      }
      tensors.push_back(encode(type, {kRows, columns}, x));
      Val input = graph.input(tensors.back());
      graph.output(graph.same("softmax", {input}, "dim = 1 : i64"));
      graph.output(graph.same("log_softmax", {input}, "dim = -1 : i64"));
    }
    RUN_GRAPH(results, graph);
    for (size_t c = 0; c < std::size(sizes); ++c) {
      int64_t columns = sizes[c];
      Reals x = decode(tensors[c]);
      auto row = [&](int64_t i) {
        return llvm::ArrayRef<Real>(x).slice(i / columns * columns, columns);
      };
      std::string what = "of " + std::to_string(columns);
      expectNear(
          results[2 * c],
          [&](int64_t i) -> Expected {
            Real most = *std::max_element(row(i).begin(), row(i).end());
            Real y = std::exp(x[i] - logSum(row(i)));
            // The rounding of x - max stands in the exponent. Terms below
            // 2^-125 may be 0 (docs/Accuracy.md).
            Real k = columns + 8 + std::fabs(x[i] - most);
            Real lost = type == ElementType::F64 ? 0 : 0x1p-125L;
            return {y, elementwiseBound(type, y, k) + lost};
          },
          "softmax " + what);
      expectNear(
          results[2 * c + 1],
          [&](int64_t i) -> Expected {
            Real y = x[i] - logSum(row(i));
            return {y, logBound(type, row(i), y)};
          },
          "log_softmax " + what);
      for (int64_t r = 0; r < kRows; ++r) {
        Real sum = 0;
        for (int64_t j = 0; j < columns; ++j)
          sum += decode(results[2 * c], r * columns + j);
        EXPECT_NEAR(sum, 1, columns * formatOf(type).unit()) << what;
      }
    }
  }
}

// Along each dimension of a tensor of rank 3, and of rank 1.
TEST_P(NormalizationTest, SoftmaxDimensions) {
  Generator generator(61);
  for (ElementType type : {ElementType::F32, ElementType::BF16}) {
    const Shape shape = {3, 4, 5};
    Tensor tensor = generator.tensor(type, shape, -4, 4);
    Reals x = decode(tensor);
    Graph graph;
    Val input = graph.input(tensor);
    for (int dim = 0; dim < 3; ++dim)
      graph.output(graph.same("softmax", {input},
                              "dim = " + std::to_string(dim - 3) + " : i64"));
    Val flat =
        graph.op("reshape", {input}, type, {60}, "shape = array<i64: 60>");
    graph.output(graph.same("softmax", {flat}, "dim = 0 : i64"));
    RUN_GRAPH(results, graph);
    for (int dim = 0; dim < 4; ++dim) {
      int64_t size = dim == 3 ? 60 : shape[dim];
      int64_t stride = dim == 0 ? 20 : dim == 1 ? 5 : 1;
      expectNear(
          results[dim],
          [&](int64_t i) -> Expected {
            int64_t first = i - i / stride % size * stride;
            Reals row;
            for (int64_t j = 0; j < size; ++j)
              row.push_back(x[first + j * stride]);
            Real y = std::exp(x[i] - logSum(row));
            return {y, elementwiseBound(type, y, size + 16)};
          },
          "softmax along " + std::to_string(dim));
    }
  }
}

TEST_P(NormalizationTest, SoftmaxSpecialValues) {
  for (ElementType type : kFloats) {
    Real inf = INFINITY;
    Reals x = {inf, 0, 1, -inf, 0,    0, -inf, -inf, -inf,
               NAN, 0, 1, inf,  -inf, 0, -inf, 2,    -inf};
    Graph graph;
    Val input = graph.input(encode(type, {6, 3}, x));
    graph.output(graph.same("softmax", {input}, "dim = 1 : i64"));
    graph.output(graph.same("log_softmax", {input}, "dim = 1 : i64"));
    RUN_GRAPH(results, graph);
    Reals softmax = {NAN, 0,   0,   0,   0.5L, 0.5L, NAN, NAN, NAN,
                     NAN, NAN, NAN, NAN, 0,    0,    0,   1,   0};
    // exp(0 - inf) is 0, but inf - inf is not a number, and then neither is the
    // sum.
    softmax[1] = softmax[2] = softmax[13] = softmax[14] = NAN;
    expectNear(
        results[0], [&](int64_t i) { return Expected{softmax[i], 0}; },
        "softmax");
    expectNear(
        results[1],
        [&](int64_t i) {
          Real y = std::log(softmax[i]);
          return Expected{y, elementwiseBound(type, y, 8)};
        },
        "log_softmax");
  }
}

AMP_INSTANTIATE(NormalizationTest);
