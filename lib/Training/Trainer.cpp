//===- Trainer.cpp - The loop over epochs, batches and evaluations --------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/Trainer.h"

#include "Diagnosis.h"
#include "Idle.h"
#include "amp/Support/AtomicFile.h"
#include "amp/Support/Error.h"
#include "amp/Support/Number.h"
#include "amp/Support/TensorFile.h"
#include "amp/Training/Monitor.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <limits>
#include <numeric>

using namespace llvm;
using namespace amp;
using namespace amp::training;

namespace {
/// The state of one training run.
class Trainer {
public:
  Trainer(ProgramSource &source, const Precision &precision,
          const BoundEntry &entry, const BoundEntry *eval, amprt_device *device,
          const Config &config, const InitialValues &initialValues,
          Checkpoints &checkpoints, Observer &observer, const Plan &plan,
          const Monitor &monitor, const Checkpoint *start)
      : entry(entry), eval(eval), device(device), config(config),
        initialValues(initialValues), checkpoints(checkpoints),
        observer(observer), plan(plan), monitor(monitor), start(start),
        session(source, precision, device, config) {
    report.precision = precision;
    report.samples = entry.samples;
    report.batchSize = entry.batchSize;
    report.accumulate = config.training.accumulate;
    report.lossName = findLoss(entry.entry);
    report.monitored = monitor.getName();
    at.totals.keepsNonFinite = !entry.entry.updatesParameters;
    report.isTraining =
        entry.entry.updatesState || (eval && eval->entry.updatesState);
  }

  Expected<RunReport> run();
  /// Compiles and saves the programs of that.
  Error compileOnly();

private:
  /// Plans what is run; the names of the entry points.
  std::string addEntries();
  Error prepare();
  /// Gives variables the values that the run starts with, where those are not
  /// the graph's first ones, and tells what is to be known of them.
  Error writeStart(std::vector<std::string> &remarks,
                   std::vector<std::string> &warnings);
  /// All epochs that are left.
  Error runEpochs();
  /// What is left of the epoch that `at` is in, and what follows its last step.
  Error runEpoch();
  /// True once the observer wants the end.
  bool mustStop() {
    if (std::optional<std::string> reason = observer.stopReason())
      stopReason = *reason;
    return !stopReason.empty();
  }
  /// Saves where the run is, if that is asked for, and says how to go on.
  /// `isState` says that the variables are as the last step left them.
  Error endEarly(bool isState);
  /// Results of one evaluation; the first step, if any, with one that is not
  /// finite.
  Error evaluate(Totals &totals, std::optional<int64_t> &firstNonFinite,
                 double &seconds);
  bool isEvaluated(int64_t epoch) const {
    // Who looks for the best epoch looks at each, unless told otherwise.
    int64_t every =
        config.evalEvery ? config.evalEvery : int64_t(monitor.isEnabled());
    return eval && (epoch == plan.epochs || (every && epoch % every == 0));
  }
  /// Looks whether an epoch is the best one, and whether it is time to end.
  Error lookForBest(const EpochReport &epoch);
  bool isPrinted(int64_t step) const {
    return config.printEvery && step % config.printEvery == 0;
  }
  /// Gives false where the run is to end; `behind` steps have run after this
  /// one.
  Expected<bool> onStep(const NamedValues &values, int64_t behind);
  /// What a training log shows beside the results.
  Expected<NamedValues> readStatistics();
  /// Makes room for what `output` is to have of each sample.
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
  Error saveProgram();
  /// Collects what the last epoch would have, where the run ends before it.
  Error collectLate();
  Error write();

