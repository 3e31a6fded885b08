# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far a training is, on standard error: tqdm's bar where that is installed, and else a line
that is written over."""

from __future__ import annotations

import importlib
import sys
import time
from types import TracebackType
from typing import Any, Optional

_WIDTH = 24


class Progress:
    """Shows steps where `wanted`; None: where standard error is a terminal."""

    def __init__(self, wanted: Optional[bool], label: str) -> None:
        self._shows = sys.stderr.isatty() if wanted is None else wanted
        self._label = label
        self._note = ""
        self._start = time.monotonic()
        self._bar: Any = None
        self._length = 0

    @property
    def callback(self) -> Any:
        """What is called with the step and the number of steps; None if nothing is shown."""
        return self._update if self._shows else None

    def note(self, values: dict[str, float]) -> None:
        self._note = ", ".join(f"{name} {value:.4g}" for name, value in values.items())

    def _update(self, step: int, steps: int) -> None:
        if self._bar is None:
            try:
                tqdm = importlib.import_module("tqdm").tqdm
                self._bar = tqdm(total=steps, desc=self._label, unit="step", leave=True)
            except ImportError:
                self._bar = False
        if self._bar:
            self._bar.set_postfix_str(self._note, refresh=False)
            self._bar.update(step - self._bar.n)
            return
        done = _WIDTH * step // max(steps, 1)
        rate = step / max(time.monotonic() - self._start, 1e-9)
        line = (f"{self._label} [{'#' * done}{'.' * (_WIDTH - done)}] {step}/{steps}, "
                f"{rate:.4g} steps/s" + (f", {self._note}" if self._note else ""))
        print("\r" + line.ljust(self._length), end="", file=sys.stderr, flush=True)
        self._length = len(line)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        if self._bar:
            self._bar.close()
        elif self._length:
            print(file=sys.stderr, flush=True)
