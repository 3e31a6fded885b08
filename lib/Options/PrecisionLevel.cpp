//===- PrecisionLevel.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Options/PrecisionLevel.h"

using namespace mlir::amp;

/// Columns as in the struct. Batch norm at O0 and O1 is nobody's concern: O0
/// casts nothing, and at O1 the lists leave its parameters alone.
static constexpr PrecisionLevel kLevels[] = {
    {OptLevel::O0, false, false, true, true, false},
    {OptLevel::O1, false, true, true, true, true},
    {OptLevel::O2, true, false, true, true, true},
    {OptLevel::O3, true, false, false, false, false},
};

const PrecisionLevel &mlir::amp::getPrecisionLevel(OptLevel level) {
  return kLevels[static_cast<size_t>(level)];
}
