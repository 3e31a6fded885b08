//===- MinimumCut.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The cost of a cut is a sum of terms over one or two binary variables: a bias
// of each node, and for each ordered pair of nodes a capacity that is paid
// where the first is on the source's side and the second on the sink's. A term
// over more nodes gets an auxiliary node:
//
//   any of S on the sink's side, w:    a on the sink's side costs w,
//                                      a -> s infinite
//   any of S on the source's side, w:  a on the source's side costs w,
//                                      s -> a infinite
//   an edge from p to any of S, w:     p -> a costs w, a -> s infinite
//   an edge from any of S to p, w:     a -> p costs w, s -> a infinite
//
// Terms over few nodes need none, which is what makes most graphs reducible:
// "any of s, t on the sink's side" is a bias of s and an edge s -> t, and "p,
// s, t are not all on one side" is the directed cycle p -> s -> t -> p, of
// which any mixed cut has one edge.
//
// Eliminating a node replaces the cost by its minimum over the node. The
// minimum cuts are closed under intersection, so the one with the fewest nodes
// on the source's side is that of the smaller graph, extended by the sink's
// side wherever both sides are equally good.

#include "amp/Analysis/MinimumCut.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>
#include <memory>
#include <optional>
#include <utility>

using namespace mlir::amp;

static constexpr int64_t kInfinity = CutGraph::kInfinity;

//===----------------------------------------------------------------------===//
// Capacities
//===----------------------------------------------------------------------===//

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

/// Adds to what the source's side costs more than the sink's. What is infinite
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
// Graph
//===----------------------------------------------------------------------===//

uint32_t CutGraph::addNode() {
  biases.push_back(0);
  return biases.size() - 1;
}

void CutGraph::addSourceEdge(uint32_t node, int64_t capacity) {
  addBias(biases[node], -capacity);
}

void CutGraph::addSinkEdge(uint32_t node, int64_t capacity) {
  addBias(biases[node], capacity);
}

void CutGraph::addEdge(uint32_t from, uint32_t to, int64_t forward,
                       int64_t backward) {
  edges.push_back({from, to, forward, backward});
}

void CutGraph::addAny(llvm::ArrayRef<uint32_t> nodes, int64_t onSink,
                      int64_t onSource) {
  if (nodes.empty() || (onSink == 0 && onSource == 0))
    return;
  if (nodes.size() <= 2) {
    addSinkEdge(nodes[0], onSource);
    addSourceEdge(nodes[0], onSink);
    if (nodes.size() == 2)
      addEdge(nodes[0], nodes[1], onSink, onSource);
    return;
  }
  if (onSink != 0) {
    uint32_t any = addNode();
    addSourceEdge(any, onSink);
    for (uint32_t node : nodes)
      addEdge(any, node, kInfinity, 0);
  }
  if (onSource != 0) {
    uint32_t any = addNode();
    addSinkEdge(any, onSource);
    for (uint32_t node : nodes)
      addEdge(any, node, 0, kInfinity);
  }
}

void CutGraph::addAnyEdge(uint32_t from, llvm::ArrayRef<uint32_t> to,
                          int64_t forward, int64_t backward) {
  // What must not be cut to any must not be cut to each.
  int64_t forwardEach = 0, backwardEach = 0;
  if (to.size() == 1 || forward == kInfinity)
    forwardEach = std::exchange(forward, 0);
  if (to.size() == 1 || backward == kInfinity)
    backwardEach = std::exchange(backward, 0);
  if (forwardEach != 0 || backwardEach != 0)
    for (uint32_t node : to)
      addEdge(from, node, forwardEach, backwardEach);
  if (to.size() == 2) {
    int64_t both = std::min(forward, backward);
    forward -= both;
    backward -= both;
    if (both != 0) {
      addEdge(from, to[0], both, 0);
      addEdge(to[0], to[1], both, 0);
      addEdge(to[1], from, both, 0);
    }
  }
  if (forward != 0) {
    uint32_t any = addNode();
    addEdge(from, any, forward, 0);
    for (uint32_t node : to)
      addEdge(any, node, kInfinity, 0);
  }
  if (backward != 0) {
    uint32_t any = addNode();
    addEdge(from, any, 0, backward);
    for (uint32_t node : to)
      addEdge(any, node, 0, kInfinity);
  }
}

//===----------------------------------------------------------------------===//
// Network
//===----------------------------------------------------------------------===//

