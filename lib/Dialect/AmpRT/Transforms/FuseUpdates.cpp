//===- FuseUpdates.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferRegions.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/BitVector.h"

#include <set>

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPFUSEUPDATESPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

/// Most arithmetic ops of an element that are done again by each reader.
static constexpr int64_t kMostRepeated = 6;

namespace {
/// Builds one op that does, element by element, what several do one after
/// another. Their full operands lie in the same places or in different ones.
class FusedOpBuilder {
public:
  FusedOpBuilder(OpBuilder &builder, ArrayRef<linalg::GenericOp> ops)
      : builder(builder), ops(ops) {}

  /// `forwarded` is a region that no one needs afterwards, null if there is
  /// none: it is no operand.
  linalg::GenericOp compose(const BufferRegion *forwarded = nullptr);

private:
  struct Operand {
    Value value;
    BufferRegion region;
    /// The operand's element, or what an op has computed in its place.
    Value current;
  };
  /// The place of a full operand among outputs or inputs; null if it is new.
  Operand *find(const BufferRegion &region);

  OpBuilder &builder;
  ArrayRef<linalg::GenericOp> ops;
  SmallVector<Operand> outputs, inputs;
  llvm::MapVector<Value, Value> scalars;
};
} // namespace

static bool isFull(linalg::GenericOp op, OpOperand &operand) {
  return op.getMatchingIndexingMap(&operand).getNumResults() > 0;
}

FusedOpBuilder::Operand *FusedOpBuilder::find(const BufferRegion &region) {
  for (SmallVectorImpl<Operand> *list : {&outputs, &inputs})
    for (Operand &operand : *list)
      if (operand.region == region)
        return &operand;
  return nullptr;
}

linalg::GenericOp FusedOpBuilder::compose(const BufferRegion *forwarded) {
  linalg::GenericOp last = ops.back();
  unsigned numLoops = last.getNumLoops();
  SmallVector<Value> reductions;
  for (linalg::GenericOp op : ops)
    for (OpOperand &init : op.getDpsInitsMutable()) {
      BufferRegion region = getRegion(init.get());
      if (!isFull(op, init))
        reductions.push_back(init.get());
      else if (!find(region) && !(forwarded && region == *forwarded))
        outputs.push_back({init.get(), region, {}});
    }
  for (linalg::GenericOp op : ops)
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (!isFull(op, *input)) {
        scalars.insert({input->get(), Value()});
        continue;
      }
      BufferRegion region = getRegion(input->get());
      if (!find(region) && !(forwarded && region == *forwarded))
        inputs.push_back({input->get(), region, {}});
    }

  SmallVector<Value> ins, outs;
  SmallVector<AffineMap> maps;
  AffineMap identity = builder.getMultiDimIdentityMap(numLoops);
  AffineMap all = AffineMap::get(numLoops, 0, builder.getContext());
  for (Operand &input : inputs) {
    ins.push_back(input.value);
    maps.push_back(identity);
  }
  for (auto &[scalar, element] : scalars) {
    ins.push_back(scalar);
    maps.push_back(all);
  }
  for (Operand &output : outputs) {
    outs.push_back(output.value);
    maps.push_back(identity);
  }
  for (Value reduction : reductions) {
    outs.push_back(reduction);
    maps.push_back(all);
  }
  SmallVector<Location> locs;
  for (linalg::GenericOp op : ops)
    locs.push_back(op.getLoc());
  Value produced; // of the forwarded region
  return linalg::GenericOp::create(
      builder, FusedLoc::get(builder.getContext(), locs), TypeRange(), ins,
      outs, maps, last.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        size_t next = 0;
        for (Operand &input : inputs)
          input.current = arguments[next++];
        for (auto &[scalar, element] : scalars)
          element = arguments[next++];
        for (Operand &output : outputs)
          output.current = arguments[next++];
        SmallVector<Value> reduced(arguments.drop_front(next));
        size_t reduction = 0;
        for (linalg::GenericOp op : ops) {
          IRMapping mapping;
          for (OpOperand &operand : op->getOpOperands()) {
            Value current;
            if (op.isDpsInit(&operand) && !isFull(op, operand))
              current = reduced[reduction];
            else if (!isFull(op, operand))
              current = scalars.lookup(operand.get());
            else if (Operand *known = find(getRegion(operand.get())))
              current = known->current;
            else
              current = produced;
            // What is not read has no value where it is first produced.
            if (current)
              mapping.map(op.getMatchingBlockArgument(&operand), current);
          }
          Block *body = op.getBody();
          for (Operation &inside : body->without_terminator())
            builder.clone(inside, mapping);
          for (auto [init, value] :
               llvm::zip(op.getDpsInitsMutable(),
                         body->getTerminator()->getOperands())) {
            Value result = mapping.lookupOrDefault(value);
            if (!isFull(op, init))
              reduced[reduction++] = result;
            else if (Operand *known = find(getRegion(init.get())))
              known->current = result;
            else
              produced = result;
          }
        }
        SmallVector<Value> results;
        for (Operand &output : outputs)
          results.push_back(output.current);
        llvm::append_range(results, reduced);
        linalg::YieldOp::create(builder, loc, results);
      });
}

