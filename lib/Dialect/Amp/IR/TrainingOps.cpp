//===- TrainingOps.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// State, regions, loss scaling and optimizers: verifiers, and what the ops that
// act on state are made of.

#include "amp/Dialect/Amp/IR/Amp.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::amp;

/// The symbol `name` of type `OpTy`, or null after a diagnostic at `op`.
template <typename OpTy>
static OpTy lookUp(Operation *op, SymbolTableCollection &symbolTable,
                   FlatSymbolRefAttr name) {
  Operation *symbol = symbolTable.lookupNearestSymbolFrom(op, name);
  if (!symbol) {
    op->emitOpError("refers to unknown symbol ") << name;
    return {};
  }
  auto result = dyn_cast<OpTy>(symbol);
  if (!result)
    op->emitOpError("expects ")
        << name << " to be an '" << OpTy::getOperationName() << "', found '"
        << symbol->getName() << "'";
  return result;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

LogicalResult VariableOp::verify() {
  if (!getTensorType().hasStaticShape())
    return emitOpError("expects a static shape, found ") << getType();
  if (isa<InitializerAttr>(getInitializer())) {
    auto kind = cast<InitializerAttr>(getInitializer()).getKind();
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

LogicalResult
CustomFunctionOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                 ArrayRef<bool> needed,
                                 MutableArrayRef<Value> operandGradients) {
  Block &body = getBackward().front();
  size_t saved = getSaved(), outputs = getNumResults() - saved;
  IRMapping mapping;
  for (size_t i = 0; i < saved; ++i)
    mapping.map(body.getArgument(i), getResult(outputs + i));
  for (size_t i = 0; i < outputs; ++i) {
    Value gradient = gradients[i];
    if (!gradient)
      gradient = createSplat(builder, getLoc(), getTensorType(getResult(i)), 0);
    mapping.map(body.getArgument(saved + i), gradient);
  }
  SmallVector<Value> results;
  cloneBody(builder, body, mapping, results);
  auto next = results.begin();
  for (auto [i, operand] : llvm::enumerate(getOperands()))
    if (isa<FloatType>(getElementTypeOrSelf(operand)) && (++next, needed[i]))
      operandGradients[i] = *std::prev(next);
  return success();
}

LogicalResult CustomFunctionOp::decompose(OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  IRMapping mapping;
  mapping.map(getForward().front().getArguments(), getOperands());
  cloneBody(builder, getForward().front(), mapping, results);
  return success();
}

//===----------------------------------------------------------------------===//
// Loss scaling
//===----------------------------------------------------------------------===//

LogicalResult GradScalerOp::verify() {
  double scale = getInitScale().convertToDouble();
  double growth = getGrowthFactor().convertToDouble();
  double backoff = getBackoffFactor().convertToDouble();
  auto isPositiveF32 = [](double value) {
    return static_cast<float>(value) > 0 &&
           std::isfinite(static_cast<float>(value));
  };
  if (!isPositiveF32(scale))
    return emitOpError("expects an init_scale that is positive and finite in "
                       "f32, found ")
           << scale;
  if (!(growth > 1) || !std::isfinite(growth))
    return emitOpError("expects growth_factor > 1, found ") << growth;
  if (!(backoff > 0 && backoff < 1))
    return emitOpError("expects backoff_factor in (0, 1), found ") << backoff;
  auto interval = static_cast<int64_t>(getGrowthInterval());
  if (interval < 1 || interval > INT32_MAX)
    return emitOpError("expects growth_interval in [1, 2147483647], found ")
           << interval;
  auto bound = [&](std::optional<APFloat> value, double fallback) {
    return value ? value->convertToDouble() : fallback;
  };
  double least = bound(getMinScale(), 0), most = bound(getMaxScale(), HUGE_VAL);
  if (!(least >= 0 && least <= scale && scale <= most))
    return emitOpError("expects min_scale <= init_scale <= max_scale, found ")
           << least << ", " << scale << " and " << most;
  return success();
}

LogicalResult ScaleOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return success(lookUp<GradScalerOp>(*this, symbolTable, getScalerAttr()));
}

LogicalResult UnscaleOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return success(lookUp<GradScalerOp>(*this, symbolTable, getScalerAttr()));
}

