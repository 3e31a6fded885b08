//===- SimilarNames.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/SimilarNames.h"

#include "amp/Support/Error.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

/// Names that are shown; more would say nothing.
static constexpr size_t kMaxNames = 3;
/// What is longer is nobody's misspelling.
static constexpr size_t kMaxLength = 200;
/// The fewest characters that say what a longer name may be.
static constexpr size_t kMinPrefix = 3;

/// True if `initials` are the first letters of the words of `name`.
static bool abbreviates(StringRef initials, StringRef name) {
  SmallVector<StringRef> words;
  name.split(words, '_', -1, /*KeepEmpty=*/false);
  return words.size() > 1 && words.size() == initials.size() &&
         all_of(zip(words, initials), [](auto pair) {
           return std::get<0>(pair).front() == std::get<1>(pair);
         });
}

SmallVector<StringRef> amp::findSimilarNames(StringRef name,
                                             ArrayRef<StringRef> known) {
  SmallVector<StringRef> found;
  if (name.empty() || name.size() > kMaxLength)
    return found;
  auto finish = [&] {
    sort(found);
    found.erase(llvm::unique(found), found.end());
    found.truncate(std::min(found.size(), kMaxNames));
    return found;
  };
  // An abbreviation is surer than a distance: every short name is near another.
  copy_if(known, std::back_inserter(found), [&](StringRef other) {
    return abbreviates(name, other) || abbreviates(other, name);
  });
  if (!found.empty())
    return finish();
  // What is before a dot, such as a dialect, is not where the mistake is.
  StringRef last = name.substr(name.rfind('.') + 1);
  unsigned least = 1 + std::min<size_t>(last.size(), 12) / 3;
  for (StringRef other : known) {
    // The distance is at least the difference in length.
    size_t difference = std::max(other.size(), name.size()) -
                        std::min(other.size(), name.size());
    if (difference > least)
      continue;
    unsigned distance = name.edit_distance(other, /*AllowReplacements=*/true,
                                           /*MaxEditDistance=*/least);
    if (distance < least)
      found.clear();
    if (distance <= least)
      found.push_back(other);
    least = std::min(least, distance);
  }
  if (!found.empty())
    return finish();
  copy_if(known, std::back_inserter(found), [&](StringRef other) {
    return std::min(name.size(), other.size()) >= kMinPrefix &&
           (other.starts_with(name) || name.starts_with(other));
  });
  return finish();
}

std::string amp::didYouMean(StringRef name, ArrayRef<StringRef> known,
                            StringRef prefix) {
  SmallVector<StringRef> similar = findSimilarNames(name, known);
  std::string text;
  for (auto [i, other] : enumerate(similar)) {
    text += i == 0                    ? "; did you mean "
            : i + 1 == similar.size() ? " or "
                                      : ", ";
    text += quote((prefix + other).str());
  }
  return text.empty() ? text : text + "?";
}
