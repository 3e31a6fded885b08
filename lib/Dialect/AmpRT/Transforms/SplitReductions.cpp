//===- SplitReductions.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPSPLITREDUCTIONSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;

/// CPU: elements that are worth a second stage, those of a row, and most rows,
/// which the last stage adds up alone.
static constexpr int64_t kLeastCpu = 8192, kRow = 256, kMostRows = 4096;
/// GPU: elements that are worth another launch, the fewest rows, which one
/// thread goes through, and most columns, about as many as threads run at a
/// time.
static constexpr int64_t kLeastGpu = 1024, kRowsGpu = 32,
                         kMostColumns = int64_t(1) << 18;

namespace {
/// How a vector is cut: into `rows` of `columns` elements, and a rest.
struct Partition {
  int64_t rows, columns;
};

/// A reduction of all elements to one scalar, or to several.
struct Reduction {
  linalg::GenericOp op;
  /// What combines partial results, for each scalar.
  SmallVector<Operation *> combiners;
  /// Points of the iteration space.
  int64_t size;
  /// Every operand has an element for each point, contiguous, or one for all.
  bool isVector;
};
} // namespace

static FailureOr<Reduction> matchReductionOfAll(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || op.hasDynamicShape() ||
      op.getNumLoops() == 0 || op.getNumParallelLoops() > 0 ||
      op.hasIndexSemantics())
    return failure();
  Reduction reduction{op, {}, 1, true};
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    SmallVector<Operation *> combiners;
    if (!matchReduction(op.getRegionOutputArgs(), i, combiners) ||
        combiners.size() != 1 || !arith::getNeutralElement(combiners.front()))
      return failure();
    reduction.combiners.push_back(combiners.front());
  }
  for (int64_t size : op.getStaticLoopRanges())
    reduction.size *= size;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    auto type = dyn_cast<MemRefType>(operand->get().getType());
    AffineMap map = op.getMatchingIndexingMap(operand);
    reduction.isVector &=
        !type || map.getNumResults() == 0 ||
        (map.isIdentity() && type.areTrailingDimsContiguous(type.getRank()));
  }
  return reduction;
}

/// Rows of one thread's work, if possible without a rest.
static Partition getRows(int64_t size) {
  int64_t most = std::min(kMostRows, size / kRow);
  for (int64_t rows = most; rows > most / 2; --rows)
    if (size % rows == 0)
      return {rows, size / rows};
  return {most, size / most};
}

/// A column for each thread: neighbouring threads read neighbours. As many rows
/// as leave the smallest rest, which one thread goes through.
static Partition getColumns(int64_t size) {
  int64_t least =
      std::max(kRowsGpu, llvm::divideCeilSigned(size, kMostColumns));
  int64_t best = least;
  for (int64_t rows = least; rows < 2 * least; ++rows)
    if (size % rows < size % best)
      best = rows;
  return {best, size / best};
}

namespace {
class Splitter {
public:
  Splitter(func::FuncOp func, bool isGpu)
      : builder(func.getContext()), isGpu(isGpu) {
    for (auto op : func.getOps<linalg::GenericOp>())
      worklist.push_back(op);
  }

  void run();

private:
  void splitVector(const Reduction &reduction);
  void splitFirstDim(const Reduction &reduction);
  SmallVector<Value> createPartials(const Reduction &reduction, int64_t size);
  void combine(const Reduction &reduction, ArrayRef<Value> partials);
  /// The op on elements [begin, begin + rows * columns) of its vectors, as
  /// matrices; it reduces to `outs` by `outMap`.
  void createPiece(const Reduction &reduction, int64_t begin,
                   ArrayRef<int64_t> shape, ValueRange outs, AffineMap outMap);

  OpBuilder builder;
  bool isGpu;
  SmallVector<linalg::GenericOp> worklist;
};
} // namespace

void Splitter::run() {
  while (!worklist.empty()) {
    linalg::GenericOp op = worklist.pop_back_val();
    FailureOr<Reduction> reduction = matchReductionOfAll(op);
    if (failed(reduction))
      continue;
    builder.setInsertionPoint(op);
    if (reduction->isVector) {
      if (reduction->size >= (isGpu ? kLeastGpu : kLeastCpu)) {
        splitVector(*reduction);
      } else {
        // One loop, which is vectorized with several sums: they are shorter,
        // and so more exact, than one that goes through loops in loops.
        if (isGpu || op.getNumLoops() == 1)
          continue;
        createPiece(*reduction, 0, {reduction->size}, op.getDpsInits(),
                    AffineMap::get(1, 0, builder.getContext()));
      }
    } else {
      if (op.getNumLoops() == 1)
        continue;
      splitFirstDim(*reduction);
    }
    op->erase();
  }
}

SmallVector<Value> Splitter::createPartials(const Reduction &reduction,
                                            int64_t size) {
  linalg::GenericOp op = reduction.op;
  Location loc = op.getLoc();
  SmallVector<Value> partials;
  for (Operation *combiner : reduction.combiners) {
    Value partial = memref::AllocOp::create(
        builder, loc,
        MemRefType::get({size}, combiner->getResult(0).getType()));
    Value neutral = arith::ConstantOp::create(
        builder, loc, *arith::getNeutralElement(combiner));
    linalg::FillOp::create(builder, loc, neutral, partial);
    partials.push_back(partial);
  }
  return partials;
}

