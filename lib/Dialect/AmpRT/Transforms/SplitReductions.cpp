//===- SplitReductions.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuKernels.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
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
using namespace mlir::amprt;

/// Elements that are worth a second stage, those of a row, and most rows,
/// which the last stage adds up alone.
static constexpr int64_t kLeast = 8192, kRow = 256, kMostRows = 4096;
/// Terms that are added one after another in a sum beside parallel loops
/// that is worth a cut, and as how many sums vectors add those of a loop.
static constexpr int64_t kLongSum = 256, kLanes = 16;

/// CPU: rows of which a kernel has enough for all threads, if it goes through
/// them once and if it does so more often, which a cut costs the cache; and
/// points that are worth a part.
static constexpr int64_t kManyRows = 64, kManyRowsInCache = 8,
                         kPointsOfPart = 32768;

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

//===----------------------------------------------------------------------===//
// Row kernels
//===----------------------------------------------------------------------===//

namespace {
/// Cuts the rows of a kernel that has few of them: each level of its reductions
/// becomes a kernel of parts of rows and one that combines them, and what is
/// left reduces nothing.
class RowSplitter {
public:
  explicit RowSplitter(RowKernelOp op)
      : op(op), builder(op), maps(op.getIndexingMapsArray()),
        sizes(op.getStaticLoopRanges()) {}

  /// False if the kernel stays as it is.
  bool run();
  /// Makes each level of reductions a kernel of whole rows. False if the kernel
  /// stays as it is.
  bool runLevels();

private:
  void prepare();
  bool areRowsWalked();
  bool chooseParts();
  void findLevels();
  void splitLevel(ArrayRef<ReduceOp> reductions);
  SmallVector<Value> createPart(ArrayRef<ReduceOp> reductions, int64_t begin,
                                int64_t parts, int64_t partSize);
  Value getPart(Value input, AffineMap map, int64_t begin, int64_t parts,
                int64_t partSize, SmallVectorImpl<AffineExpr> &exprs);
  void createRest(bool ofRows);
  /// The kernel that computes `values` from `inputs` and from what is known of
  /// rows, whose loops `getLoop` gives.
  void create(ArrayRef<unsigned> inputs, ArrayRef<Value> parts,
              ArrayRef<AffineMap> partMaps, ArrayRef<Value> values,
              ArrayRef<Value> outs, ArrayRef<AffineMap> outMaps,
              ArrayRef<int64_t> reduced,
              function_ref<AffineExpr(unsigned)> getLoop, int64_t numLoops,
              function_ref<Value(OpBuilder &, IndexOp)> getIndex);
  DenseSet<Value> getNeeded(ArrayRef<Value> values);
  SmallVector<unsigned> getInputs(ArrayRef<Value> values, bool walksRows);
  Value allocate(ArrayRef<int64_t> shape, Type type) {
    return memref::AllocOp::create(builder, op.getLoc(),
                                   MemRefType::get(shape, type));
  }

  RowKernelOp op;
  OpBuilder builder;
  SmallVector<AffineMap> maps;
  SmallVector<int64_t> sizes;
  SmallVector<unsigned> kept;
  SmallVector<int64_t> keptShape;
  /// Reductions by how many lie before them.
  SmallVector<SmallVector<ReduceOp>> levels;
  /// The loop that is cut, and into how many parts.
  unsigned loop = 0;
  int64_t parts = 1;
  /// True for rows without elements.
  bool isEmpty = false;
  /// What rows reduce to, and where it lies.
  llvm::MapVector<Value, Value> known;
};
} // namespace

void RowSplitter::findLevels() {
  DenseMap<Value, unsigned> levelOf;
  for (Operation &bodyOp : op.getBody()->without_terminator()) {
    unsigned level = 0;
    for (Value operand : bodyOp.getOperands())
      level = std::max(level, levelOf.lookup(operand));
    if (auto reduction = dyn_cast<ReduceOp>(bodyOp)) {
      if (levels.size() <= level)
        levels.resize(level + 1);
      levels[level++].push_back(reduction);
    }
    for (Value result : bodyOp.getResults())
      levelOf[result] = level;
  }
}

