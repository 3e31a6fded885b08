//===- Lexer.cpp ----------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

namespace amp::rt::simulator::ptx {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$' || c == '%';
}
bool isName(char c) { return isDigit(c) || (isNameStart(c) && c != '%'); }

} // namespace

std::vector<Token> lex(std::string_view text) {
  text = text.substr(0, text.find('\0'));
  std::vector<Token> tokens;
  uint32_t at = 0, line = 1, lineBegin = 0;
  const uint32_t end = uint32_t(text.size());
  auto peek = [&](uint32_t ahead) {
    return at + ahead < end ? text[at + ahead] : '\0';
  };
  bool isAttached = false;
  for (;;) {
    bool isWrong = false;
    uint32_t begin = at;
    while (at < end) {
      char c = text[at];
      if (c == '\n') {
        ++at;
        ++line;
        lineBegin = at;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++at;
      } else if (c == '/' && peek(1) == '/') {
        while (at < end && text[at] != '\n')
          ++at;
      } else if (c == '/' && peek(1) == '*') {
        uint32_t start = at;
        at += 2;
        while (at < end && !(text[at] == '*' && peek(1) == '/')) {
          if (text[at] == '\n') {
            ++line;
            lineBegin = at + 1;
          }
          ++at;
        }
        if (at >= end) {
          at = start;
          isWrong = true; // a comment that does not end
          break;
        }
        at += 2;
      } else {
        break;
      }
    }
    isAttached = at == begin && !tokens.empty();
    Token token;
    token.isAttached = isAttached;
    token.offset = at;
    token.line = line;
    token.column = at - lineBegin + 1;
    begin = at;
    if (isWrong) {
      token.kind = Token::Wrong;
      token.text = text.substr(at, 2);
      tokens.push_back(token);
      at = end;
      continue;
    }
    if (at >= end) {
      tokens.push_back(token);
      return tokens;
    }
    char c = text[at];
    if (isNameStart(c)) {
      token.kind = Token::Word;
      ++at;
      while (isName(peek(0)))
        ++at;
    } else if (c == '.' && isName(peek(1))) {
      token.kind = Token::Dotted;
      ++at;
      begin = at;
      while (isName(peek(0)) || (peek(0) == ':' && peek(1) == ':') ||
             (peek(0) == ':' && at > begin && text[at - 1] == ':'))
        ++at;
    } else if (isDigit(c)) {
      token.kind = Token::Number;
      while (isName(peek(0)))
        ++at;
      // A decimal fraction; a sign may follow the exponent's letter.
      if (peek(0) == '.' && isDigit(peek(1))) {
        ++at;
        while (isName(peek(0)) ||
               ((peek(0) == '+' || peek(0) == '-') &&
                (text[at - 1] == 'e' || text[at - 1] == 'E')))
          ++at;
      }
    } else if (c == '"') {
      token.kind = Token::String;
      ++at;
      while (at < end && text[at] != '"' && text[at] != '\n')
        ++at;
      if (peek(0) == '"')
        ++at;
      else
        token.kind = Token::Wrong;
    } else {
      token.kind = std::string_view("{}[]()<>,;:+-*/=!@|&^~?").find(c) !=
                           std::string_view::npos
                       ? Token::Mark
                       : Token::Wrong;
      ++at;
    }
    token.text = text.substr(begin, at - begin);
    tokens.push_back(token);
  }
}

} // namespace amp::rt::simulator::ptx
