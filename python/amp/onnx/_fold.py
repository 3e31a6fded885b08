# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a model computes from shapes and constants, computed while the graph is written.

A shape that a graph holds is a number, and models compute theirs: Shape, Gather, Concat,
Reshape. Arrays may hold `Size`s; then they are arrays of objects, and of i64.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Optional

import numpy as np
import onnx.helper

from ._errors import ModelError
from ._model import MAX_ELEMENTS, Node, attribute_value, element_of
from ._sizes import Size

# The elements of the largest array that is computed; more are left to the compiled graph.
MAX_FOLDED = 1 << 16

Array = np.ndarray


class TooLarge(Exception):
    """A result that is left to the graph."""


def dtype_of(data_type: int, what: str) -> np.dtype:
    element_of(data_type, what)
    return onnx.helper.tensor_dtype_to_np_dtype(data_type)


def _kind(array: Array) -> np.dtype:
    return np.dtype(np.int64) if array.dtype == object else array.dtype


def simplify(array: Any) -> Array:
    """An array of objects that holds no Size is one of integers."""
    array = np.asarray(array)
    if array.dtype == object and not any(isinstance(each, Size) for each in array.flat):
        return array.astype(np.int64)
    return array


def broadcast_shape(arrays: Sequence[Array]) -> tuple[int, ...]:
    shape = np.broadcast_shapes(*(array.shape for array in arrays))
    if math.prod(shape) > MAX_FOLDED:
        raise TooLarge
    return shape


class Folder:
    """One node with known inputs."""

    def __init__(self, node: Node, inputs: Sequence[Optional[Array]]) -> None:
        self.node = node
        self.inputs = inputs

    def attribute(self, name: str, default: Any = None) -> Any:
        attribute = self.node.attributes.get(name)
        return default if attribute is None else attribute_value(attribute, self.node.place)

    def __getitem__(self, index: int) -> Array:
        if not self.has(index):
            raise ModelError(f"{self.node} lacks input {index}")
        return self.inputs[index]  # type: ignore[return-value]

    def has(self, index: int) -> bool:
        return index < len(self.inputs) and self.inputs[index] is not None

    def ints(self, index: int, attribute: str) -> Optional[list[int]]:
        """What was an attribute in elder operator sets and is an input now."""
        if self.has(index):
            return [int(each) for each in self[index].reshape(-1)]
        return self.attribute(attribute)


FOLDERS: dict[str, Callable[[Folder], Any]] = {}


def _folds(*names: str) -> Callable:
    def register(function: Callable[[Folder], Any]) -> Callable[[Folder], Any]:
        for name in names:
            FOLDERS[name] = function
        return function
    return register


def fold(node: Node, inputs: Sequence[Optional[Array]]) -> Optional[list[Array]]:
    """The results of a node with known inputs; None if they are left to the graph."""
    if node.domain or node.op not in FOLDERS:
        return None
    if any(array is not None and array.size > MAX_FOLDED for array in inputs):
        if node.op not in ("Shape", "Size", "Identity"):
            return None
    try:
        with np.errstate(all="ignore"):
            results = FOLDERS[node.op](Folder(node, inputs))
    except TooLarge:
        return None
    return [simplify(each) for each in (results if type(results) is list else [results])]


def _elementwise(name: str, function: Callable[..., Any]) -> None:
    def evaluate(c: Folder) -> Array:
        arrays = [each for each in c.inputs if each is not None]
        broadcast_shape(arrays)
        if any(array.dtype == object for array in arrays):
            # Integers of Python's own.
            arrays = [array.astype(object) for array in arrays]
        return np.asarray(function(*arrays))
    FOLDERS[name] = evaluate


def _divide(a: Array, b: Array) -> Array:
    if a.dtype == object:
        return a // b
    if a.dtype.kind not in "iu":
        return a / b
    # Towards 0; what is divided by 0 is 0, as in a graph.
    safe = np.where(b == 0, 1, b)
    quotient = np.abs(a) // np.abs(safe) * (np.sign(a) * np.sign(safe))
    return np.where(b == 0, 0, quotient).astype(a.dtype)


