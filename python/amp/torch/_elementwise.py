# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Ops of single elements: arithmetic, functions, comparisons, activations, casts."""

from __future__ import annotations

import math
from typing import Any

import torch

from ..graph import Attribute, Value
from ._lowering import IN_PLACE, Context, Unsupported, inverts, lowers

# Functions of one operand and no settings, whose name is the dialect's.
for _name in ("acos", "asin", "atan", "cos", "cosh", "erf", "erfc", "erfinv",
              "lgamma", "digamma",
              "exp", "expm1", "log", "log10", "log1p", "log2", "reciprocal", "rsqrt",
              "sigmoid", "sin", "sinh", "sqrt", "tan", "tanh", "relu6", "hardsigmoid",
              "hardswish", "mish", "selu", "silu", "log_sigmoid"):
    def _unary(c: Context, self: Value, _name: str = _name) -> Value:
        return c.op(_name, c.cast(self, c.element))
    lowers(f"{_name}.default")(_unary)

for _name in ("abs", "neg", "sign", "relu"):
    def _unary(c: Context, self: Value, _name: str = _name) -> Value:
        return c.op(_name, self)
    lowers(f"{_name}.default")(_unary)
lowers("sgn.default")(lambda c, self: c.op("sign", self))
lowers("positive.default", "real.default", "conj.default", "resolve_conj.default",
       "resolve_neg.default")(lambda c, self: self)
lowers("absolute.default")(lambda c, self: c.op("abs", self))
lowers("negative.default")(lambda c, self: c.op("neg", self))
lowers("special_expit.default")(lambda c, self: c.op("sigmoid", c.cast(self, c.element)))
lowers("special_erf.default")(lambda c, self: c.op("erf", c.cast(self, c.element)))
lowers("special_log1p.default")(lambda c, self: c.op("log1p", c.cast(self, c.element)))
lowers("special_expm1.default")(lambda c, self: c.op("expm1", c.cast(self, c.element)))
for _old, _new in (("arccos", "acos"), ("arcsin", "asin"), ("arctan", "atan"),
                   ("special_gammaln", "lgamma"), ("special_digamma", "digamma"),
                   ("special_psi", "digamma")):
    def _unary(c: Context, self: Value, _name: str = _new) -> Value:
        return c.op(_name, c.cast(self, c.element))
    lowers(f"{_old}.default")(_unary)

for _name in ("ceil", "floor", "round"):
    def _rounding(c: Context, self: Value, _name: str = _name) -> Value:
        return c.op(_name, self) if is_float(self) else self
    lowers(f"{_name}.default")(_rounding)


@lowers("round.decimals")
def round_decimals(c: Context, self: Value, decimals: int) -> Value:
    if not is_float(self):
        return self
    scale = c.constant(10.0 ** abs(decimals), c.element)
    there, back = ("mul", "div") if decimals > 0 else ("div", "mul")
    return c.op(back, c.op("round", c.op(there, self, scale)), scale)


@lowers("ldexp.Tensor")
def ldexp(c: Context, self: Value, other: Value) -> Value:
    return c.op("mul", *two(c, self, c.op("pow", c.constant(2.0, c.element),
                                          c.cast(other, c.element))))


def is_float(value: Value) -> bool:
    return value.type.element in ("f64", "f32", "f16", "bf16")


@lowers("square.default")
def square(c: Context, self: Value) -> Value:
    return c.op("square", self) if is_float(self) else c.op("mul", self, self)


@lowers("trunc.default", "fix.default")
def trunc(c: Context, self: Value) -> Value:
    if not is_float(self):
        return self
    return c.op("mul", c.op("sign", self), c.op("floor", c.op("abs", self)))


@lowers("frac.default")
def frac(c: Context, self: Value) -> Value:
    return c.op("sub", self, c.op("detach", trunc(c, self)))


