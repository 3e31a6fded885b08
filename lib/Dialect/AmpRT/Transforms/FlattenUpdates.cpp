//===- FlattenUpdates.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Three steps: places of variables and of the temporary buffers that meet them;
// runs of equal ops on neighbours; one op for each run that can be gathered at
// one point of the program.

#include "BufferRegions.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

#include <map>

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPFLATTENUPDATESPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

static int64_t getBytes(Value value) {
  return getBytes(cast<MemRefType>(value.getType()));
}

/// The buffer whose elements `value` has, all of them and in their order.
static Value getWhole(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<memref::ExpandShapeOp, memref::CollapseShapeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

namespace {
/// A storage, or buffers that are to lie one after another.
struct Memory {
  size_t number;
  /// Null until somebody needs it.
  Value bytes;
  int64_t size = 0;
  /// Empty for a storage.
  SmallVector<std::pair<memref::AllocOp, int64_t>> parts;
};

struct Place {
  Memory *memory = nullptr;
  int64_t offset = 0;
  bool operator==(const Place &other) const {
    return memory == other.memory && offset == other.offset;
  }
};

/// Ops that differ in the buffers of their full operands only.
struct Kind {
  SmallVector<linalg::GenericOp> ops;
  /// Operands with an element for each point; the others have one for all.
  SmallVector<unsigned> full;
  bool isReduction;
};

class Flattener {
public:
  explicit Flattener(func::FuncOp func)
      : func(func), block(func.getBody().front()), builder(func.getContext()) {}

  LogicalResult placeVariables();
  void findKinds();
  void placeBuffers();
  void mergeRuns();

private:
  using Run = ArrayRef<linalg::GenericOp>;

  Place getPlace(linalg::GenericOp op, unsigned operand) const {
    return places.lookup(getWhole(op->getOperand(operand)));
  }
  Memory &addMemory() {
    Memory &memory = *memories.emplace_back(std::make_unique<Memory>());
    memory.number = memories.size() - 1;
    return memory;
  }
  bool placeNewBuffers();
  SmallVector<SmallVector<linalg::GenericOp>> findRuns(const Kind &kind) const;
  bool areNeighbours(const Kind &kind, linalg::GenericOp a,
                     linalg::GenericOp b) const;
  bool canBeOne(const Kind &kind, Run run) const;
  bool merge(const Kind &kind, Run run, BlockEffects &effects);
  /// `size` elements from `place` on; one value for one place.
  Value getView(Place place, int64_t size, Type elementType);
  void moveBuffers();

  func::FuncOp func;
  Block &block;
  OpBuilder builder;
  std::vector<std::unique_ptr<Memory>> memories;
  DenseMap<Value, Place> places;
  std::vector<Kind> kinds;
  std::map<std::tuple<Memory *, int64_t, int64_t, const void *>, Value> views;
};
} // namespace

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

LogicalResult Flattener::placeVariables() {
  llvm::MapVector<Attribute, Memory *> storages;
  BitVector replaced(func.getNumArguments());
  SmallVector<std::pair<unsigned, Memory *>> first;
  for (BlockArgument argument : block.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto name = func.getArgAttrOfType<FlatSymbolRefAttr>(i, "amp.storage");
    if (!name)
      continue;
    auto offset = func.getArgAttrOfType<IntegerAttr>(i, "amp.storage_offset");
    auto size = func.getArgAttrOfType<IntegerAttr>(i, "amp.storage_bytes");
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!offset || !size || !type || !type.hasStaticShape() ||
        !type.getLayout().isIdentity())
      return func.emitError("argument ")
             << i << " lies in " << name
             << " and must be a contiguous buffer of known size with "
                "'amp.storage_offset' and 'amp.storage_bytes'";
    Memory *&memory = storages[name];
    if (!memory) {
      memory = &addMemory();
      memory->size = size.getInt();
      first.push_back({i, memory});
    }
    if (offset.getInt() < 0 || size.getInt() != memory->size ||
        offset.getInt() > memory->size - getBytes(argument))
      return func.emitError("argument ")
             << i << " of " << getBytes(argument) << " bytes at "
             << offset.getInt() << " does not fit into " << name << " of "
             << memory->size << " bytes";
    places[argument] = {memory, offset.getInt()};
    replaced.set(i);
  }
  // The storage takes the place of its first variable.
  builder.setInsertionPointToStart(&block);
  SmallVector<std::pair<BlockArgument, Place>> variables;
  for (BlockArgument argument : block.getArguments())
    if (replaced.test(argument.getArgNumber()))
      variables.push_back({argument, places[argument]});
  for (auto [added, entry] : llvm::enumerate(first)) {
    auto [index, memory] = entry;
    Attribute name = func.getArgAttr(index + added, "amp.storage");
    auto type = MemRefType::get({memory->size}, builder.getI8Type());
    if (failed(
            func.insertArgument(index + added, type,
                                builder.getDictionaryAttr(
                                    builder.getNamedAttr("amp.storage", name)),
                                func.getLoc())))
      return failure();
    memory->bytes = block.getArgument(index + added);
  }
  BitVector erased(func.getNumArguments());
  for (auto [argument, place] : variables) {
    auto type = cast<MemRefType>(argument.getType());
    Value view = memref::ViewOp::create(
        builder, func.getLoc(), type, place.memory->bytes,
        arith::ConstantIndexOp::create(builder, func.getLoc(), place.offset),
        ValueRange());
    argument.replaceAllUsesWith(view);
    places.erase(argument);
    places[view] = place;
    erased.set(argument.getArgNumber());
  }
  return func.eraseArguments(erased);
}

