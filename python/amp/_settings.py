# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Settings: those of docs/Flags.md by their names, with underscores."""

from __future__ import annotations

import difflib
import functools
import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from . import _amp


class Setting(NamedTuple):
    name: str
    is_switch: bool
    expected: str


@functools.lru_cache(maxsize=None)
def settings() -> dict[str, Setting]:
    """All settings by their names in Python."""
    return {name.replace("-", "_"): Setting(name, is_switch, expected)
            for name, is_switch, expected in _amp.settings()}


def make_config(given: Mapping[str, Any], caller: str) -> _amp.Config:
    """A configuration; what is None is not given. An unknown name is a TypeError, as an
    unknown argument is, that names the nearest."""
    config = _amp.Config()
    for name, value in given.items():
        setting = settings().get(name)
        if setting is None:
            near = difflib.get_close_matches(name, settings(), n=1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise TypeError(f"{caller} has no setting '{name}'{hint}")
        if value is None:
            continue
        if name == "policy":
            _set_policy(config, value)
        else:
            _set(config, setting, value)
    return config


def _set_policy(config: _amp.Config, policy: Any) -> None:
    if isinstance(policy, Mapping):
        config.set_policy_text(json.dumps(policy))
    elif isinstance(policy, str) and ("\n" in policy or policy.lstrip().startswith("{")):
        config.set_policy_text(policy)
    else:
        config.set("policy", os.fspath(policy))


def _set(config: _amp.Config, setting: Setting, value: Any) -> None:
    if setting.is_switch:
        if value is not True and value is not False:
            raise TypeError(f"{setting.name.replace('-', '_')}: expected True or False, found "
                            f"{value!r}")
        if value:
            config.set(setting.name, None)
        return
    if value is True and setting.name in _MAY_BE_BARE:
        config.set(setting.name, "")
        return
    if isinstance(value, Mapping):
        items: Iterable[Any] = [f"{key}={to_text(item)}" for key, item in value.items()]
    elif isinstance(value, (list, tuple)) and setting.name not in _LISTS:
        items = value
    else:
        items = [value]
    for item in items:
        config.set(setting.name, to_text(item))


# These may be given without a value.
_MAY_BE_BARE = {"resume"}
# Several values of these are one text.
_LISTS = {"program-batches", "compare"}


def to_text(value: Any) -> str:
    """A value as the command line has it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        whole = value.is_integer() and abs(value) < 2 ** 53
        return str(int(value)) if whole else float.__repr__(value)
    if isinstance(value, (list, tuple)):
        return ",".join(map(to_text, value))
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    return str(value)
