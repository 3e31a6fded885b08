//===- CsvColumns.cpp - The chosen columns of a table ---------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CsvColumns.h"

#include "amp/Support/Error.h"
#include "amp/Support/Printable.h"
#include "amp/Support/SimilarNames.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>

using namespace llvm;
using namespace amp;

/// More fit into no argument of a command line, and f32 numbers 256 times as
/// many exactly.
static constexpr size_t kMaxClasses = 1 << 16;
/// Bytes of one text in a list.
static constexpr size_t kMaxListedLength = 60;
/// Bytes of texts that are compared with a misspelt one.
static constexpr size_t kMaxCompared = 1 << 20;
/// What cells and columns are trimmed of.
static constexpr StringLiteral kSpaces = " \t";

std::string amp::listCsvTexts(ArrayRef<StringRef> texts) {
  std::string list;
  ListSeparator separator;
  for (StringRef text : texts.take_front(kMaxCsvListed))
    list +=
        (StringRef(separator) + "'" + printable(text, kMaxListedLength) + "'")
            .str();
  if (texts.size() > kMaxCsvListed)
    list += ", ...";
  return list;
}

std::string amp::suggestCsvText(StringRef text, ArrayRef<StringRef> known) {
  SmallVector<StringRef> compared;
  size_t bytes = 0;
  for (StringRef other : known) {
    bytes += other.size();
    if (bytes > kMaxCompared)
      break;
    if (!other.empty())
      compared.push_back(other);
  }
  return didYouMean(text, compared);
}

namespace {

/// Reads the columns of a SPEC.
class ColumnReader {
public:
  ColumnReader(StringRef spec, ArrayRef<StringRef> names, size_t count,
               StringRef where)
      : spec(spec), rest(spec), names(names), count(count), where(where),
        taken(count) {}

  Expected<CsvSelection> read();

private:
  /// The first two columns of a name, which are the same where it has one.
  struct Place {
    size_t first, second;
  };
  struct Range {
    size_t first, last;
    bool isOne, byName;
  };
  /// One end of a range.
  struct End {
    size_t index;
    bool byName;
  };

  Error readItem();
  Error readClasses(CsvClasses &classes);
  Expected<std::string> readClass();
  Expected<Range> findRange(StringRef text);
  Expected<std::optional<End>> findEnd(StringRef text);
  Error ambiguous(const Place &place) const;
  Error unknown(StringRef text) const;
  Error specError(const Twine &message) const {
    return inputError(where + ": columns " + quote(spec) + ": " + message);
  }

  StringRef spec, rest;
  ArrayRef<StringRef> names;
  size_t count;
  StringRef where;
  // Made for the first name that is looked for in a list.
  DenseMap<StringRef, Place> places;
  BitVector taken;
  CsvSelection selection;
};

} // namespace

Error ColumnReader::ambiguous(const Place &place) const {
  return inputError(where + ": columns " + Twine(place.first) + " and " +
                    Twine(place.second) + " are both named " +
                    quote(names[place.first]) + "; choose one by its number");
}

Expected<std::optional<ColumnReader::End>>
ColumnReader::findEnd(StringRef text) {
  // No name in a header is a number.
  if (!text.empty() && all_of(text, isDigit)) {
    size_t number;
    if (text.getAsInteger(10, number))
      number = count; // beyond any
    return End{number, false};
  }
  if (places.empty()) {
    places.reserve(names.size());
    for (auto [i, name] : enumerate(names)) {
      auto [place, isNew] = places.try_emplace(name, Place{i, i});
      if (!isNew && place->second.first == place->second.second)
        place->second.second = i;
    }
  }
  auto place = places.find(text);
  if (place == places.end())
    return std::nullopt;
  if (place->second.first != place->second.second)
    return ambiguous(place->second);
  return End{place->second.first, true};
}

Error ColumnReader::unknown(StringRef text) const {
  if (names.empty())
    return inputError(
        where + ": no column " + quote(text) +
        "; there is no header line, so columns have only numbers, from 0 to " +
        Twine(count - 1));
  std::string hint = suggestCsvText(text, names);
  auto [left, right] = text.split('-');
  for (StringRef end : {left, right})
    if (hint.empty() && text.contains('-') && !places.contains(end))
      hint = suggestCsvText(end, names);
  auto isSpecial = [](StringRef name) {
    return name.find_first_of(",-{") != StringRef::npos;
  };
  if (hint.empty() && isSpecial(spec) && any_of(names, isSpecial))
    hint = "; a name with ',', '-' or '{' is chosen by its number";
  return inputError(where + ": no column " + quote(text) + "; the names are " +
                    listCsvTexts(names) + hint);
}

