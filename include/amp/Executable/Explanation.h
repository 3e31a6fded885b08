//===- Explanation.h - How precision was assigned ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_EXECUTABLE_EXPLANATION_H
#define AMP_EXECUTABLE_EXPLANATION_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <string>
#include <vector>

namespace amp {

/// What the passes said about precision while an entry point was compiled.
struct Explanation {
  /// One op that was decided about.
  struct Op {
    /// Where it is in the source: the location's name, which may be empty, and
    /// the place in the file; line 0 is unknown.
    std::string name, file;
    int64_t line = 0, column = 0;
    std::string op, category, rule, type;
    /// Casts that it was the first to need, and the bytes that they read and
    /// write.
    int64_t casts = 0, bytes = 0;

    /// "head" or "net.mlir:12".
    std::string place() const;
  };
  /// What a choice of types costs in a step, as the assigner counts it.
  struct Cost {
    int64_t casts = 0, castBytes = 0, opBytes = 0, savedBytes = 0;
  };
  /// All ops of one category that one rule decided about.
  struct Group {
    std::string category, rule;
    int64_t ops = 0, casts = 0, bytes = 0;
  };

  std::vector<Op> ops; // in program order
  /// "min-cut" or "propagate"; empty if no assigner had a choice to make.
  std::string assigner;
  Cost chosen, eager;
  /// Ops that `min-cut` left to `propagate`, since the work would have been too
  /// much.
  int64_t undecidedOps = 0;
  int64_t removedCasts = 0, removedBytes = 0;
  int64_t hoistedWeights = 0, hoistedBytes = 0;

  /// In the order in which they first occur.
  std::vector<Group> groups() const;
  /// As amp-run --json has it.
  llvm::json::Object toJson() const;
  static llvm::Expected<Explanation> fromJson(llvm::StringRef text);
};

} // namespace amp

#endif // AMP_EXECUTABLE_EXPLANATION_H
