//===- Windows.cpp - Sliding windows in decompositions --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

SmallVector<int64_t> mlir::amp::detail::getChannelShape(Value input) {
  SmallVector<int64_t> shape(getTensorType(input).getRank() - 1, 1);
  shape.front() = getTensorType(input).getDimSize(1);
  return shape;
}
