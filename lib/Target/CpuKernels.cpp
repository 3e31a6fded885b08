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
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"

using namespace mlir;

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

/// Sends `kernel`, which is erased, through the passes and to LLVM.
static llvm::Error compile(func::FuncOp kernel, PassManager &pm,
                           mlir::amp::CpuCompiler &compiler) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(kernel.getLoc());
  kernel->remove();
  module->push_back(kernel);
  if (failed(pm.run(*module)))
    return makeError("lowering the CPU kernels failed");
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(*module, *context, mlir::amp::kKernelName);
  if (!translated)
    return makeError("translating the CPU kernels to LLVM failed");
  compiler.add(std::move(context), std::move(translated));
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
  mlir::amp::buildCpuKernelPipeline(pm, (*compiler)->getVectorBits());
  std::vector<std::string> objects;
  // The objects that are not known yet.
  SmallVector<size_t> added;
  KernelStore::Kernels made;
  for (func::FuncOp kernel :
       llvm::make_early_inc_range(kernels.getOps<func::FuncOp>())) {
    kernel.setName(kKernelName);
    std::string digest = getDigest(kernel, target);
    objects.push_back(resources.kernels ? resources.kernels->find(digest) : "");
    if (!objects.back().empty())
      continue;
    added.push_back(objects.size() - 1);
    made.push_back({std::move(digest), ""});
    if (llvm::Error error = compile(kernel, pm, **compiler))
      return error;
  }
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