namespace {

/// One direction of an edge; it lies in the list of the node that it leaves.
struct Arc {
  uint32_t target;
  uint32_t reverse; ///< the index of the other direction
  int64_t capacity; ///< of what can still flow
};

/// A graph as lists of arcs, which reductions shrink and flows use up.
struct Network {
  /// Fails, by giving no arcs, if the graph is too large for 32-bit indices.
  explicit Network(const CutGraph &graph);

  uint32_t getNumNodes() const { return begin.size(); }
  /// Removes an arc of `node`, not its reverse.
  void removeArc(uint32_t node, uint32_t arc);

  std::unique_ptr<Arc[]> arcs;
  /// The arcs of node n are arcs[begin[n]] to arcs[begin[n] + degree[n] - 1].
  /// Until they are merged, several may have the same target.
  std::vector<uint32_t> begin, degree;
  /// By how much the source's side costs more than the sink's.
  std::vector<int64_t> bias;
};

} // namespace

Network::Network(const CutGraph &graph) {
  size_t numNodes = graph.getBiases().size();
  uint64_t numArcs = 2 * uint64_t(graph.getEdges().size());
  if (numArcs >= UINT32_MAX || numNodes >= UINT32_MAX - 1)
    return;
  degree.resize(numNodes);
  for (const CutGraph::Edge &edge : graph.getEdges()) {
    ++degree[edge.from];
    ++degree[edge.to];
  }
  begin.resize(numNodes);
  uint32_t sum = 0;
  for (size_t i = 0; i != numNodes; ++i) {
    begin[i] = sum;
    sum += std::exchange(degree[i], 0);
  }
  // make_unique would clear it first.
  arcs.reset(new Arc[numArcs]); // NOLINT(modernize-make-unique)
  for (const CutGraph::Edge &edge : graph.getEdges()) {
    uint32_t i = begin[edge.from] + degree[edge.from]++;
    uint32_t j = begin[edge.to] + degree[edge.to]++;
    arcs[i] = {edge.to, j, edge.forward};
    arcs[j] = {edge.from, i, edge.backward};
  }
  bias.assign(graph.getBiases().begin(), graph.getBiases().end());
}

