//===- GpuKernels.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuKernels.h"

#include "IndexingKernels.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amprt;

namespace {
/// Writes the body of a kernel in which each thread computes one point of an
/// op's parallel loops and runs its reduction loops.
class GpuKernelBody {
public:
  GpuKernelBody(OpBuilder &builder, linalg::LinalgOp op, IRMapping &mapping)
      : builder(builder), loc(op.getLoc()), op(op), mapping(mapping),
        ranges(op.getStaticLoopRanges()), indices(ranges.size()) {
    op.getParallelDims(parallelDims);
    op.getReductionDims(reductionDims);
    for (OpOperand &init : op.getDpsInitsMutable())
      inits.push_back(&init);
  }

  /// Threads that have something to do.
  int64_t getPoints() const {
    int64_t points = 1;
    for (unsigned dim : parallelDims)
      points *= ranges[dim];
    return points;
  }
  void emit();

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  void openThread();
  void setParallelIndices();
  SmallVector<Value> getPosition(OpOperand &operand);
  Value load(OpOperand &operand);
  SmallVector<Value> emitPayload(ArrayRef<unsigned> carried,
                                 ValueRange current);
  SmallVector<Value> emitReduction(ArrayRef<unsigned> carried,
                                   SmallVector<Value> current);

  OpBuilder &builder;
  Location loc;
  linalg::LinalgOp op;
  IRMapping &mapping;
  SmallVector<int64_t> ranges;
  SmallVector<unsigned> parallelDims, reductionDims;
  SmallVector<OpOperand *> inits;
  /// The thread's number, and the loops' indices as far as they are known.
  Value thread;
  SmallVector<Value> indices;
};
} // namespace

/// Leaves the builder where only threads that have a point are.
void GpuKernelBody::openThread() {
  thread = arith::AddIOp::create(
      builder, loc,
      arith::MulIOp::create(
          builder, loc, gpu::BlockIdOp::create(builder, loc, gpu::Dimension::x),
          constant(kGpuBlockSize)),
      gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x));
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, thread, constant(getPoints()));
  auto ifOp = scf::IfOp::create(builder, loc, isInside, false);
  builder.setInsertionPointAfter(ifOp);
  gpu::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(ifOp.thenBlock());
}

/// The last dimension is the fastest: neighbouring threads touch neighbours.
void GpuKernelBody::setParallelIndices() {
  Value rest = thread;
  for (int64_t i = parallelDims.size() - 1; i >= 0; --i) {
    Value &index = indices[parallelDims[i]];
    if (i == 0) {
      index = rest;
      continue;
    }
    Value size = constant(ranges[parallelDims[i]]);
    index = arith::RemUIOp::create(builder, loc, rest, size);
    rest = arith::DivUIOp::create(builder, loc, rest, size);
  }
}

SmallVector<Value> GpuKernelBody::getPosition(OpOperand &operand) {
  SmallVector<Value> position;
  for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      position.push_back(indices[dim.getPosition()]);
      continue;
    }
    // Indices of loops that are not open yet are not used, but must be there.
    SmallVector<Value> known = indices;
    for (Value &index : known)
      index = index ? index : thread;
    position.push_back(affine::AffineApplyOp::create(
        builder, loc,
        AffineMap::get(known.size(), 0, expr, builder.getContext()), known));
  }
  return position;
}

Value GpuKernelBody::load(OpOperand &operand) {
  if (!isa<MemRefType>(operand.get().getType()))
    return mapping.lookup(operand.get());
  return memref::LoadOp::create(builder, loc, mapping.lookup(operand.get()),
                                getPosition(operand));
}

/// The results at one point. `current` are the values of the outputs that the
/// payload reads, whose numbers are `carried`.
SmallVector<Value> GpuKernelBody::emitPayload(ArrayRef<unsigned> carried,
                                              ValueRange current) {
  IRMapping inner = mapping;
  for (OpOperand *input : op.getDpsInputOperands())
    inner.map(op.getMatchingBlockArgument(input), load(*input));
  for (auto [i, value] : llvm::zip(carried, current))
    inner.map(op.getMatchingBlockArgument(inits[i]), value);
  Block &payload = op->getRegion(0).front();
  for (Operation &inside : payload.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inside))
      inner.map(index.getResult(), indices[index.getDim()]);
    else
      builder.clone(inside, inner);
  }
  SmallVector<Value> results;
  for (Value value : payload.getTerminator()->getOperands())
    results.push_back(inner.lookupOrDefault(value));
  return results;
}

/// The results after all iterations of the reduction loops. What they update
/// stays in registers.
SmallVector<Value> GpuKernelBody::emitReduction(ArrayRef<unsigned> carried,
                                                SmallVector<Value> current) {
  assert(carried.size() == inits.size() && "reductions read what they update");
  SmallVector<scf::ForOp> loops;
  for (unsigned dim : reductionDims) {
    auto loop = scf::ForOp::create(builder, loc, constant(0),
                                   constant(ranges[dim]), constant(1), current);
    indices[dim] = loop.getInductionVar();
    current = llvm::to_vector_of<Value>(loop.getRegionIterArgs());
    builder.setInsertionPointToStart(loop.getBody());
    loops.push_back(loop);
  }
  SmallVector<Value> results = emitPayload(carried, current);
  for (scf::ForOp loop : llvm::reverse(loops)) {
    scf::YieldOp::create(builder, loc, results);
    results = llvm::to_vector_of<Value>(loop.getResults());
    builder.setInsertionPointAfter(loop);
  }
  return results;
}

void GpuKernelBody::emit() {
  openThread();
  setParallelIndices();
  // Outputs are read before the loops, for reductions and for updates in place.
  SmallVector<unsigned> carried;
  SmallVector<Value> initial;
  for (auto [i, init] : llvm::enumerate(inits))
    if (op.payloadUsesValueFromOperand(init)) {
      carried.push_back(i);
      initial.push_back(load(*init));
    }
  SmallVector<Value> results = reductionDims.empty()
                                   ? emitPayload(carried, initial)
                                   : emitReduction(carried, initial);
  for (auto [init, value] : llvm::zip(inits, results))
    memref::StoreOp::create(builder, loc, value, mapping.lookup(init->get()),
                            getPosition(*init));
}

FailureOr<int64_t> amprt::emitGpuKernelBody(OpBuilder &builder, Operation *op,
                                            IRMapping &mapping) {
  if (auto indexing = dyn_cast<IndexingOpInterface>(op))
    return emitGpuIndexing(builder, indexing, mapping, kGpuBlockSize);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return op->emitError("has no code for a GPU");
  GpuKernelBody writer(builder, linalgOp, mapping);
  writer.emit();
  return std::max<int64_t>(1,
                           llvm::divideCeil(writer.getPoints(), kGpuBlockSize));
}
