//===- AssignedNetworkTest.cpp - Networks under every assignment ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Networks whose ops no list restricts, so that the assigners decide: they
// train in 16 bits as in f32, by every assigner and at every level.
//
// How near is computed from f32 trainings. A layer rounds its weight, its
// input, its product and the gradient that comes back: at most kRoundings
// units. As much is done to the parameters of an f32 training, at random and in
// each step; a loss in 16 bits may deviate by six times the root of the mean
// square of what such trainings deviate by.
//
//===----------------------------------------------------------------------===//

#include "AssignedGraph.h"

#include <cmath>

using namespace amp;
using namespace amp::test;
using mlir::amp::AssignerKind;
using mlir::amp::LowType;
using mlir::amp::OptLevel;
using mlir::amp::PolicyPreset;

namespace {
constexpr Real kRoundings = 4;
constexpr int kSteps = 5, kPerturbed = 8;

/// A graph with parameters, whose loss an optimizer makes smaller.
class Network : public Graph {
public:
  Val parameter(const std::string &name, Shape shape,
                const std::string &initializer = "normal(0.0, 0.5)") {
    names.push_back(name);
    Val value{"%" + name, ElementType::F32, shape};
    prelude += "amp.variable parameter @" + name + " : " + value.typeText() +
               " = #amp.init<" + initializer + ">\n";
    line(value.name + " = amp.read @" + name + " : " + value.typeText());
    parameters.push_back(value);
    return value;
  }
  Val linear(const std::string &name, const Val &x, int64_t outputs) {
    Shape shape = x.shape;
    Val weight = parameter(name + "_w", {outputs, shape.back()});
    Val bias = parameter(name + "_b", {outputs}, "constant(0.125)");
    shape.back() = outputs;
    return op("linear", {x, weight, bias}, x.type, shape);
  }
  Val layerNorm(const std::string &name, const Val &x) {
    int64_t size = x.shape.back();
    Val weight = parameter(name + "_w", {size}, "constant(1.0)");
    Val bias = parameter(name + "_b", {size}, "zeros");
    Val y{fresh(), x.type, x.shape};
    line(y.name + " = amp.layer_norm " + x.name + " weight(" + weight.name +
         ") bias(" + bias.name + ") {normalized_shape = " + i64Array({size}) +
         "} : (" + x.typeText() + ", " + weight.typeText() + ", " +
         bias.typeText() + ") -> " + y.typeText());
    return y;
  }
  Val reshape(const Val &x, Shape shape) {
    return op("reshape", {x}, x.type, shape, "shape = " + i64Array(shape));
  }
  Val transpose(const Val &x, Shape shape, Shape permutation) {
    return op("transpose", {x}, x.type, shape,
              "permutation = " + i64Array(permutation));
  }
  Val flip(const Val &x, int64_t dim) {
    return same("flip", {x}, "dims = " + i64Array({dim}));
  }
  /// Numbers below `count`, the same in every run.
  Val indices(Shape shape, int64_t count) {
    Reals values;
    for (int64_t i = 0; i < product(shape); ++i)
      values.push_back(Real((3 * i + i * i / 2) % count));
    return input(encode(ElementType::I64, shape, values));
  }
  Val embedding(const Val &table, const Val &rows) {
    Shape shape = rows.shape;
    shape.push_back(table.shape.back());
    return op("embedding", {table, rows}, table.type, shape);
  }
  /// Cross entropy of rows of logits, and a step.
  void train(const Val &logits) {
    Val loss = op("cross_entropy",
                  {logits, indices({logits.shape[0]}, logits.shape[1])},
                  ElementType::F32, {});
    std::vector<Val> gradients = backward(loss, parameters);
    std::string list, values, types;
    for (size_t i = 0; i < parameters.size(); ++i) {
      list += (i ? ", @" : "@") + names[i];
      values += (i ? ", " : "") + gradients[i].name;
      types += (i ? ", " : "") + gradients[i].typeText();
    }
    prelude += "amp.optimizer sgd @sgd [" + list + "] {lr = 0.125 : f64}\n";
    line("amp.step @sgd(" + values + ") : " + types);
    output(loss);
  }

