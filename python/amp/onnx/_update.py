# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes trained arrays back into a model."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Mapping
from typing import Union

import numpy as np
import onnx
import onnx.helper

from ..graph import element_of as element_of_array
from ._errors import ModelError
from ._model import ELEMENTS, FLOATS, load
from ._writer import DTYPES

# A model's own file holds no more.
_MAX_BYTES_INSIDE = 1 << 30
_MAX_HEADER = 100 << 20
# Of safetensors, by its names.
_STORED = {"F64": "f64", "F32": "f32", "F16": "f16", "BF16": "bf16", "I64": "i64",
           "I32": "i32", "I16": "i16", "I8": "i8", "U8": "ui8", "BOOL": "i1"}


def read_safetensors(path: Union[str, os.PathLike]) -> dict[str, np.ndarray]:
    """The arrays of a file that amp-run wrote."""
    path = os.fspath(path)
    try:
        size = os.path.getsize(path)
        with open(path, "rb") as file:
            start = file.read(8)
            length = struct.unpack("<Q", start)[0] if len(start) == 8 else size
            if length > min(size - 8, _MAX_HEADER):
                raise ModelError(f"{path} is no safetensors file, or it is cut off")
            header = json.loads(file.read(length))
            data = file.read()
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise ModelError(f"{path} is no safetensors file: its header is no JSON") from None
    arrays = {}
    try:
        for name, entry in header.items():
            if name == "__metadata__":
                continue
            first, last = entry["data_offsets"]
            dtype = DTYPES[_STORED[entry["dtype"]]]
            if not 0 <= first <= last <= len(data):
                raise ValueError
            arrays[name] = np.frombuffer(data[first:last], dtype).reshape(entry["shape"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ModelError(f"{path}: the array '{name}' is damaged, or of a type that no "
                         "initializer has") from None
    return arrays


def update(model: Union[str, os.PathLike, bytes, onnx.ModelProto],
           arrays: Union[str, os.PathLike, Mapping[str, np.ndarray]],
           folder: Union[str, os.PathLike, None] = None) -> onnx.ModelProto:
    """The model with initializers from `arrays`: those of their names, such as the parameters
    that a training wrote (--output, or Session.state_dict). Other arrays are left alone, and
    at least one must be an initializer's."""
    whole = load(model, folder)
    if not isinstance(arrays, Mapping):
        arrays = read_safetensors(arrays)
    result = onnx.ModelProto()
    result.CopyFrom(whole.proto)
    count = 0
    # An Identity of an initializer that was trained for itself is one.
    own = {tensor.name for tensor in result.graph.initializer}
    for node in list(result.graph.node):
        if node.op_type == "Identity" and len(node.output) == 1 and node.output[0] in arrays \
                and node.input[0] in own:
            copied = result.graph.initializer.add()
            copied.data_type = whole.proto.graph.initializer[
                [each.name for each in whole.proto.graph.initializer].index(
                    node.input[0])].data_type
            copied.name = node.output[0]
            copied.dims.extend(np.shape(arrays[copied.name]))
            result.graph.node.remove(node)
    for tensor in result.graph.initializer:
        if tensor.name not in arrays:
            if tensor.data_location == onnx.TensorProto.EXTERNAL:
                _fill(tensor, whole.initializers[tensor.name])
            continue
        array = np.asarray(arrays[tensor.name])
        if tuple(tensor.dims) != array.shape:
            raise ModelError(f"initializer '{tensor.name}' is "
                             f"{'x'.join(map(str, tensor.dims))}; the trained array is "
                             f"{'x'.join(map(str, array.shape))}")
        element = ELEMENTS[tensor.data_type]
        found = element_of_array(array)
        if found != element and not (found in FLOATS and element in FLOATS):
            raise ModelError(f"initializer '{tensor.name}' is of {element}; the trained array "
                             f"is of {found}")
        _fill(tensor, array.astype(DTYPES[element]))
        count += 1
    if not count:
        raise ModelError("none of the arrays is an initializer of the model: they are "
                         f"{', '.join(sorted(arrays)[:8]) or 'none'}")
    return result


def _fill(tensor: onnx.TensorProto, array: np.ndarray) -> None:
    name, data_type, dims = tensor.name, tensor.data_type, list(tensor.dims)
    tensor.Clear()
    tensor.name, tensor.data_type = name, data_type
    tensor.dims.extend(dims)
    tensor.raw_data = np.ascontiguousarray(array).tobytes()


def save(model: onnx.ModelProto, path: Union[str, os.PathLike]) -> None:
    """Writes a model; what is too large for its file lies in `PATH.data`."""
    path = os.fspath(path)
    large = sum(len(tensor.raw_data) for tensor in model.graph.initializer) > _MAX_BYTES_INSIDE
    try:
        if large:
            data = os.path.basename(path) + ".data"
            if os.path.exists(path + ".data"):
                os.remove(path + ".data")
            onnx.save_model(model, path, save_as_external_data=True, location=data)
        else:
            with open(path, "wb") as file:
                file.write(model.SerializeToString())
    except OSError as error:
        raise ModelError(f"{path} cannot be written: {error.strerror}") from None
