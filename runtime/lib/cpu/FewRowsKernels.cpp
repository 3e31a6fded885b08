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

const FewRowsKernels amp::rt::cpu::kPortableFewRows = {
    portable::multiply, portable::multiplyTransposed};
#if defined(__x86_64__)
const FewRowsKernels amp::rt::cpu::kAvx2FewRows = {avx2::multiply,
                                                   avx2::multiplyTransposed};
const FewRowsKernels amp::rt::cpu::kAvx512FewRows = {
    avx512::multiply, avx512::multiplyTransposed};
#endif
