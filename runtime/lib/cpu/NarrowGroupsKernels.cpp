//===- NarrowGroupsKernels.cpp - Gradients of groups of few channels ------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowGroupsKernels.h"

#include "Convert.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace amp::rt;
using namespace amp::rt::cpu;

#define AMPRT_KERNELS "NarrowGroupsKernels.inc"
#include "ForEachIsa.inc"

const NarrowGroupsKernels &amp::rt::cpu::getNarrowGroupsKernels(VectorIsa isa) {
  return chooseKernels(isa);
}
