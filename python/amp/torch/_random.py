# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Random numbers: of the distributions of PyTorch, drawn by this project's generator."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..graph import Value
from ._lowering import Context, Unsupported, lowers


def _bits(c: Context, shape: tuple[int, ...]) -> Value:
    """32 random bits for each element."""
    state = c.state()
    bits = c.op("random_bits", state, shape=list(shape))
    blocks = -(-math.prod(shape) // 4)
    c.set_state(c.op("add", state, c.constant(np.array([0, blocks], np.int64))))
    return bits


def _uniform(c: Context, shape: tuple[int, ...], element: str) -> Value:
    """In (0, 1): the middles of equal parts, as many as the type tells apart."""
    if None in shape:
        raise Unsupported("random numbers, as many as the batch is large; dropout's are not "
                          "counted")
    wide = "f64" if element == "f64" else "f32"
    # Of signed integers from -2³¹ on. What rounds to 2³¹ would become 1.
    unit = c.op("add", c.op("mul", c.cast(_bits(c, shape), wide),
                            c.constant(2.0 ** -32 * (1 - 2.0 ** -23), wide)),
                c.constant(0.5, wide))
    return c.cast(unit, element)


def _normal(c: Context, shape: tuple[int, ...], element: str) -> Value:
    """By Box and Muller, of two uniform numbers."""
    wide = "f64" if element == "f64" else "f32"
    radius = c.op("sqrt", c.op("mul", c.op("log", _uniform(c, shape, wide)),
                               c.constant(-2.0, wide)))
    angle = c.op("mul", _uniform(c, shape, wide), c.constant(2 * math.pi, wide))
    return c.cast(c.op("mul", radius, c.op("cos", angle)), element)


# A generator that is given is refused, but None is none.
@lowers("rand.default", "rand.generator", "rand_like.default")
def rand(c: Context, size: Any = None, self: Any = None, dtype: Any = None) -> Value:
    return _uniform(c, c.shape, c.element)


@lowers("randn.default", "randn.generator", "randn_like.default")
def randn(c: Context, size: Any = None, self: Any = None, dtype: Any = None) -> Value:
    return _normal(c, c.shape, c.element)


@lowers("normal.Tensor_Tensor", "normal.Tensor_float", "normal.float_Tensor",
        "normal.float_float")
def normal_of(c: Context, mean: Any, std: Any = 1.0, size: Any = None,
              dtype: Any = None) -> Value:
    unit = _normal(c, c.shape, c.element)
    return c.op("add", c.op("mul", unit, c.tensor(std, c.element)), c.tensor(mean, c.element))


@lowers("randint.default", "randint.low", "randint.generator", "randint.low_generator",
        "randint_like.default", "randint_like.low_dtype")
def randint(c: Context, high: int, low: int = 0, size: Any = None, self: Any = None,
            dtype: Any = None) -> Value:
    if high - low > 1 << 23:
        raise Unsupported("random integers of more than 2^23 values")
    unit = _uniform(c, c.shape, "f32")
    number = c.op("floor", c.op("mul", unit, c.constant(high - low, "f32")))
    return c.cast(c.op("add", c.cast(number, "i64"), c.constant(low, "i64")), c.element)


@lowers("randperm.default", "randperm.generator")
def randperm(c: Context, n: int, dtype: Any = None) -> Value:
    """The order of as many random numbers."""
    order = c.op("topk", _uniform(c, c.shape, "f32"), k=n, dim=0)[1]
    return c.cast(order, c.element)


# These fill a tensor in place.

@lowers("uniform.default")
def uniform(c: Context, self: Value, from_: float = 0.0, to: float = 1.0) -> Value:
    unit = _uniform(c, c.shape, c.element)
    return c.op("add", c.op("mul", unit, c.constant(to - from_, c.element)),
                c.constant(from_, c.element))


@lowers("normal.float", "normal_functional.default", "normal.default")
def normal(c: Context, self: Value, mean: float = 0.0, std: float = 1.0) -> Value:
    unit = _normal(c, c.shape, c.element)
    return c.op("add", c.op("mul", unit, c.constant(std, c.element)),
                c.constant(mean, c.element))


@lowers("exponential.default")
def exponential(c: Context, self: Value, lambd: float) -> Value:
    unit = c.op("log", _uniform(c, c.shape, c.element))
    return c.op("div", unit, c.constant(-lambd, c.element))


@lowers("bernoulli.p", "bernoulli.float", "bernoulli.default")
def bernoulli(c: Context, self: Value, p: Any = None) -> Value:
    """Of one probability, what dropout keeps of ones; of a tensor of them, what is above."""
    if p is None:
        below = c.op("compare", _uniform(c, c.shape, "f32"), c.cast(self, "f32"), word="lt")
        return c.cast(below, c.element)
    if p in (0, 1):
        return c.full(c.out.shape, p, c.element)
    kept = c.dropout(c.full(c.out.shape, 1.0, "f32"), 1 - p)
    return c.cast(c.op("compare", kept, c.constant(0.0, "f32"), word="gt"), c.element)
