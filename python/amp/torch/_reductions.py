# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Reductions, scans, sorts, norms and distances."""

from __future__ import annotations

import math
from typing import Any, Optional

import numpy as np

from ..graph import Attribute, Value
from ._elementwise import is_float, truth
from ._lowering import Context, Unsupported, lowers, reasons
from ._shapes import at, part, permute_to


def _dims(value: Value, dim: Any) -> Optional[list[int]]:
    """Dimensions as the dialect lists them; None: all."""
    if dim is None or isinstance(dim, (list, tuple)) and not dim:
        return None
    return [at(d, value.type.rank) for d in (dim if isinstance(dim, (list, tuple)) else [dim])]


def reduce(c: Context, name: str, value: Value, dim: Any, keepdim: bool = False,
           **attributes: Any) -> Value:
    if value.type.rank == 0:
        value, dim, keepdim = c.op("reshape", value, shape=[1]), None, False
    return c.op(name, value, dims=_dims(value, dim), keepdim=True if keepdim else None,
                **attributes)


def _wide(c: Context, value: Value, dtype: Any) -> tuple[Value, Optional[Attribute]]:
    """An operand whose elements are converted as they are read, and to what."""
    if c.element == value.type.element:
        return value, None
    if is_float(value) and dtype is not None:
        return value, Attribute(c.element)
    return c.cast(value, c.element), None


@lowers("sum.default", "sum.dim_IntList")
def sum_(c: Context, self: Value, dim: Any = None, keepdim: bool = False,
         dtype: Any = None) -> Value:
    value, to = _wide(c, self, dtype)
    return reduce(c, "sum", value, dim, keepdim, dtype=to)


@lowers("mean.default", "mean.dim")
def mean(c: Context, self: Value, dim: Any = None, keepdim: bool = False,
         dtype: Any = None) -> Value:
    return reduce(c, "mean", c.cast(self, c.element), dim, keepdim)


@lowers("prod.default", "prod.dim_int")
def prod(c: Context, self: Value, dim: Any = None, keepdim: bool = False,
         dtype: Any = None) -> Value:
    value, to = _wide(c, self, dtype)
    return reduce(c, "prod", value, dim, keepdim, dtype=to)


@lowers("nansum.default")
def nansum(c: Context, self: Value, dim: Any = None, keepdim: bool = False,
           dtype: Any = None) -> Value:
    if is_float(self):
        self = c.op("where", c.op("isnan", self), c.constant(0.0, self.type.element), self)
    return sum_(c, self, dim, keepdim, dtype)


@lowers("nanmean.default")
def nanmean(c: Context, self: Value, dim: Any = None, keepdim: bool = False,
            dtype: Any = None) -> Value:
    there = c.cast(c.op("logical_not", c.op("isnan", self)), c.element)
    return c.op("div", nansum(c, self, dim, keepdim, dtype),
                reduce(c, "sum", there, dim, keepdim))


@lowers("amax.default", "amin.default")
def amax(c: Context, self: Value, dim: Any = None, keepdim: bool = False) -> Value:
    return reduce(c, "amax" if "amax" in str(c.node.target) else "amin", self, dim, keepdim)


@lowers("max.default", "min.default")
def max_all(c: Context, self: Value) -> Value:
    """Of equal ones each has its part of the gradient, as in PyTorch."""
    return reduce(c, "amax" if "max" in str(c.node.target) else "amin", self, None)


@lowers("aminmax.default")
def aminmax(c: Context, self: Value, dim: Any = None, keepdim: bool = False) -> list[Value]:
    return [reduce(c, name, self, dim, keepdim) for name in ("amin", "amax")]


def _argument(c: Context, value: Value, dim: int, largest: bool) -> Value:
    """Where the first of the largest, or smallest, elements is."""
    if not largest:
        value = c.op("sub", c.op("neg", value), c.constant(1, value.type.element)) \
            if not is_float(value) else c.op("neg", value)
    return c.op("argmax", value, dim=dim)


def _orderable(c: Context, value: Value) -> Value:
    return c.cast(value, "i64") if value.type.element == "i1" else value


