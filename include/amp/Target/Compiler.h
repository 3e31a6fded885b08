//===- Compiler.h -----------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// From a module to an executable.

#ifndef AMP_TARGET_COMPILER_H
#define AMP_TARGET_COMPILER_H

#include "amp/Executable/KernelStore.h"
#include "amp/Executable/LoadedExecutable.h"
#include "amp/Options/TrainingOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::amp {

/// The entry points of a module: its public functions with a body.
llvm::Expected<std::vector<EntryPoint>> getEntryPoints(ModuleOp module);

/// Registers every dialect, interface and translation that compilation needs.
void registerCompilerDialects(DialectRegistry &registry);

/// An executable without functions and state: what a module has.
llvm::Expected<Executable> describeModule(ModuleOp module);

/// The one that `options` speaks of.
Specialization getSpecialization(const TrainingOptions &options);

/// What a compilation may use; the result is the same whatever it is.
struct CompileResources {
  /// Where kernels are looked for and kept; null for nowhere.
  KernelStore *kernels = nullptr;
  /// Threads that compile kernels; 0 is one for each core that the process may
  /// run on.
  unsigned threads = 0;
};

/// Compiles entry points of `module`, which is left unchanged, together: where
/// state lies, and which 16-bit copies of weights the optimizers keep, is
/// decided once for all of `specializations`, and they share kernels. The
/// module may be a source, assigned, scaled or kernel graph. No device is
/// needed: `options` names the target. What a specialization says is not taken
/// from there. Diagnostics go to the context; the error says in one line what
/// failed.
llvm::Expected<Executable>
compileModule(ModuleOp module, const TrainingOptions &options,
              llvm::ArrayRef<Specialization> specializations,
              const CompileResources &resources = {});

/// Compiles for `device`, whatever target `options` names, and loads the result
/// on it. The error's code is `not_enough_memory` or `no_such_device` where
/// loading fails for that, see LoadedExecutable.
llvm::Expected<std::unique_ptr<LoadedExecutable>>
compileAndLoad(ModuleOp module, TrainingOptions options,
               llvm::ArrayRef<Specialization> specializations,
               amprt_device *device);

} // namespace mlir::amp

#endif // AMP_TARGET_COMPILER_H
