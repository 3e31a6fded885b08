//===- WindowRule.cpp - Windows along a dimension -------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/WindowRule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace amp;
using llvm::ArrayRef;
using llvm::SmallVector;

WindowRule WindowRule::sliding(int64_t size, int64_t count, int64_t kernel,
                               int64_t stride, int64_t padding) {
  return {size, count, stride, 1, -padding, kernel - padding};
}

WindowRule WindowRule::adaptive(int64_t size, int64_t count) {
  return {size, count, size, count, 0, size + count - 1};
}

WindowRule WindowRule::transposed() const {
  // p has i in its window if stride p + begin < divisor (i + 1) and
  // stride p + end >= divisor (i + 1).
  return {count,
          size,
          divisor,
          stride,
          divisor - end + stride - 1,
          divisor - begin - 1 + stride};
}

int64_t WindowRule::getBegin(int64_t position) const {
  return llvm::divideFloorSigned(stride * position + begin, divisor);
}

int64_t WindowRule::getEnd(int64_t position) const {
  return llvm::divideFloorSigned(stride * position + end, divisor);
}

int64_t WindowRule::getMostElements() const {
  return llvm::divideCeil(end - begin, divisor);
}

std::pair<int64_t, int64_t> WindowRule::getInterior() const {
  // stride p + begin >= 0 and stride p + end < divisor (size + 1).
  int64_t first = std::max<int64_t>(llvm::divideCeilSigned(-begin, stride), 0);
  int64_t last =
      llvm::divideFloorSigned(divisor * (size + 1) - 1 - end, stride);
  first = std::min(first, count);
  return {first, std::clamp(last + 1, first, count)};
}

bool WindowRule::fits(unsigned bits) const {
  int64_t most = int64_t(1) << (bits - 2);
  int64_t walked;
  return !llvm::MulOverflow(stride, count, walked) && walked < most &&
         divisor < most && begin > -most && begin < most && end > -most &&
         end < most;
}

SmallVector<WindowRule>
amp::getWindowRules(ArrayRef<int64_t> size, ArrayRef<int64_t> count,
                    ArrayRef<int64_t> stride, ArrayRef<int64_t> divisor,
                    ArrayRef<int64_t> begin, ArrayRef<int64_t> end) {
  SmallVector<WindowRule> rules;
  for (size_t i = 0; i < size.size(); ++i)
    rules.push_back(
        {size[i], count[i], stride[i], divisor[i], begin[i], end[i]});
  return rules;
}

std::string amp::findWindowError(ArrayRef<int64_t> size,
                                 ArrayRef<int64_t> count,
                                 ArrayRef<int64_t> stride,
                                 ArrayRef<int64_t> divisor,
                                 ArrayRef<int64_t> begin, ArrayRef<int64_t> end,
                                 int64_t elements, int64_t positions) {
  size_t rank = size.size();
  for (ArrayRef<int64_t> array : {count, stride, divisor, begin, end})
    if (rank < 1 || rank > 4 || array.size() != rank)
      return "expects size, count, stride, divisor, begin and end of one to "
             "four dimensions each";
  int64_t given[2] = {1, 1};
  for (auto [i, rule] : llvm::enumerate(
           getWindowRules(size, count, stride, divisor, begin, end))) {
    auto say = [&, i = i](const std::string &what) {
      return "expects " + what + " in dimension " + std::to_string(i);
    };
    if (rule.size < 1 || rule.count < 1 || rule.stride < 1 || rule.divisor < 1)
      return say("size, count, stride and divisor of 1 or more");
    if (rule.begin >= rule.end)
      return say("windows that begin before they end");
    if (!rule.fits(62) || !rule.transposed().fits(62))
      return say("bounds of windows that are numbers of 62 bits");
    if (llvm::MulOverflow(given[0], rule.size, given[0]) ||
        llvm::MulOverflow(given[1], rule.count, given[1]))
      return "has more elements or positions than there are numbers";
  }
  if (elements >= 0 && elements != given[0])
    return "expects windows of " + std::to_string(elements) +
           " elements, found " + std::to_string(given[0]);
  if (positions >= 0 && positions != given[1])
    return "expects windows at " + std::to_string(positions) +
           " positions, found " + std::to_string(given[1]);
  return "";
}

std::string
amp::findSlidingError(ArrayRef<int64_t> size, ArrayRef<int64_t> count,
                      ArrayRef<int64_t> kernel, ArrayRef<int64_t> stride,
                      ArrayRef<int64_t> padding, ArrayRef<int64_t> dilation,
                      int64_t elements, int64_t gathered) {
  size_t rank = size.size();
  for (ArrayRef<int64_t> array : {kernel, padding, dilation})
    if (array.size() != rank)
      return "expects size, count, kernel, stride, padding and dilation of as "
             "many dimensions each";
  SmallVector<int64_t> divisor(rank, 1), begin, end;
  int64_t taps = 1, positions = 1;
  for (size_t i = 0; i < rank; ++i) {
    int64_t reach;
    if (kernel[i] < 1 || dilation[i] < 1 || padding[i] < 0)
      return "expects kernel and dilation of 1 or more, and padding of 0 or "
             "more, in dimension " +
             std::to_string(i);
    if (llvm::MulOverflow(kernel[i] - 1, dilation[i], reach) ||
        llvm::AddOverflow(reach, int64_t(1) - padding[i], reach) ||
        llvm::MulOverflow(taps, kernel[i], taps))
      return "has more elements or positions than there are numbers";
    begin.push_back(-padding[i]);
    end.push_back(reach);
  }
  std::string error = findWindowError(size, count, stride, divisor, begin, end,
                                      elements, /*positions=*/-1);
  if (!error.empty())
    return error;
  for (int64_t each : count)
    positions *= each;
  int64_t expected;
  if (llvm::MulOverflow(taps, positions, expected))
    return "has more elements or positions than there are numbers";
  if (expected != gathered)
    return "expects " + std::to_string(expected) +
           " elements in windows, found " + std::to_string(gathered);
  return "";
}
