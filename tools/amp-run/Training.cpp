//===- Training.cpp - The loop over epochs, batches and evaluations -------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Training.h"

#include "ExitCode.h"
#include "Report.h"
#include "amp/Support/Random.h"
#include "amp/Support/TensorFile.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>
#include <numeric>

using namespace llvm;
using namespace amp;
using namespace amp::run;

namespace {
struct Plan {
  int64_t stepsPerEpoch;
  int64_t epochs;
  int64_t steps;
};
} // namespace

static Expected<Plan> makePlan(const BoundEntry &entry,
                               const Options &options) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  if (!entry.samples) {
    // Nothing says what an epoch or a batch is.
    const char *flag = options.epochs      ? "--epochs"
                       : options.batchSize ? "--batch-size"
                       : options.shuffle   ? "--shuffle"
                       : options.dropLast  ? "--drop-last"
                       : options.flush     ? "--flush"
                                           : nullptr;
    if (flag)
      return exitError(kUsage, std::string(flag) +
                                   " needs a data set (--data) "
                                   "for entry " +
                                   quote(entry.entry.name) +
                                   "; --steps is the number of steps without "
                                   "one");
    int64_t steps = options.steps.value_or(1);
    return Plan{steps, 1, steps};
  }
  Plan plan;
  plan.stepsPerEpoch =
      entry.fullBatches() + (entry.remainder() && !options.dropLast ? 1 : 0);
  int64_t limit = options.steps.value_or(kMax);
  if (options.epochs)
    plan.epochs = *options.epochs;
  else
    plan.epochs = options.steps ? static_cast<int64_t>(divideCeil(
                                      *options.steps, plan.stepsPerEpoch))
                                : 1;
  uint64_t all = SaturatingMultiply<uint64_t>(plan.epochs, plan.stepsPerEpoch);
  plan.steps = static_cast<int64_t>(
      std::min<uint64_t>(all, static_cast<uint64_t>(limit)));
  plan.epochs =
      static_cast<int64_t>(divideCeil(plan.steps, plan.stepsPerEpoch));
  return plan;
}

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

/// Programs are compiled apart, and each keeps only the copies of weights that
/// it reads itself: if two entry points changed parameters, the steps of one
/// would leave the other's copies stale.
static bool canHoistWeightCasts(const BoundEntry &entry, const BoundEntry *eval,
                                const Options &options) {
  return options.hoistWeightCasts.value_or(true) &&
         !(entry.entry.updatesParameters && eval &&
           eval->entry.updatesParameters);
}

namespace {
/// The state of one training run.
class Trainer {
public:
  Trainer(mlir::ModuleOp module, const Precision &precision,
          const BoundEntry &entry, const BoundEntry *eval, amprt_device *device,
          const Options &options, Checkpoints &checkpoints, Reporter &reporter,
          const Plan &plan)
      : entry(entry), eval(eval), device(device), options(options),
        checkpoints(checkpoints), reporter(reporter), plan(plan),
        session(module, precision, device, options,
                canHoistWeightCasts(entry, eval, options)) {
    report.precision = precision;
    report.samples = entry.samples;
    report.batchSize = entry.batchSize;
    report.accumulate = options.accumulate;
    report.lossName = findLoss(entry.entry);
  }

  Expected<RunReport> run();

private:
  Error prepare();
  /// What is left of the epoch that `at` is in, and what follows its last step.
  Error runEpoch();
  Error evaluate();
  bool isPrinted(int64_t step) const {
    return options.printEvery && step % options.printEvery == 0;
  }
  /// Gives false where the run is to end.
  Expected<bool> onStep(const NamedValues &values);
  /// True if the step `ahead` steps after `from` is the last micro-batch of an
  /// update.
  bool completesGroup(const Progression &from, int64_t ahead) const;
  /// Ends the run if its scaler has halted.
  Error checkHalt();
  Error write();

  const BoundEntry &entry;
  const BoundEntry *eval;
  amprt_device *device;
  const Options &options;
  Checkpoints &checkpoints;
  Reporter &reporter;
  Plan plan;
  Progression at;
  Session session;
  size_t trainIndex = 0, evalIndex = 0;
  std::vector<uint64_t> order, evalOrder;
  RunReport report;
};
} // namespace

