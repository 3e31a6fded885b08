//===- ExpandLists.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Three steps: places of variables and of the temporary buffers that lists hold
// beside them; runs of arrays that are neighbours in all lists; an op for each
// run.

#include "KnownBuffers.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

#include <map>

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPEXPANDLISTSPASS
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

static bool isContiguous(Value value) {
  return cast<MemRefType>(value.getType()).getLayout().isIdentity();
}

namespace {
/// Bytes that buffers share: a flat buffer, or buffers that are to lie one
/// after another.
struct Segment {
  size_t number;
  /// Null until somebody needs it.
  Value bytes;
  int64_t size = 0;
  /// Empty for a flat buffer.
  SmallVector<std::pair<memref::AllocOp, int64_t>> parts;
};

struct Place {
  Segment *segment = nullptr;
  int64_t offset = 0;
  bool operator==(const Place &other) const {
    return segment == other.segment && offset == other.offset;
  }
};

/// A list op, as what is at each index of its lists.
struct List {
  Operation *op;
  /// The arrays at each index: those of the inputs, those of the destinations.
  SmallVector<SmallVector<Value>> arrays;
  SmallVector<Value> scalars;
  /// Destinations of a reduction.
  SmallVector<Value> sums;
  size_t numInputs;
};

class Expander {
public:
  explicit Expander(func::FuncOp func)
      : func(func), block(func.getBody().front()), builder(func.getContext()) {}

  LogicalResult placeVariables();
  void findLists();
  void placeBuffers();
  void expand();

private:
  using Run = SmallVector<unsigned>;

  Place getPlace(Value array) const { return places.lookup(getWhole(array)); }
  Segment &addSegment() {
    Segment &segment = *segments.emplace_back(std::make_unique<Segment>());
    segment.number = segments.size() - 1;
    return segment;
  }
  bool placeNewBuffers();
  SmallVector<Run> findRuns(const List &list) const;
  bool areNeighbours(ArrayRef<Value> a, ArrayRef<Value> b) const;
  void expand(const List &list, const Run &run);
  /// The arrays of a run as one array for each list.
  SmallVector<Value> getArrays(const List &list, const Run &run);
  /// `size` elements from `place` on; one value for one place.
  Value getView(Place place, int64_t size, Type elementType);
  void moveBuffers();

  func::FuncOp func;
  Block &block;
  OpBuilder builder;
  std::vector<std::unique_ptr<Segment>> segments;
  DenseMap<Value, Place> places;
  std::vector<List> lists;
  std::map<std::tuple<Segment *, int64_t, int64_t, const void *>, Value> views;
};
} // namespace

//===----------------------------------------------------------------------===//
// Flat buffers
//===----------------------------------------------------------------------===//

