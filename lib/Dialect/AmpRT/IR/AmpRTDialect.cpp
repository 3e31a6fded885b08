//===- AmpRTDialect.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amprt;

#include "amp/Dialect/AmpRT/IR/AmpRTDialect.cpp.inc"
#include "amp/Dialect/AmpRT/IR/AmpRTEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "amp/Dialect/AmpRT/IR/AmpRTAttributes.cpp.inc"

void AmpRTDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "amp/Dialect/AmpRT/IR/AmpRTAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "amp/Dialect/AmpRT/IR/AmpRTOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// GemmOp
//===----------------------------------------------------------------------===//

GemmOp::Sizes GemmOp::getSizes() {
  auto lhs = cast<ShapedType>(getLhs().getType());
  auto out = cast<ShapedType>(getOut().getType());
  int64_t rank = out.getRank(), lhsRank = lhs.getRank();
  return {rank == 3 ? out.getDimSize(0) : 1, out.getDimSize(rank - 2),
          out.getDimSize(rank - 1),
          lhs.getDimSize(getTransposeA() ? lhsRank - 2 : lhsRank - 1)};
}

LogicalResult GemmOp::verify() {
  auto lhs = cast<ShapedType>(getLhs().getType());
  auto rhs = cast<ShapedType>(getRhs().getType());
  auto out = cast<ShapedType>(getOut().getType());
  bool onTensors = isa<TensorType>(out);
  if (llvm::any_of(getOperandTypes(), [&](Type type) {
        return isa<TensorType>(type) != onTensors;
      }))
    return emitOpError("expects tensors or buffers, not both, found ")
           << lhs << ", " << rhs << " and " << out;
  auto isRank2or3 = [](ShapedType type) {
    return type.getRank() == 2 || type.getRank() == 3;
  };
  if (!isRank2or3(lhs) || !isRank2or3(rhs) || !isRank2or3(out))
    return emitOpError("expects matrices of rank 2, or 3 with a batch, found ")
           << lhs << ", " << rhs << " and " << out;
  if (!lhs.hasStaticShape() || !rhs.hasStaticShape() || !out.hasStaticShape())
    return emitOpError("expects static shapes, found ")
           << lhs << ", " << rhs << " and " << out;
  Sizes sizes = getSizes();
  auto fits = [&](ShapedType type, bool transposed, int64_t rows,
                  int64_t columns) {
    if (transposed)
      std::swap(rows, columns);
    ArrayRef<int64_t> shape = type.getShape();
    return shape[shape.size() - 2] == rows && shape.back() == columns &&
           (shape.size() == 2 ||
            (out.getRank() == 3 && shape[0] == sizes.batch));
  };
  if (!fits(lhs, getTransposeA(), sizes.m, sizes.k) ||
      !fits(rhs, getTransposeB(), sizes.k, sizes.n))
    return emitOpError("sizes do not fit: ")
           << lhs << " by " << rhs << " into " << out;
  Type type = lhs.getElementType(), outType = out.getElementType();
  if (rhs.getElementType() != type)
    return emitOpError("expects operands of one element type, found ")
           << type << " and " << rhs.getElementType();
  bool narrow = type.isF16() || type.isBF16();
  if (outType != type && !(narrow && outType.isF32()))
    return emitOpError("expects a destination of ")
           << type << (narrow ? " or f32" : "") << ", found " << outType;
  if ((getCompute() == Compute::F64) != type.isF64() ||
      (getCompute() == Compute::TF32 && !type.isF32()))
    return emitOpError("cannot compute in ")
           << stringifyCompute(getCompute()) << " on " << type;
  if (getBias()) {
    auto bias = cast<ShapedType>(getBias().getType());
    if (bias.getRank() != 1 || bias.getDimSize(0) != sizes.n ||
        (bias.getElementType() != outType && !bias.getElementType().isF32()))
      return emitOpError("expects a bias of ")
             << sizes.n << " elements of " << outType << " or f32, found "
             << bias;
  }
  if (getResult() && getResult().getType() != getOut().getType())
    return emitOpError("expects a result of the destination's type ")
           << getOut().getType() << ", found " << getResult().getType();
  if (isa<TensorType>(getOut().getType()) != static_cast<bool>(getResult()))
    return emitOpError("has a result exactly if its destination is a tensor");
  return success();
}

/// Reads of memrefs but `outputs`, writes of memrefs in `outputs`.
static void
addEffects(MutableArrayRef<OpOperand> operands,
           llvm::function_ref<bool(OpOperand &)> isRead,
           llvm::function_ref<bool(OpOperand &)> isWritten,
           SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
               &effects) {
  for (OpOperand &operand : operands) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (isRead(operand))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (isWritten(operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

void GemmOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  auto isOut = [&](OpOperand &operand) { return &operand == &getOutMutable(); };
  addEffects(getOperation()->getOpOperands(), std::not_fn(isOut), isOut,
             effects);
}

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

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

void LaunchOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(
      getOperation()->getOpOperands(), [](OpOperand &) { return true; },
      [&](OpOperand &operand) {
        return operand.getOperandNumber() <
               static_cast<unsigned>(getNumOutputs());
      },
      effects);
}

#define GET_OP_CLASSES
#include "amp/Dialect/AmpRT/IR/AmpRTOps.cpp.inc"
