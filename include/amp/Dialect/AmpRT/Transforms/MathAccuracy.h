//===- MathAccuracy.h -------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What amp-approximate-math promises. AmpMathTests holds the compiled kernels
// to it, and docs/Accuracy.md to this table.

#ifndef AMP_DIALECT_AMPRT_TRANSFORMS_MATHACCURACY_H
#define AMP_DIALECT_AMPRT_TRANSFORMS_MATHACCURACY_H

namespace mlir::amprt {

/// The largest error of a function over all f32 inputs, in units in the last
/// place (ulp): |computed - exact| / ulp(exact), where ulp(y) is 2^(e-23) for
/// 2^e <= |y| < 2^(e+1), and 2^-149 for |y| < 2^-126. Infinity as a result
/// counts as 2^128, here and for exact values above that.
struct MathBound {
  const char *function;
  /// The largest error found over all 2^32 inputs, rounded up to two digits.
  double maxUlp;
  /// That on a CPU without fused multiply-add.
  double maxUlpSeparate;
};

inline constexpr MathBound kMathBounds[] = {
    {"exp", 0.79, 0.80},
    {"log", 0.87, 0.90},
    {"tanh", 1.16, 1.16},
    {"erf", 1.06, 1.17},
};

} // namespace mlir::amprt

#endif // AMP_DIALECT_AMPRT_TRANSFORMS_MATHACCURACY_H
