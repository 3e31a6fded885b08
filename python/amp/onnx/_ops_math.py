# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise ops, reductions and products."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Optional

import numpy as np

from ..graph import Attribute, Value
from ._errors import ModelError
from ._model import FLOATS, element_of
from ._writer import LINEAR, Context, normal_axis, writes

# Elementwise ops that are ops of the dialect.
_UNARY = {"Abs": "abs", "Acos": "acos", "Asin": "asin", "Atan": "atan", "Ceil": "ceil",
          "Cos": "cos", "Cosh": "cosh", "Erf": "erf", "Exp": "exp", "Floor": "floor",
          "HardSwish": "hardswish", "Log": "log", "Mish": "mish", "Neg": "neg",
          "Reciprocal": "reciprocal", "Round": "round", "Sigmoid": "sigmoid", "Sign": "sign",
          "Sin": "sin", "Sinh": "sinh", "Softsign": "softsign", "Sqrt": "sqrt", "Tan": "tan",
          "Tanh": "tanh", "IsNaN": "isnan", "Not": "logical_not"}
_BINARY = {"Add": "add", "Mul": "mul", "Sub": "sub", "And": "logical_and", "Or": "logical_or"}
_COMPARISONS = {"Equal": "eq", "Greater": "gt", "GreaterOrEqual": "ge", "Less": "lt",
                "LessOrEqual": "le"}


def _register() -> None:
    for theirs, ours in _UNARY.items():
        writes(theirs)(lambda c, ours=ours: c.op(ours, c[0]))
    for theirs, ours in _BINARY.items():
        writes(theirs)(lambda c, ours=ours: c.op(ours, c[0], c[1]))
    for theirs, ours in _COMPARISONS.items():
        writes(theirs)(lambda c, ours=ours: c.compare(ours, c[0], c[1]))
    for theirs, ours in {"Sum": "add", "Max": "maximum", "Min": "minimum"}.items():
        writes(theirs)(lambda c, ours=ours: _chain(c, ours))


def _chain(c: Context, name: str) -> Value:
    values = c.all
    if not values:
        raise ModelError("has no inputs")
    result = values[0]
    for value in values[1:]:
        result = c.op(name, result, value)
    return result


_register()


def is_float(value: Value) -> bool:
    return value.type.element in FLOATS


@writes("Mean")
def _mean(c: Context) -> Value:
    return c.op("div", _chain(c, "add"), c.number(len(c.all), c[0]))


@writes("Xor")
def _xor(c: Context) -> Value:
    return c.compare("ne", c[0], c[1])


@writes("Div")
def _div(c: Context) -> Value:
    return c.op("div", c[0], c[1]) if is_float(c[0]) else truncated_quotient(c, c[0], c[1])


def truncated_quotient(c: Context, a: Value, b: Value) -> Value:
    """Of integers, rounded towards 0."""
    if a.type.element == "ui8":
        return c.op("floor_divide", a, b)
    quotient = c.op("floor_divide", c.op("abs", a), c.op("abs", b))
    return c.op("mul", quotient, c.op("mul", c.op("sign", a), c.op("sign", b)))


@writes("Mod")
def _mod(c: Context) -> Value:
    a, b = c[0], c[1]
    if not c.attribute("fmod", 0):
        return c.op("sub", a, c.op("mul", b, c.op("floor_divide", a, b)))
    # The sign is that of a.
    if a.type.element == "ui8":
        return c.op("sub", a, c.op("mul", b, c.op("floor_divide", a, b)))
    size, divisor = c.op("abs", a), c.op("abs", b)
    rest = c.op("sub", size, c.op("mul", divisor, c.op("floor_divide", size, divisor)))
    return c.op("mul", rest, c.op("sign", a))


@writes("Pow")
def _pow(c: Context) -> Value:
    base = c[0]
    if c.is_known(1) and c.given[1].size == 1 and is_float(base) and not c.given[1].ndim:
        exponent = float(c.given[1].reshape(())[()])
        for value, name in {2.0: "square", 0.5: "sqrt", -1.0: "reciprocal"}.items():
            if exponent == value:
                return c.op(name, base)
        return c.op("pow", base, c.number(exponent, base))
    exponent = c[1]
    if is_float(base):
        return c.op("pow", base, c.cast(exponent, base.type.element))
    # Of integers: in f64, rounded.
    power = c.op("pow", c.cast(base, "f64"), c.cast(exponent, "f64"))
    whole = exponent.type.element not in FLOATS
    return c.cast(c.op("round", power) if whole else power, base.type.element)


