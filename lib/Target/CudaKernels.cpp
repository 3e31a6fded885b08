//===- CudaKernels.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "amp/Pipelines/Pipelines.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/TargetSelect.h"

#include <mutex>

using namespace mlir;

llvm::Expected<mlir::amp::KernelCode>
mlir::amp::compileCudaKernels(ModuleOp module, const TrainingOptions &options,
                              const CompileResources &resources) {
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

  const std::string &chip = options.chip;
  PassManager pm(module->getContext(), ModuleOp::getOperationName());
  mlir::amp::buildCudaKernelPipeline(pm, options);
  // That a folder has no libdevice matters only to kernels that call it, of
  // which more is said below.
  ScopedDiagnosticHandler quiet(
      module.getContext(), [](mlir::Diagnostic &diagnostic) {
        std::string text = diagnostic.str();
        return success(StringRef(text).starts_with("CUDA path: ") ||
                       StringRef(text).starts_with("LibDevice path: "));
      });
  if (failed(pm.run(module)))
    return makeError("compiling the CUDA kernels for " + chip + " failed");
  auto binary = module.lookupSymbol<gpu::BinaryOp>("kernels");
  if (!binary || binary.getObjects().empty())
    return makeError("compiling the CUDA kernels for " + chip +
                     " gave no image");
  code.ptx = cast<gpu::ObjectAttr>(binary.getObjects()[0])
                 .getObject()
                 .getValue()
                 .str();
  // Functions of libdevice that were not linked leave declarations, which the
  // driver refuses with less to say.
  if (size_t at = code.ptx.find(".extern .func"); at != std::string::npos)
    return makeError("a CUDA kernel calls a function of libdevice (" +
                     StringRef(code.ptx).substr(at).take_until(
                         [](char c) { return c == ';'; }) +
                     "), which needs the CUDA toolkit; set CUDA_HOME to its "
                     "folder");
  if (options.cudaToolkit && hasAssembler(*options.cudaToolkit)) {
    llvm::Expected<std::string> cubin =
        assemblePtx(code.ptx, chip, *options.cudaToolkit, resources.kernels);
    if (cubin)
      code.image = std::move(*cubin);
    else
      mlir::emitWarning(module.getLoc()) << llvm::toString(cubin.takeError())
                                         << "; the driver compiles the kernels";
  }
  code.ptx.push_back('\0');
  return code;
}
