//===- AssignPrecision.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// PyTorch's eager autocast rule as a rewrite of the graph: one walk in program
// order.

#include "amp/Analysis/PrecisionPolicy.h"
#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/Regex.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPASSIGNPRECISIONPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// What the enclosing region asks for.
struct RegionState {
  bool enabled;
  FloatType dtype;
  bool cache;
};

/// One function's rewrite.
struct Assigner {
  Assigner(MLIRContext *context, const PrecisionPolicy &policy,
           const llvm::Regex *keepF32)
      : builder(context), policy(policy), keepF32(keepF32) {}

  void processBlock(Block &block, RegionState state);
  void processAutocast(AutocastOp op, RegionState state);
  void processBackward(BackwardOp op, RegionState state);
  LogicalResult processCompute(PrecisionOpInterface op, RegionState state);
  /// Other ops take their operands in the types that were declared.
  void restoreOperands(Operation *op, RegionState state);

  bool isKeptInF32(Operation *op);
  Value cast(OpOperand &operand, Type elementType, RegionState state);
  Type getDeclaredType(Value value) {
    auto it = declared.find(value);
    return it == declared.end() ? value.getType() : it->second;
  }

  OpBuilder builder;
  const PrecisionPolicy &policy;
  const llvm::Regex *keepF32;
  /// Types that the source gave to values whose type was changed.
  DenseMap<Value, Type> declared;
  bool hasFailed = false;
};
} // namespace

/// Values that autocast casts: floating-point tensors other than f64, one by
/// one.
static FloatType getEligibleType(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto element =
      type ? dyn_cast<FloatType>(type.getElementType()) : FloatType();
  return element && !element.isF64() ? element : FloatType();
}

bool Assigner::isKeptInF32(Operation *op) {
  if (!keepF32)
    return false;
  if (auto name = op->getLoc()->findInstanceOf<NameLoc>())
    if (keepF32->match(name.getName().getValue()))
      return true;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    while (auto castOp = operand.getDefiningOp<CastOp>())
      operand = castOp.getInput();
    auto read = operand.getDefiningOp<ReadOp>();
    return read && keepF32->match(read.getVariable());
  });
}

Value Assigner::cast(OpOperand &operand, Type elementType, RegionState state) {
  builder.setInsertionPoint(operand.getOwner());
  Value value = createCast(builder, operand.getOwner()->getLoc(), operand.get(),
                           elementType);
  if (value != operand.get() && !state.cache)
    value.getDefiningOp()->setAttr("amp.uncached", builder.getUnitAttr());
  operand.set(value);
  return value;
}

void Assigner::processBlock(Block &block, RegionState state) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto autocast = dyn_cast<AutocastOp>(op))
      processAutocast(autocast, state);
    else if (auto backward = dyn_cast<BackwardOp>(op))
      processBackward(backward, state);
    else if (auto compute = dyn_cast<PrecisionOpInterface>(op)) {
      if (failed(processCompute(compute, state)))
        hasFailed = true;
    } else
      restoreOperands(&op, state);
  }
}

void Assigner::processAutocast(AutocastOp op, RegionState outer) {
  RegionState state = outer;
  state.enabled = op.getEnabled();
  state.cache = op.getCache();
  if (std::optional<Type> dtype = op.getDtype())
    state.dtype = llvm::cast<FloatType>(*dtype);
  Block &body = op.getBody().front();
  processBlock(body, state);

  // The region dissolves; what it yields has the declared types again.
  Operation *yield = body.getTerminator();
  for (auto [operand, result] :
       llvm::zip(yield->getOpOperands(), op->getResults())) {
    Type declaredType = result.getType();
    cast(operand, getElementTypeOrSelf(declaredType), outer);
    result.replaceAllUsesWith(operand.get());
  }
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations(), body.begin(),
                                         std::prev(body.end()));
  op->erase();
}

void Assigner::processBackward(BackwardOp op, RegionState state) {
  // The loss and the seed keep their declared type. A `wrt` value is what it
  // has become: a cast of it would be another value, on which the loss does not
  // depend.
  auto restore = [&](OpOperand &operand) {
    cast(operand, getElementTypeOrSelf(getDeclaredType(operand.get())), state);
  };
  restore(op.getLossMutable());
  if (op.getSeed())
    restore(op.getSeedMutable()[0]);
  for (auto [result, value] : llvm::zip(op.getGradients(), op.getWrt()))
    if (result.getType() != value.getType()) {
      declared.try_emplace(result, result.getType());
      result.setType(value.getType());
    }
  if (op.getBody().empty())
    return;
  // A hand-written backward runs as written, in the types that arrive.
  Block &body = op.getBody().front();
  RegionState inner = state;
  inner.enabled = false;
  processBlock(body, inner);
  for (auto [operand, result] :
       llvm::zip(body.getTerminator()->getOpOperands(), op.getGradients()))
    cast(operand, getElementTypeOrSelf(result.getType()), state);
}

void Assigner::restoreOperands(Operation *op, RegionState state) {
  // What a region yields is cast by the region's own rule.
  if (isa<YieldOp>(op))
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = getDeclaredType(operand.get());
    if (type != operand.get().getType())
      cast(operand, getElementTypeOrSelf(type), state);
  }
}

