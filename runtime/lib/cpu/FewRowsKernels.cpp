//===- FewRowsKernels.cpp - Products with few rows ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FewRowsKernels.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace amp::rt::cpu;

#define AMPRT_KERNELS "FewRowsKernels.inc"
#include "ForEachIsa.inc"

const FewRowsKernels &amp::rt::cpu::getFewRowsKernels(VectorIsa isa) {
  return chooseKernels(isa);
}
