#!/usr/bin/env python3
#===- losses.py - Losses and products against PyTorch ----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Values and gradients of losses, distances and products, against PyTorch.

Each case of `test/Inputs/losses/torch-cpu.json.gz`, which `record_torch.py` there recorded,
becomes part of a graph in f64. Its result and the gradients of sum(result * weights)
are compared with the record. Cases of one op run as one graph.

The bound is 1e-12 of the largest recorded number of a tensor. That is 2^13 roundings of
2^-53; no case has 200 on the way to a result, and no derivative of an intermediate value
is above 30.
"""

import itertools
import os
import sys

import numpy as np

from _common import Suite, expect, read_record

BOUND = 1e-12
TYPES = {"f64": np.float64, "i64": np.int64}


def tensor_type(shape, element="f64"):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


def make_array(entry):
    return np.array(entry["values"], TYPES[entry["type"]]).reshape(entry["shape"])


def make_weights(shape):
    count = int(np.prod(shape, dtype=np.int64))
    return (1 + np.arange(count) % 5 / 4).reshape(shape)


class Graph:
    """The cases of one op as one function."""

    def __init__(self):
        self.arguments, self.body, self.results = [], [], []
        self.inputs = {}
        self.expected = []

    def add_input(self, name, array, element):
        self.arguments.append(f'%{name}: {tensor_type(array.shape, element)} '
                              f'{{amp.name = "{name}"}}')
        self.inputs[name] = array

    def add_result(self, name, value, shape, expected, what):
        size = int(np.prod(shape, dtype=np.int64))
        self.body.append(f"%{name} = amp.reshape %{value} {{shape = array<i64: {size}>}} : "
                         f"({tensor_type(shape)}) -> {tensor_type([size])}")
        self.results.append((name, tensor_type([size])))
        self.expected.append((np.array(expected, np.float64), what))

    def add_case(self, index, case):
        prefix = f"c{index}"
        texts, types, differentiable = [], [], []
        for i, operand in enumerate(case["operands"]):
            name = f"{prefix}_x{i}"
            self.add_input(name, make_array(operand), operand["type"])
            keyword = operand.get("keyword")
            texts.append(f" {keyword}(%{name})" if keyword else f"{', ' if i else ' '}%{name}")
            types.append(tensor_type(operand["shape"], operand["type"]))
            if operand["gradient"] is not None:
                differentiable.append(i)
        shape = case["result"]["shape"]
        result = tensor_type(shape)
        attributes = f" {{{case['attributes']}}}" if case["attributes"] else ""
        self.body.append(f"%{prefix}_y = amp.{case['op']}{''.join(texts)}{attributes} : "
                         f"({', '.join(types)}) -> {result}")
        what = " ".join(filter(None, (case["attributes"], case.get("note"), f"-> {result}")))
        self.add_result(f"{prefix}_r", f"{prefix}_y", shape, case["result"]["values"],
                        f"value, {what}")
        if not differentiable:
            return
        self.add_input(f"{prefix}_w", make_weights(shape), "f64")
        scalar = tensor_type([])
        self.body += [
            f"%{prefix}_p = amp.mul %{prefix}_y, %{prefix}_w : ({result}, {result}) -> {result}",
            f"%{prefix}_l = amp.sum %{prefix}_p : ({result}) -> {scalar}"]
        wrt = ", ".join(f"%{prefix}_x{i}" for i in differentiable)
        gradients = ", ".join(f"%{prefix}_g{i}" for i in differentiable)
        wrt_types = ", ".join(types[i] for i in differentiable)
        self.body.append(f"{gradients} = amp.backward %{prefix}_l wrt({wrt}) : "
                         f"({scalar}, {wrt_types}) -> ({wrt_types})")
        for i in differentiable:
            operand = case["operands"][i]
            self.add_result(f"{prefix}_d{i}", f"{prefix}_g{i}", operand["shape"],
                            operand["gradient"], f"gradient of operand {i}, {what}")

    def text(self):
        """All results in one: amp-run does not write those of one element to files."""
        size = sum(len(expected) for expected, _ in self.expected)
        result = tensor_type([size])
        values = ", ".join(f"%{name}" for name, _ in self.results)
        types = ", ".join(type for _, type in self.results)
        body = "\n  ".join(self.body)
        return (f"func.func @f({', '.join(self.arguments)}) "
                f"-> ({result} {{amp.name = \"all\"}}) {{\n"
                f"  {body}\n"
                f"  %all = amp.concat {values} {{dim = 0 : i64}} : ({types}) -> {result}\n"
                f"  return %all : {result}\n}}\n")


def check_op(suite, scratch, op, cases):
    graph = Graph()
    for index, case in enumerate(cases):
        graph.add_case(index, case)
    file = os.path.join(scratch, f"{op}.mlir")
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(graph.text())
    inputs, output = os.path.join(scratch, f"{op}.npz"), os.path.join(scratch, f"{op}-out.npz")
    np.savez(inputs, **graph.inputs)
    flags = itertools.chain.from_iterable(("--input", f"{name}={inputs}:{name}")
                                          for name in graph.inputs)
    suite.train(file, "--output", output, *flags)
    found_all = np.load(output)["f.all"]
    start = 0
    for expected, what in graph.expected:
        found = found_all[start:start + len(expected)]
        start += len(expected)
        finite = np.isfinite(expected)
        expect(np.array_equal(expected[~finite], found[~finite], equal_nan=True),
               f"{what}: expected {expected}, found {found}")
        if not finite.any():
            continue
        bound = BOUND * np.abs(expected[finite]).max()
        # Not `>`: a NaN is beyond every bound.
        expect((np.abs(found - expected)[finite] <= bound).all(),
               f"{what}: expected {expected}, found {found}")
    return f"{len(cases)} cases"


def main():
    suite = Suite("losses", __doc__)
    record = read_record("losses")

    def body(suite, scratch):
        cases = {}
        for case in record["cases"]:
            cases.setdefault(case["op"], []).append(case)
        for op, of_op in cases.items():
            suite.test(op, check_op, suite, scratch, op, of_op)

    return suite.main(body)


if __name__ == "__main__":
    sys.exit(main())
