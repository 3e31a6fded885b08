//===- Initialization.h - What of a tensor has a value ----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: memory that nothing was written to holds what was there before,
// perhaps data of somebody else. It must not reach a result.

#ifndef AMP_LIB_FORMS_INITIALIZATION_H
#define AMP_LIB_FORMS_INITIALIZATION_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::amp::detail {

/// The most boxes that the rest of a tensor that is filled slice by slice may
/// fall into; more are taken for a rest that stays.
constexpr size_t kMaxUnwrittenBoxes = 1024;

/// Follows, op by op, which elements of tensors have no value yet.
class Initialization {
public:
  /// Elements of a tensor, by the first and by the number in each dimension.
  struct Box {
    SmallVector<int64_t> offsets, sizes;
  };

  /// No element of `value` has a value, or each has.
  void setUnwritten(Value value);
  void setWritten(Value value) { set(value, {}); }
  /// The elements of `value` in `box` have values, too.
  void fill(Value value, const Box &box);
  /// `to`, of as many elements, has those of `from` in the same order.
  void copy(Value from, Value to);
  /// `to` is the part of `from` with these offsets, sizes and strides.
  void slice(Value from, Value to, ArrayRef<int64_t> offsets,
             ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides);
  /// `to` is `from` with the elements of `part` put at these places.
  void insert(Value part, Value from, Value to, ArrayRef<int64_t> offsets,
              ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides);

  bool isWritten(Value value) const { return !unwritten.contains(value); }

private:
  void set(Value value, SmallVector<Box> boxes);

  /// Of the values that are not wholly written: boxes that hold what is not.
  llvm::DenseMap<Value, SmallVector<Box>> unwritten;
};

} // namespace mlir::amp::detail

#endif // AMP_LIB_FORMS_INITIALIZATION_H
