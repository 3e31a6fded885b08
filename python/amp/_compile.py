# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opening graphs."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from typing import Any, Optional, Union

from . import _amp
from ._session import Session
from ._settings import make_config
from .errors import FileError

Path = Union[str, os.PathLike[str]]


def compile(source: Any, *, precision: Optional[str] = None, policy: Any = None,
            device: str = "auto", trusted: bool = False,
            cache_dir: Union[Path, bool, None] = True, name: str = "graph",
            **settings: Any) -> Session:
    """A session of a graph: its variables on a device, and the programs that work on them.

    `source` is a path, the text of a graph (a str that has several lines), bytes, or an
    `amp.graph.Graph`. `policy` is a path, a text or a dict. Each setting of docs/Flags.md is
    an argument: `loss_scale="dynamic"`, `batch_size=64`, `lr=0.1`, `seed=1`, `shuffle=True`.
    `cache_dir` keeps what was compiled for later: a folder, True for the user's own, or None.
    `name` is what messages call a graph that is no file. `trusted` is needed for bytecode and
    executables: see docs/HowTo/Trust.md.

    What is wrong with the graph is an InvalidGraphError with its place. Programs are compiled
    when they are first needed, since the sizes of the data are known then:
    `Session.prepare` does it at once."""
    given = {"precision": precision, "policy": policy, "device": device, **settings}
    kept = None
    values = getattr(source, "values", None)
    if values is not None and not isinstance(source, (str, bytes, os.PathLike)):
        # First values that a written graph has not in its text.
        if values:
            kept, file = _write_values(values)
            given["init_from"] = [file, *_as_list(given.get("init_from"))]
            given["init_partial"] = True
        source = str(source)
        is_text = True
    else:
        is_text = isinstance(source, bytes) or (isinstance(source, str) and "\n" in source)
    config = make_config(given, "amp.compile()")

    def open_graph(cache: Optional[str]) -> _amp.Graph:
        if not is_text:
            return _amp.Graph.open_file(os.fspath(source), trusted, cache)
        text = source.encode() if isinstance(source, str) else source
        return _amp.Graph.open_text(text, name, trusted, cache)

    session = Session(_open_cached(open_graph, cache_dir), config, given)
    session._kept = kept
    return session


def load_program(path: Path, *, trusted: bool, device: str = "auto",
                 **settings: Any) -> Session:
    """A session of an executable, which `Session.save_program` or `amp-run --save-program`
    wrote: native code, which runs with all rights of the process, so that `trusted` must be
    True. It has programs for the sizes of data that it was made for."""
    given = {"device": device, **settings}
    config = make_config(given, "amp.load_program()")
    program = _amp.Executable.load(os.fspath(path), trusted)
    return Session(_amp.Graph.of_executable(program), config, given)


def _open_cached(open_graph: Callable[[Optional[str]], _amp.Graph],
                 cache_dir: Union[Path, bool, None]) -> _amp.Graph:
    if cache_dir is None or cache_dir is False:
        return open_graph(None)
    if cache_dir is not True:
        return open_graph(os.fspath(cache_dir))
    if os.environ.get("AMP_CACHE_DIR") == "":
        return open_graph(None)
    try:
        return open_graph("")
    except FileError as error:
        # Nobody asked for a cache: without one it only takes longer.
        if not error.message.startswith("cache_dir"):
            raise
        return open_graph(None)


def _as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _write_values(values: Any) -> tuple[Any, str]:
    """A file of arrays, and the folder that is to be kept as long as it is used."""
    from .graph import save_arrays
    folder = tempfile.TemporaryDirectory(prefix="amp-")
    path = os.path.join(folder.name, "values.safetensors")
    save_arrays(path, values)
    return folder, path
