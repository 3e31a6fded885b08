# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops that move elements, and what tells or takes shapes."""

from __future__ import annotations

from typing import Optional, Sequence

import numpy as np

from ..graph import Value
from . import _fold
from ._errors import ModelError
from ._model import element_of
from ._sizes import Dim, Size, same
from ._writer import (DTYPES, Context, Given, check_table, known_sizes, normal_axis,
                      writes)


@writes("Shape")
def _shape(c: Context) -> np.ndarray:
    return _fold.shape_slice(c.node, c.dims(c[0]))


@writes("Size")
def _size(c: Context) -> np.ndarray:
    return _fold.simplify(np.asarray(known_sizes(c.dims(c[0])), object))


@writes("Identity")
def _identity(c: Context) -> Optional[Given]:
    return c.given[0]


@writes("ConstantOfShape", numbers=[0])
def _constant_of_shape(c: Context) -> Value:
    value = c.attribute("value", np.zeros(1, np.float32)).reshape(())
    return c.broadcast(c.array(value), c.dims_of(0, "the shape"))


@writes("Reshape", numbers=[1])
def _reshape(c: Context) -> Value:
    x = c[0]
    own = c.dims(x)
    shape = c.dims_of(1, "the shape")
    if not c.attribute("allowzero", 0):
        shape = [own[i] if type(each) is int and each == 0 else each
                 for i, each in enumerate(shape)]
    if sum(type(each) is int and each == -1 for each in shape) > 1:
        raise ModelError(f"a shape of {shape} has -1 twice")
    if -1 in [each for each in shape if type(each) is int]:
        rest = known_sizes([each for each in shape if not (type(each) is int and each == -1)])
        if type(rest) is int and rest == 0:
            raise ModelError(f"a shape of {shape} leaves -1 open")
        missing = known_sizes(own) // rest
        shape = [missing if type(each) is int and each == -1 else each for each in shape]
    if any(type(each) is int and each < 0 for each in shape):
        raise ModelError(f"a shape of {shape} has negative sizes")
    return c.reshape(x, shape)


@writes("Flatten")
def _flatten(c: Context) -> Value:
    dims = c.dims(c[0])
    axis = c.attribute("axis", 1)
    axis = axis + len(dims) if axis < 0 else axis
    return c.reshape(c[0], [known_sizes(dims[:axis]), known_sizes(dims[axis:])])


@writes("Squeeze", numbers=[1])
def _squeeze(c: Context) -> Value:
    x = c[0]
    axes = c.ints(1, "axes")
    if axes is None:
        axes = [i for i, size in enumerate(c.dims(x)) if type(size) is int and size == 1]
    axes = [normal_axis(axis, x.type.rank) for axis in axes]
    if any(x.type.shape[axis] != 1 for axis in axes):
        raise ModelError(f"drops sizes that are not 1: {axes} of {x.type}")
    return c.reshape(x, [size for i, size in enumerate(c.dims(x)) if i not in axes])


@writes("Unsqueeze", numbers=[1])
def _unsqueeze(c: Context) -> Value:
    axes = c.ints(1, "axes")
    if axes is None or len(set(axes)) < len(axes):
        raise ModelError(f"has the axes {axes}")
    return c.unsqueeze(c[0], *axes)


@writes("Transpose")
def _transpose(c: Context) -> Value:
    return c.transpose(c[0], c.attribute("perm", list(range(c[0].type.rank))[::-1]))


@writes("Concat")
def _concat(c: Context) -> Value:
    values = c.all
    rank = values[0].type.rank
    axis = c.axis("axis", 0, rank)
    # Nothing is added by what is empty.
    full = [value for value in values if value.type.shape[axis] != 0] or values[:1]
    if len(full) == 1:
        return full[0]
    result = c.op("concat", *full, dim=axis)
    if axis == 0 and result.type.shape[0] is None:
        c.writer.batches[result.name] = sum(c.dims(value)[0] for value in full)
    return result


@writes("Split", numbers=[1])
def _split(c: Context) -> list[Value]:
    x = c[0]
    axis = c.axis("axis", 0, x.type.rank)
    sizes = c.ints(1, "split")
    if sizes is None:
        if x.type.shape[axis] is None:
            raise ModelError("splits the batch; fix it with --shape")
        sizes = _fold.split_sizes(c.node, x.type.shape[axis], c.attribute("num_outputs"))
    parts = c.op("split", x, sizes=sizes, dim=axis)
    return [parts] if len(sizes) == 1 else list(parts)


def cut(c: Context, x: Value, axis: int, start: int, end: int, step: int = 1) -> Value:
    """A slice of one dimension, as NumPy's."""
    size = x.type.shape[axis]
    rank = x.type.rank
    offsets, sizes, strides = [0] * rank, [-1] * rank, [1] * rank
    if size is None:
        # What is there of the batch: all but some samples at its begin.
        if start < 0 or step < 0 or end < 1 << 31:
            raise ModelError("takes samples of the batch; fix it with --shape")
        if start == 0 and step == 1:
            return x
        raise ModelError("takes samples of the batch; fix it with --shape")
    first, count = _fold.slice_range(size, start, end, step)
    if (first, count, step) == (0, size, 1):
        return x
    if step < 0:
        x = c.op("flip", x, dims=[axis])
        first, step = size - 1 - first, -step
    offsets[axis], sizes[axis], strides[axis] = (first if count else 0), count, step
    return c.op("slice", x, offsets=offsets, sizes=sizes,
                strides=strides if step != 1 else None)


