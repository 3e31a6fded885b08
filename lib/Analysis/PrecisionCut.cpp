//===- PrecisionCut.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The objective is a sum of terms over one or two binary variables: a bias of
// each node, and for each ordered pair of nodes a capacity that is paid where
// the first is high and the second is low. That is a cut whose source side is
// high. A term over more nodes gets an auxiliary node:
//
//   any of S low,  w bytes:   a low costs w, a -> s infinite
//   any of S high, w bytes:   a high costs w, s -> a infinite
//   p high and any of S low:  p -> a costs w, a -> s infinite
//   p low and any of S high:  a -> p costs w, s -> a infinite
//
// Terms over few nodes need none, which is what makes most graphs reducible:
// "any of s, t low" is a bias of s and an edge s -> t, and "p, s, t are not all
// on one side" is the directed cycle p -> s -> t -> p, of which any mixed
// assignment cuts one edge.
//
// Eliminating a node replaces the objective by its minimum over the node. The
// minimum cuts are closed under intersection, so the one with the fewest high
// nodes is that of the smaller objective, extended by the low side wherever
// both sides are equally good.

#include "amp/Analysis/PrecisionCut.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

using namespace mlir::amp;

uint32_t PrecisionGraph::addNode(Freedom freedom, uint64_t lowBytes,
                                 uint64_t highBytes) {
  nodes.push_back({freedom, lowBytes, highBytes});
  return nodes.size() - 1;
}

uint32_t PrecisionGraph::addValue(const Value &value) {
  assert(value.producer < nodes.size() && "unknown producer");
  values.push_back(value);
  return values.size() - 1;
}

void PrecisionGraph::addUse(uint32_t value, uint32_t node, bool isSaved) {
  assert(value < values.size() && node < nodes.size() && "unknown use");
  uses.push_back({value, node, isSaved});
}

//===----------------------------------------------------------------------===//
// The objective by its definition
//===----------------------------------------------------------------------===//

PrecisionCost
mlir::amp::evaluatePrecision(const PrecisionGraph &graph,
                             llvm::ArrayRef<PrecisionSide> sides) {
  assert(sides.size() == graph.getNodes().size() && "one side per node");
  PrecisionCost cost;
  auto add = [](uint64_t &sum, uint64_t bytes) {
    sum = llvm::SaturatingAdd(sum, bytes);
  };

  for (auto [node, side] : llvm::zip_equal(graph.getNodes(), sides))
    if (node.freedom == PrecisionGraph::Freedom::Free)
      add(cost.opBytes,
          side == PrecisionSide::Low ? node.lowBytes : node.highBytes);

  // Which sides read and save each value.
  struct Sides {
    bool isRead[2] = {}, isSaved[2] = {};
  };
  std::vector<Sides> values(graph.getValues().size());
  for (const PrecisionGraph::Use &use : graph.getUses()) {
    auto side = unsigned(sides[use.node]);
    values[use.value].isRead[side] = true;
    values[use.value].isSaved[side] |= use.isSaved;
  }
  for (auto [value, at] : llvm::zip_equal(graph.getValues(), values)) {
    PrecisionSide producer = sides[value.producer];
    at.isSaved[unsigned(producer)] |= value.isSavedByProducer;
    PrecisionSide other = producer == PrecisionSide::Low ? PrecisionSide::High
                                                         : PrecisionSide::Low;
    if (at.isRead[unsigned(other)]) {
      bool isNarrow = other == PrecisionSide::Low;
      ++(isNarrow ? cost.narrowCasts : cost.widenCasts);
      uint64_t bytes = isNarrow ? value.narrowBytes : value.widenBytes;
      // It moves what the cast of the other direction does.
      if (bytes == PrecisionGraph::kForbidden) {
        cost.isForbidden = true;
        bytes = isNarrow ? value.widenBytes : value.narrowBytes;
      }
      if (bytes != PrecisionGraph::kForbidden)
        add(cost.castBytes, bytes);
    }
    if (at.isSaved[unsigned(PrecisionSide::Low)])
      add(cost.savedBytes, value.savedLowBytes);
    if (at.isSaved[unsigned(PrecisionSide::High)])
      add(cost.savedBytes, value.savedHighBytes);
  }
  return cost;
}

