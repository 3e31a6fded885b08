//===- RecurrentTest.cpp - Cells and layers -------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunningError.h"
#include "Spatial.h"

#include <algorithm>
#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class RecurrentTest : public TargetTest {};
} // namespace

namespace {
constexpr int64_t kInputs = 3, kUnits = 4, kRows = 2;

struct Cell {
  std::string name;
  int64_t gates;
  bool hasCell;
};
const Cell kCells[] = {{"lstm", 4, true},
                       {"gru", 3, false},
                       {"rnn_tanh", 1, false},
                       {"rnn_relu", 1, false}};

struct Weights {
  Tensor input, hidden, inputBias, hiddenBias;
  bool hasBias;
};

/// One step on [rows, inputs]; `cell` is changed in place, and not rounded.
Nums step(const Rounding &r, const Cell &kind, const Weights &weights,
          const Nums &x, const Nums &h, Nums &cell) {
  int64_t gates = kind.gates * kUnits;
  auto linear = [&](const Nums &value, const Tensor &weight, const Tensor &bias,
                    int64_t row, int64_t gate, int64_t size) {
    Nums left, right;
    for (int64_t k = 0; k < size; ++k) {
      left.push_back(value[row * size + k]);
      right.push_back(decode(weight, gate * size + k));
    }
    Num sum = r.dot(left, right);
    return weights.hasBias ? r.add(sum, decode(bias, gate)) : sum;
  };
  Nums next(kRows * kUnits);
  for (int64_t row = 0; row < kRows; ++row) {
    Nums a, b;
    for (int64_t gate = 0; gate < gates; ++gate) {
      a.push_back(
          linear(x, weights.input, weights.inputBias, row, gate, kInputs));
      b.push_back(
          linear(h, weights.hidden, weights.hiddenBias, row, gate, kUnits));
    }
    for (int64_t u = 0; u < kUnits; ++u) {
      auto sum = [&](int64_t gate) {
        return r.add(a[gate * kUnits + u], b[gate * kUnits + u]);
      };
      Num &out = next[row * kUnits + u];
      if (kind.name == "lstm") {
        Num &c = cell[row * kUnits + u];
        c = r.add(r.mul(r.sigmoid(sum(1)), c),
                  r.mul(r.sigmoid(sum(0)), r.tanh(sum(2))));
        out = r.mul(r.sigmoid(sum(3)), r.tanh(c));
      } else if (kind.name == "gru") {
        Num reset = r.sigmoid(sum(0)), update = r.sigmoid(sum(1));
        Num n =
            r.tanh(r.add(a[2 * kUnits + u], r.mul(reset, b[2 * kUnits + u])));
        out = r.add(n, r.mul(update, r.sub(h[row * kUnits + u], n)));
      } else if (kind.name == "rnn_tanh") {
        out = r.tanh(sum(0));
      } else {
        out = r.relu(sum(0));
      }
    }
  }
  return next;
}

Weights makeWeights(Generator &generator, ElementType type, const Cell &kind,
                    bool hasBias) {
  int64_t gates = kind.gates * kUnits;
  return {generator.tensor(type, {gates, kInputs}, -1, 1),
          generator.tensor(type, {gates, kUnits}, -1, 1),
          generator.tensor(type, {gates}), generator.tensor(type, {gates}),
          hasBias};
}

std::vector<Val> addWeights(Graph &graph, std::vector<Val> operands,
                            const Weights &weights) {
  operands.push_back(graph.input(weights.input));
  operands.push_back(graph.input(weights.hidden));
  if (weights.hasBias) {
    operands.push_back(graph.input(weights.inputBias));
    operands.push_back(graph.input(weights.hiddenBias));
  }
  return operands;
}

/// An op of several results.
void outputOp(Graph &graph, const std::string &mnemonic,
              const std::vector<Val> &operands, std::vector<Val> results,
              const std::string &attributes) {
  std::string names, given, arguments, types;
  auto add = [](std::string &text, const std::string &more) {
    text += (text.empty() ? "" : ", ") + more;
  };
  for (Val &result : results) {
    result.name = graph.fresh();
    add(names, result.name);
    add(given, result.typeText());
  }
  for (const Val &operand : operands) {
    add(arguments, operand.name);
    add(types, operand.typeText());
  }
  graph.line(names + " = amp." + mnemonic + " " + arguments + " {" +
             attributes + "} : (" + types + ") -> (" + given + ")");
  for (const Val &result : results)
    graph.output(result);
}

Nums stored(const Nums &values, ElementType type) {
  Nums result;
  for (Num value : values)
    result.push_back(Rounding::store(value, type));
  return result;
}
} // namespace

