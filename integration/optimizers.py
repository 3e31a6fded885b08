#!/usr/bin/env python3
#===- optimizers.py - Steps that are skipped in a training ------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Trains in f16 under a loss scale that is too large at first.

The rules themselves are tested in unittests/Target/OptimizersTest.cpp. Here the flag
comes from the gradients: a step that overflows leaves the parameters as they were, bit
for bit, and the schedule goes on. A plateau sees the losses that the run shows, of all
micro-batches, and goes on from a checkpoint as if nothing had been."""

import math
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _checkpoint import Checkpoint
from _common import Suite, expect

STEPS, WARMUP, ITERATIONS, RATE = 10, 3, 20, 0.01
PLATEAU_STEPS = 48

GRAPH = """
amp.variable parameter @w : tensor<2x3xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @b : tensor<2xf32> = #amp.init<uniform(-1.0, 1.0)>
amp.optimizer %(rule)s @opt [@w, @b] {lr = %(rate)s : f64,
  groups = [{parameters = [@b], lr = 0.1 : f64, weight_decay = 0.0 : f64}],
  schedule = #amp.schedule<linear, {iterations = %(iterations)d, end_factor = 0.0,
    start_factor = 1.0, warmup = %(warmup)d}>%(more)s}
func.func @train(%%x: tensor<?x3xf32> {amp.name = "x"}, %%y: tensor<?x2xf32> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %%w = amp.read @w : tensor<2x3xf32>
  %%b = amp.read @b : tensor<2xf32>
  %%h = amp.linear %%x, %%w, %%b
      : (tensor<?x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  %%loss = amp.mse_loss %%h, %%y : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<f32>
  %%g:2 = amp.backward %%loss wrt(%%w, %%b)
      : (tensor<f32>, tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  amp.step @opt(%%g#0, %%g#1) : tensor<2x3xf32>, tensor<2xf32>
  return %%loss : tensor<f32>
}
"""


PLATEAU = """
amp.variable parameter @w : tensor<3xf32> = #amp.init<uniform(-1.0, 1.0)>
amp.optimizer adam @opt [@w] {lr = 0.25 : f64, schedule = #amp.schedule<plateau,
  {interval = 3, patience = 1, factor = 0.5, threshold = 0.125, cooldown = 1}>}
func.func @train(%x: tensor<?x3xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w = amp.read @w : tensor<3xf32>
  %h = amp.hardswish %x : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %d = amp.sub %h, %w : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %s = amp.square %d : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %loss = amp.mean %s : (tensor<?x3xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  amp.step @opt(%g) metric(%loss) : tensor<3xf32>, tensor<f32>
  return %loss : tensor<f32>
}
"""


def plateau_rates(losses, micro_batches):
    """The rate after each step, by the rule as PyTorch writes it."""
    rate, best, bad, cooldown, rates = 0.25, math.inf, 0, 0, []
    interval = 3 * micro_batches
    for step in range(1, len(losses) + 1):
        rates.append(rate if step % micro_batches == 0 else rates[-1] if rates else 0)
        if step % interval:
            continue
        mean = sum(losses[step - interval:step]) / interval
        better = mean < best * (1 - 0.125)
        best, bad = (mean, 0) if better else (best, bad + 1)
        if cooldown:
            cooldown, bad = cooldown - 1, 0
        if bad > 1:
            rate, cooldown, bad = rate / 2, 1, 0
    return rates


def rate_of(t):
    if t < WARMUP:
        return RATE * (t + 1) / WARMUP
    return RATE * (1 - min(t - WARMUP, ITERATIONS) / ITERATIONS)


def body(suite, scratch):
    def skips(rule, more="", on_step=False):
        graph = os.path.join(scratch, f"{rule}.mlir")
        if on_step:
            more += ", schedule_on_step"
        with open(graph, "w", encoding="utf-8") as file:
            file.write(GRAPH % {"rule": rule, "rate": RATE, "iterations": ITERATIONS,
                                "warmup": WARMUP, "more": more})

        def run(steps, *flags):
            path = os.path.join(scratch, "out.npz")
            document = suite.train(graph, "--data", "x=normal:0,1", "--data", "y=normal:0,1",
                                   "--samples=8", "--precision=f16", "--init-scale=16777216",
                                   f"--steps={steps}", f"--output={path}", "--print-every=1",
                                   *flags)
            with np.load(path) as arrays:
                return document["runs"][0], dict(arrays)

        def same(a, b):
            return all(a[key].tobytes() == b[key].tobytes() for key in a)

        before = run(1, "--lr=0")[1]
        # The rate of every group is 0, so that steps that are made change nothing.
        expect(same(before, run(STEPS, "--lr=0")[1]), "--lr=0 changes parameters")
        made = skipped = 0
        for step in range(1, STEPS + 1):
            train, after = run(step)
            statistics = train["log"][-1]["statistics"]
            is_skipped = statistics["skipped steps"] > skipped
            # On the step's own count, or on that of iterations.
            expected = rate_of(made if on_step else step - 1)
            found = statistics["learning rate"]
            expect(math.isclose(found, expected, rel_tol=1e-12),
                   f"step {step}: learning rate {found}, expected {expected}")
            expect(same(before, after) == is_skipped,
                   f"step {step}: skipped: {is_skipped}, parameters stay: {not is_skipped}")
            skipped += is_skipped
            made += not is_skipped
            before = after
        expect(made and skipped, f"{made} steps made, {skipped} skipped; expected some of both")
        return f"{skipped} of {STEPS} skipped"

    def plateau(micro_batches, *flags):
        graph = os.path.join(scratch, f"plateau{micro_batches}.mlir")
        with open(graph, "w", encoding="utf-8") as file:
            file.write(PLATEAU)

        def run(steps, *more):
            """The log, and the checkpoint at the end with its path."""
            folder = os.path.join(scratch, f"plateau{micro_batches}.{steps}.{len(more)}")
            document = suite.train(graph, "--data", "x=normal:0,1", "--samples=40",
                                   "--batch-size=4", "--seed=3", f"--steps={steps}",
                                   "--print-every=1", f"--checkpoint-dir={folder}",
                                   *flags, *more)
            path = os.path.join(folder, max(os.listdir(folder)))
            with open(path, "rb") as file:
                return document["runs"][0]["log"], Checkpoint(file.read()).arrays, path

        log, after, _ = run(PLATEAU_STEPS)
        losses = [entry["results"]["loss"] for entry in log]
        found = [entry["statistics"]["learning rate"] for entry in log]
        expected = plateau_rates(losses, micro_batches)
        expect(found == expected, f"learning rates {found}, expected {expected}")
        expect(found[-1] < 0.25, "the rate was never reduced")
        # Between two micro-batches of an interval.
        _, _, path = run(PLATEAU_STEPS // 2 - 1)
        log, resumed, _ = run(PLATEAU_STEPS, f"--resume={path}")
        expect(len(log) == PLATEAU_STEPS // 2 + 1, f"{len(log)} steps after the checkpoint")
        expect("opt.metric_sum" in after, f"only {sorted(after)}")
        for name, array in after.items():
            expect(array.tobytes() == resumed[name].tobytes(), f"resumed, {name} differs")
        return f"to {found[-1]}"

    suite.test("plateau", plateau, 1)
    suite.test("plateau_accumulated", plateau, 2, "--accumulate=2")
    suite.test("sgd", skips, "sgd", ", momentum = 0.9 : f64, dampening = 0.5 : f64")
    suite.test("adam", skips, "adam")
    suite.test("adamw_on_step", skips, "adamw", ", amsgrad", True)
    suite.test("rmsprop", skips, "rmsprop", ", centered, momentum = 0.5 : f64")
    suite.test("adagrad", skips, "adagrad", ", lr_decay = 0.5 : f64")
    suite.test("nadam", skips, "nadam", ", momentum_decay = 0.05 : f64")
    suite.test("radam", skips, "radam", ", decoupled_weight_decay")
    suite.test("adamax_on_step", skips, "adamax", "", True)
    suite.test("adadelta", skips, "adadelta", ", rho = 0.5 : f64")


if __name__ == "__main__":
    suite = Suite("optimizers", __doc__)
    sys.exit(suite.main(body))
