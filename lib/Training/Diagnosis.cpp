//===- Diagnosis.cpp - Why a run went bad ---------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnosis.h"

#include "SessionState.h"
#include "llvm/Support/Regex.h"

#include <cmath>

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::ProgramTest;

/// Seconds that a run may be repeated for.
static constexpr double kReplaySeconds = 60;

/// Weights that have grown so much beyond the largest one of the start have
/// diverged; smaller first values count as this one.
static constexpr double kGrowth = 100, kLeastFirst = 0.1;

/// How much more of the gradients must be 0 in 16 bits than in 32.
static constexpr double kUnderflowShare = 0.1;

static bool is16Bit(const ProgramTest &test) {
  return test.type == "f16" || test.type == "bf16";
}

static std::string describeTest(const ProgramTest &test) {
  return (test.kind == "gradient" ? "the derivative '" : "'") + test.op +
         "' at " + test.location;
}

static void setOp(Failure &failure, const ProgramTest &test) {
  failure.op = test.op;
  failure.place = test.location;
}

/// `f32` for the op, which goes by the name of its location.
static std::string keepInF32(const ProgramTest &test, const Config &config) {
  if (test.name.empty())
    return "naming the op, loc(\"a_name\"), for " + config.spell("f32") +
           "=a_name";
  return config.spell("f32") + "=" + Regex::escape(test.name);
}

//===----------------------------------------------------------------------===//
// The state of before
//===----------------------------------------------------------------------===//

Expected<bool> Diagnosis::replay(int64_t steps) {
  if (Error error = toStart())
    return std::move(error);
  Clock::time_point start = Clock::now();
  bool isInTime = true;
  int64_t done = firstStep - 1;
  while (true) {
    int64_t epoch = done / plan.stepsPerEpoch;
    int64_t inEpoch = done % plan.stepsPerEpoch;
    if (done > 0 && inEpoch == 0)
      if (Error error = afterEpoch(epoch))
        return std::move(error);
    if (done >= steps || !isInTime)
      return isInTime;
    std::vector<uint64_t> order = plan.getOrder(epoch + 1);
    ArrayRef<uint64_t> left = bound.skipSteps(order, inEpoch);
    Totals totals;
    Expected<PassResult> pass = session.runPass(
        entry, left, std::min(plan.stepsPerEpoch - inEpoch, steps - done),
        [](int64_t) { return false; },
        [&](int64_t step) { return plan.completesGroup(done + step + 1); },
        [&](const NamedValues &, int64_t) -> Expected<bool> {
          isInTime = isInTime && secondsSince(start) < kReplaySeconds;
          return isInTime;
        },
        [] { return false; }, totals, nullptr);
    if (!pass)
      return pass.takeError();
    done += pass->steps;
    if (pass->steps == 0)
      return false;
  }
}

Expected<std::optional<Finding>> Diagnosis::locate(int64_t step) {
  return session.diagnose(entry, plan.getSamples(step),
                          plan.completesGroup(step), /*isF32=*/false);
}

/// Whether a first bad op is one because of its type, or of the loss scale:
/// `wide` is the same step without both. Where that could not be tried, f16 is
/// blamed unless the data is not finite.
static bool isDueToType(const Finding &finding,
                        const std::optional<Finding> &wide) {
  if (!wide)
    return is16Bit(*finding.op) &&
           !(finding.input && finding.input->kind == "argument");
  // What the graph itself casts stays in 16 bits.
  return !wide->op || is16Bit(*wide->op);
}

/// True if it is worth trying without 16-bit types and loss scale.
static bool mayBeDueToType(const Finding &finding) {
  return finding.op && finding.op->kind != "index" &&
         (is16Bit(*finding.op) || finding.op->kind == "gradient");
}

//===----------------------------------------------------------------------===//
// Causes
//===----------------------------------------------------------------------===//

