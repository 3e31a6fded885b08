//===- MinimumCutTest.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/MinimumCut.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <random>

using namespace mlir::amp;

namespace {

constexpr int64_t kInfinity = CutGraph::kInfinity;

/// Random numbers that are the same everywhere.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  uint64_t below(uint64_t bound) { return engine() % bound; }
  bool oneIn(uint64_t n) { return below(n) == 0; }

private:
  std::mt19937_64 engine;
};

/// The terms of a cut's cost, beside the graph that is made of them: a cut is
/// a bit mask of the nodes on the source's side.
class Terms {
public:
  explicit Terms(uint32_t numNodes) : numNodes(numNodes) {
    for (uint32_t i = 0; i != numNodes; ++i)
      graph.addNode();
  }

  /// `onSink` is paid if any of `nodes` is on the sink's side, `onSource` if
  /// any is on the source's.
  void addAny(llvm::ArrayRef<uint32_t> nodes, int64_t onSink,
              int64_t onSource) {
    terms.push_back({getMask(nodes), 0, onSource, onSink});
    graph.addAny(nodes, onSink, onSource);
  }
  void addAnyEdge(uint32_t from, llvm::ArrayRef<uint32_t> to, int64_t forward,
                  int64_t backward) {
    terms.push_back({getMask(to), uint64_t(1) << from, backward, forward});
    graph.addAnyEdge(from, to, forward, backward);
  }
  void addEdge(uint32_t from, uint32_t to, int64_t forward, int64_t backward) {
    terms.push_back({getMask({to}), uint64_t(1) << from, backward, forward});
    graph.addEdge(from, to, forward, backward);
  }
  void addSourceEdge(uint32_t node, int64_t capacity) {
    terms.push_back({getMask({node}), 0, 0, capacity});
    graph.addSourceEdge(node, capacity);
  }
  void addSinkEdge(uint32_t node, int64_t capacity) {
    terms.push_back({getMask({node}), 0, capacity, 0});
    graph.addSinkEdge(node, capacity);
  }

  /// What the cut `sources` costs; kInfinity if it must not be.
  int64_t evaluate(uint64_t sources) const {
    int64_t sum = 0;
    for (const Term &term : terms) {
      bool isFromSource = term.from & sources;
      bool paysSource = (term.any & sources) && !(term.from && isFromSource);
      bool paysSink = (term.any & ~sources) && !(term.from && !isFromSource);
      for (int64_t cost : {paysSource ? term.onSource : int64_t(0),
                           paysSink ? term.onSink : int64_t(0)})
        sum = cost > kInfinity - sum ? kInfinity : sum + cost;
    }
    return sum;
  }

  const CutGraph &getGraph() const { return graph; }
  uint32_t getNumNodes() const { return numNodes; }

private:
  /// `onSource` is paid if any of `any` is on the source's side, and `from`,
  /// if there is one, is not; `onSink` the other way round.
  struct Term {
    uint64_t any, from;
    int64_t onSource, onSink;
  };

  static uint64_t getMask(llvm::ArrayRef<uint32_t> nodes) {
    uint64_t mask = 0;
    for (uint32_t node : nodes)
      mask |= uint64_t(1) << node;
    return mask;
  }

  uint32_t numNodes;
  CutGraph graph;
  std::vector<Term> terms;
};

/// Distinct nodes, none of which is `except`.
llvm::SmallVector<uint32_t> pickNodes(uint32_t numNodes, uint32_t except,
                                      Random &random) {
  llvm::SmallVector<uint32_t> nodes;
  for (uint64_t i = 0, e = 1 + random.below(4); i != e; ++i) {
    uint32_t node = random.below(numNodes);
    if (node != except && !llvm::is_contained(nodes, node))
      nodes.push_back(node);
  }
  return nodes;
}

/// Few and small capacities, so that ties are frequent.
int64_t pickCapacity(Random &random) {
  return random.oneIn(12) ? kInfinity : int64_t(random.below(5));
}

Terms makeRandomTerms(uint32_t numNodes, Random &random) {
  Terms terms(numNodes);
  for (uint64_t i = 0, e = numNodes + random.below(3 * numNodes); i != e; ++i) {
    uint32_t node = random.below(numNodes);
    int64_t first = pickCapacity(random), second = pickCapacity(random);
    switch (random.below(5)) {
    case 0:
      terms.addSourceEdge(node, first);
      break;
    case 1:
      terms.addSinkEdge(node, first);
      break;
    case 2:
      if (uint32_t other = random.below(numNodes); other != node)
        terms.addEdge(node, other, first, second);
      break;
    case 3:
      terms.addAny(pickNodes(numNodes, UINT32_MAX, random), first, second);
      break;
    case 4:
      if (auto to = pickNodes(numNodes, node, random); !to.empty())
        terms.addAnyEdge(node, to, first, second);
      break;
    }
  }
  return terms;
}

uint64_t getSources(const MinimumCut &cut, uint32_t numNodes) {
  uint64_t mask = 0;
  for (uint32_t i = 0; i != numNodes; ++i)
    mask |= uint64_t(cut.sides[i] == CutSide::Source) << i;
  return mask;
}

