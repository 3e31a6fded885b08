//===- RowCluster.h - Ops that become one row kernel ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_ROWCLUSTER_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_ROWCLUSTER_H

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/Reshape.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::amprt {

/// Loops of a space, the outermost first.
using Loops = SmallVector<unsigned, 2>;

/// The loops that walk each dimension of a tensor; none for a size of 1.
using Layout = SmallVector<Loops, 4>;

/// The loops of a row kernel to be. A loop may be split in two later, where a
/// reshape demands it, so that what names it is to be resolved.
class LoopSpace {
public:
  unsigned add(int64_t size, bool isReduced);

  /// The loops of today for what were loops once.
  Loops resolve(ArrayRef<unsigned> loops) const;
  Layout resolve(const Layout &layout) const;

  /// `loops` as dimensions of `shape`, which has as many elements. Splits
  /// loops; fails where no dimension's border can be one of loops.
  FailureOr<Layout> regroup(ArrayRef<unsigned> loops, ArrayRef<int64_t> shape);

  /// All loops of today that are reduced, or that are not.
  Loops getLoops(bool reduced) const;
  int64_t getSize(unsigned loop) const { return loops[loop].size; }
  bool isReduced(unsigned loop) const { return loops[loop].isReduced; }

private:
  struct Loop {
    int64_t size;
    bool isReduced;
    /// The outer and the inner loop that it became.
    std::optional<std::pair<unsigned, unsigned>> parts;
  };
  SmallVector<Loop> loops;
  /// Those that there were to begin with.
  Loops roots;
};

/// How the result of a member's reduction is combined.
struct RowReduction {
  Combiner kind;
  Operation *combiner;
  /// What the body combines with what it has.
  Value element;
};

/// The combiner of the result `number` of a reduction, if it is one that a row
/// can be combined by.
std::optional<RowReduction> matchRowReduction(linalg::GenericOp op,
                                              unsigned number);

/// True for what takes many operations of arithmetic: a function, or a random
/// number.
bool isFunction(Operation *op);

/// The value of all elements of `value` if it is a constant, else null.
TypedAttr getConstantElement(Value value);

/// True if each index is a loop, none twice, or a constant.
bool isOfLoops(AffineMap map);

/// True if `op` could be a member of some cluster: elementwise, or a reduction
/// by combiners, of elements that maps of loops name.
bool canBeMember(Operation *op);

/// Ops on tensors that become one row kernel.
class RowCluster {
public:
  /// With the loops of `seed`, which is its first member.
  explicit RowCluster(linalg::GenericOp seed);

  /// The cluster's loops for each of `op`'s, if it can be a member: it computes
  /// for each point, for each row, or what rows reduce to. If only members use
  /// what it makes, `isOwn`, it may be computed along some of the loops.
  std::optional<Layout> place(linalg::GenericOp op, bool isOwn = false);
  void add(linalg::GenericOp op, const Layout &loops);

  /// A reshape of a member's result, or of what one reads.
  void addReshape(Operation *op);

  /// Lets `now` be read where `before` was, for a copy of what makes that.
  void replaceRead(Value before, Value now);

  Operation *getSeed() const { return seed; }
  bool isMember(Operation *op) const { return members.contains(op); }
  /// True if `value` is read or made.
  bool knows(Value value) const { return layouts.contains(value); }
  /// True if all loops walk `value`.
  bool readsAllOf(Value value);

  /// Points of all loops, and of those that are not reduced.
  int64_t getPoints() const;
  int64_t getRows() const;
  /// Ops of the bodies, and arrays that are read or made.
  size_t getNumOps() const { return numOps; }
  size_t getNumArrays() const { return layouts.size(); }

  /// Makes the row kernel of the members, which are `ops` in order, where
  /// `rewriter` is, after them, and erases them. False if nothing is to be
  /// made: nobody uses the results, or no array has the length of a loop.
  bool emit(RewriterBase &rewriter, ArrayRef<Operation *> ops);

private:
  std::optional<Layout> getLayout(Value value);
  void setLayout(Value value, const Layout &layout);
  void addRead(Value value, const Layout &layout);

  friend class RowKernelWriter;

  Operation *seed;
  LoopSpace space;
  /// Where elements lie: of members' results, of what is read, and of what that
  /// is a reshape of.
  DenseMap<Value, Layout> layouts;
  /// What is read in several ways, and so is no member's result.
  DenseSet<Value> ambiguous;
  /// How the loops follow each other in the first array that all of them walk.
  Loops order;
  /// For each member its loops in the space.
  DenseMap<Operation *, Layout> members;
  size_t numOps = 0;
};

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_ROWCLUSTER_H
