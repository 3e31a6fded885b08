//===- Number.h - Reading a number from text --------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_NUMBER_H
#define AMP_SUPPORT_NUMBER_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace amp {

enum class NumberStatus {
  Ok,
  NotANumber,
  OutOfRange ///< Too large, or not 0 but too small, for the type.
};

/// Reads all of `text`, correctly rounded, whatever the locale: a decimal
/// number with an optional sign and exponent, or "nan", "inf", "infinity" in
/// any case.
NumberStatus parseNumber(llvm::StringRef text, double &value);
NumberStatus parseNumber(llvm::StringRef text, float &value);

/// The exact value as C99 and Python write it: "0x1.8p+1", "-0x0p+0", "inf",
/// "-inf", "nan".
std::string toHexFloat(double value);
/// Reads what toHexFloat wrote; false for anything else.
bool parseHexFloat(llvm::StringRef text, double &value);

/// The shortest decimal text that reads as the same number, "nan", "inf" or
/// "-inf".
std::string toDecimal(double value);

} // namespace amp

#endif // AMP_SUPPORT_NUMBER_H
