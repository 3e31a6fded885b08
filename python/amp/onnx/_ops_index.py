# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops that choose elements by indices."""

from __future__ import annotations

import math
from typing import Sequence

import numpy as np

from ..graph import Attribute, Value
from ._errors import ModelError
from ._model import FLOATS
from ._ops_shape import cut
from ._sizes import Dim
from ._writer import Context, check_table, known_sizes, writes

# The updates that are written one after another, where they are combined in ways that no op
# has.
MAX_UPDATES = 64


def places(c: Context, index: int, size: Dim) -> Value:
    """Indices of a dimension, of which negative ones count from its end."""
    if c.is_known(index):
        array = c.given[index].astype(np.int64)
        if type(size) is int:
            if array.size and (array.min() < -size or array.max() >= size):
                raise ModelError(f"takes element {array.min()} to {array.max()} of {size}")
            array = np.where(array < 0, array + size, array)
        elif array.size and array.min() < 0:
            raise ModelError("counts from the end of the batch; fix it with --shape")
        return c.array(array)
    value = c.cast(c[index], "i64")
    if type(size) is not int:
        return value
    return c.op("where", c.compare("lt", value, c.number(0, "i64")),
                c.op("add", value, c.number(size, "i64")), value)


@writes("Gather")
def _gather(c: Context) -> Value:
    x = c[0]
    axis = c.axis("axis", 0, x.type.rank)
    dims = c.dims(x)
    if c.is_known(1) and c.given[1].size == 1 and type(dims[axis]) is int:
        place = int(c.given[1].reshape(()))
        place = place + dims[axis] if place < 0 else place
        if not 0 <= place < dims[axis]:
            raise ModelError(f"takes element {place} of {dims[axis]}")
        part = cut(c, x, axis, place, place + 1)
        return c.reshape(part, dims[:axis] + [1] * c.given[1].ndim + dims[axis + 1:])
    index = places(c, 1, dims[axis])
    if axis == 0 and x.type.rank == 2 and x.type.element in FLOATS and \
            c.node.inputs[0] in c.writer.state.variables:
        return c.op("embedding", x, index)
    shape = c.dims(index)
    flat = c.reshape(index, [known_sizes(shape)])
    result = c.op("index_select", x, flat, dim=axis)
    if None in result.type.shape and flat.name in c.writer.batches:
        c.writer.batches[result.name] = c.writer.batches[flat.name]
    return c.reshape(result, dims[:axis] + shape + dims[axis + 1:])


@writes("GatherElements")
def _gather_elements(c: Context) -> Value:
    axis = c.axis("axis", 0, c[0].type.rank)
    return c.op("gather", c[0], places(c, 1, c.dims(c[0])[axis]), dim=axis)


def flat_places(c: Context, indices: Value, sizes: Sequence[int]) -> Value:
    """The place in a tensor of `sizes`, row after row, of each vector of indices."""
    strides = [math.prod(sizes[i + 1:]) for i in range(len(sizes))]
    indices = c.cast(indices, "i64")
    whole = c.op("where", c.compare("lt", indices, c.number(0, "i64")),
                 c.op("add", indices, c.array(np.asarray(sizes, np.int64))), indices)
    weighted = c.op("mul", whole, c.array(np.asarray(strides, np.int64)))
    return c.op("sum", weighted, dims=[indices.type.rank - 1])


@writes("GatherND")
def _gather_nd(c: Context) -> Value:
    x, indices = c[0], c[1]
    shared = c.attribute("batch_dims", 0)
    depth = indices.type.shape[-1]
    sizes = c.shape(x)
    if depth is None or not 0 <= shared <= min(len(sizes), indices.type.rank - 1) or \
            shared + depth > len(sizes):
        raise ModelError(f"takes {indices.type} as places in {x.type}")
    index_dims = c.dims(indices)[:-1]
    chosen, rest = sizes[shared:shared + depth], sizes[shared + depth:]
    flat = flat_places(c, indices, chosen)
    if shared:
        count = math.prod(sizes[:shared])
        check_table(count)
        starts = np.arange(count, dtype=np.int64).reshape(
            sizes[:shared] + [1] * (indices.type.rank - 1 - shared)) * math.prod(chosen)
        flat = c.op("add", flat, c.array(starts))
    rows = c.reshape(x, [math.prod(sizes[:shared + depth]), *rest])
    result = c.op("index_select", rows, c.reshape(flat, [known_sizes(index_dims)]), dim=0)
    return c.reshape(result, [*index_dims, *rest])


