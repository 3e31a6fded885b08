//===- PlanMemory.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownBuffers.h"
#include "amp-rt/amp_rt.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPPLANMEMORYPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;

namespace {
/// A temporary buffer: when it lives, and where.
struct Lifetime {
  memref::AllocOp alloc;
  int64_t bytes;
  /// Positions of the first and the last operation that touches it.
  int64_t first, last;
  int64_t offset = 0;
};
} // namespace

namespace {
/// Of an op, and of the last op in its body.
using Positions = DenseMap<Operation *, std::pair<int64_t, int64_t>>;
} // namespace

/// Numbers the ops from `next` on, in the order in which they run.
static void numberOps(Block &block, int64_t &next, Positions &positions) {
  for (Operation &op : block) {
    int64_t first = next++;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        numberOps(inner, next, positions);
    positions[&op] = {first, next - 1};
  }
}

/// Sets when each buffer lives: from the first to the last op of `body` that
/// touches it or a view of it, and through all iterations of a repeat if it was
/// made before that. One that nothing touches lives where it is made.
static void findLifetimes(Block &body, MutableArrayRef<Lifetime> lifetimes) {
  Positions positions;
  int64_t count = 0;
  numberOps(body, count, positions);
  // The buffers, and what are views of them.
  DenseMap<Value, Lifetime *> known;
  for (Lifetime &lifetime : lifetimes)
    known[lifetime.alloc] = &lifetime;
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
      if (Lifetime *lifetime = known.lookup(view.getViewSource()))
        known[view.getViewDest()] = lifetime;
      return;
    }
    if (isa<memref::DeallocOp>(op))
      return;
    for (Value operand : op->getOperands())
      if (Lifetime *lifetime = known.lookup(operand)) {
        auto [first, last] = positions.lookup(
            lifetime->alloc->getBlock()->findAncestorOpInBlock(*op));
        lifetime->first = std::min(lifetime->first, first);
        lifetime->last = std::max(lifetime->last, last);
      }
  });
  for (Lifetime &lifetime : lifetimes)
    if (lifetime.last < 0)
      lifetime.first = lifetime.last = positions.lookup(lifetime.alloc).first;
}

/// Gives each buffer the lowest offset at which nothing lives at the same time,
/// the largest first. Returns the bytes of the arena.
static int64_t placeBuffers(MutableArrayRef<Lifetime> lifetimes) {
  SmallVector<Lifetime *> order;
  for (Lifetime &lifetime : lifetimes)
    order.push_back(&lifetime);
  llvm::sort(order, [](Lifetime *a, Lifetime *b) {
    return std::make_pair(-a->bytes, a->first) <
           std::make_pair(-b->bytes, b->first);
  });
  int64_t size = 0;
  SmallVector<Lifetime *> placed; // by offset
  for (Lifetime *lifetime : order) {
    int64_t offset = 0;
    for (Lifetime *other : placed) {
      if (other->last < lifetime->first || lifetime->last < other->first)
        continue;
      if (offset + lifetime->bytes <= other->offset)
        break;
      offset = std::max<int64_t>(
          offset, llvm::alignTo(other->offset + other->bytes, AMPRT_ALIGNMENT));
    }
    lifetime->offset = offset;
    size = std::max(size, offset + lifetime->bytes);
    auto position =
        llvm::upper_bound(placed, lifetime, [](Lifetime *a, Lifetime *b) {
          return a->offset < b->offset;
        });
    placed.insert(position, lifetime);
  }
  return size;
}

namespace {
struct AmpPlanMemoryPass
    : public amprt::impl::AmpPlanMemoryPassBase<AmpPlanMemoryPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && failed(plan(func)))
        return signalPassFailure();
  }

  LogicalResult plan(func::FuncOp func) {
    if (failed(amprt::verifyNoControlFlow(func)))
      return failure();
    if (!SymbolTable::symbolKnownUseEmpty(func, getOperation()))
      return func.emitError("is called, and its callers have no arena for it; "
                            "run amp-inline-calls first");
    Block &body = func.getBody().front();
    SmallVector<Lifetime> lifetimes;
    int64_t total =
        0; // of buffers one after the other, no place lies beyond it
    SmallVector<memref::AllocOp> allocs;
    func.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
    for (memref::AllocOp alloc : allocs) {
      MemRefType type = alloc.getType();
      if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
          !type.getElementType().isIntOrIndexOrFloat())
        return alloc.emitError("cannot place a buffer of unknown size: ")
               << type << "; run amp-specialize-shapes";
      FailureOr<int64_t> bytes = amprt::findBytes(type);
      if (failed(bytes) || llvm::AddOverflow(total, *bytes, total) ||
          llvm::AddOverflow<int64_t>(total, AMPRT_ALIGNMENT, total))
        return alloc.emitError("cannot place a buffer of ")
               << type << ": the sizes are beyond 64 bits";
      lifetimes.push_back({alloc, *bytes, INT64_MAX, -1});
    }
    findLifetimes(body, lifetimes);
    int64_t size = placeBuffers(lifetimes);

    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    auto arenaType = MemRefType::get({size}, builder.getI8Type());
    if (failed(func.insertArgument(
            0, arenaType,
            builder.getDictionaryAttr(builder.getNamedAttr(
                "amp.name", builder.getStringAttr("arena"))),
            func.getLoc())))
      return failure();
    func->setAttr("amp.arena_bytes", builder.getI64IntegerAttr(size));
    DenseMap<int64_t, Value> offsets;
    for (Lifetime &lifetime : lifetimes) {
      builder.setInsertionPointToStart(&body);
      Value &offset = offsets[lifetime.offset];
      if (!offset)
        offset = arith::ConstantIndexOp::create(builder, func.getLoc(),
                                                lifetime.offset);
      builder.setInsertionPoint(lifetime.alloc);
      remark::analysis(
          lifetime.alloc.getLoc(),
          remark::RemarkOpts::name("buffer").category("amp-memory"))
          << remark::metric("offset", lifetime.offset)
          << remark::metric("bytes", lifetime.bytes)
          << remark::metric("first", lifetime.first)
          << remark::metric("last", lifetime.last);
      Value view = memref::ViewOp::create(
          builder, lifetime.alloc.getLoc(), lifetime.alloc.getType(),
          body.getArgument(0), offset, ValueRange());
      lifetime.alloc.replaceAllUsesWith(view);
      for (Operation *user : llvm::make_early_inc_range(view.getUsers()))
        if (isa<memref::DeallocOp>(user))
          user->erase();
      lifetime.alloc.erase();
    }
    return success();
  }
};
} // namespace
