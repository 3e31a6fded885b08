//===- Attention.h - Attention on the CPU -----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_ATTENTION_H
#define AMP_RUNTIME_CPU_ATTENTION_H

#include "AttentionKernels.h"
#include "CpuContext.h"

namespace amp::rt::cpu {

/// How one attention is computed: in parts that its shape alone says, each by
/// one thread, so that no sum depends on how many threads there are.
class AttentionPlan {
public:
  AttentionPlan(const CpuContext &context, const amprt_attention &attention);

  uint64_t getScratchBytes() const;
  /// The operands are those of the record; `scratch` has that many bytes.
  void run(const AttentionOperands &operands, void *scratch) const;

private:
  /// Bytes of what parts of the keys add to the gradient of the queries.
  uint64_t getPartialBytes() const;
  uint64_t getThreadBytes() const;
  void addPartials(const AttentionOperands &operands) const;

  const CpuContext &context;
  const amprt_attention attention;
  const bool isBackward;
  int64_t keyParts = 1, keysPerPart = 0;
  /// Parts that are computed at the same time or one after the other.
  int64_t numParts;
};

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_ATTENTION_H
