//===- Algorithm.h - Algorithms of the simulated cuBLASLt -------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An algorithm says in which order a product is summed, on how many parts k is
// split and how their sums come together. A cublasLtMatmulAlgo_t holds one and
// what it was found for: the types, the layouts and the alignments promised. It
// owns nothing and can be copied as bytes.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_BLASLT_ALGORITHM_H
#define AMP_RUNTIME_SIMULATOR_BLASLT_ALGORITHM_H

#include "Problem.h"

#include <vector>

namespace amp::rt::simulator {

/// What of a bias' alignment an algorithm may rely on.
inline constexpr uint32_t kMostBiasAlignment = 16;
/// What the documentation asks of a workspace's address.
inline constexpr uint64_t kWorkspaceAlignment = 256;

/// The contents of a cublasLtMatmulAlgo_t.
struct Algorithm {
  uint32_t version = 0; ///< Of the library that offered it.
  uint16_t id = 0;
  uint16_t splits = 1; ///< Parts of k.
  uint64_t index = 0;  ///< Its place among those offered.
  uint32_t blockSize =
      0;              ///< Products summed before the sum is added. See below.
  uint8_t scheme = 0; ///< cublasLtReductionScheme_t; NONE for one part.
  uint8_t tile = 0;   ///< cublasLtMatmulTile_t.
  /// Logarithms of the alignments of A, B, C and D, two to a byte.
  uint8_t alignments[2] = {};
  uint64_t workspace = 0; ///< Bytes needed.
  uint64_t typesKey = 0;
  uint64_t layoutsKey = 0;
  uint64_t isBare = 0; ///< Found for types alone.
  uint32_t biasAlignment = 0;
  uint32_t checksum = 0;

  uint32_t getAlignment(unsigned matrix) const;
  void setAlignment(unsigned matrix, uint32_t bytes);
};
static_assert(sizeof(Algorithm) == sizeof(cuda::cublasLtMatmulAlgo_t),
              "an algorithm fills a cublasLtMatmulAlgo_t");

/// Every algorithm has a number, which an `Algorithm` gives as `id`:
///
///   0  blocks of 32 products, k in one part
///   1  blocks of 8 products, k in one part
///   2  blocks of 16, k in up to 4 parts, sums kept in the compute type
///   3  blocks of 16, k in up to 3 parts, summed in D
///   4  blocks of 16, k in up to 4 parts, sums kept in D's type
inline constexpr uint16_t kNumAlgorithms = 5;

/// Where the index k of a product stands in the order of summation. No
/// algorithm sums in the order of k: a part of k is cut into blocks of
/// `blockSize` products (doubled until there are no more blocks than products
/// in one), a block is summed from its last product to its first, and the sums
/// of the blocks are added in the order 0, 2, 4, ..., 1, 3, 5, ... So the error
/// grows with the square root of k, whatever the numbers are.
struct SummationOrder {
  struct Part {
    /// Where its blocks end, as positions in the order; it begins where the
    /// part before ends.
    std::vector<uint64_t> blockEnds;
  };
  std::vector<uint64_t> position; ///< By the index k.
  std::vector<Part> parts;
};
SummationOrder orderOf(const Algorithm &algorithm, uint64_t k);

/// The key of the types and operations, and that of sizes and distances, that
/// bind an algorithm to its problem.
uint64_t typesKeyOf(const Problem &problem);
uint64_t layoutsKeyOf(const Problem &problem);

/// The algorithms for a problem, best first, within the limits of a preference.
/// `preferred` lists numbers to offer in their order, instead of all. Empty if
/// none fits, with the reason in `why`.
std::vector<Algorithm> offer(const Problem &problem,
                             const PreferenceValue &preference,
                             const std::vector<int> &preferred,
                             uint32_t version, std::string &why);

/// An algorithm for types alone, as cublasLtMatmulAlgoInit makes it: it fits
/// every problem of these types, promises of an address what an element asks,
/// and does not split k. `id` is below `kNumBareAlgorithms`.
inline constexpr int kNumBareAlgorithms = 2;
Algorithm makeBare(int id, const SupportedTypes &types, uint32_t version);
/// The key that a bare algorithm has as `typesKey`; its `layoutsKey` is 0.
uint64_t bareKeyOf(const SupportedTypes &types);

/// "Waves" of tiles on the device, as cublasLtMatmulHeuristicResult_t counts
/// them.
float wavesOf(const Algorithm &algorithm, const Problem &problem);

cuda::cublasLtMatmulAlgo_t encode(Algorithm algorithm);
/// False for bytes that no call of this version of the library wrote.
bool decode(const cuda::cublasLtMatmulAlgo_t &bytes, uint32_t version,
            Algorithm &algorithm);

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_BLASLT_ALGORITHM_H
