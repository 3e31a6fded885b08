#!/usr/bin/env python3
#===- kernels.py - Each family of kernels against memory and PyTorch -------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures the kernels that are generated for a CPU, by families, against the bandwidth of a
copy and against PyTorch.

Prints a table in Markdown and keeps the raw figures as JSON. README.md beside this file
says how it is measured.
"""

import argparse
import collections
import contextlib
import importlib
import importlib.metadata
import os
import statistics
import sys
import tempfile

import families
from common import (Failure, begin_record, busy_lines, other_cpu_share, read_clocks, run,
                    run_benchmark, say, step_parser, table, whole)
from peer import Peer, has_torch, median_ms, serve
from recipe_cpu import run_json

FORMAT = 1  # Of the raw figures; raised when a key changes its meaning.

TYPES = ["f32", "bf16", "f16"]
CLASSES = ["cache", "memory", "long", "short"]
PASSES = ["forward", "training"]
# What the project aims at, beyond the caches.
AIM_SHARE, AIM_RATIO = 0.80, 1.0
# Several times what the operands of any case take. What needs more is not measured: it would
# measure the machine's swapping.
MOST_MEMORY = 4 << 30


#===------------------------------------------------------------------------===#
# PyTorch
#===------------------------------------------------------------------------===#


class Case:
    """A family's tensors, and calls of it."""

    def __init__(self, torch, request):
        family = families.FAMILIES[request["family"]]
        shape = tuple(request["shape"])
        element = {"f32": torch.float32, "bf16": torch.bfloat16,
                   "f16": torch.float16}[request["type"]]
        self.tensors = {"type": element}
        for name, operand in family.operands(shape).items():
            if operand.bound() is not None:
                tensor = torch.randint(0, operand.bound(), operand.shape)
            else:
                tensor = torch.randn(operand.shape)
                if operand.kind == "positive":
                    tensor = tensor.sigmoid() + 0.5
                tensor = tensor.to(torch.float32 if operand.element == "f32" else element)
            self.tensors[name] = tensor
        backward = request["pass"] == "training"
        for name in family.wrt if backward else ():
            self.tensors[name].requires_grad_()
        def forward(tensors):
            return family.torch(torch, tensors, shape)
        if request["way"] == "compile":
            if family.in_place:
                raise ValueError("updates are PyTorch's own kernels")
            forward = torch.compile(forward, dynamic=False)
        seed = torch.randn_like(forward(self.tensors)[0].detach()) if backward else None

        def call():
            result = forward(self.tensors)[0]
            if backward:
                torch.autograd.grad(result, [self.tensors[name] for name in family.wrt],
                                    None if seed.dim() == 0 else seed)
        self.call = call


def make_answer():
    """Keeps what it was asked for last."""
    kept = {}

    def answer(torch, request):
        seconds = request.pop("seconds")
        key = tuple(map(str, request.values()))
        if key not in kept:
            if not any(old[:-1] == key[:-1] for old in kept):
                kept.clear()
            kept[key] = Case(torch, request)
        return {"ms": median_ms(kept[key].call, seconds)}
    return answer


#===------------------------------------------------------------------------===#
# Running
#===------------------------------------------------------------------------===#


def import_graphs(build):
    """The module that graphs are written with, of a build folder."""
    sys.path.insert(0, os.path.join(os.path.abspath(build), "python"))
    try:
        return importlib.import_module("amp.graph")
    except ImportError as error:
        raise Failure(f"{build}/python: {error}; this needs the Python package of the build, "
                      "and NumPy") from None


def read_records(document):
    """Of each record of a step: its count, bytes and share of the time."""
    (profile,) = document["runs"][0]["profile"]
    records = {}
    for found in profile["records"]:
        record = records.setdefault(f"{found['name']} {found['place']}",
                                    {"count": 0, "bytes": 0, "share": 0.0})
        record["count"] += 1
        record["bytes"] += found["bytes"] / found["runs"]
        record["share"] += found["share"]
    return [{"name": name, **record} for name, record in records.items()]


class Program:
    """A family's compiled program, run by amp-run."""

    def __init__(self, options, graph_module, case, scratch):
        graph, indices = families.make_graph(graph_module, case.family, case.shape, case.type,
                                             case.direction == "training")
        source = os.path.join(scratch, "graph.mlir")
        self.path = os.path.join(scratch, "graph.ampx")
        graph.write(source)
        self.tools = os.path.join(options.build, "bin")
        inputs = [f"--input={name}=randint:0,{operand.bound()}"
                  for name, operand in indices.items()]
        self.common = ["--device=cpu", "--profile", "--json", f"--max-memory={MOST_MEMORY}",
                       *([f"--threads={options.threads}"] if options.threads else []), *inputs]
        run([os.path.join(self.tools, "amp-run"), source, "--precision=none", "--device=cpu",
             "--no-cache", f"--save-program={self.path}", "--compile-only", *inputs])
        self.first = self.train(3)
        self.steps = int(max(options.least_steps, min(
            20000, options.seconds * 1e3 / self.first["runs"][0]["step_ms"]["median"])))

    def train(self, steps):
        return run_json([os.path.join(self.tools, "amp-run"), self.path, "--trusted",
                         f"--steps={steps}", *self.common])

    def measure(self):
        document = self.train(self.steps)
        return {"step_ms": document["runs"][0]["step_ms"]["median"],
                "records": read_records(document)}


