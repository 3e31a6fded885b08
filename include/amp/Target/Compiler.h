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

#include "amp/Options/TrainingOptions.h"
#include "amp/Target/LoadedExecutable.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::amp {

/// An input as the source graph declares it; `ShapedType::kDynamic` is `?`.
struct EntryArgument {
  std::string name;
  ::amp::ElementType type;
  llvm::SmallVector<int64_t> shape;
  /// The first dimension counts samples.
  bool isBatched;
};

/// A result as the source graph declares it.
struct EntryResult {
  std::string name;
  ::amp::ElementType type;
  llvm::SmallVector<int64_t> shape;
  std::string reduction;
  /// The first dimension counts samples.
  bool isBatched;
};

/// The signature of an entry point, for those who bind data to it.
struct EntryPoint {
  std::string name;
  std::vector<EntryArgument> arguments;
  std::vector<EntryResult> results;
  /// True if a run may change a parameter.
  bool updatesParameters = false;
  /// True if a run may change any variable.
  bool updatesState = false;
};

/// The entry points of a module: its public functions with a body.
llvm::Expected<std::vector<EntryPoint>> getEntryPoints(ModuleOp module);

/// Registers every dialect, interface and translation that compilation needs.
void registerCompilerDialects(DialectRegistry &registry);

/// What a function of the executable is to be made of.
struct Specialization {
  /// The entry point; may be left out if the module has one function.
  std::optional<std::string> entry;
  /// One shape for each argument, such as "64x10"; "*" keeps what the graph
  /// says. None if all are as the graph says.
  std::vector<std::string> shapes;
  /// The size of the batch dimension, where shapes do not say it.
  std::optional<int64_t> batch;
  /// Micro-batches of a step, and which of them it runs.
  int64_t accumulate = 1;
  MicroBatchPhase phase = MicroBatchPhase::Any;
};

/// The one that `options` speaks of.
Specialization getSpecialization(const TrainingOptions &options);

/// Compiles entry points of `module`, which is left unchanged, together: where
/// state lies, and which 16-bit copies of weights the optimizers keep, is
/// decided once for all of `specializations`, and they share kernels. The
/// module may be a source, assigned, scaled or kernel graph. No device is
/// needed: `options` names the target. What a specialization says is not taken
/// from there. Diagnostics go to the context; the error says in one line what
/// failed.
llvm::Expected<Executable>
compileModule(ModuleOp module, const TrainingOptions &options,
              llvm::ArrayRef<Specialization> specializations);

/// Compiles for `device`, whatever target `options` names, and loads the result
/// on it. The error's code is `not_enough_memory` or `no_such_device` where
/// loading fails for that, see LoadedExecutable.
llvm::Expected<std::unique_ptr<LoadedExecutable>>
compileAndLoad(ModuleOp module, TrainingOptions options,
               llvm::ArrayRef<Specialization> specializations,
               amprt_device *device);

} // namespace mlir::amp

#endif // AMP_TARGET_COMPILER_H