@lowers("max.dim", "min.dim")
def max_dim(c: Context, self: Value, dim: int, keepdim: bool) -> list[Value]:
    if self.type.rank == 0:
        return [self, c.constant(0, "i64")]
    dim = at(dim, self.type.rank)
    places = c.op("unsqueeze", _argument(c, c.op("detach", self) if is_float(self)
                                         else _orderable(c, self), dim,
                                         "max" in str(c.node.target)), dim=dim)
    values = c.op("gather", self, places, dim=dim)
    return [values, places] if keepdim else \
        [c.op("squeeze", item, dims=[dim]) for item in (values, places)]


@lowers("argmax.default", "argmin.default")
def argmax(c: Context, self: Value, dim: Optional[int], keepdim: bool) -> Value:
    largest, rank = "argmax" in str(c.node.target), self.type.rank
    if rank == 0:
        return c.constant(0, "i64")
    self = _orderable(c, self)
    if dim is None:
        size = None if None in self.type.shape else math.prod(self.type.shape)
        return c.reshape(_argument(c, c.reshape(self, (size,)), 0, largest), c.out.shape)
    dim = at(dim, rank)
    places = _argument(c, self, dim, largest)
    return c.op("unsqueeze", places, dim=dim) if keepdim else places


@lowers("any.default", "any.dim", "any.dims")
def any_(c: Context, self: Value, dim: Any = None, keepdim: bool = False) -> Value:
    return reduce(c, "any", truth(c, self), dim, keepdim)


@lowers("all.default", "all.dim", "all.dims")
def all_(c: Context, self: Value, dim: Any = None, keepdim: bool = False) -> Value:
    return c.op("logical_not", reduce(c, "any", c.op("logical_not", truth(c, self)), dim,
                                      keepdim))


@lowers("count_nonzero.default", "count_nonzero.dim_IntList")
def count_nonzero(c: Context, self: Value, dim: Any = None) -> Value:
    return reduce(c, "sum", c.cast(truth(c, self), "i64"), dim)


def _correction(unbiased: bool, correction: Any) -> int:
    if correction is None:
        return 1 if unbiased else 0
    if correction != int(correction):
        raise Unsupported("a correction that is no integer")
    return int(correction)


def _spread(name: str) -> Any:
    def lower(c: Context, self: Value, dim: Any = None, unbiased: bool = True,
              keepdim: bool = False, correction: Any = None) -> Value:
        return reduce(c, name, self, dim, keepdim,
                      correction=_correction(unbiased, correction))
    return lower


for _name in ("var", "std"):
    lowers(f"{_name}.default", f"{_name}.dim", f"{_name}.correction")(_spread(_name))

    def _and_mean(c: Context, self: Value, dim: Any = None, unbiased: bool = True,
                  keepdim: bool = False, correction: Any = None,
                  _name: str = _name) -> list[Value]:
        return [_spread(_name)(c, self, dim, unbiased, keepdim, correction),
                reduce(c, "mean", self, dim, keepdim)]
    lowers(f"{_name}_mean.default", f"{_name}_mean.dim", f"{_name}_mean.correction")(_and_mean)


@lowers("logsumexp.default", "special_logsumexp.default")
def logsumexp(c: Context, self: Value, dim: Any, keepdim: bool) -> Value:
    return reduce(c, "logsumexp", c.cast(self, c.element), dim, keepdim)


def _norm(name: str, order: str) -> Any:
    def lower(c: Context, value: Value, ord: Any, dim: Any, keepdim: bool,
              dtype: Any) -> Value:
        value, to = _wide(c, value, dtype)
        return reduce(c, name, value, dim, keepdim, dtype=to,
                      **{order: 2.0 if ord is None else float(ord)})
    return lower


_vector_norm = _norm("linalg_vector_norm", "ord")
_p_norm = _norm("norm", "p")


@lowers("linalg_vector_norm.default")
def linalg_vector_norm(c: Context, self: Value, ord: Any, dim: Any, keepdim: bool,
                       dtype: Any) -> Value:
    return _vector_norm(c, self, ord, dim, keepdim, dtype)


@lowers("norm.Scalar", "norm.ScalarOpt_dim", "norm.ScalarOpt_dtype",
        "norm.ScalarOpt_dim_dtype")
def norm(c: Context, self: Value, p: Any = 2, dim: Any = None, keepdim: bool = False,
         dtype: Any = None) -> Value:
    return _p_norm(c, self, p, dim, keepdim, dtype)


