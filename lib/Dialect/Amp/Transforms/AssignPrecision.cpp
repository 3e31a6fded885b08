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

#include "EagerRule.h"
#include "PrecisionProblem.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/Transforms/GraphNames.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Dialect/ByteCount.h"
#include "amp/Options/PrecisionLevel.h"
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
  LogicalResult processScan(ScanOp op, RegionState state);
  LogicalResult processCompute(PrecisionOp op, RegionState state);
  /// An op that takes part, while it is rewritten.
  struct Rewrite;
  /// Checks an op of another dialect, and what its regions use.
  LogicalResult prepareForeign(PrecisionOp op, RegionState state);
  /// Decides where autocast is on, and an operand is of floating-point type.
  LogicalResult decideInRegion(Rewrite &rewrite);
  /// As ops run without autocast.
  void decideOutside(Rewrite &rewrite);
  /// True if a model that is cast as a whole has ended: the op is a loss, or
  /// depends on one. What depends on one is exempt from the lists.
  bool endsModel(Rewrite &rewrite);
  void castOperands(Rewrite &rewrite);
  LogicalResult refineResults(Rewrite &rewrite);
  void reportRewrite(const Rewrite &rewrite);
  /// An op that keeps its types, with what is in its regions.
  LogicalResult processOther(Operation *op, RegionState state);
  /// What regions that are not entered use keeps its type.
  void restoreCaptured(Operation *op, RegionState state);
  /// What is in them does, too.
  LogicalResult processClosed(Operation *op, RegionState state);
  /// Fails if the policy wants other types of `op` than it has, which it keeps
  /// because of `reason`. Of operands that it admits, or of all.
  LogicalResult verifyFixed(PrecisionOp op, RegionState state,
                            const Twine &reason, bool ofAll = false);
  /// As `verifyFixed`, for `op` in a region of `parent` that is not entered.
  LogicalResult verifyEnclosed(PrecisionOp op, Operation *parent,
                               RegionState state);
  /// The type that the eligible operands of `op` are cast to; null leaves them.
  FailureOr<FloatType> chooseType(PrecisionOp op,
                                  const PrecisionDecision &decision,
                                  ArrayRef<OpOperand *> eligible,
                                  RegionState state, StringRef &rule);
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
    } else if (auto scan = dyn_cast<ScanOp>(op)) {
      result = processScan(scan, state);
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

LogicalResult FunctionAssigner::processScan(ScanOp op, RegionState state) {
  // A state is of one type before and behind each step: the declared one.
  for (OpOperand &initial : op.getInitialMutable())
    if (getEligibleType(initial.get()))
      restore(initial, state);
  Block &body = op.getBody().front();
  auto setElementType = [&](Value value, Value from) {
    setType(value,
            getTensorType(value).clone(getTensorType(from).getElementType()));
  };
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), op.getOperands()))
    setElementType(argument, operand);
  if (failed(processNested(body, state)))
    return failure();
  MutableArrayRef<OpOperand> yielded = op.getYield()->getOpOperands();
  for (auto [state, argument] : llvm::zip(yielded, op.getStateArguments()))
    if (getEligibleType(state.get()))
      castYielded(state, argument.getType());
  for (auto [output, value] :
       llvm::zip(op.getOutputs(), yielded.drop_front(op.getNumStates())))
    setElementType(output, value.get());
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
                                            const Twine &reason, bool ofAll) {
  FailureOr<PrecisionDecision> decision = resolver.decide(op);
  if (failed(decision))
    return failure();
  if (isNeutral(decision->category))
    return success();
  FloatType wanted = isLow(decision->category) ? state.dtype : f32;
  for (OpOperand &operand : op->getOpOperands()) {
    FloatType type = getEligibleType(operand.get());
    if (!type || type == wanted ||
        (!ofAll && !op.isPrecisionOperand(operand.getOperandNumber())))
      continue;
    return op->emitOpError("is in category '")
           << stringifyPrecisionCategory(decision->category) << "' ("
           << decision->source << "), but operand "
           << operand.getOperandNumber() << " stays " << operand.get().getType()
           << ": " << reason;
  }
  return success();
}

