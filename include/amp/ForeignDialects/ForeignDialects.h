//===- ForeignDialects.h ----------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the compiler knows of ops of other dialects: linalg, tosa, arith, math
// and tensor on tensors, and StableHLO and CHLO in generic form
// (docs/Design/ForeignDialects.md).

#ifndef AMP_FOREIGNDIALECTS_FOREIGNDIALECTS_H
#define AMP_FOREIGNDIALECTS_FOREIGNDIALECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::amp {

/// Has ops of other dialects implement the interfaces of precision assignment
/// as soon as their dialects are loaded, and registers dialects for the names
/// `stablehlo`, `chlo` and `sdy` whose ops have no definitions. Who has the
/// real ones registers those before.
void registerForeignDialectModels(DialectRegistry &registry);

} // namespace mlir::amp

#endif // AMP_FOREIGNDIALECTS_FOREIGNDIALECTS_H