bool Diagnosis::findInData(Failure &failure, const BoundEntry &bound,
                           ArrayRef<uint64_t> samples, StringRef name) {
  for (size_t i = 0; i < bound.arguments.size(); ++i) {
    const std::string &argumentName = bound.entry.arguments[i].name;
    const BoundArgument &argument = bound.arguments[i];
    if (!name.empty() && argumentName != name)
      continue;
    const Tensor &tensor = argument.tensor;
    int64_t row = argument.isBatched ? tensor.numElements() / tensor.shape[0]
                                     : tensor.numElements();
    auto look = [&](int64_t begin) {
      FloatRange range = inspectFloats(tensor, begin, row);
      if (!range.firstNonFinite)
        return false;
      failure.kind = "data";
      failure.array = argumentName;
      if (argument.isBatched)
        failure.sample = begin / row;
      failure.cause = argument.origin + " has " + numberText(range.nonFinite) +
                      " in " + describeElement(argument, *range.firstNonFinite);
      return true;
    };
    if (row == 0)
      continue;
    if (!argument.isBatched && look(0))
      return true;
    if (argument.isBatched)
      for (uint64_t sample : samples)
        if (look(static_cast<int64_t>(sample) * row))
          return true;
  }
  return false;
}

/// Tells of an index, of data or of an op by itself; false if it is another
/// cause.
static bool describeSource(Failure &failure, const BoundEntry &bound,
                           ArrayRef<uint64_t> samples, const Finding &finding) {
  if (finding.op && finding.op->kind == "index") {
    setOp(failure, *finding.op);
    failure.kind = "index";
    failure.cause = describeTest(*finding.op) +
                    " gets an index, such as a label, that is out of its range";
    failure.remedies = {"printing what the graph computes it from"};
    return true;
  }
  if (finding.input && finding.input->kind == "argument" &&
      Diagnosis::findInData(failure, bound, samples, finding.input->name)) {
    if (finding.op) {
      setOp(failure, *finding.op);
      failure.cause += ", and " + describeTest(*finding.op) +
                       " is the first op that is not finite";
    }
    failure.remedies = {"mending or removing that sample"};
    return true;
  }
  return false;
}

/// What an op does by itself, in any type.
static void describeOp(Failure &failure, const ProgramTest &test) {
  setOp(failure, test);
  bool isGradient = test.kind == "gradient";
  failure.kind = isGradient ? "gradient" : "value";
  failure.cause = describeTest(test) + " gives what is not finite, in f32 too";
  failure.remedies = {
      isGradient ? "keeping the op from where its derivative is infinite, such "
                   "as a root of 0, with a small number added"
                 : "keeping the op from what it has no value for, such as an "
                   "exponential of 1000, or, with a small number added, a "
                   "logarithm of 0 or a division by 0"};
}

Error Diagnosis::suggestRate(Failure &failure) {
  Expected<std::optional<double>> rate = session.readLearningRate();
  if (!rate)
    return rate.takeError();
  if (!*rate || **rate <= 0) {
    failure.remedies = {"a smaller " + config.spell("lr")};
    return Error::success();
  }
  failure.cause += ", at a learning rate of " + numberText(**rate);
  failure.remedies = {config.spell("lr") + "=" + numberText(**rate / 10)};
  return Error::success();
}

void Diagnosis::describeScale(Failure &failure, ArrayRef<SkipCount> skips,
                              const Config &config) {
  failure.kind = "gradient_overflow";
  const SkipCount *worst = nullptr;
  for (const SkipCount &count : skips)
    if (!worst || count.inARow > worst->inARow)
      worst = &count;
  if (!worst) {
    failure.remedies = {config.spell("precision") + "=bf16"};
    return;
  }
  failure.cause += (failure.cause.empty() ? "gradients overflow" : ",") +
                   std::string(" with a loss scale of ") +
                   numberText(worst->scale);
  if (worst->scale <= 1)
    failure.remedies = {config.spell("precision") + "=bf16"};
  else if (worst->isFixed)
    failure.remedies = {config.spell("loss-scale") + "=dynamic",
                        config.spell("loss-scale") + "=" +
                            numberText(worst->scale / 16)};
  else
    failure.remedies = {
        config.spell("init-scale") + "=" + numberText(worst->scale / 16),
        "more steps and a larger " + config.spell("skip-limit")};
}

