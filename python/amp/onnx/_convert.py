# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a model to a graph."""

from __future__ import annotations

import collections
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Optional, Union

import numpy as np
import onnx

from ..graph import Function, Graph, GraphError, Tensor, Variable
from . import _fold
from ._errors import ModelError
from ._model import FLOATS, Model, Node, check, load
from ._training import Training
from ._writer import DTYPES, REFUSED, WRITERS, FunctionWriter, State, has_body

# Each registers what it writes.
from . import (_ops_attention, _ops_image, _ops_index, _ops_math, _ops_nn,  # noqa: F401
               _ops_norm, _ops_recurrent, _ops_shape, _ops_update)

# Where ops take weights.
_WEIGHTS = {"Conv": (1, 2), "ConvTranspose": (1, 2), "Gemm": (0, 1, 2), "MatMul": (0, 1),
            "BatchNormalization": (1, 2), "InstanceNormalization": (1, 2),
            "LayerNormalization": (1, 2), "GroupNormalization": (1, 2), "RMSNormalization": (1,),
            "LSTM": (1, 2, 3), "GRU": (1, 2, 3), "RNN": (1, 2, 3), "PRelu": (1,),
            "Gather": (0,), "Einsum": (0, 1, 2, 3), "Add": (0, 1)}
# Numbers from here on are those of masks, and not of weights.
_LARGEST_WEIGHT = 1e4
# Where PyTorch's exporter says what an initializer is, and what that is here.
_KIND = "pkg.torch.export.graph_signature.InputSpec.kind"
_ROLES = {"PARAMETER": "parameter", "BUFFER": "buffer", "CONSTANT_TENSOR": "constant"}


class Options(NamedTuple):
    """How a model is converted."""

    # Sizes of dimensions, by name, or by input and place: {"sequence": 128, "x:1": 128}.
    shapes: Mapping[str, int] = {}
    # Inputs that are numbers while the graph is written.
    numbers: Mapping[str, np.ndarray] = {}
    # Initializers whose names these match are not trained, or are.
    freeze: Sequence[str] = ()
    train: Sequence[str] = ()
    # BatchNormalization and Dropout stay in their form of inference when they are trained.
    inference_form: bool = False


def convert(model: Union[str, os.PathLike, bytes, onnx.ModelProto],
            training: Optional[Union[str, Training]] = None, *,
            folder: Union[str, os.PathLike, None] = None,
            shapes: Optional[Mapping[str, int]] = None,
            numbers: Optional[Mapping[str, Any]] = None,
            freeze: Union[str, Sequence[str]] = (), train: Union[str, Sequence[str]] = (),
            inference_form: bool = False) -> Graph:
    """The graph of an ONNX model, with the entry point `predict`; with `training`, which is
    the text of --add-training, also with `train` and `evaluate`.

    `model` is a file, its bytes, or an onnx.ModelProto whose external data, if it has any, lie
    in `folder`. `shapes` fixes sizes by their names, `numbers` are inputs whose values the
    graph is to hold. `freeze` and `train` are regular expressions of the names of initializers.
    A model that cannot be converted is a ModelError.
    """
    if type(training) is str:
        training = Training.parse(training)
    options = Options(shapes or {}, {name: np.asarray(value) for name, value in
                                     (numbers or {}).items()},
                      [freeze] if type(freeze) is str else freeze,
                      [train] if type(train) is str else train, inference_form)
    whole = load(model, folder)
    _refuse_unknown(whole)
    check(whole)
    try:
        return _Conversion(whole, options, training).graph
    except GraphError as error:
        raise ModelError(str(error)) from None


def _refuse_unknown(model: Model) -> None:
    """Names all that is not known, at once."""
    counts: collections.Counter[str] = collections.Counter()
    reasons: dict[str, str] = {}
    for node in model.nodes:
        key = (node.domain, node.op)
        if key in REFUSED:
            reasons[node.title] = REFUSED[key]
        elif key in WRITERS or (not node.domain and node.op in _fold.FOLDERS) or has_body(node):
            continue
        else:
            reasons[node.title] = f"not known in operator set {node.version}" if \
                node.version else "of an operator set that the model does not import"
        counts[node.title] += 1
    if counts:
        listed = "; ".join(f"{count} {title} ({reasons[title]})"
                           for title, count in sorted(counts.items()))
        raise ModelError(f"the model has nodes that graphs do not have: {listed}")


