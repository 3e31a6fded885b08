//===- VerifyLossScaling.cpp ---------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The flow of gradients from their losses to the optimizers, derived anew.

#include "GradientSources.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPVERIFYLOSSSCALINGPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// What is known of a value.
struct Flow {
  /// The value carries the scale of `scaler` to the power `degree`.
  FlatSymbolRefAttr scaler;
  int64_t degree = 0;
  /// The value is 0, as far as is known: it carries a scale to any power.
  bool isFree = false;
  /// Where the gradients that come in were unscaled.
  llvm::SmallSetVector<Operation *, 2> unscales;
  /// The value is finite if none of these flags is true. Nothing is known of
  /// it where `isUntested`.
  SmallVector<Value, 1> flags;
  bool isUntested = true;
  /// The op that changed a tested gradient into one of which nothing is known.
  Operation *changedBy = nullptr;
  /// An op that is not linear took a scaled value.
  Operation *nonlinear = nullptr;

  UnscaleOp getUnscale() const {
    return unscales.empty() ? UnscaleOp() : cast<UnscaleOp>(unscales.front());
  }
  bool isScaled() const { return degree != 0 || nonlinear; }

  /// What is known of a value that is one or the other, by the choice of `op`.
  /// True if that is less than was known of this one.
  bool join(Operation *op, const Flow &other);
};

/// Checks one function.
class Checker {
public:
  Checker(func::FuncOp func, SymbolTable &symbols)
      : func(func), symbols(symbols) {}

  LogicalResult run();

private:
  const Flow &flowOf(Value value) const {
    static const Flow nothing;
    auto known = flows.find(value);
    return known == flows.end() ? nothing : known->second;
  }
  /// As `flowOf`, for a value that is handed on: what constants are is seen.
  Flow flowOfOperand(Value value) const;
  LogicalResult visit(Operation *op);
  LogicalResult visitUnscale(UnscaleOp op);
  LogicalResult visitStep(StepOp op);
  LogicalResult visitUpdate(UpdateScaleOp op);
  LogicalResult visitAccumulate(AccumulateOp op);
  /// Follows all steps at once: what is known of a state is known before each.
  LogicalResult visitScan(ScanOp op);
  void visitBackward(BackwardOp op);
  /// Joins what the operands carry, by the op's own account.
  LogicalResult visitOther(Operation *op);
  /// Whether the results of `op` are 0 where its free operands are.
  bool isFree(HomogeneousOpInterface op) const;
  /// What a change of tested operands leaves of their tests.
  void joinTests(Operation *op, Flow &flow, bool keepsFinite);
  LogicalResult emitScaled(Operation *op, Value gradient, const Flow &flow);
  LogicalResult checkGuard(StepOp op, unsigned index, Value gradient);
  /// Checks that what comes after an accumulation happens when it is complete.
  LogicalResult checkCompletion(Operation *op, Value when, ValueRange values);

  func::FuncOp func;
  SymbolTable &symbols;
  DenseMap<Value, Flow> flows;
  /// By gradient: what unscaled it.
  DenseMap<Value, UnscaleOp> unscaled;
  llvm::SmallMapVector<Attribute, UpdateScaleOp, 2> updates;
  SmallVector<StepOp> steps;
};
} // namespace

/// Flags of which `flag` is the logical or.
static void collectFlags(Value flag, DenseSet<Value> &flags) {
  SmallVector<Value> worklist = {flag};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (flags.insert(value).second)
      if (auto both = value.getDefiningOp<LogicalOrOp>())
        worklist.append({both.getLhs(), both.getRhs()});
  }
}

static DenseSet<Value> collectFlags(ValueRange values) {
  DenseSet<Value> flags;
  for (Value value : values)
    collectFlags(value, flags);
  return flags;
}

static InFlightDiagnostic withNote(InFlightDiagnostic diag, Operation *op,
                                   const Twine &note) {
  diag.attachNote(op->getLoc()) << note;
  return diag;
}

LogicalResult Checker::run() {
  bool hasScaler = false;
  WalkResult walk = func.walk([&](Operation *op) {
    if (!isa<ScaleOp, GetScaleOp, UnscaleOp, UpdateScaleOp>(op))
      return WalkResult::advance();
    hasScaler = true;
    if (op->getBlock() == &func.front() || isa<ScaleOp, GetScaleOp>(op))
      return WalkResult::advance();
    op->emitOpError("lies in a region; unscaling and updating the scale happen "
                    "once per step, in the function itself");
    return WalkResult::interrupt();
  });
  if (walk.wasInterrupted())
    return failure();
  if (!hasScaler)
    return success();
  for (Operation &op : func.front())
    if (failed(visit(&op)))
      return failure();
  for (auto &[scaler, update] : updates) {
    DenseSet<Value> seen = collectFlags(update.getFoundInf());
    for (StepOp step : steps)
      for (Value gradient : step.getGradients())
        for (Operation *op : flowOf(gradient).unscales) {
          auto source = cast<UnscaleOp>(op);
          if (source.getScalerAttr() == scaler &&
              !seen.contains(source.getFoundInf()))
            return withNote(
                update.emitOpError("does not get the flag of every step; give "
                                   "it that of the gradients that this step "
                                   "reads"),
                step, "step here");
        }
  }
  return success();
}

