//===- Report.cpp - Tables, JSON and progress -----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "ExplanationTable.h"
#include "amp/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <cmath>
#include <unistd.h>

using namespace llvm;
using namespace amp;
using namespace amp::run;
using namespace amp::training;

/// A name that the graph gave, of a result, a variable or the like.
static std::string shown(StringRef name) {
  constexpr size_t kMaxLength = 100;
  return printable(name, kMaxLength);
}

static std::string milliseconds(double value) {
  std::string text;
  raw_string_ostream(text) << format("%.4g ms", value);
  return text;
}

static std::string secondsText(double value) {
  std::string text;
  raw_string_ostream(text) << format("%.3f s", value);
  return text;
}

Reporter::Reporter(const Options &options, const amprt_device_info &device,
                   Warnings &warningsSaid, Interrupt &interrupt,
                   raw_ostream &out, raw_ostream &err)
    : options(options), device(device), warningsSaid(warningsSaid),
      interrupt(interrupt), out(out), err(err),
      showsProgress(
          options.progress == Progress::On ||
          (options.progress == Progress::Auto && isatty(STDERR_FILENO) != 0)) {}

Reporter::~Reporter() { clearProgress(); }

std::string Reporter::prefix() const {
  return !options.compare.empty() ? "[" + label + "] " : "";
}

//===----------------------------------------------------------------------===//
// While it runs
//===----------------------------------------------------------------------===//

void Reporter::clearProgress() {
  if (hasBar)
    err << "\r\x1b[K";
  hasBar = false;
}

void Reporter::beginRun(const Precision &precision, int64_t steps,
                        int64_t epochs, StringRef inference) {
  label = precision.label;
  this->inference = inference.str();
  totalSteps = steps;
  totalEpochs = epochs;
  firstStep.reset();
}

void Reporter::compiling(StringRef entry) {
  if (!showsProgress)
    return;
  clearProgress();
  err << prefix() << "compiling " << shown(entry) << " ...";
  hasBar = true;
}

void Reporter::message(const mlir::amp::CompilerMessage &message) {
  clearProgress();
  warningsSaid.say(message);
}

void Reporter::compiled(const Session &session, const Precision &precision,
                        const BoundEntry &entry) {
  if (session.getExplanation() && !options.json) {
    clearProgress();
    out << prefix() << "precision of " << shown(entry.entry.name) << ": "
        << precision.describe() << "\n\n";
    print(out, *session.getExplanation());
    out << "\n";
    out.flush();
  }
}

void Reporter::beginSteps() { deferral.emplace(interrupt); }

void Reporter::endSteps() { deferral.reset(); }

std::optional<std::string> Reporter::stopReason() {
  if (!interrupt.isRequested())
    return std::nullopt;
  return interrupt.name();
}

void Reporter::remarks(ArrayRef<std::string> remarks) {
  for (const std::string &remark : remarks) {
    if (is_contained(remarksSeen, remark))
      continue;
    remarksSeen.push_back(remark);
    clearProgress();
    err << toolName << ": remark: " << printable(remark, kMaxMessageLength)
        << "\n";
  }
}

void Reporter::warnings(ArrayRef<std::string> warnings) {
  clearProgress();
  for (const std::string &warning : warnings)
    warningsSaid.say(warning);
}

Error Reporter::checkWarnings(ErrorKind kind) const {
  size_t count = warningsSaid.getAll().size();
  if (!options.failOnWarning || count == 0)
    return Error::success();
  return typedError(kind, "--fail-on-warning: " + Twine(count) +
                              (count == 1 ? " warning" : " warnings"));
}

