# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""From the nodes of an exported graph to ops of the dialect.

A function of the table `lowerings` writes what one ATen op is. It gets a `Context` and the
op's arguments by the names of the op's schema: tensors are values of the graph, everything
else is as PyTorch has it. `Context.out` is what PyTorch says of the result.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import inspect
import operator
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Optional, Union

import numpy as np
import sympy
import torch
from torch.fx import GraphModule, Node
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.experimental.symbolic_shapes import free_unbacked_symbols

from .._refusals import by_torch_name
from ..graph import Function, GraphError, Tensor, Value, Variable

ELEMENTS = {torch.float64: "f64", torch.float32: "f32", torch.float16: "f16",
            torch.bfloat16: "bf16", torch.int64: "i64", torch.int32: "i32",
            torch.int16: "i16", torch.int8: "i8", torch.uint8: "ui8", torch.bool: "i1"}

# Arguments that say where and how a tensor lies: tensors of a graph have no layout.
_LAYOUT = {"device", "layout", "pin_memory", "memory_format", "non_blocking", "copy",
           "implicit", "cudnn_enabled", "cudnn_enable", "dtype_layout", "requires_grad"}


FROM_DATA = "a number that is read out of a tensor, as by .item(): leave it a tensor"
IN_PLACE = "with torch.no_grad(): q.mul_(m).add_(p), or q.copy_(p), changes a tensor q"


FUNCTION = "transforms of functions; torch.autograd.grad(f(x).sum(), x, create_graph=True) gives " \
    "the gradients of all samples of a batch, and a batch needs no vmap"


class Unsupported(Exception):
    """What an op, or a form of it, has no counterpart for."""

    def __init__(self, reason: str, name: str = "") -> None:
        super().__init__(reason)
        self.name = name


def element_of(dtype: torch.dtype) -> str:
    """The dialect's type of a tensor's elements."""
    if dtype.is_complex:
        raise Unsupported("there are no complex numbers in computations")
    if dtype not in ELEMENTS:
        raise Unsupported(f"there are no tensors of {dtype} in a graph")
    return ELEMENTS[dtype]


class Problem(NamedTuple):
    op: str
    reason: str
    place: str


def listed(problems: Sequence[Problem]) -> str:
    """A line for each op and reason: how often, and where."""
    counts = Counter((problem.op, problem.reason) for problem in problems)
    lines = []
    for (op, reason), count in counts.most_common():
        places = [problem.place for problem in problems
                  if (problem.op, problem.reason) == (op, reason) and problem.place]
        where = ", ".join(dict.fromkeys(places))
        lines.append(f"  {op}, {count} times" if count > 1 else f"  {op}, once")
        lines[-1] += (f", in {where}" if where else "") + f": {reason}"
    return "\n".join(lines)


class UnsupportedError(ValueError):
    """What of a module cannot be imported, all of it: `problems` has op, reason and place."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(f"this module cannot be imported:\n{listed(problems)}")


class Masked:
    """What a mask chooses: all rows, of which those count where the mask is true. Nothing but
    what knows of it reads it: other uses are refused."""

    REASON = "elements where a mask is true: how many depends on data; torch.where keeps the shape"

    def __init__(self, rows: Value, mask: Value, source: Value, count: Any) -> None:
        # `mask` is flat; two that have one `source` choose the same.
        self.rows, self.mask, self.source, self.count = rows, mask, source, count

    def __getattr__(self, name: str) -> Any:
        raise Unsupported(self.REASON)


class Complex:
    """Complex numbers, as pairs of their parts in a last dimension. Nothing but what knows of it
    reads it: other uses are refused."""

    REASON = "it has no form for complex numbers; write it of their real and imaginary parts"

    def __init__(self, pairs: Value) -> None:
        self.pairs = pairs

    def __getattr__(self, name: str) -> Any:
        raise Unsupported(self.REASON)


lowerings: dict[str, Callable[..., Any]] = {}
# How a view is changed: what its base becomes when the view becomes a value.
inverses: dict[str, Callable[..., Any]] = {}
# Why an op has no lowering, by its name, mostly without the overload.
reasons = by_torch_name()


def refusal_of(name: str) -> Optional[str]:
    """Why an op is refused, if it is known to be: "aten.equal.default"."""
    packet = name.rpartition(".")[0]
    return reasons.get(name) or reasons.get(packet) or reasons.get(packet.removesuffix("_"))


def lowers(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enters a function for ops of ATen: "add.Tensor"."""
    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            lowerings["aten." + name] = function
        return function
    return enter


def inverts(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            inverses["aten." + name] = function
        return function
    return enter


# What in-place ops change

class Storage:
    """What views share: the value that the base has now."""

    def __init__(self, value: Value) -> None:
        self.value = value
        self.version = 0


class Cell:
    """A tensor of the exported graph. Its value is computed again from its base's where
    that was changed in place."""

    def __init__(self, value: Value, scope: int, *, base: Optional["Cell"] = None,
                 node: Optional[Node] = None, index: Optional[int] = None) -> None:
        self.storage = base.storage if base else Storage(value)
        self.base, self.node, self.index = base, node, index
        self.value, self.version, self.scope = value, self.storage.version, scope


_FRAME = re.compile(r'File "([^"]+)", line (\d+)')
OWN_FOLDERS = tuple(os.path.dirname(path) + os.sep for path in (torch.__file__, __file__))


def line_of(node: Node) -> str:
    """The line of the module's own code that a node is from: "net.py:12"; "" where PyTorch
    does not say."""
    frames = [(path, number) for path, number in
              _FRAME.findall(node.meta.get("stack_trace") or "")
              if not path.startswith(OWN_FOLDERS)]
    return ":".join(frames[-1]) if frames else ""


Number = Union[int, float, bool, torch.SymInt, torch.SymFloat]


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float, bool, torch.SymInt, torch.SymFloat, torch.SymBool))


