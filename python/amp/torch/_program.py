# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""The graph of a training: `train`, `evaluate` and `predict`, which share their variables."""

from __future__ import annotations

import operator
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Optional

import torch
from torch.export.graph_signature import InputKind
from torch.fx import GraphModule, Node

from ..graph import Attribute, Function, Graph, Tensor, Variable
from . import (_complex, _custom, _elementwise, _fourier, _indexing, _losses,  # noqa: F401
               _networks, _random, _reductions, _shapes)
from ._export import (Batch, Capture, OpenDims, PREFIX, State, batch_size, capture,
                      check_open_dims, find_hooks, place_of, read_batch)
from ._optimizers import UnsupportedOptimizer
from ._lowering import (Cell, Context, Masked, Problem, Unsupported, UnsupportedError,
                        differentiated, element_of, gives_no_gradient, known, listed, sizes)


class Program(NamedTuple):
    graph: Graph
    state: State
    batch: Batch
    # Parameters that the loss depends on, by the name of the variable.
    trained: list[str]
    metric_names: list[str]
    output_names: list[str]
    # Of the module's results that are tensors.
    output_types: list[torch.dtype]
    output_spec: Any
    # What the module gives beside tensors, such as None, by its place among the leaves.
    fixed_outputs: dict[int, Any]
    is_dynamic: bool
    # What the state of random numbers is called, if there is any.
    rng: Optional[str]
    # Whether parts of the module say themselves where autocast is on.
    has_autocast: bool
    # Attributes that are numbers and that a call of the module changes.
    counted: dict[str, tuple[Any, Any]]
    # The lines of the module's own code by the names that the graph has for its places.
    lines: dict[str, str]
    # The fewest rows that a batch may have, and the line that says so.
    least: tuple[int, str]