  const BoundEntry &entry;
  const BoundEntry *eval;
  amprt_device *device;
  const Config &config;
  const InitialValues &initialValues;
  Checkpoints &checkpoints;
  Observer &observer;
  Plan plan;
  const Monitor &monitor;
  const Checkpoint *start;
  Progression at;
  /// What ended the run, if something has.
  std::string stopReason;
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

std::string Trainer::addEntries() {
  trainIndex = session.addEntry(entry, config.dropLast,
                                std::min(plan.steps, plan.stepsPerEpoch),
                                config.training.accumulate);
  std::string names = entry.entry.name;
  if (eval) {
    int64_t steps = eval->samples ? std::numeric_limits<int64_t>::max() : 1;
    evalIndex = session.addEntry(*eval, /*dropLast=*/false, steps);
    evalOrder.resize(static_cast<size_t>(eval->samples.value_or(0)));
    std::iota(evalOrder.begin(), evalOrder.end(), uint64_t(0));
    evalOrder = eval->arrange(std::move(evalOrder));
    names += ", " + eval->entry.name;
  }
  return names;
}

Error Trainer::compileOnly() {
  observer.compiling(addEntries());
  if (Error error =
          session.makePrograms([&](const mlir::amp::CompilerMessage &message) {
            observer.message(message);
          }))
    return error;
  return saveProgram();
}

Error Trainer::prepare() {
  observer.compiling(addEntries());
  if (Error error =
          session.compile([&](const mlir::amp::CompilerMessage &message) {
            observer.message(message);
          }))
    return error;
  report.explanation = session.getExplanation();
  observer.compiled(session, report.precision, entry);
  observer.remarks(session.takeRemarks());
  observer.warnings(
      findUnused(session.getExecutable(), report.precision, config));
  observer.warnings(findIdle(session, entry, plan, config));
  if (!config.saveProgram.empty())
    if (Error error = saveProgram())
      return error;
  if (config.training.accumulate > plan.steps && !config.flush)
    observer.remarks({"fewer steps than " + config.spell("accumulate") + "=" +
                      std::to_string(config.training.accumulate) +
                      ": nothing is updated"});
  if (!config.output.empty())
    if (Error error = session.checkOutput(config.output))
      return error;
  if (checkpoints.isEnabled())
    if (Error error = session.checkState())
      return error;
  if (Error error = session.allocate())
    return error;
  if (!config.output.empty())
    if (Error error = reserveResults())
      return error;
  std::vector<std::string> remarks, warnings;
  if (Error error = writeStart(remarks, warnings))
    return error;
  observer.remarks(remarks);
  observer.warnings(warnings);
  return observer.ready();
}

Error Trainer::writeStart(std::vector<std::string> &remarks,
                          std::vector<std::string> &warnings) {
  const Checkpoint *resumed = checkpoints.getResumed();
  if (resumed) {
    if (Error error = session.writeState(*resumed, remarks))
      return withContext(std::move(error), config.spell("resume"));
    if (config.isGiven("init-scale") && report.precision.isDynamic() &&
        !resumed->scalers.empty())
      remarks.push_back(config.spell("init-scale") +
                        " is for a fresh scaler: the checkpoint's scale goes "
                        "on");
    if (!initialValues.isEmpty())
      remarks.push_back(config.spell("init-from") +
                        " is for the first start: the checkpoint's values go "
                        "on");
  } else if (start) {
    Checkpoint state = *start;
    if (Error error = session.completeState(state))
      return error;
    if (Error error = session.writeState(state, remarks))
      return error;
  } else if (!initialValues.isEmpty()) {
    if (Error error =
            session.takeInitialValues(initialValues, remarks, warnings))
      return error;
  }
  if (!config.learningRate)
    return Error::success();
  Expected<std::vector<double>> others =
      session.writeLearningRate(*config.learningRate);
  if (!others)
    return withContext(others.takeError(), config.spell("lr"));
  if (resumed && !others->empty())
    remarks.push_back(
        config.spell("lr") + "=" + toDecimal(*config.learningRate) +
        " from here on; the checkpoint's was " +
        join(map_range(*others, [](double rate) { return toDecimal(rate); }),
             ", "));
  return Error::success();
}

Expected<NamedValues> Trainer::readStatistics() {
  return report.isTraining ? session.readStatistics() : NamedValues();
}

Error Trainer::reserveResults() {
  auto sayPartial = [&](size_t index, const BoundEntry &bound, bool isOneStep) {
    if (isOneStep)
      return;
    for (const std::string &name : session.getStepResults(index))
      observer.remarks({config.spell("output") + " gets result " + quote(name) +
                        " of entry " + quote(bound.entry.name) +
                        " as the last step gives it: its first "
                        "dimension does not count samples"});
  };
  std::vector<std::string> names = session.getBatchedResults(trainIndex);
  sayPartial(trainIndex, entry, plan.steps == 1);
  if (!names.empty()) {
    // Each sample once, in the last epoch.
    const char *setting = plan.steps % plan.stepsPerEpoch != 0 ? "steps"
                          : config.dropLast && entry.hasRest() ? "drop-last"
                          : at.epoch == plan.epochs && at.epochStep != 0
                              ? "resume"
                              : nullptr;
    collectsResults = !setting;
    std::string reason;
    if (setting)
      reason = "because of " + config.spell(setting) +
               " the last epoch has not all samples";
    if (setting && !report.isTraining)
      return typedError(ErrorKind::Usage,
                        config.spell("output") + ": " + reason +
                            " for result " + quote(names.front()) +
                            " of entry " + quote(entry.entry.name) +
                            "; leave it out");
    if (setting)
      for (const std::string &name : names)
        observer.remarks({config.spell("output") + " does not get result " +
                          quote(name) + " of entry " + quote(entry.entry.name) +
                          ": " + reason});
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
    Diagnosis::describeScale(warning, *skips, config);
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
    ArrayRef<uint64_t> left = eval->skipSteps(evalOrder, *evalNonFinite - 1);
    return Diagnosis::explainEvaluation(
        session, *report.failure, *eval, evalIndex, config,
        left.take_front(static_cast<size_t>(eval->getStep(left).samples)));
  }
  auto toStart = [&]() -> Error {
    if (Error error = session.writeFirstValues())
      return error;
    std::vector<std::string> remarks, warnings;
    return writeStart(remarks, warnings);
  };
  auto afterEpoch = [&](int64_t epoch) -> Error {
    Totals totals;
    std::optional<int64_t> ignored;
    double seconds;
    return isEvaluated(epoch) ? evaluate(totals, ignored, seconds)
                              : Error::success();
  };
  Diagnosis diagnosis(session, plan, entry, trainIndex, report.precision,
                      config, stepsBefore + 1, checkpoints.getResumed(),
                      toStart, afterEpoch);
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
  observer.progress(at.step);
  // Where a step is printed or saved, it is the last one that was run: what the
  // device has is of this step.
  if (isPrinted(at.step)) {
    Expected<NamedValues> statistics = readStatistics();
    if (!statistics)
      return statistics.takeError();
    report.log.push_back({at.step, values, std::move(*statistics)});
    observer.step(report.log.back());
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
      [&] { return mustStop(); }, totals, nullptr);
  if (!result)
    return result.takeError();
  if (mustStop())
    return endEarly(/*isState=*/!eval->entry.updatesState);
  seconds = result->seconds;
  return Error::success();
}

Error Trainer::runEpoch() {
  std::vector<uint64_t> order = plan.getOrder(at.epoch);
  ArrayRef<uint64_t> left = entry.skipSteps(order, at.epochStep);
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
      [&] { return mustStop(); }, at.totals, &report.times);
  if (!pass)
    return pass.takeError();
  if (mustStop())
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
    if (!config.output.empty() && at.epoch == plan.epochs)
      session.collectResults(evalIndex);
    if (Error error = evaluate(totals, evalNonFinite, seconds))
      return error;
    report.evalSeconds += seconds;
    summary.evaluation = report.evaluation = totals.results(true);
  }
  observer.epoch(summary, eval ? StringRef(eval->entry.name) : "");
  if (monitor.isEnabled() && !report.failure &&
      (!eval || isEvaluated(at.epoch)))
    return lookForBest(summary);
  return Error::success();
}