def known(size: Any) -> Optional[int]:
    """A size, or None where it is open."""
    if isinstance(size, torch.SymInt):
        expression = size.node.expr
        return int(expression) if expression.is_number else None
    return None if size is None else int(size)


def sizes(shape: Sequence[Any]) -> tuple[Optional[int], ...]:
    return tuple(known(size) for size in shape)


def _linear_bound(expression: Any, lower: bool) -> Any:
    """What is not larger than an expression of open sizes, or not smaller, without quotients;
    None: it is not known."""
    total = sympy.S.Zero
    for term, factor in sympy.expand(expression).as_coefficients_dict().items():
        if term.func.__name__ == "FloorDiv" and term.args[1].is_Integer and term.args[1] > 0:
            below = lower == bool(factor > 0)
            part = _linear_bound(term.args[0], below)
            if part is None:
                return None
            part = (part - (term.args[1] - 1 if below else 0)) / term.args[1]
        elif term.is_Symbol or term.is_number:
            part = term
        else:
            return None
        total += factor * part
    return sympy.expand(total)


class Context:
    """A function of the graph in the making, from an exported graph."""

    def __init__(self, function: Function, rng: Callable[[], Variable],
                 prefix: str, problems: list[Problem]) -> None:
        self.function = function
        self.problems = problems
        self._rng, self._prefix = rng, prefix
        self._state: Optional[Storage] = None
        # Where open sizes can be seen: symbols, and the dimension of an argument.
        self._anchors: dict[Any, tuple[Value, int]] = {}
        self._zeros: dict[Any, Value] = {}
        # Regions that are open, and the storages that were changed in the innermost.
        self._scopes = [0]
        self._next_scope = 1
        self._changed: list[Storage] = []
        # The low type of the region that is open, and what its op's operands have.
        self._low: Optional[str] = None
        # Whether there is autocast around what is written, which a region may turn off.
        self.is_mixed = True
        self._operand_elements: set[str] = set()
        self.node: Optional[Node] = None
        # The fewest rows that a batch may have, and the line that says so.
        self.least: tuple[int, str] = (1, "")
        # What the arguments of regions are, outside of them.
        self._outer: dict[Node, Node] = {}
        # Numbers of rows that masks choose, and those of all.
        self._chosen: dict[Any, Any] = {}
        # The first line of each place.
        self.lines: dict[str, str] = {}
        self.custom_functions: Sequence[Any] = ()
        # What is trained, among the nodes, and what gradients in the graph are of.
        self.parameters: set[Node] = set()
        self.differentiated: set[Node] = set()

    # What lowerings use

    @property
    def out(self) -> Any:
        """What PyTorch says of the op's result: a fake tensor, or several."""
        made = self.node.meta["val"]
        return self._of_all(made) if isinstance(made, torch.Tensor) and self._chosen else made

    def _of_all(self, made: torch.Tensor) -> torch.Tensor:
        """With the number of all rows where there is one of those that a mask chooses."""
        chosen = {dim: self._chosen[size.node.expr] for dim, size in enumerate(made.shape)
                  if known(size) is None and size.node.expr in self._chosen}
        return made.new_empty([chosen.get(dim, size) for dim, size in enumerate(made.shape)]) \
            if chosen else made

    @property
    def element(self) -> str:
        """The type of the result's elements. In a region of autocast, where PyTorch's results
        have the low type, that of the operands: precision is assigned later."""
        element = self.element_of(self.out.dtype)
        if element == self._low and "f32" in self._operand_elements:
            return "f32"
        return element

    @property
    def shape(self) -> tuple[Optional[int], ...]:
        return sizes(self.out.shape)

    def element_of(self, dtype: torch.dtype) -> str:
        return element_of(dtype)

    def depends_on_parameters(self, node: Node) -> bool:
        """Whether a node is computed from what is trained, and has a gradient with respect
        to it."""
        seen, stack = set(), [node]
        while stack:
            item = stack.pop()
            if item not in seen:
                seen.add(item)
                stack += [] if gives_no_gradient(item) else item.all_input_nodes
                stack += [self._outer[item]] if item in self._outer else []
        return not seen.isdisjoint(self.parameters)

    def is_parameter(self, node: Node) -> bool:
        """Whether a node is what is trained itself."""
        while node in self._outer:
            node = self._outer[node]
        return node in self.parameters

    def op(self, name: str, *operands: Value, **attributes: Any) -> Any:
        return self.function.op(name, *operands, **attributes)

    def cast(self, value: Value, element: str) -> Value:
        return self.function.cast(value, element)

    def wide(self, value: Value) -> Value:
        """In f32, also where autocast would leave it narrow; an f64 as it is."""
        if value.type.element == "f64":
            return value
        is_mixed = self.is_mixed or self._low is not None
        return self.function.cast(value, "f32", always=is_mixed)

    def constant(self, value: Any, element: Optional[str] = None) -> Value:
        return self.function.constant(value, element)

    def fixed(self, tensor: torch.Tensor) -> Union[Value, Complex]:
        """A tensor that does not change."""
        tensor = tensor.detach()
        if tensor.is_complex():
            return Complex(self.constant(torch.view_as_real(tensor.resolve_conj()).numpy()))
        return self.constant(tensor.numpy())

    def with_pairs(self, function: Callable[..., Any], arguments: Mapping[str, Any]) -> Value:
        """A lowering of complex numbers, of pairs of their parts."""
        of_node, self.node = self.node, copy.copy(self.node)
        try:
            self.node.meta = {**of_node.meta, "val": torch.utils._pytree.tree_map(
                torch.view_as_real, of_node.meta["val"])}
            return function(self, **arguments)
        finally:
            self.node = of_node

    def tensor(self, value: Union[Value, Number], element: str) -> Value:
        """A value or a number with elements of a type."""
        if isinstance(value, Value):
            return self.cast(value, element)
        if isinstance(value, torch.SymFloat) or \
                isinstance(value, torch.SymInt) and known(value) is None:
            return self.cast(self.count(value), element)
        return self.constant(known(value) if isinstance(value, torch.SymInt) else value,
                             element)

    def reshape(self, value: Value, shape: Sequence[Any]) -> Value:
        """`shape` may have open sizes."""
        wanted, shape = shape, sizes(shape)
        if value.type.shape == shape and shape.count(None) <= 1:
            return value
        if shape.count(None) <= 1:
            return self.op("reshape", value,
                           shape=[-1 if size is None else size for size in shape])
        return self._reshape_open(value, wanted)

    def _reshape_open(self, value: Value, wanted: Sequence[Any]) -> Value:
        """Several open sizes: only dimensions of size 1 come and go."""
        shape = sizes(wanted)
        source = self.node.args[0].meta.get("val") \
            if self.node is not None and self.node.args and isinstance(self.node.args[0], Node) \
            else None
        shown = source.shape if isinstance(source, torch.Tensor) and \
            sizes(source.shape) == value.type.shape else value.type.shape
        pairs = list(zip([size for size in shown if known(size) != 1],
                         [size for size in wanted if known(size) != 1]))
        # Two open sizes may change places.
        moved = any(isinstance(a, torch.SymInt) and isinstance(b, torch.SymInt) and
                    self._expression(a) != self._expression(b) for a, b in pairs)
        if moved or [size for size in value.type.shape if size != 1] != \
                [size for size in shape if size != 1]:
            raise Unsupported("a reshape that makes others of two open sizes")
        ones = [dim for dim, size in enumerate(value.type.shape) if size == 1]
        if ones:
            value = self.op("squeeze", value, dims=ones)
        for dim, size in enumerate(shape):
            if size == 1:
                value = self.op("unsqueeze", value, dim=dim)
        return value

    def broadcast(self, value: Value, shape: Sequence[Any]) -> Value:
        known_shape = sizes(shape)
        if value.type.shape == known_shape and None not in known_shape:
            return value
        if None not in known_shape:
            return self.op("broadcast_to", value, shape=list(known_shape))
        added = (1,) * (len(known_shape) - value.type.rank) + value.type.shape
        if all(have == want for have, want in zip(added, known_shape)):
            return self.reshape(value, known_shape)
        # What broadcasts is an elementwise op.
        return self.op("where", self.constant(True), value,
                       self.full(shape, 0, value.type.element))

    def full(self, shape: Sequence[Any], value: Number, element: str) -> Value:
        known_shape = sizes(shape)
        if None not in known_shape:
            return self.constant(np.full(known_shape, value), element)
        zeros = None
        rank = len(shape)
        for dim, size in enumerate(shape):
            if known(size) is None:
                row = self.reshape(self.cast(self.rows(size), element),
                                   [None if i == dim else 1 for i in range(rank)])
                zeros = row if zeros is None else self.op("add", zeros, row) \
                    if element != "i1" else self.op("logical_or", zeros, row)
        fixed = tuple(1 if size is None else size for size in known_shape)
        filled = self.full(fixed, value, element)
        return self.op("logical_or" if element == "i1" else "add", zeros, filled)

    def add_anchor(self, symbol: Any, argument: Value, dim: int) -> None:
        self._anchors.setdefault(symbol, (argument, dim))

    def _expression(self, size: Union[torch.SymInt, torch.SymFloat]) -> Any:
        """What a size is, with one symbol for all sizes of the batch."""
        batches = [symbol for symbol, (_, dim) in self._anchors.items() if dim == 0]
        return size.node.expr.subs(dict.fromkeys(batches, next(iter(batches), None)))

    def rows(self, size: Any) -> Value:
        """f32 zeros, as many as an open size, or an expression of such, says."""
        expression = self._expression(size) if isinstance(size, torch.SymInt) else size
        key = (self._scopes[-1], expression)
        if key in self._zeros:
            return self._zeros[key]
        zeros = self._zeros[key] = self._counted(expression)
        return zeros

    def _counted(self, expression: Any) -> Value:
        """f32 zeros, as many as an expression of open sizes says: a multiple of one, a part of
        it as an integer, or what that leaves of two, and some more or less."""
        symbols = list(expression.free_symbols)
        if len(symbols) != 1:
            raise Unsupported(f"the size {expression} depends on several others")
        divided = [part for part in expression.atoms(sympy.Function)
                   if part.func.__name__ == "FloorDiv"]
        term = divided[0] if divided else symbols[0]
        factor = expression.coeff(term)
        rest = sympy.expand(expression - factor * term)
        if divided and factor == -1 and term.args[1] == 2 and \
                (rest - term.args[0]).is_Integer:
            # What the smaller part of two leaves is the larger one.
            rest -= term.args[0]
            term, factor = term.func(term.args[0] + 1, 2), sympy.S.One
        if not factor.is_Integer or factor < 1 or not rest.is_Integer:
            raise Unsupported(f"the size {expression} is not one that is computed: multiples of "
                              f"a size are, quotients, and these with a number more or less")
        if term.is_Symbol:
            zeros = self._of_argument(term)
        elif term.func.__name__ == "FloorDiv" and term.args[1].is_Integer and term.args[1] > 0:
            step = int(term.args[1])
            zeros = self.op("slice", self.rows(term.args[0]), offsets=[step - 1], sizes=[-1],
                            strides=[step])
        else:  # It became a simpler one.
            zeros = self.rows(term)
        if factor > 1:
            zeros = self.op("reshape", self.op(
                "add", self.reshape(zeros, (None, 1)),
                self.full((1, int(factor)), 0.0, "f32")), shape=[-1])
        if rest > 0:
            zeros = self.op("concat", zeros, self.full((int(rest),), 0.0, "f32"), dim=0)
        elif rest < 0:
            zeros = self.op("slice", zeros, offsets=[-int(rest)], sizes=[-1])
        return zeros

    def require(self, size: Any, what: str) -> None:
        """Refuses what holds only where a number that is computed from open sizes is not negative,
        unless all batches are such, or all but small ones, which steps then refuse."""
        if known(size) is not None:
            if known(size) < 0:
                raise Unsupported(what)
            return
        expression = self._expression(size)
        symbols = list(expression.free_symbols)
        low = _linear_bound(expression, True)
        if len(symbols) != 1 or low is None:
            raise Unsupported(what)
        symbol = symbols[0]
        slope, first = low.coeff(symbol), low.subs(symbol, 0)
        if slope < 0 or slope * 64 + first < 0:
            raise Unsupported(what)
        least = 1 + max((number for number in range(1, 64)
                         if expression.subs(symbol, number) < 0), default=0)
        if least > 1 and self._anchors.get(symbol, (None, 1))[1] != 0:
            raise Unsupported(what)
        if least > self.least[0]:
            self.least = least, line_of(self.node)

    def _of_argument(self, symbol: Any) -> Value:
        if symbol not in self._anchors:
            raise Unsupported(f"the size {symbol} is that of no argument")
        anchor, dim = self._anchors[symbol]
        rank = anchor.type.rank
        column = self.op("slice", anchor, offsets=[0] * rank,
                         sizes=[-1 if i == dim else 1 for i in range(rank)]) \
            if rank > 1 else anchor
        return self.op("zeros_like", self.cast(self.reshape(column, (None,)), "f32"))

    def count(self, size: Union[torch.SymInt, torch.SymFloat]) -> Value:
        """A number that is computed from open sizes, as an f32."""
        def number(expression: Any) -> Value:
            parts = expression.args
            if expression.is_number:
                return self.constant(float(expression), "f32")
            if expression.is_Symbol:
                return self.op("sum", self.op("ones_like", self.rows(expression)))
            if expression.is_Add or expression.is_Mul:
                return functools.reduce(
                    lambda a, b: self.op("add" if expression.is_Add else "mul", a, b),
                    map(number, parts))
            kind = expression.func.__name__
            if kind == "ToFloat":
                return number(parts[0])
            if kind in ("IntTrueDiv", "FloatTrueDiv"):
                return self.op("div", *map(number, parts))
            if kind == "FloorDiv":
                # Both are integers that an f32 holds, as the quotient's floor is.
                return self.op("floor", self.op("div", *map(number, parts)))
            if kind in ("Pow", "PowByNatural", "FloatPow") and parts[1].is_number:
                return self.op("pow", *map(number, parts))
            raise Unsupported(f"the number {expression} is computed from the size of the batch; "
                              f"sums, products and quotients of sizes are")
        return number(self._expression(size))

    def iota(self, size: Any) -> Value:
        """0, 1, 2, ..."""
        if known(size) is not None:
            return self.constant(np.arange(known(size), dtype=np.int64))
        ones = self.op("ones_like", self.cast(self.rows(size), "i64"))
        return self.op("sub", self.op("cumsum", ones, dim=0), self.constant(1, "i64"))

    def state(self) -> Value:
        """The state of random numbers, which is read once."""
        if self._state is None:
            self._state = Storage(self.function.read(self._rng()))
        return self._state.value

    def set_state(self, state: Value) -> None:
        self._write(self._state, state)

    def with_state(self, name: str, *operands: Value,
                   keywords: Optional[Mapping[str, Optional[Value]]] = None,
                   **attributes: Any) -> Any:
        """An op that takes the state of random numbers and gives the next one, last."""
        *results, state = self.op(name, *operands,
                                  keywords={**(keywords or {}), "random": self.state()},
                                  **attributes)
        self.set_state(state)
        return results[0] if len(results) == 1 else tuple(results)

    def dropout(self, value: Value, p: float) -> Value:
        result, state = self.op("dropout", value, self.state(), p=float(p))
        self.set_state(state)
        return result

    # Cells

    def new(self, value: Value) -> Cell:
        return Cell(value, self._scopes[-1])

    def value_of(self, cell: Cell) -> Value:
        if cell.base is None:
            return cell.storage.value
        if cell.version != cell.storage.version or cell.scope not in self._scopes:
            with self._at(cell.node):
                result = self._lower(cell.node, {id(cell.base): self.value_of(cell.base)})
            cell.value = result if cell.index is None else result[cell.index]
            cell.version, cell.scope = cell.storage.version, self._scopes[-1]
        return cell.value

    def _write(self, storage: Storage, value: Value) -> None:
        storage.value = value
        storage.version += 1
        if not any(other is storage for other in self._changed):
            self._changed.append(storage)

    def set(self, cell: Cell, value: Value) -> None:
        """`cell` becomes `value`, and with it all that share memory with it."""
        if cell.base is None:
            self._write(cell.storage, value)
            return
        name = str(cell.node.target)
        arguments = self._arguments(cell.node, {}, cell.node.target._schema)
        if isinstance(value, Complex) or isinstance(arguments.get("self"), Complex):
            from ._complex import inverse
            with self._at(cell.node):
                base = inverse(self, name, value, **arguments)
            self.set(cell.base, base)
            return
        if name not in inverses:
            raise Unsupported(f"a change in place of what {SHOWN.get(name, name)} gives")
        with self._at(cell.node):
            base = inverses[name](self, value, index=cell.index, **arguments) \
                if cell.index is not None else inverses[name](self, value, **arguments)
        self.set(cell.base, base)

    # Regions

    @contextlib.contextmanager
    def region(self) -> Iterator[Callable[[list[Value], list[Value]], None]]:
        """What is changed meanwhile: the function that is given takes what the region
        yields, where changed values are put behind the others, and then its results."""
        outer, self._changed = self._changed, []
        self._scopes.append(self._next_scope)
        self._next_scope += 1
        changed = self._changed
        try:
            yield changed
        finally:
            self._scopes.pop()
            self._changed = outer

    # Nodes

    @contextlib.contextmanager
    def _at(self, node: Node) -> Iterator[None]:
        outer, self.node = self.node, node
        place = self.place(node)
        self.lines.setdefault(place, line_of(node))
        try:
            with self.function.location(place):
                yield
        finally:
            self.node = outer

    def place(self, node: Node) -> str:
        """The path of the module that a node is of; its own name at the top."""
        stack = [path for path, _ in (node.meta.get("nn_module_stack") or {}).values()]
        paths = [path for path in stack if path.startswith(self._prefix)]
        path = paths[-1][len(self._prefix):].strip(".") if paths else ""
        # Calls of one module after the first are told apart by a number.
        return path.partition("@")[0] or node.name

    def run(self, module: GraphModule, arguments: Sequence[Any],
            wanted: Optional[set[Node]] = None) -> Any:
        """Writes the nodes of a graph, or those that are wanted; what it gives."""
        values: dict[Node, Any] = {}
        inputs = iter(arguments)
        unused = _unused(module)
        if self.node is not None and _region_of(self.node) is module:
            inner = [node for node in module.graph.nodes if node.op == "placeholder"]
            self._outer.update(zip(inner, self.node.args[len(self.node.args) - len(inner):]))

        def find(argument: Any) -> Any:
            return torch.fx.node.map_arg(argument, values.get)

        for node in module.graph.nodes:
            if node.op == "placeholder":
                values[node] = next(inputs)
            elif node.op == "output":
                return find(node.args[0])
            elif node in unused or wanted is not None and node not in wanted:
                continue
            elif node.op == "get_attr":
                attribute = module
                for part in node.target.split("."):
                    attribute = getattr(attribute, part)
                values[node] = attribute if isinstance(attribute, GraphModule) else \
                    self.new(self.fixed(attribute))
            else:
                node.meta["cells"] = find((node.args, node.kwargs))
                values[node] = self._call(node)
                if node in self.differentiated and isinstance(values[node], Cell):
                    self._tell_apart(node, values)
        return None

    def _tell_apart(self, node: Node, values: Mapping[Node, Any]) -> None:
        """What gradients are taken with respect to is a value of its own: what is the same
        otherwise, as what it is a copy of, has another gradient."""
        cell = values[node]
        if node.target is operator.getitem and _region_of(node.args[0]) is not None:
            if _hides_gradients(node.args[0]):
                self.problems.append(Problem(
                    "torch.autograd.grad", "a gradient outside of a region with respect to "
                    "what is made in it, as by torch.autocast; call it in the region, or make "
                    "that before", line_of(node)))
            return
        value = self.value_of(cell)
        others = [other for item in values.values() for other in
                  (item if isinstance(item, list) else [item]) if isinstance(other, Cell)]
        if any(value is same for other in others if other is not cell
               for same in (other.value, other.storage.value)) or \
                any(value is zeros for zeros in self._zeros.values()):
            with self._at(node):
                value = self.op("mul", value, self.constant(1, value.type.element))
            cell.value = value
            if cell.base is None:
                cell.storage.value = value

    def _call(self, node: Node) -> Any:
        meta = node.meta.get("val")
        if is_number(meta):
            return meta
        args, _ = node.meta["cells"]
        if node.target is operator.getitem:
            return args[0][args[1]]
        name = getattr(node.target, "__name__", "") if inspect.isroutine(node.target) \
            else str(node.target)
        with self._at(node):
            try:
                return self._write_node(node, name)
            except (Unsupported, GraphError) as error:
                reason = str(error)
                place = self.place(node)
                if isinstance(error, GraphError):
                    reason = reason.removeprefix(f"{place}: ")
                shown = getattr(error, "name", "") or name
                line = line_of(node)
                self.problems.append(Problem(shown, reason, place if not line else line
                                             if place == node.name else f"{place} at {line}"))
                return self._placeholder(meta)

    def _placeholder(self, meta: Any) -> Any:
        """Stands for what could not be written, so that the rest is looked at, too."""
        if isinstance(meta, (tuple, list)):
            return [self._placeholder(item) for item in meta]
        if not isinstance(meta, torch.Tensor):
            return meta
        return self.new(Value("%unsupported", Tensor(
            ELEMENTS.get(meta.dtype, "f32"), sizes(meta.shape))))

    def _write_node(self, node: Node, name: str) -> Any:
        if name in higher_order:
            return higher_order[name](self, *node.meta["cells"][0], **node.meta["cells"][1])
        schema = getattr(node.target, "_schema", None)
        if schema is None:
            if getattr(node.target, "__module__", "").startswith("torch._functorch"):
                raise Unsupported(FUNCTION, "torch.func")
            raise Unsupported(reasons.get(f"aten.{name}", "it is no op of ATen, and has no form "
                                          "here; write it by ops of torch"))
        if name in IGNORED:
            return None
        written = [i for i, argument in enumerate(schema.arguments)
                   if argument.alias_info and argument.alias_info.is_write]
        if written and name not in lowerings:
            return self._in_place(node, name, written)
        if not written and name not in lowerings and refusal_of(name) is None:
            return self._decomposed(node, name)
        result = self._lower(node, {})
        if isinstance(result, InPlace):
            for cell, value in result.changes:
                self.set(cell, value)
            result = result.results
        return self._cells(node, schema, result)

    def _in_place(self, node: Node, name: str, written: list[int]) -> Cell:
        """`relu_` is `relu`, whose result is given to its operand; with `out=`, to that."""
        packet, _, overload = name.removeprefix("aten.").partition(".")
        schema = node.target._schema
        if schema.arguments[written[0]].is_out and len(written) == 1:
            cell = node.meta["cells"][1]["out"]
            names = [argument.name for argument in schema.arguments if not argument.is_out]
            for other in getattr(torch.ops.aten, packet).overloads():
                target = getattr(getattr(torch.ops.aten, packet), other)
                if [argument.name for argument in target._schema.arguments] == names and \
                        str(target) in lowerings:
                    value = self._lower(node, {}, lowerings[str(target)])
                    self.set(cell, self.cast(value, self.value_of(cell).type.element))
                    return cell
            raise self._unknown(name)
        cell = node.meta["cells"][0][written[0]]
        functional = f"aten.{packet.removesuffix('_')}.{overload}"
        if functional not in lowerings:
            # As floor_divide_.Tensor, which is floor_divide.default.
            packets = getattr(torch.ops.aten, packet.removesuffix("_"), None)
            kinds = [str(argument.type) for argument in schema.arguments]
            overload = next((other for other in (packets.overloads() if packets else ())
                             if kinds == [str(argument.type) for argument in
                                          getattr(packets, other)._schema.arguments]), overload)
            functional = f"aten.{packet.removesuffix('_')}.{overload}"
        if written != [0] or not packet.endswith("_") or functional not in lowerings:
            raise self._unknown(name)
        # Both have the same arguments, which may have other names.
        target = getattr(getattr(torch.ops.aten, packet.removesuffix("_"), None), overload,
                         node.target)
        value = self._lower(node, {}, lowerings[functional], target._schema)
        if isinstance(value, (Masked, Complex)):
            self.set(cell, value)
            return cell
        old = self.value_of(cell).type
        self.set(cell, self.broadcast(self.cast(value, old.element),
                                      node.args[0].meta["val"].shape))
        return cell

    def _cells(self, node: Node, schema: Any, result: Any) -> Any:
        base = None
        arguments = node.meta["cells"][0]
        if schema.returns and schema.returns[0].alias_info and arguments and \
                isinstance(arguments[0], Cell) and \
                not schema.returns[0].alias_info.is_write and _shares_memory(node):
            base = arguments[0]
        if isinstance(result, (Value, Masked, Complex)):
            return Cell(result, self._scopes[-1], base=base, node=node)
        return [Cell(value, self._scopes[-1], base=base, node=node, index=i)
                if isinstance(value, (Value, Masked, Complex)) else value
                for i, value in enumerate(result)]

    def _decomposed(self, node: Node, name: str) -> Any:
        """What PyTorch makes an op of, where all of that is known."""
        table = torch._decomp.decomposition_table
        target = node.target
        function = table.get(target)
        if function is None and target._can_decompose():
            function = target.decompose
        if function is None:
            raise self._unknown(name)
        args, kwargs = torch.fx.node.map_arg((node.args, node.kwargs),
                                             lambda other: other.meta["val"])
        leaves, spec = torch.utils._pytree.tree_flatten((args, kwargs))
        places = [i for i, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]

        def compute(*tensors: torch.Tensor) -> Any:
            filled = list(leaves)
            for i, tensor in zip(places, tensors):
                filled[i] = tensor
            args, kwargs = torch.utils._pytree.tree_unflatten(filled, spec)
            return torch.utils._pytree.tree_leaves(function(*args, **kwargs))

        try:
            made = make_fx(compute, pre_dispatch=target in table)(*(leaves[i] for i in places))
        except Exception as error:  # What it looks at has many types.
            raise self._unknown(name) from error
        for part in made.graph.nodes:
            if part.op == "call_function" and hasattr(part.target, "_schema") and \
                    str(part.target) not in lowerings and \
                    (str(part.target) == name or refusal_of(str(part.target)) is not None):
                if str(part.target) == name:
                    raise self._unknown(name)
                raise Unsupported(f"PyTorch makes it of {part.target}: "
                                  f"{self._unknown(str(part.target))}")
        cells = torch.utils._pytree.tree_leaves(node.meta["cells"])
        given = [cell for cell in cells if isinstance(cell, Cell)]
        problems = len(self.problems)
        results = self.run(made, given)
        if len(self.problems) > problems:
            inner = self.problems[problems]
            del self.problems[problems:]
            raise Unsupported(f"PyTorch makes it of {inner.op}: {inner.reason}")
        return results[0] if isinstance(node.meta["val"], torch.Tensor) else results

    def _unknown(self, name: str) -> Unsupported:
        packet, reason = name.rpartition(".")[0], refusal_of(name)
        if reason is None:
            others = [other for other in lowerings if other.rpartition(".")[0] == packet]
            reason = f"this form has no counterpart; {', '.join(others)} has" if others \
                else "it has no counterpart; write it by other ops, or as a " \
                "torch.autograd.Function of them"
        return Unsupported(reason)

    def _arguments(self, node: Node, known_values: dict[int, Value],
                   schema: Any) -> dict[str, Any]:
        def value(item: Any) -> Any:
            if isinstance(item, Cell):
                return known_values[id(item)] if id(item) in known_values \
                    else self.value_of(item)
            if isinstance(item, (list, tuple)):
                return [value(part) for part in item]
            return item

        args, kwargs = node.meta["cells"]
        given = {}
        own = node.target._schema.arguments
        for i, argument in enumerate(schema.arguments):
            if i < len(args):
                given[argument.name] = value(args[i])
            elif i < len(own) and own[i].name in kwargs:
                given[argument.name] = value(kwargs[own[i].name])
            elif argument.has_default_value():
                given[argument.name] = argument.default_value
        return given

    def _lower(self, node: Node, known_values: dict[int, Value],
               function: Optional[Callable[..., Any]] = None, schema: Any = None) -> Any:
        name = str(node.target)
        schema = schema or node.target._schema
        function = function or lowerings.get(name)
        if function is None:
            raise self._unknown(name)
        arguments = self._arguments(node, known_values, schema)
        if any(free_unbacked_symbols(value) for value in arguments.values()
               if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool))):
            raise Unsupported(FROM_DATA)
        if "from" in arguments:  # No name of Python's.
            arguments["from_"] = arguments.pop("from")
        taken = inspect.signature(function).parameters
        takes_all = any(parameter.kind is parameter.VAR_KEYWORD
                        for parameter in taken.values())
        for argument in schema.arguments:
            if takes_all or argument.name in taken or argument.name not in arguments:
                continue
            value = arguments.pop(argument.name)
            if argument.is_out:
                continue
            default = argument.default_value if argument.has_default_value() else None
            if argument.name not in _LAYOUT and value != default:
                raise Unsupported(f"its argument {argument.name}={value!r}")
        operands = [value for argument in arguments.values()
                    for value in (argument if isinstance(argument, list) else [argument])]
        chosen = [value for value in operands if isinstance(value, Masked)]
        self._operand_elements = {
            value.type.element for value in [*operands, *(part.rows for part in chosen)]
            if isinstance(value, Value)}
        of_pairs = [value for value in operands if isinstance(value, Complex)]
        if of_pairs or any(isinstance(value, complex) for value in operands) or \
                _makes_complex(node):
            from ._complex import lower as lower_complex
            result = lower_complex(self, function, arguments, of_pairs)
        elif chosen:
            from ._masked import lower
            result = lower(self, function, arguments, chosen)
        else:
            result = function(self, **arguments)
        made = node.meta.get("val")
        for value, meta in [(result, made)] if isinstance(result, Masked) else \
                zip(result, made) if isinstance(result, (list, tuple)) and \
                isinstance(made, (list, tuple)) else ():
            symbol = meta.shape[0] if isinstance(value, Masked) else None
            if isinstance(symbol, torch.SymInt):
                self._chosen[symbol.node.expr] = value.count
        return result


