# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images in other sizes, and transforms that are products with known matrices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple, Optional, Sequence

import numpy as np

from ..graph import Value
from ._errors import ModelError
from ._model import FLOATS
from ._ops_shape import cut
from ._sizes import Size, same
from ._writer import Context, check_table, normal_axis, writes


class Axis(NamedTuple):
    """One dimension that is resized."""

    size: int
    result: int
    scale: float
    start: float
    end: float


def _places(axis: Axis, mode: str) -> np.ndarray:
    """Where each element of the result lies in the input."""
    check_table(axis.result)
    i = np.arange(axis.result, dtype=np.float64)
    if mode == "half_pixel":
        return (i + 0.5) / axis.scale - 0.5
    if mode == "pytorch_half_pixel":
        return (i + 0.5) / axis.scale - 0.5 if axis.result > 1 else 0 * i
    if mode == "half_pixel_symmetric":
        adjustment = axis.result / (axis.scale * axis.size)
        return axis.size / 2 * (1 - adjustment) + (i + 0.5) / axis.scale - 0.5
    if mode == "align_corners":
        # Of the size before it was rounded down.
        return i * (axis.size - 1) / (axis.scale * axis.size - 1) if axis.result > 1 else 0 * i
    if mode == "asymmetric":
        return i / axis.scale
    if mode == "tf_crop_and_resize":
        if axis.result > 1:
            return axis.start * (axis.size - 1) + i * (axis.end - axis.start) * \
                (axis.size - 1) / (axis.result - 1)
        return 0 * i + 0.5 * (axis.start + axis.end) * (axis.size - 1)
    raise ModelError(f"has no coordinate_transformation_mode '{mode}'")


def _nearest(places: np.ndarray, mode: str, size: int) -> np.ndarray:
    forms: dict[str, Callable[[np.ndarray], np.ndarray]] = {
        "round_prefer_floor": lambda x: np.ceil(x - 0.5),
        "round_prefer_ceil": lambda x: np.floor(x + 0.5), "floor": np.floor, "ceil": np.ceil}
    if mode not in forms:
        raise ModelError(f"has no nearest_mode '{mode}'; known are {', '.join(forms)}")
    return np.clip(forms[mode](places), 0, size - 1).astype(np.int64)


def _cubic(distance: np.ndarray, a: float) -> np.ndarray:
    """Keys' filter."""
    x = np.abs(distance)
    near = (a + 2) * x ** 3 - (a + 3) * x ** 2 + 1
    far = a * x ** 3 - 5 * a * x ** 2 + 8 * a * x - 4 * a
    return np.where(x <= 1, near, np.where(x < 2, far, 0))


def _matrix(places: np.ndarray, axis: Axis, radius: int, a: Optional[float], antialias: bool,
            exclude: bool) -> np.ndarray:
    """The weight of each element of the input in each of the result: [result, size]."""
    stretch = min(axis.scale, 1.0) if antialias else 1.0
    reach = math.ceil(radius / stretch) + 1
    check_table(axis.result, max(2 * reach + 1, axis.size))
    taps = np.floor(places)[:, None] + np.arange(-reach, reach + 1)
    distance = (taps - places[:, None]) * stretch
    weight = np.maximum(0, 1 - np.abs(distance)) if a is None else _cubic(distance, a)
    if antialias:
        weight /= weight.sum(1, keepdims=True)
    if exclude:
        weight = np.where((taps >= 0) & (taps < axis.size), weight, 0)
        weight /= weight.sum(1, keepdims=True)
    # Beyond the edges the outermost elements continue.
    where = np.clip(taps, 0, axis.size - 1).astype(np.int64)
    matrix = np.zeros((axis.result, axis.size))
    np.add.at(matrix, (np.arange(axis.result)[:, None], where), weight)
    return matrix


def along(c: Context, x: Value, matrix: np.ndarray, dim: int) -> Value:
    """The product of a matrix and one dimension."""
    rank = x.type.rank
    letters = "abcdefghijklmnopq"[:rank]
    result = letters.replace(letters[dim], "z")
    return c.op("einsum", x, c.array(matrix, x.type.element),
                equation=f"{letters},z{letters[dim]}->{result}")


