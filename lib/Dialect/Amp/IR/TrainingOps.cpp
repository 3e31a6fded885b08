//===- TrainingOps.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// State and regions: verifiers, and custom functions' derivatives.

#include "TrainingOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

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

LogicalResult StorageOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  if (getVariables().empty())
    return emitOpError("expects at least one variable");
  DenseSet<Attribute> known;
  for (Operation &op : *(*this)->getBlock()) {
    if (&op == *this)
      break;
    if (auto other = dyn_cast<StorageOp>(op))
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
    int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    bool isTooLarge = false;
    for (int64_t size : type.getShape())
      isTooLarge |= llvm::MulOverflow(bytes, size, bytes);
    if (isTooLarge || llvm::AddOverflow(end, bytes, end))
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

SmallVector<int64_t> StorageOp::getOffsets(SymbolTable &symbols) {
  SmallVector<int64_t> offsets = {0};
  for (auto name : getVariables().getAsRange<FlatSymbolRefAttr>()) {
    RankedTensorType type =
        symbols.lookup<VariableOp>(name.getValue()).getTensorType();
    offsets.push_back(offsets.back() +
                      type.getNumElements() *
                          llvm::divideCeil(type.getElementTypeBitWidth(), 8));
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

LogicalResult ReadOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyVariableUse(*this, symbolTable, getVariableAttr(),
                           getResult().getType());
}

LogicalResult AssignOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyVariableUse(*this, symbolTable, getVariableAttr(),
                           getValue().getType());
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Checks that a region yields what its op gives.
static LogicalResult verifyYield(Operation *op, Region &region) {
  auto yield = dyn_cast<YieldOp>(region.front().getTerminator());
  if (!yield)
    return op->emitOpError("expects its region to end with 'amp.yield'");
  if (yield.getNumOperands() != op->getNumResults())
    return yield.emitOpError("gives ")
           << yield.getNumOperands() << " value(s), expected "
           << op->getNumResults();
  for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
    Type expected = op->getResult(i).getType();
    if (!mlir::amp::detail::areCompatibleTypes(value.getType(), expected))
      return yield.emitOpError("gives ") << value.getType() << " as value " << i
                                         << ", expected " << expected;
  }
  return success();
}

LogicalResult AutocastOp::verify() {
  if (std::optional<Type> dtype = getDtype())
    if (!is16BitFloat(*dtype))
      return emitOpError("expects dtype f16 or bf16, found ") << *dtype;
  return verifyYield(*this, getBody());
}

LogicalResult BackwardOp::verify() {
  if (getTensorType(getLoss()).getRank() != 0 && !getSeed())
    return emitOpError("expects a scalar loss or a seed, found a loss of type ")
           << getLoss().getType();
  if (getSeed() && getSeed().getType() != getLoss().getType())
    return emitOpError("expects a seed of the loss's type ")
           << getLoss().getType() << ", found " << getSeed().getType();
  if (getWrt().size() != getNumResults())
    return emitOpError("expects one gradient per 'wrt' value, ")
           << getWrt().size() << ", found " << getNumResults();
  for (auto [i, value] : llvm::enumerate(getWrt()))
    if (value.getType() != getResult(i).getType())
      return emitOpError("expects gradient ")
             << i << " of type " << value.getType() << ", found "
             << getResult(i).getType();
  return success();
}

LogicalResult BackwardOp::verifyRegions() {
  if (getBody().empty())
    return success();
  Block &block = getBody().front();
  if (block.getNumArguments() != 1 ||
      block.getArgument(0).getType() != getLoss().getType())
    return emitOpError(
               "expects its region to take the seed, one argument of type ")
           << getLoss().getType();
  return verifyYield(*this, getBody());
}

LogicalResult CustomFunctionOp::verify() {
  if (std::optional<Type> type = getCastInputs())
    if (!isa<FloatType>(*type))
      return emitOpError(
                 "expects a floating-point type for cast_inputs, found ")
             << *type;
  auto saved = static_cast<int64_t>(getSaved());
  if (saved < 0 || saved > getNumResults())
    return emitOpError("expects saved in [0, ")
           << getNumResults() << "], the number of results, found " << saved;
  return success();
}

/// Checks the arguments that a region takes.
static LogicalResult verifyArguments(Operation *op, StringRef region,
                                     Block &block, TypeRange expected) {
  if (TypeRange(block.getArgumentTypes()) == expected)
    return success();
  return op->emitOpError("expects its ")
         << region << " region to take " << expected << ", found "
         << TypeRange(block.getArgumentTypes());
}

static LogicalResult verifyYielded(Operation *op, StringRef region,
                                   Block &block, TypeRange expected) {
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return op->emitOpError("expects its ")
           << region << " region to end with 'amp.yield'";
  if (TypeRange(yield.getOperandTypes()) == expected)
    return success();
  return yield.emitOpError("ends the ")
         << region << " region with values of " << yield.getOperandTypes()
         << ", expected " << expected;
}

/// The types of the gradients that the backward region yields.
static SmallVector<Type> getGradientTypes(CustomFunctionOp op) {
  return llvm::filter_to_vector(op.getOperandTypes(), [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  });
}

LogicalResult CustomFunctionOp::verifyRegions() {
  if (failed(verifyArguments(*this, "forward", getForward().front(),
                             getOperandTypes())) ||
      failed(verifyYielded(*this, "forward", getForward().front(),
                           getResultTypes())))
    return failure();
  size_t outputs = getNumResults() - getSaved();
  SmallVector<Type> backward(getResults().drop_front(outputs).getTypes());
  llvm::append_range(backward, getResults().take_front(outputs).getTypes());
  if (failed(verifyArguments(*this, "backward", getBackward().front(),
                             backward)) ||
      failed(verifyYielded(*this, "backward", getBackward().front(),
                           getGradientTypes(*this))))
    return failure();
  return success();
}

/// Copies the ops of `block`, without the terminator, to the insertion point.
static void cloneBody(OpBuilder &builder, Block &block, IRMapping &mapping,
                      SmallVectorImpl<Value> &yielded) {
  for (Operation &op : block.without_terminator())
    builder.clone(op, mapping);
  for (Value value : block.getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
}

/// Hands the gradients of saved values, which arrive when the backward region
/// is differentiated, on to what was saved: a result, in `gradients`, or an
/// input, in `inputs`.
static LogicalResult passSavedGradients(CustomFunctionOp op, OpBuilder &builder,
                                        MutableArrayRef<Value> gradients,
                                        MutableArrayRef<Value> inputs) {
  Location loc = op.getLoc();
  auto add = [&](Value &sum, Value gradient) {
    sum =
        sum ? AddOp::create(builder, loc, sum, gradient).getResult() : gradient;
  };
  size_t outputs = op.getNumResults() - op.getSaved();
  OperandRange yielded = op.getForward().front().getTerminator()->getOperands();
  for (size_t i = outputs; i < gradients.size(); ++i) {
    if (!gradients[i])
      continue;
    Value value = yielded[i];
    auto output = llvm::find(yielded.take_front(outputs), value);
    if (output != yielded.begin() + outputs) {
      add(gradients[std::distance(yielded.begin(), output)], gradients[i]);
      continue;
    }
    while (auto castOp = value.getDefiningOp<CastOp>())
      value = castOp.getInput();
    if (isa_and_present<ConstantOp>(value.getDefiningOp()))
      continue;
    auto input = dyn_cast<BlockArgument>(value);
    if (!input) {
      InFlightDiagnostic diag = op.emitOpError("saves a value that is neither "
                                               "an input nor a result, and a "
                                               "gradient of its gradient "
                                               "depends on it");
      diag.attachNote(value.getLoc())
          << "make this value a result too, or save what it is computed from";
      return diag;
    }
    Type elementType = getElementTypeOrSelf(input);
    if (isa<FloatType>(elementType))
      add(inputs[input.getArgNumber()],
          createCast(builder, loc, gradients[i], elementType));
  }
  return success();
}

LogicalResult
CustomFunctionOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                 ArrayRef<bool> needed,
                                 MutableArrayRef<Value> operandGradients) {
  Block &body = getBackward().front();
  size_t saved = getSaved(), outputs = getNumResults() - saved;
  SmallVector<Value> arriving(gradients), direct(getNumOperands());
  if (failed(passSavedGradients(*this, builder, arriving, direct)))
    return failure();
  IRMapping mapping;
  for (size_t i = 0; i < saved; ++i)
    mapping.map(body.getArgument(i), getResult(outputs + i));
  for (size_t i = 0; i < outputs; ++i) {
    Value gradient = arriving[i];
    if (!gradient)
      gradient = createSplat(builder, getLoc(), getTensorType(getResult(i)), 0);
    mapping.map(body.getArgument(saved + i), gradient);
  }
  SmallVector<Value> results;
  cloneBody(builder, body, mapping, results);
  auto next = results.begin();
  for (auto [i, operand] : llvm::enumerate(getOperands())) {
    if (!isa<FloatType>(getElementTypeOrSelf(operand)))
      continue;
    Value gradient = *next++;
    if (!needed[i])
      continue;
    operandGradients[i] =
        direct[i]
            ? AddOp::create(builder, getLoc(), gradient, direct[i]).getResult()
            : gradient;
  }
  return success();
}

LogicalResult CustomFunctionOp::decompose(OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  IRMapping mapping;
  mapping.map(getForward().front().getArguments(), getOperands());
  cloneBody(builder, getForward().front(), mapping, results);
  return success();
}
