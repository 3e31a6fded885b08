//===- Remarks.h - What the passes say of precision -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_COMPILERLIBRARY_REMARKS_H
#define AMP_LIB_COMPILERLIBRARY_REMARKS_H

#include "amp/Analysis/PolicyUsage.h"
#include "amp/Executable/Explanation.h"
#include "mlir/IR/MLIRContext.h"

#include <cstdint>

namespace amp {

/// What became of what was asked for, in all functions.
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

} // namespace amp

#endif // AMP_LIB_COMPILERLIBRARY_REMARKS_H