Error Trainer::lookForBest(const EpochReport &epoch) {
  bool isBetter = monitor.look(epoch, at.best);
  report.best = at.best;
  if (isBetter)
    return config.saveBest ? checkpoints.saveBest(entry, at, session)
                           : Error::success();
  if (!config.patience || at.best.misses < config.patience ||
      at.epoch >= plan.epochs)
    return Error::success();
  report.isStoppedEarly = true;
  std::string best = at.best.value
                         ? "the best is " + numberText(*at.best.value) +
                               ", of epoch " + std::to_string(at.best.epoch)
                         : std::string("it never was finite");
  observer.remarks({"the run ends after epoch " + std::to_string(at.epoch) +
                    " of " + std::to_string(plan.epochs) + ": " +
                    quote(monitor.getName()) + " got no better in " +
                    std::to_string(at.best.misses) + " looks; " + best});
  if (checkpoints.isEnabled() && checkpoints.getLastSavedStep() != at.step)
    if (Error error = checkpoints.save(entry, at, session))
      return error;
  return collectLate();
}

Error Trainer::collectLate() {
  if (config.output.empty())
    return Error::success();
  if (collectsResults)
    for (const std::string &name : session.getBatchedResults(trainIndex))
      observer.remarks({config.spell("output") + " does not get result " +
                        quote(name) + " of entry " + quote(entry.entry.name) +
                        ": the run ended before its last epoch"});
  if (!eval || session.getBatchedResults(evalIndex).empty())
    return Error::success();
  session.collectResults(evalIndex);
  Totals totals;
  double seconds = 0;
  return evaluate(totals, evalNonFinite, seconds);
}

Error Trainer::saveProgram() {
  auto failure = [&](Error error) {
    return ioError(config.spell("save-program") + ": " +
                   toString(std::move(error)));
  };
  Expected<AtomicFile> file = AtomicFile::create(config.saveProgram);
  if (!file)
    return failure(file.takeError());
  if (Error error = file->write(session.getBytes()->getBuffer()))
    return failure(std::move(error));
  if (Error error = file->commit())
    return failure(std::move(error));
  Expected<mlir::amp::Executable> saved =
      mlir::amp::readExecutable(session.getBytes(), /*hasKnownDigest=*/true);
  if (!saved)
    return saved.takeError();
  observer.remarks({"the program is saved in " + quote(config.saveProgram) +
                    ": " + std::to_string(saved->functions.size()) +
                    " entries with their sizes, for " + saved->target});
  return Error::success();
}

