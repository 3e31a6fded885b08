//===- GpuRows.cpp - Kernels that combine ---------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A unit is what a group of threads combines: a row, or neighbouring columns.
// Threads of a group are spread over the reduced points. Where vectors lie
// along a reduced loop ("rows"), a unit is one point of the others and the
// group has neighbouring threads; where they lie along another one ("columns"),
// a unit is a vector of them, neighbouring threads have neighbouring units, and
// a group's threads are a unit's width apart. In which order values are
// combined depends on shapes alone.

#include "GpuKernels.h"

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amprt;

/// Elements of a row that a thread keeps in registers, in a block of which each
/// has 64 and in a smaller one, and vectors of them.
static constexpr int64_t kMostHeld = 32, kMostHeldOfSmallBlock = 64,
                         kMostHeldVectors = 8;
/// Vectors of a row for a thread of a group that is not small.
static constexpr int64_t kVectorsPerThread = 4;
/// Points of a thread before blocks share a row or a column, and the fewest of
/// such a block: what blocks give to one another is little beside them.
static constexpr int64_t kSharedPointsOfRow = 16, kSharedPointsOfColumn = 8,
                         kLeastOfRow = 128, kLeastOfColumn = 64;
/// Points of all below which a second block is not worth what it costs.
static constexpr int64_t kLeastPoints = 1 << 15;
/// Units, or neighbouring ones, of which blocks have a part: counters.
static constexpr int64_t kMostShared = 1024;
/// Unrolled iterations, so that several loads are on their way.
static constexpr int64_t kUnrolled = 4;
/// Elements of an array of which some may be left over: a warp has a vector
/// each, of 16 bytes.
static constexpr int64_t kLeastWithRest = 512;
/// Ops of a body that is unrolled.
static constexpr int64_t kMostUnrolled = 64;

namespace {
/// A value of the body that is combined over the reduced loops.
struct Reduction {
  Value value, result;
  std::function<Value(OpBuilder &, Value, Value)> combine;
  TypedAttr neutral;
  /// Of an op of linalg: what it is added to.
  std::optional<unsigned> destination;
};

/// The body, as values of points and of rows. A stage is what must have been
/// combined before: 0 is nothing.
struct RowBody {
  SmallVector<Reduction> reductions;
  llvm::SetVector<Value> ofRow;
  DenseMap<Value, unsigned> stages;
  unsigned numStages = 0;

  /// Fails if the op cannot be written so.
  LogicalResult analyse(const GpuSpace &space);
};
} // namespace

/// What `op`, one of the body, uses of the body.
static SmallVector<Value> getUsed(Operation *op) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  used.insert(op->operand_begin(), op->operand_end());
  return used.takeVector();
}

/// The reductions of an op of linalg, each by one op.
static LogicalResult findReductions(linalg::LinalgOp op, RowBody &body) {
  ArrayRef<BlockArgument> carried = op.getRegionOutputArgs();
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    SmallVector<Operation *> combiners;
    if (!matchReduction(carried, i, combiners) || combiners.size() != 1)
      return failure();
    Operation *combiner = combiners.front();
    std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
    if (!neutral || combiner->getNumOperands() != 2)
      return failure();
    Value accumulator = carried[i];
    unsigned place = combiner->getOperand(0) == accumulator ? 0 : 1;
    Value value = combiner->getOperand(1 - place);
    if (!accumulator.hasOneUse() || value == accumulator)
      return failure();
    body.reductions.push_back(
        {value, combiner->getResult(0),
         [=](OpBuilder &builder, Value a, Value b) {
           IRMapping mapping;
           mapping.map(accumulator, a);
           mapping.map(value, b);
           return builder.clone(*combiner, mapping)->getResult(0);
         },
         *neutral, i});
  }
  return success();
}

