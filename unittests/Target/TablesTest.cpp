//===- TablesTest.cpp - Updates of tables that are read by index ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a table of which a batch reads some rows is not stored,
// unless somebody else reads it: an output of the graph, here. Both ways are
// compared.
//
//===----------------------------------------------------------------------===//

#include "TargetTest.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class TablesTest : public TargetTest {};

struct Sizes {
  int64_t count, places, inner;
  bool isHot = false; ///< Almost all elements are at one place.
};
/// Few elements, and so many that places have parts; rows of one element, some
/// that are summed in pieces, and some that a GPU takes apart.
constexpr Sizes kSizes[] = {{40, 300, 5},
                            {700, 1000, 70},
                            {300, 400, 64},
                            {600, 900, 1},
                            {4099, 4200, 3, true}};

struct Case {
  Sizes sizes;
  ElementType type;
  std::string optimizer = "sgd", attributes = "{lr = 0.5 : f64}";
  /// The order of the norm by which gradients are clipped to one half; 0 for
  /// no clipping.
  double order = 0;
};

std::string literalOf(double value) {
  return (std::isinf(value) ? "0x7FF0000000000000" : std::to_string(value)) +
         " : f64";
}

/// A step of a table and of a vector. `isStored`: the table's gradient is a
/// result, too.
Graph stepGraph(const Case &c, const std::vector<Tensor> &inputs,
                bool isStored) {
  const Sizes &s = c.sizes;
  Graph graph;
  Val rows = graph.input(inputs[0]), index = graph.input(inputs[1]),
      other = graph.input(inputs[2]);
  Val sums = graph.op("sum_at", {rows, index}, c.type, {1, s.places, s.inner},
                      "size = " + std::to_string(s.places) + " : i64");
  Val table = graph.op("reshape", {sums}, c.type, {s.places, s.inner},
                       "shape = " + i64Array({s.places, s.inner}));
  graph.prelude = "amp.variable parameter @table : " + table.typeText() +
                  " = #amp.init<zeros>\namp.variable parameter @vector : " +
                  other.typeText() + " = #amp.init<zeros>\namp.optimizer " +
                  c.optimizer + " @opt [@table, @vector] " + c.attributes +
                  "\n";
  std::string types = table.typeText() + ", " + other.typeText();
  std::string gradients = table.name + ", " + other.name;
  std::string norm = c.type == ElementType::F64 ? "tensor<f64>" : "tensor<f32>";
  if (c.order != 0) {
    graph.line("%clipped:3 = amp.clip_grad_norm(" + gradients +
               ") {max_norm = 0.5 : f64, norm_type = " + literalOf(c.order) +
               "} : (" + types + ") -> (" + types + ", " + norm + ")");
    gradients = "%clipped#0, %clipped#1";
  }
  graph.line("amp.step @opt(" + gradients + ") : " + types);
  if (isStored)
    graph.output(table);
  return graph;
}

/// What a step takes: elements, their places, of which some do not exist, and a
/// gradient that is no table's.
std::vector<Tensor> makeInputs(const Case &c, uint64_t seed) {
  const Sizes &s = c.sizes;
  Generator generator(seed);
  Reals index =
      generator.uniforms(ElementType::I64, s.count, -2, Real(s.places) + 2);
  for (size_t i = 0; i < index.size(); ++i)
    if (s.isHot ? i % 67 != 0 : i % 3 == 0)
      index[i] = Real(s.places - 1);
  return {generator.tensor(c.type, {1, s.count, s.inner}, -4, 4),
          encode(ElementType::I64, {1, s.count, 1}, index),
          generator.tensor(c.type, {5}, -4, 4)};
}

const ElementType kTypes[] = {ElementType::F64, ElementType::F32,
                              ElementType::F16, ElementType::BF16};
} // namespace

// The same bits, whether the gradient is stored or not. What is NaN stays in
// its row.
TEST_P(TablesTest, Updates) {
  for (ElementType type : kTypes)
    for (const Sizes &sizes : kSizes)
      for (const auto &[optimizer, attributes, state] :
           {std::tuple("sgd", "{lr = 0.5 : f64}", ""),
            std::tuple("sgd",
                       "{lr = 0.5 : f64, momentum = 0.9 : f64, "
                       "weight_decay = 0.1 : f64}",
                       "opt.momentum.table"),
            std::tuple("adamw", "{lr = 0.1 : f64}", "opt.exp_avg_sq.table")}) {
        SCOPED_TRACE(std::string(optimizer) + attributes + " in " +
                     mlirName(type).str() + " with " +
                     std::to_string(sizes.count) + " elements");
        Case c{sizes, type, optimizer, attributes};
        std::vector<Tensor> inputs = makeInputs(c, 5);
        auto stored = compile(stepGraph(c, inputs, true));
        auto fused = compile(stepGraph(c, inputs, false));
        ASSERT_TRUE(stored && fused);
        for (int step = 0; step < 3; ++step) {
          inputs = makeInputs(c, 7 + step);
          if (step == 2) {
            Reals rows = decode(inputs[0]);
            rows[4] = NAN;
            inputs[0] = encode(type, {1, sizes.count, sizes.inner}, rows);
          }
          stored->run(inputs);
          fused->run(inputs);
        }
        for (const std::string &name :
             {std::string("table"), std::string("vector"),
              std::string(state)}) {
          if (name.empty())
            continue;
          Tensor expected = stored->variable(name);
          expectExact(
              fused->variable(name),
              [&](int64_t i) { return decode(expected, i); }, name);
        }
      }
}

// A norm of all gradients is one of those that are not zero: the same, but for
// the order in which it is added up. With n terms two norms are apart by at
// most 2 n units; what both then do to the update adds a few.
TEST_P(TablesTest, ClippedUpdates) {
  for (ElementType type : kTypes)
    for (const Sizes &sizes : kSizes)
      for (double order : {1.0, 2.0, double(INFINITY)}) {
        SCOPED_TRACE("order " + std::to_string(order) + " in " +
                     mlirName(type).str() + " with " +
                     std::to_string(sizes.count) + " elements");
        Case c{sizes, type};
        c.order = order;
        std::vector<Tensor> inputs = makeInputs(c, 11);
        auto stored = compile(stepGraph(c, inputs, true));
        auto fused = compile(stepGraph(c, inputs, false));
        ASSERT_TRUE(stored && fused);
        stored->run(inputs);
        fused->run(inputs);
        Tensor expected = stored->variable("table");
        Real terms = Real(sizes.count) * Real(sizes.inner) + 5;
        Real unit = type == ElementType::F64 ? 0x1p-53L : 0x1p-24L;
        Real stores = type == ElementType::F64   ? 0x1p-53L
                      : type == ElementType::F32 ? 0x1p-24L
                      : type == ElementType::F16 ? 0x1p-11L
                                                 : 0x1p-8L;
        // What is not zero stays above the subnormal numbers.
        Real apart = std::isinf(order) ? 0 : 2 * terms * unit;
        bool isMoved = false;
        expectNear(
            fused->variable("table"),
            [&](int64_t i) {
              Real y = decode(expected, i);
              isMoved |= y != 0;
              return Expected{
                  y, apart == 0 ? 0 : std::fabs(y) * (apart + 4 * stores)};
            },
            "table");
        EXPECT_TRUE(isMoved);
      }
}

AMP_INSTANTIATE(TablesTest);
