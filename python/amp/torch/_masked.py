# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""What a mask chooses, `x[mask]`: how many rows these are depends on data, and a graph's tensors
have sizes. All rows are kept, with the mask: what is computed row by row is computed of all, and
what is summed up is a sum of those that the mask chooses."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..graph import Value
from ._lowering import Cell, Context, Masked, Unsupported, known, sizes

# Beside the pointwise ops: what computes a row of its result of one row of its first operand.
_BY_ROWS = {"aten.linear.default", "aten.dropout.default", "aten.dropout_.default",
            "aten._to_copy.default", "aten.to.dtype", "aten.to.dtype_layout",
            "aten.to.device", "aten.contiguous.default", "aten.detach.default",
            "aten.ones_like.default", "aten.zeros_like.default", "aten.full_like.default"}
# The same where `dim` is not the first.
_BESIDE = {"aten.softmax.int", "aten.log_softmax.int", "aten.select.int", "aten.slice.Tensor",
           "aten.squeeze.dim", "aten.unsqueeze.default", "aten.logsumexp.default",
           "aten.argmax.default", "aten.argmin.default", "aten.norm.ScalarOpt_dim",
           "aten.linalg_vector_norm.default", "aten.amax.default", "aten.amin.default",
           "aten.max.dim", "aten.min.dim", "aten.any.dim", "aten.all.dim", "aten.prod.dim_int",
           "aten.topk.default", "aten.sort.default", "aten.cumsum.default", "aten.gather.default",
           "aten.glu.default", "aten.unbind.int", "aten.chunk.default", "aten.split.Tensor",
           "aten.split.sizes", "aten.split_with_sizes.default", "aten.stack.default",
           "aten.cat.default"}
_SUMS = {"aten.sum.default", "aten.sum.dim_IntList", "aten.mean.default", "aten.mean.dim"}
# What reads where indices say, and what adds or puts there.
_INDEXED = {"aten.index.Tensor", "aten.index_select.default"}
_ADDED = {"aten.index_add.default", "aten.index_add_.default", "aten.index_copy.default",
          "aten.index_copy_.default"}
# Losses that have a number for each element, if they are asked, and how they end else.
_LOSSES = {f"aten.{name}.default" for name in (
    "mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "soft_margin_loss",
    "binary_cross_entropy", "binary_cross_entropy_with_logits", "kl_div", "poisson_nll_loss",
    "cross_entropy_loss")}
# Where targets are classes, and means are weighted: what is ignored is not chosen.
_OF_CLASSES = {"aten.cross_entropy_loss.default", "aten.nll_loss_nd.default",
               "aten.nll_loss.default", "aten.nll_loss2d.default"}


def _spread(c: Context, mask: Value, rank: int) -> Value:
    """A mask of rows as one of their elements."""
    return c.reshape(mask, [*mask.type.shape, *[1] * (rank - 1)]) if rank > 1 else mask


def _source(c: Context, argument: Any, cell: Any) -> Any:
    """What is equal for masks that are computed alike: `~keep` is written for each use."""
    if not isinstance(cell, Cell):
        return [_source(c, *pair) for pair in zip(argument, cell)] \
            if isinstance(cell, (list, tuple)) else repr(argument)
    if argument.op != "call_function" or cell.base is not None or cell.storage.version or \
            torch.Tag.pointwise not in getattr(argument.target, "tags", ()):
        return c.value_of(cell)
    args, kwargs = argument.meta["cells"]
    return [str(argument.target), _source(c, argument.args, args),
            _source(c, list(argument.kwargs.values()), list(kwargs.values()))]


def source_of(c: Context) -> Any:
    """That of the mask that an op takes behind a tensor, maybe in a list."""
    argument, cell = c.node.args[1], c.node.meta["cells"][0][1]
    return _source(c, argument[0], cell[0]) if isinstance(cell, (list, tuple)) else \
        _source(c, argument, cell)


