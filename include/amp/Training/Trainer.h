//===- Trainer.h - The loop over epochs and evaluations ---------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_TRAINER_H
#define AMP_TRAINING_TRAINER_H

#include "amp/Training/Checkpoints.h"
#include "amp/Training/Observer.h"
#include "amp/Training/Session.h"

namespace amp::training {

/// Trains once with `precision`, from the start, whose values may be those of
/// files or, if it is not NULL, of `start`, or from a checkpoint, evaluates,
/// and writes the output. `eval` may be NULL. Where the observer asks for the
/// end, the run ends after a step with an error of kind Interrupted; the state
/// is saved then if checkpoints are asked for. Where only compiling is asked
/// for, the report is empty.
llvm::Expected<RunReport> train(ProgramSource &source,
                                const Precision &precision,
                                const BoundEntry &entry, const BoundEntry *eval,
                                amprt_device *device, const Config &config,
                                const InitialValues &initialValues,
                                Checkpoints &checkpoints, Observer &observer,
                                const Checkpoint *start = nullptr);

} // namespace amp::training

#endif // AMP_TRAINING_TRAINER_H
