//===- LoadedExecutable.cpp - An executable on a device -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Executable/LoadedExecutable.h"

#include "RuntimeError.h"

using namespace mlir::amp;

llvm::Expected<std::unique_ptr<LoadedExecutable>>
LoadedExecutable::load(const ExecutableBytes &bytes, amprt_device *device,
                       bool hasKnownDigest) {
  std::unique_ptr<LoadedExecutable> result(new LoadedExecutable());
  if (llvm::Error error = detail::toError(
          amprt_executable_open(bytes->getBufferStart(), bytes->getBufferSize(),
                                hasKnownDigest, &result->handle)))
    return error;
  if (llvm::Error error =
          detail::readTables(result->handle, bytes, result->executable))
    return error;
  if (llvm::Error error =
          detail::toError(amprt_executable_load(result->handle, device)))
    return error;
  return std::move(result);
}

LoadedExecutable::~LoadedExecutable() { amprt_executable_destroy(handle); }

amprt_program *LoadedExecutable::getProgram(size_t function) const {
  return amprt_executable_program(handle, static_cast<uint32_t>(function));
}
