//===- PrecisionCutTest.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/PrecisionCut.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <map>
#include <random>
#include <sstream>

using namespace mlir::amp;

namespace {

using Freedom = PrecisionGraph::Freedom;
constexpr uint64_t kForbidden = PrecisionGraph::kForbidden;
constexpr PrecisionSide kLow = PrecisionSide::Low, kHigh = PrecisionSide::High;

/// Random numbers that are the same everywhere.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  uint64_t below(uint64_t bound) { return engine() % bound; }
  bool oneIn(uint64_t n) { return below(n) == 0; }
  uint64_t pick(llvm::ArrayRef<uint64_t> from) {
    return from[below(from.size())];
  }

private:
  std::mt19937_64 engine;
};

std::string toString(const PrecisionGraph &graph) {
  std::ostringstream os;
  for (auto [i, n] : llvm::enumerate(graph.getNodes()))
    os << "node " << i << ": freedom " << int(n.freedom) << " low "
       << n.lowBytes << " high " << n.highBytes << "\n";
  for (auto [i, v] : llvm::enumerate(graph.getValues()))
    os << "value " << i << ": of " << v.producer << " narrow "
       << int64_t(v.narrowBytes) << " widen " << int64_t(v.widenBytes)
       << " saved low " << v.savedLowBytes << " high " << v.savedHighBytes
       << (v.isSavedByProducer ? " by producer" : "") << "\n";
  for (const PrecisionGraph::Use &u : graph.getUses())
    os << "use of " << u.value << " by " << u.node
       << (u.isSaved ? " saved" : "") << "\n";
  return os.str();
}

std::string toString(llvm::ArrayRef<PrecisionSide> sides) {
  std::string text;
  for (PrecisionSide side : sides)
    text += side == kLow ? 'l' : 'H';
  return text;
}

std::vector<uint32_t> getFreeNodes(const PrecisionGraph &graph) {
  std::vector<uint32_t> nodes;
  for (auto [i, node] : llvm::enumerate(graph.getNodes()))
    if (node.freedom == Freedom::Free)
      nodes.push_back(i);
  return nodes;
}

//===----------------------------------------------------------------------===//
// The definition, once more, on bit masks: a bit is a node that is high
//===----------------------------------------------------------------------===//

class MaskObjective {
public:
  explicit MaskObjective(const PrecisionGraph &graph)
      : numNodes(graph.getNodes().size()), values(graph.getValues().size()) {
    for (auto [i, node] : llvm::enumerate(graph.getNodes()))
      if (node.freedom == Freedom::Free)
        nodes.push_back({i, node.lowBytes, node.highBytes});
      else if (node.freedom == Freedom::High)
        fixedHigh |= uint64_t(1) << i;
    for (auto [i, value] : llvm::enumerate(graph.getValues())) {
      values[i].value = value;
      if (value.isSavedByProducer)
        values[i].savers |= uint64_t(1) << value.producer;
    }
    for (const PrecisionGraph::Use &use : graph.getUses()) {
      values[use.value].users |= uint64_t(1) << use.node;
      if (use.isSaved)
        values[use.value].savers |= uint64_t(1) << use.node;
    }
  }

  /// `free` has a bit per free node. UINT64_MAX if forbidden.
  uint64_t evaluate(uint64_t free) const {
    uint64_t high = expand(free), cost = 0;
    for (size_t i = 0; i != nodes.size(); ++i)
      cost += (free >> i) & 1 ? nodes[i].high : nodes[i].low;
    for (const Value &v : values) {
      bool isHigh = (high >> v.value.producer) & 1;
      uint64_t others = v.users & (isHigh ? ~high : high);
      if (others) {
        uint64_t bytes = isHigh ? v.value.narrowBytes : v.value.widenBytes;
        if (bytes == kForbidden)
          return UINT64_MAX;
        cost += bytes;
      }
      cost += v.savers & ~high ? v.value.savedLowBytes : 0;
      cost += v.savers & high ? v.value.savedHighBytes : 0;
    }
    return cost;
  }