@writes("Slice", numbers=[1, 2, 3, 4])
def _slice(c: Context) -> Value:
    x = c[0]
    rank = x.type.rank
    bounds = []
    for i, name in ((1, "starts"), (2, "ends")):
        found = c.dims_of(i, name) if c.has(i) else c.attribute(name)
        if found is None:
            raise ModelError(f"lacks {name}")
        bounds.append(found)
    starts, ends = bounds
    axes = c.ints(3, "axes")
    axes = list(range(len(starts))) if axes is None else axes
    steps = c.ints(4, "steps") or [1] * len(starts)
    if not len(starts) == len(ends) == len(axes) == len(steps):
        raise ModelError(f"has {len(starts)} starts, {len(ends)} ends, {len(axes)} axes and "
                         f"{len(steps)} steps")
    for start, end, axis, step in zip(starts, ends, axes, steps):
        axis = normal_axis(axis, rank)
        size = c.dims(x)[axis] if x.type.shape[axis] is None else x.type.shape[axis]
        if isinstance(end, Size) or isinstance(start, Size):
            # Up to the end of the batch.
            if isinstance(size, Size) and not isinstance(start, Size) and start == 0 and \
                    end >= size:
                continue
            raise ModelError(f"cuts {start!r} to {end!r} of {size!r}; fix the batch with "
                             "--shape")
        x = cut(c, x, axis, start, end, step)
    return x


@writes("Expand", numbers=[1])
def _expand(c: Context) -> Value:
    x = c[0]
    own, shape = c.dims(x), c.dims_of(1, "the shape")
    rank = max(len(own), len(shape))
    own = [1] * (rank - len(own)) + own
    shape = [1] * (rank - len(shape)) + shape
    target: list[Dim] = []
    for mine, size in zip(own, shape):
        if type(size) is int and size < 0:
            raise ModelError(f"has a shape of {shape}")
        target.append(mine if same(size, 1) else size)
    return c.broadcast(x, target)


@writes("Tile", numbers=[1])
def _tile(c: Context) -> Value:
    x = c[0]
    repeats = c.dims_of(1, "the repeats")
    if len(repeats) != x.type.rank:
        raise ModelError(f"repeats {x.type} {repeats} times")
    if any(isinstance(each, Size) for each in repeats):
        own = c.dims(x)
        if any(type(size) is not int or size != 1 for size, each in zip(own, repeats)
               if isinstance(each, Size)):
            raise ModelError("repeats what is larger than 1 for each sample; fix the batch with "
                             "--shape")
        return c.broadcast(x, [size * each for size, each in zip(own, repeats)])
    return c.op("tile", x, repeats=[int(each) for each in repeats])


@writes("Pad", numbers=[1, 3])
def _pad(c: Context) -> Value:
    x = c[0]
    rank = x.type.rank
    pads = c.ints(1, "pads")
    if pads is None:
        raise ModelError("lacks pads")
    axes = c.ints(3, "axes") if c.node.version >= 18 else None
    axes = list(range(rank)) if axes is None else [normal_axis(axis, rank) for axis in axes]
    if len(pads) != 2 * len(axes):
        raise ModelError(f"has {len(pads)} pads for {len(axes)} dimensions")
    low, high = [0] * rank, [0] * rank
    for i, axis in enumerate(axes):
        low[axis], high[axis] = pads[i], pads[i + len(axes)]
    mode = c.attribute("mode", "constant")
    if mode == "constant":
        if c.has(2) and not c.is_known(2):
            inside = c.op("constant_pad_nd", c.array(np.broadcast_to(np.True_, c.shape(x))),
                          low=low, high=high)
            return c.op("where", inside, c.op("constant_pad_nd", x, low=low, high=high),
                        c.reshape(c[2], []))
        value = c.given[2].reshape(-1)[0].item() if c.has(2) and c.given[2].size else \
            c.attribute("value", 0.0)
        return pad_constant(c, x, low, high, float(value))
    names = {"reflect": "reflect", "edge": "edge", "wrap": "wrap"}
    if mode not in names:
        raise ModelError(f"has no mode '{mode}'; known are constant, reflect, edge and wrap")
    spatial = range(2, rank)
    if mode != "wrap" and 3 <= rank <= 5 and min(low + high) >= 0 and x.type.element != "i1" \
            and not any(low[:2] + high[:2]) and all(
                max(low[i], high[i]) < (x.type.shape[i] or 0) for i in spatial):
        return c.op("reflection_pad" if mode == "reflect" else "replication_pad", x,
                    low=low[2:], high=high[2:])
    # What lies at each place.
    for axis in range(rank):
        if low[axis] or high[axis]:
            size = x.type.shape[axis]
            if size is None:
                raise ModelError("pads the batch; fix it with --shape")
            check_table(size + max(low[axis], 0) + max(high[axis], 0))
            places = np.pad(np.arange(size), (max(low[axis], 0), max(high[axis], 0)),
                            mode=names[mode])
            places = places[max(-low[axis], 0):len(places) - max(-high[axis], 0)]
            x = c.op("index_select", x, c.array(places.astype(np.int64)), dim=axis)
    return x


