//===- Idle.h - Settings that come to nothing -------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_TRAINING_IDLE_H
#define AMP_LIB_TRAINING_IDLE_H

#include "amp/Training/Plan.h"
#include "amp/Training/Session.h"

namespace amp::training {

/// What was asked for of precision and came to nothing, in all functions.
std::vector<std::string> findUnused(const mlir::amp::Executable &executable,
                                    const Precision &precision,
                                    const Config &config);

/// Settings that this entry point or this plan has no use for; those that are
/// off have none.
std::vector<std::string> findIdle(const Session &session,
                                  const BoundEntry &entry, const Plan &plan,
                                  const Config &config);

} // namespace amp::training

#endif // AMP_LIB_TRAINING_IDLE_H
