//===- Csv.cpp - Tables of numbers as text --------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Csv.h"

#include "CsvColumns.h"
#include "NpyHeader.h"
#include "amp/Support/Number.h"
#include "amp/Support/Printable.h"
#include "amp/Support/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <set>
#include <vector>

using namespace llvm;
using namespace amp;

/// Candidates of equal count are taken in this order.
static constexpr StringLiteral kSeparators = ",;\t";
/// Bytes of a SPEC that a message spells out.
static constexpr size_t kMaxSpec = 1000;

namespace {

struct Cell {
  StringRef text; // without the quotes around it
  unsigned line = 1;
  size_t column = 1;

  StringRef contents() const { return text.trim(" \t"); }
};

/// The text of a file, and what its name and first line say.
struct Source {
  Source(StringRef contents, StringRef path);

  /// In words.
  StringRef separatorName() const {
    return separator == '\t' ? "a tab" : separator == ';' ? "';'" : "','";
  }

  StringRef text;
  StringRef path;
  bool isTsv;
  char separator = kSeparators.front();
};

/// Splits the text into rows.
class RowScanner {
public:
  explicit RowScanner(const Source &source)
      : source(source), text(source.text), separator(source.separator) {}

  bool atEnd() const { return position >= text.size(); }
  /// Reads a row into `cells`, which live until the next one is read.
  Error next(std::vector<Cell> &cells);
  /// What the cells of the last row need to live on.
  std::deque<std::string> keepRow() { return std::move(unescaped); }

  Error errorAt(const Cell &cell, const Twine &message) const {
    return inputError(
        "file " +
        quote((source.path + ":" + Twine(cell.line) + ":" + Twine(cell.column))
                  .str()) +
        ": " + message);
  }

private:
  Error readQuoted(Cell &cell);
  bool atLineEnd() const {
    return atEnd() || text[position] == '\n' ||
           text.substr(position).starts_with("\r\n");
  }

  const Source &source;
  StringRef text;
  char separator;
  size_t position = 0;
  size_t lineStart = 0;
  unsigned line = 1;
  // Cells in which "" stands for a quote. Their addresses stay.
  std::deque<std::string> unescaped;
};

} // namespace

/// What separates most cells of the first line.
static char findSeparator(StringRef text) {
  size_t counts[kSeparators.size()] = {};
  bool isQuoted = false;
  for (char c : text) {
    if (c == '"')
      isQuoted = !isQuoted;
    if (isQuoted)
      continue;
    if (c == '\n')
      break;
    size_t candidate = kSeparators.find(c);
    if (candidate != StringRef::npos)
      ++counts[candidate];
  }
  return kSeparators[llvm::max_element(counts) - std::begin(counts)];
}

Source::Source(StringRef contents, StringRef path)
    : text(contents), path(path), isTsv(path.ends_with_insensitive(".tsv")) {
  text.consume_front("\xef\xbb\xbf");
  // Lines of nothing at the end are no rows.
  text = text.rtrim("\r\n");
  separator = isTsv ? '\t' : findSeparator(text);
}

Error RowScanner::readQuoted(Cell &cell) {
  const size_t begin = ++position;
  std::string *copy = nullptr;
  while (true) {
    if (atEnd())
      return errorAt(cell, "the quote that begins here is not closed");
    char c = text[position++];
    if (c == '"') {
      if (atEnd() || text[position] != '"')
        break;
      if (!copy)
        copy = &unescaped.emplace_back(text.slice(begin, position - 1));
      ++position;
    } else if (c == '\n') {
      ++line;
      lineStart = position;
    }
    if (copy)
      *copy += c;
  }
  cell.text = copy ? StringRef(*copy) : text.slice(begin, position - 1);
  return Error::success();
}