LogicalResult Checker::visit(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](ScaleOp scale) -> LogicalResult {
        Flow flow = flowOf(scale.getValue());
        if (flow.degree != 0 && flow.scaler != scale.getScalerAttr())
          return scale.emitOpError("scales what ")
                 << flow.scaler << " has scaled already";
        if (!flow.isFree) {
          flow.scaler = scale.getScalerAttr();
          ++flow.degree;
        }
        flows[scale.getResult()] = flow;
        return success();
      })
      .Case([&](GetScaleOp get) {
        Flow flow;
        flow.scaler = get.getScalerAttr();
        flow.degree = 1;
        flows[get.getResult()] = flow;
        return success();
      })
      .Case([&](BackwardOp backward) {
        visitBackward(backward);
        return success();
      })
      .Case([&](AccumulateOp op) { return visitAccumulate(op); })
      .Case([&](ScanOp op) { return visitScan(op); })
      .Case([&](UnscaleOp op) { return visitUnscale(op); })
      .Case([&](CheckFiniteOp check) {
        for (Value gradient : check.getGradients()) {
          Flow &flow = flows[gradient];
          if (!flow.isUntested)
            continue;
          flow.isUntested = false;
          flow.flags.assign(1, check.getFoundInf());
        }
        return success();
      })
      .Case([&](StepOp op) { return visitStep(op); })
      .Case([&](UpdateScaleOp op) { return visitUpdate(op); })
      .Default([&](Operation *other) { return visitOther(other); });
}

void Checker::visitBackward(BackwardOp op) {
  // Gradients are linear in the seed, and in the loss.
  Flow flow;
  auto carry = [&](Value value) {
    const Flow &other = flowOf(value);
    if (other.degree != 0)
      flow.scaler = other.scaler;
    flow.degree += other.degree;
    if (other.nonlinear)
      flow.nonlinear = other.nonlinear;
  };
  carry(op.getLoss());
  if (op.getSeed())
    carry(op.getSeed());
  for (Value gradient : op.getGradients())
    flows[gradient] = flow;
}

static bool isFinite(ConstantOp op) {
  auto values = dyn_cast<DenseFPElementsAttr>(op.getValue());
  return values &&
         llvm::all_of(values.getValues<APFloat>(),
                      [](const APFloat &value) { return value.isFinite(); });
}

bool Flow::join(Operation *op, const Flow &other) {
  bool isChanged = false;
  auto change = [&](auto &mine, auto theirs) {
    isChanged |= mine != theirs;
    mine = theirs;
  };
  if (!nonlinear && other.nonlinear)
    change(nonlinear, other.nonlinear);
  if (isFree && !other.isFree) {
    change(isFree, false);
    scaler = other.scaler;
    degree = other.degree;
  } else if (!other.isFree && !nonlinear &&
             (degree != other.degree || scaler != other.scaler)) {
    change(nonlinear, op);
  }
  for (Operation *unscale : other.unscales)
    isChanged |= unscales.insert(unscale);
  if (!isUntested)
    for (Value flag : other.flags)
      if (!llvm::is_contained(flags, flag)) {
        flags.push_back(flag);
        isChanged = true;
      }
  if (other.isUntested && !isUntested) {
    change(isUntested, true);
    flags.clear();
  }
  if (isUntested && !changedBy && !unscales.empty())
    change(changedBy, other.changedBy ? other.changedBy : op);
  return isChanged;
}

Flow Checker::flowOfOperand(Value value) const {
  Flow flow = flowOf(value);
  if (auto constant = value.getDefiningOp<ConstantOp>()) {
    flow.isUntested = !isFinite(constant);
    flow.isFree = matchPattern(value, m_AnyZeroFloat());
  }
  return flow;
}

