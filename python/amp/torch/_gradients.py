# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""torch.autograd.grad in a forward or a loss: a call is kept as one op while a module is
exported, where its ops would run behind torch.export's back; it becomes an `amp.backward`,
which has gradients of its own. What goes through autograd in other ways is refused."""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Sequence
from typing import Any, Optional

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx.experimental import proxy_tensor

from ..graph import Value
from ._custom import _library
from ._lowering import (GRADIENT, IN_PLACE, LEAF, Cell, Context, Unsupported, higher_order,
                        lowerings)

_library.define("grad(Tensor[] outputs, Tensor[] inputs, Tensor?[] grad_outputs) -> Tensor[]")
# A tensor from where on it has a gradient.
_library.define("leaf(Tensor(a) self) -> Tensor(a)")


@torch.library.register_fake("amp_torch::grad", lib=_library)
def _shapes(outputs: Sequence[torch.Tensor], inputs: Sequence[torch.Tensor],
            grad_outputs: Sequence[Optional[torch.Tensor]]) -> list[torch.Tensor]:
    return [torch.empty_like(tensor) for tensor in inputs]


def _sequence(value: Any) -> list[Any]:
    return [value] if value is None or isinstance(value, torch.Tensor) or \
        not hasattr(value, "__iter__") else list(value)


def _reached(outputs: Sequence[torch.Tensor], inputs: Sequence[torch.Tensor]) -> list[bool]:
    """Which inputs the outputs are computed from, as autograd sees it."""
    seen: set[Any] = set()
    # What gave a tensor, and as which of its results.
    edges: set[tuple[Any, int]] = set()
    stack = [(output.grad_fn, output.output_nr) for output in outputs
             if output.grad_fn is not None]
    while stack:
        edge = stack.pop()
        edges.add(edge)
        if edge[0] is not None and edge[0] not in seen:
            seen.add(edge[0])
            stack += edge[0].next_functions
    leaves = {id(function.variable) for function in seen if hasattr(function, "variable")}
    leaves |= {id(output) for output in outputs}
    return [id(tensor) in leaves or tensor.grad_fn is not None and
            (tensor.grad_fn, tensor.output_nr) in edges for tensor in inputs]


def gradients(outputs: Any, inputs: Any, grad_outputs: Any, create_graph: bool,
              allow_unused: Optional[bool], is_grads_batched: bool,
              materialize_grads: bool) -> tuple[Optional[torch.Tensor], ...]:
    """What torch.autograd.grad gives, and the errors that it raises."""
    outputs, inputs = _sequence(outputs), _sequence(inputs)
    seeds = [None] * len(outputs) if grad_outputs is None else _sequence(grad_outputs)
    name = "torch.autograd.grad"
    if not all(isinstance(tensor, torch.Tensor) for tensor in [*outputs, *inputs]):
        raise Unsupported("gradients of edges of autograd's graph; give it tensors", name)
    if is_grads_batched:
        raise Unsupported("is_grads_batched=True has no counterpart; call it for each of the "
                          "gradients", name)
    if create_graph and not torch.is_grad_enabled():
        raise Unsupported("create_graph=True where gradients are off; call it outside of "
                          "torch.no_grad(), or without create_graph", name)
    if len(seeds) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(seeds)} gradients")
    for i, (output, seed) in enumerate(zip(outputs, seeds)):
        if not output.requires_grad:
            raise RuntimeError(f"element {i} of tensors does not require grad and does not have "
                               f"a grad_fn")
        if seed is None and output.dim():
            if any(size != 1 for size in output.shape):
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            seeds[i] = torch.ones_like(output)
        elif seed is not None and seed.dim() != output.dim():
            raise RuntimeError(f"Mismatch in shape: grad_outputs[{i}] has a shape of "
                               f"{tuple(seed.shape)} and outputs[{i}] of {tuple(output.shape)}")
    if not all(tensor.requires_grad for tensor in inputs):
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    is_reached = _reached(outputs, inputs)
    if not all(is_reached) and not (materialize_grads if allow_unused is None
                                    else allow_unused):
        raise RuntimeError("One of the differentiated Tensors appears to not have been used in "
                           "the graph. Set allow_unused=True if this is the desired behavior.")
    found = iter(torch.ops.amp_torch.grad(
        outputs, [tensor for tensor, there in zip(inputs, is_reached) if there], seeds)
        if any(is_reached) else ())
    given = [next(found) if there else None for there in is_reached]
    if not create_graph:
        given = [None if tensor is None else tensor.detach() for tensor in given]
    return tuple(torch.zeros_like(tensor) if result is None and materialize_grads else result
                 for tensor, result in zip(inputs, given))


# The code of PyTorch's functions meanwhile, which modules may have under names of their own.
# What is called with tensors that are no part of an export keeps PyTorch's.

def _grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False,
          only_inputs=True, allow_unused=None, is_grads_batched=False,
          materialize_grads=False):
    from amp.torch._gradients import exported, gradients, own_grad
    if not exported(outputs):
        return own_grad(outputs, inputs, grad_outputs, retain_graph, create_graph, only_inputs,
                        allow_unused, is_grads_batched, materialize_grads)
    return gradients(outputs, inputs, grad_outputs, create_graph, allow_unused,
                     is_grads_batched, materialize_grads)


def _backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False,
              grad_variables=None, inputs=None):
    from amp.torch._gradients import exported, own_backward, refuse_backward
    if not exported(tensors):
        return own_backward(tensors, grad_tensors, retain_graph, create_graph, grad_variables,
                            inputs)
    return refuse_backward()


def _copied(function: Any) -> Any:
    return types.FunctionType(function.__code__, function.__globals__, function.__name__,
                              function.__defaults__, function.__closure__)


own_grad, own_backward = _copied(torch.autograd.grad), _copied(torch.autograd.backward)


def exported(tensors: Any) -> bool:
    return any(isinstance(tensor, FakeTensor) for tensor in _sequence(tensors))


def refuse_backward() -> None:
    raise Unsupported("gradients that are added to .grad in a forward or a loss; "
                      "torch.autograd.grad(y, x, create_graph=True) gives them", "backward()")


_own_data, _own_requires_grad = torch.Tensor.data, torch.Tensor.requires_grad
_FOLDER = os.path.dirname(torch.__file__) + os.sep


def _of_a_module(tensor: torch.Tensor) -> bool:
    """Whether the code of a module asks for `.data`, and not PyTorch's own."""
    path = sys._getframe(2).f_code.co_filename
    return isinstance(tensor, FakeTensor) and not path.startswith(_FOLDER)


