//===- OutputPaths.h - What a run may not write to --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_OUTPUTPATHS_H
#define AMP_TOOLS_AMP_RUN_OUTPUTPATHS_H

#include "Options.h"

namespace amp::run {

/// An error if --output or a checkpoint would take the place of a file that the
/// run reads, by whatever name it is called, or of each other.
llvm::Error checkOutputPaths(const Options &options);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_OUTPUTPATHS_H