void Splitter::combine(const Reduction &reduction, ArrayRef<Value> partials) {
  linalg::GenericOp op = reduction.op;
  SmallVector<AffineMap> maps(partials.size(),
                              builder.getMultiDimIdentityMap(1));
  maps.append(partials.size(), AffineMap::get(1, 0, builder.getContext()));
  auto combined = linalg::GenericOp::create(
      builder, op.getLoc(), TypeRange(), partials, op.getDpsInits(), maps,
      utils::IteratorType::reduction,
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        SmallVector<Value> results;
        for (auto [i, combiner] : llvm::enumerate(reduction.combiners)) {
          Value accumulator = op.getRegionOutputArgs()[i];
          IRMapping mapping;
          for (Value operand : combiner->getOperands())
            mapping.map(operand, operand == accumulator
                                     ? arguments[partials.size() + i]
                                     : arguments[i]);
          results.push_back(builder.clone(*combiner, mapping)->getResult(0));
        }
        linalg::YieldOp::create(builder, loc, results);
      });
  worklist.push_back(combined);
}

void Splitter::createPiece(const Reduction &reduction, int64_t begin,
                           ArrayRef<int64_t> shape, ValueRange outs,
                           AffineMap outMap) {
  linalg::GenericOp op = reduction.op;
  Location loc = op.getLoc();
  int64_t rank = static_cast<int64_t>(shape.size()), size = 1;
  for (int64_t extent : shape)
    size *= extent;
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    Value value = operand->get();
    if (op.getMatchingIndexingMap(operand).getNumResults() == 0) {
      inputs.push_back(value);
      maps.push_back(AffineMap::get(rank, 0, builder.getContext()));
      continue;
    }
    auto type = cast<MemRefType>(value.getType());
    if (type.getRank() > 1)
      value = memref::CollapseShapeOp::create(
          builder, loc, value,
          ReassociationIndices(
              llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()))));
    if (size != reduction.size)
      value = memref::SubViewOp::create(
          builder, loc, value,
          ArrayRef<OpFoldResult>{builder.getIndexAttr(begin)},
          ArrayRef<OpFoldResult>{builder.getIndexAttr(size)},
          ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
    if (rank > 1)
      value = memref::ExpandShapeOp::create(
          builder, loc, shape, value, ArrayRef<ReassociationIndices>{{0, 1}});
    inputs.push_back(value);
    maps.push_back(builder.getMultiDimIdentityMap(rank));
  }
  maps.append(outs.size(), outMap);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  for (AffineExpr kept : outMap.getResults())
    iterators[cast<AffineDimExpr>(kept).getPosition()] =
        utils::IteratorType::parallel;
  auto piece = linalg::GenericOp::create(builder, loc, TypeRange(), inputs,
                                         outs, maps, iterators);
  IRMapping mapping;
  op.getRegion().cloneInto(&piece.getRegion(), mapping);
}

void Splitter::splitVector(const Reduction &reduction) {
  linalg::GenericOp op = reduction.op;
  auto [rows, columns] =
      isGpu ? getColumns(reduction.size) : getRows(reduction.size);
  SmallVector<Value> partials =
      createPartials(reduction, isGpu ? columns : rows);
  AffineExpr kept = builder.getAffineDimExpr(isGpu ? 1 : 0);
  createPiece(reduction, 0, {rows, columns}, partials,
              AffineMap::get(2, 0, kept));
  combine(reduction, partials);
  int64_t done = rows * columns;
  if (done < reduction.size)
    createPiece(reduction, done, {reduction.size - done}, op.getDpsInits(),
                AffineMap::get(1, 0, builder.getContext()));
}

/// A thread per index of the first dimension.
void Splitter::splitFirstDim(const Reduction &reduction) {
  linalg::GenericOp op = reduction.op;
  SmallVector<Value> partials =
      createPartials(reduction, op.getStaticLoopRanges().front());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.resize(op.getNumDpsInputs());
  maps.append(partials.size(),
              AffineMap::get(op.getNumLoops(), 0, builder.getAffineDimExpr(0)));
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  iterators.front() = utils::IteratorType::parallel;
  auto first =
      linalg::GenericOp::create(builder, op.getLoc(), TypeRange(),
                                op.getDpsInputs(), partials, maps, iterators);
  IRMapping mapping;
  op.getRegion().cloneInto(&first.getRegion(), mapping);
  combine(reduction, partials);
}

namespace {
struct AmpSplitReductionsPass
    : public amprt::impl::AmpSplitReductionsPassBase<AmpSplitReductionsPass> {
  using Base::Base;

  void runOnOperation() override {
    if (!getOperation().isExternal())
      Splitter(getOperation(), target == amp::TargetKind::Cuda).run();
  }
};
} // namespace
