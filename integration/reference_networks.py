#!/usr/bin/env python3
#===- reference_networks.py - The examples that are whole networks ---------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the commands of the READMEs of examples/ that train networks made from PyTorch files:
data are made, trainings end, losses fall, and f16 and bf16 end where f32 does.

The commands are run as they are written, but for the number of steps (--full: that, too), and
in a folder of its own that has copies of the examples. Where PyTorch is installed, in the
version that made a graph, the graph is made again and must be the same.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys

import numpy as np

from _common import EXAMPLES, Suite, expect, losses
from _python import find_package

FOLDERS = ["images", "keras-dense", "sentiment", "shakespeare"]
# Steps of a graph in place of its epochs; 15 for others.
STEPS = {"resnet18.mlir": 3, "resnet50.mlir": 2, "gpt.mlir": 6, "lstm.mlir": 6,
         "sentiment-rnn.mlir": 120}
# How far a loss in 16 bits may end from that in f32.
APART = 0.02

# In place of amp-run: notes what each command gave.
WRAPPER = '''#!{python}
import json, os, re, subprocess, sys
arguments = sys.argv[1:]
steps = {steps}
if steps is not None:
    count = steps.get(os.path.basename(arguments[0]), 15)
    arguments = [re.sub("^--(epochs|steps)=.*", f"--steps={{count}}", word) for word in arguments]
done = subprocess.run([{tool!r}, *arguments, "--json", "--print-every=1", "--device={device}"],
                      capture_output=True, text=True)
with open({record!r}, "a", encoding="utf-8") as file:
    file.write(json.dumps([arguments[0], done.returncode, done.stdout, done.stderr]) + "\\n")
sys.exit(done.returncode)
'''


