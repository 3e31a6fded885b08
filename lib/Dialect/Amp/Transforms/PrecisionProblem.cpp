//===- PrecisionProblem.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrecisionProblem.h"

#include "EagerRule.h"
#include "Expansion.h"
#include "NormalizationPatterns.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;

using Freedom = PrecisionGraph::Freedom;

RegionState RegionState::enter(AutocastOp op) const {
  RegionState state = *this;
  state.enabled = op.getEnabled();
  if (std::optional<bool> cache = op.getCache())
    state.cache = *cache;
  if (std::optional<Type> type = op.getDtype())
    state.dtype = cast<FloatType>(*type);
  return state;
}

RegionState RegionState::enter(CustomFunctionOp op) const {
  RegionState state = *this;
  state.enabled &= !op.getCastInputs();
  return state;
}

/// Replaces `op` by the ops that it is composed of, and gives the first of
/// them.
static FailureOr<Operation *> replaceByParts(Operation *op) {
  Operation *before = op->getPrevNode();
  SmallVector<Value> results;
  if (failed(buildParts(cast<DecomposableOpInterface>(op),
                        "amp-assign-precision", results)))
    return failure();
  Operation *first = before ? before->getNextNode() : &op->getBlock()->front();
  op->replaceAllUsesWith(results);
  if (first == op)
    first = op->getNextNode();
  op->erase();
  return first;
}

LogicalResult mlir::amp::expandComposites(Block &block, RegionState state,
                                          PrecisionResolver &resolver) {
  for (Operation *op = block.empty() ? nullptr : &block.front(); op;) {
    if (op->getNumRegions() != 0) {
      RegionState inner = state;
      if (auto autocast = dyn_cast<AutocastOp>(op))
        inner = state.enter(autocast);
      else if (auto custom = dyn_cast<CustomFunctionOp>(op))
        inner = state.enter(custom);
      else if (!isa<ScanOp>(op) && !hasTransparentRegions(op))
        inner.enabled = false;
      for (Region &region : op->getRegions())
        for (Block &body : region)
          if (failed(expandComposites(body, inner, resolver)))
            return failure();
    } else if (PrecisionOp compute = resolver.getPrecisionOp(op);
               compute && state.enabled && compute.isImplicitComposite()) {
      FailureOr<PrecisionDecision> decision = resolver.decide(compute);
      if (failed(decision))
        return failure();
      if (!decision->isListed) {
        FailureOr<Operation *> first = replaceByParts(op);
        if (failed(first))
          return failure();
        op = *first;
        continue;
      }
    }
    op = op->getNextNode();
  }
  return success();
}

namespace {
/// Where a value's precision comes from, by the eager rule.
enum class Origin : uint8_t {
  Source,  ///< computed from inputs alone
  Allowed, ///< an allowed op has rounded one of its ancestors
  Denied,  ///< a denied op, or the user's own cast, made an ancestor
};

/// What is known of a value that may be cast.
struct ValueInfo {
  uint32_t id;
  Origin origin;
  /// The type that the eager rule gives it; null if nobody knows it yet.
  FloatType eagerType;
};

/// What is known of an op that takes part, in an enabled region, before it is a
/// node.
struct OpInfo {
  PrecisionOp op;
  PrecisionDecision decision;
  /// Castable operands, but for those that stay as they are.
  SmallVector<OpOperand *, 4> operands;
  Origin origin = Origin::Source;
  /// The type of the results by the eager rule; null if nobody knows it yet.
  FloatType eagerType;
  /// True if an operand is neither f32 nor of the low type, or if the op was
  /// written in 16 bits.
  bool isEagerOnly = false;
  Freedom freedom = Freedom::Free;
  PaintKind kind = PaintKind::Infer;
  /// True if the op takes operands of any type as they are.
  bool readsAnyType = false;

  bool isNeutral() const {
    return kind == PaintKind::Infer || kind == PaintKind::Clear;
  }
};

struct ProblemBuilder {
  ProblemBuilder(PrecisionResolver &resolver, const ProblemOptions &options)
      : resolver(resolver), options(options) {
    high = addNode(Freedom::High, PaintKind::Block, PrecisionSide::High, 0, 0);
    low = addNode(Freedom::Low, PaintKind::Block, PrecisionSide::Low, 0, 0);
  }