LogicalResult Checker::visitScan(ScanOp op) {
  Block &body = op.getBody().front();
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), op->getOperands()))
    flows[argument] = flowOfOperand(operand);
  // Each turn takes something from what is known of a state, until what a step
  // yields is no less than what it took: then that holds before every step.
  bool isChanged = true;
  while (isChanged) {
    for (Operation &inner : body.without_terminator())
      if (failed(visit(&inner)))
        return failure();
    isChanged = false;
    for (auto [state, next] :
         llvm::zip(op.getStateArguments(), op.getYield()->getOperands())) {
      Flow known = flowOfOperand(next);
      isChanged |= flows[state].join(op, known);
    }
  }
  for (auto [last, state] :
       llvm::zip(op.getLastStates(), op.getStateArguments())) {
    Flow flow = flowOf(state);
    flows[last] = flow;
  }
  for (auto [output, value] :
       llvm::zip(op.getOutputs(),
                 op.getYield()->getOperands().drop_front(op.getNumStates()))) {
    Flow flow = flowOfOperand(value);
    flows[output] = flow;
  }
  return success();
}

void Checker::joinTests(Operation *op, Flow &flow, bool keepsFinite) {
  flow.isUntested = !keepsFinite;
  for (Value operand : op->getOperands()) {
    if (!isa<FloatType>(getElementTypeOrSelf(operand)))
      continue;
    if (auto constant = operand.getDefiningOp<ConstantOp>()) {
      flow.isUntested |= !isFinite(constant);
      continue;
    }
    const Flow &other = flowOf(operand);
    flow.unscales.insert_range(other.unscales);
    if (other.isUntested) {
      flow.isUntested = true;
      if (other.changedBy)
        flow.changedBy = other.changedBy;
    }
    flow.flags.append(other.flags);
  }
  if (flow.isUntested) {
    flow.flags.clear();
    if (!flow.unscales.empty() && !flow.changedBy)
      flow.changedBy = op;
  }
}

bool Checker::isFree(HomogeneousOpInterface op) const {
  // What an op gives carries a scale to any power if it would carry another one
  // with operands that do.
  auto inferDegree = [&](int64_t assumed) {
    SmallVector<std::optional<int64_t>> degrees;
    for (Value operand : op->getOperands()) {
      const Flow &flow = flowOf(operand);
      bool isNumber = isa<FloatType>(getElementTypeOrSelf(operand)) &&
                      !matchPattern(operand, m_AnyZeroFloat());
      degrees.push_back(!isNumber ? std::nullopt
                                  : std::optional<int64_t>(
                                        flow.isFree ? assumed : flow.degree));
    }
    return op.inferDegree(degrees);
  };
  if (llvm::none_of(op->getOperands(),
                    [&](Value operand) { return flowOf(operand).isFree; }))
    return false;
  FailureOr<int64_t> without = inferDegree(0), with = inferDegree(1);
  return succeeded(without) && succeeded(with) && *without != *with;
}

LogicalResult Checker::visitOther(Operation *op) {
  Flow flow;
  SmallVector<std::optional<int64_t>> degrees;
  bool carries = false;
  for (Value operand : op->getOperands()) {
    const Flow &other = flowOf(operand);
    if (other.nonlinear)
      flow.nonlinear = other.nonlinear;
    if (other.degree != 0) {
      if (flow.scaler && flow.scaler != other.scaler)
        return op->emitOpError("combines values that ")
               << flow.scaler << " and " << other.scaler
               << " scaled; unscale them before";
      flow.scaler = other.scaler;
      carries = true;
    }
    bool isFree = !isa<FloatType>(getElementTypeOrSelf(operand)) ||
                  other.isFree || matchPattern(operand, m_AnyZeroFloat());
    degrees.push_back(isFree ? std::nullopt
                             : std::optional<int64_t>(other.degree));
  }
  auto homogeneous = dyn_cast<HomogeneousOpInterface>(op);
  if (carries) {
    FailureOr<int64_t> degree = failure();
    if (homogeneous)
      degree = homogeneous.inferDegree(degrees);
    bool isPredicate = llvm::none_of(op->getResults(), [](Value result) {
      return isa<FloatType>(getElementTypeOrSelf(result));
    });
    if (succeeded(degree))
      flow.degree = *degree;
    else if (!isPredicate)
      flow.nonlinear = op;
    if (flow.degree == 0)
      flow.scaler = {};
  }
  flow.isFree = !flow.nonlinear && homogeneous && isFree(homogeneous);
  if (flow.isFree) {
    flow.degree = 0;
    flow.scaler = {};
  }
  joinTests(op, flow, homogeneous && homogeneous.keepsFinite());
  for (Value result : op->getResults()) {
    if (isa<FloatType>(getElementTypeOrSelf(result))) {
      flows[result] = flow;
    } else if (flow.nonlinear ||
               failed(mlir::amp::detail::getCommonDegree(degrees))) {
      // A truth that depends on the scale.
      flows[result].nonlinear = flow.nonlinear ? flow.nonlinear : op;
    }
  }
  return success();
}

