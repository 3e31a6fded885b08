//===- Kernels.h ------------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: from a module of leaf kernels to code for a device.

#ifndef AMP_LIB_TARGET_KERNELS_H
#define AMP_LIB_TARGET_KERNELS_H

#include "amp/Options/TrainingOptions.h"
#include "amp/Target/Compiler.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::amp {

/// Compiles the functions of `kernels` for `cpu`: "host" is the one that runs,
/// other names are LLVM's. The module is consumed.
llvm::Expected<KernelCode> compileCpuKernels(ModuleOp kernels,
                                             llvm::StringRef cpu,
                                             const CompileResources &resources);

/// Compiles the `gpu.module` in `module` to PTX for the options' `chip`, and
/// from there to a cubin where `cudaToolkit` has an assembler. That it fails is
/// a warning: the driver has one of its own.
llvm::Expected<KernelCode>
compileCudaKernels(ModuleOp module, const TrainingOptions &options,
                   const CompileResources &resources);

/// True if `toolkit`, a folder, has an assembler.
bool hasAssembler(llvm::StringRef toolkit);
/// The machine code that the assembler of `toolkit`, a folder, makes of PTX, or
/// made of it before, if `known`, which may be null, has it.
llvm::Expected<std::string> assemblePtx(llvm::StringRef ptx,
                                        llvm::StringRef chip,
                                        llvm::StringRef toolkit,
                                        KernelStore *known);

} // namespace mlir::amp

#endif // AMP_LIB_TARGET_KERNELS_H
