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

/// The deepest nesting of brackets: MLIR's parser is recursive.
constexpr unsigned kMaxNesting = 256;

/// Checks a graph's text, of which nothing is assumed, against the limits above
/// and for NUL bytes: text that passes is one that MLIR's parser survives. The
/// error names `name`, line and column. Needs no MLIR.
llvm::Error checkSourceText(llvm::StringRef text, llvm::StringRef name);

} // namespace amp

#endif // AMP_FRONTEND_SOURCETEXT_H
