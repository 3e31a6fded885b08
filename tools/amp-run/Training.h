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

#include "Session.h"

namespace amp::run {

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
  std::optional<int64_t> samples;
  int64_t batchSize = 0;
  int64_t steps = 0;
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
  bool hasDiverged = false;
  /// The first of the steps, up to the last one, whose loss was not finite.
  std::optional<int64_t> firstNonFinite;
  std::vector<ProgramProfile> profiles;
  std::optional<Explanation> explanation;
};

/// Trains once with `precision`, evaluates, and writes --output. `eval` may be
/// NULL.
llvm::Expected<RunReport> train(mlir::ModuleOp module,
                                const Precision &precision,
                                const BoundEntry &entry, const BoundEntry *eval,
                                amprt_device *device, const Options &options,
                                Reporter &reporter);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_TRAINING_H
