//===- CompilerLibrary.cpp - The compiler, from text to bytes -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "TypeInference.h"
#include "amp/Analysis/PrecisionPolicy.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/Transforms/GraphNames.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Executable/SourceModule.h"
#include "amp/Forms/Forms.h"
#include "amp/Frontend/ParseSource.h"
#include "amp/Frontend/SourceDiagnostics.h"
#include "amp/Frontend/SourceFile.h"
#include "amp/Interfaces/PrecisionOpInterface.h"
#include "amp/Options/PrecisionLevel.h"
#include "amp/Support/RegularFile.h"
#include "amp/Target/Compiler.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <mutex>

using namespace llvm;
using namespace amp;
using mlir::amp::CompilerMessage;
using mlir::amp::Executable;
using mlir::amp::ExecutableBytes;
using mlir::amp::PrecisionPolicy;
using mlir::amp::TrainingOptions;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

namespace {

/// While it lives, what a context says goes to a receiver and to a list.
class MessageScope {
public:
  MessageScope(mlir::MLIRContext &context, MemoryBufferRef source,
               const MessageReceiver &receiver, bool isSilent)
      : receiver(receiver), os(rendered), printer(source, os),
        handler(&context, [this, isSilent](mlir::Diagnostic &diagnostic) {
          if (!isSilent)
            receive(diagnostic);
          return mlir::success();
        }) {}

  ~MessageScope() {
    if (unsigned numLeftOut = printer.getNumLeftOut()) {
      std::string text =
          std::to_string(numLeftOut) + " more diagnostics are not shown";
      receiver({CompilerMessage::Severity::Error, "", text, text + "\n"});
    }
  }

  /// Remarks and warnings.
  std::vector<CompilerMessage> take() { return std::move(messages); }

private:
  void receive(mlir::Diagnostic &diagnostic);

