//===- OptimizeCasts.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CastTypes.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Dialect/ByteCount.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/ScopedHashTable.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPOPTIMIZECASTSPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
using CastKey = std::pair<Value, Type>;
using CastTable = llvm::ScopedHashTable<CastKey, Value>;

/// One walk in program order. What an outer block has computed is known in the
/// regions below it, not the other way round.
struct Optimizer {
  explicit Optimizer(bool settled) : settled(settled) {}

  CastTable casts;
  /// The value that each variable has at this point, where a read gave it.
  DenseMap<StringAttr, Value> reads;

  void processBlock(Block &block);
  void processCast(CastOp op);
  void hoistCasts(ScanOp op);
  void castParts(CastOp op, ConcatOp concat);

  bool settled;
};
} // namespace

static bool isNarrowing(CastOp op) {
  return isWider(getElementTypeOrSelf(op.getInput()),
                 op.getType().getElementType());
}

/// Replaces `op`, a cast, by `value`.
static void replaceCast(CastOp op, Value value, StringRef reason) {
  if (auto remark = remark::passed(
          op.getLoc(),
          remark::RemarkOpts::name("removed")
              .category("amp-casts")
              .function(op->getParentOfType<func::FuncOp>().getName()))) {
    RankedTensorType from = getTensorType(op.getInput()), to = op.getType();
    remark << remark::metric("from", Type(from.getElementType()))
           << remark::metric("to", Type(to.getElementType()))
           << remark::metric("reason", reason);
    if (to.hasStaticShape() && isa<FloatType>(from.getElementType()) &&
        isa<FloatType>(to.getElementType()))
      remark << remark::metric("bytes", countBytes(from) + countBytes(to));
  }
  op.replaceAllUsesWith(value);
  op.erase();
}

void Optimizer::processCast(CastOp op) {
  if (op->hasAttr("amp.uncached") || op->hasAttr("amp.recompute"))
    return;
  SmallVector<OpFoldResult> folded;
  if (succeeded(op->fold(folded))) {
    // An empty result is a fold in place: the cast skips a lossless one before
    // it.
    Value value =
        folded.empty() ? Value() : dyn_cast_if_present<Value>(folded.front());
    if (value && value != op.getResult()) {
      replaceCast(op, value, "round trip");
      return;
    }
  }
  CastKey key(op.getInput(), op.getType());
  if (Value known = casts.lookup(key)) {
    replaceCast(op, known, "same value and type");
    return;
  }
  if (auto concat = op.getInput().getDefiningOp<ConcatOp>();
      settled && concat && isNarrowing(op)) {
    castParts(op, concat);
    return;
  }
  casts.insert(key, op.getResult());
}

/// Joins what is cast instead of casting what is joined.
void Optimizer::castParts(CastOp op, ConcatOp concat) {
  OpBuilder builder(op);
  Type to = op.getType().getElementType();
  SmallVector<Value> parts;
  SmallVector<CastOp> made;
  for (Value input : concat.getInputs()) {
    made.push_back(CastOp::create(builder, op.getLoc(),
                                  getTensorType(input).clone(to), input));
    made.back()->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    parts.push_back(made.back());
  }
  auto joined = ConcatOp::create(builder, concat.getLoc(), op.getType(), parts,
                                 concat.getDim());
  joined->setDiscardableAttrs(concat->getDiscardableAttrDictionary());
  casts.insert({op.getInput(), op.getType()}, joined.getResult());
  op.replaceAllUsesWith(joined.getResult());
  op.erase();
  if (concat->use_empty())
    concat.erase();
  for (CastOp part : made)
    processCast(part);
}

/// What `value` was before it was made wider, if it is in every type that holds
/// that; null if it is another number there.
static Value getNarrow(Value value) {
  auto widened = value.getDefiningOp<CastOp>();
  return widened && isWider(widened.getType().getElementType(),
                            getElementTypeOrSelf(widened.getInput()))
             ? widened.getInput()
             : Value();
}

