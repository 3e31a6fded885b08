# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Exported graphs of a module with its loss, and what they are of: its state by names."""

from __future__ import annotations

import contextlib
import inspect
import logging
import os
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Optional

import numpy as np
import torch
from torch._subclasses.fake_tensor import (DataDependentOutputException,
                                           DynamicOutputShapeException, FakeTensor)
from torch.fx.experimental.sym_node import SymNode
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode
from torch.utils import _pytree as pytree

from ._custom import (corrcoef, cov, ctc_loss, embedding_bag, gaussian_nll_loss, recorded,
                      recurrent)
from ._gradients import PLACES as gradient_places
from ._lowering import (FROM_DATA, FUNCTION, OWN_FOLDERS, Problem, Unsupported,
                        UnsupportedError, refusal_of)
from ._packed import PLACES as packed_places
from ._watched import PLACES as random_places, RANDOM, Attributes, random_states


class Batch(NamedTuple):
    """How the tensors of a batch are called, and which of them the module takes."""

    inputs: Any
    targets: Any
    input_names: list[str]
    target_names: list[str]


def _leaf_names(stem: str, value: Any) -> list[str]:
    paths, _ = pytree.tree_flatten_with_path(value)
    names = []
    for path, _ in paths:
        parts = [str(getattr(key, "key", getattr(key, "idx", getattr(key, "name", key))))
                 for key in path]
        names.append(".".join([stem, *parts] if stem else parts))
    return names


def input_names(module: torch.nn.Module, inputs: Any) -> list[str]:
    """How a module's arguments are called: a tuple of them, or a mapping."""
    if isinstance(inputs, Mapping):
        return _leaf_names("", inputs)
    parameters = [name for name, parameter in
                  inspect.signature(module.forward).parameters.items()
                  if parameter.kind in (parameter.POSITIONAL_ONLY,
                                        parameter.POSITIONAL_OR_KEYWORD)]
    return [name for i, item in enumerate(inputs)
            for name in _leaf_names(parameters[i] if i < len(parameters) else f"input.{i}",
                                    item)]


def takes_module(loss: Any) -> bool:
    """Whether a loss is a function of the module and the batch."""
    if loss is None or isinstance(loss, torch.nn.Module):
        return False
    try:
        first = next(iter(inspect.signature(loss).parameters), "")
    except (TypeError, ValueError):
        return False
    return first in ("module", "model", "net")


def read_batch(module: torch.nn.Module, loss: Any, batch: Any) -> Batch:
    """Parts a batch: the last item is the loss's target, those before it are the module's
    arguments; of a mapping, the module's arguments by their names, and the rest."""
    batch = pytree.tree_map_only(np.ndarray, torch.from_numpy, batch)
    if takes_module(loss):
        names = _leaf_names("" if isinstance(batch, Mapping) else "batch", batch)
        return Batch((), batch, [], names)
    if isinstance(batch, Mapping):
        accepted = inspect.signature(module.forward).parameters
        inputs = {key: value for key, value in batch.items() if key in accepted}
        others = {key: value for key, value in batch.items() if key not in accepted}
        return Batch(inputs, tuple(others.values()), _leaf_names("", inputs),
                     _leaf_names("", others))
    if isinstance(batch, torch.Tensor):
        batch = (batch,)
    if loss is None:
        inputs, targets = tuple(batch), ()
    elif len(batch) == 1:
        inputs, targets = tuple(batch), ()
    else:
        *inputs, target = batch
        inputs = tuple(inputs)
        targets = tuple(target) if isinstance(target, (tuple, list)) else (target,)
    required = [name for name, parameter in
                inspect.signature(module.forward).parameters.items()
                if parameter.default is parameter.empty]
    if len(inputs) == 1 and isinstance(inputs[0], (tuple, list)) and len(required) > 1:
        inputs = tuple(inputs[0])
    names = input_names(module, inputs)
    # An argument of the module may be called so, too.
    stem = "target" if "target" not in names else "loss.target"
    wanted = [stem] if len(targets) == 1 else [f"{stem}.{i}" for i in range(len(targets))]
    target_names = []
    for stem, item in zip(wanted, targets):
        target_names += _leaf_names(stem, item)
    return Batch(inputs, targets, names, target_names)