/// A loop that no input walks would have no length in a part.
bool RowSplitter::areRowsWalked() {
  return llvm::all_of(op.getReduced(), [&](int64_t number) {
    return llvm::any_of(
        ArrayRef(maps).take_front(op.getInputs().size()),
        [&](AffineMap map) { return map.isFunctionOfDim(number); });
  });
}

bool RowSplitter::chooseParts() {
  int64_t rows = 1, points = 1;
  for (auto [number, extent] : llvm::enumerate(sizes)) {
    points *= extent;
    if (!op.isReduced(number))
      rows *= extent;
  }
  bool isOnce = levels.size() == 1 &&
                llvm::all_of(op.getOutsMutable(), [&](OpOperand &out) {
                  return op.isOfRow(op.getMatchingIndexingMap(&out));
                });
  if (points == 0 || rows >= (isOnce ? kManyRows : kManyRowsInCache))
    return false;
  ArrayRef<int64_t> reduced = op.getReduced();
  if (!areRowsWalked())
    return false;
  // The first loop that is long enough, so that a part is as much in one piece
  // as can be, else the longest.
  int64_t most = std::min(kManyRows / rows, points / kPointsOfPart);
  auto isShorter = [&](int64_t a, int64_t b) { return sizes[a] < sizes[b]; };
  const int64_t *found = llvm::find_if(
      reduced, [&](int64_t number) { return sizes[number] >= most; });
  if (found == reduced.end())
    found = std::max_element(reduced.begin(), reduced.end(), isShorter);
  loop = *found;
  most = std::min(most, sizes[loop]);
  if (most < 2)
    return false;
  // Without a rest, if some number of parts near that leaves none.
  parts = getDivisor(sizes[loop], most);
  if (2 * parts <= most)
    parts = most;
  return true;
}

/// What of the body `values` are computed from, but for what is known.
DenseSet<Value> RowSplitter::getNeeded(ArrayRef<Value> values) {
  DenseSet<Value> needed;
  SmallVector<Value> worklist(values);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (value.getParentBlock() != op.getBody() || !needed.insert(value).second)
      continue;
    Operation *bodyOp = value.getDefiningOp();
    if (bodyOp && !known.count(value) && !(isEmpty && isa<ReduceOp>(bodyOp)))
      llvm::append_range(worklist, bodyOp->getOperands());
  }
  return needed;
}

/// The inputs of which `values` are computed, and those from which the loops of
/// rows have their lengths.
SmallVector<unsigned> RowSplitter::getInputs(ArrayRef<Value> values,
                                             bool walksRows) {
  DenseSet<Value> needed = getNeeded(values);
  SmallVector<unsigned> inputs;
  for (unsigned input = 0; input < op.getInputs().size(); ++input)
    if (needed.contains(op.getBody()->getArgument(input)) ||
        (walksRows && !op.isOfRow(maps[input])))
      inputs.push_back(input);
  return inputs;
}

