#!/usr/bin/env python3
#===- how_to.py - The pages of docs/HowTo work as they are written ---------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs each page of docs/HowTo that has commands from its top to its end, in an empty
folder:

- a block whose first line is a comment with a file's name (`// net.mlir`,
  `# make_data.py`) is that file; one with a path (`// examples/embed/nnc.cpp`) shows a
  part of that file of the source tree, or several with `...` between them;
- a block of sh is run, and must succeed without a warning;
- a block of text is what the command before it printed, among other things: its lines
  are there in this order, with these words; where a line has a number there is one,
  whichever, as digits depend on the machine.

`amp` in the folder is the source tree, with the build that is tested.
"""

import importlib.util
import os
import re
import subprocess
import sys

from _common import EXAMPLES, ROOT, Suite, expect, read_cache
from _python import find_package

PAGES = os.path.join(ROOT, "docs", "HowTo")
# These build programs with what the system has, which link libraries of the build.
PLAIN = {"Embed.md"}
# These need the Python package, and others with it.
PYTHON = {"Python": [], "FromPyTorch": ["torch"], "FromOnnx": ["onnx"]}
NUMBER = r"-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|nan|inf)"


def find_blocks(text):
    """Yields (line number, language, text) of each fenced block."""
    for match in re.finditer(r"^```(\w+)\n(.*?)^```$", text, flags=re.S | re.M):
        yield text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)


def to_pattern(line):
    """A regular expression for the words of a line, with any numbers."""
    return r"\s+".join(NUMBER if re.fullmatch(NUMBER, word) else re.escape(word)
                       for word in line.split())


def check_output(place, shown, printed):
    lines, at = printed.splitlines(), 0
    for line in shown.splitlines():
        pattern = re.compile(rf"(?:^|\s){to_pattern(line)}(?:\s|$)")
        found = next((i for i in range(at, len(lines)) if pattern.search(lines[i])), None)
        expect(found is not None,
               f"{place}: '{line}' is not in what the command printed:\n{printed}")
        at = found + 1


def check_fragment(place, path, text):
    """A block shows lines of a file, in their order."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        whole = file.read()
    at = 0
    for part in re.split(r"^\s*\.\.\.\n", text, flags=re.M):
        found = whole.find(part, at)
        expect(found >= 0, f"{place}: this is not in {path}, or not in this order:\n{part}")
        at = found + len(part)


def is_session(page):
    """True if a page is to be followed from its top: it has commands to run."""
    with open(os.path.join(PAGES, page), encoding="utf-8") as file:
        return any(language == "sh" for _, language, _ in find_blocks(file.read()))


def run_page(suite, scratch, page):
    with open(os.path.join(PAGES, page), encoding="utf-8") as file:
        blocks = list(find_blocks(file.read()))
    folder, tools = os.path.join(scratch, page, "work"), os.path.join(scratch, page, "bin")
    os.makedirs(os.path.join(folder, "amp"))
    os.makedirs(tools)
    build = os.path.abspath(suite.options.build)
    for link, target in (("build", build), ("examples", EXAMPLES)):
        os.symlink(target, os.path.join(folder, "amp", link))
    # Not a link: a virtual environment is found by the interpreter's place.
    with open(os.path.join(tools, "python3"), "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    os.chmod(file.name, 0o755)
    path = [tools, os.path.dirname(suite.tool), suite.environment["PATH"]]
    environment = {**suite.environment, "PATH": os.pathsep.join(path),
                   "PYTHONPATH": os.path.join(os.path.abspath(suite.options.build), "python")}
    ran, printed = 0, None
    for number, language, text in blocks:
        place = f"docs/HowTo/{page}:{number}"
        name = re.match(r"(?://|#) ([\w/-]+\.\w+)\n", text)
        if language == "sh":
            result = subprocess.run(["bash", "-ec", text], cwd=folder, env=environment,
                                    capture_output=True, text=True, timeout=300)
            printed, ran = result.stdout + result.stderr, ran + 1
            expect(result.returncode == 0, f"{place}: exit code {result.returncode}: {printed}")
            expect("warning:" not in result.stderr, f"{place}: {result.stderr}")
        elif language == "text":
            expect(printed is not None, f"{place}: no command is before this")
            check_output(place, text, printed)
        elif name and "/" in name.group(1):
            check_fragment(place, name.group(1), text[name.end():])
        else:
            expect(name, f"{place}: the first line names no file")
            with open(os.path.join(folder, name.group(1)), "w", encoding="utf-8") as file:
                file.write(text)
    return f"{ran} commands"


def run(suite, scratch):
    pages = [name for name in sorted(os.listdir(PAGES)) if is_session(name)]
    expect(pages, "no page of docs/HowTo has a command")
    is_sanitized = "-fsanitize" in read_cache(suite.options.build)["CMAKE_CXX_FLAGS"]
    for page in pages:
        name = page.removesuffix(".md")
        if page in PLAIN and is_sanitized:
            suite.skip(name, "what it builds has no sanitizer")
        # Where there is none, this says why.
        elif name in PYTHON and not find_package(suite):
            continue
        elif missing := [package for package in PYTHON.get(name, [])
                         if not importlib.util.find_spec(package)]:
            suite.skip(name, f"{' and '.join(missing)} is not installed")
        else:
            suite.test(name, run_page, suite, scratch, page)


if __name__ == "__main__":
    sys.exit(Suite("how_to", __doc__).main(run))
