//===- OptimizersRules.cpp - Optimizers -----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Optimizers.h"

#include "GraphBuilder.h"
#include "StateOps.h"

#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/State.h"
#include <map>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

using Settings = OptimizerOp::Settings;

namespace {
/// A schedule's iteration, in f64 scalars. Rates are least + (base - least)
/// factor; the warm-up multiplies them.
class ScheduleStep {
public:
  /// `iteration` counts from 0.
  ScheduleStep(const GraphBuilder &math, ScheduleAttr schedule,
               Value iteration);

  Value getRate(Value base) const {
    Value rate = base;
    if (least != 0) {
      Value least = math.constant(this->least);
      rate = math.add(least, math.mul(math.sub(base, least), factor));
    } else if (factor) {
      rate = math.mul(base, factor);
    }
    return warmup ? math.mul(rate, warmup) : rate;
  }

private:
  /// From `from` at time 0 to `to` at time `duration`, along half a cosine.
  Value createCosine(Value time, double duration, double from, double to) const;
  Value createOneCycle(ScheduleAttr schedule, Value time) const;

  const GraphBuilder &math;
  /// Null where it is 1.
  Value factor, warmup;
  double least = 0;
};
} // namespace

Value ScheduleStep::createCosine(Value time, double duration, double from,
                                 double to) const {
  Value angle = math.div(math.mul(time, math.constant(llvm::numbers::pi)),
                         math.constant(duration));
  Value cosine = CosOp::create(math.builder, math.loc, angle);
  return math.add(math.constant(to),
                  math.mul(math.constant((from - to) / 2),
                           math.add(cosine, math.constant(1))));
}

// PyTorch's OneCycleLR in two phases: the first takes pct_start iterations - 1,
// which may be none.
Value ScheduleStep::createOneCycle(ScheduleAttr schedule, Value time) const {
  double last = schedule.getNumber("iterations", 0) - 1;
  double rising = schedule.getNumber("pct_start", 0.3) *
                      schedule.getNumber("iterations", 0) -
                  1;
  double falling = last - rising;
  double first = 1 / schedule.getNumber("div_factor", 25);
  double end = first / schedule.getNumber("final_div_factor", 1e4);
  time = math.minimum(time, math.constant(last));
  Value up, down;
  if (rising > 0)
    up = createCosine(time, rising, first, 1);
  if (falling > 0)
    down = createCosine(math.sub(time, math.constant(rising)), falling, 1, end);
  if (!up || !down)
    return up ? up : down;
  Value isRising =
      math.compare(ComparePredicate::LE, time, math.constant(rising));
  return math.where(isRising, up, down);
}

ScheduleStep::ScheduleStep(const GraphBuilder &math, ScheduleAttr schedule,
                           Value iteration)
    : math(math) {
  Value time = iteration;
  if (double count = schedule.getNumber("warmup", 0)) {
    Value share =
        math.div(math.add(iteration, math.constant(1)), math.constant(count));
    warmup = math.minimum(share, math.constant(1));
    time = math.maximum(math.sub(iteration, math.constant(count)),
                        math.constant(0));
  }
  double iterations = schedule.getNumber("iterations", 0);
  switch (schedule.getKind()) {
  case ScheduleKind::Constant:
    break;
  case ScheduleKind::Linear: {
    double start = schedule.getNumber("start_factor", 1.0 / 3);
    double end = schedule.getNumber("end_factor", 1);
    Value length = math.constant(iterations);
    Value share = math.div(math.minimum(time, length), length);
    factor = math.add(math.constant(start),
                      math.mul(math.constant(end - start), share));
    break;
  }
  case ScheduleKind::Step: {
    Value quotient =
        math.div(time, math.constant(schedule.getNumber("step_size", 0)));
    // Not negative: the integer part is the floor.
    Value drops =
        createCast(math.builder, math.loc, quotient, math.builder.getI64Type());
    factor = math.pow(math.constant(schedule.getNumber("gamma", 0.1)),
                      math.widen(drops));
    break;
  }
  case ScheduleKind::Cosine:
    least = schedule.getNumber("eta_min", 0);
    factor = createCosine(time, iterations, 1, 0);
    break;
  case ScheduleKind::OneCycle:
    factor = createOneCycle(schedule, time);
    break;
  }
}

namespace {
/// Writes an optimizer's step as arithmetic. All that depends on the state is
/// computed in the graph, counters and rates in f64 scalars.
class StepBuilder {
public:
  StepBuilder(OpBuilder &builder, StepOp step, OptimizerOp optimizer);