LogicalResult Checker::emitScaled(Operation *op, Value gradient,
                                  const Flow &flow) {
  if (flow.nonlinear)
    return withNote(op->emitOpError("reads a value that was computed from a "
                                    "scaled one in a way that the scale cannot "
                                    "be taken out of again; unscale before"),
                    flow.nonlinear, "by this op, which is not linear in it");
  InFlightDiagnostic diag = op->emitOpError("reads a gradient that is scaled");
  if (flow.degree != 1)
    diag << ", by the scale to the power " << flow.degree;
  diag << "; unscale it with amp.unscale " << flow.scaler << " before";
  if (Operation *source = gradient.getDefiningOp())
    diag.attachNote(source->getLoc()) << "the gradient comes from here";
  return diag;
}

LogicalResult Checker::visitUnscale(UnscaleOp op) {
  for (Value gradient : op.getGradients()) {
    const Flow &flow = flowOf(gradient);
    auto again = [&](UnscaleOp first) -> LogicalResult {
      for (StepOp step : steps)
        if (llvm::any_of(step.getGradients(), [&](Value read) {
              return flowOf(read).unscales.contains(first);
            }))
          return withNote(op.emitOpError("unscales gradients after the step "
                                         "that read them; unscale before it"),
                          step, "step here");
      return withNote(op.emitOpError("unscales a gradient that was unscaled "
                                     "before; unscale once per step"),
                      first, "unscaled here first");
    };
    if (!flow.unscales.empty() && flow.degree == 0)
      return again(flow.getUnscale());
    auto known = unscaled.find(gradient);
    if (known != unscaled.end() &&
        known->second.getScalerAttr() == op.getScalerAttr())
      return again(known->second);
    if (flow.nonlinear)
      return emitScaled(op, gradient, flow);
    // Of what comes in as an argument nothing is known: it is taken as scaled.
    if (flow.degree == 0 && findSources<BackwardOp>(gradient).empty()) {
      unscaled[gradient] = op;
      continue;
    }
    if (flow.degree == 0) {
      InFlightDiagnostic diag = op.emitOpError(
          "unscales the gradient of a loss that was not scaled; scale the loss "
          "or the seed of its amp.backward with amp.scale ");
      diag << op.getScalerAttr();
      if (Operation *source = gradient.getDefiningOp())
        diag.attachNote(source->getLoc()) << "the gradient comes from here";
      return diag;
    }
    if (flow.scaler != op.getScalerAttr())
      return op.emitOpError("unscales by ")
             << op.getScalerAttr() << " what " << flow.scaler << " scaled";
    if (flow.degree != 1)
      return op.emitOpError(
                 "unscales once what carries the scale to the power ")
             << flow.degree << "; it was scaled " << flow.degree << " times";
    unscaled[gradient] = op;
  }
  Flow flow;
  flow.unscales.insert(op);
  flow.isUntested = false;
  flow.flags.push_back(op.getFoundInf());
  for (Value result : op.getUnscaled())
    flows[result] = flow;
  return success();
}

LogicalResult Checker::visitAccumulate(AccumulateOp op) {
  for (auto [gradient, sum] : llvm::zip(op.getGradients(), op.getSums())) {
    Flow flow = flowOf(gradient);
    if (UnscaleOp unscale = flow.getUnscale())
      return withNote(
          unscale.emitOpError("unscales gradients within an accumulation; "
                              "unscale their sum, once, after it"),
          op, "accumulated here");
    flow.isUntested = true;
    flow.flags.clear();
    flows[sum] = flow;
  }
  return success();
}

LogicalResult Checker::checkCompletion(Operation *op, Value when,
                                       ValueRange values) {
  for (OpResult sum : findSources<AccumulateOp>(values)) {
    auto accumulate = cast<AccumulateOp>(sum.getOwner());
    // Accumulations of one k count the same runs.
    auto other = when ? when.getDefiningOp<AccumulateOp>() : AccumulateOp();
    bool isGuarded =
        (other && other.getComplete() == when &&
         other.getK() == accumulate.getK() &&
         other.getKnownComplete() == accumulate.getKnownComplete()) ||
        (!when && accumulate.getKnownComplete() == true) ||
        (accumulate.getKnownComplete() &&
         getKnownFlag(when) == accumulate.getKnownComplete());
    if (!isGuarded)
      return withNote(op->emitOpError("happens within an accumulation; give it "
                                      "the flag of amp.accumulate as 'when'"),
                      accumulate, "accumulated here");
  }
  return success();
}