// Random graphs of 1 to 12 nodes, with all kinds of terms, against every cut.
TEST(MinimumCut, EveryCutOfSmallGraphs) {
  Random random(1);
  unsigned numTies = 0, numImpossible = 0, numComponents = 0, numMixed = 0;
  for (unsigned i = 0; i != 6000; ++i) {
    Terms terms = makeRandomTerms(1 + i % 12, random);
    uint64_t end = uint64_t(1) << terms.getNumNodes();
    int64_t best = kInfinity;
    uint64_t smallest = 0, numBest = 0;
    for (uint64_t mask = 0; mask != end; ++mask) {
      int64_t cost = terms.evaluate(mask);
      if (cost > best || cost == kInfinity)
        continue;
      numBest = cost == best ? numBest + 1 : 1;
      smallest = cost == best ? smallest & mask : mask;
      best = cost;
    }
    MinimumCut cut = findMinimumCut(terms.getGraph());
    ASSERT_FALSE(llvm::is_contained(cut.sides, CutSide::Undecided)) << i;
    numComponents += cut.components;
    uint64_t sources = getSources(cut, terms.getNumNodes());
    if (numBest == 0) {
      ++numImpossible;
      ASSERT_EQ(terms.evaluate(sources), kInfinity) << i;
      continue;
    }
    numTies += numBest > 1;
    numMixed += smallest != 0 && smallest != end - 1;
    // The cheapest cuts are closed under intersection.
    ASSERT_EQ(terms.evaluate(smallest), best) << i;
    ASSERT_EQ(sources, smallest) << i;
  }
  // The graphs have what they are meant to have.
  EXPECT_GT(numTies, 600u);
  EXPECT_GT(numImpossible, 100u);
  EXPECT_GT(numComponents, 100u);
  EXPECT_GT(numMixed, 600u);
}

/// A grid with a source above and a sink below, and capacities that take long
/// detours of the flow.
CutGraph makeGrid(uint32_t size, Random &random) {
  CutGraph graph;
  for (uint32_t i = 0; i != size * size; ++i) {
    graph.addNode();
    graph.addSourceEdge(i, int64_t(random.below(300)));
    graph.addSinkEdge(i, int64_t(random.below(300)));
  }
  for (uint32_t i = 0; i != size; ++i)
    for (uint32_t j = 0; j != size; ++j) {
      uint32_t node = i * size + j;
      int64_t bytes = 1 + int64_t(random.below(200));
      if (i != 0)
        graph.addEdge(node - size, node, bytes, bytes);
      if (j != 0)
        graph.addEdge(node - 1, node, bytes, bytes);
    }
  return graph;
}

/// By how much the cost of a cut changes, at most, if one node changes sides,
/// for the better.
int64_t getBestMove(const CutGraph &graph, llvm::ArrayRef<CutSide> sides) {
  // What it costs each node to be on the source's side more than on the sink's.
  std::vector<int64_t> excess(graph.getBiases().begin(),
                              graph.getBiases().end());
  auto isSource = [&](uint32_t node) { return sides[node] == CutSide::Source; };
  for (const CutGraph::Edge &edge : graph.getEdges()) {
    excess[edge.from] += isSource(edge.to) ? -edge.backward : edge.forward;
    excess[edge.to] += isSource(edge.from) ? -edge.forward : edge.backward;
  }
  int64_t best = 0;
  for (auto [i, more] : llvm::enumerate(excess))
    best = std::max(best, isSource(i) ? more : -more);
  return best;
}

// A component that needs more work than its budget is given up, with what hangs
// on it, and nothing else.
TEST(MinimumCut, BudgetRunsOut) {
  Random random(2);
  CutGraph graph = makeGrid(30, random);
  uint32_t gridSize = 30 * 30;
  uint32_t lone = graph.addNode();
  graph.addSourceEdge(lone, 1);
  uint32_t hanging = graph.addNode(), decided = graph.addNode();
  graph.addEdge(hanging, gridSize / 2, 3, 3);
  graph.addEdge(decided, gridSize / 2, 3, 3);
  graph.addSinkEdge(decided, 9);

  MinimumCut full = findMinimumCut(graph, /*workBudget=*/2000);
  EXPECT_EQ(llvm::count(full.sides, CutSide::Undecided), 0);
  EXPECT_GT(full.components, 0u);
  EXPECT_GT(full.largestComponent, 100u);
  EXPECT_EQ(getBestMove(graph, full.sides), 0);

  MinimumCut cut = findMinimumCut(graph, /*workBudget=*/0);
  EXPECT_GT(llvm::count(cut.sides, CutSide::Undecided), 100);
  for (auto [i, side] : llvm::enumerate(cut.sides))
    if (side != CutSide::Undecided)
      EXPECT_EQ(side, full.sides[i]) << i;
  EXPECT_EQ(cut.sides[lone], CutSide::Source);
  EXPECT_EQ(cut.sides[hanging], cut.sides[gridSize / 2]);
  EXPECT_EQ(cut.sides[decided], CutSide::Sink);
}

TEST(MinimumCut, EmptyGraph) {
  MinimumCut cut = findMinimumCut(CutGraph());
  EXPECT_TRUE(cut.sides.empty());
  EXPECT_EQ(cut.components, 0u);
}

// At equal costs a node is on the sink's side.
TEST(MinimumCut, TiesGoToTheSink) {
  CutGraph graph;
  uint32_t a = graph.addNode(), b = graph.addNode();
  graph.addSourceEdge(a, 5);
  graph.addEdge(a, b, 5, 0);
  graph.addSinkEdge(b, 5);
  MinimumCut cut = findMinimumCut(graph);
  EXPECT_EQ(cut.sides[a], CutSide::Sink);
  EXPECT_EQ(cut.sides[b], CutSide::Sink);
}

// Of two that contradict each other the first one holds, and the answer is one
// all the same.
TEST(MinimumCut, FixedToBothSides) {
  CutGraph graph;
  uint32_t node = graph.addNode();
  graph.addSourceEdge(node, kInfinity);
  graph.addSinkEdge(node, kInfinity);
  EXPECT_EQ(findMinimumCut(graph).sides[node], CutSide::Source);
}

} // namespace
