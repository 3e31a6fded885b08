//===- GpuElements.cpp - Kernels of elements alone ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuKernels.h"

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amprt;

/// What the body's argument `number` is at `point` and the next along `loop`.
static SmallVector<Value> loadArgument(GpuWriter &writer, unsigned number,
                                       const GpuPoint &point, unsigned loop,
                                       int64_t count) {
  const GpuSpace &space = writer.space;
  unsigned numInputs = space.accesses.size() - space.numDestinations;
  return number < numInputs
             ? writer.load(space.accesses[number], point, loop, count)
             : writer.loadInitial(number - numInputs, point, loop, count);
}

/// The arguments of the body, at `point` and the next along `loop`.
static SmallVector<IRMapping> loadArguments(GpuWriter &writer,
                                            const GpuPoint &point,
                                            unsigned loop, int64_t count) {
  const GpuSpace &space = writer.space;
  SmallVector<IRMapping> known(count);
  for (BlockArgument argument : space.getBody().getArguments()) {
    if (!space.isRead(argument))
      continue;
    SmallVector<Value> values =
        loadArgument(writer, argument.getArgNumber(), point, loop, count);
    for (auto [lane, value] : llvm::enumerate(values))
      known[lane].map(argument, value);
  }
  return known;
}

/// Computes all results at `point`, and the next along `loop`, and stores them.
static void computeAndStore(GpuWriter &writer, const GpuPoint &point,
                            unsigned loop, ArrayRef<IRMapping> known) {
  const GpuSpace &space = writer.space;
  SmallVector<SmallVector<Value>> results(space.numDestinations);
  for (auto [lane, arguments] : llvm::enumerate(known)) {
    GpuPoint at = point;
    if (lane > 0)
      at[loop] = writer.add(at[loop], static_cast<int64_t>(lane));
    for (auto [result, value] :
         llvm::zip(results, writer.computeAll(at, arguments)))
      result.push_back(value);
  }
  for (auto [access, values] : llvm::zip(space.getDestinations(), results))
    writer.store(access, point, values, loop);
}

static int64_t countOps(const GpuSpace &space) {
  return static_cast<int64_t>(space.getBody().getOperations().size());
}

//===----------------------------------------------------------------------===//
// Side by side
//===----------------------------------------------------------------------===//

namespace {
/// A thread for a vector of elements, or for some that lie a block of threads
/// apart.
class ElementsKernel : public GpuKernel {
public:
  explicit ElementsKernel(const GpuSpace &space);
  void emit(GpuWriter &writer) override;

private:
  void emitVectors(GpuWriter &writer, ArrayRef<Value> numbers);

  /// In the order of iteration; the last is the one of vectors.
  SmallVector<unsigned> loops;
  /// Elements of a vector, vectors, elements behind them, vectors of a thread.
  int64_t size = 1, vectors, rest = 0, repeats = 1;
};
} // namespace

ElementsKernel::ElementsKernel(const GpuSpace &space) : GpuKernel(space) {
  std::optional<unsigned> best = space.findVectorLoop();
  loops = space.getLoops(/*isReduced=*/false, best);
  int64_t points = space.countPoints(/*isReduced=*/false);
  if (best)
    size = space.getVectorSize(*best, /*mayHaveRest=*/loops.size() == 1);
  while (size > 1 && size * countOps(space) > kMostClones)
    size /= 2;
  vectors = points / size;
  rest = points % size;
  // So much is on its way from memory for each thread.
  int64_t bytes = 0;
  for (const GpuAccess &access : space.accesses)
    if (best && access.isBuffer && !space.isDestination(access) &&
        (!access.isLinear() || access.steps[*best] != 0))
      bytes += size * access.bytes;
  while (repeats < 4 && bytes > 0 && repeats * bytes < 16 &&
         repeats * 2 * size * countOps(space) <= kMostClones &&
         vectors % (repeats * 2 * threads) == 0 &&
         vectors / (repeats * 2) >= kFullGpu && rest == 0)
    repeats *= 2;
  while (threads > 32 && vectors + rest <= threads / 2)
    threads /= 2;
  blocks = llvm::divideCeil(vectors + rest, threads * repeats);
}

