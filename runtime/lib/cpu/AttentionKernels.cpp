//===- AttentionKernels.cpp - Attention of one part -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionKernels.h"
#include "Convert.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace amp::rt;
using namespace amp::rt::cpu;

#define AMPRT_KERNELS "AttentionKernels.inc"
#define AMPRT_KERNELS_MIND_BF16
#include "ForEachIsa.inc"

const AttentionKernels &amp::rt::cpu::getAttentionKernels(VectorIsa isa) {
  return chooseKernels(isa);
}
