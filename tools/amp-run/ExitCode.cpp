//===- ExitCode.cpp - Exit codes of errors --------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExitCode.h"

#include "Wording.h"
#include "amp/Support/Printable.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amp;
using namespace amp::run;

ExitCode amp::run::toExitCode(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::TrainingFailed:
    return kTrainingFailed;
  case ErrorKind::Usage:
    return kUsage;
  case ErrorKind::InvalidInput:
    return kInvalidInput;
  case ErrorKind::ResourceLimit:
    return kResourceLimit;
  case ErrorKind::IO:
    return kIO;
  case ErrorKind::Device:
    return kDevice;
  case ErrorKind::Interrupted:
    break; // the signal's, which the caller knows
  }
  return kTrainingFailed;
}

ExitCode amp::run::reportError(Error error) {
  ExitCode code = kSuccess;
  handleAllErrors(std::move(error), [&](const ErrorInfoBase &e) {
    if (code == kSuccess)
      code = toExitCode(kindOf(e));
    if (std::string message = useOwnFlags(e.message()); !message.empty())
      errs() << toolName << ": error: " << printable(message, kMaxMessageLength)
             << "\n";
  });
  return code;
}
