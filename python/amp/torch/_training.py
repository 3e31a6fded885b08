# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Trainings of PyTorch's modules."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Optional

import numpy as np
import torch
from torch.utils import _pytree as pytree

from .._compile import compile as compile_graph
from ..errors import Error
from ..graph import Function, Graph
from ._export import OpenDims, input_names, read_batch
from ._optimizers import Optimizer, is_in_graph, of_optimizer, read_scaler, scaler_state
from ._program import Program, build
from ._watched import Watched


def to_tensor(array: Any) -> torch.Tensor:
    """A tensor of an array, also of a bf16 that NumPy does not know."""
    array = np.asarray(array)
    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


def _tensors(names: Sequence[str], example: Any, found: Sequence[str],
             parts: Any) -> dict[str, torch.Tensor]:
    """The tensors among the parts of a batch, which are told by their names, as those of the
    example are; what else there is is fixed in the graph."""
    leaves = dict(zip(found, pytree.tree_leaves(parts)))
    if set(found) != set(names):
        raise ValueError(f"there are {len(names)} parts, {', '.join(names)}; {len(found)} "
                         f"were given, {', '.join(found)}")
    given = {}
    for name, shown in zip(names, pytree.tree_leaves(example)):
        leaf = leaves[name]
        if isinstance(shown, torch.Tensor):
            given[name] = torch.as_tensor(leaf).detach().cpu()
        elif leaf != shown:
            raise ValueError(f"'{name}' is {leaf!r}; the graph was made for {shown!r}")
    return given


class Results(dict):
    """Names to numbers; as a number, the loss."""

    def __float__(self) -> float:
        return self["loss"]


def make_program(module: torch.nn.Module, loss: Any, optimizer: torch.optim.Optimizer,
                 example: Any, *, precision: str = "f32", scaler: Any = None,
                 scheduler: Any = None, metrics: Optional[Mapping[str, Callable]] = None,
                 clip_grad_norm: Optional[float] = None,
                 clip_grad_value: Optional[float] = None,
                 dynamic_batch: bool = True,
                 dynamic_shapes: Optional[OpenDims] = None
                 ) -> tuple[Program, Optimizer, Optional[dict]]:
    """The graph of a training, without compiling it. Its first values are the module's own
    arrays, no copies of them: it is to be written before the module changes."""
    from ._export import State
    if not isinstance(module, torch.nn.Module) or isinstance(module, torch.jit.ScriptModule):
        raise TypeError(f"the module is a {type(module).__name__}; expected a torch.nn.Module "
                        f"that is written in Python")
    if loss is not None and not callable(loss):
        raise TypeError(f"the loss is {loss!r}; expected a module, a function or None")
    ours = Optimizer(optimizer, scheduler, State(module, loss))
    scaling = read_scaler(scaler, precision)

    def declare(graph: Graph, trained: list[str], state: State) -> None:
        ours.declare(graph, trained)
        if scaling is not None:
            graph.grad_scaler(ours.scaler_name, **scaling)

    def finish(function: Function, graph: Graph, reads: dict[str, Any], loss: Any) -> None:
        gradients = function.backward(loss, [reads[name] for name in ours.trained])
        if clip_grad_value is not None:
            gradients = function.clip_grad_value(gradients, clip_grad_value)
        if clip_grad_norm is not None:
            gradients = function.clip_grad_norm(gradients, clip_grad_norm)
        function.step(ours.name, gradients)

    program = build(module, loss, example, metrics=metrics or {}, finish=finish,
                    declare=declare, precision=precision, dynamic=dynamic_batch,
                    open_dims=dynamic_shapes)
    program.graph.comment(f"Written by amp.torch from {type(module).__name__}, with PyTorch "
                          f"{torch.__version__}.")
    return program, ours, scaling


