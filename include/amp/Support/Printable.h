//===- Printable.h - Text of unknown origin in output -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_PRINTABLE_H
#define AMP_SUPPORT_PRINTABLE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace amp {

/// The longest message about what somebody else has written, in bytes.
constexpr size_t kMaxMessageLength = 2000;

/// `text` fit for a terminal: control characters, those of Unicode that
/// reorder or part the text around them, and what is not UTF-8 are written
/// `\xHH`, byte by byte. What is longer than `limit` bytes is cut at a
/// character and ends in `...`.
std::string printable(llvm::StringRef text,
                      size_t limit = llvm::StringRef::npos);

/// A JSON document whose strings are fit for a terminal as well: such
/// characters, of which JSON asks only some to be escaped, are written
/// `\uHHHH`.
std::string printableJson(llvm::StringRef document);

} // namespace amp

#endif // AMP_SUPPORT_PRINTABLE_H
