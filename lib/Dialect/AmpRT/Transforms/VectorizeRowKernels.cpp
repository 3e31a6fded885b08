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
// Sums are added up in blocks, and those in blocks again, so that rounding
// errors grow with the logarithm of the length. The order depends on shapes
// alone: neither on the number of threads, nor on the width of vectors.

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
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
/// Terms that are added one after another before their sum is added to others.
static constexpr int64_t kBlock = 16;
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
  /// The lanes that are computed; all if there is no mask.
  Value mask, active;
  /// The first lane, among the columns at work.
  Value column;
};

/// What is computed in one walk through a row.
struct Stage {
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
  Value getNeutral(ReduceOp reduction);
  Value lookUp(const Scope &scope, Value value, bool isVector);
  Value getAddress(unsigned operand, const Scope &scope);
  Value load(unsigned operand, const Scope &scope);
  void store(unsigned operand, Value value, const Scope &scope);
  Value loadVector(Value buffer, Value at, const Scope &scope);
  void storeVector(Value value, Value buffer, Value at, const Scope &scope);
  Value createScratch(int64_t size, Type type);
  Value loadScratch(Value buffer, Value at, Type type, const Scope &scope);
  void storeScratch(Value value, Value buffer, Value at, const Scope &scope);
  bool areEntered(unsigned operand, const Scope &scope);
  void compute(Scope &scope, const DenseSet<Value> &needed);
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
               int64_t step, int64_t terms, Values partials, Step body);
  Values walkRow(const Stage &stage, ArrayRef<unsigned> rest, Scope scope,
                 Values partials);
  Values computeSlots(const Stage &stage, MutableArrayRef<Scope> strip,
                      Values partials);
  Value getPosition(const Scope &scope);
  void fetch(const Stage &stage, Scope scope, unsigned loop, int64_t distance);
  Values getNeutrals(const Stage &stage);
  Values combine(const Stage &stage, ValueRange a, ValueRange b);
  Value combineLanes(ReduceOp reduction, ArrayRef<Value> slots);

  // Across rows.
  SmallVector<unsigned> getKeptLoops(bool &isApart);
  void emitTiles(ArrayRef<unsigned> kept);
  void emitColumns(Scope scope);
  void emitChunk(Scope scope);
  void walkStrips(Scope scope, function_ref<void(MutableArrayRef<Scope>)> body);
  void walkColumns(const Stage &stage, ArrayRef<unsigned> rest, Scope scope,
                   Value from, Value to, int64_t count, unsigned level);
  void addRows(const Stage &stage, unsigned loop, Scope scope, Value from,
               Value to, unsigned level);
  void clear(const Stage &stage, unsigned level);
  void mergeLevel(const Stage &stage, unsigned level);
  Value getPartials(ReduceOp reduction, unsigned level);
  void recall(Scope &scope);
  void computeRowValues(const Stage *stage, unsigned level);

  RowKernelOp op;
  ImplicitLocOpBuilder builder;
  int64_t vectorBits;
  Block *body;
  SmallVector<Value> buffers;
  SmallVector<Loop> loops;
  /// The loop that vectors lie along, elements of a vector, and vectors
  /// side by side.
  unsigned vectorLoop = 0;
  int64_t width = 1, slots = 1;
  DenseSet<Value> rowValues;
  /// How many reductions lie before a value, one after the other.
  DenseMap<Value, unsigned> levels;
  SmallVector<Stage> stages;
  /// Where what is kept of a row lies, and what is kept of columns.
  llvm::MapVector<Value, Value> scratch;

  // Of the columns at work: which they are, at most how many, and what is known
  // before one of them is chosen.
  Value chunkBegin, chunkCount;
  int64_t chunkMost = 0;
  Scope scopeOfChunk;
  /// Partial results, for each level of blocks.
  DenseMap<Value, SmallVector<Value>> partials;
  /// What there is one of for each column: where it is kept.
  llvm::MapVector<Value, Value> rowScratch;
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
    buffers.push_back(memref::ReinterpretCastOp::create(
        builder, flat, parts.getBaseBuffer(), OpFoldResult(parts.getOffset()),
        size, OpFoldResult(builder.getIndexAttr(1))));
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
  // A vector has lanes that compute nothing; no op may mind that.
  bool isVectorizable =
      llvm::all_of(body->without_terminator(), [](Operation &bodyOp) {
        return isa<ReduceOp, IndexOp>(bodyOp) ||
               bodyOp.hasTrait<OpTrait::ConstantLike>() ||
               (OpTrait::hasElementwiseMappableTraits(&bodyOp) &&
                isSpeculatable(&bodyOp));
      });
  if (!isVectorizable)
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

