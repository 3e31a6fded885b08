//===- Tally.h - How many expectations held ---------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TEST_LIB_DIALECT_CHECK_TALLY_H
#define AMP_TEST_LIB_DIALECT_CHECK_TALLY_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::check {

struct Count {
  unsigned stated = 0, failed = 0;
};

/// By function, or by variable, in the order of the file.
using Tally = llvm::MapVector<StringAttr, Count>;

} // namespace mlir::check

#endif // AMP_TEST_LIB_DIALECT_CHECK_TALLY_H