@lowers("exp2.default", "special_exp2.default")
def exp2(c: Context, self: Value) -> Value:
    return c.op("pow", c.constant(2.0, c.element), c.cast(self, c.element))


@lowers("deg2rad.default")
def deg2rad(c: Context, self: Value) -> Value:
    return c.op("mul", c.cast(self, c.element), c.constant(math.pi / 180, c.element))


@lowers("rad2deg.default")
def rad2deg(c: Context, self: Value) -> Value:
    return c.op("mul", c.cast(self, c.element), c.constant(180 / math.pi, c.element))


@lowers("asinh.default", "arcsinh.default")
def asinh(c: Context, self: Value) -> Value:
    """sign(x) log1p(|x| + x² / (1 + sqrt(x² + 1))), which does not cancel."""
    x = c.cast(self, c.element)
    size = c.op("abs", x)
    square = c.op("mul", x, x)
    one = c.constant(1.0, c.element)
    root = c.op("sqrt", c.op("add", square, one))
    near = c.op("add", size, c.op("div", square, c.op("add", one, root)))
    return c.op("mul", c.op("sign", x), c.op("log1p", near))


@lowers("acosh.default", "arccosh.default")
def acosh(c: Context, self: Value) -> Value:
    x = c.cast(self, c.element)
    one = c.constant(1.0, c.element)
    t = c.op("sub", x, one)
    root = c.op("sqrt", c.op("add", c.op("mul", t, t), c.op("add", t, t)))
    return c.op("log1p", c.op("add", t, root))


@lowers("atanh.default", "arctanh.default")
def atanh(c: Context, self: Value) -> Value:
    x = c.cast(self, c.element)
    difference = c.op("sub", c.op("log1p", x), c.op("log1p", c.op("neg", x)))
    return c.op("mul", difference, c.constant(0.5, c.element))


@lowers("sinc.default", "special_sinc.default")
def sinc(c: Context, self: Value) -> Value:
    x = c.cast(self, c.element)
    zero = c.op("compare", x, c.constant(0.0, c.element), word="eq")
    safe = c.op("where", zero, c.constant(1.0, c.element), x)
    angle = c.op("mul", safe, c.constant(math.pi, c.element))
    return c.op("where", zero, c.constant(1.0, c.element),
                c.op("div", c.op("sin", angle), angle))


@lowers("logit.default", "special_logit.default")
def logit(c: Context, self: Value, eps: float | None) -> Value:
    x = c.cast(self, c.element)
    if eps is not None:
        x = c.op("clamp", x, min=float(eps), max=1 - float(eps))
    return c.op("sub", c.op("log", x), c.op("log1p", c.op("neg", x)))


# Two operands

def two(c: Context, self: Any, other: Any) -> tuple[Value, Value]:
    """Both with elements of the result's type."""
    return c.tensor(self, c.element), c.tensor(other, c.element)


def _scaled(c: Context, value: Value, alpha: Any) -> Value:
    return value if alpha == 1 else c.op("mul", value, c.tensor(alpha, value.type.element))


@lowers("add.Tensor", "add.Scalar")
def add(c: Context, self: Any, other: Any, alpha: Any = 1) -> Value:
    self, other = two(c, self, other)
    if c.element == "i1":
        return c.op("logical_or", self, other)
    return c.op("add", self, _scaled(c, other, alpha))


@lowers("sub.Tensor", "sub.Scalar", "subtract.Tensor", "subtract.Scalar")
def sub(c: Context, self: Any, other: Any, alpha: Any = 1) -> Value:
    self, other = two(c, self, other)
    return c.op("sub", self, _scaled(c, other, alpha))


@lowers("rsub.Tensor", "rsub.Scalar")
def rsub(c: Context, self: Any, other: Any, alpha: Any = 1) -> Value:
    self, other = two(c, self, other)
    return c.op("sub", other, _scaled(c, self, alpha))


