//===- Training.cpp - The loop over epochs, batches and evaluations -------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Training.h"

#include "Diagnosis.h"
#include "ExitCode.h"
#include "Interrupt.h"
#include "Report.h"
#include "amp/Support/Number.h"
#include "amp/Support/TensorFile.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <limits>
#include <numeric>

using namespace llvm;
using namespace amp;
using namespace amp::run;

/// The result by which divergence is told: `loss`, or else the first scalar
/// floating-point one.
static std::string findLoss(const mlir::amp::EntryPoint &entry) {
  std::string first;
  for (const mlir::amp::EntryResult &result : entry.results) {
    bool isScalar =
        all_of(result.shape, [](int64_t size) { return size == 1; });
    if (!isFloat(result.type) || !isScalar)
      continue;
    if (result.name == "loss")
      return result.name;
    if (first.empty())
      first = result.name;
  }
  return first;
}

namespace {
/// The state of one training run.
class Trainer {
public:
  Trainer(mlir::ModuleOp module, const Precision &precision,
          const BoundEntry &entry, const BoundEntry *eval, amprt_device *device,
          const Options &options, const InitialValues &initialValues,
          Checkpoints &checkpoints, Reporter &reporter, Interrupt &interrupt,
          const Plan &plan)
      : entry(entry), eval(eval), device(device), options(options),
        initialValues(initialValues), checkpoints(checkpoints),
        reporter(reporter), interrupt(interrupt), plan(plan),
        session(module, precision, device, options) {
    report.precision = precision;
    report.samples = entry.samples;
    report.batchSize = entry.batchSize;
    report.accumulate = options.training.accumulate;
    report.lossName = findLoss(entry.entry);
    at.totals.keepsNonFinite = !entry.entry.updatesParameters;
    report.isTraining =
        entry.entry.updatesState || (eval && eval->entry.updatesState);
  }

  Expected<RunReport> run();

private:
  Error prepare();
  /// Flags that this entry point or this plan has no use for; those that are
  /// off have none.
  std::vector<std::string> findIdleFlags() const;
  /// All epochs that are left.
  Error runEpochs();
  /// What is left of the epoch that `at` is in, and what follows its last step.
  Error runEpoch();
  /// Saves where the run is, if that is asked for, and says how to go on.
  /// `isState` says that the variables are as the last step left them.
  Error endEarly(bool isState);
  /// Results of one evaluation; the first step, if any, with one that is not
  /// finite.
  Error evaluate(Totals &totals, std::optional<int64_t> &firstNonFinite,
                 double &seconds);
  bool isEvaluated(int64_t epoch) const {
    return eval && (epoch == plan.epochs ||
                    (options.evalEvery && epoch % options.evalEvery == 0));
  }
  bool isPrinted(int64_t step) const {
    return options.printEvery && step % options.printEvery == 0;
  }
  /// Gives false where the run is to end; `behind` steps have run after this
  /// one.
  Expected<bool> onStep(const NamedValues &values, int64_t behind);
  /// What a training log shows beside the results.
  Expected<NamedValues> readStatistics();
  /// Makes room for what --output is to have of each sample.
  Error reserveResults();
  /// Fails the run if a scaler has halted.
  Error checkHalt(int64_t behind);
  /// Fails the run if a parameter is not finite: no later step mends that.
  Error checkParameters(int64_t behind);
  /// True if the last update was skipped.
  Expected<bool> wasSkipped();
  /// Decides, when all steps are done, whether the run has failed.
  Error judge();
  /// Finds out why it has. Leaves another state in the session.
  Error explain();
  Error fail(std::string symptom, int64_t step);
  Error write();