class _Reads:
    """Whether modules look at `training` meanwhile."""

    def __init__(self, step: torch.nn.Module) -> None:
        # A module's own train() may do anything.
        plain = torch.nn.Module
        self.found = any(type(child).train is not plain.train or
                         type(child).eval is not plain.eval for child in step.modules())

    def __enter__(self) -> "_Reads":
        def read(module: torch.nn.Module) -> bool:
            self.found = True
            return vars(module)["training"]

        def write(module: torch.nn.Module, value: bool) -> None:
            vars(module)["training"] = value
        # A property of the class comes before what an instance has.
        torch.nn.Module.training = property(read, write)
        return self

    def __exit__(self, *error: Any) -> None:
        del torch.nn.Module.training


class _Step(torch.nn.Module):
    """Forward and loss as one module, whose names are those of the parts."""

    def __init__(self, module: torch.nn.Module, loss: Any,
                 metrics: Mapping[str, Callable[..., Any]]) -> None:
        super().__init__()
        self.module = module
        self.takes_module = takes_module(loss)
        self.loss = loss
        self.metrics = metrics
        self.replaced: set[str] = set()
        self.reads = _Reads(self)
        self.attributes = Attributes(self)

    def forward(self, inputs: Any, targets: Any) -> Any:
        states = random_states()
        with self._assigned(), self.reads, self.attributes:
            results = self._results(inputs, targets)
        if random_states() != states:
            raise Unsupported(RANDOM, "a random number")
        return results

    @contextlib.contextmanager
    def _assigned(self) -> Iterator[None]:
        """Buffers that are assigned meanwhile are changed in place instead, which an exported
        graph shows. Other tensors that are assigned are noted, and as they were."""
        buffers = [(child, name, buffer) for child in self.modules()
                   for name, buffer in child.named_buffers(recurse=False)]
        others = [(f"{path}.{name}", child, name, value) for path, child in self.named_modules()
                  for name, value in vars(child).items() if isinstance(value, torch.Tensor)]
        known = [(child, set(vars(child))) for child in self.modules()]
        try:
            yield
            for child, name, buffer in buffers:
                after = child._buffers.get(name)
                if isinstance(after, torch.Tensor) and after is not buffer:
                    buffer.copy_(after)
        finally:
            for child, name, buffer in buffers:
                child._buffers[name] = buffer
            for path, child, name, value in others:
                if vars(child).get(name) is not value:
                    self.replaced.add(path)
                    vars(child)[name] = value
            # What a call leaves in a module is of the export, and no tensor of anybody's.
            for child, names in known:
                for name in vars(child).keys() - names:
                    if isinstance(vars(child)[name], FakeTensor):
                        del vars(child)[name]

    def _results(self, inputs: Any, targets: Any) -> Any:
        if self.takes_module:
            result, output = self.loss(self.module, targets), None
        else:
            output = self.module(**inputs) if isinstance(inputs, Mapping) \
                else self.module(*inputs)
            # What the loss makes of a tensor, such as one of another shape, is not given out.
            output, given = pytree.tree_map_only(torch.Tensor, torch.clone, output), output
            result = given if self.loss is None else self.loss(given, *targets)
        named: dict[str, Any] = {}
        if isinstance(result, Mapping):
            named |= result
        elif isinstance(result, (tuple, list)):
            named |= {"loss" if i == 0 else f"loss.{i}": item
                      for i, item in enumerate(result)}
        else:
            named["loss"] = result
        if not isinstance(named.get("loss"), torch.Tensor):
            raise ValueError(f"the loss gives {', '.join(named)}; expected a tensor, or several "
                             f"of which one is called 'loss'" if "loss" not in named else
                             f"the loss is {named['loss']!r}; expected a tensor")
        for name, metric in self.metrics.items():
            if name in named:
                raise ValueError(f"the metric '{name}' is called as what the loss gives is")
            named[name] = metric(output, *targets)
        return named, output


# The prefix of the paths of modules in an exported step.
PREFIX = "module"


class Capture(NamedTuple):
    """An exported graph. `outputs` names what it gives, `inputs` its arguments."""

    program: Any
    named: list[str]
    output_names: list[str]
    output_spec: Any
    custom_functions: list[Any]
    # Tensors that are no buffers, and that the module assigns.
    replaced: set[str]
    # Whether it may be another one in the other mode, training or evaluation.
    has_modes: bool
    # Attributes that are numbers and that a call changes, with values before and behind it.
    counted: dict[str, tuple[Any, Any]]


