//===- SourceText.h - Checking text before MLIR reads it --------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_FRONTEND_SOURCETEXT_H
#define AMP_FRONTEND_SOURCETEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace amp {

// What follows bounds the stack, the time and the memory that MLIR's parser
// takes. Its time grows faster than the text in the length of numbers, in the
// dimensions of a type and in the names of an affine map; its stack grows with
// nesting and with the terms of affine expressions.

/// The deepest nesting of brackets, also through aliases.
constexpr unsigned kMaxNesting = 256;
/// The longest name of a value, type, attribute, op or the like, in bytes.
constexpr size_t kMaxNameLength = 4096;
/// The longest string in quotes, in bytes, unless it is `"0x..."`: data.
constexpr size_t kMaxStringLength = size_t(64) << 10;
/// The longest number, in characters. The widest integer has 39 digits; a
/// float is the same beyond 17 significant ones.
constexpr size_t kMaxNumberLength = 256;
/// The widest integer type, in bits.
constexpr unsigned kMaxIntegerWidth = 128;
/// The most dimensions of a type.
constexpr unsigned kMaxTypeRank = 64;
/// The most operators of an affine expression; dimensions, symbols and results
/// of an affine map or set; and values of an op of the affine dialect.
constexpr unsigned kMaxAffineTerms = 256;
/// The most results of an op.
constexpr unsigned kMaxResults = 65536;
/// The most tokens of an alias once the aliases in it are written out, as they
/// are in messages.
constexpr uint64_t kMaxAliasTokens = uint64_t(1) << 20;
/// The largest alignment of a resource, in bytes.
constexpr uint64_t kMaxAlignment = 4096;

/// Checks a graph's text, of which nothing is assumed, against the limits above
/// and for what is known to crash MLIR's parser. The error names `name`, line
/// and column. Needs no MLIR, and time in the length of the text.
llvm::Error checkSourceText(llvm::StringRef text, llvm::StringRef name);

} // namespace amp

#endif // AMP_FRONTEND_SOURCETEXT_H