  std::vector<PrecisionSide> getSides(uint64_t free) const {
    std::vector<PrecisionSide> sides(numNodes);
    uint64_t high = expand(free);
    for (size_t i = 0; i != numNodes; ++i)
      sides[i] = (high >> i) & 1 ? kHigh : kLow;
    return sides;
  }

private:
  struct Node {
    size_t index;
    uint64_t low, high;
  };
  struct Value {
    PrecisionGraph::Value value;
    uint64_t users = 0, savers = 0;
  };

  uint64_t expand(uint64_t free) const {
    uint64_t high = fixedHigh;
    for (size_t i = 0; i != nodes.size(); ++i)
      high |= ((free >> i) & 1) << nodes[i].index;
    return high;
  }

  size_t numNodes;
  std::vector<Node> nodes;
  std::vector<Value> values;
  uint64_t fixedHigh = 0;
};

//===----------------------------------------------------------------------===//
// Checks against all assignments
//===----------------------------------------------------------------------===//

struct Exhaustive {
  uint64_t graphs = 0, assignments = 0, ties = 0, impossible = 0;

  /// Checks total and sides. With `isByDefinition` the totals are those of
  /// evaluatePrecision, otherwise those of MaskObjective, which is faster; at
  /// some assignments the two are compared.
  void check(const PrecisionGraph &graph, bool isByDefinition, Random &random) {
    std::vector<uint32_t> free = getFreeNodes(graph);
    ASSERT_LE(graph.getNodes().size(), 64u);
    MaskObjective objective(graph);
    uint64_t end = uint64_t(1) << free.size();

    uint64_t best = UINT64_MAX, common = 0, numBest = 0;
    for (uint64_t mask = 0; mask != end; ++mask) {
      uint64_t cost;
      if (isByDefinition) {
        PrecisionCost terms =
            evaluatePrecision(graph, objective.getSides(mask));
        cost = terms.isForbidden ? UINT64_MAX : terms.getTotal();
      } else {
        cost = objective.evaluate(mask);
      }
      if (cost > best || cost == UINT64_MAX)
        continue;
      numBest = cost == best ? numBest + 1 : 1;
      common = cost == best ? common & mask : mask;
      best = cost;
    }
    for (unsigned i = 0; !isByDefinition && i != 16; ++i) {
      uint64_t mask = random.below(end), cost = objective.evaluate(mask);
      PrecisionCost terms = evaluatePrecision(graph, objective.getSides(mask));
      ASSERT_EQ(terms.isForbidden, cost == UINT64_MAX) << toString(graph);
      if (!terms.isForbidden)
        ASSERT_EQ(terms.getTotal(), cost) << toString(graph);
    }

    PrecisionCut cut = solvePrecision(graph);
    ASSERT_EQ(cut.sides.size(), graph.getNodes().size());
    ASSERT_TRUE(cut.undecided.empty()) << toString(graph);
    PrecisionCost cost = evaluatePrecision(graph, cut.sides);
    ++graphs;
    assignments += end;
    if (numBest == 0) {
      ++impossible;
      ASSERT_TRUE(cost.isForbidden) << toString(graph);
      for (auto [node, side] : llvm::zip_equal(graph.getNodes(), cut.sides))
        if (node.freedom != Freedom::Free)
          ASSERT_EQ(side, node.freedom == Freedom::High ? kHigh : kLow);
      return;
    }
    ties += numBest > 1;
    // The cheapest assignments are closed under intersection.
    ASSERT_EQ(objective.evaluate(common), best) << toString(graph);
    ASSERT_FALSE(cost.isForbidden) << toString(graph);
    ASSERT_EQ(cost.getTotal(), best) << toString(graph);
    ASSERT_EQ(toString(cut.sides), toString(objective.getSides(common)))
        << toString(graph);
  }
};

/// What the costs of a random graph are drawn from.
struct Costs {
  uint64_t scale = 1;          ///< the largest factor of a cost
  uint64_t forbiddenRate = 12; ///< one cast in so many is forbidden
};

