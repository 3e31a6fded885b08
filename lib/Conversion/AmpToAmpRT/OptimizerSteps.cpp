//===- OptimizerSteps.cpp - Update rules and schedules --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The arithmetic of optimizers' steps: rates and counters as scalars of the
// graph, and one list op for all parameters with the same settings.

#include "ListLowering.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/IR/StateOps.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>
#include <map>
#include <optional>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

using Settings = OptimizerOp::Settings;

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

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
  Value createCosineRestarts(ScheduleAttr schedule, Value time) const;
  /// gammaᵏ, with k a number of drops.
  Value createDrops(ScheduleAttr schedule, Value drops) const {
    return math.pow(math.constant(schedule.getNumber("gamma", 0.1)),
                    math.widen(drops));
  }
  Value floor(Value value) const {
    return FloorOp::create(math.builder, math.loc, value);
  }

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

Value ScheduleStep::createCosineRestarts(ScheduleAttr schedule,
                                         Value time) const {
  double first = schedule.getNumber("iterations", 0);
  double growth = schedule.getNumber("t_mult", 1);
  if (growth == 1) {
    // The quotient of two integers is one only where it is exact.
    Value length = math.constant(first);
    Value cycles = floor(math.div(time, length));
    return createCosine(math.sub(time, math.mul(cycles, length)), first, 1, 0);
  }
  // Cycle n has first growthⁿ iterations, and begins at
  // first (growthⁿ - 1) / (growth - 1). These are integers; a logarithm that is
  // rounded may be of the cycle before or behind.
  auto lengthOf = [&](Value cycle) {
    Value power = math.pow(math.constant(growth), cycle);
    return math.mul(math.constant(first),
                    RoundOp::create(math.builder, math.loc, power));
  };
  auto beginOf = [&](Value cycle) {
    Value ratio = math.sub(lengthOf(cycle), math.constant(first));
    return RoundOp::create(math.builder, math.loc,
                           math.div(ratio, math.constant(growth - 1)))
        .getResult();
  };
  Value ratio = math.add(
      math.mul(math.div(time, math.constant(first)), math.constant(growth - 1)),
      math.constant(1));
  Value cycle =
      floor(math.div(math.log(ratio), math.constant(std::log(growth))));
  Value one = math.constant(1);
  Value next = math.add(cycle, one);
  cycle = math.where(math.compare(ComparePredicate::LE, beginOf(next), time),
                     next, cycle);
  cycle = math.where(math.compare(ComparePredicate::GT, beginOf(cycle), time),
                     math.sub(cycle, one), cycle);
  Value share = math.div(math.sub(time, beginOf(cycle)), lengthOf(cycle));
  return createCosine(share, 1, 1, 0);
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
    factor = createDrops(schedule, drops);
    break;
  }
  case ScheduleKind::Cosine:
    least = schedule.getNumber("eta_min", 0);
    factor = createCosine(time, iterations, 1, 0);
    break;
  case ScheduleKind::OneCycle:
    factor = createOneCycle(schedule, time);
    break;
  case ScheduleKind::Exponential:
    factor = createDrops(schedule, time);
    break;
  case ScheduleKind::Polynomial: {
    Value length = math.constant(iterations);
    Value share = math.div(math.minimum(time, length), length);
    factor = math.pow(math.sub(math.constant(1), share),
                      math.constant(schedule.getNumber("power", 1)));
    break;
  }
  case ScheduleKind::MultiStep: {
    Value one = math.constant(1), zero = math.constant(0), drops = zero;
    for (int64_t milestone : schedule.getMilestones()) {
      Value isPassed =
          math.compare(ComparePredicate::GE, time, double(milestone));
      drops = math.add(drops, math.where(isPassed, one, zero));
    }
    factor = createDrops(schedule, drops);
    break;
  }
  case ScheduleKind::CosineRestarts:
    least = schedule.getNumber("eta_min", 0);
    factor = createCosineRestarts(schedule, time);
    break;
  case ScheduleKind::Plateau:
    // What the rate is multiplied by is state.
    break;
  }
}

//===----------------------------------------------------------------------===//
// Plateaus
//===----------------------------------------------------------------------===//

namespace {
/// What a plateau schedule makes of a step's metric: a mean of each interval,
/// and of that one step of PyTorch's ReduceLROnPlateau. All in f64 scalars.
class PlateauStep {
public:
  /// `iteration` counts from 0, `isLost` is true where the metric does not
  /// count; null for never.
  PlateauStep(const GraphBuilder &math, StepOp step, OptimizerOp optimizer,
              Value iteration, Value isLost);

