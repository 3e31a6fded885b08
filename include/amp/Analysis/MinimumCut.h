//===- MinimumCut.h ---------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The minimum cut of a directed graph. What the nodes and the two sides stand
// for is up to who asks: see PrecisionCut.h, and Recompute.cpp.

#ifndef AMP_ANALYSIS_MINIMUMCUT_H
#define AMP_ANALYSIS_MINIMUMCUT_H

#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace mlir::amp {

/// A directed graph of nodes, of a source and of a sink. A cut puts each node
/// on the source's side or on the sink's, and pays for the edges that lead from
/// the former to the latter. Capacities are not negative.
class CutGraph {
public:
  /// The capacity of what must not be cut: larger than any sum of capacities.
  static constexpr int64_t kInfinity = INT64_MAX;
  /// The capacity of so many bytes, or whatever they are.
  static int64_t toCapacity(uint64_t count) {
    return int64_t(std::min(count, uint64_t(kInfinity)));
  }

  struct Edge {
    uint32_t from, to;
    int64_t forward, backward;
  };

  /// Adds a node without edges.
  uint32_t addNode();
  /// Adds an edge from the source: paid if `node` is on the sink's side. Of
  /// several infinite edges of a node to source and sink the first one holds.
  void addSourceEdge(uint32_t node, int64_t capacity);
  /// Adds an edge to the sink: paid if `node` is on the source's side.
  void addSinkEdge(uint32_t node, int64_t capacity);
  /// Adds an edge of capacity `forward` and its opposite of capacity
  /// `backward`.
  void addEdge(uint32_t from, uint32_t to, int64_t forward, int64_t backward);
  /// Adds the terms: `onSink` is paid if any of `nodes`, which are distinct, is
  /// on the sink's side, `onSource` if any is on the source's.
  void addAny(llvm::ArrayRef<uint32_t> nodes, int64_t onSink, int64_t onSource);
  /// Adds the terms: `forward` is paid if `from` is on the source's side and
  /// any of `to`, which are distinct and others, on the sink's; `backward` if
  /// it is the other way round.
  void addAnyEdge(uint32_t from, llvm::ArrayRef<uint32_t> to, int64_t forward,
                  int64_t backward);

  /// For each node, by how much the source's side costs more than the sink's.
  llvm::ArrayRef<int64_t> getBiases() const { return biases; }
  llvm::ArrayRef<Edge> getEdges() const { return edges; }

private:
  std::vector<int64_t> biases;
  std::vector<Edge> edges;
};

/// Where a node is.
enum class CutSide : uint8_t {
  Sink,
  Source,
  Undecided, ///< in a component that was given up, or it hangs on one
};

/// The result of `findMinimumCut`.
struct MinimumCut {
  /// The side of each node. Among the cheapest cuts, the one with the fewest
  /// nodes on the source's side (it is unique). A side that is decided is that
  /// of this cut, whatever is not decided.
  std::vector<CutSide> sides;
  uint64_t components = 0;       ///< number left after the exact reductions
  uint64_t largestComponent = 0; ///< the nodes of the largest of them
};

/// Finds the cheapest cut: first exact reductions (nodes whose side is known,
/// nodes with one or two neighbours), then a maximum flow for each component
/// that is left. A component whose flow needs more than `workBudget` edge
/// visits per edge of it is given up. Exact while all finite capacities
/// together are less than 2^62.
MinimumCut findMinimumCut(const CutGraph &graph, uint64_t workBudget = 200);

} // namespace mlir::amp

#endif // AMP_ANALYSIS_MINIMUMCUT_H
