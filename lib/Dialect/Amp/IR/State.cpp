//===- State.cpp - Variables ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/State.h"

#include "amp/Dialect/Amp/IR/StateOps.h"
#include "amp/Dialect/ByteCount.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

LogicalResult VariableOp::verify() {
  if (!getTensorType().hasStaticShape())
    return emitOpError("expects a static shape, found ") << getType();
  if (isa<InitializerAttr>(getInitializer())) {
    auto kind = cast<InitializerAttr>(getInitializer()).getKind();
    if (kind == InitializerKind::Seed) {
      RankedTensorType type = getTensorType();
      if (type.getElementType().isInteger(64) &&
          type.getShape() == ArrayRef<int64_t>{2})
        return success();
      return emitOpError("expects tensor<2xi64> for the initializer 'seed', "
                         "found ")
             << getType();
    }
    bool isConstant =
        kind == InitializerKind::Zeros || kind == InitializerKind::Constant;
    if (!isConstant && !isa<FloatType>(getTensorType().getElementType()))
      return emitOpError("expects a floating-point type for the initializer '")
             << stringifyInitializerKind(kind) << "', found " << getType();
    bool needsMatrix = !isConstant && kind != InitializerKind::Uniform &&
                       kind != InitializerKind::Normal;
    if (needsMatrix && getTensorType().getRank() < 2)
      return emitOpError("expects rank 2 or more for the initializer '")
             << stringifyInitializerKind(kind) << "', found " << getType();
    return success();
  }
  auto elements = dyn_cast<ElementsAttr>(getInitializer());
  if (!elements)
    return emitOpError("expects an '#amp.init' or a dense initializer, found ")
           << getInitializer();
  if (elements.getShapedType() != getType())
    return emitOpError("expects an initializer of the variable's type ")
           << getType() << ", found " << elements.getShapedType();
  return success();
}

LogicalResult
FlatBufferOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  if (getVariables().empty())
    return emitOpError("expects at least one variable");
  DenseSet<Attribute> known;
  for (Operation &op : *(*this)->getBlock()) {
    if (&op == *this)
      break;
    if (auto other = dyn_cast<FlatBufferOp>(op))
      known.insert(other.getVariables().begin(), other.getVariables().end());
  }
  Type elementType;
  int64_t end = 0;
  for (auto name : getVariables().getAsRange<FlatSymbolRefAttr>()) {
    auto variable = lookUp<VariableOp>(*this, symbolTable, name);
    if (!variable)
      return failure();
    RankedTensorType type = variable.getTensorType();
    if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat())
      return emitOpError("expects variables of known size with integers or "
                         "floats, found ")
             << name << " of type " << type;
    FailureOr<int64_t> bytes = findBytes(type);
    if (failed(bytes) || llvm::AddOverflow(end, *bytes, end))
      return emitOpError("has no 64-bit size with ")
             << name << " of type " << type;
    if (elementType && type.getElementType() != elementType)
      return emitOpError("expects elements of one type, found ")
             << elementType << " and, in " << name << ", "
             << type.getElementType();
    elementType = type.getElementType();
    if (!known.insert(name).second)
      return emitOpError("gives a second place to ") << name;
  }
  return success();
}

SmallVector<int64_t> FlatBufferOp::getOffsets(SymbolTable &symbols) {
  SmallVector<int64_t> offsets = {0};
  for (auto name : getVariables().getAsRange<FlatSymbolRefAttr>()) {
    RankedTensorType type =
        symbols.lookup<VariableOp>(name.getValue()).getTensorType();
    offsets.push_back(offsets.back() + *findBytes(type));
  }
  return offsets;
}

LogicalResult VariableOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  FlatSymbolRefAttr name = getCopyOfAttr();
  if (!name)
    return success();
  auto original = lookUp<VariableOp>(*this, symbolTable, name);
  if (!original)
    return failure();
  if (original.getCopyOfAttr())
    return emitOpError("is a copy of ")
           << name << ", which is a copy itself; expected its original "
           << original.getCopyOfAttr();
  if (failed(verifyCompatibleShape(original.getType(), getType())) ||
      !isa<FloatType>(getTensorType().getElementType()) ||
      !isa<FloatType>(original.getTensorType().getElementType()))
    return emitOpError("expects to be a copy of floating-point numbers of its "
                       "own shape, but ")
           << name << " is " << original.getType() << " and it is "
           << getType();
  return success();
}

static LogicalResult verifyVariableUse(Operation *op,
                                       SymbolTableCollection &symbolTable,
                                       FlatSymbolRefAttr name, Type type) {
  auto variable = lookUp<VariableOp>(op, symbolTable, name);
  if (!variable)
    return failure();
  if (variable.getType() != type)
    return op->emitOpError("has type ")
           << type << ", but variable " << name << " is " << variable.getType();
  return success();
}

void ReadOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getVariable());
}

LogicalResult ReadOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyVariableUse(*this, symbolTable, getVariableAttr(),
                           getResult().getType());
}

LogicalResult AssignOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyVariableUse(*this, symbolTable, getVariableAttr(),
                           getValue().getType());
}