def pad_constant(c: Context, x: Value, low: Sequence[int], high: Sequence[int],
                 value: float = 0.0) -> Value:
    """With elements of one value around."""
    if not any(low) and not any(high):
        return x
    return c.op("constant_pad_nd", x, low=list(low), high=list(high), value=value or None)


@writes("DepthToSpace")
def _depth_to_space(c: Context) -> Value:
    x, block = c[0], c.attribute("blocksize", 0)
    if x.type.rank != 4 or block < 1:
        raise ModelError(f"takes images, found {x.type}, with blocks of {block}")
    if c.attribute("mode", "DCR") == "CRD":
        return c.op("pixel_shuffle", x, factor=block)
    n, depth, height, width = c.dims(x)
    if depth % (block * block):
        raise ModelError(f"has {depth} channels for blocks of {block}")
    x = c.reshape(x, [n, block, block, depth // (block * block), height, width])
    x = c.transpose(x, [0, 3, 4, 1, 5, 2])
    return c.reshape(x, [n, depth // (block * block), height * block, width * block])


@writes("SpaceToDepth")
def _space_to_depth(c: Context) -> Value:
    x, block = c[0], c.attribute("blocksize", 0)
    if x.type.rank != 4 or block < 1:
        raise ModelError(f"takes images, found {x.type}, with blocks of {block}")
    if c.attribute("mode", "DCR") == "CRD":
        return c.op("pixel_unshuffle", x, factor=block)
    n, depth, height, width = c.dims(x)
    x = c.reshape(x, [n, depth, height // block, block, width // block, block])
    x = c.transpose(x, [0, 3, 5, 1, 2, 4])
    return c.reshape(x, [n, depth * block * block, height // block, width // block])


@writes("Trilu", numbers=[1])
def _trilu(c: Context) -> Value:
    x = c[0]
    rows, columns = c.shape_of(x, -2), c.shape_of(x, -1)
    k = int(c.known(1, "k").reshape(())) if c.has(1) else 0
    k = max(min(k, columns + rows), -columns - rows)
    check_table(rows, columns)
    ones = np.ones((rows, columns), bool)
    mask = np.triu(ones, k) if c.attribute("upper", 1) else np.tril(ones, k)
    return c.op("where", c.array(mask), x, c.number(0, x))


@writes("EyeLike")
def _eye_like(c: Context) -> np.ndarray:
    element = element_of(c.attribute("dtype"), "the matrix") if "dtype" in c.node.attributes \
        else c[0].type.element
    rows, columns = c.shape(c[0])
    check_table(rows, columns)
    return np.eye(rows, columns, c.attribute("k", 0)).astype(DTYPES[element])


@writes("Range", numbers=[0, 1, 2])
def _range(c: Context) -> None:
    for i, name in enumerate(("the start", "the limit", "the step")):
        c.known(i, name)
    raise ModelError("makes more than 2^24 elements")


@writes("NonZero", numbers=[0])
def _non_zero(c: Context) -> None:
    c.known(0, "what is tested")
    raise ModelError(f"tests more than {_fold.MAX_FOLDED} elements")


@writes("ReverseSequence", numbers=[1])
def _reverse_sequence(c: Context) -> Value:
    time, batch = c.attribute("time_axis", 0), c.attribute("batch_axis", 1)
    if {time, batch} != {0, 1} or c[0].type.rank < 2:
        raise ModelError("has no time and batch as its first two dimensions")
    return reversed_steps(c, c[0], c[1], time, batch)


def reversed_steps(c: Context, x: Value, lengths: Value, time: int, batch: int) -> Value:
    """The first elements along `time`, as many as `lengths` says, in the other order."""
    steps = c.shape_of(x, time)
    check_table(steps)
    lengths = c.unsqueeze(c.cast(lengths, "i64"), *(
        axis for axis in range(x.type.rank) if axis != batch))
    place = c.array(np.arange(steps).reshape(
        [-1 if axis == time else 1 for axis in range(x.type.rank)]))
    last = c.op("sub", lengths, c.number(1, "i64"))
    order = c.op("where", c.compare("lt", place, lengths), c.op("sub", last, place), place)
    return c.op("gather", x, c.broadcast(order, c.dims(x)), dim=time)


@writes("Compress", numbers=[1])
def _compress(c: Context) -> Value:
    x = c[0]
    condition = c.known(1, "the condition")
    if "axis" not in c.node.attributes:
        x, axis = c.reshape(x, [known_sizes(c.dims(x))]), 0
    else:
        axis = c.axis("axis", 0, x.type.rank)
    places = np.flatnonzero(condition).astype(np.int64)
    return c.op("index_select", x, c.array(places), dim=axis)
