//===- StateTest.cpp - Variables and optimizers ---------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Record.h"

using namespace amp;
using namespace amp::test;

namespace {
class StateTest : public TargetTest {};

std::string variable(const std::string &name, const std::string &type,
                     const std::string &value) {
  return "amp.variable buffer @" + name + " : " + type + " = " + value + "\n";
}
Tensor vector3(Real a, Real b, Real c) {
  return encode(ElementType::F64, {3}, {a, b, c});
}
} // namespace

// Reads give the value at their place; what is stored is stored after all of
// them.
TEST_P(StateTest, ReadAndAssign) {
  const ElementType f64 = ElementType::F64;
  Graph graph;
  const std::string type = "tensor<3xf64>";
  graph.prelude = variable("a", type, "dense<[1.0, 2.0, 3.0]> : " + type) +
                  variable("b", type, "dense<10.0> : " + type) +
                  variable("c", type, "#amp.init<zeros>") +
                  variable("same", type, "dense<7.0> : " + type);
  Val x = graph.input(vector3(1, 1, 1));
  Val old = graph.read("a", f64, {3});
  Val sum = graph.same("add", {old, x});
  graph.assign("a", sum);
  Val fresh = graph.read("a", f64, {3});
  // The old value, used after the variable has a new one.
  graph.output(graph.same("neg", {old}));
  graph.output(old);
  graph.output(fresh);
  Val twice = graph.same("add", {fresh, fresh});
  graph.assign("a", twice);
  graph.output(graph.read("a", f64, {3}));
  graph.assign("c", old);
  // Unchanged, but assigned.
  graph.assign("same", graph.read("same", f64, {3}));
  graph.output(graph.read("b", f64, {3}));
  std::unique_ptr<Program> program = compile(graph);
  ASSERT_TRUE(program);
  Reals a = {1, 2, 3};
  for (int step = 0; step < 3; ++step) {
    std::vector<Tensor> results = program->run(graph.inputs());
    ASSERT_EQ(results.size(), 5u);
    auto is = [&](const Tensor &tensor, std::function<Real(int64_t)> f,
                  const std::string &what) {
      expectExact(tensor, f, what + " in step " + std::to_string(step));
    };
    is(
        results[0], [&](int64_t i) { return -a[i]; },
        "late use of the old value");
    is(
        results[1], [&](int64_t i) { return a[i]; }, "old value returned");
    is(
        results[2], [&](int64_t i) { return a[i] + 1; }, "new value");
    is(
        results[3], [&](int64_t i) { return 2 * (a[i] + 1); }, "newer value");
    is(
        results[4], [&](int64_t) { return 10; }, "other variable");
    is(
        program->variable("c"), [&](int64_t i) { return a[i]; }, "c");
    for (Real &value : a)
      value = 2 * (value + 1);
    is(
        program->variable("a"), [&](int64_t i) { return a[i]; }, "a");
    is(
        program->variable("same"), [&](int64_t) { return 7; }, "same");
  }
}

// Two variables change places, and a third gets a part of what both were.
TEST_P(StateTest, Swap) {
  const ElementType f64 = ElementType::F64;
  Graph graph;
  for (const char *name : {"a", "b", "c"})
    graph.prelude += variable(name, "tensor<3xf64>", "#amp.init<zeros>");
  Val a = graph.read("a", f64, {3}), b = graph.read("b", f64, {3});
  graph.assign("a", b);
  graph.assign("b", a);
  graph.assign("c", graph.same("sub", {a, b}));
  std::unique_ptr<Program> program = compile(graph);
  ASSERT_TRUE(program);
  program->setVariable("a", vector3(1, 2, 3));
  program->setVariable("b", vector3(4, 5, 6));
  for (int step = 0; step < 3; ++step) {
    Reals x = decode(program->variable("a")),
          y = decode(program->variable("b"));
    program->run({});
    EXPECT_EQ(decode(program->variable("a")), y);
    EXPECT_EQ(decode(program->variable("b")), x);
    expectExact(
        program->variable("c"), [&](int64_t i) { return x[i] - y[i]; }, "c");
  }
}

