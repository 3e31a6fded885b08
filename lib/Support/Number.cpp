//===- Number.cpp - Reading a number from text ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Number.h"

#include <charconv>
#include <system_error>

using namespace llvm;
using namespace amp;

template <typename T>
static NumberStatus parseFloat(StringRef text, T &value) {
  // from_chars takes '-' but not '+'.
  if (text.consume_front("+") && text.starts_with("-"))
    return NumberStatus::NotANumber;
  // It takes "nan(...)" too, which no data file means.
  if (text.ends_with(")"))
    return NumberStatus::NotANumber;
  std::from_chars_result result =
      std::from_chars(text.begin(), text.end(), value);
  if (result.ec == std::errc::invalid_argument || result.ptr != text.end())
    return NumberStatus::NotANumber;
  if (result.ec == std::errc::result_out_of_range)
    return NumberStatus::OutOfRange;
  return NumberStatus::Ok;
}

NumberStatus amp::parseNumber(StringRef text, double &value) {
  return parseFloat(text, value);
}

NumberStatus amp::parseNumber(StringRef text, float &value) {
  return parseFloat(text, value);
}
