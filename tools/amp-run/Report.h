//===- Report.h - Tables, JSON and progress ---------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_REPORT_H
#define AMP_TOOLS_AMP_RUN_REPORT_H

#include "ExitCode.h"
#include "Training.h"
#include "Warnings.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace amp::run {

/// Prints results on `out` and the progress bar on `err`.
class Reporter {
public:
  Reporter(const Options &options, const amprt_device_info &device,
           Warnings &warningsSaid, llvm::raw_ostream &out,
           llvm::raw_ostream &err);
  ~Reporter();

  /// A run begins, which will take `steps` steps. Where nothing is trained,
  /// `inference` is the entry point's name.
  void beginRun(const Precision &precision, int64_t steps, int64_t epochs,
                llvm::StringRef inference);
  void compiling(llvm::StringRef entry);
  /// How precision was assigned, before anything runs.
  void explain(const Precision &precision, llvm::StringRef entry,
               const Explanation &explanation);
  void remarks(llvm::ArrayRef<std::string> remarks);
  void warnings(llvm::ArrayRef<std::string> warnings);
  /// An error with `code` if there were warnings and --fail-on-warning was
  /// given.
  llvm::Error checkWarnings(ExitCode code) const;
  void progress(int64_t step);
  void step(const StepReport &report);
  void epoch(const EpochReport &report, llvm::StringRef evalEntry);
  /// Takes the progress bar off the terminal.
  void clearProgress();

  /// Everything there is to say at the end, what failed last. The exit code.
  ExitCode finish(llvm::StringRef entry, llvm::ArrayRef<RunReport> runs);

private:
  using Clock = std::chrono::steady_clock;

  std::string prefix() const;
  void printSummary(llvm::StringRef entry, llvm::ArrayRef<RunReport> runs);
  void printEpochTable(llvm::ArrayRef<RunReport> runs);
  void printProfile(const RunReport &run);
  void printJson(llvm::StringRef entry, llvm::ArrayRef<RunReport> runs,
                 bool isOk);

  const Options &options;
  amprt_device_info device;
  Warnings &warningsSaid;
  llvm::raw_ostream &out;
  llvm::raw_ostream &err;
  bool showsProgress;
  bool hasBar = false;
  std::string label;
  int64_t totalSteps = 0;
  int64_t totalEpochs = 0;
  std::string inference;
  /// The first step that was shown, and when.
  std::optional<int64_t> firstStep;
  Clock::time_point started, lastShown;
  std::vector<std::string> remarksSeen;
};

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_REPORT_H
