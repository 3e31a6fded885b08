#!/usr/bin/env python3
#===- text_tables.py - Trains on tables of other people --------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The digits as text: a table with a header, columns out of order and labels that are
words, separated by ';' or by tabs. Training on it gives what the arrays give, to the bit."""

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _common import EXAMPLES, Suite, expect, losses

FOLDER = os.path.join(EXAMPLES, "digits")
GRAPH = os.path.join(FOLDER, "digits.mlir")
DATA = os.path.join(FOLDER, "digits.npz")
CLASSES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
LABELS = "digit{" + ",".join(CLASSES) + "}"
PIXELS = "p0-p31,p32,p33-p63"
SAMPLES, STEPS = 96, 6
FLAGS = ["--batch-size=32", f"--steps={STEPS}", "--shuffle", "--seed=1", "--print-every=1"]


def write(path, separator, images, labels):
    """The second half of the pixels, the label, a remark, and the first half."""
    names = [f"p{i}" for i in range(64)]
    lines = [[*names[32:], "digit", "remark", *names[:32]]]
    for image, label in zip(images, labels):
        cells = [str(pixel) for pixel in image]
        lines.append([*cells[32:], CLASSES[label], f'"a{separator} ""b"""', *cells[:32]])
    with open(path, "w", encoding="utf-8", newline="\r\n") as file:
        file.write("\ufeff" + "".join(separator.join(line) + "\n" for line in lines))
    return path


def body(suite, scratch):
    with np.load(DATA) as data:
        images, labels = data["train_images"][:SAMPLES], data["train_labels"][:SAMPLES]
    arrays = os.path.join(scratch, "part.npz")
    np.savez(arrays, images=images, labels=labels)

    def train(images, labels, **options):
        return suite.train(GRAPH, "--entry=train", "--data", f"images={images}", "--data",
                           f"labels={labels}", *FLAGS, **options)

    def same_as_arrays(name, separator):
        table = write(os.path.join(scratch, name), separator, images, labels)
        found = losses(train(f"{table}:{PIXELS}", f"{table}:{LABELS}"))
        expected = losses(train(arrays, arrays))
        expect(len(found) == STEPS, f"{len(found)} losses, expected {STEPS}")
        expect(found == expected, f"losses {found}, with arrays {expected}")
        expect(found[-1] < found[0], f"the loss went from {found[0]} to {found[-1]}")

    def copies_the_spec():
        # What the message of a first try spells is what the second one is given.
        table = write(os.path.join(scratch, "copied.csv"), ";", images, labels)
        result = suite.run(GRAPH, "--entry=train", "--data", f"images={table}:{PIXELS}",
                           "--data", f"labels={table}:digit", *FLAGS)
        expect(result.status == 3, result.describe())
        begin = result.err.find(f"'{table}:digit{{")
        expect(begin >= 0, f"no SPEC in {result.err!r}")
        spec = result.err[begin + 1:result.err.index("'", begin + 1)]
        expect(spec == f"{table}:digit{{{','.join(sorted(CLASSES))}}}", f"the SPEC is {spec}")
        train(f"{table}:{PIXELS}", spec)

    suite.test("semicolons", same_as_arrays, "digits.csv", ";")
    suite.test("tabs", same_as_arrays, "digits.tsv", "\t")
    suite.test("copied_spec", copies_the_spec)


if __name__ == "__main__":
    suite = Suite("text_tables", __doc__)
    sys.exit(suite.main(body))
