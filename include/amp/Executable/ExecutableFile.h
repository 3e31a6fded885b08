//===- ExecutableFile.h - Executables as bytes ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The file of an executable, docs/Design/Executables.md: what the compiler
// gives, a cache keeps, and the runtime loads.

#ifndef AMP_EXECUTABLE_EXECUTABLEFILE_H
#define AMP_EXECUTABLE_EXECUTABLEFILE_H

#include "amp/Executable/Executable.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace mlir::amp {

/// Bytes that stay as they are.
using ExecutableBytes = std::shared_ptr<const llvm::MemoryBuffer>;

/// True for what begins as such a file does.
bool isExecutableFile(llvm::StringRef bytes);

/// The file, the same bytes for the same executable. The error's code is
/// `not_enough_memory` if there is no memory for it.
llvm::Expected<ExecutableBytes> writeExecutable(const Executable &executable);

/// The executable of a file, all of which is checked; its tensors point into
/// `bytes` and keep them. Code, constants and launch lists, which only the
/// runtime needs, stay there: of kernels and records the names are given,
/// and what a profile says of them.
/// `hasKnownDigest` says that the bytes were read before, or come from
/// writeExecutable: the digest, which takes longest, is not computed again.
llvm::Expected<Executable> readExecutable(const ExecutableBytes &bytes,
                                          bool hasKnownDigest = false);

} // namespace mlir::amp

#endif // AMP_EXECUTABLE_EXECUTABLEFILE_H
