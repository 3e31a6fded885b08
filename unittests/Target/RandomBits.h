//===- RandomBits.h - What graphs draw at random ----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_TARGET_RANDOMBITS_H
#define AMP_UNITTESTS_TARGET_RANDOMBITS_H

#include "TargetTest.h"

#include "amp/Support/Random.h"

#include <cmath>

namespace amp::test {

inline Tensor makeState(uint64_t seed, uint64_t first) {
  Tensor state = llvm::cantFail(Tensor::zeros(ElementType::I64, {2}));
  state.mutableElements<int64_t>()[0] = static_cast<int64_t>(seed);
  state.mutableElements<int64_t>()[1] = static_cast<int64_t>(first);
  return state;
}

/// Element i of random_bits: the library's own Philox.
inline uint32_t bitsOf(uint64_t seed, uint64_t first, int64_t i) {
  uint64_t block = first + static_cast<uint64_t>(i) / 4;
  return philox4x32({uint32_t(block), uint32_t(block >> 32), 0, 0},
                    {uint32_t(seed), uint32_t(seed >> 32)})[i % 4];
}

/// Whether dropout keeps element i.
inline bool isKept(uint64_t seed, uint64_t first, int64_t i, Real p) {
  return std::ldexp(Real(bitsOf(seed, first, i) >> 8), -24) >= p;
}

} // namespace amp::test

#endif // AMP_UNITTESTS_TARGET_RANDOMBITS_H