  const BoundEntry &entry;
  const BoundEntry *eval;
  amprt_device *device;
  const Options &options;
  const InitialValues &initialValues;
  Checkpoints &checkpoints;
  Reporter &reporter;
  Interrupt &interrupt;
  Plan plan;
  Progression at;
  /// Steps that were done before this process.
  int64_t stepsBefore = 0;
  /// Updates that this process made or skipped.
  int64_t updates = 0;
  /// Steps whose loss was not finite, and the first of them.
  int64_t nonFiniteSteps = 0;
  std::optional<int64_t> firstNonFinite;
  /// The step of the last evaluation that was not finite.
  std::optional<int64_t> evalNonFinite;
  /// The step to look at, which did not change the state if `isIntact`.
  int64_t suspect = 0;
  bool isIntact = false;
  Session session;
  size_t trainIndex = 0, evalIndex = 0;
  /// The last epoch gives results for each sample.
  bool collectsResults = false;
  std::vector<uint64_t> evalOrder;
  RunReport report;
};
} // namespace

std::vector<std::string> Trainer::findIdleFlags() const {
  std::vector<std::string> idle;
  auto add = [&](StringRef flag, const Twine &reason) {
    auto it = options.given.find(flag.str());
    if (it != options.given.end() && it->second != "off")
      idle.push_back(("--" + flag + (it->second.empty() ? "" : "=") +
                      it->second + " has no effect: " + reason)
                         .str());
  };
  std::string name = "entry " + quote(entry.entry.name);
  if (!entry.entry.updatesParameters)
    for (StringRef flag :
         {"recompute", "activation-memory", "wgrad-type", "flat-state",
          "hoist-weight-casts", "master-weights"})
      add(flag, name + " updates no parameter");
  // In a comparison they may be for another run.
  if (!session.scalesLoss() && options.compare.empty())
    for (StringRef flag :
         {"loss-scale", "init-scale", "growth-interval", "skip-limit"})
      add(flag, name + " has no loss that is scaled");
  std::string steps = "the last step is " + std::to_string(plan.steps);
  if (options.printEvery > plan.steps)
    add("print-every", steps);
  if (options.saveEvery > plan.steps)
    add("save-every", steps + ", which is saved in any case");
  if (options.evalEvery > plan.epochs)
    add("eval-every", "the last epoch is " + Twine(plan.epochs) +
                          ", and it is evaluated after that in any case");
  if (getInfo(device).kind != AMPRT_CPU)
    add("threads",
        "they are the CPU's, and the run is on " + Twine(getInfo(device).name));
  return idle;
}

Error Trainer::prepare() {
  trainIndex = session.addEntry(entry, options.dropLast,
                                std::min(plan.steps, plan.stepsPerEpoch),
                                options.training.accumulate);
  std::string names = entry.entry.name;
  if (eval) {
    int64_t steps = eval->samples ? std::numeric_limits<int64_t>::max() : 1;
    evalIndex = session.addEntry(*eval, /*dropLast=*/false, steps);
    evalOrder.resize(static_cast<size_t>(eval->samples.value_or(0)));
    std::iota(evalOrder.begin(), evalOrder.end(), uint64_t(0));
    names += ", " + eval->entry.name;
  }
  reporter.compiling(names);
  if (Error error = session.compile())
    return error;
  if (session.getExplanation()) {
    report.explanation = session.getExplanation();
    reporter.explain(report.precision, entry.entry.name, *report.explanation);
  }
  reporter.remarks(session.getRemarks());
  reporter.warnings(session.getUnused());
  reporter.warnings(findIdleFlags());
  if (options.training.accumulate > plan.steps && !options.flush)
    reporter.remarks({"fewer steps than --accumulate=" +
                      std::to_string(options.training.accumulate) +
                      ": nothing is updated"});
  if (!options.output.empty())
    if (Error error = session.checkOutput(options.output))
      return error;
  if (checkpoints.isEnabled())
    if (Error error = session.checkState())
      return error;
  if (Error error = session.allocate())
    return error;
  if (!options.output.empty())
    if (Error error = reserveResults())
      return error;
  if (const Checkpoint *resumed = checkpoints.getResumed()) {
    std::vector<std::string> remarks;
    if (Error error = session.writeState(*resumed, remarks))
      return withContext(std::move(error), "--resume");
    if (options.learningRate) {
      auto others = session.writeLearningRate(*options.learningRate);
      if (!others)
        return others.takeError();
      if (!others->empty())
        remarks.push_back(
            "--lr=" + toDecimal(*options.learningRate) +
            " from here on; the checkpoint's was " +
            join(
                map_range(*others, [](double rate) { return toDecimal(rate); }),
                ", "));
    }
    if (options.isGiven("init-scale") && report.precision.isDynamic() &&
        !resumed->scalers.empty())
      remarks.push_back("--init-scale is for a fresh scaler: the checkpoint's "
                        "scale goes on");
    if (!initialValues.isEmpty())
      remarks.push_back("--init-from is for the first start: the checkpoint's "
                        "values go on");
    reporter.remarks(remarks);
  } else if (!initialValues.isEmpty()) {
    std::vector<std::string> remarks, warnings;
    if (Error error =
            session.takeInitialValues(initialValues, remarks, warnings))
      return error;
    reporter.remarks(remarks);
    reporter.warnings(warnings);
  }
  return reporter.checkWarnings(kInvalidInput);
}

