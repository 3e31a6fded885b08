//===- OptimizerOps.cpp - Update rules and schedules ----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Optimizers: verifiers, and the arithmetic of their steps.

#include "Composer.h"
#include "TrainingOps.h"
#include "amp/Dialect/Amp/IR/AmpMathOps.h"
#include "amp/Support/SimilarNames.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <map>
#include <optional>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

OptimizerOp::Settings OptimizerOp::getSettings() {
  Settings settings;
  settings.momentum = getMomentum().convertToDouble();
  settings.dampening = getDampening().convertToDouble();
  settings.weightDecay = getWeightDecay()
                             ? getWeightDecay()->convertToDouble()
                             : (getKind() == OptimizerKind::AdamW ? 0.01 : 0.0);
  settings.beta1 = getBeta1().convertToDouble();
  settings.beta2 = getBeta2().convertToDouble();
  settings.eps = getEps().convertToDouble();
  settings.nesterov = getNesterov();
  settings.amsgrad = getAmsgrad();
  settings.rateName = getLearningRateName();
  settings.rate = getLr().convertToDouble();
  return settings;
}

namespace {
using Settings = OptimizerOp::Settings;

/// What an optimizer and its groups can set, and who heeds it.
struct NumberKey {
  StringLiteral name;
  double Settings::*member;
  bool ofSgd, ofAdam;
};
struct FlagKey {
  StringLiteral name;
  bool Settings::*member;
  bool ofSgd, ofAdam;
};
constexpr NumberKey kNumbers[] = {
    {"lr", &Settings::rate, true, true},
    {"weight_decay", &Settings::weightDecay, true, true},
    {"momentum", &Settings::momentum, true, false},
    {"dampening", &Settings::dampening, true, false},
    {"beta1", &Settings::beta1, false, true},
    {"beta2", &Settings::beta2, false, true},
    {"eps", &Settings::eps, false, true},
};
constexpr FlagKey kFlags[] = {
    {"nesterov", &Settings::nesterov, true, false},
    {"amsgrad", &Settings::amsgrad, false, true},
};
} // namespace

template <typename Key>
static bool isHeeded(const Key &key, OptimizerOp op) {
  return op.isAdam() ? key.ofAdam : key.ofSgd;
}

static constexpr StringLiteral kGroupParameters = "parameters";

static ArrayAttr getGroupParameters(DictionaryAttr group) {
  return group.getAs<ArrayAttr>(kGroupParameters);
}

/// Replaces what the group says otherwise; its attributes are verified.
static void apply(DictionaryAttr group, unsigned index, OptimizerOp optimizer,
                  Settings &settings) {
  for (const NumberKey &key : kNumbers)
    if (auto value = group.getAs<FloatAttr>(key.name))
      settings.*key.member = value.getValueAsDouble();
  for (const FlagKey &key : kFlags)
    if (Attribute value = group.get(key.name)) {
      auto flag = dyn_cast<BoolAttr>(value);
      settings.*key.member = !flag || flag.getValue();
    }
  if (group.contains("lr"))
    settings.rateName =
        optimizer.getLearningRateName() + "." + std::to_string(index);
}

std::optional<unsigned> OptimizerOp::getGroupIndex(StringRef parameter) {
  if (!getGroups())
    return std::nullopt;
  auto name = FlatSymbolRefAttr::get(getContext(), parameter);
  for (auto [i, group] :
       llvm::enumerate(getGroups()->getAsRange<DictionaryAttr>()))
    if (llvm::is_contained(getGroupParameters(group), name))
      return static_cast<unsigned>(i);
  return std::nullopt;
}

OptimizerOp::Settings OptimizerOp::getSettings(StringRef parameter) {
  Settings settings = getSettings();
  if (std::optional<unsigned> group = getGroupIndex(parameter))
    apply(cast<DictionaryAttr>((*getGroups())[*group]), *group, *this,
          settings);
  return settings;
}

SmallVector<StringRef> OptimizerOp::getStateKinds(StringRef parameter) {
  Settings settings = getSettings(parameter);
  if (!isAdam())
    return settings.momentum != 0 ? SmallVector<StringRef>{"momentum"}
                                  : SmallVector<StringRef>();
  SmallVector<StringRef> kinds = {"exp_avg", "exp_avg_sq"};
  if (settings.amsgrad)
    kinds.push_back("max_exp_avg_sq");
  return kinds;
}