def _makes_complex(node: Node) -> bool:
    """Whether complex numbers are made of none."""
    from ._complex import creates
    made = node.meta.get("val")
    return isinstance(made, torch.Tensor) and made.is_complex() and creates(str(node.target))


def _shares_memory(node: Node) -> bool:
    """Whether what an op gives is a view of its first operand: `reshape`, `contiguous` and `to`
    copy where they have to, which the operand's strides and type decide."""
    given, made = node.args[0].meta.get("val"), node.meta["val"]
    made = made[0] if isinstance(made, (tuple, list)) and made else made
    if not isinstance(given, torch.Tensor) or not isinstance(made, torch.Tensor):
        return True
    return given.untyped_storage()._cdata == made.untyped_storage()._cdata


def gives_no_gradient(node: Node) -> bool:
    """Whether what a node gives has no gradient with respect to its operands."""
    name = str(node.target)
    return name in ("aten.detach.default", "aten.detach_.default", LEAF) or \
        name == "wrap_with_set_grad_enabled" and not node.args[0]


def _region_of(node: Node) -> Optional[GraphModule]:
    """The graph that a node of a higher order runs."""
    for argument in node.args:
        if isinstance(argument, Node) and argument.op == "get_attr":
            region = getattr(node.graph.owning_module, argument.target, None)
            if isinstance(region, GraphModule):
                return region
    return None


