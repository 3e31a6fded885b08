//===- BoundedRegex.h - Regular expressions of somebody unknown -*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_BOUNDEDREGEX_H
#define AMP_SUPPORT_BOUNDEDREGEX_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"

namespace amp {

/// The longest regular expression, in characters.
constexpr size_t kMaxRegexLength = 1000;
/// The most states of a regular expression whose repetitions are written out.
constexpr uint64_t kMaxRegexStates = 10000;
/// A text that is longer matches no pattern.
constexpr size_t kMaxMatchedLength = 4096;

/// A POSIX extended regular expression of somebody unknown. Compiling takes
/// time and memory in the number of states, matching time in that times the
/// text's length, and both are bounded: repetitions are counted before they are
/// written out, and references to groups, which would take exponential time,
/// are refused.
class BoundedRegex {
public:
  /// The error says what is wrong with `text`, and quotes it.
  static llvm::Expected<BoundedRegex> compile(llvm::StringRef text);

  /// True if a part of `text` matches.
  bool match(llvm::StringRef text) const {
    return text.size() <= kMaxMatchedLength && regex.match(text);
  }

private:
  explicit BoundedRegex(llvm::Regex regex) : regex(std::move(regex)) {}

  llvm::Regex regex;
};

} // namespace amp

#endif // AMP_SUPPORT_BOUNDEDREGEX_H
