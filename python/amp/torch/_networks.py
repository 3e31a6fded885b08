# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Layers: products, convolutions, pools, normalization, attention, recurrence, resampling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

import numpy as np

from ..graph import Attribute, Value
from ._lowering import (Cell, Context, InPlace, Unsupported, known, lowerings, lowers,
                        reasons)
from ._shapes import at, constant_pad_nd, permute_to

# Products


@lowers("linear.default")
def linear(c: Context, input: Value, weight: Value, bias: Optional[Value]) -> Value:
    if weight.type.rank == 1:
        if bias is not None:
            raise Unsupported("a vector as weight, with a bias")
        return matmul(c, input, weight)
    if input.type.rank == 1:
        row = c.op("unsqueeze", input, dim=0)
        return c.op("squeeze", linear(c, row, weight, bias), dims=[0])
    if bias is not None and bias.type.rank != 1:
        return c.op("add", c.op("linear", input, weight), bias)
    return c.op("linear", input, weight, *([] if bias is None else [bias]))


@lowers("matmul.default", "linalg_matmul.default")
def matmul(c: Context, self: Value, other: Value) -> Value:
    a, b = self, other
    if a.type.rank == 1 and b.type.rank == 1:
        return c.op("dot", a, b)
    if a.type.rank == 2 and b.type.rank == 1:
        return c.op("mv", a, b)
    first, last = a.type.rank == 1, b.type.rank == 1
    if first:
        a = c.op("unsqueeze", a, dim=0)
    if last:
        b = c.op("unsqueeze", b, dim=1)
    if a.type.rank > 2 and b.type.rank > 2 and a.type.shape[:-2] != b.type.shape[:-2]:
        batch = list(c.out.shape)
        for gone in (first, last):
            if gone:
                batch.append(1)
        batch = batch[:-2]
        a = c.broadcast(a, [*batch, *a.type.shape[-2:]])
        b = c.broadcast(b, [*batch, *b.type.shape[-2:]])
    result = c.op("matmul", a, b)
    if first:
        result = c.op("squeeze", result, dims=[result.type.rank - 2])
    if last:
        result = c.op("squeeze", result, dims=[result.type.rank - 1])
    return result


def _binary(name: str, *names: str) -> None:
    def lower(c: Context, self: Value, other: Optional[Value] = None,
              mat2: Optional[Value] = None, vec: Optional[Value] = None,
              tensor: Optional[Value] = None) -> Value:
        return c.op(name, self, next(value for value in (other, mat2, vec, tensor)
                                     if value is not None))
    lowers(*(f"{n}.default" for n in names or (name,)))(lower)


for _name in ("mm", "bmm", "mv", "dot", "vdot"):
    _binary(_name)


@lowers("outer.default", "ger.default")
def outer(c: Context, self: Value, vec2: Value) -> Value:
    return c.op("mul", c.op("unsqueeze", c.cast(self, c.element), dim=1),
                c.cast(vec2, c.element))


@lowers("inner.default")
def inner(c: Context, self: Value, other: Value) -> Value:
    if 0 in (self.type.rank, other.type.rank):
        return c.op("mul", self, other)
    dims = [self.type.rank - 1], [other.type.rank - 1]
    return c.op("tensordot", self, other, dims_a=dims[0], dims_b=dims[1])


@lowers("tensordot.default")
def tensordot(c: Context, self: Value, other: Value, dims_self: Sequence[int],
              dims_other: Sequence[int]) -> Value:
    return c.op("tensordot", self, other,
                dims_a=[at(dim, self.type.rank) for dim in dims_self],
                dims_b=[at(dim, other.type.rank) for dim in dims_other])


@lowers("einsum.default")
def einsum(c: Context, equation: str, tensors: Sequence[Value], path: Any) -> Value:
    return c.op("einsum", *tensors, equation=equation.replace(" ", ""))


