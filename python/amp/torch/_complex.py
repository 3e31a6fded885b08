# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Complex numbers on their way between real ones, as rotary embeddings, Fourier transforms and
state-space models have them: pairs of their parts. Arithmetic, exponentials, products of matrices
and what moves elements are computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Optional

from ..graph import Value
from ._lowering import Complex, Context, Masked, Unsupported, inverses, lowerings, lowers
from ._shapes import at, permute_to

# What keeps the order of elements.
_SHAPES = {f"aten.{name}" for name in (
    "view.default", "reshape.default", "unsqueeze.default", "squeeze.default", "squeeze.dim",
    "flatten.using_ints", "unflatten.int", "contiguous.default", "clone.default",
    "detach.default", "to.dtype", "to.dtype_layout", "to.device", "_to_copy.default",
    "alias.default", "lift_fresh.default", "view_as.default", "reshape_as.default",
    "_unsafe_view.default", "resolve_conj.default", "resolve_neg.default")}
# What is that of pairs, on other dimensions than their own.
_OF_PAIRS = {f"aten.{name}" for name in (
    "slice.Tensor", "index.Tensor", "select.int", "narrow.default", "index_select.default",
    "cat.default", "stack.default", "flip.default", "roll.default", "split.Tensor",
    "split.sizes", "split_with_sizes.default", "chunk.default", "unbind.int", "sum.dim_IntList",
    "mean.dim", "cumsum.default", "zeros_like.default", "copy.default")}
# What is linear in each of two operands.
_BILINEAR = {"aten.matmul.default": ("self", "other"), "aten.mm.default": ("self", "mat2"),
             "aten.bmm.default": ("self", "mat2"), "aten.einsum.default": ("tensors",)}

# The real and the imaginary part; None: that is zero.
Parts = tuple[Value, Optional[Value]]


def stacked(c: Context, real: Value, imaginary: Optional[Value]) -> Complex:
    if imaginary is None:
        imaginary = c.op("zeros_like", real)
    if real.type.shape != imaginary.type.shape:
        # As of a number, or of what is broadcast.
        real, imaginary = c.op("add", real, c.op("zeros_like", imaginary)), \
            c.op("add", imaginary, c.op("zeros_like", real))
    rank = real.type.rank
    return Complex(c.op("concat", c.op("unsqueeze", real, dim=rank),
                        c.op("unsqueeze", imaginary, dim=rank), dim=rank))


def _part(c: Context, value: Complex, place: int) -> Value:
    pairs = value.pairs
    rank = pairs.type.rank
    part = c.op("slice", pairs, offsets=[0] * (rank - 1) + [place], sizes=[
        -1 if size is None else size for size in pairs.type.shape[:-1]] + [1])
    return c.op("squeeze", part, dims=[rank - 1])


def parts(c: Context, value: Any, element: str = "f32") -> Parts:
    """Of a complex or a real value, or a number of Python."""
    if isinstance(value, Complex):
        return _part(c, value, 0), _part(c, value, 1)
    if isinstance(value, Value):
        return value, None
    value = complex(value)
    return c.constant(value.real, element), \
        c.constant(value.imag, element) if value.imag else None


def in_f32(c: Context, write: Callable[[], Parts]) -> Parts:
    """What is written with autocast turned off, where complex numbers have no part in it."""
    if not c.is_mixed and c._low is None:
        return write()
    outer = c._low
    with c.region(), c.function.autocast(None, False) as region:
        c._low = None
        found = [value for value in write() if value is not None]
        region.yields(*found)
        c._low = outer
    return region.results[0], region.results[1] if len(found) == 2 else None


# Complex numbers are in f32 under autocast, as in PyTorch.

@lowers("view_as_complex.default")
def view_as_complex(c: Context, self: Value) -> Complex:
    return Complex(c.wide(self))


@lowers("complex.default")
def complex_of(c: Context, real: Value, imag: Value) -> Complex:
    return stacked(c, c.wide(real), c.wide(imag))


