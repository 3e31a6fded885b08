//===- Error.h - Errors of the support library ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three kinds of errors, told apart by their error code, so that a tool can
// choose its exit code without reading the message.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_ERROR_H
#define AMP_SUPPORT_ERROR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace amp {

/// The caller or a file is wrong; code `std::errc::invalid_argument`.
llvm::Error inputError(const llvm::Twine &message);

/// More memory would be needed than there is or than was allowed; code
/// `std::errc::not_enough_memory`.
llvm::Error limitError(const llvm::Twine &message);

/// The operating system refused a file operation; code `std::errc::io_error`.
llvm::Error ioError(const llvm::Twine &message);

/// Who is to do something about an error.
enum class ErrorKind {
  TrainingFailed, ///< the training, or a comparison, did not go well
  Usage,          ///< the caller asked for what cannot be
  InvalidInput,   ///< a graph, or data, that cannot be used
  ResourceLimit,  ///< memory, or another limit
  IO,             ///< a file, or a checkpoint
  Device,         ///< the device, or one of its libraries
  Interrupted     ///< the caller asked for the end
};

/// An error that says of which kind it is.
class TypedError : public llvm::ErrorInfo<TypedError> {
public:
  static char ID;
  TypedError(ErrorKind kind, std::string message)
      : kind(kind), text(std::move(message)) {}

  ErrorKind getKind() const { return kind; }
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  ErrorKind kind;
  std::string text;
};

llvm::Error typedError(ErrorKind kind, const llvm::Twine &message);

/// That of a TypedError. Other errors are told apart by their std::error_code:
/// not_enough_memory is a resource limit, io_error is I/O, no_such_device and
/// device_or_resource_busy are the device, everything else is invalid input.
ErrorKind kindOf(const llvm::ErrorInfoBase &error);

/// Puts `context` before an error's message; its kind stays.
llvm::Error withContext(llvm::Error error, const llvm::Twine &context);

/// `text` in single quotes, fit for a message: printable, and at most 200 bytes
/// of it.
std::string quote(llvm::StringRef text);

} // namespace amp

#endif // AMP_SUPPORT_ERROR_H