def choose(c: Context, value: Value, mask: Value, shape: Sequence[Any]) -> Masked:
    """value[mask], of a mask of the first dimensions. What it does not choose is the first that
    it chooses instead: a value for which what is computed is defined, as its derivative is."""
    depth = mask.type.rank
    count = math.prod(shape[:depth])
    rest = value.type.shape[depth:]
    rows = c.reshape(value, [count, *rest]) if depth > 1 else value
    flat = c.reshape(mask, [count]) if depth > 1 else mask
    first = c.op("argmax", c.cast(flat, "i64"), dim=0)
    places = c.op("where", flat, c.iota(count), first)
    return Masked(c.op("index_select", rows, places, dim=0), flat, source_of(c), count)


def places(c: Context, mask: Value, shape: Sequence[Any]) -> list[Masked]:
    """Where a mask is true: an index for each of its dimensions."""
    count = math.prod(shape)
    source = _source(c, c.node.args[0], c.node.meta["cells"][0][0])
    flat = c.reshape(mask, [count]) if mask.type.rank != 1 else mask
    first = c.op("argmax", c.cast(flat, "i64"), dim=0)
    rest = c.op("where", flat, c.iota(count), first)
    found: list[Masked] = []
    for dim in reversed(range(mask.type.rank)):
        size = c.tensor(shape[dim], "i64")
        above = c.op("floor_divide", rest, size) if dim else None
        index = c.op("sub", rest, c.op("mul", above, size)) if dim else rest
        found.insert(0, Masked(index, flat, source, count))
        rest = above
    return found


def scatter(c: Context, value: Value, mask: Value, source: Value, first: int = 0) -> Value:
    """`value` with the rows of `source` where a mask is true, one after the other. The mask
    is of the dimensions from `first` on, before which `source` has the same as `value`."""
    depth, count = mask.type.rank, math.prod(mask.type.shape) if None not in mask.type.shape \
        else None
    flat = c.reshape(mask, [count]) if depth > 1 else mask
    number = c.op("sub", c.op("cumsum", c.cast(flat, "i64"), dim=0), c.constant(1, "i64"))
    rows = c.op("index_select", source, c.op("maximum", number, c.constant(0, "i64")), dim=first)
    rows = c.reshape(rows, value.type.shape)
    behind = value.type.rank - first - depth
    return c.op("where", c.reshape(mask, [*mask.type.shape, *[1] * behind]), rows, value)


def put(c: Context, value: Value, mask: Value, chosen: Masked) -> Value:
    """What becomes of value in value[mask] = chosen."""
    if chosen.source != source_of(c):
        raise Unsupported(f"places where one mask is true, for {Masked.REASON}")
    rows = c.reshape(chosen.rows, value.type.shape)
    behind = value.type.rank - mask.type.rank
    return c.op("where", c.reshape(mask, [*mask.type.shape, *[1] * behind]),
                c.cast(rows, value.type.element), value)


def _number(c: Context, chosen: Masked, element: str) -> Value:
    return c.op("sum", c.cast(chosen.mask, element))


def _reduced(c: Context, rows: Value, chosen: Masked, word: str, keepdim: bool = False) -> Value:
    """The sum, or the mean, of all elements of the rows."""
    wide = rows.type.element if rows.type.element in ("f64", "i64") else \
        "f32" if rows.type.element in ("f16", "bf16") else rows.type.element
    element = rows.type.element
    rows = c.cast(rows, wide)
    total = c.op("sum", c.op("where", _spread(c, chosen.mask, rows.type.rank), rows,
                             c.constant(0, wide)))
    if word == "mean":
        others = math.prod(known(size) or 0 for size in rows.type.shape[1:])
        if None in rows.type.shape[1:]:
            raise Unsupported(Masked.REASON)
        total = c.op("div", total, c.op("mul", _number(c, chosen, wide),
                                        c.constant(others, wide)))
    total = c.cast(total, element)
    return c.reshape(total, [1] * rows.type.rank) if keepdim else total


