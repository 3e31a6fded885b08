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
import torch

from ..graph import Value
from ._elementwise import is_float
from ._lowering import Context, Masked, Unsupported, known, lowers, reasons
from ._masked import choose, places as places_of, put as put_chosen, put_by_index
from ._masked import scatter as put_rows
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
        if len(given) > 1 or indices[0] is None or given[0].type.element != "i1":
            raise Unsupported(Masked.REASON)
        return choose(c, self, given[0], c.node.args[0].meta["val"].shape)
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
    if any(isinstance(index, Masked) for index in given):
        return put_by_index(c, self, indices, values, accumulate)
    if isinstance(values, Masked):
        if len(given) > 1 or indices[0] is None or accumulate:
            raise Unsupported(Masked.REASON)
        return put_chosen(c, self, given[0], values)
    values = c.cast(values, self.type.element)
    if any(index.type.element == "i1" for index in given):
        if len(given) > 1:
            raise Unsupported(Masked.REASON)
        first = next(dim for dim, index in enumerate(indices) if index is not None)
        mask = given[0]
        behind = self.type.rank - first - mask.type.rank
        count = values.type.shape[-1 - behind] if values.type.rank > behind else 1
        if count != 1:
            # One row for each place, which are as many as there are rows.
            if accumulate:
                raise Unsupported(f"values that are added, one for each of {Masked.REASON}")
            shape = [*self.type.shape[:first], count, *self.type.shape[self.type.rank - behind:]]
            return put_rows(c, self, mask, c.broadcast(values, shape), first)
        # One row for all.
        if values.type.rank > behind:
            place = values.type.rank - behind - 1
            values = c.reshape(values, [*values.type.shape[:place], *[1] * mask.type.rank,
                                        *values.type.shape[place + 1:]])
        if accumulate:
            values = c.op("add", self, values)
        return c.op("where", c.reshape(mask, [*mask.type.shape, *[1] * behind]), values, self)
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


@lowers("masked_scatter.default")
def masked_scatter(c: Context, self: Value, mask: Value, source: Value) -> Value:
    shape = c.out.shape
    flat = c.reshape(source, (_product(source.type.shape),))
    return put_rows(c, c.broadcast(self, shape), c.broadcast(mask, shape), flat)


@lowers("masked_select.default")
def masked_select(c: Context, self: Value, mask: Value) -> Masked:
    shape = torch.broadcast_shapes(*(node.meta["val"].shape for node in c.node.args))
    return choose(c, c.broadcast(self, shape), c.broadcast(mask, shape), shape)


def _is_true(c: Context, value: Value) -> Value:
    return value if value.type.element == "i1" else \
        c.op("compare", value, c.constant(0, value.type.element), word="ne")


@lowers("where.default", "nonzero_numpy.default")
def nonzero_numpy(c: Context, self: Any = None, condition: Any = None) -> list[Masked]:
    value = condition if self is None else self
    return places_of(c, _is_true(c, value), c.node.args[0].meta["val"].shape)


@lowers("nonzero.default", "argwhere.default")
def nonzero(c: Context, self: Value) -> Masked:
    found = places_of(c, _is_true(c, self), c.node.args[0].meta["val"].shape)
    if not found:
        raise Unsupported(Masked.REASON)
    columns = [c.op("unsqueeze", index.rows, dim=1) for index in found]
    return Masked(columns[0] if len(columns) == 1 else c.op("concat", *columns, dim=1),
                  found[0].mask, found[0].source, found[0].count)


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


@lowers("put.default")
def put(c: Context, self: Value, index: Value, source: Value, accumulate: bool) -> Value:
    flat = c.reshape(self, (_product(self.type.shape),))
    places, values = (c.reshape(item, (_product(item.type.shape),)) for item in (index, source))
    result = c.op("index_put", flat, c.cast(places, "i64"), values,
                  accumulate=True if accumulate else None)
    return c.reshape(result, c.out.shape)


@lowers("scatter_add.default")
def scatter_add(c: Context, self: Value, dim: int, index: Value, src: Value) -> Value:
    x, i, s = _ranked(c, self, c.cast(index, "i64"), src)
    return c.reshape(c.op("scatter_add", x, i, s, dim=at(dim, x.type.rank)), c.out.shape)


@lowers("scatter_reduce.two")
def scatter_reduce(c: Context, self: Value, dim: int, index: Value, src: Value, reduce: str,
                   include_self: bool) -> Value:
    x, i, s = _ranked(c, self, c.cast(index, "i64"), src)
    shape = c.node.args[2].meta["val"].shape or (1,)
    return _ByPlace(c, x, i, shape, at(dim, x.type.rank), include_self).reduce(s, reduce)


@lowers("index_reduce.default")
def index_reduce(c: Context, self: Value, dim: int, index: Value, source: Value, reduce: str,
                 include_self: bool = True) -> Value:
    x, i, s = _ranked(c, self, c.cast(index, "i64"), source)
    dim = at(dim, x.type.rank)
    shape = c.node.args[3].meta["val"].shape or (1,)
    i = c.reshape(i, [*[1] * dim, *i.type.shape, *[1] * (x.type.rank - dim - 1)])
    return _ByPlace(c, x, c.broadcast(i, shape), shape, dim, include_self).reduce(s, reduce)


