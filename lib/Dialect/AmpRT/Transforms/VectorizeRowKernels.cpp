//===- VectorizeRowKernels.cpp --------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Row kernels as loops over vectors.
//
// A kernel goes through a row once for each stage: what is computed between one
// level of reductions and the next. Which loop vectors lie along follows from
// where elements are neighbours.
//
// - Along a row (the loop is reduced): a row at a time, with kLanes partial
//   results, whatever the width of the vectors is.
// - Across rows (the loop is kept): a strip of columns at a time, whose partial
//   results are in vectors for a few steps and in a buffer beyond.
//
// What has its neighbours along another loop than vectors goes by a tile on the
// stack, and is transposed on the way, in registers.
//
// Two neighbours in bf16 are one word in memory, of which the one is the high
// half of an f32 and the other has to be shifted there. So a vector of two
// registers has the even elements in the first and the odd ones in the second,
// where most of what is read and written is bf16: no element changes its place.
//
// Sums in f32 are added up in blocks of few terms, and those in f64, so that
// rounding errors do not grow with the length. The order depends on shapes
// alone: neither on the number of threads, nor on the width of vectors.
//
// The squares about a mean are added up in the walk that finds the mean: those
// about the first term of each block, from which in f64 follow those about
// whatever (Chan, Golub, and LeVeque, "Algorithms for computing the sample
// variance", 1983, on shifted data). A block's first term is one of few, so
// that no more than some of the last digits of f32 are lost.

#include "KnownBuffers.h"
#include "PairOrder.h"
#include "RandomWords.h"
#include "RowCluster.h"

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPVECTORIZEROWKERNELSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

/// Partial results of a row: two vectors of 512 bits of f32. Element i of a row
/// belongs to the partial result i mod kLanes.
static constexpr int64_t kLanes = 32;
/// Columns of a strip, which are whole lines of a cache in 16 bits, too; kLanes
/// where each may take a line of its own.
static constexpr int64_t kStrip = 64;
/// Rows and columns of a tile: two lines of a cache in 16 bits, four in 32,
/// which memory gives at about the price of one.
static constexpr int64_t kTile = 64;
/// Terms that are added one after another before their sum is added to others;
/// fewer across rows that are far apart: there each is a stream from memory.
static constexpr int64_t kBlock = 16;
static constexpr int64_t kFarRows = 4;
/// Rows that the lines of a column are fetched ahead.
static constexpr int64_t kFetchedRows = 4;
/// Elements between rows of which no prefetcher gets the next one in time.
static constexpr int64_t kFar = 256;
/// Bytes of the least vector that goes past the caches.
static constexpr int64_t kLeastStreamed = 16;
/// Bytes on the stack for what is kept of a row: a share of a first-level
/// cache.
static constexpr int64_t kKeptBytes = 32 * 1024;
/// Bytes on the stack for partial results of columns, likewise.
static constexpr int64_t kColumnBytes = 16 * 1024;
/// Columns whose partial results are kept at a time.
static constexpr int64_t kLeastColumns = 64;
static constexpr int64_t kMostColumns = 1024;

namespace {
/// A loop of the nest: one of the kernel's, or several that are walked as one.
struct Loop {
  /// Of the kernel; -1 if it is several.
  int64_t number;
  /// ShapedType::kDynamic where threads have parts of it.
  int64_t size;
  Value extent;
  bool isReduced;
  /// How far apart its neighbours are in each operand; 0 where they are one.
  SmallVector<int64_t> strides;
};

/// What is known at a place of the nest.
struct Scope {
  /// What values of the body are: vectors, where they depend on the loop that
  /// vectors lie along.
  DenseMap<Value, Value> values;
  /// Of each loop that has been entered.
  SmallVector<Value> indices;
  /// The lanes that are computed, and the elements in memory that they are; all
  /// if there is no mask.
  Value mask, memoryMask, active;
  /// The first lane, among the columns at work.
  Value column;
  /// Of a row: what its reductions have come to, unrounded.
  DenseMap<Operation *, Value> totals;
};

/// A destination that goes past the caches.
struct Streamed {
  /// Whether it begins where a line does.
  Value isAligned;
  /// Its elements as they are stored, integers for 16-bit floats, of which LLVM
  /// knows no such stores.
  Value buffer;
};

/// How a value changes from lane to lane: not at all, by 1, or otherwise.
enum class Along { Same, Next, Other };

/// Sums that are found in one walk: of a value, of what it is less its mean or
/// another row value, and of the squares of that.
struct Moments {
  Value value;
  ReduceOp sum;
  Value mean;
  ReduceOp squares;
  /// May be null.
  ReduceOp rest;
};

/// What is computed in one walk through a row.
struct Stage {
  /// With those of squares about a mean that is not known yet.
  SmallVector<ReduceOp> reductions;
  SmallVector<OpOperand *> stores;
  /// What later stages read and is dear to compute again.
  SmallVector<Value> kept;
  /// What is computed for this.
  DenseSet<Value> needed;
};

class Emitter {
public:
  Emitter(RowKernelOp op, int64_t vectorBits)
      : op(op), builder(op.getLoc(), op), vectorBits(vectorBits),
        body(op.getBody()) {}

  void emit();

private:
  // What there is to do.
  void flatten();
  void findLoops();
  void mergeLoops();
  void chooseVectorLoop();
  void splitPairs();
  void findMoments();
  void findStages();
  void findNeeded(Stage &stage);
  void keepDearValues();
  bool isRowWise() const { return loops[vectorLoop].isReduced; }

  // Values and memory.
  Value getIndex(int64_t number) {
    return arith::ConstantIndexOp::create(builder, number);
  }
  Value getSum(Value a, Value b);
  Type getVector(Type type) {
    return width == 1 ? type : VectorType::get({width}, type);
  }
  int64_t getBlock();
  Type getSumType(ReduceOp reduction);
  Value getNeutral(ReduceOp reduction, Type type);
  Value getConstant(TypedAttr element, Type type);
  Value getNumber(double value, Type type);
  Value add(ReduceOp reduction, Value sum, Value part);
  const Moments *getMoments(ReduceOp reduction);
  bool isAbout(ReduceOp reduction);
  void choosePivots(const Stage &stage, ArrayRef<Scope> strip);
  Value getTerm(ReduceOp reduction, const Scope &scope, size_t slot);
  Value getTotal(ReduceOp reduction, const Scope &scope);
  Value computeAbout(ReduceOp reduction, const Scope &scope);
  Value lookUp(const Scope &scope, Value value, bool isVector);
  Value getAddress(unsigned operand, const Scope &scope);
  Value load(unsigned operand, const Scope &scope);
  Value loadElements(unsigned operand, const Scope &scope);
  void store(unsigned operand, Value value, const Scope &scope);
  void findStreamed();
  void storeOut(unsigned operand, Value value, Value at, const Scope &scope);
  Value loadVector(Value buffer, Value at, Value mask);
  void storeVector(Value value, Value buffer, Value at, Value mask);
  Value toLanes(Value vector);
  Value fromLanes(Value vector);
  Value createScratch(int64_t size, Type type);
  Value loadScratch(Value buffer, Value at, Type type, const Scope &scope);
  void storeScratch(Value value, Value buffer, Value at, const Scope &scope);
  bool areEntered(unsigned operand, const Scope &scope);
  void compute(Scope &scope, const DenseSet<Value> &needed);
  Along getAlong(Value value);
  void drawWords(const Stage &stage, MutableArrayRef<Scope> strip);
  Value computeOp(Operation *bodyOp, const Scope &scope);

  // Loops.
  using Values = SmallVector<Value>;
  using Step = function_ref<Values(Value, Values)>;
  Values createFor(Value from, Value to, int64_t step, Values carried,
                   Step body);
  void createFor(Value from, Value to, int64_t step,
                 function_ref<void(Value)> body);
  Value getEnd(Value from, Value to, int64_t size);
  void walkKept(ArrayRef<unsigned> order, Scope scope,
                function_ref<void(Scope)> body);
  SmallVector<unsigned> getLoops(bool isReduced);

  void setMask(Scope &scope, int64_t active);

  // Along rows.
  void emitRow(Scope scope);
  Values chain(const Stage &stage, Value from, Value to, int64_t count,
               int64_t step, int64_t terms, Values sums, Step body,
               function_ref<void(Value)> beginBlock = nullptr);
  Values walkRow(const Stage &stage, ArrayRef<unsigned> rest, Scope scope,
                 Values partials);
  Values computeSlots(const Stage &stage, MutableArrayRef<Scope> strip,
                      Values partials);
  Value getPosition(const Scope &scope);
  void fetch(const Stage &stage, Scope scope, unsigned loop, int64_t distance);
  Values getNeutrals(const Stage &stage, bool areSums = false);
  Values combine(const Stage &stage, ValueRange sums, ValueRange parts,
                 Value terms);
  Value combineLanes(ReduceOp reduction, ArrayRef<Value> slots);

  // Across rows.
  SmallVector<unsigned> getKeptLoops(bool &isApart);

  // By tiles.
  bool isTiled(unsigned operand, unsigned loop);
  int64_t getTileSize();
  /// True if a tile has rows as a whole.
  bool isWholeTile() { return getLoops(/*isReduced=*/true).size() == 1; }
  void findTiles();
  void gatherShortRows();
  SmallVector<unsigned> getColumnLoops();
  void moveTiles(bool areRead, const Scope &scope,
                 function_ref<bool(unsigned)> isMoved);
  Value getPlaceInTile(const Scope &scope);
  void moveTile(unsigned operand, Scope scope);
  void walkParts(const Loop &loop, function_ref<void(Value, Value)> body);
  void emitTiles(ArrayRef<unsigned> kept);
  void emitShortRows(const Scope &scope);
  void emitStrips(ArrayRef<unsigned> kept);
  void emitColumns(Scope scope);
  void emitChunk(Scope scope);
  void walkStrips(Scope scope, function_ref<void(MutableArrayRef<Scope>)> body);
  void walkColumns(const Stage &stage, ArrayRef<unsigned> rest, Scope scope);
  void addRows(const Stage &stage, unsigned loop, Scope scope, Value from,
               Value to);
  void clear(const Stage &stage);
  Value getPartials(ReduceOp reduction);
  void recall(Scope &scope);
  void computeRowValues(const Stage *stage, unsigned level);

  RowKernelOp op;
  ImplicitLocOpBuilder builder;
  int64_t vectorBits;
  Block *body;
  SmallVector<Value> buffers;
  /// The operands that are to go past the caches.
  llvm::MapVector<unsigned, Streamed> streamed;
  SmallVector<Loop> loops;
  /// The loop that vectors lie along, elements of a vector, and vectors
  /// side by side.
  unsigned vectorLoop = 0;
  int64_t width = 1, slots = 1;
  /// True if the first half of a vector has the even ones of its elements.
  bool isSplit = false;
  /// True if a sum, or one of a lane, has more terms than a block.
  bool isBlocked = false;
  DenseSet<Value> rowValues;
  /// How many reductions lie before a value, one after the other.
  DenseMap<Value, unsigned> levels;
  SmallVector<Moments> moments;
  SmallVector<Stage> stages;
  /// Of the block at work: what is taken from its terms, for each of `moments`
  /// and slot.
  SmallVector<SmallVector<Value>> pivots;
  /// Where what is kept of a row lies, and what is kept of columns.
  llvm::MapVector<Value, Value> scratch;
  /// Random words of a strip.
  DenseMap<Value, Value> wordBuffers;