Error RowScanner::next(std::vector<Cell> &cells) {
  cells.clear();
  unescaped.clear();
  while (true) {
    Cell cell;
    cell.line = line;
    cell.column = position - lineStart + 1;
    if (!atEnd() && text[position] == '"') {
      if (Error error = readQuoted(cell))
        return error;
      if (!atLineEnd() && text[position] != separator)
        return errorAt(cell, "expected " + source.separatorName() +
                                 " or the end of the line after the closing "
                                 "quote");
    } else {
      size_t end = position;
      while (end < text.size() && text[end] != separator && text[end] != '\n' &&
             text[end] != '"')
        ++end;
      if (end < text.size() && text[end] == '"') {
        cell.column = end - lineStart + 1;
        return errorAt(cell, "a quote within a cell that does not begin with "
                             "one");
      }
      if (end < text.size() && text[end] == '\n' && end > position &&
          text[end - 1] == '\r')
        --end;
      cell.text = text.slice(position, end);
      position = end;
    }
    cells.push_back(cell);
    if (!atEnd() && text[position] == separator) {
      ++position;
      continue;
    }
    if (!atEnd())
      position += text[position] == '\r' ? 2 : 1;
    ++line;
    lineStart = position;
    return Error::success();
  }
}

static bool isNumber(StringRef text) {
  double value;
  return parseNumber(text, value) != NumberStatus::NotANumber;
}

static bool hasDecimalComma(StringRef text) {
  if (text.count(',') != 1)
    return false;
  std::string number = text.str();
  number[text.find(',')] = '.';
  return isNumber(number);
}

/// True for numbers with separators of other tables between them, or decimal
/// commas.
static bool isListOfNumbers(StringRef text) {
  if (text.find_first_of(kSeparators) == StringRef::npos)
    return false;
  bool hasNumbers = false;
  while (!text.empty()) {
    StringRef part =
        text.take_until([](char c) { return kSeparators.contains(c); });
    text = text.drop_front(std::min(part.size() + 1, text.size()));
    part = part.trim(" ");
    if (!part.empty() && !isNumber(part))
      return false;
    hasNumbers |= !part.empty();
  }
  return hasNumbers;
}

namespace {

/// The smallest distinct texts, one more than a message lists.
class SmallestTexts {
public:
  void add(StringRef text) {
    if (isFull() && text >= *texts.rbegin())
      return;
    texts.insert(text.str());
    if (texts.size() > kMaxCsvListed + 1)
      texts.erase(std::prev(texts.end()));
  }
  /// True if there are more than a message lists.
  bool isFull() const { return texts.size() > kMaxCsvListed; }
  SmallVector<StringRef> list() const { return {texts.begin(), texts.end()}; }

private:
  std::set<std::string, std::less<>> texts;
};

/// Reads the rows of a table.
template <typename T>
class TableReader {
public:
  TableReader(const Source &source, StringRef where)
      : source(source), where(where), scanner(source) {}

  Error readHeader(StringRef columns);
  Error readRows(uint64_t maxBytes);

  std::vector<T> values;
  int64_t rows = 0;
  CsvSelection selection;

private:
  Error appendRow(bool isFirstLine);
  Error appendLabel(const Cell &cell, const CsvColumn &column,
                    StringRef contents, StringRef note);
  Error refuseText(const Cell &cell, size_t index, StringRef contents,
                   StringRef note) const;
  std::string describeTexts(size_t index, StringRef note) const;
  std::string columnName(size_t index) const {
    return "column " + (hasHeader && !names[index].empty()
                            ? quote(names[index])
                            : std::to_string(index));
  }

  const Source &source;
  StringRef where;
  RowScanner scanner;
  std::vector<Cell> cells;
  bool hasHeader = false;
  // Of the header's columns.
  std::vector<StringRef> names;
  std::deque<std::string> header;
  size_t width = 0;
};

} // namespace

