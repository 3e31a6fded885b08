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
          const Options &options, Reporter &reporter, const Plan &plan)
      : entry(entry), eval(eval), device(device), options(options),
        reporter(reporter), plan(plan),
        session(module, precision, device, options,
                canHoistWeightCasts(entry, eval, options)) {
    report.precision = precision;
    report.samples = entry.samples;
    report.batchSize = entry.batchSize;
    report.lossName = findLoss(entry.entry);
  }

  Expected<RunReport> run();

private:
  Error prepare();
  Error runEpoch(int64_t epoch);
  Error evaluate();
  Error onStep(int64_t step, const NamedValues &values);
  Error write();

  const BoundEntry &entry;
  const BoundEntry *eval;
  amprt_device *device;
  const Options &options;
  Reporter &reporter;
  Plan plan;
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
      entry, options.dropLast, std::min(plan.steps, plan.stepsPerEpoch));
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
  if (!options.output.empty())
    if (Error error = session.checkOutput(options.output))
      return error;
  order = naturalOrder(entry);
  return session.allocate();
}

Error Trainer::onStep(int64_t step, const NamedValues &values) {
  for (const NamedValue &value : values) {
    if (value.name != report.lossName)
      continue;
    report.hasDiverged = !std::isfinite(value.value);
    if (!report.hasDiverged)
      report.firstNonFinite.reset();
    else if (!report.firstNonFinite)
      report.firstNonFinite = step;
  }
  reporter.progress(step);
  if (!options.printEvery || step % options.printEvery != 0)
    return Error::success();
  // The step is the last one that was run, so these are its statistics.
  Expected<NamedValues> statistics = session.readStatistics();
  if (!statistics)
    return statistics.takeError();
  report.log.push_back({step, values, std::move(*statistics)});
  reporter.step(report.log.back());
  return Error::success();
}

Error Trainer::evaluate() {
  Expected<PassResult> result = session.runPass(
      evalIndex, evalOrder,
      eval->samples ? std::numeric_limits<int64_t>::max() : 1,
      [](int64_t) { return false; },
      [](int64_t, const NamedValues &) { return Error::success(); }, nullptr);
  if (!result)
    return result.takeError();
  report.evalSeconds += result->seconds;
  report.evaluation = std::move(result->results);
  return Error::success();
}

Error Trainer::runEpoch(int64_t epoch) {
  if (options.shuffle)
    order = shufflePermutation(options.seed, static_cast<uint64_t>(epoch - 1),
                               order.size());
  int64_t before = report.steps;
  Expected<PassResult> pass = session.runPass(
      trainIndex, order, std::min(plan.stepsPerEpoch, plan.steps - before),
      [&](int64_t step) {
        return options.printEvery &&
               (before + step + 1) % options.printEvery == 0;
      },
      [&](int64_t step, const NamedValues &values) {
        return onStep(before + step + 1, values);
      },
      &report.times);
  if (!pass)
    return pass.takeError();
  report.steps += pass->steps;
  report.trainSeconds += pass->seconds;

  EpochReport &summary = report.epochs.emplace_back();
  summary.epoch = epoch;
  summary.steps = pass->steps;
  summary.seconds = pass->seconds;
  summary.results = std::move(pass->results);
  Expected<NamedValues> statistics = session.readStatistics();
  if (!statistics)
    return statistics.takeError();
  summary.statistics = std::move(*statistics);
  bool isLast = epoch == plan.epochs;
  if (eval &&
      (isLast || (options.evalEvery && epoch % options.evalEvery == 0))) {
    if (Error error = evaluate())
      return error;
    summary.evaluation = report.evaluation;
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

Expected<RunReport> Trainer::run() {
  amprt_device_reset_memory_peak(device);
  reporter.beginRun(report.precision, plan.steps, plan.epochs);
  if (Error error = prepare())
    return std::move(error);
  for (int64_t epoch = 1; epoch <= plan.epochs; ++epoch)
    if (Error error = runEpoch(epoch))
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
                Reporter &reporter) {
  Expected<Plan> plan = makePlan(entry, options);
  if (!plan)
    return plan.takeError();
  return Trainer(module, precision, entry, eval, device, options, reporter,
                 *plan)
      .run();
}