//===----------------------------------------------------------------------===//
// Equal ops
//===----------------------------------------------------------------------===//

static bool areEqual(const Kind &a, const Kind &b) {
  linalg::GenericOp first = a.ops.front(), second = b.ops.front();
  if (a.isReduction != b.isReduction || a.full != b.full ||
      first->getNumOperands() != second->getNumOperands() ||
      first.getNumDpsInits() != second.getNumDpsInits())
    return false;
  for (unsigned i = 0; i < first->getNumOperands(); ++i) {
    Value x = first->getOperand(i), y = second->getOperand(i);
    if (llvm::is_contained(a.full, i)
            ? getElementTypeOrSelf(x) != getElementTypeOrSelf(y)
            : x != y)
      return false;
  }
  return OperationEquivalence::isRegionEquivalentTo(
      &first.getRegion(), &second.getRegion(),
      OperationEquivalence::IgnoreLocations);
}

/// Equal for ops of one kind.
static llvm::hash_code hash(const Kind &kind) {
  linalg::GenericOp op = kind.ops.front();
  llvm::hash_code result =
      llvm::hash_combine(kind.isReduction, op->getNumOperands(),
                         llvm::hash_combine_range(kind.full));
  for (OpOperand &operand : op->getOpOperands())
    result = llvm::hash_combine(
        result, llvm::is_contained(kind.full, operand.getOperandNumber())
                    ? getElementTypeOrSelf(operand.get()).getAsOpaquePointer()
                    : operand.get().getAsOpaquePointer());
  for (Operation &inside : *op.getBody())
    result = llvm::hash_combine(result, inside.getName().getAsOpaquePointer());
  return result;
}

void Flattener::findKinds() {
  llvm::DenseMap<size_t, SmallVector<size_t>> byHash;
  for (auto op : block.getOps<linalg::GenericOp>()) {
    FailureOr<SmallVector<unsigned>> full = getFullOperands(op);
    if (failed(full) || full->empty())
      continue;
    Kind kind{{op}, *full, op.getNumReductionLoops() > 0};
    SmallVector<size_t> &similar = byHash[hash(kind)];
    auto known = llvm::find_if(
        similar, [&](size_t i) { return areEqual(kinds[i], kind); });
    if (known != similar.end()) {
      kinds[*known].ops.push_back(op);
      continue;
    }
    similar.push_back(kinds.size());
    kinds.push_back(std::move(kind));
  }
  llvm::erase_if(kinds, [](const Kind &kind) { return kind.ops.size() < 2; });
}

//===----------------------------------------------------------------------===//
// Temporary buffers
//===----------------------------------------------------------------------===//

void Flattener::placeBuffers() {
  while (placeNewBuffers())
    continue;
}

