# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Elements and rows that are chosen by indices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Optional

import numpy as np

from ..graph import Value
from ._lowering import Context, Unsupported, known, lowers, refuses
from ._shapes import at, permute_to


def _counted(c: Context, index: Value, size: Any) -> Value:
    """Indices as i64, from 0: negative ones count from the end."""
    index = c.cast(index, "i64")
    below = c.op("compare", index, c.constant(0, "i64"), word="lt")
    return c.op("where", below, c.op("add", index, c.tensor(size, "i64")), index)


def _product(shape: Sequence[Optional[int]]) -> Optional[int]:
    return None if None in shape else math.prod(shape)


def _linear(c: Context, value: Value, meta: Any, indices: Sequence[Optional[Value]]
            ) -> tuple[list[int], Value, Value, bool]:
    """Several indices as one. The order of dimensions that has the indexed ones first; the
    value in it, with these as one; the index; whether they are neighbours."""
    dims = [dim for dim, index in enumerate(indices) if index is not None]
    rest = [dim for dim in range(value.type.rank) if dim not in dims]
    order = dims + rest
    moved = permute_to(c, value, order)
    sizes = [value.type.shape[dim] for dim in dims]
    rows = c.reshape(moved, [_product(sizes), *(value.type.shape[dim] for dim in rest)]) \
        if len(dims) > 1 else moved
    index = None
    for dim in dims:
        step = _counted(c, indices[dim], meta.shape[dim])
        if index is None:
            index = step
        else:
            index = c.op("add", c.op("mul", index, c.tensor(meta.shape[dim], "i64")), step)
    return order, rows, index, dims == list(range(dims[0], dims[-1] + 1))


@lowers("index.Tensor", "_unsafe_index.Tensor")
def index(c: Context, self: Value, indices: Sequence[Optional[Value]]) -> Value:
    given = [index for index in indices if index is not None]
    if not given:
        return self
    if any(index.type.element in ("i1", "ui8") for index in given):
        raise Unsupported("elements where a mask is true: how many depends on data; "
                          "torch.where keeps the shape")
    _, rows, places, together = _linear(c, self, c.node.args[0].meta["val"], indices)
    flat = c.reshape(places, (_product(places.type.shape),)) if places.type.rank != 1 \
        else places
    chosen = c.op("index_select", rows, flat, dim=0)
    shape = list(places.type.shape) + list(rows.type.shape[1:])
    chosen = c.reshape(chosen, shape)
    first = next(dim for dim, index in enumerate(indices) if index is not None)
    if not together or first == 0:
        return c.reshape(chosen, c.out.shape)
    # The dimensions of the indices stand where the indexed ones were.
    width = places.type.rank
    back = [*range(width, width + first), *range(width),
            *range(width + first, chosen.type.rank)]
    return permute_to(c, chosen, back)


@lowers("index_put.default", "_unsafe_index_put.default")
def index_put(c: Context, self: Value, indices: Sequence[Optional[Value]], values: Value,
              accumulate: bool) -> Value:
    given = [index for index in indices if index is not None]
    values = c.cast(values, self.type.element)
    if any(index.type.element == "i1" for index in given):
        if len(given) > 1 or values.type.rank > 0 and values.type.shape != (1,):
            raise Unsupported("values, one for each place where a mask is true: how many "
                              "depends on data; torch.where keeps the shape")
        first = next(dim for dim, index in enumerate(indices) if index is not None)
        mask = given[0]
        behind = self.type.rank - first - mask.type.rank
        mask = c.reshape(mask, [*mask.type.shape, *[1] * behind])
        number = c.reshape(values, ())
        if accumulate:
            number = c.op("add", self, number)
        return c.op("where", mask, number, self)
    order, rows, places, together = _linear(c, self, c.node.args[0].meta["val"], indices)
    first = next(dim for dim, index in enumerate(indices) if index is not None)
    if together and first > 0:
        # Values have the dimensions of the indices behind those before them.
        shape = [*self.type.shape[:first], *places.type.shape,
                 *self.type.shape[first + len(given):]]
        values = c.broadcast(values, shape)
        width = places.type.rank
        values = permute_to(c, values, [*range(first, first + width), *range(first),
                                        *range(first + width, len(shape))])
    put = c.op("index_put", rows, places, values, accumulate=True if accumulate else None)
    put = c.reshape(put, [self.type.shape[dim] for dim in order])
    return permute_to(c, put, np.argsort(order).tolist())


