# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Ops that move elements, and tensors that are made of nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Optional

import numpy as np
import torch

from ..graph import Value
from ._elementwise import convert
from ._lowering import Context, Unsupported, inverses, inverts, known, lowers


def at(dim: int, rank: int) -> int:
    return dim + rank if dim < 0 else dim


def permute_to(c: Context, value: Value, order: Sequence[int]) -> Value:
    return value if list(order) == list(range(len(order))) else \
        c.op("transpose", value, permutation=list(order))


# Shapes

def to_out_shape(c: Context, self: Value) -> Value:
    return c.reshape(self, c.out.shape)


for _name in ("view.default", "reshape.default", "_unsafe_view.default",
              "flatten.using_ints", "unflatten.int", "squeeze.default", "squeeze.dim",
              "squeeze.dims", "view_as.default", "reshape_as.default", "ravel.default",
              "atleast_1d.default", "atleast_2d.default", "atleast_3d.default",
              "_reshape_alias.default", "squeeze_copy.default", "view_copy.default"):
    def _reshape(c: Context, self: Value, shape: Any = None, size: Any = None,
                 start_dim: int = 0, end_dim: int = 0, dim: Any = None, sizes: Any = None,
                 other: Any = None, stride: Any = None) -> Value:
        return to_out_shape(c, self)
    lowers(_name)(_reshape)
    if not _name.endswith("_copy.default"):
        inverts(_name)(lambda c, value, **arguments:
                       c.reshape(value, arguments["self"].type.shape))


@lowers("unsqueeze.default", "unsqueeze_copy.default")
def unsqueeze(c: Context, self: Value, dim: int) -> Value:
    return c.op("unsqueeze", self, dim=at(dim, self.type.rank + 1))


@inverts("unsqueeze.default")
def _unsqueeze_back(c: Context, value: Value, self: Value, dim: int) -> Value:
    return c.op("squeeze", value, dims=[at(dim, value.type.rank)])


def _order(c: Context, rank: int, arguments: dict[str, Any]) -> list[int]:
    """The permutation of an op that permutes dimensions."""
    order = list(range(rank))
    if rank < 2:
        return order
    if "dims" in arguments:
        return [at(dim, rank) for dim in arguments["dims"]]
    if "source" in arguments:
        source = np.atleast_1d(arguments["source"]).tolist()
        target = np.atleast_1d(arguments["destination"]).tolist()
        source = [at(dim, rank) for dim in source]
        rest = [dim for dim in order if dim not in source]
        for dim, place in sorted(zip(source, [at(dim, rank) for dim in target]),
                                 key=lambda pair: pair[1]):
            rest.insert(place, dim)
        return rest
    names = [name for name in ("dim0", "dim1", "axis0", "axis1") if name in arguments]
    if names:
        a, b = (at(arguments[name], rank) for name in names)
    elif "numpy_T" in str(c.node.target):
        return order[::-1]
    else:
        a, b = rank - 2, rank - 1
    order[a], order[b] = order[b], order[a]
    return order


_PERMUTING = ("permute.default", "transpose.int", "t.default", "numpy_T.default",
              "mT.default", "mH.default", "adjoint.default", "matrix_H.default", "movedim.int",
              "movedim.intlist", "moveaxis.int", "moveaxis.intlist", "swapaxes.default",
              "swapdims.default", "permute_copy.default", "transpose_copy.int",
              "t_copy.default")


@lowers(*_PERMUTING)
def permute(c: Context, self: Value, **arguments: Any) -> Value:
    return permute_to(c, self, _order(c, self.type.rank, arguments))


@inverts(*_PERMUTING)
def _permute_back(c: Context, value: Value, self: Value, **arguments: Any) -> Value:
    order = _order(c, self.type.rank, arguments)
    return permute_to(c, value, np.argsort(order).tolist())


@lowers("expand.default", "expand_as.default", "broadcast_to.default", "expand_copy.default")
def expand(c: Context, self: Value, size: Any = None, other: Any = None) -> Value:
    return c.broadcast(self, c.out.shape)


@lowers("repeat.default", "tile.default")
def repeat(c: Context, self: Value, repeats: Any = None, dims: Any = None) -> Value:
    repeats = list(repeats if repeats is not None else dims)
    rank = max(self.type.rank, len(repeats))
    repeats = [1] * (rank - len(repeats)) + repeats
    self = c.reshape(self, [1] * (rank - self.type.rank) + list(self.type.shape))
    if any(known(count) is None for count in repeats):
        # A dimension of size 1 is repeated by broadcasting.
        if any(known(count) is None and size != 1
               for count, size in zip(repeats, self.type.shape)):
            raise Unsupported("repeats as often as the batch is large")
        return c.broadcast(self, c.out.shape)
    if all(count == 1 for count in repeats):
        return self
    return c.op("tile", self, repeats=repeats)