@lowers("mul.Tensor", "mul.Scalar", "multiply.Tensor", "multiply.Scalar")
def mul(c: Context, self: Any, other: Any) -> Value:
    self, other = two(c, self, other)
    return c.op("logical_and" if c.element == "i1" else "mul", self, other)


@lowers("div.Tensor", "div.Scalar", "true_divide.Tensor", "true_divide.Scalar",
        "divide.Tensor", "divide.Scalar")
def div(c: Context, self: Any, other: Any) -> Value:
    return c.op("div", *two(c, self, other))


@lowers("div.Tensor_mode", "div.Scalar_mode", "divide.Tensor_mode", "divide.Scalar_mode")
def div_mode(c: Context, self: Any, other: Any, rounding_mode: str | None) -> Value:
    if rounding_mode is None:
        return div(c, self, other)
    if rounding_mode == "floor":
        return c.op("floor_divide", *two(c, self, other))
    return _truncated_quotient(c, *two(c, self, other))


def _truncated_quotient(c: Context, a: Value, b: Value) -> Value:
    size = c.op("floor_divide", c.op("abs", a), c.op("abs", b))
    return c.op("mul", size, c.op("mul", c.op("sign", a), c.op("sign", b)))


@lowers("floor_divide.default", "floor_divide.Scalar", "__floordiv__.Tensor")
def floor_divide(c: Context, self: Any, other: Any) -> Value:
    return c.op("floor_divide", *two(c, self, other))


@lowers("remainder.Tensor", "remainder.Scalar", "remainder.Scalar_Tensor")
def remainder(c: Context, self: Any, other: Any) -> Value:
    a, b = two(c, self, other)
    return c.op("sub", a, c.op("mul", b, c.op("floor_divide", a, b)))


@lowers("fmod.Tensor", "fmod.Scalar")
def fmod(c: Context, self: Any, other: Any) -> Value:
    a, b = two(c, self, other)
    return c.op("sub", a, c.op("mul", b, _truncated_quotient(c, a, b)))


@lowers("pow.Tensor_Tensor", "pow.Tensor_Scalar", "pow.Scalar")
def pow(c: Context, self: Any, exponent: Any) -> Value:
    if c.element in ("f64", "f32", "f16", "bf16"):
        return c.op("pow", *two(c, self, exponent))
    if not isinstance(exponent, int) or exponent < 0:
        raise Unsupported("a power of integers whose exponent is a tensor")
    result = c.full(c.out.shape, 1, c.element)
    for _ in range(exponent):
        result = c.op("mul", result, self)
    return result


lowers("float_power.Tensor_Tensor", "float_power.Tensor_Scalar", "float_power.Scalar")(pow)

for _name, _ours in (("maximum.default", "maximum"), ("minimum.default", "minimum"),
                     ("max.other", "maximum"), ("min.other", "minimum"),
                     ("atan2.default", "atan2"), ("arctan2.default", "atan2")):
    def _binary(c: Context, self: Any, other: Any, _name: str = _ours) -> Value:
        if c.element == "i1":
            return c.op("logical_or" if _name == "maximum" else "logical_and", self, other)
        return c.op(_name, *two(c, self, other))
    lowers(_name)(_binary)


@lowers("fmax.default")
def fmax(c: Context, self: Value, other: Value) -> Value:
    return _extreme(c, *two(c, self, other), "maximum")


@lowers("fmin.default")
def fmin(c: Context, self: Value, other: Value) -> Value:
    return _extreme(c, *two(c, self, other), "minimum")


def _extreme(c: Context, a: Value, b: Value, name: str) -> Value:
    """Of two, one of which may be NaN: then the other."""
    if not is_float(a):
        return c.op(name, a, b)
    return c.op(name, c.op("where", c.op("isnan", a), b, a),
                c.op("where", c.op("isnan", b), a, b))


@lowers("hypot.default")
def hypot(c: Context, self: Value, other: Value) -> Value:
    a, b = two(c, self, other)
    return c.op("sqrt", c.op("add", c.op("mul", a, a), c.op("mul", b, b)))