/// Few and, unless scaled, small costs, so that ties are frequent.
PrecisionGraph::Value makeValue(uint32_t producer, Random &random,
                                Costs costs = {}) {
  auto pick = [&](llvm::ArrayRef<uint64_t> from) {
    return random.pick(from) * (1 + random.below(costs.scale));
  };
  PrecisionGraph::Value value;
  value.producer = producer;
  value.narrowBytes = pick({0, 1, 2, 3, 5});
  value.widenBytes =
      random.oneIn(2) ? value.narrowBytes : pick({0, 1, 2, 3, 5});
  if (random.oneIn(costs.forbiddenRate))
    value.narrowBytes = kForbidden;
  if (random.oneIn(costs.forbiddenRate))
    value.widenBytes = kForbidden;
  value.savedLowBytes = pick({0, 1, 2});
  value.savedHighBytes = pick({0, 2, 4});
  value.isSavedByProducer = random.oneIn(4);
  return value;
}

uint32_t addFreeNode(PrecisionGraph &graph, Random &random, Costs costs = {}) {
  auto pick = [&] { return random.below(5) * (1 + random.below(costs.scale)); };
  uint64_t lowBytes = pick(), highBytes = pick();
  return graph.addNode(Freedom::Free, lowBytes, highBytes);
}

/// A graph of `n` free nodes in topological order, each with one value. Bit k
/// of `edges` is the k-th pair i < j: j uses the value of i. Of `sources`, two
/// bits a node: a fixed node whose value it uses (none, low, high, both); of
/// `sinks`, the same for a fixed user of its value.
PrecisionGraph makeSmallGraph(unsigned n, uint64_t edges, uint64_t sources,
                              uint64_t sinks, Random &random) {
  PrecisionGraph graph;
  std::vector<uint32_t> values;
  for (unsigned i = 0; i != n; ++i)
    values.push_back(
        graph.addValue(makeValue(addFreeNode(graph, random), random)));
  for (unsigned j = 1; j < n; ++j)
    for (unsigned i = 0; i != j; ++i, edges >>= 1)
      if (edges & 1)
        graph.addUse(values[i], j, random.oneIn(3));
  for (unsigned i = 0; i != n; ++i)
    for (Freedom freedom : {Freedom::Low, Freedom::High}) {
      unsigned bit = 2 * i + (freedom == Freedom::High);
      if ((sources >> bit) & 1)
        graph.addUse(
            graph.addValue(makeValue(graph.addNode(freedom, 9, 9), random)), i,
            random.oneIn(3));
      if ((sinks >> bit) & 1)
        graph.addUse(values[i], graph.addNode(freedom, 9, 9), random.oneIn(3));
    }
  return graph;
}

// Every edge pattern of up to 5 free nodes (1, 2, 8, 64, 1024 of them). Up to 3
// nodes with every pattern of fixed sources and sinks, with 4 and 5 nodes with
// 1000 and 60 random ones. Costs and saved flags are drawn. Each graph against
// all assignments, by evaluatePrecision.
TEST(PrecisionCut, ExhaustiveSmallGraphs) {
  Random random(1);
  Exhaustive exhaustive;
  for (unsigned n = 1; n <= 5; ++n) {
    uint64_t numFixed = uint64_t(1) << (4 * n);
    for (uint64_t edges = 0; edges != uint64_t(1) << (n * (n - 1) / 2);
         ++edges) {
      uint64_t repeat = n == 1   ? 16 * 100
                        : n == 2 ? 256 * 40
                        : n == 3 ? 4096 * 4
                        : n == 4 ? 1000
                                 : 60;
      for (uint64_t i = 0; i != repeat; ++i) {
        uint64_t fixed = n <= 3 ? i % numFixed : random.below(numFixed);
        // Fewer fixed neighbours leave more to decide.
        if (n > 3 && !random.oneIn(3))
          fixed &= random.below(numFixed);
        PrecisionGraph graph = makeSmallGraph(
            n, edges, fixed & ((1u << 2 * n) - 1), fixed >> (2 * n), random);
        exhaustive.check(graph, /*isByDefinition=*/true, random);
        if (HasFatalFailure())
          return;
      }
    }
  }
  EXPECT_EQ(exhaustive.graphs,
            1u * 1600 + 2 * 10240 + 8 * 16384 + 64 * 1000 + 1024 * 60);
  // The vocabulary has what it is meant to have.
  EXPECT_GT(exhaustive.ties, exhaustive.graphs / 10);
  EXPECT_GT(exhaustive.impossible, 0u);
  EXPECT_LT(exhaustive.impossible, exhaustive.graphs / 10);
}