Expected<NamedValues> Trainer::readStatistics() {
  return report.isTraining ? session.readStatistics() : NamedValues();
}

Error Trainer::reserveResults() {
  auto sayPartial = [&](size_t index, const BoundEntry &bound, bool isOneStep) {
    if (isOneStep)
      return;
    for (const std::string &name : session.getStepResults(index))
      reporter.remarks({"--output gets result " + quote(name) + " of entry " +
                        quote(bound.entry.name) +
                        " as the last step gives it: its first "
                        "dimension does not count samples"});
  };
  std::vector<std::string> names = session.getBatchedResults(trainIndex);
  sayPartial(trainIndex, entry, plan.steps == 1);
  if (!names.empty()) {
    // Each sample once, in the last epoch.
    const char *flag = plan.steps % plan.stepsPerEpoch != 0    ? "--steps"
                       : options.dropLast && entry.remainder() ? "--drop-last"
                       : at.epoch == plan.epochs && at.epochStep != 0
                           ? "--resume"
                           : nullptr;
    collectsResults = !flag;
    std::string reason = flag ? "because of " + std::string(flag) +
                                    " the last epoch has not all samples"
                              : "";
    if (flag && !report.isTraining)
      return exitError(kUsage, "--output: " + reason + " for result " +
                                   quote(names.front()) + " of entry " +
                                   quote(entry.entry.name) +
                                   "; leave the flag out");
    if (flag)
      for (const std::string &name : names)
        reporter.remarks({"--output does not get result " + quote(name) +
                          " of entry " + quote(entry.entry.name) + ": " +
                          reason});
    else if (Error error = session.reserveResults(trainIndex))
      return error;
  }
  if (!eval)
    return Error::success();
  sayPartial(evalIndex, *eval, eval->samples <= eval->batchSize);
  return session.reserveResults(evalIndex);
}

//===----------------------------------------------------------------------===//
// What goes wrong
//===----------------------------------------------------------------------===//

Error Trainer::fail(std::string symptom, int64_t step) {
  if (report.failure)
    return Error::success();
  Failure &failure = report.failure.emplace();
  failure.symptom = std::move(symptom);
  failure.entry = entry.entry.name;
  failure.step = suspect = step;
  return Error::success();
}

