//===- ExitCode.h - Exit codes of errors ------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_EXITCODE_H
#define AMP_TOOLS_AMP_RUN_EXITCODE_H

#include "amp/Support/Error.h"

namespace amp::run {

/// The documented exit codes of amp-run. Where signal N ends a run it is
/// 128 + N.
enum ExitCode : int {
  kSuccess = 0,
  kTrainingFailed = 1,
  kUsage = 2,
  kInvalidInput = 3,
  kResourceLimit = 4,
  kIO = 5,
  kDevice = 6
};

/// The program, as messages begin with it: main.cpp says it.
extern const char *const toolName;

ExitCode toExitCode(ErrorKind kind);

/// Prints `error` on standard error and gives the exit code of its first part.
ExitCode reportError(llvm::Error error);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_EXITCODE_H