Expected<ColumnReader::Range> ColumnReader::findRange(StringRef text) {
  Expected<std::optional<End>> one = findEnd(text);
  if (!one)
    return one.takeError();
  Range range;
  if (*one) {
    range = {(*one)->index, (*one)->index, true, (*one)->byName};
  } else {
    if (!text.contains('-'))
      return unknown(text);
    auto [left, right] = text.split('-');
    left = left.rtrim(kSpaces);
    right = right.ltrim(kSpaces);
    Expected<std::optional<End>> first = findEnd(left);
    if (!first)
      return first.takeError();
    Expected<std::optional<End>> last = findEnd(right);
    if (!last)
      return last.takeError();
    if (!*first || !*last)
      return unknown(text);
    range = {(*first)->index, (*last)->index, false,
             (*first)->byName || (*last)->byName};
    if (range.first > range.last && range.first < count)
      return inputError(where + ": no columns " + quote(text) +
                        "; a range goes from left to right: " +
                        quote((right + "-" + left).str()));
  }
  if (range.first >= count || range.last >= count)
    return inputError(where + ": no columns " + quote(text) + "; there are " +
                      Twine(count) + ", from 0 to " + Twine(count - 1));
  return range;
}

Expected<std::string> ColumnReader::readClass() {
  rest = rest.ltrim(kSpaces);
  std::string text;
  if (rest.consume_front("\"")) {
    do {
      size_t end = rest.find('"');
      if (end == StringRef::npos)
        return specError("the quote of a class is not closed");
      text += rest.take_front(end);
      rest = rest.drop_front(end + 1);
      if (!rest.starts_with("\""))
        break;
      text += '"';
      rest = rest.drop_front();
    } while (true);
    rest = rest.ltrim(kSpaces);
  } else {
    StringRef bare =
        rest.take_until([](char c) { return StringRef(",{}\"").contains(c); });
    rest = rest.drop_front(bare.size());
    text = bare.str();
  }
  // As cells are.
  text = StringRef(text).trim(kSpaces).str();
  if (rest.empty())
    return specError("the '{' of the classes is not closed");
  if (rest.front() != ',' && rest.front() != '}')
    return specError("expected ',' or '}' after class " + quote(text) +
                     "; a class with ',', '{', '}' or a quote is put in double "
                     "quotes, where \"\" is a quote");
  if (text.empty())
    return specError("a class is empty");
  return text;
}

Error ColumnReader::readClasses(CsvClasses &classes) {
  do {
    Expected<std::string> text = readClass();
    if (!text)
      return text.takeError();
    size_t place = classes.names.size();
    if (place == kMaxClasses)
      return specError("more than " + Twine(kMaxClasses) + " classes");
    auto [known, isNew] = classes.places.try_emplace(*text, place);
    if (!isNew)
      return specError("class " + quote(*text) + " is given twice");
    classes.names.push_back(known->first());
  } while (rest.consume_front(","));
  rest = rest.drop_front().ltrim(kSpaces); // the '}'
  if (!rest.empty() && rest.front() != ',')
    return specError("expected ',' or the end after '}'");
  return Error::success();
}

Error ColumnReader::readItem() {
  StringRef text = rest.take_front(rest.find_first_of(",{"));
  rest = rest.drop_front(text.size());
  text = text.trim(kSpaces);
  if (text.empty())
    return specError("a column is missing; a name that is empty or begins with "
                     "',' or '{' is chosen by its number");
  Expected<Range> range = findRange(text);
  if (!range)
    return range.takeError();
  const CsvClasses *classes = nullptr;
  if (rest.consume_front("{")) {
    selection.classes.push_back(std::make_unique<CsvClasses>());
    if (Error error = readClasses(*selection.classes.back()))
      return error;
    classes = selection.classes.back().get();
  }
  for (size_t i = range->first; i <= range->last; ++i) {
    if (taken[i])
      return specError("column " + Twine(i) +
                       (names.empty() ? "" : ", " + quote(names[i]) + ",") +
                       " is chosen twice");
    taken.set(i);
    selection.columns.push_back({i, classes, range->byName});
  }
  selection.isVector = selection.columns.size() == 1 && range->isOne;
  return Error::success();
}

Expected<CsvSelection> ColumnReader::read() {
  // A name may look like anything.
  const auto *whole = llvm::find(names, spec);
  if (whole != names.end()) {
    const auto *second = std::find(whole + 1, names.end(), spec);
    Place place = {size_t(whole - names.begin()),
                   size_t(second - names.begin())};
    if (second != names.end())
      return ambiguous(place);
    selection.columns.push_back({place.first, nullptr, true});
    selection.isVector = true;
    return std::move(selection);
  }
  do {
    if (Error error = readItem())
      return std::move(error);
  } while (rest.consume_front(","));
  return std::move(selection);
}

Expected<CsvSelection> amp::selectCsvColumns(StringRef spec,
                                             ArrayRef<StringRef> names,
                                             size_t count, StringRef where) {
  if (!spec.empty())
    return ColumnReader(spec, names, count, where).read();
  CsvSelection all;
  all.columns.reserve(count);
  for (size_t i = 0; i < count; ++i)
    all.columns.push_back({i, nullptr, false});
  return std::move(all);
}

std::string amp::csvColumnSpec(size_t index, ArrayRef<StringRef> names) {
  if (names.empty() || names[index].empty() ||
      names[index].find_first_of(",{") != StringRef::npos ||
      llvm::count(names, names[index]) > 1)
    return std::to_string(index);
  return names[index].str();
}

std::string amp::csvClassSpec(StringRef text) {
  if (text.find_first_of(",{}\"") == StringRef::npos)
    return text.str();
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"')
      quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}
