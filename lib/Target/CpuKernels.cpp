//===- CpuKernels.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "amp/Pipelines/Pipelines.h"
#include "amp/Support/Float16.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include <cmath>
#include <cstring>
#include <mutex>

using namespace mlir;

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

// Conversions that LLVM calls where the CPU has no instruction. A 16-bit float
// is passed and returned in an SSE register, as the x86-64 ABI says; the low
// half of a float is the same place.
static float asFloat(uint16_t bits) {
  uint32_t wide = bits;
  float result;
  std::memcpy(&result, &wide, sizeof(result));
  return result;
}
static uint16_t asBits(float value) {
  uint32_t wide;
  std::memcpy(&wide, &value, sizeof(wide));
  return static_cast<uint16_t>(wide);
}
static float extendF16(float bits) { return ::amp::halfToFloat(asBits(bits)); }
static float truncateF32ToF16(float value) {
  return asFloat(::amp::floatToHalf(value));
}
static float truncateF64ToF16(double value) {
  return asFloat(::amp::doubleToHalf(value));
}
static float truncateF32ToBF16(float value) {
  return asFloat(::amp::floatToBfloat(value));
}
static float truncateF64ToBF16(double value) {
  return asFloat(::amp::doubleToBfloat(value));
}

/// All that generated code can call. Nothing else of the process is visible to
/// it.
static llvm::orc::SymbolMap getSymbols(llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  using F32 = float (*)(float);
  using F64 = double (*)(double);
  using F32x2 = float (*)(float, float);
  using F64x2 = double (*)(double, double);
  add("memcpy", &std::memcpy);
  add("memmove", &std::memmove);
  add("memset", &std::memset);
  add("__extendhfsf2", &extendF16);
  add("__truncsfhf2", &truncateF32ToF16);
  add("__truncdfhf2", &truncateF64ToF16);
  add("__truncsfbf2", &truncateF32ToBF16);
  add("__truncdfbf2", &truncateF64ToBF16);
  // Mathematics that amp-approximate-math leaves, and what LLVM makes of it: a
  // power of 2 or 10 (of `pow` where the base is a constant), sine and cosine
  // of one argument.
#define ADD_MATH(NAME)                                                         \
  add(#NAME "f", static_cast<F32>(&std::NAME));                                \
  add(#NAME, static_cast<F64>(&std::NAME));
  ADD_MATH(acos)
  ADD_MATH(asin)
  ADD_MATH(atan)
  ADD_MATH(cos)
  ADD_MATH(cosh)
  ADD_MATH(erfc)
  ADD_MATH(exp2)
  ADD_MATH(log10)
  ADD_MATH(log2)
  ADD_MATH(sin)
  ADD_MATH(sinh)
  ADD_MATH(tan)
#undef ADD_MATH
  add("atan2f", static_cast<F32x2>(&std::atan2));
  add("atan2", static_cast<F64x2>(&std::atan2));
  add("fmodf", static_cast<F32x2>(&std::fmod));
  add("fmod", static_cast<F64x2>(&std::fmod));
  add("powf", static_cast<F32x2>(&std::pow));
  add("pow", static_cast<F64x2>(&std::pow));
  add("exp10f", &::exp10f);
  add("exp10", &::exp10);
  add("ldexpf", static_cast<float (*)(float, int)>(&std::ldexp));
  add("ldexp", static_cast<double (*)(double, int)>(&std::ldexp));
  add("sincosf", &::sincosf);
  add("sincos", &::sincos);
  add("exp", static_cast<F64>(&std::exp));
  add("log", static_cast<F64>(&std::log));
  add("tanh", static_cast<F64>(&std::tanh));
  add("erf", static_cast<F64>(&std::erf));
  // Where the CPU has no instruction for them.
  add("fmaf", static_cast<float (*)(float, float, float)>(&std::fma));
  add("fma", static_cast<double (*)(double, double, double)>(&std::fma));
  add("ceilf", static_cast<F32>(&std::ceil));
  add("ceil", static_cast<F64>(&std::ceil));
  add("floorf", static_cast<F32>(&std::floor));
  add("floor", static_cast<F64>(&std::floor));
  // In the rounding mode in which kernels run.
  add("roundevenf", static_cast<F32>(&std::nearbyint));
  add("roundeven", static_cast<F64>(&std::nearbyint));
  return symbols;
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

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
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

  PassManager pm(kernels->getContext(), ModuleOp::getOperationName());
  mlir::amp::buildCpuKernelPipeline(pm);
  if (failed(pm.run(kernels)))
    return makeError("lowering the CPU kernels failed");

  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(kernels, *context, "amp-kernels");
  if (!module)
    return makeError("translating the CPU kernels to LLVM failed");

  auto machineBuilder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!machineBuilder)
    return machineBuilder.takeError();
  if (cpu != "host") {
    machineBuilder->setCPU(cpu.str());
    machineBuilder->getFeatures() = llvm::SubtargetFeatures();
  }
  machineBuilder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  auto machine = machineBuilder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  module->setDataLayout((*machine)->createDataLayout());
  module->setTargetTriple((*machine)->getTargetTriple());
  SmallVector<llvm::Function *> functions;
  for (llvm::Function &function : *module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  for (llvm::Function *function : functions)
    addEntryPoint(*function);
  for (llvm::Function &function : *module) {
    function.addFnAttr("target-cpu", machineBuilder->getCPU());
    function.addFnAttr("target-features",
                       machineBuilder->getFeatures().getString());
    function.addFnAttr("prefer-vector-width", "512");
  }
  if (llvm::Error error =
          makeOptimizingTransformer(3, 0, machine->get())(module.get()))
    return error;

  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(*machineBuilder)
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .create();
  if (!jit)
    return jit.takeError();
  if (llvm::Error error = (*jit)->getMainJITDylib().define(
          llvm::orc::absoluteSymbols(getSymbols(**jit))))
    return error;
  if (llvm::Error error = (*jit)->addIRModule(
          llvm::orc::ThreadSafeModule(std::move(module), std::move(context))))
    return error;
  for (const std::string &name : code.names) {
    auto address = (*jit)->lookup(name + ".entry");
    if (!address)
      return address.takeError();
    code.entryPoints.push_back(address->toPtr<amprt_cpu_kernel>());
  }
  code.owner = std::shared_ptr<llvm::orc::LLJIT>(std::move(*jit));
  return code;
}
