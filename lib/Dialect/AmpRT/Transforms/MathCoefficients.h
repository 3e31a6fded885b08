//===- MathCoefficients.h ---------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Written by utils/math/minimax.py; change that file, not this one.
// Coefficients start with that of the lowest power.

#ifndef AMP_DIALECT_AMPRT_TRANSFORMS_MATHCOEFFICIENTS_H
#define AMP_DIALECT_AMPRT_TRANSFORMS_MATHCOEFFICIENTS_H

namespace mlir::amprt::coefficients {

// 1 / ln 2.
inline constexpr float log2e = 0x1.715476p+0f;

// 355/512: its product with an integer below 2^15 is exact.
inline constexpr float ln2High = 0x1.63p-1f;

// ln 2 - ln2High.
inline constexpr float ln2Low = -0x1.bd0106p-13f;

// e^r = 1 + r + r^2 p(r), |r| <= ln(2)/2
// Error: 0.052 x 2^-24 of the result.
inline constexpr float expTail[] = {0x1.fffffcp-2f, 0x1.555492p-3f,
                                    0x1.5558aap-5f, 0x1.12396ep-7f,
                                    0x1.6a524ep-10f};

// log(1 + f) = f - f^2/2 + f^3 p(f), -1/3 <= f <= 1/3
// Error: 0.078 x 2^-24 of the result.
inline constexpr float logTail[] = {
    0x1.555506p-2f, -0x1.fffefcp-3f, 0x1.99d044p-3f, -0x1.559c46p-3f,
    0x1.1ed662p-3f, -0x1.f332a8p-4f, 0x1.1e678cp-3f, -0x1.07c95ap-3f};

// Above it, tanh x = 1 - 2 / (e^2x + 1).
inline constexpr float tanhSplit = 0x1.4p-1f;

// tanh x = x + x z p(z), z = x^2, 0 <= x <= tanhSplit
// Error: 0.076 x 2^-24 of the result.
inline constexpr float tanhNear[] = {-0x1.555532p-2f, 0x1.1106f6p-3f,
                                     -0x1.b835a4p-5f, 0x1.51f8cep-6f,
                                     -0x1.750ce2p-8f};

// Above it, erf x = 1 - e^-(x + x q(x)).
inline constexpr float erfSplit = 0x1.ep-1f;

// erf x = x + x p(z), z = x^2, 0 <= x <= erfSplit
// Error: 0.016 x 2^-24 of the result.
inline constexpr float erfNear[] = {
    0x1.06eba8p-3f, -0x1.81274p-2f,   0x1.ce2d7p-4f,  -0x1.b80336p-6f,
    0x1.54684ep-8f, -0x1.a75eacp-11f, 0x1.548beap-14f};

// 1 - erf x = e^-(x + x q(x)), erfSplit <= x <= 4
// Error: 0.048 x 2^-24 of the result.
inline constexpr float erfFar[] = {0x1.072f7ep-3f, 0x1.457f6ep-1f,
                                   0x1.af0c36p-4f, -0x1.76c2fp-6f,
                                   0x1.a4b994p-9f, -0x1.bf7844p-13f};

// 1 - erf x = e^-(x + x q(x)), 0 <= x <= 4, for 1 + erf x
// Error: 0.039 x 2^-24 of 1.
inline constexpr float erfWhole[] = {
    0x1.06ebbep-3f,   0x1.45f28cp-1f,   0x1.a510fp-4f,
    -0x1.3adde8p-6f,  -0x1.de558ap-15f, 0x1.9cd2ep-10f,
    -0x1.33a43cp-11f, 0x1.bb388ap-14f,  -0x1.0c7994p-17f};

} // namespace mlir::amprt::coefficients

#endif // AMP_DIALECT_AMPRT_TRANSFORMS_MATHCOEFFICIENTS_H