@lowers("linalg_norm.default", "linalg_norm.ord_str", "linalg_matrix_norm.default",
        "linalg_matrix_norm.str_ord")
def linalg_norm(c: Context, self: Value, ord: Any = None, dim: Any = None,
                keepdim: bool = False, dtype: Any = None) -> Value:
    is_matrix = "matrix" in str(c.node.target) or ord is not None and (
        len(dim) == 2 if dim else self.type.rank == 2)
    if not is_matrix:
        return _vector_norm(c, self, ord, dim, keepdim, dtype)
    if ord in ("nuc", 2, -2):
        raise Unsupported(reasons["aten.nuclear_norm"])
    value, to = _wide(c, self, dtype)
    return c.op("linalg_matrix_norm", value, ord=ord if isinstance(ord, str) else float(ord),
                dims=_dims(value, dim), keepdim=True if keepdim else None, dtype=to)


@lowers("frobenius_norm.dim")
def frobenius_norm(c: Context, self: Value, dim: Any, keepdim: bool) -> Value:
    return reduce(c, "frobenius_norm", self, dim, keepdim)


@lowers("trace.default")
def trace(c: Context, self: Value) -> Value:
    return c.op("trace", self)


@lowers("renorm.default")
def renorm(c: Context, self: Value, p: Any, dim: int, maxnorm: Any) -> Value:
    return c.op("renorm", self, p=float(p), dim=at(dim, self.type.rank),
                maxnorm=float(maxnorm))


# Scans and sorts

def _scan(name: str) -> None:
    def lower(c: Context, self: Value, dim: int, dtype: Any = None) -> Value:
        value, to = _wide(c, self, dtype)
        if value.type.rank == 0:
            return value
        return c.op(name, value, dim=at(dim, value.type.rank), dtype=to)
    lowers(f"{name}.default")(lower)


_scan("cumsum")
_scan("cumprod")


@lowers("logcumsumexp.default")
def logcumsumexp(c: Context, self: Value, dim: int) -> Value:
    """Of each element those up to it, with the largest of all taken out."""
    rank = self.type.rank
    if rank == 0:
        return self
    dim, size = at(dim, rank), self.type.shape[at(dim, rank)]
    if size is None:
        raise Unsupported("a scan over the batch")
    wide = c.op("unsqueeze", self, dim=dim)
    shape = [*self.type.shape[:dim], size, *self.type.shape[dim:]]
    before = np.arange(size)[:, None] >= np.arange(size)[None, :]
    mask = c.constant(before.reshape([size, size] + [1] * (rank - dim - 1)))
    masked = c.op("where", mask, wide, c.constant(-math.inf, self.type.element))
    return c.op("logsumexp", c.broadcast(masked, shape), dims=[dim + 1])


@lowers("cummax.default", "cummin.default")
def cummax(c: Context, self: Value, dim: int) -> list[Value]:
    """Of equal ones the last; a NaN stays. In steps of 1, 2, 4, ..., as cumsum has them."""
    rank = self.type.rank
    if rank == 0:
        return [self, c.constant(0, "i64")]
    dim, size = at(dim, rank), self.type.shape[at(dim, rank)]
    if size is None:
        raise Unsupported("a scan over the batch")
    value = c.op("detach", self) if is_float(self) else _orderable(c, self)
    numbers = np.arange(size).reshape([-1] + [1] * (rank - dim - 1))
    place = c.broadcast(c.constant(numbers), c.out[0].shape)
    word, step = "ge" if "cummax" in str(c.node.target) else "le", 1
    while step < size:
        first, second = (part(c, value, dim, start, size - step) for start in (0, step))
        takes = c.op("compare", second, first, word=word)
        if is_float(value):
            takes = c.op("logical_or", takes, c.op("isnan", second))
        moved = []
        for item in (value, place):
            chosen = c.op("where", takes, part(c, item, dim, step, size - step),
                          part(c, item, dim, 0, size - step))
            moved.append(c.op("concat", part(c, item, dim, 0, step), chosen, dim=dim))
        value, place = moved
        step *= 2
    return [c.op("gather", self, place, dim=dim), place]


