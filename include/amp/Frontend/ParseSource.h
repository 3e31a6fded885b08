//===- ParseSource.h - From text to a module --------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_FRONTEND_PARSESOURCE_H
#define AMP_FRONTEND_PARSESOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"

namespace amp {

/// Parses and verifies the main file of `sources`, which readSource has read
/// and the module's locations refer to. Diagnostics go to the context.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
parseSource(llvm::SourceMgr &sources, mlir::MLIRContext &context);

} // namespace amp

#endif // AMP_FRONTEND_PARSESOURCE_H
