#===- option_lists.py - Reads the lists of options -------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Reads the lists that options are declared in, for the pages that are made of them:
enumerations (OptionEnums.def), options of the pipelines (TrainingOptions.def) and flags
of amp-run (Flags.td)."""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENUMS = os.path.join(ROOT, "include", "amp", "Options", "OptionEnums.def")
OPTIONS = os.path.join(ROOT, "include", "amp", "Options", "TrainingOptions.def")
FLAGS = os.path.join(ROOT, "tools", "amp-run", "Flags.td")

STRING = r'"(?:[^"\\]|\\.)*"'
STRINGS = rf"{STRING}(?:\s*{STRING})*"


def read_code(path):
    """The text of a file without comments."""
    with open(path, encoding="utf-8") as file:
        return re.sub(rf"({STRING})|//[^\n]*", lambda m: m.group(1) or "", file.read())


def unquote(text):
    """The text of adjacent string literals."""
    return "".join(part[1:-1].replace('\\"', '"') for part in re.findall(STRING, text))


def read_enums():
    """From an enumeration's name to its words: (case, spelling, help)."""
    enums = {}
    for name, case, spelling, text in re.findall(
            rf"AMP_OPTION_CASE\((\w+),\s*(\w+),\s*({STRING}),\s*({STRINGS})\)",
            read_code(ENUMS)):
        enums.setdefault(name, []).append((case, unquote(spelling), unquote(text)))
    return enums


def list_words(words):
    """"min-cut, eager or propagate"."""
    names = [spelling for _, spelling, _ in words]
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def describe_value(type_name, default, enums):
    """What a C++ type may hold in an option's text, and its default; either may be None."""
    optional = re.search(r"(?:PassOptional|std::optional)<(.*)>", type_name)
    inner = (optional.group(1) if optional else type_name).split("::")[-1].strip()
    words = enums.get(inner)
    if words:
        kind = list_words(words)
        case = default.split("::")[-1]
        default = next((spelling for name, spelling, _ in words if name == case), None)
    else:
        kind = {"bool": "true or false", "int64_t": "whole number", "unsigned": "whole number",
                "double": "number", "string": "text"}.get(inner, "list")
        default = None if default in ("std::nullopt", "{}") else default.strip('"')
    return kind, default


def read_options():
    """Groups of the pipelines' options: (title, [(name, type, default, help)])."""
    groups = []
    for title, type_name, name, default, text in re.findall(
            rf"AMP_OPTION_GROUP\(({STRING})\)|"
            rf"AMP_OPTION\(([^,]+),\s*\w+,\s*({STRING}),\s*([^,]+),\s*({STRINGS})\)",
            read_code(OPTIONS)):
        if title:
            groups.append((unquote(title), []))
        else:
            groups[-1][1].append((unquote(name), type_name, default, unquote(text)))
    return groups


def read_flags():
    """Groups of amp-run's flags: (title, [(name, metavar, is optional, help, enum)])."""
    code = read_code(FLAGS)
    titles = {name: unquote(text) for name, text in re.findall(
        rf"def (grp_\w+) : OptionGroup<{STRING}>,\s*HelpText<({STRING})>", code)}
    groups = []
    for group, kind, arguments in re.findall(
            rf"let Group = (grp_\w+) in|def\w* \w+ : (Value|OptionalValue|Switch)"
            rf"<({STRINGS}(?:,\s*{STRINGS})*)>", code):
        if group:
            groups.append((titles[group], []))
            continue
        values = [unquote(text) for text in re.findall(STRINGS, arguments)]
        name = values.pop(0)
        metavar = None if kind == "Switch" else values.pop(0)
        text = values.pop(0)
        groups[-1][1].append(
            (name, metavar, kind == "OptionalValue", text, values[0] if values else None))
    return groups