template <typename T>
Error TableReader<T>::readHeader(StringRef columns) {
  if (Error error = scanner.next(cells))
    return error;
  width = cells.size();
  hasHeader = llvm::none_of(cells, [](const Cell &cell) {
    return isNumber(cell.contents()) || isListOfNumbers(cell.contents());
  });
  if (hasHeader) {
    for (const Cell &cell : cells)
      names.push_back(cell.contents());
    header = scanner.keepRow();
  }
  Expected<CsvSelection> selected =
      selectCsvColumns(columns, names, width, where);
  if (!selected)
    return selected.takeError();
  selection = std::move(*selected);
  for (const CsvColumn &column : selection.columns)
    if (hasHeader && !column.byName && column.classes &&
        column.classes->places.contains(names[column.index]))
      return scanner.errorAt(
          cells[column.index],
          "the first line has no number, so it is a header, but " +
              quote(names[column.index]) + " is a class of column " +
              Twine(column.index) +
              "; add a header line, or choose the column by its name");
  if (hasHeader && scanner.atEnd())
    return inputError(where + ": a header line, but no row of numbers");
  return Error::success();
}

/// What holds the texts of column `index`, and the SPEC that reads them.
template <typename T>
std::string TableReader<T>::describeTexts(size_t index, StringRef note) const {
  SmallestTexts all, texts;
  bool hasNumbers = false;
  RowScanner again(source);
  std::vector<Cell> row;
  for (bool isHeader = hasHeader; !again.atEnd(); isHeader = false) {
    if (Error error = again.next(row)) {
      // The first error stands; what is before this one is known.
      consumeError(std::move(error));
      break;
    }
    if (isHeader || index >= row.size())
      continue;
    StringRef contents = row[index].contents();
    if (contents.empty())
      continue;
    all.add(contents);
    if (isNumber(contents))
      hasNumbers = true;
    else
      texts.add(contents);
  }
  if (hasNumbers && !note.empty())
    return note.str();

  auto spell = [&](StringRef classes) {
    return (source.path + ":" + csvColumnSpec(index, names) + "{" + classes +
            "}")
        .str();
  };
  std::string classes;
  ListSeparator separator(",");
  for (StringRef text : all.list())
    classes += (StringRef(separator) + csvClassSpec(text)).str();
  std::string spec = spell(classes);
  bool isShown =
      !all.isFull() && spec.size() <= kMaxSpec && printable(spec) == spec;
  // As a shell takes it.
  std::string shown;
  for (char c : spec)
    shown += c == '\'' ? "'\\''" : std::string(1, c);
  shown = "'" + shown + "'";

  std::string listed = listCsvTexts(texts.list());
  if (hasNumbers)
    return "; besides numbers, " + columnName(index) + " holds " + listed +
           "; write numbers in their place" +
           (isShown ? ", or read all of it as labels by " + shown : "");
  std::string found = "; " + columnName(index) + " holds " + listed + "; ";
  if (!isShown)
    return found + "to read it as labels, name all classes as in " +
           quote(spell("A,B,...")) + ", which reads A as 0 and B as 1";
  size_t last = all.list().size() - 1;
  return found + shown + " reads " +
         (last ? "them as 0 to " + std::to_string(last) : "it as 0") +
         (selection.isVector ? "" : "; or choose other columns");
}

template <typename T>
Error TableReader<T>::refuseText(const Cell &cell, size_t index,
                                 StringRef contents, StringRef note) const {
  std::string found = "expected a number, found ";
  if (contents.empty())
    return scanner.errorAt(cell,
                           found + "an empty cell" + note +
                               "; give it a value, remove its row, or choose "
                               "other columns");
  found += quote(contents);
  if (hasDecimalComma(contents))
    return scanner.errorAt(cell,
                           found + "; write decimals after a '.', not a ','");
  if (isListOfNumbers(contents))
    return scanner.errorAt(
        cell, found + "; the separator is " + source.separatorName() +
                  (source.isTsv ? ", as in any .tsv file"
                                : ", which the first line has most of") +
                  ", and decimals are written after a '.'");
  return scanner.errorAt(cell, found + describeTexts(index, note));
}

template <typename T>
Error TableReader<T>::appendLabel(const Cell &cell, const CsvColumn &column,
                                  StringRef contents, StringRef note) {
  auto place = column.classes->places.find(contents);
  if (place != column.classes->places.end()) {
    values.push_back(place->second);
    return Error::success();
  }
  std::string expected = "expected a class of " + columnName(column.index);
  if (contents.empty())
    return scanner.errorAt(cell, expected +
                                     ", found an empty cell; give it a class, "
                                     "or remove its row");
  ArrayRef<StringRef> classes = column.classes->names;
  return scanner.errorAt(cell, expected + ", found " + quote(contents) + note +
                                   "; the classes are " +
                                   listCsvTexts(classes) +
                                   suggestCsvText(contents, classes));
}

