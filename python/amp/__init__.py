# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs that train in mixed precision.

    import amp

    net = amp.compile("net.mlir", precision="bf16")
    net.train(data={"x": x, "y": y}, epochs=5)
    net.predict(data={"x": x})

docs/HowTo/Python.md is the tour.
"""

from . import errors
from ._amp import version as _version
from ._checkpoints import CheckpointFolder
from ._compile import compile, load_program
from ._executable import Executable
from ._session import Session, Training
from ._settings import Setting, settings
from ._variables import IncompatibleKeys, Variable, Variables
from .errors import (AmpWarning, CancelledError, CheckpointError, DeviceError, Error, FileError,
                     InternalError, InvalidArgumentError, InvalidGraphError,
                     OutOfMemoryError, TrainingFailedError)

__version__ = _version()

__all__ = [
    "AmpWarning", "CancelledError", "CheckpointError", "CheckpointFolder", "DeviceError",
    "Error", "Executable", "FileError", "IncompatibleKeys", "InternalError",
    "InvalidArgumentError", "InvalidGraphError", "OutOfMemoryError", "Session", "Setting",
    "Training", "TrainingFailedError", "Variable", "Variables", "compile", "errors",
    "load_program", "settings",
]
