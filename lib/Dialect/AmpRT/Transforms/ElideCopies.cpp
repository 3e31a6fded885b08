//===- ElideCopies.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownBuffers.h"
#include "amp-rt/amp_rt.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/BufferRegion.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPELIDECOPIESPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

//===----------------------------------------------------------------------===//
// Written where it is copied to
//===----------------------------------------------------------------------===//

/// True if `use` may be of a buffer of `type` instead.
static bool takesPlace(OpOperand &use, MemRefType type) {
  Operation *user = use.getOwner();
  if (auto record = dyn_cast<RecordOpInterface>(user))
    return llvm::is_contained(record.getRecordOperands(), &use) &&
           record.takesLayout(use, type);
  if (isa<IndexingOpInterface>(user))
    return type == use.get().getType();
  return isa<linalg::LinalgOp, RowKernelOp>(user);
}

/// True if `op`, or one in its regions, writes what `region` has, or reads it
/// if `orReads`, by another operand than the buffer `except`.
static bool touches(Operation *op, const BufferRegion &region, Value except,
                    bool orReads) {
  auto touchesIt = [&](Operation *inside) {
    if (isa<ViewLikeOpInterface>(inside))
      return WalkResult::advance();
    for (OpOperand &operand : inside->getOpOperands())
      if (isa<MemRefType>(operand.get().getType()) && operand.get() != except &&
          (orReads || mayWrite(operand)) &&
          getRegion(operand.get()).overlaps(region))
        return WalkResult::interrupt();
    return WalkResult::advance();
  };
  return op->walk(touchesIt).wasInterrupted();
}

/// The views of `block` behind `op` that make `value`, and the allocation that
/// it is of, the last one first; none if they cannot stand before `op`.
static std::optional<SmallVector<Operation *>> findViews(Value value,
                                                         Operation *op) {
  SmallVector<Operation *> views;
  auto isBehind = [&](Value value) {
    Operation *source = value.getDefiningOp();
    return source && source->getBlock() == op->getBlock() &&
           !source->isBeforeInBlock(op);
  };
  while (isBehind(value)) {
    Operation *source = value.getDefiningOp();
    auto view = dyn_cast<ViewLikeOpInterface>(source);
    Value viewed = view ? view.getViewSource() : Value();
    if ((!view && !isa<memref::AllocOp>(source)) ||
        llvm::any_of(source->getOperands(), [&](Value operand) {
          return operand != viewed && isBehind(operand);
        }))
      return std::nullopt;
    views.push_back(source);
    if (!view)
      break;
    value = viewed;
  }
  return views;
}

/// True for a buffer whose elements are neighbours in memory, in row-major
/// order.
static bool isWhole(Value value) {
  auto type = cast<MemRefType>(value.getType());
  return type.hasStaticShape() && type.getLayout().isIdentity();
}

/// True for what gives a buffer another shape.
static bool isShape(Operation *op) {
  return isa<memref::CollapseShapeOp, memref::ExpandShapeOp>(op);
}

/// The buffer that `value` is another shape of, and the ops that give it that,
/// the last one first.
static Value findReshaped(Value value, SmallVectorImpl<Operation *> &reshapes) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isShape(op) || !isWhole(value) || !isWhole(op->getOperand(0)))
      break;
    reshapes.push_back(op);
    value = op->getOperand(0);
  }
  return value;
}

/// `value` in the shape that `op` has changed.
static Value undo(OpBuilder &builder, Value value, Operation *op) {
  Type type = op->getOperand(0).getType();
  if (auto collapse = dyn_cast<memref::CollapseShapeOp>(op))
    return memref::ExpandShapeOp::create(builder, op->getLoc(), type, value,
                                         collapse.getReassociationIndices());
  return memref::CollapseShapeOp::create(
      builder, op->getLoc(), type, value,
      cast<memref::ExpandShapeOp>(op).getReassociationIndices());
}

/// Has what makes the source of `copy`, an allocation or one in another shape,
/// write it to the target.
static bool writeInPlace(memref::CopyOp copy) {
  SmallVector<Operation *> reshapes;
  Value source = findReshaped(copy.getSource(), reshapes);
  auto alloc = source.getDefiningOp<memref::AllocOp>();
  Value target = copy.getTarget();
  Block *block = copy->getBlock();
  if (!alloc || alloc->getBlock() != block || target == source ||
      (!reshapes.empty() && !isWhole(target)))
    return false;
  auto type = cast<MemRefType>((reshapes.empty() ? target : source).getType());
  Operation *first = copy, *last = copy;
  SmallVector<Value> shapes = {source};
  for (size_t i = 0; i < shapes.size(); ++i) {
    for (OpOperand &use : shapes[i].getUses()) {
      Operation *user = use.getOwner();
      if (user == copy)
        continue;
      if (user->getBlock() != block)
        return false;
      if (user->isBeforeInBlock(first))
        first = user;
      if (isWhole(target) && isShape(user)) {
        shapes.push_back(user->getResult(0));
        continue;
      }
      if (!takesPlace(use,
                      i == 0 ? type : cast<MemRefType>(shapes[i].getType())) ||
          (copy->isBeforeInBlock(user) && mayWrite(use)))
        return false;
      if (last->isBeforeInBlock(user))
        last = user;
    }
  }
  BufferRegion place = getRegion(target);
  if (first == copy || place.buffer == source)
    return false;
  auto views = findViews(target, first);
  if (!views)
    return false;
  for (Operation *op = first; op != copy; op = op->getNextNode())
    if (touches(op, place, source, /*orReads=*/true))
      return false;
  for (Operation *op = copy; op != last;) {
    op = op->getNextNode();
    if (touches(op, place, source, /*orReads=*/false))
      return false;
  }
  for (Operation *view : llvm::reverse(*views))
    view->moveBefore(first);
  copy.erase();
  OpBuilder builder(first);
  for (Operation *reshape : reshapes)
    target = undo(builder, target, reshape);
  alloc.getResult().replaceAllUsesWith(target);
  alloc.erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Windows of one buffer
//===----------------------------------------------------------------------===//

/// Calls `visit` for each use of `buffer`, or of a view of it, by what is no
/// view, and stops where that is false, or another buffer is made of it.
static bool
allUses(Value buffer,
        llvm::function_ref<bool(OpOperand &, const BufferRegion &)> visit) {
  return llvm::all_of(buffer.getUses(), [&](OpOperand &use) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(use.getOwner()))
      return allUses(view.getViewDest(), visit);
    return llvm::none_of(use.getOwner()->getResultTypes(),
                         llvm::IsaPred<MemRefType>) &&
           visit(use, getRegion(use.get()));
  });
}

