#!/usr/bin/env python3
#===- where_time_goes.py - Profiles ----------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""--profile: records add up to ops and places, and what they count is what they compute."""

import collections
import math
import os
import re
import sys

from _common import EXAMPLES, Suite, expect

DIGITS = os.path.join(EXAMPLES, "digits", "digits.mlir")
DATA = os.path.join(EXAMPLES, "digits", "digits.npz")
STEPS = 5
FLAGS = ["--data", f"images={DATA}:train_images", "--data", f"labels={DATA}:train_labels",
         "--batch-size=32", f"--steps={STEPS}", "--profile"]
# The layers of the digits: outputs, inputs, and whether inputs have a gradient.
LAYERS = [(128, 64, False), (128, 128, True), (10, 128, True)]
BYTES = {"f32": 4, "bf16": 2}


class Tests:
    def __init__(self, suite):
        self.suite = suite
        self.profiles = {}

    def profile(self, precision):
        if precision not in self.profiles:
            run = self.suite.train(DIGITS, *FLAGS, f"--precision={precision}")["runs"][0]
            expect(len(run["profile"]) == 1, f"{len(run['profile'])} programs")
            self.profiles[precision] = run["profile"][0]
        return self.profiles[precision]

    def sums(self, precision):
        """Each table has all records once, the longest first, and shares of all the time."""
        profile = self.profile(precision)
        for table, key in (("by_op", "op"), ("by_place", "place")):
            sums = collections.defaultdict(lambda: [0, 0.0, 0.0, 0.0])
            for record in profile["records"]:
                entry = sums[record[key] or "-"]
                entry[0] += 1
                for i, name in enumerate(("milliseconds", "bytes", "flops"), 1):
                    entry[i] += record[name]
            rows = profile[table]
            expect(sorted(row[key] for row in rows) == sorted(sums), f"{table}: other rows")
            times = [row["milliseconds"] for row in rows]
            expect(times == sorted(times, reverse=True), f"{table}: {times}")
            for row in rows:
                expect([row["records"], row["bytes"], row["flops"]] ==
                       [sums[row[key]][0], sums[row[key]][2], sums[row[key]][3]] and
                       math.isclose(row["milliseconds"], sums[row[key]][1]), f"{table}: {row}")
            expect(math.isclose(sum(row["share"] for row in rows), 1), f"{table}: shares")
        expect(math.isclose(sum(r["milliseconds"] for r in profile["records"]),
                            profile["milliseconds"]), "another sum")

    def products(self, precision):
        """The operations of the products are those of the layers, forward and backward."""
        profile = self.profile(precision)
        products = [r for r in profile["records"] if r["name"].startswith("gemm")]
        flops = sum(2 * 32 * m * k * (3 if has_gradient else 2) for m, k, has_gradient in LAYERS)
        expect(sum(r["flops"] for r in products) == STEPS * flops,
               f"{sum(r['flops'] for r in products)} operations, expected {STEPS * flops}")
        expect(all(r["op"] == "amp.linear" for r in products), "products of other ops")
        for record in products:
            m, n, k = map(int, re.match(r"gemm (\d+)x(\d+)x(\d+)", record["name"]).groups())
            least = BYTES[precision] * (m * k + n * k) + 2 * m * n
            most = BYTES[precision] * (m * k + n * k) + 4 * (m * n + n)
            expect(STEPS * least <= record["bytes"] <= STEPS * most, f"{record}")

    def table(self):
        """The tables name ops, lines and records."""
        result = self.suite.run(DIGITS, "--device=cpu", *FLAGS, "--precision=f32")
        expect(result.status == 0, result.describe())
        text = result.out[result.out.index("profile: f32, train (batch 32)"):]
        for pattern in (r"records +total ms +share +GB/s +GFLOP/s  op\n",
                        r"\d+ +[\d.]+ +[\d.]+% +[\d.e+]+ +[\d.e+]+  amp\.linear\n",
                        r"  name or line\n", r"  digits\.mlir:39\n", r"  record\n",
                        rf"{STEPS} +[\d.]+ +[\d.]+% .*  gemm 32x128x64 \(digits\.mlir:37, amp\.linear\)\n"):
            expect(re.search(pattern, text), f"no {pattern} in\n{text}")


def body(suite, scratch):
    tests = Tests(suite)
    for precision in BYTES:
        suite.test(f"sums_{precision}", tests.sums, precision)
        suite.test(f"products_{precision}", tests.products, precision)
    suite.test("table", tests.table)


if __name__ == "__main__":
    sys.exit(Suite("where_time_goes", __doc__).main(body))