static std::vector<uint64_t> naturalOrder(const BoundEntry &entry) {
  std::vector<uint64_t> order(static_cast<size_t>(entry.samples.value_or(0)));
  std::iota(order.begin(), order.end(), uint64_t(0));
  return order;
}

Error Trainer::prepare() {
  reporter.compiling(entry.entry.name);
  Expected<size_t> index = session.addEntry(
      entry, options.dropLast, std::min(plan.steps, plan.stepsPerEpoch),
      options.accumulate);
  if (!index)
    return index.takeError();
  trainIndex = *index;
  if (session.getExplanation()) {
    report.explanation = session.getExplanation();
    reporter.explain(report.precision, entry.entry.name, *report.explanation);
  }
  if (eval) {
    reporter.compiling(eval->entry.name);
    int64_t steps = eval->samples ? std::numeric_limits<int64_t>::max() : 1;
    index = session.addEntry(*eval, /*dropLast=*/false, steps);
    if (!index)
      return index.takeError();
    evalIndex = *index;
    evalOrder = naturalOrder(*eval);
  }
  reporter.remarks(session.getRemarks());
  if (options.accumulate > plan.steps && !options.flush)
    reporter.remarks(
        {"fewer steps than --accumulate=" + std::to_string(options.accumulate) +
         ": nothing is updated"});
  if (!options.output.empty())
    if (Error error = session.checkOutput(options.output))
      return error;
  if (checkpoints.isEnabled())
    if (Error error = session.checkState())
      return error;
  order = naturalOrder(entry);
  if (Error error = session.allocate())
    return error;
  if (const Checkpoint *resumed = checkpoints.getResumed()) {
    std::vector<std::string> remarks;
    if (Error error = session.writeState(*resumed, remarks))
      return withContext(std::move(error), "--resume");
    if (options.initScale && report.precision.lossScale == "dynamic" &&
        !resumed->scalers.empty())
      remarks.push_back("--init-scale is for a fresh scaler: the checkpoint's "
                        "scale goes on");
    reporter.remarks(remarks);
  }
  return Error::success();
}

bool Trainer::completesGroup(const Progression &from, int64_t ahead) const {
  int64_t step = from.step + ahead, inEpoch = from.epochStep + ahead;
  // With --flush groups begin with the epoch and end with it.
  if (options.flush)
    return inEpoch % options.accumulate == 0 || inEpoch == plan.stepsPerEpoch;
  return step % options.accumulate == 0;
}

Error Trainer::checkHalt() {
  Expected<std::string> halt = session.explainHalt(trainIndex);
  if (!halt)
    return halt.takeError();
  report.halt = std::move(*halt);
  return Error::success();
}

Expected<bool> Trainer::onStep(const NamedValues &values) {
  ++at.step;
  ++at.epochStep;
  for (const NamedValue &value : values) {
    if (value.name != report.lossName)
      continue;
    if (std::isfinite(value.value))
      at.firstNonFinite.reset();
    else if (!at.firstNonFinite)
      at.firstNonFinite = at.step;
  }
  reporter.progress(at.step);
  // Where a step is printed or saved, it is the last one that was run: what the
  // device has is of this step.
  if (isPrinted(at.step)) {
    Expected<NamedValues> statistics = session.readStatistics();
    if (!statistics)
      return statistics.takeError();
    report.log.push_back({at.step, values, std::move(*statistics)});
    reporter.step(report.log.back());
  }
  bool isSaved = checkpoints.isDue(at.step, plan.steps);
  if (isPrinted(at.step) || isSaved)
    if (Error error = checkHalt())
      return std::move(error);
  if (!report.halt.empty())
    return false;
  if (isSaved)
    if (Error error = checkpoints.save(entry, at, session))
      return std::move(error);
  return true;
}

Error Trainer::evaluate() {
  Totals totals;
  Expected<PassResult> result = session.runPass(
      evalIndex, evalOrder,
      eval->samples ? std::numeric_limits<int64_t>::max() : 1,
      [](int64_t) { return false; }, [](int64_t) { return true; },
      [](const NamedValues &) -> Expected<bool> { return true; }, totals,
      nullptr);
  if (!result)
    return result.takeError();
  report.evalSeconds += result->seconds;
  report.evaluation = totals.results();
  return Error::success();
}

