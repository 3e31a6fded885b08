//===- Optimizers.cpp - Optimizers ----------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Settings, schedules and verifiers. The arithmetic of steps is in
// lib/Conversion/AmpToAmpRT.

#include "amp/Dialect/Amp/IR/Optimizers.h"

#include "amp/Dialect/Amp/IR/StateOps.h"
#include "amp/Support/SimilarNames.h"

#include "amp/Dialect/Amp/IR/State.h"
#include "mlir/IR/PatternMatch.h"
#include <cmath>
#include <optional>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

static double getDefaultEps(OptimizerKind kind) {
  switch (kind) {
  case OptimizerKind::Adagrad:
    return 1e-10;
  case OptimizerKind::Adadelta:
    return 1e-6;
  default:
    return 1e-8;
  }
}

OptimizerOp::Settings OptimizerOp::getSettings() {
  Settings settings;
  settings.momentum = getMomentum().convertToDouble();
  settings.dampening = getDampening().convertToDouble();
  settings.weightDecay = getWeightDecay()
                             ? getWeightDecay()->convertToDouble()
                             : (getKind() == OptimizerKind::AdamW ? 0.01 : 0.0);
  settings.beta1 = getBeta1().convertToDouble();
  settings.beta2 = getBeta2().convertToDouble();
  settings.eps =
      getEps() ? getEps()->convertToDouble() : getDefaultEps(getKind());
  settings.alpha = getAlpha().convertToDouble();
  settings.rateDecay = getLrDecay().convertToDouble();
  settings.initialAccumulator = getInitialAccumulator().convertToDouble();
  settings.momentumDecay = getMomentumDecay().convertToDouble();
  settings.rho = getRho().convertToDouble();
  settings.nesterov = getNesterov();
  settings.amsgrad = getAmsgrad();
  settings.centered = getCentered();
  settings.decoupledWeightDecay =
      getDecoupledWeightDecay() || getKind() == OptimizerKind::AdamW;
  settings.rateName = getLearningRateName();
  settings.rate = getLr().convertToDouble();
  settings.momentumProductName = getMomentumProductName();
  return settings;
}

namespace {
using Settings = OptimizerOp::Settings;

/// Sets of update rules.
enum Rules : unsigned {
  Sgd = 1u << unsigned(OptimizerKind::SGD),
  Adam = 1u << unsigned(OptimizerKind::Adam) |
         1u << unsigned(OptimizerKind::AdamW),
  RmsProp = 1u << unsigned(OptimizerKind::RMSprop),
  Adagrad = 1u << unsigned(OptimizerKind::Adagrad),
  NAdam = 1u << unsigned(OptimizerKind::NAdam),
  RAdam = 1u << unsigned(OptimizerKind::RAdam),
  Adamax = 1u << unsigned(OptimizerKind::Adamax),
  Adadelta = 1u << unsigned(OptimizerKind::Adadelta),
  /// With two averages, or an average and a largest value.
  AdamLike = Adam | NAdam | RAdam | Adamax,
  All = Sgd | AdamLike | RmsProp | Adagrad | Adadelta
};

/// What an optimizer and its groups can set, and the rules that use it.
struct NumberKey {
  StringLiteral name;
  double Settings::*member;
  unsigned rules;
};
struct FlagKey {
  StringLiteral name;
  bool Settings::*member;
  unsigned rules;
};
constexpr NumberKey kNumbers[] = {
    {"lr", &Settings::rate, All},
    {"weight_decay", &Settings::weightDecay, All},
    {"momentum", &Settings::momentum, Sgd | RmsProp},
    {"dampening", &Settings::dampening, Sgd},
    {"beta1", &Settings::beta1, AdamLike},
    {"beta2", &Settings::beta2, AdamLike},
    {"eps", &Settings::eps, All & ~Sgd},
    {"alpha", &Settings::alpha, RmsProp},
    {"lr_decay", &Settings::rateDecay, Adagrad},
    {"initial_accumulator", &Settings::initialAccumulator, Adagrad},
    {"momentum_decay", &Settings::momentumDecay, NAdam},
    {"rho", &Settings::rho, Adadelta},
};
constexpr FlagKey kFlags[] = {
    {"nesterov", &Settings::nesterov, Sgd},
    {"amsgrad", &Settings::amsgrad, Adam},
    {"centered", &Settings::centered, RmsProp},
    {"decoupled_weight_decay", &Settings::decoupledWeightDecay, NAdam | RAdam},
};
} // namespace

template <typename Key>
static bool isUsed(const Key &key, OptimizerOp op) {
  return key.rules >> unsigned(op.getKind()) & 1;
}