@lowers("index_select.default")
def index_select(c: Context, self: Value, dim: int, index: Value) -> Value:
    if self.type.rank == 0:
        return self
    if index.type.rank == 0:
        index = c.reshape(index, (1,))
    return c.op("index_select", self, c.cast(index, "i64"), dim=at(dim, self.type.rank))


def _by_rows(c: Context, name: str, self: Value, dim: int, index: Value, source: Value,
             **attributes: Any) -> Value:
    """An op on the first dimension, on another."""
    rank = self.type.rank
    if rank == 0:
        self, source, rank = c.reshape(self, (1,)), c.reshape(source, (1,)), 1
        return c.reshape(_by_rows(c, name, self, 0, index, source, **attributes), ())
    index = c.cast(index, "i64")
    if index.type.rank == 0:
        index = c.reshape(index, (1,))
    if source.type.rank == 0:
        source = c.reshape(source, (1,))
    dim = at(dim, rank)
    order = [dim, *(d for d in range(rank) if d != dim)]
    result = c.op(name, permute_to(c, self, order), index, permute_to(c, source, order),
                  **attributes)
    return permute_to(c, result, np.argsort(order).tolist())


@lowers("index_add.default")
def index_add(c: Context, self: Value, dim: int, index: Value, source: Value,
              alpha: Any) -> Value:
    if alpha != 1:
        source = c.op("mul", source, c.tensor(alpha, source.type.element))
    return _by_rows(c, "index_put", self, dim, index, source, accumulate=True)


@lowers("index_copy.default")
def index_copy(c: Context, self: Value, dim: int, index: Value, source: Value) -> Value:
    return _by_rows(c, "index_put", self, dim, index, source)


@lowers("index_fill.int_Scalar", "index_fill.int_Tensor")
def index_fill(c: Context, self: Value, dim: int, index: Value, value: Any) -> Value:
    rank = max(1, self.type.rank)
    x = c.reshape(self, (1,)) if self.type.rank == 0 else self
    dim = at(dim, rank)
    size = x.type.shape[dim]
    if size is None:
        raise Unsupported("rows of the batch are filled")
    chosen = c.op("any", c.op("compare", c.reshape(c.cast(index, "i64"), (None, 1))
                              if index.type.rank else c.reshape(c.cast(index, "i64"), (1, 1)),
                              c.constant(np.arange(size)[None, :]), word="eq"), dims=[0])
    mask = c.reshape(chosen, [size if d == dim else 1 for d in range(rank)])
    return c.reshape(c.op("where", mask, c.tensor(value, self.type.element), x), c.out.shape)


def _ranked(c: Context, *values: Value) -> list[Value]:
    return [c.reshape(value, (1,)) if value.type.rank == 0 else value for value in values]


@lowers("gather.default")
def gather(c: Context, self: Value, dim: int, index: Value) -> Value:
    x, i = _ranked(c, self, c.cast(index, "i64"))
    return c.reshape(c.op("gather", x, i, dim=at(dim, x.type.rank)), c.out.shape)


@lowers("take_along_dim.default")
def take_along_dim(c: Context, self: Value, indices: Value, dim: Optional[int]) -> Value:
    if dim is None:
        self = c.reshape(self, (_product(self.type.shape),))
        indices = c.reshape(indices, (_product(indices.type.shape),))
        return c.op("gather", self, c.cast(indices, "i64"), dim=0)
    dim = at(dim, self.type.rank)
    shape = list(c.out.shape)
    wide = c.broadcast(self, [self.type.shape[dim] if d == dim else shape[d]
                              for d in range(self.type.rank)])
    return c.op("gather", wide, c.cast(c.broadcast(indices, shape), "i64"), dim=dim)


@lowers("take.default")
def take(c: Context, self: Value, index: Value) -> Value:
    flat = c.reshape(self, (_product(self.type.shape),))
    meta = c.node.args[0].meta["val"]
    places = _counted(c, index, meta.numel())
    places = c.reshape(places, (_product(places.type.shape),))
    return c.reshape(c.op("index_select", flat, places, dim=0), c.out.shape)


