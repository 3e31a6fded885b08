#!/usr/bin/env python3
#===- recipe_oracle.py - Training against the independent model ------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Twenty steps of a small recipe and of the digits, against NumPy.

Both begin with the weights that amp-run writes, and take the data in the same
order. The recipe's data end in a smaller batch. What is checked:

  curve_f32   each loss is within 1e-5, relatively, of training in f64
  PRECISION.first_step   after one step, the loss and each parameter are within
              the worst-case bound of `_bounds.py`
  PRECISION.twenty_steps   each loss and, in the 2-norm, each parameter is within
              six standard deviations of what local errors within their bounds do
  PRECISION.told_apart   a run in another precision is outside these bounds, so
              that they mean something
  generated   `recipe.mlir` is what its generator writes
  batch_N     the recipe runs with batches of N, and with a remainder
"""

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # Small matrices.

import numpy as np

import _bounds
import oracle
from _common import EXAMPLES, Suite, expect, generate_recipe, losses

STEPS = 20
SAMPLES = 8  # Runs with random local errors.
PRECISIONS = ("f32", "f16", "bf16")


class Network:
    def __init__(self, suite, scratch, name, file, data, samples, batch, **training):
        """`data` binds the arguments of the graph; `samples` are the arrays that
        the model reads, and `training` the arguments of its train_mlp."""
        self.suite, self.scratch, self.name, self.file = suite, scratch, name, file
        self.training = training
        self.flags = [f"--batch-size={batch}"]
        for argument, spec in data:
            self.flags += ["--data", f"{argument}={spec}"]
        x, target = samples
        starts = [i for _ in range(STEPS) for i in range(0, len(x), batch)][:STEPS]
        self.batches = [(x[i:i + batch], target[i:i + batch]) for i in starts]
        # A step at a learning rate of 0 leaves the parameters as they begin.
        _, self.initial = self.run("f32", 1, "--lr=0")
        self.runs = {p: self.run(p, STEPS) for p in PRECISIONS}

    def run(self, precision, steps, *more):
        """amp-run's document, and the parameters that it wrote, as layers."""
        path = os.path.join(self.scratch, f"{self.name}.npz")
        document = self.suite.train(self.file, f"--precision={precision}", f"--steps={steps}",
                                    "--print-every=1", f"--output={path}", *self.flags, *more)
        arrays = dict(np.load(path))
        os.remove(path)
        expect(len(losses(document)) == steps, f"{len(losses(document))} steps in the log")
        count = len(arrays) // 2
        names = {f"fc{i}.{part}" for i in range(1, count + 1) for part in ("weight", "bias")}
        expect(set(arrays) == names, f"arrays {sorted(arrays)}, expected {sorted(names)}")
        return document, [tuple(arrays[f"fc{i}.{part}"].astype(np.float64)
                                for part in ("weight", "bias")) for i in range(1, count + 1)]

    def scale(self, precision):
        """The loss scale of each step of the run in this precision; it must not
        change, since the bounds know no skipped step."""
        if precision != "f16":
            return 1.0
        statistics = [s["statistics"] for s in self.runs[precision][0]["runs"][0]["log"]]
        found = {(s["loss scale"], s["skipped steps"]) for s in statistics}
        expect(found == {(65536, 0)},
               f"loss scale and skipped steps {sorted(found)}, expected (65536, 0)")
        return 65536.0

    def model(self, precision, steps=STEPS, rng=None):
        return _bounds.train_mlp(self.initial, self.batches[:steps], precision=precision,
                                 scale=self.scale(precision), rng=rng,
                                 truncating=self.suite.device != "cpu", **self.training)


def check_curve(network):
    reference = oracle.train_mlp(network.initial, network.batches, precision="f64",
                                 **network.training)
    worst = 0.0
    for step, (found, exact) in enumerate(zip(losses(network.runs["f32"][0]),
                                              reference.losses), 1):
        error = abs(found - exact) / abs(exact)
        expect(error <= 1e-5, f"step {step}: loss {found!r}, in f64 {exact!r}, "
                              f"{error:.2g} relatively, expected 1e-5 at most")
        worst = max(worst, error)
    return f"{worst:.1e} at most"


def check_centre(network, precision):
    """`_bounds.py` computes what the model does: a test of the test."""
    model = network.model(precision)
    expected = oracle.train_mlp(network.initial, network.batches, precision=precision,
                                loss_scale=network.scale(precision), weight_gradients="f32",
                                **network.training)
    for step, (a, b) in enumerate(zip(model.losses, expected.losses), 1):
        expect(abs(a - b) <= 2 * _bounds.U * abs(b), f"step {step}: {a!r} and {b!r}")
    for i, (a, b) in enumerate(zip(model.layers, expected.layers), 1):
        for part, p, q in zip(("weight", "bias"), a, b):
            expect(np.array_equal(p, q), f"fc{i}.{part} differs by {np.abs(p - q).max():.2g}")


def ratios_after_one_step(network, bound, document, layers):
    """Deviation over bound, by what deviates."""
    # Twice the smallest f32 where nothing may differ: 0 / 0 is a fit.
    floor = 2.0**-148
    result = {"loss": abs(losses(document)[0] - bound.losses[0])
                      / (bound.loss_radii[0] + floor)}
    for i, (found, centre, radius) in enumerate(zip(layers, bound.layers, bound.radii), 1):
        for part, f, c, r in zip(("weight", "bias"), found, centre, radius):
            result[f"fc{i}.{part}"] = float((np.abs(f - c) / (r + floor)).max())
    return result