  const MessageReceiver &receiver;
  std::vector<CompilerMessage> messages;
  std::string rendered;
  raw_string_ostream os;
  SourceDiagnosticPrinter printer;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace

void MessageScope::receive(mlir::Diagnostic &diagnostic) {
  CompilerMessage message;
  switch (diagnostic.getSeverity()) {
  case mlir::DiagnosticSeverity::Error:
    message.severity = CompilerMessage::Severity::Error;
    break;
  case mlir::DiagnosticSeverity::Warning:
    message.severity = CompilerMessage::Severity::Warning;
    break;
  default:
    message.severity = CompilerMessage::Severity::Remark;
    break;
  }
  SourcePlace place = findSourcePlace(diagnostic.getLocation());
  if (place.file)
    message.location =
        formatv("{0}:{1}:{2}", place.file.getFilename().getValue(),
                place.file.getLine(), place.file.getColumn());
  else if (!place.name.empty())
    message.location = formatv("'{0}'", place.name);
  message.text = diagnostic.str();
  // What is only told is told whole: of an error the first sentence says what
  // failed.
  if (message.severity == CompilerMessage::Severity::Warning)
    for (mlir::Diagnostic &note : diagnostic.getNotes())
      message.text += "; " + note.str();
  rendered.clear();
  if (!printer.print(diagnostic))
    return;
  message.rendered = rendered;
  receiver(message);
  if (message.severity != CompilerMessage::Severity::Error)
    messages.push_back(std::move(message));
}

static CompilerStatus toStatus(Error error) {
  CompilerStatus status;
  handleAllErrors(std::move(error), [&](const ErrorInfoBase &info) {
    if (status.isOk)
      status.kind = kindOf(info);
    else
      status.message += "\n";
    status.isOk = false;
    status.message += info.message();
  });
  return status;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static bool castsModel(const TrainingOptions &options) {
  return options.level &&
         mlir::amp::getPrecisionLevel(*options.level).castModel;
}

/// The text of the policy's file, empty without one, before a pass reads it:
/// what cannot be read is told apart from what is wrong.
static Expected<std::string> readPolicy(const TrainingOptions &options,
                                        const Twine &setting,
                                        mlir::MLIRContext &context) {
  if (!options.policyFile)
    return std::string();
  Expected<std::unique_ptr<MemoryBuffer>> text =
      readRegularFile(*options.policyFile, PrecisionPolicy::kMaxTextSize);
  if (!text)
    return withContext(text.takeError(), setting);
  std::string message;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        message += (message.empty() ? "" : "\n") + diagnostic.str();
        return mlir::success();
      });
  auto emitError = [&] {
    return mlir::emitError(mlir::UnknownLoc::get(&context));
  };
  auto policy = PrecisionPolicy::getPreset(
      castsModel(options) ? StringRef("cast-model")
                          : stringifyOption(options.preset),
      emitError);
  if (mlir::failed(policy) || mlir::failed(policy->addText(**text, emitError)))
    return inputError(message);
  return (*text)->getBuffer().str();
}

/// What the preset's framework starts a dynamic loss scale with.
static void applyPresetScale(TrainingOptions &options, mlir::ModuleOp module) {
  auto policy = PrecisionPolicy::getPreset(stringifyOption(options.preset), [] {
    return mlir::InFlightDiagnostic();
  });
  if (mlir::failed(policy))
    return;
  options.maxScale = policy->getMaximumScale();
  // Whoever wrote a scaler chose its scale for this graph.
  if (!options.initScale && module.getOps<mlir::amp::GradScalerOp>().empty())
    options.initScale = policy->getInitialScale();
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

namespace {

/// The kernels of all modules that there are.
class KernelMemory : public mlir::amp::KernelStore {
public:
  std::string find(StringRef digest) override {
    std::lock_guard<std::mutex> lock(mutex);
    return kernels.lookup(digest);
  }

  void insert(const Kernels &added) override {
    std::lock_guard<std::mutex> lock(mutex);
    for (const auto &[digest, code] : added)
      kernels.try_emplace(digest, code);
  }

private:
  std::mutex mutex;
  StringMap<std::string> kernels;
};

/// What is in memory, and behind it what a request brings.
class LayeredKernels : public mlir::amp::KernelStore {
public:
  LayeredKernels(KernelMemory &memory, KernelStore *others)
      : memory(memory), others(others) {}

  std::string find(StringRef digest) override {
    std::string code = memory.find(digest);
    if (!code.empty() || !others)
      return code;
    code = others->find(digest);
    if (!code.empty())
      memory.insert({{digest.str(), code}});
    return code;
  }

  void insert(const Kernels &added) override {
    memory.insert(added);
    if (others)
      others->insert(added);
  }

private:
  KernelMemory &memory;
  KernelStore *others;
};

class Module : public SourceModule {
public:
  explicit Module(std::shared_ptr<KernelMemory> kernels)
      : context(getRegistry(), mlir::MLIRContext::Threading::DISABLED),
        kernels(std::move(kernels)) {
    // The place is enough; the op in generic form would only hide the message.
    context.printOpOnDiagnostic(false);
  }

  Error open(const SourceText &source, const MessageReceiver &receiver);
  CompilerStatus describe(ExecutableBytes &description) const override;
  CompilerStatus compile(const CompileRequest &request,
                         const MessageReceiver &receiver,
                         ExecutableBytes &executable) override;

private:
  static mlir::DialectRegistry getRegistry() {
    mlir::DialectRegistry registry;
    mlir::amp::registerCompilerDialects(registry);
    return registry;
  }
  Error compileTo(const CompileRequest &request,
                  const MessageReceiver &receiver, ExecutableBytes &executable);

  mlir::MLIRContext context;
  SourceMgr sources;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::shared_ptr<KernelMemory> kernels;
  /// What was said when it was read.
  std::vector<CompilerMessage> messages;
};

} // namespace

/// What is there to say about a module as it was written.
static LogicalResult checkGraph(mlir::ModuleOp module) {
  mlir::PassManager pm(module.getContext());
  pm.addPass(mlir::amp::createAmpCheckGraphPass());
  return pm.run(module);
}

Error Module::open(const SourceText &source, const MessageReceiver &receiver) {
  if (Error error = checkSource(source.text, source.name, source.isTrusted))
    return error;
  sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(source.text, source.name), SMLoc());
  MessageScope scope(context, *sources.getMemoryBuffer(sources.getMainFileID()),
                     receiver, /*isSilent=*/false);
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> parsed =
      parseSource(sources, context);
  if (!parsed)
    return parsed.takeError();
  module = std::move(*parsed);
  if (failed(mlir::amp::verifyForm(*module, mlir::amp::Form::Graph)) ||
      failed(checkGraph(*module)))
    return inputError(quote(source.name) + " is not a training graph");
  messages = scope.take();
  return Error::success();
}

/// True if an op keeps parameters in their own type, whatever it runs in.
static bool keepsParameters(mlir::ModuleOp module) {
  return module
      .walk([](mlir::amp::PrecisionOpInterface op) {
        for (mlir::OpOperand &operand : op->getOpOperands())
          if (isa<mlir::FloatType>(
                  mlir::getElementTypeOrSelf(operand.get().getType())) &&
              !op.isPrecisionOperand(operand.getOperandNumber()))
            return mlir::WalkResult::interrupt();
        return mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

CompilerStatus Module::describe(ExecutableBytes &description) const {
  Expected<Executable> executable = mlir::amp::describeModule(*module);
  if (!executable)
    return toStatus(executable.takeError());
  executable->messages = messages;
  Expected<ExecutableBytes> bytes = writeExecutable(*executable);
  if (!bytes)
    return toStatus(bytes.takeError());
  description = std::move(*bytes);
  return CompilerStatus();
}

Error Module::compileTo(const CompileRequest &request,
                        const MessageReceiver &receiver,
                        ExecutableBytes &bytes) {
  TrainingOptions options;
  for (const auto &[name, value] : request.options)
    if (Error error = setOption(options, name, value))
      return error;
  if (request.usesPresetScale)
    applyPresetScale(options, *module);
  Expected<std::string> policy =
      readPolicy(options, request.settingPrefix + "policy", context);
  if (!policy)
    return policy.takeError();
  // The module was checked, and what nothing used is told by itself.
  options.checkGraph = false;
  options.unusedPolicy = mlir::amp::UnusedReport::Ignore;
  MessageScope scope(context, *sources.getMemoryBuffer(sources.getMainFileID()),
                     receiver, request.isSilent);
  Account account;
  std::optional<Explanation> explanation;
  if (request.explains)
    explanation.emplace();
  LayeredKernels known(*kernels, request.kernels);
  Expected<Executable> executable = [&] {
    StringRef explained;
    if (!request.specializations.empty() &&
        request.specializations.front().entry)
      explained = *request.specializations.front().entry;
    RemarkScope remarks(context, account, explanation ? &*explanation : nullptr,
                        explained);
    return mlir::amp::compileModule(*module, options, request.specializations,
                                    {&known, request.threads});
  }();
  if (!executable)
    return executable.takeError();
  executable->policy = std::move(*policy);
  mlir::amp::PrecisionUse &use = executable->precision;
  use.decidedOps = account.decidedOps;
  use.usesLowType = account.usesLowType;
  use.tf32Ops = account.tf32Ops;
  use.fusedLosses = account.fusedLosses;
  use.keepsParameters = keepsParameters(*module);
  for (const mlir::amp::PolicyUsage::Warning &warning :
       account.policy.describeUnused(mlir::amp::collectGraphNames(*module)))
    use.unused.push_back({warning.place, warning.text});
  if (explanation)
    executable->explanation =
        formatv("{0}", json::Value(explanation->toJson())).str();
  executable->messages = scope.take();
  Expected<ExecutableBytes> written = writeExecutable(*executable);
  if (!written)
    return written.takeError();
  bytes = std::move(*written);
  return Error::success();
}

/// Gives the system the memory that compiling took and freed, which the C
/// library would keep: what is trained next asks for large buffers, of the
/// system.
static void releaseFreeMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

CompilerStatus Module::compile(const CompileRequest &request,
                               const MessageReceiver &receiver,
                               ExecutableBytes &executable) {
  CompilerStatus status = toStatus(compileTo(request, receiver, executable));
  releaseFreeMemory();
  return status;
}

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

namespace {

class Library : public CompilerLibrary {
public:
  std::unique_ptr<SourceModule> open(const SourceText &source,
                                     const MessageReceiver &receiver,
                                     CompilerStatus &status) const override {
    auto module = std::make_unique<Module>(getKernels());
    status = toStatus(module->open(source, receiver));
    if (!status.isOk)
      return nullptr;
    return module;
  }

  std::unique_ptr<TypeInference> createTypeInference() const override {
    return amp::createTypeInference();
  }

  void setFatalErrorHandler(void (*handler)(const char *, bool)) override {
    static void (*chosen)(const char *, bool);
    chosen = handler;
    remove_fatal_error_handler();
    remove_bad_alloc_error_handler();
    if (!handler)
      return;
    install_fatal_error_handler(
        [](void *, const char *reason, bool) { chosen(reason, false); });
    install_bad_alloc_error_handler(
        [](void *, const char *reason, bool) { chosen(reason, true); });
  }

private:
  /// They go with the last module.
  std::shared_ptr<KernelMemory> getKernels() const {
    std::lock_guard<std::mutex> lock(mutex);
    std::shared_ptr<KernelMemory> memory = kernels.lock();
    if (!memory)
      kernels = memory = std::make_shared<KernelMemory>();
    return memory;
  }

  mutable std::mutex mutex;
  mutable std::weak_ptr<KernelMemory> kernels;
};

} // namespace

extern "C" __attribute__((visibility("default"))) CompilerLibrary *
ampGetCompilerLibrary(const char *version) {
  static Library library;
  return StringRef(version) == AMP_VERSION ? &library : nullptr;
}
