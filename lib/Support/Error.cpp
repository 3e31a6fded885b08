//===- Error.cpp - Errors of the support library --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

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
  bool cut = text.size() > kMaxLength;
  text = text.take_front(kMaxLength);
  // Cutting may have split a character; what is before it is still valid.
  size_t firstBad = text.size();
  bool valid = json::isUTF8(text, &firstBad);
  std::string result = "'";
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char c = text[i];
    if (c < 0x20 || c == 0x7f || (c >= 0x80 && !valid && i >= firstBad)) {
      result += "\\x";
      result += hexdigit(c >> 4, /*LowerCase=*/true);
      result += hexdigit(c & 15, /*LowerCase=*/true);
    } else {
      result += static_cast<char>(c);
    }
  }
  result += cut ? "...'" : "'";
  return result;
}
