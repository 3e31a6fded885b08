//===- SourceText.cpp - Checking text before MLIR reads it ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Frontend/SourceText.h"

#include "amp/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace amp;

namespace {
/// Where a scan of the text is.
struct Position {
  size_t line = 1, lineStart = 0;
};
} // namespace

static std::string place(StringRef name, const Position &position, size_t i) {
  return formatv("{0}:{1}:{2}", name, position.line, i - position.lineStart + 1)
      .str();
}

namespace {
/// Follows how deep brackets nest, also through aliases: in `!b = tuple<!a>`
/// the type is one deeper than `!a`.
class Nesting {
public:
  /// True if the text is not too deep.
  bool open() { return reach(++brackets); }
  void close() { brackets -= brackets > 0; }
  bool isTopLevel() const { return brackets == 0; }

  /// An alias is defined; it reaches as far as the next definition.
  void define(StringRef alias) { current = alias; }
  /// True if the text is not too deep.
  bool use(StringRef alias) {
    // No alias contains itself: this is behind the definition.
    if (alias == current)
      current = "";
    auto known = depths.find(alias);
    return known == depths.end() || reach(brackets + known->second);
  }

private:
  bool reach(unsigned depth) {
    if (!current.empty()) {
      unsigned &deepest = depths[current];
      deepest = std::max(deepest, depth);
    }
    return depth <= kMaxNesting;
  }

  unsigned brackets = 0;
  StringRef current;
  StringMap<unsigned> depths;
};
} // namespace

static bool isIdentifier(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

Error amp::checkSourceText(StringRef text, StringRef name) {
  size_t nul = text.find('\0');
  if (nul != StringRef::npos)
    return inputError(name + ": a NUL byte at offset " + Twine(nul) +
                      "; expected MLIR text or bytecode");
  Position position;
  Nesting nesting;
  unsigned minuses = 0;
  auto tooDeep = [&](size_t i) {
    return inputError(place(name, position, i) + ": nested deeper than " +
                      Twine(kMaxNesting));
  };
  for (size_t i = 0, end = text.size(); i < end; ++i) {
    char c = text[i];
    switch (c) {
    case '\n':
      ++position.line;
      position.lineStart = i + 1;
      continue;
    case ' ':
    case '\t':
    case '\r':
      continue;
    case '"':
      // A string ends at the next quote or, as an error, at the line's end.
      for (++i; i < end && text[i] != '"' && text[i] != '\n'; ++i)
        if (text[i] == '\\' && i + 1 < end && text[i + 1] != '\n')
          ++i;
      if (i < end && text[i] == '\n')
        --i;
      break;
    case '/':
      if (i + 1 < end && text[i + 1] == '/')
        i = std::min(text.find('\n', i), end) - 1;
      continue;
    case '!':
    case '#': {
      size_t last = i + 1;
      while (last < end && isIdentifier(text[last]))
        ++last;
      StringRef alias = text.slice(i, last);
      StringRef rest = text.drop_front(last).ltrim();
      if (nesting.isTopLevel() && rest.starts_with("="))
        nesting.define(alias);
      else if (!nesting.use(alias))
        return tooDeep(i);
      i = last - 1;
      break;
    }
    case '-':
      if (i + 1 < end && text[i + 1] == '>') {
        ++i;
        break;
      }
      // Affine expressions nest by signs alone.
      if (++minuses > kMaxNesting)
        return tooDeep(i);
      continue;
    case '<':
    case '>':
      // A comparison is no bracket.
      if (i + 1 < end && text[i + 1] == '=') {
        ++i;
        break;
      }
      if (c == '>') {
        nesting.close();
        break;
      }
      [[fallthrough]];
    case '(':
    case '[':
    case '{':
      if (!nesting.open())
        return tooDeep(i);
      break;
    case ')':
    case ']':
    case '}':
      nesting.close();
      break;
    default:
      break;
    }
    minuses = 0;
  }
  return Error::success();
}