// The old value of a variable, seen through a view, becomes another's.
TEST_P(StateTest, History) {
  const ElementType ui8 = ElementType::UI8;
  Graph graph;
  graph.prelude = variable("now", "tensor<2x3xui8>", "#amp.init<zeros>") +
                  variable("before", "tensor<6xui8>", "#amp.init<zeros>") +
                  variable("part", "tensor<1x3xui8>", "#amp.init<zeros>");
  Val x = graph.input(encode(ui8, {2, 3}, {1, 2, 3, 4, 5, 6}));
  Val old = graph.read("now", ui8, {2, 3});
  graph.assign("now", graph.same("add", {old, x}));
  graph.assign("before",
               graph.op("reshape", {old}, ui8, {6}, "shape = array<i64: 6>"));
  graph.assign(
      "part", graph.op("slice", {old}, ui8, {1, 3},
                       "offsets = array<i64: 1, 0>, sizes = array<i64: 1, 3>"));
  std::unique_ptr<Program> program = compile(graph);
  ASSERT_TRUE(program);
  for (int step = 0; step < 3; ++step) {
    program->run(graph.inputs());
    expectExact(
        program->variable("now"),
        [&](int64_t i) { return (step + 1) * (i + 1); }, "now");
    expectExact(
        program->variable("before"), [&](int64_t i) { return step * (i + 1); },
        "before");
    expectExact(
        program->variable("part"), [&](int64_t i) { return step * (i + 4); },
        "part");
  }
}

namespace {
struct Sgd {
  double lr, momentum, dampening, decay;
  bool nesterov;
};
const Sgd kRules[] = {
    {0.1, 0, 0, 0, false},     {0.1, 0, 0, 0.01, false},
    {0.1, 0.9, 0, 0, false},   {0.05, 0.9, 0, 0.01, true},
    {0.1, 0.9, 0.5, 0, false}, {0.1, 0.8, 0.25, 0.1, false},
};

/// A function of two parameters, the gradients its inputs, with or without a
/// flag.
Graph sgdGraph(const Sgd &rule, ElementType type) {
  Graph graph;
  std::string element = mlirName(type).str();
  graph.prelude = "amp.variable parameter @w : tensor<2x3x" + element +
                  "> = #amp.init<zeros>\n" +
                  "amp.variable parameter @v : tensor<5x" + element +
                  "> = #amp.init<zeros>\n" +
                  "amp.optimizer sgd @opt [@w, @v] {lr = " + literal(rule.lr) +
                  " : f64, momentum = " + literal(rule.momentum) +
                  " : f64, dampening = " + literal(rule.dampening) +
                  " : f64, weight_decay = " + literal(rule.decay) + " : f64" +
                  (rule.nesterov ? ", nesterov" : "") + "}\n";
  Val g = graph.input(encode(type, {2, 3}, Reals(6, 0)));
  Val h = graph.input(encode(type, {5}, Reals(5, 0)));
  // The flag of an infinite or NaN gradient.
  Val flag{};
  std::vector<Val> flags;
  for (const Val &gradient : {g, h}) {
    Val finite =
        graph.op("isfinite", {gradient}, ElementType::I1, gradient.shape);
    flags.push_back(graph.op("any", {graph.same("logical_not", {finite})},
                             ElementType::I1, {}));
  }
  flag = graph.same("logical_or", flags);
  graph.line("amp.step @opt(" + g.name + ", " + h.name + ") skip_if(" +
             flag.name + ") : " + g.typeText() + ", " + h.typeText() +
             ", tensor<i1>");
  graph.output(flag);
  return graph;
}

std::vector<std::string> stateOf(const Sgd &rule) {
  std::vector<std::string> names = {"w", "v", "opt.lr"};
  if (rule.momentum != 0) {
    names.push_back("opt.momentum.w");
    names.push_back("opt.momentum.v");
  }
  if (rule.momentum != 0 && rule.dampening != 0)
    names.push_back("opt.steps");
  return names;
}
} // namespace

