# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads models, which may be hostile: everything is checked before it is used."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Optional, Union

import numpy as np
import onnx
import onnx.checker
import onnx.defs
import onnx.numpy_helper

from ..graph import Tensor
from ._errors import ModelError

# Above these a model is refused.
MAX_NODES = 1 << 18
MAX_ELEMENTS = 1 << 40
MAX_RANK = 16
MAX_FILE_BYTES = 1 << 31
MAX_FUNCTION_DEPTH = 64
# The oldest operator set whose ops are known.
MIN_OPSET = 7

ELEMENTS = {onnx.TensorProto.DOUBLE: "f64", onnx.TensorProto.FLOAT: "f32",
            onnx.TensorProto.FLOAT16: "f16", onnx.TensorProto.BFLOAT16: "bf16",
            onnx.TensorProto.INT64: "i64", onnx.TensorProto.INT32: "i32",
            onnx.TensorProto.INT16: "i16", onnx.TensorProto.INT8: "i8",
            onnx.TensorProto.UINT8: "ui8", onnx.TensorProto.BOOL: "i1"}
FLOATS = ("f64", "f32", "f16", "bf16")

# Names of ai.onnx's operator set.
_DEFAULT_DOMAINS = ("", "ai.onnx")


def type_name(data_type: int) -> str:
    """`float16`, of an element type."""
    try:
        return onnx.TensorProto.DataType.Name(data_type).lower()
    except ValueError:
        return f"element type {data_type}"


def element_of(data_type: int, what: str) -> str:
    """The dialect's name of an element type."""
    if data_type not in ELEMENTS:
        raise ModelError(f"{what} is of {type_name(data_type)}, which graphs do not have; they "
                         f"have {', '.join(map(type_name, ELEMENTS))}")
    return ELEMENTS[data_type]


class Input(NamedTuple):
    """A size is a number, a name, or "" for one that says nothing."""

    name: str
    element: str
    sizes: tuple[Union[int, str], ...]


class Node(NamedTuple):
    op: str
    domain: str
    version: int
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, onnx.AttributeProto]

    @property
    def title(self) -> str:
        return f"{self.domain}.{self.op}" if self.domain else self.op

    @property
    def place(self) -> str:
        """For messages."""
        return f"node '{self.name or (self.outputs or ('',))[0]}' ({self.title})"

    def __str__(self) -> str:
        return self.place


class Initializers(Mapping):
    """The model's arrays; each is read when it is first used."""

    def __init__(self, tensors: dict[str, onnx.TensorProto], folder: Optional[str]) -> None:
        self._tensors = tensors
        self._folder = folder
        self._arrays: dict[str, np.ndarray] = {}

    def __len__(self) -> int:
        return len(self._tensors)

    def __iter__(self):
        return iter(self._tensors)

    def __contains__(self, name: object) -> bool:
        return name in self._tensors

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._arrays:
            self._arrays[name] = read_tensor(self._tensors[name], f"initializer '{name}'",
                                             self._folder)
        return self._arrays[name]

    def copy(self, name: str, new_name: str) -> None:
        """Another initializer of the same value."""
        self._tensors[new_name] = self._tensors[name]

    def type(self, name: str) -> Tensor:
        tensor = self._tensors[name]
        return Tensor(element_of(tensor.data_type, f"initializer '{name}'"),
                      tuple(tensor.dims))


def check_sizes(sizes: Iterable[int], what: str) -> None:
    """Refuses sizes that no tensor can have."""
    sizes = list(sizes)
    if len(sizes) > MAX_RANK:
        raise ModelError(f"{what} has {len(sizes)} dimensions; at most {MAX_RANK} are taken")
    count = 1
    for size in sizes:
        if size < 0:
            raise ModelError(f"{what} has a size of {size}")
        # With sizes of 0, too: what is computed from the others would not fit.
        count *= max(size, 1)
    if count > MAX_ELEMENTS:
        raise ModelError(f"{what} has {count} elements ({'x'.join(map(str, sizes))}); at most "
                         f"{MAX_ELEMENTS} are taken")


