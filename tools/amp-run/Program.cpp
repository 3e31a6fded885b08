//===- Program.cpp - Runs of a saved program ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "amp/Training/Settings.h"

using namespace llvm;
using namespace amp;
using namespace amp::run;
using namespace amp::training;

Expected<std::unique_ptr<ProgramSource>>
amp::run::openProgram(std::unique_ptr<MemoryBuffer> file, Options &options) {
  std::string name = quote(options.file);
  if (Error error = checkIsForRunning(options, name))
    return std::move(error);
  for (StringRef flag : {"cache-dir", "no-cache"})
    if (options.isGiven(flag))
      return typedError(ErrorKind::Usage, "--" + flag +
                                              " is for compiling, and " + name +
                                              " is compiled already");
  Expected<std::unique_ptr<SavedPrograms>> source =
      SavedPrograms::open(std::move(file));
  if (!source)
    return withContext(source.takeError(), name);
  options.isProgram = true;
  return std::move(*source);
}
