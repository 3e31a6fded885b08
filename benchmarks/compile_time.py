#!/usr/bin/env python3
#===- compile_time.py - Time and memory of precision assignment ------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures how long assigning precision takes and how much memory it needs, on
synthetic graphs of 10^3 to 10^6 ops.

Prints tables in Markdown and keeps the raw figures as JSON. README.md beside this
file says what each figure means.
"""

import argparse
import datetime
import math
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import graphs
from common import (Failure, other_cpu_share, read_clocks, read_commit, read_cpu,
                    run_benchmark, say, whole)

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
FORMAT = 1  # Of the raw figures; raised when a key changes its meaning.

# As text, the largest is near the most that amp-opt reads (64 MiB).
SIZES = [10**3, 10**4, 10**5, 5 * 10**5]
ASSIGNERS = ("min-cut", "propagate", "eager")
PASSES = ("AmpAssignPrecisionPass", "AmpOptimizeCastsPass", "AmpVerifyPrecisionPass")
# What the project aims at, for min-cut. The slope is that of log time over log ops.
AIM_MICROSECONDS, AIM_SLOPE, AIM_BYTES = 2.0, 1.1, 1500
SLOPE_SIZES = (10**4, 5 * 10**5)
# A pass that always fails: nothing is printed then, which would take longer than all
# that is measured.
STOP = ["--mlir-print-op-on-diagnostic=false", "--amp-select-entry=entry=none"]
STOPPED = "has no entry point 'none'"

# The times in LLVM's report are differences of this clock. CPU time instead of wall
# time makes them independent of other processes, but for caches that are shared.
CPU_CLOCK = r"""
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t id, struct timespec *time) {
  return syscall(SYS_clock_gettime,
                 id == CLOCK_MONOTONIC ? CLOCK_THREAD_CPUTIME_ID : id, time);
}
"""

# Tells, whenever the time is taken, how many bytes are allocated, and how many were at
# most since it was taken last.
HEAP = r"""
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);
static long live, most;
static void *add(void *block) {
  if (block)
    live += malloc_usable_size(block) + sizeof(size_t);
  if (live > most)
    most = live;
  return block;
}
static void *take(void *block) {
  if (block)
    live -= malloc_usable_size(block) + sizeof(size_t);
  return block;
}
void *malloc(size_t size) { return add(__libc_malloc(size)); }
void free(void *block) { __libc_free(take(block)); }
void *calloc(size_t count, size_t size) { return add(__libc_calloc(count, size)); }
void *realloc(void *block, size_t size) { return add(__libc_realloc(take(block), size)); }
void *memalign(size_t to, size_t size) { return add(__libc_memalign(to, size)); }
void *aligned_alloc(size_t to, size_t size) { return add(__libc_memalign(to, size)); }
int posix_memalign(void **block, size_t to, size_t size) {
  *block = add(__libc_memalign(to, size));
  return *block ? 0 : ENOMEM;
}
int clock_gettime(clockid_t id, struct timespec *time) {
  if (id == CLOCK_MONOTONIC) {
    dprintf(2, "heap %ld %ld\n", live, most);
    most = live;
  }
  return syscall(SYS_clock_gettime, id, time);
}
"""


#===------------------------------------------------------------------------===#
# Running
#===------------------------------------------------------------------------===#


def build_library(scratch, name, source):
    """Compiles `source` to a library that is loaded before all others."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise Failure("no C compiler (cc, gcc or clang): the libraries that read CPU time "
                      "and count memory cannot be built")
    path = os.path.join(scratch, f"{name}.so")
    done = subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-fno-builtin", "-x", "c", "-",
                           "-o", path], input=source, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise Failure(f"{compiler} cannot compile {name}: {done.stderr.strip()[-500:]}")
    return path


