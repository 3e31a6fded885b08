//===- RecurrentTest.cpp - Cells and layers -------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomBits.h"
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

/// One step on [rows, any inputs]; `cell` is changed in place, and not rounded.
Nums step(const Rounding &r, const Cell &kind, const Weights &weights,
          const Nums &x, const Nums &h, Nums &cell) {
  int64_t gates = kind.gates * kUnits;
  auto inputs = static_cast<int64_t>(x.size()) / kRows;
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
          linear(x, weights.input, weights.inputBias, row, gate, inputs));
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
                    bool hasBias, int64_t inputs = kInputs) {
  int64_t gates = kind.gates * kUnits;
  return {generator.tensor(type, {gates, inputs}, -1, 1),
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

/// An op of several results; `random` is the state that it draws from, or null.
void outputOp(Graph &graph, const std::string &mnemonic,
              const std::vector<Val> &operands, std::vector<Val> results,
              const std::string &attributes, const Val *random = nullptr) {
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
  if (random) {
    arguments += " random(" + random->name + ")";
    add(types, random->typeText());
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

// Two layers of both directions; between them, what amp.dropout drops.
TEST_P(RecurrentTest, RecurrentStacks) {
  Generator generator(97);
  constexpr int64_t kSteps = 3, kLayers = 2, kStates = 2 * kLayers;
  constexpr uint64_t kSeed = 5, kFirst = 11;
  for (ElementType type : kFloats)
    for (const Cell &kind : kCells)
      for (bool hasBias : {false, true}) {
        Rounding r(type);
        std::vector<Weights> weights;
        for (int64_t i = 0; i < kStates; ++i)
          weights.push_back(makeWeights(generator, type, kind, hasBias,
                                        i < 2 ? kInputs : 2 * kUnits));
        Tensor tx = generator.tensor(type, {kSteps, kRows, kInputs}),
               th = generator.tensor(type, {kStates, kRows, kUnits}),
               tc = generator.tensor(type, {kStates, kRows, kUnits});
        Graph graph;
        std::vector<Val> operands = {graph.input(tx), graph.input(th)};
        Val states{"", type, {kStates, kRows, kUnits}};
        Val random = graph.input(makeState(kSeed, kFirst));
        std::vector<Val> given = {{"", type, {kSteps, kRows, 2 * kUnits}},
                                  states};
        if (kind.hasCell) {
          operands.push_back(graph.input(tc));
          given.push_back(states);
        }
        given.push_back({"", ElementType::I64, {2}});
        for (const Weights &each : weights)
          operands = addWeights(graph, operands, each);
        outputOp(graph, kind.name, operands, given,
                 "num_layers = 2 : i64, bidirectional = true, "
                 "dropout = 0.5 : f64",
                 &random);
        RUN_GRAPH(results, graph);
        Nums x = toNums(tx), hidden, cells, all;
        for (int64_t layer = 0; layer < kLayers; ++layer) {
          int64_t inputs = layer ? 2 * kUnits : kInputs;
          all.assign(kSteps * kRows * 2 * kUnits, Num());
          for (int64_t side = 0; side < 2; ++side) {
            int64_t number = 2 * layer + side, size = kRows * kUnits;
            auto take = [&](const Tensor &tensor) {
              Nums values = toNums(tensor);
              return Nums(values.begin() + number * size,
                          values.begin() + (number + 1) * size);
            };
            Nums h = take(th), cell = take(tc), next;
            for (int64_t i = 0; i < kSteps; ++i) {
              int64_t t = side ? kSteps - 1 - i : i;
              Nums input(x.begin() + t * kRows * inputs,
                         x.begin() + (t + 1) * kRows * inputs);
              next = step(r, kind, weights[number], input, h, cell);
              for (int64_t row = 0; row < kRows; ++row)
                for (int64_t u = 0; u < kUnits; ++u)
                  all[((t * kRows + row) * 2 + side) * kUnits + u] =
                      next[row * kUnits + u];
              h = stored(next, type);
            }
            hidden.insert(hidden.end(), next.begin(), next.end());
            cells.insert(cells.end(), cell.begin(), cell.end());
          }
          // Doubled, which is exact.
          x = stored(all, type);
          for (size_t i = 0; i < x.size(); ++i)
            x[i] = isKept(kSeed, kFirst, static_cast<int64_t>(i), 0.5L)
                       ? Num(2 * x[i].value, 2 * x[i].error)
                       : Num(0);
        }
        std::string what = kind.name + (hasBias ? " with biases" : "");
        expectNums(results[0], all, what + " output");
        expectNums(results[1], hidden, what + " h_n");
        if (kind.hasCell)
          expectNums(results[2], cells, what + " c_n");
        // 48 numbers of 4 a block, drawn once.
        EXPECT_EQ(decode(results.back(), 0), kSeed);
        EXPECT_EQ(decode(results.back(), 1), kFirst + 12);
      }
}

AMP_INSTANTIATE(RecurrentTest);
