#!/usr/bin/env python3
#===- best_epoch.py - Samples held out, the best epoch, ending early -------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A validation split divides the data, the best epoch is kept, and patience ends a run.

What a run with patience does is computed from the epochs of one without.
"""

import os
import sys

import numpy as np

import _checkpoint
from _common import EXAMPLES, EXIT_CODES, Suite, expect

DATA = os.path.join(EXAMPLES, "digits", "digits.npz")
SAMPLES = 1438

# The digits, of which evaluation takes the same arguments and gives its labels back.
RENAMED = {'"test_images"': '"images"', '"test_labels"': '"labels"'}


class Tests:
    def __init__(self, suite, scratch):
        self.suite, self.scratch = suite, scratch
        with open(os.path.join(EXAMPLES, "digits", "digits.mlir"), encoding="utf-8") as file:
            text = file.read()
        for old, new in RENAMED.items():
            expect(old in text, f"no {old} in the digits")
            text = text.replace(old, new)
        self.graph = os.path.join(scratch, "digits.mlir")
        with open(self.graph, "w", encoding="utf-8") as file:
            file.write(text)
        self.data = ["--data", f"images={DATA}:train_images", "--data",
                     f"labels={DATA}:train_labels"]
        self.flags = [self.graph, "--entry=train", *self.data, "--eval-entry=evaluate",
                      "--shuffle", "--seed=3", "--validation-split=0.3"]

    def train(self, *arguments):
        return self.suite.train(*self.flags, *arguments)["runs"][0]

    def split(self):
        """Held out and trained on are all samples, each once, in their order."""
        count = 101
        rows = np.arange(count, dtype=np.float32)[:, None]
        data = os.path.join(self.scratch, "rows.npy")
        np.save(data, rows)
        graph = os.path.join(self.scratch, "rows.mlir")
        body = """(%x: tensor<?x1xf32> {amp.name = "x"}) -> (tensor<?x1xf32> {amp.name = "rows"}) {
  %0 = amp.neg %x : (tensor<?x1xf32>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}
"""
        with open(graph, "w", encoding="utf-8") as file:
            file.write(f"func.func @first{body}func.func @second{body}")
        held = {}
        for seed in (1, 1, 2):
            out = os.path.join(self.scratch, "rows.npz")
            result = self.suite.run(graph, "--entry=first", "--eval-entry=second", "--data",
                                    f"x={data}", "--validation-split=0.25", f"--seed={seed}",
                                    "--batch-size=7", f"--output={out}")
            expect(result.status == 0, result.describe())
            with np.load(out) as arrays:
                kept, other = (-arrays[f"{name}.rows"][:, 0] for name in ("first", "second"))
            expect(len(other) == round(0.25 * count), f"{len(other)} samples are held out")
            expect(np.all(np.diff(kept) > 0) and np.all(np.diff(other) > 0), "another order")
            expect(sorted([*kept, *other]) == list(range(count)), "not each sample once")
            expect(np.array_equal(held.setdefault(seed, other), other), "another choice")
        expect(not np.array_equal(held[1], held[2]), "the seed chooses nothing")

    def best(self):
        """Which epoch is the best, and when a run ends, follows from its epochs."""
        whole = self.train("--epochs=25", "--eval-every=1")["epochs"]
        for monitor, patience, delta in (("test_loss", 3, 0), ("test_accuracy", 4, 0),
                                         ("evaluate.test_accuracy:max", 2, 0.01),
                                         ("test_accuracy:min", 2, 0)):
            name, _, mode = monitor.removeprefix("evaluate.").partition(":")
            sign = 1 if mode == "min" or (not mode and "acc" not in name) else -1
            best, misses, last = None, 0, None
            for epoch in whole:
                value = sign * float(epoch["evaluation"][name])
                last = epoch["epoch"]
                if best is None or value < best[0] - delta:
                    best, misses = (value, last), 0
                else:
                    misses += 1
                if misses == patience:
                    break
            run = self.train("--epochs=25", f"--monitor={monitor}", f"--patience={patience}",
                             f"--min-delta={delta}")
            expect([e["epoch"] for e in run["epochs"]] == list(range(1, last + 1)),
                   f"{monitor}: {len(run['epochs'])} epochs, expected {last}")
            expect(run["best"] == {"result": f"evaluate.{name}", "value": sign * best[0],
                                   "epoch": best[1], "stopped_early": last < 25},
                   f"{monitor}: {run['best']}, expected {best}")
            for epoch, reference in zip(run["epochs"], whole):
                expect(epoch["results"] == reference["results"], f"{monitor}: another training")

    def saved(self):
        """What was saved as the best state gives the best result."""
        folder = os.path.join(self.scratch, "saved")
        run = self.train("--epochs=25", "--patience=3", "--save-best",
                         f"--checkpoint-dir={folder}", "--save-every=7")
        steps = -(-(SAMPLES - round(0.3 * SAMPLES)) // 32)
        path = os.path.join(folder, "best.safetensors")
        expect(_checkpoint.read(path).step == run["best"]["epoch"] * steps,
               "not of the best epoch")
        again = self.train("--epochs=1", "--lr=0", f"--init-from={path}")
        expect(again["evaluation"]["test_loss"] == run["best"]["value"],
               f"{again['evaluation']} instead of {run['best']}")
        # And the run that goes on from its last one has the same end.
        expect(max(_checkpoint.steps_in(folder)) == run["steps"], "the last step is not saved")
        for stop in (2, run["best"]["epoch"] + 1):
            part = os.path.join(self.scratch, f"part-{stop}")
            flags = [f"--checkpoint-dir={part}", "--save-best", "--patience=3"]
            self.train(*flags, f"--epochs={stop}")
            rest = self.train(*flags, "--epochs=25", "--resume")
            expect(rest["best"] == run["best"], f"{rest['best']} instead of {run['best']}")
            expect(rest["results"] == run["results"], "another end")
            with open(path, "rb") as first, \
                    open(os.path.join(part, "best.safetensors"), "rb") as second:
                expect(first.read() == second.read(), "another best state")

    def held_out_stays(self):
        """What was held out is not trained on by the run that goes on."""
        folder = os.path.join(self.scratch, "held-out")
        self.train("--epochs=1", f"--checkpoint-dir={folder}")
        self.train("--epochs=2", f"--resume={folder}", "--batch-size=64")
        for change in ("--seed=4", "--validation-split=0.2"):
            name = change.split("=")[0]
            flags = [flag for flag in self.flags if not flag.startswith(name)]
            result = self.suite.run(*flags, change, "--epochs=2", f"--resume={folder}")
            expect(result.status == EXIT_CODES["usage"], result.describe())
            expect("would be trained on" in result.err, result.err)
        without = [flag for flag in self.flags if not flag.startswith("--validation-split")]
        result = self.suite.run(*without, "--epochs=2", f"--resume={folder}")
        expect(result.status == EXIT_CODES["usage"] and "is none, but it was 0.3" in result.err,
               result.err)

    def output(self):
        """A run that ends early writes what its last parameters give of the samples held out."""
        with open(self.graph, encoding="utf-8") as file:
            train, evaluate = file.read().split("func.func @evaluate")
        for old, new in (('{amp.name = "test_accuracy", amp.reduction = "mean"})',
                          '{amp.name = "test_accuracy", amp.reduction = "mean"},\n'
                          'tensor<?x10xf32> {amp.name = "logits"})'),
                         ("return %loss, %accuracy : tensor<f32>, tensor<f32>",
                          "return %loss, %accuracy, %logits : tensor<f32>, tensor<f32>, "
                          "tensor<?x10xf32>")):
            expect(old in evaluate, f"no {old} in the digits")
            evaluate = evaluate.replace(old, new)
        graph = os.path.join(self.scratch, "logits.mlir")
        with open(graph, "w", encoding="utf-8") as file:
            file.write(f"{train}func.func @evaluate{evaluate}")
        early, again = (os.path.join(self.scratch, f"{name}.npz") for name in ("early", "again"))
        run = self.suite.train(graph, *self.flags[1:], "--epochs=25", "--patience=2",
                               f"--output={early}")["runs"][0]
        expect(run["best"]["stopped_early"], "the run went on to its end")
        self.suite.train(graph, *self.flags[1:], "--epochs=1", "--lr=0", f"--init-from={early}",
                         f"--output={again}")
        with np.load(early) as first, np.load(again) as second:
            logits = first["evaluate.logits"]
            expect(logits.shape == (round(0.3 * SAMPLES), 10), f"shape {logits.shape}")
            expect(np.array_equal(logits, second["evaluate.logits"]), "of other parameters")
            expect(np.all(np.any(logits != 0, axis=1)), "samples are missing")

    def refusals(self):
        common = [self.graph, "--entry=train", *self.data]
        for code, part, arguments in (
                ("usage", "needs --eval-entry", ["--validation-split=0.5"]),
                ("usage", "below 1", ["--validation-split=1"]),
                ("input", "leaves nothing to evaluate",
                 ["--eval-entry=evaluate", "--validation-split=0.0001"]),
                ("usage", "--save-best needs --checkpoint-dir", ["--save-best"]),
                ("usage", "--monitor needs --save-best or --patience", ["--monitor=loss"]),
                ("input", "no scalar result 'losss'; did you mean 'loss'?",
                 ["--monitor=losss", "--patience=2"])):
            result = self.suite.run(*common, *arguments)
            expect(result.status == EXIT_CODES[code], result.describe())
            expect(part in result.err, f"no '{part}' in {result.err}")


def body(suite, scratch):
    tests = Tests(suite, scratch)
    for name in ("split", "best", "saved", "held_out_stays", "output", "refusals"):
        suite.test(name, getattr(tests, name))


if __name__ == "__main__":
    sys.exit(Suite("best_epoch", __doc__).main(body))
