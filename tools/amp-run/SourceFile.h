//===- SourceFile.h - Reading a module that may be hostile ------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_SOURCEFILE_H
#define AMP_TOOLS_AMP_RUN_SOURCEFILE_H

#include "amp/Target/Compiler.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

namespace amp::run {

/// The largest module file, in bytes.
constexpr uint64_t kMaxSourceBytes = uint64_t(64) << 20;
/// The deepest nesting of brackets: MLIR's parser is recursive.
constexpr unsigned kMaxNesting = 256;
/// The most bytes of the dense constants of one op, once written out.
constexpr int64_t kMaxConstantBytes = int64_t(256) << 20;

/// Reads a file ("-" is standard input), which must be a regular file or a
/// pipe of at most kMaxSourceBytes without NUL bytes (unless it is MLIR
/// bytecode) and whose brackets nest at most kMaxNesting deep.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readSource(llvm::StringRef path);

/// Checks the text itself; readSource calls it.
llvm::Error checkSourceText(llvm::StringRef text, llvm::StringRef name);

/// Parses the file, which `sources` keeps, and checks that the module has only
/// ops of a source, assigned, scaled or kernel graph, types whose sizes can be
/// counted, and constants of a bearable size. Diagnostics go to the context.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
parseSource(llvm::SourceMgr &sources, mlir::MLIRContext &context);

/// Sets the learning rate of every optimizer; an error if there is none.
llvm::Error setLearningRate(mlir::ModuleOp module, double rate);

/// An error unless the gradients of `entry` can be accumulated from outside:
/// it must have a step, and no accumulation of its own.
llvm::Error checkAccumulation(mlir::ModuleOp module,
                              const mlir::amp::EntryPoint &entry);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_SOURCEFILE_H
