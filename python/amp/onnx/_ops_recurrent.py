# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recurrent layers, of which the dialect has PyTorch's."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Optional, Sequence

import numpy as np

from ..graph import Value
from ._errors import ModelError
from ._ops_shape import cut, reversed_steps
from ._writer import Context, writes

# Gates per op, and in which order the dialect's ops have those of ONNX: iofc, zrh.
_GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
_ORDERS = {"RNN": [0], "GRU": [1, 0, 2], "LSTM": [0, 2, 3, 1]}
_ACTIVATIONS = {"RNN": ["tanh"], "GRU": ["sigmoid", "tanh"],
                "LSTM": ["sigmoid", "tanh", "tanh"]}


class Layer(NamedTuple):
    """One direction: its weights with gates in ONNX's order, and how they are used."""

    w: Value
    r: Value
    b_w: Optional[Value]
    b_r: Optional[Value]
    peepholes: Optional[Value]
    activations: list[Callable[[Value], Value]]
    # What GRU's new state takes of r and b_r where it is reset before the product.
    r_n: Optional[Value] = None
    b_n: Optional[Value] = None


def _activations(c: Context, directions: int) -> list[list[tuple[str, Optional[float],
                                                                 Optional[float]]]]:
    names = c.attribute("activations")
    default = _ACTIVATIONS[c.node.op]
    names = default * directions if names is None else [name.lower() for name in names]
    if len(names) != len(default) * directions:
        raise ModelError(f"has {len(names)} activations for {directions} direction(s)")
    # Those that take parameters take them in their order.
    alphas, betas = list(c.attribute("activation_alpha", [])), list(
        c.attribute("activation_beta", []))
    with_alpha = {"leakyrelu": 0.01, "thresholdedrelu": 1.0, "elu": 1.0, "hardsigmoid": 0.2,
                  "affine": 1.0, "scaledtanh": 1.0}
    with_beta = {"hardsigmoid": 0.5, "affine": 0.0, "scaledtanh": 1.0}
    result = []
    for name in names:
        alpha = (alphas.pop(0) if alphas else with_alpha[name]) if name in with_alpha else None
        beta = (betas.pop(0) if betas else with_beta[name]) if name in with_beta else None
        result.append((name, alpha, beta))
    n = len(default)
    return [result[i * n:(i + 1) * n] for i in range(directions)]


def _activation(c: Context, name: str, alpha: Optional[float],
                beta: Optional[float]) -> Callable[[Value], Value]:
    def linear(x: Value, factor: float, offset: float) -> Value:
        return c.op("add", c.op("mul", x, c.number(factor, x)), c.number(offset, x))

    table: dict[str, Callable[[Value], Value]] = {
        "tanh": lambda x: c.op("tanh", x), "sigmoid": lambda x: c.op("sigmoid", x),
        "relu": lambda x: c.op("relu", x), "softsign": lambda x: c.op("softsign", x),
        "softplus": lambda x: c.op("neg", c.op("log_sigmoid", c.op("neg", x))),
        "elu": lambda x: c.op("elu", x, alpha=alpha),
        "leakyrelu": lambda x: c.op("leaky_relu", x, negative_slope=alpha),
        "thresholdedrelu": lambda x: c.op("threshold", x, threshold=alpha, value=0.0),
        "hardsigmoid": lambda x: c.op("clamp", linear(x, alpha, beta), min=0.0, max=1.0),
        "affine": lambda x: linear(x, alpha, beta),
        "scaledtanh": lambda x: c.op("mul", c.op("tanh", c.op("mul", x, c.number(beta, x))),
                                     c.number(alpha, x))}
    if name not in table:
        raise ModelError(f"has no activation '{name}'; known are {', '.join(sorted(table))}")
    return table[name]


def _part(c: Context, x: Value, direction: int) -> Value:
    """What of a weight is of one direction."""
    return c.reshape(cut(c, x, 0, direction, direction + 1), c.dims(x)[1:])


def _gates(c: Context, x: Value, op: str) -> Value:
    """In the order of the dialect's op."""
    size = c.shape_of(x, 0) // _GATES[op]
    order = _ORDERS[op]
    if order == list(range(len(order))):
        return x
    parts = c.op("split", x, sizes=[size] * len(order), dim=0)
    return c.op("concat", *(parts[i] for i in order), dim=0)