@lowers("copysign.Tensor", "copysign.Scalar")
def copysign(c: Context, self: Value, other: Any) -> Value:
    a, b = two(c, self, other)
    # The sign of 0 is that of its reciprocal.
    zero = c.constant(0.0, c.element)
    below = c.op("where", c.op("compare", b, zero, word="eq"),
                 c.op("compare", c.op("reciprocal", b), zero, word="lt"),
                 c.op("compare", b, zero, word="lt"))
    size = c.op("abs", a)
    return c.op("where", below, c.op("neg", size), size)


@lowers("logaddexp.default", "logaddexp2.default")
def logaddexp(c: Context, self: Value, other: Value) -> Value:
    a, b = two(c, self, other)
    a, b = c.broadcast(a, c.out.shape), c.broadcast(b, c.out.shape)
    scale = math.log(2) if "logaddexp2" in str(c.node.target) else 1.0
    factor = c.constant(scale, c.element)
    if scale != 1:
        a, b = c.op("mul", a, factor), c.op("mul", b, factor)
    result = c.op("logsumexp", c.op("stack", a, b, dim=0), dims=[0])
    return result if scale == 1 else c.op("div", result, factor)


@lowers("xlogy.Tensor", "xlogy.Scalar_Self", "xlogy.Scalar_Other", "special_xlogy.default",
        "special_xlogy.self_scalar", "special_xlogy.other_scalar")
def xlogy(c: Context, self: Any, other: Any) -> Value:
    a, b = two(c, self, other)
    zero = c.constant(0.0, c.element)
    none = c.op("compare", a, zero, word="eq")
    safe = c.op("where", none, c.constant(1.0, c.element), b)
    product = c.op("mul", a, c.op("log", safe))
    return c.op("where", c.op("isnan", b), b, product)


@lowers("heaviside.default")
def heaviside(c: Context, self: Value, values: Value) -> Value:
    zero = c.tensor(0, c.element)
    above = c.cast(c.op("compare", self, zero, word="gt"), c.element)
    return c.op("where", c.op("compare", self, zero, word="eq"), values, above)


@lowers("lerp.Tensor", "lerp.Scalar")
def lerp(c: Context, self: Value, end: Value, weight: Any) -> Value:
    weight = c.tensor(weight, c.element)
    return c.op("add", self, c.op("mul", weight, c.op("sub", end, self)))


@lowers("addcmul.default")
def addcmul(c: Context, self: Value, tensor1: Value, tensor2: Value, value: Any) -> Value:
    return c.op("addcmul", *(c.cast(item, c.element) for item in (self, tensor1, tensor2)),
                value=float(value))


@lowers("addcdiv.default")
def addcdiv(c: Context, self: Value, tensor1: Value, tensor2: Value, value: Any) -> Value:
    return c.op("addcdiv", *(c.cast(item, c.element) for item in (self, tensor1, tensor2)),
                value=float(value))


# Comparisons and choices

def common_type(*operands: Any) -> torch.dtype:
    """The type that operands of a comparison are compared in."""
    types = {"f64": torch.float64, "f32": torch.float32, "f16": torch.float16,
             "bf16": torch.bfloat16, "i64": torch.int64, "i32": torch.int32,
             "i16": torch.int16, "i8": torch.int8, "ui8": torch.uint8, "i1": torch.bool}
    examples = [torch.empty((1,) * value.type.rank, dtype=types[value.type.element])
                if isinstance(value, Value) else
                (0 if isinstance(value, torch.SymInt) else value) for value in operands]
    result = torch.result_type(*examples)
    return result


def _compare(c: Context, self: Any, other: Any, word: str) -> Value:
    element = c.element_of(common_type(self, other))
    if element == "i1":
        element = "i64"
    return c.op("compare", c.tensor(self, element), c.tensor(other, element), word=word)