def _bools(function: Callable[..., Any]) -> Callable[..., Array]:
    return lambda *arrays: np.asarray(function(*arrays)).astype(bool)


for _name, _function in {
        "Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": _divide,
        "Equal": _bools(np.equal), "Less": _bools(np.less), "Greater": _bools(np.greater),
        "LessOrEqual": _bools(np.less_equal), "GreaterOrEqual": _bools(np.greater_equal),
        "And": np.logical_and, "Or": np.logical_or, "Xor": np.logical_xor,
        "Not": np.logical_not, "Neg": np.negative}.items():
    _elementwise(_name, _function)


def _plain(name: str, function: Callable[..., Any]) -> None:
    """An elementwise op of numbers: of a Size it has no meaning."""
    def evaluate(c: Folder) -> Array:
        arrays = [each for each in c.inputs if each is not None]
        broadcast_shape(arrays)
        if any(array.dtype == object for array in arrays):
            raise ModelError(f"{c.node} is computed from the batch size; fix it with --shape")
        return np.asarray(function(*arrays)).astype(arrays[0].dtype)
    FOLDERS[name] = evaluate


def _several(function: Callable[..., Any]) -> Callable[..., Any]:
    def all_of(*arrays: Array) -> Array:
        result = arrays[0]
        for array in arrays[1:]:
            result = function(result, array)
        return result
    return all_of


def _modulo(c: Folder) -> Array:
    if object in (c[0].dtype, c[1].dtype):
        raise ModelError(f"{c.node} is computed from the batch size; fix it with --shape")
    broadcast_shape([c[0], c[1]])
    function = np.fmod if c.attribute("fmod", 0) else np.mod
    return function(c[0], np.where(c[1] == 0, 1, c[1]) if c[1].dtype.kind in "iu" else c[1])


FOLDERS["Mod"] = _modulo


for _name, _function in {
        "Abs": np.abs, "Sign": np.sign, "Floor": np.floor, "Ceil": np.ceil, "Round": np.round,
        "Sqrt": np.sqrt, "Reciprocal": lambda x: 1 / x, "Exp": np.exp, "Log": np.log,
        "Pow": np.power, "Sum": _several(np.add), "Max": _several(np.maximum),
        "Min": _several(np.minimum)}.items():
    _plain(_name, _function)


@_folds("Identity")
def _identity(c: Folder) -> Array:
    return c[0]


@_folds("Constant")
def _constant(c: Folder) -> Array:
    for name, dtype in {"value": None, "value_int": np.int64, "value_ints": np.int64,
                        "value_float": np.float32, "value_floats": np.float32}.items():
        if name in c.node.attributes:
            value = c.attribute(name)
            return value if dtype is None else np.asarray(value, dtype)
    found = ", ".join(sorted(c.node.attributes)) or "no value"
    raise ModelError(f"{c.node} holds {found}, which is not taken")


@_folds("Size")
def _size(c: Folder) -> Array:
    return np.asarray(c[0].size, np.int64)


@_folds("Shape")
def _shape(c: Folder) -> Array:
    return shape_slice(c.node, c[0].shape)


def shape_slice(node: Node, shape: Sequence[Any]) -> Array:
    """A shape, from `start` to `end`."""
    def bound(name: str, default: int) -> int:
        attribute = node.attributes.get(name)
        place = default if attribute is None else attribute.i
        return min(max(place + len(shape) if place < 0 else place, 0), len(shape))

    part = list(shape)[bound("start", 0):bound("end", len(shape))]
    result = np.empty(len(part), object)
    result[:] = part
    return simplify(result)


@_folds("Cast")
def _cast(c: Folder) -> Array:
    return _convert(c[0], dtype_of(c.attribute("to", 0), c.node.place))


