//===- Report.h - What a run leaves to tell ---------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_REPORT_H
#define AMP_TRAINING_REPORT_H

#include "amp/Executable/Executable.h"
#include "amp/Executable/Explanation.h"
#include "amp/Training/Failure.h"
#include "amp/Training/Precision.h"
#include "amp/Training/Profile.h"

namespace amp::training {

/// A value with the name it is shown under.
struct NamedValue {
  std::string name;
  double value;
};
using NamedValues = std::vector<NamedValue>;

/// Times of steps. On a device that works on its own, steps between two
/// readings share one time.
struct StepTimes {
  struct Sample {
    double milliseconds; // per step
    int64_t steps;
  };
  std::vector<Sample> samples;

  double mean() const;
  double median() const;
};

/// One pass over the data.
struct EpochReport {
  int64_t epoch; // from 1
  int64_t steps;
  double seconds;
  NamedValues results;
  NamedValues evaluation; // empty if there was none after this epoch
  NamedValues statistics;
};

/// The epoch whose monitored result is the best so far.
struct BestEpoch {
  std::optional<double> value;
  int64_t epoch = 0;
  /// Looks since then that were no better.
  int64_t misses = 0;
};

/// One step that `print-every` asked for.
struct StepReport {
  int64_t step; // from 1, over all epochs
  NamedValues results;
  NamedValues statistics;
};

/// All that one run leaves to tell.
struct RunReport {
  Precision precision;
  /// False if nothing is changed by a step, so that there is nothing to train.
  bool isTraining = true;
  std::optional<int64_t> samples;
  int64_t batchSize = 0;
  /// Steps, as micro-batches, of one update.
  int64_t accumulate = 1;
  int64_t steps = 0;
  /// Steps that the checkpoint had from which the run went on.
  std::optional<int64_t> resumedFrom;
  /// Those that this process ended, and the same of steps.
  std::vector<EpochReport> epochs;
  std::vector<StepReport> log;
  NamedValues evaluation;
  /// With a monitor: its result's name, the best epoch, and whether the run
  /// ended before its last epoch for want of a better one.
  std::string monitored;
  BestEpoch best;
  bool isStoppedEarly = false;
  double compileSeconds = 0;
  double trainSeconds = 0;
  double evalSeconds = 0;
  StepTimes times;
  uint64_t peakBytes = 0;
  uint64_t arenaBytes = 0;
  /// The result that says whether training went well, or empty.
  std::string lossName;
  /// The first of the steps, up to the last one, whose loss was not finite.
  std::optional<int64_t> firstNonFinite;
  /// Why the run failed, and what is to be known of one that did not.
  std::optional<Failure> failure;
  std::vector<Failure> findings;
  std::vector<ProgramProfile> profiles;
  std::optional<Explanation> explanation;
};

} // namespace amp::training

#endif // AMP_TRAINING_REPORT_H
