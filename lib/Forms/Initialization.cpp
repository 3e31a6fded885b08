//===- Initialization.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Initialization.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp::detail;

using Box = Initialization::Box;

static Box getWhole(Value value) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  return {SmallVector<int64_t>(shape.size(), 0), SmallVector<int64_t>(shape)};
}

static bool isEmpty(const Box &box) { return llvm::is_contained(box.sizes, 0); }

static bool overlap(const Box &a, const Box &b) {
  for (size_t i = 0; i < a.sizes.size(); ++i)
    if (a.offsets[i] >= b.offsets[i] + b.sizes[i] ||
        b.offsets[i] >= a.offsets[i] + a.sizes[i])
      return false;
  return !isEmpty(a) && !isEmpty(b);
}

/// What of `box` lies outside of `cut`, as boxes.
static void subtract(Box box, const Box &cut, SmallVectorImpl<Box> &rest) {
  if (!overlap(box, cut)) {
    rest.push_back(std::move(box));
    return;
  }
  for (size_t i = 0; i < box.sizes.size(); ++i) {
    int64_t begin = box.offsets[i], end = begin + box.sizes[i];
    int64_t cutBegin = std::max(begin, cut.offsets[i]);
    int64_t cutEnd = std::min(end, cut.offsets[i] + cut.sizes[i]);
    for (auto [from, to] : {std::pair(begin, cutBegin), std::pair(cutEnd, end)})
      if (from < to) {
        Box piece = box;
        piece.offsets[i] = from;
        piece.sizes[i] = to - from;
        rest.push_back(std::move(piece));
      }
    box.offsets[i] = cutBegin;
    box.sizes[i] = cutEnd - cutBegin;
  }
}

void Initialization::set(Value value, SmallVector<Box> boxes) {
  llvm::erase_if(boxes, isEmpty);
  if (boxes.empty())
    unwritten.erase(value);
  else
    unwritten[value] = std::move(boxes);
}

void Initialization::setUnwritten(Value value) {
  set(value, {getWhole(value)});
}

void Initialization::copy(Value from, Value to) {
  if (isWritten(from))
    set(to, {});
  else if (from.getType() == to.getType())
    set(to, SmallVector<Box>(unwritten.find(from)->second));
  else
    setUnwritten(to);
}

void Initialization::slice(Value from, Value to, ArrayRef<int64_t> offsets,
                           ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides) {
  auto known = unwritten.find(from);
  if (known == unwritten.end())
    return set(to, {});
  Box part{SmallVector<int64_t>(offsets), SmallVector<int64_t>(sizes)};
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] > 0)
      part.sizes[i] = (sizes[i] - 1) * strides[i] + 1;
  bool touches = llvm::any_of(
      known->second, [&](const Box &box) { return overlap(box, part); });
  // What exactly is missing of a slice, no one asks.
  if (touches)
    setUnwritten(to);
  else
    set(to, {});
}

void Initialization::fill(Value value, const Box &box) {
  auto known = unwritten.find(value);
  if (known == unwritten.end())
    return;
  SmallVector<Box> rest;
  for (const Box &missing : known->second)
    subtract(missing, box, rest);
  // More are taken for a rest that stays.
  if (rest.size() <= kMaxUnwrittenBoxes)
    set(value, std::move(rest));
}

void Initialization::insert(Value part, Value from, Value to,
                            ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
                            ArrayRef<int64_t> strides) {
  auto known = unwritten.find(from);
  if (!isWritten(part))
    return setUnwritten(to);
  if (known == unwritten.end())
    return set(to, {});
  Box cut{SmallVector<int64_t>(offsets), SmallVector<int64_t>(sizes)};
  for (auto [size, stride] : llvm::zip(sizes, strides))
    // Elements between those of the part stay as they are.
    if (size > 1 && stride > 1)
      return copy(from, to);
  copy(from, to);
  fill(to, cut);
}
