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
  /// 1 - beta to the power of the step.
  Value getCorrection(double beta);

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
  void readSchedule();

  /// Where true, not even the schedule advances; null for never.
  Value isIdle;
  std::optional<ScheduleStep> schedule;
  /// Adam's number of the step, from 1, in f64.
  Value number;
  llvm::StringMap<Value> rates;
  std::map<double, Value> corrections;
};
} // namespace

StepScalars::StepScalars(OpBuilder &builder, StepOp step, OptimizerOp optimizer)
    : builder(builder), loc(step.getLoc()), optimizer(optimizer),
      math{builder, loc, builder.getF64Type()} {
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
      number = math.widen(next);
  }
}

Value StepScalars::advance(StringRef name, Value count, Value stays) const {
  Value next = AddOp::create(
      builder, loc, count, createSplat(builder, loc, getTensorType(count), 1));
  assign(name, count, next, stays);
  return next;
}

void StepScalars::readSchedule() {
  Value iteration = readCounter(optimizer.getIterationsName());
  schedule.emplace(math, *optimizer.getSchedule(), math.widen(iteration));
  std::string shown = optimizer.getRateName();
  Value before = isIdle ? read(shown, builder.getF64Type()) : Value();
  assign(shown, before, getRate(optimizer.getLearningRateName()), isIdle);
  // The last to read it: it is written in place.
  advance(optimizer.getIterationsName(), iteration,
          optimizer.getScheduleOnStep() ? stays : isIdle);
}

Value StepScalars::getRate(StringRef name) {
  Value &rate = rates[name];
  if (!rate) {
    Value base = read(name, builder.getF64Type());
    rate = schedule ? schedule->getRate(base) : base;
  }
  return rate;
}

Value StepScalars::getCorrection(double beta) {
  Value &correction = corrections[beta];
  if (!correction)
    correction =
        math.sub(math.constant(1), math.pow(math.constant(beta), number));
  return correction;
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
  Value stays, isFirst, rate, shrink, root, correctedRate;

  SmallVector<Value *> list() {
    return {&stays, &isFirst, &rate, &shrink, &root, &correctedRate};
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
  /// What is taken from the parameter, times the rate.
  Value getSgdDirection(Value direction);
  /// What is taken from the parameter.
  Value getAdamChange(Value direction);

  const GraphBuilder &math;
  OptimizerOp optimizer;
  const Settings &settings;
  const UpdateScalars &scalars;
  ValueRange before;
  SmallVector<Value> after;
};
} // namespace

Value UpdateRule::getSgdDirection(Value direction) {
  if (settings.momentum == 0)
    return direction;
  Value momentum = math.constant(settings.momentum);
  Value fresh =
      settings.dampening == 0
          ? direction
          : math.mul(math.constant(1 - settings.dampening), direction);
  Value velocity = math.add(math.mul(momentum, before[1]), fresh);
  if (settings.dampening != 0)
    velocity = math.where(scalars.isFirst, direction, velocity);
  velocity = assign(1, velocity);
  return settings.nesterov ? math.add(direction, math.mul(momentum, velocity))
                           : velocity;
}

// Rounded in the order of PyTorch's single-tensor implementation.
Value UpdateRule::getAdamChange(Value direction) {
  // `lerp` starts from the nearer end.
  Value change = math.sub(direction, before[1]);
  Value mean =
      1 - settings.beta1 < 0.5
          ? math.add(before[1],
                     math.mul(math.constant(1 - settings.beta1), change))
          : math.sub(direction,
                     math.mul(change, math.constant(settings.beta1)));
  mean = assign(1, mean);

  Value square = math.mul(
      math.mul(math.constant(1 - settings.beta2), direction), direction);
  Value variance =
      math.add(math.mul(before[2], math.constant(settings.beta2)), square);
  variance = assign(2, variance);
  if (settings.amsgrad)
    variance = assign(3, math.maximum(before[3], variance));

  Value denominator = math.add(math.div(math.sqrt(variance), scalars.root),
                               math.constant(settings.eps));
  return math.div(math.mul(scalars.correctedRate, mean), denominator);
}

SmallVector<Value> UpdateRule::apply(Value gradient) {
  after.resize(before.size());
  Value weight = math.widen(before[0]);
  Value direction = math.widen(gradient);
  if (settings.weightDecay != 0) {
    if (optimizer.getKind() == OptimizerKind::AdamW)
      weight = math.mul(weight, scalars.shrink);
    else
      direction = math.add(
          direction, math.mul(math.constant(settings.weightDecay), weight));
  }
  Value change = optimizer.isAdam()
                     ? getAdamChange(direction)
                     : math.mul(scalars.rate, getSgdDirection(direction));
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
  // Equal settings, and equal element types of all that is read and written.
  using Key = std::pair<std::vector<double>, std::vector<const void *>>;
  std::vector<Settings> settings;
  llvm::StringMap<double> rateNumbers;
  SmallVector<SmallVector<unsigned>> groups =
      groupBy<Key>(parameters.size(), [&](unsigned i) {
        VariableOp variable = parameters[i];
        StringRef name = variable.getSymName();
        const Settings &own =
            settings.emplace_back(optimizer.getSettings(name));
        double rate = rateNumbers
                          .try_emplace(own.rateName,
                                       static_cast<double>(rateNumbers.size()))
                          .first->second;
        std::vector<const void *> types = {
            variable.getTensorType().getElementType().getAsOpaquePointer(),
            getElementTypeOrSelf(step.getGradients()[i]).getAsOpaquePointer()};
        for (VariableOp copy : copies.lookup(name))
          types.push_back(
              copy.getTensorType().getElementType().getAsOpaquePointer());
        return Key({own.momentum, own.dampening, own.weightDecay, own.beta1,
                    own.beta2, own.eps, double(own.nesterov),
                    double(own.amsgrad), rate},
                   types);
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
  if (optimizer.isAdam()) {
    result.root = math.widen(wide.sqrt(scalars.getCorrection(settings.beta2)));
    result.correctedRate =
        math.widen(wide.div(rate, scalars.getCorrection(settings.beta1)));
  } else {
    result.rate = math.widen(rate);
    if (settings.momentum != 0 && settings.dampening != 0)
      result.isFirst = scalars.isFirst;
  }
  if (optimizer.getKind() == OptimizerKind::AdamW &&
      settings.weightDecay != 0) {
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
    for (StringRef kind : optimizer.getStateKinds(name))
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

LogicalResult
mlir::amp::lowerStep(StepOp op, OpBuilder &builder,
                     SymbolTableCollection &symbols,
                     const llvm::StringMap<SmallVector<VariableOp>> &copies) {
  if (getKnownFlag(op.getWhen()) == false)
    return success();
  auto optimizer = lookUp<OptimizerOp>(op, symbols, op.getOptimizerAttr());
  if (!optimizer)
    return failure();
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
