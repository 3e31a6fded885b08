//===- Layout.cpp ---------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::amprt;
using llvm::ArrayRef;
using llvm::SmallVector;

Layout Layout::get(ArrayRef<int64_t> shape, ArrayRef<int64_t> order) {
  // A dimension of one element is in no order; of none there is no number.
  if (llvm::is_contained(shape, 0))
    return {};
  SmallVector<int64_t> numbers(shape.size(), -1);
  int64_t count = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (shape[dim] != 1)
      numbers[dim] = count++;
  struct Digit {
    int64_t first, last, size;
  };
  SmallVector<Digit> digits;
  for (int64_t dim : order) {
    int64_t number = numbers[dim];
    if (number < 0)
      continue;
    if (!digits.empty() && digits.back().last + 1 == number) {
      digits.back().last = number;
      digits.back().size *= shape[dim];
    } else {
      digits.push_back({number, number, shape[dim]});
    }
  }
  if (digits.size() < 2)
    return {};
  SmallVector<int64_t> ranks =
      llvm::to_vector(llvm::seq<int64_t>(0, digits.size()));
  llvm::sort(ranks, [&](int64_t a, int64_t b) {
    return digits[a].first < digits[b].first;
  });
  Layout layout;
  layout.stored.resize(digits.size());
  for (auto [digit, place] : llvm::enumerate(ranks)) {
    layout.sizes.push_back(digits[place].size);
    layout.stored[place] = static_cast<int64_t>(digit);
  }
  return layout;
}

SmallVector<int64_t> Layout::getStoredSizes() const {
  return llvm::map_to_vector(stored,
                             [&](int64_t digit) { return sizes[digit]; });
}

std::optional<SmallVector<int64_t>>
Layout::getOrder(ArrayRef<int64_t> shape) const {
  auto all = llvm::seq<int64_t>(0, shape.size());
  if (isRowMajor())
    return llvm::to_vector(all);
  // Each digit is the product of the sizes of its dimensions. One of size 1
  // stays behind the one before.
  SmallVector<SmallVector<int64_t>> dims(sizes.size());
  size_t digit = 0;
  int64_t rest = sizes[0];
  for (int64_t dim : all) {
    if (shape[dim] != 1 && rest == 1) {
      if (++digit == sizes.size())
        return std::nullopt;
      rest = sizes[digit];
    }
    if (rest % shape[dim] != 0)
      return std::nullopt;
    rest /= shape[dim];
    dims[digit].push_back(dim);
  }
  SmallVector<int64_t> order;
  for (int64_t number : stored)
    llvm::append_range(order, dims[number]);
  return order;
}