/// Tells of an op of another dialect that keeps its types because nobody knows
/// it.
static void reportUnknown(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  bool hasTensor = llvm::any_of(op->getOperands(), [](Value value) {
    return getEligibleType(value) || isa<OpaqueType>(value.getType());
  });
  if (!hasTensor || op->getNumResults() == 0 ||
      dialect == AmpDialect::getDialectNamespace() || dialect == "func" ||
      hasTransparentRegions(op))
    return;
  if (auto remark = remark::missed(
          op->getLoc(),
          remark::RemarkOpts::name(op->getName().getStringRef())
              .category("amp-precision")
              .function(op->getParentOfType<func::FuncOp>().getName())))
    remark << remark::reason("the op is not known, nor named by the policy, "
                             "and keeps its types");
}

LogicalResult FunctionAssigner::processOther(Operation *op, RegionState state) {
  restoreOperands(op, state);
  if (state.enabled)
    reportUnknown(op);
  if (op->getNumRegions() == 0)
    return success();
  if (state.enabled && resolver.isNamedButFixed(op) &&
      failed(verifyFixed(PrecisionOp(op, PrecisionOpInterface()), state,
                         "the op has regions and does not implement "
                         "PrecisionOpInterface, so that it keeps its types")))
    return failure();
  if (!hasTransparentRegions(op))
    return processClosed(op, state);
  bool hasFailed = false;
  for (Region &region : op->getRegions())
    if (!region.empty())
      hasFailed |= failed(processNested(region.front(), state));
  return failure(hasFailed);
}

void FunctionAssigner::restoreCaptured(Operation *op, RegionState state) {
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        if (declared.contains(operand.get()) && getEligibleType(operand.get()))
          restore(operand, state, op);
    });
}

LogicalResult FunctionAssigner::verifyEnclosed(PrecisionOp op,
                                               Operation *parent,
                                               RegionState state) {
  FailureOr<PrecisionDecision> decision = resolver.decide(op);
  if (failed(decision))
    return failure();
  if (!op.isForeign() || decision->isOverride)
    return verifyFixed(
        op, state,
        "it is in a region of '" + parent->getName().getStringRef() +
            "', which precision assignment does not enter; it enters regions "
            "of one block of ops that implement RegionBranchOpInterface or "
            "TransparentRegionsOpInterface");
  // A preset's rules are for ops that can follow them.
  if (isNeutral(decision->category) || op.getCastableOperands().empty())
    return success();
  if (auto remark = remark::missed(
          op->getLoc(),
          remark::RemarkOpts::name(op.getName())
              .category("amp-precision")
              .function(op->getParentOfType<func::FuncOp>().getName())))
    remark << remark::reason("the op is in a region of '{0}', which is not "
                             "entered",
                             parent->getName().getStringRef());
  return success();
}

