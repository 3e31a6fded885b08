#!/usr/bin/env python3
#===- accuracy.py - Kernels are no less exact than PyTorch's ---------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Values and gradients of kernel families on much data, against f64 and PyTorch.

The exact values are those of the same graph in f64, which other tests compare with
PyTorch's; an error is the root of the mean square over that of the values. It may be
PyTorch's on the same data (test/Inputs/accuracy), or else what no kernel can do without: the
rounding to the result's type, and ROUNDINGS in f32. Two roots of means of so many squares, of
errors that are alike, differ by chance: by DEVIATIONS standard deviations at most.

`--table` prints all errors beside PyTorch's."""

import importlib
import math
import sys
import warnings

from _accuracy import (FAMILIES, count_seeds, gather, list_cases, make_data, make_graph,
                       make_seed, squares)
from _common import Failure, Suite, expect, read_record
from _python import import_package
from oracle import UNIT

# One of a function such as exp or of a division, and one of what is done with it.
ROUNDINGS = 2
DEVIATIONS = 4
# PyTorch's errors are recorded in four digits.
RECORDED = 0.5e-3


def allowed(case, torch_error, count):
    """What an error of `count` values may be."""
    own = (0 if case.type == "f32" else UNIT[case.type]) + ROUNDINGS * UNIT["f32"]
    if torch_error is None:
        return math.inf
    # The root of a mean of n squares has the relative deviation 1 / sqrt(2 n), and there are
    # two of them.
    chance = DEVIATIONS * math.sqrt(2 / (2 * count))
    return max(own, torch_error * (1 + RECORDED + chance))


class Tests:
    def __init__(self, suite, amp):
        self.suite, self.amp = suite, amp
        self.graphs = importlib.import_module("amp.graph")
        self.worst = []

    def compute(self, case, element):
        """Results and gradients by name, for each data set."""
        graph, indices = make_graph(self.graphs, FAMILIES[case.family], case.shape, element,
                                    case.backward)
        session = self.amp.compile(graph, precision="none", device=self.suite.device,
                                   cache_dir=None)
        # A sum of so many f16 is warned of: PyTorch has it, too.
        warnings.simplefilter("ignore", self.amp.AmpWarning)
        first = make_data(case, 0)
        session.bind({name: first[name] for name in indices})
        session.prepare()
        for seed in range(count_seeds(case)):
            arrays = make_data(case, seed)
            session.bind({name: arrays[name] for name in indices})
            for name, array in arrays.items():
                if name not in indices:
                    session.variables[name] = array
            names = list(session.variables)
            if "dy" in names:
                shape = session.variables.describe("dy").shape
                session.variables["dy"] = make_seed(case, seed, shape)
            session.run(1)
            yield {name: session.variables[name] for name in names
                   if name.startswith("result") or name.startswith("d_")}

    def errors(self, case):
        """Errors by name, and of how many values they are."""
        pairs = zip(self.compute(case, case.type), self.compute(case, "f64"))
        errors, counts = [], {}
        for found, exact in pairs:
            errors.append({name: squares(found[name], exact[name]) for name in exact})
            counts = {name: count_seeds(case) * exact[name].size for name in exact}
        return gather(errors), counts

    def case(self, case, theirs):
        ours, counts = self.errors(case)
        expect(sorted(ours) == sorted(theirs), f"{sorted(ours)}, recorded {sorted(theirs)}")
        bad = []
        for name, error in ours.items():
            torch_error = theirs[name]
            limit = allowed(case, torch_error, counts[name])
            ratio = error / torch_error if error is not None and torch_error else math.nan
            self.worst.append((ratio, case.name, name, error, torch_error, limit))
            if error is None or not error <= limit:
                bad.append(f"{name} is off by {error}, PyTorch by {torch_error}, allowed "
                           f"{limit:.2e}")
        if bad:
            raise Failure("; ".join(bad))
        return ", ".join(f"{name} {error:.1e}" for name, error in ours.items())

    def table(self):
        print("\n| case | result | amp | PyTorch | ratio | allowed |")
        print("|---|---|---:|---:|---:|---:|")
        for ratio, case, name, error, theirs, limit in self.worst:
            print(f"| {case} | {name} | {error if error is None else f'{error:.2e}'} | "
                  f"{theirs} | {ratio:.2f} | {limit:.2e} |")


def add_arguments(parser):
    parser.add_argument("--table", action="store_true", help="print all errors")
    parser.add_argument("--only", default="", metavar="TEXT", help="cases whose name has it")


def body(suite, scratch):
    amp = import_package(suite)
    if amp is None:
        return
    tests = Tests(suite, amp)
    recorded = {case["name"]: case["errors"] for case in read_record("accuracy")["cases"]}
    cases = list(list_cases())
    suite.test("recorded", lambda: expect(
        sorted(recorded) == sorted(case.name for case in cases),
        "other cases were recorded: run test/Inputs/accuracy/record_torch.py"))
    for case in cases:
        if suite.options.only in case.name and case.name in recorded:
            suite.test(case.name, tests.case, case, recorded[case.name])
    if suite.options.table:
        tests.table()


if __name__ == "__main__":
    sys.exit(Suite("accuracy", __doc__, add_arguments).main(body))
