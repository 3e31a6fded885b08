//===- PolicyNames.h - Names of a policy's enumerators ----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The names of enumerators, in policies and in diagnostics about them.

#ifndef AMP_LIB_ANALYSIS_POLICYNAMES_H
#define AMP_LIB_ANALYSIS_POLICYNAMES_H

#include "amp/Analysis/PrecisionPolicy.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::amp {

/// The names of UnlistedRule's enumerators, in their order.
inline constexpr llvm::StringRef unlistedRuleNames[] = {"follow", "f32",
                                                        "allow", "error"};

/// The enumerator of type T with `name`, one of `names`, if there is one.
template <typename T>
std::optional<T> symbolizeName(llvm::ArrayRef<llvm::StringRef> names,
                               llvm::StringRef name) {
  const auto *it = llvm::find(names, name);
  if (it == names.end())
    return std::nullopt;
  return static_cast<T>(it - names.begin());
}

/// `a, b or c`.
template <typename Range>
std::string listAlternatives(const Range &names) {
  std::string text;
  size_t left = llvm::range_size(names);
  for (const auto &name : names) {
    text += name;
    if (--left)
      text += left == 1 ? " or " : ", ";
  }
  return text;
}

} // namespace mlir::amp

#endif // AMP_LIB_ANALYSIS_POLICYNAMES_H
