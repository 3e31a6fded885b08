//===- Checkpoints.h - Saving a run, and going on with it -------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_CHECKPOINTS_H
#define AMP_TRAINING_CHECKPOINTS_H

#include "amp/Support/Checkpoint.h"
#include "amp/Training/Session.h"

namespace amp::training {

/// Where a run is; with the values of its variables that is all its state. What
/// comes at random follows from the seed, the epoch and the position in it.
struct Progression {
  /// Steps done, over all epochs.
  int64_t step = 0;
  /// The epoch of the last step, from 1, and the steps done in it.
  int64_t epoch = 1;
  int64_t epochStep = 0;
  /// Of the epoch's steps so far.
  Totals totals;
  /// The first of the steps, up to the last one, whose loss was not finite.
  std::optional<int64_t> firstNonFinite;
  BestEpoch best;
};

/// What the settings about checkpoints ask for.
class Checkpoints {
public:
  /// Opens `checkpoint-dir`, and reads and verifies what `resume` names.
  static llvm::Expected<Checkpoints> open(const Config &config);

  /// Which newer checkpoints were passed over, and where the run goes on.
  llvm::ArrayRef<std::string> getWarnings() const { return warnings; }
  llvm::ArrayRef<std::string> getRemarks() const { return remarks; }

  /// The checkpoint that the run starts from, or NULL.
  const Checkpoint *getResumed() const {
    return resumed ? &resumed->checkpoint : nullptr;
  }
  /// Where the run begins: where that one was; with other data, or another
  /// order of them, at its next epoch; with another entry point at the first
  /// step. It is a usage error if more than `steps` steps are done.
  llvm::Expected<Progression> restore(const BoundEntry &entry,
                                      int64_t stepsPerEpoch, int64_t steps);

  bool isEnabled() const { return folder.has_value(); }
  /// The step of the last one that was saved, or of that which the run went on
  /// from if it is in the same folder.
  std::optional<int64_t> getLastSavedStep() const { return lastSavedStep; }
  /// True if the state after `step` of `steps` steps is to be saved.
  bool isDue(int64_t step, int64_t steps) const;
  /// Saves, and then removes what `keep` does not want.
  llvm::Error save(const BoundEntry &entry, const Progression &progression,
                   Session &session);
  /// Saves as the best state, under a name of its own.
  llvm::Error saveBest(const BoundEntry &entry, const Progression &progression,
                       Session &session) const;

private:
  explicit Checkpoints(const Config &config) : config(&config) {}

  llvm::Error resumeFrom(llvm::StringRef path, bool mayBeEmpty);
  llvm::Expected<Progression> restoreAtEpoch(const std::string &changes,
                                             int64_t stepsPerEpoch,
                                             int64_t steps);
  /// What a checkpoint says and holds.
  llvm::Expected<Checkpoint> make(const BoundEntry &entry,
                                  const Progression &progression,
                                  Session &session) const;

  const Config *config;
  std::optional<CheckpointFolder> folder;
  std::optional<LatestCheckpoint> resumed;
  std::string lastSaved;
  std::optional<int64_t> lastSavedStep;
  std::vector<std::string> warnings, remarks;
};

} // namespace amp::training

#endif // AMP_TRAINING_CHECKPOINTS_H
