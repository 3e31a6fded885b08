//===- AssignPrecision.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Precision assignment. The eager assigner is one walk in program order; the
// others first choose a side for every neutral op of the function
// (PrecisionProblem.h), and the same walk then follows their choice.

#include "PrecisionProblem.h"
#include "amp/Analysis/PrecisionLevel.h"
#include "amp/Dialect/Amp/Transforms/GraphNames.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPASSIGNPRECISIONPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// What the pass's options say, once they are known to be right.
struct Settings {
  AssignerKind assigner;
  Tf32 tf32;
  PrecisionLevel level;
  FloatType dtype;
  bool keepBatchNormF32;
  bool implicitRegion;
  UnusedReport unused;
  PolicySources sources;
  ProblemOptions problem;
};

/// A function's state at a call: what its clone depends on.
struct CallKey {
  StringAttr callee;
  RegionState state;
  SmallVector<Type> argumentTypes;
};

class FunctionAssigner;

/// Clones callees, one for each state in which they are called.
class ModuleAssigner {
public:
  ModuleAssigner(ModuleOp module, const Settings &settings)
      : module(module), symbols(module), settings(settings) {}

  LogicalResult run();
  /// Redirects `call` to a clone of its callee for `state`, and sets the call's
  /// result types.
  LogicalResult processCall(func::CallOp call, RegionState state);
  /// True if the body of the callee is known, so that precision is assigned to
  /// it.
  bool isAssigned(func::CallOp call) const {
    return originals.contains(call.getCalleeAttr().getAttr());
  }

private:
  friend class FunctionAssigner;

  /// With `argumentTypes` the function takes those, and gives what it comes to;
  /// without, its signature holds.
  LogicalResult processFunction(func::FuncOp func, RegionState state,
                                ArrayRef<Type> argumentTypes = {});
  bool hasRegion(func::FuncOp func, DenseSet<Operation *> &seen);
  LogicalResult eraseUnused();
  /// Says what the policy said to no effect.
  LogicalResult reportUnused();
  /// Says that there was nothing to decide, at the first function in which
  /// somebody might have thought so.
  void warnOfNothing();

  ModuleOp module;
  SymbolTable symbols;
  const Settings &settings;
  PolicyUsage usage;
  /// Where attributes that are clauses of a policy stand, by their place.
  llvm::StringMap<Location> attributes;
  /// Functions in which precision was assigned to an op.
  DenseSet<Operation *> assigned;
  /// Ops that autocast decided about, those that multiply in tf32, and whether
  /// any was in a region of the pass's low type.
  int64_t numDecided = 0, numTf32 = 0;
  bool usesDtype = false;
  /// True if some function has, or calls one that has, a region of its own.
  bool hasRegions = false;
  /// The functions as they were, for those that are called.
  DenseMap<StringAttr, OwningOpRef<func::FuncOp>> originals;
  SmallVector<std::pair<CallKey, func::FuncOp>> clones;
  /// Functions whose bodies are being processed, outermost first.
  SmallVector<StringAttr> stack;
};

/// One function's rewrite.
class FunctionAssigner {
public:
  FunctionAssigner(ModuleAssigner &parent, PrecisionResolver &resolver,
                   MLIRContext *context)
      : parent(parent), settings(parent.settings), resolver(resolver),
        builder(context), f32(Float32Type::get(context)) {}

  LogicalResult run(Block &body, RegionState state,
                    ArrayRef<Type> argumentTypes);
  /// True if there was an op, or a region, to which precision is assigned, or
  /// a value that had to be cast.
  bool hasAssigned() const { return isAssigned; }

private:
  LogicalResult chooseSides(Block &body, RegionState state);
  LogicalResult processBlock(Block &block, RegionState state);
  LogicalResult processNested(Block &block, RegionState state);
  LogicalResult processAutocast(AutocastOp op, RegionState state);
  LogicalResult processBackward(BackwardOp op, RegionState state);
  LogicalResult processCustom(CustomFunctionOp op, RegionState state);
  LogicalResult processCompute(PrecisionOp op, RegionState state);
  /// An op that keeps its types, with what is in its regions.
  LogicalResult processOther(Operation *op, RegionState state);
  /// What is in regions that are not entered keeps its types.
  LogicalResult processClosed(Operation *op, RegionState state);
  /// Fails if the policy wants other types of `op` than it has, which it keeps
  /// because of `reason`.
  LogicalResult verifyFixed(PrecisionOp op, RegionState state,
                            const Twine &reason);
  /// The type that the eligible operands of `op` are cast to; null leaves them.
  FailureOr<FloatType> chooseType(PrecisionOp op,
                                  const PrecisionDecision &decision,
                                  ArrayRef<OpOperand *> eligible,
                                  RegionState state, StringRef &rule);
  FloatType promote(PrecisionOp op, ArrayRef<OpOperand *> eligible);
  void setComputeType(Operation *op, RegionState state);
  /// Other ops take their operands in the types that were declared.
  void restoreOperands(Operation *op, RegionState state);
  /// Gives what a nested block yields the element type of `type`. The cast is
  /// not seen outside of the block, so that nothing shares it.
  void castYielded(OpOperand &operand, Type type);