/// Carries states that are widened before each step, and only that, as they
/// were before that. Returns what `op` has become.
static ScanOp narrowStates(ScanOp op) {
  OpBuilder builder(op);
  SmallVector<Value> initial(op.getInitial());
  SmallVector<Type> types(op->getResultTypes());
  SmallVector<unsigned> narrowed;
  for (unsigned i = 0; i < op.getNumStates(); ++i) {
    Value next = getNarrow(op.getYield().getOperand(i));
    if (!next)
      continue;
    Value first = getNarrow(initial[i]);
    if (!first && matchPattern(initial[i], m_PosZeroFloat()))
      first = createSplat(builder, op.getLoc(), getTensorType(next), 0);
    if (!first || first.getType() != next.getType())
      continue;
    op.getYield()->setOperand(i, next);
    initial[i] = first;
    types[i] = first.getType();
    narrowed.push_back(i);
  }
  if (narrowed.empty())
    return op;
  auto scan = ScanOp::create(builder, op.getLoc(), types, initial,
                             op.getSequences(), op.getInvariants(),
                             op.getStepsAttr(), op.getReverseAttr());
  scan->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  scan.getBody().takeBody(op.getBody());
  SmallVector<Value> results(scan.getResults());
  auto widen = [&](Value value, Type type) {
    return CastOp::create(builder, op.getLoc(), type, value).getResult();
  };
  for (unsigned i : narrowed) {
    BlockArgument state = scan.getBody().getArgument(i);
    Type wide = state.getType();
    state.setType(types[i]);
    builder.setInsertionPointToStart(&scan.getBody().front());
    Value now = widen(state, wide);
    state.replaceAllUsesExcept(now, now.getDefiningOp());
    builder.setInsertionPointAfter(scan);
    results[i] = widen(results[i], wide);
  }
  op.replaceAllUsesWith(results);
  op.erase();
  return scan;
}

/// Casts what every step would cast before all steps: invariants, and sequences
/// that become narrower. Wider ones would take the place that they were to
/// save.
void Optimizer::hoistCasts(ScanOp op) {
  OpBuilder builder(op);
  unsigned states = op.getNumStates(), cut = op.getSequences().size();
  for (auto castOp :
       llvm::make_early_inc_range(op.getBody().front().getOps<CastOp>())) {
    auto argument = dyn_cast<BlockArgument>(castOp.getInput());
    if (!argument || argument.getArgNumber() < states ||
        castOp->hasAttr("amp.uncached") || castOp->hasAttr("amp.recompute"))
      continue;
    Type to = castOp.getType().getElementType();
    bool isCut = argument.getArgNumber() < states + cut;
    if (isCut && to.getIntOrFloatBitWidth() >=
                     getElementTypeOrSelf(argument).getIntOrFloatBitWidth())
      continue;
    Value operand = op->getOperand(argument.getArgNumber());
    auto whole = CastOp::create(builder, castOp.getLoc(),
                                getTensorType(operand).clone(to), operand);
    castOp.replaceAllUsesWith(isCut ? op.addSequence(whole)
                                    : op.addInvariant(whole));
    castOp.erase();
    processCast(whole);
  }
  op.eraseUnusedOperands();
}

/// True if `op`, or an op in its regions, changes state, or if nobody knows.
static bool mayWrite(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() || isMemoryEffectFree(op))
    return false;
  auto effects = getEffectsRecursively(op);
  return !effects || llvm::any_of(*effects, [](auto &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect());
  });
}

void Optimizer::processBlock(Block &block) {
  CastTable::ScopeTy scope(casts);
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto castOp = dyn_cast<CastOp>(op)) {
      processCast(castOp);
    } else if (auto read = dyn_cast<ReadOp>(op)) {
      // Reads of one variable between two assignments give one value, and then
      // have one cast.
      auto [it, isNew] =
          reads.try_emplace(read.getVariableAttr().getAttr(), read.getResult());
      if (!isNew) {
        read.replaceAllUsesWith(it->second);
        read.erase();
      }
    } else if (auto assign = dyn_cast<AssignOp>(op)) {
      reads.erase(assign.getVariableAttr().getAttr());
    } else {
      Operation *current = &op;
      if (auto scan = dyn_cast<ScanOp>(op)) {
        hoistCasts(scan);
        if (settled)
          current = narrowStates(scan);
      }
      if (current->getNumRegions() != 0) {
        // Values that a region reads are not available after it.
        auto saved = reads;
        for (Region &region : current->getRegions())
          for (Block &inner : region) {
            processBlock(inner);
            reads = saved;
          }
      }
      // A step, a scaler's update or a call changes variables that it does not
      // name.
      if (mayWrite(current))
        reads.clear();
    }
  }
}

namespace {
struct AmpOptimizeCastsPass
    : public amp::impl::AmpOptimizeCastsPassBase<AmpOptimizeCastsPass> {
  using Base::Base;

  void runOnOperation() override {
    for (Block &block : getOperation().getBody()) {
      Optimizer optimizer(settled);
      optimizer.processBlock(block);
    }
    // Casts that nothing uses any more were the operands of folded ones.
    SmallVector<CastOp> casts;
    getOperation().walk([&](CastOp op) { casts.push_back(op); });
    for (CastOp op : llvm::reverse(casts))
      if (op.use_empty())
        op.erase();
  }
};
} // namespace
