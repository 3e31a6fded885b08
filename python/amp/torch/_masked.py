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
            "aten.to.device", "aten.contiguous.default", "aten.detach.default"}
# The same where `dim` is not the first.
_BESIDE = {"aten.softmax.int", "aten.log_softmax.int", "aten.select.int", "aten.slice.Tensor",
           "aten.squeeze.dim", "aten.unsqueeze.default", "aten.logsumexp.default",
           "aten.argmax.default", "aten.norm.ScalarOpt_dim", "aten.linalg_vector_norm.default",
           "aten.amax.default", "aten.amin.default"}
_SUMS = {"aten.sum.default", "aten.sum.dim_IntList", "aten.mean.default", "aten.mean.dim"}
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
    """That of the mask that an op takes behind a tensor."""
    return _source(c, c.node.args[1][0], c.node.meta["cells"][0][1][0])


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
        if not isinstance(result, Value):
            raise Unsupported(Masked.REASON)
        return Masked(result, first.mask, first.source, first.count)

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
    if name == "aten.cat.default" and len(chosen) == len(arguments["tensors"]) and \
            arguments.get("dim", 0) % rank:
        return by_rows()
    if name in ("aten.matmul.default", "aten.mm.default") and rank == 2 and \
            not isinstance(arguments.get("other", arguments.get("mat2")), Masked):
        return by_rows()
    if name == "aten.layer_norm.default" and len(arguments["normalized_shape"]) < rank:
        return by_rows()
    dim = arguments.get("dim")
    dims = dim if isinstance(dim, (list, tuple)) else [dim]
    if name in _BESIDE and dims and all(isinstance(item, int) for item in dims):
        width = rank + (name == "aten.unsqueeze.default")
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