namespace {
class Fuser {
public:
  explicit Fuser(func::FuncOp func)
      : block(func.getBody().front()), builder(func.getContext()),
        effects(block) {}

  void run();

private:
  /// An op, or several, and what it touches.
  struct Candidate {
    explicit Candidate(linalg::GenericOp op);
    /// True if the op has a buffer in common with `group`, and would find in
    /// each, element by element, what it finds after them.
    bool mayJoin(const Candidate &group) const;

    linalg::GenericOp op;
    SmallVector<int64_t> ranges;
    bool isReduction;
    SmallVector<BufferRegion> full;
    /// What has one value for all points, and whether the op writes it.
    SmallVector<std::pair<BufferRegion, bool>> scalars;
  };

  void forward(linalg::GenericOp producer);
  void fuse();
  SmallVector<Operation *> getUsers(const BufferRegion &region) const;
  bool mayWrite(Operation *op, linalg::GenericOp reader) const;
  bool updatesState(linalg::GenericOp op) const;
  void report(linalg::GenericOp op, StringRef what, size_t count);

  Block &block;
  OpBuilder builder;
  BlockEffects effects;
};
} // namespace

void Fuser::report(linalg::GenericOp op, StringRef what, size_t count) {
  if (auto remark = remark::passed(
          op.getLoc(), remark::RemarkOpts::name(what).category("amp-flatten")))
    remark << remark::metric("ops", static_cast<int64_t>(count));
}

/// The ops that touch a part of `region`.
SmallVector<Operation *> Fuser::getUsers(const BufferRegion &region) const {
  llvm::SetVector<Operation *> users;
  SmallVector<Value> worklist = {region.buffer};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    for (Operation *user : value.getUsers()) {
      if (isa<ViewLikeOpInterface>(user))
        llvm::append_range(worklist, user->getResults());
      else if (getRegion(value).overlaps(region))
        users.insert(user);
    }
  }
  return users.takeVector();
}

/// True if `op` may write what `reader` reads.
bool Fuser::mayWrite(Operation *op, linalg::GenericOp reader) const {
  const BlockEffects::Effects *touched = effects.lookup(op);
  if (!touched)
    return false;
  return touched->isUnknown ||
         llvm::any_of(touched->writes, [&](const BufferRegion &written) {
           return llvm::any_of(effects.lookup(reader)->reads,
                               [&](const BufferRegion &read) {
                                 return written.overlaps(read);
                               });
         });
}

static bool reduces(linalg::GenericOp op) {
  return succeeded(getFullOperands(op)) && op.getNumReductionLoops() > 0;
}

/// True for an elementwise op all of whose results are arguments: state, or
/// results of the program.
bool Fuser::updatesState(linalg::GenericOp op) const {
  FailureOr<SmallVector<unsigned>> full = getFullOperands(op);
  return succeeded(full) && op.getNumReductionLoops() == 0 &&
         llvm::all_of(op.getDpsInits(), [](Value init) {
           return isa<BlockArgument>(getRegion(init).buffer);
         });
}

/// Lets all readers of a temporary buffer, updates and reductions, compute its
/// elements themselves, from no more buffers than they read now.
void Fuser::forward(linalg::GenericOp producer) {
  FailureOr<SmallVector<unsigned>> full = getFullOperands(producer);
  if (failed(full) || full->size() != 2 ||
      producer.getNumReductionLoops() > 0 || producer.getNumDpsInits() != 1)
    return;
  OpOperand &init = *producer.getDpsInitsMutable().begin();
  BufferRegion region = getRegion(init.get());
  Block *body = producer.getBody();
  if (!region.buffer.getDefiningOp<memref::AllocOp>() ||
      !isFull(producer, init) || producer.payloadUsesValueFromOperand(&init) ||
      static_cast<int64_t>(body->getOperations().size()) > kMostRepeated + 1 ||
      !llvm::all_of(body->without_terminator(), [](Operation &op) {
        return isa_and_nonnull<arith::ArithDialect>(op.getDialect());
      }))
    return;

  SmallVector<linalg::GenericOp> readers;
  for (Operation *user : getUsers(region)) {
    auto reader = dyn_cast<linalg::GenericOp>(user);
    if (reader == producer)
      continue;
    if (!reader || user->isBeforeInBlock(producer) ||
        !(updatesState(reader) || reduces(reader)) ||
        reader.getStaticLoopRanges() != producer.getStaticLoopRanges())
      return;
    for (OpOperand &operand : reader->getOpOperands()) {
      if (!isa<MemRefType>(operand.get().getType()))
        continue;
      BufferRegion touched = getRegion(operand.get());
      if (touched.overlaps(region) &&
          (!(touched == region) || !isFull(reader, operand) ||
           reader.isDpsInit(&operand)))
        return;
    }
    readers.push_back(reader);
  }
  if (llvm::none_of(readers, [&](linalg::GenericOp reader) {
        return updatesState(reader);
      }))
    return;
  llvm::sort(readers, [](linalg::GenericOp a, linalg::GenericOp b) {
    return a->isBeforeInBlock(b);
  });
  // What it is made of must still be there when the last one reads it; that one
  // may write it element by element.
  for (Operation *op = producer->getNextNode(); op != readers.back();
       op = op->getNextNode())
    if (mayWrite(op, producer))
      return;
  auto isFullOf = [](linalg::GenericOp op, const BufferRegion &region) {
    return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
      return isa<MemRefType>(operand.get().getType()) && isFull(op, operand) &&
             getRegion(operand.get()) == region;
    });
  };
  for (const BufferRegion &written : effects.lookup(readers.back())->writes)
    for (const BufferRegion &read : effects.lookup(producer)->reads)
      if (written.overlaps(read) &&
          !(written == read && isFullOf(producer, read) &&
            isFullOf(readers.back(), written)))
        return;

  for (linalg::GenericOp reader : readers) {
    builder.setInsertionPoint(reader);
    linalg::GenericOp both =
        FusedOpBuilder(builder, {producer, reader}).compose(&region);
    report(both, "forwarded", 2);
    effects.replace(reader, both);
  }
  effects.erase(producer);
}

