# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checkpoints: docs/Design/Checkpoints.md."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _amp
from ._arrays import finish, make_empty, to_array

if TYPE_CHECKING:
    from ._session import Session

# The keys of GradScaler.state_dict(), in the order of amp_checkpoint_scaler.
_SCALER = ("scale", "growth_factor", "backoff_factor", "growth_interval", "_growth_tracker")
# What a state has beside its variables.
SCALER, STEPS = "scaler", "steps"
_STEP = "session.step."


def to_dict(checkpoint: _amp.Checkpoint) -> dict[str, Any]:
    """The arrays of a checkpoint by name, its scaler as GradScaler has it, and the steps of
    each entry point. Where there are several scalers, "scaler" has them by their names."""
    state: dict[str, Any] = {name: _read(checkpoint, name, type, shape)
                             for name, _, type, shape in checkpoint.tensors()}
    for key in (SCALER, STEPS):
        if key in state:
            raise ValueError(f"a variable is called '{key}', which a state dict has for "
                             "something else: save() takes it all the same")
    scalers = _scalers(checkpoint)
    if scalers:
        state[SCALER] = scalers if len(scalers) > 1 else next(iter(scalers.values()))
    state[STEPS] = {key[len(_STEP):]: int(value) for key, value in checkpoint.metadata()
                    if key.startswith(_STEP)}
    return state


def from_dict(state: Mapping[str, Any], present: _amp.Checkpoint) -> _amp.Checkpoint:
    """The inverse; steps, and what is a scaler's, are as in `present` where `state` says
    nothing of them."""
    known = {name: (role, type, shape) for name, role, type, shape in present.tensors()}
    values = {name: value for name, value in state.items() if name not in (SCALER, STEPS)}
    for name, (role, type, shape) in known.items():
        if role == "scaler" and name not in values:
            values[name] = _read(present, name, type, shape)
    given = state.get(SCALER)
    scalers = _scalers(present)
    if given is not None:
        named = given if len(scalers) > 1 else {name: given for name in scalers}
        for name, numbers in named.items():
            values.update(_take_scaler(name, numbers, scalers))
    steps = {**dict(present.metadata()),
             **{_STEP + name: str(step) for name, step in state.get(STEPS, {}).items()}}
    made = _amp.Checkpoint.create(present.step)
    for name, value in values.items():
        made.add_tensor(name, known[name][0] if name in known else "buffer",
                        to_array(value, f"variable '{name}'"))
    for key, value in steps.items():
        made.set_metadata(key, value)
    return made


def _read(checkpoint: _amp.Checkpoint, name: str, type: str,
          shape: Sequence[int]) -> np.ndarray[Any, Any]:
    array = make_empty(type, shape)
    checkpoint.read_tensor(name, array)
    return finish(array, type)


def _scalers(checkpoint: _amp.Checkpoint) -> dict[str, dict[str, Any]]:
    return {name: dict(zip(_SCALER, values)) for name, *values in checkpoint.scalers()}


def _take_scaler(name: str, given: Mapping[str, Any],
                 scalers: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The variables of a scaler with the numbers that are given."""
    if name not in scalers:
        raise KeyError(f"'{SCALER}': there is no scaler '{name}'; there are "
                       f"{', '.join(scalers)}")
    missing = [key for key in _SCALER if key not in given]
    if missing:
        raise KeyError(f"'{SCALER}' lacks {', '.join(missing)}, which "
                       "GradScaler.state_dict() has")
    for key in _SCALER[1:4]:
        if given[key] != scalers[name][key]:
            raise ValueError(f"'{SCALER}' has {key} {given[key]}, the compiled program "
                             f"{scalers[name][key]}: say it in the graph, or in amp.compile()")
    return {f"{name}.scale": np.float32(given["scale"]),
            f"{name}.growth_tracker": np.int32(given["_growth_tracker"])}


class CheckpointFolder:
    """A folder of checkpoints, which no other process can write to meanwhile; made if need
    be. With `keep` only the newest are kept.

        with amp.CheckpointFolder("checkpoints", keep=3) as folder:
            folder.load_latest(net)
            while ...:
                net.run(100)
                folder.save(net)
    """

    def __init__(self, path: Union[str, os.PathLike[str]], *,
                 keep: Optional[int] = None) -> None:
        if keep is not None and keep < 1:
            raise ValueError(f"keep: expected a number from 1, found {keep}")
        self.path = os.fspath(path)
        self.keep = keep
        self._handle = _amp.CheckpointFolder.open(self.path)

    def save(self, session: "Session") -> None:
        """Writes the state under the name of its step."""
        checkpoint = session._save_state()
        self._handle.write(checkpoint)
        if self.keep is not None:
            _amp.CheckpointFolder.prune(self.path, self.keep, checkpoint.step)

    def load_latest(self, session: "Session") -> Optional[int]:
        """Loads the newest valid one; its step, or None if there is none. A damaged one that
        is newer is passed over with a warning."""
        checkpoint = _amp.Checkpoint.find_latest(self.path)
        if checkpoint is None:
            return None
        session._restore_state(checkpoint)
        return checkpoint.step

    def close(self) -> None:
        self._handle.close()

    def __enter__(self) -> "CheckpointFolder":
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()
