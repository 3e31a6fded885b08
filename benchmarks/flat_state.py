#!/usr/bin/env python3
#===- flat_state.py - What optimizers gain by state in flat buffers --------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures training steps of deep networks whose optimizer's variables lie one after
another against the same steps with each variable for itself.

Prints a table in Markdown and keeps the raw figures as JSON. README.md beside this file
says how it is measured.
"""

import argparse
import os
import statistics
import sys
import tempfile

from common import (ROOT, Failure, begin_record, busy_lines, other_cpu_share, read_clocks, run,
                    run_benchmark, say, step_parser, table, whole)
from recipe_cpu import run_json

FORMAT = 1  # Of the raw figures; raised when a key changes its meaning.

# Layers and width: many small parameters, and few large ones.
NETWORKS = [(64, 64), (128, 128), (4, 2048)]
PRECISIONS = ["f32", "bf16"]
STATES = ["off", "on"]
BATCH = 32


def write_graph(path, layers, width):
    """The recipe's network with AdamW."""
    script = os.path.join(ROOT, "examples", "recipe", "generate.py")
    sizes = [f"--{name}={width}" for name in ("width-in", "width", "width-out")]
    text = run([sys.executable, script, f"--layers={layers}", *sizes])
    if text.count("amp.optimizer sgd") != 1:
        raise Failure(f"{script} wrote no SGD optimizer to replace")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("amp.optimizer sgd", "amp.optimizer adamw"))


def count_launches(options, graph, precision, state, target):
    """Kernels of a step on the target; None where there is no amp-opt, as in a bundle."""
    tool = os.path.join(options.build, "bin", "amp-opt")
    if not os.access(tool, os.X_OK):
        return None
    level = "level=O0" if precision == "f32" else f"level=O1 dtype={precision}"
    text = run([tool, graph, f"--amp-pipeline=entry=train batch={BATCH} {level} "
                f"target={target} flat-state={'true' if state == 'on' else 'false'}"])
    return text.count("amprt.launch ")


def measure(options):
    tool = os.path.join(options.build, "bin", "amp-run")
    raw = {**begin_record(FORMAT, options, BATCH), "networks": []}
    before = read_clocks()
    with tempfile.TemporaryDirectory() as scratch:
        graph = os.path.join(scratch, "graph.mlir")
        for layers, width in options.networks:
            write_graph(graph, layers, width)
            for precision in PRECISIONS:
                runs = {state: [] for state in STATES}
                for repetition in range(options.repetitions):
                    say(f"{layers} layers of {width}, {precision}, repetition "
                        f"{repetition + 1} of {options.repetitions}")
                    # Who comes first changes, so that a drift of the clock favours none.
                    order = STATES if repetition % 2 == 0 else STATES[::-1]
                    for state in order:
                        document = run_json(
                            [tool, graph, f"--device={options.device}",
                             f"--precision={precision}", f"--batch-size={BATCH}",
                             f"--samples={BATCH}", f"--steps={options.steps}",
                             "--data=x=normal:0,1", "--data=y=normal:0,1",
                             f"--flat-state={state}", "--json"])
                        raw["machine"]["device"] = document["device"]["name"]
                        record = document["runs"][0]
                        runs[state].append(
                            {"step_ms": record["step_ms"]["median"],
                             "compile_seconds": record["compile_seconds"],
                             "peak_memory_bytes": record["peak_memory_bytes"]})
                launches = {target: {state: count_launches(options, graph, precision, state,
                                                           target) for state in STATES}
                            for target in ("cpu", "cuda")}
                raw["networks"].append({"layers": layers, "width": width,
                                        "precision": precision, "runs": runs,
                                        "launches": launches})
    raw["other_cpu_share"] = other_cpu_share(before, read_clocks())
    return raw


def report(raw):
    rows = []
    for entry in raw["networks"]:
        single, flat = (entry["runs"][state] for state in STATES)

        def ratio(key):
            # Of neighbours, which ran under the same conditions.
            return statistics.median(f[key] / s[key] for s, f in zip(single, flat))

        launches = entry["launches"]
        rows.append([f"{entry['layers']} x {entry['width']}", entry["precision"],
                     f"{statistics.median(run['step_ms'] for run in flat):.2f}",
                     f"{ratio('step_ms'):.3f}", f"{ratio('compile_seconds'):.2f}",
                     f"{ratio('peak_memory_bytes'):.3f}",
                     *("-" if launches[target]["on"] is None else
                       f"{launches[target]['off']} to {launches[target]['on']}"
                       for target in ("cpu", "cuda"))])
    lines = [f"{raw['machine']['device']}, batch {raw['batch']}, AdamW, {raw['date'][:10]}, "
             f"commit {raw['commit'] or 'unknown'}{' with changes' if raw['changed'] else ''}", ""]
    lines += table(["layers", "type", "step, ms", "step, ratio", "compilation, ratio",
                    "memory, ratio", "kernels, CPU", "kernels, GPU"], rows, left=2)
    return lines + busy_lines(raw)


def network(text):
    try:
        layers, width = (whole(1, 1 << 16)(part) for part in text.split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"found '{text}', expected LAYERSxWIDTH") from None
    return layers, width


def parse_arguments(argv):
    parser = step_parser(__doc__, 40)
    parser.add_argument("--networks", metavar="LxW,...", default=NETWORKS,
                        type=lambda text: [network(part) for part in text.split(",")],
                        help=f"default {','.join(f'{l}x{w}' for l, w in NETWORKS)}")
    return parser.parse_args(argv)


def main(argv=None):
    options = parse_arguments(argv)
    return run_benchmark("flat_state.py", options, FORMAT, "networks", measure, report,
                         "flat-state")


if __name__ == "__main__":
    sys.exit(main())