for _word, _names in (("eq", ("eq",)), ("ne", ("ne", "not_equal")), ("lt", ("lt", "less")),
                      ("le", ("le", "less_equal")), ("gt", ("gt", "greater")),
                      ("ge", ("ge", "greater_equal"))):
    def _comparison(c: Context, self: Any, other: Any, _word: str = _word) -> Value:
        return _compare(c, self, other, _word)
    for _name in _names:
        lowers(f"{_name}.Tensor", f"{_name}.Scalar")(_comparison)


def truth(c: Context, value: Any) -> Value:
    """Whether elements are not 0."""
    if not isinstance(value, Value):
        return c.constant(bool(value))
    if value.type.element == "i1":
        return value
    return c.op("compare", value, c.tensor(0, value.type.element), word="ne")


@lowers("logical_not.default")
def logical_not(c: Context, self: Value) -> Value:
    return c.op("logical_not", truth(c, self))


@lowers("logical_and.default")
def logical_and(c: Context, self: Value, other: Value) -> Value:
    return c.op("logical_and", truth(c, self), truth(c, other))


@lowers("logical_or.default")
def logical_or(c: Context, self: Value, other: Value) -> Value:
    return c.op("logical_or", truth(c, self), truth(c, other))


@lowers("logical_xor.default")
def logical_xor(c: Context, self: Value, other: Value) -> Value:
    a, b = truth(c, self), truth(c, other)
    return c.op("logical_and", c.op("logical_or", a, b),
                c.op("logical_not", c.op("logical_and", a, b)))


def _bitwise(name: str) -> None:
    def lower(c: Context, self: Any, other: Any) -> Value:
        return c.op(f"bitwise_{name}", c.tensor(self, c.element), c.tensor(other, c.element))
    lowers(f"bitwise_{name}.Tensor", f"bitwise_{name}.Scalar", f"__{name}__.Tensor",
           f"__{name}__.Scalar")(lower)


for _name in ("and", "or", "xor"):
    _bitwise(_name)


@lowers("bitwise_not.default")
def bitwise_not(c: Context, self: Value) -> Value:
    return c.op("bitwise_not", self)


for _name in ("isfinite", "isinf", "isnan"):
    def _test(c: Context, self: Value, _name: str = _name) -> Value:
        if not is_float(self):
            return c.full(c.out.shape, _name == "isfinite", "i1")
        return c.op(_name, self)
    lowers(f"{_name}.default")(_test)


@lowers("isposinf.default", "isneginf.default")
def is_signed_infinity(c: Context, self: Value) -> Value:
    if not is_float(self):
        return c.full(c.out.shape, False, "i1")
    infinity = math.inf if "isposinf" in str(c.node.target) else -math.inf
    return c.op("compare", self, c.constant(infinity, self.type.element), word="eq")


@lowers("signbit.default")
def signbit(c: Context, self: Value) -> Value:
    return c.op("compare", self, c.tensor(0, self.type.element), word="lt")


@lowers("isclose.default")
def isclose(c: Context, self: Value, other: Value, rtol: float, atol: float,
            equal_nan: bool) -> Value:
    element = self.type.element
    if not is_float(self):
        self, other, element = c.cast(self, "f64"), c.cast(other, "f64"), "f64"
    bound = c.op("add", c.constant(atol, element),
                 c.op("mul", c.constant(rtol, element), c.op("abs", other)))
    distance = c.op("abs", c.op("sub", self, other))
    near = c.op("logical_and", c.op("isfinite", distance),
                c.op("compare", distance, bound, word="le"))
    near = c.op("logical_or", near, c.op("compare", self, other, word="eq"))
    if equal_nan:
        near = c.op("logical_or", near,
                    c.op("logical_and", c.op("isnan", self), c.op("isnan", other)))
    return near


@lowers("where.self", "where.ScalarSelf", "where.ScalarOther", "where.Scalar")
def where(c: Context, condition: Value, self: Any, other: Any) -> Value:
    return c.op("where", truth(c, condition), *two(c, self, other))


