#!/usr/bin/env python3
#===- compare_exit.py - Divergence is an exit code -------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A comparison ends with 0 where both runs stay finite, and with 1 where one does
not; the message says which run, since which step, and what may help."""

import math
import os
import sys

from _common import Suite, expect, generate_recipe, losses

FLAGS = ["--data", "x=normal:0,1", "--data", "y=normal:0,1", "--samples=64", "--batch-size=32"]


def body(suite, scratch):
    graph = generate_recipe(os.path.join(scratch, "recipe.mlir"),
                            "--layers=2", "--width-in=8", "--width=256", "--width-out=8")
    common = [graph, f"--device={suite.device}", *FLAGS]

    def fine():
        document = suite.train(graph, *FLAGS, "--compare", "--epochs=5", "--print-every=1")
        expect(document["ok"] is True, "ok is not true")
        expect([r["failure"] for r in document["runs"]] == [None, None], "a run diverged")
        first, second = losses(document, 0), losses(document, 1)
        expect(len(first) == len(second) == 10, f"{len(first)} and {len(second)} steps")
        # Same start, same order: in f16 the first loss is the same to 3 digits.
        expect(abs(first[0] - second[0]) <= 1e-2 * first[0], f"{first[0]} and {second[0]}")
        expect(first != second, "both runs have the same losses: was one in f16?")

    def same_twice():
        document = suite.train(graph, *FLAGS, "--compare=O1,O1", "--epochs=5", "--print-every=1",
                               "--init-scale=1e30", "--shuffle")
        first, second = document["runs"]
        expect(losses(document, 0) == losses(document, 1), "the same run twice differs")
        # A scale that overflows is halved until it fits; the second run starts afresh.
        expect(first["statistics"] == second["statistics"],
               f"{first['statistics']} and {second['statistics']}")
        expect(first["statistics"]["skipped steps"] > 0, "no step was skipped")

    def diverges(flags, labels):
        result = suite.run(*common, *flags, "--epochs=60", "--lr=1e4")
        expect(result.status == 1, result.describe())
        for label in labels:
            named = [line for line in result.err.splitlines()
                     if line.startswith(f"amp-run: error: {label}: 'loss' is not finite since step")]
            expect(named and "--lr" in named[0], f"no message for {label}: {result.err.strip()}")

    def diverges_json():
        document = suite.train(graph, *FLAGS, "--compare=O0,bf16", "--epochs=60", "--lr=1e4",
                               "--print-every=1", status=1)
        expect(document["ok"] is False, "ok is not false")
        for number, run in enumerate(document["runs"]):
            expect(run["failure"]["step"] == run["first_non_finite_step"], f"{run['label']} did not diverge")
            log = losses(document, number)
            first = next(i for i, v in enumerate(log, 1) if not math.isfinite(v))
            expect(run["first_non_finite_step"] == first,
                   f"first_non_finite_step {run['first_non_finite_step']}, in the log {first}")

    def alone():
        result = suite.run(*common, "--precision=f32", "--epochs=60", "--lr=1e4")
        expect(result.status == 1, result.describe())
        expect("'loss' is not finite since step" in result.err, result.describe())

    def one_of_two():
        # Some of the 256 hidden values are above f16's largest number, 65504.
        large = ["--data", "x=constant:60000", "--data", "y=zeros", "--samples=64"]
        result = suite.run(graph, f"--device={suite.device}", *large, "--compare=O0,O1",
                           "--epochs=1", "--lr=0")
        expect(result.status == 1, result.describe())
        expect("error: O1: 'loss' is not finite" in result.err, result.describe())
        expect("O0: 'loss'" not in result.err, "O0 is reported too")

    suite.test("finite_is_0", fine)
    suite.test("same_level_twice_is_equal", same_twice)
    suite.test("both_diverge_is_1", diverges, ["--compare=O0,bf16"], ["O0", "bf16"])
    suite.test("diverged_in_json", diverges_json)
    suite.test("one_run_diverges_is_1", alone)
    suite.test("one_of_two_diverges_is_1", one_of_two)


if __name__ == "__main__":
    suite = Suite("compare_exit", __doc__)
    sys.exit(suite.main(body))