class CaseName(collections.namedtuple("CaseName", "family cls shape type direction")):
    def __str__(self):
        return (f"{self.family.name}, {self.cls} {'x'.join(map(str, self.shape))}, {self.type}, "
                f"{self.direction}")


def scale(shape, cls, element):
    """What is beyond the caches in f32 is as many bytes, and beyond them, in other types, too."""
    factor = 1 if cls == "cache" else families.SIZES["f32"] // families.SIZES[element]
    return (shape[0] * factor, *shape[1:])


def list_cases(options):
    for name in options.families:
        family = families.FAMILIES[name]
        for cls, shape in families.SHAPES[family.form].items():
            for element in family.types:
                for direction in PASSES:
                    # f16 differs from bf16 in how numbers are widened; once is enough to see.
                    wanted = cls in options.shapes and element in options.types and \
                        direction in options.passes and (element != "f16" or cls == "memory")
                    if wanted and (family.wrt or direction == "forward"):
                        yield CaseName(family, cls, scale(shape, cls, element), element,
                                       direction)


def measure_copy(options, threads, footprint):
    """Bytes per second of a copy, in units of 10^9."""
    document = run_json([os.path.join(options.build, "bin", "amp-bench-onednn"),
                         f"--threads={threads}", "--repetitions=3", f"--footprint={footprint}",
                         f"--milliseconds={max(1, int(options.seconds * 100))}"])
    (copy,) = [loop for loop in document["bandwidth"] if loop["name"] == "copy"]
    return copy["gb_per_s"]


def ask(peer, case, way, options):
    request = {"family": case.family.name, "shape": case.shape, "type": case.type,
               "pass": case.direction, "way": way}
    return peer.ask(seconds=options.seconds, **request)


def measure_case(options, program, case, peer):
    size = families.SIZES[case.type]
    forward, backward = case.family.bytes(case.shape, size)
    needed = forward + (backward if case.direction == "training" else 0)
    threads = program.first["device"]["units"]
    ways = {"amp": program.measure,
            "copy": lambda: measure_copy(options, threads, max(1024, needed))}
    missing = {}
    if peer:
        for way in ("eager", "compile"):
            # Some seconds for each case: where memory is what counts, of usual length.
            if way == "compile" and not (options.torch_compile and case.cls == "memory"):
                continue
            first = ask(peer, case, way, options)
            if "error" in first:
                missing[way] = first["error"]
            else:
                ways[way] = lambda way=way: ask(peer, case, way, options)["ms"]
    runs = []
    for repetition in range(options.repetitions):
        # Who comes first changes, so that a drift of the clock favours none.
        order = list(ways) if repetition % 2 == 0 else list(ways)[::-1]
        runs.append({way: ways[way]() for way in order})
    return {"family": case.family.name, "class": case.cls, "shape": case.shape,
            "type": case.type, "pass": case.direction, "needed_bytes": needed,
            "arena_bytes": program.first["runs"][0]["arena_bytes"], "runs": runs,
            "missing": missing}


def measure(options):
    graph_module = import_graphs(options.build)
    measure_copy(options, threads=1, footprint=1024)  # Ends at once where there is no tool.
    raw = {**begin_record(FORMAT, options, None), "cases": [], "failed": []}
    raw["machine"]["threads"] = options.threads
    raw["torch"] = importlib.metadata.version("torch") if options.torch else None
    before = read_clocks()
    with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as stack:
        peer = None
        for case in list_cases(options):
            say(str(case))
            try:
                program = Program(options, graph_module, case, scratch)
                threads = raw["machine"]["threads"] = program.first["device"]["units"]
                if options.torch and (peer is None or not peer.is_alive()):
                    peer = stack.enter_context(Peer(__file__, threads))
                raw["cases"].append(measure_case(options, program, case, peer))
            except Failure as failure:
                # The others are still worth measuring.
                say(str(failure))
                raw["failed"].append(f"{case}: {str(failure)[-300:]}")
    raw["other_cpu_share"] = other_cpu_share(before, read_clocks())
    return raw


#===------------------------------------------------------------------------===#
# Report
#===------------------------------------------------------------------------===#