Error Diagnosis::addScale(Failure &failure) {
  Expected<std::vector<SkipCount>> skips = session.readSkips();
  if (!skips)
    return skips.takeError();
  describeScale(failure, *skips, config);
  return Error::success();
}

Error Diagnosis::describe(Failure &failure, int64_t step,
                          const Finding &finding, bool isIntact) {
  bool isFinite = false;
  if (mayBeDueToType(finding)) {
    Expected<std::optional<Finding>> wide =
        session.diagnose(entry, plan.getSamples(step),
                         plan.completesGroup(step), /*isF32=*/true);
    if (!wide)
      return wide.takeError();
    isFinite = isDueToType(finding, *wide);
  }
  if (!isFinite &&
      describeSource(failure, bound, plan.getSamples(step), finding))
    return Error::success();

  Expected<ParameterRange> range = session.inspectParameters();
  if (!range)
    return range.takeError();
  Expected<double> first = session.getFirstLargest(resumed);
  if (!first)
    return first.takeError();
  bool hasGrown = range->largest > kGrowth * std::max(*first, kLeastFirst);
  if (finding.op)
    setOp(failure, *finding.op);
  if (!range->nonFinite.empty() || (hasGrown && step > 1)) {
    failure.kind = "diverged";
    failure.parameter =
        range->nonFinite.empty() ? range->largestName : range->nonFinite;
    failure.cause =
        "the weights have diverged: before step " + std::to_string(step) +
        " parameter " + quote(failure.parameter) +
        (range->nonFinite.empty() ? " has reached " + numberText(range->largest)
                                  : std::string(" is not finite")) +
        ", where the largest began with " + numberText(*first);
    if (finding.op)
      failure.cause += ", and " + describeTest(*finding.op) + " overflows";
    return suggestRate(failure);
  }
  if (!finding.op) {
    if (isIntact)
      return addScale(failure);
    failure.cause = "no op by itself gives what is not finite: the update of "
                    "step " +
                    std::to_string(step) + " is too large";
    failure.kind = "diverged";
    return suggestRate(failure);
  }
  if (!isFinite) {
    describeOp(failure, *finding.op);
    return Error::success();
  }
  failure.cause = describeTest(*finding.op) + " overflows in " +
                  finding.op->type +
                  (is16Bit(*finding.op) ? ", in f32 it does not" : "");
  if (finding.op->kind == "gradient") {
    if (Error error = addScale(failure))
      return error;
  } else {
    failure.kind = "overflow";
    if (finding.op->type == "f16")
      failure.remedies = {config.spell("precision") + "=bf16"};
  }
  if (is16Bit(*finding.op))
    failure.remedies.push_back(keepInF32(*finding.op, config));
  return Error::success();
}