  /// Keeps the metric, in a run in which the iteration does not advance.
  void keep() { assign(sum, count); }
  /// Keeps the metric, and reduces the rates where the interval ends; where
  /// `stays` is true it does not. `bases` are the rates to start from, by the
  /// names of their variables.
  void run(Value stays, const llvm::StringMap<Value> &bases);

private:
  Value read(StringRef name, Type type) const {
    return readVariable(math.builder, math.loc, name, getScalarType(type));
  }
  Value readCount(StringRef name) const {
    return math.widen(read(name, math.builder.getI64Type()));
  }
  void assignCount(StringRef name, Value count) const {
    AssignOp::create(math.builder, math.loc, name,
                     math.cast(count, math.builder.getI64Type()));
  }
  void assign(Value sum, Value count) {
    AssignOp::create(math.builder, math.loc, optimizer.getMetricSumName(), sum);
    assignCount(optimizer.getMetricCountName(), count);
  }
  Value both(Value a, Value b) const {
    return LogicalAndOp::create(math.builder, math.loc, a, b);
  }
  Value isNot(Value a) const {
    return LogicalNotOp::create(math.builder, math.loc, a);
  }
  Value isBetter(Value mean, Value best);

  const GraphBuilder &math;
  OptimizerOp optimizer;
  ScheduleAttr schedule;
  /// Iterations of the schedule with this one; none before it begins.
  Value iterations;
  Value sum, count;
};
} // namespace

PlateauStep::PlateauStep(const GraphBuilder &math, StepOp step,
                         OptimizerOp optimizer, Value iteration, Value isLost)
    : math(math), optimizer(optimizer), schedule(*optimizer.getSchedule()) {
  double warmup = schedule.getNumber("warmup", 0);
  iterations = math.add(iteration, math.constant(1 - warmup));
  Value metric = math.widen(step.getMetric());
  Value counts = both(IsFiniteOp::create(math.builder, math.loc, metric),
                      math.compare(ComparePredicate::GT, iterations, 0));
  if (isLost)
    counts = both(counts, isNot(isLost));
  sum = math.add(read(optimizer.getMetricSumName(), math.type),
                 math.where(counts, metric, 0));
  count = math.add(readCount(optimizer.getMetricCountName()),
                   math.where(counts, math.constant(1), 0));
}

Value PlateauStep::isBetter(Value mean, Value best) {
  bool isLess = schedule.getWord("mode", "min") == "min";
  double threshold = schedule.getNumber("threshold", 1e-4);
  threshold = isLess ? -threshold : threshold;
  Value bound = schedule.getWord("threshold_mode", "rel") == "rel"
                    ? math.mul(best, math.constant(1 + threshold))
                    : math.add(best, math.constant(threshold));
  return math.compare(isLess ? ComparePredicate::LT : ComparePredicate::GT,
                      mean, bound);
}

