//===- Printable.cpp - Text of unknown origin in output -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Printable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace {
/// The first character of a text.
struct Character {
  UTF32 codePoint;
  unsigned numBytes;
  /// False for a byte that begins no character.
  bool isValid;
};
} // namespace

static Character decode(StringRef text) {
  const auto *begin = reinterpret_cast<const UTF8 *>(text.data());
  if (*begin < 0x80)
    return {*begin, 1, true};
  const UTF8 *next = begin;
  UTF32 codePoint = 0;
  if (convertUTF8Sequence(&next, begin + text.size(), &codePoint,
                          strictConversion) != conversionOK)
    return {*begin, 1, false};
  return {codePoint, static_cast<unsigned>(next - begin), true};
}

/// True for what a terminal acts on instead of showing it: control characters,
/// ends of lines, marks that change the direction of writing, and the mark of
/// byte order, which is invisible.
static bool isControl(UTF32 c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c ||
         (c >= 0x200e && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

std::string amp::printable(StringRef text, size_t limit) {
  std::string result;
  result.reserve(std::min(text.size(), limit));
  for (size_t i = 0; i < text.size();) {
    Character character = decode(text.substr(i));
    if (i + character.numBytes > limit)
      return result + "...";
    if (character.isValid && !isControl(character.codePoint)) {
      result += text.substr(i, character.numBytes);
    } else {
      for (unsigned char byte : text.substr(i, character.numBytes)) {
        result += "\\x";
        result += hexdigit(byte >> 4, /*LowerCase=*/true);
        result += hexdigit(byte & 15, /*LowerCase=*/true);
      }
    }
    i += character.numBytes;
  }
  return result;
}

std::string amp::printableJson(StringRef document) {
  std::string result;
  result.reserve(document.size());
  for (size_t i = 0; i < document.size();) {
    Character character = decode(document.substr(i));
    // Below the space there are only the document's own line breaks. None of
    // the others is beyond the first 65,536.
    if (character.codePoint >= ' ' && isControl(character.codePoint)) {
      result += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4)
        result += hexdigit(character.codePoint >> shift & 15,
                           /*LowerCase=*/true);
    } else {
      result += document.substr(i, character.numBytes);
    }
    i += character.numBytes;
  }
  return result;
}
