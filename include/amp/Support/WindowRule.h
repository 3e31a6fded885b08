//===- WindowRule.h - Windows along a dimension -----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_WINDOWRULE_H
#define AMP_SUPPORT_WINDOWRULE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>

namespace amp {

/// Which of `size` elements of a dimension are in the window of each of `count`
/// positions: that of p goes from floor((stride p + begin) / divisor) up to,
/// but without, floor((stride p + end) / divisor), and has what of that is in
/// [0, size). Windows of pooling, with a padding and adaptive ones, and the
/// neighbours of an interpolated element are of this form, and so is which
/// positions have an element in their windows.
struct WindowRule {
  int64_t size, count, stride, divisor, begin, end;

  /// Windows of `kernel` elements, `stride` apart, after `padding` more.
  static WindowRule sliding(int64_t size, int64_t count, int64_t kernel,
                            int64_t stride, int64_t padding);
  /// Windows that share out all elements: from floor(p size / count) up to
  /// ceil((p + 1) size / count).
  static WindowRule adaptive(int64_t size, int64_t count);

  /// The windows of elements: the positions that have each of them in theirs.
  /// The transposed rule of a transposed rule is the rule.
  WindowRule transposed() const;

  /// Where the window of `position` begins and ends, elements that do not exist
  /// included.
  int64_t getBegin(int64_t position) const;
  int64_t getEnd(int64_t position) const;
  /// The most elements of a window, those that do not exist included.
  int64_t getMostElements() const;
  /// The positions whose windows have no element that does not exist, as a
  /// range.
  std::pair<int64_t, int64_t> getInterior() const;
  /// True if all windows have as many elements.
  bool isUniform() const { return (end - begin) % divisor == 0; }
  /// True if numbers of `bits` bits hold what the bounds are computed of.
  bool fits(unsigned bits) const;
};

/// The rules of dimensions, from an array for each member.
llvm::SmallVector<WindowRule>
getWindowRules(llvm::ArrayRef<int64_t> size, llvm::ArrayRef<int64_t> count,
               llvm::ArrayRef<int64_t> stride, llvm::ArrayRef<int64_t> divisor,
               llvm::ArrayRef<int64_t> begin, llvm::ArrayRef<int64_t> end);

/// What is wrong with such arrays as the windows of `elements` elements at
/// `positions` positions, a negative number of which is not known; empty if
/// nothing is.
std::string
findWindowError(llvm::ArrayRef<int64_t> size, llvm::ArrayRef<int64_t> count,
                llvm::ArrayRef<int64_t> stride, llvm::ArrayRef<int64_t> divisor,
                llvm::ArrayRef<int64_t> begin, llvm::ArrayRef<int64_t> end,
                int64_t elements, int64_t positions);

/// What is wrong with arrays of windows that slide, each of `kernel` elements
/// that are `dilation` apart, of `elements` elements, of which `gathered` are
/// in windows; empty if nothing is.
std::string findSlidingError(llvm::ArrayRef<int64_t> size,
                             llvm::ArrayRef<int64_t> count,
                             llvm::ArrayRef<int64_t> kernel,
                             llvm::ArrayRef<int64_t> stride,
                             llvm::ArrayRef<int64_t> padding,
                             llvm::ArrayRef<int64_t> dilation, int64_t elements,
                             int64_t gathered);

} // namespace amp

#endif // AMP_SUPPORT_WINDOWRULE_H
