# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m amp.onnx`: a graph from an ONNX model, and back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, Optional

EXIT_INPUT, EXIT_IO = 3, 5


def _named(text: str, what: str) -> tuple[str, str]:
    name, sign, value = text.rpartition("=")
    if not sign or not name or not value:
        raise argparse.ArgumentTypeError(f"expected NAME={what}, found '{text}'")
    return name, value


def _size(text: str) -> tuple[str, int]:
    name, value = _named(text, "SIZE")
    if not value.isascii() or not value.isdigit() or len(value) > 18:
        raise argparse.ArgumentTypeError(f"expected NAME=SIZE, found '{text}'")
    return name, int(value)


def _numbers(text: str) -> tuple[str, Any]:
    import numpy as np

    name, value = _named(text, "NUMBERS")
    try:
        if value.endswith(".npy"):
            return name, np.load(value, allow_pickle=False)
        items = [each.strip() for each in value.strip("[]").split(",") if each.strip()]
        numbers = [{"true": True, "false": False}.get(each) if each in ("true", "false") else
                   int(each) if each.lstrip("+-").isdigit() else float(each) for each in items]
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"expected NAME=1,2,... or NAME=FILE.npy, found "
                                         f"'{text}': {error}") from None
    return name, np.asarray(numbers if "," in value or "[" in value else numbers[0])


def _printable(text: str) -> str:
    """Without what a terminal obeys: names are those of a model, which may be hostile."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode()
                   for each in text)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m amp.onnx", allow_abbrev=False,
        description="Converts an ONNX model to a graph with the entry point predict, and with "
                    "--add-training also train and evaluate.")
    parser.add_argument("model", help="the .onnx file")
    parser.add_argument("-o", "--output", metavar="FILE",
                        help="the graph (.mlir), with a .safetensors file beside it if there "
                             "are many weights; without it the graph is printed. With --update "
                             "the model")
    parser.add_argument("--add-training", metavar="SETTINGS",
                        help="\"loss=cross_entropy(OUTPUT, LABELS) optimizer=adamw(lr=1e-3) "
                             "schedule=cosine(iterations=1000) clip_grad_norm=1.0 "
                             "metrics=accuracy\": all but loss and optimizer may be missing")
    parser.add_argument("--shape", metavar="NAME=SIZE", type=_size, action="append", default=[],
                        help="fixes an open size, by its name or as INPUT:PLACE; the first one "
                             "of the inputs, of the batch, may stay open")
    parser.add_argument("--set", metavar="NAME=NUMBERS", type=_numbers, action="append",
                        default=[], help="makes an input of the model a number of the graph: "
                                         "1,2,3 or a .npy file")
    parser.add_argument("--freeze", metavar="REGEX", action="append", default=[],
                        help="initializers whose names match are not trained")
    parser.add_argument("--train", metavar="REGEX", action="append", default=[],
                        help="initializers whose names match are trained")
    parser.add_argument("--inference-form", action="store_true",
                        help="BatchNormalization and Dropout stay in their form of inference "
                             "in the entry point train")
    parser.add_argument("--update", metavar="FILE",
                        help="writes to -o the model with the arrays of a .safetensors file, "
                             "such as --output of amp-run, as its initializers")
    return parser


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = _arguments()
    given = parser.parse_args(arguments)
    try:
        import onnx  # noqa: F401
    except ImportError:
        print("python -m amp.onnx: error: it needs the package onnx: pip install onnx",
              file=sys.stderr)
        return EXIT_INPUT
    from . import ModelError, convert, save, update

    if given.update and (not given.output or given.add_training):
        parser.error("--update takes -o FILE.onnx, and no --add-training")
    try:
        if given.update:
            save(update(given.model, given.update), given.output)
            print(f"wrote {given.output}", file=sys.stderr)
            return 0
        graph = convert(given.model, given.add_training, shapes=dict(given.shape),
                        numbers=dict(given.set), freeze=given.freeze, train=given.train,
                        inference_form=given.inference_form)
    except ModelError as error:
        print(f"{given.model}: error: {_printable(str(error))}", file=sys.stderr)
        return EXIT_INPUT
    if not given.output:
        print(graph, end="")
        if graph.values:
            print("note: -o FILE.mlir also writes the weights, which are too many for the text",
                  file=sys.stderr)
        return 0
    try:
        beside = graph.write(given.output)
    except OSError as error:
        print(f"{given.output}: error: {error.strerror}", file=sys.stderr)
        return EXIT_IO
    print(f"wrote {given.output}" + (f" and {beside}: --init-from={beside}" if beside else ""),
          file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