/// Loads all before any is stored.
void ElementsKernel::emitVectors(GpuWriter &writer, ArrayRef<Value> numbers) {
  unsigned loop = loops.empty() ? 0 : loops.back();
  SmallVector<GpuPoint> points;
  SmallVector<SmallVector<IRMapping>> known;
  for (Value number : numbers) {
    GpuPoint &point = points.emplace_back(space.loops.size());
    if (!loops.empty()) {
      Value outer = number;
      if (loops.size() == 1) {
        point[loop] = writer.mul(number, size);
      } else {
        int64_t inner = space.loops[loop].size / size;
        point[loop] = writer.mul(writer.rem(number, inner), size);
        outer = writer.div(number, inner);
        writer.setPoint(point, ArrayRef(loops).drop_back(), outer);
      }
    }
    known.push_back(loadArguments(writer, point, loop, size));
  }
  for (auto [point, arguments] : llvm::zip(points, known))
    computeAndStore(writer, point, loop, arguments);
}

void ElementsKernel::emit(GpuWriter &writer) {
  Value number = writer.add(writer.mul(writer.getBlock(), threads * repeats),
                            writer.getThread());
  SmallVector<Value> numbers = {number};
  for (int64_t i = 1; i < repeats; ++i)
    numbers.push_back(writer.add(number, i * threads));
  bool isFull = vectors + rest == blocks * threads * repeats;
  Value isInside =
      isFull && rest == 0 ? Value() : writer.isLess(number, vectors);
  writer.onlyIf(isInside, [&] { emitVectors(writer, numbers); });
  if (rest == 0)
    return;
  // The threads behind those of vectors have an element each.
  Value isRest =
      writer.both(arith::CmpIOp::create(writer.builder, writer.loc,
                                        arith::CmpIPredicate::uge, number,
                                        writer.integer(vectors)),
                  isFull ? Value() : writer.isLess(number, vectors + rest));
  writer.onlyIf(isRest, [&] {
    GpuPoint point(space.loops.size());
    point[loops.back()] = writer.add(number, vectors * size - vectors);
    computeAndStore(writer, point, loops.back(),
                    loadArguments(writer, point, loops.back(), 1));
  });
}

/// True if every point has results of its own.
static bool isElementwise(const GpuSpace &space) {
  return llvm::none_of(space.loops,
                       [](const GpuLoop &loop) { return loop.isReduced; }) &&
         space.getBody().getOps<ReduceOp>().empty();
}

std::unique_ptr<GpuKernel> amprt::planElements(const GpuSpace &space) {
  if (!isElementwise(space))
    return nullptr;
  return std::make_unique<ElementsKernel>(space);
}

bool amprt::isOnePoint(const GpuSpace &space) {
  return space.loops.empty() && isElementwise(space);
}