@writes("ScatterElements", "Scatter")
def _scatter_elements(c: Context) -> Value:
    x, updates = c[0], c[2]
    axis = c.axis("axis", 0, x.type.rank)
    index = places(c, 1, c.dims(x)[axis])
    form = c.attribute("reduction", "none")
    if form == "add":
        return c.op("scatter_add", x, index, updates, dim=axis)
    if form == "none":
        return written(c, x, index, updates, axis)
    # One after another along the dimension: within a slice no place is met twice.
    size = index.type.shape[axis]
    if size is None or size > MAX_UPDATES:
        raise ModelError(f"combines more than {MAX_UPDATES} updates by {form}")
    name = combination(form)
    for i in range(size):
        at, update = cut(c, index, axis, i, i + 1), cut(c, updates, axis, i, i + 1)
        x = written(c, x, at, c.op(name, c.op("gather", x, at, dim=axis), update), axis)
    return x


def combination(form: str) -> str:
    names = {"mul": "mul", "max": "maximum", "min": "minimum"}
    if form not in names:
        raise ModelError(f"has no reduction '{form}'; known are none, add, {', '.join(names)}")
    return names[form]


def written(c: Context, x: Value, index: Value, updates: Value, axis: int) -> Value:
    """x with updates in their places, each of which is written once."""
    count = c.op("scatter_add", c.cast(c.op("zeros_like", x), "f32"), index,
                 c.cast(c.op("ones_like", updates), "f32"), dim=axis)
    is_bool = x.type.element == "i1"
    source = c.cast(updates, "f32") if is_bool else updates
    empty = c.op("zeros_like", c.cast(x, "f32") if is_bool else x)
    values = c.op("scatter_add", empty, index, source, dim=axis)
    if is_bool:
        values = c.compare("ne", values, c.number(0, "f32"))
    return c.op("where", c.compare("gt", count, c.number(0, "f32")), values, x)


@writes("ScatterND")
def _scatter_nd(c: Context) -> Value:
    x, indices, updates = c[0], c[1], c[2]
    sizes = c.shape(x)
    depth = indices.type.shape[-1]
    if depth is None or depth > len(sizes):
        raise ModelError(f"takes {indices.type} as places in {x.type}")
    rest = sizes[depth:]
    count = known_sizes(c.shape(indices)[:-1])
    flat = c.reshape(flat_places(c, indices, sizes[:depth]), [count])
    rows = c.reshape(x, [math.prod(sizes[:depth]), *rest])
    values = c.reshape(updates, [count, *rest])
    form = c.attribute("reduction", "none")
    if form in ("none", "add"):
        rows = c.op("index_put", rows, flat, values, accumulate=form == "add")
        return c.reshape(rows, sizes)
    if count > MAX_UPDATES:
        raise ModelError(f"combines more than {MAX_UPDATES} updates by {form}")
    name = combination(form)
    for i in range(count):
        at, update = cut(c, flat, 0, i, i + 1), cut(c, values, 0, i, i + 1)
        both = c.op(name, c.op("index_select", rows, at, dim=0), update)
        rows = c.op("index_put", rows, at, both, accumulate=False)
    return c.reshape(rows, sizes)


@writes("TensorScatter", numbers=[2])
def _tensor_scatter(c: Context) -> Value:
    x, update = c[0], c[1]
    axis = c.axis("axis", -2, x.type.rank)
    sizes, count = c.shape(x), c.shape(update)[axis]
    starts = c.ints(2, "the places") or [0] * sizes[0]
    check_table(len(starts), count)
    steps = np.asarray(starts, np.int64)[:, None] + np.arange(count)
    if c.attribute("mode", "linear") == "circular":
        steps %= sizes[axis]
    elif steps.size and (steps.min() < 0 or steps.max() >= sizes[axis]):
        raise ModelError(f"writes at {steps.max()} of {sizes[axis]}")
    shape = [1] * len(sizes)
    shape[0], shape[axis] = len(starts), count
    index = c.op("broadcast_to", c.array(steps.reshape(shape)), shape=c.shape(update))
    return written(c, x, index, update, axis)


@writes("OneHot", numbers=[1])
def _one_hot(c: Context) -> Value:
    depth = int(c.known(1, "the depth").reshape(-1)[0])
    indices = c[0]
    index = c.cast(indices, "i64")
    index = c.op("where", c.compare("lt", index, c.number(0, "i64")),
                 c.op("add", index, c.number(depth, "i64")), index)
    hot = c.op("one_hot", index, classes=depth, dtype=Attribute("f32"))
    values = c[2]
    off, on = (c.reshape(cut(c, values, 0, i, i + 1), []) for i in range(2))
    result = c.op("where", c.compare("ne", hot, c.number(0, "f32")), on, off)
    rank = result.type.rank
    axis = c.axis("axis", -1, rank)
    order = list(range(rank - 1))
    order.insert(axis, rank - 1)
    return c.transpose(result, order)


@writes("TopK", numbers=[1])
def _top_k(c: Context) -> tuple[Value, Value]:
    x = c[0]
    axis = c.axis("axis", -1, x.type.rank)
    k = int(c.known(1, "k").reshape(-1)[0]) if c.has(1) else c.attribute("k", 0)
    values, indices = c.op("topk", x, k=k, dim=axis,
                           largest=bool(c.attribute("largest", 1)), sorted=True)
    return values, indices
