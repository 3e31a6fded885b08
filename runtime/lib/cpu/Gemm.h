//===- Gemm.h - Matrix products on the CPU ----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_GEMM_H
#define AMP_RUNTIME_CPU_GEMM_H

#include "CpuContext.h"
#include "Status.h"

#include <memory>
#include <string>

namespace amp::rt::cpu {

/// Addresses of the operands of a GEMM; `bias` is null without a bias.
struct GemmOperands {
  const void *a = nullptr;
  const void *b = nullptr;
  void *c = nullptr;
  const void *bias = nullptr;
};

/// One GEMM, prepared for running many times.
class GemmPlan {
public:
  virtual ~GemmPlan();

  /// Bytes that `run` needs at `scratch`, aligned to AMPRT_ALIGNMENT. Between
  /// runs they may be used by others.
  virtual uint64_t getScratchBytes() const = 0;
  /// What a user should know of how this GEMM is computed, or NULL.
  virtual const char *getRemark() const { return nullptr; }
  /// Bytes of B as the library likes it best, aligned to AMPRT_ALIGNMENT; 0 for
  /// a plan that reads B as it is. If not, `packB` writes them, and `run` takes
  /// them for B, as often as B stays the same.
  virtual uint64_t getPackedBytes() const { return 0; }
  /// Throws DnnlError.
  virtual void packB(const void * /*b*/, void * /*packed*/,
                     void * /*scratch*/) {}
  /// Runs with oneDNN's number of threads as the caller has set it. Throws
  /// DnnlError.
  virtual void run(const GemmOperands &operands, void *scratch) = 0;
};

/// Prepares a checked GEMM; `keepsB` says that B stays the same for several
/// runs. Throws DnnlError.
std::unique_ptr<GemmPlan> createGemmPlan(const CpuContext &context,
                                         const amprt_gemm &gemm, bool keepsB);

/// The plan for f64, which oneDNN does not multiply. Defined in GemmF64.cpp.
std::unique_ptr<GemmPlan> createGemmF64Plan(const CpuContext &context,
                                            const amprt_gemm &gemm);

/// The plan for a product that takes as long as B takes to be read, or null for
/// another one. Defined in FewRows.cpp.
std::unique_ptr<GemmPlan> createFewRowsPlan(const CpuContext &context,
                                            const amprt_gemm &gemm,
                                            bool keepsB);

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_GEMM_H
