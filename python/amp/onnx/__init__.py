# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs from ONNX models.

    graph = amp.onnx.convert("net.onnx", "loss=cross_entropy(logits) optimizer=adamw(lr=1e-3)")
    session = amp.compile(graph, precision="bf16")

or `python -m amp.onnx net.onnx -o net.mlir --add-training=...`: docs/HowTo/FromOnnx.md. It
needs the package onnx.
"""

from ._convert import convert
from ._errors import ModelError, NeedsNumbers
from ._model import ELEMENTS as ELEMENT_TYPES
from ._training import Training
from ._update import save, update

__all__ = ["ELEMENT_TYPES", "ModelError", "NeedsNumbers", "Training", "convert", "save", "update"]
