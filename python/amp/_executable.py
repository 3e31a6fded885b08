# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a graph is compiled to."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple, Optional, Union

from . import _amp


class Message(NamedTuple):
    """What the compiler said: "remark", "warning" or "error", and where."""

    severity: str
    place: str
    text: str


_SEVERITIES = ["remark", "warning", "error"]


class Executable:
    """Compiled programs, which share their variables. They are native code: who loads a file
    says that it may be trusted."""

    def __init__(self, handle: _amp.Executable) -> None:
        self._handle = handle

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]], *, trusted: bool) -> "Executable":
        return cls(_amp.Executable.load(os.fspath(path), trusted))

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        self._handle.save(os.fspath(path))

    def to_bytes(self) -> bytes:
        """The bytes of the file."""
        return self._handle.to_bytes()

    @property
    def compiler(self) -> str:
        """"amp 0.1.0, LLVM 22.1.8"."""
        return self._handle.compiler

    @property
    def target(self) -> str:
        """"x86-64-v3" or "sm_90"."""
        return self._handle.target

    @property
    def programs(self) -> list[tuple[str, str, int, str]]:
        """Entry point, shapes, micro-batches and phase of each."""
        return self._handle.programs

    @property
    def options(self) -> dict[str, str]:
        """The options of docs/Options.md that are not their defaults."""
        return dict(self._handle.options)

    @property
    def messages(self) -> list[Message]:
        return [Message(_SEVERITIES[severity], place, text)
                for severity, place, text in self._handle.messages]

    @property
    def unused(self) -> list[Message]:
        """What of the policy came to nothing."""
        return [Message(_SEVERITIES[severity], place, text)
                for severity, place, text in self._handle.unused]

    @property
    def explanation(self) -> Optional[dict[str, Any]]:
        """Which op runs in which type and why; None unless it was compiled with `explain`."""
        text = self._handle.explanation
        return json.loads(text) if text else None

    def __repr__(self) -> str:
        return f"<amp.Executable: {len(self.programs)} programs for {self.target}>"
