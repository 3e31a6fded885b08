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

LogicalResult mlir::amp::detail::verifyWindow(Operation *op,
                                              ArrayRef<int64_t> sizes) {
  for (int64_t size : sizes)
    if (failed(verifyNumParts(op, size, "elements in a window")))
      return failure();
  return success();
}

Value mlir::amp::detail::padWithZeros(GraphBuilder &c, Value x,
                                      int64_t firstDim,
                                      ArrayRef<Windows> windows) {
  SmallVector<int64_t> shape = c.getShape(x);
  SmallVector<int64_t> offsets(shape.size(), 0);
  for (auto [i, window] : llvm::enumerate(windows)) {
    int64_t &size = shape[firstDim + i];
    offsets[firstDim + i] = window.padding;
    size = std::max(size + window.padding, window.getExtent());
  }
  if (shape == c.getShape(x))
    return x;
  return c.place(x, shape, offsets);
}
