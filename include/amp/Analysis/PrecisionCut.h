//===- PrecisionCut.h -------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The assignment of ops to low precision or f32 that moves the fewest bytes, as
// a minimum cut. Knows nothing of IR: nodes and values are numbers.

#ifndef AMP_ANALYSIS_PRECISIONCUT_H
#define AMP_ANALYSIS_PRECISIONCUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <vector>

namespace mlir::amp {

/// The side that a node is on.
enum class PrecisionSide : uint8_t {
  Low,  ///< the 16-bit type
  High, ///< f32
};

/// A graph of ops (nodes) and of the values between them.
///
/// A value has the type of its producer's side. A user on the other side reads
/// a cast of it; one cast serves all users of that side. The objective is the
/// sum of
/// - casts: `narrowBytes` of each value with a high producer and a low user,
///   and `widenBytes` of each value with a low producer and a high user;
/// - ops: `lowBytes` or `highBytes` of each free node, by its side;
/// - saved activations: for each value, `savedLowBytes` if a node on the low
///   side saves it, and `savedHighBytes` if one on the high side does. A node
///   is a user, or the producer.
///
/// Sums saturate. The cheapest assignment is exact while all bytes of the graph
/// together are less than 2^62; a cost of 2^63 or more is as good as forbidden.
class PrecisionGraph {
public:
  /// Which sides a node may be on.
  enum class Freedom : uint8_t { Free, Low, High };
  /// A cast of this cost must not occur.
  static constexpr uint64_t kForbidden = UINT64_MAX;

  struct Node {
    Freedom freedom;
    uint64_t lowBytes, highBytes;
  };
  struct Value {
    uint32_t producer;
    uint64_t narrowBytes, widenBytes;
    uint64_t savedLowBytes, savedHighBytes;
    bool isSavedByProducer;
  };
  struct Use {
    uint32_t value, node;
    bool isSaved; ///< `node` saves the value for the backward pass.
  };

  uint32_t addNode(Freedom freedom, uint64_t lowBytes, uint64_t highBytes);
  uint32_t addValue(const Value &value);
  /// One node may use a value several times.
  void addUse(uint32_t value, uint32_t node, bool isSaved);

  llvm::ArrayRef<Node> getNodes() const { return nodes; }
  llvm::ArrayRef<Value> getValues() const { return values; }
  llvm::ArrayRef<Use> getUses() const { return uses; }

private:
  std::vector<Node> nodes;
  std::vector<Value> values;
  std::vector<Use> uses;
};

/// The terms of the objective, in bytes.
struct PrecisionCost {
  uint64_t castBytes = 0, opBytes = 0, savedBytes = 0;
  uint64_t narrowCasts = 0, widenCasts = 0; ///< numbers of casts
  bool isForbidden = false; ///< a forbidden cast occurs (it adds no bytes)

  uint64_t getTotal() const {
    return llvm::SaturatingAdd(castBytes, opBytes, savedBytes);
  }
};

/// What the assignment `sides` (one per node) costs. Evaluates the definition;
/// shares nothing with the solver.
PrecisionCost evaluatePrecision(const PrecisionGraph &graph,
                                llvm::ArrayRef<PrecisionSide> sides);

/// The result of `solvePrecision`.
struct PrecisionCut {
  /// The side of each node. Among the cheapest assignments, the one with the
  /// most nodes on the low side (it is unique).
  std::vector<PrecisionSide> sides;
  /// The free nodes of components that were given up, and those whose side
  /// hangs on one of them, ascending; their sides are not decided (high). All
  /// others have the side that they have in the cheapest assignment.
  std::vector<uint32_t> undecided;
  uint64_t components = 0; ///< number left after the exact reductions
  /// The nodes of the largest of them, with auxiliary ones (at most four for a
  /// value).
  uint64_t largestComponent = 0;
};

/// Finds the cheapest assignment: first exact reductions (nodes whose side is
/// known, nodes with one or two neighbours), then a maximum flow for each
/// component that is left. A component whose flow needs more than `workBudget`
/// edge visits per edge of it is given up.
PrecisionCut solvePrecision(const PrecisionGraph &graph,
                            uint64_t workBudget = 200);

} // namespace mlir::amp

#endif // AMP_ANALYSIS_PRECISIONCUT_H
