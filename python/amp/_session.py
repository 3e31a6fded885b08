# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sessions: a graph's variables on a device, and the programs that work on them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _amp, _checkpoints
from ._arrays import check_argument, finish, make_empty, to_array
from ._executable import Executable
from ._progress import Progress
from ._settings import make_config
from ._variables import IncompatibleKeys, Variables

OnStep = Callable[[int, dict[str, float]], object]
OnEpoch = Callable[[int, dict[str, float], dict[str, float]], object]


class Training(NamedTuple):
    """What `Session.train` gave: by epoch, from the first, the means of the training entry's
    results, and those of the evaluation, {} where there was none."""

    epochs: list[dict[str, float]]
    evaluations: list[dict[str, float]]

    @property
    def results(self) -> dict[str, float]:
        """Those of the last epoch."""
        return self.epochs[-1] if self.epochs else {}

    @property
    def evaluation(self) -> dict[str, float]:
        """The last one's."""
        return next((one for one in reversed(self.evaluations) if one), {})


class Session:
    """What `amp.compile` and `amp.load_program` give.

    One thread at a time uses it, others wait; two sessions run in parallel. The interpreter's
    lock is free while it works. What is raised meanwhile, a KeyboardInterrupt or an exception
    of a callback, ends a call between two steps: the variables are then those of the last
    finished step, and the next call goes on.

    Arrays may be anything that NumPy or DLPack know: NumPy's, PyTorch's or JAX's of the CPU, or
    lists. Dense ones of an argument's own type are read where they are: they must stay as they
    are until others are bound in their place."""

    def __init__(self, graph: _amp.Graph, config: _amp.Config,
                 settings: Mapping[str, Any]) -> None:
        self._handle = _amp.Session(graph, config)
        self._settings = settings
        self._entries = {entry.name: entry for entry in graph.entries()}
        self._variables = Variables(self._handle)
        # Batch sizes that were asked for.
        self._batch: dict[str, int] = {}
        # What settings name in a file that is this session's.
        self._kept: Any = None

    @property
    def entries(self) -> Mapping[str, _amp.Entry]:
        """Entry points by name: their arguments and results, with types and shapes."""
        return self._entries

    @property
    def device(self) -> str:
        """"cpu" or "cuda:0"."""
        return self._handle.device

    @property
    def variables(self) -> Variables:
        """Names to values: the graph's first ones, before anything has run."""
        return self._variables

    def __repr__(self) -> str:
        return f"<amp.Session of {', '.join(self._entries)} on {self.device}>"

    # ---- Data ----

    def bind(self, data: Optional[Mapping[str, Any]] = None, *, entry: Optional[str] = None,
             batch_size: Optional[int] = None, copy: bool = False, **arrays: Any) -> None:
        """Binds arrays to arguments, by name, of `entry`, or of each entry point that has one
        of the name. Where the first dimension counts samples there may be any number of them,
        of which a step takes `batch_size`; else the array is the same in every step. With
        `copy` the arrays may be changed afterwards."""
        given = {**(data or {}), **arrays}
        chosen = [self._entry(entry)] if entry is not None else list(self._entries.values())
        self._bind(given, chosen, copy)
        names = set(given)
        for one in chosen:
            if any(port.name in names and port.is_batched for port in one.arguments):
                self._set_batch(one.name, batch_size or 0)

    def _bind(self, given: Mapping[str, Any], entries: Sequence[_amp.Entry],
              copy: bool) -> None:
        known = {port.name for entry in entries for port in entry.arguments}
        for name, value in given.items():
            if name not in known:
                raise ValueError(f"argument '{name}': no entry point of "
                                 f"{', '.join(entry.name for entry in entries)} has it; there "
                                 f"are {', '.join(sorted(known)) or 'none'}")
            array = to_array(value, f"argument '{name}'")
            ports = [(entry, port) for entry in entries for port in entry.arguments
                     if port.name == name]
            for entry, port in ports:
                check_argument(array, port, f"argument '{name}' of {entry.name}")
            for entry, port in ports:
                self._handle.bind(entry.name, name, array, not copy)

    def _set_batch(self, entry: str, size: int) -> None:
        if self._batch.get(entry, 0) != size:
            self._handle.set_batch_size(entry, size)
            self._batch[entry] = size

    def _entry(self, name: str) -> _amp.Entry:
        if name not in self._entries:
            raise ValueError(f"there is no entry point '{name}'; there are "
                             f"{', '.join(self._entries) or 'none'}")
        return self._entries[name]

    def _training_entry(self, name: Optional[str]) -> _amp.Entry:
        """The one that is meant: the one that is named, or the only one that trains."""
        name = name or self._settings.get("entry")
        if name is not None:
            return self._entry(name)
        for condition in (lambda one: one.updates_parameters, lambda one: True):
            found = [one for one in self._entries.values() if condition(one)]
            if len(found) == 1:
                return found[0]
            for usual in ("train", "main"):
                if any(one.name == usual for one in found):
                    return self._entries[usual]
        raise ValueError(f"entry: expected one of {', '.join(self._entries) or 'none'}; name it")

    def _other_entry(self, name: Optional[str], usual: Sequence[str],
                     condition: Callable[[_amp.Entry], bool], what: str) -> _amp.Entry:
        if name is not None:
            return self._entry(name)
        found = [one for one in self._entries.values()
                 if not one.updates_state and condition(one)]
        for wanted in usual:
            if any(one.name == wanted for one in found):
                return self._entries[wanted]
        if len(found) == 1:
            return found[0]
        raise ValueError(f"entry: {len(found)} entry points {what}: "
                         f"{', '.join(one.name for one in found) or 'none'}; name one of "
                         f"{', '.join(self._entries)}")

    def prepare(self, entry: Optional[str] = None) -> None:
        """Compiles what is bound, or what `entry` needs. All else does it by itself: to
        compile once, bind the data of training, evaluation and prediction first."""
        self._handle.prepare(entry)

    @property
    def executable(self) -> Executable:
        """What was compiled last."""
        return Executable(self._handle.executable())

    # ---- Steps ----

    def step(self, data: Optional[Mapping[str, Any]] = None, *, entry: Optional[str] = None,
             **arrays: Any) -> dict[str, Any]:
        """Binds one batch, runs one step on it, and gives its results: scalars as numbers, all
        others as arrays. A batch of another size is compiled for when it comes first."""
        one = self._training_entry(entry)
        given = {**(data or {}), **arrays}
        self._bind(given, [one], copy=False)
        sizes = {len(given[port.name]) for port in one.arguments
                 if port.name in given and port.is_batched and port.shape[0] is None}
        if len(sizes) == 1:
            self._set_batch(one.name, sizes.pop())
        self._handle.run(one.name, 1, None, None)
        return self.results(one.name)

    def run(self, steps: int = 1, *, entry: Optional[str] = None,
            progress: Optional[bool] = None,
            on_step: Optional[OnStep] = None) -> dict[str, float]:
        """Runs steps, which go on through the data where the last call ended, and gives the
        scalar results over them, as the graph combines them: means or sums. `on_step` is
        called with the number of the step, from 1, and its scalar results."""
        one = self._training_entry(entry)
        with Progress(progress, one.name) as bar:
            self._handle.run(one.name, steps, bar.callback, on_step)
        return self._totals(one) if steps else {}

    def train(self, data: Optional[Mapping[str, Any]] = None, *,
              epochs: Optional[int] = None, steps: Optional[int] = None,
              batch_size: Optional[int] = None, entry: Optional[str] = None,
              eval_entry: Optional[str] = None,
              eval_data: Optional[Mapping[str, Any]] = None, progress: Optional[bool] = None,
              on_step: Optional[OnStep] = None, on_epoch: Optional[OnEpoch] = None,
              **settings: Any) -> Training:
        """Trains as amp-run does: epochs or steps, evaluations of `eval_entry`,
        `eval_every=`, `shuffle=`, `checkpoint_dir=`, `save_every=`, `keep=`, `resume=`,
        `monitor=`, `patience=`; a failure names the step and the op. It goes on from the
        variables as they are, and the order of the samples from the steps so far.

        `data` is for the training entry; what of it only `eval_entry` has, and `eval_data`, is
        for that one. `on_step` is called with the number of each step, or of those that
        `print_every=` names, and its results; `on_epoch` with its number, its results and those
        of the evaluation, if there was one."""
        one = self._training_entry(entry)
        evaluated = eval_entry or self._settings.get("eval_entry")
        own, others = dict(data or {}), dict(eval_data or {})
        if evaluated:
            names = {port.name for port in one.arguments}
            others = {**{name: own.pop(name) for name in list(own) if name not in names},
                      **others}
            self._bind(others, [self._entry(evaluated)], copy=False)
        elif others:
            raise ValueError("eval_data: no eval_entry is named")
        self._bind(own, [one], copy=False)
        if own or batch_size is not None:
            self._set_batch(one.name, 0)
        given = {"epochs": epochs, "steps": steps, "batch_size": batch_size, **settings}
        if on_step is not None and given.get("print_every") is None \
                and self._settings.get("print_every") is None:
            given["print_every"] = 1
        training = Training([], [])
        with Progress(progress, one.name) as bar:
            def end_epoch(epoch: int, results: dict[str, float],
                          evaluation: dict[str, float]) -> None:
                training.epochs.append(results)
                training.evaluations.append(evaluation)
                bar.note({**results, **evaluation})
                if on_epoch is not None:
                    on_epoch(epoch, results, evaluation)

            self._handle.train(one.name, evaluated, make_config(given, "Session.train()"),
                               bar.callback, on_step, end_epoch)
        return training

    def evaluate(self, data: Optional[Mapping[str, Any]] = None, *,
                 entry: Optional[str] = None, batch_size: Optional[int] = None,
                 **arrays: Any) -> dict[str, float]:
        """Runs an entry point that changes nothing once over all its data, and gives its scalar
        results over them."""
        one = self._other_entry(entry or self._settings.get("eval_entry"),
                                ("evaluate", "eval", "test"), lambda _: True,
                                "change no variable")
        self._bind_pass(one, data, batch_size, arrays)
        self._handle.evaluate(one.name)
        return self._totals(one)

    def predict(self, data: Optional[Mapping[str, Any]] = None, *,
                entry: Optional[str] = None, batch_size: Optional[int] = None,
                **arrays: Any) -> dict[str, np.ndarray[Any, Any]]:
        """The same for the results that have a row for each sample: arrays with a row for each
        of all samples, in their order."""
        def has_rows(one: _amp.Entry) -> bool:
            return any(port.is_batched for port in one.results)

        one = self._other_entry(entry, ("predict", "infer", "forward"), has_rows,
                                "change no variable and give something for each sample")
        self._bind_pass(one, data, batch_size, arrays)
        self._handle.predict(one.name)
        return {port.name: self._read(one.name, port.name) for port in one.results
                if port.is_batched}

    def _bind_pass(self, one: _amp.Entry, data: Optional[Mapping[str, Any]],
                   batch_size: Optional[int], arrays: Mapping[str, Any]) -> None:
        self._bind({**(data or {}), **arrays}, [one], copy=False)
        if batch_size is not None:
            self._set_batch(one.name, batch_size)

    def _totals(self, entry: _amp.Entry) -> dict[str, float]:
        return {port.name: self._handle.value(entry.name, port.name, False)
                for port in entry.results if not port.shape}

    def results(self, entry: Optional[str] = None) -> dict[str, Any]:
        """All results of the last step of an entry point."""
        one = self._training_entry(entry)
        values: dict[str, Any] = {}
        for port in one.results:
            array = self._read(one.name, port.name)
            values[port.name] = array if port.shape else array.item()
        return values

    def result_to_dlpack(self, name: str, *, entry: Optional[str] = None) -> Any:
        """A result of the last call that ran the entry point, for `torch.from_dlpack` and the
        like, of bf16, too."""
        return self._handle.export_result(self._training_entry(entry).name, name)

    def _read(self, entry: str, name: str) -> np.ndarray[Any, Any]:
        type, shape = self._handle.describe_result(entry, name)
        array = make_empty(type, shape)
        self._handle.read_result(entry, name, array)
        return finish(array, type)

    def get_step(self, entry: Optional[str] = None) -> int:
        """Steps of an entry point so far: where the next one begins in the data."""
        return self._handle.get_step(self._training_entry(entry).name)

    def set_step(self, step: int, entry: Optional[str] = None) -> None:
        self._handle.set_step(self._training_entry(entry).name, step)

    def cancel(self) -> None:
        """Ends the call that runs steps in another thread after its present step, with a
        CancelledError; if there is none, the next one ends before its first step."""
        self._handle.cancel()

    # ---- State ----

    def state_dict(self) -> dict[str, Any]:
        """A copy of all variables by name, of the loss scaler under "scaler" as
        GradScaler.state_dict() has it, and of the steps of the entry points under "steps"."""
        return _checkpoints.to_dict(self._save_state())

    def load_state_dict(self, state: Mapping[str, Any], strict: bool = True) -> IncompatibleKeys:
        """The inverse; arrays may be PyTorch's, too, and "scaler" what GradScaler gives. With
        `strict` the names must be those of the variables, in the same shapes, or nothing is
        changed; else variables that are missing stay as they are."""
        present = self._save_state()
        roles = {name: role for name, role, _, _ in present.tensors()}
        keys = IncompatibleKeys(
            [name for name, role in roles.items() if role != "scaler" and name not in state],
            [name for name in state
             if name not in roles and name not in (_checkpoints.SCALER, _checkpoints.STEPS)])
        if not strict:
            state = {name: value for name, value in state.items()
                     if name not in keys.unexpected_keys}
            state = {**{name: self.variables[name] for name in keys.missing_keys}, **state}
        self._restore_state(_checkpoints.from_dict(state, present))
        return keys

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the state to a checkpoint, a .safetensors file."""
        self._save_state().write(os.fspath(path))

    def load(self, path: Union[str, os.PathLike[str]]) -> None:
        """Goes on from a checkpoint, of `save` or of amp-run."""
        self._restore_state(_amp.Checkpoint.read(os.fspath(path)))

    def save_program(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes what was compiled last, for `amp.load_program` and amp-run."""
        self.executable.save(path)

    def _save_state(self) -> _amp.Checkpoint:
        return self._handle.save_state()

    def _restore_state(self, checkpoint: _amp.Checkpoint) -> None:
        self._handle.restore_state(checkpoint)