def _external_bytes(tensor: onnx.TensorProto, what: str, folder: Optional[str],
                    expected: int) -> bytes:
    """The bytes of a tensor that lie in a file beside the model, and nowhere else."""
    entries: dict[str, str] = {}
    for entry in tensor.external_data:
        if entry.key in entries:
            raise ModelError(f"{what} says '{entry.key}' of its external data twice")
        entries[entry.key] = entry.value
    location = entries.get("location", "")
    if folder is None:
        raise ModelError(f"{what} lies in the file '{location}' beside the model; give the "
                         "model as a file, or its folder")
    parts = location.replace("\\", "/").split("/")
    if not location or "\0" in location or os.path.isabs(location) or ".." in parts or \
            parts[0] == "" or ":" in parts[0]:
        raise ModelError(f"{what} lies in '{location}', which is not a file in the model's "
                         "folder")
    root = os.path.realpath(folder)
    path = os.path.realpath(os.path.join(root, location))
    if os.path.commonpath([root, path]) != root:
        raise ModelError(f"{what} lies in '{location}', a link that leads out of the model's "
                         "folder")
    try:
        offset = int(entries.get("offset", "0"))
        length = int(entries.get("length", str(expected)))
    except ValueError:
        raise ModelError(f"{what} lies at no place in '{location}': "
                         f"{ {key: entries[key] for key in entries if key != 'location'} }"
                         ) from None
    if offset < 0 or length != expected:
        raise ModelError(f"{what} needs {expected} bytes; it has {length} at {offset} in "
                         f"'{location}'")
    try:
        # What links lead to was found out above, and a pipe would never end.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise ModelError(f"{what} lies in '{location}', which is no file")
            if offset + length > status.st_size:
                raise ModelError(f"{what} needs bytes {offset} to {offset + length} of "
                                 f"'{location}', which has {status.st_size}")
            file.seek(offset)
            return file.read(length)
    except OSError as error:
        raise ModelError(f"{what} lies in '{location}', which cannot be read: "
                         f"{error.strerror}") from None


def read_tensor(tensor: onnx.TensorProto, what: str, folder: Optional[str]) -> np.ndarray:
    """A tensor's elements."""
    element_of(tensor.data_type, what)
    check_sizes(tensor.dims, what)
    if tensor.HasField("segment"):
        raise ModelError(f"{what} is a segment of a tensor, which is not taken")
    dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.data_type)
    expected = int(np.prod(tensor.dims, dtype=object)) * dtype.itemsize
    if tensor.data_location == onnx.TensorProto.EXTERNAL:
        data = _external_bytes(tensor, what, folder, expected)
        return np.frombuffer(data, dtype.newbyteorder("<")).astype(dtype, copy=False).reshape(
            tuple(tensor.dims))
    if tensor.HasField("raw_data") and len(tensor.raw_data) != expected:
        raise ModelError(f"{what} is {'x'.join(map(str, tensor.dims)) or 'a scalar'} of "
                         f"{type_name(tensor.data_type)}, which is {expected} bytes; it has "
                         f"{len(tensor.raw_data)}")
    try:
        return onnx.numpy_helper.to_array(tensor)
    except (ValueError, TypeError, OverflowError) as error:
        raise ModelError(f"{what} cannot be read: {error}") from None


class Function(NamedTuple):
    proto: onnx.FunctionProto
    versions: Mapping[str, int]


