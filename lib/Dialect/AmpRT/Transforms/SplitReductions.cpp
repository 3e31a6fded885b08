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

#include <cmath>

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPSPLITREDUCTIONSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;

/// CPU: elements that are worth a second stage, those of a row, and most rows,
/// which the last stage adds up alone.
static constexpr int64_t kLeastCpu = 8192, kRow = 256, kMostRows = 4096;
/// CPU: terms that are added one after another in a sum beside parallel loops
/// that is worth a cut, and as how many sums vectors add those of a loop.
static constexpr int64_t kLongSum = 256, kLanes = 16;
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

namespace {
/// Sums with a result for each point of the parallel loops.
struct ParallelSums {
  linalg::GenericOp op;
  SmallVector<Operation *> combiners;
  /// The loop that is cut, and into how many parts.
  unsigned loop;
  int64_t parts;
};
} // namespace

/// The largest divisor of `size` up to `limit`.
static int64_t getDivisor(int64_t size, int64_t limit) {
  int64_t divisor = std::min(size, limit);
  while (size % divisor != 0)
    --divisor;
  return divisor;
}

static FailureOr<ParallelSums> matchParallelSums(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || op.hasDynamicShape() ||
      op.getNumParallelLoops() == 0 || op.getNumReductionLoops() == 0 ||
      op.hasIndexSemantics())
    return failure();
  ParallelSums sums{op, {}, 0, 1};
  SmallVector<AffineExpr> kept;
  std::optional<unsigned> first;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  int64_t terms = 1;
  for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (type == utils::IteratorType::parallel) {
      kept.push_back(getAffineDimExpr(loop, op.getContext()));
      continue;
    }
    terms *= sizes[loop];
    if (!first && sizes[loop] > 1)
      first = loop;
  }
  bool isVectorized =
      op.getIteratorTypesArray().back() == utils::IteratorType::reduction;
  if (terms / (isVectorized ? std::min(sizes.back(), kLanes) : 1) < kLongSum)
    return failure();
  AffineMap expected =
      AffineMap::get(op.getNumLoops(), 0, kept, op.getContext());
  for (OpOperand &init : op.getDpsInitsMutable()) {
    SmallVector<Operation *> combiners;
    if (op.getMatchingIndexingMap(&init) != expected ||
        !matchReduction(op.getRegionOutputArgs(), sums.combiners.size(),
                        combiners) ||
        combiners.size() != 1 || !isa<arith::AddFOp>(combiners.front()))
      return failure();
    sums.combiners.push_back(combiners.front());
  }
  for (OpOperand *operand : op.getDpsInputOperands())
    if (!op.getMatchingIndexingMap(operand).isProjectedPermutation(
            /*allowZeroInDims=*/true))
      return failure();
  // About as many sums as each then has terms: both are short.
  auto root = static_cast<int64_t>(std::sqrt(static_cast<double>(terms)));
  sums.loop = *first;
  sums.parts = sizes[*first] <= 2 * root ? sizes[*first]
                                         : getDivisor(sizes[*first], root);
  if (sums.parts < 2)
    return failure();
  return sums;
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
    func.walk([&](linalg::GenericOp op) { worklist.push_back(op); });
  }

  void run();

private:
  void splitVector(const Reduction &reduction);
  void splitFirstDim(const Reduction &reduction);
  void splitParallelSums(const ParallelSums &sums);
  /// For each result of `op`, `count` of them, which are neutral to begin with.
  SmallVector<Value> createPartials(linalg::GenericOp op,
                                    ArrayRef<Operation *> combiners,
                                    int64_t count);
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
    builder.setInsertionPoint(op);
    FailureOr<Reduction> reduction = matchReductionOfAll(op);
    if (failed(reduction)) {
      if (isGpu)
        continue;
      if (FailureOr<ParallelSums> sums = matchParallelSums(op);
          succeeded(sums)) {
        splitParallelSums(*sums);
        op->erase();
      }
      continue;
    }
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

