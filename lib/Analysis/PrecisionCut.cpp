//===- PrecisionCut.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A cut whose source's side is high: what a node costs on one side more than on
// the other is a bias, a value's casts are edges between its producer and any
// of its users, and what is saved is paid if any saver is on a side.

#include "amp/Analysis/PrecisionCut.h"

#include "amp/Analysis/MinimumCut.h"
#include "llvm/ADT/STLExtras.h"

#include <cassert>
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
// The objective as a cut
//===----------------------------------------------------------------------===//

namespace {

using Freedom = PrecisionGraph::Freedom;

/// Writes the objective as a graph to cut. Its first nodes are those of the
/// PrecisionGraph.
class CutBuilder {
public:
  explicit CutBuilder(const PrecisionGraph &graph);

  CutGraph build();

private:
  void addNodes();
  void addCasts(const PrecisionGraph::Value &value);
  void addSaved(const PrecisionGraph::Value &value);
  /// Collects who reads and saves a value.
  void gather(uint32_t index);
  bool isReadBy(Freedom freedom) const { return readers[unsigned(freedom)]; }
  bool isSavedBy(Freedom freedom) const { return savers[unsigned(freedom)]; }

  const PrecisionGraph &graph;
  CutGraph cut;
  /// The uses of value v: node and, in the top bit, whether it saves, in
  /// uses[offsets[v]] to uses[offsets[v + 1]].
  std::vector<uint32_t> offsets, uses;
  static constexpr uint32_t kSaves = 1u << 31;

  /// Of the current value: its free users, its free savers (each once), and
  /// whether others, by Freedom, are among them.
  std::vector<uint32_t> freeUsers, freeSavers;
  bool readers[3], savers[3];
  std::vector<uint32_t> userStamps, saverStamps;
  uint32_t stamp = 0;
};

} // namespace

CutBuilder::CutBuilder(const PrecisionGraph &graph)
    : graph(graph), offsets(graph.getValues().size() + 1),
      uses(graph.getUses().size()), userStamps(graph.getNodes().size()),
      saverStamps(graph.getNodes().size()) {
  // A counting sort; the offsets run ahead by one while they are in use.
  for (const PrecisionGraph::Use &use : graph.getUses())
    ++offsets[use.value];
  uint32_t sum = 0;
  for (uint32_t &offset : offsets)
    sum += std::exchange(offset, sum);
  for (const PrecisionGraph::Use &use : graph.getUses())
    uses[offsets[use.value]++] = use.node | (use.isSaved ? kSaves : 0);
  for (size_t i = offsets.size() - 1; i != 0; --i)
    offsets[i] = offsets[i - 1];
  offsets[0] = 0;
}

void CutBuilder::gather(uint32_t index) {
  const PrecisionGraph::Value &value = graph.getValues()[index];
  ++stamp;
  freeUsers.clear();
  freeSavers.clear();
  std::fill_n(readers, 3, false);
  std::fill_n(savers, 3, false);
  auto add = [&](uint32_t node, std::vector<uint32_t> &nodes, bool (&by)[3],
                 std::vector<uint32_t> &stamps) {
    Freedom freedom = graph.getNodes()[node].freedom;
    by[unsigned(freedom)] = true;
    if (freedom == Freedom::Free && std::exchange(stamps[node], stamp) != stamp)
      nodes.push_back(node);
  };
  for (uint32_t i = offsets[index], e = offsets[index + 1]; i != e; ++i) {
    uint32_t node = uses[i] & ~kSaves;
    if (node != value.producer)
      add(node, freeUsers, readers, userStamps);
    if (uses[i] & kSaves)
      add(node, freeSavers, savers, saverStamps);
  }
  if (value.isSavedByProducer)
    add(value.producer, freeSavers, savers, saverStamps);
}

void CutBuilder::addNodes() {
  for (const PrecisionGraph::Node &node : graph.getNodes()) {
    uint32_t index = cut.addNode();
    bool isFree = node.freedom == Freedom::Free;
    if (isFree || node.freedom == Freedom::Low)
      cut.addSinkEdge(index, isFree ? CutGraph::toCapacity(node.highBytes)
                                    : CutGraph::kInfinity);
    if (isFree || node.freedom == Freedom::High)
      cut.addSourceEdge(index, isFree ? CutGraph::toCapacity(node.lowBytes)
                                      : CutGraph::kInfinity);
  }
}

void CutBuilder::addCasts(const PrecisionGraph::Value &value) {
  uint32_t producer = value.producer;
  Freedom freedom = graph.getNodes()[producer].freedom;
  int64_t narrow = CutGraph::toCapacity(value.narrowBytes);
  int64_t widen = CutGraph::toCapacity(value.widenBytes);
  // A user whose side is known needs its cast whatever the others do.
  if (freedom == Freedom::Low || isReadBy(Freedom::Low)) {
    if (freedom == Freedom::Free)
      cut.addSinkEdge(producer, narrow);
    narrow = 0;
  }
  if (freedom == Freedom::High || isReadBy(Freedom::High)) {
    if (freedom == Freedom::Free)
      cut.addSourceEdge(producer, widen);
    widen = 0;
  }
  if (freeUsers.empty() || (narrow == 0 && widen == 0))
    return;
  if (freedom == Freedom::Free)
    cut.addAnyEdge(producer, freeUsers, narrow, widen);
  else
    cut.addAny(freeUsers, narrow, widen);
}

void CutBuilder::addSaved(const PrecisionGraph::Value &value) {
  int64_t low = CutGraph::toCapacity(value.savedLowBytes);
  int64_t high = CutGraph::toCapacity(value.savedHighBytes);
  cut.addAny(freeSavers, isSavedBy(Freedom::Low) ? 0 : low,
             isSavedBy(Freedom::High) ? 0 : high);
}

CutGraph CutBuilder::build() {
  addNodes();
  llvm::ArrayRef<PrecisionGraph::Value> values = graph.getValues();
  for (uint32_t i = 0, e = values.size(); i != e; ++i) {
    gather(i);
    addCasts(values[i]);
    addSaved(values[i]);
  }
  return std::move(cut);
}

//===----------------------------------------------------------------------===//
// The cheapest assignment
//===----------------------------------------------------------------------===//

PrecisionCut mlir::amp::solvePrecision(const PrecisionGraph &graph,
                                       uint64_t workBudget) {
  size_t numNodes = graph.getNodes().size();
  MinimumCut minimum;
  // Indices have 31 or 32 bits.
  if (numNodes < 1u << 31 && graph.getUses().size() < UINT32_MAX)
    minimum = findMinimumCut(CutBuilder(graph).build(), workBudget);
  else
    minimum.sides.assign(numNodes, CutSide::Undecided);
  PrecisionCut cut;
  cut.components = minimum.components;
  cut.largestComponent = minimum.largestComponent;
  for (uint32_t i = 0; i != numNodes; ++i) {
    Freedom freedom = graph.getNodes()[i].freedom;
    CutSide side = minimum.sides[i];
    if (side == CutSide::Undecided && freedom == Freedom::Free)
      cut.undecided.push_back(i);
    bool isLow = side == CutSide::Undecided ? freedom == Freedom::Low
                                            : side == CutSide::Sink;
    cut.sides.push_back(isLow ? PrecisionSide::Low : PrecisionSide::High);
  }
  return cut;
}
