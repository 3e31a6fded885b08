//===- OptionText.cpp - Options as names and values -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Options/OptionText.h"

#include "amp/Support/Error.h"
#include "amp/Support/Number.h"
#include "amp/Support/SimilarNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::amp;
using ::amp::inputError;
using ::amp::quote;

namespace {

/// How a value of one type is written and read.
template <typename T, typename = void>
struct Text;

template <>
struct Text<bool> {
  static std::string write(bool value) { return value ? "true" : "false"; }
  static bool read(llvm::StringRef text, bool &value) {
    value = text == "true";
    return value || text == "false";
  }
  static std::string expected() { return "true or false"; }
};

template <>
struct Text<int64_t> {
  static std::string write(int64_t value) { return std::to_string(value); }
  static bool read(llvm::StringRef text, int64_t &value) {
    return !text.getAsInteger(10, value);
  }
  static std::string expected() { return "a whole number"; }
};

template <>
struct Text<double> {
  static std::string write(double value) { return ::amp::toDecimal(value); }
  static bool read(llvm::StringRef text, double &value) {
    return ::amp::parseNumber(text, value) == ::amp::NumberStatus::Ok;
  }
  static std::string expected() { return "a number"; }
};

template <>
struct Text<std::string> {
  static std::string write(const std::string &value) { return value; }
  static bool read(llvm::StringRef text, std::string &value) {
    value = text.str();
    return true;
  }
  static std::string expected() { return "a text"; }
};

template <typename T>
struct Text<T, std::enable_if_t<std::is_enum_v<T>>> {
  static std::string write(T value) { return stringifyOption(value).str(); }
  static bool read(llvm::StringRef text, T &value) {
    std::optional<T> parsed = symbolizeOption<T>(text);
    if (parsed)
      value = *parsed;
    return parsed.has_value();
  }
  static std::string expected() { return listOptionWords(getOptionWords<T>()); }
};

template <>
struct Text<std::vector<std::string>> {
  static std::string write(const std::vector<std::string> &value) {
    return llvm::join(value, ",");
  }
  static bool read(llvm::StringRef text, std::vector<std::string> &value) {
    value.clear();
    llvm::SmallVector<llvm::StringRef> parts;
    if (!text.empty())
      text.split(parts, ',');
    for (llvm::StringRef part : parts)
      value.push_back(part.str());
    return true;
  }
  static std::string expected() { return "texts with commas between them"; }
};

template <typename T>
struct Text<std::optional<T>> {
  static constexpr llvm::StringLiteral kUnset =
      std::is_same_v<T, std::string> ? llvm::StringLiteral("")
                                     : llvm::StringLiteral("none");
  static std::string write(const std::optional<T> &value) {
    return value ? Text<T>::write(*value) : kUnset.str();
  }
  static bool read(llvm::StringRef text, std::optional<T> &value) {
    value.reset();
    return text == kUnset || Text<T>::read(text, value.emplace());
  }
  static std::string expected() { return Text<T>::expected() + ", or none"; }
};

} // namespace

OptionTexts mlir::amp::toText(const TrainingOptions &options) {
  static const TrainingOptions defaults;
  OptionTexts result;
#define AMP_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP)                           \
  if (options.FIELD != defaults.FIELD)                                         \
    result.emplace_back(NAME,                                                  \
                        Text<decltype(options.FIELD)>::write(options.FIELD));
#include "amp/Options/TrainingOptions.def"
  return result;
}

llvm::Error mlir::amp::setOption(TrainingOptions &options, llvm::StringRef name,
                                 llvm::StringRef value) {
  auto read = [&](auto &field) -> llvm::Error {
    using Field = Text<std::decay_t<decltype(field)>>;
    if (Field::read(value, field))
      return llvm::Error::success();
    return inputError("option " + quote(name) + ": expected " +
                      Field::expected() + ", found " + quote(value));
  };
#define AMP_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP)                           \
  if (name == NAME)                                                            \
    return read(options.FIELD);
#include "amp/Options/TrainingOptions.def"
  static constexpr llvm::StringRef kNames[] = {
#define AMP_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP) NAME,
#include "amp/Options/TrainingOptions.def"
  };
  return inputError("there is no option " + quote(name) +
                    ::amp::didYouMean(name, kNames));
}