def _get_data(tensor: torch.Tensor) -> torch.Tensor:
    # An export does not see what `.data` gives.
    return tensor.detach() if _of_a_module(tensor) else _own_data.__get__(tensor)


def _set_data(tensor: torch.Tensor, value: torch.Tensor) -> None:
    """What was computed takes the place of a tensor's numbers, which are changed instead. Another
    tensor of the module would share its memory from then on."""
    if not _of_a_module(tensor):
        _own_data.__set__(tensor, value)
        return
    if not isinstance(value, FakeTensor) or value.shape != tensor.shape or \
            value.dtype != tensor.dtype or not _is_computed(value):
        raise Unsupported(f"another tensor's memory for a tensor; {IN_PLACE}", ".data =")
    with torch.no_grad():
        tensor.detach().copy_(value)


def _node_of(tensor: torch.Tensor) -> Any:
    mode = proxy_tensor.get_proxy_mode()
    slot = proxy_tensor.get_proxy_slot(tensor, mode.tracer, None) if mode is not None else None
    return slot and slot.proxy


def _is_computed(tensor: torch.Tensor) -> bool:
    """Whether it has memory of its own, and not that of a variable or of the batch."""
    proxy = _node_of(tensor)
    node = None if proxy is None else proxy.node
    while node is not None and node.op == "call_function":
        schema = getattr(node.target, "_schema", None)
        if schema is None or not any(result.alias_info for result in schema.returns):
            return True
        node = node.args[0] if node.args and isinstance(node.args[0], torch.fx.Node) else None
    return False


def _set_requires_grad(tensor: torch.Tensor, value: bool) -> None:
    begins = value and isinstance(tensor, FakeTensor) and not tensor.requires_grad
    before = _node_of(tensor) if begins else None
    # May come back here, from PyTorch's own modes.
    _own_requires_grad.__set__(tensor, value)
    if before is not None and _node_of(tensor) is before:
        # What is computed of it from here on, and nothing before, has a gradient.
        after = before.tracer.create_proxy(
            "call_function", torch.ops.amp_torch.leaf.default, (before,), {}, name="leaf")
        proxy_tensor.track_tensor_tree(tensor, after, constant=None, tracer=before.tracer)


def _requires_grad_(tensor: torch.Tensor, requires_grad: bool = True) -> torch.Tensor:
    _set_requires_grad(tensor, requires_grad)
    return tensor


# Where and what, while a module is exported.
PLACES = [(torch.autograd.grad, "__code__", _grad.__code__),
          (torch.autograd.backward, "__code__", _backward.__code__),
          (torch.Tensor, "data", property(_get_data, _set_data)),
          (torch.Tensor, "requires_grad", property(_own_requires_grad.__get__,
                                                   _set_requires_grad)),
          (torch.Tensor, "requires_grad_", _requires_grad_)]


# Lowering

def _lower(c: Context, outputs: Sequence[Cell], inputs: Sequence[Cell],
           seeds: Sequence[Optional[Cell]]) -> list[Cell]:
    wrt = []
    for cell in inputs:
        before = cell.value
        wrt.append(c.value_of(cell))
        if cell.base is not None and wrt[-1] is not before:
            raise Unsupported("a gradient with respect to a view whose base was changed in "
                              "place since", "torch.autograd.grad")
    total: list[Value] = []
    for output, seed in zip(outputs, seeds):
        loss = c.value_of(output)
        given = c.function.backward(loss, wrt, None if seed is None else
                                    c.cast(c.value_of(seed), loss.type.element))
        total = [c.op("add", *pair) for pair in zip(total, given)] if total else given
    return [c.new(value) for value in total]


def _leaf(c: Context, self: Value) -> Value:
    return c.op("detach", self)


higher_order[GRADIENT] = _lower
lowerings[LEAF] = _leaf
