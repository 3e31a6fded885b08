#!/usr/bin/env python3
#===- finish_docs.py - Makes a page of what mlir-tblgen wrote --------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Joins the parts of a reference page under one title, and mends what mlir-tblgen
leaves out: what passes' options may be, and their defaults (from llvm-tblgen's records,
--records). A
table of contents that is only the word for one goes, and angle brackets of attributes
are no tags."""

import argparse
import json
import os
import re

from option_lists import describe_value, read_enums


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def split_title(part):
    """The lines up to the title, and what follows."""
    match = re.match(r"(<!--.*?-->\n+(?:# .*\n+)?)", part)
    end = match.end() if match else 0
    return part[:end], part[end:]


def find_values(records):
    """From (pass, option) to what it may be, if that is a list of words, and its default."""
    values, enums = {}, read_enums()
    for name in records["!instanceof"]["PassBase"]:
        record = records[name]
        for option in record["options"]:
            option = records[option["def"]]
            kind, default = describe_value(
                option["type"], option.get("defaultValue") or "{}", enums)
            isWord = any(option["type"].rstrip(">").endswith(name) for name in enums)
            values[record["argument"], option["argument"]] = kind if isWord else None, default
    return values


def add_values(page, values):
    lines, flag, inOptions = [], None, False
    for line in page.split("\n"):
        if match := re.fullmatch(r"### `-(.+)`", line):
            flag, inOptions = match.group(1), False
        elif line == "#### Options":
            inOptions = True
        elif inOptions and (match := re.match(r"-(\S+)\s+: ", line)):
            kind, default = values.get((flag, match.group(1)), (None, None))
            notes = [kind, f"default: {default}" if default else None]
            if any(notes):
                line += f" ({'; '.join(filter(None, notes))})"
        lines.append(line)
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output")
    parser.add_argument("parts", nargs="+")
    parser.add_argument("--records", help="JSON of the records that passes are in")
    options = parser.parse_args()
    title, first = split_title(read(options.parts[0]))
    bodies = [first] + [split_title(read(part))[1] for part in options.parts[1:]]
    page = title + "\n".join(body.rstrip("\n") + "\n" for body in bodies)
    page = re.sub(r"^\[TOC\]\n\n?", "", page, flags=re.M)
    # An attribute in a table is no tag.
    page = re.sub(r"(#amp\w*\.\w+)<(\w+)>(?=[^\n]*</td>)", r"\1&lt;\2&gt;", page)
    if options.records:
        page = add_values(page, find_values(json.loads(read(options.records))))
    # What did not change keeps its time.
    if not os.path.exists(options.output) or read(options.output) != page:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(page)


if __name__ == "__main__":
    main()