  /// Casts an operand; true if that took a new cast. It stands before `place`,
  /// which is the operand's owner if it is null.
  bool cast(OpOperand &operand, Type elementType, RegionState state,
            Operation *place = nullptr);
  void restore(OpOperand &operand, RegionState state,
               Operation *place = nullptr) {
    cast(operand, getElementTypeOrSelf(getDeclaredType(operand.get())), state,
         place);
  }
  Type getDeclaredType(Value value) {
    auto it = declared.find(value);
    return it == declared.end() ? value.getType() : it->second;
  }
  void setType(Value value, Type type) {
    if (value.getType() == type)
      return;
    declared.try_emplace(value, value.getType());
    value.setType(type);
  }

  ModuleAssigner &parent;
  const Settings &settings;
  PrecisionResolver &resolver;
  OpBuilder builder;
  FloatType f32;
  /// Types that the source gave to values whose type was changed.
  DenseMap<Value, Type> declared;
  /// Casts that later ops of the block, or of blocks in it, can share.
  DenseMap<std::pair<Value, Type>, Value> casts;
  /// Casts made since the innermost nested block began.
  SmallVector<std::pair<Value, Type>> *openCasts = nullptr;
  /// Neutral ops and their sides, from an assigner that looks at the whole
  /// function.
  DenseMap<Operation *, uint32_t> nodes;
  std::vector<PrecisionSide> sides;
  DenseSet<Operation *> kept;
  /// Values that depend on a loss, where the model is cast as a whole.
  DenseSet<Value> afterLoss;
  /// True if what the function returns has the types that it declares.
  bool keepsSignature = true;
  bool isAssigned = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

bool FunctionAssigner::cast(OpOperand &operand, Type elementType,
                            RegionState state, Operation *place) {
  Value value = operand.get();
  auto type = llvm::cast<RankedTensorType>(value.getType());
  if (type.getElementType() == elementType)
    return false;
  std::pair<Value, Type> key(value, elementType);
  if (state.cache)
    if (auto it = casts.find(key); it != casts.end()) {
      operand.set(it->second);
      return false;
    }
  if (!place)
    place = operand.getOwner();
  isAssigned = true;
  builder.setInsertionPoint(place);
  auto castOp =
      CastOp::create(builder, place->getLoc(), type.clone(elementType), value);
  operand.set(castOp);
  if (!state.cache) {
    castOp->setAttr("amp.uncached", builder.getUnitAttr());
    return true;
  }
  casts.try_emplace(key, castOp);
  if (openCasts)
    openCasts->push_back(key);
  return true;
}

void FunctionAssigner::restoreOperands(Operation *op, RegionState state) {
  // What a region yields is cast by the region's own rule.
  if (declared.empty() || isa<YieldOp>(op) ||
      (!keepsSignature && isa<func::ReturnOp>(op)))
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (getEligibleType(operand.get()))
      restore(operand, state);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult FunctionAssigner::processBlock(Block &block, RegionState state) {
  bool hasFailed = false;
  for (Operation &operation : llvm::make_early_inc_range(block)) {
    Operation *op = &operation;
    LogicalResult result = success();
    if (auto autocast = dyn_cast<AutocastOp>(op)) {
      result = processAutocast(autocast, state);
    } else if (auto backward = dyn_cast<BackwardOp>(op)) {
      result = processBackward(backward, state);
    } else if (auto custom = dyn_cast<CustomFunctionOp>(op)) {
      result = processCustom(custom, state);
    } else if (auto call = dyn_cast<func::CallOp>(op)) {
      if (settings.assigner != AssignerKind::Eager || !parent.isAssigned(call))
        restoreOperands(op, state);
      SmallVector<Type> before(call.getResultTypes());
      result = parent.processCall(call, state);
      for (auto [value, type] : llvm::zip(call.getResults(), before))
        if (value.getType() != type)
          declared.try_emplace(value, type);
      isAssigned |= parent.assigned.contains(
          parent.symbols.lookup<func::FuncOp>(call.getCallee()));
    } else if (PrecisionOp compute = resolver.getPrecisionOp(op)) {
      result = processCompute(compute, state);
    } else {
      result = processOther(op, state);
    }
    // All errors of a function are shown, not the first alone.
    hasFailed |= failed(result);
  }
  return failure(hasFailed);
}

void FunctionAssigner::castYielded(OpOperand &operand, Type type) {
  builder.setInsertionPoint(operand.getOwner());
  operand.set(createCast(builder, operand.getOwner()->getLoc(), operand.get(),
                         getElementTypeOrSelf(type)));
}

/// A block whose values are not seen outside of it: neither are its casts.
LogicalResult FunctionAssigner::processNested(Block &block, RegionState state) {
  SmallVector<std::pair<Value, Type>> own;
  SmallVector<std::pair<Value, Type>> *outer = openCasts;
  openCasts = &own;
  LogicalResult result = processBlock(block, state);
  openCasts = outer;
  for (auto &key : own)
    casts.erase(key);
  return result;
}

LogicalResult FunctionAssigner::processAutocast(AutocastOp op,
                                                RegionState outer) {
  Block &body = op.getBody().front();
  LogicalResult result = processBlock(body, outer.enter(op));
  isAssigned = true;

  // The region dissolves. As in PyTorch, its values stay what they have become;
  // boundaries of the graph give them the declared type again.
  Operation *yield = body.getTerminator();
  for (auto [value, result] :
       llvm::zip(yield->getOperands(), op->getResults())) {
    if (value.getType() != result.getType())
      declared.try_emplace(value, result.getType());
    result.replaceAllUsesWith(value);
  }
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations(), body.begin(),
                                         std::prev(body.end()));
  op->erase();
  return result;
}

LogicalResult FunctionAssigner::processBackward(BackwardOp op,
                                                RegionState state) {
  // The loss and the seed keep their declared type. A `wrt` value is what it
  // has become: a cast of it would be another value, on which the loss does not
  // depend.
  restore(op.getLossMutable(), state);
  if (op.getSeed())
    restore(op.getSeedMutable()[0], state);
  for (auto [result, value] : llvm::zip(op.getGradients(), op.getWrt()))
    setType(result, value.getType());
  if (op.getBody().empty())
    return success();
  // A hand-written backward runs as written, in the types that arrive.
  Block &body = op.getBody().front();
  RegionState inner = state;
  inner.enabled = false;
  if (failed(processNested(body, inner)))
    return failure();
  for (auto [operand, result] :
       llvm::zip(body.getTerminator()->getOpOperands(), op.getGradients()))
    castYielded(operand, result.getType());
  return success();
}

LogicalResult FunctionAssigner::processCustom(CustomFunctionOp op,
                                              RegionState state) {
  std::optional<Type> asked = op.getCastInputs();
  RegionState inner = state.enter(op);
  if (asked && state.enabled)
    for (OpOperand &operand : op->getOpOperands())
      if (getEligibleType(operand.get()))
        cast(operand, *asked, state);
  if (asked)
    op.setCastInputs(std::nullopt);

  Block &forward = op.getForward().front();
  for (auto [argument, operand] :
       llvm::zip(forward.getArguments(), op.getOperands()))
    setType(argument, operand.getType());
  if (failed(processNested(forward, inner)))
    return failure();
  for (auto [result, value] :
       llvm::zip(op.getResults(), forward.getTerminator()->getOperands()))
    setType(result, value.getType());

  // The backward region runs in the state that the forward one saw.
  Block &backward = op.getBackward().front();
  size_t saved = op.getSaved(), outputs = op.getNumResults() - saved;
  for (auto [i, argument] : llvm::enumerate(backward.getArguments()))
    setType(argument,
            op.getResult(i < saved ? outputs + i : i - saved).getType());
  if (failed(processNested(backward, inner)))
    return failure();
  Operation *yield = backward.getTerminator();
  size_t next = 0;
  for (Value operand : op.getOperands())
    if (isa<FloatType>(getElementTypeOrSelf(operand)))
      if (OpOperand &gradient = yield->getOpOperand(next++);
          getEligibleType(gradient.get()))
        castYielded(gradient, operand.getType());
  return success();
}

//===----------------------------------------------------------------------===//
// Ops of other dialects
//===----------------------------------------------------------------------===//

static bool isNeutral(PrecisionCategory category) {
  return category == PrecisionCategory::Follow ||
         category == PrecisionCategory::Clear;
}

/// True if the policy runs ops of `category` in the low type, as far as it has
/// a say.
static bool isLow(PrecisionCategory category) {
  return category == PrecisionCategory::Allow ||
         category == PrecisionCategory::Promote;
}

LogicalResult FunctionAssigner::verifyFixed(PrecisionOp op, RegionState state,
                                            const Twine &reason) {
  FailureOr<PrecisionDecision> decision = resolver.decide(op);
  if (failed(decision))
    return failure();
  if (isNeutral(decision->category))
    return success();
  FloatType wanted = isLow(decision->category) ? state.dtype : f32;
  for (OpOperand &operand : op->getOpOperands()) {
    FloatType type = getEligibleType(operand.get());
    if (!type || type == wanted ||
        !op.isPrecisionOperand(operand.getOperandNumber()))
      continue;
    return op->emitOpError("is in category '")
           << stringifyPrecisionCategory(decision->category) << "' ("
           << decision->source << "), but operand "
           << operand.getOperandNumber() << " stays " << operand.get().getType()
           << ": " << reason;
  }
  return success();
}

LogicalResult FunctionAssigner::processOther(Operation *op, RegionState state) {
  restoreOperands(op, state);
  if (op->getNumRegions() == 0)
    return success();
  if (state.enabled && resolver.isNamedButFixed(op) &&
      failed(verifyFixed(PrecisionOp(op, PrecisionOpInterface()), state,
                         "the op has regions and does not implement "
                         "RetypableOpInterface, so that it keeps its types")))
    return failure();
  if (!hasTransparentRegions(op))
    return processClosed(op, state);
  bool hasFailed = false;
  for (Region &region : op->getRegions())
    if (!region.empty())
      hasFailed |= failed(processNested(region.front(), state));
  return failure(hasFailed);
}

LogicalResult FunctionAssigner::processClosed(Operation *op,
                                              RegionState state) {
  bool hasFailed = false;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        if (declared.contains(operand.get()) && getEligibleType(operand.get()))
          restore(operand, state, op);
      if (isa<AutocastOp>(inner)) {
        inner->emitOpError("is in a region of '")
            << op->getName() << "', which precision assignment does not enter";
        hasFailed = true;
      }
      PrecisionOp compute = resolver.getPrecisionOp(inner);
      if (compute && state.enabled)
        hasFailed |= failed(verifyFixed(
            compute, state,
            "it is in a region of '" + op->getName().getStringRef() +
                "', which precision assignment does not enter; it enters "
                "regions of one block of ops that implement "
                "RegionBranchOpInterface"));
    });
  return failure(hasFailed);
}