LogicalResult RowBody::analyse(const GpuSpace &space) {
  Block &block = space.getBody();
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(space.op)) {
    if (failed(findReductions(linalgOp, *this)))
      return failure();
  } else {
    for (auto reduce : block.getOps<ReduceOp>())
      reductions.push_back({reduce.getValue(), reduce.getResult(),
                            [=](OpBuilder &builder, Value a, Value b) {
                              ReduceOp op = reduce;
                              return op.combine(builder, a, b);
                            },
                            ReduceOp(reduce).getNeutral(), std::nullopt});
  }
  DenseMap<Value, const Reduction *> results;
  for (const Reduction &reduction : reductions)
    results[reduction.result] = &reduction;
  for (auto [argument, access] :
       llvm::zip(block.getArguments(), space.accesses))
    if (space.isOfRow(access))
      ofRow.insert(argument);
  for (Operation &op : block.without_terminator()) {
    unsigned stage = 0;
    bool isOfRow = true;
    for (Value operand : getUsed(&op)) {
      stage = std::max(stage, stages.lookup(operand));
      isOfRow &= operand.getParentBlock() != &block || ofRow.contains(operand);
    }
    auto isKept = [&](unsigned dim) {
      return llvm::none_of(space.loops, [&](const GpuLoop &loop) {
        return loop.isReduced && llvm::is_contained(loop.dims, dim);
      });
    };
    if (auto index = dyn_cast<linalg::IndexOp>(op))
      isOfRow = isKept(index.getDim());
    if (auto index = dyn_cast<IndexOp>(op))
      isOfRow = isKept(index.getLoop());
    for (Value result : op.getResults()) {
      bool isCombined = results.contains(result);
      stages[result] = stage + isCombined;
      numStages = std::max(numStages, stage + isCombined);
      if (isOfRow || isCombined)
        ofRow.insert(result);
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

namespace {
class RowsKernel : public GpuKernel {
public:
  RowsKernel(const GpuSpace &space, RowBody body);
  void emit(GpuWriter &writer) override;

  /// True if blocks would share units, were it not that they go through them
  /// again.
  bool needsLevels = false;

private:
  using Lanes = SmallVector<Value>;
  /// A vector of reduced points of a thread, or one such point of a vector of
  /// columns.
  struct Piece {
    GpuPoint point;
    /// Null if it is there for certain.
    Value isInside;
    SmallVector<IRMapping> known;
  };

  bool isFlat() const;
  void chooseRows();
  void chooseColumns();
  void chooseParts(int64_t tiles);
  bool isShared() const { return parts > 1; }

  void openThread();
  Piece makePiece(Value number, bool isGuarded);
  Piece makeRest();
  /// Loads what `values` of the body need at a piece.
  void load(Piece &piece, ArrayRef<Value> values);
  Value compute(Piece &piece, Value value, int64_t lane);
  void computeOfRow(unsigned stage);
  void setResult(const Reduction &reduction, const Lanes &combined);
  bool isOut(unsigned destination, bool ofRow) const;
  Value getYielded(unsigned destination) const {
    return space.getBody().getTerminator()->getOperand(destination);
  }
  unsigned getStage(unsigned destination) const;
  void choosePasses();

  void emitStage(unsigned stage);
  SmallVector<Lanes> combinePieces(ArrayRef<const Reduction *> stage);
  void addPiece(Piece &piece, ArrayRef<const Reduction *> stage,
                SmallVector<Lanes> &sums);
  void addRest(ArrayRef<const Reduction *> stage, SmallVector<Lanes> &sums);
  void forEachPiece(SmallVector<Lanes> &sums,
                    function_ref<void(ArrayRef<Piece>, SmallVector<Lanes> &)>);
  Lanes combineGroup(const Reduction &reduction, Lanes lanes);
  Lanes combineRow(const Reduction &reduction, Value value);
  Lanes combineColumns(const Reduction &reduction, const Lanes &lanes);
  Value combineAll(const Reduction &reduction, SmallVector<Value> values);
  Value shuffle(Value value, int64_t distance);
  void emitLastBlock();
  void storePiece(Piece &piece, ArrayRef<unsigned> destinations);
  void storePoints();
  void storeRows();

  RowBody body;
  bool isColumns = false;
  /// The loop of vectors, and their size.
  std::optional<unsigned> vectorLoop;
  int64_t size = 1;
  SmallVector<unsigned> keptLoops, reducedLoops;
  /// Units, and those of a block; threads of a group.
  int64_t units, width = 1, group = 1;
  /// Reduced vectors (points of columns), parts of a unit for blocks, vectors
  /// of a part, pieces of a thread.
  int64_t vectors, parts = 1, vectorsOfPart, pieces;
  /// Elements behind the last vector, fewer than a group has threads.
  int64_t rest = 0;
  bool isHeld = false;
  /// What has an element for each point, by the stage whose elements it is
  /// stored with; what is behind the last stage is stored at the end.
  SmallVector<SmallVector<unsigned>> passes;
  /// True if the body may compute with anything: what is not there is not
  /// loaded. Else it is the first again.
  bool isTotal = true;

  // While it is written.
  GpuWriter *writer = nullptr;
  /// Number in the group, the unit's in the block, the tile and the part; the
  /// first vector of the part.
  Value member, unit, tile, part;
  /// Null if every unit is there.
  Value isUnit;
  GpuPoint rowPoint;
  /// What is known of rows: one, or one for each of the columns.
  SmallVector<IRMapping> known;
  SmallVector<Piece> held;
  /// Shared memory of columns, by type.
  DenseMap<Type, Value> places;
};
} // namespace

static int64_t nextPowerOf2(int64_t value) {
  return static_cast<int64_t>(llvm::PowerOf2Ceil(std::max<int64_t>(value, 1)));
}

RowsKernel::RowsKernel(const GpuSpace &space, RowBody theBody)
    : GpuKernel(space), body(std::move(theBody)) {
  vectorLoop = space.findVectorLoop();
  isColumns = vectorLoop && !space.loops[*vectorLoop].isReduced;
  keptLoops = space.getLoops(/*isReduced=*/false, vectorLoop);
  reducedLoops = space.getLoops(/*isReduced=*/true, vectorLoop);
  if (vectorLoop)
    size = space.getVectorSize(*vectorLoop, /*mayHaveRest=*/isFlat());
  int64_t ops = static_cast<int64_t>(space.getBody().getOperations().size());
  while (size > 1 && size * ops > kMostClones)
    size /= 2;
  units = space.countPoints(/*isReduced=*/false);
  vectors = space.countPoints(/*isReduced=*/true);
  if (isFlat())
    rest = vectors % size;
  (isColumns ? units : vectors) /= size;
  if (isColumns)
    chooseColumns();
  else
    chooseRows();
  int64_t tiles = llvm::divideCeil(units, width);
  vectorsOfPart = vectors;
  chooseParts(tiles);
  blocks = tiles * parts;
  pieces = llvm::divideCeil(vectorsOfPart, group);
  int64_t most = threads > kGpuBlockSize ? kMostHeld : kMostHeldOfSmallBlock;
  isHeld = pieces <= kMostHeldVectors && pieces * size <= most &&
           pieces * size * ops <= kMostClones;
  choosePasses();
  for (Operation &op : space.getBody().without_terminator())
    isTotal &=
        op.getNumRegions() == 0 &&
        !isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
  auto numReductions = static_cast<int64_t>(body.reductions.size());
  if (isColumns ? group > 1 : group > 32)
    sharedBytes = numReductions * 8 * (isColumns ? threads * size : 32);
  if (isShared())
    for (const Reduction &reduction : body.reductions)
      scratch.push_back(
          MemRefType::get({parts * units * (isColumns ? size : 1)},
                          getGpuMemoryType(reduction.value.getType())));
}

/// True for one long row of neighbours that is combined and nothing else: its
/// last elements need not fill a vector.
bool RowsKernel::isFlat() const {
  auto isOfRow = [&](unsigned destination) {
    return isOut(destination, /*ofRow=*/true);
  };
  return vectorLoop && !isColumns && keptLoops.empty() &&
         reducedLoops.size() == 1 && body.numStages == 1 &&
         space.loops[*vectorLoop].size >= kLeastWithRest &&
         llvm::all_of(llvm::seq(space.numDestinations), isOfRow);
}

/// A part of a warp for a short row, a warp, or a block.
void RowsKernel::chooseRows() {
  int64_t most = std::min<int64_t>(1024, nextPowerOf2(vectors));
  group = std::clamp(nextPowerOf2(llvm::divideCeil(vectors, kVectorsPerThread)),
                     std::min<int64_t>(most, 32), most);
  while (group < most && units * group < kFullGpu)
    group *= 2;
  threads = group <= 32 ? kGpuBlockSize : group;
  while (threads > 32 && units * group <= threads / 2)
    threads /= 2;
  width = threads / group;
}

/// Neighbouring columns for the threads of a warp, if there are so many, and
/// rows for the others.
void RowsKernel::chooseColumns() {
  width = std::min<int64_t>(32, nextPowerOf2(units));
  while (group < kGpuBlockSize / width && units * group < kFullGpu &&
         vectors > group * kVectorsPerThread)
    group *= 2;
  width = std::min(kGpuBlockSize / group, std::max(width, nextPowerOf2(units)));
  threads = std::max<int64_t>(32, width * group);
  width = threads / group;
}

/// Few units are shared by blocks, if no element needs what they combine to.
void RowsKernel::chooseParts(int64_t tiles) {
  if (tiles > kMostShared || tiles >= kFullGpuBlocks ||
      units * vectors * size < kLeastPoints)
    return;
  int64_t most = isColumns
                     ? std::min(vectors / (group * kSharedPointsOfColumn),
                                vectors / kLeastOfColumn)
                     : std::min(vectors * size / (group * kSharedPointsOfRow),
                                vectors * size / kLeastOfRow);
  most = std::min({most, llvm::divideCeilSigned(kFullGpuBlocks, tiles),
                   isColumns ? group * 16 : group});
  if (most < 2)
    return;
  needsLevels = body.numStages > 1;
  for (unsigned i = 0; i < space.numDestinations; ++i)
    needsLevels |= isOut(i, /*ofRow=*/false) && getStage(i) > 0;
  if (needsLevels)
    return;
  vectorsOfPart = llvm::divideCeil(vectors, most * group) * group;
  parts = llvm::divideCeil(vectors, vectorsOfPart);
}

bool RowsKernel::isOut(unsigned destination, bool ofRow) const {
  return space.isOfRow(space.getDestinations()[destination]) == ofRow;
}

/// The stage that must be over before its elements are computed.
unsigned RowsKernel::getStage(unsigned destination) const {
  return body.stages.lookup(getYielded(destination));
}

/// Elements that are not kept are loaded once for a stage and for all that is
/// computed of them then. What writes over an input waits for the last time.
void RowsKernel::choosePasses() {
  passes.resize(body.numStages + 2);
  unsigned last = body.numStages + 1;
  SmallVector<unsigned> inPlace;
  for (unsigned i = 0; i < space.numDestinations; ++i) {
    if (isOut(i, /*ofRow=*/true))
      continue;
    BufferRegion region = getRegion(space.getDestinations()[i].operand->get());
    bool isInPlace =
        llvm::any_of(ArrayRef(space.accesses).drop_back(space.numDestinations),
                     [&](const GpuAccess &access) {
                       return access.isBuffer &&
                              getRegion(access.operand->get()).overlaps(region);
                     });
    if (!isHeld && isInPlace)
      inPlace.push_back(i);
    else
      passes[isHeld ? last : getStage(i) + 1].push_back(i);
  }
  bool isLast =
      !passes[last].empty() || llvm::any_of(inPlace, [&](unsigned destination) {
        return getStage(destination) + 1 != body.numStages;
      });
  passes[isLast ? last : body.numStages].append(inPlace);
}

//===----------------------------------------------------------------------===//
// Threads and pieces
//===----------------------------------------------------------------------===//

void RowsKernel::openThread() {
  GpuWriter &w = *writer;
  Value thread = w.getThread(), block = w.getBlock();
  tile = w.div(block, parts);
  part = isShared() ? w.rem(block, parts) : Value();
  Value inBlock;
  if (isColumns) {
    inBlock = w.rem(thread, width);
    member = w.div(thread, width);
  } else {
    member = w.rem(thread, group);
    inBlock = w.div(thread, group);
  }
  unit = width == 1 ? tile : w.add(w.mul(tile, width), inBlock);
  if (units % width != 0) {
    // They repeat the tile's first unit, so that all threads meet at barriers:
    // what blocks of another tile combine is not theirs to read.
    isUnit = w.isLess(unit, units);
    unit = w.select(isUnit, unit, w.mul(tile, width));
  }
  rowPoint.assign(space.loops.size(), Value());
  Value number = unit;
  ArrayRef<unsigned> loops = keptLoops;
  if (isColumns) {
    int64_t inner = space.loops[*vectorLoop].size / size;
    loops = loops.drop_back();
    rowPoint[*vectorLoop] =
        w.mul(loops.empty() ? number : w.rem(number, inner), size);
    number = w.div(number, inner);
  }
  if (!loops.empty())
    w.setPoint(rowPoint, loops, number);
  known.resize(isColumns ? size : 1);
  // Rows' elements have no index of a reduced loop.
  for (auto [argument, access] :
       llvm::zip(space.getBody().getArguments(), space.accesses)) {
    if (!body.ofRow.contains(argument) || space.isDestination(access) ||
        !space.isRead(argument))
      continue;
    Lanes lanes =
        w.load(access, rowPoint, isColumns ? *vectorLoop : 0, known.size());
    for (auto [map, value] : llvm::zip(known, lanes))
      map.map(argument, value);
  }
}

/// The piece number `number` of the thread's: they are a group apart.
RowsKernel::Piece RowsKernel::makePiece(Value number, bool isGuarded) {
  GpuWriter &w = *writer;
  Piece piece;
  Value vector = w.add(w.mul(number, group), member);
  if (part)
    vector = w.add(w.mul(part, vectorsOfPart), vector);
  if (isGuarded) {
    // What is not there is not combined.
    piece.isInside = w.isLess(vector, vectors);
    vector = w.select(piece.isInside, vector, w.integer(0));
  }
  piece.point = rowPoint;
  ArrayRef<unsigned> loops = reducedLoops;
  if (!isColumns && vectorLoop) {
    int64_t inner = space.loops[*vectorLoop].size / size;
    loops = loops.drop_back();
    piece.point[*vectorLoop] =
        w.mul(loops.empty() ? vector : w.rem(vector, inner), size);
    vector = w.div(vector, inner);
  }
  if (!loops.empty())
    w.setPoint(piece.point, loops, vector);
  piece.known.resize(size);
  return piece;
}

/// The element behind the last vector that is the thread's, if it has one.
RowsKernel::Piece RowsKernel::makeRest() {
  GpuWriter &w = *writer;
  Piece piece;
  piece.isInside = w.isLess(member, rest);
  if (part)
    piece.isInside = w.both(piece.isInside, w.isEqual(part, 0));
  piece.point = rowPoint;
  piece.point[*vectorLoop] =
      w.select(piece.isInside, w.add(member, vectors * size), w.integer(0));
  piece.known.resize(1);
  return piece;
}

void RowsKernel::load(Piece &piece, ArrayRef<Value> values) {
  llvm::SetVector<Value> needed(values.begin(), values.end());
  for (size_t i = 0; i < needed.size(); ++i)
    if (Operation *op = needed[i].getDefiningOp();
        op && op->getBlock() == &space.getBody() &&
        !body.ofRow.contains(needed[i]))
      for (Value used : getUsed(op))
        needed.insert(used);
  SmallVector<std::pair<BlockArgument, const GpuAccess *>> loads;
  SmallVector<Type> types;
  for (auto [argument, access] :
       llvm::zip(space.getBody().getArguments(), space.accesses)) {
    if (!needed.contains(argument) || body.ofRow.contains(argument))
      continue;
    loads.emplace_back(argument, &access);
    types.append(piece.known.size(), access.type);
  }
  auto lanes = static_cast<int64_t>(piece.known.size());
  auto loadAll = [&] {
    Lanes all;
    for (auto [argument, access] : loads)
      all.append(
          writer->load(*access, piece.point, vectorLoop.value_or(0), lanes));
    return all;
  };
  Lanes all;
  if (!piece.isInside || !isTotal || loads.empty()) {
    all = loadAll();
  } else {
    OpBuilder &builder = writer->builder;
    auto ifOp = scf::IfOp::create(builder, writer->loc, types, piece.isInside,
                                  /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(ifOp.thenBlock());
    scf::YieldOp::create(builder, writer->loc, loadAll());
    builder.setInsertionPointToStart(ifOp.elseBlock());
    Lanes zeros;
    for (Type type : types)
      zeros.push_back(writer->constant(builder.getZeroAttr(type)));
    scf::YieldOp::create(builder, writer->loc, zeros);
    all = llvm::to_vector_of<Value>(ifOp.getResults());
  }
  for (auto [i, load] : llvm::enumerate(loads))
    for (auto [lane, map] : llvm::enumerate(piece.known))
      map.map(load.first, all[i * piece.known.size() + lane]);
}

/// A value of the body at an element of a piece.
Value RowsKernel::compute(Piece &piece, Value value, int64_t lane) {
  IRMapping &ofRow = known[isColumns ? lane : 0];
  if (body.ofRow.contains(value))
    return ofRow.lookup(value);
  IRMapping &ofPiece = piece.known[lane];
  if (Value done = ofPiece.lookupOrNull(value))
    return done;
  Operation *op = value.getDefiningOp();
  if (op && op->getBlock() == &space.getBody())
    for (Value used : getUsed(op))
      ofPiece.map(used, compute(piece, used, lane));
  GpuPoint at = piece.point;
  if (lane > 0)
    at[*vectorLoop] = writer->add(at[*vectorLoop], lane);
  return writer->compute(value, at, ofPiece);
}

/// Computes the values of rows that need `stage`, and no later one.
void RowsKernel::computeOfRow(unsigned stage) {
  for (auto [lane, map] : llvm::enumerate(known)) {
    GpuPoint at = rowPoint;
    if (lane > 0)
      at[*vectorLoop] = writer->add(at[*vectorLoop], lane);
    for (Value value : body.ofRow)
      if (body.stages.lookup(value) == stage && value.getDefiningOp() &&
          !map.contains(value))
        writer->compute(value, at, map);
  }
}

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

/// Neighbours, then neighbours of those.
Value RowsKernel::combineAll(const Reduction &reduction,
                             SmallVector<Value> values) {
  while (values.size() > 1) {
    SmallVector<Value> next;
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      next.push_back(
          reduction.combine(writer->builder, values[i], values[i + 1]));
    if (values.size() % 2 != 0)
      next.push_back(values.back());
    values = std::move(next);
  }
  return values.front();
}

/// What the thread whose number differs by the bit `distance` has.
Value RowsKernel::shuffle(Value value, int64_t distance) {
  OpBuilder &builder = writer->builder;
  Location loc = writer->loc;
  Type type = value.getType(), word = builder.getI32Type();
  auto exchange = [&](Value half) -> Value {
    Value offset = arith::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(static_cast<int>(distance)));
    Value width =
        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(32));
    return gpu::ShuffleOp::create(builder, loc, half, offset, width,
                                  gpu::ShuffleMode::XOR)
        .getShuffleResult();
  };
  unsigned bits = type.getIntOrFloatBitWidth();
  Type asInteger = builder.getIntegerType(bits);
  if (type != asInteger)
    value = arith::BitcastOp::create(builder, loc, asInteger, value);
  if (bits > 32) {
    Value shift = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(asInteger, 32));
    Value low = arith::TruncIOp::create(builder, loc, word, value);
    Value high = arith::TruncIOp::create(
        builder, loc, word, arith::ShRUIOp::create(builder, loc, value, shift));
    low = arith::ExtUIOp::create(builder, loc, asInteger, exchange(low));
    high = arith::ExtUIOp::create(builder, loc, asInteger, exchange(high));
    value = arith::OrIOp::create(
        builder, loc, low, arith::ShLIOp::create(builder, loc, high, shift));
  } else if (bits == 32) {
    value = exchange(value);
  } else {
    value = exchange(arith::ExtUIOp::create(builder, loc, word, value));
    value = arith::TruncIOp::create(builder, loc, asInteger, value);
  }
  if (type != asInteger)
    value = arith::BitcastOp::create(builder, loc, type, value);
  return value;
}