# The dimensions, beside the first, whose sizes are open, by the names of tensors.
OpenDims = Mapping[str, Sequence[int]]


def _map_named(function: Callable[[str, Any], Any], names: Sequence[str], example: Any) -> Any:
    """As tree_map, with the leaves' names."""
    leaves, spec = pytree.tree_flatten(example)
    return pytree.tree_unflatten([function(name, leaf) for name, leaf
                                  in zip(names, leaves)], spec)


def _dynamic_shapes(example: Any, batch: Optional[int], names: Sequence[str],
                    open_dims: OpenDims) -> Any:
    def shape(name: str, value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return None
        dims = list(open_dims.get(name, ()))
        if value.dim() and value.shape[0] == batch:
            dims.append(0)
        return dict.fromkeys(dims, torch.export.Dim.DYNAMIC)
    return _map_named(shape, names, example)


def check_open_dims(batch: Batch, open_dims: OpenDims) -> None:
    """A ValueError if they are not those of tensors of the batch."""
    names = [*batch.input_names, *batch.target_names]
    leaves = dict(zip(names, pytree.tree_leaves((batch.inputs, batch.targets))))
    for name, dims in open_dims.items():
        leaf = leaves.get(name)
        if not isinstance(leaf, torch.Tensor):
            raise ValueError(f"dynamic_shapes: there is no tensor '{name}'; the example has "
                             f"{', '.join(names)}")
        for dim in dims:
            if not isinstance(dim, int) or not 0 < dim < leaf.dim():
                raise ValueError(f"dynamic_shapes: '{name}' has {leaf.dim()} dimensions, of "
                                 f"which the first counts samples; {dim!r} is none of the "
                                 f"others")


def _resized(example: Any, size: int, module: torch.nn.Module) -> tuple[Any, int]:
    """An example whose batch has a size that no other dimension has: code that compares the
    two would otherwise be exported for that size alone."""
    others = {dim for tensor in [*module.parameters(), *module.buffers()]
              for dim in tensor.shape}
    leaves = [leaf for leaf in pytree.tree_leaves(example) if isinstance(leaf, torch.Tensor)]
    others |= {dim for leaf in leaves for dim in leaf.shape[1:]}
    new = next(number for number in (7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59,
                                     61, 67, 71, 73, 79, 83, 89, 97, 101, 103)
               if number not in others or number == 103)
    rows = torch.arange(new) % max(1, size)

    def resize(leaf: Any) -> Any:
        if isinstance(leaf, torch.Tensor) and leaf.dim() and leaf.shape[0] == size:
            return leaf.detach()[rows.to(leaf.device)]
        return leaf
    return pytree.tree_map(resize, example), new


def _shortened(example: Any, names: Sequence[str], open_dims: OpenDims,
               module: torch.nn.Module) -> Any:
    """An example whose open dimensions have sizes that no other has, for the same reason.
    Smaller ones: there may be a table of positions that ends where the example does."""
    leaves = pytree.tree_leaves(example)
    others = {dim for tensor in [*module.parameters(), *module.buffers()]
              for dim in tensor.shape}
    for name, leaf in zip(names, leaves):
        if isinstance(leaf, torch.Tensor):
            others |= {size for dim, size in enumerate(leaf.shape)
                       if dim not in open_dims.get(name, ())}
    given = sorted({leaf.shape[dim] for name, leaf in zip(names, leaves)
                    for dim in open_dims.get(name, ())})
    new: dict[int, int] = {}
    for size in given:
        new[size] = next((number for number in range(size, 1, -1)
                          if number not in others and number not in new.values()), size)

    def shorten(name: str, leaf: Any) -> Any:
        for dim in open_dims.get(name, ()):
            leaf = leaf.detach().narrow(dim, 0, new[leaf.shape[dim]])
        return leaf
    return _map_named(shorten, names, example)


def batch_size(batch: Batch) -> Optional[int]:
    for leaf in pytree.tree_leaves((batch.inputs, batch.targets)):
        if isinstance(leaf, torch.Tensor) and leaf.dim():
            return leaf.shape[0]
    return None


def _refusal(reason: str, name: str = "") -> Callable[..., Any]:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise Unsupported(reason, name)
    return refuse


def _own_frames(tracer: Any, stack: traceback.StackSummary) -> traceback.StackSummary:
    """What a node keeps of the stack that it comes from: also functions that are not called
    `forward`, as a loss may be."""
    starts = [i for i, frame in enumerate(stack)
              if frame.filename == __file__ and frame.name == "_results"]
    return traceback.StackSummary.from_list(
        [frame for frame in stack[starts[-1] + 1 if starts else 0:]
         if not frame.filename.startswith((*OWN_FOLDERS, contextlib.__file__))])


def _quiet() -> list[tuple[Any, str, Any]]:
    """What PyTorch prints of an export that fails, unless somebody asked for it: the error
    says it."""
    from torch.export import _trace
    found: list[tuple[Any, str, Any]] = [(_trace, "print", lambda *_, **__: None)]
    for name in ("torch.export._trace", "torch._export.non_strict_utils",
                 "torch._subclasses.fake_tensor", "torch.fx.experimental.symbolic_shapes"):
        logger = logging.getLogger(name)
        if not logger.isEnabledFor(logging.INFO):
            found.append((logger, "disabled", True))
    return found


# Exporting a module changes PyTorch for all threads.
_exporting = threading.RLock()
_ABSENT = object()


@contextlib.contextmanager
def as_written() -> Iterator[None]:
    """Meanwhile modules of PyTorch call what they are made of: no fused kernels for
    inference, no look into a mask for whether it is a causal one, which only chooses a kernel,
    no order of products that depends on sizes, no look at lengths and offsets, and no steps of
    recurrent layers. Gradients are ops, and nodes know the lines that they are from."""
    from torch.nn import functional
    from torch.nn.modules import transformer
    places = [(transformer, "_detect_is_causal_mask",
               lambda mask, is_causal=None, size=None: bool(is_causal)),
              (torch, "ctc_loss", ctc_loss), (functional, "embedding_bag", embedding_bag),
              (functional, "gaussian_nll_loss", gaussian_nll_loss),
              *((owner, function.__name__, function) for function in (cov, corrcoef)
                for owner in (torch, torch.Tensor)),
              (torch.nn.AdaptiveLogSoftmaxWithLoss, "forward", _refusal(
                  ADAPTIVE, "AdaptiveLogSoftmaxWithLoss")),
              (torch.Tensor, "register_hook", _refusal(HOOK)), *packed_places,
              *gradient_places, *random_places, *_quiet(),
              *((torch._VF, name, call) for name, call in recurrent.items())]
    if torch.backends.opt_einsum.enabled:
        places.append((torch.backends.opt_einsum, "enabled", False))
    # Versions before keep them all.
    tracer = torch.fx.proxy.TracerBase
    if hasattr(tracer, "_filter_traceback_frames"):
        places.append((tracer, "_filter_traceback_frames", _own_frames))
    _exporting.acquire()
    # A class may have inherited it.
    before = [getattr(owner, name, _ABSENT) if not isinstance(owner, type)
              else vars(owner).get(name, _ABSENT) for owner, name, _ in places]
    fast = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    for owner, name, value in places:
        setattr(owner, name, value)
    try:
        yield
    finally:
        torch.backends.mha.set_fastpath_enabled(fast)
        for (owner, name, _), value in zip(places, before):
            if value is _ABSENT:
                delattr(owner, name)
            else:
                setattr(owner, name, value)
        _exporting.release()


@contextlib.contextmanager
def _numbers() -> Iterator[list[str]]:
    """Meanwhile lists the lines where Python makes a number of a size that is open."""
    found: list[str] = []

    def noting(make: Callable[..., Any]) -> Callable[..., Any]:
        def noted(self: SymNode, *args: Any) -> Any:
            own = [frame for frame in traceback.extract_stack()
                   if not frame.filename.startswith((*OWN_FOLDERS, contextlib.__file__))]
            if own and not self.expr.is_number:
                found.append(f"{own[-1].filename}:{own[-1].lineno} '{own[-1].line}'")
            return make(self, *args)
        return noted

    before = {name: getattr(SymNode, name) for name in ("guard_int", "guard_float")}
    for name, make in before.items():
        setattr(SymNode, name, noting(make))
    try:
        yield found
    finally:
        for name, make in before.items():
            setattr(SymNode, name, make)


ADAPTIVE = "which of its parts it runs depends on the targets; with layer.log_prob(x), of all " \
    "classes, it is -layer.log_prob(x).gather(1, y.unsqueeze(1)).mean()"
KEPT = "what is kept from call to call: register a tensor as a buffer, which has a first value"
NUMBER = "Python makes it, as len(x) and float(x.shape[0]) do; x.shape[0] stays open"
HOOK = "a hook that sees or changes gradients; an autograd.Function has a backward of its own"


def find_hooks(module: torch.nn.Module) -> list[Problem]:
    """Hooks on gradients, which a graph does not call."""
    problems = [Problem(f"parameter '{name}'", HOOK, "")
                for name, parameter in module.named_parameters()
                if parameter._backward_hooks or
                getattr(parameter, "_post_accumulate_grad_hooks", None)]
    return problems + [Problem("backward hook", HOOK, name)
                       for name, child in module.named_modules()
                       if child._backward_hooks or child._backward_pre_hooks]


_FOLDER = os.path.dirname(torch.__file__)
_TRANSFORMS = {os.path.join("_functorch", name) for name in
               ("apis.py", "eager_transforms.py", "vmap.py", "pyfunctorch.py")}


def place_of(error: BaseException) -> str:
    """The line that an error arose in: the module's own, or else that of a part of
    torch.nn."""
    frames = traceback.extract_tb(error.__traceback__)
    starts = [i for i, frame in enumerate(frames)
              if frame.filename == __file__ and frame.name == "_results"]
    if not starts:
        return ""
    folder, package = os.path.dirname(torch.__file__), os.path.dirname(__file__)
    called = os.path.join(folder, "nn", "modules", "module.py")
    inner = [frame for frame in frames[starts[-1] + 1:] if frame.filename != called]
    for outside in (folder, None):
        own = [frame for frame in inner if not frame.filename.startswith(package) and (
            os.path.join(folder, "nn") in frame.filename if outside is None
            else not frame.filename.startswith(outside))]
        if own:
            return f"{own[-1].filename}:{own[-1].lineno} '{own[-1].line}'"
    return ""


def _explained(error: Exception) -> Exception:
    """What torch.export raises, with the line of the module instead of advice about torch.export;
    what the module itself raises, as it is."""
    place = place_of(error)
    if isinstance(error, Unsupported):
        return UnsupportedError([Problem(error.name or "the module", str(error), place)])
    if isinstance(error, GuardOnDataDependentSymNode):
        return UnsupportedError([Problem(
            "Python", "what it does depends on a number that is read out of a tensor; "
            "torch.where chooses between elements", place)])
    if isinstance(error, (DataDependentOutputException, DynamicOutputShapeException)):
        name = str(error.func)
        return UnsupportedError([Problem(name, refusal_of(name) or FROM_DATA, place)])
    if isinstance(error, RuntimeError) and ".numpy()" in str(error):
        return UnsupportedError([Problem("numpy", FROM_DATA, place)])
    if not place and "fake tensor" in str(error):
        return UnsupportedError([Problem(
            "torch.export", "a tensor is used behind its back: leave it to ops of torch", "")])
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    if files[-1].startswith(_FOLDER) and any(
            os.path.relpath(file, _FOLDER) in _TRANSFORMS for file in files):
        return UnsupportedError([Problem("torch.func", FUNCTION, place)])
    return error


def _decisions(program: torch.export.ExportedProgram) -> list[Problem]:
    """Where the user's code compares a size that is left open with a number: what it then chose
    to do is what it does for some sizes only."""
    values = [node.meta.get("val") for node in program.graph.nodes if node.op == "placeholder"]
    tensors = [value for value in values if isinstance(value, FakeTensor)]
    env = next((tensor.fake_mode.shape_env for tensor in tensors), None)
    if env is None:
        return []
    # All inputs have one batch size.
    batches = {tensor.shape[0].node.expr for tensor in tensors
               if tensor.dim() and isinstance(tensor.shape[0], torch.SymInt)}
    one = dict.fromkeys(batches, next(iter(batches), None))
    found = []
    for guard in env.guards:
        frame = getattr(getattr(guard, "sloc", None), "framework_loc", None)
        if not isinstance(frame, traceback.FrameSummary) or \
                frame.filename.startswith(OWN_FOLDERS):
            continue
        if guard.expr.subs(one) == True:  # noqa: E712
            continue
        found.append(Problem("a comparison of a size", "what is computed depends on it, and a "
                             "graph has one way", f"{frame.filename}:{frame.lineno}"))
    return found


def capture(module: torch.nn.Module, loss: Any, metrics: Mapping[str, Callable[..., Any]],
            batch: Batch, *, training: bool, dynamic: bool, open_dims: OpenDims) -> Capture:
    """Exports forward and loss, in training or not, as ATen ops as they are called."""
    step = _Step(module, loss, metrics)
    modes = [(child, child.training) for child in module.modules()]
    if not training:
        module.eval()
    found: list[Any] = []
    example = (batch.inputs, batch.targets)
    names = [*batch.input_names, *batch.target_names]
    size = batch_size(batch) if dynamic else None
    if size is not None:
        example, size = _resized(example, size, step)
    example = _shortened(example, names, open_dims, step)
    shapes = _dynamic_shapes(example, size, names, open_dims) \
        if size is not None or open_dims else None
    try:
        with as_written(), _numbers() as numbers, warnings.catch_warnings(), \
                torch.enable_grad(), recorded(found):
            warnings.simplefilter("ignore")
            program = torch.export.export(step, example, dynamic_shapes=shapes, strict=False)
        if decisions := _decisions(program):
            raise UnsupportedError(decisions)
        counted = {name.removeprefix(f"{PREFIX}."): change
                   for name, change in step.attributes.changed.items()}
        if kept := [name for name, (_, after) in counted.items()
                    if not isinstance(after, (bool, int, float))]:
            raise UnsupportedError([Problem(f"'{name}'", KEPT, "") for name in kept])
        spec = program.call_spec.out_spec
        named_spec, output_spec = spec.child(0), spec.child(1)
        named = [str(key) for key in named_spec.context]
    except Exception as error:
        explained = UnsupportedError([Problem("a number of a size", NUMBER, place)
                                      for place in dict.fromkeys(numbers)]) \
            if "Constraints violated" in str(error) and numbers else _explained(error)
        if explained is error:
            raise
        raise explained from error
    finally:
        for child, mode in modes:
            child.training = mode
    count = named_spec.num_leaves
    dummy = pytree.tree_unflatten(range(output_spec.num_leaves), output_spec)
    output_names = _leaf_names("output", dummy) if output_spec.num_leaves else []
    assert count == len(named)
    return Capture(program, named, output_names, output_spec, found, step.replaced,
                   step.reads.found, counted)


class State:
    """The parameters and buffers of a module by their first names, and those of the loss,
    which begin with "loss."."""

    def __init__(self, module: torch.nn.Module, loss: Any) -> None:
        self.tensors: dict[str, torch.Tensor] = {}
        self.is_parameter: dict[str, bool] = {}
        self.first_name: dict[str, str] = {}
        names: dict[int, str] = {}
        parts = [("", module)]
        # A module may have a part that is called "loss", too.
        self._own = [name for name, _ in module.named_parameters(remove_duplicate=False)] + \
            [name for name, _ in module.named_buffers(remove_duplicate=False)]
        self.loss_stem = self.free("loss")
        if isinstance(loss, torch.nn.Module):
            parts.append((self.loss_stem, loss))
        for is_parameter, prefix, part in [(flag, *part) for flag in (True, False)
                                           for part in parts]:
            listed = part.named_parameters(prefix, remove_duplicate=False) if is_parameter \
                else part.named_buffers(prefix, remove_duplicate=False)
            for name, tensor in listed:
                first = names.setdefault(id(tensor), name)
                self.first_name[name] = first
                if first == name:
                    self.tensors[name] = tensor
                    self.is_parameter[name] = is_parameter

    def name_of(self, tensor: torch.Tensor) -> Optional[str]:
        return next((name for name, other in self.tensors.items() if other is tensor), None)

    def of_target(self, target: str) -> str:
        """The variable of an input of an exported step."""
        part, _, name = target.partition(".")
        return self.first_name[name if part == PREFIX else f"{self.loss_stem}.{name}"]

    def free(self, stem: str) -> str:
        """A name for what is not the module's, which no name of the module's is or begins
        with."""
        while any(name == stem or name.startswith(stem + ".") for name in self._own):
            stem += "_"
        return stem
