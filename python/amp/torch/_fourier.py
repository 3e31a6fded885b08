# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Fourier transforms, as products with matrices of cosines and sines. A transform of many points
is several of few, with factors between them. All of it is in f32 under autocast, as in PyTorch."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Optional, Union

import numpy as np
import torch

from ..graph import Value
from ._complex import Parts, in_f32, parts, product_of_parts, stacked
from ._lowering import Complex, Context, Unsupported, known, lowers
from ._networks import conv, conv_transpose
from ._shapes import at, part, permute_to

# Points from which on a transform is split into shorter ones.
_LONG = 256


def _scale(norm: Optional[str], size: int, is_inverse: bool) -> float:
    if norm == "ortho":
        return size ** -0.5
    return 1 / size if is_inverse == (norm in (None, "backward")) else 1.0


def _waves(rows: int, columns: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Cosines and sines of 2 pi j k / size. Products of whole numbers are exact."""
    angles = np.outer(np.arange(rows), np.arange(columns)) % size * (2 * math.pi / size)
    return np.cos(angles), np.sin(angles)


def _resized(c: Context, value: Parts, dim: int, size: int) -> Parts:
    """Cut, or with zeros at its end."""
    def resize(x: Optional[Value]) -> Optional[Value]:
        if x is None or x.type.shape[dim] == size:
            return x
        if x.type.shape[dim] is None:
            raise Unsupported("a transform along a dimension of any size")
        if x.type.shape[dim] > size:
            return part(c, x, dim, 0, size)
        high = [size - x.type.shape[dim] if d == dim else 0 for d in range(x.type.rank)]
        return c.op("constant_pad_nd", x, low=[0] * x.type.rank, high=high, value=0.0)
    return resize(value[0]), resize(value[1])


def _turned(c: Context, value: Parts, dim: int) -> Parts:
    """With a dimension as the last one, or back."""
    order = list(range(value[0].type.rank))
    order[dim], order[-1] = order[-1], order[dim]
    return permute_to(c, value[0], order), \
        None if value[1] is None else permute_to(c, value[1], order)


def _multiplied(c: Context, rows: Value, matrix: np.ndarray) -> Value:
    constant = c.constant(matrix, rows.type.element)
    if rows.type.rank > 1:
        return c.op("matmul", rows, constant)
    return c.op("squeeze", c.op("matmul", c.op("unsqueeze", rows, dim=0), constant), dims=[0])


def _product(c: Context, value: Parts, real: np.ndarray, imaginary: np.ndarray) -> Parts:
    """Of rows with a complex matrix."""
    rank, count = value[0].type.rank, real.shape[1]
    matrix = np.hstack([real, imaginary])
    x = value[0]
    if value[1] is not None:
        matrix = np.vstack([matrix, np.hstack([-imaginary, real])])
        x = c.op("concat", *value, dim=rank - 1)
    both = _multiplied(c, x, matrix)
    return part(c, both, rank - 1, 0, count), part(c, both, rank - 1, count, count)


def _divisor(size: int) -> int:
    return next((number for number in range(math.isqrt(size), 1, -1) if size % number == 0), 1)


def _last(c: Context, value: Parts, sign: int, scale: float, count: int) -> Parts:
    """The first `count` numbers of a transform along the last dimension, whose size is known."""
    rank, size = value[0].type.rank, value[0].type.shape[-1]
    first = _divisor(size)
    if size <= _LONG or first == 1:
        real, imaginary = _waves(size, count, size)
        return _product(c, value, scale * real, scale * sign * imaginary)
    # Of places j = a * second + b and numbers k = d * first + e: over a, turned, over b.
    second = size // first
    shape = list(value[0].type.shape[:-1])
    split = tuple(None if x is None else c.reshape(x, [*shape, first, second]) for x in value)
    over_a = _last(c, _turned(c, split, rank - 1), sign, 1.0, first)
    real, imaginary = _waves(second, first, size)
    turn = (c.constant(real, value[0].type.element),
            c.constant(sign * imaginary, value[0].type.element))
    turned = product_of_parts(c, over_a, turn)
    over_b = _turned(c, _last(c, _turned(c, turned, rank - 1), sign, scale, second), rank - 1)
    flat = tuple(c.reshape(x, [*shape, size]) for x in over_b)
    return _resized(c, flat, rank - 1, count)


def _along(c: Context, value: Parts, dim: int, size: Any, sign: int, norm: Optional[str],
           is_half: bool = False) -> Parts:
    """A transform of `size` numbers, or of all, along a dimension."""
    size = _size(value[0].type.shape[dim] if size is None else size)
    value = _turned(c, _resized(c, value, dim, size), dim)
    count = size // 2 + 1 if is_half else size
    return _turned(c, _last(c, value, sign, _scale(norm, size, sign > 0), count), dim)


def _size(size: Any) -> int:
    if known(size) is None:
        raise Unsupported("a transform along a dimension of any size")
    if known(size) < 1:
        raise Unsupported("a transform of no numbers")
    return known(size)


def _to_real(c: Context, value: Parts, dim: int, size: Any, norm: Optional[str]) -> Value:
    """The real numbers of which these are the first half of the transform."""
    size = _size(2 * (value[0].type.shape[dim] - 1) if size is None else size)
    count = size // 2 + 1
    real, imaginary = _turned(c, _resized(c, value, dim, count), dim)
    element, rank = real.type.element, real.type.rank
    scale = _scale(norm, size, True)
    if size > _LONG and _divisor(size) > 1:
        # The other half is the mirror image.
        def whole(x: Value, sign: int) -> Value:
            rest = part(c, x, rank - 1, 1, size - count)
            rest = c.op("flip", rest, dims=[rank - 1])
            return c.op("concat", x, rest if sign > 0 else c.op("neg", rest), dim=rank - 1)
        if imaginary is not None:
            # What a real transform does not have.
            kept = np.ones(count)
            kept[0] = 0
            if size % 2 == 0:
                kept[-1] = 0
            imaginary = whole(c.op("mul", imaginary, c.constant(kept, element)), -1)
        result = _last(c, (whole(real, 1), imaginary), 1, scale, size)[0]
    else:
        cosines, sines = _waves(count, size, size)
        twice = np.full((count, 1), 2.0)
        twice[0] = 1
        if size % 2 == 0:
            twice[-1] = 1
        matrix, x = scale * twice * cosines, real
        if imaginary is not None:
            matrix = np.vstack([matrix, -scale * twice * sines])
            x = c.op("concat", real, imaginary, dim=rank - 1)
        result = _multiplied(c, x, matrix)
    return _turned(c, (result, None), dim)[0]


def _given(c: Context, value: Any) -> Parts:
    return parts(c, value if isinstance(value, Complex) else c.wide(value))


def _transform(c: Context, self: Any, sizes: Sequence[Any], dims: Sequence[int], sign: int,
               norm: Optional[str], is_half: bool = False) -> Complex:
    def write() -> Parts:
        value = _given(c, self)
        for i, (size, dim) in reversed(list(enumerate(zip(sizes, dims)))):
            value = _along(c, value, dim, size, sign, norm, is_half and i == len(dims) - 1)
        return value
    return stacked(c, *in_f32(c, write))


def _inverse_to_real(c: Context, self: Any, sizes: Sequence[Any], dims: Sequence[int],
                     norm: Optional[str]) -> Value:
    def write() -> Parts:
        value = _given(c, self)
        for size, dim in list(zip(sizes, dims))[:-1]:
            value = _along(c, value, dim, size, 1, norm)
        return _to_real(c, value, dims[-1], sizes[-1], norm), None
    return in_f32(c, write)[0]


def _rank(value: Any) -> int:
    return value.pairs.type.rank - 1 if isinstance(value, Complex) else value.type.rank


def _places(value: Any, sizes: Any, dims: Any) -> tuple[list[Any], list[int]]:
    rank = _rank(value)
    if dims is None:
        dims = range(rank - len(sizes), rank) if sizes is not None else range(rank)
    dims = [at(dim, rank) for dim in (dims if isinstance(dims, (list, tuple, range)) else [dims])]
    sizes = [None] * len(dims) if sizes is None else \
        list(sizes) if isinstance(sizes, (list, tuple)) else [sizes]
    return [None if isinstance(size, int) and size == -1 else size for size in sizes], dims


def _enter(name: str, sign: int, kind: str) -> None:
    def of_one(c: Context, self: Any, n: Any = None, dim: int = -1, norm: Any = None) -> Any:
        return write(c, self, *_places(self, n, dim), norm)

    def of_several(c: Context, self: Any, s: Any = None, dim: Any = None,
                   norm: Any = None) -> Any:
        return write(c, self, *_places(self, s, dim), norm)

    def write(c: Context, self: Any, sizes: list[Any], dims: list[int], norm: Any) -> Any:
        if kind == "to_real":
            return _inverse_to_real(c, self, sizes, dims, norm)
        return _transform(c, self, sizes, dims, sign, norm, kind == "half")
    lowers(f"fft_{name}.default")(of_one)
    lowers(f"fft_{name}2.default", f"fft_{name}n.default")(of_several)


for _name, _sign, _kind in (("fft", -1, "whole"), ("ifft", 1, "whole"), ("rfft", -1, "half"),
                            ("irfft", 1, "to_real")):
    _enter(_name, _sign, _kind)

_OTHER_NORM = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def _mirrored(c: Context, self: Any, sizes: Any, dims: Any, norm: Any) -> Value:
    real, imaginary = parts(c, self)
    conjugate = self if imaginary is None else stacked(c, real, c.op("neg", imaginary))
    return _inverse_to_real(c, conjugate, *_places(self, sizes, dims), _OTHER_NORM[norm])


def _mirror(c: Context, self: Value, sizes: Any, dims: Any, norm: Any) -> Complex:
    real, imaginary = parts(c, _transform(c, self, *_places(self, sizes, dims), -1,
                                          _OTHER_NORM[norm], True))
    return stacked(c, real, c.op("neg", imaginary))


for _name, _write in (("hfft", _mirrored), ("ihfft", _mirror)):
    lowers(f"fft_{_name}.default")(
        lambda c, self, n=None, dim=-1, norm=None, _write=_write: _write(c, self, n, dim, norm))
    lowers(f"fft_{_name}2.default", f"fft_{_name}n.default")(
        lambda c, self, s=None, dim=None, norm=None, _write=_write:
        _write(c, self, s, dim, norm))


# Transforms of windows

def _window(c: Context, window: Optional[Value], length: Optional[int], size: int,
            element: str) -> Union[Value, np.ndarray]:
    """As many numbers as a window has points: what is shorter stands in the middle."""
    length = size if length is None else length
    low = (size - length) // 2
    if window is None:
        return np.pad(np.ones(length), (low, size - length - low))
    return c.op("constant_pad_nd", c.cast(window, element), low=[low],
                high=[size - length - low], value=0.0) if length < size else \
        c.cast(window, element)


def _kernel(c: Context, waves: np.ndarray, window: Union[Value, np.ndarray],
            element: str) -> Value:
    """[channels, 1, points], each times the window."""
    if isinstance(window, Value):
        return c.op("mul", c.constant(waves[:, None], element), window)
    return c.constant((waves * window)[:, None], element)


@lowers("stft.default", "stft.center")
def stft(c: Context, self: Value, n_fft: int, hop_length: Optional[int] = None,
         win_length: Optional[int] = None, window: Any = None, center: bool = False,
         pad_mode: str = "reflect", normalized: bool = False, onesided: Optional[bool] = None,
         return_complex: Optional[bool] = None, align_to_window: Optional[bool] = None) -> Any:
    """A convolution with a window's cosines and sines."""
    if isinstance(self, Complex) or isinstance(window, Complex):
        raise Unsupported("windows of complex numbers")
    if center or align_to_window:
        raise Unsupported("center or align_to_window; torch.stft pads what it is given itself")
    size, hop = known(n_fft), known(hop_length) or known(n_fft) // 4
    count = size if onesided is False else size // 2 + 1
    cosines, sines = _waves(count, size, size)
    waves = np.vstack([cosines, -sines]) * (size ** -0.5 if normalized else 1.0)

    def write() -> Parts:
        x = c.wide(self)
        rank, element = x.type.rank, x.type.element
        kernel = _kernel(c, waves, _window(c, window, win_length, size, element), element)
        x = c.op("unsqueeze", x, dim=rank - 1)
        both = conv(c, x, kernel, None, hop, 0, 1, 1)
        return part(c, both, rank - 1, 0, count), part(c, both, rank - 1, count, count)
    real, imaginary = in_f32(c, write)
    result = stacked(c, real, imaginary)
    return result if c.node.meta["val"].is_complex() else result.pairs


@lowers("istft.default")
def istft(c: Context, self: Complex, n_fft: int, hop_length: Optional[int] = None,
          win_length: Optional[int] = None, window: Any = None, center: bool = True,
          normalized: bool = False, onesided: Optional[bool] = None,
          length: Optional[int] = None, return_complex: bool = False) -> Value:
    """The windows' numbers, added where they overlap, and divided by the windows' squares."""
    if return_complex or isinstance(window, Complex):
        raise Unsupported("complex numbers that a spectrum is of")
    size, hop = known(n_fft), known(hop_length) or known(n_fft) // 4
    if onesided is False:
        raise Unsupported("onesided=False; its first half says all")
    frames = self.pairs.type.shape[-2]
    if frames is None:
        raise Unsupported("windows of any number")
    count = size // 2 + 1
    cosines, sines = _waves(count, size, size)
    twice = np.full((count, 1), 2.0)
    twice[0] = 1
    if size % 2 == 0:
        twice[-1] = 1
    waves = np.vstack([twice * cosines, -twice * sines]) / size * \
        (size ** 0.5 if normalized else 1.0)

    def write() -> Parts:
        both = c.op("concat", *parts(c, self), dim=_rank(self) - 2)
        rank, element = both.type.rank, both.type.element
        shown = _window(c, window, win_length, size, element)
        kernel = _kernel(c, waves, shown, element)
        signal = conv_transpose(c, both, kernel, None, hop, 0, 0, 1, 1)
        signal = c.op("squeeze", signal, dims=[rank - 2])
        squares = c.reshape(c.op("square", shown), [1, 1, size]) if isinstance(shown, Value) \
            else c.constant(np.square(shown)[None, None], element)
        weight = conv_transpose(c, c.constant(np.ones((1, frames)), element), squares, None, hop,
                                0, 0, 1, 1)
        begin = size // 2 if center else 0
        whole = signal.type.shape[-1]
        end = whole - begin if length is None else min(whole, begin + known(length))
        signal = part(c, signal, rank - 2, begin, end - begin)
        weight = part(c, c.reshape(weight, [whole]), 0, begin, end - begin)
        result = c.op("div", signal, weight)
        if length is not None and known(length) > end - begin:
            result = _resized(c, (result, None), rank - 2, known(length))[0]
        return result, None
    return in_f32(c, write)[0]