class _Conversion:
    def __init__(self, model: Model, options: Options, training: Optional[Training]) -> None:
        self.model = model
        self.options = options
        self.graph = Graph()
        for name in options.numbers:
            if name not in {each.name for each in model.inputs}:
                raise ModelError(f"there is no input '{name}' to be a number; inputs are "
                                 f"{_listed(each.name for each in model.inputs)}")
        self.inputs = self._inputs()
        self.parameters: list[Variable] = []
        self.state = State(model, self.graph, self._variables(), {}, self._checked_numbers())
        self.graph.comment(self._head())
        if training is not None:
            training.write(self)
        self.write_predict()

    def _head(self) -> str:
        producer = self.model.proto.producer_name
        known = producer and producer.isascii() and producer.isprintable()
        return f"From an ONNX model of {producer}." if known else "From an ONNX model."

    # Inputs

    def _inputs(self) -> dict[str, Tensor]:
        """The types of the arguments, with the batch open."""
        used: set[str] = set()
        batches: dict[str, str] = {}
        types: dict[str, Tensor] = {}
        for each in self.model.inputs:
            if each.name in self.options.numbers:
                continue
            shape: list[Optional[int]] = []
            for i, size in enumerate(each.sizes):
                place = f"{each.name}:{i}"
                if type(size) is int:
                    shape.append(size)
                    continue
                for name in (place, size):
                    if name and name in self.options.shapes:
                        used.add(name)
                        shape.append(self.options.shapes[name])
                        break
                else:
                    if i:
                        shown = f" '{size}'" if size else ""
                        raise ModelError(
                            f"size {i}{shown} of input '{each.name}' is open: only the first, "
                            f"of the batch, may be. Fix it with --shape {size or place}=SIZE")
                    batches[size] = each.name
                    shape.append(None)
            types[each.name] = Tensor(each.element, tuple(shape))
        named = [name for name in batches if name]
        if len(named) > 1:
            raise ModelError(f"inputs have the first sizes {_listed(named)}, and only one batch "
                             f"may be open; fix the others with --shape NAME=SIZE")
        unused = set(self.options.shapes) - used
        if unused:
            known = {size for each in self.model.inputs for size in each.sizes
                     if type(size) is str and size}
            raise ModelError(f"no input has an open size {_listed(sorted(unused))}; open sizes "
                             f"are {_listed(sorted(known)) or 'none'}")
        return types

    def _checked_numbers(self) -> dict[str, np.ndarray]:
        types = {each.name: each for each in self.model.inputs}
        result = {}
        for name, array in self.options.numbers.items():
            dtype = DTYPES[types[name].element]
            if array.dtype != dtype and (array.dtype.kind not in "iuf" or (
                    array.astype(dtype) != array).any()):
                raise ModelError(f"input '{name}' is of {dtype}, and was given {array.dtype}")
            result[name] = array.astype(dtype)
        return result

    # Initializers

    def _variables(self) -> dict[str, Variable]:
        """The initializers that are variables of the graph: parameters, and buffers."""
        model = self.model
        uses: dict[str, list[tuple[Node, int]]] = {}
        for node in model.nodes:
            for i, name in enumerate(node.inputs):
                uses.setdefault(name, []).append((node, i))
        freeze = [_pattern(text) for text in self.options.freeze]
        train = [_pattern(text) for text in self.options.train]
        kinds = self._kinds()
        variables = {}
        for name in model.initializers:
            if not uses.get(name):
                continue
            type = model.initializers.type(name)
            role = self._role(name, type, uses[name], kinds.get(name, ""))
            if role == "parameter" and any(each.search(name) for each in freeze):
                role = "buffer"
            if any(each.search(name) for each in train):
                if type.element not in FLOATS:
                    raise ModelError(f"initializer '{name}' is of {type.element}, and cannot be "
                                     "trained")
                role = "parameter"
            if role == "constant":
                continue
            variables[name] = self.graph.variable(name, type, model.initializers[name], role)
            if role == "parameter":
                self.parameters.append(variables[name])
        for text, pattern in zip((*self.options.freeze, *self.options.train), freeze + train):
            if not any(pattern.search(name) for name in model.initializers):
                raise ModelError(f"no initializer's name matches '{text}'")
        return variables

    def _kinds(self) -> dict[str, str]:
        """What torch.export says of initializers, where the model has it."""
        return {value.name: entry.value for value in self.model.proto.graph.value_info
                for entry in value.metadata_props if entry.key == _KIND}

    def _role(self, name: str, type: Tensor, uses: Sequence[tuple[Node, int]],
              kind: str) -> str:
        if type.element not in FLOATS or 0 in type.shape:
            return "constant"
        for node, place in uses:
            entry = WRITERS.get((node.domain, node.op))
            if entry and place in entry.numbers:
                return "constant"
        if any(node.op == "BatchNormalization" and place in (3, 4) for node, place in uses):
            return "buffer"
        if kind in _ROLES:
            return _ROLES[kind]
        is_weight = any(place in _WEIGHTS.get(node.op, ()) for node, place in uses)
        if not type.shape or (type.shape == (1,) * type.rank and not is_weight):
            return "constant"
        array = self.model.initializers[name]
        largest = np.max(np.abs(array.astype(np.float64)))
        if not largest < _LARGEST_WEIGHT:
            return "constant"
        return "parameter"

    # Functions

    def writer(self, function: Function, prefix: str, training: bool) -> FunctionWriter:
        """Of a function whose arguments are the model's inputs, with a prefix."""
        inputs = {name: function.arguments[prefix + name] for name in self.inputs
                  if prefix + name in function.arguments}
        return FunctionWriter(self.state, function, inputs, training)

    def needed(self, outputs: Iterable[str]) -> list[Node]:
        """The nodes that outputs depend on, in order."""
        wanted = set(outputs)
        nodes = []
        for node in reversed(self.model.nodes):
            if wanted & set(filter(None, node.outputs)):
                nodes.append(node)
                wanted.update(node.inputs)
        return nodes[::-1]

    def type_of(self, output: str) -> Tensor:
        """The type of a value, by writing it into a function that is not kept."""
        function = Function(self.graph, "types", self.arguments([output]))
        writer = self.writer(function, "", False)
        writer.write(self.needed([output]))
        return writer.value(writer.given(output), output).type

    def arguments(self, outputs: Iterable[str]) -> dict[str, Tensor]:
        """The arguments that outputs depend on."""
        wanted = set(outputs)
        for node in self.needed(outputs):
            wanted.update(node.inputs)
        return {name: type for name, type in self.inputs.items() if name in wanted}

    def write_predict(self) -> None:
        with self.graph.function("predict", self.inputs) as function:
            writer = self.writer(function, "", False)
            writer.write(self.needed(self.model.outputs))
            function.results(**{name: writer.value(writer.given(name), name)
                                for name in self.model.outputs})


def _pattern(text: str) -> "re.Pattern[str]":
    try:
        return re.compile(text)
    except re.error as error:
        raise ModelError(f"'{text}' is no regular expression: {error}") from None


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