  std::vector<std::string> names;

private:
  std::vector<Val> parameters;
};

/// An embedding's table that is the output's weight, too.
Network tied() {
  Network n;
  Val table = n.parameter("table", {11, 8});
  Val x = n.embedding(table, n.indices({2, 3}, 11));
  Val h = n.same("tanh", {n.linear("hidden", x, 8)});
  Val logits = n.op("linear", {n.reshape(h, {6, 8}), table}, h.type, {6, 11});
  n.train(logits);
  return n;
}

Network flipped() {
  Network n;
  Val table = n.parameter("table", {11, 8});
  Val x = n.embedding(table, n.indices({4, 3}, 11));
  Val both =
      n.op("concat", {x, n.flip(x, 1)}, x.type, {4, 3, 16}, "dim = 2 : i64");
  Val h = n.same("relu", {n.linear("hidden", n.reshape(both, {4, 48}), 8)});
  n.train(n.linear("output", h, 5));
  return n;
}

Network normalized() {
  Network n;
  Val table = n.parameter("table", {11, 8});
  Val x = n.layerNorm("norm", n.embedding(table, n.indices({4, 3}, 11)));
  n.train(n.linear("output", n.reshape(x, {4, 24}), 5));
  return n;
}

/// Two layers, each in both directions.
Network recurrent() {
  constexpr int64_t kTime = 2, kBatch = 2, kUnits = 4;
  Network n;
  Val table = n.parameter("table", {11, 6});
  Val x = n.embedding(table, n.indices({kTime, kBatch}, 11));
  auto gru = [&](const std::string &name, const Val &input) {
    Val state = n.parameter(name + "_h0", {1, kBatch, kUnits}, "zeros");
    Val wIh = n.parameter(name + "_ih", {3 * kUnits, input.shape.back()});
    Val wHh = n.parameter(name + "_hh", {3 * kUnits, kUnits});
    Val bIh = n.parameter(name + "_bi", {3 * kUnits}, "constant(0.125)");
    Val bHh = n.parameter(name + "_bh", {3 * kUnits}, "constant(-0.125)");
    std::string all = n.fresh();
    Val y{all + "#0", input.type, {kTime, kBatch, kUnits}};
    n.line(all + ":2 = amp.gru " + input.name + ", " + state.name + ", " +
           wIh.name + ", " + wHh.name + ", " + bIh.name + ", " + bHh.name +
           " : (" + input.typeText() + ", " + state.typeText() + ", " +
           wIh.typeText() + ", " + wHh.typeText() + ", " + bIh.typeText() +
           ", " + bHh.typeText() + ") -> (" + y.typeText() + ", " +
           state.typeText() + ")");
    return y;
  };
  for (const char *layer : {"first", "second"}) {
    Val forward = gru(std::string(layer) + "_forward", x);
    Val backward =
        n.flip(gru(std::string(layer) + "_backward", n.flip(x, 0)), 0);
    x = n.op("concat", {forward, backward}, x.type, {kTime, kBatch, 2 * kUnits},
             "dim = 2 : i64");
  }
  n.train(n.linear("output", n.reshape(x, {kTime * kBatch, 2 * kUnits}), 5));
  return n;
}

/// An encoder layer, the norm after the sum.
Network transformer() {
  constexpr int64_t kBatch = 2, kTime = 3, kSize = 8, kHeads = 2;
  Network n;
  Val table = n.parameter("table", {11, kSize});
  Val x = n.embedding(table, n.indices({kBatch, kTime}, 11));
  auto heads = [&](const std::string &name) {
    Val all = n.reshape(n.linear(name, x, kSize),
                        {kBatch, kTime, kHeads, kSize / kHeads});
    return n.transpose(all, {kBatch, kHeads, kTime, kSize / kHeads},
                       {0, 2, 1, 3});
  };
  Val query = heads("query"), key = heads("key"), value = heads("value");
  Val mixed = n.op("scaled_dot_product_attention", {query, key, value}, x.type,
                   query.shape);
  mixed = n.reshape(
      n.transpose(mixed, {kBatch, kTime, kHeads, kSize / kHeads}, {0, 2, 1, 3}),
      {kBatch, kTime, kSize});
  x = n.layerNorm("norm1", n.same("add", {x, n.linear("mixed", mixed, kSize)}));
  Val wide = n.same("gelu", {n.linear("wide", x, 2 * kSize)});
  x = n.layerNorm("norm2", n.same("add", {x, n.linear("narrow", wide, kSize)}));
  n.train(n.linear("output", n.reshape(x, {kBatch * kTime, kSize}), 5));
  return n;
}

class AssignedNetworkTest : public TargetTest {
protected:
  /// The losses of a training. With a generator the parameters, as f32, are
  /// moved by up to `most` of themselves before each step.
  Reals train(const Network &network, Program &program, Real most = 0,
              Generator *generator = nullptr) {
    Reals losses;
    for (int step = 0; step < kSteps; ++step) {
      if (generator)
        for (const std::string &name : network.names) {
          Tensor tensor = program.variable(name);
          Reals values = decode(tensor);
          for (Real &value : values)
            value *= 1 + generator->uniform(-most, most);
          program.setVariable(name, encode(tensor.type, tensor.shape, values));
        }
      std::vector<Tensor> results = program.run(network.inputs());
      if (results.size() != 1) {
        ADD_FAILURE() << "the program did not run";
        return Reals(kSteps, NAN);
      }
      losses.push_back(decode(results[0], 0));
    }
    return losses;
  }