@writes("Resize", numbers=[1, 2, 3])
def _resize(c: Context) -> Value:
    x = c[0]
    rank = x.type.rank
    if c.node.version < 11:
        roi, scales, sizes = None, c.known(1, "the scales"), None
        transform, form = "asymmetric", "floor"
    else:
        roi, scales, sizes = (c.known(i, what) if c.has(i) and c.known(i, what).size else None
                              for i, what in ((1, "the region"), (2, "the scales"),
                                              (3, "the sizes")))
        transform = c.attribute("coordinate_transformation_mode", "half_pixel")
        form = c.attribute("nearest_mode", "round_prefer_floor")
    axes = [normal_axis(axis, rank) for axis in c.attribute("axes", list(range(rank)))]
    if (scales is None) == (sizes is None):
        raise ModelError("takes either scales or sizes")
    given = (scales if scales is not None else sizes).reshape(-1)
    if len(given) != len(axes):
        raise ModelError(f"has {len(given)} scales or sizes for {len(axes)} dimensions")
    factors, results = _factors(c, x, axes, scales, sizes)
    mode = c.attribute("mode", "nearest")
    a = c.attribute("cubic_coeff_a", -0.75) if mode == "cubic" else None
    if mode not in ("nearest", "linear", "cubic"):
        raise ModelError(f"has no mode '{mode}'; known are nearest, linear and cubic")
    element = x.type.element
    y = x if element in FLOATS or mode == "nearest" else c.cast(x, "f32")
    outside = []
    for i, axis in enumerate(axes):
        size = x.type.shape[axis]
        region = transform == "tf_crop_and_resize"
        if size is None or (factors[i] == 1 and results[i] == size and not region):
            if size is None and (factors[i] != 1):
                raise ModelError("resizes the batch; fix it with --shape")
            continue
        start, end = (float(roi[i]), float(roi[i + len(axes)])) if region else (0.0, 1.0)
        each = Axis(size, results[i], factors[i], start, end)
        places = _places(each, transform)
        if mode == "nearest":
            y = c.op("index_select", y, c.array(_nearest(places, form, size)), dim=axis)
        else:
            y = along(c, y, _matrix(places, each, 2 if mode == "cubic" else 1, a,
                                    bool(c.attribute("antialias", 0)),
                                    bool(c.attribute("exclude_outside", 0))), axis)
        if region:
            outside.append((axis, (places < 0) | (places > size - 1)))
    for axis, mask in outside:
        shape = [1] * rank
        shape[axis] = len(mask)
        value = c.number(c.attribute("extrapolation_value", 0.0), y)
        y = c.op("where", c.array(mask.reshape(shape)), value, y)
    return c.cast(y, element)


def _factors(c: Context, x: Value, axes: Sequence[int], scales: Optional[np.ndarray],
             sizes: Optional[np.ndarray]) -> tuple[list[float], list[int]]:
    """The scale and the size of each dimension of the result."""
    if scales is not None:
        factors = [float(each) for each in scales.reshape(-1)]
        if min(factors) <= 0:
            raise ModelError(f"has scales of {factors}")
        return factors, [-1 if x.type.shape[axis] is None else
                         math.floor(x.type.shape[axis] * factor)
                         for axis, factor in zip(axes, factors)]
    wanted = list(sizes.reshape(-1))
    own = [c.dims(x)[axis] for axis in axes]
    factors, results = [], []
    for size, each in zip(own, wanted):
        if isinstance(size, Size) or isinstance(each, Size):
            if not same(size, each):
                raise ModelError("resizes the batch; fix it with --shape")
            factors.append(1.0)
            results.append(-1)
        else:
            factors.append(int(each) / size)
            results.append(int(each))
    policy = c.attribute("keep_aspect_ratio_policy", "stretch")
    if policy != "stretch":
        factor = {"not_larger": min, "not_smaller": max}[policy](factors)
        factors = [factor] * len(factors)
        results = [math.floor(factor * size + 0.5) for size in own]
    return factors, results


