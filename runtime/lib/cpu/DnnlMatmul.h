//===- DnnlMatmul.h - Matrix product by oneDNN ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_DNNLMATMUL_H
#define AMP_RUNTIME_CPU_DNNLMATMUL_H

#include "Gemm.h"

#include <vector>

namespace amp::rt::cpu {

/// C = op(A) op(B) + bias for operands of f32 or bf16, by one oneDNN primitive
/// or function with the layouts as they are. Leaves out the ReLU: oneDNN's
/// turns NaN into 0.
class DnnlMatmul {
public:
  /// `keepsB` says that B stays the same for several runs: where oneDNN would
  /// rearrange it in each of them, it is read from a packed copy. Throws
  /// dnnl::error.
  DnnlMatmul(const CpuContext &context, const amprt_gemm &gemm, bool keepsB);

  uint64_t getScratchBytes() const { return scratchBytes; }
  /// See GemmPlan.
  uint64_t getPackedBytes() const { return packedBytes; }
  void pack(const void *b, void *packed, void *scratch);
  /// Throws dnnl::error.
  void run(const GemmOperands &operands, void *scratch);

private:
  void createPrimitive(bool keepsB);
  void createPacking(const dnnl::memory::desc &b,
                     const dnnl::memory::desc &packed);
  void runSgemm(const GemmOperands &operands) const;
  void addArgument(int index, const dnnl::memory::desc &desc);

  const CpuContext &context;
  amprt_gemm gemm;
  /// Threads of the pool that this product uses.
  int threads;
  /// True if one primitive cannot express the batch; `run` then loops over it.
  bool loopsOverBatch;
  /// True if oneDNN's BLAS-like function is used instead of the primitive.
  bool usesSgemm;
  dnnl::matmul primitive;
  std::vector<dnnl::memory> memories;
  std::vector<dnnl_exec_arg_t> arguments;
  uint64_t scratchBytes = 0;
  /// From B as it is stored to B as the primitive reads it.
  dnnl::reorder packing;
  std::vector<dnnl::memory> packingMemories;
  std::vector<dnnl_exec_arg_t> packingArguments;
  uint64_t packedBytes = 0;
};

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_DNNLMATMUL_H
