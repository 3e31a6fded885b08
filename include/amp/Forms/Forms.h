//===- Forms.h - What a program may hold on its way -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The forms of docs/Design/TheWayThrough.md as code. A module that keeps to its
// form can be compiled and run without touching memory that is not its own,
// whoever wrote it: MLIR's verifiers promise less.

#ifndef AMP_FORMS_FORMS_H
#define AMP_FORMS_FORMS_H

#include "amp/Options/OptionEnums.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {

/// The most bytes of the dense constants of one op, once written out.
constexpr int64_t kMaxConstantBytes = int64_t(256) << 20;

/// Kernel for a function that holds ops of kernel graphs, else Source.
Form getGraphForm(func::FuncOp func);

/// Fails, with a diagnostic at the place, unless every function of the module,
/// and what stands beside them, keeps to `form`. The module itself must be
/// valid. One that is to be compiled is a `Form::Graph`.
LogicalResult verifyForm(ModuleOp module, Form form);

} // namespace mlir::amp

#endif // AMP_FORMS_FORMS_H