  void check(const Network &network) {
    std::unique_ptr<Program> wide = compile(network);
    ASSERT_TRUE(wide);
    State start = readState(*wide, network.names);
    Reals reference = train(network, *wide);
    EXPECT_LT(reference.back(), reference.front());
    std::set<std::string> known;

    for (ElementType type : {ElementType::F16, ElementType::BF16}) {
      LowType low = type == ElementType::F16 ? LowType::F16 : LowType::BF16;
      Real unit = formatOf(type).unit();
      Reals squares(kSteps, 0);
      Generator generator(41);
      for (int run = 0; run < kPerturbed; ++run) {
        for (const auto &[name, value] : start)
          wide->setVariable(name, value);
        Reals losses = train(network, *wide, kRoundings * unit, &generator);
        for (int step = 0; step < kSteps; ++step)
          squares[step] += std::pow(losses[step] - reference[step], 2);
      }
      // Of the levels that cast a model as a whole one for each type, which
      // saves the time of a compilation.
      const Precision assignments[] = {
          {OptLevel::O1, AssignerKind::Eager, PolicyPreset::TorchCuda, low},
          {OptLevel::O1, AssignerKind::Propagate, PolicyPreset::TorchCuda, low},
          {OptLevel::O1, AssignerKind::MinCut, PolicyPreset::TorchCuda, low},
          {type == ElementType::F16 ? OptLevel::O2 : OptLevel::O3,
           AssignerKind::MinCut, PolicyPreset::TorchCuda, low},
      };
      for (const Precision &precision : assignments) {
        SCOPED_TRACE(precision.describe());
        llvm::Expected<Graph> assigned = assigner.assign(network, precision);
        ASSERT_TRUE(bool(assigned)) << llvm::toString(assigned.takeError());
        // Assigners may agree.
        if (!known.insert(assigned->text()).second)
          continue;
        std::unique_ptr<Program> narrow = compile(*assigned);
        ASSERT_TRUE(narrow);
        Reals losses = train(network, *narrow);
        for (int step = 0; step < kSteps; ++step) {
          Real bound = 6 * std::sqrt(squares[step] / kPerturbed) +
                       unit * std::fabs(reference[step]);
          // Not `>`: a NaN is beyond every bound.
          EXPECT_LE(std::fabs(losses[step] - reference[step]), bound)
              << "step " << step << ": " << double(losses[step]) << ", in f32 "
              << double(reference[step]);
        }
      }
    }
  }

  GraphAssigner assigner;
};
} // namespace

TEST_P(AssignedNetworkTest, TiedEmbedding) { check(tied()); }
TEST_P(AssignedNetworkTest, FlippedEmbedding) { check(flipped()); }
TEST_P(AssignedNetworkTest, NormalizedEmbedding) { check(normalized()); }
TEST_P(AssignedNetworkTest, BidirectionalGru) { check(recurrent()); }
TEST_P(AssignedNetworkTest, TransformerEncoder) { check(transformer()); }

AMP_INSTANTIATE(AssignedNetworkTest);
