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
#include "amp/Support/WindowRule.h"

namespace mlir::amp::detail {

/// [C, 1, ...], which broadcasts to `input` [N, C, ...].
SmallVector<int64_t> getChannelShape(Value input);

/// What ops on windows have for attributes: an array for each member of rules.
struct RuleArrays {
  explicit RuleArrays(ArrayRef<::amp::WindowRule> rules) {
    for (const ::amp::WindowRule &rule : rules) {
      size.push_back(rule.size);
      count.push_back(rule.count);
      stride.push_back(rule.stride);
      divisor.push_back(rule.divisor);
      begin.push_back(rule.begin);
      end.push_back(rule.end);
    }
  }

  SmallVector<int64_t> size, count, stride, divisor, begin, end;
};

/// Sums of windows of the second dimension of x, by an op; `weights` may be
/// empty, and `dtype` null.
Value sumWindows(GraphBuilder &c, Value x, ArrayRef<::amp::WindowRule> rules,
                 ArrayRef<double> weights = {}, Type dtype = {});

} // namespace mlir::amp::detail

#endif // AMP_LIB_DIALECT_AMP_IR_WINDOWS_H
