//===- Csv.h - Tables of numbers as text ------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comma-separated values as in RFC 4180: cells may be in double quotes, within
// which "" is a quote and commas and line ends are ordinary. Lines end in LF or
// CRLF. A byte order mark at the start and empty lines at the end are skipped.
// Spaces around a number are skipped.
//
// The first line is a header if none of its cells is a number. (So a first line
// that mixes both is data, and an error names its first cell that is no number;
// nothing is dropped silently.)
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
///  - the name of a column in the header: that one, and the shape is [rows];
///  - a number from 0: likewise;
///  - "A-B": the columns from number A to B, both included: [rows, B - A + 1].
/// A name in the header goes before a number. Only the chosen columns must hold
/// numbers. Errors name file, line and column (of text, both from 1).
llvm::Expected<Tensor> readCsv(llvm::StringRef path, llvm::StringRef columns,
                               ElementType type, uint64_t maxBytes);

} // namespace amp

#endif // AMP_SUPPORT_CSV_H
