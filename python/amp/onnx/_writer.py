# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the nodes of a model into a function of a graph."""

from __future__ import annotations

import collections
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Optional, Union

import numpy as np
import onnx
import onnx.defs
import onnx.helper

from .._refusals import by_onnx_name
from ..graph import (MAX_BYTES_IN_TEXT, Function, Graph, GraphError, Tensor, Value, Variable,
                     element_of as element_of_array)
from . import _fold
from ._errors import ModelError, NeedsNumbers
from ._model import (ELEMENTS, MAX_FUNCTION_DEPTH, Model, Node, attribute_value, check_sizes,
                     instantiate)
from ._sizes import Dim, Size, same

# What a node gives: values of the graph, or arrays that are known while it is written.
Given = Union[Value, np.ndarray]
Writer = Callable[["Context"], Any]


class Entry(NamedTuple):
    """How an op is written: `numbers` are the inputs that a graph must know."""

    write: Writer
    numbers: tuple[int, ...]


WRITERS: dict[tuple[str, str], Entry] = {}

# Why ops that have no writer are refused.
REFUSED = by_onnx_name()


def writes(*names: str, domain: str = "", numbers: Sequence[int] = ()) -> Callable:
    """Registers the function that writes these ops."""
    def register(function: Writer) -> Writer:
        for name in names:
            WRITERS[domain, name] = Entry(function, tuple(numbers))
        return function
    return register


# The types of NumPy, by the dialect's names.
DTYPES = {ours: onnx.helper.tensor_dtype_to_np_dtype(theirs)
          for theirs, ours in ELEMENTS.items()}
ELEMENT_CODES = {ours: theirs for theirs, ours in ELEMENTS.items()}

# The elements of the largest table that is computed, as that of a mask.
MAX_TABLE = 1 << 26

# The op of a product and a sum that are written as one.
LINEAR = "MatMul+Add"


class State(NamedTuple):
    """What all entry points of a graph share."""

    model: Model
    graph: Graph
    # The initializers that are variables, and those among them that are trained.
    variables: dict[str, Variable]
    # Large arrays that the graph holds, by name.
    tables: dict[str, Variable]
    # Inputs that are numbers while the graph is written.
    numbers: Mapping[str, np.ndarray]


def schema_of(node: Node) -> Optional["onnx.defs.OpSchema"]:
    """The op's schema in the operator set that the node uses."""
    try:
        return onnx.defs.get_schema(node.op, node.version, node.domain)
    except onnx.defs.SchemaError:
        return None


def has_body(node: Node) -> bool:
    """Whether the operator set says what an op is made of."""
    schema = schema_of(node)
    return schema is not None and (schema.has_function or schema.has_context_dependent_function)


