//===- CpuLevelTest.cpp ---------------------------------------------------===//
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
class CpuLevelTest : public TargetTest {};

/// Everything elementwise: conversions to and from 16 bits, for which a
/// baseline CPU calls functions, and the math functions. And rows, whose order
/// must not depend on the width of vectors.
Graph build(ElementType type) {
  Generator generator(11);
  Graph graph;
  Val x = graph.input(generator.tensor(type, {4099}));
  for (const char *name : {"exp", "tanh", "erf", "sigmoid", "gelu", "sqrt",
                           "rsqrt", "reciprocal", "abs", "neg", "relu",
                           // What a baseline CPU rounds by functions.
                           "ceil", "floor", "round",
                           // Made of the functions above, or the C library's.
                           "expm1", "erfinv", "softplus", "silu", "tan"})
    graph.output(graph.same(name, {x}));
  graph.output(graph.same("log", {graph.same("abs", {x})}));
  graph.output(graph.same("div", {x, graph.same("exp", {x})}));
  for (ElementType other : kFloats)
    graph.output(graph.cast(x, other));
  Val rows = graph.input(generator.tensor(type, {37, 1111}));
  graph.output(graph.op("sum", {rows}, type, {37}, "dims = array<i64: 1>"));
  graph.output(graph.op("mean", {rows}, type, {1111}, "dims = array<i64: 0>"));
  for (const char *dim : {"dim = 0 : i64", "dim = 1 : i64"})
    graph.output(graph.same("softmax", {rows}, dim));
  graph.output(graph.op("transpose", {rows}, type, {1111, 37},
                        "permutation = array<i64: 1, 0>"));
  // Rows that are computed many at once.
  Val shortRows = graph.input(generator.tensor(type, {203, 21}));
  graph.output(graph.same("softmax", {shortRows}, "dim = 1 : i64"));
  graph.output(
      graph.op("sum", {shortRows}, type, {203}, "dims = array<i64: 1>"));
  return graph;
}
} // namespace

TEST_P(CpuLevelTest, SameBitsOnEveryCpuWithFusedMultiplyAdd) {
  if (GetParam() != "cpu")
    GTEST_SKIP()
        << "cuda: kernels for other CPUs are a matter of the CPU target";
  for (ElementType type : kFloats) {
    Graph graph = build(type);
    std::vector<std::vector<Tensor>> runs;
    for (const char *cpu : {"host", "x86-64-v3", "x86-64-v2", "x86-64"}) {
      std::unique_ptr<Program> program = compile(graph, nullptr, cpu);
      ASSERT_TRUE(program);
      runs.push_back(program->run(graph.inputs()));
      ASSERT_EQ(runs.back().size(), graph.numOutputs());
    }
    for (size_t i = 0; i < graph.numOutputs(); ++i) {
      auto name = [&](const char *cpu) {
        return "result " + std::to_string(i) + " on " + cpu + " in " +
               mlirName(type).str();
      };
      expectSameBytes(runs[1][i], runs[0][i], name("x86-64-v3"));
      expectSameBytes(runs[3][i], runs[2][i], name("x86-64"));
      // These have no fused multiply-add. AmpMathTests has their bounds; what
      // is made of the functions loses digits where terms cancel, such as
      // GELU's.
      Reals wanted = decode(runs[0][i]);
      expectNear(
          runs[3][i],
          [&](int64_t k) -> Expected {
            Real y = wanted[static_cast<size_t>(k)];
            return {y,
                    2 * elementwiseBound(runs[0][i].type, std::fabs(y) + 1, 8)};
          },
          name("x86-64"));
    }
  }
}

AMP_INSTANTIATE(CpuLevelTest);
