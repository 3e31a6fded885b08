//===- Pipelines.h ----------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The way from a source graph to a program, as pass pipelines. `amp-opt` and
// `amp-run` build the same ones from the same options. Each stage reads of them
// what concerns it.

#ifndef AMP_PIPELINES_PIPELINES_H
#define AMP_PIPELINES_PIPELINES_H

#include "amp/Options/TrainingOptions.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::amp {

/// Source graph to scaled graph: shapes, precision, casts, gradients, loss
/// scale.
void buildTrainingPipeline(OpPassManager &pm, const TrainingOptions &options);
/// Scaled graph to kernel graph: core ops, state as arguments, linalg and
/// amprt.
void buildLoweringPipeline(OpPassManager &pm, const TrainingOptions &options);
/// Kernel graph to program: fusion, buffers, kernels, memory plan.
void buildProgramPipeline(OpPassManager &pm, const TrainingOptions &options);
/// All of it.
void buildPipeline(OpPassManager &pm, const TrainingOptions &options);

/// What the CPU that kernels are compiled for has.
struct CpuKernelOptions {
  /// The width of a vector register, which results do not depend on.
  int64_t vectorBits = 512;
  /// Fused multiply-add, which rounds once.
  bool hasFma = true;
};

/// A module of CPU kernels (`@kernels` of a program) to the LLVM dialect.
void buildCpuKernelPipeline(OpPassManager &pm,
                            const CpuKernelOptions &options = {});
/// The `gpu.module` of a program to PTX for `chip`. Functions of libdevice that
/// kernels call are linked from `cudaToolkit`.
void buildCudaKernelPipeline(OpPassManager &pm, const TrainingOptions &options);

/// Reads options as the text of a pipeline has them: "level=O1 dtype=bf16".
FailureOr<TrainingOptions>
parseTrainingOptions(StringRef text,
                     function_ref<LogicalResult(const Twine &)> fail);

/// Registers `amp-training-pipeline`, `amp-lowering-pipeline`,
/// `amp-program-pipeline`, `amp-pipeline`, `amp-cpu-kernel-pipeline` and
/// `amp-cuda-kernel-pipeline`.
void registerPipelines();

} // namespace mlir::amp

#endif // AMP_PIPELINES_PIPELINES_H