class FunctionWriter:
    """Writes into one function, whose arguments `inputs` are by the model's names. `training`
    gives BatchNormalization and Dropout their form of training."""

    def __init__(self, state: State, function: Function, inputs: Mapping[str, Value],
                 training: bool) -> None:
        self.state = state
        self.function = function
        self.training = training
        self.known: dict[str, np.ndarray] = dict(state.numbers)
        self.inputs = inputs
        self.values: dict[str, Value] = {}
        # By the name of a value: the size that its `?` stands for.
        self.batches: dict[str, Size] = {}
        self._numbers: dict[tuple[str, str], Value] = {}
        self._arrays: dict[int, tuple[np.ndarray, Value]] = {}
        self._makers: dict[str, Node] = {}
        # A value with a row for each sample, from which zeros are made.
        self._batched: Optional[Value] = None
        for name, value in inputs.items():
            self.values[name] = value
            if None in value.type.shape:
                self.batches[value.name] = Size()
                self._batched = self._batched or value

    # Values

    def given(self, name: str) -> Given:
        """What a name of the model stands for."""
        if name in self.values:
            return self.values[name]
        if name in self.known:
            return self.known[name]
        if name in self.state.variables:
            self.values[name] = self.function.read(self.state.variables[name])
            return self.values[name]
        self.known[name] = self.state.model.initializers[name]
        return self.known[name]

    def value(self, given: Given, name: str = "") -> Value:
        """It as a value of the graph."""
        if isinstance(given, Value):
            return given
        if given.dtype == object:
            raise ModelError(f"'{name}' is computed from the batch size, and is used as more "
                             "than a size; fix the batch with --shape")
        if id(given) not in self._arrays:
            self._arrays[id(given)] = given, self._constant(given, name)
        return self._arrays[id(given)][1]

    def _constant(self, array: np.ndarray, name: str) -> Value:
        if array.nbytes <= MAX_BYTES_IN_TEXT:
            return self.function.constant(array)
        if not any(array.strides) or (array == array.flat[0]).all():
            # One number, however often.
            return self.op("broadcast_to", self.function.constant(array.flat[0]),
                           shape=list(array.shape))
        # A buffer, which all functions read.
        tables = self.state.tables
        if name not in tables:
            tables[name] = self.state.graph.variable(
                name or f"table.{len(tables)}", Tensor(element_of_array(array), array.shape),
                array, "buffer")
        return self.function.read(tables[name])

    def number(self, value: Any, element: str) -> Value:
        """A scalar constant."""
        key = (element, repr(value))
        if key not in self._numbers:
            self._numbers[key] = self.function.constant(np.asarray(value, DTYPES[element]))
        return self._numbers[key]

    def op(self, name: str, *operands: Value, **more: Any) -> Any:
        results = self.function.op(name, *operands, **more)
        given = [*operands, *(each for each in (more.get("keywords") or {}).values() if each)]
        sizes = {self.batches.get(operand.name) for operand in given
                 if None in operand.type.shape}
        for result in results if type(results) is tuple and type(results) is not Value else \
                [results]:
            check_sizes([size for size in result.type.shape if size is not None],
                        f"what amp.{name} gives")
            if None in result.type.shape and len(sizes) == 1 and None not in sizes:
                self.batches[result.name] = next(iter(sizes))
        return results

    def scan(self, carry: Sequence[Value], each: Sequence[Value], invariants: Sequence[Value],
             step: Callable[[list[Value], list[Value], list[Value]], Sequence[Value]],
             reverse: bool = False) -> list[Value]:
        """As `Function.scan`; what depends on the batch, does so in the step."""
        given = [*carry, *each, *invariants]
        made: list[Value] = []
        constants = self._numbers, self._arrays

        def written(states: list[Value], slices: list[Value],
                    others: list[Value]) -> Sequence[Value]:
            # Constants of the function are none of the step, nor the other way round.
            self._numbers, self._arrays = {}, {}
            try:
                for inner, outer in zip([*states, *slices, *others], given):
                    if None in inner.type.shape:
                        self.batches[inner.name] = self.batches[outer.name]
                made.extend(step(states, slices, others))
            finally:
                self._numbers, self._arrays = constants
            return made

        results = self.function.scan(carry, each, invariants, written, reverse)
        for result, inner in zip(results, [*carry, *made[len(carry):]]):
            if None in result.type.shape and inner.name in self.batches:
                self.batches[result.name] = self.batches[inner.name]
        return results

    def dims(self, value: Value) -> list[Dim]:
        """A value's sizes."""
        if None not in value.type.shape:
            return list(value.type.shape)
        if value.name not in self.batches:
            raise ModelError(f"how '{value.name[1:]}' grows with the batch is not known; fix "
                             "the batch with --shape")
        size = self.batches[value.name]
        return [size if each is None else each for each in value.type.shape]

    def reshape(self, value: Value, dims: Sequence[Dim]) -> Value:
        """A value in a shape that may depend on the batch."""
        open_sizes = [size for size in dims if isinstance(size, Size)]
        if len(open_sizes) > 1:
            raise ModelError(f"a shape of {list(dims)} has two sizes that depend on the batch; "
                             "fix it with --shape")
        if not open_sizes and tuple(dims) == value.type.shape:
            return value
        shape = [-1 if isinstance(size, Size) else int(size) for size in dims]
        result = self.op("reshape", value, shape=shape)
        if open_sizes and None in result.type.shape:
            self.batches[result.name] = open_sizes[0]
        return result

    def rows(self, element: str) -> Value:
        """`[batch]` zeros."""
        if self._batched is None:
            raise ModelError("a size depends on the batch, and no input has a row for each "
                             "sample; fix it with --shape")
        value, shape = self._batched, self._batched.type.shape
        if shape[0] is not None:
            raise ModelError("a size depends on the batch, which is not the first dimension of "
                             "an input; fix it with --shape")
        if 0 in shape:
            raise ModelError("a size depends on a batch of empty samples; fix it with --shape")
        one = self.op("slice", value, offsets=[0] * len(shape),
                      sizes=[-1] + [1] * (len(shape) - 1))
        flat = self.op("reshape", one, shape=[-1])
        zeros = self.op("zeros_like", flat)
        result = self.function.cast(zeros, element)
        self.batches[flat.name] = self.batches[zeros.name] = self.batches[result.name] = Size()
        return result

    def rng(self) -> Variable:
        """The state of random numbers."""
        name = "rng"
        while name in self.state.variables:
            name += "_"
        variables = self.state.graph.variables
        return variables[name] if name in variables else self.state.graph.random_state(name)

    def sources(self, name: str) -> set[str]:
        """The inputs of the model that a value depends on."""
        pending, seen, found = [name], set(), set()
        while pending:
            each = pending.pop()
            if each in seen:
                continue
            seen.add(each)
            if each in self.inputs:
                found.add(each)
            elif each in self._makers:
                pending += filter(None, self._makers[each].inputs)
        return found

    # Nodes

    def write(self, nodes: Sequence[Node]) -> None:
        for node in self._with_linear_layers(nodes):
            self._write(node, 0)

    def _with_linear_layers(self, nodes: Sequence[Node]) -> list[Node]:
        """The same nodes, with a Gemm-like one for each product with a weight to which a bias
        is added: a linear layer, which rounds once, as it was before it was exported."""
        uses: dict[str, int] = collections.Counter(
            name for node in nodes for name in node.inputs)
        uses.update(self.state.model.outputs)
        variables = self.state.variables
        makers = {name: node for node in nodes for name in node.outputs}

        def is_weight(name: str) -> bool:
            maker = makers.get(name)
            if maker and (maker.domain, maker.op) in (("", "Transpose"), ("", "Identity")):
                name = maker.inputs[0]
            return name in variables and variables[name].type.rank == 2

        fused: dict[str, Node] = {}
        gone: set[str] = set()
        for node in nodes:
            if (node.domain, node.op) != ("", "Add") or len(node.inputs) != 2:
                continue
            for product, bias in (node.inputs, node.inputs[::-1]):
                maker = makers.get(product)
                if maker and (maker.domain, maker.op) == ("", "MatMul") and \
                        uses[product] == 1 and is_weight(maker.inputs[1]) and \
                        bias in variables and variables[bias].type.rank == 1:
                    fused[node.outputs[0]] = node._replace(
                        op=LINEAR, inputs=(*maker.inputs, bias))
                    gone.add(product)
                    break
        return [fused.get(node.outputs[0], node) for node in nodes
                if not (node.outputs and node.outputs[0] in gone)]

    def _write(self, node: Node, depth: int) -> None:
        place = node.name or next(filter(None, node.outputs), node.op)
        self._makers.update((name, node) for name in node.outputs)
        try:
            with self.function.location(location(place)):
                results = self._results(node, depth)
        except NeedsNumbers:
            raise
        except GraphError as error:
            message = str(error)
            prefix = location(place) + ": "
            message = message[len(prefix):] if message.startswith(prefix) else message
            raise ModelError(f"{node}: {message}") from None
        except ModelError as error:
            message = str(error)
            raise ModelError(message if message.startswith("node '") else
                             f"{node}: {message}") from None
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # What Python and NumPy say of attributes and numbers that make no sense.
            raise ModelError(f"{node}: {error or type(error).__name__}") from None
        except MemoryError:
            raise ModelError(f"{node}: takes more memory than there is") from None
        if results is None:
            return
        for name, result in zip(node.outputs, results):
            if name and result is not None:
                if isinstance(result, Value):
                    self.values[name] = result
                else:
                    self.known[name] = result
        for i, name in enumerate(node.outputs):
            if name and (i >= len(results) or results[i] is None):
                raise ModelError(f"{node}: its result {i}, '{name}', is not computed by graphs")

    def _results(self, node: Node, depth: int) -> Optional[Sequence[Optional[Given]]]:
        inputs = [self.given(name) if name else None for name in node.inputs]
        if all(each is None or not isinstance(each, Value) for each in inputs):
            folded = _fold.fold(node, inputs)  # type: ignore[arg-type]
            if folded is not None:
                return folded
        context = Context(self, node, inputs)
        entry = WRITERS.get((node.domain, node.op))
        if entry is not None:
            results = entry.write(context)
            if results is not NotImplemented:
                return list(results) if type(results) in (list, tuple) else [results]
        self._expand(context, depth)
        return None

    def _expand(self, context: "Context", depth: int) -> None:
        """Writes what the operator set says that an op is made of."""
        node = context.node
        schema = schema_of(node)
        if (node.domain, node.op) in REFUSED:
            # Within what another op is made of.
            raise ModelError(REFUSED[node.domain, node.op])
        if schema is None or not has_body(node) or depth == MAX_FUNCTION_DEPTH:
            raise ModelError(f"{node.title} of operator set {node.version} is not known")
        function = schema.function_body if schema.has_function else None
        if function is None:
            types = []
            for given in context.given:
                type = onnx.TypeProto()
                if given is not None:
                    element, dims = context.type(given)
                    type.tensor_type.elem_type = ELEMENT_CODES[element]
                    type.tensor_type.shape.SetInParent()
                    for size in dims:
                        dim = type.tensor_type.shape.dim.add()
                        if isinstance(size, int):
                            dim.dim_value = size
                types.append(type.SerializeToString())
            proto = onnx.NodeProto(op_type=node.op, domain=node.domain, input=node.inputs,
                                   output=node.outputs, attribute=node.attributes.values())
            text = schema.get_context_dependent_function(proto.SerializeToString(), types)
            function = onnx.FunctionProto.FromString(text)
        versions = {each.domain: each.version for each in function.opset_import}
        versions.setdefault("", self.state.model.versions.get("", node.version))
        versions.setdefault(node.domain, node.version)
        # Attributes that are not given have the schema's values.
        attributes = {name: attribute.default_value
                      for name, attribute in schema.attributes.items()
                      if attribute.default_value.name}
        node = node._replace(attributes={**attributes, **node.attributes})
        place = node.name or next(filter(None, node.outputs), node.op)
        for inner in instantiate(function, node, versions, place):
            self._write(inner, depth + 1)


