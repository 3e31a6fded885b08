# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is wrong with a model."""

from __future__ import annotations

from collections.abc import Iterable


class ModelError(ValueError):
    """A model that cannot be converted: what is wrong, where, and what to do."""


class NeedsNumbers(ModelError):
    """An op needs, as numbers, what depends on these inputs of the model."""

    def __init__(self, message: str, inputs: Iterable[str]) -> None:
        super().__init__(message)
        self.inputs = sorted(inputs)
