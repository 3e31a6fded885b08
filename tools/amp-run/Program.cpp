//===- Program.cpp - Runs of a saved program ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace amp;
using namespace amp::run;
using namespace amp::training;
using mlir::amp::EntryArgument;
using mlir::amp::EntryPoint;
using mlir::amp::Executable;
using mlir::amp::ProgramArgument;
using mlir::amp::ProgramFunction;

/// What holds when a graph is compiled, which is over.
static constexpr StringLiteral kCompileFlags[] = {"precision",
                                                  "opt-level",
                                                  "autocast",
                                                  "compare",
                                                  "loss-scale",
                                                  "init-scale",
                                                  "growth-interval",
                                                  "skip-limit",
                                                  "preset",
                                                  "policy",
                                                  "f32",
                                                  "assigner",
                                                  "fail-on-unlisted",
                                                  "fuse-safe-losses",
                                                  "tf32",
                                                  "keep-batchnorm-f32",
                                                  "master-weights",
                                                  "wgrad-type",
                                                  "hoist-weight-casts",
                                                  "recompute",
                                                  "activation-memory",
                                                  "flat-state",
                                                  "cuda-toolkit",
                                                  "cuda-arch",
                                                  "accumulate-reduction",
                                                  "explain",
                                                  "save-program",
                                                  "program-batches",
                                                  "cache-dir",
                                                  "no-cache"};

Expected<std::unique_ptr<ProgramSource>>
amp::run::openProgram(std::unique_ptr<MemoryBuffer> file, Options &options) {
  for (StringRef flag : kCompileFlags)
    if (options.isGiven(flag))
      return typedError(ErrorKind::Usage,
                        "--" + flag + " is for compiling, and " +
                            quote(options.file) +
                            " is compiled already; give it where the program "
                            "is saved");
  std::string name = quote(options.file);
  Expected<std::unique_ptr<SavedPrograms>> source =
      SavedPrograms::open(std::move(file));
  if (!source)
    return withContext(source.takeError(), name);
  options.isProgram = true;
  return std::move(*source);
}

Expected<std::vector<Precision>>
amp::run::getPrecision(const Executable &program) {
  Precision precision;
  for (const auto &[name, value] : program.options)
    if (Error error = setOption(precision.options, name, value))
      return std::move(error);
  precision.label = describeLevel(precision.options).str();
  return std::vector<Precision>{std::move(precision)};
}

/// Samples that a step of `function` takes.
static int64_t countSamples(const ProgramFunction &function,
                            const EntryPoint &entry) {
  for (const ProgramArgument &argument : function.arguments) {
    if (argument.kind != ProgramArgument::Kind::Input)
      continue;
    auto declared = find_if(entry.arguments, [&](const EntryArgument &other) {
      return other.name == argument.name;
    });
    if (declared != entry.arguments.end() && declared->isBatched &&
        !argument.shape.empty())
      return argument.shape.front();
  }
  return 0;
}

void amp::run::setBatchSize(Options &options, const Executable &program,
                            const EntryPoint &entry) {
  int64_t largest = 0;
  for (const ProgramFunction &function : program.functions)
    if (function.name == entry.name)
      largest = std::max(largest, countSamples(function, entry));
  if (largest > 0)
    options.defaultBatchSize = largest;
}
