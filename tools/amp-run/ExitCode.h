//===- ExitCode.h - Errors that carry an exit code --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_EXITCODE_H
#define AMP_TOOLS_AMP_RUN_EXITCODE_H

#include "llvm/Support/Error.h"

#include <string>

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

class ExitError : public llvm::ErrorInfo<ExitError> {
public:
  static char ID;
  ExitError(ExitCode code, std::string message)
      : code(code), message(std::move(message)) {}

  ExitCode getCode() const { return code; }
  const std::string &getMessage() const { return message; }
  void log(llvm::raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override;

private:
  ExitCode code;
  std::string message;
};

llvm::Error exitError(ExitCode code, const llvm::Twine &message);

/// Puts `context` before an error's message; its code stays.
llvm::Error withContext(llvm::Error error, const llvm::Twine &context);

/// Prints `error` on standard error and gives its exit code. Errors of the
/// support library and of the compiler are told apart by their std::error_code:
/// not_enough_memory is a resource limit, io_error is I/O, no_such_device and
/// device_or_resource_busy are the device, everything else is invalid input.
ExitCode reportError(llvm::Error error);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_EXITCODE_H
