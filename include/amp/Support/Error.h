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

/// `text` in single quotes, fit for a message: printable, and at most 200 bytes
/// of it.
std::string quote(llvm::StringRef text);

} // namespace amp

#endif // AMP_SUPPORT_ERROR_H