LogicalResult
UpdateScaleOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return success(lookUp<GradScalerOp>(*this, symbolTable, getScalerAttr()));
}

/// A flag is one truth value.
static LogicalResult verifyFlags(Operation *op, ValueRange flags) {
  for (Value flag : flags)
    if (getTensorType(flag).getRank() != 0)
      return op->emitOpError("expects flags of type tensor<i1>, found ")
             << flag.getType();
  return success();
}

LogicalResult UnscaleOp::verify() {
  if (getGradients().empty())
    return emitOpError("expects at least one gradient");
  if (getUnscaled().size() != getGradients().size())
    return emitOpError("expects one result per gradient and the flag, found ")
           << getGradients().size() << " gradient(s) and " << getNumResults()
           << " result(s)";
  for (auto [gradient, result] : llvm::zip(getGradients(), getUnscaled()))
    if (!mlir::amp::detail::areCompatibleContractionTypes(gradient.getType(),
                                                          result.getType()))
      return emitOpError("expects the unscaled gradient of ")
             << gradient.getType() << " in its own type or f32, found "
             << result.getType();
  return verifyFlags(*this, getFoundInf());
}

LogicalResult UpdateScaleOp::verify() {
  if (getFoundInf().empty())
    return emitOpError("expects the flag of at least one 'amp.unscale'");
  return verifyFlags(*this, getFoundInf());
}

/// The logical or of scalar flags.
static Value createAny(OpBuilder &builder, Location loc, ValueRange flags) {
  Value result = flags.front();
  for (Value flag : flags.drop_front())
    result = LogicalOrOp::create(builder, loc, result, flag);
  return result;
}

static Value readVariable(OpBuilder &builder, Location loc, StringRef name,
                          Type type) {
  return ReadOp::create(builder, loc, type, name);
}

LogicalResult ScaleOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  SymbolTableCollection symbols;
  auto scaler = lookUp<GradScalerOp>(*this, symbols, getScalerAttr());
  if (!scaler)
    return failure();
  auto scalar = RankedTensorType::get({}, builder.getF32Type());
  Value scale = readVariable(builder, getLoc(), scaler.getScaleName(), scalar);
  Type elementType = getTensorType(getValue()).getElementType();
  // A 16-bit loss is scaled in f32 and rounded once.
  Type wide = elementType.isF64() ? elementType : builder.getF32Type();
  Value product = MulOp::create(builder, getLoc(),
                                createCast(builder, getLoc(), getValue(), wide),
                                createCast(builder, getLoc(), scale, wide));
  results.push_back(createCast(builder, getLoc(), product, elementType));
  return success();
}

LogicalResult ScaleOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                      ArrayRef<bool> needed,
                                      MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] =
        ScaleOp::create(builder, getLoc(), getScaler(), gradients[0]);
  return success();
}

LogicalResult UnscaleOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  SymbolTableCollection symbols;
  auto scaler = lookUp<GradScalerOp>(*this, symbols, getScalerAttr());
  if (!scaler)
    return failure();
  Location loc = getLoc();
  auto scalar = RankedTensorType::get({}, builder.getF32Type());
  Value scale = readVariable(builder, loc, scaler.getScaleName(), scalar);
  Value inverse = createExactReciprocal(builder, loc, scale);
  SmallVector<Value> flags;
  for (auto [gradient, result] : llvm::zip(getGradients(), getUnscaled())) {
    Value finite = IsFiniteOp::create(builder, loc, gradient);
    Value bad = LogicalNotOp::create(builder, loc, finite);
    flags.push_back(
        AnyOp::create(builder, loc, bad, ArrayRef<int64_t>(), false));
    Type elementType = getTensorType(gradient).getElementType();
    Type wide = elementType.isF64() ? elementType : builder.getF32Type();
    Value product =
        MulOp::create(builder, loc, createCast(builder, loc, gradient, wide),
                      createCast(builder, loc, inverse, wide));
    results.push_back(createCast(builder, loc, product,
                                 getTensorType(result).getElementType()));
  }
  results.push_back(createAny(builder, loc, flags));
  return success();
}

