//===- IndexRangeOpInterface.h ----------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_INTERFACES_INDEXRANGEOPINTERFACE_H
#define AMP_INTERFACES_INDEXRANGEOPINTERFACE_H

#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir::amp {

/// The integers from `lower` up to but not including `upper`, and `ignored`.
struct IndexRange {
  int64_t lower, upper;
  std::optional<int64_t> ignored = std::nullopt;
};

} // namespace mlir::amp

#include "amp/Interfaces/IndexRangeOpInterface.h.inc"

#endif // AMP_INTERFACES_INDEXRANGEOPINTERFACE_H