void PlateauStep::run(Value stays, const llvm::StringMap<Value> &bases) {
  // The quotient of two integers is one only where it is exact.
  double interval = schedule.getNumber("interval", 0);
  Value quotient = math.div(iterations, math.constant(interval));
  Value whole = FloorOp::create(math.builder, math.loc, quotient);
  Value ends = both(math.compare(ComparePredicate::EQ, whole, quotient),
                    math.compare(ComparePredicate::GT, iterations, 0));
  if (stays)
    ends = both(ends, isNot(stays));
  Value isFirst = math.compare(ComparePredicate::EQ, iterations, interval);

  // NaN where no value was finite: no better than any.
  Value mean = math.div(sum, count);
  Value before = read(optimizer.getBestName(), math.type);
  bool isLess = schedule.getWord("mode", "min") == "min";
  Value worst =
      math.constant(isLess ? std::numeric_limits<double>::infinity()
                           : -std::numeric_limits<double>::infinity());
  Value best = math.where(isFirst, worst, before);
  Value better = isBetter(mean, best);

  Value badBefore = readCount(optimizer.getBadIntervalsName());
  Value cooldownBefore = readCount(optimizer.getCooldownName());
  Value one = math.constant(1);
  Value bad = math.where(better, 0, math.add(badBefore, one));
  Value isCooling = math.compare(ComparePredicate::GT, cooldownBefore, 0);
  bad = math.where(isCooling, 0, bad);
  Value cooldown =
      math.where(isCooling, math.sub(cooldownBefore, one), cooldownBefore);
  Value reduces = math.compare(ComparePredicate::GT, bad,
                               schedule.getNumber("patience", 10));
  bad = math.where(reduces, 0, bad);
  cooldown = math.where(
      reduces, math.constant(schedule.getNumber("cooldown", 0)), cooldown);
  reduces = both(reduces, ends);

  // Kept as factors, so that who sets a base rate changes what follows.
  Value least = math.constant(schedule.getNumber("min_lr", 0));
  for (const std::string &name : optimizer.getLearningRateNames()) {
    std::string factorName = optimizer.getFactorName(name);
    Value factor = read(factorName, math.type), base = bases.lookup(name);
    Value rate = math.mul(base, factor);
    Value reduced = math.maximum(
        math.mul(rate, math.constant(schedule.getNumber("factor", 0.1))),
        least);
    Value changes = both(
        reduces, math.compare(ComparePredicate::GT, math.sub(rate, reduced),
                              schedule.getNumber("eps", 1e-8)));
    AssignOp::create(math.builder, math.loc, factorName,
                     math.where(changes, math.div(reduced, base), factor));
  }
  AssignOp::create(math.builder, math.loc, optimizer.getBestName(),
                   math.where(ends, math.where(better, mean, best), before));
  assignCount(optimizer.getBadIntervalsName(),
              math.where(ends, bad, badBefore));
  assignCount(optimizer.getCooldownName(),
              math.where(ends, cooldown, cooldownBefore));
  assign(math.where(ends, 0, sum), math.where(ends, 0, count));
}

//===----------------------------------------------------------------------===//
// Scalars of a step
//===----------------------------------------------------------------------===//

namespace {
/// What all parameters of a step share: flags, counters and rates, computed in
/// the graph from the state, the latter in f64.
class StepScalars {
public:
  StepScalars(OpBuilder &builder, StepOp step, OptimizerOp optimizer);

  /// The rate of this iteration that the variable `name` is the base of.
  Value getRate(StringRef name);
  /// beta to the power of the step, and 1 - that.
  Value getPower(double beta);
  Value getCorrection(double beta);
  /// What NAdam takes of the gradient and of the average, as shares of the
  /// rate.
  struct NesterovShares {
    Value gradient, mean;
  };
  NesterovShares getNesterovShares(const Settings &settings);
  /// RAdam's correction of the rate for the variance that few steps leave it,
  /// and whether there are enough of them for one.
  struct Rectification {
    Value isDefined, factor;
  };
  Rectification getRectification(double beta2);
  /// A rate that falls with the number of the step, as Adagrad's.
  Value getDecayed(Value rate, double decay);

  OpBuilder &builder;
  Location loc;
  OptimizerOp optimizer;
  GraphBuilder math;
  /// Where true, parameters and state stay as they are; null for never.
  Value stays;
  /// True in SGD's first step; null where that does not matter.
  Value isFirst;

private:
  Value read(StringRef name, Type type) const {
    return readVariable(builder, loc, name, getScalarType(type));
  }
  Value readCounter(StringRef name) const {
    return read(name, builder.getI64Type());
  }
  /// Gives a variable its new value, unless `stays`, and returns what it has
  /// then.
  Value assign(StringRef name, Value before, Value after, Value stays) const {
    if (stays)
      after = WhereOp::create(builder, loc, stays, before, after);
    AssignOp::create(builder, loc, name, after);
    return after;
  }
  /// Lets a counter go up by one, unless `stays`, and returns the sum.
  Value advance(StringRef name, Value count, Value stays) const;
  void readSchedule(StepOp step);

  /// Where true, the step is skipped; null for never.
  Value isSkipped;
  /// Where true, not even the schedule advances; null for never.
  Value isIdle;
  std::optional<ScheduleStep> schedule;
  /// The number of the step, from 1, in f64; null for SGD.
  Value number;
  /// Rates of this iteration, and what they are computed from.
  llvm::StringMap<Value> rates, bases;
  std::map<double, Value> powers, corrections;
  llvm::StringMap<NesterovShares> nesterovShares;
  std::map<double, Rectification> rectifications;
};
} // namespace

