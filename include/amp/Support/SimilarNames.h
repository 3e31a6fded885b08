//===- SimilarNames.h - What a misspelt name may have meant -----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_SIMILARNAMES_H
#define AMP_SUPPORT_SIMILARNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace amp {

/// The names of `known` that `name` most likely stands for, at most three, in
/// alphabetical order: a misspelling (by edit distance), an abbreviation (`lr`
/// and `learning_rate`, either way), or a name that begins with the other. May
/// be given text of any length.
llvm::SmallVector<llvm::StringRef>
findSimilarNames(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> known);

/// `; did you mean 'a' or 'b'?`, with `prefix` before each name; empty if
/// nothing is similar.
std::string didYouMean(llvm::StringRef name,
                       llvm::ArrayRef<llvm::StringRef> known,
                       llvm::StringRef prefix = "");

} // namespace amp

#endif // AMP_SUPPORT_SIMILARNAMES_H
