//===- amp-check.cpp - Checks what a file states of itself ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runs passes and checks what ops then take and give; without passes, compiles
// and runs the functions that state values.

#include "Check.h"
#include "TypeExpectations.h"
#include "ValueExpectations.h"
#include "amp/Frontend/SourceFile.h"
#include "amp/InitAllPasses.h"
#include "amp/Target/Compiler.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::check;

namespace {
struct DeviceDeleter {
  void operator()(amprt_device *device) const { amprt_device_destroy(device); }
};
using Device = std::unique_ptr<amprt_device, DeviceDeleter>;

/// What the command line says.
struct Settings {
  const PassPipelineCLParser &passes;
  mlir::amp::TrainingOptions options;
  /// Null where passes are run.
  amprt_device *device;
  bool allowsUnregistered, verifiesDiagnostics;
};
} // namespace

static LogicalResult fail(const Twine &message) {
  llvm::errs() << "amp-check: error: " << message << "\n";
  return failure();
}

static FailureOr<Device> openDevice(const std::string &name) {
  if (StringRef(name).starts_with("cuda"))
    if (const char *reason = amprt_cuda_unavailable_reason())
      return fail("--device=" + name + ": " + reason);
  amprt_device_options options = {};
  amprt_device *device = nullptr;
  amprt_status *status = amprt_device_create(name.c_str(), &options, &device);
  if (!status)
    return Device(device);
  LogicalResult result = fail(amprt_status_message(status));
  amprt_status_free(status);
  return result;
}

static FailureOr<Tally> checkTypes(ModuleOp module, const Settings &settings) {
  TypeExpectations expectations(module);
  PassManager pm(module.getContext(), ModuleOp::getOperationName(),
                 PassManager::Nesting::Implicit);
  auto report = [loc = module.getLoc()](const Twine &message) -> LogicalResult {
    return emitError(loc, message);
  };
  if (failed(settings.passes.addToPipeline(pm, report)) ||
      failed(pm.run(module)))
    return failure();
  return expectations.verify(module);
}

static FailureOr<Tally> checkValues(ModuleOp module, const Settings &settings) {
  FailureOr<std::vector<ValueCase>> cases = takeValueExpectations(module);
  if (failed(cases))
    return failure();
  return verifyValues(module, *cases, settings.options, settings.device);
}

static LogicalResult checkModule(const llvm::SourceMgr &sources,
                                 MLIRContext *context, const Settings &settings,
                                 raw_ostream &os) {
  auto module = parseSourceFile<ModuleOp>(sources, context);
  if (!module)
    return failure();
  FailureOr<Tally> tally = settings.device ? checkValues(*module, settings)
                                           : checkTypes(*module, settings);
  if (failed(tally))
    return failure();
  if (tally->empty())
    return module->emitError()
           << "states " << (settings.device ? "no value" : "no type")
           << ", so that nothing can fail";
  bool hasFailed = false;
  for (const auto &[name, count] : *tally) {
    hasFailed |= count.failed;
    os << (count.failed ? "not ok " : "ok ") << name.getValue() << ": "
       << count.stated - count.failed << " of " << count.stated << "\n";
  }
  return failure(hasFailed);
}

static LogicalResult checkChunk(std::unique_ptr<llvm::MemoryBuffer> chunk,
                                DialectRegistry &registry,
                                const Settings &settings, raw_ostream &os) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(settings.allowsUnregistered);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(chunk), SMLoc());
  if (!settings.verifiesDiagnostics) {
    SourceMgrDiagnosticHandler handler(sources, &context);
    return checkModule(sources, &context, settings, os);
  }
  SourceMgrDiagnosticVerifierHandler handler(sources, &context);
  // Whether it failed as it should is in the diagnostics.
  (void)checkModule(sources, &context, settings, llvm::nulls());
  return handler.verify();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  mlir::amp::registerCompilerDialects(registry);
  registry.insert<CheckDialect>();
  mlir::amp::registerAllPasses();
  registerTransformsPasses();

  llvm::cl::opt<std::string> file(llvm::cl::Positional, llvm::cl::init("-"),
                                  llvm::cl::desc("<file>"));
  llvm::cl::opt<std::string> deviceName(
      "device", llvm::cl::init("cpu"),
      llvm::cl::desc("Device that runs functions, as for amp-run"));
  llvm::cl::opt<std::string> optionText(
      "options",
      llvm::cl::desc("How functions are compiled, such as \"level=O1 "
                     "dtype=bf16\" (docs/Options.md)"));
  llvm::cl::opt<bool> splits(
      "split-input-file",
      llvm::cl::desc("Each part of the file is a module of its own"));
  llvm::cl::opt<bool> allowsUnregistered(
      "allow-unregistered-dialect",
      llvm::cl::desc("Ops may be of dialects that are not known"));
  llvm::cl::opt<bool> verifiesDiagnostics(
      "verify-diagnostics",
      llvm::cl::desc("What fails is expected by comments of the file"));
  PassPipelineCLParser passes(
      "", "Passes to run; what ops then take and give is checked, not values");
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "amp-check: what tests state beside their ops\n");

  bool runsPasses = passes.hasAnyOccurrences();
  if (runsPasses &&
      (deviceName.getNumOccurrences() || optionText.getNumOccurrences())) {
    (void)fail("--device and --options are for values, passes are for types");
    return 1;
  }
  FailureOr<mlir::amp::TrainingOptions> options =
      mlir::amp::parseTrainingOptions(optionText, fail);
  if (failed(options))
    return 1;
  FailureOr<Device> device;
  if (!runsPasses && failed(device = openDevice(deviceName)))
    return 1;
  Settings settings = {passes, *options, runsPasses ? nullptr : device->get(),
                       allowsUnregistered, verifiesDiagnostics};

  auto input = ::amp::readSource(file);
  if (!input) {
    (void)fail(llvm::toString(input.takeError()));
    return 1;
  }
  auto process = [&](std::unique_ptr<llvm::MemoryBuffer> chunk,
                     raw_ostream &os) {
    return checkChunk(std::move(chunk), registry, settings, os);
  };
  return failed(splitAndProcessBuffer(std::move(*input), process, llvm::outs(),
                                      splits ? kDefaultSplitMarker : ""));
}
