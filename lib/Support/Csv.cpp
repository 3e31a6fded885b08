//===- Csv.cpp - Tables of numbers as text --------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Csv.h"

#include "NpyHeader.h"
#include "amp/Support/Number.h"
#include "amp/Support/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>
#include <vector>

using namespace llvm;
using namespace amp;

namespace {

struct Cell {
  std::string unquoted; // the text of a cell in quotes
  StringRef text;       // of any other
  bool isQuoted = false;
  unsigned line = 1;
  size_t column = 1;

  StringRef contents() const {
    return (isQuoted ? StringRef(unquoted) : text).trim(" \t");
  }
};

/// Splits the text into rows.
class RowScanner {
public:
  RowScanner(StringRef text, StringRef path) : text(text), path(path) {
    this->text.consume_front("\xef\xbb\xbf");
    // Lines of nothing at the end are no rows.
    this->text = this->text.rtrim("\r\n");
  }

  bool atEnd() const { return position >= text.size(); }
  /// Reads a row into `cells`.
  Error next(std::vector<Cell> &cells);

  Error errorAt(const Cell &cell, const Twine &message) const {
    return inputError(
        "file " +
        quote(
            (path + ":" + Twine(cell.line) + ":" + Twine(cell.column)).str()) +
        ": " + message);
  }

private:
  Error readQuoted(Cell &cell);
  bool atLineEnd() const {
    return atEnd() || text[position] == '\n' ||
           text.substr(position).starts_with("\r\n");
  }

  StringRef text;
  StringRef path;
  size_t position = 0;
  size_t lineStart = 0;
  unsigned line = 1;
};

} // namespace

Error RowScanner::readQuoted(Cell &cell) {
  cell.isQuoted = true;
  ++position;
  while (true) {
    if (atEnd())
      return errorAt(cell, "the quote that begins here is not closed");
    char c = text[position++];
    if (c == '"') {
      if (atEnd() || text[position] != '"')
        return Error::success();
      ++position;
    } else if (c == '\n') {
      ++line;
      lineStart = position;
    }
    cell.unquoted += c;
  }
}

Error RowScanner::next(std::vector<Cell> &cells) {
  cells.clear();
  while (true) {
    Cell cell;
    cell.line = line;
    cell.column = position - lineStart + 1;
    if (!atEnd() && text[position] == '"') {
      if (Error error = readQuoted(cell))
        return error;
      if (!atLineEnd() && text[position] != ',')
        return errorAt(cell, "expected ',' or the end of the line after the "
                             "closing quote");
    } else {
      size_t end = text.find_first_of(",\n\"", position);
      end = std::min(end, text.size());
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
    cells.push_back(std::move(cell));
    if (!atEnd() && text[position] == ',') {
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

static bool isNumber(const Cell &cell) {
  double value;
  return parseNumber(cell.contents(), value) != NumberStatus::NotANumber;
}

namespace {
/// The chosen columns are those from `first` to before `end`.
struct Selection {
  size_t first, end;
  bool single;
};
} // namespace

static Expected<Selection> selectColumns(StringRef columns,
                                         ArrayRef<Cell> firstRow,
                                         bool hasHeader, StringRef where) {
  size_t count = firstRow.size();
  if (columns.empty())
    return Selection{0, count, false};
  size_t found = count;
  for (size_t i = 0; hasHeader && i < count; ++i) {
    if (firstRow[i].contents() != columns)
      continue;
    if (found != count)
      return inputError(where + ": columns " + Twine(found) + " and " +
                        Twine(i) + " are both named " + quote(columns) +
                        "; choose one by its number");
    found = i;
  }
  if (found != count)
    return Selection{found, found + 1, true};

  auto [left, right] = columns.split('-');
  bool single = !columns.contains('-');
  size_t first, last;
  if (!left.getAsInteger(10, first) &&
      !(single ? left : right).getAsInteger(10, last)) {
    if (first > last || last >= count)
      return inputError(where + ": no columns " + quote(columns) +
                        "; there are " + Twine(count) + ", from 0 to " +
                        Twine(count - 1));
    return Selection{first, last + 1, single};
  }
  std::string known;
  if (hasHeader) {
    // A long list helps nobody.
    ListSeparator separator;
    for (const Cell &cell : firstRow.take_front(20))
      known += (StringRef(separator) + quote(cell.contents())).str();
    if (count > 20)
      known += ", ...";
    known = "the names are " + known;
  } else {
    known =
        "there is no header line, so columns have only numbers, from 0 to " +
        std::to_string(count - 1);
  }
  return inputError(where + ": no column " + quote(columns) + "; " + known);
}

template <typename T>
static Error appendRow(const RowScanner &scanner, ArrayRef<Cell> cells,
                       const Selection &selection, bool firstLine,
                       std::vector<T> &values) {
  for (const Cell &cell :
       cells.slice(selection.first, selection.end - selection.first)) {
    T value = 0;
    StringRef contents = cell.contents();
    switch (parseNumber(contents, value)) {
    case NumberStatus::Ok:
      values.push_back(value);
      break;
    case NumberStatus::OutOfRange:
      return scanner.errorAt(cell, quote(contents) + " is out of range of " +
                                       (sizeof(T) == 8 ? "f64" : "f32"));
    case NumberStatus::NotANumber:
      return scanner.errorAt(
          cell, "expected a number, found " +
                    (contents.empty() ? std::string("an empty cell")
                                      : quote(contents)) +
                    (firstLine ? " (the first line is a header only if it has "
                                 "no number)"
                               : ""));
    }
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
                    " is zero; expected a table of numbers as text");
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
  RowScanner scanner((*text)->getBuffer(), path);
  if (scanner.atEnd())
    return inputError(where + ": empty; expected a table of numbers");

  std::vector<Cell> cells;
  if (Error error = scanner.next(cells))
    return std::move(error);
  bool hasHeader = llvm::none_of(cells, isNumber);
  size_t width = cells.size();
  Expected<Selection> selection =
      selectColumns(columns, cells, hasHeader, where);
  if (!selection)
    return selection.takeError();

  std::vector<T> values;
  int64_t rows = 0;
  if (hasHeader && scanner.atEnd())
    return inputError(where + ": a header line, but no row of numbers");
  bool pending = !hasHeader;
  while (pending || !scanner.atEnd()) {
    if (!pending)
      if (Error error = scanner.next(cells))
        return std::move(error);
    if (cells.size() != width)
      return scanner.errorAt(cells.front(),
                             "expected " + Twine(width) +
                                 " cells as in the first line, found " +
                                 Twine(cells.size()));
    if (Error error = appendRow(scanner, cells, *selection, pending, values))
      return std::move(error);
    ++rows;
    pending = false;
    if (Error error = checkLimit(values.size() * sizeof(T), maxBytes, where))
      return std::move(error);
  }

  Shape shape = {rows};
  if (!selection->single)
    shape.push_back(selection->end - selection->first);
  Expected<Tensor> tensor = Tensor::allocate(type, shape, where);
  if (tensor)
    std::memcpy(tensor->mutableBytes().data(), values.data(),
                values.size() * sizeof(T));
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
