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
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Options/OptionText.h"
#include "amp/Pipelines/Pipelines.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/TargetParser/Host.h"

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

/// Says on `func` what of `entry` it is.
static void mark(func::FuncOp func, StringAttr entry,
                 const mlir::amp::Specialization &specialization) {
  Builder builder(func.getContext());
  SmallVector<NamedAttribute> attributes;
  auto set = [&](StringRef key, Attribute value) {
    attributes.push_back(builder.getNamedAttr(key, value));
  };
  set("entry", entry);
  SmallVector<StringRef> shapes(specialization.shapes.begin(),
                                specialization.shapes.end());
  if (!shapes.empty())
    set("shapes", builder.getStrArrayAttr(shapes));
  if (specialization.batch)
    set("batch", builder.getI64IntegerAttr(*specialization.batch));
  set("micro_batches", builder.getI64IntegerAttr(specialization.accumulate));
  if (specialization.phase != mlir::amp::MicroBatchPhase::Any)
    set("phase", builder.getStringAttr(
                     mlir::amp::stringifyOption(specialization.phase)));
  func->setAttr("amp.specialization", builder.getDictionaryAttr(attributes));
}

/// Makes a function of each specialization, and marks it. Their names, in
/// order.
static llvm::Expected<SmallVector<std::string>>
addSpecializations(ModuleOp module,
                   ArrayRef<mlir::amp::Specialization> specializations) {
  if (specializations.empty())
    return makeError("there is no specialization to compile");
  SymbolTable symbols(module);
  auto present = llvm::to_vector(module.getOps<func::FuncOp>());
  SmallVector<func::FuncOp> entries;
  for (const mlir::amp::Specialization &specialization : specializations) {
    if (!specialization.entry && present.size() != 1)
      return makeError("the module has " + llvm::Twine(present.size()) +
                       " functions; name the entry point");
    auto entry = specialization.entry
                     ? symbols.lookup<func::FuncOp>(*specialization.entry)
                     : present.front();
    if (!entry || entry.isExternal())
      return makeError("the module has no entry point '" +
                       specialization.entry.value_or("") + "'");
    entries.push_back(entry);
  }
  // Where others call an entry point, they mean what is there now: that goes
  // by another name, until it is inlined.
  for (func::FuncOp &entry : entries) {
    if (SymbolTable::symbolKnownUseEmpty(entry, module))
      continue;
    func::FuncOp original = entry, copy = entry.clone();
    if (failed(symbols.renameToUnique(original, {}))) {
      copy.erase();
      return makeError("entry point '" + entry.getName() +
                       "' is called where its name cannot be changed");
    }
    symbols.insert(copy);
    llvm::replace(entries, original, copy);
  }
  // The first specialization takes the entry point itself, and has its name.
  SmallVector<func::FuncOp> functions;
  for (auto [i, entry] : llvm::enumerate(entries)) {
    bool isFirst = !llvm::is_contained(ArrayRef(entries).take_front(i), entry);
    functions.push_back(isFirst ? entry : entry.clone());
    if (!isFirst)
      symbols.insert(functions.back());
  }
  SmallVector<std::string> names;
  for (auto [func, entry, specialization] :
       llvm::zip(functions, entries, specializations)) {
    mark(func, entry.getSymNameAttr(), specialization);
    names.push_back(func.getName().str());
  }
  return names;
}

mlir::amp::Specialization
mlir::amp::getSpecialization(const TrainingOptions &options) {
  return {options.entry, options.shapes, options.batch, options.accumulate,
          options.phase};
}

/// What the module has, whatever is compiled of it.
static llvm::Error describe(ModuleOp module,
                            mlir::amp::Executable &executable) {
  executable.compiler = "amp " AMP_VERSION ", LLVM " LLVM_VERSION_STRING;
  auto entries = mlir::amp::getEntryPoints(module);
  if (!entries)
    return entries.takeError();
  executable.entries = std::move(*entries);
  for (auto optimizer : module.getOps<mlir::amp::OptimizerOp>())
    executable.optimizers.push_back({optimizer.getSymName().str(),
                                     optimizer.getRateName(),
                                     optimizer.getLearningRateName()});
  return llvm::Error::success();
}