@_folds("CastLike")
def _cast_like(c: Folder) -> Array:
    return _convert(c[0], _kind(c[1]))


def _convert(array: Array, dtype: np.dtype) -> Array:
    if array.dtype == object:
        if dtype.kind == "i":
            return array
        raise ModelError("a number is computed from the batch size; fix it with --shape")
    return array.astype(dtype)


@_folds("ConstantOfShape")
def _constant_of_shape(c: Folder) -> Array:
    value = c.attribute("value", np.zeros(1, np.float32))
    if value.size != 1:
        raise ModelError(f"{c.node} has a value of {value.size} elements; one is expected")
    shape = known_shape(c.node, c[0])
    # Without memory of its own.
    return np.broadcast_to(value.reshape(()), shape)


def known_shape(node: Node, array: Array) -> tuple[int, ...]:
    """A shape that does not depend on the batch."""
    if array.dtype == object:
        raise TooLarge
    shape = tuple(int(each) for each in array.reshape(-1))
    if any(each < 0 for each in shape) or math.prod(shape) > MAX_ELEMENTS:
        raise ModelError(f"{node} makes a tensor of {list(shape)}")
    return shape


@_folds("Gather")
def _gather(c: Folder) -> Array:
    indices = c[1]
    if c[0].size * max(indices.size, 1) > MAX_FOLDED * MAX_FOLDED:
        raise TooLarge
    return np.take(c[0], indices.astype(np.int64), axis=c.attribute("axis", 0), mode="raise")


@_folds("Concat")
def _concat(c: Folder) -> Array:
    arrays = [each for each in c.inputs if each is not None]
    if sum(array.size for array in arrays) > MAX_FOLDED:
        raise TooLarge
    return np.concatenate(arrays, axis=c.attribute("axis", 0))


@_folds("Squeeze")
def _squeeze(c: Folder) -> Array:
    axes = c.ints(1, "axes")
    return np.squeeze(c[0], None if axes is None else tuple(axes))


@_folds("Unsqueeze")
def _unsqueeze(c: Folder) -> Array:
    return np.expand_dims(c[0], tuple(c.ints(1, "axes") or ()))


@_folds("Reshape")
def _reshape(c: Folder) -> Array:
    shape = [int(each) for each in c[1].reshape(-1)]
    if not c.attribute("allowzero", 0):
        shape = [c[0].shape[i] if each == 0 else each for i, each in enumerate(shape)]
    return c[0].reshape(shape)


@_folds("Flatten")
def _flatten(c: Folder) -> Array:
    axis = c.attribute("axis", 1)
    axis = axis + c[0].ndim if axis < 0 else axis
    return c[0].reshape(math.prod(c[0].shape[:axis]), -1)


@_folds("Transpose")
def _transpose(c: Folder) -> Array:
    return np.transpose(c[0], c.attribute("perm"))


@_folds("Slice")
def _slice(c: Folder) -> Array:
    array = c[0]
    starts, ends = c.ints(1, "starts"), c.ints(2, "ends")
    if starts is None or ends is None:
        raise ModelError(f"{c.node} lacks starts or ends")
    axes = c.ints(3, "axes") or list(range(len(starts)))
    steps = c.ints(4, "steps") or [1] * len(starts)
    for start, end, axis, step in zip(starts, ends, axes, steps):
        first, count = slice_range(array.shape[axis], start, end, step)
        indices = first + step * np.arange(count)
        array = np.take(array, indices, axis)
    return array


