//===- CpuKernels.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuImage.h"
#include "Kernels.h"
#include "amp/Pipelines/Pipelines.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <mutex>

using namespace mlir;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// The machine for which code is made, and the instruction sets that it may
/// use.
static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(StringRef cpu, std::string &features) {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target || !triple.isX86_64() || !triple.isOSBinFormatELF())
    return makeError("CPU kernels are compiled for x86-64 and ELF only, not " +
                     triple.str() + (message.empty() ? "" : ": " + message));
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  std::string name =
      cpu == "host" ? llvm::sys::getHostCPUName().str() : cpu.str();
  auto create = [&](const llvm::SubtargetFeatures &asked) {
    return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
        triple, name, asked.getString(), llvm::TargetOptions(),
        llvm::Reloc::PIC_, llvm::CodeModel::Small,
        llvm::CodeGenOptLevel::Aggressive));
  };
  llvm::SubtargetFeatures asked;
  if (cpu == "host")
    for (auto &feature : host)
      asked.AddFeature(feature.first(), feature.second);
  std::unique_ptr<llvm::TargetMachine> machine = create(asked);
  if (!machine)
    return makeError("there is no CPU '" + name + "'");
  // The runtime checks what it knows; nothing else is used. What there is to be
  // switched off is what CPUs are asked for, which is not their tuning. 512
  // bits come with AVX-512 (evex512).
  llvm::StringSet<> known = {"64bit", "cmov", "cx8",  "fxsr",
                             "mmx",   "sse",  "sse2", "evex512"};
  SmallVector<StringRef> used;
  for (StringRef feature : {
#define AMPRT_CPU_FEATURE(NAME, LEAF, SUBLEAF, REGISTER, BIT, STATE) NAME,
#include "amp-rt/CpuFeatures.def"
       }) {
    known.insert(feature);
    if (machine->getMCSubtargetInfo()->checkFeatures(("+" + feature).str()))
      used.push_back(feature);
  }
  features = llvm::join(used, ",");
  for (auto &feature : host)
    if (!known.contains(feature.first()) &&
        machine->getMCSubtargetInfo()->checkFeatures(
            ("+" + feature.first()).str()))
      asked.AddFeature(feature.first(), /*Enable=*/false);
  return create(asked);
}

/// The width of the machine's vector registers.
static int64_t getVectorBits(const llvm::TargetMachine &machine) {
  auto has = [&](StringRef feature) {
    return machine.getMCSubtargetInfo()->checkFeatures(feature);
  };
  return has("+avx512f") ? 512 : has("+avx") ? 256 : 128;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Adds `<kernel>.entry(operands, begin, end)`, which unpacks the operands.
static void addEntryPoint(llvm::Function &kernel) {
  llvm::Module &module = *kernel.getParent();
  llvm::LLVMContext &context = module.getContext();
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *i64 = llvm::Type::getInt64Ty(context);
  auto *entry = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                              {pointer, i64, i64}, false),
      llvm::GlobalValue::ExternalLinkage, kernel.getName() + ".entry", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
  SmallVector<llvm::Value *> arguments;
  unsigned numOperands = kernel.arg_size() - 2;
  for (unsigned i = 0; i < numOperands; ++i)
    arguments.push_back(builder.CreateLoad(
        pointer, builder.CreateConstGEP1_64(pointer, entry->getArg(0), i)));
  arguments.push_back(entry->getArg(1));
  arguments.push_back(entry->getArg(2));
  builder.CreateCall(&kernel, arguments);
  builder.CreateRetVoid();
  kernel.setLinkage(llvm::GlobalValue::InternalLinkage);
}

llvm::Expected<mlir::amp::KernelCode>
mlir::amp::compileCpuKernels(ModuleOp kernels, StringRef cpu) {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });

  KernelCode code;
  for (auto kernel : kernels.getOps<func::FuncOp>())
    code.names.push_back(kernel.getName().str());
  if (code.names.empty())
    return code;

  auto machine = createMachine(cpu, code.cpuFeatures);
  if (!machine)
    return machine.takeError();

  PassManager pm(kernels->getContext(), ModuleOp::getOperationName());
  mlir::amp::buildCpuKernelPipeline(pm, getVectorBits(**machine));
  if (failed(pm.run(kernels)))
    return makeError("lowering the CPU kernels failed");

  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(kernels, *context, "amp-kernels");
  if (!module)
    return makeError("translating the CPU kernels to LLVM failed");

  module->setDataLayout((*machine)->createDataLayout());
  module->setTargetTriple((*machine)->getTargetTriple());
  SmallVector<llvm::Function *> functions;
  for (llvm::Function &function : *module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  for (llvm::Function *function : functions)
    addEntryPoint(*function);
  for (llvm::Function &function : *module) {
    function.addFnAttr("target-cpu", (*machine)->getTargetCPU());
    function.addFnAttr("target-features", (*machine)->getTargetFeatureString());
    function.addFnAttr("prefer-vector-width", "512");
    // Nothing unwinds through a kernel: no tables are written for it.
    function.setDoesNotThrow();
  }
  if (llvm::Error error =
          makeOptimizingTransformer(3, 0, machine->get())(module.get()))
    return error;

  SmallVector<char, 0> object;
  llvm::raw_svector_ostream os(object);
  llvm::legacy::PassManager emission;
  if ((*machine)->addPassesToEmitFile(emission, os, nullptr,
                                      llvm::CodeGenFileType::ObjectFile))
    return makeError("LLVM cannot write object files for " +
                     (*machine)->getTargetTriple().str());
  emission.run(*module);
  SmallVector<std::string> entryPoints;
  for (const std::string &name : code.names)
    entryPoints.push_back(name + ".entry");
  llvm::Expected<CpuImage> image =
      linkCpuImage(llvm::MemoryBufferRef(
                       StringRef(object.data(), object.size()), "amp-kernels"),
                   entryPoints);
  if (!image)
    return image.takeError();
  code.image = std::move(image->bytes);
  code.offsets = std::move(image->offsets);
  return code;
}
