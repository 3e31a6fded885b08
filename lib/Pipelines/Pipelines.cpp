//===- Pipelines.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Pipelines/Pipelines.h"

#include "amp/Conversion/Passes.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "amp/Forms/Forms.h"
#include "amp/Forms/Passes.h"
#include "amp/Options/PassOptions.h"
#include "amp/Options/PrecisionLevel.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::amp;

/// Checks that the module has reached `form`, if that is asked for.
static void checkForm(OpPassManager &pm, const TrainingOptions &options,
                      Form form) {
  if (!options.verifyForms)
    return;
  AmpVerifyFormPassOptions verification;
  verification.form = form;
  pm.addPass(createAmpVerifyFormPass(verification));
}

/// What is not compiled goes.
static void addSelection(OpPassManager &pm, const TrainingOptions &options) {
  AmpSelectEntryPassOptions selection;
  selection.entry = options.entry;
  pm.addPass(createAmpSelectEntryPass(selection));
}

static void addSpecialization(OpPassManager &pm,
                              const TrainingOptions &options) {
  // While it has all that somebody wrote.
  if (options.checkGraph)
    pm.addPass(createAmpCheckGraphPass());
  pm.addPass(createAmpInlineCallsPass());
  addSelection(pm, options);
  AmpSpecializeShapesPassOptions shapes;
  shapes.entry = options.entry;
  shapes.batch = options.batch;
  shapes.shapes.assign(options.shapes.begin(), options.shapes.end());
  pm.addPass(createAmpSpecializeShapesPass(shapes));
  // While every argument still feeds the op that somebody wrote.
  pm.addNestedPass<func::FuncOp>(createAmpInferIndexRangesPass());
}

