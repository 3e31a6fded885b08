//===- FuzzTarget.h - What the fuzz targets share ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A fuzz target is libFuzzer's LLVMFuzzerTestOneInput for one reader. It is
// linked with libFuzzer where the compiler has it and the build is sanitized,
// else with StandaloneMain.cpp.

#ifndef AMP_FUZZ_FUZZTARGET_H
#define AMP_FUZZ_FUZZTARGET_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <cstdint>

extern "C" {
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/// Changes the bytes; `size` may grow to `maxSize`. Returns the new size.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);
/// A target may define its own; a weak one calls LLVMFuzzerMutate.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);
}

namespace amp::fuzz {

/// The most bytes that a reader may be asked for. A file that claims more is
/// refused, so that a target's own memory stays small.
constexpr uint64_t kMaxBytes = uint64_t(1) << 24;

inline llvm::StringRef textOf(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

/// Takes the error, and ends the process unless its message is one that a user
/// can be shown: not empty, of a bearable length, one line, and without
/// characters that a terminal would obey.
void expectMessage(llvm::Error error);

/// Ends the process because `condition`, which a reader promises, is false.
void expectThat(bool condition, const char *what);

/// Changes the header of a safetensors file, which begins with its length, and
/// sets the length: what follows the header stays what it is. Returns the new
/// size, or `size` if there is no room.
size_t mutateHeader(uint8_t *data, size_t size, size_t maxSize);

/// Calls `read` with the path of a file that holds the bytes.
void withFile(llvm::StringRef bytes,
              llvm::function_ref<void(llvm::StringRef path)> read);

} // namespace amp::fuzz

#endif // AMP_FUZZ_FUZZTARGET_H