void Reporter::progress(int64_t step) {
  if (!showsProgress)
    return;
  Clock::time_point now = Clock::now();
  bool isFirst = !firstStep;
  if (isFirst) {
    firstStep = step;
    started = now;
  }
  bool isDue = isFirst || step == totalSteps ||
               now - lastShown > std::chrono::milliseconds(100);
  if (!isDue)
    return;
  lastShown = now;
  constexpr unsigned kWidth = 24;
  auto filled = static_cast<unsigned>(
      kWidth * (static_cast<double>(step) / static_cast<double>(totalSteps)));
  clearProgress();
  err << prefix() << "[" << std::string(filled, '=')
      << std::string(kWidth - filled, ' ') << "] " << step << "/" << totalSteps;
  double seconds = std::chrono::duration<double>(now - started).count();
  if (step > *firstStep && seconds > 0) {
    double rate = static_cast<double>(step - *firstStep) / seconds;
    double left = std::min(static_cast<double>(totalSteps - step) / rate, 1e9);
    auto whole = static_cast<int64_t>(left + 0.5);
    err << format("  %.4g steps/s  ETA %lld:%02lld", rate,
                  static_cast<long long>(whole / 60),
                  static_cast<long long>(whole % 60));
  }
  hasBar = true;
}

static void printValues(raw_ostream &os, const NamedValues &values,
                        StringRef entry = "") {
  for (const NamedValue &value : values)
    os << "  " << (entry.empty() ? "" : shown(entry) + ".") << shown(value.name)
       << " " << numberText(value.value);
}

void Reporter::step(const StepReport &report) {
  if (options.json)
    return;
  clearProgress();
  out << prefix() << "step " << report.step << "/" << totalSteps;
  printValues(out, report.results);
  printValues(out, report.statistics);
  out << "\n";
  out.flush();
}

