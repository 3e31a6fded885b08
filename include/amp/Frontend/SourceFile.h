//===- SourceFile.h - Reading the file of a graph ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_FRONTEND_SOURCEFILE_H
#define AMP_FRONTEND_SOURCEFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace amp {

/// The largest module file, in bytes.
constexpr uint64_t kMaxSourceBytes = uint64_t(64) << 20;

/// True if `source` is MLIR bytecode. Its reader takes it for what a compiler
/// has written: of a file that somebody has made for the purpose it may follow
/// references without end, or read beyond the file. It is for files that are
/// trusted as a program is.
bool isBytecode(llvm::StringRef source);

/// Reads a file ("-" is standard input) of at most kMaxSourceBytes, as it is.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readSourceFile(llvm::StringRef path);

/// What must hold before MLIR reads `source`: checkSourceText, or that bytecode
/// is trusted. `name` is the file.
llvm::Error checkSource(llvm::StringRef source, llvm::StringRef name,
                        bool isTrusted);

/// Reads a file and checks it; bytecode is trusted.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readSource(llvm::StringRef path);

} // namespace amp

#endif // AMP_FRONTEND_SOURCEFILE_H