bool OptimizerOp::needsStepCount() {
  if (isAdam())
    return true;
  return llvm::any_of(getParameters().getAsRange<FlatSymbolRefAttr>(),
                      [&](FlatSymbolRefAttr name) {
                        Settings settings = getSettings(name.getValue());
                        return settings.momentum != 0 &&
                               settings.dampening != 0;
                      });
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// Checks the optimizer's own settings, or those of the group that `where`
/// names.
static LogicalResult verifySettings(OptimizerOp op, const Settings &settings,
                                    const Twine &where) {
  for (const NumberKey &key : kNumbers) {
    double value = settings.*key.member;
    bool isBeta = key.name.starts_with("beta");
    if (!(value >= 0) || !std::isfinite(value) || (isBeta && value >= 1))
      return op.emitOpError("expects ")
             << key.name << (isBeta ? " in [0, 1)" : " >= 0") << where
             << ", found " << value;
  }
  if (settings.nesterov && (settings.momentum == 0 || settings.dampening != 0))
    return op.emitOpError("expects a momentum and no dampening with nesterov")
           << where;
  return success();
}

static LogicalResult verifyGroup(OptimizerOp op, DictionaryAttr group,
                                 unsigned index,
                                 llvm::SmallDenseSet<Attribute> &free) {
  for (NamedAttribute entry : group) {
    StringRef key = entry.getName().getValue();
    Attribute value = entry.getValue();
    if (key == kGroupParameters)
      continue;
    const auto *number = llvm::find_if(
        kNumbers, [&](const NumberKey &known) { return known.name == key; });
    const auto *flag = llvm::find_if(
        kFlags, [&](const FlagKey &known) { return known.name == key; });
    bool isNumber = number != std::end(kNumbers);
    bool isFlag = flag != std::end(kFlags);
    if (!isNumber && !isFlag) {
      InFlightDiagnostic diag = op.emitOpError("group ")
                                << index << " has an unknown key '" << key
                                << "'; known are ";
      SmallVector<StringRef> heeded = {kGroupParameters};
      for (const NumberKey &known : kNumbers)
        if (isHeeded(known, op))
          heeded.push_back(known.name);
      for (const FlagKey &known : kFlags)
        if (isHeeded(known, op))
          heeded.push_back(known.name);
      llvm::interleaveComma(heeded, diag);
      return diag << ::amp::didYouMean(key, heeded);
    }
    if (isNumber ? !isHeeded(*number, op) : !isHeeded(*flag, op))
      return op.emitOpError("group ")
             << index << " has '" << key << "', which "
             << stringifyOptimizerKind(op.getKind()) << " does not heed";
    auto real = dyn_cast<FloatAttr>(value);
    if (isNumber && !(real && real.getType().isF64()))
      return op.emitOpError("expects '") << key << "' of group " << index
                                         << " to be an f64, found " << value;
    if (isFlag && !isa<UnitAttr, BoolAttr>(value))
      return op.emitOpError("expects '")
             << key << "' of group " << index << " to be true or false, found "
             << value;
  }
  ArrayAttr parameters = getGroupParameters(group);
  if (!parameters || parameters.empty())
    return op.emitOpError("expects group ")
           << index << " to name its parameters, as in parameters = [@w]";
  for (Attribute name : parameters) {
    if (!llvm::is_contained(op.getParameters(), name))
      return op.emitOpError("group ")
             << index << " names " << name
             << ", which is no parameter of the optimizer";
    if (!free.erase(name))
      return op.emitOpError("group ") << index << " names " << name
                                      << ", which a group has named already";
  }
  Settings settings = op.getSettings();
  apply(group, index, op, settings);
  return verifySettings(op, settings, " in group " + Twine(index));
}

LogicalResult OptimizerOp::verify() {
  // What is not given has its default, and a default that is given says
  // nothing.
  Properties defaults;
  populateDefaultProperties((*this)->getName(), defaults);
  const Properties &own = getProperties();
  const std::pair<StringRef, bool> ofSgd[] = {
      {"momentum", own.momentum && own.momentum != defaults.momentum},
      {"dampening", own.dampening && own.dampening != defaults.dampening},
      {"nesterov", getNesterov()}};
  const std::pair<StringRef, bool> ofAdam[] = {
      {"beta1", own.beta1 && own.beta1 != defaults.beta1},
      {"beta2", own.beta2 && own.beta2 != defaults.beta2},
      {"eps", own.eps && own.eps != defaults.eps},
      {"amsgrad", getAmsgrad()}};
  for (auto [name, isGiven] : isAdam() ? ArrayRef(ofSgd) : ArrayRef(ofAdam))
    if (isGiven)
      return emitOpError("has '")
             << name << "', which " << stringifyOptimizerKind(getKind())
             << " does not heed";
  if (failed(verifySettings(*this, getSettings(), "")))
    return failure();
  if (getParameters().empty())
    return emitOpError("expects at least one parameter");
  if (getScheduleOnStep() && !getSchedule())
    return emitOpError("expects a schedule with schedule_on_step");
  if (!getGroups())
    return success();
  llvm::SmallDenseSet<Attribute> free(getParameters().begin(),
                                      getParameters().end());
  for (auto [i, group] :
       llvm::enumerate(getGroups()->getAsRange<DictionaryAttr>()))
    if (failed(verifyGroup(*this, group, i, free)))
      return failure();
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
  if (failed(verifyFlags(*this, getSkipIf())))
    return failure();
  return getWhen() ? verifyFlags(*this, getWhen()) : success();
}

LogicalResult StepOp::canonicalize(StepOp op, PatternRewriter &rewriter) {
  return canonicalizeWhen(op, rewriter);
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

namespace {
/// A parameter of a schedule, and the values that it may have.
struct ScheduleKey {
  StringLiteral name;
  ScheduleKind kind;
  enum { Count, NotNegative, Positive, Share } range;
  bool isRequired;
};
} // namespace
static constexpr ScheduleKey kScheduleKeys[] = {
    {"iterations", ScheduleKind::Linear, ScheduleKey::Count, true},
    {"start_factor", ScheduleKind::Linear, ScheduleKey::NotNegative, false},
    {"end_factor", ScheduleKind::Linear, ScheduleKey::NotNegative, false},
    {"step_size", ScheduleKind::Step, ScheduleKey::Count, true},
    {"gamma", ScheduleKind::Step, ScheduleKey::NotNegative, false},
    {"iterations", ScheduleKind::Cosine, ScheduleKey::Count, true},
    {"eta_min", ScheduleKind::Cosine, ScheduleKey::NotNegative, false},
    {"iterations", ScheduleKind::OneCycle, ScheduleKey::Count, true},
    {"pct_start", ScheduleKind::OneCycle, ScheduleKey::Share, false},
    {"div_factor", ScheduleKind::OneCycle, ScheduleKey::Positive, false},
    {"final_div_factor", ScheduleKind::OneCycle, ScheduleKey::Positive, false},
};
/// Of every kind.
static constexpr ScheduleKey kWarmup = {"warmup", ScheduleKind::Constant,
                                        ScheduleKey::Count, false};

static LogicalResult
verifyScheduleNumber(function_ref<InFlightDiagnostic()> emitError,
                     const ScheduleKey &key, Attribute value) {
  auto expects = [&](StringRef what) {
    return emitError() << "schedule expects '" << key.name << "' to be " << what
                       << ", found " << value;
  };
  auto integer = dyn_cast<IntegerAttr>(value);
  auto real = dyn_cast<FloatAttr>(value);
  bool isInteger = integer && integer.getType().isSignlessInteger(64);
  if (key.range == ScheduleKey::Count) {
    if (!isInteger || integer.getInt() < 1)
      return expects("an i64 >= 1");
    return success();
  }
  if (!isInteger && !(real && real.getType().isF64()))
    return expects("an f64");
  double number = isInteger ? static_cast<double>(integer.getInt())
                            : real.getValueAsDouble();
  if (!std::isfinite(number) || number < 0)
    return expects("finite and not negative");
  if (key.range == ScheduleKey::Positive && number == 0)
    return expects("positive");
  if (key.range == ScheduleKey::Share && number > 1)
    return expects("in [0, 1]");
  return success();
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ScheduleKind kind,
                                   DictionaryAttr parameters) {
  SmallVector<ScheduleKey> keys = llvm::filter_to_vector(
      kScheduleKeys, [&](const ScheduleKey &key) { return key.kind == kind; });
  keys.push_back(kWarmup);
  for (const ScheduleKey &key : keys)
    if (key.isRequired && !(parameters && parameters.contains(key.name)))
      return emitError() << "schedule '" << stringifyScheduleKind(kind)
                         << "' needs '" << key.name << "'";
  if (!parameters)
    return success();
  for (NamedAttribute entry : parameters) {
    StringRef name = entry.getName().getValue();
    const ScheduleKey *key = llvm::find_if(
        keys, [&](const ScheduleKey &known) { return known.name == name; });
    if (key == keys.end()) {
      InFlightDiagnostic diag = emitError()
                                << "schedule '" << stringifyScheduleKind(kind)
                                << "' has no '" << name << "'; known are ";
      llvm::interleaveComma(
          keys, diag, [&](const ScheduleKey &known) { diag << known.name; });
      return diag;
    }
    if (failed(verifyScheduleNumber(emitError, *key, entry.getValue())))
      return failure();
  }
  return success();
}

double ScheduleAttr::getNumber(StringRef key, double fallback) {
  Attribute value = getParameters() ? getParameters().get(key) : Attribute();
  if (auto number = dyn_cast_if_present<FloatAttr>(value))
    return number.getValueAsDouble();
  if (auto number = dyn_cast_if_present<IntegerAttr>(value))
    return static_cast<double>(number.getInt());
  return fallback;
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

namespace {
/// A schedule's iteration, in f64 scalars. Rates are least + (base - least)
/// factor; the warm-up multiplies them.
class ScheduleStep {
public:
  /// `iteration` counts from 0.
  ScheduleStep(const Composer &math, ScheduleAttr schedule, Value iteration);

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

  const Composer &math;
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

ScheduleStep::ScheduleStep(const Composer &math, ScheduleAttr schedule,
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
// Steps
//===----------------------------------------------------------------------===//

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
  Value getSgdDirection(const Composer &math, const Settings &settings,
                        StringRef parameter, Value direction);
  /// What is taken from the parameter.
  Value getAdamChange(const Composer &math, const Settings &settings,
                      StringRef parameter, Value direction);

  OpBuilder &builder;
  Location loc;
  OptimizerOp optimizer;
  Composer scalars;
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

Value StepBuilder::getSgdDirection(const Composer &math,
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
Value StepBuilder::getAdamChange(const Composer &math, const Settings &settings,
                                 StringRef parameter, Value direction) {
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
  Composer math{builder, loc, getWideType(type.getElementType())};
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
