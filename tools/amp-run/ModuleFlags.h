//===- ModuleFlags.h - Flags that concern the module ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_MODULEFLAGS_H
#define AMP_TOOLS_AMP_RUN_MODULEFLAGS_H

#include "amp/Target/Compiler.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace amp::run {

/// True for the name of a variable that is the base rate of an optimizer or of
/// one of its groups.
bool isRateName(llvm::StringRef name);

/// Sets the learning rate of every optimizer; an error if there is none.
llvm::Error setLearningRate(mlir::ModuleOp module, double rate);

/// An error unless the gradients of `entry` can be accumulated from outside:
/// it must have a step, and no accumulation of its own.
llvm::Error checkAccumulation(mlir::ModuleOp module,
                              const mlir::amp::EntryPoint &entry);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_MODULEFLAGS_H