LogicalResult UpdateScaleOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &) {
  SymbolTableCollection symbols;
  auto scaler = lookUp<GradScalerOp>(*this, symbols, getScalerAttr());
  if (!scaler)
    return failure();
  Location loc = getLoc();
  Type f32 = builder.getF32Type(), f64 = builder.getF64Type();
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto scalar = [](Type type) { return RankedTensorType::get({}, type); };
  auto constant = [&](Type type, double value) {
    return createSplat(builder, loc, scalar(type), value);
  };
  Value found = createAny(builder, loc, getFoundInf());

  Value skipped =
      readVariable(builder, loc, scaler.getSkippedName(), scalar(i64));
  AssignOp::create(builder, loc, scaler.getSkippedName(),
                   AddOp::create(builder, loc, skipped,
                                 createCast(builder, loc, found, i64)));
  if (scaler.getFixed())
    return success();

  // As `_amp_update_scale_`: factors are f64, the scale is stored in f32, and
  // growth that would not be finite does not happen but restarts the count.
  Value scale = readVariable(builder, loc, scaler.getScaleName(), scalar(f32));
  Value tracker =
      readVariable(builder, loc, scaler.getGrowthTrackerName(), scalar(i32));
  Value wide = createCast(builder, loc, scale, f64);
  auto times = [&](APFloat factor) -> Value {
    Value product = MulOp::create(builder, loc, wide,
                                  constant(f64, factor.convertToDouble()));
    return createCast(builder, loc, product, f32);
  };
  Value smaller = times(scaler.getBackoffFactor());
  if (auto least = scaler.getMinScale())
    smaller = MaximumOp::create(builder, loc, smaller,
                                constant(f32, least->convertToDouble()));
  Value larger = times(scaler.getGrowthFactor());
  if (auto most = scaler.getMaxScale())
    larger = MinimumOp::create(builder, loc, larger,
                               constant(f32, most->convertToDouble()));
  larger = WhereOp::create(
      builder, loc, IsFiniteOp::create(builder, loc, larger), larger, scale);
  Value count = AddOp::create(builder, loc, tracker, constant(i32, 1));
  Value grows = CompareOp::create(builder, loc, ComparePredicate::EQ, count,
                                  constant(i32, scaler.getGrowthInterval()));
  Value grown = WhereOp::create(builder, loc, grows, larger, scale);
  Value restarts = LogicalOrOp::create(builder, loc, found, grows);
  AssignOp::create(builder, loc, scaler.getScaleName(),
                   WhereOp::create(builder, loc, found, smaller, grown));
  AssignOp::create(
      builder, loc, scaler.getGrowthTrackerName(),
      WhereOp::create(builder, loc, restarts, constant(i32, 0), count));
  return success();
}

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

LogicalResult OptimizerOp::verify() {
  auto notNegative = [&](StringRef name, APFloat value) -> LogicalResult {
    if (value.isFinite() && !(value.isNegative() && value.isNonZero()))
      return success();
    return emitOpError("expects ")
           << name << " >= 0, found " << value.convertToDouble();
  };
  if (failed(notNegative("lr", getLr())) ||
      failed(notNegative("momentum", getMomentum())) ||
      failed(notNegative("dampening", getDampening())) ||
      failed(notNegative("weight_decay", getWeightDecay())))
    return failure();
  if (getNesterov() && (getMomentum().isZero() || getDampening().isNonZero()))
    return emitOpError("expects a momentum and no dampening with nesterov");
  if (getParameters().empty())
    return emitOpError("expects at least one parameter");
  return success();
}

LogicalResult
OptimizerOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  llvm::SmallDenseSet<Attribute> seen;
  for (auto name : getParameters().getAsRange<FlatSymbolRefAttr>()) {
    auto variable = lookUp<VariableOp>(*this, symbolTable, name);
    if (!variable)
      return failure();
    if (!isa<FloatType>(variable.getTensorType().getElementType()))
      return emitOpError("expects parameters of floating-point type, but ")
             << name << " is " << variable.getType();
    if (!seen.insert(name).second)
      return emitOpError("lists parameter ") << name << " twice";
  }
  return success();
}

