#!/usr/bin/env python3
#===- minimax.py -----------------------------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Derives the polynomials of the pass amp-approximate-math.

    pip install numpy scipy mpmath
    python3 utils/math/minimax.py > \
        lib/Dialect/AmpRT/Transforms/MathCoefficients.h

Each polynomial is the best one in the maximum norm, with f32 coefficients found
one after the other: solve for all, round the lowest to f32, fix it, solve for
the others again. The norm is that of the function's error in units of 2^-24 of
the function's value, so a polynomial is no better than it has to be. A solution
is a linear program over a Chebyshev grid, with the function from mpmath at 40
digits. The script prints the error of each polynomial as rounded; what the
whole computation in f32 makes of it is measured by AmpMathTests.
"""

import argparse
import sys

import mpmath as mp
import numpy as np
from scipy.optimize import linprog

mp.mp.dps = 40
GRID = 1500


def chebyshev_grid(low, high):
    k = np.arange(GRID)
    x = np.cos(np.pi * (2 * k + 1) / (2 * GRID))
    # The ends are where the error peaks.
    return np.concatenate(([low], (low + high) / 2 + (high - low) / 2 * x,
                           [high]))


def solve(x, target, weight, powers):
    """Coefficients of x^powers with the least max |weight (p - target)|."""
    basis = weight[:, None] * np.stack([x**k for k in powers], axis=1)
    scale = np.abs(basis).max(axis=0)
    rows = basis / scale
    ones = np.ones((len(x), 1))
    goal = weight * target
    matrix = np.block([[rows, -ones], [-rows, -ones]])
    result = linprog(np.r_[np.zeros(len(powers)), 1.0], A_ub=matrix,
                     b_ub=np.r_[goal, -goal],
                     bounds=[(None, None)] * len(powers) + [(0, None)],
                     method="highs")
    if result.status != 0:
        sys.exit(f"minimax.py: the linear program failed: {result.message}")
    return result.x[:-1] / scale


def fit(function, value, factor, low, high, degree):
    """The polynomial p of `degree` on [low, high] closest to `function`.

    `value(x)` is the value that the kernel returns, `factor(x)` is what an error
    of p is multiplied by in it.
    """
    x = chebyshev_grid(low, high)
    target = np.array([float(function(mp.mpf(v))) for v in x])
    weight = np.array(
        [float(factor(mp.mpf(v)) / value(mp.mpf(v)) * 2**24) for v in x])
    fixed = []
    for k in range(degree + 1):
        rest = target - sum(c * x**i for i, c in enumerate(fixed))
        solution = solve(x, rest, weight, list(range(k, degree + 1)))
        fixed.append(float(np.float32(solution[0])))
    error = np.abs(weight * (sum(c * x**i for i, c in enumerate(fixed)) -
                             target)).max()
    return fixed, error


def hexadecimal(value):
    """As C++ writes it, without the zeros that f64 has after f32's digits."""
    mantissa, exponent = value.hex().split("p")
    return mantissa.rstrip("0").rstrip(".") + "p" + exponent


def print_array(name, comment, coefficients, error, of="the result"):
    print()
    for line in comment.strip().splitlines():
        print("// " + line.strip())
    print(f"// Error: {error:.3f} x 2^-24 of {of}.")
    print(f"inline constexpr float {name}[] = {{")
    for i, c in enumerate(coefficients):
        comma = "," if i + 1 < len(coefficients) else ""
        print(f"    {hexadecimal(c)}f{comma}")
    print("};")


def print_constant(name, value, comment):
    value = float(np.float32(value))
    print(f"\n// {comment}")
    print(f"inline constexpr float {name} = "
          f"{hexadecimal(value)}f;")


def main():
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    print("""\
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

namespace mlir::amprt::coefficients {""")

    ln2_high = 355 / 512
    print_constant("log2e", mp.log(mp.e, 2), "1 / ln 2.")
    print_constant("ln2High", ln2_high,
                   "355/512: its product with an integer below 2^15 is exact.")
    print_constant("ln2Low", mp.log(2) - ln2_high, "ln 2 - ln2High.")

    # Half of ln 2, and the rounding of x / ln 2.
    reach = float(mp.log(2) / 2) * 1.0001
    print_array(
        "expTail", """e^r = 1 + r + r^2 p(r), |r| <= ln(2)/2""",
        *fit(lambda r: (mp.exp(r) - 1 - r) / r**2 if r else mp.mpf(1) / 2,
             mp.exp, lambda r: r**2, -reach, reach, 4))

    def log_rest(f):
        if abs(f) < mp.mpf(10)**-9:
            return mp.mpf(1) / 3 - f / 4
        return (mp.log1p(f) - f + f**2 / 2) / f**3

    print_array(
        "logTail", """log(1 + f) = f - f^2/2 + f^3 p(f), -1/3 <= f <= 1/3""",
        *fit(log_rest, lambda f: mp.log1p(f) if f else mp.mpf(1),
             lambda f: f**3, -1 / 3, 1 / 3, LOG_DEGREE))

    print_constant("tanhSplit", TANH_SPLIT,
                   "Above it, tanh x = 1 - 2 / (e^2x + 1).")
    print_array(
        "tanhNear", """tanh x = x + x z p(z), z = x^2, 0 <= x <= tanhSplit""",
        *fit(lambda z: (mp.tanh(mp.sqrt(z)) / mp.sqrt(z) - 1) / z,
             lambda z: mp.tanh(mp.sqrt(z)), lambda z: mp.sqrt(z) * z, 1e-9,
             TANH_SPLIT**2, TANH_DEGREE))

    print_constant("erfSplit", ERF_SPLIT, "Above it, erf x = 1 - e^-(x + x q(x)).")
    print_array(
        "erfNear", """erf x = x + x p(z), z = x^2, 0 <= x <= erfSplit""",
        *fit(lambda z: mp.erf(mp.sqrt(z)) / mp.sqrt(z) - 1,
             lambda z: mp.erf(mp.sqrt(z)), mp.sqrt, 1e-9, ERF_SPLIT**2,
             ERF_NEAR_DEGREE))
    print_array(
        "erfFar", """1 - erf x = e^-(x + x q(x)), erfSplit <= x <= 4""",
        *fit(lambda x: -mp.log(mp.erfc(x)) / x - 1, mp.erf,
             lambda x: x * mp.erfc(x), ERF_SPLIT, 4.0, ERF_FAR_DEGREE))

    print_array(
        "erfWhole", """1 - erf x = e^-(x + x q(x)), 0 <= x <= 4, for 1 + erf x""",
        *fit(lambda x: -mp.log(mp.erfc(x)) / x - 1, lambda x: mp.mpf(1),
             lambda x: x * mp.erfc(x), 1e-9, 4.0, ERF_WHOLE_DEGREE),
        of="1")

    print("""
} // namespace mlir::amprt::coefficients

#endif // AMP_DIALECT_AMPRT_TRANSFORMS_MATHCOEFFICIENTS_H""")


# Degrees: the least for which the polynomial adds less than 0.1 x 2^-24.
LOG_DEGREE = 7
TANH_SPLIT = 0.625
TANH_DEGREE = 4
ERF_SPLIT = 0.9375
ERF_NEAR_DEGREE = 6
ERF_FAR_DEGREE = 5
ERF_WHOLE_DEGREE = 8

if __name__ == "__main__":
    main()
