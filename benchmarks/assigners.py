#!/usr/bin/env python3
#===- assigners.py - What the assigners make of three networks -------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Counts casts and bytes that the assigners of amp-assign-precision lead to, for
ResNet-50, an LSTM language model and a GPT-2 decoder. Measures no time.

Prints a table in Markdown and keeps all figures as JSON. README.md beside this file
says what each figure means.
"""

import argparse
import collections
import datetime
import math
import os
import platform
import re
import subprocess
import sys
import tempfile

import graphs
from common import Failure, read_commit, run_benchmark, say

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
FORMAT = 1  # Of the figures; raised when a key changes its meaning.

# Name, maker, arguments, and arguments that shrink it for a try.
NETWORKS = [
    ("resnet50", graphs.resnet50, {"batch": 64, "image": 224},
     {"batch": 2, "image": 64, "classes": 10}),
    ("lstm", graphs.lstm, {"cell": "fused"},
     {"cell": "fused", "batch": 4, "steps": 4, "hidden": 16, "vocabulary": 100}),
    ("lstm-gates", graphs.lstm, {"cell": "gates"},
     {"cell": "gates", "batch": 4, "steps": 4, "hidden": 16, "vocabulary": 100}),
    ("transformer", graphs.transformer, {"attention": "fused"},
     {"attention": "fused", "batch": 2, "steps": 16, "width": 32, "heads": 2, "blocks": 2,
      "vocabulary": 100}),
    ("transformer-spelled", graphs.transformer, {"attention": "spelled"},
     {"attention": "spelled", "batch": 2, "steps": 16, "width": 32, "heads": 2, "blocks": 2,
      "vocabulary": 100}),
]
# The last lifts a rule that keeps what a denied op made in f32, which propagate does
# not have: then both choose among the same assignments.
ASSIGNERS = {
    "eager": "assigner=eager",
    "propagate": "assigner=propagate",
    "min-cut": "assigner=min-cut",
    "min-cut, low-after-deny": "assigner=min-cut low-after-deny",
}
DTYPES = ("f16", "bf16")
ELEMENT_BYTES = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2, "f8E4M3FN": 1, "f8E5M2": 1}


#===------------------------------------------------------------------------===#
# Running
#===------------------------------------------------------------------------===#


def command_line(tool, path, assigner, dtype, output):
    return [tool, path, f"--amp-assign-precision={ASSIGNERS[assigner]} dtype={dtype}",
            "--amp-optimize-casts", "--amp-verify-precision",
            "--remarks-filter=amp-precision", "--remark-format=emitRemark", "-o", output]


def parse_remark(text):
    """The figures of the assigner's remark about the function, or None; and whether it
    reports that it gave up."""
    figures, gave_up = None, False
    for line in text.splitlines():
        if ": remark: " not in line:
            continue
        gave_up |= "min-cut | Category:amp-precision" in line
        if "assigner | Category:amp-precision |" not in line:
            continue
        if figures is not None:
            raise Failure("amp-assign-precision made two remarks about one function")
        figures = {key: int(value) for key, value
                   in re.findall(r"([\w-]+)=(\d+)", line.rsplit("|", 1)[1])}
    return figures, gave_up


def by_name(figures, name):
    """The remark's figures about one assigner, in one unit, with their sum."""
    found = {key: figures[f"{name}-{key}"]
             for key in ("casts", "cast-bytes", "op-bytes", "saved-bytes")}
    found["total"] = found["cast-bytes"] + found["op-bytes"] + found["saved-bytes"]
    return found


def assign(tool, path, assigner, dtype, output):
    """Assigns the graph at `path`. The remark's figures, and those counted anew."""
    command = command_line(tool, path, assigner, dtype, output)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    except OSError as error:
        raise Failure(f"{command[0]} does not start: {error.strerror}; build it first "
                      "(README.md says how)") from None
    except subprocess.TimeoutExpired:
        raise Failure(f"{' '.join(command)} still ran after ten minutes") from None
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        raise Failure(f"{' '.join(command)} ended with status {done.returncode}: "
                      f"{' | '.join(errors)[:1000]}")
    figures, gave_up = parse_remark(done.stderr)
    with open(output, encoding="utf-8") as file:
        counted = recount(file.read())
    result = {"assigner": assigner, "dtype": dtype, "counted": counted, "gave_up": gave_up}
    if figures:
        own = "propagate" if assigner == "propagate" else "min-cut"
        result["remark"] = {own: by_name(figures, own), "eager": by_name(figures, "eager")}
    elif assigner != "eager":
        raise Failure(f"{' '.join(command)} made no remark about the function")
    return result


#===------------------------------------------------------------------------===#
# Counting in the text
#===------------------------------------------------------------------------===#

# This knows of the graph what is printed, and shares nothing with the compiler.

TENSOR = re.compile(r"tensor<((?:\d+x)*)([^<>]*)>")
READ = re.compile(r"\s*(%[\w.]+) = amp\.read @([^\s:]+)")
CONSTANT = re.compile(r"\s*(%[\w.]+) = amp\.constant ")
CAST = re.compile(r"\s*(%[\w.]+) = amp\.cast (%[\w.#]+).* : (tensor<\S+>) to (tensor<\S+>)")
OP = re.compile(r"\s*(?:%\S.* = )?amp\.(\w+) .* : \((.*?)\) -> (.*)$")
# Those move state or stand for ops that are not there yet.
NOT_COUNTED = {"backward", "step", "unscale"}


def float_bytes(text):
    """The bytes of the floating-point tensors among the types in `text`."""
    total = 0
    for sizes, element in TENSOR.findall(text):
        total += (math.prod(int(size) for size in sizes.split("x") if size)
                  * ELEMENT_BYTES.get(element, 0))
    return total


