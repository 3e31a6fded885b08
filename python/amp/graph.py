# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes graphs: the text of docs/HowTo/WriteANetwork.md from Python.

    graph = Graph()
    weight = graph.variable("fc.weight", tensor("f32", 3, 2), "kaiming_uniform")
    graph.optimizer("sgd", "sgd", [weight], lr=0.5)
    with graph.function("train", x=tensor("f32", None, 2), y=tensor("i64", None)) as f:
        w = f.read(weight)
        with f.location("fc"):
            scores = f.op("linear", f.arguments["x"], w)
        loss = f.op("cross_entropy", scores, f.arguments["y"])
        f.step("sgd", f.backward(loss, [w]))
        f.results(loss=(loss, "mean"))
    graph.write("net.mlir")

The types of results are the compiler's own inference: an op that is wrong is a
`GraphError` when it is written, with the location that it was given.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple, Optional, Union

import numpy as np

__all__ = ["Attribute", "Function", "Graph", "GraphError", "Tensor", "Value", "Variable",
           "tensor"]

# The bytes of first values, or of a constant, that stand in the text: more are in a file
# beside it.
MAX_BYTES_IN_TEXT = 1 << 16
# As decimal numbers, so that they can be read; more are written as bytes.
MAX_DECIMAL_ELEMENTS = 64


class GraphError(ValueError):
    """A graph that cannot be written: what is wrong, and with which op."""


class Attribute(str):
    """The text of an attribute, which is written as it is: `#amp.gelu<tanh>`."""


class Tensor(NamedTuple):
    """The type of a tensor: its elements' type, and its shape with None for `?`."""

    element: str
    shape: tuple[Optional[int], ...]

    @property
    def rank(self) -> int:
        return len(self.shape)

    def __str__(self) -> str:
        sizes = "".join(f"{'?' if size is None else size}x" for size in self.shape)
        return f"tensor<{sizes}{self.element}>"

    @staticmethod
    def parse(text: str) -> "Tensor":
        match = re.fullmatch(r"tensor<((?:(?:\?|\d+)x)*)([^x].*)>", text)
        if not match:
            raise GraphError(f"'{text}' is no type of a tensor")
        sizes = match[1].split("x")[:-1]
        return Tensor(match[2], tuple(None if size == "?" else int(size) for size in sizes))


def tensor(element: str, *shape: Optional[int]) -> Tensor:
    """`tensor("f32", None, 64)` is `tensor<?x64xf32>`."""
    return Tensor(element, tuple(shape))


class Variable(NamedTuple):
    name: str
    type: Tensor


class Value(NamedTuple):
    """What an op or an argument gives; `name` is its name in the text."""

    name: str
    type: Tensor


# NumPy's types and the dialect's; bf16 is not NumPy's.
_ELEMENTS = {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16",
             "int64": "i64", "int32": "i32", "int16": "i16", "int8": "i8", "uint8": "ui8",
             "bool": "i1", "complex64": "complex<f32>", "complex128": "complex<f64>"}
# Those of safetensors.
_STORED = {"f64": "F64", "f32": "F32", "f16": "F16", "bf16": "BF16", "i64": "I64",
           "i32": "I32", "i16": "I16", "i8": "I8", "ui8": "U8", "i1": "BOOL"}


def element_of(array: np.ndarray) -> str:
    """The dialect's type of an array's elements."""
    try:
        return _ELEMENTS[array.dtype.name]
    except KeyError:
        raise GraphError(f"arrays of {array.dtype} have no type in a graph") from None


def decimal(number: float) -> str:
    """A number as MLIR reads it: `6.0e-05`, not `6e-05`."""
    if not np.isfinite(number):
        bits = struct.unpack("<Q", struct.pack("<d", number))[0]
        return f"0x{bits:016X}"
    text = repr(float(number))
    mantissa, exponent, power = text.partition("e")
    return (mantissa if "." in mantissa else mantissa + ".0") + exponent + power


