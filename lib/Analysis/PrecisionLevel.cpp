//===- PrecisionLevel.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/PrecisionLevel.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;

/// Columns as in the struct. Batch norm at O0 and O1 is nobody's concern: O0
/// casts nothing, and at O1 the lists leave its parameters alone.
static constexpr PrecisionLevel levels[] = {
    {"O0", false, false, true, true, false},
    {"O1", false, true, true, true, true},
    {"O2", true, false, true, true, true},
    {"O3", true, false, false, false, false},
};

FailureOr<PrecisionLevel>
mlir::amp::getPrecisionLevel(StringRef name,
                             function_ref<InFlightDiagnostic()> emitError) {
  for (const PrecisionLevel &level : levels)
    if (level.name == name)
      return level;
  InFlightDiagnostic diag = emitError() << "level must be one of ";
  llvm::interleaveComma(
      levels, diag, [&](const PrecisionLevel &level) { diag << level.name; });
  return diag << ", found '" << name << "'";
}
