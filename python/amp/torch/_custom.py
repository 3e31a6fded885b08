# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""torch.autograd.Function: a call is kept as one op while a module is exported, where
torch.export would put its forward in its place and forget its backward; it becomes an
`amp.custom_function`, whose regions are its forward and its backward."""

from __future__ import annotations

import contextlib
import inspect
import math
from collections.abc import Iterator, Sequence
from typing import Any, Optional

import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode

from ..graph import Value
from ._lowering import FROM_DATA, Context, Unsupported, higher_order

_library = torch.library.Library("amp_torch", "DEF")
_library.define("custom_function(int call, Tensor[] inputs) -> Tensor[]")


_library.define("ctc_loss(Tensor log_probs, Tensor targets, Tensor input_lengths, "
                "Tensor target_lengths, int blank, int reduction, bool zero_infinity) -> Tensor")


@torch.library.register_fake("amp_torch::ctc_loss", lib=_library)
def _shape_of_ctc_loss(log_probs: torch.Tensor, targets: torch.Tensor,
                       input_lengths: torch.Tensor, target_lengths: torch.Tensor, blank: int,
                       reduction: int, zero_infinity: bool) -> torch.Tensor:
    return log_probs.new_empty(() if reduction else target_lengths.shape)


def ctc_loss(log_probs: torch.Tensor, targets: torch.Tensor, input_lengths: Any,
             target_lengths: Any, blank: int = 0, reduction: int = 1,
             zero_infinity: bool = False) -> torch.Tensor:
    """torch.ctc_loss, which looks at the lengths to say what its result is."""
    lengths = [item if isinstance(item, torch.Tensor) else torch.tensor(item)
               for item in (input_lengths, target_lengths)]
    return torch.ops.amp_torch.ctc_loss(log_probs, targets, *lengths, blank, reduction,
                                        zero_infinity)


def _recurrent(name: str, states: int) -> Any:
    """torch.lstm and its like, kept as one op: to find its shapes, PyTorch would run each step
    of a sequence."""
    hx_type, results = ("Tensor[]", "(Tensor, Tensor, Tensor)") if states == 2 \
        else ("Tensor", "(Tensor, Tensor)")
    _library.define(f"{name}(Tensor input, {hx_type} hx, Tensor[] params, bool has_biases, "
                    f"int num_layers, float dropout, bool train, bool bidirectional, "
                    f"bool batch_first) -> {results}")

    @torch.library.register_fake(f"amp_torch::{name}", lib=_library)
    def shapes(input: torch.Tensor, hx: Any, params: Sequence[torch.Tensor], has_biases: bool,
               num_layers: int, dropout: float, train: bool, bidirectional: bool,
               batch_first: bool) -> tuple[torch.Tensor, ...]:
        firsts = hx if states == 2 else [hx]
        width = firsts[0].shape[-1] * (2 if bidirectional else 1)
        return (input.new_empty((*input.shape[:-1], width)),
                *(torch.empty_like(first) for first in firsts))

    own, operator = getattr(torch._VF, name), getattr(torch.ops.amp_torch, name)

    def call(*args: Any) -> Any:
        # Packed sequences have their lengths second.
        if len(args) != 9 or not isinstance(args[3], bool):
            return own(*args)
        plain = args[4] * (2 if args[7] else 1) * (4 if args[3] else 2)
        return operator(*args) if len(args[2]) == plain else projected_lstm(*args)
    return call


def projected_lstm(input: torch.Tensor, hx: Sequence[torch.Tensor],
                   params: Sequence[torch.Tensor], has_biases: bool, num_layers: int,
                   dropout: float, train: bool, bidirectional: bool, batch_first: bool,
                   lengths: Optional[torch.Tensor] = None) -> tuple[torch.Tensor, ...]:
    """torch.lstm with projections of the hidden state, which amp.lstm has not, step by step.
    Behind its length a sequence keeps its states."""
    linear = torch.nn.functional.linear
    x = input.transpose(0, 1) if batch_first else input
    if lengths is not None:
        # What is behind the lengths is not looked at, and may be anything.
        there = torch.arange(x.shape[0], device=x.device)[:, None] < lengths
        x = torch.where(there.unsqueeze(-1), x, 0.0)
    each = 5 if has_biases else 3
    last: tuple[list[torch.Tensor], list[torch.Tensor]] = ([], [])
    for layer in range(num_layers):
        outputs = []
        for is_backward in ((False, True) if bidirectional else (False,)):
            number = len(last[0])
            w_ih, w_hh, *biases, w_hr = params[number * each:(number + 1) * each]
            b_ih, b_hh = biases if biases else (None, None)
            entering = linear(x, w_ih, b_ih)
            h, cell = hx[0][number], hx[1][number]
            steps = list(range(x.shape[0]))
            states = [h] * len(steps)
            for t in reversed(steps) if is_backward else steps:
                i, f, g, o = (entering[t] + linear(h, w_hh, b_hh)).chunk(4, -1)
                new_cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
                new_h = linear(o.sigmoid() * new_cell.tanh(), w_hr)
                if lengths is not None:
                    new_h = torch.where(there[t].unsqueeze(-1), new_h, h)
                    new_cell = torch.where(there[t].unsqueeze(-1), new_cell, cell)
                h, cell = new_h, new_cell
                states[t] = h
            outputs.append(torch.stack(states))
            last[0].append(h)
            last[1].append(cell)
        x = torch.cat(outputs, -1)
        if train and dropout and layer + 1 < num_layers:
            x = torch.nn.functional.dropout(x, dropout)
    return x.transpose(0, 1) if batch_first else x, torch.stack(last[0]), torch.stack(last[1])


# By their names, what torch.nn's recurrent layers call.
recurrent = {name: _recurrent(name, states) for name, states in
             (("lstm", 2), ("gru", 1), ("rnn_tanh", 1), ("rnn_relu", 1))}


def embedding_bag(input: torch.Tensor, weight: torch.Tensor, offsets: Any = None,
                  max_norm: Any = None, norm_type: float = 2, scale_grad_by_freq: bool = False,
                  mode: str = "mean", sparse: bool = False, per_sample_weights: Any = None,
                  include_last_offset: bool = False, padding_idx: Any = None) -> torch.Tensor:
    """torch.nn.functional.embedding_bag as what it is made of: of bags of one size a
    reduction, of bags that begin at offsets a reduction by index."""
    if max_norm is not None or scale_grad_by_freq:
        return _embedding_bag(input, weight, offsets, max_norm, norm_type, scale_grad_by_freq,
                              mode, sparse, per_sample_weights, include_last_offset,
                              padding_idx)
    rows = torch.nn.functional.embedding(input, weight, padding_idx)
    if input.dim() == 1:
        return _reduced_bags(rows, input, offsets, mode, per_sample_weights,
                             include_last_offset, None if padding_idx is None
                             else padding_idx % weight.shape[0])
    if padding_idx is not None:
        padding_idx = padding_idx % weight.shape[0]
        there = (input != padding_idx).unsqueeze(-1)
        if mode == "max":
            rows = rows.masked_fill(~there, -torch.inf)
        else:
            rows = rows * there
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.unsqueeze(-1)
    if mode == "sum":
        return rows.sum(1)
    if mode == "max":
        return rows.amax(1)
    if padding_idx is None:
        return rows.mean(1)
    return rows.sum(1) / there.sum(1).clamp(min=1)


def _reduced_bags(rows: torch.Tensor, words: torch.Tensor, offsets: torch.Tensor, mode: str,
                  weights: Any, include_last_offset: bool, padding_idx: Any) -> torch.Tensor:
    """Rows by the bag that each is in: as many begin up to it, less one. A last bag takes what
    is in none."""
    count = offsets.shape[0] - include_last_offset
    begins = torch.zeros(words.shape[0] + 1, dtype=torch.int64).index_add(
        0, offsets.long(), torch.ones_like(offsets, dtype=torch.int64))
    bag = begins[:-1].cumsum(0) - 1
    if padding_idx is not None:
        bag = torch.where(words == padding_idx, count, bag)
    if weights is not None:
        rows = rows * weights.unsqueeze(-1)
    zeros = torch.zeros((count + 1, rows.shape[1]), dtype=rows.dtype)
    if mode == "max":
        return zeros.scatter_reduce(0, bag.unsqueeze(-1).expand(rows.shape), rows, "amax",
                                    include_self=False)[:count]
    total = zeros.index_add(0, bag, rows)[:count]
    if mode == "sum":
        return total
    number = torch.zeros(count + 1, dtype=rows.dtype).index_add(
        0, bag, torch.ones_like(bag, dtype=rows.dtype))[:count]
    return total / number.clamp(min=1).unsqueeze(-1)


def gaussian_nll_loss(input: torch.Tensor, target: torch.Tensor, var: Any, full: bool = False,
                      eps: float = 1e-6, reduction: str = "mean") -> torch.Tensor:
    """torch.nn.functional.gaussian_nll_loss, which looks whether a variance is negative. One
    below `eps` counts as that, and has a gradient as if it were not bounded."""
    if not isinstance(var, torch.Tensor):
        var = var * torch.ones_like(input)
    if var.dim() == input.dim() - 1:
        var = var.unsqueeze(-1)
    var = torch.where(var < eps, eps + (var - var.detach()), var)
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return loss.mean() if reduction == "mean" else loss.sum() if reduction == "sum" else loss


def cov(input: torch.Tensor, *, correction: int = 1, fweights: Any = None,
        aweights: Any = None) -> torch.Tensor:
    """torch.cov, which looks at numbers to warn of what it divides by."""
    x = input.reshape(1, -1) if input.dim() < 2 else input
    weights = fweights if aweights is None else aweights if fweights is None \
        else fweights * aweights
    if weights is None:
        x = x - x.mean(1, keepdim=True)
        product, count = x @ x.T, x.shape[1]
        # A size that is left open is compared with nothing.
        norm = count - correction if isinstance(count, torch.SymInt) \
            else max(count - correction, 0)
    else:
        weights = weights.to(x.dtype)
        total = weights.sum()
        x = x - (x * weights).sum(1, keepdim=True) / total
        product = (x * weights) @ x.T
        lost = 1 if aweights is None else (weights * aweights).sum() / total
        norm = (total - correction * lost).clamp(min=0)
    return (product / norm).squeeze()


def corrcoef(input: torch.Tensor) -> torch.Tensor:
    """torch.corrcoef, by `cov`."""
    c = cov(input)
    if c.dim() == 0:
        return c / c
    deviation = c.diagonal().sqrt()
    return (c / deviation.unsqueeze(1) / deviation.unsqueeze(0)).clamp(-1, 1)


_embedding_bag = torch.nn.functional.embedding_bag


class _Frame:
    """What `forward` and `backward` take as ctx."""

    def __init__(self, count: int) -> None:
        self.needs_input_grad = (True,) * count
        self.saved_tensors: Sequence[torch.Tensor] = ()

    def save_for_backward(self, *tensors: torch.Tensor) -> None:
        self.saved_tensors = tensors

    def mark_non_differentiable(self, *tensors: torch.Tensor) -> None:
        pass

    def set_materialize_grads(self, value: bool) -> None:
        if not value:
            raise Unsupported("set_materialize_grads(False): gradients that are None have no "
                              "counterpart")

    def mark_dirty(self, *tensors: torch.Tensor) -> None:
        raise Unsupported("mark_dirty: what is changed in place has no counterpart")


class Call:
    """A call of a function: its class, and its arguments, where tensors are numbers of
    those that the op takes."""

    def __init__(self, cls: Any, args: Sequence[Any]) -> None:
        self.cls = cls
        self.tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
        self.template = [isinstance(arg, torch.Tensor) for arg in args]
        self.others = list(args)
        self.is_tuple = False

    def forward(self, tensors: Sequence[torch.Tensor]) -> tuple[_Frame, list[torch.Tensor]]:
        inputs = iter(tensors)
        args = [next(inputs) if is_tensor else other
                for is_tensor, other in zip(self.template, self.others)]
        frame = _Frame(len(args))
        if self.cls.setup_context is not torch.autograd.Function.setup_context:
            output = self.cls.forward(*args)
            self.cls.setup_context(frame, tuple(args), output)
        else:
            output = self.cls.forward(frame, *args)
        self.is_tuple = isinstance(output, tuple)
        results = list(output) if self.is_tuple else [output]
        if not all(isinstance(result, torch.Tensor) for result in results):
            raise Unsupported("it gives something that is no tensor")
        # A result is never one of the inputs themselves.
        return frame, [result.view_as(result) if any(result is t for t in tensors) else result
                       for result in results]


_calls: list[list[Call]] = []


@torch.library.register_fake("amp_torch::custom_function", lib=_library)
def _shapes_of_results(call: int, inputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    return [torch.empty_like(result) for result in _calls[-1][call].forward(inputs)[1]]


@contextlib.contextmanager
def recorded(found: list[Call]) -> Iterator[None]:
    """Meanwhile calls are kept, in `found`."""
    original = torch.autograd.Function.__dict__["apply"]

    def apply(cls: Any, *args: Any, **kwargs: Any) -> Any:
        if kwargs:
            raise Unsupported(f"{cls.__name__}.apply with keywords")
        call = Call(cls, args)
        found.append(call)
        results = torch.ops.amp_torch.custom_function(len(found) - 1, call.tensors)
        return tuple(results) if call.is_tuple else results[0]

    _calls.append(found)
    torch.autograd.Function.apply = classmethod(apply)
    try:
        yield
    finally:
        torch.autograd.Function.apply = original
        _calls.pop()


def _cast_inputs(cls: Any) -> Optional[torch.dtype]:
    """What torch.amp.custom_fwd was given."""
    try:
        found = inspect.getclosurevars(cls.forward).nonlocals
    except TypeError:
        return None
    return found.get("cast_inputs")


def _lower(c: Context, number: int, inputs: Sequence[Any]) -> list[Any]:
    call = c.custom_functions[number]
    name = f"autograd.Function {call.cls.__qualname__}"
    try:
        return _write(c, call, inputs)
    except Unsupported as error:
        raise Unsupported(str(error), name) from None
    except GuardOnDataDependentSymNode as error:
        raise Unsupported(FROM_DATA, name) from error
    except Exception as error:
        raise Unsupported(f"its forward and backward cannot be traced: "
                          f"{str(error).partition(chr(10))[0]}", name) from error


def _write(c: Context, call: Call, inputs: Sequence[Any]) -> list[Any]:
    fakes = [node.meta["val"] for node in c.node.args[1]]
    frames: list[_Frame] = []
    attributes: list[str] = []
    counts: list[int] = []

    def forward(*tensors: torch.Tensor) -> list[torch.Tensor]:
        frame, results = call.forward(tensors)
        frames.append(frame)
        attributes[:] = [key for key, value in vars(frame).items()
                         if isinstance(value, torch.Tensor)]
        counts[:] = [len(results), len(frame.saved_tensors)]
        return [*results, *frame.saved_tensors,
                *(getattr(frame, key) for key in attributes)]

    with torch.no_grad():
        made = make_fx(forward, pre_dispatch=True)(*fakes)
    outputs = [node.meta["val"] for node in made.graph.output_node().args[0]]
    shown, kept = counts[0], len(outputs) - counts[0]
    frame = frames[-1]
    # Inputs whose gradient is none: it is zeros of their shape.
    missing: list[int] = []
    tensor_places = [i for i, is_tensor in enumerate(call.template) if is_tensor]

    def backward(*tensors: torch.Tensor) -> list[torch.Tensor]:
        frame.saved_tensors = tuple(tensors[:counts[1]])
        for key, tensor in zip(attributes, tensors[counts[1]:kept]):
            setattr(frame, key, tensor)
        gradients = call.cls.backward(frame, *tensors[kept:])
        gradients = gradients if isinstance(gradients, tuple) else (gradients,)
        given = []
        missing.clear()
        for position, place in enumerate(tensor_places):
            if not fakes[position].dtype.is_floating_point:
                continue
            if gradients[place] is None:
                missing.append(position)
            else:
                given.append(gradients[place])
        return given

    with torch.no_grad():
        derived = make_fx(backward, pre_dispatch=True)(
            *outputs[shown:], *(torch.empty_like(output) for output in outputs[:shown]))
    values = [c.value_of(cell) for cell in inputs]

    def write_forward(arguments: list[Value]) -> list[Value]:
        cells = c.run(made, [c.new(value) for value in arguments])
        return [*(c.value_of(cell) for cell in cells), *(arguments[i] for i in missing)]

    def write_backward(arguments: list[Value]) -> list[Value]:
        before, without = arguments[:kept], arguments[kept:kept + len(missing)]
        rest = arguments[kept + len(missing):]
        cells = c.run(derived, [c.new(value) for value in [*before, *rest]])
        given = iter(c.value_of(cell) for cell in cells)
        lacking = iter(without)
        return [c.op("zeros_like", next(lacking)) if i in missing else next(given)
                for i, fake in enumerate(fakes) if fake.dtype.is_floating_point]

    to = _cast_inputs(call.cls)
    with c.region() as changed:
        results = c.function.custom_function(
            values, write_forward, write_backward, kept + len(missing),
            c.element_of(to) if to is not None else None)
    if changed:
        raise Unsupported("it changes what it is given, or draws random numbers")
    return [c.new(value) for value in results]


higher_order["amp_torch.custom_function.default"] = _lower