  // Of the columns at work: which they are, at most how many, and what is known
  // before one of them is chosen.
  Value chunkBegin, chunkCount;
  int64_t chunkMost = 0;
  Scope scopeOfChunk;
  DenseMap<Value, Value> partials;
  /// What there is one of for each column: where it is kept.
  llvm::MapVector<Value, Value> rowScratch;
  // Of the tile at work: the loop along which elements of its operands are
  // neighbours, which part of it, and where they are on the stack.
  std::optional<unsigned> tileLoop;
  Value tileBegin, tileCount;
  llvm::MapVector<unsigned, Value> tiles;
  /// What there is one of for each column and has been computed, and the
  /// destinations that have what they get.
  DenseSet<Value> isKnown;
  DenseSet<unsigned> isStored;
};
} // namespace

//===----------------------------------------------------------------------===//
// What there is to do
//===----------------------------------------------------------------------===//

static bool isEmpty(MemRefType type) {
  return llvm::is_contained(type.getShape(), 0);
}

/// The elements of each operand as one array, of which addresses are sums.
void Emitter::flatten() {
  auto layout =
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {1});
  for (Value operand : op->getOperands()) {
    auto type = cast<MemRefType>(operand.getType());
    auto [strides, offset] = type.getStridesAndOffset();
    // What has no elements is not read, and its strides mean nothing.
    Value last = getIndex(isEmpty(type) ? -1 : 0);
    for (auto [dim, stride] : llvm::enumerate(strides)) {
      if (isEmpty(type))
        break;
      Value size = builder.createOrFold<memref::DimOp>(
          operand, static_cast<int64_t>(dim));
      size = builder.createOrFold<arith::SubIOp>(size, getIndex(1));
      last = getSum(
          last, builder.createOrFold<arith::MulIOp>(size, getIndex(stride)));
    }
    OpFoldResult size = getAsOpFoldResult(getSum(last, getIndex(1)));
    auto parts = memref::ExtractStridedMetadataOp::create(builder, operand);
    auto flat = MemRefType::get(
        {getConstantIntValue(size).value_or(ShapedType::kDynamic)},
        type.getElementType(), layout, type.getMemorySpace());
    Value buffer = memref::ReinterpretCastOp::create(
        builder, flat, parts.getBaseBuffer(), OpFoldResult(parts.getOffset()),
        size, OpFoldResult(builder.getIndexAttr(1)));
    // A boolean is a byte in memory, and would be a bit in a vector.
    if (type.getElementType().isInteger(1))
      buffer = viewElementsAs(builder, buffer, builder.getI8Type());
    buffers.push_back(buffer);
  }
}

void Emitter::findLoops() {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<Range> domain = op.getIterationDomain(builder);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (unsigned number = 0; number < op.getNumLoops(); ++number) {
    Loop loop{number, sizes[number],
              getValueOrCreateConstantIndexOp(builder, op.getLoc(),
                                              domain[number].size),
              op.isReduced(number),
              SmallVector<int64_t>(op->getNumOperands(), 0)};
    for (OpOperand &operand : op->getOpOperands()) {
      auto [strides, offset] =
          cast<MemRefType>(operand.get().getType()).getStridesAndOffset();
      AffineMap map = maps[operand.getOperandNumber()];
      for (auto [expr, stride] : llvm::zip(map.getResults(), strides))
        if (expr.isFunctionOfDim(number) && loop.size != 1 &&
            !isEmpty(cast<MemRefType>(operand.get().getType())))
          loop.strides[operand.getOperandNumber()] = stride;
    }
    loops.push_back(std::move(loop));
  }
  mergeLoops();
  // What has no loops is a loop of one iteration; so is what is reduced there.
  bool isReducing = !body->getOps<ReduceOp>().empty();
  Loop once{-1, 1, getIndex(1), false,
            SmallVector<int64_t>(op->getNumOperands(), 0)};
  once.isReduced = isReducing;
  if (isReducing ? getLoops(true).empty() : loops.empty())
    loops.push_back(once);
}

/// Loops of one iteration go, and those whose elements lie one after another
/// become one.
void Emitter::mergeLoops() {
  auto hasIndex = [&](const Loop &loop) {
    return llvm::any_of(body->getOps<IndexOp>(), [&](IndexOp index) {
      return static_cast<int64_t>(index.getLoop()) == loop.number;
    });
  };
  llvm::erase_if(loops, [](const Loop &loop) { return loop.size == 1; });
  auto findPair = [&]() -> std::optional<std::pair<unsigned, unsigned>> {
    for (unsigned i = 0; i < loops.size(); ++i)
      for (unsigned j = 0; j < loops.size(); ++j) {
        if (i == j || loops[i].isReduced != loops[j].isReduced ||
            ShapedType::isDynamic(loops[j].size) || hasIndex(loops[i]) ||
            hasIndex(loops[j]))
          continue;
        auto isNext = [&](auto strides) {
          auto [outer, inner] = strides;
          return outer == inner * loops[j].size;
        };
        if (llvm::all_of(llvm::zip(loops[i].strides, loops[j].strides), isNext))
          return std::pair(i, j);
      }
    return std::nullopt;
  };
  while (auto pair = findPair()) {
    Loop &outer = loops[pair->first], &inner = loops[pair->second];
    inner.number = -1;
    if (ShapedType::isDynamic(outer.size)) {
      inner.extent =
          arith::MulIOp::create(builder, outer.extent, getIndex(inner.size));
      inner.size = ShapedType::kDynamic;
    } else {
      inner.size *= outer.size;
      inner.extent = getIndex(inner.size);
    }
    loops.erase(loops.begin() + pair->first);
  }
}

/// A vector has lanes that compute nothing; no op may mind that.
static bool isVectorizable(Block &body) {
  return llvm::all_of(body.without_terminator(), [](Operation &op) {
    return isa<ReduceOp, IndexOp, linalg::IndexOp, affine::AffineApplyOp>(op) ||
           op.hasTrait<OpTrait::ConstantLike>() ||
           (OpTrait::hasElementwiseMappableTraits(&op) && isSpeculatable(&op));
  });
}

/// The loop along which fewest elements are apart, most are neighbours, and
/// which is the last of such.
void Emitter::chooseVectorLoop() {
  std::pair<double, double> best;
  for (auto [number, loop] : llvm::enumerate(loops)) {
    double apart = 0, neighbours = 0;
    for (unsigned operand = 0; operand < op->getNumOperands(); ++operand) {
      double points = 1;
      for (const Loop &other : loops)
        if (other.strides[operand] != 0)
          points *= ShapedType::isDynamic(other.size)
                        ? kLanes
                        : static_cast<double>(other.size);
      int64_t stride = loop.strides[operand];
      (stride == 1 ? neighbours : apart) += stride == 0 ? 0 : points;
    }
    std::pair<double, double> cost = {apart, -neighbours};
    if (number == 0 || cost <= best) {
      best = cost;
      vectorLoop = number;
    }
  }
  if (!isVectorizable(*body))
    return;
  int64_t size = loops[vectorLoop].size;
  const Loop &chosen = loops[vectorLoop];
  bool isApart =
      llvm::any_of(chosen.strides, [](int64_t stride) { return stride > 1; });
  int64_t lanes = chosen.isReduced || isApart ? kLanes : kStrip;
  if (!ShapedType::isDynamic(size) && size < lanes)
    lanes = llvm::PowerOf2Ceil(std::max<int64_t>(size, 1));
  width = std::min(lanes, vectorBits / 32);
  slots = lanes / width;
}

/// Lets two registers be one vector, if that takes fewer operations: to bring a
/// bf16 to its lane takes none, and otherwise one, or two for what is written;
/// what is in f32 has to be brought there.
void Emitter::splitPairs() {
  if (slots % 2 != 0 || tileLoop)
    return;
  int64_t saved = 0;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool isReducing = !getLoops(/*isReduced=*/true).empty();
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    int64_t stride = loops[vectorLoop].strides[number];
    // What there is one of for each column is moved once.
    if (stride == 0 ||
        (stride == 1 && !isRowWise() && isReducing && op.isOfRow(maps[number])))
      continue;
    Type type = getElementTypeOrSelf(operand.get());
    if (stride != 1 || (!type.isBF16() && !type.isF32()))
      return;
    saved += type.isF32() ? -1 : op.isDpsInit(&operand) ? 2 : 1;
  }
  if (saved <= 0)
    return;
  isSplit = true;
  width *= 2;
  slots /= 2;
}

/// About how much a value costs, in additions.
static int64_t getWeight(Operation *bodyOp) {
  if (isFunction(bodyOp) &&
      !isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FmaOp,
           math::FloorOp, math::CeilOp, math::TruncOp>(bodyOp))
    return 16;
  return isa<arith::DivFOp>(bodyOp) ? 4 : 1;
}
static constexpr int64_t kDear = 16;

/// Finds the sums that can be found in one walk: in f32, of what has several
/// blocks, each with terms along one loop, and enough of them to be worth what
/// it takes to add it to others.
void Emitter::findMoments() {
  if (!isBlocked || tileLoop)
    return;
  size_t numLoops = getLoops(/*isReduced=*/true).size();
  if (isRowWise() && numLoops > 1 &&
      (numLoops > 2 || loops[vectorLoop].size < kBlock * kLanes / 2))
    return;
  auto isSum = [](ReduceOp reduction) {
    return reduction.getKind() == Combiner::Add && reduction.getType().isF32();
  };
  auto findSum = [&](Value value) {
    for (Operation *user : value.getUsers())
      if (auto sum = dyn_cast<ReduceOp>(user); sum && isSum(sum))
        return sum;
    return ReduceOp();
  };
  for (auto squares : body->getOps<ReduceOp>()) {
    auto square = squares.getValue().getDefiningOp<arith::MulFOp>();
    if (!isSum(squares) || !square || square.getLhs() != square.getRhs())
      continue;
    auto centred = square.getLhs().getDefiningOp<arith::SubFOp>();
    if (!centred || !rowValues.contains(centred.getRhs()) ||
        rowValues.contains(centred.getLhs()))
      continue;
    ReduceOp sum = findSum(centred.getLhs());
    if (sum && !getMoments(sum))
      moments.push_back(
          {centred.getLhs(), sum, centred.getRhs(), squares, findSum(centred)});
  }
  pivots.resize(moments.size());
}

