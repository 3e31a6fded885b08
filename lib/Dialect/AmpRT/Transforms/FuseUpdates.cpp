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
class Composer {
public:
  Composer(OpBuilder &builder, ArrayRef<linalg::GenericOp> ops)
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

Composer::Operand *Composer::find(const BufferRegion &region) {
  for (SmallVectorImpl<Operand> *list : {&outputs, &inputs})
    for (Operand &operand : *list)
      if (operand.region == region)
        return &operand;
  return nullptr;
}

linalg::GenericOp Composer::compose(const BufferRegion *forwarded) {
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
  DenseSet<Value> seen;
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
  Operand produced{{}, {}, {}};
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
              current = produced.current;
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
              produced.current = result;
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
  /// Ops of the same loops, which are to become one.
  struct Group {
    SmallVector<linalg::GenericOp> ops;
    SmallVector<BufferRegion> full;
    /// What has one value for all points, and whether an op writes it.
    SmallVector<std::pair<BufferRegion, bool>> scalars;

    /// True if `op` has a buffer in common with the others, and would find in
    /// each what it finds after them.
    bool mayJoin(linalg::GenericOp op) const;
    void add(linalg::GenericOp op);
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
        return isa<arith::ArithDialect>(op.getDialect());
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
  // What it is made of must still be there when the last one reads it.
  for (Operation *op = producer->getNextNode(); op != readers.back();
       op = op->getNextNode())
    if (mayWrite(op, producer))
      return;

  for (linalg::GenericOp reader : readers) {
    builder.setInsertionPoint(reader);
    linalg::GenericOp both =
        Composer(builder, {producer, reader}).compose(&region);
    report(both, "forwarded", 2);
    effects.replace(reader, both);
  }
  effects.erase(producer);
}

bool Fuser::Group::mayJoin(linalg::GenericOp op) const {
  linalg::GenericOp first = ops.front();
  if (op.getStaticLoopRanges() != first.getStaticLoopRanges() ||
      op.getIteratorTypesArray() != first.getIteratorTypesArray())
    return false;
  bool shares = false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    BufferRegion region = getRegion(operand.get());
    bool isScalar = !isFull(op, operand);
    for (const BufferRegion &other : full) {
      if (!region.overlaps(other))
        continue;
      if (isScalar || !(region == other))
        return false;
      shares = true;
    }
    // What is one value for all points must be there before the first one.
    for (const auto &[other, isWritten] : scalars)
      if (region.overlaps(other) &&
          (!isScalar || isWritten || op.isDpsInit(&operand)))
        return false;
  }
  return shares;
}

void Fuser::Group::add(linalg::GenericOp op) {
  ops.push_back(op);
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

void Fuser::fuse() {
  SmallVector<linalg::GenericOp> candidates;
  for (auto op : block.getOps<linalg::GenericOp>())
    if (updatesState(op) || reduces(op))
      candidates.push_back(op);
  DenseSet<Operation *> taken;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (taken.contains(candidates[i]))
      continue;
    Group group;
    group.add(candidates[i]);
    for (linalg::GenericOp op : ArrayRef(candidates).drop_front(i + 1)) {
      if (taken.contains(op) || !group.mayJoin(op))
        continue;
      SmallVector<linalg::GenericOp> together = group.ops;
      together.push_back(op);
      if (!effects.canGather(together, /*atFirst=*/false))
        continue;
      group.add(op);
      taken.insert(op);
    }
    if (group.ops.size() < 2)
      continue;
    builder.setInsertionPointAfter(group.ops.back());
    linalg::GenericOp fused = Composer(builder, group.ops).compose();
    report(fused, "fused", group.ops.size());
    effects.replace(group.ops, fused);
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
    if (!llvm::hasSingleElement(func.getBody())) {
      func.emitError("expects a body without control flow");
      return signalPassFailure();
    }
    Fuser(func).run();
  }
};
} // namespace