@lowers("masked_fill.Scalar", "masked_fill.Tensor")
def masked_fill(c: Context, self: Value, mask: Value, value: Any) -> Value:
    return c.broadcast(c.op("where", mask, c.tensor(value, c.element), self), c.out.shape)


@lowers("nan_to_num.default")
def nan_to_num(c: Context, self: Value, nan: float | None, posinf: float | None,
               neginf: float | None) -> Value:
    if not is_float(self):
        return self
    largest = torch.finfo(c.out.dtype).max
    result = self
    for word, infinity, value in (("gt", largest, posinf), ("lt", -largest, neginf)):
        bound = c.constant(infinity, c.element)
        new = c.constant(infinity if value is None else value, c.element)
        result = c.op("where", c.op("compare", self, bound, word=word), new, result)
    return c.op("where", c.op("isnan", self), c.constant(nan or 0.0, c.element), result)


# Bounds and activations

@lowers("clamp.default", "clip.default")
def clamp(c: Context, self: Value, min: Any, max: Any) -> Value:
    if is_float(self):
        return c.op("clamp", self, min=None if min is None else float(min),
                    max=None if max is None else float(max))
    x = c.cast(self, c.element)
    if is_float(x):
        return c.op("clamp", x, min=None if min is None else float(min),
                    max=None if max is None else float(max))
    # A bound that the type does not reach is none.
    least, most = (0, 1) if c.out.dtype == torch.bool else \
        (torch.iinfo(c.out.dtype).min, torch.iinfo(c.out.dtype).max)
    if min is not None and min > least:
        x = c.op("maximum", x, c.tensor(min, c.element))
    return x if max is None or max >= most else \
        c.op("minimum", x, c.tensor(max, c.element))


@lowers("clamp.Tensor", "clip.Tensor")
def clamp_tensor(c: Context, self: Value, min: Value | None, max: Value | None) -> Value:
    x = c.cast(self, c.element)
    if min is not None:
        x = c.op("maximum", x, c.cast(min, c.element))
    return x if max is None else c.op("minimum", x, c.cast(max, c.element))


@lowers("clamp_min.default")
def clamp_min(c: Context, self: Value, min: Any) -> Value:
    return clamp(c, self, min, None)


@lowers("clamp_max.default")
def clamp_max(c: Context, self: Value, max: Any) -> Value:
    return clamp(c, self, None, max)


lowers("clamp_min.Tensor")(lambda c, self, min: clamp_tensor(c, self, min, None))
lowers("clamp_max.Tensor")(lambda c, self, max: clamp_tensor(c, self, None, max))


@lowers("hardtanh.default")
def hardtanh(c: Context, self: Value, min_val: Any, max_val: Any) -> Value:
    if (min_val, max_val) == (0, 6):
        return c.op("relu6", self)
    return c.op("hardtanh", self, min_val=float(min_val), max_val=float(max_val))


@lowers("hardshrink.default")
def hardshrink(c: Context, self: Value, lambd: Any) -> Value:
    return c.op("hardshrink", self, lambd=float(lambd))


@lowers("softshrink.default")
def softshrink(c: Context, self: Value, lambd: Any) -> Value:
    return c.op("softshrink", self, lambd=float(lambd))


@lowers("elu.default")
def elu(c: Context, self: Value, alpha: Any, scale: Any, input_scale: Any) -> Value:
    if (scale, input_scale) != (1, 1):
        raise Unsupported("scales of elu; selu has its own")
    return c.op("elu", self, alpha=float(alpha))


@lowers("celu.default")
def celu(c: Context, self: Value, alpha: Any) -> Value:
    return c.op("celu", self, alpha=float(alpha))


@lowers("leaky_relu.default")
def leaky_relu(c: Context, self: Value, negative_slope: Any) -> Value:
    return c.op("leaky_relu", self, negative_slope=float(negative_slope))