  void findActive(Block &block);
  LogicalResult processBlock(Block &block, RegionState state);
  LogicalResult processCompute(PrecisionOp op, RegionState state);
  void followEagerRule(OpInfo &info, RegionState state);
  void restrict(OpInfo &info);
  void addEagerOnly(const OpInfo &info);
  void addNodeOf(const OpInfo &info);
  uint64_t countElements(const OpInfo &info);
  void processOther(Operation *op);
  LogicalResult processRegions(Operation *op, RegionState state);
  void addPinnedUses(Operation *op);
  void addUse(Value value, uint32_t node, bool isSaved);
  /// `value` is `node`'s result.
  void addResult(Value value, uint32_t node, Origin origin, FloatType eagerType,
                 bool isSaved);
  /// As a value that comes from outside of what is assigned.
  void addSource(Value value);
  const ValueInfo *getInfo(Value value);
  /// The type in which the eager rule has `value` arrive; null if nobody knows
  /// it yet.
  FloatType getEagerType(Value value) {
    const ValueInfo *info = getInfo(value);
    return info ? info->eagerType : getEligibleType(value);
  }
  uint32_t addNode(Freedom freedom, PaintKind kind, PrecisionSide eagerSide,
                   uint64_t lowBytes, uint64_t highBytes) {
    problem.kinds.push_back(kind);
    problem.eagerSides.push_back(eagerSide);
    return problem.graph.addNode(freedom, lowBytes, highBytes);
  }
  /// The shared node for values of declared type `type`.
  uint32_t getPinned(FloatType type) {
    return type.getWidth() == 32 ? high : low;
  }
  bool isActive(Value value) const { return active.contains(value); }

  PrecisionResolver &resolver;
  const ProblemOptions &options;
  PrecisionProblem problem;
  DenseMap<Value, ValueInfo> values;
  /// Values through which gradients flow.
  DenseSet<Value> active;
  /// Ops that are part of a softmax or a normalization, or that make a loss.
  DenseSet<Operation *> kept;
  uint32_t high, low;
};
} // namespace

static uint64_t getNumElements(Value value) {
  uint64_t count = 1;
  for (int64_t size : getTensorType(value).getShape())
    count *= ShapedType::isDynamic(size) ? kUnknownSize : size;
  return count;
}

/// Constants that folding casts cost nothing to cast.
static bool isFreeConstant(Value value) {
  Operation *op = value.getDefiningOp();
  DenseElementsAttr elements;
  return op && op->hasTrait<OpTrait::ConstantLike>() &&
         matchPattern(op, m_Constant(&elements)) && elements.isSplat();
}

void ProblemBuilder::findActive(Block &block) {
  bool hasBackward = false;
  for (auto backward : block.getOps<BackwardOp>()) {
    hasBackward = true;
    for (Value value : backward.getWrt())
      active.insert(value);
    // The loss scale, the first gradient, is beyond f16.
    if (Operation *maker = backward.getLoss().getDefiningOp())
      kept.insert(maker);
  }
  if (!hasBackward)
    return;
  block.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<BackwardOp>(op))
      return WalkResult::skip();
    if (llvm::any_of(op->getOperands(),
                     [&](Value value) { return active.contains(value); }))
      for (Value result : op->getResults())
        if (getEligibleType(result))
          active.insert(result);
    return WalkResult::advance();
  });
}

const ValueInfo *ProblemBuilder::getInfo(Value value) {
  auto it = values.find(value);
  if (it != values.end())
    return &it->second;
  if (!getEligibleType(value) || isFreeConstant(value))
    return nullptr;
  addSource(value);
  return &values.find(value)->second;
}