def ratios_after_all(bounds, model, document, layers):
    loss_bounds, layer_bounds = bounds
    result = {f"loss of step {k}": abs(found - centre) / bound for k, (found, centre, bound)
              in enumerate(zip(losses(document), model.losses, loss_bounds), 1)}
    for i, (found, centre, bound) in enumerate(zip(layers, model.layers, layer_bounds), 1):
        for part, f, c, b in zip(("weight", "bias"), found, centre, bound):
            result[f"fc{i}.{part}"] = float(np.linalg.norm(f - c) / b)
    return result


def expect_within(ratios):
    for name, ratio in ratios.items():
        # Also false for NaN.
        expect(ratio <= 1, f"{name} deviates {ratio:.3g} times as far as the bound allows")
    return f"{max(ratios.values()):.2g} of the bound"


def test_network(suite, network):
    name = network.name
    suite.test(f"{name}.curve_f32", check_curve, network)
    one = {p: network.run(p, 1) for p in PRECISIONS}
    for precision in PRECISIONS:
        suite.test(f"{name}.{precision}.model", check_centre, network, precision)
        first = network.model(precision, steps=1)
        model = network.model(precision)
        samples = [network.model(precision, rng=np.random.default_rng(seed))
                   for seed in range(SAMPLES)]
        bounds = _bounds.spread(model, samples)

        def step_one(p):
            return ratios_after_one_step(network, first, *one[p])

        def step_twenty(p):
            return ratios_after_all(bounds, model, *network.runs[p])

        def told_apart():
            worst = {p: max(*step_one(p).values(), *step_twenty(p).values())
                     for p in PRECISIONS if p != precision}
            for p, ratio in worst.items():
                expect(ratio > 1, f"a run in {p} is within the bounds: {ratio:.2g} of them")

        suite.test(f"{name}.{precision}.first_step", lambda: expect_within(step_one(precision)))
        suite.test(f"{name}.{precision}.twenty_steps",
                   lambda: expect_within(step_twenty(precision)))
        suite.test(f"{name}.{precision}.told_apart", told_apart)


def recipe(suite, scratch):
    graph = generate_recipe(os.path.join(scratch, "recipe.mlir"),
                            "--width-in=96", "--width=64", "--width-out=96")
    rng = np.random.default_rng(20)
    arrays = {name: rng.standard_normal((80, 96)).astype(np.float32) for name in "xy"}
    file = os.path.join(scratch, "recipe-data.npz")
    np.savez(file, **arrays)
    return Network(suite, scratch, "recipe", graph, [(n, f"{file}:{n}") for n in "xy"],
                   [arrays[n].astype(np.float64) for n in "xy"], 32, loss="mse", lr=0.001)


def digits(suite, scratch):
    folder = os.path.join(EXAMPLES, "digits")
    file = os.path.join(folder, "digits.npz")
    with np.load(file) as arrays:
        samples = arrays["train_images"] / 16.0, arrays["train_labels"]
    return Network(suite, scratch, "digits", os.path.join(folder, "digits.mlir"),
                   [("images", f"{file}:train_images"), ("labels", f"{file}:train_labels")],
                   samples, 32, loss="cross_entropy", lr=0.05, momentum=0.9)


def check_generated(scratch):
    path = generate_recipe(os.path.join(scratch, "default.mlir"))
    with open(path, encoding="utf-8") as new, \
            open(os.path.join(EXAMPLES, "recipe", "recipe.mlir"), encoding="utf-8") as old:
        expect(new.read() == old.read(),
               "recipe.mlir differs from the output of generate.py; write it again")


def check_batch(suite, scratch, batch):
    graph = generate_recipe(os.path.join(scratch, "narrow.mlir"),
                            "--width-in=24", "--width=16", "--width-out=8")
    samples = batch + 77
    run = suite.train(graph, "--precision=bf16", "--data", "x=normal:0,1", "--data",
                      "y=normal:0,1", f"--samples={samples}", f"--batch-size={batch}",
                      "--print-every=1")["runs"][0]
    expect(run["batch_size"] == batch, f"batch size {run['batch_size']}")
    expect(run["steps"] == 2, f"{run['steps']} steps, expected one of {batch} and one of 77")
    # The mean of the epoch weighs each step's by its samples.
    first, last = (step["results"]["loss"] for step in run["log"])
    mean = (first * batch + last * 77) / samples
    found = run["results"]["loss"]
    expect(abs(found - mean) <= 1e-6 * mean, f"mean loss {found}, of the steps {mean}")
    # Targets of variance 1, and outputs near 0: the mean of 8 * batch squares.
    expect(abs(first - 1) <= 6 * (2 / (8 * batch))**0.5 + 0.2, f"first loss {first}")


def body(suite, scratch):
    suite.test("recipe.generated", check_generated, scratch)
    for batch in (128, 256, 512, 513):
        suite.test(f"recipe.batch_{batch}", check_batch, suite, scratch, batch)
    for build in (recipe, digits):
        built = []
        suite.test(f"{build.__name__}.runs", lambda: built.append(build(suite, scratch)))
        if built:
            test_network(suite, built[0])


if __name__ == "__main__":
    suite = Suite("recipe_oracle", __doc__)
    sys.exit(suite.main(body))
