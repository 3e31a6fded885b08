//===- HomogeneousOpInterface.h ---------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_INTERFACES_HOMOGENEOUSOPINTERFACE_H
#define AMP_INTERFACES_HOMOGENEOUSOPINTERFACE_H

#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir::amp::detail {

/// The degree that all `degrees` have, 0 if none is given.
FailureOr<int64_t> getCommonDegree(ArrayRef<std::optional<int64_t>> degrees);
/// The sum of the degrees.
int64_t getSumOfDegrees(ArrayRef<std::optional<int64_t>> degrees);
/// The first degree; the others must be 0.
FailureOr<int64_t> getFirstDegree(ArrayRef<std::optional<int64_t>> degrees);

} // namespace mlir::amp::detail

#include "amp/Interfaces/HomogeneousOpInterface.h.inc"

#endif // AMP_INTERFACES_HOMOGENEOUSOPINTERFACE_H
