//===- OptionEnums.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Options/OptionEnums.h"

#include "amp/Options/PassOptions.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::amp {

#define AMP_OPTION_ENUM(NAME)                                                  \
  template <>                                                                  \
  ArrayRef<OptionWord> getOptionWords<NAME>() {                                \
    static constexpr OptionWord words[] = {
#define AMP_OPTION_CASE(NAME, CASE, SPELLING, HELP) {SPELLING, HELP},
#define AMP_OPTION_ENUM_END(NAME)                                              \
  }                                                                            \
  ;                                                                            \
  return words;                                                                \
  }
#include "amp/Options/OptionEnums.def"

std::string listOptionWords(ArrayRef<OptionWord> words) {
  std::string list;
  for (auto [index, word] : enumerate(words)) {
    if (index != 0)
      list += index + 1 == words.size() ? " or " : ", ";
    list += word.spelling;
  }
  return list;
}

std::string getWordsAsValueName(ArrayRef<OptionWord> words) {
  return join(
      map_range(words, [](const OptionWord &word) { return word.spelling; }),
      "|");
}

bool reportUnknownWord(cl::Option &option, StringRef name, StringRef text,
                       ArrayRef<OptionWord> words) {
  return option.error(
      "expected " + listOptionWords(words) + ", found '" + text + "'", name);
}

} // namespace mlir::amp
