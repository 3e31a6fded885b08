# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recurrent layers, of which the dialect has PyTorch's."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Optional, Sequence

from ..graph import Value
from ._errors import ModelError
from ._ops_shape import cut
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
    h: Value
    c: Optional[Value]
    activations: list[Callable[[Value], Value]]


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
    bias, h0 = c.get(3), _state(c, 5, batch_first)
    c0 = _state(c, 6, batch_first) if op == "LSTM" else None
    peepholes = c.get(7) if op == "LSTM" else None
    activations = _activations(c, directions)
    outputs, last_h, last_c = [], [], []
    for i in range(directions):
        def part(value: Optional[Value]) -> Optional[Value]:
            return None if value is None else _part(c, value, i)

        both = part(bias)
        gates = _GATES[op] * hidden
        start = part(h0) or c.broadcast(c.number(0, x), [batch, hidden])
        cell = (part(c0) or c.broadcast(c.number(0, x), [batch, hidden])) if op == "LSTM" else \
            None
        layer = Layer(part(w), part(r), both and cut(c, both, 0, 0, gates),
                      both and cut(c, both, 0, gates, 2 * gates), part(peepholes), start, cell,
                      [_activation(c, *each) for each in activations[i]])
        backwards = direction == "reverse" or i == 1
        plain = peepholes is None and lengths is None and "clip" not in c.node.attributes and \
            not c.attribute("input_forget", 0) and (
                op != "GRU" or c.attribute("linear_before_reset", 0)) and \
            [each[0] for each in activations[i]] in ([["tanh"], ["relu"]] if op == "RNN" else
                                                     [_ACTIVATIONS[op]])
        run = _whole if plain else _unrolled
        y, h, cell = run(c, layer, x, backwards, lengths, activations[i][0][0])
        outputs.append(y)
        last_h.append(h)
        last_c.append(cell)

    def joined(values: Sequence[Value]) -> Value:
        """[directions, batch, hidden], or with the batch first."""
        return c.op("stack", *values, dim=1 if batch_first else 0) if len(values) > 1 else \
            c.unsqueeze(values[0], 1 if batch_first else 0)

    y = c.op("stack", *outputs, dim=1) if directions > 1 else c.unsqueeze(outputs[0], 1)
    y = c.transpose(y, [2, 0, 1, 3]) if batch_first else y
    results: list[Optional[Value]] = [y, joined(last_h)]
    if op == "LSTM":
        results.append(joined(last_c))
    return results


def _state(c: Context, index: int, batch_first: bool) -> Optional[Value]:
    value = c.get(index)
    return c.transpose(value, [1, 0, 2]) if value is not None and batch_first else value


def _lengths(c: Context, steps: int) -> Optional[Value]:
    """Of the sequences; None if all have all steps."""
    if not c.has(4) or (c.is_known(4) and (c.given[4] == steps).all()):
        return None
    return c[4]


def _whole(c: Context, layer: Layer, x: Value, backwards: bool, lengths: None,
           activation: str) -> tuple[Value, Value, Optional[Value]]:
    """By the dialect's op."""
    op = c.node.op
    x = c.op("flip", x, dims=[0]) if backwards else x
    states = [c.unsqueeze(layer.h, 0)]
    if layer.c is not None:
        states.append(c.unsqueeze(layer.c, 0))
    weights = [layer.w, layer.r] + ([layer.b_w, layer.b_r] if layer.b_w else [])
    name = f"rnn_{activation}" if op == "RNN" else op.lower()
    results = c.op(name, x, *states, *(_gates(c, each, op) for each in weights))
    y = c.op("flip", results[0], dims=[0]) if backwards else results[0]
    last = [c.reshape(each, c.dims(each)[1:]) for each in results[1:]]
    return y, last[0], last[1] if op == "LSTM" else None


def _unrolled(c: Context, layer: Layer, x: Value, backwards: bool, lengths: Optional[Value],
              activation: str) -> tuple[Value, Value, Optional[Value]]:
    """Step by step."""
    step = {"RNN": _rnn_step, "GRU": _gru_step, "LSTM": _lstm_step}[c.node.op]
    steps = c.shape_of(x, 0)
    h, cell = layer.h, layer.c
    outputs: list[Optional[Value]] = [None] * steps
    for t in reversed(range(steps)) if backwards else range(steps):
        new_h, new_cell = step(c, layer, _part(c, x, t), h, cell)
        out = new_h
        if lengths is not None:
            # A sequence that has ended keeps its state, and gives 0.
            runs = c.unsqueeze(c.compare("gt", c.cast(lengths, "i64"), c.number(t, "i64")), 1)
            out = c.op("where", runs, new_h, c.number(0, new_h))
            new_h = c.op("where", runs, new_h, h)
            new_cell = None if new_cell is None else c.op("where", runs, new_cell, cell)
        h, cell, outputs[t] = new_h, new_cell, out
    return c.op("stack", *outputs, dim=0), h, cell


def _sums(c: Context, layer: Layer, x: Value, h: Value) -> tuple[list[Value], list[Value]]:
    """x wᵀ + b_w and h rᵀ + b_r, by gates."""
    hidden, gates = c.shape_of(layer.r, 1), _GATES[c.node.op]

    def gated(value: Value, weight: Value, bias: Optional[Value]) -> list[Value]:
        product = c.op("linear", value, weight, *([bias] if bias else []))
        if gates == 1:
            return [product]
        return list(c.op("split", product, sizes=[hidden] * gates, dim=1))

    return gated(x, layer.w, layer.b_w), gated(h, layer.r, layer.b_r)


def _clip(c: Context, x: Value) -> Value:
    if "clip" not in c.node.attributes:
        return x
    bound = c.attribute("clip")
    return c.op("clamp", x, min=-bound, max=bound)


def _rnn_step(c: Context, layer: Layer, x: Value, h: Value,
              cell: None) -> tuple[Value, None]:
    (a,), (b,) = _sums(c, layer, x, h)
    return layer.activations[0](_clip(c, c.op("add", a, b))), None


def _gru_step(c: Context, layer: Layer, x: Value, h: Value,
              cell: None) -> tuple[Value, None]:
    (z_x, r_x, n_x), (z_h, r_h, n_h) = _sums(c, layer, x, h)
    gate, hidden = layer.activations
    z = gate(_clip(c, c.op("add", z_x, z_h)))
    r = gate(_clip(c, c.op("add", r_x, r_h)))
    if c.attribute("linear_before_reset", 0):
        inner = c.op("mul", r, n_h)
    else:
        size = c.shape_of(layer.r, 1)
        weight = cut(c, layer.r, 0, 2 * size, 3 * size)
        bias = [cut(c, layer.b_r, 0, 2 * size, 3 * size)] if layer.b_r else []
        inner = c.op("linear", c.op("mul", r, h), weight, *bias)
    n = hidden(_clip(c, c.op("add", n_x, inner)))
    kept = c.op("mul", z, h)
    return c.op("add", c.op("mul", c.op("sub", c.number(1, z), z), n), kept), None


def _lstm_step(c: Context, layer: Layer, x: Value, h: Value,
               cell: Value) -> tuple[Value, Value]:
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
    return c.op("mul", o, outer(cell)), cell
