# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays on their way in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

import numpy as np

from ._amp import Array, Port

_DTYPES = {"f64": "float64", "f32": "float32", "f16": "float16", "i64": "int64",
           "i32": "int32", "i16": "int16", "i8": "int8", "ui8": "uint8", "i1": "bool",
           "c64": "complex64", "c128": "complex128"}
# Types that no graph has, and the one that takes all, or the most, of their values.
_WIDER = {"uint16": "int32", "uint32": "int64", "uint64": "int64"}
_DEVICES = {1: "the CPU", 2: "a CUDA device", 3: "the CPU", 4: "an OpenCL device",
            7: "a Vulkan device", 8: "a Metal device", 10: "a ROCm device", 11: "the CPU",
            13: "the CPU", 14: "a oneAPI device"}


def describe(type: str, shape: Sequence[Optional[int]]) -> str:
    """"[?, 64] of f32"."""
    return f"[{', '.join('?' if size is None else str(size) for size in shape)}] of {type}"


def to_array(value: Any, what: str) -> Array:
    """Any array, or what NumPy makes one of, for the C interface: without a copy where it is
    dense and in the memory of the CPU. `what` names it in messages."""
    if not isinstance(value, (np.ndarray, np.generic)) and hasattr(value, "__dlpack__"):
        return _from_dlpack(value, what)
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None
    if not array.dtype.isnative:
        raise ValueError(f"{what}: its elements are {array.dtype.str}, expected the machine's "
                         f"byte order: give array.astype({array.dtype.newbyteorder('=').str!r})")
    name = array.dtype.name
    if name in _WIDER:
        if name == "uint64" and array.size and int(array.max()) > np.iinfo(np.int64).max:
            raise ValueError(f"{what}: {int(array.max())} is more than an i64 holds")
        array = array.astype(_WIDER[name])
    elif name != "bfloat16" and name not in _DTYPES.values():
        raise TypeError(f"{what}: its elements are {name}, expected one of "
                        f"{', '.join(_DTYPES.values())} or bfloat16")
    array = np.asarray(array, order="C")
    if name == "bfloat16":
        return Array(array.view(np.uint16), "bf16")
    return Array(array, None)


def _from_dlpack(value: Any, what: str) -> Array:
    device = value.__dlpack_device__()[0]
    if _DEVICES.get(device) != "the CPU":
        raise ValueError(f"{what}: it is in the memory of "
                         f"{_DEVICES.get(device, f'device type {device}')}, expected that of "
                         "the CPU: give array.cpu() or the like")
    if getattr(value, "requires_grad", False):
        value = value.detach()
    try:
        return Array(value, None)
    except TypeError:
        pass
    try:  # It is not dense, or of a type that no graph has.
        return to_array(np.from_dlpack(value), what)
    except (BufferError, RuntimeError) as error:
        dtype = str(getattr(value, "dtype", "of a type that NumPy lacks, or not dense"))
        raise TypeError(f"{what}: its elements are {dtype}, expected one of "
                        f"{', '.join(_DTYPES.values())} or bfloat16") from error


def check_argument(array: Array, port: Port, what: str) -> None:
    """Whether the array can be one for this argument; how many samples it has is free."""
    fixed = list(port.shape)
    if port.is_batched and fixed:
        fixed[0] = None
    if len(array.shape) != len(fixed) or any(
            size is not None and size != found for size, found in zip(fixed, array.shape)):
        raise ValueError(f"{what}: expected {describe(port.type, fixed)}, found "
                         f"{describe(array.type, array.shape)}")
    expected, found = _kind(port.type), _kind(array.type)
    if found > expected:
        raise TypeError(f"{what}: expected {describe(port.type, fixed)}, found "
                        f"{describe(array.type, array.shape)}: convert it first")


def _kind(type: str) -> int:
    """Whole numbers, floats, complex numbers: each is one of the next, too."""
    return 2 if type.startswith("c") else 1 if "f" in type else 0


def make_empty(type: str, shape: Sequence[int]) -> np.ndarray[Any, Any]:
    """An array to be filled: of bf16, its bits."""
    return np.empty(tuple(shape), _DTYPES.get(type, "uint16"))


def finish(array: np.ndarray[Any, Any], type: str) -> np.ndarray[Any, Any]:
    """What users get of an array that was filled: of bf16, which NumPy lacks, ml_dtypes'
    where that is installed, and else float32, which holds the same values."""
    if type != "bf16":
        return array
    try:
        import ml_dtypes
    except ImportError:
        return (array.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return array.view(ml_dtypes.bfloat16)
