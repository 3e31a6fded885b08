//===- RuntimeError.h - What the runtime reports ----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_EXECUTABLE_RUNTIMEERROR_H
#define AMP_LIB_EXECUTABLE_RUNTIMEERROR_H

#include "amp/Executable/ExecutableFile.h"

namespace mlir::amp::detail {

/// Takes over a status; success for NULL.
llvm::Error toError(amprt_status *status);

/// What the tables of an opened file say.
llvm::Error readTables(const amprt_executable *handle,
                       const ExecutableBytes &bytes, Executable &executable);

} // namespace mlir::amp::detail

#endif // AMP_LIB_EXECUTABLE_RUNTIMEERROR_H