def summarize(entry):
    """What a case comes to; medians over the repetitions, ratios within them."""
    runs = entry["runs"]

    def bytes_per_ns(count, ms):
        return count / ms / 1e6

    needed = entry["needed_bytes"]
    moved = sum(record["bytes"] for record in runs[0]["amp"]["records"])
    least = []
    for record in runs[0]["amp"]["records"]:
        # A record of little is bound by the start of threads, and not by memory.
        if record["bytes"] >= 0.05 * moved:
            shares = [bytes_per_ns(found["bytes"], found["share"] * run["amp"]["step_ms"])
                      / run["copy"] for run in runs for found in run["amp"]["records"]
                      if found["name"] == record["name"]]
            least.append((statistics.median(shares), record["name"]))
    result = {
        "launches": sum(record["count"] for record in runs[0]["amp"]["records"]),
        "step_ms": statistics.median(run["amp"]["step_ms"] for run in runs),
        "gb_per_s": statistics.median(bytes_per_ns(needed, run["amp"]["step_ms"])
                                      for run in runs),
        "share": statistics.median(bytes_per_ns(needed, run["amp"]["step_ms"]) / run["copy"]
                                   for run in runs),
        "moved": moved / needed}
    # Profiles count what is changed in place once, though it is read and written.
    result["least"] = min(least) if moved >= needed else (result["share"], min(least)[1])
    for way in ("eager", "compile"):
        result[way] = None if way not in runs[0] else statistics.median(
            run["amp"]["step_ms"] / run[way] for run in runs)
    return result


def report(raw):
    def shown(value):
        return "-" if value is None else f"{value:.2f}"

    rows, slow, behind = [], [], []
    for entry in raw["cases"]:
        found = summarize(entry)
        name = (entry["family"], entry["class"], "x".join(map(str, entry["shape"])),
                entry["type"], entry["pass"])
        share, record = found["least"]
        rows.append([*name, found["launches"], f"{found['step_ms']:.4g}",
                     f"{found['gb_per_s']:.1f}", f"{found['share']:.0%}", f"{share:.0%}",
                     f"{found['moved']:.2f}", f"{entry['arena_bytes'] / 2**20:.1f}",
                     shown(found["eager"]), shown(found["compile"])])
        if entry["class"] != "cache" and found["share"] < AIM_SHARE:
            slow.append(f"- {' '.join(name)}: {found['share']:.0%}; {record} has {share:.0%}")
        worst = max(ratio for ratio in (found["eager"], found["compile"], 0) if ratio is not None)
        if worst > AIM_RATIO:
            behind.append(f"- {' '.join(name)}: {worst:.2f} times")
    lines = [f"{raw['machine']['cpu']}, {raw['machine']['threads']} threads, PyTorch "
             f"{raw['torch'] or 'is not there'}, {raw['date'][:10]}, commit "
             f"{raw['commit'] or 'unknown'}{' with changes' if raw['changed'] else ''}", ""]
    lines += table(["family", "class", "shape", "type", "pass", "launches", "step, ms", "GB/s",
                    "of a copy", "least kernel", "moved", "arena, MiB", "to eager",
                    "to torch.compile"], rows, left=5)
    lines += [f"Below {AIM_SHARE:.0%} of a copy's bandwidth, beyond the caches: "
              f"{len(slow) or 'none'}", *slow, "",
              f"Slower than PyTorch: {len(behind) or 'none'}", *behind, ""]
    lines += [f"- not measured: {failed}" for failed in raw["failed"]]
    return lines + busy_lines(raw)


def names_of(known):
    def parse(text):
        found = text.split(",")
        for name in found:
            if name not in known:
                raise argparse.ArgumentTypeError(
                    f"found '{name}', expected {', '.join(known)}")
        return found
    return parse


def parse_arguments(argv):
    parser = step_parser(__doc__)
    for flag, known in (("families", list(families.FAMILIES)), ("shapes", CLASSES),
                        ("types", TYPES), ("passes", PASSES)):
        parser.add_argument(f"--{flag}", type=names_of(known), default=known,
                            metavar="NAME,...", help=f"default {','.join(known)}")
    parser.add_argument("--seconds", type=float, default=0.1, metavar="S",
                        help="how long one figure is measured (default 0.1)")
    parser.add_argument("--threads", type=whole(1, 1024), metavar="N",
                        help="threads (default: what amp-run takes)")
    parser.add_argument("--no-torch", dest="torch", action="store_false", default=has_torch(),
                        help="without PyTorch, though this Python has it")
    parser.add_argument("--no-torch-compile", dest="torch_compile", action="store_false",
                        help="without torch.compile")
    parser.add_argument("--smoke", action="store_true",
                        help="tiny shapes, once: shows that it runs, measures nothing")
    parser.set_defaults(repetitions=3)
    options = parser.parse_args(argv)
    if options.device != "cpu":
        parser.error(f"--device={options.device}: only the CPU's kernels are measured")
    options.least_steps = 20
    if options.smoke:
        families.SHAPES = {form: {"memory": shape} for form, shape in families.SMALL.items()}
        options.repetitions, options.seconds, options.least_steps = 1, 1e-4, 2
        options.torch_compile = False
    return options


def main(argv=None):
    if argv is None and sys.argv[1:2] == ["--peer"]:
        return serve(int(sys.argv[2]), make_answer())
    options = parse_arguments(argv)
    return run_benchmark("kernels.py", options, FORMAT, "cases", measure, report, "kernels")


if __name__ == "__main__":
    sys.exit(main())
