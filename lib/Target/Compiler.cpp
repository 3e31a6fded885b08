//===- Compiler.cpp -------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Target/Compiler.h"

#include "LaunchList.h"
#include "Signature.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/InitAll.h"
#include "amp/Pipelines/Pipelines.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/TilingInterfaceImpl.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

using namespace mlir;
using namespace mlir::amp::detail;

void mlir::amp::registerCompilerDialects(DialectRegistry &registry) {
  // What the pipelines create, and what a kernel graph may hold.
  registry.insert<affine::AffineDialect, arith::ArithDialect,
                  bufferization::BufferizationDialect, cf::ControlFlowDialect,
                  func::FuncDialect, gpu::GPUDialect, linalg::LinalgDialect,
                  LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect,
                  NVVM::NVVMDialect, scf::SCFDialect, tensor::TensorDialect,
                  ub::UBDialect, vector::VectorDialect>();
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  linalg::registerSubsetOpInterfaceExternalModels(registry);
  linalg::registerTilingInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerSubsetOpInterfaceExternalModels(registry);
  // Of the dialects in GPU kernels: convert-gpu-to-nvvm asks each that is
  // loaded how it is lowered, and passes over one that does not say.
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  registerConvertFuncToLLVMInterface(registry);
  registerConvertMathToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  registerConvertNVVMToLLVMInterface(registry);
  ub::registerConvertUBToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
  gpu::registerOffloadingLLVMTranslationInterfaceExternalModels(registry);
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  mlir::amp::registerAllDialects(registry);
}

/// True if the entry point is a kernel graph already: nothing of the amp
/// dialect is left.
static bool isKernelGraph(func::FuncOp func) {
  bool hasAmpOps =
      func.walk([](Operation *op) {
            return isa_and_nonnull<mlir::amp::AmpDialect>(op->getDialect())
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  return !hasAmpOps && isFunctionalized(func);
}

llvm::Expected<std::unique_ptr<mlir::amp::CompiledProgram>>
mlir::amp::compileProgram(ModuleOp module, const TrainingOptions &options,
                          amprt_device *device) {
  amprt_device_info info;
  amprt_device_get_info(device, &info);
  bool isCuda = info.kind == AMPRT_CUDA;
  OwningOpRef<ModuleOp> clone = module.clone();

  std::string entry = options.entry.value_or("");
  if (!options.entry) {
    auto funcs = llvm::to_vector(clone->getOps<func::FuncOp>());
    if (funcs.size() != 1)
      return makeError("the module has " + llvm::Twine(funcs.size()) +
                       " functions; name the entry point");
    entry = funcs.front().getName().str();
  }
  auto func = clone->lookupSymbol<func::FuncOp>(entry);
  if (!func || func.isExternal())
    return makeError("the module has no entry point '" + entry + "'");

  TrainingOptions settings = options;
  settings.entry = entry;
  settings.target = isCuda ? TargetKind::Cuda : TargetKind::Cpu;
  if (isCuda)
    settings.chip = info.arch;
  PassManager pm(module->getContext(), ModuleOp::getOperationName());
  if (isKernelGraph(func)) {
    AmpSelectEntryPassOptions selection;
    selection.entry = entry;
    pm.addPass(createAmpSelectEntryPass(selection));
    buildProgramPipeline(pm, settings);
  } else {
    buildPipeline(pm, settings);
  }
  if (failed(pm.run(*clone)))
    return makeError("compiling entry point '" + entry + "' failed");

  llvm::Expected<KernelCode> code = KernelCode();
  if (isCuda) {
    code = compileCudaKernels(*clone, settings);
  } else if (auto kernels = clone->lookupSymbol<ModuleOp>("kernels")) {
    code = compileCpuKernels(kernels, settings.cpu);
  }
  if (!code)
    return code.takeError();
  func = clone->lookupSymbol<func::FuncOp>(entry);
  return ProgramBuilder(func, std::move(*code)).build(device, info.kind);
}
