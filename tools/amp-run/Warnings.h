//===- Warnings.h - What is said once and does not end a run ----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_WARNINGS_H
#define AMP_TOOLS_AMP_RUN_WARNINGS_H

#include "amp/Executable/Executable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace amp::run {

/// All warnings of one command. One graph is compiled several times, so that
/// what is wrong with it would be said as often.
class Warnings {
public:
  explicit Warnings(llvm::raw_ostream &err) : err(err) {}

  /// Prints `text`, unless it was printed before.
  void say(const llvm::Twine &text);
  /// Prints what the compiler says, in amp-run's own words, unless it is a
  /// warning that was there before.
  void say(const mlir::amp::CompilerMessage &message);
  /// In the order in which they were first said.
  llvm::ArrayRef<std::string> getAll() const { return all; }

private:
  bool add(std::string text);

  llvm::raw_ostream &err;
  llvm::StringSet<> known;
  std::vector<std::string> all;
};

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_WARNINGS_H
