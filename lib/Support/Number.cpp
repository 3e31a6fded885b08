//===- Number.cpp - Reading a number from text ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Number.h"

#include "llvm/ADT/StringExtras.h"

#include <charconv>
#include <cmath>
#include <limits>
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

std::string amp::toHexFloat(double value) {
  if (std::isnan(value))
    return "nan";
  std::string text = std::signbit(value) ? "-" : "";
  if (std::isinf(value))
    return text + "inf";
  char digits[32]; // at most 13 digits after the point, and the exponent
  std::to_chars_result result =
      std::to_chars(std::begin(digits), std::end(digits), std::fabs(value),
                    std::chars_format::hex);
  return text + "0x" + std::string(digits, result.ptr);
}

std::string amp::toDecimal(double value) {
  if (std::isnan(value))
    return "nan";
  char digits[32]; // at most 17 digits, a sign, a point and the exponent
  std::to_chars_result result =
      std::to_chars(std::begin(digits), std::end(digits), value);
  return std::string(digits, result.ptr);
}

bool amp::parseHexFloat(StringRef text, double &value) {
  bool isNegative = text.consume_front("-");
  if (text == "inf") {
    value = std::numeric_limits<double>::infinity();
  } else if (text == "nan" && !isNegative) {
    value = std::numeric_limits<double>::quiet_NaN();
  } else {
    if (!text.consume_front("0x") || text.empty() || !isHexDigit(text.front()))
      return false;
    std::from_chars_result result = std::from_chars(
        text.begin(), text.end(), value, std::chars_format::hex);
    if (result.ec != std::errc() || result.ptr != text.end())
      return false;
  }
  if (isNegative)
    value = -value;
  return true;
}
