//===- Diagnosis.h - Why a run went bad -------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_TRAINING_DIAGNOSIS_H
#define AMP_LIB_TRAINING_DIAGNOSIS_H

#include "amp/Training/Failure.h"
#include "amp/Training/Plan.h"
#include "amp/Training/Session.h"

namespace amp::training {

/// Finds out why a step gave what is not finite. The step is run again with
/// every op tested. Where the state of before is gone, the run is repeated up
/// to there first: all of it is deterministic. Nothing of this costs anything
/// while all goes well.
class Diagnosis {
public:
  /// `toStart` brings the session's state to where this process began, after
  /// `firstStep` - 1 steps, and `afterEpoch` does what follows an epoch.
  Diagnosis(Session &session, const Plan &plan, const BoundEntry &bound,
            size_t entry, const Precision &precision, const Config &config,
            int64_t firstStep, const Checkpoint *resumed,
            llvm::function_ref<llvm::Error()> toStart,
            llvm::function_ref<llvm::Error(int64_t epoch)> afterEpoch)
      : session(session), plan(plan), bound(bound), entry(entry),
        precision(precision), config(config), firstStep(firstStep),
        resumed(resumed), toStart(toStart), afterEpoch(afterEpoch) {}

  /// Adds to `failure` why `step` went bad. With `isIntact` the step did not
  /// change the state, which is that of now. Otherwise the state is another
  /// one afterwards, and the run must be over.
  llvm::Error explain(Failure &failure, int64_t step, bool isIntact);
  /// The same of a step of an entry point that evaluates.
  static llvm::Error explainEvaluation(Session &session, Failure &failure,
                                       const BoundEntry &bound, size_t entry,
                                       const Config &config,
                                       llvm::ArrayRef<uint64_t> samples);
  /// Names an infinity or NaN in the data of a step. False if there is none.
  static bool findInData(Failure &failure, const BoundEntry &bound,
                         llvm::ArrayRef<uint64_t> samples,
                         llvm::StringRef argument = "");
  /// Tells of gradients that overflow with the loss scale.
  static void describeScale(Failure &failure, llvm::ArrayRef<SkipCount> skips,
                            const Config &config);
  /// What to tell if gradients vanish in 16 bits that do not in 32.
  llvm::Expected<std::optional<Failure>> findUnderflow(int64_t step);

private:
  /// False if that takes too long.
  llvm::Expected<bool> replay(int64_t steps);
  llvm::Expected<std::optional<Finding>> locate(int64_t step);
  llvm::Error describe(Failure &failure, int64_t step, const Finding &finding,
                       bool isIntact);
  llvm::Error addScale(Failure &failure);
  llvm::Error suggestRate(Failure &failure);

  Session &session;
  const Plan &plan;
  const BoundEntry &bound;
  size_t entry;
  const Precision &precision;
  const Config &config;
  int64_t firstStep;
  const Checkpoint *resumed;
  llvm::function_ref<llvm::Error()> toStart;
  llvm::function_ref<llvm::Error(int64_t)> afterEpoch;
};

} // namespace amp::training

#endif // AMP_LIB_TRAINING_DIAGNOSIS_H
