//===- LaunchList.h ---------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: from a planned function to a launch list.

#ifndef AMP_LIB_TARGET_LAUNCHLIST_H
#define AMP_LIB_TARGET_LAUNCHLIST_H

#include "Kernels.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Target/Compiler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amp {

/// Writes the launch lists of planned functions into an executable.
class LaunchListWriter {
public:
  /// The executable has its kernels.
  /// `source` is what `module` was made of.
  LaunchListWriter(ModuleOp module, ModuleOp source, Executable &executable);

  /// Adds the function of entry point `name`.
  llvm::Error add(func::FuncOp func, llvm::StringRef name);

private:
  llvm::Error addArguments(func::FuncOp func);
  llvm::Error addOp(Operation *op);
  llvm::Error addConstant(memref::GetGlobalOp op);
  llvm::Error addRecord(amprt::RecordOpInterface op);
  void addTests(func::FuncOp func);
  /// The bytes of a binding from the first to the last element of `value`.
  llvm::Expected<amprt_slice> getSlice(Value value);

  ModuleOp module;
  Executable &executable;
  /// The one that is being written.
  ProgramFunction *function = nullptr;
  /// Of arguments and constants of that.
  DenseMap<Value, amprt_slice> slices;
  /// Of constants, by the symbol.
  llvm::StringMap<amprt_slice> constants;
  llvm::StringMap<uint32_t> kernelNumbers;
  /// The ops of the source graph, by where they are.
  llvm::StringMap<llvm::StringRef> sourceOps;
};

/// Adds the variables of `module`, where they lie, and its scalers.
llvm::Error addState(ModuleOp module, Executable &executable);

} // namespace mlir::amp

#endif // AMP_LIB_TARGET_LAUNCHLIST_H