void Emitter::findStages() {
  rowValues = op.getRowValues();
  findMoments();
  for (BlockArgument argument : body->getArguments())
    levels[argument] = 0;
  unsigned numStages = 1;
  auto getLevel = [&](Value value) { return levels.lookup(value); };
  for (Operation &bodyOp : body->without_terminator()) {
    unsigned level = 0;
    for (Value operand : bodyOp.getOperands())
      level = std::max(level, getLevel(operand));
    auto reduction = dyn_cast<ReduceOp>(bodyOp);
    if (reduction && !isAbout(reduction))
      numStages = std::max(numStages, ++level);
    for (Value result : bodyOp.getResults())
      levels[result] = level;
  }
  // A value of each point may need the last reduction.
  for (auto [out, value] : llvm::zip(op.getOutsMutable(), op.getYielded()))
    if (!op.isOfRow(op.getMatchingIndexingMap(&out)) || getLoops(true).empty())
      numStages = std::max(numStages, getLevel(value) + 1);
  stages.resize(numStages);
  for (auto reduction : body->getOps<ReduceOp>())
    if (!isAbout(reduction))
      stages[getLevel(reduction.getValue())].reductions.push_back(reduction);
  for (const Moments &found : moments)
    stages[getLevel(found.value)].reductions.push_back(found.squares);
  for (auto [out, value] : llvm::zip(op.getOutsMutable(), op.getYielded()))
    if (!op.isOfRow(op.getMatchingIndexingMap(&out)) || getLoops(true).empty())
      stages[getLevel(value)].stores.push_back(&out);
  // What is stored is an input of nothing later, unless it is in place; then
  // nothing is reduced.
  llvm::erase_if(stages, [](const Stage &stage) {
    return stage.reductions.empty() && stage.stores.empty();
  });
}

/// Finds what a stage computes; the rest is kept from earlier ones.
void Emitter::findNeeded(Stage &stage) {
  stage.needed.clear();
  SmallVector<Value> worklist;
  for (ReduceOp reduction : stage.reductions) {
    const Moments *found = getMoments(reduction);
    worklist.push_back(found ? found->value : reduction.getValue());
  }
  for (OpOperand *out : stage.stores)
    worklist.push_back(
        op.getYielded()[out->getOperandNumber() - op.getInputs().size()]);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    bool isKept =
        scratch.contains(value) && !llvm::is_contained(stage.kept, value);
    if (value.getParentBlock() != body || isKept ||
        rowScratch.contains(value) || !stage.needed.insert(value).second)
      continue;
    Operation *bodyOp = value.getDefiningOp();
    if (bodyOp && !isa<ReduceOp>(bodyOp))
      llvm::append_range(worklist, bodyOp->getOperands());
  }
}

/// Of rows that are short enough, or of a tile, keeps what is dear and needed
/// again.
void Emitter::keepDearValues() {
  for (Stage &stage : stages)
    findNeeded(stage);
  if (!isRowWise() && (!tileLoop || !isWholeTile()))
    return;
  int64_t points = tileLoop ? getTileSize() : 1, bytes = 0;
  for (const Loop &loop : loops)
    if (loop.isReduced && !tileLoop)
      points *= loop.size;
  for (Operation &bodyOp : body->without_terminator()) {
    if (bodyOp.getNumResults() != 1 || getWeight(&bodyOp) < kDear)
      continue;
    Value value = bodyOp.getResult(0);
    Stage *first = nullptr;
    unsigned count = 0;
    for (Stage &stage : stages)
      if (stage.needed.contains(value) && count++ == 0)
        first = &stage;
    int64_t size =
        points * llvm::divideCeil(value.getType().getIntOrFloatBitWidth(), 8);
    if (rowValues.contains(value) || count < 2 || bytes + size > kKeptBytes)
      continue;
    bytes += size;
    first->kept.push_back(value);
    scratch[value] = createScratch(points, value.getType());
  }
  for (Stage &stage : stages)
    findNeeded(stage);
}

//===----------------------------------------------------------------------===//
// Values and memory
//===----------------------------------------------------------------------===//

/// Terms of a block.
int64_t Emitter::getBlock() {
  if (isRowWise() || tileLoop)
    return kBlock;
  const Loop &rows = loops[getLoops(/*isReduced=*/true).back()];
  return llvm::any_of(rows.strides,
                      [](int64_t stride) { return stride > kFar; })
             ? kFarRows
             : kBlock;
}

Value Emitter::getSum(Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(a, b);
}

/// True if the order in which values are combined shows in the result.
static bool isInexact(ReduceOp reduction) {
  return isa<FloatType>(reduction.getType()) &&
         (reduction.getKind() == Combiner::Add ||
          reduction.getKind() == Combiner::Mul);
}

/// Of the sum of several blocks.
Type Emitter::getSumType(ReduceOp reduction) {
  return isBlocked && isInexact(reduction) && reduction.getType().isF32()
             ? builder.getF64Type()
             : reduction.getType();
}

/// A value of `type`, which may be a vector of `element`.
Value Emitter::getConstant(TypedAttr element, Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    element = DenseElementsAttr::get(vector, Attribute(element));
  return arith::ConstantOp::create(builder, element);
}

Value Emitter::getNumber(double value, Type type) {
  return getConstant(builder.getFloatAttr(getElementTypeOrSelf(type), value),
                     type);
}

Value Emitter::getNeutral(ReduceOp reduction, Type type) {
  TypedAttr neutral = reduction.getNeutral();
  if (type != neutral.getType())
    neutral = builder.getFloatAttr(
        type, cast<FloatAttr>(neutral).getValue().convertToDouble());
  return getConstant(neutral, getVector(type));
}

/// Adds what a block gives to the sum of others.
Value Emitter::add(ReduceOp reduction, Value sum, Value part) {
  if (part.getType() != sum.getType())
    part = arith::ExtFOp::create(builder, sum.getType(), part);
  return reduction.combine(builder, sum, part);
}

/// The moments that `reduction` is of, or null.
const Moments *Emitter::getMoments(ReduceOp reduction) {
  auto *found = llvm::find_if(moments, [&](const Moments &candidate) {
    return llvm::is_contained(
        {candidate.sum, candidate.squares, candidate.rest}, reduction);
  });
  return found == moments.end() ? nullptr : found;
}

/// True for what is known as soon as what it is about is.
bool Emitter::isAbout(ReduceOp reduction) {
  const Moments *found = getMoments(reduction);
  return found && reduction != found->sum;
}

/// Takes the terms of `strip`, the first ones of a block, for pivots.
void Emitter::choosePivots(const Stage &stage, ArrayRef<Scope> strip) {
  for (auto [found, chosen] : llvm::zip(moments, pivots)) {
    if (!llvm::is_contained(stage.reductions, found.sum))
      continue;
    Value zero = getNumber(0, getVector(builder.getF32Type()));
    chosen.assign(slots, zero);
    for (auto [slot, scope] : llvm::enumerate(strip)) {
      Scope first = scope;
      compute(first, stage.needed);
      chosen[slot] = lookUp(first, found.value, /*isVector=*/true);
      if (scope.mask)
        chosen[slot] =
            arith::SelectOp::create(builder, scope.mask, chosen[slot], zero);
    }
  }
}

/// What a point gives to `reduction`.
Value Emitter::getTerm(ReduceOp reduction, const Scope &scope, size_t slot) {
  const Moments *found = getMoments(reduction);
  if (!found)
    return lookUp(scope, reduction.getValue(), /*isVector=*/true);
  Value value = lookUp(scope, found->value, /*isVector=*/true);
  value = arith::SubFOp::create(builder, value,
                                pivots[found - moments.begin()][slot]);
  return reduction == found->squares
             ? arith::MulFOp::create(builder, value, value)
             : value;
}

/// What `reduction` has come to, unrounded.
Value Emitter::getTotal(ReduceOp reduction, const Scope &scope) {
  if (Value total = scope.totals.lookup(reduction))
    return total;
  return loadScratch(getPartials(reduction), scope.column,
                     getSumType(reduction), scope);
}

/// The sum of v - m, which is S - n m, or of its square, Q - m (2 S - n m), of
/// n terms v whose sum is S and whose squares' is Q; null if m is not known.
Value Emitter::computeAbout(ReduceOp reduction, const Scope &scope) {
  const Moments *found = getMoments(reduction);
  if (!scope.values.contains(found->mean))
    return Value();
  Value sum = getTotal(found->sum, scope);
  Value mean = lookUp(scope, found->mean, isa<VectorType>(sum.getType()));
  mean = arith::ExtFOp::create(builder, sum.getType(), mean);
  double terms = 1;
  for (unsigned loop : getLoops(/*isReduced=*/true))
    terms *= static_cast<double>(loops[loop].size);
  Value count = getNumber(terms, sum.getType());
  Value result = arith::SubFOp::create(
      builder, sum, arith::MulFOp::create(builder, count, mean));
  if (reduction == found->squares) {
    result = arith::AddFOp::create(builder, sum, result);
    result =
        arith::SubFOp::create(builder, getTotal(found->squares, scope),
                              arith::MulFOp::create(builder, mean, result));
    // Where all terms are equal, what is left are roundings.
    result =
        arith::MaximumFOp::create(builder, result, getNumber(0, sum.getType()));
  }
  Type type = reduction.getType();
  if (auto vector = dyn_cast<VectorType>(sum.getType()))
    type = vector.clone(type);
  return arith::TruncFOp::create(builder, type, result);
}

Value Emitter::lookUp(const Scope &scope, Value value, bool isVector) {
  Value found =
      value.getParentBlock() == body ? scope.values.lookup(value) : value;
  if (isVector && width > 1 && !isa<VectorType>(found.getType()))
    return vector::BroadcastOp::create(builder, getVector(found.getType()),
                                       found);
  return found;
}

/// Where the element of `operand` is, the first if it is that of a vector.
Value Emitter::getAddress(unsigned operand, const Scope &scope) {
  Value address;
  for (auto [loop, index] : llvm::zip(loops, scope.indices)) {
    int64_t stride = loop.strides[operand];
    if (stride == 0)
      continue;
    Value distance =
        stride == 1
            ? index
            : builder.createOrFold<arith::MulIOp>(index, getIndex(stride));
    address = address ? getSum(address, distance) : distance;
  }
  return address ? address : getIndex(0);
}

/// Elements in the order of memory as lanes.
Value Emitter::toLanes(Value vector) {
  return isSplit ? vector::ShuffleOp::create(builder, vector, vector,
                                             getSplitOrder(width))
                 : vector;
}

/// Lanes in the order that memory has.
Value Emitter::fromLanes(Value vector) {
  return isSplit ? vector::ShuffleOp::create(builder, vector, vector,
                                             getJoinOrder(width))
                 : vector;
}

Value Emitter::loadVector(Value buffer, Value at, Value mask) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (width == 1)
    return memref::LoadOp::create(builder, buffer, at);
  auto type = cast<VectorType>(getVector(element));
  if (!mask)
    return vector::LoadOp::create(builder, type, buffer, at);
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(builder, type, buffer, at, mask, zero);
}

void Emitter::storeVector(Value value, Value buffer, Value at, Value mask) {
  if (width == 1)
    memref::StoreOp::create(builder, value, buffer, at);
  else if (!mask)
    vector::StoreOp::create(builder, value, buffer, at);
  else
    vector::MaskedStoreOp::create(builder, buffer, at, mask, value);
}