/// In a warp by exchanges, between warps in shared memory. Every thread has the
/// result.
RowsKernel::Lanes RowsKernel::combineRow(const Reduction &reduction,
                                         Value value) {
  GpuWriter &w = *writer;
  auto exchange = [&](int64_t threads) {
    for (int64_t distance = threads / 2; distance > 0; distance /= 2)
      value = reduction.combine(w.builder, value, shuffle(value, distance));
  };
  exchange(std::min<int64_t>(group, 32));
  if (group <= 32)
    return {value};
  int64_t warps = group / 32;
  Value place = w.addShared(value.getType(), warps);
  w.onlyIf(w.isEqual(w.rem(member, 32), 0),
           [&] { w.storeTo(place, w.div(member, 32), value); });
  w.barrier(threads);
  value = w.loadFrom(place, w.rem(member, warps), value.getType());
  exchange(warps);
  return {value};
}

/// In shared memory, in the order of the group's threads. Every thread has the
/// result.
RowsKernel::Lanes RowsKernel::combineColumns(const Reduction &reduction,
                                             const Lanes &lanes) {
  if (group == 1)
    return lanes;
  GpuWriter &w = *writer;
  Type type = lanes.front().getType();
  // One buffer for all of a type: what is left of the last is read by then.
  Value &place = places[type];
  if (place)
    w.barrier(threads);
  else
    place = w.addShared(type, threads * size);
  Value thread = w.getThread(), first = w.rem(thread, width);
  for (auto [lane, value] : llvm::enumerate(lanes))
    w.storeTo(place, w.add(thread, static_cast<int64_t>(lane) * threads),
              value);
  w.barrier(threads);
  Lanes combined;
  for (int64_t lane = 0; lane < size; ++lane) {
    SmallVector<Value> values;
    for (int64_t i = 0; i < group; ++i)
      values.push_back(
          w.loadFrom(place, w.add(first, lane * threads + i * width), type));
    combined.push_back(combineAll(reduction, std::move(values)));
  }
  return combined;
}

