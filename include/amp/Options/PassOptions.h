//===- PassOptions.h ---------------------------------------------*- C++
//-*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The project's option types as options of MLIR's passes and pipelines: how
// their values are parsed and printed.

#ifndef AMP_OPTIONS_PASSOPTIONS_H
#define AMP_OPTIONS_PASSOPTIONS_H

#include "amp/Options/OptionEnums.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <type_traits>

namespace mlir::amp {

/// A pass option that may be left out. In text that is `none`, for strings
/// nothing, where std::optional would print what no parser reads.
template <typename T>
struct PassOptional : public std::optional<T> {
  using std::optional<T>::optional;
  using std::optional<T>::operator=;
  PassOptional(const std::optional<T> &value) : std::optional<T>(value) {}
};

template <typename T>
constexpr llvm::StringLiteral getUnsetText() {
  if constexpr (std::is_same_v<T, std::string>)
    return "";
  else
    return "none";
}

template <typename T>
llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const PassOptional<T> &value) {
  if (!value)
    return os << getUnsetText<T>();
  if constexpr (std::is_enum_v<T>)
    return os << stringifyOption(*value);
  else if constexpr (std::is_same_v<T, bool>)
    return os << (*value ? "true" : "false");
  else
    return os << *value;
}

/// Reports that `text` is no word of an enumeration.
bool reportUnknownWord(llvm::cl::Option &option, llvm::StringRef name,
                       llvm::StringRef text, llvm::ArrayRef<OptionWord> words);
/// "min-cut|eager|propagate", for the help of amp-opt.
std::string getWordsAsValueName(llvm::ArrayRef<OptionWord> words);

/// Parses a word of the enumeration `T`.
template <typename T>
class OptionEnumParser : public llvm::cl::basic_parser<T> {
public:
  using llvm::cl::basic_parser<T>::basic_parser;

  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, T &value) {
    std::optional<T> parsed = symbolizeOption<T>(text);
    if (!parsed)
      return reportUnknownWord(option, name, text, getOptionWords<T>());
    value = *parsed;
    return false;
  }
  static void print(llvm::raw_ostream &os, const T &value) {
    os << stringifyOption(value);
  }
  llvm::StringRef getValueName() const override {
    static const std::string name = getWordsAsValueName(getOptionWords<T>());
    return name;
  }
  void printOptionDiff(const llvm::cl::Option &option, T value,
                       const llvm::cl::OptionValue<T> &, size_t width) const {
    this->printOptionName(option, width);
    llvm::outs() << "= " << stringifyOption(value) << "\n";
  }
};

} // namespace mlir::amp

namespace llvm::cl {

#define AMP_OPTION_ENUM(NAME)                                                  \
  template <>                                                                  \
  class parser<::mlir::amp::NAME>                                              \
      : public ::mlir::amp::OptionEnumParser<::mlir::amp::NAME> {              \
  public:                                                                      \
    using OptionEnumParser::OptionEnumParser;                                  \
  };
#include "amp/Options/OptionEnums.def"

template <typename T>
class parser<::mlir::amp::PassOptional<T>>
    : public basic_parser<::mlir::amp::PassOptional<T>> {
public:
  parser(Option &option)
      : basic_parser<::mlir::amp::PassOptional<T>>(option),
        elementParser(option) {}

  bool parse(Option &option, StringRef name, StringRef text,
             ::mlir::amp::PassOptional<T> &value) {
    value.reset();
    if (text == ::mlir::amp::getUnsetText<T>())
      return false;
    return elementParser.parse(option, name, text, value.emplace());
  }
  StringRef getValueName() const override {
    return elementParser.getValueName();
  }
  void printOptionDiff(const Option &option,
                       const ::mlir::amp::PassOptional<T> &value,
                       const OptionValue<::mlir::amp::PassOptional<T>> &,
                       size_t width) const {
    this->printOptionName(option, width);
    outs() << "= " << value << "\n";
  }

private:
  parser<T> elementParser;
};

} // namespace llvm::cl

#endif // AMP_OPTIONS_PASSOPTIONS_H
