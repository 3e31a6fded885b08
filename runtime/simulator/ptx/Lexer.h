//===- Lexer.h - The words of PTX -------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_PTX_LEXER_H
#define AMP_RUNTIME_SIMULATOR_PTX_LEXER_H

#include <cstdint>
#include <string_view>
#include <vector>

namespace amp::rt::simulator::ptx {

struct Token {
  enum Kind : uint8_t {
    End,
    Word,   ///< A name: `ld`, `%r1`, `$L__BB0_2`.
    Dotted, ///< `.global`, `.L1::evict_last`; the text begins after the point.
    Number, ///< `12`, `0x1F`, `0f3F800000`, `1.5`.
    String, ///< With its quotes.
    Mark,   ///< A single character.
    Wrong   ///< What PTX does not have.
  };
  Kind kind = End;
  bool isAttached = false; ///< Nothing stands between it and the one before.
  std::string_view text;
  uint32_t offset = 0;
  uint32_t line = 1;
  uint32_t column = 1;
};

/// All words of a text, with an `End` last. A NUL ends the text, as it does for
/// the driver.
std::vector<Token> lex(std::string_view text);

} // namespace amp::rt::simulator::ptx

#endif // AMP_RUNTIME_SIMULATOR_PTX_LEXER_H
