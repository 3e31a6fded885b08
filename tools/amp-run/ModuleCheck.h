//===- ModuleCheck.h - What a graph may hold --------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_MODULECHECK_H
#define AMP_TOOLS_AMP_RUN_MODULECHECK_H

#include "mlir/IR/BuiltinOps.h"

namespace amp::run {

/// The most bytes of the dense constants of one op, once written out.
constexpr int64_t kMaxConstantBytes = int64_t(256) << 20;

/// Checks that the module has only ops of a source, assigned, scaled or kernel
/// graph, types whose sizes can be counted, and constants of a bearable size.
/// Diagnostics go to the context.
llvm::LogicalResult checkModule(mlir::ModuleOp module);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_MODULECHECK_H