class Model:
    """A model whose parts fit together: every value is given once, before it is used, and
    functions are replaced by what they do."""

    def __init__(self, proto: onnx.ModelProto, folder: Optional[str]) -> None:
        check_text(proto)
        self.proto = proto
        self.folder = folder
        graph = proto.graph
        if not proto.HasField("graph") or not proto.opset_import:
            raise ModelError("this is no ONNX model: it has no graph, or no operator sets")
        self.versions = _versions(proto.opset_import, "the model")
        if "" in self.versions and self.versions[""] < MIN_OPSET:
            raise ModelError(f"the model uses operator set {self.versions['']}; those from "
                             f"{MIN_OPSET} on are known. onnx.version_converter raises it")
        if self.versions.get("", MIN_OPSET) > onnx.defs.onnx_opset_version():
            raise ModelError(f"the model uses operator set {self.versions['']}; the installed "
                             f"onnx {onnx.__version__} knows those up to "
                             f"{onnx.defs.onnx_opset_version()}. Install a newer one")
        if graph.sparse_initializer:
            raise ModelError("sparse initializers are not taken: "
                             f"'{graph.sparse_initializer[0].values.name}'; make them dense")
        tensors: dict[str, onnx.TensorProto] = {}
        for tensor in graph.initializer:
            if not tensor.name or tensor.name in tensors:
                raise ModelError(f"two initializers are called '{tensor.name}'" if tensor.name
                                 else "an initializer has no name")
            tensors[tensor.name] = tensor
        self.initializers = Initializers(tensors, folder)
        self.inputs: list[Input] = []
        seen: set[str] = set()
        for value in graph.input:
            if not value.name or value.name in seen:
                raise ModelError(f"two inputs are called '{value.name}'" if value.name else
                                 "an input has no name")
            seen.add(value.name)
            if value.name not in tensors:
                self.inputs.append(_input(value))
        self.functions = self._read_functions()
        self.nodes: list[Node] = []
        self._calls = 0
        for node in graph.node:
            self._add(make_node(node, self.versions, node.name), 0, ())
        self.outputs = [value.name for value in graph.output]
        self._check_names({*tensors, *(value.name for value in self.inputs)})
        self._part_copies()

    def _part_copies(self) -> None:
        """Exporters make one initializer of several that are equal, and an Identity of each
        other: PyTorch's of all biases that are 0. Those are trained for themselves. One that
        is not of one number is shared by the model itself, as tied weights are."""
        rest = []
        for node in self.nodes:
            source = node.inputs[0] if len(node.inputs) == 1 else ""
            if (node.domain, node.op) == ("", "Identity") and len(node.outputs) == 1 and \
                    source in self.initializers and \
                    self.initializers.type(source).element in FLOATS:
                array = self.initializers[source]
                if array.size and (array == array.flat[0]).all():
                    self.initializers.copy(source, node.outputs[0])
                    continue
            rest.append(node)
        self.nodes = rest

    def _read_functions(self) -> dict[tuple[str, str, str], Function]:
        functions: dict[tuple[str, str, str], Function] = {}
        for proto in self.proto.functions:
            key = (_domain(proto.domain), proto.name, proto.overload)
            if key in functions:
                raise ModelError(f"two functions are called '{proto.name}'")
            versions = dict(_versions(proto.opset_import, f"function '{proto.name}'"))
            functions[key] = Function(proto, versions)
        return functions

    def _add(self, node: Node, depth: int, callers: tuple[str, ...]) -> None:
        overload = node.attributes.get("\0overload")
        key = (node.domain, node.op, overload.s.decode() if overload else "")
        function = self.functions.get(key)
        self._calls += 1
        if self._calls > MAX_NODES:
            raise ModelError(f"the model has more than {MAX_NODES} nodes, with those of its "
                             "functions where they are called")
        if function is None:
            self.nodes.append(node)
            return
        if node.title in callers:
            raise ModelError(f"function '{node.title}' calls itself: "
                             f"{' -> '.join([*callers, node.title])}")
        if depth == MAX_FUNCTION_DEPTH:
            raise ModelError(f"functions call each other more than {MAX_FUNCTION_DEPTH} deep")
        for inner in instantiate(function.proto, node, function.versions,
                                 f"{node.name or (node.outputs or ('',))[0]}"):
            self._add(inner, depth + 1, (*callers, node.title))

    def _check_names(self, given: set[str]) -> None:
        makers: dict[str, Node] = {}
        for node in self.nodes:
            for name in filter(None, node.outputs):
                if name in given or name in makers:
                    raise ModelError(f"{node} gives '{name}', which is given already")
                makers[name] = node
        done = set(given)
        for node in self.nodes:
            for name in filter(None, node.inputs):
                if name not in done:
                    self._explain(name, node, makers)
            done.update(node.outputs)
        for name in self.outputs:
            if name not in done:
                raise ModelError(f"the output '{name}' is given by no input, initializer or "
                                 "node")
        if not self.outputs:
            raise ModelError("the model has no outputs")
        if len(set(self.outputs)) < len(self.outputs):
            raise ModelError("the model has an output twice")

    @staticmethod
    def _explain(name: str, node: Node, makers: Mapping[str, Node]) -> None:
        """Fails because `node` takes what is not there."""
        if name not in makers:
            raise ModelError(f"{node} takes '{name}', which no input, initializer or node "
                             "gives")
        # Whether what makes it needs what the node gives.
        pending, seen = [makers[name]], set()
        while pending:
            maker = pending.pop()
            if maker.outputs == node.outputs:
                raise ModelError(f"the model is cyclic: {node} takes '{name}', which needs "
                                 "what it gives")
            if id(maker) not in seen:
                seen.add(id(maker))
                pending += [makers[each] for each in maker.inputs if each in makers]
        raise ModelError(f"{node} takes '{name}', which {makers[name]} gives after it: the "
                         "nodes are not sorted")