def attribute(value: Any) -> str:
    """The text of an attribute: an int is an i64, a float an f64, several ints an array."""
    if isinstance(value, Attribute):
        return str(value)
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return f"{int(value)} : i64"
    if isinstance(value, (float, np.floating)):
        return f"{decimal(float(value))} : f64"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return _dictionary(value)
    if isinstance(value, Variable):
        return _symbol(value.name)
    if isinstance(value, Iterable):
        items = list(value)
        if all(isinstance(item, (int, np.integer)) and not isinstance(item, bool)
               for item in items):
            return f"array<i64: {', '.join(str(int(item)) for item in items)}>" if items \
                else "array<i64>"
        return f"[{', '.join(attribute(item) for item in items)}]"
    raise GraphError(f"{value!r} has no form as an attribute")


def _dictionary(attributes: Mapping[str, Any]) -> str:
    """`{a = ..., b}`; None is left out, and True without a type is what it says."""
    items = [name if value is Ellipsis else f"{name} = {attribute(value)}"
             for name, value in attributes.items() if value is not None]
    return "{" + ", ".join(items) + "}"


def _quoted(text: str) -> str:
    """As MLIR reads strings: what is not printable is the hexadecimal number of its bytes."""
    return '"' + "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}"
        for byte in text.encode()) + '"'


def _symbol(name: str) -> str:
    return "@" + (name if re.fullmatch(r"[A-Za-z_][\w$.]*", name, re.ASCII) else _quoted(name))


def _is_splat(array: np.ndarray) -> bool:
    """True if all elements are one, to the bit: 0 is not -0."""
    elements = np.ascontiguousarray(array).reshape(-1, 1).view(np.uint8)
    return bool((elements == elements[:1]).all())


def _dense(array: np.ndarray, element: str) -> str:
    """An array as the attribute `dense<...>`, without its type, which holds it exactly."""
    if array.size == 0:
        return "dense<>"
    is_splat = _is_splat(array)
    shown = array.reshape(-1)[:1] if is_splat else array
    if element in ("f64", "f32", "i64", "i32", "i16", "i8", "ui8", "i1") and \
            shown.size <= MAX_DECIMAL_ELEMENTS:
        def nested(part: np.ndarray) -> str:
            if part.ndim:
                return f"[{', '.join(nested(item) for item in part)}]"
            item = part.item()
            if isinstance(item, bool):
                return "true" if item else "false"
            if isinstance(item, int):
                return str(item)
            if element == "f32":
                if not np.isfinite(item):
                    return f"0x{part.view(np.uint32).item():08X}"
                # The fewest digits that, read as f64 and rounded, are the number.
                short = float(np.format_float_scientific(np.float32(item), unique=True))
                item = short if np.float32(short) == part else item
            return decimal(item)
        return f"dense<{nested(shown.reshape(()) if is_splat else shown)}>"
    if element == "i1":
        data = np.packbits(array.reshape(-1), bitorder="little").tobytes()
    else:
        data = shown.astype(shown.dtype.newbyteorder("<")).tobytes()
    return f'dense<"0x{data.hex().upper()}">'