void ProblemBuilder::addResult(Value value, uint32_t node, Origin origin,
                               FloatType eagerType, bool isSaved) {
  uint64_t count = getNumElements(value);
  uint64_t castBytes = count * (4 + 2) * (isActive(value) ? 2 : 1);
  PrecisionGraph::Value entry;
  entry.producer = node;
  entry.narrowBytes = castBytes;
  // Rounding what nobody has rounded, only to widen it, loses digits for
  // nothing.
  entry.widenBytes =
      origin == Origin::Allowed ? castBytes : PrecisionGraph::kForbidden;
  entry.savedLowBytes = count * 2;
  entry.savedHighBytes = count * 4;
  entry.isSavedByProducer = isSaved;
  values.try_emplace(
      value, ValueInfo{problem.graph.addValue(entry), origin, eagerType});
}

void ProblemBuilder::addSource(Value value) {
  FloatType type = getEligibleType(value);
  uint32_t node = getPinned(type);
  bool isHigh = node == high;
  // A user's own cast asks for its type.
  bool isAsked = isHigh && value.getDefiningOp<CastOp>();
  addResult(value, node,
            isAsked  ? Origin::Denied
            : isHigh ? Origin::Source
                     : Origin::Allowed,
            type, /*isSaved=*/false);
}

void ProblemBuilder::addUse(Value value, uint32_t node, bool isSaved) {
  if (const ValueInfo *info = getInfo(value))
    problem.graph.addUse(info->id, node, isSaved);
}

LogicalResult ProblemBuilder::processBlock(Block &block, RegionState state) {
  for (Operation *op = block.empty() ? nullptr : &block.front(); op;) {
    if (auto autocast = dyn_cast<AutocastOp>(op)) {
      Block &body = autocast.getBody().front();
      if (failed(processBlock(body, state.enter(autocast))))
        return failure();
      // A region is transparent: its results are what it yields.
      for (auto [result, value] : llvm::zip(
               autocast.getResults(), body.getTerminator()->getOperands()))
        if (const ValueInfo *info = getInfo(value)) {
          ValueInfo copy = *info;
          values.try_emplace(result, copy);
        }
    } else if (PrecisionOp compute = resolver.getPrecisionOp(op)) {
      if (failed(processCompute(compute, state)))
        return failure();
    } else {
      processOther(op);
      if (failed(processRegions(op, state)))
        return failure();
    }
    op = op->getNextNode();
  }
  return success();
}

/// Regions of ops of other dialects. Where they are not entered, what they use
/// keeps its type.
LogicalResult ProblemBuilder::processRegions(Operation *op, RegionState state) {
  if (isa<BackwardOp, CustomFunctionOp, ScanOp>(op))
    return success();
  bool isEntered = hasTransparentRegions(op);
  for (Region &region : op->getRegions()) {
    if (isEntered && !region.empty() &&
        failed(processBlock(region.front(), state)))
      return failure();
  }
  if (!isEntered)
    addPinnedUses(op);
  return success();
}

/// Values from outside that the regions of `op` use as they are declared.
void ProblemBuilder::addPinnedUses(Operation *op) {
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (FloatType type = getEligibleType(operand);
            type && values.contains(operand))
          addUse(operand, getPinned(type), /*isSaved=*/false);
    });
}

void ProblemBuilder::processOther(Operation *op) {
  // What a region yields is what it is; the enclosing op says what becomes of
  // it. Differentiation is with respect to what values have become.
  if (isa<YieldOp>(op))
    return;
  auto backward = dyn_cast<BackwardOp>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    FloatType type = getEligibleType(operand.get());
    if (!type)
      continue;
    if (backward && operand.getOperandNumber() > 0 &&
        operand.getOperandNumber() <= backward.getWrt().size())
      continue;
    // Steps take what arrives, but for their states.
    if (auto scan = dyn_cast<ScanOp>(op);
        scan && operand.getOperandNumber() >= scan.getNumStates())
      continue;
    // Functions with regions of their own take what arrives, unless they ask.
    if (auto custom = dyn_cast<CustomFunctionOp>(op)) {
      std::optional<Type> asked = custom.getCastInputs();
      if (!asked || !getEligibleType(operand.get()))
        continue;
      type = cast<FloatType>(*asked);
    }
    addUse(operand.get(), getPinned(type), /*isSaved=*/false);
  }
  // What a custom function, or a step, gives is known when its region has been
  // assigned: until then its type is unknown, and who uses it follows.
  ResultRange results = op->getResults();
  if (auto scan = dyn_cast<ScanOp>(op))
    results = scan.getOutputs();
  else if (!isa<CustomFunctionOp>(op))
    return;
  for (Value result : results)
    if (getEligibleType(result))
      addResult(result, low, Origin::Allowed, /*eagerType=*/FloatType(),
                /*isSaved=*/false);
}