/// What the threads of a group have, with the lanes of a row combined.
RowsKernel::Lanes RowsKernel::combineGroup(const Reduction &reduction,
                                           Lanes lanes) {
  if (isColumns)
    return combineColumns(reduction, lanes);
  return combineRow(reduction, combineAll(reduction, std::move(lanes)));
}

/// Adds the values at a piece to `sums`.
void RowsKernel::addPiece(Piece &piece, ArrayRef<const Reduction *> stage,
                          SmallVector<Lanes> &sums) {
  for (auto [reduction, lanes] : llvm::zip(stage, sums)) {
    Value neutral;
    for (size_t lane = 0; lane < piece.known.size(); ++lane) {
      Value value =
          compute(piece, reduction->value, static_cast<int64_t>(lane));
      if (piece.isInside) {
        if (!neutral)
          neutral = writer->constant(reduction->neutral);
        value = writer->select(piece.isInside, value, neutral);
      }
      lanes[lane] =
          lanes[lane] ? reduction->combine(writer->builder, lanes[lane], value)
                      : value;
    }
  }
}

/// Adds what is behind the last vector to the sums of the first lane.
void RowsKernel::addRest(ArrayRef<const Reduction *> stage,
                         SmallVector<Lanes> &sums) {
  if (rest == 0)
    return;
  SmallVector<Value> needed;
  for (const Reduction *reduction : stage)
    needed.push_back(reduction->value);
  Piece piece = makeRest();
  load(piece, needed);
  addPiece(piece, stage, sums);
}

