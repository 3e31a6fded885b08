//===- Pipelines.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Pipelines/Pipelines.h"

#include "amp/Analysis/PrecisionLevel.h"
#include "amp/Conversion/Passes.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

using namespace mlir;

void mlir::amp::buildTrainingPipeline(OpPassManager &pm,
                                      const PipelineOptions &options) {
  // While it has all that somebody wrote.
  if (options.checkGraph)
    pm.addPass(createAmpCheckGraphPass());
  pm.addPass(createAmpInlineCallsPass());
  // An entry point was named: the others are not compiled.
  if (!options.entry.empty()) {
    AmpSelectEntryPassOptions selection;
    selection.entry = options.entry;
    pm.addPass(createAmpSelectEntryPass(selection));
  }
  AmpSpecializeShapesPassOptions shapes;
  shapes.entry = options.entry;
  shapes.batch = options.batch;
  shapes.shapes.assign(options.shapes.begin(), options.shapes.end());
  pm.addPass(createAmpSpecializeShapesPass(shapes));
  // While every argument still feeds the op that somebody wrote.
  pm.addNestedPass<func::FuncOp>(createAmpInferIndexRangesPass());

  // An unknown level is reported by the pass that reads it.
  FailureOr<PrecisionLevel> level = getPrecisionLevel(
      options.level == "none" ? "O1" : StringRef(options.level),
      []() { return InFlightDiagnostic(); });
  bool keepBatchNormF32 = options.keepBatchNormF32 == "true" ||
                          (options.keepBatchNormF32 == "by-level" &&
                           succeeded(level) && level->keepBatchNormF32);
  bool masterWeights = options.masterWeights == "true" ||
                       (options.masterWeights == "by-level" &&
                        (failed(level) || level->masterWeights));
  if (!masterWeights) {
    AmpStoreParametersPassOptions parameters;
    parameters.dtype = options.dtype;
    parameters.keepBatchNormF32 = keepBatchNormF32;
    pm.addPass(createAmpStoreParametersPass(parameters));
  }
  if (options.fuseSafeLosses)
    pm.addNestedPass<func::FuncOp>(createAmpFuseSafeLossesPass());
  AmpAssignPrecisionPassOptions precision;
  precision.dtype = options.dtype;
  precision.preset = options.preset;
  precision.assigner = options.assigner;
  precision.policyFile = options.policyFile;
  precision.keepF32 = options.keepF32;
  precision.unused = options.unusedPolicy;
  precision.failOnUnlisted = options.failOnUnlisted;
  precision.keepBatchNormF32 = options.keepBatchNormF32;
  precision.tf32 = options.tf32;
  // As written: regions say what they say, and a function without one has none.
  precision.level =
      options.level == "none" ? std::string("O1") : options.level.getValue();
  precision.implicitRegion = options.level != "none";
  pm.addPass(createAmpAssignPrecisionPass(precision));
  // Before differentiation, so that gradients of a weight's uses meet at one
  // cast.
  pm.addNestedPass<func::FuncOp>(createAmpOptimizeCastsPass());
  pm.addPass(createAmpVerifyPrecisionPass());

  // While the graph is the one that somebody wrote.
  AmpCheckNumericsPassOptions numerics;
  numerics.tensorCores = options.target == "cuda";
  pm.addNestedPass<func::FuncOp>(createAmpCheckNumericsPass(numerics));

  AmpDifferentiatePassOptions gradients;
  gradients.wgradType = options.wgradType;
  pm.addNestedPass<func::FuncOp>(createAmpDifferentiatePass(gradients));
  AmpAccumulateGradientsPassOptions accumulation;
  accumulation.k = options.accumulate;
  accumulation.reduction = options.accumulateReduction;
  accumulation.phase = options.phase;
  pm.addPass(createAmpAccumulateGradientsPass(accumulation));
  AmpScaleLossPassOptions scaling;
  scaling.mode = options.lossScale;
  scaling.initScale = options.initScale;
  scaling.growthInterval = options.growthInterval;
  scaling.minScale = options.minScale;
  scaling.maxScale = options.maxScale;
  scaling.skipLimit = options.skipLimit;
  pm.addPass(createAmpScaleLossPass(scaling));
  pm.addPass(createAmpVerifyLossScalingPass());
  if (options.locateNonfinite) {
    AmpLocateNonfinitePassOptions location;
    location.entry = options.entry;
    pm.addPass(createAmpLocateNonfinitePass(location));
  }
  // Backward regions brought casts of their own.
  pm.addNestedPass<func::FuncOp>(createAmpOptimizeCastsPass());
  if (options.hoistWeightCasts)
    pm.addPass(createAmpHoistWeightCastsPass());
  // When it is known what is computed, and the regions still say for what.
  if (options.recompute || options.activationMemory != 0) {
    AmpRecomputePassOptions memory;
    memory.cheap = options.recompute;
    memory.budget = options.activationMemory;
    pm.addNestedPass<func::FuncOp>(createAmpRecomputePass(memory));
  }
  pm.addPass(createAmpVerifyPrecisionPass());
}

