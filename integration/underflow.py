#!/usr/bin/env python3
#===- underflow.py - Gradients below f16's smallest number ------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Without a loss scale the example stalls in f16; with one it trains as in f32."""

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _common import EXAMPLES, Suite, expect

FLAGS = ["--data", "x=normal:0,1", "--data", "noise=normal:0,0.5", "--samples=2048",
         "--batch-size=32", "--epochs=10", "--shuffle"]


def body(suite, scratch):
    graph = os.path.join(EXAMPLES, "underflow", "underflow.mlir")

    def run(*flags):
        path = os.path.join(scratch, "out.npz")
        document = suite.train(graph, f"--output={path}", *FLAGS, *flags)
        with np.load(path) as arrays:
            return document["runs"][0], dict(arrays)

    def loss(train):
        return train["epochs"][-1]["results"]["loss"]

    f32, _ = run("--precision=f32")
    initial = run("--precision=f32", "--lr=0")[1]

    def trains_in_f32():
        first = f32["epochs"][0]["results"]["loss"]
        expect(loss(f32) < 0.7 * first, f"the loss only falls from {first} to {loss(f32)}")
        return f"loss {loss(f32):.4g}"

    def stalls():
        train, parameters = run("--precision=f16", "--loss-scale=off")
        for name, values in parameters.items():
            expect(np.array_equal(values, initial[name]), f"{name} has changed")
        first = train["epochs"][0]["results"]["loss"]
        # The mean over an epoch is summed in another order after shuffling.
        expect(abs(loss(train) - first) <= 1e-5 * first,
               f"the loss has changed from {first} to {loss(train)}")
        expect(loss(train) > 2 * loss(f32), f"loss {loss(train)}, in f32 {loss(f32)}")
        return f"loss {loss(train):.4g}"

    def trains(name, flags, scale):
        train, _ = run(*flags)
        apart = loss(train) / loss(f32) - 1
        expect(abs(apart) <= 0.01, f"loss {loss(train)}, in f32 {loss(f32)}: more than 1 % apart")
        found = train["statistics"].get("loss scale")
        expect(found == scale, f"loss scale {found}, expected {scale}")
        return f"loss {loss(train):.4g}, {100 * apart:+.2f} %"

    suite.test("f32_trains", trains_in_f32)
    suite.test("f16_without_scale_stalls", stalls)
    suite.test("f16_with_dynamic_scale_trains", trains, "dynamic", ["--precision=f16"], 65536)
    suite.test("f16_with_fixed_scale_trains", trains, "fixed",
               ["--precision=f16", "--loss-scale=16384"], 16384)
    suite.test("bf16_trains", trains, "bf16", ["--precision=bf16"], None)


if __name__ == "__main__":
    suite = Suite("underflow", __doc__)
    sys.exit(suite.main(body))