@writes("RNN", "GRU", "LSTM", numbers=[4])
def _recurrent(c: Context) -> Sequence[Optional[Value]]:
    op = c.node.op
    direction = c.attribute("direction", "forward")
    if direction not in ("forward", "reverse", "bidirectional"):
        raise ModelError(f"has no direction '{direction}'")
    directions = 2 if direction == "bidirectional" else 1
    batch_first = bool(c.attribute("layout", 0))
    x, w, r = c[0], c[1], c[2]
    if x.type.rank != 3 or w.type.rank != 3 or r.type.rank != 3 or \
            c.shape_of(w, 0) != directions:
        raise ModelError(f"takes {x.type} with weights {w.type} and {r.type} in {directions} "
                         "direction(s)")
    if batch_first:
        x = c.transpose(x, [1, 0, 2])
    steps, batch = c.shape_of(x, 0), c.dims(x)[1]
    hidden = c.shape_of(r, 2)
    lengths = _lengths(c, steps)
    bias, peepholes = c.get(3), c.get(7) if op == "LSTM" else None
    states = [_state(c, index, batch_first) or
              c.broadcast(c.number(0, x), [directions, batch, hidden])
              for index in ((5, 6) if op == "LSTM" else (5,))]
    activations = _activations(c, directions)
    layers = []
    for i in range(directions):
        def part(value: Optional[Value]) -> Optional[Value]:
            return None if value is None else _part(c, value, i)

        both = part(bias)
        gates = _GATES[op] * hidden
        layers.append(Layer(
            part(w), part(r), both and cut(c, both, 0, 0, gates),
            both and cut(c, both, 0, gates, 2 * gates), part(peepholes),
            [_activation(c, *each) for each in activations[i]]))
    # What the dialect's ops compute in a step, in each direction.
    names = [[name for name, _, _ in each] for each in activations]
    plain = peepholes is None and "clip" not in c.node.attributes and \
        not c.attribute("input_forget", 0) and \
        (op != "GRU" or c.attribute("linear_before_reset", 0)) and \
        all(each == names[0] for each in names) and \
        names[0] in ([["tanh"], ["relu"]] if op == "RNN" else [_ACTIVATIONS[op]])
    backwards = direction == "reverse"
    if plain:
        y, *last = _whole(c, layers, x, states, backwards, lengths, names[0][0])
    else:
        sides = [_stepwise(c, layer, x, [_part(c, each, i) for each in states],
                           backwards or i == 1, lengths) for i, layer in enumerate(layers)]
        y, *last = (c.op("stack", *values, dim=axis) if directions > 1 else
                    c.unsqueeze(values[0], axis)
                    for values, axis in zip(zip(*sides), (1, 0, 0)))
    if batch_first:
        y, *last = c.transpose(y, [2, 0, 1, 3]), *(c.transpose(each, [1, 0, 2]) for each in last)
    return [y, *last]


def _state(c: Context, index: int, batch_first: bool) -> Optional[Value]:
    value = c.get(index)
    return c.transpose(value, [1, 0, 2]) if value is not None and batch_first else value


def _lengths(c: Context, steps: int) -> Optional[Value]:
    """Of the sequences; None if all have all steps."""
    if not c.has(4) or (c.is_known(4) and (c.given[4] == steps).all()):
        return None
    return c[4]


def _whole(c: Context, layers: Sequence[Layer], x: Value, states: Sequence[Value],
           backwards: bool, lengths: Optional[Value], activation: str) -> list[Value]:
    """All directions by the dialect's op: the hidden states of all steps, and the last ones."""
    op = c.node.op
    if backwards:
        x = _turned(c, x, lengths)
    weights = [_gates(c, each, op) for layer in layers
               for each in (layer.w, layer.r, layer.b_w, layer.b_r) if each is not None]
    name = f"rnn_{activation}" if op == "RNN" else op.lower()
    y, *last = c.op(name, x, *states, *weights, keywords={"lengths": lengths},
                    bidirectional=True if len(layers) > 1 else None)
    if backwards:
        y = _turned(c, y, lengths)
    steps, batch = c.dims(x)[:2]
    y = c.reshape(y, [steps, batch, len(layers), c.shape_of(layers[0].r, 1)])
    return [c.transpose(y, [0, 2, 1, 3]), *last]


def _turned(c: Context, x: Value, lengths: Optional[Value]) -> Value:
    """The steps of each sequence from its last one to its first."""
    return c.op("flip", x, dims=[0]) if lengths is None else reversed_steps(c, x, lengths, 0, 1)


