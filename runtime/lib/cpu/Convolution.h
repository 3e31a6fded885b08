//===- Convolution.h - Convolutions on the CPU ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_CONVOLUTION_H
#define AMP_RUNTIME_CPU_CONVOLUTION_H

#include "CpuContext.h"
#include "Status.h"

#include <memory>

namespace amp::rt::cpu {

/// Addresses of the operands of a convolution's record, in their order: what
/// its direction says, and the bias, null without one.
struct ConvolutionOperands {
  const void *lhs = nullptr;
  const void *rhs = nullptr;
  void *out = nullptr;
  const void *bias = nullptr;
};

/// One product of a convolution, prepared for running many times.
class ConvolutionPlan {
public:
  virtual ~ConvolutionPlan();

  /// Bytes that `run` needs at `scratch`, aligned to AMPRT_ALIGNMENT. Between
  /// runs they may be used by others.
  virtual uint64_t getScratchBytes() const = 0;
  /// What a user should know of how it is computed, or NULL.
  virtual const char *getRemark() const { return nullptr; }
  /// Runs with oneDNN's number of threads as the caller has set it. Throws
  /// DnnlError.
  virtual void run(const ConvolutionOperands &operands, void *scratch) = 0;
};

/// Prepares a checked product. Throws DnnlError.
std::unique_ptr<ConvolutionPlan>
createConvolutionPlan(const CpuContext &context,
                      const amprt_convolution &convolution);

/// The plan for the gradient of a weight whose groups have few channels, or null
/// for another product. Defined in NarrowGroups.cpp.
std::unique_ptr<ConvolutionPlan>
createNarrowGroupsPlan(const CpuContext &context,
                       const amprt_convolution &convolution);

/// Elements of the three tensors of a checked convolution.
int64_t countInput(const amprt_convolution &convolution);
int64_t countWeight(const amprt_convolution &convolution);
int64_t countOutput(const amprt_convolution &convolution);

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_CONVOLUTION_H