def _written(c: Context, value: Value, index: Value, terms: Value, chosen: Masked,
             accumulate: bool) -> Value:
    """`value` with the rows of `terms` that are chosen, added or put where `index` says."""
    def added(to: Value, what: Value) -> Value:
        kept = c.op("where", _spread(c, chosen.mask, what.type.rank), what,
                    c.constant(0, what.type.element))
        return c.op("index_put", to, index, kept, accumulate=True)
    terms = c.cast(terms, value.type.element)
    if accumulate:
        return added(value, terms)
    # Of several rows at one place, which PyTorch leaves open, their sum.
    element = "f32" if value.type.element == "i1" else value.type.element
    number = added(c.op("zeros_like", c.cast(value, element)), c.op("ones_like", c.cast(
        terms, element)))
    sums = c.cast(added(c.op("zeros_like", c.cast(value, element)), c.cast(terms, element)),
                  value.type.element)
    return c.op("where", c.op("compare", number, c.constant(0, element), word="gt"), sums, value)


def put_by_index(c: Context, value: Value, indices: Sequence[Any], terms: Any,
                 accumulate: bool) -> Value:
    """What becomes of value in value[index] = terms, of an index of what a mask chooses."""
    index = indices[0]
    if len(indices) != 1 or not isinstance(index, Masked) or index.rows.type.rank != 1 or \
            index.rows.type.element == "i1" or \
            isinstance(terms, Masked) and terms.source != index.source:
        raise Unsupported(Masked.REASON)
    rows = terms.rows if isinstance(terms, Masked) else terms
    shape = [*index.rows.type.shape, *value.type.shape[1:]]
    if not isinstance(terms, Masked) and (rows.type.rank == value.type.rank and
                                          rows.type.shape[0] != 1):
        raise Unsupported(Masked.REASON)
    return _written(c, value, c.cast(index.rows, "i64"), c.broadcast(rows, shape), index,
                    accumulate)


def _by_index(c: Context, function: Callable[..., Any], arguments: dict[str, Any],
              rows: dict[str, Any], first: Masked, by_rows: Callable[[], Any]) -> Any:
    name = str(c.node.target)
    if name == "aten.index.Tensor":
        indices = arguments["indices"]
        if isinstance(arguments["self"], Masked):
            # Of what is chosen, another dimension.
            given = [index for index in indices if index is not None]
            if indices[0] is None and len(given) == 1 and isinstance(given[0], Value):
                return by_rows()
        elif all(isinstance(index, Masked) and index.rows.type.rank == 1 for index in indices):
            return by_rows()
    elif name == "aten.index_select.default":
        if isinstance(arguments["index"], Masked) and arguments["dim"] == 0 and \
                isinstance(arguments["self"], Value):
            return by_rows()
    elif isinstance(arguments["self"], Value) and arguments["dim"] == 0 and \
            isinstance(arguments["index"], Masked) and isinstance(arguments["source"], Masked):
        terms, self = rows["source"], arguments["self"]
        if arguments.get("alpha", 1) != 1:
            terms = c.op("mul", terms, c.tensor(arguments["alpha"], terms.type.element))
        return _written(c, self, c.cast(rows["index"], "i64"), terms, first, "add" in name)
    raise Unsupported(Masked.REASON)