@lowers("scatter_add.default")
def scatter_add(c: Context, self: Value, dim: int, index: Value, src: Value) -> Value:
    x, i, s = _ranked(c, self, c.cast(index, "i64"), src)
    return c.reshape(c.op("scatter_add", x, i, s, dim=at(dim, x.type.rank)), c.out.shape)


@lowers("scatter_reduce.two")
def scatter_reduce(c: Context, self: Value, dim: int, index: Value, src: Value, reduce: str,
                   include_self: bool) -> Value:
    if reduce not in ("sum", "mean") or not include_self:
        raise Unsupported("of reductions by index there are scatter_add and index_put; the mean "
                          "and the sum include what is there")
    total = scatter_add(c, self, dim, index, src)
    if reduce == "sum":
        return total
    x, i = _ranked(c, self, c.cast(index, "i64"))
    counts = c.op("scatter_add", c.full(c.out.shape or (1,), 1, c.element), i,
                  c.full(c.node.args[2].meta["val"].shape or (1,), 1, c.element),
                  dim=at(dim, x.type.rank))
    return c.op("div", total, c.reshape(counts, c.out.shape))


@lowers("scatter.src", "scatter.value")
def scatter(c: Context, self: Value, dim: int, index: Value, src: Optional[Value] = None,
            value: Any = None) -> Value:
    """Of several values at one place, which PyTorch leaves open, their sum."""
    x, i = _ranked(c, self, c.cast(index, "i64"))
    dim = at(dim, x.type.rank)
    meta = c.node.args[2].meta["val"]
    counts = c.op("scatter_add", c.full(c.out.shape or (1,), 0.0, "f32"), i,
                  c.full(meta.shape or (1,), 1.0, "f32"), dim=dim)
    written = c.op("compare", counts, c.constant(0.0, "f32"), word="gt")
    if src is None:
        new = c.tensor(value, x.type.element)
    else:
        new = c.op("scatter_add", c.full(c.out.shape or (1,), 0, x.type.element), i,
                   *_ranked(c, src), dim=dim)
    return c.reshape(c.op("where", written, new, x), c.out.shape)


@lowers("one_hot.default")
def one_hot(c: Context, self: Value, num_classes: int) -> Value:
    if known(num_classes) is None or num_classes < 0:
        raise Unsupported("classes are not counted in data; say num_classes")
    wide = c.op("unsqueeze", c.cast(self, "i64"), dim=self.type.rank)
    return c.cast(c.op("compare", wide, c.constant(np.arange(num_classes)), word="eq"), "i64")


@lowers("embedding.default")
def embedding(c: Context, weight: Value, indices: Value, padding_idx: Any = -1,
              scale_grad_by_freq: bool = False, sparse: bool = False) -> Value:
    """A gradient is dense in any case."""
    if scale_grad_by_freq:
        raise Unsupported("gradients divided by how often a row is used")
    return c.op("embedding", weight, c.cast(indices, "i64"),
                padding_idx=padding_idx if padding_idx >= 0 else None)


@lowers("masked_scatter.default")
def masked_scatter(c: Context, self: Value, mask: Value, source: Value) -> Value:
    raise Unsupported("values, one for each place where a mask is true")


@lowers("isin.Tensor_Tensor", "isin.Scalar_Tensor", "isin.Tensor_Scalar")
def isin(c: Context, elements: Any = None, test_elements: Any = None, element: Any = None,
         test_element: Any = None, assume_unique: bool = False, invert: bool = False) -> Value:
    x = elements if elements is not None else element
    y = test_elements if test_elements is not None else test_element
    type_ = x.type.element if isinstance(x, Value) else y.type.element
    x, y = c.tensor(x, type_), c.tensor(y, type_)
    flat = c.reshape(y, [1] * x.type.rank + [_product(y.type.shape)])
    found = c.op("any", c.op("compare", c.op("unsqueeze", x, dim=x.type.rank), flat,
                             word="eq"), dims=[x.type.rank])
    return c.op("logical_not", found) if invert else found


refuses("of reductions by index there are scatter_add and index_put", "scatter_reduce",
        "index_reduce", "segment_reduce", "scatter")
refuses("how many elements there are depends on data", "masked_scatter", "put")