static PrecisionSide getSide(FloatType type) {
  return type && type.isF32() ? PrecisionSide::High : PrecisionSide::Low;
}

/// Finds the type that the eager rule gives the op, and where it comes from.
void ProblemBuilder::followEagerRule(OpInfo &info, RegionState state) {
  EagerChoice choice =
      chooseEagerly(info.op, info.decision.category, info.operands, state.dtype,
                    [&](Value value) { return getEagerType(value); });
  info.eagerType = choice.operandType;
  bool isWrittenLow = true;
  for (OpOperand *operand : info.operands) {
    isWrittenLow &= getEligibleType(operand->get()).getWidth() <= 16;
    // Casts of a splat constant are free.
    const ValueInfo *value = getInfo(operand->get());
    if (!value)
      continue;
    info.origin = std::max(info.origin, value->origin);
    info.isEagerOnly |= getSide(value->eagerType) == PrecisionSide::Low &&
                        value->eagerType != state.dtype;
  }
  // A value of another 16-bit type is neither low nor high here, and an op that
  // was written in 16 bits was meant so.
  info.isEagerOnly |= isWrittenLow;
}

/// Restricts the op to the sides that its category leaves it.
void ProblemBuilder::restrict(OpInfo &info) {
  FloatType f32 = Float32Type::get(info.op->getContext());
  switch (info.decision.category) {
  case PrecisionCategory::Allow:
    info.freedom = Freedom::Low;
    info.kind = PaintKind::Allow;
    info.origin = Origin::Allowed;
    return;
  case PrecisionCategory::DenySetOutput:
  case PrecisionCategory::DenyAppendOutput:
    info.readsAnyType =
        isa<OutputTypeOpInterface>(info.op.operator Operation *());
    [[fallthrough]];
  case PrecisionCategory::Deny:
  case PrecisionCategory::Banned:
    info.freedom = Freedom::High;
    info.kind = info.decision.isListed ? PaintKind::Deny : PaintKind::Block;
    info.origin = Origin::Denied;
    // Operands that stay as they are do not say what the results become.
    info.eagerType = f32;
    return;
  case PrecisionCategory::Clear:
    info.kind = PaintKind::Clear;
    return;
  case PrecisionCategory::Follow:
  case PrecisionCategory::Promote:
    // What a denied op made is f32 for a reason.
    if (info.origin == Origin::Denied && !options.allowsLowAfterDeny)
      info.freedom = Freedom::High;
    return;
  }
}

/// Elements of what the op reads and writes, as far as they may be cast.
uint64_t ProblemBuilder::countElements(const OpInfo &info) {
  uint64_t elements = 0;
  for (OpOperand *operand : info.operands)
    if (!isFreeConstant(operand->get()))
      elements += getNumElements(operand->get());
  PrecisionOp op = info.op;
  for (OpResult result : op->getResults())
    if (getEligibleType(result) &&
        op.isPrecisionResult(result.getResultNumber()))
      elements += getNumElements(result);
  return elements;
}

/// Pins the op's operands and results to what the eager rule makes of them.
void ProblemBuilder::addEagerOnly(const OpInfo &info) {
  uint32_t node = getSide(info.eagerType) == PrecisionSide::High ? high : low;
  for (OpOperand *operand : info.operands)
    addUse(operand->get(), node, /*isSaved=*/false);
  for (OpResult result : info.op->getResults())
    if (getEligibleType(result))
      addResult(result, node, info.origin, info.eagerType, /*isSaved=*/false);
}

