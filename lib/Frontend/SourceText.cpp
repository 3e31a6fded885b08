//===- SourceText.cpp - Checking text before MLIR reads it ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Frontend/SourceText.h"

#include "Lexer.h"
#include "amp/Support/Error.h"
#include "amp/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;
using namespace amp;

namespace {
/// Goes through the tokens once, and keeps of them what the limits are about.
class Scanner {
public:
  Scanner(StringRef text, StringRef name)
      : text(text), name(name), lexer(text) {}

  Error run();

private:
  /// Of an alias, or of the definition so far: how deep its brackets nest and
  /// how many tokens it has once the aliases in it are written out.
  struct Extent {
    unsigned depth = 0;
    uint64_t tokens = 0;
  };
  struct Bracket {
    char open;
    /// What `!dialect.` or `#dialect.` takes, up to its end.
    bool isSymbolBody;
  };

  Error fail(const Twine &message) const;
  Error checkLength();
  Error checkNumbers();
  Error checkDimensions();
  Error checkAffine();
  Error checkAliases();
  Error checkBrackets();
  Error checkResource();
  Error checkComment();
  void close(char open);
  Error reach(unsigned depth);
  Token peek() const {
    Lexer ahead = lexer;
    return ahead.next();
  }
  bool isAliasName() const {
    return (token.is(Token::Type) || token.is(Token::Attribute)) &&
           !token.text.contains('.') && !isResultNumber();
  }
  /// `#1` of `%x#1`.
  bool isResultNumber() const {
    return token.is(Token::Attribute) && previous.is(Token::Value) &&
           previous.text.end() == token.text.begin();
  }

  StringRef text, name;
  Lexer lexer;
  Token token, previous, beforePrevious;

  SmallVector<Bracket> brackets;
  unsigned symbolBodies = 0;
  StringMap<Extent> aliases;
  /// The alias that is being defined, or empty.
  StringRef defined;
  /// Sizes of the dimension list so far.
  unsigned rank = 0;
  /// Operators since the last token that no affine expression has.
  unsigned operators = 0;
  /// Where the brackets of an affine map or set begin, and its commas so far.
  std::optional<size_t> mapDepth;
  unsigned mapCommas = 0;
  /// Values since the name of an op of the affine dialect.
  std::optional<unsigned> affineValues;
  bool isInResources = false;
};
} // namespace

Error Scanner::fail(const Twine &message) const {
  StringRef before = text.take_front(lexer.offsetOf(token));
  size_t line = before.count('\n') + 1;
  size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return inputError(printable(name) + ":" + Twine(line) + ":" + Twine(column) +
                    ": " + message);
}

/// `"0x…"`: data of any length, which MLIR reads in one go.
static bool isHexData(StringRef string) {
  return string.consume_front("\"0x") && string.consume_back("\"") &&
         all_of(string, isHexDigit);
}

Error Scanner::checkLength() {
  size_t limit = kMaxNameLength;
  StringRef what = "a name";
  switch (token.kind) {
  case Token::End:
  case Token::Punctuation:
    return Error::success();
  case Token::Number:
    limit = kMaxNumberLength;
    what = "a number";
    break;
  case Token::String:
    if (isHexData(token.text))
      return Error::success();
    limit = kMaxStringLength;
    what = "a string";
    break;
  default:
    break;
  }
  if (token.text.size() <= limit)
    return Error::success();
  return fail(what + " of " + Twine(token.text.size()) +
              " characters; at most " + Twine(limit) + " are read");
}

/// Numbers that MLIR takes as a count of what it allocates.
Error Scanner::checkNumbers() {
  uint64_t value;
  if (isResultNumber() &&
      (token.text.drop_front().getAsInteger(10, value) || value >= kMaxResults))
    return fail("result number " + token.text + "; an op has at most " +
                Twine(kMaxResults) + " results");
  if (!token.is(Token::Word))
    return Error::success();
  StringRef width = token.text;
  if (!width.consume_front("si") && !width.consume_front("ui") &&
      !width.consume_front("i"))
    return Error::success();
  if (width.empty() || !all_of(width, isDigit))
    return Error::success();
  if (width.getAsInteger(10, value) || value > kMaxIntegerWidth)
    return fail("integers of " + width + " bits; at most " +
                Twine(kMaxIntegerWidth) + " are allowed");
  return Error::success();
}