@lowers("polar.default")
def polar(c: Context, abs: Value, angle: Value) -> Complex:
    abs, angle = c.wide(abs), c.wide(angle)
    return stacked(c, c.op("mul", abs, c.op("cos", angle)),
                   c.op("mul", abs, c.op("sin", angle)))


@lowers("view_as_real.default")
def view_as_real(c: Context, self: Any) -> Value:
    if not isinstance(self, Complex):
        raise Unsupported(Complex.REASON)
    return self.pairs


@lowers("_conj.default")
def conj(c: Context, self: Value) -> Value:
    """Of a real number, which is its own."""
    return self


@lowers("imag.default")
def imag(c: Context, self: Any) -> Value:
    raise Unsupported(Complex.REASON)


@lowers("angle.default")
def angle(c: Context, self: Value) -> Value:
    """Of a real number: that of what is negative is pi."""
    zero = c.constant(0.0, self.type.element)
    return c.op("where", c.op("compare", self, zero, word="lt"),
                c.constant(3.141592653589793, self.type.element), c.op("mul", self, zero))


# Arithmetic

def _sum(c: Context, a: Optional[Value], b: Optional[Value], word: str = "add"
         ) -> Optional[Value]:
    if b is None:
        return a
    if a is None:
        return b if word == "add" else c.op("neg", b)
    return c.op(word, a, b)


def _times(c: Context, a: Optional[Value], b: Optional[Value], product: Any) -> Optional[Value]:
    return None if a is None or b is None else product(a, b)


def product_of_parts(c: Context, a: Parts, b: Parts, product: Any = None) -> Parts:
    product = product or (lambda x, y: c.op("mul", x, y))
    real = _sum(c, product(a[0], b[0]), _times(c, a[1], b[1], product), "sub")
    return real, _sum(c, _times(c, a[0], b[1], product), _times(c, a[1], b[0], product))


def _product(c: Context, a: Parts, b: Parts) -> Complex:
    return stacked(c, *product_of_parts(c, a, b))


def _scaled(c: Context, value: Parts, factor: Any) -> Parts:
    return value if factor == 1 else (c.op("mul", value[0], factor), _times(
        c, value[1], factor, lambda x, y: c.op("mul", x, y)))


def _quotient(c: Context, a: Parts, b: Parts) -> Complex:
    if b[1] is None:
        return stacked(c, c.op("div", a[0], b[0]),
                       None if a[1] is None else c.op("div", a[1], b[0]))
    size = c.op("add", c.op("square", b[0]), c.op("square", b[1]))
    above = product_of_parts(c, a, (b[0], c.op("neg", b[1])))
    return stacked(c, c.op("div", above[0], size), c.op("div", above[1], size))


def _exponential(c: Context, a: Parts) -> Complex:
    size = c.op("exp", a[0])
    return stacked(c, c.op("mul", size, c.op("cos", a[1])), c.op("mul", size, c.op("sin", a[1])))


def _absolute(c: Context, pairs: Value) -> Value:
    """Whose gradient at 0 is 0."""
    square = c.op("sum", c.op("square", pairs), dims=[pairs.type.rank - 1])
    zero = c.op("compare", square, c.constant(0.0, square.type.element), word="eq")
    return c.op("where", zero, c.constant(0.0, square.type.element), c.op(
        "sqrt", c.op("where", zero, c.constant(1.0, square.type.element), square)))


def _power(c: Context, a: Parts, exponent: Any) -> Any:
    if exponent not in (2, 3):
        raise Unsupported(f"complex numbers to the power {exponent}; 2 and 3 are products")
    square = product_of_parts(c, a, a)
    return stacked(c, *square) if exponent == 2 else _product(c, square, a)