void RowSplitter::create(ArrayRef<unsigned> inputs, ArrayRef<Value> inputValues,
                         ArrayRef<AffineMap> inputMaps, ArrayRef<Value> values,
                         ArrayRef<Value> outs, ArrayRef<AffineMap> outMaps,
                         ArrayRef<int64_t> reduced,
                         function_ref<AffineExpr(unsigned)> getLoop,
                         int64_t numLoops,
                         function_ref<Value(OpBuilder &, IndexOp)> getIndex) {
  DenseSet<Value> needed = getNeeded(values);
  SmallVector<Value> operands(inputValues);
  SmallVector<AffineMap> operandMaps(inputMaps);
  SmallVector<AffineExpr> keptExprs = llvm::map_to_vector(kept, getLoop);
  auto ofRow = AffineMap::get(numLoops, 0, keptExprs, builder.getContext());
  SmallVector<Value> used;
  for (auto [value, buffer] : known)
    if (needed.contains(value)) {
      used.push_back(value);
      operands.push_back(buffer);
      operandMaps.push_back(ofRow);
    }
  operandMaps.append(outMaps.begin(), outMaps.end());
  SmallVector<Value> results;
  RowKernelOp::create(
      builder, op.getLoc(), operands, outs, operandMaps, reduced,
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        IRMapping mapping;
        for (auto [input, argument] : llvm::zip(inputs, arguments))
          mapping.map(op.getBody()->getArgument(input), argument);
        for (auto [value, argument] :
             llvm::zip(used, arguments.drop_front(inputs.size())))
          mapping.map(value, argument);
        for (Operation &bodyOp : op.getBody()->without_terminator()) {
          if (bodyOp.getNumResults() != 1 ||
              !needed.contains(bodyOp.getResult(0)) ||
              mapping.contains(bodyOp.getResult(0)))
            continue;
          auto reduction = dyn_cast<ReduceOp>(bodyOp);
          if (reduction && isEmpty)
            mapping.map(reduction.getResult(),
                        arith::ConstantOp::create(builder, loc,
                                                  reduction.getNeutral()));
          else if (auto index = dyn_cast<IndexOp>(bodyOp))
            mapping.map(index.getResult(), getIndex(builder, index));
          else
            builder.clone(bodyOp, mapping);
        }
        for (Value value : values)
          results.push_back(mapping.lookupOrDefault(value));
        return ValueRange(results);
      });
}

/// `parts` parts of `partSize` iterations of the loop from `begin` on, of an
/// input, with a dimension for the parts where there are several.
Value RowSplitter::getPart(Value input, AffineMap map, int64_t begin,
                           int64_t parts, int64_t partSize,
                           SmallVectorImpl<AffineExpr> &exprs) {
  Location loc = op.getLoc();
  MLIRContext *context = builder.getContext();
  bool isOne = parts == 1;
  auto type = cast<MemRefType>(input.getType());
  std::optional<int64_t> cut;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto walked = dyn_cast<AffineDimExpr>(expr);
    bool isCut = walked && walked.getPosition() == loop;
    if (isCut)
      cut = dim;
    if (isCut && !isOne)
      exprs.push_back(getAffineDimExpr(0, context));
    exprs.push_back(
        walked ? getAffineDimExpr(walked.getPosition() + !isOne, context)
               : expr);
  }
  if (!cut)
    return input;
  SmallVector<int64_t> shape(type.getShape());
  if (parts * partSize != shape[*cut]) {
    SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(shape.size(), builder.getIndexAttr(1));
    offsets[*cut] = builder.getIndexAttr(begin);
    shape[*cut] = parts * partSize;
    input = memref::SubViewOp::create(builder, loc, input, offsets,
                                      getAsIndexOpFoldResult(context, shape),
                                      strides);
  }
  if (isOne)
    return input;
  SmallVector<ReassociationIndices> groups;
  int64_t next = 0;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    groups.push_back({next++});
    if (dim == *cut)
      groups.back().push_back(next++);
  }
  shape[*cut] = parts;
  shape.insert(shape.begin() + *cut + 1, partSize);
  return memref::ExpandShapeOp::create(builder, loc, shape, input, groups);
}