/// In `4x?xf32` MLIR's lexer finds a number, the word `x`, and so on: an `x`
/// behind a size parts it from the next one.
Error Scanner::checkDimensions() {
  bool isBehindSize =
      (previous.is(Token::Number) && !previous.text.contains('.')) ||
      previous.is("?") || previous.is("]") || previous.is("*");
  if (token.is(Token::Word) && token.text.front() == 'x' && isBehindSize) {
    if (++rank > kMaxTypeRank)
      return fail("a type of more than " + Twine(kMaxTypeRank) + " dimensions");
    lexer.reset(lexer.offsetOf(token) + 1);
    token = {Token::Punctuation, token.text.take_front(1)};
    return Error::success();
  }
  if (token.is(Token::Number)) {
    // `0x4xf32` has no hexadecimal number.
    if (token.text.starts_with("0x") && (previous.is("<") || previous.is("x")))
      lexer.reset(lexer.offsetOf(token) + 1);
    return Error::success();
  }
  if (!token.is("?") && !token.is("*") && !token.is("[") && !token.is("]"))
    rank = 0;
  return Error::success();
}

/// Affine expressions are trees of their operators, which MLIR's parser and
/// simplifications walk by recursion; and it finds each name of an affine map,
/// or of a list of indices, by comparing it with those before.
Error Scanner::checkAffine() {
  if (token.is("+") || token.is("-") || token.is("*") ||
      (token.is(Token::Word) &&
       (token.text == "mod" || token.text == "floordiv" ||
        token.text == "ceildiv"))) {
    if (++operators > kMaxAffineTerms)
      return fail("an affine expression of more than " +
                  Twine(kMaxAffineTerms) + " terms");
  } else if (!token.is(Token::Word) && !token.is(Token::Value) &&
             !token.is(Token::Number) && !token.is("(") && !token.is(")") &&
             // The `x` of `2 * x`, or of a dimension list, which has its limit.
             !token.is("x")) {
    operators = 0;
  }

  if (mapDepth && token.is(",") && ++mapCommas > kMaxAffineTerms)
    return fail("an affine map or set of more than " + Twine(kMaxAffineTerms) +
                " dimensions, symbols or results");
  if (token.is("<") && previous.is(Token::Word) &&
      (previous.text == "affine_map" || previous.text == "affine_set")) {
    mapDepth = brackets.size();
    mapCommas = 0;
  }

  if (token.is(Token::Word) && token.text.contains('.')) {
    affineValues.reset();
    if (token.text.starts_with("affine."))
      affineValues = 0;
  } else if (token.is(Token::Value) && affineValues &&
             ++*affineValues > kMaxAffineTerms) {
    return fail("an op of the affine dialect with more than " +
                Twine(kMaxAffineTerms) + " values");
  }
  return Error::success();
}

Error Scanner::reach(unsigned depth) {
  if (!defined.empty()) {
    unsigned &deepest = aliases[defined].depth;
    deepest = std::max(deepest, depth);
  }
  if (depth > kMaxNesting)
    return fail("nested deeper than " + Twine(kMaxNesting));
  return Error::success();
}

/// In `!b = tuple<!a, !a>` the type is one deeper than `!a`, and twice as long.
Error Scanner::checkAliases() {
  // The definition ends where something begins that it does not ask for.
  if (brackets.empty() && !defined.empty() &&
      (token.is(Token::Word) || token.is(Token::String) ||
       token.is(Token::Value)) &&
      !previous.is("=") && !previous.is(":") && !previous.is("->"))
    defined = "";
  if (isAliasName()) {
    Token ahead = peek();
    if (brackets.empty() && ahead.is("=")) {
      defined = token.text;
      return Error::success();
    }
    auto known = aliases.find(token.text);
    if (known != aliases.end() && token.text != defined) {
      // A copy: reaching may add to the map.
      Extent extent = known->second;
      if (Error error = reach(brackets.size() + extent.depth))
        return error;
      if (!defined.empty()) {
        uint64_t &tokens = aliases[defined].tokens;
        tokens = SaturatingAdd(tokens, extent.tokens);
        if (tokens > kMaxAliasTokens)
          return fail(defined + " has more than " + Twine(kMaxAliasTokens) +
                      " tokens once the aliases in it are written out");
      }
    }
  }
  if (!defined.empty())
    ++aliases[defined].tokens;
  // MLIR takes the type for one that has a width.
  if (previous.is("<") && beforePrevious.is(Token::Word) &&
      beforePrevious.text == "array" &&
      ((token.is(Token::Word) && token.text == "index") || isAliasName()))
    return fail("array<" + token.text +
                ": ...>; MLIR cannot read it, write array<i64: ...> or "
                "another type of known width");
  return Error::success();
}

