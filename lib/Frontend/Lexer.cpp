//===- Lexer.cpp - Tokens of MLIR text ------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace amp;

static bool isWordCharacter(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '.';
}

static bool isSuffixCharacter(char c) { return isWordCharacter(c) || c == '-'; }

void Lexer::skipBlanksAndComments() {
  while (position < text.size()) {
    char c = text[position];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++position;
    } else if (c == '/' && at(position + 1) == '/') {
      // To MLIR a carriage return ends a line as well.
      position = std::min(text.find_first_of("\n\r", position), text.size());
    } else {
      return;
    }
  }
}

void Lexer::lexNumber() {
  if (text[position] == '0' && at(position + 1) == 'x' &&
      isHexDigit(at(position + 2))) {
    position += 2;
    skipWhile([](char c) { return isHexDigit(c); });
    return;
  }
  skipWhile([](char c) { return isDigit(c); });
  if (at(position) != '.')
    return;
  ++position;
  skipWhile([](char c) { return isDigit(c); });
  if (at(position) != 'e' && at(position) != 'E')
    return;
  bool hasSign = at(position + 1) == '+' || at(position + 1) == '-';
  if (!isDigit(at(position + 1 + hasSign)))
    return;
  position += 1 + hasSign;
  skipWhile([](char c) { return isDigit(c); });
}

/// A string ends at the next quote or, as an error, at the line's end.
void Lexer::lexString() {
  for (++position; position < text.size() && text[position] != '\n';
       ++position) {
    if (text[position] == '"') {
      ++position;
      return;
    }
    if (text[position] == '\\' && position + 1 < text.size() &&
        text[position + 1] != '\n')
      ++position;
  }
}

void Lexer::lexSuffix() {
  ++position;
  if (isDigit(at(position)))
    skipWhile([](char c) { return isDigit(c); });
  else
    skipWhile(isSuffixCharacter);
}

Token Lexer::next() {
  skipBlanksAndComments();
  size_t start = position;
  if (start == text.size())
    return make(Token::End, start);
  char c = text[start];
  if (isAlpha(c) || c == '_') {
    skipWhile(isWordCharacter);
    return make(Token::Word, start);
  }
  if (isDigit(c)) {
    lexNumber();
    return make(Token::Number, start);
  }
  if (c == '"') {
    lexString();
    return make(Token::String, start);
  }
  for (StringRef sign : {"->", ">=", "{-#", "#-}"})
    if (text.substr(start).starts_with(sign)) {
      position += sign.size();
      return make(Token::Punctuation, start);
    }
  switch (c) {
  case '@':
    ++position;
    skipWhile(isSuffixCharacter);
    return make(Token::Symbol, start);
  case '!':
    lexSuffix();
    return make(Token::Type, start);
  case '#':
    lexSuffix();
    return make(Token::Attribute, start);
  case '%':
    lexSuffix();
    return make(Token::Value, start);
  case '^':
    lexSuffix();
    return make(Token::Block, start);
  default:
    ++position;
    return make(Token::Punctuation, start);
  }
}
