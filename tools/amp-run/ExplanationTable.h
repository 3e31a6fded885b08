//===- ExplanationTable.h - How precision was assigned ----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_EXPLANATIONTABLE_H
#define AMP_TOOLS_AMP_RUN_EXPLANATIONTABLE_H

#include "amp/Executable/Explanation.h"
#include "llvm/Support/raw_ostream.h"

namespace amp::run {

/// Prints tables of ops, of rules and of costs.
void print(llvm::raw_ostream &os, const Explanation &explanation);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_EXPLANATIONTABLE_H