/// Finds the operands of which whole vectors can go past the caches: where one
/// begins, it does not cross a line.
void Emitter::findStreamed() {
  for (OpOperand &out : op.getOutsMutable()) {
    unsigned operand = out.getOperandNumber();
    FailureOr<int64_t> bytes =
        findElementBytes(getElementTypeOrSelf(out.get()));
    if (!isStreamed(out.get()) || failed(bytes) ||
        width * *bytes < kLeastStreamed)
      continue;
    // Elements side by side are what vectors are made of.
    auto isApart = [&](const Loop &loop) {
      int64_t stride = loop.strides[operand];
      return stride > 1 && stride * *bytes % kCacheLine != 0;
    };
    if (llvm::any_of(loops, isApart))
      continue;
    auto parts = memref::ExtractStridedMetadataOp::create(builder, out.get());
    Value begin = getSum(
        memref::ExtractAlignedPointerAsIndexOp::create(builder, out.get()),
        builder.createOrFold<arith::MulIOp>(parts.getOffset(),
                                            getIndex(*bytes)));
    streamed[operand] = {beginsLine(builder, begin),
                         getStreamable(builder, buffers[operand])};
  }
}

/// Stores a vector in a destination, past the caches where that can be.
void Emitter::storeOut(unsigned operand, Value value, Value at,
                       const Scope &scope) {
  Streamed found = streamed.lookup(operand);
  if (!found.isAligned || scope.mask)
    return storeVector(value, buffers[operand], at, scope.memoryMask);
  auto branch =
      scf::IfOp::create(builder, found.isAligned, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.elseBlock());
  storeVector(value, buffers[operand], at, Value());
  builder.setInsertionPointToStart(branch.thenBlock());
  Type element = cast<MemRefType>(found.buffer.getType()).getElementType();
  if (element != getElementTypeOrSelf(value))
    value = arith::BitcastOp::create(
        builder, cast<VectorType>(value.getType()).clone(element), value);
  int64_t bytes = *findElementBytes(element) * width;
  vector::StoreOp::create(
      builder, value, found.buffer, at, /*nontemporal=*/true,
      llvm::MaybeAlign(std::min<int64_t>(bytes, kCacheLine)));
}

/// What memory has as a byte, as a boolean, if `type` is that.
static Value fromMemory(ImplicitLocOpBuilder &builder, Value value, Type type) {
  if (!type.isInteger(1))
    return value;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(type);
  return arith::TruncIOp::create(builder, type, value);
}

/// A boolean as the byte that memory has.
static Value toMemory(ImplicitLocOpBuilder &builder, Value value) {
  if (!getElementTypeOrSelf(value).isInteger(1))
    return value;
  Type type = builder.getI8Type();
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(type);
  return arith::ExtUIOp::create(builder, type, value);
}

Value Emitter::load(unsigned operand, const Scope &scope) {
  return fromMemory(builder, loadElements(operand, scope),
                    getElementTypeOrSelf(op->getOperand(operand)));
}

Value Emitter::loadElements(unsigned operand, const Scope &scope) {
  Value buffer = buffers[operand];
  Value at = getAddress(operand, scope);
  auto type = cast<MemRefType>(buffer.getType());
  int64_t stride = loops[vectorLoop].strides[operand];
  if (Value tile = tiles.lookup(operand))
    return loadVector(tile, getPlaceInTile(scope), scope.mask);
  if (stride == 0 || width == 1)
    return memref::LoadOp::create(builder, buffer, at);
  if (stride == 1)
    return toLanes(loadVector(buffer, at, scope.memoryMask));
  SmallVector<Value> elements;
  for (int64_t lane = 0; lane < width; ++lane) {
    Value distance = getIndex(lane * stride);
    // The first lane is one that is computed.
    if (scope.active && lane > 0) {
      Value isActive = builder.createOrFold<arith::CmpIOp>(
          arith::CmpIPredicate::slt, getIndex(lane), scope.active);
      distance = builder.createOrFold<arith::SelectOp>(isActive, distance,
                                                       getIndex(0));
    }
    elements.push_back(
        memref::LoadOp::create(builder, buffer, getSum(at, distance)));
  }
  return vector::FromElementsOp::create(
      builder, getVector(type.getElementType()), elements);
}

void Emitter::store(unsigned operand, Value value, const Scope &scope) {
  value = toMemory(builder, value);
  Value buffer = buffers[operand];
  Value at = getAddress(operand, scope);
  int64_t stride = loops[vectorLoop].strides[operand];
  if (Value tile = tiles.lookup(operand)) {
    storeVector(value, tile, getPlaceInTile(scope), scope.mask);
    return;
  }
  if (width == 1 || !isa<VectorType>(value.getType())) {
    memref::StoreOp::create(builder, value, buffer, at);
    return;
  }
  if (stride == 1) {
    storeOut(operand, fromLanes(value), at, scope);
    return;
  }
  for (int64_t lane = 0; lane < width; ++lane) {
    auto storeLane = [&] {
      Value element = vector::ExtractOp::create(builder, value, lane);
      memref::StoreOp::create(builder, element, buffer,
                              getSum(at, getIndex(lane * stride)));
    };
    if (!scope.active || lane == 0) {
      storeLane();
      continue;
    }
    Value isActive = builder.createOrFold<arith::CmpIOp>(
        arith::CmpIPredicate::slt, getIndex(lane), scope.active);
    auto branch = scf::IfOp::create(builder, isActive);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    storeLane();
  }
}

/// A buffer on the stack for as long as the function runs; of bytes for
/// booleans, of which a vector would be bits.
Value Emitter::createScratch(int64_t size, Type type) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(
      &op->getParentOfType<func::FuncOp>().getBody().front());
  if (type.isInteger(1))
    type = builder.getI8Type();
  return memref::AllocaOp::create(builder, MemRefType::get({size}, type),
                                  builder.getI64IntegerAttr(64));
}

Value Emitter::loadScratch(Value buffer, Value at, Type type,
                           const Scope &scope) {
  return fromMemory(builder, loadVector(buffer, at, scope.mask), type);
}

void Emitter::storeScratch(Value value, Value buffer, Value at,
                           const Scope &scope) {
  storeVector(toMemory(builder, value), buffer, at, scope.mask);
}

bool Emitter::areEntered(unsigned operand, const Scope &scope) {
  return llvm::all_of(llvm::zip(loops, scope.indices), [&](auto pair) {
    auto &[loop, index] = pair;
    return loop.strides[operand] == 0 || index;
  });
}

Value Emitter::computeOp(Operation *bodyOp, const Scope &scope) {
  if (auto index = dyn_cast<IndexOp>(bodyOp)) {
    for (auto [number, loop] : llvm::enumerate(loops)) {
      if (loop.number != static_cast<int64_t>(index.getLoop()))
        continue;
      Value at = scope.indices[number];
      if (!at || number != vectorLoop || width == 1)
        return at;
      Type type = getVector(at.getType());
      Value lanes = toLanes(vector::StepOp::create(builder, type));
      Value first = vector::BroadcastOp::create(builder, type, at);
      return arith::AddIOp::create(builder, first, lanes);
    }
    return getIndex(0);
  }
  bool isVector = false;
  for (Value operand : bodyOp->getOperands()) {
    if (operand.getParentBlock() == body && !scope.values.contains(operand))
      return Value();
    isVector |= isa<VectorType>(lookUp(scope, operand, false).getType());
  }
  IRMapping mapping;
  for (Value operand : bodyOp->getOperands())
    mapping.map(operand, lookUp(scope, operand, isVector));
  Operation *clone = builder.clone(*bodyOp, mapping);
  Value result = clone->getResult(0);
  if (isVector)
    result.setType(getVector(result.getType()));
  return result;
}

Along Emitter::getAlong(Value value) {
  if (value.getParentBlock() != body)
    return Along::Same;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return loops[vectorLoop].strides[argument.getArgNumber()] == 0
               ? Along::Same
               : Along::Other;
  Operation *bodyOp = value.getDefiningOp();
  if (auto index = dyn_cast<IndexOp>(bodyOp))
    return static_cast<int64_t>(index.getLoop()) == loops[vectorLoop].number
               ? Along::Next
               : Along::Same;
  SmallVector<Along> operands;
  for (Value operand : bodyOp->getOperands())
    operands.push_back(getAlong(operand));
  if (llvm::all_of(operands, [](Along a) { return a == Along::Same; }))
    return Along::Same;
  bool isKept = isa<arith::IndexCastOp, arith::IndexCastUIOp>(bodyOp) ||
                (isa<arith::AddIOp>(bodyOp) && operands[0] != operands[1]);
  return isKept && !llvm::is_contained(operands, Along::Other) ? Along::Next
                                                               : Along::Other;
}

/// Computes the random words of a strip together: whole blocks, which lie on
/// the stack one after the other, where the strip may begin within one.
void Emitter::drawWords(const Stage &stage, MutableArrayRef<Scope> strip) {
  int64_t words = static_cast<int64_t>(strip.size()) * width;
  if (width == 1 || words == 0 || words % kBlockWords != 0)
    return;
  for (auto op : body->getOps<RandomWordOp>()) {
    if (!stage.needed.contains(op) || strip.front().values.contains(op) ||
        getAlong(op.getSeed()) != Along::Same ||
        getAlong(op.getFirst()) != Along::Same ||
        getAlong(op.getPlace()) != Along::Next)
      continue;
    // The operands at the first lane.
    DenseSet<Value> needed;
    SmallVector<Value> worklist(op->getOperands());
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (value.getParentBlock() != body || !needed.insert(value).second)
        continue;
      if (Operation *bodyOp = value.getDefiningOp())
        llvm::append_range(worklist, bodyOp->getOperands());
    }
    Scope lane = strip.front();
    lane.mask = lane.memoryMask = lane.active = Value();
    for (Value value : needed)
      lane.values.erase(value);
    int64_t lanes = std::exchange(width, 1);
    compute(lane, needed);
    width = lanes;
    Value seed = lookUp(lane, op.getSeed(), false);
    Value first = lookUp(lane, op.getFirst(), false);
    Value place = lookUp(lane, op.getPlace(), false);
    if (!seed || !first || !place)
      continue;

    Type i64 = builder.getI64Type(), i32 = builder.getI32Type();
    Value &buffer = wordBuffers[op];
    if (!buffer)
      buffer = createScratch(slots * width + kBlockWords, i32);
    auto number = [&](int64_t value) {
      return arith::ConstantIntOp::create(builder, i64, value);
    };
    auto storeBlocks = [&](int64_t begin, int64_t count) {
      Value block = builder.createOrFold<arith::ShRUIOp>(place, number(2));
      block = arith::AddIOp::create(builder, first, block);
      block = builder.createOrFold<arith::AddIOp>(block, number(begin));
      vector::StoreOp::create(builder,
                              createRandomBlocks(builder, seed, block, count),
                              buffer, getIndex(begin * kBlockWords));
    };
    storeBlocks(0, words / kBlockWords);
    Value begin =
        arith::AndIOp::create(builder, place, number(kBlockWords - 1));
    auto isWithin = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                                          begin, number(0));
    auto branch = scf::IfOp::create(builder, isWithin);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(branch.thenBlock());
      storeBlocks(words / kBlockWords, 1);
    }
    Value from =
        arith::IndexCastOp::create(builder, builder.getIndexType(), begin);
    for (auto [slot, scope] : llvm::enumerate(strip))
      scope.values[op] = toLanes(vector::LoadOp::create(
          builder, cast<VectorType>(getVector(i32)), buffer,
          getSum(from, getIndex(static_cast<int64_t>(slot) * width))));
  }
}

