//===- LoadedExecutable.h - An executable on a device -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_EXECUTABLE_LOADEDEXECUTABLE_H
#define AMP_EXECUTABLE_LOADEDEXECUTABLE_H

#include "amp/Executable/ExecutableFile.h"

namespace mlir::amp {

/// The programs of an executable's functions on a device, which must outlive
/// them.
class LoadedExecutable {
public:
  /// The error's code is `not_enough_memory` where the device's memory or limit
  /// does not suffice, `no_such_device` where the device or one of its
  /// libraries failed, or the device is not what the executable is for.
  /// `hasKnownDigest` as of readExecutable.
  static llvm::Expected<std::unique_ptr<LoadedExecutable>>
  load(const ExecutableBytes &bytes, amprt_device *device,
       bool hasKnownDigest = false);
  ~LoadedExecutable();
  LoadedExecutable(const LoadedExecutable &) = delete;
  LoadedExecutable &operator=(const LoadedExecutable &) = delete;

  /// Without code, constants and slices, see `readExecutable`.
  const Executable &get() const { return executable; }
  /// The program of function number `function`.
  amprt_program *getProgram(size_t function) const;

private:
  LoadedExecutable() = default;

  Executable executable;
  amprt_executable *handle = nullptr;
};

} // namespace mlir::amp

#endif // AMP_EXECUTABLE_LOADEDEXECUTABLE_H