# Bits of integers, and whether they have a sign.
_WIDTHS = {"ui8": (8, False), "i8": (8, True), "i16": (16, True), "i32": (32, True)}


def _width(value: Value) -> tuple[int, bool]:
    if value.type.element not in _WIDTHS:
        raise ModelError(f"takes integers of up to 32 bits, found {value.type}")
    return _WIDTHS[value.type.element]


@writes("BitShift")
def _bit_shift(c: Context) -> Value:
    value, count = c[0], c.cast(c[1], "i64")
    element = value.type.element
    width = 63 if element == "i64" else _width(value)[0]
    # Whatever is not below the width shifts everything out.
    fits = c.op("logical_and", c.compare("ge", count, c.number(0, "i64")),
                c.compare("lt", count, c.number(width, "i64")))
    left = c.attribute("direction", "") == "LEFT"
    safe = c.op("where", fits, count, c.number(0 if left else 62, "i64"))
    power = c.cast(c.op("round", c.op("pow", c.number(2, "f64"), c.cast(safe, "f64"))), "i64")
    wide = c.cast(value, "i64")
    if not left:
        return c.cast(c.op("floor_divide", wide, power), element)
    shifted = c.op("where", fits, c.op("mul", wide, power), c.number(0, "i64"))
    return c.cast(_wrapped(c, shifted, element), element)


def _wrapped(c: Context, wide: Value, element: str) -> Value:
    """An i64 without the bits that a narrower integer has not."""
    if element == "i64":
        return wide
    width, has_sign = _WIDTHS[element]
    shift = c.number(1 << (width - 1) if has_sign else 0, "i64")
    size = c.number(1 << width, "i64")
    moved = c.op("add", wide, shift)
    rest = c.op("sub", moved, c.op("mul", size, c.op("floor_divide", moved, size)))
    return c.op("sub", rest, shift)


@writes("BitwiseNot")
def _bitwise_not(c: Context) -> Value:
    return c.op("bitwise_not", c[0])


@writes("BitwiseAnd", "BitwiseOr", "BitwiseXor")
def _bitwise(c: Context) -> Value:
    return c.op(c.node.op.replace("Bitwise", "bitwise_").lower(), c[0], c[1])


@writes("Acosh")
def _acosh(c: Context) -> Value:
    root = c.op("sqrt", c.op("sub", c.op("square", c[0]), c.number(1, c[0])))
    return c.op("log", c.op("add", c[0], root))


@writes("Asinh")
def _asinh(c: Context) -> Value:
    # Of |x|, so that nothing cancels: sign(x) log1p(|x| + x² / (1 + sqrt(x² + 1))).
    x = c.op("abs", c[0])
    square = c.op("square", x)
    one = c.number(1, x)
    root = c.op("add", one, c.op("sqrt", c.op("add", square, one)))
    return c.op("mul", c.op("sign", c[0]),
                c.op("log1p", c.op("add", x, c.op("div", square, root))))


@writes("Atanh")
def _atanh(c: Context) -> Value:
    difference = c.op("sub", c.op("log1p", c[0]), c.op("log1p", c.op("neg", c[0])))
    return c.op("mul", difference, c.number(0.5, c[0]))


@writes("IsInf")
def _is_inf(c: Context) -> Value:
    positive, negative = c.attribute("detect_positive", 1), c.attribute("detect_negative", 1)
    if positive and negative:
        return c.op("isinf", c[0])
    if not positive and not negative:
        return c.op("logical_and", c.op("isinf", c[0]), c.op("isnan", c[0]))
    return c.compare("eq", c[0], c.number(math.inf if positive else -math.inf, c[0]))


# Activations

@writes("Relu")
def _relu(c: Context) -> Value:
    if is_float(c[0]):
        return c.op("relu", c[0])
    return c.op("maximum", c[0], c.number(0, c[0]))


@writes("LeakyRelu")
def _leaky_relu(c: Context) -> Value:
    return c.op("leaky_relu", c[0], negative_slope=c.attribute("alpha", 0.01))


@writes("Elu")
def _elu(c: Context) -> Value:
    return c.op("elu", c[0], alpha=c.attribute("alpha", 1.0))


@writes("Celu")
def _celu(c: Context) -> Value:
    return c.op("celu", c[0], alpha=c.attribute("alpha", 1.0))


@writes("Selu")
def _selu(c: Context) -> Value:
    alpha = c.attribute("alpha", 1.6732632)
    gamma = c.attribute("gamma", 1.050701)
    if np.float32(alpha) == np.float32(1.6732632423543772) and \
            np.float32(gamma) == np.float32(1.0507009873554805):
        return c.op("selu", c[0])
    return c.op("mul", c.op("elu", c[0], alpha=alpha), c.number(gamma, c[0]))


