# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Complex numbers on their way between real ones, as rotary embeddings have them: pairs of their
parts, of which products, sums and what moves elements is computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..graph import Value
from ._lowering import Complex, Context, Unsupported, lowers
from ._shapes import at, permute_to

# What keeps the order of elements.
_SHAPES = {f"aten.{name}" for name in (
    "view.default", "reshape.default", "unsqueeze.default", "squeeze.default", "squeeze.dim",
    "flatten.using_ints", "contiguous.default", "clone.default", "detach.default", "to.dtype",
    "to.dtype_layout", "to.device", "_to_copy.default", "alias.default", "lift_fresh.default",
    "view_as.default", "reshape_as.default")}


def _stacked(c: Context, real: Value, imaginary: Value) -> Complex:
    rank = max(real.type.rank, imaginary.type.rank)
    return Complex(c.op("concat", c.op("unsqueeze", real, dim=rank),
                        c.op("unsqueeze", imaginary, dim=rank), dim=rank))


def _part(c: Context, value: Complex, place: int) -> Value:
    pairs = value.pairs
    rank = pairs.type.rank
    part = c.op("slice", pairs, offsets=[0] * (rank - 1) + [place], sizes=[
        -1 if size is None else size for size in pairs.type.shape[:-1]] + [1])
    return c.op("squeeze", part, dims=[rank - 1])


@lowers("view_as_complex.default")
def view_as_complex(c: Context, self: Value) -> Complex:
    return Complex(self)


@lowers("complex.default")
def complex_of(c: Context, real: Value, imag: Value) -> Complex:
    return _stacked(c, real, imag)


@lowers("polar.default")
def polar(c: Context, abs: Value, angle: Value) -> Complex:
    return _stacked(c, c.op("mul", abs, c.op("cos", angle)),
                    c.op("mul", abs, c.op("sin", angle)))


@lowers("view_as_real.default")
def view_as_real(c: Context, self: Any) -> Value:
    if not isinstance(self, Complex):
        raise Unsupported(Complex.REASON)
    return self.pairs


@lowers("_conj.default")
def conj(c: Context, self: Value) -> Value:
    """Of a real number, which is its own."""
    return self


@lowers("imag.default")
def imag(c: Context, self: Any) -> Value:
    raise Unsupported(Complex.REASON)


def _product(c: Context, a: Any, b: Any) -> Complex:
    if isinstance(b, Complex) and not isinstance(a, Complex):
        a, b = b, a
    if isinstance(b, Complex):
        (ar, ai), (br, bi) = ([_part(c, value, i) for i in (0, 1)] for value in (a, b))
        return _stacked(c, c.op("sub", c.op("mul", ar, br), c.op("mul", ai, bi)),
                        c.op("add", c.op("mul", ar, bi), c.op("mul", ai, br)))
    element = a.pairs.type.element
    if isinstance(b, Value):
        factor = c.op("unsqueeze", c.cast(b, element), dim=b.type.rank)
    else:
        factor = c.constant(float(b), element)
    return Complex(c.op("mul", a.pairs, factor))


def lower(c: Context, arguments: dict[str, Any], values: Sequence[Complex]) -> Any:
    """An op of which some operands are complex."""
    name, first = str(c.node.target), values[0]
    pairs, rank = first.pairs, first.pairs.type.rank - 1
    if name == "aten.view_as_real.default":
        return pairs
    if name == "aten.mul.Tensor":
        return _product(c, arguments["self"], arguments["other"])
    if name in ("aten.add.Tensor", "aten.sub.Tensor") and len(values) == 2 and \
            arguments.get("alpha", 1) == 1:
        return Complex(c.op(name.split(".")[1], *(value.pairs for value in values)))
    if name in ("aten.real.default", "aten.imag.default", "aten.select.int") and \
            "dim" not in arguments:
        return _part(c, first, int("imag" in name))
    if name in ("aten.conj.default", "aten._conj.default", "aten.conj_physical.default"):
        return _stacked(c, _part(c, first, 0), c.op("neg", _part(c, first, 1)))
    if name == "aten.abs.default":
        return c.op("sqrt", c.op("sum", c.op("square", pairs), dims=[rank]))
    shape = [*c.node.meta["val"].shape, 2]
    if name in _SHAPES and c.node.meta["val"].is_complex():
        return Complex(c.reshape(pairs, shape))
    if name in ("aten.expand.default", "aten.expand_as.default"):
        return Complex(c.broadcast(pairs, shape))
    if name == "aten.transpose.int":
        order = list(range(rank + 1))
        a, b = at(arguments["dim0"], rank), at(arguments["dim1"], rank)
        order[a], order[b] = order[b], order[a]
        return Complex(permute_to(c, pairs, order))
    if name in ("aten.slice.Tensor", "aten.index.Tensor"):
        # On the first dimensions, as of pairs.
        if arguments.get("dim", 0) < 0:
            arguments["dim"] += rank
        from ._lowering import lowerings
        return Complex(c.with_pairs(lowerings[name], {
            key: pairs if value is first else value for key, value in arguments.items()}))
    raise Unsupported(Complex.REASON)
