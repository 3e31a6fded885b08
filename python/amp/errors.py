# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is raised, and what is told.

Each exception is an `Error` and, where Python has one for it, a built-in one. A warning of the
compiler, or of a training, is an `AmpWarning` of the module `warnings`; a remark is logged by
`logging.getLogger("amp")` as information.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings

_FOLDER = os.path.dirname(os.path.abspath(__file__)) + os.sep
_log = logging.getLogger("amp")


class Error(Exception):
    """What failed. `message` says it, with the remedy where there is one; `place` says where
    in the text of a graph or a policy: "net.mlir:3:8", or "'scores'", a name that the graph has
    there, or "" where it is about something else."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.message = message
        self.place = place


class InvalidArgumentError(Error, ValueError):
    """An argument, a setting or an array that cannot be used."""


class InvalidGraphError(Error, ValueError):
    """A graph, or an executable, that cannot be used."""


class CheckpointError(Error, ValueError):
    """A checkpoint that is damaged, or is of another graph."""


class OutOfMemoryError(Error, MemoryError):
    """There is too little memory."""


class FileError(Error, OSError):
    """The system refused a file operation."""


class InternalError(Error, RuntimeError):
    """A bug in amp."""


class DeviceError(Error, RuntimeError):
    """The device, or one of its libraries, failed or is not there."""


class TrainingFailedError(Error, RuntimeError):
    """Values are not finite, or steps are only skipped."""


class CancelledError(Error, RuntimeError):
    """`Session.cancel` ended the call."""


class AmpWarning(UserWarning):
    """What the compiler, or a training, warns of."""


# By amp_code of include/amp-c/Common.h.
_CLASSES = [Error, InvalidArgumentError, CheckpointError, OutOfMemoryError, FileError,
            InternalError, InvalidGraphError, DeviceError, TrainingFailedError, CancelledError]


def _from_status(code: int, message: str, place: str) -> Error:
    kind = _CLASSES[code] if code < len(_CLASSES) else InternalError
    return kind(message, place)


def _deliver(severity: int, place: str, text: str) -> None:
    """Passes a message on. An error is raised by the call that it belongs to."""
    text = f"{place}: {text}" if place else text
    if severity == 1:
        warnings.warn(text, AmpWarning, stacklevel=_find_caller())
    else:
        _log.log(logging.INFO if severity == 0 else logging.DEBUG, text)


def _find_caller() -> int:
    """The level in the stack, as `_deliver` counts it, of the first frame outside of amp."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_FOLDER):
        level, frame = level + 1, frame.f_back
    return level
