//===- ListOps.cpp --------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amprt;

//===----------------------------------------------------------------------===//
// What both have
//===----------------------------------------------------------------------===//

static void buildListOp(OperationState &state, ValueRange inputs,
                        ValueRange scalars, ValueRange outs,
                        MutableArrayRef<int32_t> segments) {
  state.addOperands(inputs);
  state.addOperands(scalars);
  state.addOperands(outs);
  segments[0] = static_cast<int32_t>(inputs.size());
  segments[1] = static_cast<int32_t>(scalars.size());
  segments[2] = static_cast<int32_t>(outs.size());
  for (Value out : outs)
    if (isa<RankedTensorType>(out.getType()))
      state.addTypes(out.getType());
  state.addRegion();
}

/// Reads of inputs, scalars and, where the body uses them, destinations; writes
/// of destinations. Tensors have no effects.
template <typename OpTy>
static void
addEffects(OpTy op,
           SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
               &effects) {
  for (MutableOperandRange operands :
       {op.getInputsMutable(), op.getScalarsMutable(), op.getOutsMutable()})
    for (OpOperand &operand : operands) {
      if (!isa<MemRefType>(operand.get().getType()))
        continue;
      bool isOut = op.isDpsInit(&operand);
      if (!isOut || op.readsDestination(operand))
        effects.emplace_back(MemoryEffects::Read::get(), &operand);
      if (isOut)
        effects.emplace_back(MemoryEffects::Write::get(), &operand);
    }
}

template <typename OpTy>
static LogicalResult verifyOperands(OpTy op) {
  if (op.getOuts().empty())
    return op.emitOpError("expects at least one destination");
  bool onTensors = isa<TensorType>(op.getOuts().front().getType());
  for (Value operand : op->getOperands()) {
    auto type = cast<ShapedType>(operand.getType());
    if (isa<TensorType>(type) != onTensors)
      return op.emitOpError("expects tensors or buffers, not both, found ")
             << op.getOuts().front().getType() << " and " << type;
    if (!type.hasStaticShape())
      return op.emitOpError("expects static shapes, found ") << type;
  }
  if (op->getNumResults() != (onTensors ? op.getOuts().size() : 0))
    return op.emitOpError("has a result for each destination that is a "
                          "tensor, ")
           << (onTensors ? op.getOuts().size() : 0) << ", found "
           << op->getNumResults();
  for (auto [out, result] : llvm::zip(op.getOuts(), op.getResults()))
    if (out.getType() != result.getType())
      return op.emitOpError("expects a result of the destination's type ")
             << out.getType() << ", found " << result.getType();
  for (Value scalar : op.getScalars())
    if (cast<ShapedType>(scalar.getType()).getRank() != 0)
      return op.emitOpError("expects scalars of rank 0, found ")
             << scalar.getType();
  return success();
}

/// Checks that the body takes an element of each of `lists`, whose arrays are
/// one after another in `values`.
template <typename OpTy>
static LogicalResult verifyLists(OpTy op, OperandRange values, unsigned lists,
                                 unsigned length, unsigned firstArgument,
                                 StringRef what) {
  if (values.size() != size_t(lists) * length)
    return op.emitOpError("expects ")
           << lists << " list(s) of " << length << " " << what << ", found "
           << values.size();
  for (unsigned list = 0; list < lists; ++list) {
    Type element = op.getBody()->getArgument(firstArgument + list).getType();
    for (Value value : values.slice(list * length, length))
      if (getElementTypeOrSelf(value) != element)
        return op.emitOpError("has a body that takes ")
               << element << " of list " << list << " of " << what
               << ", which has a " << value.getType();
  }
  return success();
}

/// Checks shapes, and elements of the scalars.
template <typename OpTy>
static LogicalResult verifyShapes(OpTy op) {
  for (auto [i, scalar] : llvm::enumerate(op.getScalars()))
    if (getElementTypeOrSelf(scalar) != op.getScalarElement(i).getType())
      return op.emitOpError("has a body that takes ")
             << op.getScalarElement(i).getType() << " as scalar " << i
             << ", which is a " << scalar.getType();
  for (unsigned i = 0, e = op.getLength(); i < e; ++i) {
    ArrayRef<int64_t> shape = op.getShape(i);
    auto fits = [&](Value array) {
      return cast<ShapedType>(array.getType()).getShape() == shape;
    };
    for (unsigned list = 0; list < op.getNumInputLists(); ++list)
      if (!fits(op.getInput(list, i)))
        return op.emitOpError("expects arrays number ")
               << i << " of all lists to have one shape, found "
               << op.getInput(list, i).getType() << " in list " << list
               << " of inputs";
  }
  return success();
}