/// Gives places to buffers that meet buffers which have one: the first of each
/// part of a memory become one memory, the second another one, and so on.
bool Flattener::placeNewBuffers() {
  // By place, buffers in the order in which they meet it. The k-th ones of all
  // parts are taken for the same thing, such as the gradient; one that another
  // part has already leaves its number empty.
  llvm::MapVector<Memory *, std::map<int64_t, SmallVector<memref::AllocOp>>>
      found;
  DenseMap<Value, std::pair<Memory *, int64_t>> seen;
  DenseSet<std::pair<Value, std::pair<Memory *, int64_t>>> listed;
  for (const Kind &kind : kinds) {
    if (kind.isReduction)
      continue;
    for (linalg::GenericOp op : kind.ops) {
      auto placed = llvm::find_if(kind.full, [&](unsigned operand) {
        return getPlace(op, operand).memory;
      });
      if (placed == kind.full.end())
        continue;
      Place place = getPlace(op, *placed);
      auto key = std::make_pair(place.memory, place.offset);
      for (unsigned operand : kind.full) {
        Value buffer = getWhole(op->getOperand(operand));
        auto alloc = buffer.getDefiningOp<memref::AllocOp>();
        if (!alloc || !alloc.getType().getLayout().isIdentity() ||
            places.contains(buffer) || !listed.insert({buffer, key}).second)
          continue;
        bool isFirst = seen.try_emplace(buffer, key).second;
        found[place.memory][place.offset].push_back(
            isFirst ? alloc : memref::AllocOp());
      }
    }
  }
  bool isChanged = false;
  for (auto &[memory, parts] : found) {
    for (size_t rank = 0;; ++rank) {
      llvm::MapVector<Type, SmallVector<memref::AllocOp>> byType;
      bool isLast = true;
      for (auto &[offset, allocs] : parts) {
        isLast &= allocs.size() <= rank + 1;
        if (rank < allocs.size() && allocs[rank])
          byType[allocs[rank].getType().getElementType()].push_back(
              allocs[rank]);
      }
      for (auto &[type, allocs] : byType) {
        if (allocs.size() < 2)
          continue;
        isChanged = true;
        Memory &added = addMemory();
        for (memref::AllocOp alloc : allocs) {
          places[alloc] = {&added, added.size};
          added.parts.push_back({alloc, added.size});
          added.size += getBytes(alloc);
        }
      }
      if (isLast)
        break;
    }
  }
  return isChanged;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

bool Flattener::areNeighbours(const Kind &kind, linalg::GenericOp a,
                              linalg::GenericOp b) const {
  return llvm::all_of(kind.full, [&](unsigned operand) {
    Place place = getPlace(a, operand);
    place.offset += getBytes(a->getOperand(operand));
    return place == getPlace(b, operand);
  });
}

Value Flattener::getView(Place place, int64_t size, Type elementType) {
  Value &view = views[{place.memory, place.offset, size,
                       elementType.getAsOpaquePointer()}];
  if (view)
    return view;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&block);
  Location loc = func.getLoc();
  if (!place.memory->bytes)
    place.memory->bytes = memref::AllocOp::create(
        builder, loc,
        MemRefType::get({place.memory->size}, builder.getI8Type()));
  else
    builder.setInsertionPointAfterValue(place.memory->bytes);
  Value offset = arith::ConstantIndexOp::create(builder, loc, place.offset);
  view =
      memref::ViewOp::create(builder, loc, MemRefType::get({size}, elementType),
                             place.memory->bytes, offset, ValueRange());
  return view;
}

/// True if no op of a run touches what another one writes: in one op, all
/// points are computed at once. What an op itself reads and writes at the same
/// place is the same element.
bool Flattener::canBeOne(const Kind &kind, Run run) const {
  linalg::GenericOp first = run.front(), last = run.back();
  // Scalars of all ops are the same.
  struct Extent {
    Value buffer;
    Memory *memory;
    int64_t begin, end;
    bool isFull, isWritten;
  };
  SmallVector<Extent> extents;
  for (OpOperand &operand : first->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    bool isWritten = first.isDpsInit(&operand);
    if (llvm::is_contained(kind.full, number)) {
      Place begin = getPlace(first, number), end = getPlace(last, number);
      extents.push_back({Value(), begin.memory, begin.offset,
                         end.offset + getBytes(last->getOperand(number)), true,
                         isWritten});
    } else if (isa<MemRefType>(operand.get().getType())) {
      BufferRegion region = getRegion(operand.get());
      Place place = places.lookup(getWhole(operand.get()));
      for (const std::unique_ptr<Memory> &memory : memories)
        if (memory->bytes == region.buffer)
          place = {memory.get(), region.begin};
      extents.push_back({place.memory ? Value() : region.buffer, place.memory,
                         place.offset, place.offset + region.end - region.begin,
                         false, isWritten});
    }
  }
  for (const Extent &written : extents)
    for (const Extent &other : extents) {
      if (&written == &other || !written.isWritten ||
          written.buffer != other.buffer || written.memory != other.memory ||
          written.begin >= other.end || other.begin >= written.end)
        continue;
      if (!written.isFull || !other.isFull || written.begin != other.begin ||
          written.end != other.end)
        return false;
    }
  return true;
}