std::vector<double> OptimizerOp::Settings::getNumbers() const {
  std::vector<double> numbers;
  for (const NumberKey &key : kNumbers)
    if (key.member != &Settings::rate)
      numbers.push_back(this->*key.member);
  for (const FlagKey &key : kFlags)
    numbers.push_back(this->*key.member);
  return numbers;
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
  if (group.contains("beta1") || group.contains("momentum_decay"))
    settings.momentumProductName =
        optimizer.getMomentumProductName() + "." + std::to_string(index);
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

SmallVector<OptimizerOp::StateKind>
OptimizerOp::getStateKinds(StringRef parameter) {
  Settings settings = getSettings(parameter);
  SmallVector<StateKind> kinds;
  switch (getKind()) {
  case OptimizerKind::SGD:
    break;
  case OptimizerKind::Adam:
  case OptimizerKind::AdamW:
    kinds = {{"exp_avg", 0}, {"exp_avg_sq", 0}};
    if (settings.amsgrad)
      kinds.push_back({"max_exp_avg_sq", 0});
    return kinds;
  case OptimizerKind::NAdam:
  case OptimizerKind::RAdam:
    return {{"exp_avg", 0}, {"exp_avg_sq", 0}};
  case OptimizerKind::Adamax:
    return {{"exp_avg", 0}, {"exp_inf", 0}};
  case OptimizerKind::Adadelta:
    return {{"square_avg", 0}, {"acc_delta", 0}};
  case OptimizerKind::RMSprop:
    kinds = {{"square_avg", 0}};
    if (settings.centered)
      kinds.push_back({"grad_avg", 0});
    break;
  case OptimizerKind::Adagrad:
    return {{"sum", settings.initialAccumulator}};
  }
  if (settings.momentum != 0)
    kinds.push_back({"momentum", 0});
  return kinds;
}

SmallVector<std::string> OptimizerOp::getLearningRateNames() {
  SmallVector<std::string> names = {getLearningRateName()};
  if (getGroups())
    for (auto [i, group] :
         llvm::enumerate(getGroups()->getAsRange<DictionaryAttr>())) {
      Settings settings;
      settings.rateName = names.front();
      apply(group, i, *this, settings);
      if (settings.rateName != names.front())
        names.push_back(settings.rateName);
    }
  return names;
}

bool OptimizerOp::needsStepCount() {
  if (1u << unsigned(getKind()) & AdamLike)
    return true;
  return llvm::any_of(getParameters().getAsRange<FlatSymbolRefAttr>(),
                      [&](FlatSymbolRefAttr name) {
                        Settings settings = getSettings(name.getValue());
                        return (settings.momentum != 0 &&
                                settings.dampening != 0) ||
                               settings.rateDecay != 0;
                      });
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks the optimizer's own settings, or those of the group that `where`
/// names.
static LogicalResult verifySettings(OptimizerOp op, const Settings &settings,
                                    const Twine &where) {
  for (const NumberKey &key : kNumbers) {
    double value = settings.*key.member;
    // All of the average may stay in Adadelta alone.
    bool isShare = key.name.starts_with("beta") || key.name == "alpha";
    bool isClosed = key.name == "rho";
    if (!(value >= 0) || !std::isfinite(value) || (isShare && value >= 1) ||
        (isClosed && value > 1))
      return op.emitOpError("expects ") << key.name
                                        << (isShare    ? " in [0, 1)"
                                            : isClosed ? " in [0, 1]"
                                                       : " >= 0")
                                        << where << ", found " << value;
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
      SmallVector<StringRef> used = {kGroupParameters};
      for (const NumberKey &known : kNumbers)
        if (isUsed(known, op))
          used.push_back(known.name);
      for (const FlagKey &known : kFlags)
        if (isUsed(known, op))
          used.push_back(known.name);
      llvm::interleaveComma(used, diag);
      return diag << ::amp::didYouMean(key, used);
    }
    if (isNumber ? !isUsed(*number, op) : !isUsed(*flag, op))
      return op.emitOpError("group ")
             << index << " has '" << key << "', which "
             << stringifyOptimizerKind(op.getKind()) << " does not use";
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
  Attribute listed = getPropertiesAsAttr(getContext(), defaults);
  auto known = dyn_cast_or_null<DictionaryAttr>(listed);
  auto isForeign = [&](const auto &key) {
    Attribute given = (*this)->getAttr(key.name);
    return !isUsed(key, *this) && given &&
           !(known && given == known.get(key.name));
  };
  const auto *number = llvm::find_if(kNumbers, isForeign);
  const auto *flag = llvm::find_if(kFlags, isForeign);
  if (number != std::end(kNumbers) || flag != std::end(kFlags))
    return emitOpError("has '")
           << (number != std::end(kNumbers) ? number->name : flag->name)
           << "', which " << stringifyOptimizerKind(getKind())
           << " does not use";
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
  if (failed(verifyFlags(*this, getSkipIf())) ||
      (getWhen() && failed(verifyFlags(*this, getWhen()))))
    return failure();
  if (!getMetric()) {
    if (optimizer.hasPlateau())
      return emitOpError("expects a metric for the plateau schedule of ")
             << getOptimizerAttr() << ", as in metric(%loss)";
    return success();
  }
  if (!optimizer.hasPlateau())
    return emitOpError("has a metric, which only a plateau schedule watches; "
                       "give one to ")
           << getOptimizerAttr() << " or leave the metric out";
  RankedTensorType metric = getTensorType(getMetric());
  if (metric.getRank() != 0)
    return emitOpError("expects a metric of one number, of type ")
           << metric.clone(ArrayRef<int64_t>()) << ", found " << metric;
  return success();
}

LogicalResult StepOp::canonicalize(StepOp op, PatternRewriter &rewriter) {
  // Metrics count where nothing else happens, too.
  if (op.getMetric() && getKnownFlag(op.getWhen()) == false)
    return rewriter.notifyMatchFailure(op, "its metric counts");
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
  /// The last are of one kind: a list of iterations, and words.
  enum {
    Count,
    CountOrNone,
    NotNegative,
    Positive,
    Share,
    ProperShare,
    Milestones,
    Mode,
    ThresholdMode
  } range;
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
    {"gamma", ScheduleKind::Exponential, ScheduleKey::NotNegative, true},
    {"iterations", ScheduleKind::Polynomial, ScheduleKey::Count, true},
    {"power", ScheduleKind::Polynomial, ScheduleKey::NotNegative, false},
    {"milestones", ScheduleKind::MultiStep, ScheduleKey::Milestones, true},
    {"gamma", ScheduleKind::MultiStep, ScheduleKey::NotNegative, false},
    {"iterations", ScheduleKind::CosineRestarts, ScheduleKey::Count, true},
    {"t_mult", ScheduleKind::CosineRestarts, ScheduleKey::Count, false},
    {"eta_min", ScheduleKind::CosineRestarts, ScheduleKey::NotNegative, false},
    {"interval", ScheduleKind::Plateau, ScheduleKey::Count, true},
    {"mode", ScheduleKind::Plateau, ScheduleKey::Mode, false},
    {"factor", ScheduleKind::Plateau, ScheduleKey::ProperShare, false},
    {"patience", ScheduleKind::Plateau, ScheduleKey::CountOrNone, false},
    {"threshold", ScheduleKind::Plateau, ScheduleKey::NotNegative, false},
    {"threshold_mode", ScheduleKind::Plateau, ScheduleKey::ThresholdMode,
     false},
    {"cooldown", ScheduleKind::Plateau, ScheduleKey::CountOrNone, false},
    {"min_lr", ScheduleKind::Plateau, ScheduleKey::NotNegative, false},
    {"eps", ScheduleKind::Plateau, ScheduleKey::NotNegative, false},
};
/// Of every kind.
static constexpr ScheduleKey kWarmup = {"warmup", ScheduleKind::Constant,
                                        ScheduleKey::Count, false};

static bool isCount(Attribute value, int64_t least) {
  auto integer = dyn_cast<IntegerAttr>(value);
  return integer && integer.getType().isSignlessInteger(64) &&
         integer.getInt() >= least;
}

static bool areMilestones(Attribute value) {
  auto list = dyn_cast<ArrayAttr>(value);
  if (!list || list.empty())
    return false;
  int64_t last = 0;
  for (Attribute element : list) {
    if (!isCount(element, last + 1))
      return false;
    last = cast<IntegerAttr>(element).getInt();
  }
  return true;
}

static bool isOneOf(Attribute value, ArrayRef<StringRef> words) {
  auto word = dyn_cast<StringAttr>(value);
  return word && llvm::is_contained(words, word.getValue());
}

static LogicalResult
verifyScheduleValue(function_ref<InFlightDiagnostic()> emitError,
                    const ScheduleKey &key, Attribute value) {
  auto expects = [&](StringRef what) {
    return emitError() << "schedule expects '" << key.name << "' to be " << what
                       << ", found " << value;
  };
  auto check = [&](bool holds, StringRef what) -> LogicalResult {
    return holds ? success() : LogicalResult(expects(what));
  };
  switch (key.range) {
  case ScheduleKey::Count:
    return check(isCount(value, 1), "an i64 >= 1");
  case ScheduleKey::CountOrNone:
    return check(isCount(value, 0), "an i64 >= 0");
  case ScheduleKey::Milestones:
    return check(areMilestones(value),
                 "an ascending list of i64 >= 1, as [300, 600]");
  case ScheduleKey::Mode:
    return check(isOneOf(value, {"min", "max"}), "\"min\" or \"max\"");
  case ScheduleKey::ThresholdMode:
    return check(isOneOf(value, {"rel", "abs"}), "\"rel\" or \"abs\"");
  default:
    break;
  }
  auto integer = dyn_cast<IntegerAttr>(value);
  auto real = dyn_cast<FloatAttr>(value);
  bool isInteger = integer && integer.getType().isSignlessInteger(64);
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
  if (key.range == ScheduleKey::ProperShare && number >= 1)
    return expects("in [0, 1)");
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
    if (failed(verifyScheduleValue(emitError, *key, entry.getValue())))
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

StringRef ScheduleAttr::getWord(StringRef key, StringRef fallback) {
  auto word =
      getParameters() ? getParameters().getAs<StringAttr>(key) : nullptr;
  return word ? word.getValue() : fallback;
}

SmallVector<int64_t> ScheduleAttr::getMilestones() {
  SmallVector<int64_t> milestones;
  if (auto list = getParameters()
                      ? getParameters().getAs<ArrayAttr>("milestones")
                      : nullptr)
    for (auto milestone : list.getAsRange<IntegerAttr>())
      milestones.push_back(milestone.getInt());
  return milestones;
}