/// Calls `add` with pieces, some at a time, inside of loops if they are many.
/// What `sums` are is carried.
void RowsKernel::forEachPiece(
    SmallVector<Lanes> &sums,
    function_ref<void(ArrayRef<Piece>, SmallVector<Lanes> &)> add) {
  GpuWriter &w = *writer;
  OpBuilder &builder = w.builder;
  // Pieces of which all threads have all.
  int64_t full = vectors == parts * vectorsOfPart ? vectorsOfPart / group
                 : isShared()                     ? 0
                                                  : vectors / group;
  auto ops = static_cast<int64_t>(space.getBody().getOperations().size());
  int64_t atOnce = ops * size * kUnrolled <= kMostUnrolled * 16 ? kUnrolled : 1;
  auto loop = [&](int64_t begin, int64_t end, int64_t step, bool isGuarded) {
    if (begin >= end)
      return;
    SmallVector<Value> carried;
    for (Lanes &lanes : sums)
      carried.append(lanes);
    auto forOp = scf::ForOp::create(builder, w.loc, w.integer(begin),
                                    w.integer(end), w.integer(step), carried);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(forOp.getBody());
    SmallVector<Lanes> inside;
    size_t next = 0;
    for (Lanes &lanes : sums) {
      inside.emplace_back();
      for (size_t i = 0; i < lanes.size(); ++i)
        inside.back().push_back(forOp.getRegionIterArgs()[next++]);
    }
    SmallVector<Piece> some;
    for (int64_t i = 0; i < step; ++i)
      some.push_back(makePiece(w.add(forOp.getInductionVar(), i), isGuarded));
    add(some, inside);
    SmallVector<Value> results;
    for (Lanes &lanes : inside)
      results.append(lanes);
    if (!results.empty())
      scf::YieldOp::create(builder, w.loc, results);
    next = 0;
    for (Lanes &lanes : sums)
      for (Value &value : lanes)
        value = forOp.getResult(next++);
  };
  int64_t unrolled = full / atOnce * atOnce;
  loop(0, unrolled, atOnce, /*isGuarded=*/false);
  loop(unrolled, full, 1, /*isGuarded=*/false);
  int64_t guarded = full + (pieces - full) / atOnce * atOnce;
  loop(full, guarded, atOnce, /*isGuarded=*/true);
  loop(guarded, pieces, 1, /*isGuarded=*/true);
}