def find_blocks(path):
    """The indented blocks of a README, each the text of a shell script."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for block in re.findall(r"(?:^    .*\n)+", text, flags=re.M):
        yield re.sub("^    ", "", block, flags=re.M)


def write_script(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, 0o700)


def make_folder(suite, scratch, package, record):
    """A folder in which `build` and `examples` are what the commands take them for."""
    os.makedirs(os.path.join(scratch, "build", "bin"))
    os.makedirs(os.path.join(scratch, "build", "venv", "bin"))
    write_script(os.path.join(scratch, "build", "venv", "bin", "python"),
                 f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    os.symlink(package, os.path.join(scratch, "build", "python"))
    for folder in [*FOLDERS, "digits"]:
        shutil.copytree(os.path.join(EXAMPLES, folder),
                        os.path.join(scratch, "examples", folder))
    write_script(os.path.join(scratch, "build", "bin", "amp-run"),
                 WRAPPER.format(python=sys.executable, tool=suite.tool, record=record,
                                steps=None if suite.options.full else STEPS,
                                device=suite.device))


def check_training(graph, status, out, err):
    expect(status == 0, f"{graph} ended with exit code {status}: {err[-400:]}")
    document = json.loads(out)
    ends = {}
    for i, run in enumerate(document["runs"]):
        found = losses(document, i)
        tail = found[-max(1, len(found) // 10):]
        ends[run["label"]] = sum(tail) / len(tail)
        if len(found) > 3:
            expect(ends[run["label"]] < found[0],
                   f"{graph}, {run['label']}: the loss is {found[0]} first and "
                   f"{ends[run['label']]} at the end")
    exact = ends.get("f32")
    for label, end in ends.items():
        if exact is not None:
            expect(abs(end - exact) <= APART * exact,
                   f"{graph}: the loss ends at {end} in {label} and at {exact} in f32")
    return ends


def body(suite, scratch):
    package = find_package(suite)
    if package is None:
        return
    record = os.path.join(scratch, "record")
    make_folder(suite, scratch, package, record)
    environment = {**os.environ, "AMP_CACHE_DIR": "", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        import torch
        version = torch.__version__
    except ImportError:
        version = None

    def run_page(folder):
        open(record, "w").close()
        # Definitions such as $data hold to the end of a page.
        script = "set -e\n" + "".join(
            block for block in find_blocks(os.path.join(EXAMPLES, folder, "README.md"))
            if "-m amp.torch" not in block)
        done = subprocess.run(["bash", "-c", script], cwd=scratch, env=environment,
                              capture_output=True, text=True)
        said = []
        with open(record, encoding="utf-8") as file:
            for line in file:
                graph, *result = json.loads(line)
                ends = check_training(os.path.basename(graph), *result)
                said.append(os.path.basename(graph) + " " + ", ".join(
                    f"{label} {end:.4g}" for label, end in ends.items()))
        expect(done.returncode == 0, f"{folder}/README.md: {done.stderr[-600:]}")
        expect(said, f"{folder}/README.md trains nothing")
        return "; ".join(said)

    def make_again(path, graph):
        with open(os.path.join(EXAMPLES, graph), encoding="utf-8") as file:
            expected = file.read()
        found = re.search(r"with PyTorch (\S+)\.$", expected, flags=re.M)
        expect(found, f"{graph} does not say which PyTorch made it")
        if found.group(1) != version:
            return f"made by PyTorch {found.group(1)}, here is {version or 'none'}: not compared"
        output = os.path.join(scratch, "again.mlir")
        done = subprocess.run(
            [sys.executable, "-m", "amp.torch", os.path.join(EXAMPLES, path), "--redraw", "-o",
             output], env={**environment, "PYTHONPATH": package}, capture_output=True, text=True)
        expect(done.returncode == 0, done.stderr[-400:])
        with open(output, encoding="utf-8") as file:
            expect(file.read() == expected, f"{path} gives another graph than {graph}")
        return None

    def cifar10():
        """Files of its binary version: a byte for the label, then pixels by channel and row."""
        folder = os.path.join(scratch, "cifar-10-batches-bin")
        os.makedirs(folder)
        rng = np.random.default_rng(1)
        names = [f"data_batch_{i}.bin" for i in range(1, 6)] + ["test_batch.bin"]
        records = [rng.integers(0, 256, (4, 3073), np.uint8) for _ in names]
        for name, record in zip(names, records):
            record[:, 0] %= 10
            record.tofile(os.path.join(folder, name))
        script = os.path.join(EXAMPLES, "images", "make_images.py")
        output = os.path.join(scratch, "cifar.npz")

        def make():
            return subprocess.run([sys.executable, script, folder, "-o", output],
                                  capture_output=True, text=True)
        done = make()
        expect(done.returncode == 0, done.stderr)
        with np.load(output) as data:
            train = np.concatenate(records[:5])
            expect(np.array_equal(data["train_labels"], train[:, 0]), "labels differ")
            image = data["train_images"][7]
            expect(np.array_equal(image.reshape(-1), train[7, 1:]), "pixels differ")
            expect(data["test_images"].shape == (4, 3, 32, 32), data["test_images"].shape)
        with open(os.path.join(folder, names[0]), "ab") as file:
            file.write(b"x")
        done = make()
        expect(done.returncode == 1 and "a multiple of 3073" in done.stderr, done.stderr)
        os.remove(os.path.join(folder, names[0]))
        done = make()
        expect(done.returncode == 1 and "no file" in done.stderr, done.stderr)

    suite.test("cifar10", cifar10)
    for folder in FOLDERS:
        suite.test(folder, run_page, folder)
    for path, graph in [("images/simple_cnn.py:training", "images/simple-cnn.mlir"),
                        ("images/resnet.py:resnet18", "images/resnet18.mlir"),
                        ("images/resnet.py:resnet50", "images/resnet50.mlir"),
                        ("images/vit.py:training", "images/vit.mlir"),
                        ("images/unet.py:training", "images/unet.mlir"),
                        ("keras-dense/dense.py:training", "keras-dense/dense.mlir"),
                        ("sentiment/sentiment_rnn.py:training", "sentiment/sentiment-rnn.mlir"),
                        ("shakespeare/lstm.py:training", "shakespeare/lstm.mlir"),
                        ("shakespeare/gpt.py:training", "shakespeare/gpt.mlir"),
                        ("gpt2/gpt2.py:training", "gpt2/gpt2.mlir")]:
        suite.test(f"made_again.{os.path.basename(graph)}", make_again, path, graph)


def add_arguments(parser):
    parser.add_argument("--full", action="store_true", help="as many steps as the pages say")


if __name__ == "__main__":
    suite = Suite("reference_networks", __doc__, add_arguments)
    sys.exit(suite.main(body))
