//===- Explain.h - How precision was assigned, from remarks -----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_EXPLAIN_H
#define AMP_TOOLS_AMP_RUN_EXPLAIN_H

#include "amp/Analysis/PolicyUsage.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <string>
#include <vector>

namespace amp::run {

/// What the passes said about precision while a program was compiled.
struct Explanation {
  /// One op that was decided about.
  struct Op {
    /// Where it is in the source: the location's name, which may be empty, and
    /// the place in the file; line 0 is unknown.
    std::string name, file;
    unsigned line = 0, column = 0;
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
  void print(llvm::raw_ostream &os) const;
  llvm::json::Object toJson() const;
};

/// What became of what was asked for, in all programs of a run.
struct Account {
  mlir::amp::PolicyUsage policy;
  /// Ops to which precision was assigned, and whether that made any of them run
  /// in the run's own low type.
  int64_t decidedOps = 0, tf32Ops = 0;
  bool usesLowType = false;
  int64_t fusedLosses = 0;
};

/// While it lives, the context's remarks go to an account, and those on the
/// function `name` to an explanation if there is one. The context must have no
/// other receiver of remarks.
class RemarkScope {
public:
  RemarkScope(mlir::MLIRContext &context, Account &account,
              Explanation *explanation, llvm::StringRef name);
  ~RemarkScope();
  RemarkScope(const RemarkScope &) = delete;
  RemarkScope &operator=(const RemarkScope &) = delete;

private:
  mlir::MLIRContext &context;
};

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_EXPLAIN_H
