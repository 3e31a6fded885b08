//===- KeepsState.h - Executables that share their variables ----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_EXECUTABLE_KEEPSSTATE_H
#define AMP_EXECUTABLE_KEEPSSTATE_H

#include "amp/Executable/Executable.h"
#include "llvm/Support/Error.h"

namespace mlir::amp {

/// An error, which names the first difference, unless `after` has a place for
/// all that programs of `before` may have made of their variables: those that
/// are no copies, which follow from them, in the same types and shapes,
/// wherever they lie, and the scalers, which use them in the same way. What
/// `after` has beside it no program of `before` knows.
llvm::Error checkKeepsState(const Executable &before, const Executable &after);

} // namespace mlir::amp

#endif // AMP_EXECUTABLE_KEEPSSTATE_H