def location(name: str) -> str:
    """The name of a place: '/layers/0/fc/Gemm' is 'layers.0.fc.Gemm'."""
    return ".".join(filter(None, name.split("/")))


class Context:
    """One node, while it is written."""

    def __init__(self, writer: FunctionWriter, node: Node,
                 given: Sequence[Optional[Given]]) -> None:
        self.writer = writer
        self.node = node
        self.given = given

    # Attributes and inputs

    def attribute(self, name: str, default: Any = None) -> Any:
        found = self.node.attributes.get(name)
        return default if found is None else attribute_value(found, self.node.place)

    def has(self, index: int) -> bool:
        return index < len(self.given) and self.given[index] is not None

    def __getitem__(self, index: int) -> Value:
        """An input as a value."""
        if not self.has(index):
            raise ModelError(f"lacks its input {index}")
        return self.writer.value(self.given[index], self.node.inputs[index])

    def get(self, index: int) -> Optional[Value]:
        return self[index] if self.has(index) else None

    @property
    def all(self) -> list[Value]:
        return [self[i] for i in range(len(self.given)) if self.has(i)]

    def is_known(self, index: int) -> bool:
        return self.has(index) and not isinstance(self.given[index], Value)

    def known(self, index: int, what: str) -> np.ndarray:
        """An input that must be known while the graph is written."""
        if not self.has(index):
            raise ModelError(f"lacks {what}")
        given = self.given[index]
        if not isinstance(given, Value):
            return given
        name = self.node.inputs[index]
        sources = self.writer.sources(name)
        shown = ", ".join(f"'{each}'" for each in sorted(sources))
        remedy = f"depends on {shown}; --set NAME=VALUE makes an input a number" if shown else \
            "depends on weights that are trained; --freeze REGEX keeps them as they are"
        raise NeedsNumbers(f"{self.node}: {what}, '{name}', must be known while the graph is "
                           f"written, and {remedy}", sources)

    def ints(self, index: int, what: str) -> Optional[list[int]]:
        """Integers that were the attribute `what` in elder operator sets and are an input
        now; None if there are none."""
        if self.has(index):
            array = self.known(index, what)
            if array.dtype == object:
                raise ModelError(f"{what} depend on the batch; fix it with --shape")
            return [int(each) for each in array.reshape(-1)]
        return self.attribute(what)

    def dims_of(self, index: int, what: str) -> list[Dim]:
        """A shape, which may depend on the batch."""
        return [each if isinstance(each, Size) else int(each)
                for each in self.known(index, what).reshape(-1)]

    def type(self, given: Given) -> tuple[str, list[Dim]]:
        """An input's elements, and its sizes."""
        if isinstance(given, Value):
            return given.type.element, self.writer.dims(given) if \
                given.name in self.writer.batches else list(given.type.shape)
        return "i64" if given.dtype == object else element_of_array(given), list(given.shape)

    def axis(self, name: str, default: int, rank: int) -> int:
        """An attribute that names a dimension."""
        return normal_axis(self.attribute(name, default), rank)

    # Ops

    @property
    def training(self) -> bool:
        return self.writer.training

    def op(self, name: str, *operands: Value, **more: Any) -> Any:
        return self.writer.op(name, *operands, **more)

    def cast(self, value: Value, element: str) -> Value:
        result = self.writer.function.cast(value, element)
        if value.name in self.writer.batches:
            self.writer.batches[result.name] = self.writer.batches[value.name]
        return result

    def number(self, value: Any, like: Union[str, Value]) -> Value:
        """A scalar constant of an element type, or of that of a value."""
        return self.writer.number(value, like if type(like) is str else like.type.element)

    def array(self, array: Any, element: Optional[str] = None) -> Value:
        array = np.asarray(array) if element is None else np.asarray(array, DTYPES[element])
        return self.writer.value(array, f"{self.node.outputs[0]}.table")

    def dims(self, value: Value) -> list[Dim]:
        return self.writer.dims(value)

    def shape(self, value: Value) -> list[int]:
        """A value's sizes, none of which depends on the batch."""
        if None in value.type.shape:
            raise ModelError(f"needs sizes that do not depend on the batch, found {value.type}; "
                             "fix it with --shape")
        return list(value.type.shape)

    def shape_of(self, value: Value, dim: int) -> int:
        """One size of a value, which does not depend on the batch."""
        if value.type.rank < (-dim if dim < 0 else dim + 1):
            raise ModelError(f"has no dimension {dim} in {value.type}")
        size = value.type.shape[dim]
        if size is None:
            raise ModelError(f"needs a size that depends on the batch, of {value.type}; fix it "
                             "with --shape")
        return size

    def reshape(self, value: Value, dims: Sequence[Dim]) -> Value:
        return self.writer.reshape(value, dims)

    def transpose(self, value: Value, permutation: Sequence[int]) -> Value:
        if list(permutation) == list(range(len(permutation))):
            return value
        return self.op("transpose", value, permutation=list(permutation))

    def unsqueeze(self, value: Value, *axes: int) -> Value:
        """With sizes of 1 at these places of the result."""
        dims = self.dims(value)
        for axis in sorted(normal_axis(each, value.type.rank + len(axes)) for each in axes):
            dims.insert(axis, 1)
        return self.reshape(value, dims)

    def compare(self, predicate: str, a: Value, b: Value) -> Value:
        return self.op("compare", a, b, word=predicate)

    def broadcast(self, value: Value, dims: Sequence[Dim]) -> Value:
        """A value in a larger shape, which may depend on the batch."""
        own = self.dims(value)
        dims = list(dims)
        if len(own) > len(dims):
            raise ModelError(f"cannot broadcast {value.type} to {dims}")
        own = [1] * (len(dims) - len(own)) + own
        target = [mine if same(size, 1) else size for mine, size in zip(own, dims)]
        if all(map(same, target, own)):
            return self.reshape(value, target)
        if not any(isinstance(size, Size) for size in target):
            return self.op("broadcast_to", value, shape=[int(size) for size in target])
        # A choice that is always the value has the shape of its condition.
        fits = self.writer.value(np.broadcast_to(np.True_, [
            1 if isinstance(size, Size) else size for size in target]))
        for i, (mine, size) in enumerate(zip(own, target)):
            if isinstance(size, Size) and same(mine, 1):
                if not same(size, Size()):
                    raise ModelError(f"cannot broadcast {value.type} to {target}; fix the "
                                     "batch with --shape")
                rows = self.reshape(self.writer.rows("f32"),
                                    [size if j == i else 1 for j in range(len(target))])
                fits = self.op("logical_and", fits,
                               self.compare("eq", rows, self.number(0, "f32")))
        return self.op("where", fits, self.reshape(value, own), self.number(0, value))


def normal_axis(axis: int, rank: int) -> int:
    if not -rank <= axis < max(rank, 1):
        raise ModelError(f"has no dimension {axis} in {rank}")
    return axis + rank if axis < 0 else axis


def check_table(*sizes: int) -> None:
    """Refuses a table that would be too large to compute while the graph is written."""
    if math.prod(sizes) > MAX_TABLE:
        raise ModelError(f"needs a table of {'x'.join(map(str, sizes))} elements; at most "
                         f"{MAX_TABLE} are computed")


def known_sizes(dims: Sequence[Dim]) -> int:
    """The product of sizes."""
    return math.prod(dims)
