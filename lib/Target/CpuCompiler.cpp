//===- CpuCompiler.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuCompiler.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <csignal>

using namespace llvm;
using namespace mlir::amp;

static Error makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// What pays for a kernel: a function of loops that calls none of ours, made by
/// passes that left nothing behind that is never used. Loops keep their shape
/// until those that touch neighbouring elements are vectorized, and none is
/// unrolled but by the vectorizer: unrolled first, a loop over a row is no
/// longer one, and LLVM's default passes then take five times as long for code
/// that is up to four times slower (docs/Rationale.md).
static constexpr StringLiteral
    kPasses("early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,"
            "loop-mssa(loop-rotate,licm),simplifycfg,"
            "instcombine<no-verify-fixpoint>,"
            "loop(loop-idiom,indvars,loop-deletion),early-cse<memssa>,"
            "instcombine<no-verify-fixpoint>,loop-mssa(licm),"
            "loop-vectorize,instcombine<no-verify-fixpoint>,"
            "simplifycfg<no-keep-loops;hoist-common-insts;sink-common-insts>,"
            "vector-combine,early-cse,instcombine<no-verify-fixpoint>,"
            "loop-mssa(licm),simplifycfg");

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

static std::unique_ptr<TargetMachine> createMachine(StringRef name,
                                                    StringRef features) {
  Triple triple(sys::getProcessTriple());
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return nullptr;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, name, features, TargetOptions(), Reloc::PIC_, CodeModel::Small,
      CodeGenOptLevel::Aggressive));
}

static CpuKernelOptions getKernelOptions(const TargetMachine &machine) {
  auto has = [&](StringRef feature) {
    return machine.getMCSubtargetInfo()->checkFeatures(feature);
  };
  return {has("+avx512f") ? 512 : has("+avx") ? 256 : 128, has("+fma")};
}

Expected<std::unique_ptr<CpuCompiler>> CpuCompiler::create(StringRef cpu,
                                                           unsigned threads) {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
  Triple triple(sys::getProcessTriple());
  if (!triple.isX86_64() || !triple.isOSBinFormatELF())
    return makeError("CPU kernels are compiled for x86-64 and ELF only, not " +
                     triple.str());
  StringMap<bool> host = sys::getHostCPUFeatures();
  std::string name = cpu == "host" ? sys::getHostCPUName().str() : cpu.str();
  SubtargetFeatures asked;
  if (cpu == "host")
    for (auto &feature : host)
      asked.AddFeature(feature.first(), feature.second);
  std::unique_ptr<TargetMachine> machine =
      createMachine(name, asked.getString());
  if (!machine)
    return makeError("there is no CPU '" + name + "'");
  // The runtime checks what it knows; nothing else is used. What there is to be
  // switched off is what CPUs are asked for, which is not their tuning. 512
  // bits come with AVX-512 (evex512).
  StringSet<> known = {"64bit", "cmov", "cx8",  "fxsr",
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
  for (auto &feature : host)
    if (!known.contains(feature.first()) &&
        machine->getMCSubtargetInfo()->checkFeatures(
            ("+" + feature.first()).str()))
      asked.AddFeature(feature.first(), /*Enable=*/false);
  // The features of the host come from a hash table.
  std::vector<std::string> features = asked.getFeatures();
  llvm::sort(features);
  return std::unique_ptr<CpuCompiler>(
      new CpuCompiler(name, join(features, ","), join(used, ","),
                      ::getKernelOptions(*machine), threads));
}

std::string CpuCompiler::describe() const {
  return "LLVM " LLVM_VERSION_STRING "\n" + name + "\n" + features + "\n" +
         kPasses.str();
}

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

/// Adds the entry point, which unpacks the operands.
static void addEntryPoint(Function &kernel) {
  Module &module = *kernel.getParent();
  LLVMContext &context = module.getContext();
  auto *pointer = PointerType::getUnqual(context);
  auto *i64 = Type::getInt64Ty(context);
  auto *entry = Function::Create(
      FunctionType::get(Type::getVoidTy(context), {pointer, i64, i64}, false),
      GlobalValue::ExternalLinkage, kEntryName, module);
  IRBuilder<> builder(BasicBlock::Create(context, "", entry));
  SmallVector<Value *> arguments;
  unsigned numOperands = kernel.arg_size() - 2;
  for (unsigned i = 0; i < numOperands; ++i)
    arguments.push_back(builder.CreateLoad(
        pointer, builder.CreateConstGEP1_64(pointer, entry->getArg(0), i)));
  arguments.push_back(entry->getArg(1));
  arguments.push_back(entry->getArg(2));
  builder.CreateCall(&kernel, arguments);
  builder.CreateRetVoid();
  kernel.setLinkage(GlobalValue::InternalLinkage);
}

static Error optimize(Function &kernel, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  FunctionPassManager passes;
  if (Error error = builder.parsePassPipeline(passes, kPasses))
    return error;
  passes.run(kernel, functions);
  return Error::success();
}

static Error compile(Module &module, TargetMachine &machine,
                     std::string &object) {
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple());
  Function *kernel = module.getFunction(kKernelName);
  addEntryPoint(*kernel);
  for (Function &function : module) {
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    function.addFnAttr("prefer-vector-width", "512");
    // Nothing unwinds through a kernel: no tables are written for it.
    function.setDoesNotThrow();
  }
  if (Error error = optimize(*kernel, machine))
    return error;
  SmallVector<char, 0> bytes;
  raw_svector_ostream os(bytes);
  legacy::PassManager emission;
  if (machine.addPassesToEmitFile(emission, os, nullptr,
                                  CodeGenFileType::ObjectFile))
    return makeError("LLVM cannot write object files for " +
                     machine.getTargetTriple().str());
  emission.run(module);
  object.assign(bytes.begin(), bytes.end());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Many kernels
//===----------------------------------------------------------------------===//

struct CpuCompiler::Job {
  // The module goes before its context.
  std::unique_ptr<LLVMContext> context;
  std::unique_ptr<Module> module;
  std::string object, error;
};

CpuCompiler::CpuCompiler(StringRef name, std::string features,
                         std::string instructionSets,
                         CpuKernelOptions kernelOptions, unsigned threads)
    : name(name), features(std::move(features)),
      instructionSets(std::move(instructionSets)), kernelOptions(kernelOptions),
      threads(hardware_concurrency(threads)) {}

CpuCompiler::~CpuCompiler() = default;

std::unique_ptr<TargetMachine> CpuCompiler::takeMachine() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!machines.empty()) {
      std::unique_ptr<TargetMachine> machine = std::move(machines.back());
      machines.pop_back();
      return machine;
    }
  }
  return createMachine(name, features);
}

void CpuCompiler::add(std::unique_ptr<LLVMContext> context,
                      std::unique_ptr<Module> module) {
  Job &job = jobs.emplace_back();
  job.context = std::move(context);
  job.module = std::move(module);
  // The pool starts threads as it gets work. Signals are for those of the
  // program.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  threads.async([this, &job] {
    std::unique_ptr<TargetMachine> machine = takeMachine();
    if (Error error = compile(*job.module, *machine, job.object))
      job.error = toString(std::move(error));
    job.module.reset();
    job.context.reset();
    std::lock_guard<std::mutex> lock(mutex);
    machines.push_back(std::move(machine));
  });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Expected<std::vector<std::string>> CpuCompiler::finish() {
  threads.wait();
  std::vector<std::string> objects;
  for (Job &job : jobs) {
    if (!job.error.empty())
      return makeError(job.error);
    objects.push_back(std::move(job.object));
  }
  jobs.clear();
  return objects;
}