class _Values(MutableMapping[str, np.ndarray]):
    """Some of the arrays of another mapping, which keeps them, and more of its own."""

    def __init__(self, source: Mapping[str, np.ndarray], names: Sequence[str]) -> None:
        self._source, self._names = source, list(names)
        self._own: dict[str, np.ndarray] = {}

    def __getitem__(self, name: str) -> np.ndarray:
        return self._own[name] if name in self._own else self._source[name]

    def __setitem__(self, name: str, value: np.ndarray) -> None:
        if name not in self._names:
            self._names.append(name)
        self._own[name] = value

    def __delitem__(self, name: str) -> None:
        self._names.remove(name)
        self._own.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Graph:
    """A graph in the making."""

    def __init__(self) -> None:
        self.variables: dict[str, Variable] = {}
        self.max_bytes_in_text = MAX_BYTES_IN_TEXT
        self._arrays: MutableMapping[str, np.ndarray] = {}
        # Lines, and the variables whose lines depend on where their values are.
        self._head: list[Union[str, tuple[str, Variable]]] = []
        self._functions: list[Function] = []
        self._comments: list[str] = []
        self._symbols: set[str] = set()

    def comment(self, text: str) -> None:
        """Lines at the top of the file."""
        self._comments += [f"// {line}".rstrip() for line in text.splitlines()]

    def _claim(self, name: str) -> str:
        if name in self._symbols:
            raise GraphError(f"two things are called '{name}'")
        self._symbols.add(name)
        return _symbol(name)

    def variable(self, name: str, type: Tensor, value: Union[str, np.ndarray],
                 role: str = "parameter") -> Variable:
        """State that outlives a step. `value` is its first: the name of a distribution with
        its numbers (`"zeros"`, `"uniform(-0.1, 0.1)"`), or an array."""
        variable = Variable(name, type)
        head = f"amp.variable {role} {self._claim(name)} : {type} = "
        if isinstance(value, str):
            self._head.append(f"{head}#amp.init<{value}>")
        else:
            array = np.ascontiguousarray(value).reshape(np.shape(value))
            found = Tensor(element_of(array), array.shape)
            if found != type:
                raise GraphError(f"variable '{name}' is {type}; its first value is {found}")
            self._arrays[name] = array
            self._head.append((head, variable))
        self.variables[name] = variable
        return variable

    def redraw(self, name: str, value: str) -> None:
        """Puts a distribution in the place of an array as a variable's first value."""
        del self._arrays[name]
        at, head = next((i, entry[0]) for i, entry in enumerate(self._head)
                        if not isinstance(entry, str) and entry[1].name == name)
        self._head[at] = f"{head}#amp.init<{value}>"

    @property
    def values(self) -> Mapping[str, np.ndarray]:
        """First values by variable, if they are too many for the text: then it has none of
        them."""
        size = sum(array.nbytes for array in self._arrays.values())
        return self._arrays if size > self.max_bytes_in_text else {}

    def take_values(self, source: Mapping[str, np.ndarray]) -> None:
        """First values are those of `source` from now on, which is asked for them whenever
        they are written; the arrays that were given are let go."""
        self._arrays = _Values(source, list(self._arrays))

    def random_state(self, name: str = "rng") -> Variable:
        """The state of random numbers, which dropout takes and gives."""
        type = Tensor("i64", (2,))
        self._head.append(f"amp.variable rng {self._claim(name)} : {type} = #amp.init<seed>")
        self.variables[name] = Variable(name, type)
        return self.variables[name]

    def optimizer(self, kind: str, name: str, parameters: Sequence[Variable],
                  **settings: Any) -> None:
        """`kind` is sgd, adam, adamw, rmsprop, adagrad, nadam, radam, adamax or adadelta;
        settings are amp.optimizer's attributes."""
        listed = ", ".join(_symbol(parameter.name) for parameter in parameters)
        self._head.append(f"amp.optimizer {kind} {self._claim(name)} [{listed}]\n"
                          f"  {_dictionary(settings)}")

    def grad_scaler(self, name: str = "scaler", **settings: Any) -> None:
        self._head.append(f"amp.grad_scaler {self._claim(name)} {_dictionary(settings)}")

    @property
    def functions(self) -> Sequence["Function"]:
        """Those that are written."""
        return self._functions

    @contextlib.contextmanager
    def function(self, name: str, arguments: Optional[Mapping[str, Tensor]] = None,
                 **more: Tensor) -> Iterator["Function"]:
        """An entry point; its arguments are told by their names."""
        function = Function(self, name, {**(arguments or {}), **more})
        yield function
        self._claim(name)
        self._functions.append(function)

    def __str__(self) -> str:
        def line(entry: Union[str, tuple[str, Variable]]) -> str:
            if isinstance(entry, str):
                return entry
            head, (name, type) = entry
            if beside:
                return head + "#amp.init<zeros>"
            return f"{head}{_dense(self._arrays[name], type.element)} : {type}"

        beside = self.values
        parts = ["\n".join(self._comments)] if self._comments else []
        parts += ["\n".join(map(line, self._head))] if self._head else []
        return "\n\n".join(parts + [str(function) for function in self._functions]) + "\n"

    def write(self, path: Union[str, os.PathLike[str]]) -> Optional[str]:
        """Writes the text and, if there are first values that are not in it, beside it a
        .safetensors file of the same name: its path, which amp-run takes as --init-from."""
        path = os.fspath(path)
        beside = os.path.splitext(path)[0] + ".safetensors" if self.values else None
        with open(path, "w", encoding="utf-8") as file:
            if beside:
                file.write(f"// First values: --init-from={os.path.basename(beside)}\n")
            file.write(str(self))
        if beside:
            save_arrays(beside, self.values)
        return beside