/// What a thread's pieces combine to.
SmallVector<RowsKernel::Lanes>
RowsKernel::combinePieces(ArrayRef<const Reduction *> stage) {
  SmallVector<Lanes> sums;
  if (isHeld) {
    for (const Reduction *reduction : stage)
      sums.push_back(Lanes(
          size, held.empty() ? writer->constant(reduction->neutral) : Value()));
    for (Piece &piece : held)
      addPiece(piece, stage, sums);
    addRest(stage, sums);
    return sums;
  }
  SmallVector<Value> needed;
  for (const Reduction *reduction : stage) {
    sums.push_back(Lanes(size, writer->constant(reduction->neutral)));
    needed.push_back(reduction->value);
  }
  unsigned number = body.stages.lookup(stage.front()->result);
  for (unsigned destination : passes[number])
    needed.push_back(getYielded(destination));
  forEachPiece(sums, [&](ArrayRef<Piece> some, SmallVector<Lanes> &inside) {
    SmallVector<Piece> loaded(some);
    for (Piece &piece : loaded)
      load(piece, needed);
    for (Piece &piece : loaded)
      addPiece(piece, stage, inside);
    for (Piece &piece : loaded)
      storePiece(piece, passes[number]);
  });
  addRest(stage, sums);
  return sums;
}