def _domain(name: str) -> str:
    return "" if name in _DEFAULT_DOMAINS else name


def _versions(imports: Iterable[onnx.OperatorSetIdProto], what: str) -> dict[str, int]:
    versions: dict[str, int] = {}
    for each in imports:
        domain = _domain(each.domain)
        if versions.get(domain, each.version) != each.version:
            raise ModelError(f"{what} uses two versions of the operator set '{each.domain}'")
        versions[domain] = each.version
    return versions


def _input(value: onnx.ValueInfoProto) -> Input:
    what = f"input '{value.name}'"
    kind = value.type.WhichOneof("value")
    if kind != "tensor_type":
        shown = (kind or "no type").replace("_type", "")
        raise ModelError(f"{what} is a {shown}, which graphs do not have" if kind else
                         f"{what} has no type")
    type = value.type.tensor_type
    element = element_of(type.elem_type, what)
    if not type.HasField("shape"):
        raise ModelError(f"{what} says nothing about its shape; onnx.shape_inference, or "
                         "onnx.tools.update_model_dims, writes it")
    sizes: list[Union[int, str]] = []
    for dim in type.shape.dim:
        sizes.append(dim.dim_value if dim.HasField("dim_value") else dim.dim_param)
    check_sizes([size for size in sizes if isinstance(size, int)], what)
    if len(sizes) > MAX_RANK:
        raise ModelError(f"{what} has {len(sizes)} dimensions; at most {MAX_RANK} are taken")
    return Input(value.name, element, tuple(sizes))


def make_node(proto: onnx.NodeProto, versions: Mapping[str, int], name: str) -> Node:
    domain = _domain(proto.domain)
    attributes = {}
    for attribute in proto.attribute:
        if attribute.name in attributes:
            raise ModelError(f"node '{name}' ({proto.op_type}) has two attributes "
                             f"'{attribute.name}'")
        attributes[attribute.name] = attribute
    if proto.overload:
        attributes["\0overload"] = onnx.helper.make_attribute("\0overload", proto.overload)
    return Node(proto.op_type, domain, versions.get(domain, 0), name, tuple(proto.input),
                tuple(proto.output), attributes)


def instantiate(function: onnx.FunctionProto, call: Node, versions: Mapping[str, int],
                place: str) -> list[Node]:
    """The nodes of a function where `call` calls it."""
    if len(call.inputs) > len(function.input) or len(call.outputs) > len(function.output):
        raise ModelError(f"{call} has {len(call.inputs)} inputs and {len(call.outputs)} "
                         f"outputs; the function has {len(function.input)} and "
                         f"{len(function.output)}")
    names: dict[str, str] = {"": ""}
    for i, name in enumerate(function.input):
        names[name] = call.inputs[i] if i < len(call.inputs) else ""
    inputs = set(function.input)
    for i, name in enumerate(function.output):
        if name in inputs:
            raise ModelError(f"function '{function.name}' gives its input '{name}'")
        if i < len(call.outputs) and call.outputs[i]:
            names[name] = call.outputs[i]
    given = dict(call.attributes)
    for default in function.attribute_proto:
        given.setdefault(default.name, default)

    def renamed(name: str) -> str:
        return names.setdefault(name, f"{place}/{name}")

    nodes = []
    for i, proto in enumerate(function.node):
        inner = make_node(proto, versions, f"{place}/{proto.name or proto.op_type}")
        attributes = {}
        for key, attribute in inner.attributes.items():
            if attribute.ref_attr_name:
                if attribute.ref_attr_name not in given:
                    continue
                copied = onnx.AttributeProto()
                copied.CopyFrom(given[attribute.ref_attr_name])
                copied.name = key
                attribute = copied
            attributes[key] = attribute
        nodes.append(inner._replace(inputs=tuple(map(renamed, inner.inputs)),
                                    outputs=tuple(map(renamed, inner.outputs)),
                                    attributes=attributes))
    return nodes


