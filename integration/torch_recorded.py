#!/usr/bin/env python3
#===- torch_recorded.py - Graphs of PyTorch's modules, without PyTorch -----===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Trains the graphs that amp.torch made of PyTorch's modules, on the batches that PyTorch was
recorded with (test/Inputs/torch/record_torch.py), and compares the losses.

They may be off from PyTorch's in f64 as PyTorch's own of the same precision are, times
FACTOR; FLOOR is the least that is asked: two roundings of the loss's type."""

import os
import sys

import numpy as np
from _common import Suite, expect, losses, read_record

FACTOR = 3
FLOOR = 2 * 2.0 ** -24


def deviation(found, exact):
    return np.sqrt(np.mean(np.square(np.subtract(found, exact))))


def train(suite, scratch, case, precision):
    graph = os.path.join(scratch, case["name"] + ".mlir")
    with open(graph, "w", encoding="utf-8") as file:
        file.write(case["graph"])
    exact, own = case["losses"]["f64"], case["losses"][precision]
    data = os.path.join(scratch, case["name"] + ".npz")
    np.savez(data, **{name: np.array(array["values"], array["type"]).reshape(
        [-1, *array["shape"]]) for name, array in case["data"].items()})
    document = suite.train(graph, *(part for name in case["data"]
                                    for part in ("--data", f"{name}={data}")),
                           f"--steps={len(exact)}", f"--batch-size={case['batch']}",
                           f"--precision={precision}", "--print-every=1")
    found = losses(document)
    expect(len(found) == len(exact), f"{len(found)} losses of {len(exact)} steps")
    bound = FACTOR * deviation(own, exact) + FLOOR * max(map(abs, exact))
    expect(deviation(found, exact) <= bound,
           f"off by {deviation(found, exact):.2g}, PyTorch by {deviation(own, exact):.2g}")
    return f"{deviation(found, exact) / deviation(own, exact):.2f} of PyTorch's deviation"


def body(suite, scratch):
    for case in read_record("torch")["cases"]:
        for precision in ("f32", "bf16", "f16"):
            suite.test(f"{case['name']}.{precision}", train, suite, scratch, case, precision)


if __name__ == "__main__":
    sys.exit(Suite("torch_recorded", __doc__).main(body))