@writes("Gelu")
def _gelu(c: Context) -> Value:
    form = c.attribute("approximate", "none")
    if form not in ("none", "tanh"):
        raise ModelError(f"has no form '{form}'; known are none and tanh")
    return c.op("gelu", c[0],
                approximate=Attribute("#amp.gelu<tanh>") if form == "tanh" else None)


@writes("Swish")
def _swish(c: Context) -> Value:
    alpha = c.attribute("alpha", 1.0)
    if alpha == 1:
        return c.op("silu", c[0])
    return c.op("mul", c[0], c.op("sigmoid", c.op("mul", c[0], c.number(alpha, c[0]))))


@writes("HardSigmoid")
def _hard_sigmoid(c: Context) -> Value:
    alpha, beta = c.attribute("alpha", 0.2), c.attribute("beta", 0.5)
    if np.float32(alpha) == np.float32(1 / 6) and beta == 0.5:
        return c.op("hardsigmoid", c[0])
    line = c.op("add", c.op("mul", c[0], c.number(alpha, c[0])), c.number(beta, c[0]))
    return c.op("clamp", line, min=0.0, max=1.0)


@writes("Softplus")
def _softplus(c: Context) -> Value:
    # Without a threshold: log(1 + exp(x)) = -log_sigmoid(-x).
    return c.op("neg", c.op("log_sigmoid", c.op("neg", c[0])))


@writes("ThresholdedRelu")
def _thresholded_relu(c: Context) -> Value:
    return c.op("threshold", c[0], threshold=c.attribute("alpha", 1.0), value=0.0)


@writes("Shrink")
def _shrink(c: Context) -> Value:
    lambd, bias = c.attribute("lambd", 0.5), c.attribute("bias", 0.0)
    x = c[0]
    if is_float(x) and lambd >= 0 and bias in (0, lambd):
        return c.op("softshrink" if bias else "hardshrink", x, lambd=lambd)
    wide = x if is_float(x) else c.cast(x, "f32")
    zero, shift = c.number(0, wide), c.number(bias, wide)
    below = c.op("where", c.compare("lt", wide, c.number(-lambd, wide)),
                 c.op("add", wide, shift), zero)
    result = c.op("where", c.compare("gt", wide, c.number(lambd, wide)),
                  c.op("sub", wide, shift), below)
    return c.cast(result, x.type.element)


@writes("PRelu")
def _prelu(c: Context) -> Value:
    x, slope = c[0], c[1]
    sizes = slope.type.shape
    # One for each channel, as PyTorch's are exported.
    channels = len(sizes) == x.type.rank - 1 and all(size == 1 for size in sizes[1:])
    if is_float(x) and None not in sizes and (math.prod(sizes) == 1 or x.type.rank > 1 and
                                              channels and sizes[0] == x.type.shape[1]):
        return c.op("prelu", x, c.reshape(slope, [math.prod(sizes)]))
    zero = c.number(0, x)
    return c.op("where", c.compare("lt", x, zero), c.op("mul", x, slope), x)


@writes("Clip")
def _clip(c: Context) -> Value:
    x = c[0]
    if c.node.version < 11:
        return c.op("clamp", x, min=c.attribute("min"), max=c.attribute("max")) if \
            {"min", "max"} & set(c.node.attributes) else x
    if is_float(x) and all(c.is_known(i) or not c.has(i) for i in (1, 2)):
        bounds = {name: float(c.given[i].reshape(())[()])
                  for i, name in ((1, "min"), (2, "max")) if c.has(i)}
        return c.op("clamp", x, **bounds) if bounds else x
    for i, name in ((1, "maximum"), (2, "minimum")):
        if c.has(i):
            x = c.op(name, x, c[i])
    return x


@writes("Cast")
def _cast(c: Context) -> Value:
    return convert(c, c[0], element_of(c.attribute("to", 0), "what is cast to"))


@writes("CastLike")
def _cast_like(c: Context) -> Value:
    return convert(c, c[0], c.type(c.given[1])[0])


def convert(c: Context, value: Value, element: str) -> Value:
    if element == "i1" and value.type.element != "i1":
        return c.compare("ne", value, c.number(0, value))
    return c.cast(value, element)


@writes("Where")
def _where(c: Context) -> Value:
    return c.op("where", c[0], c[1], c[2])


# Reductions

def axes_of(c: Context, rank: int) -> Optional[list[int]]:
    """The dimensions that a reduction takes; None: it takes none at all."""
    axes = c.ints(1, "axes")
    if not axes:
        return None if c.attribute("noop_with_empty_axes", 0) else list(range(rank))
    return sorted({normal_axis(axis, rank) for axis in axes})


