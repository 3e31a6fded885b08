//===- ExitCode.cpp - Errors that carry an exit code ----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExitCode.h"

#include "amp/Support/Printable.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amp::run;

char ExitError::ID;

std::error_code ExitError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Error amp::run::exitError(ExitCode code, const Twine &message) {
  return make_error<ExitError>(code, message.str());
}

Error amp::run::withContext(Error error, const Twine &context) {
  Error result = Error::success();
  std::string prefix = context.str() + ": ";
  handleAllErrors(
      std::move(error),
      [&](const ExitError &e) {
        result = joinErrors(std::move(result),
                            exitError(e.getCode(), prefix + e.getMessage()));
      },
      [&](const ErrorInfoBase &e) {
        result = joinErrors(
            std::move(result),
            createStringError(e.convertToErrorCode(), prefix + e.message()));
      });
  return result;
}

static ExitCode codeOf(std::error_code code) {
  if (code == std::errc::not_enough_memory)
    return kResourceLimit;
  if (code == std::errc::io_error)
    return kIO;
  if (code == std::errc::no_such_device ||
      code == std::errc::device_or_resource_busy)
    return kDevice;
  return kInvalidInput;
}

ExitCode amp::run::reportError(Error error) {
  ExitCode code = kSuccess;
  auto report = [&](ExitCode which, const std::string &message) {
    if (code == kSuccess)
      code = which;
    if (!message.empty())
      errs() << "amp-run: error: " << printable(message, kMaxMessageLength)
             << "\n";
  };
  handleAllErrors(
      std::move(error),
      [&](const ExitError &e) { report(e.getCode(), e.getMessage()); },
      [&](const ErrorInfoBase &e) {
        report(codeOf(e.convertToErrorCode()), e.message());
      });
  return code;
}