TEST_P(RecurrentTest, RecurrentCells) {
  Generator generator(73);
  for (ElementType type : kFloats)
    for (const Cell &kind : kCells)
      for (bool hasBias : {false, true}) {
        Rounding r(type);
        Weights weights = makeWeights(generator, type, kind, hasBias);
        Tensor tx = generator.tensor(type, {kRows, kInputs}),
               th = generator.tensor(type, {kRows, kUnits}),
               tc = generator.tensor(type, {kRows, kUnits});
        Graph graph;
        std::vector<Val> operands = {graph.input(tx), graph.input(th)};
        Val state{"", type, {kRows, kUnits}};
        std::vector<Val> given = {state};
        if (kind.hasCell) {
          operands.push_back(graph.input(tc));
          given.push_back(state);
        }
        outputOp(graph, kind.name + "_cell",
                 addWeights(graph, operands, weights), given, "");
        RUN_GRAPH(results, graph);
        Nums cell = toNums(tc);
        Nums next = step(r, kind, weights, toNums(tx), toNums(th), cell);
        expectNums(results[0], next, kind.name + " h");
        if (kind.hasCell)
          expectNums(results[1], cell, kind.name + " c");
      }
}

TEST_P(RecurrentTest, RecurrentLayers) {
  Generator generator(79);
  constexpr int64_t kSteps = 3;
  for (ElementType type : kFloats)
    for (const Cell &kind : kCells)
      for (bool batchFirst : {false, true}) {
        Rounding r(type);
        Weights weights = makeWeights(generator, type, kind, true);
        auto sequence = [&](int64_t size) {
          return batchFirst ? Shape{kRows, kSteps, size}
                            : Shape{kSteps, kRows, size};
        };
        Tensor tx = generator.tensor(type, sequence(kInputs)),
               th = generator.tensor(type, {1, kRows, kUnits}),
               tc = generator.tensor(type, {1, kRows, kUnits});
        Graph graph;
        std::vector<Val> operands = {graph.input(tx), graph.input(th)};
        Val state{"", type, {1, kRows, kUnits}};
        std::vector<Val> given = {{"", type, sequence(kUnits)}, state};
        if (kind.hasCell) {
          operands.push_back(graph.input(tc));
          given.push_back(state);
        }
        outputOp(graph, kind.name, addWeights(graph, operands, weights), given,
                 std::string("batch_first = ") +
                     (batchFirst ? "true" : "false"));
        RUN_GRAPH(results, graph);
        auto place = [&](int64_t t, int64_t row, int64_t size) {
          return (batchFirst ? row * kSteps + t : t * kRows + row) * size;
        };
        Nums x = toNums(tx), h = toNums(th), cell = toNums(tc);
        Nums outputs(kSteps * kRows * kUnits);
        for (int64_t t = 0; t < kSteps; ++t) {
          Nums input;
          for (int64_t row = 0; row < kRows; ++row)
            for (int64_t k = 0; k < kInputs; ++k)
              input.push_back(x[place(t, row, kInputs) + k]);
          Nums next = step(r, kind, weights, input, h, cell);
          for (int64_t row = 0; row < kRows; ++row)
            for (int64_t u = 0; u < kUnits; ++u)
              outputs[place(t, row, kUnits) + u] = next[row * kUnits + u];
          if (t + 1 == kSteps)
            expectNums(results[1], next, kind.name + " h_n");
          h = stored(next, type);
        }
        expectNums(results[0], outputs, kind.name + " output");
        if (kind.hasCell)
          expectNums(results[2], cell, kind.name + " c_n");
      }
}

AMP_INSTANTIATE(RecurrentTest);
