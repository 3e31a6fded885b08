//===- main.cpp - Compile and run a training graph ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExitCode.h"
#include "Interrupt.h"
#include "Options.h"
#include "Program.h"
#include "Report.h"
#include "Warnings.h"
#include "amp/Frontend/SourceFile.h"
#include "amp/Support/AtomicFile.h"
#include "amp/Support/Printable.h"
#include "amp/Support/RegularFile.h"
#include "amp/Training/Device.h"
#include "amp/Training/OutputPaths.h"
#include "amp/Training/Trainer.h"
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
using namespace amp::training;
using mlir::amp::EntryPoint;

const char *const amp::run::toolName = AMP_TOOL;

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

static Error checkTrust(StringRef bytes, const Options &options) {
  if (options.isTrusted)
    return Error::success();
  if (mlir::amp::isExecutableFile(bytes))
    return inputError(quote(options.file) +
                      " is a compiled program: native code, which runs with "
                      "all your rights; add --trusted if it is your own, or "
                      "compile its graph");
  if (isBytecode(bytes))
    return inputError(quote(options.file) +
                      " is MLIR bytecode, which could be made to do harm while "
                      "it is read; write the graph as text, or add --trusted "
                      "if it is your own");
  return Error::success();
}

#ifndef AMP_RUN_PROGRAMS_ONLY
/// The cache that holds for this run, or none.
static Expected<std::shared_ptr<CompileCache>>
openCache(const Options &options) {
  if (options.noCache)
    return nullptr;
  bool isGiven = !options.cacheDir.empty();
  std::string path =
      isGiven ? options.cacheDir : CompileCache::getDefaultPath();
  if (path.empty())
    return nullptr;
  Expected<std::unique_ptr<CompileCache>> cache = CompileCache::open(path);
  if (!cache && isGiven)
    return withContext(cache.takeError(), "--cache-dir");
  if (!cache) {
    // Nobody asked for it.
    consumeError(cache.takeError());
    return nullptr;
  }
  return std::move(*cache);
}

static Expected<std::unique_ptr<ProgramSource>>
openGraph(std::unique_ptr<MemoryBuffer> source, const Options &options,
          Warnings &warnings) {
  Expected<std::shared_ptr<CompileCache>> cache = openCache(options);
  if (!cache)
    return cache.takeError();
  SourceText text{source->getBufferIdentifier().str(),
                  source->getBuffer().str(), options.isTrusted};
  return GraphSource::open(std::move(text), std::move(*cache),
                           [&](const mlir::amp::CompilerMessage &message) {
                             warnings.say(message);
                           });
}
#endif

/// A graph, which is of bounded size, or a program.
static Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef path) {
  if (path != "-") {
    Expected<RegularFile> file = RegularFile::open(path);
    if (!file)
      return file.takeError();
    std::string start(std::min<uint64_t>(file->size(), 8), '\0');
    if (Error error = file->read(0, start))
      return std::move(error);
    if (mlir::amp::isExecutableFile(start))
      return file->readAll();
  }
  return readSourceFile(path);
}

static Expected<std::unique_ptr<ProgramSource>> openSource(Options &options,
                                                           Warnings &warnings) {
  Expected<std::unique_ptr<MemoryBuffer>> source = readFile(options.file);
  if (!source)
    return source.takeError();
  if (Error error = checkTrust((*source)->getBuffer(), options))
    return std::move(error);
  if (mlir::amp::isExecutableFile((*source)->getBuffer()))
    return openProgram(std::move(*source), options);
#ifdef AMP_RUN_PROGRAMS_ONLY
  return inputError(quote(options.file) +
                    " is no compiled program; amp-run compiles graphs, and "
                    "writes programs with --save-program");
#else
  return openGraph(std::move(*source), options, warnings);
#endif
}

/// An error unless the gradients of `entry` can be accumulated from outside: it
/// must have a step, and no accumulation of its own.
static Error checkAccumulation(const EntryPoint &entry) {
  if (entry.accumulates)
    return inputError("--accumulate: entry " + quote(entry.name) +
                      " has an amp.accumulate of its own, which counts its "
                      "micro-batches itself; leave the flag out");
  if (!entry.steps)
    return inputError("--accumulate: entry " + quote(entry.name) +
                      " has no amp.step, and so no gradients to add up");
  return Error::success();
}

