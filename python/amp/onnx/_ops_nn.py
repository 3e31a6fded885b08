# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions, pools, losses, and random numbers."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Optional, Sequence

import numpy as np

from ..graph import Attribute, Value
from ._errors import ModelError
from ._model import FLOATS, element_of
from ._ops_shape import cut, pad_constant
from ._writer import REFUSED, Context, check_table, known_sizes, writes


class Windows(NamedTuple):
    """Of each spatial dimension: the windows' size and distances, what is added before and
    after, and how many there are."""

    kernel: list[int]
    stride: list[int]
    dilation: list[int]
    low: list[int]
    high: list[int]
    counts: list[int]

    @property
    def reach(self) -> list[int]:
        return [dilation * (kernel - 1) + 1
                for kernel, dilation in zip(self.kernel, self.dilation)]


def spatial_sizes(c: Context, x: Value) -> list[int]:
    if not 3 <= x.type.rank <= 5:
        raise ModelError(f"takes one to three spatial dimensions, found {x.type}")
    return [c.shape_of(x, i) for i in range(2, x.type.rank)]


def _list_of(c: Context, name: str, count: int, default: Optional[int]) -> list[int]:
    found = c.attribute(name, [default] * count)
    if len(found) != count:
        raise ModelError(f"has {len(found)} {name} for {count} dimensions")
    return list(found)