/// About how much a value costs, in additions.
static int64_t getWeight(Operation *bodyOp) {
  if (isa<math::MathDialect>(bodyOp->getDialect()) &&
      !isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FmaOp,
           math::FloorOp, math::CeilOp, math::TruncOp>(bodyOp))
    return 16;
  return isa<arith::DivFOp>(bodyOp) ? 4 : 1;
}
static constexpr int64_t kDear = 16;

void Emitter::findStages() {
  rowValues = op.getRowValues();
  for (BlockArgument argument : body->getArguments())
    levels[argument] = 0;
  unsigned numStages = 1;
  auto getLevel = [&](Value value) { return levels.lookup(value); };
  for (Operation &bodyOp : body->without_terminator()) {
    unsigned level = 0;
    for (Value operand : bodyOp.getOperands())
      level = std::max(level, getLevel(operand));
    if (isa<ReduceOp>(bodyOp))
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
    stages[getLevel(reduction.getValue())].reductions.push_back(reduction);
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
  for (ReduceOp reduction : stage.reductions)
    worklist.push_back(reduction.getValue());
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

/// Of rows that are short enough, keeps what is dear and needed again.
void Emitter::keepDearValues() {
  for (Stage &stage : stages)
    findNeeded(stage);
  if (!isRowWise())
    return;
  int64_t points = 1, bytes = 0;
  for (const Loop &loop : loops)
    if (loop.isReduced)
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

Value Emitter::getSum(Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(a, b);
}

Value Emitter::getNeutral(ReduceOp reduction) {
  TypedAttr neutral = reduction.getNeutral();
  Type type = getVector(neutral.getType());
  if (auto vector = dyn_cast<VectorType>(type))
    return arith::ConstantOp::create(
        builder, DenseElementsAttr::get(vector, Attribute(neutral)));
  return arith::ConstantOp::create(builder, neutral);
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

Value Emitter::loadVector(Value buffer, Value at, const Scope &scope) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (width == 1)
    return memref::LoadOp::create(builder, buffer, at);
  auto type = cast<VectorType>(getVector(element));
  if (!scope.mask)
    return vector::LoadOp::create(builder, type, buffer, at);
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(builder, type, buffer, at, scope.mask,
                                      zero);
}

void Emitter::storeVector(Value value, Value buffer, Value at,
                          const Scope &scope) {
  if (width == 1)
    memref::StoreOp::create(builder, value, buffer, at);
  else if (!scope.mask)
    vector::StoreOp::create(builder, value, buffer, at);
  else
    vector::MaskedStoreOp::create(builder, buffer, at, scope.mask, value);
}

/// True for elements that are apart in memory, or that memory has in another
/// form than vectors: booleans, which are bytes.
static bool isByLane(MemRefType type, int64_t stride) {
  return stride != 1 || type.getElementType().isInteger(1);
}

Value Emitter::load(unsigned operand, const Scope &scope) {
  Value buffer = buffers[operand];
  Value at = getAddress(operand, scope);
  auto type = cast<MemRefType>(buffer.getType());
  int64_t stride = loops[vectorLoop].strides[operand];
  if (stride == 0 || width == 1)
    return memref::LoadOp::create(builder, buffer, at);
  if (!isByLane(type, stride))
    return loadVector(buffer, at, scope);
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
  Value buffer = buffers[operand];
  Value at = getAddress(operand, scope);
  int64_t stride = loops[vectorLoop].strides[operand];
  auto type = cast<MemRefType>(buffer.getType());
  if (width == 1 || !isa<VectorType>(value.getType())) {
    memref::StoreOp::create(builder, value, buffer, at);
    return;
  }
  if (!isByLane(type, stride)) {
    storeVector(value, buffer, at, scope);
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
  Value value = loadVector(buffer, at, scope);
  if (type.isInteger(1))
    return arith::TruncIOp::create(builder, getVector(type), value);
  return value;
}

void Emitter::storeScratch(Value value, Value buffer, Value at,
                           const Scope &scope) {
  if (getElementTypeOrSelf(value).isInteger(1))
    value =
        arith::ExtUIOp::create(builder, getVector(builder.getI8Type()), value);
  storeVector(value, buffer, at, scope);
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
      Value lanes = vector::StepOp::create(builder, type);
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

/// Computes what of `needed` can be computed with the loops that have been
/// entered.
void Emitter::compute(Scope &scope, const DenseSet<Value> &needed) {
  for (BlockArgument argument : body->getArguments())
    if (needed.contains(argument) && !scope.values.contains(argument) &&
        areEntered(argument.getArgNumber(), scope))
      scope.values[argument] = load(argument.getArgNumber(), scope);
  for (Operation &bodyOp : body->without_terminator()) {
    if (isa<ReduceOp>(bodyOp) || bodyOp.getNumResults() != 1 ||
        !needed.contains(bodyOp.getResult(0)) ||
        scope.values.contains(bodyOp.getResult(0)))
      continue;
    if (Value value = computeOp(&bodyOp, scope))
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
  scope.mask = arith::ConstantOp::create(
      builder, DenseElementsAttr::get(
                   cast<VectorType>(getVector(builder.getI1Type())), isActive));
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

/// True if the order in which values are combined shows in the result.
static bool isInexact(ReduceOp reduction) {
  return isa<FloatType>(reduction.getValue().getType()) &&
         (reduction.getKind() == Combiner::Add ||
          reduction.getKind() == Combiner::Mul);
}
static bool isInexact(const Stage &stage) {
  return llvm::any_of(stage.reductions,
                      [](ReduceOp op) { return isInexact(op); });
}

Emitter::Values Emitter::getNeutrals(const Stage &stage) {
  Values neutrals;
  for (ReduceOp reduction : stage.reductions)
    neutrals.append(slots, getNeutral(reduction));
  return neutrals;
}

Emitter::Values Emitter::combine(const Stage &stage, ValueRange a,
                                 ValueRange b) {
  Values results;
  for (auto [i, reduction] : enumerate(stage))
    for (int64_t slot = 0; slot < slots; ++slot) {
      unsigned at = i * slots + slot;
      results.push_back(reduction.combine(builder, a[at], b[at]));
    }
  return results;
}

/// The partial results in halves, so that the order is the same for each width.
Value Emitter::combineLanes(ReduceOp reduction, ArrayRef<Value> slots) {
  SmallVector<Value> vectors(slots);
  while (vectors.size() > 1) {
    size_t half = vectors.size() / 2;
    for (size_t i = 0; i < half; ++i)
      vectors[i] = reduction.combine(builder, vectors[i], vectors[i + half]);
    vectors.resize(half);
  }
  Value result = vectors.front();
  if (width == 1)
    return result;
  for (int64_t half = width / 2; half > 0; half /= 2) {
    Value low = vector::ExtractStridedSliceOp::create(builder, result, 0, half,
                                                      int64_t(1));
    Value high = vector::ExtractStridedSliceOp::create(builder, result, half,
                                                       half, int64_t(1));
    result = reduction.combine(builder, low, high);
  }
  return vector::ExtractOp::create(builder, result, int64_t(0));
}

/// Where a point is in what is kept of its row.
Value Emitter::getPosition(const Scope &scope) {
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
/// adds one after another.
Emitter::Values Emitter::chain(const Stage &stage, Value from, Value to,
                               int64_t count, int64_t step, int64_t terms,
                               Values partials, Step body) {
  if (!isInexact(stage) || count * terms <= kBlock)
    return createFor(from, to, step, partials, body);
  if (count <= kBlock)
    return createFor(from, to, step, partials, [&](Value index, Values sums) {
      if (terms == 1)
        return body(index, sums);
      return combine(stage, sums, body(index, getNeutrals(stage)));
    });
  int64_t block = kBlock;
  while (block * kBlock < count)
    block *= kBlock;
  return createFor(
      from, to, block * step, partials, [&](Value index, Values sums) {
        Values part = chain(stage, index, getEnd(index, to, block * step),
                            block, step, terms, getNeutrals(stage), body);
        return combine(stage, sums, part);
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
  for (auto [slot, scope] : llvm::enumerate(strip)) {
    Value position;
    if (!scratch.empty())
      position = getPosition(scope);
    for (auto &[value, buffer] : scratch)
      if (!llvm::is_contained(stage.kept, value))
        scope.values[value] =
            loadScratch(buffer, position, value.getType(), scope);
    compute(scope, stage.needed);
    // The next row, while the last stage is at work, and what follows in its
    // column: no prefetcher goes as far as from row to row.
    SmallVector<unsigned> kept = getLoops(/*isReduced=*/false);
    if (isRowWise() && !kept.empty() && stages.size() > 1 &&
        &stage == &stages.back())
      fetch(stages.front(), scope, kept.back(), 1);
    if (!isRowWise() && !stage.reductions.empty())
      fetch(stage, scope, getLoops(/*isReduced=*/true).back(), kBlock);
    for (auto [i, reduction] : enumerate(stage)) {
      Value value = lookUp(scope, reduction.getValue(), /*isVector=*/true);
      if (scope.mask)
        value = arith::SelectOp::create(builder, scope.mask, value,
                                        getNeutral(reduction));
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
  if (whole > 0)
    partials =
        chain(stage, getIndex(0), getIndex(whole), whole / lanes, lanes, 1,
              partials, [&](Value index, Values sums) {
                SmallVector<Scope> strip;
                for (int64_t slot = 0; slot < slots; ++slot)
                  strip.push_back(enter(getSum(index, getIndex(slot * width))));
                return computeSlots(stage, strip, std::move(sums));
              });
  // The last vectors of a row.
  SmallVector<Scope> strip;
  for (int64_t at = whole; at < size; at += width) {
    strip.push_back(enter(getIndex(at)));
    setMask(strip.back(), size - at);
  }
  return computeSlots(stage, strip, std::move(partials));
}

/// One row: all of its stages, then what there is one of for each row.
void Emitter::emitRow(Scope scope) {
  SmallVector<unsigned> reduced = getLoops(/*isReduced=*/true);
  llvm::erase(reduced, vectorLoop);
  compute(scope, rowValues);
  for (Stage &stage : stages) {
    Values partials = walkRow(stage, reduced, scope, getNeutrals(stage));
    for (auto [i, reduction] : enumerate(stage))
      scope.values[reduction.getResult()] =
          combineLanes(reduction, ArrayRef(partials).slice(i * slots, slots));
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

Value Emitter::getPartials(ReduceOp reduction, unsigned level) {
  SmallVector<Value> &buffers = partials[reduction];
  while (buffers.size() <= level)
    buffers.push_back(createScratch(chunkMost, reduction.getValue().getType()));
  return buffers[level];
}

/// Calls `body` for the columns at work, kStrip at a time and then what is left
/// of them.
void Emitter::walkStrips(Scope scope,
                         function_ref<void(MutableArrayRef<Scope>)> body) {
  int64_t lanes = width * slots;
  auto enter = [&](Value column) {
    Scope inner = scope;
    inner.column = column;
    inner.indices[vectorLoop] = getSum(chunkBegin, column);
    return inner;
  };
  auto walkWhole = [&](Value end) {
    createFor(getIndex(0), end, lanes, [&](Value column) {
      SmallVector<Scope> strip;
      for (int64_t slot = 0; slot < slots; ++slot)
        strip.push_back(enter(getSum(column, getIndex(slot * width))));
      body(strip);
    });
  };
  if (std::optional<int64_t> count = getConstantIntValue(chunkCount)) {
    int64_t whole = *count / lanes * lanes;
    if (whole > 0)
      walkWhole(getIndex(whole));
    SmallVector<Scope> strip;
    for (int64_t at = whole; at < *count; at += width) {
      strip.push_back(enter(getIndex(at)));
      setMask(strip.back(), *count - at);
    }
    if (!strip.empty())
      body(strip);
    return;
  }
  Value rest =
      builder.createOrFold<arith::RemSIOp>(chunkCount, getIndex(lanes));
  Value whole = builder.createOrFold<arith::SubIOp>(chunkCount, rest);
  walkWhole(whole);
  if (lanes == 1)
    return;
  createFor(whole, chunkCount, width, [&](Value column) {
    Scope last = enter(column);
    if (width > 1) {
      last.active = builder.createOrFold<arith::SubIOp>(chunkCount, column);
      last.mask = vector::CreateMaskOp::create(
          builder, getVector(builder.getI1Type()), last.active);
    }
    body(last);
  });
}

void Emitter::clear(const Stage &stage, unsigned level) {
  walkStrips(Scope(scopeOfChunk), [&](MutableArrayRef<Scope> strip) {
    for (const Scope &scope : strip)
      for (ReduceOp reduction : stage.reductions)
        storeScratch(getNeutral(reduction), getPartials(reduction, level),
                     scope.column, scope);
  });
}

/// Adds partial results of `level` to those of the level before.
void Emitter::mergeLevel(const Stage &stage, unsigned level) {
  walkStrips(Scope(scopeOfChunk), [&](MutableArrayRef<Scope> strip) {
    for (const Scope &scope : strip)
      for (ReduceOp reduction : stage.reductions) {
        Value to = getPartials(reduction, level - 1);
        Value part = loadScratch(getPartials(reduction, level), scope.column,
                                 reduction.getType(), scope);
        Value sum = loadScratch(to, scope.column, reduction.getType(), scope);
        storeScratch(reduction.combine(builder, sum, part), to, scope.column,
                     scope);
      }
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
                      Value from, Value to, unsigned level) {
  walkStrips(std::move(scope), [&](MutableArrayRef<Scope> strip) {
    for (Scope &slot : strip) {
      recall(slot);
      compute(slot, stage.needed);
    }
    Values sums = createFor(
        from, to, 1, getNeutrals(stage), [&](Value index, Values sums) {
          SmallVector<Scope> inner(strip);
          for (Scope &slot : inner)
            slot.indices[loop] = index;
          return computeSlots(stage, inner, std::move(sums));
        });
    for (auto [slot, inner] : llvm::enumerate(strip))
      for (auto [i, reduction] : enumerate(stage)) {
        Value kept = getPartials(reduction, level);
        Value sum = loadScratch(kept, inner.column, reduction.getType(), inner);
        storeScratch(reduction.combine(builder, sum, sums[i * slots + slot]),
                     kept, inner.column, inner);
      }
  });
}

/// Goes through the rows from `from` to `to`, `count` of them or fewer in the
/// last part, of the first of the loops `rest`, and adds what they give to the
/// partial results of `level`.
void Emitter::walkColumns(const Stage &stage, ArrayRef<unsigned> rest,
                          Scope scope, Value from, Value to, int64_t count,
                          unsigned level) {
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
  bool isLast = rest.size() == 1;
  auto walkInner = [&](Value index, unsigned innerLevel) {
    Scope inner = scope;
    inner.indices[loop] = index;
    Value end;
    int64_t size = 0;
    if (!isLast) {
      end = loops[rest[1]].extent;
      size = loops[rest[1]].size;
    }
    walkColumns(stage, rest.drop_front(), std::move(inner), getIndex(0), end,
                size, innerLevel);
  };
  // Elements alone go by as they lie in memory.
  if (stage.reductions.empty()) {
    createFor(from, to, 1, [&](Value index) { walkInner(index, level); });
    return;
  }
  bool isBlocked = isInexact(stage);
  if (isLast && (count <= kBlock || !isBlocked)) {
    createFor(from, to, kBlock, [&](Value index) {
      addRows(stage, loop, scope, index, getEnd(index, to, kBlock), level);
    });
    return;
  }
  auto isolate = [&](function_ref<void(unsigned)> body) {
    if (!isBlocked) {
      body(level);
      return;
    }
    clear(stage, level + 1);
    body(level + 1);
    mergeLevel(stage, level + 1);
  };
  if (count <= kBlock || !isBlocked) {
    createFor(from, to, 1, [&](Value index) {
      isolate([&](unsigned inner) { walkInner(index, inner); });
    });
    return;
  }
  int64_t block = kBlock;
  while (block * kBlock < count)
    block *= kBlock;
  createFor(from, to, block, [&](Value index) {
    Value end = getEnd(index, to, block);
    if (isLast && block == kBlock) {
      addRows(stage, loop, scope, index, end, level);
      return;
    }
    isolate([&](unsigned inner) {
      walkColumns(stage, rest, scope, index, end, block, inner);
    });
  });
}

/// Computes what there is one of for each column once `level` reductions are
/// known, those of `stage` last, and keeps what is needed later.
void Emitter::computeRowValues(const Stage *stage, unsigned level) {
  auto isNew = [&](Value value) {
    return rowValues.contains(value) && levels.lookup(value) <= level &&
           !isKnown.contains(value) && !scopeOfChunk.values.contains(value);
  };
  // What nothing is computed for after this is not kept.
  auto isKept = [&](Value value) {
    return isNew(value) && !isa<BlockArgument>(value) &&
           llvm::any_of(value.getUsers(), [&](Operation *user) {
             return !isa<YieldOp>(user) &&
                    (user->getNumResults() == 0 || isa<ReduceOp>(user) ||
                     !isNew(user->getResult(0)));
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
        for (ReduceOp reduction : stage->reductions)
          scope.values[reduction.getResult()] =
              loadScratch(getPartials(reduction, 0), scope.column,
                          reduction.getType(), scope);
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
  compute(scope, rowValues);
  scopeOfChunk = scope;
  SmallVector<unsigned> reduced = getLoops(/*isReduced=*/true);
  bool isReducing = !reduced.empty();
  if (isReducing)
    computeRowValues(nullptr, 0);
  for (Stage &stage : stages) {
    findNeeded(stage);
    if (!stage.reductions.empty())
      clear(stage, 0);
    Value end;
    int64_t count = 0;
    if (isReducing) {
      end = loops[reduced.front()].extent;
      count = loops[reduced.front()].size;
    }
    walkColumns(stage, reduced, scope, getIndex(0), end, count, 0);
    if (!stage.reductions.empty())
      computeRowValues(&stage,
                       levels.lookup(stage.reductions.front().getResult()));
  }
}

/// Elements alone of which some are apart in memory: as many as a strip has
/// neighbours of go by before the next strip, while their lines are in a cache.
void Emitter::emitTiles(ArrayRef<unsigned> kept) {
  chunkBegin = getIndex(0);
  chunkCount = loops[vectorLoop].extent;
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
      bytes += 4 * sizeof(double);
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
// The pass
//===----------------------------------------------------------------------===//

void Emitter::emit() {
  flatten();
  findLoops();
  chooseVectorLoop();
  findStages();
  keepDearValues();
  bool isApart;
  SmallVector<unsigned> kept = getKeptLoops(isApart);
  if (isApart && getLoops(/*isReduced=*/true).empty()) {
    emitTiles(kept);
    op.erase();
    return;
  }
  Scope scope;
  scope.indices.resize(loops.size());
  walkKept(kept, std::move(scope), [&](Scope inner) {
    if (isRowWise())
      emitRow(std::move(inner));
    else
      emitColumns(std::move(inner));
  });
  op.erase();
}

namespace {
struct AmpVectorizeRowKernelsPass
    : public amprt::impl::AmpVectorizeRowKernelsPassBase<
          AmpVectorizeRowKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<RowKernelOp> kernels;
    getOperation().walk([&](RowKernelOp op) { kernels.push_back(op); });
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