static Expected<ExitCode> runFile(Options &options, Interrupt &interrupt) {
  Expected<std::vector<Precision>> precisions = choosePrecisions(options);
  if (!precisions)
    return precisions.takeError();
  if (Error error = checkOutputPaths(options, options.file))
    return std::move(error);
  if (options.isGiven("cuda-toolkit") &&
      !sys::fs::is_directory(*options.training.cudaToolkit))
    return ioError("--cuda-toolkit: " + quote(*options.training.cudaToolkit) +
                   " is no folder");
  Warnings warnings(errs());
  for (const std::string &warning : options.warnings)
    warnings.say(warning);
  Expected<std::unique_ptr<ProgramSource>> source =
      openSource(options, warnings);
  if (!source)
    return source.takeError();
  if (options.isProgram) {
    Expected<Precision> compiled = readPrecision((*source)->describe().options);
    if (!compiled)
      return compiled.takeError();
    options.training.accumulateReduction =
        compiled->options.accumulateReduction;
    precisions->assign({*compiled});
  }
  std::vector<EntryPoint> entries = (*source)->describe().entries;
  // Of a program those that are compiled.
  if (options.isProgram)
    llvm::erase_if(entries, [&](const EntryPoint &entry) {
      return none_of((*source)->describe().functions,
                     [&](const mlir::amp::ProgramFunction &function) {
                       return function.name == entry.name;
                     });
    });
  Expected<EntryPoint> entry = chooseEntry(entries, options);
  if (!entry)
    return entry.takeError();
  if (options.training.accumulate > 1)
    if (Error error = checkAccumulation(*entry))
      return std::move(error);
  auto getSizes = [&](const EntryPoint &of) {
    return getBatchSizes((*source)->describe(), of);
  };
  if (std::vector<int64_t> sizes = getSizes(*entry); !sizes.empty())
    options.defaultBatchSize = *llvm::max_element(sizes);
  std::vector<EntryPoint> used = {*entry};
  if (!options.evalEntry.empty()) {
    Expected<EntryPoint> eval =
        findEntry(entries, "--eval-entry", options.evalEntry);
    if (!eval)
      return eval.takeError();
    used.push_back(*eval);
  }

  if (!options.output.empty()) {
    // Better now than after the training: made and taken away again.
    Expected<AtomicFile> probe = AtomicFile::create(options.output);
    if (!probe)
      return ioError("--output: " + toString(probe.takeError()));
  }
  Expected<Checkpoints> checkpoints = Checkpoints::open(options);
  if (!checkpoints)
    return checkpoints.takeError();
  Expected<InitialValues> initialValues = InitialValues::open(options);
  if (!initialValues)
    return initialValues.takeError();
  if (options.compileOnly && StringRef(options.device).starts_with("cuda")) {
    // What is compiled for need not be there.
    options.training.target = mlir::amp::TargetKind::Cuda;
    for (Precision &precision : *precisions)
      precision.options.target = mlir::amp::TargetKind::Cuda;
    options.device = "cpu";
  }
  Expected<Device> device = openDevice(options);
  if (!device)
    return device.takeError();
  Expected<std::vector<BoundEntry>> bound = bindData(used, options);
  if (!bound)
    return bound.takeError();

  // What changes no state may take its samples in any steps.
  for (BoundEntry &each : *bound)
    if (!each.entry.updatesState && each.bucketLengths.empty())
      each.usePrograms(getSizes(each.entry));

  Reporter reporter(options, getInfo(device->get()), warnings, interrupt,
                    outs(), errs());
  const BoundEntry *eval = bound->size() > 1 ? &bound->back() : nullptr;
  std::vector<RunReport> runs;
  for (const Precision &precision : *precisions) {
    Expected<RunReport> run =
        train(**source, precision, bound->front(), eval, device->get(), options,
              *initialValues, *checkpoints, reporter);
    if (!run)
      return !options.compare.empty()
                 ? withContext(run.takeError(), precision.label)
                 : run.takeError();
    runs.push_back(std::move(*run));
  }
  if (options.compileOnly)
    return kSuccess;
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
    outs() << toolName << " " AMP_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
    return kSuccess;
  }
  if (options->listDevices) {
    if (Error error = listDevices(outs()))
      return reportError(std::move(error));
    return kSuccess;
  }
  Expected<ExitCode> code = runFile(*options, interrupt);
  if (code)
    return *code;
  bool isInterrupted = false;
  Error error =
      handleErrors(code.takeError(), [&](std::unique_ptr<TypedError> e) {
        isInterrupted |= e->getKind() == ErrorKind::Interrupted;
        return Error(std::move(e));
      });
  ExitCode reported = reportError(std::move(error));
  return isInterrupted ? static_cast<ExitCode>(interrupt.exitCode()) : reported;
}

/// Results that nobody could read are a failure; the streams' destructors must
/// not find the error again, since they abort.
static ExitCode closeStreams(ExitCode code) {
  outs().flush();
  if (outs().has_error()) {
    std::error_code error = outs().error();
    outs().clear_error();
    errs() << toolName
           << ": error: cannot write to standard output: " << error.message()
           << "\n";
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
  std::fprintf(stderr, "%s: error: %s\n", toolName, message);
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
#ifndef AMP_RUN_PROGRAMS_ONLY
  setCompilerFailureHandler([](const char *reason, bool isOutOfMemory) {
    if (isOutOfMemory)
      endNow("out of memory", kResourceLimit);
    endNow(reason, kInvalidInput);
  });
#endif
  try {
    Interrupt interrupt;
    return closeStreams(runCommand(
        ArrayRef<const char *>(argv + 1, argc > 0 ? argc - 1 : 0), interrupt));
  } catch (const std::bad_alloc &) {
    endNow("out of memory", kResourceLimit);
  }
}
