#===- recording.py - What the recording scripts share ----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The command of the scripts test/Inputs/*/record_torch.py: write a record of what PyTorch
does, or compare one with it."""

import argparse
import difflib
import gzip
import json


def read(path):
    """The text of a record."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return file.read()


def write(path, text):
    """Writes a record, compressed: the same bytes for the same text."""
    with open(path, "wb") as file:
        file.write(gzip.compress(text.encode(), 9, mtime=0))


def dump_lines(document):
    """A document as JSON, with a line for each element of its lists."""
    parts = []
    for key, value in document.items():
        text = json.dumps(value)
        if isinstance(value, list):
            text = "[\n" + ",\n".join(map(json.dumps, value)) + "\n]"
        parts.append(f'"{key}": {text}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def dump_cases(version, cases):
    """Cases as JSON, one in a line, after PyTorch's version."""
    lines = ",\n".join(json.dumps(case) for case in cases)
    return f'{{"format": 1, "torch": {json.dumps(version)}, "cases": [\n{lines}\n]}}\n'


def number(index):
    """splitmix64 of the index: its upper 24 bits as a number in [-1, 1)."""
    mask = 2**64 - 1
    x = (index * 0x9e3779b97f4a7c15 + 0x9e3779b97f4a7c15) & mask
    x = ((x ^ (x >> 30)) * 0xbf58476d1ce4e5b9) & mask
    x = ((x ^ (x >> 27)) * 0x94d049bb133111eb) & mask
    x ^= x >> 31
    return (x >> 40) / 2**23 - 1


def main(description, record):
    """Writes the text that `record` gives to a file, or compares it with one; the exit
    status."""
    parser = argparse.ArgumentParser(description=description.split("\n\n")[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--output", metavar="FILE", help="write the record")
    action.add_argument("--check", metavar="FILE", help="compare with a record")
    options = parser.parse_args()
    text = record()
    if options.output:
        write(options.output, text)
        return 0
    known = read(options.check)
    if known == text:
        return 0
    print(f"{options.check} differs from what this PyTorch does, first in:")
    changed = [line for line in difflib.ndiff(known.splitlines(), text.splitlines())
               if line[:2] in ("- ", "+ ")]
    print("\n".join(line[:200] for line in changed[:6]))
    return 1
