#!/usr/bin/env python3
#===- loss_scaling.py - What loss scaling adds to a training step ----------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures the recipe's training step with dynamic loss scaling against the same step
without it.

Prints a table in Markdown and keeps the raw figures as JSON. README.md beside this file
says how it is measured.
"""

import os
import statistics
import sys
import tempfile

from common import (Failure, begin_record, busy_lines, other_cpu_share, read_clocks,
                    run_benchmark, say, step_parser, table, whole)
from recipe_cpu import BATCH, run_json, write_graph

FORMAT = 1  # Of the raw figures; raised when a key changes its meaning.

WIDTHS = [1024, 2048, 4096]
PRECISIONS = ["f16", "bf16"]
SCALES = ["off", "dynamic"]
# What the project aims at for f16, the type that is scaled by default.
AIM = 1.02


def step_ms(tool, graph, precision, scale, options):
    """The median step in milliseconds, and the device's name."""
    command = [tool, graph, f"--device={options.device}", f"--precision={precision}",
               f"--loss-scale={scale}", f"--batch-size={BATCH}", f"--samples={BATCH}",
               f"--steps={options.steps}", "--data=x=normal:0,1", "--data=y=normal:0,1",
               "--json"]
    if options.threads:
        command.append(f"--threads={options.threads}")
    document = run_json(command)
    run = document["runs"][0]
    skipped = run["statistics"].get("skipped steps", 0)
    if skipped:
        raise Failure(f"{graph}: {skipped} steps were skipped; a step with an update is "
                      "what is to be measured")
    return run["step_ms"]["median"], document["device"]["name"]


def measure(options):
    tool = os.path.join(options.build, "bin", "amp-run")
    raw = {**begin_record(FORMAT, options, BATCH), "widths": []}
    before = read_clocks()
    with tempfile.TemporaryDirectory() as scratch:
        for width in options.widths:
            graph = os.path.join(scratch, f"recipe-{width}.mlir")
            write_graph(graph, width)
            for precision in PRECISIONS:
                times = {scale: [] for scale in SCALES}
                for repetition in range(options.repetitions):
                    say(f"width {width}, {precision}, repetition {repetition + 1} of "
                        f"{options.repetitions}")
                    # Who comes first changes, so that a drift of the clock favours none.
                    order = SCALES if repetition % 2 == 0 else SCALES[::-1]
                    for scale in order:
                        time, raw["machine"]["device"] = step_ms(tool, graph, precision,
                                                                 scale, options)
                        times[scale].append(time)
                raw["widths"].append({"width": width, "precision": precision,
                                      "step_ms": times})
    raw["other_cpu_share"] = other_cpu_share(before, read_clocks())
    return raw


def report(raw):
    rows = []
    for entry in raw["widths"]:
        off, dynamic = (entry["step_ms"][scale] for scale in SCALES)
        # Ratios of neighbours, which ran under the same conditions.
        ratio = statistics.median(d / o for o, d in zip(off, dynamic))
        rows.append([entry["width"], entry["precision"], f"{statistics.median(off):.2f}",
                     f"{statistics.median(dynamic):.2f}", f"{ratio:.3f}"])
    lines = [f"{raw['machine'].get('device', raw['machine']['cpu'])}, batch {raw['batch']}, {raw['date'][:10]}, commit "
             f"{raw['commit'] or 'unknown'}{' with changes' if raw['changed'] else ''}", ""]
    lines += table(["width", "type", "without, ms", "with, ms", "ratio"], rows, left=2)
    reached = all(float(row[4]) <= AIM for row in rows if row[1] == "f16")
    lines.append(f"Aim, f16: at most {AIM}: {'reached' if reached else 'not reached'}.")
    return lines + busy_lines(raw)


def parse_arguments(argv):
    parser = step_parser(__doc__, 12)
    parser.add_argument("--widths", metavar="N,N,...", default=WIDTHS,
                        type=lambda text: [whole(1, 1 << 16)(w) for w in text.split(",")],
                        help=f"default {','.join(map(str, WIDTHS))}")
    parser.add_argument("--threads", type=whole(1, 4096), metavar="N",
                        help="threads (default: what amp-run takes)")
    return parser.parse_args(argv)


def main(argv=None):
    options = parse_arguments(argv)
    return run_benchmark("loss_scaling.py", options, FORMAT, "widths", measure, report,
                         "loss-scaling")


if __name__ == "__main__":
    sys.exit(main())
