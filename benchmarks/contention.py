#!/usr/bin/env python3
#===- contention.py - What waiting threads cost on a shared machine --------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures training steps on a machine that does nothing else, and on one where other
processes compete for the cores, by how waiting threads wait.

Prints a table in Markdown and keeps the raw figures as JSON. README.md beside this file
says how it is measured.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile

from common import (begin_record, other_cpu_share, read_clocks, run_benchmark, say,
                    step_parser, table, whole)
from recipe_cpu import run_json, write_graph

FORMAT = 1  # Of the raw figures; raised when a key changes its meaning.

WIDTHS = [256, 512, 1024]
BATCH = 128
# What OMP_WAIT_POLICY says; nothing by default.
POLICIES = ["default", "passive"]
# Processes that compute all the time, for each CPU.
LOADS = [0, 1]
# What the project aims at: the mean step by default, divided by the passive one.
AIM = 1.3


class Load:
    """Processes that compute while this is entered."""

    def __init__(self, count):
        self.count = count
        self.processes = []

    def __enter__(self):
        for _ in range(self.count):
            self.processes.append(subprocess.Popen([sys.executable, "-c", "while True: pass"]))

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def train(tool, graph, policy, options):
    """Milliseconds of a step, median and mean, seconds of CPU, and the device."""
    command = [tool, graph, "--device=cpu", "--precision=f32", f"--batch-size={BATCH}",
               f"--samples={BATCH}", f"--steps={options.steps}", "--data=x=normal:0,1",
               "--data=y=normal:0,1", "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    os.environ.pop("OMP_WAIT_POLICY", None)
    if policy != "default":
        os.environ["OMP_WAIT_POLICY"] = policy
    document = run_json(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    step = document["runs"][0]["step_ms"]
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"median_ms": step["median"], "mean_ms": step["mean"],
            "cpu_seconds": cpu}, document["device"]


def measure(options):
    tool = os.path.join(options.build, "bin", "amp-run")
    raw = {**begin_record(FORMAT, options, BATCH), "runs": []}
    cpus = len(os.sched_getaffinity(0))
    before = read_clocks()
    idle = []
    with tempfile.TemporaryDirectory() as scratch:
        for width in options.widths:
            graph = os.path.join(scratch, f"recipe-{width}.mlir")
            write_graph(graph, width)
            for load in LOADS:
                runs = {policy: [] for policy in POLICIES}
                say(f"width {width}, {load} other processes for each CPU")
                begin = read_clocks()
                with Load(load * cpus):
                    for repetition in range(options.repetitions):
                        # Who comes first changes, so that a drift favours none.
                        order = POLICIES if repetition % 2 == 0 else POLICIES[::-1]
                        for policy in order:
                            figures, device = train(tool, graph, policy, options)
                            runs[policy].append(figures)
                            raw["machine"]["threading"] = device.get("threading")
                if load == 0:
                    idle.append(other_cpu_share(begin, read_clocks()))
                raw["runs"].append({"width": width, "load": load, "policies": runs})
    # Of the runs without a load of ours; the largest, since each counts by itself.
    raw["other_cpu_share"] = None if None in idle else max(idle)
    raw["seconds"] = read_clocks()[0] - before[0]
    return raw


def ratio(runs, policy, key):
    """Median of the ratios to the passive run of the same repetition."""
    return statistics.median(run[key] / max(passive[key], 1e-9)
                             for run, passive in zip(runs[policy], runs["passive"]))


def report(raw):
    rows, worst = [], 0.0
    for entry in raw["runs"]:
        runs = entry["policies"]
        for policy in POLICIES:
            means = [run["mean_ms"] for run in runs[policy]]
            medians = [run["median_ms"] for run in runs[policy]]
            cpu = [run["cpu_seconds"] for run in runs[policy]]
            rows.append([entry["width"], entry["load"], policy,
                         f"{statistics.median(medians):.3f}", f"{statistics.median(means):.3f}",
                         f"{ratio(runs, policy, 'mean_ms'):.2f}",
                         f"{statistics.median(cpu):.2f}",
                         f"{ratio(runs, policy, 'cpu_seconds'):.2f}"])
        worst = max(worst, ratio(runs, "default", "mean_ms"))
    lines = [f"{raw['machine']['cpu']}, {raw['machine']['cpus']} CPUs, batch {raw['batch']}, "
             f"{raw['steps']} steps, {raw['date'][:10]}, commit {raw['commit'] or 'unknown'}"
             f"{' with changes' if raw['changed'] else ''}", ""]
    lines += table(["width", "load", "waiting", "median step, ms", "mean step, ms",
                    "mean / passive", "CPU, s", "CPU / passive"], rows, left=3)
    lines.append(f"Aim: at most {AIM} times the passive mean by default: "
                 f"{'reached' if worst <= AIM else 'not reached'} ({worst:.2f}).")
    share = raw["other_cpu_share"]
    lines.append("Other processes took "
                 f"{'an unknown part' if share is None else f'{share:.1%}'} of the CPUs' time "
                 "beside load 0.")
    return lines


def parse_arguments(argv):
    parser = step_parser(__doc__, 200)
    parser.add_argument("--widths", metavar="N,N,...", default=WIDTHS,
                        type=lambda text: [whole(1, 1 << 16)(w) for w in text.split(",")],
                        help=f"default {','.join(map(str, WIDTHS))}")
    return parser.parse_args(argv)


def main(argv=None):
    options = parse_arguments(argv)
    if options.device != "cpu":
        say("contention.py: it is about the CPU's threads; leave out --device")
        return 2
    return run_benchmark("contention.py", options, FORMAT, "runs", measure, report,
                         "contention")


if __name__ == "__main__":
    sys.exit(main())