@lowers("repeat_interleave.self_int")
def repeat_interleave(c: Context, self: Value, repeats: int, dim: Optional[int],
                      output_size: Any) -> Value:
    if dim is None:
        self, dim = c.reshape(self, (None if None in self.type.shape else
                                     math.prod(self.type.shape),)), 0
    dim = at(dim, self.type.rank)
    if known(repeats) is None:
        raise Unsupported("repeats as often as the batch is large")
    wide = c.op("unsqueeze", self, dim=dim + 1)
    counts = [1] * wide.type.rank
    counts[dim + 1] = repeats
    wide = c.op("tile", wide, repeats=counts)
    return c.reshape(wide, c.out.shape)


@lowers("flip.default")
def flip(c: Context, self: Value, dims: Sequence[int]) -> Value:
    return c.op("flip", self, dims=[at(dim, self.type.rank) for dim in dims])


lowers("fliplr.default")(lambda c, self: c.op("flip", self, dims=[1]))
lowers("flipud.default")(lambda c, self: c.op("flip", self, dims=[0]))


@lowers("rot90.default")
def rot90(c: Context, self: Value, k: int, dims: Sequence[int]) -> Value:
    a, b = (at(dim, self.type.rank) for dim in dims)
    order = list(range(self.type.rank))
    order[a], order[b] = b, a
    if k % 4 == 0:
        return self
    if k % 4 == 2:
        return c.op("flip", self, dims=[a, b])
    return c.op("flip", permute_to(c, self, order), dims=[a if k % 4 == 1 else b])


def part(c: Context, value: Value, dim: int, start: int, size: Optional[int],
         step: int = 1) -> Value:
    """Elements of one dimension; all that are left for a size of None."""
    rank = value.type.rank
    offsets, counts, steps = [0] * rank, [-1] * rank, [1] * rank
    offsets[dim], counts[dim], steps[dim] = start, -1 if size is None else size, step
    return c.op("slice", value, offsets=offsets, sizes=counts,
                strides=steps if step != 1 else None)


@lowers("roll.default")
def roll(c: Context, self: Value, shifts: Any, dims: Any) -> Value:
    shifts, dims = (list(item) if isinstance(item, (list, tuple)) else [item]
                    for item in (shifts, dims))
    if not dims:
        count = math.prod(c.out.shape)
        flat = c.reshape(self, (count,))
        moved = _roll(c, flat, shifts[0], 0) if known(shifts[0]) is not None else \
            _roll_open(c, flat, shifts[0], count, 0)
        return c.reshape(moved, c.out.shape)
    for shift, dim in zip(shifts, dims):
        dim = at(dim, self.type.rank)
        if known(shift) is None:
            self = _roll_open(c, self, shift, c.out.shape[dim], dim)
        else:
            self = _roll(c, self, known(shift), dim)
    return self


def _roll_open(c: Context, value: Value, shift: Any, size: Any, dim: int) -> Value:
    """As far as an open size says."""
    places = c.op("sub", c.iota(size), c.tensor(shift, "i64"))
    count = c.tensor(size, "i64")
    turns = c.op("floor_divide", places, count)
    return c.op("index_select", value, c.op("sub", places, c.op("mul", turns, count)), dim=dim)


def _roll(c: Context, value: Value, shift: int, dim: int) -> Value:
    size = value.type.shape[dim]
    if size is None:
        if shift == 0:
            return value
        # From the front, what is left comes first; from the end, by turning twice.
        if shift > 0:
            turned = _roll(c, c.op("flip", value, dims=[dim]), -shift, dim)
            return c.op("flip", turned, dims=[dim])
        return c.op("concat", part(c, value, dim, -shift, None),
                    part(c, value, dim, 0, -shift), dim=dim)
    shift = shift % size if size else 0
    if shift == 0:
        return value
    return c.op("concat", part(c, value, dim, size - shift, shift),
                part(c, value, dim, 0, size - shift), dim=dim)


# Parts

