//===- Product.h - Sums of products, in a given order -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inner loops. Operands are packed in panels of a few rows of A or columns
// of B, the index k running slowest, in the order of summation.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_BLASLT_PRODUCT_H
#define AMP_RUNTIME_SIMULATOR_BLASLT_PRODUCT_H

#include "Algorithm.h"
#include "Numbers.h"

#include <algorithm>
#include <vector>

namespace amp::rt::simulator {

/// Rows of A, and columns of B, in a panel.
inline constexpr uint64_t kPanelA = 8, kPanelB = 4;

/// op(A), or op(B) transposed: `rows` times k numbers. Zeros fill the last
/// panel; a product with them reaches no result.
template <typename Number, uint64_t Width>
class Panels {
public:
  Panels(uint64_t rows, uint64_t k)
      : k(k), numbers((rows + Width - 1) / Width * Width * k) {}

  Number &at(uint64_t row, uint64_t position) {
    return numbers[row / Width * Width * k + position * Width + row % Width];
  }
  const Number *getPanel(uint64_t panel) const {
    return numbers.data() + panel * Width * k;
  }

private:
  uint64_t k;
  std::vector<Number> numbers;
};

/// The sums over one part of k, by columns without gaps: `sums[i + j * m]`.
/// `first` is the position where the part begins. Every product and every sum
/// is one operation of `Arithmetic`.
template <typename Arithmetic>
void sumProducts(const Panels<typename Arithmetic::Number, kPanelA> &a,
                 const Panels<typename Arithmetic::Number, kPanelB> &b,
                 uint64_t m, uint64_t n, uint64_t first,
                 const SummationOrder::Part &part,
                 std::vector<typename Arithmetic::Number> &sums) {
  using Number = typename Arithmetic::Number;
  sums.resize(m * n);
  for (uint64_t j = 0; j < n; j += kPanelB)
    for (uint64_t i = 0; i < m; i += kPanelA) {
      const Number *panelA = a.getPanel(i / kPanelA);
      const Number *panelB = b.getPanel(j / kPanelB);
      Number total[kPanelB][kPanelA] = {};
      uint64_t position = first;
      for (uint64_t end : part.blockEnds) {
        Number block[kPanelB][kPanelA] = {};
        for (; position < end; ++position)
          for (uint64_t col = 0; col < kPanelB; ++col) {
            const Number factor = panelB[position * kPanelB + col];
            for (uint64_t row = 0; row < kPanelA; ++row)
              block[col][row] = Arithmetic::add(
                  block[col][row],
                  Arithmetic::multiply(panelA[position * kPanelA + row],
                                       factor));
          }
        for (uint64_t col = 0; col < kPanelB; ++col)
          for (uint64_t row = 0; row < kPanelA; ++row)
            total[col][row] = Arithmetic::add(total[col][row], block[col][row]);
      }
      for (uint64_t col = 0; col < std::min(kPanelB, n - j); ++col)
        for (uint64_t row = 0; row < std::min(kPanelA, m - i); ++row)
          sums[i + row + (j + col) * m] = total[col][row];
    }
}

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_BLASLT_PRODUCT_H