/// Computes what of `needed` can be computed with the loops that have been
/// entered.
void Emitter::compute(Scope &scope, const DenseSet<Value> &needed) {
  for (BlockArgument argument : body->getArguments())
    if (needed.contains(argument) && !scope.values.contains(argument) &&
        areEntered(argument.getArgNumber(), scope))
      scope.values[argument] = load(argument.getArgNumber(), scope);
  for (Operation &bodyOp : body->without_terminator()) {
    auto reduction = dyn_cast<ReduceOp>(bodyOp);
    if ((reduction && !isAbout(reduction)) || bodyOp.getNumResults() != 1 ||
        !needed.contains(bodyOp.getResult(0)) ||
        scope.values.contains(bodyOp.getResult(0)))
      continue;
    if (Value value = reduction ? computeAbout(reduction, scope)
                                : computeOp(&bodyOp, scope))
      scope.values[bodyOp.getResult(0)] = value;
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The first `active` lanes of a vector are computed, if it has more.
void Emitter::setMask(Scope &scope, int64_t active) {
  if (active >= width)
    return;
  SmallVector<bool> isActive(width, false);
  std::fill_n(isActive.begin(), active, true);
  scope.active = getIndex(active);
  scope.memoryMask = arith::ConstantOp::create(
      builder, DenseElementsAttr::get(
                   cast<VectorType>(getVector(builder.getI1Type())), isActive));
  scope.mask = toLanes(scope.memoryMask);
}

Emitter::Values Emitter::createFor(Value from, Value to, int64_t step,
                                   Values carried, Step body) {
  auto loop = scf::ForOp::create(builder, from, to, getIndex(step), carried);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Values results =
      body(loop.getInductionVar(), Values(loop.getRegionIterArgs()));
  if (!carried.empty())
    scf::YieldOp::create(builder, results);
  return Values(loop.getResults());
}

void Emitter::createFor(Value from, Value to, int64_t step,
                        function_ref<void(Value)> body) {
  createFor(from, to, step, {}, [&](Value index, Values) {
    body(index);
    return Values();
  });
}

/// The end of the `size` iterations that begin at `from`.
Value Emitter::getEnd(Value from, Value to, int64_t size) {
  return builder.createOrFold<arith::MinSIOp>(getSum(from, getIndex(size)), to);
}

SmallVector<unsigned> Emitter::getLoops(bool isReduced) {
  SmallVector<unsigned> found;
  for (unsigned loop = 0; loop < loops.size(); ++loop)
    if (loops[loop].isReduced == isReduced)
      found.push_back(loop);
  return found;
}

void Emitter::walkKept(ArrayRef<unsigned> order, Scope scope,
                       function_ref<void(Scope)> body) {
  if (order.empty()) {
    body(std::move(scope));
    return;
  }
  createFor(getIndex(0), loops[order.front()].extent, 1, [&](Value index) {
    Scope inner = scope;
    inner.indices[order.front()] = index;
    walkKept(order.drop_front(), std::move(inner), body);
  });
}

//===----------------------------------------------------------------------===//
// Along rows
//===----------------------------------------------------------------------===//

static auto enumerate(const Stage &stage) {
  return llvm::enumerate(SmallVector<ReduceOp>(stage.reductions));
}

static bool isInexact(const Stage &stage) {
  return llvm::any_of(stage.reductions,
                      [](ReduceOp op) { return isInexact(op); });
}

/// Of what a block begins with, or sums of blocks.
Emitter::Values Emitter::getNeutrals(const Stage &stage, bool areSums) {
  Values neutrals;
  for (ReduceOp reduction : stage.reductions)
    neutrals.append(slots,
                    getNeutral(reduction, areSums ? getSumType(reduction)
                                                  : reduction.getType()));
  return neutrals;
}

/// Adds what a block of `terms` gives, of each reduction and slot, to the sums
/// of others. Where v - p and its square were added up, for n terms v and a
/// pivot p, to d and q, the sum of v is d + n p, and that of its square is
/// q + p (2 d + n p).
Emitter::Values Emitter::combine(const Stage &stage, ValueRange sums,
                                 ValueRange parts, Value terms) {
  Values results(parts);
  Type f64 = builder.getF64Type();
  auto widen = [&](Value value) -> Value {
    return arith::ExtFOp::create(builder, getVector(f64), value);
  };
  auto isSquares = [&](ReduceOp reduction) {
    const Moments *found = getMoments(reduction);
    return found && reduction == found->squares;
  };
  Value count;
  if (!moments.empty()) {
    count = arith::IndexCastOp::create(builder, builder.getI64Type(), terms);
    count = arith::SIToFPOp::create(builder, f64, count);
    if (width > 1)
      count = vector::BroadcastOp::create(builder, getVector(f64), count);
  }
  for (auto [i, reduction] : enumerate(stage))
    for (int64_t slot = 0; slot < slots; ++slot) {
      unsigned at = i * slots + slot;
      const Moments *found = getMoments(reduction);
      if (!found)
        results[at] = add(reduction, sums[at], parts[at]);
      if (!found || isSquares(reduction))
        continue;
      unsigned atSquares = (llvm::find(stage.reductions, found->squares) -
                            stage.reductions.begin()) *
                               slots +
                           slot;
      Value pivot = widen(pivots[found - moments.begin()][slot]);
      Value deviations = widen(parts[at]), squares = widen(parts[atSquares]);
      Value sum = arith::AddFOp::create(
          builder, deviations, arith::MulFOp::create(builder, count, pivot));
      results[at] = arith::AddFOp::create(builder, sums[at], sum);
      sum = arith::AddFOp::create(builder, deviations, sum);
      squares = arith::AddFOp::create(
          builder, squares, arith::MulFOp::create(builder, pivot, sum));
      results[atSquares] =
          arith::AddFOp::create(builder, sums[atSquares], squares);
    }
  return results;
}

/// The partial results in halves, so that the order is the same for each width;
/// unrounded.
Value Emitter::combineLanes(ReduceOp reduction, ArrayRef<Value> slots) {
  SmallVector<Value> vectors(slots);
  while (vectors.size() > 1) {
    size_t half = vectors.size() / 2;
    for (size_t i = 0; i < half; ++i)
      vectors[i] = reduction.combine(builder, vectors[i], vectors[i + half]);
    vectors.resize(half);
  }
  Value result = fromLanes(vectors.front());
  for (int64_t half = width / 2; half > 0; half /= 2) {
    Value low = vector::ExtractStridedSliceOp::create(builder, result, 0, half,
                                                      int64_t(1));
    Value high = vector::ExtractStridedSliceOp::create(builder, result, half,
                                                       half, int64_t(1));
    result = reduction.combine(builder, low, high);
  }
  return width > 1 ? vector::ExtractOp::create(builder, result, int64_t(0))
                   : result;
}

/// Where a point is in what is kept of its row.
Value Emitter::getPosition(const Scope &scope) {
  if (tileLoop)
    return getPlaceInTile(scope);
  Value position;
  SmallVector<unsigned> order = getLoops(/*isReduced=*/true);
  llvm::erase(order, vectorLoop);
  order.push_back(vectorLoop);
  for (unsigned number : order) {
    Value index = scope.indices[number];
    position = position ? getSum(builder.createOrFold<arith::MulIOp>(
                                     position, getIndex(loops[number].size)),
                                 index)
                        : index;
  }
  return position;
}

/// Calls `body` for `count` iterations; `terms` is how many terms each of them
/// adds one after another. A block of terms has sums of its own; `beginBlock`
/// is told where one begins.
Emitter::Values Emitter::chain(const Stage &stage, Value from, Value to,
                               int64_t count, int64_t step, int64_t terms,
                               Values sums, Step body,
                               function_ref<void(Value)> beginBlock) {
  bool isBlock = count * terms <= kBlock;
  if (!isBlocked || !isInexact(stage) || (!isBlock && terms > 1))
    return createFor(from, to, step, sums, body);
  auto addBlock = [&](Value from, Value to, Values sums) {
    if (beginBlock)
      beginBlock(from);
    Values parts = createFor(from, to, step, getNeutrals(stage), body);
    Value size = builder.createOrFold<arith::SubIOp>(to, from);
    size = builder.createOrFold<arith::DivUIOp>(size, getIndex(step));
    return combine(stage, sums, parts, size);
  };
  if (isBlock)
    return addBlock(from, to, sums);
  return createFor(from, to, kBlock * step, sums,
                   [&](Value index, Values sums) {
                     return addBlock(index, getEnd(index, to, kBlock * step),
                                     std::move(sums));
                   });
}

/// Has what `stage` reads `distance` iterations of `loop` later come from
/// memory.
void Emitter::fetch(const Stage &stage, Scope scope, unsigned loop,
                    int64_t distance) {
  scope.indices[loop] = getSum(scope.indices[loop], getIndex(distance));
  for (BlockArgument argument : body->getArguments()) {
    unsigned operand = argument.getArgNumber();
    if (!stage.needed.contains(argument) ||
        loops[vectorLoop].strides[operand] != 1 ||
        loops[loop].strides[operand] == 0)
      continue;
    memref::PrefetchOp::create(builder, buffers[operand],
                               getAddress(operand, scope), /*isWrite=*/false,
                               /*localityHint=*/3, /*isDataCache=*/true);
  }
}

/// Computes the points of a strip, a vector after the other.
Emitter::Values Emitter::computeSlots(const Stage &stage,
                                      MutableArrayRef<Scope> strip,
                                      Values partials) {
  drawWords(stage, strip);
  for (auto [slot, scope] : llvm::enumerate(strip)) {
    Value position;
    if (!scratch.empty())
      position = getPosition(scope);
    for (auto &[value, buffer] : scratch)
      if (!llvm::is_contained(stage.kept, value))
        scope.values[value] =
            loadScratch(buffer, position, value.getType(), scope);
    compute(scope, stage.needed);
    // The next row, while the stage before the last computes: the last one
    // writes, which keeps memory busy. And what follows in a column: no
    // prefetcher goes as far as from row to row.
    SmallVector<unsigned> kept = getLoops(/*isReduced=*/false);
    if (isRowWise() && !kept.empty() && stages.size() > 1 &&
        &stage == &stages[stages.size() - 2])
      fetch(stages.front(), scope, kept.back(), 1);
    if (!isRowWise() && !stage.reductions.empty())
      fetch(stage, scope, getLoops(/*isReduced=*/true).back(), kFetchedRows);
    for (auto [i, reduction] : enumerate(stage)) {
      Value value = getTerm(reduction, scope, slot);
      if (scope.mask)
        value =
            arith::SelectOp::create(builder, scope.mask, value,
                                    getNeutral(reduction, reduction.getType()));
      Value &partial = partials[i * slots + slot];
      partial = reduction.combine(builder, partial, value);
    }
    for (Value value : stage.kept)
      storeScratch(lookUp(scope, value, /*isVector=*/true), scratch[value],
                   position, scope);
    for (OpOperand *out : stage.stores) {
      unsigned number = out->getOperandNumber();
      store(number,
            lookUp(scope, op.getYielded()[number - op.getInputs().size()],
                   /*isVector=*/true),
            scope);
    }
  }
  return partials;
}

Emitter::Values Emitter::walkRow(const Stage &stage, ArrayRef<unsigned> rest,
                                 Scope scope, Values partials) {
  compute(scope, stage.needed);
  int64_t lanes = width * slots;
  if (!rest.empty()) {
    const Loop &loop = loops[rest.front()];
    int64_t terms = llvm::divideCeil(loops[vectorLoop].size, lanes);
    for (unsigned inner : rest.drop_front())
      terms *= loops[inner].size;
    return chain(stage, getIndex(0), loop.extent, loop.size, 1,
                 std::max<int64_t>(terms, 1), partials,
                 [&](Value index, Values sums) {
                   Scope inner = scope;
                   inner.indices[rest.front()] = index;
                   return walkRow(stage, rest.drop_front(), std::move(inner),
                                  std::move(sums));
                 });
  }
  int64_t size = loops[vectorLoop].size;
  int64_t whole = size / lanes * lanes;
  auto enter = [&](Value at) {
    Scope inner = scope;
    inner.indices[vectorLoop] = at;
    return inner;
  };
  auto enterStrip = [&](Value index) {
    SmallVector<Scope> strip;
    for (int64_t slot = 0; slot < slots; ++slot)
      strip.push_back(enter(getSum(index, getIndex(slot * width))));
    return strip;
  };
  if (whole > 0)
    partials = chain(
        stage, getIndex(0), getIndex(whole), whole / lanes, lanes, 1, partials,
        [&](Value index, Values sums) {
          SmallVector<Scope> strip = enterStrip(index);
          return computeSlots(stage, strip, std::move(sums));
        },
        [&](Value index) { choosePivots(stage, enterStrip(index)); });
  // The last vectors of a row.
  SmallVector<Scope> strip;
  for (int64_t at = whole; at < size; at += width) {
    strip.push_back(enter(getIndex(at)));
    setMask(strip.back(), size - at);
  }
  if (strip.empty() || !isBlocked || !isInexact(stage))
    return computeSlots(stage, strip, std::move(partials));
  choosePivots(stage, strip);
  return combine(stage, partials,
                 computeSlots(stage, strip, getNeutrals(stage)), getIndex(1));
}

/// One row: all of its stages, then what there is one of for each row.
void Emitter::emitRow(Scope scope) {
  SmallVector<unsigned> reduced = getLoops(/*isReduced=*/true);
  llvm::erase(reduced, vectorLoop);
  compute(scope, rowValues);
  for (Stage &stage : stages) {
    Values partials =
        walkRow(stage, reduced, scope, getNeutrals(stage, /*areSums=*/true));
    for (auto [i, reduction] : enumerate(stage)) {
      Value total =
          combineLanes(reduction, ArrayRef(partials).slice(i * slots, slots));
      scope.totals[reduction] = total;
      if (isAbout(reduction))
        continue;
      if (total.getType() != reduction.getType())
        total = arith::TruncFOp::create(builder, reduction.getType(), total);
      scope.values[reduction.getResult()] = total;
    }
    compute(scope, rowValues);
  }
  for (auto [out, value] : llvm::zip(op.getOutsMutable(), op.getYielded()))
    if (op.isOfRow(op.getMatchingIndexingMap(&out)))
      store(out.getOperandNumber(), lookUp(scope, value, /*isVector=*/false),
            scope);
}

//===----------------------------------------------------------------------===//
// Across rows
//===----------------------------------------------------------------------===//

Value Emitter::getPartials(ReduceOp reduction) {
  Value &buffer = partials[reduction];
  if (!buffer)
    buffer = createScratch(chunkMost, getSumType(reduction));
  return buffer;
}

/// Calls `body` for the columns at work: for strips of several vectors, for
/// vectors, and for what is left of them.
void Emitter::walkStrips(Scope scope,
                         function_ref<void(MutableArrayRef<Scope>)> body) {
  int64_t lanes = width * slots;
  auto enter = [&](Value column) {
    Scope inner = scope;
    inner.column = column;
    inner.indices[vectorLoop] = getSum(chunkBegin, column);
    return inner;
  };
  auto walkWhole = [&](Value begin, Value end, int64_t vectors) {
    createFor(begin, end, vectors * width, [&](Value column) {
      SmallVector<Scope> strip;
      for (int64_t slot = 0; slot < vectors; ++slot)
        strip.push_back(enter(getSum(column, getIndex(slot * width))));
      body(strip);
    });
  };
  if (std::optional<int64_t> count = getConstantIntValue(chunkCount)) {
    int64_t whole = *count / lanes * lanes;
    if (whole > 0)
      walkWhole(getIndex(0), getIndex(whole), slots);
    SmallVector<Scope> strip;
    for (int64_t at = whole; at < *count; at += width) {
      strip.push_back(enter(getIndex(at)));
      setMask(strip.back(), *count - at);
    }
    if (!strip.empty())
      body(strip);
    return;
  }
  // Then vector by vector: memory that is written with a mask is slow to read
  // again, so that there is a mask only where there has to be one.
  Value done = getIndex(0);
  auto walkMost = [&](int64_t vectors) {
    if (chunkMost < vectors * width)
      return;
    Value rest = builder.createOrFold<arith::RemSIOp>(
        chunkCount, getIndex(vectors * width));
    Value whole = builder.createOrFold<arith::SubIOp>(chunkCount, rest);
    walkWhole(done, whole, vectors);
    done = whole;
  };
  walkMost(slots);
  if (slots > 1)
    walkMost(1);
  if (width == 1)
    return;
  createFor(done, chunkCount, width, [&](Value column) {
    Scope last = enter(column);
    last.active = builder.createOrFold<arith::SubIOp>(chunkCount, column);
    last.memoryMask = vector::CreateMaskOp::create(
        builder, getVector(builder.getI1Type()), last.active);
    last.mask = toLanes(last.memoryMask);
    body(last);
  });
}

void Emitter::clear(const Stage &stage) {
  walkStrips(Scope(scopeOfChunk), [&](MutableArrayRef<Scope> strip) {
    for (const Scope &scope : strip)
      for (ReduceOp reduction : stage.reductions)
        storeScratch(getNeutral(reduction, getSumType(reduction)),
                     getPartials(reduction), scope.column, scope);
  });
}

/// Loads what is kept of columns.
void Emitter::recall(Scope &scope) {
  for (auto [value, buffer] : rowScratch)
    scope.values[value] =
        loadScratch(buffer, scope.column, value.getType(), scope);
}

/// Adds what the iterations of `loop` give, in vectors, to what is kept.
void Emitter::addRows(const Stage &stage, unsigned loop, Scope scope,
                      Value from, Value to) {
  walkStrips(std::move(scope), [&](MutableArrayRef<Scope> strip) {
    for (Scope &slot : strip) {
      recall(slot);
      compute(slot, stage.needed);
    }
    auto enter = [&](Value index) {
      SmallVector<Scope> inner(strip);
      for (Scope &slot : inner)
        slot.indices[loop] = index;
      return inner;
    };
    choosePivots(stage, enter(from));
    Values parts = createFor(
        from, to, 1, getNeutrals(stage), [&](Value index, Values sums) {
          SmallVector<Scope> inner = enter(index);
          return computeSlots(stage, inner, std::move(sums));
        });
    Values sums = getNeutrals(stage, /*areSums=*/true);
    for (auto [slot, inner] : llvm::enumerate(strip))
      for (auto [i, reduction] : enumerate(stage))
        sums[i * slots + slot] = loadScratch(
            getPartials(reduction), inner.column, getSumType(reduction), inner);
    sums = combine(stage, sums, parts,
                   builder.createOrFold<arith::SubIOp>(to, from));
    for (auto [slot, inner] : llvm::enumerate(strip))
      for (auto [i, reduction] : enumerate(stage))
        storeScratch(sums[i * slots + slot], getPartials(reduction),
                     inner.column, inner);
  });
}

/// Goes through the rows, by the loops `rest`, and adds what they give to the
/// partial results.
void Emitter::walkColumns(const Stage &stage, ArrayRef<unsigned> rest,
                          Scope scope) {
  compute(scope, stage.needed);
  if (rest.empty()) {
    walkStrips(std::move(scope), [&](MutableArrayRef<Scope> strip) {
      for (Scope &slot : strip)
        recall(slot);
      computeSlots(stage, strip, {});
    });
    return;
  }
  unsigned loop = rest.front();
  Value end = loops[loop].extent;
  bool isMoving = loop == tileLoop && !isWholeTile();
  if (isMoving)
    moveTiles(/*areRead=*/true, scope, [&](unsigned operand) {
      return stage.needed.contains(body->getArgument(operand));
    });
  if (!stage.reductions.empty() && rest.size() == 1)
    createFor(getIndex(0), end, getBlock(), [&](Value index) {
      addRows(stage, loop, scope, index, getEnd(index, end, getBlock()));
    });
  else
    createFor(getIndex(0), end, 1, [&](Value index) {
      Scope inner = scope;
      inner.indices[loop] = index;
      walkColumns(stage, rest.drop_front(), std::move(inner));
    });
  if (isMoving)
    moveTiles(/*areRead=*/false, scope, [&](unsigned operand) {
      return llvm::is_contained(stage.stores, &op->getOpOperand(operand));
    });
}

/// Computes what there is one of for each column once `level` reductions are
/// known, those of `stage` last, and keeps what is needed later.
void Emitter::computeRowValues(const Stage *stage, unsigned level) {
  auto isNew = [&](Value value) {
    return rowValues.contains(value) && levels.lookup(value) <= level &&
           !isKnown.contains(value) && !scopeOfChunk.values.contains(value);
  };
  // What each point of a row gets.
  auto isStoredByPoint = [&](OpOperand &use) {
    OpOperand &out = op.getOutsMutable()[use.getOperandNumber()];
    return !op.isOfRow(op.getMatchingIndexingMap(&out));
  };
  // What nothing is computed for after this, or stored, is not kept.
  auto isKept = [&](Value value) {
    return isNew(value) && !isa<BlockArgument>(value) &&
           llvm::any_of(value.getUses(), [&](OpOperand &use) {
             Operation *user = use.getOwner();
             if (isa<YieldOp>(user))
               return isStoredByPoint(use);
             return user->getNumResults() == 0 || isa<ReduceOp>(user) ||
                    !isNew(user->getResult(0));
           });
  };
  SmallVector<Value> kept;
  DenseSet<Value> needed;
  SmallVector<OpOperand *> outs;
  for (Operation &bodyOp : body->without_terminator())
    for (Value result : bodyOp.getResults()) {
      if (isKept(result))
        kept.push_back(result);
      if (isNew(result))
        needed.insert(result);
    }
  for (BlockArgument argument : body->getArguments())
    if (isNew(argument))
      needed.insert(argument);
  for (auto [out, value] : llvm::zip(op.getOutsMutable(), op.getYielded()))
    if (op.isOfRow(op.getMatchingIndexingMap(&out)) &&
        levels.lookup(value) <= level &&
        isStored.insert(out.getOperandNumber()).second)
      outs.push_back(&out);
  if (kept.empty() && outs.empty())
    return;
  SmallVector<std::pair<Value, Value>> added;
  for (Value value : kept)
    added.push_back({value, createScratch(chunkMost, value.getType())});
  walkStrips(scopeOfChunk, [&](MutableArrayRef<Scope> strip) {
    for (Scope &scope : strip) {
      recall(scope);
      if (stage)
        for (ReduceOp reduction : stage->reductions) {
          if (isAbout(reduction))
            continue;
          Value sum = getTotal(reduction, scope);
          if (getSumType(reduction) != reduction.getType())
            sum = arith::TruncFOp::create(builder,
                                          getVector(reduction.getType()), sum);
          scope.values[reduction.getResult()] = sum;
        }
      compute(scope, needed);
      for (auto [value, buffer] : added)
        storeScratch(lookUp(scope, value, /*isVector=*/true), buffer,
                     scope.column, scope);
      for (OpOperand *out : outs) {
        unsigned number = out->getOperandNumber();
        store(number,
              lookUp(scope, op.getYielded()[number - op.getInputs().size()],
                     /*isVector=*/true),
              scope);
      }
    }
  });
  // Elements are loaded again.
  for (Value value : needed)
    if (!isa<BlockArgument>(value))
      isKnown.insert(value);
  for (auto [value, buffer] : added)
    rowScratch[value] = buffer;
}

void Emitter::emitChunk(Scope scope) {
  isKnown.clear();
  isStored.clear();
  rowScratch.clear();
  compute(scope, rowValues);
  scopeOfChunk = scope;
  SmallVector<unsigned> reduced = getColumnLoops();
  bool isReducing = !reduced.empty();
  if (isReducing)
    computeRowValues(nullptr, 0);
  for (Stage &stage : stages) {
    findNeeded(stage);
    if (!stage.reductions.empty())
      clear(stage);
    walkColumns(stage, reduced, scope);
    if (!stage.reductions.empty())
      computeRowValues(&stage,
                       levels.lookup(stage.reductions.front().getResult()));
  }
}

/// The kept loops but for that of vectors; last the one along which the
/// elements that are apart lie, if there are some.
SmallVector<unsigned> Emitter::getKeptLoops(bool &isApart) {
  SmallVector<unsigned> kept = getLoops(/*isReduced=*/false);
  llvm::erase(kept, vectorLoop);
  isApart = false;
  for (unsigned operand = 0; operand < op->getNumOperands(); ++operand) {
    if (loops[vectorLoop].strides[operand] <= 1)
      continue;
    isApart = true;
    auto along = llvm::find_if(
        kept, [&](unsigned loop) { return loops[loop].strides[operand] == 1; });
    if (along != kept.end())
      std::rotate(along, along + 1, kept.end());
  }
  return kept;
}

void Emitter::emitColumns(Scope scope) {
  const Loop &loop = loops[vectorLoop];
  int64_t bytes = 0;
  for (Operation &bodyOp : body->without_terminator())
    if (isa<ReduceOp>(bodyOp))
      bytes += sizeof(double);
    else if (bodyOp.getNumResults() == 1 &&
             rowValues.contains(bodyOp.getResult(0)))
      bytes += sizeof(double);
  chunkMost = kMostColumns;
  while (chunkMost > kLeastColumns && chunkMost * bytes > kColumnBytes)
    chunkMost /= 2;
  chunkBegin = getIndex(0);
  chunkCount = loop.extent;
  bool isWhole = getLoops(/*isReduced=*/true).empty() ||
                 (!ShapedType::isDynamic(loop.size) && loop.size <= chunkMost);
  if (isWhole) {
    emitChunk(std::move(scope));
    return;
  }
  createFor(getIndex(0), loop.extent, chunkMost, [&](Value begin) {
    chunkBegin = begin;
    chunkCount = builder.createOrFold<arith::SubIOp>(
        getEnd(begin, loop.extent, chunkMost), begin);
    emitChunk(scope);
  });
}

//===----------------------------------------------------------------------===//
// By tiles
//===----------------------------------------------------------------------===//

/// True for an operand that goes by a tile with `loop`: its elements are apart
/// along vectors, and neighbours there.
bool Emitter::isTiled(unsigned operand, unsigned loop) {
  return loops[vectorLoop].strides[operand] > 1 &&
         loops[loop].strides[operand] == 1;
}

/// Finds the loop with which most operands go by a tile, if nothing is reduced,
/// and gives them room on the stack.
void Emitter::findTiles() {
  if (width == 1)
    return;
  auto getTiled = [&](unsigned loop) {
    return llvm::filter_to_vector(
        llvm::seq(op->getNumOperands()),
        [&, loop](unsigned operand) { return isTiled(operand, loop); });
  };
  size_t most = 0;
  if (!tileLoop)
    for (unsigned loop : getLoops(/*isReduced=*/false))
      if (size_t count = getTiled(loop).size(); count > most) {
        most = count;
        tileLoop = loop;
      }
  if (!tileLoop)
    return;
  for (unsigned operand : getTiled(*tileLoop))
    tiles[operand] = createScratch(
        getTileSize(), getElementTypeOrSelf(op->getOperand(operand)));
}

/// Rows of few elements, and those that are such parts between which other rows
/// have theirs, are computed many at once, if they are: what they reduce to
/// then is a value of each lane, and nothing is combined across.
void Emitter::gatherShortRows() {
  if (width == 1 || !isRowWise() || loops[vectorLoop].size > kLanes)
    return;
  unsigned row = vectorLoop;
  for (unsigned loop : llvm::reverse(getLoops(/*isReduced=*/false))) {
    const Loop &found = loops[loop];
    if (!ShapedType::isDynamic(found.size) && found.size < kLanes)
      continue;
    vectorLoop = loop;
    bool fits =
        llvm::all_of(llvm::seq(op->getNumOperands()), [&](unsigned operand) {
          return found.strides[operand] <= 1 ||
                 (isTiled(operand, row) &&
                  (isWholeTile() || found.strides[operand] == loops[row].size));
        });
    if (fits) {
      width = std::min(kLanes, vectorBits / 32);
      slots = kLanes / width;
      tileLoop = row;
      findTiles();
      return;
    }
  }
  vectorLoop = row;
}

/// The loops of a row of which each lane has one, the tile's last.
SmallVector<unsigned> Emitter::getColumnLoops() {
  SmallVector<unsigned> reduced = getLoops(/*isReduced=*/true);
  if (tileLoop) {
    llvm::erase(reduced, *tileLoop);
    reduced.push_back(*tileLoop);
  }
  return reduced;
}

/// Elements of a tile, of which whole squares of vectors are moved.
int64_t Emitter::getTileSize() {
  int64_t rows = loops[*tileLoop].size;
  if (ShapedType::isDynamic(rows) || rows > kTile)
    rows = kTile;
  return llvm::alignTo(rows, width) * kTile;
}

Value Emitter::getPlaceInTile(const Scope &scope) {
  Value row =
      builder.createOrFold<arith::SubIOp>(scope.indices[*tileLoop], tileBegin);
  return getSum(builder.createOrFold<arith::MulIOp>(row, getIndex(kTile)),
                scope.column);
}

/// A square of vectors with its rows and columns exchanged: halves of them,
/// then halves of those, each with two permutations of two vectors. Bits are
/// moved, whatever they mean.
static void transpose(ImplicitLocOpBuilder &builder,
                      MutableArrayRef<Value> rows) {
  auto type = cast<VectorType>(rows.front().getType());
  Type bits = type.clone(
      builder.getIntegerType(type.getElementType().getIntOrFloatBitWidth()));
  auto cast = [&](Type to) {
    if (type != bits)
      for (Value &row : rows)
        row = arith::BitcastOp::create(builder, to, row);
  };
  cast(bits);
  auto size = static_cast<int64_t>(rows.size());
  for (int64_t half = size / 2; half > 0; half /= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t lane = 0; lane < size; ++lane) {
      bool isSecond = (lane & half) != 0;
      low.push_back(isSecond ? size + lane - half : lane);
      high.push_back(isSecond ? size + lane : lane + half);
    }
    for (int64_t row = 0; row < size; ++row) {
      if ((row & half) != 0)
        continue;
      Value a = rows[row], b = rows[row + half];
      rows[row] = vector::ShuffleOp::create(builder, a, b, low);
      rows[row + half] = vector::ShuffleOp::create(builder, a, b, high);
    }
  }
  cast(type);
}

/// Brings the tile of `operand` to the stack, or from there, if it is written.
/// The lines of the next tile are fetched meanwhile: no prefetcher knows of so
/// many streams.
void Emitter::moveTile(unsigned operand, Scope scope) {
  bool isRead = operand < op.getInputs().size();
  Value tile = tiles.lookup(operand), buffer = buffers[operand];
  int64_t stride = loops[vectorLoop].strides[operand];
  auto isWhole = [&](Value count) {
    std::optional<int64_t> number = getConstantIntValue(count);
    return number && *number % width == 0;
  };
  bool isMasked = !isWhole(tileCount) || !isWhole(chunkCount);
  createFor(getIndex(0), tileCount, width, [&](Value row) {
    createFor(getIndex(0), chunkCount, width, [&](Value column) {
      scope.indices[*tileLoop] = getSum(tileBegin, row);
      scope.indices[vectorLoop] = getSum(chunkBegin, column);
      Value first = getAddress(operand, scope);
      // Elements of the operand that are neighbours, of the lane `lane`.
      auto getPlace = [&](int64_t lane) {
        return getSum(first, getIndex(lane * stride));
      };
      auto getLane = [&](int64_t lane) {
        Scope found;
        if (!isMasked)
          return found;
        Value isActive = builder.createOrFold<arith::CmpIOp>(
            arith::CmpIPredicate::slt, getSum(column, getIndex(lane)),
            chunkCount);
        Value count = builder.createOrFold<arith::SelectOp>(
            isActive, builder.createOrFold<arith::SubIOp>(tileCount, row),
            getIndex(0));
        found.mask = found.memoryMask = vector::CreateMaskOp::create(
            builder, getVector(builder.getI1Type()), count);
        return found;
      };
      auto getPlaceOfRow = [&](int64_t number) {
        Value at = getSum(row, getIndex(number));
        return getSum(builder.createOrFold<arith::MulIOp>(at, getIndex(kTile)),
                      column);
      };
      SmallVector<Value> vectors;
      for (int64_t i = 0; i < width; ++i) {
        if (!isRead) {
          vectors.push_back(loadVector(tile, getPlaceOfRow(i), Value()));
          continue;
        }
        vectors.push_back(
            loadVector(buffer, getPlace(i), getLane(i).memoryMask));
        if (stride >= kFar)
          memref::PrefetchOp::create(
              builder, buffer, getSum(getPlace(i), getIndex(kTile)),
              /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
      }
      transpose(builder, vectors);
      for (int64_t i = 0; i < width; ++i)
        if (isRead)
          storeVector(vectors[i], tile, getPlaceOfRow(i), Value());
        else
          storeOut(operand, vectors[i], getPlace(i), getLane(i));
    });
  });
}

void Emitter::moveTiles(bool areRead, const Scope &scope,
                        function_ref<bool(unsigned)> isMoved) {
  for (auto [operand, tile] : tiles)
    if ((operand < op.getInputs().size()) == areRead && isMoved(operand))
      moveTile(operand, scope);
}

/// Calls `body` for each kTile iterations of `loop`, which a constant says, and
/// for those that are left: where they begin, and how many they are.
void Emitter::walkParts(const Loop &loop,
                        function_ref<void(Value, Value)> body) {
  Value rest =
      builder.createOrFold<arith::RemSIOp>(loop.extent, getIndex(kTile));
  Value whole = builder.createOrFold<arith::SubIOp>(loop.extent, rest);
  if (getConstantIntValue(whole) != 0)
    createFor(getIndex(0), whole, kTile,
              [&](Value begin) { body(begin, getIndex(kTile)); });
  if (getConstantIntValue(rest) != 0)
    createFor(whole, loop.extent, kTile,
              [&](Value begin) { body(begin, rest); });
}

/// Elements alone, of which some go by a tile.
void Emitter::emitTiles(ArrayRef<unsigned> kept) {
  SmallVector<unsigned> outer(kept);
  llvm::erase(outer, *tileLoop);
  findNeeded(stages.front());
  Scope scope;
  scope.indices.resize(loops.size());
  walkKept(outer, std::move(scope), [&](const Scope &inner) {
    walkParts(loops[vectorLoop], [&](Value begin, Value count) {
      chunkBegin = begin;
      chunkCount = count;
      chunkMost = getConstantIntValue(count).value_or(kTile - 1);
      walkParts(loops[*tileLoop], [&](Value begin, Value count) {
        tileBegin = begin;
        tileCount = count;
        auto areAll = [](unsigned) { return true; };
        moveTiles(/*areRead=*/true, inner, areAll);
        createFor(tileBegin, getSum(tileBegin, tileCount), 1, [&](Value row) {
          Scope point = inner;
          point.indices[*tileLoop] = row;
          walkStrips(std::move(point), [&](MutableArrayRef<Scope> strip) {
            computeSlots(stages.front(), strip, {});
          });
        });
        moveTiles(/*areRead=*/false, inner, areAll);
      });
    });
  });
}

/// Rows that are computed many at once, as columns of a tile, or of one for
/// each part of a row.
void Emitter::emitShortRows(const Scope &scope) {
  tileBegin = getIndex(0);
  tileCount = loops[*tileLoop].extent;
  auto areAll = [&](unsigned) { return isWholeTile(); };
  walkParts(loops[vectorLoop], [&](Value begin, Value count) {
    chunkBegin = begin;
    chunkCount = count;
    chunkMost = getConstantIntValue(count).value_or(kTile - 1);
    moveTiles(/*areRead=*/true, scope, areAll);
    emitChunk(scope);
    moveTiles(/*areRead=*/false, scope, areAll);
  });
}

/// Elements alone of which some have no neighbours: as many as a strip has go
/// by before the next strip, while their lines are in a cache.
void Emitter::emitStrips(ArrayRef<unsigned> kept) {
  chunkBegin = getIndex(0);
  chunkCount = loops[vectorLoop].extent;
  chunkMost = kMostColumns;
  Scope scope;
  scope.indices.resize(loops.size());
  findNeeded(stages.front());
  walkStrips(std::move(scope), [&](MutableArrayRef<Scope> strip) {
    walkKept(kept, Scope(strip.front()), [&](Scope inner) {
      SmallVector<Scope> points(strip);
      for (Scope &point : points)
        for (unsigned loop : kept)
          point.indices[loop] = inner.indices[loop];
      computeSlots(stages.front(), points, {});
    });
  });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void Emitter::emit() {
  flatten();
  findLoops();
  chooseVectorLoop();
  gatherShortRows();
  splitPairs();
  findStreamed();
  int64_t terms = 1;
  for (unsigned loop : getLoops(/*isReduced=*/true))
    terms *= loop == vectorLoop
                 ? llvm::divideCeil(loops[loop].size, width * slots)
                 : loops[loop].size;
  isBlocked = terms > 1 && terms > getBlock();
  findStages();
  keepDearValues();
  bool isApart;
  SmallVector<unsigned> kept = getKeptLoops(isApart);
  if (isApart && getLoops(/*isReduced=*/true).empty()) {
    findTiles();
    if (tileLoop)
      emitTiles(kept);
    else
      emitStrips(kept);
  } else {
    Scope scope;
    scope.indices.resize(loops.size());
    walkKept(kept, std::move(scope), [&](Scope inner) {
      if (tileLoop)
        emitShortRows(inner);
      else if (isRowWise())
        emitRow(std::move(inner));
      else
        emitColumns(std::move(inner));
    });
  }
  // What goes past the caches is in no order with what tells that it is done.
  if (!streamed.empty())
    LLVM::FenceOp::create(builder, LLVM::AtomicOrdering::seq_cst);
  op.erase();
}

/// True for a linalg op that is a row kernel to be: it reduces nothing, and
/// elements of some operand that are apart along its last loop are neighbours
/// along another one, for which there are tiles; or what it writes had better
/// go past the caches; or it draws random words, of which several are one
/// block; or it has booleans in memory, which LLVM's vectorizer takes one by
/// one.
static bool isForVectors(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumReductionLoops() > 0 ||
      llvm::any_of(*op.getBody(), [](Operation &inside) {
        return inside.getNumRegions() > 0 || !isPure(&inside);
      }))
    return false;
  bool isTransposing = false;
  auto isBoolean = [](Value operand) {
    return getElementTypeOrSelf(operand).isInteger(1);
  };
  bool isOfVectors = (llvm::any_of(op.getDpsInits(), isStreamed) ||
                      !op.getBody()->getOps<RandomWordOp>().empty() ||
                      llvm::any_of(op->getOperands(), isBoolean)) &&
                     isVectorizable(*op.getBody());
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    SmallVector<int64_t> strides;
    int64_t offset;
    if (!type || failed(type.getStridesAndOffset(strides, offset)) ||
        llvm::any_of(strides, ShapedType::isDynamic))
      return false;
    bool isOut = op.isDpsInit(&operand);
    if (isOut ? !map.isPermutation() || op.payloadUsesValueFromOperand(&operand)
              : !isOfLoops(map))
      return false;
    unsigned last = op.getNumLoops() - 1;
    bool isApart = false, hasNeighbours = false;
    for (auto [expr, stride] : llvm::zip(map.getResults(), strides)) {
      isApart |= expr.isFunctionOfDim(last) && stride != 1;
      hasNeighbours |= isa<AffineDimExpr>(expr) &&
                       !expr.isFunctionOfDim(last) && stride == 1;
    }
    isTransposing |= isApart && hasNeighbours;
  }
  return isTransposing || isOfVectors;
}

/// `apply` as arithmetic, which vectors have, too.
static Value expand(OpBuilder &builder, affine::AffineApplyOp apply,
                    const IRMapping &mapping) {
  auto operands = llvm::map_to_vector(apply.getMapOperands(), [&](Value value) {
    return mapping.lookupOrDefault(value);
  });
  return affine::expandAffineMap(builder, apply.getLoc(), apply.getAffineMap(),
                                 operands)
      ->front();
}

/// The part of `buffer` that `map` reads, which then begins at 0 wherever it
/// has a constant.
static Value takePart(OpBuilder &builder, Value buffer, AffineMap &map) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<AffineExpr> exprs(map.getResults());
  SmallVector<int64_t> offsets(type.getRank(), 0), strides(type.getRank(), 1);
  SmallVector<OpFoldResult> mixed =
      memref::getMixedSizes(builder, buffer.getLoc(), buffer);
  for (auto [dim, expr] : llvm::enumerate(exprs)) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!constant)
      continue;
    offsets[dim] = constant.getValue();
    mixed[dim] = builder.getIndexAttr(1);
    expr = builder.getAffineConstantExpr(0);
  }
  if (llvm::all_of(offsets, [](int64_t offset) { return offset == 0; }))
    return buffer;
  map = AffineMap::get(map.getNumDims(), 0, exprs, builder.getContext());
  return memref::SubViewOp::create(
      builder, buffer.getLoc(), buffer,
      getAsIndexOpFoldResult(builder.getContext(), offsets), mixed,
      getAsIndexOpFoldResult(builder.getContext(), strides));
}