  void update(VariableOp variable, Value gradient);

private:
  Value readCounter(StringRef name) const {
    return read(name, getScalarType(builder.getI64Type()));
  }
  /// Lets a counter go up by one, unless `stays`, and returns the sum.
  Value advance(StringRef name, Value count, Value stays) const;
  void readSchedule();
  /// The rate of this iteration that the variable `name` is the base of.
  Value getRate(StringRef name);
  /// 1 - beta to the power of the step.
  Value getCorrection(double beta);

  Value read(StringRef name, RankedTensorType type) const {
    return readVariable(builder, loc, name, type);
  }
  /// Gives a variable its new value unless the step is skipped, and returns
  /// what it has then. What is computed from that needs no copy of the new
  /// value; a skipped step discards it.
  Value assign(StringRef name, Value before, Value after) const {
    return assignUnless(stays, name, before, after);
  }
  Value assignUnless(Value stays, StringRef name, Value before,
                     Value after) const {
    if (stays)
      after = WhereOp::create(builder, loc, stays, before, after);
    AssignOp::create(builder, loc, name, after);
    return after;
  }

  /// What is taken from the parameter, times the rate.
  Value getSgdDirection(const GraphBuilder &math, const Settings &settings,
                        StringRef parameter, Value direction);
  /// What is taken from the parameter.
  Value getAdamChange(const GraphBuilder &math, const Settings &settings,
                      StringRef parameter, Value direction);

  OpBuilder &builder;
  Location loc;
  OptimizerOp optimizer;
  GraphBuilder scalars;
  /// Where true, parameters and state stay as they are; null for never.
  Value stays;
  /// Where true, not even the schedule advances; null for never.
  Value isIdle;
  std::optional<ScheduleStep> schedule;
  /// This step is the first (SGD), or its number from 1, in f64 (Adam).
  Value isFirst, number;
  llvm::StringMap<Value> rates;
  std::map<double, Value> corrections;
};
} // namespace

StepBuilder::StepBuilder(OpBuilder &builder, StepOp step, OptimizerOp optimizer)
    : builder(builder), loc(step.getLoc()), optimizer(optimizer),
      scalars{builder, loc, builder.getF64Type()} {
  if (!step.getSkipIf().empty())
    stays = createAny(builder, loc, step.getSkipIf());
  if (step.getWhen() && !getKnownFlag(step.getWhen())) {
    isIdle = LogicalNotOp::create(builder, loc, step.getWhen());
    stays = stays ? LogicalOrOp::create(builder, loc, stays, isIdle).getResult()
                  : isIdle;
  }
  if (optimizer.getSchedule())
    readSchedule();
  getRate(optimizer.getLearningRateName());
  if (optimizer.needsStepCount()) {
    Value steps = readCounter(optimizer.getStepsName());
    if (!optimizer.isAdam())
      isFirst =
          CompareOp::create(builder, loc, ComparePredicate::EQ, steps,
                            createSplat(builder, loc, getTensorType(steps), 0));
    Value next = advance(optimizer.getStepsName(), steps, stays);
    if (optimizer.isAdam())
      number = scalars.widen(next);
  }
}

Value StepBuilder::advance(StringRef name, Value count, Value stays) const {
  Value next = AddOp::create(
      builder, loc, count, createSplat(builder, loc, getTensorType(count), 1));
  assignUnless(stays, name, count, next);
  return next;
}

void StepBuilder::readSchedule() {
  Value iteration = readCounter(optimizer.getIterationsName());
  schedule.emplace(scalars, *optimizer.getSchedule(), scalars.widen(iteration));
  std::string shown = optimizer.getRateName();
  Value before =
      isIdle ? read(shown, getScalarType(builder.getF64Type())) : Value();
  assignUnless(isIdle, shown, before, getRate(optimizer.getLearningRateName()));
  // The last to read it: it is written in place.
  advance(optimizer.getIterationsName(), iteration,
          optimizer.getScheduleOnStep() ? stays : isIdle);
}

Value StepBuilder::getRate(StringRef name) {
  Value &rate = rates[name];
  if (!rate) {
    Value base = read(name, getScalarType(builder.getF64Type()));
    rate = schedule ? schedule->getRate(base) : base;
  }
  return rate;
}

Value StepBuilder::getCorrection(double beta) {
  Value &correction = corrections[beta];
  if (!correction)
    correction = scalars.sub(scalars.constant(1),
                             scalars.pow(scalars.constant(beta), number));
  return correction;
}