llvm::Expected<mlir::amp::Executable>
mlir::amp::describeModule(ModuleOp module) {
  Executable executable;
  if (llvm::Error error = describe(module, executable))
    return error;
  return executable;
}

llvm::Expected<mlir::amp::Executable>
mlir::amp::compileModule(ModuleOp module, const TrainingOptions &options,
                         llvm::ArrayRef<Specialization> specializations,
                         const CompileResources &resources) {
  OwningOpRef<ModuleOp> clone = module.clone();
  auto names = addSpecializations(*clone, specializations);
  if (!names)
    return names.takeError();
  auto getFunction = [&](StringRef name) {
    return clone->lookupSymbol<func::FuncOp>(name);
  };
  bool isCuda = options.target == TargetKind::Cuda;
  Executable executable;
  executable.kind = isCuda ? AMPRT_CUDA : AMPRT_CPU;
  executable.target = isCuda ? options.chip
                      : options.cpu == "host"
                          ? llvm::sys::getHostCPUName().str()
                          : options.cpu;
  executable.options = toText(options);

  TrainingOptions settings = options;
  settings.entry.reset();
  settings.shapes.clear();
  settings.batch.reset();
  settings.accumulate = 1;
  settings.phase = MicroBatchPhase::Any;
  // What a user wrote, and asks for, is checked after each pass; what is made
  // of it at the end of its way: MLIR's verifiers take as long as the passes.
  PassManager checked(module->getContext(), ModuleOp::getOperationName());
  PassManager pm(module->getContext(), ModuleOp::getOperationName());
  pm.enableVerifier(false);
  if (llvm::all_of(*names, [&](const std::string &name) {
        return isKernelGraph(getFunction(name));
      })) {
    checked.addPass(createAmpSelectEntryPass());
  } else {
    buildTrainingPipeline(checked, settings);
    buildLoweringPipeline(pm, settings);
  }
  buildProgramPipeline(pm, settings);
  std::string entries;
  for (const Specialization &specialization : specializations)
    if (std::string entry =
            "'" + specialization.entry.value_or(names->front()) + "'";
        entries.find(entry) == std::string::npos)
      entries += (entries.empty() ? "" : ", ") + entry;
  if (failed(checked.run(*clone)) || failed(pm.run(*clone)) ||
      failed(verify(*clone)))
    return makeError("compiling entry point " + entries + " failed");

  llvm::Expected<KernelCode> code = KernelCode();
  if (isCuda)
    code = compileCudaKernels(*clone, settings, resources);
  else if (auto kernels = clone->lookupSymbol<ModuleOp>("kernels"))
    code = compileCpuKernels(kernels, settings.cpu, resources);
  if (!code)
    return code.takeError();
  executable.kernels = std::move(*code);
  LaunchListWriter writer(*clone, module, executable);
  for (auto [name, specialization] : llvm::zip(*names, specializations)) {
    func::FuncOp func = getFunction(name);
    auto mark = func->getAttrOfType<DictionaryAttr>("amp.specialization");
    StringRef entry = mark.getAs<StringAttr>("entry").getValue();
    if (llvm::Error error = writer.add(func, entry))
      return error;
    ProgramFunction &function = executable.functions.back();
    function.specialization = specialization;
    function.specialization.entry = entry.str();
  }
  if (llvm::Error error = addState(*clone, executable))
    return error;
  if (llvm::Error error = describe(module, executable))
    return error;
  return executable;
}

llvm::Expected<std::unique_ptr<mlir::amp::LoadedExecutable>>
mlir::amp::compileAndLoad(ModuleOp module, TrainingOptions options,
                          llvm::ArrayRef<Specialization> specializations,
                          amprt_device *device) {
  amprt_device_info info;
  amprt_device_get_info(device, &info);
  bool isCuda = info.kind == AMPRT_CUDA;
  options.target = isCuda ? TargetKind::Cuda : TargetKind::Cpu;
  if (isCuda)
    options.chip = info.arch;
  auto executable = compileModule(module, options, specializations);
  if (!executable)
    return executable.takeError();
  auto bytes = writeExecutable(*executable);
  if (!bytes)
    return bytes.takeError();
  return LoadedExecutable::load(*bytes, device, /*hasKnownDigest=*/true);
}
