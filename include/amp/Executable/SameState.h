//===- SameState.h - Executables of the same variables ----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_EXECUTABLE_SAMESTATE_H
#define AMP_EXECUTABLE_SAMESTATE_H

#include "amp/Executable/Executable.h"
#include "llvm/Support/Error.h"

namespace mlir::amp {

/// An error, which names the first difference, unless the values of `before`
/// are values of `after`: the same variables, but for copies, which follow from
/// them, and for where they lie; and scalers that use them in the same way.
llvm::Error checkSameState(const Executable &before, const Executable &after);

} // namespace mlir::amp

#endif // AMP_EXECUTABLE_SAMESTATE_H