def lower(c: Context, function: Callable[..., Any], arguments: dict[str, Any],
          chosen: Sequence[Masked]) -> Any:
    """An op of which some operands are what a mask chooses."""
    name, first = str(c.node.target), chosen[0]
    if name in ("aten.index_put.default", "aten.index_put_.default"):
        return function(c, **arguments)
    if any(other.source != first.source for other in chosen):
        raise Unsupported(f"{Masked.REASON}, by two masks")
    rank = max(other.rows.type.rank for other in chosen)
    rows = {key: value.rows if isinstance(value, Masked) else
            [part.rows if isinstance(part, Masked) else part for part in value]
            if isinstance(value, list) else value for key, value in arguments.items()}

    def by_rows() -> Any:
        result = function(c, **rows)
        if isinstance(result, Value):
            return Masked(result, first.mask, first.source, first.count)
        if not isinstance(result, (list, tuple)):
            raise Unsupported(Masked.REASON)
        return [Masked(part, first.mask, first.source, first.count) for part in result]

    if name in _SUMS:
        dims = arguments.get("dim")
        dims = list(range(rank)) if not dims else sorted(dim % rank for dim in dims)
        if 0 not in dims:
            return by_rows()
        if dims != list(range(rank)) or arguments.get("dtype") is not None:
            raise Unsupported(Masked.REASON)
        return _reduced(c, c.cast(rows["self"], c.element), first,
                        "mean" if "mean" in name else "sum", bool(arguments.get("keepdim")))
    if name in _OF_CLASSES and isinstance(arguments["target"], Masked) and \
            rows["target"].type.element not in ("f64", "f32", "f16", "bf16"):
        reduction = arguments.get("reduction", 1)
        if reduction == 0:
            return by_rows()
        target = c.cast(rows["target"], "i64")
        rows["target"] = c.op("where", _spread(c, first.mask, target.type.rank), target,
                              c.constant(arguments.get("ignore_index", -100), "i64"))
        return function(c, **rows)
    if name in _LOSSES and len({other.rows.type.rank for other in chosen}) == 1 or \
            name == "aten.cross_entropy_loss.default":
        word = ("none", "mean", "sum")[arguments.get("reduction", 1)]
        rows["reduction"] = 0
        if word == "none":
            return by_rows()
        return _reduced(c, function(c, **rows), first, word)
    if name == "aten.broadcast_tensors.default" and len(chosen) == len(arguments["tensors"]) and \
            len({other.rows.type.shape for other in chosen}) == 1:
        return list(chosen)
    if name in _INDEXED or name in _ADDED:
        return _by_index(c, function, arguments, rows, first, by_rows)
    if "tensors" in arguments and len(chosen) < len(arguments["tensors"]):
        raise Unsupported(Masked.REASON)
    if name == "aten.gather.default" and len(chosen) < 2:
        raise Unsupported(Masked.REASON)
    if name == "aten.embedding.default" and not isinstance(arguments["weight"], Masked) or \
            name == "aten.one_hot.default":
        return by_rows()
    if name in ("aten.matmul.default", "aten.mm.default") and rank == 2 and \
            not isinstance(arguments.get("other", arguments.get("mat2")), Masked):
        return by_rows()
    if name == "aten.layer_norm.default" and len(arguments["normalized_shape"]) < rank:
        return by_rows()
    dim = arguments.get("dim")
    dims = dim if isinstance(dim, (list, tuple)) else [dim]
    if name in _BESIDE and dims and all(isinstance(item, int) for item in dims):
        width = rank + (name in ("aten.unsqueeze.default", "aten.stack.default"))
        if all(item % width for item in dims):
            return by_rows()
    if name in ("aten.view.default", "aten.reshape.default", "aten.flatten.using_ints",
                "aten.squeeze.default") and c.out.dim() and \
            sizes(c.out.shape)[:1] == sizes([first.count]):
        return by_rows()
    others = [value for value in arguments.values() if isinstance(value, Value)]
    is_beside = all(value.type.rank < rank or value.type.rank == rank and
                    value.type.shape[0] == 1 for value in others)
    if name in _BY_ROWS and isinstance(arguments.get("self", arguments.get("input")), Masked) or \
            torch.Tag.pointwise in c.node.target.tags and is_beside and \
            all(other.rows.type.rank == rank for other in chosen):
        return by_rows()
    raise Unsupported(Masked.REASON)
