//===- AttentionKernels.h - Attention of one part ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one thread does of an attention at a time, compiled once for each kind
// of CPU (AttentionKernels.inc).
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_ATTENTIONKERNELS_H
#define AMP_RUNTIME_CPU_ATTENTIONKERNELS_H

#include "CpuFeatures.h"

#include "amp-rt/amp_rt.h"

#include <cstdint>

namespace amp::rt::cpu {

/// Rows of a block of queries, which are lanes of vectors, and keys of a block
/// of keys.
constexpr int64_t kQueryBlock = 64;
constexpr int64_t kKeyBlock = 64;
/// Rows of queries that read a block of keys and values while it is in the
/// cache: the part of a thread.
constexpr int64_t kQueriesPerPart = 256;
/// Rows of scratch have a multiple of so many floats: the widest vector.
constexpr int64_t kMostLanes = 16;

/// Addresses of an attention's operands; absent ones are null.
struct AttentionOperands {
  const void *query, *key, *value, *mask;
  void *result;
  float *logsumexp;
  const void *gradient;
  void *queryGradient, *keyGradient, *valueGradient;
  uint64_t seed, firstBlock;
  /// For parts of keys that share a query's gradient: that of each part, dense,
  /// to be added up. Null if there is one part.
  float *partialGradients;
  /// Keys of a part of the backward pass.
  int64_t keysPerPart;
};

/// Computes a part: of the forward pass `kQueriesPerPart` rows of one head, of
/// the backward pass `keysPerPart` keys of one head of keys.
struct AttentionKernels {
  void (*forward)(const amprt_attention &attention,
                  const AttentionOperands &operands, int64_t part,
                  float *scratch);
  void (*backward)(const amprt_attention &attention,
                   const AttentionOperands &operands, int64_t part,
                   float *scratch);
};

/// Those for CPUs of a kind.
const AttentionKernels &getAttentionKernels(VectorIsa isa);

inline int64_t padToLanes(int64_t count) {
  return (count + kMostLanes - 1) / kMostLanes * kMostLanes;
}

/// Floats of scratch that a thread needs.
inline int64_t countForwardScratch(const amprt_attention &attention) {
  const int64_t e = padToLanes(attention.size),
                v = padToLanes(attention.value_size);
  return (e + v) * (kQueriesPerPart + kKeyBlock) +
         kQueryBlock * (e > v ? e : v) + 3 * kQueriesPerPart +
         3 * kKeyBlock * kQueryBlock + 8 * kQueryBlock;
}
inline int64_t countBackwardScratch(const amprt_attention &attention,
                                    int64_t keysPerPart) {
  const int64_t e = padToLanes(attention.size),
                v = padToLanes(attention.value_size);
  return (3 * e + 2 * v) * keysPerPart + (3 * e + 2 * v) * kQueryBlock +
         (e > v ? e : v) * kQueryBlock + 4 * kKeyBlock * kQueryBlock +
         8 * kQueryBlock;
}

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_ATTENTIONKERNELS_H