StepScalars::StepScalars(OpBuilder &builder, StepOp step, OptimizerOp optimizer)
    : builder(builder), loc(step.getLoc()), optimizer(optimizer),
      math{builder, loc, builder.getF64Type()} {
  if (!step.getSkipIf().empty())
    stays = isSkipped = createAny(builder, loc, step.getSkipIf());
  if (step.getWhen() && !getKnownFlag(step.getWhen())) {
    isIdle = LogicalNotOp::create(builder, loc, step.getWhen());
    stays = stays ? LogicalOrOp::create(builder, loc, stays, isIdle).getResult()
                  : isIdle;
  }
  if (optimizer.getSchedule())
    readSchedule(step);
  getRate(optimizer.getLearningRateName());
  if (optimizer.needsStepCount()) {
    Value steps = readCounter(optimizer.getStepsName());
    if (optimizer.getKind() == OptimizerKind::SGD)
      isFirst =
          CompareOp::create(builder, loc, ComparePredicate::EQ, steps,
                            createSplat(builder, loc, getTensorType(steps), 0));
    Value next = advance(optimizer.getStepsName(), steps, stays);
    if (optimizer.getKind() != OptimizerKind::SGD)
      number = math.widen(next);
  }
}

Value StepScalars::advance(StringRef name, Value count, Value stays) const {
  Value next = AddOp::create(
      builder, loc, count, createSplat(builder, loc, getTensorType(count), 1));
  assign(name, count, next, stays);
  return next;
}

void StepScalars::readSchedule(StepOp step) {
  Value iteration = readCounter(optimizer.getIterationsName());
  schedule.emplace(math, *optimizer.getSchedule(), math.widen(iteration));
  std::string shown = optimizer.getRateName();
  Value before = isIdle ? read(shown, builder.getF64Type()) : Value();
  assign(shown, before, getRate(optimizer.getLearningRateName()), isIdle);
  bool onStep = optimizer.getScheduleOnStep();
  if (optimizer.hasPlateau()) {
    // This iteration's rates, before they are reduced.
    for (const std::string &name : optimizer.getLearningRateNames())
      getRate(name);
    PlateauStep(math, step, optimizer, math.widen(iteration),
                onStep ? isSkipped : Value())
        .run(onStep ? stays : isIdle, bases);
  }
  // The last to read it: it is written in place.
  advance(optimizer.getIterationsName(), iteration, onStep ? stays : isIdle);
}

Value StepScalars::getRate(StringRef name) {
  Value &rate = rates[name];
  if (!rate) {
    Value base = bases[name] = read(name, builder.getF64Type());
    if (optimizer.hasPlateau())
      base = math.mul(
          base, read(optimizer.getFactorName(name), builder.getF64Type()));
    rate = schedule ? schedule->getRate(base) : base;
  }
  return rate;
}

Value StepScalars::getPower(double beta) {
  Value &power = powers[beta];
  if (!power)
    power = math.pow(math.constant(beta), number);
  return power;
}

Value StepScalars::getCorrection(double beta) {
  Value &correction = corrections[beta];
  if (!correction)
    correction = math.sub(math.constant(1), getPower(beta));
  return correction;
}

StepScalars::NesterovShares
StepScalars::getNesterovShares(const Settings &settings) {
  StringRef name = settings.momentumProductName;
  NesterovShares &shares = nesterovShares[name];
  if (shares.mean)
    return shares;
  Value one = math.constant(1);
  auto getMomentum = [&](Value step) {
    Value time = math.mul(step, math.constant(settings.momentumDecay));
    Value power = math.pow(math.constant(0.96), time);
    Value rise = math.sub(one, math.mul(math.constant(0.5), power));
    return math.mul(math.constant(settings.beta1), rise);
  };
  Value momentum = getMomentum(number);
  Value next = getMomentum(math.add(number, one));
  Value before = read(name, builder.getF64Type());
  Value product = math.mul(before, momentum);
  assign(name, before, product, stays);
  shares.gradient = math.div(math.sub(one, momentum), math.sub(one, product));
  shares.mean = math.div(next, math.sub(one, math.mul(product, next)));
  return shares;
}

StepScalars::Rectification StepScalars::getRectification(double beta2) {
  Rectification &result = rectifications[beta2];
  if (result.factor)
    return result;
  auto minus = [&](Value a, double b) { return math.sub(a, math.constant(b)); };
  // The lengths of a moving average that is as long as the exponential one, of
  // all steps and of those so far.
  double limit = 2 / (1 - beta2) - 1;
  Value doubled = math.mul(math.constant(2), number);
  Value shortage =
      math.div(math.mul(doubled, getPower(beta2)), getCorrection(beta2));
  Value length = math.sub(math.constant(limit), shortage);
  result.isDefined = math.compare(ComparePredicate::GT, length, 5);
  Value numerator = math.mul(math.mul(minus(length, 4), minus(length, 2)),
                             math.constant(limit));
  Value denominator =
      math.mul(math.constant((limit - 4) * (limit - 2)), length);
  result.factor = math.sqrt(math.div(numerator, denominator));
  return result;
}