def _added(name: str, first: str, second: str) -> None:
    def lower(c: Context, self: Value, beta: Any = 1, alpha: Any = 1,
              **others: Value) -> Value:
        return c.op(name, self, others[first], others[second], beta=float(beta),
                    alpha=float(alpha))
    lowers(f"{name}.default")(lower)


_added("addmm", "mat1", "mat2")
_added("addmv", "mat", "vec")
_added("addr", "vec1", "vec2")
_added("addbmm", "batch1", "batch2")
_added("baddbmm", "batch1", "batch2")


@lowers("bilinear.default")
def bilinear(c: Context, input1: Value, input2: Value, weight: Value,
             bias: Optional[Value]) -> Value:
    return c.op("bilinear", input1, input2, weight, *([] if bias is None else [bias]))


@lowers("linalg_vecdot.default")
def linalg_vecdot(c: Context, x: Value, y: Value, dim: int) -> Value:
    return c.op("linalg_vecdot", x, y, dim=dim)


@lowers("linalg_multi_dot.default")
def linalg_multi_dot(c: Context, tensors: Sequence[Value]) -> Value:
    return c.op("linalg_multi_dot", *tensors)


@lowers("chain_matmul.default")
def chain_matmul(c: Context, matrices: Sequence[Value]) -> Value:
    return c.op("chain_matmul", *matrices)


@lowers("cross.default", "linalg_cross.default")
def cross(c: Context, self: Value, other: Value, dim: Optional[int]) -> Value:
    if dim is None:
        dim = self.type.shape.index(3)
    return c.op("cross", self, other, dim=at(dim, c.out.dim()))


@lowers("kron.default")
def kron(c: Context, self: Value, other: Value) -> Value:
    rank = max(self.type.rank, other.type.rank)
    a = [1] * (rank - self.type.rank) + list(self.type.shape)
    b = [1] * (rank - other.type.rank) + list(other.type.shape)
    left = c.reshape(self, [size for pair in zip(a, [1] * rank) for size in pair])
    right = c.reshape(other, [size for pair in zip([1] * rank, b) for size in pair])
    return c.reshape(c.op("mul", left, right), c.out.shape)


# Convolutions

def _several(value: Any, rank: int) -> list[int]:
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    return values * rank if len(values) == 1 else values


def _batched(c: Context, value: Value, rank: int, function: Any) -> Value:
    """What takes a batch, of a single sample, too."""
    if value.type.rank == rank + 2:
        return function(value)
    return c.op("squeeze", function(c.op("unsqueeze", value, dim=0)), dims=[0])


def _convolution(rank: int) -> None:
    def lower(c: Context, input: Value, weight: Value, bias: Optional[Value], stride: Any,
              padding: Any, dilation: Any, groups: int) -> Value:
        return conv(c, input, weight, bias, stride, padding, dilation, groups)
    lowers(f"conv{rank}d.default", f"conv{rank}d.padding")(lower)

    def transposed(c: Context, input: Value, weight: Value, bias: Optional[Value],
                   stride: Any, padding: Any, output_padding: Any, groups: int,
                   dilation: Any) -> Value:
        return conv_transpose(c, input, weight, bias, stride, padding, output_padding,
                              groups, dilation)
    lowers(f"conv_transpose{rank}d.{'input' if rank > 1 else 'default'}")(transposed)
    lowers(f"conv_transpose{rank}d.input")(transposed)


