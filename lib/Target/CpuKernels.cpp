//===- CpuKernels.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuCompiler.h"
#include "CpuImage.h"
#include "Kernels.h"
#include "amp/Pipelines/Pipelines.h"
#include "amp/Support/Sha256.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

/// Kernels that are lowered together: few, so that threads soon have some to
/// compile.
static constexpr size_t kMostAtOnce = 16;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Of all that the object of `kernel` is made of, in which the name of a kernel
/// and where it comes from are not.
static std::string getDigest(func::FuncOp kernel, StringRef compiler) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel->print(stream, OpPrintingFlags().useLocalScope());
  ::amp::Sha256 hash;
  hash.update(compiler);
  hash.update(StringRef("\0", 1));
  hash.update(text);
  return hash.hexDigest();
}

/// A module of its own for each function of `module` that has a body, and what
/// it calls.
static SmallVector<OwningOpRef<ModuleOp>> split(ModuleOp module) {
  SymbolTable symbols(module);
  SmallVector<OwningOpRef<ModuleOp>> parts;
  for (auto function :
       llvm::make_early_inc_range(module.getOps<LLVM::LLVMFuncOp>())) {
    if (function.isExternal())
      continue;
    OwningOpRef<ModuleOp> part = ModuleOp::create(function.getLoc());
    llvm::SmallSetVector<Operation *, 4> callees;
    auto uses = SymbolTable::getSymbolUses(function.getOperation());
    for (const SymbolTable::SymbolUse &use : *uses)
      callees.insert(symbols.lookup(use.getSymbolRef().getRootReference()));
    for (Operation *callee : callees)
      part->push_back(callee->clone());
    function->remove();
    function.setSymName(mlir::amp::kKernelName);
    part->push_back(function);
    parts.push_back(std::move(part));
  }
  return parts;
}

/// Sends `kernels`, which are erased, through the passes together, which takes
/// half as long as one after the other, and each for itself to LLVM.
static llvm::Error compile(SmallVector<func::FuncOp> kernels, PassManager &pm,
                           mlir::amp::CpuCompiler &compiler) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(kernels.front().getLoc());
  for (auto [i, kernel] : llvm::enumerate(kernels)) {
    kernel->remove();
    kernel.setName((mlir::amp::kKernelName + Twine(i)).str());
    module->push_back(kernel);
  }
  // The passes are made for each other: it is their result that is checked.
  if (failed(pm.run(*module)) || failed(verify(*module)))
    return makeError("lowering the CPU kernels failed");
  for (OwningOpRef<ModuleOp> &part : split(*module)) {
    auto context = std::make_unique<llvm::LLVMContext>();
    std::unique_ptr<llvm::Module> translated =
        translateModuleToLLVMIR(*part, *context, mlir::amp::kKernelName);
    if (!translated)
      return makeError("translating the CPU kernels to LLVM failed");
    compiler.add(std::move(context), std::move(translated));
  }
  return llvm::Error::success();
}

llvm::Expected<mlir::amp::KernelCode>
mlir::amp::compileCpuKernels(ModuleOp kernels, StringRef cpu,
                             const CompileResources &resources) {
  KernelCode code;
  for (auto kernel : kernels.getOps<func::FuncOp>())
    code.names.push_back(kernel.getName().str());
  if (code.names.empty())
    return code;
  auto compiler = CpuCompiler::create(cpu, resources.threads);
  if (!compiler)
    return compiler.takeError();
  code.cpuFeatures = (*compiler)->getInstructionSets();

  std::string target = (*compiler)->describe();
  PassManager pm(kernels->getContext(), ModuleOp::getOperationName());
  mlir::amp::buildCpuKernelPipeline(pm, (*compiler)->getKernelOptions());
  pm.enableVerifier(false);
  std::vector<std::string> objects;
  // The objects that are not known yet.
  SmallVector<size_t> added;
  KernelStore::Kernels made;
  SmallVector<func::FuncOp> waiting;
  auto flush = [&]() -> llvm::Error {
    return waiting.empty()
               ? llvm::Error::success()
               : compile(std::exchange(waiting, {}), pm, **compiler);
  };
  for (func::FuncOp kernel :
       llvm::make_early_inc_range(kernels.getOps<func::FuncOp>())) {
    kernel.setName(kKernelName);
    std::string digest = getDigest(kernel, target);
    objects.push_back(resources.kernels ? resources.kernels->find(digest) : "");
    if (!objects.back().empty())
      continue;
    added.push_back(objects.size() - 1);
    made.push_back({std::move(digest), ""});
    waiting.push_back(kernel);
    if (waiting.size() == kMostAtOnce)
      if (llvm::Error error = flush())
        return error;
  }
  if (llvm::Error error = flush())
    return error;
  llvm::Expected<std::vector<std::string>> compiled = (*compiler)->finish();
  if (!compiled)
    return compiled.takeError();
  for (auto [index, kernel, object] : llvm::zip(added, made, *compiled)) {
    objects[index] = object;
    kernel.second = std::move(object);
  }
  if (resources.kernels && !made.empty())
    resources.kernels->insert(made);
  llvm::Expected<CpuImage> image = linkCpuImage(objects, kEntryName);
  if (!image)
    return image.takeError();
  code.image = std::move(image->bytes);
  code.offsets = std::move(image->offsets);
  return code;
}