class _Builder:
    def __init__(self, module: torch.nn.Module, loss: Any, batch: Batch, is_mixed: bool) -> None:
        self.graph = Graph()
        self.is_mixed = is_mixed
        self.state = State(module, loss)
        self.batch = batch
        # Of each entry point.
        self.problems: list[list[Problem]] = []
        self.lines: dict[str, str] = {}
        self.least: tuple[int, str] = (1, "")
        self._rng: Optional[Variable] = None

    def rng(self) -> Variable:
        if self._rng is None:
            self._rng = self.graph.random_state(self.state.free("rng"))
        return self._rng

    def variable(self, name: str) -> Variable:
        """The variable of a parameter or a buffer, whose first value is not copied."""
        if name not in self.graph.variables:
            tensor = self.state.tensors[name].detach().cpu()
            if tensor.dtype in (torch.bfloat16, torch.float16):
                raise Unsupported(f"it is {tensor.dtype}: keep parameters in f32; the "
                                  f"precision of a training makes products 16 bits wide")
            if tensor.is_complex():
                raise Unsupported("it is complex, and variables are real: keep pairs of numbers "
                                  "in [..., 2], and compute with torch.view_as_complex of them")
            array = tensor.numpy()
            self.graph.variable(name, Tensor(element_of(tensor.dtype), tuple(tensor.shape)),
                                array,
                                "parameter" if self.state.is_parameter[name] else "buffer")
        return self.graph.variables[name]

    def function(self, name: str, taken: Capture, wanted: Optional[set[Node]],
                 write: Callable[[Function, "_Inputs", Context, Sequence[Any]], None]) -> None:
        """Writes an entry point: arguments, nodes, and what `write` does with the results."""
        program = taken.program
        module: GraphModule = program.graph_module
        specs = program.graph_signature.input_specs
        nodes = [node for node in module.graph.nodes if node.op == "placeholder"]
        names = iter([*self.batch.input_names, *self.batch.target_names])
        arguments: dict[str, Tensor] = {}
        placed: list[tuple[str, Any, Node]] = []
        for spec, node in zip(specs, nodes):
            if spec.kind == InputKind.USER_INPUT:
                argument = next(names)
                meta = node.meta.get("val")
                if not isinstance(meta, torch.Tensor):
                    placed.append(("number", meta, node))
                elif wanted is None and (node.users or name != "predict") or \
                        wanted is not None and node in wanted:
                    try:
                        element = element_of(meta.dtype)
                    except Unsupported as error:
                        raise UnsupportedError([Problem(f"argument '{argument}'", str(error),
                                                        "")]) from None
                    arguments[argument] = Tensor(element, sizes(meta.shape))
                    placed.append(("argument", argument, node))
                else:
                    placed.append(("unused", argument, node))
            else:
                placed.append((spec.kind.name, spec.target, node))
        with self.graph.function(name, arguments) as function:
            problems: list[Problem] = []
            context = Context(function, self.rng, PREFIX, problems)
            context.custom_functions = taken.custom_functions
            context.is_mixed = self.is_mixed
            context.parameters = {
                node for kind, target, node in placed if kind == "PARAMETER" and
                self.state.tensors[self.state.of_target(target)].requires_grad}
            context.differentiated = differentiated(module)
            inputs = _Inputs()
            values: list[Any] = []
            constants: dict[str, Cell] = {}
            for kind, target, node in placed:
                if kind == "argument":
                    value = function.arguments[target]
                    meta = node.meta["val"]
                    for dim, size in enumerate(meta.shape):
                        if known(size) is None:
                            context.add_anchor(size.node.expr, value, dim)
                    values.append(context.new(value))
                elif kind in ("PARAMETER", "BUFFER"):
                    if wanted is not None and node not in wanted or not node.users:
                        values.append(None)
                        continue
                    variable = self.state.of_target(target)
                    if self.state.tensors[variable].is_complex() and kind == "BUFFER":
                        # Variables are real: it is one that does not change.
                        constants[target] = context.new(context.fixed(
                            self.state.tensors[variable]))
                        values.append(constants[target])
                        continue
                    try:
                        read = function.read(self.variable(variable))
                    except Unsupported as error:
                        problems.append(Problem(f"'{variable}'", str(error), ""))
                        values.append(context._placeholder(node.meta["val"]))
                        continue
                    if variable in inputs.cells:
                        values.append(inputs.cells[variable])
                        continue
                    cell = context.new(read)
                    inputs.cells[variable] = cell
                    inputs.reads[variable] = read
                    values.append(cell)
                elif kind == "CONSTANT_TENSOR":
                    values.append(None if not node.users else context.new(
                        context.fixed(program.constants[target])))
                    if node.users:
                        constants[target] = values[-1]
                else:
                    values.append(target if kind == "number" else None)
            results = context.run(module, values, wanted)
            self.lines = {**context.lines, **self.lines}
            self.least = max(self.least, context.least, key=lambda item: item[0])
            problems += [Problem(f"'{name.removeprefix(PREFIX + '.')}'", "a tensor that changes "
                                 "from step to step: register it as a buffer", "")
                         for name, cell in constants.items()
                         if cell.storage.version or name in taken.replaced]
            if problems:
                self.problems.append(problems)
                return
            write(function, inputs, context, results)
            if context._state is not None:
                function.assign(self.rng(), context._state.value)


class _Inputs:
    """The variables that a function read: their cells, and what was read."""

    def __init__(self) -> None:
        self.cells: dict[str, Cell] = {}
        self.reads: dict[str, Any] = {}


def _needed(module: GraphModule, results: Sequence[Any]) -> set[Node]:
    """The nodes that results depend on, with changes in place of what they are of."""
    wanted: set[Node] = set()

    def visit(node: Node) -> None:
        stack = [node]
        while stack:
            item = stack.pop()
            if item not in wanted:
                wanted.add(item)
                stack += item.all_input_nodes
    for result in results:
        if isinstance(result, Node):
            visit(result)
    size = -1
    while size != len(wanted):
        size = len(wanted)
        for node in module.graph.nodes:
            if node not in wanted and any(item in wanted for item in _changed_by(node)):
                visit(node)
    return wanted


def _changed_by(node: Node) -> list[Node]:
    """What an op changes in place: its operand, and what that is a view of; not the variables
    that it may be of."""
    schema = getattr(node.target, "_schema", None)
    if schema is None or not schema.is_mutable:
        return []
    changed: list[Node] = []
    item = node.args[0] if node.args else None
    while isinstance(item, Node) and item.op != "placeholder":
        changed.append(item)
        schema = getattr(item.target, "_schema", None)
        is_view = item.target is operator.getitem or schema is not None and any(
            result.alias_info for result in schema.returns)
        item = item.args[0] if is_view and item.args else None
    return changed