@lowers("rrelu.default")
def rrelu(c: Context, self: Value, lower: Any, upper: Any, training: bool) -> Value:
    if training:
        raise Unsupported("slopes are not drawn at random; leaky_relu has a fixed one")
    return c.op("leaky_relu", self, negative_slope=(lower + upper) / 2)


@lowers("softplus.default")
def softplus(c: Context, self: Value, beta: Any, threshold: Any) -> Value:
    return c.op("softplus", self, beta=float(beta), threshold=float(threshold))


@lowers("threshold.default")
def threshold(c: Context, self: Value, threshold: Any, value: Any) -> Value:
    return c.op("threshold", self, threshold=float(threshold), value=float(value))


@lowers("gelu.default")
def gelu(c: Context, self: Value, approximate: str) -> Value:
    return c.op("gelu", self, approximate=Attribute("#amp.gelu<tanh>")
                if approximate == "tanh" else None)


@lowers("glu.default")
def glu(c: Context, self: Value, dim: int) -> Value:
    return c.op("glu", self, dim=dim)


@lowers("prelu.default")
def prelu(c: Context, self: Value, weight: Value) -> Value:
    if self.type.rank < 2 and weight.type.shape != (1,):
        raise Unsupported("a slope per channel of what has no channels")
    if self.type.rank < 2:
        return c.op("where", c.op("compare", self, c.constant(0.0, c.element), word="gt"),
                    self, c.op("mul", weight, self))
    return c.op("prelu", self, weight)


# Casts, and what leaves elements as they are

@lowers("to.dtype", "to.dtype_layout", "to.other", "to.device", "_to_copy.default",
        "type_as.default")
def to(c: Context, self: Value, dtype: Any = None, other: Any = None) -> Value:
    """To the type of the result, whoever says it. Code that asks for f32 gets it under autocast,
    where the operand may be narrow."""
    if dtype is torch.float32 and self.type.element == "f32":
        return c.wide(self)
    return convert(c, self, c.element)


@inverts("to.dtype", "to.dtype_layout", "to.other", "to.device")
def _to_back(c: Context, value: Value, **arguments: Any) -> Value:
    """Of what has the type already, and is no copy."""
    given = c.node.args[0]
    if c.is_mixed and given.op == "call_function" and len(given.users) > 1:
        raise Unsupported(f"a change in place of what {c.node.target} gives, which under autocast "
                          f"may be a copy, or not; .clone() makes one")
    return value


@inverts("contiguous.default", "alias.default", "lift_fresh.default", "positive.default",
         "real.default", "conj.default", "resolve_conj.default", "resolve_neg.default")
def _same_back(c: Context, value: Value, **arguments: Any) -> Value:
    return value


def convert(c: Context, value: Value, element: str) -> Value:
    if element == "i1":
        return truth(c, value)
    return c.cast(value, element)


@lowers("contiguous.default", "clone.default", "alias.default", "lift_fresh_copy.default",
        "lift_fresh.default", "detach_copy.default", "requires_grad_.default",
        "alias_copy.default", "conj_physical.default")
def same(c: Context, self: Value) -> Value:
    return self


@lowers("detach.default", "detach_.default")
def detach(c: Context, self: Value) -> Value:
    return c.op("detach", self) if is_float(self) else self


@inverts("detach.default")
def _detached_back(c: Context, value: Value, self: Value) -> Value:
    """A change in place of `.data` is one of the tensor. A parameter that is trained is refused
    where all is known that changes."""
    base = c.node.args[0]
    if c.depends_on_parameters(base) and not c.is_parameter(base):
        raise Unsupported(f"a change in place of what .detach() or .data gives, of what has a "
                          f"gradient; {IN_PLACE}")
    return value


@lowers("scalar_tensor.default")
def scalar_tensor(c: Context, s: Any, dtype: Any = None) -> Value:
    return c.tensor(s, c.element)