Value StepScalars::getDecayed(Value rate, double decay) {
  if (decay == 0)
    return rate;
  Value before = math.sub(number, math.constant(1));
  Value fall = math.mul(before, math.constant(decay));
  return math.div(rate, math.add(math.constant(1), fall));
}

//===----------------------------------------------------------------------===//
// Update rules
//===----------------------------------------------------------------------===//

namespace {
/// Parameters that are updated by one op.
struct Group {
  Settings settings;
  SmallVector<unsigned> parameters;
};

/// Scalars that an update reads, rounded to the type of its arithmetic; null
/// for those that its rule does not need.
struct UpdateScalars {
  Value stays, isFirst, rate, shrink;
  /// Of the averages: 1 - beta1ⁿ, 1 - beta2ⁿ, the latter's root, and the rate
  /// by the former.
  Value correction1, correction2, root, correctedRate;
  /// NAdam's and RAdam's.
  Value gradientRate, meanRate, isRectified, rectification;

  SmallVector<Value *> list() {
    return {&stays,        &isFirst,     &rate,        &shrink,
            &correction1,  &correction2, &root,        &correctedRate,
            &gradientRate, &meanRate,    &isRectified, &rectification};
  }
};

/// An optimizer's rule for one element. Variables are read in the order in
/// which they are destinations: parameter, state.
class UpdateRule {
public:
  UpdateRule(const GraphBuilder &math, OptimizerOp optimizer,
             const Settings &settings, const UpdateScalars &scalars,
             ValueRange before)
      : math(math), optimizer(optimizer), settings(settings), scalars(scalars),
        before(before) {}

  /// The new values of parameter and state.
  SmallVector<Value> apply(Value gradient);

private:
  /// Gives variable `index` its new value unless the step is skipped, and
  /// returns what it has then. A skipped step discards what is computed from
  /// that.
  Value assign(unsigned index, Value value) {
    if (scalars.stays)
      value = math.where(scalars.stays, before[index], value);
    return after[index] = value;
  }
  // The averages in variable `index`, of which `share` stays.
  Value average(unsigned index, Value value, double share);
  Value averageSquares(unsigned index, Value value, double share);

  // What is taken from the parameter.
  Value getSgdChange(Value direction);
  Value getAdamChange(Value direction);
  // In two changes, of which the first is taken from `weight` here.
  Value getNAdamChange(Value direction, Value &weight);
  Value getRAdamChange(Value direction);
  Value getAdamaxChange(Value direction);
  Value getRmsPropChange(Value direction);
  Value getAdagradChange(Value direction);
  Value getAdadeltaChange(Value direction);

  const GraphBuilder &math;
  OptimizerOp optimizer;
  const Settings &settings;
  const UpdateScalars &scalars;
  ValueRange before;
  SmallVector<Value> after;
};
} // namespace

Value UpdateRule::average(unsigned index, Value value, double share) {
  // `lerp` starts from the nearer end.
  Value change = math.sub(value, before[index]);
  Value mean =
      1 - share < 0.5
          ? math.add(before[index], math.mul(math.constant(1 - share), change))
          : math.sub(value, math.mul(change, math.constant(share)));
  return assign(index, mean);
}

Value UpdateRule::averageSquares(unsigned index, Value value, double share) {
  Value square = math.mul(math.mul(math.constant(1 - share), value), value);
  return assign(
      index, math.add(math.mul(before[index], math.constant(share)), square));
}

// The rules are rounded in the order of PyTorch's single-tensor
// implementations.

Value UpdateRule::getSgdChange(Value direction) {
  if (settings.momentum == 0)
    return math.mul(scalars.rate, direction);
  Value momentum = math.constant(settings.momentum);
  Value fresh =
      settings.dampening == 0
          ? direction
          : math.mul(math.constant(1 - settings.dampening), direction);
  Value velocity = math.add(math.mul(momentum, before[1]), fresh);
  if (settings.dampening != 0)
    velocity = math.where(scalars.isFirst, direction, velocity);
  velocity = assign(1, velocity);
  if (settings.nesterov)
    velocity = math.add(direction, math.mul(momentum, velocity));
  return math.mul(scalars.rate, velocity);
}