void Reporter::epoch(const EpochReport &report, StringRef evalEntry) {
  if (options.json)
    return;
  clearProgress();
  out << prefix();
  if (inference.empty() || totalEpochs > 1)
    out << "epoch " << report.epoch << "/" << totalEpochs;
  else
    out << inference;
  out << "  steps " << report.steps;
  printValues(out, report.results);
  printValues(out, report.evaluation, evalEntry);
  printValues(out, report.statistics);
  out << "  time " << secondsText(report.seconds) << "\n";
  out.flush();
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

namespace {
/// Rows of a title and one cell per run.
class Table {
public:
  explicit Table(size_t columns) : columns(columns) {}

  void set(StringRef name, size_t column, std::string cell) {
    std::string title = shown(name);
    auto row = find_if(rows, [&](const Row &r) { return r.title == title; });
    if (row == rows.end()) {
      rows.push_back({title, std::vector<std::string>(columns, "-")});
      row = std::prev(rows.end());
    }
    row->cells[column] = std::move(cell);
  }

  void print(raw_ostream &os) const {
    size_t first = 0;
    std::vector<size_t> widths(columns, 0);
    for (const Row &row : rows) {
      first = std::max(first, row.title.size());
      for (auto [width, cell] : zip(widths, row.cells))
        width = std::max(width, cell.size());
    }
    for (const Row &row : rows) {
      os << left_justify(row.title, static_cast<unsigned>(first));
      for (auto [width, cell] : zip(widths, row.cells))
        os << "  " << right_justify(cell, static_cast<unsigned>(width));
      os << "\n";
    }
  }

private:
  struct Row {
    std::string title;
    std::vector<std::string> cells;
  };
  size_t columns;
  std::vector<Row> rows;
};
} // namespace

void Reporter::printEpochTable(ArrayRef<RunReport> runs) {
  if (runs.size() < 2 || runs[0].epochs.size() < 2 || runs[0].lossName.empty())
    return;
  Table table(runs.size());
  for (auto [column, run] : enumerate(runs)) {
    table.set(run.lossName + " by epoch", column, run.precision.label);
    for (const EpochReport &epoch : run.epochs)
      for (const NamedValue &value : epoch.results)
        if (value.name == run.lossName)
          table.set(std::to_string(epoch.epoch), column,
                    numberText(value.value));
  }
  out << "\n";
  table.print(out);
}

void Reporter::printSummary(StringRef entry, ArrayRef<RunReport> runs) {
  Table table(runs.size());
  for (auto [column, run] : enumerate(runs)) {
    auto set = [&, column = column](StringRef title, std::string cell) {
      table.set(title, column, std::move(cell));
    };
    auto setAll = [&](const NamedValues &values, StringRef before) {
      for (const NamedValue &value : values)
        set((before + value.name).str(), numberText(value.value));
    };
    set(entry, run.precision.label);
    set("precision", run.precision.describe());
    const EpochReport &last = run.epochs.back();
    setAll(last.results, "");
    setAll(run.evaluation, options.evalEntry + ".");
    if (run.best.value)
      set("best " + run.monitored, numberText(*run.best.value) + " (epoch " +
                                       std::to_string(run.best.epoch) + ")");
    set("steps", std::to_string(run.steps));
    if (run.accumulate > 1)
      set("effective batch",
          run.samples ? std::to_string(run.batchSize * run.accumulate) + " (" +
                            std::to_string(run.accumulate) + " x " +
                            std::to_string(run.batchSize) + ")"
                      : std::to_string(run.accumulate) + " micro-batches");
    set("total time", secondsText(run.trainSeconds));
    if (!run.times.samples.empty()) {
      set("time per step, median", milliseconds(run.times.median()));
      set("time per step, mean", milliseconds(run.times.mean()));
      const StepTimes &reference = runs[0].times;
      if (runs.size() > 1 && !reference.samples.empty() &&
          reference.median() > 0) {
        std::string ratio;
        raw_string_ostream(ratio)
            << format("%.3f", run.times.median() / reference.median());
        set("time per step / " + runs[0].precision.label, ratio);
      }
    }
    if (!options.evalEntry.empty())
      set("evaluation time", secondsText(run.evalSeconds));
    set("compile time", secondsText(run.compileSeconds));
    set("peak memory", formatBytes(run.peakBytes));
    setAll(last.statistics, "");
  }
  out << "\n";
  table.print(out);
  out << "device: " << deviceName(device) << " (" << device.name << ", "
      << device.num_threads
      << (device.kind == AMPRT_CPU ? " threads" : " multiprocessors") << ")\n";
}

void Reporter::printProfile(const RunReport &run) {
  for (const ProgramProfile &profile : run.profiles) {
    out << "\nprofile: " << run.precision.label << ", "
        << shown(profile.program) << "\n";
    profile.print(out);
  }
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Value toJson(double value) {
  if (!std::isfinite(value))
    return numberText(value);
  return value;
}

static json::Object toJson(const NamedValues &values) {
  json::Object object;
  for (const NamedValue &value : values)
    object[json::fixUTF8(value.name)] = toJson(value.value);
  return object;
}

static json::Object toJson(const EpochReport &epoch) {
  return json::Object{{"epoch", epoch.epoch},
                      {"steps", epoch.steps},
                      {"seconds", epoch.seconds},
                      {"results", toJson(epoch.results)},
                      {"evaluation", toJson(epoch.evaluation)},
                      {"statistics", toJson(epoch.statistics)}};
}

static json::Object toJson(const RunReport &run, bool hasProfile) {
  json::Array epochs, log;
  for (const EpochReport &epoch : run.epochs)
    epochs.push_back(toJson(epoch));
  for (const StepReport &step : run.log)
    log.push_back(json::Object{{"step", step.step},
                               {"results", toJson(step.results)},
                               {"statistics", toJson(step.statistics)}});
  json::Array findings;
  for (const Failure &finding : run.findings)
    findings.push_back(finding.toJson());
  const EpochReport &last = run.epochs.back();
  json::Value samples = nullptr, batchSize = nullptr, firstNonFinite = nullptr,
              resumedFrom = nullptr;
  if (run.samples) {
    samples = *run.samples;
    batchSize = run.batchSize;
  }
  if (run.firstNonFinite)
    firstNonFinite = *run.firstNonFinite;
  if (run.resumedFrom)
    resumedFrom = *run.resumedFrom;
  json::Value times = nullptr;
  if (!run.times.samples.empty())
    times = json::Object{{"median", run.times.median()},
                         {"mean", run.times.mean()}};
  json::Object object{
      {"label", run.precision.label},
      {"level", describeLevel(run.precision.options)},
      {"dtype", stringifyOption(run.precision.options.dtype)},
      {"loss_scaling", describeLossScale(run.precision.options)},
      {"samples", std::move(samples)},
      {"batch_size", std::move(batchSize)},
      {"accumulate", run.accumulate},
      {"epochs", std::move(epochs)},
      {"log", std::move(log)},
      {"steps", run.steps},
      {"resumed_from_step", std::move(resumedFrom)},
      {"results", toJson(last.results)},
      {"evaluation", toJson(run.evaluation)},
      {"statistics", toJson(last.statistics)},
      {"compile_seconds", run.compileSeconds},
      {"train_seconds", run.trainSeconds},
      {"eval_seconds", run.evalSeconds},
      {"step_ms", std::move(times)},
      {"peak_memory_bytes", run.peakBytes},
      {"arena_bytes", run.arenaBytes},
      {"failure",
       run.failure ? json::Value(run.failure->toJson()) : json::Value(nullptr)},
      {"findings", std::move(findings)},
      {"first_non_finite_step", std::move(firstNonFinite)}};
  if (!run.monitored.empty())
    object["best"] = json::Object{
        {"result", json::fixUTF8(run.monitored)},
        {"value", run.best.value ? json::Value(*run.best.value) : nullptr},
        {"epoch", run.best.epoch},
        {"stopped_early", run.isStoppedEarly}};
  if (hasProfile) {
    json::Array profiles;
    for (const ProgramProfile &profile : run.profiles)
      profiles.push_back(profile.toJson());
    object["profile"] = std::move(profiles);
  }
  if (run.explanation)
    object["explain"] = run.explanation->toJson();
  return object;
}

void Reporter::printJson(StringRef entry, ArrayRef<RunReport> runs, bool isOk) {
  json::Array list;
  for (const RunReport &run : runs)
    list.push_back(toJson(run, options.profile));
  json::Value evalEntry = nullptr;
  if (!options.evalEntry.empty())
    evalEntry = json::fixUTF8(options.evalEntry);
  json::Array said;
  for (const std::string &warning : warningsSaid.getAll())
    said.push_back(json::fixUTF8(warning));
  json::Value document = json::Object{
      {"file", json::fixUTF8(options.file)},
      {"entry", json::fixUTF8(entry)},
      {"eval_entry", std::move(evalEntry)},
      {"device", json::Object{{"spec", deviceName(device)},
                              {"name", json::fixUTF8(device.name)},
                              {"arch", json::fixUTF8(device.arch)},
                              {"units", device.num_threads},
                              {"libraries", json::fixUTF8(device.libraries)},
                              {"threading", json::fixUTF8(device.threading)}}},
      {"seed", options.seed},
      {"ok", isOk},
      {"warnings", std::move(said)},
      {"runs", std::move(list)}};
  out << printableJson(formatv("{0:2}\n", document).str());
}

/// A finding or failure of a run, as a message.
static std::string describe(const RunReport &run, const Failure &failure) {
  const std::string &label = run.precision.label;
  return (label.empty() ? "" : label + ": ") + failure.message();
}

ExitCode Reporter::finish(StringRef entry, ArrayRef<RunReport> runs) {
  clearProgress();
  for (const RunReport &run : runs)
    for (const Failure &finding : run.findings)
      warningsSaid.say(describe(run, finding));
  Error error = checkWarnings(ErrorKind::TrainingFailed);
  for (const RunReport &run : runs)
    if (run.failure)
      error =
          joinErrors(std::move(error), typedError(ErrorKind::TrainingFailed,
                                                  describe(run, *run.failure)));
  if (options.json) {
    printJson(entry, runs, /*isOk=*/!error);
  } else {
    printEpochTable(runs);
    printSummary(entry, runs);
    if (options.profile)
      for (const RunReport &run : runs)
        printProfile(run);
  }
  out.flush();
  return error ? reportError(std::move(error)) : kSuccess;
}