def execute(command, library=None):
    """Runs amp-opt until the pass that stops it. What it wrote to standard error, and
    its largest resident set in bytes."""
    environment = dict(os.environ)
    if library:
        environment["LD_PRELOAD"] = library
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL,
                                       stderr=errors)
        except OSError as error:
            raise Failure(f"{command[0]} does not start: {error.strerror}; build it first "
                          "(README.md says how)") from None
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        text = errors.read().decode(errors="backslashreplace")
    if process.returncode != 1 or STOPPED not in text or text.count("error:") != 1:
        raise Failure(f"{' '.join(command)} ended with status {process.returncode}, expected "
                      f"1 and the error \"{STOPPED}\": {text.strip()[-1000:]}")
    return text, usage.ru_maxrss * 1024


def command_line(tool, path, passes, verify_each=False):
    return [tool, path, "-o", "/dev/null", "--mlir-disable-threading",
            f"--verify-each={'true' if verify_each else 'false'}", "--mlir-timing",
            "--mlir-timing-display=list", *passes, *STOP]


def assignment(assigner):
    return [f"--amp-assign-precision=assigner={assigner}", "--amp-optimize-casts",
            "--amp-verify-precision"]


def parse_times(text):
    """Seconds by pass, from LLVM's report."""
    times = {name: float(seconds) for seconds, name in
             re.findall(r"^\s*(\d+\.\d+) \([ \d.]+%\)\s+(Amp\w+Pass)$", text, re.MULTILINE)}
    missing = [name for name in PASSES if name not in times]
    if missing:
        raise Failure(f"the report of times lacks {', '.join(missing)}: {text[-1000:]}")
    return {name: times[name] for name in PASSES}


def parse_heap(text):
    """Bytes allocated before the first pass, and at most during the passes. The time
    is taken at the start of the program, at that of the parser, at its end, and then
    for passes alone."""
    heap = [tuple(map(int, pair)) for pair in
            re.findall(r"^heap (\d+) (\d+)$", text, re.MULTILINE)]
    if len(heap) < 6:
        raise Failure(f"the time was taken {len(heap)} times, expected more than 5")
    # The last is taken when everything is freed.
    return heap[3][0], max(most for _, most in heap[4:-1])


def convert(command, output):
    try:
        done = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True,
                              check=False)
    except OSError as error:
        raise Failure(f"{command[0]} does not start: {error.strerror}; build it first "
                      "(README.md says how)") from None
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} ended with status {done.returncode}: "
                      f"{done.stderr.strip()[:1000]}")


def write_bytecode(tool, graph, ops, scratch):
    """As bytecode a graph is read fastest."""
    text, path = (os.path.join(scratch, f"{graph}-{ops}.{end}") for end in ("mlir", "mlirbc"))
    # Not in this process: Linux counts what a process needed before it became another
    # program to that program's peak.
    with open(text, "w", encoding="utf-8") as file:
        convert([sys.executable, os.path.join(HERE, "graphs.py"), graph, f"--ops={ops}"], file)
    convert([tool, text, "--emit-bytecode", "-o", path], subprocess.DEVNULL)
    os.remove(text)
    return path


def measure_graph(tool, graph, ops, repetitions, libraries, scratch):
    path = write_bytecode(tool, graph, ops, scratch)
    figures = {"graph": graph, "ops": ops, "repetitions": repetitions,
               "seconds": {assigner: [] for assigner in ASSIGNERS}, "seconds_verified": []}
    for _ in range(repetitions):
        for assigner in ASSIGNERS:
            text, _ = execute(command_line(tool, path, assignment(assigner)),
                              libraries["cpu_clock"])
            figures["seconds"][assigner].append(parse_times(text))
        # MLIR's own verifier after each pass, which is on unless turned off.
        text, _ = execute(command_line(tool, path, assignment("min-cut"), verify_each=True),
                          libraries["cpu_clock"])
        figures["seconds_verified"].append(parse_times(text))
    text, _ = execute(command_line(tool, path, assignment("min-cut")), libraries["heap"])
    before, most = parse_heap(text)
    _, parsing = execute(command_line(tool, path, []))
    _, assigning = execute(command_line(tool, path, assignment("min-cut")))
    figures.update(heap_before=before, heap_most=most, resident_parsing=parsing,
                   resident_assigning=assigning)
    os.remove(path)
    return figures