Value UpdateRule::getAdamChange(Value direction) {
  Value mean = average(1, direction, settings.beta1);
  Value variance = averageSquares(2, direction, settings.beta2);
  if (settings.amsgrad)
    variance = assign(3, math.maximum(before[3], variance));

  Value denominator = math.add(math.div(math.sqrt(variance), scalars.root),
                               math.constant(settings.eps));
  return math.div(math.mul(scalars.correctedRate, mean), denominator);
}

Value UpdateRule::getNAdamChange(Value direction, Value &weight) {
  Value mean = average(1, direction, settings.beta1);
  Value variance = averageSquares(2, direction, settings.beta2);
  Value denominator =
      math.add(math.sqrt(math.div(variance, scalars.correction2)),
               math.constant(settings.eps));
  weight = math.sub(
      weight, math.div(math.mul(scalars.gradientRate, direction), denominator));
  return math.div(math.mul(scalars.meanRate, mean), denominator);
}

Value UpdateRule::getRAdamChange(Value direction) {
  Value mean = average(1, direction, settings.beta1);
  Value variance = averageSquares(2, direction, settings.beta2);
  Value plain = math.mul(math.div(mean, scalars.correction1), scalars.rate);
  Value denominator =
      math.add(math.sqrt(variance), math.constant(settings.eps));
  Value adapted = math.mul(plain, math.div(scalars.root, denominator));
  return math.where(scalars.isRectified,
                    math.mul(adapted, scalars.rectification), plain);
}

Value UpdateRule::getAdamaxChange(Value direction) {
  Value mean = average(1, direction, settings.beta1);
  Value kept = math.mul(before[2], math.constant(settings.beta2));
  Value size = math.add(math.abs(direction), math.constant(settings.eps));
  Value largest = assign(2, math.maximum(kept, size));
  return math.div(math.mul(scalars.correctedRate, mean), largest);
}

Value UpdateRule::getRmsPropChange(Value direction) {
  Value variance = averageSquares(1, direction, settings.alpha);
  if (settings.centered) {
    Value mean = average(2, direction, settings.alpha);
    variance = math.sub(variance, math.mul(mean, mean));
  }
  Value denominator =
      math.add(math.sqrt(variance), math.constant(settings.eps));
  if (settings.momentum == 0)
    return math.div(math.mul(scalars.rate, direction), denominator);
  unsigned index = before.size() - 1;
  Value kept = math.mul(math.constant(settings.momentum), before[index]);
  Value velocity =
      assign(index, math.add(kept, math.div(direction, denominator)));
  return math.mul(scalars.rate, velocity);
}

Value UpdateRule::getAdagradChange(Value direction) {
  Value sum = assign(1, math.add(before[1], math.mul(direction, direction)));
  Value denominator = math.add(math.sqrt(sum), math.constant(settings.eps));
  return math.div(math.mul(scalars.rate, direction), denominator);
}

Value UpdateRule::getAdadeltaChange(Value direction) {
  Value variance = averageSquares(1, direction, settings.rho);
  Value eps = math.constant(settings.eps);
  Value root = math.sqrt(math.add(variance, eps));
  Value scale = math.div(math.sqrt(math.add(before[2], eps)), root);
  Value change = math.mul(scale, direction);
  averageSquares(2, change, settings.rho);
  return math.mul(scalars.rate, change);
}

