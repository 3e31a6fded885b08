# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Trainings of PyTorch's modules as graphs.

    import amp.torch

    training = amp.torch.compile_training(module, loss, optimizer, (x, y), precision="bf16")
    for batch in loader:
        training.step(batch)
    training.to_torch()

docs/HowTo/FromPyTorch.md is the tour. PyTorch is imported by this package alone.
"""

try:
    import torch as _torch  # noqa: F401
except ImportError as error:
    raise ImportError("amp.torch needs PyTorch 2.6 or later: pip install torch") from error

import torch._dynamo as _dynamo

from ._backend import amp_backend
from ._lowering import Problem, UnsupportedError
from ._optimizers import UnsupportedOptimizer
from ._training import Results, Training, compile_training, make_program

_dynamo.register_backend(name="amp", compiler_fn=amp_backend)

__all__ = ["Problem", "Results", "Training", "UnsupportedError", "UnsupportedOptimizer",
           "compile_training", "make_program"]