def measure(options):
    tool = os.path.join(options.build, "bin", "amp-opt")
    cpu, flags = read_cpu()
    commit, dirty = read_commit()
    load_before, clocks = os.getloadavg(), read_clocks()
    figures = []
    with tempfile.TemporaryDirectory(prefix="amp-bench-") as scratch:
        libraries = {name: build_library(scratch, name, source)
                     for name, source in (("cpu_clock", CPU_CLOCK), ("heap", HEAP))}
        for graph in options.graphs:
            for ops in options.sizes:
                say(f"{graph}: {ops} ops")
                # Small graphs take so little that many repetitions cost nothing.
                repetitions = options.repetitions or (3 if ops >= 5 * 10**5 else
                                                      5 if ops >= 10**5 else 9)
                figures.append(measure_graph(tool, graph, ops, repetitions, libraries, scratch))
        version = subprocess.run([tool, "--version"], capture_output=True, text=True,
                                 check=False).stdout
    return {
        "format": FORMAT,
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "machine": {"cpu": cpu, "flags": flags, "cpus": os.cpu_count(),
                    "system": platform.platform(), "load_before": load_before,
                    "load_after": os.getloadavg(),
                    "other_cpu_share": other_cpu_share(clocks, read_clocks())},
        "versions": {"llvm": version.strip().splitlines()[0].strip() if version else None,
                     "commit": commit, "dirty": dirty, "python": platform.python_version()},
        "commands": {assigner: " ".join(command_line("amp-opt", "GRAPH", assignment(assigner)))
                     for assigner in ASSIGNERS},
        "graphs": figures,
    }


#===------------------------------------------------------------------------===#
# Arithmetic and report
#===------------------------------------------------------------------------===#


def microseconds(samples, ops):
    """Median of what all passes took, per op."""
    return statistics.median(sum(sample.values()) for sample in samples) / ops * 1e6


def fit_slope(points):
    """The slope of the straight line through (log ops, log seconds), by least squares."""
    if len(points) < 2:
        return None
    xs = [math.log(ops) for ops, _ in points]
    ys = [math.log(seconds) for _, seconds in points]
    x, y = statistics.fmean(xs), statistics.fmean(ys)
    return (sum((a - x) * (b - y) for a, b in zip(xs, ys))
            / sum((a - x) ** 2 for a in xs))


def slope(raw, graph, assigner):
    points = []
    for figures in raw["graphs"]:
        ops = figures["ops"]
        if figures["graph"] == graph and SLOPE_SIZES[0] <= ops <= SLOPE_SIZES[1]:
            points.append((ops, microseconds(figures["seconds"][assigner], ops) * ops))
    return fit_slope(points)


def verdict(name, value, aim, unit):
    word = "reached" if value <= aim else "MISSED"
    return f"- {word}: {name}: {value:.2f}{unit}, at most {aim:g}{unit}"