def slice_range(size: int, start: int, end: int, step: int) -> tuple[int, int]:
    """Where a slice of a dimension begins, and how many elements it has."""
    if step == 0:
        raise ModelError("a slice has a step of 0")
    start = start + size if start < 0 else start
    end = end + size if end < 0 else end
    if step > 0:
        start, end = min(max(start, 0), size), min(max(end, 0), size)
        return start, max(0, -((start - end) // step))
    start, end = min(max(start, 0), size - 1), min(max(end, -1), size - 1)
    return start, max(0, -((end - start) // -step))


@_folds("Split")
def _split(c: Folder) -> list[Array]:
    axis = c.attribute("axis", 0)
    sizes = c.ints(1, "split") or split_sizes(c.node, c[0].shape[axis], c.attribute(
        "num_outputs"))
    return np.split(c[0], np.cumsum(sizes)[:-1], axis)


def split_sizes(node: Node, size: int, parts: Optional[int]) -> list[int]:
    """Equal parts, of which the last may be smaller."""
    parts = parts or len(node.outputs)
    each = -(-size // parts)
    return [min(each, max(0, size - i * each)) for i in range(parts)]


@_folds("Where")
def _where(c: Folder) -> Array:
    broadcast_shape([c[0], c[1], c[2]])
    if object in (c[1].dtype, c[2].dtype):
        return np.where(c[0], c[1].astype(object), c[2].astype(object))
    return np.where(c[0], c[1], c[2])


@_folds("Range")
def _range(c: Folder) -> Array:
    start, limit, delta = (c[i].reshape(()) for i in range(3))
    if object in (start.dtype, limit.dtype, delta.dtype):
        raise ModelError(f"{c.node} counts to the batch size; fix it with --shape")
    if delta == 0:
        raise ModelError(f"{c.node} has a step of 0")
    count = max(0, math.ceil((float(limit) - float(start)) / float(delta)))
    if count > MAX_ELEMENTS:
        raise ModelError(f"{c.node} makes {count} elements")
    if count > 1 << 24:
        raise TooLarge
    return (start + np.arange(count, dtype=start.dtype) * delta).astype(start.dtype)


@_folds("Expand")
def _expand(c: Folder) -> Array:
    shape = np.broadcast_shapes(c[0].shape, known_shape(c.node, c[1]))
    return np.broadcast_to(c[0], shape)


@_folds("Tile")
def _tile(c: Folder) -> Array:
    repeats = known_shape(c.node, c[1])
    if math.prod(repeats) * c[0].size > MAX_FOLDED:
        raise TooLarge
    return np.tile(c[0], repeats)


@_folds("NonZero")
def _non_zero(c: Folder) -> Array:
    return np.stack(np.nonzero(c[0])).astype(np.int64) if c[0].ndim else \
        np.zeros((0, int(bool(c[0]))), np.int64)


@_folds("Trilu")
def _trilu(c: Folder) -> Array:
    k = int(c[1].reshape(())) if c.has(1) else 0
    return np.triu(c[0], k) if c.attribute("upper", 1) else np.tril(c[0], k)


@_folds("EyeLike")
def _eye_like(c: Folder) -> Array:
    dtype = dtype_of(c.attribute("dtype"), c.node.place) if "dtype" in c.node.attributes \
        else c[0].dtype
    return np.eye(*c[0].shape, k=c.attribute("k", 0), dtype=dtype)


def _reduction(name: str, function: Callable[..., Any]) -> None:
    def evaluate(c: Folder) -> Array:
        axes = c.ints(1, "axes")
        if not axes and c.attribute("noop_with_empty_axes", 0):
            return c[0]
        result = function(c[0], axis=tuple(axes) if axes else None,
                          keepdims=bool(c.attribute("keepdims", 1)))
        return np.asarray(result).astype(c[0].dtype)
    FOLDERS[name] = evaluate


for _name, _function in {"ReduceSum": np.sum, "ReduceProd": np.prod, "ReduceMax": np.max,
                         "ReduceMin": np.min}.items():
    _reduction(_name, _function)


@_folds("CumSum")
def _cum_sum(c: Folder) -> Array:
    if c.attribute("exclusive", 0) or c.attribute("reverse", 0) or c[0].dtype == object:
        raise TooLarge
    return np.cumsum(c[0], int(c[1].reshape(())), dtype=c[0].dtype)
