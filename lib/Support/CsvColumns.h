//===- CsvColumns.h - The chosen columns of a table -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_SUPPORT_CSVCOLUMNS_H
#define AMP_LIB_SUPPORT_CSVCOLUMNS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace amp {

/// Names of columns, classes or texts that a message lists; more helps nobody.
constexpr size_t kMaxCsvListed = 20;

/// The texts of a column of labels, numbered by their place.
struct CsvClasses {
  std::vector<llvm::StringRef> names; // the keys of `places`
  llvm::StringMap<size_t> places;
};

struct CsvColumn {
  size_t index;
  const CsvClasses *classes; ///< Null for a column of numbers.
  bool byName;               ///< Chosen by a name of the header.
};

struct CsvSelection {
  std::vector<CsvColumn> columns;
  std::vector<std::unique_ptr<CsvClasses>> classes;
  /// One column by itself: the table is a vector.
  bool isVector = false;
};

/// The columns that `spec` chooses of `count`, as readCsv says. `names` are
/// those of the header, and empty if there is none. Takes time in proportion to
/// `spec` and `names`.
llvm::Expected<CsvSelection>
selectCsvColumns(llvm::StringRef spec, llvm::ArrayRef<llvm::StringRef> names,
                 size_t count, llvm::StringRef where);

/// `name` or its number, as a SPEC has to give column `index`.
std::string csvColumnSpec(size_t index, llvm::ArrayRef<llvm::StringRef> names);

/// `text` as it has to be written between the braces of a SPEC.
std::string csvClassSpec(llvm::StringRef text);

/// The first texts in quotes, as a list that says whether there are more.
std::string listCsvTexts(llvm::ArrayRef<llvm::StringRef> texts);

/// didYouMean in bounded time.
std::string suggestCsvText(llvm::StringRef text,
                           llvm::ArrayRef<llvm::StringRef> known);

} // namespace amp

#endif // AMP_LIB_SUPPORT_CSVCOLUMNS_H