def _stepwise(c: Context, layer: Layer, x: Value, states: Sequence[Value], backwards: bool,
              lengths: Optional[Value]) -> list[Value]:
    """One direction, in a step of our own."""
    step = {"RNN": _rnn_step, "GRU": _gru_step, "LSTM": _lstm_step}[c.node.op]
    valid = []
    if lengths is not None:
        place = c.array(np.arange(c.shape_of(x, 0)).reshape(-1, 1, 1), lengths.type.element)
        valid = [c.compare("lt", place, c.unsqueeze(lengths, 0, 2))]
        # Of what is no step of a sequence nothing is seen, no NaN either.
        x = c.op("where", valid[0], x, c.number(0, x))
    if c.node.op == "GRU" and not c.attribute("linear_before_reset", 0):
        # Two products, with weights of their own.
        size = c.shape_of(layer.r, 1)
        parts = [[value and cut(c, value, 0, *rows) for value in (layer.r, layer.b_r)]
                 for rows in ((0, 2 * size), (2 * size, 3 * size))]
        layer = layer._replace(r=parts[0][0], b_r=parts[0][1], r_n=parts[1][0],
                               b_n=parts[1][1])
    # One product for all steps.
    inputs = c.op("linear", x, layer.w, *([layer.b_w] if layer.b_w else []))
    read = {name: value for name, value in layer._asdict().items()
            if name in ("r", "b_r", "peepholes", "r_n", "b_n") and value is not None}

    def written(before: list[Value], slices: list[Value],
                weights: list[Value]) -> list[Value]:
        after = step(c, layer._replace(**dict(zip(read, weights))), slices[0], *before)
        output = after[0]
        if valid:
            # A sequence that has ended keeps its states, and gives 0.
            output = c.op("where", slices[1], output, c.number(0, output))
            after = [c.op("where", slices[1], *each) for each in zip(after, before)]
        return [*after, output]

    *last, y = c.writer.scan(states, [inputs, *valid], list(read.values()), written, backwards)
    return [y, *last]


def _split(c: Context, value: Value, hidden: int) -> list[Value]:
    """By gates."""
    gates = c.shape_of(value, 1) // hidden
    if gates == 1:
        return [value]
    return list(c.op("split", value, sizes=[hidden] * gates, dim=1))


def _sums(c: Context, layer: Layer, x: Value, h: Value) -> tuple[list[Value], list[Value]]:
    """x wᵀ + b_w, which is given, and h rᵀ + b_r, by gates."""
    product = c.op("linear", h, layer.r, *([layer.b_r] if layer.b_r else []))
    hidden = c.shape_of(layer.r, 1)
    return _split(c, x, hidden), _split(c, product, hidden)


def _clip(c: Context, x: Value) -> Value:
    if "clip" not in c.node.attributes:
        return x
    bound = c.attribute("clip")
    return c.op("clamp", x, min=-bound, max=bound)


def _rnn_step(c: Context, layer: Layer, x: Value, h: Value) -> list[Value]:
    (a,), (b,) = _sums(c, layer, x, h)
    return [layer.activations[0](_clip(c, c.op("add", a, b)))]


def _gru_step(c: Context, layer: Layer, x: Value, h: Value) -> list[Value]:
    (z_x, r_x, n_x), (z_h, r_h, *n_h) = _sums(c, layer, x, h)
    gate, hidden = layer.activations
    z = gate(_clip(c, c.op("add", z_x, z_h)))
    r = gate(_clip(c, c.op("add", r_x, r_h)))
    if n_h:
        inner = c.op("mul", r, n_h[0])
    else:
        inner = c.op("linear", c.op("mul", r, h), layer.r_n,
                     *([layer.b_n] if layer.b_n else []))
    n = hidden(_clip(c, c.op("add", n_x, inner)))
    kept = c.op("mul", z, h)
    return [c.op("add", c.op("mul", c.op("sub", c.number(1, z), z), n), kept)]


def _lstm_step(c: Context, layer: Layer, x: Value, h: Value,
               cell: Value) -> list[Value]:
    left, right = _sums(c, layer, x, h)
    i, o, f, g = (c.op("add", a, b) for a, b in zip(left, right))
    gate, inner, outer = layer.activations
    size = c.shape_of(layer.r, 1)
    peep = c.op("split", layer.peepholes, sizes=[size] * 3, dim=0) if layer.peepholes else None

    def seen(x: Value, index: int, state: Value) -> Value:
        return x if peep is None else c.op("add", x, c.op("mul", peep[index], state))

    i = gate(_clip(c, seen(i, 0, cell)))
    f = c.op("sub", c.number(1, i), i) if c.attribute("input_forget", 0) else \
        gate(_clip(c, seen(f, 2, cell)))
    cell = c.op("add", c.op("mul", f, cell), c.op("mul", i, inner(_clip(c, g))))
    o = gate(_clip(c, seen(o, 1, cell)))
    return [c.op("mul", o, outer(cell)), cell]
