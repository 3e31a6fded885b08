//===- ElementTypes.h - Element types in memory -----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The one conversion of MLIR's types to those that tensors in memory have, and
// to the runtime's, which are the same numbers.

#ifndef AMP_DIALECT_AMPRT_IR_ELEMENTTYPES_H
#define AMP_DIALECT_AMPRT_IR_ELEMENTTYPES_H

#include "amp-rt/amp_rt.h"
#include "amp/Support/ElementType.h"
#include "mlir/IR/Types.h"

namespace mlir::amprt {

/// The type of elements in memory; none for what is not stored.
std::optional<::amp::ElementType> findElementType(Type type);

/// The runtime's name of `type`, a type of elements that kernels have.
amprt_type toRuntimeType(Type type);

} // namespace mlir::amprt

#endif // AMP_DIALECT_AMPRT_IR_ELEMENTTYPES_H