// 20 steps of each rule, every third with an infinite or NaN gradient: that one
// leaves every bit of parameters and state as it was.
TEST_P(StateTest, Sgd) {
  for (const Sgd &rule : kRules) {
    const ElementType type = ElementType::F64;
    Graph graph = sgdGraph(rule, type);
    std::unique_ptr<Program> program = compile(graph);
    ASSERT_TRUE(program);
    Generator generator(79);
    Reals w = generator.uniforms(type, 11), buffer(11, 0);
    program->setVariable("w",
                         encode(type, {2, 3}, Reals(w.begin(), w.begin() + 6)));
    program->setVariable("v", encode(type, {5}, Reals(w.begin() + 6, w.end())));
    bool isFirst = true;
    for (int step = 0; step < 20; ++step) {
      Reals g = generator.uniforms(type, 11);
      bool skipped = step % 3 == 1;
      if (skipped)
        g[generator.bits() % 11] = step % 2 ? Real(INFINITY) : Real(NAN);
      std::map<std::string, Tensor> before;
      for (const std::string &name : stateOf(rule))
        before[name] = program->variable(name);
      std::vector<Tensor> results =
          program->run({encode(type, {2, 3}, Reals(g.begin(), g.begin() + 6)),
                        encode(type, {5}, Reals(g.begin() + 6, g.end()))});
      ASSERT_EQ(results.size(), 1u);
      EXPECT_EQ(decode(results[0], 0), skipped);
      if (skipped) {
        for (const std::string &name : stateOf(rule))
          expectSameBytes(program->variable(name), before[name], name);
        continue;
      }
      for (int i = 0; i < 11; ++i) {
        Real d = g[i] + rule.decay * w[i];
        if (rule.momentum != 0) {
          buffer[i] = isFirst ? d
                              : rule.momentum * buffer[i] +
                                    (1 - Real(rule.dampening)) * d;
          d = rule.nesterov ? d + rule.momentum * buffer[i] : buffer[i];
        }
        w[i] -= rule.lr * d;
      }
      isFirst = false;
      auto compare = [&](const std::string &name, const Real *expected) {
        expectNear(
            program->variable(name),
            [&](int64_t i) {
              return Expected{expected[i],
                              1e-12L * (1 + std::fabs(expected[i]))};
            },
            name + " after step " + std::to_string(step));
      };
      compare("w", &w[0]);
      compare("v", &w[6]);
      if (rule.momentum != 0) {
        compare("opt.momentum.w", &buffer[0]);
        compare("opt.momentum.v", &buffer[6]);
      }
    }
  }
}

// 16-bit parameters: the update is made in f32 and rounded once; the momentum
// is f32.
TEST_P(StateTest, SgdOnShortParameters) {
  const Sgd rule = kRules[2];
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    Graph graph = sgdGraph(rule, type);
    std::unique_ptr<Program> program = compile(graph);
    ASSERT_TRUE(program);
    Generator generator(83);
    program->setVariable("w", generator.tensor(type, {2, 3}));
    for (int step = 0; step < 5; ++step) {
      Reals w = decode(program->variable("w"));
      Reals buffer = decode(program->variable("opt.momentum.w"));
      Tensor g = generator.tensor(type, {2, 3});
      program->run({g, generator.tensor(type, {5})});
      EXPECT_EQ(program->variable("opt.momentum.w").type, ElementType::F32);
      Real v = formatOf(ElementType::F32).unit();
      expectNear(
          program->variable("w"),
          [&](int64_t i) -> Expected {
            Real momentum = Real(rule.momentum) * buffer[i] + decode(g, i);
            Real y = w[i] - Real(rule.lr) * momentum;
            // Factors are f32 constants; each operation adds a unit.
            Real magnitude =
                std::fabs(w[i]) +
                rule.lr * (std::fabs(buffer[i]) + std::fabs(decode(g, i)));
            return {y, elementwiseBound(type, y, 0) + 6 * v * magnitude};
          },
          "w");
    }
  }
}

AMP_INSTANTIATE(StateTest);
