//===- Training.h - The loop over epochs, batches and evaluations -*- C++
//-*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_TRAINING_H
#define AMP_TOOLS_AMP_RUN_TRAINING_H

#include "Checkpoints.h"
#include "Failure.h"
#include "Session.h"

namespace amp::run {

class Interrupt;
class Reporter;

/// One pass over the data.
struct EpochReport {
  int64_t epoch; // from 1
  int64_t steps;
  double seconds;
  NamedValues results;
  NamedValues evaluation; // empty if there was none after this epoch
  NamedValues statistics;
};

/// One step that --print-every asked for.
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

/// Trains once with `precision`, from the start, whose values may be those of
/// files, or from a checkpoint,
/// evaluates, and writes --output. `eval` may be NULL. A signal during the
/// steps ends the run after one of them with an error that has its exit code;
/// the state is saved then if checkpoints are asked for.
llvm::Expected<RunReport>
train(mlir::ModuleOp module, const Precision &precision,
      const BoundEntry &entry, const BoundEntry *eval, amprt_device *device,
      const Options &options, const InitialValues &initialValues,
      Checkpoints &checkpoints, Reporter &reporter, Interrupt &interrupt);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_TRAINING_H
