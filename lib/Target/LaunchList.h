//===- LaunchList.h ---------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: from a planned function to the runtime's description of a program.

#ifndef AMP_LIB_TARGET_LAUNCHLIST_H
#define AMP_LIB_TARGET_LAUNCHLIST_H

#include "Kernels.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Target/Compiler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amp {

/// Writes the launch list of a planned function, and loads it on a device.
class ProgramBuilder {
public:
  ProgramBuilder(func::FuncOp func, KernelCode code)
      : func(func), module(func->getParentOfType<ModuleOp>()),
        code(std::move(code)) {
    for (auto [i, name] : llvm::enumerate(this->code.names))
      kernelNumbers[name] = i;
  }

  llvm::Expected<std::unique_ptr<CompiledProgram>>
  build(amprt_device *device, amprt_device_kind kind);

private:
  llvm::Error addArguments();
  llvm::Error addOp(Operation *op);
  llvm::Error addConstant(memref::GetGlobalOp op);
  llvm::Error addRecord(amprt::RecordOpInterface op);
  /// The bytes of a binding from the first to the last element of `value`.
  llvm::Expected<amprt_slice> getSlice(Value value);

  func::FuncOp func;
  ModuleOp module;
  KernelCode code;
  std::unique_ptr<CompiledProgram> result;
  /// Of arguments and constants.
  DenseMap<Value, amprt_slice> slices;
  llvm::StringMap<uint32_t> kernelNumbers;
  std::vector<uint64_t> argumentBytes;
  std::vector<char> constants;
  std::vector<amprt_slice> operands;
  std::vector<amprt_record> records;
};

} // namespace mlir::amp

#endif // AMP_LIB_TARGET_LAUNCHLIST_H