class _ByPlace:
    """Reductions of elements by the place in `dim` of x that `index`, which is of `shape`,
    names, with what is there if that is included."""

    def __init__(self, c: Context, x: Value, index: Value, shape: Sequence[Any], dim: int,
                 include_self: bool) -> None:
        self.c, self.x, self.index, self.shape, self.dim = c, x, index, shape, dim
        self.include_self = include_self
        self.element = x.type.element

    def number(self, value: float) -> Value:
        return self.c.constant(value, self.element)

    def like_x(self, value: float) -> Value:
        return self.c.full(self.c.out.shape or (1,), value, self.element)

    def add(self, first: Value, terms: Value) -> Value:
        return self.c.op("scatter_add", first, self.index, terms, dim=self.dim)

    def count(self, first: float) -> Value:
        return self.add(self.like_x(first), self.c.full(self.shape, 1, self.element))

    def reduce(self, source: Value, how: str) -> Value:
        c, x = self.c, self.x
        if how == "prod":
            raise Unsupported(reasons["aten.index_reduce.prod"])
        if None in (self.index.type.shape[self.dim], x.type.shape[self.dim]):
            raise Unsupported("a reduction by index over the batch")
        if 0 in self.index.type.shape:
            return c.reshape(x, c.out.shape)
        source = c.cast(source, self.element)
        if source.type.shape != self.index.type.shape:
            source = c.op("slice", source, offsets=[0] * source.type.rank,
                          sizes=[-1 if size is None else size
                                 for size in self.index.type.shape])
        counts = self.count(1 if self.include_self else 0)
        there = c.op("compare", counts, self.number(0), word="gt")
        if how in ("sum", "mean"):
            result = self.add(x if self.include_self else self.like_x(0), source)
            if how == "mean":
                result = c.op("div" if is_float(x) else "floor_divide", result,
                              c.op("where", there, counts, self.number(1)))
            result = c.op("where", there, result, x)
        else:
            result = self._largest(source, how == "amax", there)
        return c.reshape(result, c.out.shape)

    def _find(self, source: Value) -> Value:
        """The largest of each place, of several the last: elements are put in order, and the
        last one of a place stays. Where there is none, the least number."""
        c, dim, shape = self.c, self.dim, self.index.type.shape
        size, count = self.x.type.shape[dim], shape[dim]
        order = c.op("topk", source, k=count, dim=dim, largest=False)[1]
        split = [_product(shape[:dim]), count, _product(shape[dim + 1:])]
        places = c.reshape(c.op("gather", self.index, order, dim=dim), split)
        last = c.op("last_at", places, size=size)
        place = c.op("read_at", c.reshape(order, split),
                     c.op("maximum", last, c.constant(0, "i64")))
        least = -math.inf if is_float(source) else torch.iinfo(c.out.dtype).min
        found = c.op("where", c.op("compare", last, c.constant(0, "i64"), word="ge"),
                     c.op("read_at", c.reshape(source, split), place), self.number(least))
        found = c.reshape(found, [size if d == dim else n for d, n in enumerate(shape)])
        # In other dimensions there may be more of x than indices.
        for d, (have, want) in enumerate(zip(found.type.shape, self.x.type.shape)):
            if have != want:
                rest = [want - have if i == d else n for i, n in enumerate(found.type.shape)]
                found = c.op("concat", found, c.full(rest, 0, self.element), dim=d)
        return found

    def _largest(self, source: Value, largest: bool, there: Value) -> Value:
        c, x = self.c, self.x
        y, s = (c.op("detach", item) if is_float(item) else item for item in (x, source))
        if not largest:  # A NaN counts as the largest in any case.
            y, s = (c.op("neg", item) for item in (y, s))
        found = self._find(s)
        if self.include_self:
            reached = c.op("compare", self.count(0), self.number(0), word="gt")
            found = c.op("where", reached, c.op("maximum", found, y), y)
        found = c.op("where", there, found, y)
        if not largest:
            found = c.op("neg", found)
        return self._shared(found, source, there) if is_float(x) else found

    def _shared(self, found: Value, source: Value, there: Value) -> Value:
        """What was found, of which equal ones share the gradient, as in PyTorch."""
        c = self.c

        def share(value: Value, best: Value) -> tuple[Value, Value]:
            """Which elements are the one that was found, and 0 with their gradient."""
            taken = c.op("logical_and", c.op("compare", value, best, word="eq"),
                         c.op("isfinite", value))
            if value is self.x and not self.include_self:
                taken = c.op("logical_and", taken, c.op("logical_not", there))
            zero = c.op("sub", value, c.op("detach", value))
            return (c.cast(taken, self.element),
                    c.op("where", taken, zero, self.number(0)))

        ones, own = share(self.x, found)
        others, terms = share(source, c.op("gather", found, self.index, dim=self.dim))
        number = c.op("maximum", self.add(ones, others), self.number(1))
        return c.op("add", found, c.op("div", self.add(own, terms), number))


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