/// `run` is in the order of places.
bool Flattener::merge(const Kind &kind, Run run, BlockEffects &effects) {
  if (!canBeOne(kind, run))
    return false;
  SmallVector<linalg::GenericOp> ordered(run);
  llvm::sort(ordered, [](linalg::GenericOp a, linalg::GenericOp b) {
    return a->isBeforeInBlock(b);
  });
  using Where = BlockEffects::Where;
  bool atFirst = effects.canGather(ordered, Where::AtFirst);
  if (!atFirst && !effects.canGather(ordered, Where::AtLast))
    return false;

  linalg::GenericOp first = run.front();
  int64_t size = 0;
  SmallVector<Location> locs;
  for (linalg::GenericOp op : run) {
    size += cast<MemRefType>(op->getOperand(kind.full.front()).getType())
                .getNumElements();
    locs.push_back(op.getLoc());
  }
  SmallVector<Value> operands(first->getOperands());
  SmallVector<AffineMap> maps(operands.size(),
                              AffineMap::get(1, 0, func.getContext()));
  for (unsigned operand : kind.full) {
    operands[operand] = getView(getPlace(first, operand), size,
                                getElementTypeOrSelf(operands[operand]));
    maps[operand] = builder.getMultiDimIdentityMap(1);
  }
  if (atFirst)
    builder.setInsertionPoint(ordered.front());
  else
    builder.setInsertionPointAfter(ordered.back());
  ValueRange all(operands);
  unsigned numInputs = first.getNumDpsInputs();
  auto merged = linalg::GenericOp::create(
      builder, FusedLoc::get(func.getContext(), locs), TypeRange(),
      all.take_front(numInputs), all.drop_front(numInputs), maps,
      kind.isReduction ? utils::IteratorType::reduction
                       : utils::IteratorType::parallel);
  merged.getRegion().takeBody(first.getRegion());
  effects.merge(run, merged);
  if (auto remark = remark::passed(
          merged.getLoc(),
          remark::RemarkOpts::name("flattened").category("amp-flatten")))
    remark << remark::metric("ops", static_cast<int64_t>(run.size()))
           << remark::metric("elements", size);
  return true;
}

SmallVector<SmallVector<linalg::GenericOp>>
Flattener::findRuns(const Kind &kind) const {
  SmallVector<std::pair<std::pair<size_t, int64_t>, linalg::GenericOp>> parts;
  for (linalg::GenericOp op : kind.ops) {
    if (!llvm::all_of(kind.full, [&](unsigned operand) {
          return getPlace(op, operand).memory;
        }))
      continue;
    Place place = getPlace(op, kind.full.front());
    parts.push_back({{place.memory->number, place.offset}, op});
  }
  llvm::sort(parts, llvm::less_first());
  SmallVector<SmallVector<linalg::GenericOp>> runs;
  for (auto &[place, op] : parts)
    if (!runs.empty() && areNeighbours(kind, runs.back().back(), op))
      runs.back().push_back(op);
    else
      runs.push_back({op});
  llvm::erase_if(runs, [](const auto &run) { return run.size() < 2; });
  return runs;
}

void Flattener::mergeRuns() {
  BlockEffects effects(block);
  SmallVector<std::pair<const Kind *, SmallVector<linalg::GenericOp>>> open;
  for (const Kind &kind : kinds)
    for (SmallVector<linalg::GenericOp> &run : findRuns(kind))
      open.push_back({&kind, std::move(run)});
  // One that was in the way may be out of it once it is merged itself.
  size_t before;
  do {
    before = open.size();
    llvm::erase_if(open, [&](const auto &entry) {
      return merge(*entry.first, entry.second, effects);
    });
  } while (open.size() < before);
  moveBuffers();
}

/// Lets buffers lie where merged ops expect them. Where there are none, they
/// stay buffers of their own.
void Flattener::moveBuffers() {
  for (const std::unique_ptr<Memory> &memory : memories) {
    if (!memory->bytes)
      continue;
    for (auto [alloc, offset] : memory->parts) {
      builder.setInsertionPoint(alloc);
      Value view = memref::ViewOp::create(
          builder, alloc.getLoc(), alloc.getType(), memory->bytes,
          arith::ConstantIndexOp::create(builder, alloc.getLoc(), offset),
          ValueRange());
      for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
        if (isa<memref::DeallocOp>(user))
          user->erase();
      alloc.replaceAllUsesWith(view);
      alloc.erase();
    }
  }
}

namespace {
struct AmpFlattenUpdatesPass
    : public amprt::impl::AmpFlattenUpdatesPassBase<AmpFlattenUpdatesPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    if (failed(verifyKnownBuffers(func)))
      return signalPassFailure();
    Flattener flattener(func);
    if (failed(flattener.placeVariables()))
      return signalPassFailure();
    flattener.findKinds();
    flattener.placeBuffers();
    flattener.mergeRuns();
  }
};
} // namespace