def windows(c: Context, sizes: Sequence[int], kernel: Sequence[int]) -> Windows:
    """By the attributes of a convolution or a pool."""
    n = len(sizes)
    if len(kernel) != n or min(kernel) < 1:
        raise ModelError(f"has windows of {list(kernel)} in {n} dimensions")
    stride, dilation = _list_of(c, "strides", n, 1), _list_of(c, "dilations", n, 1)
    if min(stride) < 1 or min(dilation) < 1:
        raise ModelError(f"has strides of {stride} and dilations of {dilation}")
    reach = [d * (k - 1) + 1 for k, d in zip(kernel, dilation)]
    auto = c.attribute("auto_pad", "NOTSET")
    ceil = bool(c.attribute("ceil_mode", 0))
    if auto in ("SAME_UPPER", "SAME_LOWER"):
        counts = [-(-size // step) for size, step in zip(sizes, stride)]
        total = [max(0, (count - 1) * step + far - size)
                 for count, step, far, size in zip(counts, stride, reach, sizes)]
        low = [each // 2 if auto == "SAME_UPPER" else each - each // 2 for each in total]
        high = [each - before for each, before in zip(total, low)]
        return Windows(list(kernel), stride, dilation, low, high, counts)
    if auto not in ("NOTSET", "VALID", ""):
        raise ModelError(f"has no auto_pad '{auto}'")
    pads = [0] * (2 * n) if auto == "VALID" else _list_of(c, "pads", 2 * n, 0)
    low, high = pads[:n], pads[n:]
    counts = []
    for i in range(n):
        room = sizes[i] + low[i] + high[i] - reach[i]
        count = (-(-room // stride[i]) if ceil else room // stride[i]) + 1
        if ceil and (count - 1) * stride[i] >= sizes[i] + low[i]:
            # It would begin behind the input.
            count -= 1
        if count < 1:
            raise ModelError(f"has windows of {reach} in sizes of {list(sizes)}")
        counts.append(count)
    return Windows(list(kernel), stride, dilation, low, high, counts)


def padded(c: Context, x: Value, how: Windows, value: float = 0.0) -> Value:
    """x with what all windows reach, and no more than pads say."""
    low, high = [0, 0], [0, 0]
    for i, size in enumerate(x.type.shape[2:]):
        end = (how.counts[i] - 1) * how.stride[i] + how.reach[i]
        low.append(how.low[i])
        high.append(max(how.high[i], end - size - how.low[i]))
    return pad_constant(c, x, low, high, value)


# Convolutions

@writes("Conv")
def _conv(c: Context) -> Value:
    x, weight, bias = c[0], c[1], c.get(2)
    return convolution(c, x, weight, bias, c.attribute("group", 1))


def convolution(c: Context, x: Value, weight: Value, bias: Optional[Value],
                groups: int) -> Value:
    sizes = spatial_sizes(c, x)
    n = len(sizes)
    if weight.type.rank != n + 2:
        raise ModelError(f"has the weight {weight.type} for {x.type}")
    kernel = [c.shape_of(weight, i) for i in range(2, n + 2)]
    if "kernel_shape" in c.node.attributes and c.attribute("kernel_shape") != kernel:
        raise ModelError(f"has a kernel_shape of {c.attribute('kernel_shape')} and the weight "
                         f"{weight.type}")
    how = windows(c, sizes, kernel)
    padding: Optional[list[int]] = how.low
    if how.low != how.high or min(how.low) < 0:
        x, padding = pad_constant(c, x, [0, 0, *how.low], [0, 0, *how.high]), None
    return c.op(f"conv{n}d", x, weight, *([bias] if bias else []), stride=how.stride,
                padding=padding, dilation=how.dilation, groups=groups)


@writes("ConvTranspose")
def _conv_transpose(c: Context) -> Value:
    x, weight, bias = c[0], c[1], c.get(2)
    sizes = spatial_sizes(c, x)
    n = len(sizes)
    if weight.type.rank != n + 2:
        raise ModelError(f"has the weight {weight.type} for {x.type}")
    kernel = [c.shape_of(weight, i) for i in range(2, n + 2)]
    stride, dilation = _list_of(c, "strides", n, 1), _list_of(c, "dilations", n, 1)
    extra = _list_of(c, "output_padding", n, 0)
    full = [step * (size - 1) + apart * (k - 1) + 1 + more for step, size, apart, k, more in
            zip(stride, sizes, dilation, kernel, extra)]
    auto = c.attribute("auto_pad", "NOTSET")
    shape = c.attribute("output_shape")
    if shape is not None or auto in ("SAME_UPPER", "SAME_LOWER"):
        shape = [size * step for size, step in zip(sizes, stride)] if shape is None else \
            shape[-n:]
        total = [max(0, each - wanted) for each, wanted in zip(full, shape)]
        # What a shape needs beyond that stands at the end.
        extra = [more + max(0, wanted - each) for more, each, wanted in zip(extra, full, shape)]
        low = [each // 2 if auto != "SAME_LOWER" else each - each // 2 for each in total]
        if auto == "NOTSET":
            low = [each // 2 for each in total]
        high = [each - before for each, before in zip(total, low)]
    else:
        pads = [0] * (2 * n) if auto == "VALID" else _list_of(c, "pads", 2 * n, 0)
        low, high = pads[:n], pads[n:]
    settings = {"stride": stride, "dilation": dilation, "groups": c.attribute("group", 1)}
    name = f"conv_transpose{n}d"
    if low == high and min(low) >= 0 and all(
            more < max(step, apart) for more, step, apart in zip(extra, stride, dilation)):
        return c.op(name, x, weight, *([bias] if bias else []), padding=low,
                    output_padding=extra if any(extra) else None, **settings)
    y = c.op(name, x, weight, **settings)
    y = pad_constant(c, y, [0, 0, *(-each for each in low)],
                     [0, 0, *(more - each for more, each in zip(extra, high))])
    return c.op("add", y, c.reshape(bias, [-1] + [1] * n)) if bias else y


@writes("Col2Im", numbers=[1, 2])
def _col2im(c: Context) -> Value:
    x = c[0]
    image, block = c.ints(1, "the image's shape"), c.ints(2, "the blocks' shape")
    n = len(image)
    if not 1 <= n <= 4 or len(block) != n or x.type.rank != 3:
        raise ModelError(f"takes {x.type} as blocks of {block} in {image}")
    stride, dilation = _list_of(c, "strides", n, 1), _list_of(c, "dilations", n, 1)
    pads = _list_of(c, "pads", 2 * n, 0)
    low, high = pads[:n], pads[n:]
    how = {"kernel_size": block, "stride": stride, "dilation": dilation}
    if low == high:
        return c.op("col2im", x, output_size=image, padding=low, **how)
    # The image with its padding, which is then cut off.
    y = c.op("col2im", x, output_size=[sum(each) for each in zip(image, low, high)],
             padding=[0] * n, **how)
    return pad_constant(c, y, [0, 0, *(-each for each in low)],
                        [0, 0, *(-each for each in high)])


# Pools

def _flat(c: Context, x: Value, how: Windows) -> tuple[Value, Windows]:
    """One spatial dimension becomes two, as pools want them."""
    if x.type.rank != 3:
        return x, how
    return c.unsqueeze(x, 2), Windows(*([start, *each] for start, each in zip(
        (1, 1, 1, 0, 0, 1), how)))


@writes("MaxPool")
def _max_pool(c: Context) -> Value:
    if len(c.node.outputs) > 1 and c.node.outputs[1]:
        raise ModelError(f"has an output 'Indices': {REFUSED['', 'MaxPool.Indices']}")
    x = c[0]
    element = x.type.element
    sizes = spatial_sizes(c, x)
    how = windows(c, sizes, c.attribute("kernel_shape", []))
    wide = x if element in FLOATS else c.cast(x, "f32")
    flat, how = _flat(c, wide, how)
    spatial = flat.type.shape[2:]
    fits = how.low == how.high and all(0 <= 2 * low <= kernel for low, kernel in
                                       zip(how.low, how.kernel))
    exact = all((count - 1) * step + far <= size + 2 * low for count, step, far, size, low in
                zip(how.counts, how.stride, how.reach, spatial, how.low))
    padding: Optional[list[int]] = how.low
    if not fits or not exact:
        flat, padding = padded(c, flat, how, -math.inf), None
    y = c.op(f"max_pool{flat.type.rank - 2}d", flat, kernel_size=how.kernel, stride=how.stride,
             padding=padding, dilation=how.dilation)
    y = cut_windows(c, y, how)
    y = c.reshape(y, [*c.dims(y)[:2], *c.dims(y)[3:]]) if x.type.rank == 3 else y
    return c.cast(y, element)


def cut_windows(c: Context, y: Value, how: Windows) -> Value:
    """Without windows that pads beyond need let in."""
    for i, count in enumerate(how.counts):
        y = cut(c, y, 2 + i, 0, count)
    return y


def window_sums(c: Context, x: Value, how: Windows) -> Value:
    """The sum of each window: a convolution with ones."""
    channels = c.shape_of(x, 1)
    check_table(channels, *how.kernel)
    ones = c.array(np.ones([channels, 1, *how.kernel]), x.type.element)
    y = c.op(f"conv{x.type.rank - 2}d", padded(c, x, how), ones, stride=how.stride,
             dilation=how.dilation, groups=channels)
    return cut_windows(c, y, how)


def window_counts(sizes: Sequence[int], how: Windows, padding: bool) -> np.ndarray:
    """The elements of each window that are in the input, or in its pads."""
    check_table(*how.counts, max(how.kernel))
    total = np.ones(())
    for i, size in enumerate(sizes):
        start = np.arange(how.counts[i]) * how.stride[i] - how.low[i]
        where = start[:, None] + np.arange(how.kernel[i]) * how.dilation[i]
        first, last = (-how.low[i], size + how.high[i]) if padding else (0, size)
        total = total[..., None] * ((where >= first) & (where < last)).sum(1)
    return total


@writes("AveragePool")
def _average_pool(c: Context) -> Value:
    x = c[0]
    sizes = spatial_sizes(c, x)
    how = windows(c, sizes, c.attribute("kernel_shape", []))
    include = bool(c.attribute("count_include_pad", 0))
    exact = all((count - 1) * step + far <= size + low + high
                for count, step, far, size, low, high in
                zip(how.counts, how.stride, how.reach, sizes, how.low, how.high))
    if how.dilation == [1] * len(sizes) and how.low == how.high and exact and all(
            2 * low <= kernel for low, kernel in zip(how.low, how.kernel)):
        flat, inner = _flat(c, x, how)
        y = c.op(f"avg_pool{flat.type.rank - 2}d", flat, kernel_size=inner.kernel,
                 stride=inner.stride, padding=inner.low, count_include_pad=include)
        y = cut_windows(c, y, inner)
        return c.reshape(y, [*c.dims(y)[:2], *c.dims(y)[3:]]) if x.type.rank == 3 else y
    counts = window_counts(sizes, how, include)
    return c.op("div", window_sums(c, x, how), c.array(counts, x.type.element))


@writes("LpPool")
def _lp_pool(c: Context) -> Value:
    x, p = c[0], c.attribute("p", 2)
    how = windows(c, spatial_sizes(c, x), c.attribute("kernel_shape", []))
    sums = window_sums(c, powers(c, x, p), how)
    return roots(c, sums, p)


def powers(c: Context, x: Value, p: int) -> Value:
    """|x|^p."""
    size = c.op("abs", x)
    return {1: size}.get(p) or (c.op("square", x) if p == 2 else
                                c.op("pow", size, c.number(p, x)))


def roots(c: Context, x: Value, p: int) -> Value:
    return x if p == 1 else c.op("sqrt", x) if p == 2 else c.op("pow", x, c.number(1 / p, x))


def _global(name: str, write: Any) -> None:
    def whole(c: Context) -> Value:
        x = c[0]
        if x.type.rank < 3:
            raise ModelError(f"takes spatial dimensions, found {x.type}")
        return write(c, x, {"dims": list(range(2, x.type.rank)), "keepdim": True})
    writes(name)(whole)


_global("GlobalAveragePool", lambda c, x, how: c.op("mean", x, **how))
_global("GlobalMaxPool", lambda c, x, how: c.op("amax", x, **how))
_global("GlobalLpPool", lambda c, x, how: roots(
    c, c.op("sum", powers(c, x, c.attribute("p", 2)), **how), c.attribute("p", 2)))


# Softmax and losses

def _softmax(name: str) -> None:
    def write(c: Context) -> Value:
        x = c[0]
        if c.node.version >= 13:
            return c.op(name, x, dim=c.axis("axis", -1, x.type.rank))
        # Over all dimensions from the axis on.
        axis = c.axis("axis", 1, x.type.rank)
        dims = c.dims(x)
        if all(type(size) is int and size == 1 for size in dims[axis + 1:]):
            return c.op(name, x, dim=axis)
        rows = c.reshape(x, [known_sizes(dims[:axis]), known_sizes(dims[axis:])])
        return c.reshape(c.op(name, rows, dim=1), dims)
    writes({"softmax": "Softmax", "log_softmax": "LogSoftmax"}[name])(write)


_softmax("softmax")
_softmax("log_softmax")


@writes("Hardmax")
def _hardmax(c: Context) -> Value:
    x = c[0]
    dims = c.dims(x)
    axis = c.axis("axis", -1 if c.node.version >= 13 else 1, x.type.rank)
    if c.node.version < 13:
        x = c.reshape(x, [known_sizes(dims[:axis]), known_sizes(dims[axis:])])
        axis = 1
    place = c.op("argmax", x, dim=axis)
    hot = c.op("one_hot", place, classes=c.shape_of(x, axis),
               dtype=Attribute(x.type.element))
    order = list(range(x.type.rank - 1))
    order.insert(axis, x.type.rank - 1)
    return c.reshape(c.transpose(hot, order), dims)


def _reduction(c: Context) -> Attribute:
    form = c.attribute("reduction", "mean")
    if form not in ("none", "mean", "sum"):
        raise ModelError(f"has no reduction '{form}'; known are none, mean and sum")
    return Attribute(f"#amp.reduction<{form}>")


def likelihood(c: Context, log_probabilities: Value) -> Value:
    """The loss of classes, of which input 1 tells the right ones."""
    weight = [c[2]] if c.has(2) else []
    return c.op("nll_loss", log_probabilities, c.cast(c[1], "i64"), *weight,
                ignore_index=c.attribute("ignore_index"), reduction=_reduction(c))


@writes("NegativeLogLikelihoodLoss")
def _nll(c: Context) -> Value:
    return likelihood(c, c[0])


@writes("SoftmaxCrossEntropyLoss")
def _softmax_cross_entropy(c: Context) -> tuple[Value, Optional[Value]]:
    log_probabilities = c.op("log_softmax", c[0], dim=1)
    return likelihood(c, log_probabilities), log_probabilities


# Random numbers

@writes("Dropout", numbers=[1, 2])
def _dropout(c: Context) -> tuple[Value, Value]:
    x = c[0]
    if c.node.version < 12:
        ratio, training = c.attribute("ratio", 0.5), False
    else:
        ratio = float(c.known(1, "the ratio").reshape(())) if c.has(1) else 0.5
        training = bool(c.known(2, "training_mode").reshape(())) if c.has(2) else False
    if not 0 <= ratio < 1:
        raise ModelError(f"has a ratio of {ratio}")
    element = "i1" if c.node.version >= 10 else x.type.element
    if (not training and not c.training) or ratio == 0:
        if len(c.node.outputs) < 2:
            return (x,)
        kept = c.op("ones_like", x)
        return x, c.cast(kept, element) if element != "i1" else \
            c.compare("eq", kept, kept)
    rng = c.writer.rng()
    state = c.writer.function.read(rng)
    if len(c.node.outputs) > 1:
        kept, following = c.op("dropout", c.op("ones_like", x), state, p=ratio)
        y = c.op("mul", x, kept)
        mask = c.compare("ne", kept, c.number(0, x))
    else:
        y, following = c.op("dropout", x, state, p=ratio)
        mask = None
    c.writer.function.assign(rng, following)
    return (y, mask) if mask else (y,)


def uniform(c: Context, shape: Sequence[int], element: str) -> Value:
    """Numbers in [0, 1) of 24 bits each; `amp.random_bits` knows no seed but the run's."""
    rng = c.writer.rng()
    state = c.writer.function.read(rng)
    bits = c.op("random_bits", state, shape=list(shape))
    blocks = -(-math.prod(shape) // 4)
    c.writer.function.assign(rng, c.op("add", state, c.array(np.asarray([0, blocks], np.int64))))
    wide = c.cast(bits, "i64")
    high = c.op("floor_divide", wide, c.number(256, "i64"))
    # 32 bits with a sign: from -2^23 on.
    shifted = c.op("add", high, c.number(1 << 23, "i64"))
    return c.cast(c.op("mul", c.cast(shifted, "f64"), c.number(2.0 ** -24, "f64")), element)


def _random(name: str, like: bool, write: Any) -> None:
    def whole(c: Context) -> Value:
        shape = c.shape(c[0]) if like else c.attribute("shape", [])
        element = element_of(c.attribute("dtype"), "what is drawn") if "dtype" in \
            c.node.attributes else c[0].type.element if like else "f32"
        if element not in FLOATS:
            raise ModelError(f"draws numbers of {element}")
        return c.cast(write(c, shape), element)
    writes(name)(whole)


def _uniform(c: Context, shape: Sequence[int]) -> Value:
    low, high = c.attribute("low", 0.0), c.attribute("high", 1.0)
    drawn = uniform(c, shape, "f64")
    return c.op("add", c.op("mul", drawn, c.number(high - low, drawn)), c.number(low, drawn))


def _normal(c: Context, shape: Sequence[int]) -> Value:
    # By Box and Muller.
    mean, scale = c.attribute("mean", 0.0), c.attribute("scale", 1.0)
    first, second = uniform(c, shape, "f64"), uniform(c, shape, "f64")
    length = c.op("sqrt", c.op("mul", c.op("log1p", c.op("neg", first)), c.number(-2, first)))
    drawn = c.op("mul", length, c.op("cos", c.op("mul", second, c.number(2 * math.pi, first))))
    return c.op("add", c.op("mul", drawn, c.number(scale, drawn)), c.number(mean, drawn))


for _like in (False, True):
    _suffix = "Like" if _like else ""
    _random(f"RandomUniform{_suffix}", _like, _uniform)
    _random(f"RandomNormal{_suffix}", _like, _normal)


@writes("Bernoulli")
def _bernoulli(c: Context) -> Value:
    x = c[0]
    element = element_of(c.attribute("dtype"), "what is drawn") if "dtype" in \
        c.node.attributes else x.type.element
    drawn = c.compare("lt", uniform(c, c.shape(x), "f64"), c.cast(x, "f64"))
    return c.cast(drawn, element)
