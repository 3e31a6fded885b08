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
using namespace amp;

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

char TypedError::ID;

void TypedError::log(raw_ostream &os) const { os << text; }

std::error_code TypedError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Error amp::typedError(ErrorKind kind, const Twine &message) {
  return make_error<TypedError>(kind, message.str());
}

ErrorKind amp::kindOf(const ErrorInfoBase &error) {
  if (error.isA<TypedError>())
    return static_cast<const TypedError &>(error).getKind();
  std::error_code code = error.convertToErrorCode();
  if (code == std::errc::not_enough_memory)
    return ErrorKind::ResourceLimit;
  if (code == std::errc::io_error)
    return ErrorKind::IO;
  if (code == std::errc::no_such_device ||
      code == std::errc::device_or_resource_busy)
    return ErrorKind::Device;
  return ErrorKind::InvalidInput;
}

Error amp::withContext(Error error, const Twine &context) {
  Error result = Error::success();
  std::string prefix = context.str() + ": ";
  handleAllErrors(std::move(error), [&](const ErrorInfoBase &e) {
    result = joinErrors(std::move(result),
                        typedError(kindOf(e), prefix + e.message()));
  });
  return result;
}