Error Trainer::runEpoch() {
  if (options.shuffle)
    order = shufflePermutation(
        options.seed, static_cast<uint64_t>(at.epoch - 1), order.size());
  ArrayRef<uint64_t> left = order;
  left = left.drop_front(std::min<size_t>(
      left.size(), static_cast<size_t>(at.epochStep * entry.batchSize)));
  int64_t before = at.step;
  Expected<PassResult> pass = session.runPass(
      trainIndex, left,
      std::min(plan.stepsPerEpoch - at.epochStep, plan.steps - before),
      [&](int64_t step) {
        step += before + 1;
        return isPrinted(step) || checkpoints.isDue(step, plan.steps);
      },
      [&, first = at](int64_t step) { return completesGroup(first, step + 1); },
      [&](const NamedValues &values) { return onStep(values); }, at.totals,
      &report.times);
  if (!pass)
    return pass.takeError();
  report.trainSeconds += pass->seconds;

  EpochReport &summary = report.epochs.emplace_back();
  summary.epoch = at.epoch;
  summary.steps = at.epochStep;
  summary.seconds = pass->seconds;
  summary.results = at.totals.results();
  Expected<NamedValues> statistics = session.readStatistics();
  if (!statistics)
    return statistics.takeError();
  summary.statistics = std::move(*statistics);
  bool isLast = at.epoch == plan.epochs;
  if (eval &&
      (isLast || (options.evalEvery && at.epoch % options.evalEvery == 0))) {
    if (Error error = evaluate())
      return error;
    summary.evaluation = report.evaluation;
  }
  reporter.epoch(summary, eval ? StringRef(eval->entry.name) : "");
  return report.halt.empty() ? checkHalt() : Error::success();
}

Error Trainer::write() {
  Expected<std::vector<NamedTensor>> tensors = session.readTensors();
  if (!tensors)
    return tensors.takeError();
  if (Error error = saveTensors(options.output, *tensors))
    return exitError(kIO, "--output: " + toString(std::move(error)));
  return Error::success();
}

Expected<RunReport> Trainer::run() {
  amprt_device_reset_memory_peak(device);
  reporter.warnings(checkpoints.getWarnings());
  reporter.beginRun(report.precision, plan.steps, plan.epochs);
  if (checkpoints.getResumed()) {
    Expected<Progression> progression =
        checkpoints.restore(entry, plan.stepsPerEpoch, plan.steps);
    if (!progression)
      return progression.takeError();
    at = std::move(*progression);
    report.resumedFrom = at.step;
  }
  reporter.remarks(checkpoints.getRemarks());
  if (Error error = prepare())
    return std::move(error);
  // A checkpoint is saved right after a step: of the last step of an epoch,
  // what follows it is still to be done.
  while (true) {
    if (Error error = runEpoch())
      return std::move(error);
    if (at.epoch >= plan.epochs || !report.halt.empty())
      break;
    ++at.epoch;
    at.epochStep = 0;
    at.totals = {};
  }
  report.steps = at.step;
  report.firstNonFinite = at.firstNonFinite;
  report.hasDiverged = at.firstNonFinite.has_value();
  report.compileSeconds = session.getCompileSeconds();
  report.peakBytes = amprt_device_memory_peak(device);
  report.arenaBytes = session.getArenaBytes();
  if (options.profile) {
    Expected<std::vector<ProgramProfile>> profiles = session.getProfiles();
    if (!profiles)
      return profiles.takeError();
    report.profiles = std::move(*profiles);
  }
  if (!options.output.empty())
    if (Error error = write())
      return std::move(error);
  reporter.clearProgress();
  return std::move(report);
}

Expected<RunReport>
amp::run::train(mlir::ModuleOp module, const Precision &precision,
                const BoundEntry &entry, const BoundEntry *eval,
                amprt_device *device, const Options &options,
                Checkpoints &checkpoints, Reporter &reporter) {
  Expected<Plan> plan = makePlan(entry, options);
  if (!plan)
    return plan.takeError();
  return Trainer(module, precision, entry, eval, device, options, checkpoints,
                 reporter, *plan)
      .run();
}
