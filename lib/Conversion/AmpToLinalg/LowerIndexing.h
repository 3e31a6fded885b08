//===- LowerIndexing.h - Ops at places told at run time ---------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_AMPTOLINALG_LOWERINDEXING_H
#define AMP_LIB_CONVERSION_AMPTOLINALG_LOWERINDEXING_H

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::amp {

/// Patterns for read_at, sum_at and last_at, which become ops of amprt, or a
/// comparison for each place where one element alone may be there, and for ops
/// on windows.
void populateIndexingPatterns(const TypeConverter &converter,
                              RewritePatternSet &patterns);

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_AMPTOLINALG_LOWERINDEXING_H
