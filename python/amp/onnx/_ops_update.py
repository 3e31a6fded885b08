# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The update rules of ai.onnx.preview.training, as arithmetic."""

from __future__ import annotations

from typing import Sequence

from ..graph import Value
from ._errors import ModelError
from ._writer import Context, writes

TRAINING = "ai.onnx.preview.training"


def _groups(c: Context, parts: int) -> list[list[Value]]:
    """For each tensor: its value, its gradient, and its states."""
    rest = len(c.given) - 2
    if rest < parts or rest % parts:
        raise ModelError(f"has {rest} tensors, which are {parts} for each that is updated")
    count = rest // parts
    return [[c[2 + part * count + i] for part in range(parts)] for i in range(count)]


def _joined(results: Sequence[Sequence[Value]]) -> list[Value]:
    """All new values, then all states of one kind after the other."""
    return [value for kind in zip(*results) for value in kind]


def _linear(c: Context, x: Value, factor: float, y: Value, other: float) -> Value:
    """factor x + other y."""
    return c.op("add", c.op("mul", x, c.number(factor, x)), c.op("mul", y, c.number(other, y)))


def _regularized(c: Context, x: Value, gradient: Value) -> Value:
    return _linear(c, x, c.attribute("norm_coefficient", 0.0), gradient, 1.0)


@writes("Momentum", domain=TRAINING)
def _momentum(c: Context) -> Sequence[Value]:
    rate, step = c[0], c[1]
    alpha, beta = c.attribute("alpha", 0.0), c.attribute("beta", 0.0)
    mode = c.attribute("mode", "standard")
    results = []
    for x, gradient, velocity in _groups(c, 3):
        gradient = _regularized(c, x, gradient)
        # The first gradient counts whole.
        first = c.compare("eq", step, c.number(0, step))
        weight = c.op("where", first, c.number(1.0, x), c.number(beta, x))
        velocity = c.op("add", c.op("mul", velocity, c.number(alpha, x)),
                        c.op("mul", gradient, weight))
        move = velocity if mode == "standard" else _linear(c, gradient, 1.0, velocity, alpha)
        results.append((c.op("sub", x, c.op("mul", rate, move)), velocity))
    return _joined(results)


@writes("Adagrad", domain=TRAINING)
def _adagrad(c: Context) -> Sequence[Value]:
    rate, step = c[0], c[1]
    results = []
    for x, gradient, squares in _groups(c, 3):
        decay = c.op("add", c.op("mul", c.cast(step, x.type.element),
                                 c.number(c.attribute("decay_factor", 0.0), x)),
                     c.number(1.0, x))
        gradient = _regularized(c, x, gradient)
        squares = c.op("add", squares, c.op("square", gradient))
        root = c.op("add", c.op("sqrt", squares), c.number(c.attribute("epsilon", 1e-6), x))
        move = c.op("mul", c.op("div", rate, decay), c.op("div", gradient, root))
        results.append((c.op("sub", x, move), squares))
    return _joined(results)


@writes("Adam", domain=TRAINING)
def _adam(c: Context) -> Sequence[Value]:
    rate, step = c[0], c[1]
    alpha, beta = c.attribute("alpha", 0.9), c.attribute("beta", 0.999)
    results = []
    for x, gradient, mean, square in _groups(c, 4):
        gradient = _regularized(c, x, gradient)
        mean = _linear(c, mean, alpha, gradient, 1 - alpha)
        square = _linear(c, square, beta, c.op("square", gradient), 1 - beta)
        power = c.cast(step, x.type.element)
        one = c.number(1.0, x)
        correction = c.op("div", c.op("sqrt", c.op("sub", one, c.op(
            "pow", c.number(beta, x), power))), c.op("sub", one, c.op(
                "pow", c.number(alpha, x), power)))
        adjusted = c.op("where", c.compare("gt", step, c.number(0, step)),
                        c.op("mul", rate, correction), rate)
        root = c.op("add", c.op("sqrt", square), c.number(c.attribute("epsilon", 1e-6), x))
        moved = c.op("sub", x, c.op("mul", adjusted, c.op("div", mean, root)))
        decay = 1 - c.attribute("norm_coefficient_post", 0.0)
        results.append((c.op("mul", moved, c.number(decay, x)), mean, square))
    return _joined(results)
