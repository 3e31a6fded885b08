//===- DeterminismTest.cpp - The same bits in every run ------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTest.h"

#include <cmath>
#include <cstring>

using namespace amp;
using namespace amp::test;

namespace {
class DeterminismTest : public TargetTest {
protected:
  /// Whatever the number of threads, and in each run.
  void expectSameRuns(const Graph &graph, ElementType type);
};

/// Elementwise chains, reductions of both kinds, softmax, a loss and its
/// gradient, large enough to be spread over threads, and no GEMM.
Graph build(ElementType type) {
  constexpr int64_t kRows = 512, kColumns = 300;
  Generator generator(97);
  Graph graph;
  Val x = graph.input(generator.tensor(type, {kRows, kColumns}));
  Val b = graph.input(generator.tensor(type, {kColumns}));
  Reals classes;
  for (int64_t i = 0; i < kRows; ++i)
    classes.push_back(generator.bits() % kColumns);
  Val target = graph.input(encode(ElementType::I64, {kRows}, classes));
  Val y = graph.same("tanh", {graph.same("add", {x, b})});
  Val z = graph.same("mul", {graph.same("sigmoid", {y}), y});
  graph.output(z);
  graph.output(graph.op("sum", {z}, type, {}));
  graph.output(graph.op("mean", {z}, type, {kColumns}, "dims = array<i64: 0>"));
  graph.output(graph.op("amax", {z}, type, {kRows}, "dims = array<i64: 1>"));
  Val flat = graph.op("reshape", {z}, type, {kRows * kColumns},
                      "shape = array<i64: -1>");
  graph.output(graph.op("sum", {flat}, type, {}));
  graph.output(graph.same("softmax", {z}, "dim = 1 : i64"));
  Val loss = graph.op("cross_entropy", {z, target}, type, {});
  graph.output(loss);
  for (const Val &gradient : graph.backward(loss, {x, b}))
    graph.output(gradient);
  graph.output(graph.op("transpose", {z}, type, {kColumns, kRows},
                        "permutation = array<i64: 1, 0>"));
  // Many rows of few elements.
  Val narrow = graph.op(
      "reshape", {z}, type, {kRows * kColumns / 12, 12},
      "shape = array<i64: " + std::to_string(kRows * kColumns / 12) + ", 12>");
  graph.output(graph.same("softmax", {narrow}, "dim = 1 : i64"));
  return graph;
}
} // namespace

void DeterminismTest::expectSameRuns(const Graph &graph, ElementType type) {
  std::vector<std::vector<Tensor>> runs;
  for (unsigned threads : {1, 2, 2, 3}) {
    amprt_device *device = openDevice(threads);
    ASSERT_NE(device, nullptr);
    std::unique_ptr<Program> program = compile(graph, device);
    ASSERT_TRUE(program);
    for (int i = 0; i < 2; ++i) {
      runs.push_back(program->run(graph.inputs()));
      ASSERT_EQ(runs.back().size(), graph.numOutputs());
    }
  }
  for (size_t r = 1; r < runs.size(); ++r)
    for (size_t i = 0; i < runs[r].size(); ++i)
      expectSameBytes(runs[r][i], runs[0][i],
                      "result " + std::to_string(i) + " of run " +
                          std::to_string(r) + " in " + mlirName(type).str());
}

TEST_P(DeterminismTest, ThreadsAndRepetition) {
  for (ElementType type : kFloats)
    expectSameRuns(build(type), type);
}

// Almost all elements name one place: its sum has parts, which threads share.
TEST_P(DeterminismTest, OnePlaceOfASum) {
  constexpr int64_t kCount = 4100, kWidth = 70, kPlaces = 3;
  for (ElementType type : kFloats) {
    Generator generator(98);
    Graph graph;
    Val x = graph.input(generator.tensor(type, {1, kCount, kWidth}));
    Reals index(kCount, 1);
    index[5] = index[1000] = 0;
    index[1001] = 7; // No place.
    Val at = graph.input(encode(ElementType::I64, {1, kCount, 1}, index));
    Reals each;
    for (int64_t i = 0; i < kCount * kWidth; ++i)
      each.push_back(i % 11 ? 2 : i % kPlaces);
    Val atEach =
        graph.input(encode(ElementType::I64, {1, kCount, kWidth}, each));
    for (const Val &place : {at, atEach})
      graph.output(graph.op("sum_at", {x, place}, type, {1, kPlaces, kWidth},
                            "size = 3 : i64"));
    expectSameRuns(graph, type);
  }
}

AMP_INSTANTIATE(DeterminismTest);
