//===- Random.h - Counter-based random numbers ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy
// as 1, 2, 3", SC 2011): a function from a 128-bit counter and a 64-bit key to
// 128 random bits. There is no state: element i of a stream is the same however
// a range is split, in whatever order, and on every machine. The functions
// below use only operations that IEEE 754 rounds exactly, so that their f64
// results are the same bits everywhere (the library is built without
// contraction of a * b + c).
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_RANDOM_H
#define AMP_SUPPORT_RANDOM_H

#include "llvm/ADT/ArrayRef.h"

#include <array>
#include <cstdint>
#include <vector>

namespace amp {

/// 128 random bits: Philox4x32 with 10 rounds.
inline std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter,
                                          std::array<uint32_t, 2> key) {
  for (unsigned round = 0; round < 10; ++round) {
    uint64_t product0 = uint64_t(0xD2511F53u) * counter[0];
    uint64_t product1 = uint64_t(0xCD9E8D57u) * counter[2];
    counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(product1),
               static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(product0)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

/// What random numbers are used for. Two uses with the same seed and stream
/// number must not see the same numbers.
enum class RandomDomain : uint32_t {
  Initializer = 1,
  Data = 2,
  Shuffle = 3,
  /// What a graph draws itself, as dropout does.
  Graph = 4
};

/// The seed of a use: the first 64 bits of Philox with the counter
/// (seed low, seed high, domain, 0) and the key (0, 0).
uint64_t deriveSeed(uint64_t seed, RandomDomain domain);

/// A sequence of random numbers. Block b of it is Philox with the counter
/// (b low, b high, stream low, stream high) and the key (seed low, seed high);
/// words are numbered from 0 in a block.
class RandomStream {
public:
  RandomStream(uint64_t seed, uint64_t stream)
      : key{uint32_t(seed), uint32_t(seed >> 32)}, stream{uint32_t(stream),
                                                          uint32_t(stream >>
                                                                   32)} {}

  std::array<uint32_t, 4> block(uint64_t index) const {
    return philox4x32(
        {uint32_t(index), uint32_t(index >> 32), stream[0], stream[1]}, key);
  }

  /// Word i mod 4 of block i / 4.
  uint32_t bits32(uint64_t i) const { return block(i / 4)[i % 4]; }
  /// Words 2 (i mod 2) (low) and 2 (i mod 2) + 1 (high) of block i / 2.
  uint64_t bits64(uint64_t i) const {
    std::array<uint32_t, 4> words = block(i / 2);
    unsigned low = 2 * (i % 2);
    return uint64_t(words[low + 1]) << 32 | words[low];
  }

  /// In [0, 1): the top 24 bits of bits32(i), times 2^-24.
  float uniform32(uint64_t i) const {
    return static_cast<float>(bits32(i) >> 8) * 0x1p-24f;
  }
  /// In [0, 1): the top 53 bits of bits64(i), times 2^-53.
  double uniform64(uint64_t i) const {
    return static_cast<double>(bits64(i) >> 11) * 0x1p-53;
  }

  /// Normal with mean 0 and standard deviation 1, by Box and Muller (1958) in
  /// f64. With u = 1 - uniform64(2k) and v = uniform64(2k + 1), element 2k is
  /// sqrt(-2 ln u) cos(2 pi v), and element 2k + 1 the same with sin. The
  /// largest magnitude is 8.58.
  double normal(uint64_t i) const;

  /// An integer below n, each with the same probability; n = 0 stands for 2^64.
  /// It is the high half of bits64(i) * n, and where the low half shows that
  /// bits64(i) is one too many for its result (Lemire, "Fast random integer
  /// generation in an interval", 2019), another attempt with block number
  /// i / 2 + attempt * 2^56. So i must be below 2^57.
  uint64_t below(uint64_t i, uint64_t n) const;

  /// Elements first, first + 1, ... of uniform64 and of normal, faster.
  void fillUniform(uint64_t first, llvm::MutableArrayRef<double> values) const;
  void fillNormal(uint64_t first, llvm::MutableArrayRef<double> values) const;

private:
  std::array<uint32_t, 2> key;
  std::array<uint32_t, 2> stream;
};

/// A random order of 0, ..., n - 1, each with the same probability: Fisher and
/// Yates' exchange of i and below(i, i + 1), for i from n - 1 down to 1, of the
/// stream `epoch` in the domain Shuffle.
std::vector<uint64_t> shufflePermutation(uint64_t seed, uint64_t epoch,
                                         uint64_t n);

} // namespace amp

#endif // AMP_SUPPORT_RANDOM_H