def _hides_gradients(node: Node) -> bool:
    """Whether what a region gives is not what gradients in it are of."""
    if str(node.target) == "wrap_with_autocast":
        return True
    return any(_region_of(inner) is not None and (node.args[0] is False and
                                                  inner.args[0] is True or
                                                  _hides_gradients(inner))
               for inner in _region_of(node).graph.nodes)


def differentiated(module: GraphModule) -> set[Node]:
    """The nodes that gradients in a graph are taken with respect to, also those of regions."""
    found: set[Node] = set()

    def visit(module: GraphModule) -> None:
        for node in module.graph.nodes:
            region = _region_of(node)
            if str(node.target) == GRADIENT:
                found.update(node.args[1])
            elif region is not None:
                visit(region)
                inner = [item for item in region.graph.nodes if item.op == "placeholder"]
                outer = node.args[len(node.args) - len(inner):]
                found.update(item for item, same in zip(outer, inner) if same in found)
                given = region.graph.output_node().args[0]
                found.update(given[user.args[1]] for user in node.users
                             if user in found and user.target is operator.getitem)
    size = -1
    while size != len(found):
        size = len(found)
        visit(module)
    return found


def _unused(module: GraphModule) -> set[Node]:
    """What only a check needs, or nothing, and what changes nothing."""
    unused: set[Node] = set()
    for node in reversed(module.graph.nodes):
        schema = getattr(node.target, "_schema", None)
        is_pure = node.target is operator.getitem or \
            schema is not None and not schema.is_mutable
        if node.op == "call_function" and is_pure and \
                (str(node.target) in IGNORED or all(user in unused for user in node.users)):
            unused.add(node)
    return unused


