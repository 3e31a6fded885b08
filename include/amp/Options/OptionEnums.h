//===- OptionEnums.h ---------------------------------------------*- C++
//-*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Enumerations of options, generated from OptionEnums.def, and their text.

#ifndef AMP_OPTIONS_OPTIONENUMS_H
#define AMP_OPTIONS_OPTIONENUMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::amp {

#define AMP_OPTION_ENUM(NAME) enum class NAME {
#define AMP_OPTION_CASE(NAME, CASE, SPELLING, HELP) CASE,
#define AMP_OPTION_ENUM_END(NAME)                                              \
  }                                                                            \
  ;
#include "amp/Options/OptionEnums.def"

/// A word of an enumeration. Its value is its place in the list.
struct OptionWord {
  llvm::StringLiteral spelling;
  llvm::StringLiteral help;
};

/// The words of the enumeration `T`, in order.
template <typename T>
llvm::ArrayRef<OptionWord> getOptionWords();
#define AMP_OPTION_ENUM(NAME)                                                  \
  template <>                                                                  \
  llvm::ArrayRef<OptionWord> getOptionWords<NAME>();
#include "amp/Options/OptionEnums.def"

template <typename T>
llvm::StringRef stringifyOption(T value) {
  return getOptionWords<T>()[static_cast<size_t>(value)].spelling;
}

template <typename T>
std::optional<T> symbolizeOption(llvm::StringRef text) {
  for (auto [index, word] : llvm::enumerate(getOptionWords<T>()))
    if (word.spelling == text)
      return static_cast<T>(index);
  return std::nullopt;
}

/// "min-cut, eager or propagate".
std::string listOptionWords(llvm::ArrayRef<OptionWord> words);

} // namespace mlir::amp

#endif // AMP_OPTIONS_OPTIONENUMS_H
