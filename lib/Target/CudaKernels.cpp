//===- CudaKernels.cpp ----------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/TargetSelect.h"

#include <mutex>

using namespace mlir;

/// The folder of the CUDA toolkit, or empty.
static std::string findToolkit() {
  SmallVector<std::string> candidates;
  for (StringRef variable : {"CUDA_HOME", "CUDA_PATH"})
    if (auto value = llvm::sys::Process::GetEnv(variable))
      candidates.push_back(*value);
  candidates.push_back("/usr/local/cuda");
  for (const std::string &path : candidates)
    if (llvm::sys::fs::can_execute(path + "/bin/ptxas"))
      return path;
  return "";
}

static void buildKernelPipeline(OpPassManager &pm, StringRef chip,
                                StringRef toolkit) {
  GpuNVVMAttachTargetOptions target;
  target.chip = chip.str();
  target.features = "+ptx80";
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
  kernels.addPass(createSCFToControlFlowPass());
  ConvertGpuOpsToNVVMOpsOptions lowering;
  lowering.useBarePtrCallConv = true;
  lowering.indexBitwidth = 64;
  kernels.addPass(createConvertGpuOpsToNVVMOps(lowering));
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  GpuModuleToBinaryPassOptions binary;
  binary.toolkitPath = toolkit.str();
  binary.compilationTarget = toolkit.empty() ? "isa" : "bin";
  pm.addPass(createGpuModuleToBinaryPass(binary));
}

llvm::Expected<mlir::amp::KernelCode> mlir::amp::compileCudaKernels(ModuleOp module,
                                                        StringRef chip) {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  auto makeError = [](const llvm::Twine &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
  };

  KernelCode code;
  auto kernels = module.lookupSymbol<gpu::GPUModuleOp>("kernels");
  if (!kernels)
    return code;
  for (auto kernel : kernels.getOps<gpu::GPUFuncOp>())
    code.names.push_back(kernel.getName().str());

  std::string toolkit = findToolkit();
  PassManager pm(module->getContext(), ModuleOp::getOperationName());
  buildKernelPipeline(pm, chip, toolkit);
  if (failed(pm.run(module)))
    return makeError("compiling the CUDA kernels for " + chip + " failed");
  auto binary = module.lookupSymbol<gpu::BinaryOp>("kernels");
  if (!binary || binary.getObjects().empty())
    return makeError("compiling the CUDA kernels for " + chip +
                     " gave no image");
  auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
  code.image = object.getObject().getValue().str();
  bool isText = object.getFormat() == gpu::CompilationTarget::Assembly;
  // Functions of libdevice that were not linked leave declarations, which the driver
  // refuses with less to say.
  if (isText) {
    if (size_t at = code.image.find(".extern .func"); at != std::string::npos)
      return makeError(
          "a CUDA kernel calls a function of libdevice (" +
          StringRef(code.image).substr(at).take_until(
              [](char c) { return c == ';'; }) +
          "), which needs the CUDA toolkit; set CUDA_HOME to its folder");
    code.image.push_back('\0');
  }
  return code;
}
