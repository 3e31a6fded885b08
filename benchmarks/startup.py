#!/usr/bin/env python3
#===- startup.py - From the start of a process to its first step -----------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures a training of one step: with the compiler, with programs from the cache, and
from a saved program.

Prints a table in Markdown and keeps the raw figures as JSON. README.md beside this file
says how it is measured.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time

from common import (ROOT, begin_record, busy_lines, other_cpu_share, read_clocks, run,
                    run_benchmark, say, step_parser, table)

FORMAT = 1  # Of the raw figures; raised when a key changes its meaning.

EXAMPLES = os.path.join(ROOT, "examples")
DIGITS = os.path.join(EXAMPLES, "digits", "digits.npz")
GRAPHS = {"digits": [f"--data=images={DIGITS}:train_images", f"--data=labels={DIGITS}:train_labels",
                     "--entry=train"],
          "recipe": ["--data=x=normal:0,1", "--data=y=normal:0,1", "--samples=32"]}
# Of the recipe's network: first values of larger ones take longer than all else.
WIDTH = 512
PRECISIONS = ["f32", "bf16"]
WAYS = ["compiled", "cached", "saved"]
BATCH = 32


def run_once(command):
    """Seconds of the process, and those until its programs could run."""
    begin = time.perf_counter()
    text = run(command)
    seconds = time.perf_counter() - begin
    return {"process_seconds": seconds,
            "compile_seconds": json.loads(text)["runs"][0]["compile_seconds"]}, text


def find_graph(name, scratch):
    if name == "digits":
        return os.path.join(EXAMPLES, "digits", "digits.mlir")
    path = os.path.join(scratch, f"{name}.mlir")
    sizes = [f"--{size}={WIDTH}" for size in ("width-in", "width", "width-out")]
    with open(path, "w", encoding="utf-8") as file:
        file.write(run([sys.executable, os.path.join(EXAMPLES, "recipe", "generate.py"), *sizes]))
    return path


def make_commands(options, name, precision, scratch):
    """The command of each way; the cache and the program are there afterwards."""
    tools = os.path.join(options.build, "bin")
    graph = find_graph(name, scratch)
    cache, program = (os.path.join(scratch, f"{name}.{precision}.{what}")
                      for what in ("cache", "ampx"))
    common = [*GRAPHS[name], f"--device={options.device}", f"--batch-size={BATCH}", "--steps=1",
              "--json"]
    compiled = [os.path.join(tools, "amp-run"), graph, f"--precision={precision}", *common]
    commands = {"compiled": [*compiled, "--no-cache"],
                "cached": [*compiled, f"--cache-dir={cache}"],
                "saved": [os.path.join(tools, "amp-run-program"), program, "--trusted", *common]}
    run(commands["cached"])
    run([*commands["compiled"], f"--save-program={program}"])
    return commands


def measure(options):
    raw = {**begin_record(FORMAT, options, BATCH), "graphs": []}
    before = read_clocks()
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.graphs:
            for precision in PRECISIONS:
                commands = make_commands(options, name, precision, scratch)
                runs = {way: [] for way in WAYS}
                for repetition in range(options.repetitions):
                    say(f"{name}, {precision}, repetition {repetition + 1} of "
                        f"{options.repetitions}")
                    # Who comes first changes, so that a drift of the clock favours none.
                    for way in WAYS if repetition % 2 == 0 else WAYS[::-1]:
                        figures, text = run_once(commands[way])
                        runs[way].append(figures)
                        raw["machine"]["device"] = json.loads(text)["device"]["name"]
                raw["graphs"].append({"graph": name, "precision": precision, "runs": runs})
    raw["other_cpu_share"] = other_cpu_share(before, read_clocks())
    return raw


def report(raw):
    rows = []
    for entry in raw["graphs"]:
        compiled = entry["runs"]["compiled"]
        for way in WAYS:
            runs = entry["runs"][way]

            def median(key):
                return 1e3 * statistics.median(figures[key] for figures in runs)

            # Of neighbours, which ran under the same conditions.
            ratio = statistics.median(a["process_seconds"] / b["process_seconds"]
                                      for a, b in zip(compiled, runs))
            rows.append([entry["graph"], entry["precision"], way,
                         f"{median('process_seconds'):.1f}", f"{median('compile_seconds'):.1f}",
                         f"{ratio:.1f}"])
    lines = [f"{raw['machine']['device']}, batch {raw['batch']}, one step, {raw['date'][:10]}, "
             f"commit {raw['commit'] or 'unknown'}{' with changes' if raw['changed'] else ''}", ""]
    lines += table(["graph", "type", "programs", "process, ms", "compile time, ms",
                    "times as fast"], rows, left=3)
    return lines + busy_lines(raw)


def parse_arguments(argv):
    def known(text):
        names = text.split(",")
        for name in names:
            if name not in GRAPHS:
                raise argparse.ArgumentTypeError(f"found '{name}', expected {', '.join(GRAPHS)}")
        return names

    parser = step_parser(__doc__)
    parser.add_argument("--graphs", type=known, default=list(GRAPHS), metavar="NAME,...",
                        help=f"default {','.join(GRAPHS)}")
    return parser.parse_args(argv)


def main(argv=None):
    options = parse_arguments(argv)
    return run_benchmark("startup.py", options, FORMAT, "graphs", measure, report, "startup")


if __name__ == "__main__":
    sys.exit(main())
