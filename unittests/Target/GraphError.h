//===- GraphError.h - What a graph of core ops may be off by ----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates a function that amp-decompose has left as core ops: the exact value
// of each element, and a bound of what a program may be off by that computes
// each op in the type that the op has. It is the running error analysis of
// RunningError.h, over the graph that is compiled instead of a formula: where
// that graph rounds, the bound grows, and nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_TARGET_GRAPHERROR_H
#define AMP_UNITTESTS_TARGET_GRAPHERROR_H

#include "RunningError.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace amp::test {

/// What a function returns for these arguments, each in row-major order. Fails
/// with the reason: an op that is no core op, or a comparison whose outcome the
/// errors leave open, so that no bound exists.
llvm::Expected<std::vector<Nums>>
evaluateWithErrors(mlir::func::FuncOp func, const std::vector<Nums> &arguments);

} // namespace amp::test

#endif // AMP_UNITTESTS_TARGET_GRAPHERROR_H
