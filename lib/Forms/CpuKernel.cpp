//===- CpuKernel.cpp - What a kernel of a CPU program touches -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormRules.h"
#include "IndexBounds.h"
#include "LinearBounds.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/BufferRegion.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

namespace {
/// Goes through a kernel with what is known of the bounds of its loops: the
/// runtime calls it with 0 <= begin < end <= extent.
class CpuKernelVerifier {
public:
  CpuKernelVerifier(func::FuncOp kernel, int64_t extent, unsigned numOutputs,
                    TypeRange operands)
      : kernel(kernel), numOutputs(numOutputs), bounds(kernel.getContext()) {
    AffineExpr begin = bounds.addUnknown(), end = bounds.addUnknown();
    bounds.assumeNonNegative(begin);
    bounds.assumeNonNegative(end - begin - 1);
    bounds.assumeNonNegative(extent - end);
    unsigned count = kernel.getNumArguments();
    indices[kernel.getArgument(count - 2)] = begin;
    indices[kernel.getArgument(count - 1)] = end;
    // What an argument leaves open, the launch knows.
    for (auto [argument, type] : llvm::zip(kernel.getArguments(), operands))
      for (int64_t size : cast<MemRefType>(type).getShape())
        shapes[argument].push_back(
            getAffineConstantExpr(size, kernel.getContext()));
  }

  LogicalResult verify() { return verify(kernel.getBody().front()); }

private:
  LogicalResult verify(Block &block);
  LogicalResult verify(Operation *op);
  LogicalResult verifyLoop(scf::ForOp op);
  LogicalResult verifySubView(memref::SubViewOp op);
  LogicalResult verifyLoops(IndexingMapOpInterface op);
  LogicalResult verifyIndexing(amprt::IndexingOpInterface op);
  LogicalResult verifyDestinations(DestinationStyleOpInterface op);

  /// What is known of an index; an unknown of its own if nothing is.
  AffineExpr getIndex(Value value);
  AffineExpr getIndex(OpFoldResult value);
  AffineExpr getResult(AffineMap map, unsigned i, ValueRange operands);
  SmallVector<AffineExpr> getShape(Value buffer);

  func::FuncOp kernel;
  unsigned numOutputs;
  LinearBounds bounds;
  llvm::DenseMap<Value, AffineExpr> indices;
  /// Of buffers whose sizes are computed.
  llvm::DenseMap<Value, SmallVector<AffineExpr>> shapes;
};
} // namespace

AffineExpr CpuKernelVerifier::getIndex(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), value.getContext());
  AffineExpr &known = indices[value];
  if (!known)
    known = bounds.addUnknown();
  return known;
}

AffineExpr CpuKernelVerifier::getIndex(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, kernel.getContext());
  return getIndex(cast<Value>(value));
}

AffineExpr CpuKernelVerifier::getResult(AffineMap map, unsigned i,
                                        ValueRange operands) {
  SmallVector<AffineExpr> known;
  for (Value operand : operands)
    known.push_back(getIndex(operand));
  ArrayRef<AffineExpr> all(known);
  return map.getResult(i).replaceDimsAndSymbols(
      all.take_front(map.getNumDims()), all.drop_front(map.getNumDims()));
}

SmallVector<AffineExpr> CpuKernelVerifier::getShape(Value buffer) {
  auto known = shapes.find(buffer);
  if (known != shapes.end())
    return known->second;
  SmallVector<AffineExpr> shape;
  for (int64_t size : cast<MemRefType>(buffer.getType()).getShape())
    shape.push_back(ShapedType::isDynamic(size)
                        ? bounds.addUnknown()
                        : getAffineConstantExpr(size, kernel.getContext()));
  return shape;
}

LogicalResult CpuKernelVerifier::verifyLoop(scf::ForOp op) {
  if (op.getNumResults() > 0)
    return op.emitOpError("carries values; a kernel's loop does not");
  AffineExpr at = bounds.addUnknown();
  bounds.assumeNonNegative(at - getIndex(op.getLowerBound()));
  bounds.assumeNonNegative(getIndex(op.getUpperBound()) - at - 1);
  indices[op.getInductionVar()] = at;
  return verify(*op.getBody());
}

LogicalResult CpuKernelVerifier::verifySubView(memref::SubViewOp op) {
  SmallVector<AffineExpr> source = getShape(op.getSource()), shape;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (unsigned i = 0; i < source.size(); ++i) {
    AffineExpr offset = getIndex(op.getMixedOffsets()[i]);
    AffineExpr size = getIndex(op.getMixedSizes()[i]);
    std::optional<int64_t> stride =
        getConstantIntValue(op.getMixedStrides()[i]);
    if (!stride || *stride < 1 || !bounds.isNonNegative(offset) ||
        !bounds.isNonNegative(source[i] - offset - (size - 1) * *stride - 1))
      return op.emitOpError("cannot be shown to stay in dimension ")
             << i << " of what it is a view of";
    if (!dropped.test(i))
      shape.push_back(size);
  }
  shapes[op.getResult()] = shape;
  return success();
}

