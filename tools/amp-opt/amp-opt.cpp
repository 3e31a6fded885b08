//===- amp-opt.cpp --------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// mlir-opt with the project's dialects and passes, and more careful than that
// with its input: text is checked before it is parsed, and a diagnostic opens
// no file that a location names.

#include "amp/Frontend/SourceDiagnostics.h"
#include "amp/Frontend/SourceFile.h"
#include "amp/InitAllDialects.h"
#include "amp/InitAllPasses.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ToolOutputFile.h"

#include <cstdio>
#include <new>
#include <unistd.h>

using namespace mlir;

/// As of mlir-opt, and of amp-run.
enum ExitCode { kSuccess = 0, kFailure = 1, kResourceLimit = 4 };

static constexpr llvm::StringLiteral kTitle =
    "amp: automatic mixed precision for training graphs\n"
    "\n"
    "A tool for who works on the compiler: passes run on whatever IR they are\n"
    "given, and bytecode is read as mlir-opt reads it. Give it no bytecode of\n"
    "unknown origin; amp-run is for graphs of others (docs/amp-opt.md).\n";

namespace {
/// Verifies the input in the place of the parser: here there is a handler that
/// looks at diagnostics first, which may have locations of the input now. It
/// has a name since a reproducer of a crash lists it.
struct VerifyInputPass : public PassWrapper<VerifyInputPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyInputPass)

  StringRef getArgument() const override { return "verify-input"; }
  StringRef getDescription() const override {
    return "Run the verifier; amp-opt does so before other passes";
  }
  void runOnOperation() override {
    if (failed(verify(getOperation())))
      signalPassFailure();
  }
};
} // namespace

/// Diagnostics with a location in another file than `input` go on with that
/// location in their text. MLIR's handler would open the file to quote it.
static void keepOtherFilesShut(DiagnosticEngine &engine,
                               const std::string &input) {
  engine.registerHandler([&engine, input](Diagnostic &diagnostic) {
    // Of --split-input-file.
    std::string split = "within split at " + input;
    auto isForeign = [&](Location location) {
      return ::amp::namesFile(location, [&](StringRef file) {
        return file != input && !file.starts_with(split);
      });
    };
    bool hasForeign = isForeign(diagnostic.getLocation());
    for (Diagnostic &note : diagnostic.getNotes())
      hasForeign |= isForeign(note.getLocation());
    if (!hasForeign)
      return failure();
    Location nowhere = UnknownLoc::get(diagnostic.getLocation().getContext());
    auto describe = [](Diagnostic &d) {
      return ::amp::describePlace(d.getLocation()) + ": " + d.str();
    };
    InFlightDiagnostic safe = engine.emit(nowhere, diagnostic.getSeverity());
    safe << describe(diagnostic);
    for (Diagnostic &note : diagnostic.getNotes())
      safe.attachNote(nowhere) << describe(note);
    return success();
  });
}

/// Ends the process where LLVM would abort.
[[noreturn]] static void endNow(const char *message, ExitCode code) {
  std::fprintf(stderr, "amp-opt: error: %s\n", message);
  std::fflush(stderr);
  _exit(code);
}

static LogicalResult process(StringRef inputName, StringRef outputName,
                             DialectRegistry &registry,
                             MlirOptMainConfig config) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> input =
      ::amp::readSource(inputName);
  if (!input) {
    llvm::errs() << "amp-opt: error: " << toString(input.takeError()) << "\n";
    return failure();
  }
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &message);
  if (!output) {
    llvm::errs() << "amp-opt: error: " << message << "\n";
    return failure();
  }
  // A test of diagnostics names none but its own file, and a round trip prints
  // what was verified.
  if (!config.shouldVerifyDiagnostics() && !config.shouldVerifyRoundtrip()) {
    bool verifies = config.shouldVerifyOnParsing();
    config.verifyOnParsing(false);
    config.setPassPipelineSetupFn(
        [base = config, verifies,
         name = (*input)->getBufferIdentifier().str()](PassManager &pm) {
          keepOtherFilesShut(pm.getContext()->getDiagEngine(), name);
          if (verifies)
            pm.addPass(std::make_unique<VerifyInputPass>());
          return base.setupPassPipeline(pm);
        });
  }
  if (failed(MlirOptMain(output->os(), std::move(*input), registry, config)))
    return failure();
  output->keep();
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::install_fatal_error_handler(
      [](void *, const char *reason, bool) { endNow(reason, kFailure); });
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) {
    endNow("out of memory", kResourceLimit);
  });
  // For gpu-module-to-binary.
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllPasses();
  registerAllToLLVMIRTranslations(registry);
  mlir::amp::registerAllDialects(registry);
  mlir::amp::registerAllPasses();
  PassRegistration<VerifyInputPass>();
  try {
    auto [input, output] =
        registerAndParseCLIOptions(argc, argv, kTitle, registry);
    MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
    if (config.shouldListPasses() || config.shouldShowDialects())
      return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
    return asMainReturnCode(process(input, output, registry, config));
  } catch (const std::bad_alloc &) {
    endNow("out of memory", kResourceLimit);
  }
}