def save_arrays(path: str, arrays: Mapping[str, np.ndarray]) -> None:
    """A .safetensors file of `arrays`."""
    header: dict[str, Any] = {}
    offset = 0
    for name, array in arrays.items():
        header[name] = {"dtype": _STORED[element_of(array)], "shape": list(array.shape),
                        "data_offsets": [offset, offset + array.nbytes]}
        offset += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in arrays.values():
            file.write(np.ascontiguousarray(array).tobytes())


class Function:
    """A function in the making, or a region of one. Ops are appended in order."""

    def __init__(self, graph: Graph, name: str, arguments: Mapping[str, Tensor]) -> None:
        self.graph = graph
        self.name = name
        self.arguments: dict[str, Value] = {}
        self._lines: list[str] = []
        self._indent = "  "
        self._names: set[str] = set()
        self._locations: list[str] = []
        self._results: Optional[dict[str, tuple[Value, Optional[str]]]] = None
        # Attributes of the function: {"amp.autocast": {"dtype": Attribute("bf16")}}.
        self.attributes: dict[str, Any] = {}
        # Whether it has regions of its own that say where autocast is on.
        self.has_autocast = False
        self._reads: dict[str, Value] = {}
        self._shown: dict[str, str] = {}
        for argument, type in arguments.items():
            value = Value(self._name(argument), type)
            self.arguments[argument] = value
            self._shown[argument] = value.name

    # Names and locations

    @contextlib.contextmanager
    def location(self, name: str) -> Iterator[None]:
        """What is written meanwhile is at `name`: "layers.0.attn.q"."""
        self._locations.append(name)
        try:
            yield
        finally:
            self._locations.pop()

    @property
    def place(self) -> str:
        return self._locations[-1] if self._locations else ""

    def _name(self, wish: str) -> str:
        name = re.sub(r"[^A-Za-z0-9_$]", "_", wish) or "v"
        if name[0].isdigit():
            name = "_" + name
        unique, count = name, 1
        while unique in self._names:
            unique, count = f"{name}_{count}", count + 1
        self._names.add(unique)
        return "%" + unique

    def _emit(self, text: str) -> None:
        place = f" loc({_quoted(self.place)})" if self.place else ""
        self._lines.append(f"{self._indent}{text}{place}")

    def _fail(self, message: str) -> GraphError:
        place = f"{self.place}: " if self.place else ""
        return GraphError(place + message)

    def _define(self, names: Sequence[Value], text: str, operands: Sequence[Value]) -> None:
        left = ", ".join(name.name for name in names)
        right = ", ".join(str(name.type) for name in names)
        types = ", ".join(str(operand.type) for operand in operands)
        right = right if len(names) == 1 else f"({right})"
        self._emit(f"{left + ' = ' if left else ''}{text} : ({types}) -> {right}")

    # Ops

    def op(self, name: str, *operands: Value, word: Optional[str] = None,
           keywords: Optional[Mapping[str, Optional[Value]]] = None,
           **attributes: Any) -> Any:
        """An op by its name without `amp.`, and what it gives: a value, or several.

        `word` stands before the operands, as the predicate of compare. `keywords` are
        operands that the op calls by a name: `keywords={"weight": w}`; None is left out.
        None among the attributes is left out, `...` is an attribute without a value.
        """
        given = {key: value for key, value in (keywords or {}).items() if value is not None}
        everything = [*operands, *given.values()]

        def spell(names: Sequence[str]) -> str:
            text = f"amp.{name}" + (f" {word}," if word else "")
            if operands:
                text += " " + ", ".join(names[:len(operands)])
            for key, value in zip(given, names[len(operands):]):
                text += f" {key}({value})"
            shown = _dictionary(attributes)
            return text if shown == "{}" else f"{text} {shown}"

        types = infer_types(spell([f"%{i}" for i in range(len(everything))]),
                            [str(operand.type) for operand in everything],
                            self._fail)
        wish = self.place.rpartition(".")[2] or name
        values = [Value(self._name(wish if len(types) == 1 else f"{wish}_{i}"),
                        Tensor.parse(type)) for i, type in enumerate(types)]
        self._define(values, spell([operand.name for operand in everything]), everything)
        return values[0] if len(values) == 1 else tuple(values)

    def constant(self, value: Any, element: Optional[str] = None) -> Value:
        """A constant: a number of type `element`, or an array, which keeps its own type."""
        array = np.asarray(value)
        if element is not None:
            dtypes = {theirs: ours for ours, theirs in _ELEMENTS.items()}
            if element == "bf16":
                # All of its numbers are f32 numbers: it is one, cast.
                return self.cast(self.constant(value, "f32"), "bf16")
            array = array.astype(dtypes[element])
        type = Tensor(element_of(array), array.shape)
        if array.nbytes > MAX_BYTES_IN_TEXT and not _is_splat(array):
            number = sum(name.startswith("constant.") for name in self.graph.variables)
            return self.read(self.graph.variable(f"constant.{number}", type, array, "buffer"))
        result = Value(self._name("c"), type)
        self._emit(f"{result.name} = amp.constant {_dense(array, type.element)} : {type}")
        return result

    def cast(self, value: Value, element: str, always: bool = False) -> Value:
        """`value` with elements of another type; itself if it has them, unless `always`: then it
        has them where precision is mixed, too."""
        if value.type.element == element and not always:
            return value
        result = Value(self._name(value.name[1:] + "_" + re.sub(r"\W", "", element)),
                       Tensor(element, value.type.shape))
        self._emit(f"{result.name} = amp.cast {value.name} : {value.type} to {result.type}")
        return result

    def read(self, variable: Variable) -> Value:
        """The value that a variable has here: it is read once, before it is assigned."""
        if variable.name not in self._reads:
            value = Value(self._name(variable.name), variable.type)
            self._lines.append(f"{self._indent}{value.name} = amp.read "
                               f"{_symbol(variable.name)} : {variable.type}")
            self._reads[variable.name] = value
        return self._reads[variable.name]

    def assign(self, variable: Variable, value: Value) -> None:
        if value.type != variable.type:
            raise self._fail(f"'{variable.name}' is {variable.type}; it was assigned "
                             f"{value.type}")
        self._emit(f"amp.assign {_symbol(variable.name)}, {value.name} : {value.type}")
        self._reads[variable.name] = value

    def backward(self, loss: Value, wrt: Sequence[Value],
                 seed: Optional[Value] = None) -> list[Value]:
        """The gradients of `loss`, whose own gradient is `seed`, or 1."""
        values = [Value(self._name("d_" + value.name[1:]), value.type) for value in wrt]
        listed = ", ".join(value.name for value in wrt)
        given = f" seed({seed.name})" if seed else ""
        self._define(values, f"amp.backward {loss.name} wrt({listed}){given}",
                     [loss, *wrt, *([seed] if seed else [])])
        return values

    def clip_grad_norm(self, gradients: Sequence[Value], max_norm: float,
                       norm_type: float = 2.0) -> list[Value]:
        values = [Value(self._name(value.name[1:] + "_clipped"), value.type)
                  for value in gradients]
        # What gradients of several types are added in.
        exact = all(value.type.element == "f64" for value in gradients)
        norm = Value(self._name("grad_norm"), Tensor("f64" if exact else "f32", ()))
        listed = ", ".join(value.name for value in gradients)
        shown = _dictionary({"max_norm": float(max_norm), "norm_type": float(norm_type)})
        self._define([*values, norm], f"amp.clip_grad_norm({listed}) {shown}", gradients)
        return values

    def clip_grad_value(self, gradients: Sequence[Value], clip_value: float) -> list[Value]:
        values = [Value(self._name(value.name[1:] + "_clipped"), value.type)
                  for value in gradients]
        listed = ", ".join(value.name for value in gradients)
        self._define(values, f"amp.clip_grad_value({listed}) "
                             f"{_dictionary({'clip_value': float(clip_value)})}", gradients)
        return values

    def step(self, optimizer: str, gradients: Sequence[Value],
             metric: Optional[Value] = None) -> None:
        """Updates an optimizer's parameters by their gradients, in its order."""
        listed = ", ".join(value.name for value in gradients)
        watched = f" metric({metric.name})" if metric else ""
        types = ", ".join(str(value.type) for value in
                          [*gradients, *([metric] if metric else [])])
        self._emit(f"amp.step {_symbol(optimizer)}({listed}){watched} : {types}")

    # Regions

    @contextlib.contextmanager
    def autocast(self, dtype: Optional[str] = None, enabled: bool = True,
                 cache: Optional[bool] = None) -> Iterator["Region"]:
        """A region: what it yields can be used after it, as `region.results`."""
        region = Region(self)
        self.has_autocast = True
        lines, self._lines = self._lines, []
        reads = dict(self._reads)
        self._indent += "  "
        try:
            yield region
        finally:
            self._indent = self._indent[:-2]
            body, self._lines = self._lines, lines
            # What was read within is not seen without.
            self._reads = reads
        region.results = [Value(self._name(value.name[1:]), value.type)
                          for value in region.yielded]
        head = "".join([f" dtype({dtype})" if dtype else "",
                        "" if enabled else " enabled(false)",
                        "" if cache is None else f" cache({attribute(cache)})"])
        left = ", ".join(value.name for value in region.results)
        types = ", ".join(str(value.type) for value in region.results)
        self._lines.append(f"{self._indent}{left + ' = ' if left else ''}amp.autocast{head}"
                           f"{' -> ' + types if left else ''} {{")
        self._lines += body
        if region.yielded:
            yielded = ", ".join(value.name for value in region.yielded)
            self._lines.append(f"{self._indent}  amp.yield {yielded} : {types}")
        self._lines.append(f"{self._indent}}}")

    def _region(self, types: Sequence[Tensor], stem: str,
                write: Callable[[list[Value]], Sequence[Value]]
                ) -> tuple[list[Value], list[str]]:
        """What `write` yields of arguments of `types`, and the lines of the region."""
        lines, self._lines = self._lines, []
        reads = dict(self._reads)
        arguments = [Value(self._name(f"{stem}_{i}"), type) for i, type in enumerate(types)]
        self._indent += "  "
        try:
            values = list(write(arguments))
        finally:
            self._indent = self._indent[:-2]
            body, self._lines = self._lines, lines
            self._reads = reads
        listed = ", ".join(f"{value.name}: {value.type}" for value in arguments)
        names = ", ".join(value.name for value in values)
        given = ", ".join(str(value.type) for value in values)
        return values, [f"{self._indent}^bb0({listed}):", *body,
                        f"{self._indent}  amp.yield {names} : {given}"]

    def scan(self, carry: Sequence[Value], each: Sequence[Value], invariants: Sequence[Value],
             step: Callable[[list[Value], list[Value], list[Value]], Sequence[Value]],
             reverse: bool = False) -> list[Value]:
        """A loop over the first dimension of `each`. `step` writes it: of the states, which
        `carry` gives first, the slices of `each` and `invariants` it gives the next states
        and outputs. It uses no other values of the function. The results are the last states,
        and each output of all steps."""
        if not each:
            raise self._fail("a scan without sequences")
        states, slices = len(carry), len(carry) + len(each)
        taken = [*(value.type for value in carry),
                 *(Tensor(value.type.element, value.type.shape[1:]) for value in each),
                 *(value.type for value in invariants)]
        made, body = self._region(taken, "step", lambda given: step(
            given[:states], given[states:slices], given[slices:]))
        steps = each[0].type.shape[0]
        types = [value.type for value in carry] + [
            Tensor(value.type.element, (steps, *value.type.shape)) for value in made[states:]]
        wish = self.place.rpartition(".")[2] or "scan"
        results = [Value(self._name(wish), type) for type in types]
        operands = "".join(
            f" {word}({', '.join(value.name for value in values)})" for word, values in
            (("carry", carry), ("each", each), ("with", invariants)) if values)
        given = ", ".join(str(value.type) for value in [*carry, *each, *invariants])
        place = f" loc({_quoted(self.place)})" if self.place else ""
        self._lines += [
            f"{self._indent}{', '.join(value.name for value in results)} = amp.scan{operands}"
            f"{' reverse' if reverse else ''} : ({given}) -> "
            f"({', '.join(map(str, types))}) {{", *body, f"{self._indent}}}{place}"]
        return results

    def custom_function(self, inputs: Sequence[Value],
                        forward: Callable[[list[Value]], Sequence[Value]],
                        backward: Callable[[list[Value]], Sequence[Value]],
                        saved: int, cast_inputs: Optional[str] = None) -> list[Value]:
        """A function with its own derivative. `forward` writes it: of its arguments, which
        stand for `inputs`, it gives the results, of which the last `saved` are for `backward`
        alone. That takes them and the gradients of the others, and gives those of the
        floating-point inputs."""
        made, first = self._region([value.type for value in inputs], "input", forward)
        shown = made[:len(made) - saved]
        kept = [value.type for value in made[len(shown):]]
        _, second = self._region(kept + [value.type for value in shown], "saved", backward)
        results = [Value(self._name(self.place.rpartition(".")[2] or "custom"), value.type)
                   for value in made]
        operands = ", ".join(value.name for value in inputs)
        types = ", ".join(str(value.type) for value in inputs)
        right = ", ".join(str(value.type) for value in results)
        place = f" loc({_quoted(self.place)})" if self.place else ""
        self._lines.append(
            f"{self._indent}{', '.join(value.name for value in results)} = "
            f"amp.custom_function({operands})" +
            (f" cast_inputs({cast_inputs})" if cast_inputs else "") +
            (f" saved({saved})" if saved else "") +
            f" : ({types}) -> {right if len(results) == 1 else f'({right})'} {{")
        self._lines += [*first, f"{self._indent}}} backward {{", *second,
                        f"{self._indent}}}{place}"]
        return results[:len(shown)]

    def results(self, /, **results: Union[Value, tuple[Value, Optional[str]]]) -> None:
        """What the function gives, by name, with the reduction over batches: mean or sum."""
        self._results = {name: (value, None) if isinstance(value, Value) else value
                         for name, value in results.items()}

    def __str__(self) -> str:
        def port(type: Tensor, name: str, reduction: Optional[str] = None) -> str:
            attributes = {"amp.name": name, "amp.reduction": reduction}
            return f"{type} {_dictionary(attributes)}"

        margin = ",\n" + " " * (len(f"func.func {_symbol(self.name)}("))
        arguments = margin.join(
            f"{value.name}: {port(value.type, name)}" for name, value in self.arguments.items())
        results = self._results or {}
        types = ",\n        ".join(port(value.type, name, reduction)
                                   for name, (value, reduction) in results.items())
        names = ", ".join(value.name for value, _ in results.values())
        given = ", ".join(str(value.type) for value, _ in results.values())
        return "\n".join([
            f"func.func {_symbol(self.name)}({arguments})" +
            (f"\n    -> ({types})" if types else "") +
            (f"\n    attributes {_dictionary(self.attributes)}" if self.attributes else "") +
            " {",
            *self._lines,
            f"  return {names} : {given}" if names else "  return",
            "}"])


class Region:
    """A region in the making."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.yielded: list[Value] = []
        self.results: list[Value] = []

    def yields(self, *values: Value) -> None:
        self.yielded = list(values)


_inference: Any = None


def infer_types(op: str, operand_types: Sequence[str],
                fail: Callable[[str], Exception] = GraphError) -> list[str]:
    """The types of the results of an op, which is written up to its types, by the compiler's
    own rules. What it says against the op becomes what `fail` makes of it."""
    global _inference
    from . import _amp, errors
    if _inference is None:
        _inference = _amp.TypeInference()
    try:
        types: list[str] = _inference.infer(op, list(operand_types))
        return types
    except errors.Error as error:
        raise fail(str(error)) from None
