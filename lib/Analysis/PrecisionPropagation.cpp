//===- PrecisionPropagation.cpp -------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/PrecisionPropagation.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::amp;
using llvm::ArrayRef;
using llvm::BitVector;

namespace {
/// Neighbours of nodes, from values and uses, as two compressed arrays.
struct Neighbours {
  explicit Neighbours(const PrecisionGraph &graph);

  ArrayRef<uint32_t> getOperands(uint32_t node) const {
    return ArrayRef(operands).slice(operandStart[node], operandStart[node + 1] -
                                                            operandStart[node]);
  }
  ArrayRef<uint32_t> getUsers(uint32_t node) const {
    return ArrayRef(users).slice(userStart[node],
                                 userStart[node + 1] - userStart[node]);
  }

  std::vector<uint32_t> operandStart, operands, userStart, users;
};

/// Painting of one graph.
struct Painter {
  Painter(const PrecisionGraph &graph, ArrayRef<PaintKind> kinds)
      : neighbours(graph), kinds(kinds), low(kinds.size()),
        tainted(kinds.size()) {}

  void taint();
  void joinBetween();
  void joinBelow();
  void floodClear();

  /// Visits what can be reached from `seeds` through nodes of `inside`, and
  /// marks it in `reached`.
  template <typename GetNext>
  void walk(ArrayRef<uint32_t> seeds, const BitVector &inside,
            BitVector &reached, GetNext getNext);

  bool isNeutral(uint32_t node) const {
    return kinds[node] == PaintKind::Infer || kinds[node] == PaintKind::Clear;
  }

  Neighbours neighbours;
  ArrayRef<PaintKind> kinds;
  BitVector low, tainted;
};
} // namespace

Neighbours::Neighbours(const PrecisionGraph &graph)
    : operandStart(graph.getNodes().size() + 1),
      operands(graph.getUses().size()), userStart(operandStart.size()),
      users(graph.getUses().size()) {
  for (const PrecisionGraph::Use &use : graph.getUses()) {
    ++operandStart[use.node + 1];
    ++userStart[graph.getValues()[use.value].producer + 1];
  }
  for (size_t i = 1; i < operandStart.size(); ++i) {
    operandStart[i] += operandStart[i - 1];
    userStart[i] += userStart[i - 1];
  }
  std::vector<uint32_t> nextOperand(operandStart), nextUser(userStart);
  for (const PrecisionGraph::Use &use : graph.getUses()) {
    uint32_t producer = graph.getValues()[use.value].producer;
    operands[nextOperand[use.node]++] = producer;
    users[nextUser[producer]++] = use.node;
  }
}

template <typename GetNext>
void Painter::walk(ArrayRef<uint32_t> seeds, const BitVector &inside,
                   BitVector &reached, GetNext getNext) {
  llvm::SmallVector<uint32_t> worklist(seeds);
  while (!worklist.empty())
    for (uint32_t next : getNext(worklist.pop_back_val()))
      if (inside[next] && !reached[next]) {
        reached.set(next);
        worklist.push_back(next);
      }
}

void Painter::taint() {
  auto getOperands = [&](uint32_t node) {
    return neighbours.getOperands(node);
  };
  auto getUsers = [&](uint32_t node) { return neighbours.getUsers(node); };
  // Clear nodes count only on the way to a node that a denied one may harm.
  BitVector clear(kinds.size()), inside(kinds.size());
  llvm::SmallVector<uint32_t> harmed, denied;
  for (auto [node, kind] : llvm::enumerate(kinds)) {
    if (kind == PaintKind::Clear)
      clear.set(node);
    if (kind == PaintKind::Deny || kind == PaintKind::Infer) {
      inside.set(node);
      harmed.push_back(node);
    }
    if (kind == PaintKind::Deny) {
      denied.push_back(node);
      tainted.set(node);
    }
  }
  walk(harmed, clear, inside, getOperands);
  walk(denied, inside, tainted, getUsers);
}

void Painter::joinBetween() {
  BitVector free(kinds.size()), below(kinds.size());
  llvm::SmallVector<uint32_t> allowed;
  for (uint32_t node = 0; node < kinds.size(); ++node) {
    if (isNeutral(node) && !tainted[node])
      free.set(node);
    if (kinds[node] == PaintKind::Allow) {
      allowed.push_back(node);
      low.set(node);
    }
  }
  walk(allowed, free, below,
       [&](uint32_t node) { return neighbours.getUsers(node); });
  walk(allowed, below, low,
       [&](uint32_t node) { return neighbours.getOperands(node); });
}

void Painter::joinBelow() {
  // Operands come before their users.
  for (uint32_t node = 0; node < kinds.size(); ++node) {
    if (kinds[node] != PaintKind::Infer || tainted[node] || low[node])
      continue;
    ArrayRef<uint32_t> operands = neighbours.getOperands(node);
    auto isLow = [&](uint32_t operand) { return low[operand]; };
    auto isTainted = [&](uint32_t operand) { return tainted[operand]; };
    if (llvm::any_of(operands, isLow) && llvm::none_of(operands, isTainted))
      low.set(node);
  }
}

void Painter::floodClear() {
  BitVector clear(kinds.size());
  llvm::SmallVector<uint32_t> seeds;
  for (uint32_t node = 0; node < kinds.size(); ++node) {
    if (kinds[node] == PaintKind::Clear && !tainted[node])
      clear.set(node);
    if (low[node])
      seeds.push_back(node);
  }
  llvm::SmallVector<uint32_t> worklist(seeds);
  auto visit = [&](uint32_t node) {
    if (!clear[node] || low[node])
      return;
    low.set(node);
    worklist.push_back(node);
  };
  while (!worklist.empty()) {
    uint32_t node = worklist.pop_back_val();
    llvm::for_each(neighbours.getUsers(node), visit);
    llvm::for_each(neighbours.getOperands(node), visit);
  }
}

std::vector<PrecisionSide>
mlir::amp::propagatePrecision(const PrecisionGraph &graph,
                              ArrayRef<PaintKind> kinds, bool joinsBelow) {
  std::vector<PrecisionSide> sides(kinds.size(), PrecisionSide::High);
  if (llvm::is_contained(kinds, PaintKind::Allow)) {
    Painter painter(graph, kinds);
    painter.taint();
    painter.joinBetween();
    if (joinsBelow)
      painter.joinBelow();
    painter.floodClear();
    for (uint32_t node = 0; node < kinds.size(); ++node)
      if (painter.low[node])
        sides[node] = PrecisionSide::Low;
  }
  for (auto [node, side] : llvm::zip(graph.getNodes(), sides)) {
    if (node.freedom == PrecisionGraph::Freedom::Low)
      side = PrecisionSide::Low;
    else if (node.freedom == PrecisionGraph::Freedom::High)
      side = PrecisionSide::High;
  }
  return sides;
}