SmallVector<Value> UpdateRule::apply(Value gradient) {
  after.resize(before.size());
  Value weight = math.widen(before[0]);
  Value direction = math.widen(gradient);
  if (settings.weightDecay != 0) {
    if (settings.decoupledWeightDecay)
      weight = math.mul(weight, scalars.shrink);
    else
      direction = math.add(
          direction, math.mul(math.constant(settings.weightDecay), weight));
  }
  Value change;
  switch (optimizer.getKind()) {
  case OptimizerKind::SGD:
    change = getSgdChange(direction);
    break;
  case OptimizerKind::Adam:
  case OptimizerKind::AdamW:
    change = getAdamChange(direction);
    break;
  case OptimizerKind::NAdam:
    change = getNAdamChange(direction, weight);
    break;
  case OptimizerKind::RAdam:
    change = getRAdamChange(direction);
    break;
  case OptimizerKind::Adamax:
    change = getAdamaxChange(direction);
    break;
  case OptimizerKind::RMSprop:
    change = getRmsPropChange(direction);
    break;
  case OptimizerKind::Adagrad:
    change = getAdagradChange(direction);
    break;
  case OptimizerKind::Adadelta:
    change = getAdadeltaChange(direction);
    break;
  }
  assign(0, math.cast(math.sub(weight, change),
                      getTensorType(before[0]).getElementType()));
  return std::move(after);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

namespace {
/// Writes an optimizer's step.
class StepBuilder {
public:
  StepBuilder(OpBuilder &builder, StepOp step, OptimizerOp optimizer,
              ArrayRef<VariableOp> parameters,
              const llvm::StringMap<SmallVector<VariableOp>> &copies)
      : builder(builder), step(step), optimizer(optimizer),
        parameters(parameters), copies(copies),
        scalars(builder, step, optimizer) {}

  void run();

private:
  SmallVector<Group> getGroups();
  /// The scalars that the group's rule needs, in the type of its arithmetic.
  UpdateScalars getScalars(const Settings &settings, Type elementType);
  void update(const Group &group);

  OpBuilder &builder;
  StepOp step;
  OptimizerOp optimizer;
  ArrayRef<VariableOp> parameters;
  const llvm::StringMap<SmallVector<VariableOp>> &copies;
  StepScalars scalars;
};
} // namespace

SmallVector<Group> StepBuilder::getGroups() {
  // Equal settings, and scalars in the same variables, and equal element types
  // of all that is read and written.
  using Key = std::pair<std::vector<double>, std::vector<const void *>>;
  std::vector<Settings> settings;
  llvm::StringMap<double> numberOf;
  SmallVector<SmallVector<unsigned>> groups =
      groupBy<Key>(parameters.size(), [&](unsigned i) {
        VariableOp variable = parameters[i];
        StringRef name = variable.getSymName();
        const Settings &own =
            settings.emplace_back(optimizer.getSettings(name));
        std::vector<const void *> types = {
            variable.getTensorType().getElementType().getAsOpaquePointer(),
            getElementTypeOrSelf(step.getGradients()[i]).getAsOpaquePointer()};
        for (VariableOp copy : copies.lookup(name))
          types.push_back(
              copy.getTensorType().getElementType().getAsOpaquePointer());
        std::vector<double> numbers = own.getNumbers();
        for (StringRef scalar :
             {StringRef(own.rateName), StringRef(own.momentumProductName)})
          numbers.push_back(
              numberOf.try_emplace(scalar, static_cast<double>(numberOf.size()))
                  .first->second);
        return Key(numbers, types);
      });
  return llvm::map_to_vector(groups, [&](SmallVector<unsigned> &numbers) {
    return Group{settings[numbers.front()], numbers};
  });
}

UpdateScalars StepBuilder::getScalars(const Settings &settings,
                                      Type elementType) {
  GraphBuilder math{builder, step.getLoc(), elementType};
  const GraphBuilder &wide = scalars.math;
  UpdateScalars result;
  result.stays = scalars.stays;
  Value rate = scalars.getRate(settings.rateName);
  auto getRoot = [&] {
    return math.widen(wide.sqrt(scalars.getCorrection(settings.beta2)));
  };
  auto getCorrectedRate = [&] {
    return math.widen(wide.div(rate, scalars.getCorrection(settings.beta1)));
  };
  switch (optimizer.getKind()) {
  case OptimizerKind::SGD:
    result.rate = math.widen(rate);
    if (settings.momentum != 0 && settings.dampening != 0)
      result.isFirst = scalars.isFirst;
    break;
  case OptimizerKind::Adam:
  case OptimizerKind::AdamW:
    result.root = getRoot();
    result.correctedRate = getCorrectedRate();
    break;
  case OptimizerKind::NAdam: {
    StepScalars::NesterovShares shares = scalars.getNesterovShares(settings);
    result.correction2 = math.widen(scalars.getCorrection(settings.beta2));
    result.gradientRate = math.widen(wide.mul(rate, shares.gradient));
    result.meanRate = math.widen(wide.mul(rate, shares.mean));
    break;
  }
  case OptimizerKind::RAdam: {
    StepScalars::Rectification rectification =
        scalars.getRectification(settings.beta2);
    result.rate = math.widen(rate);
    result.correction1 = math.widen(scalars.getCorrection(settings.beta1));
    result.root = getRoot();
    result.isRectified = rectification.isDefined;
    result.rectification = math.widen(rectification.factor);
    break;
  }
  case OptimizerKind::Adamax:
    result.correctedRate = getCorrectedRate();
    break;
  case OptimizerKind::RMSprop:
  case OptimizerKind::Adadelta:
    result.rate = math.widen(rate);
    break;
  case OptimizerKind::Adagrad:
    result.rate = math.widen(scalars.getDecayed(rate, settings.rateDecay));
    break;
  }
  if (settings.decoupledWeightDecay && settings.weightDecay != 0) {
    Value shrink = wide.mul(rate, wide.constant(settings.weightDecay));
    result.shrink = math.widen(wide.sub(wide.constant(1), shrink));
  }
  return result;
}

void StepBuilder::update(const Group &group) {
  Location loc = step.getLoc();
  VariableOp first = parameters[group.parameters.front()];
  Type elementType = first.getTensorType().getElementType();
  Type wide = getWideType(elementType);
  size_t numCopies = copies.lookup(first.getSymName()).size();

  // Parameters, each kind of their state, each kind of their copies.
  SmallVector<SmallVector<std::string>> names(1);
  SmallVector<ArrayList> outs;
  for (unsigned i : group.parameters) {
    VariableOp variable = parameters[i];
    StringRef name = variable.getSymName();
    unsigned list = 0;
    auto add = [&](StringRef written, RankedTensorType type) {
      names.resize(std::max<size_t>(names.size(), list + 1));
      outs.resize(names.size());
      names[list].push_back(written.str());
      outs[list].push_back(readVariable(builder, loc, written, type));
      ++list;
    };
    RankedTensorType type = variable.getTensorType();
    add(name, type);
    for (auto [kind, first] : optimizer.getStateKinds(name))
      add(optimizer.getStateName(kind, name),
          cast<RankedTensorType>(type.clone(wide)));
    for (VariableOp copy : copies.lookup(name))
      add(copy.getSymName(), copy.getTensorType());
  }

  UpdateScalars outer = getScalars(group.settings, elementType);
  SmallVector<Value> operands;
  for (Value *scalar : outer.list())
    if (*scalar)
      operands.push_back(*scalar);
  auto op = createMapList(
      builder, loc, {pick(step.getGradients(), group.parameters)}, operands,
      outs, [&](OpBuilder &builder, ValueRange elements) {
        UpdateScalars inner = outer;
        unsigned next = 1;
        for (Value *scalar : inner.list())
          if (*scalar)
            *scalar = elements[next++];
        GraphBuilder math{builder, loc, elementType};
        ValueRange before = elements.drop_front(next).drop_back(numCopies);
        SmallVector<Value> after =
            UpdateRule(math, optimizer, group.settings, inner, before)
                .apply(elements.front());
        for (Value copy : elements.take_back(numCopies))
          after.push_back(
              math.cast(after.front(), getTensorType(copy).getElementType()));
        return after;
      });
  unsigned next = 0;
  for (const SmallVector<std::string> &list : names)
    for (const std::string &name : list)
      AssignOp::create(builder, loc, name, op.getResult(next++));
}

void StepBuilder::run() {
  for (const Group &group : getGroups())
    update(group);
}

/// What is left of a step that does not happen.
static void keepMetric(OpBuilder &builder, StepOp step, OptimizerOp optimizer) {
  Location loc = step.getLoc();
  GraphBuilder math{builder, loc, builder.getF64Type()};
  Value iteration = readVariable(builder, loc, optimizer.getIterationsName(),
                                 getScalarType(builder.getI64Type()));
  Value isLost;
  if (optimizer.getScheduleOnStep() && !step.getSkipIf().empty())
    isLost = createAny(builder, loc, step.getSkipIf());
  PlateauStep(math, step, optimizer, math.widen(iteration), isLost).keep();
}

LogicalResult
mlir::amp::lowerStep(StepOp op, OpBuilder &builder,
                     SymbolTableCollection &symbols,
                     const llvm::StringMap<SmallVector<VariableOp>> &copies) {
  auto optimizer = lookUp<OptimizerOp>(op, symbols, op.getOptimizerAttr());
  if (!optimizer)
    return failure();
  if (getKnownFlag(op.getWhen()) == false) {
    if (optimizer.hasPlateau())
      keepMetric(builder, op, optimizer);
    return success();
  }
  SmallVector<VariableOp> parameters;
  for (auto name : optimizer.getParameters().getAsRange<FlatSymbolRefAttr>()) {
    auto variable = lookUp<VariableOp>(op, symbols, name);
    if (!variable)
      return failure();
    parameters.push_back(variable);
  }
  StepBuilder(builder, op, optimizer, parameters, copies).run();
  return success();
}