@lowers("searchsorted.Tensor", "searchsorted.Scalar", "bucketize.Tensor", "bucketize.Scalar")
def searchsorted(c: Context, self: Any, sorted_sequence: Optional[Value] = None,
                 boundaries: Optional[Value] = None, out_int32: bool = False,
                 right: bool = False, side: Optional[str] = None,
                 sorter: Optional[Value] = None) -> Value:
    """How many elements of each row come before: of a NaN, all."""
    row = sorted_sequence if boundaries is None else boundaries
    if sorter is not None:
        row = c.op("gather", row, c.cast(sorter, "i64"), dim=row.type.rank - 1)
    x = self if isinstance(self, Value) else c.constant(self, row.type.element)
    if is_float(row) or not is_float(x):
        x = c.cast(x, row.type.element)
    else:
        row = c.cast(row, x.type.element)
    wide = c.op("unsqueeze", x, dim=x.type.rank)
    if row.type.rank > 1:
        row = c.op("unsqueeze", row, dim=row.type.rank - 1)
    word = "gt" if right or side == "right" else "ge"
    before = c.op("logical_not", c.op("compare", row, wide, word=word))
    count = c.op("sum", c.cast(before, "i64"), dims=[before.type.rank - 1])
    return c.cast(c.reshape(count, c.out.shape), c.element)


@lowers("quantile.default", "quantile.scalar")
def quantile(c: Context, self: Value, q: Any, dim: Optional[int] = None,
             keepdim: bool = False, interpolation: str = "linear") -> Value:
    """Of rows with a NaN, NaN."""
    if dim is None or self.type.rank == 0:
        if None in self.type.shape:
            raise Unsupported("the quantiles of a batch")
        self, dim = c.reshape(self, (math.prod(self.type.shape),)), 0
    rank = self.type.rank
    dim, size = at(dim, rank), self.type.shape[at(dim, rank)]
    if not size:
        raise Unsupported("the quantiles of a batch" if size is None else "quantiles of nothing")
    row = permute_to(c, self, [*(d for d in range(rank) if d != dim), dim])
    ordered = _topk(c, row, size, rank - 1, False)[0]
    numbers = c.reshape(c.tensor(q, c.element), (-1,))
    place = c.op("mul", numbers, c.constant(size - 1, c.element))
    if interpolation == "nearest":
        place = c.op("round", place)

    def element(rounding: str) -> Value:
        index = c.cast(c.op(rounding, place), "i64")
        return c.op("index_select", ordered, index, dim=rank - 1)

    if interpolation == "higher":
        result = element("ceil")
    elif interpolation in ("lower", "nearest"):
        result = element("floor")
    else:
        weight = c.constant(0.5, c.element) if interpolation == "midpoint" else \
            c.op("sub", place, c.op("floor", place))
        low = element("floor")
        result = c.op("add", low, c.op("mul", weight, c.op("sub", element("ceil"), low)))
    last = c.op("isnan", part(c, ordered, rank - 1, size - 1, 1))
    result = c.op("where", last, c.constant(math.nan, c.element), result)
    return c.reshape(permute_to(c, result, [rank - 1, *range(rank - 1)]), c.out.shape)


@lowers("topk.default")
def topk(c: Context, self: Value, k: int, dim: int, largest: bool, sorted: bool) -> list[Value]:
    return _topk(c, self, k, dim, largest)


def _topk(c: Context, value: Value, k: int, dim: int, largest: bool) -> list[Value]:
    if value.type.rank == 0:
        return [value, c.constant(0, "i64")]
    dim = at(dim, value.type.rank)
    if value.type.shape[dim] is None:
        raise Unsupported("the batch is sorted")
    if k == 0:
        raise Unsupported("none of the elements is chosen")
    return list(c.op("topk", value, k=k, dim=dim, largest=largest))


def _sorted(c: Context, value: Value, dim: int, descending: bool) -> list[Value]:
    size = value.type.shape[at(dim, value.type.rank)] if value.type.rank else 1
    if size is None:
        raise Unsupported("the batch is sorted")
    return _topk(c, value, size, dim, descending)


@lowers("sort.default", "sort.stable", "msort.default")
def sort(c: Context, self: Value, dim: int = -1, descending: bool = False,
         stable: Any = None) -> Any:
    if "msort" in str(c.node.target):
        return _sorted(c, self, 0, False)[0]
    return _sorted(c, self, dim, descending)