def _differentiable(module: GraphModule, result: Node) -> set[Node]:
    """The nodes that a loss has a gradient with respect to."""
    # What changes a value in place feeds it, too.
    changes: dict[Node, list[Node]] = {}
    for node in module.graph.nodes:
        for item in _changed_by(node):
            changes.setdefault(item, []).append(node)
    seen: set[Node] = set()
    stack = [result]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if gives_no_gradient(node):
            continue
        meta = node.meta.get("val")
        if isinstance(meta, torch.Tensor) and \
                not (meta.dtype.is_floating_point or meta.dtype.is_complex):
            continue
        stack += node.all_input_nodes + changes.get(node, [])
    return seen


def _leaves(value: Any) -> list[Any]:
    return list(torch.utils._pytree.tree_leaves(value))


def build(module: torch.nn.Module, loss: Any, example: Any, *,
          metrics: Mapping[str, Callable[..., Any]],
          finish: Callable[[Function, Graph, dict[str, Any], Any], None],
          declare: Callable[[Graph, list[str], State], None], precision: str = "f32",
          dynamic: bool = True, open_dims: Optional[OpenDims] = None) -> Program:
    """The graph of a training. `declare` writes the optimizer of the parameters that it is
    given, `finish` the gradients and the step, where loss and parameters are known."""
    batch = read_batch(module, loss, example)
    open_dims = open_dims or {}
    check_open_dims(batch, open_dims)

    def attempt(dynamic: bool) -> Program:
        program = _build(module, loss, batch, metrics, finish, declare, precision, dynamic,
                         open_dims)
        if program.counted:
            warnings.warn(_counts(program.counted), stacklevel=5)
        return program

    if not dynamic:
        return attempt(False)
    try:
        return attempt(True)
    except (UnsupportedOptimizer, MemoryError):
        raise
    except Exception as error:  # What torch.export raises has many types.
        reason = error
    program = attempt(False)
    warnings.warn(_fixed(batch_size(batch), reason), stacklevel=4)
    return program


def _counts(changes: dict[str, tuple[Any, Any]]) -> str:
    """What a graph does not do as a call of the module does, and what to do."""
    shown = "; ".join(f"'{name}' from {before!r} to {after!r}"
                      for name, (before, after) in changes.items())
    return f"the module changes numbers of Python: {shown}. A graph has what they were before. " \
        f"Register what counts as a buffer; where the first call prepares something, call the " \
        f"module once before"


def _fixed(size: Optional[int], reason: Exception) -> str:
    """Why batches have one size, and what to do."""
    if isinstance(reason, UnsupportedError):
        shown = listed(reason.problems)
    elif "Constraints violated" in str(reason):
        shown = "  Python decides by the size, as comparisons do"
    else:
        place = place_of(reason)
        shown = f"  {type(reason).__name__}" + (f", in {place}" if place else "")
        text = str(reason).strip().partition("\n")[0]
        shown += f": {text}" if text else ""
    return f"batches have the size of the example, {size}: others are refused. A graph of any " \
        f"size cannot have\n{shown}\nWrite it without that, or give batches of {size} alone, as " \
        f"a DataLoader with drop_last=True does; dynamic_batch=False asks for it, without this " \
        f"warning"


