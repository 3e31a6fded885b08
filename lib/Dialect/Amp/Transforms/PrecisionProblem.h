//===- PrecisionProblem.h ---------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A function as a `PrecisionGraph`: what assigners that look at the whole graph
// work on.

#ifndef AMP_LIB_DIALECT_AMP_TRANSFORMS_PRECISIONPROBLEM_H
#define AMP_LIB_DIALECT_AMP_TRANSFORMS_PRECISIONPROBLEM_H

#include "PrecisionResolver.h"
#include "amp/Analysis/PrecisionCut.h"
#include "amp/Analysis/PrecisionPropagation.h"
#include "amp/Dialect/Amp/IR/Regions.h"

namespace mlir::amp {

/// What the enclosing region asks for.
struct RegionState {
  bool enabled = false;
  FloatType dtype;
  bool cache = true;

  bool operator==(const RegionState &other) const {
    return enabled == other.enabled && dtype == other.dtype &&
           cache == other.cache;
  }
  /// The state in a region of `op`.
  RegionState enter(AutocastOp op) const;
  RegionState enter(CustomFunctionOp op) const;
};

/// An op whose side an assigner may choose, and where it stands.
struct PrecisionProblem {
  PrecisionGraph graph;
  /// By node.
  std::vector<PaintKind> kinds;
  /// The side that the eager rule gives, by node.
  std::vector<PrecisionSide> eagerSides;
  /// Nodes of the ops that have a choice.
  DenseMap<Operation *, uint32_t> nodes;
  /// Ops that stay high because of what they are part of: a softmax, a
  /// normalization, a loss.
  DenseSet<Operation *> kept;
};

/// Options of `buildPrecisionProblem`.
struct ProblemOptions {
  /// A value that a denied op made may become low in any neutral op, not in
  /// `clear` ones only.
  bool allowsLowAfterDeny = false;
  /// Ops that together are a softmax or a layer norm stay in f32.
  bool keepsNormalizations = true;
};

/// Elements that an unknown dimension is taken to have.
inline constexpr int64_t kUnknownSize = 64;

/// Builds the problem for the ops of `block` and of the autocast regions in it.
///
/// Free nodes are ops of the categories `follow`, `clear` and `promote` in an
/// enabled region. The bytes of a node are those of the operands and results
/// that may be cast, twice that if gradients flow through the op; a cast costs
/// the bytes that it reads and writes, twice if a gradient comes back. Two
/// rules keep what the eager rule computes in full precision:
/// - what a denied op made stays high in all ops but `clear` ones;
/// - such a value, and one that no allowed op has touched since it came into
/// the
///   function, is not rounded and then widened again.
/// The op that makes the loss of an `amp.backward` stays high as well: its
/// gradient is the loss scale, which f16 does not hold.
FailureOr<PrecisionProblem>
buildPrecisionProblem(Block &block, RegionState state,
                      PrecisionResolver &resolver,
                      const ProblemOptions &options);

/// Replaces the composites of `block`, and of regions in it, that no list names
/// by their parts, where autocast is on.
LogicalResult expandComposites(Block &block, RegionState state,
                               PrecisionResolver &resolver);

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_TRANSFORMS_PRECISIONPROBLEM_H