@lowers("argsort.default", "argsort.stable")
def argsort(c: Context, self: Value, dim: int = -1, descending: bool = False,
            stable: Any = None) -> Value:
    return _sorted(c, self, dim, descending)[1]


def _chosen(c: Context, value: Value, k: int, dim: int, keepdim: bool) -> list[Value]:
    """The k-th smallest, from 1, and where it is."""
    if value.type.rank == 0:
        return [value, c.constant(0, "i64")]
    dim = at(dim, value.type.rank)
    results = []
    for item in _topk(c, value, k, dim, False):
        item = part(c, item, dim, k - 1, 1)
        results.append(item if keepdim else c.op("squeeze", item, dims=[dim]))
    return results


@lowers("kthvalue.default")
def kthvalue(c: Context, self: Value, k: int, dim: int, keepdim: bool) -> list[Value]:
    return _chosen(c, self, k, dim, keepdim)


@lowers("median.default", "median.dim")
def median(c: Context, self: Value, dim: Optional[int] = None, keepdim: bool = False) -> Any:
    """Of an even number the smaller one of the two in the middle."""
    flat = self
    if dim is None:
        if None in self.type.shape:
            raise Unsupported("the median of a batch")
        flat = c.reshape(self, (math.prod(self.type.shape),))
    size = flat.type.shape[at(dim or 0, flat.type.rank)] if flat.type.rank else 1
    if size is None:
        raise Unsupported("the median of a batch")
    results = _chosen(c, flat, (size - 1) // 2 + 1, dim or 0, keepdim)
    return results[0] if dim is None else results


@lowers("nanmedian.default", "nanmedian.dim")
def nanmedian(c: Context, self: Value, dim: Optional[int] = None, keepdim: bool = False) -> Any:
    """Of what is a number; a NaN is larger than those."""
    if not is_float(self):
        return median(c, self, dim, keepdim)
    flat = self
    if dim is None:
        if None in self.type.shape:
            raise Unsupported("the median of a batch")
        flat = c.reshape(self, (math.prod(self.type.shape),))
    if flat.type.rank == 0:
        return [flat, c.constant(0, "i64")]
    at_dim = at(dim or 0, flat.type.rank)
    ordered = _sorted(c, flat, at_dim, False)
    numbers = c.cast(c.op("logical_not", c.op("isnan", flat)), "i64")
    place = c.op("sum", numbers, dims=[at_dim], keepdim=True)
    place = c.op("maximum", c.op("sub", place, c.constant(1, "i64")), c.constant(0, "i64"))
    place = c.op("floor_divide", place, c.constant(2, "i64"))
    results = [c.op("gather", item, place, dim=at_dim) for item in ordered]
    if dim is None:
        return c.reshape(results[0], ())
    return results if keepdim else [c.op("squeeze", item, dims=[at_dim]) for item in results]


# Distances

@lowers("cosine_similarity.default")
def cosine_similarity(c: Context, x1: Value, x2: Value, dim: int, eps: float) -> Value:
    return c.op("cosine_similarity", c.cast(x1, c.element), c.cast(x2, c.element), dim=dim,
                eps=float(eps))


@lowers("cdist.default", "_cdist_forward.default")
def cdist(c: Context, x1: Value, x2: Value, p: Any, compute_mode: Any = None) -> Value:
    """PyTorch multiplies matrices where they are large; the distances are the same."""
    return c.op("cdist", x1, x2, p=float(p))


@lowers("pdist.default")
def pdist(c: Context, self: Value, p: Any) -> Value:
    return c.op("pdist", self, p=float(p))


@lowers("dist.default")
def dist(c: Context, self: Value, other: Value, p: Any) -> Value:
    return c.op("dist", c.cast(self, c.element), c.cast(other, c.element), p=float(p))


@lowers("pairwise_distance.default")
def pairwise_distance(c: Context, x1: Value, x2: Value, p: Any, eps: float,
                      keepdim: bool) -> Value:
    difference = c.op("add", c.op("sub", x1, x2), c.constant(eps, c.element))
    return c.op("norm", difference, p=float(p), dims=[difference.type.rank - 1],
                keepdim=True if keepdim else None)