Error Diagnosis::explain(Failure &failure, int64_t step, bool isIntact) {
  failure.entry = bound.entry.name;
  failure.step = step;
  int64_t seen = step;
  // Parameters stay within a group: any of its micro-batches may be the one.
  int64_t begin =
      isIntact ? std::max(plan.getGroupBegin(step), firstStep) : step;
  bool isThere = isIntact;
  if (!isIntact) {
    Expected<bool> result = replay(begin - 1);
    if (!result)
      return result.takeError();
    isThere = *result;
  }
  if (!isThere) {
    if (findInData(failure, bound, plan.getSamples(step))) {
      failure.remedies = {"mending or removing that sample"};
      return Error::success();
    }
    failure.cause = "to find the op, the steps before would have to run again, "
                    "which takes more than " +
                    std::to_string(static_cast<int>(kReplaySeconds)) + " s";
    failure.remedies = {"a smaller " + config.spell("lr"),
                        config.spell("resume") + " with " +
                            config.spell("checkpoint-dir") + " and " +
                            config.spell("save-every") +
                            ", "
                            "which begins shortly before"};
    return Error::success();
  }
  std::optional<Finding> last;
  for (int64_t current = begin; current <= step; ++current) {
    Expected<std::optional<Finding>> finding = locate(current);
    if (!finding)
      return finding.takeError();
    if (!*finding)
      break;
    last = **finding;
    bool isBroken = last->input && last->input->kind == "variable";
    if (!last->op && !isBroken)
      continue;
    // A parameter that is not finite before the step: an update did that.
    int64_t update = plan.getLastUpdate(current - 1);
    if (isBroken && !isIntact && update >= firstStep) {
      Expected<ParameterRange> range = session.inspectParameters();
      if (!range)
        return range.takeError();
      if (!range->nonFinite.empty()) {
        failure.parameter = range->nonFinite;
        begin = std::max(plan.getGroupBegin(update), firstStep);
        Expected<bool> result = replay(begin - 1);
        if (!result)
          return result.takeError();
        if (!*result)
          break;
        failure.step = step = update;
        isIntact = false;
        current = begin - 1;
        continue;
      }
    }
    failure.step = current;
    if (Error error = describe(failure, current, *last, isIntact))
      return error;
    if (current < seen)
      failure.cause =
          "it began in step " + std::to_string(current) + ", " + failure.cause;
    return Error::success();
  }
  return describe(failure, step, last.value_or(Finding()), isIntact);
}

Error Diagnosis::explainEvaluation(Session &session, Failure &failure,
                                   const BoundEntry &bound, size_t entry,
                                   const Config &config,
                                   ArrayRef<uint64_t> samples) {
  failure.entry = bound.entry.name;
  Expected<std::optional<Finding>> finding =
      session.diagnose(entry, samples, /*completesGroup=*/true,
                       /*isF32=*/false);
  if (!finding)
    return finding.takeError();
  if (!*finding) {
    findInData(failure, bound, samples);
    return Error::success();
  }
  const Finding &found = **finding;
  if (mayBeDueToType(found)) {
    Expected<std::optional<Finding>> wide = session.diagnose(
        entry, samples, /*completesGroup=*/true, /*isF32=*/true);
    if (!wide)
      return wide.takeError();
    if (isDueToType(found, *wide)) {
      setOp(failure, *found.op);
      failure.kind = "overflow";
      failure.cause = describeTest(*found.op) + " overflows in " +
                      found.op->type + ", in f32 it does not";
      if (found.op->type == "f16")
        failure.remedies = {config.spell("precision") + "=bf16"};
      failure.remedies.push_back(keepInF32(*found.op, config));
      return Error::success();
    }
  }
  if (!describeSource(failure, bound, samples, found) && found.op)
    ::describeOp(failure, *found.op);
  return Error::success();
}

Expected<std::optional<Failure>> Diagnosis::findUnderflow(int64_t step) {
  std::vector<uint64_t> samples = plan.getSamples(step);
  bool completes = plan.completesGroup(step);
  double shares[2];
  for (bool isF32 : {false, true}) {
    Expected<std::optional<Finding>> finding =
        session.diagnose(entry, samples, completes, isF32);
    if (!finding)
      return finding.takeError();
    if (!*finding)
      return std::nullopt;
    shares[isF32] = (*finding)->zeroGradients;
  }
  if (shares[0] < shares[1] + kUnderflowShare)
    return std::nullopt;
  auto percent = [](double share) {
    return numberText(std::round(1000 * share) / 10) + " %";
  };
  Failure warning;
  warning.kind = "underflow";
  warning.entry = bound.entry.name;
  warning.step = step;
  warning.symptom = percent(shares[0]) + " of the gradients of step " +
                    std::to_string(step) + " are 0, where " +
                    percent(shares[1]) + " are in f32";
  warning.cause = "they are too small for " +
                  stringifyOption(precision.options.dtype).str();
  warning.remedies = {config.spell("loss-scale") + "=dynamic"};
  return warning;
}