class Training:
    """A training that `compile_training` made. Module, optimizer and scaler of PyTorch keep
    the values that they had; `to_torch` gives them those of now."""

    def __init__(self, module: torch.nn.Module, loss: Any, program: Program,
                 optimizer: Optimizer, scaler: Any, scaling: Optional[dict[str, Any]],
                 precision: str, settings: Mapping[str, Any], example: Any,
                 keep_module: bool = True, stepped: Any = None) -> None:
        self.module, self.loss = module, loss
        # A scheduler whose rates the graph does not compute.
        self._stepped = stepped
        self.program = program
        self.scaler = scaler
        self._optimizer = optimizer
        self._scaling = scaling
        if scaling is None and precision == "f16":
            settings = {"loss_scale": "off", **settings}
        if program.has_autocast and precision == "f32":
            # Regions are looked at where precision is mixed; outside of them it is not.
            precision, settings = "bf16", {"loss_scale": "off", **settings} \
                if scaling is None else settings
        if precision != "f32":
            # Ops that no list names take what arrives, as in PyTorch.
            # What PyTorch refuses, a loss of probabilities, is that of their logits.
            settings = {"assigner": "eager", "fuse_safe_losses": True, **settings}
        self.session = compile_graph(program.graph, precision=precision, **settings)
        self._watched = Watched(module, loss)
        self._steps = 0
        self._kept: dict[str, Any] = {}
        self.session.bind(self._named(example), entry="train",
                          batch_size=self._rows(example))
        with self._lines():
            self.session.prepare("train")
        self.from_torch(module=False)
        # Tensors of module and loss that are empty, with the variables that have their values.
        self._emptied: dict[torch.Tensor, str] = {}
        if not keep_module:
            self._empty()

    @contextlib.contextmanager
    def _lines(self) -> Iterator[None]:
        """Errors about an op have the line of the module's own code, too."""
        try:
            yield
        except Error as error:
            line = self.program.lines.get(error.place.strip("'"))
            if not line:
                raise
            raise type(error)(f"{error.message} (at {line})", error.place) from error

    def _empty(self) -> None:
        """Leaves their values to the session alone."""
        self.graph.take_values(self.variables)
        for name, tensor in self.program.state.tensors.items():
            if name in self.graph.variables:
                self._emptied[tensor] = name
                tensor.data = tensor.data.new_empty(0)

    def _fill(self) -> None:
        for tensor, name in self._emptied.items():
            tensor.data = torch.from_numpy(np.array(self.variables[name])).to(tensor.device)
        self._emptied = {}

    @property
    def graph(self) -> Graph:
        return self.program.graph

    @property
    def variables(self) -> Any:
        """Names to arrays: parameters and buffers by the names of `state_dict`, and the
        optimizer's."""
        return self.session.variables

    # Batches

    def _named(self, batch: Any) -> dict[str, Any]:
        parts = read_batch(self.module, self.loss, batch)
        shown = self.program.batch
        return _tensors([*shown.input_names, *shown.target_names],
                        (shown.inputs, shown.targets),
                        [*parts.input_names, *parts.target_names],
                        (parts.inputs, parts.targets))

    def _taken(self, named: Mapping[str, Any], entry: str) -> dict[str, Any]:
        names = {port.name for port in self.session.entries[entry].arguments}
        least, line = self.program.least
        rows = self._rows_of(named)
        if rows < least:
            raise ValueError(f"a batch of {rows}: it has {least} rows or more, of which the module "
                             f"takes parts at {line}")
        return {name: value for name, value in named.items() if name in names}

    def _rows(self, batch: Any) -> int:
        return self._rows_of(self._named(batch))

    @staticmethod
    def _rows_of(named: Mapping[str, Any]) -> int:
        for value in named.values():
            if value.dim():
                return value.shape[0]
        return 1

    def step(self, batch: Any) -> Results:
        """One step of training on a batch, as the example's: its loss and metrics."""
        self._optimizer.follow(self.variables)
        self._watched.check()
        self._kept = self._taken(self._named(batch), "train")
        with self._lines():
            results = self.session.step(self._kept, entry="train")
        self._steps += 1
        if self._stepped is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._stepped.step()
        return Results(results)

    def evaluate(self, batch: Any) -> Results:
        """Loss and metrics of a batch, of the module in evaluation; nothing changes."""
        self._kept = self._taken(self._named(batch), "evaluate")
        return Results(self.session.step(self._kept, entry="evaluate"))

    def predict(self, *inputs: Any, **named: Any) -> Any:
        """What the module gives in evaluation."""
        if "predict" not in self.session.entries:
            raise ValueError("the loss is a function of the module, which alone knows what the "
                             "module gives")
        parts: Any = named if named else inputs
        shown = self.program.batch
        if len(inputs) == 1 and (
                isinstance(shown.inputs, Mapping) and isinstance(inputs[0], Mapping) or
                isinstance(shown.inputs, tuple) and isinstance(inputs[0], (tuple, list)) and
                len(shown.inputs) == len(inputs[0]) > 1):
            parts = inputs[0]
        self._kept = self._taken(_tensors(
            shown.input_names, shown.inputs, input_names(self.module, parts), parts), "predict")
        results = self.session.step(self._kept, entry="predict")
        # A scalar comes as a number, which has another type.
        tensors = iter(to_tensor(results[name]) if np.ndim(results[name]) else
                       torch.tensor(results[name], dtype=dtype) for name, dtype
                       in zip(self.program.output_names, self.program.output_types))
        spec, fixed = self.program.output_spec, self.program.fixed_outputs
        return pytree.tree_unflatten([fixed[i] if i in fixed else next(tensors)
                                      for i in range(spec.num_leaves)], spec)

    # State

    def module_state_dict(self) -> dict[str, torch.Tensor]:
        """As the module's `state_dict`, with the values of now."""
        return self._state_of(self.module, "")

    def loss_state_dict(self) -> dict[str, torch.Tensor]:
        """As the loss's `state_dict`; {} where the loss is a function."""
        return self._state_of(self.loss, f"{self.program.state.loss_stem}.") \
            if isinstance(self.loss, torch.nn.Module) else {}

    def _state_of(self, part: torch.nn.Module, prefix: str) -> dict[str, torch.Tensor]:
        state, result = self.program.state, part.state_dict()
        for name in result:
            first = state.first_name.get(prefix + name)
            if first in self.graph.variables:
                result[name] = torch.from_numpy(np.array(self.variables[first]))
            elif isinstance(result[name], torch.Tensor):
                result[name] = result[name].detach().clone()
        return result

    def _steps_made(self) -> int:
        """Those that were not skipped."""
        skipped = 0 if self._scaling is None else int(
            self.variables[f"{self._optimizer.scaler_name}.skipped"])
        return self._steps - skipped

    def optimizer_state_dict(self) -> dict[str, Any]:
        """As the optimizer's `state_dict`."""
        return self._optimizer.state_dict(self.variables, self._steps_made())

    def scaler_state_dict(self) -> dict[str, Any]:
        """As `GradScaler.state_dict`; {} where there is none."""
        return {} if self._scaling is None else scaler_state(
            self.variables, self._optimizer.scaler_name, self._scaling)

    def scheduler_state_dict(self) -> dict[str, Any]:
        """As the scheduler's `state_dict`; {} where there is none."""
        if self._stepped is not None:
            return self._stepped.state_dict()
        if self._optimizer.scheduler is None:
            return {}
        return self._optimizer.scheduler_state(self.variables)

    def state_dict(self) -> dict[str, Any]:
        """All of it: module, optimizer, scaler, scheduler, and, where there are any, those of
        the loss and of dropout."""
        state = {"module": self.module_state_dict(), "optimizer": self.optimizer_state_dict(),
                 "scaler": self.scaler_state_dict(), "scheduler": self.scheduler_state_dict()}
        if self.loss_state_dict():
            state["loss"] = self.loss_state_dict()
        if self.program.rng is not None:
            state["rng"] = torch.from_numpy(np.array(self.variables[self.program.rng]))
        return state

    def load_module_state_dict(self, state: Mapping[str, Any]) -> None:
        self._load(self.module, "", state)

    def load_loss_state_dict(self, state: Mapping[str, Any]) -> None:
        self._load(self.loss, f"{self.program.state.loss_stem}.", state)

    def _load(self, part: torch.nn.Module, prefix: str, state: Mapping[str, Any]) -> None:
        names = self.program.state.first_name
        expected = set(part.state_dict())
        missing, unknown = expected - set(state), set(state) - expected
        if missing or unknown:
            raise ValueError("state of another module: "
                             + "; ".join(f"{what} {', '.join(sorted(found))}" for what, found
                                         in (("missing", missing), ("unknown", unknown))
                                         if found))
        for name, value in state.items():
            first = names.get(prefix + name)
            if first in self.graph.variables:
                self.variables[first] = value.detach().cpu()

    def load_optimizer_state_dict(self, state: Mapping[str, Any]) -> None:
        self._optimizer.load_state_dict(self.variables, state, self._steps_made())

    def load_scaler_state_dict(self, state: Mapping[str, Any]) -> None:
        if self._scaling is None:
            raise ValueError("the training has no loss scale")
        for key in ("growth_factor", "backoff_factor", "growth_interval"):
            have = self.scaler_state_dict()[key]
            if key in state and state[key] != have:
                raise ValueError(f"the scaler's {key} is {state[key]}; the training was "
                                 f"compiled with {have}")
        name = self._optimizer.scaler_name
        self.variables[f"{name}.scale"] = np.float32(state["scale"])
        self.variables[f"{name}.growth_tracker"] = np.int32(state["_growth_tracker"])

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """The inverse of `state_dict`."""
        self.load_module_state_dict(state["module"])
        if state.get("loss"):
            self.load_loss_state_dict(state["loss"])
        if state.get("scheduler"):
            scheduler = self._optimizer.scheduler if self._stepped is None else self._stepped
            scheduler.load_state_dict(dict(state["scheduler"]))
        self.load_optimizer_state_dict(state["optimizer"])
        if state.get("scaler"):
            self.load_scaler_state_dict(state["scaler"])
        if "rng" in state and self.program.rng is not None:
            self.variables[self.program.rng] = state["rng"]

    def to_torch(self) -> None:
        """Gives module, optimizer, scaler and scheduler of PyTorch the values of now, so that
        training can go on there."""
        self._fill()
        self.module.load_state_dict(self.module_state_dict())
        if isinstance(self.loss, torch.nn.Module):
            self.loss.load_state_dict(self.loss_state_dict())
        if self._optimizer.scheduler is not None:
            self.scheduler_state_dict()
        self._optimizer.optimizer.load_state_dict(self.optimizer_state_dict())
        if self._scaling is not None and isinstance(self.scaler, torch.amp.GradScaler):
            self.scaler.load_state_dict(self.scaler_state_dict())

    def from_torch(self, module: bool = True) -> None:
        """Goes on from the values that module, optimizer, scaler and scheduler of PyTorch have
        now."""
        if module and self._emptied:
            raise ValueError("the module has no values, because of keep_module=False; to_torch() "
                             "gives it those of now")
        if module:
            self.load_module_state_dict(self.module.state_dict())
            if isinstance(self.loss, torch.nn.Module):
                self.load_loss_state_dict(self.loss.state_dict())
        self._optimizer.write(self.variables, self._steps_made())
        if self._scaling is not None and isinstance(self.scaler, torch.amp.GradScaler):
            self.load_scaler_state_dict(self.scaler.state_dict())


