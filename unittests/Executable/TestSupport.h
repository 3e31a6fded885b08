//===- TestSupport.h - Executables for tests --------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_EXECUTABLE_TESTSUPPORT_H
#define AMP_UNITTESTS_EXECUTABLE_TESTSUPPORT_H

#include "amp-rt/Executable_generated.h"
#include "amp/Executable/LoadedExecutable.h"
#include "gtest/gtest.h"

namespace amp::test {

/// An executable whose every field has a value of its own. Nothing loads it.
mlir::amp::Executable makeFull();

/// One for the CPU that the runtime loads and runs: `run` takes `x`, 8 numbers
/// of f32, the variable `w`, as many, and the result `y`. It fills the arena,
/// calls a kernel that does nothing, and gives as y the first half of the
/// constants and the product of w and 2x2 of x.
mlir::amp::Executable makeLoadable();

/// The file; its test fails if there is none.
std::string write(const mlir::amp::Executable &executable);

/// The bytes at an address as the runtime wants it.
mlir::amp::ExecutableBytes toBytes(llvm::StringRef file);

/// Gives the file the length and the digest that its header should say.
void seal(std::string &file);

amprt_executable_header getHeader(llvm::StringRef file);
void setHeader(std::string &file, const amprt_executable_header &header);

/// The tables where they lie in `file`, whatever they say.
rt::file::Executable *getTables(std::string &file);

/// Puts `value` over a struct in the tables.
template <typename T>
void overwrite(const T *place, const T &value) {
  *const_cast<T *>(place) = value;
}

/// A file of tables alone.
std::string makeFile(const flatbuffers::FlatBufferBuilder &tables);

/// What reading says of the file: "read", or why not.
std::string read(llvm::StringRef file);

/// What loading on a CPU says of it: "loaded", or why not.
std::string load(llvm::StringRef file);

} // namespace amp::test

#endif // AMP_UNITTESTS_EXECUTABLE_TESTSUPPORT_H