void Network::removeArc(uint32_t node, uint32_t arc) {
  uint32_t last = begin[node] + --degree[node];
  if (arc == last)
    return;
  arcs[arc] = arcs[last];
  arcs[arcs[arc].reverse].reverse = arc;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {

/// What is known of a node. The first three are CutSide's.
enum class State : uint8_t { Sink, Source, Undecided, Open };

/// Removes nodes from a network for which that is exact, and later gives them
/// their sides.
class Reducer {
public:
  Reducer(Network &network, std::vector<State> &state);

  void reduce();
  /// Gives the eliminated nodes their sides.
  void extend();

private:
  void visit(uint32_t node);
  void drain();
  void mergeParallelArcs(uint32_t node);
  void foldFixed(uint32_t node);
  void eliminate(uint32_t node);
  void replaceByBias(uint32_t node, const int64_t (&best)[4]);
  void replaceByEdge(uint32_t node, const int64_t (&best)[4]);
  /// Puts a node whose bias or arcs changed on the worklist if there is now
  /// something to do.
  void touch(uint32_t node) {
    if (network.degree[node] <= 2 || isInfinite(network.bias[node]) ||
        isStale(node))
      worklist.push_back(node);
  }
  /// Whether so many of the arcs are new that merging them is paid for.
  bool isStale(uint32_t node) const {
    return fresh[node] != 0 &&
           fresh[node] * uint64_t(4) >= network.degree[node];
  }

  Network &network;
  std::vector<State> &state;
  /// The arcs that were added since the last merge.
  std::vector<uint32_t> fresh;
  /// Where the current list has its arc to a node.
  std::vector<uint32_t> mark;
  std::vector<uint32_t> worklist;
  /// The eliminated nodes. They keep their arcs to the at most two neighbours.
  std::vector<uint32_t> eliminated;
  /// For each eliminated node, a bit per assignment of its neighbours: whether
  /// it is then on the source's side. The first neighbour is bit 0 of the
  /// index.
  std::vector<uint8_t> rule;
};

} // namespace

Reducer::Reducer(Network &network, std::vector<State> &state)
    : network(network), state(state), fresh(network.degree),
      mark(network.getNumNodes()), rule(network.getNumNodes()) {}

void Reducer::mergeParallelArcs(uint32_t node) {
  fresh[node] = 0;
  uint32_t first = network.begin[node];
  for (uint32_t i = first; i < first + network.degree[node];) {
    Arc &arc = network.arcs[i];
    uint32_t other = arc.target;
    // A mark that another list left does not point at this target.
    uint32_t earlier = mark[other];
    if (earlier < first || earlier >= i ||
        network.arcs[earlier].target != other) {
      mark[other] = i++;
      continue;
    }
    Arc &kept = network.arcs[earlier];
    int64_t &back = network.arcs[kept.reverse].capacity;
    kept.capacity = addCapacity(kept.capacity, arc.capacity);
    back = addCapacity(back, network.arcs[arc.reverse].capacity);
    network.removeArc(other, arc.reverse);
    network.removeArc(node, i);
    touch(other);
  }
}

/// Turns the edges of a node whose side is known into biases.
void Reducer::foldFixed(uint32_t node) {
  bool isSource = network.bias[node] < 0;
  state[node] = isSource ? State::Source : State::Sink;
  for (uint32_t i = network.begin[node], e = i + network.degree[node]; i != e;
       ++i) {
    const Arc &arc = network.arcs[i];
    uint32_t other = arc.target;
    addBias(network.bias[other],
            isSource ? -arc.capacity : network.arcs[arc.reverse].capacity);
    network.removeArc(other, arc.reverse);
    touch(other);
  }
}

/// Eliminates a node with at most two neighbours.
void Reducer::eliminate(uint32_t node) {
  // With x the node and u, v its neighbours: ux is paid if u is on the source's
  // side and x on the sink's, and so on.
  int64_t ux = 0, xu = 0, vx = 0, xv = 0;
  unsigned degree = network.degree[node];
  const Arc *first = network.arcs.get() + network.begin[node];
  if (degree >= 1) {
    xu = first[0].capacity;
    ux = network.arcs[first[0].reverse].capacity;
  }
  if (degree == 2) {
    xv = first[1].capacity;
    vx = network.arcs[first[1].reverse].capacity;
  }
  // What is paid for x alone; one of the two is 0.
  int64_t onSink = std::max<int64_t>(-network.bias[node], 0);
  int64_t onSource = std::max<int64_t>(network.bias[node], 0);

  // The minimum over x, by whether u (bit 0) and v (bit 1) are on the source's
  // side.
  int64_t best[4];
  uint8_t sourceBits = 0;
  for (unsigned i = 0; i != 4; ++i) {
    int64_t ifSink =
        addCapacity(onSink, addCapacity(i & 1 ? ux : 0, i & 2 ? vx : 0));
    int64_t ifSource =
        addCapacity(onSource, addCapacity(i & 1 ? 0 : xu, i & 2 ? 0 : xv));
    best[i] = std::min(ifSink, ifSource);
    sourceBits |= (ifSource < ifSink) << i;
  }
  rule[node] = sourceBits;
  eliminated.push_back(node);
  // Extending the assignment goes the other way and sets the state.
  state[node] = State::Sink;
  if (degree == 1)
    replaceByBias(node, best);
  else if (degree == 2)
    replaceByEdge(node, best);
}

/// Gives the one neighbour of `node` a bias. `best` is what is left to pay, by
/// the side of the neighbour.
void Reducer::replaceByBias(uint32_t node, const int64_t (&best)[4]) {
  const Arc &arc = network.arcs[network.begin[node]];
  uint32_t u = arc.target;
  addBias(network.bias[u], best[1]);
  addBias(network.bias[u], -best[0]);
  network.removeArc(u, arc.reverse);
  touch(u);
}

/// Gives the two neighbours of `node` a bias each, and an edge between them for
/// what is left of the assignments that put them on different sides. With the
/// cheaper side of `node` as the base, best[0] (the sink's) or best[3] (the
/// source's) is 0; the biases are paid on the other side. No difference is
/// negative, because the minimum over a node is submodular.
void Reducer::replaceByEdge(uint32_t node, const int64_t (&best)[4]) {
  const Arc *first = network.arcs.get() + network.begin[node];
  uint32_t u = first[0].target, toU = first[0].reverse;
  uint32_t v = first[1].target, toV = first[1].reverse;
  bool isBaseSink = network.bias[node] >= 0;
  int64_t both = isBaseSink ? best[3] : best[0];
  int64_t onlyU = isBaseSink ? best[1] : best[2];
  int64_t onlyV = isBaseSink ? best[2] : best[1];
  int64_t biasU = std::min(onlyU, both);
  int64_t biasV = subtractCapacity(both, biasU);
  int64_t restU = subtractCapacity(onlyU, biasU);
  int64_t restV = subtractCapacity(onlyV, biasV);
  addBias(network.bias[u], isBaseSink ? biasU : -biasU);
  addBias(network.bias[v], isBaseSink ? biasV : -biasV);
  if (restU == 0 && restV == 0) {
    network.removeArc(u, toU);
    network.removeArc(v, toV);
  } else {
    // The new edge takes the place of the arcs to the node.
    network.arcs[toU] = {v, toV, isBaseSink ? restU : restV};
    network.arcs[toV] = {u, toU, isBaseSink ? restV : restU};
    ++fresh[u];
    ++fresh[v];
  }
  touch(u);
  touch(v);
}

void Reducer::visit(uint32_t node) {
  if (state[node] != State::Open)
    return;
  if (isInfinite(network.bias[node]))
    return foldFixed(node);
  if (isStale(node))
    mergeParallelArcs(node);
  if (network.degree[node] <= 2)
    eliminate(node);
}

void Reducer::drain() {
  while (!worklist.empty()) {
    uint32_t node = worklist.back();
    worklist.pop_back();
    visit(node);
  }
}

void Reducer::reduce() {
  uint32_t numNodes = network.getNumNodes();
  for (uint32_t i = 0; i != numNodes; ++i) {
    visit(i);
    drain();
  }
  // What was not merged because it was few arcs of many.
  for (uint32_t i = 0; i != numNodes; ++i) {
    if (state[i] != State::Open || fresh[i] == 0)
      continue;
    mergeParallelArcs(i);
    touch(i);
    drain();
  }
}

void Reducer::extend() {
  for (uint32_t node : llvm::reverse(eliminated)) {
    // The assignments of the neighbours that are possible: an undecided one may
    // be on either side.
    unsigned fixed = 0, open = 0;
    for (unsigned i = 0; i != network.degree[node]; ++i) {
      State other = state[network.arcs[network.begin[node] + i].target];
      fixed |= unsigned(other == State::Source) << i;
      open |= unsigned(other == State::Undecided) << i;
    }
    unsigned sources = 0, sinks = 0;
    for (unsigned i = 0; i != 4; ++i)
      if ((i & ~open) == fixed)
        ++((rule[node] >> i) & 1 ? sources : sinks);
    state[node] = sinks == 0     ? State::Source
                  : sources == 0 ? State::Sink
                                 : State::Undecided;
  }
}

//===----------------------------------------------------------------------===//
// Maximum flow
//===----------------------------------------------------------------------===//

namespace {

/// Incremental breadth-first search (Goldberg et al., "Maximum Flows by
/// Incremental Breadth-First Search", ESA 2011), with the tree of the source
/// alone: augments along shortest paths as Dinic's algorithm does, but mends
/// the search forest instead of building it anew. A negative bias is a supply,
/// a positive one a demand; both are finite, so every path carries a finite
/// amount.
class MaximumFlow {
public:
  explicit MaximumFlow(Network &network)
      : network(network), depthOf(network.getNumNodes()),
        firstArc(network.getNumNodes()), parent(network.getNumNodes()),
        nextOrphan(network.getNumNodes()) {}

  /// Sends all that can flow in `component`. Returns false if that takes more
  /// than so many `visits` of arcs.
  bool run(llvm::ArrayRef<uint32_t> component, uint64_t visits);
  /// Whether `node` is on the source's side of the smallest minimum cut: the
  /// forest spans it in the end.
  bool isReached(uint32_t node) const { return depthOf[node] != kNone; }

private:
  void start(llvm::ArrayRef<uint32_t> component);
  bool grow(uint32_t node, uint32_t depth);
  void sendFlow(uint32_t sink);
  bool adoptOrphans(uint32_t depth);
  bool findParent(uint32_t node, uint32_t depth);
  void deepen(uint32_t node, uint32_t depth);
  void makeOrphan(uint32_t node);
  /// Takes from the budget. Returns false if there is not enough.
  bool spend(uint64_t visits) {
    visitsLeft -= std::min(visitsLeft, visits);
    return visitsLeft != 0;
  }
  /// What can still flow the other way through an arc.
  int64_t &getReverse(uint32_t arc) {
    return network.arcs[network.arcs[arc].reverse].capacity;
  }

  Network &network;
  /// A forest of arcs that can carry more, whose roots are the nodes with
  /// supply: the depth of each node, the first of its arcs that may lead to a
  /// parent one less deep, and the arc to its parent; kNone for a root.
  static constexpr uint32_t kNone = UINT32_MAX; ///< also: not in the forest
  static constexpr uint32_t kOrphaned = UINT32_MAX - 1;
  std::vector<uint32_t> depthOf, firstArc, parent;
  /// A list of orphans for each depth, and the range of depths that have any.
  std::vector<uint32_t> firstOrphan, nextOrphan;
  uint32_t minOrphan = kNone, maxOrphan = 0;
  /// The nodes of the depth that grows, and those of the next.
  std::vector<uint32_t> queue, nextQueue;
  uint64_t visitsLeft = 0;
};

} // namespace

void MaximumFlow::makeOrphan(uint32_t node) {
  uint32_t depth = depthOf[node];
  parent[node] = kOrphaned;
  nextOrphan[node] = std::exchange(firstOrphan[depth], node);
  minOrphan = std::min(minOrphan, depth);
  maxOrphan = std::max(maxOrphan, depth);
}

/// Sends what can be sent from a root to a node with demand, and cuts the
/// forest where nothing more can be sent.
void MaximumFlow::sendFlow(uint32_t sink) {
  int64_t amount = network.bias[sink];
  uint32_t root = sink;
  for (; parent[root] != kNone; root = network.arcs[parent[root]].target) {
    amount = std::min(amount, getReverse(parent[root]));
    spend(1);
  }
  amount = std::min(amount, -network.bias[root]);
  network.bias[sink] -= amount;
  network.bias[root] += amount;
  for (uint32_t node = sink; node != root;) {
    Arc &against = network.arcs[parent[node]];
    int64_t &along = network.arcs[against.reverse].capacity;
    against.capacity = addCapacity(against.capacity, amount);
    along = along == kInfinity ? kInfinity : along - amount;
    if (along == 0)
      makeOrphan(node);
    node = against.target;
  }
  if (network.bias[root] == 0)
    makeOrphan(root);
}

/// Looks for a parent of the orphan `node` at the depth that it has. What was
/// looked at before leads to none.
bool MaximumFlow::findParent(uint32_t node, uint32_t depth) {
  uint32_t end = network.begin[node] + network.degree[node];
  uint32_t &i = firstArc[node];
  while (depth != 0 && i != end &&
         (depthOf[network.arcs[i].target] != depth - 1 || getReverse(i) == 0))
    ++i;
  if (depth == 0 || i == end)
    return false;
  parent[node] = i;
  return true;
}

/// Puts the orphan `node` at the least depth at which it can have a parent;
/// where that would exceed `depth` + 1, it leaves the forest. Its children are
/// orphans.
void MaximumFlow::deepen(uint32_t node, uint32_t depth) {
  uint32_t first = network.begin[node], end = first + network.degree[node];
  uint32_t above = depth + 1;
  for (uint32_t i = first; i != end; ++i) {
    const Arc &arc = network.arcs[i];
    if (depthOf[arc.target] == kNone)
      continue;
    if (parent[arc.target] == arc.reverse)
      makeOrphan(arc.target);
    if (depthOf[arc.target] < above && getReverse(i) != 0)
      above = depthOf[arc.target];
  }
  firstArc[node] = first;
  if (above == depth + 1) {
    depthOf[node] = kNone;
    return;
  }
  assert(above >= depthOf[node] && "a node's depth never shrinks");
  depthOf[node] = above + 1;
  makeOrphan(node);
  // Whatever a node of a smaller depth leads to is in the forest and stays.
  if (above == depth)
    nextQueue.push_back(node);
}

/// Finds parents for the orphans: at the depth they have, or else at the least
/// depth there is. One whose depth would exceed `depth` + 1 leaves the forest.
/// Returns false if the budget is spent.
bool MaximumFlow::adoptOrphans(uint32_t depth) {
  // At smaller depths than the orphan's all nodes have their parents.
  for (uint32_t d = minOrphan; d <= maxOrphan && d != kNone; ++d) {
    while (firstOrphan[d] != kNone) {
      uint32_t node = std::exchange(firstOrphan[d], nextOrphan[firstOrphan[d]]);
      uint32_t start = firstArc[node];
      bool isAdopted = findParent(node, d);
      if (!spend(firstArc[node] - start + 1 +
                 (isAdopted ? 0 : network.degree[node]))) {
        std::fill(firstOrphan.begin(), firstOrphan.end(), kNone);
        return false;
      }
      if (!isAdopted)
        deepen(node, depth);
    }
  }
  minOrphan = kNone;
  maxOrphan = 0;
  return true;
}

/// Makes the nodes with supply the roots of the forest.
void MaximumFlow::start(llvm::ArrayRef<uint32_t> component) {
  minOrphan = kNone;
  maxOrphan = 0;
  if (firstOrphan.size() < component.size() + 2)
    firstOrphan.resize(component.size() + 2, kNone);
  queue.clear();
  for (uint32_t node : component) {
    firstArc[node] = network.begin[node];
    depthOf[node] = kNone;
    if (network.bias[node] < 0) {
      depthOf[node] = 0;
      parent[node] = kNone;
      queue.push_back(node);
    }
  }
}

/// Makes what `node`, of `depth`, leads to its children, and sends flow to
/// those that ask for it. Returns false if the budget is spent.
bool MaximumFlow::grow(uint32_t node, uint32_t depth) {
  // Its depth may grow at any time; then it is in a queue again.
  for (uint32_t i = network.begin[node], e = i + network.degree[node];
       i != e && depthOf[node] == depth; ++i) {
    if (!spend(1))
      return false;
    const Arc &arc = network.arcs[i];
    uint32_t other = arc.target;
    if (depthOf[other] != kNone || arc.capacity == 0)
      continue;
    depthOf[other] = depth + 1;
    parent[other] = arc.reverse;
    firstArc[other] = network.begin[other];
    nextQueue.push_back(other);
    while (network.bias[other] > 0 && depthOf[other] != kNone) {
      sendFlow(other);
      if (!adoptOrphans(depth))
        return false;
    }
  }
  return true;
}

bool MaximumFlow::run(llvm::ArrayRef<uint32_t> component, uint64_t visits) {
  visitsLeft = visits;
  start(component);
  for (uint32_t depth = 0; !queue.empty(); ++depth) {
    nextQueue.clear();
    for (uint32_t node : queue)
      if (!grow(node, depth))
        return false;
    queue.swap(nextQueue);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

/// Collects the open nodes that hang together with `node` and takes them to the
/// sink's side, where they are until the component is solved. Returns the
/// number of their arcs.
static uint64_t collectComponent(const Network &network, uint32_t node,
                                 std::vector<State> &state,
                                 std::vector<uint32_t> &component) {
  component.assign(1, node);
  state[node] = State::Sink;
  uint64_t numArcs = 0;
  for (size_t i = 0; i != component.size(); ++i) {
    uint32_t begin = network.begin[component[i]];
    uint32_t degree = network.degree[component[i]];
    numArcs += degree;
    for (uint32_t j = begin; j != begin + degree; ++j) {
      uint32_t other = network.arcs[j].target;
      if (std::exchange(state[other], State::Sink) == State::Open)
        component.push_back(other);
    }
  }
  return numArcs;
}

static void solveComponents(Network &network, uint64_t workBudget,
                            std::vector<State> &state, MinimumCut &cut) {
  std::vector<uint32_t> component;
  std::optional<MaximumFlow> flow;
  for (uint32_t i = 0, e = network.getNumNodes(); i != e; ++i) {
    if (state[i] != State::Open)
      continue;
    uint64_t numArcs = collectComponent(network, i, state, component);
    ++cut.components;
    cut.largestComponent =
        std::max<uint64_t>(cut.largestComponent, component.size());
    if (!flow)
      flow.emplace(network);
    bool isSolved =
        flow->run(component, llvm::SaturatingMultiply(workBudget, numArcs / 2));
    for (uint32_t node : component)
      state[node] = !isSolved               ? State::Undecided
                    : flow->isReached(node) ? State::Source
                                            : State::Sink;
  }
}

MinimumCut mlir::amp::findMinimumCut(const CutGraph &graph,
                                     uint64_t workBudget) {
  MinimumCut cut;
  cut.sides.assign(graph.getBiases().size(), CutSide::Undecided);
  Network network(graph);
  if (network.getNumNodes() != cut.sides.size())
    return cut;
  std::vector<State> state(cut.sides.size(), State::Open);
  Reducer reducer(network, state);
  reducer.reduce();
  solveComponents(network, workBudget, state, cut);
  reducer.extend();
  for (auto [side, known] : llvm::zip_equal(cut.sides, state))
    side = static_cast<CutSide>(known);
  return cut;
}