LogicalResult Expander::placeVariables() {
  llvm::MapVector<Attribute, Segment *> flatBuffers;
  BitVector replaced(func.getNumArguments());
  SmallVector<std::pair<unsigned, Segment *>> first;
  for (BlockArgument argument : block.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto name = func.getArgAttrOfType<FlatSymbolRefAttr>(i, "amp.flat_buffer");
    if (!name)
      continue;
    auto offset =
        func.getArgAttrOfType<IntegerAttr>(i, "amp.flat_buffer_offset");
    auto size = func.getArgAttrOfType<IntegerAttr>(i, "amp.flat_buffer_bytes");
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!offset || !size || !type || !type.hasStaticShape() ||
        !type.getLayout().isIdentity())
      return func.emitError("argument ")
             << i << " lies in " << name
             << " and must be a contiguous buffer of known size with "
                "'amp.flat_buffer_offset' and 'amp.flat_buffer_bytes'";
    Segment *&segment = flatBuffers[name];
    if (!segment) {
      segment = &addSegment();
      segment->size = size.getInt();
      first.push_back({i, segment});
    }
    if (offset.getInt() < 0 || size.getInt() != segment->size ||
        offset.getInt() > segment->size - getBytes(argument))
      return func.emitError("argument ")
             << i << " of " << getBytes(argument) << " bytes at "
             << offset.getInt() << " does not fit into " << name << " of "
             << segment->size << " bytes";
    places[argument] = {segment, offset.getInt()};
    replaced.set(i);
  }
  // The flat buffer takes the place of its first variable.
  builder.setInsertionPointToStart(&block);
  SmallVector<std::pair<BlockArgument, Place>> variables;
  for (BlockArgument argument : block.getArguments())
    if (replaced.test(argument.getArgNumber()))
      variables.push_back({argument, places[argument]});
  for (auto [added, entry] : llvm::enumerate(first)) {
    auto [index, segment] = entry;
    Attribute name = func.getArgAttr(index + added, "amp.flat_buffer");
    auto type = MemRefType::get({segment->size}, builder.getI8Type());
    if (failed(
            func.insertArgument(index + added, type,
                                builder.getDictionaryAttr(builder.getNamedAttr(
                                    "amp.flat_buffer", name)),
                                func.getLoc())))
      return failure();
    segment->bytes = block.getArgument(index + added);
  }
  BitVector erased(func.getNumArguments());
  for (auto [argument, place] : variables) {
    auto type = cast<MemRefType>(argument.getType());
    Value view = memref::ViewOp::create(
        builder, func.getLoc(), type, place.segment->bytes,
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
// Lists
//===----------------------------------------------------------------------===//

void Expander::findLists() {
  for (Operation &op : block) {
    List list{&op, {}, {}, {}, 0};
    if (auto map = dyn_cast<MapListOp>(op)) {
      unsigned inputs = map.getNumInputLists(), outs = map.getNumOutLists();
      list.numInputs = inputs;
      list.scalars = llvm::to_vector(map.getScalars());
      for (unsigned i = 0, e = map.getLength(); i < e; ++i) {
        SmallVector<Value> &arrays = list.arrays.emplace_back();
        for (unsigned k = 0; k < inputs; ++k)
          arrays.push_back(map.getInputs()[k * e + i]);
        for (unsigned k = 0; k < outs; ++k)
          arrays.push_back(map.getOuts()[k * e + i]);
      }
    } else if (auto reduce = dyn_cast<ReduceListOp>(op)) {
      unsigned inputs = reduce.getNumInputLists();
      list.numInputs = inputs;
      list.scalars = llvm::to_vector(reduce.getScalars());
      list.sums = llvm::to_vector(reduce.getOuts());
      for (unsigned i = 0, e = reduce.getLength(); i < e; ++i) {
        SmallVector<Value> &arrays = list.arrays.emplace_back();
        for (unsigned k = 0; k < inputs; ++k)
          arrays.push_back(reduce.getInputs()[k * e + i]);
      }
    } else {
      continue;
    }
    // Arrays without elements.
    llvm::erase_if(list.arrays, [](ArrayRef<Value> arrays) {
      return cast<MemRefType>(arrays.front().getType()).getNumElements() == 0;
    });
    lists.push_back(std::move(list));
  }
}

//===----------------------------------------------------------------------===//
// Temporary buffers
//===----------------------------------------------------------------------===//

void Expander::placeBuffers() {
  while (placeNewBuffers())
    continue;
}

/// Gives places to buffers that lists hold beside buffers which have one: the
/// first of each part of a segment become one segment, the second another one,
/// and so on.
bool Expander::placeNewBuffers() {
  // By place, buffers in the order in which they meet it. The k-th ones of all
  // parts are taken for the same thing, such as the gradient; one that another
  // part has already leaves its number empty.
  llvm::MapVector<Segment *, std::map<int64_t, SmallVector<memref::AllocOp>>>
      found;
  DenseSet<Value> seen;
  DenseSet<std::pair<Value, std::pair<Segment *, int64_t>>> listed;
  for (const List &list : lists) {
    if (!list.sums.empty())
      continue;
    for (ArrayRef<Value> arrays : list.arrays) {
      Place place;
      for (Value array : llvm::reverse(arrays))
        if (Place known = getPlace(array); known.segment)
          place = known;
      if (!place.segment)
        continue;
      auto key = std::make_pair(place.segment, place.offset);
      for (Value array : arrays) {
        Value buffer = getWhole(array);
        auto alloc = buffer.getDefiningOp<memref::AllocOp>();
        if (!alloc || !isContiguous(alloc) || places.contains(buffer) ||
            !listed.insert({buffer, key}).second)
          continue;
        bool isFirst = seen.insert(buffer).second;
        found[place.segment][place.offset].push_back(
            isFirst ? alloc : memref::AllocOp());
      }
    }
  }
  bool isChanged = false;
  for (auto &[segment, parts] : found) {
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
        Segment &added = addSegment();
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

bool Expander::areNeighbours(ArrayRef<Value> a, ArrayRef<Value> b) const {
  return llvm::all_of(llvm::zip(a, b), [&](auto pair) {
    auto [first, second] = pair;
    Place place = getPlace(first);
    place.offset += getBytes(first);
    return place == getPlace(second);
  });
}

/// Indices of arrays that are neighbours in every list, in their order in
/// memory; the others alone.
SmallVector<Expander::Run> Expander::findRuns(const List &list) const {
  SmallVector<Run> runs;
  SmallVector<std::pair<std::pair<size_t, int64_t>, unsigned>> placed;
  for (auto [i, arrays] : llvm::enumerate(list.arrays)) {
    bool isPlaced = llvm::all_of(arrays, [&](Value array) {
      return isContiguous(array) && getPlace(array).segment;
    });
    Place place = getPlace(arrays.front());
    if (isPlaced)
      placed.push_back(
          {{place.segment->number, place.offset}, static_cast<unsigned>(i)});
    else
      runs.push_back({static_cast<unsigned>(i)});
  }
  llvm::sort(placed);
  size_t alone = runs.size();
  for (auto &[place, i] : placed)
    if (runs.size() > alone &&
        areNeighbours(list.arrays[runs.back().back()], list.arrays[i]))
      runs.back().push_back(i);
    else
      runs.push_back({i});
  return runs;
}

Value Expander::getView(Place place, int64_t size, Type elementType) {
  Value &view = views[{place.segment, place.offset, size,
                       elementType.getAsOpaquePointer()}];
  if (view)
    return view;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&block);
  Location loc = func.getLoc();
  if (!place.segment->bytes)
    place.segment->bytes = memref::AllocOp::create(
        builder, loc,
        MemRefType::get({place.segment->size}, builder.getI8Type()));
  else
    builder.setInsertionPointAfterValue(place.segment->bytes);
  Value offset = arith::ConstantIndexOp::create(builder, loc, place.offset);
  view =
      memref::ViewOp::create(builder, loc, MemRefType::get({size}, elementType),
                             place.segment->bytes, offset, ValueRange());
  return view;
}

SmallVector<Value> Expander::getArrays(const List &list, const Run &run) {
  SmallVector<Value> result;
  ArrayRef<Value> first = list.arrays[run.front()];
  bool isVector = llvm::all_of(first, isContiguous);
  int64_t size = 0;
  for (unsigned i : run)
    size += cast<MemRefType>(list.arrays[i].front().getType()).getNumElements();
  for (Value array : first) {
    auto type = cast<MemRefType>(array.getType());
    if (run.size() > 1)
      array = getView(getPlace(array), size, type.getElementType());
    else if (isVector && type.getRank() > 1)
      array = memref::CollapseShapeOp::create(
          builder, list.op->getLoc(), array,
          ReassociationIndices(
              llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()))));
    result.push_back(array);
  }
  return result;
}

void Expander::expand(const List &list, const Run &run) {
  SmallVector<Value> arrays = getArrays(list, run);
  auto rank = static_cast<unsigned>(
      cast<MemRefType>(arrays.front().getType()).getRank());
  AffineMap one = AffineMap::get(rank, 0, func.getContext());
  SmallVector<Value> ins(ArrayRef(arrays).take_front(list.numInputs));
  SmallVector<Value> outs(ArrayRef(arrays).drop_front(list.numInputs));
  SmallVector<AffineMap> maps(ins.size(), builder.getMultiDimIdentityMap(rank));
  llvm::append_range(ins, list.scalars);
  maps.append(list.scalars.size(), one);
  maps.append(outs.size(), builder.getMultiDimIdentityMap(rank));
  llvm::append_range(outs, list.sums);
  maps.append(list.sums.size(), one);
  SmallVector<utils::IteratorType> iterators(
      rank, list.sums.empty() ? utils::IteratorType::parallel
                              : utils::IteratorType::reduction);
  Block &body = list.op->getRegion(0).front();
  auto made = linalg::GenericOp::create(
      builder, list.op->getLoc(), TypeRange(), ins, outs, maps, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(body.getArguments(), arguments);
        for (Operation &inside : body.without_terminator())
          builder.clone(inside, mapping);
        linalg::YieldOp::create(
            builder, loc,
            llvm::map_to_vector(
                body.getTerminator()->getOperands(),
                [&](Value value) { return mapping.lookupOrDefault(value); }));
      });
  if (auto remark = remark::passed(
          made.getLoc(),
          remark::RemarkOpts::name("expanded").category("amp-lists")))
    remark << remark::metric("arrays", static_cast<int64_t>(run.size()));
}