void Scanner::close(char open) {
  // What is open inside is unbalanced, or no bracket but a comparison.
  while (!brackets.empty()) {
    Bracket last = brackets.pop_back_val();
    symbolBodies -= last.isSymbolBody;
    if (last.open == open)
      break;
  }
  if (mapDepth && brackets.size() <= *mapDepth)
    mapDepth.reset();
}

Error Scanner::checkBrackets() {
  if (!token.is(Token::Punctuation))
    return Error::success();
  // A comparison is no bracket; in the body of a symbol there are none.
  if (token.is(">=") && symbolBodies == 0)
    return Error::success();
  auto isOpen = [&](char open) {
    return any_of(brackets, [&](Bracket b) { return b.open == open; });
  };
  if (token.is("{-#"))
    isInResources = true;
  if (token.is("#-}"))
    isInResources = false;
  switch (token.text.front()) {
  case '<':
  case '(':
  case '[':
  case '{': {
    bool isSymbolBody =
        token.is("<") &&
        (previous.is(Token::Type) || previous.is(Token::Attribute)) &&
        previous.text.end() == token.text.begin();
    brackets.push_back({token.text.front(), isSymbolBody});
    symbolBodies += isSymbolBody;
    return reach(brackets.size());
  }
  case '>':
    if (isOpen('<') && brackets.back().open == '<')
      close('<');
    break;
  case ')':
    if (isOpen('('))
      close('(');
    break;
  case ']':
    if (isOpen('['))
      close('[');
    break;
  case '}':
  case '#':
    if (isOpen('{'))
      close('{');
    break;
  default:
    break;
  }
  return Error::success();
}

/// The first four bytes of a resource, from the lowest, are its alignment.
Error Scanner::checkResource() {
  if (!isInResources || !token.is(Token::String) || !isHexData(token.text))
    return Error::success();
  // There may be fewer, which MLIR's parser refuses.
  StringRef digits =
      token.text.drop_front(3).take_while(llvm::isHexDigit).take_front(8);
  uint64_t alignment = 0;
  for (size_t i = 0; i + 1 < digits.size(); i += 2)
    alignment |= uint64_t(hexFromNibbles(digits[i], digits[i + 1])) << (4 * i);
  if (alignment > kMaxAlignment)
    return fail("a resource aligned to " + Twine(alignment) +
                " bytes; at most " + Twine(kMaxAlignment) + " are allowed");
  return Error::success();
}

/// MLIR looks for the end of a symbol's body without regard to comments, and
/// then reads the body with regard to them.
Error Scanner::checkComment() {
  if (symbolBodies == 0)
    return Error::success();
  StringRef gap(previous.text.end(), token.text.begin() - previous.text.end());
  if (gap.contains("//"))
    return fail("a comment in the brackets of a dialect's type or attribute; "
                "write it before");
  return Error::success();
}

Error Scanner::run() {
  size_t nul = text.find('\0');
  if (nul != StringRef::npos)
    return inputError(printable(name) + ": a NUL byte at offset " + Twine(nul) +
                      "; expected MLIR text or bytecode");
  previous = beforePrevious = {Token::End, text.take_front(0)};
  while (true) {
    token = lexer.next();
    if (Error error = checkComment())
      return error;
    if (token.is(Token::End))
      return Error::success();
    for (Error (Scanner::*check)() :
         {&Scanner::checkLength, &Scanner::checkDimensions,
          &Scanner::checkNumbers, &Scanner::checkAffine, &Scanner::checkAliases,
          &Scanner::checkBrackets, &Scanner::checkResource})
      if (Error error = (this->*check)())
        return error;
    beforePrevious = previous;
    previous = token;
  }
}

Error amp::checkSourceText(StringRef text, StringRef name) {
  return Scanner(text, name).run();
}
