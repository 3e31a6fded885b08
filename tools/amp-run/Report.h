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
#include "Interrupt.h"
#include "Options.h"
#include "Warnings.h"
#include "amp/Training/Trainer.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace amp::run {

/// Prints results on `out` and the progress bar on `err`.
class Reporter : public training::Observer {
public:
  Reporter(const Options &options, const amprt_device_info &device,
           Warnings &warningsSaid, Interrupt &interrupt, llvm::raw_ostream &out,
           llvm::raw_ostream &err);
  ~Reporter();

  void beginRun(const training::Precision &precision, int64_t steps,
                int64_t epochs, llvm::StringRef inference) override;
  void compiling(llvm::StringRef entries) override;
  void message(const mlir::amp::CompilerMessage &message) override;
  void compiled(const training::Session &session,
                const training::Precision &precision,
                const training::BoundEntry &entry) override;
  void remarks(llvm::ArrayRef<std::string> remarks) override;
  void warnings(llvm::ArrayRef<std::string> warnings) override;
  llvm::Error ready() override {
    return checkWarnings(ErrorKind::InvalidInput);
  }
  void beginSteps() override;
  void endSteps() override;
  std::optional<std::string> stopReason() override;
  void progress(int64_t step) override;
  void step(const training::StepReport &report) override;
  void epoch(const training::EpochReport &report,
             llvm::StringRef evalEntry) override;
  /// Takes the progress bar off the terminal.
  void clearProgress() override;

  /// An error of `kind` if there were warnings and --fail-on-warning was given.
  llvm::Error checkWarnings(ErrorKind kind) const;
  /// Everything there is to say at the end, what failed last. The exit code.
  ExitCode finish(llvm::StringRef entry,
                  llvm::ArrayRef<training::RunReport> runs);

private:
  using Clock = std::chrono::steady_clock;

  std::string prefix() const;
  void printSummary(llvm::StringRef entry,
                    llvm::ArrayRef<training::RunReport> runs);
  void printEpochTable(llvm::ArrayRef<training::RunReport> runs);
  void printProfile(const training::RunReport &run);
  void printJson(llvm::StringRef entry,
                 llvm::ArrayRef<training::RunReport> runs, bool isOk);

  const Options &options;
  amprt_device_info device;
  Warnings &warningsSaid;
  Interrupt &interrupt;
  std::optional<Interrupt::Deferral> deferral;
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