void RowsKernel::setResult(const Reduction &reduction, const Lanes &combined) {
  for (auto [map, value] : llvm::zip(known, combined))
    map.map(reduction.result, value);
}

void RowsKernel::emitStage(unsigned stage) {
  SmallVector<const Reduction *> reductions;
  for (const Reduction &reduction : body.reductions)
    if (body.stages.lookup(reduction.result) == stage)
      reductions.push_back(&reduction);
  SmallVector<Lanes> sums = combinePieces(reductions);
  for (auto [reduction, lanes] : llvm::zip(reductions, sums))
    setResult(*reduction, combineGroup(*reduction, lanes));
  if (!isShared())
    computeOfRow(stage);
}

//===----------------------------------------------------------------------===//
// Blocks that share a unit
//===----------------------------------------------------------------------===//

/// The counters of blocks that have finished: zero between kernels, which run
/// one after the other.
static Value getCounters(GpuWriter &writer) {
  StringRef name = "finished_blocks";
  OpBuilder &builder = writer.builder;
  auto module = writer.kernel->getParentOfType<gpu::GPUModuleOp>();
  auto type = MemRefType::get({kMostShared}, builder.getI32Type(), nullptr,
                              builder.getI64IntegerAttr(1));
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    memref::GlobalOp::create(
        builder, writer.loc, name, builder.getStringAttr("private"), type,
        DenseElementsAttr::get(
            RankedTensorType::get({kMostShared}, builder.getI32Type()),
            builder.getI32IntegerAttr(0)),
        /*constant=*/false, /*alignment=*/nullptr);
  }
  return memref::GetGlobalOp::create(builder, writer.loc, type, name);
}

