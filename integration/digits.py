#!/usr/bin/env python3
#===- digits.py - Trains the digits in three precisions --------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The digits in f32, in f16 with dynamic loss scaling and in bf16.

From the same seed each reaches 96 % on the test images, and the 16-bit runs come
within 1.5 points of f32. The accuracy that amp-run reports is checked against
what NumPy computes from the parameters that it wrote.
"""

import os
import re
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import oracle
from _common import EXAMPLES, Suite, expect

FOLDER = os.path.join(EXAMPLES, "digits")
DATA = os.path.join(FOLDER, "digits.npz")
FLAGS = ["--data", f"images={DATA}:train_images", "--data", f"labels={DATA}:train_labels",
         "--data", f"test_images={DATA}", "--data", f"test_labels={DATA}",
         "--eval-entry=evaluate", "--epochs=20", "--batch-size=32", "--shuffle", "--seed=1"]
SCALING = {"f32": "off", "f16": "dynamic", "bf16": "off"}
LEAST, APART = 0.96, 0.015


def body(suite, scratch):
    graph = os.path.join(FOLDER, "digits.mlir")
    accuracy = {}

    def train(precision):
        path = os.path.join(scratch, precision + ".npz")
        run = suite.train(graph, f"--precision={precision}", f"--output={path}", *FLAGS)["runs"][0]
        expect(run["loss_scaling"] == SCALING[precision],
               f"loss scaling is {run['loss_scaling']}, expected {SCALING[precision]}")
        expect(run["steps"] == 20 * 45, f"{run['steps']} steps, expected 20 epochs of 45")
        found = run["evaluation"]["test_accuracy"]
        expect(found >= LEAST, f"test accuracy {found:.4f}, expected {LEAST} at least")
        accuracy[precision] = found
        with np.load(path) as arrays, np.load(DATA) as data:
            layers = [(arrays[f"fc{i}.weight"], arrays[f"fc{i}.bias"]) for i in (1, 2, 3)]
            images, labels = data["test_images"] / 16.0, data["test_labels"]
        # Two images whose largest outputs are nearly equal may be read differently.
        expected = oracle.accuracy(layers, images, labels)
        expect(abs(found - expected) <= 2 / len(labels),
               f"test accuracy {found:.4f}, with the parameters written and NumPy {expected:.4f}")
        return f"test accuracy {100 * found:.2f} %"

    def near_f32(precision):
        expect("f32" in accuracy and precision in accuracy, "a run is missing")
        apart = accuracy[precision] - accuracy["f32"]
        expect(abs(apart) <= APART, f"test accuracy {accuracy[precision]:.4f}, in f32 "
                                    f"{accuracy['f32']:.4f}: more than {100 * APART} points apart")
        return f"{100 * apart:+.2f} points"

    def compare():
        result = suite.run(graph, f"--device={suite.device}", "--compare", *FLAGS)
        expect(result.status == 0, result.describe())
        for row in ("train +O0 +O1", "loss +[0-9.e-]+ +[0-9.e-]+",
                    r"evaluate\.test_accuracy +0\.9[0-9]+ +0\.9[0-9]+",
                    r"total time +[0-9.]+ s +[0-9.]+ s",
                    "time per step, median +[0-9.]+ ms +[0-9.]+ ms",
                    "peak memory +[0-9.]+ .?i?B +[0-9.]+ .?i?B",
                    "loss scale +- +[0-9.]+", "skipped steps +- +[0-9]+"):
            expect(re.search(f"^{row}$", result.out, re.MULTILINE),
                   f"no row '{row}' in the table of --compare")
        document = suite.train(graph, "--compare", *FLAGS)
        levels = [run["label"] for run in document["runs"]]
        expect(levels == ["O0", "O1"], f"runs {levels}, expected O0 and O1")
        # The two columns are what the precisions give alone.
        for run, precision in zip(document["runs"], ("f32", "f16")):
            found = run["evaluation"]["test_accuracy"]
            expect(found == accuracy.get(precision),
                   f"{run['label']} ends at {found}, alone {precision} at {accuracy.get(precision)}")

    for precision in SCALING:
        suite.test(f"accuracy_{precision}", train, precision)
    for precision in ("f16", "bf16"):
        suite.test(f"{precision}_near_f32", near_f32, precision)
    suite.test("compare", compare)


if __name__ == "__main__":
    suite = Suite("digits", __doc__)
    sys.exit(suite.main(body))
