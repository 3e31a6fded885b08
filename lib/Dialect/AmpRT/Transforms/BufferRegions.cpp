//===- BufferRegions.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferRegions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::amprt;

LogicalResult mlir::amprt::verifyKnownBuffers(func::FuncOp func) {
  if (failed(verifyNoControlFlow(func)))
    return failure();
  auto isKnown = [](Type type) {
    auto buffer = dyn_cast<MemRefType>(type);
    return buffer ? succeeded(findBytes(buffer)) : !isa<BaseMemRefType>(type);
  };
  for (BlockArgument argument : func.getArguments())
    if (!isKnown(argument.getType()))
      return func.emitError("argument ")
             << argument.getArgNumber() << " is a buffer of unknown size, "
             << argument.getType()
             << "; expected static shapes of integers or floating-point "
                "numbers";
  for (Operation &op : func.getBody().front())
    for (Type type : op.getResultTypes())
      if (!isKnown(type))
        return op.emitOpError("has a buffer of unknown size, ")
               << type
               << "; expected static shapes of integers or floating-point "
                  "numbers";
  return success();
}

FailureOr<SmallVector<unsigned>>
mlir::amprt::getFullOperands(linalg::GenericOp op) {
  if (op.getNumLoops() == 0 || !op.hasPureBufferSemantics() ||
      op.hasDynamicShape() || op.hasIndexSemantics() ||
      (op.getNumReductionLoops() > 0 && op.getNumParallelLoops() > 0))
    return failure();
  SmallVector<unsigned> full;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (map.getNumResults() == 0)
      continue;
    auto type = cast<MemRefType>(operand.get().getType());
    if (!map.isIdentity() || !type.getLayout().isIdentity() ||
        type.getNumElements() == 0)
      return failure();
    full.push_back(operand.getOperandNumber());
  }
  return full;
}

BlockEffects::BlockEffects(Block &block) {
  // Views and places touch nothing.
  for (Operation &op : block)
    if (!isa<memref::AllocOp, memref::GetGlobalOp, ViewLikeOpInterface>(op) &&
        !op.hasTrait<OpTrait::ConstantLike>())
      collect(&op);
}

void BlockEffects::collect(Operation *op) {
  Effects &known = effects[op];
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  known.isUnknown = !interface && !op->hasTrait<OpTrait::IsTerminator>();
  if (!interface)
    return;
  SmallVector<MemoryEffects::EffectInstance> instances;
  interface.getEffects(instances);
  for (const MemoryEffects::EffectInstance &instance : instances) {
    if (!instance.getValue())
      known.isUnknown = true;
    else if (isa<MemoryEffects::Read>(instance.getEffect()))
      known.reads.push_back(getRegion(instance.getValue()));
    else
      known.writes.push_back(getRegion(instance.getValue()));
  }
}

namespace {
/// Regions, to be asked for overlaps.
class RegionSet {
public:
  void insert(ArrayRef<BufferRegion> regions) {
    for (const BufferRegion &region : regions)
      byBuffer[region.buffer].push_back(region);
  }
  bool overlaps(ArrayRef<BufferRegion> regions) const {
    return llvm::any_of(regions, [&](const BufferRegion &region) {
      auto known = byBuffer.find(region.buffer);
      return known != byBuffer.end() &&
             llvm::any_of(known->second, [&](const BufferRegion &other) {
               return region.overlaps(other);
             });
    });
  }

private:
  DenseMap<Value, SmallVector<BufferRegion>> byBuffer;
};
} // namespace

bool BlockEffects::canGather(ArrayRef<linalg::GenericOp> ops,
                             Where where) const {
  bool atFirst = where == Where::AtFirst;
  DenseSet<Operation *> members(ops.begin(), ops.end());
  RegionSet read, written;
  Operation *op = atFirst ? ops.front() : ops.back();
  Operation *end = atFirst ? ops.back() : ops.front();
  for (;; op = atFirst ? op->getNextNode() : op->getPrevNode()) {
    if (const Effects *touched = lookup(op)) {
      if (touched->isUnknown)
        return false;
      if (!members.contains(op)) {
        read.insert(touched->reads);
        written.insert(touched->writes);
      } else if (written.overlaps(touched->reads) ||
                 written.overlaps(touched->writes) ||
                 read.overlaps(touched->writes)) {
        return false;
      }
    }
    if (op == end)
      return true;
  }
}

void BlockEffects::erase(Operation *op) {
  effects.erase(op);
  op->erase();
}

void BlockEffects::merge(ArrayRef<linalg::GenericOp> before,
                         linalg::GenericOp after) {
  Effects sum;
  for (linalg::GenericOp op : before) {
    llvm::append_range(sum.reads, effects[op].reads);
    llvm::append_range(sum.writes, effects[op].writes);
    erase(op);
  }
  effects[after] = std::move(sum);
}

void BlockEffects::replace(linalg::GenericOp before, linalg::GenericOp after) {
  collect(after);
  erase(before);
}