LogicalResult Checker::checkGuard(StepOp op, unsigned index, Value gradient) {
  const Flow &flow = flowOf(gradient);
  if (flow.isUntested && flow.changedBy)
    return withNote(op.emitOpError("reads gradient ")
                        << index
                        << ", which was changed after it was tested, and may "
                           "not be finite any more; test it again with "
                           "amp.check_finite and skip by its flag",
                    flow.changedBy, "changed here");
  if (flow.isUntested)
    return success();
  DenseSet<Value> skips = collectFlags(op.getSkipIf());
  for (Value flag : flow.flags)
    if (!skips.contains(flag))
      return withNote(op.emitOpError("does not skip when gradient ")
                          << index
                          << " is not finite; give it the flag as 'skip_if'",
                      flag.getDefiningOp(), "tested here");
  return success();
}

LogicalResult Checker::visitStep(StepOp op) {
  steps.push_back(op);
  if (Value metric = op.getMetric(); metric && flowOf(metric).isScaled())
    return op.emitOpError("reads a metric that is scaled; give it the loss as "
                          "it is before the scale");
  for (auto [i, gradient] : llvm::enumerate(op.getGradients())) {
    const Flow &flow = flowOf(gradient);
    if (flow.isScaled())
      return emitScaled(op, gradient, flow);
    if (flow.unscales.empty())
      continue; // of a loss without a scale
    if (failed(checkGuard(op, static_cast<unsigned>(i), gradient)))
      return failure();
    bool isDynamic = llvm::any_of(flow.unscales, [&](Operation *unscale) {
      auto scaler =
          symbols.lookup<GradScalerOp>(cast<UnscaleOp>(unscale).getScaler());
      return scaler && !scaler.getFixed();
    });
    auto optimizer = symbols.lookup<OptimizerOp>(op.getOptimizer());
    if (!isDynamic || !optimizer)
      continue;
    auto name = cast<FlatSymbolRefAttr>(optimizer.getParameters()[i]);
    auto variable = symbols.lookup<VariableOp>(name.getAttr());
    if (variable && variable.getTensorType().getElementType().isF16())
      return withNote(op.emitOpError("updates the f16 parameter ")
                          << name
                          << " under a dynamic loss scale, whose gradients "
                             "cannot be unscaled without loss; keep parameters "
                             "in f32 (levels O1 and O2) or the scale fixed",
                      variable, "parameter here");
  }
  for (auto &[scaler, update] : updates)
    for (Value gradient : op.getGradients()) {
      auto isOfScaler = [&, scaler = scaler](Operation *unscale) {
        return cast<UnscaleOp>(unscale).getScalerAttr() == scaler;
      };
      if (llvm::any_of(flowOf(gradient).unscales, isOfScaler))
        return withNote(update.emitOpError("updates the scale before a step; "
                                           "update it once, after all steps"),
                        op, "step here");
    }
  return checkCompletion(op, op.getWhen(), op.getGradients());
}

LogicalResult Checker::visitUpdate(UpdateScaleOp op) {
  UpdateScaleOp &known = updates[op.getScalerAttr()];
  if (known)
    return withNote(op.emitOpError("updates ")
                        << op.getScalerAttr()
                        << " a second time; update a scale once per step, with "
                           "all flags",
                    known, "first here");
  known = op;
  return checkCompletion(op, op.getWhen(), op.getFoundInf());
}

namespace {
struct AmpVerifyLossScalingPass
    : public amp::impl::AmpVerifyLossScalingPassBase<AmpVerifyLossScalingPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      if (!llvm::hasSingleElement(func.getBody())) {
        func.emitError("expects a body without control flow");
        return signalPassFailure();
      }
      if (failed(Checker(func, symbols).run()))
        return signalPassFailure();
    }
    if (failed(checkOptimizers()))
      signalPassFailure();
  }

  /// Where a scale is updated, gradients are expected to go somewhere.
  LogicalResult checkOptimizers() {
    DenseSet<StringAttr> stepped;
    bool isUpdated = false;
    getOperation().walk([&](Operation *op) {
      if (auto step = dyn_cast<StepOp>(op))
        stepped.insert(step.getOptimizerAttr().getAttr());
      isUpdated |= isa<UpdateScaleOp>(op);
    });
    if (!isUpdated)
      return success();
    for (auto optimizer : getOperation().getOps<OptimizerOp>())
      if (!stepped.contains(optimizer.getSymNameAttr()))
        return optimizer.emitOpError("is never stepped, though the loss scale "
                                     "is updated; add an amp.step or remove "
                                     "it");
    return success();
  }
};
} // namespace
