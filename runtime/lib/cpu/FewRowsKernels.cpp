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

namespace {
namespace portable {
constexpr int kLanes = 4;
#include "Vectors.inc"

#include "FewRowsKernels.inc"
} // namespace portable

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))),              \
                             apply_to = function)
namespace avx2 {
constexpr int kLanes = 8;
#include "Vectors.inc"

#include "FewRowsKernels.inc"
} // namespace avx2
#pragma clang attribute pop

#pragma clang attribute push(                                                  \
    __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma"))),    \
    apply_to = function)
namespace avx512 {
constexpr int kLanes = 16;
#include "Vectors.inc"

#include "FewRowsKernels.inc"
} // namespace avx512
#pragma clang attribute pop
#endif
} // namespace

const FewRowsKernels amp::rt::cpu::kPortableFewRows = {
    portable::multiply, portable::multiplyTransposed};
#if defined(__x86_64__)
const FewRowsKernels amp::rt::cpu::kAvx2FewRows = {avx2::multiply,
                                                   avx2::multiplyTransposed};
const FewRowsKernels amp::rt::cpu::kAvx512FewRows = {
    avx512::multiply, avx512::multiplyTransposed};
#endif