/// Checks what the body yields; its number of values says how many lists there
/// are.
template <typename OpTy>
static LogicalResult verifyBody(OpTy op) {
  if (!isa<YieldOp>(op.getBody()->getTerminator()))
    return op.emitOpError("expects a body that ends with 'amprt.yield'");
  unsigned yielded = op.getYielded().size();
  unsigned arguments = op.getBody()->getNumArguments();
  if (yielded == 0)
    return op.emitOpError("expects a body that yields a value");
  if (arguments < op.getScalars().size() + yielded)
    return op.emitOpError("expects a body that takes an element of each list "
                          "of inputs, ")
           << op.getScalars().size() << " scalar(s) and " << yielded
           << " destination(s), found " << arguments << " argument(s)";
  unsigned first = arguments - yielded;
  for (auto [i, value] : llvm::enumerate(op.getYielded()))
    if (value.getType() != op.getBody()->getArgument(first + i).getType())
      return op.emitOpError("yields ")
             << value.getType() << " for destination " << i << ", expected "
             << op.getBody()->getArgument(first + i).getType();
  return success();
}

//===----------------------------------------------------------------------===//
// MapListOp
//===----------------------------------------------------------------------===//

void MapListOp::build(OpBuilder &, OperationState &state, ValueRange inputs,
                      ValueRange scalars, ValueRange outs) {
  buildListOp(state, inputs, scalars, outs,
              state.getOrAddProperties<Properties>().operandSegmentSizes);
}

bool MapListOp::readsDestination(OpOperand &out) {
  unsigned number =
      out.getOperandNumber() - getInputs().size() - getScalars().size();
  return !getOutElement(number / getLength()).use_empty();
}

void MapListOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, effects);
}

LogicalResult MapListOp::verify() { return verifyOperands(*this); }

LogicalResult MapListOp::verifyRegions() {
  if (failed(verifyBody(*this)))
    return failure();
  unsigned lists = getNumOutLists();
  if (getOuts().size() % lists != 0)
    return emitOpError("yields ") << lists << " value(s), but has "
                                  << getOuts().size() << " destination(s)";
  if (failed(verifyLists(*this, getInputs(), getNumInputLists(), getLength(), 0,
                         "inputs")) ||
      failed(verifyLists(*this, getOuts(), lists, getLength(),
                         getNumInputLists() + getScalars().size(),
                         "destinations")) ||
      failed(verifyShapes(*this)))
    return failure();
  for (unsigned list = 1; list < lists; ++list)
    for (unsigned i = 0; i < getLength(); ++i)
      if (cast<ShapedType>(getOut(list, i).getType()).getShape() != getShape(i))
        return emitOpError("expects arrays number ")
               << i << " of all lists to have one shape, found "
               << getOut(list, i).getType() << " in list " << list
               << " of destinations";
  return success();
}

//===----------------------------------------------------------------------===//
// ReduceListOp
//===----------------------------------------------------------------------===//

void ReduceListOp::build(OpBuilder &, OperationState &state, ValueRange inputs,
                         ValueRange scalars, ValueRange outs) {
  buildListOp(state, inputs, scalars, outs,
              state.getOrAddProperties<Properties>().operandSegmentSizes);
}

void ReduceListOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, effects);
}

LogicalResult ReduceListOp::verify() { return verifyOperands(*this); }

LogicalResult ReduceListOp::verifyRegions() {
  if (failed(verifyBody(*this)))
    return failure();
  if (getNumInputLists() == 0 || getInputs().size() % getNumInputLists() != 0 ||
      getInputs().empty())
    return emitOpError("expects lists of inputs, of one length, found ")
           << getInputs().size() << " input(s) in " << getNumInputLists()
           << " list(s)";
  if (getYielded().size() != getOuts().size())
    return emitOpError("yields ")
           << getYielded().size() << " value(s), but has " << getOuts().size()
           << " destination(s)";
  for (Value out : getOuts())
    if (cast<ShapedType>(out.getType()).getRank() != 0)
      return emitOpError("expects destinations of rank 0, found ")
             << out.getType();
  if (failed(verifyLists(*this, getInputs(), getNumInputLists(), getLength(), 0,
                         "inputs")) ||
      failed(verifyLists(*this, getOuts(), getOuts().size(), 1,
                         getNumInputLists() + getScalars().size(),
                         "destinations")) ||
      failed(verifyShapes(*this)))
    return failure();
  for (auto [i, value] : llvm::enumerate(getYielded())) {
    BlockArgument soFar = getOutElement(i);
    Operation *combiner = value.getDefiningOp();
    if (!combiner || !soFar.hasOneUse() || !value.hasOneUse() ||
        *soFar.user_begin() != combiner || !arith::getNeutralElement(combiner))
      return emitOpError("expects one associative op of arith, with a neutral "
                         "element, to combine destination ")
             << i << " with what its body computes";
  }
  return success();
}