def _arithmetic(c: Context, name: str, arguments: Mapping[str, Any], element: str) -> Any:
    """None: it is no arithmetic."""
    def given(key: str) -> Parts:
        real, imaginary = parts(c, arguments[key], element)
        return c.cast(real, element), imaginary
    if name in ("mul.Tensor", "mul.Scalar"):
        return _product(c, given("self"), given("other"))
    if name in ("div.Tensor", "div.Scalar", "true_divide.Tensor"):
        return _quotient(c, given("self"), given("other"))
    if name in ("add.Tensor", "sub.Tensor", "add.Scalar", "sub.Scalar", "rsub.Scalar",
                "rsub.Tensor"):
        a, b = given("self"), given("other")
        if name.startswith("rsub"):
            a, b = b, a
        alpha = arguments.get("alpha", 1)
        b = b if alpha == 1 else _scaled(c, b, c.constant(float(alpha), element))
        word = "add" if name.startswith("add") else "sub"
        return stacked(c, c.op(word, a[0], b[0]), _sum(c, a[1], b[1], word))
    if name == "reciprocal.default":
        return _quotient(c, (c.constant(1.0, element), None), given("self"))
    if name == "exp.default":
        return _exponential(c, given("self"))
    if name == "square.default":
        return _power(c, given("self"), 2)
    if name == "pow.Tensor_Scalar":
        return _power(c, given("self"), arguments["exponent"])
    return None


# Pairs

def _dims(value: Any, rank: int) -> Any:
    return [at(dim, rank) for dim in value] if isinstance(value, (list, tuple)) else \
        at(value, rank)


def _of_pairs(arguments: Mapping[str, Any], rank: int) -> dict[str, Any]:
    """Arguments of an op on pairs; dimensions that count from the end are before theirs."""
    def pairs(value: Any) -> Any:
        return value.pairs if isinstance(value, Complex) else \
            [pairs(item) for item in value] if isinstance(value, list) else value
    return {key: _dims(value, rank) if key in ("dim", "dims") and value is not None
            else pairs(value) for key, value in arguments.items()}


def _each(value: Any) -> Any:
    if isinstance(value, Masked):
        raise Unsupported(Complex.REASON)
    return Complex(value) if isinstance(value, Value) else [Complex(item) for item in value]


def inverse(c: Context, name: str, value: Any, **arguments: Any) -> Any:
    """What becomes of the base of a view, where one of them is complex."""
    base = arguments["self"]
    if name == "aten.view_as_real.default":
        return Complex(value)
    if name == "aten.view_as_complex.default":
        return value.pairs
    if name in ("aten.real.default", "aten.imag.default") and isinstance(base, Complex):
        real, imaginary = parts(c, base)
        return stacked(c, value, imaginary) if "real" in name else stacked(c, real, value)
    if not isinstance(value, Complex) or not isinstance(base, Complex):
        raise Unsupported(Complex.REASON)
    rank = base.pairs.type.rank - 1
    if name in _SHAPES:
        return Complex(c.reshape(value.pairs, base.pairs.type.shape))
    if name not in _OF_PAIRS:
        raise Unsupported(Complex.REASON)

    def write(c: Context, **given: Any) -> Value:
        return inverses[name](c, value.pairs, **given)
    return Complex(c.with_pairs(write, _of_pairs(arguments, rank)))


def creates(name: str) -> bool:
    """Whether an op makes zeros, or what is written first."""
    return name in ("aten.zeros.default", "aten.new_zeros.default", "aten.empty.memory_format",
                    "aten.new_empty.default")