SmallVector<Value> Splitter::createPartials(linalg::GenericOp op,
                                            ArrayRef<Operation *> combiners,
                                            int64_t count) {
  Location loc = op.getLoc();
  SmallVector<Value> partials;
  for (auto [combiner, init] : llvm::zip_equal(combiners, op.getDpsInits())) {
    auto type = cast<MemRefType>(init.getType());
    SmallVector<int64_t> shape = {count};
    llvm::append_range(shape, type.getShape());
    Value partial = memref::AllocOp::create(
        builder, loc, MemRefType::get(shape, type.getElementType()));
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
      createPartials(op, reduction.combiners, isGpu ? columns : rows);
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
      createPartials(op, reduction.combiners, op.getStaticLoopRanges().front());
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

/// A sum for each of the parts of a loop, beside the parallel ones, and then
/// the sums of those.
void Splitter::splitParallelSums(const ParallelSums &sums) {
  linalg::GenericOp op = sums.op;
  Location loc = op.getLoc();
  MLIRContext *context = builder.getContext();
  int64_t size = op.getStaticLoopRanges()[sums.loop];
  bool isWhole = sums.parts == size;
  unsigned numLoops = op.getNumLoops() + (isWhole ? 0 : 1);
  // Where the loop is cut, one for what is in a part follows it.
  auto getLoop = [&](unsigned loop) {
    return getAffineDimExpr(loop > sums.loop && !isWhole ? loop + 1 : loop,
                            context);
  };
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    Value value = operand->get();
    SmallVector<AffineExpr> exprs;
    std::optional<int64_t> cut;
    for (AffineExpr expr : op.getMatchingIndexingMap(operand).getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      exprs.push_back(dim ? getLoop(dim.getPosition()) : expr);
      if (!dim || dim.getPosition() != sums.loop || isWhole)
        continue;
      cut = static_cast<int64_t>(exprs.size()) - 1;
      exprs.push_back(getAffineDimExpr(sums.loop + 1, context));
    }
    if (cut) {
      SmallVector<int64_t> shape(cast<MemRefType>(value.getType()).getShape());
      SmallVector<ReassociationIndices> groups;
      int64_t next = 0;
      for (int64_t i = 0, rank = shape.size(); i < rank; ++i) {
        groups.push_back({next++});
        if (i == *cut)
          groups.back().push_back(next++);
      }
      shape[*cut] = sums.parts;
      shape.insert(shape.begin() + *cut + 1, size / sums.parts);
      value = memref::ExpandShapeOp::create(builder, loc, shape, value, groups);
    }
    inputs.push_back(value);
    maps.push_back(AffineMap::get(numLoops, 0, exprs, context));
  }
  // The parts come first, so that the innermost loop stays what it was.
  SmallVector<AffineExpr> outs = {getLoop(sums.loop)};
  for (AffineExpr expr :
       op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults())
    outs.push_back(getLoop(cast<AffineDimExpr>(expr).getPosition()));
  maps.append(sums.combiners.size(),
              AffineMap::get(numLoops, 0, outs, context));
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  iterators[sums.loop] = utils::IteratorType::parallel;
  if (!isWhole)
    iterators.insert(iterators.begin() + sums.loop + 1,
                     utils::IteratorType::reduction);

  SmallVector<Value> partials = createPartials(op, sums.combiners, sums.parts);
  auto parts = linalg::GenericOp::create(builder, loc, TypeRange(), inputs,
                                         partials, maps, iterators);
  IRMapping mapping;
  op.getRegion().cloneInto(&parts.getRegion(), mapping);

  int64_t rank = static_cast<int64_t>(outs.size());
  SmallVector<utils::IteratorType> last(rank, utils::IteratorType::parallel);
  last.front() = utils::IteratorType::reduction;
  AffineMap all = builder.getMultiDimIdentityMap(rank);
  for (auto [partial, init] : llvm::zip_equal(partials, op.getDpsInits()))
    linalg::GenericOp::create(
        builder, loc, TypeRange(), partial, init, {all, all.dropResult(0)},
        last, [](OpBuilder &builder, Location loc, ValueRange arguments) {
          Value sum =
              arith::AddFOp::create(builder, loc, arguments[0], arguments[1],
                                    arith::FastMathFlags::reassoc);
          linalg::YieldOp::create(builder, loc, sum);
        });
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
