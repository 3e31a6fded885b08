//===- Csv.h - Tables of numbers as text ------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comma-separated values as in RFC 4180: cells may be in double quotes, within
// which "" is a quote, and separators and line ends are ordinary. Lines end in
// LF or CRLF. A byte order mark at the start and empty lines at the end are
// skipped. Spaces and tabs around the text of a cell are skipped.
//
// The separator is ',', ';' or a tab: the one that occurs most often in the
// first line, outside of quotes; of equally many the first of these three. In a
// file whose name ends in .tsv, in any case, it is a tab.
//
// The first line is a header if none of its cells is a number. (So a first line
// that mixes both is data, and an error names its first cell that is no number;
// nothing is dropped silently.) Numbers have a '.'; one with a decimal comma,
// or several in a cell, are an error, and make their line data.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_CSV_H
#define AMP_SUPPORT_CSV_H

#include "amp/Support/Tensor.h"
#include "llvm/Support/Error.h"

namespace amp {

/// Reads a table into a tensor of `type` (f64 or f32) and of shape
/// [rows, columns]. `columns` chooses among them:
///  - empty: all;
///  - the name of a column in the header, whatever characters it has: that one,
///    and the shape is [rows];
///  - else a list, parted by ',', of columns in the order wanted, none of them
///    twice: names, numbers from 0, and ranges "A-B" from column A to column B,
///    both included, each a name or a number. A name goes before a range. A
///    list of one column that is no range has the shape [rows].
///
/// After a column or range of the list, "{a,b,c}" names the classes of a column
/// of labels: the cell `a` is read as 0, `b` as 1, and so on, compared as text
/// even where they are numbers; other texts are errors. A class with ',', '{',
/// '}' or '"' is in double quotes, within which "" is a quote. At most 65,536.
/// If such a column is chosen by number, and its cell in the header is a class,
/// then the header is probably none: an error.
///
/// Names with ',' or '{' in a list, and those with '-' as ends of a range, are
/// given by their numbers. Only the chosen columns must hold numbers or labels.
/// Errors name file, line and column (of text, both from 1); one about text in
/// place of a number lists the texts of that column, and the `columns` that
/// would read them.
llvm::Expected<Tensor> readCsv(llvm::StringRef path, llvm::StringRef columns,
                               ElementType type, uint64_t maxBytes);

} // namespace amp

#endif // AMP_SUPPORT_CSV_H
