//===- Lexer.h - Tokens of MLIR text ----------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_FRONTEND_LEXER_H
#define AMP_LIB_FRONTEND_LEXER_H

#include "llvm/ADT/StringRef.h"

namespace amp {

/// A token of MLIR text. Its text is spelled as in the file.
struct Token {
  enum Kind {
    End,
    /// A bare identifier or keyword.
    Word,
    Number,
    /// With its quotes, if it is closed on its line.
    String,
    /// `@name`, without the string of `@"name"`, which is a token of its own.
    Symbol,
    /// `!name`, `#name`, `%name`, `^name`; the name may be empty.
    Type,
    Attribute,
    Value,
    Block,
    /// `->`, `>=`, `{-#`, `#-}`, or one character; also any that MLIR has no
    /// use for.
    Punctuation
  };

  bool is(Kind other) const { return kind == other; }
  bool is(llvm::StringRef punctuation) const {
    return kind == Punctuation && text == punctuation;
  }

  Kind kind = End;
  llvm::StringRef text;
};

/// Splits text as MLIR's lexer does, of which the parts are not public. Text on
/// which the two differ is text that MLIR's parser rejects at that place.
class Lexer {
public:
  explicit Lexer(llvm::StringRef text) : text(text) {}

  Token next();
  /// Goes back to `offset`, within the last token.
  void reset(size_t offset) { position = offset; }
  size_t offsetOf(const Token &token) const {
    return token.text.data() - text.data();
  }

private:
  Token make(Token::Kind kind, size_t start) const {
    return {kind, text.slice(start, position)};
  }
  char at(size_t i) const { return i < text.size() ? text[i] : '\0'; }
  template <typename Predicate>
  void skipWhile(Predicate predicate) {
    while (position < text.size() && predicate(text[position]))
      ++position;
  }
  void skipBlanksAndComments();
  void lexNumber();
  void lexString();
  void lexSuffix();

  llvm::StringRef text;
  size_t position = 0;
};

} // namespace amp

#endif // AMP_LIB_FRONTEND_LEXER_H
