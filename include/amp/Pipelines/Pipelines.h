//===- Pipelines.h ----------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The way from a source graph to a program, as pass pipelines. `amp-opt` and
// `amp-run` build the same ones from the same options.

#ifndef AMP_PIPELINES_PIPELINES_H
#define AMP_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::amp {

/// Options of every pipeline. Each stage reads what concerns it.
struct PipelineOptions : public PassPipelineOptions<PipelineOptions> {
  // What is compiled.
  Option<std::string> entry{
      *this, "entry",
      llvm::cl::desc("Entry point; may be left out if the "
                     "module has one function")};
  ListOption<std::string> shapes{
      *this, "shapes",
      llvm::cl::desc("One shape per argument, such as 64x10; * keeps it")};
  Option<int64_t> batch{*this, "batch",
                        llvm::cl::desc("Size of the batch dimension"),
                        llvm::cl::init(0)};
  Option<bool> checkGraph{
      *this, "check-graph",
      llvm::cl::desc("Warn of what the graph says to no effect"),
      llvm::cl::init(true)};

  Option<bool> verifyForms{
      *this, "verify-forms",
      llvm::cl::desc("Check after each stage that the graph has its form"),
      llvm::cl::init(false)};

  // Precision.
  Option<std::string> level{
      *this, "level",
      llvm::cl::desc("none runs the graph as written; O0, O1, O2, O3"),
      llvm::cl::init("none")};
  Option<std::string> dtype{*this, "dtype",
                            llvm::cl::desc("Low type: f16 or bf16"),
                            llvm::cl::init("f16")};
  Option<std::string> keepF32{
      *this, "keep-f32",
      llvm::cl::desc("Regular expression of names whose ops run in f32")};
  Option<std::string> preset{
      *this, "preset",
      llvm::cl::desc("Policy: torch-cuda, torch-cpu, apex, tensorflow, keras"),
      llvm::cl::init("torch-cuda")};
  Option<std::string> assigner{
      *this, "assigner",
      llvm::cl::desc("Who decides about neutral ops: eager, propagate or "
                     "min-cut"),
      llvm::cl::init("min-cut")};
  Option<std::string> policyFile{
      *this, "policy",
      llvm::cl::desc("Policy file, YAML or JSON, that changes the preset")};
  Option<bool> failOnUnlisted{*this, "fail-on-unlisted",
                              llvm::cl::desc("Ops in no list are errors"),
                              llvm::cl::init(false)};
  Option<std::string> unusedPolicy{
      *this, "unused-policy",
      llvm::cl::desc("What the policy says to no effect: warn, error or "
                     "ignore"),
      llvm::cl::init("warn")};
  Option<std::string> keepBatchNormF32{
      *this, "keep-batchnorm-f32",
      llvm::cl::desc("Keep batch norm's parameters and statistics in f32: "
                     "by-level, true or false"),
      llvm::cl::init("by-level")};
  Option<std::string> masterWeights{
      *this, "master-weights",
      llvm::cl::desc("Store parameters in f32: by-level, true or false"),
      llvm::cl::init("by-level")};
  Option<std::string> tf32{
      *this, "tf32",
      llvm::cl::desc("f32 contractions that may multiply in tf32: none, gemm, "
                     "conv or all"),
      llvm::cl::init("none")};
  Option<bool> fuseSafeLosses{
      *this, "fuse-safe-losses",
      llvm::cl::desc("Replace losses of sigmoids by losses of logits"),
      llvm::cl::init(false)};
  Option<bool> hoistWeightCasts{
      *this, "hoist-weight-casts",
      llvm::cl::desc("Let the optimizer write the weights' 16-bit copies"),
      llvm::cl::init(true)};
  Option<std::string> wgradType{
      *this, "wgrad-type",
      llvm::cl::desc("Type of weight gradients of 16-bit GEMMs: f32 or "
                     "as-forward"),
      llvm::cl::init("f32")};

  // Memory.
  Option<bool> recompute{
      *this, "recompute",
      llvm::cl::desc("Compute cheap values again in the backward pass instead "
                     "of keeping them"),
      llvm::cl::init(false)};
  Option<int64_t> activationMemory{
      *this, "activation-memory",
      llvm::cl::desc("Most bytes kept for the backward pass; 0 is no limit"),
      llvm::cl::init(0)};