LogicalResult StepOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto optimizer = lookUp<OptimizerOp>(*this, symbolTable, getOptimizerAttr());
  if (!optimizer)
    return failure();
  if (optimizer.getParameters().size() != getGradients().size())
    return emitOpError("expects one gradient per parameter of ")
           << getOptimizerAttr() << ", " << optimizer.getParameters().size()
           << ", found " << getGradients().size();
  for (auto [name, gradient] :
       llvm::zip(optimizer.getParameters().getAsRange<FlatSymbolRefAttr>(),
                 getGradients())) {
    auto variable = lookUp<VariableOp>(*this, symbolTable, name);
    if (!variable)
      return failure();
    // A 16-bit parameter may have an f32 gradient: it is updated in f32.
    if (!mlir::amp::detail::areCompatibleContractionTypes(variable.getType(),
                                                          gradient.getType()))
      return emitOpError("expects a gradient of type ")
             << variable.getType() << " for " << name << ", found "
             << gradient.getType();
  }
  return verifyFlags(*this, getSkipIf());
}

LogicalResult StepOp::decompose(OpBuilder &builder, SmallVectorImpl<Value> &) {
  SymbolTableCollection symbols;
  auto optimizer = lookUp<OptimizerOp>(*this, symbols, getOptimizerAttr());
  if (!optimizer)
    return failure();
  Location loc = getLoc();
  auto scalar = [](Type type) { return RankedTensorType::get({}, type); };
  Value skip =
      getSkipIf().empty() ? Value() : createAny(builder, loc, getSkipIf());
  // Gives `name` its new value unless the step is skipped.
  auto assign = [&](StringRef name, Value before, Value after) {
    if (skip)
      after = WhereOp::create(builder, loc, skip, before, after);
    AssignOp::create(builder, loc, name, after);
  };
  Value rate = readVariable(builder, loc, optimizer.getLearningRateName(),
                            scalar(builder.getF64Type()));
  Value isFirst;
  if (optimizer.needsStepCount()) {
    auto type = scalar(builder.getI64Type());
    Value steps = readVariable(builder, loc, optimizer.getStepsName(), type);
    isFirst = CompareOp::create(builder, loc, ComparePredicate::EQ, steps,
                                createSplat(builder, loc, type, 0));
    assign(
        optimizer.getStepsName(), steps,
        AddOp::create(builder, loc, steps, createSplat(builder, loc, type, 1)));
  }
  double momentum = optimizer.getMomentum().convertToDouble();
  double dampening = optimizer.getDampening().convertToDouble();
  double decay = optimizer.getWeightDecay().convertToDouble();
  for (auto [name, gradient] :
       llvm::zip(optimizer.getParameters().getAsRange<FlatSymbolRefAttr>(),
                 getGradients())) {
    auto variable = lookUp<VariableOp>(*this, symbols, name);
    if (!variable)
      return failure();
    RankedTensorType type = variable.getTensorType();
    Type elementType = type.getElementType();
    // 16-bit parameters are updated in f32 and rounded once.
    Type wide = elementType.isF64() ? elementType : builder.getF32Type();
    auto constant = [&](double value) {
      return createSplat(builder, loc, scalar(wide), value);
    };
    auto mul = [&](Value a, Value b) -> Value {
      return MulOp::create(builder, loc, a, b);
    };
    auto add = [&](Value a, Value b) -> Value {
      return AddOp::create(builder, loc, a, b);
    };
    Value stored = readVariable(builder, loc, name.getValue(), type);
    Value weight = createCast(builder, loc, stored, wide);
    Value direction = createCast(builder, loc, gradient, wide);
    if (decay != 0)
      direction = add(direction, mul(constant(decay), weight));
    if (momentum != 0) {
      std::string bufferName = optimizer.getMomentumName(name.getValue());
      Value before = readVariable(builder, loc, bufferName, type.clone(wide));
      Value fresh =
          dampening == 0 ? direction : mul(constant(1 - dampening), direction);
      Value after = add(mul(constant(momentum), before), fresh);
      if (isFirst)
        after = WhereOp::create(builder, loc, isFirst, direction, after);
      assign(bufferName, before, after);
      direction = optimizer.getNesterov()
                      ? add(direction, mul(constant(momentum), after))
                      : after;
    }
    Value change = mul(createCast(builder, loc, rate, wide), direction);
    Value updated = SubOp::create(builder, loc, weight, change);
    assign(name.getValue(), stored,
           createCast(builder, loc, updated, elementType));
  }
  return success();
}
