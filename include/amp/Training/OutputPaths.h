//===- OutputPaths.h - What a run may not write to --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_OUTPUTPATHS_H
#define AMP_TRAINING_OUTPUTPATHS_H

#include "amp/Training/Config.h"
#include "llvm/Support/Error.h"

namespace amp::training {

/// An error if an output, a program or a checkpoint would take the place of a
/// file that the run reads, by whatever name it is called, or of each other.
llvm::Error checkOutputPaths(const Config &config, llvm::StringRef graph);

} // namespace amp::training

#endif // AMP_TRAINING_OUTPUTPATHS_H