  Option<bool> flatState{
      *this, "flat-state",
      llvm::cl::desc("Let an optimizer's parameters, their state and gradients "
                     "lie one after another and be updated as one"),
      llvm::cl::init(true)};

  // Loss scaling.
  Option<std::string> lossScale{
      *this, "loss-scale",
      llvm::cl::desc("none leaves it as written; dynamic, fixed or off"),
      llvm::cl::init("none")};
  Option<double> initScale{*this, "init-scale",
                           llvm::cl::desc("First loss scale; 0 keeps the "
                                          "scaler's"),
                           llvm::cl::init(0)};
  Option<int64_t> growthInterval{
      *this, "growth-interval",
      llvm::cl::desc("Steps between growths; 0 keeps "
                     "the scaler's"),
      llvm::cl::init(0)};
  Option<double> minScale{*this, "min-scale",
                          llvm::cl::desc("Floor of the loss scale; 0 is none"),
                          llvm::cl::init(0)};
  Option<double> maxScale{
      *this, "max-scale",
      llvm::cl::desc("Ceiling of the loss scale; 0 is none"),
      llvm::cl::init(0)};

  Option<int64_t> skipLimit{
      *this, "skip-limit",
      llvm::cl::desc("Skipped steps in a row after which a scaler halts; 0 is "
                     "none"),
      llvm::cl::init(0)};
  Option<bool> locateNonfinite{
      *this, "locate-nonfinite",
      llvm::cl::desc("Make a program that tells which op gives the first "
                     "non-finite value, in place of the step"),
      llvm::cl::init(false)};

  // Micro-batches.
  Option<int64_t> accumulate{*this, "accumulate",
                             llvm::cl::desc("Micro-batches of a step"),
                             llvm::cl::init(1)};
  Option<std::string> accumulateReduction{
      *this, "accumulate-reduction",
      llvm::cl::desc("What becomes of their gradients: mean or sum"),
      llvm::cl::init("mean")};
  Option<std::string> phase{
      *this, "phase",
      llvm::cl::desc("Which micro-batches the program runs: any, inner (all "
                     "but the last one) or last"),
      llvm::cl::init("any")};

  // Target.
  Option<std::string> target{*this, "target", llvm::cl::desc("cpu or cuda"),
                             llvm::cl::init("cpu")};
  Option<std::string> cpu{*this, "cpu",
                          llvm::cl::desc("CPU for which kernels are compiled: "
                                         "host, x86-64, x86-64-v3, ..."),
                          llvm::cl::init("host")};
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("CUDA architecture, such as sm_90"),
                           llvm::cl::init("sm_90")};
};

/// Source graph to scaled graph: shapes, precision, casts, gradients, loss
/// scale.
void buildTrainingPipeline(OpPassManager &pm, const PipelineOptions &options);
/// Scaled graph to kernel graph: core ops, state as arguments, linalg and
/// amprt.
void buildLoweringPipeline(OpPassManager &pm, const PipelineOptions &options);
/// Kernel graph to program: fusion, buffers, kernels, memory plan.
void buildProgramPipeline(OpPassManager &pm, const PipelineOptions &options);
/// All of it.
void buildPipeline(OpPassManager &pm, const PipelineOptions &options);

/// A module of CPU kernels (`@kernels` of a program) to the LLVM dialect.
void buildCpuKernelPipeline(OpPassManager &pm);
/// The folder of the CUDA toolkit, which has libdevice and an assembler: that
/// of CUDA_HOME, of CUDA_PATH, or /usr/local/cuda. Empty if there is no
/// assembler in it.
std::string findCudaToolkit();

/// The `gpu.module` of a program to PTX for `chip`.
void buildCudaKernelPipeline(OpPassManager &pm, const PipelineOptions &options);

/// Registers `amp-training-pipeline`, `amp-lowering-pipeline`,
/// `amp-program-pipeline`, `amp-pipeline`, `amp-cpu-kernel-pipeline` and
/// `amp-cuda-kernel-pipeline`.
void registerPipelines();

} // namespace mlir::amp

#endif // AMP_PIPELINES_PIPELINES_H
