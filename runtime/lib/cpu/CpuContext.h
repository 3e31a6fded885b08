//===- CpuContext.h - What the parts of a CPU program share -----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_CPUCONTEXT_H
#define AMP_RUNTIME_CPU_CPUCONTEXT_H

#include "Dnnl.h"

namespace amp::rt::cpu {

/// The opened CPU, as GEMMs see it. Outlives the programs.
struct CpuContext {
  int numThreads = 1;
  /// True if oneDNN multiplies bf16 with bf16 instructions.
  bool nativeBF16 = false;
  DnnlEngine dnnl;
};

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_CPUCONTEXT_H