Value StepBuilder::getSgdDirection(const GraphBuilder &math,
                                   const Settings &settings,
                                   StringRef parameter, Value direction) {
  if (settings.momentum == 0)
    return direction;
  std::string name = optimizer.getStateName("momentum", parameter);
  Value momentum = math.constant(settings.momentum);
  Value before = read(name, getTensorType(direction));
  Value fresh =
      settings.dampening == 0
          ? direction
          : math.mul(math.constant(1 - settings.dampening), direction);
  Value after = math.add(math.mul(momentum, before), fresh);
  if (settings.dampening != 0)
    after = math.where(isFirst, direction, after);
  after = assign(name, before, after);
  return settings.nesterov ? math.add(direction, math.mul(momentum, after))
                           : after;
}

// Rounded in the order of PyTorch's single-tensor implementation.
Value StepBuilder::getAdamChange(const GraphBuilder &math,
                                 const Settings &settings, StringRef parameter,
                                 Value direction) {
  RankedTensorType type = getTensorType(direction);
  std::string name = optimizer.getStateName("exp_avg", parameter);
  Value before = read(name, type);
  // `lerp` starts from the nearer end.
  Value change = math.sub(direction, before);
  Value mean =
      1 - settings.beta1 < 0.5
          ? math.add(before,
                     math.mul(math.constant(1 - settings.beta1), change))
          : math.sub(direction,
                     math.mul(change, math.constant(settings.beta1)));
  mean = assign(name, before, mean);

  name = optimizer.getStateName("exp_avg_sq", parameter);
  before = read(name, type);
  Value square = math.mul(
      math.mul(math.constant(1 - settings.beta2), direction), direction);
  Value variance =
      math.add(math.mul(before, math.constant(settings.beta2)), square);
  variance = assign(name, before, variance);
  if (settings.amsgrad) {
    name = optimizer.getStateName("max_exp_avg_sq", parameter);
    before = read(name, type);
    variance = math.maximum(before, variance);
    variance = assign(name, before, variance);
  }

  Value root = scalars.sqrt(getCorrection(settings.beta2));
  Value rate =
      scalars.div(getRate(settings.rateName), getCorrection(settings.beta1));
  Value denominator = math.add(math.div(math.sqrt(variance), math.widen(root)),
                               math.constant(settings.eps));
  return math.div(math.mul(math.widen(rate), mean), denominator);
}

void StepBuilder::update(VariableOp variable, Value gradient) {
  StringRef name = variable.getSymName();
  Settings settings = optimizer.getSettings(name);
  RankedTensorType type = variable.getTensorType();
  // 16-bit parameters are updated in f32 and rounded once.
  GraphBuilder math{builder, loc, getWideType(type.getElementType())};
  Value rate = getRate(settings.rateName);
  Value stored = read(name, type);
  Value weight = math.widen(stored);
  Value direction = math.widen(gradient);
  if (settings.weightDecay != 0) {
    if (optimizer.getKind() == OptimizerKind::AdamW) {
      Value shrink = scalars.mul(rate, scalars.constant(settings.weightDecay));
      shrink = scalars.sub(scalars.constant(1), shrink);
      weight = math.mul(weight, math.widen(shrink));
    } else {
      direction = math.add(
          direction, math.mul(math.constant(settings.weightDecay), weight));
    }
  }
  Value change;
  if (optimizer.isAdam()) {
    change = getAdamChange(math, settings, name, direction);
  } else {
    direction = getSgdDirection(math, settings, name, direction);
    change = math.mul(math.widen(rate), direction);
  }
  assign(name, stored,
         createCast(builder, loc, math.sub(weight, change),
                    type.getElementType()));
}

LogicalResult StepOp::decompose(OpBuilder &builder, SmallVectorImpl<Value> &) {
  if (getKnownFlag(getWhen()) == false)
    return success();
  SymbolTableCollection symbols;
  auto optimizer = lookUp<OptimizerOp>(*this, symbols, getOptimizerAttr());
  if (!optimizer)
    return failure();
  SmallVector<VariableOp> variables;
  for (auto name : optimizer.getParameters().getAsRange<FlatSymbolRefAttr>()) {
    auto variable = lookUp<VariableOp>(*this, symbols, name);
    if (!variable)
      return failure();
    variables.push_back(variable);
  }
  StepBuilder step(builder, *this, optimizer);
  for (auto [variable, gradient] : llvm::zip(variables, getGradients()))
    step.update(variable, gradient);
  return success();
}
