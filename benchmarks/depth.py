#!/usr/bin/env python3
#===- depth.py - Compile time of deep networks and long chains -------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures how long a source graph takes to a program, and to an executable, by depth.

Six graphs: a training step of linear layers with AdamW, f16 and a dynamic scale, whose
two parameters a layer are laid out flat; a chain of exponentials; a chain of four functions
with its gradient; as many exponentials that read one value; exponentials, each of a shape of
its own; and an LSTM over so many time steps. A program is made by
amp-opt, without code generation; an executable by amp-run, for one batch size and for two.
Times are CPU seconds, medians; with --base another build is measured in turns, and the
ratio given."""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile

from common import ROOT, Failure, begin_record, run_benchmark, say, table, whole

FORMAT = 2
OPTIONS = "entry=train batch=8 level=O1 loss-scale=dynamic"


def training(layers):
    types = ["tensor<64x64xf32>", "tensor<64xf32>"] * layers
    names = [f"{kind}{i}" for i in range(layers) for kind in "wb"]
    listed, n = ", ".join(types), len(names)
    lines = ["amp.grad_scaler @scaler"]
    lines += [f"amp.variable parameter @{name} : {type} = #amp.init<zeros>"
              for name, type in zip(names, types)]
    lines += ["amp.optimizer adamw @opt [" + ", ".join("@" + name for name in names) +
              "] {lr = 0.001 : f64}",
              "func.func @train(%x0: tensor<?x64xf32>) -> tensor<f32> {"]
    lines += [f"  %{name} = amp.read @{name} : {type}" for name, type in zip(names, types)]
    for i in range(layers):
        lines += [f"  %h{i} = amp.linear %x{i}, %w{i}, %b{i} : (tensor<?x64xf32>, "
                  "tensor<64x64xf32>, tensor<64xf32>) -> tensor<?x64xf32>",
                  f"  %x{i + 1} = amp.relu %h{i} : (tensor<?x64xf32>) -> tensor<?x64xf32>"]
    lines += [f"  %loss = amp.mean %x{layers} : (tensor<?x64xf32>) -> tensor<f32>",
              f"  %g:{n} = amp.backward %loss wrt({', '.join('%' + name for name in names)}) : "
              f"(tensor<f32>, {listed}) -> ({listed})",
              f"  amp.step @opt({', '.join(f'%g#{i}' for i in range(n))}) : {listed}",
              "  return %loss : tensor<f32>", "}"]
    return "\n".join(lines) + "\n"


def chain(ops):
    lines = ["func.func @train(%x0: tensor<?x64xf32>) -> tensor<?x64xf32> {"]
    lines += [f"  %x{i + 1} = amp.exp %x{i} : (tensor<?x64xf32>) -> tensor<?x64xf32>"
              for i in range(ops)]
    return "\n".join(lines + [f"  return %x{ops} : tensor<?x64xf32>", "}"]) + "\n"


def gradient(ops):
    names, kind = ("exp", "tanh", "neg", "sigmoid"), "tensor<?x64xf32>"
    lines = ["amp.variable parameter @w : tensor<64xf32> = #amp.init<constant(1.0)>",
             "amp.optimizer sgd @opt [@w] {lr = 0.001 : f64}",
             f"func.func @train(%x: {kind}) -> tensor<f32> {{",
             "  %w = amp.read @w : tensor<64xf32>",
             f"  %x0 = amp.mul %x, %w : ({kind}, tensor<64xf32>) -> {kind}"]
    lines += [f"  %x{i + 1} = amp.{names[i % 4]} %x{i} : ({kind}) -> {kind}"
              for i in range(ops)]
    lines += [f"  %loss = amp.mean %x{ops} : ({kind}) -> tensor<f32>",
              "  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<64xf32>) -> "
              "tensor<64xf32>",
              "  amp.step @opt(%g) : tensor<64xf32>", "  return %loss : tensor<f32>", "}"]
    return "\n".join(lines) + "\n"


def wide(ops):
    lines = ["func.func @train(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {"]
    lines += [f"  %y{i} = amp.exp %x : (tensor<?x64xf32>) -> tensor<?x64xf32>"
              for i in range(ops)]
    lines += ["  %s0 = amp.neg %x : (tensor<?x64xf32>) -> tensor<?x64xf32>"]
    lines += [f"  %s{i + 1} = amp.add %s{i}, %y{i} : (tensor<?x64xf32>, tensor<?x64xf32>) -> "
              "tensor<?x64xf32>" for i in range(ops)]
    return "\n".join(lines + [f"  return %s{ops} : tensor<?x64xf32>", "}"]) + "\n"


def shapes(ops):
    sizes = [(i % 7 + 2, i + 3) for i in range(ops)]
    lines = [f"amp.variable buffer @v{i} : tensor<{m}x{n}xf32> = #amp.init<zeros>"
             for i, (m, n) in enumerate(sizes)]
    lines += ["func.func @train(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {"]
    for i, (m, n) in enumerate(sizes):
        kind = f"tensor<{m}x{n}xf32>"
        lines += [f"  %v{i} = amp.read @v{i} : {kind}",
                  f"  %y{i} = amp.exp %v{i} : ({kind}) -> {kind}",
                  f"  amp.assign @v{i}, %y{i} : {kind}"]
    lines += ["  %y = amp.neg %x : (tensor<?x64xf32>) -> tensor<?x64xf32>",
              "  return %y : tensor<?x64xf32>", "}"]
    return "\n".join(lines) + "\n"


# With a first state of zeros for as many samples as there are.
LSTM = """  %sums = amp.sum %x {{dims = array<i64: 1, 2>}} : ({x}) -> tensor<?xf32>
  %zeros = amp.zeros_like %sums : (tensor<?xf32>) -> tensor<?xf32>
  %column = amp.reshape %zeros {{shape = array<i64: 1, -1, 1>}} :
      (tensor<?xf32>) -> tensor<1x?x1xf32>
  %row = amp.constant dense<0.0> : tensor<1x1x32xf32>
  %h = amp.add %column, %row : (tensor<1x?x1xf32>, tensor<1x1x32xf32>) -> {state}
  %y, %h1, %c1 = amp.lstm %x, %h, %h, {weights} {{batch_first = true}} :
      ({x}, {state}, {state}, {kinds}) -> ({y}, {state}, {state})"""


def lstm(steps):
    names = [("wi", "128x16"), ("wh", "128x32"), ("bi", "128"), ("bh", "128")]
    kinds = [f"tensor<{size}xf32>" for _, size in names]
    x, y, state = f"tensor<?x{steps}x16xf32>", f"tensor<?x{steps}x32xf32>", "tensor<1x?x32xf32>"
    weights = ", ".join(f"%{name}" for name, _ in names)
    lines = [f"amp.variable parameter @{name} : {kind} = #amp.init<zeros>"
             for (name, _), kind in zip(names, kinds)]
    lines += ["amp.optimizer sgd @opt [" + ", ".join(f"@{name}" for name, _ in names) +
              "] {lr = 0.001 : f64}",
              f"func.func @train(%x: {x}) -> tensor<f32> {{"]
    lines += [f"  %{name} = amp.read @{name} : {kind}" for (name, _), kind in zip(names, kinds)]
    lines += [LSTM.format(weights=weights, x=x, y=y, state=state, kinds=", ".join(kinds)),
              f"  %loss = amp.mean %y : ({y}) -> tensor<f32>",
              f"  %g:4 = amp.backward %loss wrt({weights}) : (tensor<f32>, {', '.join(kinds)}) "
              f"-> ({', '.join(kinds)})",
              "  amp.step @opt(%g#0, %g#1, %g#2, %g#3) : " + ", ".join(kinds),
              "  return %loss : tensor<f32>", "}"]
    return "\n".join(lines) + "\n"


GRAPHS = {"training": (training, [64, 256, 512, 1024, 4096]),
          "chain": (chain, [500, 1000, 2000]), "gradient": (gradient, [100, 300, 1000]),
          "wide": (wide, [250, 500, 1000]), "shapes": (shapes, [250, 1000]),
          "lstm": (lstm, [200, 2000])}
COMPILE = ["--precision=f16", "--data=arg0=zeros", "--samples=8", "--batch-size=8",
           "--device=cpu", "--compile-only", "--no-cache"]
# What is made, and how.
STAGES = {"program": ("amp-opt", [f"--amp-pipeline={OPTIONS}", "--mlir-disable-threading",
                                  "-o", os.devnull]),
          "executable": ("amp-run", COMPILE),
          "two batches": ("amp-run", COMPILE + ["--program-batches=3"])}


def cpu_seconds(build, path, stage, limit):
    """None if it takes longer than `limit`."""
    tool, arguments = STAGES[stage]
    command = [os.path.join(build, "bin", tool), path, *arguments]
    if tool == "amp-run":
        command.append(f"--save-program={path}.ampx")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except OSError as error:
        raise Failure(f"{command[0]} does not start: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} failed: {done.stderr.strip()[-600:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(options):
    builds = {"build": options.build}
    if options.base:
        builds["base"] = options.base
    options.steps = 0
    raw = begin_record(FORMAT, options, 8)
    raw["options"], raw["seconds"] = OPTIONS, {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (make, sizes) in GRAPHS.items():
            for size in sizes:
                if size > options.most:
                    continue
                path = os.path.join(folder, f"{name}-{size}.mlir")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(make(size))
                for stage in STAGES:
                    times = {build: [] for build in builds}
                    for _ in range(options.repetitions):
                        for build, where in builds.items():
                            if None not in times[build]:
                                times[build].append(cpu_seconds(where, path, stage,
                                                                options.limit))
                    raw["seconds"][f"{name} {size}, {stage}"] = times
                    say(f"{name} {size}, {stage}: {times}")
    return raw


def report(raw):
    def median(times):
        return None if not times or None in times else statistics.median(times)

    rows = []
    for name, times in raw["seconds"].items():
        now, base = median(times["build"]), median(times.get("base", []))
        rows.append([name, "-" if now is None else f"{now:.2f}",
                     "-" if base is None else f"{base:.2f}",
                     f"{base / now:.1f}" if now and base else "-"])
    return table(["graph", "CPU s", "base", "ratio"], rows, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), metavar="DIR",
                        help="build folder (default: build)")
    parser.add_argument("--base", metavar="DIR", help="another build, to compare with")
    parser.add_argument("--repetitions", type=whole(1, 100), default=3, metavar="N",
                        help="how often everything is measured (default 3)")
    parser.add_argument("--most", type=whole(1, 100000), default=100000, metavar="N",
                        help="the largest size that is measured")
    parser.add_argument("--limit", type=whole(1, 3600), default=60, metavar="S",
                        help="seconds after which a run is ended (default 60)")
    parser.add_argument("--output", metavar="FILE", help="where the raw figures go")
    parser.add_argument("--from", dest="source", metavar="FILE",
                        help="print the table of earlier raw figures")
    return run_benchmark("depth.py", parser.parse_args(), FORMAT, "seconds", measure, report,
                         "depth")


if __name__ == "__main__":
    sys.exit(main())
