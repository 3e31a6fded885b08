//===- Windows.h - Sliding windows in decompositions ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMP_IR_WINDOWS_H
#define AMP_LIB_DIALECT_AMP_IR_WINDOWS_H

#include "amp/Dialect/Amp/IR/GraphBuilder.h"
#include "amp/Dialect/Amp/IR/Limits.h"

namespace mlir::amp::detail {

/// [C, 1, ...], which broadcasts to `input` [N, C, ...].
SmallVector<int64_t> getChannelShape(Value input);

/// Windows along one dimension: `count` of them, each of `kernel` elements.
struct Windows {
  int64_t count, kernel, stride = 1, dilation = 1;
  /// Elements before the input.
  int64_t padding = 0;

  /// The size that they span.
  int64_t getExtent() const {
    return (count - 1) * stride + (kernel - 1) * dilation + 1;
  }
};
using Combine = llvm::function_ref<Value(Value, Value)>;

/// Each element of a window, of these sizes, becomes an op.
LogicalResult verifyWindow(Operation *op, ArrayRef<int64_t> sizes);

/// Joins the elements of each window, in their order. `x` includes what
/// padding adds.
Value foldWindows(GraphBuilder &c, Value x, int64_t dim, const Windows &windows,
                  Combine combine);

/// `x` with zeros around, so that all windows lie in it.
Value padWithZeros(GraphBuilder &c, Value x, int64_t firstDim,
                   ArrayRef<Windows> windows);

/// Sums of the windows along `dim`, without padding.
Value sumWindows(GraphBuilder &c, Value x, int64_t dim, const Windows &windows);

} // namespace mlir::amp::detail

#endif // AMP_LIB_DIALECT_AMP_IR_WINDOWS_H
