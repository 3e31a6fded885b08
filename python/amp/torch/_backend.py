# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""torch.compile(module, backend="amp"): inference by compiled graphs.

TorchDynamo hands over a graph of ATen and Python operators with its example inputs; it is
exported as a module's is, and its parameters become arguments, so that it sees those of now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.fx import GraphModule

from .._compile import compile as compile_graph
from ..graph import Graph, Tensor, Variable
from ._custom import recorded
from ._export import as_written
from ._lowering import Context, Problem, Unsupported, UnsupportedError, element_of
from ._training import to_tensor


def _compiled(module: GraphModule, inputs: Sequence[Any],
              settings: dict[str, Any]) -> Callable[..., Any]:
    found: list[Any] = []
    tensors = [item for item in inputs if isinstance(item, torch.Tensor)]
    if len(tensors) != len(inputs):
        raise UnsupportedError([Problem("torch.compile", "arguments that are numbers depend on "
                                        "the input: give dynamic=False", "")])
    state = {**dict(module.named_parameters()), **dict(module.named_buffers())}
    with as_written(), torch.no_grad(), recorded(found):
        program = torch.export.export(module, tuple(inputs), strict=False)
    graph, problems = Graph(), []

    def no_random() -> Variable:
        raise UnsupportedError([Problem("dropout", "random numbers in inference: call "
                                        "module.eval()", "")])

    def declared(tensor: torch.Tensor) -> Tensor:
        try:
            return Tensor(element_of(tensor.dtype), tuple(tensor.shape))
        except Unsupported as error:
            raise UnsupportedError([Problem("torch.compile", str(error), "")]) from None

    names = [f"input.{i}" for i in range(len(inputs))]
    arguments = {name: declared(item) for name, item in zip(names, inputs)}
    targets = [spec.target for spec in program.graph_signature.input_specs
               if spec.target is not None]
    for target in targets:
        value = state.get(target, program.constants.get(target))
        arguments[target] = declared(value)
    with graph.function("predict", arguments) as function:
        context = Context(function, no_random, "", problems)
        context.custom_functions = found
        given = iter(names)
        taken = [spec.target if spec.target is not None else next(given)
                 for spec in program.graph_signature.input_specs]
        cells = [context.new(function.arguments[name]) for name in taken]
        results = context.run(program.graph_module, cells)
        if not problems:
            # What is changed in place is given out, too.
            changed = [name for name, cell in zip(taken, cells) if cell.storage.version]
            function.results(**{f"output.{i}": context.value_of(cell)
                                for i, cell in enumerate(results)},
                             **{f"changed.{name}": context.value_of(cell)
                                for name, cell in zip(taken, cells) if name in changed})
    if problems:
        raise UnsupportedError(problems)
    if settings.get("precision", "f32") != "f32":
        settings.setdefault("assigner", "eager")
    session = compile_graph(graph, **settings)
    values = {**state, **program.constants}

    def run(*args: Any) -> Any:
        data = {name: arg.detach().cpu() for name, arg in zip(names, args)}
        data |= {target: values[target].detach().cpu() for target in targets}
        outputs = session.step(data, entry="predict")
        places = {**values, **dict(zip(names, args))}
        for name in changed:
            places[name].copy_(to_tensor(outputs[f"changed.{name}"]))
        return tuple(to_tensor(outputs[f"output.{i}"]).to(node.meta["val"].dtype)
                     for i, node in enumerate(program.graph.output_node().args[0]))
    return run


def amp_backend(module: GraphModule, inputs: Sequence[Any], **options: Any
                ) -> Callable[..., Any]:
    """What torch.compile calls. `options` are settings of amp.compile, such as
    `precision`."""
    if torch.is_grad_enabled() and any(
            parameter.requires_grad for parameter in
            [*module.parameters(), *(item for item in inputs
                                     if isinstance(item, torch.Tensor))]):
        raise RuntimeError("backend=\"amp\" is for inference: call the module under "
                           "torch.no_grad() or torch.inference_mode(); for training there is "
                           "amp.torch.compile_training")
    return _compiled(module, inputs, dict(options.get("options") or {}))