LogicalResult FunctionAssigner::processClosed(Operation *op,
                                              RegionState state) {
  restoreCaptured(op, state);
  bool hasFailed = false;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      if (isa<AutocastOp>(inner)) {
        inner->emitOpError("is in a region of '")
            << op->getName() << "', which precision assignment does not enter";
        hasFailed = true;
      }
      PrecisionOp compute = resolver.getPrecisionOp(inner);
      if (compute && state.enabled)
        hasFailed |= failed(verifyEnclosed(compute, op, state));
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
    // A known op is common on buffers and vectors, too: that is left to who
    // made them, unless somebody asked for more.
    if (!op.isNamedOnly() && !decision->isOverride) {
      if (auto remark = remark::missed(
              op->getLoc(),
              remark::RemarkOpts::name(op.getName())
                  .category("amp-precision")
                  .function(op->getParentOfType<func::FuncOp>().getName())))
        remark << remark::reason("operand {0} is no ranked tensor",
                                 operand.getOperandNumber());
      return success();
    }
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

/// The error about an op that no type makes safe.
static LogicalResult emitBanned(PrecisionOp op,
                                const PrecisionDecision &decision) {
  InFlightDiagnostic diag =
      op->emitOpError("is unsafe under autocast (")
      << decision.source
      << "): its gradient with respect to a 16-bit input overflows; compute it "
         "from logits, or in f32 in a region without autocast";
  diag.attachNote() << "compute the loss from logits, by "
                       "'amp.binary_cross_entropy_with_logits', which is "
                       "safe; --amp-fuse-safe-losses does so where a sigmoid "
                       "feeds the loss";
  diag.attachNote() << "or put the op into an 'amp.autocast enabled(false)' "
                       "region and cast its input to f32 there";
  return diag;
}

/// Has the op, whose operands stay as they are, give f32 unless it asks for a
/// type itself.
static LogicalResult widenResults(PrecisionOp op) {
  FloatType f32 = Float32Type::get(op->getContext());
  auto output = dyn_cast<OutputTypeOpInterface>(op.operator Operation *());
  if (!output)
    return op.refineResultTypes(f32);
  if (!output.getDtype() && getEligibleType(op->getOperand(0)) != f32)
    output.setDtype(f32);
  return success();
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
  if (decision.category == PrecisionCategory::Banned)
    return emitBanned(op, decision);
  EagerChoice choice = chooseEagerly(op, decision.category, eligible,
                                     state.dtype, getEligibleType);
  if (choice.refused)
    return op->emitOpError("promotes its operands, in a region of ")
           << state.dtype << ", to the widest of " << state.dtype
           << " and f32, but operand " << choice.refused->getOperandNumber()
           << " is " << getEligibleType(choice.refused->get())
           << "; cast it before the op";
  if (choice.widensResults && failed(widenResults(op)))
    return failure();
  return choice.operandType;
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

struct FunctionAssigner::Rewrite {
  PrecisionOp op;
  RegionState state;
  PrecisionDecision decision;
  StringRef rule = "outside of autocast";
  /// The castable operands, and the type that they are cast to; null leaves
  /// them.
  SmallVector<OpOperand *, 4> operands;
  FloatType target;
  /// True if the op has another type than it was written with.
  bool hasChanged = false;
  /// New casts, and the bytes that they move.
  unsigned numCasts = 0;
  uint64_t castBytes = 0;
};

LogicalResult FunctionAssigner::prepareForeign(PrecisionOp op,
                                               RegionState state) {
  restoreCaptured(op, state);
  // How its types go together outside of autocast is its own business.
  if (!state.enabled) {
    restoreOperands(op, state);
    return success();
  }
  if (failed(verifyCastable(op, resolver)))
    return failure();
  if (!op.getCastableOperands().empty())
    return success();
  // A preset's rules are for ops that can follow them. What somebody asked for
  // is done, or refused.
  FailureOr<PrecisionDecision> decision = resolver.decide(op);
  if (failed(decision))
    return failure();
  if (!decision->isOverride)
    return success();
  return verifyFixed(op, state,
                     "the op computes in the type that it was written with",
                     /*ofAll=*/true);
}

bool FunctionAssigner::endsModel(Rewrite &rewrite) {
  Operation *op = rewrite.op;
  bool isAfter = llvm::any_of(op->getOperands(), [&](Value value) {
    return afterLoss.contains(value);
  });
  if (isAfter) {
    // No list holds there: the verifier, which may see parts of the loss only,
    // is told.
    rewrite.decision.category = PrecisionCategory::Follow;
    rewrite.rule = "after the loss";
    op->setAttr("amp.exempt", builder.getStringAttr(rewrite.rule));
  }
  bool isLoss = rewrite.decision.category == PrecisionCategory::Deny &&
                !rewrite.decision.isOverride;
  if (isAfter || isLoss)
    afterLoss.insert(op->result_begin(), op->result_end());
  return isAfter || isLoss;
}

LogicalResult FunctionAssigner::decideInRegion(Rewrite &rewrite) {
  PrecisionOp op = rewrite.op;
  FailureOr<PrecisionDecision> decision = resolver.decide(op);
  if (failed(decision))
    return failure();
  rewrite.decision = *decision;
  rewrite.rule = decision->source;
  if (!rewrite.operands.empty()) {
    ++parent.numDecided;
    parent.usesDtype |= rewrite.state.dtype == settings.dtype;
  }
  // A model that is cast as a whole ends at its losses. What an op of it would
  // keep as it is, statistics and all, is cast too.
  if (settings.level.castModel && !endsModel(rewrite) &&
      !settings.keepBatchNormF32 && !op.isForeign())
    for (OpOperand &operand : op->getOpOperands())
      if (getEligibleType(operand.get()) &&
          !op.isPrecisionOperand(operand.getOperandNumber())) {
        cast(operand, rewrite.state.dtype, rewrite.state);
        rewrite.hasChanged = true;
      }
  auto output = dyn_cast<OutputTypeOpInterface>(op.operator Operation *());
  std::optional<Type> before =
      output ? output.getDtype() : std::optional<Type>();
  FailureOr<FloatType> type = chooseType(op, rewrite.decision, rewrite.operands,
                                         rewrite.state, rewrite.rule);
  if (failed(type))
    return failure();
  rewrite.target = *type;
  rewrite.hasChanged |= output && output.getDtype() != before;
  return success();
}

void FunctionAssigner::decideOutside(Rewrite &rewrite) {
  PrecisionOp op = rewrite.op;
  resolver.noteOutside(op);
  if (!op.isForeign())
    rewrite.target = promoteTypes(op, rewrite.operands, getEligibleType);
  if (!rewrite.state.enabled && op.hasPrecisionOperand() &&
      resolver.isRestricted(op))
    op->setAttr("amp.exempt", builder.getStringAttr(rewrite.rule));
}

void FunctionAssigner::castOperands(Rewrite &rewrite) {
  const PrecisionDecision &decision = rewrite.decision;
  for (OpOperand *operand : rewrite.operands) {
    FloatType type = rewrite.target;
    if (!decision.operands.empty())
      type = getOperandType(decision, operand->getOperandNumber(), type,
                            rewrite.state.dtype, f32);
    FloatType from = getEligibleType(operand->get());
    if (!type || type == from ||
        (isNeutral(decision.category) && from == f32 &&
         rewrite.op.mayStayWide(operand->getOperandNumber())))
      continue;
    rewrite.hasChanged = true;
    RankedTensorType shape = getTensorType(operand->get());
    if (!cast(*operand, type, rewrite.state))
      continue;
    ++rewrite.numCasts;
    if (shape.hasStaticShape())
      rewrite.castBytes += countBytes(shape) + countBytes(shape.clone(type));
  }
}

LogicalResult FunctionAssigner::refineResults(Rewrite &rewrite) {
  PrecisionOp op = rewrite.op;
  SmallVector<Type, 2> before(op->getResultTypes());
  FloatType reached = rewrite.target;
  if (!reached && !rewrite.operands.empty())
    reached = getEligibleType(rewrite.operands.front()->get());
  if (failed(op.refineResultTypes(reached))) {
    if (!rewrite.decision.operands.empty())
      op->emitOpError("cannot take operands of the types that ")
          << rewrite.decision.source << " gives them one by one";
    return failure();
  }
  for (auto [result, type] : llvm::zip(op->getResults(), before))
    if (result.getType() != type)
      declared.try_emplace(result, type);
  return success();
}

/// Of the function that `op` is or lies in, for remarks.
static StringRef getFunctionName(Operation *op) {
  auto func = dyn_cast<func::FuncOp>(op);
  return func ? func.getName() : op->getParentOfType<func::FuncOp>().getName();
}

/// Tells of the type that was chosen, and why.
void FunctionAssigner::reportRewrite(const Rewrite &rewrite) {
  PrecisionOp op = rewrite.op;
  auto remark = remark::analysis(
      op->getLoc(),
      remark::RemarkOpts::name(op.getName())
          .category("amp-precision")
          .function(op->getParentOfType<func::FuncOp>().getName()));
  if (!remark)
    return;
  Type type = rewrite.target ? Type(rewrite.target)
                             : getElementTypeOrSelf(op->getResult(0).getType());
  remark << remark::metric("type", type)
         << remark::metric("category", stringifyPrecisionCategory(
                                           rewrite.decision.category))
         << remark::metric("rule", rewrite.rule)
         << remark::metric("casts", rewrite.numCasts)
         << remark::metric("bytes", rewrite.castBytes);
}

LogicalResult FunctionAssigner::processCompute(PrecisionOp op,
                                               RegionState state) {
  if (op.isForeign() && failed(prepareForeign(op, state)))
    return failure();
  Rewrite rewrite;
  rewrite.op = op;
  rewrite.state = state;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!getEligibleType(operand.get()))
      continue;
    // What it was written with is what its regions are made for.
    if (op->getNumRegions() != 0 &&
        !op.isPrecisionOperand(operand.getOperandNumber()))
      restore(operand, state);
    rewrite.hasChanged |= declared.contains(operand.get());
  }
  rewrite.operands = op.getCastableOperands();
  isAssigned |= !rewrite.operands.empty();

  bool hasFloat = op.hasPrecisionOperand();
  if (!hasFloat || !state.enabled)
    decideOutside(rewrite);
  else if (failed(decideInRegion(rewrite)))
    return failure();
  castOperands(rewrite);
  // An op whose operands are as written keeps the result types that were
  // written: a product of 16-bit operands may ask for f32.
  if (rewrite.hasChanged && failed(refineResults(rewrite)))
    return failure();
  if (hasFloat)
    setComputeType(op, state);
  if (rewrite.operands.empty())
    return success();
  if (rewrite.decision.isOverride)
    op->setAttr("amp.exempt", builder.getStringAttr(rewrite.decision.source));
  if (state.enabled)
    reportRewrite(rewrite);
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The sides of the cheapest assignment. A component that is too large for that
/// is painted.
static std::vector<PrecisionSide> cutSides(const PrecisionProblem &problem,
                                           bool isBf16, Operation *scope) {
  PrecisionCut cut = solvePrecision(problem.graph);
  if (cut.undecided.empty())
    return std::move(cut.sides);
  std::vector<PrecisionSide> painted =
      propagatePrecision(problem.graph, problem.kinds, isBf16);
  for (uint32_t node : cut.undecided)
    cut.sides[node] = painted[node];
  if (auto remark = remark::missed(scope->getLoc(),
                                   remark::RemarkOpts::name("min-cut")
                                       .category("amp-precision")
                                       .function(getFunctionName(scope))))
    remark << remark::reason("a component of {0} ops exceeded the work budget",
                             cut.largestComponent)
           << remark::metric("ops", cut.undecided.size())
           << remark::metric("assigner", "propagate");
  return std::move(cut.sides);
}

/// Tells what the assigner's sides cost, and what the eager rule's would.
static void reportSides(const PrecisionProblem &problem, StringRef assigner,
                        ArrayRef<PrecisionSide> sides, Operation *scope) {
  auto remark =
      remark::analysis(scope->getLoc(), remark::RemarkOpts::name("assigner")
                                            .category("amp-precision")
                                            .function(getFunctionName(scope)));
  if (!remark)
    return;
  auto report = [&](StringRef name, ArrayRef<PrecisionSide> sides) {
    PrecisionCost cost = evaluatePrecision(problem.graph, sides);
    remark << remark::metric((name + "-cast-bytes").str(), cost.castBytes)
           << remark::metric((name + "-op-bytes").str(), cost.opBytes)
           << remark::metric((name + "-saved-bytes").str(), cost.savedBytes)
           << remark::metric((name + "-casts").str(),
                             cost.narrowCasts + cost.widenCasts);
  };
  report(assigner, sides);
  report("eager", problem.eagerSides);
}

LogicalResult FunctionAssigner::chooseSides(Block &body, RegionState state) {
  if (settings.assigner == AssignerKind::Eager || settings.level.castModel)
    return success();
  bool isPropagate = settings.assigner == AssignerKind::Propagate;
  ProblemOptions options = settings.problem;
  // TensorFlow's painting has a rule of its own for what follows a denied op.
  if (isPropagate)
    options.allowsLowAfterDeny = true;
  FailureOr<PrecisionProblem> problem =
      buildPrecisionProblem(body, state, resolver, options);
  if (failed(problem))
    return failure();
  bool isBf16 = state.dtype.isBF16();
  Operation *scope = body.getParentOp();
  sides = isPropagate
              ? propagatePrecision(problem->graph, problem->kinds, isBf16)
              : cutSides(*problem, isBf16, scope);
  reportSides(*problem, isPropagate ? "propagate" : "min-cut", sides, scope);
  nodes = std::move(problem->nodes);
  kept = std::move(problem->kept);
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
  // A model that is cast as a whole ignores its regions.
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
          {builder.getNamedAttr("level", builder.getStringAttr(stringifyOption(
                                             settings.level.level))),
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
    func.emitWarning("precision was assigned to nothing: no op is known, or "
                     "named by the policy");
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
    settings.sources = {settings.level.castModel
                            ? StringRef("cast-model")
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