/// What `reductions` give for parts of rows.
SmallVector<Value> RowSplitter::createPart(ArrayRef<ReduceOp> reductions,
                                           int64_t begin, int64_t parts,
                                           int64_t partSize) {
  bool isOne = parts == 1;
  int64_t numLoops = op.getNumLoops() + !isOne;
  MLIRContext *context = builder.getContext();
  auto getLoop = [&](unsigned number) {
    return getAffineDimExpr(number + !isOne, context);
  };
  SmallVector<Value> values, outs, inputValues;
  SmallVector<int64_t> shape = keptShape;
  SmallVector<AffineExpr> outExprs = llvm::map_to_vector(kept, getLoop);
  if (!isOne) {
    shape.insert(shape.begin(), parts);
    outExprs.insert(outExprs.begin(), getAffineDimExpr(0, context));
  }
  for (ReduceOp reduction : reductions) {
    values.push_back(reduction.getResult());
    outs.push_back(allocate(shape, reduction.getType()));
  }
  SmallVector<unsigned> inputs = getInputs(values, /*walksRows=*/true);
  SmallVector<AffineMap> inputMaps;
  for (unsigned input : inputs) {
    SmallVector<AffineExpr> exprs;
    inputValues.push_back(getPart(op.getInputs()[input], maps[input], begin,
                                  parts, partSize, exprs));
    inputMaps.push_back(AffineMap::get(numLoops, 0, exprs, context));
  }
  SmallVector<int64_t> reduced = llvm::map_to_vector(
      op.getReduced(), [&](int64_t number) { return number + !isOne; });
  SmallVector<AffineMap> outMaps(
      outs.size(), AffineMap::get(numLoops, 0, outExprs, context));
  create(inputs, inputValues, inputMaps, values, outs, outMaps, reduced,
         getLoop, numLoops, [&](OpBuilder &builder, IndexOp index) {
           Location loc = index.getLoc();
           Value at = IndexOp::create(builder, loc, index.getLoop() + !isOne);
           if (index.getLoop() != loop)
             return at;
           Value from = arith::ConstantIndexOp::create(builder, loc, begin);
           if (!isOne)
             from = arith::MulIOp::create(
                 builder, loc, IndexOp::create(builder, loc, 0),
                 arith::ConstantIndexOp::create(builder, loc, partSize));
           return Value(arith::AddIOp::create(builder, loc, from, at));
         });
  return outs;
}

/// Computes what `reductions` give for rows.
void RowSplitter::splitLevel(ArrayRef<ReduceOp> reductions) {
  int64_t partSize = sizes[loop] / parts, whole = partSize * parts;
  SmallVector<Value> operands = createPart(reductions, 0, parts, partSize);
  unsigned rank = kept.size() + 1;
  AffineMap all = builder.getMultiDimIdentityMap(rank);
  AffineMap ofRow = all.dropResult(0);
  SmallVector<AffineMap> operandMaps(operands.size(), all);
  bool hasRest = whole < sizes[loop];
  if (hasRest) {
    llvm::append_range(operands,
                       createPart(reductions, whole, 1, sizes[loop] - whole));
    operandMaps.append(reductions.size(), ofRow);
  }
  SmallVector<Value> outs;
  for (ReduceOp reduction : reductions) {
    outs.push_back(allocate(keptShape, reduction.getType()));
    operandMaps.push_back(ofRow);
  }
  SmallVector<Value> results;
  RowKernelOp::create(
      builder, op.getLoc(), operands, outs, operandMaps, {0},
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        for (auto [i, reduction] :
             llvm::enumerate(SmallVector<ReduceOp>(reductions))) {
          Value result = ReduceOp::create(builder, loc, reduction.getKindAttr(),
                                          arguments[i]);
          if (hasRest)
            result = reduction.combine(builder, result,
                                       arguments[reductions.size() + i]);
          results.push_back(result);
        }
        return ValueRange(results);
      });
  for (auto [reduction, out] : llvm::zip(reductions, outs))
    known[reduction->getResult(0)] = out;
}