def load(model: Union[str, os.PathLike, bytes, onnx.ModelProto],
         folder: Union[str, os.PathLike, None] = None) -> Model:
    """A model from a file, from the bytes of one, or as the onnx package has it; `folder` is
    where its external data lie, if it is no file."""
    if isinstance(model, (str, os.PathLike)):
        path = os.fspath(model)
        folder = os.path.dirname(os.path.abspath(path)) if folder is None else folder
        try:
            if os.path.isfile(path) and os.path.getsize(path) > MAX_FILE_BYTES:
                raise ModelError(f"{path} has more than {MAX_FILE_BYTES} bytes: that is no "
                                 "ONNX model, whose arrays would lie beside it")
            with open(path, "rb") as file:
                model = file.read()
        except OSError as error:
            raise ModelError(f"{path} cannot be read: {error.strerror}") from None
    if isinstance(model, bytes):
        try:
            model = onnx.load_model_from_string(model)
        except Exception as error:  # protobuf's own DecodeError, whose place changes.
            raise ModelError(f"this is no ONNX model, or it is cut off: {error}") from None
    if not isinstance(model, onnx.ModelProto):
        raise TypeError("a model is a path, the bytes of a file or an onnx.ModelProto, found "
                        f"{type(model).__name__}")
    return Model(model, None if folder is None else os.fspath(folder))


def check(model: Model) -> None:
    """The onnx package's own check, of a model that was found whole."""
    proto = model.proto
    if any(tensor.data_location == onnx.TensorProto.EXTERNAL
           for tensor in proto.graph.initializer):
        # It would look for the files itself.
        proto = onnx.ModelProto()
        proto.CopyFrom(model.proto)
        for tensor in proto.graph.initializer:
            if tensor.data_location == onnx.TensorProto.EXTERNAL:
                name, data_type = tensor.name, tensor.data_type
                tensor.Clear()
                tensor.name, tensor.data_type, tensor.raw_data = name, data_type, b""
                tensor.dims.append(0)
    try:
        onnx.checker.check_model(proto)
    except (onnx.checker.ValidationError, ValueError) as error:
        first = str(error).strip().splitlines()[0] if str(error).strip() else "not valid"
        # GroupNormalization of operator set 18, which exporters have written.
        if "is deprecated in domain_version" not in first:
            raise ModelError(f"onnx.checker refuses the model: {first}") from None


def check_text(message: Any, what: str = "the model") -> None:
    """Refuses names that are no text, which protobuf gives as bytes, and those with a NUL, at
    which they would end for what is written in C."""
    for field, value in message.ListFields():
        if field.type not in (field.TYPE_STRING, field.TYPE_MESSAGE):
            continue
        is_one = isinstance(value, (str, bytes)) or hasattr(value, "ListFields")
        for each in [value] if is_one else value:
            if field.type == field.TYPE_MESSAGE:
                check_text(each, f"{what}, in its {field.name},")
            elif not isinstance(each, str):
                raise ModelError(f"{what} has a {field.name} that is no text: {each[:40]!r}")
            elif "\0" in each:
                raise ModelError(f"{what} has a {field.name} with a NUL: {each[:40]!r}")


def short_float(number: float) -> float:
    """Of an attribute in f32, the number that was meant: 1e-5, and not what is closest to it
    in f32."""
    return float(np.format_float_scientific(np.float32(number), unique=True))


def attribute_value(attribute: onnx.AttributeProto, place: str) -> Any:
    """An attribute as Python has it; tensors as arrays."""
    kind = attribute.type
    kinds = onnx.AttributeProto
    if kind == kinds.INT:
        return attribute.i
    if kind == kinds.FLOAT:
        return short_float(attribute.f)
    if kind == kinds.STRING:
        return attribute.s.decode(errors="replace")
    if kind == kinds.INTS:
        return list(attribute.ints)
    if kind == kinds.FLOATS:
        return list(map(short_float, attribute.floats))
    if kind == kinds.STRINGS:
        return [each.decode(errors="replace") for each in attribute.strings]
    if kind == kinds.TENSOR:
        return read_tensor(attribute.t, f"{place}: attribute '{attribute.name}'", None)
    name = kinds.AttributeType.Name(kind).lower()
    raise ModelError(f"{place}: attribute '{attribute.name}' is a {name}, which is not taken")