void mlir::amp::buildLoweringPipeline(OpPassManager &pm,
                                      const PipelineOptions &options) {
  pm.addPass(createAmpMaterializeStatePass());
  if (options.flatState)
    pm.addPass(createAmpLayOutStatePass());
  pm.addNestedPass<func::FuncOp>(createAmpDecomposePass());
  // Reads of one variable become one value, and what they feed can be shared.
  pm.addNestedPass<func::FuncOp>(createAmpOptimizeCastsPass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  pm.addNestedPass<func::FuncOp>(createConvertAmpToAmpRTPass());
  AmpFunctionalizeStatePassOptions state;
  state.entry = options.entry;
  pm.addPass(createAmpFunctionalizeStatePass(state));
  pm.addPass(createConvertAmpToLinalgPass());
}

void mlir::amp::buildProgramPipeline(OpPassManager &pm,
                                     const PipelineOptions &options) {
  pm.addNestedPass<func::FuncOp>(amprt::createAmpFuseListsPass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpFuseElementwisePass());
  // No CSE from here to bufferization: merging two empty tensors or two fills
  // makes two buffers one, and costs a copy.
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpHoldResultsPass());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addNestedPass<func::FuncOp>(amprt::createAmpVerifyInPlacePass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpExpandListsPass());
  amprt::AmpSplitReductionsPassOptions reductions;
  reductions.target = options.target;
  pm.addNestedPass<func::FuncOp>(
      amprt::createAmpSplitReductionsPass(reductions));
  amprt::AmpOutlineKernelsPassOptions kernels;
  kernels.target = options.target;
  pm.addPass(amprt::createAmpOutlineKernelsPass(kernels));
  pm.addPass(amprt::createAmpPlanMemoryPass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
}

void mlir::amp::buildCpuKernelPipeline(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(amprt::createAmpApproximateMathPass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createArithToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true;
  pm.addPass(createConvertFuncToLLVMPass(functions));
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

std::string mlir::amp::findCudaToolkit() {
  std::string path = "/usr/local/cuda";
  for (StringRef variable : {"CUDA_PATH", "CUDA_HOME"})
    if (auto value = llvm::sys::Process::GetEnv(variable))
      path = *value;
  return llvm::sys::fs::can_execute(path + "/bin/ptxas") ? path : "";
}

/// The version of PTX to write for `chip`: the least that has it, and not less
/// than kernels need. A driver that knows the chip knows the version.
static StringRef getPtxFeature(StringRef chip) {
  // PTX ISA, "Release Notes": what each version added.
  return llvm::StringSwitch<StringRef>(chip)
      .Cases({"sm_100", "sm_100a", "sm_101", "sm_101a"}, "+ptx86")
      .Cases({"sm_120", "sm_120a"}, "+ptx87")
      .Cases({"sm_100f", "sm_101f", "sm_103", "sm_103a", "sm_103f", "sm_120f",
              "sm_121", "sm_121a", "sm_121f"},
             "+ptx88")
      .Cases({"sm_88", "sm_110", "sm_110a", "sm_110f"}, "+ptx90")
      .Default("+ptx80");
}

void mlir::amp::buildCudaKernelPipeline(OpPassManager &pm,
                                        const PipelineOptions &options) {
  GpuNVVMAttachTargetOptions target;
  target.chip = options.chip;
  target.features = getPtxFeature(options.chip).str();
  target.optLevel = 3;
  pm.addPass(createGpuNVVMAttachTarget(target));
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createLoopInvariantCodeMotionPass());
  kernels.addPass(amprt::createAmpApproximateMathPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(amprt::createAmpPrepareNVPTXPass());
  kernels.addPass(createSCFToControlFlowPass());
  ConvertGpuOpsToNVVMOpsOptions lowering;
  lowering.useBarePtrCallConv = true;
  lowering.indexBitwidth = 64;
  kernels.addPass(createConvertGpuOpsToNVVMOps(lowering));
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  GpuModuleToBinaryPassOptions binary;
  binary.toolkitPath = findCudaToolkit();
  binary.compilationTarget = "isa";
  pm.addPass(createGpuModuleToBinaryPass(binary));
}

void mlir::amp::buildPipeline(OpPassManager &pm,
                              const PipelineOptions &options) {
  buildTrainingPipeline(pm, options);
  buildLoweringPipeline(pm, options);
  buildProgramPipeline(pm, options);
}

void mlir::amp::registerPipelines() {
  PassPipelineRegistration<PipelineOptions>(
      "amp-training-pipeline",
      "Source graph to scaled graph: shapes, precision, gradients, loss scale",
      buildTrainingPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "amp-lowering-pipeline",
      "Scaled graph to kernel graph: core ops, state as arguments, linalg, "
      "amprt",
      buildLoweringPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "amp-program-pipeline",
      "Kernel graph to program: fusion, buffers, kernels, memory plan",
      buildProgramPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "amp-pipeline", "Source graph to program: all that amp-run does",
      buildPipeline);
  PassPipelineRegistration<>("amp-cpu-kernel-pipeline",
                             "A module of CPU kernels to the LLVM dialect",
                             buildCpuKernelPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "amp-cuda-kernel-pipeline", "A program's gpu.module to PTX for `chip`",
      buildCudaKernelPipeline);
}
