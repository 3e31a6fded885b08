//===- Program.h - Runs of a saved program ----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_PROGRAM_H
#define AMP_TOOLS_AMP_RUN_PROGRAM_H

#include "Options.h"
#include "amp/Training/ProgramSource.h"

namespace amp::run {

/// Opens a program, and notes in `options` that it is one. A usage error if a
/// flag says how to compile.
llvm::Expected<std::unique_ptr<training::ProgramSource>>
openProgram(std::unique_ptr<llvm::MemoryBuffer> file, Options &options);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_PROGRAM_H