def reduce(c: Context, x: Value, function: Callable[..., Value],
           before: Optional[Callable[[Value], Value]] = None) -> Value:
    """A reduction of `before` of x."""
    axes = axes_of(c, x.type.rank)
    x = before(x) if before else x
    if not axes:
        return x
    return function(x, dims=axes, keepdim=bool(c.attribute("keepdims", 1)))


def _reduction(theirs: str, ours: str) -> None:
    writes(theirs, numbers=[1])(
        lambda c: reduce(c, c[0], lambda x, **how: c.op(ours, x, **how)))


_reduction("ReduceSum", "sum")
_reduction("ReduceMax", "amax")
_reduction("ReduceMin", "amin")
_reduction("ReduceProd", "prod")


@writes("ReduceMean", numbers=[1])
def _reduce_mean(c: Context) -> Value:
    def mean(x: Value, **how: Any) -> Value:
        if is_float(x):
            return c.op("mean", x, **how)
        count = math.prod(c.shape(x)[dim] for dim in how["dims"])
        return truncated_quotient(c, c.op("sum", x, **how), c.number(count, x))
    return reduce(c, c[0], mean)


@writes("ReduceL1", numbers=[1])
def _reduce_l1(c: Context) -> Value:
    return reduce(c, c[0], lambda x, **how: c.op("sum", x, **how), lambda x: c.op("abs", x))


@writes("ReduceSumSquare", numbers=[1])
def _reduce_sum_square(c: Context) -> Value:
    return reduce(c, c[0], lambda x, **how: c.op("sum", x, **how),
                  lambda x: c.op("square", x))


@writes("ReduceL2", numbers=[1])
def _reduce_l2(c: Context) -> Value:
    x = c[0]
    if not is_float(x):
        total = reduce(c, x, lambda y, **how: c.op("sum", y, **how), lambda y: c.op("square", y))
        return c.cast(c.op("sqrt", c.cast(total, "f64")), x.type.element)
    axes = axes_of(c, x.type.rank)
    if not axes:
        return c.op("abs", x)
    return c.op("linalg_vector_norm", x, dims=axes, keepdim=bool(c.attribute("keepdims", 1)))


@writes("ReduceLogSum", numbers=[1])
def _reduce_log_sum(c: Context) -> Value:
    return c.op("log", reduce(c, c[0], lambda x, **how: c.op("sum", x, **how)))


@writes("ReduceLogSumExp", numbers=[1])
def _reduce_log_sum_exp(c: Context) -> Value:
    x = c[0] if is_float(c[0]) else c.cast(c[0], "f64")
    result = reduce(c, x, lambda y, **how: c.op("logsumexp", y, **how))
    return c.cast(result, c[0].type.element)


def _running(theirs: str, ours: str, neutral: int) -> None:
    def write(c: Context) -> Value:
        x = c[0]
        dim = normal_axis(int(c.known(1, "axis").reshape(())), x.type.rank)
        reverse = bool(c.attribute("reverse", 0))
        if reverse:
            x = c.op("flip", x, dims=[dim])
        if c.attribute("exclusive", 0):
            # The neutral element before all but the last.
            size = c.shape(x)[dim] if x.type.shape[dim] is None else x.type.shape[dim]
            low = [int(i == dim) for i in range(x.type.rank)]
            x = c.op("constant_pad_nd", x, low=low, high=[-each for each in low],
                     value=float(neutral)) if size else x
        x = c.op(ours, x, dim=dim)
        return c.op("flip", x, dims=[dim]) if reverse else x
    writes(theirs, numbers=[1])(write)


_running("CumSum", "cumsum", 0)
_running("CumProd", "cumprod", 1)


def arg_extreme(c: Context, x: Value, dim: int, last: bool, smallest: bool) -> Value:
    """The place of the largest element; the last one of equals if `last`."""
    if smallest:
        # Not the negative, which the smallest integer has none of.
        x = c.op("neg", x) if is_float(x) else c.op("sub", c.number(-1, "i64"),
                                                    c.cast(x, "i64"))
    size = x.type.shape[dim]
    if not last:
        return c.op("argmax", x, dim=dim)
    if size is None:
        raise ModelError("cannot take the last place of the batch")
    place = c.op("argmax", c.op("flip", x, dims=[dim]), dim=dim)
    return c.op("sub", c.number(size - 1, "i64"), place)