def compile_training(module: torch.nn.Module, loss: Any, optimizer: torch.optim.Optimizer,
                     example: Any, *, precision: str = "f32", scaler: Any = None,
                     scheduler: Any = None,
                     metrics: Optional[Mapping[str, Callable[..., Any]]] = None,
                     clip_grad_norm: Optional[float] = None,
                     clip_grad_value: Optional[float] = None, dynamic_batch: bool = True,
                     dynamic_shapes: Optional[OpenDims] = None, keep_module: bool = True,
                     **settings: Any) -> Training:
    """Compiles the training of a module: forward, loss, backward and optimizer as one graph.

    `loss` is a module or a function of the module's output and the target; a function whose
    first parameter is called `module` gets the module and the batch; None: the module gives
    its loss itself. `example` is a batch, which shows types and shapes: a tuple whose last
    item is the target and whose others are the module's arguments, or a dict that has them by
    their names. Its tensors are not trained on.

    `precision` is "f32", "bf16" or "f16", as torch.autocast around forward and loss.
    `scaler` is a torch.amp.GradScaler, "dynamic", a dict of its settings or False; f16 has
    one by itself. `scheduler` is a scheduler of the optimizer, of which each step of the
    training makes one step, in the graph where that has its schedule; without it each step
    takes the rates that the optimizer's groups have then. `metrics` are functions of output
    and target. `settings` are those of `amp.compile`, such as `device=` and `seed=`; "eager" is
    the assigner, as in PyTorch, unless `assigner=` says otherwise.

    The first dimension of the example's tensors may have any size in batches, unless
    `dynamic_batch` is False. So may those that `dynamic_shapes` lists, by the names of tensors:
    {"tokens": [1], "labels": [1]} for sequences of any length. For each length there are
    programs of its own, so let there be few: fill sequences up to one of some lengths.

    First values are read where module and loss have them. Both keep theirs, unless
    `keep_module` is False: then their parameters and buffers are empty, and take no memory,
    until `to_torch`.

    What cannot be imported is an UnsupportedError, which lists all of it."""
    of_optimizer(scheduler, optimizer)
    stepped = None if is_in_graph(scheduler) else scheduler
    program, ours, scaling = make_program(
        module, loss, optimizer, example, precision=precision, scaler=scaler,
        scheduler=scheduler if stepped is None else None, metrics=metrics,
        clip_grad_norm=clip_grad_norm,
        clip_grad_value=clip_grad_value, dynamic_batch=dynamic_batch,
        dynamic_shapes=dynamic_shapes)
    return Training(module, loss, program, ours, scaler, scaling, precision, settings, example,
                    keep_module, stepped)