Error Trainer::checkHalt(int64_t behind) {
  Expected<std::vector<SkipCount>> skips = session.readSkips();
  if (!skips)
    return skips.takeError();
  for (const SkipCount &count : *skips) {
    if (report.failure || count.limit == 0 || count.inARow < count.limit)
      continue;
    // The device counts on after the limit. Back to the step that reached it.
    int64_t last = plan.getLastUpdate(at.step + behind);
    for (int64_t i = count.limit; i < count.inARow; ++i)
      last = plan.getLastUpdate(last - 1);
    int64_t first = last;
    for (int64_t i = 1; i < count.limit; ++i)
      first = plan.getLastUpdate(first - 1);
    isIntact = true;
    if (Error error =
            fail(std::to_string(count.limit) +
                     (count.limit == 1 ? " step was" : " steps in a row were") +
                     " skipped because gradients were not finite, from step " +
                     std::to_string(
                         plan.getGroupBegin(std::max<int64_t>(first, 1))) +
                     " to step " + std::to_string(last) +
                     " (the limit of scaler " + quote(count.scaler) + " is " +
                     std::to_string(count.limit) + ")",
                 last))
      return error;
  }
  return Error::success();
}

Error Trainer::checkParameters(int64_t behind) {
  if (!entry.entry.updatesParameters || report.failure)
    return Error::success();
  Expected<ParameterRange> range = session.inspectParameters();
  if (!range)
    return range.takeError();
  if (range->nonFinite.empty())
    return Error::success();
  report.failure.reset();
  int64_t step = at.firstNonFinite.value_or(at.step + behind);
  if (at.firstNonFinite)
    return fail(quote(report.lossName) + " is not finite since step " +
                    std::to_string(step),
                step);
  if (Error error =
          fail("parameter " + quote(range->nonFinite) +
                   " is not finite after step " + std::to_string(step),
               step))
    return error;
  report.failure->parameter = range->nonFinite;
  return Error::success();
}

Expected<bool> Trainer::wasSkipped() {
  Expected<std::vector<SkipCount>> skips = session.readSkips();
  if (!skips)
    return skips.takeError();
  return any_of(*skips,
                [](const SkipCount &count) { return count.inARow > 0; });
}

Error Trainer::judge() {
  if (report.failure)
    return Error::success();
  if (Error error = checkHalt(0))
    return error;
  Expected<std::vector<SkipCount>> skips = session.readSkips();
  if (!skips)
    return skips.takeError();
  bool isSkipped =
      any_of(*skips, [](const SkipCount &count) { return count.inARow > 0; });
  bool isShown = any_of(report.epochs.back().results, [&](const auto &value) {
    return value.name == report.lossName && !std::isfinite(value.value);
  });
  if (!report.failure && (isShown || (at.firstNonFinite && !isSkipped))) {
    isIntact = isSkipped || !entry.entry.updatesParameters;
    int64_t step = at.firstNonFinite.value_or(firstNonFinite.value_or(at.step));
    if (Error error =
            fail(quote(report.lossName) + " is not finite since step " +
                     std::to_string(step),
                 step))
      return error;
  }
  if (Error error = checkParameters(0))
    return error;
  if (!report.failure && evalNonFinite) {
    Failure &failure = report.failure.emplace();
    failure.symptom = "results of the evaluation, entry " +
                      quote(eval->entry.name) +
                      ", are not finite from its step " +
                      std::to_string(*evalNonFinite) + " on";
    failure.step = evalNonFinite;
    failure.entry = eval->entry.name;
  }
  if (!report.failure && updates > 0 &&
      any_of(*skips,
             [&](const SkipCount &count) { return count.inARow >= updates; })) {
    // The scale may still be falling, as it does at the start.
    Failure &warning = report.findings.emplace_back();
    warning.entry = entry.entry.name;
    warning.step = stepsBefore + 1;
    warning.symptom =
        "nothing was learned: gradients were not finite in any step, from "
        "step " +
        std::to_string(stepsBefore + 1) + " to step " +
        std::to_string(at.step) + ", and all were skipped";
    Diagnosis::describeScale(warning, *skips);
  }
  if (!report.failure && nonFiniteSteps > 0) {
    Failure &warning = report.findings.emplace_back();
    warning.entry = entry.entry.name;
    warning.step = firstNonFinite;
    warning.symptom =
        quote(report.lossName) + " was not finite in " +
        std::to_string(nonFiniteSteps) + " of " +
        std::to_string(at.step - stepsBefore) + " steps, the first is step " +
        std::to_string(*firstNonFinite) + ", and means leave them out";
    Diagnosis::findInData(warning, entry, plan.getSamples(*firstNonFinite));
  }
  return Error::success();
}

