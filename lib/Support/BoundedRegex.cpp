//===- BoundedRegex.cpp - Regular expressions of somebody unknown ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/BoundedRegex.h"

#include "amp/Support/Error.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;
using namespace amp;

/// The end of the bracket expression that begins at `begin`: `[abc]`, `[]a]`,
/// `[^]a]`, `[[:digit:]]`.
static size_t skipBrackets(StringRef text, size_t begin) {
  size_t i = begin + 1;
  if (text.substr(i).starts_with("^"))
    ++i;
  if (text.substr(i).starts_with("]"))
    ++i;
  for (; i < text.size() && text[i] != ']'; ++i)
    if (text[i] == '[' && i + 1 < text.size() &&
        StringRef(":.=").contains(text[i + 1])) {
      size_t end = text.find(text.substr(i + 1, 1).str() + "]", i + 2);
      i = end == StringRef::npos ? text.size() : end + 1;
    }
  return i;
}

/// About as many states as `text` has once repetitions are written out, those
/// of groups within groups too; nothing if it refers back to a group. Whether
/// it is valid does not matter.
static std::optional<uint64_t> countStates(StringRef text) {
  // Of the open groups, outermost first, what is in them so far.
  SmallVector<uint64_t> groups = {0};
  // What a repetition would repeat.
  uint64_t last = 0;
  auto add = [&](uint64_t states) {
    last = states;
    groups.back() = SaturatingAdd(groups.back(), states);
  };
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
    case '\\':
      ++i;
      if (i < text.size() && isDigit(text[i]))
        return std::nullopt;
      add(1);
      break;
    case '[':
      i = skipBrackets(text, i);
      add(1);
      break;
    case '(':
      groups.push_back(0);
      break;
    case ')': {
      uint64_t group = groups.pop_back_val();
      if (groups.empty())
        groups.push_back(0);
      add(group + 2);
      break;
    }
    case '{': {
      StringRef bound = text.substr(i + 1);
      bound = bound.take_front(bound.find('}'));
      i += bound.size() + 1;
      auto [low, high] = bound.split(',');
      uint64_t count = 1;
      (void)(high.empty() ? low : high).getAsInteger(10, count);
      uint64_t more = SaturatingMultiply(last, std::max<uint64_t>(count, 1));
      groups.back() = SaturatingAdd(groups.back(), more);
      last = SaturatingAdd(last, more);
      break;
    }
    default:
      add(1);
      break;
    }
  }
  uint64_t sum = 0;
  for (uint64_t group : groups)
    sum = SaturatingAdd(sum, group);
  return sum;
}

Expected<BoundedRegex> BoundedRegex::compile(StringRef text) {
  if (text.empty())
    return inputError("an empty regular expression, which would find every op; "
                      "write '.*' if that is meant");
  auto fail = [&](const Twine &why) {
    return inputError("regular expression " + quote(text) + " " + why);
  };
  if (text.size() > kMaxRegexLength)
    return fail("is longer than " + Twine(kMaxRegexLength) + " characters");
  std::optional<uint64_t> states = countStates(text);
  if (!states)
    return fail("refers back to a group, which is not supported");
  if (*states > kMaxRegexStates)
    return fail("is too large when its repetitions are written out: about " +
                Twine(*states) + " states, of at most " +
                Twine(kMaxRegexStates));
  Regex regex(text);
  std::string error;
  if (!regex.isValid(error))
    return fail("is not valid: " + error);
  return BoundedRegex(std::move(regex));
}