/// The row kernel that `op` is.
static RowKernelOp makeRowKernel(linalg::GenericOp op) {
  OpBuilder builder(op);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<Value> inputs;
  for (auto [input, map] : llvm::zip(op.getDpsInputs(), maps))
    inputs.push_back(takePart(builder, input, map));
  SmallVector<Value> results;
  auto kernel = RowKernelOp::create(
      builder, op.getLoc(), inputs, op.getDpsInits(), maps, ArrayRef<int64_t>(),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(op.getRegionInputArgs(), arguments);
        for (Operation &inside : op.getBody()->without_terminator())
          if (auto index = dyn_cast<linalg::IndexOp>(inside))
            mapping.map(index.getResult(),
                        Value(IndexOp::create(
                            builder, loc, builder.getIndexType(),
                            builder.getI64IntegerAttr(index.getDim()))));
          else if (auto apply = dyn_cast<affine::AffineApplyOp>(inside))
            mapping.map(apply.getResult(), expand(builder, apply, mapping));
          else
            builder.clone(inside, mapping);
        for (Value value : op.getBody()->getTerminator()->getOperands())
          results.push_back(mapping.lookupOrDefault(value));
        return ValueRange(results);
      });
  op.erase();
  return kernel;
}

namespace {
struct AmpVectorizeRowKernelsPass
    : public amprt::impl::AmpVectorizeRowKernelsPassBase<
          AmpVectorizeRowKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<RowKernelOp> kernels;
    getOperation().walk([&](RowKernelOp op) { kernels.push_back(op); });
    SmallVector<linalg::GenericOp> generics;
    getOperation().walk([&](linalg::GenericOp op) {
      if (isForVectors(op))
        generics.push_back(op);
    });
    for (linalg::GenericOp op : generics)
      kernels.push_back(makeRowKernel(op));
    for (RowKernelOp op : kernels)
      if (op->getNumResults() != 0) {
        op.emitOpError("is on tensors; bufferize before "
                       "amp-vectorize-row-kernels");
        return signalPassFailure();
      }
    for (RowKernelOp op : kernels)
      Emitter(op, vectorBits).emit();
  }
};
} // namespace
