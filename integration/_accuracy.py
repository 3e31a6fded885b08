#===- _accuracy.py - Errors of kernel families against f64 -----------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What integration/accuracy.py computes, and test/Inputs/accuracy/record_torch.py records:
cases, their data, and how an error is counted.

A case is a family of `benchmarks/families.py`, a shape, the type of all operands, and data:
"normal" numbers, or "offset" ones, whose mean is OFFSET and whose deviation is 1, as of
images and of what follows a ReLU. There numbers cancel where a mean is subtracted."""

import os
import sys
import typing

import numpy as np
from _common import ROOT
from oracle import ROUND

sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
from families import FAMILIES, make_graph  # noqa: E402,F401

OFFSET = 100.0
# So many data sets have one value as their result, of which each has an error by chance.
SCALARS, ARRAYS = 16, 2

# Many rows, whose columns are sums of so many; rows that are as long; images of which each
# channel has as many, and one that has few.
ROWS, LONG = (100000, 16), (8, 100000)
IMAGES, SMALL = (16, 16, 80, 80), (256, 16, 4, 4)
SHAPES = {"rows": [ROWS, LONG], "images": [IMAGES, SMALL], "flat": [(1 << 20,)],
          "table": [(100, 32, 20000)]}
# Nothing is rounded, or by chance, or in each element alone as expected elsewhere.
EXACT = ["cast", "dropout", "transpose", "argmax", "sgd", "momentum", "adamw",
         "unscale_clip_norm"]


class Case(typing.NamedTuple):
    family: str
    shape: tuple
    data: str
    type: str

    @property
    def name(self):
        return f"{self.family}.{'x'.join(map(str, self.shape))}.{self.data}.{self.type}"

    @property
    def backward(self):
        return bool(FAMILIES[self.family].wrt)


def list_cases():
    for name, family in FAMILIES.items():
        if name in EXACT:
            continue
        for shape in SHAPES[family.form]:
            for element in family.types:
                yield Case(name, shape, "normal", element)
            if family.form != "table":
                yield Case(name, shape, "offset", "f32")


def count_seeds(case):
    return SCALARS if case.family in ("sum", "cross_entropy") else ARRAYS


def make_data(case, seed):
    """Arrays in f64 of numbers that the case's type has, and indices, by name; the gradient of
    the result is made for its shape."""
    rng = np.random.default_rng(seed)
    arrays = {}
    for name, operand in FAMILIES[case.family].operands(case.shape).items():
        if operand.bound() is not None:
            arrays[name] = rng.integers(0, operand.bound(), operand.shape)
            continue
        array = rng.uniform(0.5, 1.5, operand.shape) if operand.kind == "positive" \
            else rng.normal(0, 1, operand.shape)
        if case.data == "offset" and name == "x":
            array += OFFSET
        arrays[name] = ROUND[case.type](array)
    return arrays


def make_seed(case, seed, shape):
    return ROUND[case.type](np.random.default_rng(seed + 1000).normal(0, 1, shape))


def squares(found, exact):
    """The sums of squares of an error, and of the exact values."""
    found, exact = (np.asarray(array, np.float64) for array in (found, exact))
    return np.sum(np.square(found - exact)), np.sum(np.square(exact))


def gather(errors):
    """Of the squares of each data set by name: the root of all errors' over all values', or
    None where one is not finite."""
    roots = {}
    for name in errors[0]:
        error, exact = np.sum([one[name] for one in errors], axis=0)
        roots[name] = float(np.sqrt(error / exact)) if np.isfinite(error) else None
    return roots