class InPlace(NamedTuple):
    """What a lowering gives that changes operands: cells with their new values, and what
    the op gives."""

    changes: list[tuple[Cell, Value]]
    results: Any


# Gradients in a graph, and tensors that have some from there on.
GRADIENT, LEAF = "amp_torch.grad.default", "amp_torch.leaf.default"

# How they are written in a module.
SHOWN = {LEAF: "requires_grad_()"}

# Ops of PyTorch that stand for a part of the graph.
higher_order: dict[str, Callable[..., Any]] = {}

# What is checked when the graph is exported, and holds here, too.
IGNORED = {"aten._assert_tensor_metadata.default", "aten._assert_async.msg",
           "aten._assert_scalar.default", "aten.sym_constrain_range_for_size.default",
           "aten.sym_constrain_range.default", "aten._functional_assert_async.msg"}


def _autocast(c: Context, device: str, dtype: Optional[torch.dtype], enabled: bool,
              cache: Optional[bool], module: GraphModule, *arguments: Any) -> Any:
    """A region. What leaves it has the type that it has in PyTorch, too. Exporting turns
    PyTorch's cache off, so that `cache` does not say what was written."""
    if not enabled and not c.is_mixed and c._low is None:
        return list(c.run(module, arguments))
    low = c.element_of(dtype) if dtype and enabled else None
    metas = [node.meta.get("val") for node in module.graph.output_node().args[0]]
    outer = c._low
    with c.region() as changed:
        with c.function.autocast(low, enabled) as region:
            c._low = low
            cells = list(c.run(module, arguments))
            values = [c.value_of(cell) for cell in cells]
            values = [c.cast(value, low) if low and value.type.element == "f32" and
                      isinstance(meta, torch.Tensor) and ELEMENTS.get(meta.dtype) == low
                      else value for value, meta in zip(values, metas)]
            region.yields(*values, *(storage.value for storage in changed))
            c._low = outer
    results = region.results
    for storage, value in zip(changed, results[len(values):]):
        c._write(storage, value)
    return [c.new(value) for value in results[:len(values)]]


def _set_grad_enabled(c: Context, enabled: bool, module: GraphModule, *arguments: Any) -> Any:
    versions = [cell.storage.version if isinstance(cell, Cell) else 0 for cell in arguments]
    cells = list(c.run(module, arguments))
    if enabled:
        return cells

    def has_gradient(cell: Cell) -> bool:
        return cell.storage.value.type.element in ("f64", "f32", "f16", "bf16")
    changed: list[Storage] = []
    for node, cell, version in zip(c.node.args[2:], arguments, versions):
        if not isinstance(cell, Cell) or cell.storage.version == version:
            continue
        if node.op != "placeholder" and c.depends_on_parameters(node):
            raise Unsupported("a change in place under no_grad of what has a gradient: its "
                              "backward would be that of before")
        changed.append(cell.storage)
        if has_gradient(cell):
            c._write(cell.storage, c.op("detach", cell.storage.value))
    # What was changed in place is given back itself: more changes of it may follow.
    return [c.new(c.op("detach", c.value_of(cell)))
            if has_gradient(cell) and cell.storage not in changed else cell
            for cell in cells]


higher_order["wrap_with_autocast"] = _autocast
higher_order["wrap_with_set_grad_enabled"] = _set_grad_enabled