/// A random DAG: nodes with up to two values, values with few or many users,
/// uses that repeat, fixed nodes in between.
PrecisionGraph makeRandomGraph(unsigned numFree, unsigned maxFixed,
                               Random &random, Costs costs = {}) {
  PrecisionGraph graph;
  std::vector<uint32_t> values;
  unsigned numFixed = random.below(maxFixed + 1);
  unsigned remainingFree = numFree, remainingFixed = numFixed;
  // How far back a node looks, how many values it reads, how often a hub.
  uint64_t reach = 1 + random.below(numFree);
  uint64_t maxReads = 1 + random.below(4);
  uint64_t hubRate = 2 + random.below(8);
  while (remainingFree + remainingFixed != 0) {
    bool isFree = random.below(remainingFree + remainingFixed) < remainingFree;
    --(isFree ? remainingFree : remainingFixed);
    uint32_t node =
        isFree ? addFreeNode(graph, random, costs)
               : graph.addNode(random.oneIn(2) ? Freedom::Low : Freedom::High,
                               random.below(5), random.below(5));
    for (uint64_t i = 0, e = random.below(maxReads + 1);
         !values.empty() && i != e; ++i) {
      uint32_t value =
          random.oneIn(hubRate)
              ? random.below(std::min<size_t>(values.size(), 3))
              : values.size() - 1 -
                    random.below(std::min<uint64_t>(values.size(), reach));
      graph.addUse(values[value], node, random.oneIn(3));
      if (random.oneIn(16))
        graph.addUse(values[value], node, random.oneIn(3));
    }
    for (uint64_t i = 0, e = 1 + random.oneIn(5); i != e; ++i)
      values.push_back(graph.addValue(makeValue(node, random, costs)));
    // A graph region lets a node read its own value.
    if (random.oneIn(20))
      graph.addUse(values.back(), node, random.oneIn(3));
  }
  return graph;
}

// 1000 random graphs, 80 each of 6, 7, ..., 17 free nodes, then 20, 12 and 8 of
// 18, 19 and 20, and up to 8 fixed ones, against all assignments by
// MaskObjective (and that against evaluatePrecision at 16 assignments of each).
TEST(PrecisionCut, ExhaustiveRandomGraphs) {
  Random random(2);
  Exhaustive exhaustive;
  for (unsigned n = 6; n <= 20; ++n) {
    unsigned repeat = n <= 17 ? 80 : n == 18 ? 20 : n == 19 ? 12 : 8;
    for (unsigned i = 0; i != repeat; ++i) {
      exhaustive.check(makeRandomGraph(n, 8, random),
                       /*isByDefinition=*/false, random);
      if (HasFatalFailure())
        return;
    }
  }
  EXPECT_EQ(exhaustive.graphs, 1000u);
  EXPECT_GT(exhaustive.ties, 100u);
}

//===----------------------------------------------------------------------===//
// Checks against a textbook flow, for graphs with too many assignments
//===----------------------------------------------------------------------===//