def lower(c: Context, function: Callable[..., Any], arguments: dict[str, Any],
          values: Sequence[Complex]) -> Any:
    """An op of which operands, or the result, are complex."""
    packet, _, overload = str(c.node.target).removeprefix("aten.").partition(".")
    name = f"{packet if packet.startswith('_') else packet.removesuffix('_')}.{overload}"
    full = f"aten.{name}"
    made = c.node.meta["val"]
    if creates(full):
        return _each(c.with_pairs(function, {**_of_pairs(arguments, 0), "dtype": None}))
    element = values[0].pairs.type.element if values else \
        "f64" if made.dtype.itemsize == 16 else "f32"
    if name.startswith(("fft_", "stft.", "istft.")):
        return function(c, **arguments)
    if (result := _arithmetic(c, name, arguments, element)) is not None:
        return result
    if not values:
        raise Unsupported(Complex.REASON)
    first = values[0]
    pairs, rank = first.pairs, first.pairs.type.rank - 1
    if name == "view_as_real.default":
        return pairs
    if full in _BILINEAR:
        return _bilinear(c, function, arguments, _BILINEAR[full])
    if name in ("real.default", "imag.default"):
        return _part(c, first, int(name == "imag.default"))
    if name in ("conj.default", "_conj.default", "conj_physical.default"):
        return stacked(c, _part(c, first, 0), c.op("neg", _part(c, first, 1)))
    if name in ("neg.default", "positive.default"):
        return Complex(c.op("neg", pairs)) if name == "neg.default" else first
    if name in ("abs.default", "absolute.default"):
        return _absolute(c, pairs)
    if name == "angle.default":
        return c.op("atan2", _part(c, first, 1), _part(c, first, 0))
    shape = [*made.shape, 2] if not isinstance(made, (list, tuple)) else []
    if full in _SHAPES and made.is_complex():
        return Complex(c.reshape(pairs, shape))
    if name in ("expand.default", "expand_as.default"):
        return Complex(c.broadcast(pairs, shape))
    if name in ("repeat.default", "tile.default"):
        key = "repeats" if "repeats" in arguments else "dims"
        return Complex(c.with_pairs(function, {"self": pairs, key: [*arguments[key], 1]}))
    if name in ("transpose.int", "swapaxes.default", "swapdims.default", "t.default",
                "mT.default", "permute.default", "movedim.int"):
        return _moved(c, name, arguments, pairs, rank)
    if name in ("sum.default", "mean.default"):
        return Complex(c.op(packet, pairs, dims=list(range(rank))))
    if full in _OF_PAIRS:
        width = rank + (name == "stack.default")
        if name in ("sum.dim_IntList", "mean.dim") and not arguments.get("dim"):
            arguments["dim"] = list(range(rank))
        if name == "roll.default" and not arguments["dims"]:
            raise Unsupported(f"of all elements in a row {Complex.REASON}")
        given = _of_pairs(arguments, width)
        if name == "copy.default":
            return Complex(c.broadcast(_with_pairs(c, arguments["src"]), shape))
        for key, value in given.items():
            if key == "tensors" and not all(isinstance(item, Complex)
                                            for item in arguments[key]):
                given[key] = [_with_pairs(c, item) for item in arguments[key]]
        return _each(c.with_pairs(function or lowerings[full], given))
    raise Unsupported(Complex.REASON)


def _with_pairs(c: Context, value: Any) -> Value:
    return value.pairs if isinstance(value, Complex) else stacked(c, *parts(c, value)).pairs


def _moved(c: Context, name: str, arguments: Mapping[str, Any], pairs: Value,
           rank: int) -> Complex:
    order = list(range(rank))
    if name == "permute.default":
        order = _dims(list(arguments["dims"]), rank)
    elif name == "movedim.int":
        source, to = at(arguments["source"], rank), at(arguments["destination"], rank)
        order.remove(source)
        order.insert(to, source)
    else:
        keys = [key for key in arguments if key != "self"]
        a, b = (_dims(arguments[key], rank) for key in keys) if keys else (rank - 2, rank - 1)
        if rank > 1:
            order[a], order[b] = order[b], order[a]
    return Complex(permute_to(c, pairs, [*order, rank]))


def _bilinear(c: Context, function: Callable[..., Any], arguments: dict[str, Any],
              keys: Sequence[str]) -> Complex:
    if keys == ("tensors",):
        rest = {key: value for key, value in arguments.items() if key != "tensors"}
        given = [parts(c, value) for value in arguments["tensors"]]

        def of(*values: Value) -> Value:
            return function(c, tensors=list(values), **rest)
    else:
        given = [parts(c, arguments[key]) for key in keys]

        def of(*values: Value) -> Value:
            return function(c, **dict(zip(keys, values)))
    if len(given) == 1:
        return stacked(c, *(of(part) for part in given[0]))
    if len(given) > 2:
        raise Unsupported("a sum of products of three complex tensors; two at a time are computed")
    # A factor may be real, and narrow.
    given = [tuple(None if part is None else c.wide(part) for part in value) for value in given]
    return stacked(c, *in_f32(c, lambda: product_of_parts(c, *given, of)))