Fuser::Candidate::Candidate(linalg::GenericOp op)
    : op(op), ranges(op.getStaticLoopRanges()),
      isReduction(op.getNumReductionLoops() > 0) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    BufferRegion region = getRegion(operand.get());
    if (isFull(op, operand))
      full.push_back(region);
    else
      scalars.push_back({region, op.isDpsInit(&operand)});
  }
}

bool Fuser::Candidate::mayJoin(const Candidate &group) const {
  if (ranges != group.ranges || isReduction != group.isReduction)
    return false;
  bool shares = false;
  for (const BufferRegion &region : full) {
    for (const BufferRegion &other : group.full)
      if (region == other)
        shares = true;
      else if (region.overlaps(other))
        return false;
  }
  // What is one value for all points must be there before the first one.
  auto overlaps = [](const auto &scalars, const auto &full) {
    return llvm::any_of(scalars, [&](const auto &scalar) {
      return llvm::any_of(full, [&](const BufferRegion &region) {
        return region.overlaps(scalar.first);
      });
    });
  };
  bool clashes = llvm::any_of(scalars, [&](const auto &scalar) {
    return llvm::any_of(group.scalars, [&](const auto &other) {
      return (scalar.second || other.second) &&
             scalar.first.overlaps(other.first);
    });
  });
  return shares && !clashes && !overlaps(scalars, group.full) &&
         !overlaps(group.scalars, full);
}

void Fuser::fuse() {
  std::vector<Candidate> candidates;
  for (auto op : block.getOps<linalg::GenericOp>())
    if (updatesState(op) || reduces(op))
      candidates.emplace_back(op);
  DenseMap<Value, SmallVector<size_t>> byBuffer;
  for (auto [i, candidate] : llvm::enumerate(candidates))
    for (const BufferRegion &region : candidate.full)
      byBuffer[region.buffer].push_back(i);

  BitVector taken(candidates.size());
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (taken.test(i))
      continue;
    // In the order of the program, those that have a buffer in common with what
    // is there.
    Candidate group = candidates[i];
    SmallVector<linalg::GenericOp> ops = {group.op};
    std::set<size_t> next;
    auto addNeighbours = [&](size_t member) {
      for (const BufferRegion &region : candidates[member].full)
        for (size_t other : byBuffer[region.buffer])
          if (other > member)
            next.insert(other);
    };
    addNeighbours(i);
    while (!next.empty()) {
      size_t number = *next.begin();
      next.erase(next.begin());
      const Candidate &candidate = candidates[number];
      if (taken.test(number) || !candidate.mayJoin(group))
        continue;
      ops.push_back(candidate.op);
      if (!effects.canGather(ops, BlockEffects::Where::AtLast)) {
        ops.pop_back();
        continue;
      }
      taken.set(number);
      llvm::append_range(group.full, candidate.full);
      llvm::append_range(group.scalars, candidate.scalars);
      addNeighbours(number);
    }
    if (ops.size() < 2)
      continue;
    builder.setInsertionPointAfter(ops.back());
    linalg::GenericOp fused = FusedOpBuilder(builder, ops).compose();
    report(fused, "fused", ops.size());
    effects.merge(ops, fused);
  }
}

void Fuser::run() {
  // From the last one to the first: what reads a result may have become an
  // update by then.
  for (Operation *op = &block.back(), *previous; op; op = previous) {
    previous = op->getPrevNode();
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      forward(generic);
  }
  fuse();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

namespace {
struct AmpFuseUpdatesPass
    : public amprt::impl::AmpFuseUpdatesPassBase<AmpFuseUpdatesPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    if (failed(verifyKnownBuffers(func)))
      return signalPassFailure();
    Fuser(func).run();
  }
};
} // namespace