LogicalResult CpuKernelVerifier::verifyLoops(IndexingMapOpInterface op) {
  // The extent of a loop is the size of the first dimension that it walks.
  SmallVector<AffineExpr> extents(
      cast<TilingInterface>(*op).getLoopIteratorTypes().size());
  SmallVector<AffineExpr> loops;
  SmallVector<std::pair<OpOperand *, SmallVector<AffineExpr>>> buffers;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    buffers.push_back({&operand, getShape(operand.get())});
    ArrayRef<AffineExpr> shape = buffers.back().second;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        if (!extents[loop.getPosition()])
          extents[loop.getPosition()] = shape[i];
  }
  // Of no interest to other ops.
  LinearBounds inside = bounds;
  for (AffineExpr extent : extents) {
    loops.push_back(inside.addUnknown());
    inside.assumeNonNegative(loops.back());
    if (extent)
      inside.assumeNonNegative(extent - loops.back() - 1);
  }
  for (auto &[operand, shape] : buffers) {
    AffineMap map = op.getMatchingIndexingMap(operand);
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      AffineExpr index = expr.replaceDims(loops);
      if (!inside.isNonNegative(index) ||
          !inside.isNonNegative(shape[i] - index - 1))
        return op.emitOpError("operand ")
               << operand->getOperandNumber() << " is indexed by "
               << AffineMapAttr::get(map) << ", whose result " << i
               << " cannot be shown to stay in its dimension";
    }
  }
  if (failed(verifyDestinations(cast<DestinationStyleOpInterface>(*op))))
    return failure();
  return isa<linalg::FillOp>(op)
             ? success()
             : verifyPayload(op->getRegion(0).front(), /*isPart=*/true);
}

/// The op uses no place that is out of bounds, if its operands go together.
LogicalResult CpuKernelVerifier::verifyIndexing(amprt::IndexingOpInterface op) {
  for (const amprt::SizeRule &rule : op.getSizeRules()) {
    AffineExpr size = getShape(op->getOperand(rule.operand))[rule.dim];
    AffineExpr expected =
        getShape(op->getOperand(rule.other))[rule.otherDim] + rule.more;
    if (rule.mayBeOne && size == 1)
      continue;
    if (!bounds.isNonNegative(size - expected) ||
        !bounds.isNonNegative(expected - size))
      return op->emitOpError("operand ")
             << rule.operand << " cannot be shown to have in dimension "
             << rule.dim << " the size that operand " << rule.other
             << " asks for";
  }
  if (op->getNumRegions() > 0 &&
      failed(verifyPayload(op->getRegion(0).front())))
    return failure();
  return verifyDestinations(cast<DestinationStyleOpInterface>(*op));
}

LogicalResult
CpuKernelVerifier::verifyDestinations(DestinationStyleOpInterface op) {
  for (Value init : op.getDpsInits()) {
    auto argument = dyn_cast<BlockArgument>(amprt::getBuffer(init));
    if (!argument || argument.getOwner() != &kernel.getBody().front() ||
        argument.getArgNumber() >= numOutputs)
      return op->emitOpError("writes what is not among the first ")
             << numOutputs << " operands of the launch";
  }
  return success();
}

LogicalResult CpuKernelVerifier::verify(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](affine::AffineApplyOp op) {
        indices[op.getResult()] =
            getResult(op.getAffineMap(), 0, op.getMapOperands());
        return success();
      })
      .Case([&](affine::AffineMinOp op) {
        AffineExpr least = getIndex(op.getResult());
        for (unsigned i = 0; i < op.getAffineMap().getNumResults(); ++i)
          bounds.assumeNonNegative(
              getResult(op.getAffineMap(), i, op.getOperands()) - least);
        return success();
      })
      .Case([&](scf::ForOp op) { return verifyLoop(op); })
      .Case([&](memref::SubViewOp op) { return verifySubView(op); })
      .Case<linalg::GenericOp, linalg::FillOp, amprt::RowKernelOp>(
          [&](auto op) { return verifyLoops(op); })
      .Case([&](amprt::IndexingOpInterface op) { return verifyIndexing(op); })
      .Case<arith::ConstantOp, scf::YieldOp, func::ReturnOp>(
          [](auto) { return success(); })
      .Default([](Operation *op) {
        return op->emitError("is not an op of a kernel, which has what "
                             "amp-outline-kernels makes");
      });
}

LogicalResult CpuKernelVerifier::verify(Block &block) {
  for (Operation &op : block)
    if (failed(verify(&op)))
      return failure();
  return success();
}

LogicalResult mlir::amp::detail::verifyCpuKernel(func::FuncOp kernel,
                                                 int64_t extent,
                                                 unsigned numOutputs,
                                                 TypeRange operands) {
  return CpuKernelVerifier(kernel, extent, numOutputs, operands).verify();
}