/// True if both have their elements in the same places of memory, counted from
/// the first one.
static bool areLaidOutAlike(MemRefType a, MemRefType b) {
  SmallVector<int64_t> strides = a.getStridesAndOffset().first;
  SmallVector<int64_t> others = b.getStridesAndOffset().first;
  return llvm::all_of(llvm::zip_equal(a.getShape(), strides, others),
                      [](auto dim) {
                        auto [size, stride, other] = dim;
                        return size <= 1 || stride == other;
                      });
}

/// Lets the two allocations of `copy`, of which it copies all that they could
/// have in common, have that in common: sequences of which one is behind the
/// other by some elements.
static bool shareWindow(memref::CopyOp copy) {
  BufferRegion from = getRegion(copy.getSource());
  BufferRegion to = getRegion(copy.getTarget());
  auto source = from.buffer.getDefiningOp<memref::AllocOp>();
  auto target = to.buffer.getDefiningOp<memref::AllocOp>();
  Block *block = copy->getBlock();
  if (!source || !target || source == target || source->getBlock() != block ||
      target->getBlock() != block || !from.isExact || !to.isExact ||
      !from.isPlaced || !to.isPlaced || !from.steps.empty() ||
      !to.steps.empty() ||
      !areLaidOutAlike(cast<MemRefType>(copy.getSource().getType()),
                       cast<MemRefType>(copy.getTarget().getType())) ||
      source.getType().getElementType() != target.getType().getElementType() ||
      !source.getType().getLayout().isIdentity() ||
      !target.getType().getLayout().isIdentity())
    return false;
  int64_t shift = from.begin - to.begin;
  int64_t sourceBytes = getBytes(source.getType());
  int64_t targetBytes = getBytes(target.getType());
  int64_t begin = std::min<int64_t>(0, shift);
  int64_t end = std::max(sourceBytes, shift + targetBytes);
  if (shift % AMPRT_ALIGNMENT != 0 ||
      from.begin != std::max<int64_t>(0, shift) ||
      from.end != std::min(sourceBytes, shift + targetBytes))
    return false;
  // Both are the same from here on, and the target nobody's before.
  auto isBefore = [&](OpOperand &use) {
    Operation *user = block->findAncestorOpInBlock(*use.getOwner());
    return user && user->isBeforeInBlock(copy);
  };
  bool isOk = allUses(source, [&](OpOperand &use, const BufferRegion &region) {
    return use.getOwner() == copy || isBefore(use) || !mayWrite(use) ||
           !region.overlaps(from);
  });
  isOk =
      isOk && allUses(target, [&](OpOperand &use, const BufferRegion &region) {
        return use.getOwner() == copy || !region.overlaps(to) ||
               (!isBefore(use) && !mayWrite(use));
      });
  if (!isOk)
    return false;
  OpBuilder builder(source->isBeforeInBlock(target) ? source : target);
  Type element = source.getType().getElementType();
  Value whole = memref::AllocOp::create(
      builder, source.getLoc(),
      MemRefType::get({(end - begin) / *findElementBytes(element)}, element,
                      MemRefLayoutAttrInterface(),
                      source.getType().getMemorySpace()));
  auto replace = [&](memref::AllocOp alloc, int64_t offset) {
    alloc.getResult().replaceAllUsesWith(
        AdvanceOp::create(builder, alloc.getLoc(), alloc.getType(), whole,
                          ValueRange(), offset, ArrayRef<int64_t>()));
  };
  replace(source, -begin);
  replace(target, shift - begin);
  source.erase();
  target.erase();
  copy.erase();
  return true;
}

namespace {
struct AmpElideCopiesPass
    : public amprt::impl::AmpElideCopiesPassBase<AmpElideCopiesPass> {
  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    if (!copies.empty() && failed(verifyKnownBuffers(getOperation())))
      return signalPassFailure();
    for (memref::CopyOp copy : copies)
      if (!writeInPlace(copy))
        shareWindow(copy);
  }
};
} // namespace
