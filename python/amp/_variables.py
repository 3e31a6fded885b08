# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The variables of a session as a mapping."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any, NamedTuple

import numpy as np

from . import _amp
from ._arrays import finish, make_empty, to_array


class IncompatibleKeys(NamedTuple):
    """What `Session.load_state_dict` passed over."""

    missing_keys: list[str]
    unexpected_keys: list[str]


class Variable(NamedTuple):
    """What a variable is. `role` is "parameter", "buffer", "optimizer_state" or "scaler";
    `copy_of` is "", or the variable that this one holds, rounded; `type` is "f32"."""

    name: str
    role: str
    copy_of: str
    type: str
    shape: tuple[int, ...]


class Variables(MutableMapping[str, np.ndarray[Any, Any]]):
    """Names to values. What is read is a copy; what is assigned is written, to the copies that
    the compiler keeps of a variable, too. The names are the graph's: none comes or goes."""

    def __init__(self, session: _amp.Session) -> None:
        self._session = session
        # What a variable is stays so, though later programs may have more of them.
        self._known: dict[str, Variable] = {}

    def list(self) -> list[Variable]:
        """What each of them is, without its value."""
        return [Variable(*one) for one in self._session.variables()]

    def describe(self, name: str) -> Variable:
        if name not in self._known:
            self._known = {variable.name: variable for variable in self.list()}
        return self._known[name]

    def role(self, name: str) -> str:
        return self.describe(name).role

    def to_dlpack(self, name: str) -> Any:
        """A copy of the value for `torch.from_dlpack` and the like, of bf16, too."""
        self.describe(name)
        return self._session.export_variable(name)

    def __getitem__(self, name: str) -> np.ndarray[Any, Any]:
        variable = self.describe(name)
        array = make_empty(variable.type, variable.shape)
        self._session.read_variable(name, array)
        return finish(array, variable.type)

    def __setitem__(self, name: str, value: Any) -> None:
        variable = self.describe(name)
        # Whole numbers, such as a list has, are floats, too.
        if not hasattr(value, "__dlpack__") or isinstance(value, np.ndarray):
            value = np.asarray(value)
            if value.dtype.kind in "biu" and "f" in variable.type:
                value = value.astype(np.float64)
        array = to_array(value, f"variable '{name}'")
        if variable.copy_of:
            raise ValueError(f"variable '{name}' is a copy of '{variable.copy_of}': assign to "
                             "that one")
        self._session.write_variable(name, array)

    def __delitem__(self, name: str) -> None:
        raise TypeError(f"variable '{name}' is the graph's: it cannot be removed")

    def __iter__(self) -> Iterator[str]:
        return (variable.name for variable in self.list())

    def __len__(self) -> int:
        return len(self._session.variables())

    def __contains__(self, name: object) -> bool:
        return any(variable.name == name for variable in self.list())

    def __repr__(self) -> str:
        lines = [f"  {one.name}: {'x'.join(map(str, one.shape + (one.type,)))} ({one.role})"
                 for one in self.list()]
        return "\n".join(["<amp.Variables", *lines]) + ">"