Error Trainer::explain() {
  const mlir::amp::TrainingOptions &run = report.precision.options;
  bool mayUnderflow =
      !report.failure && entry.entry.updatesParameters &&
      run.dtype == mlir::amp::LowType::F16 &&
      (report.precision.usesLists() ? run.level.has_value()
                                    : report.precision.castsModel()) &&
      (run.lossScale == mlir::amp::LossScaleMode::Off || run.initScale == 1) &&
      at.step > stepsBefore;
  if (!report.failure && !mayUnderflow)
    return Error::success();
  if (report.failure && eval && report.failure->entry == eval->entry.name &&
      evalNonFinite) {
    size_t begin =
        std::min(evalOrder.size(),
                 static_cast<size_t>((*evalNonFinite - 1) * eval->batchSize));
    ArrayRef<uint64_t> samples = ArrayRef(evalOrder).drop_front(begin);
    return Diagnosis::explainEvaluation(
        session, *report.failure, *eval, evalIndex,
        samples.take_front(static_cast<size_t>(eval->batchSize)));
  }
  auto toStart = [&]() -> Error {
    if (Error error = session.writeFirstValues())
      return error;
    std::vector<std::string> remarks, warnings;
    if (const Checkpoint *resumed = checkpoints.getResumed())
      return session.writeState(*resumed, remarks);
    return initialValues.isEmpty()
               ? Error::success()
               : session.takeInitialValues(initialValues, remarks, warnings);
  };
  auto afterEpoch = [&](int64_t epoch) -> Error {
    Totals totals;
    std::optional<int64_t> ignored;
    double seconds;
    return isEvaluated(epoch) ? evaluate(totals, ignored, seconds)
                              : Error::success();
  };
  Diagnosis diagnosis(session, plan, entry, trainIndex, report.precision,
                      stepsBefore + 1, checkpoints.getResumed(), toStart,
                      afterEpoch);
  if (report.failure)
    return diagnosis.explain(*report.failure, suspect, isIntact);
  Expected<std::optional<Failure>> underflow = diagnosis.findUnderflow(at.step);
  if (!underflow)
    return underflow.takeError();
  if (*underflow)
    report.findings.push_back(std::move(**underflow));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Expected<bool> Trainer::onStep(const NamedValues &values, int64_t behind) {
  ++at.step;
  ++at.epochStep;
  updates += plan.completesGroup(at.step);
  bool isFinite = true;
  for (const NamedValue &value : values)
    if (value.name == report.lossName)
      isFinite = std::isfinite(value.value);
  if (isFinite) {
    at.firstNonFinite.reset();
  } else {
    ++nonFiniteSteps;
    if (!firstNonFinite)
      firstNonFinite = at.step;
    if (!at.firstNonFinite)
      at.firstNonFinite = at.step;
  }
  reporter.progress(at.step);
  // Where a step is printed or saved, it is the last one that was run: what the
  // device has is of this step.
  if (isPrinted(at.step)) {
    Expected<NamedValues> statistics = readStatistics();
    if (!statistics)
      return statistics.takeError();
    report.log.push_back({at.step, values, std::move(*statistics)});
    reporter.step(report.log.back());
  }
  // A look costs nothing where the device has no work to do meanwhile, and a
  // loss that is not finite is reason enough.
  bool isSaved = checkpoints.isDue(at.step, plan.steps);
  if (isPrinted(at.step) || isSaved || !isFinite || session.isSynchronous())
    if (Error error = checkHalt(behind))
      return std::move(error);
  bool mayHaveBroken = isSaved;
  if (!isFinite && !isSaved) {
    Expected<bool> isSkipped = wasSkipped();
    if (!isSkipped)
      return isSkipped.takeError();
    mayHaveBroken = !*isSkipped;
  }
  if (mayHaveBroken)
    if (Error error = checkParameters(behind))
      return std::move(error);
  if (report.failure)
    return false;
  if (isSaved)
    if (Error error = checkpoints.save(entry, at, session))
      return std::move(error);
  return true;
}

Error Trainer::evaluate(Totals &totals, std::optional<int64_t> &firstNonFinite,
                        double &seconds) {
  totals.keepsNonFinite = !eval->entry.updatesParameters;
  int64_t step = 0;
  firstNonFinite.reset();
  Expected<PassResult> result = session.runPass(
      evalIndex, evalOrder,
      eval->samples ? std::numeric_limits<int64_t>::max() : 1,
      [](int64_t) { return false; }, [](int64_t) { return true; },
      [&](const NamedValues &values, int64_t) -> Expected<bool> {
        ++step;
        if (!firstNonFinite && any_of(values, [](const NamedValue &value) {
              return !std::isfinite(value.value);
            }))
          firstNonFinite = step;
        return true;
      },
      [&] { return interrupt.isRequested(); }, totals, nullptr);
  if (!result)
    return result.takeError();
  if (interrupt.isRequested())
    return endEarly(/*isState=*/!eval->entry.updatesState);
  seconds = result->seconds;
  return Error::success();
}

Error Trainer::runEpoch() {
  std::vector<uint64_t> order = plan.getOrder(at.epoch);
  ArrayRef<uint64_t> left = order;
  left = left.drop_front(std::min<size_t>(
      left.size(), static_cast<size_t>(at.epochStep * entry.batchSize)));
  int64_t before = at.step;
  if (collectsResults && at.epoch == plan.epochs)
    session.collectResults(trainIndex);
  Expected<PassResult> pass = session.runPass(
      trainIndex, left,
      std::min(plan.stepsPerEpoch - at.epochStep, plan.steps - before),
      [&](int64_t step) {
        step += before + 1;
        return isPrinted(step) || checkpoints.isDue(step, plan.steps);
      },
      [&](int64_t step) { return plan.completesGroup(before + step + 1); },
      [&](const NamedValues &values, int64_t behind) {
        return onStep(values, behind);
      },
      [&] { return interrupt.isRequested(); }, at.totals, &report.times);
  if (!pass)
    return pass.takeError();
  if (interrupt.isRequested())
    return endEarly(/*isState=*/true);
  report.trainSeconds += pass->seconds;
  if (Error error = checkHalt(0))
    return error;

  EpochReport &summary = report.epochs.emplace_back();
  summary.epoch = at.epoch;
  summary.steps = at.epochStep;
  summary.seconds = pass->seconds;
  Expected<bool> isSkipped = wasSkipped();
  if (!isSkipped)
    return isSkipped.takeError();
  summary.results = at.totals.results(report.failure || !*isSkipped);
  Expected<NamedValues> statistics = readStatistics();
  if (!statistics)
    return statistics.takeError();
  summary.statistics = std::move(*statistics);
  if (isEvaluated(at.epoch)) {
    Totals totals;
    double seconds = 0;
    if (!options.output.empty() && at.epoch == plan.epochs)
      session.collectResults(evalIndex);
    if (Error error = evaluate(totals, evalNonFinite, seconds))
      return error;
    report.evalSeconds += seconds;
    summary.evaluation = report.evaluation = totals.results(true);
  }
  reporter.epoch(summary, eval ? StringRef(eval->entry.name) : "");
  return Error::success();
}

Error Trainer::write() {
  Expected<std::vector<NamedTensor>> tensors = session.readTensors();
  if (!tensors)
    return tensors.takeError();
  if (Error error = saveTensors(options.output, *tensors))
    return exitError(kIO, "--output: " + toString(std::move(error)));
  return Error::success();
}

Error Trainer::runEpochs() {
  Interrupt::Deferral deferral(interrupt);
  // A checkpoint is saved right after a step: of the last step of an epoch,
  // what follows it is still to be done.
  while (true) {
    if (Error error = runEpoch())
      return error;
    if (at.epoch >= plan.epochs || report.failure)
      return Error::success();
    ++at.epoch;
    at.epochStep = 0;
    at.totals.totals.clear();
    at.totals.samples = 0;
  }
}

Error Trainer::endEarly(bool isState) {
  reporter.clearProgress();
  if (Error error = checkHalt(0))
    return error;
  if (checkpoints.isEnabled() && isState && !report.failure &&
      checkpoints.getLastSavedStep() != at.step)
    if (Error error = checkpoints.save(entry, at, session))
      return error;
  std::string message = interrupt.name() + " ended the run after step " +
                        std::to_string(at.step) + " of " +
                        std::to_string(plan.steps);
  if (report.failure)
    message += "; " + report.failure->symptom;
  if (std::optional<int64_t> saved = checkpoints.getLastSavedStep())
    message += "; step " + std::to_string(*saved) + " is saved in " +
               quote(options.checkpointDir) + ", and --resume goes on from it";
  else if (entry.entry.updatesState)
    message += "; nothing is saved (--checkpoint-dir=DIR would)";
  if (!options.output.empty())
    message += "; --output is not written";
  return exitError(static_cast<ExitCode>(interrupt.exitCode()), message);
}

Expected<RunReport> Trainer::run() {
  amprt_device_reset_memory_peak(device);
  reporter.warnings(checkpoints.getWarnings());
  reporter.beginRun(report.precision, plan.steps, plan.epochs,
                    report.isTraining ? StringRef() : entry.entry.name);
  if (checkpoints.getResumed()) {
    Expected<Progression> progression =
        checkpoints.restore(entry, plan.stepsPerEpoch, plan.steps);
    if (!progression)
      return progression.takeError();
    bool keepsNonFinite = at.totals.keepsNonFinite;
    at = std::move(*progression);
    at.totals.keepsNonFinite = keepsNonFinite;
    report.resumedFrom = stepsBefore = at.step;
  }
  reporter.remarks(checkpoints.getRemarks());
  if (Error error = prepare())
    return std::move(error);
  if (Error error = runEpochs())
    return std::move(error);
  report.steps = at.step;
  report.firstNonFinite = at.firstNonFinite;
  if (Error error = judge())
    return std::move(error);
  report.compileSeconds = session.getCompileSeconds();
  report.peakBytes = amprt_device_memory_peak(device);
  report.arenaBytes = session.getArenaBytes();
  if (options.profile) {
    Expected<std::vector<ProgramProfile>> profiles = session.getProfiles();
    if (!profiles)
      return profiles.takeError();
    report.profiles = std::move(*profiles);
  }
  if (!options.output.empty()) {
    if (!report.failure) {
      if (Error error = write())
        return std::move(error);
    } else {
      reporter.warnings({"--output: " + quote(options.output) +
                         " is not written, because the training failed"});
    }
  }
  if (Error error = explain())
    return std::move(error);
  reporter.clearProgress();
  return std::move(report);
}

Expected<RunReport>
amp::run::train(mlir::ModuleOp module, const Precision &precision,
                const BoundEntry &entry, const BoundEntry *eval,
                amprt_device *device, const Options &options,
                const InitialValues &initialValues, Checkpoints &checkpoints,
                Reporter &reporter, Interrupt &interrupt) {
  Expected<Plan> plan = Plan::make(entry, options);
  if (!plan)
    return plan.takeError();
  return Trainer(module, precision, entry, eval, device, options, initialValues,
                 checkpoints, reporter, interrupt, *plan)
      .run();
}