/// Makes the op a node, with its operands and results.
void ProblemBuilder::addNodeOf(const OpInfo &info) {
  PrecisionOp op = info.op;
  bool isActiveOp = llvm::any_of(op->getResults(),
                                 [&](Value value) { return isActive(value); });
  uint64_t elements = 0;
  if (info.freedom == Freedom::Free)
    // The backward op moves gradients of the same sizes.
    elements = countElements(info) * (isActiveOp ? 2 : 1);
  uint32_t node = addNode(info.freedom, info.kind, getSide(info.eagerType),
                          elements * 2, elements * 4);
  for (OpOperand *operand : info.operands) {
    // One that takes either type does not mind a rounded value, but nothing may
    // be rounded for it.
    const ValueInfo *value = getInfo(operand->get());
    if (info.readsAnyType && value && value->origin == Origin::Allowed)
      continue;
    addUse(operand->get(), node,
           isActiveOp && op.isSavedOperand(operand->getOperandNumber()));
  }
  for (OpResult result : op->getResults())
    if (getEligibleType(result) &&
        op.isPrecisionResult(result.getResultNumber()))
      addResult(result, node, info.origin, info.eagerType,
                isActiveOp && op.isSavedResult(result.getResultNumber()));
}

LogicalResult ProblemBuilder::processCompute(PrecisionOp op,
                                             RegionState state) {
  // What the op's regions are made for, and what they use, keeps its type.
  if (op->getNumRegions() != 0) {
    addPinnedUses(op);
    for (OpOperand &operand : op->getOpOperands())
      if (FloatType type = getEligibleType(operand.get());
          type && !op.isPrecisionOperand(operand.getOperandNumber()))
        addUse(operand.get(), getPinned(type), /*isSaved=*/false);
  }
  // Casts and constants are as their results say.
  if (!op.hasPrecisionOperand())
    return success();
  OpInfo info;
  info.op = op;
  info.operands = op.getCastableOperands();
  if (!state.enabled) {
    for (OpOperand *operand : info.operands)
      addUse(operand->get(), getPinned(getEligibleType(operand->get())),
             op.isSavedOperand(operand->getOperandNumber()));
    return success();
  }
  FailureOr<PrecisionDecision> decision = resolver.decide(op);
  if (failed(decision))
    return failure();
  info.decision = *decision;
  // Parameters that may stay as they are have no say.
  if (decision->category == PrecisionCategory::Follow ||
      decision->category == PrecisionCategory::Clear)
    llvm::erase_if(info.operands, [&](OpOperand *operand) {
      return op.mayStayWide(operand->getOperandNumber());
    });
  followEagerRule(info, state);
  restrict(info);
  if (info.isNeutral()) {
    // Without an operand that counts there is nothing to follow.
    if (info.operands.empty())
      return success();
    if (info.isEagerOnly) {
      addEagerOnly(info);
      return success();
    }
    problem.nodes.try_emplace(op, problem.graph.getNodes().size());
    if (kept.contains(op)) {
      info.freedom = Freedom::High;
      info.kind = PaintKind::Deny;
      info.origin = Origin::Denied;
    }
  }
  // Where an op with a choice does not give f32, it gives the low type.
  if (getSide(info.eagerType) == PrecisionSide::Low)
    info.eagerType = state.dtype;
  addNodeOf(info);
  return success();
}

FailureOr<PrecisionProblem>
mlir::amp::buildPrecisionProblem(Block &block, RegionState state,
                                 PrecisionResolver &resolver,
                                 const ProblemOptions &options) {
  ProblemBuilder builder(resolver, options);
  // Growing the tables costs more than counting.
  size_t count = block.getOperations().size();
  builder.values.reserve(count);
  builder.problem.nodes.reserve(count);
  builder.findActive(block);
  if (options.keepsNormalizations)
    findNormalizations(block, builder.kept);
  if (failed(builder.processBlock(block, state)))
    return failure();
  builder.problem.kept = std::move(builder.kept);
  return std::move(builder.problem);
}