static void addAssignment(OpPassManager &pm, const TrainingOptions &options) {
  // As written: regions say what they say, and a function without one has none.
  PrecisionLevel level =
      getPrecisionLevel(options.level.value_or(OptLevel::O1));
  if (!options.masterWeights.value_or(level.masterWeights)) {
    AmpStoreParametersPassOptions parameters;
    parameters.dtype = options.dtype;
    parameters.keepBatchNormF32 =
        options.keepBatchNormF32.value_or(level.keepBatchNormF32);
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
  precision.level = level.level;
  precision.implicitRegion = options.level.has_value();
  pm.addPass(createAmpAssignPrecisionPass(precision));
  // Before differentiation, so that gradients of a weight's uses meet at one
  // cast.
  pm.addNestedPass<func::FuncOp>(createAmpOptimizeCastsPass());
  pm.addPass(createAmpVerifyPrecisionPass());
  checkForm(pm, options, Form::Assigned);

  // While the graph is the one that somebody wrote.
  AmpCheckNumericsPassOptions numerics;
  numerics.tensorCores = options.target == TargetKind::Cuda;
  pm.addNestedPass<func::FuncOp>(createAmpCheckNumericsPass(numerics));
}

static void addGradients(OpPassManager &pm, const TrainingOptions &options) {
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
}

void mlir::amp::buildTrainingPipeline(OpPassManager &pm,
                                      const TrainingOptions &options) {
  checkForm(pm, options, Form::Source);
  addSpecialization(pm, options);
  addAssignment(pm, options);
  addGradients(pm, options);
  // Backward regions brought casts of their own.
  pm.addNestedPass<func::FuncOp>(createAmpOptimizeCastsPass());
  if (options.hoistWeightCasts)
    pm.addPass(createAmpHoistWeightCastsPass());
  // When it is known what is computed, and the regions still say for what.
  if (options.recompute != RecomputeKind::Off || options.activationMemory) {
    AmpRecomputePassOptions memory;
    memory.kind = options.recompute;
    memory.budget = options.activationMemory;
    pm.addNestedPass<func::FuncOp>(createAmpRecomputePass(memory));
  }
  pm.addPass(createAmpVerifyPrecisionPass());
  checkForm(pm, options, Form::Scaled);
}

void mlir::amp::buildLoweringPipeline(OpPassManager &pm,
                                      const TrainingOptions &options) {
  if (options.entry)
    addSelection(pm, options);
  pm.addPass(createAmpMaterializeStatePass());
  if (options.flatState)
    pm.addPass(createAmpLayOutStatePass());
  AmpDecomposePassOptions parts;
  parts.target = options.target;
  pm.addNestedPass<func::FuncOp>(createAmpDecomposePass(parts));
  // Reads of one variable become one value, and what they feed can be shared.
  pm.addNestedPass<func::FuncOp>(createAmpOptimizeCastsPass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  // Neither a policy nor a derivative asks any more in which type states are,
  // and it is known what parts are joined.
  AmpOptimizeCastsPassOptions casts;
  casts.settled = true;
  pm.addNestedPass<func::FuncOp>(createAmpOptimizeCastsPass(casts));
  pm.addNestedPass<func::FuncOp>(createConvertAmpToAmpRTPass());
  pm.addPass(createAmpFunctionalizeStatePass());
  pm.addPass(createConvertAmpToLinalgPass());
  checkForm(pm, options, Form::Kernel);
}

void mlir::amp::buildProgramPipeline(OpPassManager &pm,
                                     const TrainingOptions &options) {
  pm.addNestedPass<func::FuncOp>(amprt::createAmpFuseListsPass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpRotateLoopsPass());
  if (options.target == TargetKind::Cuda)
    pm.addNestedPass<func::FuncOp>(amprt::createAmpExpandReluPass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpAssignLayoutsPass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpFuseElementwisePass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpFormRowKernelsPass());
  // No CSE from here to bufferization: merging two empty tensors or two fills
  // makes two buffers one, and costs a copy.
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addPass(amprt::createAmpHoldResultsPass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpCarryInPlacePass());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  // A copy of a view to itself is one to be seen, and then none.
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpVerifyInPlacePass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpRepeatLoopsPass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpElideCopiesPass());
  pm.addNestedPass<func::FuncOp>(amprt::createAmpExpandListsPass());
  amprt::AmpSplitReductionsPassOptions reductions;
  reductions.target = options.target;
  pm.addNestedPass<func::FuncOp>(
      amprt::createAmpSplitReductionsPass(reductions));
  if (options.target == TargetKind::Cuda)
    pm.addNestedPass<func::FuncOp>(amprt::createAmpExpandGroupingPass());
  amprt::AmpOutlineKernelsPassOptions kernels;
  kernels.target = options.target;
  pm.addPass(amprt::createAmpOutlineKernelsPass(kernels));
  pm.addPass(amprt::createAmpPlanMemoryPass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  checkForm(pm, options, Form::Program);
}

void mlir::amp::buildCpuKernelPipeline(OpPassManager &pm,
                                       const CpuKernelOptions &options) {
  pm.addNestedPass<func::FuncOp>(amprt::createAmpCloseKernelArgumentsPass());
  amprt::AmpVectorizeRowKernelsPassOptions vectors;
  vectors.vectorBits = options.vectorBits;
  pm.addNestedPass<func::FuncOp>(
      amprt::createAmpVectorizeRowKernelsPass(vectors));
  pm.addNestedPass<func::FuncOp>(amprt::createAmpLowerIndexingPass());
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(amprt::createAmpExpandRandomWordsPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  amprt::AmpApproximateMathPassOptions math;
  math.hasFma = options.hasFma;
  pm.addPass(amprt::createAmpApproximateMathPass(math));
  pm.addPass(amprt::createAmpPrepareCpuPass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertMathToLLVMPass());
  // Takes vectors apart, for functions that take one number.
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createArithToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true;
  pm.addPass(createConvertFuncToLLVMPass(functions));
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
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
                                        const TrainingOptions &options) {
  GpuNVVMAttachTargetOptions target;
  target.chip = options.chip;
  target.features = getPtxFeature(options.chip).str();
  target.optLevel = 3;
  pm.addPass(createGpuNVVMAttachTarget(target));
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(amprt::createAmpExpandRandomWordsPass());
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
  binary.toolkitPath = options.cudaToolkit.value_or("");
  binary.compilationTarget = "isa";
  pm.addPass(createGpuModuleToBinaryPass(binary));
}

void mlir::amp::buildPipeline(OpPassManager &pm,
                              const TrainingOptions &options) {
  buildTrainingPipeline(pm, options);
  // What is left is compiled.
  TrainingOptions rest = options;
  rest.entry.reset();
  buildLoweringPipeline(pm, rest);
  buildProgramPipeline(pm, rest);
}

namespace {
/// The option of MLIR's that holds a field of TrainingOptions.
template <typename T>
struct PipelineOption {
  using Type = detail::PassOptions::Option<T>;
  static T read(const Type &option) { return option; }
};
template <typename T>
struct PipelineOption<std::optional<T>> {
  using Type = detail::PassOptions::Option<PassOptional<T>>;
  static std::optional<T> read(const Type &option) { return option; }
};
template <typename T>
struct PipelineOption<std::vector<T>> {
  using Type = detail::PassOptions::ListOption<T>;
  static std::vector<T> read(const Type &option) {
    return {option.begin(), option.end()};
  }
};

/// TrainingOptions in the text of a pipeline.
struct PipelineOptions : public PassPipelineOptions<PipelineOptions> {
#define AMP_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP)                           \
  PipelineOption<TYPE>::Type FIELD{*this, NAME, llvm::cl::desc(HELP)};
#include "amp/Options/TrainingOptions.def"

  PipelineOptions() {
    const TrainingOptions defaults;
#define AMP_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP) FIELD = defaults.FIELD;
#include "amp/Options/TrainingOptions.def"
  }

  /// An option that was given more than once, of which MLIR takes the last.
  std::optional<StringRef> findRepeated() const {
#define AMP_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP)                           \
  if (FIELD.getNumOccurrences() > 1)                                           \
    return StringRef(NAME);
#include "amp/Options/TrainingOptions.def"
    return std::nullopt;
  }

  TrainingOptions get() const {
    TrainingOptions options;
#define AMP_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP)                           \
  options.FIELD = PipelineOption<TYPE>::read(FIELD);
#include "amp/Options/TrainingOptions.def"
    return options;
  }
};
} // namespace

FailureOr<TrainingOptions> mlir::amp::parseTrainingOptions(
    StringRef text, function_ref<LogicalResult(const Twine &)> fail) {
  PipelineOptions options;
  if (failed(options.parseFromString(text)))
    return failure();
  if (std::optional<StringRef> option = options.findRepeated())
    return fail("option '" + *option + "' is given twice; give one value");
  return options.get();
}

static void registerPipeline(StringRef name, StringRef description,
                             void (*build)(OpPassManager &,
                                           const TrainingOptions &)) {
  auto parse = [build](OpPassManager &pm, StringRef text,
                       function_ref<LogicalResult(const Twine &)> fail) {
    FailureOr<TrainingOptions> options = parseTrainingOptions(text, fail);
    if (failed(options))
      return failure();
    build(pm, *options);
    return success();
  };
  registerPassPipeline(
      name, description, parse,
      [](function_ref<void(const detail::PassOptions &)> document) {
        document(PipelineOptions());
      });
}

namespace {
struct CpuKernelPipelineOptions
    : public PassPipelineOptions<CpuKernelPipelineOptions> {
  PassOptions::Option<int64_t> vectorBits{
      *this, "vector-bits", llvm::cl::desc("Bits of a vector: 128, 256 or 512"),
      llvm::cl::init(512)};
  PassOptions::Option<bool> hasFma{
      *this, "fma", llvm::cl::desc("The CPU has fused multiply-add"),
      llvm::cl::init(true)};
};
} // namespace

void mlir::amp::registerPipelines() {
  registerPipeline(
      "amp-training-pipeline",
      "Source graph to scaled graph: shapes, precision, gradients, loss scale",
      buildTrainingPipeline);
  registerPipeline(
      "amp-lowering-pipeline",
      "Scaled graph to kernel graph: core ops, state as arguments, linalg, "
      "amprt",
      buildLoweringPipeline);
  registerPipeline(
      "amp-program-pipeline",
      "Kernel graph to program: fusion, buffers, kernels, memory plan",
      buildProgramPipeline);
  registerPipeline("amp-pipeline",
                   "Source graph to program: all that amp-run does",
                   buildPipeline);
  PassPipelineRegistration<CpuKernelPipelineOptions>(
      "amp-cpu-kernel-pipeline", "A module of CPU kernels to the LLVM dialect",
      [](OpPassManager &pm, const CpuKernelPipelineOptions &options) {
        buildCpuKernelPipeline(pm, {options.vectorBits, options.hasFma});
      });
  registerPipeline("amp-cuda-kernel-pipeline",
                   "A program's gpu.module to PTX for `chip`",
                   buildCudaKernelPipeline);
}