def conv(c: Context, input: Value, weight: Value, bias: Optional[Value], stride: Any,
         padding: Any, dilation: Any, groups: int) -> Value:
    rank = weight.type.rank - 2
    stride, dilation = _several(stride, rank), _several(dilation, rank)
    if padding == "valid":
        padding = 0
    if padding == "same":
        total = [dilation[i] * (weight.type.shape[2 + i] - 1) for i in range(rank)]
        padding = [size // 2 for size in total]
        if any(size % 2 for size in total):
            # What is left over is added at the end.
            lead = [0] * (input.type.rank - rank)
            input = c.op("constant_pad_nd", input, low=[0] * input.type.rank,
                         high=[*lead, *(size % 2 for size in total)], value=0.0)
    attributes = dict(stride=stride, padding=_several(padding, rank), dilation=dilation)
    plain = dict(stride=[1] * rank, padding=[0] * rank, dilation=[1] * rank)
    shown = {key: value for key, value in attributes.items() if value != plain[key]}
    return _batched(c, input, rank, lambda x: c.op(
        f"conv{rank}d", x, weight, *([] if bias is None else [bias]), **shown,
        groups=groups if groups != 1 else None))


def conv_transpose(c: Context, input: Value, weight: Value, bias: Optional[Value],
                   stride: Any, padding: Any, output_padding: Any, groups: int,
                   dilation: Any) -> Value:
    rank = weight.type.rank - 2
    attributes = dict(stride=(stride, 1), padding=(padding, 0),
                      output_padding=(output_padding, 0), dilation=(dilation, 1))
    shown = {key: _several(value, rank) for key, (value, plain) in attributes.items()
             if _several(value, rank) != [plain] * rank}
    return _batched(c, input, rank, lambda x: c.op(
        f"conv_transpose{rank}d", x, weight, *([] if bias is None else [bias]), **shown,
        groups=groups if groups != 1 else None))


for _rank in (1, 2, 3):
    _convolution(_rank)


@lowers("convolution.default")
def convolution(c: Context, input: Value, weight: Value, bias: Optional[Value], stride: Any,
                padding: Any, dilation: Any, transposed: bool, output_padding: Any,
                groups: int) -> Value:
    if transposed:
        return conv_transpose(c, input, weight, bias, stride, padding, output_padding, groups,
                              dilation)
    return conv(c, input, weight, bias, stride, padding, dilation, groups)


@lowers("conv_tbc.default")
def conv_tbc(c: Context, self: Value, weight: Value, bias: Value, pad: int) -> Value:
    return c.op("conv_tbc", self, weight, bias, pad=pad)


# Pools

def _max_pool(rank: int) -> None:
    def values(c: Context, self: Value, kernel_size: Any, stride: Any, padding: Any,
               dilation: Any, ceil_mode: bool) -> Value:
        kernel = _several(kernel_size, rank)
        steps = _several(stride, rank) if stride else kernel
        edge, spread = _several(padding, rank), _several(dilation, rank)
        return _batched(c, self, rank, lambda x: c.op(
            f"max_pool{rank}d", x, kernel_size=kernel,
            stride=None if steps == kernel else steps, padding=edge if any(edge) else None,
            dilation=spread if any(d != 1 for d in spread) else None,
            ceil_mode=True if ceil_mode else None))
    lowers(f"max_pool{rank}d.default")(values)

    def with_indices(c: Context, self: Value, kernel_size: Any, stride: Any, padding: Any,
                     dilation: Any, ceil_mode: bool) -> list[Value]:
        result = values(c, self, kernel_size, stride, padding, dilation, ceil_mode)
        if not _needs_places(c):
            return [result, result]
        kernel = _several(kernel_size, rank)
        places = _batched(c, self, rank, lambda x: _places_of_largest(
            c, x, kernel, _several(stride, rank) if stride else kernel,
            _several(padding, rank), _several(dilation, rank), list(result.type.shape[-rank:])))
        return [result, places]
    lowers(f"max_pool{rank}d_with_indices.default", f"max_pool{rank}d_with_indices")(
        with_indices)


def _needs_places(c: Context) -> bool:
    return any(user.args[1] == 1 and user.users for user in c.node.users)


def _places_of_largest(c: Context, x: Value, kernel: Sequence[int], stride: Sequence[int],
                       padding: Sequence[int], dilation: Sequence[int],
                       output: Sequence[int]) -> Value:
    """Where the largest element of each window of x [N, C, ...] is: its number in the
    channel."""
    rank, sizes = len(kernel), x.type.shape[2:]
    x = c.op("detach", x)
    ends = [max(0, (output[i] - 1) * stride[i] + dilation[i] * (kernel[i] - 1) + 1 - size
                - padding[i]) for i, size in enumerate(sizes)]
    x = c.op("constant_pad_nd", x, low=[0, 0, *padding], high=[0, 0, *ends],
             value=-float("inf"))
    parts: list[int] = []
    for i in range(rank):
        elements = (np.arange(output[i])[:, None] * stride[i]
                    + np.arange(kernel[i])[None, :] * dilation[i])
        x = c.op("index_select", x, c.constant(elements.reshape(-1).astype(np.int64)),
                 dim=2 + i)
        parts += [output[i], kernel[i]]
    lead, order = list(x.type.shape[:2]), list(range(2 + 2 * rank))
    x = permute_to(c, c.reshape(x, [*lead, *parts]),
                   [*order[:2], *order[2::2], *order[3::2]])
    window = c.op("argmax", c.reshape(x, [*lead, *output, int(np.prod(kernel))]),
                  dim=2 + rank)
    place = c.constant(0, "i64")
    for i in reversed(range(rank)):
        count = c.constant(kernel[i], "i64")
        rest = c.op("floor_divide", window, count)
        number = c.op("sub", window, c.op("mul", rest, count))
        begins = np.arange(output[i]) * stride[i] - padding[i]
        begins = c.constant(begins.reshape([-1] + [1] * (rank - 1 - i)).astype(np.int64))
        own = c.op("add", begins, c.op("mul", number, c.constant(dilation[i], "i64")))
        step = int(np.prod(sizes[i + 1:], dtype=np.int64))
        place = c.op("add", place, c.op("mul", own, c.constant(step, "i64")))
        window = rest
    return place


def _max_unpool(rank: int) -> None:
    def lower(c: Context, self: Value, indices: Value, output_size: Sequence[Any],
              stride: Any = None, padding: Any = None) -> Value:
        """Of several values at one place the last one stays, and each has the gradient, as in
        PyTorch; the others are 0."""
        lead, size = list(self.type.shape[:-rank]), int(np.prod(output_size))
        rows = None if None in lead else int(np.prod(lead))
        split = [rows, int(np.prod(self.type.shape[-rank:])), 1]
        x, index = c.reshape(self, split), c.reshape(indices, split)
        fixed = c.op("detach", x)
        values = c.op("read_at", fixed, c.op("last_at", index, size=size), zeros=...)
        slopes = c.op("where", c.op("isfinite", fixed), c.op("sub", x, fixed),
                      c.constant(0, x.type.element))
        return c.reshape(c.op("add", values, c.op("sum_at", slopes, index, size=size)),
                         c.out.shape)
    lowers(f"max_unpool{rank}d.default")(lower)


def _avg_pool(rank: int) -> None:
    def lower(c: Context, self: Value, kernel_size: Any, stride: Any, padding: Any,
              ceil_mode: bool, count_include_pad: bool,
              divisor_override: Optional[int] = None) -> Value:
        kernel = _several(kernel_size, rank)
        steps, edge = _several(stride, rank) if stride else kernel, _several(padding, rank)
        return _batched(c, self, rank, lambda x: c.op(
            f"avg_pool{rank}d", x, kernel_size=kernel,
            stride=None if steps == kernel else steps, padding=edge if any(edge) else None,
            ceil_mode=True if ceil_mode else None,
            count_include_pad=None if count_include_pad else False,
            divisor_override=divisor_override))
    lowers(f"avg_pool{rank}d.default")(lower)


def _adaptive(rank: int) -> None:
    def lower(name: str, c: Context, value: Value, output_size: Any) -> Value:
        wanted = [have if want is None else want for want, have in
                  zip(_several(output_size, rank), value.type.shape[-rank:])]
        return _batched(c, value, rank, lambda x: c.op(
            f"adaptive_{name}_pool{rank}d", x, output_size=wanted))

    def mean(c: Context, self: Value, output_size: Any) -> Value:
        return lower("avg", c, self, output_size)
    lowers(f"adaptive_avg_pool{rank}d.default", f"_adaptive_avg_pool{rank}d.default")(mean)

    def largest(c: Context, self: Value, output_size: Any) -> list[Value]:
        if _needs_places(c):
            raise Unsupported(reasons[f"aten.adaptive_max_pool{rank}d.places"])
        result = lower("max", c, self, output_size)
        return [result, result]
    lowers(f"adaptive_max_pool{rank}d.default")(largest)


for _rank in (1, 2, 3):
    _max_pool(_rank)
    _avg_pool(_rank)
    _adaptive(_rank)
for _rank in (2, 3):
    _max_unpool(_rank)


# Normalization

def _statistics(c: Context, name: str, word: str, input: Value, weight: Optional[Value],
                bias: Optional[Value], running_mean: Optional[Value],
                running_var: Optional[Value], uses_batch: bool, momentum: float,
                eps: float, mean_cell: Optional[Cell], var_cell: Optional[Cell]) -> Any:
    given = {"weight": weight, "bias": bias}
    if running_mean is not None:
        given |= {"running_mean": running_mean, "running_var": running_var}
    result = c.op(name, input, keywords=given, **{word: uses_batch}, momentum=float(momentum),
                  eps=float(eps))
    if isinstance(result, Value):
        return result
    return InPlace([(mean_cell, result[1]), (var_cell, result[2])], result[0])


@lowers("batch_norm.default", "_batch_norm_impl_index.default", "cudnn_batch_norm.default")
def batch_norm(c: Context, input: Value, weight: Optional[Value], bias: Optional[Value],
               running_mean: Optional[Value], running_var: Optional[Value], training: bool,
               momentum: float, eps: float) -> Any:
    cells = c.node.meta["cells"][0]
    return _statistics(c, "batch_norm", "training", input, weight, bias, running_mean,
                       running_var, training, momentum, eps, cells[3], cells[4])


@lowers("instance_norm.default")
def instance_norm(c: Context, input: Value, weight: Optional[Value], bias: Optional[Value],
                  running_mean: Optional[Value], running_var: Optional[Value],
                  use_input_stats: bool, momentum: float, eps: float) -> Any:
    cells = c.node.meta["cells"][0]
    return _statistics(c, "instance_norm", "use_input_stats", input, weight, bias,
                       running_mean, running_var, use_input_stats, momentum, eps,
                       cells[3], cells[4])


@lowers("layer_norm.default")
def layer_norm(c: Context, input: Value, normalized_shape: Sequence[int],
               weight: Optional[Value], bias: Optional[Value], eps: float) -> Value:
    return c.op("layer_norm", input, keywords={"weight": weight, "bias": bias},
                normalized_shape=list(normalized_shape), eps=float(eps))


@lowers("native_layer_norm.default")
def native_layer_norm(c: Context, input: Value, normalized_shape: Sequence[int],
                      weight: Optional[Value], bias: Optional[Value],
                      eps: float) -> list[Value]:
    """No gradient goes through the statistics, as in PyTorch."""
    fixed = c.op("detach", input)
    dims = list(range(input.type.rank - len(normalized_shape), input.type.rank))
    variance = c.op("var", fixed, dims=dims, keepdim=True, correction=0)
    return [layer_norm(c, input, normalized_shape, weight, bias, eps),
            c.op("mean", fixed, dims=dims, keepdim=True),
            c.op("rsqrt", c.op("add", variance, c.constant(eps, variance.type.element)))]


@lowers("group_norm.default")
def group_norm(c: Context, input: Value, num_groups: int, weight: Optional[Value],
               bias: Optional[Value], eps: float) -> Value:
    return c.op("group_norm", input, keywords={"weight": weight, "bias": bias},
                num_groups=num_groups, eps=float(eps))


@lowers("rms_norm.default")
def rms_norm(c: Context, input: Value, normalized_shape: Sequence[int],
             weight: Optional[Value], eps: Optional[float]) -> Value:
    return c.op("rms_norm", input, *([] if weight is None else [weight]),
                normalized_shape=list(normalized_shape),
                eps=None if eps is None else float(eps))


def _softmax(name: str) -> None:
    def lower(c: Context, self: Value, dim: int, dtype: Any = None,
              half_to_float: bool = False) -> Value:
        value = self if self.type.element in ("f64", "f32", "f16", "bf16") \
            else c.cast(self, c.element)
        to = Attribute(c.element) if value.type.element != c.element else None
        if value.type.rank == 0:
            row = c.op(name, c.op("reshape", value, shape=[1]), dim=0, dtype=to)
            return c.op("reshape", row, shape=[])
        return c.op(name, value, dim=at(dim, value.type.rank), dtype=to)
    lowers(f"{name}.int", f"_{name}.default", f"special_{name}.int")(lower)


_softmax("softmax")
_softmax("log_softmax")


@lowers("_safe_softmax.default")
def safe_softmax(c: Context, self: Value, dim: int, dtype: Any = None) -> Value:
    """Rows of which all is -inf are 0."""
    x = c.cast(self, c.element)
    dim = at(dim, x.type.rank)
    there = c.op("compare", x, c.constant(float("-inf"), c.element), word="ne")
    some = c.op("any", there, dims=[dim], keepdim=True)
    zero = c.constant(0.0, c.element)
    return c.op("where", some, c.op("softmax", c.op("where", some, x, zero), dim=dim), zero)


@lowers("_weight_norm.default", "_weight_norm_interface.default")
def weight_norm(c: Context, v: Value, g: Value, dim: int) -> Value:
    return c.op("mul", v, c.op("div", g, norm_except_dim(c, v, 2, dim)))


@lowers("norm_except_dim.default")
def norm_except_dim(c: Context, v: Value, pow: int, dim: int) -> Value:
    dims = [d for d in range(v.type.rank) if d != dim]
    return c.op("norm", v, p=float(pow), dims=dims, keepdim=True)


# Dropout

@lowers("dropout.default", "native_dropout.default")
def dropout(c: Context, input: Value, p: float, train: bool) -> Any:
    if not train or p == 0:
        return input
    if p == 1:
        return c.op("mul", input, c.constant(0.0, input.type.element))
    return c.dropout(input, p)


@lowers("feature_dropout.default")
def feature_dropout(c: Context, input: Value, p: float, train: bool) -> Value:
    if not train or p == 0:
        return input
    meta = c.node.args[0].meta["val"]
    # A mask for whole channels.
    shape = [*meta.shape[:2], *[1] * (meta.dim() - 2)]
    return c.op("mul", input, c.dropout(c.full(shape, 1.0, input.type.element), p))


@lowers("alpha_dropout.default", "feature_alpha_dropout.default")
def alpha_dropout(c: Context, input: Value, p: float, train: bool) -> Value:
    """What is dropped becomes the least that a SELU gives; then mean and variance are as
    before (Klambauer et al., "Self-normalizing neural networks", 2017)."""
    if not train or p == 0:
        return input
    if p == 1:
        return c.op("mul", input, c.constant(0.0, input.type.element))
    meta = c.node.args[0].meta["val"]
    shape = meta.shape
    if "feature" in str(c.node.target):
        shape = [*meta.shape[:2], *[1] * (meta.dim() - 2)]
    least = -1.7580993408473766
    scale = ((least ** 2 * p + 1) * (1 - p)) ** -0.5
    element = input.type.element
    kept = c.op("compare", c.dropout(c.full(shape, 1.0, element), p),
                c.constant(0.0, element), word="gt")
    chosen = c.op("where", kept, input, c.constant(least, element))
    return c.op("add", c.op("mul", chosen, c.constant(scale, element)),
                c.constant(-least * scale * p, element))

# Attention

@lowers("scaled_dot_product_attention.default")
def scaled_dot_product_attention(c: Context, query: Value, key: Value, value: Value,
                                 attn_mask: Optional[Value], dropout_p: float,
                                 is_causal: bool, scale: Optional[float],
                                 enable_gqa: bool) -> Value:
    lead, heads = list(c.out.shape[:-2]), key.type.shape[-3:-2]
    if not enable_gqa:
        query, key, value = (c.broadcast(item, [*lead, *item.type.shape[-2:]])
                             for item in (query, key, value))
    rows, columns = query.type.shape[-2], key.type.shape[-2]
    if is_causal and rows != columns:
        attn_mask, is_causal = c.constant(np.tril(np.ones((rows, columns), bool))), False
    attributes = dict(is_causal=True if is_causal else None,
                      scale=None if scale is None else float(scale),
                      enable_gqa=True if enable_gqa and heads != query.type.shape[-3:-2]
                      else None)
    operands = [query, key, value, *([] if attn_mask is None else [attn_mask])]
    if dropout_p:
        return c.with_state("scaled_dot_product_attention", *operands,
                            dropout_p=float(dropout_p), **attributes)
    return c.op("scaled_dot_product_attention", *operands, **attributes)


# Recurrence

def recurrent(c: Context, name: str, operands: Sequence[Value], num_layers: int,
              bidirectional: bool, dropout: float, batch_first: bool = False,
              lengths: Optional[Value] = None) -> list[Value]:
    attributes = dict(num_layers=num_layers if num_layers != 1 else None,
                      bidirectional=True if bidirectional else None,
                      batch_first=True if batch_first else None)
    keywords = {"lengths": lengths}
    if dropout and num_layers > 1:
        return list(c.with_state(name, *operands, keywords=keywords, dropout=float(dropout),
                                 **attributes))
    return list(c.op(name, *operands, keywords=keywords, **attributes))


def _recurrent(name: str, states: int) -> None:
    def lower(c: Context, input: Value, hx: Any, params: Sequence[Value], has_biases: bool,
              num_layers: int, dropout: float, train: bool, bidirectional: bool,
              batch_first: bool) -> list[Value]:
        firsts = list(hx) if states == 2 else [hx]
        directions = 2 if bidirectional else 1
        if len(params) != num_layers * directions * (4 if has_biases else 2):
            raise Unsupported("projections of hidden states")
        return recurrent(c, name, [input, *firsts, *params], num_layers, bidirectional,
                         dropout if train else 0.0, batch_first=batch_first)
    lowers(f"{name}.input")(lower)
    lowerings[f"amp_torch.{name}.default"] = lower


_recurrent("lstm", 2)
_recurrent("gru", 1)
_recurrent("rnn_tanh", 1)
_recurrent("rnn_relu", 1)


def _cell(name: str) -> None:
    def lower(c: Context, input: Value, hx: Any, w_ih: Value, w_hh: Value,
              b_ih: Optional[Value], b_hh: Optional[Value]) -> Any:
        biases = [bias for bias in (b_ih, b_hh) if bias is not None]
        states = hx if isinstance(hx, list) else [hx]
        result = c.op(name, input, *states, w_ih, w_hh, *biases)
        return result if isinstance(result, Value) else list(result)
    lowers(f"{name}.default")(lower)


for _name in ("lstm_cell", "gru_cell", "rnn_tanh_cell", "rnn_relu_cell"):
    _cell(_name)


# Embeddings

@lowers("embedding_bag.padding_idx", "embedding_bag.default", "_embedding_bag.default")
def embedding_bag(c: Context, weight: Value, indices: Value, offsets: Value,
                  scale_grad_by_freq: bool = False, mode: int = 0, sparse: bool = False,
                  per_sample_weights: Optional[Value] = None,
                  include_last_offset: bool = False,
                  padding_idx: Optional[int] = None) -> list[Value]:
    raise Unsupported("gradients divided by how often a row is used, or rows that are "
                      "scaled down as they are read")


# Resampling

def _upsample(name: str, rank: int, aligns: bool) -> None:
    def lower(c: Context, input: Optional[Value] = None, output_size: Any = None,
              align_corners: bool = False, scale_factors: Any = None,
              self: Optional[Value] = None, **scales: Any) -> Value:
        x = self if input is None else input
        size = list(c.out.shape[2:])
        factors = list(scale_factors or [scales[key] for key in sorted(scales)
                                         if key.startswith("scales") and scales[key]])
        for have, want, factor in zip(x.type.shape[2:], size, factors):
            if have * factor != want and not align_corners:
                raise Unsupported(f"a factor of {factor}, with which {have} pixels do not "
                                  f"become a whole number; say the size")
        attributes = {"align_corners": True} if aligns and align_corners else {}
        return c.op(name, x, output_size=size, **attributes)
    lowers(f"{name}.vec", f"{name}.default")(lower)


for _rank in (1, 2, 3):
    _upsample(f"upsample_nearest{_rank}d", _rank, False)
    _upsample(f"_upsample_nearest_exact{_rank}d", _rank, False)
_upsample("upsample_linear1d", 1, True)
_upsample("upsample_bilinear2d", 2, True)
_upsample("upsample_trilinear3d", 3, True)
_upsample("upsample_bicubic2d", 2, True)
_upsample("_upsample_bilinear2d_aa", 2, True)
_upsample("_upsample_bicubic2d_aa", 2, True)


@lowers("grid_sampler.default", "grid_sampler_2d.default", "grid_sampler_3d.default")
def grid_sampler(c: Context, input: Value, grid: Value, interpolation_mode: int,
                 padding_mode: int, align_corners: bool) -> Value:
    return c.op("grid_sampler", input, grid,
                interpolation_mode=("bilinear", "nearest", "bicubic")[interpolation_mode],
                padding_mode=("zeros", "border", "reflection")[padding_mode],
                align_corners=bool(align_corners))


@lowers("affine_grid_generator.default")
def affine_grid_generator(c: Context, theta: Value, size: Sequence[Any],
                          align_corners: bool) -> Value:
    spatial = [known(item) for item in size[2:]]
    if None in spatial:
        raise Unsupported("a grid as large as the batch")
    axes = []
    for count in spatial:
        if align_corners:
            axes.append(np.linspace(-1, 1, count) if count > 1 else np.zeros(count))
        else:
            axes.append((2 * np.arange(count) + 1) / count - 1)
    places = np.stack([*np.meshgrid(*axes, indexing="ij")][::-1] +
                      [np.ones(spatial)], axis=-1).reshape(-1, len(spatial) + 1)
    numbers = c.constant(places.astype(np.float64 if c.element == "f64" else np.float32))
    rows = c.op("matmul", c.broadcast(numbers, [size[0], *places.shape]),
                permute_to(c, theta, [0, 2, 1]))
    return c.reshape(rows, c.out.shape)


@lowers("im2col.default")
def im2col(c: Context, self: Value, kernel_size: Sequence[int], dilation: Sequence[int],
           padding: Sequence[int], stride: Sequence[int]) -> Value:
    return _batched(c, self, 2, lambda x: c.op(
        "im2col", x, kernel_size=list(kernel_size), stride=list(stride), padding=list(padding),
        dilation=list(dilation)))


@lowers("col2im.default")
def col2im(c: Context, self: Value, output_size: Sequence[int], kernel_size: Sequence[int],
           dilation: Sequence[int], padding: Sequence[int], stride: Sequence[int]) -> Value:
    return _batched(c, self, 1, lambda x: c.op(
        "col2im", x, output_size=list(output_size), kernel_size=list(kernel_size),
        stride=list(stride), padding=list(padding), dilation=list(dilation)))
