//===- LaunchOp.cpp -------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"

using namespace mlir;
using namespace mlir::amprt;

LogicalResult LaunchOp::verify() {
  if (getNumOutputs() < 1 || getNumOutputs() > getOperands().size())
    return emitOpError("expects num_outputs in [1, ")
           << getOperands().size() << "], found "
           << static_cast<int64_t>(getNumOutputs());
  if (static_cast<int64_t>(getExtent()) < 1 ||
      static_cast<int64_t>(getGrain()) < 1)
    return emitOpError("expects a positive extent and grain, found ")
           << static_cast<int64_t>(getExtent()) << " and "
           << static_cast<int64_t>(getGrain());
  if (getGrid().size() != getBlock().size() ||
      (!getGrid().empty() && getGrid().size() != 3))
    return emitOpError("expects three sizes of grid and block, or none, found ")
           << getGrid().size() << " and " << getBlock().size();
  for (int64_t size : llvm::concat<const int64_t>(getGrid(), getBlock()))
    if (size < 1 || size > std::numeric_limits<int32_t>::max())
      return emitOpError("expects sizes of grid and block from 1 to ")
             << std::numeric_limits<int32_t>::max() << ", found " << size;
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  if (symbolTable.lookupNearestSymbolFrom(*this, getKernelAttr()))
    return success();
  // An assembled module is one symbol; its kernels are names in the image.
  Operation *root = symbolTable.lookupNearestSymbolFrom(
      *this, getKernelAttr().getRootReference());
  if (root && root->getNumRegions() == 0)
    return success();
  return emitOpError("refers to unknown kernel ") << getKernelAttr();
}

MemRefType LaunchOp::getArgumentType(MemRefType type, bool isOpen) {
  SmallVector<int64_t> strides, shape(type.getShape());
  if (isOpen)
    shape.front() = ShapedType::kDynamic;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return type;
  MemRefType contiguous = MemRefType::get(shape, type.getElementType(),
                                          AffineMap(), type.getMemorySpace());
  if (contiguous.getStridesAndOffset().first == strides)
    return contiguous;
  return MemRefType::get(shape, type.getElementType(),
                         StridedLayoutAttr::get(type.getContext(), 0, strides),
                         type.getMemorySpace());
}

//===----------------------------------------------------------------------===//
// Record
//===----------------------------------------------------------------------===//

bool LaunchOp::readsOperand(OpOperand &) { return true; }

bool LaunchOp::writesOperand(OpOperand &operand) {
  return operand.getOperandNumber() < static_cast<unsigned>(getNumOutputs());
}

bool LaunchOp::takesLayout(OpOperand &, MemRefType type) {
  return type.isStrided();
}

std::string LaunchOp::getRecordName() {
  return getKernel().getLeafReference().str();
}

LogicalResult LaunchOp::writeRecord(
    amprt_record &record,
    llvm::function_ref<std::optional<uint32_t>(StringRef)> findKernel) {
  std::optional<uint32_t> kernel =
      findKernel(getKernel().getLeafReference().getValue());
  if (!kernel)
    return emitOpError("launches ") << getKernel() << ", which has no code";
  record.kind = AMPRT_RECORD_LAUNCH;
  amprt_launch &launch = record.as.launch;
  launch.kernel = *kernel;
  launch.extent = getExtent();
  launch.grain = getGrain();
  for (unsigned i = 0; i < 3; ++i) {
    launch.grid[i] = getGrid().empty() ? 1 : getGrid()[i];
    launch.block[i] = getBlock().empty() ? 1 : getBlock()[i];
  }
  return success();
}
