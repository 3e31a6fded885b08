//===- LoadedExecutable.h - An executable on a device -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TARGET_LOADEDEXECUTABLE_H
#define AMP_TARGET_LOADEDEXECUTABLE_H

#include "amp/Target/Executable.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace mlir::amp {

/// The programs of an executable's functions on a device, which must outlive
/// them.
class LoadedExecutable {
public:
  /// The error's code is `not_enough_memory` where the device's memory or limit
  /// does not suffice, `no_such_device` where the device or one of its
  /// libraries failed, or the device is not what the executable is for.
  static llvm::Expected<std::unique_ptr<LoadedExecutable>>
  load(Executable executable, amprt_device *device);
  ~LoadedExecutable();
  LoadedExecutable(const LoadedExecutable &) = delete;
  LoadedExecutable &operator=(const LoadedExecutable &) = delete;

  const Executable &get() const { return executable; }
  /// The program of function number `function`.
  amprt_program *getProgram(size_t function) const {
    return programs[function];
  }

private:
  explicit LoadedExecutable(Executable executable)
      : executable(std::move(executable)) {}
  llvm::Error loadModule(amprt_device *device);
  llvm::Error loadFunction(const ProgramFunction &function,
                           amprt_device *device);

  /// Without the image, which the device has a copy of.
  Executable executable;
  amprt_module *module = nullptr;
  std::vector<amprt_program *> programs;
};

} // namespace mlir::amp

#endif // AMP_TARGET_LOADEDEXECUTABLE_H