/// True if a value of `type` holds, or may hold, floating-point numbers that
/// are cast where they are in a ranked tensor.
static bool holdsUncastable(Type type) {
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    Type element = shaped.getElementType();
    if (isa<FloatType>(element))
      return !isa<RankedTensorType>(type) && !element.isF64();
    return holdsUncastable(element);
  }
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::any_of(tuple.getTypes(), [](Type member) {
      return isa<ShapedType>(member) || holdsUncastable(member);
    });
  // Of a dialect that is not registered, or of one that is.
  return isa<OpaqueType>(type) || type.getDialect().getNamespace() !=
                                      BuiltinDialect::getDialectNamespace();
}

/// Fails if the policy has a say about the type in which `op`, of another
/// dialect, runs, and `op` takes values that nobody knows how to cast.
static LogicalResult verifyCastable(PrecisionOp op,
                                    PrecisionResolver &resolver) {
  if (!resolver.isRestricted(op) && !op->hasAttr("amp.precision"))
    return success();
  bool hasEligible = llvm::any_of(op->getOperands(), [](Value value) {
    return static_cast<bool>(getEligibleType(value));
  });
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = operand.get().getType();
    // Beside tensors, a type that is not known may well be a shape or a token.
    bool isKnown = isa<ShapedType, TupleType>(type);
    if (!holdsUncastable(type) || (!isKnown && hasEligible))
      continue;
    FailureOr<PrecisionDecision> decision = resolver.decide(op);
    if (failed(decision))
      return failure();
    if (isNeutral(decision->category) ||
        (!isLow(decision->category) && getElementTypeOrSelf(type).isF32()))
      return success();
    return op->emitOpError("is in category '")
           << stringifyPrecisionCategory(decision->category) << "' ("
           << decision->source << "), but operand "
           << operand.getOperandNumber() << " is of type " << type
           << ", which cannot be cast: precision assignment casts ranked "
              "tensors of floating-point numbers; make it one, or give the op "
              "the category follow";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// The type promotion of ops without autocast: the widest wins, and f16 with
/// bf16 gives f32, which holds both. As in PyTorch, scalars take the type of
/// the tensors beside them.
FloatType FunctionAssigner::promote(PrecisionOp op,
                                    ArrayRef<OpOperand *> eligible) {
  bool hasTensor = llvm::any_of(eligible, [](OpOperand *operand) {
    return getTensorType(operand->get()).getRank() > 0;
  });
  FloatType target;
  for (OpOperand *operand : eligible) {
    if ((hasTensor && getTensorType(operand->get()).getRank() == 0) ||
        op.mayStayWide(operand->getOperandNumber()))
      continue;
    FloatType type = getEligibleType(operand->get());
    if (!target || type.getWidth() > target.getWidth())
      target = type;
    else if (type != target && type.getWidth() == target.getWidth())
      target = f32;
  }
  return target;
}

FailureOr<FloatType>
FunctionAssigner::chooseType(PrecisionOp op, const PrecisionDecision &decision,
                             ArrayRef<OpOperand *> eligible, RegionState state,
                             StringRef &rule) {
  // An assigner that saw the whole function has chosen for neutral ops.
  if (auto it = nodes.find(op); it != nodes.end()) {
    rule = kept.contains(op)                           ? "kept whole"
           : settings.assigner == AssignerKind::MinCut ? "min-cut"
                                                       : "propagate";
    return sides[it->second] == PrecisionSide::Low ? state.dtype : f32;
  }
  switch (decision.category) {
  case PrecisionCategory::Allow:
    return state.dtype;
  case PrecisionCategory::Deny:
    return f32;
  case PrecisionCategory::DenySetOutput:
  case PrecisionCategory::DenyAppendOutput: {
    // An op without such an argument is cast instead.
    auto output = dyn_cast<OutputTypeOpInterface>(op.operator Operation *());
    if (!output && isa<PrecisionOpInterface>(op.operator Operation *()))
      return f32;
    bool isFirst =
        !eligible.empty() && eligible.front()->getOperandNumber() == 0;
    if (!isFirst)
      return FloatType();
    if (!output) {
      if (failed(op.refineResultTypes(f32)))
        return failure();
      return FloatType();
    }
    if (!output.getDtype() && getEligibleType(op->getOperand(0)) != f32)
      output.setDtype(f32);
    return FloatType();
  }
  case PrecisionCategory::Promote: {
    // As PyTorch's autocast, from the first operand on: f32 once there was one,
    // else the low type, and no third one. Constants stand for Python's
    // numbers, which do not count.
    FloatType target = state.dtype;
    for (OpOperand *operand : eligible) {
      FloatType type = getEligibleType(operand->get());
      bool isNumber = getTensorType(operand->get()).getRank() == 0 &&
                      matchPattern(operand->get(), m_Constant());
      if (isNumber || !op.isPromotionOperand(operand->getOperandNumber()))
        continue;
      if (type == f32 || target == f32)
        target = f32;
      else if (type != state.dtype)
        return op->emitOpError("promotes its operands, in a region of ")
               << state.dtype << ", to the widest of " << state.dtype
               << " and f32, but operand " << operand->getOperandNumber()
               << " is " << type << "; cast it before the op";
    }
    return target;
  }
  case PrecisionCategory::Follow:
  case PrecisionCategory::Clear:
    return promote(op, eligible);
  case PrecisionCategory::Banned: {
    InFlightDiagnostic diag =
        op->emitOpError("is unsafe under autocast (")
        << decision.source
        << "): its gradient with respect to a 16-bit input overflows";
    diag.attachNote() << "compute the loss from logits, by "
                         "'amp.binary_cross_entropy_with_logits', which is "
                         "safe; --amp-fuse-safe-losses does so where a sigmoid "
                         "feeds the loss";
    diag.attachNote() << "or put the op into an 'amp.autocast enabled(false)' "
                         "region and cast its input to f32 there";
    return diag;
  }
  }
  llvm_unreachable("unknown category");
}

void FunctionAssigner::setComputeType(Operation *op, RegionState state) {
  auto compute = dyn_cast<ComputeTypeOpInterface>(op);
  FloatType type = compute ? getEligibleType(op->getOperand(0)) : FloatType();
  if (!type)
    return;
  // A tf32 that was written for f32 operands is none for 16-bit ones.
  if (type != f32) {
    compute.setComputeType(f32);
    return;
  }
  if (compute.getComputeType())
    return;
  bool isTf32 =
      settings.tf32 == Tf32::All ||
      settings.tf32 == (compute.isConvolution() ? Tf32::Conv : Tf32::Gemm);
  if (!isTf32 || !state.enabled)
    return;
  ++parent.numTf32;
  compute.setComputeType(FloatTF32Type::get(op->getContext()));
}

/// The type of operand `index` by the policy's entry for it; `type` if there is
/// none.
static FloatType getOperandType(const PrecisionDecision &decision,
                                unsigned index, FloatType type, FloatType low,
                                FloatType f32) {
  for (auto [operand, category] : decision.operands)
    if (operand == index)
      return category == PrecisionCategory::Allow  ? low
             : category == PrecisionCategory::Deny ? f32
                                                   : FloatType();
  return type;
}

LogicalResult FunctionAssigner::processCompute(PrecisionOp op,
                                               RegionState state) {
  if (op.isForeign()) {
    if (state.enabled && failed(verifyCastable(op, resolver)))
      return failure();
    if (failed(processClosed(op, state)))
      return failure();
    // How its types go together outside of autocast is its own business.
    if (!state.enabled)
      restoreOperands(op, state);
  }
  SmallVector<OpOperand *, 4> eligible;
  bool hasFloat = false, hasChanged = false;
  for (OpOperand &operand : op->getOpOperands()) {
    FloatType type = getEligibleType(operand.get());
    // What it was written with is what its regions are made for.
    if (type && op->getNumRegions() != 0 &&
        !op.isPrecisionOperand(operand.getOperandNumber()))
      restore(operand, state);
    bool isAsked = op.isPrecisionOperand(operand.getOperandNumber());
    if (type)
      hasChanged |= declared.contains(operand.get());
    if (type && isAsked)
      eligible.push_back(&operand);
    hasFloat |= isAsked && isa<FloatType>(getElementTypeOrSelf(operand.get()));
  }

  isAssigned |= !eligible.empty();
  PrecisionDecision decision;
  StringRef rule = "outside of autocast";
  FloatType target;
  unsigned added = 0;
  uint64_t bytes = 0;
  if (hasFloat && state.enabled) {
    FailureOr<PrecisionDecision> found = resolver.decide(op);
    if (failed(found))
      return failure();
    decision = *found;
    rule = decision.source;
    if (!eligible.empty()) {
      ++parent.numDecided;
      parent.usesDtype |= state.dtype == settings.dtype;
    }
    // A model that is cast as a whole ends at its losses.
    if (settings.level.castModel) {
      bool isAfter = llvm::any_of(op->getOperands(), [&](Value value) {
        return afterLoss.contains(value);
      });
      if (isAfter) {
        // No list holds there: the verifier, which may see parts of the loss
        // only, is told.
        decision.category = PrecisionCategory::Follow;
        rule = "after the loss";
        op->setAttr("amp.exempt", builder.getStringAttr(rule));
      }
      bool isLoss =
          decision.category == PrecisionCategory::Deny && !decision.isOverride;
      if (isAfter || isLoss)
        afterLoss.insert(op->result_begin(), op->result_end());
      else if (!settings.keepBatchNormF32)
        // What the op would keep as it is, statistics and all, is cast too.
        for (OpOperand &operand : op->getOpOperands())
          if (getEligibleType(operand.get()) &&
              !op.isPrecisionOperand(operand.getOperandNumber()))
            cast(operand, state.dtype, state), hasChanged = true;
    }
    auto output = dyn_cast<OutputTypeOpInterface>(op.operator Operation *());
    std::optional<Type> before =
        output ? output.getDtype() : std::optional<Type>();
    FailureOr<FloatType> type = chooseType(op, decision, eligible, state, rule);
    if (failed(type))
      return failure();
    target = *type;
    hasChanged |= output && output.getDtype() != before;
  } else {
    resolver.noteOutside(op);
    if (!op.isForeign())
      target = promote(op, eligible);
    if (!state.enabled && hasFloat && resolver.isRestricted(op))
      op->setAttr("amp.exempt", builder.getStringAttr(rule));
  }

  for (OpOperand *operand : eligible) {
    FloatType type = target;
    if (!decision.operands.empty())
      type = getOperandType(decision, operand->getOperandNumber(), target,
                            state.dtype, f32);
    FloatType from = getEligibleType(operand->get());
    if (!type || type == from ||
        (isNeutral(decision.category) && from == f32 &&
         op.mayStayWide(operand->getOperandNumber())))
      continue;
    hasChanged = true;
    RankedTensorType shape = getTensorType(operand->get());
    if (!cast(*operand, type, state))
      continue;
    ++added;
    if (shape.hasStaticShape())
      bytes += shape.getNumElements() * (from.getWidth() + type.getWidth()) / 8;
  }

  // An op whose operands are as written keeps the result types that were
  // written: a product of 16-bit operands may ask for f32.
  if (hasChanged) {
    SmallVector<Type, 2> before(op->getResultTypes());
    FloatType reached = target;
    if (!reached && !eligible.empty())
      reached = getEligibleType(eligible.front()->get());
    if (failed(op.refineResultTypes(reached))) {
      if (!decision.operands.empty())
        op->emitOpError("cannot take operands of the types that ")
            << decision.source << " gives them one by one";
      return failure();
    }
    for (auto [result, type] : llvm::zip(op->getResults(), before))
      if (result.getType() != type)
        declared.try_emplace(result, type);
  }
  if (hasFloat)
    setComputeType(op, state);
  if (decision.isOverride && !eligible.empty())
    op->setAttr("amp.exempt", builder.getStringAttr(decision.source));

  if (state.enabled && !eligible.empty())
    if (auto remark = remark::analysis(
            op->getLoc(),
            remark::RemarkOpts::name(op.getName()).category("amp-precision"))) {
      Type shown = target ? Type(target)
                          : getElementTypeOrSelf(op->getResult(0).getType());
      remark << remark::metric("type", shown)
             << remark::metric("category",
                               stringifyPrecisionCategory(decision.category))
             << remark::metric("rule", rule) << remark::metric("casts", added)
             << remark::metric("bytes", bytes);
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult FunctionAssigner::chooseSides(Block &body, RegionState state) {
  if (settings.assigner == AssignerKind::Eager || settings.level.castModel)
    return success();
  ProblemOptions options = settings.problem;
  // TensorFlow's painting has a rule of its own for what follows a denied op.
  if (settings.assigner == AssignerKind::Propagate)
    options.allowsLowAfterDeny = true;
  FailureOr<PrecisionProblem> problem =
      buildPrecisionProblem(body, state, resolver, options);
  if (failed(problem))
    return failure();
  bool isBf16 = state.dtype.isBF16();
  auto propagate = [&]() {
    return propagatePrecision(problem->graph, problem->kinds, isBf16);
  };
  std::vector<PrecisionSide> chosen;
  Location loc = body.getParentOp()->getLoc();
  if (settings.assigner == AssignerKind::Propagate) {
    chosen = propagate();
  } else {
    PrecisionCut cut = solvePrecision(problem->graph);
    chosen = std::move(cut.sides);
    if (!cut.undecided.empty()) {
      std::vector<PrecisionSide> painted = propagate();
      for (uint32_t node : cut.undecided)
        chosen[node] = painted[node];
      if (auto remark = remark::missed(
              loc,
              remark::RemarkOpts::name("min-cut").category("amp-precision")))
        remark << remark::reason(
                      "a component of {0} ops exceeded the work budget",
                      cut.largestComponent)
               << remark::metric("ops", cut.undecided.size())
               << remark::metric("assigner", "propagate");
    }
  }
  if (auto remark = remark::analysis(
          loc,
          remark::RemarkOpts::name("assigner").category("amp-precision"))) {
    auto report = [&](StringRef name, ArrayRef<PrecisionSide> sides) {
      PrecisionCost cost = evaluatePrecision(problem->graph, sides);
      remark << remark::metric((name + "-cast-bytes").str(), cost.castBytes)
             << remark::metric((name + "-op-bytes").str(), cost.opBytes)
             << remark::metric((name + "-saved-bytes").str(), cost.savedBytes)
             << remark::metric((name + "-casts").str(),
                               cost.narrowCasts + cost.widenCasts);
    };
    report(settings.assigner == AssignerKind::MinCut ? "min-cut" : "propagate",
           chosen);
    report("eager", problem->eagerSides);
  }
  nodes = std::move(problem->nodes);
  kept = std::move(problem->kept);
  sides = std::move(chosen);
  return success();
}

LogicalResult FunctionAssigner::run(Block &body, RegionState state,
                                    ArrayRef<Type> argumentTypes) {
  keepsSignature = argumentTypes.empty();
  declared.reserve(body.getOperations().size());
  for (auto [argument, type] : llvm::zip(body.getArguments(), argumentTypes))
    setType(argument, type);
  // While all types are as declared.
  if (failed(expandComposites(body, state, resolver)) ||
      failed(chooseSides(body, state)))
    return failure();
  return processBlock(body, state);
}

/// Moves the ops of autocast regions out of them, as they are.
static void dissolveRegions(func::FuncOp func) {
  func->removeAttr("amp.autocast");
  func.walk([](Operation *op) {
    if (auto custom = dyn_cast<CustomFunctionOp>(op))
      custom.setCastInputs(std::nullopt);
    auto autocast = dyn_cast<AutocastOp>(op);
    if (!autocast)
      return;
    Block &body = autocast.getBody().front();
    Operation *yield = body.getTerminator();
    op->replaceAllUsesWith(yield->getOperands());
    op->getBlock()->getOperations().splice(op->getIterator(),
                                           body.getOperations(), body.begin(),
                                           std::prev(body.end()));
    op->erase();
  });
}

/// The state in a function with the attribute `amp.autocast`.
static RegionState enterDecorated(func::FuncOp func, RegionState state) {
  auto decorator = func->getAttrOfType<DictionaryAttr>("amp.autocast");
  if (!decorator)
    return state;
  state.enabled = true;
  if (auto enabled = decorator.getAs<BoolAttr>("enabled"))
    state.enabled = enabled.getValue();
  if (auto cache = decorator.getAs<BoolAttr>("cache"))
    state.cache = cache.getValue();
  if (auto dtype = decorator.getAs<TypeAttr>("dtype"))
    state.dtype = cast<FloatType>(dtype.getValue());
  return state;
}

LogicalResult ModuleAssigner::processFunction(func::FuncOp func,
                                              RegionState state,
                                              ArrayRef<Type> argumentTypes) {
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitError("expects a body without control flow");
  FailureOr<PrecisionPolicy> policy = loadPolicy(func, settings.sources);
  if (failed(policy))
    return failure();
  // A model that is cast as a whole does not heed its regions.
  if (settings.level.castModel)
    dissolveRegions(func);
  state = enterDecorated(func, state);
  func->removeAttr("amp.autocast");
  PrecisionResolver resolver(*policy, &usage);
  FunctionAssigner assigner(*this, resolver, func.getContext());
  Block &body = func.getBody().front();
  if (failed(assigner.run(body, state, argumentTypes)))
    return failure();
  if (!argumentTypes.empty())
    func.setType(FunctionType::get(func.getContext(), body.getArgumentTypes(),
                                   body.getTerminator()->getOperandTypes()));
  if (!assigner.hasAssigned())
    return success();
  assigned.insert(func);
  Builder builder(func.getContext());
  func->setAttr(
      "amp.assigned",
      builder.getDictionaryAttr(
          {builder.getNamedAttr("level",
                                builder.getStringAttr(
                                    stringifyOption(settings.level.level))),
           builder.getNamedAttr(
               "preset", builder.getStringAttr(policy->getPresetName()))}));
  return success();
}

LogicalResult ModuleAssigner::processCall(func::CallOp call,
                                          RegionState state) {
  StringAttr name = call.getCalleeAttr().getAttr();
  auto it = originals.find(name);
  if (it == originals.end()) {
    // A declaration has the types that it declares.
    return success();
  }
  if (llvm::is_contained(stack, name)) {
    InFlightDiagnostic diag = call.emitOpError("makes '")
                              << name.getValue() << "' recursive";
    diag.attachNote(it->second->getLoc())
        << "a function's precision depends on the state of its caller, so "
           "that a recursive one has none; write the recursion out";
    return diag;
  }
  CallKey key{name, state, llvm::to_vector(call.getOperandTypes())};
  if (!state.enabled)
    key.state.dtype = settings.dtype;
  func::FuncOp clone;
  for (auto &[known, func] : clones)
    if (known.callee == key.callee && known.state == key.state &&
        known.argumentTypes == key.argumentTypes)
      clone = func;
  if (!clone) {
    clone = it->second->clone();
    clone.setPrivate();
    symbols.insert(clone, call->getParentOfType<func::FuncOp>()->getIterator());
    clones.emplace_back(key, clone);
    // Types follow the call in the eager rule only: the other assigners see one
    // function at a time.
    SmallVector<Type> argumentTypes;
    if (settings.assigner == AssignerKind::Eager)
      argumentTypes = key.argumentTypes;
    stack.push_back(name);
    LogicalResult result = processFunction(clone, key.state, argumentTypes);
    stack.pop_back();
    if (failed(result))
      return failure();
  }
  call.setCallee(clone.getName());
  for (auto [result, type] :
       llvm::zip(call.getResults(), clone.getFunctionType().getResults()))
    result.setType(type);
  return success();
}

/// True if `func`, or a function that it calls, has a region of its own.
bool ModuleAssigner::hasRegion(func::FuncOp func, DenseSet<Operation *> &seen) {
  if (!seen.insert(func).second)
    return false;
  if (func->hasAttr("amp.autocast"))
    return true;
  return func
      .walk([&](Operation *op) {
        bool found = isa<AutocastOp>(op);
        if (auto call = dyn_cast<func::CallOp>(op))
          if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee()))
            found = hasRegion(callee, seen);
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Erases private functions that were called before and no longer are, and
/// gives their name to the clone where there is one only.
LogicalResult ModuleAssigner::eraseUnused() {
  // What nobody calls calls nobody: until nothing changes.
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    DenseSet<Attribute> used;
    module.walk([&](func::CallOp call) {
      used.insert(call.getCalleeAttr().getAttr());
    });
    for (auto &[name, original] : originals) {
      auto func = symbols.lookup<func::FuncOp>(name);
      bool isClone = llvm::any_of(
          clones, [&](auto &entry) { return entry.second == func; });
      if (!func || isClone || func.isPublic() || used.contains(name))
        continue;
      symbols.erase(func);
      hasChanged = true;
      SmallVector<func::FuncOp> own;
      for (auto &[key, clone] : clones)
        if (key.callee == name)
          own.push_back(clone);
      if (own.size() == 1 && failed(symbols.rename(own.front(), name)))
        return own.front().emitError("cannot be renamed to ") << name;
    }
  }
  return success();
}

LogicalResult ModuleAssigner::run() {
  // Attributes that policies have, and where they stand.
  attributes.try_emplace("attribute amp.policy", module.getLoc());
  for (auto func : module.getOps<func::FuncOp>())
    attributes.try_emplace(
        ("attribute amp.policy of '@" + func.getName() + "'").str(),
        func.getLoc());
  module.walk([&](Operation *op) {
    if (!op->hasAttr("amp.precision"))
      return;
    std::string place = getClausePlace(op);
    attributes.try_emplace(place, op->getLoc());
    usage.note({PolicyClause::Kind::Own, place, "attribute amp.precision"},
               PolicyUse::Outside);
  });
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  llvm::SetVector<StringAttr> called;
  module.walk([&](func::CallOp call) {
    called.insert(call.getCalleeAttr().getAttr());
  });
  // Regions are found before anything is dissolved.
  DenseSet<Operation *> withRegions;
  for (func::FuncOp func : functions) {
    DenseSet<Operation *> seen;
    if (hasRegion(func, seen))
      withRegions.insert(func);
  }
  hasRegions = !withRegions.empty();
  for (StringAttr name : called)
    if (auto func = symbols.lookup<func::FuncOp>(name))
      if (!func.isExternal())
        originals[name] = OwningOpRef<func::FuncOp>(func.clone());

  for (func::FuncOp func : functions) {
    // Private functions that are called are processed where they are.
    if (func.isExternal() ||
        (func.isPrivate() && called.contains(func.getSymNameAttr())))
      continue;
    RegionState state{!withRegions.contains(func) && settings.implicitRegion,
                      settings.dtype, /*cache=*/true};
    if (settings.level.castModel)
      state.enabled = true;
    stack.push_back(func.getSymNameAttr());
    LogicalResult result = processFunction(func, state);
    stack.pop_back();
    if (failed(result))
      return failure();
  }
  if (!called.empty() && failed(eraseUnused()))
    return failure();
  return reportUnused();
}

void ModuleAssigner::warnOfNothing() {
  for (auto func : module.getOps<func::FuncOp>()) {
    WalkResult result = func.walk([&](Operation *op) {
      bool hasFloat = llvm::any_of(op->getOperands(), [](Value value) {
        return static_cast<bool>(getEligibleType(value));
      });
      return hasFloat && !op->hasTrait<OpTrait::IsTerminator>()
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (!result.wasInterrupted())
      continue;
    func.emitWarning("precision was assigned to nothing: no op is of the amp "
                     "dialect or named by the policy");
    return;
  }
}

LogicalResult ModuleAssigner::reportUnused() {
  for (const PolicyUsage::Record &record : usage.getRecords())
    if (auto remark = remark::analysis(
            module.getLoc(), remark::RemarkOpts::name(
                                 stringifyPolicyClauseKind(record.clause.kind))
                                 .category("amp-policy")))
      remark << remark::metric("place", record.clause.place)
             << remark::metric("name", record.clause.name)
             << remark::metric("use", stringifyPolicyUse(record.use));
  if (auto remark = remark::analysis(
          module.getLoc(),
          remark::RemarkOpts::name("decided").category("amp-policy")))
    remark << remark::metric("ops", numDecided)
           << remark::metric("dtype", usesDtype)
           << remark::metric("tf32", numTf32);
  if (settings.unused == UnusedReport::Ignore)
    return success();
  if (settings.implicitRegion && !hasRegions && numDecided == 0)
    warnOfNothing();
  bool isError = settings.unused == UnusedReport::Error, hasFailed = false;
  auto report = [&](Location loc) {
    hasFailed |= isError;
    return isError ? emitError(loc) : emitWarning(loc);
  };
  for (const PolicyUsage::Warning &warning :
       usage.describeUnused(collectGraphNames(module))) {
    // An attribute's place is the op's; a file or an option has one of its own.
    StringRef place = warning.place;
    auto it = attributes.find(place);
    if (it != attributes.end()) {
      report(it->second) << warning.text;
      continue;
    }
    it = attributes.find(place.split(", ").first);
    report(it == attributes.end() ? module.getLoc() : it->second)
        << place << ": " << warning.text;
  }
  return failure(hasFailed);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct AmpAssignPrecisionPass
    : public mlir::amp::impl::AmpAssignPrecisionPassBase<
          AmpAssignPrecisionPass> {
  using Base::Base;

  LogicalResult verifyOptions() {
    if (!keepF32)
      return success();
    llvm::Expected<::amp::BoundedRegex> pattern =
        ::amp::BoundedRegex::compile(*keepF32);
    if (!pattern)
      return getOperation().emitError("amp-assign-precision: keep-f32: ")
             << llvm::toString(pattern.takeError());
    return success();
  }

  void runOnOperation() override {
    if (failed(verifyOptions()))
      return signalPassFailure();
    MLIRContext *context = &getContext();
    Settings settings;
    settings.level = getPrecisionLevel(level);
    settings.assigner = assigner;
    settings.tf32 = tf32;
    settings.dtype = dtype == LowType::F16
                         ? FloatType(Float16Type::get(context))
                         : FloatType(BFloat16Type::get(context));
    settings.keepBatchNormF32 =
        keepBatchNormF32.value_or(settings.level.keepBatchNormF32);
    settings.implicitRegion = implicitRegion;
    settings.unused = unused;
    settings.sources = {
        settings.level.castModel ? StringRef("cast-model")
                                 : stringifyOption(preset.getValue()),
        policyFile, keepF32, failOnUnlisted};
    settings.problem.allowsLowAfterDeny = lowAfterDeny;
    settings.problem.keepsNormalizations = keepNormalizations;
    if (!settings.level.castModel && !settings.level.patchOps) {
      for (auto func : getOperation().getOps<func::FuncOp>())
        dissolveRegions(func);
      return;
    }
    if (failed(ModuleAssigner(getOperation(), settings).run()))
      signalPassFailure();
  }
};
} // namespace