void amprt::emitOnePoint(GpuWriter &writer) {
  computeAndStore(writer, {}, 0, loadArguments(writer, {}, 0, 1));
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Elements of a side of a tile, and rows of it that a block has at once.
static constexpr int64_t kTile = 32, kTileRows = kGpuBlockSize / kTile;
/// Sides of an array below which tiles would be mostly empty.
static constexpr int64_t kLeastSide = kTile / 2;
/// Threads of a block that have squares, and those side by side along what is
/// read: a warp reads 8 and writes 4 vectors in one piece.
static constexpr int64_t kSquareThreads = 128, kSquaresAcross = 8;

/// True for what lies side by side along `from` and not along `to`.
static bool isTurned(const GpuAccess &access, unsigned from, unsigned to) {
  return access.isBuffer && access.isLinear() && access.steps[from] == 1 &&
         access.steps[to] > 1;
}

namespace {
/// Squares that a thread turns in its registers: as many vectors as each has
/// elements, read along `from` and written along `to`. No thread gives another
/// one anything.
class SquaresKernel : public GpuKernel {
public:
  SquaresKernel(const GpuSpace &space, unsigned from, unsigned to,
                int64_t size);
  void emit(GpuWriter &writer) override;

  /// The side of a square, 1 if vectors would be of less than 8 bytes.
  static int64_t chooseSize(const GpuSpace &space, unsigned from, unsigned to);

private:
  void emitSquare(GpuWriter &writer, const GpuPoint &first);

  unsigned from, to;
  SmallVector<unsigned> others;
  /// Of a square's side; squares of the array, and of a block.
  int64_t size, across, down, width, height;
};

/// Tiles of what lies side by side along `from` and is written side by side
/// along `to`: read into shared memory along the one, from there along the
/// other. A column more keeps threads from meeting at one bank.
class TilesKernel : public GpuKernel {
public:
  TilesKernel(const GpuSpace &space, unsigned from, unsigned to);
  void emit(GpuWriter &writer) override;

private:
  unsigned from, to;
  SmallVector<unsigned> others;
  int64_t across, down;
};
} // namespace

int64_t SquaresKernel::chooseSize(const GpuSpace &space, unsigned from,
                                  unsigned to) {
  int64_t widest = 0;
  for (const GpuAccess &access : space.accesses)
    if (isTurned(access, from, to) || space.isDestination(access))
      widest = std::max(widest, access.bytes);
  auto fits = [&](int64_t size) {
    return space.loops[from].size % size == 0 &&
           space.loops[to].size % size == 0 &&
           size * size * countOps(space) <= kMostClones &&
           llvm::all_of(space.accesses, [&](const GpuAccess &access) {
             if (isTurned(access, from, to))
               return access.isVector(from, size);
             return !space.isDestination(access) || access.isVector(to, size);
           });
  };
  int64_t size = 16 / widest;
  while (size > 1 && !fits(size))
    size /= 2;
  return size * widest >= 8 ? size : 1;
}

SquaresKernel::SquaresKernel(const GpuSpace &space, unsigned from, unsigned to,
                             int64_t size)
    : GpuKernel(space), from(from), to(to), size(size),
      across(space.loops[from].size / size), down(space.loops[to].size / size) {
  threads = kSquareThreads;
  auto ceil = [](int64_t value) {
    return static_cast<int64_t>(llvm::PowerOf2Ceil(value));
  };
  width = std::min(kSquaresAcross, ceil(across));
  height = std::min(threads / width, ceil(down));
  width = threads / height;
  blocks = llvm::divideCeil(across, width) * llvm::divideCeil(down, height);
  for (unsigned loop = 0; loop < space.loops.size(); ++loop)
    if (loop != from && loop != to) {
      others.push_back(loop);
      blocks *= space.loops[loop].size;
    }
}

void SquaresKernel::emit(GpuWriter &w) {
  Value thread = w.getThread(), block = w.getBlock();
  int64_t columns = llvm::divideCeil(across, width);
  int64_t rows = llvm::divideCeil(down, height);
  Value x = w.add(w.mul(w.rem(block, columns), width), w.rem(thread, width));
  block = w.div(block, columns);
  Value y = w.add(w.mul(w.rem(block, rows), height), w.div(thread, width));
  GpuPoint point(space.loops.size());
  if (!others.empty())
    w.setPoint(point, others, w.div(block, rows));
  point[from] = w.mul(x, size);
  point[to] = w.mul(y, size);
  Value isInside = w.both(across % width == 0 ? Value() : w.isLess(x, across),
                          down % height == 0 ? Value() : w.isLess(y, down));
  w.onlyIf(isInside, [&] { emitSquare(w, point); });
}

void SquaresKernel::emitSquare(GpuWriter &w, const GpuPoint &first) {
  // By operand, vector and element: all that is turned before what is not.
  DenseMap<unsigned, SmallVector<SmallVector<Value>>> turned;
  for (BlockArgument argument : space.getBody().getArguments()) {
    unsigned number = argument.getArgNumber();
    const GpuAccess &access = space.accesses[number];
    if (!space.isRead(argument) || space.isDestination(access) ||
        !isTurned(access, from, to))
      continue;
    for (int64_t row = 0; row < size; ++row) {
      GpuPoint at = first;
      at[to] = w.add(at[to], row);
      turned[number].push_back(w.load(access, at, from, size));
    }
  }
  for (int64_t column = 0; column < size; ++column) {
    GpuPoint at = first;
    at[from] = w.add(at[from], column);
    SmallVector<IRMapping> known(size);
    for (BlockArgument argument : space.getBody().getArguments()) {
      unsigned number = argument.getArgNumber();
      if (!space.isRead(argument))
        continue;
      SmallVector<Value> values;
      auto vectors = turned.find(number);
      if (vectors != turned.end())
        for (const SmallVector<Value> &vector : vectors->second)
          values.push_back(vector[column]);
      else
        values = loadArgument(w, number, at, to, size);
      for (auto [lane, value] : llvm::zip(known, values))
        lane.map(argument, value);
    }
    computeAndStore(w, at, to, known);
  }
}

TilesKernel::TilesKernel(const GpuSpace &space, unsigned from, unsigned to)
    : GpuKernel(space), from(from), to(to),
      across(llvm::divideCeil(space.loops[from].size, kTile)),
      down(llvm::divideCeil(space.loops[to].size, kTile)) {
  blocks = across * down;
  for (unsigned loop = 0; loop < space.loops.size(); ++loop)
    if (loop != from && loop != to) {
      others.push_back(loop);
      blocks *= space.loops[loop].size;
    }
  for (const GpuAccess &access : space.accesses)
    if (isTurned(access, from, to))
      sharedBytes += kTile * (kTile + 1) * access.bytes;
}

void TilesKernel::emit(GpuWriter &w) {
  Value thread = w.getThread(), block = w.getBlock();
  Value x = w.rem(thread, kTile), y = w.div(thread, kTile);
  Value firstFrom = w.mul(w.rem(block, across), kTile);
  block = w.div(block, across);
  Value firstTo = w.mul(w.rem(block, down), kTile);
  GpuPoint point(space.loops.size());
  if (!others.empty())
    w.setPoint(point, others, w.div(block, down));
  // The point at `a` of `from` and `b` of `to`, and whether it is there.
  auto getPoint = [&](Value a, Value b) {
    GpuPoint at = point;
    at[from] = w.add(firstFrom, a);
    at[to] = w.add(firstTo, b);
    auto isInside = [&](unsigned loop) {
      return space.loops[loop].size % kTile == 0
                 ? Value()
                 : w.isLess(at[loop], space.loops[loop].size);
    };
    return std::pair(at, w.both(isInside(from), isInside(to)));
  };
  DenseMap<unsigned, Value> tiles;
  for (auto [number, access] : llvm::enumerate(space.accesses))
    if (isTurned(access, from, to) && !space.isDestination(access))
      tiles[number] = w.addShared(access.type, kTile * (kTile + 1));
  for (int64_t row = 0; row < kTile; row += kTileRows) {
    Value b = w.add(y, row);
    auto [at, isInside] = getPoint(x, b);
    w.onlyIf(isInside, [&, &at = at] {
      for (auto [number, access] : llvm::enumerate(space.accesses))
        if (Value tile = tiles.lookup(number))
          w.storeTo(tile, w.add(w.mul(b, kTile + 1), x),
                    w.load(access, at).front());
    });
  }
  w.barrier(threads);
  for (int64_t row = 0; row < kTile; row += kTileRows) {
    Value a = w.add(y, row);
    auto [at, isInside] = getPoint(a, x);
    w.onlyIf(isInside, [&, &at = at] {
      IRMapping known;
      for (auto [argument, access] :
           llvm::zip(space.getBody().getArguments(), space.accesses)) {
        unsigned number = argument.getArgNumber();
        if (!space.isRead(argument))
          continue;
        if (Value tile = tiles.lookup(number))
          known.map(argument, w.loadFrom(tile, w.add(w.mul(x, kTile + 1), a),
                                         access.type));
        else
          known.map(argument, loadArgument(w, number, at, to, 1).front());
      }
      computeAndStore(w, at, to, known);
    });
  }
}

static std::unique_ptr<GpuKernel> makeTurning(const GpuSpace &space,
                                              unsigned from, unsigned to) {
  int64_t size = SquaresKernel::chooseSize(space, from, to);
  if (size > 1)
    return std::make_unique<SquaresKernel>(space, from, to, size);
  return std::make_unique<TilesKernel>(space, from, to);
}

std::unique_ptr<GpuKernel> amprt::planTiles(const GpuSpace &space) {
  if (!isElementwise(space))
    return nullptr;
  for (unsigned to = 0; to < space.loops.size(); ++to) {
    if (space.loops[to].size < kLeastSide || !llvm::all_of(
                                                 space.getDestinations(),
                                                 [&](const GpuAccess &access) {
                                                   return access.isLinear() &&
                                                          access.steps[to] == 1;
                                                 }))
      continue;
    for (unsigned from = 0; from < space.loops.size(); ++from)
      if (from != to && space.loops[from].size >= kLeastSide &&
          llvm::any_of(space.accesses, [&](const GpuAccess &access) {
            return isTurned(access, from, to);
          }))
        return makeTurning(space, from, to);
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// One after the other
//===----------------------------------------------------------------------===//

namespace {
/// A thread for each point of the loops that are not reduced; it goes through
/// the others with what they update in registers.
class ThreadsKernel : public GpuKernel {
public:
  explicit ThreadsKernel(const GpuSpace &space)
      : GpuKernel(space), points(space.countPoints(/*isReduced=*/false)) {
    while (threads > 32 && points <= threads / 2)
      threads /= 2;
    blocks = llvm::divideCeil(points, threads);
  }
  void emit(GpuWriter &writer) override;

private:
  int64_t points;
};
} // namespace

void ThreadsKernel::emit(GpuWriter &writer) {
  OpBuilder &builder = writer.builder;
  Location loc = writer.loc;
  Value number =
      writer.add(writer.mul(writer.getBlock(), threads), writer.getThread());
  Value isInside =
      points == blocks * threads ? Value() : writer.isLess(number, points);
  writer.onlyIf(isInside, [&] {
    GpuPoint point(space.loops.size());
    SmallVector<unsigned> kept = space.getLoops(/*isReduced=*/false);
    if (!kept.empty())
      writer.setPoint(point, kept, number);
    SmallVector<Value> current;
    for (unsigned i = 0; i < space.numDestinations; ++i)
      current.push_back(writer.loadInitial(i, point).front());
    SmallVector<scf::ForOp> loops;
    for (unsigned loop : space.getLoops(/*isReduced=*/true)) {
      auto forOp = scf::ForOp::create(builder, loc, writer.integer(0),
                                      writer.integer(space.loops[loop].size),
                                      writer.integer(1), current);
      point[loop] = forOp.getInductionVar();
      current = llvm::to_vector_of<Value>(forOp.getRegionIterArgs());
      builder.setInsertionPointToStart(forOp.getBody());
      loops.push_back(forOp);
    }
    IRMapping known;
    auto arguments = space.getBody().getArguments();
    for (auto [access, argument] :
         llvm::zip(ArrayRef(space.accesses).drop_back(space.numDestinations),
                   arguments))
      known.map(argument, writer.load(access, point).front());
    for (auto [argument, value] :
         llvm::zip(arguments.take_back(space.numDestinations), current))
      known.map(argument, value);
    SmallVector<Value> results = writer.computeAll(point, known);
    for (scf::ForOp loop : llvm::reverse(loops)) {
      scf::YieldOp::create(builder, loc, results);
      results = llvm::to_vector_of<Value>(loop.getResults());
      builder.setInsertionPointAfter(loop);
    }
    for (auto [access, value] : llvm::zip(space.getDestinations(), results))
      writer.store(access, point, value);
  });
}

std::unique_ptr<GpuKernel> amprt::planThreads(const GpuSpace &space) {
  return std::make_unique<ThreadsKernel>(space);
}
