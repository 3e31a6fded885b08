//===- Convert.h - Conversions between 16-bit floats and f32 ----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions are exact to f32 and round to nearest, ties to even, from f32:
// infinities and subnormals are kept, overflow gives an infinity, a NaN stays
// a (quiet) NaN with its sign.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_CONVERT_H
#define AMP_RUNTIME_CPU_CONVERT_H

#include "amp-rt/amp_rt.h"

#include <cstdint>

namespace amp::rt::cpu {

/// One element; the definition that the vector forms agree with, NaN payloads
/// excepted.
float f16ToF32(uint16_t bits);
uint16_t f32ToF16(float value);
float bf16ToF32(uint16_t bits);
uint16_t f32ToBF16(float value);
/// With one rounding.
uint16_t f64ToF16(double value);
uint16_t f64ToBF16(double value);

/// Converts `count` elements of `type` (f16, bf16 or f32) to f32.
void convertToF32(amprt_type type, const void *source, float *target,
                  int64_t count);
/// Converts `count` elements of f32 to `type` (f16, bf16 or f32).
void convertFromF32(amprt_type type, const float *source, void *target,
                    int64_t count);

/// x = max(x, 0) in place, NaN kept, for `count` elements of `type` (f64, f32,
/// f16 or bf16). Since rounding keeps signs and order, this after a rounding
/// is the same as before it.
void reluInPlace(amprt_type type, void *values, int64_t count);

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_CONVERT_H