/// Each block writes what it has combined; the one that finishes last combines
/// that, in the order of the blocks, and writes the results.
void RowsKernel::emitLastBlock() {
  GpuWriter &w = *writer;
  OpBuilder &builder = w.builder;
  Location loc = w.loc;
  int64_t lanes = isColumns ? size : 1;
  auto fence = [&] {
    NVVM::MembarOp::create(builder, loc,
                           NVVM::MemScopeKindAttr::get(
                               builder.getContext(), NVVM::MemScopeKind::GPU));
  };
  Value isFirst = w.both(w.isEqual(member, 0), isUnit);
  // What threads read side by side lies so: parts of a row, units of columns.
  auto getPlace = [&](Value part, int64_t lane) {
    return isColumns ? w.add(w.mul(w.add(w.mul(part, size), lane), units), unit)
                     : w.add(w.mul(unit, parts), part);
  };
  w.onlyIf(isFirst, [&] {
    for (auto [reduction, place] : llvm::zip(body.reductions, w.scratch))
      for (int64_t lane = 0; lane < lanes; ++lane)
        w.storeTo(place, getPlace(part, lane),
                  known[lane].lookup(reduction.result));
  });
  w.barrier(threads);
  Value ticket = w.addShared(builder.getI32Type(), 1);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value none =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(1));
  Value last = arith::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(static_cast<int>(parts - 1)));
  Value isThread0 = w.isEqual(w.getThread(), 0);
  Value counters = getCounters(w);
  Value counter = w.toIndex(tile);
  w.onlyIf(isThread0, [&] {
    fence();
    Value before = memref::AtomicRMWOp::create(
        builder, loc, arith::AtomicRMWKind::addi, one, counters, counter);
    fence();
    memref::StoreOp::create(builder, loc, before, ticket, zero);
    Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         before, last);
    w.onlyIf(isLast, [&] {
      memref::AtomicRMWOp::create(builder, loc, arith::AtomicRMWKind::assign,
                                  none, counters, counter);
    });
  });
  w.barrier(threads);
  Value before = memref::LoadOp::create(builder, loc, ticket, zero);
  Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       before, last);
  w.onlyIf(isLast, [&] {
    for (auto [reduction, place] : llvm::zip(body.reductions, w.scratch)) {
      SmallVector<Lanes> all(lanes);
      for (int64_t i = 0; i < parts; i += group) {
        Value number = w.add(member, i);
        Value isPart = i + group <= parts ? Value() : w.isLess(number, parts);
        number = w.select(isPart, number, w.integer(0));
        for (int64_t lane = 0; lane < lanes; ++lane) {
          Value value = w.loadFrom(place, getPlace(number, lane),
                                   reduction.value.getType());
          all[lane].push_back(w.select(
              isPart, value, isPart ? w.constant(reduction.neutral) : Value()));
        }
      }
      Lanes mine;
      for (Lanes &values : all)
        mine.push_back(combineAll(reduction, std::move(values)));
      setResult(reduction, isColumns ? combineColumns(reduction, mine)
                                     : combineRow(reduction, mine.front()));
    }
    computeOfRow(1);
    storeRows();
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Computes the elements of `destinations` at a piece, and stores them.
void RowsKernel::storePiece(Piece &piece, ArrayRef<unsigned> destinations) {
  if (destinations.empty())
    return;
  SmallVector<Lanes> results;
  for (unsigned destination : destinations) {
    Lanes &lanes = results.emplace_back();
    for (int64_t lane = 0; lane < size; ++lane)
      lanes.push_back(compute(piece, getYielded(destination), lane));
  }
  writer->onlyIf(writer->both(isUnit, piece.isInside), [&] {
    for (auto [number, lanes] : llvm::zip(destinations, results))
      writer->store(space.getDestinations()[number], piece.point, lanes,
                    vectorLoop.value_or(0));
  });
}

/// What is stored when all stages are over.
void RowsKernel::storePoints() {
  ArrayRef<unsigned> destinations = passes.back();
  if (destinations.empty())
    return;
  for (Piece &piece : held)
    storePiece(piece, destinations);
  if (isHeld)
    return;
  SmallVector<Value> needed;
  for (unsigned destination : destinations)
    needed.push_back(getYielded(destination));
  SmallVector<Lanes> none;
  forEachPiece(none, [&](ArrayRef<Piece> some, SmallVector<Lanes> &) {
    SmallVector<Piece> loaded(some);
    for (Piece &piece : loaded)
      load(piece, needed);
    for (Piece &piece : loaded)
      storePiece(piece, destinations);
  });
}

/// One thread of a group has the results of its unit.
void RowsKernel::storeRows() {
  SmallVector<unsigned> numbers;
  for (unsigned i = 0; i < space.numDestinations; ++i)
    if (isOut(i, /*ofRow=*/true))
      numbers.push_back(i);
  if (numbers.empty())
    return;
  unsigned loop = isColumns ? *vectorLoop : 0;
  Value isFirst =
      group == 1 ? isUnit : writer->both(writer->isEqual(member, 0), isUnit);
  writer->onlyIf(isFirst, [&] {
    for (unsigned number : numbers) {
      Lanes values;
      for (IRMapping &map : known)
        values.push_back(writer->compute(getYielded(number), rowPoint, map));
      auto reduction = llvm::find_if(body.reductions, [&](const Reduction &r) {
        return r.destination == number;
      });
      if (reduction != body.reductions.end()) {
        Lanes before =
            writer->loadInitial(number, rowPoint, loop, values.size());
        for (auto [value, initial] : llvm::zip(values, before))
          value = reduction->combine(writer->builder, initial, value);
      }
      writer->store(space.getDestinations()[number], rowPoint, values, loop);
    }
  });
}

void RowsKernel::emit(GpuWriter &theWriter) {
  writer = &theWriter;
  openThread();
  computeOfRow(0);
  if (isHeld) {
    SmallVector<Value> all;
    for (const Reduction &reduction : body.reductions)
      all.push_back(reduction.value);
    llvm::append_range(all, space.getBody().getTerminator()->getOperands());
    for (int64_t i = 0; i < pieces; ++i) {
      bool isFull = vectors == parts * vectorsOfPart
                        ? (i + 1) * group <= vectorsOfPart
                        : !isShared() && (i + 1) * group <= vectors;
      held.push_back(makePiece(writer->integer(i), !isFull));
      load(held.back(), all);
    }
  }
  for (unsigned stage = 1; stage <= body.numStages; ++stage)
    emitStage(stage);
  storePoints();
  if (isShared())
    return emitLastBlock();
  storeRows();
}

std::unique_ptr<GpuKernel> amprt::planRows(const GpuSpace &space) {
  RowBody body;
  if (failed(body.analyse(space)))
    return nullptr;
  return std::make_unique<RowsKernel>(space, std::move(body));
}

bool amprt::needsLevels(const GpuSpace &space) {
  RowBody body;
  return succeeded(body.analyse(space)) && body.numStages > 0 &&
         RowsKernel(space, std::move(body)).needsLevels;
}
