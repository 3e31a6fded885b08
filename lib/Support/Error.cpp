//===- Error.cpp - Errors of the support library --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Error.h"

#include "amp/Support/Printable.h"

using namespace llvm;

Error amp::inputError(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument),
                           message);
}

Error amp::limitError(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::not_enough_memory),
                           message);
}

Error amp::ioError(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::io_error), message);
}

std::string amp::quote(StringRef text) {
  constexpr size_t kMaxLength = 200;
  return "'" + printable(text, kMaxLength) + "'";
}