//===----------------------------------------------------------------------===//
// Capacities
//===----------------------------------------------------------------------===//

/// What must not be paid. Larger than any sum of capacities.
static constexpr int64_t kInfinity = INT64_MAX;

static int64_t toCapacity(uint64_t bytes) {
  return int64_t(std::min(bytes, uint64_t(kInfinity)));
}

static int64_t addCapacity(int64_t a, int64_t b) {
  return a > kInfinity - b ? kInfinity : a + b;
}

/// `a - b`, for `b <= a`. If both are infinite, whoever subtracts has put the
/// infinity elsewhere, and nothing is left.
static int64_t subtractCapacity(int64_t a, int64_t b) {
  if (a == kInfinity)
    return b == kInfinity ? 0 : kInfinity;
  return std::max<int64_t>(a - b, 0);
}

static bool isInfinite(int64_t bias) {
  return bias == kInfinity || bias == -kInfinity;
}

/// Adds to what the high side costs more than the low side. What is infinite
/// stays so.
static void addBias(int64_t &bias, int64_t more) {
  if (isInfinite(bias))
    return;
  int64_t sum;
  if (isInfinite(more))
    bias = more;
  else if (llvm::AddOverflow(bias, more, sum))
    bias = more < 0 ? -kInfinity : kInfinity;
  else
    bias = std::max(sum, -kInfinity);
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

namespace {

using Freedom = PrecisionGraph::Freedom;

/// The terms of the objective over free and auxiliary nodes. They are visited
/// twice, to count and to store.
class Terms {
public:
  explicit Terms(const PrecisionGraph &graph);

  /// Calls `sink.bias(node, more)`, `sink.edge(u, v, uv, vu)`, where `uv` is
  /// paid if u is high and v low, and `vu` the other way round, and
  /// `sink.node()`, which returns the number of a new auxiliary node.
  template <typename Sink>
  void visit(Sink &sink);

private:
  /// Collects who reads and saves a value.
  void gather(uint32_t index);

  template <typename Sink>
  void visitCasts(const PrecisionGraph::Value &value, Sink &sink);
  /// `low` is paid if any of `nodes` is low, `high` if any is high.
  template <typename Sink>
  static void visitAny(llvm::ArrayRef<uint32_t> nodes, int64_t low,
                       int64_t high, Sink &sink);
  /// `narrow` is paid if p is high and any of `nodes` is low, `widen` if p is
  /// low and any of `nodes` is high.
  template <typename Sink>
  static void visitMixed(uint32_t p, llvm::ArrayRef<uint32_t> nodes,
                         int64_t narrow, int64_t widen, Sink &sink);

  const PrecisionGraph &graph;
  /// The uses of value v: node and, in the top bit, whether it saves, in
  /// readers[offsets[v]] to readers[offsets[v + 1]].
  std::vector<uint32_t> offsets, readers;
  static constexpr uint32_t kSaves = 1u << 31;

  /// Of the current value: its free users, its free savers (each once), and
  /// whether others are fixed to a side.
  std::vector<uint32_t> users, savers;
  bool isReadBy[3], isSavedBy[3]; ///< by Freedom
  std::vector<uint32_t> userStamps, saverStamps;
  uint32_t stamp = 0;
};

Terms::Terms(const PrecisionGraph &graph)
    : graph(graph), offsets(graph.getValues().size() + 1),
      readers(graph.getUses().size()), userStamps(graph.getNodes().size()),
      saverStamps(graph.getNodes().size()) {
  // A counting sort; the offsets run ahead by one while they are in use.
  for (const PrecisionGraph::Use &use : graph.getUses())
    ++offsets[use.value];
  uint32_t sum = 0;
  for (uint32_t &offset : offsets)
    sum += std::exchange(offset, sum);
  for (const PrecisionGraph::Use &use : graph.getUses())
    readers[offsets[use.value]++] = use.node | (use.isSaved ? kSaves : 0);
  for (size_t i = offsets.size() - 1; i != 0; --i)
    offsets[i] = offsets[i - 1];
  offsets[0] = 0;
}

void Terms::gather(uint32_t index) {
  const PrecisionGraph::Value &value = graph.getValues()[index];
  ++stamp;
  users.clear();
  savers.clear();
  std::fill_n(isReadBy, 3, false);
  std::fill_n(isSavedBy, 3, false);
  auto add = [&](uint32_t node, std::vector<uint32_t> &nodes, bool(&by)[3],
                 std::vector<uint32_t> &stamps) {
    Freedom freedom = graph.getNodes()[node].freedom;
    by[unsigned(freedom)] = true;
    if (freedom == Freedom::Free && std::exchange(stamps[node], stamp) != stamp)
      nodes.push_back(node);
  };
  for (uint32_t i = offsets[index], e = offsets[index + 1]; i != e; ++i) {
    uint32_t node = readers[i] & ~kSaves;
    if (node != value.producer)
      add(node, users, isReadBy, userStamps);
    if (readers[i] & kSaves)
      add(node, savers, isSavedBy, saverStamps);
  }
  if (value.isSavedByProducer)
    add(value.producer, savers, isSavedBy, saverStamps);
}

template <typename Sink>
void Terms::visitAny(llvm::ArrayRef<uint32_t> nodes, int64_t low, int64_t high,
                     Sink &sink) {
  if (nodes.empty() || (low == 0 && high == 0))
    return;
  if (nodes.size() <= 2) {
    sink.bias(nodes[0], high);
    sink.bias(nodes[0], -low);
    if (nodes.size() == 2)
      sink.edge(nodes[0], nodes[1], low, high);
    return;
  }
  auto visitSide = [&](int64_t bytes, bool isLow) {
    if (bytes == 0)
      return;
    uint32_t a = sink.node();
    sink.bias(a, isLow ? -bytes : bytes);
    for (uint32_t node : nodes)
      sink.edge(a, node, isLow ? kInfinity : 0, isLow ? 0 : kInfinity);
  };
  visitSide(low, /*isLow=*/true);
  visitSide(high, /*isLow=*/false);
}

template <typename Sink>
void Terms::visitMixed(uint32_t p, llvm::ArrayRef<uint32_t> nodes,
                       int64_t narrow, int64_t widen, Sink &sink) {
  // Forbidden for one is forbidden for each.
  int64_t narrowEach = 0, widenEach = 0;
  if (nodes.size() == 1 || narrow == kInfinity)
    narrowEach = std::exchange(narrow, 0);
  if (nodes.size() == 1 || widen == kInfinity)
    widenEach = std::exchange(widen, 0);
  if (narrowEach != 0 || widenEach != 0)
    for (uint32_t node : nodes)
      sink.edge(p, node, narrowEach, widenEach);
  if (nodes.size() == 2) {
    int64_t both = std::min(narrow, widen);
    narrow -= both;
    widen -= both;
    if (both != 0) {
      sink.edge(p, nodes[0], both, 0);
      sink.edge(nodes[0], nodes[1], both, 0);
      sink.edge(nodes[1], p, both, 0);
    }
  }
  auto visitCast = [&](int64_t bytes, bool isNarrow) {
    if (bytes == 0)
      return;
    uint32_t a = sink.node();
    sink.edge(p, a, isNarrow ? bytes : 0, isNarrow ? 0 : bytes);
    for (uint32_t node : nodes)
      sink.edge(a, node, isNarrow ? kInfinity : 0, isNarrow ? 0 : kInfinity);
  };
  visitCast(narrow, /*isNarrow=*/true);
  visitCast(widen, /*isNarrow=*/false);
}

template <typename Sink>
void Terms::visitCasts(const PrecisionGraph::Value &value, Sink &sink) {
  uint32_t p = value.producer;
  Freedom freedom = graph.getNodes()[p].freedom;
  int64_t narrow = toCapacity(value.narrowBytes);
  int64_t widen = toCapacity(value.widenBytes);
  // A user whose side is known needs its cast whatever the others do.
  if (freedom == Freedom::Low || isReadBy[unsigned(Freedom::Low)]) {
    if (freedom == Freedom::Free)
      sink.bias(p, narrow);
    narrow = 0;
  }
  if (freedom == Freedom::High || isReadBy[unsigned(Freedom::High)]) {
    if (freedom == Freedom::Free)
      sink.bias(p, -widen);
    widen = 0;
  }
  if (users.empty() || (narrow == 0 && widen == 0))
    return;
  if (freedom == Freedom::Free)
    visitMixed(p, users, narrow, widen, sink);
  else
    visitAny(users, narrow, widen, sink);
}

template <typename Sink>
void Terms::visit(Sink &sink) {
  llvm::ArrayRef<PrecisionGraph::Value> values = graph.getValues();
  for (uint32_t i = 0, e = values.size(); i != e; ++i) {
    gather(i);
    visitCasts(values[i], sink);
    if (savers.empty())
      continue;
    int64_t low = isSavedBy[unsigned(Freedom::Low)]
                      ? 0
                      : toCapacity(values[i].savedLowBytes);
    int64_t high = isSavedBy[unsigned(Freedom::High)]
                       ? 0
                       : toCapacity(values[i].savedHighBytes);
    visitAny(savers, low, high, sink);
  }
}

//===----------------------------------------------------------------------===//
// Network
//===----------------------------------------------------------------------===//

/// One direction of an edge; it lies in the list of the node that it leaves.
struct Arc {
  uint32_t target;
  uint32_t reverse; ///< the index of the other direction
  int64_t capacity; ///< paid if the node is high and the target low
};

/// The terms as a graph that shrinks.
class Network {
public:
  explicit Network(const PrecisionGraph &graph) : graph(graph) {}

  /// Returns false if the graph is too large for 32-bit indices.
  bool build();
  void reduce();
  void solveComponents(uint64_t workBudget, PrecisionCut &cut);
  void extend();
  void store(PrecisionCut &cut) const;

private:
  /// What is known of a node. The first two are PrecisionSide's.
  enum State : uint8_t { Low, High, Undecided, Open };

  void removeArc(uint32_t node, uint32_t arc);
  void mergeParallelArcs(uint32_t node);
  void foldFixed(uint32_t node);
  void eliminate(uint32_t node);
  void visit(uint32_t node);
  void drain();
  /// Puts a node whose bias or arcs changed on the worklist if there is now
  /// something to do.
  void touch(uint32_t node) {
    if (degree[node] <= 2 || isInfinite(bias[node]) || isStale(node))
      worklist.push_back(node);
  }
  /// Whether so many of the arcs are new that merging them is paid for.
  bool isStale(uint32_t node) const {
    return fresh[node] != 0 && fresh[node] * uint64_t(4) >= degree[node];
  }

  bool findMaximumFlow(llvm::ArrayRef<uint32_t> component, uint64_t visits);
  void sendFlow(uint32_t sink);
  bool adoptOrphans(uint32_t depth);
  void makeOrphan(uint32_t node);
  /// Takes from the budget. Returns false if there is not enough.
  bool spend(uint64_t visits) {
    visitsLeft -= std::min(visitsLeft, visits);
    return visitsLeft != 0;
  }

  const PrecisionGraph &graph;
  std::unique_ptr<Arc[]> arcs;
  /// The arcs of node n are arcs[begin[n]] to arcs[begin[n] + degree[n] - 1].
  /// Until they are merged, several may have the same target.
  std::vector<uint32_t> begin, degree;
  /// By how much the high side costs more than the low side.
  std::vector<int64_t> bias;
  std::vector<State> state;
  /// The arcs that were added since the last merge.
  std::vector<uint32_t> fresh;
  /// Where the current list has its arc to a node.
  std::vector<uint32_t> mark;
  std::vector<uint32_t> worklist;
  /// The eliminated nodes. They keep their arcs to the at most two neighbours.
  std::vector<uint32_t> eliminated;
  /// For each eliminated node, a bit per assignment of its neighbours: whether
  /// it is then high. The first neighbour is bit 0 of the index.
  std::vector<uint8_t> rule;

  /// For the flow: a forest of arcs that can carry more, whose roots are the
  /// nodes with supply. `mark` has the depth of each node, and `fresh` the
  /// first of its arcs that may lead to a parent one less deep.
  static constexpr uint32_t kNone = UINT32_MAX; ///< also: not in the forest
  static constexpr uint32_t kOrphaned = UINT32_MAX - 1;
  /// The node's arc to its parent; kNone for a root.
  std::vector<uint32_t> parent;
  /// A list of orphans for each depth, and the range of depths that have any.
  std::vector<uint32_t> firstOrphan, nextOrphan;
  uint32_t minOrphan = kNone, maxOrphan = 0;
  /// The nodes of the depth that grows, and those of the next.
  std::vector<uint32_t> queue, nextQueue;
  uint64_t visitsLeft = 0;
};

} // namespace

bool Network::build() {
  size_t numNodes = graph.getNodes().size();
  if (numNodes >= 1u << 31 || graph.getUses().size() >= UINT32_MAX)
    return false;
  Terms terms(graph);

  struct Counter {
    std::vector<uint32_t> &degree;
    uint64_t numArcs = 0;
    void bias(uint32_t, int64_t) {}
    void edge(uint32_t u, uint32_t v, int64_t, int64_t) {
      ++degree[u];
      ++degree[v];
      numArcs += 2;
    }
    uint32_t node() {
      degree.push_back(0);
      return degree.size() - 1;
    }
  };
  degree.resize(numNodes);
  Counter counter{degree};
  terms.visit(counter);
  size_t numAll = degree.size();
  if (counter.numArcs >= UINT32_MAX || numAll >= UINT32_MAX)
    return false;

  // make_unique would clear it first.
  arcs.reset(new Arc[counter.numArcs]); // NOLINT(modernize-make-unique)
  begin.resize(numAll);
  bias.resize(numAll);
  state.resize(numAll, Open);
  uint32_t sum = 0;
  for (size_t i = 0; i != numAll; ++i) {
    begin[i] = sum;
    sum += std::exchange(degree[i], 0);
  }
  for (size_t i = 0; i != numNodes; ++i) {
    const PrecisionGraph::Node &node = graph.getNodes()[i];
    if (node.freedom == Freedom::Free) {
      addBias(bias[i], toCapacity(node.highBytes));
      addBias(bias[i], -toCapacity(node.lowBytes));
    } else {
      state[i] = node.freedom == Freedom::Low ? Low : High;
    }
  }

  struct Writer {
    Network &network;
    uint32_t nextNode;
    void bias(uint32_t node, int64_t more) {
      addBias(network.bias[node], more);
    }
    void edge(uint32_t u, uint32_t v, int64_t uv, int64_t vu) {
      uint32_t i = network.begin[u] + network.degree[u]++;
      uint32_t j = network.begin[v] + network.degree[v]++;
      network.arcs[i] = {v, j, uv};
      network.arcs[j] = {u, i, vu};
    }
    uint32_t node() { return nextNode++; }
  };
  Writer writer{*this, uint32_t(numNodes)};
  terms.visit(writer);
  return true;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Removes an arc of `node`, not its reverse.
void Network::removeArc(uint32_t node, uint32_t arc) {
  uint32_t last = begin[node] + --degree[node];
  if (arc == last)
    return;
  arcs[arc] = arcs[last];
  arcs[arcs[arc].reverse].reverse = arc;
}

void Network::mergeParallelArcs(uint32_t node) {
  fresh[node] = 0;
  uint32_t first = begin[node];
  for (uint32_t i = first; i < first + degree[node];) {
    Arc &arc = arcs[i];
    uint32_t other = arc.target;
    // A mark that another list left does not point at this target.
    uint32_t earlier = mark[other];
    if (earlier < first || earlier >= i || arcs[earlier].target != other) {
      mark[other] = i++;
      continue;
    }
    Arc &kept = arcs[earlier];
    int64_t &back = arcs[kept.reverse].capacity;
    kept.capacity = addCapacity(kept.capacity, arc.capacity);
    back = addCapacity(back, arcs[arc.reverse].capacity);
    removeArc(other, arc.reverse);
    removeArc(node, i);
    touch(other);
  }
}

/// Turns the edges of a node whose side is known into biases.
void Network::foldFixed(uint32_t node) {
  bool isHigh = bias[node] < 0;
  state[node] = isHigh ? High : Low;
  for (uint32_t i = begin[node], e = i + degree[node]; i != e; ++i) {
    const Arc &arc = arcs[i];
    uint32_t other = arc.target;
    addBias(bias[other], isHigh ? -arc.capacity : arcs[arc.reverse].capacity);
    removeArc(other, arc.reverse);
    touch(other);
  }
}

/// Eliminates a node with at most two neighbours.
void Network::eliminate(uint32_t node) {
  // With x the node and u, v its neighbours: ux is paid if u is high and x is
  // low, and so on; `low` and `high` by x alone. One of the latter is 0.
  int64_t ux = 0, xu = 0, vx = 0, xv = 0;
  uint32_t toU = 0, toV = 0;
  if (degree[node] >= 1) {
    const Arc &arc = arcs[begin[node]];
    toU = arc.reverse;
    xu = arc.capacity;
    ux = arcs[toU].capacity;
  }
  if (degree[node] == 2) {
    const Arc &arc = arcs[begin[node] + 1];
    toV = arc.reverse;
    xv = arc.capacity;
    vx = arcs[toV].capacity;
  }
  int64_t low = std::max<int64_t>(-bias[node], 0);
  int64_t high = std::max<int64_t>(bias[node], 0);

  // The minimum over x, by the sides of u (bit 0) and v (bit 1).
  int64_t best[4];
  uint8_t highBits = 0;
  for (unsigned i = 0; i != 4; ++i) {
    int64_t ifLow =
        addCapacity(low, addCapacity(i & 1 ? ux : 0, i & 2 ? vx : 0));
    int64_t ifHigh =
        addCapacity(high, addCapacity(i & 1 ? 0 : xu, i & 2 ? 0 : xv));
    best[i] = std::min(ifLow, ifHigh);
    highBits |= (ifHigh < ifLow) << i;
  }
  rule[node] = highBits;
  eliminated.push_back(node);
  // Extending the assignment goes the other way and sets the state.
  state[node] = Low;
  if (degree[node] == 0)
    return;

  uint32_t u = arcs[begin[node]].target;
  if (degree[node] == 1) {
    addBias(bias[u], best[1]);
    addBias(bias[u], -best[0]);
    removeArc(u, toU);
    touch(u);
    return;
  }

  // A bias of u, one of v, and what is left for the mixed assignments. With
  // x's cheaper side as the base, best[0] (low) or best[3] (high) is 0; the
  // biases are paid on the other side. No difference is negative, because the
  // minimum over x is submodular.
  uint32_t v = arcs[begin[node] + 1].target;
  bool isBaseLow = low == 0;
  int64_t both = isBaseLow ? best[3] : best[0];
  int64_t onlyU = isBaseLow ? best[1] : best[2];
  int64_t onlyV = isBaseLow ? best[2] : best[1];
  int64_t biasU = std::min(onlyU, both);
  int64_t biasV = subtractCapacity(both, biasU);
  int64_t restU = subtractCapacity(onlyU, biasU);
  int64_t restV = subtractCapacity(onlyV, biasV);
  addBias(bias[u], isBaseLow ? biasU : -biasU);
  addBias(bias[v], isBaseLow ? biasV : -biasV);
  if (restU == 0 && restV == 0) {
    removeArc(u, toU);
    removeArc(v, toV);
  } else {
    // The new edge takes the place of the arcs to x.
    arcs[toU] = {v, toV, isBaseLow ? restU : restV};
    arcs[toV] = {u, toU, isBaseLow ? restV : restU};
    ++fresh[u];
    ++fresh[v];
  }
  touch(u);
  touch(v);
}

void Network::visit(uint32_t node) {
  if (state[node] != Open)
    return;
  if (isInfinite(bias[node]))
    return foldFixed(node);
  if (isStale(node))
    mergeParallelArcs(node);
  if (degree[node] <= 2)
    eliminate(node);
}

void Network::drain() {
  while (!worklist.empty()) {
    uint32_t node = worklist.back();
    worklist.pop_back();
    visit(node);
  }
}

void Network::reduce() {
  uint32_t numNodes = begin.size();
  fresh = degree;
  mark.resize(numNodes);
  rule.resize(numNodes);
  for (uint32_t i = 0; i != numNodes; ++i) {
    visit(i);
    drain();
  }
  // What was not merged because it was few arcs of many.
  for (uint32_t i = 0; i != numNodes; ++i) {
    if (state[i] != Open || fresh[i] == 0)
      continue;
    mergeParallelArcs(i);
    touch(i);
    drain();
  }
}

/// Gives the eliminated nodes their sides.
void Network::extend() {
  for (uint32_t node : llvm::reverse(eliminated)) {
    // The assignments of the neighbours that are possible: an undecided one may
    // be on either side.
    unsigned fixed = 0, open = 0;
    for (unsigned i = 0; i != degree[node]; ++i) {
      State other = state[arcs[begin[node] + i].target];
      fixed |= unsigned(other == High) << i;
      open |= unsigned(other == Undecided) << i;
    }
    unsigned highs = 0, lows = 0;
    for (unsigned i = 0; i != 4; ++i)
      if ((i & ~open) == fixed)
        ++((rule[node] >> i) & 1 ? highs : lows);
    state[node] = lows == 0 ? High : highs == 0 ? Low : Undecided;
  }
}

void Network::store(PrecisionCut &cut) const {
  cut.sides.resize(graph.getNodes().size());
  for (uint32_t i = 0, e = cut.sides.size(); i != e; ++i) {
    cut.sides[i] = state[i] == Low ? PrecisionSide::Low : PrecisionSide::High;
    if (state[i] == Undecided)
      cut.undecided.push_back(i);
  }
}

//===----------------------------------------------------------------------===//
// Maximum flow
//===----------------------------------------------------------------------===//

void Network::makeOrphan(uint32_t node) {
  uint32_t depth = mark[node];
  parent[node] = kOrphaned;
  nextOrphan[node] = std::exchange(firstOrphan[depth], node);
  minOrphan = std::min(minOrphan, depth);
  maxOrphan = std::max(maxOrphan, depth);
}

/// Sends what can be sent from a root to a node with demand, and cuts the
/// forest where nothing more can be sent.
void Network::sendFlow(uint32_t sink) {
  int64_t amount = bias[sink];
  uint32_t root = sink;
  for (; parent[root] != kNone; root = arcs[parent[root]].target) {
    amount = std::min(amount, arcs[arcs[parent[root]].reverse].capacity);
    spend(1);
  }
  amount = std::min(amount, -bias[root]);
  bias[sink] -= amount;
  bias[root] += amount;
  for (uint32_t node = sink; node != root;) {
    Arc &against = arcs[parent[node]];
    int64_t &along = arcs[against.reverse].capacity;
    against.capacity = addCapacity(against.capacity, amount);
    along = along == kInfinity ? kInfinity : along - amount;
    if (along == 0)
      makeOrphan(node);
    node = against.target;
  }
  if (bias[root] == 0)
    makeOrphan(root);
}

/// Finds parents for the orphans: at the depth they have, or else at the least
/// depth there is. One whose depth would exceed `depth` + 1 leaves the forest.
/// Returns false if the budget is spent.
bool Network::adoptOrphans(uint32_t depth) {
  // At smaller depths than the orphan's all nodes have their parents.
  for (uint32_t d = minOrphan; d <= maxOrphan && d != kNone; ++d) {
    while (firstOrphan[d] != kNone) {
      uint32_t node = std::exchange(firstOrphan[d], nextOrphan[firstOrphan[d]]);
      uint32_t first = begin[node], end = first + degree[node];
      uint32_t &i = fresh[node], start = i;
      while (d != 0 && i != end &&
             (mark[arcs[i].target] != d - 1 ||
              arcs[arcs[i].reverse].capacity == 0))
        ++i;
      bool isAdopted = d != 0 && i != end;
      if (!spend(i - start + 1 + (isAdopted ? 0 : degree[node]))) {
        std::fill(firstOrphan.begin(), firstOrphan.end(), kNone);
        return false;
      }
      if (isAdopted) {
        parent[node] = i;
        continue;
      }
      uint32_t above = depth + 1;
      for (i = first; i != end; ++i) {
        uint32_t other = arcs[i].target;
        if (mark[other] == kNone)
          continue;
        if (parent[other] == arcs[i].reverse)
          makeOrphan(other);
        if (mark[other] < above && arcs[arcs[i].reverse].capacity != 0)
          above = mark[other];
      }
      i = first;
      if (above == depth + 1) {
        mark[node] = kNone;
        continue;
      }
      assert(above >= d && "a node's depth never shrinks");
      mark[node] = above + 1;
      makeOrphan(node);
      // Whatever a node of a smaller depth leads to is in the forest and stays.
      if (above == depth)
        nextQueue.push_back(node);
    }
  }
  minOrphan = kNone;
  maxOrphan = 0;
  return true;
}

/// Incremental breadth-first search (Goldberg et al., "Maximum Flows by
/// Incremental Breadth-First Search", ESA 2011), with the tree of the source
/// alone: augments along shortest paths as Dinic's algorithm does, but mends
/// the search forest instead of building it anew. A negative bias is a supply,
/// a positive one a demand; both are finite, so every path carries a finite
/// amount. In the end the forest spans the source side of the smallest minimum
/// cut. Returns false if the budget is spent.
bool Network::findMaximumFlow(llvm::ArrayRef<uint32_t> component,
                              uint64_t visits) {
  visitsLeft = visits;
  minOrphan = kNone;
  maxOrphan = 0;
  parent.resize(begin.size());
  nextOrphan.resize(begin.size());
  if (firstOrphan.size() < component.size() + 2)
    firstOrphan.resize(component.size() + 2, kNone);
  queue.clear();
  for (uint32_t node : component) {
    fresh[node] = begin[node];
    mark[node] = kNone;
    if (bias[node] < 0) {
      mark[node] = 0;
      parent[node] = kNone;
      queue.push_back(node);
    }
  }
  for (uint32_t depth = 0; !queue.empty(); ++depth) {
    nextQueue.clear();
    for (uint32_t node : queue) {
      // Its depth may grow at any time; then it is in a queue again.
      for (uint32_t j = begin[node], e = j + degree[node];
           j != e && mark[node] == depth; ++j) {
        if (!spend(1))
          return false;
        uint32_t other = arcs[j].target;
        if (mark[other] != kNone || arcs[j].capacity == 0)
          continue;
        mark[other] = depth + 1;
        parent[other] = arcs[j].reverse;
        fresh[other] = begin[other];
        nextQueue.push_back(other);
        while (bias[other] > 0 && mark[other] != kNone) {
          sendFlow(other);
          if (!adoptOrphans(depth))
            return false;
        }
      }
    }
    queue.swap(nextQueue);
  }
  return true;
}

void Network::solveComponents(uint64_t workBudget, PrecisionCut &cut) {
  std::vector<uint32_t> component;
  for (uint32_t i = 0, e = begin.size(); i != e; ++i) {
    if (state[i] != Open)
      continue;
    // Until the component is solved, its nodes are low.
    component.assign(1, i);
    state[i] = Low;
    uint64_t numArcs = 0;
    for (size_t j = 0; j != component.size(); ++j) {
      uint32_t node = component[j];
      numArcs += degree[node];
      for (uint32_t k = begin[node], e = k + degree[node]; k != e; ++k)
        if (std::exchange(state[arcs[k].target], Low) == Open)
          component.push_back(arcs[k].target);
    }
    ++cut.components;
    cut.largestComponent =
        std::max<uint64_t>(cut.largestComponent, component.size());
    bool isSolved = findMaximumFlow(
        component, llvm::SaturatingMultiply(workBudget, numArcs / 2));
    for (uint32_t node : component)
      state[node] = !isSolved ? Undecided : mark[node] != kNone ? High : Low;
  }
}

PrecisionCut mlir::amp::solvePrecision(const PrecisionGraph &graph,
                                       uint64_t workBudget) {
  PrecisionCut cut;
  Network network(graph);
  if (!network.build()) {
    for (uint32_t i = 0, e = graph.getNodes().size(); i != e; ++i) {
      Freedom freedom = graph.getNodes()[i].freedom;
      cut.sides.push_back(freedom == Freedom::Low ? PrecisionSide::Low
                                                  : PrecisionSide::High);
      if (freedom == Freedom::Free)
        cut.undecided.push_back(i);
    }
    return cut;
  }
  network.reduce();
  network.solveComponents(workBudget, cut);
  network.extend();
  network.store(cut);
  return cut;
}
