# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""python -m amp.torch FILE.py:FUNCTION -o net.mlir: the graph of a training, to be read."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import inspect
import math
import os
import sys
import traceback
import warnings
from collections.abc import Mapping
from typing import Any, Optional

_DESCRIPTION = """Writes the graph of a training of a PyTorch module: FILE.mlir, and beside it
FILE.safetensors with the first values where they are many.

FUNCTION takes no arguments and gives module, loss, optimizer and an example batch, as a tuple
or as a dict of the arguments of amp.torch.compile_training:

    def training():
        module = torch.nn.Linear(2, 3)
        optimizer = torch.optim.SGD(module.parameters(), lr=0.5)
        example = torch.zeros(8, 2), torch.zeros(8, dtype=torch.int64)
        return module, torch.nn.CrossEntropyLoss(), optimizer, example
"""


class _Failure(Exception):
    """A message and the exit code, one of amp-run's."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m amp.torch", description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", metavar="FILE.py:FUNCTION",
                        help="where the training is made; FUNCTION may be left out if the file "
                             "has one function that takes no arguments")
    parser.add_argument("-o", "--output", metavar="FILE.mlir",
                        help="what to write; '-' is the standard output, without first values "
                             "beside it (default: FILE.mlir beside FILE.py)")
    parser.add_argument("--precision", choices=["f32", "bf16", "f16"], default="f32",
                        help="f16 adds a dynamic loss scale; which op runs in 16 bits is up to "
                             "amp-run's --precision (default: %(default)s)")
    parser.add_argument("--fixed-batch", action="store_true",
                        help="the size of the batch is that of the example")
    parser.add_argument("--redraw", action="store_true",
                        help="writes of which distribution first values are in place of the "
                             "values: amp-run draws them, by its --seed. Values that are of "
                             "no one distribution are written all the same, and named")
    return parser


def _load(source: str) -> Any:
    path, _, name = source.rpartition(":") if ":" in source else (source, "", "")
    if not path.endswith(".py"):
        raise _Failure(f"'{source}': expected FILE.py:FUNCTION", 2)
    if not os.path.exists(path):
        raise _Failure(f"'{path}' does not exist", 5)
    spec = importlib.util.spec_from_file_location("amp_torch_source", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec.loader.exec_module(module)
    functions = {key: value for key, value in vars(module).items()
                 if inspect.isfunction(value) and value.__module__ == spec.name and
                 not any(parameter.default is parameter.empty
                         for parameter in inspect.signature(value).parameters.values())}
    if not name:
        if len(functions) != 1:
            raise _Failure(f"'{path}' has {len(functions)} functions that take no arguments"
                           f"{': ' + ', '.join(functions) if functions else ''}; name one: "
                           f"{path}:FUNCTION", 2)
        return next(iter(functions.values()))
    if not callable(getattr(module, name, None)):
        raise _Failure(f"'{path}' has no function '{name}'; there are "
                       f"{', '.join(functions) or 'none that take no arguments'}", 2)
    return getattr(module, name)


def _call(function: Any) -> dict[str, Any]:
    given = function()
    if isinstance(given, Mapping):
        given = dict(given)
    elif isinstance(given, (tuple, list)) and len(given) == 4:
        given = dict(zip(("module", "loss", "optimizer", "example"), given))
    else:
        raise _Failure(f"{function.__name__}() gives {type(given).__name__}; expected module, "
                       f"loss, optimizer and an example batch, as a tuple or a dict", 3)
    missing = [key for key in ("module", "loss", "optimizer", "example") if key not in given]
    if missing:
        raise _Failure(f"{function.__name__}() gives no {', '.join(missing)}", 3)
    return given


def _redraw(program: Any, initializers: Any) -> None:
    kept = []
    for name, tensor in program.state.tensors.items():
        if name not in program.graph.variables:
            continue
        text = initializers.of(tensor.detach())
        if text is not None:
            program.graph.redraw(name, text)
        elif program.state.is_parameter[name]:
            kept.append(name)
    if kept:
        print(f"note: first values of {', '.join(kept)} are not of one distribution, and are "
              f"written as they are", file=sys.stderr)


def main(arguments: Optional[list[str]] = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except _Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return failure.code
    except Exception as error:  # Of the file that was named, or of its module.
        print(f"error: {_described(error)}", file=sys.stderr)
        return 3


def _described(error: Exception) -> str:
    """An error with the last line that is neither PyTorch's nor this package's."""
    import torch
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}: {error.msg}"
    others = (os.path.dirname(torch.__file__), os.path.dirname(__file__), "<")
    own = [frame for frame in traceback.extract_tb(error.__traceback__)
           if not frame.filename.startswith(others)]
    place = f"{own[-1].filename}:{own[-1].lineno}: " if own else ""
    return f"{place}{type(error).__name__}: {error}"


def _run(options: argparse.Namespace) -> int:
    from . import UnsupportedError, UnsupportedOptimizer, make_program
    from ._initializers import Initializers

    function = _load(options.source)
    initializers = Initializers()
    with initializers if options.redraw else contextlib.nullcontext():
        given = _call(function)
    given.setdefault("precision", options.precision)
    if options.fixed_batch:
        given["dynamic_batch"] = False
    allowed = inspect.signature(make_program).parameters
    unknown = [key for key in given if key not in allowed]
    if unknown:
        raise _Failure(f"a graph has no place for {', '.join(unknown)}; known are "
                       f"{', '.join(allowed)}", 3)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            program, optimizer, _ = make_program(**given)
        except (UnsupportedError, UnsupportedOptimizer) as error:
            raise _Failure(str(error), 3) from None
    for warning in said:
        if str(warning.message).startswith("the size of the batch"):
            print(f"warning: {warning.message}", file=sys.stderr)
    graph = program.graph
    if options.redraw:
        _redraw(program, initializers)
    path = options.output or os.path.splitext(options.source.rpartition(":")[0]
                                              or options.source)[0] + ".mlir"
    if path == "-":
        print(graph, end="")
        return 0
    try:
        beside = graph.write(path)
    except OSError as error:
        raise _Failure(f"'{path}': {error.strerror}", 5) from None
    size = sum(math.prod(graph.variables[name].type.shape) for name in optimizer.trained)
    names = [*program.batch.input_names, *program.batch.target_names]
    print(f"wrote {path}" + (f" and {beside}" if beside else ""))
    print(f"  {len(optimizer.trained)} parameters of {size:,} elements, batch of "
          f"{'any size' if program.is_dynamic else 'the size of the example'}")
    print(f"  train takes {', '.join(names)}; predict gives "
          f"{', '.join(program.output_names) or 'nothing'}")
    data = " ".join(f"--data {name}=data.npz" for name in names)
    print(f"train it: amp-run {path}" + (f" --init-from={beside}" if beside else "") +
          f" {data} --epochs=10 --shuffle --precision=bf16 --assigner=eager")
    return 0


if __name__ == "__main__":
    sys.exit(main())
