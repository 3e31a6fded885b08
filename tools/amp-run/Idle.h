//===- Idle.h - Flags that come to nothing ----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_IDLE_H
#define AMP_TOOLS_AMP_RUN_IDLE_H

#include "Options.h"
#include "amp/Training/Plan.h"
#include "amp/Training/Session.h"

namespace amp::run {

/// What was asked for of precision and came to nothing, in all functions.
std::vector<std::string> findUnused(const mlir::amp::Executable &executable,
                                    const training::Precision &precision,
                                    const Options &options);

/// Flags that this entry point or this plan has no use for; those that are off
/// have none.
std::vector<std::string> findIdleFlags(const training::Session &session,
                                       const training::BoundEntry &entry,
                                       const training::Plan &plan,
                                       const Options &options);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_IDLE_H