def bounds(value: Value, dim: int, start: Any, end: Any,
           step: int) -> tuple[int, Optional[int]]:
    """First element and number of elements of `start:end:step`; None: all that are left."""
    size = value.type.shape[dim]
    start, end = start or 0, end
    if known(start) is None:
        raise Unsupported("a slice that begins where the size of the batch says")
    start = known(start)
    if size is None:
        open_end = end is None or known(end) is None or known(end) >= 2 ** 62
        if start < 0 or not open_end and known(end) < 0:
            raise Unsupported("a slice that counts from the end of the batch")
        return start, None if open_end else max(0, -(-(known(end) - start) // step))
    if end is not None and known(end) is None:
        raise Unsupported("a slice that ends where an open size says")
    first, last, _ = slice(start, known(end) if end is not None else None).indices(size)
    return first, max(0, -(-(last - first) // step))


@lowers("slice.Tensor", "slice_copy.Tensor")
def slice_(c: Context, self: Value, dim: int, start: Any, end: Any, step: int) -> Value:
    dim = at(dim, self.type.rank)
    wanted = c.out.shape[dim]
    if self.type.shape[dim] is not None and known(wanted) is None and \
            (known(start or 0) or 0) >= 0:
        # The beginning of a table, as long as something else is.
        return open_part(c, self, dim, start or 0, wanted, step)
    if self.type.shape[dim] is None and not _is_plain(c, dim, start, end):
        return open_part(c, self, dim, _open_start(c, dim, start, end), wanted, step)
    first, count = bounds(self, dim, start, end, step)
    if first == 0 and step == 1 and count in (None, self.type.shape[dim]):
        return self
    return part(c, self, dim, first, count, step)


def open_part(c: Context, value: Value, dim: int, start: Any, count: Any,
              step: int = 1) -> Value:
    """Elements of one dimension, from where and as many as open sizes say."""
    return c.op("index_select", value, _places(c, start, count, step), dim=dim)


def put_open(c: Context, base: Value, value: Value, dim: int, start: Any, count: Any,
             step: int = 1) -> Value:
    """`base` with those elements replaced."""
    return c.op("index_copy", base, _places(c, start, count, step), value, dim=dim)


def _places(c: Context, start: Any, count: Any, step: int) -> Value:
    places = c.iota(count)
    if step != 1:
        places = c.op("mul", places, c.constant(step, "i64"))
    if known(start) != 0:
        places = c.op("add", places, c.tensor(start, "i64"))
    return places


def _is_plain(c: Context, dim: int, start: Any, end: Any) -> bool:
    """Whether a slice of an open size is one that has numbers, from the front on."""
    ends = known(end) if end is not None else 2 ** 62
    if ends is None and str(end) == str(c.node.args[0].meta["val"].shape[dim]):
        ends = 2 ** 62
    return (known(start or 0) or 0) >= 0 and known(start or 0) is not None and \
        ends is not None and ends >= 0


def _open_start(c: Context, dim: int, start: Any, end: Any) -> Any:
    """Where a slice of an open size begins, which ends within it."""
    size = c.node.args[0].meta["val"].shape[dim]
    start = _from_front(c, start or 0, size)
    if end is not None and (known(end) is None or known(end) < 2 ** 62):
        end = _from_front(c, end, size)
        c.require(size - end, _CUT)
        c.require(end - start, _CUT)
    c.require(size - start, _CUT)
    return start


_CUT = "a part of the batch that begins or ends where it may have no rows"


def _from_front(c: Context, index: Any, size: Any) -> Any:
    """An index that may count from the end of an open size."""
    if known(index) is not None and known(index) < 0:
        index = index + size
    c.require(index, _CUT)
    return index


def put_part(c: Context, base: Value, value: Value, dim: int, first: int,
             count: Optional[int], step: int) -> Value:
    """`base` with some elements of one dimension replaced."""
    size = base.type.shape[dim]
    if count is None and first == 0 and step == 1:
        return value
    if step != 1 or count is None:
        if size is None:
            raise Unsupported("a change of every so many rows of the batch")
        places = np.arange(first, size if count is None else first + count * step, step)
        return c.op("index_copy", base, c.constant(places.astype(np.int64)), value, dim=dim)
    pieces = []
    if first > 0:
        pieces.append(part(c, base, dim, 0, first))
    pieces.append(value)
    if size is None or first + count < size:
        pieces.append(part(c, base, dim, first + count, None))
    return c.op("concat", *pieces, dim=dim) if len(pieces) > 1 else value


@lowers("slice_scatter.default")
def slice_scatter(c: Context, self: Value, src: Any, dim: int, start: Any = None,
                  end: Any = None, step: int = 1) -> Value:
    dim = at(dim, self.type.rank)
    src = c.cast(src, self.type.element)
    is_plain = _is_plain(c, dim, start, end)
    if self.type.shape[dim] is None and (
            not is_plain or bounds(self, dim, start, end, step)[1] is None and
            (start or 0, step) != (0, 1)):
        count = src.type.shape[dim]
        if count is None:
            count = c.out.shape[dim] if c.node.target.name() == "aten::slice.Tensor" else \
                c.node.args[1].meta["val"].shape[dim]
        return put_open(c, self, src, dim, _open_start(c, dim, start, end), count, step)
    return put_part(c, self, src, dim, *bounds(self, dim, start, end, step), step)


inverses["aten.slice.Tensor"] = lambda c, value, self, dim, start, end, step: \
    slice_scatter(c, self, value, dim, start, end, step)


def _index(value: Value, dim: int, index: Any) -> int:
    index = known(index)
    if index is None or index < 0 and value.type.shape[dim] is None:
        raise Unsupported("a row that counts from the end of the batch")
    return index + value.type.shape[dim] if index < 0 else index


@lowers("select.int", "select_copy.int")
def select(c: Context, self: Value, dim: int, index: Any) -> Value:
    dim = at(dim, self.type.rank)
    if self.type.shape[dim] is None and (known(index) is None or known(index) < 0):
        size = c.node.args[0].meta["val"].shape[dim]
        place = _from_front(c, index, size)
        c.require(size - place - 1, _CUT)
        row = c.op("index_select", self, c.reshape(c.tensor(place, "i64"), (1,)), dim=dim)
    else:
        row = part(c, self, dim, _index(self, dim, index), 1)
    return c.op("squeeze", row, dims=[dim])


@lowers("select_scatter.default")
def select_scatter(c: Context, self: Value, src: Value, dim: int, index: Any) -> Value:
    dim = at(dim, self.type.rank)
    row = c.op("unsqueeze", c.cast(src, self.type.element), dim=dim)
    return put_part(c, self, row, dim, _index(self, dim, index), 1, 1)


inverses["aten.select.int"] = lambda c, value, self, dim, index: \
    select_scatter(c, self, value, dim, index)


@lowers("narrow.default", "narrow_copy.default")
def narrow(c: Context, self: Value, dim: int, start: Any, length: Any) -> Value:
    dim = at(dim, self.type.rank)
    if self.type.shape[dim] is None and (known(start) is None or known(start) < 0 or
                                         known(length) is None):
        size = c.node.args[0].meta["val"].shape[dim]
        start = _from_front(c, start, size)
        c.require(size - start - length, _CUT)
        return open_part(c, self, dim, start, length)
    return part(c, self, dim, _index(self, dim, start), known(length))


@inverts("narrow.default")
def _narrow_back(c: Context, value: Value, self: Value, dim: int, start: Any,
                 length: Any) -> Value:
    dim = at(dim, self.type.rank)
    if self.type.shape[dim] is None:
        start = _from_front(c, start, c.node.args[0].meta["val"].shape[dim])
        return put_open(c, self, value, dim, start, length)
    return put_part(c, self, value, dim, _index(self, dim, start), known(length), 1)


def _parts(c: Context, value: Value, dim: int, counts: Sequence[Any]) -> list[Value]:
    dim = at(dim, value.type.rank)
    if any(known(count) is None for count in counts):
        if len(counts) == 1:
            return [value]
        equal = len({str(count) for count in counts}) == 1
        name = str(c.node.target)
        if not equal and not (name in ("aten.chunk.default", "aten.unsafe_chunk.default") and
                              len(counts) == 2 or "sizes" in name):
            # How many parts there are, or how large, depends on the size.
            raise Unsupported("the batch is split")
        for count in counts:
            # What has no rows is a part that PyTorch does not give, or one to no purpose.
            c.require(count - 1, "the batch is split")
        starts = [sum(counts[:i]) for i in range(len(counts))]
        return [open_part(c, value, dim, *pair) for pair in zip(starts, counts)]
    if len(counts) == 1:
        return [value]
    return list(c.op("split", value, sizes=[known(count) for count in counts], dim=dim))


@lowers("split.Tensor", "split.sizes", "split_with_sizes.default", "chunk.default",
        "unsafe_chunk.default", "unsafe_split.Tensor", "unsafe_split_with_sizes.default",
        "tensor_split.sections", "tensor_split.indices", "split_copy.Tensor",
        "split_with_sizes_copy.default")
def split(c: Context, self: Value, dim: int, split_size: Any = None, split_sizes: Any = None,
          chunks: Any = None, sections: Any = None, indices: Any = None) -> list[Value]:
    return _parts(c, self, dim, [item.shape[dim] for item in c.out])


lowers("hsplit.int", "hsplit.array")(
    lambda c, self, sections=None, indices=None:
    _parts(c, self, 0 if self.type.rank == 1 else 1,
           [item.shape[0 if self.type.rank == 1 else 1] for item in c.out]))
lowers("vsplit.int", "vsplit.array")(
    lambda c, self, sections=None, indices=None:
    _parts(c, self, 0, [item.shape[0] for item in c.out]))
lowers("dsplit.int", "dsplit.array")(
    lambda c, self, sections=None, indices=None:
    _parts(c, self, 2, [item.shape[2] for item in c.out]))


def _split_back(c: Context, value: Value, index: int, self: Value, dim: int,
                **arguments: Any) -> Value:
    dim = at(dim, self.type.rank)
    counts = [item.shape[dim] for item in c.out]
    if any(known(count) is None for count in counts):
        return put_open(c, self, value, dim, sum(counts[:index]), counts[index])
    return put_part(c, self, value, dim, sum(counts[:index]), known(counts[index]), 1)


for _name in ("split.Tensor", "split.sizes", "split_with_sizes.default", "chunk.default"):
    inverts(_name)(_split_back)


@lowers("unbind.int", "unbind_copy.int")
def unbind(c: Context, self: Value, dim: int) -> list[Value]:
    dim = at(dim, self.type.rank)
    if self.type.shape[dim] is None:
        raise Unsupported("the batch is split")
    return [c.op("squeeze", item, dims=[dim])
            for item in _parts(c, self, dim, [1] * self.type.shape[dim])]


inverses["aten.unbind.int"] = lambda c, value, index, self, dim: \
    select_scatter(c, self, value, dim, index)


@lowers("cat.default", "concat.default", "concatenate.default")
def cat(c: Context, tensors: Sequence[Value], dim: int) -> Value:
    tensors = [c.cast(tensor, c.element) for tensor in tensors
               # A vector without elements goes with everything.
               if tensor.type.shape != (0,) or len(c.out.shape) == 1]
    return tensors[0] if len(tensors) == 1 else \
        c.op("concat", *tensors, dim=at(dim, tensors[0].type.rank))


@lowers("stack.default")
def stack(c: Context, tensors: Sequence[Value], dim: int) -> Value:
    tensors = [c.cast(tensor, c.element) for tensor in tensors]
    return c.op("stack", *tensors, dim=at(dim, tensors[0].type.rank + 1))


def _joined(name: str, least_rank: int, dim: int) -> None:
    def lower(c: Context, tensors: Sequence[Value]) -> Value:
        grown = []
        for tensor in tensors:
            shape = list(tensor.type.shape)
            if name == "column_stack" and len(shape) < 2:
                shape = (shape or [1]) + [1]
            if name == "dstack":
                shape = [[1, 1, 1], [1] + shape + [1], shape + [1]][len(shape)] \
                    if len(shape) < 3 else shape
            shape = [1] * (least_rank - len(shape)) + shape
            grown.append(c.reshape(c.cast(tensor, c.element), shape))
        where = 0 if name == "hstack" and grown[0].type.rank == 1 else dim
        return grown[0] if len(grown) == 1 else c.op("concat", *grown, dim=where)
    lowers(f"{name}.default")(lower)


_joined("hstack", 1, 1)
_joined("vstack", 2, 0)
_joined("row_stack", 2, 0)
_joined("dstack", 3, 2)
_joined("column_stack", 2, 1)


@lowers("meshgrid.default", "meshgrid.indexing")
def meshgrid(c: Context, tensors: Sequence[Value], indexing: str = "ij") -> list[Value]:
    rank, results = len(tensors), []
    for i, tensor in enumerate(tensors):
        place = 1 - i if indexing == "xy" and i < 2 <= rank else i
        size = tensor.type.shape[0] if tensor.type.rank else 1
        shape = [size if dim == place else 1 for dim in range(rank)]
        results.append(c.broadcast(c.reshape(tensor, shape), c.out[i].shape))
    return results


@lowers("broadcast_tensors.default")
def broadcast_tensors(c: Context, tensors: Sequence[Value]) -> list[Value]:
    return [c.broadcast(tensor, out.shape) for tensor, out in zip(tensors, c.out)]


# Edges

@lowers("constant_pad_nd.default")
def constant_pad_nd(c: Context, self: Value, pad: Sequence[int], value: Any) -> Value:
    rank, count = self.type.rank, len(pad) // 2
    low, high = [0] * rank, [0] * rank
    for i in range(count):
        low[rank - 1 - i], high[rank - 1 - i] = pad[2 * i], pad[2 * i + 1]
    return c.op("constant_pad_nd", self, low=low, high=high, value=float(value or 0))


@lowers("pad.default")
def pad(c: Context, self: Value, pad: Sequence[int], mode: str, value: Any) -> Value:
    if mode == "constant":
        return constant_pad_nd(c, self, pad, value)
    low, high = list(pad[::2])[::-1], list(pad[1::2])[::-1]
    if mode == "circular":
        for i, (before, after) in enumerate(zip(low, high)):
            dim = self.type.rank - len(low) + i
            size = self.type.shape[dim]
            pieces = [part(c, self, dim, size - before, before)] if before > 0 else []
            pieces += [self if before >= 0 and after >= 0 else
                       part(c, self, dim, max(0, -before),
                            size + min(0, before) + min(0, after))]
            pieces += [part(c, self, dim, 0, after)] if after > 0 else []
            self = c.op("concat", *pieces, dim=dim) if len(pieces) > 1 else pieces[0]
        return self
    name = {"reflect": "reflection_pad", "replicate": "replication_pad"}[mode]
    return c.op(name, self, low=low, high=high)


for _name in ("reflection_pad", "replication_pad"):
    def _edge(c: Context, self: Value, padding: Sequence[int], _name: str = _name) -> Value:
        return c.op(_name, self, low=list(padding[::2])[::-1], high=list(padding[1::2])[::-1])
    lowers(*(f"{_name}{n}d.default" for n in (1, 2, 3)))(_edge)


@lowers("diff.default")
def diff(c: Context, self: Value, n: int, dim: int, prepend: Optional[Value],
         append: Optional[Value]) -> Value:
    dim = at(dim, self.type.rank)
    pieces = [piece for piece in (prepend, self, append) if piece is not None]
    if len(pieces) > 1:
        self = c.op("concat", *pieces, dim=dim)
    for _ in range(n):
        size = self.type.shape[dim]
        if size is None:
            raise Unsupported("differences along the batch")
        after, before = part(c, self, dim, 1, size - 1), part(c, self, dim, 0, size - 1)
        self = c.op("sub" if self.type.element != "i1" else "compare", after, before,
                    **({"word": "ne"} if self.type.element == "i1" else {}))
    return self


# Triangles and diagonals

def _grid_mask(c: Context, rows: Any, columns: Any, word: str, diagonal: int) -> Value:
    """Where column - row stands in a relation to `diagonal`."""
    if known(rows) is not None and known(columns) is not None:
        distance = np.arange(known(columns))[None, :] - np.arange(known(rows))[:, None]
        return c.constant({"le": distance <= diagonal, "ge": distance >= diagonal,
                           "eq": distance == diagonal}[word])
    distance = c.op("sub", c.reshape(c.iota(columns), (1, known(columns))),
                    c.reshape(c.iota(rows), (known(rows), 1)))
    return c.op("compare", distance, c.constant(diagonal, "i64"), word=word)


@lowers("tril.default")
def tril(c: Context, self: Value, diagonal: int) -> Value:
    mask = _grid_mask(c, *c.out.shape[-2:], "le", diagonal)
    return _masked(c, self, mask)


@lowers("triu.default")
def triu(c: Context, self: Value, diagonal: int) -> Value:
    return _masked(c, self, _grid_mask(c, *c.out.shape[-2:], "ge", diagonal))


def _masked(c: Context, value: Value, mask: Value) -> Value:
    if value.type.element == "i1":
        return c.op("logical_and", value, mask)
    return c.op("where", mask, value, c.tensor(0, value.type.element))


@lowers("eye.default", "eye.m")
def eye(c: Context, n: Any, m: Any = None, dtype: Any = None) -> Value:
    return c.cast(_grid_mask(c, n, n if m is None else m, "eq", 0), c.element)


@lowers("fill_diagonal.default")
def fill_diagonal(c: Context, self: Value, fill_value: Any, wrap: bool) -> Value:
    """ATen has `fill_diagonal_` alone."""
    shape = c.out.shape
    if len(shape) != 2 or wrap and known(shape[0]) != known(shape[1]):
        raise Unsupported("the diagonal of what is no matrix, or goes on below a square one")
    return c.op("where", _grid_mask(c, *shape, "eq", 0),
                c.constant(fill_value, self.type.element), self)


@lowers("diagonal.default", "diagonal_copy.default", "linalg_diagonal.default")
def diagonal(c: Context, self: Value = None, offset: int = 0, dim1: int = 0,
             dim2: int = 1, A: Value = None) -> Value:
    if self is None:
        self, rank = A, A.type.rank
    rank = self.type.rank
    dim1, dim2 = at(dim1, rank), at(dim2, rank)
    order = [dim for dim in range(rank) if dim not in (dim1, dim2)] + [dim1, dim2]
    x = permute_to(c, self, order)
    rows, columns = x.type.shape[-2:]
    if rows is None and columns is None and offset == 0:
        # Sums of one element each.
        mask = _grid_mask(c, *(c.node.args[0].meta["val"].shape[dim]
                               for dim in (dim1, dim2)), "eq", 0)
        return c.op("sum", _masked(c, x, mask), dims=[x.type.rank - 1])
    if rows is None or columns is None:
        raise Unsupported("a diagonal of which only one size depends on the batch's")
    row, column = max(0, -offset), max(0, offset)
    count = max(0, min(rows - row, columns - column))
    flat = c.reshape(x, [*x.type.shape[:-2], rows * columns])
    places = (np.arange(count) + row) * columns + np.arange(count) + column
    return c.op("index_select", flat, c.constant(places.astype(np.int64)),
                dim=flat.type.rank - 1)


@inverts("diagonal.default")
def _diagonal_back(c: Context, value: Value, self: Value, offset: int = 0, dim1: int = 0,
                   dim2: int = 1) -> Value:
    rank = self.type.rank
    dim1, dim2 = at(dim1, rank), at(dim2, rank)
    order = [dim for dim in range(rank) if dim not in (dim1, dim2)] + [dim1, dim2]
    shape = c.node.args[0].meta["val"].shape
    rows, columns = known(shape[dim1]), known(shape[dim2])
    if rows is None or columns is None:
        if offset or rows is not columns:
            raise Unsupported("a change in place of a diagonal whose place depends on the batch")
    elif value.type.shape[-1] < rows:
        # An element for each row, of which some have none.
        low, high = [0] * value.type.rank, [0] * value.type.rank
        low[-1] = max(0, -offset)
        high[-1] = rows - low[-1] - value.type.shape[-1]
        value = c.op("constant_pad_nd", value, low=low, high=high, value=0.0)
    changed = c.op("where", _grid_mask(c, shape[dim1], shape[dim2], "eq", offset),
                   c.op("unsqueeze", value, dim=value.type.rank), permute_to(c, self, order))
    return permute_to(c, changed, np.argsort(order).tolist())


@lowers("diag.default")
def diag(c: Context, self: Value, diagonal: int) -> Value:
    if self.type.rank == 2:
        return globals()["diagonal"](c, self, diagonal)
    return diag_embed(c, self, diagonal)


@lowers("diag_embed.default", "diagflat.default")
def diag_embed(c: Context, self: Value, offset: int, dim1: int = -2, dim2: int = -1) -> Value:
    if "diagflat" in str(c.node.target):
        self = c.reshape(self, (math.prod(self.type.shape),))
    size = self.type.shape[-1]
    if size is None:
        raise Unsupported("a diagonal as long as the batch")
    if offset:
        low, high = [0] * self.type.rank, [0] * self.type.rank
        (low if offset > 0 else high)[-1] = abs(offset)
        # Row i holds element i, or column i does.
        self = c.op("constant_pad_nd", self, low=low, high=high, value=0.0)
        size += abs(offset)
    mask = c.constant(np.arange(size)[None, :] - np.arange(size)[:, None] == offset)
    wide = c.op("unsqueeze", self, dim=self.type.rank - 1 if offset >= 0 else self.type.rank)
    result = _masked(c, c.broadcast(wide, [*self.type.shape[:-1], size, size]), mask)
    rank = result.type.rank
    dim1, dim2 = at(dim1, rank), at(dim2, rank)
    rest = iter(range(rank - 2))
    return permute_to(c, result, [rank - 2 if dim == dim1 else rank - 1 if dim == dim2
                                  else next(rest) for dim in range(rank)])


@lowers("unfold.default")
def unfold(c: Context, self: Value, dimension: int, size: int, step: int) -> Value:
    """Windows of a dimension, as a last one."""
    if self.type.rank == 0:
        return c.reshape(self, (1,))
    dim = at(dimension, self.type.rank)
    length = self.type.shape[dim]
    if length is None:
        raise Unsupported("windows of the batch")
    count = (length - size) // step + 1
    places = np.arange(count)[:, None] * step + np.arange(size)[None, :]
    rows = c.op("index_select", self, c.constant(places.reshape(-1).astype(np.int64)), dim=dim)
    shape = list(self.type.shape)
    rows = c.reshape(rows, shape[:dim] + [count, size] + shape[dim + 1:])
    order = [d for d in range(rows.type.rank) if d != dim + 1] + [dim + 1]
    return permute_to(c, rows, order)


@lowers("pixel_shuffle.default")
def pixel_shuffle(c: Context, self: Value, upscale_factor: int) -> Value:
    return c.op("pixel_shuffle", self, factor=upscale_factor)


@lowers("pixel_unshuffle.default")
def pixel_unshuffle(c: Context, self: Value, downscale_factor: int) -> Value:
    return c.op("pixel_unshuffle", self, factor=downscale_factor)


@lowers("channel_shuffle.default", "native_channel_shuffle.default")
def channel_shuffle(c: Context, self: Value, groups: int) -> Value:
    n, channels, *rest = self.type.shape
    x = c.reshape(self, [n, groups, channels // groups, *rest])
    x = permute_to(c, x, [0, 2, 1, *range(3, x.type.rank)])
    return c.reshape(x, self.type.shape)


# New tensors

@lowers("zeros.default", "new_zeros.default", "empty.memory_format", "new_empty.default")
def zeros(c: Context, size: Any, self: Any = None, dtype: Any = None) -> Value:
    """What is empty is to be written first, and has no values to rely on."""
    return c.full(c.out.shape, 0, c.element)


@lowers("ones.default", "new_ones.default")
def ones(c: Context, size: Any, self: Any = None, dtype: Any = None) -> Value:
    return c.full(c.out.shape, 1, c.element)


@lowers("full.default", "new_full.default")
def full(c: Context, size: Any, fill_value: Any, self: Any = None, dtype: Any = None) -> Value:
    if known_number(fill_value) is None:
        return c.broadcast(c.tensor(fill_value, c.element), c.out.shape)
    return c.full(c.out.shape, fill_value, c.element)


def known_number(value: Any) -> Any:
    return None if isinstance(value, torch.SymInt) and known(value) is None else value


@lowers("zeros_like.default", "empty_like.default")
def zeros_like(c: Context, self: Value, dtype: Any = None) -> Value:
    return _like(c, self, "zeros_like")


@lowers("ones_like.default")
def ones_like(c: Context, self: Value, dtype: Any = None) -> Value:
    return _like(c, self, "ones_like")


def _like(c: Context, value: Value, name: str) -> Value:
    if None not in c.shape or c.element == "i1":
        return c.full(c.out.shape, int(name == "ones_like"), c.element)
    return c.cast(c.op(name, value), c.element)


@lowers("full_like.default", "fill.Scalar")
def full_like(c: Context, self: Value, fill_value: Any = None, value: Any = None,
              dtype: Any = None) -> Value:
    number = fill_value if value is None else value
    return full(c, None, number)


@lowers("fill.Tensor")
def fill_tensor(c: Context, self: Value, value: Value) -> Value:
    return c.broadcast(convert(c, value, c.element), c.out.shape)


@lowers("zero.default")
def zero(c: Context, self: Value) -> Value:
    return c.full(c.out.shape, 0, c.element)


@lowers("copy.default")
def copy(c: Context, self: Value, src: Value) -> Value:
    return c.broadcast(convert(c, src, self.type.element), c.out.shape)


@lowers("arange.default", "arange.start", "arange.start_step")
def arange(c: Context, end: Any, start: Any = 0, step: Any = 1, dtype: Any = None) -> Value:
    if None in c.shape:
        numbers = c.iota(c.out.shape[0])
        if step != 1:
            numbers = c.op("mul", numbers, c.tensor(step, "i64"))
        if not (isinstance(start, int) and start == 0):
            numbers = c.op("add", numbers, c.tensor(start, "i64"))
        return c.cast(numbers, c.element)
    return c.constant(torch.arange(known_end(start), known_end(end), known_end(step),
                                   dtype=c.out.dtype).numpy())


def known_end(value: Any) -> Any:
    return known(value) if isinstance(value, torch.SymInt) else value


@lowers("linspace.default", "logspace.default")
def linspace(c: Context, start: Any, end: Any, steps: int, base: float = 10.0,
             dtype: Any = None) -> Value:
    if "logspace" in str(c.node.target):
        return c.constant(torch.logspace(start, end, steps, base, dtype=c.out.dtype).numpy())
    return c.constant(torch.linspace(start, end, steps, dtype=c.out.dtype).numpy())


@lowers("tril_indices.default", "triu_indices.default")
def triangle_indices(c: Context, row: int, col: int, offset: int, dtype: Any = None) -> Value:
    make = torch.tril_indices if "tril" in str(c.node.target) else torch.triu_indices
    return c.constant(make(row, col, offset, dtype=c.out.dtype).numpy())


for _name in ("hann_window", "hamming_window", "blackman_window", "bartlett_window"):
    def _window(c: Context, window_length: int, periodic: bool = True, dtype: Any = None,
                _make: Any = getattr(torch, _name)) -> Value:
        return c.constant(_make(window_length, periodic, dtype=c.out.dtype).numpy())
    lowers(f"{_name}.default", f"{_name}.periodic")(_window)
