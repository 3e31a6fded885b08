//===- GpuSpace.h - Loops and accesses of a kernel for a GPU ----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_GPUSPACE_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_GPUSPACE_H

#include "amp/Dialect/AmpRT/IR/BufferRegion.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/IndexingMapOpInterface.h"

namespace mlir::amprt {

/// Loops of an op that walk every buffer as one would.
struct GpuLoop {
  int64_t size;
  bool isReduced;
  /// The op's loops, the outermost first.
  SmallVector<unsigned> dims;
};

/// How the elements of an operand are found: the kernel's argument has all from
/// the first to the last, in one dimension.
struct GpuAccess {
  OpOperand *operand = nullptr;
  /// Of an element, as it is computed with.
  Type type;
  /// False for a constant, which every point gets.
  bool isBuffer = true;
  int64_t bytes = 0, alignment = 1;
  /// Elements that an iteration of each loop is further; none if `expr` says
  /// where an element is, by the op's loops.
  SmallVector<int64_t> steps;
  AffineExpr expr;
  int64_t first = 0;

  bool isLinear() const { return !expr; }
  /// True if elements of `count` iterations of `loop` are one access.
  bool isVector(unsigned loop, int64_t count) const;
};

/// The iteration space of an op on buffers, with as few loops as say the same:
/// those of size 1 are gone, neighbours are merged.
class GpuSpace {
public:
  /// `initial` has, for each destination, what it holds before if that is
  /// constant, or null.
  GpuSpace(IndexingMapOpInterface op, ArrayRef<TypedAttr> initial);

  /// Points of the loops that are reduced, or of the others.
  int64_t countPoints(bool isReduced) const;
  /// The loops that are reduced, or the others, with `last` behind the others.
  SmallVector<unsigned> getLoops(bool isReduced,
                                 std::optional<unsigned> last = {}) const;
  bool isOfRow(const GpuAccess &access) const;
  /// The loop, if there is one, along which threads and their vectors are to
  /// have neighbours of the largest operand. It alone decides: what a kernel
  /// computes beside is not to change in which order it adds.
  std::optional<unsigned> findVectorLoop() const;
  /// The most elements along `loop` that every contiguous operand as large as
  /// the largest takes as one access of 16 bytes at most.
  int64_t getVectorSize(unsigned loop, bool mayHaveRest) const;
  bool isDestination(const GpuAccess &access) const;
  ArrayRef<GpuAccess> getDestinations() const;
  Block &getBody() const { return op->getRegion(0).front(); }
  /// True if `value` is of the body's block and may be read by it.
  bool isRead(BlockArgument argument) const { return !argument.use_empty(); }

  Operation *op;
  SmallVector<TypedAttr> initial;
  SmallVector<int64_t> dims;
  SmallVector<GpuLoop> loops;
  /// By operand.
  SmallVector<GpuAccess> accesses;
  unsigned numDestinations;
  /// The operand with the most elements, the last of several.
  std::optional<unsigned> lead;
  /// True if 32 bits hold each index.
  bool isSmall = true;

private:
  double getCoalescing(unsigned loop) const;
};

/// Bytes to which the first element of `buffer` is aligned, at least.
int64_t getGpuAlignment(Value buffer);

/// Where each loop is.
using GpuPoint = SmallVector<Value>;

/// Writes code of a kernel: integers, elements, the op's body.
class GpuWriter {
public:
  GpuWriter(OpBuilder &builder, gpu::GPUFuncOp kernel, const GpuSpace &space,
            const IRMapping &mapping, ValueRange scratch)
      : builder(builder), loc(space.op->getLoc()), kernel(kernel), space(space),
        mapping(mapping), scratch(scratch.begin(), scratch.end()),
        indexType(builder.getIntegerType(space.isSmall ? 32 : 64)) {}

  // Integers that count loops, threads and elements.
  Value integer(int64_t value);
  Value add(Value a, Value b);
  Value add(Value a, int64_t b);
  Value mul(Value a, int64_t b);
  Value div(Value a, int64_t b);
  Value rem(Value a, int64_t b);
  Value isLess(Value a, int64_t b);
  Value isEqual(Value a, int64_t b);
  Value both(Value a, Value b);
  Value select(Value condition, Value a, Value b);
  Value toIndex(Value value);
  Value getThread();
  Value getBlock();

  /// The point number `number` of `loops`, the last of which is the fastest.
  void setPoint(GpuPoint &point, ArrayRef<unsigned> loops, Value number);

  /// `count` elements along `loop` from `point` on.
  SmallVector<Value> load(const GpuAccess &access, const GpuPoint &point,
                          unsigned loop = 0, int64_t count = 1);
  void store(const GpuAccess &access, const GpuPoint &point, ValueRange values,
             unsigned loop = 0);
  /// What a destination holds before.
  SmallVector<Value> loadInitial(unsigned destination, const GpuPoint &point,
                                 unsigned loop = 0, int64_t count = 1);

  /// `value` of the body at `point`; `known` has the values that are computed,
  /// the arguments among them, and gets more.
  Value compute(Value value, const GpuPoint &point, IRMapping &known);
  /// What the body yields, with `known` its arguments.
  SmallVector<Value> computeAll(const GpuPoint &point, IRMapping known);

  /// A buffer that the block shares.
  Value addShared(Type type, int64_t size);
  /// An element of a buffer that is no operand's.
  Value loadFrom(Value buffer, Value place, Type type);
  void storeTo(Value buffer, Value place, Value value);
  Value constant(TypedAttr value);
  /// Lets the first `threads` of the block, of which there may be more, meet.
  void barrier(int64_t threads);
  /// Runs `body` where `condition` holds; everywhere if it is null.
  void onlyIf(Value condition, llvm::function_ref<void()> body);

  OpBuilder &builder;
  Location loc;
  gpu::GPUFuncOp kernel;
  const GpuSpace &space;
  const IRMapping &mapping;
  SmallVector<Value> scratch;
  IntegerType indexType;

private:
  Value getDimIndex(unsigned dim, const GpuPoint &point);
  Value getOffset(const GpuAccess &access, const GpuPoint &point);
  Value toElement(Type type, Value value);
  Value toMemory(Value value);
};

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_GPUSPACE_H