/// One auxiliary node for each cast and each saved copy, and the Edmonds-Karp
/// algorithm.
class TextbookCut {
public:
  explicit TextbookCut(const PrecisionGraph &graph)
      : edges(graph.getNodes().size() + 2) {
    uint32_t source = edges.size() - 2, sink = edges.size() - 1;
    for (auto [i, node] : llvm::enumerate(graph.getNodes())) {
      bool isFree = node.freedom == Freedom::Free;
      add(source, i,
          isFree                          ? node.lowBytes
          : node.freedom == Freedom::High ? kForbidden
                                          : 0);
      add(i, sink,
          isFree                         ? node.highBytes
          : node.freedom == Freedom::Low ? kForbidden
                                         : 0);
    }
    for (auto [i, value] : llvm::enumerate(graph.getValues())) {
      uint32_t narrow = newNode(), widen = newNode(), low = newNode(),
               high = newNode();
      add(value.producer, narrow, value.narrowBytes);
      add(widen, value.producer, value.widenBytes);
      add(source, low, value.savedLowBytes);
      add(high, sink, value.savedHighBytes);
      auto addSaver = [&](uint32_t node) {
        add(low, node, kForbidden);
        add(node, high, kForbidden);
      };
      if (value.isSavedByProducer)
        addSaver(value.producer);
      for (const PrecisionGraph::Use &use : graph.getUses()) {
        if (use.value != i)
          continue;
        add(narrow, use.node, kForbidden);
        add(use.node, widen, kForbidden);
        if (use.isSaved)
          addSaver(use.node);
      }
    }
    while (flow < kInfinity && augment(source, sink)) {
    }
    for (size_t i = 0; i != graph.getNodes().size(); ++i)
      sides.push_back(isReached[i] ? kHigh : kLow);
  }

  std::vector<PrecisionSide> sides;

  bool isPossible() const { return flow < kInfinity; }

private:
  void add(uint32_t from, uint32_t to, uint64_t capacity) {
    if (capacity == 0)
      return;
    uint64_t &sum = edges[from][to];
    sum = capacity > kInfinity - sum ? kInfinity : sum + capacity;
    edges[to][from];
  }
  uint32_t newNode() {
    edges.emplace_back();
    return edges.size() - 1;
  }
  bool augment(uint32_t source, uint32_t sink) {
    std::vector<uint32_t> parent(edges.size()), queue{source};
    isReached.assign(edges.size(), false);
    isReached[source] = true;
    for (size_t i = 0; i != queue.size() && !isReached[sink]; ++i)
      for (auto [to, capacity] : edges[queue[i]])
        if (capacity != 0 && !isReached[to]) {
          isReached[to] = true;
          parent[to] = queue[i];
          queue.push_back(to);
        }
    if (!isReached[sink])
      return false;
    uint64_t amount = kInfinity;
    for (uint32_t node = sink; node != source; node = parent[node])
      amount = std::min(amount, edges[parent[node]][node]);
    for (uint32_t node = sink; node != source; node = parent[node]) {
      edges[parent[node]][node] -= amount;
      edges[node][parent[node]] += amount;
    }
    flow += amount;
    return true;
  }

  static constexpr uint64_t kInfinity = uint64_t(1) << 40;
  std::vector<std::map<uint32_t, uint64_t>> edges;
  std::vector<bool> isReached;
  uint64_t flow = 0;
};

/// A square grid, each node of which reads its upper and its left neighbour:
/// from a high row to a low row, or all free and each node with a bias of its
/// own, which takes long detours of the flow.
void addGrid(PrecisionGraph &graph, unsigned size, bool isFree,
             Random &random) {
  std::vector<uint32_t> row(size);
  for (unsigned i = 0; i != size; ++i)
    for (unsigned j = 0; j != size; ++j) {
      Freedom freedom = isFree || (i != 0 && i + 1 != size) ? Freedom::Free
                        : i == 0                            ? Freedom::High
                                                            : Freedom::Low;
      uint64_t lowBytes = isFree ? random.below(300) : 0;
      uint64_t highBytes = isFree ? random.below(300) : 0;
      uint32_t node = graph.addNode(freedom, lowBytes, highBytes);
      if (i != 0)
        graph.addUse(row[j], node, false);
      if (j != 0)
        graph.addUse(row[j - 1], node, false);
      uint64_t bytes = 1 + random.below(isFree ? 200 : 1000);
      row[j] = graph.addValue({node, bytes, bytes, 0, 0, false});
    }
}