def _build(module: torch.nn.Module, loss: Any, batch: Batch, metrics: Any, finish: Any,
           declare: Any, precision: str, dynamic: bool, open_dims: OpenDims) -> Program:
    builder = _Builder(module, loss, batch, precision != "f32")
    graph = builder.graph
    hooks = find_hooks(module)
    if hooks:
        raise UnsupportedError(hooks)
    training = capture(module, loss, metrics, batch, training=True, dynamic=dynamic,
                       open_dims=open_dims)
    testing = capture(module, loss, metrics, batch, training=False, dynamic=dynamic,
                      open_dims=open_dims) if training.has_modes else training
    trained: list[str] = []

    def train(function: Function, inputs: _Inputs, context: Context, results: Any) -> None:
        cells = _leaves(results)[:len(training.named)]
        values = dict(zip(training.named, cells))
        node = _leaves(training.program.graph.output_node().args[0])[
            training.named.index("loss")]
        reached = _differentiable(training.program.graph_module, node)
        specs = training.program.graph_signature.input_specs
        nodes = [item for item in training.program.graph.nodes if item.op == "placeholder"]
        live = {builder.state.of_target(spec.target) for spec, item in zip(specs, nodes)
                if spec.kind == InputKind.PARAMETER and item in reached}
        trained.extend(name for name in inputs.reads if name in live and
                       builder.state.tensors[name].requires_grad)
        changed = [name for name, cell in inputs.cells.items() if cell.storage.version]
        both = [name for name in changed if builder.state.is_parameter[name] and
                builder.state.tensors[name].requires_grad]
        if both:
            raise UnsupportedError([Problem(
                f"parameter '{name}'", "the module changes it in place; one that the optimizer "
                "does not change has requires_grad=False", "") for name in both])
        for name, cell in inputs.cells.items():
            if name in changed:
                function.assign(graph.variables[name], context.value_of(cell))
        scalars = {name: context.value_of(cell) for name, cell in values.items()}
        if scalars["loss"].type.rank:
            raise ValueError(f"the loss is {scalars['loss'].type}: it is to be one number, "
                             f"such as the mean of its elements")
        declare(graph, trained, builder.state)
        finish(function, graph, {name: inputs.reads[name] for name in trained},
               scalars["loss"])
        function.results(**{name: (value, "mean") if not value.type.rank else value
                            for name, value in scalars.items()})

    def evaluate(function: Function, inputs: _Inputs, context: Context, results: Any) -> None:
        cells = _leaves(results)[:len(testing.named)]
        function.results(**{
            name: (value, "mean") if not value.type.rank else value
            for name, value in ((name, context.value_of(cell))
                                for name, cell in zip(testing.named, cells))})

    outputs = _leaves(testing.program.graph.output_node().args[0])
    count = len(testing.named)
    given = {name: isinstance(leaf, Node) and isinstance(leaf.meta["val"], torch.Tensor)
             for name, leaf in zip(testing.output_names, outputs[count:])}

    def predict(function: Function, inputs: _Inputs, context: Context, results: Any) -> None:
        cells = _leaves(results)[count:]
        chosen = [name for name, cell in zip(testing.output_names, cells)
                  if given[name] and isinstance(context.value_of(cell), Masked)]
        if chosen:
            raise UnsupportedError([Problem(f"'{name}', which the module gives", Masked.REASON, "")
                                    for name in chosen])
        function.results(**{name: context.value_of(cell) for name, cell
                            in zip(testing.output_names, cells) if given[name]})

    builder.function("train", training, None, train)
    builder.function("evaluate", testing,
                     _needed(testing.program.graph_module, outputs[:count]), evaluate)
    if any(given.values()):
        builder.function("predict", testing,
                         _needed(testing.program.graph_module, outputs[count:]), predict)
    if builder.problems:
        raise UnsupportedError(_combined(builder.problems))
    return Program(graph, builder.state, batch, trained,
                   [name for name in testing.named],
                   [name for name, is_tensor in given.items() if is_tensor],
                   [leaf.meta["val"].dtype for leaf, is_tensor
                    in zip(outputs[count:], given.values()) if is_tensor],
                   testing.output_spec,
                   {i: leaf for i, (leaf, is_tensor)
                    in enumerate(zip(outputs[count:], given.values())) if not is_tensor},
                   dynamic, builder._rng and builder._rng.name,
                   _mark_autocast(graph, precision), {**testing.counted, **training.counted},
                   builder.lines, builder.least)


def _mark_autocast(graph: Graph, precision: str) -> bool:
    """Where a module has regions of autocast, functions say what holds outside of them."""
    if not any(function.has_autocast for function in graph.functions):
        return False
    for function in graph.functions:
        if precision != "f32":
            function.attributes["amp.autocast"] = {"dtype": Attribute(precision)}
        elif not function.has_autocast:
            function.attributes["amp.autocast"] = {"enabled": False}
    return True


def _combined(problems: Sequence[Sequence[Problem]]) -> list[Problem]:
    """Entry points have most of a module in common: a problem counts as often as in the one
    that has it most often."""
    counts: Counter[Problem] = Counter()
    for listed in problems:
        counts |= Counter(listed)
    return list(counts.elements())
