//===- GraphNames.h - The names in a graph ----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_TRANSFORMS_GRAPHNAMES_H
#define AMP_DIALECT_AMP_TRANSFORMS_GRAPHNAMES_H

#include "amp/Analysis/PolicyUsage.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {

/// The names by which a policy can refer to what is in `module`: those of ops
/// as policies have them, of locations and of variables; each once, in the
/// order of the alphabet.
GraphNames collectGraphNames(ModuleOp module);

} // namespace mlir::amp

#endif // AMP_DIALECT_AMP_TRANSFORMS_GRAPHNAMES_H
