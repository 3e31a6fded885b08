# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""What Python alone knows of a module and its loss, which a graph has as it was: attributes and
variables that are numbers, and random numbers that are not PyTorch's."""

from __future__ import annotations

import dis
import inspect
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch

from ._lowering import OWN_FOLDERS, Unsupported

_ABSENT = object()
# What every module has.
_PLAIN = frozenset(vars(torch.nn.Module()))


def _is_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float))


def _own(part: torch.nn.Module) -> dict[str, Any]:
    """The attributes that a class of modules has given to one."""
    return {name: value for name, value in vars(part).items() if name not in _PLAIN}


def _is_users(part: Any) -> bool:
    return not type(part).__module__.startswith("torch.")


class Attributes:
    """Attributes that are None, numbers or truth values and that modules read, and change
    thereafter: the next call would compute with another value. As properties of the classes,
    which come before what instances have."""

    def __init__(self, step: torch.nn.Module) -> None:
        self._kept = {(id(part), name): (path, part, value)
                      for path, part in step.named_modules() if part is not step and
                      _is_users(part)
                      for name, value in _own(part).items() if value is None or _is_number(value)}
        self._read: set[tuple[int, str]] = set()
        self._written: set[tuple[int, str]] = set()
        self._before: list[tuple[type, str, Any]] = []
        # Names, with values before and behind a call.
        self.changed: dict[str, tuple[Any, Any]] = {}

    def __enter__(self) -> "Attributes":
        for cls, name in {(type(part), name) for (_, name), (_, part, _) in self._kept.items()}:
            self._before.append((cls, name, vars(cls).get(name, _ABSENT)))
            setattr(cls, name, self._property(name))
        return self

    def _property(self, name: str) -> property:
        def read(module: torch.nn.Module) -> Any:
            if (id(module), name) not in self._written:
                self._read.add((id(module), name))
            if name not in vars(module):
                raise AttributeError(name)
            return vars(module)[name]

        def write(module: torch.nn.Module, value: Any) -> None:
            self._written.add((id(module), name))
            vars(module)[name] = value

        def delete(module: torch.nn.Module) -> None:
            self._written.add((id(module), name))
            del vars(module)[name]
        return property(read, write, delete)

    def __exit__(self, *error: Any) -> None:
        for cls, name, value in self._before:
            if value is _ABSENT:
                delattr(cls, name)
            else:
                setattr(cls, name, value)
        for key, (path, part, before) in self._kept.items():
            after = vars(part).get(key[1], _ABSENT)
            if after is before or key not in self._written:
                continue
            # Not what is of the export.
            vars(part)[key[1]] = before
            if key in self._read and not (_is_number(after) and after == before):
                self.changed[f"{path}.{key[1]}"] = before, after


# Python's random numbers

RANDOM = "Python draws it once, as the module is exported; torch.rand and its kin draw with " \
    "each step"
_DRAWING = [(random, "random", name) for name in (
    "random", "uniform", "randint", "randrange", "choice", "choices", "sample", "shuffle",
    "gauss", "normalvariate", "betavariate", "triangular", "expovariate", "getrandbits")] + \
    [(np.random, "numpy.random", name) for name in (
        "rand", "randn", "random", "random_sample", "randint", "uniform", "normal", "choice",
        "permutation", "shuffle", "beta", "binomial", "dirichlet", "exponential", "gamma",
        "laplace", "poisson", "standard_normal")]


def _refusing(draw: Callable[..., Any], name: str) -> Callable[..., Any]:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        if sys._getframe(1).f_code.co_filename.startswith(OWN_FOLDERS):
            return draw(*args, **kwargs)
        raise Unsupported(RANDOM, name)
    return refuse


# In the form of places that an export replaces.
PLACES = [(owner, name, _refusing(getattr(owner, name), f"{shown}.{name}"))
          for owner, shown, name in _DRAWING]


def random_states() -> tuple[Any, ...]:
    """Of what draws without a name that could be replaced."""
    kind, key, *rest = np.random.get_state()
    return (random.getstate(), kind, key.tobytes(), *rest)


# What changes between steps

def _variables(function: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The variables that a function reads and does not make: what they are called, and what
    gives their values."""
    function = inspect.unwrap(function)
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if code is None:
        return
    for name, cell in zip(code.co_freevars, function.__closure__ or ()):
        def enclosed(cell: Any = cell) -> Any:
            try:
                return cell.cell_contents
            except ValueError:  # It has none yet.
                return _ABSENT
        yield name, enclosed
    names = {item.argval for item in dis.get_instructions(code) if item.opname == "LOAD_GLOBAL"}
    for name in sorted(names & function.__globals__.keys()):
        yield name, lambda name=name: function.__globals__.get(name, _ABSENT)


class Watched:
    """Numbers that module and loss have as attributes, or that their functions read."""

    def __init__(self, module: torch.nn.Module, loss: Any) -> None:
        self._entries: list[tuple[str, Callable[[], Any], Any]] = []
        for stem, part in (("", module), ("loss", loss)):
            if isinstance(part, torch.nn.Module):
                for path, child in part.named_modules():
                    self._add(".".join(filter(None, (stem, path))), child)
            elif part is not None:
                self._add(stem, part)

    def _add(self, path: str, part: Any) -> None:
        own = _own(part) if isinstance(part, torch.nn.Module) else getattr(part, "__dict__", {})
        found = [(name, lambda name=name, own=vars(part): own.get(name, _ABSENT))
                 for name in own] if own else []
        if _is_users(part):
            found += _variables(getattr(part, "forward", part) if
                                isinstance(part, torch.nn.Module) or inspect.isroutine(part)
                                else type(part).__call__)
        # Layers of PyTorch have sizes, too, which no one changes.
        is_watched = _is_number if _is_users(part) else lambda value: isinstance(value, float)
        for name, read in found:
            value = read()
            if is_watched(value):
                self._entries.append((f"{path}.{name}" if path else name, read, value))

    def check(self) -> None:
        """Warns, once, of each that is another number now."""
        changed = [entry for entry in self._entries if entry[1]() != entry[2]]
        if not changed:
            return
        self._entries = [entry for entry in self._entries if entry not in changed]
        shown = "; ".join(f"'{name}' was {value!r} and is {read()!r}"
                          for name, read, value in changed)
        warnings.warn(f"the graph has what numbers of Python were when it was compiled: {shown}. "
                      f"Compile the training again; or make such a number a buffer of the module, "
                      f"or a part of the batch, and it may change", stacklevel=3)
