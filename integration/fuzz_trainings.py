#!/usr/bin/env python3
#===- fuzz_trainings.py - Random trainings, each in many ways --------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Trains random networks (fuzz/random_trainings.py) and compares the ways.

  reference    f32, and f64, against the model, within bounds that the model computes
  bf16         with each assigner, and at O2, within the same bounds for bf16
  to the bit   a second run; with a batch of a size that the graph writes; optimizers
               without flat buffers; stopped, saved and resumed
  in bounds    values computed again; micro-batches against whole batches; three threads

With --seconds other seeds can be tried for a part of the day; see fuzz/README.md."""

import concurrent.futures
import os
import re
import sys
import tempfile
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _common import ROOT, Suite, expect, losses, read_seed

sys.path.insert(0, os.path.join(ROOT, "fuzz"))

import random_trainings

# Seeds whose networks once came out wrong.
REGRESSIONS = []


class Case:
    """One training, and its runs."""

    def __init__(self, suite, scratch, seed):
        self.suite, self.scratch = suite, scratch
        self.training = random_trainings.make(seed)
        for name, array in self.training.data.items():
            np.save(self.path(name + ".npy"), array)
        self.base = self.run("base")

    def path(self, name):
        return os.path.join(self.scratch, name)

    def run(self, name, *flags, element="f32", batch=None, fixed="?", steps=None):
        """(losses by step, parameters at the end) of a run."""
        training = self.training
        graph, output = self.path("graph.mlir"), self.path(name + ".npz")
        with open(graph, "w", encoding="utf-8") as file:
            file.write(training.write(element, fixed))
        precision = [] if any("--precision" in flag for flag in flags) else ["--precision=none"]
        document = self.suite.train(
            graph, *precision, f"--batch-size={batch or training.batch}",
            f"--steps={steps or training.steps}", "--print-every=1", f"--output={output}",
            *(f"--data={key}={self.path(key + '.npy')}" for key in training.data), *flags)
        with np.load(output) as file:
            arrays = {key: file[key] for key in file.files}
        for key in training.parameters:
            expect(key in arrays, f"{name}: amp-run wrote no {key}")
        return losses(document), arrays

    def least_memory(self):
        """The least bytes that the backward pass can be given, as the tool says."""
        training = self.training
        result = self.suite.run(
            self.path("graph.mlir"), f"--batch-size={training.batch}", "--activation-memory=1",
            *(f"--data={key}={self.path(key + '.npy')}" for key in training.data))
        if result.status == 0:
            return None
        least = re.search(r"the least is (\d+)", result.err)
        expect(result.status == 3 and least, result.describe())
        return int(least[1])

    def same(self, name, run, only_parameters=False):
        expect(only_parameters or run[0] == self.base[0],
               f"{name}: losses {run[0]}, expected {self.base[0]}")
        for key, array in self.base[1].items():
            expect(array.tobytes() == run[1][key].tobytes(), f"{name}: {key} differs")

    def within(self, name, run, centre, bounds, times=1.0):
        """Checks a run against the centre; `times` the bounds where both have errors."""
        worst = 0.0
        values, parameters = centre
        for step, (value, expected, bound) in enumerate(zip(run[0], values, bounds[0])):
            expect(abs(value - expected) <= times * bound,
                   f"{name}: loss of step {step + 1} is {value}, expected {expected} within "
                   f"{times * bound:.3g}")
            worst = max(worst, abs(value - expected) / bound if bound else 0)
        for key, bound in bounds[1].items():
            expected = np.asarray(parameters[key], np.float64)
            distance = float(np.linalg.norm(run[1][key].astype(np.float64) - expected))
            # What is written out is rounded once more.
            bound = times * bound + random_trainings.UNIT["f32"] * np.linalg.norm(expected)
            expect(distance <= bound, f"{name}: {key} is off by {distance:.3g}, expected at "
                   f"most {bound:.3g}")
            worst = max(worst, distance / bound if bound else 0)
        return worst

    def check(self):
        training = self.training
        self.same("a second run", self.run("again"))
        self.same("a batch of fixed size", self.run("fixed", fixed=training.batch))
        half = training.steps // 2
        saved = self.path("saved")
        self.run("half", f"--checkpoint-dir={saved}", steps=half)
        resumed = self.run("resumed", f"--checkpoint-dir={saved}", "--resume")
        expect(resumed[0] == self.base[0][half:], f"resumed: losses {resumed[0]}, expected "
               f"{self.base[0][half:]}")
        self.same("resumed", resumed, only_parameters=True)
        single = self.run("single", "--flat-state=off")
        if not training.clipped:
            self.same("--flat-state=off", single)
        if training.random:
            # No model: what else is equal has the same values, in another order of sums.
            return "no model"
        centre, *bounds = training.spread(random_trainings.UNIT["f32"])
        worst = self.within("f32", self.base, centre, bounds)
        self.within("--flat-state=off", single, centre, bounds)
        self.within("--recompute=on", self.run("recompute", "--recompute=on"), centre, bounds)
        least = self.least_memory()
        if least:
            self.within("--activation-memory", self.run(
                "memory", f"--activation-memory={least}"), centre, bounds)
        self.within("--threads=3", self.run("threads", "--threads=3"), centre, bounds)
        if training.additive and training.batch % 2 == 0:
            split = self.run("accumulate", "--accumulate=2", batch=training.batch // 2,
                             steps=2 * training.steps)
            pairs = [(a + b) / 2 for a, b in zip(split[0][::2], split[0][1::2])]
            self.within("--accumulate=2", (pairs, split[1]), centre, bounds)
        exact, *narrow = training.spread(random_trainings.UNIT["f64"])
        self.within("f64", self.run("f64", element="f64"), exact, narrow)
        if training.smooth:
            _, *wide = training.spread(random_trainings.UNIT["bf16"])
            for assigner in ("eager", "propagate", "min-cut"):
                run = self.run(assigner, "--precision=bf16", f"--assigner={assigner}")
                self.within(f"bf16, {assigner}", run, centre, wide)
            run = self.run("O2", "--precision=bf16", "--opt-level=O2")
            self.within("bf16 at O2", run, centre, wide)
        return f"{worst:.2g} of the bound"


def body(suite, scratch):
    options = suite.options
    end = time.monotonic() + options.seconds if options.seconds else None

    def one(seed):
        if end and time.monotonic() > end:
            return
        with tempfile.TemporaryDirectory(dir=scratch) as folder:
            suite.test(f"seed.{seed}", check, folder, seed)

    def check(folder, seed):
        case = Case(suite, folder, seed)
        return f"{' '.join(case.training.layers)}: {case.check()}"

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(one, REGRESSIONS))
        first, some = options.seed, 64 if end else options.count
        while first == options.seed or (end and time.monotonic() < end):
            list(pool.map(one, range(first, first + some)))
            first += some


def add_arguments(parser):
    parser.add_argument("--count", type=int, default=4, help="networks (default: 4)")
    parser.add_argument("--seed", type=read_seed, default=1,
                        help="seed of the first, or `today` (default: 1)")
    parser.add_argument("--seconds", type=int, default=0,
                        help="instead of --count: how long to go on")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time (default: 2)")


if __name__ == "__main__":
    suite = Suite("fuzz_trainings", __doc__, add_arguments)
    sys.exit(suite.main(body))
