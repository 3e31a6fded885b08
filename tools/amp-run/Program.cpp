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