def recount(text):
    """Casts and bytes of an assigned graph, from what it is printed as. Casts of
    constants are folded away later and are counted apart."""
    variables, constants = {}, set()
    counted = {"casts": 0, "narrowing": 0, "widening": 0, "constant_casts": 0,
               "cast_bytes_read": 0, "cast_bytes_written": 0, "op_bytes": 0}
    weights = collections.Counter()  # (variable, type) to casts
    for line in text.splitlines():
        if match := READ.match(line):
            variables[match[1]] = match[2]
        elif match := CONSTANT.match(line):
            constants.add(match[1])
        elif match := CAST.match(line):
            source, before, after = match[2], match[3], match[4]
            if source in constants:
                counted["constant_casts"] += 1
                continue
            read, written = float_bytes(before), float_bytes(after)
            counted["casts"] += 1
            counted["narrowing" if written < read else "widening"] += 1
            counted["cast_bytes_read"] += read
            counted["cast_bytes_written"] += written
            if source in variables:
                weights[variables[source], after] += 1
        elif "amp.cast " in line:
            raise Failure(f"cannot read the line '{line.strip()[:200]}'")
        elif (match := OP.match(line)) and match[1] not in NOT_COUNTED:
            counted["op_bytes"] += float_bytes(match[2]) + float_bytes(match[3])
    counted["cast_bytes"] = counted["cast_bytes_read"] + counted["cast_bytes_written"]
    counted["bytes"] = counted["cast_bytes"] + counted["op_bytes"]
    counted["weights_cast"] = len({variable for variable, _ in weights})
    counted["most_casts_of_a_weight_to_a_type"] = max(weights.values(), default=0)
    return counted


#===------------------------------------------------------------------------===#
# Measuring and reporting
#===------------------------------------------------------------------------===#


def measure(options):
    tool = os.path.join(options.build, "bin", "amp-opt")
    commit, dirty = read_commit()
    networks = []
    with tempfile.TemporaryDirectory(prefix="amp-bench-") as scratch:
        path, output = (os.path.join(scratch, name) for name in ("graph.mlir", "out.mlir"))
        for name, maker, full, small in NETWORKS:
            say(name)
            arguments = small if options.quick else full
            with open(path, "w", encoding="utf-8") as file:
                file.write(maker(**arguments))
            networks.append({
                "name": name, "maker": maker.__name__, "arguments": arguments,
                "runs": [assign(tool, path, assigner, dtype, output)
                         for dtype in DTYPES for assigner in ASSIGNERS]})
        version = subprocess.run([tool, "--version"], capture_output=True, text=True,
                                 check=False).stdout
    return {
        "format": FORMAT,
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "quick": options.quick,
        "versions": {"llvm": version.strip().splitlines()[0].strip() if version else None,
                     "commit": commit, "dirty": dirty, "python": platform.python_version()},
        "commands": {name: " ".join(command_line("amp-opt", "GRAPH", name, "DTYPE", "OUT"))
                     for name in ASSIGNERS},
        "networks": networks,
    }


def shown(number):
    """Bytes in units of 10^6."""
    return f"{number / 1e6:.1f}"


def report(raw):
    lines = ["# What the assigners make of networks", "",
             f"{raw['date'][:10]}, commit {(raw['versions']['commit'] or 'unknown')[:12]}"
             + (" with changes" if raw["versions"]["dirty"] else "")]
    if raw["quick"]:
        lines += ["", "**Quick:** small networks."]
    for dtype in DTYPES:
        lines += ["", f"## {dtype}", "",
                  "Bytes in 10^6. Counted: forward ops, in the text. Remark: the compiler's "
                  "own account, gradients and saved activations included; `eager` is what it "
                  "says of the eager choice on the same terms.", "",
                  "| network | assigner | casts | of which widen | of a weight, most | "
                  "bytes cast | bytes of ops | remark: casts | cast | ops | saved | total | "
                  "eager total |",
                  "|---|---|" + "---:|" * 11]
        for network in raw["networks"]:
            for run in network["runs"]:
                if run["dtype"] != dtype:
                    continue
                counted = run["counted"]
                row = [network["name"], run["assigner"], counted["casts"], counted["widening"],
                       counted["most_casts_of_a_weight_to_a_type"],
                       shown(counted["cast_bytes"]), shown(counted["op_bytes"])]
                if "remark" in run:
                    (_, own), (_, eager) = run["remark"].items()
                    row += [own["casts"],
                            *(shown(own[key]) for key in ("cast-bytes", "op-bytes",
                                                          "saved-bytes", "total")),
                            shown(eager["total"])]
                else:
                    row += [""] * 6
                lines.append("| " + " | ".join(map(str, row)) + " |")
    given_up = [f"{network['name']}, {run['assigner']}, {run['dtype']}"
                for network in raw["networks"] for run in network["runs"] if run["gave_up"]]
    if given_up:
        lines += ["", "min-cut gave up on a part: " + "; ".join(given_up)]
    return lines


#===------------------------------------------------------------------------===#
# The command
#===------------------------------------------------------------------------===#


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), metavar="DIR",
                        help="build folder (default: build)")
    parser.add_argument("--quick", action="store_true", help="small networks")
    parser.add_argument("--output", metavar="FILE",
                        help="figures (default: results/DATE-assigners.json; none with "
                             "--quick)")
    parser.add_argument("--from", dest="source", metavar="FILE",
                        help="prints the table of these figures; runs nothing")
    return parser.parse_args(argv)


def main(argv=None):
    options = parse_arguments(argv)
    return run_benchmark("assigners.py", options, FORMAT, "networks", measure, report,
                         None if options.quick else "assigners")


if __name__ == "__main__":
    sys.exit(main())