template <typename T>
Error TableReader<T>::appendRow(bool isFirstLine) {
  StringRef note;
  if (isFirstLine)
    note = " (the first line is a header only if it has no number)";
  for (const CsvColumn &column : selection.columns) {
    const Cell &cell = cells[column.index];
    StringRef contents = cell.contents();
    if (column.classes) {
      if (Error error = appendLabel(cell, column, contents, note))
        return error;
      continue;
    }
    T value = 0;
    switch (parseNumber(contents, value)) {
    case NumberStatus::Ok:
      values.push_back(value);
      break;
    case NumberStatus::OutOfRange:
      return scanner.errorAt(cell, quote(contents) + " is out of range of " +
                                       (sizeof(T) == 8 ? "f64" : "f32"));
    case NumberStatus::NotANumber:
      return refuseText(cell, column.index, contents, note);
    }
  }
  return Error::success();
}

template <typename T>
Error TableReader<T>::readRows(uint64_t maxBytes) {
  bool isFirstLine = !hasHeader;
  while (isFirstLine || !scanner.atEnd()) {
    if (!isFirstLine)
      if (Error error = scanner.next(cells))
        return error;
    if (cells.size() != width)
      return scanner.errorAt(cells.front(),
                             "expected " + Twine(width) +
                                 " cells as in the first line, found " +
                                 Twine(cells.size()) + " (the separator is " +
                                 source.separatorName() + ")");
    if (Error error = appendRow(isFirstLine))
      return error;
    ++rows;
    isFirstLine = false;
    if (Error error = checkLimit(values.size() * sizeof(T), maxBytes, where))
      return error;
  }
  return Error::success();
}

/// Refuses by its beginning what is no text, however large it is.
static Error checkIsText(const RegularFile &file, const Twine &where) {
  std::vector<char> start(std::min<uint64_t>(file.size(), 1 << 16));
  if (Error error = file.read(0, start))
    return error;
  auto zero = llvm::find(start, '\0');
  if (zero == start.end())
    return Error::success();
  return inputError(where + ": byte " + Twine(zero - start.begin()) +
                    " is zero; expected a table as text, in UTF-8");
}

template <typename T>
static Expected<Tensor> readTable(StringRef path, StringRef columns,
                                  ElementType type, uint64_t maxBytes) {
  std::string where = "file " + quote(path);
  Expected<RegularFile> file = RegularFile::open(path);
  if (!file)
    return file.takeError();
  if (Error error = checkIsText(*file, where))
    return std::move(error);
  Expected<std::unique_ptr<MemoryBuffer>> text = file->readAll();
  if (!text)
    return text.takeError();
  Source source((*text)->getBuffer(), path);
  if (source.text.empty())
    return inputError(where + ": empty; expected a table of numbers");

  TableReader<T> reader(source, where);
  if (Error error = reader.readHeader(columns))
    return std::move(error);
  if (Error error = reader.readRows(maxBytes))
    return std::move(error);

  Shape shape = {reader.rows};
  if (!reader.selection.isVector)
    shape.push_back(reader.selection.columns.size());
  Expected<Tensor> tensor = Tensor::allocate(type, shape, where);
  if (tensor)
    std::memcpy(tensor->mutableBytes().data(), reader.values.data(),
                reader.values.size() * sizeof(T));
  return tensor;
}

Expected<Tensor> amp::readCsv(StringRef path, StringRef columns,
                              ElementType type, uint64_t maxBytes) {
  if (type == ElementType::F64)
    return readTable<double>(path, columns, type, maxBytes);
  if (type == ElementType::F32)
    return readTable<float>(path, columns, type, maxBytes);
  return inputError("file " + quote(path) +
                    ": a csv table is read as f64 or f32, not as " +
                    mlirName(type) + "; convert it afterwards");
}
