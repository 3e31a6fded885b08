//===- main.cpp - Compile and run a training graph ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExitCode.h"
#include "Interrupt.h"
#include "ModuleFlags.h"
#include "Options.h"
#include "OutputPaths.h"
#include "Report.h"
#include "Training.h"
#include "Warnings.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Forms/Forms.h"
#include "amp/Frontend/ParseSource.h"
#include "amp/Frontend/SourceDiagnostics.h"
#include "amp/Frontend/SourceFile.h"
#include "amp/Support/AtomicFile.h"
#include "amp/Support/Error.h"
#include "amp/Support/Printable.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <new>
#include <unistd.h>

using namespace llvm;
using namespace amp;
using namespace amp::run;
using mlir::amp::EntryPoint;

static std::string listNames(ArrayRef<EntryPoint> entries) {
  std::string names;
  for (const EntryPoint &entry : entries)
    names += (names.empty() ? "" : ", ") + entry.name;
  return names.empty() ? "none" : names;
}

static Expected<EntryPoint> findEntry(ArrayRef<EntryPoint> entries,
                                      StringRef flag, StringRef name) {
  auto found =
      find_if(entries, [&](const EntryPoint &e) { return e.name == name; });
  if (found == entries.end())
    return inputError(flag + "=" + name + ": no such entry point; there are: " +
                      listNames(entries));
  return *found;
}

/// The entry point to run: what --entry says, or the only one that is not
/// evaluated, or `train`, or `main`.
static Expected<EntryPoint> chooseEntry(ArrayRef<EntryPoint> entries,
                                        const Options &options) {
  if (options.training.entry)
    return findEntry(entries, "--entry", *options.training.entry);
  if (entries.empty())
    return inputError("'" + options.file +
                      "' has no entry point; expected a function with a body");
  SmallVector<EntryPoint> candidates;
  copy_if(entries, std::back_inserter(candidates),
          [&](const EntryPoint &e) { return e.name != options.evalEntry; });
  if (candidates.size() == 1)
    return candidates.front();
  for (StringRef name : {"train", "main"})
    for (const EntryPoint &entry : candidates)
      if (entry.name == name)
        return entry;
  return inputError("name one of the entry points with --entry: " +
                    listNames(entries));
}

/// Warns of what the graph says to no effect; fails if it contradicts itself.
static LogicalResult checkGraph(mlir::ModuleOp module) {
  mlir::PassManager pm(module.getContext());
  pm.addPass(mlir::amp::createAmpCheckGraphPass());
  return pm.run(module);
}

