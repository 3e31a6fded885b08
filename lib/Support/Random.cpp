//===- Random.cpp - Counter-based random numbers --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Random.h"

#include "llvm/ADT/bit.h"

#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

using namespace llvm;
using namespace amp;

uint64_t amp::deriveSeed(uint64_t seed, RandomDomain domain) {
  std::array<uint32_t, 4> words = philox4x32(
      {uint32_t(seed), uint32_t(seed >> 32), static_cast<uint32_t>(domain), 0},
      {0, 0});
  return uint64_t(words[1]) << 32 | words[0];
}

//===----------------------------------------------------------------------===//
// Elementary functions. Those of the C library differ in the last bit from one
// version to another; these do not, and are inlined into the loops.
//===----------------------------------------------------------------------===//

/// ln x for a normal x > 0. x = m 2^e with m in [sqrt 1/2, sqrt 2); with
/// s = (m - 1) / (m + 1), ln m = 2 (s + s^3 / 3 + s^5 / 5 + ...); |s| < 0.1716,
/// so that the term after s^21 / 21 is below 2^-57 of s.
static inline double logarithm(double x) {
  constexpr uint64_t kSqrtHalf = 0x3fe6a09e667f3bcdu; // bits of sqrt 1/2
  constexpr double kLn2High = 0x1.62e42fefap-1;     // 37 bits: e * it is exact
  constexpr double kLn2Low = 0x1.cf79abc9e3b39p-40; // ln 2 - kLn2High
  // Moves the boundary between exponents from 1 to sqrt 1/2.
  uint64_t shifted = bit_cast<uint64_t>(x) - kSqrtHalf;
  int64_t exponent = static_cast<int64_t>(shifted) >> 52;
  double m = bit_cast<double>((shifted & 0x000fffffffffffffu) + kSqrtHalf);
  double s = (m - 1.0) / (m + 1.0);
  double z = s * s;
  double tail = 1.0 / 21.0;
  tail = tail * z + 1.0 / 19.0;
  tail = tail * z + 1.0 / 17.0;
  tail = tail * z + 1.0 / 15.0;
  tail = tail * z + 1.0 / 13.0;
  tail = tail * z + 1.0 / 11.0;
  tail = tail * z + 1.0 / 9.0;
  tail = tail * z + 1.0 / 7.0;
  tail = tail * z + 1.0 / 5.0;
  tail = tail * z + 1.0 / 3.0;
  double logM = 2.0 * s + 2.0 * s * (z * tail);
  double e = static_cast<double>(exponent);
  return e * kLn2High + (e * kLn2Low + logM);
}

/// cos and sin of 2 pi v for v in [0, 1). With q = round(4 v), the angle is a
/// quarter turn q times and then 2 pi (v - q / 4), at most pi / 4, where the
/// Taylor series up to a^16 / 16! and a^17 / 17! are exact to 2^-57.
static inline std::pair<double, double> cosSinTurn(double v) {
  double quarter = std::floor(4.0 * v + 0.5);
  double a = 6.283185307179586 * (v - 0.25 * quarter); // an exact difference
  double z = a * a;
  double c = 1.0 / 20922789888000.0;
  c = c * z - 1.0 / 87178291200.0;
  c = c * z + 1.0 / 479001600.0;
  c = c * z - 1.0 / 3628800.0;
  c = c * z + 1.0 / 40320.0;
  c = c * z - 1.0 / 720.0;
  c = c * z + 1.0 / 24.0;
  c = c * z - 1.0 / 2.0;
  c = c * z + 1.0;
  double s = 1.0 / 355687428096000.0;
  s = s * z - 1.0 / 1307674368000.0;
  s = s * z + 1.0 / 6227020800.0;
  s = s * z - 1.0 / 39916800.0;
  s = s * z + 1.0 / 362880.0;
  s = s * z - 1.0 / 5040.0;
  s = s * z + 1.0 / 120.0;
  s = s * z - 1.0 / 6.0;
  s = a + a * (z * s);
  // Turns by a quarter, q times.
  unsigned q = static_cast<unsigned>(static_cast<int>(quarter)) & 3;
  double x = q & 1 ? s : c;
  double y = q & 1 ? c : s;
  return {q == 1 || q == 2 ? -x : x, q >= 2 ? -y : y};
}

/// Elements 2k and 2k + 1 of `normal`.
static inline std::pair<double, double>
normalPair(const std::array<uint32_t, 4> &words) {
  uint64_t first = uint64_t(words[1]) << 32 | words[0];
  uint64_t second = uint64_t(words[3]) << 32 | words[2];
  // In (0, 1], so that the logarithm is finite.
  double u =
      1.0 - static_cast<double>(static_cast<int64_t>(first >> 11)) * 0x1p-53;
  double v = static_cast<double>(static_cast<int64_t>(second >> 11)) * 0x1p-53;
  double radius = std::sqrt(-2.0 * logarithm(u));
  auto [c, s] = cosSinTurn(v);
  return {radius * c, radius * s};
}

double RandomStream::normal(uint64_t i) const {
  auto [even, odd] = normalPair(block(i / 2));
  return i % 2 ? odd : even;
}

uint64_t RandomStream::below(uint64_t i, uint64_t n) const {
  if (n == 0)
    return bits64(i);
  // Of the 2^64 values, the first 2^64 mod n of each result are too many.
  uint64_t excess = (0 - n) % n;
  uint64_t result = 0;
  // An attempt fails with a probability below n / 2^64, at most 1/2; after the
  // 256th, which block numbers cannot count, the last result stands.
  for (uint64_t attempt = 0; attempt < 256; ++attempt) {
    std::array<uint32_t, 4> words = block(i / 2 + (attempt << 56));
    unsigned low = 2 * (i % 2);
    uint64_t bits = uint64_t(words[low + 1]) << 32 | words[low];
    unsigned __int128 product = static_cast<unsigned __int128>(bits) * n;
    result = static_cast<uint64_t>(product >> 64);
    if (static_cast<uint64_t>(product) >= excess)
      break;
  }
  return result;
}

void RandomStream::fillUniform(uint64_t first,
                               MutableArrayRef<double> values) const {
  size_t i = 0, count = values.size();
  if (first % 2 && count) {
    values[i++] = uniform64(first);
  }
  for (; i + 2 <= count; i += 2) {
    std::array<uint32_t, 4> words = block((first + i) / 2);
    uint64_t a = uint64_t(words[1]) << 32 | words[0];
    uint64_t b = uint64_t(words[3]) << 32 | words[2];
    values[i] = static_cast<double>(static_cast<int64_t>(a >> 11)) * 0x1p-53;
    values[i + 1] =
        static_cast<double>(static_cast<int64_t>(b >> 11)) * 0x1p-53;
  }
  if (i < count)
    values[i] = uniform64(first + i);
}

void RandomStream::fillNormal(uint64_t first,
                              MutableArrayRef<double> values) const {
  size_t i = 0, count = values.size();
  if (first % 2 && count)
    values[i++] = normal(first);
  for (; i + 2 <= count; i += 2)
    std::tie(values[i], values[i + 1]) = normalPair(block((first + i) / 2));
  if (i < count)
    values[i] = normal(first + i);
}

std::vector<uint64_t> amp::shufflePermutation(uint64_t seed, uint64_t epoch,
                                              uint64_t n) {
  RandomStream stream(deriveSeed(seed, RandomDomain::Shuffle), epoch);
  std::vector<uint64_t> order(n);
  std::iota(order.begin(), order.end(), uint64_t(0));
  for (uint64_t i = n; i-- > 1;)
    std::swap(order[i], order[stream.below(i, i + 1)]);
  return order;
}