Error Trainer::write() {
  Expected<std::vector<NamedTensor>> tensors = session.readTensors();
  if (!tensors)
    return tensors.takeError();
  if (Error error = saveTensors(config.output, *tensors))
    return typedError(ErrorKind::IO, config.spell("output") + ": " +
                                         toString(std::move(error)));
  return Error::success();
}

Error Trainer::runEpochs() {
  observer.beginSteps();
  scope_exit end([&] { observer.endSteps(); });
  // A checkpoint is saved right after a step: of the last step of an epoch,
  // what follows it is still to be done.
  while (true) {
    if (Error error = runEpoch())
      return error;
    if (at.epoch >= plan.epochs || report.failure || report.isStoppedEarly)
      return Error::success();
    ++at.epoch;
    at.epochStep = 0;
    at.totals.totals.clear();
    at.totals.samples = 0;
  }
}

Error Trainer::endEarly(bool isState) {
  observer.clearProgress();
  if (Error error = checkHalt(0))
    return error;
  if (checkpoints.isEnabled() && isState && !report.failure &&
      checkpoints.getLastSavedStep() != at.step)
    if (Error error = checkpoints.save(entry, at, session))
      return error;
  std::string message = stopReason + " ended the run after step " +
                        std::to_string(at.step) + " of " +
                        std::to_string(plan.steps);
  if (report.failure)
    message += "; " + report.failure->symptom;
  if (std::optional<int64_t> saved = checkpoints.getLastSavedStep())
    message += "; step " + std::to_string(*saved) + " is saved in " +
               quote(config.checkpointDir) + ", and " + config.spell("resume") +
               " goes on from it";
  else if (entry.entry.updatesState)
    message +=
        "; nothing is saved (" + config.spell("checkpoint-dir") + "=DIR would)";
  if (!config.output.empty())
    message += "; " + config.spell("output") + " is not written";
  return typedError(ErrorKind::Interrupted, message);
}

Expected<RunReport> Trainer::run() {
  amprt_device_reset_memory_peak(device);
  observer.warnings(checkpoints.getWarnings());
  observer.beginRun(report.precision, plan.steps, plan.epochs,
                    report.isTraining ? StringRef() : entry.entry.name);
  if (checkpoints.getResumed()) {
    Expected<Progression> progression =
        checkpoints.restore(entry, plan.stepsPerEpoch, plan.steps);
    if (!progression)
      return progression.takeError();
    bool keepsNonFinite = at.totals.keepsNonFinite;
    at = std::move(*progression);
    report.best = at.best;
    at.totals.keepsNonFinite = keepsNonFinite;
    report.resumedFrom = stepsBefore = at.step;
  }
  observer.remarks(checkpoints.getRemarks());
  if (Error error = prepare())
    return std::move(error);
  if (Error error = runEpochs())
    return std::move(error);
  report.steps = at.step;
  report.firstNonFinite = at.firstNonFinite;
  observer.remarks(session.takeRemarks());
  if (Error error = judge())
    return std::move(error);
  report.compileSeconds = session.getCompileSeconds();
  report.peakBytes = amprt_device_memory_peak(device);
  report.arenaBytes = session.getArenaBytes();
  if (config.profile) {
    Expected<std::vector<ProgramProfile>> profiles = session.getProfiles();
    if (!profiles)
      return profiles.takeError();
    report.profiles = std::move(*profiles);
  }
  if (!config.output.empty()) {
    if (!report.failure) {
      if (Error error = write())
        return std::move(error);
    } else {
      observer.warnings({config.spell("output") + ": " + quote(config.output) +
                         " is not written, because the training failed"});
    }
  }
  if (Error error = explain())
    return std::move(error);
  observer.clearProgress();
  return std::move(report);
}

Expected<RunReport> amp::training::train(
    ProgramSource &source, const Precision &precision, const BoundEntry &entry,
    const BoundEntry *eval, amprt_device *device, const Config &config,
    const InitialValues &initialValues, Checkpoints &checkpoints,
    Observer &observer, const Checkpoint *start) {
  Expected<Plan> plan = Plan::make(entry, config);
  if (!plan)
    return plan.takeError();
  Expected<Monitor> monitor = Monitor::make(config, entry, eval);
  if (!monitor)
    return monitor.takeError();
  Trainer trainer(source, precision, entry, eval, device, config, initialValues,
                  checkpoints, observer, *plan, *monitor, start);
  if (!config.compileOnly)
    return trainer.run();
  if (Error error = trainer.compileOnly())
    return std::move(error);
  return RunReport();
}