// 300 graphs of 50 to 250 free nodes, every third a grid. Those in which
// everything is forbidden are left out.
TEST(PrecisionCut, TextbookFlow) {
  Random random(3);
  unsigned numChecked = 0, numComponents = 0;
  for (unsigned i = 0; i != 300; ++i) {
    unsigned n = 50 + random.below(201);
    PrecisionGraph graph;
    if (i % 3 == 0)
      addGrid(graph, 7 + i % 9, /*isFree=*/i % 2, random);
    else
      graph = makeRandomGraph(
          n, n / 4, random,
          Costs{i % 2 ? uint64_t(1) : 100000, i % 5 ? uint64_t(1000000) : 200});
    TextbookCut expected(graph);
    if (!expected.isPossible())
      continue;
    ++numChecked;
    PrecisionCut cut = solvePrecision(graph);
    numComponents += cut.components;
    ASSERT_TRUE(cut.undecided.empty()) << "graph " << i;
    PrecisionCost cost = evaluatePrecision(graph, cut.sides);
    ASSERT_FALSE(cost.isForbidden) << "graph " << i;
    ASSERT_EQ(cost.getTotal(),
              evaluatePrecision(graph, expected.sides).getTotal())
        << "graph " << i;
    ASSERT_EQ(toString(cut.sides), toString(expected.sides)) << "graph " << i;
  }
  EXPECT_GT(numChecked, 200u);
  // Reductions alone do not decide them.
  EXPECT_GT(numComponents, 100u);
}

//===----------------------------------------------------------------------===//
// Single cases
//===----------------------------------------------------------------------===//

TEST(PrecisionCut, EmptyGraph) {
  PrecisionCut cut = solvePrecision(PrecisionGraph());
  EXPECT_TRUE(cut.sides.empty());
  EXPECT_TRUE(cut.undecided.empty());
  EXPECT_EQ(cut.components, 0u);
  EXPECT_EQ(evaluatePrecision(PrecisionGraph(), {}).getTotal(), 0u);
}

// A value that is f32 for sure, with three low users: they share one cast.
TEST(PrecisionCut, UsersShareCast) {
  PrecisionGraph graph;
  uint32_t producer = graph.addNode(Freedom::High, 0, 0);
  uint32_t value = graph.addValue({producer, 10, 20, 3, 7, false});
  for (unsigned i = 0; i != 3; ++i)
    graph.addUse(value, graph.addNode(Freedom::Free, 0, 4), i == 0);
  graph.addUse(value, graph.addNode(Freedom::High, 0, 0), false);

  // One by one a cast costs more than staying high; three share it.
  PrecisionCut cut = solvePrecision(graph);
  EXPECT_EQ(toString(cut.sides), "HlllH");
  PrecisionCost cost = evaluatePrecision(graph, cut.sides);
  EXPECT_EQ(cost.narrowCasts, 1u);
  EXPECT_EQ(cost.widenCasts, 0u);
  EXPECT_EQ(cost.castBytes, 10u);
  EXPECT_EQ(cost.opBytes, 0u);
  EXPECT_EQ(cost.savedBytes, 3u);

  // Each side is saved once, whoever saves it there.
  std::vector<PrecisionSide> sides = {kHigh, kHigh, kLow, kLow, kHigh};
  cost = evaluatePrecision(graph, sides);
  EXPECT_EQ(cost.castBytes, 10u);
  EXPECT_EQ(cost.opBytes, 4u);
  EXPECT_EQ(cost.savedBytes, 7u);
}

TEST(PrecisionCut, EvaluateWidenAndForbidden) {
  PrecisionGraph graph;
  uint32_t producer = graph.addNode(Freedom::Low, 100, 100);
  uint32_t value = graph.addValue({producer, 10, 20, 3, 7, true});
  uint32_t forbidden = graph.addValue({producer, 10, kForbidden, 0, 0, false});
  uint32_t user = graph.addNode(Freedom::Free, 1, 2);
  graph.addUse(value, user, true);
  graph.addUse(value, user, false);
  graph.addUse(forbidden, user, false);

  PrecisionCost cost = evaluatePrecision(graph, {kLow, kHigh});
  EXPECT_EQ(cost.widenCasts, 2u);
  EXPECT_EQ(cost.narrowCasts, 0u);
  EXPECT_EQ(cost.castBytes, 20u + 10u);
  EXPECT_EQ(cost.opBytes, 2u);
  EXPECT_EQ(cost.savedBytes, 10u);
  EXPECT_TRUE(cost.isForbidden);

  cost = evaluatePrecision(graph, {kLow, kLow});
  EXPECT_EQ(cost.getTotal(), 4u);
  EXPECT_FALSE(cost.isForbidden);
  EXPECT_EQ(toString(solvePrecision(graph).sides), "ll");
}