/// What is computed from reductions: for each row, or for each point.
void RowSplitter::createRest(bool ofRows) {
  MLIRContext *context = builder.getContext();
  SmallVector<Value> values, outs;
  SmallVector<AffineMap> outMaps, inputMaps;
  unsigned numLoops = ofRows ? kept.size() : op.getNumLoops();
  auto getLoop = [&](unsigned number) -> AffineExpr {
    if (!ofRows)
      return getAffineDimExpr(number, context);
    const unsigned *found = llvm::find(kept, number);
    if (found == kept.end())
      return getAffineConstantExpr(0, context);
    return getAffineDimExpr(found - kept.begin(), context);
  };
  SmallVector<AffineExpr> dims;
  for (unsigned number = 0; number < op.getNumLoops(); ++number)
    dims.push_back(getLoop(number));
  auto translate = [&](AffineMap map) {
    return map.replaceDimsAndSymbols(dims, {}, numLoops, 0);
  };
  for (auto [out, value] : llvm::zip(op.getOutsMutable(), op.getYielded())) {
    AffineMap map = op.getMatchingIndexingMap(&out);
    if (op.isOfRow(map) != ofRows)
      continue;
    values.push_back(value);
    outs.push_back(out.get());
    outMaps.push_back(translate(map));
  }
  if (outs.empty())
    return;
  SmallVector<unsigned> inputs = getInputs(values, /*walksRows=*/false);
  SmallVector<Value> inputValues;
  for (unsigned input : inputs) {
    inputValues.push_back(op.getInputs()[input]);
    inputMaps.push_back(translate(maps[input]));
  }
  create(inputs, inputValues, inputMaps, values, outs, outMaps, {}, getLoop,
         numLoops, [&](OpBuilder &builder, IndexOp index) -> Value {
           AffineExpr dim = dims[index.getLoop()];
           return IndexOp::create(builder, index.getLoc(),
                                  cast<AffineDimExpr>(dim).getPosition());
         });
}

void RowSplitter::prepare() {
  findLevels();
  for (auto [number, extent] : llvm::enumerate(sizes))
    if (!op.isReduced(number)) {
      kept.push_back(number);
      keptShape.push_back(extent);
    } else {
      isEmpty |= extent == 0;
    }
}

bool RowSplitter::runLevels() {
  prepare();
  if (isEmpty || !areRowsWalked() || !needsLevels(GpuSpace(op, {})))
    return false;
  loop = op.getReduced().front();
  for (ArrayRef<ReduceOp> reductions : levels)
    for (auto [reduction, out] :
         llvm::zip(reductions, createPart(reductions, 0, 1, sizes[loop])))
      known[reduction->getResult(0)] = out;
  createRest(/*ofRows=*/true);
  createRest(/*ofRows=*/false);
  return true;
}

bool RowSplitter::run() {
  prepare();
  if (isEmpty) {
    // What reductions give is known, and there are no points.
    createRest(/*ofRows=*/true);
    return true;
  }
  if (levels.empty() || !chooseParts())
    return false;
  for (ArrayRef<ReduceOp> reductions : levels)
    splitLevel(reductions);
  createRest(/*ofRows=*/true);
  createRest(/*ofRows=*/false);
  return true;
}

namespace {
class Splitter {
public:
  explicit Splitter(func::FuncOp func) : builder(func.getContext()) {
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
  SmallVector<linalg::GenericOp> worklist;
};
} // namespace

void Splitter::run() {
  while (!worklist.empty()) {
    linalg::GenericOp op = worklist.pop_back_val();
    builder.setInsertionPoint(op);
    FailureOr<Reduction> reduction = matchReductionOfAll(op);
    if (failed(reduction)) {
      if (FailureOr<ParallelSums> sums = matchParallelSums(op);
          succeeded(sums)) {
        splitParallelSums(*sums);
        op->erase();
      }
      continue;
    }
    if (reduction->isVector) {
      if (reduction->size >= kLeast) {
        splitVector(*reduction);
      } else {
        // One loop, which is vectorized with several sums: they are shorter,
        // and so more exact, than one that goes through loops in loops.
        if (op.getNumLoops() == 1)
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
  auto [rows, columns] = getRows(reduction.size);
  SmallVector<Value> partials = createPartials(op, reduction.combiners, rows);
  AffineExpr kept = builder.getAffineDimExpr(0);
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
    if (getOperation().isExternal())
      return;
    bool isCpu = target == mlir::amp::TargetKind::Cpu;
    if (isCpu)
      Splitter(getOperation()).run();
    for (auto op : llvm::to_vector(getOperation().getOps<RowKernelOp>()))
      if (isCpu ? RowSplitter(op).run() : RowSplitter(op).runLevels())
        op.erase();
  }
};
} // namespace
