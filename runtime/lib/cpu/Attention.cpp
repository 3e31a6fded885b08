//===- Attention.cpp - Attention on the CPU -------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attention.h"
#include "Convert.h"
#include "Parallel.h"

#include <algorithm>
#include <atomic>

using namespace amp::rt;
using namespace amp::rt::cpu;

/// The backward pass is cut into about so many parts: where there are fewer
/// heads, along the keys, of which a part has no fewer than this.
static constexpr int64_t kManyParts = 32;
static constexpr int64_t kFewestKeys = 256;
/// Rows of partial gradients that are worth a thread.
static constexpr int64_t kRowGrain = 64;

static uint64_t alignUp(uint64_t bytes) {
  return (bytes + AMPRT_ALIGNMENT - 1) / AMPRT_ALIGNMENT * AMPRT_ALIGNMENT;
}

AttentionPlan::AttentionPlan(const CpuContext &context,
                             const amprt_attention &attention)
    : context(context), attention(attention),
      isBackward(attention.flags & AMPRT_ATTENTION_BACKWARD) {
  const amprt_attention &a = attention;
  if (!isBackward) {
    numParts =
        a.batch * a.heads * ((a.rows + kQueriesPerPart - 1) / kQueriesPerPart);
    return;
  }
  const int64_t heads = a.batch * a.key_heads;
  const int64_t wanted =
      std::min((kManyParts + heads - 1) / heads, a.keys / kFewestKeys);
  keyParts = std::max<int64_t>(1, wanted);
  keysPerPart = (a.keys + keyParts - 1) / keyParts;
  keysPerPart = (keysPerPart + kKeyBlock - 1) / kKeyBlock * kKeyBlock;
  keyParts = (a.keys + keysPerPart - 1) / keysPerPart;
  numParts = heads * keyParts;
}

uint64_t AttentionPlan::getPartialBytes() const {
  if (keyParts == 1)
    return 0;
  return alignUp(uint64_t(keyParts) * uint64_t(attention.batch) *
                 uint64_t(attention.heads) * uint64_t(attention.rows) *
                 uint64_t(attention.size) * sizeof(float));
}

uint64_t AttentionPlan::getThreadBytes() const {
  const int64_t floats = isBackward
                             ? countBackwardScratch(attention, keysPerPart)
                             : countForwardScratch(attention);
  return alignUp(uint64_t(floats) * sizeof(float));
}

uint64_t AttentionPlan::getScratchBytes() const {
  const auto threads =
      uint64_t(std::min<int64_t>(context.numThreads, numParts));
  return getPartialBytes() + threads * getThreadBytes();
}

void AttentionPlan::run(const AttentionOperands &operands,
                        void *scratch) const {
  static const AttentionKernels &kernels = getAttentionKernels(getVectorIsa());
  AttentionOperands all = operands;
  all.keysPerPart = keysPerPart;
  all.partialGradients = keyParts > 1 ? static_cast<float *>(scratch) : nullptr;
  char *memory = static_cast<char *>(scratch) + getPartialBytes();
  const uint64_t bytes = getThreadBytes();
  const int64_t threads = std::min<int64_t>(context.numThreads, numParts);
  // Which thread computes a part shows in nothing but the time.
  std::atomic<int64_t> next{0};
  parallelFor(context.numThreads, threads, 1, [&](int64_t begin, int64_t) {
    auto *own = reinterpret_cast<float *>(memory + uint64_t(begin) * bytes);
    for (int64_t i = next++; i < numParts; i = next++)
      (isBackward ? kernels.backward : kernels.forward)(attention, all, i, own);
  });
  if (keyParts > 1)
    addPartials(all);
}

/// Adds up, in the order of the keys, what their parts give to each row.
void AttentionPlan::addPartials(const AttentionOperands &operands) const {
  const amprt_attention &a = attention;
  const int64_t rows = a.batch * a.heads * a.rows;
  const amprt_attention_strides &strides =
      a.strides[AMPRT_ATTENTION_QUERY_GRADIENT];
  parallelFor(context.numThreads, rows, kRowGrain,
              [&](int64_t begin, int64_t end) {
                for (int64_t row = begin; row < end; ++row) {
                  float *sums = operands.partialGradients + row * a.size;
                  for (int64_t part = 1; part < keyParts; ++part) {
                    const float *others = sums + part * rows * a.size;
                    for (int64_t i = 0; i < a.size; ++i)
                      sums[i] += others[i];
                  }
                  const int64_t place = row / a.rows / a.heads * strides.batch +
                                        row / a.rows % a.heads * strides.head +
                                        row % a.rows * strides.row;
                  convertFromF32(a.type, sums,
                                 static_cast<char *>(operands.queryGradient) +
                                     place * amprt_type_size(a.type),
                                 a.size);
                }
              });
}