// A forbidden widening drags its producer along, through any number of nodes.
TEST(PrecisionCut, ForbiddenWideningSpreads) {
  PrecisionGraph graph;
  uint32_t node = graph.addNode(Freedom::Free, 0, 1000);
  for (unsigned i = 0; i != 50; ++i) {
    uint32_t value = graph.addValue({node, 1, kForbidden, 0, 0, false});
    node = graph.addNode(Freedom::Free, 0, 1000);
    graph.addUse(value, node, false);
  }
  uint32_t value = graph.addValue({node, 1, kForbidden, 0, 0, false});
  graph.addUse(value, graph.addNode(Freedom::High, 0, 0), false);
  PrecisionCut cut = solvePrecision(graph);
  EXPECT_EQ(llvm::count(cut.sides, kHigh), 52);
  EXPECT_FALSE(evaluatePrecision(graph, cut.sides).isForbidden);
}

// Nothing is allowed: still an answer, and the evaluation says so.
TEST(PrecisionCut, Impossible) {
  PrecisionGraph graph;
  uint32_t low = graph.addNode(Freedom::Low, 0, 0);
  uint32_t high = graph.addNode(Freedom::High, 0, 0);
  uint32_t node = graph.addNode(Freedom::Free, 1, 1);
  uint32_t value = graph.addValue({node, kForbidden, kForbidden, 0, 0, false});
  graph.addUse(value, low, false);
  graph.addUse(value, high, false);
  PrecisionCut cut = solvePrecision(graph);
  ASSERT_EQ(cut.sides.size(), 3u);
  EXPECT_EQ(cut.sides[low], kLow);
  EXPECT_EQ(cut.sides[high], kHigh);
  EXPECT_TRUE(evaluatePrecision(graph, cut.sides).isForbidden);
}

// Sums that do not fit saturate.
TEST(PrecisionCut, HugeBytes) {
  PrecisionGraph graph;
  constexpr uint64_t kHuge = kForbidden - 1;
  uint32_t producer = graph.addNode(Freedom::High, 0, 0);
  uint32_t value = graph.addValue({producer, kHuge, kHuge, 0, 0, false});
  uint32_t other = graph.addValue({producer, kHuge, kHuge, kHuge, kHuge, true});
  uint32_t user = graph.addNode(Freedom::Free, 5, 3);
  graph.addUse(value, user, true);
  graph.addUse(other, user, true);
  EXPECT_EQ(toString(solvePrecision(graph).sides), "HH");
  PrecisionCost cost = evaluatePrecision(graph, {kHigh, kLow});
  EXPECT_EQ(cost.castBytes, UINT64_MAX);
  EXPECT_FALSE(cost.isForbidden);
  EXPECT_EQ(cost.getTotal(), UINT64_MAX);
}

