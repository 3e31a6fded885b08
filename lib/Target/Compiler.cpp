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
#include "amp/Pipelines/Pipelines.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::amp::detail;

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