def report(raw):
    machine, versions = raw["machine"], raw["versions"]
    lines = ["# Time and memory of precision assignment", "",
             f"{machine['cpu']}, {machine['cpus']} CPUs, {versions['llvm']}, "
             f"{raw['date'][:10]}, commit {(versions['commit'] or 'unknown')[:12]}"
             + (" with changes" if versions["dirty"] else ""),
             f"Load {machine['load_before'][0]:.1f} to {machine['load_after'][0]:.1f}"]
    if machine["other_cpu_share"] is not None:
        lines[-1] += (f"; other processes had {machine['other_cpu_share']:.0%} of the CPUs' "
                      "time")
    lines += ["", "## CPU time per op, in µs", "",
              "| graph | ops | " + " | ".join(ASSIGNERS)
              + " | min-cut, of which assignment | min-cut with MLIR's verifier |",
              "|---|---:|" + "---:|" * (len(ASSIGNERS) + 2)]
    for figures in raw["graphs"]:
        ops, seconds = figures["ops"], figures["seconds"]
        first = [{PASSES[0]: sample[PASSES[0]]} for sample in seconds["min-cut"]]
        row = [microseconds(seconds[assigner], ops) for assigner in ASSIGNERS]
        row += [microseconds(first, ops), microseconds(figures["seconds_verified"], ops)]
        lines.append(f"| {figures['graph']} | {ops} | "
                     + " | ".join(f"{value:.2f}" for value in row) + " |")
    names = list(dict.fromkeys(figures["graph"] for figures in raw["graphs"]))
    slopes = {(graph, assigner): slope(raw, graph, assigner)
              for graph in names for assigner in ASSIGNERS}
    if any(value is not None for value in slopes.values()):
        lines += ["", "## Slope of log time over log ops, from 10^4 ops on", "",
                  "| graph | " + " | ".join(ASSIGNERS) + " |",
                  "|---|" + "---:|" * len(ASSIGNERS)]
        for graph in names:
            row = [slopes[graph, assigner] for assigner in ASSIGNERS]
            lines.append(f"| {graph} | " + " | ".join(
                "" if value is None else f"{value:.2f}" for value in row) + " |")
    lines += ["", "## Memory per op of min-cut, in bytes", "",
              "| graph | ops | heap | resident set |", "|---|---:|---:|---:|"]
    for figures in raw["graphs"]:
        ops = figures["ops"]
        heap = (figures["heap_most"] - figures["heap_before"]) / ops
        resident = (figures["resident_assigning"] - figures["resident_parsing"]) / ops
        lines.append(f"| {figures['graph']} | {ops} | {heap:.0f} | {resident:.0f} |")
    lines += ["", "## Aims", ""]
    for figures in raw["graphs"]:
        if figures["ops"] != max(other["ops"] for other in raw["graphs"]):
            continue
        ops, name = figures["ops"], f"{figures['graph']}, {figures['ops']} ops"
        lines.append(verdict(name, microseconds(figures["seconds"]["min-cut"], ops),
                             AIM_MICROSECONDS, " µs/op"))
        heap = (figures["heap_most"] - figures["heap_before"]) / ops
        lines.append(verdict(name, heap / 1000, AIM_BYTES / 1000, " kB/op"))
    for graph in names:
        if slopes[graph, "min-cut"] is not None:
            lines.append(verdict(f"{graph}, slope", slopes[graph, "min-cut"], AIM_SLOPE, ""))
    return lines


#===------------------------------------------------------------------------===#
# The command
#===------------------------------------------------------------------------===#


def parse_arguments(argv):
    def known(text):
        names = text.split(",")
        for name in names:
            if name not in graphs.SYNTHETIC:
                raise argparse.ArgumentTypeError(
                    f"found '{name}', expected {', '.join(graphs.SYNTHETIC)}")
        return names

    size = whole(graphs.MIN_OPS, graphs.MAX_OPS)
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), metavar="DIR",
                        help="build folder (default: build)")
    parser.add_argument("--graphs", type=known, default=list(graphs.SYNTHETIC),
                        metavar="NAME,NAME,...", help="graphs (default: all)")
    parser.add_argument("--sizes", type=lambda text: [size(n) for n in text.split(",")],
                        default=SIZES, metavar="N,N,...",
                        help="ops (default: 1000,10000,100000,500000)")
    parser.add_argument("--repetitions", type=whole(1, 1000), metavar="N",
                        help="times that each is run (default: 9; 5 from 10^5 ops on, 3 from "
                             "10^6 on)")
    parser.add_argument("--output", metavar="FILE",
                        help="raw figures (default: results/DATE-CPU-compile-time.json)")
    parser.add_argument("--from", dest="source", metavar="FILE",
                        help="prints the tables of these raw figures; measures nothing")
    return parser.parse_args(argv)


def main(argv=None):
    return run_benchmark("compile_time.py", parse_arguments(argv), FORMAT, "graphs", measure,
                         report, "compile-time")


if __name__ == "__main__":
    sys.exit(main())