TEST(PrecisionCut, BudgetRunsOut) {
  Random random(4);
  PrecisionGraph graph;
  addGrid(graph, 40, /*isFree=*/false, random);
  uint32_t gridSize = graph.getNodes().size();
  std::vector<uint32_t> free = getFreeNodes(graph);

  // Something that reductions decide, and chains that hang on the grid: of one
  // the side follows the grid's, the other is low in any case.
  uint32_t high =
      graph.addValue({graph.addNode(Freedom::High, 0, 0), 5, 5, 0, 0, false});
  uint32_t lone = graph.addNode(Freedom::Free, 7, 1);
  graph.addUse(high, lone, false);
  uint32_t inner = graph.getNodes().size();
  for (uint64_t highBytes : {0, 9}) {
    uint32_t value = graph.addValue({free[free.size() / 2], 3, 3, 0, 0, false});
    graph.addUse(value, graph.addNode(Freedom::Free, 0, highBytes), false);
  }

  PrecisionCut full = solvePrecision(graph, /*workBudget=*/2000);
  EXPECT_TRUE(full.undecided.empty());
  EXPECT_EQ(full.components, 1u);
  EXPECT_GT(full.largestComponent, 500u);
  // The cut is neither next to the high row nor next to the low one.
  int64_t numHigh =
      llvm::count(llvm::ArrayRef(full.sides).take_front(gridSize), kHigh);
  EXPECT_GT(numHigh, 40);
  EXPECT_LT(numHigh, int64_t(gridSize) - 40);

  PrecisionCut cut = solvePrecision(graph, /*workBudget=*/3);
  EXPECT_TRUE(llvm::is_sorted(cut.undecided));
  EXPECT_GT(cut.undecided.size(), 500u);
  auto isUndecided = [&](uint32_t node) {
    return llvm::binary_search(cut.undecided, node);
  };
  for (uint32_t node : cut.undecided) {
    EXPECT_EQ(graph.getNodes()[node].freedom, Freedom::Free);
    EXPECT_EQ(cut.sides[node], kHigh);
  }
  // What is decided is right.
  for (uint32_t node = 0; node != cut.sides.size(); ++node)
    if (!isUndecided(node))
      EXPECT_EQ(cut.sides[node], full.sides[node]) << node;
  EXPECT_FALSE(isUndecided(lone));
  EXPECT_EQ(cut.sides[lone], kHigh);
  EXPECT_TRUE(isUndecided(inner));
  EXPECT_FALSE(isUndecided(inner + 1));
  EXPECT_EQ(cut.sides[inner + 1], kLow);
  EXPECT_FALSE(evaluatePrecision(graph, cut.sides).isForbidden);

  // No budget at all gives up the same component and nothing else.
  EXPECT_EQ(solvePrecision(graph, 0).undecided, cut.undecided);
}

// A million nodes between f32 and low precision, with one cheap place to cast.
TEST(PrecisionCut, LongChain) {
  constexpr uint32_t kNodes = 1000000, kCheap = 123456;
  PrecisionGraph graph;
  uint32_t node = graph.addNode(Freedom::High, 0, 0);
  for (uint32_t i = 1; i != kNodes; ++i) {
    uint64_t bytes = node == kCheap ? 3 : 10;
    uint32_t value = graph.addValue({node, bytes, bytes, 0, 0, false});
    node = graph.addNode(i + 1 == kNodes ? Freedom::Low : Freedom::Free, 0, 0);
    graph.addUse(value, node, false);
  }
  PrecisionCut cut = solvePrecision(graph);
  EXPECT_EQ(cut.components, 0u);
  EXPECT_EQ(evaluatePrecision(graph, cut.sides).getTotal(), 3u);
  for (uint32_t i = 0; i != kNodes; ++i)
    ASSERT_EQ(cut.sides[i], i <= kCheap ? kHigh : kLow) << i;
}

// A million users, each of which is cheaper by a byte in f32.
TEST(PrecisionCut, WideFanOut) {
  constexpr uint32_t kUsers = 1000000;
  for (uint64_t widenBytes : {kUsers - 1, kUsers}) {
    PrecisionGraph graph;
    uint32_t producer = graph.addNode(Freedom::Free, 0, 10 * kUsers);
    uint32_t value = graph.addValue({producer, 7, widenBytes, 0, 0, false});
    for (uint32_t i = 0; i != kUsers; ++i)
      graph.addUse(value, graph.addNode(Freedom::Free, 1, 0), false);
    PrecisionCut cut = solvePrecision(graph);
    EXPECT_EQ(cut.components, 0u);
    // One cast serves all; at equal cost everything stays low.
    EXPECT_EQ(llvm::count(cut.sides, kHigh), widenBytes < kUsers ? kUsers : 0);
    EXPECT_EQ(cut.sides[producer], kLow);
    EXPECT_EQ(evaluatePrecision(graph, cut.sides).getTotal(), widenBytes);
  }
}

} // namespace