@writes("Upsample", numbers=[1])
def _upsample(c: Context) -> Value:
    x = c[0]
    scales = c.known(1, "the scales").reshape(-1) if c.has(1) else np.asarray(
        c.attribute("scales", []))
    if len(scales) != x.type.rank:
        raise ModelError(f"has {len(scales)} scales for {x.type}")
    for axis, scale in enumerate(map(float, scales)):
        if scale == 1:
            continue
        size = c.shape_of(x, axis)
        each = Axis(size, math.floor(size * scale), scale, 0.0, 1.0)
        places = _places(each, "asymmetric")
        if c.attribute("mode", "nearest") == "nearest":
            x = c.op("index_select", x, c.array(_nearest(places, "floor", size)), dim=axis)
        else:
            x = along(c, x, _matrix(places, each, 1, None, False, False), axis)
    return x


@writes("GridSample")
def _grid_sample(c: Context) -> Value:
    names = {"bilinear": "bilinear", "linear": "bilinear", "nearest": "nearest",
             "bicubic": "bicubic", "cubic": "bicubic"}
    mode = c.attribute("mode", "linear" if c.node.version >= 20 else "bilinear")
    if mode not in names:
        raise ModelError(f"has no mode '{mode}'")
    return c.op("grid_sampler", c[0], c[1], interpolation_mode=names[mode],
                padding_mode=c.attribute("padding_mode", "zeros"),
                align_corners=bool(c.attribute("align_corners", 0)))


@writes("AffineGrid", numbers=[1])
def _affine_grid(c: Context) -> Value:
    theta = c[0]
    sizes = c.ints(1, "the size")
    spatial = sizes[2:]
    n = len(spatial)
    if n not in (2, 3) or theta.type.rank != 3:
        raise ModelError(f"takes {theta.type} for sizes of {sizes}")
    check_table(*spatial, n + 1)
    lines = []
    for size in spatial:
        if c.attribute("align_corners", 0):
            lines.append(np.linspace(-1, 1, size) if size > 1 else np.full(1, -1.0))
        else:
            lines.append((np.arange(size) + 0.5) * 2 / size - 1)
    # x, along the last dimension, comes first.
    grid = [each.reshape(-1) for each in np.meshgrid(*lines, indexing="ij")][::-1]
    points = np.stack([*grid, np.ones_like(grid[0])], axis=1)
    y = c.op("einsum", theta, c.array(points, theta.type.element), equation="nij,pj->npi")
    return c.reshape(y, [c.dims(y)[0], *spatial, n])


@writes("DFT", numbers=[1, 2])
def _dft(c: Context) -> Value:
    """As a product with the matrix of cosines and sines."""
    x = c[0]
    rank = x.type.rank
    if c.node.version < 20:
        axis = c.attribute("axis", 1)
    else:
        axis = int(c.known(2, "the axis").reshape(())) if c.has(2) else -2
    axis = normal_axis(axis, rank)
    size, parts = c.shape_of(x, axis), c.shape_of(x, rank - 1)
    if axis == rank - 1 or parts not in (1, 2):
        raise ModelError(f"takes {x.type} along dimension {axis}")
    length = int(c.known(1, "the length").reshape(())) if c.has(1) else None
    inverse, onesided = bool(c.attribute("inverse", 0)), bool(c.attribute("onesided", 0))
    full = inverse and onesided
    length = (2 * (size - 1) if full else size) if length is None else length
    if length < 1:
        raise ModelError(f"has a length of {length}")
    used = min(size, length // 2 + 1 if full else length)
    x = cut(c, x, axis, 0, used)
    count = length // 2 + 1 if onesided and not inverse else length
    check_table(count, used)
    angle = (2 if inverse else -2) * np.pi * (np.outer(np.arange(count), np.arange(used)) %
                                              length) / length
    cosine, sine = np.cos(angle), np.sin(angle)
    if full:
        # The other half is conjugated.
        twice = np.full(used, 2.0)
        twice[0] = 1.0
        if length % 2 == 0 and used == length // 2 + 1:
            twice[-1] = 1.0
        cosine, sine = cosine * twice, sine * twice
    if inverse:
        cosine, sine = cosine / length, sine / length
    real = cut(c, x, rank - 1, 0, 1)
    a, b = along(c, real, cosine, axis), along(c, real, sine, axis)
    if parts == 2:
        imaginary = cut(c, x, rank - 1, 1, 2)
        a = c.op("sub", a, along(c, imaginary, sine, axis))
        b = c.op("add", b, along(c, imaginary, cosine, axis))
    return a if full else c.op("concat", a, b, dim=rank - 1)