LogicalResult Assigner::processCompute(PrecisionOpInterface op,
                                       RegionState state) {
  SmallVector<OpOperand *> eligible;
  for (OpOperand &operand : op->getOpOperands())
    if (getEligibleType(operand.get()) &&
        op.isPrecisionOperand(operand.getOperandNumber()))
      eligible.push_back(&operand);

  FloatType f32 = builder.getF32Type(), target;
  StringRef rule = "outside of autocast";
  bool isListed = false;
  PrecisionCategory category = PrecisionCategory::Promote;
  if (state.enabled) {
    category = policy.lookup(op.getPrecisionName(), isListed);
    rule = isListed ? "policy" : "not listed";
    if (isKeptInF32(op)) {
      category = PrecisionCategory::Deny;
      rule = "keep-f32";
    }
  }
  switch (category) {
  case PrecisionCategory::Allow:
  case PrecisionCategory::Low:
    target = state.dtype;
    break;
  case PrecisionCategory::Deny:
    target = f32;
    break;
  case PrecisionCategory::Promote:
    // The type promotion of ops without autocast: the widest wins, and f16 with
    // bf16 gives f32, which holds both. As in PyTorch, scalars take the type of
    // the tensors beside them.
    bool hasTensor = llvm::any_of(eligible, [](OpOperand *operand) {
      return getTensorType(operand->get()).getRank() > 0;
    });
    for (OpOperand *operand : eligible) {
      if (hasTensor && getTensorType(operand->get()).getRank() == 0)
        continue;
      FloatType type = getEligibleType(operand->get());
      if (!target || type.getWidth() > target.getWidth())
        target = type;
      else if (type != target && type.getWidth() == target.getWidth())
        target = f32;
    }
    break;
  }

  unsigned casts = 0;
  if (target)
    for (OpOperand *operand : eligible) {
      casts += getEligibleType(operand->get()) != target;
      cast(*operand, target, state);
    }

  // An op whose operands are as written keeps the result types that were
  // written: a product of 16-bit operands may ask for f32.
  bool hasChanged = casts || llvm::any_of(op->getOperands(), [&](Value value) {
                      return declared.contains(value);
                    });
  if (hasChanged) {
    SmallVector<Type> before(op->getResultTypes());
    if (failed(op.refineResultTypes()))
      return failure();
    for (auto [result, type] : llvm::zip(op->getResults(), before))
      if (result.getType() != type)
        declared.try_emplace(result, type);
  }

  if (state.enabled && target)
    remark::analysis(op->getLoc(),
                     remark::RemarkOpts::name(op.getPrecisionName())
                         .category("amp-precision"))
        << remark::metric("type", Type(target))
        << remark::metric("category", stringifyPrecisionCategory(category))
        << remark::metric("rule", rule) << remark::metric("casts", casts);
  return success();
}

namespace {
struct AmpAssignPrecisionPass
    : public amp::impl::AmpAssignPrecisionPassBase<AmpAssignPrecisionPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    Location loc = UnknownLoc::get(context);
    if (dtype != "f16" && dtype != "bf16")
      return emitError(loc)
             << "amp-assign-precision: dtype must be f16 or bf16, "
                "found '"
             << dtype << "'";
    if (!llvm::is_contained({"O0", "O1", "O2", "O3"}, StringRef(level)))
      return emitError(loc)
             << "amp-assign-precision: level must be O0, O1, O2 or "
                "O3, found '"
             << level << "'";
    std::string error;
    if (!keepF32.empty() && !llvm::Regex(keepF32).isValid(error))
      return emitError(loc) << "amp-assign-precision: keep-f32 '" << keepF32
                            << "' is no regular expression: " << error;
    return success();
  }

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    if (!llvm::hasSingleElement(func.getBody())) {
      func.emitError("expects a body without control flow");
      return signalPassFailure();
    }
    bool castModel = level == "O2" || level == "O3";
    FloatType low = dtype == "f16"
                        ? FloatType(Float16Type::get(&getContext()))
                        : FloatType(BFloat16Type::get(&getContext()));
    bool hasRegion =
        func.walk([](AutocastOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    PrecisionPolicy policy = castModel ? PrecisionPolicy::getCastModel()
                                       : PrecisionPolicy::getEager();
    llvm::Regex regex(keepF32);
    Assigner assigner(&getContext(), policy,
                      keepF32.empty() ? nullptr : &regex);
    if (level == "O0") {
      dissolveRegions(func);
      return;
    }
    RegionState state{!hasRegion && implicitRegion, low, /*cache=*/true};
    // Cast-model levels are properties of the model, whatever its regions say.
    if (castModel) {
      dissolveRegions(func);
      state.enabled = true;
    }
    assigner.processBlock(func.getBody().front(), state);
    if (assigner.hasFailed)
      signalPassFailure();
  }

  /// Moves the ops of autocast regions out of them, as they are.
  static void dissolveRegions(func::FuncOp func) {
    func.walk([](AutocastOp op) {
      Block &body = op.getBody().front();
      Operation *yield = body.getTerminator();
      op->replaceAllUsesWith(yield->getOperands());
      op->getBlock()->getOperations().splice(op->getIterator(),
                                             body.getOperations(), body.begin(),
                                             std::prev(body.end()));
      op->erase();
    });
  }
};
} // namespace
