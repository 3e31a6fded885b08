//===- DnnlConvolution.h - Convolutions by oneDNN ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_DNNLCONVOLUTION_H
#define AMP_RUNTIME_CPU_DNNLCONVOLUTION_H

#include "Convolution.h"

#include <vector>

namespace amp::rt::cpu {

/// One product of a convolution for operands of f32 or bf16, by one oneDNN
/// primitive, with reorders before and after it where the primitive wants
/// another layout than the tensors have. Leaves out the ReLU: oneDNN's turns
/// NaN into 0.
class DnnlConvolution {
public:
  /// Throws dnnl::error.
  DnnlConvolution(const CpuContext &context,
                  const amprt_convolution &convolution);

  /// Of reordered tensors and of primitives.
  uint64_t getScratchBytes() const { return scratchBytes; }
  /// Throws dnnl::error.
  void run(const ConvolutionOperands &operands, void *scratch);

private:
  /// Where a memory of a step is: an operand, or so many bytes behind the
  /// beginning of the scratch.
  struct Place {
    int operand = -1;
    uint64_t offset = 0;
  };
  /// A primitive with its memories.
  struct Step {
    dnnl::primitive primitive;
    std::vector<dnnl::memory> memories;
    std::vector<dnnl_exec_arg_t> arguments;
    std::vector<Place> places;
  };

  void addStep(dnnl::primitive primitive, const dnnl::memory::desc &scratchpad);
  void addArgument(int index, const dnnl::memory::desc &desc, Place place);
  /// The place of operand `operand` in the layout `wanted`; reorders it there
  /// before the primitive if it is stored in another one.
  Place bringTo(int operand, const dnnl::memory::desc &stored,
                const dnnl::memory::desc &wanted);
  void addReorder(const dnnl::memory::desc &from, Place source,
                  const dnnl::memory::desc &to, Place target);
  Place reserve(const dnnl::memory::desc &desc);

  const CpuContext &context;
  /// Threads of the pool that this product uses.
  int threads;
  std::vector<Step> steps;
  /// Of reordered tensors, then of what primitives want, which is shared.
  uint64_t reservedBytes = 0, scratchBytes = 0;
};

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_DNNLCONVOLUTION_H