/// Everything up to the results. The exit code, or an error.
static Expected<ExitCode> runFile(const Options &options,
                                  Interrupt &interrupt) {
  Expected<std::vector<Precision>> precisions = choosePrecisions(options);
  if (!precisions)
    return precisions.takeError();
  if (Error error = checkOutputPaths(options))
    return std::move(error);
  if (options.isGiven("cuda-toolkit") &&
      !sys::fs::is_directory(*options.training.cudaToolkit))
    return exitError(kIO,
                     "--cuda-toolkit: " + quote(*options.training.cudaToolkit) +
                         " is no folder");
  Expected<std::unique_ptr<MemoryBuffer>> source = readSource(options.file);
  if (!source)
    return source.takeError();
  if (isBytecode((*source)->getBuffer()) && !options.isTrusted)
    return inputError(quote(options.file) +
                      " is MLIR bytecode, which could be made to do harm while "
                      "it is read; write the graph as text, or add --trusted "
                      "if it is your own");

  mlir::DialectRegistry registry;
  mlir::amp::registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  // The place is enough; the op in generic form would only hide the message.
  context.printOpOnDiagnostic(false);
  if (Error error = checkPolicyFile(*precisions, context))
    return std::move(error);
  SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*source), SMLoc());
  SourceDiagnosticHandler diagnostics(
      *sources.getMemoryBuffer(sources.getMainFileID()), &context, errs());
  Warnings warnings(errs());
  for (const std::string &warning : options.warnings)
    warnings.say(warning);
  mlir::ScopedDiagnosticHandler once(&context, [&](mlir::Diagnostic &warning) {
    return warnings.filter(warning);
  });
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
      parseSource(sources, context);
  if (!module)
    return module.takeError();
  if (failed(mlir::amp::verifyForm(**module, mlir::amp::Form::Graph)) ||
      failed(checkGraph(**module)))
    return inputError(quote(options.file) + " is not a training graph");
  if (options.learningRate)
    if (Error error = setLearningRate(**module, *options.learningRate))
      return std::move(error);

  Expected<std::vector<EntryPoint>> entries =
      mlir::amp::getEntryPoints(**module);
  if (!entries)
    return entries.takeError();
  Expected<EntryPoint> entry = chooseEntry(*entries, options);
  if (!entry)
    return entry.takeError();
  if (options.training.accumulate > 1)
    if (Error error = checkAccumulation(**module, *entry))
      return std::move(error);
  std::vector<EntryPoint> used = {*entry};
  if (!options.evalEntry.empty()) {
    Expected<EntryPoint> eval =
        findEntry(*entries, "--eval-entry", options.evalEntry);
    if (!eval)
      return eval.takeError();
    used.push_back(*eval);
  }

  if (!options.output.empty()) {
    // Better now than after the training: made and taken away again.
    Expected<AtomicFile> probe = AtomicFile::create(options.output);
    if (!probe)
      return exitError(kIO, "--output: " + toString(probe.takeError()));
  }
  Expected<Checkpoints> checkpoints = Checkpoints::open(options);
  if (!checkpoints)
    return checkpoints.takeError();
  Expected<InitialValues> initialValues = InitialValues::open(options);
  if (!initialValues)
    return initialValues.takeError();
  Expected<Device> device = openDevice(options);
  if (!device)
    return device.takeError();
  Expected<std::vector<BoundEntry>> bound = bindData(used, options);
  if (!bound)
    return bound.takeError();

  Reporter reporter(options, getInfo(device->get()), warnings, outs(), errs());
  const BoundEntry *eval = bound->size() > 1 ? &bound->back() : nullptr;
  std::vector<RunReport> runs;
  for (const Precision &precision : *precisions) {
    Expected<RunReport> run =
        train(**module, precision, bound->front(), eval, device->get(), options,
              *initialValues, *checkpoints, reporter, interrupt);
    if (!run)
      return !options.compare.empty()
                 ? withContext(run.takeError(), precision.label)
                 : run.takeError();
    runs.push_back(std::move(*run));
  }
  return reporter.finish(entry->name, runs);
}

static ExitCode runCommand(ArrayRef<const char *> arguments,
                           Interrupt &interrupt) {
  Expected<Options> options = parseOptions(arguments);
  if (!options)
    return reportError(options.takeError());
  if (options->help) {
    printHelp(outs());
    return kSuccess;
  }
  if (options->version) {
    outs() << "amp-run " AMP_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
    return kSuccess;
  }
  if (options->listDevices) {
    if (Error error = listDevices(outs()))
      return reportError(std::move(error));
    return kSuccess;
  }
  Expected<ExitCode> code = runFile(*options, interrupt);
  return code ? *code : reportError(code.takeError());
}

/// Results that nobody could read are a failure; the streams' destructors must
/// not find the error again, since they abort.
static ExitCode closeStreams(ExitCode code) {
  outs().flush();
  if (outs().has_error()) {
    std::error_code error = outs().error();
    outs().clear_error();
    errs() << "amp-run: error: cannot write to standard output: "
           << error.message() << "\n";
    if (code == kSuccess)
      code = kIO;
  }
  errs().flush();
  errs().clear_error();
  return code;
}

/// Ends the process where LLVM would abort. Nothing is half written: files get
/// their names only when they are whole.
[[noreturn]] static void endNow(const char *message, ExitCode code) {
  AtomicFile::removeOpenFiles();
  std::fprintf(stderr, "amp-run: error: %s\n", message);
  std::fflush(stderr);
  _exit(code);
}

/// A file that is opened later must not get the number of a stream that the
/// caller closed. The stand-in cannot be written, so that writing still fails.
static void occupyStreams() {
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1)
      (void)open("/dev/null", O_RDONLY);
}

int main(int argc, char **argv) {
  occupyStreams();
  // A closed pipe, or a limit on the size of files, is a write error, not a
  // signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  install_fatal_error_handler(
      [](void *, const char *reason, bool) { endNow(reason, kInvalidInput); });
  install_bad_alloc_error_handler([](void *, const char *, bool) {
    endNow("out of memory", kResourceLimit);
  });
  try {
    Interrupt interrupt;
    return closeStreams(runCommand(
        ArrayRef<const char *>(argv + 1, argc > 0 ? argc - 1 : 0), interrupt));
  } catch (const std::bad_alloc &) {
    endNow("out of memory", kResourceLimit);
  }
}