@writes("ArgMax", "ArgMin")
def _arg_max(c: Context) -> Value:
    x = c[0]
    dim = c.axis("axis", 0, x.type.rank)
    place = arg_extreme(c, x, dim, bool(c.attribute("select_last_index", 0)),
                        c.node.op == "ArgMin")
    return c.unsqueeze(place, dim) if c.attribute("keepdims", 1) else place


# Products

@writes("MatMul")
def _mat_mul(c: Context) -> Value:
    return matmul(c, c[0], c[1])


def matmul(c: Context, a: Value, b: Value) -> Value:
    """NumPy's product."""
    element = a.type.element
    if element not in FLOATS:
        # In f64, which holds the sums of products of 32 bits.
        if element == "i64":
            raise ModelError("takes no products of i64")
        return c.cast(matmul(c, c.cast(a, "f64"), c.cast(b, "f64")), element)
    if not a.type.rank or not b.type.rank:
        raise ModelError(f"takes no scalars, found {a.type} and {b.type}")
    if a.type.rank == 1 and b.type.rank == 1:
        return c.op("dot", a, b)
    if a.type.rank == 1:
        dims = c.dims(b)
        return c.reshape(matmul(c, c.unsqueeze(a, 0), b), dims[:-2] + dims[-1:])
    if b.type.rank == 1:
        return c.reshape(matmul(c, a, c.unsqueeze(b, 1)), c.dims(a)[:-1])
    if a.type.shape[:-2] == b.type.shape[:-2] or b.type.rank == 2:
        return c.op("matmul", a, b)
    if a.type.rank == 2 and len(b.type.shape) > 2:
        return c.op("matmul", a, b)
    return c.op("einsum", a, b, equation="...ij,...jk->...ik")


@writes(LINEAR)
def _linear(c: Context) -> Value:
    x, weight, bias = c[0], c[1], c[2]
    if x.type.rank < 2 or bias.type.shape != weight.type.shape[1:]:
        return c.op("add", matmul(c, x, weight), bias)
    return c.op("linear", x, c.transpose(weight, [1, 0]), bias)


@writes("Gemm")
def _gemm(c: Context) -> Value:
    a, b, bias = c[0], c[1], c.get(2)
    alpha, beta = c.attribute("alpha", 1.0), c.attribute("beta", 1.0)
    element = a.type.element
    if element not in FLOATS:
        raise ModelError(f"takes floating-point numbers, found {a.type}")
    if c.attribute("transA", 0):
        a = c.transpose(a, [1, 0])
    if alpha == 1 and beta == 1 and (bias is None or bias.type.rank == 1):
        # y = x wᵀ + b: what a linear layer is.
        weight = b if c.attribute("transB", 0) else c.transpose(b, [1, 0])
        if bias is None:
            return c.op("linear", a, weight)
        if bias.type.shape == weight.type.shape[:1]:
            return c.op("linear", a, weight, bias)
    if c.attribute("transB", 0):
        b = c.transpose(b, [1, 0])
    if bias is None:
        product = c.op("mm", a, b)
        return product if alpha == 1 else c.op("mul", product, c.number(alpha, product))
    return c.op("addmm", bias, a, b, alpha=alpha, beta=beta)


@writes("Einsum")
def _einsum(c: Context) -> Value:
    equation = c.attribute("equation", "").replace(" ", "")
    values = c.all
    element = values[0].type.element
    if element not in FLOATS:
        raise ModelError(f"takes floating-point numbers, found {values[0].type}")
    return c.op("einsum", *values, equation=equation)


@writes("Det")
def _det(c: Context) -> Value:
    """By expansion along the first row, for what is small."""
    x = c[0]
    size = x.type.shape[-1]
    if x.type.rank < 2 or size is None or x.type.shape[-2] != size or size > 4:
        raise ModelError(f"takes square matrices of up to 4 rows, found {x.type}: no op "
                         "factorizes matrices")
    rank, dims = x.type.rank, c.dims(x)[:-2]

    def element(i: int, j: int) -> Value:
        part = c.op("slice", x, offsets=[0] * (rank - 2) + [i, j],
                    sizes=[-1] * (rank - 2) + [1, 1])
        return c.reshape(part, dims)

    def determinant(row: int, columns: tuple[int, ...]) -> Value:
        if len(columns) == 1:
            return element(row, columns[0])
        total = None
        for k, column in enumerate(columns):
            term = c.op("mul", element(row, column),
                        determinant(row + 1, columns[:k] + columns[k + 1:]))
            total = term if total is None else c.op("sub" if k % 2 else "add", total, term)
        return total

    if size == 0:
        raise ModelError("takes no empty matrices")
    return determinant(0, tuple(range(size)))