void Expander::expand() {
  for (const List &list : lists) {
    for (const Run &run : findRuns(list)) {
      builder.setInsertionPoint(list.op);
      expand(list, run);
    }
    list.op->erase();
  }
  moveBuffers();
}

/// Lets buffers lie where runs expect them. Where there are none, they
/// stay buffers of their own.
void Expander::moveBuffers() {
  for (const std::unique_ptr<Segment> &segment : segments) {
    if (!segment->bytes)
      continue;
    for (auto [alloc, offset] : segment->parts) {
      builder.setInsertionPoint(alloc);
      Value view = memref::ViewOp::create(
          builder, alloc.getLoc(), alloc.getType(), segment->bytes,
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
struct AmpExpandListsPass
    : public amprt::impl::AmpExpandListsPassBase<AmpExpandListsPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    if (failed(verifyKnownBuffers(func)))
      return signalPassFailure();
    Expander expander(func);
    if (failed(expander.placeVariables()))
      return signalPassFailure();
    for (Operation &op : func.getBody().front())
      if (isa<MapListOp, ReduceListOp>(op) && op.getNumResults() > 0) {
        op.emitOpError("is on tensors; bufferize before amp-expand-lists");
        return signalPassFailure();
      }
    expander.findLists();
    expander.placeBuffers();
    expander.expand();
  }
};
} // namespace
