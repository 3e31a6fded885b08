//===- CpuHelpers.h - What CPU kernels call ---------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_CPUHELPERS_H
#define AMP_RUNTIME_CPU_CPUHELPERS_H

#include "amp-rt/amp_rt.h"

namespace amp::rt::cpu {

enum {
#define AMPRT_CPU_HELPER(SYMBOL) kHelper_##SYMBOL,
#include "amp-rt/CpuHelpers.def"
  kNumHelpers
};
static_assert(kNumHelpers * sizeof(void *) <= AMPRT_CPU_HELPER_BYTES);

/// Writes the addresses of the functions of CpuHelpers.def, in its order.
void writeHelpers(void **table);

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_CPUHELPERS_H
